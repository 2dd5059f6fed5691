"""Test that this version reads games saved and sent by the second edition of the house rules, and writes equal texts.

The older texts are in `data/second_edition.json`, which was made by the code of that edition and cannot be made again.
Because the texts are equal, pages of that edition can also read the texts of this version.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from chowk import games
from chowk.core import record, variations
from chowk.features.sharing import game_link
from chowk.storage import saves, tree_link

DATA: Final = Path(__file__).resolve().parents[2] / "data/second_edition.json"
CASES: Final[list[dict[str, Any]]] = json.loads(DATA.read_text("utf-8"))["cases"]
each = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['game']} for {case['seats']} {case['options']}")


@each
def test_what_was_kept_is_kept_alike(case: dict[str, Any]) -> None:
    save = saves.read_save(case["save"], games.find_ruleset)
    assert save.match.ruleset.notation.write_position(save.match.position) == case["last"]
    now, then = (json.loads(text) for text in (saves.write_save(save), case["save"]))
    added = now["plan"]["options"].keys() - then["plan"]["options"].keys()
    assert added <= {"places"}, "an option that there was not, which an earlier page ignores"
    for name in added:
        assert now["plan"]["options"].pop(name) == "off"
    assert now == then


@each
def test_what_was_written_is_written_alike(case: dict[str, Any]) -> None:
    match, _ = record.read(case["record"], games.find_ruleset)
    assert record.write(match) == case["record"]
    notation = games.load(case["game"]).notation
    assert {form: notation.write_game(match, form, {}) for form in case["forms"]} == case["forms"]


@each
def test_what_was_sent_is_sent_alike(case: dict[str, Any]) -> None:
    shared = game_link.read(case["link"].removeprefix("#"))
    assert game_link.write(shared.match, shared.plan) == case["link"]
    analysed = tree_link.read(case["analysis_link"].removeprefix("#"))
    assert tree_link.write(analysed.name, analysed.tree) == case["analysis_link"]


@each
def test_an_analysis_is_written_alike(case: dict[str, Any]) -> None:
    from chowk.features.analysis.table import AnalysisTable

    match, _ = record.read(case["record"], games.find_ruleset)
    table = AnalysisTable(games.load(case["game"]), "", variations.of_match(match))
    assert table.text_in("") == case["analysis"]


def test_only_a_game_for_places_is_written_in_the_third() -> None:
    kilkenny = games.load("kilkenny")
    assert '[Rules "2"]' in record.write(kilkenny.match(1, 3))
    assert '[Rules "3"]' in record.write(kilkenny.match(1, 3, places="on"))
    link = tree_link.write("kilkenny", variations.of_match(kilkenny.match(1, 3, places="on")))
    assert tree_link.read(link.removeprefix("#")).tree.start == kilkenny.notation.write_position(
        kilkenny.match(1, 3, places="on").position_after(0)
    )
