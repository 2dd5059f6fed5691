"""Checkers for the machine: moves with their paths, values, endings and looking ahead, in the words of `core/machine`.

A position is three masks and a side, as in `chowk.games.checkers.rules`: black pieces, white pieces, the kings of
either, in 35 bits in which a step up the board is a shift by 4 or 5; Black is 0. Values are for the side to move, in
hundredths of a man; a won game is worth `WIN` less one for each ply that it takes.

A search gives up after so many nodes; then `STATE[STOPPED]` is 1 and its answer means nothing. What it has found out
is in the table of positions, so that the same question, asked again, goes on about where it was given up.
"""

from __future__ import annotations

from math import comb
from typing import Final

from chowk.core.machine import ALL, Deferred, array, ctz, i32, u64, unrolled
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

WIN: Final = 30_000
PROVEN: Final = 29_000
"""Values from here on mean a forced win, and those below minus this a forced loss."""
FAR: Final = 32_000
"""More than any value."""
BOARD: Final = shapes.BOARD
CROWN: Final = array("Q", [sum(1 << place for place in row) for row in (shapes.SQUARES[28:], shapes.SQUARES[:4])])
"""By side the row on which its men are crowned."""

# What is written before a call and read after it.

POSITION: Final = array("Q", bytes(8 * 4))
"""Black, White, kings, and who is to move."""
PAST_MOST: Final = 128
PAST: Final = array("Q", bytes(8 * 4 * PAST_MOST))
"""The earlier positions that can occur again, the latest last, as `POSITION` each."""
STATE: Final = array("i", bytes(4 * 15))
NODES, LEFT, STOPPED, AGE, READY, STORED_PIECES, QUIET, LIMIT = range(8)
KNOWN, PIECES, SIGHT, LOT, SALT, STORED_FIVES, STORED_SIXES = range(8, 15)
"""In `STATE`: positions met in this call, how many more are allowed, whether it was given up; the table's age; a bit
for each stage whose weights have been laid out; how many pieces the endings have that were written; plies without a
capture or a man's move before `POSITION`, and how many of these are a draw; how many earlier positions there are; how
many pieces the endings have at most that are looked up, 0 for none; of 16 men that are offered how many are noticed,
and a number by which these are told from the others; how often everything was forgotten; whether the results of five
pieces were written, and those of three against three."""

# Weights: as the file keeps them, signed bytes with a factor for each phase and the rest in full; and as they are
# laid out, for each number of pairs of pieces.

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
"""White's men on the last row as White sees them, the first square the lowest bit."""
LAST: Final = shapes.SQUARES[28]
"""The place of the last row's first square."""
FACTORS: Final = array("i", bytes(4 * PHASES))
STORED: Final = array("b", bytes(PHASES * HELD))
REST: Final = array("h", bytes(2 * PHASES * LENGTH))
VALUES: Final = array("h", bytes(2 * STAGES * SPAN))
PLAIN: Final = array("i", bytes(4 * STAGES * LENGTH))
"""For each stage what `REST` comes to."""
BETWEEN: Final = array("i", [part for stage in range(STAGES) for part in shapes.between(2 * stage)])
"""For each stage a phase, and how the next one and it share a weight."""
TABLE_OF: Final = array("i", [shapes.table(block) for block in range(BLOCKS)])
OPPOSITE: Final = array("h", [shapes.opposite(content) for content in range(ENTRIES)])
MEN: Final = array("b", [shapes.men(content) for content in range(ENTRIES)])
SYSTEM: Final = shapes.SYSTEM
WORDS: Final = shapes.WORDS
SQUARE: Final = array("b", [shapes.SQUARES.index(place) if place in shapes.SQUARES else 0 for place in range(35)])
"""The number of the square at each place of a mask, from 0 on."""
LAID: Final = array(
    "Q",
    [
        word
        for place in range(35)
        for word in (shapes.laid(shapes.SQUARES.index(place)) if place in shapes.SQUARES else [0] * WORDS)
    ],
)
"""For each place of a mask what Black's man there adds to the words."""
NEAR_BLACK: Final = sum(1 << place for place in shapes.SQUARES[20:28])
MIDDLE_BLACK: Final = sum(1 << place for place in shapes.SQUARES[12:20])
NEAR_WHITE: Final = sum(1 << place for place in shapes.SQUARES[4:12])
MIDDLE_WHITE: Final = sum(1 << place for place in shapes.SQUARES[12:20])
"""Where men have one or two steps to go to be crowned, and three or four."""

