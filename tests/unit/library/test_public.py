"""Test the public names of the library: all are documented, and none is missing."""

from __future__ import annotations

import doctest
import inspect
from pathlib import Path

import pytest

from chowk import library
from chowk.library import board, parts

MANUAL = (Path(__file__).parents[3] / "docs/library.md").read_text("utf-8")


def test_every_public_name_exists_and_is_described() -> None:
    for name in library.__all__:
        part = vars(library)[name]
        assert name in ("CHANCE", "Move") or inspect.getdoc(part), name
    assert sorted(library.__all__) == library.__all__ or len(set(library.__all__)) == len(library.__all__)


@pytest.mark.parametrize("kind", [library.Board, library.Engine, library.Book, library.Endings])
def test_every_public_method_has_types_and_a_description(kind: type) -> None:
    for name, member in vars(kind).items():
        if name.startswith("_") or not (callable(member) or isinstance(member, property | classmethod | staticmethod)):
            continue
        assert inspect.getdoc(member), f"{kind.__name__}.{name}"


def test_the_manual_shows_each_method_of_a_board() -> None:
    shown = ("legal_moves", "texts", "push", "pop", "push_text", "parse", "chances", "roll", "perft", "svg", "unicode")
    for name in (*shown, "to_text", "to_record", "from_record", "describe", "outcome", "copy", "ansi", "peek"):
        assert name in vars(library.Board)
        assert name in MANUAL, name


@pytest.mark.parametrize("module", [board, parts])
def test_the_examples_in_docstrings_are_so(module: object) -> None:
    results = doctest.testmod(module)  # type: ignore[arg-type]  # a module
    assert results.attempted
    assert not results.failed
