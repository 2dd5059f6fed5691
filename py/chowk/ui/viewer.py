"""Protocols for the state that views read. Each view receives only the state that it draws.

Only type checkers read them, so a view imports them under `TYPE_CHECKING`. A protocol that only one view needs is in
the module of that view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from chowk.i18n.voice import Voice
from chowk.session.command import Commands
from chowk.session.navigation import Whereabouts
from chowk.session.table import Table
from chowk.storage.kept import Kept
from chowk.storage.settings import Settings
from chowk.ui.slots import Control


class Viewer(Protocol):
    """The state that most views read: commands, settings and the current screen."""

    @property
    def commands(self) -> Commands:
        """The commands: their labels, their keys, and whether they are available now."""

    @property
    def slots(self) -> Mapping[str, Sequence[Control]]:
        """The controls that features add, by slot. The controls of a slot are sorted by `Control.place`."""

    @property
    def settings(self) -> Settings:
        """The settings of this device."""

    @property
    def faces(self) -> Mapping[str, str]:
        """The portrait of each person who plays at this device, by the person's name.

        A portrait is the name or code of an animal (`draw.animals.portrait`). In quiet mode every portrait is an empty
        text.
        """

    @property
    def portraits(self) -> Sequence[str]:
        """The drawings of the faces that players of correspondence games can send, by number; empty in quiet mode."""

    @property
    def look(self) -> str:
        """The look of pictures: theme, digits, pieces and skin, in the form that `draw.theme.themed` reads."""

    @property
    def voice(self) -> Voice:
        """The messages that the page shows and announces."""

    @property
    def place(self) -> Whereabouts:
        """The screen and the open sheets."""

    @property
    def table(self) -> Table | None:
        """The table on the screen, or None on the home page."""


class StorageViewer(Viewer, Protocol):
    """The state that most views read, and the data stored on this device."""

    @property
    def kept(self) -> Kept:
        """The stored data: saved games, seats, results, and the last set-up of each game."""


class TimeOfDay(Protocol):
    """The clock that views read."""

    def instant(self) -> int:
        """Return the value of a monotonic clock in whole milliseconds."""

    def now(self) -> str:
        """Return the date and time in UTC as ISO 8601 text."""
