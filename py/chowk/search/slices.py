"""Searches that think in slices: a generator that pauses after each, and returns what it has found."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeAlias, TypeVar

from chowk.core.oracle import Line, Survey

M = TypeVar("M")
R = TypeVar("R")
T = TypeVar("T")

Slices: TypeAlias = Generator[None, None, int | None]
"""A search in slices: what it returns is a value, or None if it was given up."""


def pausing(search: Generator[None, None, R], known: Callable[[], T]) -> Generator[T, None, R]:
    """What a search returns; in its pauses what is known by then."""
    while True:
        try:
            next(search)
        except StopIteration as end:
            found: R = end.value
            return found
        yield known()


def score(line: Line[Any] | None) -> float:
    """What a move is worth by its line; nothing where that is not known."""
    return 0.0 if line is None or line.score is None else line.score


def surveyed(lines: Iterable[Line[M]], nodes: int, onward: int) -> Survey[M]:
    """The lines as a survey, the best first."""
    return Survey(tuple(sorted(lines, key=lambda line: -score(line))), nodes, onward)
