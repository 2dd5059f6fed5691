"""Test that a picture prepared in many short tasks is the same as one that is drawn in a single task."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any, Final

import pytest

from chowk.core.position import Spot
from chowk.draw.scene import Scene
from chowk.games import SHELF
from tests.fakes import sitting_at
from tests.unit.browser.move_page import Browser, MovePage, browser

__all__ = ["browser"]

MOVES: Final = 8


async def pictures(browser: Browser, game: str, step: float) -> tuple[list[tuple[Any, ...]], Counter[str]]:
    """Play the first moves of a game. Return what is drawn after each, and how often the stage did each thing.

    The clock advances by `step` milliseconds whenever it is read.
    """
    times, counts = itertools.count(0.0, step), Counter[str]()
    browser.js.performance.now = lambda: next(times)
    page = MovePage(browser)
    stage: Any = page.app.stage
    prepare, draw_frame = stage._prepare, stage._draw_frame

    def prepared() -> bool:
        more: bool = prepare()
        counts["unfinished"] += more
        return more

    def drawn() -> None:
        counts["frames"] += 1
        draw_frame()

    stage._prepare, stage._draw_frame = prepared, drawn
    await page.begin(game)
    seen = []
    for _ in range(MOVES):
        await page.move()
        board = stage._canvas
        bands: list[Scene | None] = [band.drawn for band in board._pieces._bands]
        opens: tuple[Spot, ...] = sitting_at(page.app).open
        seen.append((opens, board._drawn, board._plate, board._bed, bands))
    page.app.pause()
    return seen, counts


@pytest.mark.parametrize("game", SHELF)
async def test_slow_and_quick_devices_show_the_same(game: str, browser: Browser) -> None:
    quick, at_once = await pictures(browser, game, 0.0)
    slow, divided = await pictures(browser, game, 5.0)
    assert slow == quick
    assert at_once["unfinished"] == 0, "a quick device prepares and draws in one task"
    assert divided["unfinished"] > divided["frames"] > 0, "a slow device prepares in tasks of one step"
