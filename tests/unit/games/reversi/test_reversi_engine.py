"""Test Reversi's book and its opponents. `test_reversi_kernel` tests the kernel that the opponents use."""

from __future__ import annotations

import random
import zlib
from collections.abc import Generator, Iterator
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

from chowk.core.stepper import finished
from chowk.engine import assets
from chowk.engine.protocol import Line, Thought
from chowk.engine.search_budget import Clock
from chowk.games.reversi import notation, rules
from chowk.games.reversi.engine import book, bots, reader
from chowk.games.reversi.rules import PASS, START, Position

TOP, BELOW = bots.LEVELS[-1].number, bots.LEVELS[-2].number


def playouts(games: int, seed: int) -> Iterator[Position]:
    """Yield every position of `games` random games, including the final positions."""
    chance = random.Random(seed)
    for _ in range(games):
        position = START
        yield position
        while moves := position.moves():
            position = position.play(chance.choice(moves))
            yield position


def with_empties(empties: int, number: int) -> list[Position]:
    """Return `number` positions with `empties` empty squares and more than one legal move."""
    positions: list[Position] = []
    seed = 0
    while len(positions) < number:
        seed += 1
        positions += [
            position
            for position in playouts(1, 1000 * empties + seed)
            if 64 - (position.black | position.white).bit_count() == empties and len(position.moves()) > 1
        ]
    return positions[:number]


def patient() -> Clock:
    """Return an opponent's clock that never runs out."""
    return Clock(1e9, count().__next__)


def final(position: Position) -> int:
    """Return the final difference in discs for the side to move. Empty squares count for the winner."""
    outcome = position.outcome()
    assert outcome is not None
    black, white = rules.tournament(outcome)
    return white - black if position.turn else black - white


def exact(position: Position) -> int:
    """Return the exact value of a position for the side to move, by plain minimax on the rules."""
    moves = position.moves()
    if not moves:
        return final(position)
    children = [position.play(move) for move in moves]
    return max(-exact(child) if child.turn != position.turn else exact(child) for child in children)


def turned_board(mask: int, turn: int) -> int:
    """Return a bit mask of squares under one of the eight symmetries of the board, selected by the bits of `turn`."""
    turned = 0
    for square in rules.squares(mask):
        row, file = divmod(square, 8)
        row, file = (row, 7 - file) if turn & 1 else (row, file)
        row, file = (7 - row, file) if turn & 2 else (row, file)
        row, file = (file, row) if turn & 4 else (row, file)
        turned |= 1 << 8 * row + file
    return turned


