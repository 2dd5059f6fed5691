"""Sound cues: the sounds for the difference between two moments of the application.

The movement of pieces has its own sounds (`draw/sounds.py`). The cues here signal a refusal, the beginning of a turn,
the end of a game, and the place of the keyboard cursor. All of it is visible on the page as well.
"""

from __future__ import annotations

from typing import NamedTuple

from chowk.core.position import Outcome, Refusal, Spot
from chowk.session import clock
from chowk.session.ports import GameServices
from chowk.session.table import Table
from chowk.storage.settings import Settings


class Moment(NamedTuple):
    """The audible state of the application at one moment; the defaults if no table is open.

    `due` is True if a person who plays against opponents may move or roll; `end` is the sound of the result, once it is
    visible; `free` is True if the spot at the cursor may be picked, `short` if the person to move has little time left.
    """

    table: Table | None = None
    refusal: Refusal | None = None
    due: bool = False
    end: str = ""
    cursor: Spot = ""
    free: bool = False
    picked: int = 0
    ply: int = 0
    short: bool = False


def moment(services: GameServices) -> Moment:
    """Return the audible state of the application now."""
    table = services.place.table
    if table is None:
        return Moment()
    outcome = None if table.display.moving else table.outcome
    return Moment(
        table=table,
        refusal=table.choice.refusal if services.voice.alert is not None else None,
        due=0 < table.seats.people < len(table.plan.seats)
        and any(one is not None for one in (table.choice.awaited, table.choice.rolling, table.choice.imposed)),
        end=ending(table, outcome) if outcome is not None else "",
        cursor=table.display.cursor,
        free=table.display.cursor in table.open,
        ply=table.match.ply,
        picked=len(table.choice.trying.picks if table.choice.trying else table.choice.pointing.chooser.picked),
        short=clock.is_short(table, services.clock.instant()),
    )


def ending(table: Table, outcome: Outcome) -> str:
    """Return the sound of a result, from the view of the only person at the table, or of people among themselves."""
    seats = [seat for seat in range(len(table.plan.seats)) if table.seats.person(seat)]
    if outcome.winner is None:
        lost = len(seats) == 1 and outcome.places[seats[0]] > 1
        return "loss" if lost else "draw"
    return "loss" if len(seats) == 1 and outcome.winner not in seats else "win"


def heard(
    before: Moment, now: Moment, settings: Settings, *, hidden: bool, keys: bool, arrow: bool = False
) -> tuple[str, ...]:
    """Return the names of the sounds for the changes between two moments.

    `hidden` is True if the page is not visible, `keys` if the board has the keyboard focus, `arrow` if an arrow key was
    just pressed there.
    """
    if now.table is None or now.table is not before.table:
        return ()
    told = []
    if now.refusal is not None and now.refusal is not before.refusal:
        told.append("illegal")
    if now.due and not before.due and hidden and settings.call:
        told.append("turn")
    if now.short and not before.short:
        told.append("clock")
    if now.end and not before.end:
        told.append(now.end)
    return (*told, *_felt(before, now, arrow)) if keys and settings.earcons else tuple(told)


def _felt(before: Moment, now: Moment, arrow: bool) -> tuple[str, ...]:
    """Return the sound for a cursor that moved or reached the edge, or for a piece that was picked up."""
    if now.cursor != before.cursor:
        return ("free" if now.free else "cursor",)
    if arrow:
        return ("edge",)
    return ("pick",) if now.picked > before.picked else ()
