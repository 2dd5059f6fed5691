"""Test Reversi's rules. Each numbered statement has at least one test, with the number in the test's name."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from chowk.core.events import Flipped, Gained, Passed, Placed
from chowk.core.match import IllegalMove, Match
from chowk.core.move_input import Chooser
from chowk.core.position import Outcome, Refusal
from chowk.games import load
from chowk.games.reversi import rules
from chowk.games.reversi.notation import read_position
from chowk.games.reversi.rules import BLACK, NAMES, PASS, SQUARE, START, WHITE, Position, squares
from chowk.games.reversi.ui import view

GAMES: list[dict[str, Any]] = json.loads((Path(__file__).parents[3] / "data" / "reversi.json").read_text())["games"]
STUCK = "XXXXX----XXX-----OXOOO---OOXOOOO-OOOOOO----OOOOO---------------- O"


def board(*rows: str, turn: str = "X", hands: str = "") -> Position:
    """Return a position from the first rows of its diagram, beginning with row 1. Later rows are empty.

    `hands` are the numbers of discs that Black and White still have to place, as text.
    """
    signs = "".join(rows).replace(".", "-").replace(" ", "")
    return read_position(f"{signs:-<64} {turn} {hands}")


def play(position: Position, *moves: str) -> Position:
    for move in moves:
        assert SQUARE[move] in position.moves(), move
        position = position.play(SQUARE[move])
    return position


def names(mask: int) -> list[str]:
    return [NAMES[square] for square in squares(mask)]


def open_squares(position: Position) -> list[str]:
    return [NAMES[move] for move in position.moves() if move != PASS]


def turned(position: Position, move: str) -> list[str]:
    """Return the squares whose discs change colour when the side to move places a disc on the square `move`."""
    after = play(position, move)
    own = after.other  # the side that has just moved
    return names(own & ~position.own & ~(1 << SQUARE[move]))


def replayed(game: dict[str, Any]) -> list[Position]:
    """Return every position of a recorded game, beginning with the start."""
    positions = [START]
    for word in game["moves"].split():
        move = PASS if word == "--" else SQUARE[word]
        assert move in positions[-1].moves(), word
        positions.append(positions[-1].play(move))
    return positions


# R1 to R4: pieces and set-up ------------------------------------------------------------------------------


def test_r1_one_click_on_a_square_is_a_move() -> None:
    assert Chooser(view.spell(START)).pick("d3").move == SQUARE["d3"]


@pytest.mark.parametrize(("black", "places", "winner"), [(33, (1, 2), BLACK), (31, (2, 1), WHITE), (32, (1, 1), None)])
def test_r2_the_majority_at_the_end_wins(black: int, places: tuple[int, int], winner: int | None) -> None:
    outcome = read_position("X" * black + "O" * (64 - black) + " X").outcome()
    assert outcome == Outcome(places, (black, 64 - black), "board_full")
    assert outcome.winner == winner


def test_r3_the_players_share_64_discs() -> None:
    laid = [mask.bit_count() for mask in (START.black, START.white)]
    assert [hand + on_board for hand, on_board in zip(START.hands, laid, strict=True)] == [32, 32]


def test_r4_every_game_starts_from_the_same_set_up() -> None:
    assert names(START.black) == ["e4", "d5"]
    assert names(START.white) == ["d4", "e5"]
    assert START.hands == (30, 30)
    assert {rules.start(2, {}, seed) for seed in range(5)} == {START}


# R5 to R8: moving and passing -----------------------------------------------------------------------------


def test_r5_a_move_borders_a_row_at_both_ends_and_turns_it() -> None:
    position = board("XOO.....", "........")
    assert open_squares(position) == ["d1"]
    assert turned(position, "d1") == ["b1", "c1"]


def test_r5_a_square_that_outflanks_nothing_is_refused() -> None:
    assert START.refusal(("a1",)) == Refusal("NO_FLIP", ("a1",), "R5")
    assert START.refusal(("c4",)) is None


@pytest.mark.parametrize(
    "rows",
    [
        (".......X", "O......."),  # h1 and a2 have consecutive numbers, but are not neighbours
        ("......XO", "........"),
        ("X.......", ".......O"),
        (".......O", "X......."),
    ],
)
def test_r5_no_row_goes_round_the_edge(rows: tuple[str, ...]) -> None:
    position = board(*rows)
    assert open_squares(position) == []


def test_r6_black_moves_first() -> None:
    assert START.turn == BLACK
    assert open_squares(START) == ["d3", "c4", "f5", "e6"]
    assert play(START, "d3").turn == WHITE


def test_r7_who_cannot_outflank_forfeits_the_turn() -> None:
    position = read_position(STUCK)
    assert position.moves() == (PASS,)
    assert rules.forced(position) == PASS
    assert position.events(PASS) == (Passed(WHITE, "no_flip"),)
    after = position.play(PASS)
    assert after == position._replace(turn=BLACK)
    assert PASS not in after.moves()


def test_a_pass_is_not_counted_as_a_move() -> None:
    match: Match[Any, Any] = Match(load("reversi").ruleset, read_position(STUCK))
    match.play(PASS)
    assert (match.ply, match.moves_played) == (1, 0)


def test_r7_every_square_is_refused_because_of_the_pass() -> None:
    position = read_position(STUCK)
    assert position.refusal(("h8",)) == Refusal("FORCED_PASS", (), "R7")
    assert position.refusal(("pass",)) is None


def test_r8_nobody_may_forfeit_a_turn_that_can_be_used() -> None:
    assert rules.forced(START) is None
    assert START.refusal(("pass",)) == Refusal("MUST_MOVE", ("d3", "c4", "f5", "e6"), "R8")


@pytest.mark.parametrize("seed", range(20))
def test_r8_a_pass_is_offered_alone_or_not_at_all(seed: int) -> None:
    position, random = START, Random(seed)
    while moves := position.moves():
        assert moves == (PASS,) or PASS not in moves
        position = position.play(random.choice(moves))


# R9 to R13: outflanking -----------------------------------------------------------------------------------


def test_r9_one_disc_outflanks_in_eight_directions_at_once() -> None:
    position = board("........", ".X.X.X..", "..OOO...", ".XO.OX..", "..OOO...", ".X.X.X..")
    assert turned(position, "d4") == ["c3", "d3", "e3", "c4", "e4", "c5", "d5", "e5"]


@pytest.mark.parametrize(
    ("position", "move", "expected"),
    [
        (board("XOOOOOO."), "h1", ["b1", "c1", "d1", "e1", "f1", "g1"]),
        (board(".OOOOOOX"), "a1", ["b1", "c1", "d1", "e1", "f1", "g1"]),
        (board("X.......", *["O......."] * 6), "a8", ["a2", "a3", "a4", "a5", "a6", "a7"]),
        (board(*["." * row + ("O" if row else "X") + "." * (7 - row) for row in range(7)]), "h8", "b2 c3 d4 e5 f6 g7"),
        (board(*["." * (7 - row) + ("O" if row else "X") + "." * row for row in range(7)]), "a8", "g2 f3 e4 d5 c6 b7"),
    ],
)
def test_r9_a_row_may_be_six_discs_long(position: Position, move: str, expected: list[str] | str) -> None:
    turned_squares = expected.split() if isinstance(expected, str) else expected
    assert sorted(turned(position, move)) == sorted(turned_squares)


def test_r9_nineteen_discs_at_once_are_the_most() -> None:
    position = board("X..X..X.", ".O.O.O..", "..OOO...", "XOO.OOOX", "..OOO...", ".O.O.O..", "X..O..O.", "...X...X")
    turned_discs = turned(position, "d4")
    assert len(turned_discs) == 19
    assert {"g4", "d7", "g7"} <= set(turned_discs)


def test_r10_a_gap_breaks_a_row() -> None:
    position = board("XO.OX...", "X......O")
    assert open_squares(position) == ["c1"]
    assert turned(position, "c1") == ["b1", "d1"]
    assert board("XOO.O...").moves() == (SQUARE["d1"],)
    assert turned(board("XOO.O..."), "d1") == ["b1", "c1"]


def test_r11_a_run_stops_at_the_first_own_disc() -> None:
    assert turned(board(".OXOX..."), "a1") == ["b1"]
    assert open_squares(board(".XOX....")) == []


def test_r12_a_turned_disc_outflanks_nothing() -> None:
    position = board("........", "........", "........", ".OOX....", "..O.....", "..X.....")
    assert turned(position, "a4") == ["b4", "c4"]
    assert "c5" in names(play(position, "a4").white)


def test_r12_only_rows_in_line_with_the_new_disc_turn() -> None:
    position = board("XO......", "XO......")
    assert turned(position, "c1") == ["b1"]
    assert turned(position, "c2") == ["b2"]


def test_r13_all_outflanked_discs_turn() -> None:
    position = board("X..X....", ".O.O....", "..OO....", "XOO.....")
    assert turned(position, "d4") == ["b2", "d2", "c3", "d3", "b4", "c4"]


# R14 to R16: taking back, staying, handing over -----------------------------------------------------------


def test_r14_a_move_can_be_taken_back() -> None:
    match = load("reversi").match()
    match.push("d3")
    assert match.undo() == SQUARE["d3"]
    assert match.position == START


@pytest.mark.parametrize("seed", range(5))
def test_r15_a_disc_once_laid_stays_on_its_square(seed: int) -> None:
    position, random = START, Random(seed)
    while moves := position.moves():
        before, position = position, position.play(random.choice(moves))
        old, new = before.black | before.white, position.black | position.white
        assert old & new == old
        assert not position.black & position.white


def test_r15_an_occupied_square_is_refused() -> None:
    assert START.refusal(("d4",)) == Refusal("OCCUPIED", ("d4",), "R15")


def test_r16_an_empty_hand_is_given_a_disc_by_the_opponent() -> None:
    position = board("XO......", turn="X", hands="0/62")
    events = position.events(SQUARE["c1"])
    assert events[0] == Gained(BLACK, "disc", 1, WHITE)
    assert play(position, "c1").hands == (0, 61)


def test_r16_nothing_is_handed_over_while_the_hand_holds_a_disc() -> None:
    position = board("XO......", turn="X", hands="1/61")
    assert position.events(SQUARE["c1"]) == (Placed(BLACK, "c1", "c1"), Flipped(BLACK, "b1", "b1"))
    assert play(position, "c1").hands == (0, 61)


def test_r16_a_pass_costs_no_disc() -> None:
    position = read_position(STUCK)
    assert position.play(PASS).hands == position.hands


@pytest.mark.parametrize("game", GAMES, ids=[game["event"] for game in GAMES])
def test_r16_as_many_discs_change_hands_as_in_the_games_on_record(game: dict[str, Any]) -> None:
    positions = replayed(game)
    moves = [PASS if word == "--" else SQUARE[word] for word in game["moves"].split()]
    events = [event for position, move in zip(positions, moves, strict=False) for event in position.events(move)]
    laid = [sum(isinstance(event, Placed) and event.seat == seat for event in events) for seat in (BLACK, WHITE)]
    assert laid == game["laid"]
    assert sum(isinstance(event, Gained) for event in events) == game["handed_over"]
    assert sum(isinstance(event, Passed) for event in events) == game["passes"]


def test_r16_eight_discs_are_handed_over_and_the_stocks_show_it() -> None:
    game = max(GAMES, key=lambda record: int(record["handed_over"]))
    positions = replayed(game)
    assert game["handed_over"] == 8
    assert positions[-1].hands == (0, 0)
    assert min(hand for position in positions for hand in position.hands) == 0
    for position in positions:
        assert sum(position.hands) + (position.black | position.white).bit_count() == 64


# R17 and R18: the end -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=[game["event"] for game in GAMES])
def test_r17_the_game_ends_when_neither_side_can_move(game: dict[str, Any]) -> None:
    *earlier, last = replayed(game)
    assert all(position.outcome() is None and position.moves() for position in earlier)
    outcome = last.outcome()
    assert outcome is not None
    assert last.moves() == ()
    assert list(outcome.scores) == game["discs"]
    assert list(rules.tournament(outcome)) == game["tournament"]


def test_r17_one_side_that_can_still_move_keeps_the_game_going() -> None:
    position = board("XO......", turn="O")
    assert position.outcome() is None
    assert position.moves() == (PASS,)


def test_r18_the_game_may_end_before_the_board_is_full() -> None:
    game = min(GAMES, key=lambda record: len(record["moves"]))
    last = replayed(game)[-1]
    assert last.outcome() == Outcome((1, 2), (13, 0), "wiped_out")


def test_r18_both_sides_may_be_stuck_with_discs_on_the_board() -> None:
    assert board("X.......", "........", "..O.....").outcome() == Outcome((1, 1), (1, 1), "no_moves")


def test_r18_the_empty_board_of_a_diagram_is_a_drawn_game() -> None:
    assert read_position("-" * 64 + " X").outcome() == Outcome((1, 1), (0, 0), "no_moves")


def test_nothing_more_can_be_played_when_the_game_is_over() -> None:
    match = load("reversi").match()
    for word in min(GAMES, key=lambda record: len(record["moves"]))["moves"].split():
        match.push(word)
    with pytest.raises(IllegalMove):
        match.play(SQUARE["a1"])
    assert match.position.refusal(("a1",)) is None


# Conventions ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "tournament"),
    [((13, 0), (64, 0)), ((3, 17), (3, 61)), ((44, 8), (56, 8)), ((20, 20), (32, 32)), ((32, 32), (32, 32))],
)
def test_the_empty_squares_go_to_the_winner(scores: tuple[int, int], tournament: tuple[int, int]) -> None:
    outcome = Outcome((1, 1), scores, "no_moves")
    assert rules.tournament(outcome) == tournament
    assert sum(rules.tournament(outcome)) == 64


def test_events_come_in_the_order_in_which_things_happen() -> None:
    position = board("XOOO....", hands="0/60")
    assert position.events(SQUARE["e1"]) == (
        Gained(BLACK, "disc", 1, WHITE),
        Placed(BLACK, "e1", "e1"),
        *(Flipped(BLACK, name, name) for name in ("d1", "c1", "b1")),
    )


@pytest.mark.parametrize("seed", range(10))
def test_events_name_every_disc_that_changes(seed: int) -> None:
    position, random = START, Random(seed)
    while moves := position.moves():
        move = random.choice(moves)
        flipped = {event.spot for event in position.events(move) if isinstance(event, Flipped)}
        before, position = position, position.play(move)
        assert flipped == set(names((before.black & position.white) | (before.white & position.black)))


def test_moves_come_in_the_order_of_the_squares() -> None:
    assert all(list(position.moves()) == sorted(position.moves()) for position in replayed(GAMES[-1]))


def test_a_diagram_shows_discs_and_open_squares() -> None:
    assert str(START).splitlines()[:6] == [
        "  a b c d e f g h",
        "1 . . . . . . . .",
        "2 . . . . . . . .",
        "3 . . . * . . . .",
        "4 . . * O X . . .",
        "5 . . . X O * . .",
    ]
    assert str(START).endswith("Black to move")
    assert str(play(START, "d3")).endswith("White to move")


def test_pointing_at_two_squares_is_not_for_the_rules_to_refuse() -> None:
    assert START.refusal(("d4", "d5")) is None


@pytest.mark.parametrize(("empty", "turn", "hands"), [(60, "X", (30, 30)), (59, "O", (29, 30)), (59, "X", (30, 29))])
def test_hands_that_are_not_told_are_those_of_a_game_without_passes(
    empty: int, turn: str, hands: tuple[int, int]
) -> None:
    assert read_position("X" * (64 - empty) + "-" * empty + f" {turn}").hands == hands
