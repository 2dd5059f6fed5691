"""Create the page's application, with the parts that use the browser."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from chowk.app.app import App
from chowk.app.world import World
from chowk.browser import parcel_loader
from chowk.browser.device_abilities import BrowserDevice
from chowk.browser.engine_worker import EngineWorker
from chowk.browser.indexed_db import BrowserStore
from chowk.browser.page import BrowserPage
from chowk.browser.render.stage import BoardStage
from chowk.browser.system import BrowserClock, BrowserErrors, BrowserLifecycle, PreferredLanguages, new_seed
from chowk.browser.tab_locks import BrowserGameLocks

if TYPE_CHECKING:  # imported on first use
    from collections.abc import Callable

    from chowk.browser.clipboard import BrowserClipboard, BrowserFiles
    from chowk.browser.peer_connection import BrowserConnections
    from chowk.browser.qr_codes import BrowserQrCodes
    from chowk.browser.share_api import BrowserSharing


def open_app() -> tuple[App, BrowserPage]:
    """Create the application and its page, and return both. Nothing is shown yet.

    Parts that the first board does not need, such as the clipboard, are made on first use.
    """

    def clipboard() -> BrowserClipboard:
        from chowk.browser.clipboard import BrowserClipboard

        return BrowserClipboard(app)

    def files() -> BrowserFiles:
        from chowk.browser.clipboard import BrowserFiles

        return BrowserFiles()

    def sharing() -> BrowserSharing:
        from chowk.browser.share_api import BrowserSharing

        return BrowserSharing(app, page.render_now)

    def qr_codes() -> BrowserQrCodes:
        from chowk.browser.qr_codes import BrowserQrCodes

        return BrowserQrCodes(app)

    def connections() -> BrowserConnections:
        from chowk.browser.peer_connection import BrowserConnections

        return BrowserConnections()

    stage, device, engine = BoardStage(), BrowserDevice(), EngineWorker()
    page = BrowserPage(stage, device)
    world = World(
        page=page,
        stage=stage,
        clock=BrowserClock(),
        engine=engine,
        store=BrowserStore(),
        locks=BrowserGameLocks(),
        device=device,
        errors=BrowserErrors(),
        lifecycle=BrowserLifecycle(),
        languages=PreferredLanguages(page.render),
        new_seed=new_seed,
        fetch_extra=_fetch_extra,
        fetch_parcel=parcel_loader.load_parcel,
        clipboard=clipboard,
        files=files,
        sharing=sharing,
        qr_codes=qr_codes,
        connections=connections,
        archives=lambda: import_module("chowk.browser.collection_page").PageArchives(engine),
    )
    app = App(world)
    device.app = stage.app = app
    page.begin(app)
    return app, page


async def _fetch_extra(game: str, name: str, progress: Callable[[int, int], None]) -> bool:
    from chowk.browser.optional_assets import fetched

    return await fetched(game, name, progress)
