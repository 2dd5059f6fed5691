"""Test timelines, which are functions of time: they begin with one scene, end with another, and follow the events."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import pytest

from chowk.core.events import Captured, Event, Flipped, Gained, Moved, Passed, Placed, Promoted, Rolled
from chowk.draw import motion
from chowk.draw.scene import Point, Scene, Sprite, centres, keyed
from chowk.draw.script import RISES
from chowk.draw.timeline import FAST, NONE, NORMAL, Timeline, backwards, carried, differing, explained, touched
from chowk.games.checkers import rules as checkers_rules
from chowk.games.checkers.ui import view as checkers
from chowk.games.reversi import rules as reversi_rules
from chowk.games.reversi.ui import view as reversi
from tests.unit.draw.cues import CUES

GAMES = {"reversi": (reversi_rules, reversi), "checkers": (checkers_rules, checkers)}
PACES = (NORMAL, FAST)


class Turn(NamedTuple):
    """A move of a random game, with the scenes before and after it."""

    before: Scene
    events: tuple[Event, ...]
    after: Scene
    view: Any

    def timeline(self, pace: float = NORMAL, still: bool = False) -> Timeline:
        return Timeline(self.before, self.events, self.after, centres(self.view.cells()).__getitem__, pace, still)

    def undone(self, pace: float = NORMAL) -> Timeline:
        where = centres(self.view.cells()).__getitem__
        return Timeline(self.after, backwards(self.events), self.before, where, pace)


@cache
def turns(name: str, games: int = 12) -> tuple[Turn, ...]:
    rules, view = GAMES[name]
    played_turns = []
    for seed in range(games):
        random, position = Random(seed), rules.start(2, {"ballot": "off"}, 0)
        while moves := position.moves():
            move = random.choice(moves)
            after = position.play(move)
            played_turns.append(Turn(view.pieces(position), position.events(move), view.pieces(after), view))
            position = after
    return tuple(played_turns)


def some(name: str) -> tuple[Turn, ...]:
    return turns(name)[::5]


at_each_game = pytest.mark.parametrize("name", GAMES)


def instants(timeline: Timeline, count: int = 9) -> list[float]:
    return [timeline.duration * step / count for step in range(count + 1)]


# On random games ----------------------------------------------------------------------------------------------------


@at_each_game
def test_events_explain_the_difference_of_scenes(name: str) -> None:
    for turn in turns(name):
        assert explained(turn.before, turn.events, turn.after), turn.events
        assert explained(turn.after, backwards(turn.events), turn.before), turn.events


@at_each_game
def test_what_no_event_tells_is_not_explained(name: str) -> None:
    for turn in some(name):
        for left_out in range(len(turn.events)):
            if isinstance(turn.events[left_out], Passed | Gained | Promoted):
                continue  # the motion of the crowned piece is checked instead
            fewer = turn.events[:left_out] + turn.events[left_out + 1 :]
            assert not explained(turn.before, fewer, turn.after), (turn.events, left_out)


@at_each_game
def test_an_event_that_changes_nothing_explains_nothing(name: str) -> None:
    for turn in some(name):
        idle = keyed(turn.before).keys() - differing(turn.before, turn.after) - touched(turn.events)
        for key in sorted(idle)[:3]:
            events = (*turn.events, Flipped(0, key, key))
            assert not explained(turn.before, events, turn.after), events


@at_each_game
@pytest.mark.parametrize("pace", PACES)
def test_a_timeline_begins_and_ends_exactly(name: str, pace: float) -> None:
    for turn in some(name):
        for timeline in (turn.timeline(pace), turn.timeline(pace, still=True)):
            assert timeline.scene_at(0) == turn.before or timeline.duration == 0
            assert timeline.scene_at(-1) == timeline.scene_at(0)
            assert timeline.scene_at(timeline.duration) == turn.after
            assert timeline.scene_at(timeline.duration + 100) == turn.after


@at_each_game
def test_a_frame_is_a_pure_function_of_time(name: str) -> None:
    for turn in some(name):
        first, second = turn.timeline(), turn.timeline()
        forwards = [first.scene_at(time) for time in instants(first)]
        back = [second.scene_at(time) for time in reversed(instants(second))]
        assert forwards == list(reversed(back))


@at_each_game
def test_keys_stay_unique_all_the_way(name: str) -> None:
    for turn in some(name):
        for timeline in (turn.timeline(), turn.undone(), turn.timeline(still=True)):
            for time in instants(timeline, 23):
                keys = [sprite.key for sprite in timeline.scene_at(time)]
                assert len(set(keys)) == len(keys), (turn.events, time, sorted(keys))


@at_each_game
def test_what_no_event_touches_never_stirs(name: str) -> None:
    for turn in some(name):
        resting = keyed(turn.before).keys() - differing(turn.before, turn.after) - touched(turn.events)
        timeline = turn.timeline()
        for time in instants(timeline):
            shown, before = keyed(timeline.scene_at(time)), keyed(turn.before)
            assert all(shown[key] == before[key] for key in resting)


@at_each_game
def test_nothing_jumps_or_flickers(name: str) -> None:
    for turn in some(name):
        for timeline in (turn.timeline(), turn.undone()):
            steps = max(2, round(timeline.duration * 240))
            frames = [timeline.scene_at(timeline.duration * step / steps) for step in range(steps + 1)]
            for earlier, later in pairwise(frames):
                for place in jerky_sprites(earlier, later):
                    pytest.fail(f"{turn.events}: {place}")


def jerky_sprites(earlier: Scene, later: Scene) -> list[str]:
    """Return the key and the place of each visible sprite that jumps between two scenes, 4 ms apart.

    It jumps if no visible sprite of `later` is within 0.3 board units of its place in `earlier`.
    """
    solid = [sprite for sprite in later if sprite.alpha > 0.4]
    return [
        f"{sprite.key} at {sprite.x:.2f} {sprite.y:.2f}"
        for sprite in set(earlier) - set(later)
        if sprite.alpha > 0.6 and all(abs(s.x - sprite.x) + abs(s.y - sprite.y) > 0.3 for s in solid)
    ]


@at_each_game
def test_cues_come_in_time_and_are_known(name: str) -> None:
    for turn in turns(name):
        timeline = turn.timeline()
        for cue in timeline.cues:
            assert cue.sound in CUES
            assert 0 <= cue.time <= timeline.duration
        assert len(set(timeline.cues)) == len(timeline.cues)


@at_each_game
def test_a_fast_pace_is_the_same_in_half_the_time(name: str) -> None:
    for turn in some(name):
        normal, fast = turn.timeline(NORMAL), turn.timeline(FAST)
        assert fast.duration in (0, pytest.approx(normal.duration / 2))
        if fast.duration:
            assert fast.scene_at(fast.duration / 4) == normal.scene_at(fast.duration / 2)
            assert [cue.time * 2 for cue in fast.cues] == pytest.approx([cue.time for cue in normal.cues])


@at_each_game
def test_no_pace_is_no_motion(name: str) -> None:
    for turn in some(name):
        for still in (False, True):
            timeline = turn.timeline(NONE, still)
            assert timeline.duration == 0
            assert timeline.scene_at(0) == turn.after
            assert {cue.time for cue in timeline.cues} <= {0}
            assert {cue.sound for cue in timeline.cues} == {cue.sound for cue in turn.timeline().cues}


@at_each_game
def test_reduced_motion_moves_nothing_and_is_soon_over(name: str) -> None:
    for turn in some(name):
        timeline = turn.timeline(still=True)
        assert timeline.duration <= 0.08
        before, after = keyed(turn.before), keyed(turn.after)
        for time in instants(timeline)[1:-1]:
            for sprite in timeline.scene_at(time):
                resting = before.get(sprite.key.removesuffix(" old")) or after[sprite.key]
                new = after.get(sprite.key, resting)
                assert sprite._replace(key="", alpha=1) in (resting._replace(key=""), new._replace(key=""))


# Motion by motion ---------------------------------------------------------------------------------------------------


def point_of(spot: str) -> Point:
    return float(ord(spot[0]) - ord("a")), float(spot[1:])


def man(spot: str, art: str = "man", key: str = "") -> Sprite:
    return Sprite(key or spot, art, *point_of(spot), spot=spot)


def test_a_flip_shows_both_faces_side_by_side() -> None:
    timeline = Timeline((man("a1", "black"),), (Flipped(1, "a1", "a1"),), (man("a1", "white"),), point_of)
    assert timeline.duration == pytest.approx(motion.FLIP)
    middle = timeline.scene_at(timeline.duration * 0.5)
    assert {sprite.art for sprite in middle} == {"black", "white"}
    assert all(sprite.squash < 0.1 for sprite in middle)
    left, right = sorted(middle, key=lambda sprite: sprite.x)
    assert 0.03 < right.x - left.x < 0.1
    for share, face in ((0.2, "black"), (0.8, "white")):
        near = max(timeline.scene_at(timeline.duration * share), key=lambda sprite: sprite.z)
        assert near.art == face
        assert near.squash > 0.3


def test_flips_ripple_out_from_the_disc_that_was_laid() -> None:
    line = [f"{letter}1" for letter in "bcde"]
    before = tuple(man(spot, "white") for spot in line)
    after = tuple(man(spot, "black") for spot in ("a1", *line))
    events: tuple[Event, ...] = (Placed(0, "a1", "a1"), *(Flipped(0, spot, spot) for spot in line))
    timeline = Timeline(before, events, after, point_of)
    assert timeline.duration == pytest.approx(motion.PLACE + motion.FLIP + 3 * motion.RIPPLE)
    begun = []
    for spot in line:
        times = (number / 1000 for number in range(1000))
        begun.append(next(time for time in times if keyed(timeline.scene_at(time))[spot].squash < 1))
    assert begun == pytest.approx([motion.PLACE + step * motion.RIPPLE for step in range(4)], abs=0.003)
    assert [cue.sound for cue in timeline.cues] == ["place", *["flip"] * 4]


def test_eight_discs_turn_as_a_wave_and_seven_as_a_ripple() -> None:
    def turning(count: int) -> Timeline:
        line = [f"{chr(ord('b') + number)}1" for number in range(count)]
        before = tuple(man(spot, "white") for spot in line)
        after = tuple(man(spot, "black") for spot in ("a1", *line))
        events: tuple[Event, ...] = (Placed(0, "a1", "a1"), *(Flipped(0, spot, spot) for spot in line))
        return Timeline(before, events, after, point_of)

    def lifts(timeline: Timeline) -> list[float]:
        times = [motion.PLACE + motion.RIPPLE * number + 0.5 * motion.FLIP for number in range(8)]
        return [1 - min(sprite.y for sprite in timeline.scene_at(time)) for time in times]

    wave, ripple = turning(8), turning(7)
    assert lifts(wave) == pytest.approx([motion.LIFT] * 8)
    assert set(lifts(ripple)) == {0.0}
    assert wave.duration == pytest.approx(ripple.duration + motion.RIPPLE), "it is no slower"
    assert [cue.sound for cue in wave.cues][1:] == [f"rise {min(number, RISES)}" for number in range(1, 9)]
    assert [cue.sound for cue in ripple.cues][1:] == ["flip"] * 7
    assert wave.scene_at(wave.duration - 0.001)[0].y == pytest.approx(1, abs=0.01)


def test_discs_at_the_same_distance_are_heard_once() -> None:
    before = (man("b1", "white"), man("a2", "white"))
    after = (man("a1", "black"), man("b1", "black"), man("a2", "black"))
    events = (Placed(0, "a1", "a1"), Flipped(0, "b1", "b1"), Flipped(0, "a2", "a2"))
    assert [cue.sound for cue in Timeline(before, events, after, point_of).cues] == ["place", "flip"]


def test_a_placed_piece_presses_the_board() -> None:
    timeline = Timeline((), (Placed(0, "c3", "c3"),), (man("c3"),), point_of)
    sizes = [keyed(timeline.scene_at(timeline.duration * share / 50))["c3"].scale for share in range(1, 50)]
    assert sizes[0] > 1.1
    assert min(sizes) == pytest.approx(0.98, abs=0.004)
    assert sizes[-1] == pytest.approx(1, abs=0.01)


def test_a_step_is_pushed_and_keeps_its_piece() -> None:
    timeline = Timeline((man("a1"),), (Moved(0, "a1", ("a1", "b2"), "b2"),), (man("b2"),), point_of)
    assert 0.18 <= timeline.duration <= 0.24 + motion.FADE
    sprites = [timeline.scene_at(time)[0] for time in instants(timeline, 20)]
    assert all(len(timeline.scene_at(time)) == 1 for time in instants(timeline))
    assert [sprite.x for sprite in sprites] == sorted(sprite.x for sprite in sprites)
    assert {sprite.scale for sprite in sprites} == {1.0}
    assert [cue.sound for cue in timeline.cues] == ["slide"]


def test_a_jump_hops_and_its_victim_fades_on_the_way() -> None:
    before = (man("a1"), man("b2", "foe"), man("d4", "foe"))
    after = (man("e5"),)
    path = ("a1", "c3", "e5")
    events = (Moved(0, "a1", path, "e5"), Captured(0, "b2", "b2", step=1), Captured(0, "d4", "d4", step=2))
    timeline = Timeline(before, events, after, point_of)
    assert timeline.duration == pytest.approx(2 * motion.HOP + motion.FADE)
    over_first = keyed(timeline.scene_at(motion.HOP / 2))
    assert over_first["a1"].scale == pytest.approx(1.08)
    assert (over_first["a1"].x, over_first["a1"].y) == pytest.approx((1, 2))
    assert over_first["b2"].alpha == 1
    landed = keyed(timeline.scene_at(motion.HOP))
    assert (landed["a1"].x, landed["a1"].y) == pytest.approx((2, 3))
    assert 0 < landed["b2"].alpha < 0.6
    assert landed["d4"].alpha == 1
    assert "b2" not in keyed(timeline.scene_at(1.6 * motion.HOP))
    assert [cue.sound for cue in timeline.cues].count("capture") == 2
    landings = [cue for cue in timeline.cues if cue.sound.startswith("rise")]
    assert [cue.sound for cue in landings] == ["rise 1", "rise 2"]
    assert [cue.time for cue in landings] == pytest.approx([0.9 * motion.HOP, 1.9 * motion.HOP])


def test_landings_rise_and_a_single_jump_is_a_hop() -> None:
    spots = ("a1", "a3", "a5", "a7", "a9")
    foes = [f"a{number}" for number in (2, 4, 6, 8)]

    def sounds(jumps: int) -> list[str]:
        path = spots[: jumps + 1]
        before = (man("a1"), *(man(foe, "foe") for foe in foes[:jumps]))
        taken = [Captured(0, foe, foe, step=step) for step, foe in enumerate(foes[:jumps], 1)]
        cues = Timeline(before, (Moved(0, "a1", path, path[-1]), *taken), (man(path[-1]),), point_of).cues
        return [cue.sound for cue in cues if cue.sound != "capture"]

    assert sounds(4) == ["rise 1", "rise 2", "rise 3", "rise 4"]
    assert sounds(1) == ["hop"]


def test_a_carried_piece_goes_on_from_the_hand_in_one_go() -> None:
    before = (man("a1"), man("b2", "foe"), man("d4", "foe"))
    path = ("a1", "c3", "e5")
    events = (Moved(0, "a1", path, "e5"), Captured(0, "b2", "b2", step=1), Captured(0, "d4", "d4", step=2))
    timeline = Timeline(*carried(before, events, "a1", (4.2, 5.3)), (man("e5"),), point_of)
    assert timeline.duration <= motion.SLIDE + motion.FADE
    assert (keyed(timeline.scene_at(0))["a1"].x, keyed(timeline.scene_at(0))["a1"].y) == (4.2, 5.3)
    for time in instants(timeline):
        piece = keyed(timeline.scene_at(time)).get("a1") or keyed(timeline.scene_at(time))["e5"]
        assert abs(piece.x - 4.1) <= 0.15
        assert abs(piece.y - 5.15) <= 0.2
    fading = keyed(timeline.scene_at(0.9 * motion.SLIDE))
    assert 0 < fading["b2"].alpha == fading["d4"].alpha < 1
    assert timeline.scene_at(timeline.duration) == (man("e5"),)


def test_who_is_not_carried_moves_as_told() -> None:
    events = (Moved(0, "b2", ("b2", "d4", "f6"), "f6"),)
    before, carried_events = carried((man("a1"), man("b2")), events, "a1", (7, 7))
    assert carried_events == events
    assert keyed(before)["b2"] == man("b2")


def test_a_crowned_piece_changes_after_it_has_arrived() -> None:
    events = (Moved(0, "a2", ("a2", "b1"), "b1"), Promoted(0, "b1", "b1"))
    timeline = Timeline((man("a2"),), events, (man("b1", "king"),), point_of)
    assert {sprite.art for sprite in timeline.scene_at(motion.SLIDE * 0.9)} == {"man"}
    crowning = timeline.scene_at(motion.SLIDE + motion.CROWN * 0.5)
    assert {sprite.art for sprite in crowning} == {"man", "king"}
    assert timeline.duration == pytest.approx(motion.SLIDE + motion.CROWN)
    assert timeline.cues[-1].sound == "crown"


def test_a_captured_piece_flies_home_on_an_arc() -> None:
    before = (man("a1"), man("d4", key="foe"))
    after = (man("d4", key="a1"), man("h4", key="foe"))
    events = (Moved(0, "a1", ("a1", "d4"), "a1"), Captured(0, "foe", "d4", "h4"))
    timeline = Timeline(before, events, after, point_of)
    flight = [keyed(timeline.scene_at(motion.HOP + motion.HOME * share / 10))["foe"] for share in range(1, 10)]
    assert max(abs(sprite.y - 4) for sprite in flight) > 0.4
    assert [sprite.x for sprite in flight] == sorted(sprite.x for sprite in flight)
    struck, landed = [next(cue.time for cue in timeline.cues if cue.sound == name) for name in ("capture", "thud")]
    assert struck + 0.8 * motion.HOME < landed < struck + motion.HOME
    near = keyed(timeline.scene_at(landed))["foe"]
    assert abs(near.x - 8 + 1) + abs(near.y - 4) < 0.3, "it is heard where it comes down"
    still = Timeline(before, events, after, point_of, still=True)
    assert "thud" in {cue.sound for cue in still.cues}
    assert {cue.time for cue in still.cues} == {0}


def test_dice_tumble_and_come_to_rest_on_what_was_rolled() -> None:
    before = tuple(Sprite(f"die {number}", "die 1", number, 0) for number in (1, 2))
    after = tuple(Sprite(f"die {number}", f"die {face}", number, 0) for number, face in ((1, 5), (2, 1)))
    events = (Rolled(0, (5, 1)),)
    timeline = Timeline(before, events, after, point_of)
    assert 0.65 <= timeline.duration <= 0.8
    assert explained(before, events, after)
    spun = keyed(timeline.scene_at(0.2))["die 1"]
    assert spun.angle > 90
    assert keyed(timeline.scene_at(timeline.duration * 0.99))["die 1"].art == "die 5"
    assert [cue.sound for cue in timeline.cues] == ["dice"]


def test_what_changes_without_an_event_moves_by_itself() -> None:
    before = (man("a1", key="x"), man("b1", "black"), man("c1"))
    after = (man("a4", key="x"), man("b1", "white"), man("d1"))
    timeline = Timeline(before, (), after, point_of)
    assert timeline.duration == pytest.approx(motion.FLIP)
    middle = keyed(timeline.scene_at(timeline.duration / 2))
    assert 1 < middle["x"].y <= 4
    assert {"b1", "b1 back", "d1"} <= middle.keys()
    assert not timeline.cues


def test_passes_and_gains_are_heard_at_once() -> None:
    timeline = Timeline((), (Passed(0, "no_flip"), Gained(1, "disc", 1, 0)), (), point_of)
    assert timeline.duration == 0
    assert timeline.cues == ((0, "pass"), (0, "gain 1"))


def test_a_piece_may_come_back_to_where_it_began() -> None:
    path = ("a1", "c3", "e1", "c1", "a1")
    before, after = (man("a1"), man("b2", "foe")), (man("a1"),)
    events = (Moved(0, "a1", path, "a1"), Captured(0, "b2", "b2", step=1))
    assert explained(before, events, after)
    timeline = Timeline(before, events, after, point_of)
    assert keyed(timeline.scene_at(2 * motion.HOP))["a1"].x == pytest.approx(4)
    assert timeline.scene_at(timeline.duration) == after


def test_taken_back_a_move_goes_home() -> None:
    events = (Moved(0, "a1", ("a1", "c3"), "c3"), Captured(0, "b2", "b2", step=1), Promoted(0, "c3", "c3"))
    assert backwards(events) == (
        Promoted(0, "c3", "c3"),
        Placed(0, "b2", "b2"),
        Moved(0, "c3", ("c3", "a1"), "a1"),
    )
    assert backwards((Placed(0, "a1", "a1"), Flipped(0, "b1", "b1"), Passed(0, "x"))) == (
        Flipped(0, "b1", "b1"),
        Captured(0, "a1", "a1"),
    )
    assert backwards((Captured(1, "foe", "d4", "h4"),)) == (Moved(1, "foe", ("h4", "d4"), "foe"),)
