"""The world around the application; the browser provides it, and so can a test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from chowk.features.sharing.ports import Outside
from chowk.session.tabs import Locks


class World(Outside, Protocol):
    """Everything around the application. What each room needs of it, that room says itself."""

    @property
    def locks(self) -> Locks:
        """Which page plays which game."""

    def report(self, details: str) -> None:
        """Tells whoever looks after the page of something that failed."""

    def start_anew(self, details: str) -> None:
        """Starts the page anew, with what is kept: this Python has come to its end."""

    def languages(self) -> Sequence[str]:
        """The languages that the reader's browser asks for, the dearest first."""

    @property
    def vibrates(self) -> bool:
        """Whether the device can be felt in the hand."""

    @property
    def shakes(self) -> bool:
        """Whether the device tells when it is shaken."""

    @property
    def fillable(self) -> bool:
        """Whether the device lets a page fill the screen."""

    def fill_screen(self) -> None:
        """Lets the page fill the screen, or no longer; nothing where the device does not do that."""

    def install(self) -> None:
        """Lets the browser offer to install the page."""

    def reload(self) -> None:
        """Starts the page anew, in a newer version if one waits."""
