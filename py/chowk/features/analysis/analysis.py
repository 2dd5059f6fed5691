"""A place to think: a board free for both sides, every line that was looked at, and what the opponents make of it.

What is looked at is a tree (`core.variations`); the table's match is the line from its root to the node that is shown.
While somebody looks, the strongest opponent is asked about the position at hand again and again, each time deeper; what
it has said is kept for a while, so that going back and forth asks nothing twice.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import takewhile
from operator import is_not, mul
from typing import Any, Final, NamedTuple, Protocol

from chowk import games
from chowk.core import chance, seat_draw, variations
from chowk.core.errors import TextError
from chowk.core.match import Match
from chowk.core.message import Message, english, say
from chowk.core.position import CHANCE, Outcome, Seat, Spot
from chowk.core.variations import Variations
from chowk.draw.timeline import backwards
from chowk.engine.protocol import Line, Reply, Request, read_reply
from chowk.features.analysis.placement_hints import Placing, placings
from chowk.features.analysis.tree_rows import LARGE, TreeRow, sideways, tree_rows, variations_of
from chowk.games.api import Game
from chowk.games.api.scale import Scale
from chowk.i18n.toast import Toast
from chowk.session.game_loop import past_of
from chowk.session.host_ports import Host
from chowk.session.output.board import BETWEEN
from chowk.session.table import Table, Transition
from chowk.storage import saves
from chowk.storage.kept import Kept
from chowk.storage.plan import Plan, SeatPlan

FIRST: Final = 300
"""Milliseconds for which a position is looked at before something is shown; more from time to time ..."""
LONGEST: Final = 5_000
"""... up to so many."""
NODES: Final = 0
"""Positions to be met at most each time; 0 for as many as there is time for."""
SECONDS: Final = (10, 60, 0)
"""For how long a position may be looked at; 0 without end."""
MOST_LINES: Final = 5
ROLL: Final = 400
"""Milliseconds at most for which the best move of a roll is looked for."""
MOST_KEPT: Final = 100
"""So many analyses are kept at most: beyond that none is begun to be kept, and it is said."""
ASKED: Final = 20
"""Number of times that the opponents are asked about a later position of a line that is read out to the end."""
REMEMBERED: Final = 300
"""What was found out about so many positions is kept."""
EARLIER: Final = 100
"""So many changes of a tree can be undone."""


HIDDEN: Final = say("The values are hidden.")
"""The sentence that stands in place of values and best moves while they are hidden."""
_FULL: Final = say("An analysis holds no more than {count} moves. Delete some to add others.", count=variations.MOST)


class Known(NamedTuple):
    """What was found out about a position: a line for each move, the best first, and how deep to ask next.

    `changed` are moves that the last look found worth something else; `onward` is 0 where there is no more to find out.
    """

    lines: tuple[Line[str], ...] = ()
    nodes: int = 0
    onward: int = 1
    changed: frozenset[str] = frozenset()

    @property
    def depth(self) -> int:
        """How far the best move was looked into."""
        return self.lines[0].depth if self.lines else 0

    @property
    def exact(self) -> bool:
        """Whether the worth of the best move is proven."""
        return bool(self.lines) and self.lines[0].exact


class ProvenValue(NamedTuple):
    """The proven value of a move: the seat that makes it, its lead, and that in figures."""

    seat: Seat
    score: float
    text: str


class Analyst(Host, Protocol):
    """Whoever analyses."""

    @property
    def kept(self) -> Kept:
        """What the device keeps."""

    @property
    def still(self) -> bool:
        """Whether there is to be little motion."""

    def leave(self) -> None:
        """Goes home."""

    def sit_down(self, table: Table) -> None:
        """Shows a table and lets its game go on."""

    def set_up_from(self, match: Match[Any, Any], plan: Plan) -> None:
        """Asks who goes on with a match."""


class AnalysisTable(Table):
    """A table at which both sides are moved, and every line is kept.

    `number` is what it is kept by; `back` is the table that waits behind it, if there is one.
    """

    def __init__(
        self,
        game: Game,
        number: str,
        tree: Variations,
        at: int = 0,
        back: Table | None = None,
        ended: Outcome | None = None,
        quiet: bool = False,
    ) -> None:
        self.tree, self.at, self.number = tree, at, number
        # Whether it arrived with its values hidden, and nobody has asked for them yet. Written by `engine`.
        self.quiet = quiet
        # Whether the opponents are asked and their values shown. Written by `sit` and `engine`.
        self.engine = not quiet
        # How the game ended that is analysed; None for one that did not, and for a free board.
        self.ended = ended
        # The tree as it was chosen from a list of games, which is kept once it is changed. Written by `bring`.
        self.listed: Variations | None = None
        start = game.notation.read_position(tree.start)
        match: Match[Any, Any] = Match(game.ruleset, start, tree.seed)
        for move in tree.moves(at):
            match.push(move)
        options = dict(back.plan.options) if back is not None and back.game is game else {}
        plan = Plan(game.name, (SeatPlan(),) * start.seats, options)
        super().__init__(game, plan, match, "", "", nameless=True)
        self.kind, self.back = "analysis", back
        self.lie_as(back)
        # How it is looked at. Written by the commands.
        self.paused = False
        self.shown_lines = 3
        self.seconds = SECONDS[1]
        # What was found out, by position as text, and why there is no more, if asking failed. Written by `watch`.
        self._known: dict[str, Known] = {}
        self.silent = False
        self.resting = False
        # What the best move of each roll is worth where dice are due, by position and roll as text. Written by `weigh`.
        self._rolled: dict[str, dict[str, float]] = {}
        # Proven values, by the node that a move follows and the move. Replaced by `_prove`; emptied by `_show`.
        self._proven: Mapping[tuple[int, str], ProvenValue] = {}
        # The trees before, the latest last. Written by `changed`.
        self.earlier: list[tuple[Variations, int]] = []
        # The node whose comment is being typed, so that it is undone as a whole. Written by `comment` and `changed`.
        self.typing = -1
        # The ring or the arrow that is being drawn, as `MoveNode.drawn` has them. Written by `sketch` and `draw`.
        self.sketch = ""
        # Where an arrow begins that keys draw; empty while they draw none. Written by `arrow`, and by whatever moves.
        self.arrow_from: Spot = ""
        # The first nodes of the variations that are folded in the list of moves. Written by `fold` and `_show`.
        self.folded = variations_of(tree) if len(tree.nodes) > LARGE else frozenset[int]()
        self._rows: tuple[tuple[object, ...], tuple[TreeRow, ...]] = (None,), ()
        # Whether there was no room to keep it, which was said. Written by `keep`.
        self.unkept = False
        self._ticket = -1_000_000

    @property
    def scale(self) -> Scale | None:
        """The unit in which moves are valued; None where the opponents tell only which move they would make."""
        scale = self.game.scale if self.game.thinker.survey is not None else None
        return scale.at(self.match.position) if scale is not None else None

    @property
    def known(self) -> Known:
        """What was found out about the position at hand; nothing while values are hidden."""
        return self._known.get(self._name, Known()) if self.engine else Known()

    @property
    def lead(self) -> float | None:
        """The lead of the first of two seats: after the best move, or at the end of the game; None if not known."""
        scale, position = self.scale, self.match.position
        if scale is None or not self.engine or position.seats != 2:
            return None
        if (outcome := position.outcome()) is not None:
            return scale.final(outcome)
        score = self.known.lines[0].score if self.known.lines else None
        return score if score is None or not position.turn else -score

    @property
    def _name(self) -> str:
        return self.match.ruleset.notation.write_position(self.match.position)

    @property
    def line(self) -> tuple[int, ...]:
        """The nodes of the line that is shown: those that lead to the one at hand, and its main line."""
        return self.tree.path(self.tree.end(self.at))

    @property
    def rows(self) -> tuple[TreeRow, ...]:
        """The rows of the list of moves; the same value until the tree, its folds or its values change."""
        asked = self.tree, self.folded, self._proven, self.engine
        if any(map(is_not, self._rows[0], asked)):
            lead = self.match.at(0).turn if self.game.paired else None
            values = {move: one.text for move, one in self._proven.items()} if self.engine else {}
            self._rows = asked, tree_rows(self.tree, self.folded, lead, values)
        return self._rows[1]

    def sideways(self, step: int) -> int:
        """Return the node `step` variations beside the one shown; see `tree_rows.sideways`."""
        return sideways(self.tree, self.at, step)

    @property
    def rolled(self) -> Mapping[str, float]:
        """What the best move of each roll that is due is worth to who rolls, as far as it is known."""
        return self._rolled.get(self._name, {}) if self.engine else {}

    def average(self) -> str:
        """What the rolls that are due are worth on average, in figures; nothing before all of them are known."""
        position, found, scale = self.match.position, self.rolled, self.scale
        if scale is None or position.turn != CHANCE or self.outcome is not None:
            return ""
        write = self.match.ruleset.notation.write_move
        told = [write(position, roll) for roll in position.moves()]
        if not all(roll in found for roll in told):
            return ""
        odds = position.odds()
        return scale.written(sum(map(mul, odds, (found[roll] for roll in told))) / sum(odds))

    @property
    def before(self) -> Any:
        """The position in which the move that is shown was made."""
        return self.match.at(self.match.ply - 1)

    def drawn(self) -> tuple[str, ...]:
        """The rings and arrows on the board, with what is being drawn, less what it takes away."""
        kept = self.tree.nodes[self.at].drawn
        if not self.sketch:
            return kept
        return (*(one for one in kept if one != self.sketch), *(() if self.sketch in kept else (self.sketch,)))

    def place_told(self, spot: Spot) -> Message | str:
        """A spot by its coordinates, which are the same in every language; one without, by what is said of it."""
        if " " not in spot:
            return spot
        trial, position = self.game.trial, self.match.position
        if trial is not None:
            return trial.speech.cell(position, self.display.seen, spot)
        return self.game.speech.spot(position, spot)

    def drawing_told(self, drawn: str) -> Message:
        """A ring or an arrow, in words."""
        start, arrow, end = drawn.partition(variations.ARROW)
        if not arrow:
            return say("Ring: {spot}", spot=self.place_told(start))
        return say("Arrow: {start} – {end}", start=self.place_told(start), end=self.place_told(end))

    def compared(self) -> tuple[Line[str], Line[str]] | None:
        """The line of the move that led here, and the best one instead; None where it was the best, or is unknown."""
        if not self.at or not self.engine or self.match.at(self.match.ply - 1).turn == CHANCE:
            return None
        before = self.match.ruleset.notation.write_position(self.before)
        lines, made = self._known.get(before, Known()).lines, self.tree.nodes[self.at].move
        found = next((line for line in lines if line.moves[0] == made), None)
        if found is None or found is lines[0] or not self.written(found) or not self.written(lines[0]):
            return None
        return found, lines[0]

    def worths(self) -> Mapping[Spot, Line[str]]:
        """The best of the moves that lead to each spot, in order of their worth.

        Of a piece that is picked only its own moves are told.
        """
        picked, found = self.choice.pointing.chooser.picked, dict[Spot, Line[str]]()
        if self.scale is None or self.match.position.turn == CHANCE:
            return found
        paths = self._paths()
        for line in self.known.lines:
            path = paths.get(line.moves[0], ())
            if path[: len(picked)] == picked and path:
                found.setdefault(path[-1], line)
        return found

    def _paths(self) -> Mapping[str, tuple[Spot, ...]]:
        """The spots of each legal move, by the move as it is written."""
        position, write = self.match.position, self.match.ruleset.notation.write_move
        return {write(position, move): path for move, path in self.view.spell(position).items()}

    def way(self, line: Line[str]) -> tuple[Spot, ...]:
        """The spots of a line's first move."""
        return self._paths().get(line.moves[0], ())

    def places(self, line: Line[str]) -> str | None:
        """The places on the board that a line's move leads over, as `board.BETWEEN` joins them; None where none is."""
        path = self.way(line)
        return BETWEEN.join(spot for spot in path if self.cell(spot) is not None) or None

    @property
    def placings(self) -> tuple[Placing, ...]:
        """Where the opponents would put what can be chosen, the best choice first, where moves are tried."""
        return placings(self.game, self.match.position, self.known.lines)

    def named(self, line: Line[str]) -> str:
        """The move of a line, with where it puts something."""
        found = next((one for one in self.placings if one.line is line), None)
        return " ".join(line.moves[: found.moves if found is not None else 1])

    def lines(self) -> tuple[Variations, int, bool]:
        """Return the tree, the node that is shown, and whether values are hidden."""
        return self.tree, self.at, not self.engine

    def told_as(self, form: str) -> str:
        """The tree as text; in another form where that has variations, else its main line."""
        write = getattr(self.game.notation, "write_variations", None)
        if not form:
            return variations.write_text(self.tree, self.game.name)
        main = variations.main_line(self.tree, self.game.ruleset)
        if write is not None and form == self.game.notation.FORMATS[0].name:
            return str(write(self.tree, main, self.tree.headers))
        return self.game.notation.write_game(main, form, self.tree.headers)

    # Changing it ----------------------------------------------------------------------------------------------------

    def changed(self, tree: Variations, at: int, again: bool = False) -> None:
        """Takes over a tree and a node of it; the one before can be had again, unless it was changed `again`."""
        if tree != self.tree and not again:
            self.earlier = [*self.earlier, (self.tree, self.at)][-EARLIER:]
            self.typing = -1
        self._show(tree, at)

    def _show(self, tree: Variations, at: int) -> None:
        """Take over a tree and a node of it, and open the variations that hide the node in the list of moves."""
        if not self.tree.nodes.keys() <= tree.nodes.keys():
            self._proven = {}  # the number of a node that is gone may be given to another move
        self.tree, self.at = tree, at
        above = tree.path(at)[:-1] if at in tree.nodes else ()  # while it is being deleted, it is not
        if not self.folded.isdisjoint(above):
            self.folded = self.folded.difference(above)

    def moved(self, tree: Variations, at: int) -> list[Transition]:
        """Brings the match to a node of a tree, and tells the steps if they are few."""
        match, steps = self.match, list[Transition]()
        here, there = tuple(match.written()), tree.moves(at)
        common = sum(1 for _ in takewhile(lambda both: both[0] == both[1], zip(here, there, strict=False)))
        while match.ply > common:
            before = match.position
            steps.append(Transition(before, backwards(self._events_of(match.undo())), match.position))
        for move in there[common:]:
            before = match.position
            steps.append(Transition(before, match.push(move), match.position))
        self._show(tree, at)
        self.resting = False
        self.sketch = self.arrow_from = ""
        self.rewound()
        return steps if len(steps) <= 2 else []

    def _events_of(self, move: Any) -> Sequence[Any]:
        events: Sequence[Any] = self.match.position.events(move)
        return events

    def grown(self, analyst: Analyst, tree: Variations, at: int, told: str) -> tuple[Variations, int]:
        """A tree with a move after a node, and the move's node; where no more fits, that is said."""
        found = tree.played(at, told)
        if found[1] == at:
            analyst.voice.toast = Toast(_FULL, alert=True)
        return found

    def played(self, analyst: Analyst, move: Any, again: bool = False) -> Sequence[Any] | None:
        """Plays a move: it makes a branch, unless it was looked at before; `again` as with `changed`.

        None where no more moves fit into the tree.
        """
        told = self.match.ruleset.notation.write_move(self.match.position, move)
        tree, at = self.grown(analyst, self.tree, self.at, told)
        if at == self.at:
            return None
        events = self.play(move)
        self.sketch = self.arrow_from = ""
        self.changed(tree, at, again=again)
        self.resting = False
        keep(analyst, self)
        return events

    # What goes on by itself -----------------------------------------------------------------------------------------

    async def study(self, analyst: Analyst) -> None:
        """Lets both sides be moved, and asks the opponents meanwhile."""
        watching: asyncio.Task[Any] | None = None
        try:
            while self.outcome is None:
                if watching is not None:
                    watching.cancel()
                position = self.match.position
                if position.turn == CHANCE:
                    analyst.world.render()
                    await self.weigh(analyst)
                    return  # a roll is chosen or thrown beside the board
                forced = self.game.rules.forced(position)
                if forced is not None and (self.tree.full or self.tree.nodes[self.at].next):
                    # Somebody has come back to it: made once more by itself, nobody would get past it.
                    self.choice.imposed = forced
                    analyst.world.render()
                    await self.watch(analyst)
                    return
                watching = analyst.spawn(self.watch(analyst)) if forced is None else None
                move = forced if forced is not None else await analyst.loop.await_person(self, position.turn)
                events = self.played(analyst, move, again=forced is not None)
                if events is None:
                    continue  # what was chosen had no room in the tree: something else may be
                analyst.voice.say(*self.log.told)
                await analyst.loop.perform(self, [Transition(position, events, self.match.position)])
                analyst.world.render()
            outcome = self.match.position.outcome()
            if outcome is not None and self.at:
                node = self.tree.nodes[self.at]
                self._prove_end(node.parent, node.move, self.before, outcome)
                analyst.world.render()
        finally:
            if watching is not None:
                watching.cancel()

    async def watch(self, analyst: Analyst) -> None:
        """Asks what every move is worth, ever deeper, until all is known, time is up, or it is to pause."""
        name, began, patience = self._name, time.perf_counter(), FIRST
        if not self.engine:
            return
        if len(self.match.position.moves()) < 2 and self.scale is None:
            return
        while not self.paused:
            known = self._known.get(name, Known())
            if not known.onward:
                self._prove(self.at, self.match.position, known)
                await self._read_on(analyst)
                return
            if self.seconds and time.perf_counter() - began > self.seconds:
                self.resting = True
                analyst.world.render()
                return
            await analyst.world.in_sight()
            found = await self._asked(analyst, known, patience)
            if found is None:
                return
            found = await self._valued(analyst, self.match.position, found)
            patience = FIRST if found.onward != known.onward else min(2 * patience, LONGEST)
            self._remember(name, found)
            self._prove(self.at, self.match.position, found)
            analyst.world.render()
            if NODES and found.onward == known.onward:
                return
            if analyst.still:
                await analyst.world.sleep(1.0)

    def _remember(self, name: str, found: Known) -> None:
        """Keep what was found out about a position, and drop the oldest beyond `REMEMBERED`."""
        self._known.pop(name, None)
        self._known[name] = found
        while len(self._known) > REMEMBERED:
            del self._known[next(iter(self._known))]

    async def _valued(self, analyst: Analyst, position: Any, found: Known) -> Known:
        """Value the only move of a position, such as a pass, by the position after it, between two."""
        line = found.lines[0] if len(found.lines) == 1 else None
        if line is None or line.score is not None or self.scale is None or position.seats != 2:
            return found
        # What is known of the position after it grows with each call, as that of any other position does.
        notation = self.match.ruleset.notation
        after = position.play(notation.read_move(position, line.moves[0]))
        name = notation.write_position(after)
        if after.turn == CHANCE or after.outcome() is not None:
            return found
        known = self._known.get(name, Known())
        if known.onward:
            asked = await self._asked(analyst, known, FIRST, name)
            if asked is None:
                return found
            known = asked
            self._remember(name, known)
        best = known.lines[0] if known.lines else None
        if best is None or best.score is None:
            return found
        score = best.score if after.turn == position.turn else -best.score
        valued = Line((line.moves[0], *best.moves), score, best.depth + 1, best.exact)
        return Known((valued,), found.nodes + known.nodes, known.onward)

    def _prove(self, at: int, position: Any, found: Known) -> None:
        """Take note of the proven values of the moves from a position, which is that of a node."""
        scale = self.game.scale.at(position) if self.game.scale is not None else None
        if scale is None or position.seats != 2:
            return
        fresh = {
            (at, line.moves[0]): ProvenValue(position.turn, line.score, scale.written(line.score))
            for line in found.lines
            if line.exact and line.score is not None
        }
        if not fresh.items() <= self._proven.items():
            self._proven = {**self._proven, **fresh}

    async def _read_on(self, analyst: Analyst) -> None:
        """Prove the values of the moves that follow in the line shown, one after the other, as far as that goes.

        Where a position is read out to the end, so are those after it, and each costs less than the one before.
        """
        notation, position, at = self.match.ruleset.notation, self.match.position, self.at
        while self.known.exact and (after := self.tree.nodes[at].next):
            move = self.tree.nodes[after[0]].move
            before, position = position, position.play(notation.read_move(position, move))
            outcome = position.outcome()
            if outcome is not None:
                self._prove_end(at, move, before, outcome)
                break
            name, at = notation.write_position(position), after[0]
            known = self._known.get(name, Known())
            for _ in range(ASKED if position.turn != CHANCE else 0):
                if not known.onward:
                    break
                await analyst.world.in_sight()
                found = await self._asked(analyst, known, FIRST, name)
                if found is None:
                    return
                known = await self._valued(analyst, position, found)
                self._remember(name, known)
            if not known.exact:
                break
            self._prove(at, position, known)
        analyst.world.render()

    def _prove_end(self, at: int, move: str, before: Any, outcome: Outcome) -> None:
        """Take note of the value of the move that ended a game by points: it is the result."""
        scale = self.game.scale.at(before) if self.game.scale is not None and outcome.scores else None
        if scale is not None and before.seats == 2 and before.turn != CHANCE and (at, move) not in self._proven:
            score = scale.final(outcome) * (-1 if before.turn else 1)
            self._proven = {**self._proven, (at, move): ProvenValue(before.turn, score, scale.written(score))}

    async def weigh(self, analyst: Analyst) -> None:
        """Asks what the best move of every roll is worth, where dice are due that bring moves."""
        position, notation = self.match.position, self.match.ruleset.notation
        if self.scale is None or not self.engine or seat_draw.throwing(position):
            return
        found = self._rolled.pop(self._name, {})
        self._rolled[self._name] = found
        while len(self._rolled) > REMEMBERED:
            del self._rolled[next(iter(self._rolled))]
        for roll in position.moves():
            told, after = notation.write_move(position, roll), position.play(roll)
            if told in found or after.turn == CHANCE or after.outcome() is not None:
                continue
            await analyst.world.in_sight()
            known = await self._asked(analyst, Known(), ROLL, notation.write_position(after))
            if known is None:
                return
            score = known.lines[0].score if known.lines else None
            if score is not None:
                found[told] = score
                analyst.world.render()

    async def _asked(self, analyst: Analyst, known: Known, patience: int, name: str = "") -> Known | None:
        self._ticket -= 1
        match = self.match
        past = past_of(match, match.positions)
        seed = chance.below(1 << 53, match.seed, -1 - match.ply)
        patience = patience if self.scale is not None else LONGEST
        request = Request(self._ticket, self.game.name, name or self._name, self.game.strongest, seed, patience, past,
                          known.onward, survey=True, nodes=NODES, known=known.lines)  # fmt: skip
        try:
            reply = read_reply(await analyst.world.oracle.ask(request.text()))
        except (OSError, TextError):
            reply = Reply(request.ticket, error="lost")
        except asyncio.CancelledError:
            analyst.world.oracle.drop(request.ticket)
            raise
        self.silent = bool(reply.error) or reply.ticket != request.ticket
        if self.silent:
            analyst.world.render()
            return None
        before = {line.moves[0]: self.written(line) for line in known.lines}
        changed = {line.moves[0] for line in reply.lines if before.get(line.moves[0], "") != self.written(line)}
        return Known(reply.lines, known.nodes + reply.nodes, reply.onward, frozenset(changed if before else ()))

    def written(self, line: Line[str]) -> str:
        """What a move is worth, in figures; nothing where the opponents do not tell."""
        scale = self.scale
        return "" if scale is None or line.score is None else scale.written(line.score)

    def told(self) -> tuple[Message, ...]:
        """What every move is worth, in words, the best first."""
        if not self.engine:
            return (HIDDEN,)
        if self.match.position.turn == CHANCE and self.scale is not None and self.rolled:
            written, mean = self.scale.written, self.average()
            rolls = tuple(say("{move}: {value}", move=roll, value=written(one)) for roll, one in self.rolled.items())
            return (*((say("On average: {value}", value=mean),) if mean else ()), *rolls)
        lines = [line for line in self.known.lines if self.written(line)]
        if not lines:
            best = self.known.lines[:1]
            return tuple(say("The strongest opponent would play {move}.", move=self.named(one)) for one in best) or (
                say("Nothing is known yet."),
            )
        first = say("{move}: {value}, best", move=self.named(lines[0]), value=self.written(lines[0]))
        rest = (say("{move}: {value}", move=self.named(line), value=self.written(line)) for line in lines[1:])
        return (first, *rest)


