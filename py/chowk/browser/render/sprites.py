"""Sprites as elements of the page, animated by the browser.

Each sprite has a canvas that is painted once. The browser gets all keyframes at the start of an animation. Its
compositor plays them, so the animation stays smooth while the page is busy.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from js import chowkSprites
from pyodide.ffi import create_proxy

from chowk.draw.keyframes import Track
from chowk.draw.scene import Sprite

_ENLARGED: Final = 1.3
"""Minimum scale of a sprite whose bitmap has twice the usual size."""
_PLACE: Final = slice(2, 6)
"""The fields of a `Sprite` from `x` to `scale`. Its CSS transform depends on them and on `squash` only."""
_SPARE: Final = 96
"""Maximum number of unused canvases that are kept for later animations."""


class Bitmap(NamedTuple):
    """A drawing as pixels. (left, top) is its corner relative to the drawing's origin, in pixels."""

    image: Any
    left: int
    top: int


Bitmaps: TypeAlias = Callable[[str, int], Bitmap]
"""A function that returns the bitmap of a drawing, given its name and a multiple of the usual size."""
TrackOrSprite: TypeAlias = Track | Sprite
"""A sprite with its animation, or a sprite at rest on a layer between animated ones."""


def level_of(scale: float) -> int:
    """Return the size of the bitmap for a sprite of this scale, as a multiple of the usual size."""
    return 2 if scale > _ENLARGED else 1


_Kind: TypeAlias = tuple[str, int]
"""The name of the drawing on a canvas, and its size as a multiple of the usual size."""


def _kind(sprite: TrackOrSprite) -> _Kind:
    """Return the name and the size of the drawing for a sprite. If it is animated, its largest scale decides."""
    if isinstance(sprite, Sprite):
        return sprite.art, level_of(sprite.scale)
    return sprite.art, level_of(max([key.sprite.scale for key in sprite.keyframes if key.sprite is not None]))


class _Piece(NamedTuple):
    """A canvas for one sprite.

    `number` is the number of the canvas. (left, top) is the corner of the drawing relative to the drawing's origin, in
    CSS pixels.
    """

    number: int
    kind: _Kind
    left: float
    top: float


