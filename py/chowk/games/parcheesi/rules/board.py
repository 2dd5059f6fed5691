"""The board of Parcheesi: 68 spaces round a cross, four home rows of seven, and all routes between them.

A place is a number. -1 is the nest. 0 to 67 is the track in the direction of travel: counter-clockwise, with 0 at the
end of the southern arm. 68 to 74 are the seven spaces of a player's own home row, and 75 is home. Sets of places are
masks in which place `p` has bit `1 << p`; nest and home have no bit. The home rows of all players share their numbers,
because nobody enters another player's home row.
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
"""The number of a place: -1 for the nest, 0 to 67 for the track, 68 to 74 for a home row, 75 for home."""

NAMES: Final = ("south", "west", "north", "east")
"""The names of the sides, clockwise from South."""

NEST: Final[Place] = -1
"""The place of a pawn that has not entered the track, or was sent back."""
TRACK: Final = 68
"""The number of spaces of the track, which all players share."""
ROW: Final[Place] = 68
"""The place of the first space of a home row."""
HOME: Final[Place] = 75
"""The place of a pawn that has come home."""
STRETCH: Final = HOME - ROW + 1
"""Number of steps from a player's gate to home. The gate is the last space of the track before the home row."""

GATES: Final = tuple(-17 * side % TRACK for side in range(4))
"""By side: the place of its gate, the space of the track before its home row."""
ENTRIES: Final = tuple(gate + 5 for gate in GATES)
"""By side: the place of its entry, the space of the track on which pawns come out of the nest."""
SAFE: Final = sum(1 << space for space in range(TRACK) if space % 17 in (0, 5, 12))
"""The mask of the twelve safe spaces, on which a pawn cannot be captured."""
ON_TRACK: Final = (1 << TRACK) - 1
"""The mask of all spaces of the track."""

NUMBERS: Final = (1, 2, 3, 4, 5, 6, 10, 20)
"""The numbers by which a pawn can move: the faces of a die and the two bonuses."""


class Route(NamedTuple):
    """The route of a pawn that moves by one number, such as the face of a die.

    `mask` has the bits of all places after the start. `end` is the last place, and `bit` is its bit.
    """

    mask: int
    bit: int
    end: Place


def bit(place: Place) -> int:
    """Return the bit that stands for a place in a mask of places, or 0 for the nest and for home."""
    return 1 << place if 0 <= place < HOME else 0


def distance(side: Side, place: Place) -> int:
    """Return the number of steps from a place to home by the shortest way. From the nest, count from the entry."""
    if place >= ROW:
        return HOME - place
    start = ENTRIES[side] if place == NEST else place
    return (GATES[side] - start) % TRACK + STRETCH


def path(side: Side, start: Place, target: Place) -> tuple[Place, ...]:
    """Return the places from `start` to `target` in the direction of travel, both included.

    If one of them is the nest, return only these two.
    """
    if start == NEST or target == NEST:
        return start, target
    if start >= ROW:
        return tuple(range(start, target + 1))
    if target >= ROW:
        return (*path(side, start, GATES[side]), *range(ROW, target + 1))
    return tuple((start + step) % TRACK for step in range((target - start) % TRACK + 1))


def _along(place: Place, number: int) -> Route:
    on = (place + number) % TRACK
    return Route(sum(bit((place + step) % TRACK) for step in range(1, number + 1)), bit(on), on)


def _into_row(row_start: Place, target: Place, track: int = 0) -> tuple[Route, ...]:
    # Return the route that ends in the home row, as the only element, or nothing if it would lead beyond home. `track`
    # is the mask of the places of the track on the route.
    if target > HOME:
        return ()
    return (Route(track | sum(bit(place) for place in range(row_start, target + 1)), bit(target), target),)


# The routes that are the same for all sides are made only once. Otherwise all routes take five times as much memory.
_ALONG: Final = {number: tuple((_along(place, number),) for place in range(TRACK)) for number in NUMBERS}
_IN_ROW: Final = {
    number: tuple(_into_row(place + 1, place + number) for place in range(ROW, HOME)) for number in NUMBERS
}


def _ways(side: Side, laps: bool, place: Place, number: int) -> tuple[Route, ...]:
    # Return every route of a move by `number`, regardless of other pawns. Routes into the home row come first.
    if place in (NEST, HOME):
        return ()
    if place >= ROW:
        return _IN_ROW[number][place - ROW]
    steps_to_gate = (GATES[side] - place) % TRACK
    if number <= steps_to_gate:
        return _ALONG[number][place]
    track = sum(bit(space) for space in path(side, place, GATES[side])[1:])
    turned = _into_row(ROW, ROW + number - steps_to_gate - 1, track)
    return (*turned, *_ALONG[number][place]) if laps else turned


WAYS: Final[tuple[Mapping[int, tuple[tuple[Route, ...], ...]], ...]] = tuple(
    {number: tuple(_ways(side, laps, place, number) for place in range(NEST, HOME + 1)) for number in NUMBERS}
    for laps in (True, False)
    for side in range(4)
)
"""By side, number of steps, and place plus one: the possible routes of a pawn, whatever other pawns there are.

The index of a side is its number or, if the house rules forbid pawns to pass their home row, its number plus 4.
"""


def spot(side: Side, place: Place) -> Spot:
    """Return the name of a place of a side: `nest south`, `space 33`, `row south 3` or `home south`.

    A space of the track has the same name for all sides.
    """
    if place in (NEST, HOME):
        return f"{'nest' if place == NEST else 'home'} {NAMES[side]}"
    return f"space {place}" if place < ROW else f"row {NAMES[side]} {place - ROW + 1}"


SPOTS: Final[Mapping[Spot, tuple[Side | None, Place]]] = {
    spot(side, place): (None if 0 <= place < ROW else side, place)
    for side in range(4)
    for place in range(NEST, HOME + 1)
}
"""For each name that `spot` returns: the side and the place. The side is None for a space of the track."""


def written(place: Place) -> str:
    """Return a place as text: `n`, `33`, `h3` or `H`."""
    return {NEST: "n", HOME: "H"}.get(place, str(place) if place < ROW else f"h{place - ROW + 1}")


def read(text: str) -> Place | None:
    """Return the place that a text names, or None if the text names no place."""
    if text in ("n", "H"):
        return NEST if text == "n" else HOME
    match = re.fullmatch(r"(h?)(0|[1-9][0-9]?)", text)
    if match is None:
        return None
    number = int(match[2])
    if match[1]:
        return ROW + number - 1 if 1 <= number <= HOME - ROW else None
    return number if number < TRACK else None


def _cells() -> tuple[tuple[int, int], ...]:
    # One arm of the cross: from its end to the inner corner and out along the next arm. Then the other arms.
    arm = [(9, 18), *((10, 18 - step) for step in range(8)), *((11 + step, 10) for step in range(8))]
    cells = []
    for _ in range(4):
        cells += arm
        arm = [(y, 18 - x) for x, y in arm]
    return tuple(cells)


CELLS: Final = _cells()
"""By place on the track: its column and row in a grid of 19 by 19 cells. The top left is (0, 0)."""
ROW_CELLS: Final = tuple(
    tuple(((9, 17 - index), (1 + index, 9), (9, 1 + index), (17 - index, 9))[side] for index in range(HOME - ROW))
    for side in range(4)
)
"""By side: the column and row of each of the seven spaces of its home row, in the direction of travel."""
NEST_CELLS: Final = ((11, 11), (0, 11), (0, 0), (11, 0))
"""By side: the column and row of the top left cell of its nest, a block of 8 by 8 cells on the player's right."""
