"""Tests of puzzles at the table: choosing, solving, failing, hints, series, days, links and stored progress."""

from __future__ import annotations

import asyncio
import errno
import json
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from typing import Any

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.app.opened import Open, opened, parcels_of, read_open, reopen
from chowk.core import parcels
from chowk.core.message import english, say
from chowk.core.variations import Variations
from chowk.features.analysis.table import AnalysisTable
from chowk.features.practice import commands as practice_commands
from chowk.features.practice import practice, progress
from chowk.features.practice.daily import game_of, puzzle_of
from chowk.features.practice.practice import PuzzleRequest, PuzzleTable, today_of
from chowk.features.practice.progress import DayResult, PuzzleProgress
from chowk.games.api import TICK
from chowk.games.api.puzzle import Puzzle, puzzles_of
from chowk.session import actions
from chowk.storage import saves
from chowk.storage.plan import usual_plan
from tests.fakes import FakeWorld, app_in

TODAY = date(2026, 11, 21)
"""The date of the fake clock."""
GAMES = games.practised()


def play(scene: Callable[[App], Awaitable[None]], world: FakeWorld | None = None) -> FakeWorld:
    """Run the function `scene` in an application, and return the fake browser."""
    world = world or FakeWorld()

    async def run() -> None:
        app = app_in(world)
        await app.start()
        await scene(app)
        app.pause()

    asyncio.run(run())
    return world


async def do(app: App, name: str, arg: str = "") -> None:
    """Run a command, and the event loop until the page waits for the player."""
    commands.do(app, name, arg)
    for _ in range(300):
        await asyncio.sleep(0)


def desk_of(app: App) -> PuzzleTable:
    assert isinstance(app.table, PuzzleTable)
    return app.table


async def point(app: App, *texts: str) -> None:
    """Play the move `texts[0]` by pointing, as a player does.

    If the move buys a patch in Patchwork, the patch is placed, too: as `texts[1]` says, or anywhere if there is no such
    text.
    """
    desk = desk_of(app)
    position = desk.match.position
    move = desk.game.notation.read_move(position, texts[0])
    spots, after, trial = desk.view.spell(position)[move], position.play(move), desk.game.trial
    if desk.choice.trying is not None and trial is not None:
        if after.outcome() is None and trial.picks.goes_on(after):
            places = {desk.game.notation.write_move(after, place): place for place in after.moves()}
            place = places.get(texts[1]) if len(texts) > 1 else None
            spots = (*spots, *desk.view.spell(after)[place or next(iter(places.values()))])
        desk.choice.trying.hold(spots)
        await do(app, "tap", TICK)
        return
    for spot in spots:
        actions.tap(app, desk, spot)
    for _ in range(300):
        await asyncio.sleep(0)


async def solve(app: App) -> None:
    """Solve the puzzle by playing the solver's moves in its first line."""
    desk = desk_of(app)
    line = desk.puzzle.lines[0]
    for _ in line:
        if desk.complete:
            return
        await point(app, *line[len(desk.played) :])
    assert desk.complete, desk.played


async def fail(app: App) -> Puzzle:
    """Play the first wrong move to which the puzzle has a reply, and return the puzzle."""
    puzzle = desk_of(app).puzzle
    await point(app, *puzzle.refutations[0])
    return puzzle


def of(name: str, app: App) -> PuzzleProgress:
    return practice.progress_of(app.kept, name)


# Solving --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_the_puzzle_of_the_day_is_solved_and_stored(name: str) -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", f"{name} day")
        desk = desk_of(app)
        assert desk.puzzle == puzzle_of(puzzles_of(name), TODAY)
        assert desk.task.goal.text.partition("}")[2] in pages.page(app, app.words).text
        await solve(app)
        assert desk.theme.reason in app.voice.spoken
        assert english(desk.theme.reason) in pages.page(app, app.words).text
        assert of(name, app).days == {TODAY: DayResult(1, True)}
        assert of(name, app).results == {desk.puzzle.key: True}
        assert app.kept.saves == {}

    world = play(scene)
    assert progress.read(world.store.texts[saves.PRACTICE_KEY + name]).on_time == {TODAY}


