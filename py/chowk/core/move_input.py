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

    @property
    def only(self) -> M | None:
        """The move that is meant whatever is picked next, if just one is still possible."""
        live = self.live
        return live[0] if len(live) == 1 else None

    @property
    def ahead(self) -> dict[Spot, tuple[Spot, ...]]:
        """The spots to which one way leads from here, and that way: the spots still to pick, this one last.

        An open spot is one step ahead. One that comes later, such as the last square of a jump, is ahead if all
        the moves that pass it go the same way there.
        """
        ways: dict[Spot, set[tuple[Spot, ...]]] = {}
        for path in map(self._path, self.live):
            rest = path[len(self.picked) :]
            for spot in rest:
                ways.setdefault(spot, set()).add(rest[: rest.index(spot) + 1])
        later = {spot: next(iter(found)) for spot, found in ways.items() if len(found) == 1}
        return {spot: (spot,) for spot in self.open} | {spot: way for spot, way in later.items() if len(way) > 1}

    def reach(self, spot: Spot) -> Chooser[M]:
        """The chooser after picking all that leads to `spot`, one of `ahead`; raises KeyError for any other."""
        return self._replace(picked=(*self.picked, *self.ahead[spot]))

    def pick(self, spot: Spot) -> Chooser[M]:
        """The chooser after pointing at `spot`, one of `open`; raises KeyError for any other."""
        if spot not in self.open:
            raise KeyError(spot)
        return self._replace(picked=(*self.picked, spot))

    def finish(self) -> Chooser[M]:
        """The chooser after picking all that is left of the only move; raises KeyError if there are several."""
        if self.only is None:
            raise KeyError(self.picked)
        return self._replace(picked=self.spellings[self.only])

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
