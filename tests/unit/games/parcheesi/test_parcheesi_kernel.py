"""Test Parcheesi's kernel against the rules: its moves, their effects, and all results of a roll."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import pytest

from chowk.core.position import CHANCE
from chowk.engine import network_weights as weights
from chowk.engine.kernel.runtime import Kernel
from chowk.engine.search_budget import Clock
from chowk.games.parcheesi import notation
from chowk.games.parcheesi.engine import look, reader, results, worth
from chowk.games.parcheesi.engine.results import AllPawns
from chowk.games.parcheesi.rules import END, LOSE, OPTIONS, ROLLS, House, Move, Position, Roll, Step
from chowk.games.parcheesi.rules.board import HOME
from chowk.games.parcheesi.rules.house import house
from chowk.games.parcheesi.rules.state import ODDS, blockades
from tests.unit.games.parcheesi import asking
from tests.unit.games.parcheesi.helpers import due
from tests.unit.games.parcheesi.test_parcheesi_bots import all_ends
from tests.unit.games.parcheesi.test_parcheesi_naive import random_position
from tools.build.kernel_hosts import Checked, Native, Plain
from tools.kernels.compiler import compile_kernel
from training.parcheesi.learn_parcheesi import GAME
from training.shared import self_play

NAME = "chowk.games.parcheesi.engine.kernel"
FAVOURED = ((4, 1), (3, 2), (5, 5), (1, 1), (6, 6), (3, 3), (6, 5))
DEEP, BATCHES = 100_000, 20


@cache
def native() -> Kernel:
    return Native(compile_kernel(NAME))


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
    """Return a random position before a roll, under random house rules. Its blockades have stood for 0 to 4 turns."""
    position = random_position(lot)
    if lot.random() < 0.15:  # almost home: the rest of a roll may be obliged to win
        row = [lot.choice((HOME, HOME - lot.randint(1, 7))) for _ in range(2)] + [HOME - lot.randint(1, 7)]
        own = (HOME, row[0], row[1] if row[1] != row[0] else HOME, row[2] if row[2] not in row[:2] else HOME - 7)
        position = position._replace(
            pawns=tuple(own if seat == position.mover else pawns for seat, pawns in enumerate(position.pawns))
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
    """Yield `count` positions before and within rolls. Each roll is played at random to its end."""
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
    """Check that the kernel and the rules have the same moves, and the same result of each move.

    If `ends`, also compare all results of the roll.
    """
    line = notation.write_position(position)
    if position.over:
        return
    if position.turn == CHANCE:
        for move in position.moves():
            assert asking.play(kernel, position, move) == position.play(move), (line, move)
        return
    kernel_moves = asking.moves(kernel, position)
    assert set(kernel_moves) == set(position.moves()), line
    assert len(kernel_moves) == len(position.moves()), line
    for move in position.moves():
        after = asking.play(kernel, position, move, kernel_moves[move])
        assert after == position.play(move), (line, move)
    if ends and not position.penalty:
        found_ends = reader.results(kernel, position)
        assert set(found_ends) == all_ends(position), line
        assert not kernel.read("USED")[2], "there was room"
        for move in found_ends.values():
            assert move in position.moves() or (move == END and position.moves() == (LOSE,)), (line, move)


@pytest.mark.parametrize(
    "line",
    [
        "S:40,26,42,H N:36,39,35,H N [5,4] house=passed:on,sums:off",  # a captured pawn is not captured again
        "S:5,23,n,43 W:H,H,H,h7 N:H,49,40,53 W [1,1,6,6] left=1,6 +10 house=compulsory:on,places:on",
        "S:60,60,n,5 N:35,1,65,2 S [3,2] stood=60:0/- house=stand:3,rows:off,laps:off,places:on",
    ],
)
def test_what_went_wrong_once(line: str) -> None:
    agree(native(), notation.read_position(line), ends=True)


def test_positions_are_what_play_can_meet() -> None:
    positions = list(met(2_000, 1))
    within = [position for position in positions if position.turn != CHANCE and not position.over]
    assert len(within) > 800
    assert sum(len(position.moves()) > 3 for position in within) > 200
    assert sum(position.moves() == (LOSE,) for position in within) > 50
    for property_name in ("bound", "bonuses", "earned", "penalty", "placed"):
        assert sum(bool(getattr(position, property_name)) for position in within) > (
            0 if property_name == "bound" else 5
        ), property_name
    assert sum(any(move == END for move in position.moves()) for position in within) > 20
    assert any(isinstance(move, Step) and len(move.spent) == 2 for position in within for move in position.moves())


@pytest.mark.parametrize(("host", "count"), [(plain, DEEP // 1_000), (checked, DEEP // 1_000), (native, DEEP // 250)])
def test_the_kernel_plays_as_the_rules_do(host: Callable[[], Kernel], count: int) -> None:
    for number, position in enumerate(met(count, 2026)):
        agree(host(), position, ends=number % 8 == 0)


@pytest.mark.deep
@pytest.mark.parametrize("batch", range(BATCHES))
def test_it_does_so_in_many_more(batch: int) -> None:
    for number, position in enumerate(met(DEEP // BATCHES, 3_000 + batch)):
        agree(plain() if number % 10 == 0 else native(), position, ends=number % 4 == 0)


# Values of positions


@cache
def taught() -> tuple[Kernel, bytes]:
    """Return a kernel, and the bytes of a file with the weights at the beginning of learning, for 2 to 4 players.

    With these weights, the kernel gives the same values as the engine in plain Python.
    """
    kernel = native()
    begun = self_play.initial(GAME, kernel, 1)
    return kernel, weights.file([begun, begun, begun])


def tables(seats: int, seed: int, number: int) -> Iterator[Position]:
    """Yield `number` random positions before a roll, by the default rules, for `seats` players."""
    lot = Random(seed)
    for _ in range(number):
        position = random_position(lot)
        while position.seats != seats:
            position = random_position(lot)
        yield position._replace(house=House(), stood=((),) * seats)


@pytest.mark.parametrize("host", [plain, native])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_learning_begins_with_what_the_interpreted_engine_knows(host: Callable[[], Kernel], seats: int) -> None:
    kernel, (_, data) = host(), taught()
    weights.lay_out(kernel, data, seats)
    for position in tables(seats, seats, 60):
        reader.write(kernel, position)
        kernel.call("value", position.mover)
        expected = worth.chances(tuple(tuple(sorted(own)) for own in position.pawns), position.sides, position.mover)
        assert kernel.read("CHANCES", 0, seats).tolist() == pytest.approx(expected, abs=1e-6), position


def exact_average(position: Position, table: AllPawns, roller: int) -> list[float]:
    """Return every seat's chance to win, averaged over the next roll and computed by the engine in plain Python.

    `table` holds the pawns before the roll, and `roller` is the seat that rolls. `position` gives the sides, the house
    rules, and the player for whom the search is made.
    """
    scene = look.Prospect(results.Fixed(position.sides, position.house), position.mover)
    totals = [0.0] * position.seats
    for roll, times in zip(ROLLS, ODDS, strict=True):
        after, next_up = scene.best(table, roller, *roll)
        for seat, chance in enumerate(scene.chances(after, next_up)):
            totals[seat] += times * chance / 36
    return totals


def test_looking_ahead_is_the_average_over_all_rolls() -> None:
    kernel = native()
    kernel.write("WEIGHTS", self_play.initial(GAME, kernel, 1))
    for position in tables(4, 8, 3):
        rolled = position.play(Roll(6, 3))
        reader.write(kernel, rolled)
        assert kernel.call("results", 0) == len(sequels := results.now(rolled))
        next_up = (position.mover + 1) % 4
        kept_count = kernel.call("keep_best", 3)
        places = kernel.read("KEPT").tolist()
        for best in range(kept_count):
            table = tuple(tuple(sorted(places[offset : offset + 4])) for offset in range(16 * best, 16 * best + 16, 4))
            assert table in {sequel.table for sequel in sequels}
            kernel.call("average", best, next_up)
            assert kernel.read("LOOKED").tolist() == pytest.approx(exact_average(rolled, table, next_up), abs=1e-6)


def exact_average_of_two(position: Position, table: AllPawns, roller: int) -> list[float]:
    """Return every seat's chance to win, averaged over two rolls and computed by the engine in plain Python.

    Only the two results of each first roll that are best for `roller`, the seat that rolls first, are continued by a
    second roll. `table` holds the pawns before the rolls. `position` is as for `exact_average`.
    """
    scene = look.Prospect(results.Fixed(position.sides, position.house), position.mover)
    totals = [0.0] * position.seats
    for roll, times in zip(ROLLS, ODDS, strict=True):
        after = scene.after(roller, roll.high == roll.low)
        ends = [sequel.table for sequel in results.rolled(scene.game, table, roller, *roll)]
        ends.sort(key=lambda end: -scene.chances(end, after)[roller])
        averages = [
            scene.chances(end, after) if scene.won(end) else exact_average(position, end, after) for end in ends[:2]
        ]
        best = max(averages, key=lambda chances: chances[roller])
        for seat, chance in enumerate(best):
            totals[seat] += times * chance / 36
    return totals


@pytest.mark.parametrize(
    "position",
    [due("12,33,H,H", "4-3", north="27,50,H,H"), due("20,40,H,H", "6-2", north="15,30,H,H")],
    ids=["amid", "behind"],
)
def test_an_opponent_ranks_what_it_looked_into_as_far_as_it_says(position: Position) -> None:
    kernel, data = native(), taught()[1]
    scene = look.Prospect(results.Fixed(position.sides, position.house), position.mover)
    every = [sequel.table for sequel in results.now(position)]
    exact: list[Callable[[AllPawns], list[float]]] = [
        lambda end: scene.chances(end, 1),
        lambda end: exact_average(position, end, 1),
        lambda end: exact_average_of_two(position, end, 1),
    ]
    thoughts = [thought for thought in reader.think(kernel, data, position, 12, Clock(99)) if thought]
    assert [thought.rolls for thought in thoughts] == [0, 1, 2]
    for ranking, value in zip(thoughts, exact, strict=True):
        assert set(ranking.moves) <= set(position.moves())
        assert list(ranking.values) == sorted(ranking.values, reverse=True)
        assert ranking.values[0] == pytest.approx(max(value(end)[0] for end in every), abs=1e-6)


def test_who_wins_at_once_does() -> None:
    kernel, data = native(), taught()[1]
    win = due("h5,H,H,H", "3-1")
    *_, thought = asking.look_ahead(kernel, data, win, 8, Clock(99))
    assert thought[0].chance == 1
    assert win.play(thought[0].move).over


def test_who_is_hasty_plays_whole_games_and_loses_most() -> None:
    kernel = self_play.compiled(GAME, 2)
    weights.lay_out(kernel, GAME.target.read_bytes(), 2)
    assert self_play.speed(kernel, 2, 3, hasty=True) > self_play.speed(kernel, 2, 3, hasty=False)
    share, error = self_play.contest(kernel, 2, 40, ((0, 0), (0, -1)))
    assert share - 0.5 > 2 * error, "learnt weights win against haste"
