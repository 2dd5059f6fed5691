"""Kilkenny Cats against itself in a kernel of its own: whole games, learning by temporal differences, and contests.

It is the game's kernel and what `learn_kilkenny` needs beside it; never shipped. Everything follows from the seed in
`LOT`. Games are played under the default rules, but that a draw is taken after 50 quiet rounds, each number for its
roller's own chance.
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
from chowk.games.kilkenny.engine.kernel_worth import (  # noqa: F401 - some are only handed out
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
"""The state of the dice's generator (xorshift64*), never 0."""
RATE: Final = array("d", [0.01, 0.8])
"""How far a step of learning goes, and lambda: how much of a target is what came of it, not the next value."""
GAME: Final = array("i", bytes(4 * 4))
LENGTH = 0
"""In `GAME`: rolls in the game played last."""
LEVELS: Final = array("i", bytes(4 * 8))
"""By seat, two numbers: where its weights begin in `WEIGHTS`, and whether it looks at the next roll; one that is hasty,
below 0, weighs nothing."""
SAMPLE: Final = array("d", bytes(8 * 9))
"""What `sample` found: the chances by seat on average over the next roll, who rolls, and the chances as they stand."""
MOST: Final = 2048
PAST_INPUT: Final = array("d", bytes(8 * MOST * 4 * INPUTS))
PAST_CHANCES: Final = array("d", bytes(8 * MOST * 4))
PAST_IN: Final = array("b", bytes(MOST * 4))
TARGET: Final = array("d", bytes(8 * 4))
CAPTURE: Final = 0.5
"""What a capture is worth to who is hasty, in turns of a cat, ..."""
HOME: Final = 10.0
"""... and what a mouse is."""
FIRST: Final = array("h", [at for own in HOMES for at in squares(own)])
"""By side, eight each: where its cats begin."""


def die() -> i32:
    """A number from 1 to 6."""
    state = LOT[0]
    state ^= state >> 12
    state ^= state << 25 & ALL
    state ^= state >> 27
    LOT[0] = state
    return i32(((state * 0x2545F4914F6CDD1D & ALL) >> 33) % 6) + 1


def deal(seats: i32, first: i32) -> None:
    """All cats where they begin, and who rolls first. The sides are set from outside."""
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
    """The turns of a lone cat from a square to the nearest mouse of its seat's that no cat of the seat has yet."""
    side = SIDES[seat]
    first = f64(TURNS[512 * side + at])
    second = f64(TURNS[512 * side + 256 + at])
    if CELL[HOLE[2 * side]] == seat + 1:
        return second
    if CELL[HOLE[2 * side + 1]] == seat + 1:
        return first
    return min(first, second)


def run(seat: i32) -> None:
    """Plays the step that brings a cat farthest on its way, a capture counted as some turns more."""
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
    """A number is rolled and played; whether that ended the game."""
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
    """Plays a game from where it stands to its end; what it came to is in `SHARE`. The rolls it took."""
    GAME[LENGTH] = 0
    while not turn():
        GAME[LENGTH] += 1
    return GAME[LENGTH] + 1


def sample(rolls: i32) -> i32:
    """Plays a game, and keeps the chances after so many rolls in `SAMPLE`; 0 where it was over before."""
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
    """Plays so many games and learns from each; how many rolls they took."""
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
    """Learns from a position of the game, and makes the target of the one before."""
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
