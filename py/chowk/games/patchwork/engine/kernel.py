"""The kernel of Patchwork, compiled to WebAssembly: moves, packing, evaluation, alpha-beta search, and training games.

A position is a row of numbers in `POSITION` and a row of bit masks in `MASKS`. The host, the program that calls the
kernel, uses row 0; the search uses the other rows. `RING` holds all patches clockwise and does not change during a
game. A row of `MASKS` has two masks for each quilt, the upper five rows of cells and the lower four, and one mask of
the places in the ring that still have a patch. The neutral token lies just before the place `TOKEN` of the ring. A
placement is a shape at an offset. Placements are numbered in the order of the rules: those of a single patch come
first, then those of each numbered patch. `FIRST_LIES` has each patch's first number.

`set_up` must be called before any other function.
"""

from __future__ import annotations

from typing import Final

from chowk.engine.kernel.types import ALL, array, ctz, i32, u64, unrolled
from chowk.games.patchwork.engine import kernel_shapes as shapes
from chowk.games.patchwork.rules.quilt import CELLS, SIDE
from chowk.games.patchwork.rules.state import BUTTONS as AT_START
from chowk.games.patchwork.rules.state import HOLE, REACH, TILE
from chowk.games.patchwork.rules.track import CENTRE

EXPORTS: Final = (
    *("set_up", "begin", "moves", "play", "settle", "rank", "greedy_game", "margin"),
    *("unfold", "value", "options", "look_ahead", "forget", "search_game", "step"),
    *("POSITION", "MASKS", "RING", "HOUSE", "MOVES", "RANKED", "LOT", "FIRST_LIES"),
    *("GRID", "STEEPNESS", "TURNS", "STATE", "ROW_MOVES", "WORTH", "RECORD"),
    *("FIELDS", "QUILTS", "UPPER", "WIDE", "FAR", "WON", "NODES", "STOPPED", "OPEN", "READY"),
)
"""The functions, arrays and constants that the host, the Python program that calls the kernel, may use."""

# A position.

FIELDS: Final = 15
TURN, HAND, SINGLE, TILED, TOKEN = range(5)
"""Indices in a row of `POSITION`.

In order: the seat to move; the patch in hand; the space of the single patch that must be sewn on; the seat with the
bonus tile, or -1; the place in the ring at which the queue begins, just after the neutral token.
"""
SPACE, BUTTONS, INCOME, FILLED, FIT = range(5, 10)
PLAYER: Final = 5
"""Number of fields of each player in a row of `POSITION`. They follow the fields that belong to both players.

A player's fields are space, buttons, income, number of covered cells, and coherence of the empty cells as packed by
`fit`.
"""
QUILTS: Final = 5
LEFT: Final = 4
"""Column of `MASKS` with a bit for each place in the ring of patches for sale: 1 if the patch was not bought yet.

Columns 0 to 3 hold the two parts of each player's quilt.
"""
WIDE: Final = 32
"""Maximum number of children of a position, which are the positions after its moves."""
PLIES: Final = 72
"""Maximum number of plies of a search."""
ROWS: Final = 1 + PLIES * WIDE
POSITION: Final = array("i", bytes(4 * FIELDS * ROWS))
MASKS: Final = array("Q", bytes(8 * QUILTS * ROWS))
RING: Final = array("b", bytes(40))
HOUSE: Final = array("i", [0, 1])
EDITION, SEVEN = range(2)
"""Indices in `HOUSE`: the edition of the time track, and 1 if there is a bonus tile."""
MOVES: Final = array("i", bytes(4 * 512))
"""The moves of the position in row 0, as written by `moves`."""

# The tables of the rules.

AREA: Final = array("b", shapes.AREAS)
PRICE: Final = array("b", shapes.PRICES)
TIME: Final = array("b", shapes.TIMES)
EARNS: Final = array("b", shapes.INCOMES)
PAID: Final = array("b", shapes.PAID)
SINGLES: Final = array("b", shapes.SINGLES)
SINGLE_SPACES: Final = array("b", shapes.SINGLE_SPACES)
MARKERS: Final = shapes.PAID[CENTRE]

# Boards.

UPPER: Final = shapes.UPPER
TOP: Final = shapes.TOP
LOW: Final = shapes.LOW
TOP_NOT_LAST, LOW_NOT_LAST = shapes.NOT_LAST
TOP_NOT_FIRST, LOW_NOT_FIRST = shapes.NOT_FIRST
TOP_RIM, LOW_RIM = shapes.RIM
SQUARES: Final = array("Q", shapes.SQUARES)
NINE: Final = 9
"""The number of places on the quilt board at which a square of 7 x 7 cells can lie."""
SHAPES: Final = array("Q", shapes.MASKS)
HEIGHT: Final = array("b", shapes.HEIGHTS)
WIDTH: Final = array("b", shapes.WIDTHS)
FIRST_SHAPES: Final = array("h", shapes.FIRST_SHAPES)
FIRST_LIES: Final = array("h", shapes.FIRST_LIES)
LIES: Final = shapes.FIRST_LIES[-1]
LIE: Final = array("Q", bytes(8 * 2 * LIES))
"""The masks of all placements, two entries each: the upper part, then the lower. `set_up` fills the array."""
ON_RIM: Final = array("b", bytes(LIES))
"""By placement: the number of its cells on the rim of the board. `set_up` fills the array."""


def set_up() -> None:
    """Compute the masks of each placement into `LIE`, and its number of cells at the board's edge into `ON_RIM`."""
    lie = 0
    for cell in range(CELLS):
        LIE[2 * lie] = u64(1) << cell & ALL if cell < UPPER else 0
        LIE[2 * lie + 1] = 0 if cell < UPPER else u64(1) << cell - UPPER & ALL
        lie += 1
    for number in range(len(SHAPES)):
        for row in range(SIDE - HEIGHT[number] + 1):
            for column in range(SIDE - WIDTH[number] + 1):
                cell = SIDE * row + column
                if cell < UPPER:
                    LIE[2 * lie] = SHAPES[number] << cell & TOP
                    LIE[2 * lie + 1] = SHAPES[number] >> UPPER - cell
                else:
                    LIE[2 * lie] = 0
                    LIE[2 * lie + 1] = SHAPES[number] << cell - UPPER & ALL
                lie += 1
    for placement in range(LIES):
        ON_RIM[placement] = (LIE[2 * placement] & TOP_RIM).bit_count() + (LIE[2 * placement + 1] & LOW_RIM).bit_count()


