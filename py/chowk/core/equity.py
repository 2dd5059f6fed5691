"""Luck and skill: how each roll and each decision of a game changed every player's winning chance.

Two vectors hold the winning chances of all players:

* W, before a roll: the average of V over all possible rolls. This average is computed exactly. The evaluation network
  does not estimate it. At the end of the game, W is the result.
* V, after a roll: the W that follows if the player who rolled makes the best move.

The luck of a roll is the V after it minus the W before it. On average it is zero, provided that two searches in a row
value the same position alike. If they do not, their difference is counted as luck. The error of a move is the W after
it minus the V before it, so it is never above zero for the player who made it. To measure how much better another move
would have been, the search looks at both moves to the same depth. Each luck or error is a change of the chances that
begins where the previous one ended. So for every seat, the chance at the start plus all changes (the luck and errors of
all players) equals the result. This holds however wrong the estimates for unplayed moves are.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from math import exp
from typing import Final, Literal, NamedTuple, TypeAlias

from chowk.core.position import Outcome, Seat

Chances: TypeAlias = tuple[float, ...]
"""Winning chances by seat; their sum is 1."""
Kind: TypeAlias = Literal["luck", "error", "word"]
"""The cause of a change of chances: a roll, a decision, or a resignation, draw or loss on time (`word`)."""
NO_CHANCES: Final[Chances] = ()
"""Placeholder for the chances of a missing evaluation."""
KNOTS: Final = (0.0, 0.01, 0.03, 0.06, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
"""Winning chances for which the correction of the network's outputs is known. Between two of them the
correction is interpolated."""


class Weighed(NamedTuple):
    """A computer opponent's evaluation of a roll and of the moves made with it, as winning chances by seat.

    `before`: the chances before the roll, averaged over all rolls with best play.
    `rolled`: the chances after the actual roll, with best play.
    `gains`: for each move made with the roll, how much the best alternative would have raised each seat's chance, with
        both moves searched to the same depth. This is empty for a move without a better alternative.
    `left`: the chances in the final position, with best play, if a resignation, draw or loss on time ended the game
        before all moves of the roll were made; otherwise empty.
    """

    before: Chances
    rolled: Chances = NO_CHANCES
    gains: tuple[Chances, ...] = ()
    left: Chances = NO_CHANCES


class Turn(NamedTuple):
    """A roll of a match and its evaluation.

    `ply` is the number of moves before it, `seat` the seat that rolled, `share` the probability of these faces, and
    `weighed` the evaluation.
    """

    ply: int
    seat: Seat
    share: float
    weighed: Weighed


class Swing(NamedTuple):
    """The change of all players' chances by one roll, decision, resignation, draw or loss on time.

    `ply` is the number of moves before it. `seat` is the seat that rolled or decided, or -1 if a resignation, draw or
    loss on time made the change. `kind` is `luck` for a roll, `error` for a decision, or `word` for these endings.
    `change` has a number for each seat.
    """

    ply: int
    seat: Seat
    kind: Kind
    change: Chances


class Sheet(NamedTuple):
    """The balance of luck and skill in a game.

    It holds the chances at the start, each change of the chances in order, and the result.
    """

    start: Chances
    swings: tuple[Swing, ...]
    result: Chances

    def total(self, seat: Seat, kind: Kind) -> float:
        """Return the total change of a seat's chance by its own rolls (`luck`) or its own decisions (`error`)."""
        return sum(swing.change[seat] for swing in self.swings if swing.seat == seat and swing.kind == kind)

    def with_costs(self, costs: Mapping[int, float]) -> Sheet:
        """Return the balance with other costs of decisions: the winning chances that they lost, from 0 to 1, by ply.

        A different cost is a different value of the best move, so the luck of the roll changes by as much, and the sum
        stays the result. With more than two players, the others share the difference equally.
        """
        swings, others = list[Swing](), len(self.start) - 1
        owed = none = (0.0,) * len(self.start)
        for swing in reversed(self.swings):
            shift = none
            if swing.kind == "luck":
                shift, owed = owed, none
            elif swing.kind == "error" and swing.ply in costs:
                more = costs[swing.ply] + swing.change[swing.seat]
                shift = tuple(-more if seat == swing.seat else more / others for seat in range(len(none)))
                owed = _less(owed, shift)
            swings.append(swing._replace(change=_added(swing.change, shift)))
        return self._replace(swings=tuple(reversed(swings)))

    def path(self, plies: int) -> tuple[Chances, ...]:
        """Return the chances before each move of a match of `plies` moves, and after the last move."""
        path, chances, waiting = [], self.start, list(reversed(self.swings))
        for ply in range(plies + 1):
            path.append(chances)
            while waiting and waiting[-1].ply == ply and ply < plies:
                chances = _added(chances, waiting.pop().change)
        return tuple(path)


