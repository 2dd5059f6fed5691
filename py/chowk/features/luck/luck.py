"""Separate luck from skill in a finished game, with one search by the opponents for each roll.

Results are stored, so an interrupted calculation continues. There is no result for games without calibrated chances,
such as those with other house rules.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

from chowk.core.dice import whose
from chowk.core.equity import NOTHING, Chances, Sheet, Swing, Turn, Weighed, reckon, result
from chowk.core.errors import TextError
from chowk.core.position import CHANCE, Seat
from chowk.engine.protocol import Request, read_reply
from chowk.session.host_ports import GameHost
from chowk.session.table import Table

SHOWN = 3
"""Number of the most important rolls, and of decisions, that are listed."""
LEAST = 0.02
"""Minimum change of a chance to be listed, from 0 to 1."""


class Span(NamedTuple):
    """A roll with the moves played with it: the plies of the roll and of the next one."""

    ply: int
    end: int


class Account(NamedTuple):
    """The changes of a seat's chance, in whole per cent that add up; `others` are changes by the other players."""

    seat: Seat
    start: int
    luck: int
    errors: int
    others: int
    result: int


class Luck:
    """The known luck and errors in the match at a table."""

    def __init__(self, table: Table) -> None:
        self.match = table.match
        self.game = table.game
        self.sheet: Sheet | None = None
        self._weighed: dict[int, Weighed] = {}

    @property
    def due(self) -> bool:
        """True if there is something left to calculate."""
        return self.sheet is None and self.game.weigh is not None and next(self._rolls(), None) is not None

    def _rolls(self) -> Iterator[Span]:
        positions = self.match.positions
        dice = [ply for ply, at in enumerate(positions[:-1]) if at.turn == CHANCE and self.game.calibrated(at)]
        yield from (Span(ply, end) for ply, end in pairwise((*dice, self.match.ply)))

    async def run(self, host: GameHost, ask: Callable[[int], Request]) -> None:
        """Calculate luck and errors; `ask` makes a request for the position at a ply. A failed request ends it."""
        written = self.match.written()
        for span in self.spans():
            if span.ply not in self._weighed:
                request = ask(span.ply)._replace(weigh=True, made=tuple(written[span.ply : span.end]))
                try:
                    reply = read_reply(await host.engine.ask(request.text()))
                except (OSError, TextError):
                    return
                except asyncio.CancelledError:
                    host.engine.drop(request.ticket)
                    raise
                if reply.error or reply.ticket != request.ticket or not reply.weighed:
                    return
                before, rolled, left, *gains = reply.weighed
                self.take(span, Weighed(before, rolled, tuple(gains), left))
        self.add_up()
        host.page.render()

    def spans(self) -> Iterator[Span]:
        """Yield the spans to ask about: all rolls, and one that was still due when the players ended the game."""
        yield from self._rolls()
        last, end = self.match.position, self.match.ply
        if self.match.ruled() is None and last.turn == CHANCE and self.game.calibrated(last):
            yield Span(end, end)

    def take(self, span: Span, found: Weighed) -> None:
        """Store the result for a roll."""
        self._weighed[span.ply] = found

    def add_up(self) -> None:
        """Compute the sheet, once all results of a finished game are known."""
        outcome = self.match.outcome()
        if outcome is None:
            return
        ruled, found = self.match.ruled() is not None, []
        for span in self._rolls():
            at, move = self.match.at(span.ply), self.match.moves[span.ply]
            weight = at.odds()[at.moves().index(move)] / sum(at.odds())
            found.append(Turn(span.ply, whose(at), weight, self._weighed[span.ply]))
        self.sheet = reckon(found, result(outcome), NOTHING if ruled else self._stopped(found[-1]))

    def _stopped(self, last: Turn) -> Chances:
        """Return the chances when the players ended the game: before a roll, or after one."""
        left = self._weighed.get(self.match.ply)
        if left is not None:
            return left.before
        return last.weighed.left

    def accounts(self) -> tuple[Account, ...]:
        """Return the account of each seat; empty until it is known."""
        if self.sheet is None:
            return ()
        found = []
        for seat, end in enumerate(self.sheet.result):
            start, luck, errors, last = (
                round(100 * one)
                for one in (
                    self.sheet.start[seat], self.sheet.total(seat, "luck"), self.sheet.total(seat, "error"), end,
                )
            )  # fmt: skip
            found.append(Account(seat, start, luck, errors, last - start - luck - errors, last))
        return tuple(found)

    def weightiest(self, whose: Seat | None = None) -> tuple[Swing, ...]:
        """Return the rolls, then the decisions, that changed most for the player who made them, each in game order.

        `whose` limits them to one player.
        """
        if self.sheet is None:
            return ()
        found: list[Swing] = []
        for kind in ("luck", "error"):
            told = [one for one in self.sheet.swings if one.kind == kind and whose in (None, one.seat)]
            own = [one for one in told if abs(one.change[one.seat]) >= LEAST]
            most = sorted(own, key=lambda one: -abs(one.change[one.seat]))[:SHOWN]
            found += sorted(most, key=lambda one: one.ply)
        return tuple(found)
