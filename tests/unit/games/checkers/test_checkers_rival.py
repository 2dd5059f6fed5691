"""Test matches with other checkers programs: the protocol in both directions, and the ends of games."""

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

from chowk.games.checkers import notation, rules
from training.checkers import rival_checkers

FIRST: Final = """
import sys
sys.path.insert(0, {py!r})
from chowk.games.checkers import rules
from training.checkers import rival_checkers
for line in sys.stdin:
    side, squares, _, new = line.split()
    bits = list(zip(rules.BIT[1:], squares))
    one = rules.Position(
        sum(bit for bit, letter in bits if letter in "bB"),
        sum(bit for bit, letter in bits if letter in "wW"),
        sum(bit for bit, letter in bits if letter in "BW"),
        int(side),
    )
    print({answer}, 0.0, "new" if new == "1" else "", flush=True)
"""
PLAYS: Final = "rival_checkers.board(one.play(one.moves()[0]))"
PASSES: Final = "squares"


def tick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the clock that times Chowk's player by one that advances by 0.1 ms at each reading.

    So no test depends on the speed of the machine.
    """
    looks = count()
    monkeypatch.setattr(rival_checkers, "time", SimpleNamespace(process_time=lambda: next(looks) / 10_000))


def program(folder: Path, answer: str) -> str:
    """Return the command that starts a rival program, which is written to a file in `folder`.

    The program replies with the value of `answer`, a Python expression.
    """
    script = folder / "rival.py"
    script.write_text(FIRST.format(py=str(Path(rules.__file__).parents[4]), answer=answer))
    return shlex.join([sys.executable, str(script)])


def test_squares_are_told_in_the_order_of_their_numbers() -> None:
    assert rival_checkers.board(rules.START) == "b" * 12 + "." * 8 + "w" * 12
    assert rival_checkers.board(notation.read_position("B:WK1,31:B2,K32")) == "Wb" + "." * 28 + "wB"


def test_a_program_that_plays_the_first_move_is_beaten_and_games_are_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tick(monkeypatch)
    keep = tmp_path / "games.jsonl"
    arguments = [program(tmp_path, PLAYS), "--its", "0.1", "--ours", "0.004", "--games", "2", "--keep", str(keep)]
    rival_checkers.main(arguments)
    output = capsys.readouterr().out
    assert "+2 =0 -0: 100.0%" in output
    games = dict(map(json.loads, keep.read_text().splitlines()))
    deck = [ballot for ballot in rules.BALLOTS if ballot.deck]
    for side in (rules.BLACK, rules.WHITE):
        assert games[side]["ours"] == side
        position = rules.START
        for move in (*deck[0].moves, *map(tuple, games[side]["moves"])):
            assert move in position.moves()
            position = position.play(move)
    before = keep.read_text()
    rival_checkers.main(arguments)
    assert keep.read_text() == before


def test_what_is_no_legal_move_ends_the_contest(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="no legal move"):
        rival_checkers.game(program(tmp_path, PASSES), rules.START, rules.WHITE, (0.1, 0.004))
