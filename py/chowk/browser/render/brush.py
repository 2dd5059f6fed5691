"""Paint drawings on a canvas, with the textures of their materials."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from typing import Any, Final

import js
from pyodide.ffi import to_js

from chowk.browser.render.font_loader import FONT, Letters
from chowk.draw.materials import TILE, NoiseTile, tile
from chowk.draw.shapes import (
    Box,
    Drawing,
    Group,
    Linear,
    Material,
    Oval,
    Paint,
    Path,
    Radial,
    Segment,
    Shadow,
    Shape,
    Stop,
    Stroke,
    Text,
)
from chowk.draw.theme import Theme

NOISE: Final = 128
"""Side of the square noise tile, in pixels."""
TEXELS: Final = 64
"""Density of the noise, in grains for each board unit."""
_WIDEST: Final = 2048
_KEPT: Final = 10
_FULL_TURN: Final = 6.2831853


class Brush:
    """A painter of drawings in the colours and textures of a theme. `letters` loads the fonts for texts."""

    def __init__(self, theme: Theme, letters: Letters) -> None:
        self.theme = theme
        self.letters = letters

    def bitmap(self, drawing: Drawing, unit: float, x: int, y: int, width: int, height: int) -> Any:
        """Return a bitmap of `width` × `height` pixels with a painted drawing.

        The drawing's origin is at pixel (x, y), and a board unit has `unit` pixels.
        """
        canvas = surface(width, height)
        self.paint(canvas.getContext("2d"), drawing, unit, x, y)
        return _picture(canvas)

    def paint(self, context: Any, drawing: Drawing, unit: float, x: int = 0, y: int = 0) -> None:
        """Paint a drawing at `unit` pixels per board unit, with its origin at pixel (x, y)."""
        context.setTransform(unit, 0, 0, unit, x, y)
        context.lineJoin = "round"
        _Coat(self, context, unit).drawing(drawing)

    def colour(self, token: str, alpha: float = 1.0) -> str:
        """Return the theme's colour for `token`, the name of a colour, with the opacity `alpha`, as CSS text.

        Return an empty text if the theme leaves this colour unpainted. Raise `KeyError` for an unknown name.
        """
        colour = self.theme.of(token)
        return colour if alpha == 1 or not colour else f"{colour}{round(255 * alpha):02x}"

    def written(self, text: Text) -> str:
        """Return the characters to draw for a text, such as digits in the chosen script."""
        return self.theme.written(text)

    def texture(self, context: Any, material: Material, unit: float) -> Any:
        """Return the canvas fill style for a material at `unit` pixels per board unit."""
        name, angle, x, y, scale = material
        if self.theme.flat:
            return self.theme.of(name)
        woven = self._texture(name, _density(unit * scale))
        pattern = context.createPattern(woven, "repeat")
        matrix = js.DOMMatrix.new().translate(x, y).rotate(angle)
        wide, high = scale * TILE[0] / woven.width, scale * TILE[1] / woven.height
        pattern.setTransform(matrix.scale(wide, high))
        return pattern

    def _texture(self, name: str, unit: float) -> Any:
        key = (self.theme.name, name, unit)
        if key not in _textures:
            if len(_textures) >= _KEPT:
                _textures.pop(next(iter(_textures)))
            _textures[key] = self._woven(name, unit)
        return _textures[key]

    def _woven(self, name: str, unit: float) -> Any:
        """Paint and return the repeating tile of a material: base colour, noise and fine shapes."""
        canvas = surface(round(TILE[0] * unit), round(TILE[1] * unit))
        context = canvas.getContext("2d")
        context.fillStyle = self.theme.of(name)
        context.fillRect(0, 0, canvas.width, canvas.height)
        material = self.theme.surfaces[name]
        for noise in material.noise:
            _sprinkle(context, noise, canvas.width, canvas.height)
        self.paint(context, tile(material), unit)
        return _picture(canvas)


class _Coat:
    """A painter of one drawing, at a fixed number of pixels per board unit. It keeps track of the opacity of groups."""

    def __init__(self, brush: Brush, context: Any, unit: float, square: bool = True, faint: float = 1.0) -> None:
        self._brush, self._context, self._unit = brush, context, unit
        self._square = square  # True if the drawing's axes are parallel to the pixels
        self._faint = faint  # product of the opacities of the enclosing groups

    def drawing(self, drawing: Drawing) -> None:
        """Paint the shapes of a drawing in order."""
        for shape in drawing:
            self._shape(shape)

    def _shape(self, shape: Shape) -> None:
        context = self._context
        context.globalAlpha = self._faint * shape.alpha
        match shape:
            case Group():
                self._group(shape)
            case Text():
                self._text(shape)
            case Segment():
                self._line(shape)
            case Oval() | Box() | Path():
                self._area(shape, _traced(shape))
        context.globalAlpha = 1

    def _area(self, shape: Oval | Box | Path, path: Any) -> None:
        context = self._context
        paint = self._paint(shape.fill)
        if paint:
            context.fillStyle = paint
            self._cast(shape.shadow, lambda: context.fill(path))
        if self._pencil(shape.stroke):
            self._cast(None if paint else shape.shadow, lambda: context.stroke(path))

    def _line(self, line: Segment) -> None:
        if not self._pencil(line.stroke):
            return
        x1, y1, x2, y2 = line.x1, line.y1, line.x2, line.y2
        context = self._context
        if self._square and (x1 == x2 or y1 == y2):
            context.lineWidth = self._thick(line.stroke.width)
            if x1 == x2:
                x1 = x2 = self._snapped(x1, line.stroke.width)
            else:
                y1 = y2 = self._snapped(y1, line.stroke.width)
        context.beginPath()
        context.moveTo(x1, y1)
        context.lineTo(x2, y2)
        context.stroke()

    def _snapped(self, coordinate: float, width: float) -> float:
        """Return the nearest coordinate where a straight line of this width covers whole pixels."""
        half = self._thick(width) * self._unit / 2
        return (round(coordinate * self._unit - half) + half) / self._unit

    def _thick(self, width: float) -> float:
        """Return the width of a straight line in board units, rounded to whole pixels, at least one pixel."""
        return max(1, round(width * self._unit)) / self._unit

    def _text(self, text: Text) -> None:
        colour = self._brush.colour(text.fill)
        if not colour:
            return
        context, unit = self._context, self._unit
        word = self._brush.written(text)
        self._brush.letters.need(word, text.weight)
        context.save()
        context.scale(1 / unit, 1 / unit)  # browsers do not draw letters smaller than a pixel
        context.font = f"{text.weight} {text.size * unit:.2f}px {FONT}"
        context.textAlign = "center"
        context.fillStyle = colour
        context.fillText(word, text.x * unit, (text.y + 0.355 * text.size) * unit)
        context.restore()

    def _group(self, group: Group) -> None:
        context = self._context
        context.save()
        context.translate(group.x, group.y)
        if group.angle:
            context.rotate(group.angle * _FULL_TURN / 360)
        context.scale(group.scale, group.scale)
        if group.clip:
            context.clip(_traced(group.clip))
        inside = _Coat(self._brush, context, self._unit * group.scale, False, self._faint * group.alpha)
        inside.drawing(group.shapes)
        context.restore()

    def _paint(self, paint: Paint) -> Any:
        match paint:
            case str():
                return self._brush.colour(paint)
            case Material():
                return self._brush.texture(self._context, paint, self._unit)
            case Linear(x1, y1, x2, y2, stops):
                return self._filled(self._context.createLinearGradient(x1, y1, x2, y2), stops)
            case Radial(x, y, radius, fx, fy, stops):
                return self._filled(self._context.createRadialGradient(fx, fy, 0, x, y, radius), stops)

    def _filled(self, gradient: Any, stops: tuple[Stop, ...]) -> Any:
        colours = [(stop.offset, self._brush.colour(stop.token, stop.alpha)) for stop in stops]
        for offset, colour in colours:
            if colour:
                gradient.addColorStop(offset, colour)
        return gradient if any(colour for _, colour in colours) else ""

    def _pencil(self, stroke: Stroke | None) -> bool:
        """Set the context's colour, width and dashes for a stroke. Return False if there is nothing to draw."""
        colour = self._brush.colour(stroke.token, stroke.alpha) if stroke else ""
        if not stroke or not colour:
            return False
        context = self._context
        context.strokeStyle = colour
        context.lineWidth = stroke.width
        context.lineCap = "round" if stroke.round else "butt"
        context.setLineDash(to_js(list(stroke.dash)))
        return True

    def _cast(self, shadow: Shadow | None, draw: Callable[[], object]) -> None:
        colour = self._brush.colour("shade", shadow.alpha) if shadow else ""
        context, unit = self._context, self._unit
        if shadow and colour:  # canvas shadows are measured in pixels at every scale
            context.shadowColor, context.shadowBlur = colour, shadow.blur * unit
            context.shadowOffsetX, context.shadowOffsetY = shadow.dx * unit, shadow.dy * unit
        draw()
        if shadow and colour:
            context.shadowColor = "transparent"


