"""Test points that the rule book leaves open (A3-01 to A3-30): default and effect of every house rule."""

from __future__ import annotations

from collections import Counter

import pytest

from chowk.core.events import Captured, Gained, Passed
from chowk.core.game import Option
from chowk.core.position import CHANCE, Outcome
from chowk.games.parcheesi import rules
from chowk.games.parcheesi.rules import END, LOSE, OPTIONS, PRESETS, House, Roll, Step, board
from chowk.games.parcheesi.rules.house import house, options
from tests.unit.games.parcheesi.helpers import PARKER, End, dice, due, ends, places, played, text, written

DEFAULT = {option.name: option.default for option in OPTIONS}


def value(name: str) -> list[str]:
    return [choice.value for option in OPTIONS if option.name == name for choice in option.choices]


# The options


def test_the_defaults_are_the_rule_document_s_and_the_other_preset_is_the_parker_sheet() -> None:
    document, parker = PRESETS
    assert house(document.values) == house({}) == House()
    assert house(parker.values) == House(thirds=True, compulsory=True, at_once=True, whole=True, enter=True)
    assert options(house(parker.values)) == parker.values
    assert options(House()) == {}


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_choice_that_play_goes_by_makes_a_house_rule_of_its_own(option: Option) -> None:
    houses = [house({option.name: choice.value}) for choice in option.choices]
    assert len(set(houses)) == (1 if option.name in ("first", "direction") else len(option.choices))
    assert houses[0] == House()


def test_what_is_no_choice_is_as_by_default() -> None:
    assert house({"stand": "7", "laps": "maybe", "nonsense": "on"}) == House()


# Doubles and blockades


def test_a3_01_a_third_double_costs_the_pawn_nearest_home_if_the_house_says_so() -> None:
    position = due("30,h3,n,H", house="thirds:on")._replace(doubles=2).play(dice("4-4"))
    assert rules.forced(position) == LOSE
    assert position.events(LOSE) == (
        Passed(0, "THIRD_DOUBLE"),
        Captured(0, "red 2", "row south 3", "nest south"),
    )
    after = position.play(LOSE)
    assert (places(after), after.mover, after.doubles) == ("n,n,30,H", 1, 0)
    nobody = due("n,n,n,H", house="thirds:on")._replace(doubles=2).play(dice("5-5"))
    assert nobody.events(LOSE) == (Passed(0, "THIRD_DOUBLE"),)
    assert places(nobody.play(LOSE)) == "n,n,n,H"


def test_a3_01_doubles_are_counted_in_a_row() -> None:
    position = due("30,n,n,n", house="thirds:on")
    for count in (1, 2):
        position = position.play(dice("1-1"))
        assert position.doubles == count
        while position.turn == 0:
            position = position.play(position.moves()[0])
    assert position.play(dice("2-1")).doubles == 0


def test_a3_02_a_blockade_stands_for_ever_by_default() -> None:
    assert due("20,20,30,H", "4-3").stood == ()
    assert "30>33" in written(due("20,20,30,H", "4-3"))


def test_a3_02_a_blockade_that_has_stood_its_time_is_broken_first() -> None:
    position = due("18,20,30,H", house="stand:2").play(dice("4-2"))
    position = played(position, "18>20 30>34")
    ages = []
    for _ in range(3):
        ages.append(position.stood[0])
        for _ in range(3):
            position = position.play(dice("6-4")).play(LOSE)
        position = position.play(dice("4-3"))
        if len(ages) < 3:
            far = max(place for place in position.pawns[0] if place < 68)
            position = played(position, f"{far}>{far + 4} {far + 4}>{far + 7}")
    assert ages == [((20, 0),), ((20, 1),), ((20, 2),)]
    assert written(position) == ["20>23", "20>24"]
    after = played(position, "20>23")
    assert len({move.pawn for move in after.moves() if isinstance(move, Step)}) == 3
    assert played(after, "23>27").stood[0] == ()


def test_a3_02_if_it_can_be() -> None:
    position = due("20,20,30,H", west="24,24,n,n", house="stand:2")._replace(stood=(((20, 2),), (), (), ()))
    assert written(position.play(dice("6-5"))) == ["30>35", "30>36"]


