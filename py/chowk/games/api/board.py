"""Where things are and what they look like: what a game's `view` offers."""

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
    """A game's `view` module: where things are and what they look like. It knows the rules and draws values."""

    @property
    def SIZE(self) -> tuple[float, float]:  # noqa: N802 - a module constant
        """Width and height of the board with its frame, in board units."""

    @property
    def ART(self) -> Mapping[str, Drawing]:  # noqa: N802 - a module constant
        """The drawings that the sprites of `pieces` name, each around its own origin."""

    @property
    def TURNS(self) -> int:  # noqa: N802 - a module constant
        """In how many ways the board can lie: 1 if it is never turned, 2 for half turns, 4 for quarter turns."""

    @property
    def ELSEWHERE(self) -> Spot:  # noqa: N802 - a module constant
        """The spot that stands for all of the board that is no cell; empty where pointing there means nothing."""

    def sides(self, position: P_in) -> Sequence[int]:
        """Return by seat at which side of the unturned board its player sits, clockwise: 0 below, 1 left, 2 above.

        Empty where nobody has a side of the board, so that all players may look at it from the same one.
        """

    def ground(self, turns: int = 0) -> Drawing:
        """The board without pieces, drawn once per size and theme.

        Here and below, `turns` says by how many quarter turns clockwise the board lies turned; drawings stay upright.
        """

    def worn(self, skin: str) -> Mapping[str, Drawing]:
        """The drawings that a skin has in the place of those of these names; `GROUND` is that of the board itself."""

    def labels(self, turns: int = 0) -> Drawing:
        """What is written on the board for those who ask for it, such as the numbers of the squares; or nothing."""

    def label(self, cell: Cell) -> Drawing:
        """The part of `labels` that is written on one cell."""

    def pieces(self, position: P_in, turns: int = 0) -> Scene:
        """The sprites of a position; their keys are unique and name pieces as the events do."""

    def lit(self, position: P_in, picked: tuple[Spot, ...], turns: int = 0) -> Scene:
        """What is shown besides while these spots are picked, such as the ways a piece can take; mostly nothing."""

    def cells(self, turns: int = 0) -> Sequence[Sequence[Cell]]:
        """The spots on the board in rows, top to bottom and left to right, as a grid of buttons has them."""

    def spell(self, position: P_in) -> Mapping[M, tuple[Spot, ...]]:
        """Each legal move in canonical order as the path of spots that one points at; none is another's prefix."""
