"""Learns the weights of the Checkers evaluation from self-play.

    python3 py/tools/tune_checkers.py play GAMES.npz --games 4000 --seed 1
    python3 py/tools/tune_checkers.py fit py/chowk/games/checkers/engine/weights.bin GAMES.npz ...
    python3 py/tools/tune_checkers.py hand py/chowk/games/checkers/engine/weights.bin

`hand` writes the weights that it all began with: a man, a king, the way to the king row. `play` plays games with
the weights that are in place, from three-move openings and a few random moves. It keeps the positions without an
open capture and how their games ended, and some of the positions inside each search with what a deeper look found
out about them. `fit` is a logistic regression on exactly the features that `chowk.games.checkers.engine.evaluation`
adds up: the games say what leads to a win, the searches what a look ahead would have seen. A weight that was seldom
needed stays near nothing. Needs numpy. The same seeds and files give the same weights.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from chowk.core.clock import Clock
from chowk.games.checkers import rules
from chowk.games.checkers.engine import endgame
from chowk.games.checkers.engine import evaluation as ev
from chowk.games.checkers.engine.board import JUMPERS, Board
from chowk.games.checkers.engine.search import AT_LEAST, AT_MOST, EXACT, Options, Search

Array: TypeAlias = "np.ndarray[Any, Any]"

WON, DRAWN, LOST = 2, 1, 0
PLIES, QUIET = 200, 30
"""A game counts as drawn after so many plies, or so many in a row without a capture or a man's move."""
NEAR, WHIM = 6, 0.3
"""In a part of the moves one is played that is worse than the best by no more than so many hundredths of a man."""
CLEAR: Final = 600
"""A side that is ahead by so much is taken to have won."""


SAMPLES: Final = 12
"""Positions kept from inside a search."""
MOST: Final = 2000
"""No value counts for more."""
UNKNOWN: Final = -1


class Kept(NamedTuple):
    """A position: the board, the side to move, what the search thought it worth to Black, and how that is meant."""

    black: int
    white: int
    kings: int
    side: int
    value: int
    meant: int


BOARD, VALUE, MEANT, RESULT, GAME = slice(0, 4), 4, 5, 6, 7
"""The columns of a file: those of `Kept`, the game's result or `UNKNOWN`, and its number."""


# Playing.


def opening(chance: random.Random) -> rules.Position:
    """A three-move opening and up to eight moves at random."""
    ballot = chance.choice([one for one in rules.BALLOTS if one.deck])
    position = rules.START
    for move in ballot.moves:
        position = position.play(move)
    for _ in range(chance.randrange(9)):
        moves = position.moves()
        position = position.play(chance.choice(moves)) if moves else position
    return position


def inside(search: Search, chance: random.Random) -> list[Kept]:
    """Some of the positions that a search has looked into."""
    learnt = [
        (board, side, value, meant)
        for board, side, (_, value, meant, _) in search.learnt()
        if not JUMPERS[side](*board)
    ]
    turned = {EXACT: EXACT, AT_LEAST: AT_MOST, AT_MOST: AT_LEAST}
    return [
        Kept(*board, side, max(-MOST, min(MOST, -value if side else value)), turned[meant] if side else meant)
        for board, side, value, meant in chance.sample(learnt, min(SAMPLES, len(learnt)))
    ]


def settled(position: rules.Position, past: Sequence[tuple[Board, int]]) -> int | None:
    """The result for Black if the game is over, or known, or goes nowhere."""
    outcome = position.outcome()
    if outcome is not None:
        return DRAWN if outcome.winner is None else LOST if outcome.winner else WON
    if (position.black | position.white).bit_count() <= endgame.PIECES:
        code = endgame.look_up(position[:3], position.turn)
        return DRAWN if not code else WON if code % 2 == position.turn else LOST
    return DRAWN if position.quiet > QUIET or past.count(past[-1]) > 2 or len(past) > PLIES else None


class Game(NamedTuple):
    """The positions of a game, those inside its searches, and its result for Black."""

    played: list[Kept]
    searched: list[Kept]
    result: int


