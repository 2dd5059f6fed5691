"""Fake parts of a browser for tests. The application plays whole games with them without waiting."""

from __future__ import annotations

import asyncio
import errno
import itertools
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar
from weakref import WeakKeyDictionary

from chowk import games
from chowk.app.app import App
from chowk.app.world import World
from chowk.core import parcels
from chowk.core.events import Event
from chowk.draw.ceremony import Ceremony
from chowk.draw.scene import Scene
from chowk.engine.protocol import Desk
from chowk.features.collections.desk import CollectionDesk
from chowk.features.sharing.poster import Poster
from chowk.session.table import Table
from chowk.storage.device import NEWER_FORM, StorageUsage

_reported: list[str] = []


def reported() -> list[str]:
    """Return the reports of failed tasks collected in this process so far, and clear them."""
    reports = list(_reported)
    _reported.clear()
    return reports


def sitting_at(app: App) -> Table:
    """Return the open table (a match with its players). Fail if no table is open."""
    assert app.table is not None, "nobody sits at a table"
    return app.table


LONG = 2.0
"""Minimum length, in seconds, of a pause that gives the player time to read.

`FakeClock` does not end such a pause by itself.
"""


class FakeEngine:
    """A fake engine: opponents that compute in this process, without a worker.

    The next `dead` requests fail, as if the worker had died. While `gate` is an event, requests wait until it is set.
    """

    def __init__(self) -> None:
        self.desk = Desk(games.find_thinker, lambda: asyncio.sleep(0))
        self.dead = 0
        self.requests: list[str] = []
        self.dropped: list[int] = []
        self.gate: asyncio.Event | None = None
        self.extras: list[tuple[str, str]] = []
        self.needed = ""

    in_worker = True

    def preload(self, game: str = "") -> None:
        """Do nothing. This engine is always ready."""

    def need(self, game: str) -> None:
        self.needed = game

    def extra(self, game: str, name: str) -> None:
        self.extras.append((game, name))

    async def ask(self, request: str) -> str:
        self.requests.append(request)
        if self.gate is not None:
            await self.gate.wait()
        if self.dead:
            self.dead -= 1
            raise OSError("the worker died")
        return await self.desk.answer(request)

    def answer_now(self, ticket: int) -> None:
        self.desk.answer_now(ticket)

    def drop(self, ticket: int) -> None:
        self.dropped.append(ticket)
        self.desk.answer_now(ticket)


class FakeStore:
    """A fake of the browser's store that keeps texts in a dictionary.

    * `refuses`: every access fails, as on a device that allows no storage.
    * `full`: writing fails, as on a device without free space.
    * `newer`: every access fails, as if a newer version had rebuilt the store.
    * `notes`: the summary that each page wrote when it closed, by the name of the page.
    * `page`: the name of the page that uses this store.
    """

    def __init__(self, texts: Mapping[str, str] | None = None, refuses: bool = False, page: str = "first") -> None:
        self.texts = dict(texts or {})
        self.refuses = refuses
        self.newer = self.full = self.protected = False
        self.notes: dict[str, str] = {}
        self.page = page

    def of(self, page: str) -> FakeStore:
        """Return the store of another page on the same device."""
        other = FakeStore(page=page)
        other.texts, other.notes = self.texts, self.notes
        return other

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
        fits = self.texts.get(key) in (None, old, new)
        if fits:
            await self.put(key, new)
        return fits

    async def delete(self, key: str) -> None:
        self._check()
        self.texts.pop(key, None)

    def leave(self, note: str) -> None:
        self.notes.pop(self.page, None)
        if note:
            self.notes[self.page] = note

    def left_notes(self) -> Mapping[str, str]:
        return {page: note for page, note in self.notes.items() if page != self.page}

    def clear(self, places: Iterable[str]) -> None:
        for page in places:
            self.notes.pop(page, None)

    async def protect(self) -> None:
        self.protected = True

    async def storage_usage(self) -> StorageUsage:
        return StorageUsage(3_400_000, self.protected)

    def _check(self) -> None:
        if self.newer:
            raise OSError(NEWER_FORM, "rebuilt by a newer version")
        if self.refuses:
            raise OSError("storage is refused")


