"""Test lessons: every task of every game can be solved, and the lesson table leads through the tasks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.events import Captured, Flipped, Gained, Moved, Passed, Placed, Promoted
from chowk.core.match import Match
from chowk.core.message import Message, english
from chowk.core.position import CHANCE
from chowk.engine.protocol import Reply
from chowk.features.lessons import lessons
from chowk.features.lessons.lessons import LessonTable
from chowk.games.api import TICK
from chowk.games.api.lesson import Task, complete, due, fits, means, under_way
from chowk.session import actions
from chowk.storage import saves
from chowk.storage.plan import usual_plan
from tests.fakes import FakeWorld, app_in, sitting_at

FEWEST, MOST = 4, 7
LONGEST = 130
"""Maximum number of characters of a sentence in a lesson, because children read it beside the board."""
Fact: TypeAlias = Callable[[Match[Any, Any]], bool]


class Place(NamedTuple):
    """A task of a lesson: the game and the task's number."""

    game: str
    number: int

    @property
    def task(self) -> Task:
        return games.tasks(self.game)[self.number]

    def match(self, *moves: str) -> Match[Any, Any]:
        game = games.load(self.game)
        match: Match[Any, Any] = Match(game.ruleset, game.notation.read_position(self.task.setup))
        for move in moves:
            match.push(move)
        return match

    def __str__(self) -> str:
        return f"{self.game} {self.number + 1}"


PLACES = [Place(name, number) for name in games.taught() for number in range(len(games.tasks(name)))]
at_every_task = pytest.mark.parametrize("place", PLACES, ids=str)


def played(place: Place, line: tuple[str, ...]) -> tuple[str, ...]:
    """Return the complete moves of a line: for each entry, the first legal move that matches it."""
    match = place.match()
    for pattern in line:
        match.push(next(option for option in match.options() if means(pattern, option)))
    return tuple(match.written())


def choices(place: Place) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield all legal moves of the learner along the task's lines, as pairs: the moves before it, and the move."""
    for line in place.task.lines:
        whole = played(place, line)
        learner = lessons.LessonTable(games.load(place.game), place.number).learner
        for ply in range(len(whole)):
            match = place.match(*whole[:ply])
            if match.position.turn == learner and match.ruleset.rules.forced(match.position) is None:
                yield from ((whole[:ply], option) for option in match.options())


@cache
def strays(place: Place) -> list[tuple[tuple[str, ...], str]]:
    return [(before, move) for before, move in choices(place) if not under_way(place.task, (*before, move))]


# Requirements of every lesson ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", games.taught())
def test_a_lesson_has_a_few_steps(name: str) -> None:
    assert FEWEST <= len(games.tasks(name)) <= MOST


@at_every_task
def test_every_line_is_legal_and_does_the_task(place: Place) -> None:
    for line in place.task.lines:
        whole = played(place, line)
        assert complete(place.task, whole)
        for ply in range(len(whole)):
            assert not complete(place.task, whole[:ply])
            assert fits(line, whole[:ply])
            assert means(line[ply], whole[ply])


@at_every_task
def test_rolls_and_replies_are_told_exactly(place: Place) -> None:
    learner = lessons.LessonTable(games.load(place.game), place.number).learner
    for line in place.task.lines:
        whole = played(place, line)
        for ply, expected in enumerate(line):
            position = place.match(*whole[:ply]).position
            assert position.turn == learner or expected == whole[ply], "only the learner has a choice"


@at_every_task
def test_a_legal_move_that_misses_the_task_has_an_answer(place: Place) -> None:
    assert bool(strays(place)) == (place.task.wrong is not None)


@pytest.mark.parametrize("name", games.taught())
def test_somewhere_a_move_can_miss_the_task(name: str) -> None:
    assert any(strays(place) for place in PLACES if place.game == name)


@at_every_task
def test_the_learner_has_something_to_do(place: Place) -> None:
    assert any(True for _ in choices(place))


@at_every_task
def test_what_is_said_are_short_messages_without_gaps(place: Place) -> None:
    for message in (place.task.goal, place.task.done, *((place.task.wrong,) if place.task.wrong else ())):
        assert isinstance(message, Message)
        assert english(message)[-1] in ".!"
        assert len(english(message)) <= LONGEST, english(message)


