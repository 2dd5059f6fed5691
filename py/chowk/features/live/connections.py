"""Interfaces for direct connections between devices."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Protocol

LINK: Final = re.compile(r"(?:^|[#&\s])l=([0-9]{1,6})\.([A-Za-z0-9_-]{1,400})")
"""A pattern for the part of a link that encodes an offer or an answer: its version, and its code."""


class PeerConnection(Protocol):
    """A connection to another device. It may still be opening, or be lost. Failures raise `OSError`."""

    async def offer(self) -> str:
        """Return an offer: a description of this device that another device can answer."""

    async def plan(self) -> str:
        """Return an offer that may be answered much later.

        The device looks for its own addresses only when it accepts the answer.
        """

    async def answer(self, offered: str) -> str:
        """Return the answer to an offer: a description of this device, with its addresses."""

    async def accept(self, answered: str) -> None:
        """Accept the answer to this device's offer."""

    async def retry(self, attempt: int) -> None:
        """Try the addresses of the accepted answer again after a failure. `attempt` counts the attempts, from 1."""

    def send(self, text: str) -> bool:
        """Send a text; return False if the connection is not open."""

    def tell_accepted(self) -> None:
        """Tell another tab of this browser that the answer which it passed on was accepted here.

        An answer is the other device's reply to an offer of a connection. It comes as a link, which may be opened in
        the wrong tab.
        """

    def close(self) -> None:
        """Close the connection. No further events are reported."""


class Connections(Protocol):
    """A factory of connections to other devices."""

    def new_connection(self, hear: Callable[[str, str], None]) -> PeerConnection:
        """Return a new connection, which is still closed; raise `OSError` if the browser cannot make connections.

        `hear` is called with the name of each event and a text, which is empty except for `text` and `answer`:

        * `open`: the connection is open.
        * `text`: the other device has sent the text.
        * `lost`: nothing arrives any more.
        * `back`: something arrives again after a loss.
        * `failed`: a loss has lasted too long.
        * `closed`: the other device closed the connection.
        * `answer`: another tab of this browser has opened a link with an answer, the text.
        * `seen`: the user looks at this page again.
        * `unseen`: this page is hidden.
        * `online`: this device is in a network again.
        """

    async def hand_on(self, answer: str) -> bool:
        """Pass an answer to the tab of this browser that waits for it. Return True if a tab took the answer."""
