"""The interface of a device's persistent store, which the browser or a test implements."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, Protocol

NEWER_FORM: Final = errno.EPROTO
"""Error number of a store that only a newer version of the page can use."""


class Room(NamedTuple):
    """The storage that the page uses, in bytes (None if unknown), and True if it is protected from eviction."""

    used: int | None = None
    protected: bool = False


class Store(Protocol):
    """A persistent key-value store of texts.

    Every method raises `OSError` if the device refuses, with `errno.ENOSPC` if it has no room left, and with
    `NEWER_FORM` if a newer version of the page has rebuilt the store.
    """

    async def all(self) -> Mapping[str, str]:
        """Return everything stored."""

    async def get(self, key: str) -> str | None:
        """Return the text under a key, or None."""

    async def put(self, key: str, text: str) -> None:
        """Store a text under a key, replacing an earlier one."""

    async def swap(self, key: str, old: str | None, new: str) -> bool:
        """Store a text if the stored one is `old`, or already `new`; return True if `new` is stored now.

        The operation is atomic among pages. An `old` of None means that no text is stored.
        """

    async def delete(self, key: str) -> None:
        """Delete a text if it exists."""

    def leave(self, note: str) -> None:
        """Store one note of this page at once, separately from the texts and replacing its last one; ignore failures.

        Each page has a place of its own, since several may end at the same time. An empty note clears the place.
        """

    def left(self) -> Mapping[str, str]:
        """Return the notes of other pages by place, the earliest first."""

    def clear(self, places: Iterable[str]) -> None:
        """Delete the notes in these places; ignore failures."""

    async def protect(self) -> None:
        """Ask the browser not to evict the texts when the device runs out of room; it may refuse."""

    async def room(self) -> Room:
        """Return the storage used by the page, and whether it is protected."""
