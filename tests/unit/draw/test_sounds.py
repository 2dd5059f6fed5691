"""Test sounds: their length and loudness, and the sounds for the events of each game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from chowk.core.events import Captured, Event, Flipped, Gained, Moved, Passed, Placed, Promoted, Rolled
from chowk.core.position import CHANCE
from chowk.draw import motion, sounds
from chowk.draw.scene import centres
from chowk.draw.script import RISES
from chowk.draw.sounds import CHIEF, SOUNDS, Noise, Note, Tone
from chowk.draw.timeline import NONE, NORMAL, Timeline, backwards, drawable_events
from chowk.games import load, ready
from tests.unit.draw.cues import CUES

LOWEST, HIGHEST = 60, 12_000  # hertz: the lowest tone of small loudspeakers, the highest that everybody hears


# Recipes --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SOUNDS)
def test_a_recipe_is_short_audible_and_not_too_loud(name: str) -> None:
    recipe = SOUNDS[name]
    assert recipe
    assert 0.04 <= sounds.length(recipe) <= 1.0
    assert min(part.start for part in recipe) == 0
    for part in recipe:
        assert part.length > part.rise > 0
        assert 0 < part.level <= 0.35
        pitches = (part.band,) if isinstance(part, Noise) else (part.pitch, part.pitch * part.glide)
        assert all(LOWEST <= pitch <= HIGHEST for pitch in pitches)
    # Parts that begin at the same moment do not exceed a loudspeaker's full volume together.
    for start in {part.start for part in recipe}:
        assert sum(part.level for part in recipe if part.start == start) < 1


def test_sounds_differ_from_each_other() -> None:
    assert len(set(SOUNDS.values())) == len(SOUNDS)


def test_dice_are_heard_while_they_tumble() -> None:
    assert 0.9 * motion.DICE <= sounds.length(SOUNDS["dice"]) <= motion.DICE + 0.1
    starts = sorted({tone.start for tone in SOUNDS["dice"]})
    assert len(starts) == 8
    gaps = [later - sooner for sooner, later in pairwise(starts)]
    assert gaps == sorted(gaps)


def test_what_is_counted_out_is_as_many_ticks() -> None:
    for number in range(1, 6):
        assert len({tone.start for tone in SOUNDS[f"gain {number}"]}) == number


def test_an_illegal_choice_is_two_low_taps_and_no_buzzer() -> None:
    taps = SOUNDS["illegal"]
    assert len({tone.start for tone in taps}) == 2
    assert all(isinstance(tone, Tone) and tone.pitch < 200 and tone.length <= 0.12 for tone in taps)


def test_the_landings_of_a_jump_rise_and_a_thud_is_the_lowest() -> None:
    def pitch(name: str) -> float:
        return min(part.pitch for part in SOUNDS[name] if isinstance(part, Tone))

    jumps = [pitch(f"rise {number}") for number in range(1, RISES + 1)]
    assert jumps == sorted(set(jumps))
    assert jumps[0] == pitch("hop")
    assert all(pitch("thud") < pitch(name) for name in CUES if name != "thud")


def test_my_turn_is_a_fifth() -> None:
    first, second = (tone.pitch for tone in SOUNDS["turn"] if isinstance(tone, Tone) and tone.wave == "triangle")
    assert second / first == pytest.approx(3 / 2)


def test_every_cue_of_a_motion_has_a_sound_and_a_rank() -> None:
    own = {new for name in ready() for new in load(name).sounds.values()}
    assert set(CUES) | own <= set(SOUNDS)
    assert set(CHIEF) == set(CUES) | own
    for name in ready():
        assert set(load(name).sounds) <= set(CUES)


def test_repeats_vary_by_four_percent_and_always_alike() -> None:
    speeds = [sounds.varied(count) for count in range(200)]
    assert all(0.96 <= speed <= 1.04 for speed in speeds)
    assert max(speeds) > 1.035 > 0.965 > min(speeds)
    assert all(earlier != later for earlier, later in pairwise(speeds))
    assert speeds == [sounds.varied(count) for count in range(200)]


def test_the_ceiling_holds_whatever_falls_together() -> None:
    levels = [step / 100 for step in range(-400, 401)]
    bent = [sounds.limited(level) for level in levels]
    assert all(-sounds.CEILING < level < sounds.CEILING for level in bent)
    assert bent == sorted(bent)
    assert sounds.limited(0) == 0
    assert all(sounds.limited(level) == level for level in levels if abs(level) <= sounds.BEND)
    assert bent == [-level for level in reversed(bent)]


# Scores ---------------------------------------------------------------------------------------------------------------


def test_a_score_keeps_the_time() -> None:
    cues = ((0.3, "place"), (0.0, "hop"))
    assert sounds.score(cues, {}, at_once=False) == (Note(0.0, "hop"), Note(0.3, "place"))
    assert sounds.score(cues, {"place": "sew"}, at_once=False) == (Note(0.0, "hop"), Note(0.3, "sew"))
    assert sounds.score((), {}, at_once=True) == sounds.score((), {}, at_once=False) == ()


def test_where_all_happens_at_once_the_most_telling_sound_is_left() -> None:
    assert sounds.score(((0, "hop"), (0, "capture"), (0, "gain 2")), {}, at_once=True) == (Note(0, "capture"),)
    assert sounds.score(((0, "place"), (0, "pay")), {"place": "sew"}, at_once=True) == (Note(0, "sew"),)


def test_what_is_counted_out_waits_for_what_was_counted_before() -> None:
    notes = sounds.score(((1.0, "gain 5"), (1.0, "gain 2"), (1.0, "capture")), {}, at_once=False)
    assert [note.sound for note in notes] == ["gain 5", "capture", "gain 2"]
    assert notes[-1].time >= 1.0 + sounds.length(SOUNDS["gain 5"]) - 0.2


# Sounds in the games --------------------------------------------------------------------------------------------------

KINDS = {Rolled: "dice", Placed: "place", Flipped: "flip", Captured: "capture", Promoted: "crown", Passed: "pass"}


def played(name: str, plies: int = 500) -> Iterator[tuple[Timeline, Timeline, tuple[Event, ...]]]:
    """Yield for each move of random games for two: the animated timeline, the instant timeline, and the events."""
    game = load(name)
    for seed in range(6):
        random, match = Random(seed), game.match(seed, 2)
        while match.outcome() is None and match.ply < plies:
            before = match.position
            move = match.roll() if before.turn == CHANCE else random.choice(before.moves())
            events = tuple(match.play(move))
            view = game.trial.view.player_view(max(0, before.turn)) if game.trial else game.view
            scenes = view.pieces(before), view.pieces(match.position)
            visible = drawable_events(scenes[0], events, scenes[1]) if game.trial else events
            where = centres(view.cells()).__getitem__
            moving = Timeline(scenes[0], visible, scenes[1], where, NORMAL)
            yield moving, Timeline(scenes[0], visible, scenes[1], where, NONE, True), visible


@cache
def heard(name: str) -> list[tuple[tuple[Note, ...], tuple[Note, ...], tuple[Event, ...]]]:
    own = load(name).sounds
    return [
        (sounds.score(moving.cues, own, at_once=False), sounds.score(still.cues, own, at_once=True), events)
        for moving, still, events in played(name)
    ]


ALL = {
    "reversi": {"place", "flip", *(f"rise {number}" for number in range(1, 7)), "pass", "gain 1"},
    "checkers": {"slide", "hop", "capture", "crown", "rise 1", "rise 2", "rise 3"},
    "parcheesi": {"dice", "slide", "hop", "capture", "thud", "pass", "special"},
    "kilkenny": {"dice", "hop", "slide", "mew", "squeak"},  # no player is stuck in these random games
    "patchwork": {"sew", "hop", "slide", "pay", "special", *(f"gain {number}" for number in range(1, 6))},
}


@pytest.mark.parametrize("name", ALL)
def test_so_10_every_game_is_heard_in_all_that_it_does(name: str) -> None:
    assert {note.sound for moving, _, _ in heard(name) for note in moving} == ALL[name]


@pytest.mark.parametrize("name", ALL)
def test_so_03_each_event_has_its_sound(name: str) -> None:
    own = load(name).sounds
    for moving, _, events in heard(name):
        names = [note.sound for note in moving]
        for event in events:
            match event:
                case Moved():
                    assert {"hop", "slide", "rise 1"} & set(names)
                case Gained(_, what, amount):
                    assert any(sound in names for sound in ("special", "pay", f"gain {min(5, amount)}")), what
                case Flipped() if "rise 1" in names:
                    assert "flip" not in names
                case _:
                    kind = KINDS[type(event)]
                    assert own.get(kind, kind) in names
        assert names or not events


@pytest.mark.parametrize("name", ALL)
def test_where_nothing_moves_each_move_has_one_sound(name: str) -> None:
    for moving, at_once, _ in heard(name):
        assert len(at_once) == bool(moving)
        assert {note.sound for note in at_once} <= {note.sound for note in moving}
        assert all(note.time == 0 for note in at_once)


def test_a_move_taken_back_is_heard_without_what_was_counted() -> None:
    events = backwards((Moved(0, "a", ("x", "y"), "a"), Gained(0, "income", 3), Gained(0, "buttons", -2)))
    assert [type(event) for event in events] == [Moved]


def test_what_is_gained_is_counted_paid_or_rare() -> None:
    def cue(what: str, amount: int) -> str:
        return Timeline((), (Gained(0, what, amount),), (), lambda _: (0, 0)).cues[0].sound

    assert [cue("buttons", amount) for amount in (-3, 1, 4, 5, 9)] == ["pay", "gain 1", "gain 4", "gain 5", "gain 5"]
    assert [cue(what, 7) for what in ("tile", "single", "bonus")] == ["special"] * 3
