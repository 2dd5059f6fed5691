"""Test shortcuts in choosing a move: pointing at a later place of the move also picks the places on the way to it."""

from __future__ import annotations

import pytest

from chowk.core.move_input import Chooser

ONE_LEG = ("1", "10")
TO_19 = ("6", "15", "24", "19")
TO_31 = ("6", "15", "24", "31")
ROUND = ("2", "9", "18", "11", "2")
BACK = ("2", "11", "18", "9", "2")


def chooser(*paths: tuple[str, ...], picked: tuple[str, ...] = ()) -> Chooser[tuple[str, ...]]:
    return Chooser({path: path for path in paths}, picked)


def test_an_open_spot_is_one_step_ahead() -> None:
    walk = chooser(ONE_LEG, TO_19)
    assert {spot: walk.ahead[spot] for spot in walk.open} == {"1": ("1",), "6": ("6",)}


def test_the_last_square_of_a_jump_is_ahead_by_the_squares_before_it() -> None:
    walk = chooser(TO_19, TO_31, picked=("6",))
    assert walk.ahead == {"15": ("15",), "24": ("15", "24"), "19": ("15", "24", "19"), "31": ("15", "24", "31")}


def test_reaching_picks_all_on_the_way() -> None:
    walk = chooser(TO_19, TO_31, picked=("6",)).reach("31")
    assert walk.picked == TO_31
    assert walk.move == TO_31


def test_a_waypoint_can_be_reached_without_choosing_beyond_it() -> None:
    walk = chooser(TO_19, TO_31, picked=("6",)).reach("24")
    assert walk.picked == ("6", "15", "24")
    assert walk.move is None


def test_a_spot_to_which_two_ways_lead_is_not_ahead() -> None:
    walk = chooser(ROUND, BACK, picked=("2",))
    assert set(walk.ahead) == {"9", "11"}
    with pytest.raises(KeyError):
        walk.reach("18")


def test_the_way_is_settled_once_a_waypoint_is_picked() -> None:
    assert chooser(ROUND, BACK, picked=("2", "9")).reach("2").move == ROUND


def test_an_open_spot_is_picked_even_if_a_longer_way_leads_to_it_too() -> None:
    walk = chooser(("2", "11", "18"), ("2", "9", "11", "4"), picked=("2",))
    assert walk.ahead["11"] == ("11",)


def test_one_move_left_is_the_only_one() -> None:
    assert chooser(TO_19, TO_31, picked=("6",)).only is None
    assert chooser(TO_19, ONE_LEG, picked=("6",)).only == TO_19
    assert chooser().only is None


def test_finishing_picks_the_rest_of_the_only_move() -> None:
    assert chooser(TO_19, ONE_LEG, picked=("6",)).finish().move == TO_19
    with pytest.raises(KeyError):
        chooser(TO_19, TO_31, picked=("6",)).finish()
