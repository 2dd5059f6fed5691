"""Answers to questions about collections of games. This runs in the worker, or in the page if there is no worker."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

from chowk.browser import parcel_loader
from chowk.browser.collection_store import BrowserShelf
from chowk.core import parcels


async def _breathe() -> None:
    await asyncio.sleep(0)


@cache
def _desk() -> Any:
    from chowk.features.collections.desk import CollectionDesk

    return CollectionDesk(BrowserShelf(), _breathe)


async def answer(question: str) -> str:
    """Return the answer to a question about collections. The first call also loads the code that reads files."""
    await parcel_loader.bring(parcels.READERS)
    return str(await _desk().answer(question))