# Coming and going -----------------------------------------------------------------------------------------------------


def begin(analyst: Analyst, table: Table | None, name: str = "") -> None:
    """Sits down to analyse: the game at a table from the position shown, or a game by name from its start.

    What was analysed before by the same name is there again; the moves of the game are added to it.
    """
    if table is None or isinstance(table, AnalysisTable) or name:
        kept = _recalled(analyst, name)
        sit(analyst, kept or AnalysisTable(games.load(name), name, _from_start(name)))
        return
    if table.kind == "own" and table.outcome is None and not table.about.helped:
        table.about.helped = True
        analyst.save_game(table)
    fresh = variations.of_match(table.match, _typed_names(table))
    number = table.about.save or f"{table.game.name} {analyst.world.seed():016x}"
    kept = _recalled(analyst, number)
    tree = kept.tree if kept is not None and kept.tree[:2] == fresh[:2] else fresh
    tree = tree._replace(headers=fresh.headers)
    nodes = [0]
    for move in table.match.written():
        tree, at = tree.played(nodes[-1], move)
        if at == nodes[-1]:
            break  # it is full
        nodes.append(at)
    shown = min(table.ply, len(nodes) - 1)
    if table.back is None:
        analyst.leave()
    sit(analyst, AnalysisTable(table.game, number, tree, nodes[shown], table, table.outcome))


