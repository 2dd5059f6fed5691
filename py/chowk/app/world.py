"""The parts of the world around the application, provided by the browser or by a test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:  # read by type checkers only
    from collections.abc import Callable, Coroutine, Sequence
    from typing import Protocol

    from chowk.app.failures import ErrorReporter
    from chowk.features.live.connections import Connections
    from chowk.features.sharing.ports import Clipboard, Files
    from chowk.features.sharing.share_api import QrCodes, Sharing
    from chowk.session.optional_assets import FetchExtra
    from chowk.session.ports import Battery, BoardRenderer, EngineHost, Page, SystemClock
    from chowk.session.tabs import GameLocks
    from chowk.storage.device import Store
    from chowk.ui.sheets.settings import DeviceAbilities

    class DeviceControls(Battery, DeviceAbilities, Protocol):
        """The device under the page."""

        def fill_screen(self) -> None:
            """Enter full screen, or leave it; do nothing if unsupported."""

    class PageLifecycle(Protocol):
        """The installation of the app, and the page's restart."""

        def install(self) -> None:
            """Ask the browser to offer the installation of the app."""

        def reload(self) -> None:
            """Restart the page, with the newer version if one waits."""


class World(NamedTuple):
    """All parts; the application hands them on one by one. The last five are made on first use."""

    page: Page
    stage: BoardRenderer
    clock: SystemClock
    engine: EngineHost
    store: Store
    locks: GameLocks
    device: DeviceControls
    errors: ErrorReporter
    lifecycle: PageLifecycle
    # Return the browser's preferred languages, best first.
    languages: Callable[[], Sequence[str]]
    # Return an unpredictable number below 2**64.
    new_seed: Callable[[], int]
    # Fetch an optional file of an opponent, and the modules of a separate parcel.
    fetch_extra: FetchExtra
    fetch_parcel: Callable[[str], Coroutine[Any, Any, None]]
    clipboard: Callable[[], Clipboard]
    files: Callable[[], Files]
    sharing: Callable[[], Sharing]
    qr_codes: Callable[[], QrCodes]
    connections: Callable[[], Connections]


def unseen(*languages: str) -> World:
    """Return a world that knows only the wanted languages: enough to draw pages that nobody sees."""
    nothing: Sequence[Any] = [None] * len(World._fields)
    return World._make(nothing)._replace(languages=lambda: languages)
