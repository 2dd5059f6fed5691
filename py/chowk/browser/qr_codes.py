"""QR codes, drawn and read by JavaScript that is fetched on first use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import js
from js import navigator
from pyodide.ffi import JsException

from chowk.app.app import App
from chowk.features.sharing.qr_camera import VIDEO

_UNSEEN: Final = {"NotAllowedError": "refused", "NotFoundError": "none"}


class BrowserQrCodes:
    """Drawing and reading of QR codes: the browser's implementation of `QrCodes`."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._coded: tuple[str, str | None] = ("", None)  # the latest text, and its QR code

    def code(self, text: str) -> str | None:
        """Return a text as a QR code: rows of `1` and `0`. None while the code is being made; empty if that failed.

        The page is rendered again when the code is ready.
        """
        if self._coded[0] != text:
            self._coded = (text, None)
            self._app.spawn(self._code(text))
        return self._coded[1]

    async def _code(self, text: str) -> None:
        try:
            rows = str(await js.chowkCode(text))
        except JsException:
            rows = ""
        if self._coded[0] == text:
            self._coded = (text, rows)
            self._app.page.render()

    def can_look(self) -> bool:
        """Return True if this page may ask for a camera. Pages with unencrypted addresses may not."""
        return hasattr(navigator, "mediaDevices") and hasattr(navigator.mediaDevices, "getUserMedia")

    def scan(self, hear: Callable[[str, str], None]) -> None:
        """Scan for a QR code with the camera.

        Call `hear` with `code` and the text of the code, or with the reason why scanning ended and an empty text.
        """
        self._app.spawn(self._scan(hear))

    async def _scan(self, hear: Callable[[str, str], None]) -> None:
        self._app.page.render()  # show the sheet before the camera starts
        try:
            text = str(await js.chowkSeen(VIDEO))
        except JsException as error:
            hear(_UNSEEN.get(str(error.name), "failed"), "")
        else:
            hear("code" if text else "ended", text)
