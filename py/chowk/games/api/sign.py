"""A game's entry in the registry: the data that are needed before the game's modules are loaded."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

from chowk.core.message import Message
from chowk.draw.shapes import Drawing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chowk.games.api.lesson import Course, Lesson
    from chowk.games.api.mistake import MistakeThemes
    from chowk.games.api.puzzle import PuzzleTheme

T = TypeVar("T")

LINKED: Final = 16
"""Number of different game numbers that fit into a link."""


class Later(NamedTuple, Generic[T]):
    """A part of a game that is imported on first use: its module and its name in the module."""

    module: str
    name: str

    def __call__(self) -> T:
        """Import the module and return the part."""
        part: T = getattr(import_module(self.module), self.name)
        return part


class Sign(NamedTuple):
    """A game's entry in the registry: everything that the home page needs, without loading the game's modules.

    `number` identifies the game in links, from 0 to `LINKED` - 1, so it never changes its meaning. `minutes` is the
    length of a usual game. `emblem` is its picture on the home page, in the frame `chowk.games.emblems.FRAME`.

    `ready` is False for a game that is announced but not playable yet. `credit` names the author of the rules, if
    that is required. `lot` is True if sides are assigned at random unless someone chooses. A game without
    `lessons` is learnt from its rule book. `themes` are the themes of the game's puzzles, by their names in
    `puzzles.txt`; None if it has no puzzles. `course` are the short lessons that follow the first one; None if there
    are none. `mistakes` are the themes by which the player's own mistakes are counted; without them, mistakes are not
    stored.
    """

    name: str
    number: int
    title: Message
    summary: Message
    seats: tuple[int, ...]
    minutes: int
    emblem: Later[Drawing]
    ready: bool = True
    credit: Message | None = None
    lot: bool = False
    lessons: Later[Lesson] | None = None
    themes: Later[Mapping[str, PuzzleTheme]] | None = None
    course: Later[Course] | None = None
    mistakes: Later[MistakeThemes] | None = None
