"""Slots: places on screens and sheets for parts from features. A new feature thus changes no screen.

`app.pages` fills the slots.
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
    """A feature's panel beside the board, which replaces the list of moves, and its layer over the board."""

    panel: Node
    marks: Node | None = None


class MenuRow(NamedTuple):
    """A row of the menu: its sort key, its command, its icon, and the tables for which it is shown."""

    place: int
    command: str
    icon: str
    fits: Callable[[Table], bool] = always


class ResultParts(NamedTuple):
    """Parts of the result sheet from features: a line below the verdict, summaries below the score, and next steps.

    If `onward` is empty, the sheet draws its own next steps.
    """

    line: Node | None = None
    summaries: Sequence[Node | None] = ()
    onward: Sequence[Node] = ()


class SeatRow(Protocol):
    """The function that draws a seat of a correspondence game that has not started."""

    def __call__(self, words: Words, seat: OwnSeat, away: Node | None = None) -> Node:
        """Return the row of a seat. `away` is a control that deletes the seat, if any."""
