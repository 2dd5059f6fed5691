"""The catalogue and the skin that the player wants, fetched when the page first needs them."""

from __future__ import annotations

from typing import Final

from chowk.app.app import App
from chowk.browser import catalog_loader, parcel_loader
from chowk.core import parcels
from chowk.core.message import say
from chowk.i18n import i18n
from chowk.i18n.toast import missing

NO_LANGUAGE: Final = say("The words of this language did not arrive. Until they do, Chowk speaks English.")
NO_SKIN: Final = say("These boards and pieces did not arrive. Until they do, you see the classic ones.")


class LateAssets:
    """Fetches languages and skins; the page is drawn without them until they arrive."""

    def __init__(self) -> None:
        self._language = ""  # the language whose catalogue is being fetched
        self._skin = ""  # the skin that is being fetched

    def attend(self, app: App) -> None:
        """Begin to fetch the wanted language and the chosen skin, if they are missing."""
        self._fetch_language(app)
        self._fetch_skin(app)

    def _fetch_language(self, app: App) -> None:
        """Fetch the catalogue of the wanted language; until it comes, the page keeps its present one."""
        if i18n.waits(app.wanted):
            if app.wanted not in (app.window.lost, self._language):
                self._language = app.wanted
                app.spawn(self._bring_language(app, app.wanted))
        else:
            app.window.spoken = app.wanted

    async def _bring_language(self, app: App, code: str) -> None:
        try:
            await catalog_loader.bring(code)
        except OSError as error:
            app.window.lost, app.window.spoken = code, i18n.ENGLISH.code
            app.voice.toast = missing(NO_LANGUAGE, error)
        self._language = ""
        app.page.render()

    def _fetch_skin(self, app: App) -> None:
        """Fetch the chosen skin; until it comes, boards keep their classic look."""
        skin = app.settings.skin
        if parcels.waits(skin) and skin not in (app.window.bare, self._skin):
            self._skin = skin
            app.spawn(self._bring_skin(app, skin))

    async def _bring_skin(self, app: App, skin: str) -> None:
        try:
            await parcel_loader.bring(skin)
        except OSError as error:
            app.window.bare = skin
            app.voice.toast = missing(NO_SKIN, error)
        self._skin = ""
        app.page.render()
