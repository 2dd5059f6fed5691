"""Encode the moves of any game: each move or roll as its index among the legal ones."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from chowk import games
from chowk.games.api.archived import Coder, QuickGame

_WIDE: Final = 255
"""A byte that announces an index of two bytes. Smaller bytes are themselves indices."""


def encode(start: Any, moves: Sequence[Any]) -> bytes:
    """Encode moves that are played one after another from the position `start`."""
    codes, position = bytearray(), start
    for move in moves:
        index = position.moves().index(move)
        codes += bytes((index,)) if index < _WIDE else bytes((_WIDE, index >> 8, index & 255))
        position = position.play(move)
    return bytes(codes)


def decode(start: Any, codes: bytes) -> Sequence[Any]:
    """Decode moves that are played from the position `start`; raise `ValueError` for an index without a legal move."""
    moves, position, place = list[Any](), start, 0
    while place < len(codes):
        width = 3 if codes[place] == _WIDE else 1
        index = int.from_bytes(codes[place + 1 : place + 3], "big") if width > 1 else codes[place]
        legal = position.moves()
        if index >= len(legal):
            raise ValueError(f"there are only {len(legal)} moves")
        moves.append(legal[index])
        position = position.play(legal[index])
        place += width
    return moves


def _no_start(_: Sequence[Any]) -> None:
    """Return None, because these games have no usual first position."""


def _not_quick(_: str) -> QuickGame | None:
    """Return None, because these games have no quick reader of texts."""
    return None


_ANY: Final = Coder(encode, decode, _no_start, _not_quick)


@cache
def coder_of(name: str) -> Coder:
    """Return the encoder and decoder of a game's moves: those that the game declares, or else those of this module."""
    archived = games.load(name).archived
    return _ANY if archived is None else archived()


def usual(name: str, moves: Sequence[Any]) -> str:
    """Return the usual first position for these moves as text, or an empty text if the game has none."""
    start = coder_of(name).start(moves)
    return "" if start is None else str(games.load(name).notation.write_position(start))


def told(name: str, setup: str, codes: bytes) -> tuple[str, list[str]]:
    """Return the first position and the moves of a game in a collection as text.

    `setup` is its first position, or empty for the usual one, and `codes` its encoded moves. Raise `ValueError` for
    codes that are no legal moves.
    """
    notation, coder = games.load(name).notation, coder_of(name)
    if setup:
        start = notation.read_position(setup)
        moves = coder.decode(start, codes)
    else:
        start = coder.start(())
        moves = coder.decode(start, codes)
        start = coder.start(moves)
    texts, position = list[str](), start
    for move in moves:
        texts.append(notation.write_move(position, move))
        position = position.play(move)
    return notation.write_position(start), texts