@pytest.mark.parametrize("name", GAMES)
def test_a_wrong_move_is_answered_taken_back_and_counted_once(name: str) -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", f"{name} any")
        puzzle = await fail(app)
        desk = desk_of(app)
        assert desk.match.ply == 0
        assert desk.answer is not None
        assert english(desk.answer) in pages.page(app, app.words).text
        failed = of(name, app)
        assert failed.missed == (puzzle.key,)
        assert failed.rating.value < 1500
        await fail(app)
        await solve(app)
        assert desk.try_results == ["wrong", "wrong", "right"]
        assert of(name, app) == failed

    play(scene)


@pytest.mark.parametrize("name", GAMES)
def test_a_solved_puzzle_names_the_reasons_of_a_hint_without_a_search(name: str) -> None:
    async def scene(app: App) -> None:
        explained = next(puzzle for puzzle in puzzles_of(name) if hinted(name, puzzle))
        await do(app, "puzzle", f"{name} any {explained.key}")
        await solve(app)
        desk = desk_of(app)
        turn = 2 if len(desk.played) > 1 and name == "patchwork" else 1
        why = desk.game.why(desk.match.position_after(0), tuple(desk.match.moves[:turn]))
        assert why
        if len(desk.match.moves) > 1 and not (desk.game.tray or desk.game.trial):
            first = desk.game.notation.write_move(desk.match.position_after(0), desk.match.moves[0])
            why = tuple(say("{move}: {fact}", move=first, fact=fact) for fact in why)
        assert desk.praise[2 : 2 + len(why)] == why
        assert set(why) <= set(app.voice.spoken)
        assert app.words(why[0]) in pages.page(app, app.words).text
        assert not world.engine.requests

    world = FakeWorld()
    play(scene, world)


def hinted(name: str, puzzle: Puzzle) -> bool:
    """Return True if a hint gives a reason for the first move of a puzzle's solution."""
    game = games.load(name)
    position = game.notation.read_position(puzzle.setup)
    return bool(practice.reasons(game, puzzle, [game.notation.read_move(position, puzzle.lines[0][0])]))


def test_a_wrong_move_counts_once_if_the_player_leaves_while_it_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "reversi any")
        desk = desk_of(app)

        async def never(*_: object) -> None:
            await asyncio.Event().wait()

        with monkeypatch.context() as patch:
            patch.setattr(desk, "answer_with", never)
            await fail(app)
            app.analyse("reversi", Variations(desk.puzzle.setup))
            await do(app, "study-leave")
        app.analyse("reversi", Variations(desk.puzzle.setup))
        await do(app, "study-leave")
        assert app.table is desk
        assert (desk.match.ply, desk.try_results) == (0, ["wrong"])
        await fail(app)
        assert desk.try_results == ["wrong", "wrong"]

    play(scene)


def test_the_answer_to_a_wrong_move_is_shown_on_the_board() -> None:
    async def scene(app: App) -> None:
        puzzle = next(puzzle for puzzle in puzzles_of("reversi") if len(puzzle.refutations[0]) > 1)
        await do(app, "puzzle", f"reversi any {puzzle.key}")
        shown = len(world.stage.performed)
        await fail(app)
        events = [event for _, events, _ in world.stage.performed[shown:] for event in events]
        assert {getattr(event, "spot", "") for event in events} >= set(puzzle.refutations[0][:2])

    world = FakeWorld()
    play(scene, world)


