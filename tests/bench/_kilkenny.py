"""Kilkenny Cats for two, written from the numbered statements of its rules alone, for many games at a time.

Nothing here comes from `chowk.games`, because that package is checked against this module. Statements are cited by
their numbers (KR-10, B3-13), which `tests/unit/games/kilkenny/statements.toml` lists. House rules are the usual ones,
without draws by agreement.

Games are played by a simple policy: in each turn, take the step with the highest value (`merit`).

Arrays have one column for each game. A square's number is 16 times its row plus its column on the grid of 16 by 16.
Each player numbers the squares as if sitting at the southern side, so square s of one player is square 255 - s of the
other. A captured cat has square 0, which the board does not have.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int16]
Longs = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float32]

GONE, MICE, TURNED = 0, (7, 8), 255
FACES: Final = range(1, 7)
WAYS: Final = tuple(x + 16 * y for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)
"""The eight directions, as changes of the square's number (KR-08)."""
START: Final = tuple(16 * y + x for y in (11, 12) for x in (6, 7, 8, 9))
LONGEST: Final = 400
"""Number of rolls after which a game counts as half won."""
NEVER: Final = 40.0
"""Number of turns that stands for a mouse that cannot be reached."""


def _ends() -> Longs:
    # The square where a step ends, by face - 1, direction and start; 0 if it is barred (KR-16, KR-17, B3-05, B3-11).
    table = np.zeros((6, 8, 256), np.int64)
    for y in range(1, 15):
        for x in range(1, 15):
            for number, way in enumerate(WAYS):
                down, across = divmod(way + 17, 16)
                for face in FACES:
                    column, line = x + face * (across - 1), y + face * (down - 1)
                    inside = 1 <= column <= 14 and 1 <= line <= 14
                    if inside or (line == 0 and column in MICE):
                        table[face - 1, number, 16 * y + x] = 16 * line + column
    return table


def _lines() -> npt.NDArray[np.uint8]:
    # The faces, as bits, with which a cat (second) reaches another (first) on an empty board, each as its owner counts.
    table = np.zeros((256, 256), np.uint8)
    for face in FACES:
        for ends in ENDS[face - 1]:
            starts = np.nonzero(ends)[0]
            table[TURNED - ends[starts], starts] |= 1 << (face - 1)
    return table.ravel()


def _turns() -> Floats:
    # The expected number of turns that a lone cat needs to each mouse, if it may also stand still.
    tables = []
    for mouse in MICE:
        other = MICE[1] + MICE[0] - mouse
        turns = np.full(256, NEVER)
        turns[mouse] = 0
        for _ in range(200):
            known = turns.copy()
            known[[GONE, other]] = NEVER
            reached = np.minimum(known[ENDS].min(axis=1), known)
            turns = np.minimum(1 + reached.mean(axis=0), NEVER)
            turns[mouse] = 0
            turns[[GONE, other]] = NEVER
        tables.append(turns)
    return np.array(tables, np.float32)


ENDS: Final = _ends()
LINES: Final = _lines()
CHANCES: Final = np.array([bits.bit_count() / 6 for bits in range(64)], np.float32)
TURNS: Final = _turns()


class Steps(NamedTuple):
    """The legal steps of many games. For each step: the game, the cat's number, the target, and whether it captures."""

    game: Longs
    cat: Longs
    end: Longs
    captures: Bools


def steps(mine: Ints, theirs: Ints, face: Longs) -> Steps:
    """Return all legal steps of the player to move in every game. `face` is the number rolled in each game."""
    games = mine.shape[1]
    column = np.arange(games)
    board = np.zeros((games, 256), np.uint8)
    board[column, TURNED - theirs] = 2
    board[column, mine] = 1
    board[:, [GONE, TURNED]] = 0
    cells = board.ravel()
    targets = ENDS.ravel()[((face - 1) * 8 + np.arange(8)[:, None])[None] * 256 + mine[:, None]]
    cat, way, game = np.nonzero(targets)
    end = targets[cat, way, game]
    target = cells[game * 256 + end]
    open_ = np.nonzero(target != 1)[0]  # KR-10, KR-11
    cat, way, game, end, target = cat[open_], way[open_], game[open_], end[open_], target[open_]
    clear = np.ones(game.size, np.bool_)
    start, change, length = mine[cat, game] + game * 256, np.array(WAYS)[way], face[game]
    for far in FACES[:-1]:  # KR-09
        on_way = np.nonzero((far < length) & clear)[0]
        clear[on_way] = cells[start[on_way] + far * change[on_way]] == 0
    return Steps(game[clear], cat[clear], end[clear], target[clear] == 2)


