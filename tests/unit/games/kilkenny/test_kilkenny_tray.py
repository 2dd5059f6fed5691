"""Test the tray of Kilkenny Cats (the row of controls beside the board): the die, and a button for every choice."""

from __future__ import annotations

import pytest

from chowk.core.message import english
from chowk.core.position import CHANCE
from chowk.games.kilkenny import rules
from chowk.games.kilkenny.rules import FORFEIT, Position, Roll
from chowk.games.kilkenny.ui import tray, view
from tests.unit.games.kilkenny.helpers import due, name, step
from tests.unit.games.kilkenny.test_kilkenny_naive import scattered


def rolled(seed: int) -> Position:
    position = scattered(seed)
    return position.play(Roll(seed % 6 + 1)) if position.turn == CHANCE else position


@pytest.mark.parametrize("seed", range(60))
def test_the_ways_are_what_can_be_pointed_at_on_the_board(seed: int) -> None:
    position = rolled(seed)
    if position.outcome() is not None:
        assert not tray.ways(position, ())
        return
    paths = view.spell(position).values()
    assert {way.spot for way in tray.ways(position, ())} == {path[0] for path in paths}
    for first in {path[0] for path in paths if len(path) > 1}:
        ways = tray.ways(position, (first,))
        assert [way.spot for way in ways] == [path[1] for path in paths if path[0] == first]
        assert all(way.sentences and not way.moves for way in ways)


@pytest.mark.parametrize("seed", range(60))
def test_everything_in_the_tray_has_a_drawing_that_exists(seed: int) -> None:
    for position in (scattered(seed), rolled(seed)):
        cats = tray.ways(position, ())
        goals = [way for cat in cats for way in tray.ways(position, (cat.spot,))]
        arts = {part.art for part in tray.parts(position)} | {way.art for way in (*cats, *goals)}
        assert arts - {""} <= set(view.ART)


def test_the_die_is_due_then_free_then_used_up() -> None:
    start = rules.start(2, {}, 1)
    (waiting,) = tray.parts(start)
    assert (waiting.state, waiting.spots) == ("due", ())
    (free,) = tray.parts(start.play(Roll(3)))
    assert (free.name, free.state) == ("3", "free")
    assert set(free.spots) == {way.spot for way in tray.ways(start.play(Roll(3)), ())}
    (lost,) = tray.parts(due(4, S="(1,1)", N="(3,3) (1,3) (3,1)"))
    assert lost.state == "lost"
    assert not tray.parts(due(S="(7,0) (8,0)", N="(9,9)"))


def test_a_lost_turn_is_the_only_way_there_is() -> None:
    position = due(4, S="(1,1)", N="(3,3) (1,3) (3,1)")
    assert position.moves() == (FORFEIT,)
    (way,) = tray.ways(position, ())
    assert way.spot == "forfeit"
    assert way.ends


def test_a_way_says_what_it_captures_or_reaches() -> None:
    position = due(3, S="(7,3) (12,12)", N="(7,6)")
    described = {way.spot: (english(way.sentences[0]), way.art) for way in tray.ways(position, (name((7, 3)),))}
    assert described[name((7, 6))] == (f"To {name((7, 6))}, captures a cat of seat 1.", "yellow")
    assert described[name((7, 0))] == (f"To {name((7, 0))}, onto a mouse.", "red mouse")
    assert described[name((10, 3))] == (f"To {name((10, 3))}.", "")
    (cat, _) = tray.ways(position, ())
    assert english(cat.sentences[1]) == f"It can go to {len(described)} squares."


def test_the_last_free_cat_is_not_put_on_a_mouse_unasked() -> None:
    position = due(4, S="(7,4)", N="(12,12) (13,13)")
    onto = step((7, 4), (7, 0))
    assert onto in position.moves()
    assert tray.asks(position, onto) is not None
    assert all(tray.asks(position, move) is None for move in position.moves() if move != onto)
    winning = due(4, S="(7,4) (8,0)", N="(12,12)")
    assert tray.asks(winning, onto) is None, "that wins"
    spare = due(4, S="(7,4) (3,3)", N="(12,12)")
    assert tray.asks(spare, onto) is None, "another cat is left"


def test_who_has_no_other_move_is_not_asked() -> None:
    position = due(4, S="(7,4)", N="(6,4) (8,4) (6,5) (7,5) (8,5) (6,3) (8,3) (12,12)")
    assert list(position.moves()) == [step((7, 4), (7, 0))]
    assert tray.asks(position, position.moves()[0]) is None
