"""Positions for the kernel to think about."""

from __future__ import annotations

from array import array
from typing import Final

from chowk.core.kernel import Kernel
from chowk.games.patchwork.engine.board import RICH
from chowk.games.patchwork.rules import Position
from chowk.games.patchwork.rules.quilt import Mask
from chowk.games.patchwork.rules.track import TRACKS

EDITIONS: Final = tuple(TRACKS)


def lay_out(kernel: Kernel, position: Position) -> None:
    """Writes a position into the kernel's row 0; more than `RICH` buttons count as so many."""
    fields = [position.turn, position.hand, position.single, position.tile, 0]
    masks: list[int] = []
    for one in position.players:
        fields += [one.space, min(one.buttons, RICH), one.income, one.quilt.bit_count(), 0]
        masks += halves(kernel, one.quilt)
    kernel.write("POSITION", array("i", fields))
    kernel.write("MASKS", array("Q", [*masks, (1 << len(position.queue)) - 1]))
    kernel.write("RING", array("b", position.queue))
    kernel.write("HOUSE", array("i", [EDITIONS.index(position.house.track), position.house.seven]))
    kernel.call("settle")


def halves(kernel: Kernel, quilt: Mask) -> tuple[int, int]:
    """The two parts in which the kernel has a mask of cells."""
    upper = int(kernel.numbers["UPPER"])
    return quilt & (1 << upper) - 1, quilt >> upper
