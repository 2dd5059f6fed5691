"""The browser's store of collections, in a database of its own. The worker and the page both use it."""

from __future__ import annotations

from typing import Any, Final

import js
from pyodide.ffi import JsException, create_once_callable, to_js

from chowk.browser.database_requests import committed, event_handlers, make_request, result_of
from chowk.features.collections.unpacking import LARGEST

DATABASE: Final = "chowk-collections"
"""Name of the database. Saved games have a database of their own, because every start of the page reads all of it."""
HEADS: Final = "heads"
GAMES: Final = "games"
FILES: Final = "files"
STORES: Final = (HEADS, GAMES, FILES)
INDEX: Final = ".index"
"""Suffix of a collection's key that makes the key of its index. Both are keys in the object store `GAMES`."""
INCOMING: Final = "incoming"
"""Key of the file that the page leaves for the worker."""
OUTGOING: Final = "outgoing"
"""Key of the file that the worker leaves for the page."""


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


class OutgoingFile:
    """A file that the worker writes for the page. The browser holds its pieces, outside Python's memory."""

    def __init__(self, store: BrowserCollectionStore) -> None:
        self._store = store
        self._pieces: list[Any] = []

    def add(self, data: bytes) -> None:
        """Add a piece to the file."""
        self._pieces.append(js.Blob.new(to_js([to_js(data)])))

    async def leave(self, name: str) -> None:
        """Store the complete file, with the file name `name`, where the page finds it."""
        await self._store.put_file(js.File.new(to_js(self._pieces), name), OUTGOING)


class BrowserCollectionStore:
    """The collections in the browser's IndexedDB, an implementation of `CollectionStore`."""

    def __init__(self) -> None:
        self._database: Any = None

    async def heads(self) -> dict[str, str]:
        """Return the head of each collection (its description as JSON text), by key."""
        store = await self._store(HEADS)
        keys, values = store.getAllKeys(), store.getAll()
        await result_of(values)
        items = zip(keys.result.to_py(), values.result.to_py(), strict=True)
        return {key: text for key, text in items if isinstance(key, str) and isinstance(text, str)}

    async def content(self, key: str) -> bytes | None:
        """Return a collection's content, or None if there is no such collection."""
        value = await result_of((await self._store(GAMES)).get(key))
        try:
            return bytes(value.to_bytes()) if value else None
        except AttributeError:  # something else has written it
            return None

    async def put(self, key: str, head: str, content: bytes) -> None:
        """Store a collection: its content and its head (its description as JSON text), in one transaction."""
        transaction = await self._begun((HEADS, GAMES), "readwrite")
        make_request(transaction.objectStore(HEADS).put, head, key)
        make_request(transaction.objectStore(GAMES).put, to_js(content), key)
        await committed(transaction)

    async def index(self, key: str) -> bytes | None:
        """Return the index of a collection, or None if it has no index."""
        return await self.content(f"{key}{INDEX}")

    async def put_index(self, key: str, head: str, content: bytes) -> None:
        """Store the index of a collection (`content`), and replace the head of the collection (its description)."""
        transaction = await self._begun((HEADS, GAMES), "readwrite")
        make_request(transaction.objectStore(HEADS).put, head, key)
        make_request(transaction.objectStore(GAMES).put, to_js(content), f"{key}{INDEX}")
        await committed(transaction)

    async def delete(self, key: str) -> None:
        """Delete a collection with its index and all additional data."""
        transaction = await self._begun((HEADS, GAMES), "readwrite")
        transaction.objectStore(HEADS).delete(key)
        # The collection and its parts, whose keys begin with the key and a full stop.
        transaction.objectStore(GAMES).delete(js.IDBKeyRange.bound(key, f"{key}/", False, True))
        await committed(transaction)

    async def part(self, key: str, name: str) -> bytes | None:
        """Return the additional data that a collection has under a name, or None if it has none there."""
        return await self.content(f"{key}.{name}")

    async def put_part(self, key: str, name: str, content: bytes) -> None:
        """Store additional data with a collection under a name. If `content` is empty, delete them."""
        transaction = await self._begun((GAMES,), "readwrite")
        store = transaction.objectStore(GAMES)
        if content:
            make_request(store.put, to_js(content), f"{key}.{name}")
        else:
            store.delete(f"{key}.{name}")
        await committed(transaction)

    async def incoming(self) -> StoredFile | None:
        """Return the file that the page has left, and delete it from the store. Return None if there is no file."""
        file = await self.take_file(INCOMING)
        return StoredFile(file) if file else None

    def outgoing(self) -> OutgoingFile:
        """Return a new, empty file, which the worker fills and leaves for the page."""
        return OutgoingFile(self)

    async def take_file(self, key: str) -> Any:
        """Remove the browser's `File` under a key from the store and return it. Return None if there is no file."""
        transaction = await self._begun((FILES,), "readwrite")
        store = transaction.objectStore(FILES)
        request = store.get(key)
        store.delete(key)
        return await result_of(request)

    async def put_file(self, file: Any, key: str = INCOMING) -> None:
        """Store a `File` of the browser for the worker, or with the key `OUTGOING` for the page."""
        transaction = await self._begun((FILES,), "readwrite")
        make_request(transaction.objectStore(FILES).put, file, key)
        await committed(transaction)

    async def _store(self, name: str) -> Any:
        return (await self._begun((name,), "readonly")).objectStore(name)

    async def _begun(self, names: tuple[str, ...], mode: str) -> Any:
        """Return a new transaction on the object stores `names`. `mode` is IndexedDB's `readonly` or `readwrite`.

        If the browser has closed the database, reopen it once. Raise `OSError` if that does not help.
        """
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

    with event_handlers(request, onupgradeneeded=upgrade):
        database = await result_of(request)
    database.onversionchange = create_once_callable(lambda _: database.close())
    return database
