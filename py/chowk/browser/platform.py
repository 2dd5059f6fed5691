"""The browser as the application's world."""

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
"""What is due: when the control that has the keyboard leaves it, the keyboard goes on to what comes next."""
NEXT: Final = (
    ".ways .way:not(.back)",
    ".parts .part",
    f"{DUE} .button:not([aria-disabled])",
    "[role=grid] [tabindex='0']",
    "#app main button:not([aria-disabled])",
    "#app button",
)
"""Where it goes, the dearest first: never nowhere, from where a key would do nothing that can be seen."""

_LOST: Final = say("The words of this language did not arrive. Until they do, Chowk speaks English.")
_BARE: Final = say("These boards and pieces did not arrive. Until they do, you see the classic ones.")

REACTION: Final = 250.0
"""Milliseconds after a ceremony within which a tap is still meant for it."""
LATEST: Final = 0.1
"""Seconds that the page waits at most for the first picture of what moves on the board."""
SETTLED: Final = 0.3
"""Seconds in which the first board comes to rest before anything else is read."""


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
        self.trail: Trail | None = None  # what keeps the browser's history in line, once the page has begun
        self._due = False
        self._first = True  # whether nothing was shown yet
        self._ahead: Ahead[Node] = Ahead(self._page, lambda: (self._begun.words, self._cursor))
        self._latest: asyncio.TimerHandle | None = None  # of what is due, while the board is waited for
        self._kept: asyncio.TimerHandle | None = None  # of what is due, while a control is held down
        self._root: dict[str, str] = {}  # what was last set on the document's root, and as its title
        self._title = ""
        self._learning = ""  # the language whose words are on their way
        self._sewing = ""  # the skin that is
        self._mirror = Mirror()
        # Asked for by every page that is drawn, and by many parts of it: a list of the browser's costs a call an entry.
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
        """Where things go that leave the page; opened when something does."""
        from chowk.browser.share_api import BrowserOutlet

        return BrowserOutlet(self._begun)

    @cached_property
    def device(self) -> Device:
        """What lies under the page; asked for something once there is something to ask for."""
        from chowk.browser.device import Device

        return Device(self._begun)

    async def in_sight(self) -> None:
        """Comes back at once, or when the page is looked at again."""
        while document.hidden:
            seen: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            hear = create_once_callable(lambda _, seen=seen: None if seen.done() else seen.set_result(None))
            document.addEventListener("visibilitychange", hear, to_js({"once": True}, dict_converter=_object))
            await seen

    async def charging(self) -> bool:
        """Whether the device is on its charger, or has no battery; not known in every browser."""
        from chowk.browser.device import charging

        return await charging()

    @property
    def vibrates(self) -> bool:
        """Whether the device is held in a hand, and says that it can vibrate."""
        from chowk.browser.device import vibrates

        return vibrates()

    @property
    def shakes(self) -> bool:
        """Whether the device tells how it is moved."""
        from chowk.browser.device import can_be_shaken

        return can_be_shaken()

    @property
    def fillable(self) -> bool:
        """Whether the browser has such a thing."""
        return hasattr(document.documentElement, "requestFullscreen")

    def fill_screen(self) -> None:
        """Lets the page fill the screen, or no longer."""
        self.device.fill_screen()

    def begin(self, app: App) -> None:
        """Serves `app` from now on."""
        self.app = self.stage.app = app
        window.addEventListener("resize", create_proxy(lambda _: self._follow(app)))
        app.window.drawn = False
        app.window.noted = read_note(self._mirror.noted_games())

    def render(self) -> None:
        """Brings the page in line with the application's state before the browser draws again.

        Where something has just begun to move on the board, the first pictures of it are drawn before that; while a
        control is held down, the page waits until it is let go of.
        """
        self._ahead.ask()
        if not self._due:
            self._due = True
            asyncio.get_running_loop().call_soon(self._render_due)

    def released(self) -> None:
        """What waited for a control to be let go of is shown."""
        if self._kept is not None:
            asyncio.get_running_loop().call_soon(self._render_due)

    def render_now(self) -> None:
        """Does so before it comes back."""
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
        """Makes all that the page is put together from, and shows it then: so no single frame is late by all of it."""
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
            # A tap that was to cut a ceremony short may come just after its end.
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
        """Has the words of the language that is wanted fetched; until they come, the page speaks as before."""
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
        """Has the skin that was chosen fetched; until it comes, boards look as they do without."""
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
        """Fetch the modules of a parcel, if they are not here; raise `OSError` where they cannot be had."""
        await arriving.bring(parcel)

    def note_games(self) -> None:
        """Notes the games that are kept for the next start, and on the app's icon those that wait."""
        if self._begun.window.noted is not None:
            return  # nobody has gone on with any of them yet
        self._mirror.note_games(noted(self._begun, self._begun.words))
        self._mirror.wear(waiting(self._begun))

    def _drawn(self) -> None:
        """The first board is there: now for what is not needed to play."""
        self._begun.window.drawn = True
        self._hear()
        self.render()

    def _hear(self) -> None:
        """Lets what happens be heard and felt, once the first board has been drawn and if anybody wants that."""
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
        """Brings the line of the position that is shown into sight, where the moves are listed, when it changes."""
        shown = app.table.display.shown if app.table else None
        looked = app.review is not None and app.review.open
        branch = getattr(app.table, "at", None)  # where somebody analyses
        # There the list becomes shorter by itself: when something was found out, or in another window.
        moves = document.querySelector(".variations") if branch is not None else None
        high = moves.clientHeight if moves else 0
        here = (shown, app.place.sheet, looked, branch, high)
        # Beside the board each move is come to, where the list was scrolled back, too; who is in it reads on.
        aside = app.place.sheet is not None or bool(document.activeElement and document.activeElement.closest(".log"))
        ply = app.table.ply if app.table and not aside else None
        at = None if shown is None and branch is None and ply is None else (app.table, *here, ply)
        if at == self._followed:
            return
        self._followed = at
        if branch is not None:
            # Only the moves are scrolled, by whole rows: what else lies there may be read meanwhile.
            line = moves.querySelector("[aria-current]") if moves else None
            if moves and line:
                row = line.offsetHeight or 1
                moves.scrollTop = line.offsetTop - row * ((high // row - 1) // 2)
            return
        if shown is None and not app.place.sheets and not looked:
            # A move was made: the browser has laid out the page by itself once it shows it, and need not do so twice.
            show = asyncio.get_running_loop().call_soon
            requestAnimationFrame(create_once_callable(lambda _: show(_bring_into_sight, shown, looked)))
        else:
            _bring_into_sight(shown, looked)

    def _attend(self, app: App, keyed: bool) -> None:
        """Moves the keyboard into a sheet that opened, and back to where it was when it closes.

        Where that is gone, as when a game began, whoever uses the keyboard goes on with what comes next.
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
            # A choice within a sheet keeps the keyboard where it is, unless there is something new to come to.
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
        """Puts it on the browser's console."""
        console.error(details)

    def start_anew(self, details: str) -> None:
        """Starts the page anew."""
        window.dispatchEvent(CustomEvent.new("chowk:fell", detail=to_js({"error": details}, dict_converter=_object)))

    async def extra(self, game: str, name: str, told: Callable[[int, int], None]) -> bool:
        """Whether what opponents of a game would like besides has come."""
        from chowk.browser.optional_assets import fetched

        return await fetched(game, name, told)

    async def sleep(self, seconds: float) -> None:
        """Comes back after a while."""
        await asyncio.sleep(seconds)

    def instant(self) -> int:
        """Whole milliseconds since the page began."""
        return int(performance.now())

    def now(self) -> str:
        """The date and time, as ISO 8601 in UTC."""
        return datetime.now(UTC).isoformat(timespec="seconds")

    def seed(self) -> int:
        """An unforeseeable number below 2**64."""
        if asked("seed"):
            return int(asked("seed"))
        numbers = BigUint64Array.new(1)
        crypto.getRandomValues(numbers)
        return int(str(numbers.at(0)))

    def languages(self) -> Sequence[str]:
        """The languages that the reader's browser asks for, the dearest first."""
        return self._languages

    def _change_languages(self, _: Any) -> None:
        self._languages = tuple(navigator.languages)
        self.render()

    def reload(self) -> None:
        """Starts the page anew, in a newer version if one waits."""
        window.dispatchEvent(CustomEvent.new("chowk:update"))

    def install(self) -> None:
        """Lets the browser offer to install the page."""
        window.dispatchEvent(CustomEvent.new("chowk:install"))

    def copy(
        self, text: str, done: Callable[[], None] = lambda: None, failed: Callable[[], None] = lambda: None
    ) -> None:
        """Puts a text on the clipboard and says so, or says that it must be marked and copied by hand."""
        self._begun.spawn(self._copy(text, done, failed, document.activeElement))

    async def _copy(self, text: str, done: Callable[[], None], failed: Callable[[], None], pressed: Any) -> None:
        try:
            await navigator.clipboard.writeText(text)
            self._begun.voice.toast = Toast(say("Copied."))
            done()
        except (JsException, AttributeError):
            marked = say("The browser does not allow copying. The text is selected: copy it yourself.")
            by_hand = say("The browser does not allow copying. Mark the text and copy it yourself.")
            # Some browsers refuse late: whoever has gone on meanwhile keeps the keyboard where it is.
            stayed = document.activeElement in (pressed, document.body)
            self._begun.voice.toast = Toast(marked if stayed and _marked(text) else by_hand)
            failed()
        self.render()

    def download(self, name: str, text: str) -> None:
        """Offers a text as a file."""
        blob = Blob.new(to_js([text]), to_js({"type": "text/plain;charset=utf-8"}, dict_converter=_object))
        link = document.createElement("a")
        link.href, link.download = URL.createObjectURL(blob), name
        link.click()
        URL.revokeObjectURL(link.href)


def mark(name: str) -> None:
    """Notes the time of a step of the start, for measurements."""
    performance.mark(f"chowk:{name}")


def _marked(text: str) -> bool:
    """Marks a text where it can be copied by hand; says whether it stands anywhere."""
    for field in document.querySelectorAll(f"{SHEETS} textarea[readonly]"):
        if field.value == text:
            field.focus()
            field.select()
            return True
    return False


def _follow_control(held: Any, first: bool) -> bool:
    """Give the keyboard to the control that does what `held` did; return whether there is one.

    A line that rises into another list is another element there, and so is all of the page that is shown `first`, in
    place of the one before Python. The languages in a row become a list of them once one is chosen.
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
    """Scrolls a list of moves to the line of the position that is shown, else to its end."""
    listed = document.querySelector(f"{SHEETS} .log") or document.querySelector(".log, .judged")
    line = listed.querySelector("[aria-current]") if listed else None
    if line:
        line.scrollIntoView(to_js({"block": "nearest"}, dict_converter=_object))
    elif listed and not looked:
        listed.scrollTop = -listed.scrollHeight if shown == 0 else 0  # it is counted from its foot


def _go_on() -> None:
    found = (document.querySelector(one) for one in NEXT)
    target = next((one for one in found if one), None)
    if target:
        target.focus(to_js({"preventScroll": True}, dict_converter=_object))


def _object(entries: Any) -> Any:
    from js import Object

    return Object.fromEntries(entries)
