"""Test the contract suite itself: it names each fault that a test adds to a correct game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import signature
from types import SimpleNamespace
from typing import Any, ClassVar, cast

import pytest

from chowk.core import rule_options
from chowk.core.equity import Weighed
from chowk.core.events import Captured, Flipped, Gained, Moved, Passed, Placed, Promoted, Rolled
from chowk.core.game import EDITION
from chowk.core.match import Match
from chowk.core.message import say
from chowk.core.position import CHANCE, Outcome, Refusal
from chowk.core.variations import Variations
from chowk.draw.scene import Sprite
from chowk.draw.timeline import touched
from chowk.engine.protocol import Line, Survey, Thought
from chowk.games import load, ready
from chowk.games.api import Former, Game, Ladder, Level
from chowk.games.checkers.rules import House
from tests.unit import contract_hooks as hooks
from tests.unit import shelf, test_contract
from tests.unit.contract_faults import (
    count_faults,
    differences,
    event_faults,
    file_of,
    move_faults,
    name_faults,
    obliged_faults,
    outcome_faults,
    refusal_faults,
    scene_faults,
    side_faults,
    spelling_faults,
    step_faults,
    tally_faults,
    text_faults,
    turn_faults,
    written_faults,
)
from tests.unit.shelf import Step, Table, steps, tables, walks
from tests.unit.toys import Race

TABLES = {name: next(table for table in tables() if table.name == name) for name in ready()}


@pytest.mark.parametrize("name", TABLES)
def test_an_event_that_is_left_out_is_named(name: str) -> None:
    """Check that the suite names the sprite and the missing event when one event of a move is left out."""
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
        write_position=lambda position: notation.write_position(position) + "\n", read_position=lambda _: last
    )
    assert "more than one line" in text_faults(two_lines, last)[0]


def test_a_move_that_is_not_the_same_again_is_named() -> None:
    first_step, other = list(steps(TABLES["reversi"]))[:2]
    assert step_faults(first_step) == []
    faults = step_faults(Step(first_step.before, first_step.move, other.events, other.after))
    assert any(fault.startswith(f"position.play({first_step.move!r}), played again: turn: ") for fault in faults)
    assert faults[-1].startswith(f"position.events({first_step.move!r}) gives [")


def game_with(table: Table, **speech: Any) -> Any:
    """Return a table whose game has a speech module with only the given functions."""
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


def wrong_race(**answers: Any) -> Any:
    """Return a position of the race (a toy game) with wrong values.

    `answers` has the value of each wrong property, or of each call of a wrong method, by name.
    """
    plain = ("seats", "turn")
    changed = {name: value if name in plain else lambda _, value=value: value for name, value in answers.items()}
    return type("WrongRace", (Race,), changed)(die=2)


@pytest.mark.parametrize(
    ("answers", "fault"),
    [
        ({}, ""),
        ({"moves": ("walk", "rest", "walk")}, "moves() has ['walk'] more than once, in "),
        ({"moves": ()}, "moves() is empty, so outcome() must give a result, in "),
        ({"outcome": Outcome((1, 2), (), "home"), "moves": ("walk",)}, "outcome() gives Outcome(places=(1, 2), "),
        ({"seats": 3}, "seats is 3 in a game for 2"),
        ({"turn": 2}, "turn is 2: it must be a seat from 0 to 1, or CHANCE, in "),
        ({"odds": (1, 1)}, "odds() gives 2 weights instead of 0 (players' moves have no odds), in "),
        ({"turn": CHANCE, "odds": (1,)}, "odds() gives 1 weights instead of 2 (rolls), in "),
        ({"turn": CHANCE, "odds": (1, 0)}, "odds() gives [1, 0]: a weight must be more than 0"),
    ],
)
def test_a_wrong_answer_of_a_position_is_named(answers: dict[str, Any], fault: str) -> None:
    position = wrong_race(**answers)
    faults = [*move_faults(position), *turn_faults(position, 2)]
    assert [sentence[: len(fault)] for sentence in faults] == [fault] * bool(fault)


def test_another_order_of_moves_is_named() -> None:
    class Turning(Race):
        calls: ClassVar[list[int]] = []

        def moves(self) -> tuple[str, ...]:
            self.calls.append(1)
            return ("walk", "rest")[:: 1 if len(self.calls) % 2 else -1]

    assert next(move_faults(Turning(die=2))).startswith("moves() gives another order when it is called again, in ")


@pytest.mark.parametrize(
    ("faults", "fault"),
    [
        (obliged_faults(["a1"], {"a1", "b1"}), "obliged() gives ['a1'], but the legal moves begin at ['a1', 'b1']"),
        (outcome_faults(Outcome((1,), (), ""), 2), "outcome() gives the places (1,) for 2 seats"),
        (outcome_faults(Outcome((2, 2), (), ""), 2), "outcome() gives the places (2, 2): the best is 1, and "),
        (outcome_faults(Outcome((1, 2), (5,), ""), 2), "outcome() gives the scores (5,): one for each of 2 seats, "),
        (written_faults([1, 2], ["a b", "c"]), "write_move() writes 'a b': a move must be one word"),
        (written_faults([1, 2], ["a", "a"]), "write_move() writes 'a' for [1, 2]: write the field in which they "),
        (spelling_faults([1, 2], {1: ("a",)}), "spell() lacks the moves [2]"),
        (spelling_faults([1, 2], {2: ("a",), 1: ("b",)}), "spell() gives [2, 1]: the order of moves() is [1, 2]"),
        (spelling_faults([1], {1: ()}), "spell() gives no spots for 1"),
        (spelling_faults([1, 2], {1: ("a",), 2: ("a",)}), "spell() gives ('a',) for 1 and for 2: add a spot that "),
        (spelling_faults([1, 2], {1: ("a",), 2: ("a", "b")}), "spell() gives ('a',) for 1, with which ('a', 'b') "),
        (name_faults({"a": "x", "b": "x", "c": "y"}), "spot() calls ['a', 'b'] the same, 'x': name the square, or "),
        (refusal_faults(["a"], Refusal("NO", (), "R1"), True, {"a"}, {"R1"}), "refusal(['a']) gives Refusal("),
        (refusal_faults(["a"], None, False, {"a"}, {"R1"}), "refusal(['a']) gives None, but no legal move begins so"),
        (refusal_faults(["a"], Refusal("No", (), "R1"), False, {"a"}, {"R1"}), "refusal(['a']) gives the reason 'No'"),
        (refusal_faults(["a"], Refusal("NO", ("b",), "R1"), False, {"a"}, {"R1"}), "refusal(['a']) gives the cause "),
        (refusal_faults(["a"], Refusal("NO", (), "R2"), False, {"a"}, {"R1"}), "refusal(['a']) names the rule 'R2'"),
    ],
)
def test_a_wrong_answer_is_named(faults: Iterator[str], fault: str) -> None:
    assert [sentence[: len(fault)] for sentence in faults] == [fault]


def test_a_sprite_without_a_drawing_or_a_place_is_named() -> None:
    view = SimpleNamespace(SIZE=(3.0, 3.0), ART={"black": ()})
    scene = (Sprite("a1", "black", 1, 1, spot="a1"), Sprite("a1", "white", 4, 1, spot="a2"))
    assert list(scene_faults(view, scene[:1], {"a1"})) == []
    assert list(scene_faults(view, scene, {"a1"})) == [
        "pieces() gives several sprites the keys ['a1']",
        "ART lacks 'white', which pieces() names for the sprite 'a1'",
        "cells() lacks the spot 'a2' of the sprite 'a1'",
        "pieces() puts 'a1' at (4, 1), off the board of SIZE (3.0, 3.0)",
    ]
    assert list(side_faults(SimpleNamespace(SEATS=("Black",), TOKENS=("white",)), view, 2)) == [
        "SEATS has 1 names and TOKENS 1 drawings for 2 seats",
        "TOKENS names the drawing 'white', which view.ART lacks",
    ]


def without(module: Any, **other: Any) -> Any:
    """Return a copy of a module in which the names in `other` have other values: those given there."""
    return SimpleNamespace(**{**vars(module), **other})


@pytest.mark.parametrize(
    ("part", "change", "suite", "message"),
    [
        (
            "view",
            {"ART": {}},
            test_contract.test_sprites_have_keys_of_their_own_on_the_board_and_events_explain_the_scene,
            r"^py/chowk/games/reversi/ui/view\.py: ART lacks 'black', which pieces\(\) names for the sprite 'e4'",
        ),
        (
            "view",
            {"spell": lambda _: {}},
            test_contract.test_every_move_is_spelled_and_can_be_picked,
            r"^py/chowk/games/reversi/ui/view\.py: spell\(\) lacks the moves \[",
        ),
        (
            "notation",
            {"write_move": lambda *_: "a1"},
            test_contract.test_every_move_reads_back_from_its_notation,
            r"^py/chowk/games/reversi/notation\.py: write_move\(\) writes 'a1' for \[",
        ),
        (
            "speech",
            {"TOKENS": ("black", "green")},
            test_contract.test_players_cards_count_something,
            r"^py/chowk/games/reversi/ui/speech\.py: TOKENS names the drawing 'green', which view\.ART lacks$",
        ),
    ],
)
def test_a_failure_of_the_suite_begins_with_the_file(
    monkeypatch: pytest.MonkeyPatch, part: str, change: dict[str, Any], suite: Callable[..., None], message: str
) -> None:
    table = TABLES["reversi"]
    game = table.game
    assert file_of(table, "rules") == "py/chowk/games/reversi/rules.py"
    broken = game._replace(**{part: without(getattr(game, part), **change)})
    walks(table)  # fill the cache with the correct rules
    monkeypatch.setattr(shelf, "load", lambda _: broken)
    arguments = {"most": 1} if "most" in signature(suite).parameters else {}
    with pytest.raises(pytest.fail.Exception, match=message):
        suite(table, **arguments)


# Optional parts --------------------------------------------------------------------------------------------


RETIRED = Level(19, say("Retired"), say("Was there for a while."), 1.0)


def chosen_faults(rules: Any, match: Match[Any, Any]) -> Iterator[str]:
    """Yield the faults that `hooks.house_faults` finds in a match that was begun with the default house rules."""
    return hooks.house_faults(rules, match, rule_options.default_options(rules))


def survey_faults(game: Game, match: Match[Any, Any]) -> Iterator[str]:
    """Yield the faults of the survey (a search for the value of every move) of the first position."""
    return hooks.survey_faults(game, match.position_after(0), ())


def opening_faults(game: Game, _: Match[Any, Any]) -> Iterator[str]:
    """Yield the faults of every twentieth named opening of a game."""
    return hooks.opening_faults(game, 20)


def former_faults(game: Game, _: Match[Any, Any]) -> Iterator[str]:
    """Yield the faults of the retired opponents of a game."""
    return hooks.former_faults(game)


def ladder_faults(game: Game, match: Match[Any, Any]) -> Iterator[str]:
    """Yield the faults of the levels' ratings, and of the opponents halfway between two levels."""
    return hooks.ladder_faults(game, match.position_after(0), ())


