"""The pages: functions that turn the application's state into a tree of nodes. They only read the state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, cast

from chowk.app.app import App
from chowk.core.message import PlayerName, say
from chowk.features.dice import view as dice_view
from chowk.features.people.commands import ready
from chowk.features.practice.commands import has_played
from chowk.features.review.review import review_beside_board
from chowk.features.sharing import record_view
from chowk.games.api import Section
from chowk.i18n import about
from chowk.i18n.i18n import LANGUAGES, Words
from chowk.i18n.toast import Toast
from chowk.session.table import Table
from chowk.ui import parts
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button, words_of
from chowk.ui.screens import log, offer_panel, result
from chowk.ui.screens.home import home
from chowk.ui.screens.table import table
from chowk.ui.sheets import rule_options, rules, settings, setup, sheets
from chowk.ui.slots import Beside, ResultParts, TableParts


class _Later:
    """A module of views that is imported when a view is first used."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, view: str) -> Any:
        return getattr(import_module(self._module), view)


if TYPE_CHECKING:  # lets the type checker compare the application with what each of them requires
    from chowk.features.analysis import compare_view as compare
    from chowk.features.analysis import legend_view as legend
    from chowk.features.analysis import openings_view as openings
    from chowk.features.analysis import view as analysis
    from chowk.features.analysis.table import AnalysisTable
    from chowk.features.collections import explorer_view as explorer
    from chowk.features.collections import view as collections
    from chowk.features.correspondence import reactions
    from chowk.features.correspondence import table_view as sending
    from chowk.features.correspondence import view as correspondence
    from chowk.features.courses import view as courses
    from chowk.features.lessons import view as lessons
    from chowk.features.lessons.lessons import LessonTable
    from chowk.features.live import view as live
    from chowk.features.live.session import Live
    from chowk.features.people import view as people
    from chowk.features.position_editor import view as position_editor
    from chowk.features.position_editor.editor import DraftTable
    from chowk.features.practice import mistakes_view, storm_view
    from chowk.features.practice import today_view as today
    from chowk.features.practice import view as practice
    from chowk.features.practice.storm import StormTable
    from chowk.features.review import result_view
    from chowk.features.review import view as review
    from chowk.features.sharing import collection_view as collection
    from chowk.features.sharing import print_view
    from chowk.features.sharing import qr_view as qr
    from chowk.features.sharing import saved_games_view as saved_games
    from chowk.features.sharing import view as share
    from chowk.features.studies import study_print
    from chowk.features.studies import view as studies
    from chowk.ui.screens import board
    from chowk.ui.sheets import shortcuts, statistics
else:
    correspondence = _Later("chowk.features.correspondence.view")
    sending = _Later("chowk.features.correspondence.table_view")
    reactions = _Later("chowk.features.correspondence.reactions")
    live = _Later("chowk.features.live.view")
    qr = _Later("chowk.features.sharing.qr_view")
    share = _Later("chowk.features.sharing.view")
    collection = _Later("chowk.features.sharing.collection_view")
    print_view = _Later("chowk.features.sharing.print_view")
    analysis = _Later("chowk.features.analysis.view")
    compare = _Later("chowk.features.analysis.compare_view")
    openings = _Later("chowk.features.analysis.openings_view")
    legend = _Later("chowk.features.analysis.legend_view")
    position_editor = _Later("chowk.features.position_editor.view")
    result_view = _Later("chowk.features.review.result_view")
    review = _Later("chowk.features.review.view")
    lessons = _Later("chowk.features.lessons.view")
    people = _Later("chowk.features.people.view")
    practice = _Later("chowk.features.practice.view")
    collections = _Later("chowk.features.collections.view")
    explorer = _Later("chowk.features.collections.explorer_view")
    courses = _Later("chowk.features.courses.view")
    mistakes_view = _Later("chowk.features.practice.mistakes_view")
    studies = _Later("chowk.features.studies.view")
    study_print = _Later("chowk.features.studies.study_print")
    storm_view = _Later("chowk.features.practice.storm_view")
    today = _Later("chowk.features.practice.today_view")
    board = _Later("chowk.ui.screens.board")
    saved_games = _Later("chowk.features.sharing.saved_games_view")
    statistics = _Later("chowk.ui.sheets.statistics")
    shortcuts = _Later("chowk.ui.sheets.shortcuts")


Sheet: TypeAlias = Callable[[App, Words, str], Node]
"""A function that draws a sheet. Its last argument is the sheet's subject, such as the name of a game."""


