"""A board seen from its other side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from chowk.core.position import Spot
from chowk.draw.scene import Scene
from chowk.draw.shapes import Drawing
from chowk.games.card import Cell, View


class Turned:
    """A `View` of the same board after half a turn: places change, drawings stay upright, the light from above.

    Only for boards whose ground looks the same after half a turn.
    """

    def __init__(self, view: View[Any, Any]) -> None:
        self._view = view
        self._cells = [[self._moved(cell) for cell in reversed(row)] for row in reversed(view.cells())]

    @property
    def SIZE(self) -> tuple[float, float]:  # noqa: N802 - as a module has it
        """Width and height, as before."""
        return self._view.SIZE

    @property
    def ART(self) -> Mapping[str, Drawing]:  # noqa: N802 - as a module has it
        """The drawings, as before."""
        return self._view.ART

    @property
    def NEAR(self) -> int | None:  # noqa: N802 - as a module has it
        """The seat that sits below now."""
        return None if self._view.NEAR is None else 1 - self._view.NEAR

    @property
    def ELSEWHERE(self) -> Spot:  # noqa: N802 - as a module has it
        """What lies beside the cells, as before."""
        return self._view.ELSEWHERE

    def ground(self) -> Drawing:
        """The board without pieces, as before."""
        return self._view.ground()

    def worn(self, skin: str) -> Mapping[str, Drawing]:
        """The drawings of a skin, as before."""
        return self._view.worn(skin)

    def labels(self) -> Drawing:
        """What is written on the board, where it is to be read now."""
        return tuple(shape for row in self._cells for cell in row for shape in self.label(cell))

    def label(self, cell: Cell) -> Drawing:
        """What is written on one cell, as before."""
        return self._view.label(cell)

    def pieces(self, position: Any) -> Scene:
        """The sprites where they stand now."""
        return self._across(self._view.pieces(position))

    def lit(self, position: Any, picked: tuple[Spot, ...]) -> Scene:
        """What is shown besides, where it is now."""
        return self._across(self._view.lit(position, picked))

    def cells(self) -> Sequence[Sequence[Cell]]:
        """The cells in rows as they lie now."""
        return self._cells

    def spell(self, position: Any) -> Mapping[Any, tuple[Spot, ...]]:
        """The moves as paths of spots, as before."""
        return self._view.spell(position)

    def _across(self, scene: Scene) -> Scene:
        width, height = self.SIZE
        return tuple(one._replace(x=width - one.x, y=height - one.y) for one in scene)

    def _moved(self, cell: Cell) -> Cell:
        width, height = self.SIZE
        return cell._replace(x=width - cell.x - cell.width, y=height - cell.y - cell.height)
