"""The sheet for live play: the code that connects another device, its answer, or the connected players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from chowk.core.errors import TextError
from chowk.core.message import say, say_in
from chowk.features.correspondence.reactions import EMOTES, FACES, reaction
from chowk.features.correspondence.view import NEAR
from chowk.features.live import steps
from chowk.features.live.session import UNREACHABLE, Live, Peer
from chowk.features.sharing import qr
from chowk.features.sharing.qr_controls import to_camera
from chowk.features.sharing.qr_view import LOOK, SCAN, draw_qr_code
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
            """The connections of the live game, or None if there is no live game."""

        @property
        def sharing(self) -> Sharing:
            """The page's means of sending games and links to other apps. It also knows the page's own address."""

        @property
        def qr_codes(self) -> QrCodes:
            """The service that draws and scans QR codes."""


def status(viewer: Viewer, words: Words, playing: Live) -> Node:
    """Draw the control at the table that shows who is connected, and that opens the sheet for live play."""
    return button(viewer, words, "live", label=playing.state(), icon="people", key="live", class_="plain")


def live(viewer: LiveViewer, words: Words, _: str) -> Node:
    """Draw the sheet for live play: the code that connects a device, or the connected players and preset messages."""
    playing = viewer.live
    title = say_in("the player does it", "Play live")
    if playing is None:
        return sheet(viewer, words, "live", title, el("p", words(say("Nobody is connected."))), class_="small")
    peer = playing.awaited_peer
    body = [*_company(viewer, words, playing)] if playing.open else []
    if peer is not None:
        body += _code(viewer, words, playing, peer)
    elif playing.open:
        body.append(button(viewer, words, "live-code", icon="qr", class_="plain"))
    else:
        body.append(el("p", words(playing.state()), key="state"))
        body.append(button(viewer, words, "live-end", icon="send", class_="primary whole"))
    return sheet(viewer, words, "live", title, *body, class_="share code live")


def _company(viewer: Viewer, words: Words, playing: Live) -> Iterator[Node]:
    for chair, is_here in sorted(playing.presence.items()):
        name = playing.name_of_chair(chair)
        presence = say("{name} is here", name=name) if is_here else say("{name} is away", name=name)
        yield el("p", words(presence), class_="present", data_here=is_here, key=f"chair-{chair}")
    if not playing.presence:
        yield el("p", words(playing.state()), class_="present", key="state")
    if playing.chair >= 0:
        buttons = [_emote(viewer, words, number) for number in range(len(EMOTES))]
        caption = el("p", words(say("Say something")), id="emotes-title")
        yield el("div", caption, buttons, class_="emotes", role="group", aria_labelledby="emotes-title", key="emotes")
        if viewer.table is not None and viewer.table.outcome is not None:
            yield from next_game_button(viewer, words, playing)
    yield button(viewer, words, "live-end", icon="send", class_="plain")


def _emote(viewer: Viewer, words: Words, number: int) -> Node:
    return el(
        "button",
        reaction(viewer, *FACES[number], f"emote-{number}-"),
        el("span", words(EMOTES[number]), class_="label"),
        type="button",
        class_="button",
        do="emote",
        arg=written(number),
    )


def next_game_button(viewer: Viewer, words: Words, playing: Live) -> Iterator[Node]:
    """Draw the button that requests another game.

    If another player has requested one, draw the request and its accept button.
    """
    invitation = playing.next_invitation
    if invitation is None:
        yield button(viewer, words, "live-again", icon="swap", class_="primary whole")
        return
    yield el("p", words(playing.invitation_sentence(invitation)), class_="note", key="asked")
    yield button(viewer, words, "live-again", label=playing.label(invitation), icon="swap", class_="primary whole")


def _code(viewer: LiveViewer, words: Words, playing: Live, peer: Peer) -> Iterator[Node]:
    if peer.late:
        yield el("p", words(UNREACHABLE), class_="verdict", key="late")
        yield button(viewer, words, "live-end", icon="send", class_="primary whole")
        yield button(viewer, words, "live-code", icon="qr", class_="plain")
    elif peer.connecting:
        yield el("p", words(say("Connecting …")), role="status", key="connecting")
    elif not peer.code:
        yield el("p", words(say("Making the code …")), key="making")
    else:
        try:
            link = playing.link(peer)
        except TextError as error:
            yield el("p", words(error.why), key="long")
            return
        yield from _answer(viewer, words, link) if peer.answers else _offer(viewer, words, link)
    yield el("p", words(NEAR), class_="note", key="near")


def _offer(viewer: LiveViewer, words: Words, link: str) -> Iterator[Node]:
    """Draw the steps on the inviting device: the joiner's device scans the code, and this device scans the answer."""
    camera = to_camera(viewer, words, "answer")
    yield steps.steps(
        (
            steps.step(words, steps.looks(steps.OTHER_DEVICE), SCAN, 1, _drawn(viewer, words, link), now=True),
            steps.step(words, steps.sits(steps.OTHER_DEVICE), _SEAT, 2),
            steps.step(words, steps.looks(steps.THIS_DEVICE), LOOK, 3, camera, now=True),
        )
    )
    yield el(
        "details",
        el("summary", words(say("Without a camera"))),
        el("p", words(_OFFER), key="what"),
        _link(viewer, words, link),
        _reply(viewer, words),
        class_="group",
        key="text",
        open=camera is None or viewer.voice.complaint is not None,
    )


def _answer(viewer: LiveViewer, words: Words, link: str) -> Iterator[Node]:
    """Draw the step on the invited device: the inviting device scans the answer shown here."""
    show = steps.step(words, steps.looks(steps.OTHER_DEVICE), _ANSWER, 1, _drawn(viewer, words, link), now=True)
    yield steps.steps((show,))
    yield _link(viewer, words, link)
    yield el(
        "p", words(say("If the game does not begin within 10 seconds, go on by link: nothing is lost.")), key="wait"
    )
    yield button(viewer, words, "live-end", icon="send", class_="plain")


def _drawn(viewer: LiveViewer, words: Words, link: str) -> Node | None:
    # A page opened from a disk has no address that another device could open.
    rows = viewer.qr_codes.code(link) if viewer.sharing.address() and len(link) <= qr.MOST else ""
    return draw_qr_code(words, rows) if rows else None


def _link(viewer: LiveViewer, words: Words, link: str) -> Node:
    field = el("textarea", value=link, readonly=True, rows=3, class_="field", spellcheck="false", translate="no")
    label = el("label", el("span", words(say("Link")), class_="legend"), field)
    return el("div", label, button(viewer, words, "copy-live", icon="copy"), class_="shared", key="link")


def _reply(viewer: LiveViewer, words: Words) -> Node:
    wrong = viewer.voice.complaint
    return el(
        "form",
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


_SEAT = say("Take a seat there. Then the other device shows an answer.")
_OFFER = say("Let the other device open this code. It shows an answer: bring that back here.")
_ANSWER = say("Show this answer to the device that invited you. Then the game goes on.")
