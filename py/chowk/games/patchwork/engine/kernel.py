"""Patchwork for the machine: moves, packing and whole games, in the words of `core/machine`.

A position is a row of `POSITION` and a row of `MASKS`; row 0 is what is asked about, the others are for looking ahead.
A quilt is two masks, the upper five rows and the lower four. The ring does not change but for what is taken out of it:
`RING` holds the patches clockwise, a mask of places says which are left, and the neutral token stands before a place.
Ways to lie are numbered as the rules list them, one patch after another (`FIRST_LIES`), single patches first.

`set_up` is called once before anything else.
"""

from __future__ import annotations

from typing import Final

from chowk.core.machine import ALL, array, ctz, i32, u64, unrolled
from chowk.games.patchwork.engine import kernel_shapes as shapes
from chowk.games.patchwork.rules.quilt import CELLS, SIDE
from chowk.games.patchwork.rules.state import BUTTONS as AT_START
from chowk.games.patchwork.rules.state import HOLE, REACH, TILE
from chowk.games.patchwork.rules.track import CENTRE

EXPORTS: Final = (
    *("set_up", "begin", "moves", "play", "settle", "rank", "greedy_game", "margin"),
    *("unfold", "value", "options", "look_ahead", "forget", "search_game", "step"),
    *("POSITION", "MASKS", "RING", "HOUSE", "MOVES", "RANKED", "LOT", "FIRST_LIES"),
    *("GRID", "STEEPNESS", "TURNS", "STATE", "MADE", "WORTH", "RECORD"),
    *("FIELDS", "QUILTS", "UPPER", "WIDE", "FAR", "WON", "NODES", "STOPPED", "OPEN", "READY"),
)

# A position.

FIELDS: Final = 15
TURN, HAND, SINGLE, TILED, TOKEN = range(5)
"""In a row of `POSITION`: whose choice it is; the patch in hand; the space of the single patch that is due; who has
the bonus tile, -1 for nobody; the place in the ring before which the neutral token stands."""
SPACE, BUTTONS, INCOME, FILLED, FIT = range(5, 10)
PLAYER: Final = 5
"""After those, for each player: space, buttons, income, covered cells, and how what is empty hangs together (`fit`)."""
QUILTS: Final = 5
LEFT: Final = 4
"""In a row of `MASKS`: both parts of each player's quilt, then the places of the ring that are not empty."""
WIDE: Final = 32
PLIES: Final = 72
ROWS: Final = 1 + PLIES * WIDE
POSITION: Final = array("i", bytes(4 * FIELDS * ROWS))
MASKS: Final = array("Q", bytes(8 * QUILTS * ROWS))
RING: Final = array("b", bytes(40))
HOUSE: Final = array("i", [0, 1])
EDITION, SEVEN = range(2)
"""In `HOUSE`: the edition of the time track, and whether there is a bonus tile."""
MOVES: Final = array("i", bytes(4 * 512))

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
"""So many squares win the bonus tile."""
SHAPES: Final = array("Q", shapes.MASKS)
HEIGHT: Final = array("b", shapes.HEIGHTS)
WIDTH: Final = array("b", shapes.WIDTHS)
FIRST_SHAPES: Final = array("h", shapes.FIRST_SHAPES)
FIRST_LIES: Final = array("h", shapes.FIRST_LIES)
LIES: Final = shapes.FIRST_LIES[-1]
LIE: Final = array("Q", bytes(8 * 2 * LIES))
"""Both parts of every way to lie; laid out by `set_up`, as what follows is."""
ON_RIM: Final = array("b", bytes(LIES))


def set_up() -> None:
    """Lays out every way to lie."""
    at = 0
    for cell in range(CELLS):
        LIE[2 * at] = u64(1) << cell & ALL if cell < UPPER else 0
        LIE[2 * at + 1] = 0 if cell < UPPER else u64(1) << cell - UPPER & ALL
        at += 1
    for number in range(len(SHAPES)):
        for row in range(SIDE - HEIGHT[number] + 1):
            for column in range(SIDE - WIDTH[number] + 1):
                cell = SIDE * row + column
                if cell < UPPER:
                    LIE[2 * at] = SHAPES[number] << cell & TOP
                    LIE[2 * at + 1] = SHAPES[number] >> UPPER - cell
                else:
                    LIE[2 * at] = 0
                    LIE[2 * at + 1] = SHAPES[number] << cell - UPPER & ALL
                at += 1
    for one in range(LIES):
        ON_RIM[one] = (LIE[2 * one] & TOP_RIM).bit_count() + (LIE[2 * one + 1] & LOW_RIM).bit_count()


