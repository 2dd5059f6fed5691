"""All results of a roll for the kernel, as defined by `rules/roll`, in the types of `engine/kernel/types`.

Here places have numbers as the player to move counts them, called slots: 0 is the nest, 1 the player's entry, 64 the
player's gate (the last space before the home row), 65 to 68 the spaces between gate and entry, 69 to 75 the home row,
76 home. A pawn's code is four times its slot. If the pawn was in a blockade when the dice were rolled, its code is 1 or
2 higher, for the first or the second blockade (A3-26).

A node is a state within a roll. Its key has 64 bits, which hold:

* four codes of 9 bits in rising order;
* a bit for each captured enemy pawn;
* how many dice with the higher number of the roll are left, and how many with the lower;
* a bit that is set once a bonus of 20 was earned, if the house rules allow only one in a roll;
* the numbers of bonuses of 20 and of 10 that must still be used.

Equal keys are one node, so each node is computed once. The moves at a node are its edges, stored side by side.
"""

from __future__ import annotations

from typing import Final

from chowk.engine.kernel.types import ALL, array, i32, u64
from chowk.games.parcheesi.rules.board import ENTRIES, HOME, NEST, SAFE, TRACK

SEATS: Final = 4
GATE_SLOT: Final = 64
ROW_SLOT: Final = 69
HOME_SLOT: Final = 76

# The house rules, the position, and the roll.

HOUSE: Final = array("i", bytes(4 * 16))
(NO_LAPS, NO_SUMS, ENTER, FREE_ROWS, AT_END, ANY_ROLL, AT_ONCE, COMPULSORY, SINGLE, WHOLE, LOWER, PASSED) = range(12)
THIRDS, STAND, PLACES = 12, 13, 14
"""Indices in `HOUSE`, one for each house rule; see `rules/house`.

Each value is 1 if the rule differs from its default, except at `STAND`, which holds a number of turns.
"""

POSITION: Final = array("i", bytes(4 * 20))
(COUNT, MOVER, ROLLING, HIGH, LOW, FOURTEEN, HIGHS, LOWS, TWENTIES, TENS, BOUND, EARNED, DOUBLES, PLACED) = range(14)
"""Indices in `POSITION`.

In order: the number of seats; the seat that rolls or moves; 1 while a roll is played; the two faces of the roll; 1 for
a double of 14; the number of higher and of lower faces left; the bonuses of 20 and of 10 not yet used; 1 if only moves
that bring the fourth pawn home are allowed; 1 if the roll's only bonus of 20 has been earned; the doubles in a row; a
bit for each seat that is home.
"""
PAWNS: Final = array("b", [NEST] * 16)
"""By seat and pawn: the place of the pawn, numbered as in `rules/board`."""
SIDES: Final = array("b", bytes(4))
SINCE: Final = array("b", [-1] * 4)
STOOD: Final = array("b", [-1] * 16)
"""By seat, for two blockades each: the place of the blockade and its age in turns."""

SLOT: Final = array(
    "b",
    [
        0 if place == NEST else (place - ENTRIES[side]) % TRACK + 1 if place < TRACK else place + 1
        for side in range(4)
        for place in range(NEST, HOME + 1)
    ],
)
"""By side and place: the place's slot, which is its number counted from the side's entry.

The index is 77 times the side, plus the place, plus one.
"""
PLACE: Final = array(
    "b",
    [
        NEST if slot == 0 else (slot - 1 + ENTRIES[side]) % TRACK if slot < ROW_SLOT else slot - 1
        for side in range(4)
        for slot in range(HOME_SLOT + 1)
    ],
)
"""By side and slot (a place's number counted from the side's entry): the place.

The index is 77 times the side, plus the slot.
"""
SAFE_SLOT: Final = array(
    "b", [int(0 < slot < ROW_SLOT and SAFE >> (slot - 1 + ENTRIES[0]) % TRACK & 1) for slot in range(HOME_SLOT + 1)]
)

# Nodes and edges: the states within a roll, and the moves from one state to the next.

