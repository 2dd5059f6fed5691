"""Test Checkers' kernel: it agrees with the rules and with simple Python functions.

It also gives the same results on every host (program that runs the kernel).
"""

from __future__ import annotations

import json
import random
from array import array
from collections.abc import Iterator
from functools import cache
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from chowk.engine import assets
from chowk.engine.kernel.runtime import Kernel
from chowk.engine.search_budget import Clock
from chowk.games.checkers import notation, rules
from chowk.games.checkers.engine import endgame, lookup, reader, weights
from chowk.games.checkers.engine import kernel as words
from chowk.games.checkers.engine import kernel_shapes as shapes
from chowk.games.checkers.rules import BIT, START, Move, Position
from tools.build import kernel_assets
from tools.build.kernel_hosts import Checked, Native, Node, Plain
from training.checkers import learn_checkers, play_checkers, player_checkers
from training.shared import parts

NAME = "chowk.games.checkers.engine.kernel"
FACTS: dict[str, Any] = json.loads((Path(__file__).parents[3] / "data" / "checkers.json").read_text())
ENDLESS = 1 << 30
MILLION, MOST_OF_THEM = 1_000, 1_000_000
"""Number of positions to compare, in an ordinary run and in the deep run."""


def made_up() -> bytes:
    """Return the content of a file of random weights. With any weights, all hosts must compute equal results."""
    lot = random.Random(5)
    stored = array("b", [lot.randrange(-12, 13) for _ in range(997)])
    repeated = (stored * (len(shapes.PHASES) * shapes.STORED // 997 + 1))[: len(shapes.PHASES) * shapes.STORED]
    others = array("h", [lot.randrange(-30, 40) for _ in range(len(shapes.PHASES) * shapes.REST)])
    for phase in range(len(shapes.PHASES)):
        others[phase * shapes.REST + shapes.MAN] = 100
    return weights.file(array("i", range(1, len(shapes.PHASES) + 1)), repeated, others)


DATA = made_up()
UNFOLDED = 12
"""The only stage of the game (half the number of pieces) whose weights are unpacked in plain Python.

This takes a second for each stage, so the weights of the other stages are copied from the compiled kernel.
"""


def code() -> bytes:
    """Return the bytes of the compiled kernel.

    It is compiled in a separate process, because tests write into the kernel that runs in this process as
    plain Python.
    """
    return kernel_assets.code(NAME, lambda _: None)


@cache
def own(kind: str) -> Kernel:
    """Return a kernel with the random weights `DATA` and the endgame database.

    `kind` says how it runs: `native` (compiled), `plain` (as Python), or `checked` (as Python, with checks).
    """
    kernel: Kernel = Native(code()) if kind == "native" else Plain(NAME) if kind == "plain" else Checked(NAME)
    values = weights.read(DATA, len(shapes.PHASES), shapes.REST)
    for name, data in zip(("FACTORS", "STORED", "REST"), values, strict=True):
        kernel.write(name, data)
    if kind == "native":
        for stage in range(13):
            kernel.call("unfold", stage)
    else:
        kernel.call("unfold", UNFOLDED)
        for name in ("VALUES", "PLAIN"):
            expected = own("native").read(name)
            span = len(expected) // 13 * UNFOLDED
            assert kernel.read(name, span) == expected[span:]
            kernel.write(name, expected)
        kernel.write("STATE", own("native").read("STATE", words.READY, 1), words.READY)
    for _ in reader.prepare(kernel, endgame.PIECES):
        pass
    return kernel


@cache
def shipped() -> Kernel:
    """Return a compiled kernel with the shipped weights, as the game uses it."""
    kernel = Native(code())
    for _ in reader.prepare(kernel, endgame.PIECES):
        pass
    return kernel


def playout(seed: int) -> Iterator[Position]:
    """Yield each position of a random game in which the side to move has a legal move."""
    lot = random.Random(seed)
    position = START
    while moves := position.moves():
        yield position
        position = position.play(lot.choice(moves))


def scattered(seed: int, most: int = 24) -> Position:
    """Return a random position of at most `most` pieces, many of them kings. The side to move has a move."""
    lot = random.Random(f"scattered {seed}")
    while True:
        black = white = kings = 0
        for square in lot.sample(range(1, 33), lot.randint(2, most)):
            colour = lot.randrange(2)
            black, white = (black, white | BIT[square]) if colour else (black | BIT[square], white)
            if rules.CROWN[colour] & BIT[square] or lot.random() < 0.4:
                kings |= BIT[square]
        position = Position(black, white, kings, lot.randrange(2))
        if position.moves() and max(black.bit_count(), white.bit_count()) <= 12:
            return position


def stages(*pairs: int) -> list[Position]:
    """Return some positions of random games: those in which half the number of pieces, rounded down, is in `pairs`."""
    positions = [
        position
        for seed in range(40)
        for position in playout(seed)
        if (position.black | position.white).bit_count() >> 1 in pairs
    ]
    return positions[:: max(1, len(positions) // 12)]


def call_kernel(kernel: Kernel, position: Position, name: str, *arguments: int) -> int:
    kernel.write("POSITION", reader.position_array(position))
    return int(kernel.call(name, *arguments))


def look(kernel: Kernel, position: Position, depth: int, pieces: int = 4) -> int:
    """Return the value of a position by a search, without a history and with an empty transposition table.

    The search uses the endgame database in positions of at most `pieces` pieces.
    """
    kernel.call("forget")
    for name, value in (("QUIET", position.quiet), ("LIMIT", 80), ("KNOWN", 0), ("PIECES", pieces), ("SIGHT", 16)):
        kernel.write("STATE", array("i", [value]), getattr(words, name))
    return call_kernel(kernel, position, "look_ahead", depth, -words.FAR, words.FAR, ENDLESS)


def read_array(kernel: Kernel, name: str, number: int) -> array[Any]:
    return kernel.read(name, 0, number)


def listed(kernel: Kernel, position: Position) -> dict[Move, tuple[int, int, int]]:
    """Return the moves that a kernel finds: each move's path, with the bit masks of the board after it."""
    number = call_kernel(kernel, position, "listed")
    rows = zip(
        *(read_array(kernel, f"NEXT_{name}", number) for name in ("PATH", "BLACK", "WHITE", "KINGS")), strict=True
    )
    by_path = {path(packed): (black, white, kings) for packed, black, white, kings in rows}
    assert len(by_path) == number
    return by_path


def path(packed: int) -> Move:
    squares: tuple[int, ...] = ()
    while packed:
        squares = (rules.NUMBER[1 << (packed & 63) - 1], *squares)
        packed >>= 6
    return squares


def same_moves(kernel: Kernel, position: Position) -> None:
    assert listed(kernel, position) == {move: position.play(move)[:3] for move in position.moves()}


class TestMoves:
    def test_moves_and_paths_are_those_of_the_rules(self) -> None:
        for seed in range(6):
            for position in playout(seed):
                same_moves(own("native"), position)
        for seed in range(MILLION):
            same_moves(own("native"), scattered(seed))
        for seed in range(60):
            same_moves(own("plain"), scattered(seed))
            same_moves(own("checked"), scattered(seed))

    @pytest.mark.deep
    def test_moves_and_paths_are_those_of_the_rules_on_a_million_positions(self) -> None:
        number = 0
        for seed in count(6):
            for position in playout(seed):
                same_moves(own("native"), position)
                number += 1
            if number > MOST_OF_THEM // 2:
                break
        for seed in range(MILLION, MILLION + MOST_OF_THEM // 2):
            same_moves(own("native"), scattered(seed))

    @pytest.mark.parametrize("case", FACTS["perft"], ids=lambda case: case["fen"])
    def test_as_many_paths_as_published(self, case: dict[str, Any]) -> None:
        position = notation.read_position(case["fen"])
        for depth, ways in enumerate(case["by_path"], 1):
            if ways < 5_000_000:
                assert call_kernel(own("native"), position, "perft", depth) == ways
            if ways < 3_000:
                assert call_kernel(own("plain"), position, "perft", depth) == ways


def by_definition(position: Position) -> int:
    """Return the evaluation of a position, computed from the file of weights.

    It adds the weights of each square and of each block (a group of eight squares).
    """
    black, white, kings, turn = position.key
    pieces = (black | white).bit_count()
    stage = pieces >> 1
    factors, stored, others = weights.read(DATA, len(shapes.PHASES), shapes.REST)
    phase, numerator, denominator = shapes.interpolated_phases(2 * stage)
    after = min(phase + 1, len(shapes.PHASES) - 1)

    def mixed(low: int, high: int) -> int:
        return (2 * (high * numerator + low * (denominator - numerator)) + denominator) // (2 * denominator)

    def plain(index: int) -> int:
        return mixed(others[phase * shapes.REST + index], others[after * shapes.REST + index])

    def one_side(mine: int, theirs: int) -> int:
        """Return the sum of the weights for the side with the pieces `mine`.

        The board must be turned so that this side moves up.
        """
        worth = 0
        for block in range(5):
            content = 0
            for digit, square in enumerate(shapes.places(block)):
                bit = BIT[square + 1] & ~kings_seen
                content += 3**digit * (1 if bit & mine else 2 if bit & theirs else 0)
            low, high = (
                factors[stage_phase] * stored[stage_phase * shapes.STORED + block * shapes.ENTRIES + content]
                for stage_phase in (phase, after)
            )
            worth += mixed(low, high)
        occupied = mine | theirs
        for square in rules.squares(mine):
            bit = BIT[square]
            ways = rules.WALKS[rules.KING if bit & kings_seen else 0][bit]
            free = sum(not end & occupied for end, _ in ways)
            if bit & kings_seen:
                worth += plain(shapes.KING + square - 1)
                worth += plain(shapes.TERM + 5) * free + plain(shapes.TERM + 6) * (not free)
            else:
                worth += plain(shapes.MAN)
                worth += plain(shapes.TERM + 3) * free + plain(shapes.TERM + 4) * (not free)
                front, visited = {bit}, 0
                while front:
                    front = {end for square_bit in front for end, _ in rules.WALKS[0][square_bit]}
                    visited |= sum(front)
                if not visited & theirs:
                    steps = 7 - (square - 1) // 4
                    worth += plain(shapes.TERM + (0 if steps < 3 else 1 if steps < 5 else 2))
        guards = sum(1 << square - 1 for square in rules.squares(mine & ~kings_seen) if square <= 4)
        worth += plain(shapes.BACK + guards + (16 if theirs & kings_seen else 0))
        first, second = (min(3, (pieces & kings_seen).bit_count()) for pieces in (mine, theirs))
        return worth + plain(shapes.KINGS + 4 * first + second)

    kings_seen = kings
    worth = one_side(black, white)
    kings_seen = turned(kings)
    worth -= one_side(turned(white), turned(black))
    tempo = plain(shapes.TEMPO)
    if pieces % 2 == 0:
        on_system = ((black | white) & shapes.SYSTEM).bit_count()
        tempo += plain(shapes.MOVE) if on_system % 2 else -plain(shapes.MOVE)
    return tempo + (-worth if turn else worth)


def turned(mask: int) -> int:
    """Return a bit mask of squares as seen from the other side of the board."""
    return int(f"{mask:035b}"[::-1], 2)


class TestValues:
    def test_it_adds_up_what_it_says(self) -> None:
        for position in [*stages(2, 3, 5, 7, 9, 10, 12), *map(scattered, range(60))]:
            assert call_kernel(own("native"), position, "value_now") == by_definition(position)

    def test_plain_python_reckons_the_same(self) -> None:
        for position in stages(2, 5, 8, 10, 12):
            for kind in ("plain", "checked"):
                assert call_kernel(own(kind), position, "value_now") == by_definition(position)

    def test_both_sides_see_the_same(self) -> None:
        for position in map(scattered, range(300)):
            black, white, kings, turn = position.key
            other = Position(turned(white), turned(black), turned(kings), 1 - turn)
            values = [call_kernel(shipped(), position_seen, "value_now") for position_seen in (position, other)]
            assert values[0] == values[1]

    def test_the_words_follow_the_moves(self) -> None:
        for position in map(scattered, range(80)):
            black, white, kings, turn = position.key
            words.compute_fields(black, white, kings, 0)
            for child in range(words.generate_children(0, turn, black, white, kings)):
                words.QUIETS[0] = 7
                words.update_fields(0, black, white, kings, child)
                followed = words.FIELDS[words.WORDS : 2 * words.WORDS]
                words.compute_fields(
                    words.NEXT_BLACK[child], words.NEXT_WHITE[child], words.NEXT_KINGS[child], 2 * words.WORDS
                )
                assert words.FIELDS[2 * words.WORDS : 3 * words.WORDS] == followed
                after = position._replace(quiet=7).play(path(words.NEXT_PATH[child]))
                assert words.QUIETS[1] == after.quiet

    def test_a_man_more_is_worth_about_a_man(self) -> None:
        gains = []
        for position in stages(5, 6, 7, 8, 9, 10):
            men = position.black & ~position.kings
            lost = position._replace(black=position.black & ~(men & -men), turn=0)
            if men and lost.black:
                score = call_kernel(shipped(), position._replace(turn=0), "value_now")
                gains.append(score - call_kernel(shipped(), lost, "value_now"))
        assert 60 < sum(gains) / len(gains) < 180


class TestEndings:
    def test_they_are_those_of_the_table(self) -> None:
        for seed in range(1500):
            position = scattered(seed, 4)
            if position.black and position.white:
                expected = lookup.look_up((position.black, position.white, position.kings), position.turn)
                assert call_kernel(own("native"), position, "ending_now") == expected
                if seed < 100:
                    assert call_kernel(own("plain"), position, "ending_now") == expected

    @pytest.mark.parametrize("problem", FACTS["problems"], ids=lambda problem: problem["name"])
    def test_a_published_problem_has_its_value_and_its_distance(self, problem: dict[str, Any]) -> None:
        code = call_kernel(own("native"), notation.read_position(problem["fen"]), "ending_now")
        assert (code and code - 1, "draw" if not code else "loss" if code % 2 else "win") == (
            problem["plies"] or 0,
            problem["value"],
        )


def minimax(position: Position, depth: int, ply: int) -> int:
    """Return the value of a position after `ply` moves of a search, by plain minimax.

    It uses no transposition table, move ordering or bounds, and ignores draws by repetition.
    """
    if not position.own:
        return ply - words.WIN
    moves = position.moves()
    forced = bool(rules.jumpers(position))
    pieces = (position.black | position.white).bit_count()
    if not forced and pieces <= endgame.PIECES:
        code = call_kernel(shipped(), position, "ending_now")
        if not code:
            return call_kernel(shipped(), position, "value_now") // 64
        return ply + code - 1 - words.WIN if code % 2 else words.WIN - ply - code + 1
    threatened = rules.jumpers(position._replace(turn=1 - position.turn))
    if not forced and (depth < 0 or (depth == 0 and not threatened)):
        return call_kernel(shipped(), position, "value_now")
    onward = depth if forced and len(moves) == 1 else depth - 1
    return max((-minimax(position.play(move), onward, ply + 1) for move in moves), default=ply - words.WIN)


class TestLookingAhead:
    @pytest.mark.parametrize("depth", [0, 1, 2])
    def test_values_are_those_of_plain_minimax(self, depth: int) -> None:
        # The search reduces the depth of later moves only from three plies on.
        for position in [*stages(4, 7, 9, 11), *map(scattered, range(20))]:
            assert look(shipped(), position, depth) == minimax(position, depth, 1)

    @pytest.mark.parametrize("kind", ["plain", "checked"])
    @pytest.mark.parametrize("depth", [1, 3, 5])
    def test_all_machines_find_the_same_by_as_many_nodes(self, kind: str, depth: int) -> None:
        for position in stages(12, 10)[: 6 - depth]:
            results = []
            for kernel in (own(kind), own("native")):
                value = look(kernel, position, depth)
                results.append((value, kernel.read("STATE")[words.NODES]))
            assert results[0] == results[1]

    def test_node_reckons_as_wasmtime_does(self) -> None:
        with Node(code()) as node:
            for _ in reader.prepare(node, 0):
                pass
            for position in stages(11, 8)[:3]:
                results = []
                for kernel in (node, shipped()):
                    value = look(kernel, position, 9, pieces=0)
                    results.append((value, kernel.read("STATE")[words.NODES]))
                assert results[0] == results[1]

    def test_asked_again_and_again_in_slices_it_finds_about_the_same(self) -> None:
        for position in stages(9)[:3]:
            uninterrupted = look(shipped(), position, 12)
            shipped().call("forget")
            slices, going_on, value = 0, 1, 0
            while going_on:
                value = call_kernel(shipped(), position, "look_ahead", 12, -words.FAR, words.FAR, 1_500)
                slices, going_on = slices + 1, shipped().read("STATE")[words.STOPPED]
                assert slices < 5_000
            # The transposition table is filled in another order than in one search, so values may differ a little.
            assert abs(value - uninterrupted) < 40
            assert slices > 3

    def test_a_table_that_was_forgotten_is_not_used(self) -> None:
        position = stages(10)[0]
        first = look(shipped(), position, 9)
        nodes = shipped().read("STATE")[words.NODES]
        for other in stages(11, 9, 8):
            look(shipped(), other, 8)
        assert (look(shipped(), position, 9), shipped().read("STATE")[words.NODES]) == (first, nodes)
        for _ in range(260):
            shipped().call("forget")
        assert (look(shipped(), position, 9), shipped().read("STATE")[words.NODES]) == (first, nodes)


def thoughts(position: Position, limits: reader.Limits, ticks: int = 10**9, past: Any = ()) -> list[reader.Ranking]:
    clock = Clock(ticks, count().__next__)
    return list(reader.think(shipped(), position, past, limits, clock))


def decided(position: Position, plies: int) -> int:
    """Return 1 if the side to move can force a win within `plies`, -1 if it must lose within them, else 0.

    Only the rules are used.
    """
    moves = position.moves()
    if not moves:
        return -1
    if not plies:
        return 0
    return -min(decided(position.play(move), plies - 1) for move in moves)


def small(number: int) -> list[Position]:
    """Return those of `number` random positions that have five or six pieces and more than one legal move."""
    candidates = (scattered(seed, 6) for seed in range(number))
    return [
        candidate
        for candidate in candidates
        if (candidate.black | candidate.white).bit_count() > 4 and len(candidate.moves()) > 1
    ]


class TestReader:
    def test_a_forced_win_is_found(self) -> None:
        wins = 0
        for position in small(600):
            if decided(position, 3) == 0 and decided(position, 5) == 1:
                wins += 1
                # The depth of later moves is reduced, so the search may find a longer win than the shortest.
                thought = thoughts(position, reader.Limits(11, nodes=ENDLESS))[-1]
                assert words.PROVEN <= thought.values[0] <= words.WIN - 5
                assert thought.proven
                if wins == 3:
                    return
        pytest.fail("too few to tell")

    def test_a_lost_position_is_known_to_be_lost(self) -> None:
        lost = 0
        for position in small(600):
            if decided(position, 4) == -1:
                lost += 1
                thought = thoughts(position, reader.Limits(9, nodes=ENDLESS))[-1]
                assert -words.WIN <= thought.values[0] <= -words.PROVEN
                assert thought.proven
                if lost == 3:
                    return
        pytest.fail("too few to tell")

    def test_a_repetition_counts_as_a_draw(self) -> None:
        position = notation.read_position("W:WK15,K18,K23,22:BK6,K1,10")
        plain = thoughts(position, reader.Limits(4, nodes=ENDLESS, endings=4))[-1]
        assert plain.values[0] > 50
        met = position.play(plain.moves[0])
        again = thoughts(
            position._replace(quiet=4), reader.Limits(4, 1 << 30, 9000, 4), past=[met, position, position]
        )[-1]
        assert dict(zip(again.moves, again.values, strict=True))[plain.moves[0]] == 0

    def test_the_forty_move_rule_is_seen_coming(self) -> None:
        position = notation.read_position("W:WK15,K18,K23:BK6,K1")
        without = position._replace(quiet=77, house=rules.House(forty=False))
        assert thoughts(without, reader.Limits(7, ENDLESS))[-1].values[0] > 50
        # Three plies before the draw, no side can be forced to lose a king.
        assert thoughts(position._replace(quiet=77), reader.Limits(7, ENDLESS))[-1].values[0] == 0

    def test_what_nodes_bound_is_the_same_whatever_was_asked_before(self) -> None:
        position, other = stages(10, 8)[:2]
        limits = reader.Limits(30, nodes=40_000)
        first = thoughts(position, limits)
        thoughts(other, limits)
        assert thoughts(position, limits) == first

    def test_every_move_within_the_margin_has_its_true_value(self) -> None:
        for position in stages(9, 6)[:8]:
            wide = thoughts(position, reader.Limits(2, ENDLESS, 5000))[-1]
            narrow = thoughts(position, reader.Limits(2, ENDLESS, 10))[-1]
            values = dict(zip(wide.moves, wide.values, strict=True))
            for move, value in zip(narrow.moves, narrow.values, strict=True):
                assert value == values[move] or max(value, values[move]) < wide.values[0] - 10

    def test_who_overlooks_shots_misses_two_for_one(self) -> None:
        """An opponent that overlooks sacrifices does not find one that wins two men for one."""
        position = notation.read_position("B:W18,19,26,27:B10,2,11,6")
        shots = [move for move in position.moves() if rules.jumpers(position.play(move))]
        assert shots
        assert len(shots) < len(position.moves())
        blind = thoughts(position, reader.Limits(6, ENDLESS, 5000, sight=0))[-1]
        assert not set(blind.moves) & set(shots)
        assert set(shots) <= set(thoughts(position, reader.Limits(6, ENDLESS, 5000))[-1].moves)
        chosen = {
            bool(set(thoughts(position, reader.Limits(2, ENDLESS, 5000, sight=8, lot=lot))[-1].moves) & set(shots))
            for lot in range(12)
        }
        assert chosen == {True, False}

    def test_what_was_broken_off_while_it_was_laid_out_goes_on(self) -> None:
        position = stages(9)[0]
        kernel = Native(code())
        for ticks in range(4):
            list(reader.think(kernel, position, (), reader.Limits(8), Clock(ticks, count().__next__)))
        limits = reader.Limits(8, nodes=20_000)
        clocks = [Clock(1e9, count().__next__) for _ in range(2)]
        rankings = [
            list(reader.think(machine, position, (), limits, clock))[-1]
            for machine, clock in zip((kernel, shipped()), clocks, strict=True)
        ]
        assert rankings[0] == rankings[1]
        assert rankings[0].depth > 3

    @pytest.mark.parametrize("ticks", [0, 1, 10, 100])
    def test_the_clock_is_heeded(self, ticks: int) -> None:
        for position in stages(11, 6)[:3]:
            assert 1 <= len(thoughts(position, reader.Limits(60), ticks)) <= ticks + 3

    def test_a_slice_is_short(self) -> None:
        nodes = []
        call = shipped().call

        class Watched:
            numbers = shipped().numbers
            read, write = shipped().read, shipped().write

            def call(self, name: str, *arguments: float) -> Any:
                back = call(name, *arguments)
                if name == "look_ahead":
                    nodes.append(shipped().read("STATE")[words.NODES])
                return back

        list(reader.think(Watched(), stages(9)[0], (), reader.Limits(30, nodes=200_000), Clock(1e9, count().__next__)))
        assert max(nodes) < reader.SLICE + 500


class TestLearning:
    def test_what_is_learnt_adds_up_to_what_the_kernel_says(self) -> None:
        """The training program and the kernel compute equal values in the phases for which weights are stored.

        A phase is a number of pieces.
        """
        positions = [*stages(*(pieces // 2 for pieces in shapes.PHASES)), *map(scattered, range(200))]
        exact = [
            position
            for position in positions
            if (position.black | position.white).bit_count() >> 1 in {n // 2 for n in shapes.PHASES}
        ]
        rows = np.zeros(len(exact), learn_checkers.RECORD)
        for index, name in enumerate(("black", "white", "kings", "side")):
            rows[name] = [position.key[index] for position in exact]
        sums = learn_checkers.Table(rows).summed(learn_checkers.columns_of(DATA))
        assert len(exact) > 10
        assert sums.tolist() == [call_kernel(own("native"), position, "value_now") for position in exact]

    def test_weights_are_written_as_they_were_read(self) -> None:
        again = learn_checkers.columns_of(learn_checkers.body(learn_checkers.columns_of(DATA)))
        assert again.tolist() == learn_checkers.columns_of(DATA).tolist()

    def test_a_game_follows_from_its_number_and_its_labels_from_looking_ahead(self) -> None:
        kernel = play_checkers.start_kernel(DATA, play_checkers.PLAYER)
        samples = play_checkers.game(kernel, 3, 1, 6)
        play_checkers.game(kernel, 4, 1, 6)
        assert play_checkers.game(kernel, 3, 1, 6) == samples
        records = list(play_checkers.RECORD.iter_unpack(samples))
        assert len(records) > 10
        assert {number for *_, number in records} == {3}
        other = play_checkers.start_kernel(DATA)
        for black, white, kings, side, value, _, _ in records[:1]:
            # The transposition table keeps entries of earlier positions of the game.
            position = Position(black, white, kings, side)
            looked = [play_checkers.call_kernel(other, position, "look_ahead", 6, -words.FAR, words.FAR, ENDLESS)]
            assert not rules.jumpers(position)
            assert not rules.jumpers(position._replace(turn=1 - side))
            assert abs(looked[0] - value) < 60
        for record, following in pairwise(records):
            same = record[3] == following[3]
            assert following[5] == (record[5] if same else player_checkers.WON - record[5])

    def test_plain_python_plays_the_same_game(self) -> None:
        ended = notation.read_position("B:W18,19,27,K3:B15,1,K30")
        games = []
        for kernel in (play_checkers.start_kernel(DATA, play_checkers.PLAYER), Plain(play_checkers.PLAYER)):
            if isinstance(kernel, Plain):
                for name in ("VALUES", "PLAIN", "STATE"):
                    getattr(words, name)[:] = own("native").read(name)
                for name in ("PLACES", "ENDINGS"):
                    kernel.write(name, own("native").read(name))
            for name, value in (("QUIET", 0), ("LIMIT", reader.NEVER), ("KNOWN", 0), ("PIECES", 4), ("SIGHT", 16)):
                kernel.write("STATE", array("i", [value]), getattr(words, name))
            kernel.write("POSITION", reader.position_array(ended))
            kernel.write("LOT", array("Q", [77]))
            count = kernel.call("game", 2)
            games.append((count, kernel.read("MET", 0, 4 * count), kernel.read("WORTH", 0, count), kernel.read("LAST")))
        assert games[0] == games[1]
        assert games[0][0] > 3

    def test_fitting_finds_what_made_the_values(self, tmp_path: Path) -> None:
        """Fitting weights to the values of positions under known weights more than halves the error of the values."""
        rows = [position for seed in range(120) for position in playout(seed) if not rules.jumpers(position)]
        with (tmp_path / "00000.games").open("wb") as file:
            for number, position in enumerate(rows):
                value = call_kernel(own("native"), position, "value_now")
                file.write(play_checkers.RECORD.pack(*position.key, value, 2 if value > 0 else 0, number // 40))
        before = tmp_path / "before.bin"
        before.write_bytes(learn_checkers.body(np.zeros(learn_checkers.PARAMETER_COUNT, np.float32)))
        command = ["fit", "--folder", str(tmp_path), "--before", str(before), "--out", str(tmp_path / "after.bin")]
        learn_checkers.main([*command, "--turns", "2", "--rounds", "6"])
        fitted_rows = parts.played([tmp_path], learn_checkers.RECORD)
        table, label = learn_checkers.Table(fitted_rows), learn_checkers.chance(fitted_rows["value"].astype(np.float32))
        was, now = (
            learn_checkers.rms_error(learn_checkers.columns_of((tmp_path / name).read_bytes()), table, label)
            for name in ("before.bin", "after.bin")
        )
        assert now < was / 2


def test_the_file_is_read_as_it_was_written() -> None:
    factors, stored, others = weights.read(DATA, len(shapes.PHASES), shapes.REST)
    assert weights.file(factors, stored, others) == DATA
    assert len(assets.data("checkers", weights.DATA)) < 70_000
