"""What every opponent does alike: it has a move at once, and thinks on only where there is a choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, TypeVar

from chowk.core.clock import Clock
from chowk.core.oracle import Thought

M = TypeVar("M")


class ThinkOf(Protocol[M]):
    """A `chowk.core.oracle.Think` of a game with these moves."""

    def __call__(self, position: Any, past: Sequence[Any], level: int, seed: int, clock: Clock) -> Iterator[Thought[M]]:
        """Thoughts about `position`."""


def thinker(thoughts: Callable[[Any, int, int, Clock], Iterator[Thought[M]]]) -> ThinkOf[M]:
    """A `think` for a game whose positions say all that matters, of what it does where there is a choice.

    `thoughts` takes the position, the level, the seed and the clock.
    """

    def think(
        position: Any,
        past: Sequence[Any],  # noqa: ARG001 - the position says what matters
        level: int,
        seed: int,
        clock: Clock,
    ) -> Iterator[Thought[M]]:
        moves = position.moves()
        yield Thought(moves[0])
        if len(moves) > 1:
            yield from thoughts(position, level, seed, clock)

    return think
