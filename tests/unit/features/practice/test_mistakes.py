"""Test the player's own mistakes: kept from reviews, shown again when they are due, graded, and grouped by theme."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Awaitable, Callable
from datetime import date, timedelta

import pytest

from chowk import games
from chowk.app import pages
from chowk.app.app import App
from chowk.app.opened import back, opened, reopen
from chowk.core import parcels
from chowk.core.message import english
from chowk.core.variations import Variations
from chowk.features.practice import mistake_store as store
from chowk.features.practice import mistakes
from chowk.features.practice.fsrs import Grade
from chowk.features.practice.mistake_store import Card, Mistake, Mistakes
from chowk.features.practice.mistakes import MistakeTable
from chowk.features.review import review
from chowk.features.review.review import review_of
from chowk.i18n.i18n import words
from chowk.session.table import Table
from chowk.storage import saves
from chowk.storage.plan import Plan, SeatPlan
from tests.fakes import FakeWorld, app_in
from tests.unit.features.practice.test_practice import do, play
from tests.unit.features.review.test_review import SHORTEST, look_ahead, settle

TODAY = date(2026, 11, 21)
"""The date of the fake clock."""
BACK = words().date("2026-11-23")
"""The date when a mistake made on `TODAY` is due for practice, as the page's sentences show it."""
PERSON, FOX = SeatPlan(), SeatPlan("bot", 1)
AGAINST_FOX = (FOX, PERSON)
"""The seats of a game in which the person plays White."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the searches of reviews to three moves."""
    look_ahead(monkeypatch, 3)


def table_of(seats: tuple[SeatPlan, ...], name: str = "abc") -> Table:
    """Return the table of a finished game of Reversi, in which both sides make a mistake."""
    game = games.load("reversi")
    match = game.match(1)
    for start in range(0, len(SHORTEST), 2):
        match.push(SHORTEST[start : start + 2])
    return Table(game, Plan("reversi", seats), match, name, "2026-11-03T12:00:00+00:00")


async def reviewed(app: App, seats: tuple[SeatPlan, ...] = AGAINST_FOX, name: str = "abc") -> None:
    """Open a finished game, and wait until its review is complete."""
    app.sit_down(table_of(seats, name))
    await do(app, "review")
    result = review_of(app)
    assert result is not None
    await settle(lambda: result.done)
    await do(app, "review-close")


def known(app: App) -> Mistakes:
    return mistakes.mistakes_of(app.kept, "reversi")


def desk_of(app: App) -> MistakeTable:
    assert isinstance(app.table, MistakeTable)
    return app.table


async def point(app: App, spot: str) -> None:
    """Play a move by pointing at a square, and wait until it is judged."""
    desk = desk_of(app)
    await settle(lambda: desk.choice.awaited is not None)
    refused = desk.wrong_moves
    await do(app, "tap", spot)
    await settle(lambda: desk.complete or (desk.wrong_moves > refused and desk.choice.awaited is not None))


def stored(app: App, *made: Mistake) -> None:
    mistakes.keep(app.kept, "reversi", lambda _: made)


def copies(mistake: Mistake, *cards: Card) -> Mistakes:
    """Return one copy of a mistake for each card (which says when the mistake is shown again).

    The positions of the copies differ in the numbers of discs in hand.
    """
    return tuple(
        mistake._replace(setup=f"{mistake.setup} {10 + number}/{43 - number}", card=card)
        for number, card in enumerate(cards)
    )


def text_of(app: App) -> str:
    return pages.page(app, app.words).text


def scene(run: Callable[[App], Awaitable[None]]) -> FakeWorld:
    """Run the function `run` in an app that has reviewed a lost game. Return the fake browser."""

    async def after_review(app: App) -> None:
        await reviewed(app)
        await run(app)

    return play(after_review)


# Feeding --------------------------------------------------------------------------------------------------------------


