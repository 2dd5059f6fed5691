"""Learns the weights of the Checkers evaluation from self-play.

    python3 py/tools/tune_checkers.py play GAMES.npz --games 4000 --seed 1
    python3 py/tools/tune_checkers.py fit py/chowk/games/checkers/engine/weights.bin GAMES.npz ...
    python3 py/tools/tune_checkers.py hand py/chowk/games/checkers/engine/weights.bin

`hand` writes the weights that it all began with: a man, a king, the way to the king row. `play` plays games with
the weights that are in place, from three-move openings and a few random moves, and keeps the positions without an
open capture and how their games ended. `fit` is a logistic regression of the results (and, for a part, of what
the search thought) on exactly the features that `chowk.games.checkers.engine.evaluation` adds up; a table's entry
that was seldom seen stays near nothing. Needs numpy. The same seeds and files give the same weights.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from chowk.core.clock import Clock
from chowk.games.checkers import rules
from chowk.games.checkers.engine import endgame
from chowk.games.checkers.engine import evaluation as ev
from chowk.games.checkers.engine.board import JUMPERS, Board
from chowk.games.checkers.engine.search import Options, Ranking, Search

Array: TypeAlias = "np.ndarray[Any, Any]"

WON, DRAWN, LOST = 2, 1, 0
PLIES, QUIET = 200, 30
"""A game counts as drawn after so many plies, or so many in a row without a capture or a man's move."""
CLEAR: Final = 600
"""A side that is ahead by so much is taken to have won."""


class Kept(NamedTuple):
    """A position of a game: the board, the side to move, what the search thought it worth to Black."""

    black: int
    white: int
    kings: int
    side: int
    value: int


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


def choose(position: rules.Position, met: list[tuple[Board, int]], depth: int) -> Ranking:
    """The moves of a position ranked by a search of a fixed depth."""
    search = Search(Options(depth), Clock(3600.0), met)
    *_, ranking = search.deepen(position[:3], position.turn)
    return ranking


def play(chance: random.Random, depth: int) -> tuple[list[Kept], int]:
    """A game: the positions worth keeping, and its result for Black."""
    position = opening(chance)
    kept: list[Kept] = []
    past: list[tuple[Board, int]] = []
    for _ in range(PLIES):
        if not position.moves():
            outcome = position.outcome()
            return kept, DRAWN if outcome is None or outcome.winner is None else WON if not outcome.winner else LOST
        board: Board = position[:3]
        if (board[0] | board[1]).bit_count() <= endgame.PIECES:
            code = endgame.look_up(board, position.turn)
            wins = position.turn if code % 2 == 0 else 1 - position.turn
            return kept, DRAWN if not code else WON if wins == 0 else LOST
        past = [*past, (board, position.turn)] if position.quiet else [(board, position.turn)]
        if position.quiet > QUIET or past.count(past[-1]) > 2:
            return kept, DRAWN
        moves = {position.play(move)[:3]: move for move in position.moves()}
        if len(moves) == 1:
            position = position.play(next(iter(moves.values())))
            continue
        ranking = choose(position, past, depth)
        value = ranking.values[0] if position.turn == 0 else -ranking.values[0]
        if abs(value) > CLEAR:
            return kept, WON if value > 0 else LOST
        if not JUMPERS[position.turn](*board):
            kept.append(Kept(*board, position.turn, value))
        close = sum(one >= ranking.values[0] - 6 for one in ranking.values) if chance.random() < 0.3 else 1
        position = position.play(moves[ranking.boards[chance.randrange(close)]])
    return kept, DRAWN


def play_all(target: Path, games: int, depth: int, seed: int) -> None:
    """Plays so many games and writes their positions to `target`."""
    rows: list[tuple[int, ...]] = []
    counts = [0, 0, 0]
    for number in range(games):
        kept, result = play(random.Random(f"{seed}/{number}"), depth)
        counts[result] += 1
        rows += [(*one, result, number) for one in kept]
        if number % 200 == 199:
            print(f"{time.process_time():7.0f} s  {number + 1} games, {len(rows)} positions, {counts}", flush=True)
            np.savez_compressed(target, rows=np.array(rows, dtype=np.int64))
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


