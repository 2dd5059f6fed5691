"""Play Parcheesi inside a kernel for training: whole games, temporal-difference learning, and contests.

It extends Parcheesi's kernel by the functions that `training.shared.self_play` needs. It is not part of the page.
Games are played under the default rules. Each player maximises its own chance.
"""

from __future__ import annotations

from typing import Final

from chowk.engine.kernel.types import array, i32
from chowk.engine.kernel_network import CHANCES, NET, WEIGHTS  # noqa: F401 - one is only re-exported
from chowk.games.parcheesi.engine.kernel import (
    KEPT,
    LOOKED,
    average,
    choose,
    keep_best,
    next_after,
    place_pawns,
    rolled,
)
from chowk.games.parcheesi.engine.kernel_rolls import (  # noqa: F401 - one is only re-exported
    COUNT,
    FOURTEEN,
    HIGH,
    HOUSE,
    KEY,
    LOW,
    MOVER,
    PAWNS,
    POSITION,
    RESULT,
    RESULT_COUNT,
    SIDES,
    SINCE,
    STOOD,
    USED,
)
from chowk.games.parcheesi.engine.kernel_worth import (  # noqa: F401 - one is only re-exported
    HIDDEN,
    INPUTS,
    SIZE,
    STEPS,
    TABLE,
    weigh,
)
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
    *("POSITION", "HOUSE", "PAWNS", "SINCE", "STOOD", "WON"),
)

CAPTURE: Final = 30
"""Value of a capture to the simple player `run`, in steps."""
SHARE: Final = array("d", bytes(8 * 4))
"""By seat: 1 for the winner of the last game, 0 for the other seats."""


BEGUN: Final = array("b", bytes(16))
"""The pawns at the start of a roll-out."""


def deal(seats: i32, first: i32) -> None:
    """Put all pawns into their nests and make `first` the seat that rolls first. The caller has set `SIDES` before."""
    for index in range(16):
        PAWNS[index] = -1
        HOUSE[index] = 0
    for index in range(20):
        POSITION[index] = 0
    POSITION[COUNT] = seats
    POSITION[MOVER] = first


def decide() -> None:
    """Choose one of the roll's results with the weights and the search width that `LEVELS` gives the player to move.

    With a search width below 0, the simple player (`run`) chooses. Store the places of the pawns after the chosen
    result in `TABLE`.
    """
    mover = POSITION[MOVER]
    NET[0] = LEVELS[2 * mover]
    width = LEVELS[2 * mover + 1]
    if width < 0:
        run()
        return
    double = 1 if POSITION[FOURTEEN] or POSITION[HIGH] == POSITION[LOW] else 0
    if not width or USED[RESULT_COUNT] < 2:
        choose()
        return
    count = keep_best(width)
    next_up = next_after(double)
    best = 0
    most = -1.0
    for index in range(count):
        average(index, next_up)
        if LOOKED[mover] > most:
            most = LOOKED[mover]
            best = index
    for index in range(16):
        TABLE[index] = KEPT[16 * best + index]


def run() -> None:
    """Choose the roll's result that brings the mover farthest. A capture counts as extra steps.

    This is the simple player, against which the trained one is measured.
    """
    best = 0
    most = -10_000
    for index in range(USED[RESULT_COUNT]):
        key = KEY[RESULT[index]]
        score = CAPTURE * i32((key >> 36).bit_count())
        for pawn in range(4):
            score -= STEPS[i32(key >> 9 * pawn + 2 & 127)]
        if score > most:
            most = score
            best = index
    place_pawns(KEY[RESULT[best]])


def turn() -> bool:
    """Roll two dice and play a move. Return True if it wins."""
    high = die()
    return played(high, die())


def played(high: i32, low: i32) -> bool:
    """Play a roll, and return True if it wins."""
    if low > high:
        high, low = low, high
    mover = POSITION[MOVER]
    rolled(high, low)
    decide()
    for index in range(16):
        PAWNS[index] = TABLE[index]
    home = 0
    for pawn in range(4):
        home += 1 if PAWNS[4 * mover + pawn] == 75 else 0
    if home == 4:
        for seat in range(4):
            SHARE[seat] = 1.0 if seat == mover else 0.0
        return True
    POSITION[MOVER] = mover if high == low else mover + 1 if mover + 1 < POSITION[COUNT] else 0
    return False


def play_game() -> i32:
    """Play the current game to its end.

    Return the number of rolls, or 0 if it does not end. The outcome is in `SHARE`.
    """
    for roll in range(5 * MOST_ROLLS):
        if turn():
            return roll + 1
    return 0


def weigh_now() -> None:
    """Compute every seat's chance to win before the next roll, by the first set of weights."""
    for index in range(16):
        TABLE[index] = PAWNS[index]
    NET[0] = 0
    weigh(POSITION[MOVER])


def sample(rolls: i32) -> i32:
    """Play the current game to its end, and store the chances to win after `rolls` rolls in `SAMPLE`.

    Return the number of rolls after that point, or 0 if the game ended before it or does not end.
    """
    for _ in range(rolls):
        if turn():
            return 0
    weigh_now()
    sampled(POSITION[MOVER])
    for index in range(16):
        KEPT[index] = PAWNS[index]
    average(0, POSITION[MOVER])
    for seat in range(4):
        SAMPLE[seat] = LOOKED[seat]
    return play_game()


def roll_out(first: i32, games: i32, seat: i32, rolls: i32) -> None:
    """Play `games` games from the current position, in which a roll is due, and write a seat's results to `WON`.

    The games are numbered from `first`, and the number of a game determines its dice. In each block of 36 games (0 to
    35, 36 to 71, and so on) each of the 36 rolls occurs once as the first roll and once as the second. If a game is not
    over after `rolls` rolls, its result is the learnt chance.
    """
    mover = POSITION[MOVER]
    for index in range(16):
        BEGUN[index] = PAWNS[index]
    for game in range(games):
        POSITION[MOVER] = mover
        for index in range(16):
            PAWNS[index] = BEGUN[index]
        number = first + game
        shuffle(number)
        over = played(number % 6 + 1, number // 6 % 6 + 1)
        second = (7 * (number % 36) + number // 36) % 36
        length = 1
        while not over and length < rolls:
            over = played(second % 6 + 1, second // 6 + 1) if length == 1 else turn()
            length += 1
        if not over:
            weigh_now()
        WON[game] = SHARE[seat] if over else CHANCES[seat]


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
            weigh_now()
            remember(length, seats, INPUTS)
            length += 1
            over = turn()
        rolls += length
        if over:
            for seat in range(seats):
                TARGET[seat] = SHARE[seat]
            learn_back(length, seats, INPUTS, HIDDEN)
    return rolls
