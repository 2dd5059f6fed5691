"""Test refusals: the message fits the selected spots, covers nothing, and disappears after enough time to read it."""

from __future__ import annotations

import asyncio

import pytest

from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.message import english
from chowk.session.output.refusals import GLANCE, LETTERS, forgive
from tests.fakes import world_of
from tests.unit.ui.test_pages import TWO, at_table, find, settle, table_of


async def refused(game: str = "reversi", *spots: str) -> App:
    app = await at_table(game, TWO)
    for spot in spots or ("a1",):
        commands.do(app, "tap", spot)
    assert app.voice.alert is not None
    return app


def silent(app: App) -> bool:
    """Return True if no refusal is shown and no refusal marks a spot on the board."""
    return app.voice.alert is None and table_of(app).choice.refusal is None


async def read(app: App) -> None:
    """Let the time pass that a player needs to read a message."""
    world_of(app).clock.late.set()
    for _ in range(5):
        await asyncio.sleep(0)


async def test_it_goes_by_itself_after_a_time_that_fits_its_length() -> None:
    app = await refused()
    await asyncio.sleep(0)
    assert app.voice.alert is not None
    shown = app.words(app.voice.alert)
    assert world_of(app).clock.slept[-1] == GLANCE + len(shown) / LETTERS > 4
    await read(app)
    assert silent(app)
    app.pause()


async def test_one_that_is_over_takes_no_later_one_with_it() -> None:
    app = await refused()
    await asyncio.sleep(0)
    late = world_of(app).clock.late
    world_of(app).clock.late = asyncio.Event()
    commands.do(app, "tap", "h8")
    await asyncio.sleep(0)
    late.set()
    for _ in range(5):
        await asyncio.sleep(0)
    assert not silent(app), "it has not been read yet"
    await read(app)
    assert silent(app)
    app.pause()


async def test_it_stands_in_the_place_of_what_is_due() -> None:
    app = await refused()
    page = pages.page(app, app.words)
    element = find(page, class_="messages")[0]
    assert find(element, class_="now")[0].text == find(element, class_="refusal")[0].text
    assert len(find(page, class_="refusal")) == 1
    forgive(app)
    page = pages.page(app, app.words)
    assert not find(page, class_="refusal")
    assert "to move" in find(page, class_="now")[0].text
    app.pause()


@pytest.mark.parametrize(
    ("spots", "reason", "words"),
    [
        (("e5",), "CHOOSE_FIRST", "First choose"),
        (("advance", "e5"), "ADVANCE_CHOSEN", "You chose to go ahead. Confirm it"),
        (("patch 5",), "NOT_IN_NEXT_THREE", "Only the next three"),
    ],
)
async def test_its_words_fit_what_is_chosen(spots: tuple[str, ...], reason: str, words: str) -> None:
    app = await at_table("patchwork", TWO)
    trying = table_of(app).choice.trying
    assert trying is not None
    far = next(spot for spot, near in trying.offers if not near)
    await settle(app, lambda: table_of(app).choice.awaited is not None)
    for spot in spots:
        commands.do(app, "tap", far if spot.startswith("patch") else spot)
    refusal = table_of(app).choice.refusal
    assert refusal is not None
    assert app.voice.alert is not None
    assert refusal.reason == reason
    assert english(app.voice.alert).startswith(words)
    if spots[0] == "advance":
        assert trying.moves, "what was chosen is chosen still, and can be confirmed"
        commands.do(app, "confirm")
        assert silent(app)
    app.pause()
