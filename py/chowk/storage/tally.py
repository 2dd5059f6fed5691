"""Count finished games in the statistics, each game once.

If the device cannot store the statistics, they stay in memory.
"""

from __future__ import annotations

from collections.abc import Callable

from chowk.core.errors import TextError
from chowk.storage import statistics
from chowk.storage.kept import Kept
from chowk.storage.saves import STATISTICS_KEY, Save
from chowk.storage.statistics import Results


def count(kept: Kept, save: Save) -> None:
    """Add the result of a finished game to the statistics."""
    outcome = save.match.outcome()
    assert outcome is not None, "it has ended"
    result = statistics.result_of(save.plan, outcome, save.helped, save.seconds, save.updated)
    if result is not None:
        kept.spawn(put(kept, {save.id: result}))
        kept.spawn(kept.store.protect())  # a player who has finished a game wants to find it later


async def put(kept: Kept, more: Results) -> None:
    """Add results, by the identifiers of their games. Results of games that are counted already stay unchanged.

    Results that the device has refused to store earlier are added, too, because it may have room again.
    """

    def added(text: str | None) -> str:
        unstored = {} if kept.queue.stored else statistics.read(kept.tallies)
        return statistics.added(text, {**unstored, **more})

    await change(kept, added)


def results(kept: Kept) -> Results:
    """Return the results that this page knows; raise `TextError` if the statistics are damaged."""
    return statistics.read(kept.tallies)


def reset(kept: Kept, game: str) -> None:
    """Delete the results of a game, or all results if `game` is empty."""
    kept.spawn(change(kept, lambda text: statistics.without(text, game) if game else statistics.write({})))


async def refresh(kept: Kept) -> None:
    """Read the results again, because other browser tabs may have counted games.

    Keep the results of this page if the device has refused to store some of them.
    """
    if not kept.queue.stored:
        return
    try:
        kept.tallies = await kept.store.get(STATISTICS_KEY) or kept.tallies
    except OSError:
        return  # the first refusal was reported already
    kept.render()


async def change(kept: Kept, change_text: Callable[[str | None], str]) -> None:
    """Replace the stored statistics by the result of a function, atomically among the open pages."""
    try:
        stored = await kept.queue.change(STATISTICS_KEY, change_text)
        kept.tallies = change_text(kept.tallies) if stored is None else stored
        kept.broken.pop(STATISTICS_KEY, None)
    except TextError as error:
        kept.broken[STATISTICS_KEY] = error
    kept.render()
