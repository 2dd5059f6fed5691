"""Test the house rule by which the other players play on for the second and later places after one player has won.

A player wins by having both mice. The house rule changes the rules KR-15 and B3-13.
"""

from __future__ import annotations

from random import Random

import pytest

from chowk import games
from chowk.core import record, rule_options
from chowk.core.errors import TextError
from chowk.core.match import Match
from chowk.core.message import english
from chowk.core.position import CHANCE, Outcome
from chowk.engine.protocol import Scope
from chowk.engine.search_budget import Clock
from chowk.features.sharing import foreign_texts, game_link
from chowk.games.kilkenny import notation, rules
from chowk.games.kilkenny.engine import bots
from chowk.games.kilkenny.engine.outlook import WIN, fixed_parts
from chowk.games.kilkenny.rules import FORFEIT, Position, Roll, Step
from chowk.games.kilkenny.rules.board import HOLES, square
from chowk.games.kilkenny.ui import draft, speech, tray
from chowk.storage import turn_link
from chowk.storage.plan import Plan, SeatPlan, usual_plan
from tests.unit.games.kilkenny.helpers import RULESET, captures, due, ends, played, step, steps, stood

ON = "house=places:on"
LEVELS = range(len(bots.LEVELS))


def first(extra: str = ON) -> Position:
    """Return a position in which South has one mouse and is one step away from the other.

    `extra` is the text of the house rules. By default, the players play on for places.
    """
    return due(1, extra=extra, S="(8,0) (7,1) (3,12)", W="(5,9) (2,9)", N="(9,9) (9,8)", E="(11,4) (12,3)")


def second() -> Position:
    """Return a position in which South has the first place, and West is one step away from the second place."""
    return due(1, "W", ON, S="(7,0) (8,0) (3,12)", W="(15,7) (14,8) (2,2)", N="(9,9) (9,8)", E="(11,4) (12,3)")


def test_two_mice_end_the_game_unless_the_others_play_on() -> None:
    win = step((7, 1), (7, 0))
    assert first("").play(win).outcome() == Outcome((1, 2, 2, 2), (2, 0, 0, 0), "mice")
    after = first().play(win)
    assert after.outcome() is None
    assert (after.placed, after.mover, after.turn) == ((1, 0, 0, 0), 1, CHANCE)
    assert rules.start(4, {}, 0).placed == ()


def test_who_has_a_place_is_skipped_and_what_else_it_has_stays_and_can_be_captured() -> None:
    after = played(first(), "h2>h1 [1] f10>f9 [1] j10>j11 [1] l5>l6")
    assert after.mover == 1, "South is skipped"
    assert after.cats[0] >> square(3, 12) & 1
    hunter = due(3, "W", ON, S="(7,0) (8,0) (3,12)", W="(3,9) (2,2)", N="(9,9)", E="(11,4)")
    assert (3, 12) in captures(hunter)
    assert hunter.play(step((3, 9), (3, 12))).placed == (1, 0, 0, 0)


def test_mice_of_a_player_who_has_a_place_are_closed_where_others_can_be_captured_on_theirs() -> None:
    for south, open_ in (("(7,0) (3,12)", True), ("(7,0) (8,0) (3,12)", False)):
        hunter = due(2, "W", "house=hunted:on,places:on", S=south, W="(7,2) (2,2)", N="(9,9)", E="(11,4)")
        assert ((7, 0) in ends(hunter)) == open_


def test_places_are_taken_one_after_another_and_the_last_one_by_who_is_left() -> None:
    position = due(1, "S", ON, S="(8,0) (7,1)", W="(15,7) (14,8)", N="(7,15) (8,14) (2,2)", E="(11,4)")
    position = played(position, "h2>h1 [1]")
    assert position.placed == (1, 0, 0, 0)
    position = played(position, "o9>p9 [1]")
    assert position.placed == (1, 2, 0, 0)
    over = played(position, "i15>i16")
    assert over.outcome() == Outcome((1, 2, 3, 4), (2, 2, 2, 0), "mice")
    assert over.moves() == ()


def test_who_goes_out_takes_the_last_place_that_is_left() -> None:
    position = due(2, "S", ON, S="(5,5) (6,12)", W="(7,5)", N="(9,5) (9,9)", E="(9,7)")
    position = played(position, "f6>h6x")
    assert position.placed == (0, 4, 0, 0)
    position = played(position, "[2] j6>j8x")
    assert position.placed == (0, 4, 0, 3)
    position = played(position, "[2] h6>j8x [1]")
    assert position.outcome() is None
    last = played(position, "j10>j9 [1] j8>j9x")
    assert last.outcome() == Outcome((1, 4, 2, 3), (0, 0, 0, 0), "last")