def surface(width: int, height: int) -> Any:
    """Return a new canvas of this size in pixels, for drawing off screen."""
    if hasattr(js, "OffscreenCanvas"):
        return js.OffscreenCanvas.new(width, height)
    canvas = js.document.createElement("canvas")
    canvas.width, canvas.height = width, height
    return canvas


def _picture(canvas: Any) -> Any:
    """Return a canvas as a bitmap, or the canvas itself if the browser cannot convert it.

    A bitmap makes filling faster: a canvas would be copied at each fill.
    """
    return canvas.transferToImageBitmap() if hasattr(canvas, "transferToImageBitmap") else canvas


def _traced(shape: Oval | Box | Path) -> Any:
    match shape:
        case Path(d):
            return js.Path2D.new(d)
        case Oval(x, y, rx, ry):
            path = js.Path2D.new()
            path.ellipse(x, y, rx, ry, 0, 0, _FULL_TURN)
        case Box(x, y, width, height, radius):
            path = js.Path2D.new()
            path.roundRect(x, y, width, height, radius)
    return path


def _density(unit: float) -> float:
    """Return the density for making a texture: `unit`, in pixels per board unit, rounded up to one of a few steps."""
    step: float = 2 ** (math.ceil(2 * math.log2(max(unit, 8))) / 2)
    return min(step, _WIDEST / TILE[0])


