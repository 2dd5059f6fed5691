"""Fuzz the application with random actions: `python3 -m tests.fuzzing actions`.

A run simulates one device in plain Python: pages are opened on it one after another, with the same store. Each step
presses a control that is or just was on the page, points at the board, presses a key, types nonsense, moves in the
browser's history, or reloads the page. Between steps the application finishes the work that it has started. A run fails
if there is an error, if a page cannot be drawn, or at a dead end: nothing can be pressed, a game waits for nobody, or
Back does not lead home. Runs are numbered and deterministic: `--first 40 --runs 1` repeats run 40.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.app.history import Trail
from chowk.app.opened import back, opened
from chowk.draw.scene import centres
from chowk.engine.protocol import Reply
from chowk.games import SHELF
from chowk.session.table import Table
from chowk.ui.nodes import Node
from tests import fakes

RUNS: Final = 300
STEPS: Final = 500
_TURNS: Final = 12
"""Number of iterations of the event loop that the application gets between two steps."""
_PATIENCE: Final = 400
"""Number of iterations of the event loop after which a game that does not wait for a player counts as stuck."""
_KEYS: Final = (
    *("Enter", " ", "Escape", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"),
    *"abcdefghijklmnopqrstuvwxyz0123456789?+-*/.,",
)
_TYPED: Final = (
    "",
    " ",
    "Asha",
    "ਗੁਰਪ੍ਰੀਤ",
    "a\u0301\u0302\u0303\u0304" * 9,
    "\u202e\u200b\u2066x",
    "1. 11-15 23-19 2. 8-11 *",
    "f5d6c3d3c4",
    '[Game "parcheesi"]\n[Seed "7"]\n\n*',
    "#g=1.AAAA",
    "https://chowk.invalid/#t=1.AAAA",
    '{"schema": 3}',
    "9" * 40,
    "<svg onload=x>",
)
_GONE: Final = frozenset({"install", "update", "copy-details"})
"""Commands that a run does not try, because they leave the page or only copy a text."""


class Trouble(Exception):
    """Raised if a run fails. The message describes the failure."""


class Entries:
    """A fake of the browser's history: a list of entries, and the index of the current one.

    Each entry has a text that the page stored, and a link to a game, or empty texts.
    """

    def __init__(self) -> None:
        self.kept = [("", "")]
        self.index = 0
        self.arrived: Callable[[], None] = lambda: None
        self.closed: Callable[[], None] | None = None

    def text(self) -> str:
        return self.kept[self.index][0]

    def link(self) -> str:
        return self.kept[self.index][1]

    def put(self, text: str, link: str) -> None:
        self.kept[self.index] = (text, link)

    def push(self, text: str, link: str) -> None:
        self.kept[self.index + 1 :] = [(text, link)]
        self.index += 1

    def go(self, by: int) -> None:
        if 0 <= self.index + by < len(self.kept):
            self.index += by
            asyncio.get_running_loop().call_soon(lambda: self.arrived())

    def watch(self, closed: Callable[[], None] | None) -> None:
        self.closed = closed

    def later(self, _: float, do: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_soon(do)


class Engine(fakes.FakeEngine):
    """A fake engine that plays any legal move at once and analyses with a very short search."""

    def __init__(self, random: Random) -> None:
        super().__init__()
        self.random = random

    async def ask(self, request: str) -> str:
        fields = json.loads(request)
        await asyncio.sleep(0)
        if fields["survey"] or fields["weigh"]:
            return await self.desk.answer(json.dumps({**fields, "nodes": 20, "depth": 1, "milliseconds": 1}))
        ruleset = games.find_ruleset(fields["game"])
        assert ruleset is not None, "it is asked of games that there are"
        position = ruleset.notation.read_position(fields["position"])
        move = ruleset.notation.write_move(position, self.random.choice(list(position.moves())))
        return Reply(fields["ticket"], move, 0.0).text()


class Clock(fakes.FakeClock):
    """A fake clock on which a pause ends at once and moves the monotonic clock ahead by its length."""

    async def sleep(self, seconds: float) -> None:
        self.passed += round(1000 * seconds)
        await asyncio.sleep(0)


class World(fakes.FakeWorld):
    """The fake parts of a browser on one device, with random seeds and a given store."""

    def __init__(self, random: Random, store: fakes.FakeStore) -> None:
        super().__init__()
        self.clock = Clock()
        self.engine = Engine(random)
        self.store = store
        self.seeds = iter(lambda: random.randrange(2**63), -1)


class Device:
    """A device in a run: its store, its history, and the page that is open on it."""

    def __init__(self, number: int) -> None:
        self.random = Random(f"actions {number}")
        self.game = SHELF[number % len(SHELF)]
        self.store = fakes.FakeStore(page="0")
        self.entries = Entries()
        self.tried: Counter[str] = Counter()
        self.steps: list[str] = []
        self.pages = 0
        self.before: list[list[tuple[Node, str]]] = []  # the controls of the last few pages
        self.app: App
        self.trail: Trail

    async def open(self) -> None:
        """Open a page in place of the current one."""
        if self.pages:
            self.app.kept.queue.leave()
            self.app.pause()
            for task in tuple(self.app._tasks):
                task.cancel()
            await asyncio.sleep(0)
        self.pages += 1
        self.store = self.store.of(str(self.pages))
        self.app = fakes.app_in(World(self.random, self.store))
        await self.app.start()
        self.trail = Trail(self.app, self.entries)
        self.entries.arrived = self.trail.arrived
        self.trail.begin()
        await self.settle()

    async def settle(self) -> None:
        """Let the application finish the work it has started, and update the history."""
        for _ in range(_TURNS):
            await asyncio.sleep(0)
        self.trail.match()
        for report in fakes.reported():
            raise Trouble(report)

    def page(self) -> Node:
        """Return the page as a tree of nodes. Raise `Trouble` if a part of the page cannot be drawn."""
        page, errors = pages.frame(self.app, self.app.words)
        for error in errors:
            raise Trouble("".join(traceback.format_exception(error)))
        return page

    # Actions ----------------------------------------------------------------------------------------------------------

    def controls(self) -> list[tuple[Node, str]]:
        """Return the controls of the topmost sheet or, if no sheet is open, of the page, each with a value.

        A list of options occurs once for each option, with the option's value. For other controls the value is empty.
        """
        page = self.page()
        sheets = [node for node in page.walk() if node.attrs.get("role") == "dialog"]
        return list(_controls(sheets[-1] if sheets else page))

    def press(self, controls: list[tuple[Node, str]] | None = None) -> None:
        """Press or change a random control: one in `controls`, or one that is visible if `controls` is None."""
        if controls is None:
            controls = self.controls()
            self.before = [*self.before[-2:], controls]
        if not controls:
            raise Trouble("nothing can be pressed")
        # Draw three and use the one whose command was tried least: some controls, such as languages, come in dozens.
        few = [self.random.choice(controls) for _ in range(3)]
        node, value = min(few, key=lambda pair: self.tried[str(pair[0].attrs["data-do"])])
        name, arg = str(node.attrs["data-do"]), str(node.attrs.get("data-arg", ""))
        kind = node.attrs.get("type") if node.tag == "input" else node.tag
        if kind in ("text", "textarea", "form", "file"):
            typed = self.typed()
            self.do(
                name, f"{arg} {typed}" if kind == "text" else typed if kind in ("form", "file") else f"{arg} {typed}"
            )
            return
        if kind == "checkbox":
            value = "off" if node.attrs.get("checked") else "on"
        elif kind == "range":
            value = str(self.random.randint(0, int(str(node.attrs.get("max", 10)))))
        self.do(name, argument := f"{arg} {value}".strip())
        if commands.COMMANDS[name].values(argument) is None:
            raise Trouble(f"{name} does not take {argument!r}")

    def typed(self) -> str:
        """Return a random text to type: nonsense, a text copied from the page, or the record of the open game."""
        own = [*fakes.world_of(self.app).clipboard.copied[-4:]]
        if self.app.table is not None and self.random.random() < 0.3:
            from chowk.core import record

            own.append(record.write(self.app.table.match))
        return str(self.random.choice((*_TYPED, *own)))

    def play(self) -> None:
        """Tap an allowed spot, roll the dice, or begin a game. If none of these is possible, press a control."""
        table = self.app.table
        if table is None:
            if self.app.place.sheets:
                self.press()
            else:
                self.do("open", self.game)
                self.do("play")
        elif self.app.place.sheets:
            self.press()
        elif table.choice.awaited is not None and table.open:
            self.do("tap", self.random.choice(list(table.open)))
        elif table.choice.rolling is not None or table.choice.imposed is not None:
            self.do("roll")
        else:
            self.press()

    def point(self) -> None:
        """Tap a random cell of the board."""
        if self.app.table is not None and not self.app.place.sheets:
            self.do("tap", self.random.choice(list(centres(self.app.table.view.cells()))))

    def key(self) -> None:
        """Press a random key on the board."""
        if self.app.table is not None and not self.app.place.sheets:
            pressed = self.random.choice(_KEYS)
            self.steps.append(f"key {pressed!r}")
            commands.key(self.app, pressed)

    def escape(self) -> None:
        """Close the topmost sheet or menu, as the Escape key does."""
        if opened(self.app):
            self.steps.append("close")
            back(self.app)

    def late(self) -> None:
        """Press a control that was on the page a few steps before, as if the tap came too late."""
        if self.before:
            self.press(self.random.choice(self.before))

    def walk(self) -> None:
        """Go one or two steps back or forward in the browser's history."""
        by = self.random.choice((-1, -1, -2, 1, 1, 2))
        self.steps.append(f"history {by}")
        self.entries.go(by)

    def do(self, name: str, arg: str = "") -> None:
        """Run a command of the app as its button would."""
        if name in _GONE:
            return
        self.tried[name] += 1
        self.steps.append(f"{name} {arg!r}")
        commands.do(self.app, name, arg)

    # Dead ends --------------------------------------------------------------------------------------------------------

    async def goes_on(self) -> None:
        """Fail if the player's unfinished game neither waits for a move or a roll, nor continues by itself soon."""
        for _ in range(_PATIENCE):
            table = self.app.table
            if table is None or table.kind != "own" or table.outcome is not None or _waits(table):
                return
            if self.app.place.sheets or table.display.shown_ply is not None or table.display.replaying:
                return
            if self.app.loop._running is not None and not self.app.loop._running.done():
                await asyncio.sleep(0)
                if not any(seat.kind == "person" for seat in table.plan.seats):
                    return  # opponents play on among themselves
                continue
            break
        else:
            table = self.app.table
            if table is None or table.distance is not None or self.app.live is not None:
                return  # an absent player has the move
        raise Trouble("the game waits for nobody")

    async def leads_home(self) -> None:
        """Go back until nothing is open. Fail if this does not lead to the home page."""
        for _ in range(len(opened(self.app)) + 8):
            if not opened(self.app):
                break
            back(self.app)
            await self.settle()
        if opened(self.app) or self.app.table is not None:
            raise Trouble(f"Back does not lead home: {opened(self.app)}")
        if not self.controls():
            raise Trouble("nothing can be pressed at home")


