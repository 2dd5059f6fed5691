"""The engine's suggestions where to place a piece that lies beside the board.

They exist only in games in which a piece can be tried on the board before the move is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from chowk.core.position import Spot
from chowk.engine.protocol import Line
from chowk.games.api import Game
from chowk.session.input.preview import MovePreview


class Placing(NamedTuple):
    """A line of the engine whose first moves place a piece.

    `picks` are the spots at which the user would point to place the piece. `covers` are the spots that the piece covers
    afterwards. `moves` is the number of the line's moves that belong to the placement.
    """

    line: Line[str]
    picks: tuple[Spot, ...]
    covers: tuple[Spot, ...]
    moves: int


def placings(game: Game, position: Any, lines: Sequence[Line[str]]) -> tuple[Placing, ...]:
    """Return the placement of each of the engine's `lines`, in the same order.

    The result is empty in games whose pieces cannot be tried on the board before a move.
    """
    return tuple(Placing(line, *_put(game, position, line.moves)) for line in lines) if game.trial is not None else ()


def looked_at(candidates: Sequence[Placing], trying: MovePreview | None) -> Placing | None:
    """Return the placement of the piece that the user holds or points at; None if `candidates` has none of that piece.

    If the user neither holds nor points at a piece, return the first placement, or None if there are none.
    """
    held = trying.drawn_picks if trying is not None else ()
    if trying is not None and trying.first:  # the piece must be placed, so it is always held
        return next((placing for placing in candidates if placing.picks == held), next(iter(candidates), None))
    return next((placing for placing in candidates if not held or placing.picks[:1] == held[:1]), None)


@lru_cache(maxsize=128)
def _put(game: Game, position: Any, line: tuple[str, ...]) -> tuple[tuple[Spot, ...], tuple[Spot, ...], int]:
    assert game.trial is not None, "only such games are asked"
    read, spell, picks, present, count = game.notation.read_move, game.view.spell, game.trial.picks, position, 0
    spots: tuple[Spot, ...] = ()
    for move_text in line:
        if count and not picks.goes_on(present):
            break
        move = read(present, move_text)
        spots += spell(present)[move]
        present, count = present.play(move), count + 1
    return spots, picks.covers(position, spots), count