_textures: dict[tuple[str, str, float], Any] = {}
_noise: list[Any] = []


def _grey() -> Any:
    """Return a canvas of `NOISE` × `NOISE` random grey pixels. It is made once, and looks the same in every page."""
    if not _noise:
        grains = hashlib.shake_128(b"chowk").digest(NOISE * NOISE)
        pixels = bytearray(b"\xff" * (4 * len(grains)))
        pixels[0::4] = pixels[1::4] = pixels[2::4] = grains
        data = js.Uint8ClampedArray.new(len(pixels))
        data.assign(pixels)
        canvas = surface(NOISE, NOISE)
        canvas.getContext("2d").putImageData(js.ImageData.new(data, NOISE, NOISE), 0, 0)
        _noise.append(canvas)
    return _noise[0]


def _sprinkle(context: Any, noise: NoiseTile, width: int, height: int) -> None:
    """Fill a texture's tile of `width` × `height` pixels with noise that continues across the edges.

    The noise is a square of `NOISE` × `NOISE` pixels (grains), which is repeated along each side of the tile a whole
    number of times. If a side has room for fewer grains than the square has, only a part of the square is drawn.
    """
    columns, rows = _grains(TILE[0], noise.width), _grains(TILE[1], noise.height)
    corner = surface(min(columns, NOISE), min(rows, NOISE))
    corner.getContext("2d").drawImage(_grey(), 0, 0)
    pattern = context.createPattern(corner, "repeat")
    pattern.setTransform(js.DOMMatrix.new().scale(width / columns, height / rows))
    context.globalCompositeOperation, context.globalAlpha = noise.blend, noise.alpha
    context.fillStyle = pattern
    context.fillRect(0, 0, width, height)
    context.globalCompositeOperation, context.globalAlpha = "source-over", 1


def _grains(length: float, size: float) -> int:
    """Return the number of noise grains along a side of a texture's tile, rounded so that the noise can be repeated.

    `length` is the length of the side in board units, `size` the size of a grain in units of 1/`TEXELS` board unit.
    """
    count = max(1, round(TEXELS * length / size))
    return count if count <= NOISE else NOISE * round(count / NOISE)
