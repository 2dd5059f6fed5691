"""The entry point: import the application in pieces, so that no import blocks the page for long, and start it."""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import Final

PIECES: Final = (
    "chowk.browser.render.canvas",
    "chowk.browser.render.stage",
    "chowk.browser.indexed_db",
    "chowk.browser.application",
    "chowk.browser.start",
)
"""Modules to import, in this order. Each adds only the imports that the earlier modules lack."""


def begin() -> asyncio.Task[None]:
    """Import and start the application. Return the task that does so."""
    begun = asyncio.ensure_future(_begin())
    begun.add_done_callback(asyncio.Task.result)  # report an exception at once
    return begun


async def _begin() -> None:
    for piece in PIECES:
        import_module(piece)
        await asyncio.sleep(0)
    from chowk.browser.start import start

    await start()
