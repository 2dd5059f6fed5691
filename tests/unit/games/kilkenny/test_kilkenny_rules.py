"""Test the rules of Kilkenny Cats by number (KR-01 to KR-20, B3-01 to B3-20), and the worked positions (KV)."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from chowk.core import chance
from chowk.core.events import Captured, Moved, Passed, Promoted, Rolled
from chowk.core.message import english
from chowk.core.position import CHANCE, Outcome
from chowk.core.seat_draw import OUT, sides
from chowk.games.kilkenny import SIGN, rules
from chowk.games.kilkenny.rules import FORFEIT, ROLLS, House, Position, Roll, Step, board
from chowk.games.kilkenny.rules.board import CATS, MICE, SQUARES, square, turned
from chowk.games.kilkenny.ui.rule_book import SECTIONS
from chowk.games.kilkenny.ui.speech import SEATS
from tests.unit.games.kilkenny.helpers import captures, due, ends, match, places, played, rolled, step, steps, stood

FACES = range(1, 7)


def start(seats: int, seed: int = 0, **options: str) -> Position:
    return rules.start(seats, options, seed)


def first_is_south(seats: int) -> Position:
    return start(seats)._replace(mover=0)


# The board ----------------------------------------------------------------------------------------------------------


def test_the_board_has_204_squares_196_and_eight_mice() -> None:
    assert len(SQUARES) == 204
    assert len([place for place in SQUARES if place not in board.MOUSE_OF]) == 14 * 14


def test_the_seats_are_congruent_by_quarter_turns() -> None:
    for side in range(4):
        after = (side + 1) % 4
        assert board.mask([turned(place) for place in board.squares(CATS[side])]) == CATS[after]
        assert {turned(place) for place in MICE[side]} == set(MICE[after])


def test_the_centre_and_the_outer_ring_are_empty_at_the_start() -> None:
    occupied = sum(CATS)
    assert not any(occupied >> square(x, y) & 1 for x, y in product(range(5, 11), repeat=2))
    assert not any(occupied >> place & 1 for place in SQUARES if {place % 16, place // 16} & {1, 14})


def test_each_mouse_is_borne_on_from_18_squares_and_only_two_squares_bear_on_both() -> None:
    launches = [{origin for origin in SQUARES for face in FACES for end, *_ in board.WAYS[origin][face] if end == mouse}
                - set(MICE[0]) for mouse in MICE[0]]  # fmt: skip
    assert [len(starts) for starts in launches] == [18, 18]
    assert len(launches[0] & launches[1]) == 2


# The rule document, KR ----------------------------------------------------------------------------------------------


def rule_text(rule: str) -> str:
    """Return the text of the rules sheet about a rule."""
    return " ".join(
        paragraph.text.text for section in SECTIONS for paragraph in section.paragraphs if rule in paragraph.rules
    )


def test_kr_01_and_20_the_sheet_tells_where_the_game_comes_from() -> None:
    for words in ("1890", "The Amusing Game of Kilkenny Cats", "Parker Brothers", "Halma", "Reversi", "Drawings"):
        assert words in rule_text("KR-01")
    assert "keeps those rules and says where it adds one of its own" in rule_text("KR-01")
    assert "adds a rule of its own" in rule_text("KR-18")


def test_kr_02_every_player_has_a_colour_and_two_to_four_play() -> None:
    assert SIGN.seats == (2, 3, 4)
    for seats in SIGN.seats:
        assert start(seats).seats == seats == len(set(start(seats).sides))


@pytest.mark.parametrize(
    ("side", "cats"),
    list(
        enumerate(
            (
                [(x, y) for x in (6, 7, 8, 9) for y in (11, 12)],
                [(x, y) for x in (3, 4) for y in (6, 7, 8, 9)],
                [(x, y) for x in (6, 7, 8, 9) for y in (3, 4)],
                [(x, y) for x in (11, 12) for y in (6, 7, 8, 9)],
            )
        )
    ),
)
def test_kr_03_eight_cats_start_in_the_middle_section(side: int, cats: list[tuple[int, int]]) -> None:
    assert start(4).cats[side] == board.mask([square(*place) for place in cats])


def test_kr_04_two_mice_of_each_colour_are_at_the_edge_opposite_its_cats() -> None:
    expected = ("(7,0) (8,0)", "(15,7) (15,8)", "(7,15) (8,15)", "(0,7) (0,8)")
    assert [list(mice) for mice in MICE] == [[square(*place) for place in places(text)] for text in expected]


def test_kr_05_and_15_the_first_with_two_cats_on_two_mice_wins() -> None:
    # Also KV-18: a cat on a mouse may not step sideways to the other mouse.
    before = due(1, S="(8,0) (6,1)", N="(1,1) (9,9)")
    assert set(steps(before)) >= {step((6, 1), (7, 0))}
    assert step((8, 0), (7, 0)) not in steps(before)
    after = before.play(step((6, 1), (7, 0)))
    assert after.outcome() == Outcome((1, 2), (2, 0), "mice")
    assert after.moves() == ()


@pytest.mark.parametrize(
    ("pair", "sides", "colours"),
    [("south", (0, 2), ["Red", "Yellow"]), ("west", (1, 3), ["Blue", "Green"]), ("mixed", (0, 2), ["Red", "Blue"])],
)
def test_kr_06_two_players_sit_opposite_with_the_colours_of_their_sides(
    pair: str, sides: tuple[int, int], colours: list[str]
) -> None:
    for seed in range(20):
        position = start(2, seed, pair=pair)
        assert position.sides == sides
        assert position.cats == (CATS[sides[0]], CATS[sides[1]])
        assert [english(SEATS[colour]) for colour in rules.colours(position)] == colours
        assert (pair == "mixed") == (position.colours != position.sides)


def test_kr_06_which_colours_two_have_says_nothing_to_three_or_four() -> None:
    for seats in (3, 4):
        for pair in ("west", "mixed"):
            assert start(seats, 5, pair=pair) == start(seats, 5)
        assert rules.colours(start(seats, 5)) == tuple(range(seats))


def test_kr_07_a_turn_is_a_roll_of_six_faces_and_a_move_of_one_cat_exactly_so_far() -> None:
    position = start(4)
    assert position.turn == CHANCE
    assert position.moves() == ROLLS
    for face in FACES:
        after_roll = rolled(position, face)
        assert after_roll.turn == after_roll.mover == position.mover
        for cat_move in steps(after_roll):
            across, down = abs(cat_move.end % 16 - cat_move.start % 16), abs(cat_move.end // 16 - cat_move.start // 16)
            assert max(across, down) == face
        after = after_roll.play(after_roll.moves()[0])
        assert after.turn == CHANCE
        assert after.mover == (position.mover + 1) % 4


def test_kr_08_the_way_is_one_straight_line() -> None:
    assert ends(due(3, S="(7,7)", N="(1,1)")) == {
        (7, 4), (10, 4), (10, 7), (10, 10), (7, 10), (4, 10), (4, 7), (4, 4),
    }  # fmt: skip


@pytest.mark.parametrize("blocker", ["S", "N"])
def test_kr_09_every_square_on_the_way_is_clear(blocker: str) -> None:
    cats = {"S": "(7,7) (7,5)", "N": "(1,1)"} if blocker == "S" else {"S": "(7,7)", "N": "(1,1) (7,5)"}
    position = stood(cats, 3)
    assert step((7, 7), (7, 4)) not in steps(position)
    assert step((7, 7), (7, 10)) in steps(position)


def test_kr_10_an_opponents_cat_on_the_last_square_is_captured_for_good() -> None:
    position = due(3, S="(7,6)", N="(7,3) (1,1)")
    after = position.play(step((7, 6), (7, 3)))
    assert after.cats == (1 << square(7, 3), 1 << square(1, 1))


def test_kr_11_a_square_holds_one_piece() -> None:
    assert step((7, 6), (7, 3)) not in steps(due(3, S="(7,6) (7,3)", N="(1,1)"))


def test_kr_12_who_has_only_undesirable_moves_must_still_move() -> None:
    position = kv_21(4)
    assert position.moves() == (step((7, 4), (7, 0)),)
    assert rules.forced(position) is None, "an only move is still the player's to make"


def test_kr_13_no_legal_move_loses_the_turn() -> None:
    position = kv_20(4)
    assert position.moves() == (FORFEIT,)
    assert rules.forced(position) == FORFEIT
    assert position.events(FORFEIT) == (Passed(0, "NO_MOVE"),)
    after = position.play(FORFEIT)
    assert (after.turn, after.mover, after.cats) == (CHANCE, 1, position.cats)


def test_kr_14_a_mouse_takes_the_exact_number() -> None:
    # KV-09
    assert (7, 0) in ends(due(4, S="(7,4)", N="(13,13)"))
    five = due(5, S="(7,4)", N="(13,13)")
    assert len(steps(five)) == 5
    assert not any(end in ((7, 0), (8, 0)) for end in ends(five))


def test_kr_16_nobody_lands_on_another_players_mouse() -> None:
    # KV-13
    position = due(3, S="(7,12)", N="(1,1)")
    assert (7, 15) not in ends(position)
    assert len(steps(position)) == 5


def test_kr_17_a_cat_on_its_own_mouse_never_moves_again() -> None:
    for face in FACES:
        assert not any(cat_move.start == square(7, 0) for cat_move in steps(due(face, S="(7,0) (3,12)", N="(13,13)")))


def test_kr_18_the_only_one_who_can_still_move_wins() -> None:
    # KV-12
    assert due(S="(7,0)", N="(9,9)", mover="N").outcome() == Outcome((2, 1), (1, 0), "last")
    assert due(S="", N="(9,9)", mover="N").outcome() == Outcome((2, 1), (0, 0), "last")
    assert due(S="(7,0)", W="(5,5)", N="(9,9)", mover="N").outcome() is None


def test_kr_19_one_movable_cat_is_enough_to_play_on() -> None:
    # KV-28
    position = due(S="(5,5)", W="(9,9) (9,10)", N="(1,1) (1,2)", E="(13,1) (13,2)", mover="E")
    after = played(position, "[1] n3>o3")
    assert after.mover == 0
    assert len(rolled(after, 1).moves()) == 8


def test_kr_19_no_number_of_quiet_rounds_ends_a_game() -> None:
    for quiet in (99, 100, 199, 200, 1999, 9999):
        position = due(S="(2,2)", N="(12,12)", extra=f"quiet={quiet}")
        assert position.outcome() is None
        assert len(rolled(position, 1).moves()) == 8


# Points that the rule document leaves open, B3 --------------------------------------------------------------------


def test_b3_01_the_die_has_six_faces_all_alike() -> None:
    assert start(2).odds() == (1,) * 6
    assert [roll.face for roll in ROLLS] == list(FACES)


def test_b3_02_who_starts_is_drawn_then_turns_go_clockwise() -> None:
    assert {start(4, seed).mover for seed in range(40)} == {0, 1, 2, 3}
    assert start(4).sides == (0, 1, 2, 3), "south, west, north, east is clockwise"
    for seats in (2, 3, 4):
        order = [(next_side - side) % 4 for seed in range(30) for side, next_side in pairwise(start(seats, seed).sides)]
        assert all(order)
        assert seats != 3 or set(order) <= {1, 2}


def test_b3_02_by_a_house_rule_it_is_thrown_for() -> None:
    position = start(3, first="throw")
    assert position.opening == (0, 0, 0)
    after = played(position, "[4] [6] [6]")
    assert after.opening == (OUT, 0, 0)
    assert after.mover == 1
    assert after.cats == position.cats
    settled = played(after, "[2] [5]")
    assert (settled.opening, settled.mover, settled.die) == ((), 2, 0)


def test_b3_03_no_line_leads_over_a_mouse() -> None:
    for start_square in SQUARES:
        if start_square not in board.MOUSE_OF:
            for face in FACES:
                assert not any(between & board.TABS for _, between, _ in board.WAYS[start_square][face])


def test_b3_04_a_mouse_with_an_own_cat_is_taken() -> None:
    # KV-11
    position = due(3, S="(7,3) (7,0)", N="(13,13)")
    assert len(steps(position)) == 5
    assert (7, 0) not in ends(position)


@pytest.mark.parametrize(
    ("position", "left"),
    [
        (due(1, S="(1,7)", N="(13,13)"), 5),  # KV-15, in a game for two without a player in the east
        (due(1, S="(1,7)", N="(13,13)", W="(9,9)", E="(0,7) (9,5)"), 5),
        (due(1, S="(1,7)", N="(13,13)", W="(9,9)", E="(12,12)"), 5),
    ],
)
def test_b3_05_mice_of_other_colours_are_closed_in_play_or_not(position: Position, left: int) -> None:
    assert len(steps(position)) == left
    assert not ends(position) & {(0, 7), (0, 8)}


def test_b3_06_a_cat_on_its_mouse_is_safe_but_for_a_house_rule() -> None:
    cats = {"S": "(7,12) (3,3)", "N": "(7,15) (9,9)"}
    assert (7, 15) not in ends(stood(cats, 3))
    hunted = stood(cats, 3, extra="house=hunted:on")
    assert (7, 15) in captures(hunted)
    after = hunted.play(step((7, 12), (7, 15)))
    assert rules.ending(after) == ""
    assert after.cats[1] == 1 << square(9, 9)
    # The cat that hunts is on a foreign mouse, so it may move on. It may not step onto an empty mouse.
    on = rolled(after.play(Roll(1)).play(step((9, 9), (9, 8))), 1)
    assert {cat_move.end for cat_move in steps(on) if cat_move.start == square(7, 15)} == {
        square(x, 14) for x in (6, 7, 8)
    }
    assert (8, 15) not in ends(due(3, extra="house=hunted:on", S="(8,12)", N="(9,9)"))


def test_b3_06_who_has_won_cannot_be_hunted_any_more() -> None:
    assert rules.ending(due(3, extra="house=hunted:on", S="(7,12)", N="(7,15) (8,15) (9,9)")) == "mice"


def test_b3_07_a_cat_on_its_mouse_is_never_offered() -> None:
    position = due(1, S="(8,0) (6,6)", N="(1,1)")
    assert {cat_move.start for cat_move in steps(position)} == {square(6, 6)}


def test_b3_08_a_mouse_may_be_declined() -> None:
    position = due(4, S="(7,4)", N="(13,13)")
    assert len(steps(position)) > 1
    assert rules.obliged(position) == ()


def test_b3_09_either_mouse_may_be_first_by_any_cat() -> None:
    position = due(4, S="(7,4) (8,4)", N="(13,13)")
    assert {step((7, 4), (7, 0)), step((8, 4), (8, 0))} <= set(steps(position))
    assert {(7, 0), (8, 0)} <= ends(due(1, S="(7,1)", N="(13,13)"))


@pytest.mark.parametrize(("cat", "moves"), [("(7,12)", "[6] h13>h7"), ("(7,6)", "[3] h7>h4x")])
def test_b3_10_neither_a_six_nor_a_capture_rolls_again(cat: str, moves: str) -> None:
    assert played(due(S=cat, N="(7,3) (1,1)"), moves).mover == 1


def test_b3_11_nobody_leaves_the_board_bounces_or_goes_round() -> None:
    assert ends(due(6, S="(14,14)", N="(3,2)")) == {(8, 14), (8, 8), (14, 8)}
    for start_square, face in product(SQUARES, FACES):
        for end, *_ in board.WAYS[start_square][face]:
            assert end in SQUARES
            assert max(abs(end % 16 - start_square % 16), abs(end // 16 - start_square // 16)) == face


def test_b3_12_out_is_having_no_cat_off_a_mouse_not_having_no_move() -> None:
    assert rules.playing(kv_20(4), 0)
    assert not rules.playing(due(S="(7,0)", W="(5,5)", N="(9,9)", mover="N"), 0)
    assert not rules.playing(due(S="", W="(5,5)", N="(9,9)", mover="N"), 0)


def test_b3_13_the_last_able_player_wins_at_once_even_in_anothers_turn() -> None:
    # KV-21: the only move puts the last free cat on the first mouse.
    after = kv_21(4).play(step((7, 4), (7, 0)))
    assert after.outcome() == Outcome((2, 1), (1, 0), "last")


def test_b3_14_after_fifty_quiet_rounds_a_draw_is_offered_and_after_every_25_more() -> None:
    # KV-30
    position = due(S="(2,2) (4,12)", N="(12,12) (10,2)", extra="quiet=99")
    after = played(position, "[1] c3>c4")
    assert after.outcome() is None
    assert [rules.offers_draw(candidate) for candidate in (position, after)] == [False, True]
    assert not rules.offers_draw(rolled(after, 2)), "it is offered before the roll, once"
    offers = [quiet for quiet in range(320) if rules.offers_draw(position._replace(quiet=quiet))]
    assert offers == [100, 150, 200, 250, 300]
    captured = due(1, S="(2,2) (4,12)", N="(3,3) (10,2)", extra="quiet=98").play(step((2, 2), (3, 3)))
    assert captured.quiet == 0
    mouse = due(1, S="(7,1) (4,12)", N="(3,3) (10,2)", extra="quiet=98").play(step((7, 1), (7, 0)))
    assert mouse.quiet == 0
    assert kv_20(4)._replace(quiet=7).play(FORFEIT).quiet == 8, "a lost turn brings nothing either"


def test_b3_14_rounds_are_those_of_the_players_who_are_left() -> None:
    four = {"S": "(2,2) (4,12)", "W": "(15,7) (9,9)", "N": "(12,12)", "E": "(13,3)"}
    assert not rules.offers_draw(stood(four, extra="quiet=199"))
    assert rules.offers_draw(stood(four, extra="quiet=200"))
    three = {**four, "W": "(15,7)"}
    assert rules.offers_draw(stood(three, extra="quiet=150"))
    assert rules.agreeing(stood(three)) == (0, 2, 3), "who is out has no say in it"
    ended = stood(three, extra="quiet=150 house=rounds:50")
    assert ended.outcome() == Outcome((1, 4, 1, 1), (0, 1, 0, 0), "quiet")
    assert not rules.offers_draw(ended)


def test_b3_14_a_draw_that_is_agreed_is_shared_by_those_who_still_play() -> None:
    three = {"S": "(2,2) (4,12)", "W": "(15,7)", "N": "(12,12)", "E": "(13,3)"}
    for extra, shared in (("quiet=150", (1, 4, 1, 1)), ("house=rounds:50", (1, 1, 1, 1)), ("house=rounds:0", (1,) * 4)):
        game = match(stood(three, extra=extra))
        game.agree()
        assert game.outcome() == Outcome(shared, (), "agreed")


@pytest.mark.parametrize(("rounds", "limit"), [("asked", 0), ("50", 100), ("100", 200), ("0", 0)])
def test_b3_14_an_end_by_itself_is_a_house_rule(rounds: str, limit: int) -> None:
    position = start(2, rounds=rounds)
    assert position.house.limit * 2 == limit
    assert not rules.offers_draw(position)
    if limit:
        assert rules.ending(position._replace(quiet=limit)) == "quiet"
        assert rules.ending(position._replace(quiet=limit - 1)) == ""
        assert not rules.offers_draw(position._replace(quiet=limit - 1))
    counted = played(position._replace(mover=0), "[1] g12>g11").quiet
    assert counted == (rounds != "0"), "what is not needed is not counted"


def test_b3_14_by_a_house_rule_mice_and_then_cats_decide() -> None:
    extra = "quiet=150 house=rounds:50,counted:on"
    leading = due(extra=extra, S="(7,0) (2,2)", W="(5,5) (6,6) (9,9)", N="(3,3) (7,15)", mover="W")
    assert leading.outcome() == Outcome((1, 3, 1), (1, 0, 1), "counted")
    cats = due(extra=extra, S="(2,2) (2,5)", W="(5,5) (6,6) (9,9)", N="(3,3)")
    assert cats.outcome() == Outcome((2, 1, 3), (0, 0, 0), "counted")


def test_b3_15_if_nobody_can_ever_move_it_is_a_draw() -> None:
    nowhere = Position(CHANCE, 0, (1 << square(7, 0), 0), 0, 0, 0, (), (0, 2), House())
    assert nowhere.outcome() == Outcome((1, 1), (1, 0), "stuck")
    resigned = due(extra="house=resign:on", S="(5,5)", N="(9,9)")
    assert resigned.outcome() == Outcome((1, 1), (0, 0), "stuck")


def test_b3_16_too_few_cats_for_the_mice_play_on_unless_they_resign() -> None:
    cats = {"S": "(5,5)", "W": "(2,9) (2,10)", "N": "(9,9) (9,10)"}
    assert rules.playing(stood(cats), 0)
    resigned = stood(cats, mover="W", extra="house=resign:on")
    assert not rules.playing(resigned, 0)
    assert resigned.outcome() is None
    assert played(resigned, "[1] c10>b10 [1] j10>k10").mover == 1, "the one who resigned is skipped"
    hunted = due(5, extra="house=resign:on", mover="W", S="(5,5)", W="(10,5) (2,10)", N="(9,9) (9,10)")
    assert (5, 5) in captures(hunted), "what stays of it can be captured"


def test_b3_17_an_out_player_is_skipped_and_its_cat_on_a_mouse_stays() -> None:
    position = due(S="(2,2) (2,9)", W="(15,7)", N="(12,12) (12,4)")
    after = played(position, "[1] c3>c4")
    assert after.mover == 2
    assert after.cats[1] == 1 << square(15, 7)


def test_b3_18_for_two_the_other_colours_are_absent_and_their_mice_closed() -> None:
    # KV-16
    assert start(2).strays == start(2, pair="west").strays == 0
    assert (0, 7) not in ends(due(3, S="(3,7)", N="(1,1)"))
    assert (7, 0) not in ends(due(3, W="(7,3)", E="(1,1)", mover="W"))
    assert (7, 15) not in ends(due(3, W="(7,12)", E="(1,1)", mover="W"))


def test_b3_19_of_three_the_seats_are_drawn_and_the_fourth_colour_is_absent() -> None:
    missing = {({0, 1, 2, 3} - set(sides(3, seed))).pop() for seed in range(60)}
    assert missing == {0, 1, 2, 3}
    assert len({sides(3, seed) for seed in range(200)}) == 12
    assert all(start(3, seed).strays == 0 for seed in range(9))


def test_b3_19_a_house_rule_leaves_the_fourth_colours_cats_as_blockers() -> None:
    for seed in range(9):
        position = start(3, seed, fourth="stray")
        (missing,) = {0, 1, 2, 3} - set(position.sides)
        assert position.strays == CATS[missing]
    blocked = due(3, S="(7,6)", W="(1,9)", N="(1,1)", X="(7,4) (10,3)")
    assert not ends(blocked) & {(7, 3)}
    assert (10, 3) in captures(blocked)
    after = blocked.play(step((7, 6), (10, 3)))
    assert (after.strays, after.quiet) == (1 << square(7, 4), 0)
    assert start(4, 0, fourth="stray").strays == start(2, 0, fourth="stray").strays == 0


def test_b3_20_a_move_that_wins_both_ways_wins_by_mice() -> None:
    after = due(1, S="(8,0) (6,1)", N="(9,9)").play(step((6, 1), (7, 0)))
    assert after.outcome() == Outcome((1, 2), (2, 0), "mice")
    assert not rules.playing(after, 0)


# The other worked positions -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "counts"), [(4, (32, 32, 18, 12, 10, 4)), (2, (32, 32, 20, 18, 18, 10))], ids=["KV-01", "KV-04"]
)
def test_the_moves_of_the_start(seats: int, counts: tuple[int, ...]) -> None:
    for mover in range(seats):
        position = start(seats)._replace(mover=mover)
        assert tuple(len(rolled(position, face).moves()) for face in FACES) == counts


def test_kv_02_the_fives_of_the_start() -> None:
    position = rolled(first_is_south(4), 5)
    expected = {
        (6, 11): "(1,11) (6,6) (11,6)", (6, 12): "(1,12)", (7, 11): "(7,6)", (8, 11): "(8,6)",
        (9, 11): "(4,6) (9,6) (14,11)", (9, 12): "(14,12)",
    }  # fmt: skip
    assert set(steps(position)) == {step(cat, end) for cat, text in expected.items() for end in places(text)}
    assert captures(position) == {(11, 6), (4, 6)}


def test_kv_05_and_07_threes_and_sixes_before_an_enemy() -> None:
    three = due(3, S="(7,6)", N="(7,3)")
    assert len(steps(three)) == 8
    assert captures(three) == {(7, 3)}
    assert ends(due(6, S="(7,6)", N="(7,3)")) == set(places("(1,6) (1,12) (7,12) (13,6) (13,12)"))


def kv_20(die: int) -> Position:
    return due(die, S="(1,1)", N="(3,3) (1,3) (3,1)")


def kv_21(die: int, yellow: str = "") -> Position:
    ring = [(x, y) for x, y in product((6, 7, 8), (3, 4, 5)) if (x, y) not in ((7, 4), (7, 3))]
    return due(die, S="(7,4)", N=f"{' '.join(f'({x},{y})' for x, y in ring)} {yellow}")


def test_kv_20_three_blocked_ways_lose_the_turn_and_no_more() -> None:
    position = kv_20(4)
    assert position.moves() == (FORFEIT,)
    assert position.play(FORFEIT).outcome() is None


def test_kv_22_a_ring_of_eight_is_a_forfeit_or_eight_captures() -> None:
    assert kv_21(4, "(7,3)").moves() == (FORFEIT,)
    assert len(captures(kv_21(1, "(7,3)"))) == 8


def test_kv_23_fourteen_moves_two_of_them_captures() -> None:
    position = due(3, S="(5,5) (9,9)", W="(7,7)", N="(5,8)", E="(2,2)")
    assert len(steps(position)) == 14
    assert captures(position) == {(2, 2), (5, 8)}
    assert step((5, 5), (8, 8)) not in steps(position)


def test_kv_25_capturing_the_last_free_cat_of_the_only_opponent_wins() -> None:
    after = due(3, S="(7,6)", N="(7,3) (8,15)").play(step((7, 6), (7, 3)))
    assert after.outcome() == Outcome((1, 2), (0, 1), "last")


@pytest.mark.parametrize(
    ("mover", "cat", "die", "mouse"),
    [("W", "(12,5)", 3, (15, 8)), ("E", "(4,8)", 4, (0, 8)), ("N", "(8,9)", 6, (8, 15))],
)
def test_kv_27_everybody_reaches_the_own_mice(mover: str, cat: str, die: int, mouse: tuple[int, int]) -> None:
    cats = {"S": "(2,13)", "W": "(2,3)", "N": "(12,2)", "E": "(13,13)", mover: cat}
    position = stood(cats, die, mover)
    assert mouse in ends(position)


# Events and chance ----------------------------------------------------------------------------------------------------


def test_events_tell_a_roll_a_capture_and_a_mouse() -> None:
    assert start(2)._replace(mover=1).events(Roll(4)) == (Rolled(1, (4,)),)
    capture = due(3, S="(7,6)", N="(7,3) (1,1)")
    assert capture.events(step((7, 6), (7, 3))) == (Captured(0, "h4", "h4", step=1), Moved(0, "h7", ("h7", "h4"), "h4"))
    mouse = due(4, S="(7,4)", N="(1,1)")
    assert mouse.events(step((7, 4), (7, 0))) == (Moved(0, "h5", ("h5", "h1"), "h1"), Promoted(0, "h1", "h1"))


def test_the_match_settles_every_roll_from_its_seed() -> None:
    played_match = match(start(2), (), seed=11)
    roll = played_match.roll()
    assert roll == chance.pick(ROLLS, (1,) * 6, 11, 0)
    played_match.play(roll)
    assert played_match.position.die == (roll.face if isinstance(roll, Roll) else 0)


def test_nothing_but_the_position_ends_a_game() -> None:
    assert rules.ended(start(2), 400) is None


def test_the_kinds_of_moves_are_never_equal() -> None:
    assert len({*map(tuple, ROLLS), tuple(Step(1, 2)), tuple(FORFEIT)}) == 8
