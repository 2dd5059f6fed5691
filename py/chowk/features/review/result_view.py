"""The parts of the result sheet from the review: the turning point, summaries, and what the loser can learn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module

from chowk.core import parcels
from chowk.core.message import Message
from chowk.features.luck import view
from chowk.features.luck.luck import Luck
from chowk.features.review import errors_view
from chowk.features.review.review import ReviewReader, can_review, review_of
from chowk.i18n.i18n import Words
from chowk.session.setup import only_person
from chowk.session.table import Table
from chowk.ui.nodes import Node, el
from chowk.ui.parts import words_of


def _is_reviewed(table: Table) -> bool:
    """Return True if the page reviews the game of this table in the background while its result is shown.

    If so, the result sheet reserves space for the results of the review.
    """
    return table.kind == "own" and table.seats.people > 0 and can_review(table)


def turning_point_line(viewer: ReviewReader, words: Words, table: Table) -> Node | None:
    """Draw the sentence on the turning point, the move that decided the game. Return None if the game is not reviewed.

    Until the review has found the move, reserve the space with an empty line.
    """
    review = review_of(viewer)
    ply = review.turning() if review is not None else None
    if review is None or ply is None:
        return el("p", class_="decided", key="decided", aria_hidden="true") if _is_reviewed(table) else None
    from chowk.features.review.view import turning_point

    return el("p", words_of(words, turning_point(review, ply, numbered=True)), class_="decided", key="decided")


def summaries(viewer: ReviewReader, words: Words, table: Table) -> Iterator[Node | None]:
    """Draw the summaries of luck and errors. If the only person lost the game, add what this person can learn from it.

    Until these are known, reserve the space with invisible lines, and show the progress there. Yield nothing if the
    game is not reviewed.
    """
    review = review_of(viewer)
    if review is None and not _is_reviewed(table):
        return
    progress = review.progress if review is not None and not (review.done or review.failed) else None
    yield view.brief(words, review.luck if review is not None else Luck(table), progress)
    yield errors_view.brief(words, table, review, progress)
    seat, outcome = only_person(table.plan), table.outcome
    if seat is not None and table.kind == "own" and outcome is not None and outcome.places[seat] > 1:
        sentences: Sequence[Message] = ()
        if review is not None and review.done and not parcels.is_unfetched(parcels.PRACTICE):
            sentences = import_module("chowk.features.review.takeaway").takeaway(review, seat)
        yield el("div", [el("p", words(said)) for said in sentences], class_="decided takeaway", key="takeaway")
