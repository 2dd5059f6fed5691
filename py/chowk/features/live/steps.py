"""The steps to connect two devices, each with a picture that shows which device scans the other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from chowk.core.message import Message
from chowk.i18n.i18n import Words
from chowk.ui.nodes import Loose, Node, el

_PHONE: Final = (
    '<rect x="{x}" y="4" width="26" height="48" rx="5" fill="none" stroke="currentColor" stroke-width="{w}"/>'
)
_DOT: Final = '<path d="M{x} 47h4" stroke="currentColor" stroke-width="2" stroke-linecap="round"/>'
_CODE: Final = (
    '<path d="M{x} 14h6v6h-6zM{x} 14m10 0h6v6h-6zM{x} 14m0 10h6v6h-6z" fill="none" stroke="currentColor" '
    'stroke-width="2"/><path d="M{x} 14m10 10h2.5v2.5h-2.5zM{x} 14m13.5 13.5h2.5v2.5h-2.5z" fill="currentColor"/>'
)
_LOOK: Final = '<path d="M{a} 22L{b} 12V32z" fill="currentColor" opacity=".25"/>'
_LENS: Final = '<circle cx="{x}" cy="22" r="5" fill="none" stroke="currentColor" stroke-width="2"/>'
_SEAT: Final = (
    '<circle cx="{x}" cy="17" r="4" fill="currentColor"/><path d="M{x} 23m-7 8a7 7 0 0 1 14 0z" fill="currentColor"/>'
)

THIS_DEVICE, OTHER_DEVICE = 0, 1
"""The numbers of the two devices in a picture: this device is on the left, the other on the right."""
_LEFT: Final = (14, 80)


def _phone(side: int, inside: str, *, acts: bool) -> str:
    x = _LEFT[side]
    return _PHONE.format(x=x, w=3 if acts else 1.5) + _DOT.format(x=x + 11) + inside


def looks(side: int) -> str:
    """Return a picture in which one device points its camera at the code on the other. `side` is the one that scans.

    The sides are `THIS_DEVICE` and `OTHER_DEVICE`.
    """
    left, right = _LEFT
    beam = _LOOK.format(a=left + 30, b=right - 3) if side == THIS_DEVICE else _LOOK.format(a=right - 4, b=left + 29)
    inside = [_CODE.format(x=_LEFT[1 - side] + 5), _LENS.format(x=_LEFT[side] + 13)]
    return _svg(_phone(side, inside[1], acts=True) + _phone(1 - side, inside[0], acts=False) + beam)


def sits(side: int) -> str:
    """Return a picture in which somebody takes a seat at one of two devices. `side` is the device.

    The sides are `THIS_DEVICE` and `OTHER_DEVICE`.
    """
    return _svg(_phone(side, _SEAT.format(x=_LEFT[side] + 13), acts=True) + _phone(1 - side, "", acts=False))


def _svg(drawing: str) -> str:
    return f'<svg viewBox="0 0 120 56" aria-hidden="true">{drawing}</svg>'


def step(words: Words, picture: str, text: Message, number: int, *parts: Loose, now: bool = False) -> Node:
    """Draw one step of an instruction: its picture, its sentence, and the controls `parts`.

    `now` is True for a step that is done at this device.
    """
    return el(
        "li",
        el("div", html=picture, class_="picture", key="picture"),
        el("p", words(text), key="text"),
        *parts,
        aria_current="step" if now else None,
        key=f"step-{number}",
    )


def steps(nodes: Iterable[Node]) -> Node:
    """Draw a numbered list of steps. Each node is one step, drawn by `step`."""
    return el("ol", list(nodes), class_="steps", key="steps")
