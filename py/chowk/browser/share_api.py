"""Output that leaves the page: the share sheet, pictures and printing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from js import File, Object, document, location, navigator, window
from pyodide.ffi import JsException, create_once_callable, to_js

from chowk.app.app import App
from chowk.browser.clipboard import offer
from chowk.browser.debug_flags import query_parameter
from chowk.browser.render.brush import Brush
from chowk.browser.render.font_loader import FONT, Letters
from chowk.core.message import say
from chowk.draw.theme import themed
from chowk.features.sharing.poster import WIDTH, Poster
from chowk.i18n.toast import Toast


class BrowserSharing:
    """The ways to share a game, the browser's implementation of `Sharing`. Failures are shown as toasts.

    `render_now` updates the page at once.
    """

    def __init__(self, app: App, render_now: Callable[[], None]) -> None:
        self._app = app
        self._render_now = render_now

    def address(self) -> str:
        """Return the page's address without query and fragment. A page under test keeps its query.

        Return an empty text for a page opened from a file: its path means nothing on another device, but a pasted
        fragment still works.
        """
        if location.protocol == "file:":
            return ""
        whole = str(location.href).partition("#")[0]
        return whole if query_parameter("test") else whole.partition("?")[0]

    def kinds(self) -> Sequence[str]:
        """Return the kinds of data that the device's share sheet accepts: `text`, `picture`, both or none."""
        if not hasattr(navigator, "share"):
            return ()
        file = File.new(to_js([""]), "a.png", _object({"type": "image/png"}))
        pictures = hasattr(navigator, "canShare") and navigator.canShare(_object({"files": [file]}))
        return ("text", "picture") if pictures else ("text",)

    def send(self, title: str, text: str, address: str, hear: Callable[[str], None] = lambda _: None) -> None:
        """Open the device's share sheet for a text with a link. `hear` gets `sent`, `cancelled` or `failed`.

        `title` is the title of the shared text, and `address` the link.
        """
        self._send({"title": title, "text": text, "url": address}, hear)

    def _send(self, data: dict[str, Any], hear: Callable[[str], None] = lambda _: None) -> None:
        """Open the device's share sheet at once, because browsers allow it only while a press is being handled."""
        try:
            shared = navigator.share(_object(data))
        except JsException:
            self._unsent(hear)
        else:
            self._app.spawn(self._await_share(shared, hear))

    async def _await_share(self, shared: Any, hear: Callable[[str], None]) -> None:
        try:
            await shared
        except JsException as error:
            # The player has closed the share sheet, or it is still open from an earlier press.
            if error.name in ("AbortError", "InvalidStateError"):
                hear("cancelled")
            else:
                self._unsent(hear)
        else:
            hear("sent")
        self._app.page.render()

    def _unsent(self, hear: Callable[[str], None]) -> None:
        self._tell(Toast(say("The browser did not send it.")))
        hear("failed")

    def save_picture(self, poster: Poster, name: str) -> None:
        """Paint a picture and offer it as a download with the file name `name`."""
        self._app.spawn(self._paint(poster, lambda blob: offer(blob, name)))

    def send_picture(self, poster: Poster, name: str, text: str) -> None:
        """Paint a picture and open the share sheet for it, with the file name `name` and the message `text`."""

        def offer(blob: Any) -> None:
            file = File.new(to_js([blob]), name, _object({"type": "image/png"}))
            self._send({"files": [file], "text": text})

        self._app.spawn(self._paint(poster, offer))

    async def _paint(self, poster: Poster, offer: Callable[[Any], None]) -> None:
        for text in poster.texts:
            with suppress(JsException):  # not available: use the device's font
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
        """Add the print view to the page, and open the browser's print dialog.

        The view must be added before the dialog opens. While the dialog opens, Chromium does not call the function that
        checks markup (Trusted Types), so no drawing could be added then. `browser/start.py` removes the view after
        printing.
        """
        self._app.window.printing = True
        self._render_now()
        window.print()

    def _tell(self, toast: Toast) -> None:
        self._app.voice.toast = toast
        self._app.page.render()


def _object(entries: dict[str, Any]) -> Any:
    return to_js(entries, dict_converter=Object.fromEntries)
