"""Test games as JSON: the text of a game follows the schema, and reading it gives the same game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from chowk import games
from chowk.core import declaration, json_record, variations
from chowk.core.errors import TextError
from chowk.core.match import Match
from chowk.core.variations import Variations
from chowk.features.sharing import foreign_texts
from tests.unit import shelf
from tests.unit.core.json_schema import faults

SCHEMA = json.loads((Path(__file__).parents[3] / "docs/game.schema.json").read_text())
TABLES = [(name, seats) for name in games.ready() for seats in games.sign(name).seats]
HEADERS = {"Date": "2026.11.28", "Event": 'a "name" \\'}


def wrong(text: str) -> list[str]:
    return list(faults(json.loads(text), SCHEMA, SCHEMA))


def walked(name: str, seats: int, plies: int, seed: int = 5) -> Match[Any, Any]:
    match = shelf.walk(shelf.Table(name, seats), seed).match
    return match.until(min(plies, match.ply))


def same(read: Match[Any, Any], match: Match[Any, Any]) -> None:
    assert read.positions == match.positions
    assert read.seed == match.seed
    assert read.outcome() == match.outcome()


@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.parametrize("plies", [0, 9, 10_000])
def test_a_match_is_read_back_as_it_was_written(name: str, seats: int, plies: int) -> None:
    match = walked(name, seats, plies)
    players = tuple(f"Zoë {number}" for number in range(seats))
    text = json_record.write(match, players, HEADERS)
    assert wrong(text) == []
    read = json_record.read(text, games.find_ruleset)
    same(read.match, match)
    assert read.players == players
    assert read.tree.headers == HEADERS
    fields = json.loads(text)
    assert [move.get("roll", False) for move in fields["moves"]] == [at.turn == -1 for at in match.positions[:-1]]
    outcome = match.outcome()
    assert fields["result"] == (None if outcome is None else json.loads(json.dumps(outcome._asdict())))
    again = json_record.write(read.match, read.players, {}, read.tree)
    assert again == text


@pytest.mark.deep
@pytest.mark.parametrize("name", games.ready())
def test_a_thousand_games_are_read_back_as_they_were_written(name: str) -> None:
    for seed in range(1000):
        match = walked(name, games.sign(name).seats[seed % len(games.sign(name).seats)], seed, seed)
        same(json_record.read(json_record.write(match), games.find_ruleset).match, match)


@pytest.mark.parametrize("name", games.ready())
def test_an_end_that_players_declared_is_kept(name: str) -> None:
    for why, loser in (("agreed", 0), ("resigned", 1), ("time", 0)):
        match = walked(name, 2, 8)
        declaration.declare(match, declaration.Declaration(why, loser))  # type: ignore[arg-type]
        text = json_record.write(match)
        assert wrong(text) == []
        same(json_record.read(text, games.find_ruleset).match, match)


def branched(name: str) -> tuple[Match[Any, Any], Variations]:
    """Return a game, and a tree with variations from its start, from its later moves, and from other variations."""
    match = walked(name, 2, 12)
    tree, write = variations.of_match(match), match.ruleset.notation.write_move
    for ply in range(0, 12, 2):
        at = match.position_after(ply)
        for move in at.moves()[:3]:
            tree, beside = tree.played(ply, write(at, move))
            if (after := at.play(move)).moves():
                tree, beyond = tree.played(beside, write(after, after.moves()[-1]))
                tree, _ = tree.played(beside, write(after, after.moves()[0]))
                tree = tree.commented(beyond, f"beyond {ply}")
    tree = tree.commented(0, "the start").marked(2, "!?").sketched(1, "d3").sketched(0, "c4>d3")
    return match, tree


@pytest.mark.parametrize("name", games.ready())
def test_variations_comments_marks_and_drawings_are_kept(name: str) -> None:
    match, tree = branched(name)
    text = json_record.write(match, (), {}, tree)
    assert wrong(text) == []
    assert len(json.loads(text)["variations"]) > 3
    read = json_record.read(text, games.find_ruleset)
    assert list(variations.body(read.tree)) == list(variations.body(tree))
    same(read.match, match)


@pytest.mark.parametrize("name", games.ready())
def test_the_page_opens_it_with_the_names_and_the_house_rules(name: str) -> None:
    match, tree = branched(name)
    read = foreign_texts.read_text(
        json.dumps(json.loads(json_record.write(match, ("Asha", "Zoë"), {}, tree)), indent=1)
    )
    same(read.match, match)
    assert [seat.name for seat in read.plan.seats] == ["Asha", "Zoë"]
    assert read.plan.game == name
    assert list(variations.body(read.tree)) == list(variations.body(tree))


GAME = json.loads(json_record.write(walked("reversi", 2, 2)))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"form": 2}, "newer version"),
        ({"rules": 999}, "newer version"),
        ({"game": "chess"}, "not known here"),
        ({"form": True}, "cannot be read"),
        ({"setup": 1}, "cannot be read"),
        ({"setup": "X"}, "64 squares"),
        ({"seed": "-1"}, "not a seed"),
        ({"moves": None}, "cannot be read"),
        ({"moves": [{"move": "a1"}]}, "legal"),
        ({"moves": [{"move": "d3", "mark": "x"}]}, "cannot be read"),
        ({"variations": [{"after": 3, "moves": []}]}, "cannot be read"),
        ({"variations": [{"after": -1, "moves": []}]}, "cannot be read"),
        ({"players": [1]}, "cannot be read"),
    ],
)
def test_what_is_no_game_is_refused_with_a_reason(change: dict[str, Any], why: str) -> None:
    with pytest.raises(TextError, match=why):
        json_record.read(json.dumps({**GAME, **change}), games.find_ruleset)


def test_a_result_that_is_wrong_is_not_believed() -> None:
    text = json.dumps({**GAME, "result": {"places": [1, 2], "scores": [], "why": "x"}})
    assert json_record.read(text, games.find_ruleset).match.outcome() is None


def test_the_schema_refuses_what_is_no_game() -> None:
    changes: list[dict[str, Any]] = [
        {"form": 2}, {"seed": "x"}, {"moves": [{}]}, {"more": 1}, {"headers": {"Date": 1}}, {"game": "go"}
    ]  # fmt: skip
    for change in changes:
        assert wrong(json.dumps({**GAME, **change})), change
    assert wrong("{}")
    assert SCHEMA["properties"]["game"]["enum"] == [*games.ready()]
