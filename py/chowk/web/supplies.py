"""What the opponents of a game bring with them, fetched with the game: files of the site, checked, and the kernel made
to run.

The build writes the table of them into the app. Nothing is kept in Python's memory before an image of it is made, so
that an image never holds a machine that lies outside it.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import pkgutil
import zlib
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import js
from pyodide.ffi import JsException

from chowk.core import supplies
from chowk.web.kernel import PageKernel

TABLE: Final = "supplies.json"
GZIP: Final = 31


class Supply(NamedTuple):
    """A file of the site: its name below `supplies/`, and the SHA-256 of what is packed in it."""

    file: str
    hash: str


_coming: Final[dict[str, asyncio.Task[None]]] = {}
"""What is on its way, by game, so that two who ask wait for the same."""


async def bring(game: str) -> None:
    """Fetches what a game's opponents need and have not got; what cannot be had is asked for again the next time."""
    if game not in _coming:
        _coming[game] = asyncio.ensure_future(_bring(game))
        _coming[game].add_done_callback(lambda _: _coming.pop(game, None))
    await asyncio.shield(_coming[game])


async def _bring(game: str) -> None:
    missing = {name: Supply(*one) for name, one in _table().get(game, {}).items() if name not in supplies.given(game)}
    found = await asyncio.gather(*map(_fetched, missing.values()), return_exceptions=True)
    files = {name: one for name, one in zip(missing, found, strict=True) if isinstance(one, bytes)}
    code = files.pop(supplies.KERNEL, None)
    supplies.give(game, files, await _running(code) if code is not None else None)


@cache
def _table() -> Mapping[str, Mapping[str, list[str]]]:
    """Game -> name -> what a `Supply` is; empty where the app was not built."""
    try:
        found = pkgutil.get_data("chowk", TABLE)
    except OSError:
        found = None
    table: Mapping[str, Mapping[str, list[str]]] = json.loads(found) if found else {}
    return table


async def _fetched(supply: Supply) -> bytes:
    """What is packed in a file; raises where it is not the one that was built."""
    reply = await js.fetch(f"{js.chowkSupplies}{supply.file}")
    if not reply.ok:
        raise OSError(f"{supply.file}: {reply.status}")
    data = zlib.decompress((await reply.arrayBuffer()).to_bytes(), GZIP)
    if hashlib.sha256(data).hexdigest() != supply.hash:
        raise OSError(f"{supply.file} is damaged")
    return data


async def _running(code: bytes) -> PageKernel | None:
    """The kernel made to run beside Python; None where the browser refuses."""
    raw: Any = js.Uint8Array.new(len(code))
    raw.assign(code)
    try:
        made = await js.WebAssembly.instantiate(raw)
    except JsException:
        return None
    return PageKernel(code, made.instance.exports)
