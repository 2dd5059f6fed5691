"""Test the rules of Patchwork by number (R1 to R39), refusals, and facts that hold in any game."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from chowk.core.events import Captured, Event, Gained, Moved, Passed, Placed
from chowk.core.match import Match
from chowk.core.position import Refusal
from chowk.games.patchwork import rules
from chowk.games.patchwork.rules import ADVANCE, NOBODY, Advance, Move, Place, Position, Single, Take
from chowk.games.patchwork.rules.patches import LAST, PATCHES
from chowk.games.patchwork.rules.quilt import FULL, cells, placement_mask
from chowk.games.patchwork.rules.refusals import REASONS
from chowk.games.patchwork.rules.state import score
from chowk.games.patchwork.rules.track import CENTRE, MARKERS, TRACKS
from tests.unit.games.patchwork.helpers import (
    advance,
    all_but,
    but,
    buy,
    cell_at,
    cover,
    fill,
    inc,
    offered,
    place,
    pos,
    random_game,
    sew,
    state,
)


def start(seed: int = 0, **options: str) -> Position:
    return rules.start(2, options, seed)


# Set-up -------------------------------------------------------------------------------------------------------------


def test_r1_two_players_empty_quilts_and_no_luck() -> None:
    position = start()
    assert position.seats == 2
    assert fill(position) == (0, 0)
    assert position.players[0] == position.players[1]
    for later in game(0).positions:
        assert later.odds() == ()
        assert later.turn in (0, 1)


def test_r2_five_buttons_each_which_are_points_in_the_end() -> None:
    position = start()
    assert but(position) == (5, 5)
    richer = state(but=(9, 5))
    assert score(richer, 0) - score(richer, 1) == 4


def test_r3_the_ring_holds_every_patch_once_in_random_order() -> None:
    rings = [start(seed).queue for seed in range(640)]
    assert all(sorted(ring) == list(PATCHES) for ring in rings)
    assert len(set(rings)) == len(rings)
    for number in (0, 15, 31):
        counts = Counter(ring[number] for ring in rings)
        assert len(counts) == 32
        assert min(counts.values()) > 5
        assert max(counts.values()) < 40
    assert [(patch.price, patch.time) for patch in PATCHES.values() if patch.area == 2] == [(2, 1)]


def test_r4_the_patch_of_two_cells_is_the_last_of_the_queue() -> None:
    for seed in range(50):
        position = start(seed)
        assert position.queue[-1] == LAST == 1
        assert LAST not in offered(position)


def test_r5_five_single_patches_on_their_spaces() -> None:
    assert TRACKS == {"current": (26, 32, 38, 44, 50), "classic": (20, 26, 32, 44, 50)}
    assert all(space - 3 in MARKERS for spaces in TRACKS.values() for space in spaces)
    assert start().house.track == "current"
    assert start(track="classic").house.track == "classic"


def test_r6_one_bonus_tile_which_a_house_rule_leaves_out() -> None:
    assert start().tile == NOBODY
    assert start().house.seven
    square = state(quilts=(cover("(0,0)-(6,5)") | cover("(0,6)-(4,6)"), 0), market=(1,), but=(5, 5))
    assert buy(square, 1, "(5,6)-(6,6)").tile == 0
    assert buy(square._replace(house=start(seven="off").house), 1, "(5,6)-(6,6)").tile == NOBODY


def test_r7_who_starts_is_drawn_or_chosen() -> None:
    drawn = Counter(start(seed).turn for seed in range(100))
    assert min(drawn[0], drawn[1]) > 30
    for seed in range(20):
        assert start(seed, first="first").turn == 0
        assert start(seed, first="second").turn == 1
        assert start(seed, first="loser").turn == 0  # in a rematch the loser has the first seat
        assert start(seed, first="second").queue == start(seed).queue


def test_r8_both_tokens_on_the_start_the_start_player_on_top() -> None:
    for first in (0, 1):
        position = start(first=("first", "second")[first])
        assert pos(position) == (0, 0)
        assert position.turn == first
        assert advance(position).turn == 1 - first


# The player to move -------------------------------------------------------------------------------------------------


def test_r9_the_player_behind_moves() -> None:
    assert advance(state(pos=(3, 8))).turn == 1
    overtaken = buy(state(pos=(3, 4), market=(7,)), 7)
    assert pos(overtaken) == (6, 4)
    assert overtaken.turn == 1


def test_r10_whoever_is_still_behind_moves_again() -> None:
    position = state(pos=(3, 9), but=(9, 5), market=(5, 12, 1))
    for patch, space in ((5, 5), (12, 7), (1, 8)):
        position = buy(position, patch)
        assert pos(position) == (space, 9)
        assert position.turn == 0


def test_r11_the_newcomer_lies_on_top() -> None:
    position = buy(state(pos=(6, 8), market=(5,)), 5)
    assert pos(position) == (8, 8)
    assert position.turn == 0
    second = buy(state(pos=(8, 6), market=(5,), turn=1), 5)
    assert pos(second) == (8, 8)
    assert second.turn == 1


def test_r12_on_one_space_the_one_on_top_moves() -> None:
    for turn in (0, 1):
        position = state(pos=(8, 8), turn=turn)
        assert position.turn == turn
        after = advance(position)
        assert pos(after)[turn] == 9
        assert after.turn == 1 - turn


def test_r13_a_single_patch_is_sewn_on_before_the_turn_passes() -> None:
    position = advance(state(pos=(24, 25)))
    assert pos(position) == (26, 25)
    assert (position.turn, position.single) == (0, 26)
    assert all(isinstance(move, Single) for move in position.moves())
    assert sew(position, 0, 0).turn == 1


def test_r14_who_is_in_the_centre_never_moves_again() -> None:
    position = state(pos=(50, 53), but=(9, 5), market=(1, 23, 4))
    position = buy(position, 1)
    assert position.turn == 0
    position = buy(position, 23)
    assert (pos(position), position.turn) == ((52, 53), 0)
    assert advance(position).over


# Advancing ----------------------------------------------------------------------------------------------------------


def test_r15_the_token_goes_in_front_of_the_other_one() -> None:
    for mine, other in ((0, 0), (2, 2), (3, 5), (12, 18)):
        assert pos(advance(state(pos=(mine, other))))[0] == other + 1


def test_r16_a_button_for_each_space() -> None:
    for mine, other in ((0, 0), (6, 8), (12, 15)):
        assert but(advance(state(pos=(mine, other))))[0] == 5 + other + 1 - mine


def test_r17_never_beyond_the_centre_and_paid_for_real_spaces_only() -> None:
    position = advance(state(pos=(51, 53)))
    assert pos(position) == (53, 53)
    assert but(position) == (7, 5)


def test_r18_from_a_shared_space_it_is_one_space_for_one_button() -> None:
    position = advance(state(pos=(13, 13)))
    assert pos(position) == (14, 13)
    assert but(position) == (6, 5)


# Buying -------------------------------------------------------------------------------------------------------------


def test_r19_the_next_three_patches_and_no_others() -> None:
    assert offered(state(but=(50, 5), market=(13, 27, 22, 5, 9))) == [13, 27, 22]
    assert offered(state(but=(50, 5), market=(13, 27))) == [13, 27]
    assert offered(state(but=(50, 5))) == []


def test_r20_the_price_is_paid_in_full_and_may_be_nothing() -> None:
    assert offered(state(but=(6, 5), market=(27, 10, 21))) == [10, 21]
    assert but(state(but=(6, 5), market=(10,)).play(Take(10)))[0] == 0
    assert offered(state(but=(0, 5), market=(27, 10, 21))) == [21]
    assert but(state(but=(0, 5), market=(21,)).play(Take(21)))[0] == 0


def test_r21_token_and_price_first_then_the_patch_then_time() -> None:
    position = state(but=(9, 5), market=(27, 22, 5))
    bought = position.play(Take(27))
    assert (bought.turn, bought.hand, bought.queue) == (0, 27, (22, 5))
    assert (but(bought)[0], pos(bought)[0], fill(bought)[0], inc(bought)[0]) == (2, 0, 0, 0)
    assert all(isinstance(move, Place) for move in bought.moves())
    assert len(bought.moves()) == 168
    placed = bought.play(bought.moves()[0])
    assert (placed.hand, pos(placed)[0], fill(placed)[0], inc(placed)[0]) == (0, 2, 6, 2)
    assert placed.turn == 1


def test_r22_the_queue_goes_on_behind_the_gap() -> None:
    market = (13, 27, 22, 5, 9)
    assert state(but=(9, 5), market=market).play(Take(13)).queue == (27, 22, 5, 9)
    assert state(but=(9, 5), market=market).play(Take(27)).queue == (22, 5, 9, 13)
    assert state(but=(9, 5), market=market).play(Take(22)).queue == (5, 9, 13, 27)


def test_r23_inside_the_board_without_overlap_any_way_round_and_not_touching() -> None:
    bought = state(quilts=(cover("(4,4)"), 0), market=(8,)).play(Take(8))
    moves = [move for move in bought.moves() if isinstance(move, Place)]
    masks = {placement_mask(8, move.turned, move.corner) for move in moves}
    assert (
        len(masks) == len(moves) == 448 - 4 * 8
    )  # each of eight orientations could cover the middle with each of its four cells
    assert all(not mask & cover("(4,4)") for mask in masks)
    assert all(0 < mask <= FULL and mask.bit_count() == 4 for mask in masks)
    assert cover("(8,6)-(8,8),(7,8)") in masks
    sewn = bought.play(moves[0]).players[0].sewn
    later = buy(bought.play(moves[0])._replace(turn=0, queue=(21,)), 21)
    assert later.players[0].sewn[:1] == sewn


def test_r24_what_fits_nowhere_cannot_be_bought() -> None:
    quilts = (all_but("(0,0)-(0,2)"), 0)
    assert offered(state(but=(50, 5), market=(1, 3, 2), quilts=quilts)) == [1, 3]
    assert offered(state(but=(50, 5), market=(7, 10, 2), quilts=quilts)) == []


def test_r25_time_is_exact_and_cut_at_the_centre_for_the_full_price() -> None:
    assert pos(buy(state(pos=(10, 20), market=(26,)), 26))[0] == 16
    position = buy(state(pos=(50, 53), but=(8, 5), market=(29,)), 29)
    assert pos(position) == (53, 53)
    assert but(position)[0] == 8 - 8 + 3


def test_r26_the_buttons_just_bought_bring_income_already() -> None:
    position = buy(state(pos=(4, 20), but=(7, 5), inc=(1, 0), market=(27,)), 27)
    assert pos(position)[0] == 6
    assert but(position)[0] == 7 - 7 + 3


# Markers ------------------------------------------------------------------------------------------------------------


def test_r27_income_on_or_past_a_marker_and_not_on_leaving_it() -> None:
    assert MARKERS == (5, 11, 17, 23, 29, 35, 41, 47, 53)
    onto = buy(state(pos=(3, 9), inc=(4, 0), market=(5,)), 5)
    assert (pos(onto)[0], but(onto)[0]) == (5, 5 - 2 + 4)
    leaving = buy(onto._replace(queue=(1,)), 1)
    assert (pos(leaving)[0], but(leaving)[0]) == (6, 7 - 2)
    past = buy(state(pos=(4, 9), inc=(4, 0), market=(5,)), 5)
    assert (pos(past)[0], but(past)[0]) == (6, 5 - 2 + 4)
    second = advance(state(pos=(9, 4), inc=(0, 3), turn=1))
    assert but(second) == (5, 5 + 6 + 3)


def test_r28_the_last_marker_is_the_centre() -> None:
    assert MARKERS[-1] == CENTRE == 53
    assert len(MARKERS) == 9
    position = advance(state(pos=(52, 53), but=(0, 0), inc=(7, 9)))
    assert but(position) == (1 + 7, 0)


@pytest.mark.parametrize("track", TRACKS)
def test_r29_the_first_on_or_past_a_special_space_takes_its_patch(track: str) -> None:
    for space in TRACKS[track]:
        first = advance(state(pos=(space - 1, space - 1), track=track))
        assert first.single == space
        assert [move.cell for move in first.moves() if isinstance(move, Single)] == list(range(81))
        sewn = sew(first, 4, 4)
        assert (fill(sewn)[0], but(sewn), pos(sewn), inc(sewn)) == (1, but(first), pos(first), (0, 0))
        assert sewn.players[0].lone == ((space, cell_at(4, 4)),)
        over = buy(state(pos=(space - 1, space - 1), market=(5,), track=track), 5)
        assert over.single == space
        second = advance(sewn)
        assert second.single == 0


def test_r30_single_patches_come_from_nowhere_else() -> None:
    for seed in range(4):
        for before, move, after in steps(game(seed)):
            space = next((s for s in TRACKS["current"] if max(pos(before)) < s <= max(pos(after))), 0)
            assert after.single == (space if not isinstance(move, Single) else 0)


def test_r31_a_full_quilt_loses_its_single_patch() -> None:
    position = state(pos=(24, 25), quilts=(FULL, 0))
    after = advance(position)
    assert (after.single, after.turn) == (0, 1)
    assert position.events(ADVANCE)[-2:] == (Passed(0, "full"), Captured(0, "single 26", "space 26"))
    filling = state(pos=(24, 25), quilts=(all_but("(0,0)-(0,1)"), 0), market=(1,))._replace(queue=(1,))
    filled = buy(filling._replace(players=(filling.players[0]._replace(space=25), filling.players[1])), 1)
    assert (fill(filled)[0], filled.single) == (81, 0)
    one_left = advance(state(pos=(24, 25), quilts=(all_but("(0,0)"), 0)))
    assert one_left.moves() == (Single(0),)


def test_r32_income_does_not_depend_on_singles_or_the_tile() -> None:
    for extra in ({}, {"tile": 0}, {"quilts": (cover("(0,0)-(8,7)"), 0)}):
        position = advance(state(pos=(46, 49), inc=(5, 0), **extra))
        assert but(position)[0] == 5 + 4 + 5


def test_r33_no_further_apart_than_six_no_more_than_seven_spaces_two_incomes_and_one_single() -> None:
    two_incomes = 0
    for seed in range(12):
        for before, move, after in steps(game(seed)):
            gone = [new - old for old, new in zip(pos(before), pos(after), strict=True)]
            assert abs(pos(after)[0] - pos(after)[1]) <= 6
            assert sum(gone) <= (7 if isinstance(move, Advance) else 6)
            passed = [space for space in MARKERS if pos(before)[before.turn] < space <= pos(after)[before.turn]]
            assert len(passed) <= 2
            two_incomes += len(passed) == 2
            claims = [s for s in TRACKS["current"] if max(pos(before)) < s <= max(pos(after))]
            assert len(claims) <= 1
    longest = advance(state(pos=(4, 10), inc=(2, 0)))
    assert (pos(longest)[0], but(longest)[0]) == (11, 5 + 7 + 4)


# The bonus tile -----------------------------------------------------------------------------------------------------


def test_r34_the_first_square_of_seven_takes_the_tile_by_a_patch_or_a_single_one() -> None:
    for top in range(3):
        for left in range(3):
            square = cover(f"({top},{left})-({top + 6},{left + 6})")
            corner = cell_at(top, left)
            lacking = square & ~(1 << corner | 1 << corner + 1)
            bought = buy(state(quilts=(lacking, 0), market=(1,)), 1, f"({top},{left}),({top},{left + 1})")
            assert bought.tile == 0
            single = state(pos=(26, 25), quilts=(0, square & ~(1 << corner)), turn=1, single=26)
            assert single.play(Single(corner)).tile == 1
    holed = cover("(0,0)-(8,8)") & ~cover("(4,4)")
    assert buy(state(quilts=(holed & ~cover("(0,0),(0,1)"), 0), market=(1,)), 1, "(0,0),(0,1)").tile == NOBODY
    owned = state(quilts=(cover("(0,0)-(6,6)") & ~cover("(0,0),(0,1)"), 0), market=(1,), tile=1)
    assert buy(owned, 1, "(0,0),(0,1)").tile == 1


def test_r35_the_tile_is_worth_seven_points_and_no_buttons() -> None:
    plain, with_tile = state(), state(tile=1)
    assert score(with_tile, 1) - score(plain, 1) == 7
    assert score(with_tile, 0) == score(plain, 0)
    assert offered(state(but=(0, 5), market=(1, 2, 3), tile=0)) == []


# The end ------------------------------------------------------------------------------------------------------------


def test_r36_the_game_ends_with_both_tokens_in_the_centre() -> None:
    position = state(pos=(52, 53))
    assert position.outcome() is None
    assert advance(position).outcome() is not None
    assert advance(position).moves() == ()
    pending = state(pos=(53, 49), single=50)
    assert not pending.over
    assert pending.moves()
    assert sew(pending, 0, 0).turn == 1


def test_r37_buttons_less_two_for_each_empty_cell() -> None:
    assert score(start(), 0) == 5 - 162 == -157
    assert score(state(but=(31, 0), quilts=(cover("(0,0)-(6,8)"), 0)), 0) == 31 - 36
    assert score(state(but=(31, 0), quilts=(cover("(0,0)-(6,8)"), 0), tile=0), 0) == 31 - 36 + 7


def test_r38_the_higher_score_wins() -> None:
    for buttons, places in (((9, 5), (1, 2)), ((5, 9), (2, 1))):
        outcome = state(pos=(53, 53), but=buttons).outcome()
        assert outcome is not None
        assert (outcome.places, outcome.why) == (places, "score")
        assert outcome.scores == (buttons[0] - 162, buttons[1] - 162)


def test_r39_of_equal_scores_the_first_in_the_centre_wins() -> None:
    for on_top in (0, 1):
        outcome = state(pos=(53, 53), turn=on_top).outcome()
        assert outcome is not None
        assert (outcome.winner, outcome.why) == (1 - on_top, "first_there")
    first = advance(state(pos=(52, 52), but=(9, 10)))
    outcome = advance(first).outcome()
    assert outcome is not None
    assert outcome.winner == 1
    assert outcome.scores == (-152, -151)


# Events -------------------------------------------------------------------------------------------------------------


def test_a_purchase_is_told_step_by_step() -> None:
    position = state(pos=(4, 20), but=(7, 5), inc=(1, 0), market=(27, 1, 2))
    assert position.events(Take(27)) == (Gained(0, "buttons", -7),)
    bought = position.play(Take(27))
    assert bought.events(place(bought, "(0,0)-(2,0),(1,0)-(1,3)")) == (
        Placed(0, "patch 27", "a1"),
        Moved(0, "token 0", ("space 4", "space 5", "space 6"), "token 0"),
        Gained(0, "income", 3),
    )
    assert state(market=(21,)).events(Take(21)) == ()


def test_going_ahead_a_single_patch_and_the_tile_are_told() -> None:
    position = state(pos=(24, 25), inc=(2, 0), quilts=(cover("(0,0)-(6,6)") & ~cover("(3,3)"), 0))
    events: tuple[Event, ...] = (
        Moved(0, "token 0", ("space 24", "space 25", "space 26"), "token 0"),
        Gained(0, "buttons", 2),
        Gained(0, "single", 1),
    )
    assert position.events(ADVANCE) == events
    single = Moved(0, "single 26", ("space 26", "d4"), "single 26")
    assert advance(position).events(Single(cell_at(3, 3))) == (single, Gained(0, "tile", 7))
    assert advance(position).events(Single(cell_at(8, 8))) == (Moved(0, "single 26", ("space 26", "i9"), "single 26"),)


def test_no_income_and_a_tile_that_somebody_has_are_not_told() -> None:
    moved = Moved(0, "token 0", ("space 3", "space 4", "space 5", "space 6", "space 7"), "token 0")
    assert state(pos=(3, 6)).events(ADVANCE) == (moved, Gained(0, "buttons", 4))
    square = state(quilts=(cover("(0,0)-(6,6)"), 0), market=(21,), tile=0).play(Take(21))
    for move in square.moves():
        assert not any(isinstance(event, Gained) and event.resource == "tile" for event in square.events(move))


def test_two_incomes_are_told_as_two() -> None:
    events = state(pos=(4, 10), inc=(4, 0)).events(ADVANCE)
    assert events[1:] == (Gained(0, "buttons", 7), Gained(0, "income", 4), Gained(0, "income", 4))


@pytest.mark.parametrize("seed", range(6))
def test_what_is_told_accounts_for_every_button(seed: int) -> None:
    for before, move, after in steps(game(seed)):
        gains = [event for event in before.events(move) if isinstance(event, Gained)]
        gained = sum(event.amount for event in gains if event.resource in ("buttons", "income"))
        assert all(event.seat == before.turn for event in gains)
        assert but(after)[before.turn] - but(before)[before.turn] == gained
        assert but(after)[1 - before.turn] == but(before)[1 - before.turn]


# Refusals -----------------------------------------------------------------------------------------------------------

OPEN = state(but=(3, 5), market=(27, 5, 7, 12, 1), quilts=(all_but("(0,0)-(1,2),(8,8)"), 0))
HAND = state(quilts=(cover("(4,4),(4,5)"), 0), market=(8,)).play(Take(8))
CROSS = state(quilts=(cover("(4,4)"), 0), market=(17,)).play(Take(17))
TIGHT = state(quilts=(all_but("(0,0)-(0,2)"), 0), market=(3,)).play(Take(3))
LONE = state(pos=(26, 25), single=26, quilts=(cover("(0,0)"), 0))
OVER = state(pos=(53, 53))

REFUSED: list[tuple[Position, str, Refusal | None]] = [
    (OPEN, "advance", None),
    (OPEN, "patch 5", None),
    (OPEN, "patch 27", Refusal("TOO_EXPENSIVE", ("patch 27",), "R20", 4)),
    (OPEN, "patch 7", Refusal("NO_ROOM", ("patch 7",), "R24")),
    (OPEN, "patch 12", Refusal("NOT_IN_NEXT_THREE", ("patch 12",), "R19")),
    (OPEN, "patch 33", Refusal("SEWN_ON", ("patch 33",), "R23")),
    (OPEN, "e5", Refusal("CHOOSE_FIRST", (), "R21")),
    (OPEN, "turned r0", Refusal("CHOOSE_FIRST", (), "R21")),
    (OPEN, "patch 34", Refusal("CHOOSE_FIRST", (), "R21")),
    (OPEN, "patch 05", Refusal("CHOOSE_FIRST", (), "R21")),
    (OPEN, "patch ٣", Refusal("CHOOSE_FIRST", (), "R21")),
    (OPEN, "space 7", Refusal("CHOOSE_FIRST", (), "R21")),
    (OPEN, "patch 5/e5", Refusal("PLACE_FIRST", (), "R21")),
    (OPEN, "advance/e5", Refusal("ADVANCE_CHOSEN", (), "R21")),
    (HAND, "turned r0", None),
    (HAND, "turned r3f", None),
    (HAND, "turned r0/a1", None),
    (HAND, "turned r0/h1", Refusal("OUTSIDE", (), "R23")),
    (HAND, "turned r0/a9", Refusal("OUTSIDE", (), "R23")),
    (HAND, "turned r0/d5", Refusal("OVERLAP", ("e5", "f5"), "R23")),
    (HAND, "turned r0/f5", Refusal("OVERLAP", ("f5",), "R23")),
    (HAND, "e1", Refusal("TURN_FIRST", (), "R23")),
    (HAND, "patch 8", Refusal("PLACE_FIRST", (), "R21")),
    (HAND, "advance", Refusal("PLACE_FIRST", (), "R21")),
    (HAND, "turned r4", Refusal("PLACE_FIRST", (), "R21")),
    (HAND, "turned r0/advance", Refusal("PLACE_FIRST", (), "R21")),
    (HAND, "turned r0/turned r1", Refusal("PLACE_FIRST", (), "R21")),
    (HAND, "turned r0/a1/a1", Refusal("PLACE_FIRST", (), "R21")),
    (CROSS, "a1", None),
    (CROSS, "h8", Refusal("OUTSIDE", (), "R23")),
    (CROSS, "d4", Refusal("OVERLAP", ("e5",), "R23")),
    (TIGHT, "turned r0/a1", None),
    (TIGHT, "turned r1", Refusal("NO_ROOM_SO", (), "R23")),
    (TIGHT, "turned r1/a1", Refusal("OVERLAP", ("a2", "a3"), "R23")),
    (LONE, "b1", None),
    (LONE, "a1", Refusal("OVERLAP", ("a1",), "R23")),
    (LONE, "advance", Refusal("PLACE_1X1_FIRST", (), "R29")),
    (LONE, "patch 5", Refusal("PLACE_1X1_FIRST", (), "R29")),
    (LONE, "b1/b1", Refusal("PLACE_1X1_FIRST", (), "R29")),
    (OVER, "advance", Refusal("GAME_OVER", (), "R36")),
    (OVER, "e5", Refusal("GAME_OVER", (), "R36")),
]


@pytest.mark.parametrize(
    ("position", "spots", "expected"), REFUSED, ids=lambda value: value if isinstance(value, str) else ""
)
def test_pointing_is_answered(position: Position, spots: str, expected: Refusal | None) -> None:
    assert position.refusal(tuple(spots.split("/"))) == expected


def test_every_reason_for_a_refusal_comes_about() -> None:
    assert {expected.reason for _, _, expected in REFUSED if expected} == set(REASONS)
    assert OPEN.refusal(()) is None


# Whole games --------------------------------------------------------------------------------------------------------


@cache
def game(seed: int) -> Match[Position, Move]:
    return random_game(seed)


def steps(match: Match[Position, Move]) -> list[tuple[Position, Move, Position]]:
    return list(zip(match.positions, match.moves, match.positions[1:], strict=False))


@pytest.mark.parametrize("seed", range(20))
def test_what_holds_in_any_game(seed: int) -> None:
    match = game(seed)
    claimed, paid = 0, [0, 0]
    for before, move, after in steps(match):
        holds(after)
        seat = before.turn
        gone = [new - old for old, new in zip(pos(before), pos(after), strict=True)]
        assert gone[1 - seat] == 0
        assert gone[seat] in ((0,) if isinstance(move, (Take, Single)) else range(1, 8))
        paid[seat] += sum(1 for space in MARKERS if pos(before)[seat] < space <= pos(after)[seat])
        claimed += any(isinstance(event, Gained) and event.resource == "single" for event in before.events(move))
        claimed += any(isinstance(event, Passed) for event in before.events(move))
        assert after.tile in (before.tile, seat)
    assert claimed == 5
    assert paid == [9, 9]
    assert match.position.over
    replay: Match[Position, Move] = Match(match.ruleset, match.position_after(0), match.seed)
    for text in match.written():
        replay.push(text)
    assert replay.position == match.position
    for before in reversed(match.positions[:-1]):
        match.undo()
        assert match.position == before
    while match.undone:
        match.redo()
    assert match.position == replay.position


def holds(position: Position) -> None:
    bought = [piece.patch for player in position.players for piece in player.sewn]
    assert sorted([*bought, *position.queue, *([position.hand] if position.hand else [])]) == list(PATCHES)
    assert position.queue
    assert abs(pos(position)[0] - pos(position)[1]) <= 6
    for player in position.players:
        masks = [placement_mask(*piece) for piece in player.sewn] + [1 << piece.cell for piece in player.lone]
        assert player.buttons >= 0
        assert sum(masks) == player.quilt
        assert player.quilt.bit_count() == sum(PATCHES[piece.patch].area for piece in player.sewn) + len(player.lone)
        assert player.income == sum(PATCHES[piece.patch].income for piece in player.sewn)


@pytest.mark.parametrize("seed", range(3))
def test_moves_come_in_one_order(seed: int) -> None:
    for position in game(seed).positions:
        moves = position.moves()
        if position.single:
            assert [move.cell for move in moves if isinstance(move, Single)] == list(cells(FULL & ~position.own.quilt))
        elif position.hand:
            assert list(moves) == sorted(moves)
        elif moves:
            assert moves[-1] == ADVANCE
            assert offered(position) == [patch for patch in position.queue[:3] if Take(patch) in moves]


def test_a_position_shows_itself() -> None:
    position = buy(state(but=(9, 5), market=(27, 1, 2, 3)), 27, "(0,0)-(2,0),(1,0)-(1,3)")
    lines = str(position).splitlines()
    assert lines[0] == "  a b c d e f g h i      a b c d e f g h i"
    assert lines[1].startswith("1 a . . . . . . . .")
    assert lines[2].startswith("2 a a a a . . . . .")
    assert "A: space 2, buttons 2, income 2, score -148" in lines
    assert "queue: 1A 2B 3C" in lines
    assert lines[-1] == "B to buy or to go ahead"
    assert str(OVER).endswith("the game is over")
    assert str(LONE).endswith("A to sew on a single patch")
    assert str(HAND).endswith("A to sew on 8H")
    assert "5 . . . . # # . . ." in str(HAND)
