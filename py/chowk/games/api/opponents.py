"""The interface of a game's `bots` module: the computer opponents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias

from chowk.core.message import Message
from chowk.engine.protocol import Thought
from chowk.engine.search_budget import Clock

Temper: TypeAlias = Literal["calm", "merry", "sly"]
"""The style of an opponent's chat; see `chowk.session.output.bot_chat`."""


class Extra(NamedTuple):
    """An optional file of a game's `engine` that an opponent uses if it is available.

    It is loaded when someone first plays that opponent or analyses. `title` describes it and `memory` is its unpacked
    size in megabytes, 0 if small. A file that is `made` is part of a site only if the site's builder has generated it.
    """

    name: str
    title: Message
    memory: int = 0
    made: bool = False


class Level(NamedTuple):
    """An opponent: its number, its name, a short description, and its maximum thinking time in seconds.

    `animal` is its portrait, a name of `chowk.draw.animals`; an opponent without one is drawn as a mouse. Saves, links
    and statistics store the number, so it never changes its meaning or its strength: a new opponent takes an unused
    number (from 0 to `NUMBERS` - 1), wherever it stands in the order. `extras` are optional files. A level that
    `ponders` keeps thinking during a person's turn: its strength depends on time, and it reuses what it finds.
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
"""The number of level numbers that a link has room for."""


class Former(NamedTuple):
    """A retired opponent, and the number of the opponent that replaces it in unfinished games."""

    level: Level
    successor: int


class Bots(Protocol):
    """A game's `bots` module. `Game` names what else opponents may offer, such as the worth of every move."""

    @property
    def LEVELS(self) -> tuple[Level, ...]:  # noqa: N802 - a module constant
        """The opponents from the weakest to the strongest."""

    def think(self, position: Any, past: Sequence[Any], level: int, seed: int, clock: Clock) -> Iterator[Thought[Any]]:
        """Yield ever better results of the level of that number; see `chowk.engine.protocol.Think`."""
