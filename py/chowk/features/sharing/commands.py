"""Commands that share a game as text, link, picture, file or on paper, and commands that open shared games."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Final

from chowk.core import chance, parcels
from chowk.core.message import say, say_in
from chowk.features.sharing import texts
from chowk.features.sharing.fetching import FetchedAction
from chowk.features.sharing.ports import SharingHost
from chowk.session.command import Command, at_table, later, number, sheet, switch
from chowk.session.table import Table
from chowk.ui.slots import Control

if TYPE_CHECKING:
    from chowk.features.sharing.files import ImportHost


def _copy_promise(host: SharingHost, table: Table) -> None:
    host.clipboard.copy(chance.commitment(table.match.seed))


def _paste(host: SharingHost) -> None:
    host.voice.complaint = None
    host.place.open_sheet("paste")
    if parcels.is_unfetched(parcels.READERS):
        import_module("chowk.features.sharing.waiting").prepare(host)


def _try_again(host: SharingHost) -> None:
    """Repeat the action that failed because the modules it needs could not be fetched."""
    if host.waiting is not None:
        host.voice.toast = None
        host.waiting()


def _fetched(part: str, name: str) -> FetchedAction:
    """Return the action that calls the function `name` of the module `part`.

    It first fetches the modules for reading other programs' files, unless they are loaded.
    """
    return FetchedAction(parcels.READERS, part, name)


def _can_play_on(table: Table) -> bool:
    """Return True if the table shows a shared game that can be continued from the position on the board."""
    return table.kind == "guest" and (table.display.shown_ply is not None or table.outcome is None)


def _can_look(host: SharingHost) -> bool:
    return host.qr_codes.can_look()


def _has_collection(host: ImportHost) -> bool:
    return host.collection is not None


def _can_add(host: ImportHost) -> bool:
    return host.incoming is not None and host.incoming.useful


_EXTENTS: Final = ("", "at", "until")
"""Kinds of link to a game; see `send.EXTENTS`."""
COMMANDS: Final[Mapping[str, Command[ImportHost]]] = {
    "record": at_table(say("Game as text"), texts.show, takes=(str,)),
    "copy": at_table(say_in("the page does it", "Copy"), texts.copy, takes=(str,)),
    "download": at_table(say_in("the page does it", "Save as a file"), texts.download, takes=(str,)),
    "paste": Command(say_in("the page does it", "Open a game from text"), _paste),
    "import": Command(say_in("the page does it", "Open"), texts.bring, takes=(str,)),
    "wait-again": Command(say_in("the page does it", "Try again"), _try_again, lambda host: host.waiting is not None),
    "collection": Command(say("Games of the file"), later("features.sharing.collection", "show"), _has_collection),
    "open-listed": Command(
        say_in("the page does it", "Open"), later("features.sharing.collection", "open_listed"), takes=(number,)
    ),
    "find-listed": Command(say("Players, event or date"), later("features.sharing.collection", "find"), takes=(str,)),
    "page-listed": Command(
        say_in("the page does it", "Show more games"),
        later("features.sharing.collection", "turn_page"),
        takes=(number,),
    ),
    "bad-listed": Command(
        say("Only games that cannot be read"), later("features.sharing.collection", "only_bad"), takes=(switch,)
    ),
    "copy-promise": at_table(
        say_in("the page does it", "Copy the fingerprint"), _copy_promise, lambda table: table.has_chance
    ),
    "share": at_table(say_in("the page does it", "Share"), sheet("share"), takes=(_EXTENTS,)),
    "copy-link": at_table(
        say_in("the page does it", "Copy the link"), later("features.sharing.send", "copy_link"), takes=(_EXTENTS,)
    ),
    "copy-lines": at_table(
        say_in("the page does it", "Copy the text"), later("features.sharing.send", "copy_lines"), takes=(_EXTENTS,)
    ),
    "send": at_table(say_in("the page does it", "Send"), later("features.sharing.send", "send"), takes=(_EXTENTS,)),
    "print": at_table(
        say_in("the page does it", "Print the board and the moves"), later("features.sharing.send", "print_table")
    ),
    "play-on": at_table(
        say_in("the player does it", "Play on from here"), later("features.sharing.send", "play_on"), _can_play_on
    ),
    "take-seats": Command(
        say_in("the player does it", "Take the seats of this file, too"),
        later("features.sharing.files", "take_seats"),
        takes=(("seats",), switch),
    ),
    "camera": Command(
        say_in("the player does it", "Use the camera"),
        later("features.sharing.qr_camera", "open_camera"),
        _can_look,
        takes=(("answer", "text"),),
    ),
    "kept": Command(say("Your games"), _fetched("features.sharing.files", "open_saved_games")),
    "export": Command(
        say_in("the page does it", "Save as a file"), _fetched("features.sharing.files", "export"), takes=(str,)
    ),
    "take-in": Command(
        say_in("the page does it", "Add games from a file"), _fetched("features.sharing.files", "take_in"), takes=(str,)
    ),
    "add-games": Command(say_in("the page does it", "Add"), later("features.sharing.files", "add"), _can_add),
}
"""The commands of this feature by name."""
CONTROLS: Final = (
    Control("footer", 20, "paste", "text"),
    Control("footer", 30, "kept", "kept"),
    Control("settings", 10, "kept", "kept"),
    Control("visit", 10, "play-on"),
    Control("menu", 120, "share", "share"),
    Control("result", 30, "share", "share"),
)
"""The controls that this feature adds to screens and sheets."""
