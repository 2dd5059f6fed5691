"""Test the opponents of Patchwork: they play legally, fast and repeatably, and each is stronger than the one before."""

from __future__ import annotations

from itertools import count

import pytest

from chowk.engine import assets
from chowk.engine.protocol import Thought
from chowk.engine.search_budget import Clock
from chowk.games.patchwork import notation, rules
from chowk.games.patchwork.engine import board, bots
from chowk.games.patchwork.rules import Move, Place, Position, Single, Take
from chowk.games.patchwork.rules.quilt import BLOCKS, FULL, placement_mask
from tests.bench import _patchwork as plain
from tests.bench.patchwork import Tally, match
from tests.unit.games.patchwork.helpers import state

LEVELS = range(len(bots.LEVELS))
SPIDER, BOWERBIRD, TOP = 3, 4, 5


def ticking(ticks: int) -> Clock:
    """Return a clock for an opponent. The clock runs out after `ticks` readings."""
    return Clock(ticks, count().__next__)


def thoughts(position: Position, level: int, seed: int = 0, ticks: int = 40) -> list[Thought[Move]]:
    return list(bots.think(position, (), level, seed, ticking(ticks)))


def choice(position: Position, level: int, seed: int = 0, ticks: int = 40) -> Move:
    return thoughts(position, level, seed, ticks)[-1].move


def player(level: int, seed: int) -> plain.Player:
    return lambda position: choice(position, level, seed)


def test_the_levels_differ_in_name_and_manner() -> None:
    assert len(bots.LEVELS) == len(bots.STYLES) == 8
    assert len({str(level.name) for level in bots.LEVELS}) == len({str(level.manner) for level in bots.LEVELS}) == 8


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("options", [{}, {"track": "classic", "seven": "off"}], ids=str)
def test_every_thought_of_a_game_is_a_legal_move(level: int, options: dict[str, str]) -> None:
    position = rules.start(2, options, 3)
    while not position.over:
        moves, results = set(position.moves()), thoughts(position, level, 1, 12)
        assert results
        assert {thought.move for thought in results} <= moves
        position = position.play(results[-1].move)
    assert min(side.quilt.bit_count() for side in position.players) > 40


@pytest.mark.parametrize("level", LEVELS)
def test_what_is_chosen_is_settled_by_the_seed(level: int) -> None:
    position = rules.start(2, {}, 4)
    for _ in range(12):
        chosen = choice(position, level, 5)
        assert chosen == choice(position, level, 5)
        position = position.play(chosen)


def test_what_a_level_draws_in_a_position_never_changes() -> None:
    # The draws depend on the `repr` of the position, and so on the names of its fields. The moves were recorded.
    position = notation.read_position(
        "A:30/6/32r1@c4,4r3@c8,13r0@a3,12r3@g2,15r2f@f6,2r2@d1,24r1@h3,single26@i9"
        " B:25/6/25r1@b3,21r2@c7,9r1@f3,6r1f@e4,5r2@g1,17r0@a1"
        " B queue=3,31,8,30,1,19,33,14,23,27,28,20,22,7,26,18,16,11,10,29"
    )
    patches = [31, 31, 3, 8, 31, 31, 31, 31, 31, 3, 31, 31]
    assert [choice(position, 0, seed) for seed in range(12)] == [Take(patch) for patch in patches]


def test_the_weak_depend_on_the_seed_and_the_strongest_does_not() -> None:
    kinds = [0] * len(bots.LEVELS)
    for start in range(6):
        position = rules.start(2, {}, start)
        for level in LEVELS:
            kinds[level] += len({choice(position, level, seed) for seed in range(6)}) > 1
    assert kinds[0] > 0
    assert kinds[1] > 0
    assert kinds[TOP] == 0


@pytest.mark.parametrize("ticks", [1, 3, 20])
def test_the_strongest_ends_soon_after_its_clock(ticks: int) -> None:
    results = thoughts(rules.start(2, {}, 1), TOP, ticks=ticks)
    assert len(results) <= ticks + 2


def test_the_strongest_looks_deeper_while_there_is_time() -> None:
    position = rules.start(2, {}, 1)
    for level in (BOWERBIRD, TOP):
        depths = [thoughts(position, level, ticks=ticks)[-1].depth for ticks in (2, 30, 200)]
        assert depths == sorted(depths)
        assert depths[0] < depths[2]
        assert depths[2] >= 10


def test_the_strongest_is_bounded_by_what_it_meets() -> None:
    position = rules.start(2, {}, 1)
    assert thoughts(position, TOP, ticks=10_000)[-1] == thoughts(position, TOP, ticks=20_000)[-1]


