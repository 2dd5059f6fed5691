"""Interfaces for data that leave or enter the page: the share sheet, pictures, printing and QR codes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from chowk.features.sharing.poster import Poster


class Sharing(Protocol):
    """The ways to send a game out of the page."""

    def address(self) -> str:
        """Return the page's own address without a fragment, or an empty text if other devices cannot reach it."""

    def kinds(self) -> Sequence[str]:
        """Return the kinds of data that the share sheet accepts: `text`, `picture`, both or none."""

    def send(self, title: str, text: str, address: str, hear: Callable[[str], None] = lambda _: None) -> None:
        """Open the device's share sheet for a text and an address. Browsers allow this only after a press by the user.

        `hear` is called once with the result: `sent`, `cancelled` or `failed`.
        """

    def save_picture(self, poster: Poster, name: str) -> None:
        """Paint a picture of a game and offer it as a file with this name."""

    def send_picture(self, poster: Poster, name: str, text: str) -> None:
        """Paint a picture of a game and open the share sheet for it, with `text` as its description."""

    def print(self) -> None:
        """Open the device's print dialog for the page."""


class QrCodes(Protocol):
    """QR codes: drawing them, and reading them with the device's camera."""

    def code(self, text: str) -> str | None:
        """Return a text as a QR code: rows of `1` (dark) and `0` (light).

        Return None while it is being drawn, and an empty text if drawing failed.
        """

    def can_look(self) -> bool:
        """Return True if the device lets pages ask for a camera. The device may still have none."""

    def scan(self, hear: Callable[[str, str], None]) -> None:
        """Look for a QR code with a camera. The caller opens the sheet that shows the camera's live picture.

        `hear` is called once with the result and the text of the code. The result is `code`, `refused`, `none` if there
        is no camera, `failed`, or `ended` if no code was found or the sheet was closed. Without a code the text is
        empty.
        """