def _typed_names(table: Table) -> dict[str, str]:
    """Return the names that people typed, under the English names of their sides."""
    return {english(table.seats.side(seat)): who.name for seat, who in enumerate(table.plan.seats) if who.name}


def bring(
    analyst: Analyst,
    name: str,
    tree: Variations,
    at: int = 0,
    ended: Outcome | None = None,
    *,
    back: Table | None = None,
    listed: bool = False,
    quiet: bool = False,
) -> None:
    """Sits down to analyse what came as text; a game chosen from a list is kept once it is changed.

    `quiet` hides the values until somebody asks for them.
    """
    desk = AnalysisTable(games.load(name), f"{name} {analyst.world.seed():016x}", tree, at, back, ended, quiet)
    desk.listed = tree if listed else None
    sit(analyst, desk)


def resume(analyst: Analyst, number: str) -> None:
    """Sits down again where something was analysed; the table at which somebody sits waits behind it."""
    back = analyst.place.table
    found = _recalled(analyst, number)
    if found is not None:
        found.back = back if back is not None and back.kind != "analysis" else None
        sit(analyst, found)


def forget(analyst: Analyst, number: str) -> None:
    """Deletes what was analysed."""
    analyst.kept.forget_analysis(number)


def name(analyst: Analyst, number: str, text: str) -> None:
    """Calls what was analysed so: that is what is said of its beginning."""
    here = analyst.place.table
    desk = here if isinstance(here, AnalysisTable) and here.number == number else _recalled(analyst, number)
    if desk is not None:
        desk.changed(desk.tree.said(0, text), desk.at, again=True)
        keep(analyst, desk)


