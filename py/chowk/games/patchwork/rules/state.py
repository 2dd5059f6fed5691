"""The data of a position of Patchwork: players, patches for sale, patches to be sewn on, and the kinds of moves.

`position` defines the effects of moves.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from chowk.core.position import Seat
from chowk.games.patchwork.rules.house import House
from chowk.games.patchwork.rules.patches import PatchId
from chowk.games.patchwork.rules.quilt import CELLS, Cell, Mask
from chowk.games.patchwork.rules.track import CENTRE, START, Space

REACH: Final = 3
"""Number of patches from the neutral token on that can be bought (R19)."""
BUTTONS: Final = 5
"""The number of buttons of each player at the start (R2)."""
TILE: Final = 7
"""The value of the bonus tile in points (R35)."""
HOLE: Final = 2
"""Cost of an empty cell at the end of the game, in points (R37)."""
NOBODY: Final[Seat] = -1
"""The number that stands for no seat: nobody has the bonus tile, or nobody moves because the game is over."""
NONE: Final[PatchId] = 0
"""The number that stands for no patch: none is in hand, or no single patch must be sewn on."""


class Take(NamedTuple):
    """The purchase of a patch: the neutral token takes the patch's place, and the price is paid (R21, steps 1 to 3)."""

    patch: PatchId


class Place(NamedTuple):
    """The sewing of the patch in hand, with the time that it takes (R21, steps 4 and 5).

    `turned` is the number of one of the patch's shapes, `corner` the cell of the top left corner of the shape's
    bounding box.
    """

    turned: int
    corner: Cell


class Advance(NamedTuple):
    """An advance: the token moves to the space in front of the other token. Each space earns a button (R15, R16)."""

    word: str = "advance"


class Single(NamedTuple):
    """The sewing of a single patch, a patch of one cell from the time track, onto a cell (R29)."""

    cell: Cell


Move: TypeAlias = Take | Place | Advance | Single
"""A move, which is one step of a turn."""
ADVANCE: Final = Advance()


# The opponents draw by the `repr` of a position (`engine/bots.py`). So the names of the following classes and of their
# fields decide which moves the weaker levels choose, and must not change.


class Sewn(NamedTuple):
    """A patch on a quilt: its number, the number of its shape, and the cell of its bounding box's top left corner."""

    patch: PatchId
    turned: int
    cell: Cell

    # The draws of weak levels follow from this text, so the name of a field in it must not change.
    def __repr__(self) -> str:
        """Return the patch as text."""
        return f"Sewn(patch={self.patch!r}, turned={self.turned!r}, at={self.cell!r})"


class Lone(NamedTuple):
    """A single patch on a quilt: the space of the time track from which it came, and its cell."""

    space: Space
    cell: Cell

    # As in `Sewn`.
    def __repr__(self) -> str:
        """Return the single patch as text."""
        return f"Lone(space={self.space!r}, at={self.cell!r})"


class PlayerState(NamedTuple):
    """A player's state: the time token's space, the buttons, the income, and the quilt.

    `buttons` are the buttons in hand. `income` is the number of buttons on the quilt's patches. `quilt` is the mask of
    covered cells. `sewn` and `lone` are the patches and single patches that cover them, in the order of sewing.
    """

    space: Space
    buttons: int
    income: int
    quilt: Mask
    sewn: tuple[Sewn, ...]
    lone: tuple[Lone, ...]


class State(NamedTuple):
    """The data of a position: the players, the ring of patches for sale, and the patches that must be sewn on.

    `turn` is the seat to move. Of two tokens on one space, the token of this seat is on top (R12), also at the end
    (R39). `queue` is the ring, clockwise from the neutral token. `hand` is a bought patch to be sewn on, `single` the
    space of a single patch to be sewn on; each may be `NONE`. `tile` is the owner of the bonus tile, or `NOBODY`.
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
        """The number of players: two (R1)."""
        return 2

    @property
    def own(self) -> PlayerState:
        """The state of the player to move."""
        return self.players[self.turn]

    @property
    def other(self) -> PlayerState:
        """The state of the player who waits."""
        return self.players[1 - self.turn]

    @property
    def over(self) -> bool:
        """True if both tokens are in the centre (R36).

        Nothing is left to be sewn on then. A bought patch is sewn on before its buyer's token moves. Single patches go
        to the first token that passes them, so none is left for the second token to arrive.
        """
        first, second = self.players
        return first.space == second.space == CENTRE


BLANK: Final = PlayerState(START, BUTTONS, 0, 0, (), ())
"""The state of each player at the start (R1, R2, R8)."""


def score(position: State, seat: Seat) -> int:
    """Return the seat's score in points if the game ended now (R37)."""
    player = position.players[seat]
    empty = CELLS - player.quilt.bit_count()
    return player.buttons - HOLE * empty + (TILE if position.tile == seat else 0)
