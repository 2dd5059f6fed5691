"""Says what is wrong with a game in the contract suite: which event, field or value is missing, and where to add it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from chowk.core.events import Event, Moved
from chowk.draw.scene import DICE, Scene, Sprite, keyed
from chowk.draw.timeline import differing, explained, touched
from tests.unit.shelf import Step, Table


def event_faults(before: Scene, events: Sequence[Event], after: Scene) -> list[str]:
    """Return a sentence for each sprite that changes without an event, and for each that an event names for nothing."""
    if explained(before, events, after):
        return []
    named, changed = touched(events), differing(before, after)
    old, new = keyed(before), keyed(after)
    faults = [
        _change(key, old.get(key), new.get(key))
        for key in sorted(changed - named)
        if not key.startswith(DICE) and not explained(_only(before, named | {key}), events, _only(after, named | {key}))
    ]
    idle = {event.piece for event in events if isinstance(event, Moved) and event.path[0] == event.path[-1]}
    for key in sorted(named - changed - idle):
        if not key.startswith(DICE):
            kinds = ", ".join(repr(event) for event in events if key in touched([event]))
            faults.append(f"{kinds} names the sprite {key!r}, which view.pieces() shows unchanged before and after.")
    return faults or [f"Events and scenes do not fit together: {list(events)}"]


def _only(scene: Scene, keys: frozenset[str]) -> Scene:
    return tuple(sprite for sprite in scene if sprite.key in keys)


def _change(key: str, old: Sprite | None, new: Sprite | None) -> str:
    """Return what happens to a sprite, and the event that the move lacks."""
    if new is None and old is not None:
        return f"The sprite {key!r} leaves {_spot(old)}: events() lacks a Captured(piece={key!r}, spot={old.spot!r})."
    if old is None and new is not None:
        return f"The sprite {key!r} appears at {_spot(new)}: events() lacks a Placed(piece={key!r}, spot={new.spot!r})."
    assert old is not None, "one of both is there"
    assert new is not None, "one of both is there"
    if old.spot != new.spot:
        path = f"path=({old.spot!r}, ..., {new.spot!r})"
        return (
            f"The sprite {key!r} goes from {_spot(old)} to {_spot(new)}: events() lacks a Moved(piece={key!r}, {path})."
        )
    fields = ", ".join(differences(old, new))
    return f"The sprite {key!r} changes at {_spot(new)} ({fields}): events() lacks a Flipped or Promoted of it."


def _spot(sprite: Sprite) -> str:
    return f"spot {sprite.spot!r}" if sprite.spot else f"({sprite.x:g}, {sprite.y:g})"


def differences(one: Any, other: Any) -> list[str]:
    """Return the fields in which two values of one class differ, as `field: first, then second`."""
    if one == other:
        return []
    names = getattr(one, "_fields", None) or getattr(one, "__dataclass_fields__", None)
    if type(one) is not type(other) or not names:
        return [f"{one!r}, then {other!r}"]
    changed = [name for name in names if getattr(one, name) != getattr(other, name)]
    return [f"{name}: {getattr(one, name)!r}, then {getattr(other, name)!r}" for name in changed] or [
        "no field: __eq__"
    ]


def text_faults(notation: Any, position: Any) -> list[str]:
    """Return what a position loses when it is written as text and read again."""
    text = notation.write_position(position)
    again = notation.read_position(text)
    lost = [
        f"notation.write_position() loses a field, in {text!r}: {change}" for change in differences(position, again)
    ]
    if "\n" in text:
        lost.append(f"notation.write_position() writes more than one line: {text!r}")
    if not lost and notation.write_position(again) != text:
        lost.append(
            f"notation.write_position() writes {notation.write_position(again)!r} for an equal position of {text!r}"
        )
    return lost


def step_faults(step: Step) -> list[str]:
    """Return what differs if a move is played again from the same position."""
    found = [
        f"position.play({step.move!r}), played again: {change}"
        for change in differences(step.after, step.before.play(step.move))
    ]
    again = tuple(step.before.events(step.move))
    if again != step.events:
        found.append(f"position.events({step.move!r}) gives {list(step.events)}, then {list(again)}")
    return found


def count_faults(position: Any, table: Table) -> Iterator[str]:
    """Yield what the numbers of players' cards lack: every card counts the same things, with drawings that exist."""
    cards = table.game.speech.facts(position)
    if len(cards) != table.seats:
        yield f"speech.facts() gives {len(cards)} cards for {table.seats} players."
    first = [str(fact.label) for fact in cards[0]] if cards else []
    for seat, card in enumerate(cards):
        labels = [str(fact.label) for fact in card]
        if labels != first:
            yield f"speech.facts() counts {labels} for player {seat}, but {first} for player 0."
        for fact in card:
            if fact.art and fact.art not in table.game.view.ART:
                yield f"speech.facts() names the drawing {fact.art!r}, which view.ART lacks."


def tally_faults(position: Any, outcome: Any, table: Table) -> Iterator[str]:
    """Yield what the rows of the result lack: a number for every player, drawings that exist, and the scores."""
    rows = table.game.speech.tally(position)
    for row in rows:
        name, count = f"The row {str(row.label)!r} of speech.tally()", len(row.values)
        if count != table.seats:
            yield f"{name} has {count} values for {table.seats} players."
        if row.art and row.art not in table.game.view.ART:
            yield f"{name} names the drawing {row.art!r}, which view.ART lacks."
    values = [tuple(row.values) for row in rows]
    if outcome.scores and outcome.why not in ("resigned", "agreed") and tuple(outcome.scores) not in values:
        yield f"No row of speech.tally() has the scores of the outcome, {outcome.scores}: its rows are {values}."
    if rows and rows[-1].summed:
        yield f"The last row of speech.tally(), {str(rows[-1].label)!r}, is summed: its sum has to follow."
