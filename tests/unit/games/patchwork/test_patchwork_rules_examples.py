"""Test the worked positions of Patchwork, T1 to T47, from section 5 of the rules.

The section prints T44, T46 and all positions with odd numbers. It mentions T18, T24, T26 and T32 without printing them.
The tests set up these four so that they lead to the printed positions that follow them.
"""

from __future__ import annotations

import pytest

from chowk.games.patchwork import rules
from chowk.games.patchwork.rules import ADVANCE, NOBODY, House, Place, Position, Single, Take
from chowk.games.patchwork.rules.quilt import FULL, placement_mask
from chowk.games.patchwork.rules.state import score
from chowk.games.patchwork.rules.track import TRACKS
from tests.unit.games.patchwork.helpers import (
    advance,
    all_but,
    but,
    buy,
    cover,
    fill,
    inc,
    match,
    offered,
    pos,
    sew,
    state,
)

RING = (13, 27, 22, 5, 9, 1)


def scores(position: Position) -> tuple[int, int]:
    return score(position, 0), score(position, 1)


def actions(position: Position) -> int:
    """Return the number of possible whole turns: the advance, and each placement of each patch that can be bought."""
    return 1 + sum(len(position.play(move).moves()) for move in position.moves() if isinstance(move, Take))


def winner(position: Position) -> int:
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner is not None
    return outcome.winner


def test_t1_a_new_game() -> None:
    position = state(market=(13, 27, 22, 5, 9, 1))
    assert position.queue[:3] == (13, 27, 22)
    assert (pos(position), but(position), scores(position), position.turn) == ((0, 0), (5, 5), (-157, -157), 0)


def test_t3_the_ring_after_a_purchase() -> None:
    position = buy(state(but=(7, 5), market=RING), 27)
    assert position.queue == (22, 5, 9, 1, 13)
    assert (but(position), inc(position), pos(position), position.turn) == ((0, 5), (2, 0), (2, 0), 1)


def test_t5_the_queue_goes_round() -> None:
    position = buy(state(but=(7, 5), market=(9, 1, 13, 27, 22, 5)), 1)
    assert position.queue[:3] == (13, 27, 22)
    assert pos(position) == (1, 0)


def test_t7_the_last_patches() -> None:
    position = state(but=(9, 9), market=(1, 2))
    assert offered(position) == [1, 2]
    after = buy(position, 2)
    assert after.queue == (1,)
    assert offered(after) == [1]
    assert after._replace(queue=()).moves() == (ADVANCE,)


def test_t9_fifty_actions() -> None:
    position = state(but=(5, 5), market=(17, 27, 10))
    assert offered(position) == [17]
    assert actions(position) == 1 + 49
    assert but(buy(position, 17)) == (0, 5)


def test_t11_what_fits_a_nearly_full_quilt() -> None:
    alone = state(but=(50, 5), market=(1, 2, 3), quilts=(all_but("(0,0),(4,4),(8,8)"), 0))
    assert alone.moves() == (ADVANCE,)
    two_cells_free = state(but=(50, 5), market=(1, 2, 3), quilts=(all_but("(4,4),(4,5)"), 0))
    assert actions(two_cells_free) == 2
    assert offered(two_cells_free) == [1]


def test_t13_patches_need_not_touch() -> None:
    position = state(pos=(10, 20), but=(20, 5), quilts=(cover("(0,0)-(1,1)"), 0), market=(10,))
    after = buy(position, 10, "(7,7)-(8,8)")
    assert (pos(after)[0], but(after)[0], after.turn) == (15, 20 - 6 + 2, 0)


def test_t15_going_ahead_at_the_start() -> None:
    position = advance(state())
    assert (pos(position), but(position), position.turn) == ((1, 0), (6, 5), 1)


def test_t17_still_behind_after_a_purchase() -> None:
    position = buy(state(pos=(3, 8), market=(5,)), 5)
    assert (pos(position), but(position), position.turn) == ((5, 8), (3, 5), 0)


def test_t19_on_top_one_moves_on_from_a_shared_space() -> None:
    shared = buy(state(pos=(4, 6), but=(6, 5), market=(5,)), 5)  # T18
    assert (pos(shared), but(shared), shared.turn) == ((6, 6), (4, 5), 0)
    position = advance(shared)
    assert (pos(position), but(position), position.turn) == ((7, 6), (5, 5), 1)


def test_t21_spaces_and_income() -> None:
    position = advance(state(pos=(3, 6), but=(2, 9), inc=(2, 0)))
    assert (pos(position), but(position)) == ((7, 6), (8, 9))


def test_t23_leaving_a_marker_pays_nothing() -> None:
    position = advance(state(pos=(5, 8), but=(2, 9), inc=(3, 0)))
    assert (pos(position)[0], but(position)[0]) == (9, 6)


def test_t25_the_longest_way_ahead() -> None:
    position = advance(state(pos=(4, 10), but=(0, 0), inc=(4, 0)))
    assert (pos(position)[0], but(position)[0]) == (11, 0 + 7 + 8)


