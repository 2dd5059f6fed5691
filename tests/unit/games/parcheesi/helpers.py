"""Helpers for tests of Parcheesi: positions of the worked examples, and all results of a roll."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from chowk.core.game import Ruleset
from chowk.core.match import Match
from chowk.games.parcheesi import notation, rules
from chowk.games.parcheesi.rules import LOSE, PRESETS, Move, Position, Roll, Step, board

RULESET = Ruleset("parcheesi", rules, notation)
NEST = "n,n,n,n"
PARKER = ",".join(f"{name}:{value}" for name, value in PRESETS[1].values.items())


class End(NamedTuple):
    """A result of a roll: the player's pawns in order, the number of captures, and bonuses still to be played."""

    own: str
    captured: int = 0
    bonuses: tuple[int, ...] = ()


def due(
    own: str,
    roll: str = "",
    *,
    west: str = NEST,
    north: str = NEST,
    east: str = NEST,
    house: str = "",
    bonus: int = 0,
) -> Position:
    """Return a position in which South must roll, or play a roll such as `5-3`, or play a bonus.

    `own` holds South's pawns. The other players' pawns are in their nests by default. `house` is the text of house
    rules. `bonus` is the number of spaces of a bonus that South has to play, if any.
    """
    line = f"S:{own} W:{west} N:{north} E:{east} S "
    line += f"[6,5] left=- +{bonus}" if bonus else "roll"
    position = notation.read_position(line + (f" house={house}" if house else ""))
    return position.play(dice(roll)) if roll else position


def dice(text: str) -> Roll:
    high, low = sorted(map(int, text.split("-")), reverse=True)
    return Roll(high, low)


def places(position: Position, seat: int = 0) -> str:
    """Return the places of a seat's pawns as text, in their order on the way home, such as `n,n,5,h3`."""
    return ",".join(board.written(place) for place in sorted(position.pawns[seat]))


def ends(position: Position) -> set[End]:
    """Return all results of the dice that were rolled, found by playing every legal move."""
    seat, others = position.mover, _others(position)
    results, visited, stack = set(), {position}, [position]
    while stack:
        current = stack.pop()
        if not current.parts or current.over or current.mover != seat or current.turn != seat:
            results.add(
                End(
                    places(current, seat),
                    others - _others(current, seat),
                    current.bonuses if current.mover == seat else (),
                )
            )
            continue
        for move in current.moves():
            after = current.play(move)
            if after not in visited:
                visited.add(after)
                stack.append(after)
    return results


def _others(position: Position, mover: int | None = None) -> int:
    mover = position.mover if mover is None else mover
    return sum(place != board.NEST for seat, own in enumerate(position.pawns) if seat != mover for place in own)


def written(position: Position) -> list[str]:
    return [notation.write_move(position, move) for move in position.moves()]


def played(position: Position, moves: str) -> Position:
    for text in moves.split():
        position = position.play(notation.read_move(position, text))
    return position


def text(position: Position) -> str:
    return notation.write_position(position)


def match(start: Position, seed: int = 0) -> Match[Position, Move]:
    return Match(RULESET, start, seed)


def sequences(position: Position) -> Iterator[tuple[tuple[int, int, tuple[int, ...]], ...]]:
    """Yield every sequence of pawn moves with which the dice can be played.

    Each move is a pawn's old place, its new place, and the dice used for it. Declined bonuses are left out.
    """
    stack: list[tuple[Position, tuple[tuple[int, int, tuple[int, ...]], ...]]] = [(position, ())]
    while stack:
        current, uses = stack.pop()
        if not current.parts or current.over or current.mover != position.mover or current.moves() == (LOSE,):
            later = current.play(LOSE) if current.parts and not current.over and current.moves() == (LOSE,) else current
            if later.parts and later.mover == position.mover and later.turn == position.mover:
                stack.append((later, uses))  # only a bonus before the dice was lost
            else:
                yield uses
            continue
        for move in current.moves():
            step = isinstance(move, Step)
            use = (current.pawns[current.mover][move.pawn], move.to, move.spent) if isinstance(move, Step) else ()
            stack.append((current.play(move), (*uses, use) if step and use else uses))
