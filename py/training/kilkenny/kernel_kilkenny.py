"""Self-play of Kilkenny Cats in a kernel: whole games, temporal-difference learning, and contests.

It extends the game's kernel by the functions that `learn_kilkenny` needs; never shipped. The result depends only on the
seed in `LOT`. Games are played under the default rules, except that a draw is taken after 50 quiet rounds, and each
player maximises its own chance.
"""

from __future__ import annotations

from typing import Final

from chowk.engine.kernel.types import ALL, array, f64, i32
from chowk.games.kilkenny.engine.kernel import LOOKED, WORTHS, average, rate
from chowk.games.kilkenny.engine.kernel_board import (
    CATS,
    CELL,
    COUNT,
    COUNTING,
    DIE,
    END,
    HOLE,
    LIMIT,
    MINE,
    MOVER,
    SHARE,
    SIDES,
    START,
    STATE,
    ending,
    moves,
    play,
)
from chowk.games.kilkenny.engine.kernel_worth import (  # noqa: F401 - some are only re-exported
    ACTIVE,
    CHANCES,
    HIDDEN,
    IN,
    INPUT,
    INPUTS,
    NET,
    SIZE,
    TURNS,
    UNIT,
    WEIGHTS,
    share_out,
    weigh,
)
from chowk.games.kilkenny.rules.board import CATS as HOMES
from chowk.games.kilkenny.rules.board import squares

EXPORTS: Final = (
    *("deal", "play_game", "learn", "sample"),
    *("LOT", "WEIGHTS", "SIZE", "INPUTS", "HIDDEN", "RATE", "GAME", "LEVELS", "SAMPLE", "SIDES", "SHARE"),
)

LOT: Final = array("Q", [1])
"""State of the dice generator (xorshift64*), never 0."""
RATE: Final = array("d", [0.01, 0.8])
"""The learning rate, and lambda: the share of the outcome, not of the next value, in a target."""
GAME: Final = array("i", bytes(4 * 4))
LENGTH = 0
"""Index in `GAME`: rolls in the last game."""
LEVELS: Final = array("i", bytes(4 * 8))
"""Two numbers per seat: the start of its weights in `WEIGHTS`, and 1 if it searches the next roll; below 0, a hasty
player that does not evaluate.
"""
SAMPLE: Final = array("d", bytes(8 * 9))
"""Output of `sample`: the chances by seat averaged over the next roll, the roller, and the chances before it."""
MOST: Final = 2048
PAST_INPUT: Final = array("d", bytes(8 * MOST * 4 * INPUTS))
PAST_CHANCES: Final = array("d", bytes(8 * MOST * 4))
PAST_IN: Final = array("b", bytes(MOST * 4))
TARGET: Final = array("d", bytes(8 * 4))
CAPTURE: Final = 0.5
"""Value of a capture to a hasty player, in turns of a cat."""
HOME: Final = 10.0
"""Value of a mouse to a hasty player, in turns of a cat."""
FIRST: Final = array("h", [at for own in HOMES for at in squares(own)])
"""Starting squares of the eight cats of each side."""


def die() -> i32:
    """Return a random number from 1 to 6."""
    state = LOT[0]
    state ^= state >> 12
    state ^= state << 25 & ALL
    state ^= state >> 27
    LOT[0] = state
    return i32(((state * 0x2545F4914F6CDD1D & ALL) >> 33) % 6) + 1


def deal(seats: i32, first: i32) -> None:
    """Put all cats on their starting squares and set the first roller. The caller sets the sides."""
    for at in range(16):
        STATE[at] = 0
    for at in range(256):
        CELL[at] = 0
    STATE[COUNT] = seats
    STATE[MOVER] = first
    STATE[LIMIT] = 50
    STATE[COUNTING] = 1
    for at in range(32):
        CATS[at] = -1
    for seat in range(seats):
        for cat in range(8):
            at = FIRST[8 * SIDES[seat] + cat]
            CATS[8 * seat + cat] = at
            CELL[at] = seat + 1


