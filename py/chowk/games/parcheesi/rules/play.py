"""The effects of moves on a state of Parcheesi: rolls, uses of dice and of bonuses, and losses of dice or bonuses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from chowk.core import seat_draw
from chowk.core.position import CHANCE, Seat
from chowk.games.parcheesi.rules import board
from chowk.games.parcheesi.rules.board import HOME, NEST, Place
from chowk.games.parcheesi.rules.roll import BONUS, Dice
from chowk.games.parcheesi.rules.state import (
    HOME_BONUS,
    LOSE,
    NO_BLOCKADE,
    ROLLS,
    Move,
    Pawns,
    Roll,
    State,
    Step,
    blockades,
    captured,
    choices,
    earnings,
    nearest,
    owed,
    paired_since,
)

S = TypeVar("S", bound=State)


def moves(state: State) -> Sequence[Move]:
    """Return the legal moves.

    Before a roll, these are all 21 rolls. After it, they are the steps of pawns by a die, and once the dice are used,
    the steps by a bonus, with the move that declines the bonuses if the house rules allow it. If no die or bonus can be
    used, or after a third double, the only move is to lose them. After the game there are no moves.
    """
    if state.over:
        return ()
    if state.turn == CHANCE:
        return ROLLS
    if state.penalty:
        return (LOSE,)
    return tuple(move for move, _, _ in choices(state)) or (LOSE,)


def after(state: S, move: Move) -> S:
    """Return the state after a move: a roll, a pawn's step, or a halt (dice or bonuses lost or declined)."""
    if isinstance(move, Roll):
        return _opened(state, move) if state.opening else _rolled(state, move)
    if isinstance(move, Step):
        return _stepped(state, move)
    if state.penalty:
        return _closed(state._replace(pawns=_set_back(state)))
    if state.parts and not owed(state) > 0:
        return _settled(state._replace(parts=(), bound=False))
    return _settled(state._replace(bonuses=() if not state.parts else _others(state.bonuses)))


def _opened(position: S, roll: Roll) -> S:
    # The highest roll starts. Players with the same highest roll roll again (A3-03).
    mover, throws = seat_draw.thrown(position.opening, position.mover, sum(roll))
    return position._replace(mover=mover, opening=throws)


def _rolled(position: S, roll: Roll) -> S:
    own, house = position.pawns[position.mover], position.house
    high, low = roll
    # A double gives four moves if all pawns are out (PR-13, PR-16). The lower face is seven minus the upper face.
    dice = (high, low) if high != low or NEST in own else (high, high, 7 - high, 7 - high)
    since = paired_since(own, house, dice)
    doubles = position.doubles + 1 if house.thirds and high == low else 0
    return position._replace(turn=position.mover, dice=dice, parts=dice, since=since, doubles=doubles)


def _stepped(position: S, step: Step) -> S:
    pawns, bonuses, earned = _moved(position, step)
    mover = position.mover
    if pawns[mover] == (HOME,) * 4:
        return _closed(position._replace(pawns=pawns, placed=(*position.placed, mover)))
    bound = position.bound or _binds(position, step)
    dice_left = position.parts
    if step.spent[0] < HOME_BONUS:
        dice_left = _without(dice_left, step.spent)
    else:
        bonuses = _without(bonuses, step.spent)
    return _settled(
        position._replace(pawns=pawns, parts=dice_left, bonuses=bonuses, earned=earned, bound=bound and bool(dice_left))
    )


def _moved(position: State, step: Step) -> tuple[tuple[Pawns, ...], Dice, bool]:
    # Return the pawns after a step, the bonuses with its own bonuses, and whether the only bonus of 20 has been earned.
    pawns = list(position.pawns)
    pawns[position.mover] = _put(pawns[position.mover], step.pawn, step.to)
    capture = captured(position, step.to)
    earns = earnings(position, step)
    if capture:
        pawns[capture[0]] = _put(pawns[capture[0]], capture[1], NEST)
    earned = position.house.single and (position.earned or BONUS in earns)
    return tuple(pawns), tuple(sorted((*position.bonuses, *earns), reverse=True)), earned


def _binds(position: State, step: Step) -> bool:
    # Check this only if the remaining dice can win the game. Nothing else can bind a roll.
    places = [place for place in position.pawns[position.mover] if place != HOME]
    reach = sum(position.parts) + BONUS * (len(position.dice) == 4 and position.house.at_once) * 4
    if not position.parts or sum(board.distance(position.side, place) for place in places) > reach:
        return False
    return next(bound for move, _, bound in choices(position) if move == step)


def _settled(position: S) -> S:
    """End the roll if no dice or bonuses remain to be used, and return the new state.

    Otherwise, return the state unchanged.
    """
    return position if position.parts or position.bonuses else _closed(position)


def _closed(position: S) -> S:
    # The roll is over. After a double the player rolls again (PR-17, A3-28), otherwise the next player rolls (PR-28).
    finished = position.placed[-1:] == (position.mover,)
    fresh = position._replace(
        turn=position.mover if position.over else CHANCE,
        dice=(),
        parts=(),
        bonuses=(),
        since=NO_BLOCKADE,
        bound=False,
        earned=False,
    )
    if position.over or (not finished and not position.penalty and position.dice[0] == position.dice[1]):
        return fresh
    return fresh._replace(mover=_next(position), doubles=0, stood=_aged(position))


def _next(position: State) -> Seat:
    others = (seat % position.seats for seat in range(position.mover + 1, position.mover + position.seats))
    return next(seat for seat in others if seat not in position.placed)


def _aged(position: State) -> tuple[tuple[tuple[Place, int], ...], ...]:
    # A blockade formed in this turn has age 0. An older blockade ages by one turn (A3-02).
    if not position.house.stand:
        return position.stood
    old_ages = dict(position.stood[position.mover])
    now = blockades(position.pawns[position.mover], position.house)
    aged = tuple((place, old_ages.get(place, -1) + 1) for place in now)
    return tuple(aged if seat == position.mover else ages for seat, ages in enumerate(position.stood))


def _set_back(position: State) -> tuple[Pawns, ...]:
    pawn, mover = nearest(position), position.mover
    if pawn is None:
        return position.pawns
    return tuple(_put(own, pawn, NEST) if seat == mover else own for seat, own in enumerate(position.pawns))


def _put(pawns: Pawns, pawn: int, place: Place) -> Pawns:
    first, second, third, fourth = (place if index == pawn else stands for index, stands in enumerate(pawns))
    return first, second, third, fourth


def _without(numbers: Dice, spent: Dice) -> Dice:
    remaining = list(numbers)
    for number in spent:
        remaining.remove(number)
    return tuple(remaining)


def _others(bonuses: Dice) -> Dice:
    return tuple(bonus for bonus in bonuses if bonus != BONUS)