def test_a_review_stores_the_mistakes_of_the_person() -> None:
    async def run(app: App) -> None:
        (mistake,) = known(app)
        assert mistake.played == "e6"
        assert mistake.verdict.better == ("f3",)
        assert mistake.verdict.cost > games.load("reversi").scale.mistake * 8  # type: ignore[union-attr]
        assert mistake.source == store.Source("abc", 7, date(2026, 11, 3), 1)
        assert mistake.card == Card(TODAY)

    assert store.read(scene(run).store.texts[saves.MISTAKES_KEY + "reversi"])


def test_another_review_of_the_same_game_stores_nothing_more() -> None:
    async def run(app: App) -> None:
        await do(app, "mistake-find", "reversi")
        await point(app, "f3")
        before = known(app)
        assert before[0].card.last == TODAY
        await do(app, "home")
        app.review = None
        await reviewed(app)
        await reviewed(app, name="def")
        assert known(app) == before

    scene(run)


@pytest.mark.parametrize("seats", [(FOX, FOX), (PERSON, PERSON)])
def test_games_of_the_page_alone_and_of_several_people_store_nothing(seats: tuple[SeatPlan, ...]) -> None:
    async def run(app: App) -> None:
        await reviewed(app, seats)
        assert known(app) == ()

    play(run)


def test_the_game_of_somebody_else_stores_nothing() -> None:
    async def run(app: App) -> None:
        table = table_of(AGAINST_FOX)
        table.look_on()
        app.sit_down(table)
        review.begin(app, table)
        result = review_of(app)
        assert result is not None
        await settle(lambda: result.done)
        await do(app, "review-close")
        assert known(app) == ()

    play(run)


def test_a_mistake_that_no_deep_search_has_confirmed_is_not_stored() -> None:
    async def run(app: App) -> None:
        result = review_of(app)
        assert result is not None
        app.kept.mistakes.clear()
        result.judged[7] = result.judged[7]._replace(deep=False, exact=False)
        assert result.grade(7) == "mistake"
        mistakes.store_mistakes(app, result)
        assert known(app) == ()

    scene(run)


@pytest.mark.parametrize(
    ("seats", "text"),
    [
        ((FOX, PERSON), "From the game of 2026-11-03 against Fox"),
        ((SeatPlan("away", 0, "Asha"), PERSON), "From the game of 2026-11-03 against Asha"),
        ((SeatPlan("away"), PERSON), "From the game of 2026-11-03"),
    ],
)
def test_the_exercise_names_the_game(seats: tuple[SeatPlan, ...], text: str) -> None:
    async def run(app: App) -> None:
        table = table_of(seats)
        app.sit_down(table)
        review.begin(app, table)
        result = review_of(app)
        assert result is not None
        await settle(lambda: result.done)
        await do(app, "review-close")
        await do(app, "mistake-find", "reversi")
        level = games.load("reversi").level(1).name
        assert english(desk_of(app).step) == text.replace("Fox", english(level))

    play(run)


# At the table ---------------------------------------------------------------------------------------------------------


def test_the_better_move_is_found_at_once_and_comes_back_in_two_days() -> None:
    async def run(app: App) -> None:
        await do(app, "mistake-find", "reversi")
        desk = desk_of(app)
        assert desk.timing is None
        assert "Move 8: you played e6. Find something better." in text_of(app)
        asked = len(engine_requests(app))
        await point(app, "f3")
        assert len(engine_requests(app)) == asked, "the stored answer needs no search"
        (mistake,) = known(app)
        assert mistake.card == Card(TODAY).answered(Grade.GOOD, TODAY)
        assert mistake.card.due == TODAY + timedelta(2)
        assert f"It comes back on {BACK}." in text_of(app)
        assert desk.praise[-1] in app.voice.spoken
        await do(app, *desk.after[:2])
        assert f"Nothing more is due today. The next is due on {BACK}." in text_of(app)

    scene(run)


