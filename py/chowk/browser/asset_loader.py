"""Fetch and check the data files and the compiled kernel that a game's opponents need.

The build writes the table of these files into the app. Nothing is loaded before the browser stores an image of Python's
memory for quicker starts: a kernel instance lives outside Python, and cannot be part of such an image.
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
"""Name of the build's table of required files. It maps a game and a file's name to the fields of a `Supply`."""
EXTRAS: Final = "extras.json"
"""Name of the build's table of optional files. It maps a game and a file's name to the fields of an `OptionalFile`."""
GZIP: Final = 31
MAGIC: Final = b"\x1f\x8b"
"""First bytes of a gzip file."""
GONE: Final = (404, 410)
"""HTTP status codes of a file that the host does not have."""


class Gone(OSError):
    """Raised if the host does not have a file, or if the received file is not the one that was built."""

    def __init__(self, why: str) -> None:
        super().__init__(errno.ENOENT, why)


class Supply(NamedTuple):
    """A required file of the site: its name below `supplies/`, and the SHA-256 of its unpacked content."""

    file: str
    hash: str


class OptionalFile(NamedTuple):
    """An optional file of the site, fetched on request: path, SHA-256 of its unpacked content, and size in bytes.

    `memory` is the memory that the loaded file takes, in megabytes, or 0 if it is small.
    """

    file: str
    hash: str
    bytes: int
    memory: int = 0


_coming: Final[dict[str, asyncio.Task[None]]] = {}
"""Fetches in progress, by game. A second caller waits for the fetch of the first."""


async def fetch_assets(game: str) -> None:
    """Fetch the files that a game's opponents need and do not have yet.

    If a fetch fails, the next call tries again. Calls during a fetch wait for that fetch.
    """
    if game not in _coming:
        _coming[game] = asyncio.ensure_future(_fetch_assets(game))
        _coming[game].add_done_callback(lambda _: _coming.pop(game, None))
    await asyncio.shield(_coming[game])


async def _fetch_assets(game: str) -> None:
    table: Mapping[str, list[str]] = build_manifest.table(TABLE).get(game, {})
    missing = {name: Supply(*supply) for name, supply in table.items() if name not in assets.available(game)}
    contents = await asyncio.gather(
        *(_supplied(f"{js.chowkSupplies}{supply.file}", supply.hash) for supply in missing.values()),
        return_exceptions=True,
    )
    assets.note_gone(game, any(isinstance(supply, Gone) for supply in contents))
    files = {name: supply for name, supply in zip(missing, contents, strict=True) if isinstance(supply, bytes)}
    code = files.pop(assets.KERNEL, None)
    assets.give(game, files, await _running(code) if code is not None else None)


async def fetch_ahead(game: str) -> None:
    """Fetch the files that a game's opponents need into the browser's cache, where their worker will find them.

    Nothing is fetched in data-saver mode, in the single-file version of the app, or without a network.
    """
    if hasattr(js, "chowkFiles") or getattr(getattr(js.navigator, "connection", None), "saveData", False):
        return
    patient = to_js({"priority": "low"}, dict_converter=js.Object.fromEntries)
    for file, _ in build_manifest.table(TABLE).get(game, {}).values():
        with suppress(JsException):
            await (await js.fetch(f"{js.chowkSupplies}{file}", patient)).arrayBuffer()


async def _supplied(file: str, digest: str) -> bytes:
    """Return the unpacked content of a file, whose SHA-256 is `digest`.

    If the HTTP cache holds another version, fetch the file from the host.
    """
    try:
        return await fetched(file, digest)
    except Gone:
        return await fetched(file, digest, "reload")


def optional_file(game: str, name: str) -> OptionalFile | None:
    """Return the optional file of a game by name, or None if the build has no such file."""
    fields = build_manifest.table(EXTRAS).get(game, {}).get(name)
    return OptionalFile(*fields) if fields else None


def address(file: str) -> str:
    """Return the URL of a file, given its path on the site."""
    return str(js.URL.new(f"../../{file}", js.chowkSupplies).href)


async def load_optional_file(game: str, name: str) -> None:
    """Load an optional file of a game's opponents from the browser's cache, so that they can use it.

    If the cache has no valid copy, fetch the file. Do nothing if that fails.
    """
    entry = optional_file(game, name)
    if entry is None or name in assets.available(game):
        return
    for mode in ("force-cache", "reload"):
        with suppress(OSError, JsException):
            assets.give(game, {name: await fetched(address(entry.file), entry.hash, mode)})
            return


async def fetched(file: str, digest: str, cache: str = "default") -> bytes:
    """Fetch a file and return its unpacked content; raise `Gone` if it is not the version that was built.

    `digest` is the SHA-256 of the unpacked content. `cache` is the cache mode of the request, as `fetch` takes it.
    """
    reply = await js.fetch(file, to_js({"cache": cache}, dict_converter=js.Object.fromEntries))
    if not reply.ok:
        raise (Gone if reply.status in GONE else OSError)(f"{file}: {reply.status}")
    return content((await reply.arrayBuffer()).to_bytes(), digest, file)


def content(data: bytes, digest: str, file: str) -> bytes:
    """Return the unpacked content of a file; raise `Gone` if its SHA-256 is not `digest`.

    `data` is the gzipped file, or its content, because some hosts unpack files themselves. `file` is its name.
    """
    try:
        data = zlib.decompress(data, GZIP) if data.startswith(MAGIC) else data
    except zlib.error as error:
        raise Gone(f"{file} is damaged") from error
    if hashlib.sha256(data).hexdigest() != digest:
        raise Gone(f"{file} is damaged")
    return data


async def _running(code: bytes) -> PageKernel | None:
    """Instantiate a WebAssembly kernel; return None if the browser refuses."""
    raw: Any = js.Uint8Array.new(len(code))
    raw.assign(code)
    try:
        started = await js.WebAssembly.instantiate(raw)
    except JsException:
        return None
    return PageKernel(code, started.instance.exports)
