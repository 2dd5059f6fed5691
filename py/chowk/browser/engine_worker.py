"""The opponents' Python in a web worker, so that the page never has to wait for their thinking."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from js import Event, document, performance, window
from pyodide.ffi import JsException, create_once_callable, create_proxy

from chowk import games
from chowk.browser.asset_loader import fetch_assets, load_optional_file
from chowk.engine.protocol import Desk, read_request

GRACE: Final = 20.0
"""Maximum delay of an answer after the thinking time, in seconds. A worker that takes longer counts as dead."""
STARTING: Final = 90.0
"""Maximum time for the start of a worker, in seconds."""
STARTS: Final = 2
"""Number of failed starts in succession after which the page no longer starts a worker."""
IDLE_S: Final = 60.0
"""Time after which a worker that no table needs ends, in seconds. Its end frees about 40 MB."""


class EngineWorker:
    """An `EngineHost` in a web worker. The worker starts on first use, and restarts when it has died.

    If the page is hidden for `IDLE_S` seconds, or no table needs the worker for that time, the worker ends. A pending
    request keeps it alive. If the browser has no workers, opponents think in the page itself, in short slices.
    """

    def __init__(self) -> None:
        self._number = 0
        self._failed = 0
        self._script: Any = None
        self.worker: asyncio.Task[Any] | None = None
        self.death: asyncio.Future[None] | None = None
        self._local_desk: Desk | None = None
        self._extras: set[tuple[str, str]] = set()
        self._retired = False  # True after the worker has ended because no table needed it
        self._needed = ""  # the game of a table that needs the worker, or ""
        self._pending = 0
        self._idle: asyncio.TimerHandle | None = None
        document.addEventListener("visibilitychange", create_proxy(lambda _: self._changed()))

    @property
    def in_worker(self) -> bool:
        """True if opponents think in a worker. Otherwise they think in the page, which makes the page less smooth."""
        return self._local_desk is None

    def preload(self, game: str = "") -> None:
        """Start the worker before the first request, and let it fetch the files that a game needs."""
        self.start_once()
        if game and self.worker is not None:
            asyncio.ensure_future(self._prepare(self.worker, game)).add_done_callback(_heard)

    def need(self, game: str) -> None:
        """Declare which game's table needs the worker now. If `game` is "", the worker may end after a while."""
        if game != self._needed:
            self._needed = game
            self._changed()

    def _changed(self) -> None:
        # Start or stop the wait for the end of the worker. Replace an ended worker before it gets its next request.
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None
        if self._needed and not document.hidden:
            if self._retired:
                self.preload(self._needed)
        elif self.worker is not None and not self._pending:
            self._idle = asyncio.get_running_loop().call_later(IDLE_S, self._retire)

    def _retire(self) -> None:
        self._idle = None
        self._retired = True
        self.kill()

    async def _prepare(self, worker: asyncio.Task[Any], game: str) -> None:
        await (await worker).prepare(game)

    def extra(self, game: str, name: str) -> None:
        """Make the optional file `name` of a game's opponents available in the worker, and in workers that start later.

        If opponents think in the page, load the file there.
        """
        self._extras.add((game, name))
        if self._local_desk is not None:
            asyncio.ensure_future(load_optional_file(game, name)).add_done_callback(_heard)
        elif self.worker is not None:
            asyncio.ensure_future(self._hand(self.worker, game, name)).add_done_callback(_heard)

    async def _hand(self, worker: asyncio.Task[Any], game: str, name: str) -> None:
        await (await worker).take(game, name)

    def start_once(self) -> None:
        """Start the worker, if it is not started yet. `worker` and `death` stay None if opponents think in the page."""
        if self.worker is None and self._local_desk is None and not _workers():
            self._local_desk = Desk(games.find_thinker, _breathe, fetch_assets)
        elif self.worker is None and self._local_desk is None:
            self._retired = False
            self.death = asyncio.get_running_loop().create_future()
            self.worker = asyncio.ensure_future(self._start())
            self.worker.add_done_callback(_heard)
            for extra in self._extras:
                asyncio.ensure_future(self._hand(self.worker, *extra)).add_done_callback(_heard)

    async def ask(self, request: str, answer: Callable[[str], Awaitable[str]] | None = None) -> str:
        """Return the reply to a request; raise `OSError` if the worker died or does not reply in time.

        The opponents reply. But if `answer` is given, it is called with the request and returns the reply, for example
        from the collections. The worker does not end while a request waits for its reply. If the worker has died, the
        next request starts another worker.
        """
        self._pending += 1
        self._changed()
        try:
            return await (answer or self._answer)(request)
        finally:
            self._pending -= 1
            self._changed()

    async def _answer(self, request: str) -> str:
        self.start_once()
        death = self.death
        if self.worker is None or death is None:
            assert self._local_desk is not None, "there is no worker"
            return await self._local_desk.answer(request)
        try:
            worker = await alive(self.worker, death, STARTING)
        except OSError:
            if self.death is not death:
                raise  # the worker was ended on purpose: the device can still run one
            window.dispatchEvent(Event.new("chowk:doubt"))  # one of the worker's files may be damaged
            self._failed += 1
            if self._failed < STARTS:
                self._bury()
                raise
            # This device has no memory for a worker, or cannot run one.
            self._bury()
            self._local_desk = Desk(games.find_thinker, _breathe, fetch_assets)
            return await self._local_desk.answer(request)
        try:
            seconds = read_request(request).milliseconds / 1000 + GRACE
            return str(await alive(worker.answer(request), death, seconds))
        except OSError:
            if self.death is death:  # another worker may have been started in the meantime
                self._bury()
            raise

    def answer_now(self, ticket: int) -> None:
        """Make the engine answer the request with this ticket (its number) at once, with its best move so far."""
        if self._local_desk is not None:
            self._local_desk.answer_now(ticket)
        elif self.worker is not None and self.worker.done() and not self.worker.exception():
            self.worker.result().answer_now(ticket)

    def drop(self, ticket: int) -> None:
        """Cancel the request with this ticket (its number): the worker stops searching, replies soon, and is free."""
        self.answer_now(ticket)

    def kill(self, *_: Any) -> None:
        """End the worker. Pending requests raise `OSError`."""
        if self.death is not None and not self.death.done():
            self.death.set_result(None)
        self._bury()

    def _bury(self) -> None:
        if self._script is not None:
            if hasattr(self._script, "xworker"):
                self._script.xworker.terminate()
            self._script.remove()
        self._script = self.worker = self.death = None

    async def _start(self) -> Any:
        from pyscript import workers  # imported late: the page starts without it

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
        worker = await workers[script.getAttribute("name")]
        script.xworker.addEventListener("error", create_once_callable(self.kill))
        performance.mark("chowk:opponents")
        self._failed = 0
        return worker


async def alive(work: Any, death: asyncio.Future[None], seconds: float) -> Any:
    """Wait for a worker's result and return it.

    Raise `OSError` if the work fails or is not done after `seconds`, or if the worker dies.

    `death` is a future that is done when the worker has died.
    """
    task = asyncio.ensure_future(work)
    task.add_done_callback(_heard)
    await asyncio.wait({task, death}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    if death.done() or not task.done():
        raise OSError("the worker died or does not answer")
    try:
        return task.result()
    except JsException as error:
        raise OSError(str(error)) from error


def _workers() -> bool:
    """Return True if the browser allows web workers. If it does not, PyScript would wait for a worker forever."""
    address = window.URL.createObjectURL(window.Blob.new())
    try:
        window.Worker.new(address).terminate()
    except JsException:
        return False
    finally:
        window.URL.revokeObjectURL(address)
    return True


def _heard(task: asyncio.Task[Any]) -> None:
    # Retrieve the exception of a task that nobody may await, so that it is not logged as lost.
    if not task.cancelled():
        task.exception()


async def _breathe() -> None:
    await asyncio.sleep(0)
