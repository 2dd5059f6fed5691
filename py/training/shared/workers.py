"""Let several processes, on this machine or on others, play the games of a training.

The games are divided into numbered parts, each of several games. A part depends only on its number, so it does not
matter where the parts are played, and in which order. A worker that dies loses the part that it was playing; another
one plays that part again.

There are three kinds of workers. `ThisProcess` plays in this process. `Processes` are processes of this machine.
`Cluster` are the workers of a Dask cluster (docs/decisions/0018), which may be many machines: `docs/training.md` says
how to start one.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

Part: TypeAlias = Callable[[int], bytes]
"""A function that takes the number of a part, plays its games, and returns its content. It must be possible to pickle
the function, because other processes call it."""
DEATHS: Final = 5
"""Number of processes of this machine that may die while they play the same part. One more ends the play with an
error."""
AHEAD: Final = 2
"""Number of unfinished parts that each worker of a cluster has at a time, so that no worker waits for its next part."""


class LostPartError(Exception):
    """Raised if several workers died, one after the other, while they played the same part."""


class Finished(NamedTuple):
    """A part that was played: its number and its content."""

    number: int
    data: bytes


class Workers(Protocol):
    """Processes that play the games of a training. Each process plays one part of the games after another."""

    def play(self, part: Part, numbers: Iterable[int]) -> Iterator[Finished]:
        """Let the workers call `part` with each of `numbers`, and yield each result as soon as it is there.

        The next number is taken from `numbers` only when a worker is free. The caller can therefore stop the play by
        passing an iterator that ends early.
        """


class ThisProcess:
    """Workers that consist of this process alone. It plays one part after the other."""

    def play(self, part: Part, numbers: Iterable[int]) -> Iterator[Finished]:
        """Yield the parts with these numbers, in their order."""
        for number in numbers:
            yield Finished(number, part(number))


class Processes:
    """Workers that are `count` processes of this machine.

    If a process dies, a new process plays its part again, and the other processes go on.
    """

    def __init__(self, count: int) -> None:
        self.count = count

    def play(self, part: Part, numbers: Iterable[int]) -> Iterator[Finished]:
        """Yield the parts with these numbers, in the order in which they are finished."""
        todo, deaths = iter(numbers), dict[int, int]()
        idle = [self._process() for _ in range(self.count)]
        busy = dict[Future[bytes], tuple[int, ProcessPoolExecutor]]()
        try:
            while True:
                while idle and (number := next(todo, None)) is not None:
                    process = idle.pop()
                    busy[process.submit(part, number)] = number, process
                if not busy:
                    return
                for future in wait(busy, return_when=FIRST_COMPLETED).done:
                    number, process = busy.pop(future)
                    try:
                        finished = Finished(number, future.result())
                    except BrokenProcessPool:
                        count_death(deaths, number)
                        process.shutdown(wait=False)
                        process = self._process()
                        busy[process.submit(part, number)] = number, process
                    else:
                        idle.append(process)
                        yield finished
        finally:
            for process in (*idle, *(process for _, process in busy.values())):
                process.shutdown(wait=False, cancel_futures=True)

    def _process(self) -> ProcessPoolExecutor:
        # A forked process would lack the threads of the runner of the kernel.
        return ProcessPoolExecutor(1, get_context("spawn"))


class Cluster:
    """The workers of a Dask cluster. `address` is that of its scheduler, such as `tcp://10.0.0.5:8786`."""

    def __init__(self, address: str) -> None:
        self.address = address

    def play(self, part: Part, numbers: Iterable[int]) -> Iterator[Finished]:
        """Yield the results of the parts with these numbers, in the order in which they are finished.

        Workers may join and leave the cluster at any time. A part whose worker dies is played again by another worker,
        at most `distributed.scheduler.allowed-failures` times.
        """
        distributed = _distributed()
        todo = iter(numbers)
        with distributed.Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(1)
            results = distributed.as_completed(loop=client.loop, with_results=True, raise_errors=False)
            number_of = dict[Any, int]()

            def hand_out() -> None:
                """Give the cluster further parts until each worker has `AHEAD` of them, or no part is left."""
                while len(number_of) < AHEAD * max(1, len(client.nthreads())):
                    if (number := next(todo, None)) is None:
                        return
                    # Every part is a task of its own that no earlier result answers (`pure`), tried again if its
                    # worker dies.
                    future = client.submit(part, number, pure=False)
                    number_of[future] = number
                    results.add(future)

            hand_out()
            while number_of:
                future, result = next(results)
                number = number_of.pop(future)
                if future.status != "finished":
                    _raise(future, number, distributed)
                yield Finished(number, result)
                hand_out()


def count_death(deaths: dict[int, int], number: int) -> None:
    """Count a worker that died while it played the part `number`.

    `deaths` maps the number of a part to the number of workers that died while they played it. Raise `LostPartError` if
    there are now more than `DEATHS` for this part.
    """
    deaths[number] = deaths.get(number, 0) + 1
    if deaths[number] > DEATHS:
        raise LostPartError(f"part {number}: {deaths[number]} workers died while they played it")


def until(minutes: float, numbers: Iterable[int]) -> Iterator[int]:
    """Yield the numbers, but none after `minutes` minutes from now."""
    deadline = time.monotonic() + 60 * minutes
    for number in numbers:
        if time.monotonic() > deadline:
            return
        yield number


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose the workers: `--processes` and `--cluster`."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--processes", type=int, default=1, help="number of processes of this machine (default 1)")
    group.add_argument("--cluster", metavar="ADDRESS", help="the address of the scheduler of a Dask cluster")


def chosen(options: Any) -> Workers:
    """Return the workers that the options of the command line ask for."""
    if options.cluster:
        return Cluster(options.cluster)
    return ThisProcess() if options.processes == 1 else Processes(options.processes)


def _distributed() -> Any:
    """Return the package `distributed`. If it is missing, raise `SystemExit` with the advice how to install it."""
    try:
        import distributed
    except ImportError:
        raise SystemExit("--cluster needs Dask: pip install distributed") from None
    return distributed


def _raise(future: Any, number: int, distributed: Any) -> None:
    """Raise the error that ended a part: `LostPartError` if its workers died, else the error that the part raised.

    `future` is Dask's result for the part, and `distributed` is Dask's module of that name.
    """
    error = future.exception()
    if isinstance(error, distributed.scheduler.KilledWorker):
        raise LostPartError(f"part {number}: {error}") from error
    raise error
