"""Test the engine that speaks our own line protocol, for every game."""

from __future__ import annotations

import doctest
import io
import sys

import pytest

from chowk.library import Board, Engine, Limit, games
from chowk.protocols import line_protocol
from chowk.protocols.line_protocol import ANSWERS, LineEngine


class Session:
    """An engine whose answers are collected."""

    def __init__(self, level: str | int | None = 0) -> None:
        self.answers: list[str] = []
        self.engine = LineEngine(self.answers.append, level)

    def take(self, line: str) -> list[str]:
        """Send a command and return the lines of the answer.

        Fail unless the last line, and no other line, begins with a word from `ANSWERS`.
        """
        self.answers.clear()
        assert self.engine.take(line)
        assert [answer.split()[0] in ANSWERS for answer in self.answers] == [*[False] * (len(self.answers) - 1), True]
        return [*self.answers]


def test_the_examples_are_so() -> None:
    assert doctest.testmod(line_protocol).failed == 0


@pytest.mark.parametrize("game", games())
def test_a_game_is_played_from_the_start_and_from_a_position(game: str) -> None:
    session, board = Session(), Board(game, seed=2)
    assert session.take("seed 2") == ["ok"]
    assert session.take(f"start {game} {board.seats}") == ["ok"]
    for _ in range(14):
        if board.is_chance:
            assert session.take("go")[0].startswith("error go: a roll is due")
            text = board.text(board.legal_moves[0])
        else:
            *_, answer = session.take("go")
            assert answer.split(" ", 1)[1] == Engine(game, 0).play(board, seed=2).text
            text = answer.split(" ", 1)[1]
        assert session.take(f"move {text}") == ["ok"]
        board.push_text(text)
        assert session.take("position") == [f"ok {board.to_text()}"]
    other = Session()
    assert other.take(f"start {game} {board.to_text()}") == ["ok"]
    assert other.take("position") == [f"ok {board.to_text()}"]
    assert other.take("undo") == ["error undo: there is no move to take back"]
    assert session.take("undo") == ["ok"]
    board.pop()
    assert session.take("position") == [f"ok {board.to_text()}"]


def test_values_and_limits() -> None:
    session, board = Session("Octopus"), Board("reversi", seed=1)
    session.take("start reversi")
    assert session.take("go depth 1 time 1")[-1].startswith("move ")
    *lines, last = session.take("values nodes 500")
    assert last == "ok"
    wanted = Engine("reversi").analyse(board, Limit(nodes=500))
    assert [line.split()[-1] for line in lines] == [line.texts[0] for line in wanted]
    assert all(line.startswith("info value ") and len(line.split()) == 6 for line in lines)
    assert session.take("level analysis") == ["ok"]
    assert session.take("go nodes 500") == [f"move {wanted[0].texts[0]}"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("fly", "error fly: this is no command"),
        ("chowk 2", "error chowk: this engine speaks version 1"),
        ("level Dragon", "error level: 'Dragon' is no level"),
        ("start chess", "error start: 'chess' is no game"),
        ("start reversi 3", "error start: reversi is played by 2"),
        ("start reversi XO", "error start: "),
        ("move z9", "error move: “z9” is not a legal move here."),
        ("go far", "error go: the limits are"),
        ("go depth x", "error go: x is not a number"),
        ("go miles 3", "error go: the limits are"),
        ("move " + "x" * 3000, "error move: this is longer than 2000 characters"),
    ],
)
def test_what_is_wrong_is_answered_by_an_error(line: str, why: str) -> None:
    session = Session()
    session.take("start reversi")
    (answer,) = session.take(line)
    assert answer.startswith(why)
    assert session.take("ping 4") == ["pong 4"]
    assert Session().take("go") == ["error go: no game has been started"]


def test_the_program_answers_until_quit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\nping\nquit\nping 2\n"))
    assert line_protocol.main() == 0
    assert capsys.readouterr().out == "pong\n"
