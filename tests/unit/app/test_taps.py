"""Test double taps: the second tap does not press a control that appeared after the first tap."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from chowk.app import commands
from chowk.app.app import App
from chowk.app.taps import CLICK, JUST_SHOWN, LONGEST, NEAR, TWICE, Press, Taps, place
from chowk.storage.plan import Plan
from tests.unit.ui.test_pages import PERSON_AND_BOT, STATES, TWO, at_home, at_table, settle, table_of, with_saves


def tapped(moment: float = 1000.0) -> Taps:
    taps = Taps()
    taps.changed(moment, 100.0, 100.0)
    taps.visible_from(moment + 20)
    return taps


def test_a_press_strays_if_what_an_earlier_one_asked_for_has_come_late() -> None:
    taps = Taps()
    assert not taps.press(1000.0, 100.0, 100.0, "home")
    assert not taps.press(1100.0, 104.0, 100.0, "home"), "nothing has changed yet"
    assert taps.press(1300.0, 100.0, 100.0, "sheet")
    assert taps.press(1500.0, 100.0, 100.0, "sheet"), "the player has not aimed anew"
    assert not taps.press(1500.0 + TWICE, 100.0, 100.0, "sheet")
    assert not taps.press(1600.0 + TWICE, 100.0 + NEAR, 100.0, "table"), "elsewhere"
    assert not Taps().press(5.0, 100.0, 100.0, "home")


@pytest.mark.parametrize(
    ("time", "x", "strays"),
    [
        (1010.0, 300.0, True),  # the player could not have seen the change yet
        (1120.0, 100.0, True),
        (1000.0 + TWICE - 1, 100.0 + NEAR - 1, True),
        (1000.0 + TWICE, 100.0, False),  # late enough to be a separate tap
        (1120.0, 100.0 + NEAR, False),  # far enough away to be a separate tap
    ],
)
def test_a_tap_is_sorted_by_when_and_where_it_was_made(time: float, x: float, strays: bool) -> None:
    assert tapped().is_outdated(time, x, 100.0) is strays


def test_a_row_of_hurried_taps_strays_to_its_last() -> None:
    taps = tapped()
    assert [taps.is_outdated(time, 100.0, 100.0) for time in (1200.0, 1390.0, 1600.0, 1990.0)] == [True] * 4
    assert not taps.is_outdated(1990.0 + TWICE, 100.0, 100.0), "a tap of its own"


def test_a_tap_elsewhere_ends_the_series() -> None:
    taps = tapped()
    assert not taps.is_outdated(1120.0, 300.0, 100.0)
    assert not taps.is_outdated(1240.0, 100.0, 100.0), "the player has aimed again"


def test_nothing_strays_where_nothing_has_changed() -> None:
    assert not Taps().is_outdated(5.0, 100.0, 100.0)


def test_a_tap_after_a_key_is_no_second_one() -> None:
    taps = tapped()
    taps.typed()
    assert not taps.is_outdated(1120.0, 100.0, 100.0)


def a_table(*, rolling: int | None = None, ways: tuple[str, ...] = ()) -> Any:
    """Return the parts of a table that `Taps` reads: the seat that is to roll, and the choices beside the board."""
    return SimpleNamespace(choice=SimpleNamespace(rolling=rolling), ways=ways)


ROLLS, MOVES, CHOOSES = a_table(rolling=0), a_table(), a_table(ways=("g4",))


def test_a_repeated_press_does_not_reach_choices_that_have_just_appeared_beside_the_board() -> None:
    late = 1500.0 + JUST_SHOWN

    def strays(time: float, x: float = 100.0, *, on_choices: bool = True, typed: bool = False) -> bool:
        taps = Taps()
        taps.attend(0.0, ROLLS)
        assert not taps.press(1000.0, 100.0, 100.0, "table", on_choices=True), "nobody has pressed before"
        taps.attend(1100.0, MOVES)
        taps.attend(1500.0, CHOOSES)
        taps.attend(1600.0, CHOOSES)
        if typed:
            taps.typed()
        return taps.press(time, x, 100.0, "table", on_choices=on_choices)

    assert strays(late - 1)
    assert not strays(late)
    assert not strays(late - 1, 100.0 + NEAR), "the player has aimed anew"
    assert not strays(late - 1, on_choices=False), "the board reacts at once"
    assert not strays(late - 1, typed=True)


def test_the_next_choices_of_a_turn_react_at_once() -> None:
    taps = Taps()
    taps.attend(0.0, CHOOSES)
    assert not taps.press(1000.0, 100.0, 100.0, "table", on_choices=True)
    taps.attend(1100.0, MOVES)
    taps.attend(1500.0, CHOOSES)
    assert not taps.press(1510.0, 100.0, 100.0, "table", on_choices=True)
    taps.attend(2500.0, ROLLS)
    assert not taps.press(2510.0, 100.0, 100.0, "table", on_choices=True), "an early roll does no harm"


def test_a_second_choice_at_the_place_of_the_first_reacts_at_once() -> None:
    taps = Taps()
    taps.attend(0.0, ROLLS)
    assert not taps.press(1000.0, 300.0, 100.0, "table", on_choices=True)
    taps.attend(1100.0, CHOOSES)
    assert not taps.press(1150.0, 100.0, 100.0, "table", on_choices=True), "the player has aimed anew"
    taps.attend(1200.0, CHOOSES)
    assert not taps.press(1250.0, 100.0, 100.0, "table", on_choices=True)


async def test_a_roll_is_followed_by_choices_that_have_just_appeared() -> None:
    app, taps = await at_home(), Taps()
    app.change_settings(auto_roll=False, speed="off")
    app.begin(Plan("kilkenny", TWO))
    table, time = table_of(app), 1000.0
    await settle(app, lambda: table.choice.rolling is not None)
    while table.choice.awaited is None:
        taps.attend(time, table)
        assert not taps.press(time, 100.0, 100.0, "table", on_choices=True)
        if table.choice.rolling is not None:
            commands.do(app, "roll")
        await asyncio.sleep(0)
        time += TWICE
    taps.attend(time, table)
    assert taps.press(time, 100.0, 100.0, "table", on_choices=True)
    app.pause()


async def rematch() -> App:
    app = await STATES["result"]()
    await settle(app, lambda: app.place.sheet == ("result", ""))
    return app


CHANGES = {
    "a card": (at_home, "open", "reversi"),
    "play": (STATES["set-up"], "play", ""),
    "continue": (with_saves, "resume", "0"),
    "rematch": (rematch, "rematch", ""),
    "home": (at_table, "home", ""),
    "the menu": (at_table, "menu", ""),
    "close": (STATES["menu"], "close", ""),
    "a note": (STATES["home, news"], "dismiss", ""),
    "an answer": (STATES["answer"], "hush", ""),
}


@pytest.mark.parametrize("change", CHANGES)
async def test_what_lays_something_else_under_the_finger_is_known(change: str) -> None:
    state, name, arg = CHANGES[change]
    app = await state()
    before = place(app)
    commands.do(app, name, arg)
    assert place(app) != before
    app.pause()


async def test_what_is_pressed_again_and_again_stays_where_it_is() -> None:
    app = await at_table("reversi", TWO, 6)
    before = place(app)
    for name in ("undo", "undo", "redo", "back", "back", "forward", "mute"):
        commands.do(app, name)
        assert place(app) == before
    await settle(app, lambda: table_of(app).choice.awaited is not None)
    app.pause()
    app = await at_table("reversi", PERSON_AND_BOT, 4)
    before = place(app)
    commands.do(app, "tap", table_of(app).open[0])
    assert place(app) == before, "a move is none of those that are known"
    app.pause()


def test_a_page_rests_from_the_beginning_of_a_press_to_its_click() -> None:
    press = Press()
    assert press.remaining(1000.0) == 0
    press.begin(1000.0)
    assert press.remaining(1500.0) == LONGEST - 500
    press.let_go(1500.0)
    assert press.remaining(1501.0) == CLICK - 1, "a finger's click comes after it was lifted"
    press.end()
    assert press.remaining(1502.0) == 0
    press.let_go(1503.0)
    assert press.remaining(1503.0) == 0, "a key's click comes before it is let go of"


def test_a_control_that_is_rested_on_holds_nothing_up_for_good() -> None:
    press = Press()
    press.begin(0.0)
    assert press.remaining(LONGEST) == 0
    press.let_go(LONGEST + 100)
    assert press.remaining(LONGEST + 100) == 0
