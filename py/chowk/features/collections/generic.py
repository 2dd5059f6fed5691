"""Encode the moves of any game: each move or roll as its index among the legal ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import blake2b
from typing import Any, Final

from chowk import games
from chowk.games.api.archived import Coder, Image, QuickGame

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
    """Return None, because the games that this module encodes declare no usual first position."""


def _not_quick(_: str) -> QuickGame | None:
    """Return None, because only a game with its own encoder can have a fast reader for simple texts of its games."""
    return None


def _step(codes: bytes | bytearray, place: int) -> int:
    """Return the length in bytes of the encoded move that begins at `codes[place]`."""
    return 3 if codes[place] == _WIDE else 1


_ANY: Final = Coder(encode, decode, _no_start, _not_quick, step=_step)


@cache
def coder_of(name: str) -> Coder:
    """Return the encoder and decoder of a game's moves: those that the game declares, or else those of this module."""
    archived = games.load(name).archived
    return _ANY if archived is None else archived()


def usual_start(name: str, moves: Sequence[Any]) -> str:
    """Return as text the usual first position from which these moves are played; empty if the game has none."""
    start = coder_of(name).start(moves)
    return "" if start is None else str(games.load(name).notation.write_position(start))


def first(name: str, setup: str) -> Any:
    """Return the first position of a stored game: the one in the text `setup`, or the usual one if `setup` is empty."""
    return games.load(name).notation.read_position(setup) if setup else coder_of(name).start(())


def played(name: str, setup: str, codes: bytes) -> tuple[Any, Sequence[Any]]:
    """Return the first position and the moves of a stored game. Raise `ValueError` if `codes` hold an illegal move."""
    coder, start = coder_of(name), first(name, setup)
    moves = coder.decode(start, codes)
    return start if setup else coder.start(moves), moves


def written(name: str, setup: str, codes: bytes) -> tuple[str, list[str]]:
    """Return the first position and the moves of a stored game as text.

    Raise `ValueError` if `codes` hold an illegal move.
    """
    notation = games.load(name).notation
    start, moves = played(name, setup, codes)
    texts, position = list[str](), start
    for move in moves:
        texts.append(notation.write_move(position, move))
        position = position.play(move)
    return notation.write_position(start), texts


# Positions ------------------------------------------------------------------------------------------------------------


def trail(name: str, setup: str, codes: bytes) -> Iterator[tuple[int, int]]:
    """Yield the key (hash) of each position of a stored game, and the number of bytes of `codes` before it.

    Raise `ValueError` if `codes` hold an illegal move.
    """
    coder, start = coder_of(name), first(name, setup)
    if coder.trail is not None:
        yield from coder.trail(start, codes)
        return
    position, place = start, 0
    for move in coder.decode(start, codes):
        yield _key(name, position), place
        place += len(coder.encode(position, (move,)))
        position = position.play(move)
    yield _key(name, position), place


def images(name: str, position: Any) -> Sequence[Image]:
    """Return the positions that count as equal to a position, such as its mirror images, with their keys."""
    coder = coder_of(name)
    return (Image(_key(name, position), bytes),) if coder.images is None else coder.images(position)


def _key(name: str, position: Any) -> int:
    text = games.load(name).notation.write_position(position)
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
