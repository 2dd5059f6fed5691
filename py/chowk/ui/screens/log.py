"""The log, which is the list of moves, and the buttons that step through the moves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from chowk.core.message import Message, say
from chowk.i18n.i18n import Words
from chowk.session.command import written
from chowk.session.output.log import LogLine
from chowk.session.table import Table
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button, sheet, words_of

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.viewer import Viewer


PART: Final = 100
"""Number of lines by which the drawn part of the log grows or shrinks at once."""


def moves(words: Words, table: Table, how: str) -> Node:
    """Draw the log: a line for each move. A press on the line shows the board after that move.

    The end of the list stays in view. `how` is the wording of the moves, as `wording` returns it. In a long game, only
    the lines around the move shown are drawn, with links to earlier and later ones.
    """
    key, lines = (words, table.ply, how), table.log.lines
    known = _KNOWN.get(table)
    if known is None or known[0] != key or known[1] is not lines:
        known = _KNOWN[table] = key, lines, _listed(words, table, how)
    return known[2]


_KNOWN: Final = WeakKeyDictionary[Table, tuple[tuple[Words, int, str], Sequence[LogLine], Node]]()
"""The last drawn log of each table, with the values from which it was drawn. Each move needs it several times."""


def wording(viewer: Viewer) -> str:
    """Return the wording of the log: `notation`, `words`, or `named` for sentences with the names of squares."""
    settings = viewer.settings
    return "named" if settings.labels and settings.moves == "words" else settings.moves


def _listed(words: Words, table: Table, how: str) -> Node:
    begin, end = window(len(table.log.lines), table.ply)
    lines = [
        _line(
            words,
            line,
            table.seats.token(line.seat) if line.seat >= 0 else "dice",
            table.ply == line.ply,
            how,
            table.game.paired,
        )
        for line in table.log.lines[begin:end]
    ]
    if begin:
        lines.insert(0, _further(words, say("Earlier moves"), table.log.lines[begin - 1].ply))
    if end < len(table.log.lines):
        lines.append(_further(words, say("Later moves"), table.log.lines[end].ply))
    empty = el("p", words(say("No move has been made yet.")), class_="note empty")
    return el(
        "div",
        el("ol", lines) if lines else empty,
        role="log",
        # Moves are announced elsewhere; the list is there to read them again.
        aria_live="off",
        aria_label=words(say("Moves")),
        class_="log",
        tabindex="0",
        key="log",
        style=figures(len(table.match.moves)),
    )


def window(lines: int, ply: int) -> tuple[int, int]:
    """Return the range of lines to draw around the line of a ply: the first line, and the line after the last.

    The log is divided into parts of 100 lines. The range holds the part with that ply, the part before and the part
    after. It thus changes only once in 100 moves.
    """
    first = min(ply, lines - 1) // PART * PART
    return max(0, first - PART), min(lines, first + 2 * PART)


def _further(words: Words, label: Message, ply: int) -> Node:
    text = el("span", words(label), class_="telling")
    return el("li", el("button", text, type="button", do="show", arg=written(ply)), key=f"to {ply}", class_="further")


def figures(plies: int) -> dict[str, str]:
    """Return the CSS property that gives all move numbers up to `plies` the same width."""
    return {"--figures": str(max(2, len(str(plies))))}


# Cached, because a game has many lines, and few of them change.
@lru_cache(maxsize=512)
def _line(words: Words, line: LogLine, token: str, current: bool, how: str, paired: bool) -> Node:
    short, sentences = how == "notation" and line.written, line.named_sentences if how == "named" else line.sentences
    # Without the names on the board, the sentences leave them out. Screen readers need them all the same. In games
    # with paired moves the notation is short. There the style sheet shows it after the sentences: a node costs more.
    named = line.named if how == "words" else ()
    return el(
        "li",
        el(
            "button",
            el("span", words.number(line.ply), class_="ply"),
            el("span", class_="dot", data_side=token),
            el(
                "span",
                words.figured(line.written) if short else words_of(words, sentences),
                class_="telling",
                data_notation=words.figured(line.written) if named and paired else None,
            ),
            type="button",
            do="show",
            arg=written(line.ply),
            aria_current="step" if current else None,
            aria_label="\n".join((words.number(line.ply), *(words(message) for message in named))) if named else None,
        ),
        key=str(line.ply),
    )


def navigation(viewer: Viewer, words: Words) -> Node:
    """Draw the buttons for one move back, one move forward, and the replay."""
    return el(
        "div",
        button(viewer, words, "back", icon="back", only_icon=True, class_="quiet"),
        button(viewer, words, "forward", icon="forward", only_icon=True, class_="quiet"),
        button(viewer, words, "replay", icon="play", only_icon=True, class_="quiet"),
        class_="steps",
        role="group",
        aria_label=words(say("Going through past moves")),
    )


def opening(words: Words, table: Table) -> Node | None:
    """Draw the name of the game's opening, which is the same in every language; None if the opening has no name."""
    name = table.game.opening(table.match) if table.match.ply > 1 else ""
    if not name:
        return None
    return el("p", words(say("Opening: {name}", name=name)), class_="note opening", key="opening", translate="no")


def log_sheet(viewer: Viewer, words: Words, table: Table, _: str = "") -> Node:
    """Draw the list of moves as a sheet, for windows that have no space for it beside the board."""
    lines = moves(words, table, wording(viewer))
    return sheet(viewer, words, "log", say("Moves"), opening(words, table), lines, class_="moves")
