"""Play Kilkenny Cats inside a kernel for training: whole games, temporal-difference learning, and contests.

It extends the game's kernel by the functions that `training.shared.self_play` needs. It is not part of the page. Games
are played under the default rules, except that 50 quiet rounds end a game as a draw. Each player maximises its own
chance.
"""

from __future__ import annotations

from typing import Final

from chowk.engine.kernel.types import array, f64, i32
from chowk.engine.kernel_network import CHANCES, NET, WEIGHTS  # noqa: F401 - one is only re-exported
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
    HIDDEN,
    INPUTS,
    SIZE,
    TURNS,
    weigh,
)
from chowk.games.kilkenny.rules.board import CATS as HOMES
from chowk.games.kilkenny.rules.board import squares
from training.shared.kernel_learning import (  # noqa: F401 - some are only re-exported
    LEVELS,
    LOT,
    MOST_ROLLS,
    RATE,
    SAMPLE,
    TARGET,
    WON,
    die,
    learn_back,
    remember,
    sampled,
    shuffle,
)

EXPORTS: Final = (
    *("deal", "play_game", "learn", "sample", "roll_out"),
    *("LOT", "WEIGHTS", "SIZE", "INPUTS", "HIDDEN", "RATE", "LEVELS", "SAMPLE", "SIDES", "SHARE"),
    *("STATE", "CATS", "CELL", "WON"),
)

CAPTURE: Final = 0.5
"""Value of a capture to the simple player `run`, in turns of a cat."""
HOME: Final = 10.0
"""Value of reaching a mouse to the simple player `run`, in turns of a cat."""
FIRST: Final = array("h", [square for own in HOMES for square in squares(own)])
"""Starting squares of the eight cats of each side, side after side."""


BEGUN: Final = array("h", bytes(2 * (16 + 32 + 256)))
"""The position at the start of a roll-out."""


def deal(seats: i32, first: i32) -> None:
    """Put all cats on their starting squares and let the seat `first` roll first. The caller has set `SIDES` before."""
    for index in range(16):
        STATE[index] = 0
    for index in range(256):
        CELL[index] = 0
    STATE[COUNT] = seats
    STATE[MOVER] = first
    STATE[LIMIT] = 50
    STATE[COUNTING] = 1
    for index in range(32):
        CATS[index] = -1
    for seat in range(seats):
        for cat in range(8):
            square = FIRST[8 * SIDES[seat] + cat]
            CATS[8 * seat + cat] = square
            CELL[square] = seat + 1


def away(seat: i32, square: i32) -> f64:
    """Return the number of turns that a lone cat needs from a square to the nearest mouse of its side.

    A mouse on which the seat already has a cat does not count.
    """
    side = SIDES[seat]
    first = f64(TURNS[512 * side + square])
    second = f64(TURNS[512 * side + 256 + square])
    if CELL[HOLE[2 * side]] == seat + 1:
        return second
    if CELL[HOLE[2 * side + 1]] == seat + 1:
        return first
    return min(first, second)


def run(seat: i32) -> None:
    """Play the move by which a cat saves the most turns on its way to a mouse.

    A capture saves `CAPTURE` more turns, and reaching a mouse `HOME` more. This is the simple player, against which the
    trained one is measured.
    """
    best = -1
    most = -1000.0
    count = moves()
    for move in range(count):
        score = away(seat, START[move]) - away(seat, END[move])
        if CELL[END[move]]:
            score += CAPTURE
        if MINE[END[move]] == SIDES[seat] + 1:
            score += HOME
        if score > most:
            most = score
            best = move
    if best < 0:
        play(-1, -1)
    else:
        play(START[best], END[best])


def turn() -> bool:
    """Roll the die and play a move. Return True if that ends the game.

    `LEVELS` gives the search width of each player. With width 0, a player evaluates the positions after its moves. With
    a greater width, it looks ahead to the next roll. With a width below 0, it is the simple player (`run`).
    """
    return played(die())


def played(face: i32) -> bool:
    """Play a move with the number `face` on the die, and return True if that ends the game."""
    mover = STATE[MOVER]
    STATE[DIE] = face
    if LEVELS[2 * mover + 1] < 0:
        run(mover)
        return ending() != 0
    NET[0] = LEVELS[2 * mover]
    count = rate(LEVELS[2 * mover + 1])
    best = 0
    for move in range(1, count):
        if WORTHS[4 * move + mover] > WORTHS[4 * best + mover]:
            best = move
    play(START[best], END[best])
    return ending() != 0


def play_game() -> i32:
    """Play the current game to its end.

    Return the number of rolls, or 0 if it does not end. The outcome is in `SHARE`.
    """
    for roll in range(5 * MOST_ROLLS):
        if turn():
            return roll + 1
    return 0


def sample(rolls: i32) -> i32:
    """Play the current game to its end, and store the chances to win after `rolls` rolls in `SAMPLE`.

    Return the number of rolls after that point, or 0 if the game ended before it or does not end.
    """
    for _ in range(rolls):
        if turn():
            return 0
    NET[0] = 0
    weigh(STATE[MOVER])
    sampled(STATE[MOVER])
    average()
    for seat in range(4):
        SAMPLE[seat] = LOOKED[seat]
    return play_game()


def roll_out(first: i32, games: i32, seat: i32, rolls: i32) -> None:
    """Play `games` games from the current position, in which a roll is due, and write a seat's results to `WON`.

    The games are numbered from `first`, and the number of a game determines its dice. In each block of 36 games (0 to
    35, 36 to 71, and so on) every pair of first two rolls occurs once. If a game is not over after `rolls` rolls, its
    result is the learnt chance.
    """
    for index in range(16):
        BEGUN[index] = STATE[index]
    for index in range(32):
        BEGUN[16 + index] = CATS[index]
    for index in range(256):
        BEGUN[48 + index] = CELL[index]
    for game in range(games):
        for index in range(16):
            STATE[index] = BEGUN[index]
        for index in range(32):
            CATS[index] = BEGUN[16 + index]
        for index in range(256):
            CELL[index] = BEGUN[48 + index]
        number = first + game
        shuffle(number)
        over = played(number % 6 + 1)
        length = 1
        while not over and length < rolls:
            over = played(number // 6 % 6 + 1) if length == 1 else turn()
            length += 1
        if not over:
            NET[0] = 0
            weigh(STATE[MOVER])
        # The players who share a draw win a part each.
        shared = SHARE[0] + SHARE[1] + SHARE[2] + SHARE[3]
        WON[game] = SHARE[seat] / shared if over else CHANCES[seat]


def learn(games: i32, seats: i32) -> i32:
    """Play `games` games with `seats` players, learn from each, and return the number of all their rolls.

    A game that does not end within `MOST_ROLLS` rolls is broken off, and nothing is learnt from it.
    """
    rolls = 0
    for game in range(games):
        deal(seats, game % seats)
        length = 0
        over = False
        while not over and length < MOST_ROLLS:
            NET[0] = 0
            weigh(STATE[MOVER])
            remember(length, seats, INPUTS)
            length += 1
            over = turn()
        rolls += length
        if over:
            for seat in range(seats):
                TARGET[seat] = SHARE[seat]
            learn_back(length, seats, INPUTS, HIDDEN)
    return rolls
