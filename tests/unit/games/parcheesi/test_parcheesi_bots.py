"""Test Parcheesi's opponents: they consider all legal results, and answer legally, in time and repeatably."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import signature
from itertools import count
from random import Random
from typing import Any

import pytest

from chowk.core.position import CHANCE
from chowk.engine import foresight
from chowk.engine.search_budget import Clock
from chowk.games.parcheesi import notation, rules
from chowk.games.parcheesi.engine import bots, look, results, worth
from chowk.games.parcheesi.engine.results import AllPawns, Fixed
from chowk.games.parcheesi.rules import END, LOSE, OPTIONS, PRESETS, Move, Position, Roll, Step
from chowk.games.parcheesi.rules.board import HOME
from tests.unit.games.parcheesi.helpers import due, played

TORTOISE, ELEPHANT, MONGOOSE, FROG, DEER = 2, 3, 4, 5, 6
"""Level numbers of opponents."""
HOUSES: list[dict[str, str]] = [
    {},
    dict(PRESETS[1].values),
    *({option.name: option.choices[-1].value} for option in OPTIONS if option.name not in ("first", "direction")),
]


def ticking(ticks: int) -> Clock:
    """Return a clock for an opponent. The clock runs out after `ticks` readings."""
    now = count()
    return Clock(ticks, lambda: next(now))


def decisions(seats: int, options: dict[str, str], seed: int, number: int = 60) -> Iterator[Position]:
    """Yield the positions of a random game that give a player a choice, at most `number` of them."""
    random = Random(seed)
    position = rules.start(seats, {"first": "seat", **options}, seed)
    met = 0
    while not position.over and met < number:
        if position.turn != CHANCE and len(position.moves()) > 1:
            met += 1
            yield position
        moves = position.moves()
        position = position.play(random.choices(moves, position.odds() or None)[0])


def table(position: Position) -> AllPawns:
    return tuple(tuple(sorted(own)) for own in position.pawns)


def all_ends(position: Position, declining: bool = True) -> set[AllPawns]:
    """Return every arrangement of pawns to which the rest of a roll can lead, by playing every legal move.

    Without `declining`, bonuses are always used.
    """
    seat, tables, visited, stack = position.mover, set(), {position}, [position]
    while stack:
        current = stack.pop()
        if current.over or current.turn != seat:
            tables.add(table(current))
            continue
        for move in current.moves():
            if move == END and not declining and len(current.moves()) > 1:
                continue
            after = current.play(move)
            if after not in visited:
                visited.add(after)
                stack.append(after)
    return tables


# Results of a roll


@pytest.mark.parametrize("options", HOUSES, ids=str)
def test_all_results_are_found_with_their_bonuses(options: dict[str, str]) -> None:
    for position in [*decisions(4, options, 5, 25), *decisions(2, options, 6, 25)]:
        sequels = results.now(position)
        assert len({sequel.table for sequel in sequels}) == len(sequels)
        assert {sequel.table for sequel in sequels} == all_ends(position), notation.write_position(position)


def test_results_with_bonuses_pending() -> None:
    for own, bonus in (("20,30,n,n", 20), ("66,30,h3,n", 10), ("h1,n,n,20", 20)):
        position = due(own, bonus=bonus, west="50,40,n,n")
        assert {sequel.table for sequel in results.now(position)} == all_ends(position)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_roll_ahead_is_read_as_the_rules_read_it(seats: int) -> None:
    random = Random(seats)
    game = Fixed(rules.start(seats, {}, 1).sides, rules.House())
    for position in decisions(seats, {}, 1, 80):
        mover = random.randrange(seats)
        before_roll = position._replace(
            turn=CHANCE, mover=mover, sides=game.sides, dice=(), parts=(), bonuses=(), since=(-1,) * 4, bound=False
        )
        roll = random.choice(rules.ROLLS)
        sequels = results.rolled(game, table(before_roll), mover, *roll)
        assert {sequel.table for sequel in sequels} == all_ends(before_roll.play(roll), declining=False)


# Values of positions


def test_features_and_chances_go_together() -> None:
    for position in decisions(4, {}, 9):
        rows = worth.features(table(position), position.sides, 1)
        assert all(len(row) == len(worth.FEATURES) for row in rows)
        weights = worth.WEIGHTS[4]
        strengths = [sum(weight * value for weight, value in zip(weights, row, strict=True)) for row in rows]
        shares = worth.chances(table(position), position.sides, 1)
        assert sum(shares) == pytest.approx(1)
        assert sorted(range(4), key=shares.__getitem__) == sorted(range(4), key=strengths.__getitem__)


def counted(own: str, other: str, feature: str, seat: int = 0) -> float:
    position = notation.read_position(f"S:{own} W:{other} N:n,n,n,n E:n,n,n,n S roll")
    return worth.features(table(position), position.sides, 0)[seat][worth.FEATURES.index(feature)]


def test_what_is_counted_of_pawns() -> None:
    assert counted("n,n,n,n", "n,n,n,n", "steps") == 4
    assert counted("0,h1,H,H", "n,n,n,n", "steps") == pytest.approx(15 / 71)
    assert [counted("n,20,h5,H", "n,n,n,n", name) for name in ("nest", "home", "row", "near", "safe")] == [
        1,
        1,
        1,
        1,
        0,
    ]
    assert counted("12,20,20,n", "n,n,n,n", "safe") == 1
    assert counted("12,20,20,n", "n,n,n,n", "pair") == 1
    assert counted("20,20,n,n", "15,9,n,n", "wall") == 1
    assert counted("n,n,n,n", "n,n,n,n", "last nest") == 1
    assert counted("n,n,n,1", "n,n,n,n", "last nest") == 0


def share(value: float, place: int) -> float:
    """Return how many of the 36 rolls capture South's pawn on `place`, computed from the pawn's risk in the evaluation.

    `value` is that risk: the expected loss by captures, in laps of the track.
    """
    return value / (1 - rules.board.distance(0, place) / 71) * 36


@pytest.mark.parametrize(
    ("own", "other", "rolls"),
    [
        # One pawn, the others in the nest: a capture by one die, by the sum, and by doubles.
        ("20,n,n,n", "19,n,n,n", 11),
        ("20,n,n,n", "14,n,n,n", 16),
        ("20,n,n,n", "13,n,n,n", 6),
        ("20,n,n,n", "8,n,n,n", 1),
        ("20,n,n,n", "9,n,n,n", 2),
        ("20,n,n,n", "7,n,n,n", 0),
        # All pawns are out, so every double gives four moves, and each double can make a seven.
        ("20,n,n,n", "13,H,H,H", 12),
        ("20,n,n,n", "6,H,H,H", 6),
        # A roll by which either of two pawns can capture counts once.
        ("20,n,n,n", "19,14,n,n", 23),
        ("20,20,n,n", "19,n,n,n", 0),
        ("20,21,21,n", "22,n,n,n", 0),
    ],
)
def test_what_can_hit_a_pawn_is_counted_roll_by_roll(own: str, other: str, rolls: int) -> None:
    assert share(counted(own, other, "risk"), 20) == pytest.approx(rolls)


def test_hits_are_those_that_the_rules_allow() -> None:
    random, place = Random(4), 24
    for _ in range(60):
        others = random.choice(("n,n,n", "H,H,H"))
        hunter = f"W:{place - random.randint(1, 14)},{others}"
        position = notation.read_position(f"S:{place},n,n,n {hunter} N:n,n,n,n E:n,n,n,n W roll")
        hits = sum(
            weight
            for roll, weight in zip(position.moves(), position.odds(), strict=True)
            if any(place not in end[0] for end in dice_only(position.play(roll)))
        )
        risk = worth.features(table(position), position.sides, 1)[0][worth.FEATURES.index("risk")]
        assert share(risk, place) == pytest.approx(hits), text(position)


def text(position: Position) -> str:
    return notation.write_position(position)


def dice_only(position: Position) -> set[AllPawns]:
    tables, stack = {table(position)}, [position]
    while stack:
        current = stack.pop()
        for move in current.moves() if current.parts and current.turn == position.turn else ():
            if isinstance(move, Step):
                stack.append(current.play(move))
                tables.add(table(stack[-1]))
    return tables


def test_a_hunter_is_stopped_by_a_blockade_and_by_its_own_gate() -> None:
    assert counted("20,n,n,n", "17,n,n,n", "risk") > 0
    assert counted("18,18,20,n", "17,n,n,n", "risk") == 0
    assert counted("18,18,20,n", "19,n,n,n", "risk") > 0
    assert counted("29,n,n,n", "28,n,n,n", "risk") == 0, "a safe space"
    # West's pawns turn into their home row at space 51, so a pawn on 50 does not threaten 53.
    assert counted("53,n,n,n", "50,n,n,n", "risk") == 0
    assert counted("53,n,n,n", "52,n,n,n", "risk") > 0


def test_a_pawn_on_another_s_entry_is_in_danger_from_the_nest() -> None:
    assert share(counted("56,n,n,n", "n,n,n,n", "risk"), 56) == pytest.approx(15)
    assert counted("56,n,n,n", "55,H,H,H", "risk") == 0


def test_who_is_home_has_won() -> None:
    over = ((HOME,) * 4, (-1,) * 4)
    assert worth.chances(over, (0, 2), 1) == [1, 0]
    assert worth.chances((*over, (70, HOME, HOME, HOME)), (0, 1, 2), 1, placed=(0,))[0] == 0


# Chosen moves


@pytest.mark.parametrize("level", range(len(bots.LEVELS)))
@pytest.mark.parametrize(
    "options", [{}, dict(PRESETS[1].values), {"together": "end", "single": "on"}, {"places": "on"}], ids=str
)
def test_every_level_answers_with_legal_moves(level: int, options: dict[str, str]) -> None:
    for position in decisions(3, options, 2, 8):
        thoughts = list(bots.think(position, (), level, 7, ticking(40)))
        assert all(thought.move in position.moves() for thought in thoughts)


@pytest.mark.parametrize("level", range(len(bots.LEVELS)))
def test_the_first_answer_comes_at_once_and_the_same_seed_gives_the_same_answers(level: int) -> None:
    for position in decisions(4, {}, 3, 5):
        first = next(iter(bots.think(position, (), level, 7, Clock(0))))
        assert first.move in position.moves()
        runs = [[thought.move for thought in bots.think(position, (), level, 11, ticking(60))] for _ in range(2)]
        assert runs[0] == runs[1]


@pytest.mark.parametrize("level", range(len(bots.LEVELS)))
def test_an_only_move_is_made_without_thinking(level: int) -> None:
    thoughts = list(bots.think(due("n,n,n,n", "6-4"), (), level, 1, Clock(9)))
    assert [thought.move for thought in thoughts] == [LOSE]


def last(position: Position, level: int, seed: int = 1) -> Move:
    *_, thought = bots.think(position, (), level, seed, ticking(4_000))
    return thought.move


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_with_more_players_an_opponent_errs_within_a_smaller_range(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[float] = []

    def watched(rankings: Any, rolls: int, temperature: float, *draws: int) -> Iterator[Any]:
        used.append(temperature)
        return foresight.choose(rankings, rolls, temperature, *draws)

    monkeypatch.setattr(bots, "choose", watched)
    last(next(decisions(seats, {}, 2)), MONGOOSE)
    assert used == [pytest.approx(bots.STYLES[MONGOOSE].temperature * 2 / seats)]


@pytest.mark.parametrize("level", [FROG, DEER])
def test_a_part_of_the_moves_is_aimless(level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    position = next(decisions(2, {}, 2))
    aims: list[int] = []
    think = bots._think

    def watched(position: Position, style: bots.Style, seed: int, *rest: Any) -> Iterator[Any]:
        aims.append(seed)
        return think(position, style, seed, *rest)

    monkeypatch.setattr(bots, "_think", watched)
    for seed in range(400):
        last(position, level, seed)
    assert 400 - len(aims) == pytest.approx(4 * bots.STYLES[level].aimless, abs=30)


@pytest.mark.parametrize(("level", "least"), [(MONGOOSE, 8), (TORTOISE, 12), (ELEPHANT, 20)])
def test_the_better_an_opponent_the_surer_it_captures_what_is_nearly_home(level: int, least: int) -> None:
    position = due("20,12,50,n", "6-1", north="26,n,n,n")
    chosen = [last(position, level, seed) for seed in range(20)]
    assert least <= chosen.count(Step(0, 26, (6,))) <= (20 if level == ELEPHANT else 19)


@pytest.mark.parametrize("level", [MONGOOSE, TORTOISE, ELEPHANT])
def test_thinkers_win_when_they_can(level: int) -> None:
    assert played(due("h5,20,H,H", "6-3"), "h5>H").bonuses == (10,)
    win = due("h5,H,H,H", "3-1")
    assert all(win.play(last(win, level, seed)).over for seed in range(5))


@pytest.mark.parametrize(("level", "least"), [(MONGOOSE, 5), (TORTOISE, 9), (ELEPHANT, 10)])
def test_thinkers_leave_no_pawn_within_reach_of_a_hunter(level: int, least: int) -> None:
    # A roll without doubles takes the enemy pawn on 15 to 27 at most. Space 22 is safe.
    assert least <= sum(is_safe_from_fifteen(level, seed) for seed in range(10))


def is_safe_from_fifteen(level: int, seed: int) -> bool:
    position = due("20,40,n,n", "6-2", north="15,n,n,n")
    while position.turn == 0:
        position = position.play(last(position, level, seed))
    return all(place == 22 or not 15 < place <= 27 for place in position.pawns[0])


def test_nobody_foresees_dice() -> None:
    # A request to an opponent contains neither the match's seed nor a future roll.
    before = due("20,40,n,n", "6-2")
    assert set(before._fields) & {"seed", "rolls", "next"} == set()
    assert tuple(signature(bots.think).parameters) == ("position", "past", "level", "seed", "clock")


def test_looking_ahead_weighs_every_roll_by_its_chance() -> None:
    position = due("20,40,n,n", "6-2", north="15,n,n,n")
    scene = look.Prospect(Fixed(position.sides, position.house), 0)
    tables = [sequel.table for sequel in results.now(position)][:2]
    *_, values = (estimates for estimates in look.expectation(scene, tables, 1) if estimates)
    exact = []
    for each_table in tables:
        total = 0.0
        for roll in rules.ROLLS:
            ends = results.rolled(scene.game, each_table, 1, *roll)
            after = 1 if roll.high == roll.low else 2
            shares = [worth.chances(end.table, position.sides, after) for end in ends]
            total += max(shares, key=lambda share: share[1])[0] * (1 if roll.high == roll.low else 2)
        exact.append(total / 36)
    assert values == pytest.approx(exact)


def ahead() -> tuple[look.Prospect, list[AllPawns]]:
    position = due("20,30,40,n", "6-2", north="36,n,n,n")
    return look.Prospect(Fixed(position.sides, position.house), 0), [sequel.table for sequel in results.now(position)]


def test_games_ahead_share_their_dice_and_give_up_what_falls_behind() -> None:
    scene, tables = ahead()
    twice = [tables[0], tables[0], *tables[1:4]]
    values = [estimates for estimates in look.games(scene, twice, 1, 2, 5, 40, [0.4, 0.4, 0.3, 0.2, 0.1]) if estimates]
    assert all(estimate[0] == estimate[1] for estimate in values), "the same table meets the same dice"
    assert all(estimate[4] == 0.1 for estimate in values), "only the four best after the next roll are played on"
    assert len(values) <= 40


def test_games_ahead_add_what_comes_after_the_next_roll_and_trust_few_of_them_little() -> None:
    scene, tables = ahead()
    assert look._played_on(scene, tables[0], 1, 1, [(6, 2), (5, 5)]) == 0, "one turn is the next roll"
    dice = [(6, 2), (4, 3), (6, 5), (2, 1)]
    after, next_up = scene.best(tables[0], 1, 6, 2)
    later = after
    for high, low in dice[1:]:
        later, next_up = scene.best(later, next_up, high, low)
    gain = scene.value(later, next_up) - scene.value(after, 2)
    assert look._played_on(scene, tables[0], 1, 4, dice) == pytest.approx(gain)
    assert gain != 0
    assert look._trusted(0.5, []) == 0.5
    assert 0.5 < look._trusted(0.5, [0.9]) < 0.51
    assert 0.75 < look._trusted(0.5, [0.9] * 200) < 0.9


def contest(seats: int, upper: int, lower: int, games: int) -> int:
    """Return the number of games that the opponent of level `upper` wins.

    This opponent has every second seat. The opponent of level `lower` has the others.
    """
    won = 0
    for number in range(games):
        random = Random(f"{seats}{number}")
        mine = [(seat + number) % 2 == 0 for seat in range(seats)]
        position = rules.start(seats, {"first": "seat"}, number)
        while not position.over:
            if position.turn == CHANCE:
                position = position.play(random.choices(rules.ROLLS, rules.state.ODDS)[0])
            else:
                *_, thought = bots.think(position, (), upper if mine[position.mover] else lower, number, Clock(9))
                position = position.play(thought.move)
        won += mine[position.placed[0]]
    return won


@pytest.mark.parametrize("games", [4, pytest.param(40, marks=pytest.mark.deep)])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_hare_beats_a_butterfly(seats: int, games: int) -> None:
    assert contest(seats, 1, 0, games) >= 0.75 * games


def test_scenes_pass_over_those_who_are_home() -> None:
    scene = look.Prospect(Fixed((0, 1, 2, 3), rules.House(places=True)), 0, placed=(1, 3))
    assert [scene.after(seat, False) for seat in (0, 2)] == [2, 0]
    assert scene.after(0, True) == 0
    assert Roll(2, 1) in rules.ROLLS
