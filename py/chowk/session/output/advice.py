"""What is marked and said on somebody's asking: a hint, or an answer to a question."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from chowk.core.message import Message
from chowk.core.position import Spot
from chowk.games.api import Game

WHY: Final = 3
"""The depth that says why; there is none beyond it."""


class Hint(NamedTuple):
    """An answer to what a person asked: the spots that it marks, what it says, and what it says besides."""

    spots: tuple[Spot, ...]
    text: Message
    more: tuple[Message, ...] = ()

    @property
    def told(self) -> tuple[Message, ...]:
        """All that it says."""
        return (self.text, *self.more)


class Advice(NamedTuple):
    """What the strongest opponent would do in a position, and how much of it has been told.

    `moves` are what is left of the turn, `spots` their spelling; `region` is what the first depth marks; `look`, `text`
    and `why` are what the three depths say, the last of them once it is asked for. `worth` is said in the place of
    reasons where the game gives none: what the opponent expects of the move.
    """

    position: Any
    moves: tuple[Any, ...]
    spots: tuple[Spot, ...]
    region: tuple[Spot, ...]
    look: Message
    text: Message
    why: tuple[Message, ...] = ()
    depth: int = 0
    worth: tuple[Message, ...] = ()

    @property
    def hint(self) -> Hint:
        """What is marked and said at this depth."""
        if self.depth < 2:
            return Hint(self.region, self.look)
        return Hint(self.spots, self.text, self.why)

    def deeper(self, game: Game) -> Advice:
        """The same a step further, at most as far as why."""
        if self.depth + 1 < WHY or self.why:
            return self._replace(depth=min(WHY, self.depth + 1))
        return self._replace(depth=WHY, why=game.why(self.position, self.moves) or self.worth)
