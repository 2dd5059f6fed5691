"""What the table has to say by ear: the difference between two moments of the application, as names of sounds.

Pieces are heard as they move (`draw/sounds.py`); here is what no motion shows: a choice that was refused, a turn that
has come, the end of a game, and where the keyboard is. Nothing is told by sound alone: all of it is on the page too.
"""

from __future__ import annotations

from typing import NamedTuple

from chowk.core.position import Outcome, Refusal, Spot
from chowk.session import clock
from chowk.session.ports import Around
from chowk.session.table import Table
from chowk.storage.settings import Settings


class Moment(NamedTuple):
    """What can be heard of the application at one moment: nothing but the defaults where nobody sits at a table.

    `due` says that a person who plays against opponents may move or roll; `end` is the sound of how the game ended,
    once that is to be seen; `free` says that there is something to choose at the cursor, `short` that the time of the
    person who is to choose is.
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


def moment(around: Around) -> Moment:
    """The present moment."""
    table = around.place.table
    if table is None:
        return Moment()
    outcome = None if table.display.moving else table.outcome
    return Moment(
        table=table,
        refusal=table.choice.refusal if around.voice.alert is not None else None,
        due=0 < table.seats.people < len(table.plan.seats)
        and any(one is not None for one in (table.choice.awaited, table.choice.rolling, table.choice.imposed)),
        end=ending(table, outcome) if outcome is not None else "",
        cursor=table.display.cursor,
        free=table.display.cursor in table.open,
        ply=table.match.ply,
        picked=len(table.choice.trying.picks if table.choice.trying else table.choice.pointing.chooser.picked),
        short=clock.is_short(table, around.world.instant()),
    )


def ending(table: Table, outcome: Outcome) -> str:
    """The sound of how a match ended: for people among themselves, or for the only one who plays."""
    seats = [seat for seat in range(len(table.plan.seats)) if table.seats.person(seat)]
    if outcome.winner is None:
        lost = len(seats) == 1 and outcome.places[seats[0]] > 1
        return "loss" if lost else "draw"
    return "loss" if len(seats) == 1 and outcome.winner not in seats else "win"


def heard(
    before: Moment, now: Moment, settings: Settings, *, hidden: bool, keys: bool, arrow: bool = False
) -> tuple[str, ...]:
    """The sounds of what has changed.

    `hidden` says that the page is out of sight, `keys` that the keyboard is on the board, `arrow` that it has just been
    sent on there.
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
    """Where the keyboard has come to, that it goes no further, or that something is taken up there."""
    if now.cursor != before.cursor:
        return ("free" if now.free else "cursor",)
    if arrow:
        return ("edge",)
    return ("pick",) if now.picked > before.picked else ()
