"""The deeper plies of Patchwork's search, in which patches are bought but not placed.

Of each quilt, this part of the search knows only the number of covered cells, and which patches fitted on it before the
first of these plies.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from chowk.games.patchwork.engine import worth
from chowk.games.patchwork.engine.board import AREA, INCOME, PAID, PRICE, TIME
from chowk.games.patchwork.rules.patches import PatchId
from chowk.games.patchwork.rules.track import CENTRE

FULL_ENOUGH: Final = 76
"""Number of covered cells above which the search assumes that no patch fits."""

Count: TypeAlias = tuple[int, int, int, int, int]
"""A side in this search: its token's space, buttons, income, number of covered cells, and the patches that fit.

The patches that fit its quilt are a mask with the bit of each patch's number.
"""
Looking: TypeAlias = Callable[[tuple[PatchId, ...], Count, Count, int, float, float], float]
"""The type of the search function `PurchaseSearch.look`."""


class PurchaseSearch(NamedTuple):
    """A search of purchases without placements, and its node count.

    `look(queue, own, other, depth, low, high)` returns the expected final lead in points of `own`, the side to move,
    searched `depth` plies deep. The lead is exact between `low` and `high`, otherwise a bound. `met()` returns the
    number of positions visited.
    """

    look: Looking
    met: Callable[[], int]


def new_purchase_search(singles: tuple[int, ...]) -> PurchaseSearch:
    """Return a search in which patches are bought but not placed, for games on one edition of the time track.

    `singles` describes the track: for each space, the number of single patches at or before it.
    """
    # All data of the search are local to this function, because this is the innermost loop of the opponents.
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
        singles_passed, over = singles[far], turn[far]
        markers_passed = paid[space]
        space_after = far + 1 if far < centre else centre
        buttons_after = buttons + space_after - space + income * (paid[space_after] - markers_passed)
        filled_after = filled
        value = -over
        if space_after == far:
            value = 0.0
        elif singles[space_after] > singles_passed:
            filled_after += 1
        value += wealth[space_after][buttons_after] + earning[space_after] * income + cover[space_after][filled_after]
        options = [(value, 0, space_after, buttons_after, income, filled_after)]
        place = 0
        for patch in queue[:3]:
            place += 1
            buttons_after = buttons - price[patch]
            if buttons_after < 0 or not room >> patch & 1:
                continue
            filled_after = filled + area[patch]
            if filled_after > most:
                continue
            space_after = space + time[patch]
            if space_after > centre:
                space_after = centre
            income_after = income + income_of[patch]
            buttons_after += income_after * (paid[space_after] - markers_passed)
            if space_after > far:
                if singles[space_after] > singles_passed:
                    filled_after += 1
                value = -over
            else:
                value = turn[space_after]
            value += (
                wealth[space_after][buttons_after]
                + earning[space_after] * income_after
                + cover[space_after][filled_after]
            )
            options.append((value, place, space_after, buttons_after, income_after, filled_after))
        met += len(options)
        if depth <= 1:
            return max(options)[0] - wealth[far][other[1]] - earning[far] * other[2] - cover[far][other[3]]
        options.sort(reverse=True)
        depth -= 1
        best = -1e9
        for _, place, space_after, buttons_after, income_after, filled_after in options:
            next_queue = queue[place:] + queue[: place - 1] if place else queue
            side = (space_after, buttons_after, income_after, filled_after, room)
            if space_after > far:
                value = -look(next_queue, other, side, depth, -high, -low)
            else:
                value = look(next_queue, side, other, depth, low, high)
            if value > best:
                best = value
                if value > low:
                    low = value
                    if value >= high:
                        break
        return best

    return PurchaseSearch(look, lambda: met)
