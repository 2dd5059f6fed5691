"""What the last turn did, as marks on the board tell it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary

from chowk.core.dice import whose
from chowk.core.events import Event, Moved, Placed
from chowk.core.position import CHANCE, Spot
from chowk.draw.scene import Scene
from chowk.session.table import Table

_KNOWN: WeakKeyDictionary[Table, tuple[tuple[int, int], Any, Sequence[Event]]] = WeakKeyDictionary()
"""What was asked last at each table: every frame asks for it."""


def last(table: Table) -> tuple[Spot, ...]:
    """The spots where the last turn's moves, of those that led to the position shown, began and ended."""
    return tuple(dict.fromkeys(spot for event in _lately(table) for spot in _laid(event)))


def trail(table: Table) -> tuple[Spot, ...]:
    """The spots that those moves passed on their way."""
    passed = (spot for event in _lately(table) if isinstance(event, Moved) for spot in event.path[1:-1])
    ends = last(table)
    return tuple(spot for spot in dict.fromkeys(passed) if spot not in ends)


def done(table: Table) -> Scene:
    """What the last move has laid on the board that is seen."""
    trial = table.game.trial
    if trial is None or not table.ply or table.display.moving:
        return ()
    before = table.match.at(table.ply - 1)
    return trial.view.seen(table.display.seen).done(before, table.match.moves[table.ply - 1])


def _lately(table: Table) -> Sequence[Event]:
    """What happened in the last move, or since the last roll with all that it was used for; never the roll."""
    match, asked, position = table.match, (table.ply, table.display.seen), table.position
    known = _KNOWN.get(table)
    if known is not None and known[0] == asked and known[1] is position:
        return known[2]
    plies = _rolled_plies(table) if table.chancy else range(max(0, table.ply - 1), table.ply)
    # What was done on another board is not to be seen on this one.
    hidden = table.game.trial and plies and whose(match.at(plies[-1])) != table.display.seen
    told = [] if hidden else [event for ply in plies for event in match.at(ply).events(match.moves[ply])]
    _KNOWN[table] = asked, position, told
    return told


def _rolled_plies(table: Table) -> range:
    end = table.ply
    while end and table.match.at(end - 1).turn == CHANCE:
        end -= 1
    begin = end
    while begin and table.match.at(begin - 1).turn != CHANCE:
        begin -= 1
    return range(begin, end)


def _laid(event: Event) -> tuple[Spot, ...]:
    match event:
        case Placed(spot=spot):
            return (spot,)
        case Moved(path=path):
            return path[0], path[-1]
        case _:
            return ()
