"""Test the numbers and forecasts that Patchwork shows, by playing on from the position, and test its rules sheet."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from chowk.core.events import Gained, Passed
from chowk.core.match import Match
from chowk.games.patchwork import SIGN, notation, rules
from chowk.games.patchwork.rules import ADVANCE, NOBODY, Move, Place, Position, Single, Take, facts
from chowk.games.patchwork.rules.patches import PATCHES
from chowk.games.patchwork.rules.quilt import BLOCKS, cells
from chowk.games.patchwork.rules.refusals import REASONS, missing
from chowk.games.patchwork.rules.track import MARKERS, TRACKS
from chowk.games.patchwork.ui.rule_book import SECTIONS
from tests.unit.games.patchwork.helpers import all_but, but, cell_at, cover, match, offered, pos, random_game, state


@cache
def game(seed: int) -> Match[Position, Move]:
    return random_game(seed, track=("current", "classic")[seed % 2])


# Forecasts ----------------------------------------------------------------------------------------------------------


def as_forecast(position: Position, move: Move) -> facts.Forecast:
    """Return the correct forecast of a move: its consequences for the player, found by making the move."""
    after, happened = position.play(move), position.events(move)
    gained = [event for event in happened if isinstance(event, Gained)]
    lost = [event for event in happened if isinstance(event, Passed)]
    incomes = tuple(event.amount for event in gained if event.resource == "income")
    before, now = position.players[position.turn].space, after.players[position.turn].space
    markers = [space for space in MARKERS if before < space <= now]
    specials = [s for s in TRACKS[position.house.track] if max(pos(position)) < s <= max(pos(after))]
    settled = after
    while settled.single:
        settled = settled.play(settled.moves()[0])
    return facts.Forecast(
        space=now,
        price=0,
        paid=sum(event.amount for event in gained if event.resource == "buttons"),
        incomes=incomes or (0,) * len(markers),
        single=specials[0] if specials else 0,
        lost=bool(lost),
        tile=after.tile != position.tile,
        next=NOBODY if settled.over else settled.turn,
    )


@pytest.mark.parametrize("seed", range(12))
def test_forecasts_come_true(seed: int) -> None:
    random = Random(seed)
    for position in game(seed).positions:
        moves = position.moves()
        for move in random.sample(moves, min(12, len(moves))):
            if not isinstance(move, Take):
                assert facts.forecast(position, move) == as_forecast(position, move)
                continue
            bought = position.play(move)
            forecast = facts.forecast(position, move)
            assert forecast.price == PATCHES[move.patch].price
            assert forecast.price == position.own.buttons - bought.own.buttons
            for place in random.sample(bought.moves(), min(5, len(bought.moves()))):
                assert forecast == as_forecast(bought, place)._replace(price=forecast.price, tile=False)


def test_a_forecast_of_the_bonus_tile_and_of_a_lost_patch() -> None:
    nearly = state(quilts=(cover("(0,0)-(6,6)") & ~cover("(0,0),(0,1)"), 0), market=(1,))
    assert not facts.forecast(nearly, Take(1)).tile
    bought = nearly.play(Take(1))
    assert [facts.forecast(bought, move).tile for move in bought.moves()].count(True) == 1
    assert facts.forecast(bought, Place(0, 0)).tile
    full = state(pos=(25, 25), quilts=(all_but("(0,0),(0,1)"), 0), market=(1,), tile=1)
    assert facts.forecast(full, Take(1))[4:6] == (26, True)
    assert facts.forecast(full, ADVANCE)[4:6] == (26, False)


def test_a_forecast_of_going_ahead() -> None:
    position = state(pos=(4, 10), inc=(4, 0))
    assert facts.forecast(position, ADVANCE) == facts.Forecast(11, 0, 7, (4, 4), 0, False, False, 1)
    last = state(pos=(50, 53), inc=(6, 0))
    assert facts.forecast(last, ADVANCE) == facts.Forecast(53, 0, 3, (6,), 0, False, False, NOBODY)
    single = state(pos=(53, 49), single=50)
    assert facts.forecast(single, Single(0)) == facts.Forecast(53, 0, 0, (), 0, False, False, 1)
    assert facts.forecast(state(pos=(24, 25)), ADVANCE)[4] == 26


# Offers -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_offers_are_the_queue_and_open_just_where_one_can_buy(seed: int) -> None:
    for position in game(seed).positions:
        offers = facts.offers(position)
        assert tuple(offer.patch for offer in offers) == position.queue
        assert [offer.place for offer in offers] == list(range(len(offers)))
        assert [offer.near for offer in offers[:4]] == [True, True, True, False][: len(offers)]
        if not (position.hand or position.single or position.over):
            assert [offer.patch for offer in offers if offer.open] == offered(position)
        for offer in offers[:3]:
            rich = position._replace(players=tuple(p._replace(buttons=99) for p in position.players))  # type: ignore[arg-type]
            can = rich._replace(hand=0, single=0, turn=position.turn)
            assert (
                offer.missing
                == max(0, PATCHES[offer.patch].price - position.own.buttons)
                == missing(position, offer.patch)
            )
            assert offer.fits == any(move == Take(offer.patch) for move in can.moves()) or position.over


def test_the_three_that_the_other_player_will_see() -> None:
    for seed in range(4):
        for position in game(seed).positions:
            for patch in offered(position):
                assert facts.three_after(position, patch) == position.play(Take(patch)).queue[:3]


# Distances and counts -----------------------------------------------------------------------------------------------


def test_how_far_to_the_next_income_and_single_patch() -> None:
    position = state(pos=(5, 27))
    assert [facts.next_income(player) for player in position.players] == [6, 2]
    assert [facts.markers_left(player) for player in position.players] == [8, 5]
    assert facts.singles_left(position) == (32, 38, 44, 50)
    assert [facts.next_single(position, seat) for seat in (0, 1)] == [27, 5]
    end = state(pos=(53, 53))
    assert [facts.next_income(player) for player in end.players] == [0, 0]
    assert [facts.markers_left(player) for player in end.players] == [0, 0]
    assert facts.singles_left(end) == ()
    assert facts.next_single(end, 0) == 0
    assert facts.singles_left(state(track="classic")) == (20, 26, 32, 44, 50)
    assert facts.singles_left(state(pos=(26, 25), single=26)) == (32, 38, 44, 50)


def test_empty_cells_and_what_is_missing_for_the_square() -> None:
    player = state(quilts=(cover("(0,0)-(6,5)"), 0)).players[0]
    assert facts.empty(player) == 81 - 42
    assert facts.left_for_square(player) == (7, BLOCKS[0])
    blank = state().players[0]
    assert facts.left_for_square(blank) == (49, BLOCKS[0])
    corner = state(quilts=(cover("(2,2)-(8,8)"), 0)).players[0]
    assert facts.left_for_square(corner) == (0, BLOCKS[8])
    for seed in range(3):
        for position in game(seed).positions[::7]:
            for each_player in position.players:
                covered = {divmod(cell, 9) for cell in cells(each_player.quilt)}
                lacks = [
                    sum((row + down, column + right) not in covered for down in range(7) for right in range(7))
                    for row in range(3)
                    for column in range(3)
                ]
                lack, block = facts.left_for_square(each_player)
                assert lack == min(lacks)
                assert block == BLOCKS[lacks.index(lack)]


# If both players only advance ---------------------------------------------------------------------------------------


def test_if_both_pass_from_the_start() -> None:
    for track in TRACKS:
        position = rules.start(2, {"first": "first", "track": track}, 1)
        assert facts.if_both_pass(position) == (-104, -94)


@pytest.mark.parametrize("seed", range(8))
def test_if_both_pass_as_it_is_played_out(seed: int) -> None:
    for position in game(seed).positions[::5]:
        if position.hand or position.tile == NOBODY:
            # The last placement could win the bonus tile. Another test covers this case.
            position = position._replace(house=position.house._replace(seven=False))
        expected = facts.if_both_pass(position)
        while not position.over:
            position = position.play(position.moves()[-1])
        assert expected == (rules.score(position, 0), rules.score(position, 1))


def test_if_both_pass_single_patches_go_to_where_the_tile_is() -> None:
    hole = cover("(0,0)-(6,6)") & ~cover("(3,3)")
    position = state(pos=(49, 48), quilts=(0, hole), turn=1)
    assert facts.if_both_pass(position)[1] == 5 + 5 - 2 * (81 - 49) + 7
    pending = state(pos=(53, 49), single=50, quilts=(hole, 0))
    assert facts.if_both_pass(pending)[0] == 5 - 2 * (81 - 49) + 7
    in_hand = state(pos=(50, 53), but=(2, 0), quilts=(hole & ~cover("(3,4)"), 0), market=(1,)).play(Take(1))
    assert facts.if_both_pass(in_hand)[0] == 0 + 2 - 2 * (81 - 49) + 7


# The rules sheet ----------------------------------------------------------------------------------------------------


def test_every_rule_is_stated_once_and_every_refusal_points_at_one() -> None:
    stated = [rule for section in SECTIONS for paragraph in section.paragraphs for rule in paragraph.rules]
    assert sorted(stated, key=lambda rule: int(rule[1:])) == [f"R{number}" for number in range(1, 40)]
    assert set(REASONS.values()) <= set(stated)


def test_the_sheet_and_the_credits_say_whose_game_it_is() -> None:
    texts = [paragraph.text for section in SECTIONS for paragraph in section.paragraphs]
    assert SIGN.credit is not None
    assert texts.count(SIGN.credit) == 1
    assert "the two-player game Patchwork (Uwe Rosenberg, 2014)" in SIGN.credit.text
    assert "not affiliated" in SIGN.credit.text


def test_diagrams_are_made_of_real_moves() -> None:
    diagrams = [paragraph.diagram for section in SECTIONS for paragraph in section.paragraphs if paragraph.diagram]
    assert len(diagrams) >= 10
    for shown in diagrams:
        assert shown.marks
        assert match(notation.read_position(shown.setup), shown.moves).ply == len(shown.moves)


def diagram(words: str) -> tuple[Position, Position]:
    """Return the positions before and after the moves of a diagram in the rules text. Its caption contains `words`."""
    (shown,) = [
        paragraph.diagram
        for section in SECTIONS
        for paragraph in section.paragraphs
        if paragraph.diagram and words in paragraph.diagram.caption.text
    ]
    played = match(notation.read_position(shown.setup), shown.moves)
    return played.position_after(0), played.position


def test_captions_say_what_the_moves_did() -> None:
    before, after = diagram("is still behind Blue, and moves again")
    assert (pos(after), after.turn) == ((7, 9), 0)
    before, after = diagram("came to Blue's space last")
    assert (pos(after), after.turn) == ((8, 8), 0)
    before, after = diagram("to space 10 and got four buttons")
    assert but(after)[0] - but(before)[0] == 4
    before, after = diagram("2 of them for the new patch")
    assert but(after)[0] - but(before)[0] == 4 - PATCHES[10].price
    assert pos(after)[0] - pos(before)[0] == 5
    before, after = diagram("twice four for the quilt")
    assert but(after)[0] - but(before)[0] == 7 + 2 * 4
    before, after = diagram("mended a hole with the single patch")
    assert after.players[0].lone == ((26, cell_at(4, 4)),)
    before, after = diagram("and has the tile")
    assert (before.tile, after.tile) == (NOBODY, 0)
    assert diagram("the game is over")[1].over


def test_the_six_steps_are_one_game_and_its_end() -> None:
    (lesson,) = [section for section in SECTIONS if section.name == "lesson"]
    assert [paragraph.text.text[:2] for paragraph in lesson.paragraphs] == ["1.", "2.", "3.", "4.", "5.", "6."]
    before, after = diagram("Blue was behind")
    assert (pos(after), after.turn, but(after)[1] - but(before)[1]) == ((3, 4), 0, 4)
    before, after = diagram("been paid for the button on the first")
    assert pos(after)[0] == 5
    assert but(after)[0] == but(before)[0] - PATCHES[14].price - PATCHES[22].price + 1
    before, after = diagram("has filled a hole")
    assert after.players[0].lone == ((32, cell_at(3, 2)),)
    before, after = diagram("to end below zero")
    (caption,) = [
        paragraph.diagram.caption
        for paragraph in lesson.paragraphs
        if paragraph.diagram and paragraph.diagram.moves == ("advance",)
    ]
    arguments = dict(caption.args)
    outcome = after.outcome()
    assert outcome is not None
    assert (arguments["buttons"], arguments["empty"]) == (but(after)[0], facts.empty(after.players[0]))
    assert (arguments["score"], arguments["less"]) == outcome.scores
    assert (outcome.winner, after.tile) == (0, 0)
