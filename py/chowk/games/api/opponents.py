"""Who plays against people: what a game's `bots` offer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias

from chowk.core.message import Message
from chowk.engine.protocol import Thought
from chowk.engine.search_budget import Clock

Temper: TypeAlias = Literal["calm", "merry", "sly"]
"""How an opponent talks; see `chowk.session.output.bot_chat`."""


class Extra(NamedTuple):
    """A file of a game's `engine` that an opponent puts to use where it is at hand, and does without elsewhere.

    It comes when somebody first plays that opponent, or analyses; `title` says what it is, `memory` how many megabytes
    it takes unpacked where that is much. One that is `made` is part of a site only if whoever builds it has made it.
    """

    name: str
    title: Message
    memory: int = 0
    made: bool = False


class Level(NamedTuple):
    """An opponent: its number, its name, its manner in a few words, and how long it may think at most, in seconds.

    `animal` is what it looks like, by the names of `chowk.draw.animals`; whoever has none is drawn as a mouse.

    Saves, links and statistics keep the number, so it never means another opponent, nor one of another strength: a new
    one takes a number that was never used (from 0 to below `NUMBERS`), wherever it stands among the others.
    `extras` are files that it would like besides what comes with the game. One that `ponders` gains by thinking on
    while a person does: only time bounds it, and it knows later what it has found out.
    """

    number: int
    name: Message
    manner: Message
    seconds: float
    animal: str = ""
    temper: Temper = "calm"
    extras: tuple[Extra, ...] = ()
    ponders: bool = False


NUMBERS: Final = 20
"""Links have room for so many numbers of levels."""


class Former(NamedTuple):
    """An opponent that is no longer offered, and the number of the one that takes its seat in games that go on."""

    level: Level
    successor: int


class Bots(Protocol):
    """A game's `bots` module; with `FORMER`, a tuple of `Former`, if some of its opponents are no longer offered.

    One that can say what every move is worth has a function `survey`: see `chowk.engine.protocol.Look`. One that knows
    how likely everybody is to win has `weigh`, see `chowk.engine.protocol.Weigh`, and `calibrated`, which says of a
    position in which dice are due whether these chances are.
    """

    @property
    def LEVELS(self) -> tuple[Level, ...]:  # noqa: N802 - a module constant
        """The opponents from the weakest to the strongest."""

    def think(self, position: Any, past: Sequence[Any], level: int, seed: int, clock: Clock) -> Iterator[Thought[Any]]:
        """Ever better thoughts of the level of that number; see `chowk.engine.protocol.Think`."""
