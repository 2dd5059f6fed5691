"""The worker's part of collections: it reads files, stores collections, and answers questions about them.

Questions and answers are JSON. The collection that was asked about last stays in memory. Everything else is on the
device, so the worker can end at any time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING, Any, Final, Protocol

from chowk.core.errors import TextError
from chowk.core.message import Message, say
from chowk.core.safe_json import read_object
from chowk.engine.search_budget import Clock
from chowk.features.collections import archive as archives
from chowk.features.collections import checking, explorer, generic, judged_moves, listing
from chowk.features.collections.archive import GONE, MINE, Archive, day_text, packed
from chowk.features.collections.check_desk import CheckDesk
from chowk.features.collections.explored import UNSORTED
from chowk.features.collections.exporting import Exporting, forms
from chowk.features.collections.judged_moves import JudgedMoves
from chowk.features.collections.position_index import PositionIndex
from chowk.features.collections.reading import CollectionReading
from chowk.features.collections.seeker import Finding, Seeker
from chowk.features.collections.unpacking import LARGEST, TOO_LARGE

if TYPE_CHECKING:  # read by type checkers only
    from chowk.engine.asking import EnginePort

ROOM: Final = 64_000_000
"""Maximum number of bytes of all stored collections together."""
MOST: Final = 20
"""Maximum number of stored collections."""
SLICE: Final = 0.015
"""Time of work after which the worker lets other tasks run, in seconds."""
MOST_ROWS: Final = 200
"""Maximum number of rows in an answer."""
FULL: Final = say("There is no room for another collection. Delete one first.")
STOPPED: Final = say("Reading was stopped, and nothing was kept.")
UNWRITTEN: Final = say("Writing was stopped, and no file was made.")
REPLACED: Final = say("The collections did not respond. Try again.")
"""The error for a question whose board search was stopped, or replaced by another, before its end."""
_KEY: Final = re.compile(r"[0-9a-f]{1,16}")


class ChosenFile(Protocol):
    """A file that the player has chosen: its name, its size in bytes, and its content."""

    name: str
    size: int

    async def read(self) -> bytes:
        """Return the content; raise `OSError` if it cannot be read."""


class Outgoing(Protocol):
    """A file that the worker writes for the page."""

    def add(self, data: bytes) -> None:
        """Append bytes to the file."""

    async def leave(self, name: str) -> None:
        """Finish the file and give it the name by which the page reads it; raise `OSError` if the device refuses."""


class CollectionStore(Protocol):
    """The device's store of collections. Every method raises `OSError` if the device refuses."""

    async def heads(self) -> dict[str, str]:
        """Return the head (name, size and counts of games) of each collection as JSON text, by key."""

    async def content(self, key: str) -> bytes | None:
        """Return a collection's content, or None if there is no such collection."""

    async def put(self, key: str, head: str, content: bytes) -> None:
        """Store a collection with its head (see `heads`)."""

    async def index(self, key: str) -> bytes | None:
        """Return the stored index of a collection's positions, or None if none exists."""

    async def put_index(self, key: str, head: str, content: bytes) -> None:
        """Store the index of a collection (`content`), and replace the head of the collection (its description)."""

    async def delete(self, key: str) -> None:
        """Delete a collection and its index."""

    async def incoming(self) -> ChosenFile | None:
        """Return the file that waits to be read, and remove it from the store; None if no file waits."""

    def outgoing(self) -> Outgoing:
        """Begin a new file for the page, and return it."""

    async def part(self, key: str, name: str) -> bytes | None:
        """Return the additional data stored with a collection under a name, or None if none exists."""

    async def put_part(self, key: str, name: str, content: bytes) -> None:
        """Store additional data with a collection under a name. If `content` is empty, delete the data."""


