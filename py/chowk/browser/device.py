"""Device functions other than drawing: the screen wake lock, vibration, motion and full screen."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from js import document, navigator, window
from pyodide.ffi import JsException, create_proxy, to_js

from chowk.app import commands
from chowk.app.app import App
from chowk.core.message import say
from chowk.i18n.toast import Toast
from chowk.session.input.shaking import Shaking, split_gravity


def vibrates() -> bool:
    """Return True if the device has a touch screen and the vibration API."""
    return hasattr(navigator, "vibrate") and bool(window.matchMedia("(pointer: coarse)").matches)


def vibrate(pattern: Sequence[int]) -> None:
    """Vibrate in a pattern of milliseconds: on, off, on and so on.

    Browsers ignore vibration before the user has touched the page.
    """
    if vibrates() and getattr(getattr(navigator, "userActivation", None), "hasBeenActive", False):
        navigator.vibrate(to_js(list(pattern)))


async def charging() -> bool:
    """Return True if the device is charging or has no battery; False if the browser has no battery API."""
    try:
        return bool((await navigator.getBattery()).charging)
    except (JsException, AttributeError):
        return False


def can_be_shaken() -> bool:
    """Return True if the device has a touch screen and motion events."""
    return hasattr(window, "DeviceMotionEvent") and bool(window.matchMedia("(pointer: coarse)").matches)


class Device:
    """The device on which the page runs.

    The browser may refuse the use of any of its functions, so no game depends on them.
    """

    def __init__(self, app: App) -> None:
        self._app = app
        self._shaking = Shaking()
        self._down: tuple[float, ...] = ()
        self._moved = create_proxy(self._feel)
        self._feels = False  # whether the page listens to motion events
        self._allowed: bool | None = None  # None until permission is requested
        self._lock: Any = None
        self._asking = False
        # A device releases the wake lock whenever the page is hidden.
        document.addEventListener("visibilitychange", create_proxy(lambda _: self.attend()))

    def attend(self) -> None:
        """Hold or release the wake lock and the motion listener as the application's state requires."""
        app = self._app
        self._attend_to_shaking(app)
        over = app.table is not None and app.table.outcome is not None
        is_needed = app.settings.awake and app.table is not None and not over
        if is_needed and document.visibilityState == "visible":
            if not self._asking and (self._lock is None or self._lock.released):
                self._asking = True
                app.spawn(self._stay_awake())
        elif self._lock is not None:
            self._lock.release()
            self._lock = None

    def _attend_to_shaking(self, app: App) -> None:
        rolling = app.table is not None and app.table.choice.rolling is not None
        due = app.settings.shake and rolling and not app.place.sheets
        # Ask for permission on the settings sheet, where motion is switched on, or when a roll is due after a reload.
        near = due or (app.place.sheet is not None and app.place.sheet.name == "settings")
        active = getattr(getattr(navigator, "userActivation", None), "isActive", True)
        if app.settings.shake and self._allowed is None and near and active:
            self._allowed = False
            app.spawn(self._ask_to_feel())
        if not app.settings.shake:
            self._allowed = None
        is_needed = due and bool(self._allowed) and can_be_shaken()
        if is_needed and not self._feels:
            window.addEventListener("devicemotion", self._moved)
        elif self._feels and not is_needed:
            window.removeEventListener("devicemotion", self._moved)
        self._feels = is_needed

    async def _ask_to_feel(self) -> None:
        """Request permission to read the device's motion, with which a shake rolls the dice.

        If it is refused, switch off the setting for that and tell the player. Some browsers grant the permission only
        directly after the press of a button.
        """
        ask = getattr(window.DeviceMotionEvent, "requestPermission", None) if can_be_shaken() else None
        try:
            self._allowed = ask is None or str(await ask()) == "granted"
        except JsException:
            self._allowed = False
        if not self._allowed:
            self._app.change_settings(shake=False)
            self._app.voice.toast = Toast(say("The browser does not tell how the device is moved. Roll with a tap."))
        self._app.page.render()

    def _feel(self, event: Any) -> None:
        free, whole = _parts(event.acceleration), _parts(event.accelerationIncludingGravity)
        if not free and whole:  # this device cannot separate gravity from movement
            self._down, free = split_gravity(self._down or whole, whole)
        self._shaking = self._shaking.with_reading(event.timeStamp / 1000, max(map(abs, free), default=0.0))
        if self._shaking.shaken:
            self._shaking = Shaking()
            commands.do(self._app, "roll")

    async def _stay_awake(self) -> None:
        try:
            self._lock = await navigator.wakeLock.request("screen")
        except (JsException, AttributeError):
            await asyncio.sleep(1)  # refused or not supported: do not ask again at each render
        finally:
            self._asking = False

    def fill_screen(self) -> None:
        """Enter full screen, or leave it."""
        root = document.documentElement
        try:
            done = document.exitFullscreen() if document.fullscreenElement else root.requestFullscreen()
        except (JsException, AttributeError):
            return
        self._app.spawn(_quietly(done))


def _parts(acceleration: Any) -> tuple[float, ...]:
    """Return the acceleration along the three axes in m/s², or an empty tuple if the device does not report it."""
    values = (acceleration.x, acceleration.y, acceleration.z) if acceleration else ()
    return tuple(map(float, values)) if all(isinstance(part, int | float) for part in values) else ()


async def _quietly(promise: Any) -> None:
    with suppress(JsException):
        await promise
