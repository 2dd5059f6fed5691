"""The analysis board: moves for both sides, a tree of variations, and the engine's values.

The variations form a tree (`core.variations`). The table's match is the line from the root of the tree to the node
shown. While the board is open, the strongest opponent searches the position shown deeper and deeper. Its results are
cached, so no position is searched to the same depth twice.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import takewhile
from operator import is_not, mul
from typing import Any, Final, NamedTuple, Protocol

from chowk.core import chance, parcels, rule_options, variations
from chowk.core.errors import TextError
from chowk.core.match import Match
from chowk.core.message import Message, say
from chowk.core.position import CHANCE, Outcome, Seat, Spot
from chowk.core.variations import Variations
from chowk.draw.timeline import backwards
from chowk.engine.protocol import Line, Reply, Request, past_of, read_reply
from chowk.features.analysis.placement_hints import Placing, placings
from chowk.features.analysis.tree_rows import LARGE, TreeRow, sideways, tree_rows, variations_of
from chowk.games.api import Game
from chowk.games.api.scale import Scale
from chowk.i18n.toast import Toast
from chowk.session.host_ports import GameHost
from chowk.session.output.board import BETWEEN
from chowk.session.table import Table, Transition
from chowk.storage.kept import Kept
from chowk.storage.plan import Plan, SeatPlan

FIRST: Final = 300
"""Time for the first search of a position, in milliseconds. It doubles after each search that gets no deeper."""
LONGEST: Final = 5_000
"""Maximum time for one search, in milliseconds."""
NODES: Final = 0
"""Maximum number of nodes per search; 0 for no limit."""
SECONDS: Final = (10, 60, 0)
"""Choices for the total search time of a position, in seconds; 0 for no limit."""
MOST_LINES: Final = 5
ROLL: Final = 400
"""Maximum time to search the best move after one of the possible rolls, in milliseconds."""
MOST_KEPT: Final = 100
"""Maximum number of stored analyses. Beyond it, a new analysis is not stored, and a toast informs the player."""
MOST_SEARCHES: Final = 20
"""Maximum number of searches to solve the next position of a line, after the position before it is solved."""
REMEMBERED: Final = 300
"""Number of positions whose results are cached."""
EARLIER: Final = 100
"""Maximum number of changes of an analysis that can be undone."""


HIDDEN: Final = say("The values are hidden.")
"""Sentence shown in place of values and best moves while they are hidden."""
_FULL: Final = say("An analysis holds no more than {count} moves. Delete some to add others.", count=variations.MOST)


class Known(NamedTuple):
    """The engine's result for a position: a line for each move, the best first.

    `nodes` is the number of positions searched so far. `onward` is the depth to search next, or 0 if nothing is left to
    search. `changed` are the moves whose values changed in the last search.
    """

    lines: tuple[Line[str], ...] = ()
    nodes: int = 0
    onward: int = 1
    changed: frozenset[str] = frozenset()

    @property
    def depth(self) -> int:
        """The depth to which the best move was searched."""
        return self.lines[0].depth if self.lines else 0

    @property
    def exact(self) -> bool:
        """True if the value of the best move is proven."""
        return bool(self.lines) and self.lines[0].exact


class ProvenValue(NamedTuple):
    """The proven value of a move: the player who makes it, this player's lead after it, and the lead as text."""

    seat: Seat
    score: float
    text: str


class AnalysisHost(GameHost, Protocol):
    """The part of the application that analysis uses."""

    @property
    def kept(self) -> Kept:
        """The data stored on the device."""

    @property
    def still(self) -> bool:
        """True if animations should be reduced."""

    async def fetch_parcel(self, parcel: str, /) -> None:
        """Fetch a parcel, a group of modules that are loaded together, unless it is loaded already.

        Raise `OSError` if fetching fails.
        """

    def leave(self) -> None:
        """Return to the home page."""

    def sit_down(self, table: Table) -> None:
        """Show the page of a table, and continue its game."""

    def set_up_from(self, match: Match[Any, Any], plan: Plan) -> None:
        """Open the set-up sheet to choose who continues a match."""


