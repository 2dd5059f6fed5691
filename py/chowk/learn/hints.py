"""Hints in three depths: what to look at, the move, and why; the strongest opponent is asked once for all of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from chowk.core.message import Message, say
from chowk.core.position import Spot
from chowk.games.card import Game
from chowk.play.table import Hint, Table

if TYPE_CHECKING:
    from chowk.app.app import App

MILLISECONDS: Final = 1200
"""How long the strongest opponent may think about a hint."""
CANDIDATES: Final = 4
"""So many places are marked at first where a move is nothing but a place, the best one among them."""
WHY: Final = 3
"""The depth that says why; there is none beyond it."""
NO_REASON: Final = say("The strongest opponent looked ahead and prefers this move. There is no simpler reason for it.")


class Advice(NamedTuple):
    """What the strongest opponent would do in a position, and how much of it has been told.

    `moves` are what is left of the turn, `spots` their spelling; `region` is what the first depth marks; `look`, `text`
    and `why` are what the three depths say, the last of them once it is asked for.
    """

    position: Any
    moves: tuple[Any, ...]
    spots: tuple[Spot, ...]
    region: tuple[Spot, ...]
    look: Message
    text: Message
    why: tuple[Message, ...] = ()
    depth: int = 0

    @property
    def hint(self) -> Hint:
        """What is marked and said at this depth."""
        if self.depth < 2:
            return Hint(self.region, self.look)
        return Hint(self.spots, self.text, self.why)

    def deeper(self, game: Game) -> Advice:
        """The same a step further, at most as far as why."""
        if self.depth + 1 < WHY or self.why:
            return self._replace(depth=min(WHY, self.depth + 1))
        return self._replace(depth=WHY, why=game.why(self.position, self.moves) or (NO_REASON,))


async def deepen(app: App) -> None:
    """Gives a hint to the person who has the choice, or says more of it; it makes the game one with help."""
    table = app.table
    if table is None or table.awaited is None or table.asking:
        return
    advice = table.advice or await _asked(app, table)
    if advice is None:
        return
    table.advice = advice.deeper(table.game)
    table.hint = table.advice.hint
    if table.trying is not None and table.advice.depth > 1:
        table.trying.hold(advice.spots)
        table.cursor = table.trying.held_by or table.cursor
    app.spoken = table.hint.told
    if not table.helped:
        table.helped = True
        app.save_game()
    app.world.render()


async def _asked(app: App, table: Table) -> Advice | None:
    """The advice for the present position; None if that is gone by the time the answer is there."""
    position = table.match.position
    table.asking = True
    try:
        moves = await _best(app, table)
    finally:
        table.asking = False
    there = table is app.table and table.match.position is position and table.awaited is not None
    return advise(table, moves) if there else None


async def _best(app: App, table: Table) -> tuple[Any, ...]:
    """What the strongest opponent would do with what is left of the turn."""
    position, read = table.match.position, table.match.book.notation.read_move
    best, bench = table.game.strongest, table.game.bench
    reply = await app.ask(table, best, MILLISECONDS)
    move = read(position, reply.move)
    after = position.play(move)
    if bench is None or after.outcome() is not None or not bench.hand.goes_on(after):
        return (move,)
    rest = await app.ask(table, best, MILLISECONDS, (move,))
    return move, read(after, rest.move)


def advise(table: Table, moves: Sequence[Any]) -> Advice:
    """The advice to make these moves, one after another, at the table's position."""
    position, at, spots = table.match.position, table.match.position, list[Spot]()
    for move in moves:
        spots += table.view.spell(at)[move]
        at = at.play(move)
    region = around(table, spots)
    look, text = _look(table, region), _text(table, position, moves[0])
    return Advice(position, tuple(moves), tuple(spots), region, look, text)


def around(table: Table, spots: Sequence[Spot]) -> tuple[Spot, ...]:
    """What a move begins with; where it is nothing but a place on the board, a few of those that are open around it.

    They are in the order of the board, so that nothing tells the right one apart.
    """
    open_ = [path[0] for path in table.view.spell(table.match.position).values() if len(path) == 1]
    here = table.cell(spots[0])
    if spots[0] not in open_ or here is None:
        return tuple(spots[:1])
    cells = [cell for row in table.view.cells() for cell in row if cell.spot in open_]
    near = sorted(cells, key=lambda cell: math.hypot(cell.x - here.x, cell.y - here.y))[:CANDIDATES]
    return tuple(cell.spot for cell in cells if cell in near)


def _look(table: Table, region: Sequence[Spot]) -> Message:
    if len(region) > 1:
        return say("Hint: one of these squares: {squares}.", squares=", ".join(region))
    position, bench = table.match.position, table.game.bench
    if bench is not None and any(region[0] == spot for spot, _ in bench.hand.offers(position)):
        return say("Hint: look here: {what}.", what=bench.speech.offer(position, region[0]).title)
    return say("Hint: look here: {what}.", what=table.game.speech.spot(position, region[0]))


def _text(table: Table, position: Any, move: Any) -> Message:
    if table.game.bench is not None:
        return table.game.bench.speech.advice(position, move)
    if table.game.tray is not None:
        # Where a turn has parts, the sentence says more than the notation.
        return say("Hint: {what}", what=table.game.speech.tell(position, move)[0])
    return say("Hint: {move}.", move=table.match.book.notation.write_move(position, move))
