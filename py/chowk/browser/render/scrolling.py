"""Scroll the list of moves to the position that is shown, and the row of unfinished games to a new first one."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from js import Object, document, getComputedStyle, requestAnimationFrame
from pyodide.ffi import create_once_callable, to_js

from chowk.app.app import App
from chowk.browser.render.focus import SHEETS

RING: Final = 4
"""Space for the focus ring of a line below the verdict of a review, in pixels."""


class MoveListScroll:
    """The scrolling of the list of moves, which follows the position shown."""

    def __init__(self) -> None:
        self._followed: tuple[Any, ...] | None = None

    def follow(self, app: App) -> None:
        """Scroll the list of moves when the shown position changes."""
        shown = app.table.display.shown_ply if app.table else None
        looked = app.review is not None and app.review.open
        branch = getattr(app.table, "node", None)  # the node of the position in an analysis
        # In an analysis, the list shrinks when the window or the panel with the results beside it changes.
        moves = document.querySelector(".variations") if branch is not None else None
        high = moves.clientHeight if moves else 0
        viewed = (shown, app.place.sheet, looked, branch, high)
        # Beside the board, follow each move, even if the user has scrolled back, unless the focus is in the list.
        aside = app.place.sheet is not None or bool(document.activeElement and document.activeElement.closest(".log"))
        ply = app.table.ply if app.table and not aside else None
        state = None if shown is None and branch is None and ply is None else (app.table, *viewed, ply)
        if state == self._followed:
            return
        self._followed = state
        if branch is not None:
            # Scroll only the moves, by whole rows. The user may be reading other parts of the page.
            line = moves.querySelector("[aria-current]") if moves else None
            if moves and line:
                row = line.offsetHeight or 1
                moves.scrollTop = line.offsetTop - row * ((high // row - 1) // 2)
            return
        if shown is None and not app.place.sheets and not looked:
            # After a move the browser lays out the page before showing it. Wait for that layout to avoid a second one.
            show = asyncio.get_running_loop().call_soon
            requestAnimationFrame(create_once_callable(lambda _: show(_bring_into_sight, shown, looked)))
        else:
            _bring_into_sight(shown, looked)


def _bring_into_sight(ply: int | None, looked: bool) -> None:
    """Scroll the list of moves to the line of the position shown.

    `ply` is the number of moves before that position, or None for the present one. If the list has no line for it,
    scroll to the start of the list if `ply` is 0, and otherwise to its end. While a review is open (`looked`), such a
    list is not scrolled, and neither is a list that only the page could scroll: the board would go out of sight. If
    another control of the review led to the position and has the focus, it is kept in sight instead of the line.
    """
    listed = document.querySelector(f"{SHEETS} .log") or document.querySelector(".log, .judged")
    line = listed.querySelector("[aria-current]") if listed else None
    if looked:
        line = document.querySelector(f'.review-lines [data-arg="{ply}"]:focus') or line
    if line and not (looked and _scrolls_with_page(line)):
        line.scrollIntoView(to_js({"block": "nearest"}, dict_converter=Object.fromEntries))
        if looked:
            _uncover(line)
    elif listed and not looked:
        listed.scrollTop = -listed.scrollHeight if ply == 0 else 0  # the list is reversed, so 0 is its end


def _uncover(line: Any) -> None:
    """Scroll a line of the review below the verdict, which lies over the lines in small windows."""
    panel, verdict = line.closest(".review"), document.querySelector(".judgement")
    if panel and verdict:
        covered = verdict.getBoundingClientRect().bottom + RING - line.getBoundingClientRect().top
        panel.scrollTop -= max(0, covered)


def _scrolls_with_page(line: Any) -> bool:
    """Return True if no part of the review around a line of its list scrolls, so that only the page could do so."""
    in_review = bool(line.closest(".review"))
    while line and line.closest(".review"):
        if str(getComputedStyle(line).overflowY) in ("auto", "scroll"):
            return False
        line = line.parentElement
    return in_review


class GameRowScroll:
    """The scrolling of the row of unfinished games on the home page of a narrow window.

    When a card is inserted before the first one, browsers scroll so that the old first card stays in place. The new
    card would then be out of sight.
    """

    def __init__(self) -> None:
        # The row and its first card before the update of the page, if the user has not scrolled the row.
        self._before: tuple[Any, Any] | None = None

    def note(self, app: App) -> None:
        """Note the first card of the row, before the page is updated."""
        row = document.querySelector(".home .continue .kept") if app.table is None else None
        self._before = (row, row.firstElementChild) if row and not row.scrollLeft else None

    def follow(self) -> None:
        """Scroll the row back to its start if the update has put another card there."""
        if self._before is not None:
            row, first = self._before
            if row.isConnected and not row.firstElementChild.isSameNode(first):
                row.scrollLeft = 0
