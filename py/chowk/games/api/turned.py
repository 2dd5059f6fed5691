"""Views of boards that are turned by quarter turns. Drawings stay upright, and the light comes from the same side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

from chowk.core.position import Spot
from chowk.draw.scene import Point, Scene
from chowk.draw.shapes import Drawing
from chowk.games.api import Cell, View


class Turned:
    """A `View` that shows another view's board turned by `turns` quarter turns clockwise."""

    def __init__(self, view: View[Any, Any], turns: int) -> None:
        self._view = view
        self._turns = turns
        self._cells = view.cells(turns)

    @property
    def SIZE(self) -> tuple[float, float]:  # noqa: N802 - a module constant
        """Width and height of the turned board, in board units."""
        wide, high = self._view.SIZE
        return (high, wide) if self._turns % 2 else (wide, high)

    @property
    def ART(self) -> Mapping[str, Drawing]:  # noqa: N802 - a module constant
        """The drawings of the wrapped view, unchanged, because drawings stay upright."""
        return self._view.ART

    @property
    def TURNS(self) -> int:  # noqa: N802 - a module constant
        """The number of orientations of the wrapped view's board."""
        return self._view.TURNS

    @property
    def ELSEWHERE(self) -> Spot:  # noqa: N802 - a module constant
        """The wrapped view's spot for points outside the cells."""
        return self._view.ELSEWHERE

    def sides(self, position: Any) -> Sequence[int]:
        """Return for each seat the side of the turned board: 0 below, 1 left, 2 above, 3 right. See `View.sides`."""
        return tuple((side + self._turns) % 4 for side in self._view.sides(position))

    def ground(self, turns: int = 0) -> Drawing:
        """Return the turned board without pieces, turned by `turns` further quarter turns clockwise."""
        return self._view.ground(self._turns + turns)

    def skin_drawings(self, skin: str) -> Mapping[str, Drawing]:
        """Return the wrapped view's drawings of a skin, unchanged."""
        return self._view.skin_drawings(skin)

    def labels(self, turns: int = 0) -> Drawing:
        """Return the labels of the turned board, turned by `turns` further quarter turns clockwise."""
        return self._view.labels(self._turns + turns)

    def label(self, cell: Cell) -> Drawing:
        """Return the wrapped view's label of one cell, unchanged."""
        return self._view.label(cell)

    def pieces(self, position: Any, turns: int = 0) -> Scene:
        """Return the sprites at their places on the turned board."""
        return self._view.pieces(position, self._turns + turns)

    def lit(self, position: Any, picked: tuple[Spot, ...], turns: int = 0) -> Scene:
        """Return extra sprites, at their places on the turned board, after the player has picked the spots `picked`."""
        return self._view.lit(position, picked, self._turns + turns)

    def cells(self, turns: int = 0) -> Sequence[Sequence[Cell]]:
        """Return the cells of the turned board, in rows."""
        return self._view.cells(self._turns + turns) if turns else self._cells

    def spell(self, position: Any) -> Mapping[Any, tuple[Spot, ...]]:
        """Map each move to its path of spots, as in the wrapped view."""
        return self._view.spell(position)


def turned_point(point: Point, size: tuple[float, float], turns: int) -> Point:
    """Return where a point is after a board of width and height `size` is turned by `turns` quarter turns clockwise."""
    (x, y), (wide, high) = point, size
    for _ in range(turns % 4):
        x, y, wide, high = high - y, x, high, wide
    return x, y


def turned_scene(scene: Scene, size: tuple[float, float], turns: int) -> Scene:
    """Return sprites at their places after a board of width and height `size` is turned.

    `turns` is the number of quarter turns clockwise.
    """
    if not turns % 4:
        return scene
    places = ((sprite, turned_point((sprite.x, sprite.y), size, turns)) for sprite in scene)
    return tuple(sprite._replace(x=x, y=y) for sprite, (x, y) in places)


@lru_cache(maxsize=16)
def turned_cells(
    rows: tuple[tuple[Cell, ...], ...], size: tuple[float, float], turns: int
) -> tuple[tuple[Cell, ...], ...]:
    """Return cells, in rows, at their places after a board of width and height `size` is turned.

    `turns` is the number of quarter turns clockwise.
    """
    return in_rows(_turned(cell, size, turns) for row in rows for cell in row) if turns % 4 else rows


def in_rows(cells: Iterable[Cell]) -> tuple[tuple[Cell, ...], ...]:
    """Group cells into rows by their top left corners, top to bottom and left to right."""
    in_order = sorted(cells, key=lambda cell: (round(cell.y, 6), cell.x))
    return tuple(tuple(row) for _, row in groupby(in_order, lambda cell: round(cell.y, 6)))


def _turned(cell: Cell, size: tuple[float, float], turns: int) -> Cell:
    corners = ((cell.x, cell.y), (cell.x + cell.width, cell.y + cell.height))
    (x, y), (far_x, far_y) = (turned_point(corner, size, turns) for corner in corners)
    return Cell(cell.spot, min(x, far_x), min(y, far_y), abs(far_x - x), abs(far_y - y))
