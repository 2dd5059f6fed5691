"""Verdicts on the moves of a match: the lead after each move, the best moves, accuracy and the turning point.

First the strongest opponent searches one position after the other, quickly. Then decisions that cost something or
changed the leader are searched again much deeper. A better move is named only after the second search. Verdicts keep
their results, so an interrupted search can continue. Three features use this module: the page's review, the command
line, and a check of many games at once, which limits the second searches (`Verdicts.closest`).
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from math import exp
from statistics import mean
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

from chowk.core import chance
from chowk.core.errors import TextError
from chowk.core.match import Match
from chowk.core.message import Message
from chowk.core.position import CHANCE, Seat
from chowk.engine.protocol import Line, Reply, Request, past_of, read_reply
from chowk.games.api import Game
from chowk.games.api.scale import ENOUGH, Kinds, Scale

if TYPE_CHECKING:  # read by type checkers only
    from chowk.engine.asking import EnginePort

Grade: TypeAlias = Literal["best", "good", "slip", "mistake", ""]
"""Grade of a move: the best, nearly as good, slightly worse, or much worse.

Empty if unknown, or if there was no choice.
"""

PATIENCE: Final = 30_000
"""Maximum search time for a position, in milliseconds. Only slow devices need all of it."""
OFTEN: Final = 0.5
"""Minimum interval between two redraws with new results, in seconds."""
LONG: Final = 200
"""Minimum number of choices in a long game.

In a long game, all moves of each choice get a shallow search, and only suspicious choices get a deep one.
"""
SHOWN: Final = 3
"""Maximum number of decisions listed for each kind, the costliest first."""
LISTED_FROM: Final = 2.0
"""Minimum cost of a listed decision, in percentage points of the chance to win."""
AS_GOOD: Final = 1e-6
"""Maximum difference of two values that count as equal."""
AT_STAKE: Final = 0.005
"""Minimum stake of a choice that counts for the accuracy.

The stake is the winning chance that a random move loses on average, from 0 to 1.
"""
STAKES: Final = 0.5
"""Minimum sum of the stakes (see `AT_STAKE`) of a player's choices for which an accuracy is shown."""
PLAIN: Final = 0.1
"""Minimum lead in winning chance, from 0 to 1, of an obvious best move over every other move.

An obvious best move counts for the accuracy only if the player missed it.
"""
SEVERE: Final = 1.5
"""Decay rate r of the accuracy 100 exp(-r x), where x is the lost winning chance, divided by that of random moves.

So random moves get 100 exp(-1.5), about 22. A player who loses half as much as random moves gets 47.
"""


