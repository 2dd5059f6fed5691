"""The worker's part of collections: it reads files, keeps collections, and answers questions about them.

Questions and answers are JSON. The collection that was asked about last stays in memory. Everything else is on the
device, so the worker can end at any time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

from chowk.core.errors import TextError
from chowk.core.message import Message, say
from chowk.core.safe_json import read_object
from chowk.engine.search_budget import Clock
from chowk.features.collections import archive as archives
from chowk.features.collections import generic, listing
from chowk.features.collections.archive import Archive, day_told, packed
from chowk.features.collections.reading import CollectionReading
from chowk.features.collections.unpacking import LARGEST, TOO_LARGE

ROOM: Final = 64_000_000
"""Maximum number of bytes of all kept collections together."""
MOST: Final = 20
"""Maximum number of kept collections."""
SLICE: Final = 0.015
"""Time of work after which the worker lets other tasks run, in seconds."""
MOST_ROWS: Final = 200
"""Maximum number of rows in an answer."""
FULL: Final = say("There is no room for another collection. Delete one first.")
STOPPED: Final = say("Reading was stopped, and nothing was kept.")
GONE: Final = say("This collection cannot be read.")
_KEY: Final = re.compile(r"[0-9a-f]{1,16}")


class ChosenFile(Protocol):
    """A file that the player has chosen: its name, its size in bytes, and its content."""

    name: str
    size: int

    async def read(self) -> bytes:
        """Return the content; raise `OSError` if it cannot be read."""


class Shelf(Protocol):
    """The device's store of collections. Every method raises `OSError` if the device refuses."""

    async def heads(self) -> dict[str, str]:
        """Return the head (name, size and numbers of games) of each collection as JSON text, by key."""

    async def content(self, key: str) -> bytes | None:
        """Return a collection's content, or None if there is no such collection."""

    async def put(self, key: str, head: str, content: bytes) -> None:
        """Store a collection."""

    async def delete(self, key: str) -> None:
        """Delete a collection."""

    async def incoming(self) -> ChosenFile | None:
        """Return the file that waits to be read, and remove it from the store; None if no file waits."""


