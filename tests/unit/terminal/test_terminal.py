"""Test the command line: each command's output for people and for programs, its errors and its exit status."""

from __future__ import annotations

import io
import json
import os
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from chowk import VERSION
from chowk.games.api.puzzle import puzzles_of
from chowk.library import Board, FileGame, games, write_games
from chowk.terminal import game_files
from chowk.terminal.commands import main
from chowk.terminal.screen import CommandError
from tests.unit.games.reversi.random_games import random_game

PY = Path(__file__).parents[3] / "py"
Run: TypeAlias = Callable[..., tuple[int, str, str]]
PDN = """[Event "First"]
[Result "1-0"]
1. 11-15 23-19 2. 8-11 22-17 1-0

[Event "Second"]
1. 11-15 99-1 *

[Event "Third"]
1. 9-13 22-18 *
"""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs a command with a standard input.

    It returns the command's exit status, standard output and standard error.
    """

    def command(*words: object, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        try:
            status = main(list(map(str, words)))
        except SystemExit as end:
            status = int(end.code or 0)
        return status, *capsys.readouterr()

    return command


def test_a_board_of_another_program_is_answered(run: Run) -> None:
    session = "nboard 2\nset depth 3\nmove F5\nping 1\nquit\nping 2\n"
    assert run("engine", "nboard", typed=session) == (0, "set myname Chowk8\nset myname Chowk3\npong 1\n", "")


def test_games_are_listed_with_their_levels(run: Run) -> None:
    status, text, _ = run("games")
    assert status == 0
    assert "reversi: Reversi, for 2" in text
    assert "  7  Blue Whale: " in text
    assert "  ballot=off|156|144|12" in text
    _, lines, _ = run("games", "--json")
    output = [json.loads(line) for line in lines.splitlines()]
    assert [row["game"] for row in output] == list(games())
    assert output[1]["levels"][0]["name"] == "Panda"


def test_perft_counts_and_divides(run: Run) -> None:
    assert run("perft", "reversi", 4) == (0, "244\n", "")
    assert run("perft", "reversi", 3, "--divide")[1].splitlines() == ["d3: 14", "c4: 14", "f5: 14", "e6: 14", "56"]
    output = json.loads(run("perft", "checkers", 2, "--position", "B:W32:BK1", "--json", "--divide")[1])
    assert output["moves"] == {"1-5": 2, "1-6": 2}
    assert output["count"] == 4
    assert run("perft", "reversi", 0)[1] == "1\n"


def test_an_analysis_shows_every_move(run: Run) -> None:
    status, text, _ = run("analyse", "B:W32:BK1", "--game", "checkers", "--depth", 2)
    assert status == 0
    assert "⛃" in text
    assert sorted(line.split()[-1] for line in text.splitlines()[-2:]) == ["1-5", "1-6"]
    output = json.loads(run("analyse", "B:W32:BK1", "--game", "checkers", "--multipv", 1, "--json")[1])
    assert [line["moves"] for line in output["lines"]] == [["1-6"]]
    assert output["lines"][0]["exact"]


def test_a_game_in_a_file_or_in_the_input_is_analysed(run: Run, tmp_path: Path) -> None:
    board = Board("reversi", seed=3)
    board.push_text("f5")
    record = tmp_path / "game.txt"
    record.write_text(board.to_record())
    for output in (
        run("analyse", record, "--depth", 2, "--json"),
        run("analyse", "-", "--json", typed=record.read_text()),
    ):
        assert json.loads(output[1])["position"] == board.to_text()


def test_colours_are_shown_on_request(run: Run) -> None:
    assert "\x1b[" not in run("analyse", "B:W32:BK1", "--game", "checkers")[1]
    assert "\x1b[" in run("analyse", "B:W32:BK1", "--game", "checkers", "--colour", "always")[1]


def test_a_collection_is_converted_and_bad_games_are_named(run: Run, tmp_path: Path) -> None:
    source, target = tmp_path / "games.pdn", tmp_path / "games.json"
    source.write_text(PDN)
    status, text, errors = run("convert", source, target)
    assert (status, text) == (1, "2 games written, 1 left out\n")
    assert errors.startswith("game 2 was left out: “99-1” is not a legal move here. (line 6")
    first, third = map(json.loads, target.read_text().splitlines())
    assert [move["move"] for move in first["moves"]] == ["11-15", "23-19", "8-11", "22-17"]
    assert first["headers"] == {"Event": "First"}
    assert (first["ended"], first["result"]["places"]) == ("resigned 2", [1, 2])
    assert third["result"] is None
    output = json.loads(run("convert", source, target, "--json")[1])
    assert output["left_out"][0] | {"error": ""} == {
        "game": 2,
        "error": "",
        "line": 6,
        "column": output["left_out"][0]["column"],
    }


@pytest.mark.parametrize("form", ["record", "json", "pdn"])
def test_what_was_converted_is_read_again(run: Run, tmp_path: Path, form: str) -> None:
    source, there, back = tmp_path / "a.pdn", tmp_path / "b", tmp_path / "c.json"
    source.write_text(PDN.replace(" 99-1", ""))
    assert run("convert", source, there, "--to", form)[0] == 0
    assert run("convert", there, back)[1] == "3 games written, 0 left out\n"
    straight = tmp_path / "d.json"
    run("convert", source, straight)
    kept = [json.loads(line) for line in back.read_text().splitlines()]
    wanted = [json.loads(line) for line in straight.read_text().splitlines()]
    assert [row | {"headers": {}} for row in kept] == [row | {"headers": {}} for row in wanted]
    assert [row["headers"]["Event"] for row in kept] == ["First", "Second", "Third"]


@pytest.mark.parametrize("game", games())
def test_games_of_all_kinds_become_json_and_come_back(run: Run, tmp_path: Path, game: str) -> None:
    board = Board(game, seed=5)
    while board.ply < 30:
        board.roll() if board.is_chance else board.push(board.legal_moves[-1])
    record, there, back = tmp_path / "a.txt", tmp_path / "b.json", tmp_path / "c.txt"
    record.write_text(board.to_record())
    assert run("convert", record, there)[0] == run("convert", there, back)[0] == 0
    assert Board.from_record(back.read_text()) == board
    assert run("convert", there, "-", "--to", "record")[1] == back.read_text()


def test_a_collection_whose_first_game_is_bad_is_converted(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "games.pdn"
    source.write_text(PDN.replace("11-15 23-19", "11-15 1-2"))
    status, text, errors = run("convert", source, "-", "--to", "pdn")
    assert status == 1
    assert [line for line in text.splitlines() if "Event" in line] == ['[Event "Third"]']
    assert [line.split(":")[0] for line in errors.splitlines()] == ["game 1 was left out", "game 2 was left out"]
    assert "(line 3, column 10)" in errors
    status, text, _ = run("convert", "-", tmp_path / "out.json", typed=text)
    assert (status, text) == (0, "1 games written, 0 left out\n")


def test_a_binary_file_is_written_and_read_with_its_names(run: Run, tmp_path: Path) -> None:
    whole = random_game(2)
    games_there = [FileGame(1, Board.from_match(whole), {"Black": "Asha", "White": "Zoë", "Event": "Cup"}),
                   FileGame(2, Board.from_match(random_game(3, 5)), {})]  # fmt: skip
    source, target = tmp_path / "games.ggf", tmp_path / "games.wtb"
    source.write_bytes(write_games(games_there, "ggf").files[""])
    status, output, errors = run("convert", source, target, "--json")
    assert status == 1
    assert errors == "game 2 was left out: A game of WTHOR begins at the usual start and is played to its end.\n"
    assert json.loads(output) == {
        "written": 1,
        "format": "wthor",
        "files": [str(target), str(tmp_path / "games.jou"), str(tmp_path / "games.trn")],
        "left_out": [{"game": 2, "error": "A game of WTHOR begins at the usual start and is played to its end."}],
    }
    for ending in ("jou", "trn"):
        (tmp_path / f"games.{ending}").rename(tmp_path / f"WTHOR.{ending.upper()}")
    status, text, _ = run("convert", target, "-", "--to", "sgf")
    assert status == 0
    assert "PB[Asha]PW[Zoë]" in text
    (tmp_path / "WTHOR.JOU").unlink()
    assert "PB[" not in run("convert", target, "-", "--to", "sgf")[1]


def test_one_game_is_written_as_text_or_refused() -> None:
    board = Board("reversi", seed=1)
    board.push_text("f5")
    assert game_files.written(board, "transcript", {}) == "f5\n"
    assert game_files.form_of(Path("a.SGF")) == "sgf"
    with pytest.raises(CommandError, match="played to its end"):
        game_files.written(board, "wthor", {})


def test_an_encoding_can_be_named(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "games.pdn"
    source.write_bytes('[Black "Ирина"]\n1. 11-15 *'.encode("cp1251"))
    assert '[Black "Ирина"]' in run("convert", source, "-", "--encoding", "cp1251")[1]
    assert run("convert", source, "-", "--encoding", "x")[2] == "chowk: there is no encoding x\n"


BAD = {
    ("perft", "reversi", "-1"): "the depth is a number of moves",
    ("convert", "no such file", "-"): "No such file",
    ("analyse", "X", "--game", "reversi"): "64 squares",
    ("puzzle", "reversi", "--theme", "x"): "the themes of reversi are",
    ("puzzle", "reversi", "--key", "x"): "no puzzle has the key x",
    ("play", "reversi", "--seat", "2"): "there are the seats 0 to 1",
    ("play", "checkers", "--rule", "ballot=1"): "ballot of checkers is one of off",
    ("play", "reversi", "--level", "Dragon"): "is no level",
}


@pytest.mark.parametrize("words", BAD)
def test_a_command_that_fails_says_why(run: Run, words: tuple[str, ...]) -> None:
    status, _, errors = run(*words)
    assert status == 1
    assert errors.startswith("chowk: ")
    assert BAD[words] in errors
    status, output, _ = run(*words, "--json")
    assert status == 1
    assert BAD[words] in json.loads(output.splitlines()[-1])["error"]


def test_wrong_arguments_and_an_interruption_have_their_own_status(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run()[0] == 2
    assert run("perft", "chess", 1)[0] == 2
    assert run("--version") == (0, f"chowk {VERSION}\n", "")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Board, "perft", interrupted)
    assert run("perft", "reversi", 1)[0] == 130


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_command_ends_quietly_if_nobody_reads_its_output(form: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as unread:
        ended = subprocess.run(
            [sys.executable, "-m", "chowk", "games", *form], stdout=unread, stderr=subprocess.PIPE, cwd=PY, check=False
        )
    assert (ended.returncode, ended.stderr) == (141, b"")


def test_an_error_in_a_text_has_its_line_and_column(run: Run) -> None:
    _, output, _ = run("analyse", "-", "--json", typed='[Game "reversi"]\n\n1. d3\n2. a1')
    assert (json.loads(output)["line"], json.loads(output)["column"]) == (4, 4)


# Playing ------------------------------------------------------------------------------------------------------------


def test_a_game_is_played_with_hints_and_undo(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "game.txt"
    typed = f"moves\nhint\nf5\nundo\nz9\n1\nboard\nhelp\nsave {kept}\nquit\n"
    status, text, _ = run("play", "reversi", "--seed", 3, typed=typed)
    assert status == 0
    assert text.count("1. d3  2. c4  3. f5  4. e6") >= 3
    assert "to win): Black: " in text
    assert "“z9” is not a legal move here." in text
    assert "Black: f5, turning 1 disc." in text
    board = Board.from_record(kept.read_text())
    assert [board.ply, board.turn] == [2, 0]
    board.pop()
    assert board.pop() == board.parse("d3")
    status, text, _ = run("play", "reversi", "--resume", kept, typed="undo\nundo\nquit\n")
    assert status == 0
    assert "There is no move to take back." in text
    assert run("play", "checkers", "--resume", kept)[0] == 1


@pytest.mark.parametrize("game", ["reversi", "checkers", "patchwork"])
def test_a_game_is_played_to_its_end_by_numbers(run: Run, game: str) -> None:
    status, text, _ = run("play", game, "--seed", 4, "--seat", -1, typed="1\n" * 300)
    assert status == 0
    assert "is not a legal move" not in text
    assert not text.rstrip().endswith(">"), "the game is over before the numbers are"


@pytest.mark.parametrize("game", ["parcheesi", "kilkenny"])
def test_dice_are_rolled_and_shown(run: Run, game: str) -> None:
    status, text, _ = run("play", game, "--seed", 4, "--level", 0, typed="1\n" * 20)
    assert status == 0
    assert text.count("Roll: [") > 20
    assert "is not a legal move" not in text


def test_undo_goes_back_over_rolls_and_the_other_players_moves(run: Run, tmp_path: Path) -> None:
    kept, before = tmp_path / "after.txt", tmp_path / "before.txt"
    run("play", "kilkenny", "--seed", 9, typed=f"save {before}\n1\nundo\nsave {kept}\nquit\n")
    assert kept.read_text() == before.read_text()
    assert Board.from_record(kept.read_text()).turn == 0


# Puzzles ------------------------------------------------------------------------------------------------------------


def test_a_puzzle_is_solved_by_its_solution(run: Run) -> None:
    puzzle = next(row for row in puzzles_of("checkers") if len(row.lines[0]) == 3)
    own = "\n".join(puzzle.lines[0][::2]) + "\n"
    status, text, _ = run("puzzle", "checkers", "--key", puzzle.key, typed=own)
    assert status == 0
    assert f"Puzzle {puzzle.key}, difficulty {puzzle.rating}." in text
    assert "Solved. " in text
    wrong = next(move for move in Board("checkers", puzzle.setup).texts() if move not in own.split())
    status, text, _ = run("puzzle", "checkers", "--key", puzzle.key, typed=f"x\n{wrong}\n{own}")
    assert status == 1
    assert "That is not the best move." in text
    assert "Solved. " in text


def test_whoever_leaves_a_puzzle_sees_the_solution(run: Run) -> None:
    status, text, _ = run("puzzle", "reversi", "--seed", 1, typed="quit\n")
    assert status == 1
    output = json.loads(run("puzzle", "reversi", "--seed", 1, "--json")[1])
    assert f"The solution: {' '.join(output['solutions'][0])}" in text
    assert json.loads(run("puzzle", "reversi", "--seed", 1, "--theme", "win", "--json")[1])["theme"] == "win"


# The whole program ------------------------------------------------------------------------------------------------


def test_the_package_is_a_program(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["chowk", "perft", "reversi", "1"])
    with pytest.raises(SystemExit) as end:
        runpy.run_module("chowk", run_name="__main__")
    assert end.value.code == 0
    assert capsys.readouterr().out == "4\n"
