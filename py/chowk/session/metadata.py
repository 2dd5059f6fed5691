"""Metadata of a game: its identifier, dates and playing time."""

from __future__ import annotations

from datetime import datetime
from typing import Final

IDLE: Final = 300
"""Longest time between two moves that is counted as playing time, in seconds; the rest of a longer pause is not."""


class About:
    """The metadata that is stored with a game, and its playing time.

    Only the methods of this class assign its attributes.
    """

    def __init__(self, save: str, created: str, helped: bool, counted: bool) -> None:
        # Its identifier among the saves, and the time when it began.
        self.save = save
        self.created = created
        # True if a hint was given or a move taken back, and for a game begun elsewhere, whose history is unknown.
        self.helped = helped
        # Playing time in seconds, counted until the time `since`.
        self.seconds = 0
        self.since = created
        # True if its result has been counted, or if it was over when it was opened.
        self.counted = counted
        # The link through which the game came; empty for the device's own games.
        self.link = ""

    @property
    def day(self) -> str:
        """The date on which the game began, in the device's time zone."""
        return day_of(self.created)

    def restore(self, seconds: int, created: str = "") -> None:
        """Continue with the playing time of a stored game, and with the time when it began, if given."""
        self.seconds, self.created = seconds, created or self.created

    def sit_down(self, now: str) -> None:
        """Count the playing time from now on."""
        self.since = now

    def come_by(self, link: str) -> None:
        """Note the link through which the game came; empty for none."""
        self.link = link

    def mark_helped(self, helped: bool = True) -> None:
        """Note that a player had help; False notes that none had."""
        self.helped = helped

    def mark_counted(self) -> None:
        """Note that the result has been counted."""
        self.counted = True

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
