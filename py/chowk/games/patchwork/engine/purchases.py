"""The deeper part of the search: purchases without placements, quilts as numbers of covered cells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from chowk.games.patchwork.engine import worth
from chowk.games.patchwork.engine.board import AREA, INCOME, PAID, PRICE, TIME
from chowk.games.patchwork.rules.patches import PatchId
from chowk.games.patchwork.rules.track import CENTRE

FULL_ENOUGH: Final = 76
"""With more covered cells than this, hardly anything fits that is not examined exactly."""

Count: TypeAlias = tuple[int, int, int, int, int]
"""Space, buttons, income, covered cells, and the patches that fit the quilt, as bits by patch number."""
Looking: TypeAlias = Callable[[tuple[PatchId, ...], Count, Count, int, float, float], float]


class Looker(NamedTuple):
    """A search of purchases, and its node count.

    `look(queue, own, other, depth, low, high)` returns the margin for `own`, which has the choice, at that depth in
    plies: exact between `low` and `high`, else a bound. `met()` returns the number of positions visited.
    """

    look: Looking
    met: Callable[[], int]


def looker(singles: tuple[int, ...]) -> Looker:
    """Return a search on the time track with these single patches; see `board.Fixed`."""
    # All that the search uses is local to this function, because this is the innermost loop of the opponents.
    area, income_of, paid, price, time = AREA, INCOME, PAID, PRICE, TIME
    wealth, earning, cover, turn = worth.BUTTONS, worth.INCOME, worth.COVER, worth.TURN
    centre, most = CENTRE, FULL_ENOUGH
    met = 0

    def look(queue: tuple[PatchId, ...], own: Count, other: Count, depth: int, low: float, high: float) -> float:
        nonlocal met
        space, buttons, income, filled, room = own
        far = other[0]
        if space == centre:
            return buttons - other[1] + 2.0 * (filled - other[3])
        taken, over = singles[far], turn[far]
        been = paid[space]
        end = far + 1 if far < centre else centre
        left = buttons + end - space + income * (paid[end] - been)
        full = filled
        value = -over
        if end == far:
            value = 0.0
        elif singles[end] > taken:
            full += 1
        value += wealth[end][left] + earning[end] * income + cover[end][full]
        found = [(value, 0, end, left, income, full)]
        place = 0
        for patch in queue[:3]:
            place += 1
            left = buttons - price[patch]
            if left < 0 or not room >> patch & 1:
                continue
            full = filled + area[patch]
            if full > most:
                continue
            end = space + time[patch]
            if end > centre:
                end = centre
            more = income + income_of[patch]
            left += more * (paid[end] - been)
            if end > far:
                if singles[end] > taken:
                    full += 1
                value = -over
            else:
                value = turn[end]
            value += wealth[end][left] + earning[end] * more + cover[end][full]
            found.append((value, place, end, left, more, full))
        met += len(found)
        if depth <= 1:
            return max(found)[0] - wealth[far][other[1]] - earning[far] * other[2] - cover[far][other[3]]
        found.sort(reverse=True)
        depth -= 1
        best = -1e9
        for _, place, end, left, more, full in found:
            rest = queue[place:] + queue[: place - 1] if place else queue
            side = (end, left, more, full, room)
            if end > far:
                value = -look(rest, other, side, depth, -high, -low)
            else:
                value = look(rest, side, other, depth, low, high)
            if value > best:
                best = value
                if value > low:
                    low = value
                    if value >= high:
                        break
        return best

    return Looker(look, lambda: met)
