"""The persistent store of texts, in the browser's IndexedDB."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Final

from js import Date, Math, navigator, window
from pyodide.ffi import JsException, create_proxy

from chowk.browser.database_requests import committed, event_handlers, make_request, refused, result_of
from chowk.storage.device import StorageUsage

# All pages of one host share its storage, so all names here carry a prefix.
DATABASE: Final = "chowk"
TEXTS: Final = "texts"
LEFT: Final = "chowk:left"
"""Prefix of the `localStorage` keys of notes. In a note, a page leaves its unsaved data when it ends.

Each page has its own key, `chowk:left.TIME.NUMBER`. Pages of earlier versions shared the plain prefix.
"""
PATIENCE: Final = 8.0
"""Maximum time for the database to open, in seconds. Some browsers never answer."""


class BrowserStore:
    """The texts in the browser's IndexedDB, an implementation of `Store`.

    Methods that read or write texts raise `OSError` if the browser refuses.
    """

    def __init__(self) -> None:
        self._database: Any = None
        self._opening = asyncio.Lock()
        self._protected = False
        self._place = ""  # the key of this page's note of unsaved data, or an empty text

    async def all(self) -> Mapping[str, str]:
        """Return all stored texts by key."""
        texts = await self._texts("readonly")
        # Make both requests at once, because a transaction without a pending request is closed. The replies come in
        # this order. Await the second reply first, with no other await in between, so that its event is not missed.
        keys, values = make_request(texts.getAllKeys), make_request(texts.getAll)
        await result_of(values)
        items = zip(keys.result.to_py(), values.result.to_py(), strict=True)
        # Other pages of this host may have stored any data. Skip keys and values that are not texts.
        return {key: text for key, text in items if isinstance(key, str) and isinstance(text, str)}

    async def get(self, key: str) -> str | None:
        """Return the text under a key, or None if none exists."""
        texts = await self._texts("readonly")
        return _text(await result_of(make_request(texts.get, key)))

    async def put(self, key: str, text: str) -> None:
        """Store a text under a key, in place of an earlier text."""
        texts = await self._texts("readwrite")
        make_request(texts.put, text, key)
        await committed(texts.transaction)

    async def swap(self, key: str, old: str | None, new: str) -> bool:
        """Store `new` if the key has no text, or if its text is `old` or `new`. Return True if it was stored.

        `old` is None if the key is expected to have no text.
        """
        texts = await self._texts("readwrite")
        request = make_request(texts.get, key)
        stored = False
        errors: list[JsException] = []

        # A transaction closes when no request is pending, so the reply is handled in its event.
        def compare(_: Any) -> None:
            nonlocal stored
            if _text(request.result) in (None, old, new):
                try:
                    texts.put(new, key)
                    stored = True
                except JsException as error:
                    errors.append(error)
                    texts.transaction.abort()

        with event_handlers(request, onsuccess=compare):
            try:
                await committed(texts.transaction)
            except OSError as error:
                raise (refused(errors[0]) if errors else error) from None
        return stored

    async def delete(self, key: str) -> None:
        """Delete the text under a key, if there is one."""
        texts = await self._texts("readwrite")
        make_request(texts.delete, key)
        await committed(texts.transaction)

    def leave(self, note: str) -> None:
        """Store this page's note of unsaved data at once, outside the database. An empty note deletes the earlier note.

        If the browser refuses, nothing happens.
        """
        with suppress(JsException, AttributeError):
            before = self._place
            if note:
                # The time in the key sorts the notes. The number separates pages that end at the same moment.
                place = f"{LEFT}.{int(Date.now()):015d}.{int(2**32 * Math.random()):08x}"
                window.localStorage.setItem(place, note)
                self._place = place
            if before:  # removed last: the page may end in between, or find no space for the new note
                window.localStorage.removeItem(before)
                self._place = self._place if note else ""

    def left_notes(self) -> Mapping[str, str]:
        """Return the notes of unsaved data that other pages have left, by key, the oldest first."""
        notes = {}
        with suppress(JsException, AttributeError):
            storage = window.localStorage
            keys = [str(storage.key(place)) for place in range(storage.length)]
            for key in sorted(key for key in keys if key == LEFT or key.startswith(f"{LEFT}.")):
                if key != self._place and (note := _text(storage.getItem(key))) is not None:
                    notes[key] = note
        return notes

    def clear(self, places: Iterable[str]) -> None:
        """Delete the notes of unsaved data under these keys. If the browser refuses, nothing happens."""
        with suppress(JsException, AttributeError):
            for place in places:
                window.localStorage.removeItem(place)

    async def protect(self) -> None:
        """Ask the browser not to delete the data when the device is short of space. Only the first call asks."""
        if self._protected:
            return
        self._protected = True
        with suppress(JsException, AttributeError):  # old browsers and insecure addresses lack this method
            await navigator.storage.persist()

    async def storage_usage(self) -> StorageUsage:
        """Return the number of stored bytes, and whether the browser keeps the data even if the device lacks space.

        If the browser does not report them, the number is None, and the data count as not kept.
        """
        try:
            used, protected = (await navigator.storage.estimate()).usage, await navigator.storage.persisted()
        except (JsException, AttributeError):
            return StorageUsage()
        return StorageUsage(used if isinstance(used, int) else None, bool(protected))

    async def _texts(self, mode: str) -> Any:
        async with self._opening:
            store = self._begun(mode) if self._database is not None else None
            if store is None:  # none is open yet, or the browser closed it, for example after the user cleared its data
                self._database = await self._opened()
                store = self._begun(mode)
            if store is None:
                raise OSError("the database is closed")
            return store

    async def _opened(self) -> Any:
        database = await _open()

        def close(_: Any) -> None:
            """Close the database, because a newer page upgrades it or the user clears it."""
            database.close()
            self._database = None

        database.onversionchange = create_proxy(close)
        return database

    def _begun(self, mode: str) -> Any:
        try:
            return self._database.transaction(TEXTS, mode).objectStore(TEXTS)
        except JsException:
            self._database = None
            return None


async def _open() -> Any:
    try:
        request = window.indexedDB.open(DATABASE, 1)
    except (JsException, AttributeError) as error:
        raise OSError(str(error)) from error

    def upgrade(_: Any) -> None:
        request.result.createObjectStore(TEXTS)

    with event_handlers(request, onupgradeneeded=upgrade):
        return await asyncio.wait_for(result_of(request), PATIENCE)  # a timeout is an `OSError`, too


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
