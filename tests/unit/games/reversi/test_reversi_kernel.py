"""Test Reversi's kernel: it agrees with the rules and simple definitions, and gives equal results on every host."""

from __future__ import annotations

import json
import random
import zlib
from array import array
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from chowk.engine import assets
from chowk.engine.kernel.runtime import Kernel
from chowk.engine.search_budget import Clock
from chowk.engine.slices import Slices
from chowk.games.reversi import notation, rules
from chowk.games.reversi.engine import kernel as words
from chowk.games.reversi.engine import kernel_shapes as shapes
from chowk.games.reversi.engine import reader, symmetry, weights
from chowk.games.reversi.rules import PASS, START, Position
from tools.build.kernel_hosts import Native, Node, Plain
from tools.kernels.compiler import compile_kernel
from training.reversi import learn_reversi

NAME = "chowk.games.reversi.engine.kernel"
FFO: list[dict[str, Any]] = json.loads((Path(__file__).parents[3] / "data" / "ffo.json").read_text())["positions"]
ENDLESS = 1 << 30


def made_up() -> bytes:
    """Return the content of a file of random weights.

    With any weights, plain Python and the compiled kernel must compute equal results.
    """
    lot = random.Random(5)
    weights_drawn = array("b", [lot.randrange(-12, 13) for _ in range(997)]).tobytes()
    bodies = []
    for stage in range(shapes.STAGES):
        stored = (weights_drawn[stage:] + weights_drawn[:stage]) * (shapes.STORED // 997 + 1)
        hits = array("h", [6 * (count % shapes.HITS) * (1 if count < shapes.HITS else -1) for count in range(128)])
        bodies.append(bytes([1 + stage % 3] * len(shapes.SHAPES)) + stored[: shapes.STORED] + hits.tobytes())
    return weights.file(bodies)


DATA = made_up()


@cache
def plain() -> Kernel:
    kernel = Plain(NAME)
    # Plain Python takes a second to unpack a stage's weights. It unpacks only two stages; the results for the others
    # are copied into it.
    for stage in range(shapes.STAGES):
        body = weights.body(DATA, stage)
        if stage in (3, 4):
            for name, data in zip(
                ("FACTORS", "STORED", "STORED_HITS"), weights.parts(body, len(shapes.SHAPES)), strict=True
            ):
                kernel.write(name, data)
            kernel.call("unfold", stage)
        else:
            columns = np.round(learn_reversi.columns_of(body) * words.UNIT).astype(np.int16)
            laid = columns[learn_reversi.COLUMN], *np.split(columns[shapes.STORED :], 2)
            for cells, values in zip((words.WEIGHTS, words.OWN_HITS, words.OTHER_HITS), laid, strict=True):
                cells[stage * len(values) : (stage + 1) * len(values)] = array("h", values.tobytes())
    return kernel


@cache
def native() -> Kernel:
    kernel = Native(compile_kernel(NAME))
    for _ in weights.lay_out(kernel, DATA):
        pass
    return kernel


def playout(seed: int) -> Iterator[Position]:
    """Yield each position of a random game in which the side to move can place a disc."""
    lot = random.Random(seed)
    position = START
    while moves := position.moves():
        if moves != (PASS,):
            yield position
        position = position.play(lot.choice(moves))


def with_discs(discs: int, number: int, least: int = 2) -> list[Position]:
    """Return `number` positions with `discs` discs on the board and at least `least` legal moves."""
    positions: list[Position] = []
    for seed in count():
        positions += [
            position
            for position in playout(seed)
            if (position.own | position.other).bit_count() == discs and len(position.moves()) >= least
        ]
        if len(positions) >= number:
            return positions[:number]
    raise AssertionError


def call_kernel(kernel: Kernel, position: Position, name: str, *arguments: int) -> int:
    kernel.write("POSITION", array("Q", [position.own, position.other]))
    return int(kernel.call(name, *arguments))


def empty(kernel: Kernel) -> None:
    """Clear the kernel's transposition table.

    In plain Python the kernel's `forget` would take a second, so the table is replaced.
    """
    if isinstance(kernel, Plain):
        words.TABLE[:] = array("Q", bytes(8 * len(words.TABLE)))
    else:
        kernel.call("forget")


def nodes(kernel: Kernel) -> int:
    return int(kernel.read("STATE")[words.NODES])


def final(position: Position) -> int:
    outcome = position.outcome()
    assert outcome is not None
    black, white = rules.tournament(outcome)
    return white - black if position.turn else black - white


def exact(position: Position) -> int:
    """Return the result of a position for the side to move, by plain minimax on the rules."""
    moves = position.moves()
    if not moves:
        return final(position)
    children = [position.play(move) for move in moves]
    return max(-exact(child) if child.turn != position.turn else exact(child) for child in children)


class TestMoves:
    def test_moves_flips_and_results_are_those_of_the_rules(self) -> None:
        for seed in range(6):
            for position in playout(seed):
                own, other = position.own, position.other
                able = words.moves(own, other)
                assert able == rules.legal(own, other)
                for square in rules.squares(able):
                    assert words.flips(own, other, square) == rules.flips(own, other, square)

    def test_an_emptied_table_knows_nothing(self) -> None:
        call_kernel(native(), START, "look_ahead", 4, -words.FAR, words.FAR, ENDLESS)
        assert native().call("best_known") >= 0
        native().call("forget")
        assert native().call("best_known") == -1

    def test_an_entry_is_never_taken_for_one_of_an_epoch_before(self) -> None:
        """No entry of the transposition table can be found after a call of `forget`.

        Each call begins a new epoch, whose number marks the entries made in it. Epoch numbers repeat after a while.
        """
        position = with_discs(20, 1)[0]
        call_kernel(native(), position, "look_ahead", 4, -words.FAR, words.FAR, ENDLESS)
        epoch = native().read("STATE")[words.EPOCH]
        for number in range(words.EPOCHS):
            native().call("forget")
            assert native().call("best_known") == -1, number
        assert native().read("STATE")[words.EPOCH] == epoch

    def test_as_many_ways_as_are_published(self) -> None:
        for depth, ways in ((1, 4), (2, 12), (3, 56), (4, 244), (7, 55_092), (8, 390_216)):
            assert call_kernel(native(), START, "perft", depth) == ways
            assert depth > 4 or call_kernel(plain(), START, "perft", depth) == ways

    def test_stable_discs_are_never_turned(self) -> None:
        """Discs counted as stable keep their colour in every later position of random games."""
        stable_count = 0
        for seed in range(12):
            game = list(playout(seed))
            for ply in range(30, len(game), 5):
                before = game[ply]
                stable = words.count_stable(before.black, before.black | before.white)
                unturned = before.black
                for later in game[ply:]:
                    unturned &= later.black
                stable_count += stable
                assert stable <= unturned.bit_count()
        assert stable_count > 100

    def test_a_full_board_and_a_full_edge_are_stable(self) -> None:
        assert words.count_stable((1 << 64) - 1, (1 << 64) - 1) == 64
        assert words.count_stable(0xFF, 0xFF) == 8
        assert words.count_stable(0x7E, 0x7E) == 0
        assert words.count_stable(0x7, 0x7) == 3


class TestValues:
    @pytest.mark.parametrize("discs", [19, 22, 26])
    def test_the_words_follow_the_moves(self, discs: int) -> None:
        for position in with_discs(discs, 4):
            for move in position.moves():
                words.compute_fields(position.own, position.other)
                turned = rules.flips(position.own, position.other, move)
                words.update_fields(0, words.WORDS, move, turned)
                followed = words.FIELDS[words.WORDS : 2 * words.WORDS]
                words.compute_fields(position.other ^ turned, position.own | turned | 1 << move)
                assert words.FIELDS[: words.WORDS] == followed
            assert call_kernel(plain(), position, "value_now") == call_kernel(native(), position, "value_now")

    def test_the_value_does_not_depend_on_how_the_board_lies(self) -> None:
        for position in with_discs(30, 5):
            values = set()
            for turn in range(8):
                squares = [symmetry.reflected(rules.squares(mask), turn) for mask in (position.own, position.other)]
                laid = array("Q", [sum(1 << square for square in group) for group in squares])
                native().write("POSITION", laid)
                values.add(native().call("value_now"))
            assert len(values) == 1


class TestAlike:
    """Tests that both hosts, plain Python and the compiled kernel, give equal values, best moves and node counts."""

    @pytest.mark.parametrize("depth", [1, 2, 3, 4])
    def test_looking_ahead(self, depth: int) -> None:
        for position in with_discs(20, 2):
            results = []
            for kernel in (plain(), native()):
                empty(kernel)
                value = call_kernel(kernel, position, "look_ahead", depth, -words.FAR, words.FAR, ENDLESS)
                results.append((value, nodes(kernel), kernel.call("best_known")))
            assert results[0] == results[1]

    @pytest.mark.parametrize("empties", [2, 4, 6, 7])
    def test_playing_out(self, empties: int) -> None:
        for position in with_discs(64 - empties, 2):
            results = []
            for kernel in (plain(), native()):
                empty(kernel)
                value = call_kernel(kernel, position, "play_out", -words.MOST, words.MOST, ENDLESS)
                results.append((value, nodes(kernel)))
            assert results[0] == results[1]

    @pytest.mark.parametrize(
        ("discs", "name", "arguments"),
        [
            (20, "look_ahead", (5, -words.FAR, words.FAR)),
            (30, "look_ahead", (8, 40, 41)),
            (44, "look_ahead", (9, -200, 100)),
            (55, "play_out", (-words.MOST, words.MOST)),
            (53, "play_out", (-1, 1)),
            (48, "play_out", (-4, 4)),
            (45, "play_out", (-words.MOST, words.MOST)),
        ],
    )
    def test_searches_of_every_kind_wherever_they_are_given_up(
        self, discs: int, name: str, arguments: tuple[int, ...]
    ) -> None:
        """Both hosts give equal results if a search is stopped after some positions and then started again."""
        for position in with_discs(discs, 2):
            results = []
            for kernel in (plain(), native()):
                empty(kernel)
                slices = []
                for limit in (150, 600, 900):
                    value = call_kernel(kernel, position, name, *arguments, limit)
                    stopped = kernel.read("STATE")[words.STOPPED]
                    slices.append((0 if stopped else value, stopped, nodes(kernel), kernel.call("best_known")))
                results.append(slices)
            assert results[0] == results[1]


class TestPlayingOut:
    @pytest.mark.parametrize("empties", [1, 2, 3, 4, 5, 6, 7])
    def test_results_are_those_of_plain_minimax(self, empties: int) -> None:
        for position in with_discs(64 - empties, 24 - 3 * empties, 1):
            native().call("forget")
            assert call_kernel(native(), position, "play_out", -words.MOST, words.MOST, ENDLESS) == exact(position)

    @pytest.mark.parametrize("fact", [fact for fact in FFO if fact["empties"] <= 17], ids=lambda fact: str(fact["id"]))
    def test_published_results(self, fact: dict[str, Any]) -> None:
        position = notation.read_position(f"{fact['board']} {fact['to_move']}")
        assert call_kernel(native(), position, "play_out", -words.MOST, words.MOST, ENDLESS) == fact["score"]

    @pytest.mark.parametrize("empties", [9, 12])
    def test_narrow_bounds_bound_the_result(self, empties: int) -> None:
        for position in with_discs(64 - empties, 3):
            value = call_kernel(native(), position, "play_out", -words.MOST, words.MOST, ENDLESS)
            native().call("forget")
            for low in (value - 10, value - 2, value, value + 8):
                bounded = call_kernel(native(), position, "play_out", low, low + 1, ENDLESS)
                assert bounded <= value if bounded > low else bounded >= value

    def test_asked_again_and_again_in_slices_it_finds_the_same(self) -> None:
        fact = next(fact for fact in FFO if fact["empties"] == 16)
        position = notation.read_position(f"{fact['board']} {fact['to_move']}")
        native().call("forget")
        slices, going_on, value = 0, 1, 0
        while going_on:
            value = call_kernel(native(), position, "play_out", -words.MOST, words.MOST, 2_000)
            slices, going_on = slices + 1, native().read("STATE")[words.STOPPED]
        assert value == fact["score"]
        assert slices > 5


def visited(position: Position, name: str, *arguments: int) -> int:
    """Return the number of positions that a search visits which begins with an empty transposition table."""
    native().call("forget")
    call_kernel(native(), position, name, *arguments, ENDLESS)
    return nodes(native())


def test_the_order_of_moves_keeps_searches_small() -> None:
    """Check the number of positions that searches visit, which depends on the order in which they try moves."""
    middle = sum(visited(position, "look_ahead", 8, -words.FAR, words.FAR) for position in with_discs(26, 12))
    ends = sum(visited(position, "play_out", -words.MOST, words.MOST) for position in with_discs(49, 12))
    assert middle < 2_000_000  # 2,995,329 with moves sorted by their values alone
    assert ends < 3_500_000  # 4,365,300 with more weight for parity and corners


def minimax(position: Position, depth: int) -> int:
    """Return the value of a position by plain minimax. Passes cost no depth."""
    moves = position.moves()
    if not moves:
        return words.UNIT * final(position)
    if moves == (PASS,):
        return -minimax(position.play(PASS), depth)
    if depth == 0:
        return call_kernel(native(), position, "value_now")
    return max(-minimax(position.play(move), depth - 1) for move in moves)


class TestLookingAhead:
    @pytest.mark.parametrize("discs", [14, 24, 34])
    def test_values_are_those_of_plain_minimax(self, discs: int) -> None:
        # With open bounds no search is cut off: ProbCut needs narrow bounds, which the first two plies do not have
        # here.
        for position in with_discs(discs, 2):
            native().call("forget")
            assert call_kernel(native(), position, "look_ahead", 2, -words.FAR, words.FAR, ENDLESS) == minimax(
                position, 2
            )


def thoughts(position: Position, limits: reader.Limits, ticks: int = 10**9) -> list[reader.Ranking]:
    clock = Clock(ticks, count().__next__)
    return list(reader.think(native(), DATA, position.own, position.other, limits, clock))


class Spending:
    """A kernel that counts the positions visited by its function `look_ahead`, a search to a given depth.

    The count is in `spent`.
    """

    def __init__(self, kernel: Kernel) -> None:
        self.kernel, self.spent = kernel, 0
        self.numbers, self.read, self.write = kernel.numbers, kernel.read, kernel.write

    def call(self, name: str, *arguments: float) -> Any:
        value = self.kernel.call(name, *arguments)
        if name == "look_ahead":
            self.spent += nodes(self.kernel)
        return value


class TestReader:
    def test_every_value_was_searched_as_deep_as_it_says(self, monkeypatch: pytest.MonkeyPatch) -> None:
        searched: set[tuple[int, int, float]] = set()
        look = reader._Reader._search_move

        def watched(self: reader._Reader, move: int, depth: int, low: int, *, is_first: bool) -> Slices:
            value = yield from look(self, move, depth, low, is_first=is_first)
            if value is not None:
                searched.add((depth + 1, move, value / words.UNIT))
            return value

        monkeypatch.setattr(reader._Reader, "_search_move", watched)
        monkeypatch.setattr(reader, "SLICE", 200)
        partial = 0
        for position in with_discs(24, 3):
            searched.clear()
            for thought in thoughts(position, reader.Limits(7, 0, margin=1.0), 400):
                valued = list(zip(thought.moves, thought.values, strict=True))
                assert not thought.depth or {(thought.depth, *entry) for entry in valued} <= searched
                assert thought.values[0] == max(thought.values)
                partial += 1 < len(valued) < len(position.moves())
        assert partial > 3

    def test_what_nodes_bound_is_the_same_whatever_was_asked_before(self) -> None:
        position, other = with_discs(30, 2)
        limits = reader.Limits(12, 14, nodes=40_000)
        first = thoughts(position, limits)
        thoughts(other, limits)
        assert thoughts(position, limits) == first

    @pytest.mark.parametrize("empties", [8, 12, 15])
    def test_the_end_is_played_without_a_fault(self, empties: int) -> None:
        for position in with_discs(64 - empties, 2):
            thought = thoughts(position, reader.Limits(60, 18))[-1]
            native().call("forget")
            best = call_kernel(native(), position, "play_out", -words.MOST, words.MOST, ENDLESS)
            assert (thought.exact, thought.values[0]) == (True, best)
            after = position.play(thought.moves[0])
            if after.moves() and after.turn != position.turn:
                assert -call_kernel(native(), after, "play_out", -words.MOST, words.MOST, ENDLESS) == best

    def test_less_is_spent_where_the_same_move_stays_best(self, monkeypatch: pytest.MonkeyPatch) -> None:
        results: list[tuple[int, reader.Ranking]] = []
        for position in with_discs(26, 8):
            for steady in (False, True):
                kernel = Spending(native())
                limits = reader.Limits(60, 0, nodes=60_000, steady=steady)
                clock = Clock(10**9, count().__next__)
                *_, last = reader.think(kernel, DATA, position.own, position.other, limits, clock)
                results.append((kernel.spent, last))
        fixed, steady_ones = results[::2], results[1::2]
        assert all(spent >= 60_000 for spent, _ in fixed)
        assert min(spent for spent, _ in steady_ones) < 48_000
        assert max(spent for spent, _ in steady_ones) >= 60_000
        monkeypatch.setattr(reader, "STEADY", ())
        position = with_discs(26, 1)[0]
        assert thoughts(position, reader.Limits(60, 0, nodes=60_000, steady=True))[-1] == fixed[0][1]

    @pytest.mark.parametrize("ticks", [0, 1, 10, 100])
    def test_the_clock_is_heeded(self, ticks: int) -> None:
        for discs in (20, 45, 54):
            assert 1 <= len(thoughts(with_discs(discs, 1)[0], reader.Limits(60, 20), ticks)) <= ticks + 3


def test_node_reckons_as_wasmtime_does() -> None:
    with Node(compile_kernel(NAME)) as node:
        for _ in weights.lay_out(node, DATA):
            pass
        for name, position, arguments in (
            ("look_ahead", with_discs(24, 1)[0], (7, -words.FAR, words.FAR, ENDLESS)),
            ("play_out", with_discs(52, 1)[0], (-words.MOST, words.MOST, ENDLESS)),
        ):
            results = []
            for kernel in (node, native()):
                kernel.call("forget")
                results.append(
                    (call_kernel(kernel, position, name, *arguments), nodes(kernel), kernel.call("best_known"))
                )
            assert results[0] == results[1]


def test_learning_finds_what_made_the_targets() -> None:
    """Weights that are fitted to values computed by known weights predict such values well in other games."""
    lot = np.random.default_rng(3)
    made_weights = (lot.random(learn_reversi.COLUMNS) - 0.5).astype(np.float32)
    positions = [
        position
        for seed in range(150)
        for position in playout(seed)
        if 20 < (position.own | position.other).bit_count() < 30
    ]
    rows = learn_reversi.features(
        *(np.array(masks, np.uint64) for masks in zip(*((p.own, p.other) for p in positions), strict=True))
    )
    target = learn_reversi.summed(made_weights, rows)
    nothing = np.zeros(learn_reversi.COLUMNS, np.float32)
    half = len(rows) * 2 // 3
    learnt = learn_reversi.fitted(rows[:half], target[:half], np.ones(half, np.float32), nothing, 1.0, 20)
    before, after = (
        learn_reversi.error(weights_tried, rows[half:], target[half:]) for weights_tried in (nothing, learnt)
    )
    assert after < 0.75 * before
    rounded = learn_reversi.FINEST / float(learn_reversi.UNIT) / 2
    assert np.abs(learn_reversi.columns_of(learn_reversi.body(made_weights)) - made_weights).max() < rounded + 0.01


def test_the_weights_that_were_learnt_know_a_corner() -> None:
    """The file of learnt weights has the right shapes, is small, and makes a corner worth several discs."""
    data = learn_reversi.TARGET.read_bytes()
    assert len(data) < 1_200_000
    kernel = Native(compile_kernel(NAME))
    for _ in weights.lay_out(kernel, data):
        pass
    gains = []
    for position in with_discs(36, 12):
        own, other = position.own & ~1, position.other & ~1
        values = []
        for mine, theirs in ((own | 1, other), (own, other | 1)):
            kernel.write("POSITION", array("Q", [mine, theirs]))
            values.append(int(kernel.call("value_now")))
        gains.append(values[0] - values[1])
    assert sum(gains) / len(gains) > 8 * words.UNIT


def test_the_learnt_weights_are_packed_small() -> None:
    data = assets.data("reversi", weights.DATA)
    stages = [weights.body(data, stage) for stage in range(shapes.STAGES)]
    assert len(data) < 0.9 * sum(len(zlib.compress(stage, 9)) for stage in stages)
    again = weights.file(stages)
    assert [weights.body(again, stage) for stage in range(shapes.STAGES)] == stages