def leave(analyst: Analyst, desk: Table, _: str = "") -> None:
    """Goes back to the table that waits, or to the home page."""
    analyst.leave()
    if desk.back is not None:
        analyst.sit_down(desk.back)


def keep(analyst: Analyst, desk: AnalysisTable) -> None:
    """Keeps what is analysed, or says once that there is no room for it."""
    if desk.listed is not None and desk.tree == desk.listed:
        return
    if desk.number not in analyst.kept.analyses and len(analyst.kept.analyses) >= MOST_KEPT:
        if not desk.unkept:
            told = say("No more than {count} analyses are kept. Delete one to keep this one.", count=MOST_KEPT)
            desk.unkept, analyst.voice.toast = True, Toast(told)
        return
    desk.unkept = False
    analyst.kept.keep_analysis(desk.number, f"{desk.game.name}\n{desk.tree.write(desk.at, desk.quiet)}")


def read_kept(number: str, text: str) -> AnalysisTable:
    """What was kept; raises `TextError` for anything else."""
    name, _, told = text.partition("\n")
    if name not in games.ready():
        raise TextError(say("This analysis cannot be read."))
    tree, at = variations.read(told)
    game = games.load(name)
    start = game.notation.read_position(tree.start)
    positions, moves = {0: start}, dict(tree.nodes)
    for one in tree.below(0):
        if one:
            node = moves[one]
            move = game.notation.read_move(positions[node.parent], node.move)
            positions[one] = positions[node.parent].play(move)
    over = tree.headers or positions[tree.end(0)].outcome() is not None
    ended = variations.main_line(tree, game.ruleset).outcome() if over else None
    return AnalysisTable(game, number, tree, at, ended=ended, quiet=variations.is_quiet(told))