# Beginning


def test_a3_03_everybody_throws_and_the_highest_starts() -> None:
    position = rules.start(3, DEFAULT, 5)
    assert (position.turn, position.mover, position.opening) == (CHANCE, 0, (0, 0, 0))
    position = position.play(dice("5-4"))
    assert (position.turn, position.mover, position.opening) == (CHANCE, 1, (9, 0, 0))
    position = position.play(dice("6-3")).play(dice("4-4"))
    assert (position.mover, position.opening) == (0, (0, 0, -1)), "a tie is thrown again, by those who share it"
    position = position.play(dice("1-1")).play(dice("2-1"))
    assert (position.turn, position.mover, position.opening, position.dice) == (CHANCE, 1, (), ())


def test_a3_03_or_the_first_seat_or_one_by_lot() -> None:
    fixed = [rules.start(4, {"first": "seat"}, seed) for seed in range(20)]
    assert {(position.mover, position.opening) for position in fixed} == {(0, ())}
    drawn = Counter(rules.start(4, {"first": "random"}, seed).mover for seed in range(400))
    assert set(drawn) == {0, 1, 2, 3}
    assert min(drawn.values()) > 70


def test_a3_04_turns_go_clockwise_or_the_other_way() -> None:
    assert rules.start(4, {}, 1).sides == (board.SOUTH, board.WEST, board.NORTH, board.EAST)
    assert rules.start(4, {"direction": "counter"}, 1).sides == (board.SOUTH, board.EAST, board.NORTH, board.WEST)
    assert rules.start(2, {"direction": "counter"}, 1).sides == (board.SOUTH, board.NORTH)
    for seed in range(20):
        clockwise, counter = rules.start(3, {}, seed).sides, rules.start(3, {"direction": "counter"}, seed).sides
        assert counter == (clockwise[0], clockwise[2], clockwise[1])


# Bonuses


def test_a3_05_a_bonus_is_never_split() -> None:
    position = due("12,30,n,n", bonus=20)
    assert [move for move in position.moves() if isinstance(move, Step)] == [Step(0, 32, (20,)), Step(1, 50, (20,))]
    assert value("split") == []


def test_a3_06_a_bonus_may_be_declined_unless_the_house_has_it_compulsory() -> None:
    assert written(due("12,30,n,n", bonus=20))[-1] == "end"
    assert written(due("12,30,n,n", bonus=20, house="compulsory:on")) == ["12>32", "30>50"]


def test_a3_07_a_bonus_comes_after_all_dice_and_before_the_extra_roll() -> None:
    position = played(due("10,30,H,H", "6-6", west="16,n,n,n"), "10>16x")
    assert written(position) == ["16>17", "16>22", "30>31", "30>36"]
    after = played(position, "30>36 36>37 37>38")
    assert (after.bonuses, after.parts) == ((20,), ())
    assert (played(after, "16>36").turn, played(after, "16>36").mover) == (CHANCE, 0)


def test_a3_07_at_once_within_a_double_of_14_if_the_house_says_so() -> None:
    position = played(due("10,30,H,H", "6-6", west="16,36,n,n", house="at_once:on"), "10>16x")
    assert written(position) == ["16>36x", "30>50", "end"]
    again = played(position, "16>36x")
    assert (again.bonuses, written(again)) == ((20,), ["36>56", "30>50", "end"])
    assert again.play(END).parts == (6, 1, 1)
    assert again.play(END).bonuses == ()
    # Without a double of 14, the dice come before the bonus, as by default.
    assert written(played(due("10,30,H,H", "6-5", west="16,n,n,n", house="at_once:on"), "10>16x")) == ["16>21", "30>35"]
    # A bonus for a pawn that comes home always waits.
    home = played(due("h2,30,H,H", "6-6", house="at_once:on"), "h2>H")
    assert (home.bonuses, written(home)) == ((10,), ["30>31", "30>36"])