def engine_requests(app: App) -> list[str]:
    """Return the requests to the engine so far."""
    asked: list[str] = app.engine.requests  # type: ignore[attr-defined]
    return asked


def test_a_wrong_move_is_judged_taken_back_and_repeated_on_the_next_day() -> None:
    async def run(app: App) -> None:
        await do(app, "mistake-find", "reversi")
        desk = desk_of(app)
        await point(app, "e6")
        assert desk.match.ply == 0
        assert "That costs 30 discs. Look again." in text_of(app)
        assert known(app)[0].card == Card(TODAY), "nothing is stored before the solution"
        await point(app, "f3")
        assert known(app)[0].card == Card(TODAY).answered(Grade.AGAIN, TODAY)
        assert known(app)[0].card.due == TODAY + timedelta(1)

    scene(run)


@pytest.mark.parametrize(("steps", "grade"), [(1, Grade.HARD), (2, Grade.AGAIN), (3, Grade.AGAIN)])
def test_a_hint_and_the_solution_lower_the_grade(steps: int, grade: Grade) -> None:
    async def run(app: App) -> None:
        await do(app, "mistake-find", "reversi")
        for _ in range(steps):
            await do(app, "hint")
        await point(app, "f3")
        assert desk_of(app).grade == grade
        assert known(app)[0].card == Card(TODAY).answered(grade, TODAY)

    scene(run)


def test_another_move_that_is_good_enough_solves_the_position_and_is_remembered() -> None:
    async def run(app: App) -> None:
        (mistake,) = known(app)
        stored(app, mistake._replace(verdict=mistake.verdict._replace(better=("g4",))))
        await do(app, "mistake-find", "reversi")
        await point(app, "f3")
        assert known(app)[0].verdict.better == ("g4", "f3")
        assert known(app)[0].card.last == TODAY

    scene(run)


def test_an_engine_that_does_not_answer_is_no_mistake_of_the_player() -> None:
    async def run(app: App) -> None:
        await do(app, "mistake-find", "reversi")
        desk = desk_of(app)
        await settle(lambda: desk.choice.awaited is not None)
        app.engine.dead = 2  # type: ignore[attr-defined]
        await do(app, "tap", "e6")
        await settle(lambda: desk.answer is not None and desk.choice.awaited is not None)
        assert "That is not it. Look again." in text_of(app)
        await point(app, "f3")
        assert known(app)[0].card == Card(TODAY).answered(Grade.GOOD, TODAY)

    scene(run)


