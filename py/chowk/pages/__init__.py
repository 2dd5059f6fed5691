"""The pages: pure functions from the application and its words to a tree of nodes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Final

from chowk.app.app import App
from chowk.core.message import Who, say
from chowk.pages import bench, dice, house, log, parts, pictures, record, result, rules, settings, setup, sheets
from chowk.pages.home import home
from chowk.pages.nodes import Node, el
from chowk.pages.parts import button, words_of
from chowk.pages.review import review
from chowk.pages.table import table
from chowk.words import about, reader
from chowk.words.i18n import Words
from chowk.words.toast import Toast


def _later(room: str, name: str) -> Callable[[App, Words, str], Node]:
    """A page in a room that is opened when it is first asked for, not at every start."""

    def sheet(app: App, words: Words, arg: str) -> Node:
        found: Node = getattr(import_module(f"{__name__}.{room}"), name)(app, words, arg)
        return found

    return sheet


def _share(app: App, words: Words, how: str) -> Node:
    from chowk.pages import share  # read when a game is sent, not at every start

    return share.share(app, words, how)


def _paper(app: App, words: Words) -> Node | None:
    if not app.printing:
        return None
    from chowk.pages import paper

    return paper.paper(app, words)


SHEETS: Final[Mapping[str, Callable[[App, Words, str], Node]]] = {
    "setup": lambda app, words, _: setup.setup(app, words),
    "menu": lambda app, words, _: sheets.menu(app, words),
    "learn": lambda app, words, _: _lessons().shelf(app, words),
    "look": bench.look,
    "log": lambda app, words, _: log.log_sheet(app, words),
    "review": lambda app, words, _: review(app, words),
    "result": lambda app, words, _: result.result(app, words),
    "rules": rules.rules,
    "house": lambda app, words, _: house.house(app, words),
    "sure": lambda app, words, _: sheets.sure(app, words),
    "dice": dice.dice,
    "verify": dice.verify,
    "record": record.record,
    "share": _share,
    "paste": lambda app, words, _: record.paste(app, words),
    "settings": lambda app, words, _: settings.settings(app, words),
    "about": lambda app, words, _: settings.about(app, words),
    "kept": _later("kept", "kept"),
    "incoming": _later("kept", "incoming"),
    "statistics": _later("statistics", "statistics"),
    "reset": _later("statistics", "reset"),
    "shortcuts": _later("shortcuts", "shortcuts"),
    "forget": sheets.forget,
    "resign": lambda app, words, _: sheets.resign(app, words),
    "agree": lambda app, words, _: sheets.agree(app, words),
    "offer": lambda app, words, _: sheets.offer(app, words),
}
"""Every sheet by its name."""


def page(app: App, words: Words) -> Node:
    """Everything that is to be seen, heard and done now."""
    name, arg = app.sheet or ("", "")
    screen = _screen(app, words)
    return el(
        "div",
        _paper(app, words),
        el("div", screen, class_="screen", key="screen", inert=bool(name)),
        _sheet(app, words, name, arg) if name else None,
        el("div", _toast(app, words), class_="toasts", key="toasts", role="status"),
        # What is said again is put there anew, or it would not be heard.
        el(
            "div",
            el("div", words_of(words, app.spoken), key=f"said-{app.answers}"),
            class_="unseen",
            key="spoken",
            role="status",
            aria_atomic="true",
        ),
        el("div", words(app.alert) if app.alert else "", class_="unseen", key="alert", role="alert"),
        class_="page",
        key="page",
    )


def _sheet(app: App, words: Words, name: str, arg: str) -> Node:
    """A sheet; one that cannot be shown, for whatever reason, says so and can be closed."""
    try:
        return SHEETS[name](app, words, arg)
    except Exception as error:
        from chowk.app import failures

        failures.note(app, error)
        text = say("This cannot be shown. Close it and go on; what was played is kept.")
        return parts.sheet(app, words, name, say("Something went wrong"), el("p", words(text)), class_="small")


def _screen(app: App, words: Words) -> Node:
    if app.screen == "home" or app.table is None:
        return home(app, words)
    desk = app.table.lesson
    return table(app, words) if desk is None else _lessons().lesson(app, words, desk)


def _lessons() -> ModuleType:
    """The room of lessons, which is entered when somebody learns and not at every start."""
    from chowk.pages import lessons

    return lessons


def title(app: App, words: Words) -> str:
    """The document's title: whose turn it is, in which game."""
    if app.screen == "home" or app.table is None:
        return words(about.name())
    game, turn = app.table.game.sign.title, app.table.turn
    if turn is None:
        return words(say("Game over · {game} · Chowk", game=game))
    if app.table.people == 1 and app.table.person(turn) and not app.table.guest:
        return words(say("Your turn · {game} · Chowk", game=game))
    return words(say("{player} to move · {game} · Chowk", player=Who(turn), game=game))


def root_attrs(app: App) -> dict[str, str]:
    """The attributes of the document's root, by which the style sheets know the language, the theme and the like."""
    return {
        "lang": reader.language(app),
        "dir": "ltr",
        "data-theme": pictures.theme(app) if app.look or app.settings.theme != "auto" else "auto",
        "data-motion": app.settings.motion,
        "data-hand": "left" if app.settings.left_handed else "right",
        "data-screen": app.screen,
    }


words, language = reader.words, reader.language


def _toast(app: App, words: Words) -> list[Node]:
    toast: Toast | None = app.toast
    if toast is None:
        return []
    act = button(app, words, toast.do, label=toast.label, class_="primary") if toast.do else None
    close = button(app, words, "dismiss", icon="close", only_icon=True, class_="quiet")
    return [
        el("div", el("p", words(toast.text)), act, close, class_="toast", data_alert=toast.alert, key=toast.text.text)
    ]
