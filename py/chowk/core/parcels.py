"""Parcels: groups of the app's modules that are delivered as separate files and loaded when first needed.

Each skin is a parcel that has the skin's name. The puzzles of each game are a parcel, too (`puzzles`). In plain Python,
no module is delivered separately.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chowk.core import build_manifest

TABLE: Final = "parcels.json"
"""Name of the file in which the build lists the parcels, the groups of modules that are loaded later."""
READERS: Final = "readers"
"""Name of the parcel with the readers and writers of other programs' formats and of game files."""

PRACTICE: Final = "practice"
"""Name of the parcel with the modules for puzzles and for the drill of mistakes."""
COURSES: Final = "courses"
"""Name of the parcel with the lessons of all courses and the modules that show them."""
COLLECTIONS: Final = "collections"
"""Name of the parcel with the modules that read, keep and list collections of games."""

PEOPLE: Final = "people"
"""Name of the parcel with the modules for the people of a household and for the ladder of a game's opponents."""

STUDIES: Final = "studies"
"""Name of the parcel with the modules that keep, show, share and print studies."""

EDITOR: Final = "editor"
"""Name of the parcel with the position editor."""

LIVE: Final = "live"
"""Name of the parcel with the modules that connect devices for live play."""

_archives: Final[dict[str, str]] = {}
"""The path of the archive of each parcel that has arrived, by the parcel's name."""


def puzzles(game: str) -> str:
    """Return the name of the parcel with a game's puzzles."""
    return f"puzzles-{game}"


def waits(parcel: str) -> bool:
    """Return True if the modules of a parcel are in a separate file that has not been loaded yet."""
    return parcel in shipped() and parcel not in _archives


def lay(parcel: str, path: str = "") -> None:
    """Record that a parcel has arrived: its modules can be imported. `path` is the path of its archive."""
    _archives[parcel] = path


def archive(parcel: str) -> str:
    """Return the path of the archive of a parcel that has arrived; empty in plain Python, where there is none."""
    return _archives.get(parcel, "")


def shipped() -> Mapping[str, tuple[str, str]]:
    """Return the file name and the SHA-256 of each parcel in the site, by parcel. Empty in plain Python."""
    return build_manifest.table(TABLE)
