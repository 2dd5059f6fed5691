"""Positions of Parcheesi and what moves make of them: PR-01 to PR-32, with A3-01 to A3-30 where those are silent.

Chance moves are rolls; a player's moves are single uses of a die, of a sum that brings a pawn out, or of a bonus.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from chowk.core import seating
from chowk.core.events import Captured, Event, Gained, Moved, Passed, Rolled
from chowk.core.position import CHANCE, Outcome, Refusal, Seat, Spot
from chowk.games.parcheesi.rules import board
from chowk.games.parcheesi.rules.board import HOME, NEST, TRACK, Place, Side
from chowk.games.parcheesi.rules.house import DOUBLES, House
from chowk.games.parcheesi.rules.roll import BONUS, SPENT, Act, Dice, Stand, bonus_acts, code, law


class Roll(NamedTuple):
    """Two dice come to rest; they are alike, so the higher face is named first."""

    high: int
    low: int


class Step(NamedTuple):
    """A pawn (0 to 3) goes to a place, by a die, by the two dice whose sum brings it out, or by a bonus."""

    pawn: int
    to: Place
    spent: Dice


class Halt(NamedTuple):
    """No pawn moves: dice or bonuses that cannot be used are lost, or bonuses are declined."""

    how: str


LOSE: Final = Halt("lose")
"""Whatever is due now, dice or bonuses, cannot be used; the table says so by itself."""
END: Final = Halt("end")
"""The player declines the bonuses that are due (PR-28)."""

Move: TypeAlias = Roll | Step | Halt

ROLLS: Final = tuple(Roll(high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 rolls that can be told apart."""
ODDS: Final = tuple(1 if high == low else 2 for high, low in ROLLS)
HOME_BONUS: Final = 10
"""What bringing a pawn home earns (PR-30)."""
COLOURS: Final = ("red", "blue", "yellow", "green")
"""What the players' pawns are called, by seat: `red 1` to `green 4` are the pawns' names in events."""

Pawns: TypeAlias = tuple[Place, Place, Place, Place]
NO_BLOCKADE: Final = (-1, -1, -1, -1)


class Position(NamedTuple):
    """Where the pawns are, whose roll it is, and what of it is still to be played.

    `mover` rolls or moves; `turn` is that seat or `CHANCE`. `dice` are the values of the roll in play, four for a
    double of 14 points, the lower faces last; `parts` those not used yet; `bonuses` what is earned and not used,
    falling. `since` holds for each pawn of the mover where it stood in a blockade when the dice were rolled, or -1.

    `bound`: only moves that bring the fourth pawn home are left (A3-16). `earned`: the only bonus of 20 has been
    had (A3-09). `doubles` counts those in a row, `stood` by seat each blockade's place and for how many of its
    owner's turns it stood; both only where a house rule asks. `placed` are the players whose pawns are all home, the
    first one first. `opening` holds, while it is thrown for who starts (A3-03), each seat's throw, 0 where it is
    still due and -1 where it counts no more. `sides` are the sides of the board at which the seats are.
    """

    turn: Seat
    mover: Seat
    pawns: tuple[Pawns, ...]
    dice: Dice
    parts: Dice
    bonuses: Dice
    since: tuple[Place, ...]
    bound: bool
    earned: bool
    doubles: int
    stood: tuple[tuple[tuple[Place, int], ...], ...]
    placed: tuple[Seat, ...]
    opening: tuple[int, ...]
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
    def over(self) -> bool:
        """Whether the game is decided: one player's pawns are all home, or with places all players' but one."""
        return len(self.placed) >= (self.seats - 1 if self.house.places else 1)

    @property
    def penalty(self) -> bool:
        """Whether the roll is a third double in a row that is not played (A3-01)."""
        return self.doubles > 2

    def moves(self) -> Sequence[Move]:
        """The rolls; or the uses of a die, by pawn; or once the dice are done, of a bonus; or what must be."""
        if self.over:
            return ()
        if self.turn == CHANCE:
            return ROLLS
        if self.penalty:
            return (LOSE,)
        return tuple(move for move, _, _ in choices(self)) or (LOSE,)

    def odds(self) -> Sequence[int]:
        """One for a double, two for any other roll."""
        return ODDS if self.turn == CHANCE and not self.over else ()

    def play(self, move: Move) -> Position:
        """The position after a roll, a use of a die or a bonus, or a loss."""
        if isinstance(move, Roll):
            return _opened(self, move) if self.opening else _rolled(self, move)
        if isinstance(move, Step):
            return _stepped(self, move)
        if self.penalty:
            return _closed(self._replace(pawns=_set_back(self)))
        if self.parts and not owed(self) > 0:
            return _settled(self._replace(parts=(), bound=False))
        return _settled(self._replace(bonuses=() if not self.parts else _others(self.bonuses)))

    def outcome(self) -> Outcome | None:
        """The first player whose pawns are all home wins (PR-31); with places the others are ranked by when (A3-29)."""
        if not self.over:
            return None
        last = len(self.placed) + 1
        places = tuple(self.placed.index(seat) + 1 if seat in self.placed else last for seat in range(self.seats))
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


