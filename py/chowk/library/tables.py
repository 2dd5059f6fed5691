"""The opening books and endgame tables that the opponents use."""

from __future__ import annotations

import os
from collections.abc import Sequence

from chowk.games.api.library import Ending
from chowk.library.board import Board, Move
from chowk.library.parts import game_of, games, parts_of


class Book:
    """The opening book of a game."""

    def __init__(self, game: str) -> None:
        """Open the book of a game; raise `ValueError` if it has none."""
        self._probe = parts_of(game_of(game).name).book
        if self._probe is None:
            raise ValueError(f"{game} has no book; games with one: {', '.join(self.games())}")
        self.game = game

    @staticmethod
    def games() -> tuple[str, ...]:
        """Return the names of the games that have a book."""
        return tuple(game for game in games() if parts_of(game).book is not None)

    def probe(self, board: Board) -> tuple[Move, ...]:
        """Return the book's moves, the best first. Empty if the book does not have the position."""
        assert self._probe is not None, "checked by __init__"
        moves: Sequence[Move] = self._probe(_of(self.game, board).position)
        return tuple(moves)


class Endings:
    """The endgame tables of a game.

    The largest table of Checkers, of five pieces, says who wins, but not in how many moves:

    >>> Endings("checkers").probe(Board("checkers", "B:WK8,K18:BK17,K29,K32"))
    Ending(result=1, plies=None)
    """

    def __init__(self, game: str, file: str | os.PathLike[str] = "") -> None:
        """Open the tables of a game; raise `ValueError` if it has none.

        `file` is the path of the file with the largest table, by default the file in the package. The table is
        unpacked at the first probe that needs it, and then stays in memory.
        """
        self._probe = parts_of(game_of(game).name).endings
        if self._probe is None:
            raise ValueError(f"{game} has no endgame table; games with one: {', '.join(self.games())}")
        self.game, self._file = game, os.fspath(file)

    @staticmethod
    def games() -> tuple[str, ...]:
        """Return the names of the games that have an endgame table."""
        return tuple(game for game in games() if parts_of(game).endings is not None)

    def probe(self, board: Board) -> Ending | None:
        """Return the result with best play for the side to move, or None if the tables do not have the position.

        The tables know no draws by repetition or by a limit of moves. Raises `ValueError` or `OSError` if the file
        given to the constructor is not the game's largest table.
        """
        assert self._probe is not None, "checked by __init__"
        return self._probe(_of(self.game, board).position, self._file)


def _of(game: str, board: Board) -> Board:
    if board.game != game:
        raise ValueError(f"this table is for {game}, not for {board.game}")
    return board
