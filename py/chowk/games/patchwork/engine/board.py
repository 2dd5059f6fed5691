"""A fast model of Patchwork for searches: the moves of the rules, without a record of which patch covers which cell.

Sides are named from the view of the side to move: `own` and `other`. Tests compare games played with this module and
with the rules.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from chowk.games.patchwork.rules import NOBODY, Position
from chowk.games.patchwork.rules.patches import PATCHES, PatchId
from chowk.games.patchwork.rules.quilt import BLOCKS, CELLS, Mask
from chowk.games.patchwork.rules.state import HOLE, REACH, TILE
from chowk.games.patchwork.rules.track import CENTRE, MARKERS, TRACKS, Space

_IDS: Final = range(max(PATCHES) + 1)
AREA: Final = tuple(PATCHES[patch].area if patch else 0 for patch in _IDS)
PRICE: Final = tuple(PATCHES[patch].price if patch else 0 for patch in _IDS)
TIME: Final = tuple(PATCHES[patch].time if patch else 0 for patch in _IDS)
INCOME: Final = tuple(PATCHES[patch].income if patch else 0 for patch in _IDS)
"""The income of each patch, by patch number. Number 0 means no patch.

`AREA`, `PRICE` and `TIME` hold the other properties in the same way.
"""


def _counted(places: tuple[Space, ...]) -> tuple[int, ...]:
    """Return, for every space of the track, how many of the spaces in `places` are at or before it."""
    return tuple(sum(place <= space for place in places) for space in range(CENTRE + 1))


PAID: Final = _counted(MARKERS)
"""By space of the track: the number of income markers at or before the space."""
SINGLES: Final = {edition: _counted(places) for edition, places in TRACKS.items()}
"""By edition of the track and by space: the number of single patches (patches of one cell) up to the space."""
RICH: Final = 150
"""Maximum number of buttons that tables distinguish, so that the tables stay small.

No player can ever spend more.
"""


class Holding(NamedTuple):
    """A player's possessions.

    They are the token's space, the buttons in hand, the income (the buttons that each income marker pays), the number
    of covered cells, and the mask of these cells.
    """

    space: Space
    buttons: int
    income: int
    filled: int
    quilt: Mask


class Standing(NamedTuple):
    """A position as the side to move sees it.

    `seat` is the seat to move, `own` its side and `other` the other side. `queue` are the patches for sale, in
    the order in which they come within reach. `hand` is a bought patch that must be sewn on, or 0. `single` is True if
    a single patch must be sewn on. `tile` is 1 if `own` has the bonus tile, -1 if `other` has it, otherwise 0.
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
        """True if both tokens are in the centre and no patch remains to be sewn on."""
        return self.own.space == self.other.space == CENTRE and not (self.hand or self.single)

    @property
    def margin(self) -> int:
        """The lead in points of the side to move, if the game ended now."""
        own, other = self.own, self.other
        return own.buttons - other.buttons + HOLE * (own.filled - other.filled) + TILE * self.tile


class Fixed(NamedTuple):
    """The house rules of a game, as tables, with the moves under these rules.

    `singles` is, for each space of the track, the number of single patches at or before it. `blocks` are the masks of
    the squares that win the bonus tile.
    """

    singles: tuple[int, ...]
    blocks: tuple[Mask, ...]

    def take(self, state: Standing, place: int) -> Standing:
        """Return the state after buying the patch at the index `place` of the queue. The patch is then in hand."""
        queue, own = state.queue, state.own
        patch = queue[place]
        own = own._replace(buttons=own.buttons - PRICE[patch])
        return state._replace(own=own, queue=queue[place + 1 :] + queue[:place], hand=patch)

    def place(self, state: Standing, mask: Mask) -> Standing:
        """Return the state after sewing the patch in hand onto the cells of `mask`, which also moves the token."""
        space, buttons, income, filled, quilt = state.own
        hand = state.hand
        own = Holding(space, buttons, income + INCOME[hand], filled + AREA[hand], quilt | mask)
        state = state._replace(own=own, hand=0, tile=self._tile(state.tile, own.quilt))
        return self._moved_to(state, min(CENTRE, space + TIME[hand]))

    def advance(self, state: Standing) -> Standing:
        """Return the state after an advance to the space in front of the other token. Each space earns a button."""
        own = state.own
        space = min(CENTRE, state.other.space + 1)
        return self._moved_to(state._replace(own=own._replace(buttons=own.buttons + space - own.space)), space)

    def sew(self, state: Standing, mask: Mask) -> Standing:
        """Return the state after sewing a single patch onto the cell of `mask`."""
        own = state.own
        own = own._replace(filled=own.filled + 1, quilt=own.quilt | mask)
        return _handed(state._replace(own=own, single=False, tile=self._tile(state.tile, own.quilt)))

    def _moved_to(self, state: Standing, space: Space) -> Standing:
        own, singles = state.own, self.singles
        furthest = max(own.space, state.other.space)
        single = space > furthest and singles[space] > singles[furthest] and own.filled < CELLS
        paid = own.income * (PAID[space] - PAID[own.space])
        state = state._replace(own=own._replace(space=space, buttons=own.buttons + paid), single=single)
        return state if single else _handed(state)

    def _tile(self, tile: int, quilt: Mask) -> int:
        return tile or int(any(not block & ~quilt for block in self.blocks))


def _handed(state: Standing) -> Standing:
    """Return the state as the player who moves next sees it: swap `own` and `other` if that is the other player.

    The player whose token is behind moves or, if both tokens are on one space, the player who came there last.
    """
    seat, own, other, queue, hand, single, tile = state
    return state if own.space <= other.space else Standing(1 - seat, other, own, queue, hand, single, -tile)


def affordable(state: Standing) -> list[int]:
    """Return which of the patches within reach the player to move can pay for, as indices in the queue.

    It is not checked that the patches fit on the quilt.
    """
    buttons = state.own.buttons
    return [place for place, patch in enumerate(state.queue[:REACH]) if PRICE[patch] <= buttons]


def board(position: Position) -> Fixed:
    """Return the house rules of a position as tables for searches."""
    house = position.house
    return Fixed(SINGLES[house.track], BLOCKS if house.seven else ())


def state(position: Position) -> Standing:
    """Convert a position, as the module `rules` represents it, into the form that searches use."""
    seat = position.turn
    own, other = (
        Holding(player.space, min(player.buttons, RICH), player.income, player.quilt.bit_count(), player.quilt)
        for player in (position.own, position.other)
    )
    tile = 0 if position.tile == NOBODY else 1 if position.tile == seat else -1
    return Standing(seat, own, other, position.queue, position.hand, bool(position.single), tile)


def rate(side: Holding, patch: PatchId) -> float:
    """Estimate how many points a side gains by a patch, divided by the spaces that its token then moves.

    For comparison: an advance gains one point for each space.
    """
    spaces = max(1, min(TIME[patch], CENTRE - side.space))
    income = INCOME[patch] * (len(MARKERS) - PAID[side.space])
    return (HOLE * AREA[patch] + income - PRICE[patch]) / spaces
