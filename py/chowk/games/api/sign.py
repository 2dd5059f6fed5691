"""A game's entry in the registry: its data that are available before any of its modules is loaded."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

from chowk.core.message import Message
from chowk.draw.shapes import Drawing

if TYPE_CHECKING:
    from chowk.games.api.lesson import Lesson

T = TypeVar("T")

LINKED: Final = 16
"""The number of game numbers that a link has room for."""


class Later(NamedTuple, Generic[T]):
    """A part of a game that is imported on first use: its module and its name there."""

    module: str
    name: str

    def __call__(self) -> T:
        """Import the module and return the part."""
        part: T = getattr(import_module(self.module), self.name)
        return part


class Sign(NamedTuple):
    """A game's entry in the registry: everything the home page needs, without loading the game's modules.

    `number` identifies the game in links, so it never changes its meaning (from 0 to `LINKED` - 1). `minutes` is the
    length of a usual game. `emblem` is its picture on the home page, in the frame `chowk.games.emblems.FRAME`.

    `ready` is False for a game that is announced but not playable yet. `credit` names the author of the rules, where
    that is due. `lot` means that by the rules sides are drawn at random, which happens unless someone chooses. A game
    without `lessons` is learnt from its rule book.
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
