"""Slots: places on screens and sheets that features fill, so that a new feature changes none of them.

The application hands a screen what fills its slots; see `app.pages`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # read by type checkers only
    from chowk.i18n.i18n import Words
    from chowk.storage.seat_keys import OwnSeat
    from chowk.ui.nodes import Node


class SeatRow(Protocol):
    """The row of a seat at a table whose game has not started."""

    def __call__(self, words: Words, seat: OwnSeat, away: Node | None = None) -> Node:
        """Return the row, with a control `away` that deletes it, if given."""
