"""The pages: pure functions from the application and its messages to a tree of nodes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Final, TypeAlias

from chowk.app.app import App
from chowk.core.message import Who, say
from chowk.features.luck import dice_view
from chowk.features.sharing import record_view
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

Sheet: TypeAlias = Callable[[App, Words, str], Node]
"""A function that builds a sheet; its last argument says what the sheet is about."""


def _later(part: str, name: str) -> Callable[..., Node]:
    """Return a page whose module is imported on first use, not at every start."""

    def sheet(*given: object) -> Node:
        found: Node = getattr(import_module(f"chowk.{part}"), name)(*given)
        return found

    return sheet


def _at_table(page: Callable[[App, Words, Table, str], Node]) -> Sheet:
    """Return a sheet that is given the table."""

    def sheet(app: App, words: Words, arg: str) -> Node:
        assert app.table is not None, "`session.navigation` says over what it lies"
        return page(app, words, app.table, arg)

    return sheet


def _paper(app: App, words: Words) -> Node | None:
    if not app.front.printing:
        return None
    from chowk.features.sharing import print_view

    return print_view.paper(app, words)


SHEETS: Final[Mapping[str, Sheet]] = {
    "setup": lambda app, words, _: setup.setup(app, words),
    "apart": _later("features.correspondence.view", "apart"),
    "invited": _later("features.correspondence.view", "invited"),
    "letter": _later("features.correspondence.view", "letter"),
    "live": _later("features.live.view", "live"),
    "seat-link": _later("features.correspondence.view", "seat_link"),
    "wish": _at_table(_later("features.correspondence.view", "wish")),
    "claim": _at_table(_later("features.correspondence.view", "claim")),
    "brought": _later("features.correspondence.view", "brought"),
    "code": _later("features.sharing.qr_view", "code"),
    "camera": _later("features.sharing.qr_view", "camera"),
    "menu": _at_table(sheets.menu),
    "learn": lambda app, words, _: _lessons().shelf(app, words),
    "look": _at_table(offer_panel.look),
    "log": _at_table(log.log_sheet),
    "result": _at_table(result.result),
    "rules": rules.rules,
    "house": _at_table(rule_options.house),
    "sure": _at_table(sheets.sure),
    "which": _at_table(_later("ui.screens.board", "which")),
    "compare": _at_table(_later("features.analysis.compare_view", "compare")),
    "openings": _at_table(_later("features.analysis.openings_view", "openings")),
    "legend": _at_table(_later("features.analysis.legend_view", "legend")),
    "dice": _at_table(dice_view.dice),
    "verify": _at_table(dice_view.verify),
    "record": _at_table(record_view.record),
    "share": _at_table(_later("features.sharing.view", "share")),
    "paste": lambda app, words, _: record_view.paste(app, words),
    "settings": lambda app, words, _: settings.settings(app, words),
    "about": lambda app, words, _: settings.about(app, words),
    "kept": _later("ui.sheets.saved_games", "kept"),
    "analyses": _later("features.analysis.view", "analyses"),
    "incoming": _later("ui.sheets.saved_games", "incoming"),
    "collection": _later("features.sharing.collection_view", "collection"),
    "statistics": _later("ui.sheets.statistics", "statistics"),
    "reset": _later("ui.sheets.statistics", "reset"),
    "shortcuts": _later("ui.sheets.shortcuts", "shortcuts"),
    "forget": sheets.forget,
    "resign": sheets.resign,
    "agree": sheets.agree,
    "offer": _at_table(sheets.offer),
    "handing": _at_table(sheets.handing),
}
"""All sheets by name."""


def page(app: App, words: Words) -> Node:
    """Build the whole page: screen, sheet, notes and announcements."""
    name, arg = app.place.sheet or ("", "")
    screen = _screen(app, words)
    return el(
        "div",
        _paper(app, words),
        el("div", screen, class_="screen", key="screen", inert=bool(name)),
        _sheet(app, words, name, arg) if name else None,
        el("div", _toasts(app, words), class_="toasts", key="toasts", role="status"),
        # A repeated announcement gets a new element, or screen readers would not read it.
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
    )


def _sheet(app: App, words: Words, name: str, arg: str) -> Node:
    """Build a sheet; if that fails for any reason, show a message that can be closed."""
    try:
        return SHEETS[name](app, words, arg)
    except Exception as error:
        app.failures.note(error)
        return parts.sheet(app, words, name, _WRONG, el("p", words(_CLOSE)), class_="small")


_WRONG: Final = say("Something went wrong")
_CLOSE: Final = say("This cannot be shown. Close it and go on; what was played is kept.")


def _screen(app: App, words: Words) -> Node:
    """Build the screen; if that fails, show a message with a way home, or on the home page to the saved games."""
    try:
        return _place(app, words)
    except Exception as error:
        app.failures.note(error)
        way = button(app, words, "home" if app.table is not None else "kept", class_="primary")
        return el("main", el("h1", words(_WRONG)), el("p", words(_CLOSE)), way, class_="home", key="wrong")


def _place(app: App, words: Words) -> Node:
    if app.table is None and app.opening:
        # Show nothing to tap that would be replaced a moment later; visit.js has shown the same.
        return el("main", el("p", words(say("Opening the link …"))), class_="arriving", key="arriving")
    if app.table is None:
        return home(app, words)
    if app.table.kind == "lesson":
        lesson: Node = _lessons().lesson(app, words, app.table)
        return lesson
    if app.table.kind == "analysis":
        study: Node = _later("features.analysis.view", "study")(app, words, app.table)
        return study
    if app.table.kind == "draft":
        draft: Node = _later("features.position_editor.view", "draft")(app, words, app.table)
        return draft
    return table(app, words, app.table)


def _lessons() -> ModuleType:
    """Return the module of lessons, imported on first use and not at every start."""
    from chowk.features.lessons import view

    return view


def title(app: App, words: Words) -> str:
    """Return the document's title: whose turn it is, in which game."""
    if app.table is None:
        return words(about.name())
    game, turn = app.table.game.sign.title, app.table.turn
    if turn is None:
        return words(say("Game over · {game} · Chowk", game=game))
    if app.table.seats.people == 1 and app.table.seats.person(turn) and app.table.kind != "guest":
        return words(say("Your turn · {game} · Chowk", game=game))
    return words(say("{player} to move · {game} · Chowk", player=Who(turn), game=game))