# Moves, in the order of the rules: single patches by cell; or placements of the patch in hand, numbered from its first;
# or purchases by their place in the queue, and then -1 for advancing.


def moves() -> i32:
    """Write the legal moves of the current position, row 0 of `POSITION`, into `MOVES`. Return their number.

    A move is the index in the queue of the patch to buy, or -1 for an advance. If a patch must be sewn on, a move is
    the number of the placement among those of the patch.
    """
    own = PLAYER * POSITION[TURN]
    top = MASKS[2 * POSITION[TURN]]
    low = MASKS[2 * POSITION[TURN] + 1]
    patch = POSITION[HAND]
    count = 0
    if POSITION[SINGLE] or patch:
        first_lie = i32(FIRST_LIES[patch])
        for lie in range(first_lie, FIRST_LIES[patch + 1]):
            if not LIE[2 * lie] & top and not LIE[2 * lie + 1] & low:
                MOVES[count] = lie - first_lie
                count += 1
        return count
    if over(0):
        return 0
    for near in range(REACH):
        place = in_queue(0, near)
        if place >= 0 and PRICE[RING[place]] <= POSITION[own + BUTTONS] and fits(RING[place], top, low):
            MOVES[count] = near
            count += 1
    MOVES[count] = -1
    return count + 1


def play(move: i32) -> None:
    """Play a move, numbered as in `MOVES`, in the current position, row 0 of `POSITION`."""
    if POSITION[SINGLE]:
        sew(0, 0, FIRST_LIES[0] + move)
    elif POSITION[HAND]:
        sew(0, POSITION[HAND], FIRST_LIES[POSITION[HAND]] + move)
    elif move < 0:
        advance(0)
    else:
        take(0, in_queue(0, move))


def over(row: i32) -> bool:
    """Return whether both time tokens are in the centre, which ends the game. `row` is the row of `POSITION`."""
    offset = row * FIELDS
    return POSITION[offset + SPACE] == CENTRE and POSITION[offset + PLAYER + SPACE] == CENTRE


def in_queue(row: i32, near: i32) -> i32:
    """Return the index in `RING` of the patch with the index `near` in the queue, or -1 if the queue is shorter.

    The queue is the patches for sale, in order from the neutral token on. `row` is the position's row of `POSITION`.
    """
    remaining = MASKS[row * QUILTS + LEFT]
    ahead = remaining >> POSITION[row * FIELDS + TOKEN] << POSITION[row * FIELDS + TOKEN] & ALL
    round_ = remaining ^ ahead
    for _ in range(near):
        if ahead:
            ahead &= ahead - 1
        elif round_:
            round_ &= round_ - 1
    if ahead:
        return ctz(ahead)
    return ctz(round_) if round_ else -1


def fits(patch: i32, top: u64, low: u64) -> bool:
    """Return whether a patch fits anywhere on a quilt, whose upper part is `top` and lower part `low`."""
    for lie in range(FIRST_LIES[patch], FIRST_LIES[patch + 1]):
        if not LIE[2 * lie] & top and not LIE[2 * lie + 1] & low:
            return True
    return False


def take(row: i32, place: i32) -> None:
    """Buy the patch at the index `place` of `RING`. The patch is then in hand.

    `row` is the row of `POSITION` that changes.
    """
    offset = row * FIELDS
    own = offset + PLAYER * POSITION[offset + TURN]
    patch = i32(RING[place])
    POSITION[own + BUTTONS] -= PRICE[patch]
    POSITION[offset + HAND] = patch
    POSITION[offset + TOKEN] = place
    MASKS[row * QUILTS + LEFT] ^= u64(1) << place & ALL


def sew(row: i32, patch: i32, lie: i32) -> None:
    """Sew the patch in hand onto the quilt at the placement `lie`. If `patch` is 0, sew on a single patch.

    Sewing on a patch from the hand also moves the time token. `row` is the row of `POSITION` that changes.
    """
    quilt = row * QUILTS + 2 * POSITION[row * FIELDS + TURN]
    sew_on(row, patch, lie, cells_lacking(MASKS[quilt] | LIE[2 * lie], MASKS[quilt + 1] | LIE[2 * lie + 1]))


def sew_on(row: i32, patch: i32, lie: i32, lack: i32) -> None:
    """Do the same as `sew`, but take `lack` from the caller instead of computing it.

    `lack` is the number of cells that the most complete 7 x 7 square of the quilt lacks afterwards.
    """
    offset = row * FIELDS
    seat = POSITION[offset + TURN]
    own = offset + PLAYER * seat
    quilt = row * QUILTS + 2 * seat
    MASKS[quilt] |= LIE[2 * lie]
    MASKS[quilt + 1] |= LIE[2 * lie + 1]
    POSITION[own + FILLED] += AREA[patch]
    if lack == 0 and POSITION[offset + TILED] < 0 and HOUSE[SEVEN]:
        POSITION[offset + TILED] = seat
    if patch:
        POSITION[own + INCOME] += EARNS[patch]
        POSITION[offset + HAND] = 0
        space = POSITION[own + SPACE] + TIME[patch]
        go(row, space if space < CENTRE else CENTRE)
    else:
        POSITION[offset + SINGLE] = 0
        hand_over(offset)


def advance(row: i32) -> None:
    """Let the seat to move advance: its token goes just in front of the other token. Each space earns a button."""
    offset = row * FIELDS
    own = offset + PLAYER * POSITION[offset + TURN]
    space = POSITION[offset + PLAYER * (1 - POSITION[offset + TURN]) + SPACE] + 1
    if space > CENTRE:
        space = CENTRE
    POSITION[own + BUTTONS] += space - POSITION[own + SPACE]
    go(row, space)


