"""What is needed of a device that keeps things."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, Protocol

NEWER_FORM: Final = errno.EPROTO
"""The number of the error of a store that only a newer version of the page can use."""


class Room(NamedTuple):
    """Bytes that the page takes up on the device, None where that is not told, and whether they are protected."""

    used: int | None = None
    protected: bool = False


class Store(Protocol):
    """Texts under keys that outlive the page.

    Every method raises `OSError` where the device refuses, with `errno.ENOSPC` where it has no room left, and with
    `NEWER_FORM` where a newer version of the page has rebuilt what keeps the texts.
    """

    async def all(self) -> Mapping[str, str]:
        """Everything stored."""

    async def get(self, key: str) -> str | None:
        """The text under a key, None if there is none."""

    async def put(self, key: str, text: str) -> None:
        """Stores a text, in place of an earlier one."""

    async def swap(self, key: str, old: str | None, new: str) -> bool:
        """Store a text if `old`, nothing, or the very text lies there; return whether it lies there now.

        No other page gets in between.
        """

    async def delete(self, key: str) -> None:
        """Forgets a text, if there is one."""

    def leave(self, note: str) -> None:
        """Keep one note of this page apart from the texts, at once, in place of its last; nothing where refused.

        Each page has a place of its own for it: several may end together. An empty note clears the place.
        """

    def left(self) -> Mapping[str, str]:
        """Return the notes of other pages by their places, the earliest first."""

    def clear(self, places: Iterable[str]) -> None:
        """Keep the notes in these places no longer; nothing where refused."""

    async def protect(self) -> None:
        """Asks the browser to keep the texts even when the device runs short of room; it may say no."""

    async def room(self) -> Room:
        """How much room all of the page takes up, and whether it is protected."""


class StoreHost(Protocol):
    """Whatever has a store, and a page that shows what lies there."""

    @property
    def store(self) -> Store:
        """What outlives the page."""

    def render(self) -> None:
        """Brings the page in line with what is the case now, soon."""
