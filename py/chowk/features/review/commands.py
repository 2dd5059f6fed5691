"""Commands for the review of a game, and for trying its mistakes again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chowk.core import parcels
from chowk.core.message import say_in
from chowk.features.review import review
from chowk.features.review.review import ReviewHost, can_review
from chowk.features.sharing.fetching import FetchedAction
from chowk.session.command import Command, at_table, number
from chowk.session.table import Table
from chowk.ui.slots import Control


def _review(host: ReviewHost, table: Table) -> None:
    review.begin(host, table)
    host.place.clear()  # the review is shown beside the board
    table.display.show_everything()
    if table.kind != "guest" and table.display.shown_ply is None:
        table.display.end_replay()


def _pause(host: ReviewHost, _: Table) -> None:
    review.pause(host)


def _close(host: ReviewHost, _: Table) -> None:
    review.close(host)


def _find_better(host: ReviewHost, _: Table, ply: int) -> None:
    """Start the exercises on a review's mistakes, beginning with the mistake made after `ply` moves.

    Do nothing if the review knows no mistake there. The module of the exercises is fetched at first use.
    """
    current = review.review_of(host)
    if current is None or ply not in current.judged or not current.wrong(ply):
        return
    FetchedAction(parcels.PRACTICE, "features.review.mistake_drill", "begin")(host, current, ply)


def _retry_from(host: ReviewHost, table: Table, ply: int) -> None:
    if ply < table.match.ply:
        review.retry(host, table, ply)


COMMANDS: Final[Mapping[str, Command[ReviewHost]]] = {
    "review": at_table(say_in("the player does it", "Review"), _review, can_review),
    "review-pause": at_table(say_in("the page does it", "Pause"), _pause, can_review),
    "review-close": at_table(say_in("the player does it", "Close the review"), _close, can_review),
    "find-better": at_table(
        say_in("the player does it", "Find a better move"), _find_better, can_review, takes=(number,)
    ),
    "retry-from": at_table(say_in("the player does it", "Retry from here"), _retry_from, can_review, takes=(number,)),
}
"""The commands of this feature by name."""
CONTROLS: Final = (
    Control("menu", 70, "review", "moves", lambda table: table.outcome is not None),
    Control("result-foot", 10, "review", "moves"),
)
"""The controls that this feature adds to screens and sheets."""
