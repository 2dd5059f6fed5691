"""Parcheesi for two, written from the numbered statements of its rules alone, for many games at a time.

Nothing here comes from `chowk.games`, because that package is checked against this module. Statements are cited by
their numbers (PR-04, A3-16), which `tests/unit/games/parcheesi/statements.toml` lists. House rules are the usual ones.

Games are played by a simple policy, which takes the steps with the highest value (`merit`).

Arrays have one column for each game or result. A pawn's place is the number of steps from its own entry: 0 to 67 on the
track (63 is its gate), 68 to 74 in its home row, 75 home, -1 in its nest. The two players sit opposite each other, so
the entry of one is space 34 of the other, and both see the same board.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int16]
Longs = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float32]

NEST, TRACK, GATE, HOME, ACROSS = -1, 68, 63, 75, 34
SAFE: Final = np.isin(np.arange(80) % 17, (0, 7, 12)) & (np.arange(80) < TRACK)
"""Safe spaces of the track: entry, neutral and gate of each of the four sides."""
FAR: Final = 99
"""A distance that no step reaches."""
NOWHERE: Final = -90
"""The place of a pawn that no other pawn can meet."""
BONUSES: Final = (20, 10)
"""The bonus for a capture, and that for bringing a pawn home."""
ROLLS: Final = tuple((high, low) for high in range(1, 7) for low in range(1, 7))
LONGEST: Final = 1_000
"""Number of rolls after which a game counts as half won."""


def _around(number: Ints) -> Ints:
    # Return numbers from -68 to 135 as spaces of the track. It is much faster than a remainder.
    number = np.where(number < 0, number + np.int16(TRACK), number)
    return np.where(number >= TRACK, number - np.int16(TRACK), number)


def _foes(theirs: Ints) -> Ints:
    # Return the other player's pawns as this player counts spaces. Those off the track are nowhere.
    there = np.where(theirs >= ACROSS, theirs - np.int16(ACROSS), theirs + np.int16(ACROSS))
    return np.where((theirs >= 0) & (theirs < TRACK), there, np.int16(NOWHERE))


class Rows(NamedTuple):
    """Results of rolls, one in each column, as the player who rolled sees them.

    `mine` and `theirs`: the pawns (4, rows). `game`: the number of the game (rows). `left`: how often each of the
    roll's two values can still be used (2, rows). `used`: 100 for each die used, and 1 for each of its pips (rows).
    `due`: the unused bonuses of 20 and of 10 (2, rows).
    """

    mine: Ints
    theirs: Ints
    game: Longs
    left: Ints
    used: Ints
    due: Ints

    def take(self, which: Any) -> Rows:
        """Return the results in the columns `which`, given as numbers or as a mask."""
        return Rows(
            self.mine[:, which],
            self.theirs[:, which],
            self.game[which],
            self.left[:, which],
            self.used[which],
            self.due[:, which],
        )


class Rolled(NamedTuple):
    """The facts that stay the same while a roll is used, one column for each game.

    `values`: the two values (2, games). `start` and `other`: the pawns of the roller and of the other player before the
    roll (4, games). `double`: whether the roll is a double (games).
    """

    values: Ints
    start: Ints
    other: Ints
    double: Bools


def joined(parts: list[Rows]) -> Rows:
    """Return all results in `parts` together, with the columns of the parts one after another."""
    return Rows(*(np.concatenate(columns, axis=-1) for columns in zip(*parts, strict=True)))


def won(mine: Ints) -> Bools:
    """Return, for each column of `mine` (a game or a result), whether all four pawns are home (PR-31)."""
    return np.asarray((mine == HOME).all(axis=0))


def roll(mine: Ints, theirs: Ints, high: Ints, low: Ints) -> Rows:
    """Return every result of using a roll (dice `high` and `low`) in each game. Some results occur more than once.

    There is a result for each way to use or decline the roll's bonuses.
    """
    rows, rolled = _rolled(mine, theirs, high, low)
    games, many = rows.game.size, rows.left.sum(axis=0) == 4
    levels = [rows]
    while rows.game.size:
        rows = _stepped(rows.take(~won(rows.mine) & (rows.left > 0).any(axis=0)), rolled)
        rows = _distinct(rows, rolled, many)
        levels.append(rows)
    rows = joined(levels)
    most = np.zeros(games, np.int16)  # most dice, then most pips (A3-16, A3-14), except for the last pawn's way home
    np.maximum.at(most, rows.game, rows.used)
    rows = rows.take((rows.used == most[rows.game]) | won(rows.mine))
    levels = [rows]
    while rows.game.size:
        rows = _stepped(rows.take(~won(rows.mine) & (rows.due > 0).any(axis=0)), rolled, bonus=True)
        levels.append(rows)
    return joined(levels)


def _rolled(mine: Ints, theirs: Ints, high: Ints, low: Ints) -> tuple[Rows, Rolled]:
    # Return the games as rows before their first step, and what holds during the roll.
    double = high == low
    out = (mine != NEST).all(axis=0)  # judged when the dice are thrown (A3-13)
    lower = np.where(double & out, 7 - high, low)  # the lower faces of a double (PR-13, PR-15, PR-16)
    left = np.stack((1 + double, np.where(double, 2 * out, 1))).astype(np.int16)  # else two moves (A3-12)
    rolled = Rolled(np.stack((high, lower)).astype(np.int16), mine, theirs, double)
    none = np.zeros((2, double.size), np.int16)
    return Rows(mine, theirs, np.arange(double.size), left, none[0], none), rolled


def _stepped(rows: Rows, rolled: Rolled, bonus: bool = False) -> Rows:
    # Return the results after one more step of each row: every pawn with every value that is left.
    spare = (rows.due if bonus else rows.left) > 0
    two = spare.all(axis=0)
    if two.any() and not two.all():
        return joined([_stepped(rows.take(two), rolled, bonus), _stepped(rows.take(~two), rolled, bonus)])
    mine, theirs, count = rows.mine, rows.theirs, rows.game.size
    values = np.tile(np.array(BONUSES, np.int16)[:, None], count) if bonus else rolled.values[:, rows.game]
    every = np.arange(count)
    kinds = np.tile(np.arange(2)[:, None], count) if two.any() else spare.argmax(axis=0)[None]
    foes = _foes(theirs)
    double, start = rolled.double[rows.game], rolled.start[:, rows.game]

    # Distances to blockades (PR-21, PR-22), along the track and in the home row (A3-20).
    track = np.full((4, count), FAR, np.int16)
    in_row = np.full((4, count), FAR, np.int16)
    closed = np.zeros(count, np.bool_)
    for pawns in (mine, foes):
        for first in range(4):
            for second in range(first):
                which = np.nonzero((pawns[first] == pawns[second]) & (pawns[first] >= 0) & (pawns[first] < HOME))[0]
                place, own = pawns[first, which], mine[:, which]
                closed[which] |= place == 0
                ahead = _around(place - own - np.int16(1)) + np.int16(1)
                track[:, which] = np.minimum(track[:, which], np.where(place < TRACK, ahead, np.int16(FAR)))
                beyond = place - np.maximum(own, np.int16(TRACK - 1))
                beyond = np.where((place >= TRACK) & (beyond > 0), beyond, np.int16(FAR))
                in_row[:, which] = np.minimum(in_row[:, which], beyond)

    pawn, number = mine[:, None], values[kinds, every][None]
    on_track = (pawn >= 0) & (pawn < TRACK)
    gate = _around(np.int16(GATE) - pawn)
    allowed = np.tile(spare[kinds, every], (4, 1, 1))
    for first in range(4):  # equal pawns take equal steps
        for second in range(first):
            same = (mine[first] == mine[second]) & (~double | (mine[first] == NEST))
            allowed[first] &= ~same
    onward = on_track & (number < track[:, None])
    inward = (pawn >= TRACK) & (pawn + number <= HOME) & (number < in_row[:, None])
    entering = (pawn == NEST) & (number == 5) & ~closed & (not bonus)  # PR-04, PR-24, A3-10
    end = pawn + number
    end = np.where(on_track & (end >= TRACK), end - np.int16(TRACK), np.where(entering, np.int16(0), end))
    held = (end == foes[0]) | (end == foes[1]) | (end == foes[2]) | (end == foes[3])
    steps = allowed & ((onward & ~(held & SAFE[np.minimum(end, 79)])) | inward | entering)  # PR-19, A3-22
    past = number - gate
    turns = allowed & on_track & (past > 0) & (gate < track[:, None]) & (past <= 8) & (past < in_row[:, None])
    turned = (TRACK - 1 + past).astype(np.int16)
    doubles = np.nonzero(double)[0]
    start = start[:, doubles]
    pairs = []
    for one in range(4):
        for other in range(4):
            if one != other:
                bound = (start[one] == start[other]) & (start[one] >= 0) & (start[one] < HOME)
                pairs.append((one, other, doubles[bound]))
    made = []
    for legal, ends in ((steps, end), (turns, turned)):
        for one, other, columns in pairs:  # a pair may not move together (A3-26)
            legal[one][:, columns] &= (mine[other, columns] != ends[one][:, columns]) | (ends[one][:, columns] == HOME)
        which, kind, column = np.nonzero(legal)
        value = kinds[kind, column]
        made.append(_made(rows, foes, column, which, value, ends[which, kind, column], values, bonus))
    if two.any() and not bonus:  # a five as a sum (A3-18)
        sums = (rows.left == 1).all(axis=0) & (values.sum(axis=0) == 5) & (mine == NEST).any(axis=0) & ~closed
        column = np.nonzero(sums)[0]
        which = (mine[:, column] == NEST).argmax(axis=0)
        entered = _made(rows, foes, column, which, 0 * which, np.zeros(column.size, np.int16), values, bonus)
        made.append(entered._replace(left=0 * entered.left, used=rows.used[column] + np.int16(205)))
    return joined(made)


def _made(
    rows: Rows, foes: Ints, column: Longs, which: Longs, value: Longs, end: Ints, values: Ints, bonus: bool
) -> Rows:
    # Return the rows after steps of the pawns `which` to the places `end`.
    mine, every = rows.mine[:, column], np.arange(column.size)
    mine[which, every] = end
    caught = foes[:, column] == end
    theirs = np.where(caught, np.int16(NEST), rows.theirs[:, column])
    left, due, used = rows.left[:, column], rows.due[:, column], rows.used[column]
    if bonus:
        due[value, every] -= 1
    else:
        left[value, every] -= 1
        used = used + np.int16(100) + values[value, column]
    due[0] += caught.any(axis=0)  # PR-29, A3-23
    due[1] += end == HOME  # PR-30
    return Rows(mine, theirs, rows.game[column], left, used, due)


def _distinct(rows: Rows, rolled: Rolled, doubles: Bools) -> Rows:
    # Leave out repeated rows of doubles with four moves, of which there are many.
    which = doubles[rows.game]
    if not which.any():
        return rows
    kept, rows = rows.take(~which), rows.take(which)
    start = np.sort(rolled.start[:, rows.game], axis=0)
    pairs = ((start[1:] == start[:-1]) & (start[1:] < HOME)).any(axis=0)
    mine = np.where(pairs, rows.mine, np.sort(rows.mine, axis=0)).astype(np.int64)
    key = rows.game.copy()
    for place in mine:
        key = key * 128 + place + 1
    for foe in rows.theirs:
        key = key * 2 + (foe == NEST)
    key = (key * 4 + rows.left[0]) * 4 + rows.left[1]
    return joined([kept, rows.take(np.unique(key, return_index=True)[1])])


# The policy of roll-outs ----------------------------------------------------------------------------------------------

NESTED: Final = 12
"""A pawn in its nest counts as this many more steps, because it waits for a five."""


def _steps_left() -> Floats:
    table = np.zeros(HOME + 2, np.float32)
    for place in range(TRACK):
        table[place + 1] = (GATE - place) % TRACK + 8
    for place in range(TRACK, HOME):
        table[place + 1] = HOME - place
    table[0] = GATE + 8 + NESTED
    return table


def _risks() -> Floats:
    table = np.zeros((HOME + 2, HOME + 2), np.float32)
    for place in (place for place in range(TRACK) if not SAFE[place]):
        for one, two in ROLLS:
            for distance in {one, two, one + two}:
                table[place + 1, (place - distance - ACROSS) % TRACK + 1] += 1 / len(ROLLS)
    return table.ravel()


LEFT: Final = _steps_left()
"""Number of steps to go, by place + 1."""
RISK: Final = _risks()
"""Chance that a roll has a die or a sum with which a pawn captures another, by the places of both.

