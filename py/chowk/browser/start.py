"""Start-up: create the application, and connect the page's events to it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import suppress
from typing import Any, Final

from js import document, location, navigator, window
from pyodide.ffi import create_proxy

from chowk.app.app import App
from chowk.app.history import Trail, read
from chowk.app.opened import parcels_of
from chowk.browser import catalog_loader, parcel_loader, translation_entry
from chowk.browser.application import open_app
from chowk.browser.debug_flags import bridge, query_parameter
from chowk.browser.early_prefs import Mirror
from chowk.browser.history import BrowserEntries
from chowk.browser.input.events import Listener
from chowk.browser.input.press_guard import Pressing
from chowk.browser.page import BrowserPage
from chowk.browser.render.stage import PACES
from chowk.browser.system import mark
from chowk.i18n.i18n import linked, negotiated, offered
from chowk.session import tabs
from chowk.ui.screens.home import reading

PATIENCE: Final = 3.0
"""Maximum wait, after the code is loaded, for the files that the first page needs, in seconds.

They are the language's texts, the skin of the boards, and after a reload at a puzzle, for example, its modules.
"""

AWAY: Final = 1.0
"""Time between two checks whether the player has left the table, in seconds, while saved games are still unread."""


async def start() -> None:
    """Start the application, then set `data-ready` on the document's root, and read the saved games not read yet.

    If the page's address asks for the translation desk, open the desk instead.
    """
    if translation_entry.is_requested():
        await translation_entry.begin()
        return
    early = (
        catalog_loader.load_catalogue(str(document.documentElement.lang)),
        parcel_loader.load_parcel(Mirror().noted_skin()),
        *map(parcel_loader.load_parcel, _parcels_before_reload()),
    )
    await asyncio.wait({*map(asyncio.ensure_future, map(_tried, early))}, timeout=PATIENCE)
    app, page = open_app()
    await app.start()
    _follow_look(app)
    _follow_link(app)
    trail = _follow_history(app, page)
    _follow_printer(app, page)
    _follow_end(app, page, trail)
    _take_drops(app)
    if fell := document.documentElement.getAttribute("data-fell"):
        app.failures.recall(str(fell))
    if query_parameter("speed") in PACES:
        app.kept.settings = app.settings._replace(speed=query_parameter("speed"))
    Pressing(page).begin()
    Listener(app, page.stage, page.taps).begin()
    _hear_boot(app)
    if bridge is not None:
        bridge.open_bridge(app)
    # Carry out the taps from before Python was ready.
    tapped = document.documentElement.getAttribute("data-asked")
    if tapped:
        from chowk.app import commands

        name, _, arg = str(tapped).partition(" ")
        commands.do(app, name, arg)
    await page.shown()
    mark("home")
    document.documentElement.dataset.ready = "1"
    await _read_left(app)


def _parcels_before_reload() -> Iterator[str]:
    """Return the parcels of the table at which the player was before a reload.

    With them that table is the first page. Otherwise the home page would be shown, and replaced while it is used.
    """
    entry = read(BrowserEntries().text())
    return parcels_of(entry.layers if entry is not None else ())


async def _tried(work: Coroutine[Any, Any, None]) -> None:
    """Await a fetch and ignore its failure. The code that needs the file repeats the fetch and reports failures."""
    with suppress(OSError):
        await work


async def _read_left(app: App) -> None:
    """Read the saved games that were not read at the start, a few at a time, so that the page stays usable.

    While the player is at a table, nothing is read. Once only a few games are left, stop: the home page reads these.
    """
    while app.window.noted is not None:
        for _ in reading(app):
            await asyncio.sleep(0)
            if app.table is not None:
                break
        if not app.kept.saves.many:
            app.window.noted = None
            app.page.render()
        while app.window.noted is not None and app.table is not None:
            await asyncio.sleep(AWAY)


def _follow_look(app: App) -> None:
    """Pass the device's preferences for theme, contrast and motion to the application, now and when they change."""
    dark = window.matchMedia("(prefers-color-scheme: dark)")
    still = window.matchMedia("(prefers-reduced-motion: reduce)")
    contrast = (window.matchMedia("(prefers-contrast: more)"), window.matchMedia("(forced-colors: active)"))

    def change(_: Any = None) -> None:
        plain = any(query.matches for query in contrast)
        app.window.theme = "contrast" if plain else "dark" if dark.matches else "light"
        app.window.still = still.matches
        app.page.render()

    for query in (dark, still, *contrast):
        query.addEventListener("change", create_proxy(change))
    change()


