"""Test the endgame database of three pieces against three: numbering, use in searches, and correctness."""

from __future__ import annotations

import lzma
from array import array
from functools import cache
from itertools import count, islice
from math import comb
from pathlib import Path
from unittest.mock import Mock

import pytest

from chowk.engine import assets
from chowk.engine.kernel.runtime import Kernel
from chowk.engine.search_budget import Clock
from chowk.games.checkers import notation, rules
from chowk.games.checkers.engine import kernel as words
from chowk.games.checkers.engine import kernel_results as results
from chowk.games.checkers.engine import lookup, reader
from chowk.games.checkers.rules import Position
from tests.unit.games.checkers.test_checkers_fives import code, kernel_on, lot, played_out
from tools.build.kernel_hosts import Native

SIXES_FILE = Path(results.__file__).with_name(reader.SIXES)
ALL_OF_THEM, PLAYED = 100_000, 500
"""Number of positions that the deep run compares, and number of won positions that it plays out."""


def three_each(number: int) -> Position:
    """Return the random position of three pieces against three that `number` determines.

    The side to move has a legal move, and cannot jump.
    """
    return next(
        candidate
        for again in count()
        if (candidate := lot(1_000 * number + again, 6)).black.bit_count() == 3 and not rules.jumpers(candidate)
    )


def turned(position: Position) -> Position:
    """Return a position of checkers with the colours exchanged and the board turned round."""
    black, white, kings, turn = position.key
    masks = [int(f"{mask:035b}"[::-1], 2) for mask in (white, black, kings)]
    return Position(masks[0], masks[1], masks[2], 1 - turn)


def place(position: Position) -> int:
    """Return the index of a position's result in the database of three against three, computed without the kernel."""
    _, by_black, by_white = lookup._tables()
    own, other = position.black, position.white
    ranks, other_ranks = by_black, by_white
    if position.turn:
        own, other, ranks, other_ranks = other, own, other_ranks, ranks
    kings = position.kings
    men, crowned, theirs = own & ~kings, own & kings, other & ~kings
    region = results.SIX_PLACES[men.bit_count(), crowned.bit_count(), theirs.bit_count(), (other & kings).bit_count()]
    rank = ranks[men] * region.men + ranks[crowned] * region.kings + other_ranks[other & kings] * region.other_kings
    assert rank + other_ranks[theirs] < region.size
    return region.base + rank + other_ranks[theirs]


def result(kernel: Kernel, position: Position) -> int:
    kernel.write("POSITION", reader.position_array(position))
    return int(kernel.call("result_now"))


@cache
def empty() -> Native:
    """Return a kernel with the database of five pieces, and with an empty database of six pieces to fill."""
    kernel = Native(code())
    for name in ("PLACES", "ENDINGS", "FIVES"):
        kernel.write(name, kernel_on().read(name))
    kernel.write("SIXES", array("B", [0]))
    return kernel


class TestNumbers:
    def test_each_position_has_a_place_of_its_own_and_both_sides_see_the_same(self) -> None:
        kernel, places = empty(), dict[int, Position]()
        for number in range(200):
            position = three_each(number)
            index = place(position)
            assert places.setdefault(index, position) == position
            assert place(turned(position)) == index
            before = kernel.read("SIXES", index >> 2, 1)
            for two, result_value in enumerate((words.WIN_KEPT, words.LOSS_KEPT, words.DRAW)):
                kernel.write("SIXES", array("B", [two << 2 * (index & 3)]), index >> 2)
                assert result(kernel, position) == result(kernel, turned(position)) == result_value
            kernel.write("SIXES", before, index >> 2)

    def test_a_capture_is_told_by_what_comes_after_it(self) -> None:
        captures = [candidate for number in range(400) if rules.jumpers(candidate := lot(number, 6))]
        for position in captures:
            replies = {result(kernel_on(), position.play(move)) for move in position.moves()}
            best = (
                words.WIN_KEPT
                if words.LOSS_KEPT in replies
                else words.DRAW
                if words.DRAW in replies
                else words.LOSS_KEPT
            )
            assert result(kernel_on(), position) == best, notation.write_position(position)
        assert len(captures) > 50

    def test_there_are_as_many_as_reckoned(self) -> None:
        sets = sum(comb(28, men) * comb(32, 3 - men) for men in range(4))
        assert sum(region.size for region in results.SIX_PLACES.values()) == sets**2 <= results.SIX_SIZE


