"""Test the endgame database of five pieces, against the rules and by playing won positions."""

from __future__ import annotations

import random
from array import array
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import count, islice
from math import comb
from pathlib import Path

import pytest

from chowk.engine.kernel.runtime import Kernel
from chowk.engine.search_budget import Clock
from chowk.games.checkers import notation, rules
from chowk.games.checkers.engine import endgame, lookup, reader
from chowk.games.checkers.engine import kernel as words
from chowk.games.checkers.engine import kernel_results as results
from chowk.games.checkers.rules import BIT, Position
from tools.build import kernel_assets
from tools.build.kernel_hosts import Checked, Native, Plain

NAME = "chowk.games.checkers.engine.kernel"
USUAL, ALL_OF_THEM = 100, 100_000
PLAYED, ALL_PLAYED = 4, 1_000
"""Number of positions that are compared or played out, in an ordinary run and in the deep run."""
PUBLISHED = 148_688_232
"""Number of positions with five pieces, including one-sided ones (Schaeffer et al., *Checkers is solved*, 2007)."""


@cache
def kernel_on(kind: str = "native") -> Kernel:
    """Return a kernel with the database of up to five pieces.

    `kind` says how it runs: `native` (compiled), `plain` (as Python), or `checked` (as Python, with checks).
    """
    kernel: Kernel = {"plain": Plain, "checked": Checked}[kind](NAME) if kind != "native" else Native(code())
    if kind == "native":
        for _ in reader.prepare(kernel, reader.FIVE):
            pass
    else:
        for name in ("PLACES", "ENDINGS", "FIVES"):
            kernel.write(name, kernel_on().read(name))
    return kernel


def code() -> bytes:
    return kernel_assets.code(NAME, lambda _: None)


def lot(number: int, pieces: int = 5) -> Position:
    """Return the random position that `number` determines. It has pieces of both sides and is not over."""
    chance = random.Random(f"fives {number}")
    while True:
        black = white = kings = 0
        for square in chance.sample(range(1, 33), pieces):
            colour = chance.randrange(2)
            black, white = (black, white | BIT[square]) if colour else (black | BIT[square], white)
            if rules.CROWN[colour] & BIT[square] or chance.random() < 0.4:
                kings |= BIT[square]
        position = Position(black, white, kings, chance.randrange(2))
        if black and white and position.moves():
            return position


def result(position: Position, kind: str = "native") -> int:
    kernel = kernel_on(kind)
    kernel.write("POSITION", reader.position_array(position))
    return int(kernel.call("result_now"))


def after(position: Position) -> list[Position]:
    return [position.play(move) for move in position.moves()]


def by_rules(position: Position) -> int:
    """Return the result of a position, computed from the results of the positions after its moves.

    Results of up to four pieces come from the smaller database.
    """
    results = {known(successor) for successor in after(position)}
    return words.WIN_KEPT if words.LOSS_KEPT in results else words.DRAW if words.DRAW in results else words.LOSS_KEPT


def known(position: Position) -> int:
    if (position.black | position.white).bit_count() > endgame.PIECES:
        return result(position)
    code = lookup.look_up((position.black, position.white, position.kings), position.turn)
    return words.DRAW if not code else words.LOSS_KEPT if code % 2 else words.WIN_KEPT


class TestResults:
    def test_each_follows_from_those_after_every_move(self) -> None:
        counts = Counter(follows(number) for number in range(USUAL))
        assert set(counts) == {words.WIN_KEPT, words.LOSS_KEPT, words.DRAW}

    @pytest.mark.deep
    def test_each_of_a_hundred_thousand_follows_from_those_after_every_move(self) -> None:
        for number in range(ALL_OF_THEM):
            follows(number)

    def test_plain_python_finds_the_same(self) -> None:
        for number in range(40):
            position = lot(number)
            assert result(position, "plain") == result(position, "checked") == result(position)

    def test_both_sides_see_the_same(self) -> None:
        for number in range(300):
            black, white, kings, turn = lot(number).key
            turned = [int(f"{mask:035b}"[::-1], 2) for mask in (white, black, kings)]
            assert result(Position(turned[0], turned[1], turned[2], 1 - turn)) == result(lot(number))

    def test_what_a_look_ahead_proves_with_four_pieces_alone_is_so(self) -> None:
        # A forced win that a search finds with the database of four pieces must be a win in this database.
        settings = (
            (words.PIECES, endgame.PIECES),
            (words.LIMIT, reader.NEVER),
            (words.SIGHT, reader.ALERT),
            (words.KNOWN, 0),
        )
        for place, value in settings:
            kernel_on().write("STATE", array("i", [value]), place)
        proven = 0
        for number in range(400):
            position = lot(number)
            kernel_on().call("forget")
            kernel_on().write("POSITION", reader.position_array(position))
            value = kernel_on().call("look_ahead", 9, -words.FAR, words.FAR, 1 << 30)
            if abs(value) >= words.PROVEN:
                proven += 1
                assert result(position) == (words.WIN_KEPT if value > 0 else words.LOSS_KEPT)
        assert proven > 100

    def test_there_are_as_many_positions_as_published(self) -> None:
        materials, _ = results.table_layout(results.FIVE, 1, 4)

        def ways(men: int, kings: int, other_men: int, other_kings: int) -> int:
            """Return the number of ways to place these men and kings, with no man on the row where it is crowned."""
            total = 0
            for own_back in range(min(men, 4) + 1):  # Black's men on Black's back row, where White has none
                for other_back in range(min(other_men, 4) + 1):
                    middle = comb(24, men - own_back) * comb(24 - men + own_back, other_men - other_back)
                    left = 32 - men - other_men
                    total += (
                        comb(4, own_back)
                        * comb(4, other_back)
                        * middle
                        * comb(left, kings)
                        * comb(left - kings, other_kings)
                    )
            return total

        both = sum(ways(*material) for material in materials)
        one_sided = 2 * sum(ways(men, 5 - men, 0, 0) for men in range(6))
        assert (both, both + one_sided) == (139_450_808, PUBLISHED)

    def test_the_file_is_small(self) -> None:
        path = Path(results.__file__).with_name(reader.FIVES)
        assert path.stat().st_size < 430_000


