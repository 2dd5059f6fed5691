"""The registry of games: list their names, and load a game by name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final

from chowk.core.game import Ruleset

if TYPE_CHECKING:
    from chowk.engine.protocol import Thinker
    from chowk.games.api import Game, Sign
    from chowk.games.api.lesson import Course, Lesson

SHELF: Final = ("parcheesi", "reversi", "checkers", "kilkenny", "patchwork")
"""The names of all games, in the order of the home page. Each name is also a folder in this package."""


@cache
def sign(name: str) -> Sign:
    """Return a registered game's `Sign`: its data for the home page. The game's other modules are not loaded."""
    loaded: Sign = import_module(f"chowk.games.{name}").SIGN
    return loaded


@cache
def load(name: str) -> Game:
    """Load a registered game with its modules, and return it. The game must be playable (`Sign.ready`)."""
    game: Game = import_module(f"chowk.games.{name}.game").GAME
    return game


def ready() -> tuple[str, ...]:
    """Return the names of the games that can be played."""
    return tuple(name for name in SHELF if sign(name).ready)


def taught() -> tuple[str, ...]:
    """Return the names of the playable games that have lessons."""
    return tuple(name for name in ready() if sign(name).lessons is not None)


def practised() -> tuple[str, ...]:
    """Return the names of the playable games that have puzzles."""
    return tuple(name for name in ready() if sign(name).themes is not None)


def with_course() -> tuple[str, ...]:
    """Return the names of the playable games that have a course (short lessons after the first lesson)."""
    return tuple(name for name in ready() if sign(name).course is not None)


def numbered(number: int) -> str | None:
    """Return the name of the playable game with this number, or None if none exists. Links store games by number."""
    return next((name for name in ready() if sign(name).number == number), None)


def find_ruleset(name: str) -> Ruleset | None:
    """Return the ruleset (name, rules and notation) of a playable game, or None for any other name."""
    return load(name).ruleset if name in ready() else None


def find_thinker(name: str) -> Thinker | None:
    """Return the parts of a playable game that the engine service needs (its thinker), or None for any other name."""
    return load(name).thinker if name in ready() else None


def tasks(name: str) -> Lesson:
    """Return a registered game's first lesson, as a tuple of tasks. Empty if the game has no lessons."""
    lessons = sign(name).lessons
    return lessons() if lessons is not None else ()


def course(name: str) -> Course:
    """Return a registered game's course, as a tuple of lessons. Empty if the game has no course.

    The page must first have loaded the parcel (group of modules) `chowk.core.parcels.COURSES`, which has the lessons.
    """
    lessons = sign(name).course
    return lessons() if lessons is not None else ()
