"""Test the messages and the notation of Kilkenny Cats."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chowk.core import dice, record
from chowk.core.errors import TextError
from chowk.core.match import Match
from chowk.core.message import english
from chowk.core.position import Outcome
from chowk.games.kilkenny import notation, rules
from chowk.games.kilkenny.rules import FORFEIT, House, Move, Position, Roll
from chowk.games.kilkenny.ui import speech
from tests.unit import shelf
from tests.unit.games.kilkenny.helpers import RULESET, due, match, played, step

SAY = english


def sentences_on(position: Position, text: str) -> list[str]:
    return [SAY(message) for message in speech.tell(position, notation.read_move(position, text))]


def named(position: Position, text: str) -> list[str]:
    return [SAY(message) for message in speech.named(position, notation.read_move(position, text))]


# Moves ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "move", "run", "path", "effects"),
    [
        (due(3, S="(7,6)", N="(1,1)"), "h7>h4", "seat 0 moves a cat by 3 squares.", "h7 to h4", []),
        (due(1, S="(7,6)", N="(1,1)"), "h7>g7", "seat 0 moves a cat by 1 square.", "h7 to g7", []),
        (due(3, S="(7,6)", N="(1,1)"), "h7>k4", "seat 0 moves a cat diagonally by 3 squares.", "h7 to k4", []),
        (due(1, S="(7,6)", N="(1,1)"), "h7>g8", "seat 0 moves a cat diagonally by 1 square.", "h7 to g8", []),
        (
            due(4, S="(7,4) (7,9)", N="(1,1)"),
            "h5>h1",
            "seat 0 moves a cat by 4 squares.",
            "h5 to h1",
            ["seat 0 reaches a mouse."],
        ),
        (
            due(3, S="(7,6)", N="(7,3) (1,1) (1,2)"),
            "h7>h4x",
            "seat 0 moves a cat by 3 squares.",
            "h7 to h4",
            ["seat 0 captures a cat of seat 1."],
        ),
        (
            due(3, S="(7,6)", N="(7,3) (1,1)"),
            "h7>h4x",
            "seat 0 moves a cat by 3 squares.",
            "h7 to h4",
            [
                "seat 0 captures a cat of seat 1.",
                "seat 1 has one cat left and can no longer win by mice, only by being the last who can move.",
            ],
        ),
        (
            due(3, S="(7,6)", W="(5,5) (5,6)", N="(7,3) (7,15)"),
            "h7>h4x",
            "seat 0 moves a cat by 3 squares.",
            "h7 to h4",
            ["seat 0 captures a cat of seat 2.", "seat 2 is out: no cat is left that can move."],
        ),
        (
            due(4, S="(7,4)", W="(5,5) (5,6)", N="(9,3)"),
            "h5>h1",
            "seat 0 moves a cat by 4 squares.",
            "h5 to h1",
            ["seat 0 reaches a mouse.", "seat 0 is out: no cat is left that can move."],
        ),
        (
            due(3, S="(7,6)", W="(5,1) (5,9)", N="(1,1)", X="(7,3)"),
            "h7>h4x",
            "seat 0 moves a cat by 3 squares.",
            "h7 to h4",
            ["seat 0 captures a cat of nobody."],
        ),
        (
            due(4, S="(7,4) (2,2)", N="(7,0) (1,13) (2,13)", extra="house=hunted:on"),
            "h5>h1x",
            "seat 0 moves a cat by 4 squares.",
            "h5 to h1",
            ["seat 0 captures a cat of seat 1.", "seat 0 reaches a mouse."],
        ),
        (
            due(3, S="(7,6)", N="(7,3)"),
            "h7>h4x",
            "seat 0 moves a cat by 3 squares.",
            "h7 to h4",
            ["seat 0 captures a cat of seat 1."],
        ),
    ],
)
def test_a_run_is_told_with_its_effects_and_only_listeners_are_told_its_squares(
    position: Position, move: str, run: str, path: str, effects: list[str]
) -> None:
    assert sentences_on(position, move) == [run, *effects]
    assert named(position, move) == [f"seat 0: {path}.", *effects]


@pytest.mark.parametrize(
    ("position", "move", "sentence"),
    [
        (due(S="(7,6)", N="(1,1)"), "[4]", "seat 0 rolls 4."),
        (
            due(4, S="(1,1)", N="(3,3) (1,3) (3,1)"),
            "--",
            "No cat of seat 0 can go exactly 4 squares: the turn is lost.",
        ),
    ],
)
def test_rolls_and_lost_turns_are_told_alike_to_readers_and_listeners(
    position: Position, move: str, sentence: str
) -> None:
    assert sentences_on(position, move) == named(position, move) == [sentence]


def test_what_is_shown_of_a_move_has_no_name_of_a_square() -> None:
    walked = shelf.walk(shelf.Table("kilkenny", 4), 11).match
    sentences = {
        SAY(sentence)
        for before, move in zip(walked.positions, walked.moves, strict=False)
        for sentence in speech.tell(before, move)
    }
    assert any("diagonally" in sentence for sentence in sentences)
    assert any("captures" in sentence for sentence in sentences)
    assert not [sentence for sentence in sentences if re.search(r"\b[a-p]\d", sentence)]


def test_throws_for_who_starts_are_told() -> None:
    position = rules.start(2, {"first": "throw"}, 0)
    assert sentences_on(position, "[3]") == ["seat 0 rolls 3 to see who starts."]
    after_roll = played(position, "[3]")
    assert sentences_on(after_roll, "[3]")[1] == "The highest roll is shared: those who have it roll again."
    assert sentences_on(after_roll, "[5]")[1] == "seat 1 has the highest roll and starts."


# Squares, players' counts, ends ---------------------------------------------------------------------------------


def test_a_square_says_what_is_there_and_what_it_can() -> None:
    position = due(3, S="(7,6) (7,0)", N="(7,3) (7,15) (2,2)")
    spots = {
        "h7": "h7, cat of seat 0, can move",
        "h4": "h4, cat of seat 1, can be captured",
        "c3": "c3, cat of seat 1",
        "h1": "h1, mouse of seat 0, caught",
        "i1": "i1, mouse of seat 0",
        "h16": "h16, mouse of seat 1, caught",
        "a8": "a8, mouse of nobody, closed",
        "b2": "b2, empty",
        "rim": "The rim of the board, no square",
        "roll 3": "Roll 3",
        "forfeit": "Lose the turn",
    }
    assert {spot: SAY(speech.spot(position, spot)) for spot in spots} == spots
    hunted = due(S="(7,15) (3,3)", N="(1,1)", extra="house=hunted:on")
    assert SAY(speech.spot(hunted, "h16")) == "h16, mouse of seat 1, held by a cat of seat 0"
    stray = due(S="(3,3)", W="(9,9)", N="(1,1)", X="(5,5)")
    assert SAY(speech.spot(stray, "f6")) == "f6, cat of nobody"


def test_cards_count_mice_and_cats_and_say_who_cannot_win_by_mice() -> None:
    position = due(S="(7,0) (3,3)", N="(1,1) (2,1)")
    assert [[(SAY(fact.label), fact.value) for fact in card] for card in speech.facts(position)] == [
        [("Mice caught", 1), ("Cats left", 2)],
        [("Mice caught", 0), ("Cats left", 2)],
    ]
    short = speech.facts(due(S="(7,0) (3,3)", N="(1,1)"))
    assert [SAY(card[-1].label) for card in short] == ["Cats missing for a win by mice"] * 2
    assert [card[-1].value for card in short] == [0, 1]


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        (Outcome((1, 2), (2, 0), "mice"), "seat 0 wins: two cats are on their two mice."),
        (Outcome((2, 1), (1, 0), "last"), "seat 1 wins: nobody else has a cat that can move."),
        (Outcome((1, 1), (0, 0), "quiet"), "A draw: too many rounds brought neither a capture nor a mouse."),
        (Outcome((1, 1), (0, 0), "stuck"), "A draw: no cat can move, whatever the die shows."),
        (Outcome((1, 1, 2), (), "resigned"), "seat 2 resigns, and the game is over."),
        (Outcome((2, 1), (), "resigned"), "seat 1 wins: seat 0 resigns."),
        (Outcome((1, 1, 1), (), "agreed"), "A draw, agreed by all players."),
        (
            Outcome((2, 1), (0, 1), "counted"),
            "seat 1 wins: too many rounds brought neither a capture nor a mouse, and seat 1 is ahead by mice and cats.",
        ),
        (
            Outcome((1, 1, 3), (1, 1, 0), "counted"),
            "A draw: too many rounds brought neither a capture nor a mouse, and the best are equal.",
        ),
    ],
)
def test_every_end_has_its_sentence(outcome: Outcome, sentence: str) -> None:
    assert SAY(speech.outcome(outcome)) == sentence


def test_the_score_counts_mice_the_winner_first() -> None:
    lines = [SAY(line) for line in speech.score(Outcome((2, 1, 2), (1, 2, 0), "mice"))]
    assert lines == ["1. seat 1: 2 mice", "2. seat 0: 1 mouse", "2. seat 2: 0 mice"]


# Notation -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "S:g12,h12,i12,j12,g13,h13,i13,j13 N:g4,h4,i4,j4,g5,h5,i5,j5 S roll",
        "S:h1,c4 W:d7 N:- E:l7 W [5] quiet=7 house=rounds:100",
        "N:h4 E:l7 S:h9 E roll house=hunted:on,counted:on,resign:on",
        "S:c4 W:d7 N:k3 ?:l7,m7 N [1] house=rounds:0",
        "W:e7,d8 E:l7,m7 E roll quiet=100",
        "E:l7,m7 W:e7,d8 E [3] house=resign:on",
        "S:g12 N:g4,h4 S roll house=pair:mixed",
        "S:g12,h12,i12,j12,g13,h13,i13,j13 N:g4,h4,i4,j4,g5,h5,i5,j5 N throw=6,-",
    ],
)
def test_a_position_in_words_reads_back(text: str) -> None:
    assert notation.write_position(notation.read_position(text)) == text


WRONG: dict[str, str] = {
    "": "begins with two to four players",
    "S:g12 S roll": "begins with two to four players",
    "S:g12 W:d7 S roll": "begins with two to four players",
    "S:g12 N:d7 W:k3 S roll": "begins with two to four players",
    "S:g12 S:d7 S roll": "begins with two to four players",
    "S:g12 ?:d7 N:k3 S roll": "begins with two to four players",
    "S:g12 N:d7": "say whose turn",
    "S:g12 N:d7 W roll": "say whose turn",
    "S:g12 N:d7 S [7]": "does not fit",
    "S:g12 N:d7 S walk": "does not fit",
    "S:g12 N:a1 S roll": "not a square",
    "S:g12 N:g12 S roll": "more than one cat",
    "S:g12,g12 N:d7 S roll": "more than one cat",
    "S:b2,c2,d2,e2,f2,g2,h2,i2,j2 N:d7 S roll": "No player has more than 8",
    "S:h16 N:d7 S roll": "not its own",
    "S:g12 W:d7 N:k3 ?:a8 S roll": "not its own",
    "S:h1,i1 N:h16,i16 S roll": "Only one player",
    "S:g12 N:d7 ?:c5 S roll": "games for three",
    "S:h1 W:d7 N:k3 S roll": "who is out",
    "S:g12 N:d7 S roll quiet=-1": "does not fit",
    "S:g12 N:d7 S roll quiet=3 house=rounds:0": "does not fit",
    "S:g12 N:d7 S roll house=rounds:7": "does not fit",
    "S:g12 N:d7 S roll house=first:throw": "does not fit",
    "S:g12 N:d7 S roll colour=red": "does not fit",
    "S:g12 N:d7 S throw=-,-": "where they begin",
    "S:g12 N:d7 S throw=3,-": "does not fit",
    "S:g12 N:d7 S roll " + "x" * 600: "too long",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_position_that_is_none_is_complained_of(text: str) -> None:
    with pytest.raises(TextError, match=WRONG[text]):
        notation.read_position(text)


def test_moves_are_read_as_people_write_them() -> None:
    position = due(3, S="(7,6)", N="(7,3) (1,1)")
    for text in ("h7>h4x", "h7-h4", "H7>H4", " h7>h4 "):
        assert notation.read_move(position, text) == step((7, 6), (7, 3))
    assert notation.read_move(due(S="(7,6)", N="(1,1)"), "4") == Roll(4)
    assert notation.read_move(due(4, S="(1,1)", N="(3,3) (1,3) (3,1)"), "forfeit") == FORFEIT
    with pytest.raises(TextError):
        notation.read_move(position, "h7>h5")


GAME = """[Variant "Kilkenny Cats"]
[Rules "2"]
[Setup "S:c4,h8 N:h4,k9 S roll"]
[Seed "7"]
[Event "An example"]