class Sprites:
    """The sprites that an element of the page (`box`) contains.

    `dense` is the number of device pixels per CSS pixel, `unit` the number of device pixels per board unit. All sprites
    of an animation are passed to the browser in one call (`chowkSprites` in `py/boot/nodes.js`).
    """

    def __init__(self, box: Any, bitmaps: Bitmaps, unit: float, dense: float) -> None:
        self._box = chowkSprites(box)
        self._bitmaps = bitmaps
        self._unit, self._dense = unit, dense
        self._pieces: list[_Piece] = []
        self._spare: dict[_Kind, list[_Piece]] = {}
        self._kept = 0
        self._over: Any = None  # the proxy that is called at the end of the animation

    def show_resting(self, scene: Sequence[Sprite], *, held: bool = False) -> None:
        """Show resting sprites, the lowest first. They replace the sprites shown before.

        If `held` is True, the last sprite is the piece that the player holds.
        """
        self._gather()
        self._box.show(json.dumps([self._resting(sprite) for sprite in scene]))
        self._forget()
        if held:
            x, y = (round(length * self._unit) / self._dense for length in (scene[-1].x, scene[-1].y))
            self._box.hold(self._pieces[-1].number, x, y)

    def play(self, sprites: Sequence[TrackOrSprite], seconds: float, begun: float, done: Callable[[], None]) -> None:
        """Show animated and resting sprites, the lowest first. The animation has already run for `begun` seconds.

        `done` is called at the end of the animation, which takes `seconds` in all.
        """
        self._gather()
        frames = [
            self._resting(sprite) if isinstance(sprite, Sprite) else self._moving(sprite, seconds) for sprite in sprites
        ]
        over = create_proxy(lambda _: done())
        moves = self._box.show(json.dumps(frames), 1000 * seconds, 1000 * begun, over)
        self._forget()
        self._over = over
        if not moves:
            done()

    def make_spare(self, art: str, level: int) -> None:
        """Make a canvas of a drawing for a later animation, unless the drawing has one or no more are kept."""
        if self.lacks(art, level):
            self._spare.setdefault((art, level), []).append(self._new_piece((art, level)))
            self._kept += 1

    def lacks(self, art: str, level: int) -> bool:
        """Return True if a drawing has no canvas, neither in use nor unused, and `make_spare` would make one."""
        kind = art, level
        return self._kept < _SPARE and not self._spare.get(kind) and all(piece.kind != kind for piece in self._pieces)

    def prepare(self, sprites: Iterable[TrackOrSprite]) -> Iterator[None]:
        """Make the canvases that `play` will need for these sprites and that do not exist yet. Yield after each.

        Stop when so many are unused or shown that `play` would remove some.
        """
        there = Counter({kind: len(spare) for kind, spare in self._spare.items()})
        there.update([piece.kind for piece in self._pieces])
        for kind, count in Counter(map(_kind, sprites)).items():
            for _ in range(count - there[kind]):
                if self._kept + len(self._pieces) >= _SPARE:
                    return
                self._spare.setdefault(kind, []).append(self._new_piece(kind))
                self._kept += 1
                yield

    @property
    def begun(self) -> float:
        """Time for which the current animation has run, in seconds."""
        return float(self._box.begun()) / 1000

    def close(self) -> None:
        """Remove all sprites from the page."""
        self._box.close()
        self._forget()
        self._pieces.clear()
        self._spare.clear()

    def _gather(self) -> None:
        """Make the shown canvases available for reuse."""
        for piece in self._pieces:
            if self._kept < _SPARE:
                self._spare.setdefault(piece.kind, []).append(piece)
                self._kept += 1
            else:
                self._box.remove(piece.number)
        self._pieces.clear()

    def _forget(self) -> None:
        """Release the proxy through which the browser calls Python at the end of the previous animation."""
        if self._over is not None:
            self._over.destroy()
            self._over = None

    def _piece(self, kind: _Kind) -> _Piece:
        if spare := self._spare.get(kind):
            self._kept -= 1
            piece = spare.pop()
        else:
            piece = self._new_piece(kind)
        self._pieces.append(piece)
        return piece

    def _new_piece(self, kind: _Kind) -> _Piece:
        image, left, top = self._bitmaps(*kind)
        side = 1 / (kind[1] * self._dense)
        size = (f"{length * side:.4f}px" for length in (image.width, image.height))
        across, down = left * side, top * side
        return _Piece(self._box.add(image, *size, f"{-across:.4f}px {-down:.4f}px"), kind, across, down)

    def _resting(self, sprite: Sprite) -> tuple[object, ...]:
        piece = self._piece(_kind(sprite))
        return piece.number, (self._laid(piece, sprite), round(sprite.alpha, 4))

    def _moving(self, track: Track, seconds: float) -> tuple[object, ...]:
        """Return an animated sprite as its canvas number and Web Animations keyframes.

        The first keyframe has the offset 0 and the last one the offset 1, so that the browser adds none. Where the
        sprite appears or disappears, two keyframes have the same offset.
        """
        keyframes = track.keyframes
        states = [key.sprite for key in keyframes if key.sprite is not None]
        piece = self._piece(_kind(track))
        places: list[str] = []
        alphas: list[float] = []
        offsets: list[float] = []
        place, alpha = self._laid(piece, states[0]), 0.0
        first, last = keyframes[0], keyframes[-1]
        before = first.sprite
        for time, sprite in (first._replace(time=0.0), *keyframes, last._replace(time=seconds)):
            offset = min(1.0, time / seconds)
            if (sprite is None) != (before is None):
                places.append(place)
                alphas.append(alpha)
                offsets.append(offset)
            if sprite is None:
                alpha = 0.0
            elif sprite is not before or not places:
                alpha = round(sprite.alpha, 4)
                if before is None or not places or sprite[_PLACE] != before[_PLACE] or sprite.squash != before.squash:
                    place = self._laid(piece, sprite)
            places.append(place)
            alphas.append(alpha)
            offsets.append(offset)
            before = sprite
        return piece.number, None, {"transform": places, "opacity": alphas, "offset": offsets}

    def _laid(self, piece: _Piece, sprite: Sprite) -> str:
        """Return the CSS transform that puts a sprite in its place."""
        unit, dense = self._unit, self._dense
        x, y = sprite.x * unit, sprite.y * unit
        if sprite.scale == 1 and sprite.squash == 1 and not sprite.angle:
            x, y = round(x), round(y)
        place = f"translate({x / dense + piece.left:.2f}px,{y / dense + piece.top:.2f}px)"
        return f"{place} rotate({sprite.angle:.1f}deg) scale({sprite.scale * sprite.squash:.4f},{sprite.scale:.4f})"
