"""Test the worked positions of the rules, PA-01 to PA-55: all results of a roll."""

from __future__ import annotations

from typing import Any

import pytest

from chowk.games.parcheesi.rules import LOSE, Position, board
from tests.unit.games.parcheesi.helpers import PARKER, End, dice, due, ends, places, played, text, written


def owed(own: str, *bonuses: int, captured: int = 0) -> End:
    return End(own, captured or bonuses.count(20), bonuses)


def only(*owns: str) -> set[End]:
    return {End(own) for own in owns}


EXAMPLES: dict[str, tuple[str, str, dict[str, Any], set[End]]] = {
    "PA-01": ("n,n,n,n", "3-4", {}, only("n,n,n,n")),
    "PA-02": ("n,n,n,n", "1-4", {}, only("n,n,n,5")),
    "PA-02 by 2 and 3": ("n,n,n,n", "2-3", {}, only("n,n,n,5")),
    "PA-03": ("n,n,n,n", "5-3", {}, only("n,n,n,8")),
    "PA-05": ("5,n,n,n", "5-2", {}, only("n,n,5,7", "n,n,n,12")),
    "PA-05 Parker": ("5,n,n,n", "5-2", {"house": PARKER}, only("n,n,5,7")),
    "PA-07": ("n,n,n,n", "4-1", {"west": "5,n,n,n"}, {owed("n,n,n,5", 20)}),
    "PA-09": ("n,n,n,30", "5-5", {"east": "5,5,n,n"}, only("n,n,n,40")),
    "PA-10": ("n,n,n,20", "2-3", {"west": "5,5,n,n"}, only("n,n,n,25")),
    "PA-12": ("5,5,n,n", "5-6", {}, only("n,5,5,11", "n,n,5,16", "n,n,10,11")),
    "PA-12 Parker": ("5,5,n,n", "5-6", {"house": PARKER}, only("n,5,5,11")),
    "PA-14": (
        "8,9,n,n",
        "2-1",
        {"east": "10,n,n,n"},
        {*only("n,n,8,12", "n,n,9,11"), owed("n,n,8,12", 20), owed("n,n,9,11", 20), owed("n,n,10,10", 20)},
    ),
    "PA-15": ("8,n,n,n", "2-2", {"east": "10,n,n,n"}, {owed("n,n,n,12", 20)}),
    "PA-16": ("8,n,n,n", "2-2", {"east": "10,10,n,n"}, only("n,n,n,8")),
    "PA-18": ("8,n,n,n", "4-4", {"east": "12,n,n,n"}, only("n,n,n,8")),
    "PA-20": ("10,H,H,H", "3-4", {"east": "12,n,n,n"}, only("17,H,H,H")),
    "PA-22": ("8,H,H,H", "2-3", {"east": "12,12,n,n"}, only("11,H,H,H")),
    "PA-24": ("10,10,H,H", "4-6", {"east": "20,20,n,n"}, only("14,16,H,H")),
    "PA-27": (
        "10,12,12,H",
        "2-6",
        {},
        only("10,12,20,H", "10,14,18,H", "12,12,18,H", "12,14,16,H"),
    ),
    "PA-28": ("20,20,n,H", "2-2", {}, only("n,20,24,H")),
    "PA-29": ("20,20,H,H", "2-2", {}, only("20,34,H,H", "22,32,H,H", "24,30,H,H", "25,29,H,H")),
    "PA-31": ("66,H,H,H", "3-4", {"west": "0,0,n,n"}, only("66,H,H,H")),
    "PA-32": ("66,H,H,H", "2-3", {"west": "0,n,n,n"}, only("3,H,H,H", "h3,H,H,H")),
    "PA-34": ("h6,h6,H,H", "1-1", {}, {owed("h6,H,H,H", 10)}),
    "PA-35": ("8,H,H,H", "6-6", {}, only("22,H,H,H")),
    "PA-37": ("8,n,H,H", "6-6", {}, only("n,20,H,H")),
    "PA-39": (
        "8,30,H,H",
        "6-6",
        {},
        only(
            "8,44,H,H",
            "9,43,H,H",
            "10,42,H,H",
            "14,38,H,H",
            "15,37,H,H",
            "16,36,H,H",
            "20,32,H,H",
            "21,31,H,H",
            "22,30,H,H",
        ),
    ),
    "PA-41": ("n,n,n,n", "2-2", {}, only("n,n,n,n")),
    "PA-44": ("h5,H,H,H", "3-4", {}, only("H,H,H,H")),
    "PA-45": ("h3,H,H,H", "2-3", {}, only("H,H,H,H")),
    "PA-45 by 1 and 6": ("h3,H,H,H", "1-6", {}, only("h4,H,H,H")),
    "PA-46": ("66,H,H,H", "4-3", {}, only("h5,H,H,H", "5,H,H,H")),
    "PA-48": ("0,H,H,H", "6-2", {}, only("H,H,H,H", "8,H,H,H")),
}

