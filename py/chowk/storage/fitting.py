"""Find the opponent that is about as strong as the player, from the results of earlier games.

The player's rating is on the scale of `games.api.Ladder`. It is computed from the statistics whenever it is needed, so
it is stored nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from chowk.engine.between import WHOLE
from chowk.games.api import Game
from chowk.storage.plan import Fitting
from chowk.storage.statistics import Result, opponent_of

LATEST: Final = 100
"""Number of the latest games from which a rating is computed. Earlier games hardly change the rating."""
_SCALE: Final = 400.0
"""A player who is stronger by this many points wins ten times as often as the opponent."""
_MARGIN: Final = 400.0
"""Number of points by which a player can be rated below the weakest level, or above the strongest level."""
_CELLS: Final = 48
"""Number of equally spaced ratings to which the distribution of a player's rating gives probabilities."""
_WIDTH: Final = 0.2
"""Distance from its peak at which the distribution of a new player's rating has half its height, as a fraction of the
difference between the highest and the lowest rating of a level."""
_DRIFT: Final = 30.0
"""The standard deviation of a player's change from one game to the next, in points."""
_HELPED: Final = 0.5
"""The weight of a game with hints or moves taken back. Other games have the weight 1."""


def fitting(game: Game, results: Iterable[Result]) -> Fitting | None:
    """Return the opponent about as strong as a player with these results; None if the game's levels have no ratings."""
    if game.ladder is None:
        return None
    rated = [(result, strength) for result in results if (strength := rating_of(game, result)) is not None]
    rated.sort(key=lambda pair: pair[0].ended)
    belief = unknown(game.ladder.ratings)
    for result, strength in rated[-LATEST:]:
        belief = belief.after(result, strength)
    return placed(game, belief, len(rated))


def placed(game: Game, belief: Belief, counted: int) -> Fitting | None:
    """Return the opponent whose rating is the median of `belief`, the distribution of the player's rating.

    `counted` is the number of games on which the distribution is based. Return None if the game's levels have no
    ratings.
    """
    if game.ladder is None:
        return None
    place = round(WHOLE * _rank(game.ladder.ratings, belief.median))
    near = (place + WHOLE // 2) // WHOLE
    return Fitting(game.bots.LEVELS[near].number, place - WHOLE * near, counted)


class Belief(NamedTuple):
    """The probability distribution of a player's rating, over the equally spaced ratings in `cells`.

    `weights` are proportional to the probabilities of these ratings. From one game to the next, the part `spread` of
    each weight moves to each of the two neighbouring ratings, because a player's strength changes.
    """

    cells: tuple[float, ...]
    weights: tuple[float, ...]
    spread: float

    @property
    def median(self) -> float:
        """The median of the distribution."""
        half, step = sum(self.weights) / 2, self.cells[1] - self.cells[0]
        for cell, weight in zip(self.cells, self.weights, strict=True):
            if weight >= half:
                return cell + step * (half / weight - 0.5)
            half -= weight
        return self.cells[-1]

    def after(self, result: Result, strength: float) -> Belief:
        """Return the distribution after a result against opponents with the rating `strength`."""
        likely = [
            weight * _likelihood(result, cell - strength) for weight, cell in zip(self.weights, self.cells, strict=True)
        ]
        whole = sum(likely)
        outer = (likely[0], *likely, likely[-1])  # at the ends nothing is lost
        weights = (
            (weight + self.spread * (before - 2 * weight + after)) / whole
            for before, weight, after in zip(outer, likely, outer[2:], strict=False)
        )
        return self._replace(weights=tuple(weights))


def unknown(ratings: Sequence[int]) -> Belief:
    """Return the distribution for a new player: the second level is likely, and far stronger players are possible.

    The distribution has long tails (Cauchy), so that the first games move the rating far, and later games less.
    """
    low, high = ratings[0] - _MARGIN, ratings[-1] + _MARGIN
    step = (high - low) / (_CELLS - 1)
    cells = tuple(low + step * number for number in range(_CELLS))
    width = _WIDTH * (ratings[-1] - ratings[0])
    return Belief(
        cells, tuple(1 / (1 + ((cell - ratings[1]) / width) ** 2) for cell in cells), (_DRIFT / step) ** 2 / 2
    )


def _likelihood(result: Result, lead: float) -> float:
    """Return the probability of a result for a player who is `lead` points stronger than each of the opponents.

    In a game of n players, the player wins with the probability s / (s + n - 1), where s is 10 ** (lead / 400). A
    shared first place gets the geometric mean of this and the probability not to win. If the player had help, the
    probability is raised to the power of `_HELPED`, so that the game has less weight.
    """
    ahead: float = 10 ** (lead / _SCALE)
    won = ahead / (ahead + result.players - 1)
    probability = won if result.won else (won * (1 - won)) ** 0.5 if result.drawn else 1 - won
    return float(probability**_HELPED) if result.helped else probability


def rating_of(game: Game, result: Result) -> float | None:
    """Return the rating of the opponents in a result, or None if the result does not count.

    A result counts if one person played against opponents of a single level, and if that level is still offered.
    """
    level, offset = opponent_of(result.against)
    if game.ladder is None or (result.game, result.players in game.sign.seats) != (game.name, True):
        return None
    if game.opponent(level) not in game.bots.LEVELS:
        return None
    ratings = game.ladder.ratings
    place = min(max(0.0, game.strength(level) + (offset or 0) / WHOLE), len(ratings) - 1.0)
    rank = min(int(place), len(ratings) - 2)
    return ratings[rank] + (place - rank) * (ratings[rank + 1] - ratings[rank])


def _rank(ratings: Sequence[int], value: float) -> float:
    """Return the rank of a rating among the levels, from 0 for the weakest level; 1.5 is halfway between two levels."""
    shares = ((value - lower) / (upper - lower) for lower, upper in pairwise(ratings))
    return sum(min(max(0.0, share), 1.0) for share in shares)
