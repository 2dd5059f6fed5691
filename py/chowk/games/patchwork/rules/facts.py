"""What a table shows besides the position: facts that follow from it, and what a move would bring."""

from __future__ import annotations

from typing import NamedTuple

from chowk.core.position import Seat
from chowk.games.patchwork.rules.patches import PATCHES, PatchId
from chowk.games.patchwork.rules.position import Position, claimed, reached
from chowk.games.patchwork.rules.quilt import BLOCKS, CELLS, FULL, Mask, fits, lies
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
    """A patch of the ring as the player whose turn it is sees it.

    `place` counts from the neutral token, 0 first; `near` is whether that is within reach (R19); `missing` how many
    buttons lack (R20), `fits` whether there is room for it (R24).
    """

    patch: PatchId
    place: int
    near: bool
    missing: int
    fits: bool

    @property
    def open(self) -> bool:
        """Whether it can be bought now."""
        return self.near and not self.missing and self.fits


class Forecast(NamedTuple):
    """What a move will bring the player who makes it.

    `space` is where the time token will stand; `price` and `paid` are the buttons that the purchase costs and that
    going ahead brings; `incomes` what each marker on the way pays, the one in the centre included; `single` the space
    of the single patch that will be claimed, `NONE` without one, and `lost` whether the quilt will be too full for it;
    `tile` whether the move brings the bonus tile, as far as that is settled; `next` whose choice comes after, once
    what is claimed is sewn on, or `NOBODY` if the game is over then.
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
    """How many cells of the player's quilt are not covered."""
    return CELLS - player.quilt.bit_count()


def offers(position: Position) -> tuple[RingPatch, ...]:
    """All patches of the ring, in the order of the queue."""
    return tuple(offer(position, place) for place in range(len(position.queue)))


def offer(position: Position, place: int) -> RingPatch:
    """The patch on that place of the queue."""
    patch, player = position.queue[place], position.own
    lack = max(0, PATCHES[patch].price - player.buttons)
    return RingPatch(patch, place, place < REACH, lack, fits(patch, player.quilt))


def three_after(position: Position, patch: PatchId) -> tuple[PatchId, ...]:
    """The patches within reach after that one, which is in the queue, has been bought (R22)."""
    place = position.queue.index(patch)
    return (position.queue[place + 1 :] + position.queue[:place])[:REACH]


def forecast(position: Position, move: Move) -> Forecast:
    """What a legal move will bring; of a purchase all that is settled before the patch is sewn on.

    A purchase is told whole, with the time that the patch takes and the income that its buttons bring (R26). Whether
    sewing it on wins the bonus tile is told of a `Place` only.
    """
    if isinstance(move, Take):
        # Time, income and the number of cells are the same wherever the patch is sewn on.
        return _ahead(position.play(move), Place(0, 0), PATCHES[move.patch].price)._replace(tile=False)
    if isinstance(move, Single):
        after = position.play(move)
        next_ = NOBODY if after.over else after.turn
        return Forecast(position.own.space, 0, 0, (), NONE, False, after.tile != position.tile, next_)
    return _ahead(position, move, 0)


def _ahead(position: Position, move: Place | Advance, price: int) -> Forecast:
    player, other = position.own, position.other
    end = reached(position, move)
    income = player.income + PATCHES[position.hand].income if position.hand else player.income
    left = empty(player) - (PATCHES[position.hand].area if position.hand else 0)
    single = claimed(position, end)
    after = position.play(move)
    next_ = position.turn if end <= other.space else 1 - position.turn
    return Forecast(
        space=end,
        price=price,
        paid=0 if position.hand else end - player.space,
        incomes=(income,) * len(passed(MARKERS, player.space, end)),
        single=single,
        lost=bool(single) and not left,
        tile=after.tile != position.tile,
        next=NOBODY if end == other.space == CENTRE else next_,
    )


def next_income(player: PlayerState) -> Space:
    """How many spaces it is to the next income marker; 0 once there is none ahead."""
    return next((space - player.space for space in MARKERS if space > player.space), 0)


def markers_left(player: PlayerState) -> int:
    """How many income markers are still ahead of the player's token."""
    return len(passed(MARKERS, player.space, CENTRE))


def singles_left(position: Position) -> tuple[Space, ...]:
    """The spaces of the time track on which single patches still lie; one that is being sewn on does no longer."""
    return passed(TRACKS[position.house.track], max(player.space for player in position.players), CENTRE)


def next_single(position: Position, seat: Seat) -> Space:
    """How many spaces it is from the seat's token to the next single patch; 0 once there is none."""
    return next((space - position.players[seat].space for space in singles_left(position)), 0)


def left_for_square(player: PlayerState) -> tuple[int, Mask]:
    """How many cells are missing for the bonus tile, and the mask of that square of 7 by 7 cells which lacks least.

    Of several the first, by rows.
    """
    return min(((block & ~player.quilt).bit_count(), number, block) for number, block in enumerate(BLOCKS))[::2]


def if_both_pass(position: Position) -> tuple[int, int]:
    """The scores by seat if from here on both players only go ahead (R37).

    What is to be sewn on meanwhile goes where it wins the bonus tile, or else where it brings the nearest square of
    7 by 7 cells closer.
    """
    while not position.over:
        position = position.play(_sewn(position) if position.hand or position.single else ADVANCE)
    return score(position, 0), score(position, 1)


def _sewn(position: Position) -> Move:
    quilt = position.own.quilt
    if position.hand:
        free = (lie for lie in lies(position.hand) if not lie.mask & quilt)
        lie = min(free, key=lambda one: _lack(quilt | one.mask)[0])
        return Place(lie.turned, lie.at)
    wanted = (_lack(quilt)[1] or FULL) & ~quilt
    return Single((wanted & -wanted).bit_length() - 1)


def _lack(quilt: Mask) -> tuple[int, Mask]:
    """How many cells the nearest square of 7 by 7 lacks, and which."""
    return min(((lack := block & ~quilt).bit_count(), lack) for block in BLOCKS)
