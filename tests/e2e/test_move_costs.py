"""Test how often the browser lays out the page for a move. Layouts take longest on slow phones.

A busy machine draws fewer frames, and so lays out no more often than a quiet one.
`tests/unit/browser/test_move_budget.py` counts what Python does for a move.
"""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import CDPSession

from tests.e2e.conftest import PRESSED, Keeper
from tests.e2e.play import begin, wait_for_frame, wait_for_turn, wait_until

EARLIER: Final = 2
"""Number of moves that are made before the counted ones."""
MOVES: Final = 3
LAYOUTS: Final = {"parcheesi": 10, "reversi": 8, "checkers": 10, "kilkenny": 10, "patchwork": 14}
"""The greatest number of layouts of the page for a move, on average."""


@pytest.mark.parametrize("game", LAYOUTS)
def test_a_move_lays_out_the_page_a_few_times(game: str, kept_page: Keeper) -> None:
    page = kept_page("?test=1&speed=fast&seed=17")
    begin(page, game, "0 person", "1 person")
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")
    for number in range(EARLIER + MOVES):
        if number == EARLIER:
            wait_for_frame(page)
            before = layouts(devtools)
        now = wait_for_turn(page)
        ply = now["ply"]
        while now["ply"] == ply:
            spots = ",".join(now["open"])
            page.evaluate(PRESSED, ["roll", ""] if now["rolling"] is not None else ["tap", now["open"][0]])
            now = wait_until(page, f"s.ply !== {ply} || s.open.join() !== '{spots}'")
        wait_for_turn(page)
    wait_for_frame(page)
    spent = (layouts(devtools) - before) / MOVES
    devtools.detach()
    assert spent <= LAYOUTS[game], spent


def layouts(devtools: CDPSession) -> float:
    """Return how often the browser has laid out the page since it was opened."""
    metrics = {row["name"]: row["value"] for row in devtools.send("Performance.getMetrics")["metrics"]}
    return float(metrics["LayoutCount"])
