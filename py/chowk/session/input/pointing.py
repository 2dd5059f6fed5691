"""Pointing: a state machine that turns taps, drags and keys into picked spots, for all games and input devices.

A press picks its spot, if that spot may be picked. A release on another spot, as at the end of a drag, picks that one,
too. After a release on the same spot, the spot stays picked for the next tap. The spot that completes a move is picked
only at the release. If the pressed spot cannot be picked next but a move begins there, the press clears the picked
spots and begins that move.

Once a spot is picked, a more distant spot can be picked as well if only one path of spots leads to it. If at least two
spots are picked and only one move is still possible, a second tap on a picked spot finishes that move.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Generic, NamedTuple, TypeVar

from chowk.core.move_input import Chooser
from chowk.core.position import Spot

M = TypeVar("M", bound=Hashable)


class Pointing(NamedTuple, Generic[M]):
    """The spots picked so far (`chooser`) and the state of the pointer; an immutable value.

    `pressed` is the spot on which a finger, button or key is down; empty if none is. `picked_before` is True if that
    spot was picked before the press. `refused` holds the spots of an illegal move, until the next input.
    """

    chooser: Chooser[M]
    pressed: Spot = ""
    picked_before: bool = False
    refused: tuple[Spot, ...] = ()

    @property
    def move(self) -> M | None:
        """The move whose spots have all been picked, or None."""
        return self.chooser.move

    def press(self, spot: Spot) -> Pointing[M]:
        """Return the state of pointing after a finger, button or key goes down on `spot`."""
        chooser = self.chooser
        if spot in chooser.open:
            return Pointing(chooser if self._completes(spot) else chooser.pick(spot), spot)
        if spot in chooser.picked:
            return Pointing(chooser, spot, picked_before=True)
        if spot in chooser.fresh().open:
            fresh = Pointing(chooser.fresh())
            return fresh.press(spot)
        return Pointing(chooser, spot)

    def release(self, spot: Spot) -> Pointing[M]:
        """Return the state of pointing after a finger, button or key goes up on `spot`.

        An empty text means outside the board.
        """
        chooser, pressed = self.chooser, self.pressed
        if not pressed:
            return self._replace(refused=())
        if not spot:
            return Pointing(chooser.fresh())
        if spot in chooser.open or (chooser.picked and spot in chooser.ahead):
            return Pointing(chooser.reach(spot))
        if spot != pressed:
            return Pointing(chooser, refused=(*chooser.picked, spot) if chooser.picked else (pressed,))
        if self.picked_before:
            return Pointing(chooser.finish() if self._under_way else chooser.fresh())
        if spot in chooser.picked:
            return Pointing(chooser)
        return Pointing(chooser, refused=(*chooser.picked, spot))

    def tap(self, spot: Spot) -> Pointing[M]:
        """Return the state of pointing after a press and a release on one spot, as by a key or a voice command."""
        return self.press(spot).release(spot)

    def cancel(self) -> Pointing[M]:
        """Return the state of pointing with no spot picked, as after the Escape key or a second finger."""
        return Pointing(self.chooser.fresh())

    def lose(self) -> Pointing[M]:
        """Return the state of pointing after the device cancelled the pointer, as when a phone is rotated.

        Picked spots stay picked.
        """
        return Pointing(self.chooser)

    @property
    def _under_way(self) -> bool:
        return len(self.chooser.picked) > 1 and self.chooser.only is not None

    def _completes(self, spot: Spot) -> bool:
        return self.chooser.pick(spot).move is not None


def idle() -> Pointing[Any]:
    """Return the state of pointing in which no spot can be picked, because no move is awaited."""
    return Pointing(Chooser({}))
