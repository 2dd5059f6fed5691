"""Test the engine that speaks the NBoard protocol, with commands like those of programs that show the board."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from chowk.engine import assets
from chowk.games.reversi import ggf
from chowk.protocols import nboard
from chowk.protocols.nboard import NBoardEngine
from tests.unit.games.reversi.random_games import random_game
from tools.build import kernel_provider

GAME = (
    "(;GM[Othello]PC[NBoard]DT[2024-02-21 20:52:27 GMT]PB[./engine]PW[Asha]RE[?]TI[15:00]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)"
)
PY = Path(__file__).parents[3] / "py"


@pytest.fixture
def kernels() -> None:
    if not kernel_provider.provide():
        pytest.skip("there is no wasmtime")


class Session:
    """An engine whose answers are collected. Its clock advances by a microsecond at each reading."""

    def __init__(self) -> None:
        self.answers: list[str] = []
        self.is_stopped = False
        self.engine = NBoardEngine(self.answers.append, lambda: self.is_stopped, lambda: next(ticks) / 1e6)
        ticks = count()

    def take(self, *lines: str) -> list[str]:
        """Send commands, and return the answers to them."""
        self.answers.clear()
        assert all(self.engine.take(line) for line in lines)
        return [*self.answers]


def moves_of(session: Session) -> list[str]:
    return session.engine.match.options()


@pytest.mark.usefixtures("kernels")
def test_a_session_is_answered_as_the_protocol_says() -> None:
    session = Session()
    assert session.take("nboard 2") == ["set myname Chowk8"]
    assert session.take("set depth 6") == ["set myname Chowk6"]
    assert session.take(f"set game {GAME}", "ping 1") == ["pong 1"]
    thinking, waiting, chosen = session.take("go")
    assert (thinking, waiting) == ("status Chowk is thinking.", "status Chowk is waiting.")
    hint = re.fullmatch(r"=== ([A-H][1-8])/(-?\d+\.\d\d)?/(\d+\.\d\d)", chosen)
    assert hint is not None
    assert hint[1].lower() in moves_of(session)
    assert session.take("move " + hint[1] + "/1.00/2.00", "ping 2") == ["pong 2"]
    assert session.engine.match.ply == 9
    assert session.take("learn") == ["learned"]
    assert not session.engine.take("quit")


@pytest.mark.usefixtures("kernels")
@pytest.mark.parametrize("number", [1, 3, 99])
def test_a_hint_has_the_best_moves_with_values(number: int) -> None:
    session = Session()
    session.take("set depth 4", f"set game {GAME}")
    first, *lines, nodes, last = session.take(f"hint {number}")
    assert (first, last) == ("status Chowk is thinking.", "status Chowk is waiting.")
    assert re.fullmatch(r"nodestats [1-9]\d* \d+\.\d\d", nodes)
    replies = [re.fullmatch(r"search ((?:[A-H][1-8])+) (-?\d+\.\d\d) 0 4", line) for line in lines]
    assert len(replies) == min(number, len(moves_of(session)))
    values = [float(line[2]) for line in replies if line is not None]
    assert values == sorted(values, reverse=True)
    assert len(values) == len(replies)


@pytest.mark.usefixtures("kernels")
def test_an_analysis_goes_back_from_the_last_position() -> None:
    match = next(match for match in map(random_game, range(50)) if match.written()[-4:-1].count("pass"))
    session = Session()
    session.take("set depth 6", f"set game {ggf.write(match, {})}")
    answers = session.take("analyze")[1:-1]
    replies = [re.fullmatch(r"analysis (\d+) (-?\d+\.\d\d)", line) for line in answers]
    values = [(int(line[1]), float(line[2])) for line in replies if line is not None]
    assert [ply for ply, _ in values] == [*range(match.ply, -1, -1)]
    outcome = match.ruled()
    assert outcome is not None
    lead = float(outcome.scores[0] - outcome.scores[1])
    assert values[0][1] == (-lead if match.position.turn else lead)
    last_pass = max(ply for ply, move in enumerate(match.written()) if move == "pass")
    by_ply = dict(values)
    assert by_ply[last_pass] == -by_ply[last_pass + 1]


@pytest.mark.usefixtures("kernels")
def test_a_ping_ends_a_search_before_its_answer() -> None:
    session = Session()
    session.take("set depth 30", f"set game {GAME}")
    session.is_stopped = True
    for command in ("go", "hint 3", "analyze"):
        answers = session.take(command, "ping 7")
        assert answers[-2:] == ["status Chowk is waiting.", "pong 7"]
        assert not any(line.startswith(("===", "search", "analysis")) for line in answers)


def test_a_forced_move_has_no_value() -> None:
    match = next(match for match in map(random_game, range(50)) if "pass" in match.written())
    session = Session()
    session.take(f"set game {ggf.write(match.until(match.written().index('pass')), {})}")
    assert session.take("go")[-1].startswith("=== PA//")
    assert session.take("PA", "go") != []
    assert session.engine.match.written()[-1] == "pass"


def test_bare_moves_and_moves_with_values_are_played() -> None:
    session = Session()
    session.take("F5", "move d6/-1.00/0.5", "move C3")
    assert session.engine.match.written() == ["f5", "d6", "c3"]


def test_what_is_not_known_is_ignored_and_what_is_wrong_is_reported() -> None:
    session = Session()
    assert session.take("", "hello", "set contempt 3", "set depth x", "set", "F9", "new") == []
    assert session.take("move a1") == ["status “a1” is not a legal move here."]
    assert session.take("set game (;GM[Othello]TY[8]BO[8 nothing];)")[0].startswith("status A square such as d3")
    assert session.engine.match.ply == 0
    assert session.take("set depth 0") == ["set myname Chowk1"]
    assert session.take("set depth 999") == ["set myname Chowk60"]


def test_a_game_that_is_over_has_no_move() -> None:
    session = Session()
    session.take(f"set game {ggf.write(random_game(2), {})}")
    assert session.take("go") == ["status The game is over."]
    assert session.take("hint 2") == []


def test_without_kernels_an_opponent_plays_that_needs_none() -> None:
    assets.provide(None)
    try:
        session = Session()
        assert session.take("go")[-1].startswith("=== ")
        assert session.take("hint 1")[-1].startswith("status No values: ")
    finally:
        kernel_provider.provide()


def test_the_program_answers_until_the_input_ends(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("nboard 1\nset depth 3\nping 4\n"))
    assert nboard.main() == 0
    assert capsys.readouterr().out == "set myname Chowk8\nset myname Chowk3\npong 4\n"


def test_the_developers_command_runs_it() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tools.dev.nboard"], cwd=PY, input="ping 1\nquit\n", capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "pong 1\n", "")
