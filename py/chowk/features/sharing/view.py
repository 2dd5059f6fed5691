"""The sheet for sharing a game: as a link, a short message, a picture, a printed page, or the whole game as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from chowk.core.errors import TextError
from chowk.core.message import Message, say
from chowk.features.sharing import send
from chowk.features.sharing.qr_controls import to_code
from chowk.i18n.i18n import Words
from chowk.session.command import written
from chowk.session.table import Table
from chowk.ui.nodes import Loose, Node, el
from chowk.ui.parts import Pick, button, radio, sheet

if TYPE_CHECKING:  # read by type checkers only
    from typing import Protocol

    from chowk.features.sharing.ports import SharingHost
    from chowk.ui.viewer import Viewer

    class ShareViewer(Viewer, SharingHost, Protocol):
        """The state read by the sheet that shares a game."""


def share(viewer: ShareViewer, words: Words, table: Table, extent: str) -> Node:
    """Draw the sheet with all ways to share the game. `extent` is the kind of link, one of `sharing.send.EXTENTS`."""
    return sheet(
        viewer,
        words,
        "share",
        say("Ways to share"),
        _choice(words, table, extent) if table.display.shown_ply is not None else None,
        *_link(viewer, words, table, extent if table.display.shown_ply is not None else send.WHOLE),
        el("div", list(_more(viewer, words, table)), class_="rows"),
        class_="share",
    )


def _choice(words: Words, table: Table, extent: str) -> Node:
    """Draw the choice between the kinds of link, which is offered while an earlier position is shown.

    `extent` is the chosen kind, one of `send.EXTENTS`.
    """
    picks = (
        Pick(send.WHOLE, say("The whole game"), extent == send.WHOLE),
        Pick(send.OPENED_AT, say("The whole game, opened at move {ply}", ply=table.ply), extent == send.OPENED_AT),
        Pick(send.UNTIL, say("The game up to move {ply}", ply=table.ply), extent == send.UNTIL),
    )
    return el(
        "div",
        [radio(words, "how", "share", pick) for pick in picks],
        role="radiogroup",
        aria_label=words(say("What to share")),
        class_="answers stacked",
        key="how",
    )


def _link(viewer: ShareViewer, words: Words, table: Table, extent: str) -> Iterator[Node]:
    """Yield the link and the description of the game.

    If the game is too long for a link, a note takes the link's place.
    """
    try:
        address = send.address(viewer, table, extent)
    except TextError as error:
        yield el("p", words(error.why), class_="note", key="none")
    else:
        copy = button(viewer, words, "copy-link", extent, icon="copy")
        code = to_code(viewer, words, written("share", extent))
        yield _field(words, say("Link to this game"), address, 3, copy, code)
        yield el("p", words(say("Everything is in the link itself. Whoever opens it sees the game.")), class_="note")
    copy = button(viewer, words, "copy-lines", extent, icon="copy")
    yield _field(words, say("In a few lines"), send.describe(viewer, table, extent), 5, copy)
    if "text" in viewer.sharing.kinds():
        yield button(viewer, words, "send", extent, icon="send", class_="primary")


def _field(words: Words, label: Message, text: str, rows: int, *ways: Loose) -> Node:
    return el(
        "div",
        el(
            "label",
            el("span", words(label), class_="legend"),
            el(
                "textarea",
                value=text,
                readonly=True,
                rows=rows,
                class_="field",
                spellcheck="false",
                translate="no",
            ),
        ),
        *ways,
        class_="shared",
        key=label.text,
    )


def _more(viewer: ShareViewer, words: Words, table: Table) -> Iterator[Node]:
    if table.distance is not None and table.distance.chair is not None:
        yield button(viewer, words, "seat-link", table.about.save, icon="share", class_="row")
    yield button(viewer, words, "save-picture", icon="download", class_="row")
    if "picture" in viewer.sharing.kinds():
        yield button(viewer, words, "send-picture", icon="send", class_="row")
    yield button(viewer, words, "print", icon="print", class_="row")
    yield button(viewer, words, "record", icon="text", class_="row")