def _recalled(analyst: Analyst, number: str) -> AnalysisTable | None:
    text = analyst.kept.analyses.get(number)
    if text is None:
        return None
    try:
        return read_kept(number, text)
    except TextError as error:
        analyst.kept.broken[saves.ANALYSIS_KEY + number] = error
        return None


def _from_start(name: str) -> Variations:
    match = games.load(name).match(0)
    return Variations(match.ruleset.notation.write_position(match.position))


def sit(analyst: Analyst, desk: AnalysisTable) -> None:
    """Sits down at an analysis."""
    analyst.loop.pause(analyst.place.table)
    desk.course = partial(desk.study, analyst)
    analyst.place.sit(desk)
    analyst.voice.say()
    keep(analyst, desk)
    desk.engine = analyst.kept.settings.engine and not desk.quiet
    _call(analyst, desk)
    analyst.loop.run(desk)


def _call(analyst: Analyst, desk: AnalysisTable) -> None:
    """Have the opponents ready, unless they are not to be asked."""
    if desk.engine:
        analyst.world.oracle.warm(desk.game.name)
        analyst.extras.attend(desk)


# What is done at it ---------------------------------------------------------------------------------------------------


def _desk(table: Table) -> AnalysisTable:
    assert isinstance(table, AnalysisTable), "its kind says so"
    return table


