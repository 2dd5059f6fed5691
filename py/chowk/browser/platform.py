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
from chowk.browser import catalog_loader
from chowk.browser import parcel_loader as arriving
from chowk.browser.debug_flags import asked
from chowk.browser.early_prefs import Mirror
from chowk.browser.engine_worker import WorkerOracle
from chowk.browser.indexed_db import BrowserStore
from chowk.browser.render.dom import Patcher
from chowk.browser.render.prerender import Ahead
from chowk.browser.render.stage import BoardStage
from chowk.browser.tab_locks import BrowserLocks
from chowk.core import parcels
from chowk.core.message import say
from chowk.i18n import i18n
from chowk.i18n.toast import Toast, missing
from chowk.ui.nodes import Node
from chowk.ui.screens.home import noted, read_note, waiting

if TYPE_CHECKING:
    from chowk.browser.device import Device
    from chowk.browser.share_api import BrowserOutlet

SHEETS: Final = "[role=dialog]"
DUE: Final = ".told"
"""Selector of a note that asks for something: when its focused control disappears, focus moves to the next step."""
NEXT: Final = (
    ".ways .way:not(.back)",
    ".parts .part",
    f"{DUE} .button:not([aria-disabled])",
    "[role=grid] [tabindex='0']",
    "#app main button:not([aria-disabled])",
    "#app button",
)
"""Selectors of the controls that may take the focus, in order of preference, so that it never gets lost."""

