"""Test the reading of games from texts in the style of other programs.

`tests/data/texts.json` has a row for each text: the text, and either its games or the expected error. A game is written
as its number of moves, or as a list of this number and the game's result. `notes` is the number of remarks that the
reading makes on the first game. Every text was written for this table.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from chowk import games
from chowk.core.errors import TextError
from chowk.core.message import english
from chowk.features.sharing import foreign_texts

TABLE: list[dict[str, Any]] = json.loads((Path(__file__).parents[3] / "data" / "texts.json").read_text("ascii"))
GAMES = [row for row in TABLE if "games" in row]
REFUSED = [row for row in TABLE if "games" not in row]


def named(row: dict[str, Any]) -> str:
    return str(row["name"])


def test_the_table_is_large_and_names_each_text_once() -> None:
    assert len(TABLE) >= 150
    assert len({row["name"] for row in TABLE}) == len(TABLE)
    assert len({row["text"] for row in TABLE}) == len(TABLE)


@pytest.mark.parametrize("row", GAMES, ids=named)
def test_a_text_holds_the_games_of_the_table(row: dict[str, Any]) -> None:
    record = foreign_texts.read_text(row["text"])
    assert record.plan.game == row["game"]
    records = games.load(row["game"]).notation.read_games(row["text"])
    read_games = [[len(record.moves), record.headers.get("Result", "")] for record in records]
    assert read_games == [[expected, ""] if isinstance(expected, int) else expected for expected in row["games"]]
    assert record.match.ply == read_games[0][0]
    assert record.games == len(read_games)
    assert [english(note) for note in record.notes] == [english(note) for note in records[0].notes]
    assert len(record.notes) == row.get("notes", 0)


@pytest.mark.parametrize("row", GAMES, ids=named)
def test_what_was_read_is_read_the_same_from_what_is_written_of_it(row: dict[str, Any]) -> None:
    match = foreign_texts.read_text(row["text"]).match
    notation = games.load(row["game"]).notation
    (again,) = notation.read_games(notation.write_game(match, notation.FORMATS[0].name, {}))
    assert foreign_texts.replayed(again).positions == match.positions
    assert again.notes == ()


@pytest.mark.parametrize("row", REFUSED, ids=named)
def test_a_text_is_complained_of_as_the_game_that_it_is(row: dict[str, Any]) -> None:
    with pytest.raises(TextError) as caught:
        foreign_texts.read_text(row["text"])
    assert row["why"] in english(caught.value.why)
    assert (caught.value.line, caught.value.column) == (row["line"], row["column"])
