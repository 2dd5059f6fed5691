"""Self-play of Parcheesi in a kernel: whole games, temporal-difference learning, and contests.

It extends Parcheesi's kernel by the functions that `learn_parcheesi` needs; never shipped. The result depends only on
the seed in `LOT`. Games are played under the default rules, and each player maximises its own chance.
"""

from __future__ import annotations

from typing import Final

from chowk.engine.kernel.types import ALL, array, f64, i32
from chowk.games.parcheesi.engine.kernel import (
    KEPT,
    LOOKED,
    average,
    choose,
    keep,
    lay,
    next_after,
    rolled,
)
from chowk.games.parcheesi.engine.kernel_rolls import (  # noqa: F401 - one is only re-exported
    COUNT,
    FOUND,
    FOURTEEN,
    HIGH,
    HOUSE,
    KEY,
    LOW,
    MOVER,
    PAWNS,
    POSITION,
    RESULT,
    SIDES,
    USED,
)
from chowk.games.parcheesi.engine.kernel_worth import (  # noqa: F401 - one is only re-exported
    ACTIVE,
    CHANCES,
    HIDDEN,
    INPUT,
    INPUTS,
    NET,
    SIZE,
    STEPS,
    TABLE,
    UNIT,
    WEIGHTS,
    power,
    strength,
    weigh,
)

EXPORTS: Final = (
    *("deal", "play_game", "learn", "sample"),
    *(
        "LOT",
        "WEIGHTS",
        "SIZE",
        "INPUTS",
        "HIDDEN",
        "RATE",
        "GAME",
        "LEVEL",
        "CHANCES",
        "SAMPLE",
        "SIDES",
        "POSITION",
        "HOUSE",
    ),
)

LOT: Final = array("Q", [1])
"""State of the dice generator (xorshift64*), never 0."""
RATE: Final = array("d", [0.01, 0.8])
"""The learning rate, and lambda: the share of the outcome, not of the next value, in a target."""
GAME: Final = array("i", bytes(4 * 4))
TURNS, WINNER, ROLLED = range(3)
"""Indices in `GAME`: rolls in the last game, its winner, and a cell that is not used."""
LEVEL: Final = array("i", bytes(4 * 8))
"""Two numbers per seat: the start of its weights in `WEIGHTS`, and the number of results it searches further; below 0,
a hasty player that does not evaluate.
"""
SAMPLE: Final = array("d", bytes(8 * 9))
"""Output of `sample`: the chances by seat averaged over the next roll, the roller, and the chances before it."""
CAPTURE: Final = 30
"""Value of a capture to a hasty player, in steps."""
MOST: Final = 1024
PAST_INPUT: Final = array("d", bytes(8 * MOST * 4 * INPUTS))
PAST_CHANCES: Final = array("d", bytes(8 * MOST * 4))
TARGET: Final = array("d", bytes(8 * 4))
WRONG: Final = array("d", bytes(8 * 4))


def die() -> i32:
    """Return a random number from 1 to 6."""
    state = LOT[0]
    state ^= state >> 12
    state ^= state << 25 & ALL
    state ^= state >> 27
    LOT[0] = state
    return i32(((state * 0x2545F4914F6CDD1D & ALL) >> 33) % 6) + 1


def deal(seats: i32, first: i32) -> None:
    """Put all pawns into their nests and set the first roller. The caller sets the sides."""
    for at in range(16):
        PAWNS[at] = -1
        HOUSE[at] = 0
    for at in range(20):
        POSITION[at] = 0
    POSITION[COUNT] = seats
    POSITION[MOVER] = first


def decide() -> None:
    """Choose among the results of the roll at the mover's level; leave the chosen pawns in `TABLE`."""
    mover = POSITION[MOVER]
    NET[0] = LEVEL[2 * mover]
    width = LEVEL[2 * mover + 1]
    if width < 0:
        run()
        return
    double = 1 if POSITION[FOURTEEN] or POSITION[HIGH] == POSITION[LOW] else 0
    if not width or USED[FOUND] < 2:
        choose()
        return
    kept = keep(width)
    next_up = next_after(double)
    best = 0
    most = -1.0
    for at in range(kept):
        average(at, next_up)
        if LOOKED[mover] > most:
            most = LOOKED[mover]
            best = at
    for at in range(16):
        TABLE[at] = KEPT[16 * best + at]


