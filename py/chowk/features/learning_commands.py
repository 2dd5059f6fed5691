"""Commands for learning: lessons, hints, reviews, analysis and the position editor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final, Protocol

from chowk import games
from chowk.core.match import Match
from chowk.core.message import Message, say, say_in
from chowk.features.review import review
from chowk.features.review.review import Reviewer, can_review
from chowk.session.command import Command, at_table, later, sheet
from chowk.session.table import Table
from chowk.storage.kept import Kept
from chowk.storage.plan import Plan


class Student(Reviewer, Protocol):
    """Application port for learning."""

    @property
    def kept(self) -> Kept:
        """The data stored on the device."""

    def leave(self) -> None:
        """Return to the home page."""

    def set_up_from(self, match: Match[Any, Any], plan: Plan) -> None:
        """Open the new-game sheet to continue a match."""


def _lessons() -> Any:
    """Return the lessons module, imported on first use to keep start-up fast."""
    return import_module("chowk.features.lessons.lessons")


def _can_ask(table: Table) -> bool:
    """Return True if a hint is allowed; in a correspondence game only if all players agreed to hints."""
    return (
        table.choice.awaited is not None
        and table.display.shown is None
        and (table.distance is None or table.distance.terms.aids)
        and table.kind != "draft"
        and (table.kind != "analysis" or _shows_values(table))
    )


def _shows_values(desk: Any) -> bool:
    """Return whether an analysis shows values: a hint would give away the answer to an exercise that hides them."""
    return bool(desk.engine)


def _hint(student: Student, table: Table, _: str) -> None:
    student.spawn(import_module("chowk.features.hints.hints").deepen(student, table))


def _review(student: Student, table: Table, _: str) -> None:
    review.begin(student, table)
    student.place.clear()  # the review is shown beside the board
    table.display.bare = False
    if table.kind != "guest" and table.display.shown is None:
        table.display.replaying = False


def _find_better(student: Student, _: Table, ply: str) -> None:
    """Start the drill of mistakes with the one made after `ply` moves."""
    found = review.review_of(student)
    if found is not None and ply.isdecimal() and int(ply) in found.judged and found.wrong(int(ply)):
        import_module("chowk.features.review.mistake_drill").begin(student, found, int(ply))


def _retry_from(student: Student, table: Table, ply: str) -> None:
    if ply.isdigit() and int(ply) < table.match.ply:
        review.retry(student, table, int(ply))


def _learn(student: Student, name: str) -> None:
    """Start a game's first lesson, or show the list of lessons if `name` is no such game."""
    if name in games.taught():
        _lessons().begin(student, name)
    else:
        student.place.lay("learn")


def _learning(table: Table) -> bool:
    return table.kind == "lesson"


def _task(step: int) -> Callable[[Student, Table, str], None]:
    return lambda student, table, _: _lessons().go(student, table, step)


def _can_task(step: int) -> Callable[[Table], bool]:
    return lambda table: _learning(table) and bool(_lessons().has_task(table, step))


def _analysing(table: Table) -> bool:
    return table.kind == "analysis"


def _study(
    label: Message, name: str, keys: tuple[str, ...] = (), arg: str = "", when: Callable[[Any], bool] | None = None
) -> Command[Any]:
    """Return a command that is available during an analysis."""
    what = later("features.analysis.analysis", name)
    return at_table(
        label,
        lambda student, table, given: what(student, table, given or arg),
        lambda table: _analysing(table) and (when is None or when(table)),
        keys,
        _analysing,
    )


def _compared(desk: Any) -> bool:
    """Return True if a better move than the one shown is known."""
    return desk.compared() is not None


def _analyse(student: Student, name: str) -> None:
    """Analyse a game by name, a stored analysis or the game at the table; otherwise show the list of analyses."""
    room: Any = import_module("chowk.features.analysis.analysis")
    table = student.place.table
    if name in games.ready():
        room.begin(student, None, name)
    elif name in student.kept.analyses:
        room.resume(student, name)
    elif table is not None and table.kind in ("own", "elsewhere", "guest"):
        room.begin(student, table)
    else:
        student.place.lay("analyses")


def _may_analyse(student: Student) -> bool:
    """Return True if analysis is allowed; during a correspondence game only if all players agreed to it."""
    table = student.place.table
    return table is None or table.distance is None or table.distance.terms.aids or table.outcome is not None


def _forget_analysis(student: Student, number: str) -> None:
    import_module("chowk.features.analysis.analysis").forget(student, number)


def _name_analysis(student: Student, arg: str) -> None:
    """Rename a stored analysis; `arg` is its key, which may contain a space, and the name."""
    number = next((one for one in student.kept.analyses if arg.startswith(f"{one} ")), None)
    if number is not None:
        import_module("chowk.features.analysis.analysis").name(student, number, arg[len(number) + 1 :])


def _draft(
    label: Message, name: str, keys: tuple[str, ...] = (), arg: str = "", when: Callable[[Any], bool] | None = None
) -> Command[Any]:
    """Return a command that is available in the position editor."""
    what = later("features.position_editor.editor", name)
    return at_table(
        label,
        lambda student, table, given: what(student, table, given or arg),
        lambda table: table.kind == "draft" and (when is None or when(table)),
        keys,
        lambda table: table.kind == "draft",
    )


def _set_up(student: Student, told: str) -> None:
    """Open the position editor for a game by name, or for the game at the table."""
    name, _, text = told.partition(" ")
    import_module("chowk.features.position_editor.editor").begin(student, name, text)


