"""Test Checkers as text (FEN, moves, PDN): written text is read back; errors are reported with line and column."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chowk.core.errors import TextError
from chowk.core.game import Ruleset
from chowk.core.match import Match
from chowk.core.message import english
from chowk.core.record import Record
from chowk.games.checkers import notation, rules
from chowk.games.checkers.notation import read_games, read_move, read_position, write_game, write_move, write_position
from chowk.games.checkers.pdn_games import PROSE
from chowk.games.checkers.rules import BLACK, START, WHITE, House, Move, Position

FACTS: dict[str, Any] = json.loads((Path(__file__).parents[3] / "data" / "checkers.json").read_text())
RULESET = Ruleset("checkers", rules, notation)
START_FEN = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"


def fuzzed(examples: int) -> settings:
    return settings(max_examples=examples, deadline=None, derandomize=True, database=None)


def match_of(record: Record) -> Match[Position, Move]:
    match: Match[Position, Move] = Match(RULESET, read_position(record.setup), record.seed)
    for move in record.moves:
        match.push(move)
    return match


def complaint(text: str) -> tuple[int, int, str]:
    with pytest.raises(TextError) as caught:
        read_games(text)
    return caught.value.line, caught.value.column, english(caught.value.why)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Generate positions with up to twelve pieces a side and no man on its king row."""
    black = draw(st.sets(st.integers(1, 32), max_size=12))
    white = draw(st.sets(st.integers(1, 32).filter(lambda square: square not in black), max_size=12))
    crowned = {square for square in black if square > 28} | {square for square in white if square < 5}
    kings = crowned | draw(st.sets(st.sampled_from(sorted(black | white)))) if black | white else set()
    masks = [sum(rules.BIT[square] for square in squares) for squares in (black, white, kings)]
    house = House(draw(st.booleans()), draw(st.booleans()))
    return Position(
        masks[0], masks[1], masks[2], draw(st.sampled_from((BLACK, WHITE))), draw(st.integers(0, 99)), house
    )


def game(seed: int, start: Position = START) -> Match[Position, Move]:
    random = Random(seed)
    match: Match[Position, Move] = Match(RULESET, start)
    while match.outcome() is None:
        match.play(random.choice(match.position.moves()))
    return match


# Positions


@pytest.mark.parametrize("fen", [START_FEN, "B:W18,24,K10:B12,16,K22", "W:W:BK1", "B:W18:B"])
def test_fen_is_read_in_the_manner_of_the_books(fen: str) -> None:
    position = read_position(fen)
    assert read_position(write_position(position)) == position


def test_fen_of_the_start() -> None:
    assert write_position(START) == START_FEN
    assert read_position(START_FEN) == START


def test_fen_puts_the_squares_in_order_and_white_first() -> None:
    assert write_position(read_position("B:B12,16,K22:W18,24,K10")) == "B:WK10,18,24:B12,16,K22"


@pytest.mark.parametrize(
    "text",
    [
        "B:W21-32:B1-12",
        "b:b1-12:w21-32",
        " B : W 21-32 : B 1-12 ",
        "B:W21-32:B1-12.",
        "B:W21-24,25,26-32:B1-12:H0:F1",
        START_FEN + " quiet=0 repetition=on forty=on",
    ],
)
def test_fen_may_have_ranges_white_space_either_order_and_a_clock(text: str) -> None:
    assert read_position(text) == START


def test_words_tell_what_is_not_as_usual() -> None:
    position = Position(rules.BIT[1], rules.BIT[29], rules.BIT[1], WHITE, 12, House(repetition=False, forty=False))
    assert write_position(position) == "W:W29:BK1 quiet=12 repetition=off forty=off"
    assert read_position(write_position(position)) == position
    assert read_position("W:W29:BK1:H12").quiet == 12


