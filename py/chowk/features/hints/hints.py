"""Hints in three steps: where to look on the board, the move, and the reasons for it.

All three steps come from one search by the strongest opponent.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Final

from chowk.core.message import Listed, Message, PlayerName, say
from chowk.core.position import Seat, Spot
from chowk.engine.protocol import Reply
from chowk.games.api.scale import Scale
from chowk.session.host_ports import GameHost
from chowk.session.output.advice import Advice
from chowk.session.table import Table

MILLISECONDS: Final = 1200
"""Search time for a hint, in milliseconds."""
CANDIDATES: Final = 4
"""Maximum number of squares marked in the first step, if a move is a single square.

At most half of the legal squares are marked, because marking all of them would give no hint.
"""
CLEAR: Final = 2.5
"""Minimum lead, as a multiple of `Scale.won` (a lead that counts as won), for a hint to expect a win."""


async def deepen(host: GameHost, table: Table) -> None:
    """Show the next of the three steps of a hint for the player whose turn it is. Mark the game as played with help."""
    if table.choice.awaited is None or table.choice.asking:
        return
    advice = table.choice.advice or await _find_advice(host, table)
    if advice is None:
        return
    advice = advice.deeper(table.game)
    table.choice.advise(advice)
    if table.choice.trying is not None and advice.depth > 1:
        table.choice.trying.hold(advice.spots)
        table.display.move_cursor(table.choice.trying.held_by)
    host.voice.spoken = advice.hint.messages
    if not table.about.helped:
        table.about.mark_helped()
        host.save_game(table)
    host.page.render()


async def _find_advice(host: GameHost, table: Table) -> Advice | None:
    """Return advice for the current position, or None if the position changed during the search."""
    position = table.match.position
    table.choice.start_asking()
    try:
        moves, reply = await _best(host, table)
    finally:
        table.choice.stop_asking()
    is_current = table is host.place.table and table.match.position is position and table.choice.awaited is not None
    return advise(table, moves, reply) if is_current else None


async def _best(host: GameHost, table: Table) -> tuple[tuple[Any, ...], Reply]:
    """Return the strongest opponent's moves for the rest of the turn, and the reply that contains the first of them."""
    position, read = table.match.position, table.match.ruleset.notation.read_move
    best, trial = table.game.strongest, table.game.trial
    reply = table.prepared() or await host.loop.ask(table, best, MILLISECONDS)
    move = read(position, reply.move)
    after = position.play(move)
    if trial is None or after.outcome() is not None or not trial.picks.goes_on(after):
        return (move,), reply
    second = table.prepared((move,)) or await host.loop.ask(table, best, MILLISECONDS, (move,))
    return (move, read(after, second.move)), reply


def advise(table: Table, moves: Sequence[Any], reply: Reply | None = None) -> Advice:
    """Return the advice to play `moves` one after another from the table's position.

    `reply` is the engine's reply that proposed the first move, or None if the engine was not asked.
    """
    position, reached, spots = table.match.position, table.match.position, list[Spot]()
    for move in moves:
        spots += table.view.spell(reached)[move]
        reached = reached.play(move)
    region = around(table, spots)
    look, text = _region_message(table, region), _text(table, position, moves[0])
    worth = tuple(_worth(table.game.scale, reply, position)) if reply is not None else ()
    return Advice(position, tuple(moves), tuple(spots), region, look, text, worth=worth)


def _worth(scale: Scale | None, reply: Reply, position: Any) -> Iterator[Message]:
    """Yield a sentence on the advised move: that it is in the opening book, or its expected result."""
    player: Seat = position.turn
    if reply.known:
        yield say("It is a known opening move.")
    elif scale is None or reply.score is None or not scale.sure(position):
        return
    elif scale.unit is not None:
        chance = scale.written(reply.score)
        yield say(
            "The strongest opponent puts the chance of {player} to win at {chance}.",
            player=PlayerName(player),
            chance=chance,
        )
    elif abs(reply.score) >= CLEAR * scale.won:
        if reply.score > 0:
            yield say("The strongest opponent expects it to win for {player}.", player=PlayerName(player))
    elif (lead := round(reply.score)) > 0:
        amount = scale.amount(lead)
        yield say(
            "The strongest opponent expects {player} to be {amount} ahead.", player=PlayerName(player), amount=amount
        )
    elif lead < 0:
        amount = scale.amount(-lead)
        yield say(
            "The strongest opponent expects {player} to be {amount} behind.", player=PlayerName(player), amount=amount
        )
    else:
        yield say("The strongest opponent expects an even game.")


def around(table: Table, spots: Sequence[Spot]) -> tuple[Spot, ...]:
    """Return the spots that the first step of a hint marks.

    `spots` are the spots of the advised move. If that is a single square, the result is this square and the nearest
    legal squares around it, in board order, so that the order does not reveal the right square. For any other move,
    the result is only its first spot.
    """
    open_ = [path[0] for path in table.view.spell(table.match.position).values() if len(path) == 1]
    start = table.cell(spots[0])
    if spots[0] not in open_ or start is None:
        return tuple(spots[:1])
    cells = [cell for row in table.view.cells() for cell in row if cell.spot in open_]
    few = min(CANDIDATES, math.ceil(len(cells) / 2))
    nearest = sorted(cells, key=lambda cell: math.hypot(cell.x - start.x, cell.y - start.y))[:few]
    return tuple(cell.spot for cell in cells if cell in nearest)


def _region_message(table: Table, region: Sequence[Spot]) -> Message:
    if len(region) > 1:
        return say("Hint: one of these squares: {squares}.", squares=Listed(tuple(region)))
    position, trial = table.match.position, table.game.trial
    if trial is not None and any(region[0] == spot for spot, _ in trial.picks.offers(position)):
        return say("Hint: look here: {what}.", what=trial.speech.offer(position, region[0]).title)
    phrase = table.game.speech.spot(position, region[0])
    # Show only the square's name. The rest of the phrase is for screen readers, for example that the piece can move.
    return say("Hint: look here: {what}.", what=dict(phrase.args).get("square", phrase))


def _text(table: Table, position: Any, move: Any) -> Message:
    if table.game.trial is not None:
        return table.game.trial.speech.advice(position, move)
    if table.game.tray is not None:
        # If a turn has several parts, a sentence describes the move better than the notation does.
        return say("Hint: {what}", what=table.game.tell_named(position, move)[0])
    return say("Hint: {move}.", move=table.match.ruleset.notation.write_move(position, move))
