"""Test Kilkenny Cats' kernel against the rules: moves, their results, and the ends of games."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from chowk.core.equity import result
from chowk.core.position import CHANCE
from chowk.engine import network_weights as weights
from chowk.engine.kernel.runtime import Kernel
from chowk.engine.search_budget import Clock
from chowk.games.kilkenny import notation, rules
from chowk.games.kilkenny.engine import reader
from chowk.games.kilkenny.rules import FORFEIT, OPTIONS, Move, Position, Roll, Step
from chowk.games.kilkenny.rules.board import HOLES, SQUARES, TABS
from chowk.games.kilkenny.rules.state import standing
from tools.build.kernel_hosts import Checked, Native, Plain
from tools.kernels.compiler import compile_kernel
from training.kilkenny.learn_kilkenny import GAME
from training.shared import self_play

NAME = "chowk.games.kilkenny.engine.kernel"
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


def any_position(lot: Random, places: bool = False) -> Position:
    """Return a random position before a roll, under random house rules.

    It often has few cats, or cats on mice. With `places`, there are three or four players and the house rule that they
    play on for the other places after one has won.
    """
    seats = lot.randrange(3 if places else 2, 5)
    options = {
        option.name: lot.choice(option.choices).value
        for option in OPTIONS
        if option.name not in ("first", "places") and lot.random() < 0.4 and (not option.seats or seats in option.seats)
    }
    options["places"] = "on" if places else "off"
    position = rules.start(seats, options, lot.randrange(1 << 30))
    if lot.random() < 0.1:
        return position
    free = [place for place in SQUARES if not TABS >> place & 1]
    if lot.random() < 0.3:  # a corner full of cats, in which many numbers cannot be used
        free = [place for place in free if place % 16 < 7 and place // 16 < 7]
    lot.shuffle(free)
    cats = []
    for side in position.sides:
        number = min(lot.choice((0, 1, 1, 2, 3, 5, 8)), len(free) - 5)
        own = sum(1 << free.pop() for _ in range(number))
        if lot.random() < 0.4:
            mice = [place for place in SQUARES if HOLES[side] >> place & 1]
            for mouse in lot.sample(mice, lot.choice((1, 2) if places else (1, 1, 1, 2))):
                own = own & (own - 1) | 1 << mouse
        cats.append(own)
    strays = sum(1 << free.pop() for _ in range(lot.randrange(5))) if position.strays else 0
    quiet = lot.choice((0, 3, 99, 149, 150, 199, 399)) if position.house.rounds != "0" else 0
    position_with_cats = position._replace(cats=tuple(cats), strays=strays, quiet=quiet, mover=lot.randrange(seats))
    return position_with_cats._replace(placed=standing(position_with_cats))


def met(count: int, seed: int, places: bool = False) -> Iterator[Position]:
    """Yield `count` positions, some before a roll and some after one.

    They come from random positions that are played on for a few turns. `places` is as for `any_position`.
    """
    lot = Random(seed)
    while True:
        position = any_position(lot, places)
        for _ in range(12):
            if position.outcome() is None and not rules.playing(position, position.mover):
                break  # games never reach such a position
            yield position
            count -= 1
            if count == 0:
                return
            if position.outcome() is not None:
                break
            moves = position.moves()
            taking = [move for move in moves if isinstance(move, Step) and position.occupied >> move.end & 1]
            position = position.play(lot.choice(taking if taking and lot.random() < 0.5 else moves))


def kernel_state(kernel: Kernel) -> tuple[list[int], list[set[int]], list[int]]:
    """Return the kernel's state, the squares of each seat's cats, and the contents of all squares of the board."""
    cats = kernel.read("CATS").tolist()
    own = [{place for place in cats[8 * seat : 8 * seat + 8] if place >= 0} for seat in range(4)]
    return kernel.read("STATE", 0, 4).tolist(), own, kernel.read("CELL").tolist()


def agree(kernel: Kernel, position: Position) -> None:
    """Check that the kernel and the rules have the same moves, the same results of moves, and the same winner."""
    line = notation.write_position(position)
    reader.write(kernel, position)
    outcome = position.outcome()
    assert (kernel.call("over") != 0) == (outcome is not None), line
    if outcome is not None:
        assert kernel.read("SHARE", 0, position.seats).tolist() == pytest.approx(result(outcome)), line
        return
    if position.turn == CHANCE:
        return
    count = kernel.call("steps")
    steps = list(zip(kernel.read("START", 0, count), kernel.read("END", 0, count), strict=True))
    moves: list[Move] = list(position.moves())
    assert sorted(steps) == [(move.start, move.end) for move in moves if isinstance(move, Step)], line
    for move in moves:
        reader.write(kernel, position)
        kernel.call("step", *((move.start, move.end) if isinstance(move, Step) else (-1, -1)))
        state, own, cells = kernel_state(kernel)
        after = position.play(move)
        reader.write(kernel, after)
        mover, theirs, kernel_cats = kernel_state(kernel)
        assert (own, cells) == (theirs, kernel_cats), (line, move)
        assert state[2:] == mover[2:], (line, move)
        assert after.outcome() is not None or state[1] == mover[1], (line, move)


def test_positions_are_what_play_can_meet() -> None:
    positions = list(met(2_000, 1))
    assert {position.outcome().why for position in positions if position.outcome()} >= {"mice", "last"}  # type: ignore[union-attr]
    due = [position for position in positions if position.turn != CHANCE and position.outcome() is None]
    assert len(due) > 600
    assert any(position.moves() == (FORFEIT,) for position in due)
    assert sum(bool(position.strays) for position in positions) > 20


@pytest.mark.parametrize(("host", "count"), [(plain, DEEP // 1_000), (checked, DEEP // 1_000), (native, DEEP // 250)])
def test_the_kernel_plays_as_the_rules_do(host: Callable[[], Kernel], count: int) -> None:
    for position in met(count, 2026):
        agree(host(), position)


def share(before: Position, after: Position) -> list[float]:
    """Return each seat's share of the place (first, second, and so on) that a move decides by the rules.

    A seat that gets the place alone has the share 1; seats that share it have equal parts of 1. If the move decides no
    place, all shares are 0.
    """
    taken = [seat for seat in range(after.seats) if rules.done(after, seat) and not rules.done(before, seat)]
    outcome = after.outcome()
    if not taken and outcome is not None:
        left = [seat for seat in range(after.seats) if not before.placed[seat]]
        best = min(outcome.places[seat] for seat in left)
        taken = [seat for seat in left if outcome.places[seat] == best]
    return [1 / len(taken) if seat in taken else 0.0 for seat in range(after.seats)]


@pytest.mark.parametrize(("host", "count"), [(plain, 240), (checked, 240), (native, 600)])
def test_where_others_play_on_for_places_it_plays_as_the_rules_do(host: Callable[[], Kernel], count: int) -> None:
    kernel, place_count, behind = host(), 0, 0
    for position in met(count, 2027, places=True):
        agree(kernel, position)
        if position.turn == CHANCE or position.outcome() is not None:
            continue
        behind += 1 in position.placed
        for move in position.moves():
            reader.write(kernel, position)
            kernel.call("step", *((move.start, move.end) if isinstance(move, Step) else (-1, -1)))
            expected = share(position, position.play(move))
            assert (kernel.call("over") != 0) == any(expected), notation.write_position(position)
            if any(expected):
                place_count += 1
                assert kernel.read("SHARE", 0, position.seats).tolist() == expected, notation.write_position(position)
    assert place_count
    assert behind, "somebody has a place already"


@pytest.mark.deep
@pytest.mark.parametrize("batch", range(BATCHES))
def test_it_does_so_in_many_more(batch: int) -> None:
    for number, position in enumerate(met(DEEP // BATCHES, 3_000 + batch)):
        agree(plain() if number % 10 == 0 else native(), position)


def taught(kernel: Kernel, seats: int) -> None:
    """Give a kernel the weights of its evaluation for `seats` players, as they are when learning begins."""
    kernel.write("WEIGHTS", self_play.initial(GAME, kernel, seats))


def chances(kernel: Kernel, position: Position) -> list[float]:
    """Return every seat's winning chance before a roll, by the kernel's evaluation without a search."""
    reader.write(kernel, position)
    kernel.call("value")
    return list(kernel.read("CHANCES", 0, position.seats))


def test_looking_ahead_is_the_average_over_all_numbers_and_leaves_all_as_it_was() -> None:
    kernel, number = native(), 0
    for position in met(400, 7):
        if position.turn != CHANCE or position.outcome() is not None or position.strays:
            continue
        number += 1
        taught(kernel, position.seats)
        total = 0.0
        for face in range(1, 7):
            rolled = position.play(Roll(face))
            ends = [chances(kernel, rolled.play(move)) for move in rolled.moves()]
            total += max(worths[position.mover] for worths in ends) / 6
        reader.write(kernel, position)
        before = kernel_state(kernel)
        kernel.call("average")
        looked = kernel.read("LOOKED", 0, position.seats)
        assert looked[position.mover] == pytest.approx(total, abs=1e-6)
        assert sum(looked) == pytest.approx(1)
        assert kernel_state(kernel) == before
    assert number > 60


BOARD = ("STATE", "CATS", "CELL")
DIE = 2
"""Index of the rolled number in `STATE`."""


def far(kernel: Kernel, seats: int, rolls: int) -> list[float]:
    """Return every seat's winning chance from the kernel's position, by looking `rolls` rolls ahead.

    The test computes this by single steps of the kernel, to compare it with the kernel's own search.
    """
    board = {name: kernel.read(name) for name in BOARD}
    seat = int(board["STATE"][1])
    if kernel.call("over"):
        return kernel.read("SHARE", 0, seats).tolist()
    total = [0.0] * seats
    for face in range(1, 7):
        board["STATE"][DIE] = face
        lay(kernel, board)
        count = kernel.call("steps")
        starts, ends = (kernel.read(name, 0, count).tolist() for name in ("START", "END"))
        steps = list(zip(starts, ends, strict=True)) or [(-1, -1)]
        worths = []
        for start, end in steps:
            lay(kernel, board)
            kernel.call("step", start, end)
            kernel.call("value")
            worths.append(kernel.read("CHANCES", 0, seats).tolist())
        order = sorted(range(len(steps)), key=lambda index: -worths[index][seat])
        best = worths[order[0]]
        if rolls > 1:
            bests = []
            for index in order[:3]:
                if worths[index][seat] >= best[seat] - 0.05:
                    lay(kernel, board)
                    kernel.call("step", *steps[index])
                    bests.append(far(kernel, seats, rolls - 1))
            best = max(bests, key=lambda chances: chances[seat])
        total = [worth + more / 6 for worth, more in zip(total, best, strict=True)]
    return total


def lay(kernel: Kernel, board: Mapping[str, Any]) -> None:
    """Write a position, in the form of the kernel's arrays, into the kernel."""
    for name, cells in board.items():
        kernel.write(name, cells)


