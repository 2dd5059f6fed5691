"""Test every reason why Parcheesi refuses a move or takes dice away. Some tests try every place on the board."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from chowk.core.move_input import Chooser
from chowk.core.position import CHANCE
from chowk.games.parcheesi import rules
from chowk.games.parcheesi.rules import LOSE, OPTIONS, Position, Step, pointing, spell
from chowk.games.parcheesi.rules.board import SPOTS
from chowk.games.parcheesi.rules.refusals import LOSSES, REASONS, loss
from tests.unit.games.parcheesi.helpers import dice, due, played

CASES: dict[str, tuple[Position, tuple[str, ...], tuple[str, ...]]] = {
    "ROLL_FIRST": (due("20,n,n,n"), ("space 20",), ()),
    "THIRD_DOUBLE": (due("20,n,n,n", house="thirds:on")._replace(doubles=2).play(dice("4-4")), ("space 20",), ()),
    "NO_PAWN": (due("20,n,n,n", "6-4"), ("space 21",), ("space 21",)),
    "NOT_YOUR_PAWN": (due("20,n,n,n", "6-4", west="30,n,n,n"), ("space 30",), ("space 30",)),
    "PAWN_HOME": (due("20,H,n,n", "6-4"), ("home south",), ("home south",)),
    "WHICH_PAWN": (
        played(due("20,20,22,H", "2-2"), "20>22"),
        ("space 22", "space 24", "space 30"),
        ("space 24",),
    ),
    "ONLY_TO_WIN": (played(due("66,H,H,H", "5-5"), "66>h3"), ("row south 3", "row south 5"), ("row south 3",)),
    "BREAK_BLOCKADE": (
        due("20,20,30,H", house="stand:2")._replace(stood=(((20, 2),), (), (), ())).play(dice("6-4")),
        ("space 30",),
        ("space 20",),
    ),
    "ALL_OR_NONE": (due("10,H,H,H", "6-6", west="24,24,n,n", house="whole:on"), ("space 10",), ()),
    "MUST_ENTER": (due("20,n,n,n", "5-2", house="enter:on"), ("space 20", "space 25"), ("nest south",)),
    "DIE_MUST_BE_USED": (
        due("10,20,H,H", "4-2", west="23,23,n,n", east="16,16,n,n"),
        ("space 10", "space 12"),
        ("space 10", "space 20"),
    ),
    "HIGHER_DIE_FIRST": (due("8,H,H,H", "3-2", east="12,12,n,n"), ("space 8", "space 10"), ("space 8",)),
    "HIGHER_FACES_FIRST": (
        due("10,H,H,H", "6-6", west="23,23,n,n", house="lower:on"),
        ("space 10", "space 11"),
        ("space 10",),
    ),
    "BONUS_COMPULSORY": (
        due("20,30,n,n", bonus=20, house="compulsory:on"),
        ("end",),
        ("space 20", "space 30"),
    ),
    "BLOCKADE_NOT_TOGETHER": (
        played(due("20,20,H,H", "2-2"), "20>22"),
        ("space 20", "space 22"),
        ("space 22",),
    ),
    "SAFE_OCCUPIED": (due("20,H,H,H", "6-2", north="22,n,n,n"), ("space 20", "space 22"), ("space 22",)),
    "SPACE_FULL": (due("10,12,12,H", "6-2"), ("space 10", "space 12"), ("space 12",)),
    "ENTRY_BLOCKED": (due("n,n,n,20", "5-1", west="5,5,n,n"), ("nest south",), ("space 5",)),
    "BLOCKADE_ON_PATH": (due("20,30,n,n", "6-5", west="24,24,n,n"), ("space 20",), ("space 24",)),
    "BLOCKADE_THERE": (
        due("20,30,n,n", "6-4", west="24,24,n,n", house="passed:on"),
        ("space 20", "space 24"),
        ("space 24",),
    ),
    "NEED_FIVE": (due("20,n,n,n", "6-4"), ("nest south",), ("nest south",)),
    "BONUS_NO_ENTRY": (due("20,n,n,n", bonus=20), ("nest south",), ("nest south",)),
    "NOT_EXACT_HOME": (due("20,h5,n,n", "6-4"), ("row south 5",), ("home south",)),
    "ENTER_THERE": (due("n,n,n,n", "5-3"), ("nest south", "space 8"), ("space 5",)),
    "NOT_YOUR_ROW": (due("20,n,n,n", "6-4"), ("space 20", "row west 1"), ("row west 1",)),
    "NO_WAY_BACK": (due("h1,n,n,n", "4-1"), ("row south 1", "space 1"), ("row south 1",)),
    "MUST_TURN_IN": (due("66,H,H,H", "6-4", house="laps:off"), ("space 66", "space 4"), ("space 0",)),
    "ONE_DIE_AT_A_TIME": (due("20,n,n,n", "6-4"), ("space 20", "space 30"), ("space 24", "space 26")),
    "BONUS_NOT_SPLITTABLE": (due("20,30,n,n", bonus=20), ("space 20", "space 25"), ("space 25",)),
    "WRONG_DISTANCE": (due("20,n,n,n", "6-4"), ("space 20", "space 21"), ("space 21",)),
}


def test_every_reason_has_a_case_and_a_rule() -> None:
    assert set(CASES) == set(REASONS)


@pytest.mark.parametrize("reason", CASES)
def test_a_pointing_is_refused_with_its_reason(reason: str) -> None:
    position, spots, cause = CASES[reason]
    refusal = position.refusal(spots)
    assert refusal is not None
    assert (refusal.reason, refusal.cause, refusal.rule) == (reason, cause, REASONS[reason])


@pytest.mark.parametrize(
    ("position", "spots", "reason"),
    [
        (due("66,H,H,H", "4-3", west="0,0,n,n"), ("space 66",), "BLOCKADE_ON_PATH"),
        (due("20,30,H,H", "6-5"), ("end",), "DIE_MUST_BE_USED"),
        (due("n,n,5,5", "5-1"), ("nest south",), "SPACE_FULL"),
        (due("n,n,n,n", "5-3"), ("nest south", "nest south"), "ENTER_THERE"),
        (due("20,n,n,n", "6-4"), ("space 20", "nest south"), "WRONG_DISTANCE"),
        (due("20,n,n,n", "6-4"), ("space 20", "nowhere"), "WRONG_DISTANCE"),
        (due("20,n,n,n", "6-4"), ("nowhere",), "NO_PAWN"),
        (due("20,n,n,n", "6-4"), ("nest west",), "NOT_YOUR_PAWN"),
        (due("20,n,n,n", "6-4"), ("row west 3",), "NO_PAWN"),
        (due("h3,n,n,n", "6-1"), ("row south 3", "home south"), "NOT_EXACT_HOME"),
        (due("66,n,n,n", "6-4"), ("space 66", "home south"), "ONE_DIE_AT_A_TIME"),
        (due("h6,30,n,n", "4-1"), ("row south 6", "home south"), "NOT_EXACT_HOME"),
        (due("20,n,n,n", "6-4"), ("pawn 2",), "NEED_FIVE"),
        (due("20,20,n,n", "2-2", house="together:end"), ("space 20", "space 23"), "WRONG_DISTANCE"),
    ],
)
def test_other_pointings_are_refused_too(position: Position, spots: tuple[str, ...], reason: str) -> None:
    refusal = position.refusal(spots)
    assert refusal is not None
    assert refusal.reason == reason


@pytest.mark.parametrize("spots", [(), ("space 20",), ("pawn 1",), ("space 20", "space 24"), ("pawn 1", "space 26")])
def test_what_begins_a_move_is_not_refused(spots: tuple[str, ...]) -> None:
    assert due("20,n,n,n", "6-4").refusal(spots) is None


def test_nothing_is_refused_once_the_game_is_over() -> None:
    assert played(due("h5,H,H,H", "4-3"), "h5>H").refusal(("space 20",)) is None


LOST: dict[str, Position] = {
    "THIRD_DOUBLE": CASES["THIRD_DOUBLE"][0],
    "ALL_OR_NONE": CASES["ALL_OR_NONE"][0],
    "SAFE_OCCUPIED": due("8,n,n,n", "4-4", east="12,n,n,n"),
    "ENTRY_BLOCKED": due("n,n,n,n", "5-3", west="5,5,n,n"),
    "BLOCKADE_ON_PATH": due("8,n,n,n", "6-4", east="10,10,n,n"),
    "BLOCKADE_THERE": due("8,n,n,n", "6-4", west="12,12,14,14", house="passed:on"),
    "NEED_FIVE": due("n,n,n,n", "6-4"),
    "BONUS_NO_ENTRY": due("n,n,n,n", bonus=20),
    "NOT_EXACT_HOME": due("h5,n,n,n", "6-4"),
    "NO_MOVE": due("h5,20,n,n", "6-4", east="22,22,n,n"),
}


def test_every_loss_has_a_case() -> None:
    assert set(LOST) == set(LOSSES)


@pytest.mark.parametrize("reason", LOST)
def test_dice_and_bonuses_are_lost_for_a_reason(reason: str) -> None:
    position = LOST[reason]
    assert position.moves() == (LOSE,)
    assert loss(position) == reason


def walk(seats: int, options: dict[str, str], seed: int) -> list[Position]:
    random, position = Random(seed), rules.start(seats, options, seed)
    met: list[Position] = []
    while not position.over and len(met) < 400:
        met.append(position)
        moves: Any = position.moves()
        position = position.play(random.choices(moves, position.odds() or None)[0])
    return met


@pytest.mark.parametrize(
    "options",
    [{}, *({option.name: option.choices[-1].value} for option in OPTIONS)],
    ids=lambda options: str(options)[1:-1],
)
def test_pointing_at_anything_is_legal_or_refused_with_a_reason(options: dict[str, str]) -> None:
    spots = sorted(SPOTS)
    met = walk(4, options, 3)
    assert {loss(position) for position in met if position.moves() == (LOSE,)} <= set(LOSSES)
    for position in met[::41]:
        fresh = Chooser(spell(position))
        for first in (*spots, "end", "pawn 3"):
            refused(position, (first,), fresh)
            if first in fresh.open:
                for second in spots:
                    refused(position, (first, second), fresh)


def refused(position: Position, spots: tuple[str, ...], chooser: Chooser[Any]) -> None:
    legal = any(path[: len(spots)] == spots for path in chooser.spellings.values())
    refusal = position.refusal(spots)
    if spots[0].startswith("pawn"):
        return
    assert (refusal is None) == legal, (position, spots)
    if refusal:
        assert REASONS[refusal.reason] == refusal.rule
        assert set(refusal.cause) <= set(SPOTS)


# Moves as spots


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_move_is_spelled_once_and_no_spelling_begins_another(seats: int) -> None:
    for position in walk(seats, {}, seats):
        spelled = spell(position)
        assert list(spelled) == list(position.moves())
        paths = list(spelled.values())
        assert len(set(paths)) == len(paths)
        begun = {path[:length] for path in paths for length in range(len(path))}
        assert not begun & set(paths)


def test_spellings_are_the_pawn_s_space_and_the_one_it_goes_to() -> None:
    assert list(spell(due("20,n,n,n", "5-3")).values()) == [
        ("space 20", "space 23"),
        ("space 20", "space 25"),
        ("nest south", "space 5"),
    ]
    assert list(spell(due("20,n,n,n", bonus=20)).values()) == [("space 20", "space 40"), ("end",)]
    assert list(spell(due("n,n,n,n", "6-4")).values()) == [("lose",)]
    assert list(spell(due("n,n,n,n")).values())[:3] == [("roll 1 1",), ("roll 2 1",), ("roll 2 2",)]


def test_two_pawns_that_differ_are_told_apart_by_number() -> None:
    position = played(due("20,20,22,H", "2-2"), "20>22")
    assert ("space 22", "space 24", "pawn 1") in spell(position).values()
    assert ("space 22", "space 24", "pawn 3") in spell(position).values()


def reached(position: Position, start: int) -> dict[str, tuple[int, ...]]:
    return {reach.spot: reach.spent for reach in pointing.reaches(position, start)}


def test_how_far_a_pawn_can_go_by_several_dice() -> None:
    assert reached(due("20,n,n,n", "6-4"), 20) == {"space 24": (4,), "space 26": (6,), "space 30": (6, 4)}
    assert reached(due("n,n,n,n", "5-3"), -1) == {"space 5": (5,), "space 8": (5, 3)}
    assert reached(due("10,H,H,H", "6-6", west="24,24,n,n"), 10) == {
        "space 11": (1,),
        "space 16": (6,),
        "space 17": (6, 1),
        "space 22": (6, 6),
        "space 23": (6, 6, 1),
    }
    assert reached(due("66,H,H,H", "2-1"), 66)["space 1"] == (2, 1)
    assert reached(due("66,H,H,H", "2-1"), 66)["row south 1"] == (2, 1)


def test_of_two_ways_the_one_that_captures_is_taken() -> None:
    (reach,) = (
        candidate
        for candidate in pointing.reaches(due("20,n,n,n", "6-4", west="24,n,n,n"), 20)
        if candidate.spot == "space 30"
    )
    assert reach.spent == (4, 6)
    assert reach.moves == (Step(0, 24, (4,)), Step(0, 30, (6,)))


def test_the_moves_of_a_reach_can_be_played() -> None:
    for position in walk(4, {}, 8):
        if position.turn != CHANCE and position.moves() != (LOSE,):
            for start in set(position.pawns[position.mover]) - {75}:
                for reach in pointing.reaches(position, start):
                    current = position
                    for move in reach.moves:
                        assert move in current.moves()
                        current = current.play(move)


# Moves that the rules compel


def test_what_must_move_is_told_where_something_else_could() -> None:
    assert rules.obliged(due("20,n,n,n", "5-2", house="enter:on")) == ()
    assert rules.obliged(due("20,n,n,n", "4-1", house="enter:on")) == ("nest south",)
    assert rules.obliged(CASES["BREAK_BLOCKADE"][0]) == ("space 20",)
    assert rules.obliged(due("20,30,n,n", "6-4")) == ()
    assert rules.obliged(due("20,30,n,n")) == ()
    assert rules.obliged(due("20,30,n,n", bonus=20)) == ()
