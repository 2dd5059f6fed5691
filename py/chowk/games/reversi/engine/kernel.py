"""Reversi for the machine: moves, values, looking ahead and playing out, in the words of `core/machine`.

A position is two masks, the discs of the side to move (`own`) and of the other side (`other`); a1 is bit 0. Values
are for the side to move: in parts of a disc (`UNIT`) when looking ahead, in whole discs when playing out.

A search gives up after so many nodes; then `STATE[STOPPED]` is 1 and its answer means nothing. What it has found out
is in the table of positions, so that the same question, asked again, goes on about where it was given up.
"""

from __future__ import annotations

from typing import Final

from chowk.core.machine import ALL, array, ctz, i32, u64, unrolled
from chowk.games.reversi.engine import kernel_shapes as shapes
from chowk.games.reversi.engine.kernel_tempo import BY_DISCS

EXPORTS: Final = (
    *("perft", "unfold", "value_now", "look_ahead", "play_out", "best_known", "age", "forget"),
    *("POSITION", "STATE", "NODES", "STOPPED", "READY", "STORED", "FACTORS", "STORED_HITS"),
    *("UNIT", "FAR", "MOST", "SHAPES", "STAGES", "SURE", "TEMPO"),
)

UNIT: Final = 64
FAR: Final = 10_000
"""More than any value."""
MOST: Final = 64
"""The greatest difference in discs: empty squares count for the winner."""
INNER: Final = 0x7E7E7E7E7E7E7E7E
"""The squares that are on neither the a-file nor the h-file."""

# What is written before a call and read after it.

POSITION: Final = array("Q", bytes(8 * 2))
STATE: Final = array("i", bytes(4 * 6))
NODES, LEFT, STOPPED, AGE, READY, EPOCH = range(6)
"""In `STATE`: positions met in this call, how many more are allowed, whether it was given up; the table's age; a bit
for each stage whose weights have been laid out; what distinguishes entries from those that were forgotten."""

STORED: Final = array("b", bytes(shapes.STORED))
FACTORS: Final = array("i", bytes(4 * len(shapes.SHAPES)))
STORED_HITS: Final = array("h", bytes(2 * 2 * shapes.HITS))
"""One stage's weights as they are kept: signed bytes, a factor for each shape, and the worth of hits in full."""

# Squares and lines.

