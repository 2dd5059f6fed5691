"""The worker's entry: the opponents' desk. It takes and gives text, and remembers nothing between questions."""

import asyncio

from chowk import games
from chowk.core.oracle import Desk

__export__ = ["answer", "hurry"]


async def _breathe() -> None:
    await asyncio.sleep(0)


_desk = Desk(games.find_thinker, _breathe)


async def answer(request: str) -> str:
    """The reply to a request, both as text."""
    return await _desk.answer(request)


def hurry(ticket: int) -> None:
    """Makes the answer to a ticket come at once."""
    _desk.hurry(ticket)
