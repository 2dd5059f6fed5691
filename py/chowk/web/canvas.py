"""The painter that draws on canvases: the board on one, the pieces and marks on another, what moves on a third.

The board is drawn when its size or the theme changes, the pieces when they do. Every drawing that sprites name is drawn
once per size into a bitmap; a frame of a motion is one call per sprite that moves, on a canvas no larger than its way.
Nothing is drawn unless asked for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple, TypeAlias

import js

from chowk.draw.layers import NOWHERE, Layers, parted
from chowk.draw.marks import art_of
from chowk.draw.scene import BED, Paintable, Scene, Sprite, layered
from chowk.draw.shapes import Drawing, Extent, Group, extent
from chowk.draw.theme import themed
from chowk.web.brush import Brush, surface
from chowk.web.letters import Letters

LARGEST: Final = 4096
"""The most pixels that a canvas has on a side."""
DENSEST: Final = 3.0
"""The most device pixels to a CSS pixel that are drawn."""
_ENLARGED: Final = 1.3
"""From this scale on, a sprite has a bitmap of twice the size."""
_STEP: Final = 64
"""The sides of the canvas for what moves are so many pixels long, or twice, thrice: it is seldom made anew."""
_HAIR: Final = 0.02
"""So much of a pixel is none."""
_EDGE: Final = 2
"""Pixels of air around what moves."""


class Bitmap(NamedTuple):
    """A drawing in pixels; (left, top) is its corner as seen from the drawing's origin."""

    image: Any
    left: int
    top: int


Bitmaps: TypeAlias = Callable[[str, int], Bitmap]
"""The bitmap of a drawing by its name, at so many times the usual size."""
Stages: TypeAlias = Callable[[], Iterable[Scene]]
"""Scenes on the way of a motion, no matter which."""


class _Plate:
    """A canvas that shows a picture until it is given another one.

    The picture is made out of sight and handed over: a canvas that is drawn on is looked at by the browser in every
    frame, whether anything was drawn or not. Where a browser has no such way, it is drawn on.
    """

    def __init__(self, canvas: Any) -> None:
        self.canvas = canvas
        self._shown = canvas.getContext("bitmaprenderer") if hasattr(js, "OffscreenCanvas") else None
        self._made: Any = None

    def pen(self) -> Any:
        """What to draw the next picture with, on nothing; to be shown once it is drawn."""
        canvas, made = self.canvas, self._made
        if self._shown and (made is None or (made.width, made.height) != (canvas.width, canvas.height)):
            made = self._made = surface(canvas.width, canvas.height)
        pen = (made if self._shown else canvas).getContext("2d")
        pen.setTransform(1, 0, 0, 1, 0, 0)
        pen.clearRect(0, 0, canvas.width, canvas.height)
        return pen

    def show(self) -> None:
        """Shows what was drawn."""
        if self._shown:
            self._shown.transferFromImageBitmap(self._made.transferToImageBitmap())


class _Painter:
    """Where sprites are drawn: with a pen, on a part of the board whose corner lies at (left, top), in pixels."""

    def __init__(self, pen: Any, bitmaps: Bitmaps, left: int = 0, top: int = 0) -> None:
        self._pen = pen
        self._bitmaps = bitmaps
        self.left, self.top = left, top
        pen.imageSmoothingQuality = "high"
        # Looked up once; a look-up costs as much as the call.
        self._image, self._transform = pen.drawImage, pen.setTransform

    def draw(self, scene: Iterable[Sprite], unit: float) -> None:
        """Draws sprites at so many pixels to a board unit."""
        pen, draw, bitmap_of, left, top = self._pen, self._image, self._bitmaps, self.left, self.top
        faint, turned = 1.0, False
        for sprite in layered(scene):
            if sprite.alpha != faint:
                faint = pen.globalAlpha = sprite.alpha
            plain = sprite.scale == 1 and sprite.squash == 1 and not sprite.angle
            if plain and turned:
                self._transform(1, 0, 0, 1, 0, 0)
            turned = not plain
            if plain:
                image, x, y = bitmap_of(sprite.art, 1)
                draw(image, round(sprite.x * unit) + x - left, round(sprite.y * unit) + y - top)
            else:
                self._turned(sprite, unit)
        if turned:
            self._transform(1, 0, 0, 1, 0, 0)
        if faint != 1:
            pen.globalAlpha = 1.0

    def _turned(self, sprite: Sprite, unit: float) -> None:
        """Draws a sprite that is not as large as its bitmap, or turned, and leaves the pen so."""
        level = 2 if sprite.scale > _ENLARGED else 1
        image, left, top = self._bitmaps(sprite.art, level)
        high, sine, cosine = sprite.scale / level, 0.0, 1.0
        if sprite.angle:
            turn = math.radians(sprite.angle)
            sine, cosine = math.sin(turn), math.cos(turn)
        wide = high * sprite.squash
        x, y = sprite.x * unit - self.left, sprite.y * unit - self.top
        self._transform(cosine * wide, sine * wide, -sine * high, cosine * high, x, y)
        self._image(image, left, top)


