"""Games of Reversi in collections: a byte for each disc laid, and a replay that is faster than that of the rules.

The codes of a game are the numbers of the squares in order. Passes are left out, because they are forced.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from typing import Final, NamedTuple

from chowk.core.message import say
from chowk.games.api.archived import BinaryFile, Coder, FiledGame, Image, QuickGame
from chowk.games.api.files import Format
from chowk.games.reversi import openings, wthor
from chowk.games.reversi.replaying import SYMMETRIES, discs_turned
from chowk.games.reversi.rules import NAMES, PASS, START, Position, legal

_EMPTY, _BLACK, _WHITE = 0, 1, 2
_PLAIN: Final = re.compile(
    r'\s*+(?:\[(?!(?:Game|GameType|Setup|Ended|Rules|Fen|Variant)\b)\w{1,32} "[^"\\\n]*"\]\s*+)*+'
    r"((?:[a-h][1-8]){1,60})\s*+",
    re.IGNORECASE,
)
"""A pattern for a game that has only headers and moves. Headers that change how the moves are read do not match."""
_BESIDE: Final = (".jou", ".trn")
"""Extensions of the two files that come with a WTHOR file: the names of the players, and those of the tournaments."""
_EDGE: Final = 64
"""The first number that is not the number of a square. It stands for a byte that names no square."""


class Replay(NamedTuple):
    """The replay of a game: the index of the first illegal move or -1, the opening's name, and the last board.

    `board` has a byte for each square: 0 empty, 1 black, 2 white.
    """

    wrong: int
    opening: str
    board: bytes

    @property
    def scores(self) -> str:
        """Both numbers of discs, Black's first, such as `40-24`, or an empty text if the game is not over."""
        board = bytearray(self.board)
        if self.wrong >= 0 or _can_move(board, _BLACK, _WHITE) or _can_move(board, _WHITE, _BLACK):
            return ""
        return f"{board.count(_BLACK)}-{board.count(_WHITE)}"


def replayed(codes: Sequence[int]) -> Replay:
    """Replay a game from the usual start, given the codes of its moves. Stop at the first illegal move."""
    board, own, other, name = _first_board(), _BLACK, _WHITE, ""
    named, latest = _named()
    for number, square in enumerate(codes):
        if square >= _EDGE or board[square]:
            return Replay(number, name, bytes(board))
        turned = discs_turned(board, square, own, other)
        if not turned:
            own, other = other, own
            turned = discs_turned(board, square, own, other)
            if not turned or _can_move(board, other, own):
                return Replay(number, name, bytes(board))
        board[square] = own
        for disc in turned:
            board[disc] = own
        own, other = other, own
        if number < latest:
            name = named.get(bytes(board), name)
    return Replay(-1, name, bytes(board))


def _first_board() -> bytearray:
    board = bytearray(64)
    board[28] = board[35] = _BLACK
    board[27] = board[36] = _WHITE
    return board


def _can_move(board: bytearray, own: int, other: int) -> bool:
    return any(not board[square] and discs_turned(board, square, own, other) for square in range(64))


@cache
def _named() -> tuple[Mapping[bytes, str], int]:
    """Return the name of each opening by the board after it, and the number of moves of the longest opening.

    An opening has four boards, because a game can begin with any of four moves, which are equal by symmetry.
    """
    boards: dict[bytes, str] = {}
    latest = 0
    for name, moves in openings.lines():
        latest = max(latest, len(moves))
        squares = [NAMES.index(move) for move in moves]
        for swapped in (False, True):
            for turned in (False, True):
                images = [_image(square, swapped=swapped, turned=turned) for square in squares]
                boards[_board_after(images)] = name
    return boards, latest


def _image(square: int, *, swapped: bool, turned: bool) -> int:
    """Return the image of a square under a symmetry that keeps the start.

    Swap rows and columns if `swapped`, then turn the board by half a turn if `turned`.
    """
    row, file = divmod(square, 8)
    row, file = (file, row) if swapped else (row, file)
    return (7 - row) * 8 + 7 - file if turned else row * 8 + file


def _board_after(squares: Sequence[int]) -> bytes:
    position = START
    for square in squares:
        position = position.play(square if square in position.moves() else PASS)
    return bytes((position.black >> square & 1) + 2 * (position.white >> square & 1) for square in range(64))


