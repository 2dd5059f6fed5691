"""The page's access to the collections of games: it passes files to the worker, and scrolls the list of games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from js import File, Object, document
from pyodide.ffi import create_proxy, to_js

from chowk.browser import collection_desk
from chowk.browser.clipboard import offer
from chowk.browser.collection_store import OUTGOING, BrowserCollectionStore
from chowk.browser.engine_worker import STARTING, EngineWorker, alive

READING: Final = 3_600.0
"""Maximum time for an answer, in seconds. To read a large file on a slow device takes minutes."""
NAME: Final = "games.txt"
"""File name given to a pasted text."""


class PageArchives:
    """The browser's implementation of `Archives`. It asks the worker, exchanges files with it, and scrolls the list."""

    def __init__(self, engine: EngineWorker) -> None:
        self._engine = engine
        self._store = BrowserCollectionStore()

    async def ask(self, question: str) -> str:
        """Return the worker's answer to a question, both as JSON; raise `OSError` if the worker died."""
        return await self._engine.ask(question, self._answer)

    async def _answer(self, question: str) -> str:
        engine = self._engine
        engine.start_once()
        if engine.worker is None or engine.death is None:
            return await collection_desk.answer(question)
        worker = await alive(engine.worker, engine.death, STARTING)
        return str(await alive(worker.archive(question), engine.death, READING))

    async def store_incoming(self, source: Any) -> None:
        """Store `source`, a `File` of the browser or a text, where the worker finds it."""
        await self._store.put_file(File.new(to_js([source]), NAME) if isinstance(source, str) else source)

    async def save(self) -> None:
        """Offer a download of the file that the worker has stored for the page. Do nothing if there is no file."""
        file = await self._store.take_file(OUTGOING)
        if file:
            offer(file, str(file.name))

    def watch(self, scrolled: Callable[[int], None]) -> None:
        """Call `scrolled` whenever the list is scrolled, with the index of the first visible row."""

        def hear(_: Any) -> None:
            body, rows = _list()
            count = int(rows.getAttribute("data-rows")) if rows else 0
            if count:
                above = body.getBoundingClientRect().top - rows.getBoundingClientRect().top
                scrolled(max(0, int(above / (rows.offsetHeight / count))))

        begin = to_js({"capture": True, "passive": True}, dict_converter=Object.fromEntries)
        document.addEventListener("scroll", create_proxy(hear), begin)

    def to_top(self) -> None:
        """Scroll the list back to its first row, if that row is above the visible part of the list."""
        body, rows = _list()
        if rows and rows.getBoundingClientRect().top < body.getBoundingClientRect().top:
            body.scrollTop = max(0, rows.offsetTop - body.offsetTop)


def _list() -> tuple[Any, Any]:
    """Return the part of the sheet that scrolls, and the list in it. Both are None if no list is shown."""
    rows = document.querySelector(".archive-rows")
    return (rows.closest(".sheet-body"), rows) if rows else (None, None)