def _waits(table: Table) -> bool:
    choice = table.choice
    return any(move is not None for move in (choice.awaited, choice.rolling, choice.imposed))


def _controls(top: Node) -> Iterator[tuple[Node, str]]:
    if top.attrs.get("hidden") or top.attrs.get("inert"):
        return
    if top.attrs.get("data-do") and top.attrs.get("aria-disabled") != "true" and "disabled" not in top.attrs:
        options = [str(node.attrs.get("value", "")) for node in top.walk() if node.tag == "option"]
        for value in options or [""]:
            yield top, value
    for child in top.children:
        if isinstance(child, Node):
            yield from _controls(child)


class RunResult(NamedTuple):
    """The result of a run: its number, steps and pages, the count of each command, and the failure if there is one."""

    number: int
    steps: int
    pages: int
    commands: Counter[str]
    trouble: str = ""


async def tried(number: int, steps: int = STEPS) -> RunResult:
    """Execute a run of random actions and return its result. A failure names the last steps before it."""
    fakes.reported()
    device = Device(number)
    ways = (device.play, device.press, device.point, device.key, device.escape, device.late, device.walk)
    odds = (34, 36, 5, 8, 3, 6, 6)
    done = 0
    try:
        await device.open()
        for done in range(steps):
            if device.random.random() < 0.02:
                device.steps.append("reload")
                await device.open()
            else:
                device.random.choices(ways, odds)[0]()
            await device.settle()
            if done % 10 == 0:
                device.page()
                await device.goes_on()
            if done % 50 == 49:
                await device.leads_home()
    except Exception as error:
        import traceback

        where = "".join(traceback.format_exception(error)[-6:])
        last = "\n  ".join(device.steps[-12:])
        return RunResult(number, done, device.pages, device.tried, f"run {number}, step {done}:\n  {last}\n{where}")
    finally:
        device.app.pause()
        for task in tuple(device.app._tasks):
            task.cancel()
        await asyncio.sleep(0)
    return RunResult(number, steps, device.pages, device.tried)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command: execute runs, print their results, and return the exit status."""
    from tools.build import kernel_provider

    kernel_provider.provide()
    parser = argparse.ArgumentParser(prog="python3 -m tests.fuzzing actions", description=__doc__)
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--first", type=int, default=0, help="the number of the first run")
    parser.add_argument(
        "--every", type=int, default=1, help="step between the numbers of runs, to share them among processes"
    )
    options = parser.parse_args(argv)
    began, done, failed = time.process_time(), 0, 0
    used: Counter[str] = Counter()
    opened_ = 0
    for number in range(options.first, options.first + options.runs, options.every):
        result = asyncio.run(tried(number, options.steps))
        done += result.steps
        opened_ += result.pages
        used += result.commands
        if result.trouble:
            failed += 1
            print(result.trouble, flush=True)
        print(f"run {number}: {result.steps} steps, {failed} in trouble so far", file=sys.stderr, flush=True)
    count = len(range(0, options.runs, options.every))
    seconds = time.process_time() - began
    print(f"{count} runs, {done:,} steps, {opened_:,} pages, {len(used)} of {len(commands.COMMANDS)} commands, "
          f"{seconds:.0f} s of a processor, {failed} in trouble", flush=True)  # fmt: skip
    return 1 if failed else 0
