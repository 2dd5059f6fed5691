"""The Go Text Protocol for Othello: an engine on standard input and output, with the same commands as Edax.

The controller sends one command on each line. A number may precede the command. An answer begins with `=`, or with `?`
for an error. Then come the command's number and the text, and an empty line ends the answer. The engine plays both
colours: `genmove black` chooses a move for Black and plays it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from chowk import VERSION
from chowk.core.errors import TextError
from chowk.library import Board, Engine, EngineError, Limit
from chowk.protocols.games import GGF, game_with
from chowk.protocols.waiting_lines import standard_input

NAME: Final = "Othello"
"""The name of the game in `set_game` and `list_games`."""
SIZE: Final = "8"
PASS: Final = "pass"
COLOURS: Final = {"b": 0, "black": 0, "w": 1, "white": 1}
"""The seat of a colour, by the words for it in small letters."""
LEFT_SHARE: Final = 1 / 20
"""Share of the remaining time for the game that the engine uses for one move."""
_NUMBER: Final = re.compile(r"\d{1,9}(?:\.\d{1,9})?")


class GtpError(Exception):
    """Raised for a command that fails. The error's text is sent to the controller as the answer."""


class Times(NamedTuple):
    """The time limits that the controller set, in seconds.

    A player has `main` seconds for the first part of the game, and then `period` seconds for every `moves` moves.
    """

    main: float
    period: float
    moves: int


class GtpEngine:
    """An engine that answers a controller's commands. It calls `send` with each answer, as one text with all lines."""

    def __init__(self, send: Callable[[str], None], level: str | int | None = None) -> None:
        self._game = game_with(GGF).name
        self.board = Board(self._game, seed=0)
        self._engine = Engine(self._game, level)
        self._send = send
        self._times: Times | None = None
        self._left: dict[int, float] = {}
        self._commands: dict[str, Callable[[list[str]], str]] = {
            "protocol_version": lambda _: "2",
            "name": lambda _: "Chowk",
            "version": lambda _: VERSION,
            "known_command": lambda words: str(words[:1] != [] and words[0] in self._commands).lower(),
            "list_commands": lambda _: "\n".join(self._commands),
            "quit": lambda _: "",
            "boardsize": self._resize,
            "clear_board": lambda _: self._clear(),
            "komi": lambda _: "",
            "play": self._play,
            "genmove": self._choose_and_play,
            "reg_genmove": lambda words: self._written(self._choose(self._turn_of(words))),
            "undo": lambda _: self._undo(),
            "time_settings": self._set_times,
            "time_left": self._set_left,
            "final_score": lambda _: self._score(),
            "set_game": self._set_game,
            "list_games": lambda _: NAME,
            "showboard": lambda _: f"\n{self.board}",
        }

    def take(self, line: str) -> bool:
        """Carry out a command. Return False after `quit`."""
        text = "".join(letter for letter in line.split("#")[0].replace("\t", " ") if letter >= " ").strip()
        if not text:
            return True
        words = text.split()
        number = words.pop(0) if words[0].isascii() and words[0].isdecimal() else ""
        name = words.pop(0) if words else ""
        try:
            command = self._commands.get(name)
            if command is None:
                raise GtpError("unknown command")
            answer = command(words)
        except (GtpError, EngineError) as error:
            self._send(f"?{number} {error}\n")
        else:
            self._send(f"={number} {answer}".rstrip() + "\n")
        return name != "quit"

    def _resize(self, words: list[str]) -> str:
        if words[:1] != [SIZE]:
            raise GtpError("unacceptable size")
        return ""

    def _set_game(self, words: list[str]) -> str:
        if [word.lower() for word in words] not in ([NAME.lower()], ["reversi"]):
            raise GtpError("unsupported game")
        return ""

    def _clear(self) -> str:
        self.board = Board(self._game, seed=0)
        return ""

    def _turn_of(self, words: list[str]) -> int:
        """Return the seat of the colour in a command's words. If the other side must pass first, play its pass.

        Raise `GtpError` if there is no colour, or if it is the other side's turn and that side has moves.
        """
        seat = COLOURS.get(words[0].lower()) if words else None
        if seat is None:
            raise GtpError("syntax error: a colour is b, w, black or white")
        if self.board.is_game_over():
            return seat
        if seat != self.board.turn:
            if self.board.texts() != [PASS]:
                raise GtpError("wrong color")
            self.board.push_text(PASS)
        return seat

    def _play(self, words: list[str]) -> str:
        if len(words) < 2:
            raise GtpError("syntax error: play COLOR MOVE")
        before = self.board.ply
        self._turn_of(words)
        if self.board.is_game_over() and words[1].lower() == PASS:
            return ""
        try:
            self.board.push_text(words[1].lower())
        except TextError:
            while self.board.ply > before:
                self.board.pop()
            raise GtpError("illegal move") from None
        return ""

    def _choose(self, seat: int) -> str:
        if self.board.is_game_over():
            return PASS
        return self._engine.play(self.board, Limit(time=self._seconds(seat)), seed=self.board.ply).text

    def _choose_and_play(self, words: list[str]) -> str:
        text = self._choose(self._turn_of(words))
        if not self.board.is_game_over():
            self.board.push_text(text)
        return self._written(text)

    def _written(self, text: str) -> str:
        return text.upper() if text == PASS else text

    def _undo(self) -> str:
        if not self.board.ply:
            raise GtpError("cannot undo")
        self.board.pop()
        return ""

    def _seconds(self, seat: int) -> float | None:
        """Return the time for the next move, or None if the controller set none."""
        if self._times is None:
            return None
        left = self._left.get(seat, self._times.main)
        if self._times.moves:
            return max(left * LEFT_SHARE, self._times.period / self._times.moves)
        return left * LEFT_SHARE

    def _set_times(self, words: list[str]) -> str:
        main, period, moves = _numbers(words, 3)
        # In GTP, a period of 0 moves means that there is no time limit.
        self._times = None if period and not moves else Times(main, period, int(moves))
        self._left.clear()
        return ""

    def _set_left(self, words: list[str]) -> str:
        seat = COLOURS.get(words[0].lower()) if words else None
        if seat is None:
            raise GtpError("syntax error: time_left COLOR SECONDS MOVES")
        seconds, moves = _numbers(words[1:], 2)
        self._left[seat] = seconds / (moves * LEFT_SHARE) if moves else seconds
        if self._times is None:
            self._times = Times(seconds, 0.0, 0)
        return ""

    def _score(self) -> str:
        outcome = self.board.outcome()
        if outcome is None:
            raise GtpError("cannot score: the game goes on")
        black, white = outcome.scores
        return "0" if black == white else f"{'B' if black > white else 'W'}+{abs(black - white):g}"


def _numbers(words: list[str], count: int) -> list[float]:
    if len(words) != count or not all(map(_NUMBER.fullmatch, words)):
        raise GtpError(f"syntax error: {count} numbers are expected")
    return list(map(float, words))


def main(level: str | int | None = None) -> int:
    """Answer the commands on standard input until `quit` or the end of the input. Return the exit status, 0."""
    engine = GtpEngine(lambda answer: print(answer, flush=True), level)
    for line in standard_input():
        if not engine.take(line):
            break
    return 0
