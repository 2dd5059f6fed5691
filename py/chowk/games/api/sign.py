"""What stands on the shelf for a game before any of its modules is loaded."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

from chowk.core.message import Message
from chowk.draw.shapes import Drawing

if TYPE_CHECKING:
    from chowk.games.api.lesson import Lesson

T = TypeVar("T")

LINKED: Final = 16
"""Links have room for so many numbers of games."""


class Later(NamedTuple, Generic[T]):
    """A part of a game that is loaded when it is first asked for: its module, and what it is called there."""

    module: str
    name: str

    def __call__(self) -> T:
        """The part."""
        part: T = getattr(import_module(self.module), self.name)
        return part


class Sign(NamedTuple):
    """What can be known of a game before any of its modules is loaded: all that the home page needs.

    `number` stands for the game in links, so it never means another one (from 0 to below `LINKED`). `minutes` is a
    usual game's length. `emblem` is what stands for it on the home page, in the frame that `chowk.games.emblems` has.

    The rest has defaults. `ready` is False for a game that is announced but cannot be opened yet; `credit` says whose
    game it is by whose rules this one plays, where that is to be said. `lot` says that by the rules a lot decides who
    plays which side, as it then does unless somebody chooses. A game without `lessons` is learnt from its rules.
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
