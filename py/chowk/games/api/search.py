"""The interface of a game's optional `search` module: search collections of games for positions on the board.

A search has conditions on positions. Some are numbers or choices, such as the number of kings. One is a pattern:
squares that must be empty or hold a certain piece.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from chowk.core.game import Choice
from chowk.core.message import Message
from chowk.core.position import Spot
from chowk.games.api.draft import Piece


class SearchField(NamedTuple):
    """A condition that the player can set: its identifier, its label, and its possible values.

    If `choices` is not empty, the possible values are those of the choices. One of them is an empty text, which sets no
    condition. Otherwise the value is a whole number from 0 to `most`, as text.
    """

    name: str
    label: Message
    most: int = 0
    choices: tuple[Choice, ...] = ()

    def read(self, value: str) -> str:
        """Return `value` if the condition can have it, else an empty text, which sets no condition."""
        if self.choices:
            return value if any(choice.value == value for choice in self.choices) else ""
        return str(min(int(value[:9]), self.most)) if value.isascii() and value.isdecimal() else ""


class Conditions(NamedTuple):
    """The conditions of a search.

    `values` are the values of fields by name; a missing field sets no condition. `pattern` has the name of the piece
    that must be on a spot, or an empty text for a spot that must be empty. `images` is True if equivalent positions,
    such as mirror images, count as well.
    """

    values: Mapping[str, str]
    pattern: Mapping[Spot, str]
    images: bool = False


Test: TypeAlias = Callable[[Any, bytes], bool]
"""A function that returns True if a game fulfils conditions.

It takes the first position and the codes of the moves, as `archived.Coder` has them. It may raise `ValueError`,
`KeyError` or `IndexError` for codes that cannot be moves.
"""


class GameSearch(NamedTuple):
    """The board search of a game: the conditions that it offers, and the function that tests games for them.

    `tester`: returns the function that tests a game for conditions. Spots and pieces that the game lacks are ignored.
    `fields`: the conditions other than the pattern.
    `pieces`: the pieces that a pattern can have. If there are none, a search has no pattern. A piece has the same name
        as in the game's position editor, in which the player paints a pattern.
    `images`: the label of the switch that lets symmetric positions count, or None if the game has no symmetry.
    """

    tester: Callable[[Conditions], Test]
    fields: Sequence[SearchField] = ()
    pieces: Sequence[Piece] = ()
    images: Message | None = None
