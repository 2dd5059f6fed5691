"""Test learning by self-play: repeatable, resumable after an interruption, with the same commands for each game."""

from __future__ import annotations

from array import array
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace

import pytest

from chowk.engine import network_weights
from tools.build.kernel_hosts import Native
from training.kilkenny import learn_kilkenny
from training.parcheesi import learn_parcheesi
from training.shared import self_play
from training.shared.self_play import Game

GAMES = [learn_kilkenny.GAME, learn_parcheesi.GAME]
SEATS = 2
LEARNT = {
    "kilkenny": "53a5d3c8fb837a9b397c100a792b5b5e298c7f1a767c19613916d05aff2b0719",
    "parcheesi": "659330b2976982e3aba5c4cdaa1329c84f376ca5d54c4669c144741455622016",
}
"""The SHA-256 hash of each game's weights after learning from four games for two players."""

games = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


@cache
def compiled(name: str) -> Native:
    return self_play.compiled(next(game for game in GAMES if game.name == name), SEATS)


@games
def test_four_games_teach_the_same_weights_as_ever_also_if_interrupted(game: Game, tmp_path: Path) -> None:
    kernel = compiled(game.name)
    assert self_play.saved(game, kernel, tmp_path, SEATS).games == 0
    for _ in range(2):
        self_play.learn(game, kernel, tmp_path, SEATS, games=2, per_call=2)
    learnt = self_play.saved(game, kernel, tmp_path, SEATS)
    assert learnt.games == 4
    assert learnt.weights != self_play.initial(game, kernel, SEATS)
    digest = sha256(learnt.weights.tobytes()).hexdigest()
    assert digest == LEARNT[game.name], "the kernel, its dice or the learning changed: is that meant?"


@games
def test_a_sampled_position_shows_chances_and_an_outcome(game: Game) -> None:
    kernel = compiled(game.name)
    network_weights.lay_out(kernel, game.target.read_bytes(), SEATS)
    rows = self_play.sampled(game, kernel, SEATS, 0, "sampled", 5)
    assert rows.shape == (5, 2 * SEATS)
    assert rows.reshape(5, 2, SEATS).sum(axis=2) == pytest.approx(1)
    assert (rows == self_play.sampled(game, kernel, SEATS, 0, "sampled", 5)).all()


@games
def test_every_strength_is_scaled_by_the_output_weights(game: Game) -> None:
    kernel = compiled(game.name)
    inputs, hidden = kernel.numbers["INPUTS"], kernel.numbers["HIDDEN"]
    scaled = self_play.scaled(kernel, [1.0] * int(kernel.numbers["SIZE"]), 0.5)
    assert scaled == [0.5] * int(inputs) + ([1.0] * int(inputs) + [0.5]) * int(hidden)


@games
def test_commands_write_weights_and_hold_them_against_others(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(self_play, "compiled", lambda game, _: compiled(game.name))
    shifts = SimpleNamespace(__file__=str(tmp_path / "shifts.py"), SHIFTS={})
    game = game._replace(shifts=shifts)
    folder = ["--folder", str(tmp_path)]
    assert self_play.main(game, ["play", "--minutes", "0", *folder]) == 0
    assert self_play.main(game, ["write", *folder]) == 0
    written = array("f")
    written.frombytes(game.target.read_bytes())
    kernel = compiled(game.name)
    size = int(kernel.numbers["SIZE"])
    assert len(written) == 3 * size
    first = self_play.scaled(kernel, self_play.initial(game, kernel, SEATS), game.output_factors[SEATS])
    assert written[:size].tolist() == pytest.approx(first)
    assert self_play.main(game, ["contest", "--written", "--same", "--games", "4", *folder]) == 0
    assert "2 players: 50.0% of 4 games" in capsys.readouterr().out
