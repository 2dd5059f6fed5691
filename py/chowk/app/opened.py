"""The open things over the home page (tables, views, sheets) from the bottom up, and ways to close and reopen them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from chowk import games
from chowk.app.app import App
from chowk.core import parcels
from chowk.core.errors import TextError
from chowk.features.collections import commands as collections
from chowk.features.courses import commands as courses
from chowk.features.position_editor import commands as position_editor
from chowk.features.practice import commands as practice
from chowk.features.review import commands as reviews
from chowk.features.review import review
from chowk.features.studies import commands as studies
from chowk.session import actions
from chowk.session.command import Command, later
from chowk.session.table import Table
from chowk.storage import saves
from chowk.storage.saves import Save


class Open(NamedTuple):
    """An open thing, which Back closes: a table, a view at a table (such as a review or a picked piece), or a sheet.

    `kind` is its kind. `name` has what is needed to open it again, such as the identifier of a saved game. A thing is
    `brief` if it usually ends soon without Back, as a picked piece does when it is moved.
    """

    kind: str
    name: str = ""
    brief: bool = False

    @property
    def text(self) -> str:
        """Kind and name as one text, which `read_open` reads."""
        return f"{self.kind} {self.name}".strip()


def read_open(text: str) -> Open:
    """Read an `Open` value from a text that `Open.text` returned."""
    kind, _, name = text.partition(" ")
    return Open(kind, name)


def opened(app: App) -> tuple[Open, ...]:
    """Return all open things (tables, views, sheets), the topmost last; empty on the home page without sheets."""
    at_table = _at_table(app.table) if app.table is not None else ()
    if review.review_beside_board(app) is not None:
        at_table = (*at_table, Open("review"))
    return (*at_table, *(Open("sheet", name) for name, _ in app.place.sheets))


def _at_table(table: Table) -> tuple[Open, ...]:
    # A guest's table may open at an earlier position. That is not an open thing, so Back leaves the table.
    past = table.display.replaying or (table.display.shown_ply is not None and table.kind != "guest")
    answered = table.choice.hint is not None and bool(table.choice.hint.more)
    return (
        *_tables(table),
        *([Open("bare")] if table.display.bare else []),
        *([Open("held", brief=True)] if _holds(table) else []),
        *([Open("past")] if past else []),
        *([Open("answer")] if answered else []),
    )


def _tables(table: Table) -> tuple[Open, ...]:
    return (*(_tables(table.back) if table.back is not None else ()), Open(*table.history_entry))


def _holds(table: Table) -> bool:
    """Return True if a piece on the board is picked, or if a piece is held over the board and can be put back."""
    if table.choice.awaited is None:
        return False
    trying = table.choice.trying
    return bool(table.choice.pointing.chooser.picked) if trying is None else trying.picks != trying.first


# Closing ------------------------------------------------------------------------------------------------------------


def back(app: App, steps: int = 1) -> None:
    """Close a number of open things (tables, views, sheets), the topmost first. Below all of them is the home page."""
    for _ in range(steps):
        layers = opened(app)
        if layers and app.table is not None and layers[-1].kind in CLOSING:
            CLOSING[layers[-1].kind](app, app.table)
        elif layers:
            app.close_sheet()
    app.page.render()


def _look_away(_: App, table: Table) -> None:
    table.display.stop_playing()
    table.display.end_replay()
    table.show(None)


def _stop_answering(_: App, table: Table) -> None:
    table.choice.hide_hint()


def _show_everything(_: App, table: Table) -> None:
    table.display.show_everything()


def _end_review(app: App, _: Table) -> None:
    review.close(app)


def _leave(app: App, _: Table) -> None:
    app.leave()


CLOSING: Final[Mapping[str, Callable[[App, Table], None]]] = {
    "answer": _stop_answering,
    "past": _look_away,
    "held": actions.cancel,
    "review": _end_review,
    "bare": _show_everything,
    "lesson": later("features.lessons.lessons", "leave"),
    "finding": later("features.lessons.lessons", "leave"),
    "puzzle": later("features.lessons.lessons", "leave"),
    "course": later("features.lessons.lessons", "leave"),
    "mistake": later("features.lessons.lessons", "leave"),
    "analysis": later("features.analysis.analysis", "leave"),
    "chapter": later("features.analysis.analysis", "leave"),
    "guess": later("features.lessons.lessons", "leave"),
    "draft": later("features.position_editor.editor", "leave"),
    "pattern": later("features.position_editor.editor", "leave"),
    "guest": _leave,
    "table": _leave,
}
"""The functions that close open things at a table, by `Open.kind`. A thing of any other kind is a sheet."""


# Opening again --------------------------------------------------------------------------------------------------------


def reopen(app: App, layers: Sequence[Open], fresh: str = "") -> None:
    """Reopen the tables among these open things (`layers`), unless they are open already, and the review of a game.

    Other views and sheets stay closed. A table is left out if its game cannot be found. `fresh` is the text that
    `unstored_game` returned when the history entry with these things was written: the game at the table, if it was not
    stored.
    """
    seats = [layer for layer in layers if layer.kind in SITTING]
    if seats != [layer for layer in opened(app) if layer.kind in SITTING]:
        for layer in seats:
            SITTING[layer.kind](app, layer.name, fresh)
        if app.table is not None and review.can_review(app.table) and any(kind == "review" for kind, *_ in layers):
            reviews.COMMANDS["review"].action(app)


def _sit(app: App, name: str, fresh: str) -> None:
    """Open the saved game `name`.

    If no such game is saved, or if it differs from the game in the text `fresh`, open the game in `fresh`.
    """
    save, saved = _fresh(fresh), app.kept.saves.get(name)
    if save is None or (saved is not None and (saved.created, saved.plan) == (save.created, save.plan)):
        save = saved
    if save is not None:
        app.resume(save)


def _learn(app: App, name: str, _: str) -> None:
    if name in games.taught():
        from chowk.features.lessons import lessons

        lessons.begin(app, name)


def _analyse(app: App, number: str, _: str) -> None:
    from chowk.features.analysis import analysis

    analysis.resume(app, number)


def _set_up(app: App, name: str, fresh: str) -> None:
    if name in games.ready():
        position_editor.begin(app, name, fresh)


def _paint(app: App, link: str, _: str) -> None:
    collections.repaint(app, link)


def _run(command: Command[Any]) -> Callable[[App, str, str], None]:
    """Return a function that reopens a table by running `command`, for the dictionary `SITTING`.

    The function's second argument is the name of the table (`Open.name`), from which the command's arguments are read.
    """

    def sit(app: App, request: str, _: str) -> None:
        values = command.values(request)
        if values is not None:
            command.action(app, *values)

    return sit


def _look_on(app: App, link: str, _: str) -> None:
    from chowk.features.sharing import send

    if not any(feature.open_link(app, link) for feature in (practice, collections, studies)):
        send.follow(app, link)


SITTING: Final[Mapping[str, Callable[[App, str, str], None]]] = {
    "table": _sit,
    "lesson": _learn,
    "puzzle": _run(practice.COMMANDS["puzzle"]),
    "mistake": _run(practice.COMMANDS["mistake-find"]),
    "course": _run(courses.COMMANDS["course-lesson"]),
    "analysis": _analyse,
    "chapter": _run(studies.COMMANDS["study"]),
    "guess": _run(studies.COMMANDS["study"]),
    "draft": _set_up,
    "pattern": _paint,
    "guest": _look_on,
}
"""The functions that reopen tables, by `Open.kind`. Their arguments are the application, `Open.name`, and the text
that `unstored_game` returned for the table."""


_PARCELS: Final[Mapping[str, str]] = {
    "puzzle": parcels.PRACTICE,
    "mistake": parcels.PRACTICE,
    "course": parcels.COURSES,
    "chapter": parcels.STUDIES,
    "guess": parcels.STUDIES,
    "draft": parcels.EDITOR,
    "pattern": parcels.EDITOR,
}
"""The parcels (modules that are loaded when first needed) without which a table cannot be reopened, by `Open.kind`."""


def parcels_of(layers: Sequence[Open]) -> Iterator[str]:
    """Yield the names of the parcels that are needed to reopen the tables among these open things (`layers`)."""
    for kind, name, _ in layers:
        if kind in _PARCELS:
            yield _PARCELS[kind]
        if kind == "puzzle" and (values := practice.COMMANDS["puzzle"].values(name)) and values[0] in games.practised():
            yield parcels.puzzles(values[0])


def unstored_game(app: App) -> str:
    """Return the game at the table as text if it is not stored, or an empty text.

    While a position is being set up, return the position as text.
    """
    table = app.table
    if table is not None and table.kind == "draft":
        return str(table.game.notation.write_position(table.position))
    if table is None or table.kind not in ("own", "elsewhere") or is_stored(app):
        return ""
    return saves.write_save(Save(table.about.save, table.plan, table.match, table.about.created, table.about.created))


def is_stored(app: App) -> bool:
    """Return True if the match at the table is stored among the saved games.

    A saved game with the same identifier does not count if it is an older state of the match or a different match.
    """
    save = app.kept.saves.get(app.table.about.save) if app.table is not None else None
    return app.table is not None and save is not None and save.match is app.table.match


def _fresh(text: str) -> Save | None:
    if not text:
        return None
    try:
        return saves.read_save(text, games.find_ruleset)
    except TextError:
        return None
