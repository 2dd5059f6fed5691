"""The rules of Parcheesi: PR-01 to PR-32 of the rule book, and A3-01 to A3-30 for the questions that it leaves open.

* `board`: the track and its routes.
* `house`: the house rules.
* `roll`: the legal uses of a roll.
* `state`: the data of a position.
* `play`: the effects of moves.
* `position`: the class that combines the data and the effects.
* `pointing`: moves as the spots that a player points at.
* `refusals`: the reasons why a move is illegal.
"""

from __future__ import annotations

from collections.abc import Mapping

from chowk.core import seat_draw
from chowk.core.defaults import PASS, agreed, agreeing, ended, recurring
from chowk.core.position import CHANCE, Seat, Spot
from chowk.games.parcheesi.rules.board import NEST
from chowk.games.parcheesi.rules.house import EARLIER, OPTIONS, PRESETS, House, house
from chowk.games.parcheesi.rules.pointing import spell
from chowk.games.parcheesi.rules.position import Position
from chowk.games.parcheesi.rules.roll import place
from chowk.games.parcheesi.rules.state import (
    END,
    LOSE,
    NO_BLOCKADE,
    ROLLS,
    Halt,
    Move,
    Roll,
    Step,
    captured,
    earnings,
    spot,
    stand,
)

__all__ = [
    "EARLIER",
    "END",
    "LOSE",
    "OPTIONS",
    "PASS",
    "PRESETS",
    "ROLLS",
    "Halt",
    "House",
    "Move",
    "Position",
    "Roll",
    "Step",
    "agreed",
    "agreeing",
    "captured",
    "earnings",
    "ended",
    "forced",
    "house_rules",
    "obliged",
    "recurring",
    "spell",
    "start",
    "throwing",
]


def start(seats: int, options: Mapping[str, str], seed: int) -> Position:
    """Return the starting position, with all pawns in their nests.

    Two players sit opposite each other. For three players the seed decides the sides at random, because one side has an
    advantage. The players roll the dice for who starts, unless the first player is drawn or fixed by a house rule.
    """
    chosen = {option.name: option.chosen(options) for option in OPTIONS}
    rules = house(options)
    sides = seat_draw.sides(seats, seed)
    if chosen["direction"] == "counter":
        sides = (sides[0], *sides[:0:-1])
    starter: Seat = seat_draw.first(seats, seed) if chosen["first"] == "random" else 0
    nest = (NEST, NEST, NEST, NEST)
    return Position(
        turn=CHANCE,
        mover=starter,
        pawns=(nest,) * seats,
        dice=(),
        parts=(),
        bonuses=(),
        since=NO_BLOCKADE,
        bound=False,
        earned=False,
        doubles=0,
        stood=((),) * seats if rules.stand else (),
        placed=(),
        opening=(0,) * seats if chosen["first"] == "throw" else (),
        sides=sides,
        house=rules,
    )


def house_rules(position: Position) -> House:
    """Return the house rules of a position."""
    return position.house


def throwing(position: Position) -> bool:
    """Return True if the players are still rolling the dice to decide who starts."""
    return bool(position.opening)


def forced(position: Position) -> Move | None:
    """Return `LOSE`, the loss of dice or bonuses that cannot be used, if it is the only move, otherwise None.

    The page then plays this move for the player, and shows the reason.
    """
    if position.turn == CHANCE or position.over:
        return None
    return LOSE if position.moves() == (LOSE,) else None


def obliged(position: Position) -> tuple[Spot, ...]:
    """Return the spots of the pawns that may move now, if the duty to use dice forbids moves of other pawns (A3-16).

    Otherwise, the result is empty.
    """
    if position.turn == CHANCE or position.over or not position.parts:
        return ()
    roll_state = stand(position)
    able = {place(act.code) for act in roll_state.survey().acts if act.spent}
    chosen = {place(act.code) for act, _ in roll_state.offered() if act.spent}
    return tuple(spot(position, where) for where in sorted(chosen)) if chosen < able else ()
