"""Test that the tables in docs/environments.md agree with the code. `test_readme` runs the examples of the document."""

from __future__ import annotations

import doctest
from pathlib import Path

from chowk.envs import coding_of, playing
from chowk.library import games
from chowk.library.parts import game_of

MANUAL = Path(__file__).parents[3] / "docs/environments.md"


def test_the_examples_in_docstrings_are_so() -> None:
    results = doctest.testmod(playing)
    assert results.attempted
    assert not results.failed


def test_the_tables_have_the_sizes_of_the_encodings() -> None:
    lines = MANUAL.read_text("utf-8").splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line.startswith("| ")]
    for game in games():
        coding, name = coding_of(game), game_of(game).sign.title.text.replace("American ", "")
        actions, shape = (row[1] for row in rows if row[0] == name)
        assert actions == str(coding.actions)
        assert shape == ", ".join(map(str, coding.shape))
