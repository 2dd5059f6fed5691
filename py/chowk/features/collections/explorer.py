"""The worker's part of the explorer: it finds the moves played from a position in the index of positions."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence, Set
from contextlib import suppress
from itertools import compress, islice, product, repeat
from operator import add, and_, itemgetter, not_, or_
from typing import Any, Final, NamedTuple, Protocol

from chowk import games
from chowk.core.errors import TextError
from chowk.core.message import say
from chowk.core.safe_json import read_object
from chowk.engine.search_budget import Clock
from chowk.features.collections import generic, listing, position_index
from chowk.features.collections.archive import MINE, UNKNOWN, Archive
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


class IndexStore(Protocol):
    """The device's store of indices, beside the collections. Every method raises `OSError` if the device refuses."""

    async def heads(self) -> dict[str, str]:
        """Return the head (name, size and counts of games) of each collection as JSON text, by key."""

    async def index(self, key: str) -> bytes | None:
        """Return the stored index of a collection's positions, or None if none exists."""

    async def put_index(self, key: str, head: str, content: bytes) -> None:
        """Store the index of a collection, and the new head of the collection (see `heads`)."""


class Reached(NamedTuple):
    """The games that reached a position, each once.

    `groups` has an item for each image of the position, such as a mirror image: the games that reached this image, and
    the function that converts their moves back. `games` are the numbers of the games of all groups.
    """

    groups: list[tuple[Occurrences, Callable[[bytes], bytes]]]
    games: set[int]


def visited(
    archive: Archive, index: PositionIndex, name: str, position: Any, fits: Sequence[bool] | None = None
) -> Reached:
    """Return the games that reached a position, each with its first occurrence of the position.

    `name` is the name of the game, such as `reversi`. Games for which `fits`, if given, is False are left out.

    Tens of thousands of games may reach a position. So the loops over them use functions such as `map`, which are
    faster than loops in Python.
    """
    found = Reached([], set())
    if name not in archive.games:
        return found
    number, images = archive.games.index(name), generic.images(name, position)
    occurrences = index.occurrences([position_index.salted(image.key, number) for image in images])
    for reached, (_, back) in zip(occurrences, images, strict=True):
        if fits is not None:
            reached = _only(reached, [*map(fits.__getitem__, reached.games)])
        before = len(found.games)
        found.games.update(reached.games)
        if len(found.games) < before + len(reached.games):  # some of them are counted already
            earlier = {game for group, _ in found.groups for game in group.games}
            reached = _only(reached, [*_first_times(reached.games, earlier)])
        found.groups.append((reached, back))
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


def _counted(
    archive: Archive, name: str, reached: Occurrences, back: Callable[[bytes], bytes]
) -> Iterator[tuple[bytes, int, int]]:
    """Count the moves that were played after the occurrences of a position.

    Yield triples of a move, a winner, and the number of games with both. The move is written as its code, converted by
    `back`. It is empty for games that ended in the position. The same move and winner may be yielded several times.
    """
    winners, moves, step = archive.columns["winner"], archive.moves, generic.coder_of(name).step
    if ENDED in reached.begins:
        going = [*map(ENDED.__ne__, reached.begins)]
        ended = [*compress(reached.games, map(not_, going))]
        yield from ((b"", winner, count) for winner, count in Counter(map(winners.__getitem__, ended)).items())
        reached = _only(reached, going)
    games, begins = reached
    if step is not None:
        codes = (back(bytes(moves[begin : begin + step(moves, begin)])) for begin in begins)
        counts = Counter(zip(codes, map(winners.__getitem__, games), strict=True))
        yield from ((code, winner, count) for (code, winner), count in counts.items())
    elif games:
        for (byte, winner), count in _pairs(_picked(moves, begins), _picked(winners, games)):
            yield back(bytes((byte,))), winner, count


def _picked(values: Sequence[int], places: Sequence[int]) -> bytes:
    """Return the `values` at the indices `places`, of which there is at least one. Each value must be below 256."""
    return bytes(itemgetter(*places, 0)(values)[:-1])


