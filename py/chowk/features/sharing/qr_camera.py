"""Read a QR code from another device with the camera, instead of pasting text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, Literal

from chowk.core.errors import TextError
from chowk.core.message import say
from chowk.features.sharing import texts
from chowk.features.sharing.ports import SharingHost

VIDEO: Final = "camera"
"""Id of the video element that shows the camera's picture."""
TAKEN: Final[Mapping[str, Callable[[SharingHost, str], None]]] = {
    "answer": lambda sharer, text: sharer.remote.answer(text),
    "text": texts.bring,
}
"""Function that receives the text of a code, by the purpose of the scan."""
_WHY: Final = {
    "refused": say("The camera may not be used. Allow it in the browser's settings for this page, or paste the text."),
    "none": say("There is no camera on this device. Paste the text."),
    "failed": say("The camera cannot be used now: perhaps something else uses it. Paste the text."),
}


def look(sharer: SharingHost, what: Literal["answer", "text"]) -> None:
    """Start the camera and look for a QR code. Handle the code's text like pasted text."""
    sharer.voice.complaint = None
    sharer.place.lay("camera", what)
    sharer.qr_codes.look(partial(_heard, sharer, what))


def _heard(sharer: SharingHost, what: str, event: str, text: str) -> None:
    sheet = sharer.place.sheet
    if sheet is None or sheet.name != "camera":
        return  # the user closed the sheet
    if event in _WHY:
        sharer.voice.complaint = TextError(_WHY[event])
    else:
        sharer.place.drop("camera")
        if event == "code":
            TAKEN[what](sharer, text)
    sharer.page.render()
