"""The eight symmetries of Reversi's board."""

from __future__ import annotations

from collections.abc import Sequence


def reflected(group: Sequence[int], turn: int) -> tuple[int, ...]:
    """Map squares by one of the eight symmetries of the board. Return the images in the order of the squares.

    The bits of `turn` are: 1 mirror left to right, 2 mirror top to bottom, 4 swap rows and columns.
    """
    squares = [divmod(square, 8) for square in group]
    if turn & 1:
        squares = [(row, 7 - file) for row, file in squares]
    if turn & 2:
        squares = [(7 - row, file) for row, file in squares]
    if turn & 4:
        squares = [(file, row) for row, file in squares]
    return tuple(row * 8 + file for row, file in squares)
