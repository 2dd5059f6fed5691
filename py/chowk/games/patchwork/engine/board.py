"""The game on plain numbers, with the same plies as the rules, but without the patches that cover a quilt.

Sides are named from the view of the side to choose: `own` and `other`. The tests compare games played with this module
and with the rules.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from chowk.games.patchwork.rules import NOBODY, Position
from chowk.games.patchwork.rules.patches import PATCHES, PatchId
from chowk.games.patchwork.rules.quilt import BLOCKS, CELLS, Mask
from chowk.games.patchwork.rules.state import HOLE, REACH, TILE
from chowk.games.patchwork.rules.track import CENTRE, MARKERS, TRACKS, Space

_IDS: Final = range(max(PATCHES) + 1)
AREA: Final = tuple(PATCHES[one].area if one else 0 for one in _IDS)
PRICE: Final = tuple(PATCHES[one].price if one else 0 for one in _IDS)
TIME: Final = tuple(PATCHES[one].time if one else 0 for one in _IDS)
INCOME: Final = tuple(PATCHES[one].income if one else 0 for one in _IDS)
"""The table of patches, by patch number."""


def _counted(places: tuple[Space, ...]) -> tuple[int, ...]:
    """Return for every space of the track the number of `places` on it or before it."""
    return tuple(sum(place <= space for place in places) for space in range(CENTRE + 1))


PAID: Final = _counted(MARKERS)
SINGLES: Final = {edition: _counted(places) for edition, places in TRACKS.items()}
RICH: Final = 150
"""More buttons than can ever be spent count as this number, to keep the tables of the search small."""


class Holding(NamedTuple):
    """A player's possessions: space, buttons, income per marker, number of covered cells, and their mask."""

    space: Space
    buttons: int
    income: int
    filled: int
    quilt: Mask


class Standing(NamedTuple):
    """A position: the seat to choose, both sides, the queue, the patch in hand, and a single patch that is due.

    `tile` is 1 if `own` has the bonus tile, -1 if `other` has it, else 0.
    """

    seat: int
    own: Holding
    other: Holding
    queue: tuple[PatchId, ...]
    hand: PatchId
    single: bool
    tile: int

    @property
    def over(self) -> bool:
        """True if both tokens are in the centre and nothing is due."""
        return self.own.space == self.other.space == CENTRE and not (self.hand or self.single)

    @property
    def margin(self) -> int:
        """The lead of `own` in points if the game ended now."""
        own, other = self.own, self.other
        return own.buttons - other.buttons + HOLE * (own.filled - other.filled) + TILE * self.tile


class Fixed(NamedTuple):
    """The house rules: the number of single patches up to each space, and the squares that win the bonus tile."""

    singles: tuple[int, ...]
    blocks: tuple[Mask, ...]

    def take(self, state: Standing, place: int) -> Standing:
        """Return the state after buying the patch at that place of the queue, 0 the first; it is in hand then."""
        queue, own = state.queue, state.own
        patch = queue[place]
        own = own._replace(buttons=own.buttons - PRICE[patch])
        return state._replace(own=own, queue=queue[place + 1 :] + queue[:place], hand=patch)

    def place(self, state: Standing, mask: Mask) -> Standing:
        """Return the state after sewing the patch in hand onto these cells."""
        space, buttons, income, filled, quilt = state.own
        hand = state.hand
        own = Holding(space, buttons, income + INCOME[hand], filled + AREA[hand], quilt | mask)
        state = state._replace(own=own, hand=0, tile=self._tile(state.tile, own.quilt))
        return self._on(state, min(CENTRE, space + TIME[hand]))

    def advance(self, state: Standing) -> Standing:
        """Return the state after advancing past the other token."""
        own = state.own
        end = min(CENTRE, state.other.space + 1)
        return self._on(state._replace(own=own._replace(buttons=own.buttons + end - own.space)), end)

    def sew(self, state: Standing, mask: Mask) -> Standing:
        """Return the state after sewing a single patch onto this cell."""
        own = state.own
        own = own._replace(filled=own.filled + 1, quilt=own.quilt | mask)
        return _handed(state._replace(own=own, single=False, tile=self._tile(state.tile, own.quilt)))

    def _on(self, state: Standing, end: Space) -> Standing:
        own, singles = state.own, self.singles
        first = max(own.space, state.other.space)
        single = end > first and singles[end] > singles[first] and own.filled < CELLS
        paid = own.income * (PAID[end] - PAID[own.space])
        state = state._replace(own=own._replace(space=end, buttons=own.buttons + paid), single=single)
        return state if single else _handed(state)

    def _tile(self, tile: int, quilt: Mask) -> int:
        return tile or int(any(not block & ~quilt for block in self.blocks))


def _handed(state: Standing) -> Standing:
    """Pass the choice to the player behind, or, of two on one space, to the one who came last."""
    seat, own, other, queue, hand, single, tile = state
    return state if own.space <= other.space else Standing(1 - seat, other, own, queue, hand, single, -tile)


def affordable(state: Standing) -> list[int]:
    """Return the places of the queue whose patches the player can pay for; they may not fit."""
    buttons = state.own.buttons
    return [place for place, patch in enumerate(state.queue[:REACH]) if PRICE[patch] <= buttons]


def board(position: Position) -> Fixed:
    """Return the house rules of a position."""
    house = position.house
    return Fixed(SINGLES[house.track], BLOCKS if house.seven else ())


def state(position: Position) -> Standing:
    """Convert a position of the rules to plain numbers."""
    seat = position.turn
    own, other = (
        Holding(one.space, min(one.buttons, RICH), one.income, one.quilt.bit_count(), one.quilt)
        for one in (position.own, position.other)
    )
    tile = 0 if position.tile == NOBODY else 1 if position.tile == seat else -1
    return Standing(seat, own, other, position.queue, position.hand, bool(position.single), tile)


def rate(side: Holding, patch: PatchId) -> float:
    """Return the points that a patch gains a side for each space of time; advancing gains one."""
    spaces = max(1, min(TIME[patch], CENTRE - side.space))
    income = INCOME[patch] * (len(MARKERS) - PAID[side.space])
    return (HOLE * AREA[patch] + income - PRICE[patch]) / spaces
