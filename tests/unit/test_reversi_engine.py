"""Reversi's fast path against the rules, its evaluation and its searches against plain ones, the opponents' manners."""

from __future__ import annotations

import json
import random
from collections.abc import Generator, Iterator
from functools import cache
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import pytest

from chowk.core.clock import Clock
from chowk.core.oracle import Thought
from chowk.games.reversi import bots, notation, rules
from chowk.games.reversi.engine import board, book, endgame, midgame, patterns, player, reader
from chowk.games.reversi.rules import PASS, START, Position

FFO: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "data" / "ffo.json").read_text())["positions"]
TOP = len(bots.LEVELS) - 1


def playouts(games: int, seed: int) -> Iterator[Position]:
    """Every position of so many random games, finished ones too."""
    chance = random.Random(seed)
    for _ in range(games):
        position = START
        yield position
        while moves := position.moves():
            position = position.play(chance.choice(moves))
            yield position


@cache
def positions() -> tuple[Position, ...]:
    return tuple(playouts(12, 1))


def with_empties(empties: int, number: int) -> list[Position]:
    """So many positions with that many empty squares and a choice of moves."""
    found: list[Position] = []
    seed = 0
    while len(found) < number:
        seed += 1
        found += [
            position
            for position in playouts(1, 1000 * empties + seed)
            if 64 - (position.black | position.white).bit_count() == empties and len(position.moves()) > 1
        ]
    return found[:number]


def run(search: Generator[None, None, int]) -> int:
    """What a sliced search returns."""
    while True:
        try:
            next(search)
        except StopIteration as end:
            return int(end.value)


def patient() -> Clock:
    """A clock that is never over."""
    return Clock(1e9, count().__next__)


def laid(position: Position) -> tuple[int, int, int]:
    own, other = board.lay_out(position.own), board.lay_out(position.other)
    return own, other, board.FULL & ~(own | other)


def final(position: Position) -> int:
    """The difference in discs for the side to move, empty squares to the winner."""
    outcome = position.outcome()
    assert outcome is not None
    black, white = rules.tournament(outcome)
    return white - black if position.turn else black - white


def exact(position: Position) -> int:
    """The exact value by plain minimax on the rules."""
    moves = position.moves()
    if not moves:
        return final(position)
    children = [position.play(move) for move in moves]
    return max(-exact(child) if child.turn != position.turn else exact(child) for child in children)


class TestBoard:
    def test_moves_and_flips_are_those_of_the_rules(self) -> None:
        for position in positions():
            own, other, empty = laid(position)
            hits = board.hits(own, other, empty)
            able = tuple(at for at in range(64) if hits & board.HITS[at])
            assert able == rules.squares(rules.legal(position.own, position.other))
            for at in able:
                turned = board.plain(board.turned(own, hits & board.HITS[at]))
                assert turned == rules.flips(position.own, position.other, at)

    def test_laying_out_can_be_undone(self) -> None:
        for mask in (0, 1, 1 << 63, (1 << 64) - 1, 0x123456789ABCDEF0):
            assert board.plain(board.lay_out(mask)) == mask


class TestPatterns:
    def test_the_fields_follow_the_moves(self) -> None:
        for position in positions():
            looker = midgame.Looker(position.own, position.other, patterns.weights(30))
            for there, here, rest, fields, at in looker._moves():
                after = position.play(at)
                assert (board.plain(there), board.plain(here)) == (after.own, after.other)
                assert rest == board.FULL & ~(there | here)
                assert fields == patterns.fields(after.own, after.other)
            assert patterns.fields(position.other, position.own) == patterns.BOTH - patterns.fields(
                position.own, position.other
            )

    def test_the_value_does_not_depend_on_how_the_board_lies(self) -> None:
        for position in positions()[300::40]:
            found = patterns.weights((position.black | position.white).bit_count())
            values = {
                patterns.value(turned_board(position.own, turn), turned_board(position.other, turn), found)
                for turn in range(8)
            }
            assert len(values) == 1

    def test_each_stage_unfolds_to_the_whole_table(self) -> None:
        for discs in (4, 34, 64):
            found = patterns.weights(discs)
            assert len(found.mine) == len(found.theirs) == patterns.FIRST[-1]
            assert len(found.own) == len(found.other) == patterns.HIT_COUNTS

    def test_a_corner_is_worth_having(self) -> None:
        found = patterns.weights(36)
        gains = []
        for position in with_empties(28, 12):
            own, other = position.own & ~1, position.other & ~1
            gains.append(patterns.value(own | 1, other, found) - patterns.value(own, other | 1, found))
        assert sum(gains) / len(gains) > 8 * patterns.UNIT

    def test_the_file_is_small(self) -> None:
        assert len(patterns._data()) <= 250_000


