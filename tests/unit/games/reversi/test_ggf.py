"""Test games in the Generic Game Format: what is written is read back, with values and times as comments."""

from __future__ import annotations

import pytest

from chowk.features.sharing import foreign_texts
from chowk.games.reversi import ggf, notation
from tests.unit.games.reversi.random_games import lengths, random_game

BOARD = "BO[8 ---------------------------O*------*O--------------------------- *]"


@pytest.mark.parametrize("count", [60, pytest.param(1000, marks=pytest.mark.deep)])
def test_random_games_are_read_back_as_they_were_written(count: int) -> None:
    for seed, plies in lengths(count):
        match = random_game(seed, plies)
        parsed = foreign_texts.read_text(ggf.write(match, {"Black": "Asha", "White": "Kishan", "Date": "2026.11.28"}))
        assert parsed.match.moves == match.moves
        assert parsed.match.outcome() == match.outcome()
        assert [seat.name for seat in parsed.plan.seats] == ["Asha", "Kishan"]
        assert parsed.tree.headers["Date"] == "2026.11.28"
        assert not parsed.notes


@pytest.mark.parametrize(
    ("result", "places", "why"),
    [
        ("+64.00:r", (1, 2), "resigned"),
        ("-12:r", (2, 1), "resigned"),
        ("-64.00:t", (2, 1), "time"),
        ("0.00:s", (1, 1), "agreed"),
        ("+4.00:s", None, ""),
        ("+12.00", None, ""),
        ("?", None, ""),
    ],
)
def test_a_result_that_players_declared_ends_the_game(result: str, places: tuple[int, ...] | None, why: str) -> None:
    text = f"(;GM[Othello]RE[{result}]TY[8]{BOARD}B[F5]W[D6];)"
    outcome = foreign_texts.read_text(text).match.outcome()
    assert (outcome and outcome[0::2]) == ((places, why) if places else None)


def test_values_and_times_are_kept_as_comments() -> None:
    text = f"(;GM[Othello]TY[8]{BOARD}B[F5/1.2/2.99]W[D6//0.5]B[C3/-.5]W[D3/x/-1];)"
    tree = foreign_texts.read_text(text).tree
    assert [tree.nodes[number].comment for number in tree.path(tree.end(0))] == [
        "+1.20 · 2.99 s",
        "0.50 s",
        "-0.50",
        "",
    ]


def test_comments_with_values_and_times_are_written_again() -> None:
    match = random_game(1, 4)
    text = ggf.write(match, {}, {1: ggf.remark("1.2", "2.99"), 2: "a comment", 3: ggf.remark("", "0.5"), 4: "-0.50"})
    moves = [f"{side}[{move.upper()}" for side, move in zip("BWBW", match.written(), strict=True)]
    assert text.endswith(f"{moves[0]}/1.20/2.99]{moves[1]}]{moves[2]}//0.50]{moves[3]}/-0.50];)\n")
    tree = notation.read_variations(text)
    assert [tree.nodes[number].comment for number in tree.path(tree.end(0))] == [
        "+1.20 · 2.99 s",
        "",
        "0.50 s",
        "-0.50",
    ]


def test_the_clock_and_the_players_are_written_as_the_server_does() -> None:
    text = ggf.write(random_game(3, 0), {"TimeControl": "300+5", "Black": "[a];b\n", "Event": "Tour"})
    assert text == f"(;GM[Othello]PC[Tour]PB[(a),b ]RE[?]TI[05:00/00:05]TY[8]{SPACED};)\n"


SPACED = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"


def test_a_pass_has_two_letters() -> None:
    match = next(match for match in map(random_game, range(50)) if "pass" in match.written())
    assert "[PA]" in ggf.write(match, {})