def test_a3_07_what_comes_at_once_and_fits_no_pawn_is_lost_before_the_dice_go_on() -> None:
    position = played(due("10,H,H,H", "6-6", west="16,n,n,n", north="36,36,n,n", house="at_once:on"), "10>16x")
    assert position.moves() == (LOSE,)
    assert position.events(LOSE) == (Passed(0, "BLOCKADE_ON_PATH"),)
    assert written(position.play(LOSE)) == ["16>17", "16>22"]


def test_a3_08_several_bonuses_in_any_order_even_to_one_pawn() -> None:
    position = played(due("20,30,h6,H", "4-2", west="24,n,n,n"), "20>24x h6>H")
    assert position.bonuses == (20, 10)
    assert written(position) == ["24>34", "24>44", "30>40", "30>50", "end"]
    assert played(position, "24>34 34>54").mover == 1
    assert played(position, "24>44 30>40").mover == 1


def test_a3_09_a_bonus_may_earn_another_or_at_most_one_a_roll() -> None:
    west = "24,44,n,n"
    position = played(due("20,30,H,H", "4-2", west=west), "20>24x 30>32")
    assert written(position) == ["24>44x", "32>52", "end"]
    assert played(position, "24>44x").bonuses == (20,)
    single = played(due("20,30,H,H", "4-2", house="single:on", west=west), "20>24x 30>32")
    step = single.moves()[0]
    assert Gained(0, "bonus", 20) not in single.events(step)
    assert single.play(step).mover == 1
    twice = played(due("20,30,H,H", "4-2", west="24,32,n,n", house="single:on"), "20>24x 30>32x")
    assert twice.bonuses == (20,)


def test_a3_10_no_bonus_brings_a_pawn_out() -> None:
    assert written(due("n,n,n,30", bonus=20)) == ["30>50", "end"]
    position = due("n,n,n,H", bonus=10)
    assert position.events(LOSE) == (Passed(0, "BONUS_NO_ENTRY"),)


def test_a3_11_a_bonus_that_no_pawn_can_use_in_full_is_lost() -> None:
    position = due("h1,H,H,n", bonus=20)
    assert rules.forced(position) == LOSE
    assert position.events(LOSE) == (Passed(0, "NOT_EXACT_HOME"),)
    assert position.play(LOSE).mover == 1


# Doubles of 14 points


def test_a3_12_a_double_with_a_pawn_in_the_nest_is_two_moves() -> None:
    assert due("8,n,H,H", "6-6").parts == (6, 6)


def test_a3_13_all_out_is_judged_at_the_roll() -> None:
    after = played(due("8,n,H,H", "5-5"), "n>5")
    assert after.parts == (5,)
    assert played(after, "5>10").turn == CHANCE


def test_a3_14_as_many_parts_as_can_be_or_all_four_or_none() -> None:
    # Fourteen steps from 10 end at a blockade on 24, so only three of the four dice can be used.
    assert {end.own for end in ends(due("10,H,H,H", "6-6", west="24,24,n,n"))} == {"23,H,H,H"}
    strict = due("10,H,H,H", "6-6", west="24,24,n,n", house="whole:on")
    assert strict.events(LOSE) == (Passed(0, "ALL_OR_NONE"),)
    after = strict.play(LOSE)
    assert (places(after), after.turn, after.mover) == ("10,H,H,H", CHANCE, 0), "the extra roll still comes"
    assert ends(due("10,H,H,H", "6-6", house="whole:on")) == {End("24,H,H,H")}
    assert ends(due("8,n,H,H", "6-6", west="20,20,n,n", house="whole:on")) == {End("n,14,H,H")}


def test_pr_11_by_a_house_rule_the_lower_faces_of_a_double_are_given_up() -> None:
    # With a blockade on 23, a pawn on 10 takes both sixes, or one six and both ones.
    own, wall = "10,H,H,H", "23,23,n,n"
    assert {end.own for end in ends(due(own, "6-6", west=wall))} == {"18,H,H,H"}, "three dice are more than two"
    assert {end.own for end in ends(due(own, "6-6", west=wall, house="lower:on"))} == {"22,H,H,H"}
    assert written(due(own, "6-6", west=wall, house="lower:on")) == ["10>16"]
    both = "lower:on,whole:on"
    assert due(own, "6-6", west=wall, house=both).moves() == (LOSE,), "in full or not at all comes first"
    for extra in ("", "lower:on"):
        assert {end.own for end in ends(due(own, "6-6", house=extra))} == {"24,H,H,H"}, "all of it is as before"
    two_dice = due("10,n,H,H", "6-6", west=wall, house="lower:on")
    assert written(two_dice) == written(due("10,n,H,H", "6-6", west=wall)), (
        "only a double of four moves has lower faces"
    )


