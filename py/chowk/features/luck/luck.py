"""Luck and skill apart in a finished game: the opponents are asked about one roll after the other.

What they have said is kept, so that what is broken off goes on where it was. Nothing is told of games whose chances are
not calibrated, such as those by other house rules.
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
from chowk.session.host_ports import Host
from chowk.session.table import Table

SHOWN = 3
"""So many of the rolls, and of the decisions, that mattered most are named."""
LEAST = 0.02
"""What changes a chance by less is not named."""


class Span(NamedTuple):
    """A roll and what was played with it: after how many moves it came, and after how many the next one is due."""

    ply: int
    end: int


class Account(NamedTuple):
    """What a game did to a seat's chance, in whole per cent that add up: `others` is what everybody else changed."""

    seat: Seat
    start: int
    luck: int
    errors: int
    others: int
    result: int


class Luck:
    """The luck and the errors of the match at a table, as far as they are known."""

    def __init__(self, table: Table) -> None:
        self.match = table.match
        self.game = table.game
        self.sheet: Sheet | None = None
        self._weighed: dict[int, Weighed] = {}

    @property
    def due(self) -> bool:
        """Whether there is something to find out."""
        return self.sheet is None and self.game.thinker.weigh is not None and next(self._rolls(), None) is not None

    def _rolls(self) -> Iterator[Span]:
        positions = self.match.positions
        dice = [ply for ply, at in enumerate(positions[:-1]) if at.turn == CHANCE and self.game.calibrated(at)]
        yield from (Span(ply, end) for ply, end in pairwise((*dice, self.match.ply)))

    async def run(self, host: Host, ask: Callable[[int], Request]) -> None:
        """Finds it out; `ask` makes a question about the position after so many moves. A desk that fails ends it."""
        written = self.match.written()
        for span in self.spans():
            if span.ply not in self._weighed:
                request = ask(span.ply)._replace(weigh=True, made=tuple(written[span.ply : span.end]))
                try:
                    reply = read_reply(await host.world.oracle.ask(request.text()))
                except (OSError, TextError):
                    return
                except asyncio.CancelledError:
                    host.world.oracle.drop(request.ticket)
                    raise
                if reply.error or reply.ticket != request.ticket or not reply.weighed:
                    return
                before, rolled, left, *gains = reply.weighed
                self.take(span, Weighed(before, rolled, tuple(gains), left))
        self.add_up()
        host.world.render()

    def spans(self) -> Iterator[Span]:
        """What is to be asked about: all rolls, and the one that was due when the players ended the game by word."""
        yield from self._rolls()
        last, end = self.match.position, self.match.ply
        if self.match.ruled() is None and last.turn == CHANCE and self.game.calibrated(last):
            yield Span(end, end)

    def take(self, span: Span, found: Weighed) -> None:
        """Keeps what was said of a roll."""
        self._weighed[span.ply] = found

    def add_up(self) -> None:
        """Makes the sheet, once all is known of a game that is over."""
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
        """The chances when the players ended the game by word: before a roll, or in the middle of one."""
        left = self._weighed.get(self.match.ply)
        if left is not None:
            return left.before
        return last.weighed.left

    def accounts(self) -> tuple[Account, ...]:
        """By seat; empty while it is not known."""
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
        """The rolls, and after them the decisions, that changed most for who made them, each kind in their order.

        Those of all players, or of one.
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
