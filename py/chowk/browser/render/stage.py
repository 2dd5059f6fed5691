"""The board on the page: fitted to its box, redrawn after changes, and animated."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from js import (
    ResizeObserver,
    cancelAnimationFrame,
    chowkPress,
    document,
    performance,
    requestAnimationFrame,
    window,
)
from pyodide.ffi import create_proxy

from chowk.app.app import App
from chowk.browser.render import canvas
from chowk.browser.render.tasks import run_in_task
from chowk.core.events import Event
from chowk.core.position import Spot
from chowk.draw import marks
from chowk.draw.scene import Paintable, Point, Scene, centres
from chowk.draw.timeline import FAST, NONE, NORMAL, Timeline, carried
from chowk.features.review.review import better
from chowk.session.output import board
from chowk.session.output.board import Pointer
from chowk.session.table import Table

if TYPE_CHECKING:  # imported only after a game is won
    from chowk.draw.ceremony import Ceremony

PACES: Final = {"normal": NORMAL, "fast": FAST, "off": NONE}
SHARPEST: Final = 3.0
"""Maximum number of device pixels per CSS pixel. More do not look sharper."""
WIDEST: Final = 4096
"""Maximum side of the canvas, in device pixels."""
PAUSE: Final = 0.05
"""Pause before each drawing that is painted ahead, in seconds. In the meantime the page can answer a tap."""
LATE_MS: Final = 150.0
"""Time after which a scheduled redraw is drawn without further preparation, in milliseconds.

Each change of the board restarts the preparation. Without this limit, a board that changes all the time would never be
drawn.
"""
STEP_MS: Final = 4.0
"""Time after which the preparation of a picture goes on in another task, in milliseconds.

On a slow device, even a single step takes longer. On a fast one, all steps together fit into one task.
"""
_LATEST: Final = 1.0
"""Maximum delay of the browser's report that an animation has ended, in seconds.