@fuzzed(100)
@given(positions())
def test_positions_come_back_from_text(position: Position) -> None:
    assert read_position(write_position(position)) == position


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("", 1, "side to move"),
        ("X:W1:B2", 1, "side to move"),
        ("B", 1, "side to move"),
        ("B:", 2, "pieces of a side"),
        ("B:W18", 6, "both sides"),
        ("B:W18:W19", 6, "pieces of a side"),
        ("B:W18;B1", 9, "both sides"),
        ("B:W18;2:B1", 4, "no square"),
        ("B:W18:B33", 8, "no square"),
        ("B:W0:B1", 4, "no square"),
        ("B:W18,Q19:B1", 7, "no square"),
        ("B:W32-29:B1", 4, "no square"),
        ("B:W18,18:B1", 7, "listed twice"),
        ("B:W18-20,19:B1", 10, "listed twice"),
        ("B:W18:B18", 1, "Both sides"),
        ("B:W1:B12", 4, "king there"),
        ("B:W18:B1,29", 10, "king there"),
        ("B:W13-25:B1", 4, "12 pieces"),
    ],
)
def test_a_damaged_fen_is_told_with_its_column(text: str, column: int, words: str) -> None:
    with pytest.raises(TextError) as caught:
        read_position(text)
    assert words in english(caught.value.why)
    assert (caught.value.line, caught.value.column) == (1, column)


@pytest.mark.parametrize("extra", ["quiet=x", "quiet=-1", "forty=maybe", "speed=9", "quiet="])
def test_an_unknown_word_after_a_fen_is_refused(extra: str) -> None:
    with pytest.raises(TextError, match=r"not known here.*column 10"):
        read_position(f"B:W18:B1 {extra}")


def test_a_text_that_is_too_long_is_no_position() -> None:
    with pytest.raises(TextError, match="too long"):
        read_position("B:W" + "1," * 400)


# Moves


@pytest.mark.parametrize(
    ("fen", "text", "move"),
    [
        (START_FEN, "11-15", (11, 15)),
        (START_FEN, " 11 - 15 ", (11, 15)),
        (START_FEN, "11x15", (11, 15)),
        ("B:W18,K26:B14", "14x23x30", (14, 23, 30)),
        ("B:W18,K26:B14", "14X23X30", (14, 23, 30)),
        ("B:W18,K26:B14", "14:30", (14, 23, 30)),
        ("B:W18,K26:B14", "14-30", (14, 23, 30)),
        ("B:W6,7,14,15:BK2", "2x9x2", (2, 9, 18, 11, 2)),
        ("B:W6,7,14,15:BK2", "2x11x18x9x2", (2, 11, 18, 9, 2)),
        ("B:W6,7,8,14,15,16,22,23,24:BK2", "2x11x4", (2, 11, 4)),
        ("B:W6,7,8,14,15,16,22,23,24:BK2", "2x9x20x25", (2, 9, 18, 11, 20, 27, 18, 25)),
    ],
)
def test_moves_are_read_in_full_or_shortened(fen: str, text: str, move: Move) -> None:
    assert read_move(read_position(fen), text) == move


def test_routes_with_one_outcome_may_be_shortened_to_their_ends() -> None:
    assert read_move(read_position("B:W6,7,14,15:BK2"), "2x2") == (2, 9, 18, 11, 2)


@pytest.mark.parametrize("text", ["2x4", "2x18x4", "2x18x25"])
def test_a_shortened_jump_that_could_take_different_pieces_is_refused(text: str) -> None:
    with pytest.raises(TextError, match="more than one move"):
        read_move(read_position("B:W6,7,8,14,15,16,22,23,24:BK2"), text)


@pytest.mark.parametrize("text", ["11-14", "12-15", "23-18", "14x23", "1-32"])
def test_an_illegal_move_is_refused(text: str) -> None:
    with pytest.raises(TextError, match="not a legal move"):
        read_move(START, text)


@pytest.mark.parametrize("text", ["14x23", "23x30", "14x30x23", "14x18x30", "14x23x30x30"])
def test_a_jump_must_be_told_from_its_first_square_to_its_last(text: str) -> None:
    with pytest.raises(TextError, match="not a legal move"):
        read_move(read_position("B:W18,K26:B14"), text)


@pytest.mark.parametrize("text", ["", "11", "11-", "-15", "e4", "11--15", "111-15", "11-15-", "1115", "11 15", "x"])
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(TextError, match="is not a move"):
        read_move(START, text)