def open_positions(count: int, seed: int, places: bool = False) -> Iterator[Position]:
    """Yield `count` positions before a roll, without strays (cats that belong to no player). The game is not over.

    With `places`, a player already has the first place.
    """
    every = (position for position in met(1_000, seed, places) if places == (1 in position.placed))
    candidates = (
        position for position in every if position.turn == CHANCE and position.outcome() is None and not position.strays
    )
    yield from islice(candidates, count)


@pytest.mark.parametrize(("count", "most"), [(4, 2), pytest.param(10, 3, marks=pytest.mark.deep)])
def test_looking_several_rolls_ahead_follows_what_looks_best(count: int, most: int) -> None:
    kernel = native()
    for number, position in enumerate(open_positions(count, 11)):
        weights.lay_out(kernel, GAME.target.read_bytes(), position.seats)
        rolls = 2 if number else 3
        rolled = position.play(Roll(number % 6 + 1))
        for move in rolled.moves()[: 1 if rolls == 3 else most]:
            squares_of_move = (move.start, move.end) if isinstance(move, Step) else (-1, -1)
            reader.write(kernel, rolled)
            kernel.call("step", *squares_of_move)
            expected = far(kernel, rolled.seats, rolls)
            reader.write(kernel, rolled)
            before = kernel_state(kernel)
            kernel.call("look_far", *squares_of_move, rolls)
            assert kernel.read("LOOKED", 0, position.seats).tolist() == pytest.approx(expected, abs=1e-12)
            assert kernel_state(kernel) == before


