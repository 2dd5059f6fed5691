"""The log of a table: every move of the match in words, and what was known before the first."""

from __future__ import annotations

from typing import Any, NamedTuple

from chowk.core import chance
from chowk.core.dice import whose
from chowk.core.match import Match
from chowk.core.message import Message, say
from chowk.core.position import CHANCE, Seat
from chowk.games.card import Game
from chowk.play.seats import Seats


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
        self.rewrite()

    def write(self) -> None:
        """Writes the move that was just played."""
        before, move = self._match.at(self._match.ply - 1), self._match.moves[-1]
        self.told = self._game.speech.tell(before, move)
        self.lines.append(LogLine(self._match.ply, whose(before), self.told, self._written(before, move)))

    def rewrite(self) -> None:
        """Writes all of it anew, after moves were taken back or made again."""
        self.told = ()
        tell = self._game.speech.tell
        plies = zip(self._match.positions, self._match.moves, strict=False)
        moves = [
            LogLine(ply, whose(at), tell(at, move), self._written(at, move)) for ply, (at, move) in enumerate(plies, 1)
        ]
        told = (*self._seats.drawn, *self._promise())
        self.lines = [*([LogLine(0, CHANCE, told)] if told else []), *moves]

    def _written(self, before: Any, move: Any) -> str:
        return self._game.notation.write_move(before, move)

    def _promise(self) -> tuple[Message, ...]:
        if not chancy(self._match):
            return ()
        # The beginning of it is enough to know it by, and short enough to be noted down.
        text = chance.commitment(self._match.seed)[:8]
        return (say("The dice are fixed in advance. Their fingerprint begins with {text}.", text=text),)


def chancy(match: Match[Any, Any]) -> bool:
    """Whether dice are thrown in a match."""
    return any(at.turn == CHANCE for at in match.positions)
