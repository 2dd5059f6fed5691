"""Test the general search: it agrees with plain minimax on small games, and obeys the clock."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

import pytest

from chowk.core.position import Outcome
from chowk.engine.alphabeta import WIN, Ranking, deepen
from chowk.engine.choice import nearly_best
from chowk.engine.search_budget import Clock
from chowk.games.reversi import rules


class Nim(NamedTuple):
    """A toy game of taking one to three matches in turn. Taking the last match wins.

    If `again`, taking two gives another turn, unless they are the last.
    """

    matches: int
    turn: int = 0
    again: bool = False

    @property
    def seats(self) -> int:
        return 2

    def moves(self) -> tuple[int, ...]:
        return tuple(range(1, min(3, self.matches) + 1))

    def odds(self) -> tuple[int, ...]:
        return ()

    def play(self, move: int) -> Nim:
        keeps = self.again and move == 2 and self.matches > 2
        return Nim(self.matches - move, self.turn if keeps else 1 - self.turn, self.again)

    def outcome(self) -> Outcome | None:
        if self.matches:
            return None
        return Outcome((2, 1) if self.turn == 0 else (1, 2), (), "last")

    def events(self, move: int) -> tuple[Any, ...]:  # noqa: ARG002
        return ()

    def refusal(self, spots: object) -> None:  # noqa: ARG002
        return None


def ticking() -> Callable[[], float]:
    """Return a clock that advances one second at each reading."""
    return count().__next__


def patient() -> Clock:
    return Clock(1e9, ticking())


def last(position: Any, evaluate: Callable[[Any], float], depth: int, **options: Any) -> Ranking[Any]:
    *_, ranking = deepen(position, evaluate, patient(), depth, **options)
    return ranking


def minimax(position: Any, seat: int, evaluate: Callable[[Any], float], depth: int, ply: int = 0) -> float:
    """Return the minimax value of a position for a seat, by the plain recursive definition without cutoffs."""
    moves = position.moves()
    if not moves:
        winner = position.outcome().winner
        return 0.0 if winner is None else WIN - ply if winner == seat else ply - WIN
    if depth == 0:
        return evaluate(position) if position.turn == seat else -evaluate(position)
    values = [minimax(position.play(move), seat, evaluate, depth - 1, ply + 1) for move in moves]
    return max(values) if position.turn == seat else min(values)


def discs(position: rules.Position) -> float:
    return position.own.bit_count() - position.other.bit_count() + 0.001 * (position.own % 97)


def random_position(seed: int, plies: int) -> rules.Position:
    chance = random.Random(seed)
    position = rules.START
    for _ in range(plies):
        moves = position.moves()
        if not moves:
            break
        position = position.play(chance.choice(moves))
    return position


@pytest.mark.parametrize("matches", range(1, 14))
@pytest.mark.parametrize("again", [False, True])
def test_a_small_game_is_played_out_and_its_value_proven(matches: int, again: bool) -> None:
    position = Nim(matches, 0, again)
    ranking = last(position, lambda _: 0.0, 20)
    assert ranking.proven
    assert ranking.best.value == minimax(position, 0, lambda _: 0.0, 20)
    if not again:
        assert (ranking.best.value > 0) == (matches % 4 != 0)


def test_a_win_is_taken_the_short_way_and_a_loss_the_long_way() -> None:
    assert last(Nim(3), lambda _: 0.0, 9).best == (3, WIN - 1)
    assert last(Nim(4), lambda _: 0.0, 9).best.value == 2 - WIN


@pytest.mark.parametrize("seed", range(12))
def test_values_are_those_of_plain_minimax(seed: int) -> None:
    position = random_position(seed, 6 + 4 * seed)
    if not position.moves():
        pytest.skip("the game ended in the opening")
    ranking = last(position, discs, 3, margin=1e9)
    value_of = dict(ranking.moves)
    values = {move: minimax(position.play(move), position.turn, discs, 2, 1) for move in position.moves()}
    assert value_of == pytest.approx(values)
    assert [value for _, value in ranking.moves] == sorted(values.values(), reverse=True)


def test_without_a_margin_the_best_move_is_still_true() -> None:
    position = random_position(5, 20)
    wide, narrow = last(position, discs, 3, margin=1e9), last(position, discs, 3)
    assert narrow.best == wide.best
    for move, value in narrow.moves:
        assert value >= dict(wide.moves)[move]
        assert value <= wide.best.value


def test_every_pause_has_a_ranking_of_all_moves() -> None:
    position = random_position(3, 12)
    rankings = list(deepen(position, discs, patient(), 3))
    assert len(rankings) > 6
    assert rankings[0].depth == 0
    assert [ranking.depth for ranking in rankings] == sorted(ranking.depth for ranking in rankings)
    for ranking in rankings:
        assert sorted(ranked.move for ranked in ranking.moves) == list(position.moves())


@pytest.mark.parametrize("seconds", [0, 1, 5, 40])
def test_the_clock_ends_it(seconds: int) -> None:
    rankings = list(deepen(rules.START, discs, Clock(seconds, ticking()), 60))
    assert 1 <= len(rankings) <= seconds + 3


def test_a_hurried_clock_ends_it() -> None:
    clock = patient()
    thoughts = deepen(rules.START, discs, clock, 60)
    for _ in range(20):
        next(thoughts)
    clock.end_now()
    assert len(list(thoughts)) <= 2


def test_positions_that_count_as_drawn() -> None:
    position = Nim(4)
    assert last(position, lambda _: 0.0, 9).best.value < 0
    drawn = last(position, lambda _: 0.0, 9, drawn=[Nim(3, 1)])
    assert drawn.best == (1, 0.0)


def test_the_best_is_chosen_without_heat_and_most_often_with_it() -> None:
    options, values = "abcd", [1.0, 3.0, 2.5, -9.0]
    assert all(nearly_best(options, values, 0.0, seed, 0) == "b" for seed in range(20))
    chosen = [nearly_best(options, values, 1.0, seed, 7) for seed in range(2000)]
    assert chosen.count("b") > chosen.count("c") > chosen.count("a") > 0
    assert chosen.count("d") <= 2
    # c is worth half a point less than b, so it is chosen e**-0.5 = 0.607 times as often.
    assert chosen.count("c") / chosen.count("b") == pytest.approx(0.607, abs=0.08)
    assert chosen == [nearly_best(options, values, 1.0, seed, 7) for seed in range(2000)]


def test_what_lies_too_far_below_is_never_chosen() -> None:
    values = [0.0, -1.9, -2.0, -2.1]
    chosen = {nearly_best("abcd", values, 1.0, seed, 3, 2.0) for seed in range(400)}
    assert chosen == {"a", "b"}
