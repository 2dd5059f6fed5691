"""Test the messages of Parcheesi, and its rules sheet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from chowk.core.message import Message
from chowk.core.position import Outcome, Refusal
from chowk.games.parcheesi import notation, rules
from chowk.games.parcheesi.rules import END, LOSE, OPTIONS, Position, spell
from chowk.games.parcheesi.rules.board import SPOTS
from chowk.games.parcheesi.rules.refusals import LOSSES, REASONS
from chowk.games.parcheesi.ui import rule_book as sheet
from chowk.games.parcheesi.ui import speech
from chowk.i18n.i18n import PSEUDO, Words, words
from tests.unit import shelf
from tests.unit.games.parcheesi.helpers import dice, due, match, played
from tests.unit.shelf import languages

ENGLISH: Words = words().with_names(speech.SEATS)


def in_english(messages: Sequence[Message]) -> list[str]:
    return [ENGLISH(message) for message in messages]


def check_sentence(message: Message) -> None:
    """Check that the message is a complete sentence in every language."""
    for language in languages():
        text = language.with_names(speech.SEATS)(message)
        assert text.strip()
        assert not set("{}") & set(text), text
        if language.language == PSEUDO:
            assert (text[0], text[-1]) == ("⟦", "⟧"), f"not in the catalogue, or glued: {text}"


def sentences_on(position: Position, move: str) -> list[str]:
    return in_english(speech.tell(position, notation.read_move(position, move)))


def named(position: Position, move: str) -> list[str]:
    return in_english(speech.named(position, notation.read_move(position, move)))


def test_the_players_are_named_by_colour() -> None:
    assert in_english(speech.SEATS) == ["Red", "Blue", "Yellow", "Green"]


@pytest.mark.parametrize(
    ("spot", "text"),
    [
        ("space 33", "Space 33, empty"),
        ("space 12", "Space 12, safe, pawn of Blue"),
        ("space 5", "Space 5, safe, Red's entry, empty"),
        ("space 51", "Space 51, safe, before Blue's home row, empty"),
        ("space 20", "Space 20, blockade of Red"),
        ("nest west", "Blue's nest, 3 pawns"),
        ("nest south", "Red's nest, 1 pawn"),
        ("home north", "Yellow's home, 0 pawns"),
        ("row south 3", "Red's home row, space 3, pawn of Red"),
        ("end", "Skip the bonus"),
        ("lose", "Go on: nothing can be used"),
        ("roll 5 3", "Roll of 5 and 3"),
        ("pawn 2", "Pawn 2, on space 20"),
    ],
)
def test_a_place_is_told_with_what_stands_there(spot: str, text: str) -> None:
    assert ENGLISH(speech.spot(due("20,20,h3,n", west="12,n,n,n"), spot)) == text


def test_sides_where_nobody_sits_are_told_apart() -> None:
    position = rules.start(2, {}, 0)
    texts = [ENGLISH(speech.spot(position, spot)) for spot in SPOTS]
    assert len(set(texts)) == len(texts)
    assert {"West nest, unused", "East home row, unused, space 7", "West home, unused"} <= set(texts)


@pytest.mark.parametrize(
    ("position", "move", "sentences"),
    [
        (due("n,n,n,n"), "[5,3]", ["Red rolls 5 and 3."]),
        (due("n,n,n,n"), "[4,4]", ["Red rolls a double 4."]),
        (
            due("20,30,40,50"),
            "[2,2]",
            ["Red rolls a double 2.", "All pawns are out: four moves, 2 twice and 5 twice."],
        ),
        (due("n,n,n,n", "5-3"), "n>5", ["Red brings a pawn out of the nest."]),
        (due("20,n,n,n", "6-4"), "20>24", ["Red moves a pawn by 4 spaces."]),
        (due("20,n,n,n", "2-1"), "20>21", ["Red moves a pawn by 1 space."]),
        (due("20,n,n,n", "6-2"), "20>22", ["Red moves a pawn by 2 spaces.", "The pawn is on a safe space."]),
        (due("66,n,n,n", "6-4"), "66>h4", ["Red moves a pawn by 6 spaces.", "The pawn is in its home row."]),
        (
            due("20,n,n,n", "6-4", east="24,n,n,n"),
            "20>24x",
            [
                "Red moves a pawn by 4 spaces.",
                "Red sends a pawn of Green back to its nest.",
                "Red earns a bonus of 20.",
            ],
        ),
        (
            due("20,24,n,n", "6-4"),
            "20>24",
            ["Red moves a pawn by 4 spaces.", "Red makes a blockade."],
        ),
        # no other player can enter this home row, so no blockade is announced
        (due("h1,h3,20,n", "6-2"), "h1>h3", ["Red moves a pawn by 2 spaces.", "The pawn is in its home row."]),
        (
            due("h6,20,n,n", "6-2"),
            "h6>H",
            ["Red moves a pawn by 2 spaces.", "The pawn comes home.", "Red earns a bonus of 10."],
        ),
        (
            due("h6,H,H,H", "6-2"),
            "h6>H",
            ["Red moves a pawn by 2 spaces.", "The pawn comes home.", "Red has all four pawns home."],
        ),
        (due("20,n,n,n", bonus=20), "20>40", ["Red moves a pawn by a bonus of 20."]),
        (due("20,n,n,n", bonus=20), "end", ["Red skips the bonus of 20."]),
        (due("n,n,n,n", "6-4"), "--", ["Red cannot use this roll.", "It takes a five to leave the nest."]),
        (
            played(due("8,H,H,H", "3-2", east="12,12,n,n"), "8>11"),
            "--",
            ["Red cannot use the 2 that is left.", "A blockade is in the way."],
        ),
        (
            played(due("h6,h6,H,H", "1-1"), "h6>h7 h7>H"),
            "--",
            ["Red cannot use the 2 moves that are left.", "Home takes the exact count."],
        ),
        (due("h1,H,H,n", bonus=20), "--", ["Red cannot use the bonus of 20.", "Home takes the exact count."]),
        (
            due("20,h3,n,H", house="thirds:on")._replace(doubles=2).play(dice("4-4")),
            "--",
            ["A third double in a row is not played.", "Red's pawn nearest home goes back to its nest."],
        ),
        (
            due("n,n,n,H", house="thirds:on")._replace(doubles=2).play(dice("4-4")),
            "--",
            ["A third double in a row is not played."],
        ),
        (due("8,n,n,n", "4-4", east="12,n,n,n"), "--", ["Red cannot use this roll.", "The safe space there is held."]),
    ],
)
def test_a_move_is_told_in_the_order_of_its_events(position: Position, move: str, sentences: list[str]) -> None:
    assert sentences_on(position, move) == sentences


@pytest.mark.parametrize(
    ("position", "move", "sentences"),
    [
        (due("n,n,n,n"), "[5,3]", ["Red rolls 5 and 3."]),
        (due("n,n,n,n", "5-3"), "n>5", ["Red brings a pawn out to space 5."]),
        (due("66,n,n,n", "6-4"), "66>h4", ["Red plays 6, from space 66 to home row space 4."]),
        (
            due("20,24,n,n", "6-4"),
            "20>24",
            ["Red plays 4, from space 20 to space 24.", "Red has a blockade on space 24."],
        ),
        (
            due("h6,20,n,n", "6-2"),
            "h6>H",
            ["Red plays 2, from home row space 6 to home.", "Red earns a bonus of 10."],
        ),
        (due("20,n,n,n", bonus=20), "20>40", ["Red plays a bonus of 20, from space 20 to space 40."]),
        (due("n,n,n,n", "6-4"), "--", ["Red cannot use this roll.", "It takes a five to leave the nest."]),
    ],
)
def test_listeners_are_told_the_numbers_of_spaces(position: Position, move: str, sentences: list[str]) -> None:
    assert named(position, move) == sentences


def test_what_is_shown_of_a_move_has_no_number_of_a_space() -> None:
    walked = shelf.walk(shelf.Table("parcheesi", 4), 11).match
    sentences = [
        sentence
        for before, move in zip(walked.positions, walked.moves, strict=False)
        for sentence in in_english(speech.tell(before, move))
    ]
    assert any("safe space" in sentence for sentence in sentences)
    assert not [sentence for sentence in sentences if re.search(r"space \d", sentence)]


def test_several_bonuses_are_lost_or_declined_together() -> None:
    two = notation.read_position("S:h1,H,H,n N:n,n,n,n S [6,5] left=- +20 +10")
    assert in_english(speech.tell(two, LOSE)) == ["Red cannot use 2 bonuses.", "Home takes the exact count."]
    open_ = notation.read_position("S:20,H,H,n N:n,n,n,n S [6,5] left=- +20 +10")
    assert in_english(speech.tell(open_, END)) == ["Red skips 2 bonuses."]


def test_the_throws_for_who_starts_are_told() -> None:
    position = rules.start(2, {}, 0)
    assert sentences_on(position, "[4,2]") == ["Red rolls 6 to see who starts."]
    second = position.play(dice("4-2"))
    assert sentences_on(second, "[6,2]") == ["Blue rolls 8 to see who starts.", "Blue starts."]
    assert sentences_on(second, "[5,1]") == [
        "Blue rolls 6 to see who starts.",
        "The highest roll is shared, so those who share it roll again.",
    ]
    assert sentences_on(second, "[1,1]")[-1] == "Red starts."


def test_the_cards_count_pawns_home_steps_and_pawns_in_the_nest() -> None:
    cards = speech.facts(due("h7,H,0,n", west="n,n,n,n"))
    assert [[(ENGLISH(fact.label), fact.value) for fact in card] for card in cards[:2]] == [
        [("Pawns home", 1), ("Steps to go", 1 + 8 + 71), ("Pawns in the nest", 1)],
        [("Pawns home", 0), ("Steps to go", 284), ("Pawns in the nest", 4)],
    ]
    assert [card[0].art for card in cards] == list(speech.TOKENS)


@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("cause", [(), ("space 24",), ("nest south",), ("home west",), ("row north 3", "space 1")])
def test_no_refusal_is_without_words(reason: str, cause: tuple[str, ...]) -> None:
    check_sentence(speech.refusal(Refusal(reason, cause, REASONS[reason])))


def test_a_refusal_says_why_and_what_to_do_instead() -> None:
    blocked = due("20,30,n,n", "6-5", west="24,24,n,n").refusal(("space 20",))
    assert blocked is not None
    assert ENGLISH(speech.refusal(blocked)) == (
        "A blockade on space 24 is in the way. No pawn may land on it or pass it, not even its owner's."
    )
    five = due("20,n,n,n", "6-4").refusal(("nest south",))
    assert five is not None
    assert ENGLISH(speech.refusal(five)) == "A pawn leaves the nest only on a five, by one die or by the sum of both."


@pytest.mark.parametrize(
    ("outcome", "sentence", "lines"),
    [
        (
            Outcome((2, 1, 2), (1, 4, 3), "home"),
            "Blue wins: all four pawns are home.",
            ["1. Blue: 4 pawns home", "2. Yellow: 3 pawns home", "2. Red: 1 pawn home"],
        ),
        (Outcome((1, 2), (), "resigned"), "Red wins: Blue resigns.", []),
        (Outcome((1, 2, 1), (), "resigned"), "Blue resigns, and the game is over.", []),
        (Outcome((1, 1), (), "agreed"), "A draw, agreed by all players.", []),
    ],
)
def test_an_end_is_told_with_its_reason_and_its_numbers(outcome: Outcome, sentence: str, lines: list[str]) -> None:
    assert ENGLISH(speech.outcome(outcome)) == sentence
    assert in_english(speech.score(outcome)) == lines
    for message in (speech.outcome(outcome), *speech.score(outcome)):
        check_sentence(message)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everything_that_happens_in_random_games_has_a_sentence(seats: int) -> None:
    random = Random(seats)
    for option in OPTIONS[::3]:
        position = rules.start(seats, {option.name: option.choices[-1].value}, seats)
        for ply in range(150):
            if position.over:
                break
            moves: Any = position.moves()
            if ply % 11 == 0:
                spots = {spot for path in spell(position).values() for spot in path} | set(SPOTS)
                texts = [ENGLISH(speech.spot(position, spot)) for spot in spots]
                assert len(set(texts)) == len(texts)
            move = random.choices(moves, position.odds() or None)[0]
            for message in speech.tell(position, move):
                assert ENGLISH(message)[-1] == "."
            position = position.play(move)


def test_every_sentence_is_in_the_catalogue() -> None:
    for message in (*speech.SEATS, speech.BOARD, *speech._LOST.values()):
        check_sentence(message)
    assert set(speech._LOST) == set(LOSSES)
    assert set(speech._REFUSALS) == set(REASONS)
    position = due("20,20,h3,n", west="12,n,n,n")
    for spot in (*SPOTS, "end", "lose", "pawn 1", "roll 6 1"):
        check_sentence(speech.spot(position, spot))
    for fact in speech.facts(position)[0]:
        check_sentence(fact.label)


# The rules sheet


def test_every_numbered_rule_is_stated() -> None:
    stated = {rule for section in sheet.SECTIONS for paragraph in section.paragraphs for rule in paragraph.rules}
    expected = {f"PR-{number:02}" for number in range(1, 33)} | {f"A3-{number:02}" for number in range(1, 31)}
    assert stated == expected
    assert set(REASONS.values()) <= stated


def test_the_sheet_is_in_every_language_and_its_diagrams_are_played() -> None:
    assert len({section.name for section in sheet.SECTIONS}) == len(sheet.SECTIONS)
    for section in sheet.SECTIONS:
        check_sentence(section.title)
        for paragraph in section.paragraphs:
            check_sentence(paragraph.text)
            if paragraph.diagram:
                check_sentence(paragraph.diagram.caption)
                assert set(paragraph.diagram.marks) <= set(SPOTS)
                shown(paragraph.diagram.setup, paragraph.diagram.moves)


def shown(setup: str, moves: Sequence[str]) -> Position:
    game = match(notation.read_position(setup))
    for move in moves:
        game.push(move)
    return game.position


def diagram(name: str, rule: str) -> Position:
    (section,) = (section for section in sheet.SECTIONS if section.name == name)
    first_diagram = next(
        paragraph.diagram for paragraph in section.paragraphs if rule in paragraph.rules and paragraph.diagram
    )
    return shown(first_diagram.setup, first_diagram.moves)


def test_the_diagrams_show_what_their_captions_say() -> None:
    assert diagram("nest", "PR-05").pawns[0].count(5) == 2
    assert diagram("dice", "PR-09").pawns[3] == (-1, -1, -1, -1)
    assert set(diagram("dice", "PR-10").pawns[0]) == {14, 16, 75}
    assert diagram("dice", "PR-11").moves() == (LOSE,)
    assert sorted(diagram("doubles", "PR-13").pawns[0]) == [20, 32, 75, 75]
    assert len(diagram("capture", "PR-19").moves()) == 1
    assert diagram("blockade", "PR-22").moves() == (LOSE,)
    assert diagram("blockade", "PR-23").refusal(("space 20", "space 22")) is not None
    assert [move.to for move in diagram("home", "PR-26").moves() if isinstance(move, rules.Step)] == [1, 2, 68, 69]
    assert [move.to for move in diagram("bonus", "A3-05").moves() if isinstance(move, rules.Step)] == [32, 50]
