"""Positions of Kilkenny Cats as diagrams of letters, for newcomers at a Python prompt and for tests."""

from __future__ import annotations

from chowk.core.position import CHANCE
from chowk.core.seat_draw import LETTERS
from chowk.games.kilkenny.rules.board import BOARD, GRID, TABS, square
from chowk.games.kilkenny.rules.state import State, ending


def diagram(position: State) -> str:
    """Draw a position as text: the grid with the names of columns and rows, and below it the next player's action."""
    rows = (f"{y + 1:2} " + " ".join(_sign(position, square(x, y)) for x in range(GRID)) for y in range(GRID))
    return "\n".join(("   a b c d e f g h i j k l m n o p", *(row.rstrip() for row in rows), _turn_line(position)))


def _sign(position: State, place: int) -> str:
    bit = 1 << place
    for side, own in zip(position.sides, position.cats, strict=True):
        if own & bit:
            return LETTERS[side].lower() if bit & TABS else LETTERS[side]
    if position.strays & bit:
        return "?"
    return "o" if bit & TABS else "." if bit & BOARD else " "


def _turn_line(position: State) -> str:
    letter = LETTERS[position.side]
    if ending(position):
        return "the game is over"
    if position.opening:
        return f"{letter} throws for who starts"
    return f"{letter} to roll" if position.turn == CHANCE else f"{letter} to move by {position.die}"