def root_attrs(app: App) -> dict[str, str]:
    """Return the attributes of the document's root, by which style sheets know the language, the theme and so on."""
    direction = LANGUAGES[app.language].direction
    return {
        "lang": app.language,
        "dir": direction,
        "data-theme": app.theme if app.front.theme or app.settings.theme != "auto" else "auto",
        "data-motion": app.settings.motion,
        # `start` and `end` follow the text direction, but a hand is on the same side in every language
        "data-hand": "start" if app.settings.left_handed == (direction == "ltr") else "end",
        "data-screen": "home" if app.table is None else "table",
    }


def _toasts(app: App, words: Words) -> list[Node]:
    """Return the notes at the edge: the latest one, then the one about a newer version unless a sheet is open."""
    toast, newer, sheets = app.voice.toast, app.voice.update, app.place.sheets
    is_covered = bool(sheets) and toast is app.voice.covered
    notes = [_toast(app, words, toast, "")] if toast is not None and not is_covered else []
    return notes if newer is None or sheets else [*notes, _toast(app, words, newer, "update")]


def _toast(app: App, words: Words, toast: Toast, name: str) -> Node:
    act = button(app, words, toast.do, toast.arg, label=toast.label, class_="primary") if toast.do else None
    close = button(app, words, "dismiss", name, icon="close", only_icon=True, class_="quiet")
    texts = [el("p", words(text)) for text in (toast.text, *toast.more)]
    said = el("div", texts) if toast.more else texts
    return el("div", said, act, close, class_="toast", data_alert=toast.alert, key=toast.text.text)
