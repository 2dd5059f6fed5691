"""Looking back at a finished game: how it stood after every move, which move was best, and where it may be retried.

The strongest opponent is asked about one position after the other, at the desk that also answers during a game. What
it has said is kept with the review, so that a review that is broken off goes on where it was.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias

from chowk.core import chance
from chowk.core.errors import TextError
from chowk.core.match import Match
from chowk.core.message import Message
from chowk.core.oracle import Line, Reply, Request, read_reply
from chowk.core.position import CHANCE, Seat, Spot
from chowk.games.scale import ENOUGH, Kinds, Scale
from chowk.learn.luck import Luck
from chowk.play.game_loop import past_of
from chowk.play.host import Host
from chowk.play.table import Table

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


class Judged(NamedTuple):
    """What was found out about a position: the best move as text, and what the side to move leads by.

    The lead is None where there was nothing to reckon: an only move, or one `known` from the opening book. `depth` is
    how many moves ahead was looked, `exact` says to the end. `cost` is by how much the move that was made is worth less
    than the best one, both looked at to the same depth; below 0 if it turned out to be worth more, None while that is
    not known.
    """

    best: str
    lead: float | None = None
    depth: int = 0
    exact: bool = False
    known: bool = False
    cost: float | None = None


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
        self.task: asyncio.Task[Any] | None = None  # what finds it out, once that has begun
        self._ticket = 0
        # The plies that are to be looked into further, in a game too long to do so everywhere. Written by `run`.
        self._closer: set[int] = set()

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
        """The plies whose positions are still to be looked at, in order."""
        plies = self.match.ply + (self.match.ruled() is None)
        return [ply for ply in range(plies) if ply not in self.judged or ply in self._closer]

    @property
    def done(self) -> bool:
        """Whether there is nothing more to find out."""
        return not self.due

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
        """The ply whose move put the winner ahead for good; None if nobody won, or led all the time.

        A game that was given up, or lost on time, when no more than a mistake lay between was decided by that.
        """
        outcome = self.match.outcome()
        winner = outcome.winner if outcome is not None else None
        if winner is None or not self.done:
            return None
        curve = self.curve(winner)
        if self.match.ruled() is None and (curve[-1] or 0.0) <= self.scale.mistake:
            return None
        behind = [ply for ply in range(self.match.ply) if (curve[ply] or 0.0) <= 0]
        return behind[-1] if behind and behind[-1] else None

    def accuracy(self, seat: Seat) -> int | None:
        """The mean of a player's choices, 100 for the best move and 0 for one that costs `worst`; None if unknown."""
        plies = (ply for ply in self.judged if ply < self.match.ply and self.match.at(ply).turn == seat)
        costs = [self.cost(ply) for ply in plies if self.choice(ply)]
        known = [max(0.0, 1 - cost / self.worst) for cost in costs if cost is not None]
        return round(100 * sum(known) / len(known)) if known else None

    @property
    def kinds(self) -> Kinds | None:
        """The kinds of decisions by which errors are summed, once all is known, and where chances are calibrated."""
        kinds = self.scale.kinds
        return kinds if kinds is not None and self.done and kinds.calibrated(self.match.at(0)) else None

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

    @property
    def worst(self) -> float:
        """What a move costs that counts nothing for the accuracy."""
        return 2 * self.scale.mistake * self.scale.won

    def reasons(self, ply: int) -> tuple[Message, ...]:
        """Why the best move after `ply` moves is good, in facts."""
        if ply not in self._reasons:
            position = self.match.at(ply)
            move = self.match.ruleset.notation.read_move(position, self.judged[ply].best)
            self._reasons[ply] = self.table.game.why(position, (move,))
        return self._reasons[ply]

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
        """A move after `ply` moves that was no worse than the one made, as text; empty if there is none to tell."""
        found = self.judged.get(ply)
        played = self.moves[ply] if ply < len(self.moves) else ""
        if found is None or found.best == played or found.cost is None or found.cost < 0:
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
        for ply in chain.from_iterable(self.due for _ in range(2)):
            try:
                self.judged[ply] = await self._judge(host, ply)
            except OSError:
                self.failed = True
                break
            if ply in self._closer:
                self._closer.remove(ply)
            elif self.long and ply < self.match.ply and self.wrong(ply):
                self._closer.add(ply)
            if self.choice(ply) and time.perf_counter() - drawn > OFTEN:
                drawn = time.perf_counter()
                host.world.render()
        host.world.render()

    async def _judge(self, host: Host, ply: int) -> Judged:
        position = self.match.at(ply)
        if not self.choice(ply):
            return Judged(self.match.ruleset.notation.write_move(position, position.moves()[0]))
        if self.scale.surveyed:
            return await self._compared(host, ply)
        reply = await self._asked(host, self.match.positions[: ply + 1], self.scale.depth)
        found = Judged(reply.move, reply.score, reply.depth, reply.exact, reply.known)
        if ply == self.match.ply or reply.move == self.moves[ply]:
            return found
        if reply.known:
            return await self._against_book(host, ply, found)
        # The same depth from the position before: what was made is compared with what was not as one search would.
        made = await self._worth(host, ply, self.moves[ply], self.scale.depth - 1)
        best: MoveWorth | None = None
        if reply.score is not None and (reply.exact or reply.depth >= self.scale.depth):
            best = MoveWorth(self._within(reply.score), reply.exact, reply.depth > self.scale.depth)
        if made is not None and best is not None and made.beyond and not best.exact:
            # One square less may be what makes it possible to play all of it out.
            best = await self._worth(host, ply, reply.move, self.scale.depth - 1)
        if made is None or best is None or (made.beyond and not best.exact):
            return found
        return found._replace(cost=best.lead - made.lead)

    async def _compared(self, host: Host, ply: int) -> Judged:
        """The moves after `ply` moves beside one another, by one survey."""
        positions = self.match.positions[: ply + 1]
        depth = 1 if self.long and ply not in self._closer else max(2, self.scale.depth)
        lines = (await self._asked(host, positions, depth, survey=True)).lines
        if not lines:
            raise OSError("the survey found nothing")
        best = lines[0]
        found = Judged(best.moves[0], best.score, best.depth, best.exact)
        if ply == self.match.ply or best.score is None:
            return found
        made = next((line for line in lines if line.moves[0] == self.moves[ply]), None)
        if made is not None and made.depth < best.depth:
            # Only the better ones were looked into further: as they stand both can be compared.
            lines = (await self._asked(host, positions, made.depth, survey=True)).lines
            best, made = (next(line for line in lines if line.moves[0] == one.moves[0]) for one in (best, made))
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
        worth = await self._worth(host, ply, move, max(1, self.scale.depth - 1))
        if worth is None or found.lead is None:
            return None
        return max(0.0, self._within(found.lead) - worth.lead)

    async def _against_book(self, host: Host, ply: int, found: Judged) -> Judged:
        """What it cost to leave the book after `ply` moves: all moves are looked at, without it, by one search."""
        positions = self.match.positions[: ply + 1]
        reply = await self._asked(host, positions, self.scale.depth, survey=True)
        leads = {line.moves[0]: line for line in reply.lines if line.score is not None}
        best, made = leads.get(found.best), leads.get(self.moves[ply])
        if best is None or made is None or not (self._deep(best) and self._deep(made)):
            return found
        lead = self._within(best.score or 0.0)
        return found._replace(lead=lead, depth=best.depth, cost=lead - self._within(made.score or 0.0))

    def _deep(self, line: Line[str]) -> bool:
        return line.exact or line.depth >= self.scale.depth

    async def _worth(self, host: Host, ply: int, move: str, depth: int) -> MoveWorth | None:
        """What a move after `ply` moves is worth to who makes it, looked at so deeply; None if that was not to be."""
        rules, seat = self.match.ruleset.rules, self.match.at(ply).turn
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
        reply = await self._asked(host, positions, depth)
        if reply.score is None or not (reply.exact or reply.depth >= depth):
            return None
        lead = self._within(reply.score)
        return MoveWorth(lead if positions[-1].turn == seat else -lead, reply.exact, reply.depth > depth)

    async def _asked(self, host: Host, positions: Sequence[Any], depth: int, *, survey: bool = False) -> Reply:
        """What the strongest opponent finds in the last of these positions; raises `OSError` if it fails twice."""
        for _ in range(2):
            survey = survey or self.scale.surveyed
            request = self._request(positions, depth)._replace(survey=survey, nodes=ENOUGH if survey else 0)
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


def review_of(reviewer: Reviewer) -> Review | None:
    """The review of the match at the table as it is now, if there is one."""
    found = reviewer.review
    return found if found is not None and found.table is reviewer.place.table and found.fits else None


def docked(reviewer: Reviewer) -> Review | None:
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
