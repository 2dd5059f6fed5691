"""Parcels: groups of the app's modules that are delivered in separate files, and the parcels that have arrived.

Each skin is a parcel with the same name. In plain Python, no module is delivered separately.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chowk.core import build_manifest

TABLE: Final = "parcels.json"
"""File name of the build's table of parcels."""
READERS: Final = "readers"
"""Name of the parcel with the readers and writers of other programs' formats and of game files."""

_come: Final[set[str]] = set()


def waits(parcel: str) -> bool:
    """Return True if the modules of a parcel are in a separate file that has not been loaded yet."""
    return parcel in shipped() and parcel not in _come


def lay(parcel: str) -> None:
    """Record that the modules of a parcel have been loaded and can be imported."""
    _come.add(parcel)


def shipped() -> Mapping[str, tuple[str, str]]:
    """Return the file name and the SHA-256 of each parcel in the site, by parcel. Empty in plain Python."""
    return build_manifest.table(TABLE)
