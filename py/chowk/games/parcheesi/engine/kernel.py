"""The kernel of Parcheesi: moves, their effects, all results of a roll, and averages over rolls.

A position is the arrays of `kernel_rolls`: `POSITION`, `PAWNS`, `SIDES`, `SINCE`, `STOOD` and `HOUSE`. The Python
program around the kernel reads and writes these arrays. The functions here change them as the rules do.
"""

from __future__ import annotations

from typing import Final

from chowk.engine.kernel.types import array, f64, i32, u64
from chowk.engine.kernel_network import CHANCES, NET, WEIGHTS  # noqa: F401 - re-exported names
from chowk.games.parcheesi.engine.kernel_rolls import (
    ANY_ROLL,
    AT_ONCE,
    BOUND,
    CODE,
    COMPULSORY,
    COUNT,
    DOUBLES,
    EAGER,
    EARNED,
    END,
    FIRST,
    FOURTEEN,
    FROM,
    HIGH,
    HIGHS,
    HOME_SLOT,
    HOUSE,
    KEY,
    LOW,
    LOWS,
    MOVER,
    NODES,
    PAWNS,
    PLACE,
    PLACED,
    PLACES,
    POSITION,
    RESULT,
    RESULT_COUNT,
    ROLL,
    ROLLING,
    SIDES,
    SINCE,
    SINGLE,
    SLOT,
    SPENT,
    STAND,
    STOOD,
    TENS,
    THIRDS,
    TO,
    TWENTIES,
    USED,
    ask,
    begin,
    counts,
    expand,
    offered,
    own_code,
    reach,
    survey,
)
from chowk.games.parcheesi.engine.kernel_worth import (  # noqa: F401 - re-exported names
    HIDDEN,
    INPUTS,
    SIZE,
    TABLE,
    WEIGHED,
    weigh,
)
from chowk.games.parcheesi.rules.board import TRACK

EXPORTS: Final = (
    *("moves", "play", "roll", "results", "result", "value", "keep_best", "next_after", "average"),
    *("WEIGHTS", "NET", "SIZE", "INPUTS", "HIDDEN", "CHANCES", "KEPT", "MOST_KEPT", "LOOKED", "WORTHS", "WEIGHED"),
    *("POSITION", "PAWNS", "SIDES", "SINCE", "STOOD", "HOUSE", "MOVES", "USED", "TABLE", "FIRST_MOVE"),
)

MOVES: Final = array("i", bytes(4 * 4 * 256))
PAWN, GOAL, BY, BINDS = range(4)
"""Indices in each group of four numbers in `MOVES`, which are one move.

`PAWN`: the pawn, or -1.
`GOAL`: its destination.
`BY`: the number used, from 1 to 20. It is 41 or 32 for two dice (4 and 1, or 3 and 2), 0 for declined bonuses, and -1
    for a forced loss.
`BINDS`: 1 if the move is allowed only as a part of a sequence that wins the game.
"""
FIRST_MOVE: Final = array("i", bytes(4 * 4))
"""The first move towards the result that `result` has written, as four numbers like a move in `MOVES`."""
LOSE: Final = -1
FULL_HOUSE: Final = 4


def moves() -> i32:
    """List in `MOVES` the legal moves of the player to move. Return their number, which is at least one."""
    if POSITION[DOUBLES] > 2:
        return lose()
    root = begin()
    parts = POSITION[HIGHS] + POSITION[LOWS]
    count = 0
    if parts:
        survey(root)
        ask(root, POSITION[BOUND], fresh())
        for edge_at in range(FROM[root], TO[root]):
            way = offered(edge_at)
            if way:
                count = append_move(count, edge_at, way - 1)
    else:
        expand(root)
        for edge_at in range(FROM[root], TO[root]):
            count = append_move(count, edge_at, 0)
        if count and not HOUSE[COMPULSORY]:
            count = declined(count)
    if count == 0 or (count == 1 and MOVES[BY] == 0):
        return lose()
    return count


def fresh() -> i32:
    """Return 1 if no die of the current roll has been used, otherwise 0."""
    return 1 if POSITION[HIGHS] + POSITION[LOWS] == (4 if POSITION[FOURTEEN] else 2) else 0


