"""Test the themes of mistakes of every game: they agree with the faults that reviews name."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import count, islice
from typing import Any

import pytest

from chowk import games
from chowk.core.position import CHANCE
from chowk.games.api.mistake import OTHER, MistakeThemes
from chowk.games.api.puzzle import puzzles_of
from chowk.games.patchwork.rules.facts import forecast

GAMES = tuple(name for name in games.ready() if games.sign(name).mistakes is not None)
CHOICES = {"checkers": 2000, "kilkenny": 600, "parcheesi": 120, "patchwork": 300, "reversi": 1000}
"""For each game, the number of choices that are checked. Counting the rolls that capture a pawn is slow."""
FAULTS = {
    "It lets {other} into the corner {square}.": "corner-given",
    "It does not take the corner {square}.": "corner-missed",
    "When the captures that follow are done, {player} has lost {count} piece.": "pieces",
    "It lets {other} make a king at once.": "king",
    "It misses a mouse.": "mouse",
    "It misses the capture of a cat.": "capture",
    "It misses a capture.": "capture",
    "It breaks a blockade.": "blockade",
    "It misses the bonus tile.": "tile",
    "It misses the single patch of space {space}.": "single",
    "It breaks up the empty cells of the quilt.": "gaps",
}
"""The theme of a mistake, by the first sentence of its review, if that sentence decides the theme."""
RARE = {"two-for-one", "tile"}
"""Themes that are too rare for random games. Puzzles test them."""
LESS_SPECIFIC = {
    "It misses a capture that pays.": {"jump", "two-for-one"},
    "It leaves {other} {count} move; {best} would leave only {least}.": {"replies"},
    "It leaves {count} single cell shut in.": {"gaps", OTHER},
    "After it {other} could capture one of these cats with {count} of 6 numbers; after the better move, with "
    "{least}.": {"danger"},
    "After it {other} could capture one of these pawns with {count} of {all} rolls; after the better move, with "
    "{least}.": {"danger", "blockade"},
}
"""The possible themes of a mistake, by the first sentence of its review, if that sentence leaves the theme open."""


def themes(name: str) -> MistakeThemes:
    declared = games.sign(name).mistakes
    assert declared is not None
    return declared()


@cache
def choices(name: str) -> tuple[tuple[Any, Any, Any], ...]:
    """Return positions of random games, each with two of its moves."""
    return tuple(islice(_choices(name), CHOICES[name]))


def _choices(name: str) -> Iterator[tuple[Any, Any, Any]]:
    game, draw = games.load(name), random.Random(11)
    for seed in count():
        match = game.match(seed)
        while match.outcome() is None and match.ply < 400:
            position = match.position
            if position.turn == CHANCE:
                match.play(match.roll())
                continue
            moves = tuple(position.moves())
            if len(moves) > 1:
                yield (position, *draw.sample(moves, 2))
            match.play(draw.choice(moves))


def test_every_game_with_reviews_has_themes() -> None:
    assert set(GAMES) == {name for name in games.ready() if games.load(name).scale is not None}


@pytest.mark.parametrize("name", GAMES)
def test_each_theme_is_named_and_occurs(name: str) -> None:
    declared = themes(name)
    occurring = {declared.theme(*choice) for choice in choices(name)}
    assert occurring | RARE >= set(declared.titles)
    assert occurring <= set(declared.titles)
    assert OTHER in declared.titles


@pytest.mark.parametrize("name", GAMES)
def test_the_theme_is_the_first_fault_that_a_review_names(name: str) -> None:
    game, declared, compared = games.load(name), themes(name), 0
    for position, made, best in choices(name):
        faults = [fault.text for fault in game.wrong(position, made, best)]
        if not faults:
            continue
        expected = LESS_SPECIFIC.get(faults[0]) or {FAULTS[faults[0]]}
        assert declared.theme(position, made, best) in expected, (faults, position)
        compared += 1
    assert compared > 20


@pytest.mark.parametrize("name", GAMES)
def test_a_move_compared_with_itself_has_no_theme_but_that_of_the_phase(name: str) -> None:
    declared = themes(name)
    assert {declared.theme(position, move, move) for position, move, _ in choices(name)} <= {OTHER, "ending", "bought"}


def test_most_missed_puzzles_of_two_for_one_have_that_theme() -> None:
    game, declared = games.load("checkers"), themes("checkers")
    counts = Counter(
        declared.theme(position, *(game.notation.read_move(position, text) for text in (made[0], puzzle.lines[0][0])))
        for puzzle in puzzles_of("checkers")
        if puzzle.theme == "two-for-one"
        for position in [game.notation.read_position(puzzle.setup)]
        for made in puzzle.refutations
    )
    assert counts.most_common(1)[0][0] == "two-for-one"
    assert set(counts) == {"two-for-one", "pieces", OTHER}, "wrong moves also lose pieces, or win them more slowly"


def test_a_missed_puzzle_of_seven_by_seven_has_the_theme_of_the_tile() -> None:
    game, declared, compared = games.load("patchwork"), themes("patchwork"), 0
    for puzzle in [puzzle for puzzle in puzzles_of("patchwork") if puzzle.theme == "square"][:10]:
        position = game.notation.read_position(puzzle.setup)
        for text in puzzle.lines[0]:
            best = game.notation.read_move(position, text)
            others = [move for move in position.moves() if not forecast(position, move).tile]
            if others and forecast(position, best).tile:
                assert declared.theme(position, others[0], best) == "tile"
                compared += 1
            position = position.play(best)
    assert compared
