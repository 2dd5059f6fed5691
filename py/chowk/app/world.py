"""The services outside the application. The browser supplies them; tests supply replacements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:  # read by type checkers only
    from collections.abc import Callable, Coroutine, Sequence
    from typing import Protocol

    from chowk.app.failures import ErrorReporter
    from chowk.features.collections.collections import Archives
    from chowk.features.live.connections import Connections
    from chowk.features.sharing.ports import Clipboard, Files
    from chowk.features.sharing.share_api import QrCodes, Sharing
    from chowk.session.optional_assets import FetchExtra
    from chowk.session.ports import Battery, BoardRenderer, EngineHost, Page, SystemClock
    from chowk.session.tabs import GameLocks
    from chowk.storage.device import Store
    from chowk.ui.sheets.settings import DeviceAbilities

    class DeviceControls(Battery, DeviceAbilities, Protocol):
        """The device on which the page runs."""

        def fill_screen(self) -> None:
            """Enter or leave full screen. Do nothing on a device without it."""

    class PageLifecycle(Protocol):
        """The service that installs the app and reloads the page."""

        def install(self) -> None:
            """Let the browser offer the installation of the app."""

        def reload(self) -> None:
            """Reload the page, in its newer version if there is one."""


class World(NamedTuple):
    """All services outside the application.

    The fields from `clipboard` on are functions that return a service. Each is called when its service is first used.
    """

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
    archives: Callable[[], Archives]


def unseen(*languages: str) -> World:
    """Return a world without services, for drawing pages that are not shown.

    `languages` are the codes of the languages that the user prefers.
    """
    nothing: Sequence[Any] = [None] * len(World._fields)
    return World._make(nothing)._replace(languages=lambda: languages)