# Endings: a byte for each position, in the order that `endgame` tells.

PLACES: Final = array("i", bytes(4 * 4 * 256))
"""For each material where its positions begin, and how far apart ranks are: men, kings, the other's kings."""
ENDINGS: Final = array("B", bytes(7_455_300))
DRAWN, WON, LOST = range(3)
LONGEST: Final = 120
"""No ending is won in more plies."""
CHOOSE: Final = array("i", [at * (at - 1) // 2 if count else at for count in range(2) for at in range(33)])
CHOOSE_THREE: Final = array("i", [at * (at - 1) * (at - 2) // 6 for at in range(33)])
"""How many sets of one, two or three squares there are below a square."""
FIVES: Final = array("B", bytes(results.SIZE // 4))
"""Results of five pieces, four to a byte, as `kernel_results` tells."""
RESULT_PLACES: Final = array(
    "i",
    [
        part
        for region in (
            *(
                results.PLACES.get((own // 5, own % 5, men, results.FIVE - own // 5 - own % 5 - men))
                for own in range(25)
                for men in range(3)
            ),
            *(results.SIX_PLACES[men, 3 - men, other, 3 - other] for men in range(4) for other in range(4)),
        )
        for part in ((region.base, region.men, region.kings, region.other_kings) if region else [0] * 4)
    ],
)
"""For each material of theirs as in `PLACES`: by the men and kings of the side to move, then the other's men; and after
these, from `AT_SIX` on, for three against three, by the men of either."""
AT_SIX: Final = 4 * 25 * 3
CHOICES: Final = array("i", [comb(at, count) for count in range(5) for at in range(33)])
"""How many sets of so many squares there are below a square."""
SIXES: Final = Deferred("B", results.SIX_SIZE // 4)
"""Results of three against three likewise; few have them, and room for them."""
DRAW, WIN_KEPT, LOSS_KEPT = range(3)
"""What `result` says of a position for the side to move."""
FIVE: Final = results.FIVE
SIX: Final = results.SIX
RESULT_OF_BITS: Final = array(
    "i", [{results.WON: WIN_KEPT, results.LOST: LOSS_KEPT, results.DRAWN: DRAW}.get(two, DRAW) for two in range(4)]
)
"""The result that two bits stand for."""
TABLE_WIN: Final = 2_000
"""A win in the tables of five and six pieces is worth so much and what the position itself is."""

# The moves that are tried at each ply: positions after them, their paths, their order; and what is on the way there.

WIDE: Final = 96
PLIES: Final = 160
MAX_PLY: Final = 120
"""Nothing is looked at beyond so many plies; captures and endings may lead a little further."""
NEXT_BLACK: Final = array("Q", bytes(8 * PLIES * WIDE))
NEXT_WHITE: Final = array("Q", bytes(8 * PLIES * WIDE))
NEXT_KINGS: Final = array("Q", bytes(8 * PLIES * WIDE))
NEXT_PATH: Final = array("Q", bytes(8 * PLIES * WIDE))
"""The places that the piece stands on, each one more than in a mask, six bits each, the last in the lowest."""
NEXT_KEY: Final = array("i", bytes(4 * PLIES * WIDE))
COUNT: Final = array("i", bytes(4 * PLIES))
FIELDS: Final = array("Q", bytes(8 * PLIES * WORDS))
QUIETS: Final = array("i", bytes(4 * PLIES))
LINE: Final = array("Q", bytes(8 * (PAST_MOST + PLIES)))
"""Keys of the positions that led here: first those of `PAST`, then one for each ply."""
KILLERS: Final = array("i", bytes(4 * 2 * PLIES))
HISTORY: Final = array("i", bytes(4 * 2 * 4096))
"""By side and a step's first and last place: how often it was best, weightier where looked deeper."""
ORDER_STEP: Final = 1 << 20

# The table of positions: a key, and what is known; two entries share a place.

ROOM: Final = 19
TABLE: Final = array("Q", [0]) * (4 << ROOM)
EXACT, LOWER_BOUND, UPPER_BOUND = range(3)

REDUCTION_ENTRIES: Final = 24
REDUCTIONS: Final = array(
    "b",
    [
        0 if depth < 3 or turn < 2 else 1 + (turn >= 4) + (depth >= 8 and turn >= 3) + (depth >= 12 and turn >= 6)
        for depth in range(REDUCTION_ENTRIES)
        for turn in range(REDUCTION_ENTRIES)
    ],
)
"""How many plies less the later moves are looked at, by depth and turn."""
FUTILITY_DEPTH: Final = 5
FUTILITY_MARGIN: Final = 25
"""With fewer plies left, who is so much a ply above the bound, and not threatened, is taken to stay above."""
PROBCUT_DEPTH: Final = 5
PROBCUT_MARGIN: Final = 40
"""With that many plies left or more, who is by so much above the bound in a look four plies shallower stays above."""


# Moves


def add_child(ply: i32, side: i32, own: u64, other: u64, kings: u64, path: u64) -> None:
    """One more position that a move leads to."""
    if COUNT[ply] < WIDE:
        place = ply * WIDE + COUNT[ply]
        COUNT[ply] += 1
        NEXT_BLACK[place] = other if side else own
        NEXT_WHITE[place] = own if side else other
        NEXT_KINGS[place] = kings
        NEXT_PATH[place] = path


def jumpers(side: i32, own: u64, other: u64, kings: u64) -> u64:
    """The pieces that can jump."""
    free = BOARD & ~(own | other)
    up = own & kings if side else own
    down = own if side else own & kings
    return up & (other >> 4 & free >> 8 | other >> 5 & free >> 10) | down & (
        other << 4 & free << 8 | other << 5 & free << 10
    )


def add_jumps(ply: i32, side: i32, bit: u64, own: u64, other: u64, kings: u64, free: u64, king: i32, path: u64) -> None:
    """Every whole jump of one piece, which is off the board while it jumps."""
    done = 1
    for direction in unrolled(4):
        if king or direction // 2 == side:
            if direction < 2:
                over = bit << 4 + direction & other
                end = over << 4 + direction & free
            else:
                over = bit >> 2 + direction & other
                end = over >> 2 + direction & free
            if end:
                done = 0
                onward = path << 6 & ALL | u64(ctz(end) + 1)
                if not king and end & CROWN[side]:
                    add_child(ply, side, own | end, other ^ over, kings & ~over | end, onward)
                else:
                    add_jumps(ply, side, end, own, other ^ over, kings & ~over, free, king, onward)
    if done:
        add_child(ply, side, own | bit, other, kings | bit if king else kings, path)


def add_steps(ply: i32, side: i32, own: u64, other: u64, kings: u64) -> None:
    """Every step."""
    free = BOARD & ~(own | other)
    for direction in unrolled(4):
        movers = own if direction // 2 == side else own & kings
        movers &= free >> 4 + direction if direction < 2 else (free << 2 + direction & ALL)
        while movers:
            bit = movers & -movers
            movers ^= bit
            end = bit << 4 + direction & ALL if direction < 2 else bit >> 2 + direction
            at = ctz(bit) + 1
            path = u64(at << 6) | u64(at + 4 + direction if direction < 2 else at - 2 - direction)
            if kings & bit:
                add_child(ply, side, own ^ bit ^ end, other, kings ^ bit ^ end, path)
            else:
                add_child(ply, side, own ^ bit ^ end, other, kings | end & CROWN[side], path)


def generate_children(ply: i32, side: i32, black: u64, white: u64, kings: u64) -> i32:
    """Lays the positions after each legal move into the row of a ply; how many."""
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
    """Every whole jump of these pieces."""
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
    """Lays the positions after each legal move in `POSITION` into the first row, with their paths; how many."""
    return generate_children(0, i32(POSITION[3]), POSITION[0], POSITION[1], POSITION[2])


def perft(depth: i32) -> i32:
    """How many ways lead so many moves ahead from `POSITION`."""
    return count_paths(0, i32(POSITION[3]), depth, POSITION[0], POSITION[1], POSITION[2])


def count_paths(ply: i32, side: i32, depth: i32, black: u64, white: u64, kings: u64) -> i32:
    """The same from any position."""
    count = generate_children(ply, side, black, white, kings)
    if depth == 1:
        return count
    total = 0
    for place in range(ply * WIDE, ply * WIDE + count):
        total += count_paths(ply + 1, 1 - side, depth - 1, NEXT_BLACK[place], NEXT_WHITE[place], NEXT_KINGS[place])
    return total


# Values


def interpolate(high: i32, low: i32, part: i32, whole: i32) -> i32:
    """A weight between two phases, rounded to the nearest, halves upwards."""
    return (2 * (high * part + low * (whole - part)) + whole) // (2 * whole)


def stored_weight(table: i32, phase: i32, content: i32) -> i32:
    """What the file says of a block's content."""
    return FACTORS[phase] * STORED[phase * HELD + table * ENTRIES + content]


def unfold(stage: i32) -> None:
    """Lays out the weights for so many pairs of pieces."""
    phase = BETWEEN[3 * stage]
    part = BETWEEN[3 * stage + 1]
    whole = BETWEEN[3 * stage + 2]
    after = min(phase + 1, PHASES - 1)
    for at in range(LENGTH):
        PLAIN[stage * LENGTH + at] = interpolate(REST[after * LENGTH + at], REST[phase * LENGTH + at], part, whole)
    man = PLAIN[stage * LENGTH + AT_MAN]
    for block in range(BLOCKS):
        table = TABLE_OF[block]
        for content in range(ENTRIES):
            turned = i32(OPPOSITE[content])
            score = 0
            if block <= 4:
                score = interpolate(
                    stored_weight(table, after, content), stored_weight(table, phase, content), part, whole
                )
            if block >= 4:
                score -= interpolate(
                    stored_weight(table, after, turned), stored_weight(table, phase, turned), part, whole
                )
            if block == 0 or block == 2 or block == 6 or block == 8:
                # These four cover the board without overlapping.
                score += man * MEN[content]
            VALUES[stage * SPAN + block * ENTRIES + content] = score
    STATE[READY] |= 1 << stage


def compute_fields(black: u64, white: u64, kings: u64, slot: i32) -> None:
    """Writes a position's words from nothing."""
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
    """The words and the quiet plies after the move at `one`, for the ply that follows."""
    before = ply * WORDS
    after = before + WORDS
    for word in unrolled(WORDS):
        FIELDS[after + word] = FIELDS[before + word]
    here = black & ~kings
    there = NEXT_BLACK[child] & ~NEXT_KINGS[child]
    changed = here ^ there
    against = white & ~kings
    opposed = NEXT_WHITE[child] & ~NEXT_KINGS[child]
    others = against ^ opposed
    if (changed | others) or (black | white).bit_count() != (NEXT_BLACK[child] | NEXT_WHITE[child]).bit_count():
        QUIETS[ply + 1] = 0
    else:
        QUIETS[ply + 1] = QUIETS[ply] + 1
    while changed:
        bit = changed & -changed
        square = ctz(changed)
        changed ^= bit
        for word in unrolled(WORDS):
            if there & bit:
                FIELDS[after + word] = FIELDS[after + word] + LAID[square * WORDS + word] & ALL
            else:
                FIELDS[after + word] = FIELDS[after + word] - LAID[square * WORDS + word] & ALL
    while others:
        bit = others & -others
        square = ctz(others)
        others ^= bit
        for word in unrolled(WORDS):
            if opposed & bit:
                FIELDS[after + word] = FIELDS[after + word] + (LAID[square * WORDS + word] << 1) & ALL
            else:
                FIELDS[after + word] = FIELDS[after + word] - (LAID[square * WORDS + word] << 1) & ALL


def evaluate(black: u64, white: u64, kings: u64, side: i32, slot: i32) -> i32:
    """What a position is worth without looking ahead; `slot` is where its words are."""
    pieces = black | white
    count = pieces.bit_count()
    first = (count >> 1) * SPAN
    plain = (count >> 1) * LENGTH
    score = 0
    for word in unrolled(WORDS):
        three = FIELDS[slot + word]
        for part in unrolled(3):
            score += VALUES[first + (word * 3 + part) * ENTRIES + i32(three >> 16 * part & 65535)]
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
    # Where a side may come up against the other's men: what is not there is free for these.
    seen = white
    for _ in unrolled(6):
        seen |= (seen >> 4 | seen >> 5) & BOARD
    runners = black_men & ~seen
    seen = black
    for _ in unrolled(6):
        seen |= (seen << 4 | seen << 5) & BOARD
    others = white_men & ~seen
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
        one = min(3, crowned.bit_count())
        two = min(3, rivals.bit_count())
        score += PLAIN[plain + AT_KINGS + 4 * one + two] - PLAIN[plain + AT_KINGS + 4 * two + one]
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
    """What `POSITION` is worth without looking ahead."""
    compute_fields(POSITION[0], POSITION[1], POSITION[2], 0)
    return evaluate(POSITION[0], POSITION[1], POSITION[2], i32(POSITION[3]), 0)


# Endings


def rank(some: u64, side: i32) -> i32:
    """The place of up to three squares among all sets of so many, as a side counts them."""
    if not some:
        return 0
    at = ctz(some)
    some &= some - 1
    one = i32(SQUARE[at])
    if not some:
        return 31 - one if side else one
    at = ctz(some)
    some &= some - 1
    two = i32(SQUARE[at])
    if not some:
        return CHOOSE[33 + 31 - one] + 31 - two if side else CHOOSE[33 + two] + one
    three = i32(SQUARE[ctz(some)])
    if side:
        return CHOOSE_THREE[31 - one] + CHOOSE[33 + 31 - two] + 31 - three
    return CHOOSE_THREE[three] + CHOOSE[33 + two] + one


def probe_ending(side: i32, black: u64, white: u64, kings: u64) -> i32:
    """What the table of endings says of a position without a capture."""
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
    """0 for a draw, else one more than the plies until the end: even if the side to move wins, odd if not."""
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
        is_repetition = NEXT_BLACK[child] if side else NEXT_WHITE[child]
        theirs = NEXT_WHITE[child] if side else NEXT_BLACK[child]
        still = quiet and not jumpers(1 - side, is_repetition, theirs, NEXT_KINGS[child])
        # A step that does not win may lead to what the other side wins, and that likewise back here.
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
    """The same of `POSITION`, which has no more pieces than the table."""
    return solve_ending(0, i32(POSITION[3]), POSITION[0], POSITION[1], POSITION[2])


def ranked(some: u64, side: i32) -> i32:
    """The place of up to four squares among all sets of so many, as a side counts them."""
    index = 0
    count = some.bit_count() if side else 1
    while some:
        square = i32(SQUARE[ctz(some)])
        some &= some - 1
        if side:
            index += CHOICES[33 * count + 31 - square]
            count -= 1
        else:
            index += CHOICES[33 * count + square]
            count += 1
    return index


def result_index(material: i32, side: i32, own: u64, other: u64, kings: u64) -> i32:
    """Where the result of a position lies, whose material lies there in `TOLD_PLACES`."""
    return (
        RESULT_PLACES[material]
        + ranked(own & ~kings, side) * RESULT_PLACES[material + 1]
        + ranked(own & kings, side) * RESULT_PLACES[material + 2]
        + ranked(other & kings, 1 - side) * RESULT_PLACES[material + 3]
        + ranked(other & ~kings, 1 - side)
    )


def result(ply: i32, side: i32, black: u64, white: u64, kings: u64) -> i32:
    """What a position of at most five pieces, or three against three, is for the side to move, by the tables."""
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
    """The same of `POSITION`: drawn, won or lost."""
    return result(0, i32(POSITION[3]), POSITION[0], POSITION[1], POSITION[2])


# The table of positions. What is known: a value and how it is meant, the best move, depth and age.


def hash_position(black: u64, white: u64, kings: u64, side: i32) -> u64:
    """A number that stands for a position."""
    hashed = (black * 0x9E3779B97F4A7C15 ^ white * 0xC2B2AE3D27D4EB4F ^ kings * 0x165667B19E3779F9) & ALL
    hashed = (hashed ^ hashed >> 29 ^ u64(side)) * 0xBF58476D1CE4E5B9 & ALL
    hashed = (hashed ^ hashed >> 32) * 0x94D049BB133111EB & ALL
    return hashed ^ hashed >> 29


def find_entry(key: u64) -> i32:
    """Where a position is kept, -1 if it is not."""
    slot = i32(key >> 64 - ROOM) << 2
    key = stored_key(key)
    if TABLE[slot] == key:
        return slot
    return slot + 2 if TABLE[slot + 2] == key else -1


def stored_key(key: u64) -> u64:
    """What is written for a position: something else each time that everything is forgotten."""
    return key ^ (u64(STATE[SALT]) * 0x9E3779B97F4A7C15 & ALL)


def entry_score(packed: u64) -> i32:
    """The value that is kept, in which a win counts its plies from the position itself."""
    return i32(packed & 65535) - 32768


def entry_bound(packed: u64) -> i32:
    """Whether that is the value, or a bound."""
    return i32(packed >> 16 & 3)


def entry_move(packed: u64) -> i32:
    """The move that was best, by its place in the list; -1 for none."""
    return i32(packed >> 24 & 255) - 1


def entry_depth(packed: u64) -> i32:
    """How deep was looked."""
    return i32(packed >> 32 & 255)


def replacement_priority(packed: u64) -> i32:
    """The greater, the longer something known should stay."""
    return entry_depth(packed) + (256 if i32(packed >> 40 & 255) == STATE[AGE] else 0)


def store_entry(key: u64, depth: i32, score: i32, bound: i32, move: i32) -> None:
    """Keeps a value and a move, in place of what is least worth keeping: what is old, then what is shallow."""
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
    """A kept value as it is seen from the root."""
    return score - ply if score >= PROVEN else score + ply if score <= -PROVEN else score


def score_for_table(score: i32, ply: i32) -> i32:
    """A value as it is kept."""
    return score + ply if score >= PROVEN else score - ply if score <= -PROVEN else score


def age() -> None:
    """What is in the table now gives way to what comes."""
    STATE[AGE] = STATE[AGE] + 1 & 255
    if STATE[AGE] == 0:
        for at in range(4 << ROOM):
            TABLE[at] = 0


def forget() -> None:
    """A table as good as empty: nothing in it is found, and all gives way; no move has been better than others."""
    age()
    STATE[SALT] = STATE[SALT] + 1 & 0xFFFFFFF
    for at in range(2 * 4096):
        HISTORY[at] = 0
    for at in range(2 * PLIES):
        KILLERS[at] = 0


def best_known() -> i32:
    """The best move that the table knows for `POSITION`, by its place in what `listed` lays out; -1 for none."""
    slot = find_entry(hash_position(POSITION[0], POSITION[1], POSITION[2], i32(POSITION[3])))
    return entry_move(TABLE[slot + 1]) if slot >= 0 else -1


# Looking ahead


def look_ahead(depth: i32, alpha: i32, beta: i32, nodes: i32) -> i32:
    """What `POSITION`, a ply from the root, is worth so many plies ahead: true between `low` and `high`, else a bound.

    What occurs once more counts as a draw; so does whatever comes after `LIMIT` quiet plies.
    """
    STATE[NODES] = 0
    STATE[LEFT] = nodes
    STATE[STOPPED] = 0
    for one in range(STATE[KNOWN]):
        LINE[PAST_MOST + 1 - STATE[KNOWN] + one] = hash_position(
            PAST[4 * one], PAST[4 * one + 1], PAST[4 * one + 2], i32(PAST[4 * one + 3])
        )
    QUIETS[1] = STATE[QUIET]
    compute_fields(POSITION[0], POSITION[1], POSITION[2], WORDS)
    return search(POSITION[0], POSITION[1], POSITION[2], i32(POSITION[3]), 1, depth, alpha, beta)


def is_repetition(key: u64, ply: i32) -> bool:
    """Whether the position occurred before, since a piece was taken or a man moved."""
    back = 4
    most = min(QUIETS[ply], ply + STATE[KNOWN] - 1)
    while back <= most:
        if LINE[PAST_MOST + ply - back] == key:
            return True
        back += 2
    return False


def ending_score(black: u64, white: u64, kings: u64, side: i32, ply: i32, beta: i32) -> i32:
    """What an ending in the table is worth; a draw is worth a little to the side that stands better."""
    if beta <= WIN - ply - LONGEST and probe_ending(side, black, white, kings) == WON:
        return WIN - ply - LONGEST
    code = solve_ending(ply, side, black, white, kings)
    if not code:
        return evaluate(black, white, kings, side, ply * WORDS) // 64
    return ply + code - 1 - WIN if code & 1 else WIN - ply - code + 1


def next_child(row: i32, count: i32) -> i32:
    """Which of the moves of a row comes next; it is marked as done."""
    chosen = row
    for child in range(row + 1, row + count):
        if NEXT_KEY[child] > NEXT_KEY[chosen]:
            chosen = child
    NEXT_KEY[chosen] = -ORDER_STEP * 4
    return chosen


def is_noticed(black: u64, white: u64, kings: u64, side: i32) -> bool:
    """Whether who overlooks moves that offer a man sees the step that led here, with `side` to move."""
    own = white if side else black
    other = black if side else white
    if STATE[SIGHT] >= 16 or not jumpers(side, own, other, kings):
        return True
    chance = (black * 0x9E3779B97F4A7C15 ^ white * 0xC2B2AE3D27D4EB4F) & ALL
    chance = (chance ^ u64(STATE[LOT])) * 0xBF58476D1CE4E5B9 & ALL
    return i32(chance >> 60) < STATE[SIGHT]


def noticed_now() -> i32:
    """Whether a step is seen that leads to `POSITION`: 0 or 1."""
    return 1 if is_noticed(POSITION[0], POSITION[1], POSITION[2], i32(POSITION[3])) else 0


def drop_overlooked(row: i32, count: i32, side: i32) -> i32:
    """Leaves out of a row the steps that are not noticed, unless all are; how many are left."""
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
    """Whether the tables that may be used have what becomes of so many pieces."""
    pieces = (own | other).bit_count()
    return pieces <= STATE[PIECES] and (pieces < SIX or own.bit_count() == SIX // 2)


def search(black: u64, white: u64, kings: u64, side: i32, ply: i32, depth: i32, alpha: i32, beta: i32) -> i32:
    """The value for the side to move, true between `low` and `high`, else a bound."""
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
            # How a win is made is found by looking ahead; that there is one is often all that is asked.
            if table_result == WIN_KEPT and beta <= TABLE_WIN // 2:
                return TABLE_WIN // 2
            if table_result == LOSS_KEPT and alpha >= -TABLE_WIN // 2:
                return -TABLE_WIN // 2
            if depth <= 0 or ply >= MAX_PLY:
                static_score = evaluate(black, white, kings, side, ply * WORDS)
                return static_score + TABLE_WIN if table_result == WIN_KEPT else static_score - TABLE_WIN
        # With no depth left, one more ply is spent on a position in which the other side threatens to jump.
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
            # So near to a draw, what was found out with other numbers of plies is not true here.
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
            # ProbCut: a shallower look that lies far enough above the bound is all but certain (Buro 1995).
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
        # Enhanced transposition cut-off: a position that one of the moves leads to may be known to be good enough.
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
            # In endings that are known, what is not proven yet is worth much, and would outdo what is looked at less.
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
    """Gives the moves of a row the order in which they are tried: the greatest first."""
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
    """Remembers that a step was best."""
    if KILLERS[2 * ply] != step:
        KILLERS[2 * ply + 1] = KILLERS[2 * ply]
        KILLERS[2 * ply] = step
    HISTORY[4096 * side + step] += depth * depth
    if HISTORY[4096 * side + step] >= ORDER_STEP:
        for at in range(2 * 4096):
            HISTORY[at] //= 2
