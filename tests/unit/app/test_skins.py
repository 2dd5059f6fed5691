"""Test skins (looks of boards and pieces): the page uses a skin as soon as its files have loaded."""

from __future__ import annotations

import pytest

from chowk.core import parcels
from tests.fakes import FakeWorld, app_in


@pytest.fixture
def shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the skin "handloom" (a look of boards and pieces) a separate file, as in the built page."""
    monkeypatch.setattr(parcels, "shipped", lambda: {"handloom": ("py/skins/handloom.packed", "")})
    monkeypatch.setattr(parcels, "_archives", {})


@pytest.mark.usefixtures("shipped")
async def test_boards_stay_classic_until_a_skin_has_come() -> None:
    app = app_in(FakeWorld())
    await app.start()
    app.change_settings(skin="handloom")
    assert app.look == "light"
    parcels.mark_fetched("handloom")
    assert app.look == "light - - handloom"


async def test_where_all_lies_in_one_place_a_skin_is_there_at_once() -> None:
    app = app_in(FakeWorld())
    await app.start()
    app.change_settings(skin="plain")
    assert app.look == "light - - plain"


async def test_one_that_did_not_come_is_asked_for_again_when_it_is_chosen_again() -> None:
    app = app_in(FakeWorld())
    await app.start()
    app.window.bare = "plain"
    app.change_settings(sound=False)
    assert app.window.bare == "plain"
    app.change_settings(skin="plain")
    assert app.window.bare == ""
