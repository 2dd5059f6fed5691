"""Hints, and answers to the player's questions, with the spots that they mark on the board."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from chowk.core.message import Message
from chowk.core.position import Spot
from chowk.games.api import Game

WHY: Final = 3
"""The last of the three steps in which a hint is shown. In this step, it also gives reasons."""


class Hint(NamedTuple):
    """A hint, or the answer to a player's question: the main sentence, and further sentences.

    `spots` are marked on the board. `names_squares` is True if the sentences name squares that are not marked.
    """

    spots: tuple[Spot, ...]
    text: Message
    more: tuple[Message, ...] = ()
    names_squares: bool = False

    @property
    def messages(self) -> tuple[Message, ...]:
        """All messages of the hint."""
        return (self.text, *self.more)


class Advice(NamedTuple):
    """A move that the strongest computer opponent advises. It is shown in three steps, each with more detail.

    `position` is the position before the move. `depth` is the number of steps shown so far. `moves` are the advised
    moves for the rest of the turn, and `spots` are the spots to pick for them. The first step marks the spots in
    `region`. `region_message`, `text` and `why` are the messages of the three steps; `why` is empty until it is needed.
    If the game gives no reasons for the move, the third step shows `worth`, the evaluation of the move.
    """

    position: Any
    moves: tuple[Any, ...]
    spots: tuple[Spot, ...]
    region: tuple[Spot, ...]
    region_message: Message
    text: Message
    why: tuple[Message, ...] = ()
    depth: int = 0
    worth: tuple[Message, ...] = ()

    @property
    def hint(self) -> Hint:
        """The hint of the present step: the spots to mark and the messages to show."""
        if self.depth < 2:
            return Hint(self.region, self.region_message)
        return Hint(self.spots, self.text, self.why)

    def deeper(self, game: Game) -> Advice:
        """Return the advice in its next step, with more detail. At the last step, `WHY`, it stays there."""
        if self.depth + 1 < WHY or self.why:
            return self._replace(depth=min(WHY, self.depth + 1))
        return self._replace(depth=WHY, why=game.why(self.position, self.moves) or self.worth)
