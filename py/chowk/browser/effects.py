"""Carry out the effects of a frame (a drawing of the page).

They fetch languages and skins, store data for the next start, tell the engine which game needs it, and move the focus.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from js import window

from chowk.app.app import App
from chowk.app.effects import (
    Caused,
    Effect,
    EnterSheet,
    FetchAhead,
    FetchCatalogue,
    FetchSkin,
    LetToastGo,
    NeedEngine,
    NoteGames,
    NoteLook,
    ReturnFocus,
    ScrollToTop,
    UseLanguage,
    due,
    games_note,
)
from chowk.browser import asset_loader, catalog_loader, parcel_loader
from chowk.browser.early_prefs import Mirror
from chowk.browser.render.focus import Focus
from chowk.core.message import say
from chowk.i18n import i18n
from chowk.i18n.toast import Toast, missing

_LOST: Final = say("The words of this language did not arrive. Until they do, Chowk speaks English.")
_PASSING: Final = 12.0
"""Seconds after which a toast disappears if it only confirms what the player has done."""
_BARE: Final = say("These boards and pieces did not arrive. Until they do, you see the classic ones.")


class FrameEffects:
    """The part of the page that carries out the effects of each frame, and keeps a record of them.

    A frame is a drawing of the page.
    """

    def __init__(self, mirror: Mirror, focus: Focus) -> None:
        self._mirror = mirror
        self._focus = focus
        self._caused = Caused()

    def carry_out(self, app: App, root: Mapping[str, str], *, begun: bool, keyed: bool) -> None:
        """Carry out the effects of a frame whose root element has the attributes `root`.

        `begun` is True once the page has taken over the browser's history. `keyed` is True if the focus was last moved
        with a key.
        """
        self._caused, effects = due(app, root, self._caused, begun=begun)
        for effect in effects:
            self._cause(app, effect, keyed)

    def note_games(self, app: App) -> None:
        """Store the list of saved games now, because the page may be closed.

        Do nothing if not all saved games have been read yet.
        """
        if app.window.noted is None:
            self._cause(app, games_note(app), keyed=False)

    def _cause(self, app: App, effect: Effect, keyed: bool) -> None:
        match effect:
            case UseLanguage(language):
                app.window.spoken = language
            case FetchCatalogue(language):
                app.spawn(self._fetch_catalogue(app, language))
            case FetchSkin(name):
                app.spawn(self._fetch_skin(app, name))
            case NoteLook(settings, theme, hand):
                self._mirror.note(settings, theme, hand)
            case NoteGames(note, waiting):
                self._mirror.note_games(note)
                self._mirror.show_badge(waiting)
            case NeedEngine(game):
                app.engine.need(game)
            case FetchAhead(game):
                app.spawn(asset_loader.fetch_ahead(game))
            case ScrollToTop():
                window.scrollTo(0, 0)
            case LetToastGo(toast):
                app.spawn(_let_go(app, toast))
            case EnterSheet():
                self._focus.enter(effect)
            case ReturnFocus():
                self._focus.give_back(effect, keyed)

    async def _fetch_catalogue(self, app: App, language: str) -> None:
        try:
            await catalog_loader.load_catalogue(language)
        except OSError as error:
            app.window.lost, app.window.spoken = language, i18n.ENGLISH.code
            app.voice.toast = missing(_LOST, error)
        self._caused = self._caused._replace(language="")
        app.page.render()

    async def _fetch_skin(self, app: App, name: str) -> None:
        try:
            await parcel_loader.load_parcel(name)
        except OSError as error:
            app.window.bare = name
            app.voice.toast = missing(_BARE, error)
        self._caused = self._caused._replace(skin="")
        app.page.render()


async def _let_go(app: App, toast: Toast) -> None:
    """Remove a toast after `_PASSING` seconds, unless it has been replaced or removed before."""
    await app.clock.sleep(_PASSING)
    if app.voice.toast is toast:
        app.voice.toast = None
        app.page.render()