def test_t27_a_single_patch_after_a_purchase() -> None:
    pending = buy(state(pos=(22, 25), but=(9, 5), market=(10,)), 10)  # T26
    assert (pos(pending), fill(pending)[0], pending.single, pending.turn) == ((27, 25), 4, 26, 0)
    position = sew(pending, 8, 8)
    assert fill(position)[0] == 5
    assert (pos(position), but(position), inc(position)) == (pos(pending), but(pending), inc(pending))
    assert position.turn == 1


def test_t29_the_editions_of_the_track() -> None:
    def bought(track: str) -> Position:
        return buy(state(pos=(18, 18), but=(9, 3), market=(5,), track=track), 5)

    assert (pos(bought("classic"))[0], bought("classic").single, bought("classic").turn) == (20, 20, 0)
    assert (pos(bought("current"))[0], bought("current").single, bought("current").turn) == (20, 0, 1)


def test_t31_a_single_patch_by_going_ahead() -> None:
    position = advance(state(pos=(30, 31), but=(1, 1)))
    assert (pos(position)[0], but(position)[0]) == (32, 3)
    assert (position.single, position.turn) == (32, 0)
    assert len(position.moves()) == 81


def test_t33_the_tile_stays_with_its_owner() -> None:
    square = cover("(0,0)-(6,6)") & ~cover("(0,0)")
    free = state(pos=(32, 31), quilts=(square, 0), single=32)  # T32
    assert sew(free, 0, 0).tile == 0
    owned = free._replace(tile=1)
    assert sew(owned, 0, 0).tile == 1


def test_t35_six_rows_are_no_square() -> None:
    rows = cover("(0,0)-(5,8)") & ~cover("(0,0),(0,1)")
    position = buy(state(market=(1,), quilts=(rows, 0)), 1, "(0,0),(0,1)")
    assert fill(position)[0] == 54
    assert position.tile == NOBODY


def test_t37_the_final_income() -> None:
    position = advance(state(pos=(50, 53), but=(1, 3), inc=(6, 0)))
    assert (pos(position)[0], but(position)[0]) == (53, 1 + 3 + 6)
    assert position.over


def test_t39_both_arrive_one_after_the_other() -> None:
    first = advance(state(pos=(52, 52), but=(0, 0), inc=(3, 3)))
    assert first.turn == 1
    position = advance(first)
    assert but(position) == (4, 4)
    assert winner(position) == 0


def test_t41_equal_scores() -> None:
    position = state(pos=(53, 53), but=(10, 10), quilts=(cover("(0,0)-(6,8)"),) * 2, turn=1)
    assert scores(position) == (-26, -26)
    assert winner(position) == 0


def test_t43_negative_scores() -> None:
    position = state(pos=(53, 53), but=(31, 27), quilts=(cover("(0,0)-(6,8)"),) * 2, turn=1)
    assert scores(position) == (-5, -9)
    assert winner(position) == 0


@pytest.mark.parametrize("track", TRACKS)
def test_t44_both_only_go_ahead(track: str) -> None:
    position = rules.start(2, {"first": "first", "track": track}, 7)
    advances = singles = 0
    arrived = []
    while not position.over:
        if position.single:
            assert position.turn == 1
            position = position.play(position.moves()[0])
            singles += 1
        else:
            mover = position.turn
            position = advance(position)
            advances += 1
            arrived += [mover] * (pos(position)[mover] == 53)
    assert (advances, singles) == (54, 5)
    assert but(position) == (58, 58)
    assert scores(position) == (-104, -94)
    assert arrived == [0, 1]
    assert winner(position) == 1


def test_t45_cut_at_the_centre_with_two_incomes() -> None:
    position = advance(state(pos=(46, 52), but=(0, 0), inc=(5, 0)))
    assert (pos(position)[0], but(position)[0]) == (53, 7 + 10)
    assert position.single == 0


def t46() -> Position:
    return buy(state(pos=(49, 49), but=(12, 0), market=(30,)), 30)


def test_t46_a_single_patch_and_the_final_income_at_once() -> None:
    position = t46()
    assert (pos(position)[0], but(position)[0]) == (53, 12 - 10 + 3)
    assert (position.single, position.turn) == (50, 0)
    assert all(isinstance(move, Single) for move in position.moves())


def test_t47_the_other_player_goes_on_alone() -> None:
    position = sew(t46(), 8, 8)
    assert (fill(position)[0], position.turn) == (7, 1)
    while not position.over:
        assert position.turn == 1
        position = advance(position)
    assert pos(position) == (53, 53)


def test_undo_and_replay_from_the_log() -> None:
    played = match(
        rules.start(2, {"first": "first"}, 1)._replace(queue=(*RING[:5], 24, 33, 1)),
        ["buy:13", "r0@a1", "buy:22", "r1f@c4", "advance"],
    )
    for number in range(5, 0, -1):
        played.undo()
        assert played.ply == number - 1
    assert played.position == played.position_after(0)
    for _ in range(5):
        played.redo()
    again = match(played.position_after(0), played.written())
    assert again.position == played.position


def test_the_coordinates_of_these_examples_are_rows_and_columns() -> None:
    bought = Position(0, state(market=()).players, (), 10, 0, NOBODY, House())
    corner = [
        move for move in bought.moves() if isinstance(move, Place) and placement_mask(10, *move) == cover("(7,7)-(8,8)")
    ]
    assert corner == [Place(0, 70)]
    assert all_but("(0,0)") == FULL - 1