def encode(_: Position, moves: Sequence[int]) -> bytes:
    """Return the codes of moves: one byte for the square of each disc. Passes are left out."""
    return bytes(move for move in moves if move != PASS)


def decode(start: Position, codes: bytes) -> Sequence[int]:
    """Return the moves that codes mean, with the forced passes. Raise `ValueError` at an illegal move."""
    moves = []
    for square in codes:
        legal = start.moves()
        if legal == (PASS,):
            moves.append(PASS)
            start = start.play(PASS)
            legal = start.moves()
        if square not in legal:
            raise ValueError(f"{square} is no move")
        moves.append(square)
        start = start.play(square)
    if start.moves() == (PASS,):
        moves.append(PASS)
    return moves


def quick(text: str) -> QuickGame | None:
    """Read a text that has only moves such as `f5d6c3`, perhaps after headers. This is quicker than the usual way.

    Return None for any other text, and if a move is illegal.
    """
    match = _PLAIN.fullmatch(text)
    if match is None or not match[1].isascii():
        return None
    signs = match[1].lower().encode()
    codes = bytes(8 * row + file - 489 for file, row in zip(signs[::2], signs[1::2], strict=True))
    replay = replayed(codes)
    return QuickGame(codes, len(codes), replay.opening, replay.scores) if replay.wrong < 0 else None


def read_file(data: bytes, beside: Mapping[str, bytes]) -> tuple[int, Iterator[FiledGame]] | None:
    """Return the number of games that the head of a WTHOR file states, and the games, or None for other files.

    `data` is the content of the file. `beside` holds, by file name, the files that came with it, which give the names
    of players and tournaments.
    """
    records = wthor.records(data)
    if records is None:
        return None
    names = [
        next((wthor.names_of(file, size) for name, file in beside.items() if name.lower().endswith(ending)), ())
        for ending, size in zip(_BESIDE, (wthor.PLAYER, wthor.TOURNAMENT), strict=True)
    ]
    return records.total, (_filed(record, records.year, *names) for record in records.games)


def _filed(
    record: tuple[int, int, int, int, int, bytes], year: int, players: Sequence[str], events: Sequence[str]
) -> FiledGame:
    event, black, white, score, _, moves = record
    codes = moves.rstrip(b"\0").translate(_SQUARES)
    replay = replayed(codes)
    word = str(moves[replay.wrong]) if replay.wrong >= 0 else "0" if not codes else ""
    if word and codes and codes[replay.wrong] < _EDGE:
        word = NAMES[codes[replay.wrong]]
    result = f"{score}-{64 - score}" if score <= 64 else replay.scores
    seats = tuple(players[number] if number < len(players) else "" for number in (black, white))
    date = str(year) if year else ""
    return FiledGame(seats, events[event] if event < len(events) else "", date, result, codes, word, replay.opening)


_SQUARES: Final = bytes(
    8 * (code // 10) + code % 10 - 9 if 1 <= code // 10 <= 8 and 1 <= code % 10 <= 8 else _EDGE for code in range(256)
)
"""The number of the square that a byte of a WTHOR file means, or `_EDGE` if it means none.

The byte is ten times the row plus the column, from 11 to 88.
"""


def start(_: Sequence[int]) -> Position:
    """Return the first position of a game with the given moves: the usual start, whatever the moves."""
    return START


def line(form: str, codes: bytes) -> str:
    """Return a game, given the codes of its moves, as text in the format `form`.

    Only `transcript` is supported. For any other format, return an empty text.
    """
    return "".join(NAMES[code] for code in codes) if form == "transcript" else ""


class WthorFile:
    """A writer of a WTHOR file, and of the two files with the names of its players and tournaments."""

    def __init__(self) -> None:
        self._writer = wthor.WthorWriter()
        self._years: Counter[int] = Counter()

    def add(self, game: FiledGame) -> bool:
        """Add a game from the usual start.

        If it was not played to its end, or if the files have no room for more names, return False and add nothing.
        """
        replay = replayed(game.codes)
        if not replay.scores:
            return False
        black, white = map(int, replay.scores.split("-"))
        # The empty squares belong to the winner.
        score = 32 if black == white else black if black < white else 64 - white
        year = game.date[:4]
        self._years[int(year) if year.isdecimal() else 0] += 1
        names = (*game.players, "", "")
        return self._writer.add(game.codes, score, score, game.event, names[0], names[1])

    def files(self, day: date) -> Mapping[str, bytes]:
        """Return the contents of the three files, by file name extension.

        `day` is the date of the files. The year in their headers is the year of the most games.
        """
        year = max(self._years, key=lambda number: (self._years[number], -number), default=0)
        contents = self._writer.files(year, wthor.WthorDay(day.year, day.month, day.day))
        return dict(zip((".wtb", *_BESIDE), contents, strict=True))


_WTHOR: Final = BinaryFile(Format("wthor", say("WTHOR, with its files of names"), "zip"), WthorFile)


_WHOLE: Final = (1 << 64) - 1
_MIXES: Final = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xD6E8FEB86659FD93)
"""Odd factors that mix the bits of a position's key."""


