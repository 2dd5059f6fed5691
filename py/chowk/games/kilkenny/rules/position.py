"""Positions of Kilkenny Cats and what moves make of them: KR-01 to KR-19, and B3-01 to B3-20 where those are silent."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from chowk.core import seating
from chowk.core.events import Captured, Event, Moved, Passed, Promoted, Rolled
from chowk.core.position import CHANCE, Outcome, Refusal, Seat, Spot
from chowk.core.seating import LETTERS, Side, Throws
from chowk.games.kilkenny.rules.board import FACES, HOLES, NAMES, TABS, WAYS, Mask, Square, squares
from chowk.games.kilkenny.rules.house import ASKED, House


class Roll(NamedTuple):
    """The die comes to rest."""

    face: int


class Step(NamedTuple):
    """A cat goes from a square to a square."""

    start: Square
    end: Square


class Forfeit(NamedTuple):
    """No cat can use the number that was rolled: the turn is lost (KR-13)."""

    reason: str


Move: TypeAlias = Roll | Step | Forfeit

FORFEIT: Final = Forfeit("NO_MOVE")
ROLLS: Final = tuple(Roll(face) for face in FACES)
ODDS: Final = (1,) * len(ROLLS)
OFFERED: Final = 50
OFFERED_AGAIN: Final = 25
"""After so many rounds without a capture or a mouse a draw is offered, and then after every so many (B3-14)."""
NEEDED: Final = 2
"""So many cats on their mice win (KR-15)."""


class Position(NamedTuple):
    """Where the cats are, and whose roll or move it is.

    `mover` rolls or moves; `turn` is that seat or `CHANCE`. `cats` are masks of squares by seat, `strays` those that
    belong to nobody (B3-19). `die` is the number to be used, 0 while it is still to be rolled. `quiet` counts the
    turns since a cat was captured or a mouse reached (B3-14); it stands still under a house rule that needs no count.
    `opening` holds, while it is thrown for who starts (B3-02), each seat's throw. `sides` are the sides of the board
    at which the seats are.
    """

    turn: Seat
    mover: Seat
    cats: tuple[Mask, ...]
    strays: Mask
    die: int
    quiet: int
    opening: Throws
    sides: tuple[Side, ...]
    house: House

    @property
    def seats(self) -> int:
        """Two to four."""
        return len(self.sides)

    @property
    def side(self) -> Side:
        """The side of the board at which the mover sits."""
        return self.sides[self.mover]

    @property
    def colours(self) -> tuple[Side, ...]:
        """The colours by seat, each by the side that it has on the board for four.

        Two players sit opposite and have the colours of their sides (KR-06).
        """
        return self.sides if self.seats == 2 and not self.house.mixed else tuple(range(self.seats))

    @property
    def occupied(self) -> Mask:
        """The squares on which anything stands."""
        found = self.strays
        for own in self.cats:
            found |= own
        return found

    def moves(self) -> Sequence[Move]:
        """The rolls; or the mover's steps by start and end; or the forfeit where there are none."""
        if ending(self):
            return ()
        if self.turn == CHANCE:
            return ROLLS
        return steps(self, self.mover, self.die) or (FORFEIT,)

    def odds(self) -> Sequence[int]:
        """All faces are alike."""
        return ODDS if self.turn == CHANCE and not ending(self) else ()

    def play(self, move: Move) -> Position:
        """The position after a roll, a step with what it captures, or a lost turn."""
        if isinstance(move, Step):
            return _stepped(self, move)
        if isinstance(move, Roll):
            return _rolled(self, move)
        return _passed_on(self, self.cats, self.strays, self.quiet + 1)

    def outcome(self) -> Outcome | None:
        """Who has won, or who shares the game, once it is over."""
        why = ending(self)
        return (
            Outcome(_places(self, why), tuple(caught(self, seat) for seat in range(self.seats)), why) if why else None
        )

    def events(self, move: Move) -> Sequence[Event]:
        """The die; or who is captured, the cat's way, and its rise if that was a mouse; or the lost turn."""
        if isinstance(move, Roll):
            return (Rolled(self.mover, (move.face,)),)
        if isinstance(move, Forfeit):
            return (Passed(self.mover, move.reason),)
        start, end = NAMES[move.start], NAMES[move.end]
        taken = (Captured(self.mover, end, end, step=1),) if self.occupied >> move.end & 1 else ()
        risen = (Promoted(self.mover, end, end),) if HOLES[self.side] >> move.end & 1 else ()
        return (*taken, Moved(self.mover, start, (start, end), end), *risen)

    def refusal(self, spots: Sequence[Spot]) -> Refusal | None:
        """Why pointing at a cat's square, and then at another, is no legal move; see `refusals.REASONS`."""
        from chowk.games.kilkenny.rules import refusals

        return refusals.refusal(self, spots)

    def __str__(self) -> str:
        """A diagram: cats by their sides' letters, small ones on a mouse; `?` a stray, `o` a mouse, `.` a square."""
        from chowk.games.kilkenny.rules import diagram

        return diagram.diagram(self)


