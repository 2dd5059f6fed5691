"""The board of Kilkenny Cats for the kernel: the cats, the legal moves and their effects.

The types are those of `engine/kernel/types`. A position is the arrays `STATE`, `SIDES`, `CATS` and `CELL`, which the
Python program around the kernel reads and writes. The functions here change these arrays as the rules do. The rolls
that decide who starts are left out.
"""

from __future__ import annotations

from typing import Final

from chowk.engine.kernel.types import array, f64, i32
from chowk.games.kilkenny.rules.board import GRID, MICE, SQUARES, STEPS, ray

STATE: Final = array("i", bytes(4 * 16))
COUNT, MOVER, DIE, QUIET, LIMIT, HUNTED, COUNTED, RESIGN, COUNTING, PLACES, PLACED = range(11)
"""Indices in `STATE`.

In order: the number of seats; the seat that rolls or moves; the number on the die, 0 before the roll; turns without
progress; the number of rounds without progress after which the game ends automatically, 0 for never; the house rules
`hunted`, `counted` and `resign`; 1 if turns without progress are counted; 1 if the others play on for places after a
win; the seats that have a place, as bits. Progress is a capture, or a cat's arrival on its mouse (its goal square).
"""
SIDES: Final = array("b", bytes(4))
CATS: Final = array("h", [-1] * 32)
"""By seat, eight each: the square of each cat. A captured cat has -1."""
CELL: Final = array("b", bytes(256))
"""By square: one plus the seat of the cat on it, `STRAY` for a cat without an owner, or 0 for an empty square."""
STRAY: Final = 5
MINE: Final = array("b", [0] * 256)
"""By square: if it is a mouse (a goal square of cats), one plus the side that owns it; 0 for any other square."""
for side in range(4):
    for square in MICE[side]:
        MINE[square] = side + 1
FAR: Final = array("b", [0] * 2048)
"""By square and direction: the number of squares that a cat can go in that direction, at most six."""
for square in SQUARES:
    for way, step in enumerate(STEPS):
        FAR[8 * square + way] = len(ray(square, step))
WAY: Final = array("h", [dx + GRID * dy for dx, dy in STEPS])
"""By direction: the change of the square's number when a cat goes one square."""
HOLE: Final = array("h", [square for pair in MICE for square in pair])
"""By side, two each: the squares of the side's mice, which are the goal squares of its cats."""

MOST: Final = 64
START: Final = array("h", bytes(2 * MOST))
END: Final = array("h", bytes(2 * MOST))
"""The start and end squares of the steps (moves of a cat) that `moves` found."""
SHARE: Final = array("d", bytes(8 * 4))
"""By seat: the result of an ended game. The seats in first place share 1 equally; the others have 0."""
ON, MICE_WON, LAST, STUCK, LIMITED = range(5)
"""States of a game: `ON` while it goes on, or the reason why it is over."""


def moves() -> i32:
    """List in `START` and `END` the legal steps with the number on the die. Return their number."""
    seat = STATE[MOVER]
    die = STATE[DIE]
    count = 0
    for cat in range(8 * seat, 8 * seat + 8):
        place = CATS[cat]
        if place >= 0 and MINE[place] != SIDES[seat] + 1:
            for way in range(8):
                if FAR[8 * place + way] >= die and runs(seat, place, WAY[way], die):
                    START[count] = place
                    END[count] = place + WAY[way] * die
                    count += 1
    return count


def runs(seat: i32, place: i32, step: i32, die: i32) -> bool:
    """Return True if a seat's cat can go `die` squares from `place` in one direction.

    `step` is the direction, as the difference between the indices of two neighbouring squares. The path must be clear,
    and the cat must be allowed to stop at its end.
    """
    for _ in range(die - 1):
        place += step
        if CELL[place]:
            return False
    place += step
    occupant = CELL[place]
    if occupant == seat + 1:
        return False
    if not MINE[place] or MINE[place] == SIDES[seat] + 1:
        return True
    if not STATE[HUNTED] or occupant == 0:
        return False
    shut = False
    for other in range(STATE[COUNT]):
        if SIDES[other] + 1 == MINE[place] and done(other):
            shut = True
    return not shut


