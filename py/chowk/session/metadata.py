"""What is known of a game besides its match and who plays it."""

from __future__ import annotations

from datetime import datetime
from typing import Final

IDLE: Final = 300
"""Seconds between two moves beyond which nobody is taken to have been at the table."""


class About:
    """What is kept with a game, and how long it has been played."""

    def __init__(self, save: str, created: str, helped: bool, counted: bool) -> None:
        # Its name among the saves, and when it began. Written by whoever makes it.
        self.save = save
        self.created = created
        # Whether a hint was given in it or a move taken back. Written by `features.hints.hints`, `taking_back`, and
        # `App`, which does not know what came before where a game was begun elsewhere.
        self.helped = helped
        # How many seconds it has been played until `since`. Written by `spend`, and on sitting down.
        self.seconds = 0
        self.since = created
        # Whether its end has been counted, or was there when it was opened. Written when it is saved.
        self.counted = counted
        # The link in which it was sent; empty for one's own. Written by `features.sharing.send`.
        self.link = ""

    @property
    def day(self) -> str:
        """The day on which it began, where the device is."""
        return day_of(self.created)

    def spend(self, now: str) -> None:
        """Counts the time since it was counted last; a long pause counts as a short one."""
        self.seconds += min(IDLE, max(0, between(self.since, now)))
        self.since = now


def day_of(time: str) -> str:
    """The day of a time, as ISO 8601 both, where the device is; of what is no time, its beginning."""
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
    """Whole seconds from one time to another, both as ISO 8601; 0 where one of them is none."""
    try:
        return int((datetime.fromisoformat(after) - datetime.fromisoformat(before)).total_seconds())
    except (ValueError, TypeError):
        return 0