class CollectionDesk:
    """The code that answers questions about collections."""

    def __init__(self, shelf: Shelf, pause: Callable[[], Awaitable[None]]) -> None:
        self._shelf = shelf
        self._pause = pause
        self._archive: tuple[str, Archive] | None = None
        self._chosen: tuple[object, list[int]] = (None, [])
        self._reading: CollectionReading | None = None
        self._stopped = False

    async def answer(self, text: str) -> str:
        """Return the answer to a question, both as JSON. The answer to a question that fails has an `error`."""
        try:
            question = read_object(text) or {}
            do = _ANSWERS.get(str(question.get("do")))
            if do is None:
                raise TextError(GONE)
            return json.dumps(await do(self, question))
        except TextError as error:
            return json.dumps({"error": packed(error.why)})
        except OSError as error:
            return json.dumps({"error": packed(say("The device did not keep it: {why}", why=str(error)[:200]))})

    async def _heads(self, _: dict[str, Any]) -> dict[str, Any]:
        heads = []
        for key, text in sorted((await self._shelf.heads()).items()):
            head = read_object(text) or {}
            count, size = head.get("count"), head.get("bytes")
            if _KEY.fullmatch(key) and isinstance(count, int) and isinstance(size, int):
                bad = head.get("bad")
                heads.append([key, str(head.get("name", "")), count, bad if isinstance(bad, int) else 0, size])
        return {"heads": heads, "room": ROOM}

    async def _open(self, question: dict[str, Any]) -> dict[str, Any]:
        """Read the file that was chosen and keep its games."""
        heads = (await self._heads(question))["heads"]
        incoming = await self._shelf.incoming()
        if incoming is None or self._reading is not None:
            raise TextError(GONE)
        if incoming.size > LARGEST:
            raise TextError(TOO_LARGE)
        if len(heads) >= MOST:
            raise TextError(FULL)
        reading, self._stopped = CollectionReading(incoming.name), False
        self._reading = reading
        try:
            work, clock = reading.run(incoming.name, await incoming.read()), Clock(SLICE)
            for _ in work:
                if clock.over:
                    await self._pause()
                    clock = Clock(SLICE)
                if self._stopped:
                    raise TextError(STOPPED)
            content = reading.archive.write()
        finally:
            self._reading = None
        if sum(head[-1] for head in heads) + len(content) > ROOM:
            raise TextError(FULL)
        key = str(question.get("key"))
        if not _KEY.fullmatch(key):
            raise TextError(GONE)
        head = {"name": incoming.name, "count": len(reading.archive), "bad": reading.archive.bad, "bytes": len(content)}
        await self._shelf.put(key, json.dumps(head), content)
        self._archive = key, reading.archive
        return {"key": key, "notes": [packed(note) for note in reading.archive.notes]}

    async def _progress(self, _: dict[str, Any]) -> dict[str, Any]:
        reading = self._reading
        if reading is None:
            return {"done": None, "count": 0, "bad": 0}
        return {"done": reading.done, "count": len(reading.archive), "bad": reading.archive.bad}

    async def _stop(self, _: dict[str, Any]) -> dict[str, Any]:
        self._stopped = True
        return {}

    async def _delete(self, question: dict[str, Any]) -> dict[str, Any]:
        key = str(question.get("key"))
        await self._shelf.delete(key)
        if self._archive is not None and self._archive[0] == key:
            self._archive, self._chosen = None, (None, [])
        return {}

    async def _opened(self, question: dict[str, Any]) -> Archive:
        key = str(question.get("key"))
        if self._archive is None or self._archive[0] != key:
            content = await self._shelf.content(key) if _KEY.fullmatch(key) else None
            if content is None:
                raise TextError(GONE)
            self._archive, self._chosen = (key, archives.read(content)), (None, [])
        return self._archive[1]

    async def _rows(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return a part of the list of games that fit the filters, and the number of all games that fit."""
        archive = await self._opened(question)
        filters = str(question.get("filters", ""))
        if self._chosen[0] != (question["key"], filters):
            self._chosen = (question["key"], filters), listing.select(archive, listing.read(filters))
        numbers = self._chosen[1]
        first, count = _whole(question.get("first")), min(MOST_ROWS, _whole(question.get("count")))
        rows = [*listing.described(archive, numbers[first : first + count])]
        return {
            "name": archive.name,
            "all": len(archive),
            "total": len(numbers),
            "first": first,
            "rows": rows,
            "bad": archive.bad,
            "more": archive.more,
            "notes": [packed(note) for note in archive.notes],
        }

    async def _faults(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return the games that cannot be read, with number, line and reason."""
        archive = await self._opened(question)
        faults = [[fault.number, fault.line, packed(fault.why)] for fault in archive.faults]
        return {"faults": faults, "bad": archive.bad}

    async def _game(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return a game as text: its first position, its moves and its headers."""
        archive = await self._opened(question)
        number = _whole(question.get("number"))
        if number >= len(archive):
            raise TextError(GONE)
        name = archive.games[archive.columns["game"][number]]
        try:
            start, moves = generic.told(name, archive.told("setup", number), archive.codes(number))
        except (ValueError, KeyError, IndexError):
            raise TextError(GONE) from None
        date = day_told(archive.columns["date"][number]).replace("-", ".")
        facts = {"Event": archive.told("event", number), "Date": date, "Result": archive.told("result", number)}
        headers = {header: value for header, value in facts.items() if value}
        return {"game": name, "start": start, "moves": moves, "headers": headers, "players": archive.players(number)}


def _whole(value: object) -> int:
    """Return `value` if it is a whole number that is not negative and not too large, else 0."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 31 else 0


_Answer = Callable[[CollectionDesk, "dict[str, Any]"], Awaitable["dict[str, Any]"]]
_ANSWERS: Final[dict[str, _Answer]] = {
    "heads": CollectionDesk._heads,
    "open": CollectionDesk._open,
    "progress": CollectionDesk._progress,
    "stop": CollectionDesk._stop,
    "delete": CollectionDesk._delete,
    "rows": CollectionDesk._rows,
    "faults": CollectionDesk._faults,
    "game": CollectionDesk._game,
}
"""The function that answers each kind of question."""


def message_of(answer: dict[str, Any]) -> Message | None:
    """Return the error of an answer, or None."""
    return archives.unpacked(answer["error"]) if "error" in answer else None
