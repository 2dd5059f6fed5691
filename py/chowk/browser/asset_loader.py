"""What the opponents of a game bring with them, fetched with the game: files of the site, checked, and the kernel made
to run.

The build writes the table of them into the app. Nothing is kept in Python's memory before an image of it is made, so
that an image never holds a machine that lies outside it.
"""

from __future__ import annotations

import asyncio
import errno
import hashlib
import zlib
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

import js
from pyodide.ffi import JsException, to_js

from chowk.browser.kernel import PageKernel
from chowk.core import build_manifest
from chowk.engine import assets

TABLE: Final = "supplies.json"
"""Game -> name -> what a `Supply` is."""
EXTRAS: Final = "extras.json"
"""Game -> name -> what a `Wanted` is."""
GZIP: Final = 31
MAGIC: Final = b"\x1f\x8b"
"""How packed bytes begin."""
GONE: Final = (404, 410)
"""How a host says that it has no such file."""


class Gone(OSError):
    """The host has no such file, or another one in its place, as after a newer version was put there."""

    def __init__(self, why: str) -> None:
        super().__init__(errno.ENOENT, why)


class Supply(NamedTuple):
    """A file of the site: its name below `supplies/`, and the SHA-256 of what is packed in it."""

    file: str
    hash: str


class Wanted(NamedTuple):
    """A file of the site that is fetched when it is wanted: its path, the SHA-256 of what is packed in it, its size.

    `memory` is how many megabytes it takes in use, where that is much.
    """

    file: str
    hash: str
    bytes: int
    memory: int = 0


_coming: Final[dict[str, asyncio.Task[None]]] = {}
"""What is on its way, by game, so that two who ask wait for the same."""


async def bring(game: str) -> None:
    """Fetches what a game's opponents need and have not got; what cannot be had is asked for again the next time."""
    if game not in _coming:
        _coming[game] = asyncio.ensure_future(_bring(game))
        _coming[game].add_done_callback(lambda _: _coming.pop(game, None))
    await asyncio.shield(_coming[game])


async def _bring(game: str) -> None:
    table: Mapping[str, list[str]] = build_manifest.table(TABLE).get(game, {})
    missing = {name: Supply(*one) for name, one in table.items() if name not in assets.given(game)}
    found = await asyncio.gather(
        *(_supplied(f"{js.chowkSupplies}{one.file}", one.hash) for one in missing.values()), return_exceptions=True
    )
    assets.note_gone(game, any(isinstance(one, Gone) for one in found))
    files = {name: one for name, one in zip(missing, found, strict=True) if isinstance(one, bytes)}
    code = files.pop(assets.KERNEL, None)
    assets.give(game, files, await _running(code) if code is not None else None)


async def _supplied(file: str, digest: str) -> bytes:
    """Return what is packed in a file: past the caches, if what they have is not the one that was built."""
    try:
        return await fetched(file, digest)
    except Gone:
        return await fetched(file, digest, "reload")


def extra(game: str, name: str) -> Wanted | None:
    """What an opponent of a game would like besides, by name; None where the app was not built."""
    found = build_manifest.table(EXTRAS).get(game, {}).get(name)
    return Wanted(*found) if found else None


def address(file: str) -> str:
    """Where a file of the site lies, by its path there."""
    return str(js.URL.new(f"../../{file}", js.chowkSupplies).href)


async def bring_extra(game: str, name: str) -> None:
    """Puts one here that the page has had fetched; where that fails, all goes on without it."""
    found = extra(game, name)
    if found is None or name in assets.given(game):
        return
    for mode in ("force-cache", "reload"):
        with suppress(OSError, JsException):
            assets.give(game, {name: await fetched(address(found.file), found.hash, mode)})
            return


async def fetched(file: str, digest: str, cache: str = "default") -> bytes:
    """What is packed in a file; raises where it is not the one that was built."""
    reply = await js.fetch(file, to_js({"cache": cache}, dict_converter=js.Object.fromEntries))
    if not reply.ok:
        raise (Gone if reply.status in GONE else OSError)(f"{file}: {reply.status}")
    return content((await reply.arrayBuffer()).to_bytes(), digest, file)


def content(data: bytes, digest: str, file: str) -> bytes:
    """Return what is in a packed file, whose host may have unpacked it; raise `Gone` if its SHA-256 is another."""
    try:
        data = zlib.decompress(data, GZIP) if data.startswith(MAGIC) else data
    except zlib.error as error:
        raise Gone(f"{file} is damaged") from error
    if hashlib.sha256(data).hexdigest() != digest:
        raise Gone(f"{file} is damaged")
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
