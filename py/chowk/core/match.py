"""A match: a starting position and the moves after it. It is the only mutable state of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from chowk.core import chance
from chowk.core.events import Event
from chowk.core.game import Ruleset
from chowk.core.position import CHANCE, Outcome, Position, Seat

P = TypeVar("P", bound=Position[Any])
M = TypeVar("M", bound=Hashable)


class IllegalMove(ValueError):
    """Raised for a move that is not legal in the present position, or after the end of the match."""


class Dice(Protocol):
    """A source of rolls that a match uses instead of its seed, such as dice to which all players contribute."""

    def draw(self, match: Match[Any, Any], ply: int) -> tuple[int, int]:
        """Return the two numbers from which `core.chance` computes the roll after `ply` moves: seed and draw number."""


class Match(Generic[P, M]):
    """A starting position, the moves after it, and the undone moves that may be played again.

    Rolls depend only on `seed` and the ply (number of moves before the roll), so undo and redo lead to the same rolls.
    If `dice` is given, it determines the rolls instead. A match is saved, shared and sent as its start, seed and moves,
    with the resignation, agreed draw or loss on time that ended it, if any. Everything else follows from these.
    """

    def __init__(self, ruleset: Ruleset, start: P, seed: int = 0, dice: Dice | None = None) -> None:
        self.ruleset = ruleset
        self.seed = seed
        self.dice = dice
        self._positions: list[P] = [start]
        self._moves: list[M] = []
        self._undone: list[M] = []
        self._written: list[str] = []  # the notation of the first moves; computed when needed
        self._declared: Outcome | None = None
        # The result by the rules, cached for this position. A page asks often, and some rules take long to decide.
        self._settled = False
        self._ruled: Outcome | None = None
        self._times: Counter[Hashable] = Counter([ruleset.rules.recurring(start)])

    @property
    def position(self) -> P:
        """The present position."""
        return self._positions[-1]

    @property
    def positions(self) -> Sequence[P]:
        """All positions so far, from the start to the present position."""
        return tuple(self._positions)

    @property
    def moves(self) -> Sequence[M]:
        """The moves played so far."""
        return tuple(self._moves)

    @property
    def undone(self) -> Sequence[M]:
        """The moves that `redo` would play, the next move first."""
        return tuple(reversed(self._undone))

    @property
    def ply(self) -> int:
        """The number of moves played."""
        return len(self._moves)

    @property
    def moves_played(self) -> int:
        """The number of moves played, not counting passes."""
        passing = self.ruleset.rules.PASS
        return self.ply if passing is None else sum(move != passing for move in self._moves)

    @property
    def throwing(self) -> bool:
        """True while the players roll the dice to decide the starting player."""
        return self.ruleset.rules.throwing(self.position)

    def position_after(self, ply: int) -> P:
        """Return the position after `ply` moves; 0 means the first position."""
        return self._positions[ply]

    def outcome(self) -> Outcome | None:
        """Return the result of the match, by the rules or by a resignation, draw or loss on time.

        Return None while the match goes on.
        """
        return (self._ruled if self._settled else self.ruled()) or self._declared

    def ruled(self) -> Outcome | None:
        """Return the result by the rules alone, or None if the rules have not ended the match.

        The rules end it by the present position or by the repetition of that position.
        """
        if not self._settled:
            rules, self._settled = self.ruleset.rules, True
            times = self._times[rules.recurring(self.position)]
            self._ruled = self.position.outcome() or rules.ended(self.position, times)
        return self._ruled

    def play(self, move: M) -> Sequence[Event]:
        """Play a legal move and return its events; raise `IllegalMove` for any other move.

        If `move` is the next of the undone moves, the undone moves after it can still be redone. Otherwise they are
        forgotten.
        """
        before = self.position
        self.follow(move)
        return before.events(move)

    def follow(self, move: M) -> None:
        """Play a legal move like `play`, without computing its events."""
        if self.outcome() is not None or move not in self.position.moves():
            raise IllegalMove(f"{move!r} in {self.ruleset.notation.write_position(self.position)}")
        if self._undone and self._undone.pop() != move:
            self._undone.clear()
        self._advance(move)

    def roll(self) -> M:
        """Return the chance move that is due now, without playing it."""
        assert self.position.turn == CHANCE, "nobody rolls now"
        return self.due(self.ply)

    def due(self, ply: int) -> M:
        """Return the roll that is due after `ply` moves, computed from the match's seed or its shared dice."""
        position = self.position_after(ply)
        moves: Sequence[M] = position.moves()
        seed, number = (self.seed, ply) if self.dice is None else self.dice.draw(self, ply)
        return chance.pick(moves, position.odds(), seed, number)

    def undo(self) -> M | None:
        """Undo the last move and return it.

        If a resignation, draw or loss on time ended the match, undo only that; return None. Raises `IndexError`, and
        changes nothing, if there is nothing to undo.
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
        """Play again the move that was undone last, and return its events; raise `IndexError` if there is none."""
        return self.play(self._undone[-1])

    def resign(self, seat: Seat) -> None:
        """End the match by the resignation of `seat`. The others share first place.

        A match that is over stays unchanged.
        """
        places = tuple(2 if other == seat else 1 for other in range(self.position.seats))
        self._declare(Outcome(places, (), "resigned"))

    def overstep(self, seat: Seat) -> None:
        """End the match because `seat` ran out of time. The others share first place.

        A match that is over stays unchanged.
        """
        places = tuple(2 if other == seat else 1 for other in range(self.position.seats))
        self._declare(Outcome(places, (), "time"))

    @property
    def agreeing(self) -> tuple[Seat, ...]:
        """The seats that must agree to a draw, and then share first place.

        These are all seats, unless the game excludes players who are out.
        """
        return self.ruleset.rules.agreeing(self.position)

    def agree(self) -> None:
        """End the match as an agreed draw, shared by the seats in `agreeing`. A match that is over stays unchanged."""
        self._declare(Outcome(self.ruleset.rules.agreed(self.position), (), "agreed"))

    def until(self, ply: int) -> Match[P, M]:
        """Return a new match with the first `ply` moves of this match.

        It has no moves to redo, and no resignation, agreed draw or loss on time.
        """
        shorter: Match[P, M] = Match(self.ruleset, self.position_after(0), self.seed, self.dice)
        shorter._positions, shorter._moves = self._positions[: ply + 1], self._moves[:ply]
        recurring, later = self.ruleset.rules.recurring, self._positions[ply + 1 :]
        if len(later) > ply:
            shorter._times = Counter(map(recurring, shorter._positions))
        else:
            shorter._times = Counter(self._times)
            shorter._times.subtract(map(recurring, later))
        return shorter

    def options(self) -> list[str]:
        """Return the notations of the legal moves, in canonical order."""
        return [self.ruleset.notation.write_move(self.position, move) for move in self.position.moves()]

    def push(self, text: str) -> Sequence[Event]:
        """Play the move that has the notation `text`, and return its events.

        Raises `TextError` if no legal move has it.
        """
        return self.play(self.ruleset.notation.read_move(self.position, text))

    def written(self) -> list[str]:
        """Return the notations of the moves played so far, in order."""
        write = self.ruleset.notation.write_move
        # The game is written again after every move to be stored, so only new moves are converted.
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
