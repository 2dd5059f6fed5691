"""The translation desk in the browser. Changes are stored locally, and exported and imported as `.po` files."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from js import URL, Blob, CSSStyleSheet, Object, document, location, setTimeout, window
from pyodide.ffi import JsException, create_proxy, to_js

from chowk.browser.render.dom import Patcher
from chowk.features.translation.desk import TranslatorsDesk
from chowk.features.translation.desk_view import CSS, Notice, page
from chowk.features.translation.po import Key, PoError

FetchExtra = Callable[[list[str]], Awaitable[bytes]]
PREFIX: Final = "chowk:translate:"
"""Prefix of the `localStorage` keys of stored changes."""
AWHILE: Final = 40_000
"""Time after which the object URL of a download is released, in milliseconds."""


async def begin(table: Mapping[str, list[str]], fetch: FetchExtra) -> None:
    """Show the desk with the language in the page's address (`?translate=hi`), or else with the first language.

    `table` maps the name of each file of the desk to a list of two texts: the name under which the file is fetched, and
    its SHA-256. `fetch` returns the content of a file, given this list.
    """
    notes = json.loads(await fetch(table["notes.json"]))
    shown = Translating({name[:-3]: file for name, file in table.items() if name.endswith(".po")}, notes, fetch)
    code = str(location.search).partition("translate=")[2].partition("&")[0]
    await shown.choose(code if code in shown.files else next(iter(shown.files)))


class Translating:
    """The page of the translation desk: its languages, the open one, and the last message.

    `files` maps the code of each language to a list of two texts: the name of its file, and the file's SHA-256. `fetch`
    returns the content of a file, given this list.
    """

    def __init__(self, files: Mapping[str, list[str]], notes: Mapping[str, Any], fetch: FetchExtra) -> None:
        self.files = files
        self._notes = notes
        self._fetch = fetch
        self._desk: TranslatorsDesk | None = None
        self._notice = Notice()
        self._keeps = True
        self._patcher = Patcher(document.getElementById("app"))
        sheet = CSSStyleSheet.new()
        sheet.replaceSync(CSS)
        document.adoptedStyleSheets = to_js([sheet])
        document.title = "Translate Chowk"
        for name in ("click", "input", "change"):
            document.addEventListener(name, create_proxy(self._hear))

    def _show(self) -> None:
        self._patcher.show(page(self._desk, list(self.files), self._notice, self._keeps))

    async def choose(self, code: str) -> None:
        """Load a language, and the translator's stored changes to it."""
        try:
            base = (await self._fetch(self.files[code])).decode()
        except (OSError, JsException):
            self._notice = Notice(
                "The sentences of this language did not arrive. Connect to a network, then try again.", True
            )
        else:
            self._desk = desk = TranslatorsDesk(code, base, self._notes)
            self._notice = Notice()
            try:
                desk.take(str(window.localStorage.getItem(PREFIX + code) or ""))
            except (JsException, AttributeError):
                self._keeps = False
        self._show()

    def _keep(self) -> None:
        desk = self._desk
        if desk is None:
            return
        try:
            window.localStorage.setItem(PREFIX + desk.code, desk.kept())
            self._keeps = True
        except (JsException, AttributeError):
            self._keeps = False

    def _hear(self, event: Any) -> None:
        control, desk = event.target.closest("[data-do]"), self._desk
        if not control or desk is None or control.getAttribute("aria-disabled") == "true":
            return
        name, arg = str(control.dataset.do), str(control.getAttribute("data-arg") or "")
        typed = name in ("change", "search")
        pressed = control.tagName == "BUTTON"
        if event.type != ("click" if pressed else "input" if typed else "change"):
            return
        if name in ("language", "file"):
            self._task = asyncio.ensure_future(
                self.choose(str(control.value)) if name == "language" else self._open(desk, control)
            )
            return
        if name == "download":
            self._download(desk)
        else:
            self._do(desk, name, arg, control)
        self._show()
        if name == "page":
            window.scrollTo(0, 0)

    def _do(self, desk: TranslatorsDesk, name: str, arg: str, control: Any) -> None:
        if name in ("filter", "search"):
            setattr(desk, {"filter": "filter", "search": "query"}[name], str(control.value))
            desk.page = 0
        elif name == "page":
            desk.page = int(arg)
        elif name == "change":
            number, _, key = arg.partition(" ")
            desk.change(_key(key), int(number), str(control.value))
        elif name == "read":
            desk.mark(_key(arg), bool(control.checked))
        elif name == "revert":
            desk.revert(_key(arg))
        if name in ("change", "read", "revert"):
            self._keep()

    async def _open(self, desk: TranslatorsDesk, control: Any) -> None:
        file = control.files.item(0)
        if not file:
            return
        text = str(await file.text())
        control.value = ""  # lets the user open the same file again
        try:
            self._notice = Notice(desk.open(text))
        except PoError as error:
            self._notice = Notice(str(error), True)
        self._keep()
        self._show()

    def _download(self, desk: TranslatorsDesk) -> None:
        kind = to_js({"type": "text/x-gettext-translation"}, dict_converter=Object.fromEntries)
        link = document.createElement("a")
        link.href = URL.createObjectURL(Blob.new(to_js([desk.file()]), kind))
        link.download = f"{desk.code}.po"
        link.click()
        setTimeout(create_proxy(lambda: URL.revokeObjectURL(link.href)), AWHILE)
        self._notice = Notice(f"{desk.code}.po is among your downloads, with {len(desk.drafts)} changes in it.")


def _key(text: str) -> Key:
    context, separator, rest = text.partition("\x04")
    return Key(rest, context) if separator else Key(text)
