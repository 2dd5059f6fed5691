"""Positions of Kilkenny Cats: legal moves, their effects and events, and why picked spots are no legal move."""

from __future__ import annotations

from collections.abc import Sequence

from chowk.core import seat_draw
from chowk.core.events import Captured, Event, Moved, Passed, Promoted, Rolled
from chowk.core.position import CHANCE, Outcome, Refusal, Seat, Spot
from chowk.games.kilkenny.rules.board import HOLES, NAMES, Mask
from chowk.games.kilkenny.rules.state import (
    FORFEIT,
    NEEDED,
    ODDS,
    ROLLS,
    Forfeit,
    Move,
    Roll,
    State,
    Step,
    active,
    agreeing,
    caught,
    done,
    ending,
    players,
    progress_limit_reached,
    steps,
)


class Position(State):
    """A position of Kilkenny Cats: its data (`State`), and its legal moves with their effects and events.

    It also explains why picked spots are no legal move. Modules that are rarely needed are imported on demand.
    """

    __slots__ = ()

    def moves(self) -> Sequence[Move]:
        """Return the legal moves.

        Before a roll they are the six rolls. After it they are the steps of cats, sorted by start and end, or a lost
        turn if there are no steps. The result is empty at the end of the game.
        """
        if ending(self):
            return ()
        if self.turn == CHANCE:
            return ROLLS
        return steps(self, self.mover, self.die) or (FORFEIT,)

    def odds(self) -> Sequence[int]:
        """Return equal weights for the six faces of the die before a roll. Empty at any other time."""
        return ODDS if self.turn == CHANCE and not ending(self) else ()

    def play(self, move: Move) -> Position:
        """Return the position after a roll, a step with its capture, or a lost turn."""
        if isinstance(move, Step):
            return _stepped(self, move)
        if isinstance(move, Roll):
            return _rolled(self, move)
        return _passed_on(self, self.cats, self.strays, self.quiet + 1)

    def outcome(self) -> Outcome | None:
        """Return the outcome once the game is over, otherwise None."""
        why = ending(self)
        return (
            Outcome(_places(self, why), tuple(caught(self, seat) for seat in range(self.seats)), why) if why else None
        )

    def events(self, move: Move) -> Sequence[Event]:
        """Return the events of a move.

        A roll has the roll as its only event, and a lost turn the loss. The events of a cat's step are the capture, if
        any, the cat's path, and the arrival on the cat's mouse, if any.
        """
        if isinstance(move, Roll):
            return (Rolled(self.mover, (move.face,)),)
        if isinstance(move, Forfeit):
            return (Passed(self.mover, move.reason),)
        start, target = NAMES[move.start], NAMES[move.end]
        captures = (Captured(self.mover, target, target, step=1),) if self.occupied >> move.end & 1 else ()
        risen = (Promoted(self.mover, target, target),) if HOLES[self.side] >> move.end & 1 else ()
        return (*captures, Moved(self.mover, start, (start, target), target), *risen)

    def refusal(self, spots: Sequence[Spot]) -> Refusal | None:
        """Return why `spots`, a cat's square and then a destination, are no legal move.

        Return None if they are a legal move or its beginning. `refusals.REASONS` lists the reasons.
        """
        from chowk.games.kilkenny.rules import refusals

        return refusals.refusal(self, spots)

    def __str__(self) -> str:
        """Return a diagram of the position.

        Cats are the letters of their sides, small letters on a mouse. `?` is a cat without an owner, `o` a mouse, `.`
        an empty square.
        """
        from chowk.games.kilkenny.rules import diagram

        return diagram.diagram(self)


def agreed(position: Position) -> tuple[int, ...]:
    """Return each seat's place after an agreed draw.

    The seats that agree share the first place that is still free.
    """
    if position.house.places:
        return _behind(position, counted=False)
    among = agreeing(position)
    return tuple(1 if seat in among else len(among) + 1 for seat in range(position.seats))


def _behind(position: Position, *, counted: bool) -> tuple[int, ...]:
    # The seats that still play share the next place, unless mice and cats decide between them.
    still = players(position)
    best_place = 1 + sum(done(position, seat) for seat in range(position.seats))
    worth = {seat: _count(position, seat) if counted else (0, 0) for seat in still}
    return tuple(
        best_place + sum(rival > worth[seat] for rival in worth.values()) if seat in worth else place
        for seat, place in enumerate(position.placed)
    )


def _places(position: Position, why: str) -> tuple[int, ...]:
    seats, still = range(position.seats), players(position)
    if position.house.places:
        return _behind(position, counted=position.house.counted and progress_limit_reached(position))
    if why == "mice":
        return tuple(1 if caught(position, seat) == NEEDED else 2 for seat in seats)
    if why == "counted":
        worth = [_count(position, seat) if seat in still else (-1, -1) for seat in seats]
        return tuple(1 + sum(rival > own for rival in worth) for own in worth)
    # Players who are out come after those who share the game. If nobody is left, all share it.
    return tuple(1 if seat in still or not still else len(still) + 1 for seat in seats)


def _count(position: Position, seat: Seat) -> tuple[int, int]:
    return caught(position, seat), position.cats[seat].bit_count()


def _rolled(position: Position, roll: Roll) -> Position:
    if not position.opening:
        return position._replace(turn=position.mover, die=roll.face)
    mover, throws = seat_draw.thrown(position.opening, position.mover, roll.face)
    return position._replace(mover=mover, opening=throws)


def _stepped(position: Position, step: Step) -> Position:
    mover, target = position.mover, 1 << step.end
    cats = tuple(
        own ^ (1 << step.start | target) if seat == mover else own & ~target for seat, own in enumerate(position.cats)
    )
    progress = target & (position.occupied | HOLES[position.side])
    return _passed_on(position, cats, position.strays & ~target, 0 if progress else position.quiet + 1)


def _passed_on(position: Position, cats: tuple[Mask, ...], strays: Mask, quiet: int) -> Position:
    counted = quiet if position.house.rounds != "0" else 0
    next_position = position._replace(turn=CHANCE, cats=cats, strays=strays, die=0, quiet=counted)
    if position.house.places:
        next_position = next_position._replace(placed=_ranked(position, next_position))
    seats = position.seats
    order = ((position.mover + step) % seats for step in range(1, seats + 1))
    # Skip a player who is out (B3-17). If no player is left, the game is over and the turn does not matter.
    return next_position._replace(mover=next((seat for seat in order if active(next_position, seat)), position.mover))


def _ranked(earlier: Position, later: Position) -> tuple[int, ...]:
    # A player with both mice takes the first free place, a player who is out the last. Two who are out at once share
    # it.
    finished = sum(done(later, seat) for seat in range(later.seats))
    last_place = finished + len(players(later)) + 1
    return tuple(
        place or (0 if active(later, seat) else finished if done(later, seat) else last_place)
        for seat, place in enumerate(earlier.placed)
    )
