"""The conditions of a board search (numbers, choices and a pattern), and their form as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from chowk import games
from chowk.core.position import Spot
from chowk.games.api.search import Conditions

_NAME: Final = re.compile(r"\w{1,32}", re.ASCII)
_MOST: Final = 400
"""Maximum number of values, and of squares of the pattern, that are read from a text."""
_ON: Final = "on"


class Sought(NamedTuple):
    """The conditions of a board search in one game, such as Reversi.

    `values` are the values of fields by name, and `pattern` are the pieces on spots (see `search.Conditions`). `images`
    is True if symmetric positions count.
    """

    game: str
    values: tuple[tuple[str, str], ...] = ()
    pattern: tuple[tuple[Spot, str], ...] = ()
    images: bool = False

    def with_value(self, field: str, value: str) -> Sought:
        """Return these conditions with a field set to `value`, or without the field if `value` is empty."""
        values = {**dict(self.values), field: value}
        return self._replace(values=tuple(sorted((name, value) for name, value in values.items() if value)))

    def with_pattern(self, pattern: Mapping[Spot, str]) -> Sought:
        """Return these conditions with `pattern` in place of the former pattern."""
        return self._replace(pattern=tuple(sorted(pattern.items())))

    def write(self) -> str:
        """Return these conditions as text that `read` can read."""
        parts = [self.game, *("_".join(f"{name}.{value}" for name, value in pairs) for pairs in self[1:3])]
        return "~".join([*parts, _ON if self.images else ""]).rstrip("~")

    @property
    def conditions(self) -> Conditions | None:
        """The valid conditions, in the form that the game's search takes; None if there are none."""
        search = games.load(self.game).search
        if search is None:
            return None
        offered = search()
        values = {field.name: value for field in offered.fields
                  if (value := field.read(dict(self.values).get(field.name, "")))}  # fmt: skip
        pieces = {"", *(piece.name for piece in offered.pieces)} if offered.pieces else set[str]()
        pattern = {spot: piece for spot, piece in self.pattern if piece in pieces}
        return Conditions(values, pattern, self.images) if values or pattern else None


def read(text: str) -> Sought | None:
    """Return the conditions in a text that `Sought.write` wrote, without invalid parts.

    Return None if the text does not begin with the name of a game that can be searched.
    """
    name, values, pattern, images, *_ = [*text.split("~"), "", "", ""]
    if name not in games.ready() or games.load(name).search is None:
        return None
    given = tuple((field, value) for field, value in _pairs(values) if value)
    return Sought(name, given, _pairs(pattern), images == _ON)


def _pairs(text: str) -> tuple[tuple[str, str], ...]:
    """Return the valid pairs of names and values in a text, sorted by name. Each name occurs once."""
    found = dict[str, str]()
    for part in text.split("_")[:_MOST]:
        name, dot, value = part.partition(".")
        if dot and _NAME.fullmatch(name) and (not value or _NAME.fullmatch(value)):
            found[name] = value
    return tuple(sorted(found.items()))
