"""Answers to questions about collections of games. This runs in the worker, or in the page if there is no worker."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

from chowk import games
from chowk.browser import parcel_loader
from chowk.browser.asset_loader import fetch_assets
from chowk.browser.collection_store import BrowserCollectionStore
from chowk.core import parcels
from chowk.engine.protocol import Desk


async def _breathe() -> None:
    await asyncio.sleep(0)


class _Opponents:
    """An `EnginePort` that asks the opponents in this process. Requests and replies are texts."""

    def __init__(self) -> None:
        self._desk = Desk(games.find_thinker, _breathe, fetch_assets)

    async def ask(self, request: str) -> str:
        """Return an opponent's reply to a request."""
        return await self._desk.answer(request)

    def drop(self, ticket: int) -> None:
        """Cancel the request with this ticket (its number): the opponent ends its search and replies at once."""
        self._desk.answer_now(ticket)


@cache
def _desk() -> Any:
    from chowk.features.collections.desk import CollectionDesk

    return CollectionDesk(BrowserCollectionStore(), _breathe, _Opponents(), parcel_loader.load_parcel)


async def answer(question: str) -> str:
    """Return the answer to a question about collections, both as JSON.

    The first call also loads the code that reads files.
    """
    await parcel_loader.load_parcel(parcels.READERS)
    return str(await _desk().answer(question))
