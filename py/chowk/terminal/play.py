"""Play a game in a terminal, against a level or with other people."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from chowk.core.errors import TextError
from chowk.core.message import english
from chowk.library import Board, Engine, EngineError, Limit
from chowk.library.parts import game_of
from chowk.terminal.screen import Screen, prompt_line

HINT_S: Final = 2.0
"""Seconds of thinking for a hint."""
SHOWN: Final = 12
"""Maximum number of moves in a list. `moves` lists all."""
HELP: Final = """\
Type a move, or the number of a move in the list. Or:
  moves    list all legal moves
  hint     show the best move
  undo     take back your last move
  board    show the board again
  save F   write the game into the file F
  quit     end"""


class TerminalGame:
    """A game in a terminal. `people` are the seats of people; the engine plays the others."""

    def __init__(self, board: Board, engine: Engine, people: frozenset[int], screen: Screen) -> None:
        self.board, self.engine, self.people, self.screen = board, engine, people, screen
        self._game = game_of(board.game)

    def run(self) -> int:
        """Play until the game is over or the player leaves. Return the exit status, 0."""
        self.screen.show(HELP)
        self.screen.board(self.board)
        while not self.board.is_game_over():
            if not self.step():
                return 0
        self.screen.show(self.board.describe_outcome())
        self.screen.give({"moves": self.board.ply, "outcome": self.board.describe_outcome()})
        return 0

    def step(self) -> bool:
        """End the game by an agreed draw, or play a roll or a move, or carry out one input of a person.

        Return False if the player leaves.
        """
        board = self.board
        if self._is_drawn():
            board.agree_draw()
            return True
        if board.is_chance:
            before = board.copy()
            self.screen.show(f"Roll: {before.text(board.roll())}")
            return True
        forced: Any = self._game.rules.forced(board.position)
        if forced is not None:
            self.make(forced)
        elif board.turn in self.people:
            return self.ask()
        else:
            self.make(self.engine.play(board, seed=board.seed % (1 << 53)).move)
        return True

    def make(self, move: Any) -> None:
        """Play a move, and show its description and the board."""
        self.screen.show(self.board.describe(move))
        self.board.push(move)
        self.screen.board(self.board)

    def _is_drawn(self) -> bool:
        """Return True if all players agree to a draw. Ask only in positions in which the game proposes one.

        People are asked only if all seats of the computer accept.
        """
        draws, position = self._game.draws, self.board.position
        if draws is None or not draws.due(position):
            return False
        seats = self._game.rules.agreeing(position)
        if not all(seat in self.people or draws.accepts(position, seat) for seat in seats):
            return False
        self.screen.show(english(draws.reason(position)))
        return all(
            prompt_line(f"{self.board.side(seat)}, a draw? [y/n] ") == "y" for seat in seats if seat in self.people
        )

    def ask(self) -> bool:
        """Ask the player for a move or a command, and carry it out. Return False if the player leaves."""
        board = self.board
        texts = board.texts()
        more = f" … {len(texts)} in all" if len(texts) > SHOWN else ""
        self.screen.show("  ".join(f"{number}. {text}" for number, text in enumerate(texts[:SHOWN], 1)) + more)
        line = prompt_line(f"{board.side(board.turn)}> ")
        if line is None or line in ("quit", "q"):
            return False
        word, _, rest = line.partition(" ")
        if word == "save" and rest:
            Path(rest).write_text(board.to_record(), "utf-8")
        elif word == "moves":
            self.screen.show("  ".join(f"{number}. {text}" for number, text in enumerate(texts, 1)))
        elif word == "hint":
            self.hint()
        elif word == "undo":
            self.undo()
        elif word == "board":
            self.screen.board(board)
        elif word in ("help", "?", ""):
            self.screen.show(HELP)
        else:
            self.choose(line, texts)
        return True

    def choose(self, line: str, texts: list[str]) -> None:
        """Play the move that a line names, or tell the player if it names none.

        `texts` are the legal moves as text. The line has the text of a move, or its number in this list, from 1.
        """
        try:
            is_number = line.isascii() and line.isdigit() and line not in texts and 0 < int(line) <= len(texts)
            self.make(self.board.legal_moves[int(line) - 1] if is_number else self.board.parse(line))
        except TextError as error:
            self.screen.show(str(error))

    def hint(self) -> None:
        """Show the best move and its description, or why there is no hint."""
        try:
            lines = self.engine.analyse(self.board, Limit(time=HINT_S), multipv=1)
        except EngineError as error:
            self.screen.show(str(error))
            return
        for line in lines:
            chance = "" if line.win_chance is None else f" ({line.win_chance:.0%} to win)"
            self.screen.show(f"{line.texts[0]}{chance}: {self.board.describe(line.moves[0])}")

    def undo(self) -> None:
        """Take back the last move that the player to move chose, and all moves and rolls after it."""
        board, seat = self.board.copy(), self.board.turn
        while board.ply:
            board.pop()
            forced: Any = None if board.is_chance else self._game.rules.forced(board.position)
            if board.turn == seat and forced is None:
                self.board = board
                self.screen.board(board)
                return
        self.screen.show("There is no move to take back.")
