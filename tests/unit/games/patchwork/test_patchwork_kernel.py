"""Test Patchwork's kernel: its moves and their results are those of the rules, on every host that runs the kernel."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from chowk.engine import assets
from chowk.engine.kernel.runtime import Kernel
from chowk.engine.search_budget import Clock
from chowk.games.patchwork import rules
from chowk.games.patchwork.engine import kernel_shapes, packing, reader, values
from chowk.games.patchwork.rules import ADVANCE, NOBODY, Move, Place, Position, Single, Take
from chowk.games.patchwork.rules.quilt import BLOCKS, CELLS, FULL, SIDE, cells, placements
from tests.unit.games.patchwork.helpers import state
from tools.build.kernel_hosts import Checked, Native, Node, Plain
from tools.kernels.compiler import compile_kernel
from training.patchwork import learn_patchwork

NAME = "chowk.games.patchwork.engine.kernel"
HOUSES = [{"track": track, "seven": seven} for track in ("current", "classic") for seven in ("on", "off")]
MACHINES = ("native", "plain", "checked")


HOSTS = {"plain": Plain, "checked": Checked}


@cache
def kernel_on(name: str) -> Kernel:
    kernel: Kernel = Native(compile_kernel(NAME)) if name == "native" else HOSTS[name](NAME)
    kernel.call("set_up")
    return kernel


@pytest.fixture(scope="module", autouse=True)
def _over() -> Iterator[None]:
    yield
    taught.cache_clear()
    kernel_on.cache_clear()  # wasmtime raises errors for objects that are released only when Python exits


def games(positions: int, seed: int) -> Iterator[Position]:
    """Yield `positions` positions of random games, under each set of house rules in turn.

    In half of the games the patches are placed closely, so that the quilts fill up.
    """
    met = 0
    while True:
        lot = Random(seed)
        position, neat = rules.start(2, HOUSES[seed % 4], seed), seed // 4 % 2
        packer = packing.Fitter(BLOCKS)
        while True:
            yield position
            met += 1
            if met == positions:
                return
            moves = position.moves()
            if not moves:
                break
            move = lot.choice(moves)
            if neat and position.hand:
                mask = packer.best(position.own.quilt, position.hand, position.tile == NOBODY)
                move = next(Place(*lie[:2]) for lie in placements(position.hand) if lie.mask == mask)
            elif neat and len(moves) > 1 and move == ADVANCE and lot.random() < 0.7:
                move = moves[0]
            position = position.play(move)
        seed += 1


@cache
def places(patch: int) -> dict[Place, int]:
    """Map each placement of a patch to the index that the kernel uses for it."""
    return {Place(*lie[:2]): index for index, lie in enumerate(placements(patch))}


def number(position: Position, move: Move) -> int:
    """Return the number by which the kernel encodes a move."""
    if isinstance(move, Take):
        return position.queue.index(move.patch)
    if isinstance(move, Place):
        return places(position.hand)[move]
    return move.cell if isinstance(move, Single) else -1


def kernel_position(kernel: Kernel) -> tuple[object, ...]:
    """Return the fields of the kernel's current position, with the ring of patches as a list."""
    fields, masks = kernel.read("POSITION", 0, 15), kernel.read("MASKS", 0, 5)
    left, ring = masks[4], kernel.read("RING")
    places = [place for place in range(40) if left >> place & 1]
    queue = [place for place in places if place >= fields[4]] + [place for place in places if place < fields[4]]
    players = [
        (*fields[5 + 5 * seat : 9 + 5 * seat], masks[2 * seat] | masks[2 * seat + 1] << kernel.numbers["UPPER"])
        for seat in (0, 1)
    ]
    return (*fields[:4], *players, tuple(ring[place] for place in queue))


def known(position: Position) -> tuple[object, ...]:
    """Return the fields of a position of the rules, in the same form as `kernel_position`."""
    players = [(*player[:3], player.quilt.bit_count(), player.quilt) for player in position.players]
    return (position.turn, position.hand, position.single, position.tile, *players, position.queue)