def _pairs(values: bytes, winners: bytes) -> Iterable[tuple[tuple[int, int], int]]:
    """Count the pairs of a value and the winner at the same index. Return each pair with its count.

    Bytes are counted faster than pairs. So if there are few different values, each pair is packed into one byte. To
    pack all pairs at once, `values` and `winners` are converted to two large whole numbers, which are joined by a
    bitwise OR.
    """
    kinds, numbers = [value for value in range(256) if value in values], bytearray(256)
    if len(kinds) > 256 // (UNKNOWN + 1) or winners.translate(None, bytes(range(UNKNOWN + 1))):
        return Counter(zip(values, winners, strict=True)).items()
    for number, value in enumerate(kinds):
        numbers[value] = (UNKNOWN + 1) * number
    joined = int.from_bytes(values.translate(numbers), "big") | int.from_bytes(winners, "big")
    pairs = joined.to_bytes(len(winners), "big")
    counts = map(pairs.count, range((UNKNOWN + 1) * len(kinds)))
    return ((pair, count) for pair, count in zip(product(kinds, range(UNKNOWN + 1)), counts, strict=True) if count)


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
    reached = visited(archive, index, name, position, wanted(archive, choice, people))
    results: dict[bytes, list[int]] = {}
    for group, back in reached.groups:
        for code, winner, count in _counted(archive, name, group, back):
            results.setdefault(code, [0] * (UNKNOWN + 1))[min(winner, UNKNOWN)] += count
    rows: dict[str, list[int]] = {}
    for code in sorted(results):
        move = move_of(
            name, position, code
        )  # the same forced pass for every code, and at the end of an unfinished game
        rows[move] = [*map(add, rows.get(move, repeat(0)), results[code])]
    ended = results.get(b"") if not move_of(name, position, b"") else None
    ranked = sorted(rows.items(), key=lambda row: -sum(row[1]))
    of_these = reached.games.__contains__
    latest, notable = (
        [*listing.described(archive, [*islice(filter(of_these, games), LISTED)])]
        for games in (index.latest, index.notable)
    )
    return {
        "total": len(reached.games),
        "moves": [(move, *row) for move, row in ranked if move][:MOST_MOVES],
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

    def __init__(self, store: IndexStore, pause: Callable[[], Awaitable[None]]) -> None:
        self._store = store
        self._pause = pause
        self._index: tuple[str, Archive, PositionIndex] | None = None
        self._answers = dict[tuple[str, ...], dict[str, Any]]()
        self._done: float | None = None
        self._making = ""  # the key of the collection whose index is being made
        self._stopped = False

    @property
    def done(self) -> float | None:
        """The progress of making an index, from 0 to 1; None while no index is being made."""
        return self._done

    def stop(self) -> None:
        """Stop making an index, and discard it."""
        self._stopped = True

    def forget(self, key: str) -> None:
        """Drop the index of a collection, and the answers from it, from memory. Stop the making of this index."""
        self._answers.clear()
        if self._index is not None and self._index[0] == key:
            self._index = None
        self._stopped = self._stopped or self._making == key

    async def index(self, key: str, archive: Archive) -> PositionIndex | None:
        """Return the index of a collection, or None if it has not been made yet."""
        # A stored collection never changes. The player's own games do, so their index belongs to one `Archive`.
        if self._index is None or self._index[0] != key or (key == MINE and self._index[1] is not archive):
            content = await self._store.index(key) if key != MINE else None
            kept = position_index.read(content, archive) if content is not None else None
            if kept is None:
                return None
            self._answers.clear()
            self._index = key, archive, kept
        return self._index[2]

    async def build(self, key: str, archive: Archive, room: int) -> PositionIndex | None:
        """Make the index of a collection, store it if it has at most `room` bytes, and return it.

        The index of the player's own games is never stored. Return None if `stop` was called, if the collection was
        forgotten, or if an index is being made already.
        """
        if self._done is not None:
            return None
        made, clock, self._stopped, self._done = PositionIndex(archive), Clock(SLICE), False, 0.0
        self._making = key
        try:
            for count in position_index.building(made, archive):
                self._done = count / len(archive)
                if clock.over:
                    await self._pause()
                    clock = Clock(SLICE)
                if self._stopped:
                    return None
            self._answers.clear()
            self._index = key, archive, made
            if key != MINE:
                with suppress(OSError):  # the device is full: the index is only in memory
                    await self._keep(key, made, room)
            return made
        finally:
            self._done, self._making = None, ""

    async def _keep(self, key: str, made: PositionIndex, room: int) -> None:
        """Store an index beside its collection if it has at most `room` bytes.

        Do nothing if the collection was deleted in the meantime, or if the index is no longer wanted. Raise `OSError`
        if the device refuses.
        """
        content = made.write()
        head = read_object((await self._store.heads()).get(key, "")) or {}
        size = head.get("bytes")
        if not self._stopped and len(content) <= room and isinstance(size, int):
            whole = size - (head["index"] if isinstance(head.get("index"), int) else 0) + len(content)
            await self._store.put_index(key, json.dumps({**head, "bytes": whole, "index": len(content)}), content)

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
