"""Interfaces of the direct connections between devices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class PeerConnection(Protocol):
    """A connection to another device, or the attempt to open one. Failures raise `OSError`."""

    async def offer(self) -> str:
        """Return the description of this side, for another device to answer."""

    async def answer(self, offered: str) -> str:
        """Return the description of this side, with its addresses, as the answer to an offer."""

    async def accept(self, answered: str) -> None:
        """Accept the answer to this side's offer."""

    def send(self, text: str) -> bool:
        """Send a text; return False if the connection is not open."""

    def took(self) -> None:
        """Confirm to the page that handed on an answer that it was the right one."""

    def close(self) -> None:
        """Close the connection and report no further events of it."""


class Connections(Protocol):
    """The ways to connect this page to other devices."""

    def wire(self, hear: Callable[[str, str], None]) -> PeerConnection:
        """Return the beginning of a connection to another device; raise `OSError` if none is possible.

        `hear` is called with its events: `open`; `text` with the text received; `lost` and `back`; `failed` if the loss
        lasts; `closed`; `answer` with an answer given to another page of this browser; `seen` and `unseen` as the page
        is shown or hidden.
        """

    async def hand_on(self, answer: str) -> bool:
        """Pass an answer to the page of this browser that waits for one; return True if a page took it."""