NODES: Final = 1 << 13
EDGES: Final = 1 << 16
KEY: Final = array("Q", bytes(8 * NODES))
WORTH: Final = array("i", bytes(4 * NODES))
WINS: Final = array("b", bytes(NODES))
KNOWN: Final = array("b", bytes(NODES))
"""By node (a state within a roll): a sum of flags.

1: the node's edges are written. 2: its worth is known. 4: it was reached by moves that are always allowed. 8: it was
reached by a move that is allowed only as a part of a sequence that wins the game. 16: it is a result of the roll.
"""
FROM: Final = array("i", bytes(4 * NODES))
TO: Final = array("i", bytes(4 * NODES))
HASHED: Final = array("i", bytes(4 * NODES))
HASH: Final = array("h", bytes(2 * 4 * NODES))
NEXT: Final = array("h", bytes(2 * EDGES))
GAIN: Final = array("i", bytes(4 * EDGES))
CODE: Final = array("h", bytes(2 * EDGES))
END: Final = array("b", bytes(EDGES))
SPENT: Final = array("b", bytes(EDGES))
"""The number used by each edge (a move within a roll): 41 or 32 for two dice, and 0 for declined bonuses.

The arrays before it hold the other data of each edge. `NEXT` is the next node. `GAIN` is the worth that the move adds
to a sequence (`_DIE` in `rules/roll`: 100 for a die, 1 for each pip). `CODE` is the code of the pawn that moves, and
`END` the pawn's final slot.
"""
USED: Final = array("i", bytes(4 * 4))
NODE, EDGE, FULL, RESULT_COUNT = range(4)
"""Indices in `USED`.

In order: the number of nodes (states within this roll); the number of edges (moves between them); 1 if the arrays had
no room for some of them, otherwise 0; the number of results.
"""

RESULT: Final = array("h", bytes(2 * NODES))
FIRST: Final = array("i", bytes(4 * NODES))
"""For each result of the roll: the edge of the first move that leads to it, or -1 if no move is needed.

`RESULT` holds the node of each result.
"""

WALLS: Final = array("b", bytes(8))
FOE: Final = array("b", bytes(HOME_SLOT + 1))
"""By slot of the track: 0 for no enemy pawn, one plus the pawn's index in `PAWNS` for one, 99 for two."""
ROLL: Final = array("i", bytes(4 * 4))
WALL_COUNT, PAIR_ONE, PAIR_TWO, EAGER = range(4)
"""Indices in `ROLL`.

In order: the number of slots in `WALLS`, which are those of enemy blockades; the slots of the player's two blockades
when the dice were rolled, 0 for none; 1 if bonuses are always used when possible.
"""
OWN: Final = array("i", bytes(4 * 4))
STACK: Final = array("i", bytes(4 * 4 * NODES))

NOT_OWN: Final = ALL - (1 << 36) + 1
NOT_TWENTIES: Final = ALL - (15 << 57)
A_HIGH: Final = 1 << 52
A_LOW: Final = 1 << 54
HAD: Final = 1 << 56
A_TWENTY: Final = 1 << 57
A_TEN: Final = 1 << 61
PLAIN: Final = (1 << 52) - 1 - sum(3 << 9 * pawn for pawn in range(4))
"""The mask of the bits in a node's key that hold the places of pawns and the captures.

`NOT_OWN` is the mask of all bits but those of the player's pawns, and `NOT_TWENTIES` of all bits but those of the
bonuses of 20. `A_HIGH`, `A_LOW`, `A_TWENTY` and `A_TEN` are the numbers that a key grows by for one higher die, one
lower die, one bonus of 20 and one of 10. `HAD` is the bit that is set once the only bonus of 20 has been earned.
"""

DIE: Final = 100
UPPER: Final = 1_000
OUT: Final = 10_000
BARRED: Final = -1_000_000
FIVE: Final = 5
TWENTY: Final = 20
TEN: Final = 10
SUM_FOUR: Final = 41
SUM_THREE: Final = 32


def packed(first: i32, second: i32, third: i32, fourth: i32) -> u64:
    """Return the codes of four pawns as one number: 9 bits for each code, in rising order.

    A code holds the pawn's slot, and the pawn's blockade when the dice were rolled, if any.
    """
    if first > second:
        first, second = second, first
    if third > fourth:
        third, fourth = fourth, third
    if first > third:
        first, third = third, first
    if second > fourth:
        second, fourth = fourth, second
    if second > third:
        second, third = third, second
    return (u64(first) | u64(second) << 9 | u64(third) << 18 | u64(fourth) << 27) & ALL


