"""Interfaces for direct connections between devices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class PeerConnection(Protocol):
    """A connection to another device, open or being opened. Failures raise `OSError`."""

    async def offer(self) -> str:
        """Return an offer: the description of this device, for another device to answer."""

    async def answer(self, offered: str) -> str:
        """Return the answer to an offer: the description of this device, with its addresses."""

    async def accept(self, answered: str) -> None:
        """Accept the answer to this device's offer."""

    def send(self, text: str) -> bool:
        """Send a text; return False if the connection is not open."""

    def took(self) -> None:
        """Confirm an answer to the page that passed it on: the answer belonged to this offer."""

    def close(self) -> None:
        """Close the connection. Report no further events."""


class Connections(Protocol):
    """A factory of connections to other devices."""

    def wire(self, hear: Callable[[str, str], None]) -> PeerConnection:
        """Return a new connection that is still closed; raise `OSError` if the browser cannot make connections.

        `hear` is called with the name of each event and a text:

        * `open`: the connection is open; `text`: the other device sent the text.
        * `lost`, `back`: nothing arrives any more, and something arrives again; `failed`: the loss has lasted.
        * `closed`: the other device closed the connection.
        * `answer`: another page of this browser was given this answer.
        * `seen`, `unseen`: the page is shown, or hidden.
        """

    async def hand_on(self, answer: str) -> bool:
        """Pass an answer to the page of this browser that waits for an answer.

        Return True if a page took the answer.
        """
