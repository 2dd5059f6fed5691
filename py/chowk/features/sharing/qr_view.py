"""The sheet that shows a link as a QR code, with the link as text below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chowk.core.errors import TextError
from chowk.core.message import say
from chowk.features.sharing import qr
from chowk.features.sharing.qr_camera import VIDEO
from chowk.i18n.i18n import Words
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button, sheet

if TYPE_CHECKING:  # read by type checkers only
    from chowk.features.sharing.view import ShareViewer


def code(viewer: ShareViewer, words: Words, arg: str) -> Node:
    """Draw the sheet with a link as a QR code for another device's camera, and as text.

    `arg` is passed to `qr.link`.
    """
    try:
        link = qr.link(viewer, arg)
    except TextError as error:
        return sheet(viewer, words, "code", say("QR code"), el("p", words(error.why)), class_="share code")
    rows = viewer.qr_codes.code(link)
    kind, _, value = arg.partition(" ")
    copy = {"letter": "copy-letter", "seat": "copy-seat"}.get(kind, "copy-link")
    return sheet(
        viewer,
        words,
        "code",
        say("QR code"),
        draw_qr_code(words, rows) if rows else None,
        el("p", words(SCAN if rows else _FAILED if rows == "" else say("Drawing the code …")), key="how"),
        el(
            "div",
            el(
                "label",
                el("span", words(say("Link")), class_="legend"),
                el("textarea", value=link, readonly=True, rows=3, class_="field", spellcheck="false", translate="no"),
            ),
            button(viewer, words, copy, value, icon="copy"),
            class_="shared",
            key="link",
        ),
        class_="share code",
    )


def camera(viewer: ShareViewer, words: Words, _: str) -> Node:
    """Draw the sheet with the camera's live picture, or with the reason why there is none."""
    wrong = viewer.voice.complaint
    return sheet(
        viewer,
        words,
        "camera",
        say("Camera"),
        el("p", words(LOOK), key="how"),
        el("video", id=VIDEO, class_="seen", muted=True, playsinline=True, key="seen") if wrong is None else None,
        el("p", words(wrong.why) if wrong else "", id="complaint", role="alert", class_="complaint", key="wrong"),
        el("p", words(say("What the camera sees stays on this device.")), class_="note", key="note"),
        class_="share code",
    )


LOOK = say("Point the camera at the code that the other device shows.")
SCAN = say("Point the camera of the other device at the code: it opens the link.")
_FAILED = say("The code could not be drawn. The link below leads to the same.")


def draw_qr_code(words: Words, rows: str) -> Node:
    """Draw a QR code from its rows of `0` (light) and `1` (dark)."""
    side, outline = qr.path(rows)
    # Dark on light in every theme, because many cameras cannot read inverted codes.
    drawing = (
        f'<svg viewBox="0 0 {side} {side}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{side}v{side}H0z"/><path fill="#000" d="{outline}"/></svg>'
    )
    label = words(say("QR code of the link below"))
    return el("div", html=drawing, class_="modules", role="img", aria_label=label, key="modules")
