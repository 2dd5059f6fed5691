"""Test that a move needs no more Python calls, elements, sprites and characters of text than its budget.

So a move stays quick. Counts do not depend on the machine. If a change needs more, it raises the figure in `BUDGET`,
and the commit gives the reason. `tests/e2e/test_move_costs.py` counts the layouts of the page.
`python3 -m tests.bench flames` shows what a move does.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import pytest

from chowk.games import SHELF
from tests.unit.browser.move_page import Browser, MovePage, browser, counting

__all__ = ["browser"]

EARLIER: Final = 6
"""Number of moves that are made before the counted ones, to fill the caches."""
MOVES: Final = 6
COUNTED: Final = ("calls", "nodes made", "nodes changed", "sprites shown", "sprites made", "letters")
BUDGET: Final = {
    "parcheesi": (8_150, 36, 19, 22, 3, 20_000),
    "reversi": (5_350, 15, 31, 20, 1, 12_500),
    "checkers": (6_700, 15, 34, 21, 1, 12_200),
    "kilkenny": (7_300, 68, 29, 9, 2, 21_000),
    "patchwork": (13_700, 58, 105, 18, 5, 39_000),
}
"""For each game: the greatest average of each count for a move.

The limits are a few per cent above measured averages. In a full run the averages are lower, because earlier tests have
filled more caches.
"""


@pytest.mark.parametrize("game", SHELF)
async def test_a_move_costs_no_more_than_its_budget(game: str, browser: Browser) -> None:
    page = MovePage(browser)
    await page.begin(game)
    for _ in range(EARLIER):
        await page.move()
    browser.counts.clear()
    counts = Counter[str]()
    with counting(counts):
        for _ in range(MOVES):
            await page.move()
    page.app.pause()
    spent = [(counts | browser.counts)[name] / MOVES for name in COUNTED]
    over = [row for row in zip(COUNTED, spent, BUDGET[game], strict=True) if row[1] > row[2]]
    assert not over, f"{game}: {over}"