def test_pr_22_by_a_house_rule_a_blockade_may_be_passed_but_not_landed_on() -> None:
    wall = "12,12,n,n"
    assert due("10,H,H,H", "6-4", west=wall).moves() == (LOSE,)
    assert written(due("10,H,H,H", "6-4", west=wall, house="passed:on")) == ["10>14", "10>16"]
    assert written(due("10,H,H,H", "6-2", west=wall, house="passed:on")) == ["10>16"], "nobody lands there"
    assert "8>14" in written(due("8,10,10,H", "6-2", house="passed:on")), "one's own may be passed as well"
    assert "8>10" not in written(due("8,10,10,H", "6-2", house="passed:on")), "a third pawn never fits"
    assert "h1>h4" in written(due("h1,h2,h2,H", "3-6", house="passed:on"))
    entry = due("n,n,n,n", "5-3", north="5,5,n,n", house="passed:on")
    assert entry.moves() == (LOSE,), "leaving the nest is landing"


def test_pr_22_where_blockades_may_be_passed_a_landing_is_refused_for_the_space_alone() -> None:
    position = due("10,30,H,H", "6-2", west="12,12,n,n", house="passed:on")
    refusal = position.refusal(("space 10", "space 12"))
    assert refusal is not None
    assert (refusal.reason, refusal.cause) == ("BLOCKADE_THERE", ("space 12",))
    assert position.refusal(("space 10", "space 16")) is None


def test_a3_15_every_step_is_legal_by_itself() -> None:
    # Seven steps would pass the blockade on 13, but three and four each end at a blockade.
    assert due("10,H,H,H", "4-3", west="13,13,n,n", east="14,14,n,n").moves() == (LOSE,)


# The duty to use dice


def test_a3_16_most_dice_then_most_pips() -> None:
    assert written(due("8,H,H,H", "3-2", east="12,12,n,n")) == ["8>11"]
    assert written(due("10,20,H,H", "4-2", west="23,23,n,n", east="16,16,n,n")) == ["10>14", "20>22"]


def test_a3_16_a_sum_uses_both_dice() -> None:
    # The pawn on 20 can use only the four. Bringing a pawn out uses four and one.
    assert written(due("n,20,H,H", "4-1", west="21,21,n,n", east="25,25,n,n")) == ["n>5"]


def test_a3_16_a_way_to_win_is_always_allowed() -> None:
    # All four dice take the pawn past its home row. Six, one and one take it home.
    assert {end.own for end in ends(due("0,H,H,H", "6-6"))} == {"14,H,H,H", "H,H,H,H"}


def test_a3_16_one_who_sets_out_to_win_must_go_through_with_it() -> None:
    # One five takes the pawn into its home row, the next takes it home. Only a win justifies unused dice.
    position = due("66,H,H,H", "5-5")
    assert {end.own for end in ends(position)} == {"12,H,H,H", "H,H,H,H"}
    turned = played(position, "66>h3")
    assert turned.bound
    assert written(turned) == ["h3>H"]
    assert played(turned, "h3>H").over
    assert not played(position, "66>3").bound


def test_a3_17_a_five_need_not_bring_out_a_pawn_unless_the_house_says_so() -> None:
    assert written(due("20,n,n,n", "5-2")) == ["20>22", "20>25", "n>5"]
    assert written(due("20,n,n,n", "5-2", house="enter:on")) == ["20>22", "n>5"]
    assert ends(due("20,n,n,n", "5-2", house="enter:on")) == {End("n,n,5,22"), End("n,n,7,20")}
    assert ends(due("20,n,n,n", "3-2", house="enter:on")) == {End("n,n,5,20")}
    assert ends(due("20,n,n,n", "5-5", house=PARKER)) == {End("n,5,5,20")}


