"""The worker's entry: the opponents' desk. It takes and gives text, and remembers nothing between questions."""

import asyncio

from chowk import games
from chowk.browser.asset_loader import bring, bring_extra
from chowk.engine.protocol import Desk

__export__ = ["answer", "hurry", "prepare", "take"]


async def _breathe() -> None:
    await asyncio.sleep(0)


_desk = Desk(games.find_thinker, _breathe, bring)


async def answer(request: str) -> str:
    """The reply to a request, both as text."""
    return await _desk.answer(request)


async def prepare(game: str) -> None:
    """Fetches what the opponents of a game need."""
    await _desk.prepare(game)


async def take(game: str, name: str) -> None:
    """Takes what the opponents of a game would like besides, which the page has had fetched."""
    await bring_extra(game, name)


def hurry(ticket: int) -> None:
    """Makes the answer to a ticket come at once."""
    _desk.hurry(ticket)
