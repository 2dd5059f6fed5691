"""The desk of collections beside the browser's store: in the worker, or in a page that has none."""

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
    """Return the answer to a question about collections. The readers of files are fetched with the first one."""
    await parcel_loader.bring(parcels.READERS)
    return str(await _desk().answer(question))
