"""The log of a table: every move of the match in words, and what was known before the first."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from chowk.core import chance
from chowk.core.dice import of_seed, whose
from chowk.core.match import Match
from chowk.core.message import Message, say
from chowk.core.position import CHANCE, Seat
from chowk.games.card import Game
from chowk.play.seats import Seats

_LOOKED_AT: Final = 4
"""So many rolls are looked at before a seed is told of: they may have been those of other dice."""


class LogLine(NamedTuple):
    """A line of the log: after which ply it stands, who made it, the sentences that tell it, and its notation."""

    ply: int
    seat: Seat
    told: tuple[Message, ...]
    written: str = ""


class Log:
    """What happened in a match so far, in words."""

    def __init__(self, game: Game, match: Match[Any, Any], seats: Seats) -> None:
        self._game = game
        self._match = match
        self._seats = seats
        # What was told of the move that was made last; nothing after moves were taken back. Written here.
        self.told: tuple[Message, ...] = ()
        # All lines, the first first. Written here.
        self.lines: list[LogLine] = []
        # The position before each move that has a line, the move, and the line. Written here.
        self._moves: list[tuple[Any, Any, LogLine]] = []
        self.rewrite()

    def write(self) -> None:
        """Writes the move that was just played."""
        self._tell(self._match.at(self._match.ply - 1), self._match.moves[-1])
        self.lines.append(self._moves[-1][2])
        self.told = self.lines[-1].told

    def rewrite(self) -> None:
        """Writes it anew after moves were taken back or made again: only what differs, since games can be long."""
        self.told = ()
        positions, moves = self._match.positions, self._match.moves
        del self._moves[len(moves) :]
        # Where a position is the very one that was told of, so are all before it.
        while self._moves:
            before, move, _ = self._moves[-1]
            ply = len(self._moves) - 1
            if before is positions[ply] and move == moves[ply]:
                break
            del self._moves[-1]
        for ply in range(len(self._moves), len(moves)):
            self._tell(positions[ply], moves[ply])
        told = (*self._seats.drawn, *self._promise())
        self.lines = [*([LogLine(0, CHANCE, told)] if told else []), *(line for _, _, line in self._moves)]

    def _tell(self, before: Any, move: Any) -> None:
        told, written = self._game.speech.tell(before, move), self._game.notation.write_move(before, move)
        self._moves.append((before, move, LogLine(len(self._moves) + 1, whose(before), told, written)))

    def _promise(self) -> tuple[Message, ...]:
        if self._match.dice is not None or not chancy(self._match) or not of_seed(self._match, _LOOKED_AT):
            return ()  # players who are apart settle the dice together, turn by turn
        # The beginning of it is enough to know it by, and short enough to be noted down.
        text = chance.commitment(self._match.seed)[:8]
        return (
            say(
                "All rolls of this game are settled already, and nobody can change them. To check later, note {text}.",
                text=text,
            ),
        )


def chancy(match: Match[Any, Any]) -> bool:
    """Whether dice are thrown in a match."""
    return any(at.turn == CHANCE for at in match.positions)
