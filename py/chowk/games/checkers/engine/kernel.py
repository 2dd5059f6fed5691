"""The kernel of checkers, compiled to WebAssembly: moves with their paths, evaluation, endgame tables, search.

A position is three masks and a side, as in `chowk.games.checkers.rules`: black pieces, white pieces, and the kings of
both sides. The masks have 35 bits, and a step up the board is a shift by 4 or 5. Black is side 0. Values are for the
side to move, in hundredths of a man. A won game has the value `WIN` minus one for each ply to the win.

A search stops when its node limit is used up. `STATE[STOPPED]` is then 1, and its result is meaningless. Its findings
stay in the transposition table, so the same search, called again, soon reaches the point where it stopped.
"""

from __future__ import annotations

from math import comb
from typing import Final

from chowk.engine.kernel.types import ALL, Deferred, array, ctz, i32, u64, unrolled
from chowk.games.checkers.engine import kernel_results as results
from chowk.games.checkers.engine import kernel_shapes as shapes

EXPORTS: Final = (
    *(
        "perft",
        "listed",
        "unfold",
        "value_now",
        "ending_now",
        "result_now",
        "noticed_now",
        "look_ahead",
        "best_known",
        "age",
        "forget",
    ),
    *("POSITION", "PAST", "STATE", "FACTORS", "STORED", "REST", "VALUES", "PLAIN"),
    *("ENDINGS", "PLACES", "FIVES", "SIXES"),
    *("NEXT_BLACK", "NEXT_WHITE", "NEXT_KINGS", "NEXT_PATH"),
    *(
        "NODES",
        "STOPPED",
        "READY",
        "STORED_PIECES",
        "QUIET",
        "LIMIT",
        "KNOWN",
        "PIECES",
        "SIGHT",
        "LOT",
        "STORED_FIVES",
        "STORED_SIXES",
        "PAST_MOST",
        "PHASES",
        "LENGTH",
    ),
    *("WIN", "PROVEN", "FAR"),
)
"""The functions, arrays and constants that the host, the Python program that calls the kernel, may use."""

WIN: Final = 30_000
"""The value of a won game."""
PROVEN: Final = 29_000
"""Minimum value of a forced win. A value of `-PROVEN` or less is a forced loss."""
FAR: Final = 32_000
"""A number greater than any value of a position. Searches use it as an infinite bound."""
BOARD: Final = shapes.BOARD
CROWN: Final = array("Q", [sum(1 << place for place in row) for row in (shapes.SQUARES[28:], shapes.SQUARES[:4])])
"""By side: the mask of the row on which the side's men become kings."""

# The host writes these before a call and reads them after it.

POSITION: Final = array("Q", bytes(8 * 4))
"""The position to search: black pieces, white pieces, kings, and the side to move."""
PAST_MOST: Final = 128
PAST: Final = array("Q", bytes(8 * 4 * PAST_MOST))
"""The earlier positions that can be repeated, the latest last, with four numbers each, as in `POSITION`."""
STATE: Final = array("i", bytes(4 * 15))
NODES, LEFT, STOPPED, AGE, READY, STORED_PIECES, QUIET, LIMIT = range(8)
KNOWN, PIECES, SIGHT, LOT, SALT, STORED_FIVES, STORED_SIXES = range(8, 15)
"""Indices in `STATE`.

* `NODES`, `LEFT`, `STOPPED`: nodes visited in this call, nodes left, 1 if the search stopped.
* `AGE`: age of the transposition table.
* `READY`: a bit for each stage (number of pairs of pieces) whose weights are in `VALUES` and `PLAIN`.
* `STORED_PIECES`: maximum number of pieces in the endgame tables that were written.
* `QUIET`, `LIMIT`: plies without a capture or a man's move before `POSITION`, and the number that makes a draw.
* `KNOWN`: number of positions in `PAST`.
* `PIECES`: maximum number of pieces for which the endgame tables are used, 0 for none.
* `SIGHT`, `LOT`: how many of 16 moves that offer a man are noticed, and a random number that decides which.
* `SALT`: how often the table was cleared.
* `STORED_FIVES`, `STORED_SIXES`: 1 if the results of five pieces, and of three against three, were written.
"""

# Weights. The stored weights are signed bytes with a factor for each phase of the game, and 16-bit numbers for the
# rest. `unfold` computes weights for each stage, a number of pairs of pieces, from them.

PHASES: Final = len(shapes.PHASES)
STAGES: Final = 13
ENTRIES: Final = shapes.ENTRIES
BLOCKS: Final = shapes.BLOCKS
SPAN: Final = BLOCKS * ENTRIES
HELD: Final = shapes.STORED
LENGTH: Final = shapes.REST
AT_KING: Final = shapes.KING
AT_KINGS: Final = shapes.KINGS
AT_MAN: Final = shapes.MAN
AT_TEMPO: Final = shapes.TEMPO
AT_MOVE: Final = shapes.MOVE
AT_TERM: Final = shapes.TERM
AT_BACK: Final = shapes.BACK
ROW: Final = shapes.ROW
OTHER_WAY: Final = array("i", [sum((row >> bit & 1) << 3 - bit for bit in range(4)) for row in range(ROW)])
"""For each set of men on a back row, as four bits: the same bits in reverse order."""
LAST: Final = shapes.SQUARES[28]
"""The bit index, in a mask, of the first square of the last row."""
FACTORS: Final = array("i", bytes(4 * PHASES))
STORED: Final = array("b", bytes(PHASES * HELD))
REST: Final = array("h", bytes(2 * PHASES * LENGTH))
VALUES: Final = array("h", bytes(2 * STAGES * SPAN))
PLAIN: Final = array("i", bytes(4 * STAGES * LENGTH))
"""For each stage (number of pairs of pieces): the weights other than those of blocks, interpolated between phases."""
BETWEEN: Final = array("i", [number for stage in range(STAGES) for number in shapes.interpolated_phases(2 * stage)])
"""For each stage (number of pairs of pieces), three numbers for interpolation.

They are the index of the phase below the stage, and the share of the phase above it as a numerator and a denominator.
"""
TABLE_OF: Final = array("i", [shapes.table(block) for block in range(BLOCKS)])
"""For each block (a group of eight squares): the index of its table of weights."""
OPPOSITE: Final = array("h", [shapes.opposite(content) for content in range(ENTRIES)])
"""For each content of a block of eight squares: the same content from the other player's view."""
MEN: Final = array("b", [shapes.men(content) for content in range(ENTRIES)])
"""For each content of a block of eight squares: the number of black men minus the number of white men."""
SYSTEM: Final = shapes.SYSTEM
WORDS: Final = shapes.WORDS
SQUARE: Final = array("b", [shapes.SQUARES.index(place) if place in shapes.SQUARES else 0 for place in range(35)])
"""For each bit of a mask: the number of its square, from 0 on."""
LAID: Final = array(
    "Q",
    [
        word
        for place in range(35)
        for word in (shapes.word_parts(shapes.SQUARES.index(place)) if place in shapes.SQUARES else [0] * WORDS)
    ],
)
"""For each bit of a mask: the `WORDS` numbers that a black man on that square adds to the words of a position.

A word packs the contents of three blocks, which are groups of eight squares; see `kernel_shapes`.
"""
NEAR_BLACK: Final = sum(1 << place for place in shapes.SQUARES[20:28])
MIDDLE_BLACK: Final = sum(1 << place for place in shapes.SQUARES[12:20])
NEAR_WHITE: Final = sum(1 << place for place in shapes.SQUARES[4:12])
MIDDLE_WHITE: Final = sum(1 << place for place in shapes.SQUARES[12:20])
"""The mask of the squares from which White's man has three or four steps to its king row.

`NEAR_WHITE` is for one or two steps. `NEAR_BLACK` and `MIDDLE_BLACK` are the masks for Black's men.
"""

