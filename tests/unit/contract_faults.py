"""Checks of the contract suite, which runs over all games. Each check yields a sentence for each fault of a game.

The sentence names the fault and the file to edit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from chowk.core.errors import TextError
from chowk.core.events import Event, Moved
from chowk.core.match import Match
from chowk.core.position import CHANCE, Outcome, Refusal, Spot
from chowk.draw.scene import DICE, Scene, Sprite, keyed
from chowk.draw.timeline import differing, explained, touched
from tests.unit.shelf import Step, Table

ROOT: Final = Path(__file__).resolve().parents[2]
MOST: Final = 8
"""Maximum number of faults that a failing test lists."""


def check(table: Table, part: str, faults: Iterable[str], *scene: Any) -> None:
    """Fail if `faults` is not empty. Each fault is a line of the failure that begins with the file of the game to edit.

    `part` is the name of a module of the game, such as `rules` or `view`. The position, and the move if there is one,
    are given as `scene` and shown after the faults.
    """
    lines = [f"{file_of(table, part)}: {fault}" for fault in faults]
    if lines:
        pytest.fail("\n".join([*lines[:MOST], *(f"with {value!r}" for value in scene)]), pytrace=False)


def file_of(table: Table, part: str) -> str:
    """Return the path of a game's module, such as `py/chowk/games/reversi/ui/view.py`."""
    return Path(str(getattr(table.game, part).__file__)).relative_to(ROOT).as_posix()


def move_faults(position: Any) -> Iterator[str]:
    """Yield the faults of the list of legal moves.

    Faults are repeated moves, a changing order, moves after the end, and no moves before the end.
    """
    moves, outcome = position.moves(), position.outcome()
    if len(set(moves)) != len(moves):
        twice = [move for move in dict.fromkeys(moves) if list(moves).count(move) > 1]
        yield f"moves() has {twice} more than once, in {position!r}"
    if list(moves) != list(position.moves()):
        yield f"moves() gives another order when it is called again, in {position!r}"
    if moves and outcome is not None:
        yield f"outcome() gives {outcome}, so moves() must be empty, in {position!r}"
    if not moves and outcome is None:
        yield f"moves() is empty, so outcome() must give a result, in {position!r}"


def turn_faults(position: Any, seats: int) -> Iterator[str]:
    """Yield the faults of a position's `seats`, `turn` and `odds()`.

    `position.seats` must equal `seats`. Before the end of the game, `turn` must be a seat or `CHANCE`, and `odds()`
    must have a weight above 0 for each roll, or none if a player is to move.
    """
    if position.seats != seats:
        yield f"seats is {position.seats} in a game for {seats}"
    if position.outcome() is not None:
        return
    if position.turn != CHANCE and position.turn not in range(seats):
        yield f"turn is {position.turn!r}: it must be a seat from 0 to {seats - 1}, or CHANCE, in {position!r}"
    odds, due = position.odds(), len(position.moves()) if position.turn == CHANCE else 0
    if len(odds) != due:
        kind = "rolls" if due else "players' moves have no odds"
        yield f"odds() gives {len(odds)} weights instead of {due} ({kind}), in {position!r}"
    if any(weight <= 0 for weight in odds):
        yield f"odds() gives {list(odds)}: a weight must be more than 0"


def obliged_faults(obliged: Sequence[Spot], begun: Collection[Spot]) -> Iterator[str]:
    """Yield a fault if the spots in `obliged` (places on the board) are not exactly those at which legal moves begin.

    `obliged` may also be empty.
    """
    if obliged and (set(obliged) != set(begun) or len(set(obliged)) != len(obliged)):
        yield f"obliged() gives {list(obliged)}, but the legal moves begin at {sorted(begun)}"


def outcome_faults(outcome: Outcome, seats: int) -> Iterator[str]:
    """Yield the faults of a game's outcome.

    It needs a place (1 for a winner) for each seat, and a score either for each seat or for none.
    """
    if len(outcome.places) != seats:
        yield f"outcome() gives the places {outcome.places} for {seats} seats"
    elif min(outcome.places) != 1 or max(outcome.places) > seats:
        yield f"outcome() gives the places {outcome.places}: the best is 1, and none is more than {seats}"
    if len(outcome.scores) not in (0, seats):
        yield f"outcome() gives the scores {outcome.scores}: one for each of {seats} seats, or none"


def written_faults(moves: Sequence[Any], written: Sequence[str]) -> Iterator[str]:
    """Yield the faults of the notation of a position's moves. Each move is one word, and no two moves share a word."""
    for text in written:
        if not text or " " in text:
            yield f"write_move() writes {text!r}: a move must be one word"
    if len(set(written)) != len(written):
        for text in dict.fromkeys(written):
            same = [move for move, word in zip(moves, written, strict=True) if word == text]
            if len(same) > 1:
                yield f"write_move() writes {text!r} for {same}: write the field in which they differ"


def spelling_faults(moves: Sequence[Any], spellings: Mapping[Any, tuple[Spot, ...]]) -> Iterator[str]:
    """Yield the faults of the paths of spots (places on the board) that spell the moves.

    Every move has its own path, which is not empty. No path is the beginning of another one. The paths are given in the
    order of `moves`.
    """
    lacking = [move for move in moves if move not in spellings]
    if lacking:
        yield f"spell() lacks the moves {lacking}"
    elif list(spellings) != list(moves):
        yield f"spell() gives {list(spellings)}: the order of moves() is {list(moves)}"
    paths = {path: move for move, path in spellings.items()}
    for move, path in spellings.items():
        if not path:
            yield f"spell() gives no spots for {move!r}"
        elif paths[path] != move:
            yield f"spell() gives {path} for {move!r} and for {paths[path]!r}: add a spot that tells them apart"
        for length in range(1, len(path)):
            if path[:length] in paths:
                yield f"spell() gives {path[:length]} for {paths[path[:length]]!r}, with which {path} begins"


