"""Looking back at a finished game: how it stood after every move, which move was best, and where it may be retried.

The strongest opponent is asked about one position after the other, at the desk that also answers during a game. After
this quick look the decisions that cost something, or after which another player was ahead, are looked at again, much
deeper: only then is a better move named. What was found out is kept with the review, so that a review that is broken
off goes on where it was.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from math import exp
from statistics import mean
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias

from chowk.core import chance
from chowk.core.errors import TextError
from chowk.core.match import Match
from chowk.core.message import Message
from chowk.core.position import CHANCE, Seat, Spot
from chowk.engine.protocol import Line, Reply, Request, read_reply
from chowk.features.luck.luck import Luck
from chowk.games.api.scale import ENOUGH, Kinds, Scale
from chowk.session.game_loop import past_of
from chowk.session.host_ports import Host
from chowk.session.navigation import Whereabouts
from chowk.session.table import Table

Grade: TypeAlias = Literal["best", "good", "slip", "mistake", ""]
"""How good a move was: the best one, nearly as good, a little worse, much worse; none where that is not known, or
where there was no choice."""

PATIENCE: Final = 30_000
"""Milliseconds for which a position is looked at, at most: a slow device needs them, a quick one a small part."""
SETTLED: Final = 2.0
"""Seconds after the end of a game in which nothing is reckoned, so that the result appears undisturbed."""
OFTEN: Final = 0.5
"""Seconds at least from one time that what was found out is shown to the next."""
LONG: Final = 200
"""Choices in a game from which on all are surveyed as they stand, and only what looks wrong is looked into further."""
SHOWN: Final = 3
"""So many of the decisions of a kind that gave away most are named."""
TOLD: Final = 2.0
"""What gives away less is not named."""
AS_GOOD: Final = 1e-6
"""Moves whose worth differs by no more are as good as one another."""
AT_STAKE: Final = 0.005
"""A choice in which moves by lot lose less of the chance to win does not count for the accuracy."""
STAKES: Final = 0.5
"""Where all choices together had less at stake than half a game, too little was decided by them to tell an accuracy."""
PLAIN: Final = 0.1
"""A move that a glance finds better than every other one by this chance to win counts only if it was missed."""
SEVERE: Final = 1.5
"""How fast accuracy falls: moves by lot come to exp(-1.5), some 22 of 100, and half their losses to 47."""


class Judged(NamedTuple):
    """What was found out about a position: the best move as text, and what the side to move leads by.

    The lead is None where there was nothing to reckon: an only move, or one `known` from the opening book. `depth` is
    how many moves ahead was looked, `exact` says to the end. `cost` is by how much the move that was made is worth less
    than the best one, both looked at to the same depth; below 0 if it turned out to be worth more, None while that is
    not known. `deep` says that it was looked at for the second time. `stake` is the chance to win, from 0 to 1, that a
    move by lot loses on average, and `plain` the move that a glance shows to be best by far, if there is one.
    """

    best: str
    lead: float | None = None
    depth: int = 0
    exact: bool = False
    known: bool = False
    cost: float | None = None
    deep: bool = False
    stake: float | None = None
    plain: str = ""


class MoveWorth(NamedTuple):
    """What a move is worth to who makes it, whether that is proven, and whether it was seen from further than asked.

    That is so near the end of some games, where all of it is played out.
    """

    lead: float
    exact: bool
    beyond: bool = False


class Review:
    """The review of the match at a table, as it was when the review began."""

    def __init__(self, table: Table) -> None:
        scale = table.game.scale
        assert scale is not None, "games without a scale are not reviewed"
        self.scale: Scale = scale.at(table.match.at(0))
        self.table = table
        self.match = table.match
        self.moves = tuple(table.match.written())
        self.judged: dict[int, Judged] = {}
        self.failed = False
        self.open = False  # whether it is looked at, beside the board
        self.seats = table.match.position.seats
        self.luck = Luck(table)
        self._choices: dict[int, bool] = {}
        self._reasons: dict[int, tuple[Message, ...]] = {}
        self._faults: dict[int, tuple[Message, ...]] = {}
        self.task: asyncio.Task[Any] | None = None  # what finds it out, once that has begun
        self._ticket = 0
        # The plies that are to be looked at again; None before all were looked at once. Written by `run`.
        self._closer: set[int] | None = None

    @cached_property
    def long(self) -> bool:
        """Whether the game is too long for every move to be looked into as far as usual."""
        return self.scale.surveyed and sum(map(self.choice, range(self.match.ply))) >= LONG

    @property
    def fits(self) -> bool:
        """Whether the match is still the one that was reviewed."""
        return self.match is self.table.match and self.moves == tuple(self.match.written())

    @property
    def due(self) -> Sequence[int]:
        """The plies whose positions are still to be looked at for the first time, in order."""
        plies = self.match.ply + (self.match.ruled() is None)
        return [ply for ply in range(plies) if ply not in self.judged]

    @property
    def closer(self) -> Sequence[int]:
        """The plies that are still to be looked at again, the one that is shown first, then the costliest."""
        if self._closer is None:
            return [ply for ply in sorted(self.judged) if self._doubtful(ply)]
        shown = self.table.ply
        return sorted(self._closer, key=lambda ply: (ply != shown, -(self.cost(ply) or 0.0), ply))

    def pending(self, ply: int) -> bool:
        """Whether what is known after `ply` moves is a quick look that is to be followed by a deeper one."""
        return ply in self._closer if self._closer is not None else ply in self.judged and self._doubtful(ply)

    @property
    def ready(self) -> bool:
        """Whether everything was looked at once."""
        return not self.due

    @property
    def done(self) -> bool:
        """Whether there is nothing more to find out."""
        return self.ready and not self.closer

    def _doubtful(self, ply: int) -> bool:
        """Whether a quick look at the choice after `ply` moves is not enough.

        That is so where the move seems to have cost something, where its cost is not known, and where another player
        was ahead after it.
        """
        if ply >= self.match.ply or not self.choice(ply) or self.judged[ply].deep or not self.stands(ply):
            return False
        cost = self.cost(ply)
        if cost is None or cost >= min(self.scale.closer, self.scale.slip * self.scale.won):
            return True
        if self.seats > 2 or self.judged[ply].known:
            return False
        before, after = self.lead(ply), self.lead(ply + 1)
        return before is not None and after is not None and before * after < 0

    # What came out --------------------------------------------------------------------------------------------------

    def lead(self, ply: int, seat: Seat = 0) -> float | None:
        """What a seat leads by after `ply` moves, within what is as good as won; None while not known.

        Where there is one move only, that is what it leads by after it. Of more than two only who is to move is known.
        """
        while ply < self.match.ply and self.match.at(ply).turn != CHANCE and not self.choice(ply):
            ply += 1
        ruled = self.match.ruled() if ply == self.match.ply else None
        if ruled is not None and self.seats > 2:
            return self.scale.won * (1 if ruled.places[seat] == 1 else -1)
        if ruled is not None:
            return self._within(self.scale.final(ruled)) * (-1 if seat else 1)
        found, turn = self.judged.get(ply), self.match.at(ply).turn
        if found is None or found.lead is None or not self.stands(ply) or (self.seats > 2 and turn != seat):
            return None
        return self._within(found.lead if turn == seat else -found.lead)

    def curve(self, seat: Seat = 0) -> tuple[float | None, ...]:
        """For every ply, the start included, a seat's lead as a share of a won one, from -1 to 1.

        Where nothing was reckoned the game stands as it does later on, and where all later plies are like that, too,
        as it did before; None where it is not known yet.
        """
        found: list[float | None] = [self.lead(ply, seat) for ply in range(self.match.ply + 1)]
        known = None
        for ply in reversed(range(len(found))):
            at = self.judged.get(ply)
            if found[ply] is None and at is not None:
                found[ply] = known
            known = found[ply]
        for ply in range(1, len(found)):
            if found[ply] is None and ply in self.judged:
                found[ply] = found[ply - 1]
        return tuple(None if lead is None else lead / self.scale.won for lead in found)

    def turning(self) -> int | None:
        """The ply of the costliest wrong move of a loser after which the winner stayed clearly ahead; None without one.

        Clearly ahead is by more than a mistake. A game that was given up, or lost on time, when no more than a mistake
        lay between was decided by that.
        """
        outcome = self.match.outcome()
        winner = outcome.winner if outcome is not None else None
        if winner is None or not self.done:
            return None
        least = 2 / self.seats - 1 + self.scale.mistake
        curve = self.curve(winner)
        costs = dict[int, float]()
        for ply in reversed(range(self.match.ply)):
            if (curve[ply + 1] or 0.0) < least:
                break
            if self.match.at(ply).turn not in (CHANCE, winner) and self.wrong(ply):
                costs[ply] = self.cost(ply) or 0.0
        return max(sorted(costs), key=costs.__getitem__, default=None)

    def accuracy(self, seat: Seat) -> int | None:
        """How much of what was at stake a player kept, from 0 to 100; None if too little was, or if it is not known.

        The chance to win that the player's choices lost is divided by what moves by lot would have lost there, on
        average. No loss is 100, and the more is lost, the closer it comes to 0; moves by lot are at 22. Not counted are
        forced moves, choices in which nothing was at stake, and moves that a glance shows to be best by far.
        """
        losses, stakes = 0.0, 0.0
        for ply in self.judged:
            loss = self._loss(ply) if ply < self.match.ply and self.match.at(ply).turn == seat else None
            if loss is not None:
                losses += loss
                stakes += self.judged[ply].stake or 0.0
        return round(100 * exp(-SEVERE * losses / stakes)) if stakes >= STAKES else None

    def _loss(self, ply: int) -> float | None:
        """The chance to win that the choice after `ply` moves lost; None if it does not count, or is not known."""
        found, cost = self.judged[ply], self.cost(ply)
        if cost is None or found.lead is None or not self.choice(ply) or (found.stake or 0.0) < AT_STAKE:
            return None
        if found.plain == self.moves[ply] and not self.wrong(ply):
            return None
        lead = self._within(found.lead)
        return max(0.0, self.scale.chances(lead) - self.scale.chances(lead - cost))

    @property
    def kinds(self) -> Kinds | None:
        """The kinds of decisions by which errors are summed, once all is known, and where chances are calibrated."""
        kinds = self.scale.kinds
        return kinds if kinds is not None and self.ready and kinds.calibrated(self.match.at(0)) else None

    def given_away(self, seat: Seat) -> tuple[float, ...]:
        """By kind of decision, what a player's errors cost in all; nothing without kinds."""
        kinds = self.kinds
        if kinds is None:
            return ()
        found = [0.0] * len(kinds.names)
        for ply in range(self.match.ply):
            if self.match.at(ply).turn == seat:
                found[kinds.due(self.match.at(ply))] += self.cost(ply) or 0.0
        return tuple(found)

    def costliest(self, kind: int) -> tuple[int, ...]:
        """The plies of the decisions of a kind that gave away most, in their order; nothing without kinds."""
        kinds = self.kinds
        if kinds is None:
            return ()
        costs = {
            ply: cost
            for ply in range(self.match.ply)
            if (cost := self.cost(ply)) and cost >= TOLD and kinds.due(self.match.at(ply)) == kind
        }
        return tuple(sorted(sorted(costs, key=lambda ply: -costs[ply])[:SHOWN]))

    def reasons(self, ply: int) -> tuple[Message, ...]:
        """Why the best move after `ply` moves is good, in facts."""
        if ply not in self._reasons:
            position = self.match.at(ply)
            move = self.match.ruleset.notation.read_move(position, self.judged[ply].best)
            self._reasons[ply] = self.table.game.why(position, (move,))
        return self._reasons[ply]

    def faults(self, ply: int) -> tuple[Message, ...]:
        """What is wrong with the move made after `ply` moves beside the best one, in facts."""
        if ply not in self._faults:
            position, read = self.match.at(ply), self.match.ruleset.notation.read_move
            made, best = self.match.moves[ply], read(position, self.judged[ply].best)
            self._faults[ply] = self.table.game.wrong(position, made, best)
        return self._faults[ply]

    def cost(self, ply: int) -> float | None:
        """What the move made after `ply` moves cost its player, in the game's unit; None while not known."""
        found = self.judged.get(ply)
        if found is None:
            return None
        if not self.choice(ply):
            return 0.0
        if found.best == self.moves[ply]:
            return 0.0 if self.stands(ply) else None
        return None if found.cost is None else max(0.0, found.cost)

    def stands(self, ply: int) -> bool:
        """Whether what was found out after `ply` moves was looked at deeply enough to be told."""
        found = self.judged.get(ply)
        return found is not None and (
            found.exact or found.known or found.depth >= (1 if self.scale.surveyed else self.scale.depth)
        )

    def choice(self, ply: int) -> bool:
        """Whether somebody had more than one move after `ply` moves."""
        if ply not in self._choices:
            position = self.match.at(ply)
            self._choices[ply] = position.turn != CHANCE and len(position.moves()) > 1
        return self._choices[ply]

    def grade(self, ply: int) -> Grade:
        """How good the move was that was made after `ply` moves; none for one that nobody chose."""
        cost = self.cost(ply)
        if cost is None or not self.choice(ply):  # a pass is nobody's merit
            return ""
        if self.judged[ply].best == self.moves[ply]:
            return "best"
        share = cost / self.scale.won
        return "mistake" if share > self.scale.mistake else "slip" if share > self.scale.slip else "good"

    def wrong(self, ply: int) -> bool:
        """Whether the move made after `ply` moves is one to look for a better one."""
        # A game that was given up is judged at its last position, too, where no move was made.
        return ply < len(self.moves) and ply in self.judged and self.grade(ply) in ("slip", "mistake")

    def grades(self, seat: Seat) -> Counter[Grade]:
        """How many moves of each grade a player made, those that nobody chose left out."""
        plies = (ply for ply in self.judged if ply < self.match.ply and self.match.at(ply).turn == seat)
        return Counter(self.grade(ply) for ply in plies if self.choice(ply))

    def better(self, ply: int) -> str:
        """A move after `ply` moves that was no worse than the one made, as text; empty if there is none to tell.

        Both were looked at in the second, deep look, or to the end of the game.
        """
        found = self.judged.get(ply)
        played = self.moves[ply] if ply < len(self.moves) else ""
        if found is None or found.best == played or found.cost is None or found.cost < 0:
            return ""
        if not (found.deep or found.exact):
            return ""
        return found.best

    def spots(self, ply: int) -> tuple[Spot, ...]:
        """The spots of the best move after `ply` moves, where one can be told and there is a choice."""
        found = self.judged.get(ply)
        if found is None or ply > self.match.ply or not self.stands(ply) or not self.choice(ply):
            return ()
        # A move that a closer look found no better than the one made is not shown instead of it.
        if ply < self.match.ply and found.best not in (self.moves[ply], self.better(ply)):
            return ()
        position = self.match.at(ply)
        move = self.match.ruleset.notation.read_move(position, found.best)
        return self.table.view.spell(position).get(move, ())

    def _within(self, lead: float) -> float:
        return max(-self.scale.won, min(self.scale.won, lead))

    # Finding out ----------------------------------------------------------------------------------------------------

    async def run(self, host: Host) -> None:
        """Looks at one position after the other until all are known; a desk that fails twice ends it."""
        self.failed, drawn = False, 0.0
        if self.luck.due:
            await self.luck.run(host, lambda at: self._request(self.match.positions[: at + 1], 0))
        try:
            for ply in self.due:
                self.judged[ply] = await self._with_stake(host, ply, await self._judge(host, ply))
                if self.choice(ply) and time.perf_counter() - drawn > OFTEN:
                    drawn = time.perf_counter()
                    host.world.render()
            if self._closer is None:
                self._closer = set(self.closer)
            while self.closer:
                host.world.render()
                ply = self.closer[0]
                found = await self._judge_again(host, ply)
                self._closer.remove(ply)
                if found is not None:
                    self.judged[ply] = found
                    self._reasons.pop(ply, None)
                    self._faults.pop(ply, None)
        except OSError:
            self.failed = True
        host.world.render()

    async def _judge(self, host: Host, ply: int) -> Judged:
        """What a quick look finds after `ply` moves."""
        position = self.match.at(ply)
        if not self.choice(ply):
            return Judged(self.match.ruleset.notation.write_move(position, position.moves()[0]))
        if self.scale.surveyed:
            return await self._compared(host, ply, 1 if self.long else max(2, self.scale.depth))
        positions = self.match.positions[: ply + 1]
        reply = await self._asked(host, positions, self.scale.depth)
        found = Judged(reply.move, reply.score, reply.depth, reply.exact, reply.known)
        if ply == self.match.ply:
            return found
        if reply.move == self.moves[ply]:
            return found
        if reply.known:
            return await self._against_book(host, ply, found)
        return await self._measured(host, ply, found, reply, self.scale.depth)

    async def _with_stake(self, host: Host, ply: int, found: Judged) -> Judged:
        """A judgement with what was at stake, by a glance at every move; a survey of the moves tells it already."""
        if self.scale.surveyed or ply == self.match.ply or not self.choice(ply):
            return found
        lines = (await self._asked(host, self.match.positions[: ply + 1], self.scale.glance, survey=True)).lines
        return found._replace(stake=self._stake(lines), plain=self._plain(lines))

    async def _measured(
        self, host: Host, ply: int, found: Judged, reply: Reply, depth: int, *, unaided: bool = False
    ) -> Judged:
        """A judgement with what the move made after `ply` moves cost beside the best one, both seen from `depth`."""
        # The same depth from the position before: what was made is compared with what was not as one search would.
        made = await self._worth(host, ply, self.moves[ply], depth - 1, unaided=unaided)
        best: MoveWorth | None = None
        if reply.score is not None and (reply.exact or reply.depth >= depth):
            best = MoveWorth(self._within(reply.score), reply.exact, reply.depth > depth)
        if made is not None and best is not None and made.beyond and not best.exact:
            # One square less may be what makes it possible to play all of it out.
            best = await self._worth(host, ply, reply.move, depth - 1, unaided=unaided)
        if made is None or best is None or (made.beyond and not best.exact):
            return found
        return found._replace(cost=best.lead - made.lead)

    async def _judge_again(self, host: Host, ply: int) -> Judged | None:
        """What a deep look finds after `ply` moves; None if the device was too slow for it.

        The move that was made and the best one are looked at to the same depth, or to the end of the game.
        """
        before, depth = self.judged[ply]._replace(known=False), self._deep(ply)
        if self.scale.surveyed:
            found = await self._compared(host, ply, depth)
            fits = found.depth >= depth or found.exact
            return found._replace(deep=True) if fits and self.stands(ply) and found.cost is not None else None
        reply = await self._asked(host, self.match.positions[: ply + 1], depth, unaided=True)
        if reply.score is None or not (reply.exact or reply.depth >= depth):
            return None
        found = before._replace(best=reply.move, lead=reply.score, depth=reply.depth, exact=reply.exact, deep=True)
        if reply.move == self.moves[ply]:
            return found._replace(cost=None)
        found = await self._measured(host, ply, found._replace(cost=None), reply, depth, unaided=True)
        if found.cost is None:
            return None
        # Where the move that was made turns out to be as good, it is the best one.
        return found._replace(best=self.moves[ply], cost=0.0) if found.cost <= AS_GOOD else found

    def _deep(self, ply: int) -> int:
        """How many moves ahead a deep look at the position after `ply` moves goes: to the end where that is near."""
        return self.scale.ending(self.match.at(ply)) or self.scale.deep

    def _stake(self, lines: Iterable[Line[str]]) -> float | None:
        """The chance to win that a move by lot loses on average, by what the moves are worth."""
        leads = [self.scale.chances(self._within(line.score)) for line in lines if line.score is not None]
        return max(leads) - mean(leads) if leads else None

    def _plain(self, lines: Iterable[Line[str]]) -> str:
        """The move that is better than every other one by a chance to win that nobody overlooks; empty without one."""
        known = [(self.scale.chances(self._within(one.score)), one.moves[0]) for one in lines if one.score is not None]
        known.sort(key=lambda one: -one[0])
        return next((best[1] for best, other in pairwise(known[:2]) if best[0] - other[0] >= PLAIN), "")

    async def _compared(self, host: Host, ply: int, depth: int) -> Judged:
        """The moves after `ply` moves beside one another, by one survey."""
        positions = self.match.positions[: ply + 1]
        lines = (await self._asked(host, positions, depth, survey=True)).lines
        if not lines:
            raise OSError("the survey found nothing")
        best = lines[0]
        found = Judged(best.moves[0], best.score, best.depth, best.exact)
        found = found._replace(stake=self._stake(lines), plain=self._plain(lines))
        if ply == self.match.ply or best.score is None:
            return found
        made = next((line for line in lines if line.moves[0] == self.moves[ply]), None)
        if made is not None and made.depth < best.depth:
            # Only the better ones were looked into further: as they stand both can be compared.
            lines = (await self._asked(host, positions, made.depth, survey=True)).lines
            best, made = (next(line for line in lines if line.moves[0] == one.moves[0]) for one in (best, made))
            found = found._replace(depth=made.depth)
        if made is not None:
            cost = self._within(best.score or 0.0) - self._within(made.score or 0.0)
            same = abs(cost) < AS_GOOD and made.depth == found.depth
            return found._replace(best=self.moves[ply] if same else found.best, cost=cost)
        worth = await self._worth(host, ply, self.moves[ply], best.depth - 1)
        return found if worth is None else found._replace(cost=self._within(found.lead or 0.0) - worth.lead)

    async def cost_of(self, host: Host, ply: int, move: str) -> float | None:
        """What any move after `ply` moves costs beside the best one; None if that was not to be found out."""
        found = self.judged[ply]
        if move == found.best:
            return 0.0
        if self.scale.surveyed:
            lines = (await self._asked(host, self.match.positions[: ply + 1], max(1, found.depth), survey=True)).lines
            worths = {line.moves[0]: line.score for line in lines if line.score is not None}
            if move in worths and found.best in worths:
                return max(0.0, self._within(worths[found.best]) - self._within(worths[move]))
        depth = self._deep(ply) if found.deep else self.scale.depth
        worth = await self._worth(host, ply, move, max(1, depth - 1), unaided=found.deep)
        if worth is None or found.lead is None:
            return None
        return max(0.0, self._within(found.lead) - worth.lead)

    async def _against_book(self, host: Host, ply: int, found: Judged) -> Judged:
        """What it cost to leave the book after `ply` moves: all moves are looked at, without it, by one search."""
        positions = self.match.positions[: ply + 1]
        reply = await self._asked(host, positions, self.scale.depth, survey=True)
        leads = {line.moves[0]: line for line in reply.lines if line.score is not None}
        best, made = leads.get(found.best), leads.get(self.moves[ply])
        if best is None or made is None or not (self._sound(best) and self._sound(made)):
            return found
        lead = self._within(best.score or 0.0)
        return found._replace(lead=lead, depth=best.depth, cost=lead - self._within(made.score or 0.0))

    def _sound(self, line: Line[str]) -> bool:
        return line.exact or line.depth >= self.scale.depth

    async def _worth(self, host: Host, ply: int, move: str, depth: int, *, unaided: bool = False) -> MoveWorth | None:
        """What a move after `ply` moves is worth to who makes it, looked at so deeply; None if that was not to be."""
        rules, seat = self.match.ruleset.rules, self.match.at(ply).turn
        through = 0 < self.scale.ending(self.match.at(ply)) <= depth + 1  # it is looked at to the end
        positions = list(self.match.positions[: ply + 1])
        made = self.match.ruleset.notation.read_move(positions[-1], move)
        while True:
            positions.append(positions[-1].play(made))
            came = rules.recurring(positions[-1])
            ended = positions[-1].outcome() or rules.ended(
                positions[-1], sum(rules.recurring(one) == came for one in positions)
            )
            if ended is not None:
                final = self._within(self.scale.final(ended))
                return MoveWorth(-final if seat else final, exact=True)
            moves = positions[-1].moves()
            if len(moves) > 1:
                break
            made, depth = moves[0], max(1, depth - 1)
        if through:  # a pass takes no square
            depth = max(depth, self.scale.ending(positions[-1]))
        reply = await self._asked(host, positions, depth, unaided=unaided)
        if reply.score is None or not (reply.exact or reply.depth >= depth):
            return None
        lead = self._within(reply.score)
        return MoveWorth(lead if positions[-1].turn == seat else -lead, reply.exact, reply.depth > depth)

    async def _asked(
        self, host: Host, positions: Sequence[Any], depth: int, *, survey: bool = False, unaided: bool = False
    ) -> Reply:
        """What the strongest opponent finds in the last of these positions; raises `OSError` if it fails twice."""
        for _ in range(2):
            survey = survey or self.scale.surveyed
            request = self._request(positions, depth)
            request = request._replace(survey=survey, nodes=ENOUGH if survey else 0, unaided=unaided)
            try:
                reply = read_reply(await host.world.oracle.ask(request.text()))
            except (OSError, TextError):
                continue
            except asyncio.CancelledError:
                host.world.oracle.drop(request.ticket)
                raise
            if reply.ticket == request.ticket and not reply.error and self.scale.surveyed and reply.lines:
                best = reply.lines[0]
                return reply._replace(move=best.moves[0], score=best.score, depth=best.depth, exact=best.exact)
            if reply.ticket == request.ticket and not reply.error:
                return reply
        raise OSError("the opponent does not answer")

    def _request(self, positions: Sequence[Any], depth: int) -> Request:
        """The question about the last of these positions; tickets of games are positive."""
        self._ticket -= 1
        game, write = self.table.game, self.match.ruleset.notation.write_position
        past = past_of(self.match, positions)
        seed = chance.below(1 << 53, self.match.seed, -len(positions))
        return Request(self._ticket, game.name, write(positions[-1]), game.strongest, seed, PATIENCE, past, depth)


