"""Luck and skill apart: what each roll and each decision of a game changed of everybody's chance to win.

W after a move is each seat's chance then. V after a roll is the W of the best move for whoever rolled. W before a roll
is the average of V over all rolls: it is reckoned, not asked of what was learnt. At the end W is the result. The luck
of a roll is V after it less W before it, and so nothing on average; the error of a move is its W less the V before it,
and so never above zero for whoever made it. By how much another move is better is taken from a look equally far at
both, as where moves are compared with one another elsewhere. Each begins where the one before it ended: what a seat had
at the start and all that luck and errors changed of it are its result, whatever is said of moves that were not made.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from math import exp
from typing import Final, Literal, NamedTuple, TypeAlias

from chowk.core.position import Outcome, Seat

Chances: TypeAlias = tuple[float, ...]
"""By seat, a chance to win; all of them together are 1."""
Kind: TypeAlias = Literal["luck", "error", "word"]
"""What changed a chance: a roll, a decision, or the players' word that ended the game."""
NOTHING: Final[Chances] = ()
KNOTS: Final = (0.0, 0.01, 0.03, 0.06, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
"""Learnt chances for which it is known how they are corrected; between them lie straight lines."""


class Weighed(NamedTuple):
    """What an opponent says of a roll and of the moves that were made with it.

    `before` is the average over all rolls of what can be made of each, and `rolled` what was taken for the one that
    came. For every move that followed, `gains` has what the best of all other ways to use the roll would have added to
    each seat's chance, one way looked at as far as the other; nothing where no other is better. `left` is what the rest
    of the roll comes to if it was not played to its end.
    """

    before: Chances
    rolled: Chances = NOTHING
    gains: tuple[Chances, ...] = ()
    left: Chances = NOTHING


class Turn(NamedTuple):
    """A roll of a match: after how many moves it came, who rolled, how likely it was, and what is said of it."""

    ply: int
    seat: Seat
    share: float
    weighed: Weighed


class Swing(NamedTuple):
    """What the move after `ply` moves changed of everybody's chance; nobody's where the players ended the game."""

    ply: int
    seat: Seat
    kind: Kind
    change: Chances


class Sheet(NamedTuple):
    """A game's luck and errors: the chances at the start, all that changed them, and the result."""

    start: Chances
    swings: tuple[Swing, ...]
    result: Chances

    def total(self, seat: Seat, kind: Kind) -> float:
        """What a seat's own rolls, or its own decisions, changed of its chance."""
        return sum(one.change[seat] for one in self.swings if one.seat == seat and one.kind == kind)

    def path(self, plies: int) -> tuple[Chances, ...]:
        """The chances before each move of a match of so many, and after the last of them."""
        found, at, waiting = [], self.start, list(reversed(self.swings))
        for ply in range(plies + 1):
            found.append(at)
            while waiting and waiting[-1].ply == ply and ply < plies:
                at = _added(at, waiting.pop().change)
        return tuple(found)


def corrected(chances: Chances, shifts: Sequence[float]) -> Chances:
    """Learnt chances as they are told: each is worth more or less by the exponential of its shift, and shared out anew.

    There is a shift for each of `KNOTS`; whoever is sure to win or to lose stays so. Without shifts nothing changes.
    """
    if not shifts:
        return chances
    odds = [chance * exp(_shift(chance, shifts)) for chance in chances]
    whole = sum(odds)
    return tuple(one / whole for one in odds)


def _shift(chance: float, shifts: Sequence[float]) -> float:
    above = min(bisect_right(KNOTS, chance), len(KNOTS) - 1)
    low, high = KNOTS[above - 1 : above + 1]
    return shifts[above - 1] + (shifts[above] - shifts[above - 1]) * (chance - low) / (high - low)


def result(outcome: Outcome) -> Chances:
    """What a game came to: first place, shared by all who have it."""
    first = outcome.places.count(1)
    return tuple((place == 1) / first for place in outcome.places)


def reckon(turns: Sequence[Turn], end: Chances, stopped: Chances = NOTHING) -> Sheet:
    """The sheet of a game with these rolls, in order, that came to `end`.

    Where the players ended it by word, `stopped` is what the chances were then.
    """
    now, found = stopped or end, []
    if stopped and turns:
        found.append(Swing(_last(turns[-1]), -1, "word", _less(end, stopped)))
    for turn in reversed(turns):
        for at in range(len(turn.weighed.gains) - 1, -1, -1):
            best = _added(now, _within(now, turn.weighed.gains[at], turn.seat))
            found.append(Swing(turn.ply + 1 + at, turn.seat, "error", _less(now, best)))
            now = best
        gone = _less(now, turn.weighed.rolled)
        before = tuple(one + turn.share * more for one, more in zip(turn.weighed.before, gone, strict=True))
        found.append(Swing(turn.ply, turn.seat, "luck", _less(now, before)))
        now = before
    return Sheet(now, tuple(reversed(found)), end)


def _last(turn: Turn) -> int:
    return turn.ply + 1 + len(turn.weighed.gains)


def better(made: Chances, other: Chances, seat: Seat) -> Chances:
    """What a way to use a roll would have added to everybody's chance; nothing if it is no better for a seat."""
    return _less(other, made) if other and other[seat] > made[seat] else NOTHING


def _within(now: Chances, gain: Chances, seat: Seat) -> Chances:
    # As much of the gain as leaves everybody a chance from 0 to 1.
    if not gain or gain[seat] <= 0:
        return (0.0,) * len(now)
    rooms = [(1 - one if more > 0 else one) / abs(more) for one, more in zip(now, gain, strict=True) if more]
    part = max(0.0, min(1.0, *rooms))
    return tuple(part * more for more in gain)


def _less(one: Chances, other: Chances) -> Chances:
    return tuple(a - b for a, b in zip(one, other, strict=True))


def _added(one: Chances, other: Chances) -> Chances:
    return tuple(a + b for a, b in zip(one, other, strict=True))
