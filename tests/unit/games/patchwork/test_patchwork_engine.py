"""Test the engine's fast model of Patchwork: it follows the rules, packs patches tightly, and searches correctly."""

from __future__ import annotations

from functools import cache
from itertools import count
from random import Random

import pytest

from chowk.engine.search_budget import Clock
from chowk.games.patchwork import rules
from chowk.games.patchwork.engine import board, packing, worth
from chowk.games.patchwork.engine.board import RICH, Standing
from chowk.games.patchwork.engine.packing import Fitter
from chowk.games.patchwork.engine.purchases import FULL_ENOUGH, Count, new_purchase_search
from chowk.games.patchwork.engine.search import ALL, BELOW, MOST, WIN, Ranking, Search
from chowk.games.patchwork.rules import ADVANCE, Move, Place, Position, Single, Take
from chowk.games.patchwork.rules.patches import PATCHES
from chowk.games.patchwork.rules.quilt import BLOCKS, CELLS, FULL, SIDE, cells, fits, placement_mask, placements
from tests.bench import _patchwork as plain
from tests.bench.patchwork import bot
from tests.unit.games.patchwork.helpers import random_game, state

HOUSES: tuple[dict[str, str], ...] = ({}, {"track": "classic"}, {"seven": "off"})
PATIENT = Clock(1e9, count().__next__)


@cache
def played(seed: int) -> tuple[Position, ...]:
    """Return the positions of a game that an opponent who places patches well plays against itself."""
    positions = [rules.start(2, {}, seed)]
    player = bot(1, 1.0, seed)
    while not positions[-1].over:
        positions.append(positions[-1].play(player(positions[-1])))
    return tuple(positions)


def quilts(number: int) -> list[int]:
    """Return `number` quilts (bit masks of covered cells) that occur in games."""
    masks = [player.quilt for seed in range(10) for position in played(seed) for player in position.players]
    return Random(1).sample(sorted(set(masks)), number)


def last_of_one(seed: int, buttons: int = 12) -> Position:
    """Return a position in which only one player still has to move, at space 41 with `buttons` buttons."""
    position = next(
        candidate
        for candidate in played(seed)
        if min(player.space for player in candidate.players) >= 34 and not candidate.hand
    )
    own, other = position.own._replace(space=41, buttons=buttons), position.other._replace(space=53)
    return position._replace(turn=0, players=(own, other), single=0)


# The rules as numbers ------------------------------------------------------------------------------------------------


def test_the_tables_are_those_of_the_rules() -> None:
    for number, patch in PATCHES.items():
        properties = board.AREA[number], board.PRICE[number], board.TIME[number], board.INCOME[number]
        assert properties == (patch.area, patch.price, patch.time, patch.income)
        assert [placement.mask for placement in packing.bordered_placements(number)] == [
            placement.mask for placement in placements(number)
        ]
    assert sum(len(packing.bordered_placements(number)) for number in PATCHES) == 7349
    assert board.PAID[53] == 9
    assert board.PAID[52] == 8


def test_a_thousand_positions_have_the_moves_and_ends_of_the_rules() -> None:
    met = 0
    for seed in range(18):
        game = random_game(seed, **HOUSES[seed % 3])
        house = board.board(game.position)
        for position in game.positions[:-1]:
            met += 1
            agrees(house, position)
        end = board.state(game.position)
        outcome = game.outcome()
        assert outcome is not None
        assert end.over
        assert end.margin == outcome.scores[end.seat] - outcome.scores[1 - end.seat]
    assert met >= 1000


def agrees(house: board.Fixed, position: Position) -> None:
    standing, quilt = board.state(position), position.own.quilt
    assert not standing.over
    ends: dict[Move, Standing] = {}
    if standing.single:
        ends = {Single(cell): house.sew(standing, 1 << cell) for cell in cells(FULL & ~quilt)}
    elif standing.hand:
        free = [placement for placement in packing.bordered_placements(standing.hand) if not placement.mask & quilt]
        places = {lie.mask: Place(lie.turned, lie.corner) for lie in placements(standing.hand)}
        ends = {places[placement.mask]: house.place(standing, placement.mask) for placement in free}
    else:
        for place in board.affordable(standing):
            if packing.fits(standing.queue[place], quilt):
                ends[Take(standing.queue[place])] = house.take(standing, place)
        ends[ADVANCE] = house.advance(standing)
    moves = position.moves()
    assert set(ends) == set(moves)
    for move in Random(str(position)).sample(moves, min(8, len(moves))):
        assert ends[move] == board.state(position.play(move))


def test_a_full_quilt_loses_its_single_patch() -> None:
    position = state(pos=(25, 25), quilts=(FULL, 0), market=(1, 2, 3))
    house = board.board(position)
    assert not house.advance(board.state(position)).single
    assert house.advance(board.state(position)) == board.state(position.play(ADVANCE))
    room = state(pos=(25, 25), quilts=(FULL & ~1, 0), market=(1, 2, 3))
    assert house.advance(board.state(room)).single


