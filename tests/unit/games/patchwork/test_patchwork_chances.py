"""Test the correction of winning chances in Patchwork, and that it changes only the chances that players see.

Learnt chances are too close to one half. The correction moves them away from it, by amounts that were measured in
positions that a strong player continued to the end.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from chowk.engine import assets
from chowk.engine.kernel.runtime import Kernel
from chowk.engine.protocol import Scope, Survey
from chowk.engine.search_budget import Clock
from chowk.games.patchwork.engine import bots, reader, values
from chowk.games.patchwork.rules import Move, Position
from tests.unit.games.patchwork.helpers import random_game, state
from training.patchwork import learn_patchwork, play_patchwork

ENDLESS = 1e9
WON = 10_000
MIDDLE = state(pos=(20, 22), but=(9, 7), inc=(4, 3), market=(3, 17, 22, 30, 9, 1))


def learnt() -> values.Value:
    return values.read(assets.data("patchwork", values.DATA))


@pytest.fixture(scope="module")
def kernel() -> Kernel:
    return play_patchwork.start_kernel(learnt())


def surveyed(position: Position, depth: int) -> Survey[Move]:
    *_, last = bots.survey(position, (), Scope(depth), Clock(ENDLESS))
    return last


def best(position: Position, depth: int) -> float:
    """Return the winning chance of the player to move, as reported by a search of this depth."""
    score = surveyed(position, depth).lines[0].score
    assert score is not None
    return 0.5 + score / 100


@pytest.mark.parametrize(("before", "least", "most"), [(0.6, 0.65, 0.7), (0.75, 0.85, 0.89), (0.15, 0.03, 0.07)])
def test_what_was_learnt_is_told_as_it_comes_in_games_that_are_played_on(
    before: float, least: float, most: float
) -> None:
    worth = 1000 * np.log(before / (1 - before))
    assert values.chance(worth) == pytest.approx(before)
    assert least < values.calibrated_chance(worth) < most


def test_chances_told_are_shared_by_two_and_rise_with_what_a_position_is_worth_and_ends_are_sure() -> None:
    worths = range(-WON - 1000, WON + 1001, 10)
    chances = [values.calibrated_chance(worth) for worth in worths]
    assert chances == sorted(set(chances))
    for worth, chance in zip(worths, chances, strict=True):
        assert chance + values.calibrated_chance(-worth) == pytest.approx(1)
        assert abs(chance - 0.5) >= abs(values.chance(worth) - 0.5)
    assert values.calibrated_chance(0) == 0.5
    assert f"{100 * values.calibrated_chance(WON):.3f} {100 * values.calibrated_chance(-WON):.3f}" == "100.000 0.000"


def test_only_what_is_told_of_moves_is_changed_neither_their_order_nor_what_an_opponent_plays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calibrated, thoughts = surveyed(MIDDLE, 3), list(bots.think(MIDDLE, (), 5, 1, Clock(ENDLESS, depth=5)))
    monkeypatch.setattr(values, "FACTOR", 1.0)
    plain = surveyed(MIDDLE, 3)
    assert list(bots.think(MIDDLE, (), 5, 1, Clock(ENDLESS, depth=5))) == thoughts
    assert [line.moves for line in calibrated.lines] == [line.moves for line in plain.lines]
    assert (calibrated.nodes, calibrated.onward) == (plain.nodes, plain.onward)
    assert len(calibrated.lines) > 2
    for line, plain_line in zip(calibrated.lines, plain.lines, strict=True):
        assert abs(line.score or 0) > abs(plain_line.score or 0), "further from even"


def test_a_position_is_worth_to_the_fit_what_a_survey_tells(kernel: Kernel) -> None:
    positions = [MIDDLE, *(random_game(1).positions[ply] for ply in (0, 9, 27, 60))]
    compared = 0
    for position in positions:
        reader.lay_out(kernel, position)
        row = (0, tuple(kernel.read("POSITION", 0, 15)), tuple(kernel.read("MASKS", 0, 5)))
        rows_kept = np.array([(*row, tuple(kernel.read("RING", 0, play_patchwork.RING)), 1)], play_patchwork.STATE)
        worth = learn_patchwork.search_value(kernel, rows_kept[0], 4)
        if worth is None:
            assert len(position.moves()) == 1
        else:
            assert values.calibrated_chance(worth) == pytest.approx(best(position, 4))
            compared += 1
    assert compared > 2


def test_games_are_played_by_their_numbers_and_not_twice(
    kernel: Kernel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learn_patchwork, "KEPT", tmp_path)
    monkeypatch.setattr(play_patchwork, "PART", 2)
    options = SimpleNamespace(nodes=40, games=2, minutes=5.0, processes=1, cluster=None)
    first = learn_patchwork.positions_with_choice("check", options)
    (folder,) = tmp_path.iterdir()
    written = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    options.games = 3
    all_three = learn_patchwork.positions_with_choice("check", options)
    assert all(path.stat().st_mtime_ns == when for path, when in written.items())
    assert all_three[: len(first)].tobytes() == first.tobytes()
    assert sorted(set(all_three["game"].tolist())) == [0, 1, 2]
    assert play_patchwork.stepped(kernel, "check", 40, 1) != play_patchwork.stepped(kernel, "correct", 40, 1)
    for game in (0, 1, 2):
        own = all_three[all_three["game"] == game]
        winners = {turn if won else 1 - turn for turn, won in zip(own["position"][:, 0], own["won"], strict=True)}
        assert len(winners) == 1, "whoever has a choice, one player wins the game"
    rows = learn_patchwork.drawn_by_lot(kernel, all_three, 2, 1)
    assert rows[:, 0].tolist() == [0, 0, 1, 1, 2, 2]


def test_the_factor_that_chances_need_is_found_with_how_sure_it_is() -> None:
    lot = np.random.default_rng(1)
    worths = 2000 * lot.standard_normal(4000)
    won = lot.random(4000) < 1 / (1 + np.exp(-1.5 * worths / 1000))
    factor, error = learn_patchwork.likeliest(np.column_stack([np.arange(4000), worths, won]))
    assert factor == pytest.approx(1.5, abs=3 * error)
    assert 0.02 < error < 0.1
    twice = np.repeat(np.column_stack([np.arange(4000), worths, won]), 2, axis=0)
    assert learn_patchwork.likeliest(twice) == pytest.approx((factor, error)), "the same choice twice tells no more"
