"""Commands for correspondence games: inviting, sending, and requests that all players must agree to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chowk.core.message import say, say_in
from chowk.features.sharing.ports import SharingHost
from chowk.session.command import Command, at_table, later, number, sheet
from chowk.session.table import Table
from chowk.ui.slots import Control


def _is_apart(table: Table) -> bool:
    return table.kind == "own" and table.distance is not None and table.distance.chair is not None


def _may_offer(table: Table) -> bool:
    if not _is_apart(table):
        return False
    from chowk.session import correspondence_state as state

    return state.may_offer(table.distance, table.match)


def _may_ask(table: Table) -> bool:
    if table.distance is None or not _is_apart(table):
        return False
    from chowk.session import correspondence_state as state

    return state.back_to(table.distance, table.match) is not None


def _is_asked(table: Table) -> bool:
    return _is_apart(table) and table.distance is not None and table.distance.wish_to_answer(table.match) is not None


def _can_claim(table: Table) -> bool:
    if table.kind != "guest" or table.distance is None or not table.about.link:
        return False
    from chowk.session import correspondence_state as state

    return state.claimable(table.distance, table.match) is not None


COMMANDS: Final[Mapping[str, Command[SharingHost]]] = {
    "apart": Command(
        say_in("the player does it", "Play apart"), later("features.correspondence.session", "open_sheet"), takes=(str,)
    ),
    "apart-set": Command(
        say("Playing apart"),
        later("features.correspondence.session", "change"),
        takes=(("players", "strict", "aids", "name", "chair"), str),
    ),
    "invite": Command(say_in("the player does it", "Invite"), later("features.correspondence.session", "invite")),
    "take-seat": Command(
        say_in("the player does it", "Take the seat"), later("features.correspondence.session", "take_seat")
    ),
    "join": Command(say_in("the player does it", "Take the seat"), later("features.correspondence.session", "join")),
    "letter": Command(
        say_in("the page does it", "Show the link"), later("features.correspondence.session", "letter"), takes=(str,)
    ),
    "look-at": Command(
        say_in("the player does it", "Look at the other game"),
        later("features.correspondence.session", "look_at"),
        takes=(number, str),
    ),
    "offer-draw": at_table(
        say_in("the player does it", "Offer a draw"), later("features.correspondence.consent", "offer"), _may_offer
    ),
    "ask-back": at_table(
        say_in("the player does it", "Ask to take my move back"),
        later("features.correspondence.consent", "ask_back"),
        _may_ask,
    ),
    "wish": at_table(say("The request"), sheet("wish"), _is_asked),
    "answer-wish": at_table(
        say_in("the player does it", "Agree"),
        later("features.correspondence.consent", "answer"),
        _is_asked,
        takes=(("yes", "no"),),
    ),
    "claim": at_table(say_in("the player does it", "Ask for a seat that is lost"), sheet("claim"), _can_claim),
    "claim-seat": at_table(
        say_in("the player does it", "Ask for the seat"),
        later("features.correspondence.session", "ask_for_seat"),
        _can_claim,
    ),
    "stop-reading": Command(say_in("the page does it", "Stop"), later("features.correspondence.session", "stop")),
    "seat-link": Command(
        say_in("the player does it", "Bring my seat to another device"),
        later("features.correspondence.session", "seat_link"),
        takes=(str,),
    ),
    "copy-seat": Command(
        say_in("the page does it", "Copy the link"),
        later("features.correspondence.session", "copy_seat"),
        takes=(str,),
    ),
    "code": Command(
        say_in("the page does it", "Show a QR code"),
        later("features.correspondence.session", "code"),
        takes=(("letter", "seat", "share"), str),
    ),
    "send-move": at_table(
        say_in("the player does it", "Send my move"),
        later("features.correspondence.session", "send_move"),
        _is_apart,
        takes=(("", "ways"),),
    ),
    "react": at_table(
        say("Say something"), later("features.correspondence.session", "react"), _is_apart, takes=(number,)
    ),
    "send-letter": Command(
        say_in("the page does it", "Send"), later("features.correspondence.session", "send"), takes=(str,)
    ),
    "mailed": Command(
        say_in("the player does it", "Send by mail"),
        later("features.correspondence.session", "mark_link_sent", "shown"),
        takes=(str,),
    ),
    "copied": Command(
        say_in("the page does it", "Copy the link"),
        later("features.correspondence.session", "mark_link_sent", "copied"),
        takes=(str,),
    ),
    "copy-letter": Command(
        say_in("the page does it", "Copy the link"), later("features.correspondence.session", "copy"), takes=(str,)
    ),
}
"""The commands of this feature by name."""
CONTROLS: Final = (
    Control(
        "cards",
        20,
        "apart",
        "send",
        note=say("With friends anywhere, by links. No account, no server."),
    ),
    Control("setup", 10, "apart", "send"),
    Control("menu", 30, "offer-draw", "draw"),
    Control("menu", 40, "ask-back", "undo"),
    Control("menu", 110, "claim", "people"),
)
"""The controls that this feature adds to screens and sheets."""