@at_every_task
def test_marked_spots_can_be_pointed_at(place: Place) -> None:
    desk = LessonTable(games.load(place.game), place.number)
    offered = {spot for spot, _ in desk.game.trial.picks.offers(desk.match.position)} if desk.game.trial else set()
    for spot in place.task.marks:
        assert desk.cell(spot) is not None or spot in offered


def test_a_lesson_never_repeats_itself() -> None:
    texts = [english(text) for place in PLACES for text in (place.task.goal, place.task.done)]
    assert len(texts) == len(set(texts))


# Tasks checked by the rules -----------------------------------------------------------------------------------------

CORNERS = {"a1", "a8", "h1", "h8"}


def happened(match: Match[Any, Any], kind: type[Any], seat: int = 0) -> list[Any]:
    """Return a player's events of one kind in all moves of a match."""
    all_events: Iterator[Any] = (
        event for position, move in zip(match.positions, match.moves, strict=False) for event in position.events(move)
    )
    return [event for event in all_events if isinstance(event, kind) and event.seat == seat]


def came_to(*spots: str) -> Fact:
    return lambda match: any(event.path[-1] in spots for event in happened(match, Moved))


def count(kind: type[Any], number: int) -> Fact:
    return lambda match: len(happened(match, kind)) == number


def gained(what: str, amount: int) -> Fact:
    return lambda match: sum(event.amount for event in happened(match, Gained) if event.resource == what) >= amount


def placed(*pieces: str) -> Fact:
    return lambda match: any(event.piece in pieces for event in happened(match, Placed))


def both(*facts: Fact) -> Fact:
    return lambda match: all(fact(match) for fact in facts)


def won(match: Match[Any, Any]) -> bool:
    outcome = match.outcome()
    return outcome is not None and outcome.winner == 0


FACTS: dict[str, tuple[Fact, ...]] = {
    "reversi": (
        count(Flipped, 1),
        count(Flipped, 3),
        count(Flipped, 3),
        placed(*CORNERS),
        lambda match: not CORNERS & set(match.options()),
        lambda match: len(happened(match, Passed, 1)) == 1,
    ),
    "checkers": (
        count(Moved, 1),
        count(Captured, 1),
        count(Captured, 2),
        count(Promoted, 1),
        count(Captured, 1),
        both(count(Captured, 1), count(Promoted, 1)),
        won,
    ),
    "kilkenny": (
        count(Moved, 1),
        count(Captured, 1),
        came_to("h2"),
        came_to("h1", "i1"),
        lambda match: len(happened(match, Captured, 1)) == 1,
        won,
    ),
    "parcheesi": (
        came_to("space 7"),
        came_to("space 12"),
        both(count(Captured, 1), gained("bonus", 20), came_to("space 46")),
        both(came_to("space 32"), lambda match: match.ruleset.notation.write_position(match.position)[2:8] == "13,13,"),
        both(came_to("home south"), gained("bonus", 10), came_to("space 31")),
        both(count(Moved, 4), lambda match: match.position.turn == CHANCE),
    ),
    "patchwork": (
        placed("patch 14"),
        both(placed("patch 5", "patch 23"), lambda match: match.position.turn == 0),
        gained("income", 3),
        both(gained("buttons", 5), lambda match: match.position.turn == 1),
        came_to("c4"),
        gained("tile", 7),
    ),
}
"""For each game: a check for each of its tasks, in order. It takes a match and returns True if the task is solved."""


@pytest.mark.parametrize("place", [place for place in PLACES if place.game in FACTS], ids=str)
def test_a_line_does_what_the_task_is_about_and_no_other_move_does(place: Place) -> None:
    fact = FACTS[place.game][place.number]
    for line in place.task.lines:
        assert fact(place.match(*played(place, line))), line
    for before, move in strays(place):
        assert not fact(place.match(*before, move)), (before, move)


# The table ----------------------------------------------------------------------------------------------------------


async def settled(app: App) -> None:
    """Run the event loop long enough for the page to wait for the player again."""
    for _ in range(200):
        await asyncio.sleep(0)


