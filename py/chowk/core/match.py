"""A match: a starting position and the moves since. The one thing that changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from chowk.core import chance
from chowk.core.events import Event
from chowk.core.game import Ruleset
from chowk.core.position import CHANCE, Outcome, Position, Seat

P = TypeVar("P", bound=Position[Any])
M = TypeVar("M", bound=Hashable)


class IllegalMove(ValueError):
    """A move was played that is not among the legal moves of the position."""


class Dice(Protocol):
    """Where the rolls of a match come from, if not from its seed alone."""

    def draw(self, match: Match[Any, Any], ply: int) -> tuple[int, int]:
        """A seed, and the number of the draw under it, that settle the roll due after so many plies."""


class Match(Generic[P, M]):
    """A starting position, the moves since, and those taken back that may be played again.

    Chance moves are settled by `seed` and the ply alone, so undo and redo meet the same dice; where the players settle
    them together, by `dice`. Everything else is derived: a match is saved, shared and sent as its start, seed and
    moves.
    """

    def __init__(self, ruleset: Ruleset, start: P, seed: int = 0, dice: Dice | None = None) -> None:
        self.ruleset = ruleset
        self.seed = seed
        self.dice = dice
        self._positions: list[P] = [start]
        self._moves: list[M] = []
        self._undone: list[M] = []
        self._written: list[str] = []  # as many of the moves as were asked for as text
        self._declared: Outcome | None = None
        # How the rules end it, once that was asked at this position: a page asks many times, and some rules look long.
        self._settled = False
        self._ruled: Outcome | None = None
        self._times: Counter[Hashable] = Counter([ruleset.rules.recurring(start)])

    @property
    def position(self) -> P:
        """The position now."""
        return self._positions[-1]

    @property
    def positions(self) -> Sequence[P]:
        """Every position so far, the start first and the present one last."""
        return tuple(self._positions)

    @property
    def moves(self) -> Sequence[M]:
        """The moves played so far."""
        return tuple(self._moves)

    @property
    def undone(self) -> Sequence[M]:
        """The moves that `redo` would play, the next one first."""
        return tuple(reversed(self._undone))

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self._moves)

    @property
    def made(self) -> int:
        """How many moves have been played, as players count: a pass is none."""
        passing: object = getattr(self.ruleset.rules, "PASS", None)
        return self.ply if passing is None else sum(move != passing for move in self._moves)

    def at(self, ply: int) -> P:
        """The position after `ply` moves."""
        return self._positions[ply]

    def outcome(self) -> Outcome | None:
        """How the match ended: by the rules, or by word of the players."""
        return self.ruled() or self._declared

    def ruled(self) -> Outcome | None:
        """How the rules end the match: by the position, or by how often it has occurred."""
        if not self._settled:
            rules, self._settled = self.ruleset.rules, True
            times = self._times[rules.recurring(self.position)]
            self._ruled = self.position.outcome() or rules.ended(self.position, times)
        return self._ruled

    def play(self, move: M) -> Sequence[Event]:
        """Plays a legal move and tells what happened; raises `IllegalMove` for any other.

        Moves taken back before stay playable as long as the same ones are played again.
        """
        before = self.position
        self.follow(move)
        return before.events(move)

    def follow(self, move: M) -> None:
        """Plays a legal move as `play` does, for whoever does not need to be told what happened."""
        if self.outcome() is not None or move not in self.position.moves():
            raise IllegalMove(f"{move!r} in {self.ruleset.notation.write_position(self.position)}")
        if self._undone and self._undone.pop() != move:
            self._undone.clear()
        self._advance(move)

    def roll(self) -> M:
        """The chance move that is due at this ply; playing it is left to `play`."""
        assert self.position.turn == CHANCE, "nobody rolls now"
        return self.due(self.ply)

    def due(self, ply: int) -> M:
        """The chance move that follows at a ply from the seed, or from the dice of the match."""
        position = self.at(ply)
        moves: Sequence[M] = position.moves()
        seed, number = (self.seed, ply) if self.dice is None else self.dice.draw(self, ply)
        return chance.pick(moves, position.odds(), seed, number)

    def undo(self) -> M | None:
        """Takes back the last move and returns it, or a declared end before that and returns None.

        Raises IndexError, and changes nothing, if there is nothing to take back.
        """
        if self._declared is not None:
            self._declared = None
            return None
        if not self._moves:
            raise IndexError("no move to take back")
        self._settled = False
        self._times[self.ruleset.rules.recurring(self._positions.pop())] -= 1
        self._undone.append(self._moves.pop())
        del self._written[self.ply :]
        return self._undone[-1]

    def redo(self) -> Sequence[Event]:
        """Plays the last move taken back again; raises IndexError if there is none."""
        return self.play(self._undone[-1])

    def resign(self, seat: Seat) -> None:
        """Ends the match by word of `seat`: the others share first place. A match that is over stays as it is."""
        places = tuple(2 if at == seat else 1 for at in range(self.position.seats))
        self._declare(Outcome(places, (), "resigned"))

    def overstep(self, seat: Seat) -> None:
        """Ends the match because the time of `seat` is up: the others share first place. One that is over stays."""
        places = tuple(2 if at == seat else 1 for at in range(self.position.seats))
        self._declare(Outcome(places, (), "time"))

    @property
    def agreeing(self) -> tuple[Seat, ...]:
        """Who would share a draw and has a say in it: everybody, unless the game leaves out who plays no more."""
        among: Callable[[P], tuple[Seat, ...]] | None = getattr(self.ruleset.rules, "agreeing", None)
        return among(self.position) if among else tuple(range(self.position.seats))

    def agree(self) -> None:
        """Ends the match as a draw by word of those who share it. A match that is over stays as it is."""
        among = self.agreeing
        places = tuple(1 if seat in among else len(among) + 1 for seat in range(self.position.seats))
        ranked: Callable[[P], tuple[int, ...]] | None = getattr(self.ruleset.rules, "agreed", None)
        if ranked:
            places = ranked(self.position)
        self._declare(Outcome(places, (), "agreed"))

    def until(self, ply: int) -> Match[P, M]:
        """A match of its own that has come as far as this one had after `ply` moves."""
        other: Match[P, M] = Match(self.ruleset, self.at(0), self.seed, self.dice)
        other._positions, other._moves = self._positions[: ply + 1], self._moves[:ply]
        recurring, later = self.ruleset.rules.recurring, self._positions[ply + 1 :]
        if len(later) > ply:
            other._times = Counter(map(recurring, other._positions))
        else:
            other._times = Counter(self._times)
            other._times.subtract(map(recurring, later))
        return other

    def options(self) -> list[str]:
        """The legal moves as text."""
        return [self.ruleset.notation.write_move(self.position, move) for move in self.position.moves()]

    def push(self, text: str) -> Sequence[Event]:
        """Plays the move that is written so; raises `TextError` if no legal move is."""
        return self.play(self.ruleset.notation.read_move(self.position, text))

    def written(self) -> list[str]:
        """The moves so far as text."""
        write = self.ruleset.notation.write_move
        # A game is written anew with every move, to be kept: only the new ones are put into words.
        for ply in range(len(self._written), self.ply):
            self._written.append(write(self._positions[ply], self._moves[ply]))
        return [*self._written]

    def _declare(self, outcome: Outcome) -> None:
        if self.outcome() is None:
            self._declared = outcome

    def _advance(self, move: M) -> None:
        self._settled = False
        self._positions.append(self.position.play(move))
        self._times[self.ruleset.rules.recurring(self.position)] += 1
        self._moves.append(move)
