"""Use engines of other programs as opponents, by the protocols NBoard, GTP, Hub or Chowk's own line protocol.

A rival follows a `Board` and chooses moves for it. It starts its program at the first move, and again after a fault.
A program that takes too long or breaks a rule is killed, and the caller gets a `RivalError`.
"""

from __future__ import annotations

import math
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Final

from chowk import games as registry
from chowk.core import record
from chowk.core.notation import excerpt
from chowk.library import Board, Limit, Move
from chowk.protocols import gtp, hub_notation
from chowk.protocols import line_protocol as own
from chowk.protocols.engine_process import EngineProcess, Fault, RivalError
from chowk.protocols.games import GGF, PDN, game_with

START_S: Final = 30.0
"""Seconds that a program has to start and to answer its first commands."""
DEPTH: Final = 8
"""The search depth that is sent to a program if none is given and its protocol requires one."""
SET_UP: Final = "this protocol cannot set up a position, and the game does not begin at the usual start"


class Rival(ABC):
    """An engine that runs as a program of its own, started by `command`. Each subclass speaks one protocol."""

    game = ""
    """The name of the game that the protocol is about, or empty for all games."""
    farewell = "quit"

    def __init__(self, command: str | Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        self._command = command
        self._environment = environment
        self._process: EngineProcess | None = None
        self._has_ended = False

    def choose(self, board: Board, limit: Limit, seconds: float) -> Move:
        """Return the move that the program chooses.

        `limit` is for the program's search. Raise `RivalError` if the program does not give a legal move within
        `seconds`. The time to start the program does not count.
        """
        if self.game not in ("", board.game):
            raise RivalError(Fault.UNABLE, f"this protocol is about {self.game}, not {board.game}")
        try:
            process = self.start()
            deadline = time.monotonic() + seconds
            text = self.ask(process, board, limit, deadline)
            try:
                return self.read(board, text)
            except ValueError:
                raise RivalError(Fault.ILLEGAL, f"{process.name} plays {excerpt(text)}, which is not legal") from None
        except RivalError:
            self.close()
            raise

    def start(self) -> EngineProcess:
        """Return the running program. If it does not run, start it and begin a session of the protocol."""
        if self._process is None or not self._process.is_running:
            self.close()
            self._process = EngineProcess(self._command, self._environment)
            self.forget()
            try:
                if self._has_ended:
                    raise RivalError(Fault.DIED, "the match is over")
                self.greet(self._process, time.monotonic() + START_S)
            except RivalError as error:
                self.close()
                raise RivalError(Fault.UNABLE, str(error)) from None
        return self._process

    def close(self) -> None:
        """End the program, if it runs."""
        process, self._process = self._process, None
        if process is not None:
            process.close(self.farewell)

    def end(self) -> None:
        """End the program, and never start it again. Any thread may call this."""
        self._has_ended = True
        self.close()

    def forget(self) -> None:  # noqa: B027 - not every protocol remembers
        """Forget which commands were sent. This is called for each new process, which has received none yet."""

    @abstractmethod
    def greet(self, process: EngineProcess, deadline: float) -> None:
        """Exchange the first commands of the protocol with the program."""

    @abstractmethod
    def ask(self, process: EngineProcess, board: Board, limit: Limit, deadline: float) -> str:
        """Ask the program for a move, and return the move as the protocol writes it."""

    def read(self, board: Board, text: str) -> Move:
        """Return the legal move that an answer means; raise `ValueError` if it means none."""
        return board.parse(text)


class NBoardRival(Rival):
    """An engine of Othello that speaks the NBoard protocol, such as Edax or NTest."""

    game = game_with(GGF).name

    def forget(self) -> None:
        """Reset the count of pings and the search depth that was sent."""
        self._pings = 0
        self._depth = 0

    def greet(self, process: EngineProcess, deadline: float) -> None:
        """Send the version of the protocol, and wait until the program has read it."""
        process.send("nboard 2")
        self._ping(process, deadline)

    def _ping(self, process: EngineProcess, deadline: float) -> None:
        """Wait until the program has carried out all commands, and drop the answers to them."""
        self._pings += 1
        process.send(f"ping {self._pings}")
        while process.receive(deadline).split() != ["pong", str(self._pings)]:
            pass

    def ask(self, process: EngineProcess, board: Board, limit: Limit, deadline: float) -> str:
        """Send the whole game, and wait for the line with the move."""
        depth = limit.depth or DEPTH
        if depth != self._depth:
            process.send(f"set depth {depth}")
            self._depth = depth
        process.send(f"set game {_written(board, GGF)}")
        self._ping(process, deadline)
        process.send("go")
        while True:
            word, _, rest = process.receive(deadline).partition(" ")
            if word == "===":
                return re.split(r"[/\s]", rest.strip())[0]

    def read(self, board: Board, text: str) -> Move:
        """Return the move that an answer means: a square, such as `F5`, or one of the words for a pass."""
        return board.parse(gtp.PASS if text.lower() in ("pa", "ps", "--", gtp.PASS) else text.lower())


class GtpRival(Rival):
    """An engine of Othello that speaks the Go Text Protocol, such as Edax or Egaroucid."""

    game = game_with(GGF).name

    def forget(self) -> None:
        """Forget which moves and which time limit were sent."""
        self._moves: tuple[Move, ...] | None = None
        self._seconds: float | None = None

    def greet(self, process: EngineProcess, deadline: float) -> None:
        """Ask for the commands that the program knows, and set the game and the size of the board."""
        self._known = frozenset(_gtp(process, "list_commands", deadline).split())
        if "set_game" in self._known:
            _gtp(process, f"set_game {gtp.NAME}", deadline)
        _gtp(process, f"boardsize {gtp.SIZE}", deadline)

    def ask(self, process: EngineProcess, board: Board, limit: Limit, deadline: float) -> str:
        """Send the moves that the program does not know yet, and wait for its move."""
        if board.positions[0] != Board(board.game, seed=0).position:
            raise RivalError(Fault.UNABLE, SET_UP)
        if limit.time is not None and limit.time != self._seconds and "time_settings" in self._known:
            _gtp(process, f"time_settings 0 {max(1, math.ceil(limit.time))} 1", deadline)
            self._seconds = limit.time
        sent = self._moves
        if sent is None or board.moves[: len(sent)] != sent:
            _gtp(process, "clear_board", deadline)
            sent = ()
        replay = Board(board.game, seed=0)
        for ply, move in enumerate(board.moves):
            if ply >= len(sent):
                _gtp(process, f"play {_colour(replay)} {replay.text(move)}", deadline)
            replay.push(move)
        self._moves = board.moves
        answer = _gtp(process, f"genmove {_colour(board)}", deadline).strip().lower()
        try:
            self._moves = (*board.moves, board.parse(answer))
        except ValueError:
            self._moves = None
        return answer


def _colour(board: Board) -> str:
    return "bw"[board.turn]


def _gtp(process: EngineProcess, command: str, deadline: float) -> str:
    """Send a command and return the answer; raise `RivalError` if the program refuses it."""
    process.send(command)
    line = process.receive(deadline)
    while not line.startswith(("=", "?")):
        line = process.receive(deadline)
    is_refused, answer = line.startswith("?"), [line[1:].strip()]
    while line := process.receive(deadline).rstrip():
        answer.append(line)
    text = "\n".join(answer)
    if is_refused:
        raise RivalError(Fault.REFUSED, f"{process.name} refuses {excerpt(command)}: {excerpt(text)}")
    return text


class HubRival(Rival):
    """An engine that speaks Hub and plays American Checkers, as its only game or as one of several variants."""

    game = game_with(PDN).name

    def greet(self, process: EngineProcess, deadline: float) -> None:
        """Read the program's parameters, choose the variant, and wait until the program is ready."""
        process.send("hub")
        variants = [""]
        while (line := hub_notation.read_line(process.receive(deadline)))[0] != "wait":
            if line[0] == "param" and line[1].get("name") == "variant":
                variants = line[1].get("values", "").split()
        if hub_notation.VARIANT in variants:
            process.send(f"set-param name=variant value={hub_notation.VARIANT}")
        elif variants != [""]:
            known = ", ".join(variants)
            raise RivalError(Fault.UNABLE, f"{process.name} has no variant {hub_notation.VARIANT}, only {known}")
        process.send("init")
        process.expect(lambda text: text.split() == ["ready"], deadline - time.monotonic())

    def forget(self) -> None:
        """Forget which starting position was sent."""
        self._start: Any = None

    def ask(self, process: EngineProcess, board: Board, limit: Limit, deadline: float) -> str:
        """Send the start of the game, its moves and the limit, and wait for a move."""
        if board.positions[0] is not self._start:
            process.send("new-game")
            self._start = board.positions[0]
        replay = Board(board.game, registry.load(board.game).notation.write_position(board.positions[0]), seed=0)
        first, moves = hub_notation.write_position(replay), list[str]()
        for move in board.moves:
            moves.append(hub_notation.write_move(replay, move))
            replay.push(move)
        process.send(hub_notation.write_line("pos", {"pos": first, **({"moves": " ".join(moves)} if moves else {})}))
        process.send(_hub_level(limit))
        process.send("go think")
        while True:
            command, arguments = hub_notation.read_line(process.receive(deadline))
            if command == "error":
                raise RivalError(Fault.REFUSED, f"{process.name}: {excerpt(arguments.get('message', ''))}")
            if command == "done":
                return arguments.get("move", "")

    def read(self, board: Board, text: str) -> Move:
        """Return the move that an answer in Hub's notation means."""
        move: Move = hub_notation.read_move(board, text)
        return move


def _hub_level(limit: Limit) -> str:
    if limit.time is not None:
        return f"level move-time={limit.time:g}"
    if limit.nodes is not None:
        return f"level nodes={limit.nodes}"
    return f"level depth={limit.depth or DEPTH}"


class LineRival(Rival):
    """An engine that speaks Chowk's own line protocol. `level` and `seed` are sent to the program."""

    def __init__(
        self,
        command: str | Sequence[str],
        environment: Mapping[str, str] | None = None,
        *,
        level: str = "",
        seed: int | None = None,
    ) -> None:
        super().__init__(command, environment)
        self._level = level
        self.seed = seed

    def forget(self) -> None:
        """Reset the starting position, the moves and the seed that were sent."""
        self._start: Any = None
        self._moves: tuple[Move, ...] = ()
        self._seed: int | None = None

    def greet(self, process: EngineProcess, deadline: float) -> None:
        """Agree on the version of the protocol, and set the level if one was given."""
        _line(process, f"chowk {own.VERSION}", deadline)
        if self._level:
            _line(process, f"level {self._level}", deadline)

    def ask(self, process: EngineProcess, board: Board, limit: Limit, deadline: float) -> str:
        """Send the moves and rolls that are new to the program, then the limits, and wait for the program's move."""
        if self.seed is not None and self.seed != self._seed:
            _line(process, f"seed {self.seed}", deadline)
            self._seed = self.seed
        replay, count = Board.from_record(board.to_record()), len(self._moves)
        if self._start != board.positions[0] or board.moves[:count] != self._moves:
            _line(process, f"start {board.game} {_start_text(board)}", deadline)
            count = 0
        for _ in board.moves[count:]:
            replay.pop()
        for move in board.moves[count:]:
            _line(process, f"move {replay.text(move)}", deadline)
            replay.push(move)
        self._start, self._moves = board.positions[0], board.moves
        limits = (("time", limit.time), ("depth", limit.depth), ("nodes", limit.nodes))
        words = [f"{name} {value}" for name, value in limits if value is not None]
        return _line(process, " ".join(("go", *words)), deadline)


def _start_text(board: Board) -> str:
    return registry.load(board.game).notation.write_position(board.positions[0])


def _line(process: EngineProcess, command: str, deadline: float) -> str:
    """Send a command and return the last line of the answer without its first word; raise `RivalError` for an error."""
    process.send(command)
    while True:
        word, _, rest = process.receive(deadline).strip().partition(" ")
        if word == "error":
            raise RivalError(Fault.REFUSED, f"{process.name}: {excerpt(rest)}")
        if word in own.ANSWERS:
            return rest.strip()


def _written(board: Board, form: str) -> str:
    """Return a game as text in the format `form`, on one line."""
    match, _ = record.read(board.to_record(), registry.find_ruleset)
    return " ".join(registry.load(board.game).notation.write_game(match, form, {}).split())


PROTOCOLS: Final[Mapping[str, type[Rival]]] = {
    "nboard": NBoardRival,
    "gtp": GtpRival,
    "hub": HubRival,
    "chowk": LineRival,
}
"""The class of engines for each protocol, by the protocol's name."""
