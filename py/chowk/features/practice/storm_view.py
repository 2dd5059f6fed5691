"""The sheet with the result of a storm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chowk.core.message import say
from chowk.features.practice.practice import progress_of, themes
from chowk.features.practice.storm import AGAIN, StormTable, result
from chowk.i18n.i18n import Words
from chowk.session.command import written
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button, opener, sheet, words_of

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.viewer import StorageViewer


def storm(viewer: StorageViewer, words: Words, desk: StormTable) -> Node:
    """Draw the result of a storm of puzzles: the score, the best score so far, and the missed puzzles."""
    name, titles = desk.game.name, themes(desk.game.name)
    best = progress_of(viewer.kept, name).storm
    missed = [
        el(
            "li",
            opener(
                words(titles[puzzle.theme].title),
                words(say("Difficulty {rating}", rating=puzzle.rating)),
                "puzzle",
                written(name, "any", puzzle.key),
            ),
            key=puzzle.key,
        )
        for puzzle in desk.run.missed
    ]
    return sheet(
        viewer,
        words,
        "storm",
        say("Storm"),
        el("p", words_of(words, result(desk.run)), class_="rating"),
        el("p", words(say("Best so far: {count}", count=best)), class_="note") if best else None,
        el("section", el("h3", words(say("The ones I missed"))), el("ul", missed, class_="learn")) if missed else None,
        foot=button(viewer, words, "puzzle", written(name, "storm"), label=AGAIN, icon="redo", class_="primary"),
        class_="practice",
    )
