"""Test the games' rules against the independent rules of the roll-outs, and roll-outs of known positions."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from chowk.core.position import CHANCE
from chowk.games.kilkenny import rules as kilkenny
from chowk.games.parcheesi import rules as parcheesi
from tests.bench import _kilkenny, _parcheesi, rollouts

PAWNS, CATS, DEEP = 250, 150, 3_000


def walked(name: str, seed: int, plies: int) -> list[Any]:
    """Return the positions after the rolls in random games.

    The games are played one after another until they have `plies` rolls and moves together.
    """
    random, found, rules = Random(seed), [], {"parcheesi": parcheesi, "kilkenny": kilkenny}[name]
    position: Any = None
    for _ in range(plies):
        if position is None or position.outcome() is not None:
            position = rules.start(2, {"first": "seat"} if name == "parcheesi" else {}, random.randrange(1 << 30))
        if position.turn == CHANCE:
            position = position.play(random.choices(position.moves(), position.odds())[0])
            if position.turn != CHANCE:
                found.append(position)
        else:
            position = position.play(random.choice(position.moves()))
    return found


def scattered_pawns(seed: int) -> Any:
    """Return a position of Parcheesi after a roll, with pawns close together and many pairs."""
    random, owners = Random(seed), dict[int, int]()
    centre, sides = random.randrange(68), list[Any]()
    for seat in range(2):
        own: list[int] = []
        while len(own) < 4:
            near = (centre + random.randrange(-12, 9)) % 68
            place = random.choice((-1, 75, near, near, near, random.randrange(68, 75), own[-1] if own else near))
            if own.count(place) < 2 or place in (-1, 75):
                if 0 <= place < 68 and owners.setdefault(place, seat) != seat:
                    continue
                own.append(place)
        sides.append(tuple(own) if own != [75] * 4 else (-1, 75, 75, 75))
    position = parcheesi.start(2, {"first": "seat"}, seed)._replace(
        mover=random.randrange(2), pawns=(sides[0], sides[1])
    )
    high = random.randint(1, 6)
    low = high if random.random() < 0.3 else random.randint(1, 6)
    return position.play(parcheesi.Roll(max(high, low), min(high, low)))


def scattered_cats(seed: int) -> Any:
    """Return a position of Kilkenny Cats after a roll, with few or many cats anywhere, mice included."""
    random = Random(seed)
    squares = [16 * y + x for x in range(1, 15) for y in range(1, 15)]
    random.shuffle(squares)
    cats = []
    for mice in ((7, 8), (247, 248)):
        own, squares = squares[: random.choice((1, 1, 2, 5, 7))], squares[8:]
        if random.random() < 0.4:
            own.append(random.choice(mice))
        cats.append(sum(1 << square for square in own))
    position = kilkenny.start(2, {}, seed)._replace(mover=random.randrange(2), cats=tuple(cats))
    return position.play(kilkenny.Roll(random.randint(1, 6)))


def agree(name: str, rolls: list[Any]) -> None:
    """Check that both implementations have the same results of each roll."""
    for rolled, listed in zip(rolls, rollouts.independent(name, rolls), strict=True):
        own, independent = set(rollouts.results(name, rolled)), set(listed)
        assert own == independent, (rolled, own - independent, independent - own)


@pytest.mark.parametrize(("name", "plies"), [("parcheesi", 1_000), ("kilkenny", 400)])
def test_results_of_rolls_in_random_games_are_the_same_by_both_rules(name: str, plies: int) -> None:
    agree(name, walked(name, 49, plies))


def test_results_of_rolls_are_the_same_where_pawns_stand_close() -> None:
    positions = [position for position in map(scattered_pawns, range(PAWNS)) if position.turn != CHANCE]
    assert sum(len(position.dice) == 4 for position in positions) > PAWNS / 40
    agree("parcheesi", positions)


@pytest.mark.deep
def test_results_of_many_more_rolls_are_the_same() -> None:
    agree("parcheesi", [position for position in map(scattered_pawns, range(DEEP)) if position.turn != CHANCE])
    agree("kilkenny", list(map(scattered_cats, range(DEEP))))


def test_results_of_rolls_are_the_same_where_cats_stand_anywhere() -> None:
    agree("kilkenny", list(map(scattered_cats, range(CATS))))


def test_the_end_of_a_game_is_the_same_by_both_rules() -> None:
    ends = 0
    for seed in range(CATS):
        rolled = scattered_cats(seed)
        for move in rolled.moves():
            after = rolled.play(move)
            state, _ = rollouts.following("kilkenny", after, rolled.mover)
            over, share = _kilkenny.ended(*map(_kilkenny.columns, state))
            outcome = after.outcome()
            assert bool(over[0]) == (outcome is not None)
            if outcome is not None:
                ends += 1
                assert float(share[0]) == (0.5 if outcome.winner is None else outcome.winner != rolled.mover)
    assert ends > 3


@pytest.mark.parametrize(
    ("name", "mine", "theirs"),
    [
        ("parcheesi", (10, 20, 70, 75), (-1, 0, 40, 72)),
        ("kilkenny", (7, 40, 88, 0, 0, 0, 0, 0), (90, 91, 92, 93, 94, 95, 0, 0)),
    ],
)
def test_both_players_chances_add_up_to_one(name: str, mine: tuple[int, ...], theirs: tuple[int, ...]) -> None:
    state = rollouts.PLAIN[name].State(mine, theirs)
    first, second = rollouts.PLAIN[name].rollouts([state, state], [True, False], 40, [1])
    assert (first + second == 1).all()
    assert 0 < first.mean() < 1


def test_finished_games_belong_to_the_winner() -> None:
    home, mice = (75, 75, 75, 75), (0, 0, 0, 0, 0, 0, 7, 8)
    pawns = _parcheesi.rollouts([_parcheesi.State(home, (1, 2, 3, 4))] * 2, [True, False], 3, [1])
    cats = _kilkenny.rollouts([_kilkenny.State(mice, _kilkenny.START)] * 2, [True, False], 3, [1])
    assert pawns.tolist() == cats.tolist() == [[1.0] * 3, [0.0] * 3]


def test_a_position_is_measured_the_same_way_twice() -> None:
    row = rollouts.measured("kilkenny", 1, 60)
    assert row == rollouts.measured("kilkenny", 1, 60)
    assert len(row.chances) == len(row.counts) > 1
    assert row.chances[row.best] - row.chances[row.chosen] == pytest.approx(row.loss, abs=1e-4)
    assert "| kilkenny | 1 |" in rollouts.line("kilkenny", [row])
