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
"""Name of the parcel (modules loaded on demand) that reads and writes game files and other programs' formats."""

PRACTICE: Final = "practice"
"""Name of the parcel (modules loaded on demand) for puzzles and for the drill of mistakes."""
COURSES: Final = "courses"
"""Name of the parcel (modules loaded on demand) that holds and shows the lessons of all courses."""
COLLECTIONS: Final = "collections"
"""Name of the parcel (modules loaded on demand) that reads, keeps and lists collections of games."""

PEOPLE: Final = "people"
"""Name of the parcel (modules loaded on demand) for the people of a household and a game's ladder of opponents."""

STUDIES: Final = "studies"
"""Name of the parcel (modules loaded on demand) that keeps, shows, shares and prints studies."""

EDITOR: Final = "editor"
"""Name of the parcel (modules loaded on demand) with the position editor."""

LIVE: Final = "live"
"""Name of the parcel (modules loaded on demand) that connects devices for live play."""

_archives: Final[dict[str, str]] = {}
"""The path of the archive of each parcel that has arrived, by the parcel's name."""


def puzzles(game: str) -> str:
    """Return the name of the parcel (modules loaded on demand) with a game's puzzles."""
    return f"puzzles-{game}"


def is_unfetched(parcel: str) -> bool:
    """Return True if the modules of a parcel are in a separate file that has not been fetched yet."""
    return parcel in shipped() and parcel not in _archives


def mark_fetched(parcel: str, path: str = "") -> None:
    """Record that the modules of a parcel have been fetched and can be imported. `path` is the path of its archive."""
    _archives[parcel] = path


def archive(parcel: str) -> str:
    """Return the path of a parcel's archive. It is empty before the archive has been fetched, and in plain Python."""
    return _archives.get(parcel, "")


def shipped() -> Mapping[str, tuple[str, str]]:
    """Return the file name and the SHA-256 of each parcel, by the parcel's name.

    In plain Python, where nothing is delivered separately, the result is empty.
    """
    return build_manifest.table(TABLE)
