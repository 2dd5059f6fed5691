"""Which skins travel apart from the app, and which of these have come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chowk.core import built

TABLE: Final = "skins.json"

_come: Final[set[str]] = set()


def waits(skin: str) -> bool:
    """Whether what a skin is drawn by is a file of its own that has not come yet."""
    return skin in shipped() and skin not in _come


def lay(skin: str) -> None:
    """Says that the modules of a skin can be imported now."""
    _come.add(skin)


def shipped() -> Mapping[str, tuple[str, str]]:
    """Skin -> the file of the site that it came in, and the SHA-256 of what is packed there; empty in plain Python."""
    return built.table(TABLE)
