"""The page, drawn from the application's state, at most once per turn of the event loop."""

from __future__ import annotations

import asyncio
from typing import Final

from js import Object, document, performance, window
from pyodide.ffi import create_once_callable, create_proxy, to_js

from chowk.app import pages
from chowk.app.app import App
from chowk.app.history import Trail
from chowk.app.taps import Press, Taps, place
from chowk.browser.device_abilities import BrowserDevice
from chowk.browser.early_prefs import Mirror
from chowk.browser.effects import FrameEffects
from chowk.browser.render.dom import Patcher
from chowk.browser.render.focus import Focus, focused_control
from chowk.browser.render.prerender import Ahead
from chowk.browser.render.scrolling import GameRowScroll, MoveListScroll
from chowk.browser.render.stage import BoardStage
from chowk.browser.render.tasks import run_in_task
from chowk.ui.screens.home import read_note

REACTION: Final = 250.0
"""Time in milliseconds after the animation for a won game.

A tap within this time still counts as meant for the animation.
"""
LATEST: Final = 0.1
"""Maximum time for which the page waits for the first frame of a board animation, in seconds."""
SETTLED: Final = 0.3
"""Time from the first drawing of a board to the loading of the sound modules, in seconds."""


class BrowserPage:
    """The browser's implementation of `Page`.

    It draws the page in the document's element `app`, and the board on `stage`.
    """

    def __init__(self, stage: BoardStage, device: BrowserDevice) -> None:
        self.stage = stage
        self.taps = Taps()
        self.press = Press()
        self.trail: Trail | None = None  # keeps the browser's history in step, once the page has begun
        self._app: App | None = None
        self._device = device
        self._patcher = Patcher(document.getElementById("app"))
        self._focus = Focus()
        self._scroll = MoveListScroll()
        self._row = GameRowScroll()
        self._mirror = Mirror()
        self._effects = FrameEffects(self._mirror, self._focus)
        self._place: object = None
        self._scheduled = False
        self._ahead: Ahead[pages.Frame] = Ahead(self._frame, lambda: (self._begun.words, self._cursor))
        self._latest: asyncio.TimerHandle | None = None  # timer of the render that waits for the board
        self._kept: asyncio.TimerHandle | None = None  # timer of the render that waits while a control is held
        self._root: dict[str, str] = {}  # the present attributes of the document's root
        self._title = ""
        self._opening = False  # True once the sound modules are being loaded
        self._first = asyncio.Event()  # set once the page has been shown for the first time
        stage.on_drawn = self._drawn

    @property
    def _begun(self) -> App:
        assert self._app is not None, "the application has begun"
        return self._app

    async def in_sight(self) -> None:
        """Wait until the page is visible. Return at once if it is visible already."""
        while document.hidden:
            visible: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            hear = create_once_callable(lambda _, visible=visible: None if visible.done() else visible.set_result(None))
            document.addEventListener(
                "visibilitychange", hear, to_js({"once": True}, dict_converter=Object.fromEntries)
            )
            await visible

    async def shown(self) -> None:
        """Wait until Python has shown the page for the first time."""
        await self._first.wait()

    def begin(self, app: App) -> None:
        """Show this application on the page from now on. Read the list of saved games that an earlier page stored."""
        self._app = app
        window.addEventListener("resize", create_proxy(lambda _: self._scroll.follow(app)))
        app.window.drawn = False
        app.window.noted = read_note(self._mirror.noted_games())

    def render(self) -> None:
        """Schedule an update of the page before the browser's next frame.

        If an animation has just begun on the board, its first frame is drawn before the update. While a control is held
        down, the update waits until the control is released.
        """
        self._ahead.invalidate()
        if not self._scheduled:
            self._scheduled = True
            run_in_task(self._render_due)

    def released(self) -> None:
        """Schedule the update that has waited because a control was held down, if there is one."""
        if self._kept is not None:
            run_in_task(self._render_due)

    def render_now(self) -> None:
        """Update the page at once, not in a later task."""
        self._render()

    def _render_due(self) -> None:
        if not self._scheduled:
            return
        if self._kept is not None:
            self._kept.cancel()
            self._kept = None
        if remaining := self.press.remaining(performance.now()):
            self._ahead.drop()
            self._kept = asyncio.get_running_loop().call_later(remaining / 1000, self._render_due)
        elif self.stage.opening and self._latest is None:
            self._latest = asyncio.get_running_loop().call_later(LATEST, self._render_due)
            self.stage.on_picture = self._prepare
        elif self._ahead.page is None:
            self._prepare()
        else:
            self._render()

    def _prepare(self) -> None:
        """Build the new page now, and show it in a task of its own, so that neither delays a frame much."""
        if self._scheduled and self._app is not None:
            self._ahead.prepare()
            if (frame := self._ahead.page) is not None:
                self._patcher.prepare(frame.page)
            run_in_task(self._render_due)

    @property
    def _cursor(self) -> object:
        table = self._begun.table
        return table and table.display.cursor

    def _frame(self) -> pages.Frame:
        return pages.frame(self._begun, self._begun.words)

    def _render(self) -> None:
        self._scheduled = False
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
        before, frame = focused_control(), self._ahead.take()
        self._focus.release(before, frame.page)
        self._row.note(app)
        self._patcher.show(frame.page)
        self._row.follow()
        self._first.set()
        for error in frame.errors:
            app.failures.note(error)
        self._focus.recover(app, before, first)
        self._scroll.follow(app)
        self._effects.carry_out(app, attrs, begun=self.trail is not None, keyed=before.keyed)
        if (current := place(app)) != self._place:
            self._place = current
            # A tap that was meant to cut a ceremony short may come just after its end.
            self.taps.visible_from(performance.now() + (REACTION if self.stage.celebrated else 0.0))
            self.stage.celebrated = False
        self.taps.attend(performance.now(), app.table)
        if self.trail is not None:
            self.trail.match()
        self.stage.look = app.look
        self.stage.schedule_redraw()
        self._hear()
        self._device.attend(app)

    def note_games(self) -> None:
        """Store the list of saved games for the next start, because this page may end."""
        self._effects.note_games(self._begun)

    def _drawn(self) -> None:
        """Load modules that are not needed for the first board, which has just been drawn."""
        self._begun.window.drawn = True
        self._hear()
        self.render()

    def _hear(self) -> None:
        """Play the sounds and vibrations for what has changed since the last call.

        If the sound modules are not loaded yet, start to load them instead. This waits until the first board is drawn
        and a setting needs them.
        """
        has_output = self._begun.settings.sound or (self._begun.settings.vibration and self._device.vibrates)
        if self.stage.ears is not None:
            self.stage.ears.attend()
        elif self.stage.drawn and has_output and not self._opening:
            self._opening = True
            self._begun.spawn(self._open_ears(self._begun))

    async def _open_ears(self, app: App) -> None:
        await asyncio.sleep(SETTLED)
        from chowk.browser.audio.player import BrowserSound

        self.stage.ears = ears = BrowserSound(app, self.stage)
        ears.begin()
