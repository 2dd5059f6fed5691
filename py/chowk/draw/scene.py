"""Scenes: the picture of a game as sprites with keys, and common operations on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Final, NamedTuple, Protocol, TypeAlias

from chowk.core.position import Spot
from chowk.draw.shapes import Drawing

Point: TypeAlias = tuple[float, float]
"""A point in board units: x to the right, y down."""
Where: TypeAlias = Callable[[Spot], Point]
"""A function that returns the centre of a spot, in board units."""


class Sprite(NamedTuple):
    """A picture element: the drawing named `art` at (x, y), in board units.

    `key` identifies the sprite in other scenes of the same board. `angle` is in degrees clockwise. `spot` is the spot
    on which it is, or empty. `squash` scales its width, before the rotation. Sprites are painted in the order of `z`,
    then of the scene.
    """

    key: str
    art: str
    x: float
    y: float
    angle: float = 0.0
    scale: float = 1.0
    alpha: float = 1.0
    z: float = 0.0
    spot: Spot = ""
    squash: float = 1.0


Scene: TypeAlias = tuple[Sprite, ...]
"""The sprites of a picture. Sprites on the same layer are painted in this order."""


class Boxed(Protocol):
    """A spot and its rectangle in board units, such as a `Cell`."""

    @property
    def spot(self) -> Spot:
        """The spot's name."""

    @property
    def x(self) -> float:
        """The left edge, in board units."""

    @property
    def y(self) -> float:
        """The top edge, in board units."""

    @property
    def width(self) -> float:
        """The width, in board units."""

    @property
    def height(self) -> float:
        """The height, in board units."""


class Paintable(Protocol):
    """The parts of a game's `view` module that painters need."""

    @property
    def SIZE(self) -> tuple[float, float]:  # noqa: N802 - a module constant
        """The width and height of the board, in board units."""

    @property
    def ART(self) -> Mapping[str, Drawing]:  # noqa: N802 - a module constant
        """The game's drawings, by the names that sprites use."""

    def ground(self) -> Drawing:
        """Return the drawing of the board without pieces."""

    def skin_drawings(self, skin: str) -> Mapping[str, Drawing]:
        """Return the drawings that a skin has in place of the game's drawings of the same names.

        The drawing with the name `GROUND` replaces the board itself.
        """

    def labels(self) -> Drawing:
        """Return the optional labels of the board, such as the numbers of the squares."""


def centres(rows: Iterable[Iterable[Boxed]]) -> dict[Spot, Point]:
    """Return the centre of every cell, in board units, by the name of its spot."""
    return {cell.spot: (cell.x + cell.width / 2, cell.y + cell.height / 2) for row in rows for cell in row}


_Z: Final = itemgetter(Sprite._fields.index("z"))


def layered(scene: Iterable[Sprite]) -> list[Sprite]:
    """Return the sprites in the order in which they are painted."""
    return sorted(scene, key=_Z)


def keyed(scene: Iterable[Sprite]) -> dict[str, Sprite]:
    """Return the sprites by key."""
    return {sprite.key: sprite for sprite in scene}


LIFT = 1.1
"""Enlargement of a piece that is dragged."""


def lifted(scene: Scene, key: str, to: Point, scale: float = LIFT) -> Scene:
    """Return the scene with one sprite picked up: at `to`, enlarged, and above all others."""
    return tuple(
        sprite._replace(x=to[0], y=to[1], scale=sprite.scale * scale, z=LIFTED) if sprite.key == key else sprite
        for sprite in scene
    )


LIFTED = 100.0
"""The layer of a held piece. It is above the layers of all marks and of all other pieces."""


GROUND = "ground"
"""The name of the board itself among the drawings of a skin."""
BED = -5.0
"""The layer of sprites that change rarely. They are drawn together with the board."""


DICE = "die "
"""Prefix of the keys of dice: the faces of a roll appear on the sprites `die 1`, `die 2` and so on."""
PASSED_ON = "die next "
"""Prefix of the keys of dice that go to the next player at once after a roll, as in the rolls for who starts. They
have the drawings of ordinary dice."""
LINK = "link "
"""Prefix of the keys of sprites that join several pieces on one spot, and that appear and vanish with these pieces."""


def standing(scene: Iterable[Sprite], spots: Sequence[Spot]) -> tuple[Sprite, ...]:
    """Return the sprites on any of the spots."""
    return tuple(sprite for sprite in scene if sprite.spot in spots)
