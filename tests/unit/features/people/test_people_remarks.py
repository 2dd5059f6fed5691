"""Test what an opponent says after a game about the person's results."""

from __future__ import annotations

import pytest

from chowk.app import pages
from chowk.app.app import App
from chowk.core.message import english
from chowk.features.people.remarks import AWAY, MANY, remark
from chowk.session.metadata import day_of
from chowk.storage.plan import SeatPlan
from chowk.storage.statistics import FITTING, MIXED, PEOPLE, Result
from tests.unit.features.people.test_household import BOT, add, finished, key_of, opened
from tests.unit.features.practice.test_practice import do

WON, LOST, DRAWN = (1, False), (2, False), (1, True)
FIRST = "Your first win against me. Well played."


def result(day: int, place: tuple[int, bool], against: int = 2, players: int = 2, game: str = "checkers") -> Result:
    """Return the result of a game at noon on a day in November. At noon, few time zones have another date.

    `place` is one of `WON`, `LOST` and `DRAWN`. `against` is the level of the opponent.
    """
    return Result(game, players, against, *place, None, False, 60, f"2026-11-{day:02}T12:00:00+00:00")


def said(*results: Result, day: int | None = None) -> str:
    """Return the remark after the last of these results, or an empty text if there is none.

    The last game began on the day `day` of November; by default, when it ended.
    """
    named = {f"{number:x}": each for number, each in enumerate(results)}
    last = list(named)[-1]
    began = named[last].ended if day is None else f"2026-11-{day:02}T12:00:00+00:00"
    found = remark(named, last, began, day_of(named[last].ended))
    return english(found) if found is not None else ""


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ([result(1, WON)], FIRST),
        ([result(1, LOST), result(1, LOST), result(1, WON)], FIRST),
        ([result(1, WON, 1), result(1, WON, 2)], FIRST),
        ([result(1, WON, game="reversi"), result(1, WON)], FIRST),
        ([result(1, LOST)], ""),
        ([result(1, DRAWN)], ""),
        ([result(1, WON), result(1, WON)], ""),
        ([result(1, WON), result(2, LOST)], ""),
        ([result(1, WON), result(1 + AWAY, LOST)], "Nice to see you again after 7 days."),
        ([result(1, WON), result(AWAY, LOST)], ""),
        ([result(1, WON, 1), result(1 + AWAY, LOST)], ""),
        ([result(1, LOST), result(1 + AWAY, WON)], FIRST),
        ([result(1, WON)] * MANY, "You won 3 games today."),
        ([*[result(1, WON, 1)] * MANY, result(1, WON), result(1, WON)], "You won 5 games today."),
        ([result(1, WON), result(1, WON), result(1, LOST)], ""),
        ([result(1, WON), result(2, WON), result(3, WON)], ""),
        ([*[result(1, WON, FITTING + 2500)] * MANY], "You won 3 games today."),
        ([result(1, WON, FITTING + 2500)], ""),
        ([result(1, WON, FITTING + 2500), result(9, LOST, FITTING + 2600), result(10, LOST, FITTING + 2500)], ""),
        ([*[result(1, WON, PEOPLE)] * MANY], ""),
        ([*[result(1, WON, MIXED)] * MANY], ""),
        ([*[result(1, WON, players=3)] * MANY], ""),
    ],
)
def test_an_opponent_says_what_fits_the_person(results: list[Result], expected: str) -> None:
    assert said(*results) == expected


def test_the_days_away_end_when_the_game_begins() -> None:
    assert said(result(1, WON), result(9, LOST), day=2) == ""


def test_a_game_without_a_result_of_the_person_has_no_remark() -> None:
    assert remark({}, "1", "2026-11-01T12:00:00+00:00", "2026-11-01") is None


def test_the_wins_of_a_day_are_told_on_that_day_only() -> None:
    results = {f"{number:x}": result(1, WON) for number in range(MANY)}
    began = results["0"].ended
    assert remark(results, "2", began, "2026-11-01") is not None
    assert remark(results, "2", began, "2026-11-02") is None


async def test_games_among_people_without_names_are_not_won_by_the_player() -> None:
    app = await opened()
    for number in range(MANY):
        await finished(app, f"a{number}", (SeatPlan(), SeatPlan()))
    await do(app, "someone", "never")
    await finished(app, "b1", (SeatPlan(), BOT))
    await finished(app, "b2", (SeatPlan(), BOT))
    assert on_result(app) == ""


def on_result(app: App) -> str:
    """Return the text of the remark on the result sheet; empty if there is none."""
    app.place.open_sheet("result")
    drawn = [node for node in pages.page(app, app.words).walk() if node.attrs.get("class") == "remark"]
    assert len(drawn) <= 1
    return drawn[0].text if drawn else ""


async def test_the_result_has_the_remark_unless_it_is_unwanted() -> None:
    app = await opened()
    await add(app, "Asha")
    await finished(app, "a1", (SeatPlan(name="Asha"), BOT))
    assert FIRST in on_result(app)
    for setting, unwanted in (("quiet", "on"), ("remarks", "off")):
        await do(app, "set", f"{setting} {unwanted}")
        assert not on_result(app)
        await do(app, "set", f"{setting} {'off' if unwanted == 'on' else 'on'}")
        assert FIRST in on_result(app)
    await finished(app, "a2", (SeatPlan(name="Asha"), SeatPlan()))
    assert not on_result(app)


async def test_the_remark_is_on_the_results_of_who_plays() -> None:
    app = await opened()
    await add(app, "Asha")
    await add(app, "Bela")
    for number in range(1, MANY):
        await finished(app, f"a{number}", (SeatPlan(name="Asha"), BOT))
        assert bool(on_result(app)) is (number == 1)
    await do(app, "someone", f"who {key_of(app, 'Bela')}")
    await finished(app, "b1", (SeatPlan(name="Bela"), BOT))
    assert FIRST in on_result(app)


async def test_the_question_who_plays_comes_before_a_remark() -> None:
    app = await opened()
    await finished(app, "a1", (SeatPlan(), BOT))
    assert not on_result(app)
    await do(app, "someone", "never")
    assert FIRST in on_result(app)