@pytest.mark.parametrize("host", [plain, checked])
@pytest.mark.parametrize("places", [False, True])
def test_plain_and_compiled_look_equally_far(host: Callable[[], Kernel], places: bool) -> None:
    for position in open_positions(2, 13, places):
        results = []
        for kernel in (host(), native()):
            taught(kernel, position.seats)
            rolled = position.play(Roll(2))
            move = rolled.moves()[0]
            reader.write(kernel, rolled)
            kernel.call("look_far", *((move.start, move.end) if isinstance(move, Step) else (-1, -1)), 2)
            results.append(kernel.read("LOOKED", 0, position.seats).tolist())
        assert results[0] == results[1]


def test_what_an_opponent_ranks_was_all_looked_into_as_far() -> None:
    kernel, data = native(), GAME.target.read_bytes()
    for position in open_positions(12, 17):
        rolled = position.play(Roll(4))
        if rolled.moves() == (FORFEIT,):
            continue
        for thought in filter(None, [*reader.think(kernel, data, rolled, 2, Clock(99))]):
            assert set(thought.moves) <= set(rolled.moves())
            assert list(thought.values) == sorted(thought.values, reverse=True)
            for move, value in zip(thought.moves, thought.values, strict=True):
                weights.lay_out(kernel, data, rolled.seats)
                reader.write(kernel, rolled)
                if thought.rolls:
                    kernel.call("look_far", move.start, move.end, thought.rolls)
                    assert kernel.read("LOOKED", rolled.mover, 1)[0] == value
                else:
                    assert chances(kernel, rolled.play(move))[rolled.mover] == pytest.approx(value)