def rules_with(name: str, **parts: Any) -> Any:
    """Return a copy of a game's rules with some parts replaced."""
    return SimpleNamespace(**{**vars(load(name).rules), **parts})


@pytest.mark.parametrize(
    ("name", "check", "parts", "expected"),
    [
        ("reversi", hooks.pass_faults, {"PASS": 19}, "is not the only move and forced, but one of"),
        (
            "kilkenny",
            hooks.throwing_faults,
            {"throwing": lambda position: position.turn == CHANCE},
            "True again after the rolls",
        ),
        ("checkers", hooks.throwing_faults, {"throwing": lambda _: True}, "in which no roll is due"),
        ("checkers", chosen_faults, {"house_rules": lambda _: House(forty=False)}, "gives forty the value off"),
        (
            "checkers",
            chosen_faults,
            {"house_rules": lambda position: position.house if position.turn else House(False)},
            "changes during",
        ),
    ],
)
def test_a_wrong_answer_of_rules_is_named(name: str, check: Any, parts: dict[str, Any], expected: str) -> None:
    match = walks(TABLES[name])[0].match
    assert list(check(load(name).rules, match)) == []
    assert any(expected in fault for fault in check(rules_with(name, **parts), match))


def test_a_pass_that_is_counted_is_named() -> None:
    match = next(walk.match for walk in walks(TABLES["reversi"]) if walk.match.moves_played < walk.match.ply)
    counted = SimpleNamespace(positions=match.positions, moves=match.moves, moves_played=match.ply, ply=match.ply)
    (fault,) = hooks.pass_faults(load("reversi").rules, cast("Any", counted))
    assert "moves are counted" in fault


