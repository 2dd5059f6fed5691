"""Test the results of a roll against a simple second implementation, on random positions, rolls and house rules."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from chowk.core.position import CHANCE
from chowk.games.parcheesi import rules
from chowk.games.parcheesi.rules import OPTIONS, Position, Roll, Step
from chowk.games.parcheesi.rules.board import GATES, HOME, NEST
from chowk.games.parcheesi.rules.house import House, house
from chowk.games.parcheesi.rules.roll import paths, place
from chowk.games.parcheesi.rules.state import stand
from tests.unit.games.parcheesi import naive
from tests.unit.games.parcheesi.helpers import sequences

QUICK, DEEP, BATCHES = 700, 20_000, 10


def random_house(random: Random) -> House:
    if random.random() < 0.4:
        return House()
    return house({option.name: random.choice(option.choices).value for option in OPTIONS if random.random() < 0.4})


def random_position(random: Random) -> Position:
    """Return a random position, often with pawns side by side and near the gate to the mover's home row."""
    seats = random.choice((2, 3, 4, 4))
    position = rules.start(seats, {"first": "seat"}, random.randrange(1 << 30))
    mover = random.randrange(seats)
    gate = GATES[position.sides[mover]]
    owners: dict[int, int] = {}
    pawns = []
    for seat in range(seats):
        own: list[int] = []
        while len(own) < 4:
            place = random_place(random, gate, own if seat == mover else [])
            if (0 <= place < HOME and own.count(place) == 2) or owners.get(place, seat) != seat:
                continue
            if place < 68 and place != NEST:
                owners[place] = seat
            own.append(place)
        if own == [HOME] * 4:
            own[0] = NEST
        pawns.append((own[0], own[1], own[2], own[3]))
    return position._replace(mover=mover, pawns=tuple(pawns), house=random_house(random), stood=())


def random_place(random: Random, gate: int, own: list[int]) -> int:
    near = (gate + random.randrange(-12, 9)) % 68
    anywhere, row = random.randrange(68), 68 + random.randrange(7)
    beside = [own_place for own_place in own if own_place >= 0]
    return random.choice((NEST, HOME, near, near, anywhere, row, random.choice(beside) if beside else near))


def samples(count: int, seed: int) -> Iterator[tuple[Position, Roll]]:
    random = Random(seed)
    for _ in range(count):
        position = random_position(random)
        first, second = random.randint(1, 6), random.randint(1, 6)
        position = position._replace(house=position.house._replace(stand=0, thirds=False))
        yield position, Roll(max(first, second), min(first, second))


def agree(position: Position, roll: Roll, deep: bool = False) -> None:
    """Check that both implementations have the same results of a roll and the same sequences of moves.

    After a roll of doubles that gives 14 points, there are thousands of sequences. Only the deep run compares them all;
    other runs compare the first moves.
    """
    rolled = position.play(roll)
    side, own = position.side, position.pawns[position.mover]
    foes = tuple(p for seat, pawns in enumerate(position.pawns) if seat != position.mover for p in pawns if 0 <= p < 68)
    naive_lines = naive.roll(side, position.house, own, foes, *roll)
    expected = {tuple((hop.start, hop.end, tuple(sorted(hop.spent))) for hop in line.hops) for line in naive_lines}
    if deep or len(rolled.dice) == 2:
        lines = {tuple((start, end, tuple(sorted(spent))) for start, end, spent in line) for line in sequences(rolled)}
        assert lines == expected, (position, roll)
    first = {(own[move.pawn], move.to, tuple(sorted(move.spent))) for move in rolled.moves() if isinstance(move, Step)}
    assert first == {line[0] for line in expected if line}, (position, roll)
    results = {(tuple(sorted(line.end.own)), frozenset(foes) - frozenset(line.end.enemies)) for line in naive_lines}
    assert {fast(rolled, path) for path in paths(stand(rolled))} == results, (position, roll)


def fast(rolled: Position, path: tuple[object, ...]) -> tuple[tuple[int, ...], frozenset[int]]:
    first = stand(rolled)
    own, ones = first.own, first.ones
    for act in path:
        own, ones = act.own, act.ones  # type: ignore[attr-defined]
    gone = first.ones & ~ones
    return tuple(sorted(map(place, own))), frozenset(space for space in range(68) if gone >> space & 1)


def test_random_positions_are_what_the_rules_can_meet() -> None:
    doubles = [position for position, roll in samples(500, 1) if roll.high == roll.low]
    assert len(doubles) > 50
    assert sum(NEST not in position.pawns[position.mover] for position in doubles) > 20
    assert all(position.turn == CHANCE for position in doubles)


def test_the_fast_reading_agrees_with_the_naive_one() -> None:
    for position, roll in samples(QUICK, 2026):
        agree(position, roll)


@pytest.mark.deep
@pytest.mark.parametrize("batch", range(BATCHES))
def test_it_agrees_on_many_more(batch: int) -> None:
    for position, roll in samples(DEEP // BATCHES, 3000 + batch):
        agree(position, roll, deep=True)
