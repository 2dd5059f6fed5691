"""Positions of Parcheesi as diagrams of letters, for newcomers at a Python prompt and for tests."""

from __future__ import annotations

from chowk.core.position import CHANCE
from chowk.games.parcheesi.rules.board import CELLS, HOME, LETTERS, ROW, ROW_CELLS, SAFE, TRACK, written
from chowk.games.parcheesi.rules.state import State


def diagram(position: State) -> str:
    """Draw a position as text: the cross in 19 by 19 letters, then all pawns and the dice or bonuses to be used.

    `.` is a space, `*` a safe space, `:` a space of a home row. A side's capital letter means two of its pawns, a small
    letter a single pawn.
    """
    signs = {CELLS[place]: "*" if SAFE >> place & 1 else "." for place in range(TRACK)}
    signs |= {cell: ":" for row in ROW_CELLS for cell in row}
    for side, own in zip(position.sides, position.pawns, strict=True):
        for place in own:
            if 0 <= place < HOME:
                cell = CELLS[place] if place < ROW else ROW_CELLS[side][place - ROW]
                signs[cell] = LETTERS[side] if own.count(place) > 1 else LETTERS[side].lower()
    rows = ("".join(signs.get((x, y), " ") for x in range(19)).rstrip() for y in range(19))
    return "\n".join((*rows, *_pawns(position), _turn_line(position)))


def _pawns(position: State) -> list[str]:
    seats = zip(position.sides, position.pawns, strict=True)
    return [f"{LETTERS[side]}: {' '.join(written(place) for place in own)}" for side, own in seats]


def _turn_line(position: State) -> str:
    letter = LETTERS[position.side]
    if position.over:
        return f"{LETTERS[position.sides[position.placed[0]]]} has won"
    if position.turn == CHANCE:
        return f"{letter} throws for who starts" if position.opening else f"{letter} to roll"
    due = " ".join([*map(str, position.parts), *(f"+{bonus}" for bonus in position.bonuses)])
    return f"{letter} to play {due}"