def agrees(kernel: Kernel, position: Position, lot: Random) -> None:
    """Check that kernel and rules list the same moves in the same order, and agree on the results of three of them."""
    reader.lay_out(kernel, position)
    moves = position.moves()
    count = kernel.call("moves")
    assert list(kernel.read("MOVES", 0, count)) == [number(position, move) for move in moves]
    outcome = position.outcome()
    if outcome is not None:
        seat = position.turn
        assert kernel.call("margin", 0) == outcome.scores[seat] - outcome.scores[1 - seat]
    for move in lot.sample(moves, min(3, len(moves))):
        reader.lay_out(kernel, position)
        kernel.call("play", number(position, move))
        assert kernel_position(kernel) == known(position.play(move))


@pytest.mark.parametrize("name", MACHINES)
def test_a_hundred_positions_have_the_moves_and_ends_of_the_rules(name: str) -> None:
    lot = Random(1)
    for position in games(800, 0):
        if lot.random() < 1 / 8:
            agrees(kernel_on(name), position, lot)


@pytest.mark.deep
@pytest.mark.parametrize("part", range(20))
def test_a_hundred_thousand_positions_have_the_moves_and_ends_of_the_rules(part: int) -> None:
    lot = Random(part)
    for count, position in enumerate(games(5_000, 1_000 * (part + 1))):
        agrees(kernel_on("native"), position, lot)
        agrees(kernel_on("plain"), position, lot)
        if count % 100 == 0:
            agrees(kernel_on("checked"), position, lot)


@pytest.mark.parametrize("name", MACHINES)
def test_the_ends_of_games_and_full_quilts_are_those_of_the_rules(name: str) -> None:
    hole = FULL & ~(1 << 80)
    for position in (
        state(pos=(25, 25), quilts=(FULL, 0), market=(1, 2, 3)),
        state(pos=(25, 25), quilts=(hole, 0), market=(1, 2, 3)),
        state(pos=(31, 31), quilts=(hole, 0), market=(1, 2, 3), single=32),
        state(pos=(49, 49), but=(12, 0), market=(30,)),
        state(pos=(50, 53), but=(10, 0), market=(30, 29), tile=1),
        state(pos=(52, 53), but=(0, 0), market=()),
        state(pos=(53, 53), but=(7, 7), market=(5, 6), turn=1),
        state(pos=(4, 10), but=(0, 0), market=(19, 20, 30, 3)),
        state(pos=(20, 24), but=(9, 9), market=(1,), quilts=(BLOCKS[3] & ~0b11 << 9 * 3, 0), tile=NOBODY),
    ):
        agrees(kernel_on(name), position, Random(3))


@pytest.mark.parametrize("name", MACHINES)
def test_quilts_hang_together_as_the_engine_counts_it(name: str) -> None:
    kernel = kernel_on(name)
    lot = Random(4)
    for position in [candidate for candidate in games(1200, 4) if lot.random() < 0.03]:
        reader.lay_out(kernel, position)
        for seat, player in enumerate(position.players):
            empty = FULL & ~player.quilt
            lone = (empty & ~packing.neighbours(empty)).bit_count()
            lacking = min((block & ~player.quilt).bit_count() for block in BLOCKS)
            fit = packing.pairs(empty), min(15, lone), min(15, packing.count_regions(empty)), min(15, lacking)
            packed_fit = kernel.read("POSITION")[5 + 5 * seat + 4]
            assert (packed_fit & 255, packed_fit >> 8 & 15, packed_fit >> 12 & 15, packed_fit >> 16) == fit


