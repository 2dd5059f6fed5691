"""The contract suite names what a game lacks: each kind of fault is planted in a game that has none."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

from chowk.core import rule_options
from chowk.core.equity import Weighed
from chowk.core.events import Captured, Flipped, Gained, Moved, Passed, Placed, Promoted, Rolled
from chowk.core.game import EDITION
from chowk.core.match import Match
from chowk.core.message import say
from chowk.core.position import CHANCE, Outcome
from chowk.core.variations import Variations
from chowk.draw.timeline import touched
from chowk.engine.protocol import Line, Survey
from chowk.games import load, ready
from chowk.games.api import Former, Game, Level
from chowk.games.checkers.rules import House
from tests.unit import contract_hooks as hooks
from tests.unit.contract_faults import (
    count_faults,
    differences,
    event_faults,
    step_faults,
    tally_faults,
    text_faults,
)
from tests.unit.shelf import Step, Table, steps, tables, walks

TABLES = {name: next(table for table in tables() if table.name == name) for name in ready()}


@pytest.mark.parametrize("name", TABLES)
def test_an_event_that_is_left_out_is_named(name: str) -> None:
    """Leave each event of a walk out: the fault names its kind, or the kind of what the sprite does, and its sprite."""
    table = TABLES[name]
    kinds = set()
    for step in list(steps(table))[:120]:
        before, after = table.game.view.pieces(step.before), table.game.view.pieces(step.after)
        assert event_faults(before, step.events, after) == []
        for number, event in enumerate(step.events):
            others = step.events[:number] + step.events[number + 1 :]
            if isinstance(event, Placed | Flipped | Captured | Moved) and event.piece not in touched(others):
                faults = event_faults(before, others, after)
                assert any(repr(event.piece) in fault for fault in faults)
                assert all("events() lacks a " in fault or "unchanged" in fault for fault in faults)
                kinds |= {kind for kind in ("Placed", "Flipped", "Captured", "Moved") if kind in " ".join(faults)}
    assert kinds


def test_the_sentences_for_sprites() -> None:
    table = TABLES["reversi"]
    step = next(iter(steps(table)))
    before, after = table.game.view.pieces(step.before), table.game.view.pieces(step.after)
    placed, flipped = step.events[0], step.events[1]
    assert isinstance(placed, Placed)
    assert isinstance(flipped, Flipped)
    (fault,) = event_faults(before, (placed,), after)
    assert fault.startswith(f"The sprite {flipped.piece!r} changes at spot {flipped.spot!r} (art: ")
    assert fault.endswith("events() lacks a Flipped or Promoted of it.")
    idle = next(sprite for sprite in before if sprite in after)
    (fault,) = event_faults(before, (*step.events, Promoted(0, idle.key, idle.spot)), after)
    assert fault == (
        f"Promoted(seat=0, piece={idle.key!r}, spot={idle.spot!r}) names the sprite {idle.key!r}, "
        "which view.pieces() shows unchanged before and after."
    )
    assert event_faults(before, (*step.events, Passed(0, "forced"), Gained(0, "", 1), Rolled(0, ())), after) == []


@pytest.mark.parametrize("name", TABLES)
def test_a_field_that_text_loses_is_named(name: str) -> None:
    table = TABLES[name]
    notation = table.game.notation
    first, last = walks(table)[0].match.positions[0], walks(table)[0].match.positions[-1]
    assert text_faults(notation, last) == []
    forgetful = SimpleNamespace(write_position=notation.write_position, read_position=lambda _: first)
    changed = {change.partition(":")[0] for change in differences(last, first)}
    named = {fault.split("': ", 1)[-1].partition(":")[0] for fault in text_faults(forgetful, last)}
    assert named == changed
    assert changed <= {*last._fields}
    two_lines = SimpleNamespace(
        write_position=lambda one: notation.write_position(one) + "\n", read_position=lambda _: last
    )
    assert "more than one line" in text_faults(two_lines, last)[0]


def test_a_move_that_is_not_the_same_again_is_named() -> None:
    one, other = list(steps(TABLES["reversi"]))[:2]
    assert step_faults(one) == []
    faults = step_faults(Step(one.before, one.move, other.events, other.after))
    assert any(fault.startswith(f"position.play({one.move!r}), played again: turn: ") for fault in faults)
    assert faults[-1].startswith(f"position.events({one.move!r}) gives [")


def game_with(table: Table, **speech: Any) -> Any:
    """Return a table whose game has other speech."""
    game = SimpleNamespace(view=table.game.view, speech=SimpleNamespace(**speech))
    return SimpleNamespace(game=game, seats=table.seats)


def test_numbers_that_are_missing_are_named() -> None:
    table = TABLES["patchwork"]
    walk = walks(table)[0]
    position, outcome = walk.match.position, walk.match.outcome()
    cards, rows = table.game.speech.facts(position), table.game.speech.tally(position)
    assert outcome is not None
    assert list(count_faults(position, table)) == []
    assert list(tally_faults(position, outcome, table)) == []
    short = game_with(table, facts=lambda _: (cards[0], cards[1][:-1]))
    assert [fault[:22] for fault in count_faults(position, short)] == ["speech.facts() counts "]
    drawn = (cards[0][0]._replace(art="nowhere"), *cards[0][1:])
    unknown = game_with(table, facts=lambda _: (drawn, cards[1]))
    assert list(count_faults(position, unknown)) == [
        "speech.facts() names the drawing 'nowhere', which view.ART lacks."
    ]
    assert "1 cards for 2 players" in next(count_faults(position, game_with(table, facts=lambda _: cards[:1])))
    wrong = rows[-1]._replace(values=(1,), art="nowhere", summed=True)
    faults = list(tally_faults(position, outcome, game_with(table, tally=lambda _: (*rows[:-1], wrong))))
    for part in ("has 1 values for 2 players", "'nowhere', which view.ART lacks", "No row of", "its sum has to follow"):
        assert sum(part in fault for fault in faults) == 1, faults
    resigned = Outcome(outcome.places, (77, 78), "resigned")
    assert list(tally_faults(position, resigned, table)) == []


# What is optional ------------------------------------------------------------------------------------------


RETIRED = Level(19, say("Retired"), say("Was there for a while."), 1.0)


def chosen_faults(rules: Any, match: Match[Any, Any]) -> Iterator[str]:
    """Check the house rules of a match that was set up by default."""
    return hooks.house_faults(rules, match, rule_options.usual(rules))


def survey_faults(game: Game, match: Match[Any, Any]) -> Iterator[str]:
    """Check the survey of the first position."""
    return hooks.survey_faults(game, match.at(0), ())


def opening_faults(game: Game, _: Match[Any, Any]) -> Iterator[str]:
    """Check every twentieth opening."""
    return hooks.opening_faults(game, 20)


def former_faults(game: Game, _: Match[Any, Any]) -> Iterator[str]:
    """Check the retired opponents."""
    return hooks.former_faults(game)


def rules_with(name: str, **parts: Any) -> Any:
    """Return the rules of a game with other parts."""
    return SimpleNamespace(**{**vars(load(name).rules), **parts})


@pytest.mark.parametrize(
    ("name", "check", "parts", "told"),
    [
        ("reversi", hooks.pass_faults, {"PASS": 19}, "is not the only move and forced, but one of"),
        ("kilkenny", hooks.throwing_faults, {"throwing": lambda at: at.turn == CHANCE}, "True again after the rolls"),
        ("checkers", hooks.throwing_faults, {"throwing": lambda _: True}, "in which no roll is due"),
        ("checkers", chosen_faults, {"house_rules": lambda _: House(forty=False)}, "gives forty the value off"),
        (
            "checkers",
            chosen_faults,
            {"house_rules": lambda at: at.house if at.turn else House(False)},
            "changes during",
        ),
    ],
)
def test_a_wrong_answer_of_rules_is_named(name: str, check: Any, parts: dict[str, Any], told: str) -> None:
    match = walks(TABLES[name])[0].match
    assert list(check(load(name).rules, match)) == []
    assert any(told in fault for fault in check(rules_with(name, **parts), match))


def test_a_pass_that_is_counted_is_named() -> None:
    match = next(one.match for one in walks(TABLES["reversi"]) if one.match.made < one.match.ply)
    counted = SimpleNamespace(positions=match.positions, moves=match.moves, made=match.ply, ply=match.ply)
    (fault,) = hooks.pass_faults(load("reversi").rules, cast("Any", counted))
    assert "moves are counted" in fault


@pytest.mark.parametrize(
    ("earlier", "told"),
    [
        ({EDITION: {}}, f"has the edition {EDITION}"),
        ({1: {"forty": ("on",)}}, "of edition 1 has the options ['forty'], not ['ballot', 'forty', 'repetition']"),
        ({1: {"repetition": ("on",), "forty": ("fifty",), "ballot": ("off",)}}, "gives forty the values ('fifty',)"),
    ],
)
def test_a_wrong_edition_is_named(earlier: Any, told: str) -> None:
    assert any(told in fault for fault in hooks.edition_faults(rules_with("checkers", EARLIER=earlier)))


def survey_of(*lines: Line[Any]) -> Any:
    return lambda *_: iter([Survey(lines)])


def weighing(*chances: float) -> Any:
    return lambda *_: iter([Weighed(chances, chances)])


def one_opening(*moves: str) -> Any:
    return lambda: (("Opening", moves),)


@pytest.mark.parametrize(
    ("name", "check", "parts", "told"),
    [
        ("reversi", survey_faults, {"survey": survey_of(Line((0,), 1.0))}, "lines of the moves [0]"),
        ("reversi", survey_faults, {"survey": survey_of(Line((19,)))}, "gives the values [None]"),
        ("reversi", survey_faults, {"survey": survey_of(Line((19,), 1.0), Line((26,), 2.0))}, "the best first"),
        ("kilkenny", hooks.chance_faults, {"weigh": None}, "the game has no `weigh`"),
        ("kilkenny", hooks.chance_faults, {"weigh": weighing(0.5, 0.4)}, "gives the chances (0.5, 0.4) before"),
        ("checkers", hooks.variation_faults, {"read_variations": None}, "and no `read_variations`"),
        ("checkers", hooks.variation_faults, {"read_variations": lambda _: Variations("")}, "reads 0 moves of"),
        ("reversi", hooks.resemblance_faults, {"resembles": lambda _: 0.0}, "gives 0.0 for a game in the format"),
        ("reversi", hooks.resemblance_faults, {"resembles": lambda _: 1.0}, "more than 0 for an empty text"),
        ("reversi", opening_faults, {"named_openings": one_opening("a1")}, "'Opening' of named_openings() cannot be"),
        ("reversi", opening_faults, {"named_openings": one_opening("f5"), "opening": lambda _: ""}, "none of named_"),
        ("reversi", former_faults, {"former": (Former(load("reversi").bots.LEVELS[0], 1),)}, "opponent 0 has no succ"),
        ("reversi", former_faults, {"former": (Former(RETIRED, 18),)}, "names the successor 18, which is none"),
    ],
)
def test_a_wrong_part_of_a_card_is_named(name: str, check: Any, parts: dict[str, Any], told: str) -> None:
    match = walks(TABLES[name])[0].match
    assert list(check(load(name), match)) == []
    assert any(told in fault for fault in check(load(name)._replace(**parts), match))
