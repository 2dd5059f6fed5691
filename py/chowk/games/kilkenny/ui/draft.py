"""The position editor of Kilkenny Cats: set up positions by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from chowk.core.game import Choice, Option
from chowk.core.message import Message, say, say_in
from chowk.core.position import CHANCE, Spot
from chowk.core.rule_options import texts
from chowk.core.seat_draw import EAST, WEST
from chowk.games.api.draft import Piece
from chowk.games.kilkenny.rules import Position
from chowk.games.kilkenny.rules.board import FACES, GRID, SQUARE, Mask, mask, squares
from chowk.games.kilkenny.rules.board import turned as quarter
from chowk.games.kilkenny.rules.house import OPTIONS, house
from chowk.games.kilkenny.rules.state import standing

_SIDES: Final = (
    Piece("red", say_in("side", "Red"), "red"),
    Piece("blue", say_in("side", "Blue"), "blue"),
    Piece("yellow", say_in("side", "Yellow"), "yellow"),
    Piece("green", say_in("side", "Green"), "green"),
)
_DUE: Final = Option(
    "due",
    say("Dice"),
    (Choice("0", say("To be rolled")), *(Choice(str(face), say("Roll {face}", face=face)) for face in FACES)),
)


def pieces(draft: Position) -> Sequence[Piece]:
    """Return the pieces to place: a cat of each player, by seat."""
    return [_SIDES[colour]._replace(name=str(seat)) for seat, colour in enumerate(draft.colours)]


def empty(draft: Position) -> Position:
    """Return `draft`, the position being set up, without its cats."""
    return _without_history(draft, (0,) * draft.seats)._replace(strays=0)


def piece_at(draft: Position, spot: Spot) -> str:
    """Return the seat of the cat on a spot as text, or an empty text if no player's cat is there."""
    bit = 1 << SQUARE[spot]
    return next((str(seat) for seat, own in enumerate(draft.cats) if own & bit), "")


def put(draft: Position, spot: Spot, piece: str) -> Position:
    """Return `draft`, the position being set up, with a cat of the seat `piece` on a square.

    If `piece` is empty, empty the square.
    """
    bit = 1 << SQUARE[spot]
    cats = tuple(own & ~bit | bit * (piece == str(seat)) for seat, own in enumerate(draft.cats))
    return _without_history(draft, cats)._replace(strays=draft.strays & ~bit)


def settings(draft: Position) -> Sequence[tuple[Option, str]]:
    """Return the settings of the position editor with their values: the player to move, the die, the house rules."""
    sides = tuple(Choice(str(seat), _SIDES[colour].label) for seat, colour in enumerate(draft.colours))
    values = texts(draft.house)
    rules = [
        (option, values[option.name])
        for option in OPTIONS
        if option.name in values and option.name != "pair" and option.fits(draft.seats)
    ]
    return ((Option("turn", say("Whose turn it is"), sides), str(draft.mover)), (_DUE, str(draft.die)), *rules)


def changed(draft: Position, name: str, value: str) -> Position:
    """Return `draft`, the position being set up, with the setting `name` changed to `value`."""
    if name == "turn":
        return _without_history(draft._replace(mover=int(value), opening=()), draft.cats)
    if name == "due":
        return _without_history(draft._replace(die=int(value), opening=()), draft.cats)
    return _without_history(draft._replace(house=house({**texts(draft.house), name: value})), draft.cats)


def turned(draft: Position) -> Sequence[tuple[Message, Position]]:
    """Return two variants of the position being set up, each with a label; none with three players.

    The first is rotated, so that each player gets the cats of the previous player. The second is mirrored left to
    right.
    """
    if draft.seats == 3:
        return ()
    half = draft.seats == 2
    passed = (draft.cats[-1], *draft.cats[:-1])
    across = {WEST: EAST, EAST: WEST}
    order = [draft.sides.index(across.get(side, side)) for side in draft.sides]
    mirrored = tuple(_moved(draft.cats[seat], lambda square: square ^ GRID - 1) for seat in order)
    rotated = tuple(_moved(own, lambda square: quarter(quarter(square)) if half else quarter(square)) for own in passed)
    return (
        (say_in("the page does it", "Rotate"), _without_history(draft, rotated)),
        (say_in("the page does it", "Mirror"), _without_history(draft, mirrored)),
    )


def named() -> Sequence[tuple[str, Position]]:
    """Return an empty sequence, because the game's literature has no named positions."""
    return ()


def fault(position: Position) -> Message | None:  # noqa: ARG001 - the reader checks all
    """Return None, because `read_position` already reports every fault of a position."""
    return None


def _moved(cats: Mask, to: Callable[[int], int]) -> Mask:
    return mask([to(square) for square in squares(cats)])


def _without_history(draft: Position, cats: tuple[Mask, ...]) -> Position:
    """Return `draft` with its cats replaced by `cats`, and without the count of turns without progress.

    The cats also decide which players have finished, and in which places.
    """
    opening = draft.opening if cats == draft.cats else ()
    fresh = draft._replace(cats=cats, quiet=0, opening=opening, turn=draft.mover if draft.die else CHANCE)
    return fresh._replace(placed=standing(fresh))