@pytest.mark.parametrize(
    ("earlier", "expected"),
    [
        ({EDITION: {}}, f"has the edition {EDITION}"),
        ({1: {"forty": ("on",)}}, "of edition 1 has the options ['forty'], not ['ballot', 'forty', 'repetition']"),
        ({1: {"repetition": ("on",), "forty": ("fifty",), "ballot": ("off",)}}, "gives forty the values ('fifty',)"),
    ],
)
def test_a_wrong_edition_is_named(earlier: Any, expected: str) -> None:
    assert any(expected in fault for fault in hooks.edition_faults(rules_with("checkers", EARLIER=earlier)))


def survey_of(*lines: Line[Any]) -> Any:
    return lambda *_: iter([Survey(lines)])


def weighing(*chances: float) -> Any:
    return lambda *_: iter([Weighed(chances, chances)])


def one_opening(*moves: str) -> Any:
    return lambda: (("Opening", moves),)


def nonsense(*_: Any, **__: Any) -> Any:
    """Return the answer of an opponent to any request: one `Thought`, with a move that no game has."""
    return iter((Thought("nonsense"),))


@pytest.mark.parametrize(
    ("name", "check", "parts", "expected"),
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
        ("reversi", ladder_faults, {"ladder": Ladder(nonsense, (0, 5))}, "The ratings of 11 levels are (0, 5)"),
        ("reversi", ladder_faults, {"ladder": Ladder(nonsense, (0, *range(11, 1, -1)))}, "must begin with 0 and rise"),
        ("reversi", ladder_faults, {"ladder": Ladder(nonsense, tuple(range(11)))}, "and Penguin, 'nonsense' is played"),
    ],
)
def test_a_wrong_part_of_a_card_is_named(name: str, check: Any, parts: dict[str, Any], expected: str) -> None:
    match = walks(TABLES[name])[0].match
    assert list(check(load(name), match)) == []
    assert any(expected in fault for fault in check(load(name)._replace(**parts), match))