def corrected(chances: Chances, shifts: Sequence[float]) -> Chances:
    """Return the chances after calibration: each is multiplied by e to the power of its shift, then all are normalised.

    `shifts` holds a shift for each chance in the table `KNOTS`. For a chance between two of these, the shift is
    interpolated. If `shifts` is empty, the chances stay the same.
    """
    if not shifts:
        return chances
    odds = [chance * exp(_shift(chance, shifts)) for chance in chances]
    total = sum(odds)
    return tuple(odd / total for odd in odds)


def _shift(chance: float, shifts: Sequence[float]) -> float:
    above = min(bisect_right(KNOTS, chance), len(KNOTS) - 1)
    low, high = KNOTS[above - 1 : above + 1]
    return shifts[above - 1] + (shifts[above] - shifts[above - 1]) * (chance - low) / (high - low)


def result(outcome: Outcome) -> Chances:
    """Return the result of a game as winning chances: 1 for the winner, or equal shares for a shared first place."""
    first = outcome.places.count(1)
    return tuple((place == 1) / first for place in outcome.places)


def reckon(turns: Sequence[Turn], end: Chances, stopped: Chances = NO_CHANCES) -> Sheet:
    """Return the balance of luck and errors in a game. `turns` are its evaluated rolls, in order, `end` is its result.

    If a resignation, draw or loss on time ended the game, `stopped` holds the chances at that point.
    """
    now, swings = stopped or end, []
    if stopped and turns:
        swings.append(Swing(_last(turns[-1]), -1, "word", _less(end, stopped)))
    for turn in reversed(turns):
        for index in range(len(turn.weighed.gains) - 1, -1, -1):
            best = _added(now, _within(now, turn.weighed.gains[index], turn.seat))
            swings.append(Swing(turn.ply + 1 + index, turn.seat, "error", _less(now, best)))
            now = best
        gap = _less(now, turn.weighed.rolled)
        before = tuple(chance + turn.share * shift for chance, shift in zip(turn.weighed.before, gap, strict=True))
        swings.append(Swing(turn.ply, turn.seat, "luck", _less(now, before)))
        now = before
    return Sheet(now, tuple(reversed(swings)), end)


def _last(turn: Turn) -> int:
    return turn.ply + 1 + len(turn.weighed.gains)


def better(chosen: Chances, alternative: Chances, seat: Seat) -> Chances:
    """Return `alternative` minus `chosen`, by seat; an empty tuple if `alternative` is not better for `seat`."""
    return _less(alternative, chosen) if alternative and alternative[seat] > chosen[seat] else NO_CHANCES


def _within(now: Chances, gain: Chances, seat: Seat) -> Chances:
    # Scale the gain so that every chance stays between 0 and 1.
    if not gain or gain[seat] <= 0:
        return (0.0,) * len(now)
    rooms = [
        (1 - chance if change > 0 else chance) / abs(change) for chance, change in zip(now, gain, strict=True) if change
    ]
    share = max(0.0, min(1.0, *rooms))
    return tuple(share * change for change in gain)


def _less(chances: Chances, subtracted: Chances) -> Chances:
    return tuple(a - b for a, b in zip(chances, subtracted, strict=True))


def _added(chances: Chances, added: Chances) -> Chances:
    return tuple(a + b for a, b in zip(chances, added, strict=True))