def test_who_share_the_rest_by_quiet_rounds_or_by_word() -> None:
    cats = {"S": "(7,0) (8,0)", "W": "(15,7) (2,2)", "N": "(9,9) (9,8)", "E": "(11,4)"}
    quiet = stood(cats, 0, "W", "quiet=150 house=rounds:50,places:on")
    assert quiet.outcome() == Outcome((1, 2, 2, 2), (2, 1, 0, 0), "mice")
    counted = stood(cats, 0, "W", "quiet=150 house=rounds:50,counted:on,places:on")
    assert counted.outcome() == Outcome((1, 2, 3, 4), (2, 1, 0, 0), "mice")
    match: Match[Position, rules.Move] = Match(RULESET, stood(cats, 0, "W", ON))
    assert match.agreeing == (1, 2, 3)
    match.agree()
    outcome = match.outcome()
    assert outcome == Outcome((1, 2, 2, 2), (), "agreed")
    assert english(speech.outcome(outcome)) == "seat 0 wins: two cats are on their two mice."


def test_places_are_written_where_the_cats_alone_do_not_tell_them() -> None:
    text = "S:h1,i1 W:p8,p9 N:c3,d3 E:- N roll placed=S:2,W:1,E:4 house=places:on"
    with pytest.raises(TextError):
        notation.read_position("S:h1,i1 W:p8,p9 N:c3,d3 E:- N roll")
    position = notation.read_position("S:h1,i1 W:p8,p9 N:c3,d3 E:a8,b2 N roll placed=S:2,W:1 house=places:on")
    assert position.placed == (2, 1, 0, 0)
    assert notation.write_position(position).endswith("N roll placed=S:2,W:1 house=places:on")
    over = notation.read_position(text)
    assert over.outcome() == Outcome((2, 1, 3, 4), (2, 2, 0, 0), "mice")
    assert notation.write_position(over) == text
    second_position = second()
    assert "placed" not in notation.write_position(second_position)
    assert notation.read_position(notation.write_position(second_position)) == second_position


@pytest.mark.parametrize(
    "given_text",
    ["S:1,W:1", "S:1", "S:1,W:3", "S:1,W:2,N:3", "S:1,W:2,S:1", "S:1,X:2", "W", "", "S:1,W:2,E:3"],
)
def test_places_that_cannot_be_are_refused(given_text: str) -> None:
    with pytest.raises(TextError):
        notation.read_position(f"S:h1,i1 W:p8,p9 N:c3,d3 E:a8,b2 N roll placed={given_text} house=places:on")
    with pytest.raises(TextError):
        notation.read_position("S:h1,i1 W:c9 N:c3,d3 E:a8,b2 N roll placed=S:1")


def by_lot(seed: int, seats: int, **options: str) -> Match[Position, rules.Move]:
    """Play a whole game of random moves and return it. A step onto a mouse is made whenever possible."""
    lot = Random(seed)
    match: Match[Position, rules.Move] = Match(RULESET, rules.start(seats, {"places": "on", **options}, seed), seed)
    while match.outcome() is None:
        if match.position.turn == CHANCE:
            match.play(match.roll())
            continue
        moves = match.position.moves()
        mice = HOLES[match.position.side]
        best = [move for move in moves if isinstance(move, Step) and mice >> move.end & 1]
        match.play(lot.choice(best or list(moves)))
    return match


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("seats", [3, 4])
def test_a_game_of_places_goes_through_records_links_and_texts(seed: int, seats: int) -> None:
    match = by_lot(seed, seats, hunted="on" if seed % 2 else "off", resign="on" if seed == 3 else "off")
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.places.count(1) == 1
    assert min(outcome.places) == 1
    assert max(outcome.places) <= seats
    assert len(english(speech.score(outcome)[0])) > 5
    for position in match.positions[::5]:
        assert notation.read_position(notation.write_position(position)) == position
    for text in (record.write(match), notation.write_game(match, "turns", {})):
        read_match = foreign_texts.read_text(text).match
        assert (read_match.positions, read_match.outcome()) == (match.positions, outcome)
    plan = usual_plan("kilkenny")._replace(seats=(SeatPlan(),) * seats)
    plan = plan._replace(options={**plan.options, **rules.changed_house_options(match.position_after(0).house)})
    short = match.until(min(match.ply, 400))
    link = game_link.write(short, plan)
    assert link.startswith("#g=4.")
    shared = game_link.read(game_link.find_code(link))
    assert (shared.match.positions, shared.plan.options) == (short.positions, plan.options)