async def do(app: App, name: str, arg: str = "") -> None:
    commands.do(app, name, arg)
    await settled(app)


def desk_of(app: App) -> LessonTable:
    assert isinstance(app.table, LessonTable)
    return app.table


async def point(app: App, move: str) -> None:
    """Make a legal move by pointing, as a player does: the move that the entry `move` of a lesson's line means."""
    desk = desk_of(app)
    while desk.choice.rolling is not None:
        await do(app, "roll")
    position = desk.match.position
    chosen = next(choice for choice in position.moves() if means(move, desk.game.notation.write_move(position, choice)))
    if desk.choice.trying is not None:
        desk.choice.trying.hold(desk.view.spell(position)[chosen])
        await do(app, "tap", TICK)
        return
    for spot in desk.view.spell(position)[chosen]:
        actions.tap(app, sitting_at(app), spot)
    await settled(app)


def play(
    scene: Callable[[App], Awaitable[None]], texts: dict[str, str] | None = None, world: FakeWorld | None = None
) -> FakeWorld:
    world = world or FakeWorld(texts)

    async def run() -> None:
        app = app_in(world)
        await app.start()
        await scene(app)
        app.pause()

    asyncio.run(run())
    return world


def prepared(desk: LessonTable, *ahead: Any) -> Reply:
    """Return the task's next move, as an opponent's reply. Fail if there is none.

    It comes after the moves played so far and then those in `ahead`.
    """
    reply = desk.prepared(ahead)
    assert reply is not None
    return reply


async def done_by_hints(app: App) -> None:
    """Solve the current task by playing, at each turn, the move that a hint would show."""
    desk = desk_of(app)
    for _ in range(30):
        if desk.complete:
            return
        if desk.choice.rolling is not None:
            await do(app, "roll")
            continue
        reply = prepared(desk)
        if desk.choice.trying is not None and desk.game.name == "patchwork" and reply.move.startswith("buy:"):
            bought = desk.game.notation.read_move(desk.match.position, reply.move)
            after = desk.match.position.play(bought)
            second = desk.prepared((bought,))  # None if the task ends with the purchase
            sewn = desk.game.notation.read_move(after, second.move) if second else next(iter(after.moves()))
            desk.choice.trying.hold((*desk.view.spell(desk.match.position)[bought], *desk.view.spell(after)[sewn]))
            await do(app, "tap", TICK)
        else:
            await point(app, reply.move)
    raise AssertionError(f"{desk.game.name} {desk.number + 1} is never done: {desk.played}")


@pytest.mark.parametrize("name", games.taught())
def test_a_whole_lesson_is_had_and_nothing_of_it_is_kept_as_a_game(name: str) -> None:
    async def scene(app: App) -> None:
        await do(app, "learn", name)
        for number in range(len(games.tasks(name))):
            desk = desk_of(app)
            assert desk.number == number
            assert not desk.complete
            page = pages.page(app, app.words).text
            assert english(desk.task.goal) in page
            await done_by_hints(app)
            assert desk.task.done in app.voice.spoken
            assert english(desk.task.done) in pages.page(app, app.words).text
            await do(app, "lesson-next")
        assert lessons.gone_through(app.kept, name)
        assert app.kept.saves == {}
        assert app.place.sheet is None
        await do(app, "lesson-leave")
        assert app.table is None

    world = play(scene)
    assert world.store.texts == {saves.LESSON_KEY + name: saves.LESSON_OVER}


MISSED = [place for place in PLACES if place.task.wrong is not None and games.load(place.game).trial is None]


@pytest.mark.parametrize("place", MISSED, ids=str)
def test_a_wrong_move_is_answered_and_goes_back(place: Place) -> None:
    before, wrong = strays(place)[0]

    async def scene(app: App) -> None:
        app.kept.learnt[place.game] = str(place.number)
        await do(app, "learn", place.game)
        desk = desk_of(app)
        for move in before:
            if desk.played[-1:] != (move,):
                await point(app, move)
        done = desk.played
        await point(app, wrong)
        assert desk.answer == place.task.wrong
        assert desk.played == done
        assert not desk.complete
        assert english(desk.answer or Message("")) in pages.page(app, app.words).text
        assert desk.choice.awaited == desk.learner, "another try"

    play(scene)