def node(key: u64) -> i32:
    """Return the index of the node (a state within the roll) with the key `key`. Create the node if needed."""
    slot = i32((key * 0x9E3779B97F4A7C15 & ALL) >> 49)
    while HASH[slot]:
        if KEY[HASH[slot] - 1] == key:
            return HASH[slot] - 1
        slot = slot + 1 & 4 * NODES - 1
    new = USED[NODE]
    if new >= NODES - 1:
        USED[FULL] = 1
        return new
    USED[NODE] = new + 1
    HASH[slot] = new + 1
    HASHED[new] = slot
    KEY[new] = key
    KNOWN[new] = 0
    FROM[new] = 0
    TO[new] = 0
    return new


def edge(to: u64, gain: i32, code: i32, end: i32, spent: i32) -> None:
    """Append an edge (a move within the roll) to the node whose edges are being written.

    `to` is the key of the node to which the edge leads. The other arguments are the edge's numbers in `GAIN`, `CODE`,
    `END` and `SPENT`.
    """
    number = USED[EDGE]
    if number >= EDGES - 1:
        USED[FULL] = 1
        return
    USED[EDGE] = number + 1
    NEXT[number] = node(to)
    GAIN[number] = gain
    CODE[number] = code
    END[number] = end
    SPENT[number] = spent


def clear() -> None:
    """Clear all nodes (states within a roll) and edges (moves between them) of the previous roll."""
    for number in range(USED[NODE]):
        HASH[HASHED[number]] = 0
    USED[NODE] = 0
    USED[EDGE] = 0
    USED[FULL] = 0
    USED[RESULT_COUNT] = 0


def pair_code(slot: i32) -> i32:
    """Return 1 or 2 if the player's first or second blockade was on a slot when the dice were rolled, otherwise 0."""
    return 1 if slot and slot == ROLL[PAIR_ONE] else 2 if slot and slot == ROLL[PAIR_TWO] else 0


def begin() -> i32:
    """Prepare the arrays for the roll, such as those of enemy pawns and blockades, and return the first node.

    A node is a state within the roll. The first node is the current position.
    """
    clear()
    mover = POSITION[MOVER]
    side = 77 * SIDES[mover]
    for slot in range(HOME_SLOT + 1):
        FOE[slot] = 0
    walls = 0
    for seat in range(POSITION[COUNT]):
        if seat != mover:
            for pawn in range(4):
                place = PAWNS[4 * seat + pawn]
                if 0 <= place < TRACK:
                    slot = SLOT[side + place + 1]
                    if FOE[slot]:
                        FOE[slot] = 99
                        WALLS[walls] = slot
                        walls += 1
                    else:
                        FOE[slot] = 4 * seat + pawn + 1
    ROLL[WALL_COUNT] = walls
    ROLL[PAIR_ONE] = 0
    ROLL[PAIR_TWO] = 0
    for pawn in range(4):
        if SINCE[pawn] >= 0:
            slot = SLOT[side + SINCE[pawn] + 1]
            if not ROLL[PAIR_ONE]:
                ROLL[PAIR_ONE] = slot
            elif slot != ROLL[PAIR_ONE]:
                ROLL[PAIR_TWO] = slot
    for pawn in range(4):
        OWN[pawn] = own_code(pawn)
    key = packed(OWN[0], OWN[1], OWN[2], OWN[3])
    key = (key | u64(POSITION[HIGHS]) << 52 | u64(POSITION[LOWS]) << 54 | u64(POSITION[EARNED]) << 56) & ALL
    return node((key | u64(POSITION[TWENTIES]) << 57 | u64(POSITION[TENS]) << 61) & ALL)


def own_code(pawn: i32) -> i32:
    """Return the code of a pawn of the player to move: four times its slot, plus the number of its blockade.

    The number is 1 or 2 if the pawn was in a blockade when the dice were rolled, otherwise 0.
    """
    mover = POSITION[MOVER]
    side = 77 * SIDES[mover]
    slot = SLOT[side + PAWNS[4 * mover + pawn] + 1]
    since = SINCE[pawn]
    return 4 * slot + (pair_code(SLOT[side + since + 1]) if since >= 0 and slot != HOME_SLOT else 0)