def go(row: i32, space: i32) -> None:
    """Put the token of the seat to move on a space farther on.

    Pay the income due on the way. If the token is the first to pass or reach a single patch, and the quilt is not full,
    the seat gets this patch and must sew it on before the other seat can move. If it gets none, decide which seat moves
    next.
    """
    offset = row * FIELDS
    own = offset + PLAYER * POSITION[offset + TURN]
    start = POSITION[own + SPACE]
    far = max(start, POSITION[offset + PLAYER * (1 - POSITION[offset + TURN]) + SPACE])
    POSITION[own + BUTTONS] += POSITION[own + INCOME] * (PAID[space] - PAID[start])
    POSITION[own + SPACE] = space
    if space > far and POSITION[own + FILLED] < CELLS:
        track = HOUSE[EDITION] * (CENTRE + 1)
        if SINGLES[track + space] > SINGLES[track + far]:
            POSITION[offset + SINGLE] = SINGLE_SPACES[5 * HOUSE[EDITION] + SINGLES[track + far]]
            return
    hand_over(offset)


def hand_over(offset: i32) -> None:
    """Give the turn to the other seat if the token of the seat that has moved is now ahead of the other token.

    If both tokens are on one space, the seat that has moved moves again. `offset` is the index in `POSITION` of the
    position's first number.
    """
    seat = POSITION[offset + TURN]
    if POSITION[offset + PLAYER * seat + SPACE] > POSITION[offset + PLAYER * (1 - seat) + SPACE]:
        POSITION[offset + TURN] = 1 - seat


def margin(row: i32) -> i32:
    """Return the lead in points of the seat to move, if the game ended now."""
    offset = row * FIELDS
    seat = POSITION[offset + TURN]
    own = offset + PLAYER * seat
    other = offset + PLAYER * (1 - seat)
    lead = POSITION[own + BUTTONS] - POSITION[other + BUTTONS]
    lead += HOLE * (POSITION[own + FILLED] - POSITION[other + FILLED])
    if POSITION[offset + TILED] >= 0:
        lead += TILE if POSITION[offset + TILED] == seat else -TILE
    return lead


# Packing: placements are best if the empty cells stay coherent, which means few regions and many pairs of neighbours.

ALONE: Final = 3
"""Cost of an empty cell without an empty neighbour. The unit is the value of a pair of neighbouring empty cells."""
APART: Final = 2
"""Cost of each connected region of empty cells. The unit is the value of a pair of neighbouring empty cells."""
SQUARED: Final = 10_000
"""Value of winning the bonus tile, in hundredths of the value of a pair of neighbouring empty cells.

It exceeds the value of any arrangement of empty cells.
"""
LEARNT: Final = 3
"""Weight of the learnt value (`coherence_value`) in the ranking of placements.

The weight converts the learnt value, in 64ths of a point, to the unit of the ranking: a hundredth of a pair of empty
neighbours. The learnt value depends on the token's space, but cached placements do not. So the ranking assumes that a
token has moved two spaces for each three covered cells.
"""
SHORT: Final = 8
"""Minimum number of placements in the shortlist that is evaluated in full.

It is higher if more results are requested.
"""
MANY: Final = 48
"""Maximum number of placements that `rank_places` can write."""
SHORT_LIE: Final = array("i", bytes(4 * MANY))
SHORT_KEY: Final = array("i", bytes(4 * MANY))
RANKED: Final = array("i", bytes(4 * MANY))
"""The best placements, best first, as written by `rank_places`."""
LACK_TOP: Final = array("Q", bytes(8 * NINE))
LACK_LOW: Final = array("Q", bytes(8 * NINE))
MOST_LACKING: Final = 15
"""Greatest number of cells lacking in a 7 x 7 square that the evaluation distinguishes.

Higher numbers count as this number.
"""


def beside_top(top: u64, low: u64) -> u64:
    """Return the cells of a quilt's upper part that are neighbours of given cells.

    The given cells are the masks `top` in the upper part and `low` in the lower part.
    """
    return (
        (top & TOP_NOT_LAST) << 1 & ALL | (top & TOP_NOT_FIRST) >> 1 | top << SIDE & TOP | top >> SIDE | low << 36 & TOP
    )


def beside_low(top: u64, low: u64) -> u64:
    """Return the cells of a quilt's lower part that are neighbours of given cells.

    The given cells are the masks `top` in the upper part and `low` in the lower part.
    """
    return (low & LOW_NOT_LAST) << 1 & ALL | (low & LOW_NOT_FIRST) >> 1 | low << SIDE & LOW | low >> SIDE | top >> 36


def count_pairs(top: u64, low: u64) -> i32:
    """Count the pairs of neighbours among the cells of two masks, the upper and the lower part of a quilt."""
    return (
        (top & top >> 1 & TOP_NOT_LAST).bit_count()
        + (low & low >> 1 & LOW_NOT_LAST).bit_count()
        + (top & (top >> SIDE | low << 36 & TOP)).bit_count()
        + (low & low >> SIDE).bit_count()
    )


def count_lone(top: u64, low: u64) -> i32:
    """Count the cells of two masks, upper and lower part of a quilt, that have no neighbour in the masks."""
    return (top & ~beside_top(top, low)).bit_count() + (low & ~beside_low(top, low)).bit_count()


def count_parts(top: u64, low: u64) -> i32:
    """Count the connected regions of the cells of two masks, upper and lower part of a quilt.

    A single cell is a region, too.
    """
    count = 0
    while top or low:
        more_top = top & -top
        more_low = u64(0) if top else low & -low
        part_top = u64(0)
        part_low = u64(0)
        while more_top != part_top or more_low != part_low:
            part_top = more_top
            part_low = more_low
            more_top = part_top | beside_top(part_top, part_low) & top
            more_low = part_low | beside_low(part_top, part_low) & low
        top ^= part_top
        low ^= part_low
        count += 1
    return count


