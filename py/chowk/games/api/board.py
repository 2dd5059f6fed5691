"""The interface of a game's `view` module: where things are on the board and how they look."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from chowk.core.position import Position, Spot
from chowk.draw.scene import Scene
from chowk.draw.shapes import Drawing

M = TypeVar("M", bound=Hashable)
P_in = TypeVar("P_in", bound=Position[Any], contravariant=True)


class Cell(NamedTuple):
    """A spot on the board that can be pointed at: its name and its box (left, top, width, height) in board units."""

    spot: Spot
    x: float
    y: float
    width: float
    height: float


class View(Protocol[P_in, M]):
    """A game's `view` module: the geometry of the board, and drawings of the board and its pieces, as plain data."""

    @property
    def SIZE(self) -> tuple[float, float]:  # noqa: N802 - a module constant
        """Width and height of the board with its frame, in board units."""

    @property
    def ART(self) -> Mapping[str, Drawing]:  # noqa: N802 - a module constant
        """The drawings of the sprites that `pieces` returns, by name. Each drawing has its own origin."""

    @property
    def TURNS(self) -> int:  # noqa: N802 - a module constant
        """Number of orientations of the board.

        1 for a board that is never turned, 2 for half turns, 4 for quarter turns.
        """

    @property
    def ELSEWHERE(self) -> Spot:  # noqa: N802 - a module constant
        """The name of the spot for points outside all cells. Empty if pointing there has no effect."""

    def sides(self, position: P_in) -> Sequence[int]:
        """Return for each seat the side of the unturned board where its player sits: 0 below, 1 left, 2 above, 3 right.

        Empty if no player has a side of the board. All players may then view the board from the same side.
        """

    def ground(self, turns: int = 0) -> Drawing:
        """Return the board without pieces. It is drawn once for each size and theme.

        Here and in the methods below, `turns` is the number of quarter turns clockwise by which the board is turned.
        Pieces and texts stay upright on a turned board.
        """

    def skin_drawings(self, skin: str) -> Mapping[str, Drawing]:
        """Return the drawings of a skin, by the names of the usual drawings that they replace.

        A skin is an alternative look of the board. The key `GROUND` is the board itself.
        """

    def labels(self, turns: int = 0) -> Drawing:
        """Return optional labels on the board, such as the numbers of the squares. May be empty."""

    def label(self, cell: Cell) -> Drawing:
        """Return the part of `labels` that belongs to one cell."""

    def pieces(self, position: P_in, turns: int = 0) -> Scene:
        """Return the sprites of a position.

        Each sprite has a unique key, and events name a piece by the key of its sprite.
        """

    def lit(self, position: P_in, picked: tuple[Spot, ...], turns: int = 0) -> Scene:
        """Return extra sprites to show after the player has picked the spots `picked`, such as paths of a capture.

        Usually empty.
        """

    def cells(self, turns: int = 0) -> Sequence[Sequence[Cell]]:
        """Return the cells of the board in rows, top to bottom and left to right, for a grid of buttons."""

    def spell(self, position: P_in) -> Mapping[M, tuple[Spot, ...]]:
        """Map each legal move, in canonical order, to its path: the spots at which a player points to make it.

        The spots are in the order of pointing. No path is a prefix of another, so a move is made once its path is
        complete.
        """
