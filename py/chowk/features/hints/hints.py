"""Hints in three depths: what to look at, the move, and why; the strongest opponent is asked once for all of them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Final

from chowk.core.message import Listed, Message, Who, say
from chowk.core.position import Seat, Spot
from chowk.engine.protocol import Reply
from chowk.games.api.scale import Scale
from chowk.session.host_ports import Host
from chowk.session.output.advice import Advice
from chowk.session.table import Table

MILLISECONDS: Final = 1200
"""How long the strongest opponent may think about a hint."""
CANDIDATES: Final = 4
"""So many places are marked at first where a move is nothing but a place, the best one among them: at most half of
those that are open, for a hint that shows all of them says nothing."""
CLEAR: Final = 2.5
"""A lead of so many times what is as good as won is called a win."""


async def deepen(host: Host, table: Table) -> None:
    """Gives a hint to the person who has the choice, or says more of it; it makes the game one with help."""
    if table.choice.awaited is None or table.choice.asking:
        return
    advice = table.choice.advice or await _asked(host, table)
    if advice is None:
        return
    table.choice.advice = advice.deeper(table.game)
    table.choice.hint = table.choice.advice.hint
    if table.choice.trying is not None and table.choice.advice.depth > 1:
        table.choice.trying.hold(advice.spots)
        table.display.cursor = table.choice.trying.held_by or table.display.cursor
    host.voice.spoken = table.choice.hint.told
    if not table.about.helped:
        table.about.helped = True
        host.save_game(table)
    host.world.render()


async def _asked(host: Host, table: Table) -> Advice | None:
    """The advice for the present position; None if that is gone by the time the answer is there."""
    position = table.match.position
    table.choice.asking = True
    try:
        moves, reply = await _best(host, table)
    finally:
        table.choice.asking = False
    there = table is host.place.table and table.match.position is position and table.choice.awaited is not None
    return advise(table, moves, reply) if there else None


async def _best(host: Host, table: Table) -> tuple[tuple[Any, ...], Reply]:
    """What the strongest opponent would do with what is left of the turn, and its reply about the first move."""
    position, read = table.match.position, table.match.ruleset.notation.read_move
    best, trial = table.game.strongest, table.game.trial
    reply = table.prepared() or await host.loop.ask(table, best, MILLISECONDS)
    move = read(position, reply.move)
    after = position.play(move)
    if trial is None or after.outcome() is not None or not trial.picks.goes_on(after):
        return (move,), reply
    rest = table.prepared((move,)) or await host.loop.ask(table, best, MILLISECONDS, (move,))
    return (move, read(after, rest.move)), reply


def advise(table: Table, moves: Sequence[Any], reply: Reply | None = None) -> Advice:
    """The advice to make these moves, one after another, at the table's position."""
    position, at, spots = table.match.position, table.match.position, list[Spot]()
    for move in moves:
        spots += table.view.spell(at)[move]
        at = at.play(move)
    region = around(table, spots)
    look, text = _look(table, region), _text(table, position, moves[0])
    worth = tuple(_worth(table.game.scale, reply, position)) if reply is not None else ()
    return Advice(position, tuple(moves), tuple(spots), region, look, text, worth=worth)


def _worth(scale: Scale | None, reply: Reply, position: Any) -> Iterator[Message]:
    """Yield what the opponent that advises a move knows of it: that it is from a book, or what it will come to."""
    player: Seat = position.turn
    if reply.known:
        yield say("It is a known opening move.")
    elif scale is None or reply.score is None or not scale.sure(position):
        return
    elif scale.unit is not None:
        chance = scale.written(reply.score)
        yield say(
            "The strongest opponent puts the chance of {player} to win at {chance}.", player=Who(player), chance=chance
        )
    elif abs(reply.score) >= CLEAR * scale.won:
        if reply.score > 0:
            yield say("The strongest opponent expects it to win for {player}.", player=Who(player))
    elif (lead := round(reply.score)) > 0:
        told = scale.amount(lead)
        yield say("The strongest opponent expects {player} to be {amount} ahead.", player=Who(player), amount=told)
    elif lead < 0:
        told = scale.amount(-lead)
        yield say("The strongest opponent expects {player} to be {amount} behind.", player=Who(player), amount=told)
    else:
        yield say("The strongest opponent expects an even game.")


def around(table: Table, spots: Sequence[Spot]) -> tuple[Spot, ...]:
    """What a move begins with; where it is nothing but a place on the board, a few of those that are open around it.

    They are in the order of the board, so that nothing tells the right one apart.
    """
    open_ = [path[0] for path in table.view.spell(table.match.position).values() if len(path) == 1]
    here = table.cell(spots[0])
    if spots[0] not in open_ or here is None:
        return tuple(spots[:1])
    cells = [cell for row in table.view.cells() for cell in row if cell.spot in open_]
    few = min(CANDIDATES, math.ceil(len(cells) / 2))
    near = sorted(cells, key=lambda cell: math.hypot(cell.x - here.x, cell.y - here.y))[:few]
    return tuple(cell.spot for cell in cells if cell in near)


def _look(table: Table, region: Sequence[Spot]) -> Message:
    if len(region) > 1:
        return say("Hint: one of these squares: {squares}.", squares=Listed(tuple(region)))
    position, trial = table.match.position, table.game.trial
    if trial is not None and any(region[0] == spot for spot, _ in trial.picks.offers(position)):
        return say("Hint: look here: {what}.", what=trial.speech.offer(position, region[0]).title)
    return say("Hint: look here: {what}.", what=table.game.speech.spot(position, region[0]))


def _text(table: Table, position: Any, move: Any) -> Message:
    if table.game.trial is not None:
        return table.game.trial.speech.advice(position, move)
    if table.game.tray is not None:
        # Where a turn has parts, the sentence says more than the notation.
        return say("Hint: {what}", what=table.game.speech.tell(position, move)[0])
    return say("Hint: {move}.", move=table.match.ruleset.notation.write_move(position, move))