def test_a_jump_is_written_with_its_whole_path() -> None:
    assert write_move(START, (11, 15)) == "11-15"
    assert write_move(read_position("B:W18,K26:B14"), (14, 23, 30)) == "14x23x30"


def test_every_move_of_random_games_comes_back_from_text() -> None:
    for seed in range(40):
        played = game(seed)
        for ply, move in enumerate(played.moves):
            position = played.position_after(ply)
            texts = [write_move(position, move) for move in position.moves()]
            assert len(set(texts)) == len(texts)
            assert read_move(position, write_move(position, move)) == move


# Games


def test_a_game_is_written_with_its_result_in_the_header_only() -> None:
    match: Match[Position, Move] = Match(RULESET, read_position("B:W18,K26:B14"))
    match.push("14x23x30")
    assert write_game(match, "pdn", {"Event": 'The "Oak" \\ Elm', "Date": "2026.11.21", "Game": "x", "FEN": "y"}) == (
        '[Event "The \\"Oak\\" \\\\ Elm"]\n'
        '[Date "2026.11.21"]\n'
        '[Result "1-0"]\n'
        '[GameType "21"]\n'
        '[SetUp "1"]\n'
        '[FEN "B:W18,K26:B14"]\n'
        "\n"
        "1. 14x23x30 *\n"
    )


def test_a_game_from_whites_turn_is_numbered_so() -> None:
    match: Match[Position, Move] = Match(RULESET, read_position("W:WK29:BK1"))
    for move in ("29-25", "1-5", "25-29"):
        match.push(move)
    assert write_game(match, "pdn", {}).endswith("\n\n1... 29-25 2. 1-5 25-29 *\n")


@pytest.mark.parametrize(("text", "result"), [("1-0", BLACK), ("0-1", WHITE)])
def test_1_0_means_that_black_who_moves_first_has_won(text: str, result: int) -> None:
    match: Match[Position, Move] = Match(RULESET, START)
    match.resign(1 - result)
    assert f'[Result "{text}"]' in write_game(match, "pdn", {})


def test_a_draw_and_an_unfinished_game_have_their_results() -> None:
    match: Match[Position, Move] = Match(RULESET, START)
    assert '[Result "*"]' in write_game(match, "pdn", {})
    match.agree()
    assert '[Result "1/2-1/2"]' in write_game(match, "pdn", {})


def test_house_rules_and_clock_travel_in_a_header_of_their_own() -> None:
    start = read_position("B:WK29:BK1 quiet=7 repetition=off")
    match: Match[Position, Move] = Match(RULESET, start)
    text = write_game(match, "pdn", {})
    assert '[FEN "B:WK29:BK1"]\n[House "quiet=7 repetition=off"]' in text
    assert read_position(read_games(text)[0].setup) == start


def test_random_games_come_back_from_pdn() -> None:
    ballots = {option.name: option.default for option in rules.OPTIONS} | {"ballot": "156"}
    for seed in range(30):
        played = game(seed, rules.start(2, ballots, seed) if seed % 2 else START)
        (record,) = read_games(write_game(played, "pdn", {"White": "Äpfel “und” Birnen"}))
        again = match_of(record)
        assert (again.positions, again.moves) == (played.positions, played.moves)
        assert record.headers["White"] == "Äpfel “und” Birnen"
        assert record.headers["Result"] in ("1-0", "0-1", "1/2-1/2")


@pytest.mark.parametrize("fact", FACTS["games"][:-1], ids=lambda fact: fact["event"])
def test_games_of_masters_are_read(fact: dict[str, Any]) -> None:
    text = f'[Black "{fact["black"]}"]\n[Result "{fact["result"]}"]\n\n{fact["moves"]} {fact["result"]}\n'
    (record,) = read_games(text)
    assert record.headers == {"Black": fact["black"], "Result": fact["result"]}
    assert match_of(record).position.key == read_position(fact["final_fen"]).key


def test_the_misprint_in_a_known_file_is_found_where_it_is() -> None:
    moves = FACTS["games"][-1]["moves"].split(" <--")[0].split()
    line, column, why = complaint("\n".join(moves) + " 0-1")
    assert (line, column) == (123, 1)
    assert why == "“32-28” is not a legal move here."