@pytest.mark.parametrize("name", MACHINES)
def test_a_patch_goes_where_most_hangs_together(name: str) -> None:
    """The placement that the kernel ranks first has nearly the best neatness (`packing.neatness`) of all.

    If a placement wins the bonus tile, such a placement is first.
    """
    kernel, lot, gaps = kernel_on(name), Random(5), []
    first = kernel.read("FIRST_LIES")
    for position in [candidate for candidate in games(2000, 8) if candidate.hand and lot.random() < 0.05]:
        reader.lay_out(kernel, position)
        quilt = position.own.quilt
        count = kernel.call("rank", position.turn, position.hand, 5)
        chosen = [placements(position.hand)[lie - first[position.hand]].mask for lie in kernel.read("RANKED", 0, count)]
        assert len(set(chosen)) == count > 0
        assert not any(mask & quilt for mask in chosen)
        free = [lie.mask for lie in placements(position.hand) if not lie.mask & quilt]
        wins = [mask for mask in free if position.house.seven and _squared(quilt | mask)]
        if wins and position.tile == NOBODY:
            assert chosen[0] in wins
        else:
            gaps.append(max(packing.neatness(quilt | mask) for mask in free) - packing.neatness(quilt | chosen[0]))
    assert min(gaps) == 0
    assert sum(gaps) / len(gaps) < 0.1


def _squared(quilt: int) -> bool:
    return any(not block & ~quilt for block in BLOCKS)


def test_whole_games_are_played_alike_on_every_machine() -> None:
    told_by = []
    for name in ("native", "plain"):
        kernel = kernel_on(name)
        kernel.write("LOT", array("Q", [7]))
        kernel.write("HOUSE", array("i", [0, 1]))
        kernel.call("begin")
        ring = kernel.read("RING", 0, 33)
        assert sorted(ring) == list(range(1, 34))
        assert ring[32] == 1
        margin = kernel.call("greedy_game", 5)
        told_by.append((margin, kernel_position(kernel)))
    assert told_by[0] == told_by[1]


def test_node_plays_as_wasmtime_does() -> None:
    with Node(compile_kernel(NAME)) as node:
        node.call("set_up")
        lot = Random(6)
        for position in games(40, 12):
            agrees(node, position, lot)


def test_the_masks_are_those_of_the_board() -> None:
    assert kernel_shapes.TOP | kernel_shapes.LOW << kernel_shapes.UPPER == FULL
    assert kernel_shapes.UPPER % SIDE == 0
    kernel = kernel_on("native")
    first = kernel.read("FIRST_LIES")
    assert list(first[:2]) == [0, CELLS]
    assert [first[patch + 1] - first[patch] for patch in range(1, 34)] == [
        len(placements(patch)) for patch in range(1, 34)
    ]
    assert cells(kernel_shapes.halves([FULL])[0])[-1] == kernel_shapes.UPPER - 1


# Looking ahead


def learnt() -> bytes:
    return assets.data("patchwork", values.DATA)


@cache
def taught(name: str) -> Kernel:
    """Return a new kernel with the learnt evaluation weights. `name`, one of `MACHINES`, says how it runs."""
    kernel = kernel_on.__wrapped__(name)
    values.lay_out(kernel, values.read(learnt()))
    return kernel


def test_what_was_learnt_tells_among_places_that_are_nearly_as_neat() -> None:
    """Placements chosen by learnt values mostly lead to better positions than placements chosen by neatness."""
    worths = []
    for position in [candidate for candidate in games(4_000, 5) if candidate.hand]:
        worth = {}
        for name, kernel in (("neat", kernel_on("native")), ("learnt", taught("native"))):
            reader.lay_out(kernel, position)
            assert kernel.call("rank", position.turn, position.hand, 1)
            placement = kernel.read("RANKED", 0, 1)[0] - kernel.read("FIRST_LIES")[position.hand]
            after = position.play(Place(*placements(position.hand)[placement][:2]))
            if not after.single and not after.over:
                reader.lay_out(taught("native"), after)
                sign = 1 if after.turn == position.turn else -1
                worth[name] = sign * taught("native").call("value", 0)
        if len(set(worth.values())) == 2:
            worths.append(worth["learnt"] - worth["neat"])
    assert len(worths) > 50
    assert sum(worth > 0 for worth in worths) > 0.7 * len(worths)


