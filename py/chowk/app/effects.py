"""Effects, as values: the actions that the page must carry out after a frame (a drawing of the whole page).

Views only read the state. `due` compares the state with `Caused`, the record of earlier effects, and returns the new
effects. The browser carries them out after the frame. Changes of the browser's history are in `app.history`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

from chowk.app.app import App
from chowk.core import parcels
from chowk.features.practice import commands as practice
from chowk.features.practice import today_view
from chowk.i18n import i18n
from chowk.i18n.toast import Toast
from chowk.session.navigation import OpenSheet
from chowk.session.table import Table
from chowk.storage.settings import Settings
from chowk.ui.screens.home import noted, waiting


class UseLanguage(NamedTuple):
    """Record that the page is now in `language`, which it keeps while another language is being fetched."""

    language: str


class FetchCatalogue(NamedTuple):
    """Fetch the texts (the message catalogue) of the wanted language.

    Until they arrive, the language stays the same.
    """

    language: str


class FetchSkin(NamedTuple):
    """Fetch the chosen skin (drawings of boards and pieces). Until it arrives, the classic skin is shown."""

    name: str


class NoteLook(NamedTuple):
    """Store the language and the look for the next start, which needs them before it can read the stored settings.

    `hand` is the side of the screen with the controls: the `start` or the `end` of a line in the language's direction
    (the left or the right in English).
    """

    settings: Settings
    theme: str
    hand: str


class NoteGames(NamedTuple):
    """Store a list of the saved games, which the next start shows before it has read them.

    The app's icon shows `waiting`, the number of games that wait for this player.
    """

    note: str
    waiting: int


class NeedEngine(NamedTuple):
    """Tell the engine which game needs the worker in which the computer opponents run.

    If `game` is empty, no game needs the worker, and the worker may end.
    """

    game: str


class FetchAhead(NamedTuple):
    """Fetch the files that the opponents of a game need, because the player is setting the game up."""

    game: str


class ScrollToTop(NamedTuple):
    """Scroll the page to its top, because another table is shown, which begins there."""


class LetToastGo(NamedTuple):
    """Remove a toast after a while, because it only confirms what the player has done."""

    toast: Toast


class EnterSheet(NamedTuple):
    """Move the focus into the topmost sheet.

    * `same_sheet`: True if the sheet was open already and now has other contents. The focus then moves only if the
      sheet has a control with the attribute `data-autofocus`.
    * `remember`: True if the control that has the focus now is to be stored, so that the focus can return to it.
    * `closed`: the number of sheets that were closed. The controls stored for them are forgotten.
    * `title`: True if the focus moves to the title of the sheet, whose new contents are above the control that has the
      attribute.
    """

    same_sheet: bool = False
    remember: bool = False
    closed: int = 0
    title: bool = False


class ReturnFocus(NamedTuple):
    """Move the focus to the control that had it before the sheets were opened.

    `closed` is the number of sheets that were closed, and `sheet` the lowest of them. If the control is gone and the
    player uses the keyboard, the focus moves to a control that would open `sheet` again, such as the row of a game in a
    list.
    """

    closed: int
    sheet: OpenSheet


Effect: TypeAlias = (
    UseLanguage
    | FetchCatalogue
    | FetchSkin
    | NoteLook
    | NoteGames
    | NeedEngine
    | FetchAhead
    | ScrollToTop
    | LetToastGo
    | EnterSheet
    | ReturnFocus
)


class Caused(NamedTuple):
    """The record of earlier effects, so that none is repeated.

    `language` and `skin` are the names of what is being fetched, or empty. `look` and `games` are what was stored last.
    `engine` is the game that needs the engine, or empty. `ahead` are the games whose files have been fetched ahead.
    `sheets` are the sheets that were open when the page was last drawn, and `more` is True if the set-up sheet then
    showed all choices. `table` is the table that was shown, and `toast` the toast.
    """

    language: str = ""
    skin: str = ""
    look: NoteLook | None = None
    games: NoteGames | None = None
    engine: str = ""
    ahead: frozenset[str] = frozenset()
    sheets: tuple[OpenSheet, ...] = ()
    more: bool = False
    table: Table | None = None
    toast: Toast | None = None


def due(app: App, root: Mapping[str, str], caused: Caused, *, begun: bool = True) -> tuple[Caused, tuple[Effect, ...]]:
    """Return a pair: the new value of `caused`, and the effects to carry out after a page was drawn.

    `caused` is the record of the effects that were carried out before, so that none is repeated.

    `root` holds the attributes of the document's root, as `pages.root_attrs` returns them. The list of saved games is
    stored only after the page has `begun`, that is, has taken over the browser's history.
    """
    effects = (
        *_assets(app, caused),
        *_notes(app, root, caused, begun),
        *_engine(app.table, caused),
        *_ahead(app, caused),
        *_passing(app, caused),
        *_focus(caused.sheets, app.place.sheets, replaced=app.setup.more and not caused.more),
    )
    for effect in effects:
        match effect:
            case FetchCatalogue(language):
                caused = caused._replace(language=language)
            case FetchSkin(name):
                caused = caused._replace(skin=name)
            case NoteLook():
                caused = caused._replace(look=effect)
            case NoteGames():
                caused = caused._replace(games=effect)
            case NeedEngine(game):
                caused = caused._replace(engine=game)
            case FetchAhead(game):
                caused = caused._replace(ahead=caused.ahead | {game})
            case _:
                pass
    shown = caused._replace(sheets=app.place.sheets, more=app.setup.more, table=app.table, toast=app.voice.toast)
    return shown, effects


def _assets(app: App, caused: Caused) -> Iterator[Effect]:
    """Yield the effects that fetch the texts of the wanted language, and the chosen drawings of boards and pieces.

    A failed fetch is not repeated.
    """
    language, skin = app.wanted_language, app.settings.skin
    if not i18n.is_unloaded(language):
        if app.window.spoken != language:
            yield UseLanguage(language)
    elif language not in (app.window.lost, caused.language):
        yield FetchCatalogue(language)
    if parcels.is_unfetched(skin) and skin not in (app.window.bare, caused.skin):
        yield FetchSkin(skin)


def _notes(app: App, root: Mapping[str, str], caused: Caused, begun: bool) -> Iterator[Effect]:
    """Yield the effects that store data for the next start, if the data have changed.

    The language and the look are stored on every page, the list of saved games only on the home page. `root` holds the
    attributes of the document's root. `caused` is the record of earlier effects. `begun` is True once the page has
    taken over the browser's history.
    """
    look = NoteLook(app.settings, root["data-theme"], root["data-hand"])
    if look != caused.look:
        yield look
    if begun and app.table is None and app.window.noted is None:
        games = games_note(app)
        if games != caused.games:
            yield games


def games_note(app: App) -> NoteGames:
    """Return the effect that stores the list of saved games. Call this only after all saved games were read."""
    today = today_view.texts(app, app.words) if practice.has_played(app.kept) else ()
    return NoteGames(noted(app, app.words, today), waiting(app))


def _engine(table: Table | None, caused: Caused) -> Iterator[Effect]:
    """Yield a `NeedEngine` effect if the game that needs an engine has changed.

    An analysis needs an engine, and so does an unfinished game with opponents.
    """
    opponents = table is not None and any(seat.kind == "bot" for seat in table.plan.seats)
    needed = table is not None and (table.kind == "analysis" or (opponents and table.outcome is None))
    game = table.game.name if table is not None and needed else ""
    if game != caused.engine:
        yield NeedEngine(game)


def _ahead(app: App, caused: Caused) -> Iterator[Effect]:
    """Yield the effect that fetches the files of the game that is being set up, once for each game."""
    sheet = app.place.sheet
    if sheet is not None and sheet.name == "setup" and sheet.arg not in caused.ahead:
        yield FetchAhead(sheet.arg)


def _passing(app: App, caused: Caused) -> Iterator[Effect]:
    """Yield the effects for another table and for another toast that is a confirmation."""
    if app.table is not None and not _is_same_game(app.table, caused.table):
        yield ScrollToTop()
    toast = app.voice.toast
    if toast is not None and toast.brief and toast is not caused.toast:
        yield LetToastGo(toast)


def _is_same_game(table: Table, before: Table | None) -> bool:
    """Return True if two tables show the same game: a move that comes by a connection replaces the table."""
    return table is before or (before is not None and table.about.save == before.about.save != "")


def _focus(before: tuple[OpenSheet, ...], now: tuple[OpenSheet, ...], *, replaced: bool) -> Iterator[Effect]:
    """Yield the effect that moves the focus, if the sheets have changed since the previous frame.

    `replaced` is True if the same sheet now shows another page, such as all choices of a set-up. That is a change, too.
    """
    closed = len(before) - len(now)
    if now == before:
        if now and replaced:
            yield EnterSheet(same_sheet=True, title=True)
        return
    if closed > 0:
        yield EnterSheet(closed=closed) if now else ReturnFocus(closed, before[0])
    else:
        names = [sheet.name for sheet in before], [sheet.name for sheet in now]
        yield EnterSheet(same_sheet=names[0] == names[1], remember=closed < 0)