def _go(analyst: Analyst, desk: AnalysisTable, tree: Variations, at: int) -> None:
    """Looks at a node of a tree."""
    analyst.loop.rewind(desk, lambda _: desk.moved(tree, at))
    analyst.voice.say(*(desk.log.lines[-1].told if desk.match.ply else ()), desk.status)
    keep(analyst, desk)


def go(analyst: Analyst, table: Table, arg: str) -> None:
    """Goes to a node by its number, or `back`, `forward`, to the `start` or the `end`, or to the branch `above`."""
    desk = _desk(table)
    at, tree = desk.at, desk.tree
    after = tree.nodes[at].next
    steps = {
        "back": tree.nodes[at].parent if at else 0,
        "forward": after[0] if after else at,
        "start": 0,
        "end": tree.end(at),
        "above": desk.sideways(-1),
        "below": desk.sideways(1),
    }
    aim = steps.get(arg, int(arg) if arg.isdecimal() and int(arg) in tree.nodes else at)
    if aim != at:
        _go(analyst, desk, tree, aim)


def fold(analyst: Analyst, table: Table, told: str) -> None:
    """Fold a variation in the list of moves, given by its first node, or open it again.

    If the move shown would be hidden, the variation's first move is shown instead.
    """
    desk = _desk(table)
    first = int(told) if told.isdecimal() else 0
    if first not in variations_of(desk.tree):
        return
    desk.folded ^= {first}
    if first in desk.folded and first in desk.tree.path(desk.at)[:-1]:
        _go(analyst, desk, desk.tree, first)


