"""Test the engine that speaks Hub, with recorded sessions of other programs, and the notation of Hub."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest

from chowk.library import Board
from chowk.protocols import hub
from chowk.protocols import hub_notation as notation
from chowk.protocols.hub import HubEngine

SESSION = Path(__file__).parents[2] / "data/sessions/hub_pydraughts.txt"
START = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"


class Session:
    """An engine whose answers are collected."""

    def __init__(self) -> None:
        self.answers: list[str] = []
        self.engine = HubEngine(self.answers.append, "Otter")

    def take(self, *lines: str) -> list[str]:
        """Send commands, wait until no search runs any more, and return all answers."""
        self.answers.clear()
        assert all(self.engine.take(line) for line in lines)
        self.engine.wait()
        return [*self.answers]


def test_the_session_of_a_foreign_client_is_answered() -> None:
    """Pydraughts sent the lines of the session in a game. Each `go think` must be answered by a legal move."""
    session, searches = Session(), 0
    for line in SESSION.read_text("utf-8").splitlines():
        if line == "> quit":
            assert not session.engine.take("quit")
            break
        answers = session.take(line.removeprefix("> "))
        if line == "> hub":
            assert answers[0].startswith("id name=Chowk version=")
            assert "param name=variant value=english type=enum values=english" in answers
            assert answers[-1] == "wait"
        elif line in ("> init", "> ping"):
            assert answers == ["ready" if line == "> init" else "pong"]
        elif line == "> go think":
            searches += 1
            done = re.fullmatch(r"done move=([0-9x-]+)", answers[-1])
            assert done is not None
            notation.read_move(session.engine.board, done[1])
        else:
            assert answers == []
    assert searches == 8


def test_an_analysis_has_a_score_and_a_line() -> None:
    session = Session()
    info, done = session.take(f'pos pos={START} moves="11-15 23-19"', "level depth=4", "go analyze")
    assert re.fullmatch(r'info depth=\d+ score="?-?\d+\.\d\d"? pv="[0-9x -]+"', info)
    command, arguments = notation.read_line(info)
    assert command == "info"
    assert arguments["pv"].split()[:2] == list(notation.read_line(done)[1].values())
    assert session.take("level nodes=500", "go think")[-1].startswith("done move=")


def test_a_search_without_a_limit_is_stopped() -> None:
    session = Session()
    session.take("set-param name=level value=Orca", "set-param name=level value=Fox", f"pos pos={START}")
    assert session.take("level infinite", "go ponder", "ping", "stop")[-1].startswith(("done move=", "pong"))
    assert any(answer.startswith("done move=") for answer in session.answers)


def test_what_is_not_known_is_ignored_and_what_is_wrong_is_reported() -> None:
    session = Session()
    assert session.take("", "fly", "set-param name=book value=true", "new-game", "stop", "ponder-hit") == []
    for line, why in {
        "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww": "a position is W or B and 32",
        "pos": "a position is W or B and 32",
        f"pos pos={START} moves=11-16-20": "is not a legal move here",
        "level depth=x": "x is not a number",
        "go": "go think, go analyze or go ponder",
        "set-param name=variant value=frisian": "the only variant is english",
        "set-param name=level value=Dragon": "is no level",
    }.items():
        (answer,) = session.take(line)
        assert answer.startswith("error message=")
        assert why in answer
    session.take("pos pos=B" + "e" * 31 + "w")
    assert "the game is over" in session.take("go think")[0]


def test_times_become_seconds_for_a_move() -> None:
    session = Session()
    for line, seconds in (
        ("level move-time=2.5", 2.5),
        ("level time=100", 5.0),
        ("level moves=10 time=100 inc=1", 10.5),
        ("level infinite", None),
    ):
        assert session.take(line) == []
        assert session.engine._limit.time == seconds


def test_lines_are_read_and_written() -> None:
    line = 'info depth=4  pv = "11-15 22x18x15" flag score=-0.5'
    command, arguments = notation.read_line(line)
    assert (command, arguments) == ("info", {"depth": "4", "pv": "11-15 22x18x15", "flag": "", "score": "-0.5"})
    assert notation.write_line("done", {"move": "11-15", "pv": "1 2"}) == 'done move=11-15 pv="1 2"'


def test_positions_and_moves_come_back() -> None:
    board = Board("checkers", "W:W30,K14:B9,18,25,K32,7", seed=1)
    text = notation.write_position(board)
    assert text == "WeeeeeebebeeeeWeeebeeeeeebeeeewe" + "B"
    assert Board("checkers", notation.read_position(text)).position == board.position
    seen = set()
    for seed in range(4):
        board = Board("checkers", seed=seed)
        while not board.is_game_over() and board.ply < 80:
            texts = [notation.write_move(board, move) for move in board.legal_moves]
            for move, written in zip(board.legal_moves, texts, strict=True):
                first, last, *captured = re.findall(r"\d+", written)
                again = "x".join((first, last, *reversed(captured))) if captured else written
                assert board.position.play(notation.read_move(board, again)) == board.position.play(move)
                seen.add(len(captured))
            board.push(board.legal_moves[(seed + board.ply) % len(texts)])
    assert {0, 1, 2} <= seen


def test_routes_between_the_same_squares_differ_by_what_they_capture() -> None:
    board = Board("checkers", "B:W6,7,14,15:B2", seed=1)
    written = [notation.write_move(board, move) for move in board.legal_moves]
    assert sorted(written) == ["2x18x6x14", "2x18x7x15"]
    for move, text in zip(board.legal_moves, written, strict=True):
        assert notation.read_move(board, text) == move
    with pytest.raises(ValueError, match="2x18x6x15 is not a legal move here"):
        notation.read_move(board, "2x18x6x15")


def test_the_program_answers_until_the_input_ends(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"init\npos pos={START}\nlevel depth=2\ngo think\n"))
    assert hub.main("Otter") == 0
    ready, *_, done = capsys.readouterr().out.splitlines()
    assert (ready, done[:10]) == ("ready", "done move=")
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\ninit\n"))
    assert hub.main() == 0
    assert capsys.readouterr().out == ""
