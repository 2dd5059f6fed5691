"""The kernel that plays many games of Reversi at once, compiled to WebAssembly. A call plays one move in each game.

A game is the mask of the discs of the side to move, that of the other side, and the number of plies played. Black moves
first, so an even number means that Black is to move. Games that are over begin anew at the next call.
"""

from __future__ import annotations

from typing import Final

from chowk.engine.kernel.types import array, i32, u64
from chowk.games.reversi.engine.kernel import BIT, flips, moves

EXPORTS: Final = (
    *("start", "step", "OWN", "OTHER", "LEGAL", "PLIES", "ACTIONS", "STATES"),
    *("MOST", "MUST_PASS", "OVER", "ILLEGAL"),
)
"""The functions, arrays and constants that the host, the Python program that calls the kernel, may use."""

MOST: Final = 1 << 14
"""Maximum number of games."""
PASS: Final = 64
"""The action of a pass."""
GOES_ON, MUST_PASS, OVER, ILLEGAL = range(4)
"""The states of a game, in order: a disc can be laid; only a pass is legal; it is over; an illegal action ended it."""
BLACK: Final = 1 << 28 | 1 << 35
WHITE: Final = 1 << 27 | 1 << 36
"""The mask of White's discs at the start. `BLACK` is that of Black's discs."""

OWN: Final = array("Q", bytes(8 * MOST))
OTHER: Final = array("Q", bytes(8 * MOST))
LEGAL: Final = array("Q", bytes(8 * MOST))
PLIES: Final = array("i", bytes(4 * MOST))
ACTIONS: Final = array("i", bytes(4 * MOST))
STATES: Final = array("b", bytes(MOST))
"""The state of each game, from `GOES_ON` to `ILLEGAL`. The arrays before it hold the other data by game.

They are, in order: the discs of the side to move; the discs of the other side; the squares where a disc can be laid;
the plies played; the action to make.
"""


def begin(game: i32) -> None:
    """Set the game with the index `game` to the starting position."""
    OWN[game] = u64(BLACK)
    OTHER[game] = u64(WHITE)
    LEGAL[game] = moves(u64(BLACK), u64(WHITE))
    PLIES[game] = 0
    STATES[game] = GOES_ON


def start(count: i32) -> None:
    """Set the first `count` games to the starting position."""
    for game in range(count):
        begin(game)


def step(count: i32) -> None:
    """Make one action, as given in `ACTIONS`, in each of the first `count` games. A game that is over begins anew."""
    for game in range(count):
        if STATES[game] >= OVER:
            begin(game)
        else:
            act(game, ACTIONS[game])


def act(game: i32, action: i32) -> None:
    """Make an action in a game. An illegal action ends the game and leaves the board as it is."""
    own = OWN[game]
    other = OTHER[game]
    if STATES[game] == MUST_PASS:
        if action != PASS:
            STATES[game] = ILLEGAL
            return
    else:
        if action < 0 or action >= PASS or not LEGAL[game] & BIT[action]:
            STATES[game] = ILLEGAL
            return
        turned = flips(own, other, action)
        own |= turned | BIT[action]
        other &= ~turned
    PLIES[game] += 1
    OWN[game] = other
    OTHER[game] = own
    legal = moves(other, own)
    LEGAL[game] = legal
    if legal:
        STATES[game] = GOES_ON
    else:
        STATES[game] = MUST_PASS if moves(own, other) else OVER
