"""Helpers for tests of Patchwork. Positions use the terms of the worked examples, with rows and columns from 0."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from random import Random

from chowk.core.game import Ruleset
from chowk.core.match import Match
from chowk.games.patchwork import notation, rules
from chowk.games.patchwork.rules import ADVANCE, NOBODY, NONE, House, Move, Place, PlayerState, Position, Single, Take
from chowk.games.patchwork.rules.quilt import FULL, placement_mask

RULESET = Ruleset("patchwork", rules, notation)
Pair = tuple[int, int]


def cell_at(row: int, column: int) -> int:
    return 9 * row + column


def cover(text: str) -> int:
    """Return the bit mask of cells such as `(0,0),(4,4)`. A dash joins the corners of a block, as in `(0,0)-(1,1)`."""
    mask = 0
    for corner, end in re.findall(r"\((\d,\d)\)(?:-\((\d,\d)\))?", text):
        top, left = map(int, corner.split(","))
        bottom, right = map(int, (end or corner).split(","))
        mask |= sum(1 << cell_at(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1))
    return mask


def all_but(text: str) -> int:
    return FULL & ~cover(text)


def state(
    pos: Pair = (0, 0),
    but: Pair = (5, 5),
    inc: Pair = (0, 0),
    market: Sequence[int] = (),
    quilts: Pair = (0, 0),
    turn: int = 0,
    single: int = NONE,
    tile: int = NOBODY,
    track: str = "current",
    seven: bool = True,
) -> Position:
    """Return a position from its numbers: spaces, buttons, incomes, patches to buy, and quilts.

    `single` is the space of the single patch to place now, and `tile` the owner of the bonus tile. `track` and `seven`
    are house rules. Pairs are by seat. Quilts (players' boards) are bit masks, without a record of the patches on them.
    """
    first, second = (PlayerState(pos[seat], but[seat], inc[seat], quilts[seat], (), ()) for seat in (0, 1))
    return Position(turn, (first, second), tuple(market), NONE, single, tile, House(track, seven))


def place(position: Position, where: str) -> Place:
    """Return the move that places the patch in hand on exactly the cells `where`, written as for `cover`."""
    mask = cover(where)
    (placement,) = [
        move
        for move in position.moves()
        if isinstance(move, Place) and placement_mask(position.hand, move.turned, move.corner) == mask
    ]
    return placement


def buy(position: Position, patch: int, where: str = "") -> Position:
    """Return the position after buying a patch and placing it on the cells `where`.

    By default, the patch is placed at the first possible place.
    """
    bought = position.play(Take(patch))
    assert Take(patch) in position.moves()
    move = place(bought, where) if where else bought.moves()[0]
    assert move in bought.moves()
    return bought.play(move)


def advance(position: Position) -> Position:
    assert ADVANCE in position.moves()
    return position.play(ADVANCE)


def sew(position: Position, row: int, column: int) -> Position:
    """Return the position after placing the single patch on the cell at `row` and `column`."""
    assert Single(cell_at(row, column)) in position.moves()
    return position.play(Single(cell_at(row, column)))


def pos(position: Position) -> Pair:
    return position.players[0].space, position.players[1].space


def but(position: Position) -> Pair:
    return position.players[0].buttons, position.players[1].buttons


def inc(position: Position) -> Pair:
    return position.players[0].income, position.players[1].income


def fill(position: Position) -> Pair:
    return position.players[0].quilt.bit_count(), position.players[1].quilt.bit_count()


def offered(position: Position) -> list[int]:
    """Return the numbers of the patches that can be bought."""
    return [move.patch for move in position.moves() if isinstance(move, Take)]


def match(start: Position, moves: Iterable[str] = (), seed: int = 0) -> Match[Position, Move]:
    played: Match[Position, Move] = Match(RULESET, start, seed)
    for text in moves:
        played.push(text)
    return played


def random_game(seed: int, **options: str) -> Match[Position, Move]:
    """Return a random game, played to its end."""
    random = Random(f"patchwork {seed}")
    played = match(rules.start(2, options, seed), (), seed)
    while played.outcome() is None:
        played.play(random.choice(played.position.moves()))
    return played
