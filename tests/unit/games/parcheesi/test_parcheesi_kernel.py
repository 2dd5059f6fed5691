"""Parcheesi's kernel: its moves, what they make of positions and all results of a roll, against the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import pytest

from chowk.core.kernel import Kernel
from chowk.core.position import CHANCE
from chowk.games.parcheesi import notation
from chowk.games.parcheesi.engine import reader
from chowk.games.parcheesi.rules import END, LOSE, OPTIONS, Move, Position, Roll, Step
from chowk.games.parcheesi.rules.board import HOME
from chowk.games.parcheesi.rules.house import house
from chowk.games.parcheesi.rules.position import blockades
from tests.unit.games.parcheesi.test_parcheesi_bots import all_ends
from tests.unit.games.parcheesi.test_parcheesi_naive import random_position
from tools.kernels.compiling import compiled
from tools.kernels.hosts import Checked, Native, Plain

NAME = "chowk.games.parcheesi.engine.kernel"
FAVOURED = ((4, 1), (3, 2), (5, 5), (1, 1), (6, 6), (3, 3), (6, 5))
DEEP, BATCHES = 100_000, 20


@cache
def native() -> Kernel:
    return Native(compiled(NAME))


@cache
def plain() -> Kernel:
    return Plain(NAME)


@cache
def checked() -> Kernel:
    return Checked(NAME)


def any_house(lot: Random) -> dict[str, str]:
    if lot.random() < 0.3:
        return {}
    return {option.name: lot.choice(option.choices).value for option in OPTIONS if lot.random() < 0.4}


def any_position(lot: Random) -> Position:
    """Somebody about to roll, under any house rules, with blockades of any age."""
    position = random_position(lot)
    if lot.random() < 0.15:  # almost home, where a roll may be bound to a win
        row = [lot.choice((HOME, HOME - lot.randint(1, 7))) for _ in range(2)] + [HOME - lot.randint(1, 7)]
        own = (HOME, row[0], row[1] if row[1] != row[0] else HOME, row[2] if row[2] not in row[:2] else HOME - 7)
        position = position._replace(
            pawns=tuple(own if seat == position.mover else one for seat, one in enumerate(position.pawns))
        )
    chosen = house(any_house(lot))
    stood = tuple(
        tuple((place, lot.randrange(5)) for place in blockades(own, chosen) if lot.random() < 0.8)
        for own in position.pawns
    )
    if chosen.places and position.seats > 2 and lot.random() < 0.3:
        first = (position.mover + 1) % position.seats
        pawns = tuple((HOME,) * 4 if seat == first else own for seat, own in enumerate(position.pawns))
        position = position._replace(placed=(first,), pawns=pawns)
    return position._replace(
        house=chosen,
        stood=stood if chosen.stand else ((),) * position.seats,
        doubles=lot.randrange(3) if chosen.thirds else 0,
    )


def met(count: int, seed: int) -> Iterator[Position]:
    """So many positions within a roll and before one, each roll played on by lot to its end."""
    lot = Random(seed)
    while True:
        position = any_position(lot)
        roll = Roll(*lot.choice(FAVOURED)) if lot.random() < 0.5 else lot.choice(position.moves())
        steps: list[Move] = [roll]
        while True:
            yield position
            count -= 1
            if count == 0:
                return
            if not steps:
                break
            position = position.play(steps.pop())
            if position.turn != CHANCE and not position.over:
                steps.append(lot.choice(position.moves()))


def agree(kernel: Kernel, position: Position, ends: bool) -> None:
    """Fails unless the kernel has the moves of the rules, and makes of each what they make of it."""
    line = notation.write_position(position)
    if position.over:
        return
    if position.turn == CHANCE:
        for move in position.moves():
            assert reader.play(kernel, position, move) == position.play(move), (line, move)
        return
    found = reader.moves(kernel, position)
    assert set(found) == set(position.moves()), line
    assert len(found) == len(position.moves()), line
    for move in position.moves():
        after = reader.play(kernel, position, move, found[move])
        assert after == position.play(move), (line, move)
    if ends and not position.penalty:
        results = reader.results(kernel, position)
        assert set(results) == all_ends(position), line
        assert not kernel.read("USED")[2], "there was room"
        for move in results.values():
            assert move in position.moves() or (move == END and position.moves() == (LOSE,)), (line, move)


@pytest.mark.parametrize(
    "line",
    [
        "S:40,26,42,H N:36,39,35,H N [5,4] house=passed:on,sums:off",  # who was captured is not captured again
        "S:5,23,n,43 W:H,H,H,h7 N:H,49,40,53 W [1,1,6,6] left=1,6 +10 house=compulsory:on,places:on",
        "S:60,60,n,5 N:35,1,65,2 S [3,2] stood=60:0/- house=stand:3,rows:off,laps:off,places:on",
    ],
)
def test_what_went_wrong_once(line: str) -> None:
    agree(native(), notation.read_position(line), ends=True)


def test_positions_are_what_play_can_meet() -> None:
    found = list(met(2_000, 1))
    within = [one for one in found if one.turn != CHANCE and not one.over]
    assert len(within) > 800
    assert sum(len(one.moves()) > 3 for one in within) > 200
    assert sum(one.moves() == (LOSE,) for one in within) > 50
    for told in ("bound", "bonuses", "earned", "penalty", "placed"):
        assert sum(bool(getattr(one, told)) for one in within) > (0 if told == "bound" else 5), told
    assert sum(any(move == END for move in one.moves()) for one in within) > 20
    assert any(isinstance(move, Step) and len(move.spent) == 2 for one in within for move in one.moves())


@pytest.mark.parametrize(("host", "count"), [(plain, DEEP // 1_000), (checked, DEEP // 1_000), (native, DEEP // 250)])
def test_the_kernel_plays_as_the_rules_do(host: Callable[[], Kernel], count: int) -> None:
    for at, position in enumerate(met(count, 2026)):
        agree(host(), position, ends=at % 8 == 0)


@pytest.mark.deep
@pytest.mark.parametrize("batch", range(BATCHES))
def test_it_does_so_in_many_more(batch: int) -> None:
    for at, position in enumerate(met(DEEP // BATCHES, 3_000 + batch)):
        agree(plain() if at % 10 == 0 else native(), position, ends=at % 4 == 0)