_LOST: Final = say("The words of this language did not arrive. Until they do, Chowk speaks English.")
_BARE: Final = say("These boards and pieces did not arrive. Until they do, you see the classic ones.")

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
        self._ahead: Ahead[Node] = Ahead(self._page, lambda: (self._begun.words, self._cursor))
        self._latest: asyncio.TimerHandle | None = None  # of the render that waits for the board
        self._kept: asyncio.TimerHandle | None = None  # of the render that waits while a control is held down
        self._root: dict[str, str] = {}  # attributes last set on the document's root
        self._title = ""
        self._learning = ""  # the language whose catalogue is being fetched
        self._sewing = ""  # the skin that is being fetched
        self._mirror = Mirror()
        # Cached: every render reads the list several times, and each of its entries costs a call into the browser.
        self._languages: tuple[str, ...] = tuple(navigator.languages)
        window.addEventListener("languagechange", create_proxy(self._change_languages))
        self._returns: list[Any] = []
        self._open: tuple[tuple[str, str], ...] = ()
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
            if (page := self._ahead.made) is not None:
                self._patcher.prepare(page)
            asyncio.get_running_loop().call_soon(self._render_due)

    @property
    def _cursor(self) -> object:
        table = self._begun.table
        return table and table.display.cursor

    def _page(self) -> Node:
        return pages.page(self._begun, self._begun.words)

    def _render(self) -> None:
        self._due = False
        if self._latest is not None:
            self._latest.cancel()
            self._latest, self.stage.on_picture = None, None
        if self._kept is not None:
            self._kept.cancel()
            self._kept = None
        app = self._begun
        self._learn(app)
        self._dress(app)
        words = app.words
        attrs = pages.root_attrs(app)
        self._mirror.note(app.settings, attrs["data-theme"], attrs["data-hand"])
        first = not self._root
        for name, value in attrs.items():
            if self._root.get(name) != value:
                document.documentElement.setAttribute(name, value)
        self._root = attrs
        if (title := pages.title(app, words)) != self._title:
            document.title = self._title = title
        held = document.activeElement
        due = held.closest(DUE) if held else None
        keyed = bool(held) and held.matches(":focus-visible")
        self._patcher.show(self._ahead.take())
        gone = bool(held) and not held.isConnected and not app.place.sheets
        if gone and not _follow_control(held, first) and (due or keyed):
            _go_on()
        self._follow(app)
        if app.table is None and self.trail is not None:
            self.note_games()
        self._attend(app, keyed)
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

    def _learn(self, app: App) -> None:
        """Fetch the catalogue of the wanted language; until it comes, the page keeps its present one."""
        if i18n.waits(app.wanted):
            if app.wanted not in (app.window.lost, self._learning):
                self._learning = app.wanted
                app.spawn(self._bring(app, app.wanted))
        else:
            app.window.spoken = app.wanted

    async def _bring(self, app: App, code: str) -> None:
        try:
            await catalog_loader.bring(code)
        except OSError as error:
            app.window.lost, app.window.spoken = code, i18n.ENGLISH.code
            app.voice.toast = missing(_LOST, error)
        self._learning = ""
        self.render()

    def _dress(self, app: App) -> None:
        """Fetch the chosen skin; until it comes, boards keep their classic look."""
        skin = app.settings.skin
        if parcels.waits(skin) and skin not in (app.window.bare, self._sewing):
            self._sewing = skin
            app.spawn(self._bring_skin(app, skin))

    async def _bring_skin(self, app: App, skin: str) -> None:
        try:
            await self.bring(skin)
        except OSError as error:
            app.window.bare = skin
            app.voice.toast = missing(_BARE, error)
        self._sewing = ""
        self.render()

    async def bring(self, parcel: str) -> None:
        """Fetch the modules of a parcel if they are missing; raise `OSError` if that fails."""
        await arriving.bring(parcel)

    def note_games(self) -> None:
        """Note the saved games for the next start, and show the number of waiting ones on the app's icon."""
        if self._begun.window.noted is not None:
            return  # they are not read yet, so nothing has changed
        self._mirror.note_games(noted(self._begun, self._begun.words))
        self._mirror.wear(waiting(self._begun))

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

    def _attend(self, app: App, keyed: bool) -> None:
        """Move the focus into a sheet that opened, and back to where it was when it closes.

        If that control is gone, as when a game began, a keyboard user's focus goes to the next step.
        """
        now = tuple(app.place.sheets)
        if now == self._open:
            return
        if len(now) > len(self._open):
            self._returns.append(document.activeElement)
            self._enter()
        elif len(now) < len(self._open):
            back = [self._returns.pop() for _ in range(min(len(self._returns), len(self._open) - len(now)))]
            if now:
                self._enter()
            elif back and back[-1] and back[-1].isConnected and not back[-1].isSameNode(document.body):
                back[-1].focus()
            elif keyed:
                _go_on()
        else:
            # A choice within a sheet keeps the focus, unless another sheet has come up.
            self._enter(anew=[name for name, _ in now] != [name for name, _ in self._open])
        self._open = now

    def _enter(self, anew: bool = True) -> None:
        sheets = document.querySelectorAll(SHEETS)
        if not sheets.length:
            return
        sheet = sheets[sheets.length - 1]
        aim = sheet.querySelector("[data-scroll]")
        if aim:
            aim.scrollIntoView(to_js({"block": "center"}, dict_converter=_object))
        target = sheet.querySelector("[data-autofocus]") or (anew and sheet.querySelector("h1, h2, [tabindex]"))
        if target:
            target.focus(to_js({"preventScroll": True}, dict_converter=_object))

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


def _follow_control(held: Any, first: bool) -> bool:
    """Move the focus to the control with the action of `held`; return True if there is one.

    A row that moves into another list is a new element there, and so is the whole page shown `first`, which replaces
    the one from before Python. The row of languages becomes a select box after a choice.
    """
    does, over = held.getAttribute("data-do"), held.getAttribute("data-arg")
    if held.classList.contains("tongue") and (chosen := document.querySelector("select.language")):
        chosen.focus()
        return True
    if not does or not (over or first):
        return False
    for one in document.querySelectorAll(f'[data-do="{does}"]'):
        if one.getAttribute("data-arg") == over:
            one.focus(to_js({"preventScroll": True}, dict_converter=_object))
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


def _go_on() -> None:
    found = (document.querySelector(one) for one in NEXT)
    target = next((one for one in found if one), None)
    if target:
        target.focus(to_js({"preventScroll": True}, dict_converter=_object))


def _object(entries: Any) -> Any:
    from js import Object

    return Object.fromEntries(entries)
