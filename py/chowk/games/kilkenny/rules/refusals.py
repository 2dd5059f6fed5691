"""The reasons why the spots that a player points at are no legal move of Kilkenny Cats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from chowk.core.position import CHANCE, Refusal, Spot
from chowk.games.kilkenny.rules.board import BOARD, HOLES, NAMES, SQUARE, STEPS, TABS, Mask, Square, line, ray, squares
from chowk.games.kilkenny.rules.state import State, closed, ending, steps

REASONS: Final[Mapping[str, str]] = {
    "ROLL_FIRST": "KR-07",
    "NO_MOVE": "KR-13",
    "OFF_BOARD": "B3-11",
    "NO_CAT": "KR-07",
    "NOT_YOUR_CAT": "KR-07",
    "ON_OWN_MOUSE": "KR-17",
    "CAT_STUCK": "KR-09",
    "OWN_PIECE": "KR-11",
    "FOREIGN_MOUSE": "KR-16",
    "NOT_STRAIGHT": "KR-08",
    "WRONG_DISTANCE": "KR-07",
    "NOT_EXACT": "KR-14",
    "PATH_BLOCKED": "KR-09",
    "ONE_CAT": "KR-07",
}
"""The id of the rule that each reason for a refusal rests on, by the name of the reason."""


def refusal(position: State, spots: Sequence[Spot]) -> Refusal | None:
    """Return the first reason why `spots` begin no legal move.

    Return None if `spots` are empty or begin a legal move, or if the game is over.
    """
    if ending(position) or not spots:
        return None
    if position.turn == CHANCE:
        return None if spots[0].startswith("roll ") else _refused("ROLL_FIRST")
    legal = steps(position, position.mover, position.die)
    if not legal:
        return None if tuple(spots) == ("forfeit",) else _refused("NO_MOVE")
    if not all(spot in SQUARE for spot in spots):
        return _refused("OFF_BOARD")
    start, *then = (SQUARE[spot] for spot in spots)
    if not any(step.start == start for step in legal):
        return _start_refused(position, start)
    if then and (start, then[0]) not in legal:
        return _end_refused(position, start, then[0])
    return _refused("ONE_CAT", then[0]) if len(then) > 1 else None


def _refused(reason: str, *cause: Square) -> Refusal:
    return Refusal(reason, tuple(NAMES[square] for square in cause), REASONS[reason])


def _start_refused(position: State, start: Square) -> Refusal:
    bit = 1 << start
    if not position.occupied & bit:
        return _refused("NO_CAT")
    if not position.cats[position.mover] & bit:
        return _refused("NOT_YOUR_CAT", start)
    if HOLES[position.side] & bit:
        return _refused("ON_OWN_MOUSE", start)
    return _refused("CAT_STUCK", *_hindrances(position, start))


def _end_refused(position: State, start: Square, target: Square) -> Refusal:
    bit = 1 << target
    if bit & position.cats[position.mover]:
        return _refused("OWN_PIECE", target)
    if bit & closed(position, position.mover):
        return _refused("FOREIGN_MOUSE", target)
    path = line(start, target)
    if not path or any(not BOARD >> square & 1 for square in path):
        return _refused("NOT_STRAIGHT", start)
    if len(path) != position.die:
        return _refused("NOT_EXACT" if bit & TABS else "WRONG_DISTANCE", *_ends(position, start))
    return _refused("PATH_BLOCKED", *squares(position.occupied & _between(path)))


def _between(path: Sequence[Square]) -> Mask:
    return sum(1 << square for square in path[:-1])


def _ends(position: State, start: Square) -> tuple[Square, ...]:
    return tuple(step.end for step in steps(position, position.mover, position.die) if step.start == start)


def _hindrances(position: State, start: Square) -> tuple[Square, ...]:
    # Return what keeps a cat from using the number: on each line the first piece in the way, or a barred end.
    barred = position.cats[position.mover] | closed(position, position.mover)
    hindrances = set()
    for step in STEPS:
        path = ray(start, step)[: position.die]
        if len(path) == position.die:
            stood = [square for square in path[:-1] if position.occupied >> square & 1]
            hindrances |= set(stood[:1] or [square for square in path[-1:] if barred >> square & 1])
    return tuple(sorted(hindrances))
