"""The browser's ways out of the page: sharing, pictures, paper."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import js
from js import URL, File, Object, document, location, navigator, window
from pyodide.ffi import JsException, create_once_callable, to_js

from chowk.app.app import App
from chowk.browser.debug_flags import asked
from chowk.browser.render.brush import Brush
from chowk.browser.render.font_loader import FONT, Letters
from chowk.core.message import say
from chowk.draw.theme import themed
from chowk.features.sharing.poster import WIDTH, Poster
from chowk.features.sharing.qr_camera import VIDEO
from chowk.features.sharing.share_api import Wire
from chowk.i18n.toast import Toast


class BrowserOutlet:
    """An `Outlet` for an application, which it tells what went wrong."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._coded: tuple[str, str | None] = ("", None)  # the text that a code was asked for last, and that code

    def address(self) -> str:
        """The page's own address, without what may follow a `#`; a test's page stays one.

        None for a page from a disk: its place there concerns nobody else. What follows the `#` can still be pasted.
        """
        if location.protocol == "file:":
            return ""
        whole = str(location.href).partition("#")[0]
        return whole if asked("test") else whole.partition("?")[0]

    def kinds(self) -> Sequence[str]:
        """What the device hands on to other programs."""
        if not hasattr(navigator, "share"):
            return ()
        file = File.new(to_js([""]), "a.png", _object({"type": "image/png"}))
        pictures = hasattr(navigator, "canShare") and navigator.canShare(_object({"files": [file]}))
        return ("text", "picture") if pictures else ("text",)

    def code(self, text: str) -> str | None:
        """A text as a QR code; None while it is drawn, after which the page is shown anew, empty where that failed."""
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
            self._app.world.render()

    def can_look(self) -> bool:
        """Whether pages like this one may ask for a camera; those of addresses without encryption may not."""
        return hasattr(navigator, "mediaDevices") and hasattr(navigator.mediaDevices, "getUserMedia")

    def look(self, hear: Callable[[str, str], None]) -> None:
        """Looks for a QR code with a camera."""
        self._app.spawn(self._look(hear))

    async def _look(self, hear: Callable[[str, str], None]) -> None:
        self._app.world.render()  # the sheet is there when the camera is
        try:
            text = str(await js.chowkSeen(VIDEO))
        except JsException as error:
            hear(_UNSEEN.get(str(error.name), "failed"), "")
        else:
            hear("code" if text else "ended", text)

    def wire(self, hear: Callable[[str, str], None]) -> Wire:
        """The beginning of a connection to another device."""
        from chowk.browser.peer_connection import BrowserWire

        return BrowserWire(hear)

    async def hand_on(self, answer: str) -> bool:
        """Gives an answer to the page that waits for one."""
        from chowk.browser.peer_connection import hand_on

        return await hand_on(answer)

    def send(self, title: str, text: str, address: str, hear: Callable[[str], None] = lambda _: None) -> None:
        """Open the device's share sheet for a text with an address."""
        self._send({"title": title, "text": text, "url": address}, hear)

    def _send(self, what: dict[str, Any], hear: Callable[[str], None] = lambda _: None) -> None:
        """Share at once: browsers allow it only while the press that asks for it is being handled."""
        try:
            shared = navigator.share(_object(what))
        except JsException:
            self._unsent(hear)
        else:
            self._app.spawn(self._heard(shared, hear))

    async def _heard(self, shared: Any, hear: Callable[[str], None]) -> None:
        try:
            await shared
        except JsException as error:
            # The player has closed the share sheet, or it still lies open from another press.
            if error.name in ("AbortError", "InvalidStateError"):
                hear("cancelled")
            else:
                self._unsent(hear)
        else:
            hear("sent")
        self._app.world.render()

    def _unsent(self, hear: Callable[[str], None]) -> None:
        self._tell(Toast(say("The browser did not send it.")))
        hear("failed")

    def save_picture(self, poster: Poster, name: str) -> None:
        """Paints a picture and offers it as a file."""

        def offer(blob: Any) -> None:
            link = document.createElement("a")
            link.href, link.download = URL.createObjectURL(blob), name
            link.click()
            URL.revokeObjectURL(link.href)

        self._app.spawn(self._paint(poster, offer))

    def send_picture(self, poster: Poster, name: str, text: str) -> None:
        """Paints a picture and lets a person choose where it is sent."""

        def offer(blob: Any) -> None:
            file = File.new(to_js([blob]), name, _object({"type": "image/png"}))
            self._send({"files": [file], "text": text})

        self._app.spawn(self._paint(poster, offer))

    async def _paint(self, poster: Poster, offer: Callable[[Any], None]) -> None:
        for text in poster.texts:
            with suppress(JsException):  # out of reach: the device's own letters must do
                await document.fonts.load(f"{text.weight} 32px {FONT}", text.text)
        canvas = document.createElement("canvas")
        unit = WIDTH / poster.width
        canvas.width, canvas.height = WIDTH, round(poster.height * unit)
        Brush(themed(poster.look), Letters(lambda: None)).paint(canvas.getContext("2d"), poster.drawing, unit)
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        canvas.toBlob(create_once_callable(done.set_result), "image/png")
        blob = await done
        if blob:
            offer(blob)
        else:
            self._tell(Toast(say("The picture could not be made.")))

    def print(self) -> None:
        """Opens the browser's own way to print the page."""
        window.print()

    def _tell(self, toast: Toast) -> None:
        self._app.voice.toast = toast
        self._app.world.render()


_UNSEEN: Final = {"NotAllowedError": "refused", "NotFoundError": "none"}


def _object(entries: dict[str, Any]) -> Any:
    return to_js(entries, dict_converter=Object.fromEntries)