class CollectionDesk:
    """Answers the page's questions about collections. It runs in the worker."""

    def __init__(
        self,
        store: CollectionStore,
        pause: Callable[[], Awaitable[None]],
        engine: EnginePort,
        bring: Callable[[str], Awaitable[None]],
    ) -> None:
        """Store the parts of the worker that the desk uses.

        `pause` lets other tasks run. `engine` reviews the games. `bring` fetches the modules of a parcel (archive) by
        its name.
        """
        self._store = store
        self._pause = pause
        self._checks = CheckDesk(store, engine, bring)
        # The player's own games, while the page asks about them. They are kept elsewhere.
        self._mine: Archive | None = None
        self._own: tuple[str, frozenset[str]] = "", frozenset()  # their text, and the names of the people in them
        self._archive: tuple[str, Archive] | None = None
        self._chosen: tuple[object, list[int]] = (None, [])
        self._reading: CollectionReading | None = None
        self._exporting: Exporting | None = None
        self._stopped = False
        self._explorer = explorer.Explorer(store, pause)
        self._seeker = Seeker(pause)
        # The values of moves that a check found, with the collection and the number of its checked games.
        self._judged: tuple[object, JudgedMoves] = (None, {})

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
            why = (error.strerror or str(error))[:200]
            return json.dumps({"error": packed(say("The device reported an error: {why}", why=why))})

    async def _heads(self, _: dict[str, Any]) -> dict[str, Any]:
        heads = []
        for key, text in sorted((await self._store.heads()).items()):
            head = read_object(text) or {}
            count, size = head.get("count"), head.get("bytes")
            if _KEY.fullmatch(key) and isinstance(count, int) and isinstance(size, int):
                bad = head.get("bad")
                heads.append([key, str(head.get("name", "")), count, bad if isinstance(bad, int) else 0, size])
        return {"heads": heads, "room": ROOM}

    async def _open(self, question: dict[str, Any]) -> dict[str, Any]:
        """Read the file that the player chose, and store its games as a collection.

        Return the key of the collection, and notes for the player.
        """
        heads = (await self._heads(question))["heads"]
        incoming = await self._store.incoming()
        if incoming is None or self._reading is not None:
            raise TextError(GONE)
        if incoming.size > LARGEST:
            raise TextError(TOO_LARGE)
        if len(heads) >= MOST:
            raise TextError(FULL)
        reading, self._stopped = CollectionReading(incoming.name), False
        self._reading = reading
        try:
            await self._carry_out(reading.run(incoming.name, await incoming.read()), STOPPED)
            content = reading.archive.write()
        finally:
            self._reading = None
        if sum(head[-1] for head in heads) + len(content) > ROOM:
            raise TextError(FULL)
        key = str(question.get("key"))
        if not _KEY.fullmatch(key):
            raise TextError(GONE)
        head = {"name": incoming.name, "count": len(reading.archive), "bad": reading.archive.bad, "bytes": len(content)}
        await self._store.put(key, json.dumps(head), content)
        self._archive, self._chosen = (key, reading.archive), (None, [])
        return {"key": key, "notes": [packed(note) for note in reading.archive.notes]}

    async def _carry_out(self, work: Iterable[None], stopped: Message) -> None:
        """Do some work in slices; raise `TextError` with `stopped` once the page has asked to stop."""
        clock = Clock(SLICE)
        for _ in work:
            if clock.over:
                await self._pause()
                clock = Clock(SLICE)
            if self._stopped:
                raise TextError(stopped)

    async def _export(self, question: dict[str, Any]) -> dict[str, Any]:
        """Write the games that fit the filters as a file for the page, in the format that the question names as `form`.

        Return the number of games written, and the number of games that the format cannot hold.
        """
        if self._reading is not None or self._exporting is not None:
            raise TextError(GONE)
        archive = await self._opened(question)
        numbers = await self._chosen_games(question, archive, UNWRITTEN)
        exporting, outgoing = Exporting(archive, numbers, str(question.get("form"))), self._store.outgoing()
        self._exporting, self._stopped = exporting, False
        try:
            await self._carry_out(exporting.run(outgoing.add, date.today()), UNWRITTEN)
        finally:
            self._exporting = None
        if exporting.count:
            await outgoing.leave(exporting.name)
        return {"count": exporting.count, "left_out": exporting.left_out}

    async def _progress(self, _: dict[str, Any]) -> dict[str, Any]:
        if (exporting := self._exporting) is not None:
            return {"done": exporting.done, "count": exporting.count, "bad": exporting.left_out}
        reading = self._reading
        if reading is None:
            return {"done": None, "count": 0, "bad": 0}
        return {"done": reading.done, "count": len(reading.archive), "bad": reading.archive.bad}

    async def _stop(self, _: dict[str, Any]) -> dict[str, Any]:
        self._stopped = True
        self._explorer.stop()
        self._seeker.stop()
        return {}

    async def _delete(self, question: dict[str, Any]) -> dict[str, Any]:
        key = str(question.get("key"))
        self._explorer.forget(key)
        self._seeker.forget()
        await self._checks.forget(key)
        self._judged = None, {}
        await self._store.delete(key)
        if self._archive is not None and self._archive[0] == key:
            self._archive, self._chosen = None, (None, [])
        return {}

    async def _opened(self, question: dict[str, Any]) -> Archive:
        key = str(question.get("key"))
        if key == MINE and self._mine is not None:
            return self._mine
        if self._archive is None or self._archive[0] != key:
            content = await self._store.content(key) if _KEY.fullmatch(key) else None
            if content is None:
                raise TextError(GONE)
            self._seeker.forget()
            self._judged = None, {}
            self._archive, self._chosen = (key, archives.read(content)), (None, [])
        return self._archive[1]

    async def _rows(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return a part of the list of games that fit the filters, and the number of all games that fit."""
        archive = await self._opened(question)
        filters = str(question.get("filters", ""))
        finding = await self._found(question, archive, filters)
        chosen = archive, filters, finding.done if finding is not None else 0
        numbers: list[int] | None = self._chosen[1]
        if self._chosen[0] != chosen:
            numbers = await self._select(question, archive, filters, finding)
            self._chosen = (chosen, numbers) if numbers is not None else (None, [])
        first, count = _whole(question.get("first")), min(MOST_ROWS, _whole(question.get("count")))
        rows = [*listing.described(archive, numbers[first : first + count])] if numbers is not None else []
        index = await self._explorer.index(question["key"], archive) if listing.read(filters).here else None
        return {
            "name": archive.name,
            "all": len(archive),
            "searched": min(index.games if index is not None else len(archive),
                            finding.done if finding is not None else len(archive)),
            "stopped": finding is not None and finding.stopped,
            "games": archive.games,
            "total": len(numbers) if numbers is not None else None,
            "first": first,
            "rows": rows,
            "bad": archive.bad,
            "forms": [[form.name, packed(form.label)] for form in forms(archive.games)],
            "more": archive.more,
            "notes": [packed(note) for note in archive.notes],
        }  # fmt: skip

    async def _found(self, question: dict[str, Any], archive: Archive, query: str) -> Finding | None:
        """Run the board search that the filters of a list contain, and return its result.

        `query` holds the filters as text. Return None if they contain no board search.
        """
        return await self._seeker.find(archive, listing.read(query).sought, resume=bool(question.get("on")))

    async def _seeking(self, _: dict[str, Any]) -> dict[str, Any]:
        """Return, as `done`, the fraction of games that the running board search has tested; None if no search runs."""
        return {"done": self._seeker.done}

    async def _select(
        self, question: dict[str, Any], archive: Archive, query: str, finding: Finding | None
    ) -> list[int] | None:
        """Return the numbers of the games that fit the filters of a list. `query` holds the filters as text.

        Return None if the filters name a position and there is no index of positions. `finding` is the result of the
        board search, if the filters have one.
        """
        filters = listing.read(query)
        numbers = listing.select(archive, filters)
        if finding is not None:
            numbers = [number for number in numbers if number in finding.found]
        if not filters.here:
            return numbers
        name, _, text = filters.here.partition(" ")
        position = explorer.position_of(name, text)
        index = await self._explorer.index(question["key"], archive)
        if index is None:
            return None
        reached = explorer.visited(archive, index, name, position).games
        return [number for number in numbers if number in reached]

    async def _chosen_games(self, question: dict[str, Any], archive: Archive, stopped: Message = REPLACED) -> list[int]:
        """Return the numbers of the games that fit the filters of a question.

        If the player stopped the same board search earlier, only the games that it had found by then count: the list
        shows the same ones. Raise `TextError` with the message `stopped` if the board search is stopped while this
        question waits for it. Also raise `TextError` if the filters need an index of positions that has not been made
        yet.
        """
        query, before = str(question.get("filters", "")), self._seeker.stopped
        finding = await self._found(question, archive, query)
        if finding is not None and finding.stopped and finding is not before:
            raise TextError(stopped)
        numbers = await self._select(question, archive, query, finding)
        if numbers is None:
            raise TextError(UNSORTED)
        return numbers

    async def _indexed(self, question: dict[str, Any], archive: Archive) -> PositionIndex | None:
        """Return the index of a collection's positions. Make the index if there is none yet.

        Return None if the player stops the work.
        """
        key = question["key"]
        index = await self._explorer.index(key, archive)
        if index is None:
            heads = (await self._heads(question))["heads"] if key != MINE else ()
            index = await self._explorer.build(key, archive, ROOM - sum(head[-1] for head in heads))
        return index

    async def _index(self, question: dict[str, Any]) -> dict[str, Any]:
        """Make the index of a collection's positions, unless it exists.

        Begin again if the player's own games change meanwhile. In the answer, `indexed` is False if the player has
        stopped the work.
        """
        while True:
            archive = await self._opened(question)
            index = await self._indexed(question, archive)
            if index is not None or archive is self._mine or question["key"] != MINE:
                return {"indexed": index is not None}

    async def _indexing(self, _: dict[str, Any]) -> dict[str, Any]:
        return {"done": self._explorer.done}

    async def _played(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return the moves that games played from a position, and some of these games, as in `explored.Answer`.

        `indexed` is True. If the collection has no index of positions yet, return only `indexed`, which is then False.
        """
        archive = await self._opened(question)
        index = await self._explorer.index(question["key"], archive)
        if index is None:
            return {"indexed": False}
        place = str(question.get("game")), str(question.get("position"))
        choice = explorer.WhosePlay(*(str(question.get(field, ""))[:80] for field in explorer.WhosePlay._fields))
        own = self._own[1] if question["key"] == MINE else frozenset[str]()
        answer = self._explorer.answer(question["key"], archive, index, place, choice, own)
        judged = await self._judged_moves(question["key"], archive)
        values = judged_moves.values(archive, judged, place[0], explorer.position_of(*place)) if judged else {}
        moves = [(*row, *values.get(row[0], ())) for row in answer["moves"]]
        return {"indexed": True, "games": index.games, "all": len(archive), **answer, "moves": moves}

    async def _judged_moves(self, key: str, archive: Archive) -> JudgedMoves:
        """Return the engine's values of moves from the check of a collection.

        They are cached until the check has more results. They are collected in slices, so that other tasks can run.
        """
        results: checking.Results = {}
        with suppress(OSError):  # the device refuses: the games are explored without values
            results = await self._checks.results(key)
        state = archive, len(results)
        if self._judged[0] != state:
            found: JudgedMoves = {}
            clock = Clock(SLICE)
            for _ in judged_moves.collecting(archive, results, found):
                if clock.over:
                    await self._pause()
                    clock = Clock(SLICE)
            self._judged = state, found
        return self._judged[1]

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
            start, moves = generic.written(name, archive.text_of("setup", number), archive.codes(number))
        except (ValueError, KeyError, IndexError):
            raise TextError(GONE) from None
        date = day_text(archive.columns["date"][number]).replace("-", ".")
        facts = {"Event": archive.text_of("event", number), "Date": date, "Result": archive.text_of("result", number)}
        headers = {header: value for header, value in facts.items() if value}
        return {"game": name, "start": start, "moves": moves, "headers": headers, "players": archive.players(number)}

    # The check ----------------------------------------------------------------------------------------------------

    async def _take_mine(self, question: dict[str, Any]) -> dict[str, Any]:
        """Read the player's own games, which the page sends as one text.

        Return the places in this text, from 1, of the games that could be read.
        """
        text, people = str(question.get("text")), question.get("people")
        if self._mine is None or self._own[0] != text:
            reading, self._stopped = CollectionReading(str(question.get("name"))), False
            if text:  # a text without games would be refused
                await self._carry_out(reading.run("", text.encode("utf-8", "replace")), STOPPED)
            self._mine, self._chosen = reading.archive, (None, [])
            self._explorer.forget(MINE)
        self._own = text, frozenset(map(str, people if isinstance(people, list) else ()))
        return {"places": self._mine.places(range(len(self._mine)))}

    async def _selected(self, question: dict[str, Any]) -> tuple[str, Archive, list[int]]:
        archive = await self._opened(question)
        return str(question["key"]), archive, await self._chosen_games(question, archive)

    async def _check(self, question: dict[str, Any]) -> dict[str, Any]:
        """Check the games that fit the filters until the budget is used. See `CheckDesk.check` for the answer."""
        key, archive, numbers = await self._selected(question)
        games, seconds = _whole(question.get("games")), _whole(question.get("seconds"))
        return await self._checks.check(key, archive, numbers, games, seconds)

    async def _rest(self, _: dict[str, Any]) -> dict[str, Any]:
        self._checks.rest()
        return {}

    async def _checked(self, _: dict[str, Any]) -> dict[str, Any]:
        """Return the progress of the check, as `progress`: the numbers of games done and of all games.

        It is None if no check runs.
        """
        return {"progress": self._checks.progress}

    async def _players(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return the players of the games that fit the filters, and how many of these games are checked."""
        key, archive, numbers = await self._selected(question)
        results = await self._checks.results(key)
        count = sum(checking.digest(archive, number) in results for number in numbers) if results else 0
        players = checking.players(archive, numbers, results)
        return {"name": archive.name, "all": len(numbers), "checked": count, "players": players}

    async def _player(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return the report on a player's games. If the question has `worst`, return the costliest mistakes instead."""
        key, archive, numbers = await self._selected(question)
        about = str(question.get("game")), str(question.get("name"))
        own = checking.played_by(archive, numbers, await self._checks.results(key), *about)
        return {"worst": checking.worst(archive, own)} if question.get("worst") else checking.report(archive, own)

    async def _forget(self, question: dict[str, Any]) -> dict[str, Any]:
        """Delete the results of the checks of a collection."""
        key = str(question.get("key"))
        if key == MINE or _KEY.fullmatch(key):
            await self._checks.forget(key)
            self._judged = None, {}  # later results could be as many
        return {}


def _whole(value: object) -> int:
    """Return `value` if it is a whole number from 0 to 2**31 - 1, else 0."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 31 else 0


_Answer = Callable[[CollectionDesk, "dict[str, Any]"], Awaitable["dict[str, Any]"]]
_ANSWERS: Final[dict[str, _Answer]] = {
    "heads": CollectionDesk._heads,
    "open": CollectionDesk._open,
    "export": CollectionDesk._export,
    "progress": CollectionDesk._progress,
    "stop": CollectionDesk._stop,
    "delete": CollectionDesk._delete,
    "rows": CollectionDesk._rows,
    "faults": CollectionDesk._faults,
    "game": CollectionDesk._game,
    "mine": CollectionDesk._take_mine,
    "check": CollectionDesk._check,
    "rest": CollectionDesk._rest,
    "checked": CollectionDesk._checked,
    "players": CollectionDesk._players,
    "player": CollectionDesk._player,
    "forget": CollectionDesk._forget,
    "index": CollectionDesk._index,
    "indexing": CollectionDesk._indexing,
    "played": CollectionDesk._played,
    "seeking": CollectionDesk._seeking,
}
"""The function that answers each kind of question."""
