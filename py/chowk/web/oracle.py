"""The opponents' room: a Python of their own in a web worker, so that the page never waits for them."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from js import document, performance
from pyodide.ffi import JsException
from pyscript import workers

from chowk import games
from chowk.core.oracle import Desk, read_request

GRACE: Final = 20.0
"""Seconds beyond its thinking time after which a worker that does not answer is taken for dead."""
STARTING: Final = 90.0
"""Seconds in which a worker must have started."""


class WorkerOracle:
    """An `Oracle` in a worker that is started when it is first needed and started anew when it dies.

    Where no worker can be had, opponents think in the page itself, in small slices.
    """

    def __init__(self) -> None:
        self._number = 0
        self._script: Any = None
        self._worker: asyncio.Task[Any] | None = None
        self._here: Desk | None = None

    def warm(self) -> None:
        """Starts the worker, if it is not running, so that a first question finds it ready."""
        if self._worker is None and self._here is None:
            self._worker = asyncio.ensure_future(self._start())
            self._worker.add_done_callback(_heard)

    async def ready(self) -> bool:
        """Waits for the worker; False if there is none and opponents think in the page."""
        self.warm()
        if self._worker is None:
            return False
        try:
            await asyncio.shield(self._worker)
        except OSError:
            self._here = self._here or Desk(games.find_thinker, _breathe)
        return self._here is None

    async def ask(self, request: str) -> str:
        """The reply to a request; raises `OSError` if the worker died over it, after which a new one is started."""
        if not await self.ready() or self._worker is None:
            assert self._here is not None, "there is no worker"
            return await self._here.answer(request)
        seconds = read_request(request).milliseconds / 1000 + GRACE
        try:
            return str(await asyncio.wait_for((await self._worker).answer(request), seconds))
        except (JsException, TimeoutError) as error:
            self.kill()
            self.warm()
            raise OSError(str(error)) from error

    def hurry(self, ticket: int) -> None:
        """Asks for the answer to a ticket at once."""
        if self._here is not None:
            self._here.hurry(ticket)
        elif self._worker is not None and self._worker.done() and not self._worker.exception():
            self._worker.result().hurry(ticket)

    def drop(self, ticket: int) -> None:
        """Lets the worker know that nobody waits for a ticket any more; it answers soon and is free again."""
        self.hurry(ticket)

    def kill(self) -> None:
        """Ends the worker."""
        if self._script is not None:
            self._script.xworker.terminate()
            self._script.remove()
        self._script = self._worker = None

    async def _start(self) -> Any:
        self._number += 1
        page = document.querySelector('script[type="py"]')
        script = self._script = document.createElement("script")
        for name, value in {
            "type": "py",
            "src": "./py/worker.py",
            "config": page.getAttribute("config"),
            "worker": "",
            "name": f"opponents-{self._number}",
        }.items():
            script.setAttribute(name, value)
        document.body.append(script)
        try:
            worker = await asyncio.wait_for(workers[f"opponents-{self._number}"], STARTING)
            performance.mark("chowk:opponents")
            return worker
        except (JsException, TimeoutError) as error:
            raise OSError(str(error)) from error


def _heard(task: asyncio.Task[Any]) -> None:
    # Looks at a failure that nobody may ever await, so that it is not reported as lost.
    if not task.cancelled():
        task.exception()


async def _breathe() -> None:
    await asyncio.sleep(0)
