"""The time track of Patchwork: spaces 0 (the start) to 53 (the centre), and the objects on them (2.1 of the rules)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

Space: TypeAlias = int
"""The number of a space of the track, from 0."""

START: Final[Space] = 0
CENTRE: Final[Space] = 53
MARKERS: Final[tuple[Space, ...]] = tuple(range(5, CENTRE + 1, 6))
"""The spaces of the nine income markers. The last of them is the centre (R27, R28)."""
TRACKS: Final[Mapping[str, tuple[Space, ...]]] = MappingProxyType(
    {"current": (26, 32, 38, 44, 50), "classic": (20, 26, 32, 44, 50)}
)
"""The five spaces with single patches, by edition of the track (R5)."""


def passed(places: tuple[Space, ...], start: Space, end: Space) -> tuple[Space, ...]:
    """Return the spaces of `places` that a token passes after `start`, up to `end` inclusive."""
    return tuple(place for place in places if start < place <= end)
