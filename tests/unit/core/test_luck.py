"""Test the luck of dice and the errors of players: together they add up to the result, for any winning chances."""

from __future__ import annotations

import math
from random import Random

import pytest

from chowk.core.equity import KNOTS, Chances, Swing, Turn, Weighed, better, corrected, reckon, result
from chowk.core.position import Outcome

DEEP = 10_000


def shares(lot: Random, seats: int) -> Chances:
    """Return random winning chances for `seats` players, with the sum 1."""
    weights = [lot.expovariate(1) for _ in range(seats)]
    return tuple(weight / sum(weights) for weight in weights)


def are_probabilities(chances: Chances) -> bool:
    """Return True if every chance is between 0 and 1, except for rounding errors."""
    return all(-1e-9 <= chance <= 1 + 1e-9 for chance in chances)


def made_up(lot: Random) -> tuple[list[Turn], Chances, Chances]:
    """Return a random game: its turns with winning chances, its result, and its last chances if it is unfinished."""
    seats, ply, turns = lot.randrange(2, 5), 0, []
    left = lot.random() < 0.3
    for number in range(lot.randrange(1, 30)):
        choices = lot.randrange(5)
        ways = [(shares(lot, seats), shares(lot, seats), number % seats) for _ in range(choices)]
        gains = tuple(better(*choice) if lot.random() < 0.8 else () for choice in ways)
        weighed = Weighed(shares(lot, seats), shares(lot, seats), gains)
        turns.append(Turn(ply, number % seats, lot.choice((1 / 6, 1 / 18, 1 / 36)), weighed))
        ply += 1 + choices
    stopped = shares(lot, seats) if left else ()
    winners = lot.sample(range(seats), lot.choice((1, 1, 2)))
    places = tuple(1 if seat in winners else 3 for seat in range(seats))
    return turns, result(Outcome(places, (), "")), stopped


def test_every_player_can_be_unlucky_since_only_own_rolls_are_luck() -> None:
    """The winner rolled badly, too, but the other player rolled much worse."""
    turns = [Turn(0, 0, 1 / 6, Weighed((0.5, 0.5), (0.4, 0.6))), Turn(1, 1, 1 / 6, Weighed((0.4, 0.6), (1.0, 0.0)))]
    sheet = reckon(turns, (1.0, 0.0))
    assert [sheet.total(seat, "luck") for seat in (0, 1)] == pytest.approx([-0.1, -0.6])
    assert sheet.start == pytest.approx((0.5, 0.5))