def test_a3_18_a_five_may_be_a_sum_unless_the_house_says_not() -> None:
    assert written(due("n,n,n,n", "4-1")) == ["n>5"]
    assert due("n,n,n,n", "4-1", house="sums:off").moves() == (LOSE,)
    assert written(due("n,n,n,n", "5-1", house="sums:off")) == ["n>5"]
    # A sum is never mixed with a bonus.
    assert written(due("n,n,n,30", bonus=10)) == ["30>40", "end"]


# Spaces


def test_a3_19_never_three_on_a_space() -> None:
    assert "n>5" not in written(due("5,5,n,30", "5-1"))
    assert "10>12" not in written(due("10,12,12,H", "6-2"))


def test_a3_20_a_blockade_counts_in_the_home_row_unless_the_house_says_not() -> None:
    assert written(due("h1,h4,h4,n", "6-3")) == ["h4>h7"]
    free = due("h1,h4,h4,n", "6-3", house="rows:off")
    assert written(free) == ["h1>h7", "h4>h7"]
    assert written(played(free, "h1>h7")) == ["h4>h7"]
    assert written(due("h1,h4,h4,n", "3-3", house="rows:off")) == ["h4>h7"], "but never three on one space"
    assert {end.own for end in ends(due("h4,h4,30,n", "3-3", house="rows:off"))} >= {"n,30,h7,h7"}


def test_a3_20_nest_and_home_never_count() -> None:
    assert written(due("n,n,n,n", "5-4")) == ["n>5"]
    assert "h6>H" in written(due("h6,H,H,30", "2-1"))


@pytest.mark.parametrize("space", ["24", "22"])
def test_a3_21_a_single_pawn_never_blocks_the_way(space: str) -> None:
    assert "20>26" in written(due("20,H,H,H", "6-5", west=f"{space},n,n,n"))


def test_a3_22_along_the_track_one_s_own_entry_is_a_safe_space_like_any() -> None:
    position = due("2,n,n,n", "3-1", west="5,n,n,n")
    assert written(position) == ["2>3"]


def test_a3_23_a_capture_on_entering_earns_20() -> None:
    assert played(due("n,n,n,n", "4-1", west="5,n,n,n"), "n>5x").bonuses == (20,)


def test_a3_24_both_ways_at_the_gate_for_any_number_of_laps() -> None:
    assert written(due("66,H,H,H", "6-4")) == ["66>2", "66>4", "66>h2", "66>h4"]
    assert written(due("2,H,H,H", "6-4")) == ["2>6", "2>8"], "the next lap has begun"
    assert written(due("h2,H,H,H", "3-1")) == ["h2>h3", "h2>h5"], "nobody leaves the home row"
    assert written(due("0,H,H,H", "2-1")) == ["0>1", "0>2", "0>h1", "0>h2"]


def test_a3_24_laps_off_one_must_turn_in_and_not_overshoot() -> None:
    assert written(due("66,H,H,H", "6-4", house="laps:off")) == ["66>h2", "66>h4"]
    assert due("h5,H,H,H", "6-4", house="laps:off").moves() == (LOSE,)
    assert written(due("0,30,H,H", bonus=10, house="laps:off")) == ["30>40", "end"]
    assert written(due("66,30,H,H", bonus=20, house="laps:off")) == ["30>50", "end"]


def test_a3_25_nobody_must_capture() -> None:
    assert set(written(due("20,H,H,H", "6-4", west="24,n,n,n"))) == {"20>24x", "20>26"}


@pytest.mark.parametrize("together", ["roll", "doubles", "end"])
def test_a3_26_two_pawns_that_stood_together_do_not_end_a_double_together(together: str) -> None:
    results = ends(due("20,20,H,H", "2-2", house=f"together:{together}"))
    assert results == {End(own) for own in ("20,34,H,H", "22,32,H,H", "24,30,H,H", "25,29,H,H")}


def test_a3_26_a_different_pair_may_form_there() -> None:
    assert End("22,22,32,H") in ends(due("20,20,22,H", "2-2"))
    assert End("n,21,22,22") in ends(due("20,20,22,n", "2-1"))


