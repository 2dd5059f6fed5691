"""The worker's entry: the opponents' request handler. It takes and returns text, and remembers nothing of a request."""

import asyncio

from chowk import games
from chowk.browser.asset_loader import bring, bring_extra
from chowk.engine.protocol import Desk

__export__ = ["answer", "hurry", "prepare", "take"]


async def _breathe() -> None:
    await asyncio.sleep(0)


_desk = Desk(games.find_thinker, _breathe, bring)


async def answer(request: str) -> str:
    """Return the reply to a request, both as text."""
    return await _desk.answer(request)


async def prepare(game: str) -> None:
    """Fetch what the opponents of a game need."""
    await _desk.prepare(game)


async def take(game: str, name: str) -> None:
    """Load an optional file of a game's opponents that the page has fetched."""
    await bring_extra(game, name)


def hurry(ticket: int) -> None:
    """Ask for the answer to a ticket at once."""
    _desk.hurry(ticket)
