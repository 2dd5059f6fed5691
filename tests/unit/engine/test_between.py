"""Test opponents between two levels: their parameters, their moves, and requests for their moves."""

from __future__ import annotations

import asyncio
import json
from itertools import pairwise
from statistics import mean
from typing import Any, NamedTuple

import pytest

from chowk.core.errors import TextError
from chowk.engine.between import Between, style_of
from chowk.engine.protocol import Desk, Request, read_reply, read_request
from chowk.engine.search_budget import Clock
from chowk.games import find_thinker, load, ready
from tests.bench.fitting import losses, positions, ranked, surveyed, worst_tenth

DRAWS = range(400)


class Style(NamedTuple):
    """The search parameters of a toy level."""

    depth: int = 1
    nodes: int = 100
    temperature: float = 2.0
    ends: int = 0
    book: bool = False
    name: str = "low"


LOW, HIGH = Style(), Style(4, 10_000, 0.0, 6, True, "high")


def styles(share: int, *kinds: str, upper: Style = HIGH) -> list[Style]:
    return [style_of((LOW, upper), Between(0, 1, share), 7, draw, kinds) for draw in DRAWS]


def test_a_level_has_its_own_parameters() -> None:
    assert style_of((LOW, HIGH), 0, 7, 1) is LOW
    assert style_of((LOW, HIGH), 1, 7, 1) is HIGH


def test_search_parameters_play_as_they_are() -> None:
    """A level that has changed since puzzles were made still plays, by the parameters that it had then."""
    former = HIGH._replace(temperature=9.0)
    assert style_of((LOW, HIGH), former, 7, 1) is former


def test_numbers_above_0_are_interpolated_geometrically_and_others_linearly() -> None:
    half = styles(50)
    assert {style.nodes for style in half} == {1000}
    assert {style.depth for style in half} == {2}
    assert {style.temperature for style in half} == {1.0}
    assert {style.ends for style in half} == {3}


@pytest.mark.parametrize("share", [10, 40, 75])
def test_whole_numbers_and_switches_are_drawn_so_that_their_mean_is_right(share: int) -> None:
    drawn = styles(share)
    part = share / 100
    assert mean(style.book for style in drawn) == pytest.approx(part, abs=0.06)
    assert mean(style.ends for style in drawn) == pytest.approx(6 * part, abs=0.1)
    assert mean(style.depth for style in drawn) == pytest.approx(4**part, abs=0.1)
    assert {style.name for style in drawn} == {"low", "high"}


def test_whole_numbers_that_fall_are_drawn_rightly_as_well() -> None:
    drawn = [style_of((HIGH, LOW), Between(0, 1, 30), 7, draw) for draw in DRAWS]
    assert mean(style.ends for style in drawn) == pytest.approx(4.2, abs=0.1)


def test_levels_of_different_kinds_play_whole_moves_in_turn() -> None:
    drawn = styles(30, "name")
    assert set(drawn) == {LOW, HIGH}
    assert mean(style == HIGH for style in drawn) == pytest.approx(0.3, abs=0.06)
    unbounded = HIGH._replace(nodes=0)
    assert set(styles(30, "nodes", upper=unbounded)) == {LOW, unbounded}, "0 is no smaller limit, but none"
    assert set(styles(30, "nodes")) - {LOW, HIGH}, "two limits are of one kind"


@pytest.mark.parametrize("name", ready())
def test_every_parameter_lies_between_those_of_the_neighbours(name: str) -> None:
    game = load(name)
    all_styles: Any = game.bots.STYLES  # type: ignore[attr-defined]
    for lower, upper in pairwise(level.number for level in game.bots.LEVELS):
        ends = all_styles[lower], all_styles[upper]
        for draw in range(20):
            style = style_of(all_styles, Between(lower, upper, 30), 7, draw)
            for low, high, value in zip(*ends, style, strict=True):
                numbers = type(low) in (int, float) and type(high) in (int, float)
                assert min(low, high) <= value <= max(low, high) if numbers else value in (low, high)


@pytest.mark.parametrize("name", ready())
def test_at_a_whole_rank_the_level_itself_plays(name: str) -> None:
    game = load(name)
    levels = game.bots.LEVELS
    for rank, level in enumerate(levels):
        assert game.between(level.number, 0) == game.between(level.number, None) == level.number
        if rank:
            assert game.between(level.number, -100) == levels[rank - 1].number
            assert game.between(level.number, -30) == Between(levels[rank - 1].number, level.number, 70)
        if rank < len(levels) - 1:
            assert game.between(level.number, 30) == Between(level.number, levels[rank + 1].number, 30)
    assert game.between(levels[0].number, -30) == levels[0].number, "nothing is below the weakest"
    assert game.between(levels[-1].number, 30) == levels[-1].number
    assert game.ladder is not None
    for position in positions(name, 3):
        for level in levels[:3]:
            *_, plain = game.bots.think(position, (), level.number, 5, Clock(9.0))
            *_, fitted = game.ladder.think(position, (), game.between(level.number, 0), 5, Clock(9.0))
            assert fitted.move == plain.move


def answered(request: Request) -> str:
    desk = Desk(find_thinker, lambda: asyncio.sleep(0))
    return asyncio.run(desk.answer(request.text()))


def request(**changed: Any) -> Request:
    position = load("reversi").notation.write_position(load("reversi").match().position)
    return Request(1, "reversi", position, 0, 7, 1000)._replace(**changed)


def test_the_desk_answers_for_opponents_between_two_levels() -> None:
    reply = read_reply(answered(request(upper=1, share=40)))
    assert not reply.error
    position = load("reversi").match().position
    assert load("reversi").notation.read_move(position, reply.move) in position.moves()
    assert read_reply(answered(request(upper=19, share=40))).error
    assert not read_reply(answered(request(upper=19))).error, "without a share, the upper level does not matter"


@pytest.mark.parametrize("share", [-1, 100, 2.5, True])
def test_a_share_is_a_whole_number_below_100(share: Any) -> None:
    with pytest.raises(TextError):
        read_request(json.dumps({**request()._asdict(), "share": share}))


NOISE = 1.1
"""How much more an opponent between two levels may lose than the lower level, as a factor.

The losses are the means over each opponent's worst tenth of choices.
"""


@pytest.mark.parametrize(
    ("name", "rank", "depth"),
    [
        ("reversi", 1, 6),
        ("reversi", 2, 6),
        ("checkers", 1, 6),
        ("checkers", 2, 6),
        ("kilkenny", 1, 1),
        ("patchwork", 1, 3),
    ],
)
def test_no_choice_loses_more_than_the_worst_of_the_level_below(name: str, rank: int, depth: int) -> None:
    """An opponent halfway between two levels makes no choice that loses more than the lower level's worst choice.

    Its largest loss, and the mean loss of its worst tenth of choices, are at most `NOISE` times those of the lower
    level.
    """
    game, places = load(name), positions(name, 30)
    values = surveyed(game, places, depth, 5000)
    below = losses(game, ranked(game, rank), places, values, 8)
    own = losses(game, ranked(game, rank + 0.5), places, values, 8)
    assert 0 < worst_tenth(own)[1] <= NOISE * worst_tenth(below)[1]
    assert max(own) <= NOISE * max(below)
