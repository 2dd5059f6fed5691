"""Test records, which are matches as readable text: writing, reading, and refusing faulty texts."""

from __future__ import annotations

from typing import Any

import pytest

from chowk.core import record
from chowk.core.errors import TextError
from chowk.core.game import Ruleset
from chowk.core.match import Match
from chowk.games import find_ruleset
from tests.unit.toys import RULESET, Race

REVERSI = """[Game "reversi"]
[Rules "2"]
[Setup "---------------------------OX------XO--------------------------- X"]
[Seed "7"]
[Date "2026.11.21"]

1. d3 2. c3 3. c4 *
"""


def find(name: str) -> Ruleset | None:
    return RULESET if name == "race" else find_ruleset(name)


def read(text: str) -> Match[Any, Any]:
    return record.read(text, find)[0]


def complaint(text: str) -> TextError:
    with pytest.raises(TextError) as caught:
        read(text)
    return caught.value


def test_a_record_is_headers_and_numbered_moves() -> None:
    match: Match[Any, Any] = Match(find_ruleset("reversi") or RULESET, read(REVERSI).position_after(0), 7)
    for move in ("d3", "c3", "c4"):
        match.push(move)
    assert record.write(match, {"Date": "2026.11.21"}) == REVERSI


def test_reading_replays_the_match() -> None:
    match, headers = record.read(REVERSI, find)
    assert match.written() == ["d3", "c3", "c4"]
    assert match.seed == 7
    assert headers["Date"] == "2026.11.21"
    assert record.write(match, {"Date": headers["Date"]}) == REVERSI


@pytest.mark.parametrize(
    "body",
    [
        "d3 c3 c4",
        "1.d3 2.c3 3.c4 *",
        "1... d3 c3\n\n\nc4",
        "d3 {why not} c3 {a {nested} one} c4 {the end}",
        "d3{c}c3\r\n{over\nlines}c4",
        "D3 C3 C4",
    ],
)
def test_numbers_comments_lines_and_capitals_mean_nothing(body: str) -> None:
    assert read(f'[Game "reversi"]\n{body}').written() == ["d3", "c3", "c4"]


def test_setup_and_seed_may_be_left_out() -> None:
    match = read('[Game "race"]\n\nroll1 walk *')
    assert match.seed == 0
    assert match.position_after(0) == Race()


def test_a_start_that_is_left_out_is_dealt_by_the_seed() -> None:
    assert read('[Game "race"]\n[Seed "5"]\n').position_after(0) == Race(due=1)


def test_a_record_of_a_rolling_game_keeps_its_dice() -> None:
    match: Match[Any, Any] = Match(RULESET, Race(), 11)
    while match.outcome() is None:
        match.play(match.roll() if match.position.turn < 0 else "walk")
    again = read(record.write(match))
    assert again.moves == match.moves
    assert again.outcome() == match.outcome()
    again.undo()
    again.undo()
    assert again.roll() == match.moves[-2]


@pytest.mark.parametrize(
    "value",
    ['Asha "the Owl" Rao', "back\\slash", 'both \\" of them', "ಅಶಾ", "क\u200dष", "a\u200cb", "é", "", "]", "[x", "{*}"],
)
def test_headers_keep_what_people_type(value: str) -> None:
    text = record.write(Match(RULESET, Race()), {"White": value})
    assert record.read(text, find)[1]["White"] == value


@pytest.mark.parametrize("value", ["two\nlines", "a\tb", "nul\0", "line\u2028break", "\x85", "\ud800"])
def test_headers_hold_no_controls(value: str) -> None:
    stored = record.read(record.write(Match(RULESET, Race()), {"White": value}), find)[1]["White"]
    assert len(stored) == len(value)
    assert stored.isprintable()


def test_long_games_are_wrapped() -> None:
    match: Match[Any, Any] = Match(RULESET, Race(goal=9))
    for _ in range(5):
        match.push("roll1")
        match.push("rest")
    lines = record.write(match).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[-1].endswith(" *")
    assert len(lines) > 5


@pytest.mark.parametrize(
    ("text", "line", "column", "why"),
    [
        ("", 0, 0, "not known here"),
        ('[Game "chess"]', 0, 0, "“chess”"),
        ('[Game "reversi"', 1, 1, "not a header"),
        ('[Game "reversi"]\n[Oops]', 2, 1, "not a header"),
        ('[Game "reversi"]\n[A "\\x"]', 2, 1, "not a header"),
        ('[Game "reversi"]\n[Seed "-1"]', 0, 0, "seed"),
        ('[Game "reversi"]\n[Seed "١"]', 0, 0, "seed"),
        ('[Game "reversi"]\n[Seed "340282366920938463463374607431768211456"]', 0, 0, "seed"),
        ('[Game "reversi"]\n[Setup "XO"]', 0, 0, "64"),
        ('[Game "reversi"]\n\n1. d3\n2. d3', 4, 4, "“d3” is not a legal move"),
        ('[Game "reversi"]\nd3 {never closed', 2, 4, "never ends"),
        ('[Game "reversi"]\nd3 {one {two} \nc3', 2, 4, "never ends"),
        ('[Game "reversi"]\nd3 } c3', 2, 4, "never opened"),
        ('[Game "reversi"]\nf5d6', 2, 1, "f5d6"),
        ('[Game "race"]\n' + "roll1 rest " * 6, 2, 62, "over before “rest”"),
        ("x" * (record.LONGEST + 1), 0, 0, "too long"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, line: int, column: int, why: str) -> None:
    error = complaint(text)
    assert (error.line, error.column) == (line, column)
    assert why in str(error)


def test_a_foreign_word_is_repeated_in_part_and_without_controls() -> None:
    error = complaint('[Game "reversi"]\n' + "z\x07" * 500)
    assert len(str(error)) < 120
    assert "\x07" not in str(error)
