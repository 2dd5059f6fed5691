"""The worker's part of the explorer: it finds the moves played from a position in the index of positions."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence, Set
from contextlib import suppress
from itertools import compress, islice
from operator import and_, or_
from typing import Any, Final, NamedTuple, Protocol

from chowk import games
from chowk.core.errors import TextError
from chowk.core.message import say
from chowk.core.safe_json import read_object
from chowk.engine.search_budget import Clock
from chowk.features.collections import generic, listing, position_index
from chowk.features.collections.archive import UNKNOWN, Archive
from chowk.features.collections.listing import LONGEST_POSITION
from chowk.features.collections.position_index import ENDED, Occurrences, PositionIndex

SLICE: Final = 0.015
"""Time of work after which the worker lets other tasks run, in seconds."""
MOST_MOVES: Final = 60
"""Maximum number of moves in an answer. The most frequent moves are taken."""
LISTED: Final = 4
"""Maximum number of games in each list of an answer: the latest games, and those of the most frequent players."""
REMEMBERED: Final = 64
"""Maximum number of cached answers."""


class WhosePlay(NamedTuple):
    """The choice of the games that count, by their players.

    `player` and `opponent` hold words that must occur in the name, and `seat` is the player's seat number as text. An
    empty text stands for any player, opponent or seat.
    """

    player: str = ""
    opponent: str = ""
    seat: str = ""


class IndexShelf(Protocol):
    """The device's store of indices, beside the collections. Every method raises `OSError` if the device refuses."""

    async def heads(self) -> dict[str, str]:
        """Return the head (name, size and numbers of games) of each collection as JSON text, by key."""

    async def index(self, key: str) -> bytes | None:
        """Return the stored index of a collection's positions, or None if there is none."""

    async def put_index(self, key: str, head: str, content: bytes) -> None:
        """Store the index of a collection, and the new head of the collection (see `heads`)."""


class Visit(NamedTuple):
    """A game that reached a position: its number, and the code of its next move, empty at the end of the game.

    If the game reached a mirror image or rotation of the position, the move is mirrored or rotated back.
    """

    game: int
    code: bytes


class Visits(NamedTuple):
    """Several `Visit` values as two lists: the numbers of the games and the codes of their next moves."""

    games: list[int]
    codes: list[bytes]


def visits(archive: Archive, index: PositionIndex, name: str, position: Any) -> Iterator[Visit]:
    """Yield each game that reached a position, with the move that was made when it did so for the first time.

    `name` is the name of the game, such as `reversi`.
    """
    return map(Visit, *visited(archive, index, name, position))


def visited(
    archive: Archive, index: PositionIndex, name: str, position: Any, fits: Sequence[bool] | None = None
) -> Visits:
    """Return the same games as `visits`, without those for which `fits`, if given, is False.

    Tens of thousands of games may reach a position. So the loops over them use functions such as `map`, which are
    faster than loops in Python.
    """
    found = Visits([], [])
    if name not in archive.games:
        return found
    number, seen = archive.games.index(name), set[int]()
    for key, back in generic.images(name, position):
        reached = index.occurrences(position_index.salted(key, number))
        if fits is not None:
            reached = _only(reached, [*map(fits.__getitem__, reached.games)])
        new = set(reached.games)
        if len(new) < len(reached.games) or not seen.isdisjoint(new):
            reached = _only(reached, [*_first_times(reached.games, seen)])
        seen |= new
        found.games.extend(reached.games)
        found.codes.extend(_codes(archive, name, reached.begins, back))
    return found


def _only(found: Occurrences, chosen: Sequence[bool]) -> Occurrences:
    """Return those occurrences for which `chosen` is True."""
    return Occurrences([*compress(found.games, chosen)], [*compress(found.begins, chosen)])


def _first_times(games: Iterable[int], seen: Set[int]) -> Iterator[bool]:
    """Yield for each game True if it is neither in `seen` nor earlier in `games`, else False."""
    known = set(seen)
    for game in games:
        yield game not in known
        known.add(game)


def _codes(archive: Archive, name: str, begins: Sequence[int], back: Callable[[bytes], bytes]) -> Iterator[bytes]:
    """Yield the encoded move at each index of `begins`, converted by `back`.

    The indices point into the bytes of the archive's moves. The index `ENDED`, the end of a game, has an empty code.
    """
    moves, step = archive.moves, generic.coder_of(name).step
    if step is None and ENDED not in begins:
        codes = [back(bytes((code,))) for code in range(256)]
        return map(codes.__getitem__, map(moves.__getitem__, begins))
    width = step if step is not None else lambda _, __: 1
    return (b"" if begin == ENDED else back(bytes(moves[begin : begin + width(moves, begin)])) for begin in begins)


def wanted(archive: Archive, choice: WhosePlay, people: Set[str] = frozenset()) -> Sequence[bool] | None:
    """Return for each game of an archive whether its players fit `choice`; None if all games fit.

    If `choice` names no player, any person in `people` counts as the player, or anybody if `people` is empty.
    """
    if not any(choice):
        return None
    seats = [archive.columns[seat] for seat in ("one", "two", "three", "four")]
    seats = [column for seat, column in enumerate(seats) if seat < 2 or any(column)]
    opponents = listing.fitting(archive, choice.opponent)
    players = {number for number, text in enumerate(archive.texts) if text in people}
    if choice.player:
        players = listing.fitting(archive, choice.player)
    anybody = not choice.player and not people
    counted = [False] * len(archive)
    for seat, column in enumerate(seats):
        if choice.seat not in ("", str(seat)):
            continue
        fits = [True] * len(archive) if anybody else [*map(players.__contains__, column)]
        if choice.opponent:
            against = [False] * len(archive)
            for other in seats[:seat] + seats[seat + 1 :]:
                against = [*map(or_, against, map(opponents.__contains__, other))]
            fits = [*map(and_, fits, against)]
        counted = [*map(or_, counted, fits)]
    return counted


