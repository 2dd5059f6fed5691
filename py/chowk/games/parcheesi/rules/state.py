"""The data of a position of Parcheesi and its legal choices: PR-01 to PR-32, with A3-01 to A3-30.

Chance moves are rolls. A player's moves are single uses of a die, of a sum that brings a pawn out, or of a bonus.
`play` defines the effects of moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from chowk.core.position import Seat, Spot
from chowk.games.parcheesi.rules import board
from chowk.games.parcheesi.rules.board import HOME, NEST, TRACK, Place, Side
from chowk.games.parcheesi.rules.house import DOUBLES, House
from chowk.games.parcheesi.rules.roll import BONUS, SPENT, Act, Dice, Stand, bonus_acts, code, pack_rules


class Roll(NamedTuple):
    """A roll of two dice. The dice cannot be told apart, so the higher face comes first."""

    high: int
    low: int


class Step(NamedTuple):
    """A move of a pawn to a place.

    `pawn` is 0 to 3. `spent` is the die used, or the two dice whose sum brings the pawn out of the nest, or the bonus.
    """

    pawn: int
    to: Place
    spent: Dice


class Halt(NamedTuple):
    """A move without a pawn: dice or bonuses that cannot be used are lost, or bonuses are declined.

    `kind` is `lose` or `end`.
    """

    kind: str


LOSE: Final = Halt("lose")
"""The loss of dice or bonuses that cannot be used. This move is made automatically."""
END: Final = Halt("end")
"""The player's choice to decline the bonuses that could be used (PR-28)."""
Move: TypeAlias = Roll | Step | Halt
"""A move: a roll, a pawn's step, or a halt, which loses dice or bonuses or declines bonuses."""
ROLLS: Final = tuple(Roll(high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 distinct rolls of two dice, with the higher face first."""
ODDS: Final = tuple(1 if high == low else 2 for high, low in ROLLS)
"""The weights of the rolls. A double is half as likely as any other roll."""
HOME_BONUS: Final = 10
"""The bonus for bringing a pawn home, in steps (PR-30)."""
COLOURS: Final = ("red", "blue", "yellow", "green")
"""The names of the pawns' colours, by seat. In events the pawns are `red 1` to `green 4`."""
Pawns: TypeAlias = tuple[Place, Place, Place, Place]
"""The places of a player's four pawns."""
NO_BLOCKADE: Final = (-1, -1, -1, -1)
"""The value of `since` if no pawn was in a blockade when the dice were rolled."""


class State(NamedTuple):
    """The data of a position: the pawns, the seat to roll or move, and the rest of the roll.

    * `mover`: the seat that rolls or moves; `turn`: the same seat, or `CHANCE` before a roll.
    * `dice`: the values of the current roll, four for a double of 14 points, the lower faces last.
    * `parts`: the dice not used yet; `bonuses`: the bonuses earned and not used, in falling order.
    * `since`: for each pawn of the mover, the place of its blockade when the dice were rolled, or -1.
    * `bound`: True if the rest of the roll must bring the fourth pawn home (A3-16).
    * `earned`: True if the house rules allow only one bonus of 20 in a roll and it has been earned (A3-09).
    * `doubles`: the number of doubles in a row; `stood`: by seat, each blockade's place and its age in its owner's
        turns. Both are kept only if a house rule needs them.
    * `placed`: the players with all pawns home, in the order of coming home.
    * `opening`: each seat's roll to decide who starts (A3-03), 0 if it is still to be made, -1 if the seat is out.
        Empty later.
    * `sides`: the sides of the board where the seats are.
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
        """The number of players, two to four."""
        return len(self.sides)

    @property
    def side(self) -> Side:
        """The side of the board at which the player to roll or move sits."""
        return self.sides[self.mover]

    @property
    def over(self) -> bool:
        """True if the game is decided: all pawns of one player are home.

        If a house rule lets play go on after the first winner, all players but one must be home.
        """
        return len(self.placed) >= (self.seats - 1 if self.house.places else 1)

    @property
    def penalty(self) -> bool:
        """True if the roll is a third double in a row, which is not played (A3-01)."""
        return self.doubles > 2


def owed(position: State) -> int:
    """Return the number of bonuses of 20 to be played before the dice (A3-07), or `SPENT` if no more can be earned."""
    if not (position.house.at_once and position.parts and len(position.dice) == 4):
        return 0
    return position.bonuses.count(BONUS) or (SPENT if position.earned else 0)


def stand(position: State) -> Stand:
    """Return the state within the current roll, in the form that the module `roll` needs."""
    ones, twos = enemies(position)
    return Stand(
        pack_rules(position.side, position.house, len(position.dice) == 4),
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
def choices(position: State) -> tuple[tuple[Move, Act, bool], ...]:
    """Return the moves of the player to move, sorted by pawn, each with its act and a flag.

    The act is the move in the form of the module `roll`. The flag is True if the rest of the roll must then win the
    game. Of equal pawns, only the first has moves. If no die or bonus can be used, return an empty tuple.
    """
    codes = _codes(position)
    roll_state = stand(position)
    if position.parts:
        acts = roll_state.offered()
    else:
        numbers = dict.fromkeys(position.bonuses)
        acts = [
            (act, False)
            for n in numbers
            for act in bonus_acts(roll_state.law, roll_state.own, n, roll_state.ones, roll_state.twos)
        ]
        acts += [(DECLINED, False)] if acts and not position.house.compulsory else []
    named: list[tuple[Move, Act, bool]] = [
        (Step(codes.index(act.code), act.end, act.spent) if act.spent else END, act, bound) for act, bound in acts
    ]
    if len(named) == 1 and named[0][0] == END:
        return ()
    return tuple(sorted(named, key=lambda choice: (choice[0] == END, choice[0], choice[1].spent)))


DECLINED: Final = Act(0, False, 0, NEST, (), (), 0, (), 0)
"""The act that stands for declining bonuses."""


def enemies(position: State) -> tuple[int, int]:
    """Return the masks of the other players' single pawns on the track, and of their blockades."""
    ones = twos = 0
    for seat, pawns in enumerate(position.pawns):
        if seat != position.mover:
            for place in pawns:
                if 0 <= place < TRACK:
                    twos |= ones & 1 << place
                    ones |= 1 << place
    return ones & ~twos, twos


def blockades(pawns: Sequence[Place], house: House) -> tuple[Place, ...]:
    """Return the places of a player's blockades in rising order (PR-21, A3-20).

    A blockade is two pawns on one space.
    """
    limit = HOME if house.rows else TRACK
    return tuple(place for place in sorted(set(pawns)) if 0 <= place < limit and pawns.count(place) == 2)


def paired_since(pawns: Sequence[Place], house: House, dice: Dice) -> tuple[Place, ...]:
    """Return each pawn's place if it is in a blockade when the dice are rolled, otherwise -1 (A3-26).

    A blockade counts only if the house rules forbid its pawns to form another blockade in this roll.
    """
    if house.together == DOUBLES and dice[0] != dice[1]:
        return NO_BLOCKADE
    paired = blockades(pawns, house)
    return tuple(place if place in paired else -1 for place in pawns) if paired else NO_BLOCKADE


def overdue(position: State) -> tuple[Place, ...]:
    """Return the places where the player to move has a blockade that has reached the age limit (A3-02)."""
    limit = position.house.stand
    return tuple(place for place, age in position.stood[position.mover] if age >= limit) if limit else ()


def captured(position: State, to: Place) -> tuple[Seat, int] | None:
    """Return the seat and the number of the pawn that a move to the place `to` captures, or None without a capture."""
    if not 0 <= to < TRACK:
        return None
    for seat, pawns in enumerate(position.pawns):
        if seat != position.mover and to in pawns:
            return seat, pawns.index(to)
    return None


def nearest(position: State) -> int | None:
    """Return the number, 0 to 3, of the pawn that the player to move loses by a third double in a row (A3-01).

    It is the pawn on the board that is nearest home. If all pawns are in the nest or home, return None.
    """
    away = [(board.distance(position.side, place), pawn) for pawn, place in enumerate(position.pawns[position.mover])]
    on_board = [entry for entry in away if position.pawns[position.mover][entry[1]] not in (NEST, HOME)]
    return min(on_board)[1] if on_board else None


def name(seat: Seat, pawn: int) -> str:
    """Return the name that events and drawings use for a pawn, such as `red 1`. `pawn` counts from 0."""
    return f"{COLOURS[seat]} {pawn + 1}"


def spot(position: State, place: Place) -> Spot:
    """Return the name of a place of the player to move, such as `row south 3`; see `board.spot`."""
    return board.spot(position.side, place)


def _codes(position: State) -> tuple[int, ...]:
    return tuple(map(code, position.pawns[position.mover], position.since))


def earnings(position: State, step: Step) -> Dice:
    """Return the bonus that a step earns: 20 for a capture, 10 for a pawn brought home (PR-29, PR-30).

    The tuple is empty if the step earns nothing.
    """
    if captured(position, step.to) and not position.earned:
        return (BONUS,)
    return (HOME_BONUS,) if step.to == HOME else ()