def play(analyst: Analyst, table: Table, told: str) -> None:
    """Plays a move that is written so; of dice that are due, `throw` is any roll."""
    desk = _desk(table)
    position = desk.match.position
    if desk.outcome is not None:
        return
    if told == "throw" and position.turn == CHANCE:
        move = chance.pick(position.moves(), position.odds(), analyst.world.seed(), desk.match.ply)
    else:
        try:
            move = desk.match.ruleset.notation.read_move(position, told)
        except TextError:
            return
    tree, at = desk.grown(analyst, desk.tree, desk.at, desk.match.ruleset.notation.write_move(position, move))
    desk.changed(tree, desk.at)
    _go(analyst, desk, tree, at)


def instead(analyst: Analyst, table: Table, told: str) -> None:
    """Plays another move than the one that led here."""
    desk = _desk(table)
    if desk.at:
        parent = desk.tree.nodes[desk.at].parent
        try:
            desk.match.ruleset.notation.read_move(desk.match.at(desk.match.ply - 1), told)
        except TextError:
            return
        tree, at = desk.grown(analyst, desk.tree, parent, told)
        if at != parent:
            desk.changed(tree, desk.at)
            _go(analyst, desk, tree, at)


def opening(analyst: Analyst, table: Table, number: str) -> None:
    """Looks at an opening by its number: as a branch, or where one began from a set-up as an analysis of its own."""
    desk = _desk(table)
    known = desk.game.openings
    if not number.isdecimal() or int(number) >= len(known):
        return
    fresh, at = _from_start(desk.game.name), 0
    here = desk.tree.start == fresh.start
    tree = desk.tree if here else fresh
    for move in known[int(number)][1]:
        before = at
        tree, at = desk.grown(analyst, tree, at, move)
        if at == before:
            break
    analyst.place.clear()
    if here:
        desk.changed(tree, desk.at)
        _go(analyst, desk, tree, at)
    else:
        bring(analyst, desk.game.name, tree, at, quiet=desk.quiet)


def mark(analyst: Analyst, table: Table, sign: str) -> None:
    """Puts a mark at the move that is shown, or takes it away."""
    desk = _desk(table)
    desk.changed(desk.tree.marked(desk.at, sign), desk.at)
    keep(analyst, desk)


def comment(analyst: Analyst, table: Table, text: str) -> None:
    """Says something of the move that is shown."""
    desk = _desk(table)
    desk.changed(desk.tree.said(desk.at, text), desk.at, again=desk.typing == desk.at)
    desk.typing = desk.at
    keep(analyst, desk)