def scene_faults(view: Any, scene: Scene, cells: Collection[Spot]) -> Iterator[str]:
    """Yield the faults of the sprites in a scene: repeated keys, missing drawings, and places off the board."""
    if len({sprite.key for sprite in scene}) != len(scene):
        keys = [sprite.key for sprite in scene]
        yield f"pieces() gives several sprites the keys {sorted({key for key in keys if keys.count(key) > 1})}"
    (width, height), art = view.SIZE, view.ART
    for sprite in scene:
        if sprite.art not in art:
            yield f"ART lacks {sprite.art!r}, which pieces() names for the sprite {sprite.key!r}"
        if sprite.spot and sprite.spot not in cells:
            yield f"cells() lacks the spot {sprite.spot!r} of the sprite {sprite.key!r}"
        if not (0 <= sprite.x <= width and 0 <= sprite.y <= height):
            yield f"pieces() puts {sprite.key!r} at ({sprite.x:g}, {sprite.y:g}), off the board of SIZE {view.SIZE}"


def refusal_faults(
    spots: Sequence[Spot], refusal: Refusal | None, is_open: bool, cells: Collection[Spot], rules: Collection[str]
) -> Iterator[str]:
    """Yield the faults of a game's `refusal` of a sequence of spots (places on the board).

    `is_open` is True if a legal move begins with the spots. Then `refusal` must be None. Otherwise it must give a
    reason, with a rule that is in `rules`, the rules in the game's rule book. `cells` are all spots of the board.
    """
    if is_open:
        if refusal is not None:
            yield f"refusal({list(spots)}) gives {refusal}, but a legal move begins so"
    elif refusal is None:
        yield f"refusal({list(spots)}) gives None, but no legal move begins so: it lacks a reason for this"
    else:
        if refusal.reason != refusal.reason.upper():
            yield f"refusal({list(spots)}) gives the reason {refusal.reason!r}: write it in capitals"
        if not set(refusal.cause) <= set(cells):
            yield f"refusal({list(spots)}) gives the cause {refusal.cause}: view.cells() lacks some of these spots"
        if refusal.rule not in rules:
            yield f"refusal({list(spots)}) names the rule {refusal.rule!r}: no paragraph of ui/rule_book.py has it"


def name_faults(names: Mapping[Spot, Any]) -> Iterator[str]:
    """Yield a fault for each spoken name that several spots (places on the board) share."""
    if len(set(names.values())) != len(names):
        spots: dict[Any, list[Spot]] = {}
        for spot, name in names.items():
            spots.setdefault(name, []).append(spot)
        for name, same in spots.items():
            if len(same) > 1:
                yield f"spot() calls {same} the same, {str(name)!r}: name the square, or the field in which they differ"


def side_faults(speech: Any, view: Any, seats: int) -> Iterator[str]:
    """Yield the faults of the seats' names and drawings. Each seat needs a name, and a drawing in the view's `ART`."""
    if not len(speech.SEATS) == len(speech.TOKENS) == seats:
        yield f"SEATS has {len(speech.SEATS)} names and TOKENS {len(speech.TOKENS)} drawings for {seats} seats"
    for token in speech.TOKENS:
        if token not in view.ART:
            yield f"TOKENS names the drawing {token!r}, which view.ART lacks"


def diagram_faults(match: Match[Any, Any], move: str, rules: Sequence[str]) -> Iterator[str]:
    """Yield a fault if the move of a diagram in the rule book is illegal. The fault lists the legal moves.

    `match` has the diagram's position, `move` is the move as text, and `rules` are the rules that the diagram explains.
    """
    try:
        match.ruleset.notation.read_move(match.position, move)
    except TextError:
        yield f"the diagram of {', '.join(rules)} plays {move!r}; the legal moves there are {match.options()}"


def event_faults(before: Scene, events: Sequence[Event], after: Scene) -> list[str]:
    """Return a fault for each sprite that changes without an event, and for each event about an unchanged sprite."""
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
    """Return a sentence that says how a sprite changes and which event would explain the change."""
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


def differences(value: Any, other: Any) -> list[str]:
    """Return the fields in which two values differ, each as `field: first, then second`."""
    if value == other:
        return []
    names = getattr(value, "_fields", None) or getattr(value, "__dataclass_fields__", None)
    if type(value) is not type(other) or not names:
        return [f"{value!r}, then {other!r}"]
    changed = [name for name in names if getattr(value, name) != getattr(other, name)]
    return [f"{name}: {getattr(value, name)!r}, then {getattr(other, name)!r}" for name in changed] or [
        "no field: __eq__"
    ]


def text_faults(notation: Any, position: Any) -> list[str]:
    """Return the faults of a position's text.

    Faults are lost fields, several lines, and another text when the position is read and written again.
    """
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
    """Return the faults of a recorded step: playing its move again gives another position or other events."""
    faults = [
        f"position.play({step.move!r}), played again: {change}"
        for change in differences(step.after, step.before.play(step.move))
    ]
    again = tuple(step.before.events(step.move))
    if again != step.events:
        faults.append(f"position.events({step.move!r}) gives {list(step.events)}, then {list(again)}")
    return faults


def count_faults(position: Any, table: Table) -> Iterator[str]:
    """Yield the faults of the counts (such as the number of pieces) that are shown for each player.

    The labels of the counts must be the same for all players, and every drawing that a count names must exist.
    """
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
    """Yield the faults of the result's table of points: missing values, missing drawings, no row with the scores."""
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
