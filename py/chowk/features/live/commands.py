"""Commands for live play on several devices. Its modules are fetched at first use, in a separate parcel (archive)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chowk.core import parcels
from chowk.core.message import say, say_in
from chowk.features.sharing.fetching import FetchedAction
from chowk.features.sharing.ports import SharingHost
from chowk.session.command import Command, number
from chowk.ui.slots import Control


def _fetched(name: str) -> FetchedAction:
    """Return an action that fetches this feature's modules, and then calls the function `name`."""
    return FetchedAction(parcels.LIVE, "features.live.session", name)


COMMANDS: Final[Mapping[str, Command[SharingHost]]] = {
    "live-new": Command(say_in("the player does it", "Play live"), _fetched("open_sheet")),
    "live-invite": Command(say_in("the page does it", "Show a code"), _fetched("invite")),
    "live": Command(say_in("the player does it", "Play live"), _fetched("show"), takes=(str,)),
    "live-code": Command(say_in("the page does it", "Show another code"), _fetched("another")),
    "live-answer": Command(say_in("the page does it", "Connect"), _fetched("answered"), takes=(str,)),
    "live-again": Command(say_in("the player does it", "Ask for one more game"), _fetched("accept_or_request_game")),
    "live-end": Command(say_in("the player does it", "Go on by link"), _fetched("end")),
    "resume-live": Command(say_in("the page does it", "Go there"), _fetched("resume")),
    "copy-live": Command(say_in("the page does it", "Copy the link"), _fetched("copy")),
    "emote": Command(say("Say something"), _fetched("emote"), takes=(number,)),
}
"""The commands of this feature by name."""
CONTROLS: Final = (
    Control("cards", 30, "live-new", "people", note=say("On devices in one room, connected by a code.")),
    Control("menu", 20, "live", "people", lambda table: table.is_apart),
)
"""The controls that this feature adds to screens and sheets."""
