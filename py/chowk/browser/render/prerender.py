"""Build a page before it is shown, for example between two frames of an animation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Page = TypeVar("Page")


class Ahead(Generic[Page]):
    """A builder of pages that can build a page before it is needed.

    The prebuilt page is used if nothing has changed since it was built. Otherwise the page is built again.
    """

    def __init__(self, make: Callable[[], Page], besides: Callable[[], object]) -> None:
        """Prepare to build pages by calling `make`.

        `besides` returns a value on which the page depends. If this value has changed since the page was built, the
        page is built again, even if `invalidate` was not called.
        """
        self._make, self._besides = make, besides
        self._changes = 0
        self._prerendered: tuple[object, Page] | None = None

    def invalidate(self) -> None:
        """Record that the page has changed. A page that was built earlier is then not used."""
        self._changes += 1

    def prepare(self) -> None:
        """Build the page now, for the next `take`."""
        self._prerendered = (self._moment(), self._make())

    @property
    def page(self) -> Page | None:
        """The page that was built ahead of time, or None if none exists."""
        return self._prerendered[1] if self._prerendered is not None else None

    def drop(self) -> None:
        """Discard the prerendered page."""
        self._prerendered = None

    def take(self) -> Page:
        """Return the current page: the prerendered one if it is still current, or else a new one.

        The prerendered page is discarded in both cases.
        """
        prerendered, self._prerendered = self._prerendered, None
        return prerendered[1] if prerendered is not None and prerendered[0] == self._moment() else self._make()

    def _moment(self) -> object:
        return self._changes, self._besides()
