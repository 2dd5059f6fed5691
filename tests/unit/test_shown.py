"""Test the table of requirements (shown.toml): none is missing, and every test and picture in it exists."""

from __future__ import annotations

import ast
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Final

import pytest

from tools.dev.screenshots import NAMES

TESTS: Final = Path(__file__).resolve().parents[1]
TABLE: Final = tomllib.loads((TESTS / "shown.toml").read_text())
SHOWN: Final[dict[str, list[str]]] = TABLE["shown"]
OPEN: Final[dict[str, str]] = TABLE["open"]
PROMISED: Final = {
    "VI": (*range(1, 8), 20, 21, 23, 24),
    "SO": (*range(1, 4), 10),
    "RE": (*range(1, 8), *range(20, 25)),
    "AX": (*range(1, 11), *range(20, 25)),
    "PL": (*range(5, 10), *range(11, 14), 20, 21, *range(24, 31), 33),
    "PW": (*range(1, 8), *range(20, 26)),
}


@lru_cache
def names_in(path: Path) -> frozenset[str]:
    """Return the names of the top-level functions of a file."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in ast.parse(path.read_text()).body if isinstance(node, kinds))


def missing(shown: str) -> str:
    """Return an error message if the test or picture to which `shown` refers does not exist, or "" if it exists."""
    kind, _, picture = shown.partition(":")
    if kind == "picture":
        return "" if picture in NAMES else f"no picture {picture}"
    file, _, name = shown.partition("::")
    path = TESTS / file
    if not path.is_file():
        return f"no file {file}"
    return "" if name.startswith("test_") and name in names_in(path) else f"no test {name} in {file}"


def test_every_promise_is_shown_or_told_as_open() -> None:
    promised = {f"{room}-{number:02}" for room, numbers in PROMISED.items() for number in numbers}
    assert set(SHOWN) & set(OPEN) == set()
    assert set(SHOWN) | set(OPEN) == promised
    assert all(reason.endswith(".") and len(reason) > 30 for reason in OPEN.values())


@pytest.mark.parametrize("name", SHOWN)
def test_what_shows_a_promise_exists(name: str) -> None:
    assert SHOWN[name], "a promise is shown by something"
    assert [wrong for shown in SHOWN[name] if (wrong := missing(shown))] == []


def test_a_reference_that_leads_nowhere_is_found() -> None:
    assert missing("unit/test_shown.py::test_a_reference_that_leads_nowhere_is_found") == ""
    assert missing("unit/test_shown.py::test_nothing_like_it")
    assert missing("unit/test_nowhere.py::test_anything")
    assert missing("unit/test_shown.py::missing"), "a helper is no test"
    assert missing("picture:nothing-like-it")
    assert missing("picture:home") == ""
