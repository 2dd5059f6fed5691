"""Test Reversi as text: board strings, moves and transcripts, in all usual ways of writing them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from chowk.core.errors import TextError
from chowk.core.match import Match
from chowk.games import load
from chowk.games.reversi import notation
from chowk.games.reversi.rules import PASS, SQUARE, START, Position

GAMES: list[dict[str, Any]] = json.loads((Path(__file__).parents[3] / "data" / "reversi.json").read_text())["games"]
BOARD = "---------------------------OX------XO---------------------------"
STUCK = "XXXXX----XXX-----OXOOO---OOXOOOO-OOOOOO----OOOOO---------------- O"


def moves_of(text: str) -> list[str]:
    (record,) = notation.read_games(text)
    return list(record.moves)


def complaint(text: str) -> TextError:
    with pytest.raises(TextError) as caught:
        notation.read_games(text)
    return caught.value


def test_a_position_is_the_board_and_the_side_to_move() -> None:
    assert notation.write_position(START) == f"{BOARD} X"
    assert notation.read_position(f"{BOARD} X") == START


@pytest.mark.parametrize(
    "text",
    [
        f"{BOARD}X",
        f"  {BOARD}   x \n",
        f"{BOARD.replace('-', '.')} X",
        f"{BOARD.replace('X', '*').replace('O', '0')} *",
        f"{BOARD.replace('X', '●').replace('O', '○')} ●",
        f"{BOARD.replace('X', 'b').replace('O', 'w')} B",
        "\n".join(BOARD[row : row + 8] for row in range(0, 64, 8)) + "\nX",
        " ".join(BOARD) + " X",
        f"{BOARD} X 30/30",
    ],
)
def test_a_position_is_read_in_many_hands(text: str) -> None:
    assert notation.read_position(text) == START


@pytest.mark.parametrize("side", ["O", "o", "W", "w", "○", "0"])
def test_white_to_move(side: str) -> None:
    assert notation.read_position(f"{BOARD} {side}").turn == 1


def test_hands_are_written_only_when_they_are_not_the_usual_ones() -> None:
    unusual = START._replace(hands=(29, 31))
    assert notation.write_position(unusual) == f"{BOARD} X 29/31"
    assert notation.read_position(f"{BOARD} X 29/31") == unusual
    assert notation.write_position(START.play(SQUARE["d3"])).count(" ") == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "64 squares; this text has 0"),
        (BOARD[1:], "this text has 63"),
        (BOARD, "whose move"),
        (f"{BOARD} Z", "whose move"),
        (f"{BOARD} XO", "whose move"),
        (f"{BOARD} xx", "whose move"),
        (f"{BOARD} -", "whose move"),
        (f"{BOARD} X 30/30 7", "whose move"),
        (f"{BOARD} X 30/31", "60 discs"),
        (f"{BOARD} X 30", "60 discs"),
        (f"{BOARD} X -1/61", "60 discs"),
        (f"{BOARD} X ٣٠/30", "60 discs"),
        ("?" + BOARD[1:] + " X", "this text has 0"),
    ],
)
def test_what_is_no_position_is_said(text: str, why: str) -> None:
    with pytest.raises(TextError, match=why):
        notation.read_position(text)


def test_a_move_is_its_square() -> None:
    assert notation.write_move(START, SQUARE["d3"]) == "d3"
    assert notation.read_move(START, " D3 ") == SQUARE["d3"]
    with pytest.raises(TextError, match="“a1” is not a legal move"):
        notation.read_move(START, "a1")


@pytest.mark.parametrize("text", ["pass", "PA", "ps", "--", "Pass"])
def test_a_pass_is_written_in_four_ways(text: str) -> None:
    stuck = notation.read_position(STUCK)
    assert notation.read_move(stuck, text) == PASS
    assert notation.write_move(stuck, PASS) == "pass"
    with pytest.raises(TextError):
        notation.read_move(START, text)


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3",
        "F5D6C3",
        "f5 d6 c3",
        " f5\nd6\n\tc3\n",
        "1. f5 2. d6 3. c3",
        "1.f5 d6 2.c3;",
        f"{BOARD} X\nf5d6c3",
        "\n".join(BOARD[row : row + 8] for row in range(0, 64, 8)) + "\nX\nf5 d6 c3",
    ],
)
def test_a_transcript_is_read_in_many_hands(text: str) -> None:
    assert moves_of(text) == ["f5", "d6", "c3"]


@pytest.mark.parametrize("game", GAMES, ids=[game["event"] for game in GAMES])
def test_passes_may_be_written_or_left_out(game: dict[str, Any]) -> None:
    written = moves_of(game["moves"])
    assert written.count("pass") == game["passes"]
    assert moves_of(game["moves"].replace("--", "")) == written
    assert moves_of(game["moves"].replace("--", "PA").replace(" ", "").upper()) == written
    assert len(written) == game["moves"].count(" ") + 1


@pytest.mark.parametrize("game", GAMES, ids=[game["event"] for game in GAMES])
def test_a_transcript_leaves_passes_out_and_reads_back(game: dict[str, Any]) -> None:
    match = load("reversi").match()
    for move in moves_of(game["moves"]):
        match.push(move)
    text = notation.write_game(match, "transcript", {})
    assert text == game["moves"].replace("--", "").replace(" ", "") + "\n"
    assert moves_of(text) == match.written()


def test_a_game_from_another_position_begins_with_its_board() -> None:
    start = notation.read_position(STUCK)
    match: Match[Position, int] = Match(load("reversi").ruleset, start)
    for move in ("pass", "a5"):
        match.push(move)
    text = notation.write_game(match, "transcript", {})
    assert text == f"{STUCK}\na5\n"
    (record,) = notation.read_games(text)
    assert record.setup == STUCK
    assert record.moves == ("pass", "a5")


def test_an_empty_transcript_is_a_game_not_begun() -> None:
    assert moves_of("") == []
    assert moves_of(f"{BOARD} X") == []


@pytest.mark.parametrize(
    ("text", "line", "column", "why"),
    [
        ("f5d6a1", 1, 5, "“a1” is not a legal move"),
        ("f5d6\nc3 i9", 2, 4, "such as d3 is expected here, not “i9”"),
        ("\n\n  hello", 3, 3, "“hello”"),
        ("f5 --", 1, 4, "“--” is not a legal move"),
        (f"{BOARD} X\nf5d6\n\nc3c3", 4, 3, "“c3” is not a legal move"),
        ("f5d6c5f6e7f4g5e6e3e2", 1, 19, "“e2” is not a legal move"),
    ],
)
def test_what_is_wrong_in_a_transcript_is_said_with_its_place(text: str, line: int, column: int, why: str) -> None:
    error = complaint(text)
    assert (error.line, error.column) == (line, column)
    assert why in str(error)


@pytest.mark.parametrize("missing", [1, 2, 30])
def test_a_board_with_too_few_squares_is_no_transcript(missing: int) -> None:
    assert str(complaint(BOARD[missing:] + " X\nf5"))


def test_a_game_that_was_given_up_before_its_first_move_is_one() -> None:
    (record,) = notation.read_games('[Ended "resigned 2"]\n\n\n')
    assert (record.moves, record.headers) == ((), {"Ended": "resigned 2"})
    for text in ('[Event "x"]\n\n', '[Ended "resigned 2"]\n[Variant "Kilkenny Cats"]\n', '[Ended "agreed"]\n1. 11-15'):
        assert complaint(text)


def test_a_text_of_more_games_than_are_read_is_refused() -> None:
    assert len(notation.read_games("f5d6\n" * 10_000)) == 10_000
    assert "too long" in str(complaint("f5d6\n" * 10_001))
    assert "too long" in str(complaint(" " * 1_000_001))