class AnalysisTable(Table):
    """An analysis board: a table where the user moves both sides, and where all lines are kept in a tree.

    `number` is the key under which the analysis is stored. `back` is the table to return to, or None. The comments on
    its attributes say who writes them: methods, or else functions of `chowk.features.analysis.analysis`.
    """

    def __init__(
        self,
        game: Game,
        number: str,
        tree: Variations,
        node: int = 0,
        back: Table | None = None,
        analysed_outcome: Outcome | None = None,
        quiet: bool = False,
    ) -> None:
        self.tree, self.node, self.number = tree, node, number
        # True if the analysis was imported with hidden values and the user has not shown them. Written by `engine`.
        self.quiet = quiet
        # True if the engine runs and its values are shown. Written by `sit` and `engine`.
        self.engine = not quiet
        # The end of the analysed game; None for an unfinished game and for a free board.
        self.analysed_outcome = analysed_outcome
        # The original tree of a game that was chosen from a list; else None. The analysis is stored only if the tree
        # differs from it. Written by `bring`.
        self.listed: Variations | None = None
        start = game.notation.read_position(tree.start)
        match: Match[Any, Any] = Match(game.ruleset, start, tree.seed)
        for move in tree.moves(node):
            match.push(move)
        options = dict(back.plan.options) if back is not None and back.game is game else {}
        plan = Plan(game.name, (SeatPlan(),) * start.seats, options)
        super().__init__(game, plan, match, "", "", nameless=True)
        self.kind, self.back = "analysis", back
        self.lie_as(back)
        # View settings. Written by the commands.
        self.paused = False
        self.shown_lines = 3
        self.seconds = SECONDS[1]
        # Results by the position's text; whether the last request failed; whether the search time is used up. Written
        # by `watch`.
        self._known: dict[str, Known] = {}
        self.silent = False
        self.resting = False
        # Values of the best move after each roll, by the texts of position and roll. Written by `weigh`.
        self._rolled: dict[str, dict[str, float]] = {}
        # Proven values by node and move, where the move is made from the node's position. Replaced by `_prove`; emptied
        # by `_show`.
        self._proven: Mapping[tuple[int, str], ProvenValue] = {}
        # The trees and current nodes before each change, the latest last. Written by `changed`.
        self.earlier: list[tuple[Variations, int]] = []
        # The node whose comment is being typed. One undo removes the whole comment. Written by `comment` and `changed`.
        self.typing = -1
        # The ring or arrow being drawn, spelled as in `MoveNode.drawings`. Written by `sketch` and `draw`.
        self.sketch = ""
        # Start of the arrow being drawn by keyboard, or an empty text. Written by `arrow`, and by all moves.
        self.arrow_from: Spot = ""
        # The first nodes of the variations that are folded in the list of moves. Written by `fold` and `_show`.
        self.folded = variations_of(tree) if len(tree.nodes) > LARGE else frozenset[int]()
        # The module that shows the results of endings, once it has arrived. Written by `watch`.
        self.notes: Any = None
        self._rows: tuple[tuple[object, ...], tuple[TreeRow, ...]] = (None,), ()
        # True after a toast has informed the player that no more analyses can be stored. Written by `keep`.
        self.unkept = False
        self._ticket = -1_000_000

    @property
    def history_entry(self) -> tuple[str, str]:
        """The kind of table and the name under which the browser's history reopens this table.

        The name is the key under which the analysis is stored.
        """
        return "analysis", self.number

    @property
    def title(self) -> Message:
        """The title of the page."""
        return say("Analysis: {game}", game=self.game.sign.title)

    @property
    def scale(self) -> Scale | None:
        """The scale of move values, which writes them as text. None if the game's opponents return no values."""
        scale = self.game.scale if self.game.survey is not None else None
        return scale.scale_for(self.match.position) if scale is not None else None

    @property
    def known(self) -> Known:
        """The engine's result for the position shown; empty while values are hidden."""
        return self._known.get(self._name, Known()) if self.engine else Known()

    @property
    def lead(self) -> float | None:
        """The lead of the player who is first in seat order. None if unknown, or if there are not two players.

        It is the lead after the best move, or the final lead if the game is over.
        """
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
        """The nodes of the line shown: the path to the current node, and then the main line from it."""
        return self.tree.path(self.tree.end(self.node))

    @property
    def rows(self) -> tuple[TreeRow, ...]:
        """The rows of the list of moves. The object stays the same until the tree, its folds or its values change."""
        state = self.tree, self.folded, self._proven, self.engine
        if any(map(is_not, self._rows[0], state)):
            lead = self.match.position_after(0).turn if self.game.paired else None
            values = {move: value.text for move, value in self._proven.items()} if self.engine else {}
            self._rows = state, tree_rows(self.tree, self.folded, lead, values)
        return self._rows[1]

    def sideways(self, step: int) -> int:
        """Return the node to show after moving `step` variations down in the list; see `tree_rows.sideways`."""
        return sideways(self.tree, self.node, step)

    @property
    def rolled(self) -> Mapping[str, float]:
        """The value of the best move after each possible next roll, for the player who rolls.

        The keys are the rolls as text. Unknown values are left out. Empty if values are hidden.
        """
        return self._rolled.get(self._name, {}) if self.engine else {}

    def average(self) -> str:
        """Return the mean value of the possible next rolls as text. Empty until all their values are known."""
        position, values, scale = self.match.position, self.rolled, self.scale
        if scale is None or position.turn != CHANCE or self.outcome is not None:
            return ""
        write = self.match.ruleset.notation.write_move
        rolls = [write(position, roll) for roll in position.moves()]
        if not all(roll in values for roll in rolls):
            return ""
        odds = position.odds()
        return scale.written(sum(map(mul, odds, (values[roll] for roll in rolls))) / sum(odds))

    @property
    def before(self) -> Any:
        """The position before the move shown."""
        return self.match.position_after(self.match.ply - 1)

    def drawings(self) -> tuple[str, ...]:
        """Return the rings and arrows on the board, including the one that the user is drawing.

        A ring or an arrow that the user is drawing for the second time is left out, because drawing it again removes
        it.
        """
        drawings = self.tree.nodes[self.node].drawings
        if not self.sketch:
            return drawings
        others = (drawing for drawing in drawings if drawing != self.sketch)
        return (*others, *(() if self.sketch in drawings else (self.sketch,)))

    def compared(self) -> tuple[Line[str], Line[str]] | None:
        """Return the engine's lines for the move that was made and for the best move.

        Return None if the two moves are the same, or if one of the lines is unknown.
        """
        if not self.node or not self.engine or self.match.position_after(self.match.ply - 1).turn == CHANCE:
            return None
        before = self.match.ruleset.notation.write_position(self.before)
        lines, move = self._known.get(before, Known()).lines, self.tree.nodes[self.node].move
        played = next((line for line in lines if line.moves[0] == move), None)
        if played is None or played is lines[0] or not self.written(played) or not self.written(lines[0]):
            return None
        return played, lines[0]

    def best_lines(self) -> Mapping[Spot, Line[str]]:
        """Return the best line for each destination of a move. The line with the highest value comes first.

        If a piece is picked, include only that piece's moves.
        """
        picked, best_lines = self.choice.pointing.chooser.picked, dict[Spot, Line[str]]()
        if self.scale is None or self.match.position.turn == CHANCE:
            return best_lines
        paths = self._paths()
        for line in self.known.lines:
            path = paths.get(line.moves[0], ())
            if path[: len(picked)] == picked and path:
                best_lines.setdefault(path[-1], line)
        return best_lines

    def _paths(self) -> Mapping[str, tuple[Spot, ...]]:
        """Return a mapping from the text of each legal move to the spots of the move."""
        position, write = self.match.position, self.match.ruleset.notation.write_move
        return {write(position, move): path for move, path in self.view.spell(position).items()}

    def first_move_spots(self, line: Line[str]) -> tuple[Spot, ...]:
        """Return the spots of the first move of `line`, one of the engine's lines."""
        return self._paths().get(line.moves[0], ())

    def places(self, line: Line[str]) -> str | None:
        """Return those spots of a line's first move that are on the board, joined by `board.BETWEEN`.

        Return None if none of its spots is on the board.
        """
        path = self.first_move_spots(line)
        return BETWEEN.join(spot for spot in path if self.cell(spot) is not None) or None

    @property
    def placings(self) -> tuple[Placing, ...]:
        """The engine's suggestions where to place a piece that lies beside the board, the best first.

        Empty in games whose pieces cannot be tried on the board before a move.
        """
        return placings(self.game, self.match.position, self.known.lines)

    def named(self, line: Line[str]) -> str:
        """Return a line's first move as text. If several moves together place a piece, return all of them."""
        placing = next((candidate for candidate in self.placings if candidate.line is line), None)
        return " ".join(line.moves[: placing.moves if placing is not None else 1])

    def analysis_state(self) -> tuple[Variations, int, bool]:
        """Return the tree of this analysis, the index of the node that is shown, and True if values are hidden."""
        return self.tree, self.node, not self.engine

    def text_in(self, form: str) -> str:
        """Return the tree as text in the format `form`, or in Chowk's own format if `form` is empty.

        A format without variations gets the main line only.
        """
        write = self.game.write_variations
        if not form:
            edition = rule_options.edition_to_write(self.game.rules, self.match.position_after(0))
            return variations.write_text(self.tree, self.game.name, edition=edition)
        main = variations.main_line(self.tree, self.game.ruleset)
        if write is not None and any(
            text_format.varied and text_format.name == form for text_format in self.game.notation.FORMATS
        ):
            return write(self.tree, main, self.tree.headers)
        return self.game.notation.write_game(main, form, self.tree.headers)

    # Changes ---------------------------------------------------------------------------------------------------------

    def changed(self, tree: Variations, node: int, continues: bool = False) -> None:
        """Replace the tree and the current node. Add an undo step.

        If `continues` is True, this change continues the last one, so that no undo step is added.
        """
        if tree != self.tree and not continues:
            self.earlier = [*self.earlier, (self.tree, self.node)][-EARLIER:]
            self.typing = -1
        self._show(tree, node)

    def _show(self, tree: Variations, node: int) -> None:
        """Set the tree and the current node. In the list of moves, unfold the variations that hide the node."""
        if not self.tree.nodes.keys() <= tree.nodes.keys():
            self._proven = {}  # the number of a deleted node may be reused
        self.tree, self.node = tree, node
        above = tree.path(node)[:-1] if node in tree.nodes else ()  # the node is missing while it is being deleted
        if not self.folded.isdisjoint(above):
            self.folded = self.folded.difference(above)

    def moved(self, tree: Variations, node: int) -> list[Transition]:
        """Move the match to a node of a tree. Return the transitions to animate.

        If there are more than two transitions, nothing is animated, and the list is empty.
        """
        match, steps = self.match, list[Transition]()
        present, target = tuple(match.written()), tree.moves(node)
        common = sum(1 for _ in takewhile(lambda both: both[0] == both[1], zip(present, target, strict=False)))
        while match.ply > common:
            before = match.position
            steps.append(Transition(before, backwards(self._events_of(match.undo())), match.position))
        for move in target[common:]:
            before = match.position
            steps.append(Transition(before, match.push(move), match.position))
        self._show(tree, node)
        self.resting = False
        self.sketch = self.arrow_from = ""
        self.rewound()
        return steps if len(steps) <= 2 else []

    def _events_of(self, move: Any) -> Sequence[Any]:
        events: Sequence[Any] = self.match.position.events(move)
        return events

    def grown(self, host: AnalysisHost, tree: Variations, node: int, move: str) -> tuple[Variations, int]:
        """Return the tree with a move added after `node`, and the move's node. If the tree is full, show a toast."""
        grown_tree = tree.played(node, move)
        if grown_tree[1] == node:
            host.voice.toast = Toast(_FULL, alert=True)
        return grown_tree

    def played(self, host: AnalysisHost, move: Any, continues: bool = False) -> Sequence[Any] | None:
        """Play a move, and add it to the tree if it is new. Return the move's events, or None if the tree is full.

        If `continues` is True, the move continues the last change of the tree, so that one undo takes back both.
        """
        text = self.match.ruleset.notation.write_move(self.match.position, move)
        tree, node = self.grown(host, self.tree, self.node, text)
        if node == self.node:
            return None
        events = self.play(move)
        self.sketch = self.arrow_from = ""
        self.changed(tree, node, continues=continues)
        self.resting = False
        self.keep(host)
        return events

    def keep(self, host: AnalysisHost) -> None:
        """Store the analysis on this device. If the device holds too many analyses, show a toast once instead.

        A game from the list of a file's games is not stored before it is changed. The table of a study's chapter
        overrides this method: it stores the study.
        """
        if self.listed is not None and self.tree == self.listed:
            return
        if self.number not in host.kept.analyses and len(host.kept.analyses) >= MOST_KEPT:
            if not self.unkept:
                notice = say("No more than {count} analyses are kept. Delete one to keep this one.", count=MOST_KEPT)
                self.unkept, host.voice.toast = True, Toast(notice)
            return
        self.unkept = False
        host.kept.keep_analysis(self.number, f"{self.game.name}\n{self.tree.write(self.node, self.quiet)}")

    def left(self, host: AnalysisHost) -> None:
        """Do nothing after the user has left the analysis.

        The table of a study's chapter overrides this method: it shows the list of chapters again.
        """

    # Running the analysis --------------------------------------------------------------------------------------------

    async def study(self, host: AnalysisHost) -> None:
        """Let the user move both sides while the engine searches, until the game ends or a roll is due."""
        watching: asyncio.Task[Any] | None = None
        try:
            while self.outcome is None:
                if watching is not None:
                    watching.cancel()
                position = self.match.position
                if position.turn == CHANCE:
                    host.page.render()
                    await self.weigh(host)
                    return  # the user chooses a roll beside the board
                forced = self.game.rules.forced(position)
                if forced is not None and (self.tree.full or self.tree.nodes[self.node].next):
                    # The user has come back to this node. If its only move were played again, the user could never stay
                    # here.
                    self.choice.impose(forced)
                    host.page.render()
                    await self.watch(host)
                    return
                watching = host.spawn(self.watch(host)) if forced is None else None
                move = forced if forced is not None else await host.loop.await_person(self, position.turn)
                events = self.played(host, move, continues=forced is not None)
                if events is None:
                    continue  # the tree had no room for the move; another one may be chosen
                host.voice.say(*self.log.named_sentences)
                await host.loop.perform(self, [Transition(position, events, self.match.position)])
                host.page.render()
            outcome = self.match.position.outcome()
            if outcome is not None and self.node:
                node = self.tree.nodes[self.node]
                self._prove_end(node.parent, node.move, self.before, outcome)
                host.page.render()
        finally:
            if watching is not None:
                watching.cancel()

    async def watch(self, host: AnalysisHost) -> None:
        """Search the position deeper and deeper until it is solved, time is up, or the user pauses the engine."""
        name, began, patience = self._name, time.perf_counter(), FIRST
        if not self.engine:
            return
        if self.notes is None and self.game.endings is not None and self.game.nears_end(self.match.position):
            with suppress(OSError):  # the next position near the end tries again
                await host.fetch_parcel(parcels.PRACTICE)
                self.notes = import_module("chowk.features.analysis.ending_notes")
        if len(self.match.position.moves()) < 2 and self.scale is None:
            return
        while not self.paused:
            known = self._known.get(name, Known())
            if not known.onward:
                self._prove(self.node, self.match.position, known)
                await self._read_on(host)
                return
            if self.seconds and time.perf_counter() - began > self.seconds:
                self.resting = True
                host.page.render()
                return
            await host.page.in_sight()
            result = await self._search(host, known, patience)
            if result is None:
                return
            result = await self._valued(host, self.match.position, result)
            patience = FIRST if result.onward != known.onward else min(2 * patience, LONGEST)
            self._remember(name, result)
            self._prove(self.node, self.match.position, result)
            host.page.render()
            if NODES and result.onward == known.onward:
                return
            if host.still:
                await host.clock.sleep(1.0)

    def _remember(self, name: str, result: Known) -> None:
        """Store a position's result; `name` is the position as text. Drop the oldest results beyond `REMEMBERED`."""
        self._known.pop(name, None)
        self._known[name] = result
        while len(self._known) > REMEMBERED:
            del self._known[next(iter(self._known))]

    async def _valued(self, host: AnalysisHost, position: Any, result: Known) -> Known:
        """Return `result`, with a value added if `position` has only one legal move, such as a pass.

        The value comes from a search of the position after that move. If several moves are legal, or if the game has
        more than two players, return `result` unchanged.
        """
        line = result.lines[0] if len(result.lines) == 1 else None
        if line is None or line.score is not None or self.scale is None or position.seats != 2:
            return result
        # The result for the position after the move gets deeper with each call, like any other result.
        notation = self.match.ruleset.notation
        after = position.play(notation.read_move(position, line.moves[0]))
        name = notation.write_position(after)
        if after.turn == CHANCE or after.outcome() is not None:
            return result
        known = self._known.get(name, Known())
        if known.onward:
            answer = await self._search(host, known, FIRST, name)
            if answer is None:
                return result
            known = answer
            self._remember(name, known)
        best = known.lines[0] if known.lines else None
        if best is None or best.score is None:
            return result
        score = best.score if after.turn == position.turn else -best.score
        valued = Line((line.moves[0], *best.moves), score, best.depth + 1, best.exact)
        return Known((valued,), result.nodes + known.nodes, known.onward)

    def _prove(self, node: int, position: Any, result: Known) -> None:
        """Store the proven values of the moves in `position`, which is the position of the node `node`."""
        scale = self.game.scale.scale_for(position) if self.game.scale is not None else None
        if scale is None or position.seats != 2:
            return
        fresh = {
            (node, line.moves[0]): ProvenValue(position.turn, line.score, scale.written(line.score))
            for line in result.lines
            if line.exact and line.score is not None
        }
        if not fresh.items() <= self._proven.items():
            self._proven = {**self._proven, **fresh}

    async def _read_on(self, host: AnalysisHost) -> None:
        """Prove the values of the later moves in the line shown, one position after another.

        Begin only if the position shown is solved, because later positions then take less work. Stop at the first
        position that the engine cannot solve.
        """
        notation, position, node = self.match.ruleset.notation, self.match.position, self.node
        while self.known.exact and (after := self.tree.nodes[node].next):
            move = self.tree.nodes[after[0]].move
            before, position = position, position.play(notation.read_move(position, move))
            outcome = position.outcome()
            if outcome is not None:
                self._prove_end(node, move, before, outcome)
                break
            name, node = notation.write_position(position), after[0]
            known = self._known.get(name, Known())
            for _ in range(MOST_SEARCHES if position.turn != CHANCE else 0):
                if not known.onward:
                    break
                await host.page.in_sight()
                result = await self._search(host, known, FIRST, name)
                if result is None:
                    return
                known = await self._valued(host, position, result)
                self._remember(name, known)
            if not known.exact:
                break
            self._prove(node, position, known)
        host.page.render()

    def _prove_end(self, node: int, move: str, before: Any, outcome: Outcome) -> None:
        """Store the final lead as the proven value of `move`, a game's last move.

        `node` and `before` are the node and the position before the move, and `outcome` is the end of the game. Nothing
        is stored if the outcome has no scores, if the last move was a roll, or if there are not two players.
        """
        scale = self.game.scale.scale_for(before) if self.game.scale is not None and outcome.scores else None
        if scale is not None and before.seats == 2 and before.turn != CHANCE and (node, move) not in self._proven:
            score = scale.final(outcome) * (-1 if before.turn else 1)
            self._proven = {**self._proven, (node, move): ProvenValue(before.turn, score, scale.written(score))}

    async def weigh(self, host: AnalysisHost) -> None:
        """Search for the best move after each possible roll, and store the value of that move.

        Do nothing if the roll only decides who starts.
        """
        position, notation = self.match.position, self.match.ruleset.notation
        if self.scale is None or not self.engine or self.match.throwing:
            return
        values = self._rolled.pop(self._name, {})
        self._rolled[self._name] = values
        while len(self._rolled) > REMEMBERED:
            del self._rolled[next(iter(self._rolled))]
        for roll in position.moves():
            roll_text, after = notation.write_move(position, roll), position.play(roll)
            if roll_text in values or after.turn == CHANCE or after.outcome() is not None:
                continue
            await host.page.in_sight()
            result = await self._search(host, Known(), ROLL, notation.write_position(after))
            if result is None:
                return
            score = result.lines[0].score if result.lines else None
            if score is not None:
                values[roll_text] = score
                host.page.render()

    async def _search(self, host: AnalysisHost, known: Known, patience: int, name: str = "") -> Known | None:
        self._ticket -= 1
        match = self.match
        past = past_of(match.ruleset, match.positions)
        seed = chance.below(1 << 53, match.seed, -1 - match.ply)
        patience = patience if self.scale is not None else LONGEST
        request = Request(self._ticket, self.game.name, name or self._name, self.game.strongest, seed, patience, past,
                          known.onward, survey=True, nodes=NODES, known=known.lines)  # fmt: skip
        try:
            reply = read_reply(await host.engine.ask(request.text()))
        except (OSError, TextError):
            reply = Reply(request.ticket, error="lost")
        except asyncio.CancelledError:
            host.engine.drop(request.ticket)
            raise
        self.silent = bool(reply.error) or reply.ticket != request.ticket
        if self.silent:
            host.page.render()
            return None
        before = {line.moves[0]: self.written(line) for line in known.lines}
        changed = {line.moves[0] for line in reply.lines if before.get(line.moves[0], "") != self.written(line)}
        return Known(reply.lines, known.nodes + reply.nodes, reply.onward, frozenset(changed if before else ()))

    def written(self, line: Line[str]) -> str:
        """Return the value of a line as text, or an empty text if the engine returns no values."""
        scale = self.scale
        if scale is None or line.score is None:
            return ""
        return (self.notes and self.notes.sign(self, line)) or scale.written(line.score)

    def value_sentences(self) -> tuple[Message, ...]:
        """Return sentences on the value of each move, the best first."""
        if not self.engine:
            return (HIDDEN,)
        if self.match.position.turn == CHANCE and self.scale is not None and self.rolled:
            written, mean = self.scale.written, self.average()
            values = self.rolled.items()
            rolls = tuple(say("{move}: {value}", move=roll, value=written(value)) for roll, value in values)
            return (*((say("On average: {value}", value=mean),) if mean else ()), *rolls)
        lines = [line for line in self.known.lines if self.written(line)]
        if not lines:
            best = self.known.lines[:1]
            return tuple(say("The strongest opponent would play {move}.", move=self.named(line)) for line in best) or (
                say("Nothing is known yet."),
            )
        read = self.notes.read if self.notes is not None else AnalysisTable.written
        first = say("{move}: {value}, best", move=self.named(lines[0]), value=read(self, lines[0]))
        sentences = (say("{move}: {value}", move=self.named(line), value=read(self, line)) for line in lines[1:])
        return (first, *sentences)
