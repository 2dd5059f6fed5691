"""The controls that show a link as a QR code, and the control that reads a QR code with the camera."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chowk.i18n.i18n import Words
from chowk.ui.nodes import Node
from chowk.ui.parts import button

if TYPE_CHECKING:  # read by type checkers only
    from typing import Protocol

    from chowk.ui.viewer import Viewer

    class PageAddress(Protocol):
        """The interface for the page's own address."""

        def address(self) -> str:
            """Return the page's own address without a fragment, or an empty text if other devices cannot reach it."""

    class Camera(Protocol):
        """The device's camera."""

        def can_look(self) -> bool:
            """Return True if the device can let this page use a camera."""

    class LinkViewer(Viewer, Protocol):
        """The state read by the controls that show a link as a QR code."""

        @property
        def sharing(self) -> PageAddress:
            """The interface that gives the page's own address."""

    class CameraViewer(Viewer, Protocol):
        """The state read by the controls that scan a QR code with the camera."""

        @property
        def qr_codes(self) -> Camera:
            """The device's camera, which reads QR codes."""


def to_code(viewer: LinkViewer, words: Words, arg: str) -> Node | None:
    """Draw the button that shows a link as a QR code. `arg` is passed to `qr.link`.

    Return None if the page was opened from a disk, because other devices cannot open its links.
    """
    return button(viewer, words, "code", arg, icon="qr", class_="plain") if viewer.sharing.address() else None


def to_camera(viewer: CameraViewer, words: Words, purpose: str) -> Node | None:
    """Draw the button that reads a QR code with the camera. Return None if there is no camera.

    `purpose`, a key of `qr_camera.TAKEN`, says what the scan is for.
    """
    if not viewer.qr_codes.can_look():
        return None
    return button(viewer, words, "camera", purpose, icon="camera", class_="plain", key="camera")