def can_review(table: Table) -> bool:
    """Whether the game at a table is over and its opponents know what positions are worth."""
    return table.outcome is not None and bool(table.match.ply) and table.game.scale is not None


class ReviewReader(Protocol):
    """Someone who can see the review of the match at the table."""

    @property
    def review(self) -> Review | None:
        """The review that was made last."""

    @property
    def place(self) -> Whereabouts:
        """Where the player is."""


class Reviewer(Host, Protocol):
    """Whoever reviews games."""

    review: Review | None

    def sit_down(self, table: Table) -> None:
        """Shows a table and lets its game go on."""


def begin(reviewer: Reviewer, table: Table, *, shown: bool = True) -> None:
    """Reviews the match at a table, or goes on with it; not `shown`, it is made while something else is looked at."""
    found = review_of(reviewer)
    if found is None:
        reviewer.loop.pause(table)
        found = reviewer.review = Review(table)
    found.open = found.open or shown
    if shown:
        table.look_away()
    if not found.done and (found.task is None or found.task.done()):
        found.task = reviewer.loop.alongside(reviewer.spawn(found.run(reviewer)))


async def prepare(reviewer: Reviewer, table: Table) -> None:
    """Begins the review of a game that has just ended, before anybody asks for it."""
    await reviewer.world.sleep(SETTLED)
    await reviewer.world.in_sight()
    if table is reviewer.place.table and can_review(table):
        begin(reviewer, table, shown=False)


