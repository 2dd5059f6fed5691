"""The interface of a game's `bots` module: the computer opponents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias

from chowk.core.message import Message
from chowk.engine.protocol import ThinkBetween, Thought
from chowk.engine.search_budget import Clock

Temper: TypeAlias = Literal["calm", "merry", "sly"]
"""The style of an opponent's chat; see `chowk.session.output.bot_chat`."""


class Extra(NamedTuple):
    """An optional data file of a game's opponents, such as an endgame table.

    Opponents that name the file use it if it is available. It is loaded when a person first plays such an opponent or
    analyses a position. `title` describes the file. `memory` is its unpacked size in megabytes, or 0 if it is small. If
    `generated` is True, the file is not part of the project: a site has it only if whoever built the site generated it.
    """

    name: str
    title: Message
    memory: int = 0
    generated: bool = False


class Level(NamedTuple):
    """An opponent: its number, its name, a short description, and its maximum thinking time in seconds.

    `animal` is the opponent's portrait, a name in `chowk.draw.animals`; an empty name means a mouse. `temper` is the
    tone of its remarks during a game. Saves, links and statistics store the number, so a number never changes its
    meaning, and its strength changes by less than a step between two levels. A new opponent takes an unused number from
    0 to `NUMBERS` - 1, at any place in the order.
    `extras` are optional files. If `ponders` is True, the strength of the opponent depends on its time. It then also
    thinks during a person's turn, and reuses the results.
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
"""Number of different level numbers that fit into a link."""


class Ladder(NamedTuple):
    """The data for opponents whose strength is between two levels of a game.

    `think` is the game's `think` function, which also accepts an opponent between two levels (`engine.between`).
    `ratings` are the strengths of the levels from the weakest to the strongest, in Elo points above the weakest: a
    player with 400 points more than the opponent wins ten times as often. They were measured by contests of
    neighbouring levels in games for two.
    """

    think: ThinkBetween
    ratings: tuple[int, ...]


class Former(NamedTuple):
    """A retired opponent, and the number of the level that takes over its unfinished games."""

    level: Level
    successor: int


class Bots(Protocol):
    """A game's `bots` module. Its optional parts, such as the function `survey`, are fields of `Game`."""

    @property
    def LEVELS(self) -> tuple[Level, ...]:  # noqa: N802 - a module constant
        """The opponents from the weakest to the strongest."""

    def think(self, position: Any, past: Sequence[Any], level: int, seed: int, clock: Clock) -> Iterator[Thought[Any]]:
        """Yield the move that the level with the number `level` chooses, then each better move that its search finds.

        See `chowk.engine.protocol.Think`.
        """
