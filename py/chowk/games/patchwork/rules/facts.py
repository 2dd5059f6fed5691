"""Numbers that follow from a position of Patchwork, and the consequences of a move, for display."""

from __future__ import annotations

from typing import NamedTuple

from chowk.core.position import Seat
from chowk.games.patchwork.rules.patches import PATCHES, PatchId
from chowk.games.patchwork.rules.position import Position, claimed, reached
from chowk.games.patchwork.rules.quilt import BLOCKS, CELLS, FULL, Mask, fits, placements
from chowk.games.patchwork.rules.state import (
    ADVANCE,
    BUTTONS,
    NOBODY,
    NONE,
    REACH,
    Advance,
    Move,
    Place,
    PlayerState,
    Single,
    Take,
    score,
)
from chowk.games.patchwork.rules.track import CENTRE, MARKERS, TRACKS, Space, passed

__all__ = [
    "BUTTONS",
    "Forecast",
    "RingPatch",
    "empty",
    "forecast",
    "if_both_pass",
    "left_for_square",
    "markers_left",
    "next_income",
    "next_single",
    "offer",
    "offers",
    "score",
    "singles_left",
    "three_after",
]


class RingPatch(NamedTuple):
    """A patch of the ring (the patches for sale), from the view of the player to move.

    `place` counts from the neutral token, 0 first. `near` is True if the patch is within reach (R19). `missing` is the
    number of buttons that the player lacks for it (R20). `fits` is True if the player's quilt has room for it (R24).
    """

    patch: PatchId
    place: int
    near: bool
    missing: int
    fits: bool

    @property
    def open(self) -> bool:
        """True if the patch can be bought now."""
        return self.near and not self.missing and self.fits


class Forecast(NamedTuple):
    """The consequences of a move for the player who makes it.

    `space`: the time token's new space.
    `price`: the buttons that the player pays for a patch, or 0.
    `paid`: the buttons that the player gets for an advance, one for each space, or 0. Income is not included.
    `incomes`: the payments of the income markers on the way, including the marker in the centre.
    `single`: the space of the single patch that the move wins, or `NONE`.
    `lost`: True if that single patch is lost, because the quilt will be full.
    `tile`: True if the move is certain to win the bonus tile.
    `next`: the seat that moves afterwards, once single patches are sewn on, or `NOBODY` if the game is over then.
    """

    space: Space
    price: int
    paid: int
    incomes: tuple[int, ...]
    single: Space
    lost: bool
    tile: bool
    next: Seat


def empty(player: PlayerState) -> int:
    """Return the number of empty cells of the player's quilt."""
    return CELLS - player.quilt.bit_count()


def offers(position: Position) -> tuple[RingPatch, ...]:
    """Return all patches of the ring, in the order of the queue, with their availability."""
    return tuple(offer(position, place) for place in range(len(position.queue)))


def offer(position: Position, place: int) -> RingPatch:
    """Return the patch at the index `place` of the queue, with its availability."""
    patch, player = position.queue[place], position.own
    lack = max(0, PATCHES[patch].price - player.buttons)
    return RingPatch(patch, place, place < REACH, lack, fits(patch, player.quilt))


def three_after(position: Position, patch: PatchId) -> tuple[PatchId, ...]:
    """Return the patches that are within reach after a patch of the queue has been bought (R22)."""
    place = position.queue.index(patch)
    return (position.queue[place + 1 :] + position.queue[:place])[:REACH]


def forecast(position: Position, move: Move) -> Forecast:
    """Return the consequences of a legal move.

    For a purchase, they are the consequences that are certain before the patch is sewn on, including the time that the
    patch takes and the income of its buttons (R26). They leave out the bonus tile, which depends on the placement.
    """
    if isinstance(move, Take):
        # Time, income and the number of cells do not depend on where the patch is sewn on.
        return _ahead(position.play(move), Place(0, 0), PATCHES[move.patch].price)._replace(tile=False)
    if isinstance(move, Single):
        next_position = position.play(move)
        next_ = NOBODY if next_position.over else next_position.turn
        return Forecast(position.own.space, 0, 0, (), NONE, False, next_position.tile != position.tile, next_)
    return _ahead(position, move, 0)


def _ahead(position: Position, move: Place | Advance, price: int) -> Forecast:
    player, other = position.own, position.other
    space = reached(position, move)
    income = player.income + PATCHES[position.hand].income if position.hand else player.income
    empty_cells = empty(player) - (PATCHES[position.hand].area if position.hand else 0)
    single = claimed(position, space)
    next_position = position.play(move)
    next_ = position.turn if space <= other.space else 1 - position.turn
    return Forecast(
        space=space,
        price=price,
        paid=0 if position.hand else space - player.space,
        incomes=(income,) * len(passed(MARKERS, player.space, space)),
        single=single,
        lost=bool(single) and not empty_cells,
        tile=next_position.tile != position.tile,
        next=NOBODY if space == other.space == CENTRE else next_,
    )


def next_income(player: PlayerState) -> Space:
    """Return the number of spaces from the player's token to the next income marker, or 0 if none is ahead."""
    return next((space - player.space for space in MARKERS if space > player.space), 0)


def markers_left(player: PlayerState) -> int:
    """Return the number of income markers ahead of the player's token."""
    return len(passed(MARKERS, player.space, CENTRE))


def singles_left(position: Position) -> tuple[Space, ...]:
    """Return the spaces of the time track that still hold a single patch.

    A single patch that was won but not yet sewn on does not count.
    """
    return passed(TRACKS[position.house.track], max(player.space for player in position.players), CENTRE)


def next_single(position: Position, seat: Seat) -> Space:
    """Return the number of spaces from the seat's token to the next single patch, or 0 if none is left."""
    return next((space - position.players[seat].space for space in singles_left(position)), 0)


def left_for_square(player: PlayerState) -> tuple[int, Mask]:
    """Return the number of empty cells in the most complete 7 x 7 square, and the mask of the square.

    If several squares lack equally few cells, take the first, by rows. A covered square wins the bonus tile.
    """
    return min(((block & ~player.quilt).bit_count(), number, block) for number, block in enumerate(BLOCKS))[::2]


def if_both_pass(position: Position) -> tuple[int, int]:
    """Return the scores by seat if both players only advance from here on (R37).

    A patch that must be sewn on is placed so that it wins the bonus tile. If it cannot, it covers as much as possible
    of the most complete 7 x 7 square.
    """
    while not position.over:
        position = position.play(_sewn(position) if position.hand or position.single else ADVANCE)
    return score(position, 0), score(position, 1)


def _sewn(position: Position) -> Move:
    quilt = position.own.quilt
    if position.hand:
        free = (lie for lie in placements(position.hand) if not lie.mask & quilt)
        lie = min(free, key=lambda lie: _lack(quilt | lie.mask)[0])
        return Place(lie.turned, lie.corner)
    cells_wanted = (_lack(quilt)[1] or FULL) & ~quilt
    return Single((cells_wanted & -cells_wanted).bit_length() - 1)


def _lack(quilt: Mask) -> tuple[int, Mask]:
    """Return the number of cells that the most complete 7 x 7 square lacks, and the mask of these cells."""
    return min(((lack := block & ~quilt).bit_count(), lack) for block in BLOCKS)
