"""Find a game and its parts by its name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from chowk import games as registry
from chowk.games.api import Game
from chowk.games.api.library import LibraryParts


def games() -> tuple[str, ...]:
    """Return the names of the games.

    >>> games()
    ('parcheesi', 'reversi', 'checkers', 'kilkenny', 'patchwork')
    """
    return registry.ready()


def game_of(name: str) -> Game:
    """Return a game with all its parts, such as its rules and pictures; raise `ValueError` for an unknown name."""
    if name not in games():
        raise ValueError(f"{name!r} is no game; the games are {', '.join(games())}")
    return registry.load(name)


@cache
def parts_of(name: str) -> LibraryParts:
    """Return the parts of a game for programs and terminals, such as its opening book. A game may have none of them."""
    module = f"chowk.games.{name}.library"
    if find_spec(module) is None:
        return LibraryParts()
    parts: LibraryParts = import_module(module).PARTS
    return parts