# Moves. In the rules' order: single patches by cell, places by their number among those of the patch in hand, or
# purchases by their place in the queue and then, as -1, going ahead.


def moves() -> i32:
    """Writes the moves of row 0 into `MOVES`; how many there are."""
    own = PLAYER * POSITION[TURN]
    top = MASKS[2 * POSITION[TURN]]
    low = MASKS[2 * POSITION[TURN] + 1]
    patch = POSITION[HAND]
    count = 0
    if POSITION[SINGLE] or patch:
        first = i32(FIRST_LIES[patch])
        for lie in range(first, FIRST_LIES[patch + 1]):
            if not LIE[2 * lie] & top and not LIE[2 * lie + 1] & low:
                MOVES[count] = lie - first
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
    """Makes a move of the rules in row 0."""
    if POSITION[SINGLE]:
        sew(0, 0, FIRST_LIES[0] + move)
    elif POSITION[HAND]:
        sew(0, POSITION[HAND], FIRST_LIES[POSITION[HAND]] + move)
    elif move < 0:
        advance(0)
    else:
        take(0, in_queue(0, move))


def over(row: i32) -> bool:
    """Whether both tokens are in the centre."""
    at = row * FIELDS
    return POSITION[at + SPACE] == CENTRE and POSITION[at + PLAYER + SPACE] == CENTRE


def in_queue(row: i32, near: i32) -> i32:
    """The place in the ring of the first, second or third patch of the queue, counted from 0; -1 if there is none."""
    left = MASKS[row * QUILTS + LEFT]
    ahead = left >> POSITION[row * FIELDS + TOKEN] << POSITION[row * FIELDS + TOKEN] & ALL
    round_ = left ^ ahead
    for _ in range(near):
        if ahead:
            ahead &= ahead - 1
        elif round_:
            round_ &= round_ - 1
    if ahead:
        return ctz(ahead)
    return ctz(round_) if round_ else -1


def fits(patch: i32, top: u64, low: u64) -> bool:
    """Whether the patch can lie anywhere beside these cells."""
    for lie in range(FIRST_LIES[patch], FIRST_LIES[patch + 1]):
        if not LIE[2 * lie] & top and not LIE[2 * lie + 1] & low:
            return True
    return False


def take(row: i32, place: i32) -> None:
    """The patch in that place of the ring is bought; it is in hand then."""
    at = row * FIELDS
    own = at + PLAYER * POSITION[at + TURN]
    patch = i32(RING[place])
    POSITION[own + BUTTONS] -= PRICE[patch]
    POSITION[at + HAND] = patch
    POSITION[at + TOKEN] = place
    MASKS[row * QUILTS + LEFT] ^= u64(1) << place & ALL


def sew(row: i32, patch: i32, lie: i32) -> None:
    """The patch in hand, or a single patch if it is 0, is sewn on; with a patch in hand time goes by."""
    quilt = row * QUILTS + 2 * POSITION[row * FIELDS + TURN]
    sew_on(row, patch, lie, lacking(MASKS[quilt] | LIE[2 * lie], MASKS[quilt + 1] | LIE[2 * lie + 1]))


def sew_on(row: i32, patch: i32, lie: i32, lack: i32) -> None:
    """The same, when it is known what the nearest square lacks then."""
    at = row * FIELDS
    seat = POSITION[at + TURN]
    own = at + PLAYER * seat
    quilt = row * QUILTS + 2 * seat
    MASKS[quilt] |= LIE[2 * lie]
    MASKS[quilt + 1] |= LIE[2 * lie + 1]
    POSITION[own + FILLED] += AREA[patch]
    if lack == 0 and POSITION[at + TILED] < 0 and HOUSE[SEVEN]:
        POSITION[at + TILED] = seat
    if patch:
        POSITION[own + INCOME] += EARNS[patch]
        POSITION[at + HAND] = 0
        end = POSITION[own + SPACE] + TIME[patch]
        go(row, end if end < CENTRE else CENTRE)
    else:
        POSITION[at + SINGLE] = 0
        hand_over(at)


def advance(row: i32) -> None:
    """The time token goes to the space in front of the other one, a button for each space."""
    at = row * FIELDS
    own = at + PLAYER * POSITION[at + TURN]
    end = POSITION[at + PLAYER * (1 - POSITION[at + TURN]) + SPACE] + 1
    if end > CENTRE:
        end = CENTRE
    POSITION[own + BUTTONS] += end - POSITION[own + SPACE]
    go(row, end)


