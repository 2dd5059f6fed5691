"""The board on the page: sized to its box, drawn when something changed, in motion while something moves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol

from js import ResizeObserver, cancelAnimationFrame, document, performance, requestAnimationFrame, window
from pyodide.ffi import create_proxy

from chowk.app.app import App
from chowk.browser.render import canvas
from chowk.core.events import Event
from chowk.core.position import Spot
from chowk.draw import marks
from chowk.draw.scene import Paintable, Point, Scene, centres
from chowk.draw.timeline import FAST, NONE, NORMAL, Timeline, carried
from chowk.features.review.review import better
from chowk.session.output import board
from chowk.session.output.board import Pointer
from chowk.session.table import Table

if TYPE_CHECKING:  # read once a game was won
    from chowk.draw.ceremony import Ceremony

PACES: Final = {"normal": NORMAL, "fast": FAST, "off": NONE}
SHARPEST: Final = 3.0
"""Device pixels per CSS pixel beyond which nothing looks sharper."""
WIDEST: Final = 4096
"""Device pixels at most on a side of the canvas."""
_LATEST: Final = 1.0
"""So many seconds after its time a motion is over whose end the browser does not tell, as of a page that is hidden."""


class Ears(Protocol):
    """Whatever lets be heard what happens on the board."""

    def perform(self, motion: Timeline | Ceremony, still: bool) -> None:
        """Plays what goes with a motion."""

    def hush(self) -> None:
        """Plays no more of it."""

    def attend(self) -> None:
        """Plays what has changed since it was asked last."""


class BoardStage:
    """The `Stage` of the table page, on the canvases that the page has made."""

    def __init__(self) -> None:
        self.app: App | None = None
        self.pointer = Pointer()
        self.named: tuple[Spot, ...] = ()  # what a control beside the board speaks of, while it is pointed at
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
        self.celebrated = False  # whether a ceremony has ended, and nothing has come after it yet
        self.opening = False  # whether something moves of which no picture was drawn yet
        self.on_picture: Callable[[], None] | None = None  # done once there is one
        self._motion: Timeline | Ceremony | None = None
        self._over: asyncio.Future[None] | None = None
        self._done: Callable[[], None] = self._finish
        self._frame: int | None = None
        self._must: tuple[int, tuple[Spot, ...]] = (0, ())
        self._breath: marks.Breathing | None = None
        self._on_frame = create_proxy(self._draw_frame)
        self._on_size = create_proxy(self._measure)
        self._sizes = ResizeObserver.new(self._on_size)

    def perform_now(self) -> None:
        """Draws the board as it is, in the next frame; does nothing while no table is shown."""
        if self._frame is None:
            self._frame = requestAnimationFrame(self._on_frame)

    def come_back(self) -> None:
        """Draws the board in the next frame, whatever is on it: the page is looked at again."""
        if self._canvas is not None:
            self._canvas.forget()
        self.perform_now()

    async def perform(self, before: Scene, events: Sequence[Event], after: Scene) -> None:
        """Animates from one scene to another; a hidden page, or one without a board, is not kept waiting."""
        table = self.app.table if self.app else None
        if self.dropped is not None:
            before, events = carried(before, events, *self.dropped)
            self._let_go()
        if table is None or document.hidden:
            return
        motion = Timeline(before, events, after, self._where(table), self._pace, self._still)
        if self.ears is not None:
            self.ears.perform(motion, self._still or motion.duration <= 0)
        if motion.duration > 0:
            await self._run(motion)

    async def _run(self, motion: Timeline | Ceremony) -> None:
        self._finish()  # two may begin at once, where a game goes on while earlier moves are shown again
        loop = asyncio.get_running_loop()
        over = self._over = loop.create_future()
        self._motion, self._done = motion, partial(_end, over)
        self.opening = self._canvas is not None  # else there is no board yet for the page to wait for
        late = loop.call_later(motion.duration + _LATEST, self._done)
        self.perform_now()
        try:
            await over
        finally:
            late.cancel()
            if self._over is over:
                self._motion = self._over = None
                self.opening = False
            self.perform_now()

    @property
    def still(self) -> bool:
        """Whether less motion is asked for."""
        return self._still

    @property
    def lively(self) -> bool:
        """Whether motion is wanted, and there is a board to see it on."""
        return self._pace > NONE and not self._still and not document.hidden and self._canvas is not None

    async def celebrate(self, ceremony: Ceremony) -> None:
        """Shows what the pieces do when a game was won; a tap or a key cuts it short."""
        if self.ears is not None:
            self.ears.perform(ceremony, False)
        self.celebrating = True
        try:
            await self._run(ceremony)
        finally:
            self.celebrating, self.celebrated = False, True

    def drop(self, piece: str, at: Point) -> None:
        """Leaves a piece where a hand has let go of it, until its move is performed from there."""
        self.dropped = piece, at
        self.pointer = self.pointer._replace(at=at)

    def _let_go(self) -> None:
        self.dropped = None
        self.pointer = self.pointer._replace(at=None)

    def skip(self) -> None:
        """Finishes a running animation at once."""
        if self.dropped is not None:
            self._let_go()
        if self.ears is not None and self._over is not None:
            self.ears.hush()
        self._finish()

    def _finish(self) -> None:
        if self._over is not None:
            _end(self._over)

    def forget(self) -> None:
        """Lets go of the canvases: the page has removed them."""
        self._canvas = self._element = None
        self._fitted = ()
        self.skip()

    def _draw_frame(self, _now: float = 0.0) -> None:
        self._frame = None
        try:
            self._draw()
        except MemoryError:
            raise  # the page starts again
        except Exception as error:
            self.skip()  # where the browser gives nothing to draw on, the game goes on without pictures
            assert self.app is not None, "something was drawn"
            self.app.failures.note(error)
        self.opening = False
        if self.on_picture is not None:
            # Not before the browser has shown it.
            asyncio.get_running_loop().call_soon(self.on_picture)
            self.on_picture = None

    def _draw(self) -> None:
        app = self.app
        if app is None or app.table is None or not self._fit(app.table):
            return
        assert self._canvas is not None, "it fits"
        marked = (*better(app), *self.named)
        if self._motion is None:
            self._draw_still(self._canvas, app.table, board.scene(app, app.table, self.pointer, self.focused, marked))
            return
        after = board.marked(app, app.table, self.pointer, self.focused, better=marked)
        self._canvas.perform(self._motion, self._motion.rest, after, self._done)

    def _draw_still(self, board_canvas: canvas.BoardCanvas, table: Table, scene: Scene) -> None:
        glowing = tuple(one for one in scene if marks.is_glow(one))
        breathing = self._breathing(table, glowing)
        if breathing is None:
            board_canvas.draw(scene)
        else:
            resting = tuple(one for one in scene if not marks.is_glow(one))
            board_canvas.perform(breathing, resting, (), self._hold_breath)
        if not self.drawn:
            self.drawn = True
            performance.mark("chowk:board")
            self.on_drawn()

    def _breathing(self, table: Table, glowing: Scene) -> marks.Breathing | None:
        """How the light of pieces that must move breathes as their turn begins; None once it stays as it is."""
        must = table.match.ply, tuple(one.spot for one in glowing)
        if must != self._must:
            self._must = must
            self._breath = marks.Breathing(glowing) if glowing and self._pace > NONE and not self._still else None
        return self._breath

    def _hold_breath(self) -> None:
        self._breath = None
        self.perform_now()

    def _fit(self, table: Table) -> bool:
        element = document.querySelector(".board")
        if not element:
            self.forget()
            return False
        if self._canvas is None or element != self._element or not self._turned(table.view):
            ground, pieces, sprites = map(element.querySelector, (".ground", ".pieces", ".sprites"))
            if not ground:
                return False  # it only keeps the place of the board until the page is shown (visit.js): motion goes on
            self._canvas, self._element = canvas.BoardCanvas(ground, pieces, sprites, table.view), element
            self._fitted, self._view = (), table.view
            self._sizes.disconnect()
            self._sizes.observe(element)
            self._measure()
        wanted = (self.look, *self._size())
        if wanted != self._fitted:
            if wanted[:1] != self._fitted[:1]:
                self._canvas.theme(self.look)
            self._fitted = wanted
            self._canvas.resize(*self._size())
        if self.app is not None:
            self._canvas.label(self.app.labelled or board.names_squares(self.app, table))
        return bool(wanted[1])

    def _turned(self, view: Paintable) -> bool:
        """Whether the board that is there shows this view, now at least."""
        assert self._canvas is not None, "there is one"
        if view is not self._view and self._canvas.turn(view):
            self._view = view
        return view is self._view

    def _measure(self, *_: Any) -> None:
        """Takes note of the board's size, which the browser tells once it has laid out the page; draws it anew then."""
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
        """Stops drawing for good."""
        if self._frame is not None:
            cancelAnimationFrame(self._frame)
        self._sizes.disconnect()
        for proxy in (self._on_frame, self._on_size):
            proxy.destroy()


def _end(over: asyncio.Future[None]) -> None:
    if not over.done():
        over.set_result(None)