@lru_cache(maxsize=256)
def steps(position: Position, seat: Seat, face: int) -> tuple[Step, ...]:
    """Every step that the seat's cats can make by that number, by start and end (KR-07 to KR-12, KR-14 to KR-17)."""
    own, home = position.cats[seat], HOLES[position.sides[seat]]
    occupied = position.occupied
    barred = own | closed(position, seat)
    return tuple(
        Step(start, end)
        for start in squares(own & ~home)
        for end, between, bit in WAYS[start][face]
        if not (between & occupied or bit & barred)
    )


def closed(position: Position, seat: Seat) -> Mask:
    """The mice on which the seat's cats may not land: all that are not its own (KR-16, B3-05).

    Under the house rule of B3-06 one that another player's cat stands on is open.
    """
    others = TABS & ~HOLES[position.sides[seat]]
    return others & ~(position.occupied & ~position.cats[seat]) if position.house.hunted else others


def free(position: Position, seat: Seat) -> Mask:
    """The seat's cats that are off its mice, and so can move (KR-17)."""
    return position.cats[seat] & ~HOLES[position.sides[seat]]


def caught(position: Position, seat: Seat) -> int:
    """How many of its mice the seat has a cat on."""
    return (position.cats[seat] & HOLES[position.sides[seat]]).bit_count()


def hopeless(position: Position, seat: Seat) -> bool:
    """Whether the seat has too few cats left to win by mice (B3-16)."""
    return position.cats[seat].bit_count() < NEEDED


def active(position: Position, seat: Seat) -> bool:
    """Whether the seat still plays: it has a cat off the mice (KR-18, KR-19, B3-12)."""
    return bool(free(position, seat)) and not (position.house.resign and hopeless(position, seat))


def players(position: Position) -> tuple[Seat, ...]:
    """The seats that still play."""
    return tuple(seat for seat in range(position.seats) if active(position, seat))


@lru_cache(maxsize=1 << 10)
def ending(position: Position) -> str:
    """Why the game is over; nothing while it is not.

    Two mice come before all else (KR-15, B3-20), then the last player who can move (KR-18, B3-13), then that nobody
    can (B3-15), then, by a house rule, too many rounds without progress (B3-14). A player who has a cat off the mice
    can always move by some number, since somewhere beside these cats there is a square that they may enter.
    """
    if any(caught(position, seat) == NEEDED for seat in range(position.seats)):
        return "mice"
    still = players(position)
    if len(still) == 1:
        return "last"
    if not still:
        return "stuck"
    limit = position.house.limit
    if limit and position.quiet >= limit * len(still):
        return "counted" if position.house.counted else "quiet"
    return ""


def quiet_rounds(position: Position) -> int:
    """How many rounds of those who still play have brought neither a capture nor a mouse."""
    return position.quiet // max(1, len(players(position)))


def offers_draw(position: Position) -> bool:
    """Whether the players are asked now, before the roll, if they agree on a draw (B3-14).

    So they are after 50 rounds of those who still play that brought neither a capture nor a mouse, and after every 25
    from then.
    """
    if position.house.rounds != ASKED or position.turn != CHANCE or ending(position):
        return False
    still = len(players(position))
    beyond = position.quiet - OFFERED * still
    return beyond >= 0 and beyond % (OFFERED_AGAIN * still) == 0


def agreeing(position: Position) -> tuple[Seat, ...]:
    """Who shares a draw that is agreed: those who still play; where the game may end by itself, everybody."""
    return players(position) if position.house.rounds == ASKED else tuple(range(position.seats))


def _places(position: Position, why: str) -> tuple[int, ...]:
    seats, still = range(position.seats), players(position)
    if why == "mice":
        return tuple(1 if caught(position, seat) == NEEDED else 2 for seat in seats)
    if why == "counted":
        worth = [_count(position, seat) if seat in still else (-1, -1) for seat in seats]
        return tuple(1 + sum(other > own for other in worth) for own in worth)
    # Who is out comes after those who share the game; if nobody is in it, all share it.
    return tuple(1 if seat in still or not still else len(still) + 1 for seat in seats)


def _count(position: Position, seat: Seat) -> tuple[int, int]:
    return caught(position, seat), position.cats[seat].bit_count()


def _rolled(position: Position, roll: Roll) -> Position:
    if not position.opening:
        return position._replace(turn=position.mover, die=roll.face)
    mover, throws = seating.thrown(position.opening, position.mover, roll.face)
    return position._replace(mover=mover, opening=throws)


def _stepped(position: Position, step: Step) -> Position:
    mover, end = position.mover, 1 << step.end
    cats = tuple(
        own ^ (1 << step.start | end) if seat == mover else own & ~end for seat, own in enumerate(position.cats)
    )
    progress = end & (position.occupied | HOLES[position.side])
    return _passed_on(position, cats, position.strays & ~end, 0 if progress else position.quiet + 1)


def _passed_on(position: Position, cats: tuple[Mask, ...], strays: Mask, quiet: int) -> Position:
    counted = quiet if position.house.rounds != "0" else 0
    after = position._replace(turn=CHANCE, cats=cats, strays=strays, die=0, quiet=counted)
    seats = position.seats
    order = ((position.mover + step) % seats for step in range(1, seats + 1))
    # An out player is skipped (B3-17); once nobody is left to follow, the game is over and whose turn it is nothing.
    return after._replace(mover=next((seat for seat in order if active(after, seat)), position.mover))


def letter(position: Position, seat: Seat) -> str:
    """The letter of the side at which a seat is."""
    return LETTERS[position.sides[seat]]
