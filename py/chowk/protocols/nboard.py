"""The NBoard protocol: an engine for graphical boards of Othello, on standard input and output.

The board (a graphical program) sends one command on each line: `set game`, `move`, `go`, `hint`, `analyze` or `ping`.
While it changes the position, it ignores all answers until `pong`. An engine ignores unknown commands. Boards send
games in the Generic Game Format (GGF). A value is the lead of the side to move, in discs. A caller of `main` must first
provide kernels (compiled search code) to `chowk.engine.assets`. Without them, only the weakest opponents play.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any, Final, Generic, NamedTuple, TypeVar

from chowk.core.errors import TextError
from chowk.core.match import IllegalMove, Match
from chowk.core.message import english
from chowk.engine.assets import Missing
from chowk.engine.protocol import LONGEST, Line, Scope, Survey, Thought
from chowk.engine.search_budget import Clock
from chowk.protocols.games import GGF, game_with
from chowk.protocols.waiting_lines import standard_input

T = TypeVar("T")
DEPTH: Final = 8
"""The depth of a search, in moves, until the board sets another."""
DEEPEST: Final = 60
_LONGEST_S: Final = LONGEST / 1000
_MOST_HINTS: Final = 64
_BARE: Final = re.compile(r"[a-h][1-8]|pa(?:ss)?", re.IGNORECASE)
"""Matches a move that is sent without the word `move` before it, as early boards send it."""
_STOPPING: Final = ("ping", "quit")
"""The commands that end a search."""


class Search(NamedTuple, Generic[T]):
    """The last result of a search, and the seconds that the search took.

    `is_stopped` is True if a command of the board ended the search.
    """

    result: T
    seconds: float
    is_stopped: bool


class NBoardEngine:
    """An engine that answers the commands of a board.

    It calls `send` with each line of an answer, without line end. `is_stopped` returns True if a command that ends a
    search is waiting.
    """

    def __init__(
        self,
        send: Callable[[str], None],
        is_stopped: Callable[[], bool] = lambda: False,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.game = game_with(GGF)
        self.match: Match[Any, Any] = self.game.match()
        self.depth = DEPTH
        self._send, self._is_stopped, self._now = send, is_stopped, now
        self._commands: dict[str, Callable[[str], None]] = {
            "nboard": lambda _: self._introduce(),
            "set": self._set,
            "move": self._move,
            "hint": self._hint,
            "go": lambda _: self._go(),
            "analyze": lambda _: self._analyze(),
            "ping": lambda number: send(f"pong {number if number.isdecimal() else 0}"),
            "learn": lambda _: send("learned"),
        }

    def take(self, line: str) -> bool:
        """Carry out a command. Return False after `quit`."""
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            return False
        try:
            if _BARE.fullmatch(word) and not rest:
                self._move(word)
            elif word in self._commands:
                self._commands[word](rest.strip())
        except (TextError, IllegalMove) as error:
            self._send(f"status {english(error.why) if isinstance(error, TextError) else 'This move is not legal.'}")
        except Missing as error:
            self._send(f"status No values: {error}.")
        return True

    def _introduce(self) -> None:
        self._send(f"set myname Chowk{self.depth}")

    def _set(self, text: str) -> None:
        name, _, value = text.partition(" ")
        if name == "depth" and value.strip().isdecimal():
            self.depth = max(1, min(DEEPEST, int(value.strip()[:3])))
            self._introduce()
        elif name == "game":
            record = self.game.notation.read_games(value)[0]
            ruleset = self.game.ruleset
            match: Match[Any, Any] = Match(ruleset, ruleset.notation.read_position(record.setup), record.seed)
            for move in record.moves:
                match.push(move)
            self.match = match

    def _move(self, text: str) -> None:
        self.match.push(text.partition("/")[0].strip())

    def _go(self) -> None:
        """Send the move that the engine would play. The board decides whether it is played."""
        if not self.match.position.moves():
            self._send("status The game is over.")
            return
        self._send("status Chowk is thinking.")
        search = self._chosen()
        self._send("status Chowk is waiting.")
        if not search.is_stopped:
            thought = search.result
            value = "" if thought.score is None else f"{thought.score:.2f}"
            self._send(f"=== {self._written(thought.move)}/{value}/{search.seconds:.2f}")

    def _chosen(self) -> Search[Thought[Any]]:
        """Return the move of the strongest opponent that can run on this device, with the time of its search."""
        position, levels = self.match.position, reversed(self.game.thinker.levels)
        for level in levels:
            clock = Clock(_LONGEST_S, self._now, self.depth)
            try:
                return self._last(self.game.bots.think(position, (), level, self.match.ply, clock), clock)
            except Missing:
                continue
        raise Missing("no opponent can think here")

    def _hint(self, text: str) -> None:
        """Send the values of the best moves. `text` is their number, as the board wrote it."""
        count = min(int(text[:3]), _MOST_HINTS) if text.isdecimal() else 1
        if not self.match.position.moves():
            return
        self._send("status Chowk is thinking.")
        search = self._surveyed(self.match.position)
        for line in sorted(search.result.lines, key=_worst_last)[: max(1, count)] if not search.is_stopped else ():
            moves = "".join(self._written_line(self.match.position, line))
            self._send(f"search {moves} {line.score or 0:.2f} 0 {line.depth}")
        self._send(f"nodestats {search.result.nodes} {search.seconds:.2f}")
        self._send("status Chowk is waiting.")

    def _analyze(self) -> None:
        """Send the value of every position of the game, from the last to the first."""
        self._send("status Chowk is thinking.")
        for ply in range(self.match.ply, -1, -1):
            value = self._value(self.match.position_after(ply))
            if value is None:
                break
            self._send(f"analysis {ply} {value:.2f}")
        self._send("status Chowk is waiting.")

    def _value(self, position: Any) -> float | None:
        """Return the value of a position for the side to move, or None if a command ended the search."""
        outcome, scale = position.outcome(), self.game.scale
        assert scale is not None, "the opponents give values"
        if outcome is not None:
            return scale.final(outcome) * (1 if position.turn == 0 else -1)
        search = self._surveyed(position)
        if search.is_stopped:
            return None
        best = min(search.result.lines, key=_worst_last)
        if best.score is not None:
            return best.score
        after = self._value(position.play(best.moves[0]))  # the move was forced, and has no value of its own
        return None if after is None else -after

    def _surveyed(self, position: Any) -> Search[Survey[Any]]:
        survey = self.game.survey
        assert survey is not None, "the opponents give values"
        clock = Clock(_LONGEST_S, self._now, self.depth)
        return self._last(survey(position, (), Scope(self.depth), clock), clock)

    def _last(self, results: Iterator[T], clock: Clock) -> Search[T]:
        """Run a search to its end, or until a command stops it, and return its last result."""
        result, is_stopped = next(results), False
        for result in results:  # noqa: B007 - the last one counts
            if not is_stopped and self._is_stopped():
                is_stopped = True
                clock.end_now()
        return Search(result, clock.spent, is_stopped)

    def _written(self, move: Any) -> str:
        """Return a move as programs such as NBoard write it: a square in capitals such as `F5`, or `PA` for a pass."""
        return self.game.notation.write_move(self.match.position, move)[:2].upper()

    def _written_line(self, position: Any, line: Line[Any]) -> Iterator[str]:
        for move in line.moves:
            yield self.game.notation.write_move(position, move)[:2].upper()
            position = position.play(move)


def main() -> int:
    """Answer the commands on standard input until `quit` or the end of the input. Return the exit status, 0."""
    lines = standard_input()
    engine = NBoardEngine(lambda line: print(line, flush=True), lambda: lines.has(_STOPPING))
    for line in lines:
        if not engine.take(line):
            break
    return 0


def _worst_last(line: Line[Any]) -> float:
    return 0.0 if line.score is None else -line.score
