"""Optional files that make computer opponents stronger. They are fetched when a game first needs them, and cached.

Opponents play without a file until it arrives. A failed download is not reported.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple, Protocol, TypeAlias

from chowk.core.message import Message
from chowk.session.table import Table

Spawn: TypeAlias = Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]]


class Coming(NamedTuple):
    """A download in progress: the title of the file, the bytes received so far, and the total size in bytes."""

    title: Message
    received: int = 0
    bytes: int = 0


class ExtrasReceiver(Protocol):
    """The part of the opponents' engine that receives optional files."""

    def extra(self, game: str, name: str) -> None:
        """Make the optional file `name`, which has arrived, available to the computer opponents of a game."""


class FetchExtra(Protocol):
    """The function that fetches an optional file."""

    async def __call__(self, game: str, name: str, progress: Callable[[int, int], None], /) -> bool:
        """Fetch the optional file `name` of a game, and return True if it is available afterwards.

        During the download, call `progress` with the number of bytes received so far and the total number.
        """


class Extras:
    """The optional files of computer opponents: which have arrived, and which are being fetched."""

    def __init__(self, engine: ExtrasReceiver, fetch: FetchExtra, render: Callable[[], None], spawn: Spawn) -> None:
        # Keys are pairs of game and file name. `_requests`: the last table that needed a file. Later tables try again.
        self._engine, self._get, self._render, self._spawn = engine, fetch, render, spawn
        self._coming: dict[tuple[str, str], Coming] = {}
        self._available: set[tuple[str, str]] = set()
        self._requests: dict[tuple[str, str], Table] = {}

    def of(self, game: str) -> Coming | None:
        """Return a download in progress for a game, or None. Downloads that have received no bytes yet do not count."""
        return next((download for (name, _), download in self._coming.items() if name == game and download.bytes), None)

    def attend(self, table: Table) -> None:
        """Start to fetch the missing optional files for the computer opponents at a table.

        For an analysis, also fetch those of the game's strongest opponent.
        """
        game = table.game
        opponents = (table.opponent(seat) for seat, own in enumerate(table.plan.seats) if own.kind == "bot")
        levels = {level if isinstance(level, int) else level.upper for level in opponents}
        levels |= {game.strongest} if table.kind == "analysis" else set()
        for extra in (extra for level in game.bots.LEVELS if level.number in levels for extra in level.extras):
            key = game.name, extra.name
            if key not in self._available and key not in self._coming and self._requests.get(key) is not table:
                self._coming[key] = Coming(extra.title)
                self._requests[key] = table
                self._spawn(self._fetch(key))

    async def _fetch(self, key: tuple[str, str]) -> None:
        try:
            if await self._get(*key, lambda received, size: self._note_progress(key, received, size)):
                self._available.add(key)
                self._engine.extra(*key)
        finally:
            del self._coming[key]
            self._render()

    def _note_progress(self, key: tuple[str, str], received: int, size: int) -> None:
        self._coming[key] = self._coming[key]._replace(received=received, bytes=size)
        self._render()
