"""Games in the format of WTHOR, the database of the French Othello federation: `.wtb`, with names in `.jou` and `.trn`.

A file begins with 16 bytes: the date of the file (century, year, month, day), the number of games, the number of names,
the year of the games, the size of the board, the type of the file, the search depth for the scores with best play, and
a byte that is not used. Numbers are little-endian. A game has 68 bytes. First come three indices of names: of the
tournament, of Black and of White. Then come the number of Black's discs at the end, and their number with best play.
The last 60 bytes are the moves, each ten times the row plus the column, followed by zeros. Passes are left out, and
empty squares belong to the winner. A name of a player has 20 bytes, a name of a tournament 26.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from chowk.core.match import Match
from chowk.core.record import heading
from chowk.games.reversi.rules import NAMES, PASS, START, tournament

_HEADER: Final = struct.Struct("<4BIHHBBBx")
_GAME: Final = struct.Struct("<HHHBB60s")
PLAYER: Final = 20
"""Length of a player's name in a `.jou` file, in bytes."""
TOURNAMENT: Final = 26
"""Length of a tournament's name in a `.trn` file, in bytes."""
_CENTURIES: Final = range(19, 22)
_SIZES: Final = (0, 8)
"""The values of the header's byte for the board's size that stand for 8 by 8 squares."""
_DISCS: Final = 64
_THEORETICAL: Final = "Theoretical"
_SCORE: Final = re.compile(r"([0-9]{1,2})-[0-9]{1,2}")
_UNUSED: Final = bytes((0, 92))
"""The values of the bytes that follow the last move of a game: 0, or 92 in files of Edax."""
_MOST_NAMES: Final = 65_535


class WthorFiles(NamedTuple):
    """The files of a collection: games (`.wtb`), names of players (`.jou`) and names of tournaments (`.trn`)."""

    games: bytes
    players: bytes
    tournaments: bytes


class WthorNames(NamedTuple):
    """The names of players and tournaments. A game refers to a name by its index."""

    players: tuple[str, ...] = ()
    tournaments: tuple[str, ...] = ()


class WthorDay(NamedTuple):
    """The date on which a file was written."""

    year: int
    month: int
    day: int


class UnfinishedGame(ValueError):
    """Raised for a game that the format cannot hold: it is not over by the rules, or it has an unusual start."""


def text_of(data: bytes, players: Sequence[str] = (), tournaments: Sequence[str] = ()) -> str | None:
    """Return the games of a `.wtb` file as transcripts with headers, or None if `data` is not a `.wtb` file.

    `players` and `tournaments` are the names from the `.jou` and `.trn` files. A byte that is not a move becomes a
    word such as `x99`, so that readers of the transcript report an error in that game.
    """
    archive = records(data)
    return (
        None if archive is None else "".join(_text(game, archive.year, players, tournaments) for game in archive.games)
    )


class WthorRecords(NamedTuple):
    """The games of a `.wtb` file. `year` is the year in which they were played.

    `total` is the number of games that the header states; a damaged file may contain fewer. Each of `games` holds the
    indices of the names of the tournament, of Black and of White, the two scores, and 60 bytes of moves.
    """

    year: int
    total: int
    games: Iterator[tuple[Any, ...]]


def records(data: bytes) -> WthorRecords | None:
    """Return the games of a `.wtb` file, or None if `data` is not a `.wtb` file."""
    if len(data) < _HEADER.size + _GAME.size:
        return None
    century, year, month, day, count, _, played, size, is_solitaire, _ = _HEADER.unpack_from(data)
    if not _is_dated(century, year, month, day) or not count or size not in _SIZES or is_solitaire:
        return None
    whole = (len(data) - _HEADER.size) // _GAME.size
    games = memoryview(data)[_HEADER.size : _HEADER.size + min(count, whole) * _GAME.size]
    return WthorRecords(played, count, _GAME.iter_unpack(games))


def read(data: bytes, beside: Iterable[bytes]) -> str | None:
    """Return the games of a `.wtb` file as text. `beside` holds the files with the names of players and tournaments.

    Return an empty text if `data` itself is a file of names, and None if it is neither.
    """
    names = names_in(beside)
    return "" if any(names_in([data])) else text_of(data, names.players, names.tournaments)


def names_of(data: bytes, length: int) -> tuple[str, ...]:
    """Return the names of a `.jou` or `.trn` file. `length` is `PLAYER` or `TOURNAMENT`."""
    names = data[_HEADER.size :]
    starts = range(0, len(names) - length + 1, length)
    return tuple(names[start : start + length].partition(b"\0")[0].decode("latin-1").strip() for start in starts)


def names_in(files: Iterable[bytes]) -> WthorNames:
    """Return the names of the players and of the tournaments. Files that are not lists of names are ignored."""
    names = {PLAYER: (), TOURNAMENT: ()} | {
        length: names_of(data, length) for data in files for length in (PLAYER, TOURNAMENT) if _has_names(data, length)
    }
    return WthorNames(names[PLAYER], names[TOURNAMENT])