The index is (HOME + 2) times place + 1 of the pawn in danger, plus place + 1 of the other, each as its owner counts.
"""
ENTERS: Final = sum(5 in (one, two, one + two) for one, two in ROLLS) / len(ROLLS)
PAIRED: Final = 1.0
"""Value of each pawn in a blockade, in steps."""


def merit(mine: Ints, theirs: Ints) -> Floats:
    """Return the value of each result to the policy, in steps, as the player who rolled sees it.

    It counts the steps that both players have to go, what the other's next roll can capture, and blockades.
    """
    left = LEFT[mine + 1]
    worth = LEFT[theirs + 1].sum(axis=0) - left.sum(axis=0)
    nested = (theirs == NEST).any(axis=0)
    paired = np.zeros(mine.shape, np.bool_)
    for one in range(4):
        for other in range(one):
            same = mine[one] == mine[other]
            paired[one] |= same
            paired[other] |= same
    row, column = (mine + np.int16(1)).astype(np.int32) * (HOME + 2), theirs + np.int16(1)
    risk = (mine == ACROSS) * (nested * np.float32(ENTERS))
    for foe in column:
        risk += RISK[row + foe]
    loss = np.minimum(risk, 1) * (LEFT[0] + BONUSES[0] - left)
    worth -= np.where(paired, np.float32(0), loss).sum(axis=0)
    worth += PAIRED * (paired & (mine >= 0) & (mine < TRACK)).sum(axis=0)
    return np.asarray(worth + 1000 * won(mine), np.float32)


def best(rows: Rows, games: int) -> Longs:
    """Return, for each game, the column of the result that the policy chooses, or -1 if the game has no result."""
    worth = merit(rows.mine, rows.theirs)
    most = np.full(games, -np.inf, np.float32)
    np.maximum.at(most, rows.game, worth)
    chosen, top = np.full(games, -1), np.nonzero(worth == most[rows.game])[0]
    chosen[rows.game[top]] = top
    return chosen


def played(mine: Ints, theirs: Ints, high: Ints, low: Ints) -> tuple[Ints, Ints]:
    """Return the pawns of both players after the policy has used a roll in each game.

    The policy takes one step after another, each time the one with the greatest merit. Where it does not get to use all
    dice in this way, it chooses among all results.
    """
    rows, rolled = _rolled(mine, theirs, high, low)
    games, full = rows.game.size, rows.left.sum(axis=0) * 100
    for _ in range(4):
        rows = _better(rows, _stepped(rows.take(~won(rows.mine)), rolled), games, free=False)
    short = np.nonzero((rows.used < full) & ~won(rows.mine))[0]
    while (rows.due > 0).any():
        going = (rows.due > 0).any(axis=0) & ~won(rows.mine)
        after = _better(rows, _stepped(rows.take(going), rolled, bonus=True), games, free=True)
        if (after.due == rows.due).all():
            break
        rows = after
    mine, theirs = rows.mine, rows.theirs
    if short.size:
        every = roll(*(part[..., short] for part in (rolled.start, rolled.other, high, low)))
        every = every.take(best(every, short.size))
        mine[:, short], theirs[:, short] = every.mine, every.theirs
    return mine, theirs


def _better(rows: Rows, after: Rows, games: int, free: bool) -> Rows:
    # Return, for each game, the best row after a step. The game's row stays if there is none, or if none is better and
    # the step is free.
    chosen = best(after, games)
    where = chosen >= 0
    if free:
        better = merit(after.mine, after.theirs)[chosen] > merit(rows.mine, rows.theirs) if after.game.size else where
        where = where & better
    if not after.game.size:
        return rows
    pairs: Any = zip(rows, after, strict=True)
    return Rows(*(np.where(where, new[..., chosen], old) for old, new in pairs))


class State(NamedTuple):
    """A position before a roll: the pawns of the player to roll, those of the other, each in ascending order."""

    mine: tuple[int, ...]
    theirs: tuple[int, ...]


def columns(pawns: tuple[int, ...], count: int = 1) -> Ints:
    """Return a player's pawns as `count` equal columns."""
    return np.repeat(np.array(pawns, np.int16)[:, None], count, axis=1)


