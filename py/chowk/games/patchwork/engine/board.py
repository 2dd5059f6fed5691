"""The game on plain numbers, ply by ply as the rules have it, but blind to what covers a quilt.

Sides are told from whoever has the choice: `own` and `other`. The tests play games with these and with the rules.
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
"""What the table of patches says, by the patch's number."""


def _counted(places: tuple[Space, ...]) -> tuple[int, ...]:
    """For every space of the track how many of `places` lie on it or before it."""
    return tuple(sum(place <= space for place in places) for space in range(CENTRE + 1))


PAID: Final = _counted(MARKERS)
SINGLES: Final = {edition: _counted(places) for edition, places in TRACKS.items()}
RICH: Final = 150
"""More buttons than can ever be spent are counted as so many, to keep the tables of the search small."""


class Holding(NamedTuple):
    """What a player has: space, buttons, income a marker, covered cells by number and as a mask."""

    space: Space
    buttons: int
    income: int
    filled: int
    quilt: Mask


class Standing(NamedTuple):
    """A position: whose choice it is, both sides, the queue, the patch in hand and whether a single patch is due.

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
        """Whether both tokens are in the centre and nothing is due."""
        return self.own.space == self.other.space == CENTRE and not (self.hand or self.single)

    @property
    def margin(self) -> int:
        """By how many points `own` is ahead if the game ended now."""
        own, other = self.own, self.other
        return own.buttons - other.buttons + HOLE * (own.filled - other.filled) + TILE * self.tile


class Fixed(NamedTuple):
    """The house rules: how many single patches lie up to each space, and the squares that win the bonus tile."""

    singles: tuple[int, ...]
    blocks: tuple[Mask, ...]

    def take(self, state: Standing, place: int) -> Standing:
        """After buying the patch in that place of the queue, 0 the first; it is in hand then."""
        queue, own = state.queue, state.own
        patch = queue[place]
        own = own._replace(buttons=own.buttons - PRICE[patch])
        return state._replace(own=own, queue=queue[place + 1 :] + queue[:place], hand=patch)

    def place(self, state: Standing, mask: Mask) -> Standing:
        """After sewing the patch in hand onto these cells."""
        space, buttons, income, filled, quilt = state.own
        hand = state.hand
        own = Holding(space, buttons, income + INCOME[hand], filled + AREA[hand], quilt | mask)
        state = state._replace(own=own, hand=0, tile=self._tile(state.tile, own.quilt))
        return self._on(state, min(CENTRE, space + TIME[hand]))

    def advance(self, state: Standing) -> Standing:
        """After going ahead of the other token."""
        own = state.own
        end = min(CENTRE, state.other.space + 1)
        return self._on(state._replace(own=own._replace(buttons=own.buttons + end - own.space)), end)

    def sew(self, state: Standing, mask: Mask) -> Standing:
        """After sewing a single patch onto this cell."""
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
    """With the choice given to whoever is behind, or of two on one space to the one who came last."""
    seat, own, other, queue, hand, single, tile = state
    return state if own.space <= other.space else Standing(1 - seat, other, own, queue, hand, single, -tile)


def affordable(state: Standing) -> list[int]:
    """The places of the queue from which a patch could be bought, if it fits."""
    buttons = state.own.buttons
    return [place for place, patch in enumerate(state.queue[:REACH]) if PRICE[patch] <= buttons]


def board(position: Position) -> Fixed:
    """The house rules of a position."""
    house = position.house
    return Fixed(SINGLES[house.track], BLOCKS if house.seven else ())


def state(position: Position) -> Standing:
    """A position of the rules on plain numbers."""
    seat = position.turn
    own, other = (
        Holding(one.space, min(one.buttons, RICH), one.income, one.quilt.bit_count(), one.quilt)
        for one in (position.own, position.other)
    )
    tile = 0 if position.tile == NOBODY else 1 if position.tile == seat else -1
    return Standing(seat, own, other, position.queue, position.hand, bool(position.single), tile)


def rate(side: Holding, patch: PatchId) -> float:
    """The points that a patch is worth to a side for each space that it takes; going ahead is worth one."""
    spaces = max(1, min(TIME[patch], CENTRE - side.space))
    income = INCOME[patch] * (len(MARKERS) - PAID[side.space])
    return (HOLE * AREA[patch] + income - PRICE[patch]) / spaces
