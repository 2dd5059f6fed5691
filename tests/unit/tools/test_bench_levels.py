"""Test the measurement of opponents: pairs of games, and the figures calculated from them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from chowk.core.position import CHANCE
from tests.bench import levels
from tests.bench.levels import Tally


@pytest.mark.parametrize(("game", "seats"), [("kilkenny", 2), ("kilkenny", 4), ("parcheesi", 2), ("reversi", 2)])
def test_an_opponent_is_as_good_as_itself(game: str, seats: int) -> None:
    tally = levels.match(levels.contest(game, seats), 1, 1, 4, 1.0)
    assert tally.rate == 0.5
    assert sum(tally.shares[:2]) == sum(tally.shares[2:]) == 1, "the same dice, the seats changed"


def test_the_better_one_has_every_other_seat() -> None:
    tally = levels.match(levels.contest("parcheesi", 4), 2, 0, 4, 1.0)
    assert tally.shares == (1, 1, 1, 1)


def test_every_pair_has_an_opening_of_its_own() -> None:
    checkers = levels.contest("checkers", 2)
    assert len({levels.opening(checkers, number) for number in range(8)}) == 8
    assert levels.opening(levels.contest("kilkenny", 4), 3).turn == CHANCE
    assert levels.opening(levels.contest("reversi", 2), 3) == levels.opening(levels.contest("reversi", 2), 3)


def test_a_table_that_was_broken_off_is_taken_up_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, reversi = tmp_path / "results", levels.contest("reversi", 2)
    first = levels.match(reversi, 1, 0, 2, 1.0, levels.Kept(file))
    played = []
    share_of = levels.share_of

    def watched(*arguments: Any) -> levels.Game:
        played.append(arguments[3])
        return share_of(*arguments)

    monkeypatch.setattr(levels, "share_of", watched)
    whole = levels.match(reversi, 1, 0, 4, 1.0, levels.Kept(file))
    assert played == [2, 3]
    assert whole.shares[:2] == first.shares
    assert len(file.read_text().splitlines()) == 4


def test_the_error_is_that_of_the_pairs() -> None:
    assert Tally((1, 0, 0, 1), 0).error == 0
    one_sided = Tally((1, 1, 0, 0, 1, 1, 1, 1), 0)
    assert one_sided.rate == 0.75
    assert one_sided.error == pytest.approx(0.25)
    assert not one_sided.sure
    assert Tally((1, 1) * 8 + (0, 0), 0).sure


def test_a_line_tells_wins_draws_and_losses() -> None:
    text = levels.line(Tally((1, 0.5, 0, 1), 0.25), 4, "Lynx v Tabby", 3)
    assert "+2 =1 -1" in text
    assert "62.5%" in text
    assert "4 players" in text
