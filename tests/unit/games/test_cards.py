"""Test the error messages about an incomplete declaration of a game, and the optional parts of a game."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from chowk import games
from chowk.core import defaults
from chowk.core.game import Choice, Rules
from chowk.core.message import say
from chowk.games import reversi as folder
from chowk.games.api import Game, Later, Sign, fallbacks
from chowk.games.reversi import game as card
from tools.dev import cards

Patch = pytest.MonkeyPatch


def sign_with(patch: Patch, **parts: Any) -> None:
    """Replace parts of Reversi's sign (what the home page needs of a game) during a test."""
    patch.setattr(folder, "SIGN", folder.SIGN._replace(**parts))


def card_with(patch: Patch, **parts: Any) -> None:
    """Replace parts of Reversi's card (the whole declaration of a game) during a test."""
    patch.setattr(card, "GAME", card.GAME._replace(**parts))


def without(module: Any, *names: str) -> SimpleNamespace:
    """Return a module without some of its names."""
    return SimpleNamespace(**{name: value for name, value in vars(module).items() if name not in names})


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ({"number": 0}, "Links have the number 0 for parcheesi: take one that no game ever had."),
        ({"number": 16}, "Links have no room for the number 16: take one from 0 to 15."),
        ({"name": "othello"}, "The folder is called reversi and the sign 'othello': they must be the same."),
        ({"seats": (2, 2)}, "The numbers of players (2, 2) must be there, each once, the smallest first."),
        ({"minutes": 0}, "The minutes that a usual game takes must be more than none."),
        (
            {"emblem": Later("chowk.games.reversi.ui.emblem", "PICTURE")},
            "The emblem is not where the sign says: chowk/games/reversi/ui/emblem.py, PICTURE.",
        ),
        (
            {"lessons": None},
            "chowk/games/reversi/ui/lessons.py is there, but nobody asks for it: name it in SIGN, "
            'lessons=Later("chowk.games.reversi.ui.lessons", "LESSON").',
        ),
        (
            {"lessons": Later("chowk.games.reversi.school", "LESSON")},
            "The lessons are not where the card says: chowk/games/reversi/school.py, LESSON.",
        ),
    ],
)
def test_a_sign_with_a_fault_is_told_so_in_words(monkeypatch: Patch, parts: dict[str, Any], text: str) -> None:
    sign_with(monkeypatch, **parts)
    assert text in cards.lacking("reversi")


def test_what_a_room_lacks_is_told_with_what_it_is_for(monkeypatch: Patch) -> None:
    complete = games.load("reversi")
    card_with(monkeypatch, rules=without(complete.rules, "forced"), view=without(complete.view, "ART", "cells"))
    assert cards.lacking("reversi") == [
        "chowk/games/reversi/rules.py has no `forced`: Return the move that is played without asking the player, such "
        "as a pass, or None if the player chooses.",
        "chowk/games/reversi/ui/view.py has no `ART`: The drawings of the sprites that `pieces` returns, by "
        "name. Each drawing has its own origin.",
        "chowk/games/reversi/ui/view.py has no `cells`: Return the cells of the board in rows, top to bottom and "
        "left to right, for a grid of buttons.",
    ]


def test_what_lies_in_a_room_and_not_on_the_card_is_told(monkeypatch: Patch) -> None:
    view = SimpleNamespace(**vars(games.load("reversi").view), SETS=(Choice("usual", say("Turned, with grooves")),))
    unnamed = {part: Game._field_defaults[part] for part in ("survey", "opening")}
    card_with(monkeypatch, scale=None, view=view, reasons=None, **unnamed)
    assert cards.lacking("reversi") == [
        "chowk/games/reversi/ui/reasons.py is there, but nobody asks for it: name it in GAME, "
        'reasons=Later("chowk.games.reversi.ui.reasons", "reasons").',
        "chowk/games/reversi/engine/bots.py has SCALE, but the card does not: write scale=bots.SCALE there.",
        "chowk/games/reversi/ui/view.py has SETS, but the card does not: write sets=view.SETS there.",
        "chowk/games/reversi/engine/bots.py has survey, but the card does not: write survey=bots.survey there.",
        "chowk/games/reversi/notation.py has opening, but the card does not: write opening=notation.opening there.",
    ]


def test_a_folder_without_a_sign_or_a_card_is_told_what_to_write(monkeypatch: Patch) -> None:
    monkeypatch.setattr(card, "GAME", None)
    (complaint,) = cards.lacking("reversi")
    assert complaint.startswith("chowk/games/reversi/game.py has no GAME: the card that names its rooms")
    monkeypatch.setattr(folder, "SIGN", None)
    (complaint,) = cards.lacking("reversi")
    assert complaint.startswith("chowk/games/reversi/__init__.py has no SIGN: what the home page says of the game")
    assert cards.lacking("no_game") == [complaint.replace("reversi", "no_game")]


def test_a_game_that_is_only_announced_needs_a_sign_alone(monkeypatch: Patch) -> None:
    card_with(monkeypatch, rules=None)
    assert cards.lacking("reversi") != []
    sign_with(monkeypatch, ready=False)
    assert cards.lacking("reversi") == []


def test_the_manual_lists_all_that_is_optional() -> None:
    manual = (Path(__file__).parents[3] / "docs/adding-a-game.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ((?:`\w+`(?:, )?)+) \|", manual, re.MULTILINE)
    listed: dict[str, set[str]] = {}
    for where, names in rows:
        listed.setdefault(where, set()).update(re.findall(r"\w+", names))
    rooms = {room: {part for part, _ in cards._members(cards.ROOMS[room])} for room in ("view", "notation", "speech")}
    optional = {
        "SIGN": {*Sign._field_defaults},
        "GAME": {*Game._field_defaults},
        "rules": {part for part, _ in cards._members(Rules)} & {*vars(defaults)},
        **{room: parts & {*vars(fallbacks)} for room, parts in rooms.items()},
    }
    for where in optional.keys() | listed.keys():
        names, there = optional.get(where, set()), listed.get(where, set())
        assert names <= there, f"docs/adding-a-game.md: add a row `{where}` for {sorted(names - there)}"
        assert names >= there, f"docs/adding-a-game.md: `{where}` has no optional {sorted(there - names)}"


def test_all_that_has_a_default_can_be_left_out() -> None:
    required = {"name", "number", "title", "summary", "seats", "minutes", "emblem"}
    assert set(Sign._fields) - set(Sign._field_defaults) == required
    rooms = {"sign", "rules", "notation", "view", "speech", "bots", "help"}
    assert set(Game._fields) - set(Game._field_defaults) == rooms