def test_links_without_the_rule_are_of_the_version_that_they_were() -> None:
    plan = usual_plan("kilkenny")._replace(seats=(SeatPlan(),) * 4)
    assert game_link.write(games.load("kilkenny").match(1, 4), plan).startswith("#g=2.")
    assert game_link.write(games.load("parcheesi").match(1, 4), Plan("parcheesi", plan.seats, {})).startswith("#g=2.")
    for options, edition in (({}, 2), ({"places": "on"}, 3)):
        terms = turn_link.Terms("kilkenny", 4, {**plan.options, **options})
        joiners = (turn_link.Joiner("", b"\1" * 16), None, None, None)
        invitation = turn_link.read(turn_link.find_code(turn_link.invite(turn_link.Invitation(terms, joiners))))
        assert invitation.terms.options == terms.options
        assert rule_options.earliest(rules, terms.options) == edition


def test_it_is_told_who_takes_which_place() -> None:
    match: Match[Position, rules.Move] = Match(RULESET, first())
    *_, message = speech.tell(match.position, step((7, 1), (7, 0)))
    assert english(message) == "seat 0 has caught both mice and takes place 1."
    *_, message = speech.tell(first(""), step((7, 1), (7, 0)))
    assert english(message) == "seat 0 reaches a mouse.", "a game that is over says it by itself"
    assert tray.asks(match.position, step((7, 1), (7, 0))) is None, "a player with a place is not out of the game"


def test_a_draft_places_who_has_both_mice() -> None:
    on = draft.changed(rules.start(4, {}, 0), "places", "on")
    assert on.placed == (0, 0, 0, 0)
    for spot in ("h1", "i1"):
        on = draft.put(on, spot, str(on.sides.index(0)))
    assert on.placed[on.sides.index(0)] == 1
    assert draft.changed(on, "places", "off").placed == ()
    shown = [{option.name for option, _ in draft.settings(rules.start(seats, {}, 0))} for seats in (2, 3)]
    assert [("places" in names) for names in shown] == [False, True]


# Opponents ------------------------------------------------------------------------------------------------------------


def choice(position: Position, level: int, seed: int = 0) -> rules.Move:
    clock = Clock(1.0, lambda: 0.0)
    return [thought.move for thought in bots.think(position, (), level, seed, clock)][-1]


@pytest.mark.parametrize("level", LEVELS)
def test_an_opponent_takes_the_second_place_when_the_first_is_gone(level: int) -> None:
    chosen = [choice(second(), level, seed) for seed in range(3)]
    assert step((14, 8), (15, 8)) in chosen
    assert level == 0 or set(chosen) == {step((14, 8), (15, 8))}


def test_who_has_a_place_is_no_opponent_in_the_race() -> None:
    position = second()
    cats = position.cats
    assert -WIN < fixed_parts(position).worth(cats, 1) < WIN
    away = (0, *cats[1:])
    assert fixed_parts(position).worth(cats, 1) == fixed_parts(position).worth(away, 1)


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("seats", [3, 4])
def test_opponents_play_whole_games_for_places(level: int, seats: int) -> None:
    behind = 0
    for seed in range(2):
        lot, position = Random(seed), rules.start(seats, {"places": "on", "rounds": "50"}, seed)
        while (outcome := position.outcome()) is None:
            if position.turn == CHANCE:
                position = position.play(lot.choice(rules.ROLLS))
                continue
            moves = position.moves()
            move = FORFEIT if moves == (FORFEIT,) else choice(position, level, seed)
            assert move in moves
            behind += 1 in position.placed
            position = position.play(move)
        assert outcome.places.count(1) == 1
        assert sorted(outcome.places) == list(range(1, seats + 1))
    assert behind > 0, "somebody moved for a place behind the first"


def test_moves_for_a_place_are_surveyed_and_not_told_in_chances() -> None:
    position = second()
    assert not bots.calibrated(position)
    assert not bots.SCALE.sure(position)
    *_, survey = bots.survey(position, (), Scope(2, 10), Clock(1000.0))
    assert survey.lines[0].moves[0] == step((14, 8), (15, 8))
    assert {line.moves[0] for line in survey.lines} == set(steps(position))
    *_, weighed = bots.weigh(position._replace(die=0, turn=CHANCE), (Roll(1), step((14, 8), (15, 8))), Clock(1000.0))
    assert weighed is not None
    assert weighed.before[0] == 0
    assert 0 < weighed.before[1] < 1
