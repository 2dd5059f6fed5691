"""Test that the examples of docs/environments.md are so, and that its tables have the numbers of the code."""

from __future__ import annotations

import doctest
from pathlib import Path

from chowk.envs import coding_of, playing
from chowk.library import games
from chowk.library.parts import game_of

MANUAL = Path(__file__).parents[3] / "docs/environments.md"


def test_the_examples_are_so() -> None:
    results = doctest.testfile(str(MANUAL), module_relative=False)
    assert results.attempted > 20
    assert not results.failed
    assert not doctest.testmod(playing).failed


def test_the_tables_have_the_sizes_of_the_encodings() -> None:
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in MANUAL.read_text("utf-8").splitlines()
        if line.startswith("| ")
    ]
    for game in games():
        coding, name = coding_of(game), str(game_of(game).sign.title).replace("American ", "")
        actions, shape = (
            row[1] for row in rows if row[0] in (name, game.title(), "Kilkenny Cats" * (game == "kilkenny"))
        )
        assert actions == str(coding.actions)
        assert shape == ", ".join(map(str, coding.shape))
