"""Protocols for the state that views may read; a view receives no more than it draws from.

They are read by type checkers only, so a view imports them under `TYPE_CHECKING`. State that a single view reads in
addition is a protocol in the module of that view.
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
    """The person who looks at the page: the available commands, the settings, and the current screen."""

    @property
    def commands(self) -> Commands:
        """The commands, with their labels and keys, and which of them are available now."""

    @property
    def slots(self) -> Mapping[str, Sequence[Control]]:
        """The controls of features by slot, in the order of their places."""

    @property
    def settings(self) -> Settings:
        """The settings of this device."""

    @property
    def look(self) -> str:
        """The look of pictures, as read by `draw.theme.themed`."""

    @property
    def voice(self) -> Voice:
        """The messages that the page currently shows or announces."""

    @property
    def place(self) -> Whereabouts:
        """The screen and the sheets over it."""

    @property
    def table(self) -> Table | None:
        """The table on the screen, or None on the home page."""


class StorageViewer(Viewer, Protocol):
    """A viewer who also sees the data stored on the device."""

    @property
    def kept(self) -> Kept:
        """The saved games, seats, results and plans on this device."""


class TimeOfDay(Protocol):
    """The two clocks that views read."""

    def instant(self) -> int:
        """Return whole milliseconds on a clock that never goes back."""

    def now(self) -> str:
        """Return the date and time, as ISO 8601 in UTC."""
