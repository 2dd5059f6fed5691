"""Review of a finished game: the lead after each move, the best moves, and the mistakes to retry.

`games/verdicts` finds the verdicts, by searches in the engine's worker. An interrupted review can continue.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final, Protocol

from chowk.core.match import Match
from chowk.core.message import Message, say, say_many
from chowk.core.position import Spot
from chowk.features.luck.luck import Luck
from chowk.features.review.summary import by_player
from chowk.games.verdicts import Verdicts
from chowk.session.host_ports import GameHost
from chowk.session.navigation import Whereabouts
from chowk.session.table import Table

SETTLED: Final = 2.0
"""Delay after the opening of the result sheet before the calculation starts, in seconds.

It lets the sheet open undisturbed.
"""

SILENT: Final[Message] = say("The opponent did not respond. Your game is saved.")
"""The message that is shown and announced if the engine fails during a review."""


class Review(Verdicts):
    """A review of a table's match. It covers the moves that the match had when the review began."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.game, table.match)
        self.table = table
        self.failed = False
        self.open = False  # True while the review is shown beside the board
        self.luck = Luck(table)
        """The luck of the rolls, and the errors of the players as the verdicts know them so far."""
        self.task: asyncio.Task[Any] | None = None  # the running calculation, once started

    @property
    def looked_at(self) -> int:
        """The ply that the board shows."""
        return self.table.ply

    @property
    def fits(self) -> bool:
        """True if the match has not changed since the review began."""
        return self.match is self.table.match and self.moves == tuple(self.match.written())

    @property
    def progress(self) -> Message:
        """The sentence on how many rolls and moves have been searched, or on how many moves are searched again."""
        if self.ready:
            return say_many("Looking closer at {count} move", "Looking closer at {count} moves", len(self.closer))
        (rolls, all_rolls), moves = self.luck.progress, len(self.judged)
        every = all_rolls + moves + len(self.unsearched)
        return say("Looking at the moves: {known} of {all}", known=rolls + moves, all=every)

    def spots(self, ply: int) -> tuple[Spot, ...]:
        """Return the spots of the best move in the position after `ply` moves.

        Empty if the best move is unknown, or if it is the only legal one.
        """
        judged = self.judged.get(ply)
        if judged is None or ply > self.match.ply or not self.stands(ply) or not self.choice(ply):
            return ()
        # If the deeper search found a move no better than the move made, do not show it as better.
        if ply < self.match.ply and judged.best not in (self.moves[ply], self.better(ply)):
            return ()
        position = self.match.position_after(ply)
        move = self.match.ruleset.notation.read_move(position, judged.best)
        return self.table.view.spell(position).get(move, ())

    def on_verdict(self, ply: int) -> None:
        """Pass the cost of the move after `ply` moves to `luck`, if it is known."""
        cost = self.cost(ply) if ply < len(self.moves) else None  # in the last position, no move was made
        if cost is not None:
            self.luck.take_costs({ply: cost / (2 * self.scale.won)})

    async def run(self, host: GameHost) -> None:
        """Compute the luck of the rolls, then search the positions. Set `failed` if the engine fails.

        Results that are known already are not computed again.
        """
        self.failed = False
        if self.luck.unfinished:
            await self.luck.run(host, lambda index: self._request(self.match.positions[: index + 1], 0))
            for ply in self.judged:  # verdicts of an earlier, interrupted search
                self.on_verdict(ply)
        try:
            await self.search(host.engine, host.page.render)
        except OSError:
            self.failed = True
        host.page.render()


def can_review(table: Table) -> bool:
    """Return True if the game at a table is over, has at least one move, and has an engine that values positions."""
    return table.outcome is not None and bool(table.match.ply) and table.game.scale is not None


class ReviewReader(Protocol):
    """The state read by the views of a review."""

    @property
    def review(self) -> Review | None:
        """The latest review, or None."""

    @property
    def place(self) -> Whereabouts:
        """The screen and the open sheets."""


class ReviewHost(GameHost, Protocol):
    """The part of the application that is needed for reviews."""

    review: Review | None

    def sit_down(self, table: Table) -> None:
        """Show the page of a table, and continue its game."""

    def reviewed(self, review: Review) -> None:
        """Store the person's mistakes from a completed review."""


def begin(host: ReviewHost, table: Table, *, visible: bool = True) -> None:
    """Start or continue the review of a table's match. `visible` opens it beside the board; else it stays hidden."""
    review = review_of(host)
    if review is None:
        host.loop.pause(table)
        review = host.review = Review(table)
    review.open = review.open or visible
    if visible:
        table.look_away()
        host.voice.say(say("Review of the game"), *(by_player(review) if review.done else ()))
    if not review.done and (review.task is None or review.task.done()):
        review.task = host.loop.register_task(host.spawn(_run(host, review)))


async def _run(host: ReviewHost, review: Review) -> None:
    await review.run(host)
    if review.done:
        host.reviewed(review)
    if review_beside_board(host) is review:
        # Screen readers announce only the end of the search, because its progress changes often.
        host.voice.say(*(by_player(review) if review.done else (SILENT,)))
        host.page.render()


async def prepare(host: ReviewHost, table: Table) -> None:
    """Wait `SETTLED` seconds after the result was opened, then start the game's review without showing it.

    So the result sheet tells what the review finds, and the review may be ready when the player asks for it. A review
    that was begun before stays as it is, even if it was paused. Nothing starts if the player has closed the result to
    look at earlier moves.
    """
    await host.clock.sleep(SETTLED)
    await host.page.in_sight()
    looks_back = table.ply < table.match.ply and all(sheet.name != "result" for sheet in host.place.sheets)
    if table is host.place.table and not looks_back and can_review(table) and review_of(host) is None:
        begin(host, table, visible=False)


def review_of(host: ReviewReader) -> Review | None:
    """Return the review of the open table's match, or None if there is none or the match has changed since."""
    review = host.review
    return review if review is not None and review.table is host.place.table and review.fits else None


def review_beside_board(host: ReviewReader) -> Review | None:
    """Return the review shown beside the board, or None."""
    review = review_of(host)
    return review if review is not None and review.open else None


def close(host: ReviewHost) -> None:
    """Hide the review beside the board. Its results are kept, and its search continues."""
    if host.review is not None:
        host.review.open = False


def pause(host: ReviewHost) -> None:
    """Stop the search. The results stay."""
    if host.review is not None and host.review.task is not None:
        host.review.task.cancel()


def better(host: ReviewHost) -> tuple[Spot, ...]:
    """Return the spots of the best move for the current position, if the review is shown; otherwise none."""
    review = review_beside_board(host)
    return review.spots(review.table.ply) if review is not None else ()


def retry(host: ReviewHost, table: Table, ply: int) -> None:
    """Open a new table with the first `ply` moves of a game. The finished game stays unchanged."""
    match: Match[Any, Any] = table.match.until(ply)
    number = f"{host.new_seed():016x}"
    host.sit_down(Table(table.game, table.plan, match, number, host.clock.now()))
