"""Chowk's own line protocol: an engine for all five games, dice included, on standard input and output.

`docs/protocols.md` describes it. Every command is one line. The answer is any number of `info` lines, and then one line
that begins with `ok`, `move`, `pong` or `error`. The controller rolls all dice and tells the engine the rolls.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from chowk.core.match import IllegalMove
from chowk.core.notation import excerpt
from chowk.library import Board, Engine, EngineError, Limit, games
from chowk.protocols.waiting_lines import standard_input

VERSION: Final = "1"
ANSWERS: Final = ("ok", "move", "pong", "error")
"""The first words of the lines that end an answer."""
ANALYSIS: Final = "analysis"
"""The name of the level that plays the best move of the game's analysis."""
MAX_TEXT: Final = 2_000
"""Maximum length of a position or a move, in characters."""
_NUMBER: Final = re.compile(r"\d{1,9}(?:\.\d{1,9})?")


class CommandRefused(Exception):
    """Raised for a command that cannot be carried out. The error's text is sent to the controller as the answer."""


class LineEngine:
    """An engine that answers a controller's commands. It calls `send` with each line of an answer, without line end.

    >>> engine = LineEngine(print)
    >>> engine.take("chowk 1")
    ok chowk 1 games=parcheesi,reversi,checkers,kilkenny,patchwork
    True
    >>> engine.take("start dominoes")
    error start: 'dominoes' is no game; the games are parcheesi, reversi, checkers, kilkenny, patchwork
    True
    """

    def __init__(self, send: Callable[[str], None], level: str | int | None = None) -> None:
        self.board: Board | None = None
        self._level = level
        self._seed = 0
        self._engines: dict[tuple[str, str | int | None], Engine] = {}
        self._send = send
        self._commands: dict[str, Callable[[str], str]] = {
            "chowk": self._introduce,
            "level": self._set_level,
            "seed": self._set_seed,
            "start": self._start,
            "move": self._move,
            "undo": lambda _: self._undo(),
            "go": self._go,
            "values": self._evaluate,
            "position": lambda _: f"ok {self._playing().to_text()}",
            "ping": lambda text: f"pong {text}".rstrip(),
        }

    def take(self, line: str) -> bool:
        """Carry out a command. Return False after `quit`."""
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            return False
        if not word:
            return True
        command = self._commands.get(word)
        try:
            if command is None:
                raise CommandRefused("this is no command")
            if len(rest) > MAX_TEXT:
                raise CommandRefused(f"this is longer than {MAX_TEXT} characters")
            self._send(command(rest.strip()))
        except (CommandRefused, ValueError, IllegalMove, EngineError) as error:
            self._send(f"error {excerpt(word)}: {' '.join(str(error).split())}")
        return True

    def _playing(self) -> Board:
        if self.board is None:
            raise CommandRefused("no game has been started")
        return self.board

    def _introduce(self, version: str) -> str:
        if version != VERSION:
            raise CommandRefused(f"this engine speaks version {VERSION}")
        return f"ok chowk {VERSION} games={','.join(games())}"

    def _set_level(self, text: str) -> str:
        self._level = int(text) if text.isdecimal() else text
        if self.board is not None:
            self._engine(self.board.game)
        return "ok"

    def _set_seed(self, text: str) -> str:
        self._seed = int(_number(text))
        return "ok"

    def _start(self, text: str) -> str:
        game, _, position = text.partition(" ")
        if position.isdecimal():
            board = Board(game, seats=int(position), seed=self._seed)
        else:
            board = Board(game, position.strip() or None, seed=self._seed)
        self.board = board
        return "ok"

    def _move(self, text: str) -> str:
        self._playing().push_text(text)
        return "ok"

    def _undo(self) -> str:
        board = self._playing()
        if not board.ply:
            raise CommandRefused("there is no move to take back")
        board.pop()
        return "ok"

    def _engine(self, game: str) -> Engine:
        key = (game, None if self._level == ANALYSIS else self._level)
        if key not in self._engines:
            self._engines[key] = Engine(*key)
        return self._engines[key]

    def _go(self, text: str) -> str:
        board, limit = self._playing(), _limit(text)
        engine = self._engine(board.game)
        if self._level == ANALYSIS:
            return f"move {engine.analyse(board, limit, 1)[0].texts[0]}"
        result = engine.play(board, limit, seed=self._seed)
        if result.depth:
            self._send(f"info depth {result.depth}")
        return f"move {result.text}"

    def _evaluate(self, text: str) -> str:
        board = self._playing()
        for line in self._engine(board.game).analyse(board, _limit(text)):
            score = "-" if line.score is None else f"{line.score:.2f}"
            chance = "-" if line.win_chance is None else f"{line.win_chance:.4f}"
            self._send(f"info value {score} {chance} {line.depth} {line.texts[0]}")
        return "ok"


def _limit(text: str) -> Limit:
    words = text.split()
    values = dict(zip(words[::2], map(_number, words[1::2]), strict=False))
    if len(words) % 2 or not values.keys() <= {"time", "depth", "nodes"}:
        raise CommandRefused("the limits are time SECONDS, depth MOVES and nodes POSITIONS")
    depth, nodes = (max(1, int(values[name])) if name in values else None for name in ("depth", "nodes"))
    return Limit(values.get("time"), depth, nodes)


def _number(text: str) -> float:
    if not _NUMBER.fullmatch(text):
        raise CommandRefused(f"{excerpt(text)} is not a number")
    return float(text)


def main(level: str | int | None = None) -> int:
    """Answer the commands on standard input until `quit` or the end of the input. Return the exit status, 0."""
    engine = LineEngine(lambda line: print(line, flush=True), level)
    for line in standard_input():
        if not engine.take(line):
            break
    return 0
