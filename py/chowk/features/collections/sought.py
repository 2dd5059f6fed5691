"""What a list of games is searched for on the board: numbers and choices of the game, and a pattern; as text, too."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from chowk import games
from chowk.core.position import Spot
from chowk.games.api.search import Conditions

_NAME: Final = re.compile(r"\w{1,32}", re.ASCII)
_MOST: Final = 400
"""Maximum number of conditions of a kind in a text."""
_ON: Final = "on"


class Sought(NamedTuple):
    """What is searched for in the games of a kind, such as Reversi.

    `values` are the values of fields by name, and `pattern` are the pieces on spots (see `search.Conditions`). `images`
    is True if symmetric positions count.
    """

    game: str
    values: tuple[tuple[str, str], ...] = ()
    pattern: tuple[tuple[Spot, str], ...] = ()
    images: bool = False

    def with_value(self, field: str, value: str) -> Sought:
        """Return what is sought with the field set to `value`, or not set if `value` is empty."""
        values = {**dict(self.values), field: value}
        return self._replace(values=tuple(sorted((name, value) for name, value in values.items() if value)))

    def with_pattern(self, pattern: Mapping[Spot, str]) -> Sought:
        """Return what is sought with another pattern."""
        return self._replace(pattern=tuple(sorted(pattern.items())))

    def write(self) -> str:
        """Return what is sought as text, which `read` reads."""
        parts = [self.game, *("_".join(f"{name}.{value}" for name, value in pairs) for pairs in self[1:3])]
        return "~".join([*parts, _ON if self.images else ""]).rstrip("~")

    @property
    def conditions(self) -> Conditions | None:
        """The conditions as the game's search takes them, without invalid ones; None if there is none."""
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
    """Return what a text that `Sought.write` wrote seeks, without its invalid parts; None without a game to search."""
    name, values, pattern, images, *_ = [*text.split("~"), "", "", ""]
    if name not in games.ready() or games.load(name).search is None:
        return None
    given = tuple((field, value) for field, value in _pairs(values) if value)
    return Sought(name, given, _pairs(pattern), images == _ON)


def _pairs(text: str) -> tuple[tuple[str, str], ...]:
    """Return the valid pairs of names and values in a text, each name once, in order."""
    found = dict[str, str]()
    for part in text.split("_")[:_MOST]:
        name, dot, value = part.partition(".")
        if dot and _NAME.fullmatch(name) and (not value or _NAME.fullmatch(value)):
            found[name] = value
    return tuple(sorted(found.items()))
