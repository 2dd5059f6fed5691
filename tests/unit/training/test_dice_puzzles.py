"""Tests of the puzzles of games with dice: the roll-outs that prove them, their themes, and their refutations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from chowk import games
from chowk.core.position import CHANCE
from chowk.games.api.puzzle import Puzzle, read_puzzles
from tools.build import kernel_provider
from training.kilkenny import puzzles_kilkenny
from training.parcheesi import puzzles_parcheesi
from training.shared import dice_puzzles, puzzles
from training.shared.dice_puzzles import BLOCK, Dice, RollOut

MAKERS = (puzzles_parcheesi, puzzles_kilkenny)
STARTS = {
    "parcheesi": "S:33,5,5,0 N:H,n,n,n N roll",
    "kilkenny": "S:c6,g7,h12 N:g4,i4,h5 N roll",
}


@pytest.fixture(autouse=True)
def _kernels() -> None:
    if not kernel_provider.provide():
        pytest.skip("there is no wasmtime")


def read(maker: Any, text: str) -> Any:
    """Read a position from text. `maker` is the module that makes the puzzles of the game."""
    return games.load(maker.RECIPE.name).notation.read_position(text)


def stored(maker: Any) -> tuple[Puzzle, ...]:
    """Return the puzzles in a game's file."""
    return read_puzzles(puzzles.file_of(maker.RECIPE.name).read_text())


def begun(maker: Any, first: int = 0) -> RollOut:
    """Return a roll-out: the first seat's results in games played on from a position before a roll.

    `first` is the number of the first of these games.
    """
    return RollOut(maker.DICE, read(maker, STARTS[maker.RECIPE.name]), 0, first)


@pytest.mark.parametrize("maker", MAKERS, ids=lambda maker: maker.RECIPE.name)
def test_games_of_the_same_numbers_have_the_same_results_however_they_are_asked_for(maker: Any) -> None:
    first, other = begun(maker), begun(maker)
    first.results(BLOCK)
    assert np.array_equal(first.results(2 * BLOCK), other.results(2 * BLOCK))
    assert not np.array_equal(first.results(BLOCK), begun(maker, BLOCK).results(BLOCK))
    assert first.results(BLOCK).min() >= 0.0
    assert first.results(BLOCK).max() <= 1.0


def test_more_games_than_the_kernel_has_room_for_are_played_in_parts() -> None:
    dice: Dice = puzzles_kilkenny.DICE._replace(rolls=1)
    end, count = read(puzzles_kilkenny, STARTS["kilkenny"]), dice_puzzles.LOOKS[-1] + BLOCK
    results = RollOut(dice, end, 0, 0).results(count)
    assert len(results) == count
    assert np.array_equal(results[-BLOCK:], RollOut(dice, end, 0, count - BLOCK).results(BLOCK))


@pytest.mark.parametrize("maker", MAKERS, ids=lambda maker: maker.RECIPE.name)
def test_a_block_of_games_begins_with_every_roll(maker: Any) -> None:
    """Check that two blocks of games that stop after one roll have the same winning chances, in the same order.

    A block is a number of games (`BLOCK`) that begin with every roll, always in the same order.
    """
    dice: Dice = maker.DICE._replace(rolls=1)
    chances = RollOut(dice, read(maker, STARTS[maker.RECIPE.name]), 0, 0).results(2 * BLOCK)
    assert np.array_equal(chances[:BLOCK], chances[BLOCK:])
    faces = 36 if maker is puzzles_parcheesi else 6
    assert faces / 6 < len(np.unique(chances)) <= faces


@pytest.mark.parametrize("maker", MAKERS, ids=lambda maker: maker.RECIPE.name)
def test_nothing_is_proved_between_equal_positions(maker: Any) -> None:
    end = read(maker, STARTS[maker.RECIPE.name])
    assert not dice_puzzles.proved(maker.DICE, 0, [end, end], 0)
    assert dice_puzzles.led(begun(maker).results(BLOCK), begun(maker).results(BLOCK)) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("setup", "flaw"),
    [
        ("S:H,63,H,55 N:57,51,0,48 S [4,1]", "the lead is gone at the end of the game"),
        ("S:H,H,h7,59 N:51,n,4,17 S [6,1]", "the game is won after the second use, too"),
    ],
)
def test_games_to_the_end_confirm_what_short_games_prove(setup: str, flaw: str) -> None:
    position = read(puzzles_parcheesi, setup)
    ends = [use.end for use in puzzles_parcheesi.uses(position)]
    numbers = position.turn, ends, dice_puzzles.numbered(setup)
    assert dice_puzzles.proved(puzzles_parcheesi.DICE._replace(confirmed=False), *numbers)
    assert not dice_puzzles.proved(puzzles_parcheesi.DICE, *numbers), flaw


