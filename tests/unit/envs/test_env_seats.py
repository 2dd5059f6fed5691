"""Test the environments for PettingZoo by PettingZoo's own tests, and by what docs/environments.md says of them."""

from __future__ import annotations

import copy
import itertools
import pickle
import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test

from chowk import envs
from chowk.core.match import IllegalMove
from chowk.library import Board, games
from chowk.library.parts import game_of

TABLES = [(game, seats) for game in games() for seats in sorted(game_of(game).sign.seats)]
# PettingZoo's own games of boards see a dictionary, too; its test knows them by their names.
DICTIONARY = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably should be"
)


def moves_at_random(env: Any, seed: int) -> Iterator[tuple[str, int]]:
    """Play a game at random, and yield each agent and its action."""
    draw = random.Random(seed)
    for agent in env.agent_iter():
        seen, _, is_over, is_cut, _ = env.last()
        action = None if is_over or is_cut else draw.choice(np.flatnonzero(seen["action_mask"]).tolist())
        if action is not None:
            yield agent, action
        env.step(action)


@DICTIONARY
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_pettingzoo_accepts_the_environment(game: str, seats: int) -> None:
    api_test(envs.env(game, seats=seats), num_cycles=25)


@DICTIONARY
@pytest.mark.parametrize("game", games())
def test_the_seed_determines_the_game(game: str) -> None:
    seed_test(lambda: envs.env(game), num_cycles=15)


@pytest.mark.parametrize("game", games())
def test_pettingzoo_measures_the_speed(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count()
    benchmark = __import__("pettingzoo.test.performance_benchmark", fromlist=["time"])
    monkeypatch.setattr(benchmark, "time", SimpleNamespace(time=lambda: next(clock)))  # five rounds of all agents
    performance_benchmark(envs.env(game))


@pytest.mark.deep
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_whole_games_pass_pettingzoos_tests(game: str, seats: int) -> None:
    with pytest.warns(UserWarning, match="Observation"):
        api_test(envs.env(game, seats=seats), num_cycles=5000)
    seed_test(lambda: envs.env(game, seats=seats), num_cycles=500)
    performance_benchmark(envs.env(game, seats=seats))


@pytest.mark.parametrize(("game", "seats"), [("reversi", 2), ("kilkenny", 3), ("parcheesi", 4)])
def test_a_game_is_the_game_of_the_board_with_the_same_seed(game: str, seats: int) -> None:
    env, board = envs.raw_env(game, seats=seats, limit=150), Board(game, seats=seats, seed=7)
    env.reset(seed=7)
    for agent, action in moves_at_random(env, 1):
        while board.is_chance:
            board.roll()
        assert env.possible_agents[board.turn] == agent
        words = {env.coding.word(board.position, move): move for move in board.legal_moves}
        board.push(words[action,])
    while board.is_chance:
        board.roll()
    assert env.playing.position == board.position


def test_games_after_a_seed_differ_and_are_determined_by_it() -> None:
    runs = []
    for _ in range(2):
        env = envs.raw_env("patchwork")
        env.reset(seed=5)
        starts = [env.playing.position]
        for _ in range(3):
            env.reset()
            starts.append(env.playing.position)
        runs.append(starts)
    assert runs[0] == runs[1]
    assert len(set(runs[0])) == 4


def test_the_end_gives_rewards_by_the_places_to_all() -> None:
    env = envs.raw_env("reversi")
    env.reset(seed=1)
    seen: dict[str, float] = {}
    draw = random.Random(3)
    for agent in env.agent_iter():
        observation, reward, is_over, _, _ = env.last()
        if is_over:
            seen[agent] = reward
            assert not observation["action_mask"].any()
            env.step(None)
        else:
            assert reward == 0
            env.step(draw.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    outcome = env.playing.outcome
    assert outcome is not None
    assert seen == {f"player_{seat}": 1.0 if place == 1 else -1.0 for seat, place in enumerate(outcome.places)}


def test_a_long_game_is_cut_off_without_a_reward() -> None:
    env = envs.raw_env("kilkenny", seats=4, limit=10)
    env.reset(seed=1)
    assert sum(1 for _ in moves_at_random(env, 1)) == 10
    assert env.agents == []
    env.reset(seed=1)
    for _ in zip(range(11), moves_at_random(env, 1), strict=False):
        pass
    assert env.truncations == dict.fromkeys(env.agents, True)
    assert not any(env.terminations.values())
    assert env.rewards == dict.fromkeys(env.agents, 0)


def test_only_the_agent_in_turn_has_legal_actions() -> None:
    env = envs.raw_env("parcheesi", seats=3)
    env.reset(seed=2)
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


def test_an_illegal_action_is_refused_or_ends_the_game() -> None:
    env = envs.raw_env("reversi")
    env.reset(seed=1)
    with pytest.raises(IllegalMove):
        env.step(0)
    with pytest.raises(ValueError, match="needs an action"):
        env.step(None)
    checked = envs.env("reversi")
    checked.reset(seed=1)
    with pytest.raises(AssertionError):
        checked.step(65)
    checked.step(0)
    assert checked.terminations == {"player_0": True, "player_1": True}
    assert checked.unwrapped.rewards["player_1"] == 0
    assert checked.last()[1] == -1


def test_pictures_are_those_of_the_board() -> None:
    for mode, picture in (("ansi", Board("checkers").ansi()), ("svg", Board("checkers").svg())):
        env = envs.env("checkers", render_mode=mode)
        env.reset(seed=1)
        assert env.render() == picture
    env = envs.raw_env("checkers")
    env.reset()
    assert env.render() is None
    with pytest.raises(ValueError, match="render mode"):
        envs.raw_env("checkers", render_mode="human")


def test_wrong_settings_are_refused() -> None:
    for settings in ({"seats": 3}, {"forty": "never"}):
        with pytest.raises(ValueError, match="checkers"):
            envs.raw_env("checkers", **settings)


def test_an_environment_can_be_copied_and_pickled() -> None:
    env = envs.raw_env("kilkenny", seats=3, hunted="on")
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        twin.reset(seed=4)
        env.reset(seed=4)
        assert twin.playing.position == env.playing.position
