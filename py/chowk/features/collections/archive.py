"""The compact form of a collection: columns of numbers, a table of texts, and a few bytes for each game's moves."""

from __future__ import annotations

import json
import struct
import zlib
from array import array
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from chowk.core.errors import TextError
from chowk.core.message import Message, say
from chowk.core.safe_json import read_object

MARK: Final = b"chowk1\n"
"""First bytes of a stored collection."""
MOST_GAMES: Final = 200_000
"""Maximum number of games in a collection."""
MOST_FAULTS: Final = 1_000
"""Maximum number of unreadable games for which a collection stores the reason. It only counts the others."""
MOST_SEATS: Final = 4
"""Maximum number of players' names that are stored for a game."""
LONGEST_MOVES: Final = 60_000_000
"""Maximum number of bytes of the moves of all games."""
LONGEST_TEXT: Final = 200
"""Maximum length of a name, an event or another text of a game, in characters."""
MINE: Final = "mine"
"""Key of the collection of the player's own games. It exists only in memory."""
GONE: Final = say("This collection cannot be read.")
"""The error for a question about a collection that the worker does not have, or that is damaged."""
FIRST, SECOND, DRAWN, UNKNOWN = range(4)
"""The results of a game: the first player won, the second won, players share the first place, or it is not known."""

_SIZE: Final = struct.Struct("<I")
_COLUMNS: Final = {
    "game": "B", "one": "I", "two": "I", "three": "I", "four": "I", "event": "I", "date": "I", "result": "I",
    "winner": "B", "opening": "I", "setup": "I", "made": "H", "size": "H",
}  # fmt: skip
"""The `array` type code of each column.

A text is stored as its index in the table of texts, a date as the number 10000 y + 100 m + d.
"""


class FaultyGame(NamedTuple):
    """A game that cannot be read: its number in the file and its line, both from 1, and the reason."""

    number: int
    line: int
    why: Message


class GameRow(NamedTuple):
    """A game to add to a collection. `made` is its number of moves, not counting passes; `codes` are its encoded moves.

    `setup` is the first position as text, or empty for the usual one.
    """

    game: str
    players: Sequence[str]
    event: str
    date: str
    result: str
    winner: int
    opening: str
    setup: str
    made: int
    codes: bytes


class Archive:
    """A collection of games. `columns` and `moves` hold the games, and `faults` the first games that cannot be read.

    Other code reads these attributes, but changes them only by `add` and `blame`.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.texts: list[str] = [""]
        self.games: list[str] = []
        self.columns: dict[str, array[int]] = {column: array(kind) for column, kind in _COLUMNS.items()}
        self.moves = bytearray()
        self.faults: list[FaultyGame] = []
        # The numbers in the file, from 1, of the games that cannot be read.
        self.skipped: array[int] = array("I")
        self.more = False  # True if the file has more games than can be kept. Written by the reader.
        self.notes: list[Message] = []  # notes for the player on how the file was read. Written by the reader.
        self._numbers = {"": 0}
        self._starts: array[int] = array("I")

    def __len__(self) -> int:
        """Return the number of games in the collection."""
        return len(self.columns["game"])

    def text(self, text: str) -> int:
        """Return the index of a text in the table of texts. Add the text if it is new."""
        text = text[:LONGEST_TEXT]
        number = self._numbers.setdefault(text, len(self.texts))
        if number == len(self.texts):
            self.texts.append(text)
        return number

    def add(self, row: GameRow) -> None:
        """Add a game. All its texts but the first position are cut at `LONGEST_TEXT` characters."""
        if row.game not in self.games:
            self.games.append(row.game)
        columns, text = self.columns, self.text
        names = [*map(text, row.players[:MOST_SEATS])]
        names += [0] * (MOST_SEATS - len(names))
        if row.setup not in self._numbers:
            self._numbers[row.setup] = len(self.texts)
            self.texts.append(row.setup)
        values = (
            self.games.index(row.game), *names, text(row.event), date_of(row.date), text(row.result), row.winner,
            text(row.opening), self._numbers[row.setup], min(row.made, 0xFFFF), len(row.codes),
        )  # fmt: skip
        for column, value in zip(columns.values(), values, strict=True):
            column.append(value)
        self.moves += row.codes

    def blame(self, fault: FaultyGame) -> None:
        """Count a game that cannot be read. Keep the reason only for the first `MOST_FAULTS` such games."""
        self.skipped.append(fault.number)
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(fault)

    @property
    def bad(self) -> int:
        """The number of games that cannot be read."""
        return len(self.skipped)

    def places(self, numbers: Sequence[int]) -> list[int]:
        """Return the games' numbers in the file, from 1. `numbers` are their numbers in the collection, from 0.

        The two differ because games that cannot be read are not in the collection.
        """
        before = [skipped - count for count, skipped in enumerate(self.skipped, 1)]  # games kept before each
        return [number + 1 + bisect_right(before, number) for number in numbers]

    def codes(self, number: int) -> bytes:
        """Return the encoded moves of a game, by its number from 0."""
        sizes = self.columns["size"]
        if len(self._starts) != len(sizes):
            self._starts, place = array("I"), 0
            for size in sizes:
                self._starts.append(place)
                place += size
        start = self._starts[number]
        return bytes(self.moves[start : start + sizes[number]])

    def players(self, number: int) -> tuple[str, ...]:
        """Return the names of a game's players. Trailing empty names are left out."""
        names = [self.texts[self.columns[seat][number]] for seat in ("one", "two", "three", "four")]
        while names and not names[-1]:
            names.pop()
        return tuple(names)

    def text_of(self, column: str, number: int) -> str:
        """Return the text that a game has in a column such as `event`. `number` is the game's number, from 0."""
        return self.texts[self.columns[column][number]]

    # As bytes ---------------------------------------------------------------------------------------------------------

    def write(self) -> bytes:
        """Return the collection as bytes, which `read` reads."""
        head = {
            "name": self.name,
            "games": self.games,
            "count": len(self),
            "more": self.more,
            "faults": [[fault.number, fault.line, packed(fault.why)] for fault in self.faults],
            "notes": [packed(note) for note in self.notes],
        }
        texts = "\n".join(text.replace("\n", " ") for text in self.texts)
        parts = [json.dumps(head).encode(), texts.encode("utf-8", "replace")]
        parts += [column.tobytes() for column in self.columns.values()]
        parts += [self.skipped.tobytes(), bytes(self.moves)]
        blocks = [zlib.compress(part, 6) for part in parts]
        return MARK + b"".join(_SIZE.pack(len(block)) + block for block in blocks)


