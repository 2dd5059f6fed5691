"""Test Parcheesi as text: positions, moves, games turn by turn, and the refusal of invalid texts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chowk.core import record
from chowk.core.errors import TextError
from chowk.core.match import Match
from chowk.core.message import english
from chowk.core.position import CHANCE
from chowk.games.parcheesi import notation, rules
from chowk.games.parcheesi.rules import END, LOSE, OPTIONS, PRESETS, Move, Position, Roll, Step, board
from chowk.games.parcheesi.rules.state import NO_BLOCKADE
from tests.unit.games.parcheesi.helpers import RULESET, dice, due, match, played, text, written

Read = TypeVar("Read")

START_4 = "S:n,n,n,n W:n,n,n,n N:n,n,n,n E:n,n,n,n S throw=-,-,-,-"
HOUSES: list[dict[str, str]] = [
    {},
    dict(PRESETS[1].values),
    *({option.name: choice.value} for option in OPTIONS for choice in option.choices[1:]),
]


@cache
def game(seats: int, house: int, seed: int = 1) -> Match[Position, Move]:
    """Return a random game, played to its end. `house` is the index of a set of house rules."""
    random = Random(f"{seats}/{house}/{seed}")
    played = match(rules.start(seats, HOUSES[house], seed), seed)
    while played.outcome() is None:
        position = played.position
        played.play(played.roll() if position.turn == CHANCE else random.choice(position.moves()))
    return played


# Positions


@pytest.mark.parametrize("house", range(len(HOUSES)), ids=lambda number: str(HOUSES[number]))
def test_positions_of_random_games_round_trip(house: int) -> None:
    for position in game(2 + house % 3, house).positions[:: 5 if house else 1]:
        line = text(position)
        assert len(line) <= 250
        assert notation.read_position(line) == position


@pytest.mark.parametrize(
    "line",
    [
        START_4,
        "S:n,n,5,h3 N:12,12,46,H S [5,3] left=3 +20",
        "S:n,n,5,h3 N:12,12,46,H N roll",
        "S:20,22,H,H N:n,n,n,n S [2,2,5,5] left=2,5,5 since=20,20,-,-",
        "S:20,22,H,H N:n,n,n,n S [2,1] left=1 since=20,20,-,- house=together:roll",
        "S:20,22,H,H N:n,n,n,n S [6,2] left=- +20 +10 +10",
        "S:n,n,n,n N:n,n,n,n N throw=x,-",
        "S:h3,H,H,H N:n,n,n,n S [5,5,2,2] left=5,2,2 bound",
        "S:H,H,H,H N:n,n,n,H S over",
        "S:H,H,H,H N:n,n,n,H E:H,H,H,H E over placed=SE house=places:on",
        "S:20,20,n,n N:n,n,n,n S roll stood=20:1/- house=stand:2",
        "S:20,n,n,n N:n,n,n,n S roll doubles=2 house=thirds:on",
        "S:10,20,H,H N:n,n,n,n S [6,2] left=2 +20 earned house=single:on",
        "S:10,20,30,H N:n,n,n,n S [5,5] left=5",
    ],
)
def test_positions_are_written_as_the_grammar_has_them(line: str) -> None:
    assert text(notation.read_position(line)) == line


def test_a_reader_takes_what_people_write() -> None:
    assert notation.read_position("S:10,20,30,40  N:n,n,n,n\nS [3,3]").dice == (3, 3, 4, 4)
    assert notation.read_position("S:10,20,30,40 N:n,n,n,n S [3,5]").dice == (5, 3)
    assert notation.read_position("N:n,n,n,n S:20,20,n,n S [4,2] house=together:roll").since == (20, 20, -1, -1)
    assert notation.read_position("N:n,n,n,n S:20,20,n,n S [4,2]").since == NO_BLOCKADE
    assert notation.read_position("N:n,n,n,n S:20,20,n,n S [4,4]").since == (20, 20, -1, -1)
    assert notation.read_position("S:H,H,H,H N:n,n,n,n S over").placed == (0,)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "A position begins with two to four players"),
        ("S:n,n,n,n S roll", "A position begins with"),
        ("S:n,n,n,n S:n,n,n,n S roll", "A position begins with"),
        ("S:n,n,n N:n,n,n,n S roll", "“n,n,n” are not the places of four pawns."),
        ("S:n,n,n,68 N:n,n,n,n S roll", "“68” is not a place for a pawn."),
        ("S:n,n,n,h8 N:n,n,n,n S roll", "“h8” is not a place"),
        ("S:n,n,n,05 N:n,n,n,n S roll", "“05” is not a place"),
        ("S:5,5,5,n N:n,n,n,n S roll", "Space 5 holds more pawns than it can."),
        ("S:5,n,n,n N:5,n,n,n S roll", "Space 5 holds more pawns"),
        ("S:h5,h5,h5,n N:n,n,n,n S roll", "Space h5 holds more pawns"),
        ("S:n,n,n,n N:n,n,n,n", "After the pawns, say whose turn it is"),
        ("S:n,n,n,n N:n,n,n,n W roll", "After the pawns"),
        ("S:n,n,n,n N:n,n,n,n S", "After the pawns"),
        ("S:n,n,n,n N:n,n,n,n S wait", "“wait” does not fit"),
        ("S:n,n,n,n N:n,n,n,n S [7,1]", "“[7,1]” does not fit"),
        ("S:n,n,n,n N:n,n,n,n S [5,5,2,2]", "“[5,5,2,2]” does not fit"),
        ("S:1,n,n,n N:n,n,n,n S [5,3] left=4", "“4” does not fit"),
        ("S:1,n,n,n N:n,n,n,n S [5,3] left=-", "“[5,3]” does not fit"),
        ("S:1,n,n,n N:n,n,n,n S [5,3] since=1,-,-,-", "“1,-,-,-” does not fit"),
        ("S:1,n,n,n N:n,n,n,n S roll since=1,1,-,-", "“1,1,-,-” does not fit"),
        ("S:1,n,n,n N:n,n,n,n S roll +20", "“roll” does not fit"),
        ("S:1,n,n,n N:n,n,n,n S [5,3] +30", "“+30” does not fit"),
        ("S:1,n,n,n N:n,n,n,n S [5,3] earned", "“[5,3]” does not fit"),
        ("S:1,n,n,n N:n,n,n,n S roll house=loops:on", "“loops:on” does not fit"),
        ("S:1,n,n,n N:n,n,n,n S roll house=laps:yes", "“yes” does not fit"),
        ("S:1,n,n,n N:n,n,n,n S roll house=first:seat", "“first:seat” does not fit"),
        ("S:1,n,n,n N:n,n,n,n S roll doubles=1", "“1” does not fit"),
        ("S:1,n,n,n N:n,n,n,n S roll doubles=3 house=thirds:on", "“3” does not fit"),
        ("S:1,n,n,n N:n,n,n,n S roll stood=1:1/-", "“1:1/-” does not fit"),
        ("S:1,n,n,n N:n,n,n,n S roll stood=1 house=stand:2", "“1” does not fit"),
        ("S:1,n,n,n N:n,n,n,n S roll placed=N", "“N” does not fit"),
        ("S:H,H,H,H N:n,n,n,n S roll", "“roll” does not fit"),
        ("S:H,H,H,H N:n,n,n,n N over", "“over” does not fit"),
        ("S:H,H,H,H N:H,H,H,H S over", "does not fit"),
        ("S:H,H,H,H N:H,H,H,H E:n,n,n,n S over", "Only one player can have all pawns home."),
        ("S:1,n,n,n N:n,n,n,n S throw=-,-", "During the rolls to see who starts, all pawns are in their nests."),
        ("S:n,n,n,n N:n,n,n,n S throw=13,-", "“throw=13,-” does not fit"),
        ("S:n,n,n,n N:n,n,n,n S throw=-,-,-", "“throw=-,-,-” does not fit"),
        ("S:n,n,n,n N:n,n,n,n S throw=6,-", "“throw=6,-” does not fit"),
        ("S:n,n,n,n N:n,n,n,n S roll nonsense", "“nonsense” does not fit"),
        ("S:n,n,n,n N:n,n,n,n S roll left=1 left=2", "“left=1 left=2” does not fit"),
        ("x" * 501, "This text is too long to be a position."),
    ],
)
def test_what_is_no_position_is_told_why(line: str, why: str) -> None:
    with pytest.raises(TextError) as caught:
        notation.read_position(line)
    assert english(caught.value.why).startswith(why) or why in english(caught.value.why)


def test_the_diagram_shows_the_cross_and_what_is_due() -> None:
    lines = str(played(due("20,20,h3,n", "5-3", west="24,H,n,n"), "20>25")).split("\n")
    assert (lines[8], lines[9]) == ("....*...   sw.*.s..", "*:::::::   :::::::*")
    assert lines[15] == "        .s."
    assert lines[19:] == ["S: 25 20 h3 n", "W: 24 H n n", "N: n n n n", "E: n n n n", "S to play 3"]
    assert "S" in str(due("20,20,n,n"))[:400]
    assert str(rules.start(2, {}, 0)).endswith("S throws for who starts")
    assert str(due("20,n,n,n")).endswith("S to roll")
    assert str(due("20,n,n,n", bonus=20)).endswith("S to play +20")


# Moves


def test_moves_are_written_from_place_to_place() -> None:
    assert written(due("20,n,n,n", "5-3", west="25,n,n,n")) == ["20>23", "20>25x", "n>5"]
    assert written(due("h5,66,n,n", "3-1")) == ["h5>h6", "h5>H", "66>1", "66>67", "66>h1"]
    assert [notation.write_move(due("n,n,n,n", "6-4"), LOSE), notation.write_move(due("1,n,n,n", bonus=20), END)] == [
        "--",
        "end",
    ]
    assert [notation.write_move(due("n,n,n,n"), roll) for roll in (Roll(6, 1), Roll(4, 4))] == ["[6,1]", "[4,4]"]


def test_a_pawn_s_number_tells_apart_what_else_reads_alike() -> None:
    position = played(due("20,20,22,H", "2-2"), "20>22")
    assert {"1:22>24", "3:22>24"} <= set(written(position))
    with pytest.raises(TextError, match="not a legal move"):
        notation.read_move(position, "22>24")


@pytest.mark.parametrize("given_text", ["[5,3]", "[3,5]", "5-3", "53", "35", "3,5", " 5-3 "])
def test_a_roll_is_read_in_many_forms(given_text: str) -> None:
    assert notation.read_move(due("n,n,n,n"), given_text) == Roll(5, 3)


@pytest.mark.parametrize("given_text", ["20>25x", "20>25", "20-25", "20-25X", " 20>25x "])
def test_a_move_is_read_in_many_forms(given_text: str) -> None:
    assert notation.read_move(due("20,n,n,n", "5-3", west="25,n,n,n"), given_text) == Step(0, 25, (5,))


@pytest.mark.parametrize("given_text", ["", "20", "20>21", "n>6", "[5,3]", "end", "--"])
def test_anything_else_is_no_move(given_text: str) -> None:
    with pytest.raises(TextError):
        notation.read_move(due("20,n,n,n", "5-3"), given_text)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_move_reads_back(seats: int) -> None:
    for position in game(seats, 0).positions[::7]:
        texts = written(position)
        assert len(set(texts)) == len(texts)
        for move, move_text in zip(position.moves(), texts, strict=True):
            assert notation.read_move(position, move_text) == move
            assert notation.read_move(position, move_text.upper()) == move


@pytest.mark.parametrize("place", range(-1, 76))
def test_places_read_back(place: int) -> None:
    assert board.read(board.written(place)) == place


# Games


def test_a_game_is_written_turn_by_turn() -> None:
    first = match(notation.read_position(START_4), 7)
    for roll in ("4-2", "6-3", "1-1", "2-1"):
        first.play(dice(roll))
    for move in ("[5,4]", "n>56", "56>60", "[2,1]", "--"):
        first.push(move)
    written_game = notation.write_game(first, "turns", {"Red": "Asha", "Game": "x", "Seed": "9"})
    assert written_game.split("\n") == [
        '[Variant "Parcheesi"]',
        '[Rules "2"]',
        f'[Setup "{START_4}"]',
        '[Seed "7"]',
        '[Red "Asha"]',
        "",
        "0. S [4,2] W [6,3] N [1,1] E [2,1]",
        "1. W [5,4] n>56 56>60",
        "2. N [2,1] --",
        "*",
        "",
    ]


def test_a_turn_of_two_rolls_with_a_bonus() -> None:
    started = match(due("n,20,n,n", north="25,n,n,n"))
    for move in ["[5,5]", "n>5", "5>10", "[5,3]", "20>25x", "10>13", "13>33", "[6,1]", "--"]:
        started.push(move)
    assert notation.write_game(started, "turns", {}).split("\n")[5:] == [
        "1. S [5,5] n>5 5>10 [5,3] 20>25x 10>13 +20 13>33",
        "2. W [6,1] --",
        "*",
        "",
    ]


@pytest.mark.parametrize("house", range(len(HOUSES)), ids=lambda number: str(HOUSES[number]))
def test_games_round_trip_turn_by_turn(house: int) -> None:
    original = game(2 + house % 3, house)
    (read_game,) = notation.read_games(notation.write_game(original, "turns", {"Date": "2026.11.21"}))
    assert (read_game.game, read_game.seed, read_game.headers) == ("parcheesi", original.seed, {"Date": "2026.11.21"})
    assert read_game.setup == text(original.position_after(0))
    assert list(read_game.moves) == original.written()


def test_records_round_trip() -> None:
    for seats in (2, 3, 4):
        original = game(seats, 0)
        again, headers = record.read(record.write(original, {"Red": "Asha"}), {"parcheesi": RULESET}.get)
        assert (again.positions, again.moves, headers["Red"]) == (original.positions, original.moves, "Asha")


def test_a_text_may_hold_several_games_with_comments() -> None:
    first_text = notation.write_game(game(2, 0), "turns", {})
    second_text = notation.write_game(game(4, 1), "turns", {"Event": "second"})
    records = notation.read_games(f"\n{first_text.replace('1. ', '1. {an opening} ', 1)}\n\n{second_text}\n")
    assert [len(record.moves) for record in records] == [game(2, 0).ply, game(4, 1).ply]
    assert records[1].headers == {"Event": "second"}


def test_without_a_set_up_the_usual_start_is_meant() -> None:
    game_text = '[Variant "Parcheesi"]\n[Seats "4"]\n\n0. [4,2] [6,3] [1,1] [2,1] W 5-4 *'
    (before,) = notation.read_games(game_text)
    assert before.setup == f"{START_4} house=together:roll"
    (read_game,) = notation.read_games(f'[Rules "2"]\n{game_text}')
    assert (read_game.setup, read_game.seed) == (START_4, 0)
    assert before.moves == read_game.moves == ("[4,2]", "[6,3]", "[1,1]", "[2,1]", "[5,4]")


@pytest.mark.parametrize(
    ("given_text", "why", "line", "column"),
    [
        ("", "There is no game of Parcheesi in this text.", 0, 0),
        ("d3 c3", "A game of Parcheesi turn by turn begins with the header", 0, 0),
        ('[Variant "Chess"]\n\n1. e4', "A game of Parcheesi turn by turn begins", 0, 0),
        ('[Variant "Parcheesi"]\n[Seats "5"]\n\n*', "Parcheesi is played by two to four players, not by “5”.", 0, 0),
        ('[Variant "Parcheesi"]\n[Seed "x"]\n\n*', "“x” is not a seed", 0, 0),
        ('[Variant "Parcheesi"]\n\n0. S [4,2] W [1,1]\n', "It is not W's turn here, but N's.", 3, 12),
        (
            '[Variant "Parcheesi"]\n\n0. S [4,2] N [1,1]\n1. S [5,4] +20 n>5',
            "No bonus of 20 has been earned here.",
            4,
            12,
        ),
        ('[Variant "Parcheesi"]\n\n0. S [4,2] N [1,1]\n1. S [5,4] n>6', "“n>6” is not a legal move here.", 4, 12),
        ("x" * 200_001, "This record is too long to be a game.", 0, 0),
    ],
)
def test_what_is_no_game_is_told_why_and_where(given_text: str, why: str, line: int, column: int) -> None:
    with pytest.raises(TextError) as caught:
        notation.read_games(given_text)
    assert english(caught.value.why).startswith(why)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_nothing_follows_the_end() -> None:
    over = notation.write_game(game(2, 0), "turns", {}).replace("*", "[5,3] *")
    with pytest.raises(TextError, match="The game is over before"):
        notation.read_games(over)


# Faulty texts

NASTY = [*'{}[]":,=+>\\\0\n\u2028٣²é', "9" * 50, "-1", "H", "h3", "[6,6]", "+20", "over", "S", "n,n,n,n"]


@cache
def samples() -> tuple[str, ...]:
    positions = [position for house in range(len(HOUSES)) for position in game(2 + house % 3, house).positions[::97]]
    return tuple(text(position) for position in positions)


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.data())
def test_damaged_positions_are_refused_or_can_be_played(data: st.DataObject) -> None:
    line = data.draw(st.sampled_from(samples()))
    for _ in range(data.draw(st.integers(1, 4))):
        cut = data.draw(st.integers(0, len(line)))
        line = line[:cut] + data.draw(st.sampled_from(("", *NASTY))) + line[cut + data.draw(st.integers(0, 3)) :]
    position = read_or_refused(notation.read_position, line)
    if position is not None:
        assert notation.read_position(text(position)) == position
        sane(position)


def read_or_refused(reader: Callable[[str], Read], given_text: str) -> Read | None:
    """Return a reader's result, or None if the reader refuses the text with a short sentence.

    Other errors are not caught.
    """
    try:
        return reader(given_text)
    except TextError as error:
        complaint = english(error.why)
    assert 0 < len(complaint) < 300
    return None


def sane(position: Position) -> None:
    """Check that the rules can continue from a position, whatever text it was read from."""
    for _ in range(6):
        moves = position.moves()
        assert bool(moves) != position.over
        if position.over:
            break
        str(position)
        for move in moves:
            position.events(move)
            position.play(move)
        position = position.play(moves[len(moves) // 2])


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(st.data())
def test_damaged_games_are_refused_or_read(data: st.DataObject) -> None:
    game_text = notation.write_game(game(2, 0), "turns", {})[:900]
    for _ in range(data.draw(st.integers(1, 3))):
        cut = data.draw(st.integers(0, len(game_text)))
        game_text = (
            game_text[:cut] + data.draw(st.sampled_from(("", *NASTY))) + game_text[cut + data.draw(st.integers(0, 9)) :]
        )
    for read_game in read_or_refused(notation.read_games, game_text) or ():
        assert read_game.game == "parcheesi"


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(st.text(max_size=80))
def test_any_text_is_refused_or_read(any_text: str) -> None:
    position = due("20,n,n,n", "5-3")
    read_or_refused(notation.read_position, any_text)
    read_or_refused(notation.read_games, any_text)
    read_or_refused(lambda move_text: notation.read_move(position, move_text), any_text)
