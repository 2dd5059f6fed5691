"""Test storms (many puzzles in three minutes): the choice, the clock, mistakes, the score, announcements, storage."""

from __future__ import annotations

import pytest

from chowk import games
from chowk.app import pages
from chowk.app.app import App
from chowk.app.opened import opened, reopen
from chowk.core.message import english, say
from chowk.features.practice import storm
from chowk.features.practice.practice import NEAREST
from chowk.features.practice.progress import PuzzleProgress
from chowk.features.practice.storm import CALLS, LENGTH, PENALTY, RISE, Run, StormTable
from chowk.games.api.puzzle import puzzles_of
from chowk.session import actions
from tests.fakes import FakeWorld
from tests.unit.features.practice.test_practice import GAMES, do, of, play, point


def desk_of(app: App) -> StormTable:
    assert isinstance(app.table, StormTable)
    return app.table


def shown(app: App) -> str:
    return pages.page(app, app.words).text


async def solve(app: App) -> None:
    """Solve the puzzle of the storm, so that the next one is shown."""
    desk = desk_of(app)
    line = desk.puzzle.lines[0]
    for _ in line:
        if app.table is desk and not desk.complete:
            await point(app, *line[len(desk.played) :])
        if app.place.sheet is not None and app.place.sheet.name == "sure":
            await do(app, "sure")
    assert app.table is not desk or desk.complete, desk.played


async def fail(app: App) -> None:
    await point(app, *desk_of(app).puzzle.refutations[0])


async def wait(app: App, world: FakeWorld, milliseconds: int) -> None:
    """Set the clock forward, and let the page react."""
    world.clock.passed += milliseconds
    await do(app, "dismiss")


# Choosing -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_storm_begins_easy_and_each_solved_puzzle_makes_it_harder(name: str) -> None:
    puzzles = puzzles_of(name)
    for rating in (900.0, 1500.0):
        run, ratings = Run(max(min(puzzle.rating for puzzle in puzzles), rating - storm.BELOW), 0), []
        for lot in range(9):
            puzzle = storm.choose(puzzles, run, PuzzleProgress(), lot)
            assert puzzle is not None
            assert puzzle not in run.seen
            run.show(puzzle)
            run.solve()
            ratings.append(puzzle.rating)
        assert sum(ratings[-3:]) > sum(ratings[3:6]) > sum(ratings[:3])


def test_puzzles_that_were_tried_come_only_if_none_is_left_at_this_difficulty() -> None:
    puzzles, run = puzzles_of("reversi"), Run(1000, 0)
    close = sorted(puzzles, key=lambda puzzle: (abs(puzzle.rating - 1000), puzzle.key))[: 2 * NEAREST]
    known = PuzzleProgress(results={puzzle.key: True for puzzle in close[1:]})
    assert storm.choose(puzzles, run, known, 5) == close[0]
    known = PuzzleProgress(results={puzzle.key: True for puzzle in close})
    assert storm.choose(puzzles, run, known, 5) == close[5]


def test_a_storm_without_another_puzzle_is_over() -> None:
    run = Run(1000, 0)
    puzzles = puzzles_of("reversi")[:1]
    run.show(puzzles[0])
    assert storm.choose(puzzles, run, PuzzleProgress(), 0) is None


# The course of a storm ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_solved_puzzles_count_and_are_followed_at_once_by_harder_ones(name: str) -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", f"{name} storm")
        assert "The clock starts with your first move." in shown(app)
        run, first = desk_of(app).run, desk_of(app).puzzle
        start = run.difficulty
        for _ in range(3):
            await solve(app)
        assert (run.solved, run.row, run.missed) == (3, 3, ())
        assert run.difficulty == start + 3 * RISE
        assert desk_of(app).puzzle not in run.seen[:-1]
        assert "Solved: 3. In a row: 3." in shown(app)
        known = of(name, app)
        assert known.storm == 3
        assert known.results[first.key]
        assert known.rating == PuzzleProgress().rating

    play(scene)


