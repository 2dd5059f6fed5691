"""The ways out of the page: to other programs, into pictures, onto paper. The browser has them, and so can a test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from chowk.share.poster import Poster


class Outlet(Protocol):
    """Where things go that leave the page."""

    def address(self) -> str:
        """The page's own address, without what may follow a `#`; empty where others could not reach it."""

    def kinds(self) -> Sequence[str]:
        """What the device hands on to other programs: `text`, `picture`, both or nothing."""

    def code(self, text: str) -> str | None:
        """A text as a QR code, a line of 1 and 0 for each row; None while it is drawn, empty where that failed."""

    def send(self, title: str, text: str, address: str) -> None:
        """Lets a person choose a program or somebody to send a text with an address to."""

    def save_picture(self, poster: Poster, name: str) -> None:
        """Paints a picture and offers it as a file."""

    def send_picture(self, poster: Poster, name: str, text: str) -> None:
        """Paints a picture and lets a person choose where it is sent."""

    def print(self) -> None:
        """Opens the device's own way to print the page."""
