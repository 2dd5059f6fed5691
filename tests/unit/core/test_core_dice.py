"""Test dice statistics against calculated and counted figures, and the proof that rolls follow from the seed."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from chowk.core import chance, dice
from chowk.core.dice import Proof, Throw
from chowk.core.match import Match
from chowk.core.position import CHANCE
from chowk.games.parcheesi import rules
from chowk.games.parcheesi.rules import ROLLS, Move, Position, Roll
from tests.unit.games.parcheesi.helpers import RULESET


def played(seed: int, plies: int = 60) -> Match[Position, Move]:
    match: Match[Position, Move] = Match(RULESET, rules.start(3, {}, seed), seed)
    for _ in range(plies):
        match.play(match.roll() if match.position.turn == CHANCE else match.position.moves()[0])
    return match


def test_the_band_of_twenty_fives_in_120_dice() -> None:
    assert dice.band(120, 1 / 6) == (12, 28)
    assert dice.band(120, 1 / 6, together=6) == (10, 31)


@pytest.mark.parametrize(("trials", "likely"), [(1, Fraction(1, 6)), (36, Fraction(1, 6)), (200, Fraction(1, 36))])
@pytest.mark.parametrize("together", [1, 6, 11])
def test_a_band_is_the_narrowest_that_keeps_its_word(trials: int, likely: Fraction, together: int) -> None:
    low, high = dice.band(trials, float(likely), together)
    weights = [comb(trials, k) * likely**k * (1 - likely) ** (trials - k) for k in range(trials + 1)]
    tail = Fraction(1, 40) / together
    assert sum(weights[:low]) <= tail < sum(weights[: low + 1])
    assert sum(weights[high + 1 :]) <= tail < sum(weights[high:])


def test_no_rolls_no_band() -> None:
    assert dice.band(0, 0.5) == (0, 0)
    assert dice.statistics(()).faces[0] == (1, 0, 0.0, 0, 0)
    assert dice.band(5, 1.0) == (5, 5)


def test_faces_sums_and_doubles_are_counted() -> None:
    figures = dice.statistics(((6, 6), (6, 1), (3, 3), (5, 4)))
    assert figures.rolls == 4
    assert [figure.times for figure in figures.faces] == [1, 0, 2, 1, 1, 3]
    assert {figure.value: figure.times for figure in figures.sums if figure.times} == {12: 1, 7: 1, 6: 1, 9: 1}
    assert [figure.value for figure in figures.sums] == list(range(2, 13))
    assert figures.alike.times == 2
    assert figures.alike.expected == pytest.approx(4 / 6)
    assert [figure.expected for figure in figures.faces] == pytest.approx([8 / 6] * 6)
    assert figures.sums[5].expected == pytest.approx(4 / 6)


def test_one_die_has_faces_only() -> None:
    figures = dice.statistics(((6,), (2,)), dice=1)
    assert [figure.times for figure in figures.faces] == [0, 1, 0, 0, 0, 1]
    assert (figures.sums, figures.alike.times, figures.alike.expected) == ((), 0, 0.0)


def test_honest_dice_keep_within_the_bands_in_19_games_of_20() -> None:
    odds = [1 if roll.high == roll.low else 2 for roll in ROLLS]
    inside = 0
    for game in range(200):
        figures = dice.statistics([chance.pick(ROLLS, odds, game, ply) for ply in range(100)])
        inside += all(figure.usual for figure in figures.faces)
    assert 184 <= inside < 200


def test_loaded_dice_do_not() -> None:
    rolls = [(6, 6) if ply % 4 == 0 else chance.pick(ROLLS, (1,) * 21, 7, ply) for ply in range(200)]
    figures = dice.statistics(rolls)
    assert not figures.faces[5].usual
    assert not figures.alike.usual


def test_every_roll_of_a_match_is_told_for_its_player() -> None:
    match = played(3)
    rolled = dice.throws(match)
    assert [throw.ply for throw in rolled] == [ply for ply in range(60) if match.position_after(ply).turn == CHANCE]
    assert [throw.seat for throw in rolled] == [match.position_after(throw.ply).mover for throw in rolled]


def test_every_roll_of_a_match_is_proved_from_its_seed() -> None:
    proofs = dice.proofs(played(2**127 + 5))
    assert len(proofs) > 10
    assert all(proof.holds for proof in proofs)


def test_a_roll_that_the_seed_did_not_give_is_found_out() -> None:
    match = Match[Position, Move](RULESET, rules.start(2, {"first": "seat"}, 4), 4)
    due = match.roll()
    assert isinstance(due, Roll)
    false = next(roll for roll in ROLLS if roll != due)
    match.play(false)
    (proof,) = dice.proofs(match)
    assert proof == Proof(Throw(0, 0, false), due)
    assert not proof.holds


def test_a_promise_is_kept_by_one_seed() -> None:
    commitment = chance.commitment(2**100)
    assert dice.promised(2**100, f" {commitment.upper()}\n")
    assert not dice.promised(2**100 + 1, commitment)
