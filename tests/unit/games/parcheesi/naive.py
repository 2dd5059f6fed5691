"""A second, simple implementation of the rules for a roll in Parcheesi. The tests compare the fast one with it.

It moves pawns space by space and lists every sequence of moves to its end. Only then does it select the sequences that
the duty to use dice allows. It shares only the names of the house rules with the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from chowk.games.parcheesi.rules.house import House

NEST, HOME = -1, 75
GATE = {0: 0, 1: 51, 2: 34, 3: 17}
ENTRY = {0: 5, 1: 56, 2: 39, 3: 22}
SAFE = {0, 5, 12, 17, 22, 29, 34, 39, 46, 51, 56, 63}


class Hop(NamedTuple):
    """A move of one pawn: the pawn, its old and new places, the dice or the bonus used, and whether it captured."""

    pawn: int
    start: int
    end: int
    spent: tuple[int, ...]
    caught: bool


class Table(NamedTuple):
    """The state within a roll: the player's pawns, all enemy pawns on the track, and the player's own blockades.

    The blockades are those before the roll.
    """

    side: int
    house: House
    own: tuple[int, ...]
    enemies: tuple[int, ...]
    pairs: tuple[tuple[int, int, int], ...]
    fourteen: bool


class Line(NamedTuple):
    """A sequence of moves within a roll, and the table after it."""

    hops: tuple[Hop, ...]
    end: Table


def roll(
    side: int, house: House, own: tuple[int, ...], enemies: tuple[int, ...], first: int, second: int
) -> list[Line]:
    """Return every sequence of moves by which a roll may be played. `first` and `second` are the dice.

    `side` is the player's side of the board. `own` has the places of the player's pawns, and `enemies` those of the
    other pawns on the track.
    """
    fourteen = first == second and NEST not in own
    dice = [first, first, 7 - first, 7 - first] if fourteen else [first, second]
    pairs = [
        (first, second, own[first])
        for first in range(4)
        for second in range(first + 1, 4)
        if own[first] == own[second] and blocks(house, own[first])
    ]
    if house.together == "doubles" and first != second:
        pairs = []
    table = Table(side, house, own, enemies, tuple(pairs), fourteen)
    complete = [line for line in lines(table, dice, 0, False) if lawful(line.end)]
    return chosen(table, complete)


def chosen(table: Table, complete: list[Line]) -> list[Line]:
    """Return the sequences that the duty to use dice allows: those with the greatest `weight`, and those that win.

    With the house rule `whole`, a double that gives 14 points is lost if no sequence uses all its four dice or wins.
    """
    weights = [weight(table, line.hops) for line in complete]
    if table.house.whole and table.fourteen and all(dice < 4 for _, _, dice, _ in weights):
        return [line for line in complete if won(line)] or [Line((), table)]
    most = max(weights)
    return [line for line, used in zip(complete, weights, strict=True) if used == most or won(line)]


def won(line: Line) -> bool:
    return line.end.own == (HOME,) * 4


def weight(table: Table, line: tuple[Hop, ...]) -> tuple[int, int, int, int]:
    """Return the weight of a sequence under the duty to use dice.

    Its four numbers are compared in this order: the pawns entered, the dice of 4 to 6 used after a double that gives
    14 points, the dice used, and the pips used. The first two are 0 unless a house rule makes them count.
    """
    entered = sum(hop.start == NEST for hop in line) if table.house.enter else 0
    used = [number for hop in line for number in hop.spent if number < 10]
    upper = sum(number in (4, 5, 6) for number in used) if table.house.lower and table.fourteen else 0
    return entered, upper, len(used), sum(used)


def lawful(end: Table) -> bool:
    """Return True if the state at the end of a roll is allowed by the house rule `together`.

    If the value of this rule is `end`, two pawns that formed a blockade before the roll must not form a blockade
    elsewhere after it. With other values, every state is allowed.
    """
    if end.house.together != "end":
        return True
    return not any(end.own[a] == end.own[b] != start and blocks(end.house, end.own[a]) for a, b, start in end.pairs)


def moved(table: Table, hop: Hop) -> Table:
    own = (*table.own[: hop.pawn], hop.end, *table.own[hop.pawn + 1 :])
    enemies = tuple(place for place in table.enemies if place != hop.end) if hop.caught else table.enemies
    return Table(table.side, table.house, own, enemies, table.pairs, table.fourteen)


def lines(table: Table, parts: list[int], owed: int, earned: bool, done: tuple[Hop, ...] = ()) -> Iterator[Line]:
    """Yield every sequence of moves that continues `done`, complete or stopped early, in any order of the dice.

    `parts` are the dice left to use. `owed` is the number of bonuses to use first. `earned` is True if a capture in
    this roll has earned a bonus already.
    """
    if table.own == (HOME,) * 4 or not parts:
        yield Line(done, table)
        return
    if owed:
        yield from owed_first(table, parts, owed, earned, done)
        return
    yield Line(done, table)
    for hop in hops(table, parts):
        remaining = list(parts)
        for number in hop.spent:
            remaining.remove(number)
        yield from onward(table, hop, remaining, 0, earned, done)


def owed_first(table: Table, parts: list[int], owed: int, earned: bool, done: tuple[Hop, ...]) -> Iterator[Line]:
    bonus_hops = [hop for pawn in range(4) for hop in by_number(table, pawn, 20)]
    for hop in bonus_hops:
        yield from onward(table, hop, parts, owed - 1, earned, done)
    if not bonus_hops or not table.house.compulsory:
        yield from lines(table, parts, 0, earned, done)


def onward(table: Table, hop: Hop, parts: list[int], owed: int, earned: bool, done: tuple[Hop, ...]) -> Iterator[Line]:
    earns = hop.caught and not (table.house.single and earned)
    if table.house.at_once and table.fourteen and earns:
        owed += 1
    yield from lines(moved(table, hop), parts, owed, earned or earns, (*done, hop))


def hops(table: Table, parts: list[int]) -> Iterator[Hop]:
    for pawn, place in enumerate(table.own):
        if place == NEST:
            if 5 in parts:
                yield from entering(table, pawn, (5,))
            if sorted(parts) in ([1, 4], [2, 3]) and table.house.sums:
                yield from entering(table, pawn, tuple(parts))
        else:
            for number in sorted(set(parts)):
                yield from by_number(table, pawn, number)


def entering(table: Table, pawn: int, spent: tuple[int, ...]) -> Iterator[Hop]:
    entry = ENTRY[table.side]
    if table.own.count(entry) < 2 and table.enemies.count(entry) < 2:
        yield Hop(pawn, NEST, entry, spent, entry in table.enemies)


def by_number(table: Table, pawn: int, number: int) -> Iterator[Hop]:
    start = table.own[pawn]
    for route in walks(table.side, start, number):
        end = route[-1]
        laps = all(not leaves(table.side, place, following) for place, following in pairwise((start, *route)))
        if (table.house.laps or laps) and free(table, pawn, route):
            yield Hop(pawn, start, end, (number,), end < 68 and end in table.enemies)


def leaves(side: int, place: int, following: int) -> bool:
    return place == GATE[side] and following < 68


def free(table: Table, pawn: int, route: tuple[int, ...]) -> bool:
    end = route[-1]
    for place in route[-1:] if table.house.passed else route:
        if table.own.count(place) == 2 and blocks(table.house, place):
            return False
        if place < 68 and table.enemies.count(place) == 2:
            return False
    if end != HOME and table.own.count(end) == 2:
        return False
    if end < 68 and end in table.enemies and end in SAFE:
        return False
    return table.house.together == "end" or not remade(table, pawn, end)


def remade(table: Table, pawn: int, end: int) -> bool:
    for first, second, _ in table.pairs:
        other = second if pawn == first else first if pawn == second else None
        if other is not None and table.own[other] == end and blocks(table.house, end):
            return True
    return False


def blocks(house: House, place: int) -> bool:
    return 0 <= place < 68 or (68 <= place < 75 and house.rows)


@cache
def walks(side: int, place: int, steps: int) -> tuple[tuple[int, ...], ...]:
    """Return every route of `steps` spaces for a pawn, as the spaces after its start."""
    if steps == 0:
        return ((),)
    if place in (NEST, HOME):
        return ()
    nexts = [place + 1] if place >= 68 else [(place + 1) % 68]
    if place == GATE[side]:
        nexts = [68, *nexts]
    return tuple((place, *others) for place in nexts for others in walks(side, place, steps - 1))
