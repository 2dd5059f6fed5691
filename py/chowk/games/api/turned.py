"""Boards that lie turned by quarters; drawings stay upright, and the light falls as before."""

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
    """A `View` of a board that lies turned by `turns` quarters clockwise."""

    def __init__(self, view: View[Any, Any], turns: int) -> None:
        self._view = view
        self._turns = turns
        self._cells = view.cells(turns)

    @property
    def SIZE(self) -> tuple[float, float]:  # noqa: N802 - as a module has it
        """Width and height."""
        wide, high = self._view.SIZE
        return (high, wide) if self._turns % 2 else (wide, high)

    @property
    def ART(self) -> Mapping[str, Drawing]:  # noqa: N802 - as a module has it
        """The drawings, as before."""
        return self._view.ART

    @property
    def TURNS(self) -> int:  # noqa: N802 - as a module has it
        """In how many ways the board can lie, as before."""
        return self._view.TURNS

    @property
    def ELSEWHERE(self) -> Spot:  # noqa: N802 - as a module has it
        """What lies beside the cells, as before."""
        return self._view.ELSEWHERE

    def sides(self, position: Any) -> Sequence[int]:
        """By seat the side of the board as it lies now."""
        return tuple((side + self._turns) % 4 for side in self._view.sides(position))

    def ground(self, turns: int = 0) -> Drawing:
        """The board without pieces."""
        return self._view.ground(self._turns + turns)

    def worn(self, skin: str) -> Mapping[str, Drawing]:
        """The drawings of a skin, as before."""
        return self._view.worn(skin)

    def labels(self, turns: int = 0) -> Drawing:
        """What is written on the board, where it is to be read now."""
        return self._view.labels(self._turns + turns)

    def label(self, cell: Cell) -> Drawing:
        """What is written on one cell, as before."""
        return self._view.label(cell)

    def pieces(self, position: Any, turns: int = 0) -> Scene:
        """The sprites where they stand now."""
        return self._view.pieces(position, self._turns + turns)

    def lit(self, position: Any, picked: tuple[Spot, ...], turns: int = 0) -> Scene:
        """What is shown besides, where it is now."""
        return self._view.lit(position, picked, self._turns + turns)

    def cells(self, turns: int = 0) -> Sequence[Sequence[Cell]]:
        """The cells in rows as they lie now."""
        return self._view.cells(self._turns + turns) if turns else self._cells

    def spell(self, position: Any) -> Mapping[Any, tuple[Spot, ...]]:
        """The moves as paths of spots, as before."""
        return self._view.spell(position)


def turned_point(at: Point, size: tuple[float, float], turns: int) -> Point:
    """Return where a point of a board of that width and height comes to lie after quarter turns clockwise."""
    (x, y), (wide, high) = at, size
    for _ in range(turns % 4):
        x, y, wide, high = high - y, x, high, wide
    return x, y


def turned_scene(scene: Scene, size: tuple[float, float], turns: int) -> Scene:
    """Return sprites that stand in the middle of their places where they lie on a turned board."""
    if not turns % 4:
        return scene
    places = ((one, turned_point((one.x, one.y), size, turns)) for one in scene)
    return tuple(one._replace(x=x, y=y) for one, (x, y) in places)


@lru_cache(maxsize=16)
def turned_cells(
    rows: tuple[tuple[Cell, ...], ...], size: tuple[float, float], turns: int
) -> tuple[tuple[Cell, ...], ...]:
    """Return the cells of a board of that size as they lie after quarter turns clockwise, in rows again."""
    return in_rows(_turned(cell, size, turns) for row in rows for cell in row) if turns % 4 else rows


def in_rows(cells: Iterable[Cell]) -> tuple[tuple[Cell, ...], ...]:
    """Return cells in rows by where they begin, top to bottom and left to right."""
    in_order = sorted(cells, key=lambda cell: (round(cell.y, 6), cell.x))
    return tuple(tuple(row) for _, row in groupby(in_order, lambda cell: round(cell.y, 6)))


def _turned(cell: Cell, size: tuple[float, float], turns: int) -> Cell:
    corners = ((cell.x, cell.y), (cell.x + cell.width, cell.y + cell.height))
    (x, y), (far_x, far_y) = (turned_point(corner, size, turns) for corner in corners)
    return Cell(cell.spot, min(x, far_x), min(y, far_y), abs(far_x - x), abs(far_y - y))
