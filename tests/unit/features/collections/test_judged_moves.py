"""Test the engine's values that the explorer shows: they come from the results of a check."""

from __future__ import annotations

import pytest

from chowk import games
from chowk.features.collections import checking, judged_moves
from chowk.features.collections import desk as desks
from chowk.features.collections.archive import Archive, GameRow
from chowk.features.collections.checking import Missed, SeatResult
from tests.fakes import FakeArchives


def checked_archive() -> tuple[Archive, checking.Results]:
    """Return a collection of one game of Reversi, and the results of a check of it: the second move lost a won game."""
    archive = Archive("x")
    archive.add(GameRow("reversi", ("Asha", "Li"), "", "", "", 0, "", "", 2, bytes((37, 43))))
    missed = Missed(1, "f4", 40.0, 24.0 + 10.0, 14, False, "other")
    return archive, {checking.digest(archive, 0): (SeatResult(), SeatResult(missed=(missed,)))}


def test_values_beyond_a_won_game_do_not_hide_what_a_mistake_cost() -> None:
    """A value above that of a won game is replaced by the value of a won game.

    Here the better move's value is 40, and a won game has 24. The mistake cost 34, which was computed from 24. So the
    mistake's value must be 24 minus 34, not 40 minus 34.
    """
    archive, results = checked_archive()
    found: judged_moves.JudgedMoves = {}
    for _ in judged_moves.collecting(archive, results, found):
        pass
    position = games.load("reversi").match(1).position.play(37)
    values = judged_moves.values(archive, found, "reversi", position)
    assert {move: value.lead for move, value in values.items()} == {"f4": 24.0, "d6": -10.0}


async def test_values_that_a_check_finds_while_others_are_collected_are_not_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(desks, "SLICE", -1.0)
    archive, results = checked_archive()
    desk = FakeArchives().desk
    known: checking.Results = {"none": ()}
    desk._checks._known["1"] = known

    async def pause() -> None:
        known.update(results)

    desk._pause = pause
    assert await desk._judged_moves("1", archive) == {}
    assert len(await desk._judged_moves("1", archive)) == 1
