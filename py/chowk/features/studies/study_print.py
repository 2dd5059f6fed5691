"""The page to print for a study: each chapter with its moves, comments and diagrams."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from chowk import games
from chowk.core.errors import TextError
from chowk.core.message import say, say_many
from chowk.core.variations import MARKS, Variations, body
from chowk.draw import svg
from chowk.features.studies.studies import ChapterTable, chapter_title
from chowk.features.studies.study import Chapter, Study
from chowk.features.studies.view import UNNAMED
from chowk.i18n.i18n import Words
from chowk.ui.nodes import Node, el
from chowk.ui.screens.drawings import over

if TYPE_CHECKING:  # read by type checkers only
    from chowk.features.studies.view import StudiesViewer

_LOOK: Final = "light"
MOST_DIAGRAMS: Final = 12
"""Maximum number of diagrams of a chapter."""
_TAG: Final = re.compile(r"\[%\w+ [^\[\]]*\] ?")
"""A pattern for an encoded drawing in a comment. Drawings are left out of the text, because the diagrams show them."""
_SIGNS: Final = {code: mark for mark, code in MARKS.items()}
_CODE: Final = re.compile(r"\$[1-6](?= \{|$)")
"""A pattern for the code of a mark, which stands before a comment or last. A comment cannot contain braces."""


def paper(viewer: StudiesViewer, words: Words) -> Node | None:
    """Draw the printed version of the study whose sheet is open. Return None if the study cannot be read."""
    top = viewer.place.sheet
    try:
        shown = viewer.studies.of(viewer.kept, top.arg) if viewer.studies is not None and top is not None else Study()
    except TextError:
        return None
    return el(
        "article",
        el("h1", shown.name or words(UNNAMED)),
        [_chapter(words, number, chapter) for number, chapter in enumerate(shown.chapters)],
        class_="paper",
        key="paper",
    )


def _chapter(words: Words, number: int, chapter: Chapter) -> Node:
    diagrams = [_diagram(words, chapter, number, node) for node in diagram_nodes(chapter.tree)]
    text = lines(chapter.tree)
    count = say_many("{count} move", "{count} moves", len(chapter.tree.nodes) - 1)
    return el(
        "section",
        el("h2", words(chapter_title(number, chapter))),
        el("p", words(games.sign(chapter.game).title), ", ", words(count), class_="note"),
        el("p", text, class_="lined", translate="no") if text else None,
        el("div", diagrams, class_="diagrams"),
        class_="printed",
        key=str(number),
    )


def lines(tree: Variations) -> str:
    """Return the moves of a tree, with marks, comments and variations, as one line of text."""
    words = (_CODE.sub(lambda code: _SIGNS[code[0]], _TAG.sub("", part)).removesuffix("{}") for part in body(tree))
    return " ".join(word.rstrip() for word in words if word).replace("{", "[").replace("}", "]")


def diagram_nodes(tree: Variations) -> tuple[int, ...]:
    """Return the nodes whose positions are printed: the first one, those with drawings, and the end of the main line.

    There are at most `MOST_DIAGRAMS` of them.
    """
    order = list(tree.below(0))
    wanted = [node for node in order if node == 0 or tree.nodes[node].drawings]
    end = tree.end(0)
    return tuple(dict.fromkeys((*wanted[: MOST_DIAGRAMS - 1], end)))


def _diagram(words: Words, chapter: Chapter, number: int, node: int) -> Node:
    table = ChapterTable("", number, chapter._replace(node=node), None)
    alone = table.game.trial is None
    view = table.view if alone else table.game.view
    drawn = svg.board(view, view.pieces(table.position), _LOOK, f"paper-{number}-{node}-", labelled=alone)
    layer = over(table)
    return el(
        "figure",
        el("div", el("div", class_="drawing", aria_hidden="true", html=drawn), layer, class_="board-drawn"),
        el("figcaption", *_caption(words, chapter.tree, table, node)),
        key=str(node),
    )


def _caption(words: Words, tree: Variations, table: Any, node: int) -> Iterator[str]:
    if not node:
        yield words(table.next_action)
    else:
        yield words(say("After {move}", move=f"{len(tree.path(node))}. {tree.nodes[node].move}"))
