"""Test the tables that list each game's rules as numbered statements.

No number is missing, and every test and house rule that a table names exists. The tables are beside the games' tests.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from chowk import games
from tests.unit.test_shown import missing

TESTS: Final = Path(__file__).resolve().parents[1]
TABLE: Final[dict[str, dict[str, list[str]]]] = tomllib.loads((TESTS / "statements.toml").read_text(encoding="utf-8"))
APART: Final = [f"PA-{number:02}" for number in range(1, 19)]
"""Numbers of the statements of correspondence play in docs/correspondence.md."""
THREATS: Final = [f"TM-{number:02}" for number in range(1, 25)]
"""Numbers of the statements of the threat model in docs/correspondence.md."""
DOCUMENT: Final = TESTS.parent / "docs" / "correspondence.md"


def place(name: str) -> str:
    """Return the path of a game's table of statements, relative to tests/."""
    return f"unit/games/{name}/statements.toml"


def table(name: str) -> dict[str, Any]:
    """Return a game's table of statements.

    It has `statements`, and `otherwise` if house rules change some of them.
    """
    path = TESTS / place(name)
    assert path.is_file(), f"tests/{place(name)} is missing: it names the tests of each rule of {name}"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def faults(statements: Sequence[str], documented: Collection[str], file: str) -> Iterator[str]:
    """Yield the faults of the numbers in a table of statements.

    They must share a prefix, run from 1 without gaps, and equal the numbers on the rules sheet (`documented`).
    """
    prefix = statements[0].rstrip("0123456789") if statements else ""
    width = len(statements[0]) - len(prefix) if statements else 1
    expected = [f"{prefix}{number:0{width}}" for number in range(1, len(statements) + 1)]
    if not statements or list(statements) != expected:
        yield f"{file} has the rules {list(statements)}; they must run from 1, without a gap: {expected}"
    numbered = {rule for rule in documented if re.fullmatch(rf"{re.escape(prefix)}\d+", rule)}
    for rule in sorted(numbered - set(statements)):
        yield f"{file} lacks {rule}, which is on the rules sheet: name the tests that prove it."
    for rule in sorted(set(statements) - numbered):
        yield f"{rule} is in {file}, but no paragraph of the rules sheet has it: see ui/rule_book.py."


def on_the_sheet(name: str) -> set[str]:
    """Return the numbers of the rules that a game's rules sheet shows."""
    return {
        rule
        for section in games.load(name).help.SECTIONS
        for paragraph in section.paragraphs
        for rule in paragraph.rules
    }


@pytest.mark.parametrize("name", games.ready())
def test_every_rule_of_a_game_is_in_its_table(name: str) -> None:
    assert list(faults(list(table(name)["statements"]), on_the_sheet(name), place(name))) == []


def test_every_statement_of_correspondence_play_is_in_the_table() -> None:
    assert list(TABLE["apart"]) == APART
    assert list(TABLE["threats"]) == THREATS


def test_the_document_of_playing_apart_tells_each_of_its_statements_once() -> None:
    numbers = re.findall(r"^\| ((?:PA|TM)-\d\d) \|", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    assert numbers == [*APART, *THREATS]


@pytest.mark.parametrize("name", [*games.ready(), *TABLE])
def test_what_shows_a_statement_exists(name: str) -> None:
    for statement, shown in (TABLE[name] if name in TABLE else table(name)["statements"]).items():
        assert shown, statement
        assert [wrong for test in shown if (wrong := missing(test))] == [], statement


@pytest.mark.parametrize("name", games.ready())
def test_what_plays_otherwise_is_a_house_rule_of_the_game(name: str) -> None:
    options = {option.name for option in games.load(name).rules.OPTIONS}
    for statement, named in table(name).get("otherwise", {}).items():
        assert statement in table(name)["statements"]
        assert named
        assert set(named) <= options, statement


@pytest.mark.parametrize(
    ("statements", "documented", "fault"),
    [
        (["G1", "G2"], {"G1", "G2", "G3", "A1"}, "x lacks G3, which is on the rules sheet"),
        (["G1", "G2"], {"G1"}, "G2 is in x, but no paragraph"),
        (["G1", "G3"], {"G1", "G3"}, "x has the rules ['G1', 'G3']"),
        (["G-01", "H-02"], {"G-01", "G-02"}, "x has the rules ['G-01', 'H-02']"),
        ([], {"G1"}, "x has the rules []"),
    ],
)
def test_a_statement_out_of_order_or_missing_is_named(statements: list[str], documented: set[str], fault: str) -> None:
    assert any(sentence.startswith(fault) for sentence in faults(statements, documented, "x"))
    assert list(faults(["G-01", "G-02"], {"G-01", "G-02", "A1"}, "x")) == []