def run() -> None:
    """Choose the result that brings the mover farthest, counting a capture as extra steps."""
    best = 0
    most = -10_000
    for at in range(USED[FOUND]):
        key = KEY[RESULT[at]]
        score = CAPTURE * i32((key >> 36).bit_count())
        for pawn in range(4):
            score -= STEPS[i32(key >> 9 * pawn + 2 & 127)]
        if score > most:
            most = score
            best = at
    lay(KEY[RESULT[best]])


def turn() -> bool:
    """Make and play a roll; return True if it wins."""
    high = die()
    low = die()
    if low > high:
        high, low = low, high
    mover = POSITION[MOVER]
    rolled(high, low)
    decide()
    for at in range(16):
        PAWNS[at] = TABLE[at]
    home = 0
    for pawn in range(4):
        home += 1 if PAWNS[4 * mover + pawn] == 75 else 0
    if home == 4:
        GAME[WINNER] = mover
        return True
    POSITION[MOVER] = mover if high == low else mover + 1 if mover + 1 < POSITION[COUNT] else 0
    return False


def play_game() -> i32:
    """Play the current game to its end; return the winner, or -1 if it does not end."""
    GAME[TURNS] = 0
    while GAME[TURNS] < 10 * MOST:
        GAME[TURNS] += 1
        if turn():
            return GAME[WINNER]
    return -1


def sample(rolls: i32) -> i32:
    """Play a game, leaving the chances after `rolls` rolls in `SAMPLE`; return the winner, -1 if it ended before."""
    for _ in range(rolls):
        if turn():
            return -1
    for at in range(16):
        TABLE[at] = PAWNS[at]
    NET[0] = 0
    weigh(POSITION[MOVER])
    for seat in range(4):
        SAMPLE[5 + seat] = CHANCES[seat]
    SAMPLE[4] = f64(POSITION[MOVER])
    for at in range(16):
        KEPT[at] = PAWNS[at]
    average(0, POSITION[MOVER])
    for seat in range(4):
        SAMPLE[seat] = LOOKED[seat]
    return play_game()


def learn(games: i32, seats: i32) -> i32:
    """Play games and learn from each; return the number of rolls."""
    rolls = 0
    for game in range(games):
        deal(seats, game % seats)
        length = 0
        won = False
        while not won and length < MOST:
            for at in range(16):
                TABLE[at] = PAWNS[at]
            NET[0] = 0
            weigh(POSITION[MOVER])
            for at in range(seats * INPUTS):
                PAST_INPUT[length * 4 * INPUTS + at] = INPUT[at]
            for seat in range(seats):
                PAST_CHANCES[4 * length + seat] = CHANCES[seat]
            length += 1
            won = turn()
        rolls += length
        if won:
            for seat in range(seats):
                TARGET[seat] = 1.0 if seat == GAME[WINNER] else 0.0
            for back in range(length):
                take_up(length - 1 - back, seats)
    return rolls


def take_up(at: i32, seats: i32) -> None:
    """Learn from a position of the game, and compute the target of the one before."""
    part = RATE[1]
    for cell in range(seats * INPUTS):
        INPUT[cell] = PAST_INPUT[at * 4 * INPUTS + cell]
    weigh_inputs(seats)
    for seat in range(seats):
        WRONG[seat] = TARGET[seat] - CHANCES[seat]
        TARGET[seat] = part * TARGET[seat] + (1.0 - part) * PAST_CHANCES[4 * at + seat]
    rate = RATE[0]
    for seat in range(seats):
        base = seat * INPUTS
        pull = rate * WRONG[seat]
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


def weigh_inputs(seats: i32) -> None:
    """Compute the chances from the current `INPUT`."""
    top = -1000.0
    for seat in range(seats):
        CHANCES[seat] = strength(seat)
        top = max(top, CHANCES[seat])
    total = 0.0
    for seat in range(seats):
        CHANCES[seat] = power(CHANCES[seat] - top)
        total += CHANCES[seat]
    for seat in range(seats):
        CHANCES[seat] = CHANCES[seat] / total