def counts(slot: i32) -> bool:
    """Return True if two pawns on the slot count as a blockade, by the house rules (A3-20)."""
    return slot < ROW_SLOT or not HOUSE[FREE_ROWS]


def own_pair(turn: i32) -> i32:
    """Return a slot, other than nest and home, that holds two of the pawns in `OWN`; 0 if there is none.

    If there are two such slots, return the first if `turn` is 0, the last if `turn` is 1.
    """
    pair = 0
    for pawn in range(3):
        slot = OWN[pawn] >> 2
        if slot == OWN[pawn + 1] >> 2 and 0 < slot < HOME_SLOT and (turn or not pair):
            pair = slot
    return pair


def way_open(start: i32, end: i32, number: i32, wall: i32, row: bool) -> bool:
    """Return True if a pawn may move from `start` to `end` despite a blockade on the slot `wall`.

    `number` is the number of steps. `row` is True if the move ends in the home row or at home.
    """
    if HOUSE[PASSED]:
        return wall != end
    if wall >= ROW_SLOT:
        return not (row and start < wall <= end)
    if start >= ROW_SLOT:
        return True
    distance = (wall - start + TRACK) % TRACK
    reach = GATE_SLOT - start if row else number
    return distance == 0 or distance > reach


def standing(slot: i32, key: u64) -> i32:
    """Return 0 if no enemy pawn is on a slot, one plus the pawn's index in `PAWNS` if one is, 99 if two are.

    A pawn that was captured earlier in this roll does not count. `key` is the key of the state within the roll.
    """
    foe = FOE[slot]
    if 0 < foe <= 16 and i32(key >> 35 + foe & 1):
        return 0
    return foe


def step(pawn: i32, end: i32, number: i32, row: bool, gain: i32, key: u64, first: i32, second: i32) -> None:
    """Append the edge for a move of a pawn in `OWN` to the slot `end`, if the move is legal.

    `number` is the number of steps. `row` is True for a move into the home row or home. `gain` is the value of the move
    for the duty to use as many dice as possible: 100 for each die that it uses and 1 for each pip. `key` is the key of
    the next node (state within the roll), still without the codes of the player's pawns. `first` and `second` are slots
    with two of the player's pawns, or 0.
    """
    code = OWN[pawn]
    start = code >> 2
    if not (end != first and end != second):
        return  # A space never holds more than two pawns.
    for wall in range(ROLL[WALL_COUNT]):
        if not way_open(start, end, number, WALLS[wall], row):
            return
    if first and counts(first) and not way_open(start, end, number, first, row):
        return
    if second and counts(second) and not way_open(start, end, number, second, row):
        return
    foe = standing(end, key) if not row else 0
    if foe and SAFE_SLOT[end]:
        return
    since = code & 3
    moved = 4 * end + since if end != HOME_SLOT else 4 * end
    if since and not HOUSE[AT_END] and end != HOME_SLOT and counts(end):
        for other in range(4):
            if other != pawn and OWN[other] == moved:
                return
    write(pawn, moved, foe, gain, key, code, end, number)


def write(pawn: i32, moved: i32, foe: i32, gain: i32, key: u64, code: i32, end: i32, spent: i32) -> None:
    """Append an edge: a move within the roll, by which the pawn with the index `pawn` in `OWN` gets the code `moved`.

    A pawn's code holds its slot, and its blockade when the dice were rolled. `foe` is one plus the index in `PAWNS` of
    a captured enemy pawn, or 0 if no pawn is captured. `key` is the key of the next node (state within the roll)
    without the player's pawns. The other arguments are the edge's numbers in `GAIN`, `CODE`, `END` and `SPENT`.
    """
    first = moved if pawn == 0 else OWN[0]
    second = moved if pawn == 1 else OWN[1]
    third = moved if pawn == 2 else OWN[2]
    fourth = moved if pawn == 3 else OWN[3]
    to = key | packed(first, second, third, fourth)
    if foe:
        to |= u64(1) << 35 + foe & ALL
        if not HOUSE[SINGLE]:
            to = to + A_TWENTY & ALL
        elif not key & HAD:
            to = to + A_TWENTY & ALL
            to |= HAD
    if end == HOME_SLOT:
        to = to + A_TEN & ALL
    edge(to, gain, code, end, spent)


