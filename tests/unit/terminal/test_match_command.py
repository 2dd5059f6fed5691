"""Test `chowk match` as people and programs run it: output, files, errors and exit status."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from chowk.terminal import game_files
from chowk.terminal.commands import main

FAULTY = Path(__file__).parents[1] / "protocols/faulty_engine.py"
SHORT = ("Magpie", "Panda", "--plies", "45")
Match: TypeAlias = Callable[..., tuple[int, str, str]]


@pytest.fixture
def match(capsys: pytest.CaptureFixture[str]) -> Match:
    """Return a function that plays a match, and returns its exit status, standard output and standard error."""

    def command(*words: object) -> tuple[int, str, str]:
        try:
            status = main(["match", *map(str, words)])
        except SystemExit as end:
            status = int(end.code or 0)
        return status, *capsys.readouterr()

    return command


def test_a_match_is_counted_and_continued(match: Match, tmp_path: Path) -> None:
    kept = tmp_path / "results.jsonl"
    status, text, errors = match(*SHORT, "--resume", kept, "--json", "--games", 2)
    first = json.loads(text)
    assert (status, errors, first["game"], first["second"], first["games"]) == (0, "", "reversi", "Panda", 2)
    assert first["won"] + first["drawn"] + first["lost"] == 2
    whole = json.loads(match(*SHORT, "--resume", kept, "--json", "--games", 6)[1])
    assert json.loads(match(*SHORT, "--json", "--games", 6)[1]) == whole
    assert match(*SHORT, "--games", 6, "--resume", kept)[1].startswith(f"Magpie v Panda: +{whole['won']} ")
    kept.write_text("{}\n")
    assert "line 1, is no result" in match(*SHORT, "--resume", kept)[2]


@pytest.mark.parametrize(("ending", "sign"), [("txt", '[Game "reversi"]'), ("json", '{"')])
def test_the_games_are_saved_and_can_be_openings(match: Match, tmp_path: Path, ending: str, sign: str) -> None:
    saved = tmp_path / f"games.{ending}"
    assert match(*SHORT, "--games", 2, "--save", saved)[0] == 0
    text = saved.read_text()
    assert text.startswith(sign)
    games = game_files.read_games(text)
    assert [(game.headers["Black"], game.headers["Round"]) for game in games] == [("Magpie", "1"), ("Panda", "2")]
    assert match("Magpie", "Panda", "--openings", saved, "--plies", 44, "--games", 2)[0] == 0
    assert "game 1, is over" in match("Magpie", "Panda", "--openings", saved)[2]


def test_the_test_has_its_own_status_and_line(match: Match) -> None:
    status, text, _ = match(*SHORT, "--games", 2, "--sprt", -5, 5)
    assert (status, text.splitlines()[-1][:17]) == (4, "SPRT: not decided")
    faulty = f"nboard:{sys.executable} {FAULTY} illegal"
    status, text, _ = match("Panda", faulty, "--plies", 45, "--games", 60, "--sprt", 0, 400)
    assert (status, "SPRT: 400 Elo accepted, LLR +" in text) == (0, True)
    assert "game 1 was lost by a fault: python" in text
    status, text, _ = match(faulty, "Panda", "--plies", 45, "--games", 60, "--sprt", 0, 400, "--json")
    summary = json.loads(text)
    assert (status, summary["sprt"]["accepted"], summary["won"]) == (3, "elo0", 0)
    assert summary["sprt"]["ratio"] < summary["sprt"]["bounds"][0]
    assert len(summary["faults"]) == summary["games"] < 60


BAD = {
    ("Orca", "Fox"): "Orca plays reversi, and Fox plays checkers",
    ("Panda", "Magpie", "--games", "0"): "at least one game",
    ("Panda", "Magpie", "--concurrency", "0"): "1 to 64 games",
    ("Panda", "Magpie", "--plies", "-1"): "are a number of moves",
    ("Panda", "Magpie", "--seats", "3"): "reversi is played by 2",
    ("Panda", "Magpie", "--time", "9", "--timeout", "3"): "--timeout is longer than the time for a move",
    ("Panda", "Magpie@time=70", "--timeout", "60"): "--timeout is longer than the time for a move",
    ("Panda", "Magpie", "--sprt", "5", "0"): "ELO0 below ELO1",
    ("Panda", "Magpie", "--sprt", "0", "5", "--alpha", "0"): "--alpha and --beta",
    ("Panda", "Magpie", "--openings", "no such file"): "No such file",
    ("Panda", "nboard:/no/such/engine"): "nboard:/no/such/engine: engine does not start: No such file",
    ("Panda", "gtp:python -c pass"): "has ended",
}


@pytest.mark.parametrize("words", BAD)
def test_a_match_that_cannot_be_played_says_why(match: Match, words: tuple[str, ...]) -> None:
    status, _, errors = match(*words)
    assert status == 1
    assert errors.startswith("chowk: ")
    assert BAD[words] in errors


def test_levels_belong_to_protocols_that_have_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["engine", "nboard", "--level", "3"]) == 1
    assert "by its depth, not by a level" in capsys.readouterr().err
