"""A move that is pointed at while an opponent is to move, and played as soon as it can be."""

from __future__ import annotations

from typing import Any, Final

from chowk.core.message import Message, say
from chowk.core.move_input import Chooser
from chowk.core.position import CHANCE, Spot
from chowk.session.input.pointing import Pointing, idle
from chowk.session.ports import Around
from chowk.session.table import Table

BESIDE: Final = "–"
"""What stands between the spots of a move in words."""


def is_due(around: Around, table: Table) -> bool:
    """Whether pointing means the next move: somebody else is to move, in a game of two in which moves are plain."""
    game, match = table.game, table.match
    plain = game.trial is None and game.tray is None and len(table.plan.seats) == 2
    mine = table.kind == "own" and table.seats.people == 1 and table.outcome is None
    other = match.position.turn != CHANCE and not table.seats.person(match.position.turn)
    return around.settings.premove and plain and mine and other and table.display.shown is None


def point(around: Around, table: Table, spot: Spot) -> None:
    """Takes a spot as the next of the move; what was pointed at last is let go of, and so is a move that was whole."""
    choice = table.choice
    if spot in choice.ahead or table.cell(spot) is None:
        choice.ahead = ()
    else:
        choice.ahead = (*choice.ahead, spot) if len(choice.ahead) < _length(table) else (spot,)
    told = told_of(table)
    around.voice.say(told if told is not None else say("Nothing is planned."))
    around.world.render()


def _length(table: Table) -> int:
    """How many spots make a move: where it begins and where it ends, or only one."""
    return min(2, *(len(path) for path in table.view.spell(table.match.position).values()), 2)


def told_of(table: Table) -> Message | None:
    """What is planned, in words; None where nothing is."""
    return say("Planned: {spots}", spots=BESIDE.join(table.choice.ahead)) if table.choice.ahead else None


def taken(table: Table) -> Pointing[Any]:
    """What was planned as pointed at now: a move, if it can be made, or what of one was picked.

    It is a plan no longer. If it cannot be made, nothing is left of it but why not.
    """
    spots, table.choice.ahead = table.choice.ahead, ()
    if not spots:
        return idle()
    begun = pointing = Pointing(Chooser(table.view.spell(table.match.position)))
    for spot in spots:
        pointing = pointing.tap(spot)
        if pointing.refused:
            table.choice.missed = table.match.position.refusal(pointing.refused)
            return begun
    if pointing.move is None and len(pointing.chooser.picked) > 1 and pointing.chooser.only is not None:
        pointing = Pointing(pointing.chooser.finish())
    return pointing


def why_not(table: Table) -> tuple[Message, ...]:
    """Why what was planned could not be played, in words; nothing where it was, or nothing was."""
    missed = table.choice.missed
    return (table.game.speech.refusal(missed),) if missed is not None else ()
