"""Parcheesi end to end, over the built site: whole games by every way, refusals, bonuses, house rules, small windows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from chowk.app.i18n import words
from chowk.core.clock import Clock
from chowk.games.parcheesi import bots, notation, speech, tray, view
from chowk.games.parcheesi.rules import Position
from tests.e2e.conftest import Opener
from tests.e2e.looking import press
from tests.e2e.play import (
    by_mouse,
    by_touch,
    centre,
    state,
    tab_to_board,
    wait_for_frame,
    wait_for_turn,
    wait_until,
)

SEED = 7
QUICK = f"?test=1&seed={SEED}&speed=off"
ENGLISH = words().with_names(speech.SEATS)
HARE = 1
CELLS = {cell.spot for row in view.cells() for cell in row}
SMALL = {"width": 320, "height": 568}
Choose = Callable[[Page, Position, tuple[str, ...], str], None]


def seated(page: Page, players: int, *seats: str, rules: str = "") -> None:
    """Sets up a game and starts it; `seats` are choices such as `1 bot 2`, `rules` the name of a rule book."""
    page.locator('[data-do="open"][data-arg="parcheesi"]').click()
    page.locator(f'[data-do="players"][data-arg="{players}"]').check(force=True)
    for choice in seats:
        for wanted in dict.fromkeys((" ".join(choice.split()[:2]), choice)):
            page.locator(f'[data-do="seat"][data-arg="{wanted}"]').check(force=True)
    if rules:
        page.locator(f'[data-do="preset"][data-arg="{rules}"]').check(force=True)
    page.locator('[role="dialog"] [data-do="play"]').click()
    wait_for_turn(page)


def laid(page: Page, position: str) -> None:
    """Opens a position for people by the way that a player has: a game as text."""
    press(page, "paste")
    page.locator('textarea[name="text"]').fill(f'[Game "parcheesi"]\n[Setup "{position}"]\n[Seed "{SEED}"]\n\n*\n')
    page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
    wait_for_turn(page)


# Ways of playing ------------------------------------------------------------------------------------------------------


def on_board(point: Callable[[Page, str], None], page: Page, _: Position, __: tuple[str, ...], spot: str) -> None:
    """Points at the spot on the board, at its button where it is not on it."""
    if spot in CELLS:
        point(page, spot)
    else:
        page.locator(f'.ways [data-arg="{spot}"]').click()


def by_roles(page: Page, position: Position, picked: tuple[str, ...], spot: str) -> None:
    """Presses the button that is called what the way is called, as a screen reader does."""
    way = next(way for way in tray.ways(position, picked) if way.spot == spot)
    name = " ".join(ENGLISH(sentence) for sentence in way.said)
    group = page.get_by_role("group", name="Where to" if picked else "What may be chosen")
    group.get_by_role("button", name=name, exact=True).dispatch_event("click")


def by_tab(page: Page, _: Position, __: tuple[str, ...], spot: str) -> None:
    """Goes to the spot's button with Tab and presses Enter."""
    tab_to(page, f'.ways [data-arg="{spot}"]')
    page.keyboard.press("Enter")


def tab_to(page: Page, wanted: str) -> None:
    for _ in range(60):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never came to {wanted}")


CHOOSE: dict[str, Choose] = {
    "mouse": partial(on_board, by_mouse),
    "touch": partial(on_board, by_touch),
    "keys": by_tab,
    "roles": by_roles,
}


def throw(page: Page, way: str) -> None:
    """Throws the dice that wait for a person."""
    before = wait_until(page, "s.rolling !== null && !s.moving")["ply"]
    if way == "keys":
        tab_to(page, '[data-do="part"]')
        page.keyboard.press("Enter")
    elif way == "roles":
        dice = page.get_by_role("group", name="Dice and bonuses")
        dice.get_by_role("button", name="A die that is still to be rolled").first.dispatch_event("click")
    elif way == "touch":
        page.get_by_role("button", name="Roll", exact=True).tap()
    else:
        page.get_by_role("button", name="Roll", exact=True).click()
    wait_until(page, f"s.ply > {before} || s.over")


def best(position: Position, ply: int) -> tuple[str, ...]:
    """The spots of a sensible move."""
    *_, thought = bots.think(position, (), HARE, ply, Clock(1.0, lambda: 0.0))
    return view.spell(position)[thought.move]


def play_well(page: Page, way: str, most: int = 900) -> dict[str, Any]:
    """Rolls and moves for every person until the game is over."""
    for _ in range(most):
        now = wait_for_turn(page)
        if now["over"]:
            return now
        if now["rolling"] is not None:
            throw(page, way)
            continue
        position, picked = notation.read_position(now["position"]), ()
        for spot in best(position, now["ply"]):
            CHOOSE[way](page, position, picked, spot)
            picked = (*picked, spot)
            wait_for_frame(page)
        if picked == ("end",):
            page.get_by_role("dialog").get_by_role("button", name="Yes, do it").click()
        wait_until(page, f"s.ply > {now['ply']} || s.over")
    raise AssertionError("the game does not end")


# Whole games ----------------------------------------------------------------------------------------------------------


@pytest.mark.browser_context_args(has_touch=True)
@pytest.mark.parametrize("way", CHOOSE)
@pytest.mark.parametrize("players", [2, 4])
def test_a_whole_game(open_page: Opener, way: str, players: int) -> None:
    page = open_page(QUICK)
    seated(page, players, "0 person", *("1 bot 0", "2 bot 0", "3 bot 0")[: players - 1])
    end = play_well(page, way)
    assert sum(move.startswith("[") for move in end["moves"]) > 20 * players
    result = page.get_by_role("dialog", name="The game is over")
    expect(result).to_contain_text("all four pawns are home")


@pytest.mark.browser_context_args(has_touch=True, viewport=SMALL)
def test_two_people_play_a_game_in_the_smallest_window(open_page: Opener) -> None:
    page = open_page(QUICK)
    seated(page, 2, "0 person", "1 person")
    for _ in range(12):
        throw(page, "touch")
        while True:
            now = wait_for_turn(page)
            if now["rolling"] is not None:
                break
            position, picked = notation.read_position(now["position"]), ()
            for spot in best(position, now["ply"]):
                page.locator(f'.ways [data-arg="{spot}"]').tap()
                wait_for_frame(page)
            wait_until(page, f"s.ply > {now['ply']}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