def steps(number: i32, gain: i32, key: u64) -> None:
    """Append the edges of all moves by `number` steps of the player's pawns on the board.

    An edge is a move from one state within the roll to the next. `gain` is what each of these moves counts for the duty
    to use the dice: 100 for a die and 1 for each of its pips. `key` is the key of the next state without the player's
    pawns.
    """
    first_pair = own_pair(0)
    second_pair = own_pair(1)
    for pawn in range(4):
        code = OWN[pawn]
        start = code >> 2
        if (pawn and OWN[pawn - 1] == code) or start == 0 or start == HOME_SLOT:
            continue
        if start >= ROW_SLOT:
            if start + number <= HOME_SLOT:
                step(pawn, start + number, number, True, gain, key, first_pair, second_pair)
            continue
        crosses = start <= GATE_SLOT and start + number > GATE_SLOT
        if crosses:
            end = start + number + ROW_SLOT - GATE_SLOT - 1
            if end <= HOME_SLOT:
                step(pawn, end, number, True, gain, key, first_pair, second_pair)
        if not crosses or not HOUSE[NO_LAPS]:
            end = start + number
            step(pawn, end - TRACK if end > TRACK else end, number, False, gain, key, first_pair, second_pair)


def enter(spent: i32, gain: i32, key: u64) -> None:
    """Append the edge (move) of a pawn from the nest to its entry, if the move is legal (PR-04, PR-20).

    `spent` is the number used (see `SPENT`). `gain` is the value of the dice used, for the duty to use the dice, but
    without their pips. The function adds `FIVE` for the five pips, and `OUT` if the house rules demand that a five
    brings out a pawn. `key` is the key of the next node (state within the roll), still without the codes of the
    player's pawns.
    """
    if OWN[0] >> 2 or FOE[1] == 99 or own_pair(0) == 1 or own_pair(1) == 1:
        return
    write(0, 4, standing(1, key), gain + FIVE + (OUT if HOUSE[ENTER] else 0), key, OWN[0], 1, spent)


def unpack(key: u64) -> None:
    """Set `OWN` to the codes of the player's four pawns in the key of a node (a state within the roll).

    A code holds a pawn's slot, and its blockade when the dice were rolled.
    """
    OWN[0] = i32(key & 511)
    OWN[1] = i32(key >> 9 & 511)
    OWN[2] = i32(key >> 18 & 511)
    OWN[3] = i32(key >> 27 & 511)


def expand(node_at: i32) -> None:
    """Write the edges of a node (a state within the roll): the moves that are legal in this state."""
    key = KEY[node_at]
    FROM[node_at] = USED[EDGE]
    unpack(key)
    if OWN[0] != 4 * HOME_SLOT:
        highs = i32(key >> 52 & 3)
        lows = i32(key >> 54 & 3)
        twenties = i32(key >> 57 & 15)
        tens = i32(key >> 61 & 7)
        rest = key & NOT_OWN
        if highs + lows == 0:
            if twenties:
                steps(TWENTY, 0, rest - A_TWENTY & ALL)
            if tens:
                steps(TEN, 0, rest - A_TEN & ALL)
        elif HOUSE[AT_ONCE] and POSITION[FOURTEEN] and twenties:
            before = USED[EDGE]
            steps(TWENTY, 0, rest - A_TWENTY & ALL)
            if USED[EDGE] == before or not HOUSE[COMPULSORY]:
                edge(key & NOT_TWENTIES, 0, 0, 0, 0)
        else:
            dice(rest, highs, lows)
    TO[node_at] = USED[EDGE]
    KNOWN[node_at] = KNOWN[node_at] | 1


