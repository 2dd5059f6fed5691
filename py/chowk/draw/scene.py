"""A scene: keyed sprites, and the few things that everybody does with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from chowk.core.position import Spot
from chowk.draw.shapes import Drawing

Point: TypeAlias = tuple[float, float]
Where: TypeAlias = Callable[[Spot], Point]
"""Where a spot's centre is, in board units."""


class Sprite(NamedTuple):
    """A picture element: the drawing `art`, put at (x, y) in board units, and whose it is.

    `key` pairs it with itself in another scene; `angle` is in degrees clockwise; `spot` is the place it stands
    on, empty where it stands on none; `squash` narrows it from left to right, before it is turned. Sprites are
    painted in the order of `z`, then of the scene.
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


class Boxed(Protocol):
    """A spot and its box in board units, such as a `Cell`."""

    @property
    def spot(self) -> Spot:
        """The spot's name."""

    @property
    def x(self) -> float:
        """Its left edge."""

    @property
    def y(self) -> float:
        """Its top edge."""

    @property
    def width(self) -> float:
        """How wide it is."""

    @property
    def height(self) -> float:
        """How high it is."""


class Paintable(Protocol):
    """What painters need of a game's `view` module."""

    @property
    def SIZE(self) -> tuple[float, float]:  # noqa: N802 - a module constant
        """Width and height in board units."""

    @property
    def ART(self) -> Mapping[str, Drawing]:  # noqa: N802 - a module constant
        """The drawings that sprites name."""

    def ground(self) -> Drawing:
        """The board without pieces."""

    def worn(self, skin: str) -> Mapping[str, Drawing]:
        """The drawings that a skin has in the place of those of these names; `GROUND` is that of the board itself."""

    def labels(self) -> Drawing:
        """What is written on the board for those who ask for it, such as the numbers of the squares."""


def centres(rows: Iterable[Iterable[Boxed]]) -> dict[Spot, Point]:
    """The middle of every cell by its spot: `centres(view.cells()).__getitem__` is a `Where`."""
    return {cell.spot: (cell.x + cell.width / 2, cell.y + cell.height / 2) for row in rows for cell in row}


def layered(scene: Iterable[Sprite]) -> list[Sprite]:
    """The sprites in the order in which they are painted."""
    return sorted(scene, key=lambda sprite: sprite.z)


def keyed(scene: Iterable[Sprite]) -> dict[str, Sprite]:
    """The sprites by key."""
    return {sprite.key: sprite for sprite in scene}


def lifted(scene: Scene, key: str, to: Point, scale: float = 1.1) -> Scene:
    """The scene with one sprite taken up: it hangs at `to`, above all others, enlarged."""
    return tuple(
        sprite._replace(x=to[0], y=to[1], scale=sprite.scale * scale, z=LIFTED) if sprite.key == key else sprite
        for sprite in scene
    )


LIFTED = 100.0
"""The layer of a piece in the hand; marks lie below -1 or from 10 to 60, pieces between."""


GROUND = "ground"
"""The name of the board itself among the drawings of a skin."""
BED = -5.0
"""The layer of what changes so seldom that it is drawn together with the board."""


DICE = "die "
"""How the keys of dice begin: `die 1` and so on are those that an event rolls."""
PASSED_ON = "die next "
"""How the keys of dice begin that are passed on as soon as they are thrown: `die 1` to `die 6` are their faces."""
LINK = "link "
"""How the keys of what joins pieces on one spot begin: it comes and goes with them."""


def standing(scene: Iterable[Sprite], spots: Sequence[Spot]) -> tuple[Sprite, ...]:
    """The sprites that stand on any of the spots."""
    return tuple(sprite for sprite in scene if sprite.spot in spots)
