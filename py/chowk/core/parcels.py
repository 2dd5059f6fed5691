"""Parcels: modules of the app that travel apart from it, each parcel in a file of its own; and which of them have come.

A skin is one, by its name. In plain Python nothing travels apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chowk.core import build_manifest

TABLE: Final = "parcels.json"
READERS: Final = "readers"
"""The parcel of what reads texts of other programs and files of games, and writes the latter."""

_come: Final[set[str]] = set()


def waits(parcel: str) -> bool:
    """Return whether the modules of a parcel lie in a file of their own that has not come yet."""
    return parcel in shipped() and parcel not in _come


def lay(parcel: str) -> None:
    """Note that the modules of a parcel can be imported now."""
    _come.add(parcel)


def shipped() -> Mapping[str, tuple[str, str]]:
    """Return each parcel's file in the site, and the SHA-256 of what is packed there; none in plain Python."""
    return build_manifest.table(TABLE)