def _at_table(page: Callable[[App, Words, Table, str], Node]) -> Sheet:
    """Return a `Sheet` that calls `page` with the current table as an additional argument."""

    def sheet(app: App, words: Words, arg: str) -> Node:
        assert app.table is not None, "`session.navigation` says over what it lies"
        return page(app, words, app.table, arg)

    return sheet


def _paper(app: App, words: Words) -> Node | None:
    if not app.window.printing:
        return None
    sheet = app.place.sheet
    is_study = sheet is not None and sheet.name == "study"
    return study_print.paper(app, words) if is_study else print_view.paper(app, words)


def _table_rules(app: App) -> Sequence[Section]:
    """Return the sections that features add to the rules of the game at the table."""
    return () if app.table is None or app.table.distance is None else (correspondence.rules(app.table),)


def _of_result(app: App, words: Words, table: Table) -> ResultParts:
    """Return the parts that features add to the result sheet."""
    onward: Iterable[Node] = ()
    if table.distance is not None:
        playing = _connection(app, table)
        if playing is not None and playing.chair >= 0:
            onward = live.next_game_button(app, words, playing)
        else:
            onward = sending.onward(app, words, table, table.distance)
    reckoned = tuple(result_view.summaries(app, words, table))
    result_parts = ResultParts(None, result_view.turning_point_line(app, words, table), reckoned, tuple(onward))
    return people.result(app, words, table, result_parts) if ready() else result_parts


def _connection(app: App, table: Table) -> Live | None:
    """Return the live connection for the game at a table, or None if none is open."""
    return app.live if app.live is not None and app.live.open and app.live.belong_to(table.about.save) else None


def _of_table(app: App, words: Words, table: Table) -> TableParts:
    """Return the parts that features add to the table screen."""
    beside, distance = _beside(app, words), table.distance
    if distance is None:
        return TableParts(beside)
    playing = _connection(app, table)
    connected = live.status(app, words, playing) if playing is not None else None
    controls = tuple(sending.controls(app, words, table, distance, connected))
    row = reactions.row(app, words, table, distance) if playing is None else None
    return TableParts(
        beside,
        sending.status(app, table, distance),
        controls,
        row,
        dict(reactions.utterances(app, words, table, distance)),
    )


def _beside(app: App, words: Words) -> Beside | None:
    """Return the open review's panel beside the board and its marks over the board, or None if no review is open."""
    docked_review = review_beside_board(app)
    return (
        None if docked_review is None else Beside(review.review(app, words, docked_review), review.over(docked_review))
    )


