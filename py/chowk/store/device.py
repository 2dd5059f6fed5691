"""What is needed of a device that keeps things."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol


class Room(NamedTuple):
    """Bytes that the page takes up on the device, None where that is not told, and whether they are protected."""

    used: int | None = None
    protected: bool = False


class Store(Protocol):
    """Texts under keys that outlive the page.

    Every method raises `OSError` where the device refuses, with `errno.ENOSPC` where it has no room left.
    """

    async def all(self) -> Mapping[str, str]:
        """Everything stored."""

    async def get(self, key: str) -> str | None:
        """The text under a key, None if there is none."""

    async def put(self, key: str, text: str) -> None:
        """Stores a text, in place of an earlier one."""

    async def swap(self, key: str, old: str | None, new: str) -> bool:
        """Stores a text if `old` or nothing lies there, and says whether it did; no other page gets in between."""

    async def delete(self, key: str) -> None:
        """Forgets a text, if there is one."""

    def leave(self, note: str) -> None:
        """Keeps one text apart from the others, at once, in a page that may end; nothing where that is refused."""

    def left(self) -> str:
        """That text, empty if there is none; it is kept no longer."""

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
