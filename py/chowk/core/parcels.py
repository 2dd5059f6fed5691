"""Parcels: groups of the app's modules that are delivered in separate files, and those that have arrived.

Each skin is a parcel with the same name. In plain Python, nothing is delivered separately.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chowk.core import build_manifest

TABLE: Final = "parcels.json"
READERS: Final = "readers"
"""The parcel with the readers of other programs' formats and game files, and the writers of the latter."""

_come: Final[set[str]] = set()


def waits(parcel: str) -> bool:
    """Return True if the modules of a parcel are in a separate file that has not arrived yet."""
    return parcel in shipped() and parcel not in _come


def lay(parcel: str) -> None:
    """Note that the modules of a parcel can now be imported."""
    _come.add(parcel)


def shipped() -> Mapping[str, tuple[str, str]]:
    """Return each parcel's file in the site and the SHA-256 of the packed file; empty in plain Python."""
    return build_manifest.table(TABLE)
