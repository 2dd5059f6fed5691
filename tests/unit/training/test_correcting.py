"""Test the correction of learnt winning chances by the results of games."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from chowk.core.equity import KNOTS
from chowk.games.kilkenny.engine import shifts as kilkenny
from chowk.games.parcheesi.engine import shifts as parcheesi
from training.shared import correcting
from training.shared.correcting import Reals, Tenth


def too_near_even(seats: int, games: int, seed: int) -> Reals:
    """Return rows of made-up learnt chances, each followed by the outcome of its game: 1 for the winner's seat, else 0.

    The learnt chances are nearer to even than the true ones.
    """
    lot = np.random.default_rng(seed)
    true = lot.dirichlet(np.full(seats, 1.5), games)
    learnt = true**0.7 / (true**0.7).sum(axis=1, keepdims=True)
    winners = (lot.random((games, 1)) > true.cumsum(axis=1)).sum(axis=1)
    return np.hstack([learnt, np.eye(seats)[np.minimum(winners, seats - 1)]])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_too_near_even_is_moved_to_what_comes_of_it(seats: int) -> None:
    rows, others = (too_near_even(seats, 8_000, seed) for seed in (1, 2))
    before = correcting.tenths(others)
    assert any(abs(tenth.true - tenth.predicted) > 3 * max(0.02, tenth.error) for tenth in before)
    shifts = {seats: correcting.fitted(rows)}
    after = correcting.tenths(correcting.with_corrections(others, shifts))
    assert all(abs(tenth.true - tenth.predicted) < max(0.03, 4 * tenth.error) for tenth in after)
    assert correcting.with_corrections(others, {}).tolist() == others.tolist()


def test_rows_that_are_there_are_not_played_again(tmp_path: Path) -> None:
    calls = list[str]()

    def part(name: str, games: int) -> Reals:
        calls.append(name)
        return np.full((games, 4), float(len(calls)))

    for games, number in ((150, 2), (250, 3), (250, 3)):
        rows = correcting.game_rows(tmp_path / "two", 2, games, 1.0, part)
        assert rows.shape == (games, 4)
        assert calls == [f"two/{part}" for part in range(number)]
    assert rows[100:200].tolist() == [[2.0] * 4] * 100


@pytest.mark.parametrize("shifts", [parcheesi.SHIFTS, kilkenny.SHIFTS])
def test_a_greater_chance_is_told_as_a_greater_one(shifts: dict[int, tuple[float, ...]]) -> None:
    for own in shifts.values():
        assert len(own) == len(KNOTS)
        climbs = np.diff(own) / np.diff(KNOTS) + 1 / np.array(KNOTS[1:])
        assert (climbs > 0).all()


def test_the_picture_has_a_dot_for_every_tenth_there_is_where_it_belongs() -> None:
    tenths = [Tenth(400, 0.25, 0.4), Tenth(0, 0.0, 0.0), Tenth(100, 0.9, 0.9)]
    drawn = ElementTree.fromstring(correcting.plot(tenths, 2))
    dots = [
        (float(circle.attrib["cx"]), float(circle.attrib["cy"]))
        for circle in drawn.iter("{http://www.w3.org/2000/svg}circle")
    ]
    assert dots == [(25, 60), (90, 10)]
