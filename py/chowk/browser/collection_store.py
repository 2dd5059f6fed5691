"""The browser's store of collections, in a database of its own. The worker and the page both use it."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import js
from pyodide.ffi import JsException, create_once_callable, to_js

from chowk.features.collections.unpacking import LARGEST

DATABASE: Final = "chowk-collections"
"""Name of the database. It is separate from that of games, which every start of the page reads whole."""
HEADS: Final = "heads"
GAMES: Final = "games"
FILES: Final = "files"
STORES: Final = (HEADS, GAMES, FILES)
INCOMING: Final = "incoming"
"""Key of the file that the page leaves for the worker."""


class StoredFile:
    """A file that the page has left for the worker."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self.name = str(getattr(file, "name", "") or "")[:200]
        self.size = int(file.size)

    async def read(self) -> bytes:
        """Return the content, at most `LARGEST` + 1 bytes. The additional byte shows that a file is too large."""
        try:
            return bytes((await self._file.slice(0, LARGEST + 1).arrayBuffer()).to_bytes())
        except JsException as error:
            raise OSError(str(error)) from error


class BrowserShelf:
    """The browser's `Shelf` in IndexedDB."""

    def __init__(self) -> None:
        self._database: Any = None

    async def heads(self) -> dict[str, str]:
        """Return the head of each collection (its description as JSON text), by key."""
        store = await self._store(HEADS)
        keys, values = store.getAllKeys(), store.getAll()
        await _done(values)
        items = zip(keys.result.to_py(), values.result.to_py(), strict=True)
        return {key: text for key, text in items if isinstance(key, str) and isinstance(text, str)}

    async def content(self, key: str) -> bytes | None:
        """Return a collection's content, or None."""
        value = await _done((await self._store(GAMES)).get(key))
        try:
            return bytes(value.to_bytes()) if value else None
        except AttributeError:  # something else has written it
            return None

    async def put(self, key: str, head: str, content: bytes) -> None:
        """Store a collection: its content and its head (its description as JSON text), in one transaction."""
        transaction = await self._begun((HEADS, GAMES), "readwrite")
        _put(transaction, HEADS, head, key)
        _put(transaction, GAMES, to_js(content), key)
        await _committed(transaction)

    async def delete(self, key: str) -> None:
        """Delete a collection."""
        transaction = await self._begun((HEADS, GAMES), "readwrite")
        for name in (HEADS, GAMES):
            transaction.objectStore(name).delete(key)
        await _committed(transaction)

    async def incoming(self) -> StoredFile | None:
        """Return the file that the page has left, and delete it from the store."""
        transaction = await self._begun((FILES,), "readwrite")
        store = transaction.objectStore(FILES)
        request = store.get(INCOMING)
        store.delete(INCOMING)
        file = await _done(request)
        return StoredFile(file) if file else None

    async def lay(self, file: Any) -> None:
        """Leave a file for the worker."""
        transaction = await self._begun((FILES,), "readwrite")
        _put(transaction, FILES, file, INCOMING)
        await _committed(transaction)

    async def _store(self, name: str) -> Any:
        return (await self._begun((name,), "readonly")).objectStore(name)

    async def _begun(self, names: tuple[str, ...], mode: str) -> Any:
        """Begin a transaction on the object stores `names`. If the browser has closed the database, reopen it once."""
        for _ in range(2):
            if self._database is None:
                self._database = await _opened()
            try:
                return self._database.transaction(to_js([*names]), mode)
            except JsException:
                self._database = None
        raise OSError("the database is closed")


async def _opened() -> Any:
    try:
        request = js.indexedDB.open(DATABASE, 1)
    except (JsException, AttributeError) as error:
        raise OSError(str(error)) from error

    def upgrade(_: Any) -> None:
        for name in STORES:
            request.result.createObjectStore(name)

    request.onupgradeneeded = create_once_callable(upgrade)
    database = await _done(request)
    database.onversionchange = create_once_callable(lambda _: database.close())
    return database


def _put(transaction: Any, store: str, value: Any, key: str) -> None:
    try:
        transaction.objectStore(store).put(value, key)
    except JsException as error:
        raise OSError(str(error)) from error


async def _done(request: Any) -> Any:
    """Await a request and return its result."""
    future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def succeed(_: Any) -> None:
        if not future.done():
            future.set_result(request.result)

    def fail(event: Any) -> None:
        event.preventDefault()
        if not future.done():
            future.set_exception(OSError(str(request.error)))

    request.onsuccess, request.onerror = create_once_callable(succeed), create_once_callable(fail)
    return await future


async def _committed(transaction: Any) -> None:
    """Wait until a transaction is on the disk."""
    future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def succeed(_: Any) -> None:
        if not future.done():
            future.set_result(None)

    def fail(_: Any) -> None:
        if not future.done():
            future.set_exception(OSError(str(transaction.error)))

    transaction.oncomplete, transaction.onabort = create_once_callable(succeed), create_once_callable(fail)
    await future
