"""The legal uses of a roll of Parcheesi: all sequences of its dice, and those that the duty to use dice allows.

These functions run more often than any other part of the rules, so pawns are plain integers here. Bits 0 to 6 of a
pawn's code are its place plus one. The higher bits are 0, or, if the pawn was in a blockade when the dice were rolled
(A3-26), the place of that blockade plus one. A player's pawns are their codes in rising order, so positions that differ
only by an exchange of pawns are the same here. The opponents are two masks: `ones` of their single pawns on the track,
`twos` of their blockades.

A survey examines all uses of the remaining dice. A roll that is played die by die needs the same survey many times, so
surveys are cached.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from chowk.games.parcheesi.rules.board import ENTRIES, HOME, ON_TRACK, ROW, SAFE, WAYS, Place, Side, bit
from chowk.games.parcheesi.rules.house import House

Law: TypeAlias = int
"""The side of the player who rolls and the house rules for the roll, packed as bits."""
Own: TypeAlias = tuple[int, ...]
"""The codes of a player's four pawns, in rising order.

A code holds the pawn's place, and the blockade to which the pawn belonged before the roll.
"""
Dice: TypeAlias = tuple[int, ...]
"""The faces of dice, or the steps of bonuses."""

_NO_LAPS, _NO_SUMS, _ENTER, _FREE_ROWS, _AT_END, AT_ONCE, _COMPULSORY, _SINGLE, _WHOLE, _LOWER, _PASSED = (
    1 << shift for shift in range(2, 13)
)
_SLOT: Final = 127
_HOME: Final = HOME + 1
_ALL_HOME: Final = (_HOME,) * 4
_BITS: Final = tuple(bit(place) for place in range(-1, HOME + 1))
_FIVES: Final = ((4, 1), (3, 2))
"""The pairs of unequal dice whose sum, a five, brings a pawn out of the nest."""
_LOW: Final = 3
"""In a double of 14 points, the faces up to this number are the lower faces."""
BONUS: Final = 20
"""The bonus for sending a pawn to its nest, in steps (PR-29)."""
SPENT: Final = -1
"""The value of `owed` if this roll can earn no more bonuses of 20 (A3-09).