class Judged(NamedTuple):
    """The search result of a position.

    * `best`: the best move as text.
    * `lead`: the lead of the side to move. None if no search found it, for example because only one move is legal, or
      because the best move comes from the opening book and was made.
    * `depth`: the search depth.
    * `exact`: True if the value is proven.
    * `known`: True if the best move comes from the opening book.
    * `cost`: the value of the best move minus the value of the move made, both at the same depth; None if unknown. It
      is negative if the move made turned out better.
    * `deep`: True after the second search.
    * `stake`: the winning chance, from 0 to 1, that a random move loses on average.
    * `plain`: the best move as text if it is obvious (see `PLAIN`), otherwise empty.
    * `settled`: True if the values of the best move and of the move made are both proven. `exact` alone says nothing
      about the move made.
    * `steady`: False if the best move is the best on average only, and clearly behind other moves at several of the
      depths that were averaged (see `Surveyed`).
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
    settled: bool = False
    steady: bool = True


class Surveyed(NamedTuple):
    """The values of all legal moves of a position, best first, averaged over several depths.

    `steady` is True if the first move is also one of the best at each depth, with one exception at most: no more than
    `Scale.close` behind the best move of that depth. It is True for a single depth and for proven values.
    """

    lines: Sequence[Line[str]]
    steady: bool = True


class ChoiceLoss(NamedTuple):
    """A choice that counts for the accuracy: its ply, and the winning chance that it lost, from 0 to 1.

    `stake` is the winning chance that a random move loses on average.
    """

    ply: int
    loss: float
    stake: float


def accuracy_of(losses: Iterable[ChoiceLoss]) -> int | None:
    """Return the accuracy of choices, from 0 to 100, or None if too little was at stake."""
    counted = [*losses]
    stakes = sum(choice.stake for choice in counted)
    lost = sum(choice.loss for choice in counted)
    return round(100 * exp(-SEVERE * lost / stakes)) if stakes >= STAKES else None


class MoveWorth(NamedTuple):
    """The value of a move for its player.

    `exact` is True for a proven value. `beyond` is True if the search was deeper than requested: some games search
    positions near the end completely.
    """

    lead: float
    exact: bool
    beyond: bool = False


class Verdicts:
    """The verdicts on a match, up to the last move that it has when the object is made.

    `closest` limits the second searches: for each player, only so many decisions are searched again, the costliest
    ones. 0 means no limit. With a limit, the second search is also less deep (`Scale.briefly`).
    """

    def __init__(self, game: Game, match: Match[Any, Any], closest: int = 0) -> None:
        scale = game.scale
        assert scale is not None, "games without a scale are not reviewed"
        scale = scale.scale_for(match.position_after(0))
        self.scale: Scale = scale.briefly() if closest else scale
        self.closest = closest
        self.game = game
        self.match = match
        self.moves = tuple(match.written())
        self.judged: dict[int, Judged] = {}
        self.seats = match.position.seats
        self._choices: dict[int, bool] = {}
        self._reasons: dict[int, tuple[Message, ...]] = {}
        self._faults: dict[int, tuple[Message, ...]] = {}
        self._ticket = 0
        # The plies to be searched again. None until all were searched once. Written by `search`.
        self._closer: set[int] | None = None

    @property
    def looked_at(self) -> int:
        """The ply whose position is searched first, or -1 if the order does not matter.

        In the page's review, it is the ply that the player looks at.
        """
        return -1

    @cached_property
    def long(self) -> bool:
        """True if the match has too many choices (`LONG`) to search all moves of each choice to the usual depth.

        A shorter match, and a game that is not reviewed by searching all moves, gives False.
        """
        return self.scale.surveyed and sum(map(self.choice, range(self.match.ply))) >= LONG

    @property
    def unsearched(self) -> Sequence[int]:
        """The plies whose positions still need their first search, in order."""
        plies = self.match.ply + (self.match.ruled() is None)
        return [ply for ply in range(plies) if ply not in self.judged]

    @property
    def closer(self) -> Sequence[int]:
        """The plies that need a second search: first `looked_at`, then the others, the costliest first.

        Until all first searches have ended, these are the plies found so far, in the order of the match.
        """
        if self._closer is None:
            return [ply for ply in sorted(self.judged) if self._doubtful(ply)]
        shown = self.looked_at
        return sorted(self._closer, key=lambda ply: (ply != shown, -(self.cost(ply) or 0.0), ply))

    def pending(self, ply: int) -> bool:
        """Return True if the position after `ply` moves still needs the second, deeper search."""
        return ply in self._closer if self._closer is not None else ply in self.judged and self._doubtful(ply)

    @property
    def ready(self) -> bool:
        """True if each position has been searched once."""
        return not self.unsearched

    @property
    def done(self) -> bool:
        """True if there is nothing left to search."""
        return self.ready and not self.closer

    def _doubtful(self, ply: int) -> bool:
        """Return True if the choice after `ply` moves still needs a deeper search.

        It does if its cost is high or unknown, or if the move changed the leader.
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

    # Results ---------------------------------------------------------------------------------------------------------

    def lead(self, ply: int, seat: Seat = 0) -> float | None:
        """Return a seat's lead after `ply` moves, between `-Scale.won` and `Scale.won`; None if unknown.

        If only one move is legal, this is the lead after that move. With more than two players, only the lead of the
        player to move is known.
        """
        while ply < self.match.ply and self.match.position_after(ply).turn != CHANCE and not self.choice(ply):
            ply += 1
        ruled = self.match.ruled() if ply == self.match.ply else None
        if ruled is not None and self.seats > 2:
            return self.scale.won * (1 if ruled.places[seat] == 1 else -1)
        if ruled is not None:
            return self.within(self.scale.final(ruled)) * (-1 if seat else 1)
        judged, turn = self.judged.get(ply), self.match.position_after(ply).turn
        if judged is None or judged.lead is None or not self.stands(ply) or (self.seats > 2 and turn != seat):
            return None
        return self.within(judged.lead if turn == seat else -judged.lead)

    def curve(self, seat: Seat = 0) -> tuple[float | None, ...]:
        """Return a seat's lead at each ply, including the start, from -1 (lost) to 1 (won).

        A searched position without a lead takes the lead of the next position that has one, or else of the previous
        position. Unknown leads are None.
        """
        leads: list[float | None] = [self.lead(ply, seat) for ply in range(self.match.ply + 1)]
        next_lead = None
        for ply in reversed(range(len(leads))):
            judged = self.judged.get(ply)
            if leads[ply] is None and judged is not None:
                leads[ply] = next_lead
            next_lead = leads[ply]
        for ply in range(1, len(leads)):
            if leads[ply] is None and ply in self.judged:
                leads[ply] = leads[ply - 1]
        return tuple(None if lead is None else lead / self.scale.won for lead in leads)

    def turning(self) -> int | None:
        """Return the ply of the mistake that decided the match, or None.

        Only mistakes after which the winner always stayed clearly ahead count, and only those of the other players. The
        result is the costliest of them. "Clearly ahead" means a lead larger than the cost of a mistake. Return None if
        the winner was not clearly ahead at the end, for example after a resignation, and while positions remain to be
        searched.
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
            if self.match.position_after(ply).turn not in (CHANCE, winner) and self.wrong(ply):
                costs[ply] = self.cost(ply) or 0.0
        return max(sorted(costs), key=costs.__getitem__, default=None)

    def accuracy(self, seat: Seat) -> int | None:
        """Return a player's accuracy, from 0 to 100, or None if it is unknown or too little was at stake.

        The accuracy depends on the winning chance lost by the player's choices, divided by the average loss of random
        moves. No loss gives 100, random moves give 22, and larger losses approach 0. Forced moves, choices with nothing
        at stake, and obvious best moves do not count.
        """
        return accuracy_of(self.losses(seat))

    def losses(self, seat: Seat) -> list[ChoiceLoss]:
        """Return the choices of a player that count for the accuracy, each with the winning chance that it lost."""
        losses = []
        for ply in self.judged:
            loss = self._loss(ply) if ply < self.match.ply and self.match.position_after(ply).turn == seat else None
            if loss is not None:
                losses.append(ChoiceLoss(ply, loss, self.judged[ply].stake or 0.0))
        return losses

    def _loss(self, ply: int) -> float | None:
        """Return the winning chance lost by the choice after `ply` moves. None if it is unknown or does not count."""
        judged, cost = self.judged[ply], self.cost(ply)
        if cost is None or judged.lead is None or not self.choice(ply) or (judged.stake or 0.0) < AT_STAKE:
            return None
        if judged.plain == self.moves[ply] and not self.wrong(ply):
            return None
        lead = self.within(judged.lead)
        return max(0.0, self.scale.chances(lead) - self.scale.chances(lead - cost))

    @property
    def kinds(self) -> Kinds | None:
        """The kinds of decisions, such as buying or sewing, for which a review sums the errors separately.

        None until each position has been searched once, and for games or house rules without calibrated kinds.
        """
        kinds = self.scale.kinds
        return kinds if kinds is not None and self.ready and kinds.calibrated(self.match.position_after(0)) else None

    def given_away(self, seat: Seat) -> tuple[float, ...]:
        """Return a player's total cost of errors for each kind of decision. Empty if the review has no kinds."""
        kinds = self.kinds
        if kinds is None:
            return ()
        costs = [0.0] * len(kinds.names)
        for ply in range(self.match.ply):
            if self.match.position_after(ply).turn == seat:
                costs[kinds.due(self.match.position_after(ply))] += self.cost(ply) or 0.0
        return tuple(costs)

    def costliest(self, kind: int) -> tuple[int, ...]:
        """Return the plies of the costliest decisions of a kind, at most `SHOWN`, in game order.

        Empty if the review has no kinds.
        """
        kinds = self.kinds
        if kinds is None:
            return ()
        costs = {
            ply: cost
            for ply in range(self.match.ply)
            if (cost := self.cost(ply)) and cost >= LISTED_FROM and kinds.due(self.match.position_after(ply)) == kind
        }
        return tuple(sorted(sorted(costs, key=lambda ply: -costs[ply])[:SHOWN]))

    def reasons(self, ply: int) -> tuple[Message, ...]:
        """Return sentences that explain why the best move in the position after `ply` moves is good."""
        if ply not in self._reasons:
            position = self.match.position_after(ply)
            move = self.match.ruleset.notation.read_move(position, self.judged[ply].best)
            self._reasons[ply] = self.game.why(position, (move,))
        return self._reasons[ply]

    def faults(self, ply: int) -> tuple[Message, ...]:
        """Return sentences on the faults of the move made after `ply` moves."""
        if ply not in self._faults:
            position, read = self.match.position_after(ply), self.match.ruleset.notation.read_move
            played, best = self.match.moves[ply], read(position, self.judged[ply].best)
            self._faults[ply] = self.game.wrong(position, played, best)
        return self._faults[ply]

    def cost(self, ply: int) -> float | None:
        """Return the cost of the move made after `ply` moves, in the game's unit; None if unknown."""
        judged = self.judged.get(ply)
        if judged is None:
            return None
        if not self.choice(ply):
            return 0.0
        if judged.best == self.moves[ply]:
            return 0.0 if self.stands(ply) else None
        return None if judged.cost is None else max(0.0, judged.cost)

    def stands(self, ply: int) -> bool:
        """Return True if the search of the position after `ply` moves was deep enough to be shown."""
        judged = self.judged.get(ply)
        return judged is not None and (
            judged.exact or judged.known or judged.depth >= (1 if self.scale.surveyed else self.scale.depth)
        )

    def choice(self, ply: int) -> bool:
        """Return True if a player had more than one legal move after `ply` moves."""
        if ply not in self._choices:
            position = self.match.position_after(ply)
            self._choices[ply] = position.turn != CHANCE and len(position.moves()) > 1
        return self._choices[ply]

    def grade(self, ply: int) -> Grade:
        """Return the grade of the move made after `ply` moves; empty if unknown, or if there was no choice."""
        cost = self.cost(ply)
        if cost is None or not self.choice(ply):  # a pass is not graded
            return ""
        if self.judged[ply].best == self.moves[ply]:
            return "best"
        share = cost / self.scale.won
        return "mistake" if share > self.scale.mistake else "slip" if share > self.scale.slip else "good"

    def wrong(self, ply: int) -> bool:
        """Return True if the move made after `ply` moves was a slip or a mistake (see `Grade`)."""
        # A resigned game is also judged at its last position, in which no move was made.
        return ply < len(self.moves) and ply in self.judged and self.grade(ply) in ("slip", "mistake")

    def grades(self, seat: Seat) -> Counter[Grade]:
        """Return the number of moves of each grade that a player made. Forced moves do not count."""
        plies = (ply for ply in self.judged if ply < self.match.ply and self.match.position_after(ply).turn == seat)
        return Counter(self.grade(ply) for ply in plies if self.choice(ply))

    def better(self, ply: int) -> str:
        """Return another move at least as good as the move made after `ply` moves, as text; empty if none is known.

        A move is known only if the second, deep search compared it with the move made, or if the values of both moves
        are proven. A move that is the best on average only (see `Judged.steady`) is not known.
        """
        judged = self.judged.get(ply)
        played = self.moves[ply] if ply < len(self.moves) else ""
        if judged is None or judged.best == played or judged.cost is None or judged.cost < 0:
            return ""
        if not judged.steady or not (judged.deep or judged.settled):
            return ""
        return judged.best

    def within(self, lead: float) -> float:
        """Return a lead, limited to the range from `-Scale.won` (lost) to `Scale.won` (won)."""
        return max(-self.scale.won, min(self.scale.won, lead))

    # Searching -------------------------------------------------------------------------------------------------------

    async def search(self, engine: EnginePort, show: Callable[[], object]) -> None:
        """Search one position after another until all results are known. Call `show` when there are new results.

        Raise `OSError` if a request fails twice. The results found before are kept.
        """
        drawn = 0.0
        for ply in self.unsearched:
            self.judged[ply] = await self._with_stake(engine, ply, await self._judge(engine, ply))
            self.on_verdict(ply)
            if self.choice(ply) and time.perf_counter() - drawn > OFTEN:
                drawn = time.perf_counter()
                show()
        if self._closer is None:
            self._closer = set(self._costliest(self.closer) if self.closest else self.closer)
        while self.closer:
            show()
            ply = self.closer[0]
            judged = await self._judge_again(engine, ply)
            self._closer.remove(ply)
            if judged is not None:
                self.judged[ply] = judged
                self._reasons.pop(ply, None)
                self._faults.pop(ply, None)
                self.on_verdict(ply)

    def on_verdict(self, ply: int) -> None:
        """Do nothing. Called after each new or deeper verdict on the position after `ply` moves; may be overridden."""

    def _costliest(self, plies: Iterable[int]) -> list[int]:
        """Return the costliest of `plies`, up to `closest` for each player. Of equal ones, prefer the earlier."""
        counts, chosen = Counter[Seat](), list[int]()
        for ply in sorted(plies, key=lambda ply: (-(self.cost(ply) or 0.0), ply)):
            seat = self.match.position_after(ply).turn
            counts[seat] += 1
            if counts[seat] <= self.closest:
                chosen.append(ply)
        return chosen

    async def _judge(self, engine: EnginePort, ply: int) -> Judged:
        """Return the result of the first, quick search of the position after `ply` moves."""
        position = self.match.position_after(ply)
        if not self.choice(ply):
            return Judged(self.match.ruleset.notation.write_move(position, position.moves()[0]))
        if self.scale.surveyed:
            return await self._compared(engine, ply, 1 if self.long else max(2, self.scale.depth))
        positions = self.match.positions[: ply + 1]
        reply = await self.ask(engine, positions, self.scale.depth)
        judged = Judged(reply.move, reply.score, reply.depth, reply.exact, reply.known)
        if ply == self.match.ply:
            return judged
        if reply.move == self.moves[ply]:
            return judged
        if reply.known:
            return await self._against_book(engine, ply, judged)
        return await self._measured(engine, ply, judged, reply, self.scale.depth)

    async def _with_stake(self, engine: EnginePort, ply: int, judged: Judged) -> Judged:
        """Return `judged` with its fields `stake` and `plain` filled in, by a shallow search of all moves.

        In games that are reviewed by searching all moves, both fields are filled in already.
        """
        if self.scale.surveyed or ply == self.match.ply or not self.choice(ply):
            return judged
        lines = (await self.ask(engine, self.match.positions[: ply + 1], self.scale.glance, survey=True)).lines
        return self._with_chances(judged, lines)

    async def _measured(
        self, engine: EnginePort, ply: int, judged: Judged, reply: Reply, depth: int, *, unaided: bool = False
    ) -> Judged:
        """Return `judged` with the cost of the move made: how much better the best move is.

        Both moves are searched to `depth`. Return `judged` unchanged if the values of the two moves cannot be compared.
        `reply` is the engine's reply with the best move. `unaided` switches off the opening book.
        """
        # Both searches reach the same depth, counted from the position before the move, so their values can be
        # compared.
        played = await self.worth(engine, ply, self.moves[ply], depth - 1, unaided=unaided)
        best: MoveWorth | None = None
        if reply.score is not None and (reply.exact or reply.depth >= depth):
            best = MoveWorth(self.within(reply.score), reply.exact, reply.depth > depth)
        if played is not None and best is not None and played.beyond and not best.exact:
            # After the move, one square less is free, so a search to the end may be possible.
            best = await self.worth(engine, ply, reply.move, depth - 1, unaided=unaided)
        if played is None or best is None or (played.beyond and not best.exact):
            return judged
        return judged._replace(cost=best.lead - played.lead, settled=best.exact and played.exact)

    async def _judge_again(self, engine: EnginePort, ply: int) -> Judged | None:
        """Return the result of a deep search of the position after `ply` moves. None if the device is too slow for it.

        The move made and the best move are searched to the same depth, or to the end of the game.
        """
        before, depth = self.judged[ply]._replace(known=False), self.deepest(ply)
        if self.scale.surveyed:
            judged = await self._compared(engine, ply, depth, self.scale.averaged)
            fits = judged.depth >= depth or judged.exact
            return judged._replace(deep=True) if fits and self.stands(ply) and judged.cost is not None else None
        reply = await self.ask(engine, self.match.positions[: ply + 1], depth, unaided=True)
        if reply.score is None or not (reply.exact or reply.depth >= depth):
            return None
        judged = before._replace(best=reply.move, lead=reply.score, depth=reply.depth, exact=reply.exact, deep=True)
        if reply.move == self.moves[ply]:
            return judged._replace(cost=None)
        judged = await self._measured(engine, ply, judged._replace(cost=None), reply, depth, unaided=True)
        if judged.cost is None:
            return None
        # If the move made is as good as the best move, record the move made as the best.
        return judged._replace(best=self.moves[ply], cost=0.0) if judged.cost <= AS_GOOD else judged

    def deepest(self, ply: int) -> int:
        """Return the depth of a deep search of the position after `ply` moves.

        Near the end of the game, it is the depth that reaches the end.
        """
        return self.scale.ending(self.match.position_after(ply)) or self.scale.deep

    def _with_chances(self, judged: Judged, lines: Iterable[Line[str]]) -> Judged:
        """Return `judged` with its fields `stake` and `plain` filled in. `lines` has the values of all legal moves."""
        scored = [(self.scale.chances(self.within(line.score)), line) for line in lines if line.score is not None]
        if not scored:
            return judged
        scored.sort(key=lambda pair: -pair[0])
        (best, line), *others = scored
        is_plain = bool(others) and best - others[0][0] >= PLAIN
        stake = best - mean(share for share, _ in scored)
        return judged._replace(stake=stake, plain=line.moves[0] if is_plain else "")

    async def surveyed(self, engine: EnginePort, ply: int, depth: int, averaged: int = 1) -> Surveyed:
        """Return the values of the moves in the position after `ply` moves, best first, searched to `depth`.

        Values are averages over `averaged` consecutive depths that end with `depth`. Proven values are not averaged.
        Raise `OSError` if there are no values.
        """
        positions = self.match.positions[: ply + 1]
        lines = (await self.ask(engine, positions, depth, survey=True)).lines
        if not lines:
            raise OSError("the survey found nothing")
        scores = {line.moves[0]: [line.score] for line in lines if line.score is not None and not line.exact}
        at_depths = [lines]
        for earlier in range(depth - 1, depth - averaged if scores else depth - 1, -1):
            at_depths.append((await self.ask(engine, positions, earlier, survey=True)).lines)
            for line in at_depths[-1]:
                if line.moves[0] in scores and line.score is not None:
                    scores[line.moves[0]].append(line.score)
        if averaged > 1:
            lines = tuple(
                line._replace(score=mean(scores[line.moves[0]])) if line.moves[0] in scores else line for line in lines
            )
        ordered = sorted(lines, key=lambda line: -(line.score or 0.0))
        if ordered[0].exact or len(at_depths) == 1:
            return Surveyed(ordered)
        behind = sum(not self._among_best(ordered[0].moves[0], at_depth) for at_depth in at_depths)
        return Surveyed(ordered, behind <= 1)

    def _among_best(self, move: str, lines: Sequence[Line[str]]) -> bool:
        """Return True if a move is at most `Scale.close` behind the best of `lines`, the values of one depth."""
        scores = {line.moves[0]: self.within(line.score) for line in lines if line.score is not None}
        return move in scores and scores[move] >= max(scores.values()) - self.scale.close

    async def _compared(
        self, engine: EnginePort, ply: int, depth: int, averaged: int = 1, survey: Surveyed | None = None
    ) -> Judged:
        """Return the result of a search that compares all legal moves in the position after `ply` moves.

        The values of moves are averaged as in `surveyed`. `survey` is what it has found already, if anything.
        """
        positions = self.match.positions[: ply + 1]
        lines, steady = survey or await self.surveyed(engine, ply, depth, averaged)
        best = lines[0]
        judged = Judged(best.moves[0], best.score, best.depth, best.exact, steady=steady)
        judged = self._with_chances(judged, lines)
        if ply == self.match.ply or best.score is None:
            return judged
        played = next((line for line in lines if line.moves[0] == self.moves[ply]), None)
        if played is not None and played.depth < best.depth:
            # Only the better moves were searched deeper. At the shallower depth both moves can be compared.
            lines = (await self.ask(engine, positions, played.depth, survey=True)).lines
            best, played = (next(line for line in lines if line.moves[0] == side.moves[0]) for side in (best, played))
            judged = judged._replace(depth=played.depth)
        if played is not None:
            cost = self.within(best.score or 0.0) - self.within(played.score or 0.0)
            same = abs(cost) < AS_GOOD and played.depth == judged.depth
            settled = best.exact and played.exact
            return judged._replace(best=self.moves[ply] if same else judged.best, cost=cost, settled=settled)
        worth = await self.worth(engine, ply, self.moves[ply], best.depth - 1)
        if worth is None:
            return judged
        return judged._replace(cost=self.within(judged.lead or 0.0) - worth.lead, settled=best.exact and worth.exact)

    async def _against_book(self, engine: EnginePort, ply: int, judged: Judged) -> Judged:
        """Return `judged` with the cost of leaving the opening book, and with the lead and the depth.

        They come from one search of all moves without the book. Return `judged` unchanged if the search found no value
        of the book's move or of the move made.
        """
        positions = self.match.positions[: ply + 1]
        reply = await self.ask(engine, positions, self.scale.depth, survey=True)
        sound = [line for line in reply.lines if line.exact or line.depth >= self.scale.depth]
        leads = {line.moves[0]: line for line in sound if line.score is not None}
        best, played = leads.get(judged.best), leads.get(self.moves[ply])
        if best is None or played is None:
            return judged
        lead = self.within(best.score or 0.0)
        cost, settled = lead - self.within(played.score or 0.0), best.exact and played.exact
        return judged._replace(lead=lead, depth=best.depth, cost=cost, settled=settled)

    async def worth(
        self, engine: EnginePort, ply: int, move: str, depth: int, *, unaided: bool = False
    ) -> MoveWorth | None:
        """Return the value of a move, in the position after `ply` moves, for the player who makes it.

        Return None if the search did not reach `depth`. `unaided` switches off the opening book.
        """
        rules, seat = self.match.ruleset.rules, self.match.position_after(ply).turn
        through = 0 < self.scale.ending(self.match.position_after(ply)) <= depth + 1  # the game is searched to its end
        positions = list(self.match.positions[: ply + 1])
        next_move = self.match.ruleset.notation.read_move(positions[-1], move)
        while True:
            positions.append(positions[-1].play(next_move))
            key = rules.recurring(positions[-1])
            ended = positions[-1].outcome() or rules.ended(
                positions[-1], sum(rules.recurring(position) == key for position in positions)
            )
            if ended is not None:
                final = self.within(self.scale.final(ended))
                return MoveWorth(-final if seat else final, exact=True)
            moves = positions[-1].moves()
            if len(moves) > 1:
                break
            next_move, depth = moves[0], max(1, depth - 1)
        if through:  # a pass fills no square
            depth = max(depth, self.scale.ending(positions[-1]))
        reply = await self.ask(engine, positions, depth, unaided=unaided)
        if reply.score is None or not (reply.exact or reply.depth >= depth):
            return None
        lead = self.within(reply.score)
        return MoveWorth(lead if positions[-1].turn == seat else -lead, reply.exact, reply.depth > depth)

    async def ask(
        self, engine: EnginePort, positions: Sequence[Any], depth: int, *, survey: bool = False, unaided: bool = False
    ) -> Reply:
        """Ask the strongest opponent about the last of `positions`, and return its reply.

        The earlier positions are sent for the rules about repetition. `survey` asks for the values of all moves.
        `unaided` switches off the opening book. Raise `OSError` if two requests fail.
        """
        for _ in range(2):
            survey = survey or self.scale.surveyed
            request = self._request(positions, depth)
            request = request._replace(survey=survey, nodes=ENOUGH if survey else 0, unaided=unaided)
            try:
                reply = read_reply(await engine.ask(request.text()))
            except (OSError, TextError):
                continue
            except asyncio.CancelledError:
                engine.drop(request.ticket)
                raise
            if reply.ticket == request.ticket and not reply.error and self.scale.surveyed and reply.lines:
                best = reply.lines[0]
                return reply._replace(move=best.moves[0], score=best.score, depth=best.depth, exact=best.exact)
            if reply.ticket == request.ticket and not reply.error:
                return reply
        raise OSError("the opponent does not answer")

    def _request(self, positions: Sequence[Any], depth: int) -> Request:
        """Return the request for the last of `positions`.

        Its ticket (the request's number) is negative; tickets of games are positive.
        """
        self._ticket -= 1
        game, write = self.game, self.match.ruleset.notation.write_position
        past = past_of(self.match.ruleset, positions)
        seed = chance.below(1 << 53, self.match.seed, -len(positions))
        return Request(self._ticket, game.name, write(positions[-1]), game.strongest, seed, PATIENCE, past, depth)