class TestStopped:
    """Tests of stopped searches: whenever a search is stopped, the opponent plays the best move that was searched."""

    @pytest.mark.parametrize("number", range(20, 200, 12))
    def test_the_top_plays_the_best_that_it_has_searched(self, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
        best: list[tuple[int, ...]] = []
        think = reader.think

        def watched(*arguments: Any) -> Iterator[reader.Ranking]:
            for thought in think(*arguments):
                best.append(thought.moves)
                yield thought

        monkeypatch.setattr(reader, "think", watched)
        for position in with_empties(30, 3):
            thought = thoughts(position, TOP, clock=seconds(number))[-1]
            assert thought.move == best[-1][0]


def thoughts(position: Position, level: int, seed: int = 1, clock: Clock | None = None) -> list[Thought[int]]:
    return list(bots.think(position, (), level, seed, clock or patient()))


def seconds(number: int) -> Clock:
    """Return a clock for an opponent. The clock runs out after `number` readings."""
    return Clock(number, count().__next__)


class TestBook:
    def test_its_moves_are_legal_however_the_board_lies(self) -> None:
        found_count = 0
        for position in playouts(60, 21):
            if (position.black | position.white).bit_count() > 8:
                continue
            moves = book.lookup(position.own, position.other)
            found_count += bool(moves)
            assert set(moves) <= set(position.moves())
            for turn in range(8):
                own, other = turned_board(position.own, turn), turned_board(position.other, turn)
                assert book.lookup(own, other) == tuple(
                    sorted(rules.squares(sum(turned_board(1 << move, turn) for move in moves)))
                )
        assert found_count > 60

    def test_what_is_written_is_read(self) -> None:
        lines: dict[book.Moves, book.Moves] = {(19, 18): (26, 37), (): (19,), (19, 18, 26): (44,), (19, 20): (29,)}
        data = book.file(lines)
        assert zlib.decompress(data) == b"0 d3\n0d3c3 c4f5\n2c4 e6\n1e3 f4\n"
        assert dict(book.read(data)) == lines

    def test_every_line_is_found_where_it_leads(self) -> None:
        for path, moves in [*book.read(assets.data("reversi", book.DATA))][::7]:
            position = START
            for move in path:
                position = position.play(move)
                position = position.play(PASS) if position.moves() == (PASS,) else position
            assert set(moves) <= set(book.lookup(position.own, position.other)) <= set(position.moves())

    def test_the_top_levels_play_it_with_variety(self) -> None:
        moves = {thoughts(START, TOP, seed)[-1].move for seed in range(20)}
        assert moves == set(START.moves())
        assert all(thought.depth == 0 for thought in thoughts(START, TOP))


class TestOpponents:
    @pytest.mark.parametrize("level", range(len(bots.LEVELS)))
    def test_only_legal_moves_at_every_level_through_whole_games(self, level: int) -> None:
        for position in playouts(1, 50 + level):
            moves = position.moves()
            if moves:
                for thought in thoughts(position, level, clock=seconds(8)):
                    assert thought.move in moves

    @pytest.mark.parametrize("level", range(len(bots.LEVELS)))
    def test_the_same_seed_thinks_the_same(self, level: int) -> None:
        for position in with_empties(40, 2):
            once, again = (thoughts(position, level, 7, seconds(60)) for _ in range(2))
            assert once == again

    def test_seeds_vary_the_lower_levels_and_never_the_top(self) -> None:
        for level in (level.number for level in bots.LEVELS[:-1]):
            moves = {thoughts(p, level, seed)[-1].move for p in (START,) for seed in range(8)}
            assert len(moves) > 1
        position = with_empties(24, 1)[0]
        assert len({thoughts(position, TOP, seed, seconds(200))[-1].move for seed in range(3)}) == 1

    @pytest.mark.parametrize("number", [0, 1, 10, 100])
    def test_the_clock_is_heeded(self, number: int) -> None:
        for empties in (40, 17, 10):
            assert 1 <= len(thoughts(with_empties(empties, 1)[0], TOP, clock=seconds(number))) <= number + 3

    def test_a_hurried_clock_is_heeded(self) -> None:
        clock = patient()
        thinking = bots.think(with_empties(30, 1)[0], (), TOP, 1, clock)
        for _ in range(30):
            next(thinking)
        clock.end_now()
        assert len(list(thinking)) <= 2

    def test_without_a_kernel_the_lowest_still_play(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(assets, "_available", assets._Available())
        for position in playouts(1, 8):
            for level in (0, 1):
                assert not position.moves() or thoughts(position, level)[-1].move in position.moves()
        with pytest.raises(assets.Missing):
            thoughts(START, 2)

    def test_faults_as_people_make_them_follow_from_the_seed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """An opponent with the fault `greed` turns more discs than one without it.

        With the fault `blind`, it chooses some of its moves by a search of one ply. The seed alone decides which moves.
        """
        turned = {}
        for greed in (0.0, 6.0):
            style = bots.STYLES[2]._replace(greed=greed, temperature=0.0, blind=0.0, ends=0)
            monkeypatch.setitem(bots.STYLES, 2, style)
            moves = [(position, thoughts(position, 2)[-1].move) for position in with_empties(36, 12)]
            turned[greed] = sum(rules.flips(position.own, position.other, move).bit_count() for position, move in moves)
        assert turned[6.0] > 1.2 * turned[0.0]
        monkeypatch.setitem(bots.STYLES, 2, bots.STYLES[2]._replace(greed=0.0, blind=0.5))
        position = with_empties(36, 1)[0]
        depths, again = ([thoughts(position, 2, seed)[-1].depth for seed in range(24)] for _ in range(2))
        assert depths == again
        assert 4 < depths.count(1) < 20
        assert set(depths) == {1, 2}

    def test_a_pass_and_an_only_move_come_at_once(self) -> None:
        forced = [position for position in playouts(40, 3) if len(position.moves()) == 1]
        assert any(position.moves() == (PASS,) for position in forced)
        for position in forced:
            for level in (0, TOP):
                assert [thought.move for thought in thoughts(position, level)] == list(position.moves())

    def test_the_hands_are_no_matter(self) -> None:
        position = with_empties(20, 1)[0]
        for level in (1, 3, TOP):
            other = position._replace(hands=(20, 0))
            assert thoughts(position, level, clock=seconds(40)) == thoughts(other, level, clock=seconds(40))

    @pytest.mark.parametrize("level", [BELOW, TOP])
    @pytest.mark.parametrize("empties", [4, 6, 7])
    def test_the_end_is_played_without_a_fault(self, level: int, empties: int) -> None:
        for position in with_empties(empties, 2):
            thought = thoughts(position, level)[-1]
            assert thought.exact
            best = exact(position)
            assert thought.score == best
            after = position.play(thought.move)
            assert (exact(after) if after.turn == position.turn else -exact(after)) == best

    @pytest.mark.parametrize("level", [3, 4, 5])
    def test_a_wipe_out_is_seen(self, level: int) -> None:
        position = notation.read_position("---------------------------OOO----XXOXX----XOX------X----------- X")
        thought = thoughts(position, level, clock=seconds(60))[-1]
        assert position.play(thought.move).outcome() is not None
        assert thought.score == 64

    def test_a_corner_offered_is_taken_even_by_the_lowest(self) -> None:
        offered = accepted = 0
        for position in playouts(30, 9):
            corners = {0, 7, 56, 63} & set(position.moves())
            if corners and len(position.moves()) > 3:
                offered += 1
                accepted += thoughts(position, 0, offered)[-1].move in corners
        assert offered > 50
        assert accepted / offered > 0.6


def test_a_table_that_contradicts_itself_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = {"UNIT": 100, "FAR": 9_000, "MOST": 64, "NODES": 0, "STOPPED": 1}
    kernel: Any = SimpleNamespace(numbers=numbers)
    limits = reader.Limits(4, reader.PLAYED_OUT)
    own, other = START.own, START.other
    windows: list[tuple[int, int]] = []

    def searched(_: Any, __: str, ___: int, arguments: tuple[int, ...]) -> Generator[None, None, int]:
        low, high = -arguments[-1], -arguments[-2]
        windows.append((low, high))
        assert len(windows) < 10, "it looks for ever"
        yield from ()
        if high - low == 18_000:
            return 120
        return low if len(windows) % 2 else high

    monkeypatch.setattr(reader._Reader, "_searched", searched)
    monkeypatch.setattr(reader._Reader, "_line", lambda _, move: (move,))
    search = reader._Reader(kernel, own, other, START.moves(), limits, Clock(1000))
    before = Line((START.moves()[0],), 1.0, 2)
    line = finished(search._weighed(START.moves()[0], 4, before))
    assert line == Line((START.moves()[0],), 1.2, 4)
    assert windows[-1] == (-9_000, 9_000)
