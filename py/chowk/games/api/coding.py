"""The interface of a game's optional `coding` module: moves and positions as numbers, for programs that learn to play.

The page does not contain it. A game without such a module has no learning environment (`chowk.envs`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

Word: TypeAlias = tuple[int, ...]
"""The numbers of actions that make up a move, in order: one in most games, one for each leg of a jump in Checkers."""


class Coding(NamedTuple):
    """The fixed encoding of a game's moves and positions.

    `actions`: the number of actions. An action is a number from 0 to `actions - 1`.
    `word`: returns the actions that make up a legal move of a position. Different moves have different words, and no
        word is the beginning of another, so every sequence of actions means at most one move.
    `shape`: the sizes of the array that describes a position.
    `most`: the largest number in that array. The smallest is 0.
    `observe`: returns the numbers of that array, row by row, for a position as a seat sees it. The third argument holds
        the actions of an unfinished move that have been made so far.
    `draws`: the maximum, over all positions, of the number of different possible rolls; 0 in a game without dice.
    """

    actions: int
    word: Callable[[Any, Any], Word]
    shape: tuple[int, ...]
    most: int
    observe: Callable[[Any, int, Word], Sequence[int]]
    draws: int = 0