def _follow_link(app: App) -> None:
    """Use the language in the page's address, now and whenever the address changes."""

    def change(_: Any = None) -> None:
        app.window.linked = linked(str(location.hash), offered())
        app.window.fits = bool(negotiated(tuple(navigator.languages), offered()))
        app.page.render()

    window.addEventListener("hashchange", create_proxy(change))
    change()


def _follow_history(app: App, page: BrowserPage) -> Trail:
    """Connect the application to the browser's history, so that Back closes the topmost sheet or the table.

    Open the table that was open before a reload, or the game in the page's address.
    """
    entries = BrowserEntries()
    trail = Trail(app, entries)
    trail.begin()
    entries.attend(trail)
    page.trail = trail
    return trail


def _follow_printer(app: App, page: BrowserPage) -> None:
    """Add the print view to the page while the page is printed."""
    paper = window.matchMedia("print")

    def change(printing: bool) -> None:
        if printing != app.window.printing:
            app.window.printing = printing
            # The end is reported while `window.print` still stops the page: update it later.
            (page.render_now if printing else page.render)()

    window.addEventListener("beforeprint", create_proxy(lambda _: change(True)))
    window.addEventListener("afterprint", create_proxy(lambda _: change(False)))
    paper.addEventListener("change", create_proxy(lambda event: change(bool(event.matches))))


def _follow_end(app: App, page: BrowserPage, trail: Trail) -> None:
    """When this page ends, leave a note with the unwritten saves, from which the next page writes them.

    Delete the note if this page is shown again. Whenever the page ends or is hidden, also store the list of saved games
    for the next start. When it is shown again, look which games have begun in other tabs meanwhile.
    """

    def again(event: Any) -> None:
        if event.persisted:
            app.kept.queue.stay()
            trail.arrived()

    def end(_: Any) -> None:
        app.kept.queue.leave()
        page.note_games()

    def hide(_: Any) -> None:
        if document.hidden:  # on phones most pages end hidden, without any other event
            page.note_games()
        else:
            app.spawn(tabs.catch_up_all(app))

    window.addEventListener("pagehide", create_proxy(end))
    document.addEventListener("visibilitychange", create_proxy(hide))
    window.addEventListener("pageshow", create_proxy(again))


def _take_drops(app: App) -> None:
    """Import files and texts dropped on the page. A text field takes a dropped text itself."""

    def hear(event: Any) -> None:
        if not event.dataTransfer.files.length and event.target.closest("textarea, input"):
            return
        event.preventDefault()
        if event.type == "drop":
            from chowk.browser.input import drag_and_drop

            drag_and_drop.take(app, event.dataTransfer)

    for name in ("dragover", "drop"):
        document.addEventListener(name, create_proxy(hear))


def _hear_boot(app: App) -> None:
    def offline(event: Any) -> None:
        app.window.offline = event.detail.to_py() if event.detail else {}
        app.page.render()

    def update(_: Any) -> None:
        app.offer_update()
        app.page.render()

    def installable(event: Any) -> None:
        app.window.installable = bool(event.detail)
        app.page.render()

    window.addEventListener("chowk:installable", create_proxy(installable))
    window.addEventListener("chowk:offline-ready", create_proxy(offline))
    window.addEventListener("chowk:update-waiting", create_proxy(update))
