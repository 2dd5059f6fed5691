"""Parts of a replay of Reversi that is faster than the rules: the discs that a move turns, and the symmetries."""

from __future__ import annotations

from typing import Final


def _rays(square: int) -> tuple[tuple[int, ...], ...]:
    """Return the squares in each of the eight directions from a square, nearest first.

    Directions with fewer than two squares are left out, because no disc can be turned there.
    """
    row, file = divmod(square, 8)
    ways = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
    rays = (
        tuple((row + down * step) * 8 + file + across * step for step in range(1, 8)
              if 0 <= row + down * step < 8 and 0 <= file + across * step < 8)
        for down, across in ways
    )  # fmt: skip
    return tuple(ray for ray in rays if len(ray) > 1)


_RAYS: Final = tuple(_rays(square) for square in range(64))


def discs_turned(board: bytearray, square: int, own: int, other: int) -> list[int]:
    """Return the squares of the discs that turn if the side `own` lays a disc on `square`.

    `own` and `other` are the numbers that stand for the two sides' discs on the board.
    """
    turned: list[int] = []
    for ray in _RAYS[square]:
        if board[ray[0]] != other:
            continue
        run = 1
        for further in ray[1:]:
            disc = board[further]
            if disc != other:
                if disc == own:
                    turned += ray[:run]
                break
            run += 1
    return turned


def _symmetry(number: int) -> bytes:
    """Return the image of each square under one of the eight symmetries of the board."""
    squares = bytearray()
    for square in range(64):
        row, file = divmod(square, 8)
        row, file = (file, row) if number & 1 else (row, file)
        row, file = (7 - row) if number & 2 else row, (7 - file) if number & 4 else file
        squares.append(8 * row + file)
    return bytes(squares)


SYMMETRIES: Final = tuple(map(_symmetry, range(8)))
"""The image of each square under each symmetry of the board. The first symmetry moves nothing."""
