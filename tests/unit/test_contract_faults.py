"""The contract suite names what a game lacks: each kind of fault is planted in a game that has none."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from chowk.core.events import Captured, Flipped, Gained, Moved, Passed, Placed, Promoted, Rolled
from chowk.core.position import Outcome
from chowk.draw.timeline import touched
from chowk.games import ready
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
