"""Slots: named places on screens and sheets that features fill. A new feature thus changes no screen and no sheet.

A feature lists its controls in `CONTROLS`, beside its commands, and `ui.parts.controls` draws the controls of a slot.
`app.pages` fills the slots that need more than a control.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from chowk.session.command import always

if TYPE_CHECKING:  # read by type checkers only
    from collections.abc import Callable, Mapping, Sequence
    from typing import Literal, TypeAlias

    from chowk.core.message import Message
    from chowk.i18n.i18n import Words
    from chowk.storage.seat_keys import OwnSeat
    from chowk.ui.nodes import Node

    Slot: TypeAlias = Literal[
        "cards",  # of the home page, below the games
        "footer",  # of the home page
        "actions",  # below the board
        "visit",  # below the board of a game that somebody sent
        "menu",
        "replay",
        "result",
        "result-foot",
        "setup",
        "setup-foot",  # beside the button that begins the game
        "settings",
        "set-up-position",  # beside a position that is set up
        "lesson",  # wherever a game is explained
        "turn-keys",
        "past-keys",
    ]
    """The slots for controls."""


class Control(NamedTuple):
    """A control in a slot: its command, its icon, and `place`, the number by which the controls of a slot are sorted.

    `fits` is given the present table, or None on the home page, and returns True if the control is shown there. `label`
    replaces the label of the command. `note` is the sentence below the label, if the slot draws its controls as cards.
    """

    slot: Slot
    place: int
    command: str
    icon: str = ""
    fits: Callable[[Any], bool] = always
    label: Message | None = None
    note: Message | None = None


class Beside(NamedTuple):
    """A feature's parts of the table screen.

    `panel` is beside the board and replaces the list of moves. `marks` is a layer over the board, if there is one.
    """

    panel: Node
    marks: Node | None = None


class Utterance(NamedTuple):
    """A message of a player, beside the player's name: its text, and its face, or None if no faces are shown."""

    text: str
    face: Node | None = None


class TableParts(NamedTuple):
    """Parts that features add to the table screen: a panel beside the board, a sentence for the status, and buttons.

    `below` is a row of buttons below the status. `utterances` are the messages of players, by seat.
    """

    beside: Beside | None = None
    status: Message | None = None
    controls: Sequence[Node] = ()
    below: Node | None = None
    utterances: Mapping[int, Utterance] = {}


class ResultParts(NamedTuple):
    """Parts of the result sheet that features add.

    `first` is a button before all others, and `line` is below the reason of the result. `summaries` are below the
    score. `onward` are the next steps; if it is empty, the sheet draws its own next steps.
    """

    first: Node | None = None
    line: Node | None = None
    summaries: Sequence[Node | None] = ()
    onward: Sequence[Node] = ()


class SeatRow(Protocol):
    """The function that draws a seat of a correspondence game that has not started."""

    def __call__(self, words: Words, seat: OwnSeat, away: Node | None = None) -> Node:
        """Return the row of a seat. `away` is the control that deletes the seat, or None for no such control."""