class FakeGameLocks:
    """A fake of one page's locks on games.

    All pages of one browser share the dictionary `holders`. For each locked game, it holds the `FakeGameLocks` of the
    page that has the lock. A `frozen` page cannot release a lock when another page asks for it, and hears of no game.
    """

    def __init__(self, holders: dict[str, FakeGameLocks] | None = None) -> None:
        self.holders = {} if holders is None else holders
        self.on_requests: dict[str, Callable[[], Awaitable[None]]] = {}
        self.frozen = False
        self.pages = [self]  # of the same browser
        self.told: Callable[[str], object] = lambda _: None

    def of_other_page(self) -> FakeGameLocks:
        """Return the locks of another page of the same browser. The pages tell each other of games."""
        other = FakeGameLocks(self.holders)
        other.pages = self.pages
        self.pages.append(other)
        return other

    async def take(self, name: str, on_request: Callable[[], Awaitable[None]], insist: bool = False) -> bool:
        await asyncio.sleep(0)
        holder = self.holders.setdefault(name, self)
        if holder is not self and insist:
            if not holder.frozen:
                await holder.on_requests[name]()
            self.holders[name] = self
        if self.holders[name] is self:
            self.on_requests[name] = on_request
        return self.holders[name] is self

    def release(self, name: str) -> None:
        if self.holders.get(name) is self:
            del self.holders[name]

    def tell(self, name: str) -> None:
        for page in self.pages:
            if page is not self and not page.frozen:
                page.told(name)

    def hear(self, told: Callable[[str], object]) -> None:
        self.told = told


class FakeStage:
    """A fake stage (player of animations). It only records the animations of moves and of the ends of games."""

    def __init__(self) -> None:
        self.performed: list[tuple[Scene, tuple[Event, ...], Scene]] = []
        self.lively = False
        self.celebrated: list[Ceremony] = []

    async def perform(self, before: Scene, events: Sequence[Event], after: Scene) -> None:
        self.performed.append((before, tuple(events), after))

    async def celebrate(self, ceremony: Ceremony) -> None:
        self.celebrated.append(ceremony)

    def skip(self) -> None:
        """Do nothing. No animation runs."""


class FakePeerConnection:
    """A fake of one end of a peer connection. As in browsers, exchanged descriptions connect the two ends.

    A message arrives after one iteration of the event loop. `cut` drops the connection and reports this, as if the
    other page had reloaded.
    """

    offered: ClassVar[dict[str, FakePeerConnection]] = {}
    numbers: ClassVar[Iterator[int]] = itertools.count(1)

    def __init__(self, hear: Callable[[str, str], None]) -> None:
        self.hear = hear
        self.name = f"{next(self.numbers):04}"
        self.other: FakePeerConnection | None = None
        self.closed = False
        self.far = False  # True if no other device can be reached
        self.taken = False
        self.sent: list[str] = []
        self.retried: list[int] = []
        self.offered[self.name] = self

    def _described(self) -> str:
        fingerprint = ":".join(["AB"] * 32)
        return (
            f"a=candidate:1 1 udp 2113937151 192.168.1.{int(self.name) % 250} 50000 typ host\r\n"
            f"a=ice-ufrag:{self.name}\r\na=ice-pwd:{'p' * 24}\r\na=fingerprint:sha-256 {fingerprint}\r\n"
        )

    def _find(self, description: str) -> FakePeerConnection:
        return self.offered[description.partition("a=ice-ufrag:")[2].partition("\r")[0]]

    async def offer(self) -> str:
        await asyncio.sleep(0)
        return self._described()

    async def plan(self) -> str:
        return await self.offer()

    async def retry(self, attempt: int) -> None:
        await asyncio.sleep(0)
        self.retried.append(attempt)

    async def answer(self, offered: str) -> str:
        await asyncio.sleep(0)
        self.other = self._find(offered)
        return self._described()

    async def accept(self, answered: str) -> None:
        await asyncio.sleep(0)
        self.other = self._find(answered)
        for end in (self, self.other) if not self.far and not self.other.far else ():
            asyncio.get_running_loop().call_soon(end.hear, "open", "")

    def send(self, text: str) -> bool:
        self.sent.append(text)
        if self.closed or self.other is None or self.other.closed:
            return False
        asyncio.get_running_loop().call_soon(self.other.arrive, text)
        return True

    def arrive(self, text: str) -> None:
        if not self.closed:
            self.hear("text", text)

    def tell_accepted(self) -> None:
        self.taken = True

    def close(self) -> None:
        other, self.closed, self.other = self.other, True, None
        if other is not None and not other.closed:
            asyncio.get_running_loop().call_soon(other.cut)

    def cut(self) -> None:
        if not self.closed:
            self.closed, self.other = True, None
            self.hear("closed", "")