def sketch(_: Analyst, table: Table, told: str) -> None:
    """Shows a ring or an arrow that is being drawn; with nothing, shows none any more."""
    _desk(table).sketch = told


def draw(analyst: Analyst, table: Table, told: str) -> None:
    """Draws a ring or an arrow on the board at the move that is shown, or takes it away if it is there."""
    desk = _desk(table)
    desk.sketch = desk.arrow_from = ""
    if all(desk.cell(spot) is not None for spot in told.split(variations.ARROW)):
        desk.changed(desk.tree.sketched(desk.at, told), desk.at)
        keep(analyst, desk)


def ring(analyst: Analyst, table: Table, _: str) -> None:
    """Draws a ring where the keyboard is on the board, or takes it away."""
    _drawn_by_key(analyst, _desk(table), table.display.cursor)


def arrow(analyst: Analyst, table: Table, _: str) -> None:
    """Begins an arrow where the keyboard is on the board, or ends the one begun; where that begins, gives up."""
    desk, here = _desk(table), table.display.cursor
    start, desk.arrow_from = desk.arrow_from, ""
    if start and start != here:
        _drawn_by_key(analyst, desk, f"{start}{variations.ARROW}{here}")
    elif not start and desk.cell(here) is not None:
        desk.arrow_from = desk.sketch = here
        told = say("The arrow begins here: {spot}. Press E where it ends.", spot=desk.place_told(here))
        analyst.voice.say(told)
    else:
        desk.sketch = ""


def _drawn_by_key(analyst: Analyst, desk: AnalysisTable, told: str) -> None:
    before = desk.tree.nodes[desk.at].drawn
    draw(analyst, desk, told)
    if len(desk.tree.nodes[desk.at].drawn) > len(before):
        analyst.voice.say(desk.drawing_told(told))
    elif told in before:
        analyst.voice.say(say("Taken away: {drawing}", drawing=desk.drawing_told(told)))


def wipe(analyst: Analyst, table: Table, _: str) -> None:
    """Takes all rings and arrows of the move that is shown away."""
    desk = _desk(table)
    desk.changed(desk.tree.wiped(desk.at), desk.at)
    keep(analyst, desk)


def promote(analyst: Analyst, table: Table, _: str) -> None:
    """Brings the branch that is shown one place to the front where it begins."""
    desk = _desk(table)
    parting = next((one for one in reversed(desk.tree.path(desk.at)) if desk.tree.beside(one, -1) != one), None)
    if parting is not None:
        desk.changed(desk.tree.promoted(parting), desk.at)
        keep(analyst, desk)


def delete(analyst: Analyst, table: Table, _: str) -> None:
    """Takes the move that is shown away, with all that follows it."""
    desk = _desk(table)
    if desk.at:
        tree, parent = desk.tree.without(desk.at), desk.tree.nodes[desk.at].parent
        desk.changed(tree, desk.at)
        _go(analyst, desk, tree, parent)


def undo(analyst: Analyst, table: Table, _: str) -> None:
    """Takes the last change of the tree back."""
    desk = _desk(table)
    if desk.earlier:
        (tree, at), desk.earlier = desk.earlier[-1], desk.earlier[:-1]
        _go(analyst, desk, tree, at)


def pause(analyst: Analyst, table: Table, _: str) -> None:
    """Stops asking the opponents, or goes on."""
    desk = _desk(table)
    desk.paused = not (desk.paused or desk.resting or desk.silent)
    again(analyst, desk)


def again(analyst: Analyst, desk: AnalysisTable) -> None:
    """Begins anew to ask about the position at hand, with what is known of it."""
    analyst.loop.pause(desk)
    desk.resting = desk.silent = False
    analyst.loop.run(desk)


def engine(analyst: Analyst, table: Table, told: str) -> None:
    """Show values and best moves (`on`) or hide them (`off`); the choice stays on this device."""
    desk = _desk(table)
    if told in ("on", "off"):
        desk.engine, desk.quiet = told == "on", False
        analyst.kept.change_settings(engine=desk.engine)
        keep(analyst, desk)
        _call(analyst, desk)
        again(analyst, desk)


def lines(_: Analyst, table: Table, count: str) -> None:
    """How many lines are shown."""
    desk = _desk(table)
    if count.isdecimal() and 0 < int(count) <= MOST_LINES:
        desk.shown_lines = int(count)


def seconds(analyst: Analyst, table: Table, count: str) -> None:
    """For how long a position is looked at."""
    desk = _desk(table)
    if count.isdecimal() and int(count) in SECONDS:
        desk.seconds = int(count)
        again(analyst, desk)


def tell(analyst: Analyst, table: Table, _: str) -> None:
    """Reads aloud what every move is worth."""
    analyst.voice.spoken = _desk(table).told()
    analyst.voice.answers += 1


def challenge(analyst: Analyst, table: Table, _: str) -> None:
    """Asks who goes on from the position at hand."""
    desk = _desk(table)
    match: Match[Any, Any] = desk.match.until(desk.match.ply)
    analyst.set_up_from(match, desk.plan)
