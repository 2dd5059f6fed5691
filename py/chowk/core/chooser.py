"""Choosing a move by pointing: one walk down the tree of spellings serves every way of input.

Each legal move is spelled as a short path of spots. Tapping, dragging (press picks, release picks), keys, a
screen reader and typed notation all do the same two things: ask which spots are `open`, and `pick` one.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Generic, NamedTuple, TypeVar

from chowk.core.position import Spot

M = TypeVar("M", bound=Hashable)


class Chooser(NamedTuple, Generic[M]):
    """What has been pointed at so far, and what may come next; a value.

    `spellings` gives each legal move its path of spots. No spelling is a prefix of another.
    """

    spellings: Mapping[M, tuple[Spot, ...]]
    picked: tuple[Spot, ...] = ()

    @property
    def live(self) -> tuple[M, ...]:
        """The moves that are still possible, in canonical order."""
        depth = len(self.picked)
        return tuple(move for move, path in self.spellings.items() if path[:depth] == self.picked)

    @property
    def open(self) -> tuple[Spot, ...]:
        """The spots that may be picked next, without repeats."""
        depth = len(self.picked)
        return tuple(dict.fromkeys(path[depth] for path in map(self._path, self.live) if len(path) > depth))

    @property
    def move(self) -> M | None:
        """The move that is fully spelled, if one is."""
        return next((move for move in self.live if self.spellings[move] == self.picked), None)

    def pick(self, spot: Spot) -> Chooser[M]:
        """The chooser after pointing at `spot`, one of `open`; raises KeyError for any other."""
        if spot not in self.open:
            raise KeyError(spot)
        return self._replace(picked=(*self.picked, spot))

    def back(self) -> Chooser[M]:
        """The chooser one pointing earlier."""
        return self._replace(picked=self.picked[:-1])

    def fresh(self) -> Chooser[M]:
        """The chooser with nothing picked."""
        return self._replace(picked=())

    def completing(self) -> dict[Spot, M]:
        """For each open spot that would finish a move, that move: what a preview may show."""
        depth = len(self.picked) + 1
        return {self.spellings[move][depth - 1]: move for move in self.live if len(self.spellings[move]) == depth}

    def _path(self, move: M) -> tuple[Spot, ...]:
        return self.spellings[move]
