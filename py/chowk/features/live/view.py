"""The sheet for live play: the code that connects another device, its answer, or the connected players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from chowk.core.errors import TextError
from chowk.core.message import say, say_in
from chowk.features.correspondence.view import NEAR
from chowk.features.live.session import EMOTES, Live, Peer
from chowk.features.sharing import qr
from chowk.features.sharing.qr_controls import to_camera
from chowk.features.sharing.qr_view import drawn
from chowk.i18n.i18n import Words
from chowk.session.command import written
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button, sheet

if TYPE_CHECKING:  # read by type checkers only
    from typing import Protocol

    from chowk.features.sharing.share_api import QrCodes, Sharing
    from chowk.ui.viewer import Viewer

    class LiveViewer(Viewer, Protocol):
        """The state read by the sheet for live play."""

        @property
        def live(self) -> Live | None:
            """The live connections, or None."""

        @property
        def sharing(self) -> Sharing:
            """The page's own address, and the share sheet."""

        @property
        def qr_codes(self) -> QrCodes:
            """The QR codes that are shown and read."""


def status(viewer: Viewer, words: Words, playing: Live) -> Node:
    """Draw the control at the table that shows who is connected, and that opens the sheet for live play."""
    return button(viewer, words, "live", label=playing.state(), icon="people", key="live", class_="plain")


def live(viewer: LiveViewer, words: Words, _: str) -> Node:
    """Draw the sheet for live play: the code that connects a device, or the connected players and preset messages."""
    playing = viewer.live
    title = say_in("the player does it", "Play live")
    if playing is None:
        return sheet(viewer, words, "live", title, el("p", words(say("Nobody is connected."))), class_="small")
    peer = playing.shown
    body = [*_company(viewer, words, playing)] if playing.open else []
    if peer is not None:
        body += _code(viewer, words, playing, peer)
    elif playing.open:
        body.append(button(viewer, words, "live-code", icon="qr", class_="plain"))
    return sheet(viewer, words, "live", title, *body, class_="share code live")


def _company(viewer: Viewer, words: Words, playing: Live) -> Iterator[Node]:
    for chair, is_here in sorted(playing.presence.items()):
        name = playing.called(chair)
        presence = say("{name} is here", name=name) if is_here else say("{name} is away", name=name)
        yield el("p", words(presence), class_="present", data_here=is_here, key=f"chair-{chair}")
    if not playing.presence:
        yield el("p", words(playing.state()), class_="present", key="state")
    if playing.chair >= 0:
        buttons = [button(viewer, words, "emote", written(number), label=text) for number, text in enumerate(EMOTES)]
        yield el("div", buttons, class_="emotes", role="group", aria_label=words(say("Say something")), key="emotes")
        if viewer.table is not None and viewer.table.outcome is not None:
            yield from again(viewer, words, playing)
    yield button(viewer, words, "live-end", icon="send", class_="plain")


def again(viewer: Viewer, words: Words, playing: Live) -> Iterator[Node]:
    """Draw the button that requests another game.

    If another player has requested one, draw the request and its accept button.
    """
    invitation = playing.next_invitation
    if invitation is None:
        yield button(viewer, words, "live-again", icon="swap", class_="primary whole")
        return
    yield el("p", words(playing.wanted(invitation)), class_="note", key="asked")
    yield button(viewer, words, "live-again", label=playing.label(invitation), icon="swap", class_="primary whole")


def _code(viewer: LiveViewer, words: Words, playing: Live, peer: Peer) -> Iterator[Node]:
    if not peer.code:
        yield el("p", words(say("Making the code …")), key="making")
        return
    try:
        link = playing.link(peer)
    except TextError as error:
        yield el("p", words(error.why), key="long")
        return
    yield el("p", words(_ANSWER if peer.answers else _OFFER), key="what")
    # A page opened from a disk has no address that another device could open.
    rows = viewer.qr_codes.code(link) if viewer.sharing.address() and len(link) <= qr.MOST else ""
    if rows:
        yield drawn(words, rows)
    field = el("textarea", value=link, readonly=True, rows=3, class_="field", spellcheck="false", translate="no")
    label = el("label", el("span", words(say("Link")), class_="legend"), field)
    yield el("div", label, button(viewer, words, "copy-live", icon="copy"), class_="shared", key="link")
    if not peer.answers:
        yield _reply(viewer, words)
    yield el("p", words(NEAR), class_="note", key="near")


def _reply(viewer: LiveViewer, words: Words) -> Node:
    wrong = viewer.voice.complaint
    return el(
        "form",
        to_camera(viewer, words, "answer"),
        el(
            "label",
            el("span", words(say("The answer of the other device")), class_="legend"),
            el(
                "textarea",
                rows=2,
                class_="field",
                name="text",
                spellcheck="false",
                autocomplete="off",
                autocapitalize="off",
                aria_describedby="complaint",
            ),
        ),
        el("div", words(wrong.why) if wrong else "", id="complaint", role="alert", class_="complaint"),
        el(
            "button",
            el("span", words(say_in("the page does it", "Connect"))),
            type="submit",
            class_="button primary",
        ),
        do="live-answer",
        class_="shared",
        key="reply",
    )


_OFFER = say("Let the other device open this code. It shows an answer: bring that back here.")
_ANSWER = say("Show this answer to the device that invited you. The game goes on as soon as it has it.")
