"""Reversi's kernel, compiled to WebAssembly: move generation, evaluation, alpha-beta search and an endgame solver.

A position is two masks, the discs of the side to move (`own`) and of the other side (`other`). Square a1 is bit 0.
Values are for the side to move: in 64ths of a disc (`UNIT`) for the search, in whole discs for the solver.

A search stops when its node limit is used up. `STATE[STOPPED]` is then 1, and its result is meaningless. Its findings
stay in the transposition table, so the same search, called again, soon reaches the point where it stopped.
"""

from __future__ import annotations

from typing import Final

from chowk.engine.kernel.types import ALL, array, ctz, i32, u64, unrolled
from chowk.games.reversi.engine import kernel_shapes as shapes
from chowk.games.reversi.engine.kernel_tempo import BY_DISCS

EXPORTS: Final = (
    *("perft", "unfold", "value_now", "look_ahead", "play_out", "best_known", "age", "forget"),
    *("POSITION", "STATE", "NODES", "STOPPED", "READY", "STORED", "FACTORS", "STORED_HITS"),
    *("UNIT", "FAR", "MOST", "SHAPES", "STAGES", "SURE", "TEMPO"),
)
"""The functions, arrays and constants that the host, the Python program that calls the kernel, may use."""

UNIT: Final = 64
"""Number of units of a search value in one disc."""
FAR: Final = 10_000
"""A number greater than any value of the search, which uses it as an infinite bound."""
MOST: Final = 64
"""Maximum final difference in discs. Empty squares count for the winner."""
INNER: Final = 0x7E7E7E7E7E7E7E7E
"""The squares that are on neither the a-file nor the h-file."""

# The host writes these before a call and reads them after it.

POSITION: Final = array("Q", bytes(8 * 2))
"""The position to search: the mask of the side to move, then that of the other side."""
STATE: Final = array("i", bytes(4 * 6))
NODES, LEFT, STOPPED, AGE, READY, EPOCH = range(6)
"""Indices in `STATE`.

In order: nodes visited in this call; nodes left; 1 if the search stopped; the age of the transposition table; a bit for
each stage of the game whose weights are in `WEIGHTS`; the epoch of the table, which is part of each valid entry.
"""

STORED: Final = array("b", bytes(shapes.STORED))
FACTORS: Final = array("i", bytes(4 * len(shapes.SHAPES)))
STORED_HITS: Final = array("h", bytes(2 * 2 * shapes.HITS))
"""The stored values of hits, for one stage of the game.

A hit is a pair of an empty square and a direction in which a disc on the square outflanks others. `STORED` and
`FACTORS` hold the rest of the stage: a signed byte for each weight, and a factor for each pattern.
"""

# Squares and lines.