def heard_at_motions(app: App, world: FakeWorld, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which every motion of pieces adds what is announced during it."""
    heard, perform = list[str](), world.stage.perform

    async def listening(*motion: Any) -> None:
        heard.append(" ".join(app.words(message) for message in app.voice.spoken))
        await perform(*motion)

    monkeypatch.setattr(world.stage, "perform", listening)
    return heard


def test_the_answer_to_a_wrong_move_is_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    world = FakeWorld()

    async def scene(app: App) -> None:
        puzzle = next(puzzle for puzzle in puzzles_of("reversi") if len(puzzle.refutations[0]) > 1)
        await do(app, "puzzle", f"reversi any {puzzle.key}")
        heard = heard_at_motions(app, world, monkeypatch)
        await fail(app)
        for text, spoken in zip(puzzle.refutations[0][:2], heard, strict=False):
            assert f"{text}, turning" in spoken
        assert "Look again." in app.words(app.voice.spoken[-1])

    play(scene, world)


def test_a_right_move_is_called_right_and_the_last_one_is_announced_once(monkeypatch: pytest.MonkeyPatch) -> None:
    world = FakeWorld()
    world.stage.lively = True

    async def scene(app: App) -> None:
        puzzle = next(puzzle for puzzle in puzzles_of("reversi") if len(puzzle.lines[0]) == 3)
        await do(app, "puzzle", f"reversi any {puzzle.key}")
        heard, desk = heard_at_motions(app, world, monkeypatch), desk_of(app)
        assert desk.goal == desk.task.goal
        await point(app, puzzle.lines[0][0])
        assert [spoken.partition("discs. ")[2] or spoken.partition("disc. ")[2] for spoken in heard] == [
            "Right so far. The other side answers.",
            "Right so far. Find the next move.",
        ]
        assert "Right so far. Find the next move." in pages.page(app, app.words).text
        await point(app, puzzle.lines[0][2])
        assert desk.complete
        assert desk.goal == desk.task.goal
        assert "turning" in heard[-1]
        assert app.voice.spoken == desk.praise, "the move was announced while it was shown"

    play(scene, world)


def test_a_hint_counts_as_a_failed_try() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "reversi any")
        for _ in range(3):
            await do(app, "hint")
        desk = desk_of(app)
        assert desk.try_results == ["hint"]
        await solve(app)
        assert desk.try_results == ["hint", "right"]
        assert of("reversi", app).results == {desk.puzzle.key: False}

    play(scene)


def test_a_hint_after_a_wrong_move_is_shown_in_place_of_the_answer() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "reversi any")
        await fail(app)
        desk = desk_of(app)
        assert desk.answer is not None
        answer = english(desk.answer)
        assert answer in pages.page(app, app.words).text
        await do(app, "hint")
        assert desk.choice.hint is not None
        text = pages.page(app, app.words).text
        assert english(desk.choice.hint.text) in text
        assert answer not in text

    play(scene)


def test_the_last_depth_of_a_hint_marks_the_solution() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "reversi any")
        for _ in range(2):
            await do(app, "hint")
        desk = desk_of(app)
        assert desk.choice.hint is not None
        assert desk.choice.hint.spots == (desk.puzzle.lines[0][0],)

    play(scene)


def test_puzzles_follow_one_another_without_repeats() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "reversi any")
        keys = []
        for _ in range(12):
            desk = desk_of(app)
            keys.append(desk.puzzle.key)
            await solve(app)
            await do(app, *desk.after[:2])
        assert len(set(keys)) == 12
        assert of("reversi", app).rating.value > 1600

    play(scene)


def test_a_series_ends_with_the_first_mistake_and_its_length_is_stored() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "reversi series")
        ratings = []
        for count in range(4):
            desk = desk_of(app)
            assert desk.series == count
            ratings.append(desk.puzzle.rating)
            await solve(app)
            await do(app, *desk.after[:2])
        assert ratings == sorted(ratings)
        await fail(app)
        await solve(app)
        assert of("reversi", app).longest == 4
        await do(app, *desk_of(app).after[:2])
        assert app.place.sheet is not None
        assert app.place.sheet.name == "practice"
        await do(app, "puzzle", "reversi series")
        assert desk_of(app).series == 0

    play(scene)


def test_a_series_does_not_go_on_in_another_game() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "reversi series")
        await solve(app)
        await do(app, "puzzle", "checkers series")
        assert desk_of(app).series == 0
        await solve(app)
        assert of("checkers", app).longest == 1

    play(scene)


def test_missed_puzzles_come_again_until_they_are_solved() -> None:
    async def scene(app: App) -> None:
        missed = []
        for _ in range(2):
            await do(app, "puzzle", "reversi any")
            missed.append(await fail(app))
        for puzzle in missed:
            await do(app, "puzzle", "reversi missed")
            assert desk_of(app).puzzle == puzzle
            await solve(app)
        await do(app, *desk_of(app).after[:2])
        assert app.place.sheet is not None
        assert app.place.sheet.name == "practice"

    play(scene)


@pytest.mark.parametrize("name", GAMES)
def test_every_puzzle_has_a_theme_and_is_found_by_it(name: str) -> None:
    themes = {puzzle.theme for puzzle in puzzles_of(name)}
    assert themes <= set(practice.themes(name))
    for theme in themes:
        chosen = practice.find(PuzzleRequest(name, "theme", theme), PuzzleProgress(), 0, 5)
        assert chosen is not None
        assert chosen.theme == theme


def test_an_unknown_theme_or_puzzle_leads_to_other_puzzles_or_the_overview() -> None:
    assert practice.find(PuzzleRequest("reversi", "theme", "none"), PuzzleProgress(), 0, 0) is None
    assert practice.find(PuzzleRequest("reversi", "any", "none"), PuzzleProgress(), 0, 0) is not None


def test_puzzles_are_about_as_hard_as_the_player_is_strong() -> None:
    for rating in (900.0, 1400.0, 1900.0):
        known = PuzzleProgress()._replace(rating=PuzzleProgress().rating._replace(value=rating))
        for lot in range(practice.NEAREST):
            chosen = practice.find(PuzzleRequest("reversi", "any"), known, 0, lot)
            assert chosen is not None
            assert abs(chosen.rating - rating) <= 100


def test_when_all_are_tried_the_oldest_comes_again() -> None:
    keys = [puzzle.key for puzzle in puzzles_of("reversi")]
    known = PuzzleProgress(results=dict.fromkeys(reversed(keys), True))
    chosen = practice.find(PuzzleRequest("reversi", "any"), known, 0, 3)
    assert chosen is not None
    assert chosen.key == keys[-1]


def test_a_mixed_run_takes_a_puzzle_from_each_game_in_turn() -> None:
    async def scene(app: App) -> None:
        await do(app, "practice")
        await do(app, "puzzle-mixed")
        begun = GAMES.index(desk_of(app).game.name)
        for number in range(1, 7):
            desk = desk_of(app)
            assert abs(desk.puzzle.rating - 1500) < 300
            await solve(app)
            things = opened(app)
            await do(app, "lesson-leave")
            reopen(app, things)
            assert desk_of(app).puzzle == desk.puzzle
            await do(app, *desk_of(app).after[:2])
            assert desk_of(app).game.name == GAMES[(begun + number) % len(GAMES)]

    play(scene)


# Days and links -------------------------------------------------------------------------------------------------------


def test_an_earlier_day_does_not_count_for_the_streak() -> None:
    async def scene(app: App) -> None:
        day = TODAY - timedelta(3)
        await do(app, "puzzle", f"reversi day {day}")
        await solve(app)
        assert of("reversi", app).days == {day: DayResult(1, False)}

    play(scene)


def test_a_puzzle_opened_before_midnight_counts_for_its_day() -> None:
    world = FakeWorld()

    async def scene(app: App) -> None:
        await do(app, "puzzle", "reversi day")
        world.clock.time = "2026-11-22T12:00:00+00:00"
        await solve(app)
        assert of("reversi", app).days == {TODAY: DayResult(1, True)}

    play(scene, world)


@pytest.mark.parametrize("subject", ["2026-11-23", "2999-01-01", "2026-13-01", "tomorrow", "9999-99-99"])
def test_days_that_have_no_puzzle_yet_are_refused_in_words(subject: str) -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", f"reversi day {subject}")
        assert app.table is None
        assert app.voice.toast is not None
        assert english(app.voice.toast.text) == "There is no puzzle for this day yet."

    play(scene)


def test_tomorrows_puzzle_opens_because_somewhere_it_is_tomorrow_but_no_day_is_stored() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", f"reversi day {TODAY + timedelta(1)}")
        await solve(app)
        assert of("reversi", app).days == {}

    play(scene)


def test_a_link_opens_the_puzzle_of_its_day() -> None:
    async def scene(app: App) -> None:
        reopen(app, [Open("guest", "p=reversi.2026-11-20&lang=te")])
        await do(app, "hint")
        assert desk_of(app).puzzle == puzzle_of(puzzles_of("reversi"), date(2026, 11, 20))

    play(scene)


@pytest.mark.parametrize(
    "fragment", ["p=", "p=chess.2026-11-20", "p=reversi.", "p=reversi.2026-11-2", "xp=reversi.2026-11-20"]
)
def test_other_fragments_open_no_puzzle(fragment: str) -> None:
    async def scene(app: App) -> None:
        practice_commands.open_link(app, fragment)
        await do(app, "dismiss")
        assert app.table is None

    play(scene)


def test_a_reload_finds_the_same_puzzle() -> None:
    async def scene(app: App) -> None:
        for arg in ("reversi any", "reversi series", f"reversi day {TODAY - timedelta(9)}"):
            await do(app, "puzzle", arg)
            puzzle, things = desk_of(app).puzzle, opened(app)
            await do(app, "lesson-leave")
            assert app.table is None
            reopen(app, things)
            assert desk_of(app).puzzle == puzzle

    play(scene)


def test_the_result_is_shared_without_the_solution() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "reversi day")
        await fail(app)
        await solve(app)
        await do(app, "puzzle-share")
        desk = desk_of(app)
        title, text, address = world.sharing.sent[-1]
        assert text.splitlines()[-1] == "🟥🟩"
        assert address.endswith("#p=reversi.2026-11-21")
        assert desk.puzzle.lines[0][0] not in f"{title} {text}".split()

    world = FakeWorld()
    play(scene, world)


def test_the_result_of_a_child_is_shared_with_its_day() -> None:
    async def scene(app: App) -> None:
        app.kept.change_settings(children=True)
        await do(app, "puzzle", "reversi day")
        await solve(app)
        await do(app, "puzzle-share")
        assert world.sharing.sent[-1][1].splitlines()[1].startswith("Puzzle of ")

    world = FakeWorld()
    play(scene, world)


def test_two_pages_keep_the_results_of_each_other() -> None:
    async def scene(app: App) -> None:
        other_world = FakeWorld()
        other_world.store = world.store.of("second")
        other = app_in(other_world)
        await other.start()
        await do(app, "puzzle", "reversi day")
        await solve(app)
        await do(other, "puzzle", "reversi any")
        missed = await fail(other)
        both = {desk_of(app).puzzle.key: True, missed.key: False}
        assert progress.read(world.store.texts[f"{saves.PRACTICE_KEY}reversi"]).results == both
        assert of("reversi", other).results == both
        assert of("reversi", other).on_time == {TODAY}
        await solve(other)
        await do(app, "puzzle-rating", "reversi off")
        assert of("reversi", app).results == both
        assert of("reversi", app).hidden
        other.pause()

    world = FakeWorld()
    play(scene, world)


def test_a_result_is_left_for_the_next_page_if_this_one_ends_before_it_is_stored() -> None:
    async def scene(app: App) -> None:
        practice.keep(app.kept, "reversi", lambda known: known.with_storm(7))
        app.kept.queue.leave()
        assert f"{saves.PRACTICE_KEY}reversi" not in world.store.texts
        later = FakeWorld()
        later.store = world.store.of("second")
        following = app_in(later)
        await following.start()
        assert of("reversi", following).storm == 7
        await app.kept.queue.settled()
        app.kept.queue.leave()
        assert not world.store.notes

    world = FakeWorld()
    play(scene, world)


def test_what_a_newer_version_has_stored_is_not_replaced() -> None:
    async def scene(app: App) -> None:
        newer = json.dumps({"schema": 99, "results": {}})
        world.store.texts[f"{saves.PRACTICE_KEY}reversi"] = newer
        await do(app, "puzzle", "reversi any")
        await solve(app)
        assert world.store.texts[f"{saves.PRACTICE_KEY}reversi"] == newer
        assert app.voice.toast is not None
        assert app.voice.toast.do == "update"

    world = FakeWorld()
    play(scene, world)


# Around the board -----------------------------------------------------------------------------------------------------


def test_see_why_opens_the_analysis_and_returns_to_the_puzzle() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "reversi any")
        desk = desk_of(app)
        assert not app.commands.is_open("puzzle-why")
        await solve(app)
        known = of("reversi", app)
        await do(app, "puzzle-why")
        study = app.table
        assert isinstance(study, AnalysisTable)
        assert study.tree.moves(study.tree.end(0)) == desk.puzzle.lines[0]
        assert len(study.tree.nodes[0].next) == 1 + len(desk.puzzle.refutations)
        await do(app, "study-leave")
        assert app.table is desk
        assert desk.complete
        assert desk.try_results == ["right"]
        assert of("reversi", app) == known
        await do(app, *desk.after[:2])
        assert desk_of(app) is not desk

    play(scene)


def test_see_why_shows_the_sequel_after_the_solution() -> None:
    async def scene(app: App) -> None:
        puzzle = next(puzzle for puzzle in puzzles_of("checkers") if puzzle.sequel)
        await do(app, "puzzle", f"checkers any {puzzle.key}")
        await solve(app)
        await do(app, "puzzle-why")
        study = app.table
        assert isinstance(study, AnalysisTable)
        assert study.tree.moves(study.tree.end(0)) == (*puzzle.lines[0], *puzzle.sequel)

    play(scene)


def test_leaving_returns_to_the_game() -> None:
    async def scene(app: App) -> None:
        await do(app, "new", "checkers")
        await do(app, "begin", "people")
        table = app.table
        await do(app, "puzzle", "reversi any")
        await do(app, "puzzle", "reversi any")
        await do(app, "lesson-leave")
        assert app.table is table

    play(scene)


def test_the_rating_can_be_hidden() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "reversi any")
        await solve(app)
        assert any(english(text).startswith("Your rating is now") for text in desk_of(app).praise)
        await do(app, "puzzle-rating", "reversi off")
        await do(app, "puzzle", "reversi any")
        await solve(app)
        assert not any("rating" in english(text) for text in desk_of(app).praise)
        await do(app, "practice", "reversi")
        assert "Your rating" not in pages.page(app, app.words).text
        await do(app, "puzzle-rating", "reversi on")
        assert "Your rating" in pages.page(app, app.words).text

    play(scene)


def test_the_overview_says_what_was_done() -> None:
    async def scene(app: App) -> None:
        await do(app, "practice")
        page = pages.page(app, app.words)
        assert page.text.count("Today's puzzle is waiting for you.") == 1, "and not on entries that lead elsewhere"
        today = next(node for node in page.walk() if node.key == "daily")
        assert [(node.attrs["data-do"], node.attrs["data-arg"]) for node in today.walk() if node.tag == "button"] == [
            ("puzzle", f"{game_of(today_of(app))} day")
        ]
        entries = [node for node in page.walk() if node.attrs.get("class") == "kept-open"]
        assert entries
        assert all(any(node.attrs.get("class") == "emblem" for node in entry.walk()) for entry in entries)
        await do(app, "puzzle", "reversi day")
        await solve(app)
        await do(app, "practice", "reversi")
        text = pages.page(app, app.words).text
        assert "You have solved today's puzzle." in text
        assert "1 of 1 solved at the first try" in text
        assert text.index("What to practise") < text.index("1 of 1 solved") < text.index("Themes not tried yet")
        bars = [node for node in pages.page(app, app.words).walk() if node.attrs.get("class") == "solved-share"]
        assert [bar.style for bar in bars] == [{"--share": "100%"}]
        await do(app, "puzzle-days", "reversi")
        text = pages.page(app, app.words).text
        assert "Solved at the first try" in text
        assert "20\u00a0November\u00a02026" in text

    play(scene)


# Parcels --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Declare that puzzles are in separate files (parcels), as in the built page, so that the app has to fetch them.

    Their modules can still be imported.
    """
    names = (parcels.PRACTICE, *map(parcels.puzzles, GAMES))
    monkeypatch.setattr(parcels, "shipped", lambda: {name: (f"py/parcels/{name}.packed", "") for name in names})
    monkeypatch.setattr(parcels, "_archives", {})


@pytest.mark.usefixtures("apart")
def test_puzzles_are_fetched_when_they_are_asked_for() -> None:
    async def scene(app: App) -> None:
        await do(app, "practice")
        assert app.place.sheet is not None
        assert app.place.sheet.name == "practice"
        await do(app, "puzzle", "reversi any")
        assert desk_of(app).game.name == "reversi"

    assert play(scene).parcels.brought == ["practice", "puzzles-reversi"]


@pytest.mark.usefixtures("apart")
@pytest.mark.parametrize("opens", [lambda app: app.begin(usual_plan("reversi")), lambda app: app.set_up("checkers")])
def test_puzzles_that_arrive_late_do_not_replace_what_was_opened_meanwhile(opens: Callable[[App], None]) -> None:
    async def scene(app: App) -> None:
        world.parcels.arriving = asyncio.Event()
        reopen(app, [Open("puzzle", "reversi any")])
        await do(app, "dismiss")
        opens(app)
        table, sheets = app.table, app.place.sheets
        world.parcels.arriving.set()
        await do(app, "dismiss")
        assert (app.table, app.place.sheets) == (table, sheets)
        assert app.waiting is None

    world = FakeWorld()
    play(scene, world)


@pytest.mark.usefixtures("apart")
def test_a_sheet_that_is_closed_meanwhile_keeps_no_puzzle_away() -> None:
    async def scene(app: App) -> None:
        await do(app, "practice")
        world.parcels.arriving = asyncio.Event()
        await do(app, "puzzle", "reversi any")
        await do(app, "close")
        assert not app.place.sheets
        world.parcels.arriving.set()
        await do(app, "dismiss")
        assert desk_of(app).game.name == "reversi"

    world = FakeWorld()
    play(scene, world)


@pytest.mark.usefixtures("apart")
@pytest.mark.parametrize("request_", ["puzzle reversi day 2026-11-20", "puzzle reversi storm", "mistake reversi"])
def test_the_parcels_of_a_table_suffice_to_reopen_it(request_: str) -> None:
    things = [read_open(request_)]
    needed = list(parcels_of(things))

    async def scene(app: App) -> None:
        for parcel in needed:
            await world.parcels.fetch(parcel)
        reopen(app, things)
        assert app.waiting is None
        assert world.parcels.brought == needed

    world = FakeWorld()
    play(scene, world)


def test_tables_without_parcels_need_none() -> None:
    assert list(parcels_of([Open("lesson", "reversi"), Open("puzzle", "chess any"), Open("puzzle", "")])) == [
        parcels.PRACTICE,
        parcels.PRACTICE,
    ]


@pytest.mark.usefixtures("apart")
def test_a_mixed_run_leaves_out_games_whose_puzzles_do_not_arrive() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "kilkenny any")
        await do(app, "lesson-leave")
        world.parcels.missing = errno.EIO
        await do(app, "puzzle-mixed", "reversi")
        assert desk_of(app).game.name == "kilkenny"
        await do(app, *desk_of(app).after[:2])
        assert desk_of(app).game.name == "kilkenny"

    world = FakeWorld()
    play(scene, world)


@pytest.mark.usefixtures("apart")
def test_a_mixed_run_can_be_tried_again_if_no_puzzles_arrive() -> None:
    async def scene(app: App) -> None:
        world.parcels.missing = errno.EIO
        await do(app, "puzzle-mixed", "reversi")
        assert app.table is None
        assert app.voice.toast is not None
        world.parcels.missing = 0
        await do(app, app.voice.toast.do)
        assert desk_of(app).request.mode == "mixed"

    world = FakeWorld()
    play(scene, world)


@pytest.mark.usefixtures("apart")
def test_puzzles_that_do_not_arrive_are_tried_again() -> None:
    async def scene(app: App) -> None:
        world.parcels.missing = errno.EIO
        await do(app, "puzzle", "reversi any")
        assert app.table is None
        assert app.voice.toast is not None
        assert app.voice.toast.do == "wait-again"
        world.parcels.missing = 0
        await do(app, "wait-again")
        assert desk_of(app).game.name == "reversi"

    world = FakeWorld()
    play(scene, world)
