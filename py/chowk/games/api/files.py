"""The interface of a game's `notation` module: whole games in the formats of other programs."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from chowk.core.game import Notation
from chowk.core.match import Match
from chowk.core.message import Message
from chowk.core.position import Position
from chowk.core.record import Record

P = TypeVar("P", bound=Position[Any])
M = TypeVar("M", bound=Hashable)


class Format(NamedTuple):
    """A foreign format for whole games: its id, its label for a menu, and its usual file extension.

    `varied` is True for the format in which `Game.write_variations` writes variations and comments. A game has at most
    one such format. `fetched` is True if the page loads the modules that write the format only when they are needed
    (`chowk.core.parcels.READERS`).
    """

    name: str
    label: Message
    ending: str
    varied: bool = False
    fetched: bool = False


class FullNotation(Notation[P, M], Protocol[P, M]):
    """A game's `notation` module: positions, moves, and whole games in foreign formats.

    `Game` holds the optional parts of a notation, such as the names of openings.
    """

    @property
    def FORMATS(self) -> tuple[Format, ...]:  # noqa: N802 - a module constant
        """The foreign formats in which this game can be written."""

    def write_game(self, match: Match[Any, Any], form: str, headers: Mapping[str, str]) -> str:
        """Return a match as text in the format named `form`. `headers` are values for its headers, by name."""

    def read_games(self, text: str) -> Sequence[Record]:
        """Read the games in a text, in any foreign format; raise `TextError` if the text is in no such format.

        The first game is replayed at once, which proves it legal. Later games may be replayed on access, and may then
        raise `TextError`.
        """
