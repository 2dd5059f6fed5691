"""Draw a board on one canvas, and its resting pieces and marks on other canvases over it.

The board is redrawn when its size or the theme changes, the pieces when they change. Each drawing is rendered once for
each size into a bitmap. Moving sprites, and a few sprites that were just added, are elements over the canvases. Nothing
is drawn without a request.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import js

from chowk.browser.render.brush import Brush
from chowk.browser.render.font_loader import Letters
from chowk.browser.render.plates import Bands, Plate
from chowk.browser.render.sprites import Bitmap, Sprites
from chowk.draw.keyframes import Course, Motion, Track, sweep, tracks, tracks_of
from chowk.draw.layers import NOWHERE, divide_layers
from chowk.draw.marks import bare, board_drawing
from chowk.draw.scene import BED, LIFTED, Paintable, Scene, Sprite, layered
from chowk.draw.shapes import Drawing, Extent, Group, extent
from chowk.draw.theme import themed

LARGEST: Final = 4096
"""Maximum side of a canvas, in pixels."""
DENSEST: Final = 3.0
"""Maximum number of device pixels per CSS pixel."""
_HAIR: Final = 0.02
"""Two lengths, in pixels, count as equal if they differ by less."""
_SCENES: Final = 60
"""Number of scenes after which a step in the preparation of an animation ends. The scenes of a course stay together."""
_MOST: Final = 24
"""Maximum number of added sprites that are drawn as elements. If more are added, all pieces are redrawn."""


class _Playing(NamedTuple):
    """The animation being played.

    `ways` are the tracks (drawings with their states over time) of the moving sprites. `resting` holds the resting
    sprites in two scenes: those that lie below the moving sprites, and those that lie above. `done` is called at the
    end.
    """

    motion: Motion
    ways: Sequence[Track]
    resting: tuple[Scene, Scene]
    done: Callable[[], None]


class _Planned(NamedTuple):
    """The next animation: its tracks so far, the courses that have none yet, and the steps of its preparation left."""

    motion: Motion
    ways: list[Track]
    courses: Iterator[Course]
    steps: Iterator[bool]


class _PlannedStill(NamedTuple):
    """The next resting scene, with its sprites divided into groups. Each group is drawn in another way.

    `steps` is the rest of its preparation. `lifted` are the sprites in the player's hand and `still` all others.
    `pieces` are those of `still` that are drawn on the pieces' canvases, or None if it is enough to show the sprites
    `added` as elements.
    """

    scene: Scene
    lifted: Scene
    still: Scene
    added: Scene | None
    pieces: Scene | None
    steps: Iterator[bool]


class BoardCanvas:
    """A board on the canvas `ground`.

    Over the canvas lie two boxes of the same size: `pieces` for resting sprites, and `sprites` for moving sprites.

    Call `resize` first and whenever the size changes. Call `theme` whenever the theme changes. Both redraw everything.
    Then `draw` a resting scene, or `perform` an animation.
    """

    def __init__(self, ground: Any, pieces: Any, sprites: Any, view: Paintable) -> None:
        self._view = view
        self._ground, self._pieces, self._box = Plate(ground), Bands(pieces), sprites
        self._letters = Letters(self._afresh)
        self._brush = Brush(themed("light"), self._letters)
        self._size = (0, 0)  # of the board, in device pixels
        self._dense = 1.0  # device pixels per CSS pixel
        self._exact = False  # True if canvas pixels are screen pixels, so that canvases fit together exactly
        self._unit = 0.0  # device pixels per board unit; 0 until there is a size
        self._bitmaps: dict[tuple[str, int], Bitmap] = {}
        self._extents: dict[str, Extent] = {}
        self._scene: Scene = ()  # the scene to show when nothing is animated
        self._drawn: Scene | None = None  # the scene that is drawn
        self._plate: Scene | None = None  # the part of the drawn scene that is on the pieces' canvases
        self._bed: Scene = ()  # the lowest sprites, which are painted on the board's canvas
        self._bare: Drawing = ()  # the board without sprites as last painted; and its bitmap, if it was needed again
        self._picture: Any = None
        self._labelled = False
        self._sprites: Sprites | None = None
        self._playing: _Playing | None = None
        self._planned: _Planned | None = None
        self._planned_still: _PlannedStill | None = None
        # The arguments and the result of `_layers`, if it was called in advance: tracks, resting scenes, result.
        self._divided: tuple[Sequence[Track], tuple[Scene, Scene], tuple[Scene, list[Track | Sprite]]] | None = None

    def turn(self, view: Paintable) -> bool:
        """Show the board in another view, such as another player's.

        Return False if the view needs a new `BoardCanvas`.
        """
        old = self._view
        if view.ART is not old.ART or view.SIZE != old.SIZE:
            return False
        self._view = view
        if self._unit and (
            self._bare_of(view) != self._bare_of(old) or (self._labelled and view.labels() != old.labels())
        ):
            self._ground_afresh()
        return True

    def resize(self, width: float, height: float, density: float) -> None:
        """Fit the canvases to a box in CSS pixels, with `density` device pixels for each CSS pixel."""
        dense = min(density, DENSEST, LARGEST / max(width, height, 1))
        wide, high = max(1, round(width * dense)), max(1, round(height * dense))
        if (wide, high) == self._size and self._unit:
            return
        self._size, self._dense = (wide, high), wide / max(width, 1)
        self._ground.canvas.width, self._ground.canvas.height = wide, high
        self._unit = min(wide / self._view.SIZE[0], high / self._view.SIZE[1])
        box, real = self._ground.canvas.getBoundingClientRect(), js.window.devicePixelRatio
        self._exact = abs(box.width * real - wide) < _HAIR and abs(box.height * real - high) < _HAIR
        self._pieces.resize(wide, high, real if self._exact else self._dense, self._exact)
        self._afresh()

    def theme(self, look: str) -> None:
        """Apply a look (theme, digits, pieces and skin), in the form that `draw.theme.themed` reads."""
        self._brush = Brush(themed(look), self._letters)
        self._afresh()

    def label(self, visible: bool) -> None:
        """Show or hide the names of the squares. They are hidden at first."""
        if visible != self._labelled:
            self._labelled = visible
            if self._unit:
                self._ground_afresh()

    def draw(self, scene: Scene) -> None:
        """Draw a resting scene, unless it is already drawn."""
        self._scene = scene
        if not self._unit or scene == self._drawn:
            return
        self._drawn, self._playing = scene, None
        planned, self._planned_still = self._planned_still, None
        if planned is None or planned.scene is not scene:
            planned = self._divided_still(scene)
        if planned.pieces is not None:
            self._update_bed(planned.still)
            self._draw_pieces(planned.pieces)
        if planned.added or planned.lifted or self._sprites is not None:
            shown = layered((*(planned.added or ()), *planned.lifted))
            self._elements().show_resting(shown, held=bool(planned.lifted))

    def plan_still(self, scene: Scene) -> bool:
        """Do the next step of the preparation for `draw`. Return False if there was none left to do.

        The steps find what is new in the scene, and draw the changed parts of the pieces' canvases off screen.
        """
        if not self._unit or scene == self._drawn:
            return False
        planned = self._planned_still
        if planned is None or planned.scene is not scene:
            self._planned_still = self._divided_still(scene)
            return True
        return next(planned.steps, False)

    def _divided_still(self, scene: Scene) -> _PlannedStill:
        # A piece in the hand is an element, which follows the pointer without further drawing (py/boot/press.js).
        lifted = tuple([sprite for sprite in scene if sprite.z == LIFTED])
        still = tuple([sprite for sprite in scene if sprite.z != LIFTED])
        added = self._added_sprites(still)
        pieces = tuple([sprite for sprite in still if sprite.z > BED]) if added is None else None
        return _PlannedStill(scene, lifted, still, added, pieces, self._steps_of(pieces))

    def _steps_of(self, pieces: Scene | None) -> Iterator[bool]:
        """Draw the pieces' canvases off screen, and yield True after each."""
        if pieces is not None and pieces != self._plate:
            for _ in self._pieces.prepare(pieces, self._unit, self._bitmap, self._extent):
                yield True

    def perform(self, motion: Motion, before: Scene, after: Scene, done: Callable[[], None]) -> None:
        """Play an animation, and call `done` at its end.

        Other sprites rest: those in `before` lie below the moving sprites, and those in `after` above them. If this
        animation is playing already, change only the resting sprites.
        """
        playing = self._playing
        if playing is not None and playing.motion is motion and playing.resting == (before, after):
            return
        ways = playing.ways if playing is not None and playing.motion is motion else self._tracks(motion)
        self._playing = _Playing(motion, ways, (before, after), done)
        self._play(0.0 if playing is None or playing.motion is not motion else self._begun())

    def plan(self, motion: Motion, resting: Callable[[], tuple[Scene, Scene]]) -> bool:
        """Do the next step of the preparation for `perform`. Return False if there was none left to do.

        The steps compute the tracks, draw the sprites that are not shown as elements off screen, and make the missing
        canvases for the others. `resting` returns the resting sprites in two scenes, as `perform` takes them.
        """
        if self._playing is not None and self._playing.motion is motion:
            return False
        if self._planned is None or self._planned.motion is not motion:
            ways, courses = list[Track](), iter(motion.courses())
            self._planned = _Planned(motion, ways, courses, self._steps(ways, courses, resting))
        try:
            return next(self._planned.steps, False)
        except Exception:
            self._planned = None  # the next call of `plan` or `perform` computes all tracks again
            raise

    def _steps(
        self, ways: list[Track], courses: Iterator[Course], resting: Callable[[], tuple[Scene, Scene]]
    ) -> Iterator[bool]:
        scenes_seen = 0
        for course in courses:
            ways += tracks_of(course)
            scenes_seen += len(course)
            if scenes_seen >= _SCENES:
                scenes_seen = 0
                yield True
        if scenes_seen:
            yield True
        if not self._unit:
            return
        scenes = resting()
        below, sprites = self._layers(ways, *scenes)
        self._divided = ways, scenes, (below, sprites)
        yield from self._steps_of(below)
        for _ in self._elements().prepare(sprites):
            yield True

    def _tracks(self, motion: Motion) -> Sequence[Track]:
        planned, self._planned = self._planned, None
        if planned is None or planned.motion is not motion:
            return tracks(motion)
        for course in planned.courses:  # those that were not prepared in time
            planned.ways.extend(tracks_of(course))
        return planned.ways

    def lacks(self, art: str, level: int) -> bool:
        """Return True if `paint_ahead` would paint a drawing at this size. It would not if it has been painted."""
        return bool(self._unit) and self._elements().lacks(art, level)

    def paint_ahead(self, art: str, level: int) -> None:
        """Paint a drawing at `level` times the usual size (1 or 2) for later use as an element."""
        if self._unit:
            self._extent(art)
            self._elements().make_spare(art, level)

    def _begun(self) -> float:
        return self._sprites.begun if self._sprites is not None else 0.0

    def _play(self, begun: float) -> None:
        """Play the animation from a moment that is `begun` seconds after its start."""
        if not self._unit or self._playing is None:
            return
        motion, ways, (before, after), done = self._playing
        self._drawn = self._planned_still = None
        self._update_bed((*before, *after))
        divided, self._divided = self._divided, None
        known = divided is not None and divided[0] is ways and divided[1] == (before, after)
        below, sprites = divided[2] if divided is not None and known else self._layers(ways, before, after)
        self._draw_pieces(below)
        self._elements().play(sprites, motion.duration, begun, done)

    def _layers(self, ways: Sequence[Track], before: Scene, after: Scene) -> tuple[Scene, list[Track | Sprite]]:
        """Return the resting sprites that are drawn on the pieces' canvases, and those shown as elements.

        Elements, the lowest first, are the moving sprites, and the resting ones in the area of the motion that do not
        lie below all of them.
        """
        sooner, later = [tuple([sprite for sprite in scene if sprite.z > BED]) for scene in (before, after)]
        layers = divide_layers(sooner, later, sweep(ways, self._extent), self._extent)
        return layers.below, sorted((*layers.under, *ways, *layers.over), key=lambda moving: moving.z)

    def _elements(self) -> Sprites:
        if self._sprites is None:
            self._sprites = Sprites(self._box, self._bitmap, self._unit, self._dense)
        return self._sprites

    def _added_sprites(self, scene: Scene) -> Scene | None:
        """Return the sprites that a scene has in addition to those already drawn, if it is enough to draw these.

        Return None if the pieces must be redrawn, because sprites were removed, many were added, or an added sprite
        lies below others.
        """
        if self._plate is None or not self._exact:
            return None
        drawn_sprites = set(self._plate)
        added = tuple([sprite for sprite in scene if sprite not in drawn_sprites and sprite.z > BED])
        bed = tuple([sprite for sprite in scene if sprite.z <= BED])
        if bed != self._bed or len(added) > _MOST or len(added) + len(drawn_sprites) + len(bed) != len(scene):
            return None
        layers = divide_layers(self._plate, (), NOWHERE.wider(added, self._extent), self._extent)
        return None if layers.under else added

    def forget(self) -> None:
        """Let the next `draw` repaint all sprites, even those that are drawn already.

        The board itself is not repainted. An animation that is playing is repainted at once. Browsers discard the
        canvases of hidden pages, so this is called when the page is visible again.
        """
        begun = self._begun()
        self._drawn = self._plate = self._planned = self._planned_still = None
        self._pieces.forget()
        if self._sprites is not None:
            self._sprites.close()
            self._sprites = None
        self._play(begun)

    def close(self) -> None:
        """Remove the sprites from the page and release all pictures. Nothing can be drawn afterwards.

        The board then has no cyclic references, so that its canvases are released together with it.
        """
        self._unit, self._letters.on_arrival = 0.0, None
        self._afresh()

    def _draw_pieces(self, scene: Scene) -> None:
        if scene == self._plate:
            return
        self._plate = scene
        self._pieces.draw(scene, self._unit, self._bitmap, self._extent)

    def _extent(self, art: str) -> Extent:
        box = self._extents.get(art)
        if box is None:
            box = self._extents[art] = extent(self._art(art))
        return box

    def _art(self, name: str) -> Drawing:
        return board_drawing(name, self._view, self._brush.theme)

    def _bare_of(self, view: Paintable) -> Drawing:
        return bare(view, self._brush.theme)

    def _bitmap(self, art: str, level: int) -> Bitmap:
        key = (art, level)
        bitmap = self._bitmaps.get(key)
        if bitmap is None:
            bitmap = self._bitmaps[key] = self._pixels(art, level * self._unit)
        return bitmap

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
        self._bare, self._picture = (), None
        self._planned = self._planned_still = None
        begun = self._begun()
        if self._sprites is not None:
            self._sprites.close()
            self._sprites = None
        if not self._unit:
            return
        self._ground_afresh()
        self._drawn = self._plate = None
        self._pieces.forget()
        if self._playing is not None:
            self._play(begun)
        else:
            self.draw(self._scene)

    def _update_bed(self, scene: Scene) -> None:
        """Redraw the board if the sprites that are painted on its canvas (up to the level `BED`) have changed."""
        bed = tuple([sprite for sprite in scene if sprite.z <= BED])
        if bed != self._bed:
            self._bed = bed
            self._ground_afresh()

    def _ground_afresh(self) -> None:
        pen, board = self._ground.pen(), self._bare_of(self._view)
        if board != self._bare:
            self._bare, self._picture = board, None
            self._brush.paint(pen, board, self._unit)
        else:
            if self._picture is None:
                self._picture = self._brush.bitmap(board, self._unit, 0, 0, *self._size)
            pen.drawImage(self._picture, 0, 0)
        bed = tuple(
            Group(self._art(sprite.art), sprite.x, sprite.y, sprite.angle, sprite.scale) for sprite in self._bed
        )
        self._brush.paint(pen, bed, self._unit)
        if self._labelled:
            self._brush.paint(pen, self._view.labels(), self._unit)
        self._ground.show()
