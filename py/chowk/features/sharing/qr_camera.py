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
"""Id of the video element that shows the camera's live picture."""
TAKEN: Final[Mapping[str, Callable[[SharingHost, str], None]]] = {
    "answer": lambda host, text: host.remote.answer(text),
    "text": texts.bring,
}
"""The function that receives the text of a scanned QR code, by the purpose of the scan."""
_WHY: Final = {
    "refused": say("The camera may not be used. Allow it in the browser's settings for this page, or paste the text."),
    "none": say("There is no camera on this device. Paste the text."),
    "failed": say("The camera cannot be used now: perhaps something else uses it. Paste the text."),
}


def open_camera(host: SharingHost, purpose: Literal["answer", "text"]) -> None:
    """Open the sheet with the camera and look for a QR code. The code's text is handled like pasted text.

    `purpose` is a key of `TAKEN`.
    """
    host.voice.complaint = None
    host.place.open_sheet("camera", purpose)
    host.qr_codes.scan(partial(_heard, host, purpose))


def _heard(host: SharingHost, purpose: str, event: str, text: str) -> None:
    sheet = host.place.sheet
    if sheet is None or sheet.name != "camera":
        return  # the sheet was closed
    if event in _WHY:
        host.voice.complaint = TextError(_WHY[event])
    else:
        host.place.drop("camera")
        if event == "code":
            TAKEN[purpose](host, text)
    host.page.render()