def test_a_greedy_use_that_every_level_finds_is_dull(monkeypatch: pytest.MonkeyPatch) -> None:
    dice, recipe = puzzles_parcheesi.DICE, puzzles_parcheesi.RECIPE
    position = read(puzzles_parcheesi, "S:n,n,25,n N:17,1,h3,2 S [5,5]")
    best = puzzles_parcheesi.uses(position)[0]
    assert recipe.greedy(position, best.lines[0][0])
    assert not dice_puzzles.dull(dice, recipe, position, best.lines[0][0])
    assert dice_puzzles.obvious(dice, recipe, position, best)
    monkeypatch.setattr(dice_puzzles, "always_found", lambda *_: False)
    assert not dice_puzzles.obvious(dice, recipe, position, best)


def test_a_stored_puzzle_stays_if_its_proof_holds_by_the_present_rules() -> None:
    puzzle = min(stored(puzzles_parcheesi), key=lambda puzzle: (len(puzzle.setup), puzzle.key))
    assert puzzles_parcheesi.renew(puzzle) == puzzle
    assert puzzles_parcheesi.renew(puzzle._replace(lines=puzzle.refutations[:1])) is None


def test_the_error_of_a_lead_leaves_out_the_effects_of_the_first_dice() -> None:
    lot = np.random.default_rng(1)
    noise = lot.normal(0.1, 0.3, 20 * BLOCK)
    faces = np.tile(np.arange(BLOCK) % 6 / 3 - np.arange(BLOCK) // 6 / 2, 20)
    lead, error = dice_puzzles.led(noise + faces, np.zeros(20 * BLOCK))
    assert lead == pytest.approx(float((noise + faces).mean()))
    assert error == pytest.approx(0.3 / (20 * BLOCK) ** 0.5, rel=0.1)


@pytest.mark.parametrize("maker", MAKERS, ids=lambda maker: maker.RECIPE.name)
def test_puzzles_have_a_roll_to_use_and_a_theme_of_the_list(maker: Any) -> None:
    for puzzle in stored(maker):
        position = read(maker, puzzle.setup)
        assert position.turn != CHANCE
        assert maker.RECIPE.fits(position)
        assert games.load(maker.RECIPE.name).notation.write_position(position) == puzzle.setup
        assert puzzle.theme in maker.THEMES
        assert puzzle.refutations


@pytest.mark.parametrize("maker", MAKERS, ids=lambda maker: maker.RECIPE.name)
def test_all_lines_lead_to_the_same_position(maker: Any) -> None:
    move = games.load(maker.RECIPE.name).notation.read_move
    for puzzle in stored(maker):
        ends = set()
        for line in puzzle.lines:
            position = read(maker, puzzle.setup)
            for text in line:
                position = position.play(move(position, text))
            ends.add(maker.result_key(position))
        assert len(ends) == 1


@pytest.mark.parametrize(
    ("setup", "turned"),
    [
        ("S:H,63,H,55 N:57,51,0,48 S [4,1]", "S:23,17,34,14 N:H,29,H,21 N [4,1]"),
        ("S:33,5,5,0 N:H,n,n,n S [5,2]", "S:H,n,n,n N:67,39,39,34 N [5,2]"),
    ],
)
def test_likeness_turns_the_board_of_parcheesi(setup: str, turned: str) -> None:
    first, other = (read(puzzles_parcheesi, text) for text in (setup, turned))
    assert puzzles_parcheesi.likeness(first) == puzzles_parcheesi.likeness(other)
    assert puzzles_parcheesi.likeness(first) != puzzles_parcheesi.likeness(first._replace(parts=(6, 1), dice=(6, 1)))


@pytest.mark.parametrize("twin", ["S:n6,j7,i12 N:h4,j4 S [2]", "S:h13,j13 N:n11,j10,i5 N [2]"])
def test_likeness_turns_and_mirrors_the_board_of_kilkenny(twin: str) -> None:
    first, other = read(puzzles_kilkenny, "S:c6,g7,h12 N:g4,i4 S [2]"), read(puzzles_kilkenny, twin)
    assert puzzles_kilkenny.likeness(first) == puzzles_kilkenny.likeness(other)
    assert puzzles_kilkenny.likeness(first) != puzzles_kilkenny.likeness(other._replace(die=3))


@pytest.mark.parametrize("maker", MAKERS, ids=lambda maker: maker.RECIPE.name)
def test_a_reply_that_punishes_captures_a_piece_of_the_solver(maker: Any) -> None:
    move = games.load(maker.RECIPE.name).notation.read_move
    punished = 0
    for puzzle in stored(maker)[:150]:
        for moves in puzzle.refutations:
            position = read(maker, puzzle.setup)
            solver = position.turn
            for text in moves:
                mover, position = position.mover, position.play(move(position, text))
            if mover != solver:
                assert moves[-1].endswith("x")
                punished += 1
    assert punished > 50
