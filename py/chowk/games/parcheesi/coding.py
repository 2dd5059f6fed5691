"""Moves and positions of Parcheesi as numbers, for learning programs.

Places on the track are counted from the player's own gate, the last space before the home row.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from chowk.games.api.coding import Coding, Word
from chowk.games.parcheesi.rules import END, LOSE, ROLLS, Halt, Move, Position, Step
from chowk.games.parcheesi.rules.board import GATES, HOME, NEST, NUMBERS, ROW, TRACK, Place

PAWNS: Final = 4
ROUTES: Final = 2
LOST: Final = PAWNS * len(NUMBERS) * ROUTES
"""The number of the action by which a player loses the dice or bonuses that cannot be used."""
DECLINED: Final = LOST + 1
"""The number of the action by which a player declines to use bonuses."""
COLUMNS: Final = HOME + 2
"""The number of places of a pawn: the nest, the track, a home row and home."""
FIELD: Final = PAWNS * COLUMNS
"""The number of entries in the result of `observe` that describe the places of all pawns. They come first."""
LENGTH: Final = FIELD + 2 * PAWNS + len(NUMBERS) + 4
"""The number of entries in the result of `observe`."""


@cache
def place_seen_from(side: int, place: Place) -> int:
    """Return the number of a place as the player at `side` counts it.

    0 is the nest, 1 the player's gate, 2 to 68 the rest of the track in the direction of travel, 69 to 75 the home row,
    76 home.
    """
    return place + 1 if place == NEST or place >= ROW else (place - GATES[side]) % TRACK + 1


def _goes_round(side: int, start: Place, end: Place) -> bool:
    """Return True if a pawn passes its gate and goes round again, instead of turning into its home row."""
    if start == NEST or start >= ROW or end >= ROW:
        return False
    return (end - start) % TRACK > (GATES[side] - start) % TRACK


@cache
def _action(side: int, start: Place, step: Step) -> int:
    number = NUMBERS.index(sum(step.spent))
    return ROUTES * (len(NUMBERS) * step.pawn + number) + _goes_round(side, start, step.to)


def word(position: Position, move: Move) -> Word:
    """Return a move as one action: a number made of the pawn, the die or bonus that it uses, and its route.

    The action is 16 times the pawn's number, plus twice the index of the die or bonus in `NUMBERS` (1 to 6, 10, 20),
    plus 1 if the pawn passes its gate to go round again. A pawn that leaves its nest by the sum of two dice uses a
    five. `LOST` and `DECLINED` are moves without a pawn.
    """
    if isinstance(move, Halt):
        assert move in (LOSE, END)
        return (LOST,) if move == LOSE else (DECLINED,)
    assert isinstance(move, Step), "chance has no actions"
    return (_action(position.side, position.pawns[position.mover][move.pawn], move),)


def observe(position: Position, seat: int, begun: Word) -> list[int]:  # noqa: ARG001 - a move is one action
    """Return a position as numbers for a learning program, as `seat` sees it. `begun` is not used.

    * 4 times 77: how many pawns are on each place, for the seat and then for the others in the order of turns. Places
      are numbered from the seat's view (`place_seen_from`). Each player has its own home row and nest.
    * 4: the place of each pawn of the seat, by its number.
    * 4: for each of these pawns, the place of its blockade when the dice were rolled, plus one; 0 if it was in no
      blockade, or in one that the rules about blockades do not count.
    * 8: the dice and bonuses that remain to be used: how many of 1 to 6, 10 and 20.
    * 4: the number of seats from this seat to the seat to roll or move; 1 if the rest of the roll must bring the fourth
      pawn home (A3-16), otherwise 0; 1 if the house rules allow only one bonus of 20 in a roll and it has been earned,
      otherwise 0; the number of doubles in a row.
    """
    seats, side = position.seats, position.sides[seat]
    numbers = [0] * FIELD
    for distance in range(seats):
        for place in position.pawns[(seat + distance) % seats]:
            numbers[distance * COLUMNS + place_seen_from(side, place)] += 1
    numbers += [place_seen_from(side, place) for place in position.pawns[seat]]
    since = position.since if seat == position.mover else ()
    numbers += [place_seen_from(side, place) + 1 if place != NEST else 0 for place in since] or [0] * PAWNS
    left = (*position.parts, *position.bonuses)
    numbers += [left.count(number) for number in NUMBERS]
    return [*numbers, (position.mover - seat) % seats, int(position.bound), int(position.earned), position.doubles]


CODING: Final = Coding(actions=DECLINED + 1, word=word, shape=(LENGTH,), most=127, observe=observe, draws=len(ROLLS))
