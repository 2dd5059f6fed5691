"""Slots: places on screens and sheets that features fill, so that a new feature changes none of them.

The application hands a screen what fills its slots; see `app.pages`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from chowk.session.command import always

if TYPE_CHECKING:  # read by type checkers only
    from collections.abc import Callable, Sequence

    from chowk.i18n.i18n import Words
    from chowk.session.table import Table
    from chowk.storage.seat_keys import OwnSeat
    from chowk.ui.nodes import Node


class Beside(NamedTuple):
    """The panel that a feature puts beside the board in place of the moves, and its marks over the board."""

    panel: Node
    marks: Node | None = None


class MenuRow(NamedTuple):
    """A row of the menu: its place from top to bottom, its command, its icon, and the tables that have a use for it."""

    place: int
    command: str
    icon: str
    fits: Callable[[Table], bool] = always


class ResultParts(NamedTuple):
    """Parts of the result sheet: a line below the verdict, summaries below the score, and controls for the next step.

    Without controls of a feature, the sheet has its own.
    """

    line: Node | None = None
    summaries: Sequence[Node | None] = ()
    onward: Sequence[Node] = ()


class SeatRow(Protocol):
    """The row of a seat at a table whose game has not started."""

    def __call__(self, words: Words, seat: OwnSeat, away: Node | None = None) -> Node:
        """Return the row, with a control `away` that deletes it, if given."""
