"""Test Reversi's named openings: legal, recognised in every orientation and move order, absent elsewhere."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from chowk import games
from chowk.core.match import Match
from chowk.games.reversi import openings
from chowk.games.reversi.engine import book
from chowk.games.reversi.ui import draft


def played(name: str, moves: str, size: int = 2) -> Match[Any, Any]:
    match = games.load(name).match(1)
    names = moves.split() if " " in moves else [moves[offset : offset + size] for offset in range(0, len(moves), size)]
    for move in names:
        match.push(move)
    return match


def test_every_line_is_legal_and_every_name_is_of_one_opening() -> None:
    lines = [line.partition(" ") for line in openings.LINES.strip().splitlines()]
    names = [part_of_name for _, _, name in lines for part_of_name in name.split(" / ")]
    assert len(lines) == 88
    assert len({*names}) == len(names) == 101
    for moves, _, name in lines:
        assert games.load("reversi").opening(played("reversi", moves)) == name


def test_no_two_openings_are_the_same_position_turned_over() -> None:
    ends = {name: played("reversi", "".join(moves)).position for name, moves in openings.lines()}
    turned = {name: book.standard(end.own, end.other)[0] for name, end in ends.items()}
    assert len({*turned.values()}) == len(turned)
    assert {*Counter(openings.named().values()).items()} == {(name, 4) for name in ends}, "from each of four sides"
    for name, end in ends.items():
        assert openings.named()[end] == name


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("f5f6", "Diagonal"),
        ("d3c3", "Diagonal"),
        ("f5d6", "Perpendicular"),
        ("f5f4", "Parallel"),
        ("e6f4", "Perpendicular"),
        ("f5d6c3d3c4", "Tiger"),
        ("f5d6c4d3c3", "Tiger"),  # the position of the row above, by moves in another order
        ("f5d6c3d3c4f4", "Tiger"),
        ("f5d6c3d3c4f4f6", "Stephenson"),
        ("f5d6c5f4e3c6d3f6e6d7", "Rose"),
        ("c4c3d3c5d6f4f5", "Rose v Toth"),
        ("f5d6c3d3c4f4f6f3e6e7", "Scorpion"),
        ("f5d6c3d3c4f4c5b3c2e3", "Nicolet"),
        ("f5f6e6f4g5e7f7", "Classic Heath"),
        ("f5f6e6d6f7", "Snake / Peasant"),
        ("f5f6e6f4e3c5c4e7", "Tanida"),
        ("f5", ""),
    ],
)
def test_an_opening_is_known_from_every_side_by_the_last_name_that_it_had(moves: str, name: str) -> None:
    assert games.load("reversi").opening(played("reversi", moves)) == name


def test_checkers_has_names_of_its_own_and_other_games_have_none() -> None:
    checkers = games.load("checkers")
    assert checkers.opening(played("checkers", "11-15 23-19 8-11 22-17")) == checkers.opening(
        played("checkers", "11-15 23-19 8-11")
    )
    assert checkers.opening(played("checkers", "11-15 23-19")) == ""
    assert games.load("patchwork").opening(games.load("patchwork").match(1)) == ""


def test_balanced_openings_are_eight_moves_of_their_own_and_can_be_set_up() -> None:
    positions = [position for _, position in openings.balanced()]
    assert all((position.black | position.white).bit_count() == 4 + openings.EVEN for position in positions)
    assert len({book.standard(position.own, position.other)[0] for position in positions}) == len(positions) >= 40
    for number, (title, position) in enumerate(openings.balanced(), 1):
        match = played("reversi", title.partition(" ")[0])
        assert match.position == position
        assert games.load("reversi").opening(match) == title.partition(" ")[2]
        assert (f"{number}. {title}", position) in draft.named()