def after(mine: Ints, theirs: Ints, chosen: Steps) -> tuple[Ints, Ints]:
    """Return the cats of both players after each of the `chosen` steps, in one column for each step."""
    mine, theirs = mine[:, chosen.game], theirs[:, chosen.game]
    mine[chosen.cat, np.arange(chosen.game.size)] = chosen.end
    return mine, np.where(theirs == TURNED - chosen.end, np.int16(GONE), theirs)


def ended(mine: Ints, theirs: Ints) -> tuple[Bools, Floats]:
    """Return whether each game is over, and the score (1, 0.5 or 0) of the player whose cats are `mine`."""
    won, lost = ((own == MICE[0]).any(axis=0) & (own == MICE[1]).any(axis=0) for own in (mine, theirs))  # KR-15, B3-20
    can, could = (((own != GONE) & (own != MICE[0]) & (own != MICE[1])).any(axis=0) for own in (mine, theirs))
    over = won | lost | ~can | ~could  # KR-18, B3-13
    share = np.where(won, 1.0, np.where(lost, 0.0, np.where(can == could, 0.5, can)))
    return over, np.asarray(share, np.float32)


# The policy of roll-outs ----------------------------------------------------------------------------------------------

CAPTURE: Final = 0.3
"""Value of a capture, in turns of the race to the mice, besides the turns that it costs the other player."""


class Race(NamedTuple):
    """The number of turns that a player needs, in each game, to bring a cat to each of the two mice.

    `whole` counts with all cats. `without` (8, games) leaves out one cat: row c is the number without cat c. `others`
    holds an array like `without` for each of the two mice: row c is the number of turns that the nearest of the cats
    without cat c needs to reach that mouse.
    """

    whole: Floats
    without: Floats
    others: tuple[Floats, Floats]


def race(cats: Ints) -> Race:
    """Return how many turns a player needs to bring a cat to each of the two mice, by the best two cats."""
    to = TURNS[0][cats], TURNS[1][cats]
    pairs = np.full(cats.shape, 2 * NEVER, np.float32)
    others = np.full(cats.shape, NEVER, np.float32), np.full(cats.shape, NEVER, np.float32)
    whole = np.full(cats.shape[1], 2 * NEVER, np.float32)
    for one in range(8):
        for other in range(8):
            if one == other:
                continue
            turns = to[0][one] + to[1][other]
            np.minimum(whole, turns, out=whole)
            for mouse in range(2):
                np.minimum(others[mouse][one], to[mouse][other], out=others[mouse][one])
            for third in range(8):
                if third not in (one, other):
                    np.minimum(pairs[third], turns, out=pairs[third])
    return Race(whole, pairs, others)


def merit(mine: Ints, theirs: Ints, legal: Steps) -> Floats:
    """Return the value of each step to the policy, in turns.

    It counts the turns that both players need after the step. It also counts the danger that the moving cat is
    captured, both where it was and where it arrives.
    """
    own, other = race(mine), race(theirs)
    game, cat = legal.game, legal.cat
    left = own.without[cat, game]
    turns = np.minimum(left, TURNS[0][legal.end] + own.others[1][cat, game])
    turns = np.minimum(turns, TURNS[1][legal.end] + own.others[0][cat, game])
    worth = -turns
    taken = np.nonzero(legal.captures)[0]
    caught = (theirs[:, game[taken]] == TURNED - legal.end[taken]).argmax(axis=0)
    worth[taken] += other.without[caught, game[taken]] - other.whole[game[taken]] + np.float32(CAPTURE)
    foes = theirs[:, game].astype(np.int64)
    foes[caught, taken] = GONE
    before = mine[cat, game].astype(np.int64) * 256
    danger, escaped = np.zeros(game.size, np.uint8), np.zeros(game.size, np.uint8)
    for foe in foes:
        danger |= LINES[legal.end * 256 + foe]
        escaped |= LINES[before + foe]
    worth -= CHANCES[danger] * (left - turns + np.float32(CAPTURE))
    worth += CHANCES[escaped] * (left - own.whole[game] + np.float32(CAPTURE))
    worth[turns <= 0] += 1000
    return np.asarray(worth, np.float32)