@pytest.mark.parametrize("count", [DEEP // 100, pytest.param(DEEP, marks=pytest.mark.deep)])
def test_start_luck_and_errors_are_the_result(count: int) -> None:
    lot = Random(21)
    for _ in range(count):
        turns, end, stopped = made_up(lot)
        sheet = reckon(turns, end, stopped)
        last = turns[-1].ply + 1 + len(turns[-1].weighed.gains)
        for seat, share in enumerate(end):
            assert sheet.start[seat] + sum(swing.change[seat] for swing in sheet.swings) == pytest.approx(
                share, abs=1e-9
            )
            own = sum(sheet.total(seat, kind) for kind in ("luck", "error"))
            theirs = sum(swing.change[seat] for swing in sheet.swings if swing.seat != seat)
            assert sheet.start[seat] + own + theirs == pytest.approx(share, abs=1e-9)
        assert all(abs(sum(swing.change)) < 1e-9 for swing in sheet.swings), "what one wins others lose"
        assert all(swing.change[swing.seat] <= 0 for swing in sheet.swings if swing.kind == "error"), (
            "no move beats the best"
        )
        path = sheet.path(last)
        for swing in (swing for swing in sheet.swings if swing.kind == "error"):
            before, after = path[swing.ply], path[swing.ply + 1]
            assert are_probabilities(before) or not are_probabilities(after), "an error gives away what there was"
        assert len(path) == last + 1
        assert path[0] == sheet.start
        assert path[-1] == pytest.approx(stopped or end, abs=1e-9)


def test_luck_is_nothing_on_average_over_the_rolls() -> None:
    """With a die of one good and one bad face, the luck of the two faces adds up to 0."""
    before, good, bad = (0.6, 0.4), (0.8, 0.2), (0.4, 0.6)
    swings = [reckon([Turn(0, 0, 0.5, Weighed(before, chances, ()))], chances).swings for chances in (good, bad)]
    assert [chances[0].change[0] for chances in swings] == [pytest.approx(0.2), pytest.approx(-0.2)]


def test_what_the_move_gave_away_is_no_luck() -> None:
    """A winning roll counts as luck even if the player then loses by a bad move. The bad move counts as an error."""
    turn = Turn(4, 1, 0.5, Weighed((0.5, 0.5), (0.0, 1.0), ((-1.0, 1.0),)))
    sheet = reckon([turn], (1.0, 0.0))
    assert sheet.start == (0.5, 0.5)
    assert sheet.swings == (Swing(4, 1, "luck", (-0.5, 0.5)), Swing(5, 1, "error", (1.0, -1.0)))


def test_a_better_move_than_all_that_were_thought_of_is_no_error() -> None:
    """A move is no error if the player's chance after it cannot rise any further.

    A search may say that another move would have gained more. The loss is limited so that the chance with the other
    move is at most 1. In a won game, as here, the loss is 0.
    """
    assert better((0.5, 0.5), (0.6, 0.4), 1) == ()
    turn = Turn(0, 0, 1 / 6, Weighed((0.5, 0.5), (0.5, 0.5), ((0.1, -0.1),)))
    sheet = reckon([turn], (1.0, 0.0))
    assert sheet.total(0, "error") == 0
    assert sheet.total(0, "luck") + sheet.start[0] == pytest.approx(1)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_different_cost_of_a_move_is_a_different_luck_of_the_roll_before_it(seats: int) -> None:
    lot = Random(7)
    last, *even = (shares(lot, seats) for _ in range(3))
    gain = (0.1, *((-0.1 / (seats - 1),) * (seats - 1)))
    turns = [
        Turn(0, 0, 1 / 6, Weighed(even[0], even[1], (gain, gain))),
        Turn(3, 1, 1 / 6, Weighed(even[1], even[0], ((),))),
    ]
    sheet = reckon(turns, last)
    costs = {1: 0.3, 2: 0.0, 3: 0.5}
    other = sheet.with_costs(costs)
    assert [-swing.change[swing.seat] for swing in other.swings if swing.kind == "error"] == pytest.approx([0.3, 0, 0])
    assert (other.start, other.result) == (sheet.start, sheet.result)
    assert other.swings[3:] == sheet.swings[3:], "ply 3 is a roll, whose luck no cost changes"
    for seat in range(seats):
        changes = [sum(swing.change[seat] for swing in balance.swings[:3]) for balance in (sheet, other)]
        assert changes[0] == pytest.approx(changes[1]), "the turn as a whole changes nothing"


def test_shared_places_split_the_result() -> None:
    assert result(Outcome((1, 3, 1), (), "agreed")) == (0.5, 0, 0.5)


def test_chances_are_corrected_without_a_change_of_order_or_of_what_is_sure() -> None:
    lot = Random(2)
    shifts = tuple(0.4 * knot for knot in KNOTS)  # moves each chance away from even
    for seats in (2, 3, 4):
        for _ in range(50):
            chances = shares(lot, seats)
            result = corrected(chances, shifts)
            assert sum(result) == pytest.approx(1)
            order = sorted(range(seats), key=chances.__getitem__)
            assert order == sorted(range(seats), key=result.__getitem__)
            assert max(result) >= max(chances)
            assert corrected(chances, ()) == chances
            assert corrected(chances, (0.7,) * len(KNOTS)) == pytest.approx(chances), "what is the same for all is none"
        assert corrected((1.0, *(0.0,) * (seats - 1)), shifts) == (1.0, *(0.0,) * (seats - 1))
    middle = corrected((0.15, 0.85), shifts)
    assert middle[1] / middle[0] == pytest.approx(0.85 / 0.15 * math.exp(0.4 * 0.85 - 0.4 * 0.15))
