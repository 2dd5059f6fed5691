"""Encode matches of American Checkers for collections: a byte for each square that a move visits.

The last square of a move has the highest bit set, so codes need no list of legal moves.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from chowk.games.api.archived import Coder, Image, QuickGame
from chowk.games.checkers import openings
from chowk.games.checkers.rules import (
    BIT,
    BOARD,
    KING,
    QUIET,
    REPEATS,
    START,
    WALKS,
    House,
    Move,
    Position,
    jumpers,
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
    """Read a match quickly that has only headers, moves and a result.

    Return None for any other text, and if a move is illegal or is a capture with several possible routes.
    """
    match = _PLAIN.fullmatch(text)
    if match is None:
        return None
    position, positions, moves = _FREE, [_FREE], list[Move]()
    for word in _MOVE.findall(match[1]):
        move = _meant(position, tuple(map(int, _SQUARES.findall(word))))
        if move is None:
            return None
        moves.append(move)
        position = position.play(move)
        if len(moves) < _NAMED:
            positions.append(position)
    if not moves:
        return None
    outcome = position.outcome()
    scores = (match[2] or "").strip("*") if outcome is None else "1-0" if outcome.winner == 0 else "0-1"
    return QuickGame(encode(_FREE, moves), len(moves), openings.opening(positions), scores)


def _meant(position: Position, path: Move) -> Move | None:
    """Return the legal move that `path` means, or None if there is none or more than one.

    A capture may be given by its first and last squares alone.
    """
    if jumpers(position):
        fitting = [move for move in jumps(position) if (move[0], move[-1]) == (path[0], path[-1])]
        if len(path) > 2:
            fitting = [move for move in fitting if move == path]
        return fitting[0] if len(fitting) == 1 else None
    if len(path) != 2 or not 1 <= path[0] <= 32:
        return None
    bit = BIT[path[0]]
    if not bit & position.own:
        return None
    free = BOARD & ~(position.black | position.white)
    ways = WALKS[KING if position.kings & bit else position.turn][bit]
    return next((move for landing, move in ways if move == path and landing & free), None)


_WHOLE: Final = (1 << 64) - 1
_MIXES: Final = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xD6E8FEB86659FD93)
"""Odd factors that mix the bits of a position's key."""


def _key(position: Position) -> int:
    """Return a 64-bit hash of the pieces and the side to move. Positions that repeat each other have the same hash."""
    first, second, third = _MIXES
    black, white, kings, turn = position.key
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
    position, place = start, 0
    for move in decode(start, codes):
        yield _key(position), place
        if _meant(position, move) is None:
            raise ValueError(f"{move} is no move")
        position = position.play(move)
        place += len(move)
    yield _key(position), place


def images(position: Position) -> Sequence[Image]:
    """Return the position alone as its only image, because no other position counts as equivalent."""
    return (Image(_key(position), bytes),)


CODER: Final = Coder(encode, decode, start, quick, step=step, trail=trail, images=images)
"""The functions that encode and read matches of American Checkers for collections."""