def go(row: i32, end: i32) -> None:
    """The mover's token goes to that space: income is paid, a single patch taken, the choice given on."""
    at = row * FIELDS
    own = at + PLAYER * POSITION[at + TURN]
    start = POSITION[own + SPACE]
    far = max(start, POSITION[at + PLAYER * (1 - POSITION[at + TURN]) + SPACE])
    POSITION[own + BUTTONS] += POSITION[own + INCOME] * (PAID[end] - PAID[start])
    POSITION[own + SPACE] = end
    if end > far and POSITION[own + FILLED] < CELLS:
        track = HOUSE[EDITION] * (CENTRE + 1)
        if SINGLES[track + end] > SINGLES[track + far]:
            POSITION[at + SINGLE] = SINGLE_SPACES[5 * HOUSE[EDITION] + SINGLES[track + far]]
            return
    hand_over(at)


def hand_over(at: i32) -> None:
    """The choice goes to whoever is behind, or of two on one space to the one who came last."""
    seat = POSITION[at + TURN]
    if POSITION[at + PLAYER * seat + SPACE] > POSITION[at + PLAYER * (1 - seat) + SPACE]:
        POSITION[at + TURN] = 1 - seat


def margin(row: i32) -> i32:
    """By how many points the one who has the choice is ahead if the game ended now."""
    at = row * FIELDS
    seat = POSITION[at + TURN]
    own = at + PLAYER * seat
    other = at + PLAYER * (1 - seat)
    found = POSITION[own + BUTTONS] - POSITION[other + BUTTONS]
    found += HOLE * (POSITION[own + FILLED] - POSITION[other + FILLED])
    if POSITION[at + TILED] >= 0:
        found += TILE if POSITION[at + TILED] == seat else -TILE
    return found


# Packing: what is still empty should hang together.

ALONE: Final = 3
"""An empty cell with no empty neighbour costs as much as so many pairs of empty neighbours are worth."""
APART: Final = 2
"""So does every coherent empty part."""
SQUARED: Final = 10_000
"""The bonus tile is worth more than any fit, in hundredths of a pair."""
LEARNT: Final = 3
"""A part of a point that the rest is worth by what was learnt (`hanging`) counts as so many hundredths of a pair. The
token is taken to have gone two spaces for each three covered cells, for places are remembered without it."""
SHORT: Final = 8
"""So many places, those with most pairs and fewest lone cells, are looked at closely; for more results more."""
MANY: Final = 48
SHORT_LIE: Final = array("i", bytes(4 * MANY))
SHORT_KEY: Final = array("i", bytes(4 * MANY))
RANKED: Final = array("i", bytes(4 * MANY))
LACK_TOP: Final = array("Q", bytes(8 * NINE))
LACK_LOW: Final = array("Q", bytes(8 * NINE))
MOST_LACKING: Final = 15
"""More cells that a square lacks are not counted."""


def beside_top(top: u64, low: u64) -> u64:
    """The cells of the upper part that are beside some of these."""
    return (
        (top & TOP_NOT_LAST) << 1 & ALL | (top & TOP_NOT_FIRST) >> 1 | top << SIDE & TOP | top >> SIDE | low << 36 & TOP
    )


def beside_low(top: u64, low: u64) -> u64:
    """The cells of the lower part that are beside some of these."""
    return (low & LOW_NOT_LAST) << 1 & ALL | (low & LOW_NOT_FIRST) >> 1 | low << SIDE & LOW | low >> SIDE | top >> 36


def pairs(top: u64, low: u64) -> i32:
    """How many pairs of these cells are neighbours."""
    return (
        (top & top >> 1 & TOP_NOT_LAST).bit_count()
        + (low & low >> 1 & LOW_NOT_LAST).bit_count()
        + (top & (top >> SIDE | low << 36 & TOP)).bit_count()
        + (low & low >> SIDE).bit_count()
    )


def lone(top: u64, low: u64) -> i32:
    """How many of these cells are beside none of the others."""
    return (top & ~beside_top(top, low)).bit_count() + (low & ~beside_low(top, low)).bit_count()


def parts(top: u64, low: u64) -> i32:
    """How many coherent parts these cells have, single ones counted."""
    found = 0
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
        found += 1
    return found


def lacking(top: u64, low: u64) -> i32:
    """How many cells the square that is nearest to the bonus tile lacks."""
    least = 49
    for number in unrolled(NINE):
        lack = (SQUARES[2 * number] & ~top).bit_count() + (SQUARES[2 * number + 1] & ~low).bit_count()
        if lack < least:
            least = lack
    return least


def fit(top: u64, low: u64) -> i32:
    """How well what a quilt leaves empty hangs together, in one number.

    Pairs in eight bits, lone cells, parts, and cells that the nearest square lacks in four each.
    """
    empty_top = ~top & TOP
    empty_low = ~low & LOW
    found = pairs(empty_top, empty_low)
    found |= min(15, lone(empty_top, empty_low)) << 8
    found |= min(15, parts(empty_top, empty_low)) << 12
    return found | min(MOST_LACKING, lacking(top, low)) << 16


