"""Test the correction for having the move in Reversi: with it, searches of odd and even depth agree."""

from __future__ import annotations

import random
from array import array

import pytest

pytest.importorskip("wasmtime")

from chowk.engine import assets
from chowk.games.reversi.engine import weights
from chowk.games.reversi.rules import PASS, START, Position
from training.reversi import tempo_reversi
from training.reversi.tempo_reversi import DEEPEST, EMPTY, SearchedPosition

UNIT = 64


def positions(count: int) -> list[Position]:
    """Return `count` positions of random games without a pass so far, with more than three legal moves.

    They have 30 to 44 empty squares.
    """
    lot, drawn = random.Random(11), list[Position]()
    while len(drawn) < count:
        position = START
        for _ in range(lot.randint(16, 30)):
            moves = position.moves()
            if not moves or moves == (PASS,):
                break
            position = position.play(lot.choice(moves))
        else:
            if len(position.moves()) > 3:
                drawn.append(position)
    return drawn


def test_looks_of_an_odd_and_of_an_even_number_of_moves_agree() -> None:
    kernel, apart = assets.kernel("reversi"), list[float]()
    for _ in weights.lay_out(kernel, assets.data("reversi", weights.DATA)):
        pass
    for position in positions(60):
        kernel.write("POSITION", array("Q", [position.own, position.other]))
        kernel.call("forget")
        looks = [kernel.call("look_ahead", depth, -10_000, 10_000, 1 << 30) for depth in range(1, 5)]
        apart.append((looks[0] + looks[2] - looks[1] - looks[3]) / 2 / UNIT)
    assert sum(apart) / len(apart) == pytest.approx(0, abs=2), "without what is added it is 6 discs"


def test_what_looks_are_off_by_is_found_again() -> None:
    lot = random.Random(3)
    off = {empties: (-150 if empties % 2 else -60) - 2 * empties for empties in range(60)}
    samples = []
    for number in range(3000):
        empties = EMPTY[number % len(EMPTY)]
        true = lot.randint(-1500, 1500)
        looks = tuple(
            true + (off[max(empties - depth, 0)] if depth % 2 == 0 else -off[max(empties - depth, 0)])
            + lot.randint(-60, 60)
            for depth in range(DEEPEST + 1)
        )  # fmt: skip
        samples.append(SearchedPosition(empties, looks, true if empties < 16 else None))
    tempo = tempo_reversi.fitted(samples)
    for empties in range(10, 50):
        assert tempo[empties] == pytest.approx(-off[empties], abs=25)
    differences = tempo_reversi.differs(samples, tempo)
    assert all(
        float(line.rpartition("now ")[2].removesuffix(" discs")) == pytest.approx(0, abs=0.3) for line in differences
    )
