"""Encode matches of American Checkers for collections: a byte for each square that a move visits.

The last square of a move has the highest bit set. Codes name squares, so moves are read without listing the legal ones.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from chowk.core.position import Seat
from chowk.games.api.archived import Coder, Image, QuickGame
from chowk.games.checkers import openings
from chowk.games.checkers.rules import (
    BIT,
    BOARD,
    CROWN,
    KING,
    LEAPS,
    QUIET,
    REPEATS,
    START,
    WALKS,
    House,
    Move,
    Position,
    jumps,
)

_LAST: Final = 0x80
_NAMED: Final = 24
"""Number of positions, from the start of a game, among which the name of the opening is looked for."""
_PLAIN: Final = re.compile(
    r'\s*+(?:\[(?!(?:Game|Setup|Ended|Rules|Fen|House|Ballot|Seed)\b|GameType "(?!21"))\w{1,32} "[^"\\\n]*"\]\s*+)*+'
    r"((?:\s++|[0-9]{1,3}\.(?:\.\.)?+|[0-9]{1,2}(?:[-x][0-9]{1,2})++)++)(1-0|0-1|1/2-1/2|\*)?+\s*+",
    re.IGNORECASE,
)
"""A pattern for a game that has only headers, numbered moves and a result, from the usual start."""
_MOVE: Final = re.compile(r"[0-9]{1,2}(?:[-x][0-9]{1,2})++")
_SQUARES: Final = re.compile("[0-9]++")
_FREE: Final = START._replace(house=House(repetition=False, forty=False))


def encode(_: Position, moves: Sequence[Move]) -> bytes:
    """Return the codes of moves: a byte for each square that a move visits. The position is not needed."""
    codes = bytearray()
    for move in moves:
        codes += bytes(move)
        codes[-1] |= _LAST
    return bytes(codes)


def decode(_: Position, codes: bytes) -> Sequence[Move]:
    """Decode moves; raise `ValueError` if the last one is cut off. The position is not needed."""
    moves: list[Move] = []
    move: list[int] = []
    for code in codes:
        move.append(code & ~_LAST)
        if code & _LAST:
            moves.append(tuple(move))
            move = []
    if move:
        raise ValueError("the last move is cut off")
    return moves


def start(moves: Sequence[Move]) -> Position:
    """Return the usual starting position for a game with these moves.

    If a house rule on draws would have ended the game before its last move, the position has that rule turned off.
    """
    position, keys, calm = _FREE, Counter[object](), True
    for move in moves:
        keys[position.key] += 1
        calm = calm and position.quiet < QUIET
        position = position.play(move)
    return START._replace(house=House(max(keys.values(), default=0) < REPEATS, calm))


def quick(text: str) -> QuickGame | None:
    """Read a text quickly that has only the headers, the moves and the result of one match.

    Return None for any other text, and if a move is illegal or is a capture with several possible routes.
    """
    match = _PLAIN.fullmatch(text)
    if match is None:
        return None
    board: Board = _FREE.key
    boards, codes, count = [board], bytearray(), 0
    for word in _MOVE.findall(match[1]):
        played = _played(board, _written(word))
        if played is None:
            return None
        board, route = played
        codes += route.code
        count += 1
        if count < _NAMED:
            boards.append(board)
    if not count:
        return None
    outcome = _FREE._replace(black=board[0], white=board[1], kings=board[2], turn=board[3]).outcome()
    scores = (match[2] or "").strip("*") if outcome is None else "1-0" if outcome.winner == 0 else "0-1"
    return QuickGame(bytes(codes), count, openings.reached(boards), scores)


Board: TypeAlias = tuple[int, int, int, Seat]
"""The pieces and the side to move: the first four fields of a `Position`."""


class MovePath(NamedTuple):
    """The properties of a path of squares that do not depend on the pieces on the board.

    `code` is the path as bytes for collections. `start` and `target` are the bits of its first and last squares.
    `captured` is the mask of the squares jumped over, and 0 for a path that is no jump. `landings` is the mask of the
    squares where its legs end. `men` has a bit for each side whose men go this way: 1 for Black, 2 for White.
    `step` is True if the path is a step to a neighbouring square.
    """

    path: Move
    code: bytes
    start: int
    target: int
    captured: int
    landings: int
    men: int
    step: bool


@lru_cache(maxsize=4096)
def _move_path(path: Move) -> MovePath:
    """Return the properties of a path.

    The path counts neither as a step nor as a jump if one of its squares is not on the board, or if two successive
    squares are too far apart. Then `step` is False and `captured` is 0.
    """
    bits = [BIT[square] if square <= 32 else 0 for square in path]
    legs = [*pairwise(bits)]
    steps = len(legs) == 1 and all(bits) and any(landing == bits[1] for landing, _ in WALKS[KING][bits[0]])
    leaps = [
        next((over for over, landing, _ in LEAPS[KING][start] if landing == end), 0) if start and end else 0
        for start, end in legs
    ]
    captured = sum(set(leaps)) if legs and all(leaps) else 0
    forward = all(start < end for start, end in legs), all(start > end for start, end in legs)
    return MovePath(
        path,
        encode(_FREE, [path]) if all(bits) else b"",
        bits[0],
        bits[-1],
        captured,
        sum(set(bits[1:])),
        (forward[0] | forward[1] << 1) if steps or captured else 0,
        steps,
    )


@lru_cache(maxsize=4096)
def _written(word: str) -> MovePath:
    """Return the path of a move as text, such as "9-14" or "14x23x30", with its properties."""
    return _move_path(tuple(map(int, _SQUARES.findall(word))))


def _played(board: Board, route: MovePath) -> tuple[Board, MovePath] | None:
    """Return the board after a move, and the move's whole route.

    Return None if `route` fits no legal move, or more than one.

    Two kinds of moves are checked quickly, by masks: steps, and jumps of a man that name every square on the way. A man
    only goes forward, so a jump over the same squares has no other route. Any other capture is looked up among the
    legal captures.
    """
    black, white, kings, turn = board
    own, other = (white, black) if turn else (black, white)
    free = BOARD & ~(black | white)
    start, target = route.start, route.target
    king = kings & start
    down, up = (own, own & kings) if turn else (own & kings, own)
    upward = up & (other >> 4 & free >> 8 | other >> 5 & free >> 10)
    if upward | down & (other << 4 & free << 8 | other << 5 & free << 10):  # someone must jump
        goes = not king and route.captured and route.men >> turn & 1
        if not (
            goes
            and start & own
            and route.captured & ~other == 0
            and route.landings & ~free == 0
            and not _leaps_on(turn, target, other, free)
        ):
            position = _FREE._replace(black=black, white=white, kings=kings, turn=turn)
            move = _capture(position, route.path)
            if move is None:
                return None
            route = _move_path(move)
            target, king = route.target, kings & route.start
    elif not (route.step and start & own and target & free and (king or route.men >> turn & 1)):
        return None
    captured = route.captured
    own = own & ~start | target
    other &= ~captured
    kings = kings & ~(start | captured) | (target if king or target & CROWN[turn] else 0)
    return ((other, own, kings, 0) if turn else (own, other, kings, 1)), route


def _leaps_on(turn: Seat, target: int, other: int, free: int) -> bool:
    """Return True if a man that has landed on `target` must jump on. `other` and `free` are masks of squares.

    `other` has the opponent's pieces, `free` the empty squares.
    """
    return any(over & other and landing & free for over, landing, _ in LEAPS[turn][target])


def _capture(position: Position, path: Move) -> Move | None:
    """Return the legal capture that `path` means, or None if there is none or more than one.

    A capture may be given by its first and last squares alone.
    """
    fitting = [move for move in jumps(position) if (move[0], move[-1]) == (path[0], path[-1])]
    if len(path) > 2:
        fitting = [move for move in fitting if move == path]
    return fitting[0] if len(fitting) == 1 else None


_WHOLE: Final = (1 << 64) - 1
_MIXES: Final = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xD6E8FEB86659FD93)
"""Odd factors that mix the bits of a position's key."""


