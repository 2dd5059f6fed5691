"""The position editor of Parcheesi: set up positions by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from chowk.core.game import Choice, Option
from chowk.core.message import Message, say, say_in
from chowk.core.position import CHANCE, Seat, Spot
from chowk.core.rule_options import texts
from chowk.games.api.draft import Piece
from chowk.games.parcheesi.rules import Position
from chowk.games.parcheesi.rules.board import GATES, HOME, NEST, SPOTS, TRACK, Place
from chowk.games.parcheesi.rules.house import OPTIONS, house
from chowk.games.parcheesi.rules.state import NO_BLOCKADE, ROLLS, Pawns, paired_since

_SIDES: Final = (
    Piece("0", say_in("side", "Red"), "red"),
    Piece("1", say_in("side", "Blue"), "blue"),
    Piece("2", say_in("side", "Yellow"), "yellow"),
    Piece("3", say_in("side", "Green"), "green"),
)
_DUE: Final = Option(
    "due",
    say("Dice"),
    (Choice("", say("To be rolled")),
     *(Choice(f"{high},{low}", say("Roll {face}", face=f"{high}-{low}")) for high, low in ROLLS)),
)  # fmt: skip


def pieces(draft: Position) -> Sequence[Piece]:
    """Return the pieces to place: a pawn of each player, by seat."""
    return _SIDES[: draft.seats]


def empty(draft: Position) -> Position:
    """Return `draft`, the position being set up, with all pawns in their nests."""
    return _without_history(draft, ((NEST,) * 4,) * draft.seats)


def piece_at(draft: Position, spot: Spot) -> str:
    """Return the seat of the pawn on a spot as text, such as `0`, or an empty text if no pawn is there."""
    side, place = SPOTS.get(spot, (None, TRACK))
    own = (seat for seat, pawns in enumerate(draft.pawns) if place in pawns and side in (None, draft.sides[seat]))
    return next(map(str, own), "")


def put(draft: Position, spot: Spot, piece: str) -> Position:
    """Return `draft`, the position being set up, with a pawn of the seat `piece` on `spot`.

    The pawn comes from the nest, or from home if the nest is empty. If there is none, or if the spot belongs to another
    player, return the draft unchanged. If `piece` is empty, send a pawn on the spot to its nest.
    """
    side, place = SPOTS.get(spot, (None, TRACK))
    if not piece:
        owner = piece_at(draft, spot)
        return _with(draft, int(owner), place, NEST) if owner and place != NEST else draft
    seat = int(piece)
    if side not in (None, draft.sides[seat]) or spot not in SPOTS:
        return draft
    spare = next(
        (
            place_with_pawn
            for place_with_pawn in (NEST, HOME)
            if place_with_pawn != place and place_with_pawn in draft.pawns[seat]
        ),
        None,
    )
    return draft if spare is None else _with(draft, seat, spare, place)


def settings(draft: Position) -> Sequence[tuple[Option, str]]:
    """Return the settings of the position editor with their values: the player to move, the dice, the house rules."""
    sides = tuple(Choice(piece.name, piece.label) for piece in pieces(draft))
    values = texts(draft.house)
    rules = [(option, values[option.name]) for option in OPTIONS if option.name in values]
    dice = ",".join(map(str, draft.dice[:2]))
    return ((Option("turn", say("Whose turn it is"), sides), str(draft.mover)), (_DUE, dice), *rules)


def changed(draft: Position, name: str, value: str) -> Position:
    """Return `draft`, the position being set up, with the setting `name` changed to `value`."""
    if name == "turn":
        draft = draft._replace(mover=int(value), opening=())
    elif name == "due":
        draft = draft._replace(dice=tuple(map(int, value.split(","))) if value else (), opening=())
    else:
        draft = draft._replace(house=house({**texts(draft.house), name: value}))
    return _without_history(draft, draft.pawns)


def turned(draft: Position) -> Sequence[tuple[Message, Position]]:
    """Return one variant of the position being set up, with a label: every player has the pawns of the previous one."""
    seats = range(draft.seats)
    rotated = tuple(
        _pawns(_turned(place, draft.sides[seat - 1], draft.sides[seat]) for place in draft.pawns[seat - 1])
        for seat in seats
    )
    return ((say_in("the page does it", "Rotate"), _without_history(draft, rotated)),)


def named() -> Sequence[tuple[str, Position]]:
    """Return an empty sequence, because the game's literature has no named positions."""
    return ()


def fault(position: Position) -> Message | None:  # noqa: ARG001 - the reader checks all
    """Return None: the editor has nothing to check, because `setup.read` finds all faults of a position."""
    return None


def _turned(place: Place, old_side: int, new_side: int) -> Place:
    return (place - GATES[old_side] + GATES[new_side]) % TRACK if 0 <= place < TRACK else place


def _pawns(places: Iterable[Place]) -> Pawns:
    first, second, third, fourth = places
    return first, second, third, fourth


def _with(draft: Position, seat: Seat, old_place: Place, new_place: Place) -> Position:
    own = list(draft.pawns[seat])
    own[own.index(old_place)] = new_place
    return _without_history(draft, (*draft.pawns[:seat], _pawns(own), *draft.pawns[seat + 1 :]))


def _without_history(draft: Position, pawns: tuple[Pawns, ...]) -> Position:
    """Return the position being set up with other pawns, and without what happened before.

    All its dice are unused, there are no bonuses, and blockades have no ages.
    """
    out, dice = NEST not in pawns[draft.mover], draft.dice[:2]
    same = len(dice) == 2 and dice[0] == dice[1]
    if same and out:
        dice = (*dice, 7 - dice[0], 7 - dice[0])
    return draft._replace(
        pawns=pawns,
        turn=draft.mover if dice else CHANCE,
        dice=dice,
        parts=dice,
        bonuses=(),
        since=paired_since(pawns[draft.mover], draft.house, dice) if dice else NO_BLOCKADE,
        bound=False,
        earned=False,
        doubles=int(same and draft.house.thirds),
        stood=((),) * draft.seats if draft.house.stand else (),
        placed=tuple(seat for seat, own in enumerate(pawns) if own == (HOME,) * 4),
        opening=() if dice or pawns != draft.pawns else draft.opening,
    )