def play(chance: random.Random, depth: int) -> Game:
    """A game against itself, at so many plies a move."""
    position = opening(chance)
    game = Game([], [], DRAWN)
    past: list[tuple[Board, int]] = [(position[:3], position.turn)]
    while (result := settled(position, past)) is None:
        search = Search(Options(depth), Clock(1e9, count().__next__), past)
        *_, ranking = search.deepen(position[:3], position.turn)
        game.searched.extend(inside(search, chance))
        value = -ranking.values[0] if position.turn else ranking.values[0]
        if abs(value) > CLEAR:
            return game._replace(result=WON if value > 0 else LOST)
        if not rules.jumpers(position):
            game.played.append(Kept(*position[:4], value, EXACT))
        close = sum(one >= ranking.values[0] - NEAR for one in ranking.values) if chance.random() < WHIM else 1
        board = ranking.boards[chance.randrange(close)]
        position = next(after for after in map(position.play, position.moves()) if after[:3] == board)
        past.append((board, position.turn))
    return game._replace(result=result)


def play_all(target: Path, games: int, depth: int, seed: int) -> None:
    """Plays so many games and writes their positions to `target`."""
    rows: list[tuple[int, ...]] = []
    counts = [0, 0, 0]
    for number in range(games):
        game = play(random.Random(f"{seed}/{number}"), depth)
        counts[game.result] += 1
        rows += [(*one, game.result, number) for one in game.played]
        rows += [(*one, UNKNOWN, number) for one in game.searched]
        if number % 200 == 199 or number == games - 1:
            print(f"{time.process_time():7.0f} s  {number + 1} games, {len(rows)} positions, {counts}", flush=True)
            np.savez_compressed(target, rows=np.array(rows, dtype=np.int64))


# Fitting.


class Features(NamedTuple):
    """What the evaluation adds up for each position, Black's part less White's.

    `part` is the share of the full board's weights; `blocks` the entries of nine fillings in a vector of weights;
    `twins` the entry that the middle block takes away; `men` the squares of the men, which are learnt beside the
    blocks, so that what is true of a man wherever it stands need not be learnt filling by filling; the rest as in
    a vector.
    """

    part: Array
    blocks: Array
    twins: Array
    men: Array
    squares: Array
    kings: Array
    swapped: Array
    man: Array
    tempo: Array
    move: Array


MEN_AT: Final = ev.SIZE
"""In a vector while it is learnt: the worth of a man on each square, counted from its own side."""
LENGTH: Final = ev.SIZE + 32
SIGNS: Final = np.array([sign for _, sign in ev.TABLES], dtype=np.float32)


BLACK_MEN, WHITE_MEN = np.array(ev.BLACK_MEN, dtype=np.int64), np.array(ev.WHITE_MEN, dtype=np.int64)
OPPOSITE: Final = np.array([ev.opposite(filling) for filling in range(ev.ENTRIES)])


