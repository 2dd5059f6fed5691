"""Metadata of a game: its identifier, dates and playing time."""

from __future__ import annotations

from datetime import datetime
from typing import Final

IDLE: Final = 300
"""Longest time between two moves that is counted as playing time, in seconds; the rest of a longer pause is not."""


class About:
    """The metadata that is stored with a game, and its playing time."""

    def __init__(self, save: str, created: str, helped: bool, counted: bool) -> None:
        # Its identifier among the saves, and the time when it began. Set by the creator of the table.
        self.save = save
        self.created = created
        # True if a hint was given or a move taken back. Written by `features.hints.hints`, `taking_back`, and by `App`
        # for a game begun elsewhere, whose history is unknown.
        self.helped = helped
        # Playing time in seconds, counted until the time `since`. Written by `spend`, and when the player sits down.
        self.seconds = 0
        self.since = created
        # True if its result has been counted, or if it was over when it was opened. Written when it is saved.
        self.counted = counted
        # The link through which the game came; empty for the device's own games. Written by `features.sharing.send`.
        self.link = ""

    @property
    def day(self) -> str:
        """The date on which the game began, in the device's time zone."""
        return day_of(self.created)

    def spend(self, now: str) -> None:
        """Add the time since the last call to the playing time, at most `IDLE` seconds."""
        self.seconds += min(IDLE, max(0, between(self.since, now)))
        self.since = now


def day_of(time: str) -> str:
    """Return the date of an ISO 8601 time in the device's time zone; for any other text, its first ten letters."""
    try:
        return datetime.fromisoformat(time).astimezone().date().isoformat()
    except (ValueError, OverflowError, OSError):
        return time[:10]


def clock_of(time: str) -> str:
    """Return the hour and minute of an ISO 8601 time on the device's clock, as `14:02`; empty for any other text."""
    try:
        return datetime.fromisoformat(time).astimezone().strftime("%H:%M")
    except (ValueError, OverflowError, OSError):
        return ""


def between(before: str, after: str) -> int:
    """Return the whole seconds between two ISO 8601 times, or 0 if one of them cannot be read."""
    try:
        return int((datetime.fromisoformat(after) - datetime.fromisoformat(before)).total_seconds())
    except (ValueError, TypeError):
        return 0