def dice(key: u64, highs: i32, lows: i32) -> None:
    """Append the edges (moves) of a node (a state within the roll) at which a die must be used next.

    `key` is the node's key without the player's pawns. `highs` and `lows` are the numbers of higher and of lower dice
    left.
    """
    high = POSITION[HIGH]
    low = POSITION[LOW]
    upper = UPPER if HOUSE[LOWER] and POSITION[FOURTEEN] and high > 3 else 0
    if highs:
        less = key - A_HIGH & ALL
        steps(high, DIE + high + upper, less)
        if high == FIVE:
            enter(FIVE, DIE, less)
    if lows:
        less = key - A_LOW & ALL
        steps(low, DIE + low, less)
        if low == FIVE:
            enter(FIVE, DIE, less)
    if highs and lows and high + low == FIVE and not POSITION[FOURTEEN] and not HOUSE[NO_SUMS]:
        less = key - A_HIGH - A_LOW & ALL
        enter(SUM_FOUR if high == 4 else SUM_THREE, 2 * DIE, less)


def left_over(key: u64) -> i32:
    """Return the worth of stopping at the node with the key `key`, with the remaining dice unused.

    A node is a state within the roll. The worth is 0, or `BARRED` if the pawns of a former blockade end together on a
    new space, which is illegal (A3-26).
    """
    unpack(key)
    if HOUSE[AT_END]:
        for pawn in range(3):
            code = OWN[pawn]
            pair = ROLL[PAIR_ONE] if code & 3 == 1 else ROLL[PAIR_TWO]
            if code == OWN[pawn + 1] and code & 3 and pair != code >> 2 and counts(code >> 2):
                return BARRED
    return 0


def survey(node_at: i32) -> None:
    """Compute `WORTH` and `WINS` of a node: the worth of the best use of its dice, and 1 if some use wins the game.

    A node is a state within the roll. The rules oblige players to use as many dice as possible. The worth measures how
    well a sequence of moves does this; see `Worth` in `rules/roll`.
    """
    if KNOWN[node_at] & 2:
        return
    key = KEY[node_at]
    worth = left_over(key)
    wins = 1 if OWN[0] == 4 * HOME_SLOT else 0
    if i32(key >> 52 & 15) and not wins:
        expand(node_at)
        if HOUSE[AT_ONCE] and POSITION[FOURTEEN] and i32(key >> 57 & 15):
            worth = BARRED
        for edge_at in range(FROM[node_at], TO[node_at]):
            next_node = NEXT[edge_at]
            survey(next_node)
            worth = max(worth, GAIN[edge_at] + WORTH[next_node])
            if WINS[next_node]:
                wins = 1
    WORTH[node_at] = worth
    WINS[node_at] = wins
    KNOWN[node_at] = KNOWN[node_at] | 2


def overdue(code: i32) -> bool:
    """Return True if a pawn is in a blockade that has reached its age limit (A3-02). `code` is as in `own_code`."""
    mover = POSITION[MOVER]
    place = PLACE[77 * SIDES[mover] + (code >> 2)]
    for wall in range(2):
        if (
            HOUSE[STAND]
            and STOOD[4 * mover + 2 * wall] == place >= 0
            and STOOD[4 * mover + 2 * wall + 1] >= HOUSE[STAND]
        ):
            return True
    return False


DUTY: Final = array("i", bytes(4 * 3))
BEST, BREAKING, ONLY_WINS = range(3)
"""Indices in `DUTY`, which tells `offered` what the rules demand of the next move.

In order: the worth of the best sequence of moves; 1 if the move must break a blockade that has stood too long; 1 if
only sequences that win the game are allowed.
"""


def ask(node_at: i32, bound: i32, fresh: i32) -> None:
    """Find what the rules demand of the next move at a node, and write it to `DUTY`, where `offered` reads it.

    A node is a state within the roll. `bound` is 1 if only sequences that win the game are allowed. `fresh` is 1 if no
    die has been used. Call `survey` for the node first. The rules are PR-10, PR-11, A3-02, A3-14 and A3-16.
    """
    best = WORTH[node_at]
    breaking = 0
    if fresh and HOUSE[STAND]:
        most = 0
        for edge_at in range(FROM[node_at], TO[node_at]):
            worth = GAIN[edge_at] + WORTH[NEXT[edge_at]]
            if (worth >= 0 or WINS[NEXT[edge_at]]) and overdue(CODE[edge_at]):
                most = worth if not breaking else max(most, worth)
                breaking = 1
        if breaking:
            best = most
    DUTY[BEST] = best
    DUTY[BREAKING] = breaking
    DUTY[ONLY_WINS] = bound
    if fresh and HOUSE[WHOLE] and POSITION[FOURTEEN] and best % UPPER // DIE < 4:
        DUTY[ONLY_WINS] = 1


