"""Metadata of a game: its identifier, dates and playing time."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final

IDLE: Final = 300
"""Longest time between two moves that counts as playing time, in seconds; the rest of a longer pause does not count."""


class About:
    """The metadata of a game: identifier, dates, playing time, and whether a player had help.

    Only the methods of this class assign its attributes.
    """

    def __init__(self, save: str, created: str, helped: bool, counted: bool) -> None:
        # The identifier of the save, and the ISO 8601 time when the game began.
        self.save = save
        self.created = created
        # True if a hint was given or a move taken back. Also True if the game began elsewhere, where this is not known.
        self.helped = helped
        # Playing time in seconds, and the ISO 8601 time up to which it is counted.
        self.seconds = 0
        self.since = created
        # True if the statistics hold the result, or if the game was over when it was opened.
        self.counted = counted
        # The link by which the game came; empty for the device's own games.
        self.link = ""

    @property
    def day(self) -> str:
        """The date on which the game began, in the device's time zone."""
        return day_of(self.created)

    def restore(self, seconds: int, created: str = "") -> None:
        """Set the playing time of a stored game, in seconds, and the ISO 8601 time when it began (`created`).

        If `created` is empty, the time when the game began is left as it is.
        """
        self.seconds, self.created = seconds, created or self.created

    def sit_down(self, now: str) -> None:
        """Begin to count the playing time at `now`, an ISO 8601 time."""
        self.since = now

    def come_by(self, link: str) -> None:
        """Store the link that brought the game to this device. It is empty for a game that began here."""
        self.link = link

    def mark_helped(self, helped: bool = True) -> None:
        """Record whether a player had help, such as a hint or a move taken back."""
        self.helped = helped

    def mark_counted(self) -> None:
        """Record that the player's statistics include the result of this game."""
        self.counted = True

    def spend(self, now: str) -> None:
        """Add the time since the last call of `spend` or `sit_down` to the playing time, but at most `IDLE` seconds.

        `now` is the present time in ISO 8601 form.
        """
        self.seconds += min(IDLE, max(0, seconds_between(self.since, now)))
        self.since = now


def day_of(time: str) -> str:
    """Return the date of an ISO 8601 time in the device's time zone, such as `2026-11-21`.

    If the text is not such a time, return its first ten characters.
    """
    try:
        return datetime.fromisoformat(time).astimezone().date().isoformat()
    except (ValueError, OverflowError, OSError):
        return time[:10]


def clock_of(time: str) -> str:
    """Return the hour and minute of an ISO 8601 time in the device's time zone, such as `14:02`.

    If the text is not such a time, return an empty text.
    """
    try:
        return datetime.fromisoformat(time).astimezone().strftime("%H:%M")
    except (ValueError, OverflowError, OSError):
        return ""


def days_between(before: str, after: str) -> int:
    """Return how many days later the date of one ISO 8601 time is than that of another, in the device's time zone.

    Return 0 if one of the texts is not a time, or if `after` is not later.
    """
    try:
        return max(0, (date.fromisoformat(day_of(after)) - date.fromisoformat(day_of(before))).days)
    except ValueError:
        return 0


def seconds_between(before: str, after: str) -> int:
    """Return the whole seconds from one ISO 8601 time to another, or 0 if one of the texts is not a time."""
    try:
        return int((datetime.fromisoformat(after) - datetime.fromisoformat(before)).total_seconds())
    except (ValueError, TypeError):
        return 0