class TestReader:
    def test_nobody_asks_for_two_against_four(self) -> None:
        kernel = Native(code())  # the kernel has no memory for six pieces, so reading their results would fail
        for name in ("PLACES", "ENDINGS", "FIVES"):
            kernel.write(name, kernel_on().read(name))
        settings = (
            (words.PIECES, reader.MOST),
            (words.LIMIT, reader.NEVER),
            (words.SIGHT, reader.ALERT),
            (words.KNOWN, 0),
        )
        for index, value in settings:
            kernel.write("STATE", array("i", [value]), index)
        lookups = 0
        for number in range(100):
            position = lot(number, 6)
            if position.black.bit_count() != 3:
                kernel.write("POSITION", reader.position_array(position))
                kernel.call("look_ahead", 6, -words.FAR, words.FAR, 20_000)
                lookups += 1
        assert lookups > 50

    def test_they_are_unpacked_after_those_of_five(self, monkeypatch: pytest.MonkeyPatch) -> None:
        data = bytes(range(256)) * 4_000
        brought = assets.data

        def data_of(game: str, name: str) -> bytes:
            return lzma.compress(data, lzma.FORMAT_ALONE) if name == reader.SIXES else brought(game, name)

        monkeypatch.setattr(assets, "data", data_of)
        kernel, chunks = Native(code()), 0
        for _ in reader.prepare(kernel, reader.FIVE):
            pass
        assert not kernel.read("STATE", words.STORED_SIXES, 1)[0]
        while not kernel.read("STATE", words.STORED_SIXES, 1)[0]:
            for _ in reader.prepare(kernel, reader.MOST):
                chunks += 1
                if chunks % 2 == 0:
                    break
        assert chunks == -(-len(data) // reader.PART)
        assert kernel.read("SIXES", 0, len(data)).tobytes() == data

    @pytest.mark.parametrize("lack", ["file", "memory"])
    def test_whoever_lacks_them_thinks_with_five(self, lack: str, monkeypatch: pytest.MonkeyPatch) -> None:
        data = bytes(range(1, 200)) * 3_000
        kernel = Native(code())
        for name in ("PLACES", "ENDINGS", "FIVES", "VALUES", "PLAIN"):
            kernel.write(name, kernel_on().read(name))
        for index in (words.STORED_PIECES, words.STORED_FIVES, words.READY):
            kernel.write("STATE", kernel_on().read("STATE", index, 1), index)
        with monkeypatch.context() as patched:
            if lack == "memory":
                patched.setattr(assets, "data", lambda *_: lzma.compress(data, lzma.FORMAT_ALONE))
                patched.setattr(kernel, "grow", Mock(side_effect=MemoryError))
            else:
                patched.setattr(reader, "SIXES", "none.bin")
            limits = reader.Limits(6, endings=reader.MOST)
            *_, ranking = reader.think(kernel, three_each(1), (), limits, Clock(1e9, count().__next__))
        assert ranking.depth == 6
        assert kernel.read("STATE", words.PIECES, 1)[0] == reader.FIVE
        monkeypatch.setattr(assets, "data", lambda *_: lzma.compress(data, lzma.FORMAT_ALONE))
        for _ in reader.prepare(kernel, reader.MOST):
            pass
        assert kernel.read("SIXES", 0, len(data)).tobytes() == data, "once it can be had"


@cache
def whole() -> Native:
    """Return a kernel with the database of up to six pieces. Skip the test if the file for six is missing."""
    if not SIXES_FILE.is_file():
        pytest.skip("they were not made: py/training/checkers/endings_checkers.py six")
    kernel = Native(code())
    for _ in reader.prepare(kernel, reader.MOST):
        pass
    return kernel


@pytest.mark.deep
class TestResults:
    def test_each_of_a_hundred_thousand_follows_from_those_after_every_move(self) -> None:
        counts = dict.fromkeys((words.WIN_KEPT, words.LOSS_KEPT, words.DRAW), 0)
        for number in range(ALL_OF_THEM):
            position = three_each(number)
            replies = {result(whole(), position.play(move)) for move in position.moves()}
            best = (
                words.WIN_KEPT
                if words.LOSS_KEPT in replies
                else words.DRAW
                if words.DRAW in replies
                else words.LOSS_KEPT
            )
            assert result(whole(), position) == best, notation.write_position(position)
            counts[best] += 1
        assert min(counts.values()) > 1_000

    def test_most_won_positions_are_won_with_few_nodes(self) -> None:
        won = (candidate for number in count() if result(whole(), candidate := three_each(number)) == words.WIN_KEPT)
        ended = [played_out(whole(), position, 3_000, reader.MOST) for position in islice(won, PLAYED)]
        assert sum(ended) >= 0.85 * PLAYED
