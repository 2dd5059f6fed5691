"""Test the project's games for OpenSpiel by OpenSpiel's own tests. Skipped where open_spiel is not installed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install open_spiel")

from chowk.envs import spiel  # noqa: E402 - only with pyspiel
from chowk.library import Board, games  # noqa: E402


@pytest.mark.parametrize("game", games())
def test_openspiel_simulates_the_game(game: str) -> None:
    loaded = pyspiel.load_game(spiel.PREFIX + game)
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("settings", ["players=3,seed=5", "players=4,rules=hunted:on;rounds:50", "players=2,limit=30"])
def test_openspiel_simulates_kilkenny_cats_with_other_settings(settings: str) -> None:
    loaded = pyspiel.load_game(f"chowk_kilkenny({settings})")
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=False, verbose=False)


def test_a_game_is_the_game_of_the_board() -> None:
    state, board = pyspiel.load_game("chowk_parcheesi(seed=4)").new_initial_state(), Board("parcheesi", seed=4)
    for step in range(200):
        assert state.is_chance_node() == board.is_chance
        if not board.is_chance:
            assert state.current_player() == board.turn
        actions = state.legal_actions()
        texts = [state.action_to_string(state.current_player(), action) for action in actions]
        assert sorted(texts) == sorted(board.texts())
        chosen = step * 7 % len(actions)
        state.apply_action(actions[chosen])
        board.push_text(texts[chosen])
        assert str(state) == board.to_text()


def test_a_game_is_cut_off_as_a_draw() -> None:
    state = pyspiel.load_game("chowk_reversi(limit=5)").new_initial_state()
    for _ in range(5):
        assert not state.is_terminal()
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    assert state.returns() == [0, 0]


@pytest.mark.deep
@pytest.mark.parametrize("game", games())
def test_a_playthrough_is_repeated_exactly(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    monkeypatch.setattr(sys, "argv", ["playthrough"])
    flags.FLAGS(sys.argv)
    path = tmp_path / "playthrough.txt"
    path.write_text(generate_playthrough.playthrough(f"chowk_{game}(limit=200)", action_sequence=None, seed=7))
    expected, actual = generate_playthrough.replay(str(path))
    assert expected == actual
