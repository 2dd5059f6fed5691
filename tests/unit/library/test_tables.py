"""Test the library's books and endgame tables."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from chowk.engine import assets
from chowk.games.checkers.engine import lookup
from chowk.library import Board, Book, Ending, Endings


@pytest.mark.parametrize("game", Book.games())
def test_the_book_answers_with_legal_moves(game: str) -> None:
    board, book = Board(game), Book(game)
    answered = 0
    while moves := book.probe(board):
        assert all(map(board.is_legal, moves))
        board.push(moves[0])
        answered += 1
    assert answered > 5


def test_the_book_of_reversi_knows_a_position_by_its_symmetry() -> None:
    found = set()
    for first in Board("reversi").texts():
        board = Board("reversi")
        board.push_text(first)
        found.add(len(Book("reversi").probe(board)))
    assert found == {1}


@pytest.mark.parametrize("text", ["B:W32:BK1", "W:WK32:B1", "B:WK32:BK1", "W:W9:BK5,K6", "B:WK21,32:BK1,K10"])
def test_an_ending_agrees_with_the_endings_after_each_move(text: str) -> None:
    table, board = Endings("checkers"), Board("checkers", text)
    seen = 0
    while (ending := table.probe(board)) is not None and seen < 40:
        after = {}
        for move in board.legal_moves:
            board.push(move)
            outcome = board.outcome()
            after[move] = table.probe(board) if outcome is None else Ending(0 if outcome.winner is None else -1, 0)
            board.pop()
        entries = [entry for entry in after.values() if entry]
        assert ending.result == max(-entry.result for entry in entries)
        if ending.result == 0:
            assert ending.plies is None
            return
        same = {entry.plies or 0 for entry in entries if entry.result == -ending.result}
        assert ending.plies == 1 + (min(same) if ending.result == 1 else max(same))
        best = next(move for move, entry in after.items() if entry and (entry.plies or 0) + 1 == ending.plies)
        board.push(best)
        seen += 1
        if board.is_game_over():
            break
    assert board.is_game_over()
    assert seen > 2


@pytest.mark.parametrize("text", ["B:WK8,K18:BK17,K29,K32", "W:WK1,K9:BK10,K17,K31", "W:W9,10:BK5,K6,7"])
def test_the_result_with_five_pieces_follows_from_those_after_each_move(text: str) -> None:
    table, board = Endings("checkers"), Board("checkers", text)
    for _ in range(5):
        ending = table.probe(board)
        assert ending is not None
        after = []
        for move in board.legal_moves:
            board.push(move)
            entry = Ending(-1) if board.is_game_over() else table.probe(board)
            board.pop()
            assert entry is not None
            after.append((-entry.result, move))
        best, move = max(after)
        assert ending.result == best
        board.push(move)
        if board.is_game_over():
            break


def test_the_table_of_five_pieces_is_read_from_a_given_file(tmp_path: Path) -> None:
    board = Board("checkers", "B:WK8,K18:BK17,K29,K32")
    file = tmp_path / "five"
    file.write_bytes(assets.data("checkers", "fives.bin"))
    assert Endings("checkers", file).probe(board) == Ending(1)
    for content in (b"no table", lzma.compress(b"short", lzma.FORMAT_ALONE)):
        other = tmp_path / f"other {len(content)}"
        other.write_bytes(content)
        with pytest.raises(ValueError, match="is no table of endings of five pieces"):
            Endings("checkers", other).probe(board)
        assert Endings("checkers", other).probe(Board("checkers", "B:W32:BK1")) == Ending(1, 9)
    with pytest.raises(FileNotFoundError):
        Endings("checkers", tmp_path / "none").probe(board)


def test_without_the_file_five_pieces_are_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    lookup.five_results.cache_clear()
    monkeypatch.setattr(lookup, "FIVES", "absent.bin")
    assert Endings("checkers").probe(Board("checkers", "B:WK8,K18:BK17,K29,K32")) is None


def test_what_the_table_does_not_have_is_none() -> None:
    assert Endings("checkers").probe(Board("checkers")) is None
    assert Endings("checkers").probe(Board("checkers", "B:W32:B")) is None


def test_a_game_without_one_is_refused() -> None:
    with pytest.raises(ValueError, match="kilkenny has no book; games with one: reversi, checkers"):
        Book("kilkenny")
    with pytest.raises(ValueError, match="reversi has no endgame table; games with one: checkers"):
        Endings("reversi")
    with pytest.raises(ValueError, match="is no game"):
        Book("chess")
    with pytest.raises(ValueError, match="this table is for checkers, not for reversi"):
        Endings("checkers").probe(Board("reversi"))
