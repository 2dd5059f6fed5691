"""Test clocks and time controls. Each test sets the time itself."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from chowk.core.time_control import PACES, Pace, Spent, Timing

FISCHER = Pace(180_000, 2_000)
EACH = Pace(30_000, each_turn=True)


def test_time_runs_for_the_one_who_is_to_move_and_for_nobody_else() -> None:
    clock = Timing(FISCHER).running(0, 5_000)
    assert (clock.remaining(0, 15_000), clock.remaining(1, 15_000)) == (170_000, 180_000)
    assert clock.until_fallen(15_000) == 170_000


def test_a_turn_that_is_over_adds_what_was_agreed_on() -> None:
    clock = Timing(FISCHER).running(0, 0).moved(10_000)
    assert clock.moves == (Spent(0, 10_000),)
    assert clock.remaining(0, 999_999) == 172_000, "it stands still between moves"
    assert clock.until_fallen(0) is None


def test_a_turn_of_several_moves_adds_once() -> None:
    clock = Timing(FISCHER).running(0, 0).moved(1_000, last=False).running(0, 5_000)
    assert clock.remaining(0, 5_000) == 179_000
    assert clock.moved(6_000).remaining(0, 6_000) == 180_000


def test_each_turn_has_its_time_anew_and_the_moves_of_one_share_it() -> None:
    clock = Timing(EACH).running(1, 0).moved(20_000, last=False)
    assert clock.remaining(1, 20_000) == 10_000
    clock = clock.running(1, 50_000).moved(54_000)
    assert clock.remaining(1, 54_000) == 30_000
    assert clock.running(0, 60_000).moved(61_000).running(1, 61_000).remaining(1, 62_000) == 29_000


def test_a_roll_takes_nobodys_time_and_has_its_place_among_the_moves() -> None:
    clock = Timing(FISCHER).moved(7_000).running(0, 8_000).moved(9_000)
    assert clock.moves == (None, Spent(0, 1_000))


def test_time_runs_out_at_that_instant_and_never_below_nothing() -> None:
    clock = Timing(EACH).running(0, 100)
    assert not clock.fallen(30_099)
    assert clock.fallen(30_100)
    assert clock.remaining(0, 10**12) == 0, "a page that slept for long"
    assert clock.moved(10**12).moves == (Spent(0, 30_000),), "nobody uses more than there was"
    assert not Timing(EACH).fallen(10**12), "between moves nobody loses"


def test_what_stands_still_uses_nothing_and_goes_on_on_another_clock() -> None:
    still = Timing(FISCHER).running(0, 1_000).paused(4_000)
    assert still.since is None
    assert (still.remaining(0, 10**9), still.until_fallen(10**9)) == (177_000, None)
    assert still.running(0, 7).remaining(0, 1_007) == 176_000, "after a reload, instants begin anew"


def test_to_run_and_to_pause_again_changes_nothing() -> None:
    runs = Timing(FISCHER).running(0, 1_000)
    assert runs.running(0, 3_000) == runs
    assert runs.paused(3_000).paused(9_000) == runs.paused(3_000)
    assert Timing(FISCHER).paused(5) == Timing(FISCHER)


def test_when_another_seat_is_to_move_what_was_thought_so_far_is_nobodys() -> None:
    clock = Timing(FISCHER).running(0, 0).running(1, 5_000)
    assert (clock.remaining(0, 6_000), clock.remaining(1, 6_000)) == (180_000, 179_000)


def test_an_instant_before_the_last_gives_no_time() -> None:
    assert Timing(FISCHER).running(0, 5_000).remaining(0, 1_000) == 180_000


def test_what_is_offered_differs_and_is_for_people() -> None:
    assert len(set(PACES)) == len(PACES)
    assert all(pace.start >= 15_000 and (not pace.each_turn or not pace.added) for pace in PACES)


@given(
    st.sampled_from(PACES), st.lists(st.tuples(st.integers(0, 1), st.integers(0, 40_000), st.booleans()), max_size=12)
)
def test_taking_back_gives_the_time_as_it_was(pace: Pace, played: list[tuple[int, int, bool]]) -> None:
    clocks, now = [Timing(pace)], 0
    for seat, time, last in played:
        clocks.append(clocks[-1].running(seat, now).moved(now + time, last))
        now += time + 500
    for ply, clock in enumerate(clocks):
        assert clocks[-1].stopped_after(ply) == clock
        assert all(
            clocks[-1].stopped_after(ply).remaining(seat, now) == clock.remaining(seat, now) >= 0 for seat in (0, 1)
        )


@given(st.sampled_from(PACES), st.lists(st.integers(0, 9_000), max_size=12))
def test_looking_and_pausing_in_between_cost_nothing(pace: Pace, looks: list[int]) -> None:
    through = looked = Timing(pace).running(0, 0)
    now = 0
    for wait in looks:
        now += wait
        looked = looked.paused(now).running(0, now)
    assert looked.remaining(0, now) == through.remaining(0, now)
    assert looked.moved(now) == through.moved(now)
