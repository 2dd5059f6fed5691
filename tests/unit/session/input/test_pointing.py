"""Test that taps, drags and keys select the spots of a move (PL-01)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from chowk.core.move_input import Chooser
from chowk.session.input.pointing import Pointing, idle

MOVES = {"a": ("11", "15"), "b": ("11", "16"), "c": ("12", "16"), "jump": ("13", "22", "31")}
CLICKS = {"d3": ("d3",), "c4": ("c4",)}


def pointing(spellings: Mapping[str, tuple[str, ...]] | None = None) -> Pointing[str]:
    return Pointing(Chooser(MOVES if spellings is None else spellings))


def test_a_tap_completes_a_move_of_one_spot() -> None:
    assert pointing(CLICKS).tap("d3").move == "d3"


def test_nothing_is_done_until_the_finger_is_up_inside_the_target() -> None:
    pressed = pointing(CLICKS).press("d3")
    assert pressed.move is None
    assert pressed.release("").move is None
    assert pressed.release("d3").move == "d3"


def test_a_release_on_another_square_is_no_move_by_click() -> None:
    released = pointing(CLICKS).press("e1").release("e2")
    assert released.move is None
    assert released.refused == ("e1",)


def test_two_taps_make_a_move() -> None:
    assert pointing().tap("11").tap("15").move == "a"


def test_a_drag_makes_the_same_move() -> None:
    assert pointing().press("11").release("16").move == "b"


def test_a_drag_of_several_legs_goes_on_by_taps_or_drags() -> None:
    halfway = pointing().press("13").release("22")
    assert halfway.move is None
    assert halfway.chooser.picked == ("13", "22")
    assert halfway.tap("31").move == "jump"
    assert halfway.press("22").release("31").move == "jump"


def test_the_last_square_of_a_jump_is_enough_if_one_way_leads_there() -> None:
    assert pointing().tap("13").tap("31").move == "jump"
    assert pointing().press("13").release("31").move == "jump"
    assert pointing().press("13").release("22").tap("31").move == "jump"


def test_nothing_is_reached_before_a_piece_is_picked() -> None:
    assert pointing().tap("31").chooser.picked == ()
    assert pointing().tap("15").refused == ("15",)


ROUND = {"east": ("2", "9", "18", "11", "2"), "west": ("2", "11", "18", "9", "2"), "away": ("2", "9", "18", "25")}


def test_where_several_ways_lead_the_next_square_must_be_told() -> None:
    assert pointing(ROUND).tap("2").tap("18").refused == ("2", "18")
    assert pointing(ROUND).tap("2").tap("9").tap("11").chooser.picked == ("2", "9", "18", "11")
    assert pointing(ROUND).tap("2").tap("11").tap("2").move == "west"


def test_a_jump_under_way_is_finished_by_a_second_tap_if_there_is_one_way_on() -> None:
    assert pointing().tap("13").tap("22").tap("22").move == "jump"
    assert pointing().tap("13").tap("22").tap("13").move == "jump"
    assert pointing(ROUND).tap("2").tap("9").tap("9").chooser.picked == ()


def test_another_piece_may_be_taken_up_instead() -> None:
    other = pointing().tap("11").tap("12")
    assert other.chooser.picked == ("12",)
    assert other.tap("16").move == "c"


def test_a_second_tap_lays_the_piece_down() -> None:
    assert pointing().tap("11").tap("11").chooser.picked == ()


@pytest.mark.parametrize("way", [lambda p: p.cancel(), lambda p: p.press("11").release("")])
def test_escape_or_a_release_outside_cancels(way: object) -> None:
    assert callable(way)
    assert way(pointing().tap("11")).chooser.picked == ()


def test_a_pointer_that_is_taken_away_leaves_what_was_picked() -> None:
    assert pointing().press("11").lose() == pointing().tap("11")
    assert pointing().tap("11").press("15").lose() == pointing().tap("11")
    assert pointing().tap("13").press("22").lose().chooser.picked == pointing().tap("13").press("22").chooser.picked
    assert pointing().press("20").lose() == pointing()


def test_an_illegal_target_is_refused_with_its_whole_path_and_keeps_the_piece_picked() -> None:
    refused = pointing().tap("11").tap("20")
    assert refused.refused == ("11", "20")
    assert refused.chooser.picked == ("11",)
    assert pointing().press("11").release("20").refused == ("11", "20")


def test_a_tap_on_something_that_cannot_be_taken_up_is_refused() -> None:
    assert pointing().tap("31").refused == ("31",)


def test_where_nothing_may_be_chosen_a_tap_changes_nothing_but_is_refused() -> None:
    assert idle().tap("11").refused == ("11",)
    assert idle().tap("11").move is None