class BoardCanvas:
    """A board on canvases of the same place and size, `ground` below `pieces`, and `moving` on a part of them.

    Call `resize` first and whenever the size changes, `theme` when the theme does; then `draw` what is to be seen, or
    `perform` it while some of it moves. The first two draw the board again, and the last scene on it.
    """

    def __init__(self, ground: Any, pieces: Any, moving: Any, view: Paintable) -> None:
        self._view = view
        self._ground, self._pieces, self._moving = _Plate(ground), _Plate(pieces), moving
        self._pen = moving.getContext("2d")
        moving.hidden = True
        self._clear = self._pen.clearRect
        self._painter = _Painter(self._pen, self._bitmap)  # of what moves
        self._letters = Letters(self._afresh)
        self._brush = Brush(themed("light"), self._letters)
        self._size = (0, 0)  # of the board, in device pixels
        self._exact = False  # whether each of them is one of the screen's, so that canvases fit together to the pixel
        self._room = (0, 0)  # of what moves
        self._unit = 0.0  # device pixels to a board unit; 0 until there is a size
        self._bitmaps: dict[tuple[str, int], Bitmap] = {}
        self._extents: dict[str, Extent] = {}
        self._scene: Scene = ()  # all that is to be seen
        self._drawn: Scene | None = None  # the same, unless something moves
        self._plate: Scene | None = None  # what of it is on the canvas of the pieces, and not on that of what moves
        # What was not to move, before and after what moves, when it was last put into layers; how far what moves comes.
        self._resting: tuple[Scene, Scene] | None = None
        self._reach = NOWHERE
        self._layers = Layers((), (), (), NOWHERE.box)
        self._bed: Scene = ()  # the sprites that are drawn together with the board
        self._labelled = False

    def resize(self, width: float, height: float, density: float) -> None:
        """Fits the canvases to a box of CSS pixels at so many device pixels each."""
        dense = min(density, DENSEST, LARGEST / max(width, height, 1))
        wide, high = max(1, round(width * dense)), max(1, round(height * dense))
        if (wide, high) == self._size and self._unit:
            return
        self._size = (wide, high)
        for plate in (self._ground, self._pieces):
            plate.canvas.width, plate.canvas.height = wide, high
        self._unit = min(wide / self._view.SIZE[0], high / self._view.SIZE[1])
        box, real = self._ground.canvas.getBoundingClientRect(), js.window.devicePixelRatio
        self._exact = abs(box.width * real - wide) < _HAIR and abs(box.height * real - high) < _HAIR
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
        """Draws the pieces and marks at rest, unless they are there already."""
        self._scene = scene
        if not self._unit or scene == self._drawn:
            return
        self._drawn, self._resting = scene, None
        if not self._add(scene):
            self._lay(scene)
            self._draw_pieces(tuple(one for one in scene if one.z > BED))
            self._moving.hidden = True

    def perform(self, before: Scene, moving: Scene, after: Scene, stages: Stages = tuple) -> None:
        """Draws a frame of a motion: what moves, between what rests before it and after it in the order of the scene.

        `stages` gives what will move and how, so that there is room for it. What rests is drawn only when it changes.
        """
        self._scene = (*before, *moving, *after)
        if not self._unit:
            return
        known = self._resting is not None and before is self._resting[0]
        reach = self._reach if known else NOWHERE.wider((one for stage in stages() for one in stage), self._extent)
        reach = reach.wider((one for one in moving if not reach.holds(one, self._extent)), self._extent)
        if (before, after) != self._resting or reach != self._reach:
            self._resting, self._reach, self._drawn = (before, after), reach, None
            self._part(before, after)
        self._draw_moving((*self._layers.under, *moving, *self._layers.over))

    def _add(self, scene: Scene) -> bool:
        """Draws what has come to what was drawn, without that; says whether nothing has gone and it all lies above."""
        if self._plate is None or not self._exact:
            return False
        there = set(self._plate)
        come = tuple(one for one in scene if one not in there and one.z > BED)
        bed = tuple(one for one in scene if one.z <= BED)
        if bed != self._bed or len(come) + len(there) + len(bed) != len(scene):
            return False
        reach = NOWHERE.wider(come, self._extent)
        layers = parted(self._plate, (), reach, self._extent)
        if layers.under:
            return False
        self._cover(layers.box)
        self._draw_moving(come)
        return True

    def _part(self, before: Scene, after: Scene) -> None:
        """Draws what rests, and lays the canvas for what moves over it where that comes."""
        self._lay((*before, *after))
        sooner, later = (tuple(one for one in scene if one.z > BED) for scene in (before, after))
        self._layers = parted(sooner, later, self._reach, self._extent)
        self._draw_pieces(self._layers.below)
        self._cover(self._layers.box)

    def forget(self) -> None:
        """Draws the pieces next time, even if they are there: browsers let go of what nobody sees."""
        self._drawn = self._plate = None

    def _draw_pieces(self, scene: Scene) -> None:
        if scene == self._plate:
            return
        self._plate = scene
        _Painter(self._pieces.pen(), self._bitmap).draw(scene, self._unit)
        self._pieces.show()

    def _draw_moving(self, scene: Iterable[Sprite]) -> None:
        self._clear(0, 0, *self._room)
        self._painter.draw(scene, self._unit)

    def _cover(self, box: Extent) -> None:
        """Lays the canvas for what moves over a part of the board."""
        canvas, unit, (whole_width, whole_height) = self._moving, self._unit, self._size
        canvas.hidden = box.left > box.right
        if canvas.hidden:
            return
        left, top = max(0, math.floor(box.left * unit) - _EDGE), max(0, math.floor(box.top * unit) - _EDGE)
        wide = min(whole_width, _STEP * math.ceil((box.right * unit + _EDGE - left) / _STEP))
        high = min(whole_height, _STEP * math.ceil((box.bottom * unit + _EDGE - top) / _STEP))
        left, top = min(left, whole_width - wide), min(top, whole_height - high)
        if (wide, high) != self._room:
            canvas.width, canvas.height = self._room = (wide, high)  # which resets the pen, too
        self._painter = _Painter(self._pen, self._bitmap, left, top)
        # Moved by `translate`, and not by its place: that would be a new layout, of something that jumps.
        canvas.style.setProperty("translate", f"{100 * left / wide:.4f}% {100 * top / high:.4f}%")
        canvas.style.setProperty("width", f"{100 * wide / whole_width:.4f}%")
        canvas.style.setProperty("height", f"{100 * high / whole_height:.4f}%")

    def _extent(self, art: str) -> Extent:
        found = self._extents.get(art)
        if found is None:
            found = self._extents[art] = extent(self._art(art))
        return found

    def _art(self, name: str) -> Drawing:
        return art_of(name, self._view.ART, self._brush.pieces)

    def _bitmap(self, art: str, level: int) -> Bitmap:
        key = (art, level)
        found = self._bitmaps.get(key)
        if found is None:
            found = self._bitmaps[key] = self._pixels(art, level * self._unit)
        return found

    def _pixels(self, art: str, unit: float) -> Bitmap:
        drawing, box = self._art(art), self._extent(art)
        left, top = math.floor(box.left * unit) - 1, math.floor(box.top * unit) - 1
        wide, high = math.ceil(box.right * unit) + 1 - left, math.ceil(box.bottom * unit) + 1 - top
        return Bitmap(self._brush.bitmap(drawing, unit, -left, -top, wide, high), left, top)

    def _afresh(self) -> None:
        for bitmap in self._bitmaps.values():
            if hasattr(bitmap.image, "close"):
                bitmap.image.close()
        self._bitmaps.clear()
        self._extents.clear()
        if not self._unit:
            return
        self._ground_afresh()
        self._drawn = self._plate = None
        self.draw(self._scene)

    def _lay(self, scene: Scene) -> None:
        """Draws the board again if what is drawn together with it has changed."""
        bed = tuple(one for one in scene if one.z <= BED)
        if bed != self._bed:
            self._bed = bed
            self._ground_afresh()

    def _ground_afresh(self) -> None:
        pen = self._ground.pen()
        self._brush.paint(pen, self._view.ground(), self._unit)
        bed = tuple(Group(self._art(one.art), one.x, one.y, one.angle, one.scale) for one in self._bed)
        self._brush.paint(pen, bed, self._unit)
        if self._labelled:
            self._brush.paint(pen, self._view.labels(), self._unit)
        self._ground.show()
