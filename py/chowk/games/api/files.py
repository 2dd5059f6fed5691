"""Whole games as other programs write them: what a game's `notation` offers beside positions and moves."""

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
    """A way to write a whole game that other programs read: its name for a menu and its usual file ending."""

    name: str
    label: Message
    ending: str


class FullNotation(Notation[P, M], Protocol[P, M]):
    """A game's `notation` module in full: beside positions and moves, whole games in foreign formats.

    One that knows openings by name has `opening(match)`, which gives the name or nothing, and `named_openings()`, all
    of them with the moves that lead there.
    One that can write variations has `write_variations(tree, match, headers)`, in the first of its formats, and
    `read_variations(text)`.
    One whose texts can be told from those of other games has `resembles(text)`: how much of a text looks like a game of
    its own, from 0 to 1; 1 if headers or the format leave no doubt.
    """

    @property
    def FORMATS(self) -> tuple[Format, ...]:  # noqa: N802 - a module constant
        """The foreign formats this game can write."""

    def write_game(self, match: Match[Any, Any], form: str, headers: Mapping[str, str]) -> str:
        """The match in the format named `form`."""

    def read_games(self, text: str) -> Sequence[Record]:
        """The games in a text in whichever foreign format it is; raises `TextError` if it is in none.

        The first was replayed by the rules; others may be when they are asked for, and may raise `TextError` then.
        """