def settle() -> None:
    """Reckons what row 0 has of `fit`."""
    for seat in range(2):
        POSITION[PLAYER * seat + FIT] = fit(MASKS[2 * seat], MASKS[2 * seat + 1])


def rank(seat: i32, patch: i32, count: i32) -> i32:
    """Writes the best places for a patch on a player's quilt in row 0 into `RANKED`, the best first; how many."""
    return ranked(MASKS[2 * seat], MASKS[2 * seat + 1], patch, POSITION[TILED] < 0 and HOUSE[SEVEN] != 0, count)


def ranked(top: u64, low: u64, patch: i32, tile: bool, count: i32) -> i32:
    """Writes the best places for a patch, or with 0 for a single one, into `RANKED`; `tile`: the bonus can be won."""
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
    found = 0
    for lie in range(FIRST_LIES[patch], FIRST_LIES[patch + 1]):
        if not LIE[2 * lie] & top and not LIE[2 * lie + 1] & low:
            rest_top = empty_top ^ LIE[2 * lie]
            rest_low = empty_low ^ LIE[2 * lie + 1]
            key = 100 * (pairs(rest_top, rest_low) - ALONE * lone(rest_top, rest_low)) + ON_RIM[lie]
            for number in range(near):
                if not LACK_TOP[number] & rest_top and not LACK_LOW[number] & rest_low:
                    key += SQUARED
                    break
            if found < short or key > SHORT_KEY[found - 1]:
                found = entered(found, short, lie, key)
    filled = top.bit_count() + low.bit_count() + AREA[patch]
    space = min(CENTRE - 3, filled * 2 // 3)
    for one in range(found):
        lie = SHORT_LIE[one]
        much = fit(top | LIE[2 * lie], low | LIE[2 * lie + 1])
        SHORT_KEY[one] += LEARNT * hanging(space, filled, much, tile and much >> 16 != 0)
        SHORT_KEY[one] -= 100 * APART * (much >> 12 & 15)
    count = min(count, found)
    for place in range(count):
        best = 0
        for one in range(found):
            if SHORT_KEY[one] > SHORT_KEY[best]:
                best = one
        RANKED[place] = SHORT_LIE[best]
        SHORT_KEY[best] = -1_000_000
    return count


def entered(found: i32, short: i32, lie: i32, key: i32) -> i32:
    """Puts a place into the shortlist, which is sorted; how many are in it then."""
    at = found if found < short else short - 1
    while at > 0 and SHORT_KEY[at - 1] < key:
        SHORT_KEY[at] = SHORT_KEY[at - 1]
        SHORT_LIE[at] = SHORT_LIE[at - 1]
        at -= 1
    SHORT_KEY[at] = key
    SHORT_LIE[at] = lie
    return min(short, found + 1)


PLACES: Final = 16
PLACE: Final = array("Q", [0]) * (2 << PLACES)
PLACE_FIT: Final = array("i", [0]) * (1 << PLACES)
"""What was found of best places: the upper part, patch, whether the tile can be won, and a mark; the lower part and the
place; how what is empty hangs together then."""
NOWHERE: Final = 8191


def placed(top: u64, low: u64, patch: i32, tile: bool) -> i32:
    """Where the best place for a patch is kept in `PLACE`."""
    asked = top | u64(patch) << 45 & ALL | u64(tile) << 51 & ALL | 1 << 52
    stirred = (asked * 0x9E3779B97F4A7C15 ^ low * 0xC2B2AE3D27D4EB4F) & ALL
    at = i32(((stirred ^ stirred >> 29) * 0xBF58476D1CE4E5B9 & ALL) >> 64 - PLACES)
    if PLACE[2 * at] != asked or PLACE[2 * at + 1] & LOW != low:
        lie = NOWHERE
        if ranked(top, low, patch, tile, 1):
            lie = RANKED[0]
            PLACE_FIT[at] = fit(top | LIE[2 * lie], low | LIE[2 * lie + 1])
        PLACE[2 * at] = asked
        PLACE[2 * at + 1] = low | u64(lie) << 36 & ALL
    return at


# Values. They are chances of winning as logarithms of odds, in thousandths, for whoever has the choice.

UNIT: Final = shapes.UNIT
WON: Final = 10_000
"""To have won is worth so much, and sixteen for each point."""
FAR: Final = 30_000
"""More than any value."""
SURE: Final = 9_000
"""The most that anything is worth before the end."""
GRID: Final = array("h", bytes(2 * len(shapes.SPACE_KNOTS) * shapes.STRIP))
"""For each knot of the track the numbers of all tables, in parts of a point."""
STEEPNESS: Final = array("i", bytes(4 * shapes.WAY))
"""What a point is worth, by both tokens' spaces together: thousandths for a part of it, times 1024."""
TURNS: Final = array("i", bytes(4 * shapes.SPACES))
"""What it is worth to have the choice, by the token's space, in parts of a point."""
SPACE_KNOTS: Final = array("b", shapes.SPACE_KNOTS)
KNOTS: Final = array("h", shapes.KNOTS)
FIRST_KNOTS: Final = array("h", shapes.FIRST_KNOTS)
TABLE_WIDTHS: Final = array("h", shapes.TABLE_WIDTHS)
FIRST_TABLES: Final = array("i", shapes.FIRST_TABLES)
TABLE: Final = array("h", bytes(2 * shapes.FIRST_TABLES[-1]))
STRIP: Final = shapes.STRIP
SPACES: Final = shapes.SPACES
OF_BUTTONS, OF_INCOME, OF_FILLED, OF_PAIRS, OF_LONE, OF_PARTS, OF_LACKING = shapes.FIRST_TABLES[:-1]
MOST_BUTTONS: Final = shapes.MOST_BUTTONS
MOST_INCOME: Final = shapes.MOST_INCOME
LEAST_PAIRS: Final = shapes.LEAST_PAIRS
PAIRS_WIDTH: Final = shapes.TABLE_WIDTHS[3]


def unfold() -> None:
    """Lays out the tables from `GRID`."""
    for table in range(len(TABLE_WIDTHS)):
        for space in range(SPACES):
            knot = 0
            while SPACE_KNOTS[knot + 1] <= space and knot < len(SPACE_KNOTS) - 2:
                knot += 1
            long = SPACE_KNOTS[knot + 1] - SPACE_KNOTS[knot]
            along = space - SPACE_KNOTS[knot]
            first = i32(FIRST_KNOTS[table])
            for number in range(TABLE_WIDTHS[table]):
                while KNOTS[first + 1] <= number and first < FIRST_KNOTS[table + 1] - 2:
                    first += 1
                wide = KNOTS[first + 1] - KNOTS[first]
                beyond = min(number - KNOTS[first], wide)
                one = GRID[knot * STRIP + first] * (wide - beyond) + GRID[knot * STRIP + first + 1] * beyond
                knot += 1
                two = GRID[knot * STRIP + first] * (wide - beyond) + GRID[knot * STRIP + first + 1] * beyond
                knot -= 1
                at = FIRST_TABLES[table] + space * TABLE_WIDTHS[table] + number
                TABLE[at] = (one * (long - along) + two * along) // (wide * long)
    for at in range(2 << PLACES):
        PLACE[at] = 0
    STATE[READY] = 1


def side(at: i32, tile: bool) -> i32:
    """What a player is worth, in parts of a point; `tile`: the bonus tile can still be won."""
    space = POSITION[at + SPACE]
    buttons = POSITION[at + BUTTONS]
    income = POSITION[at + INCOME]
    filled = POSITION[at + FILLED]
    found = UNIT * (buttons + HOLE * filled + income * (MARKERS - PAID[space]))
    if space == CENTRE:
        return found
    found += TABLE[OF_BUTTONS + space * MOST_BUTTONS + min(buttons, MOST_BUTTONS - 1)]
    found += TABLE[OF_INCOME + space * MOST_INCOME + min(income, MOST_INCOME - 1)]
    found += TABLE[OF_FILLED + space * (CELLS + 1) + filled]
    return found + hanging(space, filled, POSITION[at + FIT], tile)


def hanging(space: i32, filled: i32, much: i32, tile: bool) -> i32:
    """What it is worth how a quilt hangs together (`fit`), in parts of a point, for a token in that space."""
    hangs = max(0, min(PAIRS_WIDTH - 1, (much & 255) + 2 * filled - LEAST_PAIRS))
    found = TABLE[OF_PAIRS + space * PAIRS_WIDTH + hangs] + TABLE[OF_LONE + space * 16 + (much >> 8 & 15)]
    found += TABLE[OF_PARTS + space * 16 + (much >> 12 & 15)]
    if tile:
        found += TABLE[OF_LACKING + space * 16 + (much >> 16)]
    return found


def value(row: i32) -> i32:
    """What a row is worth without looking ahead, true at the end."""
    at = row * FIELDS
    seat = POSITION[at + TURN]
    own = at + PLAYER * seat
    other = at + PLAYER * (1 - seat)
    if over(row):
        ahead = margin(row)
        return WON + 16 * ahead if ahead > 0 else 16 * ahead - WON
    tile = POSITION[at + TILED] < 0 and HOUSE[SEVEN] != 0
    found = side(own, tile) - side(other, tile) + TURNS[POSITION[own + SPACE]]
    if POSITION[at + TILED] >= 0:
        found += TILE * UNIT if POSITION[at + TILED] == seat else -TILE * UNIT
    found = found * STEEPNESS[POSITION[own + SPACE] + POSITION[other + SPACE]] // 1024
    return max(-SURE, min(SURE, found))


# Looking ahead: purchases, each sewn on where it lies best, and what goes with them.

STATE: Final = array("i", bytes(4 * 5))
NODES, REST, STOPPED, OPEN, READY = range(5)
"""In `STATE`: positions met in this call, how many more are allowed, whether it was given up, whether anything was
valued before the end, and whether the tables are laid out."""
MADE: Final = array("i", bytes(4 * ROWS))
"""What led to a row: the number of a purchase in the queue or -1, or the way to lie of the patch in hand."""
WORTH: Final = array("i", bytes(4 * ROWS))
"""What a row is worth without looking ahead, for whoever has the choice before the move that led to it."""
ROOM: Final = 18
FOUND: Final = array("Q", [0]) * (2 << ROOM)
"""The table of positions: the mixed position, and what is known of it."""


def copied(row: i32, to: i32) -> None:
    """A row is written over another."""
    for field in unrolled(FIELDS):
        POSITION[to * FIELDS + field] = POSITION[row * FIELDS + field]
    for mask in unrolled(QUILTS):
        MASKS[to * QUILTS + mask] = MASKS[row * QUILTS + mask]


def sewn(row: i32, patch: i32, at: i32) -> None:
    """The patch in hand, or a single one, is sewn on where this entry of `PLACE` says; a single one after that, too."""
    own = row * FIELDS + PLAYER * POSITION[row * FIELDS + TURN]
    much = PLACE_FIT[at]
    POSITION[own + FIT] = much
    sew_on(row, patch, i32(PLACE[2 * at + 1] >> 36), much >> 16)
    singled(row)


def singled(row: i32) -> None:
    """If a single patch is due, it is sewn on where it is best."""
    if POSITION[row * FIELDS + SINGLE]:
        seat = POSITION[row * FIELDS + TURN]
        quilt = row * QUILTS + 2 * seat
        open_ = POSITION[row * FIELDS + TILED] < 0 and HOUSE[SEVEN] != 0
        found = placed(MASKS[quilt], MASKS[quilt + 1], 0, open_)
        much = PLACE_FIT[found]
        POSITION[row * FIELDS + PLAYER * seat + FIT] = much
        sew_on(row, 0, i32(PLACE[2 * found + 1] >> 36), much >> 16)


def spread(row: i32, first: i32) -> i32:
    """Writes what can follow a row, with nothing due, into rows from `first` on; how many there are."""
    at = row * FIELDS
    seat = POSITION[at + TURN]
    quilt = row * QUILTS + 2 * seat
    open_ = POSITION[at + TILED] < 0 and HOUSE[SEVEN] != 0
    count = 0
    for near in range(REACH):
        place = in_queue(row, near)
        if place >= 0 and PRICE[RING[place]] <= POSITION[at + PLAYER * seat + BUTTONS]:
            patch = i32(RING[place])
            found = placed(MASKS[quilt], MASKS[quilt + 1], patch, open_)
            if i32(PLACE[2 * found + 1] >> 36) != NOWHERE:
                copied(row, first + count)
                take(first + count, place)
                sewn(first + count, patch, found)
                MADE[first + count] = near
                count += 1
    copied(row, first + count)
    advance(first + count)
    singled(first + count)
    MADE[first + count] = -1
    count += 1
    for one in range(first, first + count):
        WORTH[one] = value(one) if POSITION[one * FIELDS + TURN] == seat else -value(one)
    return count


def mixed(row: i32) -> u64:
    """A position as one number; others hardly ever have the same."""
    at = row * FIELDS
    mask = row * QUILTS
    found = (MASKS[mask] * 0x9E3779B97F4A7C15 ^ MASKS[mask + 1] * 0xC2B2AE3D27D4EB4F) & ALL
    found = (found ^ found >> 29) * 0xBF58476D1CE4E5B9 & ALL
    found = (found ^ MASKS[mask + 2] * 0x94D049BB133111EB ^ MASKS[mask + 3] * 0xD6E8FEB86659FD93) & ALL
    found = (found ^ found >> 31) * 0x9E3779B97F4A7C15 & ALL
    numbers = u64(POSITION[at + TURN] + 2 * POSITION[at + TILED] + 2 + 8 * POSITION[at + TOKEN])
    numbers |= u64(POSITION[at + SPACE] + 64 * POSITION[at + PLAYER + SPACE]) << 10 & ALL
    numbers |= u64(POSITION[at + INCOME] + 64 * POSITION[at + PLAYER + INCOME]) << 22 & ALL
    numbers |= u64(POSITION[at + BUTTONS] + 1024 * POSITION[at + PLAYER + BUTTONS]) << 34 & ALL
    found = (found ^ numbers * 0xFF51AFD7ED558CCD) & ALL
    found = (found ^ found >> 33) * 0xC4CEB9FE1A85EC53 & ALL
    return (found ^ MASKS[mask + LEFT] * 0xBF58476D1CE4E5B9) & ALL


def forget() -> None:
    """An empty table."""
    for at in range(2 << ROOM):
        FOUND[at] = 0


EXACT, LEAST, MOST = range(3)


def look(row: i32, ply: i32, depth: i32, low: i32, high: i32) -> i32:
    """What a row with nothing due is worth so many moves ahead, for whoever has the choice.

    True between `low` and `high`, else a bound.
    """
    if over(row) or depth == 0 or ply >= PLIES:
        if not over(row):
            STATE[OPEN] = 1
        return value(row)
    if STATE[REST] <= 0:
        STATE[STOPPED] = 1
        return 0
    key = u64(0)
    best_made = -2
    floor = low
    if depth > 1:
        key = mixed(row)
        entry = 2 * i32(key >> 64 - ROOM)
        if FOUND[entry] == key:
            known = FOUND[entry + 1]
            best_made = i32(known >> 16 & 255) - 2
            if i32(known >> 24 & 255) >= depth:
                worth = i32(known & 65535) - 32768
                bound = i32(known >> 32 & 3)
                if bound == EXACT or (bound == LEAST and worth >= high) or (bound == MOST and worth <= low):
                    if known >> 34 & 1:
                        STATE[OPEN] = 1
                    return worth
    opened = STATE[OPEN]
    STATE[OPEN] = 0
    seat = POSITION[row * FIELDS + TURN]
    first = 1 + ply * WIDE
    count = spread(row, first)
    STATE[NODES] += count
    STATE[REST] -= count
    best = -FAR
    choice = -1
    for one in range(first, first + count):
        if MADE[one] == best_made:
            WORTH[one] += 2 * FAR
    for _ in range(count):
        one = first
        for other in range(first + 1, first + count):
            if WORTH[other] > WORTH[one]:
                one = other
        WORTH[one] = -4 * FAR
        worth = 0
        if POSITION[one * FIELDS + TURN] == seat:
            worth = look(one, ply + 1, depth - 1, floor, high)
        else:
            worth = -look(one, ply + 1, depth - 1, -high, -floor)
        if STATE[STOPPED]:
            return 0
        if worth > best:
            best = worth
            choice = MADE[one]
            if worth > floor:
                floor = worth
                if worth >= high:
                    break
    if depth > 1:
        entry = 2 * i32(key >> 64 - ROOM)
        bound = LEAST if best >= high else MOST if best <= low else EXACT
        FOUND[entry] = key
        FOUND[entry + 1] = (
            u64(best + 32768)
            | u64(choice + 2) << 16 & ALL
            | u64(depth if STATE[OPEN] else 255) << 24 & ALL
            | u64(bound + 4 * STATE[OPEN]) << 32 & ALL
        )
    STATE[OPEN] |= opened
    return best


def options(wide: i32) -> i32:
    """Writes into rows from 1 on what can be done in row 0; how many there are, with `WORTH` and `MADE` of each.

    A patch in hand, or a single one, is tried in so many places, each purchase in the best one.
    """
    seat = POSITION[TURN]
    patch = POSITION[HAND]
    if not POSITION[SINGLE] and not patch:
        return spread(0, 1)
    count = rank(seat, patch, min(wide, WIDE))
    for one in range(count):
        copied(0, 1 + one)
        sew(1 + one, patch, RANKED[one])
        POSITION[(1 + one) * FIELDS + PLAYER * seat + FIT] = fit(
            MASKS[(1 + one) * QUILTS + 2 * seat], MASKS[(1 + one) * QUILTS + 2 * seat + 1]
        )
        MADE[1 + one] = RANKED[one] - FIRST_LIES[patch]
    for one in range(1, 1 + count):
        singled(one)
        WORTH[one] = value(one) if POSITION[one * FIELDS + TURN] == seat else -value(one)
    return count


def look_ahead(row: i32, depth: i32, low: i32, high: i32, nodes: i32) -> i32:
    """What an option is worth so many moves ahead, for whoever has the choice in row 0; gives up after so many nodes.

    True between `low` and `high`, else a bound. Asked again, it goes on about where it was given up.
    """
    STATE[NODES] = 0
    STATE[REST] = nodes
    STATE[STOPPED] = 0
    STATE[OPEN] = 0
    if POSITION[row * FIELDS + TURN] == POSITION[TURN]:
        return look(row, 1, depth, low, high)
    return -look(row, 1, depth, -high, -low)


# Whole games.

LOT: Final = array("Q", [1])
"""What the next draw by lot comes from; never 0."""


def below(count: i32) -> i32:
    """A number from 0 to below `count`, drawn by lot (xorshift64*)."""
    seed = LOT[0]
    seed ^= seed >> 12
    seed = (seed ^ seed << 25) & ALL
    seed ^= seed >> 27
    LOT[0] = seed
    return i32((seed * 0x2545F4914F6CDD1D & ALL) >> 33) % count


def begin() -> None:
    """The start of a game in row 0, the ring shuffled by lot; the patch of two cells is the last of the queue."""
    for place in range(32):
        RING[place] = place + 2
    RING[32] = 1
    for place in range(31):
        other = place + below(32 - place)
        RING[place], RING[other] = RING[other], RING[place]
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
    """Plays out row 0: buys what is worth most a space if it is worth more than going ahead, which is worth one.

    One time in `odd` it does just anything. Tells by how much whoever has the choice in the end is ahead.
    """
    while not over(0):
        patch = POSITION[HAND]
        if POSITION[SINGLE] or patch:
            seat = POSITION[TURN]
            rank(seat, patch, 1)
            sew(0, patch, RANKED[0])
            continue
        count = moves()
        choice = MOVES[below(count)] if below(odd) == 0 else greed(count)
        if choice < 0:
            advance(0)
        else:
            take(0, in_queue(0, choice))
    return margin(0)


def greed(count: i32) -> i32:
    """Of so many `MOVES` the one that is worth most for each space it takes."""
    own = PLAYER * POSITION[TURN]
    space = POSITION[own + SPACE]
    choice = -1
    best = 1
    spaces = 1
    for one in range(count - 1):
        patch = i32(RING[in_queue(0, MOVES[one])])
        worth = HOLE * AREA[patch] + EARNS[patch] * (MARKERS - PAID[space]) - PRICE[patch]
        time = min(i32(TIME[patch]), CENTRE - space)
        if worth * spaces > best * time:
            choice = MOVES[one]
            best = worth
            spaces = time
    return choice


RECORD: Final = array("i", bytes(4 * 12 * 128))
"""The positions of a game in which somebody chose: what `recorded` says of each."""
TOLD: Final = 12


def recorded(count: i32) -> None:
    """Writes row 0 into `RECORD`: who has the choice, both players' numbers with theirs first, the bonus tile."""
    seat = POSITION[TURN]
    at = count * TOLD
    RECORD[at] = seat
    for field in unrolled(PLAYER):
        RECORD[at + 1 + field] = POSITION[SPACE + PLAYER * seat + field]
        RECORD[at + 6 + field] = POSITION[SPACE + PLAYER * (1 - seat) + field]
    RECORD[at + 11] = 0 if POSITION[TILED] < 0 else 1 if POSITION[TILED] == seat else -1


def chosen(depth: i32, nodes: i32) -> i32:
    """The row after the best purchase, or going ahead, in row 0, looking so far but no further than so many nodes."""
    count = spread(0, 1)
    best = 1
    for one in range(2, 1 + count):
        if WORTH[one] > WORTH[best]:
            best = one
    left = nodes
    ahead = 1
    while ahead < depth and left > 0:
        found = -FAR
        choice = best
        for turn in range(count):
            one = best if turn == 0 else turn if turn < best else turn + 1
            worth = look_ahead(one, ahead, found, FAR, left)
            left -= STATE[NODES]
            if STATE[STOPPED]:
                break
            if worth > found:
                found = worth
                choice = one
        best = choice
        ahead += 1
    return best


def search_game(depth: i32, nodes: i32, odd: i32) -> i32:
    """Plays out row 0, with nothing due, looking so far; one time in `odd` it does just anything. How many choices.

    They are in `RECORD`; who has the choice in the end, and by how much, row 0 says.
    """
    count = 0
    while not over(0):
        recorded(count)
        count += 1
        if below(odd) == 0:
            copied(1 + below(spread(0, 1)), 0)
        else:
            copied(chosen(depth, nodes), 0)
    return count


def step(depth: i32, nodes: i32) -> None:
    """Makes the best choice in row 0, with nothing due, looking so far and meeting so many nodes at most."""
    copied(chosen(depth, nodes), 0)
