"""Test matches with other Reversi programs: the protocol in both directions, and the ends of games."""

from __future__ import annotations

import json
import shlex
import sys
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import pytest

pytest.importorskip("wasmtime")

from chowk.games.reversi import openings, rules
from training.reversi import rival_reversi

FIRST: Final = """
import sys
sys.path.insert(0, {py!r})
from chowk.games.reversi import rules
asked = 0
for line in sys.stdin:
    side, squares, first = line.split()
    asked = 0 if first == "1" else asked + 1
    black, white = (sum(1 << at for at in range(64) if squares[at] == letter) for letter in "bw")
    one = rules.Position(black, white, int(side), (30, 30))
    print({answer}, 0.25, asked, flush=True)
"""
PLAYS: Final = "rules.NAMES[one.moves()[0]]"
STAYS: Final = "'d4'"
OCTOPUS: Final = 6


def tick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the clock that times Chowk's player by one that advances by 0.1 ms at each reading.

    So no test depends on the speed of the machine.
    """
    looks = count()
    monkeypatch.setattr(rival_reversi, "time", SimpleNamespace(process_time=lambda: next(looks) / 10_000))


def program(folder: Path, answer: str) -> str:
    """Return the command that starts a rival program whose reply is made by the code `answer`."""
    script = folder / "rival.py"
    script.write_text(FIRST.format(py=str(Path(rules.__file__).parents[3]), answer=answer))
    return shlex.join([sys.executable, str(script)])


def test_squares_are_told_row_by_row() -> None:
    empty = "." * 27
    assert rival_reversi.board(rules.START) == f"{empty}wb......bw{empty}"
    assert rival_reversi.board(rules.START.play(rules.SQUARE["d3"])) == f"{'.' * 19}b.......bb......bw{empty}"


def test_a_program_that_plays_the_first_move_is_beaten_and_games_are_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tick(monkeypatch)
    keep = tmp_path / "games.jsonl"
    arguments = [program(tmp_path, PLAYS), "--ours", "0.01", "--games", "2", "--keep", str(keep)]
    rival_reversi.main(arguments)
    output = capsys.readouterr().out
    assert "+2 =0 -0: 100.0%" in output
    assert "its: 0.25 in the mean, 0.25 at most" in output
    games = dict(map(json.loads, keep.read_text().splitlines()))
    for side in (rules.BLACK, rules.WHITE):
        game = games[side]
        assert game["ours"] == side
        position, chosen = openings.balanced()[0][1], list[tuple[int, int]]()
        for ply, name in enumerate(game["moves"]):
            if len(position.moves()) > 1:
                chosen.append((position.turn, ply))
            position = position.play(rules.PASS if name == rules.PASS_SPOT else rules.SQUARE[name])
        outcome = position.outcome()
        assert outcome is not None
        black, white = rules.tournament(outcome)
        assert game["discs"] == (white - black if side else black - white)
        assert [ply for ply, *_ in game["looks"]] == [ply for turn, ply in chosen if turn == side]
        its = [ply for turn, ply in chosen if turn != side]
        assert game["its"] == [[str(ply), "0.25", str(number)] for number, ply in enumerate(its)]
    before = keep.read_text()
    rival_reversi.main(arguments)
    assert keep.read_text() == before


def test_an_opponent_bounded_by_positions_needs_no_seconds() -> None:
    chosen = [rival_reversi.thought(openings.balanced()[1][1], OCTOPUS, 0.0) for _ in range(2)]
    assert chosen[0][0] == chosen[1][0]
    assert chosen[0][1][:3] == chosen[1][1][:3]
    assert chosen[0][1][0] >= 8


def test_what_is_no_legal_move_ends_the_contest(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="no legal move"):
        rival_reversi.game(program(tmp_path, STAYS), rules.START, rules.WHITE, OCTOPUS, 0.01)
