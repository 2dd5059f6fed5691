"""Who sits at a table, and what everybody is called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chowk.core.dice import whose
from chowk.core.message import Arg, Message, Who, say
from chowk.core.position import CHANCE, Seat
from chowk.games.api import Game
from chowk.storage.plan import Plan, SeatPlan


class Seats:
    """The seats of a plan, told of by the first position; a value. `nameless` players are called by their sides."""

    def __init__(self, game: Game, plan: Plan, first: Any, nameless: bool = False) -> None:
        self._game = game
        self._plan = plan
        self._first = first
        self._nameless = nameless

    def person(self, seat: Seat | None) -> bool:
        """Whether a person sits there."""
        return seat is not None and seat != CHANCE and self._plan.seats[seat].kind == "person"

    @property
    def people(self) -> int:
        """How many people play."""
        return sum(seat.kind == "person" for seat in self._plan.seats)

    def name(self, seat: Seat) -> Arg:
        """What the player in a seat is called: as typed, by the opponent's name, or by the side.

        Opponents of one name are told apart by their sides.
        """
        if self._nameless:
            return self.side(seat)
        if self.twins(seat):
            level = self._game.level(self._plan.seats[seat].level)
            return say("{opponent} in {side}", opponent=level.name, side=self.side(seat))
        return seat_name(self._game, self._plan.seats[seat], self._first, seat)

    def twins(self, seat: Seat) -> bool:
        """Whether another opponent at the table has the name of the one in this seat."""
        own, seats = self._plan.seats[seat], self._plan.seats
        return own.kind == "bot" and sum((one.kind, one.level) == (own.kind, own.level) for one in seats) > 1

    def side(self, seat: Seat) -> Message:
        """What the side of a seat is called."""
        return self._game.side(self._first, seat)

    def token(self, seat: Seat) -> str:
        """The drawing that stands for the side of a seat."""
        return self._game.token(self._first, seat)

    @property
    def names(self) -> Mapping[Seat, Arg]:
        """What every player is called."""
        return {seat: self.name(seat) for seat in range(len(self._plan.seats))}

    def reader(self, position: Any) -> Seat:
        """Whose board lies before the reader: the only person's, or that of whoever has the choice in a position."""
        people = [seat for seat in range(len(self._plan.seats)) if self.person(seat)]
        return people[0] if len(people) == 1 else max(0, whose(position))

    @property
    def drawn(self) -> tuple[Message, ...]:
        """What the lot decided about sides, told of a person where one has a name; nothing where none was drawn."""
        sides = [self.side(seat) for seat in range(len(self._plan.seats))]
        seats = sorted(range(len(self._plan.seats)), key=lambda seat: not self.person(seat))
        named = (seat for seat in seats if self.name(seat) != sides[seat])
        seat = next(named, None)
        if not self._plan.lot:
            return ()
        if seat is None:
            return (say("The sides were drawn by lot."),)
        return (say("Drawn by lot: {player} plays {side}.", player=Who(seat), side=sides[seat]),)


def seat_name(game: Game, plan: SeatPlan, position: Any, seat: Seat) -> Arg:
    """What a player is called: as typed, by the opponent's name, or by the side."""
    if plan.name:
        return plan.name
    return game.level(plan.level).name if plan.kind == "bot" else game.side(position, seat)