def lose() -> i32:
    """Write one move to `MOVES`: the loss of the dice or bonuses that cannot be used. Return 1, the number of moves."""
    MOVES[PAWN] = -1
    MOVES[GOAL] = -1
    MOVES[BY] = LOSE
    MOVES[BINDS] = 0
    return 1


def declined(count: i32) -> i32:
    """Append to `MOVES` the move by which the player declines the bonuses that could be used now.

    `count` is the number of moves before; return the new number.
    """
    MOVES[4 * count + PAWN] = -1
    MOVES[4 * count + GOAL] = -1
    MOVES[4 * count + BY] = 0
    MOVES[4 * count + BINDS] = 0
    return count + 1


def append_move(count: i32, edge_at: i32, binds: i32) -> i32:
    """Append the move of an edge to `MOVES`, which holds `count` moves. Return the new number of moves.

    An edge is a move from one state within a roll to the next; `edge_at` is its index. `binds` is 1 if the move is
    allowed only as a part of a sequence that wins the game, otherwise 0.
    """
    if SPENT[edge_at] == 0:
        return declined(count)
    MOVES[4 * count + PAWN] = pawn_of(CODE[edge_at])
    MOVES[4 * count + GOAL] = PLACE[77 * SIDES[POSITION[MOVER]] + END[edge_at]]
    MOVES[4 * count + BY] = SPENT[edge_at]
    MOVES[4 * count + BINDS] = binds
    return count + 1


def pawn_of(code: i32) -> i32:
    """Return the index of the player's first pawn with the code `code`, or -1 if there is none.

    A pawn's code holds its place, and its blockade when the dice were rolled; see `kernel_rolls`. The player is the one
    to move.
    """
    for pawn in range(4):
        if own_code(pawn) == code:
            return pawn
    return -1


def roll(high: i32, low: i32) -> None:
    """Begin to play a roll with the faces `high` and `low`, for the seat to roll."""
    mover = POSITION[MOVER]
    out = 1
    for pawn in range(4):
        if PAWNS[4 * mover + pawn] < 0:
            out = 0
    double = 1 if high == low else 0
    POSITION[ROLLING] = 1
    POSITION[FOURTEEN] = double * out
    if double and out:
        high = max(high, 7 - high)
        low = 7 - high
    POSITION[HIGH] = high
    POSITION[LOW] = low
    POSITION[HIGHS] = 2 if double else 1
    POSITION[LOWS] = (2 if out else 0) if double else 1
    POSITION[TWENTIES] = 0
    POSITION[TENS] = 0
    POSITION[BOUND] = 0
    POSITION[EARNED] = 0
    POSITION[DOUBLES] = POSITION[DOUBLES] + 1 if HOUSE[THIRDS] and double else 0
    for pawn in range(4):
        SINCE[pawn] = -1
        if double or HOUSE[ANY_ROLL]:
            place = PAWNS[4 * mover + pawn]
            if place >= 0 and place < 75 and counts(place_slot(place)):
                for other in range(4):
                    if other != pawn and PAWNS[4 * mover + other] == place:
                        SINCE[pawn] = place


def place_slot(place: i32) -> i32:
    """Return the slot (the number counted from the player's entry) of a place, for the player to move."""
    return SLOT[77 * SIDES[POSITION[MOVER]] + place + 1]


def play(pawn: i32, goal: i32, by: i32, binds: i32) -> None:
    """Play a move, given by the numbers `PAWN`, `GOAL`, `BY` and `BINDS` of a move in `MOVES`."""
    mover = POSITION[MOVER]
    if by == LOSE or by == 0:
        lapse()
        return
    PAWNS[4 * mover + pawn] = goal
    if goal < TRACK:
        capture(goal)
    elif goal == 75:
        POSITION[TENS] += 1
    home = 0
    for own in range(4):
        home += PAWNS[4 * mover + own] == 75
    if home == FULL_HOUSE:
        POSITION[PLACED] = POSITION[PLACED] | 1 << mover
        close(True)
        return
    spend(by)
    POSITION[BOUND] = 1 if POSITION[BOUND] + binds and POSITION[HIGHS] + POSITION[LOWS] else 0
    settle()


