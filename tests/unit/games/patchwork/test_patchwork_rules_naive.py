"""Test the rules of Patchwork against a simple second implementation: equal choices and states in random games.

An ordinary run plays 200 games, the deep run 1,000.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from chowk.games.patchwork import rules
from chowk.games.patchwork.rules import Move, Place, Position, Single, Take
from chowk.games.patchwork.rules.quilt import cells, placement_mask
from chowk.games.patchwork.rules.state import score
from tests.unit.games.patchwork.naive import Table

BATCHES, GAMES = 20, 50
QUICK = 2


@cache
def squares(mask: int) -> frozenset[tuple[int, int]]:
    return frozenset(divmod(cell, 9) for cell in cells(mask))


def naive_move(position: Position, move: Move) -> tuple[str, Any]:
    """Return a move in the form of the simple implementation: its kind and its choice."""
    if isinstance(move, Take):
        return "take", move.patch
    if isinstance(move, Place):
        return "place", squares(placement_mask(position.hand, move.turned, move.corner))
    return ("single", divmod(move.cell, 9)) if isinstance(move, Single) else ("advance", None)


def agree(position: Position, table: Table) -> dict[tuple[str, Any], Move]:
    """Check that both implementations have the same state and the same legal moves.

    Return the moves of the game's rules by their form in the simple implementation (`naive_move`).
    """
    for player, side in zip(position.players, table.sides, strict=True):
        assert (player.space, player.buttons, player.income) == (side.space, side.buttons, side.income())
        assert squares(player.quilt) == side.quilt.keys()
        assert [piece.patch for piece in player.sewn] == side.bought
        for patch, turned, cell in player.sewn:
            assert all(side.quilt[divmod(cell, 9)] == patch for cell in cells(placement_mask(patch, turned, cell)))
        assert all(side.quilt[divmod(piece.cell, 9)] == 0 for piece in player.lone)
    assert list(position.queue) == table.next_patches()
    assert (position.hand or None, position.single or None) == (table.hand, table.pending)
    assert position.turn == table.mover
    assert position.tile == (-1 if table.tile is None else table.tile)
    moves = {naive_move(position, move): move for move in position.moves()}
    assert len(moves) == len(position.moves())
    assert set(moves) == table.choices()
    assert (score(position, 0), score(position, 1)) == table.scores()
    return moves


def table_of(position: Position) -> Table:
    return Table(position.queue, position.turn, position.house.track, position.house.seven)


def tidy(table: Table, moves: dict[tuple[str, Any], Move], random: Random) -> tuple[str, Any]:
    """Choose a move. If a patch must be placed, return a placement that touches many covered cells and edges.

    Otherwise return a random purchase in nine of ten cases, and any random move in the others.
    """
    quilt = table.sides[table.mover].quilt

    def touching(word: tuple[str, Any]) -> int:
        neighbours = [(r + x, c + y) for r, c in word[1] for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0))]
        return sum((r, c) in quilt or not (0 <= r < 9 and 0 <= c < 9) for r, c in neighbours)

    words = list(moves)
    if words[0][0] == "place":
        return max(random.sample(words, min(50, len(words))), key=touching)
    buys = [word for word in words if word[0] == "take"]
    return random.choice(buys if buys and random.random() < 0.9 else words)


@cache
def game(seed: int) -> Counter[str]:
    """Play a random game in both implementations side by side.

    Return the numbers of its plies, bonus tiles, lost patches, and ties. A tie is an equal score, which the player wins
    who was first at the end of the track.
    """
    random = Random(f"naive {seed}")
    options = {"track": random.choice(("current", "classic")), "seven": random.choice(("on", "on", "off"))}
    position = rules.start(2, options, seed)
    table = Table(position.queue, position.turn, position.house.track, position.house.seven)
    plies = 0
    while moves := agree(position, table):
        word = tidy(table, moves, random) if seed % 2 else random.choice(list(moves))
        position = position.play(moves[word])
        table.do(*word)
        plies += 1
    outcome = position.outcome()
    assert table.over()
    assert outcome is not None
    assert (outcome.winner, outcome.scores) == (table.winner(), table.scores())
    assert [side.paid for side in table.sides] == [9, 9]
    assert table.sides[0].singles + table.sides[1].singles + table.lost == 5
    return Counter(plies=plies, tiles=table.tile is not None, ties=outcome.why == "first_there", lost=table.lost)


@pytest.mark.parametrize(
    "batch", [*range(QUICK), *(pytest.param(batch, marks=pytest.mark.deep) for batch in range(QUICK, BATCHES))]
)
def test_random_games_go_the_same_way_by_both_readings(batch: int) -> None:
    for seed in range(GAMES * batch, GAMES * batch + GAMES):
        assert game(seed)["plies"] >= 54


@pytest.mark.parametrize(("batches", "rare"), [(QUICK, 1), pytest.param(BATCHES, 5, marks=pytest.mark.deep)])
def test_they_come_to_what_is_rare(batches: int, rare: int) -> None:
    counts = sum((game(seed) for seed in range(batches * GAMES)), Counter[str]())
    assert counts["plies"] > 60 * batches * GAMES
    assert counts["tiles"] >= rare
    assert counts["ties"] >= rare
