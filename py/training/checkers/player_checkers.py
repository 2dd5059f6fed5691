"""A kernel for training in which the checkers kernel plays a game against itself; see `play_checkers`.

A single call plays the whole game. With a call for each move, the calls would take longer than the short searches.
"""

from __future__ import annotations

from typing import Final

from chowk.engine.kernel.types import ALL, array, i32, u64
from chowk.games.checkers.engine import kernel
from chowk.games.checkers.engine.kernel import (
    DRAW,
    FAR,
    NEXT_BLACK,
    NEXT_KINGS,
    NEXT_WHITE,
    PIECES,
    POSITION,
    STATE,
    WIN_KEPT,
    best_known,
    forget,
    hash_position,
    jumpers,
    listed,
    look_ahead,
    result_now,
)
from chowk.games.checkers.engine.kernel import unfold as unfolded

FACTORS: Final = kernel.FACTORS
STORED: Final = kernel.STORED
REST: Final = kernel.REST
PLACES: Final = kernel.PLACES
ENDINGS: Final = kernel.ENDINGS
FIVES: Final = kernel.FIVES
READY: Final = kernel.READY
STORED_PIECES: Final = kernel.STORED_PIECES
STORED_FIVES: Final = kernel.STORED_FIVES
QUIET: Final = kernel.QUIET
LIMIT: Final = kernel.LIMIT
KNOWN: Final = kernel.KNOWN
SIGHT: Final = kernel.SIGHT
PHASES: Final = kernel.PHASES
LENGTH: Final = kernel.LENGTH
EXPORTS: Final = (
    *("game", "unfold"),
    *("POSITION", "STATE", "FACTORS", "STORED", "REST", "PLACES", "ENDINGS", "FIVES"),
    *("READY", "STORED_PIECES", "STORED_FIVES", "QUIET", "LIMIT", "KNOWN", "PIECES", "SIGHT", "PHASES", "LENGTH"),
    *("LOT", "MET", "WORTH", "LAST"),
)
LOST, DRAWN, WON = range(3)
WILD: Final = 52_429
"""Probability that a move is random, as a number out of `CHANCES`: one in twenty."""
CHANCES: Final = 1 << 20
"""Number of equally likely results of `drawn_lot`."""
CLEAR: Final = 500
"""Lead in value from which a side may be declared the winner, in hundredths of a man."""
LONG: Final = 8
"""Number of plies in a row with a lead of `CLEAR` after which a side has won."""
PLIES: Final = 240
"""Number of plies after which a game is drawn."""
STILL: Final = 40
"""Number of plies without a capture or a man's move after which a game is drawn."""
ENDLESS: Final = 1 << 30
"""A limit on the number of searched positions that no search reaches."""

LOT: Final = array("Q", [1])
"""State of the random number generator. The caller writes a number other than 0."""
KEYS: Final = array("Q", bytes(8 * PLIES))
"""The hash of the position at each ply."""
MET: Final = array("Q", bytes(8 * 4 * PLIES))
"""The saved positions, in the form of `POSITION`, four numbers each."""
WORTH: Final = array("i", bytes(4 * PLIES))
"""The search value of each saved position for the side to move."""
LAST: Final = array("i", [DRAWN])
"""The last game's result for Black: `WON`, `DRAWN` or `LOST`."""


def unfold(stage: i32) -> None:
    """Unpack the evaluation's weights for one stage of the game.

    `stage` is half the number of pieces on the board, rounded down.
    """
    unfolded(stage)


def drawn_lot() -> i32:
    """Return a random number in `range(CHANCES)`, by Marsaglia's xorshift."""
    word = LOT[0]
    word ^= word << 13 & ALL
    word ^= word >> 7
    word ^= word << 17 & ALL
    LOT[0] = word
    return i32(word >> 44)


def before(key: u64, ply: i32) -> bool:
    """Return True if the position with this hash occurred before this ply of the game."""
    for earlier in range(ply):  # noqa: SIM110 - kernels have no generators
        if KEYS[earlier] == key:
            return True
    return False


def game(plies: i32) -> i32:
    """Play a game on from `POSITION` with searches of `plies` plies. Return the number of saved positions."""
    forget()
    LAST[0] = DRAWN
    samples = 0
    clear = 0
    still = 0
    for ply in range(PLIES):
        black = POSITION[0]
        white = POSITION[1]
        kings = POSITION[2]
        side = i32(POSITION[3])
        count = listed()
        if count == 0:
            LAST[0] = WON if side else LOST
            return samples
        if (black | white).bit_count() <= STATE[PIECES]:
            outcome = result_now()
            if outcome != DRAW:
                LAST[0] = WON if (outcome == WIN_KEPT) == (side == 0) else LOST
            return samples
        key = hash_position(black, white, kings, side)
        if still >= STILL or before(key, ply):
            return samples
        KEYS[ply] = key
        best = 0
        if count > 1:
            value = 0
            depth = 2
            while depth <= plies:
                value = look_ahead(depth, -FAR, FAR, ENDLESS)
                depth += 2
            best = best_known()
            if best < 0 or best >= count:
                best = 0
            if not jumpers(0, black, white, kings) and not jumpers(1, white, black, kings):
                for field in range(4):
                    MET[4 * samples + field] = POSITION[field]
                WORTH[samples] = value
                samples += 1
            if side:
                value = -value
            clear = max(clear, 0) + 1 if value > CLEAR else min(clear, 0) - 1 if value < -CLEAR else 0
            if clear >= LONG or clear <= -LONG:
                LAST[0] = WON if clear > 0 else LOST
                return samples
            if drawn_lot() < WILD:
                best = drawn_lot() % count
        men = (black & ~kings) ^ (NEXT_BLACK[best] & ~NEXT_KINGS[best])
        men |= (white & ~kings) ^ (NEXT_WHITE[best] & ~NEXT_KINGS[best])
        captured = (black | white).bit_count() != (NEXT_BLACK[best] | NEXT_WHITE[best]).bit_count()
        still = 0 if men or captured else still + 1
        POSITION[0] = NEXT_BLACK[best]
        POSITION[1] = NEXT_WHITE[best]
        POSITION[2] = NEXT_KINGS[best]
        POSITION[3] = u64(1 - side)
    return samples
