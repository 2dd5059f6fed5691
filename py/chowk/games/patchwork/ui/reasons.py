"""Reasons for and against a turn of Patchwork: facts that anybody can count on the table, the weightiest first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from chowk.core.message import Message, Who, say, say_many
from chowk.games.patchwork.rules import Advance, Move, Position, Take
from chowk.games.patchwork.rules.facts import forecast, markers_left
from chowk.games.patchwork.rules.patches import PATCHES
from chowk.games.patchwork.rules.quilt import CELLS, SIDE, Mask, cells
from chowk.games.patchwork.rules.state import TILE

MOST: Final = 3
MOST_FAULTS: Final = 2
CLOSE: Final = 0.4
"""The share of a patch's outline from which its contact with cloth or the edge is mentioned."""


def reasons(position: Position, moves: tuple[Move, ...]) -> tuple[Message, ...]:
    """Return at most three facts in favour of the steps of a turn that begin with the first of `moves`."""
    return tuple(islice(_found(position, moves), MOST))


def faults(position: Position, made: Move, best: Move) -> tuple[Message, ...]:
    """Return at most two facts against a move, compared with a better one."""
    return tuple(islice(_against(position, made, best), MOST_FAULTS))


def _against(position: Position, made: Move, best: Move) -> Iterator[Message]:
    wins = forecast(position, best)
    if wins.tile and not forecast(position, made).tile:
        yield say("It misses the bonus tile.")
    if position.hand or position.single:
        mine, better = (position.play(move).players[position.turn].quilt for move in (made, best))
        alone, fewer = _alone(mine), _alone(better)
        if alone > max(fewer, _alone(position.own.quilt)):
            yield say_many("It leaves {count} single cell shut in.", "It leaves {count} single cells shut in.", alone)
        elif len(gaps(mine)) > len(gaps(better)):
            yield say("It breaks up the empty cells of the quilt.")
        return
    if wins.single and not wins.lost and not forecast(position, made).single:
        yield say("It misses the single patch of space {space}.", space=wins.single)


def _alone(quilt: Mask) -> int:
    """Return the number of empty cells of a quilt without an empty neighbour."""
    return sum(gap.bit_count() == 1 for gap in gaps(quilt))


def _found(position: Position, moves: tuple[Move, ...]) -> Iterator[Message]:
    first, *rest = moves
    if len(position.moves()) == 1:
        yield say("It is the only move.")
    at, last = (position.play(first), rest[0]) if rest else (position, first)
    if forecast(at, last).tile:
        yield say_many(
            "It makes 7 by 7 and takes the bonus tile, worth {count} point.",
            "It makes 7 by 7 and takes the bonus tile, worth {count} points.",
            TILE,
        )
    if isinstance(first, Take):
        yield from _bought(position, first)
    if isinstance(first, Advance):
        yield from _ahead(position, first)
    elif not isinstance(last, Take):
        yield from _sewn(at.own.quilt, at.play(last).players[at.turn].quilt)


def _bought(position: Position, take: Take) -> Iterator[Message]:
    """Yield the gains and costs of a patch."""
    told, patch = forecast(position, take), PATCHES[take.patch]
    if told.single and not told.lost:
        yield say("It wins the single patch of space {space}.", space=told.single)
    if told.next == position.turn:
        yield say("{player} moves again after it.", player=Who(position.turn))
    times = markers_left(position.own)
    if patch.income and patch.income * times >= patch.price:
        yield say_many(
            "It pays for itself: its income of {income} is paid {count} time, and its price is {price}.",
            "It pays for itself: its income of {income} is paid {count} times, and its price is {price}.",
            times,
            income=patch.income,
            price=patch.price,
        )
    others = [PATCHES[other.patch] for other in position.moves() if isinstance(other, Take) and other != take]
    if others and patch.time < min(other.time for other in others):
        yield say("It takes less time than any other patch that can be bought: {time}.", time=patch.time)


def _ahead(position: Position, advance: Advance) -> Iterator[Message]:
    """Yield the gains on the way of an advance."""
    told = forecast(position, advance)
    if told.single and not told.lost:
        yield say("It wins the single patch of space {space}.", space=told.single)
    if sum(told.incomes):
        yield say_many(
            "On the way it gets {count} button of income.",
            "On the way it gets {count} buttons of income.",
            sum(told.incomes),
        )
    yield say_many("It earns {count} button.", "It earns {count} buttons.", told.paid)


def _sewn(before: Mask, after: Mask) -> Iterator[Message]:
    """Yield how well the new cloth fits the quilt."""
    new = after & ~before
    if any(gap == new for gap in gaps(before)) and gaps(before)[1:]:
        yield say_many(
            "It fills a gap of {count} cell exactly.", "It fills a gap of {count} cells exactly.", new.bit_count()
        )
    touching, whole = outline(new, before)
    if touching >= CLOSE * whole:
        yield say("{near} of its {all} sides touch cloth or the edge.", near=touching, all=whole)
    if not any(gap.bit_count() == 1 for gap in gaps(after)):
        yield say("It leaves no single cell shut in.")


def gaps(quilt: Mask) -> tuple[Mask, ...]:
    """Return the empty regions of a quilt, each as a mask of cells that are joined by their sides."""
    left, found = set(range(CELLS)) - set(cells(quilt)), []
    while left:
        region, front = 0, [left.pop()]
        while front:
            at = front.pop()
            region |= 1 << at
            near = left & set(beside(at))
            left -= near
            front += near
        found.append(region)
    return tuple(found)


def outline(patch: Mask, quilt: Mask) -> tuple[int, int]:
    """Return the number of sides of a patch's outline that touch covered cells or the board's edge, and their total."""
    own = cells(patch)
    outer = [[near for near in beside(at) if not patch >> near & 1] for at in own]
    edge = sum(4 - len(beside(at)) for at in own)
    covered = sum(quilt >> near & 1 for nears in outer for near in nears)
    return edge + covered, edge + sum(map(len, outer))


def beside(at: int) -> tuple[int, ...]:
    """Return the cells that share a side with a cell."""
    row, column = divmod(at, SIDE)
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return tuple(SIDE * y + x for y, x in around if 0 <= y < SIDE and 0 <= x < SIDE)
