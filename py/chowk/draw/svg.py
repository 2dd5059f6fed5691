"""SVG painter: drawings and scenes as text that can be embedded in a page.

Every id begins with a given prefix, so that many pictures can share a page. The text refers to no other files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from typing import Final

from chowk.draw.marks import bare, board_drawing
from chowk.draw.materials import TILE, tile
from chowk.draw.scene import Paintable, Scene, Sprite, layered
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
    number,
)
from chowk.draw.theme import Theme, themed

FONT: Final = "system-ui,-apple-system,Segoe UI,Roboto,Liberation Sans,sans-serif"
"""Font families of all texts."""
THINNED: Final = 0.3
"""Fraction of a material's fine lines that an SVG picture contains. More would make the text of the page too long."""

Frame = tuple[float, float, float, float]
"""Left, top, width and height of the visible part of a drawing, in board units."""


def picture(drawing: Drawing, frame: Frame, theme: str, prefix: str, label: str = "") -> str:
    """Return a drawing as SVG text, limited to the part inside `frame`.

    `theme` is the text that `themed` reads. Ids in the text begin with `prefix`. `label` is the text alternative for
    screen readers, empty for an ornament.
    """
    ink = _Ink(themed(theme), prefix)
    return ink.document(frame, ink.drawing(drawing), label)


def board(view: Paintable, scene: Scene, theme: str, prefix: str, label: str = "", labelled: bool = False) -> str:
    """Return a game's board with the sprites of a scene as SVG text.

    If `labelled` is True, the picture has the board's optional labels, such as the names of squares. `picture` explains
    the other arguments.
    """
    ink = _Ink(themed(theme), prefix)
    ground = (*bare(view, themed(theme)), *(view.labels() if labelled else ()))
    body = ink.drawing(ground) + "".join(ink.sprite(view, sprite) for sprite in layered(scene))
    return ink.document((0.0, 0.0, *view.SIZE), body, label)


def scene(view: Paintable, ground: Drawing, sprites: Scene, frame: Frame, theme: str, prefix: str) -> str:
    """Return a board's drawing (`ground`) and its `sprites` as SVG text, limited to the part inside `frame`.

    `theme` is the text that `themed` reads. Ids in the text begin with `prefix`.
    """
    ink = _Ink(themed(theme), prefix)
    body = ink.drawing(ground) + "".join(ink.sprite(view, sprite) for sprite in layered(sprites))
    return ink.document(frame, body, "")


