"""Fetch the optional files of opponents into a cache, and report the progress.

The engine reads the files from this cache or from the browser's HTTP cache (`browser/asset_loader.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import js
from pyodide.ffi import JsException, to_js

from chowk.browser.asset_loader import address, optional_file

ROOM: Final = 4
"""Minimum free storage for fetching a file, as a multiple of the file's size."""
SHARE: Final = 8
"""Minimum memory of the device, as a multiple of the memory that the loaded file takes.

Browsers report at most 8 GB, and some report nothing.
"""


async def fetched(game: str, name: str, progress: Callable[[int, int], None]) -> bool:
    """Fetch an optional file of a game's opponents into the cache, and return True if all of it arrived.

    Return False at once if the build has no such file, or if the device has too little memory for it. A file that is
    not in the cache yet also needs a network, enough storage, and data-saver mode off. `progress` is called with the
    number of bytes received so far and the total.
    """
    entry = optional_file(game, name)
    if entry is None or hasattr(js, "chowkFiles"):  # the single-file version of the app has no other files
        return False
    try:
        if not _holds(entry.memory):
            return False
        cached = await _kept(address(entry.file))
        if not cached and not await _welcome(entry.bytes):
            return False
        reply = await js.fetch(address(entry.file))
        if not reply.ok:
            return False
        reader, received = reply.body.getReader(), 0
        while not (part := await reader.read()).done:
            received += part.value.byteLength
            if not cached:
                progress(min(received, entry.bytes), entry.bytes)
    except JsException:
        return False
    detail = to_js({"detail": entry.file}, dict_converter=js.Object.fromEntries)
    js.dispatchEvent(js.CustomEvent.new("chowk:extra", detail))
    return received >= entry.bytes  # more bytes arrive if the host has unpacked the file


async def _kept(file: str) -> bool:
    return hasattr(js, "caches") and bool(await js.caches.match(file))


def _holds(memory: int) -> bool:
    """Return True if the device has enough memory for `memory` megabytes, or does not report its memory."""
    whole = getattr(js.navigator, "deviceMemory", None)
    return not whole or SHARE * memory <= 1_000 * float(whole)


async def _welcome(size: int) -> bool:
    """Return True if a file of `size` bytes may be fetched now: online, no data saver, enough storage."""
    navigator = js.navigator
    if not navigator.onLine or getattr(getattr(navigator, "connection", None), "saveData", False):
        return False
    if not hasattr(navigator, "storage"):
        return True
    room = await navigator.storage.estimate()
    return bool(room.quota - room.usage > ROOM * size)