def capture(goal: i32) -> None:
    """If an enemy pawn is on the place `goal`, send it to its nest and earn the bonus. Otherwise do nothing."""
    mover = POSITION[MOVER]
    for index in range(4 * POSITION[COUNT]):
        if PAWNS[index] == goal and index >> 2 != mover:
            PAWNS[index] = -1
            if not POSITION[EARNED]:
                POSITION[TWENTIES] += 1
            if HOUSE[SINGLE]:
                POSITION[EARNED] = 1
            return


def spend(by: i32) -> None:
    """Remove the die, both dice or the bonus with the number `by` from those left to use."""
    if by == 20:
        POSITION[TWENTIES] -= 1
    elif by == 10:
        POSITION[TENS] -= 1
    elif by > 20:
        POSITION[HIGHS] = 0
        POSITION[LOWS] = 0
    elif by == POSITION[HIGH] and POSITION[HIGHS]:
        POSITION[HIGHS] -= 1
    else:
        POSITION[LOWS] -= 1


def lapse() -> None:
    """Lose or decline the dice or bonuses that the player would have to use now.

    After a third double in a row, which is not played, send the player's pawn nearest to home back to the nest instead.
    """
    mover = POSITION[MOVER]
    if POSITION[DOUBLES] > 2:
        nearest = -1
        least = 99
        for pawn in range(4):
            slot = place_slot(PAWNS[4 * mover + pawn])
            # The steps to home. A pawn past the gate needs another lap.
            steps = (64 - slot + TRACK) % TRACK + 8 if slot < 69 else HOME_SLOT - slot
            if slot and slot < HOME_SLOT and steps < least:
                least = steps
                nearest = pawn
        if nearest >= 0:
            PAWNS[4 * mover + nearest] = -1
        close(False)
        return
    parts = POSITION[HIGHS] + POSITION[LOWS]
    if parts and not (HOUSE[AT_ONCE] and POSITION[FOURTEEN] and POSITION[TWENTIES]):
        POSITION[HIGHS] = 0
        POSITION[LOWS] = 0
        POSITION[BOUND] = 0
    elif parts:
        POSITION[TWENTIES] = 0
    else:
        POSITION[TWENTIES] = 0
        POSITION[TENS] = 0
    settle()


def settle() -> None:
    """End the roll if none of its dice and bonuses are left."""
    if not POSITION[HIGHS] + POSITION[LOWS] + POSITION[TWENTIES] + POSITION[TENS]:
        close(False)


def close(finished: bool) -> None:
    """End the roll, and set the seat that rolls next.

    After a double, the same player rolls again (PR-17), but not after a third double that sends a pawn back to the
    nest. Otherwise the next player rolls. `finished` is True if all pawns of the player are home; the player then does
    not roll again.
    """
    mover = POSITION[MOVER]
    double = POSITION[FOURTEEN] != 0 or POSITION[HIGH] == POSITION[LOW]
    again = double and not finished and POSITION[DOUBLES] <= 2
    POSITION[ROLLING] = 0
    POSITION[HIGHS] = 0
    POSITION[LOWS] = 0
    POSITION[TWENTIES] = 0
    POSITION[TENS] = 0
    POSITION[BOUND] = 0
    POSITION[EARNED] = 0
    for pawn in range(4):
        SINCE[pawn] = -1
    if over() or again:
        return
    if HOUSE[STAND]:
        age()
    POSITION[DOUBLES] = 0
    POSITION[MOVER] = after(mover)


def over() -> bool:
    """Return True if the game is over: a player has all pawns home.

    If a house rule lets play go on after the first winner, all players but one must have all pawns home.
    """
    home = POSITION[PLACED]
    placed = (home & 1) + (home >> 1 & 1) + (home >> 2 & 1) + (home >> 3 & 1)
    return placed >= (POSITION[COUNT] - 1 if HOUSE[PLACES] else 1)


def after(seat: i32) -> i32:
    """Return the next seat after `seat` whose pawns are not all home."""
    for _ in range(4):
        seat = seat + 1 if seat + 1 < POSITION[COUNT] else 0
        if not POSITION[PLACED] >> seat & 1:
            return seat
    return seat


