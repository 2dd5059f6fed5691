"""The worker's entry point: it handles requests to opponents.

Requests and replies are text. No state is kept between requests.
"""

import asyncio
from importlib import import_module

from chowk import games
from chowk.browser import parcel_loader
from chowk.browser.asset_loader import fetch_assets, load_optional_file
from chowk.core import parcels
from chowk.engine.protocol import Desk

__export__ = ["answer", "archive", "answer_now", "prepare", "take"]


async def _breathe() -> None:
    await asyncio.sleep(0)


_desk = Desk(games.find_thinker, _breathe, fetch_assets)


async def answer(request: str) -> str:
    """Return the reply to a request, both as text."""
    return await _desk.answer(request)


async def archive(question: str) -> str:
    """Return the answer to a question about collections of games, both as text."""
    await parcel_loader.load_parcel(parcels.COLLECTIONS)
    return str(await import_module("chowk.browser.collection_desk").answer(question))


async def prepare(game: str) -> None:
    """Fetch the files that the opponents of a game need."""
    await _desk.prepare(game)


async def take(game: str, name: str) -> None:
    """Load an optional file of a game's opponents, which the page has fetched already. `name` is the file's name."""
    await load_optional_file(game, name)


def answer_now(ticket: int) -> None:
    """Make the opponent answer at once. `ticket` is the number of the request that it is to answer."""
    _desk.answer_now(ticket)
