"""What some opponents would like besides, fetched for the page, which tells how much has come, and has it kept.

Who thinks takes it from what is kept then, or from the browser's own cache (`browser/asset_loader.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import js
from pyodide.ffi import JsException, to_js

from chowk.browser.asset_loader import address, extra

ROOM: Final = 4
"""So many times as much must fit on the device."""
SHARE: Final = 8
"""What takes memory may take such a part of the device's; browsers tell of 8 GB at most, and some of none."""


async def fetched(game: str, name: str, told: Callable[[int, int], None]) -> bool:
    """Whether a file has come; not where there is no network, room or memory, nor where data are to be saved."""
    found = extra(game, name)
    if found is None or hasattr(js, "chowkFiles"):  # the single file has nothing beside it
        return False
    try:
        if not _holds(found.memory):
            return False
        kept = await _kept(address(found.file))
        if not kept and not await _welcome(found.bytes):
            return False
        reply = await js.fetch(address(found.file))
        if not reply.ok:
            return False
        reader, come = reply.body.getReader(), 0
        while not (part := await reader.read()).done:
            come += part.value.byteLength
            if not kept:
                told(min(come, found.bytes), found.bytes)
    except JsException:
        return False
    detail = to_js({"detail": found.file}, dict_converter=js.Object.fromEntries)
    js.dispatchEvent(js.CustomEvent.new("chowk:extra", detail))
    return come >= found.bytes  # more where the host has unpacked it


async def _kept(file: str) -> bool:
    return hasattr(js, "caches") and bool(await js.caches.match(file))


def _holds(memory: int) -> bool:
    """Whether the device has so many megabytes to spare, as far as it tells."""
    whole = getattr(js.navigator, "deviceMemory", None)
    return not whole or SHARE * memory <= 1_000 * float(whole)


async def _welcome(size: int) -> bool:
    """Whether a file of that size may be fetched now."""
    here = js.navigator
    if not here.onLine or getattr(getattr(here, "connection", None), "saveData", False):
        return False
    if not hasattr(here, "storage"):
        return True
    room = await here.storage.estimate()
    return bool(room.quota - room.usage > ROOM * size)