def test_many_games_in_one_file() -> None:
    facts = FACTS["games"][:-1]
    text = "\r\n\r\n".join(f'[Event "{fact["event"]}"]\r\n{fact["moves"]}\r\n{fact["result"]}' for fact in facts)
    records = read_games("\ufeff" + text)
    assert [record.headers["Event"] for record in records] == [fact["event"] for fact in facts]
    assert [record.headers["Result"] for record in records] == [fact["result"] for fact in facts]
    assert [len(record.moves) for record in records] == [fact["plies"] for fact in facts]


def test_games_end_at_a_result_at_the_separator_or_where_headers_begin() -> None:
    text = '1. 11-15 1-0 1. 9-13 * [Event "a"] 1. 12-16 [Event "b"] 1. 10-14 [Event "c"] [FEN "B:W18:B9"] [Event "d"]'
    records = read_games(text)
    assert [record.moves for record in records] == [("11-15",), ("9-13",), ("12-16",), ("10-14",), (), ()]
    assert [record.headers.get("Event") for record in records] == [None, None, "a", "b", "c", "d"]
    assert [record.headers.get("Result") for record in records] == ["1-0", "*", None, None, None, None]


def test_of_a_header_that_stands_twice_over_one_game_the_first_counts() -> None:
    (record,) = read_games('[Event "a"] [Event "b"] [Result "2-0"] 11-15 *')
    assert record == Record("checkers", START_FEN, 0, ("11-15",), {"Event": "a", "Result": "1-0"})


def test_comments_variations_annotations_and_numbers_are_passed_over() -> None:
    text = """% a line for other programs
    [Event "x"] ; after a header
    {Before (the game} 1. 11-15! {Old Fourteenth, with ( and 1-0
    over lines} 23-19 $6 (23-18 {a ) inside} (9-14 what? 1-0) 8-11) 2... 8-11?! ; rest 1-0 ( {
    3.22-17 $14 $22 4-8 ?? ... (!) 1/2-1/2"""
    (record,) = read_games(text)
    assert record.moves == ("11-15", "23-19", "8-11", "22-17", "4-8")
    assert record.headers == {"Event": "x", "Result": "1/2-1/2"}


@pytest.mark.parametrize(
    ("tag", "ending", "result"),
    [
        ("1-0", "*", "1-0"),
        ("1-0", "", "1-0"),
        ("*", "0-1", "0-1"),
        ("?", "1/2-1/2", "1/2-1/2"),
        ("0-1", "1-0", "0-1"),
        ("1/2-1/2", "1-1", "1/2-1/2"),
        ("?", "2-0", "1-0"),
    ],
)
def test_the_result_header_counts_before_what_ends_the_moves(tag: str, ending: str, result: str) -> None:
    (record,) = read_games(f'[Result "{tag}"]\n1. 11-15 {ending}')
    assert record.headers["Result"] == result
    assert record.moves == ("11-15",)


def test_a_position_is_read_as_a_game_without_moves() -> None:
    assert tuple(read_games("W:WK19,K23:B12,K28")) == (Record("checkers", "W:WK19,K23:B12,K28", 0, (), {}),)
    assert read_games('[FEN "W:W19,K23:B12,K28"]')[0].setup == "W:W19,K23:B12,K28"


@pytest.mark.parametrize("kind", ["21", "21,B,8,8,N1,0", " 21 "])
def test_the_game_type_of_american_checkers_is_accepted(kind: str) -> None:
    assert read_games(f'[GameType "{kind}"] 11-15 *')[0].moves == ("11-15",)


@pytest.mark.parametrize("kind", ["20", "25", "2", "210", "chess"])
def test_other_kinds_of_draughts_are_refused(kind: str) -> None:
    line, column, why = complaint(f'[Event "x"]\n [GameType "{kind}"]\n11-15 *')
    assert (line, column) == (2, 2)
    assert "another kind of draughts" in why