def features(rows: Array) -> Features:
    """The features of positions given as rows of `Kept`."""
    black, white, kings, side = rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 3]
    men, others = black & ~kings, white & ~kings
    fillings = []
    for down in (0, 9, 18):
        fill = BLACK_MEN[men >> down & ev.HALF] + WHITE_MEN[others >> down & ev.HALF]
        fillings += [fill & ev.LOW, fill >> ev.FIELD & ev.LOW, fill >> 2 * ev.FIELD]
    blocks = [
        table * ev.ENTRIES + (fill if sign > 0 else OPPOSITE[fill])
        for fill, (table, sign) in zip(fillings, ev.TABLES, strict=True)
    ]
    bits = np.array([1 << square + square // 8 for square in range(32)], dtype=np.int64)
    mine, theirs = ((side[:, None] & bits > 0).astype(np.int8) for side in (men, others))
    on_squares = (mine - theirs[:, ::-1]).astype(np.float32)
    crowned = ((black & kings)[:, None] & bits > 0).astype(np.int8)
    against = ((white & kings)[:, None] & bits > 0).astype(np.int8)
    mine, theirs = np.minimum(3, crowned.sum(axis=1)), np.minimum(3, against.sum(axis=1))
    pieces = _count(black | white, bits)
    odd = _count((black | white) & ev.SYSTEM, bits) % 2
    turn = 1 - 2 * side
    return Features(
        np.clip((pieces // 2 * 2 - ev.BARE) / (ev.FULL - ev.BARE), 0, 1).astype(np.float32),
        np.stack(blocks, axis=1).astype(np.int32),
        (4 * ev.ENTRIES + OPPOSITE[fillings[4]]).astype(np.int32),
        on_squares,
        (crowned - against[:, ::-1]).astype(np.float32),
        (ev.KINGS_AT + ev.KINDS * mine + theirs).astype(np.int32),
        (ev.KINGS_AT + ev.KINDS * theirs + mine).astype(np.int32),
        (_count(men, bits) - _count(others, bits)).astype(np.float32),
        turn.astype(np.float32),
        np.where(pieces % 2 == 0, turn * (2 * odd - 1), 0).astype(np.float32),
    )


def _count(masks: Array, bits: Array) -> Array:
    return np.asarray((masks[:, None] & bits > 0).sum(axis=1))


def add_up(weights: Array, seen: Features) -> Array:
    """What one vector of weights makes of the positions."""
    total = weights[seen.blocks] @ SIGNS - weights[seen.twins]
    total += seen.men @ weights[MEN_AT:]
    total += seen.squares @ weights[ev.SQUARES_AT : ev.KINGS_AT]
    total += weights[seen.kings] - weights[seen.swapped]
    total += seen.man * weights[ev.MAN_AT] + seen.tempo * weights[ev.TEMPO_AT] + seen.move * weights[ev.MOVE_AT]
    return np.asarray(total)


def slopes(error: Array, seen: Features) -> Array:
    """How the loss changes with each weight, given how it changes with each position's value."""
    found = np.zeros(LENGTH)
    for block, sign in enumerate(SIGNS):
        found += sign * np.bincount(seen.blocks[:, block], error, LENGTH)
    found -= np.bincount(seen.twins, error, LENGTH)
    found += np.bincount(seen.kings, error, LENGTH) - np.bincount(seen.swapped, error, LENGTH)
    found[MEN_AT:] += error @ seen.men
    found[ev.SQUARES_AT : ev.KINGS_AT] += error @ seen.squares
    found[ev.MAN_AT] += error @ seen.man
    found[ev.TEMPO_AT] += error @ seen.tempo
    found[ev.MOVE_AT] += error @ seen.move
    return found


class Lesson(NamedTuple):
    """Positions, how likely Black should be to win each, how that is meant, and how much each counts."""

    seen: Features
    goals: Array
    meant: Array
    counts: Array

    def at(self, chosen: Array) -> Lesson:
        """Some of them."""
        seen = Features(*(one[chosen] for one in self.seen))
        return Lesson(seen, self.goals[chosen], self.meant[chosen], self.counts[chosen])


def lesson(rows: Array, trust: float, share: float) -> Lesson:
    """What is to be learnt from positions: of those played, from their results and for a part from the search."""
    thought = chances(rows[:, VALUE] * np.log(10.0) / UNIT)
    played = rows[:, RESULT] != UNKNOWN
    goals = np.where(played, (1 - trust) * rows[:, RESULT] / 2 + trust * thought, thought)
    return Lesson(features(rows), goals, np.where(played, EXACT, rows[:, MEANT]), np.where(played, 1.0, share))


def chances(worth: Array) -> Array:
    """How likely Black is to win at a value in natural units."""
    return np.asarray(1 / (1 + np.exp(-worth)))


def errors(weights: Array, taught: Lesson) -> Array:
    """How far the weights are above the goals, times what each counts; a bound that is kept is no error."""
    error = chances(mixed(weights, taught.seen)) - taught.goals
    kept = ((taught.meant == AT_LEAST) & (error > 0)) | ((taught.meant == AT_MOST) & (error < 0))
    return np.where(kept, 0.0, error * taught.counts)


def fit(rows: Array, trust: float, share: float, hold: float, rounds: int) -> tuple[Array, Array]:
    """The weights that explain the results and the searches best, in hundredths of a man."""
    held = rows[:, GAME] % 10 == 0
    train = rows[~held]
    tests = [lesson(rows[held & (rows[:, RESULT] != UNKNOWN)], 0.0, 0.0), lesson(rows[held], 1.0, 1.0)]
    weights = np.zeros((2, LENGTH))
    weights[:, ev.MAN_AT] = 1.0
    pull = np.full(LENGTH, hold * BATCH / len(train))
    pull[ev.SQUARES_AT :] /= 10
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    order = np.random.default_rng(1)
    batches = len(train) // BATCH
    for step in range(rounds * batches):
        if step % batches == 0:
            mixed_up = order.permutation(len(train))
        taught = lesson(train[mixed_up[step % batches * BATCH :][:BATCH]], trust, share)
        error, seen = errors(weights, taught), taught.seen
        slope = np.stack([slopes(error * seen.part, seen), slopes(error * (1 - seen.part), seen)]) + pull * weights
        first += 0.1 * (slope - first)
        second += 0.001 * (slope**2 - second)
        size = np.sqrt(second / (1 - 0.999 ** (step + 1))) + 1e-8
        weights -= RATE * (1 - step / rounds / batches) * first / (1 - 0.9 ** (step + 1)) / size
        if (step + 1) % batches == 0:
            off = [float(np.sqrt((errors(weights, test) ** 2).mean())) for test in tests]
            print(f"round {step // batches + 1}: off results by {off[0]:.4f}, searches by {off[1]:.4f}", flush=True)
    scale = UNIT / np.log(10.0)
    return folded(weights[0]) * scale, folded(weights[1]) * scale


def folded(weights: Array) -> Array:
    """The vector with the worth of the men's squares put into the blocks that cover the board without overlapping."""
    found = weights[: ev.SIZE].copy()
    for table, left in ((0, 0), (2, 2)):
        for filling in range(ev.ENTRIES):
            for place in range(8):
                digit, square = filling // 3**place % 3, 4 * (place // 2) + left + place % 2
                worth = (0.0, weights[MEN_AT + square], -weights[MEN_AT + 31 - square])[digit]
                found[table * ev.ENTRIES + filling] += worth
    return found


BATCH: Final = 16_384
"""Positions learnt from at a time."""
RATE: Final = 0.02
"""How far a step goes at first."""
UNIT: Final = 250.0
"""A value at which the odds of the better side are ten to one."""


def mixed(weights: Array, seen: Features) -> Array:
    """The values of positions under both vectors of weights, mixed by the number of pieces."""
    return np.asarray(seen.part * add_up(weights[0], seen) + (1 - seen.part) * add_up(weights[1], seen))


# The beginning.


def by_hand() -> tuple[list[int], list[int]]:
    """Weights to begin with: men are worth more the nearer they are to the king row, and on their own."""
    full = [0] * ev.SIZE
    rows = (8, 0, 1, 3, 5, 9, 16)
    for filling in range(ev.ENTRIES):
        digits = [filling // 3**place % 3 for place in range(8)]
        mine = sum(rows[place // 2] for place, digit in enumerate(digits) if digit == 1)
        theirs = sum((*rows, 0)[7 - place // 2] for place, digit in enumerate(digits) if digit == 2)
        full[filling] = full[2 * ev.ENTRIES + filling] = mine - theirs
    for number in range(ev.KINDS * ev.KINDS):
        full[ev.KINGS_AT + number] = 135 * (number // ev.KINDS)
    full[ev.MAN_AT], full[ev.TEMPO_AT], full[ev.MOVE_AT] = 90, 3, 3
    bare = list(full)
    bare[ev.MAN_AT] = 130
    bare[ev.KINGS_AT : ev.MAN_AT] = [4 * worth // 3 for worth in full[ev.KINGS_AT : ev.MAN_AT]]
    return full, bare


def main(argv: Sequence[str]) -> None:
    """The three commands."""
    parser = argparse.ArgumentParser(description="Learns the weights of the Checkers evaluation.")
    commands = parser.add_subparsers(dest="command", required=True)
    player = commands.add_parser("play")
    player.add_argument("target", type=Path)
    player.add_argument("--games", type=int, default=4000)
    player.add_argument("--depth", type=int, default=4)
    player.add_argument("--seed", type=int, default=1)
    fitter = commands.add_parser("fit")
    fitter.add_argument("target", type=Path)
    fitter.add_argument("games", type=Path, nargs="+")
    fitter.add_argument("--trust", type=float, default=0.5, help="the part of the search's word against the result's")
    fitter.add_argument("--share", type=float, default=0.2, help="what a position inside a search counts")
    fitter.add_argument("--hold", type=float, default=50.0, help="how strongly a weight is held near nothing")
    fitter.add_argument("--rounds", type=int, default=8)
    commands.add_parser("hand").add_argument("target", type=Path)
    asked = parser.parse_args(argv)
    if asked.command == "play":
        play_all(asked.target, asked.games, asked.depth, asked.seed)
    elif asked.command == "hand":
        asked.target.write_bytes(ev.write(*by_hand()))
    else:
        tables = [np.load(path)["rows"] for path in asked.games]
        for number, table in enumerate(tables):
            table[:, GAME] += 1_000_000 * number
        full, bare = fit(np.concatenate(tables), asked.trust, asked.share, asked.hold, asked.rounds)
        asked.target.write_bytes(ev.write(np.rint(full).astype(int).tolist(), np.rint(bare).astype(int).tolist()))


if __name__ == "__main__":
    main(sys.argv[1:])