def test_a_patch_that_misses_the_task_is_laid_back() -> None:
    async def scene(app: App) -> None:
        await do(app, "learn", "patchwork")
        desk = desk_of(app)
        actions.tap(app, sitting_at(app), "patch 22")
        actions.tap(app, sitting_at(app), TICK)
        await settled(app)
        assert desk.answer == desk.task.wrong
        assert desk.played == ()
        assert desk.choice.planned == ()
        await done_by_hints(app)

    play(scene)


def test_an_illegal_move_gets_the_refusal_of_the_game() -> None:
    async def scene(app: App) -> None:
        await do(app, "learn", "reversi")
        actions.tap(app, sitting_at(app), "a1")
        await settled(app)
        assert app.table is not None
        assert app.table.choice.refusal is not None
        assert app.table.choice.refusal.reason == "NO_FLIP"
        assert desk_of(app).played == ()
        assert english(app.voice.alert or Message("")) in pages.page(app, app.words).text

    play(scene)


def test_steps_are_skipped_and_come_back_to() -> None:
    async def scene(app: App) -> None:
        await do(app, "learn", "checkers")
        assert not commands.COMMANDS["lesson-back"].when(app)
        for _ in range(20):
            await do(app, "lesson-next")
        assert desk_of(app).last_task
        assert not commands.COMMANDS["lesson-next"].when(app)
        await do(app, "lesson-back")
        assert desk_of(app).number == len(games.tasks("checkers")) - 2
        assert not lessons.gone_through(app.kept, "checkers"), "to skip is not to do"

    world = play(scene)
    assert world.store.texts == {"lesson.checkers": str(len(games.tasks("checkers")) - 2)}


def test_a_lesson_goes_on_where_it_was_left() -> None:
    async def first(app: App) -> None:
        await do(app, "learn", "kilkenny")
        await do(app, "lesson-next")
        await do(app, "lesson-next")
        await do(app, "lesson-leave")
        assert app.table is None

    async def second(app: App) -> None:
        await do(app, "learn", "kilkenny")
        assert desk_of(app).number == 2

    texts = play(first).store.texts
    play(second, texts)


@pytest.mark.parametrize("text", ["", "99", "-1", "two", "²", "done", "9" * 5000])
def test_what_is_kept_of_a_lesson_may_be_anything(text: str) -> None:
    async def scene(app: App) -> None:
        await do(app, "learn", "reversi")
        assert desk_of(app).number == 0

    play(scene, {"lesson.reversi": text})


def test_a_game_at_the_table_waits_while_somebody_learns() -> None:
    async def scene(app: App) -> None:
        app.begin(usual_plan("reversi"))
        await settled(app)
        actions.tap(app, sitting_at(app), "d3")
        await settled(app)
        table = app.table
        await do(app, "rules")
        await do(app, "learn", "reversi")
        await do(app, "learn", "checkers")
        assert desk_of(app).game.name == "checkers"
        await do(app, "lesson-leave")
        assert app.table is table
        assert app.table is not None
        assert app.table.choice.awaited is not None, "the game goes on"

    play(scene)


@pytest.mark.parametrize("way", ["analyse", "draft"])
def test_a_board_to_think_at_that_a_lesson_was_begun_from_is_one_again_after_it(way: str) -> None:
    """Leaving a lesson returns to the analysis board or position editor from which the lesson was started.

    Regression: the board became the player's own game, in which no move could be made.
    """

    async def scene(app: App) -> None:
        await do(app, way, "parcheesi")
        table = app.table
        assert table is not None
        kind = table.kind
        await do(app, "rules")
        await do(app, "learn", "parcheesi")
        await do(app, "lesson-leave")
        for _ in range(5):  # each is a step of the analysis, and each step takes longer than the one before
            await asyncio.sleep(0)
        assert app.table is table
        assert table.kind == kind != "own"
        assert not app.kept.saves

    play(scene)


def test_a_move_in_a_lesson_is_taken_back_like_any_other() -> None:
    async def scene(app: App) -> None:
        await do(app, "learn", "reversi")
        desk = desk_of(app)
        await point(app, "d3")
        assert desk.complete
        await do(app, "undo")
        assert list(desk.played) == []
        await point(app, "c4")
        assert list(desk.played) == ["c4"]

    play(scene)