def play(start: i32, end: i32) -> None:
    """Play a step from `start` to `end` with its capture. If `start` is negative, play a lost turn."""
    seat = STATE[MOVER]
    STATE[QUIET] += 1
    if start >= 0:
        occupant = CELL[end]
        if occupant or MINE[end] == SIDES[seat] + 1:
            STATE[QUIET] = 0
        if 0 < occupant < STRAY:
            for cat in range(8 * occupant - 8, 8 * occupant):
                if CATS[cat] == end:
                    CATS[cat] = -1
        for cat in range(8 * seat, 8 * seat + 8):
            if CATS[cat] == start:
                CATS[cat] = end
        CELL[start] = 0
        CELL[end] = seat + 1
    if not STATE[COUNTING]:
        STATE[QUIET] = 0
    STATE[DIE] = 0
    STATE[MOVER] = after(seat)


def after(seat: i32) -> i32:
    """Return the next seat after `seat` that still plays, or `seat` itself if there is no other."""
    other = seat
    for _ in range(STATE[COUNT]):
        other = other + 1 if other + 1 < STATE[COUNT] else 0
        if active(other):
            return other
    return seat


def cats_on_board(seat: i32) -> i32:
    """Return the number of a seat's cats on the board."""
    count = 0
    for cat in range(8 * seat, 8 * seat + 8):
        count += 1 if CATS[cat] >= 0 else 0
    return count


def caught(seat: i32) -> i32:
    """Return the number of a seat's two mice (goal squares) that have a cat of the seat on them."""
    side = SIDES[seat]
    count = 0
    for hole in range(2 * side, 2 * side + 2):
        count += 1 if CELL[HOLE[hole]] == seat + 1 else 0
    return count


def done(seat: i32) -> bool:
    """Return True if a seat has finished, with cats on both of its mice, and the others play on."""
    return STATE[PLACES] != 0 and caught(seat) == 2


def active(seat: i32) -> bool:
    """Return True if a seat still plays: it has a cat off its mice, has not finished, and no house rule puts it out."""
    cats = cats_on_board(seat)
    return cats > caught(seat) and not (STATE[RESIGN] and cats < 2) and not done(seat)


def ending() -> i32:
    """Return why the game is over, or `ON` while it goes on. If it is over, set `SHARE` as `share_first_place` does."""
    seats = STATE[COUNT]
    still = 0
    why = ON
    for seat in range(seats):
        SHARE[seat] = 0.0
        if active(seat):
            still += 1
        if caught(seat) == 2 and not STATE[PLACED] >> seat & 1:
            why = MICE_WON
    if why == MICE_WON:
        share_first_place(why)
        return why
    if still == 0:
        why = STUCK
    elif still == 1:
        why = LAST
    elif STATE[LIMIT] and STATE[QUIET] >= STATE[LIMIT] * still:
        why = LIMITED
    if why:
        share_first_place(why)
    return why


def share_first_place(why: i32) -> None:
    """Set `SHARE` to each seat's share of the win: divide 1 among the seats in first place. The game must be over.

    `why` is the reason why the game is over.
    """
    seats = STATE[COUNT]
    best = -1
    if why == LIMITED and STATE[COUNTED]:
        for seat in range(seats):
            if active(seat):
                best = max(best, 16 * caught(seat) + cats_on_board(seat))
    first = 0
    for seat in range(seats):
        has = active(seat) and (best < 0 or 16 * caught(seat) + cats_on_board(seat) == best)
        if why == STUCK:
            has = not STATE[PLACED] >> seat & 1
        if why == MICE_WON:
            has = caught(seat) == 2 and not STATE[PLACED] >> seat & 1
        SHARE[seat] = 1.0 if has else 0.0
        first += 1 if has else 0
    for seat in range(seats):
        SHARE[seat] = SHARE[seat] / f64(first)
