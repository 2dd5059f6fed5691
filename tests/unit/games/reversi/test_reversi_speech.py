"""Test the messages of Reversi, and its rules sheet."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from chowk.core.message import Message
from chowk.core.position import Outcome, Refusal
from chowk.games.reversi import rules
from chowk.games.reversi.engine.bots import SCALE
from chowk.games.reversi.notation import read_position
from chowk.games.reversi.rules import PASS, SQUARE, START, Position
from chowk.games.reversi.ui import rule_book as sheet
from chowk.games.reversi.ui import speech
from chowk.i18n.i18n import Words, words
from tests.unit.shelf import Table, check_message

ENGLISH: Words = words().with_names(speech.SEATS)
STUCK = read_position("XXXXX----XXX-----OXOOO---OOXOOOO-OOOOOO----OOOOO---------------- O")
BARE = read_position("XO" + "-" * 62 + " X 0/62")


def in_english(messages: Sequence[Message]) -> list[str]:
    return [ENGLISH(message) for message in messages]


def test_the_sides_are_black_and_white() -> None:
    assert in_english(speech.SEATS) == ["Black", "White"]


@pytest.mark.parametrize(
    ("position", "spot", "text"),
    [
        (START, "d4", "d4, white disc"),
        (START, "e4", "e4, black disc"),
        (START, "a1", "a1, empty"),
        (START, "d3", "d3, empty, Black can turn 1 disc"),
        (read_position("XOO" + "-" * 61 + " X"), "d1", "d1, empty, Black can turn 2 discs"),
        (START.play(SQUARE["d3"]), "c3", "c3, empty, White can turn 1 disc"),
        (STUCK, "pass", "Pass"),
    ],
)
def test_a_square_is_told_with_what_is_on_it(position: Position, spot: str, text: str) -> None:
    assert ENGLISH(speech.spot(position, spot)) == text


@pytest.mark.parametrize(
    ("position", "move", "sentences"),
    [
        (START, SQUARE["d3"], ["Black: d3, turning 1 disc."]),
        (read_position("XOO" + "-" * 61 + " X"), SQUARE["d1"], ["Black: d1, turning 2 discs."]),
        (STUCK, PASS, ["White cannot outflank a disc and passes."]),
        (
            BARE,
            SQUARE["c1"],
            ["White hands over a disc, because Black has none left.", "Black: c1, turning 1 disc."],
        ),
    ],
)
def test_a_move_is_told_in_the_order_of_its_events(position: Position, move: int, sentences: list[str]) -> None:
    assert in_english(speech.tell(position, move)) == sentences


def test_a_typed_name_takes_the_place_of_the_side_and_keeps_to_itself() -> None:
    named = words().with_names(("Asha", speech.SEATS[1]))
    assert [named(message) for message in speech.tell(START, SQUARE["d3"])] == ["\u2068Asha\u2069: d3, turning 1 disc."]


def test_the_cards_count_discs_on_the_board_and_in_hand() -> None:
    cards = speech.facts(BARE)
    assert [[(ENGLISH(fact.label), fact.value) for fact in card] for card in cards] == [
        [("Discs on the board", 1), ("Discs in hand", 0)],
        [("Discs on the board", 1), ("Discs in hand", 62)],
    ]
    assert [card[0].art for card in cards] == list(speech.TOKENS)


@pytest.mark.parametrize(
    ("position", "spot", "text"),
    [
        (START, "d4", "There is a disc on d4 already. Choose an empty square."),
        (STUCK, "h8", "No square outflanks a disc now, so this turn is passed."),
        (START, "pass", "You may pass only when no square outflanks a disc. Choose one of the marked squares."),
        (
            START,
            "a1",
            "A disc on a1 would turn nothing. Choose a square from which a row of the other colour lies between "
            "your new disc and one of yours.",
        ),
    ],
)
def test_a_refusal_says_why_and_what_to_do_instead(position: Position, spot: str, text: str) -> None:
    refusal = position.refusal((spot,))
    assert refusal is not None
    assert ENGLISH(speech.refusal(refusal)) == text


def test_no_refusal_is_without_words() -> None:
    reasons = {"OCCUPIED": ("d4",), "NO_FLIP": ("a1",), "FORCED_PASS": (), "MUST_MOVE": ("d3",)}
    for reason, cause in reasons.items():
        check_message(speech.refusal(Refusal(reason, cause, "R5")), Table("reversi", 2))


@pytest.mark.parametrize(
    ("outcome", "sentence", "lines"),
    [
        (
            Outcome((1, 2), (40, 24), "board_full"),
            "Black wins 40 to 24: the board is full.",
            ["Black: 40 discs", "White: 24 discs"],
        ),
        (
            Outcome((2, 1), (3, 17), "no_moves"),
            "White wins 17 to 3: neither side can outflank a disc.",
            [
                "Black: 3 discs",
                "White: 17 discs",
                "Tournament score: 3 to 61, with 44 empty squares for the winner",
            ],
        ),
        (
            Outcome((1, 2), (13, 0), "wiped_out"),
            "Black wins 13 to 0: White has no disc left on the board.",
            [
                "Black: 13 discs",
                "White: 0 discs",
                "Tournament score: 64 to 0, with 51 empty squares for the winner",
            ],
        ),
        (
            Outcome((1, 2), (62, 1), "no_moves"),
            "Black wins 62 to 1: neither side can outflank a disc.",
            ["Black: 62 discs", "White: 1 disc", "Tournament score: 63 to 1, with 1 empty square for the winner"],
        ),
        (
            Outcome((1, 1), (32, 32), "board_full"),
            "A draw with 32 discs each: the board is full.",
            ["Black: 32 discs", "White: 32 discs"],
        ),
        (
            Outcome((1, 1), (20, 20), "no_moves"),
            "A draw with 20 discs each: neither side can outflank a disc.",
            [
                "Black: 20 discs",
                "White: 20 discs",
                "Tournament score: 32 to 32, with 24 empty squares shared",
            ],
        ),
        (Outcome((2, 1), (), "resigned"), "White wins: Black resigns.", []),
        (Outcome((1, 1), (), "agreed"), "A draw, agreed by both players.", []),
    ],
)
def test_an_end_is_told_with_its_reason_and_its_numbers(outcome: Outcome, sentence: str, lines: list[str]) -> None:
    assert ENGLISH(speech.outcome(outcome)) == sentence
    assert in_english(speech.score(outcome)) == lines
    for message in (speech.outcome(outcome), *speech.score(outcome)):
        check_message(message, Table("reversi", 2))


# The rules sheet ------------------------------------------------------------------------------------------


def test_every_numbered_rule_is_stated_once() -> None:
    stated = [rule for section in sheet.SECTIONS for paragraph in section.paragraphs for rule in paragraph.rules]
    assert sorted(stated, key=lambda rule: int(rule[1:])) == [f"R{number}" for number in range(1, 19)]


def diagram(rule: str) -> Position:
    """Return the position after the moves of the diagram that explains a rule, such as `R5`, on the sheet of rules."""
    (match,) = [
        paragraph.diagram
        for section in sheet.SECTIONS
        for paragraph in section.paragraphs
        if rule in paragraph.rules and paragraph.diagram
    ]
    position = read_position(match.setup)
    for move in match.moves:
        position = position.play(SQUARE[move])
    return position


def white(position: Position, spot: str) -> bool:
    return bool(position.white >> SQUARE[spot] & 1)


def test_the_diagrams_show_what_their_captions_say() -> None:
    assert diagram("R6") == START
    assert not white(diagram("R5"), "d4")
    assert diagram("R9").white == 0
    assert white(diagram("R10"), "d4")
    assert not white(diagram("R10"), "b4")
    assert white(diagram("R12"), "c5")
    assert diagram("R7").moves() == (PASS,)
    assert diagram("R18").outcome() == Outcome((1, 2), (13, 0), "wiped_out")


def test_the_corner_of_the_primer_turns_three_discs() -> None:
    (corner_diagram,) = [paragraph.diagram for paragraph in sheet.SECTIONS[-1].paragraphs if paragraph.diagram]
    position = read_position(corner_diagram.setup)
    assert rules.flips(position.own, position.other, SQUARE[corner_diagram.moves[0]]).bit_count() == 3


def test_no_lead_is_told_that_is_more_than_all_discs() -> None:
    assert [SCALE.written(lead) for lead in (-76.2, -64.0, -53.6, 0.2, 3.4, 80.0)] == [
        "−64",
        "−64",
        "−54",
        "0",
        "+3",
        "+64",
    ]