def test_a_move_that_was_not_judged_is_taken_back_when_the_player_returns(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(app: App) -> None:
        await do(app, "mistake-find", "reversi")
        desk = desk_of(app)
        await settle(lambda: desk.choice.awaited is not None)
        wrong = next(move for move in desk.match.options() if move not in desk.mistake.verdict.better)

        async def never(*_: object) -> float | None:
            await asyncio.Event().wait()
            return None

        with monkeypatch.context() as patch:
            patch.setattr(desk, "cost_of", never)
            await do(app, "tap", wrong)
            assert desk.match.ply == 1
            app.analyse("reversi", Variations(desk.task.setup))
            await do(app, "study-leave")
        assert app.table is desk
        assert (desk.match.ply, desk.choice.awaited) == (0, desk.learner)
        await point(app, desk.mistake.verdict.better[0])
        assert desk.complete

    scene(run)


def test_due_positions_follow_one_another() -> None:
    async def run(app: App) -> None:
        (mistake,) = known(app)
        later = Card(TODAY + timedelta(5)).answered(Grade.GOOD, TODAY)
        stored(app, *copies(mistake, Card(TODAY), later, Card(TODAY - timedelta(4))))
        await do(app, "mistakes", "reversi")
        assert "2 due today" in text_of(app)
        await do(app, "mistake-find", "reversi")
        seen = []
        for _ in range(2):
            seen.append(desk_of(app).mistake.setup[-5:])
            await point(app, "f3")
            await do(app, "lesson-next")
        assert seen == ["12/41", "10/43"]
        assert not app.commands.is_open("lesson-next")
        assert store.due(known(app), TODAY) == ()

    scene(run)


def test_coming_back_to_a_solved_position_stores_nothing_more() -> None:
    async def run(app: App) -> None:
        await do(app, "mistake-find", "reversi")
        await point(app, "f3")
        desk, before = desk_of(app), known(app)
        await do(app, "analyse")
        await do(app, "study-leave")
        assert app.table is desk
        assert known(app) == before

    scene(run)


def test_the_game_of_a_mistake_opens_at_the_move_with_its_review() -> None:
    async def run(app: App) -> None:
        await do(app, "mistake-find", "reversi")
        assert ("mistake-game", "moves") in desk_of(app).tools
        await do(app, "mistake-game")
        assert app.table is not None
        assert (app.table.about.save, app.table.ply) == ("abc", 7)
        assert review.review_beside_board(app) is not None
        await do(app, "review-close")

    scene(run)


def test_a_game_that_is_no_longer_kept_is_not_offered() -> None:
    async def run(app: App) -> None:
        app.kept.forget("abc")
        await do(app, "mistake-find", "reversi")
        desk = desk_of(app)
        assert all(name != "mistake-game" for name, _ in desk.tools)
        await do(app, "mistake-game")
        assert app.table is desk

    scene(run)


def test_leaving_returns_to_the_game_and_a_reload_to_what_is_still_due() -> None:
    async def run(app: App) -> None:
        table = app.table
        await do(app, "mistake-find", "reversi")
        desk = desk_of(app)
        things = opened(app)
        back(app)
        assert app.table is table
        await do(app, "home")
        reopen(app, things)
        for _ in range(50):
            await asyncio.sleep(0)
        assert desk_of(app).mistake == desk.mistake
        await point(app, "f3")
        await do(app, "lesson-leave")
        reopen(app, things)
        assert not isinstance(app.table, MistakeTable)
        assert app.place.sheet is not None
        assert app.place.sheet.name == "mistakes"

    scene(run)


def test_the_schedule_survives_a_reload_and_a_later_date_brings_a_position_back() -> None:
    async def run(app: App) -> None:
        await do(app, "mistake-find", "reversi")
        await point(app, "f3")

    world = scene(run)

    async def later(app: App) -> None:
        await do(app, "practice", "reversi")
        assert f"Nothing is due today. The next is due on {BACK}." in text_of(app)
        world.clock.time = "2026-11-24T12:00:00+00:00"
        await do(app, "practice", "reversi")
        assert "1 due today" in text_of(app)
        await do(app, "mistake-find", "reversi")
        await point(app, "f3")
        assert known(app)[0].card.due > date(2026, 11, 30)
        world.clock.time = "2026-11-10T12:00:00+00:00"
        await do(app, "mistakes", "reversi")
        assert "1 due today" in text_of(app), "a clock that was ahead hides nothing"

    app = app_in(world)

    async def again() -> None:
        await app.start()
        await later(app)
        app.pause()

    asyncio.run(again())


def test_a_position_that_cannot_be_read_is_deleted() -> None:
    async def run(app: App) -> None:
        (mistake,) = known(app)
        damaged = (
            mistake._replace(setup="no position"),
            mistake._replace(setup="-" * 64 + " X"),
            mistake._replace(setup=f"{mistake.setup} 21/32", played="z9"),
            mistake._replace(setup=f"{mistake.setup} 22/31", verdict=mistake.verdict._replace(better=("a8",))),
        )
        stored(app, mistake, *damaged)
        await do(app, "mistake-find", "reversi")
        assert desk_of(app).queue == (mistake,)
        assert known(app) == (mistake,)
        stored(app, *damaged)
        await do(app, "lesson-leave")
        await do(app, "mistake-find", "reversi")
        assert not isinstance(app.table, MistakeTable)
        assert known(app) == ()
        assert "come back here until you know the positions" in text_of(app)

    scene(run)


# The sheets -----------------------------------------------------------------------------------------------------------


def test_the_sheet_shows_what_went_wrong_most_and_each_theme_has_its_exercise() -> None:
    async def run(app: App) -> None:
        (mistake,) = known(app)
        words = ["ending"] * 3 + ["corner-given"] * 2 + ["replies", "other", "corner-missed", "gone"]
        due = Card(TODAY).answered(Grade.GOOD, TODAY)
        made = copies(mistake, *[due] * len(words))
        stored(app, *(one._replace(theme=word) for one, word in zip(made, words, strict=True)))
        await do(app, "mistakes", "reversi")
        text = text_of(app)
        titles = ["Discs lost in the ending", "Corners given away", "Other mistakes", "Corners not taken"]
        assert [text.index(title) for title in titles] == sorted(text.index(title) for title in titles)
        assert "3 positions" in text
        await do(app, "mistake-find", "reversi corner-given")
        assert [one.theme for one in desk_of(app).queue] == ["corner-given"] * 2
        assert opened(app)[-1].text == "mistake reversi corner-given"

    scene(run)


def test_at_most_five_themes_are_shown() -> None:
    async def run(app: App) -> None:
        sheet = pages.frame(app, app.words)
        assert not sheet.errors
        titles = mistakes.themes("patchwork")
        assert titles is not None
        (mistake,) = known(app)
        made = [mistake._replace(setup=word, theme=word) for word in titles.titles]
        assert len(made) > 5
        mistakes.keep(app.kept, "patchwork", lambda _: tuple(made))
        await do(app, "mistakes", "patchwork")
        text = text_of(app)
        assert sum(english(title) in text for title in titles.titles.values()) == 5

    scene(run)


@pytest.mark.parametrize("arg", ["", "chess", "reversi unknown", "patchwork"])
def test_without_such_mistakes_no_exercise_opens(arg: str) -> None:
    async def run(app: App) -> None:
        table = app.table
        await do(app, "mistake-find", arg)
        await do(app, "mistakes", arg.partition(" ")[0])
        assert app.table is table
        assert not pages.frame(app, app.words).errors

    scene(run)


def test_before_the_first_mistake_the_sheet_says_where_mistakes_come_from() -> None:
    async def run(app: App) -> None:
        await do(app, "practice", "reversi")
        assert "Mistakes that a review finds in your games come back here" in text_of(app)
        await do(app, "mistakes", "reversi")
        assert "Mistakes that a review finds in your games come back here" in text_of(app)

    play(run)


# Parcels --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the modules of puzzles a separate file (parcel), as in the built page. They can still be imported."""
    monkeypatch.setattr(parcels, "shipped", lambda: {parcels.PRACTICE: ("py/parcels/practice.packed", "")})
    monkeypatch.setattr(parcels, "_archives", {})


@pytest.mark.usefixtures("apart")
def test_the_modules_are_fetched_at_the_first_mistake() -> None:
    assert parcels.PRACTICE in scene(_has_one).parcels.brought


async def _has_one(app: App) -> None:
    await asyncio.sleep(0)
    assert len(known(app)) == 1


@pytest.mark.usefixtures("apart")
def test_without_a_mistake_of_the_person_nothing_is_fetched() -> None:
    async def run(app: App) -> None:
        await reviewed(app, (FOX, FOX))

    assert parcels.PRACTICE not in play(run).parcels.brought


@pytest.mark.usefixtures("apart")
def test_if_the_modules_do_not_arrive_the_next_review_stores_the_mistakes() -> None:
    async def run(app: App) -> None:
        world.parcels.missing = errno.EIO
        await reviewed(app)
        assert known(app) == ()
        assert app.voice.toast is None
        world.parcels.missing = 0
        await do(app, "home")
        app.review = None
        await reviewed(app)
        assert len(known(app)) == 1

    world = FakeWorld()
    play(run, world)