def age() -> None:
    """Update the player's blockades in `STOOD` at the end of the turn (A3-02).

    Blockades that stood before become one turn older. Blockades formed in this turn have age 0. The player is the one
    to move.
    """
    mover = POSITION[MOVER]
    one_place = STOOD[4 * mover]
    one_age = STOOD[4 * mover + 1]
    two = STOOD[4 * mover + 2]
    two_age = STOOD[4 * mover + 3]
    count = 0
    for index in range(4):
        STOOD[4 * mover + index] = -1
    for pawn in range(4):
        place = PAWNS[4 * mover + pawn]
        if place < 0 or place == 75 or not counts(place_slot(place)):
            continue
        for other in range(pawn + 1, 4):
            if PAWNS[4 * mover + other] == place:
                STOOD[4 * mover + 2 * count] = place
                STOOD[4 * mover + 2 * count + 1] = (
                    one_age + 1 if place == one_place else two_age + 1 if place == two else 0
                )
                count += 1
    if count > 1 and STOOD[4 * mover] > STOOD[4 * mover + 2]:
        # Sort the blockades by place, as the rules do.
        for index in range(2):
            STOOD[4 * mover + index], STOOD[4 * mover + index + 2] = (
                STOOD[4 * mover + index + 2],
                STOOD[4 * mover + index],
            )


def results(eager: i32) -> i32:
    """Find every different table (the places of all pawns) to which the rest of the roll can lead.

    Return the number of tables, 0 for a third double that is not played. If `eager` is 1, bonuses are always used if
    possible.
    """
    root = begin()
    ROLL[EAGER] = eager
    if POSITION[DOUBLES] > 2:
        return 0
    reach(root, POSITION[BOUND], fresh())
    return USED[RESULT_COUNT]


def result(number: i32) -> None:
    """Set `TABLE` to the places of all pawns in the result `number`, and `FIRST_MOVE` to the first move towards it."""
    key = KEY[RESULT[number]]
    mover = POSITION[MOVER]
    place_pawns(key)
    first = FIRST[number]
    FIRST_MOVE[PAWN] = -1
    FIRST_MOVE[GOAL] = -1
    FIRST_MOVE[BY] = 0
    if first >= 0 and SPENT[first]:
        FIRST_MOVE[PAWN] = pawn_of(CODE[first])
        FIRST_MOVE[GOAL] = PLACE[77 * SIDES[mover] + END[first]]
        FIRST_MOVE[BY] = SPENT[first]


def place_pawns(key: u64) -> None:
    """Set `TABLE` to the places of all pawns in a state within the roll. `key` is the key of the state."""
    mover = POSITION[MOVER]
    for index in range(4 * POSITION[COUNT]):
        TABLE[index] = -1 if key >> 36 + index & 1 else PAWNS[index]
    for pawn in range(4):
        TABLE[4 * mover + pawn] = PLACE[77 * SIDES[mover] + i32(key >> 9 * pawn + 2 & 127)]


# Search. Between rolls it leaves out the ages of blockades and the doubles in a row. It always uses bonuses if
# possible.

MOST_KEPT: Final = 64
KEPT: Final = array("b", bytes(16 * MOST_KEPT))
"""The tables (places of all pawns) that are searched further, 16 places for each table."""
BEFORE: Final = array("b", bytes(16))
LOOKED: Final = array("d", bytes(8 * 4))
"""By seat: the chance to win from a kept table (the places of all pawns), averaged over the 36 next rolls.

`average` first adds up the chances here, and then divides the sum by 36. The player who rolls makes the moves that are
best for that player.
"""
WORTHS: Final = array("d", bytes(8 * NODES))
"""By number of a result of the roll: the static chance to win of the player who rolled. `keep_best` computes it."""


def value(next_up: i32) -> None:
    """Set `CHANCES` to each seat's chance to win with the current pawns, when `next_up` is about to roll."""
    for index in range(16):
        TABLE[index] = PAWNS[index]
    weigh(next_up)


def next_after(double: i32) -> i32:
    """Return the seat that rolls after the current roll is played. `double` is 1 after a double."""
    mover = POSITION[MOVER]
    return mover if double and not POSITION[PLACED] >> mover & 1 else after(mover)


def doubled() -> i32:
    """Return 1 if the current roll is a double."""
    return 1 if POSITION[FOURTEEN] or POSITION[HIGH] == POSITION[LOW] else 0


