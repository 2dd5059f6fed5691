"""Play whole moves with the page's own code for drawing, and a fake browser that only counts its calls."""

from __future__ import annotations

import asyncio
import importlib
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, ModuleType, SimpleNamespace
from typing import Any, Final
from unittest.mock import MagicMock

import pytest

from chowk.app import commands
from chowk.app.app import App
from chowk.storage.plan import SeatPlan, usual_plan
from tests.fakes import FakeWorld, app_in, sitting_at

CODE: Final = str(Path(__file__).parents[3] / "py" / "chowk")
SIDE: Final = 390
"""Width and height of the board, in CSS pixels."""
TURNS: Final = 6
"""Number of iterations of the event loop after which the fake browser reports the end of a motion."""
PATIENCE: Final = 5000
"""Maximum number of iterations of the event loop until a move is complete."""


class Surface:
    """A fake of the parts of a canvas or a bitmap that the page uses."""

    def __init__(self, width: float = SIDE, height: float = SIDE) -> None:
        self.width, self.height = width, height
        self.style = MagicMock()

    def getContext(self, _: str) -> Any:  # noqa: N802 - the browser's name
        return MagicMock()

    def transferToImageBitmap(self) -> Surface:  # noqa: N802 - the browser's name
        return self

    def getBoundingClientRect(self) -> Any:  # noqa: N802 - the browser's name
        return SimpleNamespace(left=0, top=0, width=self.width, height=self.height)

    def close(self) -> None:
        """Do nothing. There is no memory to free."""


class Browser:
    """A fake browser that counts what Python requests: nodes made, nodes changed, sprites made and sprites shown.

    It also counts the characters of the texts in which Python sends these requests.
    """

    def __init__(self) -> None:
        self.counts = Counter[str]()
        self.js = js = MagicMock()
        js.document.hidden = False
        js.document.activeElement = None
        js.document.querySelector = self._find
        js.window.devicePixelRatio = 1
        js.performance.now = lambda: 0.0
        js.requestAnimationFrame = lambda draw: asyncio.get_running_loop().call_soon(draw, 0.0) and 1
        js.chowkTask = lambda task: asyncio.get_running_loop().call_soon(task) and None
        js.chowkBeforeFrame = js.chowkTask
        js.OffscreenCanvas.new = Surface
        js.document.createElement = lambda _: Surface()
        js.chowkNode = self._make
        js.chowkChange = self._change
        js.chowkSprites = lambda _: Sprites(self.counts)
        board = SimpleNamespace(clientWidth=SIDE, clientHeight=SIDE)
        surfaces = {".ground": Surface(), ".pieces": MagicMock(), ".sprites": MagicMock()}
        board.querySelector = surfaces.__getitem__
        self._board = board

    def _find(self, selector: str) -> Any:
        return self._board if selector == ".board" else None

    def _make(self, text: str) -> Any:
        self.counts["nodes made"] += node_count(json.loads(text))
        self.counts["letters"] += len(text)
        return MagicMock()

    def _change(self, _: Any, text: str) -> None:
        self.counts["nodes changed"] += len(json.loads(text))
        self.counts["letters"] += len(text)


class Sprites:
    """A fake of the parts of JavaScript's `chowkSprites` that the page uses.

    A motion ends a few iterations of the event loop after it began.
    """

    def __init__(self, counts: Counter[str]) -> None:
        self._counts = counts
        self._numbers = 0

    def add(self, *_: Any) -> int:
        self._counts["sprites made"] += 1
        self._numbers += 1
        return self._numbers - 1

    def show(self, text: str, _duration: float = 0, _begun: float = 0, over: Any = None) -> bool:
        sprites = json.loads(text)
        self._counts["sprites shown"] += len(sprites)
        self._counts["letters"] += len(text)
        moves = any(style is None for _, style, *_ in sprites)
        if moves and over is not None:
            soon(over)
        return moves

    def begun(self) -> float:
        return 0.0

    def remove(self, _: int) -> None:
        """Do nothing. No sprite is shown."""

    def close(self) -> None:
        """Do nothing. No sprite is shown."""


def soon(over: Callable[[Any], None], turns: int = TURNS) -> None:
    """Call a function after a number of iterations of the event loop."""
    loop = asyncio.get_running_loop()
    loop.call_soon(over, None) if not turns else loop.call_soon(soon, over, turns - 1)


def node_count(value: Any) -> int:
    """Return the number of elements and texts in the JSON of a node."""
    return 1 if isinstance(value, str) else 1 + sum(map(node_count, value[5]))


class Proxy:
    """A fake of a proxy, a Python function that a browser may call."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    def __call__(self, *args: Any) -> Any:
        return self._function(*args)

    def destroy(self) -> None:
        """Do nothing. There is no proxy to destroy."""


class MovePage:
    """A game between people on the real page. The browser is a fake that only counts its calls."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        stage = importlib.import_module("chowk.browser.render.stage").BoardStage()
        device = MagicMock()
        device.vibrates = False
        world = FakeWorld()
        world.stage = stage
        self.page = importlib.import_module("chowk.browser.page").BrowserPage(stage, device)
        world.page = self.page
        self.app: App = app_in(world)
        stage.app = self.app
        self.page.begin(self.app)

    async def begin(self, game: str) -> None:
        """Begin a new game between people, and wait until a person may move."""
        await self.app.start()
        self.app.change_settings(sound=False, vibration=False)
        plan = usual_plan(game)
        self.app.begin(plan._replace(seats=tuple(SeatPlan() for _ in plan.seats)))
        await self.settled()

    async def settled(self) -> None:
        """Wait until a person may move or roll, or the game is over, and until the page shows this."""
        table = sitting_at(self.app)
        for _ in range(PATIENCE):
            await asyncio.sleep(0)
            due = table.choice.awaited is not None or table.choice.rolling is not None
            if table.outcome is not None or (due and not table.display.moving):
                break
        for _ in range(40):
            await asyncio.sleep(0)

    async def move(self) -> None:
        """Make a move by always choosing the first open spot, or roll the dice if a roll is due."""
        table = sitting_at(self.app)
        ply = table.match.ply
        while table.match.ply == ply and table.outcome is None:
            if table.choice.rolling is not None:
                commands.do(self.app, "roll")
            else:
                commands.do(self.app, "tap", table.open[0])
            await self.settled()


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> Iterator[Browser]:
    """Give the modules of `chowk.browser` a fake browser that only counts, and yield it."""
    browser = Browser()
    ffi = SimpleNamespace(
        JsException=OSError, create_proxy=Proxy, create_once_callable=lambda function: function, to_js=MagicMock()
    )
    modules: dict[str, Any] = {"js": browser.js, "pyodide": ModuleType("pyodide"), "pyodide.ffi": ffi}
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    _forget_modules()
    yield browser
    _forget_modules()


def _forget_modules() -> None:
    """Forget all modules of `chowk.browser`, because other tests have given them another fake browser.

    Also remove them from the attributes of their packages.
    """
    for name in [name for name in sys.modules if name.startswith("chowk.browser.")]:
        package, _, module = name.rpartition(".")
        vars(sys.modules.get(package, browser)).pop(module, None)
        sys.modules.pop(name, None)
    for name, value in list(vars(sys.modules.get("chowk.browser", browser)).items()):
        if isinstance(value, ModuleType) and value.__name__.startswith("chowk.browser."):
            del vars(sys.modules["chowk.browser"])[name]


@contextmanager
def counting(counts: Counter[str]) -> Iterator[None]:
    """Count the calls of the app's Python functions during the `with` block, in `counts["calls"]`."""

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(CODE):
            counts["calls"] += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(before)