SHEETS: Final[Mapping[str, Sheet]] = {
    "setup": lambda app, words, arg: (people if ready() else setup).setup(app, words, arg),
    "apart": lambda app, words, arg: (people if ready() else correspondence).new_game_sheet(app, words, arg),
    "invited": lambda app, words, arg: correspondence.invited(app, words, arg),
    "letter": lambda app, words, arg: correspondence.letter(app, words, arg),
    "live": lambda app, words, arg: live.live(app, words, arg),
    "seat-link": lambda app, words, arg: correspondence.seat_link(app, words, arg),
    "wish": _at_table(lambda app, words, table, arg: correspondence.wish(app, words, table, arg)),
    "claim": _at_table(lambda app, words, table, arg: correspondence.claim(app, words, table, arg)),
    "brought": lambda app, words, arg: correspondence.brought(app, words, arg),
    "code": lambda app, words, arg: qr.code(app, words, arg),
    "camera": lambda app, words, arg: qr.camera(app, words, arg),
    "menu": sheets.menu,
    "learn": lambda app, words, _: lessons.lesson_list(app, words),
    "course": lambda app, words, arg: courses.course(app, words, arg),
    "practice": lambda app, words, arg: practice.overview(app, words, arg),
    "puzzle-days": lambda app, words, arg: practice.days(app, words, arg),
    "people": lambda app, words, arg: people.people(app, words, arg),
    "person": lambda app, words, arg: people.person(app, words, arg),
    "person-remove": lambda app, words, arg: people.removal(app, words, arg),
    "ladder": lambda app, words, arg: people.ladder(app, words, arg),
    "mistakes": lambda app, words, arg: mistakes_view.mistakes(app, words, arg),
    "storm": _at_table(lambda app, words, table, _: storm_view.storm(app, words, cast("StormTable", table))),
    "look": _at_table(offer_panel.board_sheet),
    "log": _at_table(log.log_sheet),
    "result": _at_table(lambda app, words, table, _: result.result(app, words, table, _of_result(app, words, table))),
    "rules": lambda app, words, aim: rules.rules(app, words, aim, _table_rules(app)),
    "house": _at_table(rule_options.house),
    "sure": _at_table(sheets.sure),
    "which": _at_table(lambda app, words, table, arg: board.which(app, words, table, arg)),
    "compare": _at_table(lambda app, words, table, arg: compare.compare(app, words, table, arg)),
    "openings": _at_table(lambda app, words, table, arg: openings.openings(app, words, table, arg)),
    "legend": _at_table(lambda app, words, table, arg: legend.legend(app, words, table, arg)),
    "dice": _at_table(dice_view.dice),
    "verify": _at_table(dice_view.verify),
    "record": _at_table(record_view.record),
    "share": _at_table(lambda app, words, table, arg: share.share(app, words, table, arg)),
    "paste": lambda app, words, _: record_view.paste(app, words),
    "settings": lambda app, words, _: settings.settings(app, words),
    "about": lambda app, words, _: settings.about(app, words),
    "kept": lambda app, words, arg: saved_games.saved_games_list(app, words, arg, correspondence.pending),
    "analyses": lambda app, words, arg: analysis.analyses(app, words, arg),
    "incoming": lambda app, words, arg: saved_games.incoming(app, words, arg),
    "collection": lambda app, words, arg: collection.collection(app, words, arg),
    "played": _at_table(lambda app, words, table, _: explorer.played(app, words, table)),
    **dict.fromkeys(
        ("collections", "archive", "faults", "check", "check-player"),
        lambda app, words, arg: collections.collections_sheet(app, words, arg),
    ),
    "studies": lambda app, words, arg: studies.studies(app, words, arg),
    "study": lambda app, words, arg: studies.study(app, words, arg),
    "statistics": lambda app, words, arg: people.statistics(app, words, arg),
    "reset": lambda app, words, arg: statistics.reset(app, words, arg),
    "shortcuts": lambda app, words, arg: shortcuts.shortcuts(app, words, arg),
    "forget": sheets.forget,
    "resign": sheets.resign,
    "agree": sheets.agree,
    "offer": _at_table(sheets.offer),
    "handing": _at_table(sheets.handing),
}
"""All sheets by name."""


class Frame(NamedTuple):
    """A page, and the errors of the views that failed. The page has a message in place of each failed view."""

    page: Node
    errors: tuple[Exception, ...]


def page(app: App, words: Words) -> Node:
    """Return the whole page; raise the error of a view that failed."""
    built = frame(app, words)
    for error in built.errors:
        raise error
    return built.page


def frame(app: App, words: Words) -> Frame:
    """Return the whole page, with screen, sheet, toasts and announcements, and the errors of failed views."""
    name, arg = app.place.sheet or ("", "")
    errors: list[Exception] = []
    screen, toasts = _screen(app, words, errors), _toasts(app, words)
    place = None if name else _toast_place(app, screen)
    # Style sheets read these attributes. With `:has()`, browsers would compare the rule after every change of the page.
    built = el(
        "div",
        _paper(app, words),
        el("div", screen, class_="screen", key="screen", inert=bool(name)),
        # Sheet and toasts have one parent, so that they share the window and no toast covers a sheet.
        el(
            "div",
            _sheet(app, words, name, arg, errors) if name else None,
            el("div", toasts, class_="toasts", key="toasts", role="status", data_place=place),
            class_="overlay",
            key="overlay",
            data_noted=bool(name and toasts),
        ),
        # A repeated announcement gets a new element, because screen readers would not read it again otherwise.
        el(
            "div",
            el("div", words_of(words, app.voice.spoken), key=f"said-{app.voice.answers}"),
            class_="unseen",
            key="spoken",
            role="status",
            aria_atomic="true",
        ),
        el("div", words(app.voice.alert) if app.voice.alert else "", class_="unseen", key="alert", role="alert"),
        class_="page",
        key="page",
        data_row=place == "row",
        data_noted=bool(toasts),
    )
    return Frame(built, tuple(errors))


def _sheet(app: App, words: Words, name: str, arg: str, errors: list[Exception]) -> Node:
    """Draw a sheet. If that fails, add the error to `errors` and draw a message that can be closed."""
    try:
        return SHEETS[name](app, words, arg)
    except Exception as error:
        errors.append(error)
        return parts.sheet(app, words, name, _WRONG, el("p", words(_CLOSE)), class_="small")


