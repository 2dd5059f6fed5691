"""Test refusals in Kilkenny Cats: every reason, with its cause, its rule, and its message."""

from __future__ import annotations

import pytest

from chowk.core.message import english
from chowk.core.position import Refusal
from chowk.games.kilkenny.rules import RIM, Position
from chowk.games.kilkenny.rules.refusals import REASONS
from chowk.games.kilkenny.ui import speech
from chowk.games.kilkenny.ui.rule_book import SECTIONS
from tests.unit.games.kilkenny.helpers import due

PLAIN = due(3, S="(7,6) (7,0) (10,6) (1,13)", N="(7,3) (5,4)")
"""A position in which South must move 3 squares.

Its cats are on h7, k7 and b14, and at home on h1. Enemy cats are on h4 and f5.
"""
CORNER = due(4, S="(1,1) (9,9)", N="(3,3) (1,3) (3,1)")
STUCK = due(4, S="(1,1)", N="(3,3) (1,3) (3,1)")

CASES = [
    ("ROLL_FIRST", due(S="(7,6)", N="(1,1)"), ("h7",), ()),
    ("NO_MOVE", STUCK, ("b2",), ()),
    ("OFF_BOARD", PLAIN, (RIM,), ()),
    ("OFF_BOARD", PLAIN, ("h7", RIM), ()),
    ("NO_CAT", PLAIN, ("c3",), ()),
    ("NOT_YOUR_CAT", PLAIN, ("h4",), ("h4",)),
    ("ON_OWN_MOUSE", PLAIN, ("h1",), ("h1",)),
    ("CAT_STUCK", CORNER, ("b2",), ("d2", "b4", "d4")),
    ("OWN_PIECE", PLAIN, ("h7", "k7"), ("k7",)),
    ("OWN_PIECE", due(3, S="(7,3) (7,0)", N="(13,13)"), ("h4", "h1"), ("h1",)),
    ("FOREIGN_MOUSE", due(3, S="(7,12)", N="(1,1)"), ("h13", "h16"), ("h16",)),
    ("FOREIGN_MOUSE", due(3, S="(3,7)", N="(1,1)"), ("d8", "a8"), ("a8",)),
    ("NOT_STRAIGHT", PLAIN, ("h7", "i9"), ("h7",)),
    ("NOT_STRAIGHT", due(3, S="(12,3)", N="(1,1)"), ("m4", "i1"), ("m4",)),
    ("WRONG_DISTANCE", due(2, S="(7,6)", N="(1,1)"), ("h7", "h4"), ("f5", "h5", "j5", "f7", "j7", "f9", "h9", "j9")),
    ("NOT_EXACT", due(5, S="(7,4)", N="(13,13)"), ("h5", "h1"), ("c5", "m5", "c10", "h10", "m10")),
    ("PATH_BLOCKED", due(3, S="(7,6) (7,5)", N="(1,1)"), ("h7", "h4"), ("h6",)),
    ("PATH_BLOCKED", PLAIN, ("h7", "e4"), ("f5",)),
    ("ONE_CAT", PLAIN, ("h7", "h4", "h5"), ("h4",)),
]  # fmt: skip


@pytest.mark.parametrize(("reason", "position", "spots", "cause"), CASES)
def test_a_refusal_has_its_reason_its_cause_and_its_rule(
    reason: str, position: Position, spots: tuple[str, ...], cause: tuple[str, ...]
) -> None:
    assert position.refusal(spots) == Refusal(reason, cause, REASONS[reason])


def test_every_reason_is_tried() -> None:
    assert {case[0] for case in CASES} == set(REASONS)


def test_every_reason_rests_on_a_rule_of_the_sheet_and_says_what_to_do() -> None:
    ruled = {rule for section in SECTIONS for paragraph in section.paragraphs for rule in paragraph.rules}
    assert set(REASONS.values()) <= ruled
    sentences = {english(speech.refusal(Refusal(reason, ("h4", "h5"), rule))) for reason, rule in REASONS.items()}
    assert len(sentences) == len(REASONS)
    assert not any("{" in sentence for sentence in sentences)


@pytest.mark.parametrize("spots", [("h7",), ("h7", "h4"), ("h7", "k10")])
def test_what_is_legal_is_not_refused(spots: tuple[str, ...]) -> None:
    assert PLAIN.refusal(spots) is None


def test_a_lost_turn_and_a_roll_can_be_pointed_at_by_name() -> None:
    assert STUCK.refusal(("forfeit",)) is None
    assert due(S="(7,6)", N="(1,1)").refusal(("roll 3",)) is None


def test_nothing_is_refused_once_the_game_is_over() -> None:
    assert due(S="(7,0) (8,0)", N="(1,1)").refusal(("b2",)) is None
    assert PLAIN.refusal(()) is None


def test_every_rule_is_stated_in_a_paragraph() -> None:
    stated = {rule for section in SECTIONS for paragraph in section.paragraphs for rule in paragraph.rules}
    assert stated == {f"KR-{number:02}" for number in range(1, 21)} | {f"B3-{number:02}" for number in range(1, 21)}