def test_great_wealth_is_counted_as_much() -> None:
    rich = state(but=(10**9, 3), market=(1, 2, 3))
    assert board.state(rich).own.buttons == RICH
    ranking = best(rich, 3)
    assert ranking.options


# Packing -------------------------------------------------------------------------------------------------------------


def test_neatness_counts_pairs_lone_cells_and_parts() -> None:
    for quilt in quilts(40):
        empty = {divmod(cell, SIDE) for cell in cells(FULL & ~quilt)}
        beside = {cell: {(cell[0] + 1, cell[1]), (cell[0], cell[1] + 1)} & empty for cell in empty}
        links = [{cell, other} for cell, others in beside.items() for other in others]
        regions = [{cell} for cell in empty]
        for link in links:
            joined = [region for region in regions if region & link]
            regions = [region for region in regions if not region & link] + [set().union(*joined)]
        lone = sum(len(region) == 1 for region in regions)
        assert packing.pairs(FULL & ~quilt) == len(links)
        assert packing.count_regions(FULL & ~quilt) == len(regions)
        assert packing.neatness(quilt) == len(links) - packing.ALONE * lone - packing.APART * len(regions)


def test_what_is_close_by_is_found_almost_as_neat_as_what_is_best() -> None:
    gaps = []
    for quilt in quilts(50):
        for patch in (9, 13, 20, 24):
            free = [placement.mask for placement in packing.bordered_placements(patch) if not placement.mask & quilt]
            chosen = Fitter(()).best(quilt, patch, False)
            assert bool(chosen) == bool(free) == fits(patch, quilt) == packing.fits(patch, quilt)
            if free:
                assert chosen in free
                gaps.append(max(packing.neatness(quilt | mask) for mask in free) - packing.neatness(quilt | chosen))
    assert min(gaps) == 0
    assert sum(gaps) / len(gaps) < 0.1


def test_the_bonus_tile_comes_before_a_neat_fit() -> None:
    lacking = placement_mask(16, 0, 10)  # five cells in a row inside the first seven-by-seven square
    quilt = BLOCKS[0] & ~lacking
    packer = Fitter(BLOCKS)
    assert packer.best(quilt, 16, True) == lacking
    hole = BLOCKS[8] & ~(1 << 40)
    assert packer.best(hole, 0, True) == 1 << 40
    # A place that is too ragged for a shortlist.
    ragged = BLOCKS[4] & ~placement_mask(3, 0, 40) & ~(1 << 22)
    assert packer.ranked(ragged, 3, True, 1)
    assert packer.best(BLOCKS[4] & ~placement_mask(3, 0, 40), 3, True) == placement_mask(3, 0, 40)


def test_room_is_what_fits() -> None:
    packer = Fitter(())
    for quilt in quilts(12):
        assert packer.fitting_patches(quilt) == sum(1 << patch for patch in PATCHES if fits(patch, quilt))


def test_packing_alone_covers_most_of_a_quilt_before_anything_misfits() -> None:
    covered = []
    for seed in range(12):
        packer, quilt = Fitter(BLOCKS), 0
        for patch in rules.start(2, {}, seed).queue:
            mask = packer.best(quilt, patch, True)
            if not mask:
                break
            quilt |= mask
        covered.append(quilt.bit_count())
    assert sum(covered) / len(covered) > 64


# Values and purchases ------------------------------------------------------------------------------------------------


def test_in_the_centre_a_side_is_worth_its_score() -> None:
    for buttons, filled in ((0, 0), (17, 40), (60, 76)):
        assert worth.side(53, buttons, 9, filled) == buttons + 2 * filled


def test_early_income_is_worth_most_and_nothing_is_worth_less_for_being_more() -> None:
    assert worth.INCOME[0] > worth.INCOME[20] > worth.INCOME[40] > worth.INCOME[52] > worth.INCOME[53] == 0
    for space in range(54):
        assert list(worth.BUTTONS[space][:60]) == sorted(worth.BUTTONS[space][:60])


def looked(standing: plain.State, depth: int, rooms: tuple[int, int]) -> float:
    """Return the value that a search must find for the player to move, computed without pruning or ordering.

    `rooms` has a bit mask for each player: the patches that still fit on the quilt.
    """
    own, other = standing.sides[standing.turn], standing.sides[1 - standing.turn]
    if standing.over:
        return own[1] - other[1] + 2.0 * (own[3] - other[3])
    if depth == 0:
        return worth.side(*own) - worth.side(*other) + worth.TURN[own[0]]
    values = []
    for option in standing.options():
        if option >= 0 and not rooms[standing.turn] >> standing.queue[option] & 1:
            continue
        after = standing.after(option)
        value = looked(after, depth - 1, rooms)
        values.append(value if after.turn == standing.turn else -value)
    return max(values)


def counted(side: plain.Side, room: int) -> Count:
    return (*side, room)


