"""Pointing: a state machine that turns taps, drags and keys into picks, the same for every game and input device.

A press picks a spot that may be picked, a release on another spot picks that one too (a drag), and a release on the
same spot leaves it picked for the next tap. A pick that would complete a move waits for the release, so that nothing
happens until the finger is lifted inside the target.

Once something is picked, a spot further on may be pointed at if only one way leads there. A partly picked move can also
be finished by a second tap on its last spot, if no other move continues from it.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Generic, NamedTuple, TypeVar

from chowk.core.move_input import Chooser
from chowk.core.position import Spot

M = TypeVar("M", bound=Hashable)


class Pointing(NamedTuple, Generic[M]):
    """A chooser and the state of the pointer; an immutable value.

    `pressed` is the spot under the finger or key that is down; `again` is True if it was picked before the press;
    `refused` holds the spots of an illegal move until the next input.
    """

    chooser: Chooser[M]
    pressed: Spot = ""
    again: bool = False
    refused: tuple[Spot, ...] = ()

    @property
    def move(self) -> M | None:
        """The chosen move, or None."""
        return self.chooser.move

    def press(self, spot: Spot) -> Pointing[M]:
        """Return the state after a press on `spot`."""
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
        """Return the state after a release on `spot`; an empty spot is off the board."""
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
        """Return the state after a press and a release on one spot, as by a key or a voice command."""
        return self.press(spot).release(spot)

    def cancel(self) -> Pointing[M]:
        """Return the state with nothing picked, as after Escape or a second finger."""
        return Pointing(self.chooser.fresh())

    def lose(self) -> Pointing[M]:
        """Return the state after the device cancelled the pointer, such as by a rotation: the picks stay."""
        return Pointing(self.chooser)

    @property
    def _under_way(self) -> bool:
        return len(self.chooser.picked) > 1 and self.chooser.only is not None

    def _completes(self, spot: Spot) -> bool:
        return self.chooser.pick(spot).move is not None


def idle() -> Pointing[Any]:
    """Return the state in which nothing may be picked."""
    return Pointing(Chooser({}))