def keep_best(most: i32) -> i32:
    """Evaluate all results that `results` found, write the best `most` of them to `KEPT`, and return their number.

    A result is written as a table, the places of all pawns. The tables are in order, the best first, and at most
    `MOST_KEPT`. Afterwards `WORTHS` holds the static value of each result for the player to move, by the result's
    index. The first numbers of `MOVES` are then the indices of the kept results, and not moves.
    """
    mover = POSITION[MOVER]
    next_up = next_after(doubled())
    count = USED[RESULT_COUNT]
    for number in range(count):
        place_pawns(KEY[RESULT[number]])
        weigh(next_up)
        WORTHS[number] = CHANCES[mover]
    kept_count = 0
    while kept_count < min(most, count, MOST_KEPT):
        best = -1
        for number in range(count):
            is_kept = 0
            for other in range(kept_count):
                if MOVES[other] == number:
                    is_kept = 1
            if not is_kept and (best < 0 or WORTHS[number] > WORTHS[best]):
                best = number
        MOVES[kept_count] = best
        place_pawns(KEY[RESULT[best]])
        for number in range(16):
            KEPT[16 * kept_count + number] = TABLE[number]
        kept_count += 1
    return kept_count


def choose() -> i32:
    """Return the index of the result with the best static value for the player to move.

    A result is the places of all pawns after the roll has been played. `TABLE` then holds the best result.
    """
    count = USED[RESULT_COUNT]
    best = 0
    if count > 1:
        mover = POSITION[MOVER]
        next_up = next_after(doubled())
        most = -1.0
        for number in range(count):
            place_pawns(KEY[RESULT[number]])
            weigh(next_up)
            if CHANCES[mover] > most:
                most = CHANCES[mover]
                best = number
    place_pawns(KEY[RESULT[best]])
    return best


def add_roll_chances(table: i32, roller: i32, high: i32, low: i32, times: i32) -> None:
    """Play the roll `high` and `low` from a kept table, and add each seat's chance to win to `LOOKED`.

    The chances are multiplied by the weight `times`. A table is the places of all pawns; `table` is its index in
    `KEPT`. `roller` is the seat that rolls. Afterwards the pawns and the seat to move are as before. The results that
    `results` found before are lost, but the kept tables remain.
    """
    mover = POSITION[MOVER]
    for index in range(16):
        BEFORE[index] = PAWNS[index]
        PAWNS[index] = KEPT[16 * table + index]
    POSITION[MOVER] = roller
    roll_on(high, low)
    for seat in range(4):
        LOOKED[seat] += f64(times) * CHANCES[seat]
    for index in range(16):
        PAWNS[index] = BEFORE[index]
    POSITION[MOVER] = mover


def roll_on(high: i32, low: i32) -> None:
    """Find the result of the roll `high` and `low` that gives the player who rolls the best chance to win.

    `TABLE` then holds the places of all pawns in this result, and `CHANCES` each seat's chance to win.
    """
    double = 1 if high == low else 0
    rolled(high, low)
    choose()
    weigh(next_after(double))


def rolled(high: i32, low: i32) -> None:
    """Find all results of the roll `high` and `low` from the current pawns. Bonuses are always used if possible."""
    POSITION[DOUBLES] = 0
    roll(high, low)
    root = begin()
    ROLL[EAGER] = 1
    reach(root, 0, 1)


def average(table: i32, roller: i32) -> None:
    """Set `LOOKED` to each seat's chance to win from a kept table, averaged over all 36 rolls of `roller`.

    A table is the places of all pawns; `table` is its index in `KEPT`. If a player has just brought the last pawn home
    in the table, no dice are rolled, and the chances are those of the table itself.
    """
    for seat in range(4):
        LOOKED[seat] = 0.0
    for index in range(16):
        TABLE[index] = KEPT[16 * table + index]
    if came_home():
        weigh(roller)
        for seat in range(4):
            LOOKED[seat] = CHANCES[seat]
        return
    for high in range(1, 7):
        for low in range(1, high + 1):
            add_roll_chances(table, roller, high, low, 1 if high == low else 2)
    for seat in range(4):
        LOOKED[seat] = LOOKED[seat] / 36.0


def came_home() -> bool:
    """Return True if a player who was not home before has all pawns home in `TABLE`."""
    for seat in range(POSITION[COUNT]):
        home = 0
        for pawn in range(4):
            home += 1 if TABLE[4 * seat + pawn] == 75 else 0
        if home == 4 and not POSITION[PLACED] >> seat & 1:
            return True
    return False
