"""Test the review of games on the command line: the page's verdicts, several games, limits, and errors."""

from __future__ import annotations

import asyncio
import io
import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from chowk import games
from chowk.core import record
from chowk.engine.protocol import Desk, Reply
from chowk.features.review.review import Review
from chowk.games.api import Game
from chowk.library import Board
from chowk.session.table import Table
from chowk.storage.plan import Plan, SeatPlan
from chowk.terminal import review
from chowk.terminal.commands import main
from tests.fakes import FakeWorld, app_in

SHORTEST = "f5d6c5f4e3f6g5e6e7"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the depth of the searches for verdicts to a few plies, so that the tests are quick."""
    load = games.load

    @cache
    def quick(name: str) -> Game:
        game = load(name)
        assert game.scale is not None
        return game._replace(scale=game.scale._replace(depth=3, deep=5, glance=2, ending=lambda _: 0))

    monkeypatch.setattr(games, "load", quick)


def reviewed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: object, typed: str = ""
) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
    status = main(["review", *map(str, words)])
    return status, *capsys.readouterr()


def test_the_verdicts_are_those_of_the_page(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    status, text, _ = reviewed(capsys, monkeypatch, "-", "--game", "reversi", "--json", typed=SHORTEST)
    assert status == 0
    output = json.loads(text)
    game = games.load("reversi")
    board = Board("reversi", seed=0)
    for place in range(0, len(SHORTEST), 2):
        board.push_text(SHORTEST[place : place + 2])
    match, _ = record.read(board.to_record(), games.find_ruleset)
    page = Review(Table(game, Plan("reversi", (SeatPlan(), SeatPlan())), match, "1", ""))
    asyncio.run(page.run(app_in(FakeWorld())))
    assert page.done
    assert output["complete"]
    assert output["result"] == [1, 2]
    assert output["turning_point"] == (page.turning() or 0) + 1
    grades = {"slip": "inaccuracy", "": None}
    for ply, move in enumerate(output["moves"]):
        grade = page.grade(ply)
        assert move["grade"] == grades.get(grade, grade)
        assert move["better"] == (page.better(ply) or None)
        assert move["cost"] == page.cost(ply)
    assert [player["accuracy"] for player in output["players"]] == [page.accuracy(0), page.accuracy(1)]
    assert any(move["grade"] == "mistake" and move["better"] and move["reasons"] for move in output["moves"])


def test_people_read_the_mistakes_and_the_turning_point(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    status, text, _ = reviewed(capsys, monkeypatch, "-", "--game", "reversi", typed=SHORTEST)
    assert status == 0
    assert "Black wins 13 to 0" in text
    assert "Turning point: move " in text
    assert ": mistake. It cost " in text
    assert " Better: " in text


PDN = """[White "Ann"]
[Black "Bo"]
[Result "1-0"]
1. 11-15 23-19 2. 8-11 22-17 1-0

[White "Cy"]
1. 11-15 99-1 *

[Event "Third"]
1. 9-13 22-18 *

[Event "Nothing played"]
[Result "*"]
*
"""


def test_games_are_reviewed_in_turn_and_bad_ones_are_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "games.pdn"
    path.write_text(PDN)
    status, text, errors = reviewed(capsys, monkeypatch, path, "--json")
    output: list[dict[str, Any]] = [json.loads(line) for line in text.splitlines()]
    assert status == 1
    assert [row["number"] for row in output] == [1, 2, 3, 4]
    assert ["error" in row for row in output] == [False, True, False, True]
    assert output[0]["headers"]["White"] == "Ann"
    assert [move["move"] for move in output[2]["moves"]] == ["9-13", "22-18"]
    assert output[2]["result"] is None
    assert "game 2 was left out" in errors
    assert "game 4 was left out: there is no move to review" in errors
    status, text, _ = reviewed(capsys, monkeypatch, path)
    assert status == 1
    assert "Game 1: Ann v Bo" in text


def test_a_limit_of_time_ends_the_review_with_what_is_known(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    board = Board("kilkenny", seats=2, seed=7)
    while board.ply < 12:
        board.roll() if board.is_chance else board.push(board.legal_moves[-1])
    status, text, _ = reviewed(capsys, monkeypatch, "-", "--json", "--seconds", 0, typed=board.to_record())
    assert status == 0
    output = json.loads(text)
    assert not output["complete"]
    assert {move["grade"] for move in output["moves"]} == {None}
    status, text, _ = reviewed(capsys, monkeypatch, "-", "--seconds", 0, typed=board.to_record())
    assert "Stopped after 0 seconds: 0 of 6 choices were judged." in text


def test_without_kernels_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Lacking(Desk):
        async def answer(self, text: str) -> str:
            assert text
            return Reply(0, error="no kernel here", lacking=True).text()

    monkeypatch.setattr(review, "Desk", Lacking)
    status, _, errors = reviewed(capsys, monkeypatch, "-", "--game", "reversi", typed=SHORTEST)
    assert status == 1
    assert "pip install chowk[engines]" in errors