class FakeSharing:
    """A fake share sheet, picture maker and printer that record everything that is sent to them."""

    def __init__(self) -> None:
        self.offers: tuple[str, ...] = ("text", "picture")
        self.sent: list[tuple[str, ...]] = []
        self.result = "sent"  # the result that the share sheet reports
        self.pictures: dict[str, Poster] = {}
        self.printed = 0

    def address(self) -> str:
        return "https://chowk.invalid/"

    def kinds(self) -> Sequence[str]:
        return self.offers

    def send(self, title: str, text: str, address: str, hear: Callable[[str], None] = lambda _: None) -> None:
        self.sent.append((title, text, address))
        hear(self.result)

    def save_picture(self, poster: Poster, name: str) -> None:
        self.pictures[name] = poster

    def send_picture(self, poster: Poster, name: str, text: str) -> None:
        self.pictures[name] = poster
        self.sent.append((text,))

    def print(self) -> None:
        self.printed += 1


class FakeQrCodes:
    """A fake of QR codes, which all have the same squares, and of a camera.

    `looks` holds the callbacks of scans that have begun. A test calls one with two texts: `code` and the text of a
    code, or the reason why scanning ended and an empty text.
    """

    def __init__(self) -> None:
        self.coded: list[str] = []
        self.rows: str | None = "101\n010\n111"
        self.has_camera = True
        self.looks: list[Callable[[str, str], None]] = []

    def code(self, text: str) -> str | None:
        self.coded.append(text)
        return self.rows

    def can_look(self) -> bool:
        return self.has_camera

    def scan(self, hear: Callable[[str, str], None]) -> None:
        self.looks.append(hear)


class FakeConnections:
    """A fake of one page's connections. `pages` are the connections of other pages of the same browser."""

    def __init__(self) -> None:
        self.wired = True
        self.wires: list[FakePeerConnection] = []
        self.pages: list[FakeConnections] = []

    def new_connection(self, hear: Callable[[str, str], None]) -> FakePeerConnection:
        if not self.wired:
            raise OSError("no connections here")
        self.wires.append(FakePeerConnection(hear))
        return self.wires[-1]

    async def hand_on(self, answer: str) -> bool:
        await asyncio.sleep(0)
        waiting = [wire for other in self.pages for wire in other.wires]
        for wire in waiting:
            wire.hear("answer", answer)
        return any(wire.taken for wire in waiting)


class FakePage:
    """A fake page that counts its updates and is always visible."""

    def __init__(self) -> None:
        self.renders = 0

    def render(self) -> None:
        self.renders += 1

    async def in_sight(self) -> None:
        await asyncio.sleep(0)


class FakeClock:
    """A fake clock that advances only when a test sets it.

    `time` is the date and time, and `passed` the monotonic clock in milliseconds. A pause of at least `LONG` seconds
    lasts until the event `late` is set. A shorter pause ends at once.
    """

    def __init__(self) -> None:
        self.passed = 0  # milliseconds
        self.time = "2026-11-21T12:00:00+00:00"
        self.slept: list[float] = []
        self.late = asyncio.Event()

    def instant(self) -> int:
        return self.passed

    def now(self) -> str:
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await (self.late.wait() if seconds >= LONG else asyncio.sleep(0))


class FakeDevice:
    """A fake device that has all capabilities. `filled` is True while the page fills the screen."""

    def __init__(self) -> None:
        self.charged = self.filled = False
        self.vibrates = self.shakes = self.fillable = True

    async def charging(self) -> bool:
        return self.charged

    def fill_screen(self) -> None:
        self.filled = not self.filled


