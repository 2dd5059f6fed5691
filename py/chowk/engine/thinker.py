"""The common beginning of all opponents' searches: a single legal move is played at once, without a search."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, Protocol, TypeVar

from chowk.engine.protocol import Thought
from chowk.engine.search_budget import Clock

L = TypeVar("L")
L_in = TypeVar("L_in", contravariant=True)
M = TypeVar("M")


class ThinkOf(Protocol, Generic[M, L_in]):
    """The type of a game's `think` function: a `Think`, generic in the types of the game's moves and levels."""

    def __call__(
        self, position: Any, past: Sequence[Any], level: L_in, seed: int, clock: Clock
    ) -> Iterator[Thought[M]]:
        """Yield the best move so far for `position`, again and again, each at least as good as the previous one."""


def thinker(thoughts: Callable[[Any, L, int, Clock], Iterator[Thought[M]]]) -> ThinkOf[M, L]:
    """Return the `think` function of a game in which earlier positions do not matter.

    `thoughts` takes a position, the level, the seed and the clock, and yields the best move so far. It is called only
    for positions with several moves.
    """

    def think(
        position: Any,
        past: Sequence[Any],  # noqa: ARG001 - only the position matters
        level: L,
        seed: int,
        clock: Clock,
    ) -> Iterator[Thought[M]]:
        moves = position.moves()
        yield Thought(moves[0])
        if len(moves) > 1:
            yield from thoughts(position, level, seed, clock)

    return think
