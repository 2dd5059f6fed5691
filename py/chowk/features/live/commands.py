"""Commands for live play on several devices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chowk.core.message import say, say_in
from chowk.features.sharing.ports import SharingHost
from chowk.session.command import Command, later, number
from chowk.ui.slots import Control

COMMANDS: Final[Mapping[str, Command[SharingHost]]] = {
    "live-new": Command(say_in("the player does it", "Play live"), later("features.live.session", "begin")),
    "live-invite": Command(say_in("the page does it", "Show a code"), later("features.live.session", "invite")),
    "live": Command(say_in("the player does it", "Play live"), later("features.live.session", "show"), takes=(str,)),
    "live-code": Command(say_in("the page does it", "Show another code"), later("features.live.session", "another")),
    "live-answer": Command(
        say_in("the page does it", "Connect"), later("features.live.session", "answered"), takes=(str,)
    ),
    "live-again": Command(
        say_in("the player does it", "Ask for one more game"), later("features.live.session", "again")
    ),
    "live-end": Command(say_in("the player does it", "Go on by link"), later("features.live.session", "end")),
    "resume-live": Command(say_in("the page does it", "Go there"), later("features.live.session", "resume")),
    "copy-live": Command(say_in("the page does it", "Copy the link"), later("features.live.session", "copy")),
    "emote": Command(say("Say something"), later("features.live.session", "emote"), takes=(number,)),
}
"""The commands of this feature by name."""
CONTROLS: Final = (
    Control("cards", 30, "live-new", "people", note=say("On devices in one room, connected by a code.")),
    Control("menu", 20, "live", "people", lambda table: table.is_apart),
)
"""The controls that this feature adds to screens and sheets."""
