"""What a game's rules say where it has nothing of the kind: a small game takes these as they are.

That is, `from chowk.core.defaults import forced as forced`, and so on for each that its rules do not tell otherwise.
"""

from __future__ import annotations

from typing import Any, Final

from chowk.core.game import Option
from chowk.core.position import Outcome, Spot

OPTIONS: Final[tuple[Option, ...]] = ()
"""No house rules."""


def forced(position: Any) -> None:  # noqa: ARG001 - it is so in every position
    """Nothing: the table makes no move by itself, not even an only one."""
    return


def obliged(position: Any) -> tuple[Spot, ...]:  # noqa: ARG001 - it is so in every position
    """Nothing: where a move begins is always a free choice, or all there is to point at."""
    return ()


def recurring(position: Any) -> None:  # noqa: ARG001 - it is so in every position
    """Nothing hangs on how often a position occurs."""
    return


def ended(position: Any, times: int) -> Outcome | None:  # noqa: ARG001 - it is so in every position
    """Nothing but the position ends a game."""
    return None
