"""The interface to the world around the application, provided by the browser or by a test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from chowk.features.sharing.ports import Outside
from chowk.session.tabs import Locks


class World(Outside, Protocol):
    """Everything around the application; each part declares what it needs of this."""

    @property
    def locks(self) -> Locks:
        """The locks by which each game is played in one page only."""

    def report(self, details: str) -> None:
        """Write an error to the console."""

    def start_anew(self, details: str) -> None:
        """Restart the page with what is stored: this Python cannot go on."""

    def languages(self) -> Sequence[str]:
        """Return the browser's preferred languages, best first."""

    @property
    def vibrates(self) -> bool:
        """True if the device can vibrate in the hand."""

    @property
    def shakes(self) -> bool:
        """True if the device reports when it is shaken."""

    @property
    def fillable(self) -> bool:
        """True if the device lets a page fill the screen."""

    def fill_screen(self) -> None:
        """Enter full screen, or leave it; do nothing if unsupported."""

    def install(self) -> None:
        """Ask the browser to offer the installation of the app."""

    def reload(self) -> None:
        """Restart the page, with the newer version if one waits."""
