"""The reasons why a move that a player points at is not legal in Patchwork."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from chowk.core.position import Refusal, Spot
from chowk.games.patchwork.rules.patches import PATCHES, PatchId
from chowk.games.patchwork.rules.quilt import CELL, NAMES, Mask, cells, fits, placement_mask, placements, shapes
from chowk.games.patchwork.rules.state import REACH, State

REASONS: Final[Mapping[str, str]] = {
    "TOO_EXPENSIVE": "R20",
    "NO_ROOM": "R24",
    "NO_ROOM_SO": "R23",
    "NOT_IN_NEXT_THREE": "R19",
    "SEWN_ON": "R23",
    "CHOOSE_FIRST": "R21",
    "ADVANCE_CHOSEN": "R21",
    "PLACE_FIRST": "R21",
    "TURN_FIRST": "R23",
    "OUTSIDE": "R23",
    "OVERLAP": "R23",
    "PLACE_1X1_FIRST": "R29",
    "GAME_OVER": "R36",
}
"""For each reason to refuse a move: the number of the rule that forbids it."""

ADVANCE: Final[Spot] = "advance"
PATCH: Final = "patch "
TURNED: Final = "turned "


def refusal(position: State, spots: Sequence[Spot]) -> Refusal | None:
    """Return the reason why no legal move begins with `spots`, or None if one does."""
    if not spots:
        return None
    if position.over:
        return _refused("GAME_OVER")
    if position.single:
        return _single_refused(position, spots)
    return _place_refused(position, spots) if position.hand else _choice_refused(position, spots)


def missing(position: State, patch: PatchId) -> int:
    """Return the number of buttons that the player to move lacks for the patch, or 0 if there are enough."""
    return max(0, PATCHES[patch].price - position.own.buttons)


def _refused(reason: str, *cause: Spot, amount: int = 0) -> Refusal:
    return Refusal(reason, cause, REASONS[reason], amount)


def _choice_refused(position: State, spots: Sequence[Spot]) -> Refusal | None:
    spot = spots[0]
    patch = _patch(spot)
    if spot == ADVANCE or patch in position.queue[:REACH]:
        refused = _purchase_refused(position, patch) if patch else None
        return refused or (_refused("PLACE_FIRST" if patch else "ADVANCE_CHOSEN") if len(spots) > 1 else None)
    if patch in position.queue:
        return _refused("NOT_IN_NEXT_THREE", spot)
    return _refused("SEWN_ON", spot) if patch else _refused("CHOOSE_FIRST")


def _purchase_refused(position: State, patch: PatchId) -> Refusal | None:
    lack = missing(position, patch)
    if lack:
        return _refused("TOO_EXPENSIVE", f"{PATCH}{patch}", amount=lack)
    return None if fits(patch, position.own.quilt) else _refused("NO_ROOM", f"{PATCH}{patch}")


def _place_refused(position: State, spots: Sequence[Spot]) -> Refusal | None:
    hand, quilt = position.hand, position.own.quilt
    turns = [TURNED + shape.turn for shape in shapes(hand)]
    if spots[0] in CELL:
        # A patch with one shape needs no turning, so the cell alone gives its placement.
        return _refused("TURN_FIRST") if len(turns) > 1 else _lie_refused(hand, 0, spots[0], quilt)
    if spots[0] not in turns:
        return _refused("PLACE_FIRST")
    number = turns.index(spots[0])
    if len(spots) == 1:
        room = any(lie.turned == number and not lie.mask & quilt for lie in placements(hand))
        return None if room else _refused("NO_ROOM_SO")
    if spots[1] not in CELL or len(spots) > 2:
        return _refused("PLACE_FIRST")
    return _lie_refused(hand, number, spots[1], quilt)


def _lie_refused(patch: PatchId, number: int, spot: Spot, quilt: Mask) -> Refusal | None:
    mask = placement_mask(patch, number, CELL[spot])
    if not mask:
        return _refused("OUTSIDE")
    covered = cells(mask & quilt)
    return _refused("OVERLAP", *(NAMES[cell] for cell in covered)) if covered else None


def _single_refused(position: State, spots: Sequence[Spot]) -> Refusal | None:
    if spots[0] not in CELL or len(spots) > 1:
        return _refused("PLACE_1X1_FIRST")
    return _refused("OVERLAP", spots[0]) if position.own.quilt >> CELL[spots[0]] & 1 else None


def _patch(spot: Spot) -> PatchId:
    """Return the number of the patch that a spot such as `patch 14` names, or 0 if the spot names no patch."""
    number = spot.removeprefix(PATCH)
    named = spot.startswith(PATCH) and number.isascii() and number.isdecimal() and int(number) in PATCHES
    return int(number) if named and spot == f"{PATCH}{int(number)}" else 0
