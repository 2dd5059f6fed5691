"""Texts that outlive the page, in the browser's IndexedDB."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final

from js import document, window
from pyodide.ffi import JsException, create_proxy

# Pages of one host share its storage, so everything of ours carries our name.
DATABASE: Final = "chowk"
TEXTS: Final = "texts"


class BrowserStore:
    """A `Store` in IndexedDB; every method raises `OSError` where the browser refuses."""

    def __init__(self) -> None:
        self._database: Any = None
        self._opening = asyncio.Lock()

    async def all(self) -> Mapping[str, str]:
        """Everything stored."""
        texts = await self._texts("readonly")
        # Both are asked for at once: a transaction that waits for nothing is closed.
        keys, values = await asyncio.gather(_done(_asked(texts.getAllKeys)), _done(_asked(texts.getAll)))
        return dict(zip(keys.to_py(), values.to_py(), strict=True))

    async def put(self, key: str, text: str) -> None:
        """Stores a text, in place of an earlier one."""
        texts = await self._texts("readwrite")
        await _done(_asked(texts.put, text, key))

    async def delete(self, key: str) -> None:
        """Forgets a text, if there is one."""
        texts = await self._texts("readwrite")
        await _done(_asked(texts.delete, key))

    async def _texts(self, mode: str) -> Any:
        async with self._opening:
            if self._database is None:
                self._database = await _open()
        try:
            return self._database.transaction(TEXTS, mode).objectStore(TEXTS)
        except JsException as error:
            self._database = None
            raise OSError(str(error)) from error


async def _open() -> Any:
    # Where the browser refuses, PyScript was given a stand-in that forgets all with the page.
    if document.documentElement.getAttribute("data-storage") == "refused":
        raise OSError("storage is refused")
    try:
        request = window.indexedDB.open(DATABASE, 1)
    except (JsException, AttributeError) as error:
        raise OSError(str(error)) from error

    def upgrade(_: Any) -> None:
        request.result.createObjectStore(TEXTS)

    proxy = create_proxy(upgrade)
    request.onupgradeneeded = proxy
    try:
        return await _done(request)
    finally:
        proxy.destroy()


def _asked(method: Any, *args: str) -> Any:
    """The request that a method of a store makes, which a browser may refuse outright."""
    try:
        return method(*args)
    except JsException as error:
        raise OSError(str(error)) from error


async def _done(request: Any) -> Any:
    """The result of a request once it is there."""
    future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def succeed(_: Any) -> None:
        if not future.done():
            future.set_result(request.result)

    def fail(event: Any) -> None:
        event.preventDefault()
        if not future.done():
            future.set_exception(OSError(str(request.error)))

    proxies = [create_proxy(succeed), create_proxy(fail)]
    request.onsuccess, request.onerror = proxies
    try:
        return await future
    finally:
        request.onsuccess = request.onerror = None
        for proxy in proxies:
            proxy.destroy()
