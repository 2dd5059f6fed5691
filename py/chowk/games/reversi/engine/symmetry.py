"""The eight symmetries of the board."""

from __future__ import annotations

from collections.abc import Sequence


def reflected(group: Sequence[int], turn: int) -> tuple[int, ...]:
    """Reflect squares by one of the eight symmetries; the order of the squares is kept."""
    squares = [divmod(at, 8) for at in group]
    if turn & 1:
        squares = [(row, 7 - file) for row, file in squares]
    if turn & 2:
        squares = [(7 - row, file) for row, file in squares]
    if turn & 4:
        squares = [(file, row) for row, file in squares]
    return tuple(row * 8 + file for row, file in squares)
