"""Positions of Parcheesi: a state in which moves are played, told and refused."""

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
    """A state in which moves are played, told and refused; what few ask for is read when somebody does."""

    __slots__ = ()

    def moves(self) -> Sequence[Move]:
        """The rolls; or the uses of a die, by pawn; or once the dice are done, of a bonus; or what must be."""
        return play.moves(self)

    def odds(self) -> Sequence[int]:
        """One for a double, two for any other roll."""
        return ODDS if self.turn == CHANCE and not self.over else ()

    def play(self, move: Move) -> Position:
        """The position after a roll, a use of a die or a bonus, or a loss."""
        return play.after(self, move)

    def outcome(self) -> Outcome | None:
        """The first player whose pawns are all home wins (PR-31); with places others follow as they come home (A3-29).

        Those who are not home are placed by the steps that they still have to go; who has as many shares a place.
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
        """The dice; or the pawn's way space by space, who is sent home by it and what it earns; or what is lost."""
        if isinstance(move, Roll):
            return (Rolled(self.mover, (move.high, move.low)),)
        if isinstance(move, Step):
            return _step_told(self, move)
        if move == END:
            return (Passed(self.mover, "DECLINED"),)
        return (Passed(self.mover, loss(self)), *_penalty_told(self))

    def refusal(self, spots: Sequence[Spot]) -> Refusal | None:
        """Why pointing at a pawn's space, and then at another, is no legal move; see `refusals.REASONS`."""
        from chowk.games.parcheesi.rules import refusals

        return refusals.refusal(self, spots)

    def __str__(self) -> str:
        """A diagram of the cross, with the four pawns of each player and what is due below it."""
        from chowk.games.parcheesi.rules import diagram

        return diagram.diagram(self)


def loss(position: Position) -> str:
    """Why what is due cannot be used: one of `refusals.LOSSES`."""
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