After this time, the animation counts as over. In a hidden page, the browser does not report the end.
"""


class Ears(Protocol):
    """The part of the sound output that the board uses."""

    def perform(self, motion: Timeline | Ceremony, still: bool) -> None:
        """Play the sounds of an animation that begins now.

        `still` is True if the animation is reduced or takes no time.
        """

    def hush(self) -> None:
        """Cancel the remaining sounds of the current animation."""

    def attend(self) -> None:
        """Play the sounds of all changes since the last call."""


class _StillScene(NamedTuple):
    """A picture of a board on which no piece moves: the pulsing glow, or None, and all other sprites."""

    breathing: marks.Breathing | None
    resting: Scene


class BoardStage:
    """The board's drawing and animation on the canvases of the page, an implementation of `BoardRenderer`."""

    def __init__(self) -> None:
        self.app: App | None = None
        self.pointer = Pointer()
        self.named: tuple[Spot, ...] = ()  # spots of the control that the pointer is over
        self.focused = False
        self.look = "light"
        self.dropped: tuple[str, Point] | None = None
        self._canvas: canvas.BoardCanvas | None = None
        self._element: Any = None
        self._view: Paintable | None = None
        self._box = (0, 0)  # the size of the element, in CSS pixels
        self._fitted: tuple[Any, ...] = ()
        self.drawn = False
        self.on_drawn: Callable[[], None] = lambda: None
        self.ears: Ears | None = None
        self.celebrating = False
        self.celebrated = False  # True if a ceremony has ended and the page has not changed since
        self.opening = False  # True until an animation has drawn its first frame
        self.on_picture: Callable[[], None] | None = None  # called after the first frame of an animation
        self._motion: Timeline | Ceremony | None = None
        self._over: asyncio.Future[None] | None = None
        self._done: Callable[[], None] = self._finish
        self._due = False  # True if a redraw is scheduled
        self._due_from = 0.0  # the time when it was scheduled, in milliseconds
        self._still_scene: _StillScene | None = None  # the scene to show next, if nothing has changed since it was made
        self._frame: int | None = None  # the request for the frame that will show what was drawn last
        self._must: tuple[int, tuple[Spot, ...]] = (0, ())
        self._breath: marks.Breathing | None = None
        self._ahead: object = None  # the position after which drawings are painted ahead
        self._on_frame = create_proxy(self._pass_frame)
        self._on_size = create_proxy(self._measure)
        self._sizes = ResizeObserver.new(self._on_size)

    def schedule_redraw(self) -> None:
        """Schedule a redraw of the board, at most one for each frame. Nothing is drawn if no table is shown then.

        It is a task of its own before the frame, so that the frame has only the browser's work: style, layout, paint.
        """
        self._still_scene = None
        if not self._due:
            self._due, self._due_from = True, performance.now()
            if self._frame is None:
                run_in_task(self._draw_due)

    def come_back(self) -> None:
        """Redraw everything in the next frame, because the page is visible again."""
        if self._canvas is not None:
            self._canvas.forget()
        self.schedule_redraw()

    async def perform(self, before: Scene, events: Sequence[Event], after: Scene) -> None:
        """Animate the change from one scene to another. Return at once if the page is hidden or has no board.

        `events` are the events of the move between the scenes.
        """
        table = self.app.table if self.app else None
        if self.dropped is not None:
            before, events = carried(before, events, *self.dropped)
            self._let_go()
        if table is None or document.hidden:
            return
        own = table.game.flourishes
        flourishes = own()(before, events, after) if own is not None else None
        motion = Timeline(before, events, after, self._where(table), self._pace, self._still, flourishes)
        if self.ears is not None:
            self.ears.perform(motion, self._still or motion.duration <= 0)
        if motion.duration > 0:
            await self._run(motion)

    async def _run(self, motion: Timeline | Ceremony) -> None:
        self._finish()  # two animations may start together if the game goes on while earlier moves are replayed
        loop = asyncio.get_running_loop()
        over = self._over = loop.create_future()
        self._motion, self._done = motion, partial(_end, over)
        self.opening = self._canvas is not None  # without a canvas the page does not wait for a frame
        late = loop.call_later(motion.duration + _LATEST, self._done)
        self.schedule_redraw()
        try:
            await over
        finally:
            late.cancel()
            if self._over is over:
                self._motion = self._over = None
                self.opening = False
            self.schedule_redraw()

    @property
    def still(self) -> bool:
        """True if the user wants reduced motion."""
        return self._still

    @property
    def lively(self) -> bool:
        """True if the user wants animations and a board is visible."""
        return self._pace > NONE and not self._still and not document.hidden and self._canvas is not None

    @property
    def animating(self) -> bool:
        """True while an animation is running, or is about to begin in the next frame."""
        return self._motion is not None

    async def celebrate(self, ceremony: Ceremony) -> None:
        """Play the ceremony (an animation with music) for a won game. A tap or a key cuts it short."""
        if self.ears is not None:
            self.ears.perform(ceremony, False)
        self.celebrating = True
        try:
            await self._run(ceremony)
        finally:
            self.celebrating, self.celebrated = False, True

    def drop(self, piece: str, point: Point) -> None:
        """Keep showing the sprite `piece` at the point where the user dropped it.

        The animation of its move starts from there.
        """
        self.dropped = piece, point
        self.pointer = self.pointer._replace(dropped=point)

    def _let_go(self) -> None:
        self.dropped = None
        self.pointer = self.pointer._replace(dropped=None)

    def skip(self) -> None:
        """Finish a running animation at once."""
        if self.dropped is not None:
            self._let_go()
        if self.ears is not None and self._over is not None:
            self.ears.hush()
        self._finish()

    def _finish(self) -> None:
        if self._over is not None:
            _end(self._over)

    def forget(self) -> None:
        """Release the canvases, because the page has removed them, and end the animation."""
        if self._canvas is not None:
            self._canvas.close()
        self._canvas = self._element = None
        self._fitted = ()
        self._sizes.disconnect()
        self.skip()

    def _draw_due(self) -> None:
        if not self._due:
            return
        if self._prepare():
            run_in_task(self._draw_due)
        elif not document.hidden:
            self._draw_frame()
        elif self._frame is None:  # hidden pages have no frames, so this one comes when the page is visible
            self._frame = requestAnimationFrame(self._on_frame)

    def _prepare(self) -> bool:
        """Prepare the next picture, for about `STEP_MS`. Return True if there is more to prepare."""
        app, motion, board_canvas = self.app, self._motion, self._canvas
        if app is None or app.table is None or board_canvas is None:
            return False
        table, began = app.table, performance.now()
        if table.view is not self._view:
            return False  # the canvases are those of another board, until `_fit`
        if motion is None and began - self._due_from > LATE_MS:
            return False
        try:
            if motion is None:
                prepare = partial(self._prepare_still, board_canvas, app, table)
            else:
                prepare = partial(board_canvas.plan, motion, lambda: (motion.resting, self._marked(app, table)))
            while prepare():
                if performance.now() - began >= STEP_MS:
                    return True
        except MemoryError:
            raise  # the page restarts
        except Exception as error:
            app.failures.note(error)  # `_draw_frame` then tries to draw everything
        return False

    def _prepare_still(self, board_canvas: canvas.BoardCanvas, app: App, table: Table) -> bool:
        """Do the next step of the preparation of a resting scene. Return False if there was none left to do."""
        still = self._still_scene
        if still is None:
            self._still_scene = self._resting(app, table)
            return True
        if still.breathing is None:
            return board_canvas.plan_still(still.resting)
        return board_canvas.plan(still.breathing, lambda: (still.resting, ()))

    def _resting(self, app: App, table: Table) -> _StillScene:
        """Return what the board shows while nothing moves."""
        scene = board.scene(app, table, self.pointer, self.focused, (*better(app), *self.named))
        glowing = marks.glowing(scene)
        breathing = self._breathing(table, glowing)
        below = tuple([sprite for sprite in scene if sprite not in glowing]) if breathing else scene
        return _StillScene(breathing, below)

    def _marked(self, app: App, table: Table) -> Scene:
        """Return the sprites that rest above an animation."""
        return board.marked(app, table, self.pointer, self.focused, better=(*better(app), *self.named))

    def _pass_frame(self, _now: float) -> None:
        """Do what waits until the browser has shown the frame that now begins."""
        self._frame = None
        if self._due:
            run_in_task(self._draw_due)
        if self.on_picture is not None:
            run_in_task(self.on_picture)
            self.on_picture = None

    def _draw_frame(self) -> None:
        self._due = False
        try:
            self._draw()
        except MemoryError:
            raise  # the page restarts
        except Exception as error:
            self.skip()  # without a canvas the game goes on without pictures
            assert self.app is not None, "something was drawn"
            self.app.failures.note(error)
        chowkPress.answered()
        self.opening = False
        if self._frame is None:
            self._frame = requestAnimationFrame(self._on_frame)

    def _draw(self) -> None:
        app = self.app
        if app is None or app.table is None:
            self.forget()  # the canvases of a table that was left
            return
        if not self._fit(app.table):
            return
        assert self._canvas is not None, "it fits"
        if self._motion is not None:
            self._canvas.perform(self._motion, self._motion.resting, self._marked(app, app.table), self._done)
            return
        still, self._still_scene = self._still_scene or self._resting(app, app.table), None
        self._draw_still(self._canvas, app.table, still)

    def _draw_still(self, board_canvas: canvas.BoardCanvas, table: Table, still: _StillScene) -> None:
        if still.breathing is None:
            board_canvas.draw(still.resting)
        else:
            board_canvas.perform(still.breathing, still.resting, (), self._hold_breath)
        if not self.drawn:
            self.drawn = True
            performance.mark("chowk:board")
            self.on_drawn()
        if table.position is not self._ahead and self.app is not None:
            self._ahead = table.position
            if table.game.next_art is not None:
                self.app.spawn(self._paint_ahead(self.app, table.game.next_art(table.position)))

    async def _paint_ahead(self, app: App, drawings: Sequence[tuple[str, int]]) -> None:
        """Paint drawings that the next move may show, one after another, until something else is shown."""
        position = self._ahead
        for art, level in drawings:
            if self._canvas is not None and not self._canvas.lacks(art, level):
                continue  # without a pause, which takes two tasks of the browser
            await app.clock.sleep(PAUSE)
            if self._ahead is not position or self._motion is not None or self._canvas is None:
                return
            self._canvas.paint_ahead(art, level)

    def _breathing(self, table: Table, glowing: Scene) -> marks.Breathing | None:
        """Return the pulsing glow of the pieces that must move, at the start of a turn.

        `glowing` are the sprites of the glow. Return None after it has ended, if there are none, or if the player wants
        no animations.
        """
        must = table.match.ply, tuple(sprite.spot for sprite in glowing)
        if must != self._must:
            self._must = must
            self._breath = marks.Breathing(glowing) if glowing and self._pace > NONE and not self._still else None
        return self._breath

    def _hold_breath(self) -> None:
        self._breath = None
        self.schedule_redraw()

    def _fit(self, table: Table) -> bool:
        element = document.querySelector(".board")
        if not element:
            self.forget()
            return False
        if self._canvas is None or element != self._element or not self._turned(table.view):
            ground, pieces, sprites = map(element.querySelector, (".ground", ".pieces", ".sprites"))
            if not ground:
                return False  # a placeholder until the page is shown (visit.js); the animation goes on
            if self._canvas is not None:
                self._canvas.close()
            self._canvas, self._element = canvas.BoardCanvas(ground, pieces, sprites, table.view), element
            self._fitted, self._view = (), table.view
            self._sizes.disconnect()
            self._sizes.observe(element)
            self._measure()
        fitted = (self.look, *self._size())
        if fitted != self._fitted:
            if fitted[:1] != self._fitted[:1]:
                self._canvas.theme(self.look)
            self._fitted = fitted
            self._canvas.resize(*self._size())
        if self.app is not None:
            self._canvas.label(self.app.labelled or board.names_squares(self.app, table))
        return bool(fitted[1])

    def _turned(self, view: Paintable) -> bool:
        """Try to show the board in another view, such as another player's.

        Return True if the board now has this view.
        """
        assert self._canvas is not None, "there is one"
        if view is not self._view and self._canvas.turn(view):
            self._view = view
        return view is self._view

    def _measure(self, *_: Any) -> None:
        """Read the board's size after layout. Redraw if the size has changed."""
        if self._element is None:
            return
        size = self._element.clientWidth, self._element.clientHeight
        if size != self._box:
            self._box = size
            if self._fitted:
                self._draw_frame()

    def _size(self) -> tuple[float, float, float]:
        width, height = self._box
        sharp = min(SHARPEST, window.devicePixelRatio or 1.0, WIDEST / max(1, width, height))
        return width, height, sharp

    @property
    def _pace(self) -> float:
        return PACES[self.app.settings.speed] if self.app else NONE

    @property
    def _still(self) -> bool:
        return self.app is not None and self.app.still

    def _where(self, table: Table) -> Any:
        return centres(table.view.cells()).__getitem__

    def close(self) -> None:
        """Stop drawing, and release the browser's resources."""
        self._due = False
        if self._frame is not None:
            cancelAnimationFrame(self._frame)
        self._sizes.disconnect()
        for proxy in (self._on_frame, self._on_size):
            proxy.destroy()


def _end(over: asyncio.Future[None]) -> None:
    if not over.done():
        over.set_result(None)
