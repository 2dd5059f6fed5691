"""Positions of Patchwork as diagrams of letters, for newcomers at a Python prompt and for tests."""

from __future__ import annotations

from typing import Final

from chowk.core.position import Seat
from chowk.games.patchwork.rules.quilt import SIDE, cells, placement_mask
from chowk.games.patchwork.rules.state import REACH, State, score

LETTERS: Final = "AB"
"""The letters of the seats, by seat."""
_SIGNS: Final = "?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg"
"""The letters of the patches, by number: patch 1 is A, patch 27 is a."""


def diagram(position: State) -> str:
    """Draw a position as text: both quilts side by side, the players' possessions, the queue, and the next action.

    A patch is a letter, a single patch `+` and an empty cell `.`.
    """
    head = "  a b c d e f g h i"
    quilts = zip(_quilt(position, 0), _quilt(position, 1), strict=True)
    rows = (f"{row} {' '.join(left)}    {row} {' '.join(right)}" for row, (left, right) in enumerate(quilts, 1))
    near, far = position.queue[:REACH], position.queue[REACH:]
    queue = f"queue: {' '.join(map(_named, near))} | {' '.join(map(_named, far))}".rstrip(" |")
    return "\n".join(
        (f"{head}    {head}", *rows, *(_has(position, seat) for seat in (0, 1)), queue, _turn_line(position))
    )


def _named(patch: int) -> str:
    return f"{patch}{_SIGNS[patch]}"


def _quilt(position: State, seat: Seat) -> list[str]:
    player = position.players[seat]
    signs = ["#" if player.quilt >> cell & 1 else "." for cell in range(SIDE * SIDE)]
    for patch, turned, corner in player.sewn:
        for cell in cells(placement_mask(patch, turned, corner)):
            signs[cell] = _SIGNS[patch]
    for _, cell in player.lone:
        signs[cell] = "+"
    return ["".join(signs[SIDE * row : SIDE * row + SIDE]) for row in range(SIDE)]


def _has(position: State, seat: Seat) -> str:
    space, buttons, income, *_ = position.players[seat]
    tile = ", the tile" if position.tile == seat else ""
    possessions = f"space {space}, buttons {buttons}, income {income}{tile}, score {score(position, seat)}"
    return f"{LETTERS[seat]}: {possessions}"


def _turn_line(position: State) -> str:
    letter = LETTERS[position.turn]
    if position.over:
        return "the game is over"
    if position.single:
        return f"{letter} to sew on a single patch"
    return f"{letter} to sew on {_named(position.hand)}" if position.hand else f"{letter} to buy or to go ahead"
