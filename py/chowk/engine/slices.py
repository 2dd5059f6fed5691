"""Helpers for searches that run in slices: generators that yield at pauses and return their result."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeAlias, TypeVar

from chowk.engine.protocol import Line, Survey

M = TypeVar("M")
R = TypeVar("R")
T = TypeVar("T")

Slices: TypeAlias = Generator[None, None, int | None]
"""A search that yields at pauses and returns its value, or None after giving up."""


def pausing(search: Generator[None, None, R], interim: Callable[[], T]) -> Generator[T, None, R]:
    """Run a search and return its result. At every pause, yield `interim()`, the result so far."""
    while True:
        try:
            next(search)
        except StopIteration as stop:
            result: R = stop.value
            return result
        yield interim()


def score(line: Line[Any] | None) -> float:
    """Return the score of a line, or 0 if there is no line or the line has no score."""
    return 0.0 if line is None or line.score is None else line.score


def surveyed(lines: Iterable[Line[M]], nodes: int, onward: int) -> Survey[M]:
    """Return evaluated lines as a survey, best first.

    `nodes` is the number of visited positions. `onward` is the depth to request next, or 0 if a deeper search would
    find nothing new.
    """
    return Survey(tuple(sorted(lines, key=lambda line: -score(line))), nodes, onward)
