"""Test that a random game of each kind still gives the same text: positions, moves, events and sentences.

`CHOWK_REWRITE=1 python3 -m pytest tests/unit/test_playthroughs.py` rewrites the files. Review the difference.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from chowk.core.events import Event
from chowk.core.position import CHANCE
from chowk.games import load, ready
from chowk.i18n.i18n import Words, words
from tests.unit.shelf import Step, Table, walk

FOLDER = Path(__file__).parents[1] / "playthroughs"
SEEDS = {"reversi": 4}
PLIES = 120

TABLES = [Table(name, seats) for name in ready() for seats in load(name).sign.seats]


def story(table: Table) -> str:
    """Return a random game at a table as text, in the form of the files in tests/playthroughs."""
    game = walk(table, SEEDS.get(table.name, 0))
    seats = range(game.match.position.seats)
    english = words().with_names([table.game.side(game.match.position_after(0), seat) for seat in seats])
    lines = [f"{table}, {len(game.steps)} plies", "", *state(table, game.match.position_after(0), english)]
    for number, step in enumerate(game.steps[:PLIES], 1):
        lines += ["", *happened(table, number, step, english), *state(table, step.after, english)]
    outcome = game.match.outcome()
    if outcome and len(game.steps) <= PLIES:
        lines += ["", f"outcome: places {outcome.places}, scores {outcome.scores}, {outcome.why}"]
        lines += [english(line) for line in (table.game.speech.outcome(outcome), *table.game.speech.score(outcome))]
    return "\n".join(lines) + "\n"


def happened(table: Table, number: int, step: Step, english: Words) -> Iterator[str]:
    yield f"--- {number}. {table.game.notation.write_move(step.before, step.move)}"
    yield from (english(sentence) for sentence in table.game.speech.tell(step.before, step.move))
    yield from (f"event: {shown(event)}" for event in step.events)


def shown(event: Event) -> str:
    return f"{type(event).__name__}({', '.join(f'{name} {value}' for name, value in event._asdict().items())})"


def state(table: Table, position: object, english: Words) -> Iterator[str]:
    game, moves = table.game, position.moves()  # type: ignore[attr-defined]
    yield f"position: {game.notation.write_position(position)}"
    yield from str(position).splitlines()
    for seat, card in enumerate(game.speech.facts(position)):
        yield f"{english.name(seat)}: " + ", ".join(f"{english(fact.label)} {fact.value}" for fact in card)
    if moves:
        turn = position.turn  # type: ignore[attr-defined]
        odds = position.odds()  # type: ignore[attr-defined]
        yield f"turn: {'chance' if turn == CHANCE else english.name(turn)}" + (f", odds {odds}" if odds else "")
        yield f"moves: {' '.join(game.notation.write_move(position, move) for move in moves)}"
        forced = game.rules.forced(position)
        if forced is not None:
            yield f"forced: {game.notation.write_move(position, forced)}"


def missing(table: Table) -> str:
    """Return instructions for the developer of a game that has no file in tests/playthroughs."""
    return (
        f"No game of {table.name} for {table.seats} is written down. To write tests/playthroughs/{table.name}-"
        f"{table.seats}.txt, run `CHOWK_REWRITE=1 python3 -m tests tests/unit -k playthroughs`. Then read it: is every "
        "move, and every sentence, as it should be?"
    )


def changed(table: Table) -> str:
    """Return a message that says what a developer must do if the playthrough of a table differs from its file."""
    command = f"CHOWK_REWRITE=1 python3 -m tests tests/unit -k 'playthroughs and {table.name}'"
    return (
        f"tests/playthroughs/{table.name}-{table.seats}.txt differs. If the rules or sentences of {table.name} have "
        f"changed on purpose, run `{command}` and read the difference in git."
    )


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_game_goes_as_it_is_written_down(table: Table) -> None:
    path = FOLDER / f"{table.name}-{table.seats}.txt"
    if os.environ.get("CHOWK_REWRITE"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(story(table), "utf-8")
    assert path.exists(), missing(table)
    assert path.read_text("utf-8").splitlines() == story(table).splitlines(), changed(table)


def test_no_playthrough_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} <= {f"{table.name}-{table.seats}.txt" for table in TABLES}


def test_a_game_that_was_not_written_down_is_missed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(globals(), "FOLDER", tmp_path)
    monkeypatch.delenv("CHOWK_REWRITE", raising=False)
    with pytest.raises(AssertionError, match="No game of reversi for 2 is written down"):
        test_the_game_goes_as_it_is_written_down(Table("reversi", 2))
