"""The browser as the application's `World`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from js import (
    URL,
    BigUint64Array,
    Blob,
    CustomEvent,
    console,
    crypto,
    document,
    navigator,
    performance,
    requestAnimationFrame,
    window,
)
from pyodide.ffi import JsException, create_once_callable, create_proxy, to_js

from chowk.app import pages
from chowk.app.app import App
from chowk.app.history import Trail
from chowk.app.taps import Press, Taps, place
from chowk.browser import parcel_loader as arriving
from chowk.browser.debug_flags import asked
from chowk.browser.early_prefs import Mirror
from chowk.browser.effects import FrameEffects
from chowk.browser.engine_worker import WorkerOracle
from chowk.browser.indexed_db import BrowserStore
from chowk.browser.render.dom import Patcher
from chowk.browser.render.focus import SHEETS, Focus, held
from chowk.browser.render.prerender import Ahead
from chowk.browser.render.stage import BoardStage
from chowk.browser.tab_locks import BrowserLocks
from chowk.core.message import say
from chowk.i18n.toast import Toast
from chowk.ui.screens.home import read_note

if TYPE_CHECKING:
    from chowk.browser.device import Device
    from chowk.browser.share_api import BrowserOutlet

REACTION: Final = 250.0
"""Milliseconds after a ceremony in which a tap still counts as meant for it."""
LATEST: Final = 0.1
"""Maximum seconds that the page waits for the first frame of a board animation."""
SETTLED: Final = 0.3
"""Seconds for which the first board settles before anything else is loaded."""


class BrowserWorld:
    """A `World`: the page, its board, its store and its worker."""

    def __init__(self) -> None:
        self.oracle = WorkerOracle()
        self.store = BrowserStore()
        self.locks = BrowserLocks()
        self.stage = BoardStage()
        self.app: App | None = None
        self._patcher = Patcher(document.getElementById("app"))
        self.taps = Taps()
        self.press = Press()
        self._place: object = None
        self.trail: Trail | None = None  # keeps the browser's history in step, once the page has begun
        self._due = False
        self._first = True  # True until something is shown
        self._ahead: Ahead[pages.Frame] = Ahead(self._frame, lambda: (self._begun.words, self._cursor))
        self._latest: asyncio.TimerHandle | None = None  # of the render that waits for the board
        self._kept: asyncio.TimerHandle | None = None  # of the render that waits while a control is held down
        self._root: dict[str, str] = {}  # attributes last set on the document's root
        self._title = ""
        self._mirror = Mirror()
        self._focus = Focus()
        self._effects = FrameEffects(self._mirror, self._focus)
        # Cached: every render reads the list several times, and each of its entries costs a call into the browser.
        self._languages: tuple[str, ...] = tuple(navigator.languages)
        window.addEventListener("languagechange", create_proxy(self._change_languages))
        self._opening = False
        self._followed: tuple[Any, ...] | None = None
        self.stage.on_drawn = self._drawn

    @property
    def _begun(self) -> App:
        assert self.app is not None, "the world has begun"
        return self.app

    @cached_property
    def outlet(self) -> BrowserOutlet:
        """Sharing and printing, created on first use."""
        from chowk.browser.share_api import BrowserOutlet

        return BrowserOutlet(self._begun)

    @cached_property
    def device(self) -> Device:
        """Device functions such as the wake lock, created on first use."""
        from chowk.browser.device import Device

        return Device(self._begun)

    async def in_sight(self) -> None:
        """Return at once, or when the hidden page becomes visible again."""
        while document.hidden:
            seen: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            hear = create_once_callable(lambda _, seen=seen: None if seen.done() else seen.set_result(None))
            document.addEventListener("visibilitychange", hear, to_js({"once": True}, dict_converter=_object))
            await seen

    async def charging(self) -> bool:
        """Return True if the device is charging or has no battery; False if the browser has no battery API."""
        from chowk.browser.device import charging

        return await charging()

    @property
    def vibrates(self) -> bool:
        """True if the device has a touch screen and the vibration API."""
        from chowk.browser.device import vibrates

        return vibrates()

    @property
    def shakes(self) -> bool:
        """True if the device has a touch screen and motion events."""
        from chowk.browser.device import can_be_shaken

        return can_be_shaken()

    @property
    def fillable(self) -> bool:
        """True if the browser supports full screen."""
        return hasattr(document.documentElement, "requestFullscreen")

    def fill_screen(self) -> None:
        """Enter full screen, or leave it."""
        self.device.fill_screen()

    def begin(self, app: App) -> None:
        """Attach the application to this world."""
        self.app = self.stage.app = app
        window.addEventListener("resize", create_proxy(lambda _: self._follow(app)))
        app.window.drawn = False
        app.window.noted = read_note(self._mirror.noted_games())

    def render(self) -> None:
        """Schedule an update of the page before the browser's next frame.

        If an animation has just begun on the board, its first frames are drawn before that; while a control is held
        down, the update waits until it is released.
        """
        self._ahead.ask()
        if not self._due:
            self._due = True
            asyncio.get_running_loop().call_soon(self._render_due)

    def released(self) -> None:
        """Run the update that waited for a control to be released."""
        if self._kept is not None:
            asyncio.get_running_loop().call_soon(self._render_due)

    def render_now(self) -> None:
        """Update the page before returning."""
        self._render()

    def _render_due(self) -> None:
        if not self._due:
            return
        if self._kept is not None:
            self._kept.cancel()
            self._kept = None
        if rest := self.press.rest(performance.now()):
            self._ahead.drop()
            self._kept = asyncio.get_running_loop().call_later(rest / 1000, self._render_due)
        elif self.stage.opening and self._latest is None:
            self._latest = asyncio.get_running_loop().call_later(LATEST, self._render_due)
            self.stage.on_picture = self._prepare
        elif self._first:
            self._first = False
            self._prepare()
        else:
            self._render()

    def _prepare(self) -> None:
        """Build the new page, and show it in a later task, so that no single frame is delayed by both."""
        if self._due and self.app is not None:
            self._ahead.prepare()
            if (frame := self._ahead.made) is not None:
                self._patcher.prepare(frame.page)
            asyncio.get_running_loop().call_soon(self._render_due)

    @property
    def _cursor(self) -> object:
        table = self._begun.table
        return table and table.display.cursor

    def _frame(self) -> pages.Frame:
        return pages.frame(self._begun, self._begun.words)

    def _render(self) -> None:
        self._due = False
        if self._latest is not None:
            self._latest.cancel()
            self._latest, self.stage.on_picture = None, None
        if self._kept is not None:
            self._kept.cancel()
            self._kept = None
        app = self._begun
        words = app.words
        attrs = pages.root_attrs(app)
        first = not self._root
        for name, value in attrs.items():
            if self._root.get(name) != value:
                document.documentElement.setAttribute(name, value)
        self._root = attrs
        if (title := pages.title(app, words)) != self._title:
            document.title = self._title = title
        before, frame = held(), self._ahead.take()
        self._patcher.show(frame.page)
        for error in frame.errors:
            app.failures.note(error)
        self._focus.recover(app, before, first)
        self._follow(app)
        self._effects.carry_out(app, attrs, begun=self.trail is not None, keyed=before.keyed)
        if (here := place(app)) != self._place:
            self._place = here
            # A tap meant to cut a ceremony short may come just after its end.
            self.taps.shown(performance.now() + (REACTION if self.stage.celebrated else 0.0))
            self.stage.celebrated = False
        if self.trail is not None:
            self.trail.match()
        self.stage.look = app.look
        self.stage.perform_now()
        self._hear()
        if "device" in vars(self) or app.settings.awake or app.settings.shake:
            self.device.attend()

    async def bring(self, parcel: str) -> None:
        """Fetch the modules of a parcel if they are missing; raise `OSError` if that fails."""
        await arriving.bring(parcel)

    def note_games(self) -> None:
        """Note the saved games for the next start, because this page may end."""
        self._effects.note_games(self._begun)

    def _drawn(self) -> None:
        """Load what play does not need, now that the first board is drawn."""
        self._begun.window.drawn = True
        self._hear()
        self.render()

    def _hear(self) -> None:
        """Attend to sound and vibration: load them once the first board is drawn, if the player wants either."""
        wanted = self._begun.settings.sound or (self._begun.settings.vibration and self.vibrates)
        if self.stage.ears is not None:
            self.stage.ears.attend()
        elif self.stage.drawn and wanted and not self._opening:
            self._opening = True
            self._begun.spawn(self._open_ears(self._begun))

    async def _open_ears(self, app: App) -> None:
        await asyncio.sleep(SETTLED)
        from chowk.browser.audio.player import BrowserSound

        self.stage.ears = ears = BrowserSound(app, self.stage)
        ears.begin()

    def _follow(self, app: App) -> None:
        """Scroll the move list to the shown position when that changes."""
        shown = app.table.display.shown if app.table else None
        looked = app.review is not None and app.review.open
        branch = getattr(app.table, "at", None)  # the position in an analysis
        # In an analysis the list shrinks by itself when the window or the result beside it changes.
        moves = document.querySelector(".variations") if branch is not None else None
        high = moves.clientHeight if moves else 0
        here = (shown, app.place.sheet, looked, branch, high)
        # Beside the board follow each move, even if the list was scrolled back, unless the focus is in the list.
        aside = app.place.sheet is not None or bool(document.activeElement and document.activeElement.closest(".log"))
        ply = app.table.ply if app.table and not aside else None
        at = None if shown is None and branch is None and ply is None else (app.table, *here, ply)
        if at == self._followed:
            return
        self._followed = at
        if branch is not None:
            # Scroll only the moves, by whole rows: the user may be reading what else is there.
            line = moves.querySelector("[aria-current]") if moves else None
            if moves and line:
                row = line.offsetHeight or 1
                moves.scrollTop = line.offsetTop - row * ((high // row - 1) // 2)
            return
        if shown is None and not app.place.sheets and not looked:
            # After a move the browser lays out the page anyway before it shows it: wait, so as not to do it twice.
            show = asyncio.get_running_loop().call_soon
            requestAnimationFrame(create_once_callable(lambda _: show(_bring_into_sight, shown, looked)))
        else:
            _bring_into_sight(shown, looked)

    def report(self, details: str) -> None:
        """Write an error to the browser's console."""
        console.error(details)

    def start_anew(self, details: str) -> None:
        """Restart the page after an error."""
        window.dispatchEvent(CustomEvent.new("chowk:fell", detail=to_js({"error": details}, dict_converter=_object)))

    async def extra(self, game: str, name: str, told: Callable[[int, int], None]) -> bool:
        """Fetch an optional file of a game's opponents; return True if it came."""
        from chowk.browser.optional_assets import fetched

        return await fetched(game, name, told)

    async def sleep(self, seconds: float) -> None:
        """Wait for some seconds."""
        await asyncio.sleep(seconds)

    def instant(self) -> int:
        """Return the whole milliseconds since the page began."""
        return int(performance.now())

    def now(self) -> str:
        """Return the date and time as ISO 8601 in UTC."""
        return datetime.now(UTC).isoformat(timespec="seconds")

    def seed(self) -> int:
        """Return an unpredictable number below 2**64; under test, the one in the address."""
        if asked("seed"):
            return int(asked("seed"))
        numbers = BigUint64Array.new(1)
        crypto.getRandomValues(numbers)
        return int(str(numbers.at(0)))

    def languages(self) -> Sequence[str]:
        """Return the browser's preferred languages, best first."""
        return self._languages

    def _change_languages(self, _: Any) -> None:
        self._languages = tuple(navigator.languages)
        self.render()

    def reload(self) -> None:
        """Restart the page, with the newer version if one waits."""
        window.dispatchEvent(CustomEvent.new("chowk:update"))

    def install(self) -> None:
        """Ask the browser to offer the installation of the app."""
        window.dispatchEvent(CustomEvent.new("chowk:install"))

    def copy(
        self, text: str, done: Callable[[], None] = lambda: None, failed: Callable[[], None] = lambda: None
    ) -> None:
        """Copy a text to the clipboard and confirm it, or ask the player to copy it by hand."""
        self._begun.spawn(self._copy(text, done, failed, document.activeElement))

    async def _copy(self, text: str, done: Callable[[], None], failed: Callable[[], None], pressed: Any) -> None:
        try:
            await navigator.clipboard.writeText(text)
            self._begun.voice.toast = Toast(say("Copied."))
            done()
        except (JsException, AttributeError):
            marked = say("The browser does not allow copying. The text is selected: copy it yourself.")
            by_hand = say("The browser does not allow copying. Mark the text and copy it yourself.")
            # Some browsers refuse late: keep the focus where it is if the user has moved on.
            stayed = document.activeElement in (pressed, document.body)
            self._begun.voice.toast = Toast(marked if stayed and _marked(text) else by_hand)
            failed()
        self.render()

    def download(self, name: str, text: str) -> None:
        """Offer a text as a file download."""
        blob = Blob.new(to_js([text]), to_js({"type": "text/plain;charset=utf-8"}, dict_converter=_object))
        link = document.createElement("a")
        link.href, link.download = URL.createObjectURL(blob), name
        link.click()
        URL.revokeObjectURL(link.href)


def mark(name: str) -> None:
    """Record the time of a start-up step for measurements."""
    performance.mark(f"chowk:{name}")


def _marked(text: str) -> bool:
    """Select a text in the field of a sheet that shows it; return False if none does."""
    for field in document.querySelectorAll(f"{SHEETS} textarea[readonly]"):
        if field.value == text:
            field.focus()
            field.select()
            return True
    return False


def _bring_into_sight(shown: int | None, looked: bool) -> None:
    """Scroll the move list to the shown position, or to its end."""
    listed = document.querySelector(f"{SHEETS} .log") or document.querySelector(".log, .judged")
    line = listed.querySelector("[aria-current]") if listed else None
    if line:
        line.scrollIntoView(to_js({"block": "nearest"}, dict_converter=_object))
    elif listed and not looked:
        listed.scrollTop = -listed.scrollHeight if shown == 0 else 0  # the list is reversed: 0 is its end


def _object(entries: Any) -> Any:
    from js import Object

    return Object.fromEntries(entries)