def cells_lacking(top: u64, low: u64) -> i32:
    """Return the number of cells that the most complete 7 x 7 square of a quilt lacks.

    `top` and `low` are the covered cells in the upper and the lower part of the quilt.
    """
    least = 49
    for number in unrolled(NINE):
        lack = (SQUARES[2 * number] & ~top).bit_count() + (SQUARES[2 * number + 1] & ~low).bit_count()
        if lack < least:
            least = lack
    return least


def fit(top: u64, low: u64) -> i32:
    """Return the coherence of the empty cells of a quilt, packed in one number.

    `top` and `low` are the covered cells in the upper and the lower part of the quilt. The lowest eight bits of the
    result hold the number of pairs of neighbours. Three fields of four bits follow: the number of cells without a
    neighbour, of connected regions, and of cells that the most complete 7 x 7 square lacks. Each is at most 15.
    """
    empty_top = ~top & TOP
    empty_low = ~low & LOW
    packed = count_pairs(empty_top, empty_low)
    packed |= min(15, count_lone(empty_top, empty_low)) << 8
    packed |= min(15, count_parts(empty_top, empty_low)) << 12
    return packed | min(MOST_LACKING, cells_lacking(top, low)) << 16


def settle() -> None:
    """Compute the coherence (`FIT`) of both players' quilts in the current position, row 0 of `POSITION`.

    Coherence is how well the empty cells hang together; see `fit`.
    """
    for seat in range(2):
        POSITION[PLAYER * seat + FIT] = fit(MASKS[2 * seat], MASKS[2 * seat + 1])


def rank(seat: i32, patch: i32, count: i32) -> i32:
    """Write the `count` best placements of a patch on a seat's quilt into `RANKED`. Return the number written.

    The quilt is that of the current position, row 0 of `MASKS`.
    """
    return rank_places(MASKS[2 * seat], MASKS[2 * seat + 1], patch, POSITION[TILED] < 0 and HOUSE[SEVEN] != 0, count)


