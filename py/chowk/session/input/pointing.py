"""Taps, drags and keys become picks: one small machine for every game and every way of pointing.

A press picks what may be picked, a release elsewhere picks again (a drag), and a release where the press was
leaves it picked for the next tap. A pick that would complete a move waits for the release, so that nothing is
done until the finger is up inside the target.

Once something is picked, a spot further on may be pointed at if only one way leads there. A move of which a part
is picked can also be finished by a second tap on that part, if no other move goes on from it.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Generic, NamedTuple, TypeVar

from chowk.core.move_input import Chooser
from chowk.core.position import Spot

M = TypeVar("M", bound=Hashable)


class Pointing(NamedTuple, Generic[M]):
    """A chooser with a finger on it; a value.

    `pressed` is the spot under the finger or key that is down; `again` says that it had been picked before it
    was pressed; `refused` holds the spots of a pointing that is no legal move, until the next one.
    """

    chooser: Chooser[M]
    pressed: Spot = ""
    again: bool = False
    refused: tuple[Spot, ...] = ()

    @property
    def move(self) -> M | None:
        """The move that has been chosen, if one has."""
        return self.chooser.move

    def press(self, spot: Spot) -> Pointing[M]:
        """A finger or button goes down on `spot`."""
        chooser = self.chooser
        if spot in chooser.open:
            return Pointing(chooser if self._completes(spot) else chooser.pick(spot), spot)
        if spot in chooser.picked:
            return Pointing(chooser, spot, again=True)
        if spot in chooser.fresh().open:
            fresh = Pointing(chooser.fresh())
            return fresh.press(spot)
        return Pointing(chooser, spot)

    def release(self, spot: Spot) -> Pointing[M]:
        """The finger goes up on `spot`; on none of the board's spots if that is empty."""
        chooser, pressed = self.chooser, self.pressed
        if not pressed:
            return self._replace(refused=())
        if not spot:
            return Pointing(chooser.fresh())
        if spot in chooser.open or (chooser.picked and spot in chooser.ahead):
            return Pointing(chooser.reach(spot))
        if spot != pressed:
            return Pointing(chooser, refused=(*chooser.picked, spot) if chooser.picked else (pressed,))
        if self.again:
            return Pointing(chooser.finish() if self._under_way else chooser.fresh())
        if spot in chooser.picked:
            return Pointing(chooser)
        return Pointing(chooser, refused=(*chooser.picked, spot))

    def tap(self, spot: Spot) -> Pointing[M]:
        """Press and release on one spot: what a key or a voice command does."""
        return self.press(spot).release(spot)

    def cancel(self) -> Pointing[M]:
        """Escape, a second finger: nothing is picked any more."""
        return Pointing(self.chooser.fresh())

    def lose(self) -> Pointing[M]:
        """The device took the pointer away, as when it was turned round: what was picked stays so."""
        return Pointing(self.chooser)

    @property
    def _under_way(self) -> bool:
        return len(self.chooser.picked) > 1 and self.chooser.only is not None

    def _completes(self, spot: Spot) -> bool:
        return self.chooser.pick(spot).move is not None


def idle() -> Pointing[Any]:
    """Nothing may be pointed at."""
    return Pointing(Chooser({}))
