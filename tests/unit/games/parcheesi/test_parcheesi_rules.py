"""Test the numbered rules of Parcheesi. Without the tested rule, each position would have another result."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from chowk.core.events import Captured, Gained, Moved, Passed, Rolled
from chowk.core.game import Ruleset
from chowk.core.match import IllegalMove, Match
from chowk.core.position import CHANCE, Outcome
from chowk.games.parcheesi import notation, rules
from chowk.games.parcheesi.rules import END, LOSE, ROLLS, Halt, Position, Roll, Step, board
from chowk.games.parcheesi.rules.board import CELLS, ENTRIES, GATES, HOME, NEST, ROW_CELLS, SAFE, WAYS
from chowk.games.parcheesi.ui import setup
from chowk.games.parcheesi.ui.rule_book import SECTIONS
from tests.unit.games.parcheesi.helpers import RULESET, End, dice, due, ends, match, places, played, text, written

# The board


def test_the_track_is_68_spaces_round_the_cross_and_each_touches_the_next() -> None:
    assert len(set(CELLS)) == len(CELLS) == 68
    corners = []
    for space, (x, y) in enumerate(CELLS):
        next_x, next_y = CELLS[(space + 1) % 68]
        assert max(abs(next_x - x), abs(next_y - y)) == 1
        if next_x != x and next_y != y:
            corners.append(space)
    assert corners == [8, 25, 42, 59]


def test_gates_entries_and_safe_spaces_are_where_three_boards_have_them() -> None:
    assert GATES == (0, 51, 34, 17)
    assert ENTRIES == (5, 56, 39, 22)
    assert [space for space in range(68) if SAFE >> space & 1] == [0, 5, 12, 17, 22, 29, 34, 39, 46, 51, 56, 63]
    assert [CELLS[gate] for gate in GATES] == [(9, 18), (0, 9), (9, 0), (18, 9)]


def test_a_home_row_leads_from_the_gate_to_the_middle() -> None:
    assert [(row[0], row[-1]) for row in ROW_CELLS] == [
        ((9, 17), (9, 11)),
        ((1, 9), (7, 9)),
        ((9, 1), (9, 7)),
        ((17, 9), (11, 9)),
    ]
    assert not {cell for row in ROW_CELLS for cell in row} & set(CELLS)


@pytest.mark.parametrize("side", range(4))
def test_from_the_entry_it_is_63_steps_to_the_gate_and_71_home(side: int) -> None:
    assert (ENTRIES[side] + 63) % 68 == GATES[side]
    assert board.distance(side, ENTRIES[side]) == board.distance(side, NEST) == 71
    assert board.distance(side, GATES[side]) == 8
    assert [board.distance(side, place) for place in (68, 74, HOME)] == [7, 1, 0]
    assert len(board.path(side, ENTRIES[side], HOME)) == 72


def test_a_way_is_told_place_by_place() -> None:
    assert board.path(0, 66, 70) == (66, 67, 0, 68, 69, 70)
    assert board.path(0, 66, 3) == (66, 67, 0, 1, 2, 3)
    assert [route.end for route in WAYS[0][5][66 + 1]] == [70, 3]
    assert [route.end for route in WAYS[4][5][66 + 1]] == [70]


# The roll


def test_pr_01_the_game_is_for_two_three_or_four() -> None:
    assert rules.start(2, {}, 0).sides == (board.SOUTH, board.NORTH)
    assert rules.start(4, {}, 0).sides == (board.SOUTH, board.WEST, board.NORTH, board.EAST)
    three = [rules.start(3, {}, seed).sides for seed in range(200)]
    assert len(set(three)) == 12
    assert all((after - before) % 4 in (1, 2) for sides in three for before, after in itertools.pairwise(sides))


def test_pr_02_two_dice_are_rolled_and_moved_by() -> None:
    position = due("8,H,H,H")
    assert position.turn == CHANCE
    assert position.moves() == ROLLS
    assert len(ROLLS) == 21
    assert sum(position.odds()) == 36
    assert Counter(dict(zip(ROLLS, position.odds(), strict=True)))[Roll(5, 5)] == 1
    assert position.events(Roll(5, 3)) == (Rolled(0, (5, 3)),)
    rolled = position.play(Roll(5, 3))
    assert (rolled.turn, rolled.dice, rolled.parts, rolled.odds()) == (0, (5, 3), (5, 3), ())
    assert rules.forced(position) is None


def test_pr_03_a_pawn_in_the_nest_does_not_move_along_the_track() -> None:
    assert due("n,n,n,n", "6-4").moves() == (LOSE,)
    assert written(due("n,n,n,20", "6-4")) == ["20>24", "20>26"]


@pytest.mark.parametrize("roll", ["5-3", "4-1", "3-2"])
def test_pr_04_a_five_or_a_sum_of_five_brings_a_pawn_out(roll: str) -> None:
    position = due("n,n,n,n", roll)
    assert written(position) == ["n>5"]
    assert position.events(position.moves()[0]) == (Moved(0, "red 1", ("nest south", "space 5"), "red 1"),)


@pytest.mark.parametrize("roll", ["6-6", "6-4", "4-4", "4-2", "2-1", "3-1"])
def test_pr_04_nothing_else_does(roll: str) -> None:
    assert due("n,n,n,n", roll).moves() == (LOSE,)


def test_pr_05_a_double_five_may_bring_out_two() -> None:
    assert ends(due("n,n,n,n", "5-5")) == {End("n,n,5,5"), End("n,n,n,10")}
    assert ends(due("n,n,n,20", "5-5")) == {End("n,5,5,20"), End("n,n,10,20"), End("n,n,5,25"), End("n,n,n,30")}


def test_pr_06_one_pawn_may_take_each_die_or_one_both() -> None:
    assert ends(due("20,40,H,H", "4-1")) == {End(own) for own in ("21,44,H,H", "24,41,H,H", "25,40,H,H", "20,45,H,H")}


def test_pr_07_without_a_move_the_turn_is_forfeit() -> None:
    position = due("n,n,n,n", "6-4")
    assert rules.forced(position) == LOSE
    assert position.events(LOSE) == (Passed(0, "NEED_FIVE"),)
    assert text(position.play(LOSE)).split()[4:] == ["W", "roll"]


def test_pr_08_both_dice_with_one_pawn_are_two_steps_and_the_first_may_capture() -> None:
    position = due("20,H,H,H", "4-2", east="24,n,n,n")
    assert written(position) == ["20>22", "20>24x"]
    after = played(position, "20>24x 24>26")
    assert places(after, 3) == "n,n,n,n"
    assert played(position, "20>22 22>26").pawns[3][0] == 24


def test_pr_09_the_document_s_own_example() -> None:
    after = played(due("8,n,n,n", "2-2", north="10,n,n,n"), "8>10x 10>12")
    assert (places(after), places(after, 2), after.bonuses) == ("n,n,n,12", "n,n,n,n", (20,))


def test_pr_10_every_die_that_can_be_used_must_be() -> None:
    position = due("10,20,H,H", "4-2", west="23,23,n,n", east="16,16,n,n")
    # The pawn on 10 may not use the two: then no pawn could use the four, because of the blockades.
    assert written(position) == ["10>14", "20>22"]
    assert END not in position.moves()
    assert ends(position) == {End("14,22,H,H")}


def test_pr_11_if_one_die_must_be_given_up_it_is_the_lower() -> None:
    position = due("8,H,H,H", "3-2", east="12,12,n,n")
    assert position.moves() == (Step(0, 11, (3,)),)
    after = position.play(position.moves()[0])
    assert (after.parts, after.moves()) == ((2,), (LOSE,))
    assert after.events(LOSE) == (Passed(0, "BLOCKADE_ON_PATH"),)


def test_pr_12_all_dice_before_any_bonus() -> None:
    after = played(due("20,30,H,H", "4-2", east="24,n,n,n"), "20>24x")
    assert after.bonuses == (20,)
    assert written(after) == ["24>26", "30>32"]
    assert written(played(after, "30>32")) == ["24>44", "32>52", "end"]


def test_pr_13_a_double_is_four_moves_the_upper_and_the_lower_faces() -> None:
    position = due("10,20,30,40", "6-6")
    assert position.parts == (6, 6, 1, 1)
    assert position.events(position.moves()[0])[0] == Moved(0, "red 1", ("space 10", "space 11"), "red 1")


def test_pr_14_the_four_moves_are_shared_as_one_likes() -> None:
    results = {end.own for end in ends(due("10,20,30,40", "6-6"))}
    assert {"10,20,30,54", "10,20,37,47", "10,21,31,52", "11,21,36,46", "12,20,30,52"} <= results


@pytest.mark.parametrize("face", range(1, 7))
def test_pr_15_a_double_is_worth_14(face: int) -> None:
    assert sum(due("10,20,30,40", f"{face}-{face}").parts) == 14


def test_pr_16_only_if_all_four_are_out() -> None:
    assert due("10,20,30,n", "6-6").parts == (6, 6)
    assert due("10,20,30,H", "6-6").parts == (6, 6, 1, 1)


def test_pr_17_after_a_double_one_rolls_again() -> None:
    after = played(due("10,20,30,n", "6-6"), "10>16 16>22")
    assert (after.turn, after.mover) == (CHANCE, 0)
    assert played(due("10,20,30,n", "6-4"), "10>16 16>20").mover == 1


# Captures and safe spaces


def test_pr_18_a_pawn_that_ends_its_move_on_an_enemy_sends_it_to_its_nest() -> None:
    position = due("20,H,H,H", "6-4", north="24,25,n,n")
    step = next(move for move in position.moves() if isinstance(move, Step) and move.to == 24)
    assert position.events(step) == (
        Moved(0, "red 1", tuple(f"space {space}" for space in range(20, 25)), "red 1"),
        Captured(0, "yellow 1", "space 24", "nest north", 4),
        Gained(0, "bonus", 20),
    )
    assert places(position.play(step), 2) == "n,n,n,25"
    passing = played(position, "20>26")
    assert places(passing, 2) == "n,n,24,25"


def test_pr_19_no_pawn_moves_onto_a_safe_space_that_an_enemy_holds() -> None:
    assert written(due("20,H,H,H", "6-2", north="22,n,n,n")) == ["20>26"]
    assert written(due("20,H,H,H", "6-3", north="23,n,n,n")) == ["20>23x", "20>26"]


def test_pr_20_but_leaving_the_nest_sends_a_single_enemy_off_the_entry() -> None:
    position = due("n,n,n,n", "5-3", north="5,n,n,n")
    assert written(position) == ["n>5x"]
    assert places(played(position, "n>5x"), 2) == "n,n,n,n"


def test_pr_01_and_28_the_sheet_says_what_the_name_is_and_when_a_turn_ends() -> None:
    texts = {
        rule: paragraph.text.text
        for section in SECTIONS
        for paragraph in section.paragraphs
        for rule in paragraph.rules
    }
    assert "the brand name" in texts["PR-01"]
    assert "when the next player rolls with the consent" in texts["PR-28"]


# Blockades


def test_pr_21_two_pawns_on_a_space_are_a_blockade() -> None:
    assert due("30,H,H,H", "6-5", north="33,33,n,n").moves() == (LOSE,)
    assert len(due("30,H,H,H", "6-5", north="32,33,n,n").moves()) == 2


def test_pr_22_no_pawn_passes_a_blockade_the_owner_s_neither() -> None:
    assert written(due("30,33,33,H", "6-4")) == ["33>37", "33>39"]
    assert due("30,H,H,H", "6-4", west="33,33,n,n").moves() == (LOSE,)


def test_pr_23_the_pawns_of_a_blockade_do_not_go_on_together() -> None:
    assert End("22,22,H,H") not in ends(due("20,20,H,H", "2-2"))
    assert End("22,22,30,H") not in ends(due("20,20,30,H", "2-2"))
    alone = played(due("20,24,H,H", "2-2"), "20>22 22>24")
    assert places(alone) == "24,24,H,H"


@pytest.mark.parametrize(
    ("house", "legal"), [("", True), (" house=together:roll", False), (" house=together:end", False)]
)
def test_pr_23_is_of_doubles_only_unless_a_house_rule_makes_it_wider(house: str, legal: bool) -> None:
    position_text = "S:20,20,n,n W:n,n,n,n N:n,n,n,n E:22,n,n,n S [6,5] left=- since=20,20,-,- +20 +20" + house
    after = played(setup.read(position_text), "20>40")
    assert ("20>40" in written(after)) == legal


def test_pr_24_no_enemy_lands_on_a_blockade_not_even_from_the_nest() -> None:
    assert due("n,n,n,n", "5-3", north="5,5,n,n").moves() == (LOSE,)
    assert due("n,n,n,n", "5-3", north="5,5,n,n").events(LOSE) == (Passed(0, "ENTRY_BLOCKED"),)
    assert due("30,n,n,n", "4-3", north="34,34,n,n", west="33,33,n,n").moves() == (LOSE,)


def test_pr_25_local_rules_may_limit_how_long_it_stands() -> None:
    (option,) = (option for option in rules.OPTIONS if option.name == "stand")
    assert [choice.value for choice in option.choices] == ["0", "2", "3", "4"]


# Laps and home


def test_pr_26_a_pawn_may_pass_its_home_row_by() -> None:
    assert written(due("66,H,H,H", "6-4")) == ["66>2", "66>4", "66>h2", "66>h4"]


def test_pr_27_or_be_forced_past_it_by_the_duty_to_use_the_roll() -> None:
    position = due("0,H,H,H", "6-5")
    # In the home row the pawn could use only one die: 11 steps are more than the eight that remain.
    assert ends(position) == {End("11,H,H,H")}
    assert written(position) == ["0>5", "0>6"]


def test_pr_28_bonuses_may_be_declined_and_dice_may_not() -> None:
    position = due("20,30,H,H", bonus=20)
    assert position.moves()[-1] == END
    assert position.events(END) == (Passed(0, "DECLINED"),)
    assert text(position.play(END)).split()[4:] == ["W", "roll"]
    assert END not in due("20,30,H,H", "6-5").moves()


def test_pr_29_a_capture_earns_20_for_one_pawn() -> None:
    after = played(due("20,30,H,H", "4-2", east="24,n,n,n"), "20>24x 30>32")
    assert [move for move in after.moves() if isinstance(move, Step)] == [Step(0, 44, (20,)), Step(1, 52, (20,))]


def test_pr_30_a_pawn_brought_home_earns_10_for_one_pawn() -> None:
    position = due("h6,30,H,n", "2-1")
    home = next(move for move in position.moves() if isinstance(move, Step) and move.to == HOME)
    assert position.events(home) == (
        Moved(0, "red 1", ("row south 6", "row south 7", "home south"), "red 1"),
        Gained(0, "bonus", 10),
    )
    after = played(position, "h6>H 30>31")
    assert written(after) == ["31>41", "end"]


def test_pr_31_the_first_with_four_pawns_home_wins() -> None:
    position = due("h6,H,H,H", "4-2", north="h7,H,H,H")
    after = played(position, "h6>H")
    assert after.over
    assert after.moves() == ()
    assert after.odds() == ()
    assert after.outcome() == Outcome((1, 3, 2, 3), (4, 0, 3, 0), "home")
    assert position.outcome() is None
    assert [type(event) for event in position.events(position.moves()[0])] == [Moved]
    assert str(after).endswith("S has won")


def test_pr_32_home_takes_the_exact_count_of_the_total_a_die_or_a_bonus() -> None:
    assert written(due("h3,H,H,n", "6-4")) == ["h3>h7"]
    assert ends(due("h3,H,H,n", "3-2")) == {End("n,H,H,H", 0, (10,)), End("5,h3,H,H")}
    assert written(due("h6,66,H,n", bonus=10)) == ["66>8", "66>H", "end"]
    assert written(due("65,h6,H,n", bonus=10)) == ["65>7", "65>h7", "end"]


# Moves and equal pawns


def test_a_position_is_immutable_and_equal_by_value() -> None:
    first, second = due("20,30,H,H", "4-2"), due("20,30,H,H", "4-2")
    assert first == second
    assert hash(first) == hash(second)
    assert first.play(first.moves()[0]) == second.play(second.moves()[0])


def test_pawns_that_nothing_tells_apart_are_named_once() -> None:
    assert due("n,n,n,n", "5-3").moves() == (Step(0, 5, (5,)),)
    assert due("20,20,n,n", "6-3").moves() == (Step(0, 23, (3,)), Step(0, 26, (6,)))


def test_pawns_that_a_blockade_tells_apart_are_both_named() -> None:
    # One of the two pawns on 22 has left the blockade on 20, and may not form a blockade with the same pawn again.
    position = played(due("20,20,22,H", "2-2"), "20>22")
    assert [word for word in written(position) if "22" in word] == ["1:22>24", "1:22>27", "3:22>24", "3:22>27"]


def test_nobody_rolls_out_of_turn_and_nobody_moves_what_is_not_offered() -> None:
    game: Match[Position, rules.Move] = match(due("8,H,H,H", "3-2", east="12,12,n,n"))
    with pytest.raises(IllegalMove):
        game.play(Step(0, 10, (2,)))
    with pytest.raises(IllegalMove):
        game.play(END)
    assert rules.ended(game.position, 400) is None
    assert Halt("lose") == LOSE
    assert Ruleset("parcheesi", rules, notation) == RULESET
    assert dice("2-5") == Roll(5, 2)
