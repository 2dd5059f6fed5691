"""Interfaces for sending data out of the page: share sheet, pictures, print, camera, connections."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from chowk.features.sharing.poster import Poster


class Wire(Protocol):
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


class Outlet(Protocol):
    """The ways to send something out of the page."""

    def address(self) -> str:
        """Return the page's own address without a fragment, or an empty text if others could not reach it."""

    def kinds(self) -> Sequence[str]:
        """Return the kinds of data that the share sheet accepts: `text`, `picture`, both or none."""

    def code(self, text: str) -> str | None:
        """Return a text as a QR code, rows of 1 and 0; None while it is drawn, empty if drawing failed."""

    def can_look(self) -> bool:
        """Return True if the device lets pages ask for a camera; it may have none."""

    def look(self, hear: Callable[[str, str], None]) -> None:
        """Look for a QR code with a camera, whose picture appears in the sheet being opened.

        `hear` is called once with the result: `code` with its text, `refused`, `none` if there is no camera, `failed`,
        or `ended` if no code was found or the sheet was closed.
        """

    def send(self, title: str, text: str, address: str, hear: Callable[[str], None] = lambda _: None) -> None:
        """Open the device's share sheet for a text with an address; must be called while a press is handled.

        `hear` is called once with the result: `sent`, `cancelled` or `failed`.
        """

    def save_picture(self, poster: Poster, name: str) -> None:
        """Paint a picture and offer it as a file."""

    def send_picture(self, poster: Poster, name: str, text: str) -> None:
        """Paint a picture and open the share sheet for it."""

    def print(self) -> None:
        """Open the device's print dialog for the page."""

    def wire(self, hear: Callable[[str, str], None]) -> Wire:
        """Return the beginning of a connection to another device; raise `OSError` if none is possible.

        `hear` is called with its events: `open`; `text` with the text received; `lost` and `back`; `failed` if the loss
        lasts; `closed`; `answer` with an answer given to another page of this browser; `seen` and `unseen` as the page
        is shown or hidden.
        """

    async def hand_on(self, answer: str) -> bool:
        """Pass an answer to the page of this browser that waits for one; return True if a page took it."""
