"""Looking back at a finished game: how it stood after every move, which move was best, and where it may be retried.

The strongest opponent is asked about one position after the other, at the desk that also answers during a game. What
it has said is kept with the review, so that a review that is broken off goes on where it was.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from chowk.app.app import PAST, App
from chowk.app.table import Table
from chowk.core import chance
from chowk.core.errors import TextError
from chowk.core.match import Match
from chowk.core.oracle import Reply, Request, read_reply
from chowk.core.position import Seat, Spot
from chowk.games.scale import Scale, scale_of

Grade: TypeAlias = Literal["best", "good", "slip", "mistake", ""]
"""How good a move was: the best one, nearly as good, a little worse, much worse; not known (yet)."""

MILLISECONDS: Final = 400
"""How long each position is looked at."""
SLIP: Final = 0.1
"""A move that costs more than this share of a won lead is a slip."""
MISTAKE: Final = 0.25
"""A move that costs more than this is a mistake."""


class Judged(NamedTuple):
    """What was found out about a position: the best move as text, and what the side to move leads by.

    The lead is None where there was nothing to reckon: an only move, or one from the opening book.
    """

    best: str
    lead: float | None


class Review:
    """The review of the match at a table, as it was when the review began."""

    def __init__(self, table: Table) -> None:
        scale = scale_of(table.game)
        assert scale is not None, "games without a scale are not reviewed"
        self.scale: Scale = scale
        self.table = table
        self.match = table.match
        self.moves = tuple(table.match.written())
        self.judged: dict[int, Judged] = {}
        self.failed = False

    @property
    def fits(self) -> bool:
        """Whether the match is still the one that was reviewed."""
        return self.match is self.table.match and self.moves == tuple(self.match.written())

    @property
    def due(self) -> Sequence[int]:
        """The plies whose positions are still to be looked at, in order."""
        plies = self.match.ply + (self.match.ruled() is None)
        return [ply for ply in range(plies) if ply not in self.judged]

    @property
    def done(self) -> bool:
        """Whether there is nothing more to find out."""
        return not self.due

    # What came out --------------------------------------------------------------------------------------------------

    def lead(self, ply: int) -> float | None:
        """What the first seat leads by after `ply` moves, within what is as good as won; None while not known.

        Where there is one move only, that is what it leads by after it.
        """
        while ply < self.match.ply and len(self.match.at(ply).moves()) == 1:
            ply += 1
        ruled = self.match.ruled() if ply == self.match.ply else None
        if ruled is not None:
            return self._within(self.scale.final(ruled))
        found = self.judged.get(ply)
        if found is None or found.lead is None:
            return None
        return self._within(-found.lead if self.match.at(ply).turn else found.lead)

    def curve(self) -> tuple[float | None, ...]:
        """For every ply, the start included, the lead as a share of a won one, from -1 to 1.

        Where nothing was reckoned the game stands as it does later on, and where all later plies are like that, too,
        as it did before; None where it is not known yet.
        """
        found: list[float | None] = [self.lead(ply) for ply in range(self.match.ply + 1)]
        known = None
        for ply in reversed(range(len(found))):
            at = self.judged.get(ply)
            if found[ply] is None and at is not None:
                found[ply] = known
            known = found[ply]
        return tuple(None if lead is None else lead / self.scale.won for lead in found)

    def cost(self, ply: int) -> float | None:
        """What the move made after `ply` moves cost its player, in the game's unit; None while not known."""
        found = self.judged.get(ply)
        if found is None:
            return None
        if found.best == self.moves[ply] or len(self.match.at(ply).moves()) == 1:
            return 0.0
        before, after = self.lead(ply), self.lead(ply + 1)
        if before is None or after is None:
            return None
        return max(0.0, after - before if self.match.at(ply).turn else before - after)

    def grade(self, ply: int) -> Grade:
        """How good the move was that was made after `ply` moves."""
        cost = self.cost(ply)
        if cost is None:
            return ""
        if self.judged[ply].best == self.moves[ply]:
            return "best"
        share = cost / self.scale.won
        return "mistake" if share > MISTAKE else "slip" if share > SLIP else "good"

    def grades(self, seat: Seat) -> Counter[Grade]:
        """How many moves of each grade a player made, those that nobody chose left out."""
        plies = (ply for ply in range(self.match.ply) if self.match.at(ply).turn == seat)
        return Counter(self.grade(ply) for ply in plies if len(self.match.at(ply).moves()) > 1)

    def better(self, ply: int) -> str:
        """The best move after `ply` moves as text, if another was made; empty if not, or while not known."""
        found = self.judged.get(ply)
        played = self.moves[ply] if ply < len(self.moves) else ""
        return "" if found is None or found.best == played or self.grade(ply) == "" else found.best

    def spots(self, ply: int) -> tuple[Spot, ...]:
        """The spots of the best move after `ply` moves, where it is known."""
        found = self.judged.get(ply)
        if found is None or ply > self.match.ply:
            return ()
        position = self.match.at(ply)
        move = self.match.book.notation.read_move(position, found.best)
        return self.table.view.spell(position).get(move, ())

    def _within(self, lead: float) -> float:
        return max(-self.scale.won, min(self.scale.won, lead))

    # Finding out ----------------------------------------------------------------------------------------------------

    async def run(self, app: App) -> None:
        """Looks at one position after the other until all are known; a desk that fails twice ends it."""
        self.failed = False
        for ply in self.due:
            moves = self.match.at(ply).moves()
            if len(moves) == 1:
                only = self.match.book.notation.write_move(self.match.at(ply), moves[0])
                self.judged[ply] = Judged(only, None)
                continue
            reply = await self._reply(app, ply) or await self._reply(app, ply)
            if reply is None:
                self.failed = True
                break
            self.judged[ply] = Judged(reply.move, reply.score)
            app.world.render()
        app.world.render()

    async def _reply(self, app: App, ply: int) -> Reply | None:
        request = request_at(self.table, ply)
        try:
            reply = read_reply(await app.world.oracle.ask(request.text()))
        except (OSError, TextError):
            return None
        except asyncio.CancelledError:
            app.world.oracle.drop(request.ticket)
            raise
        return reply if reply.ticket == request.ticket and not reply.error else None


