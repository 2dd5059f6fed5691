"""Test the environment for Gymnasium by Gymnasium's own checks, and by what docs/environments.md says of it."""

from __future__ import annotations

import random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from chowk.core.match import IllegalMove
from chowk.envs import SoloEnv
from chowk.library import Board, Engine, games


@pytest.mark.parametrize("game", games())
def test_gymnasium_accepts_the_environment(game: str) -> None:
    env = gymnasium.make(f"chowk/{game}-v0", render_mode="ansi")
    check_env(env.unwrapped)
    assert isinstance(env.unwrapped, SoloEnv)


@pytest.mark.parametrize(
    ("game", "seats", "seat"),
    [("reversi", 2, 1), ("checkers", 2, 0), ("kilkenny", 4, 2), ("parcheesi", 3, 1), ("patchwork", 2, 1)],
)
def test_a_game_of_any_seat_follows_the_rules(game: str, seats: int, seat: int) -> None:
    env, draw = SoloEnv(game, seat=seat, seats=seats, limit=20), random.Random(1)
    seen, info = env.reset(seed=3)
    is_over = is_cut = False
    made = 0
    while not (is_over or is_cut):
        assert info["seat"] == seat == env.playing.turn
        assert env.playing.position == env.board.position
        assert (seen["action_mask"] == env.action_masks()).all()
        action = draw.choice(np.flatnonzero(seen["action_mask"]).tolist())
        seen, reward, is_over, is_cut, info = env.step(action)
        made += 1
        assert info["moves"] or env.playing.begun
        assert reward == env.playing.rewards()[seat]
    assert is_over or made == 20
    assert env.board.ply > made


def test_the_opponent_makes_the_moves_of_its_level() -> None:
    env, engine, chosen = SoloEnv("reversi", "Magpie", seat=1), Engine("reversi", "Magpie"), set[str]()
    assert env.engine.level == engine.level
    for seed in range(8):
        _, info = env.reset(seed=seed)
        assert info["moves"] == [engine.play(Board("reversi"), seed=seed).text]
        chosen.update(info["moves"])
    assert len(chosen) > 1


def test_a_seat_that_is_drawn_changes_from_game_to_game() -> None:
    env = SoloEnv("reversi", seat=None)
    seats = [env.reset(seed=2)[1]["seat"], *(env.reset()[1]["seat"] for _ in range(7))]
    assert set(seats) == {0, 1}
    assert seats == [env.reset(seed=2)[1]["seat"], *(env.reset()[1]["seat"] for _ in range(7))]


def test_an_illegal_action_ends_the_game() -> None:
    env = SoloEnv("reversi")
    env.reset(seed=1)
    *_, reward, is_over, is_cut, info = env.step(0)
    assert (reward, is_over, is_cut, info["illegal"]) == (-1.0, True, False, True)


def test_a_game_that_is_over_takes_no_action() -> None:
    env, draw = SoloEnv("checkers", seats=2), random.Random(2)
    env.reset(seed=1)
    is_over = False
    while not is_over:
        action = draw.choice(np.flatnonzero(env.action_masks()).tolist())
        _, reward, is_over, _, _ = env.step(action)
    assert reward in (-1, 0, 1)
    with pytest.raises(IllegalMove):
        env.step(action)


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(ValueError, match="seats are 0 to 1"):
        SoloEnv("checkers", seat=2)
    with pytest.raises(ValueError, match="render mode"):
        SoloEnv("checkers", render_mode="human")
    with pytest.raises(ValueError, match="level"):
        SoloEnv("checkers", "Deep Blue")


def test_pictures_are_those_of_the_board() -> None:
    env = SoloEnv("kilkenny", render_mode="svg")
    env.reset(seed=1)
    assert env.render() == env.board.svg()
    env.render_mode = "ansi"
    assert env.render() == env.board.ansi()
    env.render_mode = None
    assert env.render() is None
