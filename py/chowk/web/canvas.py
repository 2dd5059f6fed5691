"""The painter that draws on canvases: the board on one, the pieces and marks on another above it.

The board is drawn when its size or the theme changes. Every drawing that sprites name is drawn once per size into a
bitmap; a frame is one call per sprite. Nothing is drawn unless asked for.
"""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

from chowk.draw.marks import art_of
from chowk.draw.scene import BED, Paintable, Scene, Sprite, layered
from chowk.draw.shapes import Group, extent
from chowk.draw.theme import themed
from chowk.web.brush import Brush
from chowk.web.letters import Letters

LARGEST: Final = 4096
"""The most pixels that a canvas has on a side."""
DENSEST: Final = 3.0
"""The most device pixels to a CSS pixel that are drawn."""
_ENLARGED: Final = 1.3
"""From this scale on, a sprite has a bitmap of twice the size."""


class Bitmap(NamedTuple):
    """A drawing in pixels; (left, top) is its corner as seen from the drawing's origin."""

    image: Any
    left: int
    top: int


class BoardCanvas:
    """A board on two canvases of the same place and size, `ground` below `pieces`.

    Call `resize` first and whenever the size changes, `theme` when the theme does; then `draw` what is to be seen.
    Both draw the board again, and the last scene on it.
    """

    def __init__(self, ground: Any, pieces: Any, view: Paintable) -> None:
        self._view = view
        self._ground, self._pieces = ground, pieces
        self._letters = Letters(self._afresh)
        self._brush = Brush(themed("light"), self._letters)
        self._pen = pieces.getContext("2d")
        self._unit = 0.0  # device pixels to a board unit; 0 until there is a size
        self._bitmaps: dict[tuple[str, int], Bitmap] = {}
        self._scene: Scene = ()
        self._bed: Scene = ()  # the sprites that are drawn together with the board
        self._labelled = False
        self._bind()

    def resize(self, width: float, height: float, density: float) -> None:
        """Fits the canvases to a box of CSS pixels at so many device pixels each."""
        dense = min(density, DENSEST, LARGEST / max(width, height, 1))
        wide, high = max(1, round(width * dense)), max(1, round(height * dense))
        if (wide, high) == (self._pieces.width, self._pieces.height) and self._unit:
            return
        for canvas in (self._ground, self._pieces):
            canvas.width, canvas.height = wide, high
        self._unit = min(wide / self._view.SIZE[0], high / self._view.SIZE[1])
        self._afresh()

    def theme(self, look: str) -> None:
        """Puts on a look, as `themed` reads it."""
        self._brush = Brush(themed(look), self._letters)
        self._afresh()

    def label(self, shown: bool) -> None:
        """Writes on the board what the view writes on request, or leaves it out, as at first."""
        if shown != self._labelled:
            self._labelled = shown
            self._afresh()

    def draw(self, scene: Scene) -> None:
        """Draws the pieces and marks."""
        self._scene = scene
        unit, pen = self._unit, self._pen
        if not unit:
            return
        bed = tuple(sprite for sprite in scene if sprite.z <= BED)
        if bed != self._bed:
            self._bed = bed
            self._ground_afresh()
        self._clear(0, 0, self._pieces.width, self._pieces.height)
        draw, bitmap_of, faint = self._image, self._bitmap, 1.0
        for sprite in layered(sprite for sprite in scene if sprite.z > BED):
            if sprite.alpha != faint:
                faint = pen.globalAlpha = sprite.alpha
            if sprite.scale == 1 and sprite.squash == 1 and not sprite.angle:
                image, left, top = bitmap_of(sprite.art, 1)
                draw(image, round(sprite.x * unit) + left, round(sprite.y * unit) + top)
            else:
                self._turned(sprite)
        if faint != 1:
            pen.globalAlpha = 1.0

    def _turned(self, sprite: Sprite) -> None:
        level = 2 if sprite.scale > _ENLARGED else 1
        image, left, top = self._bitmap(sprite.art, level)
        size, turn = sprite.scale / level, math.radians(sprite.angle)
        wide = size * sprite.squash
        self._transform(
            math.cos(turn) * wide,
            math.sin(turn) * wide,
            -math.sin(turn) * size,
            math.cos(turn) * size,
            sprite.x * self._unit,
            sprite.y * self._unit,
        )
        self._image(image, left, top)
        self._transform(1, 0, 0, 1, 0, 0)

    def _bitmap(self, art: str, level: int) -> Bitmap:
        key = (art, level)
        found = self._bitmaps.get(key)
        if found is None:
            found = self._bitmaps[key] = self._drawn(art, level * self._unit)
        return found

    def _drawn(self, art: str, unit: float) -> Bitmap:
        drawing = art_of(art, self._view.ART, self._brush.pieces)
        box = extent(drawing)
        left, top = math.floor(box.left * unit) - 1, math.floor(box.top * unit) - 1
        wide, high = math.ceil(box.right * unit) + 1 - left, math.ceil(box.bottom * unit) + 1 - top
        return Bitmap(self._brush.bitmap(drawing, unit, -left, -top, wide, high), left, top)

    def _afresh(self) -> None:
        for bitmap in self._bitmaps.values():
            if hasattr(bitmap.image, "close"):
                bitmap.image.close()
        self._bitmaps.clear()
        if not self._unit:
            return
        self._bind()
        self._ground_afresh()
        self.draw(self._scene)

    def _ground_afresh(self) -> None:
        context = self._ground.getContext("2d")
        context.setTransform(1, 0, 0, 1, 0, 0)
        context.clearRect(0, 0, self._ground.width, self._ground.height)
        self._brush.paint(context, self._view.ground(), self._unit)
        art, pieces = self._view.ART, self._brush.pieces
        bed = tuple(Group(art_of(one.art, art, pieces), one.x, one.y, one.angle, one.scale) for one in self._bed)
        self._brush.paint(context, bed, self._unit)
        if self._labelled:
            self._brush.paint(context, self._view.labels(), self._unit)

    def _bind(self) -> None:
        """Looks the hot methods up once; a look-up costs as much as the call."""
        pen = self._pen
        pen.imageSmoothingQuality = "high"  # a new size resets it
        self._image, self._transform, self._clear = pen.drawImage, pen.setTransform, pen.clearRect