def read(data: bytes) -> Archive:
    """Return the collection in bytes that `Archive.write` wrote; raise `TextError` for any other bytes."""
    try:
        return _read(data)
    except (ValueError, KeyError, TypeError, IndexError, struct.error, zlib.error):
        raise TextError(GONE) from None


def _read(data: bytes) -> Archive:
    blocks = _blocks(data)
    head = read_object(blocks[0].decode()) or {}
    archive = Archive(str(head["name"]))
    count = head["count"]
    archive.games = [str(game) for game in head["games"]]
    archive.texts = blocks[1].decode().split("\n")
    archive.more = bool(head["more"])
    archive.faults = [FaultyGame(int(number), int(line), unpacked(why)) for number, line, why in head["faults"]]
    archive.notes = [unpacked(note) for note in head["notes"]]
    for block, (column, kind) in zip(blocks[2:-2], _COLUMNS.items(), strict=True):
        numbers: array[int] = array(kind)
        numbers.frombytes(block)
        most = {"date": 1 << 32, "winner": UNKNOWN + 1, "made": 1 << 16, "size": 1 << 16, "game": len(archive.games)}
        if len(numbers) != count or max(numbers, default=0) >= most.get(column, len(archive.texts)):
            raise ValueError(column)
        archive.columns[column] = numbers
    archive.skipped.frombytes(blocks[-2])
    archive.moves = bytearray(blocks[-1])
    if sum(archive.columns["size"]) != len(archive.moves):
        raise ValueError("moves")
    return archive


def _blocks(data: bytes) -> list[bytes]:
    """Return the unpacked blocks of a stored collection; raise `ValueError` if one is missing or too long."""
    if not data.startswith(MARK):
        raise ValueError("no collection")
    blocks, place = list[bytes](), len(MARK)
    while place < len(data):
        (size,) = _SIZE.unpack_from(data, place)
        place += _SIZE.size
        unpacking = zlib.decompressobj()
        blocks.append(unpacking.decompress(data[place : place + size], LONGEST_MOVES))
        if not unpacking.eof:
            raise ValueError("a block is cut off or too long")
        place += size
    if len(blocks) != len(_COLUMNS) + 4:
        raise ValueError("a block is missing")
    return blocks


def date_of(text: str) -> int:
    """Return a date as 10000 y + 100 m + d. An unknown month or day is 0. Return 0 if the text begins with no year."""
    parts = text.replace("-", ".").replace("/", ".").split(".")
    if not (len(parts[0]) == 4 and parts[0].isascii() and parts[0].isdecimal()):
        return 0
    month, day = (int(part) if part.isascii() and part.isdecimal() and len(part) < 3 else 0
                  for part in (*parts[1:], "", "")[:2])  # fmt: skip
    return 10_000 * int(parts[0]) + 100 * min(month, 12) + min(day, 31)


def day_text(date: int) -> str:
    """Return a date, a number that `date_of` returned, as text: year, year and month, or a full date; empty for 0."""
    year, month, day = date // 10_000, date // 100 % 100, date % 100
    if not date:
        return ""
    return f"{year}" if not month else f"{year}-{month:02}" if not day else f"{year}-{month:02}-{day:02}"


# Messages as JSON -----------------------------------------------------------------------------------------------------


def packed(message: Message) -> list[Any]:
    """Return a message as a JSON value. Arguments other than texts, numbers and messages become texts."""
    args = [[name, packed(arg) if isinstance(arg, Message) else arg if isinstance(arg, (int, float)) else str(arg)]
            for name, arg in message.args]  # fmt: skip
    return [message.text, args, message.many, message.number, message.context]


def unpacked(value: Any) -> Message:
    """Return the message in a value that `packed` returned; raise `ValueError` or `TypeError` for any other value."""
    text, args, many, number, context = value
    if not all(isinstance(part, str) for part in (text, many, context)) or not isinstance(number, (int, type(None))):
        raise ValueError("no message")
    named = tuple((str(name), unpacked(arg) if isinstance(arg, list) else _arg(arg)) for name, arg in args)
    return Message(text, named, many, number, context)


def _arg(value: Any) -> str | int | float:
    if not isinstance(value, (str, int, float)):
        raise TypeError(value)
    return value
