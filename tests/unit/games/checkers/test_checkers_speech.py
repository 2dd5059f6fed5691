"""Test the messages of Checkers, and its rules sheet."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from chowk.core.message import Message, english
from chowk.core.position import Outcome
from chowk.games.api import Diagram
from chowk.games.checkers import rules
from chowk.games.checkers.notation import read_move, read_position, write_position
from chowk.games.checkers.rules import BIT, START, Position
from chowk.games.checkers.ui import rule_book as sheet
from chowk.games.checkers.ui import speech
from chowk.i18n.i18n import Words, words
from chowk.ui.screens import pictures
from tests.unit.shelf import Table, check_message, walk

ENGLISH: Words = words().with_names(speech.SEATS)


def in_english(messages: Sequence[Message]) -> list[str]:
    return [ENGLISH(message) for message in messages]


def test_the_sides_are_red_and_white() -> None:
    assert in_english(speech.SEATS) == ["Red", "White"]


@pytest.mark.parametrize(
    ("fen", "spot", "text"),
    [
        ("B:W32:B14", "18", "18, empty"),
        ("B:W32:B14", "14", "14, red man, can move"),
        ("B:W32:B14", "32", "32, white man"),
        ("W:W32:B14", "32", "32, white man, can move"),
        ("W:W32:B14", "14", "14, red man"),
        ("B:WK32:BK14", "14", "14, red king, can move"),
        ("B:WK32:BK14", "32", "32, white king"),
        ("W:WK32:BK14", "14", "14, red king"),
        ("W:WK32:BK14", "32", "32, white king, can move"),
        ("B:W18:B14,1", "14", "14, red man, can capture"),
        ("B:W18:B14,1", "1", "1, red man"),
        ("B:W18:BK14,1", "14", "14, red king, can capture"),
        ("W:W18:B14", "18", "18, white man, can capture"),
        ("W:WK18:B14", "18", "18, white king, can capture"),
        ("B:W32:B1,5,6", "1", "1, red man"),
        ("W:W21:B14,17", "14", "14, red man"),
        ("B:W32:BK1 quiet=80", "1", "1, red king"),
        ("B:W32:B14", rules.LIGHT, "Light square, not played on"),
    ],
)
def test_a_square_is_told_with_the_piece_on_it_and_what_it_can_do(fen: str, spot: str, text: str) -> None:
    assert ENGLISH(speech.spot(read_position(fen), spot)) == text


@pytest.mark.parametrize(
    ("fen", "move", "shown", "heard"),
    [
        (write_position(START), "11-15", ["Red moves a man to the middle."], ["Red: 11 to 15."]),
        (write_position(START), "11-16", ["Red moves a man."], ["Red: 11 to 16."]),
        (write_position(START), "9-13", ["Red moves a man to the edge."], ["Red: 9 to 13."]),
        ("W:W24:B1", "24-20", ["White moves a man to the edge."], ["White: 24 to 20."]),
        ("W:W18:B14", "18x9", ["White takes a man."], ["White: 18 jumps to 9 and takes the man on 14."]),
        ("B:WK18:B14", "14x23", ["Red takes a king."], ["Red: 14 jumps to 23 and takes the king on 18."]),
        (
            "B:W18,K26:B14",
            "14x23x30",
            ["Red takes 2 pieces.", "The man becomes a king."],
            ["Red: 14 jumps by 23 to 30 and takes 2 pieces: 18, 26.", "The man becomes a king."],
        ),
        (
            "B:W6,7,14,15:BK2",
            "2x9x18x11x2",
            ["Red takes 4 pieces."],
            ["Red: 2 jumps by 9, 18, 11 to 2 and takes 4 pieces: 6, 14, 15, 7."],
        ),
        (
            "W:W7:BK32",
            "7-2",
            ["White moves a man.", "The man becomes a king."],
            ["White: 7 to 2.", "The man becomes a king."],
        ),
        ("W:WK7:BK32", "7-2", ["White moves a king forward."], ["White: 7 to 2."]),
        ("W:WK7:BK32", "7-10", ["White moves a king back."], ["White: 7 to 10."]),
        ("B:WK1:BK18", "18-23", ["Red moves a king forward."], ["Red: 18 to 23."]),
        ("B:WK1:BK18", "18-14", ["Red moves a king back."], ["Red: 18 to 14."]),
    ],
)
def test_a_move_is_told_in_the_order_of_its_events_and_only_listeners_are_told_numbers(
    fen: str, move: str, shown: list[str], heard: list[str]
) -> None:
    position = read_position(fen)
    for tell, sentences in ((speech.tell, shown), (speech.named, heard)):
        messages = tell(position, read_move(position, move))
        assert in_english(messages) == sentences
        for message in messages:
            check_message(message, Table("checkers", 2))


def test_what_is_shown_of_a_move_has_no_number_of_a_square() -> None:
    walked = walk(Table("checkers", 2), 11).match
    sentences = [
        sentence
        for before, move in zip(walked.positions, walked.moves, strict=False)
        for sentence in in_english(speech.tell(before, move))
    ]
    assert {"White takes a man.", "The man becomes a king."} < set(sentences)
    assert not [sentence for sentence in sentences if re.search(r"\d(?! pieces)", sentence)]


def cards(fen: str) -> list[dict[str, int]]:
    return [{ENGLISH(fact.label): fact.value for fact in card} for card in speech.facts(read_position(fen))]


def test_the_cards_count_pieces_kings_and_what_the_other_side_has_lost() -> None:
    labels = "Pieces on the board", "Kings", "Captured"
    assert cards("B:W18,K26:B14,15,K16") == [
        dict(zip(labels, (3, 1, 10), strict=True)),
        dict(zip(labels, (2, 1, 9), strict=True)),
    ]
    assert cards(write_position(START)) == [dict(zip(labels, (12, 0, 0), strict=True))] * 2
    assert [card[0].art for card in speech.facts(START)] == list(speech.TOKENS)


COUNTER = "Moves without a capture or a man's move, of 40"


@pytest.mark.parametrize(
    ("fen", "counted"),
    [
        ("B:WK29:BK1 quiet=19", [None, None]),
        ("B:WK29:BK1 quiet=20", [10, 10]),
        ("B:WK29:BK1 quiet=21", [10, 11]),
        ("W:WK29:BK1 quiet=21", [11, 10]),
        ("B:WK29:BK1 quiet=80", [40, 40]),
        ("B:WK29:BK1 quiet=80 forty=off", [None, None]),
    ],
)
def test_the_cards_count_towards_the_40_move_rule_when_it_comes_near(fen: str, counted: list[int | None]) -> None:
    assert [card.get(COUNTER) for card in cards(fen)] == counted


# Reason of each refusal -> positions that lead to it, and the message.
REFUSED = [
    ("B:W32:B1", "light", "The game is played on the dark squares only. Choose one of those."),
    (
        "B:W32:B1",
        "18",
        "There is no piece on 18. Choose a piece of yours first, then the square it shall go to.",
    ),
    ("B:W32:B1", "32", "The piece on 32 belongs to the other side. Choose one of your own."),
    (
        "B:W18,19:B1,14,15",
        "1",
        "You can capture, so you must: jump with a piece on one of these squares: 14, 15.",
    ),
    ("B:W18:B14", "14 17", "You can capture, so you must: jump with the piece on 14."),
    (
        "B:W32:B1,5,6",
        "1",
        "This piece cannot move: the squares it might go to are occupied. Choose another piece.",
    ),
    ("B:W32:BK1,5", "1 5", "There is a piece on 5 already. Choose an empty square."),
    (
        "B:W32:B9",
        "9 17",
        "Pieces move on the diagonals only. Choose a dark square that touches the piece's own at a corner.",
    ),
    (
        "B:W32:BK9",
        "9 18",
        "18 is too far: men and kings alike step one square at a time. Choose the next square that way.",
    ),
    ("B:W32:B9", "9 6", "A man moves forward only; kings may go back. Choose a square ahead of it."),
    ("B:W18:B14", "14 18", "To jump this piece, choose the empty square behind it: 23."),
    (
        "B:W18,23:B14",
        "14 18",
        "This piece cannot be jumped: there is no empty square right behind it. Choose another move.",
    ),
    ("B:W6:B9", "9 2", "A man jumps forward only; kings may jump back. Choose a square ahead of it."),
    (
        "B:W6,7,14,15:BK2",
        "2 18",
        "More than one way leads there. Choose the next square of the jump: 9, 11.",
    ),
    ("B:W18,27:B14", "14 32", "Jump one piece at a time: choose 23 next."),
    (
        "B:W32:B9,14",
        "9 18",
        "The piece on 14 is your own, and own pieces are not jumped. Choose another move.",
    ),
    (
        "B:W6,7,14,15:BK2",
        "2 9 18 9",
        "The piece on 14 has been jumped in this move, and no piece is jumped twice. Jump another way.",
    ),
    ("B:W18,27:B14", "14 23 19", "The jump is not finished: go on to 32."),
    ("B:W18,26,27:B14", "14 23 19", "The jump is not finished: go on to one of these squares: 30, 32."),
    (
        "B:W25,26:B23",
        "23 30 21",
        "A man that becomes a king on 30 stops there. It may jump as a king from your next turn on.",
    ),
    (
        "B:W32:B9",
        "9 13 17",
        "You have one move a turn, and it ends on 13. Wait for the other side to move.",
    ),
]


@pytest.mark.parametrize(("fen", "spots", "text"), REFUSED)
def test_a_refusal_says_why_and_what_to_do_instead(fen: str, spots: str, text: str) -> None:
    refusal = read_position(fen).refusal(spots.split())
    assert refusal is not None
    assert ENGLISH(speech.refusal(refusal)) == text
    check_message(speech.refusal(refusal), Table("checkers", 2))


def test_no_refusal_is_without_words() -> None:
    met = (read_position(fen).refusal(spots.split()) for fen, spots, _ in REFUSED)
    assert {refusal.reason for refusal in met if refusal} == set(rules.REASONS)


@pytest.mark.parametrize(
    ("outcome", "sentence", "lines"),
    [
        (Outcome((1, 2), (), "no_pieces"), "Red wins: White has no piece left.", ["Red: 1", "White: 0"]),
        (Outcome((2, 1), (), "blocked"), "White wins: Red cannot move.", ["Red: 0", "White: 1"]),
        (Outcome((2, 1), (), "resigned"), "White wins: Red resigns.", ["Red: 0", "White: 1"]),
        (
            Outcome((1, 1), (), "repetition"),
            "A draw: this position has occurred for the third time.",
            ["Red: ½", "White: ½"],
        ),
        (
            Outcome((1, 1), (), "forty_moves"),
            "A draw: in the last 40 moves of each side no piece was taken and no man moved.",
            ["Red: ½", "White: ½"],
        ),
        (Outcome((1, 1), (), "agreed"), "A draw, agreed by both players.", ["Red: ½", "White: ½"]),
    ],
)
def test_an_end_is_told_with_its_reason_and_its_points(outcome: Outcome, sentence: str, lines: list[str]) -> None:
    assert ENGLISH(speech.outcome(outcome)) == sentence
    assert in_english(speech.score(outcome)) == lines
    for message in (speech.outcome(outcome), *speech.score(outcome)):
        check_message(message, Table("checkers", 2))


# The rules sheet ------------------------------------------------------------------------------------------


def test_every_numbered_rule_is_stated_once() -> None:
    stated = [rule for section in sheet.SECTIONS for paragraph in section.paragraphs for rule in paragraph.rules]
    assert sorted(stated) == sorted(
        [f"C{number}" for number in range(1, 26)] + [f"D{number}" for number in range(1, 5)]
    )


def test_every_refusal_rests_on_a_rule_of_the_sheet() -> None:
    stated = {rule for section in sheet.SECTIONS for paragraph in section.paragraphs for rule in paragraph.rules}
    assert set(rules.REASONS.values()) <= stated


def diagram(rule: str) -> Diagram:
    (match,) = [
        paragraph.diagram
        for section in sheet.SECTIONS
        for paragraph in section.paragraphs
        if rule in paragraph.rules and paragraph.diagram
    ]
    return match


def shown(rule: str) -> Position:
    """Return the position after the moves of the diagram that explains a rule, such as `C5`, on the sheet of rules."""
    position = read_position(diagram(rule).setup)
    for move in diagram(rule).moves:
        position = position.play(read_move(position, move))
    return position


def ends(position: Position) -> set[str]:
    return {str(square) for move in position.moves() for square in move[1:]}


def test_squares_are_numbered_where_words_speak_of_them_by_number() -> None:
    paragraphs = [paragraph for section in sheet.SECTIONS for paragraph in section.paragraphs if paragraph.diagram]
    speaking = [
        paragraph.diagram
        for paragraph in paragraphs
        if paragraph.diagram and re.search(r"\d", english(paragraph.diagram.caption))
    ]
    assert len(speaking) >= 10
    assert all(drawn.labelled for drawn in speaking)
    drawn = pictures.diagram("checkers", diagram("C10"), "light", "p")
    plain = pictures.diagram("checkers", diagram("C5"), "light", "p")
    assert drawn.count("<text") == 32
    assert "<text" not in plain


def test_the_diagrams_show_what_their_captions_say() -> None:
    assert shown("C5") == START
    assert ends(shown("C10")) == set(diagram("C10").marks)
    assert write_position(shown("C11")) == "W:W:B23"
    assert rules.over(read_move(read_position(diagram("C13").setup), "6x15x22x31")) == (10, 18, 26)
    assert shown("C17").moves() == ((15, 22),)
    assert ends(shown("C19")) == set(diagram("C19").marks)
    assert shown("C19").moves() == ((15, 22), (15, 24, 31))
    assert write_position(shown("C16")) == "W:W:BK2"
    assert shown("C22").white == BIT[25]
    assert shown("C22").kings == BIT[30]
    assert shown("C24").outcome() == Outcome((1, 2), (), "blocked")
    moves = {ballot.moves for ballot in rules.BALLOTS if ballot.deck}
    assert tuple(tuple(map(int, move.split("-"))) for move in diagram("D4").moves) in moves
