"""The kernel that plays many games of checkers at once, compiled to WebAssembly. A call makes one action in each game.

An action is a step or a leg of a jump, with the numbers of `chowk.games.checkers.coding`. A game that is over starts
again at the next call. The 40-move rule and the third occurrence of a position make draws.
"""

from __future__ import annotations

from typing import Final

from chowk.engine.kernel.types import ALL, array, ctz, i32, u64, unrolled
from chowk.games.checkers.engine.kernel_shapes import BOARD, SQUARES

EXPORTS: Final = (
    *("start", "step", "PLANES", "LEGAL", "TURNS", "QUIET", "ACTIONS", "STATES"),
    *("MOST", "LOST", "ILLEGAL"),
)
"""The functions, arrays and constants that the host, the Python program that calls the kernel, may use."""

MOST: Final = 1 << 12
"""Maximum number of games."""
GOES_ON, LOST, DRAWN, ILLEGAL = range(4)
"""The states of a game: it goes on, the side to move has lost, it is a draw, it is over by an illegal action."""
ACTION_COUNT: Final = 128
LIMIT: Final = 80
"""Number of plies without a capture or a man's move that makes a draw."""
REPEATS: Final = 3
"""Number of occurrences of a position that makes a draw."""
START_BLACK: Final = sum(1 << place for place in SQUARES[:12])
START_WHITE: Final = sum(1 << place for place in SQUARES[20:])
CROWN: Final = array("Q", [sum(1 << place for place in SQUARES[28:]), sum(1 << place for place in SQUARES[:4])])
"""By side: the mask of its king row."""
SQUARE: Final = array("b", [SQUARES.index(place) if place in SQUARES else 0 for place in range(64)])
"""By index of a bit in a mask: the number of the square, from 0."""
BIT: Final = array("Q", [1 << place for place in SQUARES])
"""By number of a square, from 0: its mask."""
CELL: Final = array("b", [8 * (square // 4) + 2 * (square % 4) + 1 - square // 4 % 2 for square in map(int, SQUARE)])
"""By index of a bit in a mask: the cell of the square on the board of 8 by 8 cells that White sees."""
BIT_MASKS: Final = array("Q", [1 << number for number in range(64)])

BLACK: Final = array("Q", bytes(8 * MOST))
WHITE: Final = array("Q", bytes(8 * MOST))
KINGS: Final = array("Q", bytes(8 * MOST))
GOING: Final = array("Q", bytes(8 * MOST))
PLANES: Final = array("Q", bytes(5 * 8 * MOST))
LEGAL: Final = array("Q", bytes(2 * 8 * MOST))
TURNS: Final = array("i", bytes(4 * MOST))
QUIET: Final = array("i", bytes(4 * MOST))
ACTIONS: Final = array("i", bytes(4 * MOST))
STATES: Final = array("b", bytes(MOST))
"""By game: its state, from `GOES_ON` to `ILLEGAL`. The arrays from `BLACK` to `ACTIONS` hold its other data.

They are, in order: the masks of black pieces, of white pieces and of kings; the piece that must go on jumping; what the
side to move sees, as five masks of cells; the legal actions, as two words of bits; the side to move; the plies without
a capture or a man's move; the action to make.
"""
RUN: Final = LIMIT + 1
"""Maximum number of consecutive positions without a capture or a man's move between them."""
PAST_BLACK: Final = array("Q", bytes(8 * MOST * RUN))
PAST_WHITE: Final = array("Q", bytes(8 * MOST * RUN))
PAST_KINGS: Final = array("Q", bytes(8 * MOST * RUN))
"""By game and number of quiet plies: the kings in each position since the last capture or man's move.

A quiet ply has no capture and moves no man. `PAST_BLACK` and `PAST_WHITE` hold the pieces of these positions.
"""
ABLE: Final = array("Q", bytes(8 * 4))
"""For each of the four directions: the mask of the pieces that have a legal step or jump in that direction."""

# The four directions (ways) are shifts of a mask: 0 right by 5, 1 right by 4, 2 left by 4, 3 left by 5. White sees them
# as the directions 0 to 3. Black, who sees the board from the other end, sees them as 3 to 0.


def begin(game: i32) -> None:
    """Set up the starting position in the game with the index `game`, with Black to move."""
    BLACK[game] = u64(START_BLACK)
    WHITE[game] = u64(START_WHITE)
    KINGS[game] = u64(0)
    GOING[game] = u64(0)
    TURNS[game] = 0
    QUIET[game] = 0
    STATES[game] = GOES_ON
    record(game)
    list_actions(game, 0, u64(START_BLACK), u64(START_WHITE), u64(0), u64(START_BLACK))


def start(count: i32) -> None:
    """Set up the starting position in each of the first `count` games."""
    for game in range(count):
        begin(game)
        describe(game)


def step(count: i32) -> None:
    """Make one action, as given in `ACTIONS`, in each of the first `count` games. A game that is over begins anew."""
    for game in range(count):
        if STATES[game]:
            begin(game)
        else:
            act(game, ACTIONS[game])
        describe(game)


def act(game: i32, action: i32) -> None:
    """Make an action in a game. An illegal action ends the game and changes nothing else."""
    if action < 0 or action >= ACTION_COUNT or not LEGAL[2 * game + (action >> 6)] & BIT_MASKS[action & 63]:
        STATES[game] = ILLEGAL
        return
    side = TURNS[game]
    own = WHITE[game] if side else BLACK[game]
    other = BLACK[game] if side else WHITE[game]
    kings = KINGS[game]
    way = action & 3 if side else 3 - (action & 3)
    bit = BIT[action >> 2] if side else BIT[31 - (action >> 2)]
    landing = shifted(bit, way)
    is_king = kings & bit
    captured = landing & other
    if captured:
        other ^= captured
        kings &= ~captured
        landing = shifted(landing, way)
    own ^= bit | landing
    kings &= ~bit
    if is_king or landing & CROWN[side]:
        kings |= landing
    BLACK[game] = other if side else own
    WHITE[game] = own if side else other
    KINGS[game] = kings
    if captured and (is_king or not landing & CROWN[side]) and list_jumps(game, side, own, other, kings, landing):
        GOING[game] = landing
        return
    GOING[game] = u64(0)
    QUIET[game] = QUIET[game] + 1 if is_king and not captured else 0
    TURNS[game] = 1 - side
    list_actions(game, 1 - side, other, own, kings, other)
    if not LEGAL[2 * game] | LEGAL[2 * game + 1]:
        STATES[game] = LOST
    elif QUIET[game] >= LIMIT or record(game) >= REPEATS:
        STATES[game] = DRAWN


def shifted(bit: u64, way: i32) -> u64:
    """Return the bit of the next square in the direction `way`, from 0 to 3. `bit` is the square to start from."""
    if way < 2:
        return bit >> 5 - way
    return bit << 2 + way & ALL


def record(game: i32) -> i32:
    """Add the current position to the earlier ones of a game, and return how often it has occurred in that game."""
    quiet = QUIET[game]
    first = game * RUN
    PAST_BLACK[first + quiet] = BLACK[game]
    PAST_WHITE[first + quiet] = WHITE[game]
    PAST_KINGS[first + quiet] = KINGS[game]
    times = 1
    earlier = quiet - 4
    while earlier >= 0:
        place = first + earlier
        if PAST_BLACK[place] == BLACK[game] and PAST_WHITE[place] == WHITE[game] and PAST_KINGS[place] == KINGS[game]:
            times += 1
        earlier -= 2
    return times


def list_actions(game: i32, side: i32, own: u64, other: u64, kings: u64, movers: u64) -> None:
    """Write a side's legal actions at the start of its turn into `LEGAL`: jumps if there are any, otherwise steps.

    `movers` are the pieces that may move.
    """
    if list_jumps(game, side, own, other, kings, movers):
        return
    free = u64(BOARD) & ~(own | other)
    for way in unrolled(4):
        able = movers if way // 2 != side else movers & kings
        ABLE[way] = able & (free << 5 - way & ALL) if way < 2 else able & free >> 2 + way
    write_legal(game, side)


def list_jumps(game: i32, side: i32, own: u64, other: u64, kings: u64, movers: u64) -> i32:
    """Write the legs of jumps that the pieces `movers` can make into `LEGAL`. Return 1, or 0 if there are none.

    If there are none, `LEGAL` does not change.
    """
    free = u64(BOARD) & ~(own | other)
    some = u64(0)
    for way in unrolled(4):
        able = movers if way // 2 != side else movers & kings
        if way < 2:
            ABLE[way] = able & (other << 5 - way & ALL) & (free << 10 - 2 * way & ALL)
        else:
            ABLE[way] = able & other >> 2 + way & free >> 4 + 2 * way
        some |= ABLE[way]
    if not some:
        return 0
    write_legal(game, side)
    return 1


def write_legal(game: i32, side: i32) -> None:
    """Write the legal actions of a game into `LEGAL`. `ABLE` has the pieces that may move in each direction."""
    LEGAL[2 * game] = u64(0)
    LEGAL[2 * game + 1] = u64(0)
    for way in unrolled(4):
        able = ABLE[way]
        while able:
            square = i32(SQUARE[ctz(able)])
            able &= able - 1
            action = 4 * square + way if side else 4 * (31 - square) + 3 - way
            LEGAL[2 * game + (action >> 6)] |= BIT_MASKS[action & 63]


def describe(game: i32) -> None:
    """Fill `PLANES` with the view of the side to move: own men and kings, other men and kings, the jumping piece."""
    side = TURNS[game]
    own = WHITE[game] if side else BLACK[game]
    other = BLACK[game] if side else WHITE[game]
    kings = KINGS[game]
    first = 5 * game
    PLANES[first] = from_side(own & ~kings, side)
    PLANES[first + 1] = from_side(own & kings, side)
    PLANES[first + 2] = from_side(other & ~kings, side)
    PLANES[first + 3] = from_side(other & kings, side)
    PLANES[first + 4] = from_side(GOING[game], side)


def from_side(mask: u64, side: i32) -> u64:
    """Convert a mask of squares to a mask of the 64 cells of the board as `side` sees it."""
    cells = u64(0)
    while mask:
        cell = i32(CELL[ctz(mask)])
        mask &= mask - 1
        cells |= BIT_MASKS[cell if side else 63 - cell]
    return cells
