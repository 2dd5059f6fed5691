"""Positions of Parcheesi: a state with moves, events and refusals."""

from __future__ import annotations

from collections.abc import Sequence

from chowk.core.events import Captured, Event, Gained, Moved, Passed, Rolled
from chowk.core.position import CHANCE, Outcome, Refusal, Spot
from chowk.games.parcheesi.rules import board, play
from chowk.games.parcheesi.rules.board import HOME, NEST
from chowk.games.parcheesi.rules.state import (
    END,
    ODDS,
    Move,
    Roll,
    State,
    Step,
    captured,
    earnings,
    name,
    nearest,
    spot,
)


class Position(State):
    """A state with moves, events and refusals; rarely used parts are imported on demand."""

    __slots__ = ()

    def moves(self) -> Sequence[Move]:
        """Return the rolls; or the uses of a die, by pawn; or, after the dice, of a bonus; or the forced loss."""
        return play.moves(self)

    def odds(self) -> Sequence[int]:
        """Return the weights of the rolls: one for a double, two for any other roll."""
        return ODDS if self.turn == CHANCE and not self.over else ()

    def play(self, move: Move) -> Position:
        """Return the position after a roll, a use of a die or a bonus, or a loss."""
        return play.after(self, move)

    def outcome(self) -> Outcome | None:
        """Return the outcome: the first player with all pawns home wins (PR-31).

        If play goes on for places, others follow as they come home (A3-29). Players who are not home are placed by
        their remaining steps; equal numbers share a place.
        """
        if not self.over:
            return None
        left = {
            seat: sum(board.distance(side, place) for place in self.pawns[seat])
            for seat, side in enumerate(self.sides)
            if seat not in self.placed
        }
        places = tuple(
            len(self.placed) + 1 + sum(steps < left[seat] for steps in left.values())
            if seat in left
            else self.placed.index(seat) + 1
            for seat in range(self.seats)
        )
        return Outcome(places, tuple(own.count(HOME) for own in self.pawns), "home")

    def events(self, move: Move) -> Sequence[Event]:
        """Return the events: the dice; or the pawn's path, its capture and its bonuses; or the loss."""
        if isinstance(move, Roll):
            return (Rolled(self.mover, (move.high, move.low)),)
        if isinstance(move, Step):
            return _step_told(self, move)
        if move == END:
            return (Passed(self.mover, "DECLINED"),)
        return (Passed(self.mover, loss(self)), *_penalty_told(self))

    def refusal(self, spots: Sequence[Spot]) -> Refusal | None:
        """Return why a pawn's space and then another are no legal move; see `refusals.REASONS`."""
        from chowk.games.parcheesi.rules import refusals

        return refusals.refusal(self, spots)

    def __str__(self) -> str:
        """Return a diagram of the cross, with the four pawns of each player and what is due below it."""
        from chowk.games.parcheesi.rules import diagram

        return diagram.diagram(self)


def loss(position: Position) -> str:
    """Return why what is due cannot be used: one of `refusals.LOSSES`."""
    from chowk.games.parcheesi.rules import refusals

    return refusals.loss(position)


def _step_told(position: Position, step: Step) -> tuple[Event, ...]:
    seat, side = position.mover, position.side
    start = position.pawns[seat][step.pawn]
    way = tuple(board.spot(side, place) for place in board.path(side, start, step.to))
    told: list[Event] = [Moved(seat, name(seat, step.pawn), way, name(seat, step.pawn))]
    taken = captured(position, step.to)
    if taken:
        nest = board.spot(position.sides[taken[0]], NEST)
        told.append(Captured(seat, name(*taken), way[-1], nest, len(way) - 1))
    if not position.play(step).placed[len(position.placed) :]:
        told += [Gained(seat, "bonus", bonus) for bonus in earnings(position, step)]
    return tuple(told)


def _penalty_told(position: Position) -> tuple[Event, ...]:
    pawn = nearest(position) if position.penalty else None
    if pawn is None:
        return ()
    place = position.pawns[position.mover][pawn]
    return (Captured(position.mover, name(position.mover, pawn), spot(position, place), spot(position, NEST)),)
