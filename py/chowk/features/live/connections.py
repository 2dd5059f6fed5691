"""Interfaces for direct connections between devices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class PeerConnection(Protocol):
    """A connection to another device, which may still be opening. Failures raise `OSError`."""

    async def offer(self) -> str:
        """Return an offer: a description of this device that another device can answer."""

    async def answer(self, offered: str) -> str:
        """Return the answer to an offer: a description of this device, with its addresses."""

    async def accept(self, answered: str) -> None:
        """Accept the answer to this device's offer."""

    def send(self, text: str) -> bool:
        """Send a text; return False if the connection is not open."""

    def took(self) -> None:
        """Let the page that passed on an answer know that the answer belonged to this connection's offer."""

    def close(self) -> None:
        """Close the connection. No further events are reported."""


class Connections(Protocol):
    """A factory of connections to other devices."""

    def wire(self, hear: Callable[[str, str], None]) -> PeerConnection:
        """Return a new connection, which is still closed; raise `OSError` if the browser cannot make connections.

        `hear` is called with the name of each event and a text:

        * `open`: the connection is open; `text`: the other device sent the text.
        * `lost`, `back`: nothing arrives any more, and something arrives again; `failed`: the loss has lasted.
        * `closed`: the other device closed the connection.
        * `answer`: another tab of this browser has opened this answer as a link.
        * `seen`, `unseen`: the page is shown, or hidden.
        """

    async def hand_on(self, answer: str) -> bool:
        """Pass an answer to the tab of this browser that waits for it. Return True if a tab took the answer."""