def test_a_mistake_costs_time_ends_the_puzzle_and_is_not_answered() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "reversi storm")
        await solve(app)
        desk, performed = desk_of(app), len(world.stage.performed)
        run = desk.run
        before = run.remaining(0)
        await fail(app)
        assert desk_of(app) is not desk
        assert len(world.stage.performed) == performed + 1
        assert run.remaining(0) == before - PENALTY
        assert (run.solved, run.row, run.missed) == (1, 0, (desk.puzzle,))
        assert "Not solved: 10 seconds less." in shown(app)
        known = of("reversi", app)
        assert known.missed == (desk.puzzle.key,)
        assert known.rating == PuzzleProgress().rating
        await do(app, "puzzle", "reversi missed")
        assert not isinstance(app.table, StormTable)
        assert app.table is not None
        assert app.table.history_entry == ("puzzle", f"reversi any {desk.puzzle.key}")

    world = FakeWorld()
    play(scene, world)


def test_a_puzzle_is_skipped_at_the_price_of_a_mistake() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "reversi storm")
        desk = desk_of(app)
        assert not app.commands.is_open("hint")
        assert desk.after[0] == "puzzle-skip"
        await do(app, "puzzle-skip")
        assert desk_of(app) is not desk
        assert desk.run.remaining(0) == LENGTH - PENALTY
        assert desk.run.missed == (desk.puzzle,)

    play(scene)


def test_the_clock_starts_with_the_first_move_and_goes_on_under_a_sheet() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "reversi storm")
        await wait(app, world, 50_000)
        assert "3:00" in shown(app)
        await solve(app)
        await do(app, "rules")
        await wait(app, world, 61_000)
        assert "1:59" in shown(app)
        await do(app, "close")
        await wait(app, world, LENGTH)
        assert app.place.sheet is not None
        assert app.place.sheet.name == "storm"

    world = FakeWorld()
    play(scene, world)


def test_only_one_minute_and_ten_seconds_are_announced() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "reversi storm")
        await solve(app)
        heard = []
        for _ in range(LENGTH // 1000 - 1):
            app.voice.say()
            await wait(app, world, 1000)
            heard += [app.words(message) for message in app.voice.spoken]
        assert heard == ["Time left: 1:00", "Time left: 0:10"]

    world = FakeWorld()
    play(scene, world)


def test_a_penalty_that_passes_one_minute_is_announced_with_the_time_left() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "reversi storm")
        await solve(app)
        await wait(app, world, LENGTH - CALLS[0] - 3000)
        await fail(app)
        assert desk_of(app).run.remaining(world.clock.passed) == CALLS[0] - 7000
        assert "Time left: 0:53" in [app.words(message) for message in app.voice.spoken]

    world = FakeWorld()
    play(scene, world)


def test_the_result_names_the_score_the_best_one_and_the_missed_puzzles() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "reversi storm")
        await solve(app)
        missed = desk_of(app).puzzle
        await fail(app)
        await wait(app, world, LENGTH)
        text = shown(app)
        assert "You have solved 1 puzzle." in text
        assert "That is your best storm." in text
        assert "Best so far: 1" in text
        entry = next(
            node
            for node in pages.page(app, app.words).walk()
            if node.attrs.get("data-arg") == f"reversi any {missed.key}"
        )
        assert app.words(say("Difficulty {rating}", rating=missed.rating)) in entry.text
        assert next(english(message) for message in app.voice.spoken) == "You have solved 1 puzzle."
        await do(app, "puzzle", "reversi storm")
        again = desk_of(app).run
        assert (again.solved, again.before, again.over) == (0, 1, False)
        await fail(app)
        await wait(app, world, LENGTH)
        assert "You have solved 0 puzzles." in shown(app)
        assert "That is your best storm." not in shown(app)
        assert of("reversi", app).storm == 1

    world = FakeWorld()
    play(scene, world)