def follows(number: int) -> int:
    position = lot(number)
    expected = result(position)
    assert expected == by_rules(position), notation.write_position(position)
    return expected


class TestReader:
    def test_unpacking_that_is_broken_off_goes_on_where_it_was(self) -> None:
        kernel = Native(code())
        chunks = 0
        while not kernel.read("STATE", words.STORED_FIVES, 1)[0]:
            for _ in reader.prepare(kernel, reader.FIVE):
                chunks += 1
                if chunks % 7 == 0:
                    break
        assert kernel.read("FIVES") == kernel_on().read("FIVES")

    def test_whoever_has_little_time_thinks_before_all_is_unpacked(self) -> None:
        kernel, position = Native(code()), lot(3)
        for _ in reader.prepare(kernel, endgame.PIECES):
            pass
        *_, ranking = reader.think(kernel, position, (), reader.Limits(60), Clock(40, count().__next__))
        assert ranking.depth > 0
        assert not kernel.read("STATE", words.STORED_FIVES, 1)[0]

    def test_whoever_has_not_got_them_thinks_without(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(reader, "FIVES", "none.bin")
        kernel = Native(code())
        *_, ranking = reader.think(kernel, lot(3), (), reader.Limits(4), Clock(1e9, count().__next__))
        assert ranking.depth > 0
        assert kernel.read("STATE", words.PIECES, 1)[0] == endgame.PIECES

    def test_a_draw_is_known_at_once_and_a_win_is_told_from_it(self) -> None:
        for number in range(60):
            position = lot(number)
            limits = reader.Limits(5, nodes=100_000)
            *_, ranking = reader.think(kernel_on(), position, (), limits, Clock(1e9, count().__next__))
            lead, expected = ranking.values[0], result(position)
            if len(position.moves()) > 1:
                assert (lead > words.TABLE_WIN // 2, lead < -words.TABLE_WIN // 2) == (
                    expected == words.WIN_KEPT,
                    expected == words.LOSS_KEPT,
                )


def played_out(kernel: Kernel, position: Position, nodes: int, endings: int = reader.FIVE) -> bool:
    """Play a position to the end and return True if the side to move wins.

    Both sides search `nodes` positions for each move, and use the tables of up to `endings` pieces.
    """
    winner, past = position.turn, list[Position]()
    while position.moves():
        if [earlier.key for earlier in past].count(position.key) >= rules.REPEATS - 1:
            return False
        limits = reader.Limits(60, nodes=nodes, endings=endings)
        *_, ranking = reader.think(kernel, position, past, limits, Clock(1e9, count().__next__))
        past.append(position)
        position = position.play(ranking.moves[0])
    return not position.drawn and position.turn != winner


def wins() -> Iterator[Position]:
    """Yield random positions of five pieces in which the side to move cannot jump, and wins by the database."""
    for number in count():
        position = lot(number)
        if not rules.jumpers(position) and result(position) == words.WIN_KEPT:
            yield position


class TestWins:
    def test_won_positions_are_won(self) -> None:
        assert all(played_out(kernel_on(), position, 3_000) for position in islice(wins(), PLAYED))

    @pytest.mark.deep
    def test_most_of_a_thousand_won_positions_are_won_with_few_nodes(self) -> None:
        won = sum(played_out(kernel_on(), position, 3_000) for position in islice(wins(), ALL_PLAYED))
        assert won >= 0.85 * ALL_PLAYED
