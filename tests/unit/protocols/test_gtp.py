"""Test the engine that speaks the Go Text Protocol for Othello."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from chowk.protocols import gtp
from chowk.protocols.gtp import GtpEngine

SESSION = Path(__file__).parents[2] / "data/sessions/gtp_egaroucid.txt"


class Session:
    """An engine whose answers are collected."""

    def __init__(self, level: str | int = "Panda") -> None:
        self.answers: list[str] = []
        self.engine = GtpEngine(self.answers.append, level)

    def take(self, line: str) -> str:
        """Send a command and return the answer, without the empty line at its end."""
        self.answers.clear()
        self.engine.take(line)
        assert all(answer.endswith("\n") for answer in self.answers)
        return "".join(self.answers).removesuffix("\n")

    def play(self, *moves: str) -> None:
        """Play moves of Black and White in turn."""
        for ply, move in enumerate(moves):
            assert self.take(f"play {'bw'[ply % 2]} {move}") == "="


def test_the_session_of_a_foreign_controller_is_answered() -> None:
    """The session is like those of Egaroucid's script for matches: no identification, the opening, and then moves."""
    session, answer = Session(), ""
    for line in SESSION.read_text("utf-8").splitlines():
        if line.startswith(">"):
            answer = session.take(line[2:])
        else:
            assert answer == line[2:]
    assert session.engine.board.ply == 13


def test_what_a_controller_asks_first_is_answered() -> None:
    session = Session()
    assert session.take("protocol_version") == "= 2"
    assert session.take("12 name # who are you?") == "=12 Chowk"
    assert session.take("\tknown_command  genmove") == "= true"
    assert session.take("known_command fly") == session.take("known_command") == "= false"
    listed = session.take("list_commands").removeprefix("= ").split("\n")
    assert {"boardsize", "clear_board", "play", "genmove", "undo", "quit"} <= set(listed)
    assert all(session.take(f"known_command {name}") == "= true" for name in listed)
    assert session.take("set_game Othello") == session.take("komi 6.5") == session.take("boardsize 8") == "="
    assert session.take("3 boardsize 10") == "?3 unacceptable size"
    assert session.take("set_game Go") == "? unsupported game"
    assert session.take("# only a comment") == session.take("") == ""
    assert session.take("fly") == "? unknown command"
    assert session.take("7") == "?7 unknown command"


def test_moves_are_played_chosen_and_taken_back() -> None:
    session = Session()
    session.play("F5", "d6", "C3")
    assert session.take("play b d3") == "? wrong color"
    assert session.take("play w a1") == session.take("play w pass") == "? illegal move"
    assert session.take("play w") == "? syntax error: play COLOR MOVE"
    assert session.take("play green d3") == "? syntax error: a colour is b, w, black or white"
    assert session.take("genmove black") == "? wrong color"
    considered = session.take("reg_genmove w").removeprefix("= ")
    assert session.engine.board.ply == 3
    assert session.take("genmove white") == f"= {considered}"
    assert session.engine.board.ply == 4
    assert session.take("showboard").startswith("= \n  a b c d e f g h\n1 ")
    assert "\n\n" not in session.take("showboard")
    for _ in range(4):
        assert session.take("undo") == "="
    assert session.take("undo") == "? cannot undo"
    session.play("d3")
    assert session.take("clear_board") == "="
    assert session.engine.board.ply == 0


SHORTEST = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]
"""The shortest game: Black takes all discs with the ninth move."""


def test_after_the_end_both_sides_pass() -> None:
    session = Session()
    session.play(*SHORTEST)
    assert session.take("genmove w") == "= PASS"
    assert session.take("play w pass") == "="
    assert session.take("play w d3") == "? illegal move"
    assert session.take("final_score") == "= B+13"
    assert session.take("undo") == "="
    assert session.take("final_score").startswith("? cannot score")


def test_a_side_that_must_pass_does_so_by_itself_or_by_command() -> None:
    whole, short = Session(), Session()
    for session in (whole, short):
        board = session.engine.board
        while board.texts() != ["pass"] and not board.is_game_over():
            board.push(board.legal_moves[board.ply % 7 % len(board.legal_moves)])
        assert not board.is_game_over()
    passing, other = ("w", "b") if whole.engine.board.turn else ("b", "w")
    assert whole.take(f"genmove {passing}") == "= PASS"
    assert short.take(f"reg_genmove {other}") == whole.take(f"reg_genmove {other}")
    assert short.engine.board.position == whole.engine.board.position
    short.engine.board.pop()
    assert short.take(f"play {other} a9") == "? illegal move"
    assert short.engine.board.texts() == ["pass"], "the pass is taken back with the illegal move"


def test_times_limit_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    session, limits = Session(), list[float | None]()
    choose = session.engine._engine.play

    def noted(board: object, limit: object, **named: object) -> object:
        limits.append(limit.time)  # type: ignore[attr-defined]
        return choose(board, limit, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(session.engine._engine, "play", noted)
    fixed, whole = ("time_settings 0 5 1", "time_left b 9 3"), ("time_settings 600 0 0", "time_left b 100 0")
    for command in ("", *fixed, *whole, "time_settings 0 5 0"):
        assert session.take(command) in ("", "=")
        session.take("reg_genmove b")
    assert limits == [None, 5, 5, 30, 5, None]
    for command in ("time_settings 1 2", "time_settings a b c", "time_left b 1", "time_left x 1 1", "time_left"):
        assert session.take(command).startswith("? syntax error")


def test_the_program_answers_until_quit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("1 protocol_version\r\nboardsize 9\nquit\nname\n"))
    assert gtp.main("Panda") == 0
    assert capsys.readouterr().out == "=1 2\n\n? unacceptable size\n\n=\n\n"