def test_a3_26_on_other_rolls_they_may_come_together_again_but_for_a_house_rule() -> None:
    home = "h6>H h7>H 20>30"
    assert "20>30" in written(played(due("20,20,h6,h7", "2-1"), home))
    assert written(played(due("20,20,h6,h7", "2-1", house="together:roll"), home)) == ["30>40", "end"]
    assert written(played(due("20,20,h6,h7", "2-1", house="together:end"), home)) == ["30>40", "end"]


def test_a3_26_on_a_double_no_bonus_brings_them_together_either() -> None:
    after = played(due("20,20,h6,40", "5-5"), "h6>H 40>42 20>25 25>30")
    assert written(after) == ["30>40", "42>52", "end"]


def test_a3_26_or_they_may_meet_on_the_way_as_long_as_they_part_again() -> None:
    assert written(played(due("20,20,H,H", "2-2"), "20>22")) == ["22>24", "22>27", "20>25"]
    meeting = played(due("20,20,H,H", "2-2", house="together:end"), "20>22")
    assert written(meeting) == ["22>24", "22>27", "20>22", "20>25"]
    assert ends(played(meeting, "20>22")) == {End("22,32,H,H")}


def test_a3_27_a_blockade_is_broken_if_nothing_else_satisfies_the_duty() -> None:
    assert ends(due("10,10,H,H", "6-4", east="20,20,n,n")) == {End("14,16,H,H")}


# The end of a turn, and of the game


def test_a3_28_a_double_without_a_move_rolls_again() -> None:
    after = due("n,n,n,n", "2-2").play(LOSE)
    assert (after.turn, after.mover) == (CHANCE, 0)


def test_a3_29_the_game_is_over_with_the_winner_and_what_is_left_is_void() -> None:
    after = played(due("h5,H,H,H", "4-3"), "h5>H")
    assert (after.parts, after.bonuses, after.moves()) == ((), (), ())


def test_a3_29_the_others_are_placed_by_the_steps_that_they_still_have_to_go() -> None:
    start = due("h6,H,H,H", "4-2", west="n,n,n,n", north="10,H,H,H", east="h7,h7,n,H")
    assert played(start, "h6>H").outcome() == Outcome((1, 4, 2, 3), (4, 0, 3, 1), "home")
    shared = due("h6,H,H,H", "4-2", west="h7,H,H,H", north="h7,H,H,H", east="h6,H,H,H")
    assert played(shared, "h6>H").outcome() == Outcome((1, 2, 2, 4), (4, 3, 3, 3), "home")


def test_a3_29_or_the_others_play_on_for_places() -> None:
    last = "h7,H,H,H"
    first = played(due("h6,H,H,H", "2-2", west=last, north=last, east=last, house="places:on"), "h6>H")
    assert (first.over, first.placed, first.mover, first.turn) == (False, (0,), 1, CHANCE), "and no extra roll"
    second = played(first.play(dice("6-1")), "h7>H")
    assert (second.placed, second.mover) == ((0, 1), 2)
    wide = second.play(dice("6-5")).play(LOSE)
    assert (wide.mover, wide.placed) == (3, (0, 1))
    skipped = wide.play(dice("6-5")).play(LOSE)
    assert skipped.mover == 2, "those who are home are passed over"
    third = played(skipped.play(dice("2-1")), "h7>H")
    assert third.outcome() == Outcome((1, 2, 3, 4), (4, 4, 4, 3), "home")


def test_a3_30_a_turn_ends_by_itself_unless_a_bonus_is_left() -> None:
    assert played(due("10,20,n,n", "4-3"), "10>14 20>23").mover == 1
    pending = played(due("20,30,H,H", "4-2", west="24,n,n,n"), "20>24x 30>32")
    assert (pending.mover, pending.moves()[-1]) == (0, END)
    assert (pending.play(END).mover, pending.play(END).turn) == (1, CHANCE)


def test_the_text_of_a_position_tells_its_house_rules() -> None:
    assert text(due("10,20,n,n", house="thirds:on,stand:3")).endswith("S roll house=thirds:on,stand:3")
    assert Roll(6, 5) in due("10,20,n,n").moves()
