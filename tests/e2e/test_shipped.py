"""The very bytes that are published, which have nothing in them for tests: whole games; no switch in the address."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from chowk import games
from tests.e2e.conftest import Keeper
from tests.e2e.looking import press
from tests.e2e.play import choose_seat
from tools.build import build

pytestmark = pytest.mark.first_visit

GAME_MS = 600_000


@pytest.fixture(scope="session")
def base_url(tmp_path_factory: pytest.TempPathFactory, serving: Callable[[Path], str]) -> str:
    """The site as it is published."""
    folder = tmp_path_factory.mktemp("shipped")
    build(folder, say=lambda _: None)
    return serving(folder)


def set_up(page: Page, game: str, *seats: str) -> None:
    """Starts a game from the home page."""
    page.locator(f'[data-do="open"][data-arg="{game}"]').click()
    for seat in seats:
        choose_seat(page, seat)
    page.locator('[role="dialog"] [data-do="play"]').click()


QUICK = ("patchwork", "reversi")
"""Games that are over soon; the others are played through in the deep run."""


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[] if game in QUICK else pytest.mark.deep) for game in games.ready()]
)
@pytest.mark.browser_context_args(reduced_motion="reduce")
def test_opponents_play_a_whole_game_among_themselves(kept_page: Keeper, game: str) -> None:
    page = kept_page("")
    press(page, "set", "speed off")
    set_up(page, game, "0 bot 0", "1 bot 0")
    expect(page.locator('[role="dialog"] [data-do="rematch"]').first).to_be_visible(timeout=GAME_MS)


def test_no_switch_in_the_address_reaches_a_published_page(kept_page: Keeper) -> None:
    page = kept_page("?test=1&seed=7&speed=off&rest=0")
    assert page.evaluate("typeof window.chowk") == "undefined"
    assert page.evaluate("document.documentElement.dataset.tested ?? null") is None


def test_a_person_plays_by_mouse_where_the_board_says_that_one_can(kept_page: Keeper) -> None:
    page = kept_page("")
    press(page, "set", "speed off")
    set_up(page, "reversi", "0 person", "1 person")
    for number, move in enumerate(("d3", "c3", "c4")):
        place = page.locator(f'[role="grid"] [data-spot="{move}"]')
        disc = re.compile(", white disc" if number % 2 else ", black disc")
        for _ in range(20):  # for a moment after a move the next player's taps count for nothing
            place.click()
            with suppress(AssertionError):
                expect(place).to_have_accessible_name(disc, timeout=1000)
                break
        expect(place).to_have_accessible_name(disc)
