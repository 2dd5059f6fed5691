"""Games that end are counted, each once, on the device and for as long as the page is open."""

from __future__ import annotations

from collections.abc import Callable

from chowk.core.errors import TextError
from chowk.storage import statistics
from chowk.storage.kept import Kept
from chowk.storage.saves import STATISTICS_KEY, Save
from chowk.storage.statistics import Results


def count(kept: Kept, save: Save) -> None:
    """Counts a game that has ended."""
    outcome = save.match.outcome()
    assert outcome is not None, "it has ended"
    found = statistics.result_of(save.plan, outcome, save.helped, save.seconds, save.updated)
    if found is not None:
        kept.spawn(put(kept, {save.id: found}))
        kept.spawn(kept.device.store.protect())  # who has finished a game will want to find it again


async def put(kept: Kept, more: Results) -> None:
    """Counts these results, but for those that are counted already."""
    await _change(kept, lambda text: statistics.added(text, more))


def results(kept: Kept) -> Results:
    """What is counted, as far as this page knows; raises `TextError` if that cannot be read."""
    return statistics.read(kept.tallies)


def reset(kept: Kept, game: str) -> None:
    """Forgets what is counted of a game; of all of them if it is empty, even where that cannot be read."""
    kept.spawn(_change(kept, lambda text: statistics.without(text, game) if game else statistics.write({})))


async def refresh(kept: Kept) -> None:
    """Brings in what other pages have counted."""
    try:
        kept.tallies = await kept.device.store.get(STATISTICS_KEY) or kept.tallies
    except OSError:
        return  # it was said when it was refused first
    kept.device.render()


async def _change(kept: Kept, change: Callable[[str | None], str]) -> None:
    try:
        stored = await kept.queue.change(STATISTICS_KEY, change)
        kept.tallies = change(kept.tallies) if stored is None else stored
        kept.broken.pop(STATISTICS_KEY, None)
    except TextError as error:
        kept.broken[STATISTICS_KEY] = error
    kept.device.render()
