"""The interface of a device's persistent store. The browser implements it, and so do the tests' stores."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, Protocol

NEWER_FORM: Final = errno.EPROTO
"""Error number of a store that a newer version of the page has rebuilt, so that this version cannot use it."""


class StorageUsage(NamedTuple):
    """The storage that the page uses on the device.

    `used` is its size in bytes, or None if unknown. `protected` is True if the browser will not evict it.
    """

    used: int | None = None
    protected: bool = False


class Store(Protocol):
    """A persistent key-value store of texts.

    Every method raises `OSError` if the device refuses. The error number is `errno.ENOSPC` if the device has no room
    left, and `NEWER_FORM` if a newer version of the page has rebuilt the store.
    """

    async def all(self) -> Mapping[str, str]:
        """Return all stored texts by key."""

    async def get(self, key: str) -> str | None:
        """Return the text under a key, or None if none exists."""

    async def put(self, key: str, text: str) -> None:
        """Store a text under a key, in place of an earlier text."""

    async def swap(self, key: str, old: str | None, new: str) -> bool:
        """Store the text `new` if the stored text is `old` or `new`. Return True if `new` is stored now.

        The operation is atomic among pages. If `old` is None, there must be no stored text under the key.
        """

    async def delete(self, key: str) -> None:
        """Delete a text if it exists."""

    def leave(self, note: str) -> None:
        """Store a note at once, before this call returns. Ignore failures.

        A page that is about to end leaves a list of its pending writes. Notes are separate from the stored texts. Each
        page has its own place for one note, because several pages may end at the same time. A new note replaces the
        page's earlier note, and an empty note deletes it.
        """

    def left_notes(self) -> Mapping[str, str]:
        """Return the notes that other pages have left, the earliest first, by their places (see `leave`)."""

    def clear(self, places: Iterable[str]) -> None:
        """Delete the notes in these places; ignore failures."""

    async def protect(self) -> None:
        """Ask the browser not to evict the texts when the device runs out of room. The browser may refuse."""

    async def storage_usage(self) -> StorageUsage:
        """Return the storage that the page uses, and whether it is protected from eviction."""
