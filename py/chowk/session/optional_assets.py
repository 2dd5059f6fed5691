"""What opponents would like besides what comes with their game: fetched when one of them is first met, and kept.

They play without, until it is there: nobody waits for it, and nobody is told where it cannot be had.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple, Protocol, TypeAlias

from chowk.core.message import Message
from chowk.session.table import Table

Spawn: TypeAlias = Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]]


class Coming(NamedTuple):
    """What is on its way: what it is, and how many of its bytes have come."""

    title: Message
    come: int = 0
    bytes: int = 0


class Taker(Protocol):
    """The room where opponents think."""

    def extra(self, game: str, name: str) -> None:
        """Lets the opponents of a game use what has come for them besides."""


class Fetcher(Protocol):
    """Where such files come from."""

    @property
    def oracle(self) -> Taker:
        """The opponents' room."""

    def render(self) -> None:
        """Brings the page in line with what is the case now, soon."""

    async def extra(self, game: str, name: str, told: Callable[[int, int], None]) -> bool:
        """Whether a file has come; tells meanwhile how many bytes of how many have."""


class Extras:
    """What has come in this visit, what is on its way, and what was asked for last at which table."""

    def __init__(self, world: Fetcher, spawn: Spawn) -> None:
        # By game and name; all of it is written here. What could not be had is asked for again at another table.
        self._world, self._spawn = world, spawn
        self._coming: dict[tuple[str, str], Coming] = {}
        self._here: set[tuple[str, str]] = set()
        self._asked: dict[tuple[str, str], Table] = {}

    def of(self, game: str) -> Coming | None:
        """What is on its way for a game, once some of it has come."""
        return next((one for (name, _), one in self._coming.items() if name == game and one.bytes), None)

    def attend(self, table: Table) -> None:
        """Sends for what the opponents at a table would like, if it is not here; at an analysis, the strongest one."""
        game = table.game
        asked = {seat.level for seat in table.plan.seats if seat.kind == "bot"}
        asked |= {game.strongest} if table.kind == "analysis" else set()
        for extra in (extra for level in game.bots.LEVELS if level.number in asked for extra in level.extras):
            key = game.name, extra.name
            if key not in self._here and key not in self._coming and self._asked.get(key) is not table:
                self._coming[key] = Coming(extra.title)
                self._asked[key] = table
                self._spawn(self._fetch(key))

    async def _fetch(self, key: tuple[str, str]) -> None:
        try:
            if await self._world.extra(*key, lambda come, size: self._told(key, come, size)):
                self._here.add(key)
                self._world.oracle.extra(*key)
        finally:
            del self._coming[key]
            self._world.render()

    def _told(self, key: tuple[str, str], come: int, size: int) -> None:
        self._coming[key] = self._coming[key]._replace(come=come, bytes=size)
        self._world.render()
