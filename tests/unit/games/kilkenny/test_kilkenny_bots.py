"""Test the opponents of Kilkenny Cats: how they value positions, that games end, and that each beats the one below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from statistics import mean
from typing import NamedTuple

import pytest

from chowk.core.position import CHANCE
from chowk.engine.search_budget import Clock
from chowk.games.kilkenny import rules
from chowk.games.kilkenny.engine import bots
from chowk.games.kilkenny.engine.outlook import WIN, attacks, fixed_parts
from chowk.games.kilkenny.engine.race import HOPELESS, race, turns
from chowk.games.kilkenny.rules import FORFEIT, Move, Position
from chowk.games.kilkenny.rules.board import CATS, HOLES, MICE, SQUARES, TABS, WAYS, square, squares
from tests.bench import kilkenny as bench
from tests.unit.games.kilkenny.helpers import due, step, stood
from tests.unit.games.kilkenny.test_kilkenny_naive import scattered

LEVELS = range(len(bots.LEVELS))


def patient() -> Clock:
    """Return a clock for an opponent. No time passes on it."""
    return Clock(1.0, lambda: 0.0)


def choice(position: Position, level: int, seed: int = 0) -> Move:
    return [thought.move for thought in bots.think(position, (), level, seed, patient())][-1]


# Evaluation -----------------------------------------------------------------------------------------------------------


def test_the_way_from_the_start_takes_about_eight_turns_a_cat() -> None:
    far = turns(MICE[0][0])
    needs = sorted(far[cat] for cat in squares(CATS[0]))
    assert 7.8 < needs[0] < 7.9
    assert 9.1 < needs[-1] < 9.2
    assert race(0, CATS[0]) == pytest.approx(15.7, abs=0.05)


def test_the_measure_is_the_fixed_point_of_waiting_or_going() -> None:
    mouse = MICE[0][0]
    far = turns(mouse)
    for start in SQUARES:
        if start == mouse or start in MICE[0] or far[start] == float("inf"):
            continue
        best = [min([far[start], *(far[end] for end, *_ in WAYS[start][face])]) for face in range(1, 7)]
        assert far[start] == pytest.approx(1 + mean(best))


def test_the_race_counts_two_different_cats_to_the_mice_that_are_left() -> None:
    first, second = turns(MICE[0][0]), turns(MICE[0][1])
    place = square(7, 4)
    assert race(0, 1 << place | 1 << square(8, 0)) == first[place]
    assert race(0, 1 << place | 1 << square(7, 0)) == second[place]
    assert race(0, 1 << place) == race(0, 0) == HOPELESS
    assert race(0, 1 << square(7, 0) | 1 << square(8, 0)) == 0
    far = square(1, 14)
    assert race(0, 1 << place | 1 << far) == min(first[place] + second[far], first[far] + second[place])


def test_every_side_measures_alike() -> None:
    assert len({round(race(side, CATS[side]), 9) for side in range(4)}) == 1


def test_ends_are_worth_a_win_or_a_loss() -> None:
    won = due(S="(7,0) (8,0) (3,3)", N="(9,9) (9,8)")
    last = due(S="(7,5)", N="(7,15)")
    for position in (won, last):
        assert fixed_parts(position).worth(position.cats, 0) == WIN
        assert fixed_parts(position).worth(position.cats, 1) == -WIN


def test_attacks_are_the_numbers_by_which_a_cat_can_be_captured() -> None:
    for seed in range(120):
        position = scattered(seed)
        foes = [seat for seat in range(position.seats) if seat != position.mover]
        enemies = {foe: position.cats[foe] & ~HOLES[position.sides[foe]] for foe in foes}
        for cat in squares(position.cats[position.mover] & ~TABS):
            count = attacks(cat, position.occupied, enemies)
            for foe in foes:
                faces = [
                    f for f in range(1, 7) if any(cat_move.end == cat for cat_move in rules.steps(position, foe, f))
                ]
                assert count.get(foe, 0) == sum(1 << face for face in faces)


# Play ----------------------------------------------------------------------------------------------------------------


class Played(NamedTuple):
    """A finished game: why it ended, the winner, and its number of turns."""

    why: str
    winner: int | None
    turns: int


def play(position: Position, levels: Sequence[int], seed: int) -> Played:
    random, turns_ = Random(seed), 0
    while (outcome := position.outcome()) is None:
        if position.turn == CHANCE:
            position = position.play(random.choice(rules.ROLLS))
            continue
        position = position.play(choice(position, levels[position.turn], 1000 * seed + turns_))
        turns_ += 1
    return Played(outcome.why, outcome.winner, turns_)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", [2, 4])
def test_an_opponent_takes_a_win(level: int, seats: int) -> None:
    others = {"N": "(9,9) (9,8)"} if seats == 2 else {"W": "(2,9)", "N": "(9,9) (9,8)", "E": "(11,4)"}
    position = stood({"S": "(8,0) (6,1) (3,12)", **others}, 1)
    if level == 0:
        assert any(choice(position, 0, seed) == step((6, 1), (7, 0)) for seed in range(3))
    else:
        assert choice(position, level) == step((6, 1), (7, 0))


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_ends_the_own_chances_unforced(level: int) -> None:
    # KV-21: the last free cat is beside its first mouse, and other moves are possible.
    for seed in range(1 if level == bots.LEVELS[-1].number else 12):  # the strongest does not depend on the seed
        assert choice(due(4, S="(7,4)", N="(12,12) (12,2)"), level, seed) != step((7, 4), (7, 0))
    ring = " ".join(f"({x},{y})" for x in (6, 7, 8) for y in (3, 4, 5) if (x, y) not in ((7, 4), (7, 3)))
    assert choice(due(4, S="(7,4)", N=ring), level) == step((7, 4), (7, 0)), "forced, it must"
    assert choice(due(4, S="(7,4)", N="(8,1)"), level) != step((7, 4), (7, 0)), "not in a duel either"


@pytest.mark.parametrize("level", LEVELS)
def test_what_is_chosen_is_settled_by_the_seed(level: int) -> None:
    position = rules.start(4, {}, 3).play(rules.Roll(2))
    chosen = choice(position, level, 5)
    assert chosen == choice(position, level, 5)
    assert chosen in position.moves()


def test_the_strong_do_not_depend_on_the_seed_and_the_weak_do() -> None:
    position = rules.start(2, {}, 3).play(rules.Roll(2))
    assert len({choice(position, LEVELS[0], seed) for seed in range(8)}) > 3
    assert len({choice(position, bots.LEVELS[-1].number, seed) for seed in range(3)}) == 1


def test_a_lost_turn_needs_no_thought() -> None:
    position = due(4, S="(1,1)", N="(3,3) (1,3) (3,1)")
    assert [thought.move for thought in bots.think(position, (), 4, 0, patient())] == [FORFEIT]


def test_the_strongest_thinks_deeper_while_there_is_time() -> None:
    position = rules.start(2, {}, 3).play(rules.Roll(2))
    depths = [thought.depth for thought in bots.think(position, (), 4, 0, patient())]
    assert depths == sorted(depths)
    assert set(depths) == {0, 1, 2, 3, 4}
    assert [thought.depth for thought in bots.think(position, (), 4, 0, Clock(0.0))][-1] == 1


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("cats", [("(2,2)", "(12,11)"), ("(7,7)", "(9,12)")])
def test_two_who_cannot_win_by_mice_do_not_dodge_for_ever(level: int, cats: tuple[str, str]) -> None:
    lengths = []
    for seed in range(6):
        final = play(due(S=cats[0], N=cats[1]), [level] * 2, seed)
        assert final.why == "last"
        lengths.append(final.turns)
    assert mean(lengths) < 30


@pytest.mark.parametrize(
    ("upper", "lower", "count"),
    [
        *((1, 0, 8), (2, 1, 12), (3, 2, 20), (4, 1, 1)),
        *(pytest.param(*long, marks=pytest.mark.deep) for long in ((3, 2, 60), (4, 3, 60))),
    ],
)
def test_each_level_beats_the_one_below_for_two(upper: int, lower: int, count: int) -> None:
    won = 0
    for seed in range(count):
        levels = [upper, lower] if seed % 2 == 0 else [lower, upper]
        winner = play(rules.start(2, {}, seed), levels, seed).winner
        won += winner is not None and levels[winner] == upper
    assert won > 0.55 * count


@pytest.mark.parametrize(("upper", "lower", "count"), [(1, 0, 8), (2, 1, 12), (3, 2, 60)])
def test_each_level_beats_the_one_below_for_four(upper: int, lower: int, count: int) -> None:
    won = 0
    for seed in range(count):
        levels = [upper, lower] * 2 if seed % 2 == 0 else [lower, upper] * 2
        winner = play(rules.start(4, {}, seed), levels, seed).winner
        won += winner is not None and levels[winner] == upper
    assert won > 0.5 * count


# Self-play, compared with the study of the layout -------------------------------------------------------------------


class Study(NamedTuple):
    """Averages of 4,000 games between greedy players (`bench.GREEDY`), from the study of the layout of the board.

    `seats` is the number of players. `rounds` and `captures` are numbers per game. `choices` is the number of choices
    after a roll.
    """

    seats: int
    rounds: float
    captures: float
    choices: float


@pytest.mark.parametrize(
    "study",
    [Study(2, 12.2, 5, 25), Study(3, 11.1, 11, 21), Study(4, 12.4, 19, 18)],
    ids=lambda study: f"{study.seats} players",
)
def test_greedy_self_play_is_as_the_study_says(study: Study) -> None:
    # The standard error of the rounds of forty games is at least 0.8. The bounds are three standard errors.
    games = [bench.play(study.seats, bench.GREEDY, seed) for seed in range(40)]
    rounds, turns = [game.turns / study.seats for game in games], sum(game.turns for game in games)
    assert mean(rounds) == pytest.approx(study.rounds, abs=2.4)
    assert max(rounds) < 60
    assert mean(game.captures for game in games) == pytest.approx(study.captures, abs=0.2 * study.captures + 1)
    assert sum(game.choices for game in games) / turns == pytest.approx(study.choices, abs=2.5)
    assert sum(game.why == "mice" for game in games) >= 0.85 * len(games)
    assert sum(game.forfeits for game in games) < 0.005 * turns


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_come_to_an_end_by_mice_or_by_elimination(seats: int) -> None:
    ends, rounds = Counter[str](), []
    for seed in range(10):
        random, position, turns_ = Random(seed), rules.start(seats, {"rounds": "0"}, seed), 0
        while (outcome := position.outcome()) is None:
            position = position.play(random.choice(position.moves()))
            turns_ += position.turn == CHANCE
        ends[outcome.why] += 1
        rounds.append(turns_ / seats)
    assert set(ends) == {"mice", "last"}
    assert 80 < mean(rounds) < 400


# Draws ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "answers"),
    [
        (due(S="(2,2) (4,12)", N="(12,12) (10,2)"), (True, True)),
        (due(S="(7,0) (7,3) (2,13)", N="(12,12) (2,2)"), (False, True)),
        (due(S="(2,2)", N="(12,12)"), (True, True)),
        (due(S="(2,2)", N="(12,12) (10,2) (9,9)"), (True, False)),
    ],
    ids=["even", "one is ahead", "nobody can win by mice", "only one can win by mice"],
)
def test_an_opponent_accepts_a_draw_unless_it_is_winning(position: Position, answers: tuple[bool, ...]) -> None:
    assert tuple(bots.accepts(position, seat) for seat in range(2)) == answers


@pytest.mark.parametrize("seed", [86, 107, 149])
def test_the_weakest_does_not_run_about_for_ever(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert bench.play(2, 0, seed).offers == 0
    monkeypatch.setattr(bots, "RESTLESS", 1_000_000)
    assert bench.play(2, 0, seed).offers > 0, "these are games in which it did"


def test_games_without_events_cool_the_head_only_after_many_rounds() -> None:
    # The moves' values do not change. Only the permitted distance from the best move does.
    quiet = rules.start(2, {}, 3).play(rules.Roll(2))
    chosen = {
        rounds: {choice(quiet._replace(quiet=2 * rounds), 0, seed) for seed in range(40)} for rounds in (0, 20, 60)
    }
    assert len(chosen[0]) > 15
    assert len(chosen[20]) > 15
    assert len(chosen[60]) < 8
