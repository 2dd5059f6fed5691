"""The log of a table: facts that were known before the first move, and sentences for every move of the match."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from chowk.core import chance
from chowk.core.dice import of_seed, seat_to_act
from chowk.core.match import Match
from chowk.core.message import Message, say
from chowk.core.position import CHANCE, Seat
from chowk.core.stepper import finished
from chowk.games.api import Game
from chowk.session.seats import Seats

_LOOKED_AT: Final = 4
"""Number of rolls that are checked against the match's seed.

If they follow from the seed, the log begins with a code by which a player can check later that the seed is the same
(`chance.commitment`).
"""


class LogLine(NamedTuple):
    """A line of the log, for a move or for facts that were known before the first move.

    `ply` is the number of moves up to and including the move, or 0 for facts. `seat` is the player of the move, or
    `CHANCE`. `sentences` describe the move or the facts, and `written` is the move's notation. If `sentences` name no
    squares, `named` holds sentences that do.
    """

    ply: int
    seat: Seat
    sentences: tuple[Message, ...]
    written: str = ""
    named: tuple[Message, ...] = ()

    @property
    def named_sentences(self) -> tuple[Message, ...]:
        """The sentences that name squares, for screen readers and for a board on which squares have names.

        In games whose sentences have only one form, these are the usual sentences.
        """
        return self.named or self.sentences


KnownLines: TypeAlias = "Sequence[tuple[Any, Any, LogLine]]"
"""Log lines of earlier moves that can be reused, each with the position before the move, and the move."""


def telling(
    game: Game, match: Match[Any, Any], known: KnownLines = ()
) -> Generator[None, None, list[tuple[Any, Any, LogLine]]]:
    """Return the log lines of all moves of a match, yielding after each new line.

    Each line comes with the position before the move, and the move. The lines in `known` are reused up to the first
    move that differs.
    """
    lines = [*known[: match.ply]]
    moves = match.moves
    # If a position is the identical object, all positions before it are, too.
    while lines and (lines[-1][0] is not match.position_after(len(lines) - 1) or lines[-1][1] != moves[len(lines) - 1]):
        del lines[-1]
    for ply in range(len(lines), match.ply):
        lines.append(_logged(game, ply, match.position_after(ply), moves[ply]))
        yield
    return lines


def _logged(game: Game, ply: int, before: Any, move: Any) -> tuple[Any, Any, LogLine]:
    sentences, written = game.speech.tell(before, move), game.notation.write_move(before, move)
    named = game.named(before, move) if game.named is not None else ()
    return before, move, LogLine(ply + 1, seat_to_act(before), sentences, written, named)


class Log:
    """The log of a match: a line for each move, after a line of facts known before the first move, if there are any.

    `known` holds log lines to reuse (`telling`).
    """

    def __init__(self, game: Game, match: Match[Any, Any], seats: Seats, known: KnownLines = ()) -> None:
        self._game = game
        self._match = match
        self._seats = seats
        # The messages about the last move; empty after an undo or redo. Only this class assigns it.
        self.latest: tuple[Message, ...] = ()
        # All lines, the oldest first; a new tuple after each move. Only this class assigns it.
        self.lines: tuple[LogLine, ...] = ()
        # The descriptions of the moves. Only this class assigns it.
        self.moves = [*known]
        self.rewrite()

    @property
    def named_sentences(self) -> tuple[Message, ...]:
        """`LogLine.named_sentences` of the last move: sentences that name squares. Empty after an undo or redo."""
        return self.lines[-1].named_sentences if self.latest else ()

    def write(self) -> None:
        """Add a line for the move that was just played."""
        ply = self._match.ply - 1
        self.moves.append(_logged(self._game, ply, self._match.position_after(ply), self._match.moves[-1]))
        self.lines = (*self.lines, self.moves[-1][2])
        self.latest = self.lines[-1].sentences

    def rewrite(self) -> None:
        """Rebuild the log after an undo or redo.

        Only moves that differ are described again, because a game can have many moves.
        """
        self.latest = ()
        self.moves = finished(telling(self._game, self._match, self.moves))
        facts = (*self._seats.lot_result, *self._promise())
        self.lines = (*((LogLine(0, CHANCE, facts),) if facts else ()), *(line for _, _, line in self.moves))

    def _promise(self) -> tuple[Message, ...]:
        if self._match.dice is not None or not has_chance(self._match) or not of_seed(self._match, _LOOKED_AT):
            return ()  # players at several devices create the dice together, turn by turn
        # The first letters identify the commitment, and are short enough to be noted down.
        text = chance.commitment(self._match.seed)[:8]
        return (
            say(
                "All rolls of this game are settled already, and nobody can change them. To check later, note {text}.",
                text=text,
            ),
        )


def has_chance(match: Match[Any, Any]) -> bool:
    """Return True if a match has had a chance move, such as a roll of dice, or if one is due."""
    return any(position.turn == CHANCE for position in match.positions)
