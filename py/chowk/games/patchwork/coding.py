"""Encode moves and positions of Patchwork as numbers for programs that learn.

Each move of the rules is one action, so a turn has up to three: take a patch, sew it on, sew on a single patch.
"""

from __future__ import annotations

from typing import Final

from chowk.games.api.coding import Coding, Word
from chowk.games.patchwork.rules import NOBODY, Move, Place, PlayerState, Position, Single, Take
from chowk.games.patchwork.rules.patches import PATCHES
from chowk.games.patchwork.rules.quilt import CELLS, TURNS
from chowk.games.patchwork.rules.state import REACH

PLACES: Final = REACH + 1
"""The first action that sews on a patch. The actions before it take a patch or advance."""
SINGLES: Final = PLACES + len(TURNS) * CELLS
"""The first action that sews on a single patch."""
LENGTH: Final = 2 * (CELLS + 4) + len(PATCHES) + 3
"""The number of entries of an observation."""


def word(position: Position, move: Move) -> Word:
    """Return a move as one action: a tuple with a single number.

    * 0 to 2 take the first, second or third patch within reach, and 3 advances.
    * `PLACES + 81 * shape + cell` sews on the patch in hand: the number of its shape, and the cell of the shape's top
      left corner.
    * `SINGLES + cell` sews on a single patch.
    """
    if isinstance(move, Place):
        return (PLACES + CELLS * move.turned + move.corner,)
    if isinstance(move, Single):
        return (SINGLES + move.cell,)
    return (position.queue.index(move.patch),) if isinstance(move, Take) else (REACH,)


def observe(position: Position, seat: int, begun: Word) -> list[int]:  # noqa: ARG001 - a move is one action
    """Return a position as numbers for a learning program, as the player in `seat` sees it. `begun` is not used.

    In order:

    * 85 for the seat: 1 or 0 for each of the 81 cells of its quilt, 1 if the cell is covered; then the space of its
      token, its buttons, its income, and 1 if it has the bonus tile, otherwise 0.
    * The same for the other seat.
    * 33: the numbers of the patches for sale in the order in which they come within reach, then zeros.
    * 3: the number of the patch in hand or 0, 1 if a single patch must be sewn on, and 1 if it is the seat's turn.
    """
    numbers = []
    for number in (seat, 1 - seat):
        numbers += _player(position.players[number], position.tile != NOBODY and position.tile == number)
    numbers += position.queue
    numbers += [0] * (len(PATCHES) - len(position.queue))
    return [*numbers, position.hand, int(position.single > 0), int(position.turn == seat)]


def _player(player: PlayerState, has_tile: bool) -> list[int]:
    return [
        *(player.quilt >> cell & 1 for cell in range(CELLS)),
        player.space,
        player.buttons,
        player.income,
        int(has_tile),
    ]


CODING: Final = Coding(actions=SINGLES + CELLS, word=word, shape=(LENGTH,), most=1000, observe=observe)
