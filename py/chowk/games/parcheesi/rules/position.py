"""Positions of Parcheesi with their moves, the effects of moves, events and refusals."""

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
    """A position of Parcheesi: its data (`State`), and its legal moves with their effects, events and refusals.

    Modules that are rarely needed are imported on demand.
    """

    __slots__ = ()

    def moves(self) -> Sequence[Move]:
        """Return the legal moves; see `play.moves`."""
        return play.moves(self)

    def odds(self) -> Sequence[int]:
        """Return the weight of each roll in `moves`: 1 for a double, 2 for any other roll.

        Return an empty sequence when no roll is due.
        """
        return ODDS if self.turn == CHANCE and not self.over else ()

    def play(self, move: Move) -> Position:
        """Return the position after a move: a roll, a pawn's step, or a halt (dice or bonuses lost or declined)."""
        return play.after(self, move)

    def outcome(self) -> Outcome | None:
        """Return the outcome once the game is over, otherwise None. The first player with all pawns home wins (PR-31).

        If a house rule lets play go on after the first winner, the order of coming home decides the other places
        (A3-29). Players who are not home follow, by their remaining steps; equal numbers share a place.
        """
        if not self.over:
            return None
        steps_left = {
            seat: sum(board.distance(side, place) for place in self.pawns[seat])
            for seat, side in enumerate(self.sides)
            if seat not in self.placed
        }
        places = tuple(
            len(self.placed) + 1 + sum(steps < steps_left[seat] for steps in steps_left.values())
            if seat in steps_left
            else self.placed.index(seat) + 1
            for seat in range(self.seats)
        )
        return Outcome(places, tuple(own.count(HOME) for own in self.pawns), "home")

    def events(self, move: Move) -> Sequence[Event]:
        """Return the events of a move, in order.

        A roll has one event, the roll. A pawn's move has its path, then a capture and bonuses, if any. A loss of dice
        or bonuses has the loss and its reason, and the pawn that a third double sends back.
        """
        if isinstance(move, Roll):
            return (Rolled(self.mover, (move.high, move.low)),)
        if isinstance(move, Step):
            return _step_events(self, move)
        if move == END:
            return (Passed(self.mover, "DECLINED"),)
        return (Passed(self.mover, loss(self)), *_penalty_events(self))

    def refusal(self, spots: Sequence[Spot]) -> Refusal | None:
        """Return the reason why `spots` are neither a legal move nor the beginning of one, otherwise None.

        The spots are a pawn's space and then its destination. `refusals.REASONS` lists the reasons.
        """
        from chowk.games.parcheesi.rules import refusals

        return refusals.refusal(self, spots)

    def __str__(self) -> str:
        """Return a diagram of the cross, and below it all pawns and the dice or bonuses to be used."""
        from chowk.games.parcheesi.rules import diagram

        return diagram.diagram(self)


def loss(position: Position) -> str:
    """Return the reason why the dice or bonuses cannot be used: one of `refusals.LOSSES`."""
    from chowk.games.parcheesi.rules import refusals

    return refusals.loss(position)


def _step_events(position: Position, step: Step) -> tuple[Event, ...]:
    seat, side = position.mover, position.side
    start = position.pawns[seat][step.pawn]
    path = tuple(board.spot(side, place) for place in board.path(side, start, step.to))
    events: list[Event] = [Moved(seat, name(seat, step.pawn), path, name(seat, step.pawn))]
    capture = captured(position, step.to)
    if capture:
        nest = board.spot(position.sides[capture[0]], NEST)
        events.append(Captured(seat, name(*capture), path[-1], nest, len(path) - 1))
    if not position.play(step).placed[len(position.placed) :]:
        events += [Gained(seat, "bonus", bonus) for bonus in earnings(position, step)]
    return tuple(events)


def _penalty_events(position: Position) -> tuple[Event, ...]:
    pawn = nearest(position) if position.penalty else None
    if pawn is None:
        return ()
    place = position.pawns[position.mover][pawn]
    return (Captured(position.mover, name(position.mover, pawn), spot(position, place), spot(position, NEST)),)