def _key(black: int, white: int, turn: int) -> int:
    """Return a 64-bit key of a position, given both masks of discs and the side to move. Ignore the discs in hand."""
    first, second, third = _MIXES
    mixed = (black * first ^ (white + turn) * second) & _WHOLE
    mixed = (mixed ^ mixed >> 29) * third & _WHOLE
    mixed = (mixed ^ mixed >> 32) * first & _WHOLE
    return mixed ^ mixed >> 32


def trail(start: Position, codes: bytes) -> Iterator[tuple[int, int]]:
    """Yield the key of each position of a game, and the number of discs laid before it.

    A pass leads to a further position with the same number. Raise `ValueError` if a move is illegal.
    """
    masks, turn = [start.black, start.white], int(start.turn)
    board = bytearray((start.black >> square & 1) + 2 * (start.white >> square & 1) for square in range(64))
    for number, square in enumerate(codes):
        yield _key(masks[0], masks[1], turn), number
        if square >= _EDGE or board[square]:
            raise ValueError(f"{square} is no move")
        turned = discs_turned(board, square, turn + 1, 2 - turn)
        if not turned:
            turn = 1 - turn
            yield _key(masks[0], masks[1], turn), number
            turned = discs_turned(board, square, turn + 1, 2 - turn)
            if not turned:
                raise ValueError(f"{square} is no move")
        board[square] = turn + 1
        flipped = 0
        for disc in turned:
            board[disc] = turn + 1
            flipped |= 1 << disc
        masks[turn] |= flipped | 1 << square
        masks[1 - turn] &= ~flipped
        turn = 1 - turn
    yield _key(masks[0], masks[1], turn), len(codes)
    if not legal(masks[turn], masks[1 - turn]) and legal(masks[1 - turn], masks[turn]):
        yield _key(masks[0], masks[1], 1 - turn), len(codes)


def _turned_mask(mask: int, symmetry: bytes) -> int:
    return sum(1 << symmetry[square] for square in range(64) if mask >> square & 1)


def images(position: Position) -> Sequence[Image]:
    """Return the images of a position under the symmetries of the board, each once. The position itself is first.

    Each image can convert codes of its moves to codes of moves in the given position (`Image.back`). If the position
    itself is symmetric, moves that its symmetry maps onto each other are all converted to the same code.
    """
    keys: dict[int, bytes] = {}
    fixing = []
    for symmetry in SYMMETRIES:
        black, white = _turned_mask(position.black, symmetry), _turned_mask(position.white, symmetry)
        if (black, white) == position[:2]:
            fixing.append(symmetry)
        keys.setdefault(_key(black, white, position.turn), symmetry)
    first = bytes(min(symmetry[square] for symmetry in fixing) for square in range(64))
    tables = (bytes(first[symmetry.index(square)] for square in range(64)) for symmetry in keys.values())
    return [Image(key, _translator(table + bytes(range(64, 256)))) for key, table in zip(keys, tables, strict=True)]


def _translator(table: bytes) -> Callable[[bytes], bytes]:
    """Return a function that replaces each byte `b` of the codes of moves by `table[b]`."""
    return lambda code: code.translate(table)


CODER: Final = Coder(encode, decode, start, quick, read_file, _BESIDE, line, _WTHOR, trail=trail, images=images)
"""The functions by which collections encode, read and write games of Reversi."""
