"""Test the openings with which the games of a match between programs begin: random, balanced, or from a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from chowk.library import Board, Engine, Limit
from chowk.terminal import contest_openings
from chowk.terminal.screen import CommandError


def test_random_openings_depend_on_the_seed_and_the_number() -> None:
    starts = [contest_openings.opening_board("reversi", 1, number, 6) for number in (0, 0, 1)]
    assert starts[0].moves == starts[1].moves != starts[2].moves
    assert starts[0].ply == 6
    dice = [contest_openings.opening_board("kilkenny", 1, number) for number in (0, 0, 1)]
    assert [board.ply for board in dice] == [0, 0, 0]
    assert dice[0].roll() == dice[1].roll()
    assert dice[1].seed != dice[2].seed
    with pytest.raises(CommandError, match="90 random moves end every game"):
        contest_openings.opening_board("reversi", 1, 0, 90)


def test_balanced_openings_give_equal_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contest_openings, "NODES", 500)
    for number in range(3):
        board = contest_openings.opening_board("reversi", 1, number, 8, balanced=True)
        best = Engine("reversi").analyse(board, Limit(nodes=500), 1)[0]
        assert best.win_chance is not None
        assert abs(best.win_chance - 0.5) <= contest_openings.BALANCE
    monkeypatch.setattr(contest_openings, "BALANCE", -1.0)
    monkeypatch.setattr(contest_openings, "ATTEMPTS", 2)
    with pytest.raises(CommandError, match="is balanced"):
        contest_openings.opening_board("reversi", 1, 0, 8, balanced=True)


def test_the_openings_of_a_file_are_followed_whole_or_in_part(tmp_path: Path) -> None:
    file = tmp_path / "openings.pdn"
    file.write_text('1. 11-15 23-19 2. 8-11 *\n\n[SetUp "1"]\n[FEN "B:W32,31:B1,2"]\n\n1. 1-5 *\n')
    whole = contest_openings.read(file, "checkers", None)
    assert [opening.ply for opening in whole] == [3, 1]
    assert [opening.ply for opening in contest_openings.read(file, "checkers", 1)] == [1, 1]
    seeded = contest_openings.seeded(whole[1], 77)
    assert (seeded.seed, seeded.position, seeded.ply) == (77, whole[1].position, 1)
    with pytest.raises(CommandError, match="game 1, is a game of checkers, not of reversi"):
        contest_openings.read(_kept(tmp_path, Board.from_record('[Game "checkers"]\n\n1. 11-15 *')), "reversi", None)


def _kept(folder: Path, board: Board) -> Path:
    path = folder / "game.txt"
    path.write_text(board.to_record())
    return path


def test_a_file_that_has_no_opening_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "bad.pdn"
    file.write_text("1. 11-15 *\n\n1. 11-15 99-1 *\n")
    with pytest.raises(CommandError, match="game 2: “99-1” is not a legal move"):
        contest_openings.read(file, "checkers", None)
    over = Board("reversi", seed=1)
    for text in ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]:
        over.push_text(text)
    with pytest.raises(CommandError, match="game 1, is over"):
        contest_openings.read(_kept(tmp_path, over), "reversi", None)
    assert contest_openings.read(_kept(tmp_path, over), "reversi", 4)[0].ply == 4
