"""Work that is done a piece at a time, so that a page can be used meanwhile: a generator that comes back in between."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")


def finished(work: Generator[None, None, T]) -> T:
    """The end of such work, at once."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: T = end.value
            return found


def by(count: int, work: Generator[None, None, T]) -> Generator[None, None, T]:
    """The same work, so many pieces at a time."""
    done = 0
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: T = end.value
            return found
        done += 1
        if done % count == 0:
            yield