def played(mine: Ints, theirs: Ints, face: Longs) -> tuple[Ints, Ints]:
    """Return the cats of both players after the best step by the policy (`merit`) in each game.

    `face` is the number rolled in each game. If it allows no step, the cats stay (KR-13).
    """
    legal = steps(mine, theirs, face)
    worth = merit(mine, theirs, legal)
    most = np.full(face.size, -np.inf, np.float32)
    np.maximum.at(most, legal.game, worth)
    top = np.nonzero(worth == most[legal.game])[0]
    chosen = np.full(face.size, -1)
    chosen[legal.game[top]] = top
    moved = np.nonzero(chosen >= 0)[0]
    mine, theirs = mine.copy(), theirs.copy()
    mine[:, moved], theirs[:, moved] = after(mine, theirs, Steps(*(part[chosen[moved]] for part in legal)))
    return mine, theirs


class State(NamedTuple):
    """A position before a roll: the cats of the player to roll, those of the other, each in ascending order."""

    mine: tuple[int, ...]
    theirs: tuple[int, ...]


def columns(pawns: tuple[int, ...], count: int = 1) -> Ints:
    """Return a player's cats as `count` equal columns."""
    return np.repeat(np.array(pawns, np.int16)[:, None], count, axis=1)


def results(states: list[State], dice: list[tuple[int, ...]]) -> list[list[tuple[State, bool]]]:
    """Return, for each position, the distinct positions that can follow its roll (in `dice`), each with False.

    False says that the same player does not roll again: nobody rolls twice in a row in this game. The positions are
    seen from the other player, who rolls next. If the roll cannot be used, no cat has moved (KR-13).
    """
    mine, theirs = (np.concatenate([columns(cats) for cats in both], axis=1) for both in zip(*states, strict=True))
    legal = steps(mine, theirs, np.array(dice)[:, 0])
    own, other = after(mine, theirs, legal)
    found: list[set[tuple[State, bool]]] = [set() for _ in states]
    for game, *cats in zip(legal.game.tolist(), *own.tolist(), *other.tolist(), strict=True):
        found[game].add((State(tuple(sorted(cats[8:])), tuple(sorted(cats[:8]))), False))
    return [
        sorted(ends) or [(State(state.theirs, state.mine), False)] for ends, state in zip(found, states, strict=True)
    ]


def rollouts(states: list[State], first: list[bool], count: int, seed: list[int]) -> npt.NDArray[np.float64]:
    """Play `count` games from each position to the end by the policy, and return one row of results for each position.

    All results are scores (1, 0.5 or 0) of the same player. `first` says for each position whether that player rolls
    first. `seed` is the seed of the dice, made of several numbers. Games with the same number have the same dice for
    every position. From game to game, the first three rolls run through all sequences of three, one after another.
    Later rolls are random.
    """
    dice = np.random.default_rng(seed)
    lot = np.arange(count) + int(dice.integers(6**3))
    number = np.tile(np.arange(count), len(states))
    mine = np.concatenate([columns(state.mine, count) for state in states], axis=1)
    theirs = np.concatenate([columns(state.theirs, count) for state in states], axis=1)
    ours = np.repeat(np.array(first), count)
    where, results = np.arange(ours.size), np.full(ours.size, 0.5)
    for turn in range(LONGEST):
        over, share = ended(mine, theirs)
        if over.any():
            results[where[over]] = np.where(ours, share, 1 - share)[over]
            go = ~over
            mine, theirs, ours, where, number = mine[:, go], theirs[:, go], ours[go], where[go], number[go]
        if not where.size:
            break
        faces = (lot // 6**turn) % 6 + 1 if turn < 3 else dice.integers(1, 7, size=count)
        theirs, mine = played(mine, theirs, faces[number])
        ours = ~ours
    return results.reshape(len(states), count)
