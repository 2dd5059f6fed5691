"""Separate luck from skill in a finished game, by one search of the position at each roll.

The search results are stored, so an interrupted calculation can continue. Luck is not calculated for a game whose
winning chances are not calibrated, for example a game with unusual house rules.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Final, NamedTuple

from chowk.core.dice import seat_to_act
from chowk.core.equity import NO_CHANCES, Chances, Sheet, Swing, Turn, Weighed, reckon, result
from chowk.core.errors import TextError
from chowk.core.position import CHANCE, Seat
from chowk.engine.protocol import Request, read_reply
from chowk.session.host_ports import GameHost
from chowk.session.table import Table

SHOWN = 3
"""Maximum number of listed rolls, and of listed decisions."""
RENDERED: Final = 20
"""Number of rolls after which the progress of the calculation is shown again."""
LEAST = 0.02
"""Minimum change of a winning chance, from 0 to 1, for a roll or a decision to be listed."""


class Span(NamedTuple):
    """A roll and the moves played with it.

    `ply` is the number of moves before the roll, `end` the number of moves before the next roll.
    """

    ply: int
    end: int


class Account(NamedTuple):
    """The changes of a player's winning chance during a game, in whole per cent.

    `start`, `luck`, `errors` and `others` add up to `result`. `others` are the changes that the other players caused.
    """

    seat: Seat
    start: int
    luck: int
    errors: int
    others: int
    result: int


class Luck:
    """The calculation of luck and errors in a table's match: the searches done so far, and then the result."""

    def __init__(self, table: Table) -> None:
        self.match = table.match
        self.game = table.game
        self.sheet: Sheet | None = None
        self._weighed: dict[int, Weighed] = {}
        # The number of rolls to search, once the calculation has begun.
        self._rolls_in_all = 0

    @property
    def unfinished(self) -> bool:
        """True if luck can be calculated for this match, and the calculation is not finished."""
        return self.sheet is None and self.game.weigh is not None and next(self._rolls(), None) is not None

    @property
    def progress(self) -> tuple[int, int]:
        """The number of rolls that have been searched, and of all rolls; both are 0 before the calculation starts."""
        return len(self._weighed), self._rolls_in_all

    def _rolls(self) -> Iterator[Span]:
        positions = self.match.positions
        dice = [ply for ply, start in enumerate(positions[:-1]) if start.turn == CHANCE and self.game.calibrated(start)]
        yield from (Span(ply, end) for ply, end in pairwise((*dice, self.match.ply)))

    async def run(self, host: GameHost, ask: Callable[[int], Request]) -> None:
        """Let the engine search the position at each roll, then compute luck and errors.

        `ask` returns a request for the position at a ply. Stop when a request fails.
        """
        written, spans = self.match.written(), tuple(self.spans())
        self._rolls_in_all = len(spans)
        for span in spans:
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
                if len(self._weighed) % RENDERED == 0:
                    host.page.render()  # the progress
        self.add_up()
        host.page.render()

    def spans(self) -> Iterator[Span]:
        """Yield the rolls to search, each with its moves.

        If the match ended while a roll was due, such as by a resignation, also yield this roll, without moves.
        """
        yield from self._rolls()
        last, end = self.match.position, self.match.ply
        if self.match.ruled() is None and last.turn == CHANCE and self.game.calibrated(last):
            yield Span(end, end)

    def take(self, span: Span, weighed: Weighed) -> None:
        """Store the search result `weighed` of a roll."""
        self._weighed[span.ply] = weighed

    def add_up(self) -> None:
        """Compute luck and errors from the search results of all rolls, which must be known."""
        outcome = self.match.outcome()
        if outcome is None:
            return
        ruled, turns = self.match.ruled() is not None, []
        for span in self._rolls():
            position, move = self.match.position_after(span.ply), self.match.moves[span.ply]
            weight = position.odds()[position.moves().index(move)] / sum(position.odds())
            turns.append(Turn(span.ply, seat_to_act(position), weight, self._weighed[span.ply]))
        self.sheet = reckon(turns, result(outcome), NO_CHANCES if ruled else self._stopped(turns[-1]))

    def take_costs(self, costs: Mapping[int, float]) -> None:
        """Take the costs of decisions from a review, as `Sheet.with_costs` does, if the result is known."""
        if self.sheet is not None:
            self.sheet = self.sheet.with_costs(costs)

    def _stopped(self, last: Turn) -> Chances:
        """Return the players' winning chances when they ended the game early.

        `last` is the last roll with its moves.
        """
        after_turn = self._weighed.get(self.match.ply)
        if after_turn is not None:
            return after_turn.before
        return last.weighed.left

    def accounts(self) -> tuple[Account, ...]:
        """Return the changes of each player's winning chance; empty until they are computed."""
        if self.sheet is None:
            return ()
        accounts = []
        for seat, end in enumerate(self.sheet.result):
            start, luck, errors, last = (
                round(100 * share)
                for share in (
                    self.sheet.start[seat], self.sheet.total(seat, "luck"), self.sheet.total(seat, "error"), end,
                )
            )  # fmt: skip
            accounts.append(Account(seat, start, luck, errors, last - start - luck - errors, last))
        return tuple(accounts)

    def weightiest(self, whose: Seat | None = None) -> tuple[Swing, ...]:
        """Return the rolls, and then the errors, that most changed the winning chance of the player who made them.

        There are at most `SHOWN` of each, in game order, and each changed the chance by at least `LEAST`. `whose`
        limits them to one player.
        """
        if self.sheet is None:
            return ()
        weightiest: list[Swing] = []
        for kind in ("luck", "error"):
            swings = [swing for swing in self.sheet.swings if swing.kind == kind and whose in (None, swing.seat)]
            large = [swing for swing in swings if abs(swing.change[swing.seat]) >= LEAST]
            most = sorted(large, key=lambda swing: -abs(swing.change[swing.seat]))[:SHOWN]
            weightiest += sorted(most, key=lambda swing: swing.ply)
        return tuple(weightiest)