def test_a_hint_shows_what_does_the_task() -> None:
    async def scene(app: App) -> None:
        app.kept.learnt["reversi"] = "1"
        await do(app, "learn", "reversi")
        await do(app, "hint")
        await do(app, "hint")
        hint = desk_of(app).choice.hint
        assert hint is not None
        assert hint.spots == ("a4",)

    world = play(scene)
    assert world.engine.requests == []


def test_the_other_side_and_the_dice_do_as_they_are_told() -> None:
    async def scene(app: App) -> None:
        app.kept.learnt["kilkenny"] = "4"
        await do(app, "learn", "kilkenny")
        desk = desk_of(app)
        await point(app, "b2>g7")
        assert desk.played == ("b2>g7", "[4]", "g3>g7x")
        assert desk.complete

    play(scene)


# Places that offer lessons -------------------------------------------------------------------------------------------


def offers(app: App, name: str) -> int:
    return sum(
        node.attrs.get("data-do") == "learn" and node.attrs.get("data-arg") == name
        for node in pages.page(app, app.words).walk()
    )


def test_the_set_up_offers_the_lesson_before_the_first_game_only() -> None:
    async def scene(app: App) -> None:
        await do(app, "open", "reversi")
        assert offers(app, "reversi") == 1
        await do(app, "play")
        await do(app, "home")
        await do(app, "open", "reversi")
        assert offers(app, "reversi") == 0
        await do(app, "rules")
        assert offers(app, "reversi") == 1
        await do(app, "close")
        await do(app, "close")
        await do(app, "open", "checkers")
        assert offers(app, "checkers") == 0, "that lesson has been had"

    play(scene, {"lesson.checkers": "done"})


def test_the_home_page_leads_to_every_lesson_and_says_how_far_it_is() -> None:
    async def scene(app: App) -> None:
        await do(app, "learn")
        assert app.place.sheet == ("learn", "")
        assert [offers(app, name) for name in games.ready()] == [int(name in games.taught()) for name in games.ready()]
        page = pages.page(app, app.words).text
        assert "Step 3 of 6" in page
        assert "You have done this lesson." in page

    play(scene, {"lesson.reversi": "2", "lesson.checkers": "done"})


def test_the_rooms_of_lessons_are_entered_only_when_somebody_learns() -> None:
    import subprocess
    import sys
    from pathlib import Path

    script = (
        "import sys; from chowk.app import warmup; list(warmup.steps(['en'])); "
        "read = {name for name in sys.modules if 'lesson' in name}; "
        "assert read <= {'chowk.features.lessons', 'chowk.features.lessons.commands'}, read"
    )
    subprocess.run([sys.executable, "-c", script], cwd=Path(__file__).parents[4] / "py", check=True)


# Lessons with faults, made to prove that the checks find them --------------------------------------------------------


def test_lines_are_followed_move_by_move() -> None:
    task = Task("", Message("goal"), (("a", "b*"), ("a", "[5,2]", "d")), Message("done"))
    assert under_way(task, ()) == task.lines
    assert under_way(task, ("a", "[5,2]")) == task.lines[1:]
    assert under_way(task, ("x",)) == ()
    assert due(task, ("a", "[5,2]")) == "d"
    assert due(task, ("a", "bc")) == ""
    assert complete(task, ("a", "bc"))
    assert not complete(task, ("a",))
    assert CHANCE == -1


async def test_a_lesson_that_asks_for_a_roll_lets_the_learner_roll() -> None:
    app = app_in(FakeWorld())
    await app.start()
    app.change_settings(auto_roll=True, speed="off")
    commands.do(app, "learn", "kilkenny")
    for _ in range(100):
        await asyncio.sleep(0)
    table = sitting_at(app)
    assert "Roll the die." in english(games.tasks("kilkenny")[0].goal)
    assert table.choice.rolling is not None
    commands.do(app, "roll")
    for _ in range(100):
        await asyncio.sleep(0)
    assert table.match.ply == 1
    app.pause()