def explored(archive: Archive, index: PositionIndex, name: str, position: Any, choice: WhosePlay,
             people: Set[str] = frozenset()) -> dict[str, Any]:  # fmt: skip
    """Return the fields of an `explored.Answer`: the moves made from a position, their results, and some games.

    `choice` and `people` select the games that count, as in `wanted`.
    """
    reached, codes = visited(archive, index, name, position, wanted(archive, choice, people))
    winners = archive.columns["winner"]
    counts = Counter(zip(codes, map(winners.__getitem__, reached), strict=True))
    results: dict[bytes, list[int]] = {}
    for (code, winner), count in counts.items():
        results.setdefault(code, [0] * (UNKNOWN + 1))[min(winner, UNKNOWN)] += count
    ended = results.pop(b"", None)
    ranked = sorted(results.items(), key=lambda row: (-sum(row[1]), row[0]))
    rows = [(move_of(name, position, code), *row) for code, row in ranked]
    of_these = set(reached).__contains__
    latest, notable = (
        [*listing.described(archive, [*islice(filter(of_these, games), LISTED)])]
        for games in (index.latest, index.notable)
    )
    return {
        "total": len(reached),
        "moves": [row for row in rows if row[0]][:MOST_MOVES],
        "ended": sum(ended or ()),
        "latest": latest,
        "notable": notable,
    }


def move_of(name: str, position: Any, code: bytes) -> str:
    """Return the move with this code as text, or an empty text if the code is invalid."""
    try:
        moves = generic.coder_of(name).decode(position, code)
        return str(games.load(name).notation.write_move(position, moves[0])) if moves else ""
    except (ValueError, KeyError, IndexError):
        return ""


class Explorer:
    """The indices of collections' positions, and the answers that they give.

    Each index is made once and stored beside its collection. The index that was used last stays in memory, with the
    answers from it.
    """

    def __init__(self, shelf: IndexShelf, pause: Callable[[], Awaitable[None]]) -> None:
        self._shelf = shelf
        self._pause = pause
        self._index: tuple[str, PositionIndex] | None = None
        self._answers = dict[tuple[str, ...], dict[str, Any]]()
        self._done: float | None = None
        self._stopped = False

    @property
    def done(self) -> float | None:
        """The progress of making an index, from 0 to 1; None while no index is being made."""
        return self._done

    def stop(self) -> None:
        """Stop making an index, and discard it."""
        self._stopped = True

    def forget(self, key: str) -> None:
        """Drop the index of a collection, and the answers from it, from memory."""
        self._answers.clear()
        if self._index is not None and self._index[0] == key:
            self._index = None

    async def index(self, key: str, archive: Archive) -> PositionIndex | None:
        """Return the index of a collection, or None if it has not been made yet."""
        if self._index is None or self._index[0] != key:
            content = await self._shelf.index(key)
            kept = position_index.read(content, archive) if content is not None else None
            if kept is None:
                return None
            self._answers.clear()
            self._index = key, kept
        return self._index[1]

    async def build(self, key: str, archive: Archive, room: int) -> PositionIndex | None:
        """Make the index of a collection, store it if it has at most `room` bytes, and return it.

        Return None if `stop` was called, or if an index is being made already.
        """
        if self._done is not None:
            return None
        made, clock, self._stopped, self._done = PositionIndex(archive), Clock(SLICE), False, 0.0
        try:
            for count in position_index.building(made, archive):
                self._done = count / len(archive)
                if clock.over:
                    await self._pause()
                    clock = Clock(SLICE)
                if self._stopped:
                    return None
        finally:
            self._done = None
        self._answers.clear()
        self._index = key, made
        with suppress(OSError):  # the device is full: the index is only in memory
            await self._keep(key, made.write(), room)
        return made

    async def _keep(self, key: str, content: bytes, room: int) -> None:
        """Store an index beside its collection if it has at most `room` bytes.

        Raise `OSError` if the device refuses.
        """
        head = read_object((await self._shelf.heads()).get(key, "")) or {}
        size = head.get("bytes")
        if len(content) <= room and isinstance(size, int):
            whole = size - (head["index"] if isinstance(head.get("index"), int) else 0) + len(content)
            await self._shelf.put_index(key, json.dumps({**head, "bytes": whole, "index": len(content)}), content)

    def answer(self, key: str, archive: Archive, index: PositionIndex, place: tuple[str, str], choice: WhosePlay,
               people: Set[str] = frozenset()) -> dict[str, Any]:  # fmt: skip
        """Return the fields of an `explored.Answer` for a position. Answers are cached.

        `place` is the name of the game and the position as text. `choice` and `people` select the games that count, as
        in `wanted`.
        """
        asked = (key, *place, *choice)
        if asked not in self._answers:
            while len(self._answers) >= REMEMBERED:
                del self._answers[next(iter(self._answers))]
            self._answers[asked] = explored(archive, index, place[0], position_of(*place), choice, people)
        return self._answers[asked]


def position_of(name: str, text: str) -> Any:
    """Return the position of the game `name` in a text; raise `TextError` for any other game or text."""
    if name not in games.ready():
        raise TextError(say("This collection has no such game."))
    return games.load(name).notation.read_position(text[:LONGEST_POSITION])
