"""The entry to the translation desk, a separate download. `?translate` in the page's address opens it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

import js
from js import document, location

import chowk
from chowk import browser, features
from chowk.browser.asset_loader import content
from chowk.core import build_manifest

HOME: Final = "/translate.zip"


def is_requested() -> bool:
    """Return True if the page's address asks for the translation desk."""
    return "translate" in str(location.search).lstrip("?").replace("=", "&").split("&")


async def begin() -> None:
    """Open the translation desk in place of the games, or show that it cannot be loaded."""
    try:
        table: Mapping[str, list[str]] = build_manifest.table("translate.json")
        with open(HOME, "wb") as file:
            file.write(await fetched(table["desk.zip"]))
        chowk.__path__.append(f"{HOME}/chowk")
        features.__path__.append(f"{HOME}/chowk/features")
        browser.__path__.append(f"{HOME}/chowk/browser")
        await import_module("chowk.browser.translation_desk").begin(table, fetched)
    except (OSError, KeyError, js.Error):
        document.getElementById("app").textContent = "The translators' desk cannot be had here: connect to a network."
    document.documentElement.dataset.ready = "1"


async def fetched(file: list[str]) -> bytes:
    """Return the unpacked content of a file of the translation desk; raise `OSError` if it cannot be fetched.

    `file` holds the file's name and the SHA-256 of its unpacked content. The fetched file is cached.
    """
    name, digest = file
    address = f"{js.chowkSupplies}{name}"
    cache: Any = await js.caches.open("chowk-translate") if hasattr(js, "caches") else None
    reply: Any = await cache.match(address) if cache else None
    copy = None
    if not reply:
        reply = await js.fetch(address)
        if not reply.ok:
            raise OSError(f"{name}: {reply.status}")
        copy = reply.clone()
    data = content((await reply.arrayBuffer()).to_bytes(), digest, name)
    if cache and copy:
        await cache.put(address, copy)
    return data
