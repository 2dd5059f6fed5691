"""Test the chooser, which selects a move by picking its spots (places on the board) one after another."""

from __future__ import annotations

import pytest

from chowk.core.move_input import Chooser

SPELLINGS = {
    "left": ("pawn 1", "18"),
    "right": ("pawn 1", "23"),
    "other": ("pawn 2", "18"),
    "end": ("end",),
}
WALK = Chooser(SPELLINGS)


def test_nothing_is_picked_at_first() -> None:
    assert WALK.picked == ()
    assert WALK.open == ("pawn 1", "pawn 2", "end")
    assert WALK.live == ("left", "right", "other", "end")
    assert WALK.move is None
    assert WALK.only is None


def test_picking_narrows_what_is_possible() -> None:
    after = WALK.pick("pawn 1")
    assert after.open == ("18", "23")
    assert after.live == ("left", "right")
    assert after.move is None


def test_a_whole_spelling_is_a_move() -> None:
    assert WALK.pick("pawn 1").pick("23").move == "right"
    assert WALK.pick("end").move == "end"
    assert WALK.pick("end").open == ()


def test_only_open_spots_can_be_picked() -> None:
    with pytest.raises(KeyError, match="18"):
        WALK.pick("18")
    with pytest.raises(KeyError):
        WALK.pick("end").pick("end")


def test_one_move_left_is_known_early() -> None:
    assert WALK.pick("pawn 2").only == "other"
    assert WALK.pick("pawn 2").move is None


def test_picking_makes_another_value() -> None:
    after = WALK.pick("pawn 1")
    assert WALK.picked == ()
    assert after.back() == WALK
    assert after.pick("18").fresh() == WALK


def test_back_from_nothing_is_nothing() -> None:
    assert WALK.back() == WALK


def test_completing_tells_what_one_more_pick_would_play() -> None:
    assert WALK.completing() == {"end": "end"}
    assert WALK.pick("pawn 1").completing() == {"18": "left", "23": "right"}


def test_without_moves_nothing_is_open() -> None:
    nothing: Chooser[str] = Chooser({})
    assert nothing.open == ()
    assert nothing.move is None
    assert nothing.ahead == {}