COMMANDS: Final[Mapping[str, Command[Student]]] = {
    "hint": at_table(say("Hint"), _hint, _can_ask, ("h",)),
    "review": at_table(say_in("the player does it", "Review"), _review, can_review),
    "review-pause": at_table(
        say_in("the page does it", "Pause"), lambda student, _, __: review.pause(student), can_review
    ),
    "review-close": at_table(
        say_in("the player does it", "Close the review"), lambda student, _, __: review.close(student), can_review
    ),
    "find-better": at_table(say_in("the player does it", "Find a better move"), _find_better, can_review),
    "retry-from": at_table(say_in("the player does it", "Retry from here"), _retry_from, can_review),
    "learn": Command(say_in("the player does it", "Learn"), _learn),
    "analyse": Command(say_in("the player does it", "Analyse"), _analyse, _may_analyse),
    "forget-analysis": Command(say_in("the page does it", "Delete"), _forget_analysis),
    "name-analysis": Command(say("Name"), _name_analysis),
    "study-leave": _study(say_in("the player does it", "Leave the analysis"), "leave"),
    "study-go": _study(say_in("the page does it", "View this position"), "go"),
    "study-back": _study(say("One move back"), "go", ("pageup", "["), "back", lambda desk: desk.at),
    "study-forward": _study(
        say("One move forward"), "go", ("pagedown", "]"), "forward", lambda desk: desk.tree.nodes[desk.at].next
    ),
    "study-above": _study(say("The branch before"), "go", ("{",), "above", lambda desk: desk.sideways(-1) != desk.at),
    "study-below": _study(say("The branch after"), "go", ("}",), "below", lambda desk: desk.sideways(1) != desk.at),
    "study-start": _study(say_in("the page does it", "View this position"), "go", (), "start", lambda desk: desk.at),
    "study-end": _study(
        say_in("the page does it", "View this position"), "go", (), "end", lambda desk: desk.tree.nodes[desk.at].next
    ),
    "study-fold": _study(say("Branches"), "fold"),
    "study-play": _study(say_in("the player does it", "Play this move"), "play"),
    "study-instead": _study(say_in("the player does it", "Play this move"), "instead", when=lambda desk: desk.at),
    "study-mark": _study(say("Mark"), "mark", when=lambda desk: desk.at),
    "study-say": _study(say("Comment"), "comment"),
    "study-sketch": _study(say("Drawn on the board"), "sketch"),
    "study-draw": _study(say("Drawn on the board"), "draw"),
    "study-ring": _study(say("A ring on the board"), "ring", ("o",)),
    "study-arrow": _study(say("An arrow on the board"), "arrow", ("e",)),
    "study-wipe": _study(
        say_in("the page does it", "Clear the drawings"), "wipe", when=lambda desk: desk.tree.nodes[desk.at].drawn
    ),
    "compare": at_table(
        say_in("the player does it", "Compare"),
        sheet("compare"),
        lambda table: _analysing(table) and _compared(table),
        fits=_analysing,
    ),
    "openings": at_table(
        say("Openings"),
        sheet("openings"),
        lambda table: _analysing(table) and bool(table.game.openings),
        fits=_analysing,
    ),
    "legend": at_table(say("What the signs mean"), sheet("legend"), _analysing, fits=_analysing),
    "study-opening": _study(say_in("the page does it", "View this position"), "opening"),
    "study-promote": _study(
        say_in("the page does it", "Move this line up"),
        "promote",
        when=lambda desk: any(desk.tree.beside(one, -1) != one for one in desk.tree.path(desk.at)),
    ),
    "study-delete": _study(say_in("the page does it", "Delete from here"), "delete", when=lambda desk: desk.at),
    "study-undo": _study(say_in("the page does it", "Undo"), "undo", ("u",), when=lambda desk: desk.earlier),
    "study-pause": _study(say_in("the page does it", "Pause"), "pause", ("p",)),
    "study-engine": _study(say_in("the page does it", "Show the values"), "engine"),
    "study-lines": _study(say("Lines"), "lines"),
    "study-seconds": _study(say("Time for a position"), "seconds"),
    "study-tell": _study(say("What is every move worth?"), "tell", ("v",)),
    "study-challenge": _study(
        say_in("the player does it", "Play this position"), "challenge", when=lambda desk: desk.outcome is None
    ),
    "draft": Command(say_in("the player does it", "Set up a position"), _set_up, _may_analyse),
    "draft-leave": _draft(say_in("the player does it", "Leave this position"), "leave"),
    "draft-tool": _draft(say("What is placed"), "tool"),
    "draft-next": _draft(say("The next piece to place"), "next_tool", ("t",)),
    "draft-set": _draft(say("House rules"), "setting"),
    "draft-empty": _draft(say_in("the page does it", "Clear the board"), "empty"),
    "draft-start": _draft(say("Beginning"), "start"),
    "draft-turn": _draft(say_in("the page does it", "Rotate"), "turn"),
    "draft-named": _draft(say("Opening"), "named"),
    "draft-undo": _draft(say_in("the page does it", "Undo"), "undo", ("u",), when=lambda desk: desk.earlier),
    "draft-text": _draft(say("The position as text"), "typed"),
    "draft-analyse": _draft(say_in("the player does it", "Analyse"), "analyse", when=lambda desk: desk.fault is None),
    "draft-challenge": _draft(
        say_in("the player does it", "Play this position"), "challenge", when=lambda desk: desk.fault is None
    ),
    "lesson-next": at_table(say("Next step"), _task(1), _can_task(1)),
    "lesson-back": at_table(say("Previous step"), _task(-1), _can_task(-1)),
    "lesson-leave": at_table(
        say_in("the player does it", "Leave the lesson"),
        lambda student, table, _: _lessons().leave(student, table),
        _learning,
    ),
}
"""The commands of this room by the names that controls give."""
