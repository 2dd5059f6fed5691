"""The way in: reads the application in pieces, so that none of them holds the page up for long, and starts it."""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import Final

PIECES: Final = (
    "chowk.browser.render.canvas",
    "chowk.browser.render.stage",
    "chowk.browser.indexed_db",
    "chowk.browser.platform",
    "chowk.browser.start",
)
"""Modules, each with what it imports beyond those before it."""


def begin() -> asyncio.Task[None]:
    """Reads and starts the application."""
    begun = asyncio.ensure_future(_begin())
    begun.add_done_callback(asyncio.Task.result)  # what went wrong is reported at once
    return begun


async def _begin() -> None:
    for piece in PIECES:
        import_module(piece)
        await asyncio.sleep(0)
    from chowk.browser.start import start

    await start()
