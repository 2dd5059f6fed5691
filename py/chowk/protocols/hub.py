"""The Hub protocol, version 2, for American Checkers: an engine on standard input and output.

A session begins with `hub`, answered by the engine's name and parameters, and `init`. Then each search has a position
(`pos`), a limit (`level`) and a start (`go think`, `go analyze` or `go ponder`), and ends with `done`. While a search
runs, the engine answers `ping`, and `stop` ends it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from threading import Thread
from typing import Final

from chowk import VERSION
from chowk.core.notation import excerpt
from chowk.library import Board, Engine, EngineError, Limit
from chowk.protocols import hub_notation as notation
from chowk.protocols.games import PDN, game_with
from chowk.protocols.waiting_lines import standard_input

MAX_MOVES: Final = 1000
"""Maximum number of moves that follow a position in the command `pos`."""
MOVES_LEFT: Final = 20
"""Number of moves for which the remaining time must last, if the controller does not state it."""
PAUSE_S: Final = 0.005
"""Seconds after which the request to end a search is repeated, while the search still runs."""
MEN: Final = 100
"""The value of a man on the engine's scale. Hub counts in men."""
_NUMBER: Final = re.compile(r"\d{1,12}(?:\.\d{1,9})?")
_LEVEL: Final = "level"
_VARIANT: Final = "variant"
_SEARCHES: Final = ("think", "ponder", "analyze")


class HubEngine:
    """An engine that answers a controller's commands. It calls `send` with each line of an answer, without line end."""

    def __init__(self, send: Callable[[str], None], level: str | int | None = None) -> None:
        self._game = game_with(PDN).name
        self.board = Board(self._game, seed=0)
        self._engine = Engine(self._game, level)
        self._send = send
        self._limit = Limit()
        self._search: Thread | None = None
        self._commands: dict[str, Callable[[dict[str, str]], None]] = {
            "hub": lambda _: self._introduce(),
            "set-param": self._set,
            "init": lambda _: send("ready"),
            "new-game": lambda _: self._restart(),
            "pos": self._place,
            "level": self._bound,
            "go": self._go,
        }

    def take(self, line: str) -> bool:
        """Carry out a command. Return False after `quit`."""
        command, arguments = notation.read_line(line)
        if command == "ping":
            self._send("pong")
        elif command == "stop":
            self.stop()
        elif command == "quit":
            self.stop()
            return False
        elif command in self._commands:
            self.wait()
            try:
                self._commands[command](arguments)
            except ValueError as error:
                self._complain(error)
        return True

    def wait(self) -> None:
        """Wait until no search runs."""
        if self._search is not None:
            self._search.join()
            self._search = None

    def stop(self) -> None:
        """End the search, if one runs, and wait for its answer."""
        while self._search is not None and self._search.is_alive():
            self._engine.stop()  # again, if the search had not begun
            self._search.join(PAUSE_S)
        self._search = None

    def _complain(self, error: Exception) -> None:
        self._send(notation.write_line("error", {"message": error}))

    def _introduce(self) -> None:
        self._send(notation.write_line("id", {"name": "Chowk", "version": VERSION, "author": "Chowk"}))
        names = [level.name for level in Engine.levels(self._game)]
        for name, value, values in (
            (_VARIANT, notation.VARIANT, [notation.VARIANT]),
            (_LEVEL, self._engine.level.name.replace(" ", "-"), [name.replace(" ", "-") for name in names]),
        ):
            parameter = {"name": name, "value": value, "type": "enum", "values": " ".join(values)}
            self._send(notation.write_line("param", parameter))
        self._send("wait")

    def _set(self, arguments: dict[str, str]) -> None:
        name, value = arguments.get("name"), arguments.get("value", "")
        if name == _LEVEL:
            self._engine = Engine(self._game, int(value) if value.isdecimal() else value.replace("-", " "))
        elif name == _VARIANT and value != notation.VARIANT:
            raise ValueError(f"the only variant is {notation.VARIANT}")

    def _restart(self) -> None:
        self.board = Board(self._game, seed=0)

    def _place(self, arguments: dict[str, str]) -> None:
        board = Board(self._game, notation.read_position(arguments.get("pos", "")), seed=0)
        for text in arguments.get("moves", "").split()[:MAX_MOVES]:
            board.push(notation.read_move(board, text))
        self.board = board

    def _bound(self, arguments: dict[str, str]) -> None:
        if "time" in arguments:
            moves = max(1.0, _number(arguments.get("moves") or str(MOVES_LEFT)))
            seconds = _number(arguments["time"]) / moves + _number(arguments.get("inc") or "0") / 2
            self._limit = Limit(time=seconds)
            return
        seconds_text, depth, nodes = (arguments.get(name) for name in ("move-time", "depth", "nodes"))
        self._limit = Limit(
            _number(seconds_text) if seconds_text else None,
            max(1, int(_number(depth))) if depth else None,
            max(1, int(_number(nodes))) if nodes else None,
        )

    def _go(self, arguments: dict[str, str]) -> None:
        kind = next((name for name in _SEARCHES if name in arguments), "")
        if not kind:
            raise ValueError("go think, go analyze or go ponder")
        if self.board.is_game_over():
            raise ValueError("the game is over")
        board, limit, engine = self.board.copy(), self._limit, self._engine
        # Opponents cannot count positions; the analysis can.
        is_analysis = kind == "analyze" or limit.nodes is not None
        search = self._analyse if is_analysis else self._think
        self._search = Thread(target=self._guarded, args=(search, engine, board, limit), daemon=True)
        self._search.start()

    def _guarded(
        self, search: Callable[[Engine, Board, Limit], None], engine: Engine, board: Board, limit: Limit
    ) -> None:
        try:
            search(engine, board, limit)
        except EngineError as error:
            self._complain(error)

    def _think(self, engine: Engine, board: Board, limit: Limit) -> None:
        result = engine.play(board, limit, seed=board.ply)
        self._send(notation.write_line("info", {"depth": result.depth}))
        self._send(notation.write_line("done", {"move": notation.write_move(board, result.move)}))

    def _analyse(self, engine: Engine, board: Board, limit: Limit) -> None:
        best = engine.analyse(board, limit, 1)[0]
        line, after = list[str](), board.copy()
        for move in best.moves:
            line.append(notation.write_move(after, move))
            after.push(move)
        score = {} if best.score is None else {"score": f"{best.score / MEN:.2f}"}
        self._send(notation.write_line("info", {"depth": best.depth, **score, "pv": " ".join(line)}))
        expected = {"ponder": line[1]} if len(line) > 1 else {}
        self._send(notation.write_line("done", {"move": line[0], **expected}))


def _number(text: str) -> float:
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"{excerpt(text)} is not a number")
    return float(text)


def main(level: str | int | None = None) -> int:
    """Answer the commands on standard input until `quit` or the end of the input. Return the exit status, 0."""
    engine = HubEngine(lambda line: print(line, flush=True), level)
    for line in standard_input():
        if not engine.take(line):
            return 0
    engine.stop()
    return 0
