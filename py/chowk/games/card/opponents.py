"""Who plays against people: what a game's `bots` offer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple, Protocol

from chowk.core.clock import Clock
from chowk.core.message import Message
from chowk.core.oracle import Thought


class Level(NamedTuple):
    """An opponent: its number, its name, its manner in a few words, and how long it may think at most, in seconds.

    Saves, links and statistics keep the number, so it never means another opponent, nor one of another strength: a new
    one takes a number that was never used (from 0 to below `NUMBERS`), wherever it stands among the others.
    """

    number: int
    name: Message
    manner: Message
    seconds: float


NUMBERS: Final = 20
"""Links have room for so many numbers of levels."""


class Former(NamedTuple):
    """An opponent that is no longer offered, and the number of the one that takes its seat in games that go on."""

    level: Level
    successor: int


class Bots(Protocol):
    """A game's `bots` module; with `FORMER`, a tuple of `Former`, if some of its opponents are no longer offered.

    One that can say what every move is worth has a function `survey`: see `chowk.core.oracle.Look`.
    """

    @property
    def LEVELS(self) -> tuple[Level, ...]:  # noqa: N802 - a module constant
        """The opponents from the weakest to the strongest."""

    def think(self, position: Any, past: Sequence[Any], level: int, seed: int, clock: Clock) -> Iterator[Thought[Any]]:
        """Ever better thoughts of the level of that number; see `chowk.core.oracle.Think`."""
