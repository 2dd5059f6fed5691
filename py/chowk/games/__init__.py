"""The shelf: which games there are, and how to take one down."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final

from chowk.core.game import Ruleset

if TYPE_CHECKING:
    from chowk.engine.protocol import Thinker
    from chowk.games.api import Game, Sign
    from chowk.games.api.lesson import Lesson

SHELF: Final = ("parcheesi", "reversi", "checkers", "kilkenny", "patchwork")
"""Every game, in the order of the home page. A game is a folder here and its name in this list."""


@cache
def sign(name: str) -> Sign:
    """What the home page says of a game, without loading its modules; `name` is on the shelf."""
    found: Sign = import_module(f"chowk.games.{name}").SIGN
    return found


@cache
def load(name: str) -> Game:
    """The game of that name, its modules loaded; `name` is on the shelf and its sign says that it is ready."""
    game: Game = import_module(f"chowk.games.{name}.game").GAME
    return game


def ready() -> tuple[str, ...]:
    """The games that can be played."""
    return tuple(name for name in SHELF if sign(name).ready)


def taught() -> tuple[str, ...]:
    """The games that can be played and that bring lessons."""
    return tuple(name for name in ready() if sign(name).lessons is not None)


def numbered(number: int) -> str | None:
    """The game that can be played and whose number this is in links, None for any other number."""
    return next((name for name in ready() if sign(name).number == number), None)


def find_ruleset(name: str) -> Ruleset | None:
    """The ruleset of a game that can be played, None for any other name."""
    return load(name).ruleset if name in ready() else None


def find_thinker(name: str) -> Thinker | None:
    """The thinker of a game that can be played, None for any other name."""
    return load(name).thinker if name in ready() else None


def tasks(name: str) -> Lesson:
    """The tasks of the first lesson in a game, none for a game without one; `name` is on the shelf."""
    lessons = sign(name).lessons
    return lessons() if lessons is not None else ()