def test_headers_that_would_speak_for_a_record_are_not_taken_over() -> None:
    (record,) = read_games('[Game "chess"] [Setup "x"] [Seed "-1"] [Ply "7"] [Event "e"] 11-15 *')
    assert record.headers == {"Event": "e", "Result": "*"}


SHUFFLE = "4-8 29-25 8-4 25-29 "


@pytest.mark.parametrize(
    ("moves", "setup"),
    [
        (SHUFFLE * 2, "B:WK29:BK4"),
        (SHUFFLE * 2 + "4-8", "B:WK29:BK4 repetition=off"),
        (SHUFFLE * 20, "B:WK29:BK4 repetition=off"),
        (SHUFFLE * 20 + "4-8", "B:WK29:BK4 repetition=off forty=off"),
    ],
)
def test_a_game_that_went_on_after_a_draw_of_ours_is_set_up_without_it(moves: str, setup: str) -> None:
    (record,) = read_games(f'[FEN "B:WK29:BK4"] {moves} *')
    assert record.setup == setup
    assert match_of(record).ply == len(moves.split())


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 1, 1, "no game"),
        ("  \n {only a comment}", 2, 18, "no game"),
        ("*", 1, 2, "no game"),
        ("1. 11-15 23-19\n2. 8-11 hello", 2, 9, "not “hello”"),
        ("1. 11-15\n22-18\n15-22", 0, 0, ""),
        ("1. 11-15\n2. 15-18", 2, 4, "not a legal move"),
        ("11-15 {open\n", 1, 7, "comment is not closed"),
        ("11-15 (12-16\n(9-13)\n", 1, 7, "variation is not closed"),
        ("11-15 ) 23-19", 1, 7, "not opened"),
        ('[Event "x]\n11-15', 1, 1, "not a header"),
        ("[Event x]\n11-15", 1, 1, "not a header"),
        ('[Event "x"]\n[FEN "B:W18:B33"]\n', 2, 1, "no square"),
        ('[House "speed=9"]\n', 1, 1, "not known here"),
        ('[FEN "W:W29:B25,22"] 29-25', 1, 22, "game is over"),
        ("11-15 23-19 11x", 1, 13, "not “11x”"),
        ("11-15 23-190", 1, 7, "not “23-190”"),
        ("1-1", 1, 4, "no game"),
        ("11-15 } 22-18", 1, 7, "not “}”"),
    ],
)
def test_a_damaged_file_is_told_with_line_and_column(text: str, line: int, column: int, words: str) -> None:
    if not line:
        assert len(read_games(text)[0].moves) == 3
        return
    error = complaint(text)
    assert error[:2] == (line, column)
    assert words in error[2]


GAME = '[Event "a"]\n1. 11-15 22-18 1-0'


@pytest.mark.parametrize(
    ("text", "given_text"),
    [
        (f"{GAME}\nPlayed at the club.", [True]),
        (f"{GAME}\n\n{GAME}\n\nTyped by Asha", [False, True]),
        (f"Two games\n{GAME}\n\n{GAME}\nTyped by Asha", [True, True]),
        (f"{GAME}\nA break\n\n{GAME}", [False, True]),
        ("1. 11-15 22-18 *\nto be continued", [True]),
        (GAME, [False]),
    ],
)
def test_words_after_the_last_game_are_said_to_be_left_out(text: str, given_text: list[bool]) -> None:
    assert [PROSE in record.notes for record in read_games(text)] == given_text


@pytest.mark.parametrize(
    ("text", "comments"),
    [
        (f"{GAME} {{White resigned}}", ["White resigned"]),
        (f"{GAME} {{White resigned}}\n\n{GAME}", ["White resigned"]),
        ("1. 11-15 22-18 * {adjourned}", ["adjourned"]),
        ('{a title} [Event "a"] 1. 11-15 22-18 1-0', []),
    ],
)
def test_what_is_said_after_the_end_of_a_game_stands_at_its_last_move(text: str, comments: list[str]) -> None:
    tree = notation.read_variations(text)
    assert [node.comment for node in tree.nodes.values() if node.comment] == comments
    assert tree.nodes[tree.end(0)].comment == "".join(comments)


def test_a_file_that_is_too_long_is_refused() -> None:
    assert "too long" in complaint(" " * (notation.LONGEST_FILE + 1))[2]


