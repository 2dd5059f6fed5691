"""What a position is worth to a player in turns of the race, and whose cats meet."""

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
"""What a turn of the leading opponent counts, against a turn of one's own."""
CAT: Final = 0.12
"""What a cat counts beside the two that are nearest their mice."""
HUNT: Final = 2.0
"""What an opponent's cat that can still move counts for a player who can win only by capturing them all."""


class Ray(NamedTuple):
    """One direction from a square: its squares as a mask, how far each is, and whether they rise."""

    squares: Mask
    rising: bool


RAYS: Final = {at: tuple(Ray(mask(ray(at, step)), step[1] > 0 or step == (1, 0)) for step in STEPS) for at in SQUARES}
FAR: Final = {at: {square: far for step in STEPS for far, square in enumerate(ray(at, step), 1)} for at in SQUARES}
"""By square, how far the squares are that lie on a straight line with it, up to six."""


class Fixed(NamedTuple):
    """What stays the same through a search: the sides by seat, whether cats on mice can be captured, the strays.

    `placed` are the seats that have a place already, if play goes on for places: nobody races or fights them.
    """

    sides: tuple[Side, ...]
    hunted: bool
    strays: Mask
    placed: frozenset[Seat] = frozenset()

    def worth(self, cats: Cats, seat: Seat) -> float:
        """What the cats are worth to a seat: turns ahead of the leading opponent, `WIN` for a win."""
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
        """How many lines join a cat of the seat and an enemy's that can move, with nothing between."""
        occupied = self.strays
        for one in cats:
            occupied |= one
        enemies = {foe: cats[foe] & ~HOLES[self.sides[foe]] for foe in self._foes(cats, seat)}
        own = squares(cats[seat] & ~HOLES[self.sides[seat]])
        return sum(bits.bit_count() for at in own for bits in attacks(at, occupied, enemies).values())

    def nearness(self, cats: Cats, seat: Seat) -> int:
        """How near the nearest enemy's cat is to one of the seat's, in steps below the longest way."""
        theirs = [at for foe in self._foes(cats, seat) for at in squares(cats[foe] & ~HOLES[self.sides[foe]])]
        own = squares(cats[seat] & ~HOLES[self.sides[seat]])
        apart = (max(abs(at % GRID - to % GRID), abs(at // GRID - to // GRID)) for at in own for to in theirs)
        return GRID - min(apart, default=GRID)

    def _foes(self, cats: Cats, seat: Seat) -> list[Seat]:
        return [foe for foe in range(len(cats)) if foe != seat and foe not in self.placed]


def attacks(at: Square, occupied: Mask, enemies: dict[Seat, Mask]) -> dict[Seat, int]:
    """By enemy, the numbers (as bits) by which one of its cats can come to a square: the first piece on each ray."""
    found: dict[Seat, int] = {}
    for line, rising in RAYS[at]:
        hit = line & occupied
        if hit:
            first = (hit & -hit) if rising else 1 << hit.bit_length() - 1
            for seat, cats in enemies.items():
                if cats & first:
                    found[seat] = found.get(seat, 0) | 1 << FAR[at][first.bit_length() - 1]
    return found


def table(position: Position) -> Fixed:
    """The table of a position."""
    placed = frozenset(seat for seat, place in enumerate(position.placed) if place)
    return Fixed(position.sides, position.house.hunted, position.strays, placed)


def after(cats: Cats, seat: Seat, step: tuple[Square, Square]) -> Cats:
    """The cats after a seat's step."""
    end = 1 << step[1]
    return tuple(own ^ (1 << step[0] | end) if at == seat else own & ~end for at, own in enumerate(cats))
