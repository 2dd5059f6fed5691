"""Codes that another device shows, read by a camera instead of pasted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from chowk.core.errors import TextError
from chowk.core.message import say
from chowk.features.sharing import texts
from chowk.features.sharing.ports import Sharer

VIDEO: Final = "camera"
"""What the video is called that shows what the camera sees."""
TAKEN: Final[Mapping[str, Callable[[Sharer, str], None]]] = {
    "answer": lambda sharer, text: sharer.remote.answer(text),
    "text": texts.bring,
}
"""Who takes the text of a code, by what was asked for."""
_WHY: Final = {
    "refused": say("The camera may not be used. Allow it in the browser's settings for this page, or paste the text."),
    "none": say("There is no camera on this device. Paste the text."),
    "failed": say("The camera cannot be used now: perhaps something else uses it. Paste the text."),
}


def look(sharer: Sharer, what: str) -> None:
    """Looks for a code through the camera; what it says is taken as if it had been pasted."""
    if what in TAKEN:
        sharer.voice.complaint = None
        sharer.place.lay("camera", what)
        sharer.world.outlet.look(partial(_heard, sharer, what))


def _heard(sharer: Sharer, what: str, event: str, text: str) -> None:
    sheet = sharer.place.sheet
    if sheet is None or sheet.name != "camera":
        return  # nobody looks any more
    if event in _WHY:
        sharer.voice.complaint = TextError(_WHY[event])
    else:
        sharer.place.drop("camera")
        if event == "code":
            TAKEN[what](sharer, text)
    sharer.world.render()