Otherwise `owed` is the number of bonuses of 20 to be played before the remaining dice.
"""
_BARRED: Final = -1_000_000
# The worth of a sequence: 100 for each die used and 1 for each pip. If the lower faces of a double are given up first,
# a higher face adds 1,000. If fives must bring out pawns, a pawn brought out adds 10,000.
_DIE, _HIGH, _PAWN = 100, 1_000, 10_000


class Act(NamedTuple):
    """One move within a roll: a pawn's move by dice or by a bonus, and the state after it.

    `worth`: the worth of the best sequence of moves that begins with this act.
    `wins`: True if such a sequence brings the fourth pawn home.
    `code`, `end`: the code of the pawn that moves, and its new place.
    `spent`: the dice or the bonus used. If it is empty, no pawn moves, and the bonuses to be played lapse.
    `own`, `ones`: the codes of the player's pawns, and the mask of the opponents' single pawns, afterwards.
    `dice_left`, `owed`: the remaining dice, and the number of bonuses to be played before them, afterwards.
    """

    worth: int
    wins: bool
    code: int
    end: Place
    spent: Dice
    own: Own
    ones: int
    dice_left: Dice
    owed: int


class Duty(NamedTuple):
    """The result of examining all uses of a roll's remaining dice, by which the duty to use dice is applied.

    `worth` is the worth of the best sequence of moves. `wins` is True if a sequence brings the fourth pawn home. `acts`
    are all possible next moves.
    """

    worth: int
    wins: bool
    acts: tuple[Act, ...]


def pack_rules(side: Side, house: House, fourteen: bool) -> Law:
    """Return the side and the house rules for a roll, packed as bits.

    `fourteen` is True for a double with four moves.
    """
    return (
        side
        | _NO_LAPS * (not house.laps)
        | _NO_SUMS * (not house.sums)
        | _ENTER * house.enter
        | _FREE_ROWS * (not house.rows)
        | _AT_END * (house.together == "end")
        | AT_ONCE * (house.at_once and fourteen)
        | _COMPULSORY * house.compulsory
        | _SINGLE * house.single
        | _WHOLE * (house.whole and fourteen)
        | _LOWER * (house.lower and fourteen)
        | _PASSED * house.passed
    )


def code(place: Place, since: Place) -> int:
    """Return the code of a pawn on `place`. `since` is the place of its blockade when the dice were rolled, or -1."""
    return place + 1 if place == HOME else place + 1 | since + 1 << 7


def place(code: int) -> Place:
    """Return the place of a pawn, given its code, which holds the place and the former blockade."""
    return (code & _SLOT) - 1


class Worth(NamedTuple):
    """The parts of the worth of a sequence of moves, the most important first. Only the best sequences may be played.

    `pawns` and `high` count the pawns brought out and the higher faces used. They are 0 if no house rule counts them.
    `dice` and `pips` count the dice used and their pips.
    """

    pawns: int
    high: int
    dice: int
    pips: int


def split_worth(worth: int) -> Worth:
    """Split the worth of a sequence of moves into its parts."""
    return Worth(worth // _PAWN, worth % _PAWN // _HIGH, worth % _HIGH // _DIE, worth % _DIE)


@lru_cache(maxsize=1 << 13)
def survey(law: Law, own: Own, parts: Dice, ones: int, twos: int, owed: int) -> Duty:
    """Examine all uses of `parts`, the remaining dice in falling order. Return what they can achieve.

    `own` are the codes of the player's pawns. `ones` and `twos` are the masks of the opponents' single pawns and
    blockades. If the house rules in `law` say that a capture's bonus is played at once, `owed` bonuses of 20 come
    before the dice.
    """
    if own == _ALL_HOME:
        return Duty(0, True, ())
    if not parts:
        return Duty(_BARRED if law & _AT_END and _reunited(law, own) else 0, False, ())
    acts = _owed_acts(law, own, parts, ones, twos, owed) if owed > 0 else _dice_acts(law, own, parts, ones, twos, owed)
    worth = max((act.worth for act in acts), default=_BARRED)
    if owed <= 0:
        worth = max(worth, _BARRED if law & _AT_END and _reunited(law, own) else 0)
    return Duty(worth, any(act.wins for act in acts), tuple(act for act in acts if act.worth >= 0 or act.wins))


def offered(law: Law, duty: Duty, bound: bool, fresh: bool, overdue: Sequence[Place] = ()) -> list[tuple[Act, bool]]:
    """Return the next moves (acts) that the duty to use dice allows (PR-10, PR-11, A3-16), each with a flag.

    The flag is True if the act is allowed only because it can lead to a win. The rest of the roll must then win.
    `bound` means that an earlier act of the roll had this flag, so that only acts that can lead to the win remain.
    `fresh` means that no die of the roll has been used. House rules may then ask that a blockade at an `overdue` place
    is broken first, if possible (A3-02), or that a double of 14 points is played in full or not at all (A3-14).
    """
    acts: Sequence[Act] = duty.acts
    worth = duty.worth
    if fresh and overdue:
        breaking = [act for act in acts if place(act.code) in overdue]
        acts = breaking or acts
        worth = max((act.worth for act in acts), default=0)
    if bound or (fresh and law & _WHOLE and split_worth(worth).dice < 4):
        return [(act, True) for act in acts if act.wins]
    return [(act, act.worth < worth) for act in acts if act.worth == worth or act.wins]


class Stand(NamedTuple):
    """The state in the middle of a roll: the arguments of the functions `survey` and `offered`."""

    law: Law
    own: Own
    parts: Dice
    ones: int
    twos: int
    owed: int = 0
    bound: bool = False
    fresh: bool = False
    overdue: tuple[Place, ...] = ()

    def survey(self) -> Duty:
        """Return all uses of the remaining dice, with their worth."""
        return survey(self.law, self.own, self.parts, self.ones, self.twos, self.owed)

    def offered(self) -> list[tuple[Act, bool]]:
        """Return the moves (acts) allowed now, each with a flag: True if the rest of the roll after it must win."""
        return offered(self.law, self.survey(), self.bound, self.fresh, self.overdue)


def paths(stand: Stand) -> Iterator[tuple[Act, ...]]:
    """Yield one sequence of moves (acts) for each different result of the remaining dice.

    A result is the places of the pawns, the captures and the bonuses to be played. The empty sequence means that no die
    can be used.
    """
    law, own, parts, ones, twos, owed, bound, fresh, overdue = stand
    visited: set[tuple[Own, Dice, int, int, bool]] = set()
    ends: set[tuple[Own, int, int]] = set()
    stack: list[tuple[tuple[Act, ...], Own, Dice, int, int, bool]] = [((), own, parts, ones, owed, bound)]
    while stack:
        path, own_then, dice_left, foes, owed, bound = stack.pop()
        acts = offered(law, survey(law, own_then, dice_left, foes, twos, owed), bound, fresh and not path, overdue)
        if not acts:
            result = tuple(sorted(code & _SLOT for code in own_then)), foes, owed
            if result not in ends:
                ends.add(result)
                yield path
        for act, only in reversed(acts):
            state = act.own, act.dice_left, act.ones, act.owed, only
            if state not in visited:
                visited.add(state)
                stack.append(((*path, act), *state))


def bonus_acts(law: Law, own: Own, number: int, ones: int, twos: int) -> list[Act]:
    """Return the moves that use a bonus of `number` steps after all dice are used (PR-12, A3-05, A3-08, A3-10).

    The other arguments are as for `survey`.
    """
    wall = _wall(law, own, twos)
    return [
        Act(0, after == _ALL_HOME, pawn, target, (number,), after, foes, (), 0)
        for pawn, target, after, foes in _steps(law & ~_AT_END, own, number, ones, *wall)
    ]


def _dice_acts(law: Law, own: Own, parts: Dice, ones: int, twos: int, owed: int) -> list[Act]:
    acts = []
    wall = _wall(law, own, twos)
    for index, number in enumerate(parts):
        if index and parts[index - 1] == number:
            continue
        rest = parts[:index] + parts[index + 1 :]
        gain = _DIE + number + (_HIGH if law & _LOWER and number > _LOW else 0)
        for pawn, target, after, foes in _steps(law, own, number, ones, *wall):
            acts.append(_act(law, gain, pawn, target, (number,), after, foes, rest, twos, _earned(owed, foes != ones)))
        if number == 5:
            acts += _entering(law, own, (5,), rest, ones, twos, wall, owed)
    if parts in _FIVES and not law & _NO_SUMS:
        acts += _entering(law, own, parts, (), ones, twos, wall, owed)
    return acts


def _owed_acts(law: Law, own: Own, parts: Dice, ones: int, twos: int, owed: int) -> list[Act]:
    owed_left = SPENT if law & _SINGLE else owed - 1
    acts = [
        _act(law, 0, pawn, target, (BONUS,), after, foes, parts, twos, _earned(owed_left, foes != ones))
        for pawn, target, after, foes in _steps(law, own, BONUS, ones, *_wall(law, own, twos))
    ]
    if acts and law & _COMPULSORY:
        return acts
    return [*acts, _act(law, 0, 0, -1, (), own, ones, parts, twos, SPENT if law & _SINGLE else 0)]


def _entering(
    law: Law, own: Own, spent: Dice, dice_left: Dice, ones: int, twos: int, wall: tuple[int, int, int], owed: int
) -> list[Act]:
    # A pawn leaves the nest (PR-04). A single enemy on the entry does not block it and is sent to its nest (PR-20).
    entry = ENTRIES[law & 3]
    entry_bit = 1 << entry
    if own[0] or (wall[0] | wall[2]) & entry_bit:
        return []
    after = tuple(sorted((*own[1:], entry + 1)))
    gain = _DIE * len(spent) + 5 + (_PAWN if law & _ENTER else 0)
    return [
        _act(
            law, gain, 0, entry, spent, after, ones & ~entry_bit, dice_left, twos, _earned(owed, bool(ones & entry_bit))
        )
    ]


def _act(
    law: Law,
    gain: int,
    pawn: int,
    end: Place,
    spent: Dice,
    own: Own,
    ones: int,
    dice_left: Dice,
    twos: int,
    owed: int,
) -> Act:
    # The bonuses owed matter only if they are played before the remaining dice.
    if not law & AT_ONCE:
        owed = 0
    if dice_left and own != _ALL_HOME:
        worth, wins, _ = survey(law, own, dice_left, ones, twos, owed)
    else:
        worth = _BARRED if law & _AT_END and _reunited(law, own) else 0
        wins = own == _ALL_HOME
    return Act(worth + gain, wins, pawn, end, spent, own, ones, dice_left, owed)


def _earned(owed: int, captured: bool) -> int:
    return owed if owed == SPENT else owed + captured


def _wall(law: Law, own: Own, twos: int) -> tuple[int, int, int]:
    # Return the places that nobody may pass, the places with a pawn of this player, and the places with two.
    once = both = 0
    for pawn in own:
        place_bit = _BITS[pawn & _SLOT]
        both |= once & place_bit
        once |= place_bit
    return twos | (both & ON_TRACK if law & _FREE_ROWS else both), once, both


def _steps(
    law: Law, own: Own, number: int, ones: int, wall: int, once: int, both: int
) -> Iterator[tuple[int, Place, Own, int]]:
    # Yield every move of a pawn by `number` that is legal by itself: the pawn, its end, the pawns, the enemies.
    ways, passed = WAYS[law & 7][number], law & _PASSED
    for index, pawn in enumerate(own):
        if index and own[index - 1] == pawn:
            continue
        for mask, end_bit, target in ways[pawn & _SLOT]:
            if (end_bit if passed else mask) & wall or end_bit & both or end_bit & ones & SAFE:
                continue
            since = pawn & ~_SLOT
            if since and end_bit & once and not law & _AT_END and since | target + 1 in own and _counts(law, target):
                continue
            moved = target + 1 if target == HOME else since | target + 1
            yield pawn, target, tuple(sorted((*own[:index], *own[index + 1 :], moved))), ones & ~end_bit


def _counts(law: Law, place: Place) -> bool:
    return place < ROW or not law & _FREE_ROWS


def _reunited(law: Law, own: Own) -> bool:
    # True if two pawns that were a blockade before the roll are together again on another space (A3-26).
    return any(
        pawn == own[index - 1] and pawn >> 7 and pawn >> 7 != pawn & _SLOT and _counts(law, place(pawn))
        for index, pawn in enumerate(own)
        if index
    )