WON = {"PA-44", "PA-45", "PA-48"}
AGAIN = {"PA-09", "PA-16", "PA-18", "PA-28", "PA-29", "PA-35", "PA-37", "PA-39", "PA-41"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_roll_comes_to_exactly_these_positions(name: str) -> None:
    own, roll, others, expected = EXAMPLES[name]
    assert ends(due(own, roll, **others)) == {end._replace(own=_sorted(end.own)) for end in expected}


@pytest.mark.parametrize("name", sorted(AGAIN))
def test_every_double_ends_with_another_roll(name: str) -> None:
    own, roll, others, _ = EXAMPLES[name]
    position = due(own, roll, **others)
    while position.turn == 0:
        position = position.play(position.moves()[0])
    assert position.mover == 0


@pytest.mark.parametrize("name", ["PA-01", "PA-22", "PA-24", "PA-31", "PA-46"])
def test_any_other_roll_hands_on_the_turn(name: str) -> None:
    own, roll, others, _ = EXAMPLES[name]
    position = due(own, roll, **others)
    while position.turn == 0:
        position = position.play(position.moves()[0])
    assert position.mover == 1


def test_pa_07_the_only_use_of_the_bonus_is_5_to_25() -> None:
    after = played(due("n,n,n,n", "4-1", west="5,n,n,n"), "n>5x")
    assert places(after, 1) == "n,n,n,n"
    assert written(after) == ["5>25", "end"]


def test_pa_15_the_bonus_goes_from_12_to_32_and_green_rolls_again() -> None:
    after = played(due("8,n,n,n", "2-2", east="10,n,n,n"), "8>10x 10>12")
    assert written(after) == ["12>32", "end"]
    assert text(played(after, "12>32")) == "S:32,n,n,n W:n,n,n,n N:n,n,n,n E:n,n,n,n S roll"


def test_pa_25_sixteen_results() -> None:
    results = ends(due("12,20,33,50", "4-3"))
    assert len(results) == 16
    assert {end.own for end in results} >= {"12,20,33,57", "15,20,37,50", "19,20,33,50"}


def test_pa_34_the_bonus_and_the_lower_faces_are_lost() -> None:
    after = played(due("h6,h6,H,H", "1-1"), "h6>h7 h7>H")
    assert after.parts == (6, 6)
    assert after.bonuses == (10,)
    assert after.moves() == (LOSE,)
    without = after.play(LOSE)
    assert (without.parts, without.bonuses, without.moves()) == ((), (10,), (LOSE,))
    assert text(without.play(LOSE)).startswith("S:H,h6,H,H ")
    assert text(without.play(LOSE)).endswith(" S roll")


def test_pa_42_a_third_double_in_a_row_is_played_by_default() -> None:
    after = due("12,h3,n,H")
    for _ in range(3):
        after = after.play(dice("1-1"))
        assert after.moves() != (LOSE,)
        while after.turn == 0:
            after = after.play(after.moves()[0])
        assert after.mover == 0


def test_pa_42_parker_the_pawn_nearest_home_goes_to_the_nest_and_the_turn_ends() -> None:
    after = due("12,h3,n,H", house="thirds:on")
    for _ in range(2):
        after = played(after.play(dice("2-2")), "12>14 14>16") if after.doubles == 0 else lost(after.play(dice("6-6")))
    assert after.doubles == 2
    third = after.play(dice("5-5"))
    assert third.moves() == (LOSE,)
    assert text(third.play(LOSE)) == "S:28,n,n,H W:n,n,n,n N:n,n,n,n E:n,n,n,n W roll house=thirds:on"


def test_pa_50_a_bonus_goes_to_one_pawn_or_is_declined() -> None:
    assert written(due("12,30,n,n", bonus=20)) == ["12>32", "30>50", "end"]


def test_pa_52_a_bonus_that_fits_no_pawn_is_lost() -> None:
    assert due("9,n,n,n", east="29,n,n,n", bonus=20).moves() == (LOSE,)


def test_pa_53_a_bonus_may_capture_and_earn_another() -> None:
    position = played(due("8,n,n,n", "1-2", west="31,n,n,n", east="11,n,n,n"), "8>9 9>11x 11>31x")
    assert position.bonuses == (20,)
    assert (places(position, 1), places(position, 3)) == ("n,n,n,n", "n,n,n,n")
    assert written(position) == ["31>51", "end"]


def test_pa_55_a_bonus_at_the_gate() -> None:
    assert written(due("66,H,H,H", bonus=20)) == ["66>18", "end"]
    ten = due("66,H,H,H", bonus=10)
    assert written(ten) == ["66>8", "66>H", "end"]
    assert played(ten, "66>H").over


def lost(position: Position) -> Position:
    while position.turn == 0:
        position = position.play(position.moves()[0])
    return position


def _sorted(own: str) -> str:
    return ",".join(sorted(own.split(","), key=lambda word: board.read(word) or 0))
