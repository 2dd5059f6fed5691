"""Explanations of turns of Patchwork: facts for or against a turn, the most important first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from chowk.core.message import Message, PlayerName, say, say_many
from chowk.games.patchwork.rules import Advance, Move, Position, Take
from chowk.games.patchwork.rules.facts import forecast, markers_left
from chowk.games.patchwork.rules.patches import PATCHES
from chowk.games.patchwork.rules.quilt import CELLS, SIDE, Mask, cells
from chowk.games.patchwork.rules.state import TILE

MOST: Final = 3
"""Maximum number of facts in favour of a turn."""
MOST_FAULTS: Final = 2
"""Maximum number of facts against a turn."""
CLOSE: Final = 0.4
"""Minimum share of a patch's outline that must touch covered cells or the edge for the reasons to mention it."""


def reasons(position: Position, moves: tuple[Move, ...]) -> tuple[Message, ...]:
    """Return at most three facts in favour of a turn. `moves` are its steps, in order."""
    return tuple(islice(_in_favour(position, moves), MOST))


def faults(position: Position, move: Move, best: Move) -> tuple[Message, ...]:
    """Return at most two facts that count against `move`, compared with the better move `best`."""
    return tuple(islice(_against(position, move, best), MOST_FAULTS))


def _against(position: Position, move: Move, best: Move) -> Iterator[Message]:
    wins = forecast(position, best)
    if wins.tile and not forecast(position, move).tile:
        yield say("It misses the bonus tile.")
    if position.hand or position.single:
        mine, better = (position.play(candidate).players[position.turn].quilt for candidate in (move, best))
        alone, fewer = _alone(mine), _alone(better)
        if alone > max(fewer, _alone(position.own.quilt)):
            yield say_many("It leaves {count} single cell shut in.", "It leaves {count} single cells shut in.", alone)
        elif len(gaps(mine)) > len(gaps(better)):
            yield say("It breaks up the empty cells of the quilt.")
        return
    if wins.single and not wins.lost and not forecast(position, move).single:
        yield say("It misses the single patch of space {space}.", space=wins.single)


def _alone(quilt: Mask) -> int:
    """Return how many empty cells of a quilt have no empty neighbour."""
    return sum(gap.bit_count() == 1 for gap in gaps(quilt))


def _in_favour(position: Position, moves: tuple[Move, ...]) -> Iterator[Message]:
    first_step, *later_steps = moves
    if len(position.moves()) == 1:
        yield say("It is the only move.")
    position_then, last_step = (position.play(first_step), later_steps[0]) if later_steps else (position, first_step)
    if forecast(position_then, last_step).tile:
        yield say_many(
            "It makes 7 by 7 and takes the bonus tile, worth {count} point.",
            "It makes 7 by 7 and takes the bonus tile, worth {count} points.",
            TILE,
        )
    if isinstance(first_step, Take):
        yield from _bought(position, first_step)
    if isinstance(first_step, Advance):
        yield from _ahead(position, first_step)
    elif not isinstance(last_step, Take):
        yield from _sewn(position_then.own.quilt, position_then.play(last_step).players[position_then.turn].quilt)


def _bought(position: Position, take: Take) -> Iterator[Message]:
    """Yield a fact for each advantage of buying a patch."""
    effects, patch = forecast(position, take), PATCHES[take.patch]
    if effects.single and not effects.lost:
        yield say("It wins the single patch of space {space}.", space=effects.single)
    if effects.next == position.turn:
        yield say("{player} moves again after it.", player=PlayerName(position.turn))
    times = markers_left(position.own)
    if patch.income and patch.income * times >= patch.price:
        yield say_many(
            "It pays for itself: its income of {income} is paid {count} time, and its price is {price}.",
            "It pays for itself: its income of {income} is paid {count} times, and its price is {price}.",
            times,
            income=patch.income,
            price=patch.price,
        )
    others = [
        PATCHES[purchase.patch] for purchase in position.moves() if isinstance(purchase, Take) and purchase != take
    ]
    if others and patch.time < min(rival.time for rival in others):
        yield say("It takes less time than any other patch that can be bought: {time}.", time=patch.time)


def _ahead(position: Position, advance: Advance) -> Iterator[Message]:
    """Yield a fact for each gain of an advance: a single patch, income, and the buttons that it earns."""
    effects = forecast(position, advance)
    if effects.single and not effects.lost:
        yield say("It wins the single patch of space {space}.", space=effects.single)
    if sum(effects.incomes):
        yield say_many(
            "On the way it gets {count} button of income.",
            "On the way it gets {count} buttons of income.",
            sum(effects.incomes),
        )
    yield say_many("It earns {count} button.", "It earns {count} buttons.", effects.paid)


def _sewn(old_quilt: Mask, new_quilt: Mask) -> Iterator[Message]:
    """Yield facts about how closely a new patch fits the quilt."""
    new = new_quilt & ~old_quilt
    if any(gap == new for gap in gaps(old_quilt)) and gaps(old_quilt)[1:]:
        yield say_many(
            "It fills a gap of {count} cell exactly.", "It fills a gap of {count} cells exactly.", new.bit_count()
        )
    touching, total = outline(new, old_quilt)
    if touching >= CLOSE * total:
        yield say("{near} of its {all} sides touch cloth or the edge.", near=touching, all=total)
    if not any(gap.bit_count() == 1 for gap in gaps(new_quilt)):
        yield say("It leaves no single cell shut in.")


def gaps(quilt: Mask) -> tuple[Mask, ...]:
    """Return the empty regions of a quilt. Each is the mask of cells that are joined by their sides."""
    remaining, regions = set(range(CELLS)) - set(cells(quilt)), []
    while remaining:
        region, front = 0, [remaining.pop()]
        while front:
            cell = front.pop()
            region |= 1 << cell
            near = remaining & set(beside(cell))
            remaining -= near
            front += near
        regions.append(region)
    return tuple(regions)


def outline(patch: Mask, quilt: Mask) -> tuple[int, int]:
    """Return how many sides of cells a patch's outline has against covered cells or the board's edge, and in all.

    `patch` is the mask of the patch's cells, and `quilt` that of the other covered cells.
    """
    own = cells(patch)
    outer = [[near for near in beside(cell) if not patch >> near & 1] for cell in own]
    edge = sum(4 - len(beside(cell)) for cell in own)
    covered = sum(quilt >> near & 1 for nears in outer for near in nears)
    return edge + covered, edge + sum(map(len, outer))


def beside(cell: int) -> tuple[int, ...]:
    """Return the cells that share a side with a cell."""
    row, column = divmod(cell, SIDE)
    places = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return tuple(SIDE * y + x for y, x in places if 0 <= y < SIDE and 0 <= x < SIDE)