def offered(edge_at: i32) -> i32:
    """Check an edge (a move) against the duty to use dice. `ask` must have been called for its node.

    Return 1 if the edge is allowed, 2 if it is allowed only as a part of a sequence that wins the game, otherwise 0.
    """
    to = NEXT[edge_at]
    worth = GAIN[edge_at] + WORTH[to]
    if (worth < 0 and not WINS[to]) or (DUTY[BREAKING] and not overdue(CODE[edge_at])):
        return 0
    if DUTY[ONLY_WINS]:
        return 2 if WINS[to] else 0
    if worth == DUTY[BEST]:
        return 1
    return 2 if WINS[to] else 0


def reach(start: i32, bound: i32, fresh: i32) -> None:
    """Find all results to which the rest of the roll can lead from the node `start` (a state within the roll).

    `bound` is 1 if only sequences that win the game are allowed. `fresh` is 1 if no die has been used.
    """
    STACK[0] = start
    STACK[1] = -1
    STACK[2] = bound
    top = 1
    while top:
        top -= 1
        node_at = STACK[3 * top]
        first = STACK[3 * top + 1]
        bound = STACK[3 * top + 2]
        key = KEY[node_at]
        mark = 8 if bound else 4
        if KNOWN[node_at] & mark:
            continue
        KNOWN[node_at] = KNOWN[node_at] | mark
        if i32(key >> 52 & 15):
            survey(node_at)
            ask(node_at, bound, fresh if node_at == start else 0)
            more = 0
            for turn in range(FROM[node_at], TO[node_at]):
                # Push the last edge first, so that the first edge is popped first.
                edge_at = FROM[node_at] + TO[node_at] - 1 - turn
                way = offered(edge_at)
                if way:
                    more = 1
                    if 3 * top + 6 < 4 * NODES * 4:
                        STACK[3 * top] = NEXT[edge_at]
                        STACK[3 * top + 1] = edge_at if first < 0 else first
                        STACK[3 * top + 2] = way - 1
                        top += 1
                    else:
                        USED[FULL] = 1
            if more:
                continue
            if i32(key & 511) != 4 * HOME_SLOT:
                # The remaining dice are lost. The bonuses follow.
                key &= ALL - (15 << 52)
                node_at = node(key)
                if KNOWN[node_at] & 4:
                    continue
                KNOWN[node_at] = KNOWN[node_at] | 4
        top = after_dice(node_at, first, top)


def after_dice(node_at: i32, first: i32, top: i32) -> i32:
    """Continue at a node (a state within the roll) at which no dice are left.

    Push the nodes to which the use of a bonus leads onto the stack. If no bonus can be used, or if bonuses may stay
    unused, record the node as a result. `first` is the first edge (move) on the way to the node, or -1 if the node is
    the start of the search. `top` is the number of entries on the stack of nodes to visit; return the new number.
    """
    if not KNOWN[node_at] & 1:
        expand(node_at)
    for turn in range(FROM[node_at], TO[node_at]):
        edge_at = FROM[node_at] + TO[node_at] - 1 - turn
        if 3 * top + 6 < 4 * NODES * 4:
            STACK[3 * top] = NEXT[edge_at]
            STACK[3 * top + 1] = edge_at if first < 0 else first
            STACK[3 * top + 2] = 0
            top += 1
        else:
            USED[FULL] = 1
    if FROM[node_at] == TO[node_at] or not (HOUSE[COMPULSORY] or ROLL[EAGER]):
        end = node(KEY[node_at] & PLAIN)
        if not KNOWN[end] & 16:
            KNOWN[end] = KNOWN[end] | 16
            RESULT[USED[RESULT_COUNT]] = end
            FIRST[USED[RESULT_COUNT]] = first
            USED[RESULT_COUNT] += 1
    return top