1. S [4] h8>h4x
2. N [2] k9>m9
*
"""


def test_a_game_turn_by_turn_reads_and_writes() -> None:
    (read_game,) = notation.read_games(GAME)
    assert (read_game.game, read_game.seed, read_game.moves) == ("kilkenny", 7, ("[4]", "h8>h4x", "[2]", "k9>m9"))
    again = match(notation.read_position(read_game.setup), read_game.moves, read_game.seed)
    assert notation.write_game(again, "turns", read_game.headers) == GAME


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("2. N", "2. S", 8, "not S's turn"),
        ("h8>h4x", "h8>h5", 7, "not a legal move"),
        ("Kilkenny Cats", "Chess", 0, "begins with the header"),
        ('[Seed "7"]', '[Seed "x"]', 0, "not a seed"),
    ],
)
def test_what_is_wrong_with_a_game_is_said_with_its_place(old: str, new: str, line: int, words: str) -> None:
    with pytest.raises(TextError, match=words) as caught:
        notation.read_games(GAME.replace(old, new))
    assert caught.value.line == line


def test_a_text_may_hold_several_games_and_needs_one() -> None:
    assert len(notation.read_games(GAME + "\n" + GAME)) == 2
    with pytest.raises(TextError, match="no game of Kilkenny"):
        notation.read_games("")
    with pytest.raises(TextError, match="two to four players"):
        notation.read_games('[Variant "Kilkenny Cats"]\n[Seats "5"]\n*')


def random_match(seed: int, plies: int = 60) -> Match[Position, Move]:
    random = Random(seed)
    options = {option.name: random.choice(option.choices).value for option in rules.OPTIONS}
    random_game = match(rules.start(random.choice((2, 3, 4)), options, seed), (), seed)
    while random_game.ply < plies and random_game.outcome() is None:
        position = random_game.position
        random_game.play(random_game.roll() if position.odds() else random.choice(position.moves()))
    return random_game


@pytest.mark.parametrize("seed", range(12))
def test_records_of_random_games_come_back(seed: int) -> None:
    game = random_match(seed)
    (turns,) = notation.read_games(notation.write_game(game, "turns", {}))
    assert list(turns.moves) == game.written()
    again, _ = record.read(record.write(game), lambda name: RULESET if name == "kilkenny" else None)
    assert again.positions == game.positions


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet='SWNE?:,abhi0179[]-x>= \n"rollquiethouse', max_size=80))
def test_any_text_is_read_or_complained_of(text: str) -> None:
    readers: tuple[Callable[[str], object], ...] = (
        notation.read_position,
        notation.read_games,
        lambda text_of_move: notation.read_move(due(3, S="(7,6)", N="(7,3)"), text_of_move),
    )
    for read in readers:
        with suppress(TextError):
            read(text)


# Dice, shared with Parcheesi ------------------------------------------------------------------------------------------


def test_rolls_are_counted_and_proven_from_the_seed() -> None:
    game = random_match(5, 200)
    rolled = dice.throws(game)
    assert len(rolled) > 50
    assert all(len(throw.faces) == 1 for throw in rolled)
    assert all(proof.holds for proof in dice.proofs(game))
    counted = dice.statistics([throw.faces for throw in rolled], 1)
    assert sum(face.times for face in counted.faces) == counted.rolls == len(rolled)
    assert counted.sums == ()


def test_house_rules_go_from_options_to_the_position_and_back() -> None:
    options = {"hunted": "on", "rounds": "100", "counted": "on", "resign": "on", "pair": "mixed"}
    position = rules.start(2, options, 0)
    assert position.house == House(True, "100", True, True, "mixed")
    assert rules.changed_house_options(position.house) == options
    assert rules.start(2, {"rounds": "7", "hunted": "perhaps"}, 0).house == House()
    west = rules.start(2, {"pair": "west"}, 0)
    assert west.house == House(pair="west")
    assert "house" not in notation.write_position(west), "where they sit, their letters say"


def test_whose_turn_it_is_is_known_before_the_roll() -> None:
    position = due(S="(7,6)", N="(1,1)", mover="N")
    assert dice.seat_to_act(position) == 1
    assert dice.seat_to_act(played(position, "[3]")) == 1
    assert dice.seat_to_act(rules.start(3, {"first": "throw"}, 0)) == 0
