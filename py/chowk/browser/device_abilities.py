"""The device's abilities, for settings and games. The code that uses the abilities is loaded on first use."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from js import document

from chowk.app.app import App

if TYPE_CHECKING:
    from chowk.browser.device import Device


class BrowserDevice:
    """The device's abilities and functions, as the application uses them.

    The code of the functions is loaded on first use.
    """

    def __init__(self) -> None:
        self.app: App | None = None

    @cached_property
    def _held(self) -> Device:
        from chowk.browser.device import Device

        assert self.app is not None, "the application has begun"
        return Device(self.app)

    def attend(self, app: App) -> None:
        """Hold or release the wake lock and the motion listener, as the settings and the game require.

        Do nothing until a setting needs one of them for the first time.
        """
        if "_held" in vars(self) or app.settings.awake or app.settings.shake:
            self._held.attend()

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
        self._held.fill_screen()
