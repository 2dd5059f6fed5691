"""Test the thread that runs round the won square of 7 by 7."""

from __future__ import annotations

import pytest

from chowk.core.events import Gained
from chowk.draw import motion
from chowk.draw.scene import Scene, centres
from chowk.draw.timeline import NONE, NORMAL, Timeline, backwards, drawable_events
from chowk.games.patchwork.game import GAME
from chowk.games.patchwork.rules import Position, Single
from chowk.games.patchwork.rules.quilt import BLOCKS, SQUARE, cells
from chowk.games.patchwork.rules.state import Lone
from chowk.games.patchwork.ui import view
from tests.unit.games.patchwork.helpers import state

BLOCK = 4
LAST = cells(BLOCKS[BLOCK])[-1]
"""The last cell of the block in the middle, whose top left cell is `b2`."""


def nearly(seat: int = 0, seven: bool = True) -> Position:
    """Return a position in which a player places a single patch that completes the square of 7 by 7 in the middle.

    `seat` is the player's seat. If `seven` is False, the house rules have no bonus tile.
    """
    covered = BLOCKS[BLOCK] & ~(1 << LAST)
    position = state(
        pos=(26, 26), quilts=(covered, 0) if seat == 0 else (0, covered), turn=seat, single=26, seven=seven
    )
    lone = tuple(Lone(100 + cell, cell) for cell in cells(covered))
    players = [player._replace(lone=lone) if player.quilt else player for player in position.players]
    return position._replace(players=(players[0], players[1]))


def timeline(position: Position, seen: int, pace: float = NORMAL, *, still: bool = False) -> Timeline:
    board, move = view.player_view(seen), Single(LAST)
    before, after = board.pieces(position), board.pieces(position.play(move))
    events = drawable_events(before, position.events(move), after)
    assert GAME.flourishes is not None
    own = GAME.flourishes()(before, events, after)
    return Timeline(before, events, after, centres(board.cells()).__getitem__, pace, still, own)


def thread(scene: Scene) -> list[tuple[float, float]]:
    return [(sprite.x, sprite.y) for sprite in scene if sprite.art == "stitch"]


def most(shown: Timeline) -> list[tuple[float, float]]:
    return max((thread(shown.scene_at(shown.duration * number / 99)) for number in range(1, 99)), key=len)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_thread_runs_round_the_won_square_and_vanishes(seat: int) -> None:
    position = nearly(seat)
    assert Gained(seat, "tile", 7) in position.events(Single(LAST))
    shown = timeline(position, seat)
    sewn = most(shown)
    assert len(sewn) == len(set(sewn)) == 4 * SQUARE
    corner = next((cell.x, cell.y) for row in view.player_view(seat).cells() for cell in row if cell.spot == "b2")
    assert (min(x for x, _ in sewn), min(y for _, y in sewn)) == pytest.approx(corner, abs=1e-3)
    assert (max(x for x, _ in sewn), max(y for _, y in sewn)) == pytest.approx((corner[0] + 7, corner[1] + 7), abs=1e-3)
    counts = [len(thread(shown.scene_at(motion.PLACE + 0.6 * number / 20))) for number in range(1, 20)]
    assert counts == sorted(counts)
    assert counts[0] < counts[9] < counts[-1]
    assert shown.duration < motion.SLIDE + 0.9
    assert thread(shown.scene_at(shown.duration)) == []


def test_nothing_is_stitched_on_the_other_quilt_or_without_the_house_rule() -> None:
    assert most(timeline(nearly(), 0))
    assert most(timeline(nearly(), 1)) == []
    assert most(timeline(nearly(seven=False), 0)) == []


def test_nothing_is_stitched_with_reduced_motion_or_backwards() -> None:
    still = timeline(nearly(), 0, still=True)
    assert still.duration <= motion.FADE
    assert most(still) == []
    assert timeline(nearly(), 0, NONE).duration == 0
    position, board = nearly(), view.player_view(0)
    assert GAME.flourishes is not None
    undone = backwards(position.events(Single(LAST)))
    later, earlier = board.pieces(position.play(Single(LAST))), board.pieces(position)
    assert GAME.flourishes()(later, undone, earlier) == {}
