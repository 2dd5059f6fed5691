"""The index of a collection's positions: where in the moves of all games each position occurs."""

from __future__ import annotations

import struct
import zlib
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, compress, islice, repeat
from operator import add, gt, sub
from typing import Final, NamedTuple

from chowk.core.errors import TextError
from chowk.features.collections import generic
from chowk.features.collections.archive import Archive

MARK: Final = b"chowkp1\n"
"""First bytes of a stored index."""
BUCKETS: Final = 1_024
"""Number of lists into which the places (see `PositionIndex`) are divided. A position's key modulo this number is the
number of its list."""
MOST_PLACES: Final = 5_000_000
"""Maximum number of places (see `PositionIndex`) in an index. Further games are not indexed."""
FREQUENT: Final = 8
"""Divisor that defines a frequent position: one that has more than 1 / `FREQUENT` of a list's entries.

Such a position is found by one pass over the list instead of a search for each entry.
"""
ENDED: Final = -1
_NONE: Final = 255
"""The byte that stands for no item of a list of at most 255 items."""
_ONE_ITEM: Final = bytes((_NONE, 0)) + bytes(254)
"""A table for `bytes.translate` that turns 1 into the number of the first item, and 0 into `_NONE`."""
_ANY_ITEM: Final = bytes((1,)) * _NONE + b"\0"
"""A table for `bytes.translate` that turns the number of each item into 1, and `_NONE` into 0."""
_HEAD: Final = struct.Struct("<4I")
_OTHER: Final = 0x9E3779B97F4A7C15
_WHOLE: Final = (1 << 64) - 1


class Occurrences(NamedTuple):
    """The occurrences of a position: the number of each game, in ascending order, and where its next move begins.

    `begins` are indices in the bytes of all moves of the collection, or `ENDED` at the end of a game.
    """

    games: list[int]
    begins: list[int]


class PositionIndex:
    """The places where each position occurs, by the position's key. Only `add` changes the index.

    A place is a number that identifies a point in a game: the number of bytes of all moves before it in the collection,
    plus the number of earlier games. Without the second number, a game's end would have the place of the next game's
    start.
    """

    def __init__(self, archive: Archive) -> None:
        sizes = archive.columns["size"]
        # The first place of each game, and the place after the last game. A list, because it is searched often.
        self.starts: list[int] = [*accumulate((size + 1 for size in sizes), initial=0)]
        self.shortest = min(sizes, default=0)  # number of bytes of the moves of the shortest game
        # The numbers of all games, the latest first; and those of games whose players have names, first the games of
        # players who have the most games in the collection.
        self.latest: array[int] = array("I", _latest(archive))
        self.notable: array[int] = array("I", _notable(archive))
        self.places: list[array[int]] = [array("I") for _ in range(BUCKETS)]
        self.hashes: list[array[int]] = [array("I") for _ in range(BUCKETS)]
        self.count = 0
        self.games = 0  # number of games in the index. Written by `building`.

    def add(self, game: int, key: int, before: int) -> None:
        """Add the position with this key, which occurs in a game after `before` bytes of its moves."""
        self.places[key % BUCKETS].append(self.starts[game] + before)
        self.hashes[key % BUCKETS].append(key >> 32)
        self.count += 1

    def find(self, key: int) -> list[int]:
        """Return the places of the position with this key, in rising order."""
        places, chosen = self.places[key % BUCKETS], _equal(self.hashes[key % BUCKETS], key >> 32)
        if chosen.count(1) * FREQUENT > len(chosen):
            return [*compress(places, chosen)]
        found, number = list[int](), chosen.find(1)
        while number >= 0:
            found.append(places[number])
            number = chosen.find(1, number + 1)
        return found

    def occurrences(self, keys: Sequence[int]) -> list[Occurrences]:
        """Return the occurrences of each of the positions with these keys, such as the mirror images of a position.

        If many games reach the positions, nearly all of them do so after the same number of bytes. One pass over the
        games then takes less time than a search for each place.
        """
        found, starts = [self.find(key) for key in keys], self.starts
        first = next((places[0] for places in found if places), 0)
        before = first - starts[self.game(first)]
        # Beyond the shortest game, `before` bytes could lead to a place of the next game.
        if sum(map(len, found)) * FREQUENT > len(starts) and before < self.shortest and len(found) < _NONE:
            return self._occurrences_after(before, found)
        return [*map(self._searched, found)]

    def _occurrences_after(self, before: int, found: Sequence[Sequence[int]]) -> list[Occurrences]:
        """Return the occurrences of some positions, most of them after `before` bytes of a game.

        `found` holds the places of each position. One pass over the games handles all positions that occur only after
        `before` bytes. For each place of any other position, the game is found by a search.
        """
        items = self._items_after(before, found)
        reached = [*compress(range(len(items)), items.translate(_ANY_ITEM))]
        items = items.translate(None, bytes((_NONE,)))
        result = []
        for number, places in enumerate(found):
            chosen = bytearray(_NONE + 1)
            chosen[number] = 1
            games = [*compress(reached, items.translate(chosen))]
            if len(games) == len(places):
                result.append(Occurrences(games, [*map(sub, places, games)]))
            else:
                result.append(self._searched(places))
        return result

    def _items_after(self, before: int, found: Sequence[Sequence[int]]) -> bytes:
        """Return a byte for each game: the index in `found` of its position after `before` bytes, or `_NONE`.

        `found` holds the places of some positions. `_NONE` stands for any other position.
        """
        after = map(add, islice(self.starts, len(self.starts) - 1), repeat(before))
        if len(found) == 1:
            return bytes(map(set(found[0]).__contains__, after)).translate(_ONE_ITEM)
        numbers = dict[int, int]()
        for number, places in enumerate(found):
            numbers.update(zip(places, repeat(number)))
        return bytes(map(numbers.get, after, repeat(_NONE)))

    def _searched(self, places: Sequence[int]) -> Occurrences:
        """Return the occurrences at these places. The game of each place is found by a binary search."""
        starts = self.starts
        games = [bisect_right(starts, place) - 1 for place in places]
        begins = [
            place - game if place + 1 < starts[game + 1] else ENDED for place, game in zip(places, games, strict=True)
        ]
        return Occurrences(games, begins)

    def game(self, place: int) -> int:
        """Return the number of the game in which a place lies."""
        return bisect_right(self.starts, place) - 1

    def write(self) -> bytes:
        """Return the index as bytes, which `read` reads."""
        counts = array("I", map(len, self.places))
        packing = zlib.compressobj(1)
        parts = [packing.compress(part.tobytes()) for part in (counts, *self.places, *self.hashes)]
        return b"".join(
            (MARK, _HEAD.pack(len(self.starts), self.starts[-1], self.count, self.games), *parts, packing.flush())
        )


