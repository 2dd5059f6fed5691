"""Sound cues: the sounds for the changes between two moments of the application.

`draw/sounds.py` has the sounds of moving pieces. The cues here signal a refusal, the beginning of a turn, little
remaining time, the end of a game, and the place of the keyboard cursor. All of these are also visible.
"""

from __future__ import annotations

from typing import NamedTuple

from chowk.core.position import Outcome, Refusal, Spot
from chowk.session import clock
from chowk.session.ports import GameServices
from chowk.session.table import Table
from chowk.storage.settings import Settings


class Moment(NamedTuple):
    """The parts of the application's state at one moment whose changes make sounds.

    Without a table, all fields have their default values. `may_act` is True if a person may move or roll, in a game in
    which not all players are people at this device. `end` is the name of the sound of the result, once the result is
    visible. `free` is True if the spot at the keyboard cursor may be picked. `picked` is the number of picked spots.
    `short` is True if the person to move has little time left.
    """

    table: Table | None = None
    refusal: Refusal | None = None
    may_act: bool = False
    end: str = ""
    cursor: Spot = ""
    free: bool = False
    picked: int = 0
    ply: int = 0
    short: bool = False


def moment(services: GameServices) -> Moment:
    """Return the present `Moment`. `sounds_between` compares it with an earlier one."""
    table = services.place.table
    if table is None:
        return Moment()
    outcome = None if table.display.moving else table.outcome
    return Moment(
        table=table,
        refusal=table.choice.refusal if services.voice.alert is not None else None,
        may_act=0 < table.seats.people < len(table.plan.seats)
        and any(waiting is not None for waiting in (table.choice.awaited, table.choice.rolling, table.choice.imposed)),
        end=ending(table, outcome) if outcome is not None else "",
        cursor=table.display.cursor,
        free=table.display.cursor in table.open,
        ply=table.match.ply,
        picked=len(table.choice.trying.picks if table.choice.trying else table.choice.pointing.chooser.picked),
        short=clock.is_short(table, services.clock.instant()),
    )


def ending(table: Table, outcome: Outcome) -> str:
    """Return the name of the sound for the result of a game: `win`, `loss` or `draw`.

    If one person plays at this device, it is the result for that person. If no or several people play, it is `win` if
    one player won, otherwise `draw`.
    """
    seats = [seat for seat in range(len(table.plan.seats)) if table.seats.person(seat)]
    if outcome.winner is None:
        lost = len(seats) == 1 and outcome.places[seats[0]] > 1
        return "loss" if lost else "draw"
    return "loss" if len(seats) == 1 and outcome.winner not in seats else "win"


def sounds_between(
    before: Moment, now: Moment, settings: Settings, *, hidden: bool, keys: bool, arrow: bool = False
) -> tuple[str, ...]:
    """Return the names of the sounds for the changes between two moments.

    `hidden` is True if the page is not visible, `keys` if the board has the keyboard focus, and `arrow` if an arrow key
    was just pressed there.
    """
    if now.table is None or now.table is not before.table:
        return ()
    names = []
    if now.refusal is not None and now.refusal is not before.refusal:
        names.append("illegal")
    if now.may_act and not before.may_act and hidden and settings.call:
        names.append("turn")
    if now.short and not before.short:
        names.append("clock")
    if now.end and not before.end:
        names.append(now.end)
    return (*names, *_felt(before, now, arrow)) if keys and settings.earcons else tuple(names)


def _felt(before: Moment, now: Moment, arrow: bool) -> tuple[str, ...]:
    """Return the names of the sounds for changes by the keyboard between two moments, at most one.

    There are sounds for a cursor that moved, for a cursor at the edge that an arrow key did not move, and for a picked
    spot. `arrow` is True if an arrow key was just pressed.
    """
    if now.cursor != before.cursor:
        return ("free" if now.free else "cursor",)
    if arrow:
        return ("edge",)
    return ("pick",) if now.picked > before.picked else ()
