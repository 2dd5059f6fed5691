"""The content of a picture to share, and the description of a game as a few lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from chowk.core.message import Message, PlayerName, say
from chowk.core.position import Seat
from chowk.draw.shapes import Drawing, Text
from chowk.session.table import Table

WIDTH: Final = 1200
"""Width of the painted picture, in pixels."""


class Poster(NamedTuple):
    """A picture to paint: the drawing, its width and height in drawing units, its look, and its description as text."""

    drawing: Drawing
    width: float
    height: float
    look: str
    description: str

    @property
    def texts(self) -> tuple[Text, ...]:
        """The texts on the picture outside the board. Their fonts must be loaded before painting."""
        return tuple(shape for shape in self.drawing if isinstance(shape, Text))


# As text ------------------------------------------------------------------------------------------------------------

SIGNS: Final = {
    "black": "⚫",
    "white": "⚪",
    "red man": "●",
    "white man": "○",
    "red": "◯",
    "blue": "■",
    "yellow": "✚",
    "green": "▲",
}
"""Character for each player's token in a text. Its colour or shape resembles the token."""


def score(table: Table, seat: Seat) -> int:
    """Return a player's score: the final one if the end of the game is shown and the game has final scores.

    Otherwise it is the first of the numbers beside the player's name (`Table.counts`), for the position shown.
    """
    outcome = table.outcome
    if outcome is not None and outcome.scores and table.display.shown_ply is None:
        return outcome.scores[seat]
    return table.counts[seat][0].value


def standing(table: Table) -> Message:
    """Return a sentence on the state of the game, or if an earlier position is shown, on the number of its move."""
    if table.display.shown_ply is not None:
        return say("Move {ply} of {last}", ply=table.ply, last=table.match.ply)
    return table.next_action


def summary(table: Table) -> Sequence[Message]:
    """Return a few lines about the game: the title, each player with their score, and the state of the game."""
    title = say("{game} on Chowk", game=table.game.sign.title)
    return (title, *(_line(table, seat) for seat in range(len(table.plan.seats))), standing(table))


def _line(table: Table, seat: Seat) -> Message:
    sign, number = SIGNS[table.seats.token(seat)], score(table, seat)
    return say("{sign} {player}: {score}", sign=sign, player=PlayerName(seat), score=number)
