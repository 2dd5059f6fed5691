"""The worker's part of checking collections: it reviews games until its budget is used or the page interrupts it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

from chowk.core import parcels
from chowk.core.errors import TextError
from chowk.core.message import say
from chowk.engine.protocol import read_request
from chowk.engine.search_budget import Clock
from chowk.features.collections import checking
from chowk.features.collections.archive import Archive
from chowk.features.collections.checking import MOST, Results

if TYPE_CHECKING:  # read by type checkers only
    from chowk.engine.asking import EnginePort
    from chowk.games.verdicts import Verdicts

PART: Final = "check"
"""Name under which the results of a check are stored with their collection."""
EVERY: Final = 8
"""Number of checked games after which the results are stored again."""
LOST: Final = say("A file that this needs did not arrive.")
SILENT: Final = say("The opponent did not respond. What was found before is kept.")


class Parts(Protocol):
    """The device's store of additional data about collections. Its methods raise `OSError` if the device refuses."""

    async def part(self, key: str, name: str) -> bytes | None:
        """Return the data stored under `name` with the collection `key`, or None."""

    async def put_part(self, key: str, name: str, content: bytes) -> None:
        """Store data under `name` with the collection `key`. Empty `content` deletes it."""


class _RestingEngine:
    """A wrapper of the engine for one check of a collection. After `rest`, `rests` is True and every request fails."""

    def __init__(self, engine: EnginePort) -> None:
        self._engine = engine
        self._ticket = 0
        self.rests = False

    async def ask(self, request: str) -> str:
        """Return the reply to a request; raise `OSError` after `rest`, also if `rest` was called during the search."""
        if self.rests:
            raise OSError("the check rests")
        self._ticket = read_request(request).ticket
        reply = await self._engine.ask(request)
        if self.rests:
            raise OSError("the check rests")
        return reply

    def drop(self, ticket: int) -> None:
        """Give up the request with the number `ticket`."""
        self._engine.drop(ticket)

    def rest(self) -> None:
        """End the search in progress, and refuse all later requests."""
        self.rests = True
        self._engine.drop(self._ticket)


class CheckDesk:
    """Checks collections in the worker: reviews their games, and stores the results.

    It caches the results of the collection about which the page asked last.
    """

    def __init__(self, parts: Parts, engine: EnginePort, bring: Callable[[str], Awaitable[None]]) -> None:
        self._parts = parts
        self._own_engine = engine
        self._bring = bring
        self._engine: _RestingEngine | None = None  # while a check runs
        # Results by the key of their collection: those of the check that runs, and those that were asked about last.
        self._known: dict[str, Results] = {}
        self._begun: tuple[str, Verdicts] | None = None  # the game in which the check was interrupted
        self._count = self._total = 0  # of the check that runs

    def rest(self) -> None:
        """Interrupt the check in progress. The next check continues at this point, even in the middle of a game."""
        if self._engine is not None:
            self._engine.rest()

    @property
    def progress(self) -> tuple[int, int] | None:
        """The number of games done and the number of all games of the running check; None while no check runs."""
        return (self._count, self._total) if self._engine is not None else None

    async def results(self, key: str) -> Results:
        """Return the results of checks of a collection, by the digest of each checked game."""
        if key not in self._known:
            if self._engine is None:
                self._known.clear()
            self._known[key] = checking.read(await self._parts.part(key, PART))
        return self._known[key]

    async def forget(self, key: str) -> None:
        """Stop the check in progress, and delete the results of the collection `key`."""
        self.rest()
        self._known.pop(key, None)
        self._begun = None
        await self._parts.put_part(key, PART, b"")

    async def check(
        self, key: str, archive: Archive, numbers: Sequence[int], most: int, seconds: float
    ) -> dict[str, Any]:
        """Review the games `numbers` in this order, leaving out those that are checked already.

        Stop after `most` games or about `seconds` seconds. In the answer for the page, `count` is the number of games
        checked now, and `left` the number of those still to check. `spent` is the time in seconds. `rests` is True if
        the check was interrupted. Raise `TextError` if another check is running.
        """
        if self._engine is not None:
            raise TextError(SILENT)
        self._engine = engine = _RestingEngine(self._own_engine)
        self._count = self._total = 0
        clock = Clock(seconds)
        try:
            try:
                await self._bring(parcels.PRACTICE)  # it has the themes of mistakes
            except OSError:
                raise TextError(LOST) from None
            results = await self.results(key)
            due: dict[str, int] = {}
            for number in numbers:
                name = checking.digest(archive, number)
                if name not in results:
                    due.setdefault(name, number)
            wanted = [*due.items()][: max(0, min(most, MOST - len(results)))]
            self._total = len(wanted)
            for name, number in wanted:
                found = None if clock.over or engine.rests else await self._review(engine, name, archive, number)
                if found is None:
                    break
                results[name] = found
                self._count += 1
                if self._count % EVERY == 0:
                    await self._write(key, results)
            if self._count % EVERY:
                await self._write(key, results)
        finally:
            self._engine = None
        return {"count": self._count, "left": len(due) - self._count, "spent": clock.spent, "rests": engine.rests}

    async def _review(
        self, engine: _RestingEngine, name: str, archive: Archive, number: int
    ) -> tuple[checking.SeatResult, ...] | None:
        """Return the results of a game by seat, or None if the search was interrupted.

        The result is empty if the game cannot be reviewed.
        """
        if self._begun is None or self._begun[0] != name:
            verdicts = checking.verdicts_of(archive, number)
            if verdicts is None:
                return ()
            self._begun = name, verdicts
        verdicts = self._begun[1]
        try:
            await verdicts.search(engine, lambda: None)
        except OSError:
            if engine.rests:
                return None
            raise TextError(SILENT) from None
        self._begun = None
        return checking.results_of(verdicts)

    async def _write(self, key: str, results: Results) -> None:
        if self._known.get(key) is results:  # otherwise they were forgotten in the meantime
            await self._parts.put_part(key, PART, checking.write(results))