def rank_places(top: u64, low: u64, patch: i32, tile: bool, count: i32) -> i32:
    """Write the `count` best placements of a patch on a quilt into `RANKED`, best first. Return the number written.

    `top` and `low` are the covered cells in the upper and the lower part of the quilt. Patch 0 is a single patch.
    `tile` is True if the bonus tile can still be won.
    """
    short = max(SHORT, min(MANY, 2 * count))
    near = 0
    if tile:
        for number in unrolled(NINE):
            lack_top = SQUARES[2 * number] & ~top
            lack_low = SQUARES[2 * number + 1] & ~low
            if lack_top.bit_count() + lack_low.bit_count() <= AREA[patch]:
                LACK_TOP[near] = lack_top
                LACK_LOW[near] = lack_low
                near += 1
    empty_top = ~top & TOP
    empty_low = ~low & LOW
    listed = 0
    for lie in range(FIRST_LIES[patch], FIRST_LIES[patch + 1]):
        if not LIE[2 * lie] & top and not LIE[2 * lie + 1] & low:
            rest_top = empty_top ^ LIE[2 * lie]
            rest_low = empty_low ^ LIE[2 * lie + 1]
            key = 100 * (count_pairs(rest_top, rest_low) - ALONE * count_lone(rest_top, rest_low)) + ON_RIM[lie]
            for number in range(near):
                if not LACK_TOP[number] & rest_top and not LACK_LOW[number] & rest_low:
                    key += SQUARED
                    break
            if listed < short or key > SHORT_KEY[listed - 1]:
                listed = insert_place(listed, short, lie, key)
    filled = top.bit_count() + low.bit_count() + AREA[patch]
    space = min(CENTRE - 3, filled * 2 // 3)
    for index in range(listed):
        lie = SHORT_LIE[index]
        packed_fit = fit(top | LIE[2 * lie], low | LIE[2 * lie + 1])
        SHORT_KEY[index] += LEARNT * coherence_value(space, filled, packed_fit, tile and packed_fit >> 16 != 0)
        SHORT_KEY[index] -= 100 * APART * (packed_fit >> 12 & 15)
    count = min(count, listed)
    for place in range(count):
        best = 0
        for index in range(listed):
            if SHORT_KEY[index] > SHORT_KEY[best]:
                best = index
        RANKED[place] = SHORT_LIE[best]
        SHORT_KEY[best] = -1_000_000
    return count


def insert_place(listed: i32, short: i32, lie: i32, key: i32) -> i32:
    """Insert the placement `lie` into the shortlist, and return the new length of the list.

    The list is sorted by `key`, the highest first. It has `listed` entries now, and at most `short`.
    """
    index = listed if listed < short else short - 1
    while index > 0 and SHORT_KEY[index - 1] < key:
        SHORT_KEY[index] = SHORT_KEY[index - 1]
        SHORT_LIE[index] = SHORT_LIE[index - 1]
        index -= 1
    SHORT_KEY[index] = key
    SHORT_LIE[index] = lie
    return min(short, listed + 1)


PLACES: Final = 16
PLACE: Final = array("Q", [0]) * (2 << PLACES)
PLACE_FIT: Final = array("i", [0]) * (1 << PLACES)
"""For each slot in the cache of best placements: the coherence of the quilt after the placement.

`PLACE` holds the rest of the cache, two words for each slot. The first word is the key: the upper part of the quilt,
the patch, whether the tile can be won, and a bit that marks a used slot. The second word is the quilt's lower part and
the placement.
"""
NOWHERE: Final = 8191
"""The number that stands for no placement, if a patch fits nowhere."""


def best_place(top: u64, low: u64, patch: i32, tile: bool) -> i32:
    """Return the index of the cache slot that holds the best placement of a patch on a quilt.

    If the cache does not have the placement yet, compute it. `top` and `low` are the covered cells in the upper and the
    lower part of the quilt. Patch 0 is a single patch. `tile` is True if the bonus tile can still be won.
    """
    key = top | u64(patch) << 45 & ALL | u64(tile) << 51 & ALL | 1 << 52
    hashed = (key * 0x9E3779B97F4A7C15 ^ low * 0xC2B2AE3D27D4EB4F) & ALL
    slot = i32(((hashed ^ hashed >> 29) * 0xBF58476D1CE4E5B9 & ALL) >> 64 - PLACES)
    if PLACE[2 * slot] != key or PLACE[2 * slot + 1] & LOW != low:
        lie = NOWHERE
        if rank_places(top, low, patch, tile, 1):
            lie = RANKED[0]
            PLACE_FIT[slot] = fit(top | LIE[2 * lie], low | LIE[2 * lie + 1])
        PLACE[2 * slot] = key
        PLACE[2 * slot + 1] = low | u64(lie) << 36 & ALL
    return slot


# Values: log-odds of winning, in thousandths, for the seat to move.

UNIT: Final = shapes.UNIT
WON: Final = 10_000
"""Value of a won game. Each point of the lead adds 16."""
FAR: Final = 30_000
"""A number greater than any value of a position. Searches use it as an infinite bound."""
SURE: Final = 9_000
"""Maximum value of a position before the end of a game."""
GRID: Final = array("h", bytes(2 * len(shapes.SPACE_KNOTS) * shapes.STRIP))
"""The learnt numbers of the evaluation, in 64ths of a point: a few entries of every table, for a few spaces.

The spaces are `SPACE_KNOTS`, and the entries of a table are its knots (`KNOTS`). `unfold` interpolates the other spaces
and entries.
"""
STEEPNESS: Final = array("i", bytes(4 * shapes.WAY))
"""By the sum of both tokens' spaces: 1024 times the factor from 64ths of a point to thousandths of log-odds."""
TURNS: Final = array("i", bytes(4 * shapes.SPACES))
"""The value of being the seat to move, by the space of the seat's token, in 64ths of a point."""
SPACE_KNOTS: Final = array("b", shapes.SPACE_KNOTS)
KNOTS: Final = array("h", shapes.KNOTS)
FIRST_KNOTS: Final = array("h", shapes.FIRST_KNOTS)
TABLE_WIDTHS: Final = array("h", shapes.TABLE_WIDTHS)
FIRST_TABLES: Final = array("i", shapes.FIRST_TABLES)
TABLE: Final = array("h", bytes(2 * shapes.FIRST_TABLES[-1]))
"""The values of all tables, in 64ths of a point, as interpolated by `unfold`."""
STRIP: Final = shapes.STRIP
SPACES: Final = shapes.SPACES
OF_BUTTONS, OF_INCOME, OF_FILLED, OF_PAIRS, OF_LONE, OF_PARTS, OF_LACKING = shapes.FIRST_TABLES[:-1]
MOST_BUTTONS: Final = shapes.MOST_BUTTONS
MOST_INCOME: Final = shapes.MOST_INCOME
LEAST_PAIRS: Final = shapes.LEAST_PAIRS
PAIRS_WIDTH: Final = shapes.TABLE_WIDTHS[3]


def unfold() -> None:
    """Interpolate the tables of the evaluation from `GRID`, and clear the cache of placements."""
    for table in range(len(TABLE_WIDTHS)):
        for space in range(SPACES):
            knot = 0
            while SPACE_KNOTS[knot + 1] <= space and knot < len(SPACE_KNOTS) - 2:
                knot += 1
            long = SPACE_KNOTS[knot + 1] - SPACE_KNOTS[knot]
            along = space - SPACE_KNOTS[knot]
            lower_knot = i32(FIRST_KNOTS[table])
            for number in range(TABLE_WIDTHS[table]):
                while KNOTS[lower_knot + 1] <= number and lower_knot < FIRST_KNOTS[table + 1] - 2:
                    lower_knot += 1
                wide = KNOTS[lower_knot + 1] - KNOTS[lower_knot]
                beyond = min(number - KNOTS[lower_knot], wide)
                at_knot = (
                    GRID[knot * STRIP + lower_knot] * (wide - beyond) + GRID[knot * STRIP + lower_knot + 1] * beyond
                )
                knot += 1
                at_next_knot = (
                    GRID[knot * STRIP + lower_knot] * (wide - beyond) + GRID[knot * STRIP + lower_knot + 1] * beyond
                )
                knot -= 1
                index = FIRST_TABLES[table] + space * TABLE_WIDTHS[table] + number
                TABLE[index] = (at_knot * (long - along) + at_next_knot * along) // (wide * long)
    for index in range(2 << PLACES):
        PLACE[index] = 0
    STATE[READY] = 1


def side_value(offset: i32, tile: bool) -> i32:
    """Return the value of a player's possessions, in 64ths of a point.

    `offset` is the index in `POSITION` of the position's first number, plus `PLAYER` for the second player. `tile` is
    True if the bonus tile can still be won.
    """
    space = POSITION[offset + SPACE]
    buttons = POSITION[offset + BUTTONS]
    income = POSITION[offset + INCOME]
    filled = POSITION[offset + FILLED]
    total = UNIT * (buttons + HOLE * filled + income * (MARKERS - PAID[space]))
    if space == CENTRE:
        return total
    total += TABLE[OF_BUTTONS + space * MOST_BUTTONS + min(buttons, MOST_BUTTONS - 1)]
    total += TABLE[OF_INCOME + space * MOST_INCOME + min(income, MOST_INCOME - 1)]
    total += TABLE[OF_FILLED + space * (CELLS + 1) + filled]
    return total + coherence_value(space, filled, POSITION[offset + FIT], tile)


def coherence_value(space: i32, filled: i32, packed_fit: i32, tile: bool) -> i32:
    """Return the value of a quilt's coherence in 64ths of a point, for a token on `space`.

    Coherence is how well the empty cells hang together. `packed_fit` holds it as packed by `fit`. `filled` is the
    number of covered cells, and `tile` is True if the bonus tile can still be won.
    """
    hangs = max(0, min(PAIRS_WIDTH - 1, (packed_fit & 255) + 2 * filled - LEAST_PAIRS))
    total = TABLE[OF_PAIRS + space * PAIRS_WIDTH + hangs] + TABLE[OF_LONE + space * 16 + (packed_fit >> 8 & 15)]
    total += TABLE[OF_PARTS + space * 16 + (packed_fit >> 12 & 15)]
    if tile:
        total += TABLE[OF_LACKING + space * 16 + (packed_fit >> 16)]
    return total


def value(row: i32) -> i32:
    """Return the static value of the position in a row of `POSITION`, for the seat to move, in thousandths of log-odds.

    After the end of a game it is `WON` plus 16 for each point of the lead, or the negative of that for a loss.
    """
    offset = row * FIELDS
    seat = POSITION[offset + TURN]
    own = offset + PLAYER * seat
    other = offset + PLAYER * (1 - seat)
    if over(row):
        lead = margin(row)
        return WON + 16 * lead if lead > 0 else 16 * lead - WON
    tile = POSITION[offset + TILED] < 0 and HOUSE[SEVEN] != 0
    total = side_value(own, tile) - side_value(other, tile) + TURNS[POSITION[own + SPACE]]
    if POSITION[offset + TILED] >= 0:
        total += TILE * UNIT if POSITION[offset + TILED] == seat else -TILE * UNIT
    total = total * STEEPNESS[POSITION[own + SPACE] + POSITION[other + SPACE]] // 1024
    return max(-SURE, min(SURE, total))


# Search. A move is a purchase with its best placement, or an advance. Single patches are sewn on at once.

STATE: Final = array("i", bytes(4 * 5))
NODES, REST, STOPPED, OPEN, READY = range(5)
"""Indices in `STATE`.

In order: nodes visited in this call; nodes left; 1 if the search stopped; 1 if a value was estimated before the end of
the game; 1 if `unfold` has computed the tables.
"""
ROW_MOVES: Final = array("i", bytes(4 * ROWS))
"""The move that led to the position in each row.

It is a place in the queue, -1 for an advance, or the placement of the patch in hand.
"""
WORTH: Final = array("i", bytes(4 * ROWS))
"""The static value of the position in each row, for the seat whose move led to the position."""
ROOM: Final = 18
"""The binary logarithm of the number of slots in the transposition table."""
TRANSPOSITIONS: Final = array("Q", [0]) * (2 << ROOM)
"""The transposition table: hash and packed entry for each slot."""


def copy_row(row: i32, to: i32) -> None:
    """Copy a position from one row of `POSITION` and `MASKS` to another."""
    for field in unrolled(FIELDS):
        POSITION[to * FIELDS + field] = POSITION[row * FIELDS + field]
    for mask in unrolled(QUILTS):
        MASKS[to * QUILTS + mask] = MASKS[row * QUILTS + mask]


def sew_best(row: i32, patch: i32, place_slot: i32) -> None:
    """Sew on a patch at the placement in a slot of the cache. Then sew on the single patch that this won, if any."""
    own = row * FIELDS + PLAYER * POSITION[row * FIELDS + TURN]
    packed_fit = PLACE_FIT[place_slot]
    POSITION[own + FIT] = packed_fit
    sew_on(row, patch, i32(PLACE[2 * place_slot + 1] >> 36), packed_fit >> 16)
    sew_single(row)


def sew_single(row: i32) -> None:
    """Sew on a single patch in its best place, if one must be sewn on."""
    if POSITION[row * FIELDS + SINGLE]:
        seat = POSITION[row * FIELDS + TURN]
        quilt = row * QUILTS + 2 * seat
        open_ = POSITION[row * FIELDS + TILED] < 0 and HOUSE[SEVEN] != 0
        place_slot = best_place(MASKS[quilt], MASKS[quilt + 1], 0, open_)
        packed_fit = PLACE_FIT[place_slot]
        POSITION[row * FIELDS + PLAYER * seat + FIT] = packed_fit
        sew_on(row, 0, i32(PLACE[2 * place_slot + 1] >> 36), packed_fit >> 16)


def generate_children(row: i32, first_row: i32) -> i32:
    """Write the children of a position (the positions after its moves) into rows from `first_row` on.

    The position must have no patch to be sewn on. Return the number of children.
    """
    offset = row * FIELDS
    seat = POSITION[offset + TURN]
    quilt = row * QUILTS + 2 * seat
    open_ = POSITION[offset + TILED] < 0 and HOUSE[SEVEN] != 0
    count = 0
    for near in range(REACH):
        place = in_queue(row, near)
        if place >= 0 and PRICE[RING[place]] <= POSITION[offset + PLAYER * seat + BUTTONS]:
            patch = i32(RING[place])
            place_slot = best_place(MASKS[quilt], MASKS[quilt + 1], patch, open_)
            if i32(PLACE[2 * place_slot + 1] >> 36) != NOWHERE:
                copy_row(row, first_row + count)
                take(first_row + count, place)
                sew_best(first_row + count, patch, place_slot)
                ROW_MOVES[first_row + count] = near
                count += 1
    copy_row(row, first_row + count)
    advance(first_row + count)
    sew_single(first_row + count)
    ROW_MOVES[first_row + count] = -1
    count += 1
    for child in range(first_row, first_row + count):
        WORTH[child] = value(child) if POSITION[child * FIELDS + TURN] == seat else -value(child)
    return count


def hash_position(row: i32) -> u64:
    """Return the 64-bit hash of the position in a row of `POSITION`."""
    offset = row * FIELDS
    mask = row * QUILTS
    hashed = (MASKS[mask] * 0x9E3779B97F4A7C15 ^ MASKS[mask + 1] * 0xC2B2AE3D27D4EB4F) & ALL
    hashed = (hashed ^ hashed >> 29) * 0xBF58476D1CE4E5B9 & ALL
    hashed = (hashed ^ MASKS[mask + 2] * 0x94D049BB133111EB ^ MASKS[mask + 3] * 0xD6E8FEB86659FD93) & ALL
    hashed = (hashed ^ hashed >> 31) * 0x9E3779B97F4A7C15 & ALL
    numbers = u64(POSITION[offset + TURN] + 2 * POSITION[offset + TILED] + 2 + 8 * POSITION[offset + TOKEN])
    numbers |= u64(POSITION[offset + SPACE] + 64 * POSITION[offset + PLAYER + SPACE]) << 10 & ALL
    numbers |= u64(POSITION[offset + INCOME] + 64 * POSITION[offset + PLAYER + INCOME]) << 22 & ALL
    numbers |= u64(POSITION[offset + BUTTONS] + 1024 * POSITION[offset + PLAYER + BUTTONS]) << 34 & ALL
    hashed = (hashed ^ numbers * 0xFF51AFD7ED558CCD) & ALL
    hashed = (hashed ^ hashed >> 33) * 0xC4CEB9FE1A85EC53 & ALL
    return (hashed ^ MASKS[mask + LEFT] * 0xBF58476D1CE4E5B9) & ALL


def forget() -> None:
    """Clear the transposition table."""
    for index in range(2 << ROOM):
        TRANSPOSITIONS[index] = 0


EXACT, LOWER_BOUND, UPPER_BOUND = range(3)
"""The kinds of a stored score."""


def search(row: i32, ply: i32, depth: i32, alpha: i32, beta: i32) -> i32:
    """Search the position in a row of `POSITION`, and return its value for the seat to move.

    The position must have no patch to be sewn on. The value is exact between `alpha` and `beta`, otherwise a bound. A
    seat may move several times in a row, so the value of a child is negated only if the other seat moves there.
    """
    if over(row) or depth == 0 or ply >= PLIES:
        if not over(row):
            STATE[OPEN] = 1
        return value(row)
    if STATE[REST] <= 0:
        STATE[STOPPED] = 1
        return 0
    key = u64(0)
    table_move = -2
    raised_alpha = alpha
    if depth > 1:
        key = hash_position(row)
        slot = 2 * i32(key >> 64 - ROOM)
        if TRANSPOSITIONS[slot] == key:
            packed = TRANSPOSITIONS[slot + 1]
            table_move = i32(packed >> 16 & 255) - 2
            if i32(packed >> 24 & 255) >= depth:
                score = i32(packed & 65535) - 32768
                bound = i32(packed >> 32 & 3)
                if (
                    bound == EXACT
                    or (bound == LOWER_BOUND and score >= beta)
                    or (bound == UPPER_BOUND and score <= alpha)
                ):
                    if packed >> 34 & 1:
                        STATE[OPEN] = 1
                    return score
    opened = STATE[OPEN]
    STATE[OPEN] = 0
    seat = POSITION[row * FIELDS + TURN]
    first_row = 1 + ply * WIDE
    count = generate_children(row, first_row)
    STATE[NODES] += count
    STATE[REST] -= count
    best = -FAR
    choice = -1
    for child in range(first_row, first_row + count):
        if ROW_MOVES[child] == table_move:
            WORTH[child] += 2 * FAR
    for _ in range(count):
        child = first_row
        for other_child in range(first_row + 1, first_row + count):
            if WORTH[other_child] > WORTH[child]:
                child = other_child
        WORTH[child] = -4 * FAR
        score = 0
        if POSITION[child * FIELDS + TURN] == seat:
            score = search(child, ply + 1, depth - 1, raised_alpha, beta)
        else:
            score = -search(child, ply + 1, depth - 1, -beta, -raised_alpha)
        if STATE[STOPPED]:
            return 0
        if score > best:
            best = score
            choice = ROW_MOVES[child]
            if score > raised_alpha:
                raised_alpha = score
                if score >= beta:
                    break
    if depth > 1:
        slot = 2 * i32(key >> 64 - ROOM)
        bound = LOWER_BOUND if best >= beta else UPPER_BOUND if best <= alpha else EXACT
        TRANSPOSITIONS[slot] = key
        TRANSPOSITIONS[slot + 1] = (
            u64(best + 32768)
            | u64(choice + 2) << 16 & ALL
            | u64(depth if STATE[OPEN] else 255) << 24 & ALL
            | u64(bound + 4 * STATE[OPEN]) << 32 & ALL
        )
    STATE[OPEN] |= opened
    return best


def options(wide: i32) -> i32:
    """Evaluate each move of the current position, which is row 0 of `POSITION`. Return the number of moves.

    Write the position after each move, its value and the move into `POSITION`, `WORTH` and `ROW_MOVES`, from row 1 on.
    If a patch must be sewn on, the moves are its best placements, at most `wide`. A patch that is bought is sewn on at
    its best placement at once.
    """
    seat = POSITION[TURN]
    patch = POSITION[HAND]
    if not POSITION[SINGLE] and not patch:
        return generate_children(0, 1)
    count = rank(seat, patch, min(wide, WIDE))
    for child in range(count):
        copy_row(0, 1 + child)
        sew(1 + child, patch, RANKED[child])
        POSITION[(1 + child) * FIELDS + PLAYER * seat + FIT] = fit(
            MASKS[(1 + child) * QUILTS + 2 * seat], MASKS[(1 + child) * QUILTS + 2 * seat + 1]
        )
        ROW_MOVES[1 + child] = RANKED[child] - FIRST_LIES[patch]
    for child in range(1, 1 + count):
        sew_single(child)
        WORTH[child] = value(child) if POSITION[child * FIELDS + TURN] == seat else -value(child)
    return count


def look_ahead(row: i32, depth: i32, alpha: i32, beta: i32, nodes: i32) -> i32:
    """Search the position after a move of the current position. Return its value for the seat that makes the move.

    The current position is in row 0 of `POSITION`, and the position after the move is in `row`. The value is exact
    between `alpha` and `beta`, otherwise a bound. If the search visits `nodes` positions before it is complete, it
    returns 0 and sets `STATE[STOPPED]`. Called again, it resumes near the point where it stopped.
    """
    STATE[NODES] = 0
    STATE[REST] = nodes
    STATE[STOPPED] = 0
    STATE[OPEN] = 0
    if POSITION[row * FIELDS + TURN] == POSITION[TURN]:
        return search(row, 1, depth, alpha, beta)
    return -search(row, 1, depth, -beta, -alpha)


# Whole games.

LOT: Final = array("Q", [1])
"""The state of the random number generator. It is never 0."""


def random_below(count: i32) -> i32:
    """Return a random number from 0 to `count` - 1 (xorshift64*)."""
    seed = LOT[0]
    seed ^= seed >> 12
    seed = (seed ^ seed << 25) & ALL
    seed ^= seed >> 27
    LOT[0] = seed
    return i32((seed * 0x2545F4914F6CDD1D & ALL) >> 33) % count


def begin() -> None:
    """Set up a new game as the current position, row 0 of `POSITION`, with the patches shuffled.

    The patch of two cells is the last in the queue.
    """
    for place in range(32):
        RING[place] = place + 2
    RING[32] = 1
    for place in range(31):
        swapped = place + random_below(32 - place)
        RING[place], RING[swapped] = RING[swapped], RING[place]
    for field in range(FIELDS):
        POSITION[field] = 0
    for field in range(LEFT):
        MASKS[field] = 0
    MASKS[LEFT] = (u64(1) << 33) - 1 & ALL
    POSITION[TILED] = -1
    for seat in range(2):
        POSITION[PLAYER * seat + BUTTONS] = AT_START
    settle()


def greedy_game(odd: i32) -> i32:
    """Play the current position, row 0 of `POSITION`, to the end by a greedy rule. Return the final lead in points.

    The lead is that of the seat to move at the end. The rule buys the patch that gains the most points for each
    space of time, but advances if no patch gains more than one point for each space. On average, one choice in `odd` is
    random.
    """
    while not over(0):
        patch = POSITION[HAND]
        if POSITION[SINGLE] or patch:
            seat = POSITION[TURN]
            rank(seat, patch, 1)
            sew(0, patch, RANKED[0])
            continue
        count = moves()
        choice = MOVES[random_below(count)] if random_below(odd) == 0 else greedy_choice(count)
        if choice < 0:
            advance(0)
        else:
            take(0, in_queue(0, choice))
    return margin(0)


def greedy_choice(count: i32) -> i32:
    """Return the purchase that gains the most points for each space that the token moves, or -1 for an advance.

    The advance is chosen if no purchase gains more than one point for each space. `count` is the number of legal moves
    in `MOVES`.
    """
    own = PLAYER * POSITION[TURN]
    space = POSITION[own + SPACE]
    choice = -1
    best = 1
    spaces = 1
    for index in range(count - 1):
        patch = i32(RING[in_queue(0, MOVES[index])])
        points = HOLE * AREA[patch] + EARNS[patch] * (MARKERS - PAID[space]) - PRICE[patch]
        time = min(i32(TIME[patch]), CENTRE - space)
        if points * spaces > best * time:
            choice = MOVES[index]
            best = points
            spaces = time
    return choice


RECORD: Final = array("i", bytes(4 * 12 * 128))
"""The positions of a game in which a player chose a purchase or an advance, as written by `record_choice`."""
RECORD_FIELDS: Final = 12
"""Number of integers in the record of one position."""


def record_choice(count: i32) -> None:
    """Record the current position, row 0 of `POSITION`, as number `count` in `RECORD`.

    A record is the seat to move, the five fields of that player, those of the other player (see `PLAYER`), and the
    bonus tile: 1 if the seat to move has it, -1 if the other seat has it, otherwise 0.
    """
    seat = POSITION[TURN]
    offset = count * RECORD_FIELDS
    RECORD[offset] = seat
    for field in unrolled(PLAYER):
        RECORD[offset + 1 + field] = POSITION[SPACE + PLAYER * seat + field]
        RECORD[offset + 6 + field] = POSITION[SPACE + PLAYER * (1 - seat) + field]
    RECORD[offset + 11] = 0 if POSITION[TILED] < 0 else 1 if POSITION[TILED] == seat else -1


def best_choice(depth: i32, nodes: i32) -> i32:
    """Find the best move of the current position, row 0 of `POSITION`. Return the row of the position after it.

    The search deepens ply by ply. It ends at `depth` plies, or when it has visited `nodes` positions.
    """
    count = generate_children(0, 1)
    best = 1
    for child in range(2, 1 + count):
        if WORTH[child] > WORTH[best]:
            best = child
    nodes_left = nodes
    reached = 1
    while reached < depth and nodes_left > 0:
        best_score = -FAR
        choice = best
        for index in range(count):
            child = best if index == 0 else index if index < best else index + 1
            score = look_ahead(child, reached, best_score, FAR, nodes_left)
            nodes_left -= STATE[NODES]
            if STATE[STOPPED]:
                break
            if score > best_score:
                best_score = score
                choice = child
        best = choice
        reached += 1
    return best


def search_game(depth: i32, nodes: i32, odd: i32) -> i32:
    """Play the current position, row 0 of `POSITION`, to the end by searching. Return the number of choices.

    The positions of these choices are recorded in `RECORD`, and the final position is in row 0. At the start there must
    be no patch to be sewn on. On average, one choice in `odd` is random.
    """
    count = 0
    while not over(0):
        record_choice(count)
        count += 1
        if random_below(odd) == 0:
            copy_row(1 + random_below(generate_children(0, 1)), 0)
        else:
            copy_row(best_choice(depth, nodes), 0)
    return count


def step(depth: i32, nodes: i32) -> None:
    """Play the best move of the current position, as found by `best_choice` within `depth` plies and `nodes` positions.

    The position must have no patch to be sewn on.
    """
    copy_row(best_choice(depth, nodes), 0)