def results(states: list[State], dice: list[tuple[int, ...]]) -> list[list[tuple[State, bool]]]:
    """Return, for each position, the distinct positions that can follow its roll (in `dice`).

    Each comes with True if the same player rolls again, and is seen from the player to roll next. In a finished game
    this is the winner, who counts as rolling again.
    """
    mine, theirs = (np.concatenate([columns(pawns) for pawns in both], axis=1) for both in zip(*states, strict=True))
    rows = roll(mine, theirs, *np.array(dice, np.int16).T)
    found: list[set[tuple[State, bool]]] = [set() for _ in states]
    for game, *pawns in zip(rows.game.tolist(), *rows.mine.tolist(), *rows.theirs.tolist(), strict=True):
        own, other = tuple(sorted(pawns[:4])), tuple(sorted(pawns[4:]))
        again = dice[game][0] == dice[game][1] or own == (HOME,) * 4
        found[game].add((State(own, other) if again else State(other, own), again))
    return [sorted(ends) for ends in found]


def rollouts(states: list[State], first: list[bool], count: int, seed: list[int]) -> npt.NDArray[np.float64]:
    """Play `count` games from each position to the end by the policy, and return one row of results for each position.

    All results are scores (1, 0.5 or 0) of the same player. `first` says for each position whether that player rolls
    first. `seed` is the seed of the dice, made of several numbers. Games with the same number have the same dice for
    every position. From game to game, the first two rolls run through all pairs of rolls, one after another. Later
    rolls are random.
    """
    dice = np.random.default_rng(seed)
    lot = np.arange(count) + int(dice.integers(36 * 36))
    number = np.tile(np.arange(count), len(states))
    mine = np.concatenate([columns(state.mine, count) for state in states], axis=1)
    theirs = np.concatenate([columns(state.theirs, count) for state in states], axis=1)
    ours = np.repeat(np.array(first), count)
    where, ended = np.arange(ours.size), np.full(ours.size, 0.5)
    for turn in range(LONGEST):
        over = won(mine)
        if over.any():
            ended[where[over]] = ours[over]
            mine, theirs, ours, where, number = (
                mine[:, ~over],
                theirs[:, ~over],
                ours[~over],
                where[~over],
                number[~over],
            )
        if not where.size:
            break
        faces = (lot // 36**turn) % 36 if turn < 2 else dice.integers(36, size=count)
        high, low = (faces[number] // 6 + 1).astype(np.int16), (faces[number] % 6 + 1).astype(np.int16)
        own, other = played(mine, theirs, high, low)
        stays = (high == low) | won(own)
        mine, theirs = np.where(stays, own, other), np.where(stays, other, own)
        ours = np.where(stays, ours, ~ours)
    return ended.reshape(len(states), count)