class FakeErrors:
    """A fake of error reporting. The function `reported` returns the reports.

    `fell` holds the details of the errors after which the app asked for a restart of the page.
    """

    def __init__(self) -> None:
        self.fell: list[str] = []

    def report(self, details: str) -> None:
        _reported.append(details)

    def start_anew(self, details: str) -> None:
        self.fell.append(details)


class FakeLifecycle:
    """A fake of the page's life cycle. Requests to install or reload the page have no effect."""

    def install(self) -> None:
        """Do nothing. There is nothing to install."""

    def reload(self) -> None:
        """Do nothing. There is no page to reload."""


class FakeParcels:
    """A fake loader of separate parts of the app.

    `missing` is the error number with which loading fails, or 0 if it succeeds. If `arriving` is an event, loading
    waits until it is set.
    """

    def __init__(self) -> None:
        self.brought: list[str] = []
        self.arriving: asyncio.Event | None = None
        self.missing = 0

    async def fetch(self, parcel: str) -> None:
        self.brought.append(parcel)
        await (self.arriving.wait() if self.arriving else asyncio.sleep(0))
        if self.missing:
            raise OSError(self.missing, parcel)
        parcels.mark_fetched(parcel)


class FakeExtras:
    """A fake loader of opponents' optional files.

    If `halfway` is an event, a download stops halfway until it is set. If `has_extras` is False, downloads fail.
    """

    def __init__(self) -> None:
        self.sent_for: list[tuple[str, str]] = []
        self.halfway: asyncio.Event | None = None
        self.has_extras = True

    async def fetch(self, game: str, name: str, progress: Callable[[int, int], None]) -> bool:
        self.sent_for.append((game, name))
        progress(200_000, 400_000)
        await (self.halfway.wait() if self.halfway else asyncio.sleep(0))
        return self.has_extras


class FakeIncoming:
    """A fake of a file that the player has chosen."""

    def __init__(self, name: str, data: bytes) -> None:
        self.name, self.data = name, data
        self.size = len(data)

    async def read(self) -> bytes:
        return self.data


class FakeOutgoing:
    """A fake of a file that the worker writes for the page."""

    def __init__(self, shelf: FakeShelf) -> None:
        self.shelf, self.pieces = shelf, list[bytes]()

    def add(self, data: bytes) -> None:
        self.pieces.append(data)

    async def leave(self, name: str) -> None:
        if self.shelf.full:
            raise OSError(errno.ENOSPC, "no room is left")
        self.shelf.left = name, b"".join(self.pieces)


class FakeShelf:
    """A fake of the device's store of collections. If `full`, writing fails."""

    def __init__(self) -> None:
        self.kept: dict[str, tuple[str, bytes]] = {}
        self.indices: dict[str, bytes] = {}
        self.laid: FakeIncoming | None = None
        self.left: tuple[str, bytes] | None = None
        self.parts: dict[tuple[str, str], bytes] = {}
        self.full = False

    async def heads(self) -> dict[str, str]:
        return {key: head for key, (head, _) in self.kept.items()}

    async def content(self, key: str) -> bytes | None:
        return self.kept[key][1] if key in self.kept else None

    async def put(self, key: str, head: str, content: bytes) -> None:
        if self.full:
            raise OSError(errno.ENOSPC, "no room is left")
        self.kept[key] = head, content

    async def index(self, key: str) -> bytes | None:
        return self.indices.get(key)

    async def put_index(self, key: str, head: str, content: bytes) -> None:
        await self.put(key, head, self.kept[key][1])
        self.indices[key] = content

    async def delete(self, key: str) -> None:
        self.kept.pop(key, None)
        self.indices.pop(key, None)

    async def incoming(self) -> FakeIncoming | None:
        laid, self.laid = self.laid, None
        return laid

    def outgoing(self) -> FakeOutgoing:
        return FakeOutgoing(self)

    async def part(self, key: str, name: str) -> bytes | None:
        return self.parts.get((key, name))

    async def put_part(self, key: str, name: str, content: bytes) -> None:
        if self.full:
            raise OSError(errno.ENOSPC, "no room is left")
        if content:
            self.parts[key, name] = content
        else:
            self.parts.pop((key, name), None)


