"""Test ceremonies at the end of a game: pieces move for a while and return to their places."""

from __future__ import annotations

from typing import Any

import pytest

from chowk import games
from chowk.core.match import Match
from chowk.core.position import CHANCE
from chowk.draw.ceremony import LONGEST, Ceremony, Gesture, leap
from chowk.draw.scene import Scene, Sprite
from chowk.draw.theme import SIDES
from chowk.games.kilkenny.ui import view
from chowk.games.kilkenny.ui.ending import ending
from tests.unit.draw.cues import CUES

PIECE = Sprite("a", "red", 1.0, 2.0)


def test_only_what_acts_moves_and_all_is_as_before_at_both_ends() -> None:
    scene = (PIECE, PIECE._replace(key="b", x=3.0))
    ceremony = Ceremony(
        scene, [Gesture("a", 0.5, 1.0, leap(PIECE, 0.5), "hop"), Gesture("nobody", 0.0, 9.0, leap(PIECE, 1))]
    )
    assert ceremony.duration == 1.5
    assert [cue.time for cue in ceremony.cues] == [0.5]
    assert [ceremony.scene_at(time) for time in (-1.0, 0.0, 0.4, 1.5, 9.0)] == [scene] * 5
    moved = ceremony.scene_at(1.0)
    assert moved[1] == scene[1]
    assert moved[0].y == pytest.approx(1.5)
    assert ceremony.scene_at(1.0) == moved, "a frame is a function of time"
    assert ceremony.resting == scene[1:]
    (course,) = ceremony.courses()
    assert all((*shown, *ceremony.resting) == ceremony.scene_at(time) for time, shown in course)
    assert (course[0][0], course[-1][0]) == (0.5, 1.5)


def test_a_quicker_pace_shortens_it() -> None:
    assert Ceremony((PIECE,), [Gesture("a", 0.5, 1.0, leap(PIECE, 0.5))], 0.5).duration == 0.75


def finished(name: str) -> Match[Any, Any]:
    """Return a finished random game that has a winner."""
    game = games.load(name)
    for seed in range(20):
        match = game.match(seed)
        while match.outcome() is None and match.ply < 3000:
            if match.position.turn == CHANCE:
                match.play(match.roll())
                continue
            moves = match.position.moves()
            match.play(moves[(seed + 7 * match.ply) % len(moves)])
        outcome = match.outcome()
        if outcome is not None and outcome.winner is not None:
            return match
    raise AssertionError("nobody ever wins")


@pytest.mark.parametrize("name", [name for name in games.ready() if games.load(name).ending])
def test_every_game_that_was_won_is_celebrated_and_its_board_comes_to_rest_as_it_was(name: str) -> None:
    game, match = games.load(name), finished(name)
    outcome = match.outcome()
    assert game.ending is not None
    assert outcome is not None
    assert outcome.winner is not None
    view = game.trial.view.player_view(outcome.winner) if game.trial else game.view
    scene: Scene = view.pieces(match.position)
    acts = game.ending()(scene, match.position, outcome)
    ceremony = Ceremony(scene, acts)
    assert acts
    assert 0.5 < ceremony.duration <= LONGEST
    assert {cue.sound for cue in ceremony.cues} <= set(CUES)
    assert ceremony.scene_at(ceremony.duration) == ceremony.scene_at(0) == scene
    for act in acts:
        middle = ceremony.scene_at(act.start + act.length / 2)
        assert middle != scene
        assert {sprite.art for sprite in middle} <= set(view.ART)
        assert all(0.4 < sprite.y < view.SIZE[1] - 0.4 for sprite in middle if sprite.key == act.key), "on the board"
        assert {sprite.key for sprite in scene} <= {sprite.key for sprite in middle}


@pytest.mark.parametrize("edge", [view.EDGE + 0.5, view.SIZE[1] - view.EDGE - 0.5])
def test_cats_that_lie_on_mice_at_either_edge_leap_towards_the_slate(edge: float) -> None:
    match = finished("kilkenny")
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.winner is not None
    name = SIDES[match.position.colours[outcome.winner]].name
    cat = Sprite("cat", f"{name} home", 7.5, edge)
    for act in ending((cat,), match.position, outcome):
        (moved,) = act.frame(0.5)
        assert abs(moved.y - view.SIZE[1] / 2) < abs(edge - view.SIZE[1] / 2)