def features(rows: Array) -> Features:
    """The features of positions given as rows of `Kept`."""
    black, white, kings, side = rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 3]
    packed = np.array(ev.BLACK_MEN, dtype=np.int64), np.array(ev.WHITE_MEN, dtype=np.int64)
    opposite = np.array([ev.opposite(filling) for filling in range(ev.ENTRIES)])
    men, others = black & ~kings, white & ~kings
    fillings = []
    for down in (0, 9, 18):
        fill = packed[0][men >> down & ev.HALF] + packed[1][others >> down & ev.HALF]
        fillings += [fill & ev.LOW, fill >> ev.FIELD & ev.LOW, fill >> 2 * ev.FIELD]
    blocks = [
        table * ev.ENTRIES + (fill if sign > 0 else opposite[fill])
        for fill, (table, sign) in zip(fillings, ev.TABLES, strict=True)
    ]
    bits = np.array([1 << square + square // 8 for square in range(32)], dtype=np.int64)
    mine, theirs = ((side[:, None] & bits > 0).astype(np.int8) for side in (men, others))
    on_squares = (mine - theirs[:, ::-1]).astype(np.float32)
    crowned = ((black & kings)[:, None] & bits > 0).astype(np.int8)
    against = ((white & kings)[:, None] & bits > 0).astype(np.int8)
    mine, theirs = np.minimum(3, crowned.sum(axis=1)), np.minimum(3, against.sum(axis=1))
    count = _count(black | white, bits)
    odd = _count((black | white) & ev.SYSTEM, bits) % 2
    turn = 1 - 2 * side
    return Features(
        np.clip((count - ev.BARE) / (ev.FULL - ev.BARE), 0, 1).astype(np.float32),
        np.stack(blocks, axis=1).astype(np.int32),
        (4 * ev.ENTRIES + opposite[fillings[4]]).astype(np.int32),
        on_squares,
        (crowned - against[:, ::-1]).astype(np.float32),
        (ev.KINGS_AT + ev.KINDS * mine + theirs).astype(np.int32),
        (ev.KINGS_AT + ev.KINDS * theirs + mine).astype(np.int32),
        (_count(men, bits) - _count(others, bits)).astype(np.float32),
        turn.astype(np.float32),
        np.where(count % 2 == 0, turn * (2 * odd - 1), 0).astype(np.float32),
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


def fit(rows: Array, trust: float, hold: float, rounds: int) -> tuple[Array, Array, float]:
    """The weights that explain the results best, in hundredths of a man, and the loss on games held out."""
    seen = features(rows)
    scale = UNIT / np.log(10.0)
    thought = 1 / (1 + np.exp(-rows[:, 4] / scale))
    wanted = (1 - trust) * rows[:, 5] / 2 + trust * thought
    test = rows[:, 6] % 10 == 0
    parts = [Features(*(one[chosen] for one in seen)) for chosen in (~test, test)]
    goals = wanted[~test], rows[test, 5] / 2
    weights = np.zeros((2, LENGTH))
    weights[:, ev.MAN_AT] = 1.0
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    pull = np.full(LENGTH, hold)
    pull[ev.SQUARES_AT :] = hold / 10
    for turn in range(1, rounds + 1):
        train = parts[0]
        guess = 1 / (1 + np.exp(-mixed(weights, train)))
        error = guess - goals[0]
        slope = np.stack([slopes(error * train.part, train), slopes(error * (1 - train.part), train)])
        slope += pull * weights
        first = 0.9 * first + 0.1 * slope
        second = 0.999 * second + 0.001 * slope**2
        rate = 0.05 * min(1.0, 3 * (1 - turn / (rounds + 1)))
        weights -= rate * (first / (1 - 0.9**turn)) / (np.sqrt(second / (1 - 0.999**turn)) + 1e-8)
        if turn % 25 == 0:
            print(f"round {turn}: {loss(goals[0], guess):.5f}, held out {_held_out(weights, parts[1], goals[1]):.5f}")
    return folded(weights[0]) * scale, folded(weights[1]) * scale, _held_out(weights, parts[1], goals[1])


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


UNIT: Final = 250.0
"""A value at which the odds of the better side are ten to one."""


def mixed(weights: Array, seen: Features) -> Array:
    """The values of positions under both vectors of weights, mixed by the number of pieces."""
    return np.asarray(seen.part * add_up(weights[0], seen) + (1 - seen.part) * add_up(weights[1], seen))


def _held_out(weights: Array, seen: Features, goals: Array) -> float:
    return loss(goals, 1 / (1 + np.exp(-mixed(weights, seen))))


def loss(goals: Array, guess: Array) -> float:
    """The mean cross-entropy of guesses."""
    guess = np.clip(guess, 1e-6, 1 - 1e-6)
    return float(-(goals * np.log(guess) + (1 - goals) * np.log(1 - guess)).mean())


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
    fitter.add_argument("--trust", type=float, default=0.3, help="the part of the search's word against the result's")
    fitter.add_argument("--hold", type=float, default=2.0, help="how strongly a weight is held near nothing")
    fitter.add_argument("--rounds", type=int, default=300)
    commands.add_parser("hand").add_argument("target", type=Path)
    asked = parser.parse_args(argv)
    if asked.command == "play":
        play_all(asked.target, asked.games, asked.depth, asked.seed)
    elif asked.command == "hand":
        asked.target.write_bytes(ev.write(*by_hand()))
    else:
        tables = [np.load(path)["rows"] for path in asked.games]
        for number, table in enumerate(tables):
            table[:, 6] += 1_000_003 * number
        full, bare, _ = fit(np.concatenate(tables), asked.trust, asked.hold, asked.rounds)
        asked.target.write_bytes(ev.write(np.rint(full).astype(int).tolist(), np.rint(bare).astype(int).tolist()))


if __name__ == "__main__":
    main(sys.argv[1:])
