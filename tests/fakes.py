"""A world without a browser, in which the application plays whole games in no time."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Awaitable, Callable, Mapping, Sequence

from chowk import games
from chowk.app.app import App
from chowk.core.events import Event
from chowk.core.oracle import Desk
from chowk.draw.scene import Scene
from chowk.play.table import Table
from chowk.share.poster import Poster
from chowk.store.device import Room

_reported: list[str] = []


def reported() -> list[str]:
    """What the worlds of this process were told of tasks that failed, since this was asked last."""
    found = list(_reported)
    _reported.clear()
    return found


def sitting_at(app: App) -> Table:
    """The table at which somebody sits."""
    assert app.table is not None, "nobody sits at a table"
    return app.table


LONG = 2.0
"""Seconds from which on somebody is given time to read."""


class FakeOracle:
    """Opponents at a desk in the same room; `dead` questions are not answered before it is well again."""

    def __init__(self) -> None:
        self.desk = Desk(games.find_thinker, lambda: asyncio.sleep(0))
        self.dead = 0
        self.asked: list[str] = []
        self.dropped: list[int] = []
        self.gate: asyncio.Event | None = None

    def warm(self, game: str = "") -> None:
        """It is always ready."""

    async def ask(self, request: str) -> str:
        self.asked.append(request)
        if self.gate is not None:
            await self.gate.wait()
        if self.dead:
            self.dead -= 1
            raise OSError("the worker died")
        return await self.desk.answer(request)

    def hurry(self, ticket: int) -> None:
        self.desk.hurry(ticket)

    def drop(self, ticket: int) -> None:
        self.dropped.append(ticket)


class FakeStore:
    """A dictionary for a store; `refuses` makes it behave like a device that keeps nothing, `full` like a full one."""

    def __init__(self, texts: Mapping[str, str] | None = None, refuses: bool = False) -> None:
        self.texts = dict(texts or {})
        self.refuses = refuses
        self.full = self.protected = False
        self.note = ""

    async def all(self) -> Mapping[str, str]:
        self._check()
        return dict(self.texts)

    async def get(self, key: str) -> str | None:
        self._check()
        return self.texts.get(key)

    async def put(self, key: str, text: str) -> None:
        self._check()
        if self.full:
            raise OSError(errno.ENOSPC, "no room is left")
        self.texts[key] = text

    async def swap(self, key: str, old: str | None, new: str) -> bool:
        self._check()
        fits = self.texts.get(key) in (None, old)
        if fits:
            await self.put(key, new)
        return fits

    async def delete(self, key: str) -> None:
        self._check()
        self.texts.pop(key, None)

    def leave(self, note: str) -> None:
        self.note = note

    def left(self) -> str:
        note, self.note = self.note, ""
        return note

    async def protect(self) -> None:
        self.protected = True

    async def room(self) -> Room:
        return Room(3_400_000, self.protected)

    def _check(self) -> None:
        if self.refuses:
            raise OSError("storage is refused")


class FakeLocks:
    """The locks of one page; pages that share `holders` are open in one browser. A `frozen` page lets nothing go."""

    def __init__(self, holders: dict[str, FakeLocks] | None = None) -> None:
        self.holders = {} if holders is None else holders
        self.asked: dict[str, Callable[[], Awaitable[None]]] = {}
        self.frozen = False

    async def take(self, name: str, asked: Callable[[], Awaitable[None]], insist: bool = False) -> bool:
        await asyncio.sleep(0)
        holder = self.holders.setdefault(name, self)
        if holder is not self and insist:
            if not holder.frozen:
                await holder.asked[name]()
            self.holders[name] = self
        if self.holders[name] is self:
            self.asked[name] = asked
        return self.holders[name] is self

    def release(self, name: str) -> None:
        if self.holders.get(name) is self:
            del self.holders[name]


class FakeStage:
    """A stage that remembers what it was asked to perform."""

    def __init__(self) -> None:
        self.performed: list[tuple[Scene, tuple[Event, ...], Scene]] = []

    async def perform(self, before: Scene, events: Sequence[Event], after: Scene) -> None:
        self.performed.append((before, tuple(events), after))

    def skip(self) -> None:
        """Nothing runs."""


class FakeOutlet:
    """Ways out that lead nowhere, and remember what went through them."""

    def __init__(self) -> None:
        self.offers: tuple[str, ...] = ("text", "picture")
        self.sent: list[tuple[str, ...]] = []
        self.pictures: dict[str, Poster] = {}
        self.printed = 0
        self.coded: list[str] = []
        self.rows: str | None = "101\n010\n111"

    def address(self) -> str:
        return "https://chowk.invalid/"

    def kinds(self) -> Sequence[str]:
        return self.offers

    def code(self, text: str) -> str | None:
        self.coded.append(text)
        return self.rows

    def send(self, title: str, text: str, address: str) -> None:
        self.sent.append((title, text, address))

    def save_picture(self, poster: Poster, name: str) -> None:
        self.pictures[name] = poster

    def send_picture(self, poster: Poster, name: str, text: str) -> None:
        self.pictures[name] = poster
        self.sent.append((text,))

    def print(self) -> None:
        self.printed += 1


class FakeWorld:
    """A `World` for tests: time stands still, and nothing waits but what is to be read, which does so for `late`."""

    def __init__(self, texts: Mapping[str, str] | None = None, refuses: bool = False) -> None:
        self.oracle = FakeOracle()
        self.store = FakeStore(texts, refuses)
        self.locks = FakeLocks()
        self.stage = FakeStage()
        self.outlet = FakeOutlet()
        self.copied: list[str] = []
        self.filled = False
        self.fell: list[str] = []
        self.files: dict[str, str] = {}
        self.renders = 0
        self.slept: list[float] = []
        self.late = asyncio.Event()
        self.seeds = iter(range(7, 10_000))

    def render(self) -> None:
        self.renders += 1

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await (self.late.wait() if seconds >= LONG else asyncio.sleep(0))

    async def in_sight(self) -> None:
        await asyncio.sleep(0)

    def report(self, details: str) -> None:
        _reported.append(details)

    def start_anew(self, details: str) -> None:
        self.fell.append(details)

    def now(self) -> str:
        return "2026-11-21T12:00:00+00:00"

    def seed(self) -> int:
        return next(self.seeds)

    def languages(self) -> Sequence[str]:
        return ("en",)

    fillable = True

    def fill_screen(self) -> None:
        """Only notes it."""
        self.filled = not self.filled

    def install(self) -> None:
        """There is nothing to install."""

    def reload(self) -> None:
        """There is nothing to reload."""

    def copy(self, text: str) -> None:
        self.copied.append(text)

    def download(self, name: str, text: str) -> None:
        self.files[name] = text