def test_nothing_counts_after_the_time_is_up() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "reversi storm")
        await solve(app)
        run = desk_of(app).run
        world.clock.passed += LENGTH
        actions.tap(app, desk_of(app), desk_of(app).puzzle.lines[0][0])
        await do(app, "dismiss")
        assert run.over
        assert run.solved == 1
        assert of("reversi", app).storm == 1

    world = FakeWorld()
    play(scene, world)


def test_a_puzzle_that_is_skipped_after_the_time_is_up_is_not_missed() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "reversi storm")
        await solve(app)
        run, before = desk_of(app).run, of("reversi", app)
        world.clock.passed += LENGTH
        await do(app, "puzzle-skip")
        assert run.over
        assert run.missed == ()
        assert of("reversi", app) == before
        assert [sheet.name for sheet in app.place.sheets] == ["storm"]

    world = FakeWorld()
    play(scene, world)


def test_the_result_closes_the_question_about_the_last_move() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "reversi storm")
        await solve(app)
        app.place.open_sheet("sure")
        await wait(app, world, LENGTH)
        assert [sheet.name for sheet in app.place.sheets] == ["storm"]

    world = FakeWorld()
    play(scene, world)


def test_the_last_mistake_may_end_the_storm() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "reversi storm")
        await solve(app)
        run = desk_of(app).run
        world.clock.passed = LENGTH - PENALTY + 1
        await fail(app)
        assert run.over
        assert len(run.seen) == 2
        assert app.place.sheet is not None
        assert app.place.sheet.name == "storm"

    world = FakeWorld()
    play(scene, world)


def test_a_storm_that_the_player_leaves_ends_and_keeps_its_score() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "reversi storm")
        await solve(app)
        things = opened(app)
        run = desk_of(app).run
        await do(app, "lesson-leave")
        assert app.table is None
        await wait(app, world, LENGTH)
        assert app.place.sheet is None
        assert of("reversi", app).storm == 1
        reopen(app, things)
        assert desk_of(app).run is not run

    world = FakeWorld()
    play(scene, world)


def test_a_storm_to_which_the_player_returns_still_ends_with_its_time() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "reversi storm")
        await solve(app)
        desk = desk_of(app)
        app.analyse("reversi", desk.solution())
        await wait(app, world, LENGTH - 5_000)
        await do(app, "study-leave")
        early = desk.run.over
        await wait(app, world, 5_000)
        assert (early, desk.run.over) == (False, True)
        assert app.place.sheet is not None
        assert app.place.sheet.name == "storm"

    world = FakeWorld()
    play(scene, world)


def test_after_the_storm_its_last_puzzle_can_be_analysed() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "reversi storm")
        assert not app.commands.is_open("puzzle-why")
        await fail(app)
        await wait(app, world, LENGTH)
        await do(app, "close")
        desk = desk_of(app)
        await do(app, "puzzle-why")
        assert app.table is not desk
        await do(app, "study-leave")
        assert app.table is desk
        assert "You have solved 0 puzzles." in shown(app)
        assert not app.commands.is_open("puzzle-skip")

    world = FakeWorld()
    play(scene, world)


def test_the_clock_does_not_draw_the_board_again() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "reversi storm")
        await solve(app)
        before = {node.key: node for node in pages.page(app, app.words).walk() if node.attrs.get("role") == "grid"}
        await wait(app, world, 1000)
        after = {node.key: node for node in pages.page(app, app.words).walk() if node.attrs.get("role") == "grid"}
        assert before
        assert all(after[key] is node for key, node in before.items())

    world = FakeWorld()
    play(scene, world)


def test_a_storm_is_listed_with_the_best_score() -> None:
    async def scene(app: App) -> None:
        await do(app, "practice", "reversi")
        assert "As many as you can in three minutes." in shown(app)
        assert "Best so far" not in shown(app)
        await do(app, "puzzle", "reversi storm")
        await solve(app)
        await do(app, "practice", "reversi")
        assert "Best so far: 1" in shown(app)

    play(scene)


def test_games_without_puzzles_have_no_storm() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "chess storm")
        assert app.table is None

    assert "chess" not in games.practised()
    play(scene)
