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
from chowk.games.patchwork.rules.position import BUTTONS as AT_START
from chowk.games.patchwork.rules.position import HOLE, REACH, TILE
from chowk.games.patchwork.rules.quilt import CELLS, SIDE
from chowk.games.patchwork.rules.track import CENTRE

EXPORTS: Final = (
    *("set_up", "begin", "moves", "play", "settle", "rank", "greedy_game", "margin"),
    *("POSITION", "MASKS", "RING", "HOUSE", "MOVES", "RANKED", "LOT", "FIRST_LIES"),
    *("FIELDS", "QUILTS", "UPPER"),
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
    at = row * FIELDS
    seat = POSITION[at + TURN]
    own = at + PLAYER * seat
    quilt = row * QUILTS + 2 * seat
    MASKS[quilt] |= LIE[2 * lie]
    MASKS[quilt + 1] |= LIE[2 * lie + 1]
    POSITION[own + FILLED] += AREA[patch]
    if POSITION[at + TILED] < 0 and HOUSE[SEVEN] and lacking(MASKS[quilt], MASKS[quilt + 1]) == 0:
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
    for one in range(found):
        lie = SHORT_LIE[one]
        SHORT_KEY[one] -= 100 * APART * parts(empty_top ^ LIE[2 * lie], empty_low ^ LIE[2 * lie + 1])
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


# Whole games by a fast policy.

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
