"""Test that the compiled code that plays many games at once follows the rules."""

from __future__ import annotations

import random
from array import array
from collections import Counter
from typing import Any

import numpy as np
import pytest

from chowk.envs.playing import Playing
from chowk.envs.vector import VIEWS, VectorGames, Views
from chowk.games.checkers.rules import jumpers
from chowk.library import Board
from tools.build import kernel_assets
from tools.build.kernel_hosts import Checked, Native


def code(game: str) -> bytes:
    return kernel_assets.code(kernel_assets.batch_module(game), lambda _: None)


def reason(playing: Playing) -> str:
    """Return why a game is over, or an empty text if it is not over."""
    return "" if playing.outcome is None else playing.outcome.why


def row_is(views: Views, row: int, playing: Playing) -> bool:
    """Return True if a row of the views has the legal actions, observation and turn of the game `playing`.

    The game must not be over. Views are arrays with one row for each of the games that are played at once.
    """
    legal = np.flatnonzero(views.action_mask[row]).tolist()
    seen = views.observation[row].ravel().tolist()
    return (legal, seen, views.turn[row]) == (playing.actions(), list(playing.observe(playing.turn)), playing.turn)


@pytest.mark.parametrize(
    ("game", "count", "steps", "ends"),
    [("reversi", 16, 66, {"board_full"}), ("checkers", 32, 130, {"no_pieces", "blocked"})],
)
def test_each_game_is_the_game_of_the_rules(game: str, count: int, steps: int, ends: set[str]) -> None:
    games, draw, whys = VectorGames(game, count, code(game)), random.Random(1), Counter[str]()
    views = games.reset()
    rows = [Playing(Board(game)) for _ in range(count)]
    for step in range(steps):
        actions = [0] * count
        for row, playing in enumerate(rows):
            if playing.outcome is None:
                if step % 4 == 0 or playing.begun:
                    assert row_is(views, row, playing)
                actions[row] = draw.choice(playing.actions())
        views = games.step(actions)
        for row, playing in enumerate(rows):
            if playing.outcome is not None:
                rows[row] = Playing(Board(game))
                assert not views.over[row]
                continue
            playing.act(actions[row])
            assert views.over[row] == bool(reason(playing))
            assert views.rewards[row].tolist() == list(playing.rewards())
            if views.over[row]:
                assert not views.action_mask[row].any()
                whys[reason(playing)] += 1
    assert not views.illegal.any()
    assert set(whys) >= ends, whys


def haste(playing: Playing, action: int) -> tuple[bool, bool, bool]:
    """Return a sort key that puts first the actions that lead to a draw by forty moves without progress.

    The parts of the key are True if the action ends the game in another way, if it lets the opponent capture, and if it
    is itself a capture or a man's move.
    """
    after = playing.copy()
    after.act(action)
    position: Any = after.position
    is_early = after.outcome is not None and after.outcome.why != "forty_moves"
    return is_early, after.outcome is None and bool(jumpers(position)), position.quiet == 0


@pytest.mark.parametrize(("seed", "why"), [(0, "forty_moves"), (129, "repetition")])
def test_games_without_progress_are_draws(seed: int, why: str) -> None:
    games, draw, playing = VectorGames("checkers", 2, code("checkers")), random.Random(seed), Playing(Board("checkers"))
    views = games.reset()
    while playing.outcome is None:
        actions = draw.sample(playing.actions(), len(playing.actions()))
        action = min(actions, key=lambda action: haste(playing, action)) if why == "forty_moves" else actions[0]
        views = games.step([action, action])
        playing.act(action)
        assert views.over.tolist() == [playing.outcome is not None] * 2
    assert playing.outcome.why == why
    assert views.rewards.tolist() == [[0, 0], [0, 0]]


@pytest.mark.parametrize("game", VIEWS)
def test_an_illegal_action_ends_the_game(game: str) -> None:
    games = VectorGames(game, 3, code(game))
    views = games.reset()
    legal = int(np.flatnonzero(views.action_mask[0])[0])
    for wrong in (0, -1, games.coding.actions, 64):
        views = games.step([legal, wrong, legal])
        assert views.over.tolist() == views.illegal.tolist() == [False, True, False]
        assert views.rewards.tolist() == [[0, 0], [-1, 0], [0, 0]]
        assert not views.action_mask[1].any()
        views = games.reset()


@pytest.mark.parametrize("game", VIEWS)
def test_the_kernel_keeps_its_promises(game: str) -> None:
    hosts: list[Any] = [Checked(kernel_assets.batch_module(game)), Native(code(game))]
    draw, games = random.Random(2), VectorGames(game, 4, code(game))
    names = ("LEGAL", "STATES", *(("OWN", "OTHER", "PLIES") if game == "reversi" else ("PLANES", "TURNS", "QUIET")))
    views = games.reset()
    for host in hosts:
        host.call("start", 4)
    for _ in range(64):
        actions = [draw.choice(np.flatnonzero(mask).tolist() or [0]) for mask in views.action_mask]
        views = games.step(actions)
        for host in hosts:
            host.write("ACTIONS", array("i", actions))
            host.call("step", 4)
        for name in names:
            assert hosts[0].read(name, 0, 20) == hosts[1].read(name, 0, 20)


def test_what_is_not_possible_is_refused() -> None:
    with pytest.raises(ValueError, match="many times at once"):
        VectorGames("patchwork", 3)
    with pytest.raises(ValueError, match="no compiled code"):
        VectorGames("reversi", 3)
    for count in (0, 1 << 20):
        with pytest.raises(ValueError, match="times at once"):
            VectorGames("reversi", count, code("reversi"))
    with pytest.raises(ValueError, match="3 actions"):
        VectorGames("reversi", 3, code("reversi")).step([1, 2])