BIT: Final = array("Q", [1 << square for square in range(64)])
"""For each square: the mask that contains only this square."""
UP: Final = array("Q", [shapes.ray(square, step, 1) for square in range(64) for step in shapes.STEPS])
DOWN: Final = array("Q", [shapes.ray(square, step, -1) for square in range(64) for step in shapes.STEPS])
"""For each square and each of the four lines through it: the mask of the line's squares with lower numbers.

`UP` holds the masks of the line's squares with higher numbers.
"""
BESIDE: Final = array("Q", [shapes.beside(square) for square in range(64)])
"""For each square: the mask of its neighbours."""
QUARTER: Final = array("b", [1 << square // 32 * 2 + square % 8 // 4 for square in range(64)])
"""For each square: its quarter of the board, as one of four bits."""
IN_QUARTERS: Final = array(
    "Q", [sum(1 << square for square in range(64) if quarters & QUARTER[square]) for quarters in range(16)]
)
"""For each set of quarters of the board, as four bits: the mask of its squares."""

# Patterns (see `kernel_shapes`): the content of each group of squares is a number of up to 16 bits, called its field. A
# word holds four fields, so that one addition changes four fields for a disc. Words are updated from move to move.

SHAPES: Final = len(shapes.SHAPES)
GROUPS: Final = len(shapes.GROUPS)
WORDS: Final = (GROUPS + 3) // 4
HITS: Final = shapes.HITS
SIZE: Final = shapes.SIZE
STAGES: Final = shapes.STAGES
EMPTY: Final = array("Q", shapes.EMPTY)
BOTH: Final = array("Q", [2 * word for word in shapes.EMPTY])
"""For each word: the sum of its values for the two sides, which is the same in every position.

So the word of the one side gives that of the other. A word packs the contents of four groups of squares; see
`kernel_shapes`.
"""
LAID: Final = array("Q", shapes.LAID)
"""For each square and word: the number that an own disc on the square, empty before, adds to the word.

A word packs the contents of four groups of squares; see `kernel_shapes`.
"""
BEGIN: Final = array("i", [shapes.FIRST[number] for number, _ in shapes.GROUPS] + [0, 0, 0])
"""For each group of squares: the index of the first weight of its pattern."""
STAGE: Final = array("b", [shapes.stage(discs) for discs in range(65)])
"""For each number of discs on the board: the stage of the game, which decides the weights."""
FIRST: Final = array("i", shapes.FIRST)
"""For each pattern: the index of its first weight in a stage."""
WIDTH: Final = array("i", [3 ** len(shape.group) for shape in shapes.SHAPES])
"""For each pattern: the number of its weights."""
MIRROR: Final = array("i", shapes.MIRROR)
DIGITS: Final = array("b", bytes(11))
"""The digits of a number in base three, the lowest first. `unfold` uses them to count."""
WEIGHTS: Final = array("h", bytes(2 * STAGES * SIZE))
"""The weights of all stages with mirror images included, in search units."""
OWN_HITS: Final = array("h", bytes(2 * STAGES * shapes.HITS))
"""By stage and number of hits: the value of these hits for the side to move. `OTHER_HITS` is for the other side.

A hit is a pair of an empty square and a direction in which a disc on the square outflanks others.
"""
OTHER_HITS: Final = array("h", bytes(2 * STAGES * shapes.HITS))
TEMPO: Final = array("h", BY_DISCS)
"""For each number of discs on the board: the value of being the side to move.

It corrects the weights, because five disc counts share the same weights.
"""

# The children of the position at each ply (the positions after its moves, seen by the other side): masks, squares of
# the moves, sort keys, static values (`FAR` if not computed), and words of fields.

WIDE: Final = 34
"""Maximum number of children of a position, which are the positions after its moves."""
PLIES: Final = 68
"""Maximum number of plies of a search."""
NEXT_OWN: Final = array("Q", bytes(8 * PLIES * WIDE))
NEXT_OTHER: Final = array("Q", bytes(8 * PLIES * WIDE))
NEXT_AT: Final = array("i", bytes(4 * PLIES * WIDE))
NEXT_KEY: Final = array("i", bytes(4 * PLIES * WIDE))
NEXT_VALUE: Final = array("i", bytes(4 * PLIES * WIDE))
FIELDS: Final = array("Q", bytes(8 * PLIES * WIDE * WORDS))

# The transposition table: own discs, other discs, and a packed entry. A position may be in one of two slots.

ROOM: Final = 19
"""The binary logarithm of the number of slots in the transposition table."""
TABLE: Final = array("Q", [0]) * (4 << ROOM)
OWN, OTHER, KNOWN = range(3)
"""Offsets in a slot of the own discs, the other discs, and the packed entry."""
EXACT: Final = 100
"""The depth in an entry of the transposition table that the endgame solver made."""
EPOCHS: Final = 255
"""The number of different epochs. After that many calls of `forget`, the numbers of epochs repeat.

An epoch is the time between two calls of `forget`.
"""
PIECE: Final = (4 << ROOM) // EPOCHS + 1
"""Number of words of the transposition table that one call of `forget` empties."""

SHALLOW: Final = array("b", shapes.SHALLOW)
SURE: Final = array("i", shapes.SURE)
"""Margins of Multi-ProbCut: a shallower search whose result is this far outside the window replaces the deep search.

They are in search units, by stage, depth, and which of the two shallower searches. `SHALLOW` holds, for each depth, the
depths of these two searches.
"""


# Moves


def ahead(own: u64, over: u64, step: i32) -> u64:
    """Return the mask of the discs in `over` that form an unbroken line beginning next to an own disc.

    The line goes in the direction in which the numbers of squares rise by `step`. It may end anywhere.
    """
    run = over & own << step
    run |= over & run << step
    pair = over & over << step
    run |= pair & run << step + step
    return run | pair & run << step + step


def behind(own: u64, over: u64, step: i32) -> u64:
    """Return the mask of the discs in `over` that form an unbroken line beginning next to an own disc.

    The line goes in the direction in which the numbers of squares fall by `step`. It may end anywhere.
    """
    run = over & own >> step
    run |= over & run >> step
    pair = over & over >> step
    run |= pair & run >> step + step
    return run | pair & run >> step + step


def moves(own: u64, other: u64) -> u64:
    """Return the mask of the squares on which an own disc would outflank discs of the other side."""
    over = other & INNER
    level = ahead(own, over, 1) << 1 & ALL | behind(own, over, 1) >> 1
    upright = ahead(own, other, 8) << 8 & ALL | behind(own, other, 8) >> 8
    rising = ahead(own, over, 7) << 7 & ALL | behind(own, over, 7) >> 7
    falling = ahead(own, over, 9) << 9 & ALL | behind(own, over, 9) >> 9
    return (level | upright | rising | falling) & ~(own | other) & ALL


def hits(own: u64, other: u64) -> i32:
    """Count the pairs of an empty square and a direction in which a disc on that square outflanks others."""
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


def flips(own: u64, other: u64, square: i32) -> u64:
    """Return the mask of the discs that an own disc turns if it is laid on the empty square `square`."""
    turned = u64(0)
    for line in unrolled(4):
        squares = UP[square * 4 + line]
        stops = squares & ~other
        stop = stops & -stops & own
        turned |= squares & stop - u64(stop != 0)
        squares = DOWN[square * 4 + line]
        stop = u64(1) << (squares & ~other | 1).bit_length() - 1 & own & squares
        turned |= squares & -(stop + stop)
    return turned


def perft(depth: i32) -> i32:
    """Count the move sequences of `depth` plies from `POSITION`. A pass is a move."""
    return count_paths(POSITION[0], POSITION[1], depth)


def count_paths(own: u64, other: u64, depth: i32) -> i32:
    """Count the move sequences of `depth` plies from a position. A pass is a move."""
    if depth == 0:
        return 1
    move_mask = moves(own, other)
    if not move_mask:
        return count_paths(other, own, depth - 1) if moves(other, own) else 1
    if depth == 1:
        return move_mask.bit_count()
    total = 0
    while move_mask:
        square = ctz(move_mask)
        move_mask &= move_mask - 1
        turned = flips(own, other, square)
        total += count_paths(other ^ turned, own | turned | BIT[square], depth - 1)
    return total


def final_score(own: u64, other: u64) -> i32:
    """Return the final difference in discs for the side with the discs `own`. Empty squares count for the winner."""
    mine = own.bit_count()
    theirs = other.bit_count()
    if mine == theirs:
        return 0
    return 64 - 2 * theirs if mine > theirs else 2 * mine - 64


# Values


def unfold(stage: i32) -> None:
    """Compute all weights of a stage of the game from the stored weights, and write them into `WEIGHTS`.

    A stored weight serves two contents of a pattern (a group of squares) if they are mirror images of each other.
    """
    stored_index = 0
    for shape in range(SHAPES):
        first_weight = stage * SIZE + FIRST[shape]
        twin = 0
        for number in range(WIDTH[shape]):
            if twin >= number:
                WEIGHTS[first_weight + number] = FACTORS[shape] * STORED[stored_index]
                stored_index += 1
            else:
                WEIGHTS[first_weight + number] = WEIGHTS[first_weight + twin]
            # Count up in base 3. Keep the mirror image of the number up to date.
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


def compute_fields(own: u64, other: u64) -> None:
    """Compute the first `WORDS` numbers of `FIELDS` for a position.

    Each number packs the contents of four groups of squares; see `kernel_shapes`.
    """
    for word in range(WORDS):
        fields = EMPTY[word]
        for square in range(64):
            if own >> square & 1:
                fields = fields + LAID[square * WORDS + word] & ALL
            elif other >> square & 1:
                fields = fields - LAID[square * WORDS + word] & ALL
        FIELDS[word] = fields


def update_fields(before: i32, after: i32, square: i32, turned: u64) -> None:
    """Compute the words of the position after a move, for the side to move next.

    A word packs the contents of four groups of squares; see `kernel_shapes`. `before` and `after` are the indices in
    `FIELDS` of the old and the new words. `turned` is the mask of the discs that the move turns.
    """
    for word in unrolled(WORDS):
        FIELDS[after + word] = BOTH[word] - FIELDS[before + word] - LAID[square * WORDS + word] & ALL
    while turned:
        square = ctz(turned)
        turned &= turned - 1
        for word in unrolled(WORDS):
            FIELDS[after + word] = FIELDS[after + word] - (LAID[square * WORDS + word] << 1) & ALL


def update_fields_after_pass(before: i32, after: i32) -> None:
    """Compute the words of the position after a pass, which swaps own discs and the other side's discs.

    A word packs the contents of four groups of squares; see `kernel_shapes`. `before` and `after` are the indices in
    `FIELDS` of the old and the new words.
    """
    for word in unrolled(WORDS):
        FIELDS[after + word] = BOTH[word] - FIELDS[before + word] & ALL


def evaluate(own: u64, other: u64, fields: i32) -> i32:
    """Return the static value of a position.

    `fields` is the index in `FIELDS` of the position's words, which pack the contents of its groups of squares.
    """
    STATE[NODES] += 1
    STATE[LEFT] -= 1
    discs = (own | other).bit_count()
    stage = i32(STAGE[discs])
    first_weight = stage * SIZE
    total = i32(TEMPO[discs]) + OWN_HITS[stage * HITS + hits(own, other)] + OTHER_HITS[stage * HITS + hits(other, own)]
    for word in unrolled(WORDS):
        four = FIELDS[fields + word]
        for lane in unrolled(4):
            if word * 4 + lane < GROUPS:
                total += WEIGHTS[first_weight + BEGIN[word * 4 + lane] + i32(four >> 16 * lane & 65535)]
    return total


def value_now() -> i32:
    """Return the static value of `POSITION`."""
    compute_fields(POSITION[0], POSITION[1])
    return evaluate(POSITION[0], POSITION[1], 0)


# The transposition table. A packed entry holds lower and upper bound, best move, depth, age and epoch.


def entry_slot(own: u64, other: u64) -> i32:
    """Return the index in the transposition table (`TABLE`) of the first of a position's two slots."""
    mixed = (own * 0x9E3779B97F4A7C15 ^ other * 0xC2B2AE3D27D4EB4F) & ALL
    mixed = (mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9 & ALL
    return i32(mixed >> 64 - ROOM) << 2


def find_entry(own: u64, other: u64) -> i32:
    """Return the index of a position's slot in the transposition table (`TABLE`), or -1 if the position has none."""
    slot = entry_slot(own, other)
    for _ in unrolled(2):
        if TABLE[slot + OWN] == own and TABLE[slot + OTHER] == other and i32(TABLE[slot + KNOWN] >> 56) == STATE[EPOCH]:
            return slot
        slot ^= 4
    return -1


def lower_bound(packed: u64) -> i32:
    """Return the lower bound in a packed entry of the transposition table.

    The unit is that of the search, or a whole disc if the endgame solver made the entry.
    """
    return i32(packed & 65535) - 32768


def upper_bound(packed: u64) -> i32:
    """Return the upper bound in a packed entry of the transposition table.

    The unit is that of the search, or a whole disc if the endgame solver made the entry.
    """
    return i32(packed >> 16 & 65535) - 32768


def entry_move(packed: u64) -> i32:
    """Return the square of the best move in a packed entry of the transposition table, or -1 if it has no move."""
    return i32(packed >> 32 & 255) - 1


def entry_depth(packed: u64) -> i32:
    """Return the search depth of a packed entry of the transposition table.

    It is `EXACT` if the endgame solver made the entry.
    """
    return i32(packed >> 40 & 255)


def store_entry(own: u64, other: u64, depth: i32, lower: i32, upper: i32, move: i32) -> None:
    """Store both bounds of a position's value and its best move in the transposition table. `move` is -1 if unknown.

    If the table has an entry from a deeper search, keep that entry and only give it the current age. If it has one of
    the same depth, keep the closer bounds of both. If it has one from a shallower search, replace it. If it has none,
    use the one of the position's two slots whose present entry has the lower priority (`replacement_priority`).
    """
    slot = entry_slot(own, other)
    beside = slot ^ 4
    present = find_entry(own, other)
    if present < 0:
        if replacement_priority(beside) < replacement_priority(slot):
            slot = beside
    else:
        slot = present
        packed = TABLE[slot + KNOWN]
        if entry_depth(packed) > depth:
            TABLE[slot + KNOWN] = packed & 0xFF00FFFFFFFFFFFF | u64(STATE[AGE]) << 48 & ALL
            return
        if entry_depth(packed) == depth:
            if lower_bound(packed) > lower and lower_bound(packed) <= upper:
                lower = lower_bound(packed)
            if upper_bound(packed) < upper and upper_bound(packed) >= lower:
                upper = upper_bound(packed)
            if move < 0:
                move = entry_move(packed)
    TABLE[slot + OWN] = own
    TABLE[slot + OTHER] = other
    TABLE[slot + KNOWN] = (
        u64(lower + 32768)
        | u64(upper + 32768) << 16 & ALL
        | u64(move + 1) << 32 & ALL
        | u64(depth) << 40 & ALL
        | u64(STATE[AGE]) << 48 & ALL
        | u64(STATE[EPOCH]) << 56 & ALL
    )


def replacement_priority(slot: i32) -> i32:
    """Return how important it is to keep the entry in a slot of the transposition table.

    Entries of the current age come first, then deeper entries. The depth of a solved entry counts as 70 minus the empty
    squares.
    """
    packed = TABLE[slot + KNOWN]
    if i32(packed >> 56) != STATE[EPOCH]:
        return 0
    depth = entry_depth(packed)
    if depth == EXACT:
        depth = 70 - (TABLE[slot + OWN] | TABLE[slot + OTHER]).bit_count()
    return depth + (256 if i32(packed >> 48 & 255) == STATE[AGE] else 0)


def age() -> None:
    """Begin a new age of the transposition table. New entries then replace entries of earlier ages first."""
    STATE[AGE] = STATE[AGE] + 1 & 255


def forget() -> None:
    """Clear the transposition table.

    Emptying the whole table at once would take too long. Instead entries carry an epoch, which is reused after `EPOCHS`
    calls. Each call empties a part of the table, so that no entry of an epoch is left when the epoch is reused.
    """
    STATE[AGE] = 0
    STATE[EPOCH] = STATE[EPOCH] % EPOCHS + 1
    first_word = (STATE[EPOCH] - 1) * PIECE
    for index in range(first_word, min(first_word + PIECE, 4 << ROOM)):
        TABLE[index] = 0


def best_known() -> i32:
    """Return the best move for `POSITION` that the transposition table knows, or -1 if it knows none."""
    slot = find_entry(POSITION[0], POSITION[1])
    return entry_move(TABLE[slot + KNOWN]) if slot >= 0 else -1


# Search

MOBILITY: Final = 24
"""Penalty of a move for each reply of the opponent when moves are sorted, in search units."""
CORNERS: Final = 0x8100000000000081
BESIDE_CORNERS: Final = 0x42C300000000C342
"""The twelve squares next to a corner."""


def look_ahead(depth: i32, alpha: i32, beta: i32, nodes: i32) -> i32:
    """Search `POSITION` to a depth in plies, and return its value. Stop after `nodes` positions.

    The value is exact between `alpha` and `beta`, otherwise a bound (fail-soft).
    """
    start_search(nodes)
    compute_fields(POSITION[0], POSITION[1])
    NEXT_VALUE[0] = FAR
    return search(POSITION[0], POSITION[1], 0, 1, depth, alpha, beta)


def start_search(nodes: i32) -> None:
    """Reset the counters of nodes before a search of at most `nodes` positions."""
    STATE[NODES] = 0
    STATE[LEFT] = nodes
    STATE[STOPPED] = 0


def generate_children(own: u64, other: u64, move_mask: u64, fields: i32, ply: i32) -> i32:
    """Write the position after each move in `move_mask` as a child of a ply, and return the number of children.

    `fields` is the index in `FIELDS` of the position's words, which pack the contents of its groups of squares. If it
    is -1, the children's words are not computed.
    """
    row = ply * WIDE
    count = 0
    while move_mask:
        square = ctz(move_mask)
        move_mask &= move_mask - 1
        turned = flips(own, other, square)
        NEXT_OWN[row + count] = other ^ turned
        NEXT_OTHER[row + count] = own | turned | BIT[square]
        NEXT_AT[row + count] = square
        if fields >= 0:
            update_fields(fields, (row + count) * WORDS, square, turned)
            NEXT_VALUE[row + count] = FAR
        count += 1
    return count


def next_child(row: i32, count: i32) -> i32:
    """Return the index of the child with the smallest sort key that is not yet marked as searched, and mark it.

    The `count` children begin at the index `row` of the arrays of children, such as `NEXT_KEY`.
    """
    chosen = row
    for child in range(row + 1, row + count):
        if NEXT_KEY[child] < NEXT_KEY[chosen]:
            chosen = child
    NEXT_KEY[chosen] = FAR + FAR
    return chosen


def search_one_ply(own: u64, other: u64, move_mask: u64, fields: i32, ply: i32, beta: i32) -> i32:
    """Search one ply: return the best of the static values after the moves in `move_mask`.

    Stop at the first value that is at least `beta`. Corners come first, squares next to a corner last.
    """
    best = -FAR
    spare = ply * WIDE * WORDS
    while move_mask:
        candidates = move_mask & CORNERS
        if not candidates:
            candidates = move_mask & ~BESIDE_CORNERS
        square = ctz(candidates if candidates else move_mask)
        move_mask ^= BIT[square]
        turned = flips(own, other, square)
        update_fields(fields, spare, square, turned)
        score = -evaluate(other ^ turned, own | turned | BIT[square], spare)
        if score > best:
            best = score
            if score >= beta:
                break
    return best


def search(own: u64, other: u64, fields: i32, ply: i32, depth: i32, alpha: i32, beta: i32) -> i32:
    """Search a position by principal variation search, and return its value.

    The value is exact between `alpha` and `beta`, otherwise a bound. `fields` is the index in `FIELDS` of the
    position's words, which pack the contents of its groups of squares.
    """
    if depth <= 0:
        return evaluate(own, other, fields)
    move_mask = moves(own, other)
    if not move_mask:
        if not moves(other, own):
            return UNIT * final_score(own, other)
        update_fields_after_pass(fields, ply * WIDE * WORDS)
        NEXT_VALUE[ply * WIDE] = FAR
        return -search(other, own, ply * WIDE * WORDS, ply + 1, depth, -beta, -alpha)
    if depth == 1:
        return search_one_ply(own, other, move_mask, fields, ply, beta)
    if STATE[LEFT] < 0:
        STATE[STOPPED] = 1
        return 0
    table_move = -1
    slot = find_entry(own, other)
    if slot >= 0:
        packed = TABLE[slot + KNOWN]
        table_move = entry_move(packed)
        if entry_depth(packed) >= depth:
            scale = UNIT if entry_depth(packed) == EXACT else 1
            if scale * lower_bound(packed) >= beta or lower_bound(packed) == upper_bound(packed):
                return scale * lower_bound(packed)
            if scale * upper_bound(packed) <= alpha:
                return scale * upper_bound(packed)
    if depth > 2 and beta - alpha == 1:
        # Multi-ProbCut: a shallower search whose result is far outside the window decides (Buro 1995, 1997).
        static_score = NEXT_VALUE[fields // WORDS]
        if static_score == FAR:
            static_score = evaluate(own, other, fields)
        stage = i32(STAGE[(own | other).bit_count()])
        for index in unrolled(2):
            place = 2 * min(depth, 31) + index
            shallow = i32(SHALLOW[place])
            margin = SURE[64 * stage + place]
            if margin < FAR:
                if static_score >= beta:
                    if search(own, other, fields, ply, shallow, beta + margin - 1, beta + margin) >= beta + margin:
                        return 0 if STATE[STOPPED] else beta
                elif search(own, other, fields, ply, shallow, alpha - margin, alpha - margin + 1) <= alpha - margin:
                    return 0 if STATE[STOPPED] else alpha
                if STATE[STOPPED]:
                    return 0
        # The shallower search may have found a better move to begin with.
        slot = find_entry(own, other)
        if slot >= 0:
            table_move = entry_move(TABLE[slot + KNOWN])
    row = ply * WIDE
    count = generate_children(own, other, move_mask, fields, ply)
    if depth > 3:
        # Enhanced transposition cutoff: a child's entry in the table may be enough.
        for child in range(row, row + count):
            slot = find_entry(NEXT_OWN[child], NEXT_OTHER[child])
            if slot >= 0:
                packed = TABLE[slot + KNOWN]
                child_depth = entry_depth(packed)
                if depth - 1 <= child_depth < EXACT and -upper_bound(packed) >= beta:
                    return -upper_bound(packed)
    for child in range(row, row + count):
        if NEXT_AT[child] == table_move:
            NEXT_KEY[child] = -FAR
        elif depth == 2:
            NEXT_KEY[child] = moves(NEXT_OWN[child], NEXT_OTHER[child]).bit_count()
        else:
            NEXT_VALUE[child] = evaluate(NEXT_OWN[child], NEXT_OTHER[child], child * WORDS)
            reply_count = moves(NEXT_OWN[child], NEXT_OTHER[child]).bit_count()
            NEXT_KEY[child] = NEXT_VALUE[child] + MOBILITY * reply_count
    best = -FAR
    move = -1
    raised_alpha = alpha
    for index in range(count):
        child = next_child(row, count)
        score = -FAR
        if index > 0:
            score = -search(
                NEXT_OWN[child], NEXT_OTHER[child], child * WORDS, ply + 1, depth - 1, -raised_alpha - 1, -raised_alpha
            )
        if index == 0 or raised_alpha < score < beta:
            score = -search(NEXT_OWN[child], NEXT_OTHER[child], child * WORDS, ply + 1, depth - 1, -beta, -raised_alpha)
        if STATE[STOPPED]:
            return 0
        if score > best:
            best = score
            move = NEXT_AT[child]
            if score > raised_alpha:
                raised_alpha = score
                if score >= beta:
                    break
    # If no move reaches `alpha`, all values are upper bounds, which say little about the best move.
    if best <= alpha:
        move = table_move
    store_entry(own, other, depth, best if best > alpha else -FAR, best if best < beta else FAR, move)
    return best


# Endgame solver

MAX_UNSORTED: Final = 6
"""Maximum number of empty squares for which move ordering and the table cost more than they save."""
MIN_TABLE_CUTOFF: Final = 9
"""Minimum number of empty squares for which the transposition table is probed for the children of a position."""
MIN_EVALUATED_ORDER: Final = 11
"""Minimum number of empty squares for which moves are also ordered by static values."""
MIN_SEARCHED_ORDER: Final = 15
"""Minimum number of empty squares for which moves are ordered by searches of one ply."""


def play_out(alpha: i32, beta: i32, nodes: i32) -> i32:
    """Solve `POSITION` and return the final difference in discs. Stop after `nodes` positions.

    It is exact between `alpha` and `beta`, otherwise a bound.
    """
    start_search(nodes)
    empty = ~(POSITION[0] | POSITION[1]) & ALL
    empty_count = empty.bit_count()
    odd_quarters = 0
    while empty:
        odd_quarters ^= QUARTER[ctz(empty)]
        empty &= empty - 1
    compute_fields(POSITION[0], POSITION[1])
    return solve(POSITION[0], POSITION[1], 0, 1, odd_quarters, empty_count, alpha, beta)


def solve(
    own: u64, other: u64, fields: i32, ply: i32, odd_quarters: i32, empty_count: i32, alpha: i32, beta: i32
) -> i32:
    """Solve a position: return the final difference in discs, exact between `alpha` and `beta`, otherwise a bound.

    `fields` is the index in `FIELDS` of the position's words, and `ply` the number of moves since the root.
    `empty_count` is the number of empty squares. `odd_quarters` are the quarters of the board with an odd number of
    empty squares: the side that moves there first also moves there last.
    """
    if empty_count <= MAX_UNSORTED:
        return solve_few(own, other, ~(own | other) & ALL, odd_quarters, empty_count, alpha, beta)
    STATE[NODES] += 1
    STATE[LEFT] -= 1
    if STATE[LEFT] < 0:
        STATE[STOPPED] = 1
        return 0
    move_mask = moves(own, other)
    if not move_mask:
        if not moves(other, own):
            return final_score(own, other)
        if empty_count >= MIN_EVALUATED_ORDER:
            update_fields_after_pass(fields, ply * WIDE * WORDS)
        return -solve(other, own, ply * WIDE * WORDS, ply + 1, odd_quarters, empty_count, -beta, -alpha)
    if 64 - 2 * other.bit_count() <= alpha:
        score = 64 - 2 * count_stable(other, own | other)
        if score <= alpha:
            return score
    table_move = -1
    slot = find_entry(own, other)
    if slot >= 0:
        packed = TABLE[slot + KNOWN]
        table_move = entry_move(packed)
        if entry_depth(packed) == EXACT:
            if lower_bound(packed) >= beta or lower_bound(packed) == upper_bound(packed):
                return lower_bound(packed)
            if upper_bound(packed) <= alpha:
                return upper_bound(packed)
    row = ply * WIDE
    count = generate_children(own, other, move_mask, fields if empty_count >= MIN_EVALUATED_ORDER else -1, ply)
    table_child = -1
    for child in range(row, row + count):
        if empty_count >= MIN_TABLE_CUTOFF:
            slot = find_entry(NEXT_OWN[child], NEXT_OTHER[child])
            if slot >= 0:
                packed = TABLE[slot + KNOWN]
                if entry_depth(packed) == EXACT and -upper_bound(packed) >= beta:
                    return -upper_bound(packed)
        if NEXT_AT[child] == table_move:
            table_child = child
    best = -MOST - 1
    move = -1
    raised_alpha = alpha
    for index in range(count):
        # The table's best move comes first. Often it is enough, and the other moves need no keys.
        if index == 0 and table_child >= 0:
            child = table_child
        else:
            if index == 0 or (index == 1 and table_child >= 0):
                for other_child in range(row, row + count):
                    NEXT_KEY[other_child] = (
                        FAR + FAR
                        if other_child == table_child
                        else move_order_key(other_child, odd_quarters, empty_count, ply)
                    )
            child = next_child(row, count)
        odd_after = odd_quarters ^ QUARTER[NEXT_AT[child]]
        score = -FAR
        if index > 0:
            score = -solve(
                NEXT_OWN[child],
                NEXT_OTHER[child],
                child * WORDS,
                ply + 1,
                odd_after,
                empty_count - 1,
                -raised_alpha - 1,
                -raised_alpha,
            )
        if index == 0 or raised_alpha < score < beta:
            score = -solve(
                NEXT_OWN[child],
                NEXT_OTHER[child],
                child * WORDS,
                ply + 1,
                odd_after,
                empty_count - 1,
                -beta,
                -raised_alpha,
            )
        if STATE[STOPPED]:
            return 0
        if score > best:
            best = score
            move = NEXT_AT[child]
            if score > raised_alpha:
                raised_alpha = score
                if score >= beta:
                    break
    store_entry(own, other, EXACT, best if best > alpha else -MOST, best if best < beta else MOST, move)
    return best


def move_order_key(child: i32, odd_quarters: i32, empty_count: i32, ply: i32) -> i32:
    """Return the sort key of a child for the endgame solver. The child with the smallest key is searched first.

    The key is small if the opponent has few replies, and if the move is to a corner or to a quarter with an odd number
    of empty squares. A reply to a corner counts twice. If many squares are empty, the value of the child for the
    opponent is added to the key. `ply` is the number of moves from the root to the parent of the child.
    """
    own = NEXT_OWN[child]
    other = NEXT_OTHER[child]
    replies = moves(own, other)
    key = 4 * (replies.bit_count() + (replies & CORNERS).bit_count())
    if odd_quarters & QUARTER[NEXT_AT[child]]:
        key -= 2
    if BIT[NEXT_AT[child]] & CORNERS:
        key -= 2
    if empty_count >= MIN_SEARCHED_ORDER:
        key += 2 * search(own, other, child * WORDS, ply + 1, 1, -FAR, FAR) >> 6
    elif empty_count >= MIN_EVALUATED_ORDER:
        key += 2 * evaluate(own, other, child * WORDS) >> 6
    return key


LEFT_SIDE: Final = 0x0101010101010101
RIGHT_SIDE: Final = 0x8080808080808080
TOP_SIDE: Final = 0xFF
LOW_SIDE: Final = 0xFF00000000000000


def count_stable(discs: u64, occupied: u64) -> i32:
    """Count discs that can certainly never be turned.

    A disc is counted if each of the four lines through it meets one of three conditions: the line is full, the line
    ends at the disc, or a neighbour of the disc on the line is a counted disc of the same side. `discs` are the discs
    of one side, `occupied` the discs of both.
    """
    empty = ~occupied & ALL
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
    # Diagonals: spread the empty squares by one, two and four steps, but not across the edge of the board.
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
    stable = u64(0)
    candidates = discs & flat & tall & up & down
    while candidates != stable:
        stable = candidates
        candidates = (
            discs
            & (flat | stable << 1 | stable >> 1)
            & (tall | stable << 8 | stable >> 8)
            & (up | stable << 9 | stable >> 9)
            & (down | stable << 7 | stable >> 7)
        )
    return stable.bit_count()


def solve_few(own: u64, other: u64, empty: u64, odd_quarters: i32, empty_count: i32, alpha: i32, beta: i32) -> i32:
    """Solve a position with few empty squares: return the final difference in discs.

    Quarters with an odd number of empty squares are tried first. Moves are not sorted, and the transposition table is
    not used.
    """
    if empty_count <= 4:
        return solve_last(own, other, empty, odd_quarters, empty_count, alpha, beta)
    STATE[NODES] += 1
    STATE[LEFT] -= 1
    best = -MOST - 1
    for half in unrolled(2):
        squares = empty & (IN_QUARTERS[odd_quarters] if half == 0 else IN_QUARTERS[15 ^ odd_quarters])
        while squares:
            square = ctz(squares)
            squares &= squares - 1
            if BESIDE[square] & other:
                turned = flips(own, other, square)
                if turned:
                    score = -solve_few(
                        other ^ turned,
                        own | turned | BIT[square],
                        empty ^ BIT[square],
                        odd_quarters ^ QUARTER[square],
                        empty_count - 1,
                        -beta,
                        -alpha,
                    )
                    if score > best:
                        best = score
                        if score > alpha:
                            alpha = score
                            if score >= beta:
                                return best
    if best >= -MOST:
        return best
    if moves(other, own):
        return -solve_few(other, own, empty, odd_quarters, empty_count, -beta, -alpha)
    return final_score(own, other)


def solve_last(own: u64, other: u64, empty: u64, odd_quarters: i32, empty_count: i32, alpha: i32, beta: i32) -> i32:
    """Solve a position with at most four empty squares: return the final difference in discs.

    `odd_quarters` are the quarters of the board with an odd number of empty squares, which are tried first.
    """
    if empty_count == 0:
        return final_score(own, other)
    candidates = empty & IN_QUARTERS[odd_quarters]
    if not candidates:
        candidates = empty
    first = ctz(candidates)
    empty ^= BIT[first]
    candidates &= empty
    if empty_count == 1:
        return last_one(own, other, first)
    if not candidates:
        candidates = empty
    second = ctz(candidates)
    empty ^= BIT[second]
    candidates &= empty
    if empty_count == 2:
        return last_two(own, other, first, second, alpha, beta)
    if not candidates:
        candidates = empty
    third = ctz(candidates)
    empty ^= BIT[third]
    if empty_count == 3:
        return last_three(own, other, first, second, third, alpha, beta)
    return last_four(own, other, first, second, third, ctz(empty), alpha, beta)


def last_four(own: u64, other: u64, first: i32, second: i32, third: i32, fourth: i32, alpha: i32, beta: i32) -> i32:
    """Solve a position with four empty squares: return the final difference in discs.

    The squares are tried in the order of the arguments.
    """
    STATE[NODES] += 1
    STATE[LEFT] -= 1
    best = -MOST - 1
    for _ in range(4):
        if BESIDE[first] & other:
            turned = flips(own, other, first)
            if turned:
                score = -last_three(other ^ turned, own | turned | BIT[first], second, third, fourth, -beta, -alpha)
                if score > best:
                    best = score
                    if score > alpha:
                        alpha = score
                        if score >= beta:
                            return best
        first, second, third, fourth = second, third, fourth, first
    if best >= -MOST:
        return best
    if moves(other, own):
        return -last_four(other, own, first, second, third, fourth, -beta, -alpha)
    return final_score(own, other)


def last_three(own: u64, other: u64, first: i32, second: i32, third: i32, alpha: i32, beta: i32) -> i32:
    """Solve a position with three empty squares: return the final difference in discs.

    A square that is alone in its quarter of the board is tried first.
    """
    STATE[NODES] += 1
    if QUARTER[first] == QUARTER[second]:
        first, third = third, first
    elif QUARTER[first] == QUARTER[third]:
        first, second = second, first
    best = -MOST - 1
    for _ in range(3):
        if BESIDE[first] & other:
            turned = flips(own, other, first)
            if turned:
                score = -last_two(other ^ turned, own | turned | BIT[first], second, third, -beta, -alpha)
                if score > best:
                    best = score
                    if score > alpha:
                        alpha = score
                        if score >= beta:
                            return best
        first, second, third = second, third, first
    if best >= -MOST:
        return best
    if moves(other, own):
        return -last_three(other, own, first, second, third, -beta, -alpha)
    return final_score(own, other)


def last_two(own: u64, other: u64, first: i32, second: i32, alpha: i32, beta: i32) -> i32:
    """Solve a position with two empty squares: return the final difference in discs."""
    STATE[NODES] += 1
    best = -MOST - 1
    if BESIDE[first] & other:
        turned = flips(own, other, first)
        if turned:
            best = -last_one(other ^ turned, own | turned | BIT[first], second)
            if best >= beta:
                return best
    if BESIDE[second] & other:
        turned = flips(own, other, second)
        if turned:
            best = max(best, -last_one(other ^ turned, own | turned | BIT[second], first))
    if best >= -MOST:
        return best
    if moves(other, own):
        return -last_two(other, own, first, second, -beta, -alpha)
    return final_score(own, other)


def last_one(own: u64, other: u64, square: i32) -> i32:
    """Return the final difference in discs of a position with one empty square."""
    STATE[NODES] += 1
    mine = own.bit_count()
    turned = flips(own, other, square)
    if turned:
        return 2 * (mine + turned.bit_count() + 1) - 64
    turned = flips(other, own, square)
    if turned:
        return 2 * (mine - turned.bit_count()) - 64
    return 2 * mine - 62 if mine >= 32 else 2 * mine - 64
