"""Write games of a collection as a file, game by game, so that the worker can pause and stop.

A file has one of Chowk's own formats or a format that a game declares. Games that the format cannot hold are left out
and counted.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final

from chowk import games
from chowk.core import declaration, json_record, record
from chowk.core.errors import TextError
from chowk.core.match import Match
from chowk.core.message import english, say
from chowk.features.collections.archive import Archive, day_text
from chowk.features.collections.generic import coder_of, played
from chowk.features.collections.unpacking import DEFLATED, END, ENTRY, LARGEST, LOCAL, TOO_LARGE
from chowk.games.api.archived import FiledGame, FileWriter
from chowk.games.api.files import Format

RECORD: Final = Format("record", say("Chowk's own"), "txt")
JSON: Final = Format("json", say("JSON, a game on each line"), "jsonl")
PIECE: Final = 1 << 16
"""Number of bytes of text that are collected before they are added to the file."""
UNKNOWN: Final = '[Event "?"]\n\n'
"""The header before a game that has none of its own. As in PGN, a question mark means "unknown"."""
_UNFIT: Final = re.compile(r"[^\w.-]+")
"""Pattern of characters that the name of a file must not contain."""
_DATED: Final = 0x5A21
"""Date of the files in a zip archive, in its MS-DOS form: 1 January 2025."""
_UTF8: Final = 0x800


def forms(names: Sequence[str]) -> list[Format]:
    """Return the formats that can hold games of at least one of some kinds, Chowk's own formats first.

    `names` are the names of these kinds, such as `reversi`.
    """
    found = {form.name: form for form in (RECORD, JSON)}
    for name in names:
        binary = coder_of(name).binary
        for form in (*games.load(name).notation.FORMATS, *((binary.form,) if binary is not None else ())):
            found.setdefault(form.name, form)
    return [*found.values()]


def headers(archive: Archive, number: int, sides: Sequence[str]) -> dict[str, str]:
    """Return the headers of a game's record: event, date, result, and the name of each player by side.

    `sides` are the names of the sides in seat order. Unknown headers are left out.
    """
    day = day_text(archive.columns["date"][number]).replace("-", ".")
    about = {"Event": archive.text_of("event", number), "Date": day, "Result": archive.text_of("result", number)}
    about |= dict(zip(sides, archive.players(number), strict=False))
    return {name: value for name, value in about.items() if value}


def match_of(archive: Archive, number: int) -> tuple[Match[Any, Any], dict[str, str]]:
    """Return a game of a collection as a match, and its headers; raise `ValueError` if it cannot be replayed.

    If the headers give a result that the moves do not show, such as a resignation, the match ends with that result.
    """
    name = archive.games[archive.columns["game"][number]]
    game = games.load(name)
    start, moves = played(name, archive.text_of("setup", number), archive.codes(number))
    match: Match[Any, Any] = Match(game.ruleset, start)
    for move in moves:
        match.follow(move)
    about = headers(archive, number, [english(game.side(start, seat)) for seat in range(start.seats)])
    declaration.settle(match, about, foreign=True)
    if match.outcome() is not None:
        about.pop(declaration.RESULT, None)  # every form writes the result of the match itself
    return match, about


class Exporting:
    """The writing of some games of a collection in one format.

    `done` is the share of the work that is done, from 0 to 1. `count` is the number of games written, `left_out` the
    number of games that cannot be written in this format. `ending` is the extension of the file's name.
    """

    def __init__(self, archive: Archive, numbers: Sequence[int], form: str) -> None:
        self.archive, self.numbers, self.form = archive, numbers, form
        self.done, self.count, self.left_out, self.size = 0.0, 0, 0, 0
        found = next((known for known in forms(archive.games) if known.name == form), None)
        if found is None:
            raise TextError(say("This collection cannot be read."))
        self.ending = found.ending
        # Transcripts are lines, unless one of them needs a board.
        self._in_lines = form == "transcript" and not any(archive.columns["setup"][number] for number in numbers)

    @property
    def name(self) -> str:
        """The name of the file: the name of the collection with the extension of the format."""
        stem = self.archive.name.removesuffix(".gz").rpartition(".")[0] or self.archive.name
        return f"{_UNFIT.sub('-', stem).strip('-.')[:60] or 'games'}.{self.ending}"

    def run(self, add: Callable[[bytes], object], today: date) -> Iterator[None]:
        """Write all games, and yield after each. `add` is called with each piece of the file. `today` dates the file.

        Raise `TextError` if the file becomes larger than the largest file that can be read.
        """
        writers = {name: binary.begin() for name in self.archive.games
                   if (binary := coder_of(name).binary) is not None and binary.form.name == self.form}  # fmt: skip
        waiting = bytearray()
        for place, number in enumerate(self.numbers, 1):
            writer = writers.get(self.archive.games[self.archive.columns["game"][number]])
            text = "" if writers else self._text(number)
            if text or (writer is not None and self._add(writer, number)):
                self.count += 1
            else:
                self.left_out += 1
            waiting += text.encode("utf-8", "replace")
            if len(waiting) >= PIECE:
                self._hand(add, waiting)
            self.done = place / len(self.numbers)
            yield
        for writer in writers.values():
            stem = self.name.rpartition(".")[0]
            waiting += zipped({f"{stem}{ending}": data for ending, data in writer.files(today).items()})
        self._hand(add, waiting)

    def _hand(self, add: Callable[[bytes], object], waiting: bytearray) -> None:
        self.size += len(waiting)
        if self.size > LARGEST:
            raise TextError(TOO_LARGE)
        add(bytes(waiting))
        waiting.clear()

    def _add(self, writer: FileWriter, number: int) -> bool:
        """Add a game to a binary file. Return False if its format cannot hold the game."""
        archive = self.archive
        if archive.text_of("setup", number):
            return False
        day = day_text(archive.columns["date"][number])
        about = archive.text_of("event", number), day, archive.text_of("result", number)
        return writer.add(FiledGame(archive.players(number), *about, archive.codes(number)))

    def _text(self, number: int) -> str:
        """Return a game as text, or an empty text if the format cannot hold it or its moves cannot be replayed."""
        archive = self.archive
        name = archive.games[archive.columns["game"][number]]
        if self._in_lines and (line := coder_of(name).line(self.form, archive.codes(number))):
            return f"{line}\n"
        if self.form not in {form.name for form in forms((name,))}:
            return ""
        try:
            match, about = match_of(archive, number)
        except (ValueError, KeyError, IndexError):
            return ""
        if not match.ply and self.form == "transcript":
            return ""
        if self.form == JSON.name:
            sides = archive.players(number)
            return json_record.write(match, sides, about)
        text = record.write(match, about) if self.form == RECORD.name else games.load(name).notation.write_game(
            match, self.form, about)  # fmt: skip
        return f"{'' if text.startswith(('[', '(')) else UNKNOWN}{text.rstrip()}\n\n"


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return a zip archive that contains the files, given by name. Each of them is compressed."""
    archive, directory = bytearray(), bytearray()
    for name, data in files.items():
        packing = zlib.compressobj(6, zlib.DEFLATED, -15)
        packed, path = packing.compress(data) + packing.flush(), name.encode()
        sizes = zlib.crc32(data), len(packed), len(data), len(path), 0
        common = 20, _UTF8, DEFLATED, 0, _DATED, *sizes
        directory += ENTRY.pack(b"PK\1\2", 20, *common, 0, 0, 0, 0, len(archive)) + path
        archive += LOCAL.pack(b"PK\3\4", *common) + path + packed
    end = END.pack(b"PK\5\6", 0, 0, len(files), len(files), len(directory), len(archive), 0)
    return bytes(archive + directory) + end
