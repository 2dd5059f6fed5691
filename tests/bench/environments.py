"""Measure the steps per second of the environments with random actions, and of PettingZoo's own games for comparison.

    python3 -m tests.bench environments [--seconds 2] [--rounds 3]

Each line is the best of several rounds. Each round measures all environments one after another, in processor time.
Lines named `whole` include the observations and a random choice among the legal actions. Lines named `step` include the
observations but not the choice; they exist only for many games at once. PettingZoo's chess, connect four and
tic-tac-toe are measured where pygame and chess are installed.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from time import process_time
from typing import Any

import numpy as np

from chowk import envs
from chowk.envs.vector import VIEWS, VectorGames
from chowk.library import games
from tools.build import kernel_assets

THEIRS = ("chess_v6", "connect_four_v3", "tictactoe_v3")
COUNT = 1024
"""Number of games that are played at once."""


def stepped(make: Callable[[], Any], seconds: float) -> float:
    """Return the steps per second with random actions. `make` makes the environment, with PettingZoo's interface."""
    env, draw, steps = make(), random.Random(1), 0
    env.reset(seed=1)
    start = process_time()
    while process_time() - start < seconds:
        seen, _, is_over, is_cut, _ = env.last()
        if is_over or is_cut:
            env.reset()
            continue
        env.step(draw.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        steps += 1
    return steps / (process_time() - start)


def stepped_at_once(game: str, seconds: float) -> tuple[float, float]:
    """Return the steps per second of `COUNT` games at once, without and with the time to choose the actions."""
    code = kernel_assets.code(kernel_assets.batch_module(game), print)
    many, draw, steps, spent, begun = VectorGames(game, COUNT, code), np.random.default_rng(1), 0, 0.0, process_time()
    views = many.reset()
    while process_time() - begun < seconds:
        actions = (views.action_mask * draw.random(views.action_mask.shape, np.float32)).argmax(1)
        start = process_time()
        views = many.step(actions)
        spent += process_time() - start
        steps += COUNT
    return steps / spent, steps / (process_time() - begun)


def main(arguments: Sequence[str]) -> int:
    """Run the measurement, print a table, and return the exit status."""
    parser = argparse.ArgumentParser(prog="environments")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args(arguments)
    makers: dict[str, Callable[[], Any]] = {}
    for game in games():
        makers[f"{game}, raw_env, whole"] = partial(envs.raw_env, game)
        makers[f"{game}, env, whole"] = partial(envs.env, game)
    for name in THEIRS:
        try:
            theirs = import_module(f"pettingzoo.classic.{name}")
        except ImportError as error:
            print(f"{name} is not measured: {error}")
            continue
        makers[f"PettingZoo {name}, raw_env, whole"] = theirs.raw_env
        makers[f"PettingZoo {name}, env, whole"] = theirs.env
    best: dict[str, float] = {}
    for _ in range(options.rounds):
        rates = {name: stepped(make, options.seconds) for name, make in makers.items()}
        for game in VIEWS:
            step, whole = stepped_at_once(game, options.seconds)
            rates |= {f"{game}, {COUNT} at once, step": step, f"{game}, {COUNT} at once, whole": whole}
        best = {name: max(rate, best.get(name, 0.0)) for name, rate in rates.items()}
    for name, rate in best.items():
        print(f"{name:45} {rate:12,.0f} a second")
    return 0
