"""Every different result of a roll with its bonuses, as plain tuples.

A result is a table: the places of each seat's pawns in rising order. Between rolls the search leaves out details that
matter little: the ages of blockades and the doubles in a row. The moves of the current roll come from the position's
own list.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from chowk.core.position import Seat
from chowk.games.parcheesi.rules import Position
from chowk.games.parcheesi.rules.board import HOME, NEST, TRACK, Place, Side
from chowk.games.parcheesi.rules.house import House
from chowk.games.parcheesi.rules.roll import AT_ONCE, BONUS, Act, Dice, Own, Stand, bonus_acts, code, pack_rules, paths
from chowk.games.parcheesi.rules.state import HOME_BONUS, paired_since, stand

AllPawns: TypeAlias = tuple[tuple[Place, ...], ...]


class Fixed(NamedTuple):
    """The facts of a game that do not change during a search: the sides of the seats, and the house rules."""

    sides: tuple[Side, ...]
    house: House


class Sequel(NamedTuple):
    """A result of a roll: the first move towards it, and the places of all pawns after the roll.

    `first` is None if no die or bonus is used. `table` holds the places of each seat's pawns, in rising order.
    """

    first: Act | None
    table: AllPawns


def now(position: Position) -> list[Sequel]:
    """Return every result that the rest of the current roll can have."""
    standing = stand(position)
    home = position.pawns[position.mover].count(HOME)
    ends = _with_bonuses(standing, home, position.bonuses, position.house, position.earned)
    table = tuple(tuple(sorted(own)) for own in position.pawns)
    return list(_tables(table, position.mover, standing.ones, ends))


def rolled(game: Fixed, table: AllPawns, mover: Seat, high: int, low: int) -> list[Sequel]:
    """Return every result of the roll `high` and `low` of the seat `mover`, when all pawns are placed as in `table`."""
    own = table[mover]
    ones, twos = _enemies(table, mover)
    fourteen = high == low and own[0] != NEST
    dice = (high, low) if not fourteen else (max(high, 7 - high),) * 2 + (min(high, 7 - high),) * 2
    codes = tuple(sorted(map(code, own, paired_since(own, game.house, (high, low)))))
    standing = Stand(pack_rules(game.sides[mover], game.house, fourteen), codes, dice, ones, twos, fresh=True)
    # The search uses a bonus whenever possible. Declining a bonus is rarely better and would double the results.
    ends = _with_bonuses(standing, own.count(HOME), (), game.house._replace(compulsory=True), False)
    return list(_tables(table, mover, ones, ends))


def _with_bonuses(
    standing: Stand, home: int, bonuses: Dice, house: House, earned: bool
) -> Iterator[tuple[Act | None, Own, int]]:
    # Yield the ends of the dice, then the ends after every use of the bonuses: first act, pawns, enemies left.
    seen: set[tuple[Own, int, Dice]] = set()
    stack: list[tuple[Act | None, Own, int, Dice, bool]] = []
    for path in paths(standing) if standing.parts else ((),):
        own, ones = (path[-1].own, path[-1].ones) if path else (standing.own, standing.ones)
        due, had = _earned(standing, path, home, bonuses, house, earned)
        stack.append((path[0] if path else None, own, ones, due, had))
    while stack:
        first, own, ones, due, had = stack.pop()
        if (own, ones, due) in seen:
            continue
        seen.add((own, ones, due))
        acts = [
            (number, act)
            for number in dict.fromkeys(due)
            for act in bonus_acts(standing.law, own, number, ones, standing.twos)
        ]
        if not acts or not house.compulsory:
            yield first, own, ones
        for number, act in acts:
            rest = list(due)
            rest.remove(number)
            if act.ones != ones and not had:
                rest.append(BONUS)
            if act.end == HOME:
                rest.append(HOME_BONUS)
            caught = had or (house.single and act.ones != ones)
            stack.append((first or act, act.own, act.ones, tuple(sorted(rest)), caught))


def _earned(
    standing: Stand, path: tuple[Act, ...], home: int, bonuses: Dice, house: House, earned: bool
) -> tuple[Dice, bool]:
    # Return the bonuses due after the dice, and whether the only bonus of 20 has been earned.
    if not path:
        return bonuses, earned
    last = path[-1]
    tens = (HOME_BONUS,) * (sum(slot == HOME + 1 for slot in last.own) - home)
    if standing.law & AT_ONCE:
        waiting = tuple(bonus for bonus in bonuses if bonus != BONUS)
        return tuple(sorted((*waiting, *(BONUS,) * last.owed, *tens))), earned
    caught = (standing.ones & ~last.ones).bit_count()
    if house.single:
        caught = min(caught, 0 if earned else 1)
    return tuple(sorted((*bonuses, *(BONUS,) * caught, *tens))), earned or (house.single and caught > 0)


def _tables(table: AllPawns, mover: Seat, ones: int, ends: Iterator[tuple[Act | None, Own, int]]) -> Iterator[Sequel]:
    seen: set[AllPawns] = set()
    for first, own, left in ends:
        captured = ones & ~left
        places = tuple(sorted((pawn & 127) - 1 for pawn in own))
        after = tuple(places if seat == mover else _without(pawns, captured) for seat, pawns in enumerate(table))
        if after not in seen:
            seen.add(after)
            yield Sequel(first, after)


def _without(pawns: tuple[Place, ...], captured: int) -> tuple[Place, ...]:
    if not captured or not any(0 <= place < TRACK and captured >> place & 1 for place in pawns):
        return pawns
    return tuple(sorted(NEST if 0 <= place < TRACK and captured >> place & 1 else place for place in pawns))


def _enemies(table: AllPawns, mover: Seat) -> tuple[int, int]:
    ones = twos = 0
    for seat, pawns in enumerate(table):
        if seat != mover:
            for place in pawns:
                if 0 <= place < TRACK:
                    twos |= ones & 1 << place
                    ones |= 1 << place
    return ones & ~twos, twos