def review_of(reviewer: ReviewReader) -> Review | None:
    """The review of the match at the table as it is now, if there is one."""
    found = reviewer.review
    return found if found is not None and found.table is reviewer.place.table and found.fits else None


def docked(reviewer: ReviewReader) -> Review | None:
    """The review that is looked at beside the board, if one is."""
    found = review_of(reviewer)
    return found if found is not None and found.open else None


def close(reviewer: Reviewer) -> None:
    """Looks at the board alone again; what was found out stays, and what is still sought is sought on."""
    if reviewer.review is not None:
        reviewer.review.open = False


def pause(reviewer: Reviewer) -> None:
    """Looks no further for now; what was found out stays."""
    if reviewer.review is not None and reviewer.review.task is not None:
        reviewer.review.task.cancel()


def better(reviewer: Reviewer) -> tuple[Spot, ...]:
    """The spots of the better move that the review tells of at the position shown."""
    found = docked(reviewer)
    return found.spots(found.table.ply) if found is not None else ()


def retry(reviewer: Reviewer, table: Table, ply: int) -> None:
    """Sits down at a new table where the same game has come as far as `ply` moves; the finished one stays."""
    match: Match[Any, Any] = table.match.until(ply)
    number = f"{reviewer.world.seed():016x}"
    reviewer.sit_down(Table(table.game, table.plan, match, number, reviewer.world.now()))