def owed(position: Position) -> int:
    """How many bonuses of 20 come before the dice that are left (A3-07); `SPENT` where none can be earned any more."""
    if not (position.house.at_once and position.parts and len(position.dice) == 4):
        return 0
    return position.bonuses.count(BONUS) or (SPENT if position.earned else 0)


def stand(position: Position) -> Stand:
    """The roll in play as `roll` wants it."""
    ones, twos = enemies(position)
    return Stand(
        law(position.side, position.house, len(position.dice) == 4),
        tuple(sorted(_codes(position))),
        tuple(sorted(position.parts, reverse=True)),
        ones,
        twos,
        owed(position),
        position.bound,
        position.parts == position.dice,
        overdue(position),
    )


@lru_cache(maxsize=64)
def choices(position: Position) -> tuple[tuple[Move, Act, bool], ...]:
    """The moves of a player with what they do, by pawn; with each, whether it binds the roll to a win.

    Of pawns that nothing tells apart only the first is named. None at all where whatever is due cannot be used.
    """
    codes = _codes(position)
    at = stand(position)
    if position.parts:
        found = at.offered()
    else:
        numbers = dict.fromkeys(position.bonuses)
        found = [(act, False) for n in numbers for act in bonus_acts(at.law, at.own, n, at.ones, at.twos)]
        found += [(DECLINED, False)] if found and not position.house.compulsory else []
    named: list[tuple[Move, Act, bool]] = [
        (Step(codes.index(act.code), act.end, act.spent) if act.spent else END, act, bound) for act, bound in found
    ]
    if len(named) == 1 and named[0][0] == END:
        return ()
    return tuple(sorted(named, key=lambda one: (one[0] == END, one[0], one[1].spent)))


DECLINED: Final = Act(0, False, 0, NEST, (), (), 0, (), 0)


def enemies(position: Position) -> tuple[int, int]:
    """The masks of the other players' single pawns on the track, and of their blockades."""
    ones = twos = 0
    for seat, pawns in enumerate(position.pawns):
        if seat != position.mover:
            for place in pawns:
                if 0 <= place < TRACK:
                    twos |= ones & 1 << place
                    ones |= 1 << place
    return ones & ~twos, twos


def blockades(pawns: Sequence[Place], house: House) -> tuple[Place, ...]:
    """Where two pawns of a player stand together and block the way (PR-21, A3-20), rising."""
    limit = HOME if house.rows else TRACK
    return tuple(place for place in sorted(set(pawns)) if 0 <= place < limit and pawns.count(place) == 2)


def paired_since(pawns: Sequence[Place], house: House, dice: Dice) -> tuple[Place, ...]:
    """Where each pawn stands in a blockade as the dice are rolled, or -1; only that may not be made anew (A3-26)."""
    if house.together == DOUBLES and dice[0] != dice[1]:
        return NO_BLOCKADE
    paired = blockades(pawns, house)
    return tuple(place if place in paired else -1 for place in pawns) if paired else NO_BLOCKADE


def overdue(position: Position) -> tuple[Place, ...]:
    """Where the mover's blockades have stood for as long as they may (A3-02)."""
    limit = position.house.stand
    return tuple(place for place, age in position.stood[position.mover] if age >= limit) if limit else ()


def captured(position: Position, to: Place) -> tuple[Seat, int] | None:
    """Whose pawn, and which, is sent to its nest by a move of the mover to that place."""
    if not 0 <= to < TRACK:
        return None
    for seat, pawns in enumerate(position.pawns):
        if seat != position.mover and to in pawns:
            return seat, pawns.index(to)
    return None


def nearest(position: Position) -> int | None:
    """The mover's pawn on the board that is nearest home, which a third double costs (A3-01)."""
    away = [(board.distance(position.side, place), pawn) for pawn, place in enumerate(position.pawns[position.mover])]
    on_board = [one for one in away if position.pawns[position.mover][one[1]] not in (NEST, HOME)]
    return min(on_board)[1] if on_board else None


def loss(position: Position) -> str:
    """Why what is due cannot be used: one of `refusals.LOSSES`."""
    from chowk.games.parcheesi.rules import refusals

    return refusals.loss(position)


def name(seat: Seat, pawn: int) -> str:
    """What a pawn is called in events and by its sprite."""
    return f"{COLOURS[seat]} {pawn + 1}"


def spot(position: Position, place: Place) -> Spot:
    """The name of one of the mover's places."""
    return board.spot(position.side, place)


