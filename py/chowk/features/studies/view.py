"""The sheets of studies: the list of studies, and the chapters of a study."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from chowk import games
from chowk.core.errors import TextError
from chowk.core.message import Message, say, say_in, say_many
from chowk.features.studies.studies import ADD, Studies, chapter_title
from chowk.features.studies.study import NAME_LENGTH, Chapter, Study, summary
from chowk.i18n.i18n import Words
from chowk.session.command import written
from chowk.ui.icons import icon
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button, opener, picture, sheet
from chowk.ui.screens import pictures

if TYPE_CHECKING:  # read by type checkers only
    from typing import Protocol

    from chowk.ui.viewer import StorageViewer

    class StudiesViewer(StorageViewer, Protocol):
        """The state read by the sheets of studies."""

        @property
        def studies(self) -> Studies | None:
            """The state of studies, or None if the feature has not been used yet."""


UNNAMED: Final = say("Study")
"""Title of a study without a name."""


def studies(viewer: StudiesViewer, words: Words, mode: str) -> Node:
    """Draw the list of studies. If `mode` is `add`, pressing a study adds the chapters in `Studies.adding` to it."""
    rows = [_row(viewer, words, key, text, mode) for key, text in viewer.kept.studies.items()]
    about = say(
        "A study holds chapters: games and positions with your comments, for yourself or to send to somebody. To "
        "add a game or a position, analyse it and open its menu."
    )
    return sheet(
        viewer,
        words,
        "studies",
        say("Studies"),
        el("p", words(about), class_="note") if mode != ADD else None,
        _error(viewer, words),
        el("ul", rows, class_="learn", key="rows") if rows else None,
        _ways(viewer, words, mode),
        class_="practice studies",
    )


def _ways(viewer: StudiesViewer, words: Words, mode: str) -> Node:
    new = say_in("the player does it", "New study")
    return el(
        "div",
        button(viewer, words, "study", "new", label=new, icon="add", class_="primary" if mode == ADD else ""),
        _file(words) if mode != ADD else None,
        class_="ways-out",
        key="ways",
    )


def _file(words: Words) -> Node:
    """Draw the control that opens a file, which may hold games or a study."""
    return el(
        "label",
        icon("add"),
        el("span", words(say_in("the page does it", "Open a file")), class_="label"),
        el("input", type="file", do="study-file", key="file"),
        class_="button file",
    )


def _error(viewer: StudiesViewer, words: Words) -> Node:
    error = viewer.studies.error if viewer.studies is not None else None
    return el(
        "div", el("p", words(error)) if error is not None else None, role="alert", class_="complaint", key="error"
    )


def _row(viewer: StudiesViewer, words: Words, key: str, text: str, mode: str) -> Node:
    name, count = summary(text)
    note = words(say_many("{count} chapter", "{count} chapters", count))
    deed = written("put" if mode == ADD else "open", key)
    delete = say_in("the page does it", "Delete")
    away = button(viewer, words, "study", written("delete", key), label=delete, icon="delete", only_icon=True,
                  class_="quiet")  # fmt: skip
    return el(
        "li",
        opener(name or words(UNNAMED), note, "study", deed),
        away if mode != ADD else None,
        key=key,
        class_="kept-game",
    )


# One study ------------------------------------------------------------------------------------------------------------


def study(viewer: StudiesViewer, words: Words, key: str) -> Node:
    """Draw the chapters of a study, with controls to change, share and print it."""
    try:
        shown = viewer.studies.of(viewer.kept, key) if viewer.studies is not None else None
    except TextError as error:
        return sheet(viewer, words, "study", UNNAMED, el("p", words(error.why)), class_="small")
    return sheet(
        viewer,
        words,
        "study",
        UNNAMED,
        *(_study(viewer, words, key, shown) if shown is not None else ()),
        class_="practice studies",
    )


def _study(viewer: StudiesViewer, words: Words, key: str, study: Study) -> Iterator[Node | None]:
    yield el(
        "input",
        type="text",
        class_="field",
        do="study",
        arg=written("name", key),
        value=study.name,
        placeholder=words(say("Name")),
        aria_label=words(say("Name")),
        maxlength=str(NAME_LENGTH),
        key="name",
    )
    yield _error(viewer, words)
    rows = [_chapter(viewer, words, key, number, study) for number in range(len(study.chapters))]
    yield el("ol", rows, class_="learn", key="chapters") if rows else None
    yield _adding(words, key)
    yield el("div", *_ways_out(viewer, words, key), class_="ways-out", key="ways") if rows else None


def _adding(words: Words, key: str) -> Node:
    """Draw the controls that add a chapter: from the first position of a game, or from a file."""
    first = [
        el("button", words(games.sign(name).title), type="button", class_="button", do="study",
           arg=written("start", key, name), key=name)
        for name in games.ready()
    ]  # fmt: skip
    return el(
        "details",
        el("summary", words(say("Another chapter"))),
        el("p", words(say("From the first position of a game, or with the games of a file:")), class_="note"),
        el("div", first, _file(words), class_="ways-out"),
        class_="rename",
        key="adding",
    )


def _ways_out(viewer: StudiesViewer, words: Words, key: str) -> Iterator[Node]:
    rows: tuple[tuple[str, Message, str], ...] = (
        ("link", say_in("the page does it", "Share the link"), "share"),
        ("save", say_in("the page does it", "Save as a file"), "download"),
        ("text", say_in("the page does it", "Save for other programs"), "text"),
        ("print", say_in("the page does it", "Print"), "print"),
        ("delete", say_in("the page does it", "Delete"), "delete"),
    )
    for deed, label, sign in rows:
        yield button(viewer, words, "study", written(deed, key), label=label, icon=sign, key=deed)


def _chapter(viewer: StudiesViewer, words: Words, key: str, number: int, study: Study) -> Node:
    """Draw a chapter, with controls to open it on the analysis board, to guess its moves, to rename and to move it."""
    chapter = study.chapters[number]
    arg = written(key, number)
    emblem = picture(pictures.emblem(chapter.game, viewer.look, f"study-{number}-"), "emblem")
    count = words(say_many("{count} move", "{count} moves", len(chapter.tree.nodes) - 1))
    return el(
        "li",
        opener(words(chapter_title(number, chapter)), count, "study", f"chapter {arg}", emblem),
        _guesses(viewer, words, chapter, arg),
        el(
            "details",
            el("summary", words(say("Name and order"))),
            el(
                "input",
                type="text",
                class_="field",
                do="study",
                arg=f"title {arg}",
                value=chapter.name,
                aria_label=words(say("Name")),
                maxlength=str(NAME_LENGTH),
            ),
            el("div", *_moves(viewer, words, arg, number, len(study.chapters)), class_="changes"),
            class_="rename",
        ),
        key=f"{number}",
        class_="kept-game",
    )


def _moves(viewer: StudiesViewer, words: Words, arg: str, number: int, count: int) -> Iterator[Node]:
    rows = (
        ("up", say_in("the page does it", "Move up"), "up", number > 0),
        ("down", say_in("the page does it", "Move down"), "down", number + 1 < count),
        ("remove", say_in("the page does it", "Delete"), "delete", True),
    )
    for deed, label, sign, fits in rows:
        if fits:
            target = f"{deed} {arg}"
            yield button(viewer, words, "study", target, label=label, icon=sign, only_icon=True, class_="quiet")


def _guesses(viewer: StudiesViewer, words: Words, chapter: Chapter, arg: str) -> Node | None:
    """Draw the choice of the side whose moves the player wants to guess. None if no moves can be guessed.

    `arg` is the study's key, a space, and the number of the chapter.
    """
    seats = viewer.studies.seats(chapter) if viewer.studies is not None else ()
    if not seats:
        return None
    game = games.load(chapter.game)
    start = game.notation.read_position(chapter.tree.start)
    sides = [
        el("button", words(game.side(start, seat)), type="button", class_="button", do="study",
           arg=f"guess {arg} {seat}", key=str(seat))
        for seat in seats
    ]  # fmt: skip
    return el(
        "details",
        el("summary", words(say("Guessing the moves"))),
        el("div", sides, class_="ways-out", role="group", aria_label=words(say("Guessing the moves"))),
        class_="rename",
        key="guess",
    )
