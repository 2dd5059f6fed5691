"""Test the ladder: when an opponent counts as beaten, and which one is proposed after a game."""

from __future__ import annotations

import pytest

from chowk import games
from chowk.core.message import english
from chowk.features.people.ladder import IN_A_ROW, next_level, proposal, rungs
from chowk.storage.statistics import FITTING, MIXED, PEOPLE, Result

GAME = games.load("checkers")
WON, LOST, DRAWN = (1, False), (2, False), (1, True)


def played(*games_played: tuple[int, tuple[int, bool]], players: int = 2, name: str = "checkers") -> dict[str, Result]:
    """Return the results of games against opponents by the game's number (in hexadecimal), in the order of time.

    Each of `games_played` has the opponent's level and one of `WON`, `LOST` and `DRAWN`. `name` is the game's name.
    """
    return {
        f"{day:x}": Result(name, players, level, place, shared, None, False, 60, f"2026-11-{day:02}T12:00:00+00:00")
        for day, (level, (place, shared)) in enumerate(games_played, 1)
    }


def proposed(results: dict[str, Result]) -> tuple[int, bool] | None:
    found = proposal(GAME, results, list(results)[-1])
    return (found.level.number, found.up) if found is not None else None


@pytest.mark.parametrize(
    ("games_played", "expected"),
    [
        ([(2, LOST)], None),
        ([(2, LOST), (2, LOST)], (1, False)),
        ([(2, WON), (2, LOST), (2, LOST)], (1, False)),
        ([(2, WON), (2, WON)], (8, True)),
        ([(2, LOST), (2, WON)], None),
        ([(2, LOST), (2, DRAWN)], None),
        ([(1, LOST), (2, LOST)], None),
        ([(0, LOST), (0, LOST)], None),
        ([(6, WON), (6, WON)], None),
        ([(0, WON), (0, WON)], (1, True)),
        ([(PEOPLE, LOST), (PEOPLE, LOST)], None),
        ([(MIXED, WON), (MIXED, WON)], None),
        ([(FITTING + 2500, WON), (FITTING + 2500, WON)], None),
    ],
)
def test_two_in_a_row_propose_a_neighbour(
    games_played: list[tuple[int, tuple[int, bool]]], expected: tuple[int, bool] | None
) -> None:
    assert IN_A_ROW == 2
    assert proposed(played(*games_played)) == expected


def test_only_the_latest_game_of_two_proposes() -> None:
    results = played((2, LOST), (2, LOST), (2, LOST))
    assert proposal(GAME, results, "2") is None
    assert proposal(GAME, {}, "1") is None
    assert proposed(played((2, LOST), (2, LOST), players=3)) is None
    assert proposal(games.load("reversi"), results, "3") is None


def test_a_rung_has_the_date_of_the_first_win() -> None:
    results = played((1, LOST), (1, WON), (1, WON), (0, DRAWN), (4, WON))
    beaten = {rung.level.number: rung.beaten[:10] for rung in rungs(GAME, results) if rung.beaten}
    assert beaten == {1: "2026-11-02", 4: "2026-11-05"}
    assert next_level(GAME, results).number == 0
    assert next_level(GAME, {}).number == 0
    everybody = played(*((level.number, WON) for level in GAME.bots.LEVELS))
    assert next_level(GAME, everybody) == GAME.bots.LEVELS[-1]


@pytest.mark.parametrize("name", games.ready())
def test_each_opponent_teaches_something(name: str) -> None:
    game = games.load(name)
    assert game.taught is not None
    taught = game.taught()
    assert set(taught) == {level.number for level in game.bots.LEVELS}
    assert len({english(sentence) for sentence in taught.values()}) == len(taught)
    assert all(len(english(sentence)) <= 90 for sentence in taught.values())