def away(seat: i32, at: i32) -> f64:
    """Return the turns of a lone cat from a square to its side's nearest mouse that the seat does not hold yet."""
    side = SIDES[seat]
    first = f64(TURNS[512 * side + at])
    second = f64(TURNS[512 * side + 256 + at])
    if CELL[HOLE[2 * side]] == seat + 1:
        return second
    if CELL[HOLE[2 * side + 1]] == seat + 1:
        return first
    return min(first, second)


def run(seat: i32) -> None:
    """Play the step that brings a cat farthest, counting a capture as extra turns."""
    best = -1
    most = -1000.0
    found = moves()
    for at in range(found):
        score = away(seat, START[at]) - away(seat, END[at])
        if CELL[END[at]]:
            score += CAPTURE
        if MINE[END[at]] == SIDES[seat] + 1:
            score += HOME
        if score > most:
            most = score
            best = at
    if best < 0:
        play(-1, -1)
    else:
        play(START[best], END[best])


def turn() -> bool:
    """Roll and play; return True if that ends the game."""
    mover = STATE[MOVER]
    STATE[DIE] = die()
    if LEVELS[2 * mover + 1] < 0:
        run(mover)
        return ending() != 0
    NET[0] = LEVELS[2 * mover]
    found = rate(LEVELS[2 * mover + 1])
    best = 0
    for at in range(1, found):
        if WORTHS[4 * at + mover] > WORTHS[4 * best + mover]:
            best = at
    play(START[best], END[best])
    return ending() != 0


def play_game() -> i32:
    """Play the current game to its end, leaving the outcome in `SHARE`; return the number of rolls."""
    GAME[LENGTH] = 0
    while not turn():
        GAME[LENGTH] += 1
    return GAME[LENGTH] + 1


def sample(rolls: i32) -> i32:
    """Play a game, leaving the chances after `rolls` rolls in `SAMPLE`; return 0 if it ended before."""
    for _ in range(rolls):
        if turn():
            return 0
    NET[0] = 0
    weigh(STATE[MOVER])
    for seat in range(4):
        SAMPLE[5 + seat] = CHANCES[seat]
    average()
    for seat in range(4):
        SAMPLE[seat] = LOOKED[seat]
    SAMPLE[4] = f64(STATE[MOVER])
    return play_game()


def learn(games: i32, seats: i32) -> i32:
    """Play games and learn from each; return the number of rolls."""
    rolls = 0
    for game in range(games):
        deal(seats, game % seats)
        length = 0
        over = False
        while not over and length < MOST:
            NET[0] = 0
            weigh(STATE[MOVER])
            for at in range(seats * INPUTS):
                PAST_INPUT[length * 4 * INPUTS + at] = INPUT[at]
            for seat in range(seats):
                PAST_CHANCES[4 * length + seat] = CHANCES[seat]
                PAST_IN[4 * length + seat] = IN[seat]
            length += 1
            over = turn()
        rolls += length
        if over:
            for seat in range(seats):
                TARGET[seat] = SHARE[seat]
            for back in range(length):
                take_up(length - 1 - back, seats)
    return rolls


def take_up(at: i32, seats: i32) -> None:
    """Learn from a position of the game, and compute the target of the one before."""
    part = RATE[1]
    for cell in range(seats * INPUTS):
        INPUT[cell] = PAST_INPUT[at * 4 * INPUTS + cell]
    for seat in range(seats):
        IN[seat] = PAST_IN[4 * at + seat]
    NET[0] = 0
    share_out()
    rate_now = RATE[0]
    for seat in range(seats):
        if IN[seat]:
            base = seat * INPUTS
            pull = rate_now * (TARGET[seat] - CHANCES[seat])
            for unit in range(HIDDEN):
                first = INPUTS + unit * UNIT
                lit = ACTIVE[seat * HIDDEN + unit]
                if lit > 0.0:
                    back = pull * WEIGHTS[first + INPUTS]
                    WEIGHTS[first + INPUTS] += pull * lit
                    for cell in range(INPUTS):
                        WEIGHTS[first + cell] += back * INPUT[base + cell]
            for cell in range(INPUTS):
                WEIGHTS[cell] += pull * INPUT[base + cell]
    for seat in range(seats):
        TARGET[seat] = part * TARGET[seat] + (1.0 - part) * PAST_CHANCES[4 * at + seat]