def turned_board(mask: int, turn: int) -> int:
    """The mask under one of the symmetries of the board."""
    turned = 0
    for at in rules.squares(mask):
        row, file = divmod(at, 8)
        row, file = (row, 7 - file) if turn & 1 else (row, file)
        row, file = (7 - row, file) if turn & 2 else (row, file)
        row, file = (file, row) if turn & 4 else (row, file)
        turned |= 1 << 8 * row + file
    return turned


def minimax(position: Position, depth: int, found: patterns.Weights) -> int:
    """What the looker reckons, by the definition: passes cost no depth."""
    moves = position.moves()
    if not moves:
        return patterns.UNIT * final(position)
    if moves == (PASS,) and depth:
        return -minimax(position.play(PASS), depth, found)
    if depth == 0:
        return patterns.value(position.own, position.other, found)
    return max(-minimax(position.play(move), depth - 1, found) for move in moves)


class TestMidgame:
    # One move before the end the looker values finished games by their patterns like any other position.
    @pytest.mark.parametrize("position", [*with_empties(44, 2), *with_empties(26, 2), *with_empties(16, 2)])
    def test_values_are_those_of_plain_minimax(self, position: Position) -> None:
        found = patterns.weights(40)
        looker = midgame.Looker(position.own, position.other, found, margin=midgame.FAR)
        for _ in looker.deepen(3):
            pass
        assert looker.depth == 3
        values = {move: -minimax(position.play(move), 2, found) for move in position.moves()}
        assert {one.move: one.value for one in looker.ranking} == values

    @pytest.mark.parametrize("position", with_empties(30, 3))
    def test_a_narrow_search_finds_the_same_best_value(
        self, position: Position, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(midgame, "CUT", 1000)
        wide, narrow = looked(position, 4, margin=midgame.FAR), looked(position, 4)
        assert narrow.ranking[0].value == wide.ranking[0].value
        assert narrow.nodes < wide.nodes

    def test_sparing_looks_saves_work_and_costs_little(self, monkeypatch: pytest.MonkeyPatch) -> None:
        chosen = with_empties(32, 6)
        quick = [looked(position, 6) for position in chosen]
        monkeypatch.setattr(midgame, "CUT", 1000)
        full = [looked(position, 6) for position in chosen]
        assert sum(looker.nodes for looker in quick) < 0.8 * sum(looker.nodes for looker in full)
        misses = [abs(a.ranking[0].value - b.ranking[0].value) for a, b in zip(quick, full, strict=True)]
        assert sum(misses) / len(misses) < 2 * patterns.UNIT


def looked(position: Position, depth: int, margin: int = 0) -> midgame.Looker:
    """A looker that has looked so far ahead."""
    looker = midgame.Looker(position.own, position.other, patterns.weights(40), margin)
    for _ in looker.deepen(depth):
        pass
    return looker


class TestStopped:
    """A search that is stopped anywhere says only what it has searched."""

    @pytest.mark.parametrize("position", [*with_empties(36, 2), *with_empties(22, 2), *with_empties(15, 1)])
    @pytest.mark.parametrize("margin", [0.0, 1.5])
    def test_every_value_was_searched_as_deep_as_it_says(
        self, position: Position, margin: float, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        searched: set[tuple[int, int, float]] = set()
        child = midgame.Looker._child

        def watched(
            self: midgame.Looker, one: midgame.Child, depth: int, low: int, high: int, *, first: bool
        ) -> midgame.Slices:
            value = yield from child(self, one, depth, low, high, first=first)
            searched.add((depth, one[4], value / patterns.UNIT))
            return value

        monkeypatch.setattr(midgame.Looker, "_child", watched)
        partial = 0
        for thought in player.think(position.own, position.other, player.Way(5, 10, margin, book=False), seconds(900)):
            found = list(zip(thought.moves, thought.values, strict=True))
            assert not thought.depth or {(thought.depth, *one) for one in found} <= searched
            assert thought.values[0] == max(thought.values)
            partial += 1 < len(found) < len(position.moves())
        assert partial > 3, "it was looked at in the midst of a step"

    @pytest.mark.parametrize("number", range(20, 200, 12))
    def test_the_top_plays_the_best_that_it_has_searched(self, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
        best: list[tuple[int, ...]] = []
        think = reader.think

        def watched(*given: Any) -> Iterator[reader.Thoughts]:
            for thought in think(*given):
                best.append(thought.moves)
                yield thought

        monkeypatch.setattr(reader, "think", watched)
        for position in with_empties(30, 3):
            thought = thoughts(position, TOP, clock=seconds(number))[-1]
            assert thought.move == best[-1][0]

    @pytest.mark.parametrize("position", with_empties(17, 2))
    def test_every_move_is_still_played_out(self, position: Position) -> None:
        looker = midgame.Looker(position.own, position.other, patterns.weights(50))
        for _ in looker.deepen(9):
            assert sorted(looker.order) == sorted(position.moves())
            if looker.nodes > 20_000:
                break


class TestEndgame:
    @pytest.mark.parametrize("empties", [1, 2, 3, 4, 5, 6, 7])
    def test_values_are_those_of_plain_minimax(self, empties: int) -> None:
        chance = [position for position in playouts(60, empties) if position.moves()]
        chosen = [one for one in chance if 64 - (one.black | one.white).bit_count() == empties][: 40 - 5 * empties]
        assert chosen
        for position in chosen:
            assert run(endgame.Solver(position.own, position.other).solve()) == exact(position)

    @pytest.mark.parametrize("fact", [fact for fact in FFO if fact["empties"] <= 14], ids=lambda fact: str(fact["id"]))
    def test_published_values(self, fact: dict[str, Any]) -> None:
        position = notation.read_position(f"{fact['board']} {fact['to_move']}")
        assert run(endgame.Solver(position.own, position.other).solve()) == fact["score"]

    def test_every_move_of_a_published_position(self) -> None:
        fact = FFO[5]
        position = notation.read_position(f"{fact['board']} {fact['to_move']}")
        solver = endgame.Solver(position.own, position.other)
        assert len(fact["move_scores"]) == len(solver.moves())
        for name, score in fact["move_scores"].items():
            assert run(solver.value(rules.SQUARE[name], -64, 64)) == score

    @pytest.mark.parametrize("position", with_empties(9, 6))
    def test_narrow_windows_bound_the_value(self, position: Position) -> None:
        value = run(endgame.Solver(position.own, position.other).solve())
        for low in (value - 10, value - 2, value, value + 8):
            found = run(endgame.Solver(position.own, position.other).solve(low, low + 1))
            assert found <= value if found > low else found >= value


def thoughts(position: Position, level: int, seed: int = 1, clock: Clock | None = None) -> list[Thought[int]]:
    return list(bots.think(position, (), level, seed, clock or patient()))


def seconds(number: int) -> Clock:
    """A clock that goes on one second each time it is looked at."""
    return Clock(number, count().__next__)


class TestBook:
    def test_its_moves_are_legal_however_the_board_lies(self) -> None:
        known = 0
        for position in playouts(60, 21):
            if (position.black | position.white).bit_count() > 8:
                continue
            moves = book.lookup(position.own, position.other)
            known += bool(moves)
            assert set(moves) <= set(position.moves())
            for turn in range(8):
                own, other = turned_board(position.own, turn), turned_board(position.other, turn)
                assert book.lookup(own, other) == tuple(
                    sorted(rules.squares(sum(turned_board(1 << move, turn) for move in moves)))
                )
        assert known > 60

    def test_what_is_written_is_read(self) -> None:
        lines = [((), (19,)), ((19, 18), (26, 37))]
        text = book.written(lines)
        assert text == "- d3\nd3c3 c4f5\n"
        read = book.read(text)
        position = START.play(19).play(18)
        key, turn = book.standard(position.own, position.other)
        assert read[key] == frozenset(patterns.reflected((26, 37), turn))

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
        for level in range(TOP):
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
        clock.hurry()
        assert len(list(thinking)) <= 2

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

    @pytest.mark.parametrize("level", [TOP - 1, TOP])
    @pytest.mark.parametrize("empties", [5, 8, 10])
    def test_the_end_is_played_without_a_fault(self, level: int, empties: int) -> None:
        for position in with_empties(empties, 2):
            thought = thoughts(position, level)[-1]
            assert thought.exact
            solver = endgame.Solver(position.own, position.other)
            best = run(solver.solve())
            assert thought.score == best
            assert run(solver.value(thought.move, -64, 64)) == best

    @pytest.mark.parametrize("level", [3, 4, 5])
    def test_a_wipe_out_is_seen(self, level: int) -> None:
        position = notation.read_position("---------------------------OOO----XXOXX----XOX------X----------- X")
        thought = thoughts(position, level, clock=seconds(60))[-1]
        assert position.play(thought.move).outcome() is not None
        assert thought.score == 64

    def test_a_corner_offered_is_taken_even_by_the_lowest(self) -> None:
        offered = taken = 0
        for position in playouts(30, 9):
            corners = {0, 7, 56, 63} & set(position.moves())
            if corners and len(position.moves()) > 3:
                offered += 1
                taken += thoughts(position, 0, offered)[-1].move in corners
        assert offered > 50
        assert taken / offered > 0.6

    def test_many_pauses(self) -> None:
        position = with_empties(30, 1)[0]
        looker = midgame.Looker(position.own, position.other, patterns.weights(40))
        nodes = [looker.nodes for _ in looker.deepen(6)]
        assert max(after - before for before, after in pairwise(nodes)) < 2500
        position = with_empties(13, 1)[0]
        solver = endgame.Solver(position.own, position.other)
        seen = [solver.nodes for _ in solver.solve()]
        assert len(seen) > 5
        assert max(after - before for before, after in pairwise(seen)) < 3000