def near_the_end(number: int) -> list[Position]:
    """Return `number` positions with a choice of purchases, near the end of the games that `games` plays."""
    positions = []
    for position in games(20_000, 4):
        spaces = [player.space for player in position.players]
        if (
            min(spaces) > 46
            and sum(spaces) > 96
            and not position.hand
            and not position.single
            and len(position.moves()) > 1
        ):
            positions.append(position)
            if len(positions) == number:
                break
    return positions


def played_out(kernel: Kernel, position: Position) -> int:
    """Return the final lead of the player to move if both players make the best purchases.

    The kernel chooses the placement of each patch.
    """
    if position.over:
        scores = [rules.score(position, seat) for seat in (position.turn, 1 - position.turn)]
        return scores[0] - scores[1]
    if position.hand or position.single:
        reader.lay_out(kernel, position)
        assert kernel.call("rank", position.turn, position.hand, 1)
        placement = kernel.read("RANKED", 0, 1)[0] - kernel.read("FIRST_LIES")[position.hand]
        sewing = Single(placement) if position.single else Place(*placements(position.hand)[placement][:2])
        after = position.play(sewing)
        return played_out(kernel, after) * (1 if after.turn == position.turn else -1)
    ends = []
    for move in position.moves():
        after = position.play(move)
        ends.append(played_out(kernel, after) * (1 if after.turn == position.turn else -1))
    return max(ends, key=lambda end: (end > 0, end))


def test_the_end_of_the_track_is_played_out() -> None:
    kernel, wins = taught("native"), 0
    for position in near_the_end(25):
        *_, last = reader.think(kernel, learnt(), position, 1_000_000, Clock(1e9))
        assert last.exact
        end = played_out(kernel, position)
        assert last.worths[0] == (10_000 if end > 0 else -10_000) + 16 * end
        wins += end > 0
    assert 3 < wins < 22


def test_the_same_is_found_on_every_machine() -> None:
    for position in [state(), *near_the_end(1)]:
        results = [
            list(reader.think(taught(name), learnt(), position, 150, Clock(1e9))) for name in ("native", "checked")
        ]
        assert results[0] == results[1]
        assert results[0][-1].depth > 1


def test_a_slice_more_or_less_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    results = []
    for size in (300, 100_000):
        monkeypatch.setattr(reader, "SLICE", size)
        thoughts = list(reader.think(taught("native"), learnt(), state(), 1 << 30, Clock(1e9, depth=8)))
        results.append(thoughts[-1])
        assert len(thoughts) > 7
    assert results[0] == results[1]


def test_what_is_learnt_from_is_what_the_kernel_reckons() -> None:
    """The value of a position in the training data is the kernel's value, except for rounding."""
    kernel, value = taught("native"), values.read(learnt())
    assert values.read(values.write(value)) == value
    rows = learn_patchwork.play(kernel, 5, 3, 2_000, 6)
    fitted = learn_patchwork.kernel_values(rows, value)
    steep = values.interpolate_knots(values.WAY, value.steepness)
    for row, worth in zip(rows.tolist(), fitted, strict=True):
        fields = [0, 0, 0, 0 if row[11] > 0 else 1 if row[11] < 0 else -1, 0, *row[1:11]]
        kernel.write("POSITION", array("i", fields))
        kernel.write("HOUSE", array("i", [0, 1]))
        # Fourteen tables and the choice are each rounded to 1/1024 point. `share` is the value of this fraction here.
        share = steep[row[1] + row[6]] / 1024
        assert kernel.call("value", 0) == pytest.approx(worth, abs=15 * share + 1)
    assert len(rows) > 30
    assert {-1, 1} >= {row[11] for row in rows.tolist() if row[11]}
