"""Choose a move by pointing at spots, in the same way with every input device.

Each legal move has a spelling: a short path of spots to pick for it. Taps, drags (the press picks a spot, and so does
the release), keys and screen readers all use the same two operations: read the `open` spots, and `pick` a spot.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Generic, NamedTuple, TypeVar

from chowk.core.position import Spot

M = TypeVar("M", bound=Hashable)


class Chooser(NamedTuple, Generic[M]):
    """The spots picked so far and the legal moves that continue them; an immutable value.

    `spellings` maps each legal move to its spelling, the path of spots to pick for it. No spelling is a prefix of
    another.
    """

    spellings: Mapping[M, tuple[Spot, ...]]
    picked: tuple[Spot, ...] = ()

    @property
    def live(self) -> tuple[M, ...]:
        """The legal moves whose spelling begins with the picked spots, in canonical order."""
        depth, picked = len(self.picked), self.picked
        # A list instead of a generator: a position may have hundreds of moves.
        return tuple([move for move, path in self.spellings.items() if path[:depth] == picked])

    @property
    def open(self) -> tuple[Spot, ...]:
        """The spots that may be picked next, without duplicates."""
        depth, paths = len(self.picked), [self.spellings[move] for move in self.live]
        return tuple(dict.fromkeys([path[depth] for path in paths if len(path) > depth]))

    @property
    def move(self) -> M | None:
        """The move whose spelling has been picked completely, or None if none exists yet."""
        return next((move for move in self.live if self.spellings[move] == self.picked), None)

    @property
    def only(self) -> M | None:
        """The only legal move that the picked spots allow, or None if they allow none or several."""
        live = self.live
        return live[0] if len(live) == 1 else None

    @property
    def ahead(self) -> dict[Spot, tuple[Spot, ...]]:
        """The spots to which only one way leads from the picked spots, each with that way.

        A way is the spots to pick, in order, the last of them being the spot itself. A spot that may be picked next has
        only itself as its way. A later spot, such as the last square of a jump, is included if all moves through it
        lead there by the same spots.
        """
        ways: dict[Spot, set[tuple[Spot, ...]]] = {}
        for spelling in map(self._path, self.live):
            remaining = spelling[len(self.picked) :]
            for spot in remaining:
                ways.setdefault(spot, set()).add(remaining[: remaining.index(spot) + 1])
        later = {spot: next(iter(paths)) for spot, paths in ways.items() if len(paths) == 1}
        return {spot: (spot,) for spot in self.open} | {spot: path for spot, path in later.items() if len(path) > 1}

    def reach(self, spot: Spot) -> Chooser[M]:
        """Return the chooser after picking the spots on the way to `spot`, including `spot` itself.

        Raises `KeyError` if `spot` is not in `ahead`.
        """
        return self._replace(picked=(*self.picked, *self.ahead[spot]))

    def pick(self, spot: Spot) -> Chooser[M]:
        """Return the chooser after picking `spot`, one of `open`; raise `KeyError` for any other spot."""
        if spot not in self.open:
            raise KeyError(spot)
        return self._replace(picked=(*self.picked, spot))

    def finish(self) -> Chooser[M]:
        """Return the chooser after picking all spots of the only move that is still possible.

        Raises `KeyError` if none or several are possible.
        """
        if self.only is None:
            raise KeyError(self.picked)
        return self._replace(picked=self.spellings[self.only])

    def back(self) -> Chooser[M]:
        """Return the chooser without the last pick."""
        return self._replace(picked=self.picked[:-1])

    def fresh(self) -> Chooser[M]:
        """Return a chooser among the same moves with nothing picked."""
        return self._replace(picked=())

    def completing(self) -> dict[Spot, M]:
        """Return the moves that one more pick completes, by the spot of that pick."""
        depth = len(self.picked) + 1
        return {self.spellings[move][depth - 1]: move for move in self.live if len(self.spellings[move]) == depth}

    def _path(self, move: M) -> tuple[Spot, ...]:
        return self.spellings[move]
