"""Test messages, errors in texts, and reading a move by comparing it with the legal moves."""

from __future__ import annotations

import pytest

from chowk.core.errors import TextError
from chowk.core.message import PlayerName, english, say, say_in, say_many
from chowk.core.notation import SHOWN, excerpt, find_move
from tests.unit.toys import Race


def test_a_message_is_a_value() -> None:
    assert say("{player} passes.", player=PlayerName(1)) == say("{player} passes.", player=PlayerName(1))
    assert say("{player} passes.", player=PlayerName(1)) != say("{player} passes.", player=PlayerName(0))
    assert say_in("piece", "King") != say("King")
    assert len({say("a"), say("a"), say("b")}) == 2


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 discs"), (1, "1 disc"), (2, "2 discs"), (-1, "-1 disc"), (-2, "-2 discs")]
)
def test_a_number_decides_between_singular_and_plural(count: int, text: str) -> None:
    assert english(say_many("{count} disc", "{count} discs", count)) == text


def test_english_fills_in_everything() -> None:
    inner = say("{number} moves", number=3)
    assert english(say("{who}: {what}, {text}", who=PlayerName(1), what=inner, text="{x}")) == "seat 1: 3 moves, {x}"
    assert str(inner) == "3 moves"


def test_a_complaint_says_what_and_where() -> None:
    error = TextError(say("No {thing}.", thing="luck"))
    assert str(error) == "No luck."
    assert (error.line, error.column) == (0, 0)
    assert str(error.locate(3, 4)) == "No luck. (line 3, column 4)"
    assert error.locate(3, 4).why == error.why


def test_foreign_text_is_shown_in_part_on_one_line() -> None:
    assert excerpt(" a\nb\x00c ") == "a b c"
    assert excerpt("x" * SHOWN) == "x" * SHOWN
    assert excerpt("x" * (SHOWN + 1)) == "x" * (SHOWN - 1) + "…"


def test_foreign_text_keeps_its_joiners_and_loses_what_turns_it_about() -> None:
    assert excerpt("ক্\u200dষ") == "ক্\u200dষ"
    assert "\u202e" not in excerpt("abc\u202edef")


def test_reading_a_move_is_finding_it() -> None:
    assert find_move(Race(die=2), " WALK ", lambda _, move: (move, "go")) == "walk"
    assert find_move(Race(die=2), "go", lambda _, move: ("walk", "go") if move == "walk" else (move,)) == "walk"


def test_no_move_or_more_than_one_is_a_complaint() -> None:
    with pytest.raises(TextError, match="not a legal move"):
        find_move(Race(die=2), "hop", lambda _, move: (move,))
    with pytest.raises(TextError, match="more than one"):
        find_move(Race(die=2), "go", lambda _, move: (move, "go"))
    with pytest.raises(TextError):
        find_move(Race(die=2), "", lambda _, move: (move,))
