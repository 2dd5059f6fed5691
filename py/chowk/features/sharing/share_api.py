"""The ways out of the page: to other programs, into pictures, onto paper. The browser has them, and so can a test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from chowk.features.sharing.poster import Poster


class Wire(Protocol):
    """A connection to another device, or the beginning of one. What fails raises `OSError`."""

    async def offer(self) -> str:
        """The description of this side, for another to answer."""

    async def answer(self, offered: str) -> str:
        """The description of this side, with its addresses, for whoever offered by that description."""

    async def accept(self, answered: str) -> None:
        """Takes the answer to what was offered here."""

    def send(self, text: str) -> bool:
        """Sends a text; whether the connection was open for it."""

    def took(self) -> None:
        """Tells the page that handed an answer on that it was the right one."""

    def close(self) -> None:
        """Ends the connection; nothing more is heard of it."""


class Outlet(Protocol):
    """Where things go that leave the page."""

    def address(self) -> str:
        """The page's own address, without what may follow a `#`; empty where others could not reach it."""

    def kinds(self) -> Sequence[str]:
        """What the device hands on to other programs: `text`, `picture`, both or nothing."""

    def code(self, text: str) -> str | None:
        """A text as a QR code, a line of 1 and 0 for each row; None while it is drawn, empty where that failed."""

    def can_look(self) -> bool:
        """Whether the device lets pages like this one ask for a camera, if it has any."""

    def look(self, hear: Callable[[str, str], None]) -> None:
        """Looks for a QR code with a camera, and shows what it sees in the sheet that is being opened for that.

        `hear` is told once what became of it: `code` with its text; `refused`, `none` where there is no camera,
        `failed`; or `ended`, where nothing was found, or nobody looks any more.
        """

    def send(self, title: str, text: str, address: str, hear: Callable[[str], None] = lambda _: None) -> None:
        """Open the device's share sheet for a text with an address; to be called while a press is handled.

        `hear` is called once with the result: `sent`, `cancelled` or `failed`.
        """

    def save_picture(self, poster: Poster, name: str) -> None:
        """Paints a picture and offers it as a file."""

    def send_picture(self, poster: Poster, name: str, text: str) -> None:
        """Paints a picture and lets a person choose where it is sent."""

    def print(self) -> None:
        """Opens the device's own way to print the page."""

    def wire(self, hear: Callable[[str, str], None]) -> Wire:
        """The beginning of a connection to another device; raises `OSError` where there can be none.

        `hear` is told what becomes of it: `open`, `text` with what came, `lost` and `back`, `failed` when that lasts,
        `closed`; `answer` with one that another page of this browser was given; and `seen` or `unseen` when the page
        is looked at, or no longer.
        """

    async def hand_on(self, answer: str) -> bool:
        """Gives an answer to the page of this browser that waits for one; whether any took it."""
