"""Test Checkers' named openings: legal, distinct, and recognised in longer games."""

from __future__ import annotations

from typing import Any

import pytest

from chowk import games
from chowk.core.match import Match
from chowk.games.checkers import openings
from chowk.games.checkers.rules import BALLOTS, OPENINGS
from chowk.games.checkers.ui import draft


def played(moves: str) -> Match[Any, Any]:
    match = games.load("checkers").match(1)
    for move in moves.split():
        match.push(move)
    return match


def test_every_classic_line_is_legal_and_is_called_by_its_name() -> None:
    lines = openings.LINES.strip().splitlines()
    assert len(openings.classic()) == len(lines) == 33
    assert len({position.key for position in openings.classic().values()}) == 33
    for line in lines:
        moves = [word for word in line.split() if word[0].isdigit()]
        assert games.load("checkers").opening(played(" ".join(moves))) == " ".join(line.split()[len(moves) :])


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("11-15", ""),
        ("9-14 23-18", "Double Corner"),
        ("11-15 23-19 8-11 22-17", ""),
        ("11-15 23-19 8-11 22-17 4-8 25-22", "Old Fourteenth"),
        ("11-15 22-17 9-13 24-20", "Wagram"),
        ("9-13 22-18 10-14", "Inferno"),
    ],
)
def test_a_game_is_called_by_the_last_name_that_it_had(moves: str, name: str) -> None:
    assert games.load("checkers").opening(played(moves)) == name


def test_drawn_ones_keep_their_names_and_all_can_be_set_up() -> None:
    for ballot in BALLOTS:
        if ballot.number in OPENINGS:
            match = games.load("checkers").match(1)
            for move in ballot.moves:
                match.play(move)
            assert games.load("checkers").opening(match) == OPENINGS[ballot.number]
    names = [name for name, _ in draft.named()]
    assert len(names) == 33 + len(BALLOTS)
    assert names[0] == "Edinburgh"