def _codes(position: Position) -> tuple[int, ...]:
    return tuple(map(code, position.pawns[position.mover], position.since))


def _opened(position: Position, roll: Roll) -> Position:
    # The highest throw starts; those who share it throw again (A3-03).
    mover, throws = seating.thrown(position.opening, position.mover, sum(roll))
    return position._replace(mover=mover, opening=throws)


def _rolled(position: Position, roll: Roll) -> Position:
    own, house = position.pawns[position.mover], position.house
    high, low = roll
    # Four moves on a double if all pawns are out (PR-13, PR-16); the lower faces are what is missing from seven.
    dice = (high, low) if high != low or NEST in own else (high, high, 7 - high, 7 - high)
    since = paired_since(own, house, dice)
    doubles = position.doubles + 1 if house.thirds and high == low else 0
    return position._replace(turn=position.mover, dice=dice, parts=dice, since=since, doubles=doubles)


def _stepped(position: Position, step: Step) -> Position:
    pawns, bonuses, earned = _moved(position, step)
    mover = position.mover
    if pawns[mover] == (HOME,) * 4:
        return _closed(position._replace(pawns=pawns, placed=(*position.placed, mover)))
    bound = position.bound or _binds(position, step)
    parts = position.parts
    if step.spent[0] < HOME_BONUS:
        parts = _without(parts, step.spent)
    else:
        bonuses = _without(bonuses, step.spent)
    return _settled(
        position._replace(pawns=pawns, parts=parts, bonuses=bonuses, earned=earned, bound=bound and bool(parts))
    )


def _moved(position: Position, step: Step) -> tuple[tuple[Pawns, ...], Dice, bool]:
    # The pawns after a step, the bonuses with what it earns, and whether the only one of 20 has been had.
    pawns = list(position.pawns)
    pawns[position.mover] = _put(pawns[position.mover], step.pawn, step.to)
    taken = captured(position, step.to)
    earns = earnings(position, step)
    if taken:
        pawns[taken[0]] = _put(pawns[taken[0]], taken[1], NEST)
    earned = position.house.single and (position.earned or BONUS in earns)
    return tuple(pawns), tuple(sorted((*position.bonuses, *earns), reverse=True)), earned


def earnings(position: Position, step: Step) -> Dice:
    """The bonuses that a step earns: 20 for a pawn sent to its nest, 10 for one brought home (PR-29, PR-30)."""
    if captured(position, step.to) and not position.earned:
        return (BONUS,)
    return (HOME_BONUS,) if step.to == HOME else ()


def _binds(position: Position, step: Step) -> bool:
    # Looked into only where a win is within reach of what is left to play: nothing else can bind a roll.
    left = [place for place in position.pawns[position.mover] if place != HOME]
    reach = sum(position.parts) + BONUS * (len(position.dice) == 4 and position.house.at_once) * 4
    if not position.parts or sum(board.distance(position.side, place) for place in left) > reach:
        return False
    return next(bound for move, _, bound in choices(position) if move == step)


def _settled(position: Position) -> Position:
    """The same roll while something of it is left, else what comes after it."""
    return position if position.parts or position.bonuses else _closed(position)


def _closed(position: Position) -> Position:
    # The roll is over: a double rolls again (PR-17, A3-28), else the next player does (PR-28).
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


def _next(position: Position) -> Seat:
    others = (seat % position.seats for seat in range(position.mover + 1, position.mover + position.seats))
    return next(seat for seat in others if seat not in position.placed)


def _aged(position: Position) -> tuple[tuple[tuple[Place, int], ...], ...]:
    # A blockade formed in this turn has stood for none; one that was there before, for one more (A3-02).
    if not position.house.stand:
        return position.stood
    before = dict(position.stood[position.mover])
    now = blockades(position.pawns[position.mover], position.house)
    aged = tuple((place, before.get(place, -1) + 1) for place in now)
    return tuple(aged if seat == position.mover else ages for seat, ages in enumerate(position.stood))


def _set_back(position: Position) -> tuple[Pawns, ...]:
    pawn, mover = nearest(position), position.mover
    if pawn is None:
        return position.pawns
    return tuple(_put(own, pawn, NEST) if seat == mover else own for seat, own in enumerate(position.pawns))


def _put(pawns: Pawns, pawn: int, place: Place) -> Pawns:
    one, two, three, four = (place if at == pawn else stands for at, stands in enumerate(pawns))
    return one, two, three, four


def _without(numbers: Dice, spent: Dice) -> Dice:
    left = list(numbers)
    for number in spent:
        left.remove(number)
    return tuple(left)


def _others(bonuses: Dice) -> Dice:
    return tuple(bonus for bonus in bonuses if bonus != BONUS)


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