async def _arrived(_: str) -> None:
    """Do nothing. In plain Python, the parts of the app that a page loads on demand are always there."""


class FakeArchives:
    """A fake of the worker that reads collections. It answers in this process.

    If `dead` is True, every request fails, as if the worker had died.
    """

    def __init__(self, shelf: FakeShelf | None = None) -> None:
        self.shelf = shelf or FakeShelf()
        self.engine = FakeEngine()
        self.forget()
        self.dead = False
        self.scrolled: Callable[[int], None] = lambda _: None
        self.saved: dict[str, bytes] = {}

    def forget(self) -> None:
        """Forget the open collections, as if the worker had ended and a new one had started.

        The store of collections (`shelf`) stays the same.
        """
        self.desk = CollectionDesk(self.shelf, lambda: asyncio.sleep(0), self.engine, _arrived)

    async def save(self) -> None:
        if self.shelf.left is not None:
            name, data = self.shelf.left
            self.saved[name], self.shelf.left = data, None

    async def ask(self, question: str) -> str:
        if self.dead:
            raise OSError("the worker died")
        return await self.desk.answer(question)

    async def store_incoming(self, source: FakeIncoming | str) -> None:
        self.shelf.laid = FakeIncoming("games.txt", source.encode()) if isinstance(source, str) else source

    def watch(self, scrolled: Callable[[int], None]) -> None:
        self.scrolled = scrolled

    def to_top(self) -> None:
        """Do nothing. There is nothing to scroll."""


class FakeClipboard:
    """A fake clipboard that keeps the copied texts. If `copies` is False, copying fails."""

    def __init__(self) -> None:
        self.copied: list[str] = []
        self.copies = True

    def copy(
        self, text: str, done: Callable[[], None] = lambda: None, failed: Callable[[], None] = lambda: None
    ) -> None:
        if self.copies:
            self.copied.append(text)
            done()
        else:
            failed()


class FakeFiles:
    """A fake of file downloads that keeps the downloaded texts, by file name."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    def download(self, name: str, text: str) -> None:
        self.texts[name] = text


class FakeWorld:
    """All fake parts of a browser for an application. A test may replace a part before the application starts."""

    def __init__(self, texts: Mapping[str, str] | None = None, refuses: bool = False) -> None:
        self.page = FakePage()
        self.clock = FakeClock()
        self.stage = FakeStage()
        self.engine = FakeEngine()
        self.store = FakeStore(texts, refuses)
        self.locks = FakeGameLocks()
        self.device = FakeDevice()
        self.errors = FakeErrors()
        self.lifecycle = FakeLifecycle()
        self.languages: Sequence[str] = ("en",)
        self.seeds: Iterator[int] = iter(range(7, 10_000))
        self.parcels = FakeParcels()
        self.extras = FakeExtras()
        self.clipboard = FakeClipboard()
        self.files = FakeFiles()
        self.sharing = FakeSharing()
        self.qr_codes = FakeQrCodes()
        self.connections = FakeConnections()
        self.archives = FakeArchives()


_worlds: WeakKeyDictionary[App, FakeWorld] = WeakKeyDictionary()


def app_in(world: FakeWorld) -> App:
    """Return a new application that uses these fake parts of a browser."""
    parts = World(
        page=world.page,
        clock=world.clock,
        stage=world.stage,
        engine=world.engine,
        store=world.store,
        locks=world.locks,
        device=world.device,
        errors=world.errors,
        lifecycle=world.lifecycle,
        languages=lambda: world.languages,
        new_seed=lambda: next(world.seeds),
        fetch_parcel=world.parcels.fetch,
        fetch_extra=world.extras.fetch,
        clipboard=lambda: world.clipboard,
        files=lambda: world.files,
        sharing=lambda: world.sharing,
        qr_codes=lambda: world.qr_codes,
        connections=lambda: world.connections,
        archives=lambda: world.archives,
    )
    app = App(parts)
    _worlds[app] = world
    return app


def world_of(app: App) -> FakeWorld:
    """Return the fake parts that an application uses."""
    return _worlds[app]
