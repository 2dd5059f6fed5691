"""Plates (canvases that keep a finished picture until the next one), and the painter of sprites on them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import js

from chowk.browser.render.brush import surface
from chowk.browser.render.sprites import Bitmaps, level_of
from chowk.draw.layers import Extents, box_of
from chowk.draw.scene import Scene, Sprite, layered

BAND_BYTES: Final = 900_000
"""Maximum size of the picture of a band, in bytes. A band is a strip of the board with a canvas of its own.

For a larger picture, Chromium requests new memory from the system each time, which is slow: a board of 1170 pixels
takes 5 ms in one picture, but 0.6 ms in bands.
"""
_PIXEL_BYTES: Final = 4
_OVERLAP: Final = 2
"""Number of pixels by which a bitmap may exceed the box of its drawing, because it is rounded to whole pixels."""


class Plate:
    """A canvas that keeps its picture until the next one is shown.

    The picture is drawn off screen and then transferred. The canvas itself then needs no drawing context. That saves
    time, because in every frame a browser examines each canvas with a drawing context, even if nothing was drawn.
    Browsers that cannot transfer pictures draw on the canvas directly.
    """

    def __init__(self, canvas: Any) -> None:
        self.canvas = canvas
        self._transfer = canvas.getContext("bitmaprenderer") if hasattr(js, "OffscreenCanvas") else None
        self._surface: Any = None
        self._pen: Any = None
        self._size = (0, 0)
        self._blank = True  # True if the drawing surface is empty

    @property
    def off_screen(self) -> bool:
        """True if the next picture is drawn off screen, so that it is visible only after `show`."""
        return bool(self._transfer)

    def pen(self) -> Any:
        """Return the drawing context for the next picture, with an empty surface. Call `show` after drawing.

        A transfer leaves the surface empty. That saves clearing the surface, which takes as long as drawing.
        """
        wide, high = self.canvas.width, self.canvas.height
        if self._size != (wide, high):
            self._size, self._surface = (wide, high), surface(wide, high) if self._transfer else self.canvas
            self._pen, self._blank = self._surface.getContext("2d"), True
        self._pen.setTransform(1, 0, 0, 1, 0, 0)
        if not self._blank:
            self._pen.clearRect(0, 0, wide, high)
        self._blank = False
        return self._pen

    def show(self) -> None:
        """Show the picture that was drawn."""
        if self._transfer:
            self._transfer.transferFromImageBitmap(self._surface.transferToImageBitmap())
            self._blank = True


class _Band:
    """A strip of the board with its own canvas. `drawn` holds the sprites drawn on it, or None if it must be redrawn.

    The strip has the rows of pixels from `top` up to, but not including, `end`. `prepared` holds the sprites of the
    picture that is drawn off screen and not yet shown, or None if there is none.
    """

    def __init__(self, plate: Plate, top: int, end: int) -> None:
        self.plate = plate
        self.top, self.end = top, end
        self.drawn: Scene | None = None
        self.prepared: Scene | None = None

    def paint(self, scene: Scene, unit: float, bitmaps: Bitmaps) -> None:
        """Draw sprites on the next picture, unless it already has them.

        If the plate draws off screen, the picture is visible only after `show`.
        """
        if scene != self.prepared:
            self.prepared = None  # if an error stops the painting
            Painter(self.plate.pen(), bitmaps, self.top).draw(scene, unit)
            self.prepared = scene

    def show(self) -> None:
        """Show the picture that was painted."""
        self.plate.show()
        self.drawn, self.prepared = self.prepared, None


class Bands:
    """The canvases for the resting pieces. Each canvas shows one strip (band) of the board.

    `box` is the page's element for the canvases. A move redraws only a few bands.
    """

    def __init__(self, box: Any) -> None:
        self._box = box
        self._bands: list[_Band] = []
        # The scene prepared since the last `draw`, and the bands that it changes, each with its sprites.
        self._known: tuple[Scene, list[tuple[_Band, Scene]]] | None = None

    def resize(self, wide: int, high: int, dense: float, exact: bool) -> None:
        """Fit the bands to a box of `wide` × `high` device pixels, with `dense` device pixels for each CSS pixel.

        `exact` is True if each pixel of a canvas is one pixel of the screen. Otherwise there is only one band, because
        seams between several bands would be visible.
        """
        self._box.replaceChildren()
        self._bands.clear()
        self._known = None
        for top, end in heights(wide, high, dense) if exact else [(0, high)]:
            canvas = js.document.createElement("canvas")
            canvas.width, canvas.height = wide, end - top
            canvas.style.top = f"{top / dense:g}px"
            canvas.style.height = f"{(end - top) / dense:g}px" if end < high or top else "100%"
            self._box.append(canvas)
            self._bands.append(_Band(Plate(canvas), top, end))

    def forget(self) -> None:
        """Redraw all bands at the next draw."""
        for band in self._bands:
            band.drawn = band.prepared = None
        self._known = None

    def draw(self, scene: Scene, unit: float, bitmaps: Bitmaps, extents: Extents) -> None:
        """Draw sprites at `unit` pixels per board unit. Bands on which nothing has changed are not redrawn.

        `bitmaps` returns the bitmap of a drawing, and `extents` its extent.
        """
        known, self._known = self._known, None
        changed = known[1] if known is not None and known[0] is scene else self._changed(scene, unit, extents)
        for band, mine in changed:
            band.paint(mine, unit, bitmaps)
            band.show()

    def prepare(self, scene: Scene, unit: float, bitmaps: Bitmaps, extents: Extents) -> Iterator[None]:
        """Draw the pictures of the bands that `draw` would change for this scene. Yield after each.

        If the browser cannot draw off screen, only find these bands.
        """
        changed = self._changed(scene, unit, extents)
        self._known = scene, changed
        for band, mine in changed:
            if band.plate.off_screen:
                band.paint(mine, unit, bitmaps)
                yield

    def _changed(self, scene: Scene, unit: float, extents: Extents) -> list[tuple[_Band, Scene]]:
        """Return the bands on which something has changed, each with its sprites."""
        spans = [(sprite, *_span(sprite, unit, extents)) for sprite in layered(scene)]
        changed = []
        for band in self._bands:
            mine = tuple([sprite for sprite, top, end in spans if end > band.top and top < band.end])
            if mine != band.drawn:
                changed.append((band, mine))
        return changed


def heights(wide: int, high: int, dense: float) -> Iterator[tuple[int, int]]:
    """Yield the first row of pixels of each band (strip) of a board, and the row after its last.

    The board has `wide` × `high` device pixels, `dense` for each CSS pixel. All bands begin at whole CSS pixels that
    are also whole device pixels, so that browsers do not round them differently.
    """
    most = max(1, math.floor(BAND_BYTES / (_PIXEL_BYTES * wide * dense)))  # in CSS pixels
    fits = (tall for tall in range(most, 0, -1) if abs(tall * dense - round(tall * dense)) < 1e-6)
    tall = next(fits, 0)
    step = round(tall * dense) if tall else high
    for top in range(0, high, step):
        yield top, min(high, top + step)


def _span(sprite: Sprite, unit: float, extents: Extents) -> tuple[float, float]:
    """Return the first and the last row of pixels on which a sprite may be visible, as numbers that need not be whole.

    `unit` is the number of pixels per board unit. `extents` returns the extent of a drawing.
    """
    box = box_of(sprite, extents)
    return box.top * unit - _OVERLAP, box.bottom * unit + _OVERLAP


class Painter:
    """A painter of sprites on a drawing context. The context's first row of pixels is row `top` of the board."""

    def __init__(self, pen: Any, bitmaps: Bitmaps, top: int = 0) -> None:
        self._pen = pen
        self._bitmaps = bitmaps
        self._top = top
        pen.imageSmoothingQuality = "high"
        # Look these methods up once. Each lookup costs as much as the call.
        self._image: Callable[..., Any] = pen.drawImage
        self._transform: Callable[..., Any] = pen.setTransform

    def draw(self, scene: Iterable[Sprite], unit: float) -> None:
        """Draw sprites in the given order, at `unit` pixels per board unit."""
        pen, draw, bitmap_of, above = self._pen, self._image, self._bitmaps, self._top
        faint, turned = 1.0, False
        for sprite in scene:
            if sprite.alpha != faint:
                faint = pen.globalAlpha = sprite.alpha
            plain = sprite.scale == 1 and sprite.squash == 1 and not sprite.angle
            if plain and turned:
                self._transform(1, 0, 0, 1, 0, 0)
            turned = not plain
            if plain:
                image, x, y = bitmap_of(sprite.art, 1)
                draw(image, round(sprite.x * unit) + x, round(sprite.y * unit) + y - above)
            else:
                self._turned(sprite, unit)
        if turned:
            self._transform(1, 0, 0, 1, 0, 0)
        if faint != 1:
            pen.globalAlpha = 1.0

    def _turned(self, sprite: Sprite, unit: float) -> None:
        """Draw a scaled or rotated sprite. The context's transform is not reset afterwards."""
        level = level_of(sprite.scale)
        image, left, top = self._bitmaps(sprite.art, level)
        high, sine, cosine = sprite.scale / level, 0.0, 1.0
        if sprite.angle:
            turn = math.radians(sprite.angle)
            sine, cosine = math.sin(turn), math.cos(turn)
        wide, x, y = high * sprite.squash, sprite.x * unit, sprite.y * unit - self._top
        self._transform(cosine * wide, sine * wide, -sine * high, cosine * high, x, y)
        self._image(image, left, top)
