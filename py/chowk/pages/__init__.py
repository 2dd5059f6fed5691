"""The pages: pure functions from the application and its words to a tree of nodes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Final, TypeAlias

from chowk.app.app import App
from chowk.core.message import Who, say
from chowk.pages import bench, dice, house, log, parts, record, result, rules, settings, setup, sheets
from chowk.pages.home import home
from chowk.pages.nodes import Node, el
from chowk.pages.parts import button, words_of
from chowk.pages.table import table
from chowk.play.table import Table
from chowk.words import about
from chowk.words.i18n import LANGUAGES, Words
from chowk.words.toast import Toast

Sheet: TypeAlias = Callable[[App, Words, str], Node]
"""A sheet, as it is now; what it is about is its argument."""


def _later(part: str, name: str) -> Callable[..., Node]:
    """A page that is read when it is first asked for, not at every start."""

    def sheet(*given: object) -> Node:
        found: Node = getattr(import_module(f"{__name__}.{part}"), name)(*given)
        return found

    return sheet


def _at_table(page: Callable[[App, Words, Table, str], Node]) -> Sheet:
    """A sheet about the table, which it is given."""

    def sheet(app: App, words: Words, arg: str) -> Node:
        assert app.table is not None, "`play.place` says over what it lies"
        return page(app, words, app.table, arg)

    return sheet


def _paper(app: App, words: Words) -> Node | None:
    if not app.front.printing:
        return None
    from chowk.pages import paper

    return paper.paper(app, words)


SHEETS: Final[Mapping[str, Sheet]] = {
    "setup": lambda app, words, _: setup.setup(app, words),
    "apart": _later("apart", "apart"),
    "invited": _later("apart", "invited"),
    "letter": _later("apart", "letter"),
    "live": _later("live", "live"),
    "seat-link": _later("apart", "seat_link"),
    "wish": _at_table(_later("apart", "wish")),
    "claim": _at_table(_later("apart", "claim")),
    "brought": _later("apart", "brought"),
    "code": _later("codes", "code"),
    "camera": _later("codes", "camera"),
    "menu": _at_table(sheets.menu),
    "learn": lambda app, words, _: _lessons().shelf(app, words),
    "look": _at_table(bench.look),
    "log": _at_table(log.log_sheet),
    "result": _at_table(result.result),
    "rules": rules.rules,
    "house": _at_table(house.house),
    "sure": _at_table(sheets.sure),
    "which": _at_table(_later("board", "which")),
    "compare": _at_table(_later("compare", "compare")),
    "openings": _at_table(_later("openings", "openings")),
    "legend": _at_table(_later("legend", "legend")),
    "dice": _at_table(dice.dice),
    "verify": _at_table(dice.verify),
    "record": _at_table(record.record),
    "share": _at_table(_later("share", "share")),
    "paste": lambda app, words, _: record.paste(app, words),
    "settings": lambda app, words, _: settings.settings(app, words),
    "about": lambda app, words, _: settings.about(app, words),
    "kept": _later("kept", "kept"),
    "analyses": _later("analysis", "analyses"),
    "incoming": _later("kept", "incoming"),
    "collection": _later("collection", "collection"),
    "statistics": _later("statistics", "statistics"),
    "reset": _later("statistics", "reset"),
    "shortcuts": _later("shortcuts", "shortcuts"),
    "forget": sheets.forget,
    "resign": sheets.resign,
    "agree": sheets.agree,
    "offer": _at_table(sheets.offer),
    "handing": _at_table(sheets.handing),
}
"""Every sheet by its name."""


def page(app: App, words: Words) -> Node:
    """Everything that is to be seen, heard and done now."""
    name, arg = app.place.sheet or ("", "")
    screen = _screen(app, words)
    return el(
        "div",
        _paper(app, words),
        el("div", screen, class_="screen", key="screen", inert=bool(name)),
        _sheet(app, words, name, arg) if name else None,
        el("div", _toasts(app, words), class_="toasts", key="toasts", role="status"),
        # What is said again is put there anew, or it would not be heard.
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
    """A sheet; one that cannot be shown, for whatever reason, says so and can be closed."""
    try:
        return SHEETS[name](app, words, arg)
    except Exception as error:
        app.failures.note(error)
        return parts.sheet(app, words, name, _WRONG, el("p", words(_CLOSE)), class_="small")


_WRONG: Final = say("Something went wrong")
_CLOSE: Final = say("This cannot be shown. Close it and go on; what was played is kept.")


def _screen(app: App, words: Words) -> Node:
    """The screen; one that cannot be shown says so, and leads home, or there to the games that are kept."""
    try:
        return _place(app, words)
    except Exception as error:
        app.failures.note(error)
        way = button(app, words, "home" if app.table is not None else "kept", class_="primary")
        return el("main", el("h1", words(_WRONG)), el("p", words(_CLOSE)), way, class_="home", key="wrong")


def _place(app: App, words: Words) -> Node:
    if app.table is None and app.opening:
        # Nothing of the home page can be tapped that would be replaced a moment later; visit.js has shown the same.
        return el("main", el("p", words(say("Opening the link …"))), class_="opening", key="opening")
    if app.table is None:
        return home(app, words)
    if app.table.kind == "lesson":
        lesson: Node = _lessons().lesson(app, words, app.table)
        return lesson
    if app.table.kind == "analysis":
        study: Node = _later("analysis", "study")(app, words, app.table)
        return study
    if app.table.kind == "draft":
        draft: Node = _later("draft", "draft")(app, words, app.table)
        return draft
    return table(app, words, app.table)


def _lessons() -> ModuleType:
    """The room of lessons, which is entered when somebody learns and not at every start."""
    from chowk.pages import lessons

    return lessons


def title(app: App, words: Words) -> str:
    """The document's title: whose turn it is, in which game."""
    if app.table is None:
        return words(about.name())
    game, turn = app.table.game.sign.title, app.table.turn
    if turn is None:
        return words(say("Game over · {game} · Chowk", game=game))
    if app.table.seats.people == 1 and app.table.seats.person(turn) and app.table.kind != "guest":
        return words(say("Your turn · {game} · Chowk", game=game))
    return words(say("{player} to move · {game} · Chowk", player=Who(turn), game=game))


def root_attrs(app: App) -> dict[str, str]:
    """The attributes of the document's root, by which the style sheets know the language, the theme and the like."""
    direction = LANGUAGES[app.language].direction
    return {
        "lang": app.language,
        "dir": direction,
        "data-theme": app.theme if app.front.theme or app.settings.theme != "auto" else "auto",
        "data-motion": app.settings.motion,
        # a hand is at the same side in every language: at the start or the end of its lines
        "data-hand": "start" if app.settings.left_handed == (direction == "ltr") else "end",
        "data-screen": "home" if app.table is None else "table",
    }


def _toasts(app: App, words: Words) -> list[Node]:
    """Return the notes at the edge: the latest one, and below it the one about a newer version, under no sheet."""
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
