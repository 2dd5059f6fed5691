"""Marks on the board for the moves of the last turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from chowk.core.dice import seat_to_act
from chowk.core.events import Event, Moved, Placed
from chowk.core.position import CHANCE, Spot
from chowk.draw.scene import Scene
from chowk.session.table import Table


class _Ways(NamedTuple):
    """The spots of the moves of a turn.

    `ends` are the spots where moves began or ended. `passed` are the spots on the way between them.
    """

    ends: tuple[Spot, ...]
    passed: tuple[Spot, ...]


_KNOWN: WeakKeyDictionary[Table, tuple[tuple[int, int], Any, _Ways]] = WeakKeyDictionary()
"""Cache of the last result of `_lately` for each table: ply and seat, the shown position, and the result.

Every frame of an animation needs the result.
"""


def last(table: Table) -> tuple[Spot, ...]:
    """Return the spots where the moves of the last turn began and ended."""
    return _lately(table).ends


def ends(events: Sequence[Event]) -> tuple[Spot, ...]:
    """Return the spots where the moves that these events describe began and ended."""
    return tuple(dict.fromkeys(spot for event in events for spot in _laid(event)))


def trail(table: Table) -> tuple[Spot, ...]:
    """Return the spots that the pieces passed in the last turn, without those where a move began or ended."""
    return _lately(table).passed


def last_move_marks(table: Table) -> Scene:
    """Return sprites that mark what has just been placed on the shown player's board.

    It was placed by the last move before the shown position. The result is empty in games in which players have no
    boards of their own (`Game.trial` is None).
    """
    trial = table.game.trial
    if trial is None or not table.ply or table.display.moving:
        return ()
    before = table.match.position_after(table.ply - 1)
    return trial.view.player_view(table.display.shown_seat).move_marks(before, table.match.moves[table.ply - 1])


def _lately(table: Table) -> _Ways:
    """Return the spots of the last move before the shown position.

    In games with dice, return those of all moves since the last roll. If each player has a board and the last move was
    made on a board that is not shown, the result is empty.
    """
    match, ply = table.match, table.ply
    key, position = (ply, table.display.shown_seat), match.position_after(ply)
    known = _KNOWN.get(table)
    if known is not None and known[0] == key and known[1] is position:
        return known[2]
    plies = _rolled_plies(table) if table.has_chance else range(max(0, ply - 1), ply)
    # Moves on another player's board are not visible on the shown board.
    hidden = table.game.trial and plies and seat_to_act(match.position_after(plies[-1])) != table.display.shown_seat
    events = [] if hidden else [event for ply in plies for event in match.position_after(ply).events(match.moves[ply])]
    passed = [spot for event in events if isinstance(event, Moved) for spot in event.path[1:-1]]
    marked = ends(events)
    ways = _Ways(marked, tuple([spot for spot in dict.fromkeys(passed) if spot not in marked]))
    _KNOWN[table] = key, position, ways
    return ways


def _rolled_plies(table: Table) -> range:
    end = table.ply
    while end and table.match.position_after(end - 1).turn == CHANCE:
        end -= 1
    begin = end
    while begin and table.match.position_after(begin - 1).turn != CHANCE:
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
