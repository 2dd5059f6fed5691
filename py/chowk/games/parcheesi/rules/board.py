"""The board of Parcheesi: 68 spaces round a cross, four home rows of seven, and every way from space to space.

A place is a number: -1 the nest, 0 to 67 the track in the direction of travel (counter-clockwise, 0 at the end of
the southern arm), 68 to 74 the seven spaces of a player's own home row, 75 home. Sets of places are masks in which
place `p` has bit `1 << p`; nest and home are in none. Two players' home rows share their numbers, since nobody
enters another's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from chowk.core.position import Spot
from chowk.core.seat_draw import EAST as EAST
from chowk.core.seat_draw import LETTERS as LETTERS
from chowk.core.seat_draw import NORTH as NORTH
from chowk.core.seat_draw import SOUTH as SOUTH
from chowk.core.seat_draw import WEST as WEST
from chowk.core.seat_draw import Side as Side

Place: TypeAlias = int

NAMES: Final = ("south", "west", "north", "east")
"""What the sides are called, clockwise."""

NEST: Final[Place] = -1
TRACK: Final = 68
ROW: Final[Place] = 68
"""The first space of a home row."""
HOME: Final[Place] = 75
STRETCH: Final = HOME - ROW + 1
"""From a player's gate to home it is so many steps, the last of them out of the home row."""

GATES: Final = tuple(-17 * side % TRACK for side in range(4))
"""By side: the track space from which the home row is entered, the middle of the arm's end."""
ENTRIES: Final = tuple(gate + 5 for gate in GATES)
"""By side: the track space on which pawns leave the nest."""
SAFE: Final = sum(1 << space for space in range(TRACK) if space % 17 in (0, 5, 12))
"""The twelve safe spaces."""
ON_TRACK: Final = (1 << TRACK) - 1

NUMBERS: Final = (1, 2, 3, 4, 5, 6, 10, 20)
"""What a pawn can be moved by: the faces of a die and the two bonuses."""


class Route(NamedTuple):
    """A move by a number of steps: the places on the way and at its end as a mask, the last one's bit, and the end."""

    mask: int
    bit: int
    end: Place


def bit(place: Place) -> int:
    """The bit of a place; nest and home have none."""
    return 1 << place if 0 <= place < HOME else 0


def distance(side: Side, place: Place) -> int:
    """The steps from a place to home, one lap at most; from the nest, those from the entry."""
    if place >= ROW:
        return HOME - place
    start = ENTRIES[side] if place == NEST else place
    return (GATES[side] - start) % TRACK + STRETCH


def path(side: Side, start: Place, end: Place) -> tuple[Place, ...]:
    """The places from one to the other in the direction of travel, both included."""
    if start == NEST or end == NEST:
        return start, end
    if start >= ROW:
        return tuple(range(start, end + 1))
    if end >= ROW:
        return (*path(side, start, GATES[side]), *range(ROW, end + 1))
    return tuple((start + step) % TRACK for step in range((end - start) % TRACK + 1))


def _ways(side: Side, laps: bool, place: Place, number: int) -> tuple[Route, ...]:
    # Every end of a move by `number`, the home row before the track; the way alone decides here, no pawn does.
    if place in (NEST, HOME):
        return ()
    if place >= ROW:
        return _into_row(place + 1, place + number, 0)
    ahead = (GATES[side] - place) % TRACK
    on = (place + number) % TRACK
    along = (Route(sum(bit(space) for space in path(side, place, on)[1:]), bit(on), on),)
    if number <= ahead:
        return along
    track = sum(bit(space) for space in path(side, place, GATES[side])[1:])
    turned = _into_row(ROW, ROW + number - ahead - 1, track)
    return (*turned, *along) if laps else turned


def _into_row(first: Place, end: Place, track: int) -> tuple[Route, ...]:
    if end > HOME:
        return ()
    return (Route(track | sum(bit(place) for place in range(first, end + 1)), bit(end), end),)


WAYS: Final[tuple[Mapping[int, tuple[tuple[Route, ...], ...]], ...]] = tuple(
    {number: tuple(_ways(side, laps, place, number) for place in range(NEST, HOME + 1)) for number in NUMBERS}
    for laps in (True, False)
    for side in range(4)
)
"""By side (plus 4 where laps are off), number and place plus one: the ways that a move by that number may take."""


def spot(side: Side, place: Place) -> Spot:
    """The name of a place: `nest south`, `space 33`, `row south 3` or `home south`."""
    if place in (NEST, HOME):
        return f"{'nest' if place == NEST else 'home'} {NAMES[side]}"
    return f"space {place}" if place < ROW else f"row {NAMES[side]} {place - ROW + 1}"


SPOTS: Final[Mapping[Spot, tuple[Side | None, Place]]] = {
    spot(side, place): (None if 0 <= place < ROW else side, place)
    for side in range(4)
    for place in range(NEST, HOME + 1)
}
"""Every place's name: whose it is, None for the track, and its number."""


def written(place: Place) -> str:
    """A place as it is written down: `n`, `33`, `h3` or `H`."""
    return {NEST: "n", HOME: "H"}.get(place, str(place) if place < ROW else f"h{place - ROW + 1}")


def read(text: str) -> Place | None:
    """The place that is written so; None for no place."""
    if text in ("n", "H"):
        return NEST if text == "n" else HOME
    parts = re.fullmatch(r"(h?)(0|[1-9][0-9]?)", text)
    if parts is None:
        return None
    number = int(parts[2])
    if parts[1]:
        return ROW + number - 1 if 1 <= number <= HOME - ROW else None
    return number if number < TRACK else None


def _cells() -> tuple[tuple[int, int], ...]:
    # One arm of the cross, from its end to the inner corner and out along the next arm, then turned by quarters.
    arm = [(9, 18), *((10, 18 - step) for step in range(8)), *((11 + step, 10) for step in range(8))]
    cells = []
    for _ in range(4):
        cells += arm
        arm = [(y, 18 - x) for x, y in arm]
    return tuple(cells)


CELLS: Final = _cells()
"""By track space: its column and row in a grid of 19 by 19 whose top left is (0, 0)."""
ROW_CELLS: Final = tuple(
    tuple(((9, 17 - at), (1 + at, 9), (9, 1 + at), (17 - at, 9))[side] for at in range(HOME - ROW)) for side in range(4)
)
"""By side: the cells of the home row, the one at the gate first."""
NEST_CELLS: Final = ((11, 11), (0, 11), (0, 0), (11, 0))
"""By side: the top left of the block of 8 by 8 cells that is its nest, on the player's right hand."""