BIT: Final = array("Q", [1 << at for at in range(64)])
UP: Final = array("Q", [shapes.ray(at, step, 1) for at in range(64) for step in shapes.STEPS])
DOWN: Final = array("Q", [shapes.ray(at, step, -1) for at in range(64) for step in shapes.STEPS])
"""For each square and each of four lines: the squares above it on that line, and those below."""
BESIDE: Final = array("Q", [shapes.beside(at) for at in range(64)])
QUARTER: Final = array("b", [1 << at // 32 * 2 + at % 8 // 4 for at in range(64)])
"""The quarter of the board in which a square lies, as a bit."""
IN_QUARTERS: Final = array("Q", [sum(1 << at for at in range(64) if some & QUARTER[at]) for some in range(16)])

# Shapes (see `kernel_shapes`): what stands on each group of squares is a number of up to 16 bits, its field. Four of
# them share a word, so that a disc changes them all by one addition. A position's words are kept from move to move.

SHAPES: Final = len(shapes.SHAPES)
GROUPS: Final = len(shapes.GROUPS)
WORDS: Final = (GROUPS + 3) // 4
HITS: Final = shapes.HITS
SIZE: Final = shapes.SIZE
STAGES: Final = shapes.STAGES
EMPTY: Final = array("Q", shapes.EMPTY)
BOTH: Final = array("Q", [2 * word for word in shapes.EMPTY])
"""The words of a position and of the same one seen from the other side add up to this."""
LAID: Final = array("Q", shapes.LAID)
"""For each square what an own disc adds to the words of a position in which it was empty."""
BEGIN: Final = array("i", [shapes.FIRST[number] for number, _ in shapes.GROUPS] + [0, 0, 0])
"""Where the weights of each group's shape begin."""
STAGE: Final = array("b", [shapes.stage(discs) for discs in range(65)])
FIRST: Final = array("i", shapes.FIRST)
WIDTH: Final = array("i", [3 ** len(shape.group) for shape in shapes.SHAPES])
MIRROR: Final = array("i", shapes.MIRROR)
DIGITS: Final = array("b", bytes(11))
WEIGHTS: Final = array("h", bytes(2 * STAGES * SIZE))
OWN_HITS: Final = array("h", bytes(2 * STAGES * shapes.HITS))
OTHER_HITS: Final = array("h", bytes(2 * STAGES * shapes.HITS))
TEMPO: Final = array("h", BY_DISCS)
"""By the number of discs, what is added for the side to move: a stage's weights serve five numbers of them."""

# The moves that are tried at each ply: positions after them, for the other side, with their fields, and their order.

WIDE: Final = 34
PLIES: Final = 68
NEXT_OWN: Final = array("Q", bytes(8 * PLIES * WIDE))
NEXT_OTHER: Final = array("Q", bytes(8 * PLIES * WIDE))
NEXT_AT: Final = array("i", bytes(4 * PLIES * WIDE))
NEXT_KEY: Final = array("i", bytes(4 * PLIES * WIDE))
FIELDS: Final = array("Q", bytes(8 * PLIES * WIDE * WORDS))

# The table of positions: own and other discs, and what is known of them; two entries share a place.

ROOM: Final = 19
TABLE: Final = array("Q", [0]) * (4 << ROOM)
OWN, OTHER, KNOWN = range(3)
EXACT: Final = 100
"""The depth of what is played out."""
EPOCHS: Final = 255
PIECE: Final = (4 << ROOM) // EPOCHS + 1

SHALLOW: Final = array("b", shapes.SHALLOW)
SURE: Final = array("i", shapes.SURE)
"""For each depth two shallower looks; by stage, how far each must lie outside the bounds to spare the deep one."""


# Moves


def ahead(own: u64, over: u64, step: i32) -> u64:
    """The runs of `over` that begin beside an own disc, towards higher squares."""
    run = over & own << step
    run |= over & run << step
    pair = over & over << step
    run |= pair & run << step + step
    return run | pair & run << step + step


def behind(own: u64, over: u64, step: i32) -> u64:
    """The runs of `over` that begin beside an own disc, towards lower squares."""
    run = over & own >> step
    run |= over & run >> step
    pair = over & over >> step
    run |= pair & run >> step + step
    return run | pair & run >> step + step


def moves(own: u64, other: u64) -> u64:
    """The squares on which a disc outflanks another."""
    over = other & INNER
    level = ahead(own, over, 1) << 1 & ALL | behind(own, over, 1) >> 1
    upright = ahead(own, other, 8) << 8 & ALL | behind(own, other, 8) >> 8
    rising = ahead(own, over, 7) << 7 & ALL | behind(own, over, 7) >> 7
    falling = ahead(own, over, 9) << 9 & ALL | behind(own, over, 9) >> 9
    return (level | upright | rising | falling) & ~(own | other) & ALL


def hits(own: u64, other: u64) -> i32:
    """In how many ways, a square with a direction each, a disc can outflank others."""
    over = other & INNER
    free = ~(own | other) & ALL
    return (
        (ahead(own, over, 1) << 1 & free).bit_count()
        + (ahead(own, over, 7) << 7 & free).bit_count()
        + (ahead(own, other, 8) << 8 & free).bit_count()
        + (ahead(own, over, 9) << 9 & free).bit_count()
        + (behind(own, over, 1) >> 1 & free).bit_count()
        + (behind(own, over, 7) >> 7 & free).bit_count()
        + (behind(own, other, 8) >> 8 & free).bit_count()
        + (behind(own, over, 9) >> 9 & free).bit_count()
    )


def flips(own: u64, other: u64, at: i32) -> u64:
    """The discs that a disc on an empty square turns."""
    found = u64(0)
    for line in unrolled(4):
        squares = UP[at * 4 + line]
        stops = squares & ~other
        stop = stops & -stops & own
        found |= squares & stop - u64(stop != 0)
        squares = DOWN[at * 4 + line]
        stop = u64(1) << (squares & ~other | 1).bit_length() - 1 & own & squares
        found |= squares & -(stop + stop)
    return found


def perft(depth: i32) -> i32:
    """How many ways lead so many moves ahead from `POSITION`; a pass is a move."""
    return ways(POSITION[0], POSITION[1], depth)


def ways(own: u64, other: u64, depth: i32) -> i32:
    """How many ways lead so many moves ahead."""
    if depth == 0:
        return 1
    able = moves(own, other)
    if not able:
        return ways(other, own, depth - 1) if moves(other, own) else 1
    if depth == 1:
        return able.bit_count()
    total = 0
    while able:
        at = ctz(able)
        able &= able - 1
        turned = flips(own, other, at)
        total += ways(other ^ turned, own | turned | BIT[at], depth - 1)
    return total


def final(own: u64, other: u64) -> i32:
    """The difference in discs when nobody can move: empty squares count for the winner."""
    mine = own.bit_count()
    theirs = other.bit_count()
    if mine == theirs:
        return 0
    return 64 - 2 * theirs if mine > theirs else 2 * mine - 64


# Values


def unfold(stage: i32) -> None:
    """Lays out a stage's weights from what is stored; of two contents that are mirror images, only one is."""
    taken = 0
    for shape in range(SHAPES):
        first = stage * SIZE + FIRST[shape]
        twin = 0
        for number in range(WIDTH[shape]):
            if twin >= number:
                WEIGHTS[first + number] = FACTORS[shape] * STORED[taken]
                taken += 1
            else:
                WEIGHTS[first + number] = WEIGHTS[first + twin]
            # The next number in digits of three, and its mirror image along with it.
            place = 0
            while DIGITS[place] == 2:
                DIGITS[place] = 0
                twin -= 2 * MIRROR[shape * 11 + place]
                place += 1
            DIGITS[place] += 1
            twin += MIRROR[shape * 11 + place]
        for place in range(11):
            DIGITS[place] = 0
    for count in range(HITS):
        OWN_HITS[stage * HITS + count] = STORED_HITS[count]
        OTHER_HITS[stage * HITS + count] = STORED_HITS[HITS + count]
    STATE[READY] |= 1 << stage


def lay_out(own: u64, other: u64) -> None:
    """The words of a position, into the first place."""
    for word in range(WORDS):
        fields = EMPTY[word]
        for at in range(64):
            if own >> at & 1:
                fields = fields + LAID[at * WORDS + word] & ALL
            elif other >> at & 1:
                fields = fields - LAID[at * WORDS + word] & ALL
        FIELDS[word] = fields


def follow(before: i32, after: i32, at: i32, turned: u64) -> None:
    """The words after a move, for the side then to move."""
    for word in unrolled(WORDS):
        FIELDS[after + word] = BOTH[word] - FIELDS[before + word] - LAID[at * WORDS + word] & ALL
    while turned:
        at = ctz(turned)
        turned &= turned - 1
        for word in unrolled(WORDS):
            FIELDS[after + word] = FIELDS[after + word] - (LAID[at * WORDS + word] << 1) & ALL


def follow_pass(before: i32, after: i32) -> None:
    """The words after a pass."""
    for word in unrolled(WORDS):
        FIELDS[after + word] = BOTH[word] - FIELDS[before + word] & ALL


def value(own: u64, other: u64, fields: i32) -> i32:
    """What a position is worth without looking ahead."""
    STATE[NODES] += 1
    STATE[LEFT] -= 1
    discs = (own | other).bit_count()
    stage = i32(STAGE[discs])
    first = stage * SIZE
    total = i32(TEMPO[discs]) + OWN_HITS[stage * HITS + hits(own, other)] + OTHER_HITS[stage * HITS + hits(other, own)]
    for word in unrolled(WORDS):
        four = FIELDS[fields + word]
        for part in unrolled(4):
            if word * 4 + part < GROUPS:
                total += WEIGHTS[first + BEGIN[word * 4 + part] + i32(four >> 16 * part & 65535)]
    return total


def value_now() -> i32:
    """What `POSITION` is worth without looking ahead."""
    lay_out(POSITION[0], POSITION[1])
    return value(POSITION[0], POSITION[1], 0)


# The table of positions. What is known: the least and the most a position is worth, the best move, depth and age.


def home(own: u64, other: u64) -> i32:
    """Where a position may be kept: there, or in the entry beside it."""
    mixed = (own * 0x9E3779B97F4A7C15 ^ other * 0xC2B2AE3D27D4EB4F) & ALL
    mixed = (mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9 & ALL
    return i32(mixed >> 64 - ROOM) << 2


def entry(own: u64, other: u64) -> i32:
    """Where a position is kept, -1 if it is not."""
    at = home(own, other)
    for _ in unrolled(2):
        if TABLE[at + OWN] == own and TABLE[at + OTHER] == other and i32(TABLE[at + KNOWN] >> 56) == STATE[EPOCH]:
            return at
        at ^= 4
    return -1


def least(known: u64) -> i32:
    """What a position is worth at least."""
    return i32(known & 65535) - 32768


def most(known: u64) -> i32:
    """What a position is worth at most."""
    return i32(known >> 16 & 65535) - 32768


def move_of(known: u64) -> i32:
    """The move that was best, -1 for none."""
    return i32(known >> 32 & 255) - 1


def depth_of(known: u64) -> i32:
    """How many moves ahead was looked."""
    return i32(known >> 40 & 255)


def keep(own: u64, other: u64, depth: i32, low: i32, high: i32, move: i32) -> None:
    """Keeps bounds and a move, in place of what is least worth keeping: what is old, then what is shallow."""
    at = home(own, other)
    beside = at ^ 4
    there = entry(own, other)
    if there < 0:
        if worth_keeping(beside) < worth_keeping(at):
            at = beside
    else:
        at = there
        known = TABLE[at + KNOWN]
        if depth_of(known) > depth:
            TABLE[at + KNOWN] = known & 0xFF00FFFFFFFFFFFF | u64(STATE[AGE]) << 48 & ALL
            return
        if depth_of(known) == depth:
            if least(known) > low and least(known) <= high:
                low = least(known)
            if most(known) < high and most(known) >= low:
                high = most(known)
            if move < 0:
                move = move_of(known)
    TABLE[at + OWN] = own
    TABLE[at + OTHER] = other
    TABLE[at + KNOWN] = (
        u64(low + 32768)
        | u64(high + 32768) << 16 & ALL
        | u64(move + 1) << 32 & ALL
        | u64(depth) << 40 & ALL
        | u64(STATE[AGE]) << 48 & ALL
        | u64(STATE[EPOCH]) << 56 & ALL
    )


def worth_keeping(at: i32) -> i32:
    """The greater, the longer an entry stays: what is new, then what is deep; results are as deep as they are far."""
    known = TABLE[at + KNOWN]
    if i32(known >> 56) != STATE[EPOCH]:
        return 0
    depth = depth_of(known)
    if depth == EXACT:
        depth = 70 - (TABLE[at + OWN] | TABLE[at + OTHER]).bit_count()
    return depth + (256 if i32(known >> 48 & 255) == STATE[AGE] else 0)


def age() -> None:
    """What is in the table now gives way to what comes."""
    STATE[AGE] = STATE[AGE] + 1 & 255


def forget() -> None:
    """Nothing that is in the table counts any more.

    Emptying it would take too long at once. Entries carry the number of their epoch instead, which comes again after
    `EPOCHS`, and until then a piece of the table is emptied each time.
    """
    STATE[AGE] = 0
    STATE[EPOCH] = STATE[EPOCH] % EPOCHS + 1
    first = (STATE[EPOCH] - 1) * PIECE
    for at in range(first, min(first + PIECE, 4 << ROOM)):
        TABLE[at] = 0


def best_known() -> i32:
    """The best move that the table knows for `POSITION`, -1 for none."""
    at = entry(POSITION[0], POSITION[1])
    return move_of(TABLE[at + KNOWN]) if at >= 0 else -1


# Looking ahead


def look_ahead(depth: i32, low: i32, high: i32, nodes: i32) -> i32:
    """What `POSITION` is worth so many moves ahead: true between `low` and `high`, else a bound."""
    begin(nodes)
    lay_out(POSITION[0], POSITION[1])
    return look(POSITION[0], POSITION[1], 0, 1, depth, low, high)


def begin(nodes: i32) -> None:
    """Before a search of so many nodes."""
    STATE[NODES] = 0
    STATE[LEFT] = nodes
    STATE[STOPPED] = 0


def spread(own: u64, other: u64, able: u64, fields: i32, ply: i32) -> i32:
    """Writes the positions after these moves into the row of a ply, with their fields if there are any; how many."""
    row = ply * WIDE
    count = 0
    while able:
        at = ctz(able)
        able &= able - 1
        turned = flips(own, other, at)
        NEXT_OWN[row + count] = other ^ turned
        NEXT_OTHER[row + count] = own | turned | BIT[at]
        NEXT_AT[row + count] = at
        if fields >= 0:
            follow(fields, (row + count) * WORDS, at, turned)
        count += 1
    return count


def least_key(row: i32, count: i32) -> i32:
    """Which of the moves of a row comes next; it is marked as done."""
    chosen = row
    for one in range(row + 1, row + count):
        if NEXT_KEY[one] < NEXT_KEY[chosen]:
            chosen = one
    NEXT_KEY[chosen] = FAR + FAR
    return chosen


def look_one(own: u64, other: u64, able: u64, fields: i32, ply: i32, high: i32) -> i32:
    """The value one move ahead, cut off at `high`."""
    best = -FAR
    spare = ply * WIDE * WORDS
    while able:
        at = ctz(able)
        able &= able - 1
        turned = flips(own, other, at)
        follow(fields, spare, at, turned)
        worth = -value(other ^ turned, own | turned | BIT[at], spare)
        if worth > best:
            best = worth
            if worth >= high:
                break
    return best


def look(own: u64, other: u64, fields: i32, ply: i32, depth: i32, low: i32, high: i32) -> i32:
    """The value so many moves ahead: true between `low` and `high`, else a bound that may be closer than these."""
    if depth <= 0:
        return value(own, other, fields)
    able = moves(own, other)
    if not able:
        if not moves(other, own):
            return UNIT * final(own, other)
        follow_pass(fields, ply * WIDE * WORDS)
        return -look(other, own, ply * WIDE * WORDS, ply + 1, depth, -high, -low)
    if depth == 1:
        return look_one(own, other, able, fields, ply, high)
    if STATE[LEFT] < 0:
        STATE[STOPPED] = 1
        return 0
    guess = -1
    at = entry(own, other)
    if at >= 0:
        known = TABLE[at + KNOWN]
        guess = move_of(known)
        if depth_of(known) >= depth:
            scale = UNIT if depth_of(known) == EXACT else 1
            if scale * least(known) >= high or least(known) == most(known):
                return scale * least(known)
            if scale * most(known) <= low:
                return scale * most(known)
    if depth > 2 and high - low == 1:
        # Multi-ProbCut: a shallower look that lies far enough outside the bounds is all but certain (Buro 1995, 1997).
        now = value(own, other, fields)
        stage = i32(STAGE[(own | other).bit_count()])
        for turn in unrolled(2):
            place = 2 * min(depth, 31) + turn
            shallow = i32(SHALLOW[place])
            sure = SURE[64 * stage + place]
            if sure < FAR:
                if now >= high:
                    if look(own, other, fields, ply, shallow, high + sure - 1, high + sure) >= high + sure:
                        return 0 if STATE[STOPPED] else high
                elif look(own, other, fields, ply, shallow, low - sure, low - sure + 1) <= low - sure:
                    return 0 if STATE[STOPPED] else low
                if STATE[STOPPED]:
                    return 0
    row = ply * WIDE
    count = spread(own, other, able, fields, ply)
    if depth > 3:
        # Enhanced transposition cut-off: a position that one of the moves leads to may be known to be good enough.
        for one in range(row, row + count):
            at = entry(NEXT_OWN[one], NEXT_OTHER[one])
            if at >= 0:
                known = TABLE[at + KNOWN]
                looked = depth_of(known)
                if depth - 1 <= looked < EXACT and -most(known) >= high:
                    return -most(known)
    for one in range(row, row + count):
        if NEXT_AT[one] == guess:
            NEXT_KEY[one] = -FAR
        elif depth == 2:
            NEXT_KEY[one] = moves(NEXT_OWN[one], NEXT_OTHER[one]).bit_count()
        else:
            NEXT_KEY[one] = value(NEXT_OWN[one], NEXT_OTHER[one], one * WORDS)
    best = -FAR
    move = -1
    floor = low
    for turn in range(count):
        one = least_key(row, count)
        worth = -FAR
        if turn > 0:
            worth = -look(NEXT_OWN[one], NEXT_OTHER[one], one * WORDS, ply + 1, depth - 1, -floor - 1, -floor)
        if turn == 0 or floor < worth < high:
            worth = -look(NEXT_OWN[one], NEXT_OTHER[one], one * WORDS, ply + 1, depth - 1, -high, -floor)
        if STATE[STOPPED]:
            return 0
        if worth > best:
            best = worth
            move = NEXT_AT[one]
            if worth > floor:
                floor = worth
                if worth >= high:
                    break
    keep(own, other, depth, best if best > low else -FAR, best if best < high else FAR, move)
    return best


# Playing out

FEW: Final = 6
"""With so many empty squares or fewer, sorting moves and keeping positions costs more than it saves."""
ASKED: Final = 9
"""With so many or more, the table is asked about the positions after each move."""
WEIGHED: Final = 11
"""With so many or more, moves are sorted by values too, ..."""
LOOKED: Final = 15
"""... with so many or more by values some moves ahead."""
CORNERS: Final = 0x8100000000000081


def play_out(low: i32, high: i32, nodes: i32) -> i32:
    """The result of `POSITION` with best play: true between `low` and `high`, else a bound."""
    begin(nodes)
    empty = ~(POSITION[0] | POSITION[1]) & ALL
    left = empty.bit_count()
    odd = 0
    while empty:
        odd ^= QUARTER[ctz(empty)]
        empty &= empty - 1
    lay_out(POSITION[0], POSITION[1])
    return solve(POSITION[0], POSITION[1], 0, 1, odd, left, low, high)


def solve(own: u64, other: u64, fields: i32, ply: i32, odd: i32, left: i32, low: i32, high: i32) -> i32:
    """The result with `left` empty squares, true between `low` and `high`, else a bound.

    `odd` are the quarters of the board in which the number of empty squares is odd: whoever moves there first also
    moves there last.
    """
    if left <= FEW:
        return solve_few(own, other, ~(own | other) & ALL, odd, left, low, high)
    STATE[NODES] += 1
    STATE[LEFT] -= 1
    if STATE[LEFT] < 0:
        STATE[STOPPED] = 1
        return 0
    able = moves(own, other)
    if not able:
        if not moves(other, own):
            return final(own, other)
        if left >= WEIGHED:
            follow_pass(fields, ply * WIDE * WORDS)
        return -solve(other, own, ply * WIDE * WORDS, ply + 1, odd, left, -high, -low)
    if 64 - 2 * other.bit_count() <= low:
        worth = 64 - 2 * stable(other, own | other)
        if worth <= low:
            return worth
    guess = -1
    at = entry(own, other)
    if at >= 0:
        known = TABLE[at + KNOWN]
        guess = move_of(known)
        if depth_of(known) == EXACT:
            if least(known) >= high or least(known) == most(known):
                return least(known)
            if most(known) <= low:
                return most(known)
    row = ply * WIDE
    count = spread(own, other, able, fields if left >= WEIGHED else -1, ply)
    known_best = -1
    for one in range(row, row + count):
        if left >= ASKED:
            at = entry(NEXT_OWN[one], NEXT_OTHER[one])
            if at >= 0:
                known = TABLE[at + KNOWN]
                if depth_of(known) == EXACT and -most(known) >= high:
                    return -most(known)
        if NEXT_AT[one] == guess:
            known_best = one
    best = -MOST - 1
    move = -1
    floor = low
    for turn in range(count):
        # The move that was best before comes first; often it is enough, and the others need not be sorted.
        if turn == 0 and known_best >= 0:
            one = known_best
        else:
            if turn == 0 or (turn == 1 and known_best >= 0):
                for each in range(row, row + count):
                    NEXT_KEY[each] = FAR + FAR if each == known_best else promise(each, odd, left, ply)
            one = least_key(row, count)
        rest = odd ^ QUARTER[NEXT_AT[one]]
        worth = -FAR
        if turn > 0:
            worth = -solve(NEXT_OWN[one], NEXT_OTHER[one], one * WORDS, ply + 1, rest, left - 1, -floor - 1, -floor)
        if turn == 0 or floor < worth < high:
            worth = -solve(NEXT_OWN[one], NEXT_OTHER[one], one * WORDS, ply + 1, rest, left - 1, -high, -floor)
        if STATE[STOPPED]:
            return 0
        if worth > best:
            best = worth
            move = NEXT_AT[one]
            if worth > floor:
                floor = worth
                if worth >= high:
                    break
    keep(own, other, EXACT, best if best > low else -MOST, best if best < high else MOST, move)
    return best


def promise(one: i32, odd: i32, left: i32, ply: i32) -> i32:
    """The less, the better a move of a row promises to be: few answers ("fastest first"), corners, odd quarters."""
    there = NEXT_OWN[one]
    here = NEXT_OTHER[one]
    key = 4 * moves(there, here).bit_count() - (4 if odd & QUARTER[NEXT_AT[one]] else 0)
    if BIT[NEXT_AT[one]] & CORNERS:
        key -= 6
    if left >= LOOKED:
        key += 2 * look(there, here, one * WORDS, ply + 1, 3 if left > 18 else 2, -FAR, FAR) >> 6
    elif left >= WEIGHED:
        key += 2 * value(there, here, one * WORDS) >> 6
    return key


LEFT_SIDE: Final = 0x0101010101010101
RIGHT_SIDE: Final = 0x8080808080808080
TOP_SIDE: Final = 0xFF
LOW_SIDE: Final = 0xFF00000000000000


def stable(discs: u64, taken: u64) -> i32:
    """How many of these discs can certainly never be turned: on each line through them, no end can be outflanked.

    That is so where a line is full, ends beside the disc, or goes on there with a disc that is stable itself.
    """
    empty = ~taken & ALL
    up = empty
    down = empty
    level = empty | empty >> 1 & 0x7F7F7F7F7F7F7F7F
    level |= level >> 2 & 0x3F3F3F3F3F3F3F3F
    level |= level >> 4 & 0x0F0F0F0F0F0F0F0F
    flat = ~((level & LEFT_SIDE) * 255) & ALL
    tall = empty | empty >> 8 | (empty << 8 & ALL)
    tall |= tall >> 16 | (tall << 16 & ALL)
    tall |= tall >> 32 | (tall << 32 & ALL)
    tall = ~tall & ALL
    # Diagonals: squares are carried along them, by one, two and four steps, and never round the sides.
    up |= up << 9 & 0xFEFEFEFEFEFEFE00 | up >> 9 & 0x007F7F7F7F7F7F7F
    up |= up << 18 & 0xFCFCFCFCFCFC0000 | up >> 18 & 0x00003F3F3F3F3F3F
    up |= up << 36 & 0xF0F0F0F000000000 | up >> 36 & 0x000000000F0F0F0F
    down |= down << 7 & 0x7F7F7F7F7F7F7F00 | down >> 7 & 0x00FEFEFEFEFEFEFE
    down |= down << 14 & 0x3F3F3F3F3F3F0000 | down >> 14 & 0x0000FCFCFCFCFCFC
    down |= down << 28 & 0x0F0F0F0F00000000 | down >> 28 & 0x00000000F0F0F0F0
    flat |= LEFT_SIDE | RIGHT_SIDE
    tall |= TOP_SIDE | LOW_SIDE
    up = ~up & ALL | LEFT_SIDE | RIGHT_SIDE | TOP_SIDE | LOW_SIDE
    down = ~down & ALL | LEFT_SIDE | RIGHT_SIDE | TOP_SIDE | LOW_SIDE
    found = u64(0)
    more = discs & flat & tall & up & down
    while more != found:
        found = more
        more = (
            discs
            & (flat | found << 1 | found >> 1)
            & (tall | found << 8 | found >> 8)
            & (up | found << 9 | found >> 9)
            & (down | found << 7 | found >> 7)
        )
    return found.bit_count()


def solve_few(own: u64, other: u64, empty: u64, odd: i32, left: i32, low: i32, high: i32) -> i32:
    """The result with few empty squares: those in odd quarters first, nothing sorted, nothing kept."""
    if left <= 4:
        return solve_last(own, other, empty, odd, left, low, high)
    STATE[NODES] += 1
    STATE[LEFT] -= 1
    best = -MOST - 1
    for half in unrolled(2):
        squares = empty & (IN_QUARTERS[odd] if half == 0 else IN_QUARTERS[15 ^ odd])
        while squares:
            at = ctz(squares)
            squares &= squares - 1
            if BESIDE[at] & other:
                turned = flips(own, other, at)
                if turned:
                    worth = -solve_few(
                        other ^ turned,
                        own | turned | BIT[at],
                        empty ^ BIT[at],
                        odd ^ QUARTER[at],
                        left - 1,
                        -high,
                        -low,
                    )
                    if worth > best:
                        best = worth
                        if worth > low:
                            low = worth
                            if worth >= high:
                                return best
    if best >= -MOST:
        return best
    if moves(other, own):
        return -solve_few(other, own, empty, odd, left, -high, -low)
    return final(own, other)


def solve_last(own: u64, other: u64, empty: u64, odd: i32, left: i32, low: i32, high: i32) -> i32:
    """The result with four empty squares or fewer."""
    if left == 0:
        return final(own, other)
    first = empty & IN_QUARTERS[odd]
    if not first:
        first = empty
    one = ctz(first)
    empty ^= BIT[one]
    first &= empty
    if left == 1:
        return last_one(own, other, one)
    if not first:
        first = empty
    two = ctz(first)
    empty ^= BIT[two]
    first &= empty
    if left == 2:
        return last_two(own, other, one, two, low, high)
    if not first:
        first = empty
    three = ctz(first)
    empty ^= BIT[three]
    if left == 3:
        return last_three(own, other, one, two, three, low, high)
    return last_four(own, other, one, two, three, ctz(empty), low, high)


def last_four(own: u64, other: u64, one: i32, two: i32, three: i32, four: i32, low: i32, high: i32) -> i32:
    """The result with four empty squares, tried in this order."""
    STATE[NODES] += 1
    STATE[LEFT] -= 1
    best = -MOST - 1
    for _ in range(4):
        if BESIDE[one] & other:
            turned = flips(own, other, one)
            if turned:
                worth = -last_three(other ^ turned, own | turned | BIT[one], two, three, four, -high, -low)
                if worth > best:
                    best = worth
                    if worth > low:
                        low = worth
                        if worth >= high:
                            return best
        one, two, three, four = two, three, four, one
    if best >= -MOST:
        return best
    if moves(other, own):
        return -last_four(other, own, one, two, three, four, -high, -low)
    return final(own, other)


def last_three(own: u64, other: u64, one: i32, two: i32, three: i32, low: i32, high: i32) -> i32:
    """The result with three empty squares; one that is alone in its quarter is tried first."""
    STATE[NODES] += 1
    if QUARTER[one] == QUARTER[two]:
        one, three = three, one
    elif QUARTER[one] == QUARTER[three]:
        one, two = two, one
    best = -MOST - 1
    for _ in range(3):
        if BESIDE[one] & other:
            turned = flips(own, other, one)
            if turned:
                worth = -last_two(other ^ turned, own | turned | BIT[one], two, three, -high, -low)
                if worth > best:
                    best = worth
                    if worth > low:
                        low = worth
                        if worth >= high:
                            return best
        one, two, three = two, three, one
    if best >= -MOST:
        return best
    if moves(other, own):
        return -last_three(other, own, one, two, three, -high, -low)
    return final(own, other)


def last_two(own: u64, other: u64, one: i32, two: i32, low: i32, high: i32) -> i32:
    """The result with two empty squares."""
    STATE[NODES] += 1
    best = -MOST - 1
    if BESIDE[one] & other:
        turned = flips(own, other, one)
        if turned:
            best = -last_one(other ^ turned, own | turned | BIT[one], two)
            if best >= high:
                return best
    if BESIDE[two] & other:
        turned = flips(own, other, two)
        if turned:
            best = max(best, -last_one(other ^ turned, own | turned | BIT[two], one))
    if best >= -MOST:
        return best
    if moves(other, own):
        return -last_two(other, own, one, two, -high, -low)
    return final(own, other)


def last_one(own: u64, other: u64, at: i32) -> i32:
    """The result with one empty square."""
    STATE[NODES] += 1
    mine = own.bit_count()
    turned = flips(own, other, at)
    if turned:
        return 2 * (mine + turned.bit_count() + 1) - 64
    turned = flips(other, own, at)
    if turned:
        return 2 * (mine - turned.bit_count()) - 64
    return 2 * mine - 62 if mine >= 32 else 2 * mine - 64