class _Ink:
    """Writer of shapes as SVG in the colours of a theme. It collects the definitions to which the shapes refer."""

    def __init__(self, theme: Theme, prefix: str) -> None:
        self._theme = theme
        self._prefix = prefix
        self._ids: dict[Hashable, str] = {}
        self._defs: list[str] = []

    def document(self, frame: Frame, body: str, label: str) -> str:
        """Return the complete SVG element around `body`, with the collected definitions."""
        role = _attributes(role="img", aria_label=label) if label else ' aria-hidden="true"'
        view = " ".join(map(number, frame))
        defs = f"<defs>{''.join(self._defs)}</defs>" if self._defs else ""
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}"{role}>{defs}{body}</svg>'

    def drawing(self, drawing: Drawing) -> str:
        """Return the SVG elements of a drawing."""
        return "".join(map(self._shape, drawing))

    def sprite(self, view: Paintable, sprite: Sprite) -> str:
        """Return the SVG element of a sprite, which refers to the definition of its drawing."""
        name = self._defined(sprite.art, lambda: f"<g>{self.drawing(board_drawing(sprite.art, view, self._theme))}</g>")
        wide, high = number(sprite.scale * sprite.squash), number(sprite.scale)
        transform = _transform(sprite.x, sprite.y, sprite.angle, "" if wide == high == "1" else f"{wide} {high}")
        return f'<use href="#{name}"{transform}{_faint(sprite.alpha)}/>'

    def _shape(self, shape: Shape) -> str:
        match shape:
            case Group():
                return self._group(shape)
            case Text(x, y, _, size, fill, weight, alpha):
                attributes = _attributes(x=x, y=y + 0.355 * size, font_size=size, font_weight=weight)
                style = f' font-family="{FONT}" text-anchor="middle" fill="{self._theme.of(fill)}"'
                word = escape(self._theme.written(shape))
                return f"<text{attributes}{style}{_faint(alpha)}>{word}</text>" if self._theme.of(fill) else ""
            case Segment(x1, y1, x2, y2, stroke, alpha):
                return self._element("line", _attributes(x1=x1, y1=y1, x2=x2, y2=y2), "", stroke, alpha, None)
            case Oval(x, y, rx, ry, fill, stroke, alpha, shadow):
                name = "circle" if rx == ry else "ellipse"
                around = _attributes(cx=x, cy=y, r=rx) if rx == ry else _attributes(cx=x, cy=y, rx=rx, ry=ry)
                return self._element(name, around, fill, stroke, alpha, shadow)
            case Box(x, y, width, height, radius, fill, stroke, alpha, shadow):
                corner = _attributes(rx=radius) if radius else ""
                sides = _attributes(x=x, y=y, width=width, height=height) + corner
                return self._element("rect", sides, fill, stroke, alpha, shadow)
            case Path(d, fill, stroke, alpha, shadow):
                return self._element("path", f' d="{d}"', fill, stroke, alpha, shadow)

    def _element(
        self, name: str, where: str, fill: Paint, stroke: Stroke | None, alpha: float, shadow: Shadow | None
    ) -> str:
        paint, line = self._fill(fill), self._stroke(stroke)
        if not paint and not line:
            return ""
        filled = f' fill="{paint or "none"}"'
        return f"<{name}{where}{filled}{line}{_faint(alpha)}{self._cast(shadow)}/>"

    def _group(self, group: Group) -> str:
        inside = self.drawing(group.shapes)
        if group.clip:
            clip = group.clip._replace(fill="ebony", stroke=None, alpha=1.0, shadow=None)
            name = self._defined(("clip", clip), lambda: f"<clipPath>{self._shape(clip)}</clipPath>")
            inside = f'<g clip-path="url(#{name})">{inside}</g>'
        scale = "" if group.scale == 1 else number(group.scale)
        return f"<g{_transform(group.x, group.y, group.angle, scale)}{_faint(group.alpha)}>{inside}</g>"

    def _fill(self, paint: Paint) -> str:
        match paint:
            case str():
                return self._theme.of(paint)
            case Material(name):
                if self._theme.flat:
                    return self._theme.of(name)
                return self._reference(paint, lambda: self._pattern(paint))
            case Linear(x1, y1, x2, y2, stops):
                where = _attributes(x1=x1, y1=y1, x2=x2, y2=y2)
                return self._reference(paint, lambda: self._gradient("linearGradient", where, stops))
            case Radial(x, y, radius, fx, fy, stops):
                focus = "" if (fx, fy) == (x, y) else _attributes(fx=fx, fy=fy)
                where = _attributes(cx=x, cy=y, r=radius) + focus
                return self._reference(paint, lambda: self._gradient("radialGradient", where, stops))

    def _gradient(self, name: str, where: str, stops: tuple[Stop, ...]) -> str:
        shown = [stop for stop in stops if self._theme.of(stop.token)]
        if not shown:
            return ""
        inside = "".join(
            f'<stop offset="{number(stop.offset)}" stop-color="{self._theme.of(stop.token)}"'
            + ("/>" if stop.alpha == 1 else f' stop-opacity="{number(stop.alpha)}"/>')
            for stop in shown
        )
        return f'<{name}{where} gradientUnits="userSpaceOnUse">{inside}</{name}>'

    def _pattern(self, material: Material) -> str:
        name, angle, x, y, scale = material
        base = self._defined(name, lambda: self._tile(name))
        turn = _transform(x, y, angle, "" if scale == 1 else number(scale)).replace(" transform", " patternTransform")
        return f'<pattern href="#{base}"{turn}/>'

    def _tile(self, name: str) -> str:
        """Return the SVG pattern of a material's tile. Each pattern is defined once, and all shapes refer to it."""
        size = _attributes(width=TILE[0], height=TILE[1])
        inside = f'<rect{size} fill="{self._theme.of(name)}"/>{self.drawing(tile(self._theme.surfaces[name], THINNED))}'
        return f'<pattern{size} patternUnits="userSpaceOnUse">{inside}</pattern>'

    def _stroke(self, stroke: Stroke | None) -> str:
        if stroke is None or not self._theme.of(stroke.token):
            return ""
        dash = f' stroke-dasharray="{" ".join(map(number, stroke.dash))}"' if stroke.dash else ""
        cap = ' stroke-linecap="round"' if stroke.round else ""
        faint = "" if stroke.alpha == 1 else _attributes(stroke_opacity=stroke.alpha)
        line = f' stroke="{self._theme.of(stroke.token)}" stroke-width="{number(stroke.width)}"'
        return f'{line} stroke-linejoin="round"{dash}{cap}{faint}'

    def _cast(self, shadow: Shadow | None) -> str:
        if shadow is None or not self._theme.of("shade"):
            return ""
        name = self._defined(shadow, lambda: self._filter(shadow))
        return f' filter="url(#{name})"'

    def _filter(self, shadow: Shadow) -> str:
        cast = _attributes(dx=shadow.dx, dy=shadow.dy, stdDeviation=shadow.blur / 2)
        soft = cast + _attributes(flood_color=self._theme.of("shade"), flood_opacity=shadow.alpha)
        return f'<filter x="-50%" y="-50%" width="200%" height="200%"><feDropShadow{soft}/></filter>'

    def _reference(self, key: Hashable, write: Callable[[], str]) -> str:
        name = self._defined(key, write)
        return f"url(#{name})" if name else ""

    def _defined(self, key: Hashable, write: Callable[[], str]) -> str:
        """Define the element that `write` returns, once for each key.

        Return its id, or an empty text for an empty element.
        """
        if key not in self._ids:
            text = write()
            name = f"{self._prefix}{len(self._ids)}" if text else ""
            self._ids[key] = name
            if text:
                self._defs.append(re.sub(r"^<(\w+)", rf'<\1 id="{name}"', text))
        return self._ids[key]


def escape(text: str) -> str:
    """Escape a text for markup and quoted attributes.

    The standard library's `html.escape` is not used, because its module loads a large table of entities.
    """
    return text.translate(_ESCAPES)


_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})


def _attributes(**values: str | float) -> str:
    return "".join(
        f' {name.replace("_", "-")}="{escape(value) if isinstance(value, str) else number(value)}"'
        for name, value in values.items()
    )


def _faint(alpha: float) -> str:
    return "" if alpha == 1 else f' opacity="{number(alpha)}"'


def _transform(x: float, y: float, angle: float, scale: str) -> str:
    steps = [f"translate({number(x)} {number(y)})"] if x or y else []
    steps += [f"rotate({number(angle)})"] if angle else []
    steps += [f"scale({scale})"] if scale else []
    return f' transform="{" ".join(steps)}"' if steps else ""
