"""A page that is put together before it is shown: between two frames of a motion, say, rather than in one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Page = TypeVar("Page")


class Ahead(Generic[Page]):
    """The page as it is to be now, made ahead if it was, and is still the same."""

    def __init__(self, make: Callable[[], Page], besides: Callable[[], object]) -> None:
        """`make` puts a page together; `besides` tells what may change it without its being asked for."""
        self._make, self._besides = make, besides
        self._asked = 0
        self._made: tuple[object, Page] | None = None

    def ask(self) -> None:
        """Whatever changes what is to be seen calls this."""
        self._asked += 1

    def prepare(self) -> None:
        """Makes the page now, for the next `take`."""
        self._made = (self._moment(), self._make())

    @property
    def made(self) -> Page | None:
        """The page that was made ahead, if one was."""
        return self._made[1] if self._made is not None else None

    def drop(self) -> None:
        """Forgets what was made."""
        self._made = None

    def take(self) -> Page:
        """The page as it is to be now; what was made ahead serves once."""
        made, self._made = self._made, None
        return made[1] if made is not None and made[0] == self._moment() else self._make()

    def _moment(self) -> object:
        return self._asked, self._besides()