@pytest.mark.parametrize("depth", [1, 2, 3, 5])
def test_purchases_are_searched_as_a_plain_search_would(depth: int) -> None:
    random = Random(depth)
    assert plain.MOST == FULL_ENOUGH
    for seed in range(12):
        for position in played(seed)[::9]:
            if position.hand or position.single or position.over:
                continue
            standing = plain.state(position)
            rooms = random.choice([(ALL, ALL), (random.getrandbits(34), random.getrandbits(34))])
            sides = [counted(standing.sides[seat], rooms[seat]) for seat in (standing.turn, 1 - standing.turn)]
            look = new_purchase_search(standing.singles).look
            value = looked(standing, depth, rooms)
            assert look(standing.queue, sides[0], sides[1], depth, -1e9, 1e9) == pytest.approx(value)
            assert look(standing.queue, sides[0], sides[1], depth, value + 1, value + 2) <= value + 1
            assert look(standing.queue, sides[0], sides[1], depth, value - 2, value - 1) >= value - 1


# The whole search ----------------------------------------------------------------------------------------------------


def best(position: Position, depth: int) -> Ranking:
    *_, ranking = Search(board.board(position), board.state(position)).deepen(depth, PATIENT)
    return ranking


def read_out(position: Position, packer: Fitter) -> float:
    """Return the best result that seat 0 can reach if only seat 0 still has to move.

    It is the final margin, plus `WIN` for a win or minus `WIN` otherwise. Every patch is placed at the place that the
    packer finds best.
    """
    tile = position.tile == rules.NOBODY
    if position.over:
        margin = rules.score(position, 0) - rules.score(position, 1)
        outcome = position.outcome()
        assert outcome is not None
        return margin + (WIN if outcome.winner == 0 else -WIN)
    if position.hand or position.single:
        mask = packer.best(position.own.quilt, position.hand, tile)
        after = next(after for after in map(position.play, position.moves()) if after.players[0].quilt & mask == mask)
        return read_out(after, packer)
    return max(read_out(position.play(move), packer) for move in position.moves())


@pytest.mark.parametrize("seed", range(5))
def test_an_end_is_read_out_as_the_rules_play_it(seed: int) -> None:
    position = last_of_one(seed)
    ranking = best(position, MOST - 1)
    assert ranking.ended
    assert ranking.values[0] == read_out(position, Fitter(BLOCKS))


def test_of_equal_scores_whoever_comes_last_has_lost() -> None:
    level = state(pos=(52, 53), but=(4, 5), market=(30, 29, 28))
    assert best(level, MOST).values == (-WIN,)
    assert best(state(pos=(52, 53), but=(5, 5), market=(30, 29, 28)), MOST).values == (1 + WIN,)


def test_places_tried_out_late_beat_places_by_their_looks() -> None:
    gains = []
    for seed in range(4):
        position = last_of_one(seed, buttons=20)
        looks, tried = best(position, MOST - 1), best(position, MOST)
        assert looks.ended
        assert tried.ended
        gains.append(tried.values[0] - looks.values[0])
    assert min(gains) >= 0
    assert sum(gains) > 0


def test_a_patch_in_hand_goes_where_it_leads_to_most() -> None:
    gains = []
    for seed in range(8):
        position = last_of_one(seed, buttons=20)
        for take in position.moves()[:-1]:
            ranking = best(position.play(take), 8)
            packer = Fitter(BLOCKS)
            plainly = packer.best(position.own.quilt, ranking.options[0].after.hand or take[0], position.tile < 0)  # type: ignore[arg-type]
            value = dict(zip((option.mask for option in ranking.options), ranking.values, strict=True))[plainly]
            gains.append(ranking.values[0] - value)
    assert min(gains) >= 0
    assert max(gains) > 0


def test_a_depth_that_is_reached_ranks_every_option() -> None:
    for seed in range(4):
        position = played(seed)[6]
        if position.hand or position.single:
            position = played(seed)[7]
        ranking = best(position, 5)
        assert ranking.depth == 5
        assert len(ranking.options) == len(position.moves())
        assert list(ranking.values) == sorted(ranking.values, reverse=True)


def test_slices_are_short() -> None:
    for seed in range(3):
        for position in (played(seed)[0], played(seed)[25], last_of_one(seed)):
            search = Search(board.board(position), board.state(position))
            before, longest, ticks = 0, 0, count()
            for _ in search.deepen(MOST, Clock(60, ticks.__next__)):
                longest = max(longest, search.nodes - before)
                before = search.nodes
            assert longest < 400 * BELOW


def test_the_first_ranking_comes_before_any_search() -> None:
    position = rules.start(2, {}, 1)
    search = Search(board.board(position), board.state(position))
    ranking = next(iter(search.deepen(MOST, Clock(0.0))))
    assert len(ranking.options) == len(position.moves())
    assert search.nodes == 0


def test_full_quilts_are_no_trouble() -> None:
    position = state(pos=(49, 49), but=(12, 0), quilts=(FULL, FULL & ~1), market=(30, 1, 2))
    assert best(position, MOST).ended
    assert position.own.quilt.bit_count() == CELLS
