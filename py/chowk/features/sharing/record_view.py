"""Sheets for a game as text: one sheet to read, copy or save the text, and one to open a game from text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chowk import games
from chowk.core.errors import TextError
from chowk.core.message import Message, say, say_in
from chowk.features.sharing import texts
from chowk.features.sharing.parse import Unrecognised
from chowk.features.sharing.qr_controls import to_camera
from chowk.i18n.i18n import Words
from chowk.session.table import Table
from chowk.ui.icons import icon as drawn
from chowk.ui.nodes import Node, el
from chowk.ui.parts import Pick, button, radio, sheet

if TYPE_CHECKING:  # read by type checkers only
    from typing import Protocol

    from chowk.features.sharing.collection import Collection
    from chowk.features.sharing.share_api import QrCodes
    from chowk.ui.viewer import Viewer

    class PasteViewer(Viewer, Protocol):
        """The state read by the sheet that opens a game from text."""

        @property
        def collection(self) -> Collection | None:
            """The file with several games that was opened last, or None."""

        @property
        def qr_codes(self) -> QrCodes:
            """The service that draws and scans QR codes."""


def record(viewer: Viewer, words: Words, table: Table, form: str) -> Node:
    """Draw the sheet with the game as text in the format `form`. An empty `form` means Chowk's own format."""
    forms, form = table.game.notation.FORMATS, texts.offered(table, form)
    own_form = Pick("", say("Chowk's own"), form == "")
    picks = [own_form, *(Pick(choice.name, choice.label, choice.name == form) for choice in forms)]
    text = texts.as_text(table, form)
    return sheet(
        viewer,
        words,
        "record",
        say("Game as text"),
        el(
            "div",
            [radio(words, "form", "record", pick) for pick in picks],
            role="radiogroup",
            aria_label=words(say_in("how a text is written", "Format")),
            class_="answers",
        ),
        _text(words(say("The game as text")), text),
        button(viewer, words, "paste", icon="add", class_="row"),
        foot=[
            button(viewer, words, "copy", form, icon="copy"),
            button(viewer, words, "download", form, icon="download", class_="primary"),
        ],
        class_="record",
    )


def _text(label: str, text: str) -> Node:
    return el(
        "textarea",
        value=text,
        readonly=True,
        rows=10,
        class_="field text",
        aria_label=label,
        spellcheck="false",
        translate="no",
    )


def paste(viewer: PasteViewer, words: Words) -> Node:
    """Draw the sheet that opens a game from a text or a file. If a text cannot be read, show the reason."""
    return sheet(
        viewer,
        words,
        "paste",
        say_in("the page does it", "Open a game from text"),
        el(
            "form",
            el(
                "label",
                el(
                    "span",
                    words(say("Paste a game here: one that Chowk wrote, or one in a form that other programs use.")),
                ),
                el(
                    "textarea",
                    rows=10,
                    class_="field text",
                    name="text",
                    spellcheck="false",
                    autocomplete="off",
                    autocapitalize="off",
                    data_autofocus=True,
                    aria_describedby="complaint",
                ),
            ),
            el("div", *_complaint(words, viewer.voice.complaint), id="complaint", role="alert", class_="complaint"),
            el(
                "label",
                drawn("add"),
                el("span", words(say_in("the page does it", "Open a file")), class_="label"),
                el("input", type="file", multiple=True, do="import", key="file"),
                class_="button file",
            ),
            to_camera(viewer, words, "text"),
            # The file opened last is still loaded, so the user can choose another of its games.
            button(viewer, words, "collection", icon="moves", class_="row") if viewer.collection is not None else None,
            button(viewer, words, "collections", icon="moves", class_="row"),
            el("button", el("span", words(say_in("the page does it", "Open"))), type="submit", class_="button primary"),
            do="import",
            class_="paste",
        ),
        class_="record",
    )


def _complaint(words: Words, complaint: TextError | None) -> list[Node | None]:
    if complaint is None:
        return []
    place: Message | None = None
    if complaint.line:
        place = say("Line {line}, column {column}", line=complaint.line, column=complaint.column)
    return [
        el("p", words(complaint.why)),
        _forms(words) if isinstance(complaint, Unrecognised) else None,
        el("p", words(place), class_="note") if place else None,
    ]


def _forms(words: Words) -> Node:
    """List the formats of other programs, by game."""
    forms = [(game.sign.title, form.label) for game in map(games.load, games.ready()) for form in game.notation.FORMATS]
    return el(
        "ul",
        [el("li", el("strong", words(title)), " ", el("span", words(form))) for title, form in forms],
        class_="forms",
    )
