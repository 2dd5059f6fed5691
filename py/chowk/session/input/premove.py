"""Premoves: moves that a player enters during the opponent's turn. They are played as soon as they are legal."""

from __future__ import annotations

from typing import Any, Final

from chowk.core.message import Message, say
from chowk.core.move_input import Chooser
from chowk.core.position import CHANCE, Spot
from chowk.session.input.pointing import Pointing, idle
from chowk.session.ports import GameServices
from chowk.session.table import Table

BESIDE: Final = "–"
"""Separator between the spots of a premove in a message."""


def is_due(services: GameServices, table: Table) -> bool:
    """Return True if clicks now enter a premove, a move to play after the opponent's move.

    That is so while the opponent is to move, if the settings allow premoves. Further conditions are that one person at
    this device plays against one opponent, and that the game has neither previews of moves nor a list of choices beside
    the board.
    """
    game, match = table.game, table.match
    plain = game.trial is None and game.tray is None and len(table.plan.seats) == 2
    mine = table.kind == "own" and table.seats.people == 1 and table.outcome is None
    other = match.position.turn != CHANCE and not table.seats.person(match.position.turn)
    return services.settings.premove and plain and mine and other and table.display.shown_ply is None


def point(services: GameServices, table: Table, spot: Spot) -> None:
    """Add a spot to the premove. If the premove was complete, begin a new one with this spot.

    A spot off the board, or a spot that is already in the premove, cancels the premove.
    """
    choice = table.choice
    if spot in choice.ahead or table.cell(spot) is None:
        choice.plan_ahead(())
    else:
        choice.plan_ahead((*choice.ahead, spot) if len(choice.ahead) < _length(table) else (spot,))
    message = planned_message(table)
    services.voice.say(message if message is not None else say("Nothing is planned."))
    services.page.render()


def _length(table: Table) -> int:
    """Return the number of spots in a premove: 1 if a single spot is a whole move, otherwise 2 (start and end)."""
    return min(2, *(len(path) for path in table.view.spell(table.match.position).values()), 2)


def planned_message(table: Table) -> Message | None:
    """Return a message with the spots of the premove, or None if no spot is entered."""
    return say("Planned: {spots}", spots=BESIDE.join(table.choice.ahead)) if table.choice.ahead else None


def take_premove(table: Table) -> Pointing[Any]:
    """Remove the premove, and return the state of pointing after its spots are tapped in the present position.

    That state has a complete move, or the picked spots of an incomplete move. If the premove is not legal, no spot is
    picked, and the reason is stored in `table.choice.missed`. Without a premove, return `idle()`.
    """
    spots = table.choice.take_ahead()
    if not spots:
        return idle()
    begun = pointing = Pointing(Chooser(table.view.spell(table.match.position)))
    for spot in spots:
        pointing = pointing.tap(spot)
        if pointing.refused:
            table.choice.miss(table.match.position.refusal(pointing.refused))
            return begun
    if pointing.move is None and len(pointing.chooser.picked) > 1 and pointing.chooser.only is not None:
        pointing = Pointing(pointing.chooser.finish())
    return pointing


def why_not(table: Table) -> tuple[Message, ...]:
    """Return a message that says why the last premove could not be played; an empty tuple if it could."""
    missed = table.choice.missed
    return (table.game.speech.refusal(missed),) if missed is not None else ()