def test_the_strongest_needs_the_kernel_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def lacking(game: str) -> None:
        raise assets.Missing(game)

    monkeypatch.setattr(assets, "kernel", lacking)
    with pytest.raises(assets.Missing):
        thoughts(rules.start(2, {}, 1), TOP)
    assert thoughts(rules.start(2, {}, 1), SPIDER)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_others_settle_whatever_the_time(level: int) -> None:
    position = rules.start(2, {}, 1)
    assert thoughts(position, level, ticks=10_000)[-1] == thoughts(position, level, ticks=20_000)[-1]
    assert thoughts(position, level, ticks=10_000)[-1].depth == bots.STYLES[level].depth


@pytest.mark.parametrize("level", LEVELS)
def test_a_lone_choice_needs_no_thought(level: int) -> None:
    assert len(thoughts(state(but=(0, 0), market=(1, 2, 3)), level)) == 1


@pytest.mark.parametrize("level", [2, 3, BOWERBIRD, TOP])
def test_a_patch_goes_where_it_was_bought_for(level: int) -> None:
    # A purchase that wins the bonus tile by placing the patch into the gap.
    gap = placement_mask(16, 0, 10)
    position = state(pos=(40, 44), but=(9, 9), market=(16, 30, 29, 5), quilts=(BLOCKS[0] & ~gap, (1 << 45) - 1))
    take = choice(position, level)
    assert take == Take(16)
    placed = choice(position.play(take), level)
    assert isinstance(placed, Place)
    assert placement_mask(16, placed.turned, placed.corner) == gap
    assert position.play(take).play(placed).tile == 0


@pytest.mark.parametrize("level", [1, 2, 3, BOWERBIRD, TOP])
def test_a_single_patch_goes_into_the_hole(level: int) -> None:
    position = state(pos=(26, 24), single=26, quilts=(FULL & ~0b111 & ~(1 << 40), 0), market=(1, 2, 3))
    assert choice(position, level) == Single(40)


@pytest.mark.parametrize("level", [1, 2, 3, BOWERBIRD, TOP])
def test_nobody_leaves_a_gift_lying(level: int) -> None:
    # Patch 21 costs no buttons and three spaces, and covers six cells.
    assert choice(state(pos=(40, 46), but=(0, 5), market=(21, 11, 10, 5)), level) == Take(21)


def test_late_in_the_game_three_buttons_cost_more_than_they_bring() -> None:
    position = state(pos=(50, 53), but=(10, 0), market=(30, 11, 19))
    # Patch 30 costs ten buttons, covers six cells and pays three buttons once: +5 points. Advancing brings 3.
    for level in (BOWERBIRD, TOP):
        assert choice(position, level) == Take(30)
        assert choice(state(pos=(50, 53), but=(10, 0), market=(11, 1, 2)), level) != Take(11)


def test_the_choice_is_worth_what_the_end_brings() -> None:
    position = state(pos=(50, 53), but=(10, 0), market=(30, 29, 19))
    last = thoughts(position, SPIDER)[-1]
    after = position.play(last.move)
    end = after.play(after.moves()[0])
    assert end.over
    assert last.score is not None
    assert abs(abs(last.score) - abs(rules.score(end, 0) - rules.score(end, 1))) <= 4
    learnt = thoughts(position, TOP)[-1]
    assert learnt.exact
    assert learnt.score == pytest.approx(float(rules.score(end, 0) > rules.score(end, 1)), abs=1e-3)


def won(upper: int, lower: int, games: int) -> Tally:
    return match(lambda game: player(upper, game), lambda game: player(lower, game), range(games))


@pytest.mark.parametrize(
    ("upper", "games"),
    [
        (6, 8),
        (1, 20),
        (7, 8),
        (2, 8),
        (3, 8),
        (4, 8),
        (5, 20),
        *(pytest.param(level.number, 40, marks=pytest.mark.deep) for level in bots.LEVELS[1:]),
    ],
)
def test_each_level_beats_the_one_below(upper: int, games: int) -> None:
    numbers = [level.number for level in bots.LEVELS]
    tally = won(upper, numbers[numbers.index(upper) - 1], games)
    assert tally.won > 0.55 * games, tally


def test_a_few_plies_beat_greed_and_greed_beats_chance() -> None:
    assert match(lambda game: player(2, game), lambda _: plain.greedy(), range(8)).won > 5
    assert match(lambda _: plain.greedy(), plain.at_random, range(10)).won > 7


def test_the_strongest_beats_four_hundred_roll_outs_even_in_haste() -> None:
    assert match(lambda game: player(TOP, game), lambda game: plain.uct(400, game), range(4)).won >= 3


def test_a_patch_is_valued_as_the_field_does() -> None:
    side = (0, 5, 0, 0)
    for patch, value in ((16, 12.0), (27, 11.5), (23, 10.0), (2, 5 / 3)):
        assert plain.rate(side, patch) == pytest.approx(value)
        assert board.rate(board.Holding(0, 5, 0, 0, 0), patch) == pytest.approx(value)
