"""Commands for collections. The modules that they call are fetched at first use, in a separate parcel (archive)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from chowk.core import parcels
from chowk.core.message import say, say_in
from chowk.features.sharing.fetching import FetchedAction
from chowk.session.command import Command, at_table, later
from chowk.ui.slots import Control

if TYPE_CHECKING:  # imported once a collection is opened
    from chowk.features.collections.collections import CollectionsHost

LARGE: Final = 2_000_000
"""Maximum size, in bytes, of a file that is opened as a few games. A larger file is read as a collection."""
_MODULE: Final = "features.collections.collections"


def _fetched(name: str) -> FetchedAction:
    """Return an action that fetches this feature's modules, and then calls the function `name`."""
    return FetchedAction(parcels.COLLECTIONS, _MODULE, name)


def _played(name: str) -> FetchedAction:
    """Return an action of the explorer, which shows the moves played from a position.

    The action fetches the explorer's module, and then calls the function `name`.
    """
    return FetchedAction(parcels.COLLECTIONS, "features.collections.explorer_page", name)


def is_large(name: str, size: int) -> bool:
    """Return True if a file with this name and size in bytes is read as a collection, wherever the player opens it."""
    return size > LARGE or name.lower().endswith((".gz", ".zip", ".wtb"))


take: Final = _fetched("take")
"""Read a text, or a file that the browser has opened, as a collection."""


repaint: Final = _fetched("repaint")
"""Reopen the pattern editor after the page was reloaded.

The argument is a collection's key, a space, and the filters as text.
"""


def link_of(arg: str) -> str:
    """Return the part of a URL fragment that reopens a collection's list.

    `arg` is the collection's key, a space and the filters of the list.
    """
    return f"k={arg.replace(' ', '.')}"


def open_link(host: CollectionsHost, fragment: str) -> bool:
    """Open the collection's list to which a URL fragment leads. Return False if the fragment leads to none."""
    link = next((part for part in fragment.lstrip("#").split("&") if part.startswith("k=")), "")
    if link:
        _fetched("browse")(host, *link[2:].partition(".")[::2])
    return bool(link)


COMMANDS: Final[Mapping[str, Command[CollectionsHost]]] = {
    "collections": Command(say("Collections"), _fetched("show")),
    "collect": Command(say_in("the page does it", "Open a file"), _fetched("collect"), takes=(str,)),
    "played": at_table(say_in("the page does it", "Show what was played here"), _played("show")),
    "explore": at_table(say("What was played here"), _played("act"), takes=(str, str)),
    "archive": Command(say("Collections"), later(_MODULE, "act"), takes=(str, str)),
    "check": Command(say("Collections"), later("features.collections.check_page", "act"), takes=(str, str)),
}
"""The commands of this feature by name."""


def _past(table: Any) -> bool:
    """Return True if there is a table: the condition for a control of the replay.

    Such a control is drawn only while a game is replayed, so the condition need not test that.
    """
    return table is not None


CONTROLS: Final = (
    Control("footer", 15, "collections", "moves"),
    Control("replay", 20, "played", "kept", _past),
    Control("set-up-position", 10, "played", "kept", label=say_in("the page does it", "Search for this position")),
)
"""The controls that this feature adds to screens and sheets."""
