"""Texts that outlive the page, in the browser's IndexedDB."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Final

from js import Date, Math, navigator, window
from pyodide.ffi import JsException, create_proxy

from chowk.storage.device import NEWER_FORM, Room

# Pages of one host share its storage, so everything of ours carries our name.
DATABASE: Final = "chowk"
TEXTS: Final = "texts"
LEFT: Final = "chowk:left"
"""Where notes lie that pages leave at their ends, in the storage that answers at once.

Each page has a place of its own, `chowk:left.TIME.NUMBER`; all pages of earlier versions shared the plain one.
"""
NEWER: Final = "VersionError"
"""What a browser calls a database that a newer version of the page has rebuilt."""
PATIENCE: Final = 8.0
"""Seconds in which a browser opens the database, or refuses to: some never say."""


class BrowserStore:
    """A `Store` in IndexedDB; every method raises `OSError` where the browser refuses."""

    def __init__(self) -> None:
        self._database: Any = None
        self._opening = asyncio.Lock()
        self._protected = False
        self._place = ""  # where this page's note lies; empty while there is none

    async def all(self) -> Mapping[str, str]:
        """Everything stored."""
        texts = await self._texts("readonly")
        # Both are asked for at once: a transaction that waits for nothing is closed. They are answered in this
        # order. Whoever hears of an answer must be there when it comes: nothing else may be waited for before.
        keys, values = _asked(texts.getAllKeys), _asked(texts.getAll)
        await _done(values)
        found = zip(keys.result.to_py(), values.result.to_py(), strict=True)
        # Other pages of this host may have put anything there: what is no text under a text is none of ours.
        return {key: text for key, text in found if isinstance(key, str) and isinstance(text, str)}

    async def get(self, key: str) -> str | None:
        """The text under a key, None if there is none."""
        texts = await self._texts("readonly")
        return _text(await _done(_asked(texts.get, key)))

    async def put(self, key: str, text: str) -> None:
        """Stores a text, in place of an earlier one."""
        texts = await self._texts("readwrite")
        _asked(texts.put, text, key)
        await _committed(texts.transaction)

    async def swap(self, key: str, old: str | None, new: str) -> bool:
        """Store a text if `old`, nothing, or the very text lies there; return whether it lies there now."""
        texts = await self._texts("readwrite")
        request = _asked(texts.get, key)
        stored = False
        refused: list[JsException] = []

        # A transaction lasts only as long as something is asked for, so the answer is dealt with on the spot.
        def compare(_: Any) -> None:
            nonlocal stored
            if _text(request.result) in (None, old, new):
                try:
                    texts.put(new, key)
                    stored = True
                except JsException as error:
                    refused.append(error)
                    texts.transaction.abort()

        with _hearing(request, onsuccess=compare):
            try:
                await _committed(texts.transaction)
            except OSError as error:
                raise (_refused(refused[0]) if refused else error) from None
        return stored

    async def delete(self, key: str) -> None:
        """Forgets a text, if there is one."""
        texts = await self._texts("readwrite")
        _asked(texts.delete, key)
        await _committed(texts.transaction)

    def leave(self, note: str) -> None:
        """Keep one note of this page apart from the texts, at once; nothing where that is refused."""
        with suppress(JsException, AttributeError):
            before = self._place
            if note:
                # By the time, so that what was left last is read last, and by a number, for two may end at once.
                place = f"{LEFT}.{int(Date.now()):015d}.{int(2**32 * Math.random()):08x}"
                window.localStorage.setItem(place, note)
                self._place = place
            if before:  # only now: the page may end in between, or find no room for the new one
                window.localStorage.removeItem(before)
                self._place = self._place if note else ""

    def left(self) -> Mapping[str, str]:
        """Return the notes of other pages by their places, the earliest first."""
        notes = {}
        with suppress(JsException, AttributeError):
            kept = window.localStorage
            keys = [str(kept.key(place)) for place in range(kept.length)]
            for key in sorted(key for key in keys if key == LEFT or key.startswith(f"{LEFT}.")):
                if key != self._place and (note := _text(kept.getItem(key))) is not None:
                    notes[key] = note
        return notes

    def clear(self, places: Iterable[str]) -> None:
        """Keep the notes in these places no longer; nothing where that is refused."""
        with suppress(JsException, AttributeError):
            for place in places:
                window.localStorage.removeItem(place)

    async def protect(self) -> None:
        """Asks the browser, once a page, to keep the texts even when the device runs short of room; it may say no."""
        if self._protected:
            return
        self._protected = True
        with suppress(JsException, AttributeError):  # old browsers and insecure addresses have no such thing
            await navigator.storage.persist()

    async def room(self) -> Room:
        """How much room all of the page takes up, and whether it is protected."""
        try:
            used, protected = (await navigator.storage.estimate()).usage, await navigator.storage.persisted()
        except (JsException, AttributeError):
            return Room()
        return Room(used if isinstance(used, int) else None, bool(protected))

    async def _texts(self, mode: str) -> Any:
        async with self._opening:
            found = self._begun(mode) if self._database is not None else None
            if found is None:  # none is open yet, or the browser closed it, as when its contents are cleared
                self._database = await self._opened()
                found = self._begun(mode)
            if found is None:
                raise OSError("the database is closed")
            return found

    async def _opened(self) -> Any:
        database = await _open()

        def close(_: Any) -> None:
            """Make way for a newer page that rebuilds the database, or for whoever clears it."""
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

    with _hearing(request, onupgradeneeded=upgrade):
        return await asyncio.wait_for(_done(request), PATIENCE)  # which raises an `OSError`, too


def _asked(method: Any, *args: str) -> Any:
    """The request that a method of a store makes, which a browser may refuse outright."""
    try:
        return method(*args)
    except JsException as error:
        raise OSError(str(error)) from error


def _text(found: Any) -> str | None:
    return found if isinstance(found, str) else None


async def _done(request: Any) -> Any:
    """The result of a request once it is there."""
    future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def succeed(_: Any) -> None:
        if not future.done():
            future.set_result(request.result)

    def fail(event: Any) -> None:
        event.preventDefault()
        if not future.done():
            future.set_exception(_refused(request.error))

    with _hearing(request, onsuccess=succeed, onerror=fail):
        return await future


async def _committed(transaction: Any) -> None:
    """Comes back when what was asked for in a transaction is on the device: a full one says so only at the end."""
    future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def succeed(_: Any) -> None:
        if not future.done():
            future.set_result(None)

    def fail(_: Any) -> None:
        if not future.done():
            future.set_exception(_refused(transaction.error))

    with _hearing(transaction, oncomplete=succeed, onabort=fail):
        await future


def _refused(error: Any) -> OSError:
    name = str(getattr(error, "name", "")) if error else ""
    return OSError({"QuotaExceededError": errno.ENOSPC, NEWER: NEWER_FORM}.get(name, errno.EIO), str(error))


@contextmanager
def _hearing(target: Any, **heard: Callable[[Any], None]) -> Iterator[None]:
    """Has these functions called on a target's events meanwhile."""
    proxies = {name: create_proxy(function) for name, function in heard.items()}
    for name, proxy in proxies.items():
        setattr(target, name, proxy)
    try:
        yield
    finally:
        for name, proxy in proxies.items():
            setattr(target, name, None)
            proxy.destroy()
