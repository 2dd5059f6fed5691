"""The players at a table and their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from chowk.core.dice import seat_to_act
from chowk.core.message import Arg, Message, PlayerName, say
from chowk.core.position import CHANCE, Seat
from chowk.games.api import Game
from chowk.storage.plan import Plan, SeatPlan


class Seats:
    """The players at a table and their names; an immutable value.

    `first` is the first position of the match; the names of the sides depend on it. If `nameless`, players are called
    by their sides.
    """

    def __init__(self, game: Game, plan: Plan, first: Any, nameless: bool = False) -> None:
        self._game = game
        self._plan = plan
        self._first = first
        self._nameless = nameless
        self.people: Final = sum(seat.kind == "person" for seat in plan.seats)
        """The number of players who are people at this device."""
        self.names: Final[Mapping[Seat, Arg]] = {seat: self.name(seat) for seat in range(len(plan.seats))}
        """The names of all players, by seat."""

    def person(self, seat: Seat | None) -> bool:
        """Return True if a person at this device sits in the seat."""
        return seat is not None and seat != CHANCE and self._plan.seats[seat].kind == "person"

    def name(self, seat: Seat) -> Arg:
        """Return the name of the player in a seat: the typed name, the computer opponent's name, or the side.

        The side is added to the name of a computer opponent if several have the same name.
        """
        if self._nameless:
            return self.side(seat)
        if self.shares_name(seat):
            level = self._game.level(self._plan.seats[seat].level)
            return say("{opponent} in {side}", opponent=level.name, side=self.side(seat))
        return seat_name(self._game, self._plan.seats[seat], self._first, seat)

    def shares_name(self, seat: Seat) -> bool:
        """Return True if a computer opponent is in the seat, and another one at the table has the same name."""
        own, seats = self._plan.seats[seat], self._plan.seats
        return own.kind == "bot" and sum((other.kind, other.level) == (own.kind, own.level) for other in seats) > 1

    def side(self, seat: Seat) -> Message:
        """Return the name of the side of a seat, such as a colour."""
        return self._game.side(self._first, seat)

    def token(self, seat: Seat) -> str:
        """Return the name of the drawing that shows the side of a seat."""
        return self._game.token(self._first, seat)

    def reader(self, position: Any) -> Seat:
        """Return the seat whose board is shown in `position`, in games where each player has a board.

        If one person plays at this device, it is that person's seat, otherwise the seat of the player to move.
        """
        people = [seat for seat in range(len(self._plan.seats)) if self.person(seat)]
        return people[0] if len(people) == 1 else max(0, seat_to_act(position))

    @property
    def lot_result(self) -> tuple[Message, ...]:
        """A message, in a tuple, with the result of drawing the sides by lot. Empty if they were not drawn by lot.

        The message states the side of one player, if possible of a person with a name.
        """
        sides = [self.side(seat) for seat in range(len(self._plan.seats))]
        seats = sorted(range(len(self._plan.seats)), key=lambda seat: not self.person(seat))
        named = (seat for seat in seats if self.name(seat) != sides[seat])
        seat = next(named, None)
        if not self._plan.lot:
            return ()
        if seat is None:
            return (say("The sides were drawn by lot."),)
        return (say("Drawn by lot: {player} plays {side}.", player=PlayerName(seat), side=sides[seat]),)


def seat_name(game: Game, plan: SeatPlan, position: Any, seat: Seat) -> Arg:
    """Return the name of the player in a seat: the typed name, the computer opponent's name, or the side.

    `plan` describes the player. `position` is the first position, on which the names of the sides depend.
    """
    if plan.name:
        return plan.name
    return game.level(plan.level).name if plan.kind == "bot" else game.side(position, seat)
