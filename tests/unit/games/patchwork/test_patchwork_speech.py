"""Test the messages of Patchwork: patches, quilts, the track, and turns before and after they are made."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from chowk.core.message import english
from chowk.core.position import Outcome, Refusal
from chowk.games.patchwork import rules
from chowk.games.patchwork.rules import ADVANCE, Place, Position, Single, Take
from chowk.games.patchwork.rules.patches import PATCHES
from chowk.games.patchwork.rules.quilt import CELL
from chowk.games.patchwork.rules.refusals import REASONS
from chowk.games.patchwork.speech_shapes import SHAPES
from chowk.games.patchwork.ui import speech, trial
from tests.unit.games.patchwork.helpers import all_but, cover, state

START = rules.start(2, {"first": "first"}, 7)


def tried(position: Position, *picks: str) -> list[str]:
    return [english(message) for message in speech.tried(position, picks, trial.moves(position, picks))]


def unseen(position: Position, *picks: str) -> list[str]:
    return [english(message) for message in speech.unseen(position, picks, trial.moves(position, picks))]


def sentences(position: Position, move: rules.Move) -> list[str]:
    return [english(message) for message in speech.tell(position, move)]


# Patches and quilts -------------------------------------------------------------------------------------------


def test_every_patch_has_a_shape_in_words() -> None:
    assert set(SHAPES) == set(PATCHES)
    same = {frozenset({2, 4}), frozenset({6, 11}), frozenset({8, 9})}
    for patch in PATCHES:
        for other in range(patch + 1, 34):
            alike = english(SHAPES[patch]) == english(SHAPES[other])
            assert alike == (frozenset({patch, other}) in same), (patch, other)


def test_bars_and_squares_in_a_shapes_name_are_in_the_patch_and_add_up_to_its_cells() -> None:
    named = re.compile(
        r"(?:bar of (?P<bar>\d)|(?P<square>square)(?: of 4)?)"
        r"(?: with (?:a (?P<knob>knob)|a bar of (?P<other>\d))"
        r"(?: on (?P<where>its middle|its end|either side|each side))?)?"
    )
    counted = 0
    for number, shape in SHAPES.items():
        match = named.fullmatch(english(shape))
        if match is None:
            continue
        rows = PATCHES[number].rows
        lines = [*rows, *("".join(column) for column in zip(*rows, strict=True))]
        middle = 4 if match["square"] else int(match["bar"])
        if match["square"]:
            assert any("##" in above and "##" in below for above, below in pairwise(rows)), number
        else:
            assert max(len(run) for line in lines for run in line.split(".")) == middle, number
        added = 1 if match["knob"] else int(match["other"] or 0)
        # "Each side" means four sides for a square, and two for a bar.
        times = {"either side": 2, "each side": 4 if match["square"] else 2}.get(match["where"], 1)
        assert PATCHES[number].area == middle + times * added, english(shape)
        counted += 1
    assert counted == 11


def test_an_offer_tells_all_of_a_patch() -> None:
    position = state(but=(4, 5), market=(27, 17, 2, 33, 1))
    offers = {spot: speech.offer(position, spot) for spot, _ in trial.offers(position)}
    assert english(offers["patch 27"].description) == (
        "Patch 27, T with a long stem, 6 cells: price 7, time 2, income 2. 3 buttons are missing."
    )
    assert [(tag.art, tag.value) for tag in offers["patch 27"].tags] == [("button", 7), ("time", 2), ("income", 2)]
    assert english(offers["patch 27"].flaw or speech.BOARD) == "3 short"
    assert english(offers["patch 2"].description).endswith("It can be bought.")
    assert offers["patch 2"].flaw is None
    assert english(offers["patch 33"].description).endswith("Number 4 in the queue.")
    assert offers["patch 33"].flaw is None


def test_a_patch_without_room_says_so_wherever_it_is_in_the_queue() -> None:
    position = state(but=(50, 5), market=(3, 2, 5, 16, 1), quilts=(all_but("(0,0),(0,1)"), 0))
    for spot in ("patch 3", "patch 16"):
        offer = speech.offer(position, spot)
        assert english(offer.flaw or speech.BOARD) == "no room"
        assert english(offer.description).endswith("There is no room for it on the quilt.")
    assert speech.offer(position, "patch 1").flaw is None


def test_going_ahead_tells_spaces_and_buttons() -> None:
    offer = speech.offer(state((3, 8)), "advance")
    assert english(offer.description) == "Go ahead 6 spaces, to space 9: 6 buttons"
    assert [tag.value for tag in offer.tags] == [6, 6]


def test_cells_and_spaces_tell_what_is_there() -> None:
    position = START.play(Take(33)).play(Place(0, CELL["b2"]))
    assert english(speech.cell(position, 0, "c2")) == "c2, bar of 4 with a bar of 2 on either side"
    assert english(speech.cell(position, 1, "c2")) == "c2, empty"
    assert english(speech.cell(position, 0, "space 3")) == "Space 3, nothing special, seat 0"
    assert english(speech.cell(position, 0, "space 5")) == "Space 5, income"
    assert english(speech.cell(position, 0, "space 26")) == "Space 26, single patch"
    assert english(speech.cell(position, 0, "space 53")) == "Space 53, income at the end of the track"
    assert english(speech.cell(START, 0, "space 0")) == "Space 0, nothing special, both players"
    assert english(speech.cell(state((26, 30)), 0, "space 26")) == "Space 26, nothing special, seat 0"


# Before a turn --------------------------------------------------------------------------------------------------


def test_a_purchase_tells_what_it_costs_and_brings() -> None:
    position = state((10, 20), (20, 5), market=(10, 3, 4, 5, 6))
    assert tried(position, "patch 10", "turned r0", "h8") == [
        "It fits here. Price 6, which leaves 14.",
        "Time 5, to space 15.",
        "Income 2.",
        "Then seat 0 moves again.",
    ]
    assert unseen(position, "patch 10", "turned r0", "h8") == ["Then patches 3, 4, 5 are within reach."]
    assert unseen(position, "patch 10") == [], "nothing is held yet"
    last = state((50, 53), (20, 5), market=(10, 3, 4, 5, 6))
    assert tried(last, "patch 10", "turned r0", "h8")[-1] == "Then the game is over."
    assert unseen(last, "patch 10", "turned r0", "h8") == [], "nobody buys any more"


def test_a_patch_in_hand_tells_no_price() -> None:
    position = state((10, 20), (20, 5), market=(10, 3, 4, 5)).play(Take(10))
    assert tried(position, "turned r0", "a1") == [
        "It fits here.",
        "Time 5, to space 15.",
        "Income 2.",
        "Then seat 0 moves again.",
    ]


def test_where_it_does_not_fit_the_cells_are_named() -> None:
    position = state((10, 20), (20, 5), market=(10, 3, 4), quilts=(cover("(0,0)-(0,8)"), 0))
    assert tried(position, "patch 10", "turned r0", "d1") == ["It does not fit here: there is cloth already on d1, e1."]


def test_going_ahead_tells_two_incomes_and_a_single_patch() -> None:
    assert tried(state((4, 10), (0, 0), (4, 0)), "advance") == [
        "Go ahead 7 spaces to 11: 7 buttons.",
        "Income 4, and 4 again.",
        "Then seat 1 moves.",
    ]
    assert "It wins the single patch of space 32." in tried(state((30, 31), (1, 1)), "advance")
    assert tried(state((52, 53), (0, 0)), "advance")[-1] == "Then the game is over."


def test_a_single_patch_tells_where_it_goes_and_what_it_makes() -> None:
    position = state((26, 20), quilts=(cover("(0,0)-(6,6)") & all_but("(6,6)"), 0), single=26, market=(1, 2))
    assert tried(position, "g7") == [
        "The single patch goes on g7.",
        "That makes 7 by 7: 7 points.",
        "Then seat 1 moves.",
    ]
    assert tried(position, "a1") == ["There is cloth already on a1."]


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (START, "seat 0: buy a patch or go ahead."),
        (START.play(Take(33)), "seat 0: sew the patch on."),
        (state((26, 20), single=26), "seat 0: sew the single patch on."),
    ],
)
def test_what_is_due_is_said(position: Position, sentence: str) -> None:
    assert english(speech.due(position)) == sentence


# After a turn ---------------------------------------------------------------------------------------------------


def test_a_purchase_is_told_in_two_steps() -> None:
    assert sentences(START, Take(33)) == [
        "seat 0 buys patch 33, bar of 4 with a bar of 2 on either side, for 5 buttons."
    ]
    assert sentences(START.play(Take(33)), Place(0, CELL["b2"])) == ["seat 0 sews it on from b2 and goes to space 3."]


def test_gains_on_the_way_are_told() -> None:
    assert sentences(state((4, 10), (0, 0), (4, 0)), ADVANCE) == [
        "seat 0 goes ahead 7 spaces to 11 and gets as many buttons.",
        "seat 0 gets 8 buttons of income.",
    ]
    assert sentences(state((30, 31), (1, 1)), ADVANCE)[-1] == "seat 0 wins the single patch of space 32."
    full = state((30, 31), (1, 1), quilts=(all_but(""), 0))
    assert sentences(full, ADVANCE)[-1] == "The single patch of space 32 is lost: the quilt is full."


def test_the_bonus_tile_and_the_end_are_told() -> None:
    position = state((26, 20), quilts=(cover("(0,0)-(6,6)") & all_but("(6,6)"), 0), single=26, market=(1, 2))
    assert sentences(position, Single(CELL["g7"])) == [
        "seat 0 sews the single patch on g7.",
        "seat 0 has 7 by 7 and takes the bonus tile.",
    ]
    assert sentences(state((50, 53), (1, 3), (6, 0)), ADVANCE)[-1] == "Both players are at the end of the track."


# Numbers ------------------------------------------------------------------------------------------------------


def test_the_cards_count_buttons_first_and_the_score_in_the_last_third() -> None:
    first = {english(fact.label): fact.value for fact in speech.facts(START)[0]}
    assert list(first.items())[:4] == [("Buttons", 5), ("Income", 0), ("Empty cells", 81), ("Missing for 7 by 7", 49)]
    for space, led in ((35, "Buttons"), (36, "Score now")):
        for spaces in ((space, 0), (0, space)):
            cards = speech.facts(state(spaces))
            assert [english(card[0].label) for card in cards] == [led, led]
            assert any("Score" in english(fact.label) for fact in cards[0]) == (led == "Score now")


def test_all_that_counts_is_told_on_request() -> None:
    first = {english(fact.label): fact.value for fact in speech.facts(START)[0]}
    numbers = {english(fact.label): fact.value for fact in speech.more(START)[0]}
    assert next(iter(numbers.items())) == ("Score now", -157)
    assert numbers["Score if both only go ahead"] == -104
    assert numbers["Spaces to the next income"] == 5
    assert numbers["Spaces to the next single patch"] == 26
    assert first.items() <= numbers.items()
    for position in (START, state((35, 40)), state((40, 35), seven=False)):
        assert speech.scores(position) == tuple(facts[0].value for facts in speech.more(position))


def test_without_the_tile_nobody_counts_it() -> None:
    labels = {english(fact.label) for fact in speech.facts(state(seven=False))[0]}
    assert "Points of the bonus tile" not in labels
    owned = state(tile=1)
    assert [card[-1].value for card in speech.facts(owned)] == [0, 7]


@pytest.mark.parametrize("reason", REASONS)
def test_every_refusal_has_a_sentence(reason: str) -> None:
    text = english(speech.refusal(Refusal(reason, ("e5", "f5"), REASONS[reason], 3)))
    assert text.endswith(".")
    assert ("e5, f5" in text) == (reason == "OVERLAP")
    assert ("3 buttons" in text) == (reason == "TOO_EXPENSIVE")


def test_the_result_says_who_and_why() -> None:
    assert english(speech.outcome(Outcome((1, 2), (12, -3), "score"))) == "seat 0 wins: 12 to -3 points."
    assert english(speech.outcome(Outcome((2, 1), (5, 5), "first_there"))) == (
        "seat 1 wins: both have 5 points, and seat 1 came to the end of the track first."
    )
    assert english(speech.outcome(Outcome((2, 1), (), "resigned"))) == "seat 1 wins: seat 0 resigns."
    assert english(speech.outcome(Outcome((1, 1), (), "agreed"))) == "A draw, agreed by both players."
    lines = [english(line) for line in speech.score(Outcome((2, 1), (1, 12), "score"))]
    assert lines == ["seat 1: 12 points", "seat 0: 1 point"]


def test_the_scores_are_taken_apart() -> None:
    position = state((53, 53), (36, 22), quilts=(all_but("(0,0)-(0,8)"), 0), tile=0)
    rows = speech.tally(position)
    assert [(english(row.label), row.values, row.summed) for row in rows] == [
        ("Buttons", (36, 22), True),
        ("Empty cells, 2 points off for each", (-18, -162), True),
        ("Points of the bonus tile", (7, 0), True),
        ("Score", (25, -140), False),
    ]
    for seat in (0, 1):
        assert sum(row.values[seat] for row in rows[:-1]) == rows[-1].values[seat]


@pytest.mark.parametrize(
    ("position", "move", "reason"),
    [
        (state((10, 20), (20, 5), market=(10, 3, 4)), Take(10), "You move again after it."),
        (state((25, 25), (20, 5), market=(10, 3, 4)), Take(10), "It wins a single patch."),
        (state((3, 4), (20, 5), market=(10, 3, 4)), Take(10), "Its income of 2 is paid up to 9 times."),
        (state((51, 51), (20, 5), market=(10, 3, 4)), Take(10), "It covers 4 cells for a price of 6."),
        (state((3, 4), (0, 5), market=(10, 3, 4)), ADVANCE, "Nothing can be bought."),
        (state((3, 4), (9, 5), market=(10, 3, 4)), ADVANCE, "The buttons are worth more than these patches."),
        (state((26, 20), single=26), Single(0), "sew the single patch on a1."),
        (START.play(Take(33)), Place(0, CELL["b2"]), "sew it on from b2, where it fits snugly."),
    ],
)
def test_a_hint_gives_a_reason(position: Position, move: rules.Move, reason: str) -> None:
    text = english(speech.advice(position, move))
    assert text.startswith("Hint: ")
    assert text.endswith(reason)
