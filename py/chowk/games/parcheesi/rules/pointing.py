"""Moves of Parcheesi as the spots that a player points at: a pawn's space, then its destination.

The module also finds all spaces that one pawn can reach with the current roll.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from chowk.core.position import Spot
from chowk.games.parcheesi.rules import play
from chowk.games.parcheesi.rules.board import Place
from chowk.games.parcheesi.rules.roll import Dice
from chowk.games.parcheesi.rules.state import LOSE, Move, Roll, State, Step, captured, spot

END_SPOT: Final[Spot] = "end"
"""The name of the button that ends the turn without using bonuses."""
LOSE_SPOT: Final[Spot] = "lose"
"""The name of the button that gives up dice or bonuses that cannot be used."""


class Reach(NamedTuple):
    """A space that one pawn can reach by one or several moves of the current roll.

    `spot` is the space's name, `spent` the numbers used, such as (5, 3), and `moves` the moves in order.
    """

    spot: Spot
    spent: Dice
    moves: tuple[Step, ...]


def spell(position: State) -> dict[Move, tuple[Spot, ...]]:
    """Map each legal move to its spots: the pawn's space and its destination, or one spot for a move without a pawn.

    The spot of a move without a pawn is `end`, `lose`, or a roll such as `roll 5 3`. If the rules distinguish two pawns
    on one space, because one of them was in a blockade when the dice were rolled (A3-26), a third spot names the pawn,
    as `pawn 2`.
    """
    return dict(_spelled(position))


@lru_cache(maxsize=64)
def _spelled(position: State) -> tuple[tuple[Move, tuple[Spot, ...]], ...]:
    paths = [(move, _path(position, move)) for move in play.moves(position)]
    often = [path for _, path in paths]
    return tuple(
        (move, (*path, f"pawn {move.pawn + 1}") if isinstance(move, Step) and often.count(path) > 1 else path)
        for move, path in paths
    )


@lru_cache(maxsize=64)
def reaches(position: State, start: Place) -> tuple[Reach, ...]:
    """Return every space that a pawn at `start` can reach by one or several moves of this roll.

    Each space comes with the fewest moves that reach it. If the same number of moves is possible in different orders,
    take the order that captures more pawns, then the order that uses the higher die first.
    """
    ranked: dict[Spot, tuple[tuple[int, int, Dice], Reach]] = {}
    front: list[tuple[State, Place, int, tuple[Step, ...]]] = [(position, start, 0, ())]
    for state, place, captures, earlier in front:
        for step in _steps_from(state, place, earlier):
            moves = (*earlier, step)
            spent = tuple(number for move in moves for number in move.spent)
            caught = captures + (captured(state, step.to) is not None)
            rank = len(moves), -caught, tuple(-number for number in spent)
            target = spot(position, step.to)
            if target not in ranked or rank < ranked[target][0]:
                ranked[target] = rank, Reach(target, spent, moves)
            front.append((play.after(state, step), step.to, caught, moves))
    return tuple(reach for _, reach in ranked.values())


def _steps_from(position: State, start: Place, earlier: tuple[Step, ...]) -> list[Step]:
    # Return the next moves: first of any pawn on that space, then of the same pawn with the dice of the same roll.
    if position.over or (earlier and not position.parts):
        return []
    steps = [move for move in play.moves(position) if isinstance(move, Step)]
    if earlier:
        return [step for step in steps if _same(position, step.pawn, earlier[-1].pawn)]
    return [step for step in steps if position.pawns[position.mover][step.pawn] == start]


def _same(position: State, named: int, pawn: int) -> bool:
    # True if the pawn named by a move can be `pawn`. Of equal pawns a move names only the first.
    own = position.pawns[position.mover]
    return (own[named], position.since[named]) == (own[pawn], position.since[pawn])


def _path(position: State, move: Move) -> tuple[Spot, ...]:
    if isinstance(move, Roll):
        return (f"roll {move.high} {move.low}",)
    if isinstance(move, Step):
        return spot(position, position.pawns[position.mover][move.pawn]), spot(position, move.to)
    return (LOSE_SPOT if move == LOSE else END_SPOT,)
