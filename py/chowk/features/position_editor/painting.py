"""What the position editor is given by a feature that lets the player paint a pattern."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from chowk.core.position import Spot

Pattern: TypeAlias = Mapping[Spot, str]
"""The name of the piece that must be on a spot, or an empty text for a spot that must be empty."""


class Painting(NamedTuple):
    """The functions to call with a painted pattern.

    `take` is called with the finished pattern, and `leave` if the player leaves without finishing it, each after the
    return to the table from which the player came. `entry` returns the text under which the browser's history keeps a
    pattern.
    """

    take: Callable[[Pattern], None]
    leave: Callable[[], None]
    entry: Callable[[Pattern], str]