def _equal(values: array[int], wanted: int) -> bytes:
    """Compare whole numbers of 4 bytes with `wanted`. Return a byte for each: 1 if they are equal, else 0.

    This avoids a loop over the numbers. For each of the 4 byte positions, one operation compares the bytes of all
    numbers with that of `wanted`. The four results are combined by a bitwise "and" of large whole numbers.
    """
    content, result = values.tobytes(), -1
    for place, byte in enumerate(array(values.typecode, (wanted,)).tobytes()):
        chosen = bytearray(256)
        chosen[byte] = 1
        result &= int.from_bytes(content[place :: values.itemsize].translate(chosen), "big")
    return result.to_bytes(len(values), "big")


def _latest(archive: Archive) -> list[int]:
    numbers = sorted(range(len(archive)), key=archive.columns["date"].__getitem__)
    return numbers[::-1]


def _notable(archive: Archive) -> list[int]:
    one, two = archive.columns["one"], archive.columns["two"]
    played = Counter(one) + Counter(two)
    played[0] = 0  # players without a name
    fewer = [*map(min, map(played.__getitem__, one), map(played.__getitem__, two))]
    return sorted(filter(fewer.__getitem__, range(len(fewer))), key=fewer.__getitem__, reverse=True)


def read(data: bytes, archive: Archive) -> PositionIndex | None:
    """Return the index in bytes that `PositionIndex.write` wrote for a collection; None for any other bytes."""
    index = PositionIndex(archive)
    try:
        games, end, count, done = _HEAD.unpack_from(data, len(MARK))
        if not data.startswith(MARK) or (games, end) != (len(index.starts), index.starts[-1]) or count > MOST_PLACES:
            return None
        whole = 4 * (BUCKETS + 2 * count)
        content = zlib.decompressobj().decompress(data[len(MARK) + _HEAD.size :], whole + 1)
    except (struct.error, zlib.error):
        return None
    counts: array[int] = array("I", content[: 4 * BUCKETS] if len(content) == whole else b"")
    if sum(counts) != count or len(counts) != BUCKETS:
        return None
    begin = 4 * BUCKETS
    for lists in (index.places, index.hashes):
        for number, size in enumerate(counts):
            lists[number].frombytes(content[begin : begin + 4 * size])
            begin += 4 * size
    if any(max(places, default=0) >= end or any(map(gt, places, islice(places, 1, None)))
           for places in index.places):  # fmt: skip
        return None
    index.count, index.games = count, min(done, len(archive))
    return index


def salted(key: int, game: int) -> int:
    """Return a position's key made different for each kind of game, so that one index can hold several kinds.

    `game` is the index of the kind, such as Reversi, in `Archive.games`.
    """
    return key ^ game * _OTHER & _WHOLE


def building(index: PositionIndex, archive: Archive) -> Iterator[int]:
    """Add all positions of a collection to its index. After each game, yield the number of games done.

    Damaged games are left out. Stop before the game with which the index would have more than `MOST_PLACES` places.
    """
    columns = archive.columns
    for number in range(len(archive)):
        game = columns["game"][number]
        size = columns["size"][number]
        trail = generic.trail(archive.games[game], archive.text_of("setup", number), archive.codes(number))
        try:
            found = [(key, before) for key, before in trail if before <= size]
        except (TextError, ValueError, KeyError, IndexError):
            found = []
        if index.count + len(found) > MOST_PLACES:
            return
        for key, before in found:
            index.add(number, salted(key, game), before)
        index.games = number + 1
        yield number + 1
