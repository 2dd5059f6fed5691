"""Test the numbered rules of American Checkers. Without the tested rule, each position would have another result."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from chowk.core.events import Captured, Moved, Promoted
from chowk.core.game import Ruleset
from chowk.core.match import IllegalMove, Match
from chowk.core.position import Outcome
from chowk.games.checkers import notation, rules
from chowk.games.checkers.rules import BIT, BLACK, LEAPS, START, WALKS, WHITE, House, Move, Position
from chowk.games.checkers.rules.ballots import BALLOTS

FACTS: dict[str, Any] = json.loads((Path(__file__).parents[3] / "data" / "checkers.json").read_text())
RULESET = Ruleset("checkers", rules, notation)


def position_from(fen: str) -> Position:
    return notation.read_position(fen)


def written(fen: str) -> list[str]:
    position = position_from(fen)
    return [notation.write_move(position, move) for move in position.moves()]


def after(fen: str, move: str) -> str:
    position = position_from(fen)
    return notation.write_position(position.play(notation.read_move(position, move)))


def match(fen: str, moves: str = "") -> Match[Position, Move]:
    played: Match[Position, Move] = Match(RULESET, position_from(fen))
    for move in moves.split():
        played.push(move)
    return played


# Pieces and squares


def test_c4_the_light_squares_are_not_played_on() -> None:
    refusal = START.refusal((rules.LIGHT,))
    assert refusal is not None
    assert (refusal.reason, refusal.cause, refusal.rule) == ("NOT_DARK_SQUARE", (), "C4")


def test_c5_the_left_hand_corners_are_4_and_29_and_the_double_corners_1_5_and_28_32() -> None:
    neighbours = {square: len(WALKS[rules.KING][BIT[square]]) for square in range(1, 33)}
    assert [square for square, count in neighbours.items() if count == 1] == [4, 29]
    assert {square: neighbours[square] for square in (1, 5, 28, 32)} == {1: 2, 5: 2, 28: 2, 32: 2}


def test_c8_twelve_men_on_the_squares_nearest_each_player() -> None:
    assert rules.squares(START.black) == tuple(range(1, 13))
    assert rules.squares(START.white) == tuple(range(21, 33))
    assert START.kings == 0


def test_the_diagram_shows_the_board_as_white_sees_it() -> None:
    assert str(position_from("W:WK18,32:B1,K5")).split("\n") == [
        "  b   .   .   .",
        "B   .   .   .",
        "  .   .   .   .",
        ".   .   .   .",
        "  .   W   .   .",
        ".   .   .   .",
        "  .   .   .   .",
        ".   .   .   w",
        "White to move",
    ]


# Steps


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("B:W32:B14", ["14-17", "14-18"]),
        ("W:W14:B4", ["14-9", "14-10"]),
        ("B:W32:BK14", ["14-9", "14-10", "14-17", "14-18"]),
        ("W:WK14:B4", ["14-9", "14-10", "14-17", "14-18"]),
        ("B:W32:BK4", ["4-8"]),
        ("B:W32:B13", ["13-17"]),
        ("B:W32:B12", ["12-16"]),
        ("W:W32:BK5", ["32-27", "32-28"]),
    ],
)
def test_c10_a_man_steps_forward_and_a_king_also_back_one_square(fen: str, moves: list[str]) -> None:
    assert written(fen) == moves


def test_c10_only_to_an_empty_square() -> None:
    assert written("B:W18,22,23,25,26:B14,17") == ["17-21"]


def test_every_square_has_its_two_or_four_neighbours_within_the_board() -> None:
    for square in range(1, 33):
        row, column = divmod(square - 1, 4)
        x = 2 * column + 1 - row % 2
        places = [(x + across, row + down) for down in (-1, 1) for across in (-1, 1)]
        squares = [4 * y + x // 2 + 1 for x, y in places if 0 <= x < 8 and 0 <= y < 8]
        assert [move[1] for _, move in WALKS[rules.KING][BIT[square]]] == squares


def test_every_jump_passes_the_square_between() -> None:
    for bit, leaps in LEAPS[rules.KING].items():
        for over, landing, _ in leaps:
            assert over in (end for end, _ in WALKS[rules.KING][bit])
            assert over in (end for end, _ in WALKS[rules.KING][landing])


# Jumps


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("B:W18:B14", ["14x23"]),
        ("B:WK18:B14", ["14x23"]),
        ("B:W18,23:B14", ["14-17"]),
        ("B:W18,24:B14,23", ["14-17", "23-26", "23-27"]),
        ("B:W21:B17", ["17-22"]),
        ("B:W26:B22", ["22x31"]),
    ],
)
def test_c11_a_jump_lands_on_the_empty_square_right_behind_in_line(fen: str, moves: list[str]) -> None:
    assert [move for move in written(fen) if "x" in move or "x" not in moves[0]] == moves


@pytest.mark.parametrize(
    ("fen", "jumps"),
    [("B:W10:B14", 0), ("B:W10:BK14", 1), ("W:W14:B18", 0), ("W:WK14:B18", 1)],
)
def test_c12_a_man_jumps_forward_only_and_a_king_also_back(fen: str, jumps: int) -> None:
    assert sum("x" in move for move in written(fen)) == jumps


def test_c13_one_move_may_hold_several_jumps_and_change_direction() -> None:
    assert written("B:W10,18,19,26,27:B6") == ["6x15x22x31", "6x15x24x31"]


def test_c14_each_jump_takes_one_piece_off_the_board() -> None:
    assert after("B:W10,18,19,26,27:B6", "6x15x22x31") == "W:W19,27:BK31"


def test_c15_no_jump_over_an_own_piece() -> None:
    assert written("B:W32:B14,18") == ["14-17", "18-22", "18-23"]


def test_c16_no_piece_is_jumped_twice() -> None:
    # The king jumps four men in a circle, back to 2. It may not jump the first man a second time.
    position = position_from("B:W6,7,14,15:BK2")
    assert [rules.over(move) for move in position.moves()] == [(6, 14, 15, 7), (7, 15, 14, 6)]


def test_c17_who_can_jump_must() -> None:
    assert written("B:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15") == ["15x22"]


def test_c18_a_jump_is_completed() -> None:
    assert written("B:W18,K26:B14") == ["14x23x30"]
    with pytest.raises(IllegalMove):
        match("B:W18,K26:B14").play((14, 23))


def test_c19_of_several_jumps_any_may_be_chosen() -> None:
    assert written("B:W18,19,27:B15") == ["15x22", "15x24x31"]


def test_c20_a_man_may_jump_a_king() -> None:
    assert written("B:WK18:B14,9") == ["14x23"]


def test_two_routes_to_one_end_stay_two_moves() -> None:
    position = position_from("B:W6,7,14,15:BK2")
    assert written("B:W6,7,14,15:BK2") == ["2x9x18x11x2", "2x11x18x9x2"]
    assert {position.play(move).key for move in position.moves()} == {position_from("W:W:BK2").key}


def test_the_same_round_beside_a_man_gives_four_paths_and_three_outcomes() -> None:
    position = position_from("B:W6,7,14,15:B1,K2")
    assert len(position.moves()) == 4
    assert len({position.play(move) for move in position.moves()}) == 3


def test_fourteen_paths_with_ten_outcomes_four_of_them_from_2_to_4() -> None:
    position = position_from("B:W6,7,8,14,15,16,22,23,24:BK2")
    results = {(move[0], move[-1], rules.jumped(move)) for move in position.moves()}
    assert len(position.moves()) == 14
    assert len(results) == 10
    assert sum(ends[:2] == (2, 4) for ends in results) == 4


# Kings


@pytest.mark.parametrize("square", [29, 30, 31, 32])
def test_c21_a_man_on_the_last_row_becomes_a_king(square: int) -> None:
    move = next(move for _, move in WALKS[WHITE][BIT[square]])
    position = Position(BIT[move[1]], BIT[13], 0).play(move[::-1])
    assert position.kings == position.black == BIT[square]


def test_c21_white_is_crowned_on_the_first_row() -> None:
    assert after("W:W5,7:BK32", "7-2") == "B:WK2,5:BK32"
    assert written("W:W11,K30:B7,8") == ["11x2", "11x4"]
    assert after("W:W11,K30:B7,8", "11x2") == "B:WK2,K30:B8"
    assert after("W:W11,K30:B7,8", "11x4") == "B:WK4,K30:B7"


def test_c21_no_man_is_crowned_on_the_own_back_row() -> None:
    assert after("B:W32:B1,K7", "7-2") == "W:W32:B1,K2 quiet=1"
    assert after("B:W32:B1,K7", "1-5") == "W:W32:B5,K7"


def test_c22_a_piece_just_crowned_does_not_go_on_jumping() -> None:
    assert written("B:W25,26:B23") == ["23x30"]
    assert after("B:W25,26:B23", "23x30") == "W:W25:BK30"


# Turns and endings


def test_c23_black_moves_first_and_turns_alternate() -> None:
    played = match(notation.write_position(START))
    turns = []
    for _ in range(6):
        turns.append(played.position.turn)
        played.play(played.position.moves()[0])
    assert turns == [BLACK, WHITE] * 3


@pytest.mark.parametrize(
    ("fen", "winner", "why"),
    [
        ("W:W29:B25,22", BLACK, "blocked"),
        ("W:W21:B17,14", BLACK, "blocked"),
        ("W:W:B14", BLACK, "no_pieces"),
        ("B:W14:B", WHITE, "no_pieces"),
        ("B:W8,K11:B4", WHITE, "blocked"),
    ],
)
def test_c24_who_cannot_move_has_lost(fen: str, winner: int, why: str) -> None:
    outcome = position_from(fen).outcome()
    assert position_from(fen).moves() == ()
    assert outcome is not None
    assert (outcome.winner, outcome.why) == (winner, why)


def test_a_game_goes_on_while_there_is_a_move() -> None:
    assert START.outcome() is None
    assert position_from("W:W29:B22").outcome() is None


def test_the_table_makes_no_move_by_itself() -> None:
    assert rules.forced(position_from("B:W25,26:B23")) is None


# Draws

SHUFFLE = "4-8 29-25 8-4 25-29 "
KINGS = "B:WK29:BK4"


def test_d1_a_position_that_occurs_for_the_third_time_is_a_draw() -> None:
    assert match(KINGS, SHUFFLE + SHUFFLE[:-6]).outcome() is None
    assert match(KINGS, SHUFFLE * 2).outcome() == Outcome((1, 1), (), "repetition")


def test_d1_nothing_is_played_after_it_and_undo_takes_it_back() -> None:
    drawn = match(KINGS, SHUFFLE * 2)
    with pytest.raises(IllegalMove):
        drawn.play(drawn.position.moves()[0])
    drawn.undo()
    assert drawn.outcome() is None


def test_d1_the_same_board_with_the_other_side_to_move_is_another_position() -> None:
    # Black's king needs three moves to return, White's king two. The board recurs with the other side to move.
    played = match("B:WK29:BK1,K9", "1-6 29-25 6-10 25-29 10-7 29-25 7-2 25-29 2-6")
    board = [position.key[:3] for position in played.positions]
    assert Counter(board)[position_from("B:WK29:BK6,K9").key[:3]] == 2
    assert played.outcome() is None


def test_d1_is_counted_afresh_wherever_a_match_begins_or_is_taken_back_to() -> None:
    drawn = match(KINGS, SHUFFLE * 2)
    for _ in range(4):
        drawn.undo()
    assert match(KINGS, SHUFFLE).outcome() is drawn.outcome() is None
    for _ in range(4):
        drawn.redo()
    assert drawn.outcome() == Outcome((1, 1), (), "repetition")
    assert drawn.until(7).outcome() is None


def test_d1_can_be_switched_off() -> None:
    assert match(KINGS + " repetition=off", SHUFFLE * 3).outcome() is None


def test_d2_eighty_plies_without_capture_or_mans_move_are_a_draw() -> None:
    assert position_from("B:WK29:BK1 quiet=79").outcome() is None
    assert match("B:WK29:BK1 quiet=79", "1-5").outcome() == Outcome((1, 1), (), "forty_moves")
    assert position_from("B:WK29:BK1 quiet=80").moves() == ()


@pytest.mark.parametrize(
    ("fen", "move", "quiet"),
    [
        ("B:WK29:BK1,12 quiet=79", "12-16", 0),
        ("B:WK29:BK1,12 quiet=79", "1-5", 80),
        ("B:WK6,K29:BK1 quiet=79", "1x10", 0),
        ("B:WK29,18:B14 quiet=79", "14x23", 0),
    ],
)
def test_d2_the_clock_starts_anew_with_a_capture_or_a_mans_move(fen: str, move: str, quiet: int) -> None:
    position = position_from(fen)
    assert position.play(notation.read_move(position, move)).quiet == quiet


def test_d2_can_be_switched_off() -> None:
    assert position_from("B:WK29:BK1 quiet=80 forty=off").moves()
    assert match("B:WK29:BK1 quiet=90 forty=off", "1-5").outcome() is None


def test_d2_the_clock_is_no_part_of_what_is_compared_for_repetition() -> None:
    assert position_from("B:WK29:BK1 quiet=7").key == position_from("B:WK29:BK1 forty=off").key


def test_d3_neither_draw_saves_a_side_that_cannot_move() -> None:
    lost = position_from("W:W29:B25,22 quiet=80")
    assert lost.outcome() == Outcome((1, 2), (), "blocked")
    assert position_from("W:W:BK1 quiet=80").outcome() == Outcome((1, 2), (), "no_pieces")
    assert match("B:W29:B25,K18 quiet=79", "18-22").outcome() == Outcome((1, 2), (), "blocked")


def test_players_may_agree_on_a_draw_and_resign() -> None:
    played = match("B:WK29:BK1")
    played.agree()
    assert played.outcome() == Outcome((1, 1), (), "agreed")
    played.undo()
    played.resign(WHITE)
    outcome = played.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.why) == (BLACK, "resigned")


# House rules and openings


def options(**chosen: str) -> dict[str, str]:
    return {option.name: chosen.get(option.name, option.default) for option in rules.OPTIONS}


def test_the_first_choices_are_both_draws_and_no_ballot() -> None:
    assert rules.start(2, options(), 7) == rules.start(2, {}, 0) == START
    assert START.house == House(repetition=True, forty=True)


@pytest.mark.parametrize(
    ("chosen", "house"),
    [({"repetition": "off"}, House(repetition=False)), ({"forty": "off"}, House(forty=False))],
)
def test_a_house_rule_stays_with_the_game(chosen: dict[str, str], house: House) -> None:
    position = rules.start(2, options(**chosen), 0)
    assert position.house == house
    assert position.play((11, 15)).play((23, 19)).house == house


def test_d4_the_ballots_are_the_federations_list() -> None:
    decks = {"crossboard": "144", "mailplay": "12", "barred": ""}
    listed = [(fact["acf"], decks[fact["class"]], fact["moves"].replace("x", "-")) for fact in FACTS["openings"]]
    ours = [
        (ballot.number, ballot.deck, " ".join(f"{start}-{end}" for start, end in ballot.moves)) for ballot in BALLOTS
    ]
    assert ours == listed
    assert Counter(ballot.deck for ballot in BALLOTS) == {"144": 144, "12": 12, "": 18}


def test_d4_the_ballots_replay_legally_to_174_positions() -> None:
    ends = set()
    for ballot in BALLOTS:
        position = START
        for move in ballot.moves:
            assert move in position.moves()
            position = position.play(move)
        ends.add(position.key)
    assert len(ends) == 174


@pytest.mark.parametrize("deck", ["156", "144", "12"])
def test_d4_a_ballot_is_drawn_from_the_deck_by_the_seed(deck: str) -> None:
    allowed = {
        START.play(first).play(second).play(third): (first, second, third)
        for _, kind, (first, second, third) in BALLOTS
        if kind and deck in ("156", kind)
    }
    drawn = [rules.start(2, options(ballot=deck), seed) for seed in range(1500 if deck == "156" else 600)]
    assert set(drawn) <= set(allowed)
    assert len(allowed) == int(deck)
    assert len(set(drawn)) > 0.95 * len(allowed)
    assert drawn[:9] == [rules.start(2, options(ballot=deck), seed) for seed in range(9)]
    assert {position.turn for position in drawn} == {WHITE}


# Events


def test_a_jump_is_told_in_the_order_it_is_seen() -> None:
    assert position_from("B:W18,K26:B14").events((14, 23, 30)) == (
        Moved(BLACK, "14", ("14", "23", "30"), "30"),
        Captured(BLACK, "18", "18", step=1),
        Captured(BLACK, "26", "26", step=2),
        Promoted(BLACK, "30", "30"),
    )


def test_a_step_is_one_event_and_a_king_is_not_crowned_again() -> None:
    assert START.events((11, 15)) == (Moved(BLACK, "11", ("11", "15"), "15"),)
    assert position_from("B:WK1:BK25").events((25, 29)) == (Moved(BLACK, "25", ("25", "29"), "29"),)


def test_events_tell_the_whole_change_of_the_board() -> None:
    for seed in range(60):
        for position, move in randomly(seed):
            board = {square: sign(position, square) for square in rules.squares(position.black | position.white)}
            for event in position.events(move):
                if isinstance(event, Moved):
                    board[int(event.becomes)] = board.pop(int(event.piece))
                elif isinstance(event, Captured):
                    del board[int(event.piece)]
                elif isinstance(event, Promoted):
                    board[int(event.piece)] = board[int(event.piece)].upper()
            now = position.play(move)
            assert board == {square: sign(now, square) for square in rules.squares(now.black | now.white)}


def sign(position: Position, square: int) -> str:
    letter = "b" if BIT[square] & position.black else "w"
    return letter.upper() if BIT[square] & position.kings else letter


def randomly(seed: int) -> list[tuple[Position, Move]]:
    chosen, line, position = random.Random(seed), [], START
    while moves := position.moves():
        line.append((position, chosen.choice(moves)))
        position = position.play(line[-1][1])
    return line


def test_moves_are_distinct_and_in_the_order_of_their_paths() -> None:
    for seed in range(60):
        for position, _ in randomly(seed):
            assert list(position.moves()) == sorted(set(position.moves()))


def test_no_path_is_the_beginning_of_another() -> None:
    for fact in FACTS["perft"]:
        for moves in (
            position_from(fact["fen"]).moves(),
            *(position_from(fact["fen"]).play(move).moves() for move in position_from(fact["fen"]).moves()),
        ):
            assert not any(path != longer and longer[: len(path)] == path for path in moves for longer in moves)


# Known games and endings


@pytest.mark.parametrize("game", FACTS["games"][:-1], ids=lambda game: game["event"])
def test_games_of_masters_replay_to_their_last_position(game: dict[str, Any]) -> None:
    played = match(notation.write_position(START) + " repetition=off forty=off", game["moves"])
    assert played.ply == game["plies"]
    assert played.position.key == position_from(game["final_fen"]).key


def wins_within(position: Position, plies: int, memory: dict[tuple[Any, int], bool]) -> bool:
    """Return True if the side to move can force a win within `plies`."""
    key = (position.key, plies)
    if key not in memory:
        memory[key] = plies > 0 and any(
            not (replies := (now := position.play(move)).moves())
            or (plies > 2 and all(wins_within(now.play(reply), plies - 2, memory) for reply in replies))
            for move in position.moves()
        )
    return memory[key]


@pytest.mark.parametrize(
    "problem",
    [fact for fact in FACTS["problems"] if fact["value"] == "win" and fact["plies"] <= 11],
    ids=lambda problem: problem["name"],
)
def test_short_endings_are_won_in_exactly_the_known_number_of_plies(problem: dict[str, Any]) -> None:
    position = position_from(problem["fen"] + " forty=off")
    assert wins_within(position, problem["plies"], {})
    assert not wins_within(position, problem["plies"] - 2, {})


@pytest.mark.parametrize(
    "problem",
    [fact for fact in FACTS["problems"] if fact["value"] == "loss" and fact["plies"] <= 12],
    ids=lambda problem: problem["name"],
)
def test_short_endings_are_lost_in_exactly_the_known_number_of_plies(problem: dict[str, Any]) -> None:
    position, plies = position_from(problem["fen"] + " forty=off"), problem["plies"]
    assert all(wins_within(position.play(move), plies - 1, {}) for move in position.moves())
    assert plies == 2 or not all(wins_within(position.play(move), plies - 3, {}) for move in position.moves())


@pytest.mark.parametrize("problem", FACTS["problems"], ids=lambda problem: problem["name"])
def test_known_endings_are_not_over(problem: dict[str, Any]) -> None:
    assert position_from(problem["fen"]).outcome() is None


# Refusals


REFUSALS = [
    ("B:W32:B1", "light", "NOT_DARK_SQUARE", "", "C4"),
    ("B:W32:B1", "1 light", "NOT_DARK_SQUARE", "", "C4"),
    ("B:W32:B1", "18", "NO_PIECE", "18", "C1"),
    ("B:W32:B1", "32", "NOT_YOUR_PIECE", "32", "C23"),
    ("B:W18,19:B1,14,15", "1", "MUST_CAPTURE", "14 15", "C17"),
    ("B:W18:B14", "14 17", "MUST_CAPTURE", "14", "C17"),
    ("B:W18:B14", "14 26", "MUST_CAPTURE", "14", "C17"),
    ("B:W18:B1,14", "14 1", "MUST_CAPTURE", "14", "C17"),
    ("B:W18,32:B14", "14 32", "MUST_CAPTURE", "14", "C17"),
    ("B:W32:B5,9", "9 5", "OCCUPIED", "5", "C10"),
    ("B:W32:B1,5,6", "1", "PIECE_BLOCKED", "5 6", "C10"),
    ("B:W17,22:B13", "13", "", "", ""),
    ("B:W32:BK1,5", "1 5", "OCCUPIED", "5", "C10"),
    ("B:W32:BK1", "1 32", "OCCUPIED", "32", "C10"),
    ("B:W32:B1", "1 1", "OCCUPIED", "1", "C10"),
    ("B:W32:B9", "9 6", "MEN_FORWARD_ONLY", "6", "C10"),
    ("B:W32:B9", "9 2", "TOO_FAR", "2", "C10"),
    ("B:W32:BK9", "9 18", "TOO_FAR", "18", "C10"),
    ("B:W32:BK9", "9 27", "TOO_FAR", "27", "C10"),
    ("B:W32:B9", "9 17", "NOT_DIAGONAL", "17", "C10"),
    ("B:W32:B9", "9 10", "NOT_DIAGONAL", "10", "C10"),
    ("B:W18:B14", "14 18", "JUMP_BEYOND", "23", "C11"),
    ("B:W18,23:B14", "14 18", "BLOCKED_JUMP", "23", "C11"),
    ("B:W21:B17", "17 21", "BLOCKED_JUMP", "21", "C11"),
    ("B:W6:B9", "9 6", "MEN_JUMP_FORWARD", "6", "C12"),
    ("B:W6:B9", "9 2", "MEN_JUMP_FORWARD", "6", "C12"),
    ("B:W32:B9,14", "9 18", "OWN_PIECE_JUMP", "14", "C15"),
    ("B:W6,7,14,15:BK2", "2 18", "WHICH_WAY", "9 11", "C13"),
    ("B:W18,27:B14", "14 32", "WHICH_WAY", "23", "C13"),
    ("B:W18,27:B14", "14 23 19", "MUST_CONTINUE", "32", "C18"),
    ("B:W18,27:B14", "14 23 26", "MUST_CONTINUE", "32", "C18"),
    ("B:W18,27:B1,14", "14 23 1", "MUST_CONTINUE", "32", "C18"),
    ("B:W18,27:B14", "14 23 14", "JUMPED_TWICE", "18", "C16"),
    ("B:W18,19,27:B14", "14 23 16", "MEN_JUMP_FORWARD", "19", "C12"),
    ("B:W18,26:B14,27", "14 23 32", "OWN_PIECE_JUMP", "27", "C15"),
    ("B:W6,7,14,15:BK2", "2 9 18 9", "JUMPED_TWICE", "14", "C16"),
    ("B:W6,7,14,15:BK2", "2 9 18 14", "JUMPED_TWICE", "14", "C16"),
    ("B:W6,7,14,15:BK2", "2 9 18 15", "JUMP_BEYOND", "11", "C11"),
    ("B:W25,26:B23", "23 21", "ALREADY_CROWNED", "30", "C22"),
    ("B:W25,26:B23", "23 30 21", "ALREADY_CROWNED", "30", "C22"),
    ("B:W25,26:B23", "23 30 31", "ONE_MOVE", "30", "C23"),
    ("B:W32:B9", "9 13 17", "ONE_MOVE", "13", "C23"),
]


@pytest.mark.parametrize(("fen", "spots", "reason", "cause", "rule"), REFUSALS)
def test_refusals(fen: str, spots: str, reason: str, cause: str, rule: str) -> None:
    refusal = position_from(fen).refusal(spots.split())
    result = (refusal.reason, " ".join(refusal.cause), refusal.rule) if refusal else ("", "", "")
    assert result == (reason, cause, rule)


def test_every_reason_is_met_above() -> None:
    assert {reason for _, _, reason, _, _ in REFUSALS} - {""} == set(rules.REASONS)


def test_what_can_be_played_is_not_refused_nor_anything_once_the_game_is_over() -> None:
    for seed in range(20):
        for position, _ in randomly(seed):
            for move in position.moves():
                path = tuple(map(str, move))
                assert all(position.refusal(path[:depth]) is None for depth in range(len(path) + 1))
    assert position_from("W:W29:B25,22").refusal(("29",)) is None


@pytest.mark.parametrize("games", [range(2), pytest.param(range(2, 12), marks=pytest.mark.deep)], ids=str)
def test_whatever_else_is_pointed_at_is_refused(games: range) -> None:
    spots = [rules.LIGHT, *rules.SQUARE]
    for seed in games:
        for position, _ in randomly(seed):
            starts = {str(move[0]): move for move in position.moves()}
            for spot in spots:
                assert (position.refusal((spot,)) is None) == (spot in starts)
            for first in starts:
                seconds = {str(move[1]) for move in position.moves() if str(move[0]) == first}
                for spot in spots:
                    assert (position.refusal((first, spot)) is None) == (spot in seconds)
