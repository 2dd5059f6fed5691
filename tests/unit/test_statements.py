"""The table of the games' numbered statements: none is missing, and every test and house rule that it names exists."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from chowk import games
from tests.unit.test_shown import missing

TESTS: Final = Path(__file__).resolve().parents[1]
TABLE: Final[dict[str, dict[str, Any]]] = tomllib.loads((TESTS / "statements.toml").read_text(encoding="utf-8"))
STATEMENTS: Final = {
    "parcheesi": [f"PR-{number:02}" for number in range(1, 33)],
    "reversi": [f"R{number}" for number in range(1, 19)],
    "checkers": [f"C{number}" for number in range(1, 26)],
    "kilkenny": [f"KR-{number:02}" for number in range(1, 21)],
    "patchwork": [f"R{number}" for number in range(1, 40)],
}
APART: Final = [f"PA-{number:02}" for number in range(1, 18)]
"""Statements of correspondence play, for all games: docs/correspondence.md contains them."""
THREATS: Final = [f"TM-{number:02}" for number in range(1, 23)]
"""Statements of the threat model of correspondence play, in the same document."""
DOCUMENT: Final = TESTS.parent / "docs" / "correspondence.md"
OTHERWISE: Final[dict[str, dict[str, list[str]]]] = TABLE["otherwise"]


def test_every_statement_is_shown() -> None:
    assert {name: list(TABLE[name]) for name in STATEMENTS} == STATEMENTS
    assert sum(map(len, STATEMENTS.values())) == 134
    assert list(TABLE["apart"]) == APART
    assert list(TABLE["threats"]) == THREATS


def test_the_document_of_playing_apart_tells_each_of_its_statements_once() -> None:
    told = re.findall(r"^\| ((?:PA|TM)-\d\d) \|", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    assert told == [*APART, *THREATS]


@pytest.mark.parametrize("name", [*STATEMENTS, "apart", "threats"])
def test_what_shows_a_statement_exists(name: str) -> None:
    for statement, shown in TABLE[name].items():
        assert shown, statement
        assert [wrong for one in shown if (wrong := missing(one))] == [], statement


@pytest.mark.parametrize("name", OTHERWISE)
def test_what_plays_otherwise_is_a_house_rule_of_the_game(name: str) -> None:
    options = {option.name for option in games.load(name).rules.OPTIONS}
    for statement, named in OTHERWISE[name].items():
        assert statement in STATEMENTS[name]
        assert named
        assert set(named) <= options, statement


@pytest.mark.parametrize("name", STATEMENTS)
def test_the_rules_sheet_tells_every_statement_that_is_no_matter_of_handling(name: str) -> None:
    told = {rule for section in games.load(name).help.SECTIONS for one in section.paragraphs for rule in one.rules}
    assert told & set(STATEMENTS[name])
    assert not {rule for rule in told if rule[0] in "CKPR" and rule[-1].isdigit()} - set(STATEMENTS[name])
