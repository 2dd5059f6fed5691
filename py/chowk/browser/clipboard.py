"""The clipboard, and downloads of texts as files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import URL, Blob, Object, document, navigator
from pyodide.ffi import JsException, to_js

from chowk.app.app import App
from chowk.browser.render.focus import SHEETS
from chowk.core.message import say
from chowk.i18n.toast import Toast


class BrowserClipboard:
    """The browser's clipboard, an implementation of `Clipboard`. It reports its results to the player in toasts."""

    def __init__(self, app: App) -> None:
        self._app = app

    def copy(
        self, text: str, done: Callable[[], None] = lambda: None, failed: Callable[[], None] = lambda: None
    ) -> None:
        """Copy a text to the clipboard and confirm it. If the browser refuses, ask the player to copy it by hand.

        Call `done` after a success, otherwise `failed`.
        """
        self._app.spawn(self._copy(text, done, failed, document.activeElement))

    async def _copy(self, text: str, done: Callable[[], None], failed: Callable[[], None], pressed: Any) -> None:
        try:
            await navigator.clipboard.writeText(text)
            self._app.voice.toast = Toast(say("Copied."), brief=True)
            done()
        except (JsException, AttributeError):
            marked = say("The browser does not allow copying. The text is selected: copy it yourself.")
            by_hand = say("The browser does not allow copying. Mark the text and copy it yourself.")
            # Some browsers refuse late. If the user has moved on, leave the focus where it is.
            stayed = document.activeElement in (pressed, document.body)
            self._app.voice.toast = Toast(marked if stayed and _marked(text) else by_hand)
            failed()
        self._app.page.render()


class BrowserFiles:
    """Downloads of texts as files: the browser's implementation of `Files`."""

    def download(self, name: str, text: str) -> None:
        """Offer a text as a file to download."""
        kind = to_js({"type": "text/plain;charset=utf-8"}, dict_converter=Object.fromEntries)
        offer(Blob.new(to_js([text]), kind), name)


def offer(blob: Any, name: str) -> None:
    """Offer a `Blob` as a download with the file name `name`."""
    link = document.createElement("a")
    link.href, link.download = URL.createObjectURL(blob), name
    link.click()
    URL.revokeObjectURL(link.href)


def _marked(text: str) -> bool:
    """Select the content of the text field that shows this text, if an open sheet has such a field.

    Return True if there is one.
    """
    for field in document.querySelectorAll(f"{SHEETS} textarea[readonly]"):
        if field.value == text:
            field.focus()
            field.select()
            return True
    return False