@pytest.mark.parametrize("host", [plain, checked])
def test_plain_and_compiled_say_the_same(host: Callable[[], Kernel]) -> None:
    lot = Random(3)
    for position in met(30, 9):
        if position.turn != CHANCE or position.outcome() is not None:
            continue
        learnt = array("d", [lot.uniform(-1, 1) for _ in range(int(native().numbers["SIZE"]))])
        results = []
        for kernel in (host(), native()):
            kernel.write("WEIGHTS", learnt)
            results.append(chances(kernel, position))
        assert results[0] == results[1]
        assert sum(results[0]) == pytest.approx(1)


def reached(kernel: Kernel, position: Position, step: Move) -> float:
    """Return the first seat's winning chance after a step, averaged over the next roll by the kernel."""
    assert isinstance(step, Step)
    reader.write(kernel, position)
    kernel.call("average_after", step.start, step.end)
    return float(kernel.read("LOOKED", 0, 1)[0])


def test_a_win_at_once_is_counted_and_taken() -> None:
    start = rules.start(2, {}, 1)
    landing, mouse = (place for place in SQUARES if HOLES[start.sides[0]] >> place & 1)
    far = 1 << 16 * 12 + 2 | 1 << 16 * 12 + 5
    position = start._replace(cats=(1 << landing | 1 << mouse + 16 * 3, far), mover=0)
    kernel = native()
    kernel.write("WEIGHTS", array("d", bytes(8 * int(kernel.numbers["SIZE"]))))
    data = weights.file([[0.0] * int(kernel.numbers["SIZE"])] * 3)
    rolled = position.play(Roll(3))
    win = next(move for move in rolled.moves() if isinstance(move, Step) and move.end == mouse)
    other = next(move for move in rolled.moves() if move != win)
    chances = []
    for move in (win, other):
        *_, weighed = reader.weigh(kernel, data, position, (Roll(3), move), Clock(99))
        assert weighed is not None
        assert list(weighed.rolled) == [1, 0]
        assert 1 / 6 < weighed.before[0] < 1
        chances.append(weighed.gains[0])
    assert chances[0] == (), "nothing is as good as a win"
    assert chances[1][0] == pytest.approx(1 - reached(kernel, rolled, other)), "a win is better than anything"


def test_who_is_hasty_plays_whole_games_and_loses_most() -> None:
    kernel = self_play.compiled(GAME, 2)
    weights.lay_out(kernel, GAME.target.read_bytes(), 2)
    assert self_play.speed(kernel, 2, 3, hasty=True) > self_play.speed(kernel, 2, 3, hasty=False)
    share, error = self_play.contest(kernel, 2, 40, ((0, 0), (0, -1)))
    assert share - 0.5 > 2 * error
