"""Test that no regular expression backtracks over the same characters, which would take quadratic time."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from re import _compiler as compiler  # type: ignore[attr-defined]
from re import _constants as names  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import pytest

import chowk

PACKAGE = Path(chowk.__file__).parent
MODULE = re.compile(r"\bre\b")
"""Finds the name of the module `re`. A source without it is not parsed, which would take long."""
UNBOUNDED = 1000
"""A repetition in a pattern is treated as unbounded if its maximum count is at least this."""
SIGNS = [*map(chr, range(128)), "é", "²", "٣", "\u2028"]
GREEDY = (names.MAX_REPEAT, names.MIN_REPEAT)
REPEATS = (*GREEDY, names.POSSESSIVE_REPEAT)
SINGLE = (names.LITERAL, names.NOT_LITERAL, names.IN, names.ANY)
NOTHING = (names.AT, names.ASSERT, names.ASSERT_NOT)


def patterns() -> Iterator[tuple[str, str, int]]:
    """Yield each literal pattern in the package: its place in the source, its text and its flags."""
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_text()
        for node in ast.walk(ast.parse(source)) if MODULE.search(source) else ():
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id="re")), args=[ast.Constant(value=str(text)), *_]):
                    flags = re.VERBOSE if "VERBOSE" in ast.unparse(node) else 0
                    yield f"{path.relative_to(PACKAGE)}:{node.lineno}", text, flags


def inside(item: tuple[Any, Any]) -> list[Sequence[tuple[Any, Any]]]:
    """Return the sequences nested in a part of a parsed pattern: alternatives, or what is repeated or grouped."""
    kind, value = item
    if kind is names.BRANCH:
        return list(value[1])
    if kind in REPEATS:
        return [value[2]]
    if kind is names.SUBPATTERN:
        return [value[3]]
    return [value] if kind is names.ATOMIC_GROUP else []


def is_nothing(item: tuple[Any, Any]) -> bool:
    """Return True if a part of a parsed pattern can match the empty string."""
    kind, value = item
    if kind in NOTHING or (kind in REPEATS and not value[0]):
        return True
    return any(all(map(is_nothing, part)) for part in inside(item))


def first(items: Sequence[tuple[Any, Any]]) -> set[str]:
    """Return the characters with which a match of a sequence of pattern parts may begin."""
    characters: set[str] = set()
    for item in items:
        if item[0] in SINGLE:
            pattern = compiler.compile(parser.SubPattern(parser.State(), [item]))
            characters |= set(filter(pattern.match, SIGNS))
        for sequence in inside(item):
            characters |= first(sequence)
        if not is_nothing(item):
            break
    return characters


def flat(items: Sequence[tuple[Any, Any]]) -> Iterator[tuple[Any, Any]]:
    """Yield the parts of a parsed pattern, with the contents of groups in place of the groups."""
    for kind, value in items:
        if kind is names.SUBPATTERN:
            yield from flat(value[3])
        else:
            yield kind, value


def contested(items: Sequence[tuple[Any, Any]]) -> set[str]:
    """Return the characters that two adjacent unbounded repetitions of a parsed pattern can both match."""
    parts, characters = list(flat(items)), set[str]()
    for number, (kind, value) in enumerate(parts):
        for sequence in inside((kind, value)):
            characters |= contested(sequence)
        if kind not in GREEDY or value[1] < UNBOUNDED:
            continue
        taken, body = first(value[2]), list(flat(value[2]))
        if any(inner in GREEDY and most[1] >= UNBOUNDED for inner, most in body):
            characters |= contested([*body, *body])
        for item in parts[number + 1 :]:
            if item[0] in REPEATS and item[1][1] >= UNBOUNDED:
                characters |= taken & first(item[1][2])
            if not is_nothing(item):
                taken &= first([item])
    return characters


@pytest.mark.parametrize(
    ("text", "is_quadratic"),
    [
        (r"\[x\s+([^\[\]]*)\]", True),
        (r"\[x\s++([^\[\]]*)\]", False),
        (r"(a+)*b", True),
        (r'"(?:[^"\\]|\\.)*"\s*', False),
        (r"\w+\s+\w+", False),
        (r"a*a?a*b", True),
        (r"[0-9]+[.,]?[0-9]*x", True),
    ],
)
def test_such_a_pattern_is_known(text: str, is_quadratic: bool) -> None:
    assert bool(contested(parser.parse(text))) == is_quadratic


def test_no_pattern_goes_over_the_same_signs_twice() -> None:
    every = list(patterns())
    assert len(every) > 50
    wrong = {
        where: "".join(sorted(signs)) for where, text, flags in every if (signs := contested(parser.parse(text, flags)))
    }
    assert not wrong