# Endgame tables: a byte for each position, in the order defined by `endgame`.

PLACES: Final = array("i", bytes(4 * 4 * 256))
"""By material (numbers of men and kings of both sides): where the material's positions are in `ENDINGS`.

The numbers are the index of the first position, and the strides of own men, own kings and the other kings.
"""
ENDINGS: Final = array("B", bytes(7_455_300))
"""The endgame table: a byte for each position of up to four pieces without a capture."""
DRAWN, WON, LOST = range(3)
LONGEST: Final = 120
"""Maximum number of plies of a win in the endgame table."""
CHOOSE: Final = array(
    "i", [square * (square - 1) // 2 if count else square for count in range(2) for square in range(33)]
)
CHOOSE_THREE: Final = array("i", [square * (square - 1) * (square - 2) // 6 for square in range(33)])
"""For each square: the number of sets of three squares that all have lower numbers.

`CHOOSE` has the numbers of sets of one square and of two squares.
"""
FIVES: Final = array("B", bytes(results.SIZE // 4))
"""Results of positions of five pieces, four in each byte, in the order of `kernel_results`."""
RESULT_PLACES: Final = array(
    "i",
    [
        number
        for region in (
            *(
                results.PLACES.get((own // 5, own % 5, men, results.FIVE - own // 5 - own % 5 - men))
                for own in range(25)
                for men in range(3)
            ),
            *(results.SIX_PLACES[men, 3 - men, other_men, 3 - other_men] for men in range(4) for other_men in range(4)),
        )
        for number in ((region.base, region.men, region.kings, region.other_kings) if region else [0] * 4)
    ],
)
"""For each material (numbers of men and kings of both sides): four numbers as in `PLACES`, a base and three strides.

The materials of five pieces are ordered by the numbers of own men, of own kings and of the other side's men. The
materials of three against three begin at `AT_SIX`, ordered by the numbers of own men and of the other side's men.
"""
AT_SIX: Final = 4 * 25 * 3
CHOICES: Final = array("i", [comb(square, count) for count in range(5) for square in range(33)])
"""By size of a set and by square: the number of sets of that size whose squares all have lower numbers.

The entry for `count` squares and the square `square` has the index `33 * count + square`.
"""
SIXES: Final = Deferred("B", results.SIX_SIZE // 4)
"""Results of three against three, stored like `FIVES`. The file is optional."""
DRAW, WIN_KEPT, LOSS_KEPT = range(3)
"""The possible results of the function `result`, for the side to move: drawn, won, lost."""
FIVE: Final = results.FIVE
SIX: Final = results.SIX
RESULT_OF_BITS: Final = array(
    "i", [{results.WON: WIN_KEPT, results.LOST: LOSS_KEPT, results.DRAWN: DRAW}.get(two, DRAW) for two in range(4)]
)
"""For each value of the two bits in which the tables store a result: the result as the function `result` returns it."""
TABLE_WIN: Final = 2_000
"""Bonus to the static value of a position that the tables of five and six pieces call won."""

# The children of the position at each ply (the positions after its moves): masks, paths and sort keys. Also the state
# of the line that is being searched.

WIDE: Final = 96
"""Maximum number of children of a position, which are the positions after its legal moves."""
PLIES: Final = 160
"""Maximum number of plies of a line, including captures and endgame tables beyond the depth of the search."""
MAX_PLY: Final = 120
"""Maximum ply of the search. Captures and endgame tables may go a little further."""
NEXT_BLACK: Final = array("Q", bytes(8 * PLIES * WIDE))
NEXT_WHITE: Final = array("Q", bytes(8 * PLIES * WIDE))
NEXT_KINGS: Final = array("Q", bytes(8 * PLIES * WIDE))
NEXT_PATH: Final = array("Q", bytes(8 * PLIES * WIDE))
"""For each child (a position after a move): the path of the piece that moved, six bits for each square.

The last square is in the lowest bits. The six bits are the square's bit index in a mask plus 1.
"""
NEXT_KEY: Final = array("i", bytes(4 * PLIES * WIDE))
COUNT: Final = array("i", bytes(4 * PLIES))
FIELDS: Final = array("Q", bytes(8 * PLIES * WORDS))
QUIETS: Final = array("i", bytes(4 * PLIES))
LINE: Final = array("Q", bytes(8 * (PAST_MOST + PLIES)))
"""Hashes of the positions that led to the current position: first the positions of `PAST`, then one for each ply."""
KILLERS: Final = array("i", bytes(4 * 2 * PLIES))
HISTORY: Final = array("i", bytes(4 * 2 * 4096))
"""The history heuristic: for each side and step, how often the step was best, weighted by depth squared.

The index of a step is the last two squares of its path, as in `NEXT_PATH`.
"""
ORDER_STEP: Final = 1 << 20
"""The unit of sort keys. It exceeds every entry of `HISTORY`."""

# The transposition table: a key and a packed entry. A position may be in one of two slots.

ROOM: Final = 19
"""The binary logarithm of the number of pairs of slots in the transposition table."""
TABLE: Final = array("Q", [0]) * (4 << ROOM)
EXACT, LOWER_BOUND, UPPER_BOUND = range(3)
"""The kinds of a stored score."""

REDUCTION_ENTRIES: Final = 24
REDUCTIONS: Final = array(
    "b",
    [
        0 if depth < 3 or turn < 2 else 1 + (turn >= 4) + (depth >= 8 and turn >= 3) + (depth >= 12 and turn >= 6)
        for depth in range(REDUCTION_ENTRIES)
        for turn in range(REDUCTION_ENTRIES)
    ],
)
"""Late-move reductions in plies, by depth and by the index of the move in the order of search."""
FUTILITY_DEPTH: Final = 5
FUTILITY_MARGIN: Final = 25
"""Reverse futility pruning: a static value far enough above `beta` causes a cutoff.

The value must be above `beta` by this margin for each ply of depth left. The depth left must be less than
`FUTILITY_DEPTH`, and the other side must threaten no capture.
"""
PROBCUT_DEPTH: Final = 5
PROBCUT_MARGIN: Final = 40
"""ProbCut: the margin by which the result of a shallower search must exceed `beta` to cause a cutoff.

From the depth `PROBCUT_DEPTH` on, a search four plies shallower is tried first.
"""


# Moves


def add_child(ply: i32, side: i32, own: u64, other: u64, kings: u64, path: u64) -> None:
    """Append a child (the position after a move) to the children of a ply. Do nothing if these are `WIDE` already.

    `path` holds the squares of the move, as in `NEXT_PATH`.
    """
    if COUNT[ply] < WIDE:
        place = ply * WIDE + COUNT[ply]
        COUNT[ply] += 1
        NEXT_BLACK[place] = other if side else own
        NEXT_WHITE[place] = own if side else other
        NEXT_KINGS[place] = kings
        NEXT_PATH[place] = path


def jumpers(side: i32, own: u64, other: u64, kings: u64) -> u64:
    """Return the mask of the pieces of `side` that can jump."""
    free = BOARD & ~(own | other)
    up = own & kings if side else own
    down = own if side else own & kings
    return up & (other >> 4 & free >> 8 | other >> 5 & free >> 10) | down & (
        other << 4 & free << 8 | other << 5 & free << 10
    )


def add_jumps(ply: i32, side: i32, bit: u64, own: u64, other: u64, kings: u64, free: u64, king: i32, path: u64) -> None:
    """Append the positions after every complete jump of one piece to the children of a ply.

    The piece stands on the square `bit`. While it jumps, the masks `own` and `kings` do not include it. `free` is the
    mask of the squares on which it may land. `king` is 1 if it is a king. `path` is its path so far.
    """
    is_complete = 1
    for direction in unrolled(4):
        if king or direction // 2 == side:
            if direction < 2:
                over = bit << 4 + direction & other
                landing = over << 4 + direction & free
            else:
                over = bit >> 2 + direction & other
                landing = over >> 2 + direction & free
            if landing:
                is_complete = 0
                onward = path << 6 & ALL | u64(ctz(landing) + 1)
                if not king and landing & CROWN[side]:
                    add_child(ply, side, own | landing, other ^ over, kings & ~over | landing, onward)
                else:
                    add_jumps(ply, side, landing, own, other ^ over, kings & ~over, free, king, onward)
    if is_complete:
        add_child(ply, side, own | bit, other, kings | bit if king else kings, path)


def add_steps(ply: i32, side: i32, own: u64, other: u64, kings: u64) -> None:
    """Append the positions after every step of a side to the children of a ply."""
    free = BOARD & ~(own | other)
    for direction in unrolled(4):
        movers = own if direction // 2 == side else own & kings
        movers &= free >> 4 + direction if direction < 2 else (free << 2 + direction & ALL)
        while movers:
            bit = movers & -movers
            movers ^= bit
            landing = bit << 4 + direction & ALL if direction < 2 else bit >> 2 + direction
            start = ctz(bit) + 1
            path = u64(start << 6) | u64(start + 4 + direction if direction < 2 else start - 2 - direction)
            if kings & bit:
                add_child(ply, side, own ^ bit ^ landing, other, kings ^ bit ^ landing, path)
            else:
                add_child(ply, side, own ^ bit ^ landing, other, kings | landing & CROWN[side], path)


def generate_children(ply: i32, side: i32, black: u64, white: u64, kings: u64) -> i32:
    """Write the positions after each legal move as the children of a ply, and return their number."""
    COUNT[ply] = 0
    own = white if side else black
    other = black if side else white
    movers = jumpers(side, own, other, kings)
    if movers:
        add_captures(ply, side, own, other, kings, movers)
    else:
        add_steps(ply, side, own, other, kings)
    return COUNT[ply]


def add_captures(ply: i32, side: i32, own: u64, other: u64, kings: u64, movers: u64) -> None:
    """Append the positions after every complete jump of the pieces `movers` to the children of a ply."""
    free = BOARD & ~(own | other)
    while movers:
        bit = movers & -movers
        movers ^= bit
        path = u64(ctz(bit) + 1)
        if kings & bit:
            add_jumps(ply, side, bit, own ^ bit, other, kings ^ bit, free | bit, 1, path)
        else:
            add_jumps(ply, side, bit, own ^ bit, other, kings, free, 0, path)


def listed() -> i32:
    """Write the positions after each legal move of `POSITION` as the children of ply 0, and return their number."""
    return generate_children(0, i32(POSITION[3]), POSITION[0], POSITION[1], POSITION[2])


def perft(depth: i32) -> i32:
    """Count the move sequences of `depth` plies from `POSITION`."""
    return count_paths(0, i32(POSITION[3]), depth, POSITION[0], POSITION[1], POSITION[2])


def count_paths(ply: i32, side: i32, depth: i32, black: u64, white: u64, kings: u64) -> i32:
    """Count the move sequences of `depth` plies from a position."""
    count = generate_children(ply, side, black, white, kings)
    if depth == 1:
        return count
    total = 0
    for place in range(ply * WIDE, ply * WIDE + count):
        total += count_paths(ply + 1, 1 - side, depth - 1, NEXT_BLACK[place], NEXT_WHITE[place], NEXT_KINGS[place])
    return total


# Values


def interpolate(high: i32, low: i32, numerator: i32, denominator: i32) -> i32:
    """Interpolate between the weights `low` and `high` of two phases. Round to the nearest integer, halves upwards.

    The share of `high` is `numerator / denominator`.
    """
    return (2 * (high * numerator + low * (denominator - numerator)) + denominator) // (2 * denominator)


def stored_weight(table: i32, phase: i32, content: i32) -> i32:
    """Return the stored weight of a block's content in a phase of the game, before interpolation between phases.

    A block is a group of eight squares; its content is the men on them. `table` is the index of the block's table of
    weights, which two opposite blocks share.
    """
    return FACTORS[phase] * STORED[phase * HELD + table * ENTRIES + content]


def unfold(stage: i32) -> None:
    """Compute the weights of a stage from the stored ones, and write them to `VALUES` and `PLAIN`.

    A stage is a number of pairs of pieces: half the number of all pieces on the board, rounded down.
    """
    phase = BETWEEN[3 * stage]
    numerator = BETWEEN[3 * stage + 1]
    denominator = BETWEEN[3 * stage + 2]
    next_phase = min(phase + 1, PHASES - 1)
    for index in range(LENGTH):
        PLAIN[stage * LENGTH + index] = interpolate(
            REST[next_phase * LENGTH + index], REST[phase * LENGTH + index], numerator, denominator
        )
    man = PLAIN[stage * LENGTH + AT_MAN]
    for block in range(BLOCKS):
        table = TABLE_OF[block]
        for content in range(ENTRIES):
            turned = i32(OPPOSITE[content])
            score = 0
            if block <= 4:
                score = interpolate(
                    stored_weight(table, next_phase, content),
                    stored_weight(table, phase, content),
                    numerator,
                    denominator,
                )
            if block >= 4:
                score -= interpolate(
                    stored_weight(table, next_phase, turned),
                    stored_weight(table, phase, turned),
                    numerator,
                    denominator,
                )
            if block == 0 or block == 2 or block == 6 or block == 8:
                # The man's weight is added only for these four blocks, which cover the board without overlapping.
                score += man * MEN[content]
            VALUES[stage * SPAN + block * ENTRIES + content] = score
    STATE[READY] |= 1 << stage


def compute_fields(black: u64, white: u64, kings: u64, slot: i32) -> None:
    """Write the words of a position into `FIELDS`, from the index `slot` on.

    A word packs the contents of three blocks of men. A block is a group of eight squares; see `kernel_shapes`.
    """
    for word in unrolled(WORDS):
        FIELDS[slot + word] = 0
    black &= ~kings
    white &= ~kings
    while black:
        square = ctz(black)
        black &= black - 1
        for word in unrolled(WORDS):
            FIELDS[slot + word] = FIELDS[slot + word] + LAID[square * WORDS + word] & ALL
    while white:
        square = ctz(white)
        white &= white - 1
        for word in unrolled(WORDS):
            FIELDS[slot + word] = FIELDS[slot + word] + (LAID[square * WORDS + word] << 1) & ALL


def update_fields(ply: i32, black: u64, white: u64, kings: u64, child: i32) -> None:
    """Compute the words and the number of quiet plies at the next ply from those at `ply`.

    The words pack the contents of the blocks of men (see `kernel_shapes`). A quiet ply has no capture and moves no man.
    The position at `ply` is `black`, `white` and `kings`; `child` is the index of the next position in the arrays of
    children.
    """
    before = ply * WORDS
    after = before + WORDS
    for word in unrolled(WORDS):
        FIELDS[after + word] = FIELDS[before + word]
    black_before = black & ~kings
    black_after = NEXT_BLACK[child] & ~NEXT_KINGS[child]
    black_changes = black_before ^ black_after
    white_before = white & ~kings
    white_after = NEXT_WHITE[child] & ~NEXT_KINGS[child]
    white_changes = white_before ^ white_after
    if (black_changes | white_changes) or (black | white).bit_count() != (
        NEXT_BLACK[child] | NEXT_WHITE[child]
    ).bit_count():
        QUIETS[ply + 1] = 0
    else:
        QUIETS[ply + 1] = QUIETS[ply] + 1
    while black_changes:
        bit = black_changes & -black_changes
        square = ctz(black_changes)
        black_changes ^= bit
        for word in unrolled(WORDS):
            if black_after & bit:
                FIELDS[after + word] = FIELDS[after + word] + LAID[square * WORDS + word] & ALL
            else:
                FIELDS[after + word] = FIELDS[after + word] - LAID[square * WORDS + word] & ALL
    while white_changes:
        bit = white_changes & -white_changes
        square = ctz(white_changes)
        white_changes ^= bit
        for word in unrolled(WORDS):
            if white_after & bit:
                FIELDS[after + word] = FIELDS[after + word] + (LAID[square * WORDS + word] << 1) & ALL
            else:
                FIELDS[after + word] = FIELDS[after + word] - (LAID[square * WORDS + word] << 1) & ALL


def evaluate(black: u64, white: u64, kings: u64, side: i32, slot: i32) -> i32:
    """Return the static value of a position for `side`.

    `slot` is the index in `FIELDS` of the position's words, which pack the contents of its blocks of men.
    """
    pieces = black | white
    count = pieces.bit_count()
    first_value = (count >> 1) * SPAN
    plain = (count >> 1) * LENGTH
    score = 0
    for word in unrolled(WORDS):
        three = FIELDS[slot + word]
        for lane in unrolled(3):
            score += VALUES[first_value + (word * 3 + lane) * ENTRIES + i32(three >> 16 * lane & 65535)]
    free = BOARD & ~pieces
    black_men = black & ~kings
    white_men = white & ~kings
    score += PLAIN[plain + AT_BACK + i32(black_men & 15) + (ROW if white & kings else 0)]
    score -= PLAIN[plain + AT_BACK + OTHER_WAY[i32(white_men >> LAST)] + (ROW if black & kings else 0)]
    score += PLAIN[plain + AT_TERM + 3] * (
        (black_men << 4 & free).bit_count()
        + (black_men << 5 & free).bit_count()
        - (white_men >> 4 & free).bit_count()
        - (white_men >> 5 & free).bit_count()
    )
    score += PLAIN[plain + AT_TERM + 4] * (
        (black_men & ~(free >> 4 | free >> 5)).bit_count() - (white_men & ~(free << 4 | free << 5)).bit_count()
    )
    # Spread each side's pieces towards the other's men. A man out of their reach runs free.
    reachable = white
    for _ in unrolled(6):
        reachable |= (reachable >> 4 | reachable >> 5) & BOARD
    runners = black_men & ~reachable
    reachable = black
    for _ in unrolled(6):
        reachable |= (reachable << 4 | reachable << 5) & BOARD
    others = white_men & ~reachable
    if runners | others:
        score += PLAIN[plain + AT_TERM] * ((runners & NEAR_BLACK).bit_count() - (others & NEAR_WHITE).bit_count())
        score += PLAIN[plain + AT_TERM + 1] * (
            (runners & MIDDLE_BLACK).bit_count() - (others & MIDDLE_WHITE).bit_count()
        )
        score += PLAIN[plain + AT_TERM + 2] * (
            (runners & ~(NEAR_BLACK | MIDDLE_BLACK)).bit_count() - (others & ~(NEAR_WHITE | MIDDLE_WHITE)).bit_count()
        )
    if kings:
        crowned = black & kings
        rivals = white & kings
        black_class = min(3, crowned.bit_count())
        white_class = min(3, rivals.bit_count())
        score += (
            PLAIN[plain + AT_KINGS + 4 * black_class + white_class]
            - PLAIN[plain + AT_KINGS + 4 * white_class + black_class]
        )
        score += PLAIN[plain + AT_TERM + 5] * (
            (crowned << 4 & free).bit_count()
            + (crowned << 5 & free).bit_count()
            + (crowned >> 4 & free).bit_count()
            + (crowned >> 5 & free).bit_count()
            - (rivals << 4 & free).bit_count()
            - (rivals << 5 & free).bit_count()
            - (rivals >> 4 & free).bit_count()
            - (rivals >> 5 & free).bit_count()
        )
        stuck = ~(free >> 4 | free >> 5 | free << 4 | free << 5) & kings
        score += PLAIN[plain + AT_TERM + 6] * ((black & stuck).bit_count() - (white & stuck).bit_count())
        while crowned:
            score += PLAIN[plain + AT_KING + SQUARE[ctz(crowned)]]
            crowned &= crowned - 1
        while rivals:
            score -= PLAIN[plain + AT_KING + 31 - SQUARE[ctz(rivals)]]
            rivals &= rivals - 1
    tempo = PLAIN[plain + AT_TEMPO]
    if count & 1 == 0:
        move = PLAIN[plain + AT_MOVE]
        tempo += move if (pieces & SYSTEM).bit_count() & 1 else -move
    return tempo - score if side else tempo + score


def value_now() -> i32:
    """Return the static value of `POSITION`."""
    compute_fields(POSITION[0], POSITION[1], POSITION[2], 0)
    return evaluate(POSITION[0], POSITION[1], POSITION[2], i32(POSITION[3]), 0)


# Endings


def rank(squares: u64, side: i32) -> i32:
    """Return the index of a set of up to three squares among all sets of its size.

    `squares` is the set as a mask. Squares and sets are numbered as `side` sees the board.
    """
    if not squares:
        return 0
    bit = ctz(squares)
    squares &= squares - 1
    first = i32(SQUARE[bit])
    if not squares:
        return 31 - first if side else first
    bit = ctz(squares)
    squares &= squares - 1
    second = i32(SQUARE[bit])
    if not squares:
        return CHOOSE[33 + 31 - first] + 31 - second if side else CHOOSE[33 + second] + first
    third = i32(SQUARE[ctz(squares)])
    if side:
        return CHOOSE_THREE[31 - first] + CHOOSE[33 + 31 - second] + 31 - third
    return CHOOSE_THREE[third] + CHOOSE[33 + second] + first


def probe_ending(side: i32, black: u64, white: u64, kings: u64) -> i32:
    """Return a position's byte in the endgame table. The position has no capture and at most four pieces."""
    own = white if side else black
    other = black if side else white
    material = (
        64 * (own & ~kings).bit_count()
        + 16 * (own & kings).bit_count()
        + 4 * (other & ~kings).bit_count()
        + (other & kings).bit_count()
    )
    return i32(
        ENDINGS[
            PLACES[4 * material]
            + rank(own & ~kings, side) * PLACES[4 * material + 1]
            + rank(own & kings, side) * PLACES[4 * material + 2]
            + rank(other & kings, 1 - side) * PLACES[4 * material + 3]
            + rank(other & ~kings, 1 - side)
        ]
    )


def solve_ending(ply: i32, side: i32, black: u64, white: u64, kings: u64) -> i32:
    """Solve a position by the endgame table: return 0 for a draw, otherwise the plies to the end plus 1.

    Apart from the 0, the result is even if the side to move wins, and odd if it loses.
    """
    own = white if side else black
    other = black if side else white
    if not own:
        return 1
    quiet = not jumpers(side, own, other, kings)
    if quiet:
        byte = probe_ending(side, black, white, kings)
        if byte != WON:
            return 2 * (byte - LOST) + 1 if byte else 0
    count = generate_children(ply, side, black, white, kings)
    quickest = FAR
    slowest = 0
    draws = 0
    for child in range(ply * WIDE, ply * WIDE + count):
        mover_pieces = NEXT_BLACK[child] if side else NEXT_WHITE[child]
        replier_pieces = NEXT_WHITE[child] if side else NEXT_BLACK[child]
        still = quiet and not jumpers(1 - side, mover_pieces, replier_pieces, NEXT_KINGS[child])
        # Skip steps that do not win. Otherwise two positions could lead to each other forever.
        if still and probe_ending(1 - side, NEXT_BLACK[child], NEXT_WHITE[child], NEXT_KINGS[child]) < LOST:
            continue
        code = solve_ending(ply + 1, 1 - side, NEXT_BLACK[child], NEXT_WHITE[child], NEXT_KINGS[child])
        if code & 1:
            quickest = min(quickest, code)
        elif code:
            slowest = max(slowest, code)
        else:
            draws = 1
    if quickest < FAR:
        return quickest + 1
    return 0 if draws else slowest + 1


def ending_now() -> i32:
    """Return the result of `solve_ending` for `POSITION`, which must have few enough pieces for the endgame table."""
    return solve_ending(0, i32(POSITION[3]), POSITION[0], POSITION[1], POSITION[2])


def ranked(squares: u64, side: i32) -> i32:
    """Return the index of a set of up to four squares among all sets of its size.

    `squares` is the set as a mask. Squares are numbered from the end of the board at which `side` sits. Unlike `rank`,
    this serves the tables of five and six pieces.
    """
    index = 0
    count = squares.bit_count() if side else 1
    while squares:
        square = i32(SQUARE[ctz(squares)])
        squares &= squares - 1
        if side:
            index += CHOICES[33 * count + 31 - square]
            count -= 1
        else:
            index += CHOICES[33 * count + square]
            count += 1
    return index


def result_index(material: i32, side: i32, own: u64, other: u64, kings: u64) -> i32:
    """Return the index of a position's result in `FIVES` or `SIXES`. A byte of these arrays holds four results.

    `material` is the index in `RESULT_PLACES` of the position's material, the numbers of men and kings of both sides.
    """
    return (
        RESULT_PLACES[material]
        + ranked(own & ~kings, side) * RESULT_PLACES[material + 1]
        + ranked(own & kings, side) * RESULT_PLACES[material + 2]
        + ranked(other & kings, 1 - side) * RESULT_PLACES[material + 3]
        + ranked(other & ~kings, 1 - side)
    )


def result(ply: i32, side: i32, black: u64, white: u64, kings: u64) -> i32:
    """Return the result for the side to move, from the endgame tables: `DRAW`, `WIN_KEPT` or `LOSS_KEPT`.

    The position has at most five pieces, or three against three.
    """
    own = white if side else black
    other = black if side else white
    if not own:
        return LOSS_KEPT
    movers = jumpers(side, own, other, kings)
    COUNT[ply] = 0
    if movers:
        add_captures(ply, side, own, other, kings, movers)
    elif (own | other).bit_count() < FIVE:
        return min(i32(probe_ending(side, black, white, kings)), LOSS_KEPT)
    elif own.bit_count() > other.bit_count():
        material = 60 * (own & ~kings).bit_count() + 12 * (own & kings).bit_count() + 4 * (other & ~kings).bit_count()
        index = result_index(material, side, own, other, kings)
        return RESULT_OF_BITS[FIVES[index >> 2] >> 2 * (index & 3) & 3]
    elif (own | other).bit_count() == SIX:
        material = AT_SIX + 16 * (own & ~kings).bit_count() + 4 * (other & ~kings).bit_count()
        index = result_index(material, side, own, other, kings)
        return RESULT_OF_BITS[SIXES[index >> 2] >> 2 * (index & 3) & 3]
    else:
        add_steps(ply, side, own, other, kings)
    best = LOSS_KEPT
    for child in range(ply * WIDE, ply * WIDE + COUNT[ply]):
        reply = result(ply + 1, 1 - side, NEXT_BLACK[child], NEXT_WHITE[child], NEXT_KINGS[child])
        if reply == LOSS_KEPT:
            return WIN_KEPT
        if reply == DRAW:
            best = DRAW
    return best


def result_now() -> i32:
    """Return the result of `POSITION`: `DRAW`, `WIN_KEPT` or `LOSS_KEPT`."""
    return result(0, i32(POSITION[3]), POSITION[0], POSITION[1], POSITION[2])


# The transposition table. A packed entry holds a score, its kind of bound, the best move, depth and age.


def hash_position(black: u64, white: u64, kings: u64, side: i32) -> u64:
    """Return the 64-bit hash of a position."""
    hashed = (black * 0x9E3779B97F4A7C15 ^ white * 0xC2B2AE3D27D4EB4F ^ kings * 0x165667B19E3779F9) & ALL
    hashed = (hashed ^ hashed >> 29 ^ u64(side)) * 0xBF58476D1CE4E5B9 & ALL
    hashed = (hashed ^ hashed >> 32) * 0x94D049BB133111EB & ALL
    return hashed ^ hashed >> 29


def find_entry(key: u64) -> i32:
    """Return the index of a position's slot in the transposition table (`TABLE`), or -1 if the position has none."""
    slot = i32(key >> 64 - ROOM) << 2
    key = stored_key(key)
    if TABLE[slot] == key:
        return slot
    return slot + 2 if TABLE[slot + 2] == key else -1


def stored_key(key: u64) -> u64:
    """Mix a position's hash with a number that each `forget` changes, so that entries stored before are not found."""
    return key ^ (u64(STATE[SALT]) * 0x9E3779B97F4A7C15 & ALL)


def entry_score(packed: u64) -> i32:
    """Return the score of an entry of the transposition table, given its packed word.

    In a won or lost score, plies are counted from the position of the entry.
    """
    return i32(packed & 65535) - 32768


def entry_bound(packed: u64) -> i32:
    """Return the kind of score in a packed entry of the transposition table.

    It is `EXACT`, `LOWER_BOUND` or `UPPER_BOUND`.
    """
    return i32(packed >> 16 & 3)


def entry_move(packed: u64) -> i32:
    """Return the best move in a packed entry of the transposition table, or -1.

    It is an index into the position's children.
    """
    return i32(packed >> 24 & 255) - 1


def entry_depth(packed: u64) -> i32:
    """Return the search depth of a packed entry of the transposition table."""
    return i32(packed >> 32 & 255)


def replacement_priority(packed: u64) -> i32:
    """Return how important it is to keep a packed entry in the transposition table.

    Entries of the current age are more important than others. Among entries of the same age, deeper ones are.
    """
    return entry_depth(packed) + (256 if i32(packed >> 40 & 255) == STATE[AGE] else 0)


def store_entry(key: u64, depth: i32, score: i32, bound: i32, move: i32) -> None:
    """Store a position's score and best move in the transposition table.

    `key` is the position's hash. If `move` is -1, a best move that is already stored for the position stays. If the
    position has no entry, replace the less important of the two entries in its slots (`replacement_priority`).
    """
    slot = find_entry(key)
    if slot < 0:
        slot = i32(key >> 64 - ROOM) << 2
        if replacement_priority(TABLE[slot + 3]) < replacement_priority(TABLE[slot + 1]):
            slot += 2
    elif move < 0:
        move = entry_move(TABLE[slot + 1])
    TABLE[slot] = stored_key(key)
    TABLE[slot + 1] = (
        u64(score + 32768)
        | u64(bound << 16)
        | u64(move + 1) << 24 & ALL
        | u64(depth) << 32 & ALL
        | u64(STATE[AGE]) << 40 & ALL
    )


def score_from_table(score: i32, ply: i32) -> i32:
    """Convert a score from the transposition table for the search at `ply`: count plies to a win from the root."""
    return score - ply if score >= PROVEN else score + ply if score <= -PROVEN else score


def score_for_table(score: i32, ply: i32) -> i32:
    """Convert a score for the transposition table: count plies to a win from the position at `ply`, not the root."""
    return score + ply if score >= PROVEN else score - ply if score <= -PROVEN else score


def age() -> None:
    """Begin a new age of the transposition table. New entries then replace entries of earlier ages first.

    After 256 ages the table is emptied.
    """
    STATE[AGE] = STATE[AGE] + 1 & 255
    if STATE[AGE] == 0:
        for index in range(4 << ROOM):
            TABLE[index] = 0


def forget() -> None:
    """Clear the transposition table, the killer moves and the history of good moves."""
    age()
    STATE[SALT] = STATE[SALT] + 1 & 0xFFFFFFF
    for index in range(2 * 4096):
        HISTORY[index] = 0
    for index in range(2 * PLIES):
        KILLERS[index] = 0


def best_known() -> i32:
    """Return the best move for `POSITION` in the transposition table, or -1 if there is none.

    It is an index into the children that `listed` writes.
    """
    slot = find_entry(hash_position(POSITION[0], POSITION[1], POSITION[2], i32(POSITION[3])))
    return entry_move(TABLE[slot + 1]) if slot >= 0 else -1


# Search


def look_ahead(depth: i32, alpha: i32, beta: i32, nodes: i32) -> i32:
    """Search `POSITION` and return its value for the side to move.

    `POSITION` is one ply after the root, so plies to a win are counted from the position before it. The value is exact
    between `alpha` and `beta`, otherwise a bound. Repetitions count as draws, and so do positions after `LIMIT` quiet
    plies. The search stops after `nodes` positions.
    """
    STATE[NODES] = 0
    STATE[LEFT] = nodes
    STATE[STOPPED] = 0
    for index in range(STATE[KNOWN]):
        LINE[PAST_MOST + 1 - STATE[KNOWN] + index] = hash_position(
            PAST[4 * index], PAST[4 * index + 1], PAST[4 * index + 2], i32(PAST[4 * index + 3])
        )
    QUIETS[1] = STATE[QUIET]
    compute_fields(POSITION[0], POSITION[1], POSITION[2], WORDS)
    return search(POSITION[0], POSITION[1], POSITION[2], i32(POSITION[3]), 1, depth, alpha, beta)


def is_repetition(key: u64, ply: i32) -> bool:
    """Return whether the position at `ply` repeats an earlier one. `key` is its hash.

    Only positions since the last capture or man's move are compared.
    """
    back = 4
    most = min(QUIETS[ply], ply + STATE[KNOWN] - 1)
    while back <= most:
        if LINE[PAST_MOST + ply - back] == key:
            return True
        back += 2
    return False


def ending_score(black: u64, white: u64, kings: u64, side: i32, ply: i32, beta: i32) -> i32:
    """Return the value, for the side to move, of a position in the endgame table.

    A win has the value `WIN` less a point for each ply to the end of the game, including the `ply` plies so far. A loss
    has the negative value. If even the longest win reaches `beta`, its value is returned for any win. A draw has a
    small value, in favour of the side with the better static value.
    """
    if beta <= WIN - ply - LONGEST and probe_ending(side, black, white, kings) == WON:
        return WIN - ply - LONGEST
    code = solve_ending(ply, side, black, white, kings)
    if not code:
        return evaluate(black, white, kings, side, ply * WORDS) // 64
    return ply + code - 1 - WIN if code & 1 else WIN - ply - code + 1


def next_child(row: i32, count: i32) -> i32:
    """Return the index of the child with the greatest sort key, and mark the child as searched.

    The `count` children begin at the index `row` of the arrays of children, such as `NEXT_KEY`.
    """
    chosen = row
    for child in range(row + 1, row + count):
        if NEXT_KEY[child] > NEXT_KEY[chosen]:
            chosen = child
    NEXT_KEY[chosen] = -ORDER_STEP * 4
    return chosen


def is_noticed(black: u64, white: u64, kings: u64, side: i32) -> bool:
    """Return whether a weak opponent notices the step that led to a position.

    The opponent may overlook a step that offers a man.
    """
    own = white if side else black
    other = black if side else white
    if STATE[SIGHT] >= 16 or not jumpers(side, own, other, kings):
        return True
    chance = (black * 0x9E3779B97F4A7C15 ^ white * 0xC2B2AE3D27D4EB4F) & ALL
    chance = (chance ^ u64(STATE[LOT])) * 0xBF58476D1CE4E5B9 & ALL
    return i32(chance >> 60) < STATE[SIGHT]


def noticed_now() -> i32:
    """Return 1 if a weak opponent notices the step that leads to `POSITION`, otherwise 0."""
    return 1 if is_noticed(POSITION[0], POSITION[1], POSITION[2], i32(POSITION[3])) else 0


def drop_overlooked(row: i32, count: i32, side: i32) -> i32:
    """Remove the children whose steps a weak opponent overlooks, and return the number of children left.

    The `count` children begin at the index `row` of the arrays of children, such as `NEXT_PATH`. If all their steps are
    overlooked, keep all children.
    """
    remaining = 0
    for child in range(row, row + count):
        if is_noticed(NEXT_BLACK[child], NEXT_WHITE[child], NEXT_KINGS[child], 1 - side):
            NEXT_BLACK[row + remaining] = NEXT_BLACK[child]
            NEXT_WHITE[row + remaining] = NEXT_WHITE[child]
            NEXT_KINGS[row + remaining] = NEXT_KINGS[child]
            NEXT_PATH[row + remaining] = NEXT_PATH[child]
            remaining += 1
    return remaining if remaining else count


def is_in_tables(own: u64, other: u64) -> bool:
    """Return whether the endgame tables in use have positions with these pieces."""
    pieces = (own | other).bit_count()
    return pieces <= STATE[PIECES] and (pieces < SIX or own.bit_count() == SIX // 2)


def search(black: u64, white: u64, kings: u64, side: i32, ply: i32, depth: i32, alpha: i32, beta: i32) -> i32:
    """Search a position by principal variation search, and return its value.

    The value is exact between `alpha` and `beta`, otherwise a bound.
    """
    own = white if side else black
    other = black if side else white
    if not own:
        return ply - WIN
    STATE[NODES] += 1
    STATE[LEFT] -= 1
    movers = jumpers(side, own, other, kings)
    if not movers:
        if is_in_tables(own, other):
            if (own | other).bit_count() < FIVE:
                return ending_score(black, white, kings, side, ply, beta)
            table_result = result(ply, side, black, white, kings)
            if table_result == DRAW:
                return evaluate(black, white, kings, side, ply * WORDS) // 64
            # The tables of five and six pieces have no distance to the win, so the search must find the way. Often the
            # bound is enough.
            if table_result == WIN_KEPT and beta <= TABLE_WIN // 2:
                return TABLE_WIN // 2
            if table_result == LOSS_KEPT and alpha >= -TABLE_WIN // 2:
                return -TABLE_WIN // 2
            if depth <= 0 or ply >= MAX_PLY:
                static_score = evaluate(black, white, kings, side, ply * WORDS)
                return static_score + TABLE_WIN if table_result == WIN_KEPT else static_score - TABLE_WIN
        # Quiescence: at depth 0, search one more ply if the other side threatens to jump.
        if depth < 0 or (depth == 0 and not jumpers(1 - side, other, own, kings)) or ply >= MAX_PLY:
            return evaluate(black, white, kings, side, ply * WORDS)
    if STATE[LEFT] < 0:
        STATE[STOPPED] = 1
        return 0
    key = hash_position(black, white, kings, side)
    LINE[PAST_MOST + ply] = key
    if not movers:
        quiet = QUIETS[ply]
        if quiet >= STATE[LIMIT]:
            return 0 if generate_children(ply, side, black, white, kings) else ply - WIN
        if quiet >= 4 and is_repetition(key, ply):
            return 0
        if quiet > STATE[LIMIT] - 24:
            # Near the draw by quiet plies, entries made with another number of quiet plies are wrong.
            key ^= u64(quiet) * 0x9E3779B97F4A7C15 & ALL
    table_move = -1
    if depth > 0:
        slot = find_entry(key)
        if slot >= 0:
            packed = TABLE[slot + 1]
            table_move = entry_move(packed)
            if entry_depth(packed) >= depth:
                score = score_from_table(entry_score(packed), ply)
                bound = entry_bound(packed)
                if bound == EXACT or (score >= beta if bound == LOWER_BOUND else score <= alpha):
                    return score
    if beta - alpha == 1 and not movers and depth > 1 and -TABLE_WIN < 2 * alpha < TABLE_WIN:
        static_score = evaluate(black, white, kings, side, ply * WORDS)
        if static_score >= beta:
            if (
                depth < FUTILITY_DEPTH
                and static_score >= beta + FUTILITY_MARGIN * depth
                and not jumpers(1 - side, other, own, kings)
            ):
                return static_score
            # ProbCut: a shallower search whose result is far above `beta` decides (Buro 1995).
            if depth >= PROBCUT_DEPTH:
                shallow_score = search(
                    black, white, kings, side, ply, depth - 4, beta + PROBCUT_MARGIN - 1, beta + PROBCUT_MARGIN
                )
                if STATE[STOPPED]:
                    return 0
                if shallow_score >= beta + PROBCUT_MARGIN:
                    return beta
                if table_move < 0:
                    slot = find_entry(key)
                    table_move = entry_move(TABLE[slot + 1]) if slot >= 0 else -1
    row = ply * WIDE
    COUNT[ply] = 0
    if movers:
        add_captures(ply, side, own, other, kings, movers)
    else:
        add_steps(ply, side, own, other, kings)
    count = COUNT[ply]
    if count == 0:
        return ply - WIN
    if not movers and STATE[SIGHT] < 16:
        count = drop_overlooked(row, count, side)
    next_depth = depth if movers and count == 1 else depth - 1
    if count > 1 and depth > 1:
        # Enhanced transposition cutoff: a child's entry in the table may be enough.
        if depth > 3:
            for child in range(row, row + count):
                slot = find_entry(hash_position(NEXT_BLACK[child], NEXT_WHITE[child], NEXT_KINGS[child], 1 - side))
                if slot >= 0:
                    packed = TABLE[slot + 1]
                    if entry_depth(packed) >= next_depth and entry_bound(packed) != LOWER_BOUND:
                        score = -score_from_table(entry_score(packed), ply + 1)
                        if score >= beta:
                            return score
        order_children(row, count, side, ply, table_move, (own | other).bit_count())
    best = -FAR
    move = -1
    raised_alpha = alpha
    for index in range(count):
        child = next_child(row, count) if count > 1 and depth > 1 else row + index
        update_fields(ply, black, white, kings, child)
        score = -FAR
        if index > 0:
            # Late-move reduction, but not in table endings: there, unproven moves have high values.
            reduction = (
                0
                if movers or is_in_tables(own, other)
                else i32(
                    REDUCTIONS[
                        min(max(depth, 0), REDUCTION_ENTRIES - 1) * REDUCTION_ENTRIES
                        + min(index, REDUCTION_ENTRIES - 1)
                    ]
                )
            )
            score = -search(
                NEXT_BLACK[child],
                NEXT_WHITE[child],
                NEXT_KINGS[child],
                1 - side,
                ply + 1,
                next_depth - reduction,
                -raised_alpha - 1,
                -raised_alpha,
            )
            if reduction and score > raised_alpha and not STATE[STOPPED]:
                score = -search(
                    NEXT_BLACK[child],
                    NEXT_WHITE[child],
                    NEXT_KINGS[child],
                    1 - side,
                    ply + 1,
                    next_depth,
                    -raised_alpha - 1,
                    -raised_alpha,
                )
        if index == 0 or raised_alpha < score < beta:
            score = -search(
                NEXT_BLACK[child],
                NEXT_WHITE[child],
                NEXT_KINGS[child],
                1 - side,
                ply + 1,
                next_depth,
                -beta,
                -raised_alpha,
            )
        if STATE[STOPPED]:
            return 0
        if score > best:
            best = score
            move = child - row
            if score > raised_alpha:
                raised_alpha = score
                if score >= beta:
                    break
    if depth > 0:
        if best > alpha and not movers and count > 1:
            record_best_step(i32(NEXT_PATH[row + move] & 4095), side, ply, depth)
        bound = UPPER_BOUND if best <= alpha else LOWER_BOUND if best >= beta else EXACT
        store_entry(key, min(depth, 255), score_for_table(best, ply), bound, move if best > alpha else -1)
    return best


def order_children(row: i32, count: i32, side: i32, ply: i32, table_move: i32, pieces: i32) -> None:
    """Set the sort keys of `count` children, which begin at the index `row` of `NEXT_KEY`.

    `pieces` is the number of pieces before the move. The order of search is: the move `table_move` (from the
    transposition table), killer moves, captures, then moves that were often best in earlier searches.
    """
    for child in range(row, row + count):
        step = i32(NEXT_PATH[child] & 4095)
        if child - row == table_move:
            NEXT_KEY[child] = 4 * ORDER_STEP
        elif KILLERS[2 * ply] == step:
            NEXT_KEY[child] = 3 * ORDER_STEP
        elif KILLERS[2 * ply + 1] == step:
            NEXT_KEY[child] = 2 * ORDER_STEP
        else:
            captured = pieces - (NEXT_BLACK[child] | NEXT_WHITE[child]).bit_count()
            NEXT_KEY[child] = HISTORY[4096 * side + step] + captured * ORDER_STEP


def record_best_step(step: i32, side: i32, ply: i32, depth: i32) -> None:
    """Update the killer moves of the ply `ply` and the history of good moves of the side `side`.

    `step` was best in a search to `depth`. It is given as the last two squares of its path, as in `NEXT_PATH`.
    """
    if KILLERS[2 * ply] != step:
        KILLERS[2 * ply + 1] = KILLERS[2 * ply]
        KILLERS[2 * ply] = step
    HISTORY[4096 * side + step] += depth * depth
    if HISTORY[4096 * side + step] >= ORDER_STEP:
        for index in range(2 * 4096):
            HISTORY[index] //= 2
