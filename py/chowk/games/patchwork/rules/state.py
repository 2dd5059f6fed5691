"""What is so in Patchwork: the players, the ring of patches, what is due, and what the steps of a turn are.

What steps make of it is `position`.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from chowk.core.position import Seat
from chowk.games.patchwork.rules.house import House
from chowk.games.patchwork.rules.patches import PatchId
from chowk.games.patchwork.rules.quilt import CELLS, Cell, Mask
from chowk.games.patchwork.rules.track import CENTRE, START, Space

REACH: Final = 3
"""So many patches may be bought, counted from the neutral token (R19)."""
BUTTONS: Final = 5
"""With so many buttons each player starts (R2)."""
TILE: Final = 7
"""The worth of the bonus tile (R35)."""
HOLE: Final = 2
"""What an empty cell costs in the end (R37)."""
NOBODY: Final[Seat] = -1
NONE: Final[PatchId] = 0
"""No patch is in hand, or no single patch is to be sewn on."""


class Take(NamedTuple):
    """A patch is bought: the neutral token goes to its place, its price is paid (R21, steps 1 to 3)."""

    patch: PatchId


class Place(NamedTuple):
    """The patch in hand is sewn on, and the time it takes goes by (R21, steps 4 and 5).

    `turned` is the number of one of its shapes, `at` the cell of the top left corner of that shape's bounding box.
    """

    turned: int
    at: Cell


class Advance(NamedTuple):
    """The time token goes to the space in front of the other one, a button for each space (R15, R16)."""

    word: str = "advance"


class Single(NamedTuple):
    """A single patch is sewn on (R29)."""

    at: Cell


Move: TypeAlias = Take | Place | Advance | Single
ADVANCE: Final = Advance()


class Sewn(NamedTuple):
    """A patch on a quilt: its number, the number of the shape it has there, its bounding box's top left cell."""

    patch: PatchId
    turned: int
    at: Cell


class Lone(NamedTuple):
    """A single patch on a quilt: the space of the time track that it came from, and its cell."""

    space: Space
    at: Cell


class PlayerState(NamedTuple):
    """What a player has: the time token's space, buttons, buttons pictured on the quilt, and the quilt.

    `quilt` is the mask of covered cells; `sewn` and `lone` say what covers them, in the order in which it came.
    """

    space: Space
    buttons: int
    income: int
    quilt: Mask
    sewn: tuple[Sewn, ...]
    lone: tuple[Lone, ...]


class State(NamedTuple):
    """The players, the ring of patches, and what is due.

    `turn` is whose choice it is; of two tokens on one space its token is on top (R12), in the end, too (R39). `queue`
    is the ring, clockwise from the neutral token. `hand` is the patch that was bought and is to be sewn on, `single`
    the space of the single patch that is, or both are `NONE`. `tile` is who has the bonus tile, or `NOBODY`.
    """

    turn: Seat
    players: tuple[PlayerState, PlayerState]
    queue: tuple[PatchId, ...]
    hand: PatchId
    single: Space
    tile: Seat
    house: House

    @property
    def seats(self) -> int:
        """Two (R1)."""
        return 2

    @property
    def own(self) -> PlayerState:
        """Whoever has the choice."""
        return self.players[self.turn]

    @property
    def other(self) -> PlayerState:
        """Whoever waits."""
        return self.players[1 - self.turn]

    @property
    def over(self) -> bool:
        """Whether both tokens are in the centre (R36).

        Nothing is to be sewn on then: whoever comes there second has passed no space that the first has not.
        """
        one, other = self.players
        return one.space == other.space == CENTRE


BLANK: Final = PlayerState(START, BUTTONS, 0, 0, (), ())
"""A player at the start (R1, R2, R8)."""


def score(position: State, seat: Seat) -> int:
    """The seat's score if the game ended now (R37)."""
    player = position.players[seat]
    empty = CELLS - player.quilt.bit_count()
    return player.buttons - HOLE * empty + (TILE if position.tile == seat else 0)
