"""A game in progress that is played with numbered actions, for programs that learn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from chowk.core import chance
from chowk.core.match import IllegalMove
from chowk.core.position import CHANCE, Outcome, Position, Seat
from chowk.games.api.coding import Coding, Word
from chowk.library.board import Board, Move
from chowk.library.parts import game_of


def has_coding(game: str) -> bool:
    """Return True if a game has an encoding of its moves and positions (`coding.py` in its folder)."""
    return find_spec(f"chowk.games.{game}.coding") is not None


@cache
def coding_of(game: str) -> Coding:
    """Return the encoding of a game's moves and positions; raise `ValueError` for a game that has none.

    >>> coding_of("checkers").actions
    128
    """
    game_of(game)
    if not has_coding(game):
        raise ValueError(f"the moves of {game} have no numbers")
    coding: Coding = import_module(f"chowk.games.{game}.coding").CODING
    return coding


class Playing:
    """A game in progress that is played with numbered actions.

    It begins at the position of the `Board` from which it is created, without the moves before it. The board's seed
    determines the rolls: they are those of a new `Board` with this position and seed. A move is made up of one or more
    actions (`Coding.word`). Rolls are not actions: call `roll` for each of them.
    """

    __slots__ = ("_begun", "_rules", "_times", "_words", "coding", "game", "outcome", "ply", "position", "seed")

    position: Position[Any]
    outcome: Outcome | None
    _words: dict[Word, Move]

    def __init__(self, board: Board) -> None:
        self._begin(board.game, board.seed, 0, {})
        self._arrive(board.position)

    def _begin(self, game: str, seed: int, ply: int, times: Mapping[Hashable, int]) -> None:
        self.game = game
        self.coding = coding_of(game)
        self._rules: Any = game_of(game).rules
        self.seed = seed
        self.ply = ply
        self._times: Counter[Hashable] = Counter(times)
        self._begun: Word = ()

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.position.seats

    @property
    def turn(self) -> Seat:
        """The seat that must act, or `CHANCE` if a roll is due. Undefined once the game is over."""
        return CHANCE if self.is_chance else self.position.turn

    @property
    def is_chance(self) -> bool:
        """True if a roll is due."""
        return self.outcome is None and bool(self.position.odds())

    @property
    def begun(self) -> Word:
        """The actions made so far of a move that is not complete; empty between moves."""
        return self._begun

    def actions(self) -> list[int]:
        """Return the legal actions, in rising order. Empty if a roll is due or the game is over."""
        if not self._begun:
            return sorted({word[0] for word in self._words})
        count = len(self._begun)
        return sorted({word[count] for word in self._words if word[:count] == self._begun})

    def act(self, action: int) -> Move | None:
        """Make an action, and return the move that it completes, or None if the move goes on.

        Raise `IllegalMove`, and change nothing, if the action is not legal.
        """
        begun = (*self._begun, action)
        move = self._words.get(begun)
        if move is not None:
            self._advance(move)
            return move
        if not any(word[: len(begun)] == begun for word in self._words):
            raise IllegalMove(f"action {action} is not legal here")
        self._begun = begun
        return None

    def text(self, action: int) -> str:
        """Return the notation of the move to which a legal action leads.

        If the action leads to several moves, return one of them, followed by `...`. Raise `IllegalMove` if the action
        is not legal.
        """
        begun = (*self._begun, action)
        moves = [move for word, move in self._words.items() if word[: len(begun)] == begun]
        if not moves:
            raise IllegalMove(f"action {action} is not legal here")
        text = game_of(self.game).notation.write_move(self.position, moves[0])
        return text if len(moves) == 1 else f"{text} ..."

    def due(self) -> Move:
        """Return the next roll, as the seed determines it, without making it; raise `IllegalMove` if no roll is due."""
        if not self.is_chance:
            raise IllegalMove("no roll is due")
        moves: Sequence[Move] = self.position.moves()
        return chance.pick(moves, self.position.odds(), self.seed, self.ply)

    def roll(self, roll: Move | None = None) -> Move:
        """Make a roll and return it, by default the roll of `due`.

        Raise `IllegalMove` if no roll is due, or if `roll` is not one of the possible rolls.
        """
        chosen = self.due() if roll is None else roll
        if not self.is_chance or chosen not in self.position.moves():
            raise IllegalMove(f"{chosen!r} is not due")
        self._advance(chosen)
        return chosen

    def observe(self, seat: Seat) -> Sequence[int]:
        """Return the numbers that describe the position as a seat sees it (`Coding.observe`)."""
        return self.coding.observe(self.position, seat, self._begun)

    def rewards(self) -> tuple[float, ...]:
        """Return the reward of each seat, from 1 for the first place to -1 for the last; 0 while the game goes on.

        Seats that share places get the mean of these places' rewards. All rewards add up to 0.
        """
        if self.outcome is None:
            return (0.0,) * self.seats
        places = self.outcome.places
        # The worst of the places that a seat shares, from 0, plus the best of them.
        spans = [sum(other < own for other in places) + sum(other <= own for other in places) - 1 for own in places]
        return tuple(1 - span / (len(places) - 1) for span in spans)

    def copy(self) -> Playing:
        """Return a copy. Changes of one do not change the other."""
        twin = Playing.__new__(Playing)
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        twin._times = Counter(self._times)
        return twin

    def __copy__(self) -> Playing:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Playing:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.game, self.seed, self.position, self.ply, dict(self._times), self._begun)

    def board(self) -> Board:
        """Return a board with the present position, without the moves before it."""
        return Board(self.game, game_of(self.game).notation.write_position(self.position), seed=self.seed)

    def _advance(self, move: Move) -> None:
        self.ply += 1
        self._arrive(self.position.play(move))

    def _arrive(self, position: Position[Any]) -> None:
        recurring = self._rules.recurring(position)
        if recurring is not None:
            self._times[recurring] += 1
        self._stand(position)

    def _stand(self, position: Position[Any]) -> None:
        """Set the present position, its result and its legal moves, and forget the actions of an unfinished move."""
        recurring = self._rules.recurring(position)
        times = 1 if recurring is None else self._times[recurring]
        self.position = position
        self._begun = ()
        self.outcome = position.outcome() or self._rules.ended(position, times)
        if self.outcome is not None or position.odds():
            self._words = {}
        else:
            word = self.coding.word
            self._words = {word(position, move): move for move in position.moves()}


def _restored(
    game: str, seed: int, position: Position[Any], ply: int, times: Mapping[Hashable, int], begun: Word
) -> Playing:
    """Return the game with the given state. `pickle` calls this to restore a game that it has stored.

    `ply` is the number of moves before `position`, and `times` counts how often each position has occurred. `begun`
    holds the actions made so far of a move that is not complete.
    """
    playing = Playing.__new__(Playing)
    playing._begin(game, seed, ply, times)
    playing._stand(position)
    playing._begun = begun
    return playing