def _has_names(data: bytes, length: int) -> bool:
    """Return True if a file is a list of names of `length` bytes each."""
    if len(data) < _HEADER.size:
        return False
    *date, games, names = _HEADER.unpack_from(data)[:6]
    return _is_dated(*date) and not games and len(data) == _HEADER.size + length * names > _HEADER.size


def write(games: Iterable[tuple[Match[Any, Any], Mapping[str, str]]], year: int, day: WthorDay) -> WthorFiles:
    """Return the files for finished games of one year. `games` holds each game with its headers.

    The names come from the headers `Black`, `White` and `Event`. The theoretical score comes from the header
    `Theoretical`, such as `34-30`. Without this header, it is the score of the game. Raise `UnfinishedGame` for a game
    that the format cannot hold.
    """
    writer = WthorWriter()
    for match, headers in games:
        score, theoretical = score_of(match), _SCORE.fullmatch(headers.get(_THEORETICAL, ""))
        theory = int(theoretical[1]) if theoretical is not None and int(theoretical[1]) <= _DISCS else score
        names = [headers.get(name, "") for name in ("Event", "Black", "White")]
        if not writer.add(bytes(move for move in match.moves if move != PASS), score, theory, *names):
            raise ValueError("A file has at most 65,535 names.")
    return writer.files(year, day)


class WthorWriter:
    """A writer of a collection of games: call `add` for each game, and then `files`."""

    def __init__(self) -> None:
        self._games = bytearray()
        self._players, self._tournaments = {"": 0}, {"": 0}

    def add(self, squares: bytes, score: int, theory: int, event: str, black: str, white: str) -> bool:
        """Add a game. Return False, and add nothing, if the files have no room for more names.

        `squares` are the squares of the moves, without passes. `score` is the number of Black's discs at the end,
        `theory` their number with best play.
        """
        players, tournaments = self._players, self._tournaments
        if len(players) > _MOST_NAMES - 2 or len(tournaments) > _MOST_NAMES - 1:
            return False
        numbers = (
            tournaments.setdefault(event, len(tournaments)),
            players.setdefault(black, len(players)),
            players.setdefault(white, len(players)),
        )
        moves = bytes(10 * (square // 8) + square % 8 + 11 for square in squares)
        self._games += _GAME.pack(*numbers, score, theory, moves.ljust(60, b"\0"))
        return True

    def files(self, year: int, day: WthorDay) -> WthorFiles:
        """Return the files of the games that were added. `year` is that of the games, `day` that of the files."""
        return WthorFiles(
            _head(day, len(self._games) // _GAME.size, 0, year, 8) + bytes(self._games),
            _head(day, 0, len(self._players), 0, 0) + _names(self._players, PLAYER),
            _head(day, 0, len(self._tournaments), 0, 0) + _names(self._tournaments, TOURNAMENT),
        )


def _is_dated(century: int, year: int, month: int, day: int) -> bool:
    return century in _CENTURIES and year < 100 and 1 <= month <= 12 and 1 <= day <= 31


def _text(record: tuple[Any, ...], year: int, players: Sequence[str], tournaments: Sequence[str]) -> str:
    tournament_number, black, white, score, theory, moves = record
    headers = {
        "Event": _name(tournaments, tournament_number),
        "Black": _name(players, black),
        "White": _name(players, white),
        "Date": str(year) if year else "",
        # Without any header, readers of transcripts would join the game to the one before it.
        "Result": f"{score}-{_DISCS - score}" if score <= _DISCS else "*",
        _THEORETICAL: f"{theory}-{_DISCS - theory}" if theory <= _DISCS else "",
    }
    line = "".join(_word(move) for move in moves.rstrip(_UNUSED)) or _word(0)
    return f"{heading({name: value for name, value in headers.items() if value})}\n{line}\n\n"


def _word(move: int) -> str:
    """Return the name of a move's square, or a word such as `x99` for a byte that is not a move."""
    row, column = divmod(move, 10)
    return NAMES[8 * row + column - 9] if 1 <= row <= 8 and 1 <= column <= 8 else f" x{move} "


def _name(names: Sequence[str], number: int) -> str:
    return names[number] if number < len(names) else ""


def score_of(match: Match[Any, Any]) -> int:
    """Return the number of Black's discs at a game's end; raise `UnfinishedGame` if the format cannot hold the game."""
    ruled = match.ruled()
    if ruled is None or match.position_after(0) != START:
        raise UnfinishedGame("A game of WTHOR begins at the usual start and is played to its end.")
    return tournament(ruled)[0]


def _head(day: WthorDay, games: int, names: int, year: int, size: int) -> bytes:
    return _HEADER.pack(day.year // 100, day.year % 100, day.month, day.day, games, names, year, size, 0, 0)


def _names(names: Iterable[str], length: int) -> bytes:
    return b"".join(name.encode("latin-1", "replace")[: length - 1].ljust(length, b"\0") for name in names)