def _key(board: Board) -> int:
    """Return a 64-bit hash of the pieces and the side to move. Positions that repeat each other have the same hash."""
    first, second, third = _MIXES
    black, white, kings, turn = board
    mixed = (black | white << 32) * first + (kings << 1 | turn) * second & _WHOLE
    mixed = (mixed ^ mixed >> 29) * third & _WHOLE
    mixed = (mixed ^ mixed >> 32) * first & _WHOLE
    return mixed ^ mixed >> 32


def step(codes: bytes | bytearray, place: int) -> int:
    """Return the length in bytes of the move code that begins at the index `place`: a byte for each visited square."""
    end = place
    while codes[end] < _LAST:
        end += 1
    return end + 1 - place


def trail(start: Position, codes: bytes) -> Iterator[tuple[int, int]]:
    """Yield, for each position of a game, its key and the number of bytes that the moves before it take in `codes`.

    `start` is the first position. Raise `ValueError` if a move is illegal.
    """
    board, place = start.key, 0
    for move in decode(start, codes):
        yield _key(board), place
        played = _played(board, _move_path(move))
        if played is None:
            raise ValueError(f"{move} is no move")
        board, _ = played
        place += len(move)
    yield _key(board), place


def images(position: Position) -> Sequence[Image]:
    """Return the position alone as its only image, because no other position counts as equivalent."""
    return (Image(_key(position.key), bytes),)


CODER: Final = Coder(encode, decode, start, quick, step=step, trail=trail, images=images)
"""The functions that encode and read matches of American Checkers for collections."""
