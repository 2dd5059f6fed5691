"""The value of a position for a player, in turns of the race to the mice, and the lines on which cats may capture.

A player's two mice are the goal squares of the player's cats.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from chowk.core.position import Seat
from chowk.core.seat_draw import Side
from chowk.games.kilkenny.engine.race import HOPELESS, race
from chowk.games.kilkenny.rules import Position
from chowk.games.kilkenny.rules.board import GRID, HOLES, SQUARES, STEPS, Mask, Square, mask, ray, squares

Cats = tuple[Mask, ...]

WIN: Final = 100.0
LEADER: Final = 0.9
"""Weight of a turn that the leading opponent needs, relative to a turn that the player needs."""
CAT: Final = 0.12
"""The value of each cat of a player on the board, in turns of the race to the mice."""
HUNT: Final = 2.0
"""The cost of each enemy cat that can move, in turns of the race to the mice.

It counts only if the player cannot win the race, or none of the opponents can, because they have fewer than two cats.
"""


class Ray(NamedTuple):
    """All squares in one direction from a square.

    `squares` is their mask. `rising` is True if the numbers of the squares rise in that direction.
    """

    squares: Mask
    rising: bool


RAYS: Final = {
    square: tuple(Ray(mask(ray(square, step)), step[1] > 0 or step == (1, 0)) for step in STEPS) for square in SQUARES
}
FAR: Final = {
    start: {square: far for step in STEPS for far, square in enumerate(ray(start, step), 1)} for start in SQUARES
}
"""The distance between two squares on a straight line, at most six: by the first square, then by the second."""


class Fixed(NamedTuple):
    """The parts of a position that do not change during a search.

    `sides` are the sides of the board by seat. `hunted` is True if cats on mice can be captured. `strays` is the mask
    of cats without an owner. `placed` are the seats that have finished and already have a place.
    """

    sides: tuple[Side, ...]
    hunted: bool
    strays: Mask
    placed: frozenset[Seat] = frozenset()

    def worth(self, cats: Cats, seat: Seat) -> float:
        """Return a seat's lead over the leading opponent, in turns of the race to the mice. `cats` is by seat.

        The value is `WIN` for a win and `-WIN` for a loss.
        """
        sides = self.sides
        own = race(sides[seat], cats[seat])
        if not own:
            return WIN
        lead, moving = HOPELESS, False
        for other, theirs in enumerate(cats):
            if other != seat and theirs and other not in self.placed:
                need = race(sides[other], theirs)
                if not need:
                    return -WIN
                if theirs & ~HOLES[sides[other]]:
                    moving = True
                    lead = min(lead, need)
        if not moving:
            return WIN
        if not cats[seat] & ~HOLES[sides[seat]]:
            return -WIN
        value = LEADER * lead - own + CAT * cats[seat].bit_count()
        if own >= HOPELESS or lead >= HOPELESS:
            value -= HUNT * sum(
                (theirs & ~HOLES[sides[other]]).bit_count()
                for other, theirs in enumerate(cats)
                if other != seat and other not in self.placed
            )
        return value

    def meetings(self, cats: Cats, seat: Seat) -> int:
        """Return the number of clear straight lines between a movable cat of the seat and a movable enemy cat.

        Lines are at most six squares long. Lines of equal length from one cat to cats of the same enemy count once.
        """
        occupied = self.strays
        for cats_of_seat in cats:
            occupied |= cats_of_seat
        enemies = {foe: cats[foe] & ~HOLES[self.sides[foe]] for foe in self._foes(cats, seat)}
        own = squares(cats[seat] & ~HOLES[self.sides[seat]])
        return sum(bits.bit_count() for square in own for bits in attacks(square, occupied, enemies).values())

    def nearness(self, cats: Cats, seat: Seat) -> int:
        """Return how near the seat's cats are to enemy cats. The number is higher the nearer they are.

        It is the grid's width minus the shortest distance, in squares, between a cat of the seat and an enemy cat. Cats
        on their own mice do not count. Return 0 if either side has no other cats.
        """
        theirs = [square for foe in self._foes(cats, seat) for square in squares(cats[foe] & ~HOLES[self.sides[foe]])]
        own = squares(cats[seat] & ~HOLES[self.sides[seat]])
        apart = (
            max(abs(square % GRID - to % GRID), abs(square // GRID - to // GRID)) for square in own for to in theirs
        )
        return GRID - min(apart, default=GRID)

    def _foes(self, cats: Cats, seat: Seat) -> list[Seat]:
        return [foe for foe in range(len(cats)) if foe != seat and foe not in self.placed]


def attacks(square: Square, occupied: Mask, enemies: dict[Seat, Mask]) -> dict[Seat, int]:
    """Return the numbers on the die with which each enemy can move a cat to a square.

    The result maps the seats of enemies to their numbers, as bits. On each line from the square, only the nearest piece
    counts. `occupied` are all occupied squares, and `enemies` the cats of each enemy that can move.
    """
    numbers: dict[Seat, int] = {}
    for line, rising in RAYS[square]:
        hit = line & occupied
        if hit:
            first = (hit & -hit) if rising else 1 << hit.bit_length() - 1
            for seat, cats in enemies.items():
                if cats & first:
                    numbers[seat] = numbers.get(seat, 0) | 1 << FAR[square][first.bit_length() - 1]
    return numbers


def fixed_parts(position: Position) -> Fixed:
    """Return the parts of a position that do not change during a search."""
    placed = frozenset(seat for seat, place in enumerate(position.placed) if place)
    return Fixed(position.sides, position.house.hunted, position.strays, placed)


def after(cats: Cats, seat: Seat, step: tuple[Square, Square]) -> Cats:
    """Return every seat's cats after a step of a cat of `seat`. An enemy cat at the end of the step is captured."""
    end = 1 << step[1]
    return tuple(own ^ (1 << step[0] | end) if other == seat else own & ~end for other, own in enumerate(cats))