def request_at(table: Table, ply: int) -> Request:
    """The question to the strongest opponent about the position after `ply` moves; tickets of games are positive."""
    match, write = table.match, table.match.book.notation.write_position
    past = tuple(write(match.at(one)) for one in range(max(0, ply - PAST), ply))
    seed = chance.below(1 << 53, match.seed, -1 - ply)
    return Request(-1 - ply, table.game.name, write(match.at(ply)), table.game.strongest, seed, MILLISECONDS, past)


def can_review(app: App) -> bool:
    """Whether the game at the table is over and its opponents know what positions are worth."""
    table = app.table
    if table is None or table.outcome is None or not table.match.ply:
        return False
    return scale_of(table.game) is not None


def begin(app: App) -> None:
    """Reviews the match at the table, or goes on with it."""
    table = app.table
    assert table is not None, "nobody sits at a table"
    if review_of(app) is None:
        app.pause()
        app.review = Review(table)
    assert app.review is not None, "it has just begun"
    if not app.review.done and (app.reviewing is None or app.reviewing.done()):
        app.reviewing = app.spawn(app.review.run(app))


def review_of(app: App) -> Review | None:
    """The review of the match at the table as it is now, if there is one."""
    found = app.review
    return found if found is not None and found.table is app.table and found.fits else None


def retry(app: App, ply: int) -> None:
    """Sits down at a new table where the same game has come as far as `ply` moves; the finished one stays."""
    table = app.table
    assert table is not None, "nobody sits at a table"
    match: Match[Any, Any] = table.match.until(ply)
    app.sit_down(Table(table.game, table.plan, match, f"{app.world.seed():016x}", app.world.now()))
