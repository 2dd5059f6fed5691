"""The interface between the pattern editor and the feature that opens it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from chowk.core.position import Spot

Pattern: TypeAlias = Mapping[Spot, str]
"""A pattern: the name of the piece that each spot must hold, or an empty text if the spot must be empty."""


class Painting(NamedTuple):
    """The functions that the pattern editor calls.

    * `take` receives the finished pattern.
    * `leave` is called if the player leaves without finishing the pattern.
    * `entry` returns the text under which the browser's history keeps a pattern.

    Before the editor calls `take` or `leave`, it returns to the table from which the player came.
    """

    take: Callable[[Pattern], None]
    leave: Callable[[], None]
    entry: Callable[[Pattern], str]