# Fuzzing

PDN_PIECES = st.sampled_from(
    [*'[]{}()"\\;%$*!?.-x:/ \n', "11-15", "22x15x8", "1.", "1-0", "1/2-1/2", '[FEN "', "B:W18:B1", "[Event", "21", "0"]
)
texts = st.one_of(st.text(max_size=80), st.lists(PDN_PIECES, max_size=40).map("".join))
pieces = st.sampled_from([*"BWKbw:,-. \n=", "12", "33", "0", "1-32", "quiet=", "forty=off", "H9", "99999999"])
fens = st.one_of(st.text(max_size=60), st.lists(pieces, max_size=30).map("".join))


def read_or_told(text: str) -> None:
    """Check that a text either is read as games that can be replayed, or is refused with line and column."""
    try:
        records = [*read_games(text)]
    except TextError as error:
        refusal = error
    else:
        assert [match_of(record).ply for record in records] == [len(record.moves) for record in records]
        return
    assert refusal.line > 0


@fuzzed(400)
@given(fens)
def test_no_text_upsets_the_reader_of_positions(text: str) -> None:
    try:
        position = read_position(text)
    except TextError:
        return
    assert read_position(write_position(position)) == position
    position.moves()
    position.outcome()


@fuzzed(600)
@given(texts)
def test_no_text_upsets_the_reader_of_games(text: str) -> None:
    read_or_told(text)


@fuzzed(200)
@given(st.text(max_size=30) | st.lists(PDN_PIECES, max_size=6).map("".join))
def test_no_text_upsets_the_reader_of_moves(text: str) -> None:
    try:
        move = read_move(START, text)
    except TextError:
        return
    assert move in START.moves()


@cache
def written_game(number: int) -> str:
    return write_game(game(number), "pdn", {"Event": "x"})


@fuzzed(200)
@given(st.data())
def test_a_damaged_game_is_read_or_refused(data: st.DataObject) -> None:
    text = written_game(data.draw(st.integers(0, 5)))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 5)))
    read_or_told(text[:start] + data.draw(texts) + text[end:])


# Drawn openings -----------------------------------------------------------------------------------------------------


def drawn(number: int) -> Match[Position, Move]:
    """Return a game of two moves after the opening `number`, one of the openings (ballots) that are drawn by lot."""
    ballot = rules.BALLOTS[number - 1]
    start = START
    for move in ballot.moves:
        start = start.play(move)
    match: Match[Position, Move] = Match(RULESET, start)
    for _ in range(2):
        match.play(match.position.moves()[0])
    return match


def test_the_moves_of_a_drawn_opening_are_written_and_the_opening_named() -> None:
    headers = {"Date": "2026.11.22", "Red": "Asha", "White": "Kishan"}
    text = write_game(drawn(8), "pdn", headers)
    assert text == (
        '[Date "2026.11.22"]\n[Black "Asha"]\n[White "Kishan"]\n[Result "*"]\n[GameType "21"]\n'
        '[Opening "Edinburgh Single"]\n[Ballot "8"]\n\n1. 9-13 22-18 2. 11-15 18x11 3. 7x16 *\n'
    )
    assert '[Opening "9-13 21-17 5-9"]' in write_game(drawn(1), "pdn", headers), "it has no name but its moves"


def test_every_drawn_opening_comes_back_as_one() -> None:
    for number in range(1, 175):
        played = drawn(number)
        text = write_game(played, "pdn", {})
        (record,) = read_games(text)
        assert match_of(record).positions == played.positions
        # Other programs ignore the ballot, and find the whole game.
        (single,) = read_games(text.replace(f'[Ballot "{number}"]', ""))
        assert match_of(single).positions[3:] == played.positions
        assert match_of(single).position_after(0) == START


def test_moves_that_were_not_drawn_stay_moves_whatever_a_header_says() -> None:
    for number in ("9", "0", "175", "x", ""):
        (record,) = read_games(f'[Ballot "{number}"]\n1. 9-13 22-18 2. 11-15 *')
        assert record.moves == ("9-13", "22-18", "11-15")