_WRONG: Final = say("Something went wrong")
_CLOSE: Final = say("This cannot be shown. Close it and go on; what was played is kept.")


def _screen(app: App, words: Words, errors: list[Exception]) -> Node:
    """Draw the screen. If that fails, add the error to `errors` and draw a message with a button.

    The button goes to the home page, or on the home page to the saved games.
    """
    try:
        return _place(app, words)
    except Exception as error:
        errors.append(error)
        way = button(app, words, "home" if app.table is not None else "kept", class_="primary")
        return el("main", el("h1", words(_WRONG)), el("p", words(_CLOSE)), way, class_="home", key="wrong")


def _place(app: App, words: Words) -> Node:
    if app.table is None and app.opening:
        # `visit.js` has shown the same. Controls would be replaced a moment later, so none are shown.
        return el("main", el("p", words(say("Opening the link …"))), class_="arriving", key="arriving")
    if app.table is None:
        playing = people.chip(app, words) if app.faces else None
        cards = today.today(app, words) if has_played(app.kept) else ()
        return home(
            app, words, lambda words, seat, away=None: correspondence.pending(words, seat, away), playing, cards
        )
    if app.table.kind == "lesson":
        return lessons.lesson(app, words, cast("LessonTable", app.table))
    if app.table.kind == "analysis":
        return analysis.study(app, words, cast("AnalysisTable", app.table))
    if app.table.kind == "draft":
        return position_editor.draft(app, words, cast("DraftTable", app.table))
    return table(app, words, app.table, _of_table(app, words, app.table))


def title(app: App, words: Words) -> str:
    """Return the title of the document: whose turn it is, and the game; on the home page, the name of the app."""
    if app.table is None:
        return words(about.name())
    game, turn = app.table.game.sign.title, app.table.turn
    if turn is None:
        return words(say("Game over · {game} · Chowk", game=game))
    if app.table.seats.people == 1 and app.table.seats.person(turn) and app.table.kind != "guest":
        return words(say("Your turn · {game} · Chowk", game=game))
    return words(say("{player} to move · {game} · Chowk", player=PlayerName(turn), game=game))


def root_attrs(app: App) -> dict[str, str]:
    """Return the attributes of the document's root.

    Style sheets read the language, the theme and similar facts there.
    """
    direction = LANGUAGES[app.language].direction
    return {
        "lang": app.language,
        "dir": direction,
        "data-theme": app.theme if app.window.theme or app.settings.theme != "auto" else "auto",
        "data-motion": app.settings.motion,
        # `start` and `end` depend on the text direction, but a hand is on the same side in every language
        "data-hand": "start" if app.settings.left_handed == (direction == "ltr") else "end",
        "data-screen": "home" if app.table is None else "table",
    }


def _toast_place(app: App, screen: Node) -> str | None:
    """Return where toasts lie on this screen: at its foot, over the status, or in a row of their own above the text.

    Return None if they lie at the top of the window.
    """
    if app.table is None:
        return "foot"
    if app.table.kind in ("lesson", "analysis", "draft") or "data-review" in screen.attrs:
        return "row"
    return "status" if "data-free" in screen.attrs else None


def _toasts(app: App, words: Words) -> list[Node]:
    """Draw the toasts: the latest one, then the one about a newer version unless a sheet is open."""
    toast, newer, sheets = app.voice.toast, app.voice.update, app.place.sheets
    is_covered = bool(sheets) and toast is app.voice.covered
    notes = [_toast(app, words, toast, "")] if toast is not None and not is_covered else []
    return notes if newer is None or sheets else [*notes, _toast(app, words, newer, "update")]


def _toast(app: App, words: Words, toast: Toast, name: str) -> Node:
    act = button(app, words, toast.do, toast.arg, label=toast.label, class_="primary") if toast.do else None
    close = button(app, words, "dismiss", name, icon="close", only_icon=True, class_="quiet")
    texts = [el("p", words(text)) for text in (toast.text, *toast.more)]
    paragraphs = el("div", texts) if toast.more else texts
    face = reactions.reaction(app, *toast.face, "toast-") if toast.face is not None else None
    return el("div", face, paragraphs, act, close, class_="toast", data_alert=toast.alert, key=toast.text.text)
