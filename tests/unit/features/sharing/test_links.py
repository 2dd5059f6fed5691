"""Test games in links (requirement PW-05): every game is read back as it was written.

All other texts are refused with a message.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chowk import games
from chowk.core import packing, rule_options
from chowk.core.errors import TextError
from chowk.core.match import Match
from chowk.core.packing import Packer, Unpackable, Unpacker
from chowk.core.position import CHANCE
from chowk.features.sharing import game_link
from chowk.games.api import LINKED
from chowk.storage.plan import TAKE_BACKS, Plan, SeatPlan, checked, usual_plan

GAMES = 200
PLIES = 40

SENT = {
    "#g=1.vdgATBXwiMadmcJYnWKzABvcAw": "S:13,5,n,n N:51,n,n,n N roll "
    "house=stand:3,single:on,whole:on,enter:on,rows:off,laps:off,together:end,places:on",
    "#g=1.C_iRquwAyp5hlnB0": "---------X--------XX----O-XXX----OOXX-----O-X------------------- O",
    "#g=1.Ez1JCm1j6N2KDWJNtRY": "W:W12,13,22,25,27,28,29,31,32:B2,3,4,5,6,7,8,9,K30 repetition=off forty=off",
    "#g=1.nfo_PsRk2VAHOckocjFXulTIA7OAbw": "S:j10,h12,i12,f13,g13,h13,j13,d14 N:g4,h4,i4,j4,g5,f7,f8 N roll quiet=2 "
    "house=counted:on",
    "#g=1.p-N-gu7AFRhM3kfIsUt-IP7kxnUC": "A:8/6/17r0@g1 B:9/10/13r0f@d2 A queue=12,27,10,15,33,21,24,5,22,6,28,30,19,2,"
    "32,29,8,31,25,26,11,16,4,3,14,20,9,18,7,1,23 house=track:classic",
}
"""Links of version 1, as they were first written, with the last positions of their games.

They must stay readable.
"""
SENT_SINCE = {
    "#g=2.A4YJMi_dLSB9FlkMkaEFHsCVAMA": "S:13,5,5,n N:n,n,n,n S [6,4] "
    "house=thirds:on,compulsory:on,lower:on,enter:on,laps:off,together:roll,places:on",
    "#g=2.IEr7GB_mdD4FAAAQ4YMAmQ": "-----------O-XO--O-OXO---XXXOX----XOXOO---OX-X----O--OX--------- O",
    "#g=2.PYI14-11qPsRiLukPL-K4SWUgr4OiQ": "W:W11,21,22,23,24,25,26,28,31,32:B1,2,3,4,5,6,13,15,16 repetition=off",
    "#g=2.Ak_ACOg7L-eqB-llRpObKNFlL4JcpMOfGPw": "W:b7,e7,d8,e8,d9,e9,d11,e11 N:g4,h4,i4,j4,b5,d5,j5,h11 "
    "E:j6,l7,m7,m8,g9,m9,f10,i10 ?:g12,h12,i12,j12,g13,h13,i13,j13 W [4] quiet=10 "
    "house=hunted:on,counted:on,resign:on",
    "#g=2.AjOo6fadSaRMAB2IYNysujRFkocHJNgIrA": "A:16/6/10r0@e4,23r1f@c1,14r1f@a1 B:15/11/13r3f@h1,31r1@c1 B "
    "queue=20,33,6,29,5,26,21,25,4,22,18,17,2,9,16,7,12,19,8,24,1,30,3,27,28,11,32,15 house=track:classic",
}
"""Links of version 2, with the last positions of their games. They must stay readable."""
TIMED = {
    "#g=3.AlcOJ4HbcZaPrAH8MYco_QCafFAAQHM3": (0, "S:n,n,n,n W:67,n,n,n N:48,n,n,n E:25,n,n,n S [6,5] "
    "house=thirds:on,stand:2,compulsory:on,whole:on,together:end"),
    "#g=3.A2tFDD5WXfM84GlipYAXoSFf5_o": (0, "OOO------OOOX-----OXX----X-OX--O--XXOXOX-X-XXOX---OXO-XX-O----XO O"),
    "#g=3.rPDh7bh1pRgQn29mxyom9LsgJJHCURhX": (1, "B:W9,15,25,26,28,29,30,31,32:B1,2,4,5,6,8,11,12,21 forty=off"),
    "#g=3.ArxDMyeGD3TOa2KPaHWayYQCc7q8HSOduhw": (3, "S:g6,h12,i12,o12,g13,h13,i13,j13 W:b7,d7,d8,e8,d9,e9,d10,j10 "
    "N:g4,h4,g5,h5,i5,j6,j8 E:o4,m7,l8,m8,l9,m9,l10,m10 N [2] house=rounds:0,counted:on,resign:on"),
    "#g=3.Aub9Hnf1RzZRoB2KbT_3JmGBacLcRPK3MA": (0, "A:13/7/23r0@a3,31r1@f2,32r1@f7 B:14/3/13r3@d3,9r3@g3,7r0@d1 A "
    "queue=19,24,22,25,14,8,27,33,5,15,29,16,10,21,28,6,20,26,4,1,18,11,2,30,17,3,12 house=seven:off"),
}  # fmt: skip
"""Links of version 3, for games lost on time: the seat whose time ran out, and the last position."""


def some_plan(name: str, draw: random.Random) -> Plan:
    """Return a random plan for a game: players, names and house rules."""
    game = games.load(name)
    people = ["", "Asha", "ਕਿਸ਼ਨ", "O'Neill 7", "Zo\u200dë"]
    kinds = [
        SeatPlan("person", 0, draw.choice(people).strip()),
        *(SeatPlan("bot", level.number) for level in game.bots.LEVELS),
    ]
    seats = tuple(draw.choice(kinds) for _ in range(draw.choice(game.sign.seats)))
    options = {option.name: draw.choice(option.choices).value for option in game.rules.OPTIONS}
    return Plan(name, seats, options, draw.choice(TAKE_BACKS), game.sign.lot and draw.random() < 0.5)


def some_game(name: str, number: int) -> tuple[Match[Any, Any], Plan]:
    """Return a game of a few random moves under random rules. Equal numbers give equal games."""
    draw = random.Random(f"{name} {number}")
    plan = some_plan(name, draw)
    match = games.load(name).match(draw.getrandbits(64), len(plan.seats), **plan.options)
    for _ in range(draw.randrange(PLIES)):
        if match.outcome() is not None:
            break
        match.play(match.roll() if match.position.turn == CHANCE else draw.choice(match.position.moves()))
    ending = draw.randrange(6)
    if ending == 0:
        match.agree()
    elif ending == 1:
        match.resign(draw.randrange(len(plan.seats)))
    elif ending == 2:
        match.overstep(draw.randrange(len(plan.seats)))
    return match, plan


@cache
def sample(name: str) -> str:
    """Return a link of a random game with more than five moves."""
    return game_link.write(
        *next(shared for shared in (some_game(name, number) for number in range(9)) if shared[0].ply > 5)
    )


def back(link: str) -> game_link.Shared:
    return game_link.read(game_link.find_code(link))


@pytest.mark.parametrize("name", games.ready())
def test_a_game_comes_out_of_its_link_as_it_went_in(name: str) -> None:
    for number in range(GAMES):
        match, plan = some_game(name, number)
        link = game_link.write(match, plan)
        assert re.fullmatch(r"#g=[2-5]\.[A-Za-z0-9_-]+", link)
        again = back(link)
        assert again.match.positions == match.positions
        assert again.match.moves == match.moves
        assert again.match.outcome() == match.outcome()
        assert again.plan == plan
        assert again.shown_ply is None
        if any(position.turn == CHANCE for position in match.positions):
            assert again.match.seed == match.seed


def openings(name: str, seeds: range, every: bool = True) -> Iterator[tuple[Match[Any, Any], Plan]]:
    """Yield new games for each seed and each number of seats.

    If `every` is True, there is a game by the default rules, and one for each other choice of each house rule.
    Otherwise there is only one of these games; successive seeds select them in turn.
    """
    game, usual = games.load(name), usual_plan(name)
    changes = [{option.name: choice.value} for option in game.rules.OPTIONS for choice in option.choices[1:]]
    for seed in seeds:
        for seats in game.sign.seats:
            for change in ({}, *changes) if every else ({}, *changes)[seed % (len(changes) + 1) :][:1]:
                plan = usual._replace(seats=(SeatPlan(),) * seats, options={**usual.options, **change}, lot=False)
                yield game.match(seed, seats, **plan.options), plan


def opens(match: Match[Any, Any], plan: Plan, shown: int | None = None) -> None:
    """Check that the link of a game leads to the same game, and to the position after `shown` plies if given.

    The link must hold the game's seed: the reader passes another seed, which must have no effect.
    """
    shared = game_link.read(game_link.find_code(game_link.write(match, plan, shown)), seed=0xC0FFEE)
    assert shared.match.positions == match.positions
    assert (shared.match.moves, shared.match.outcome()) == (match.moves, match.outcome())
    assert (shared.plan, shared.shown_ply) == (plan, shown)
    # A recipient may pass the link on.
    assert (
        game_link.read(game_link.find_code(game_link.write(shared.match, shared.plan)), seed=7).match.positions
        == match.positions
    )


def every_link_opens(name: str, numbers: range) -> None:
    """Check that links of random games lead to the same games.

    There are four kinds of links: to a whole game, to a whole game with the position to show, to the beginning of a
    game, and to a game that starts from a position.
    """
    for number in numbers:
        match, plan = some_game(name, number)
        ply = random.Random(number).randrange(match.ply + 1)
        if number % 4 < 2:
            opens(match, plan, ply if number % 4 else None)
        elif number % 4 == 2:
            opens(match.until(ply), plan)
        else:
            later: Match[Any, Any] = Match(match.ruleset, match.position_after(ply), number)
            for move in match.moves[ply:]:
                later.play(move)
            opens(later, plan)


@pytest.mark.parametrize("name", games.ready())
def test_every_link_that_is_written_opens(name: str) -> None:
    every_link_opens(name, range(GAMES, GAMES + 32))


@pytest.mark.parametrize("name", games.ready())
def test_the_link_of_every_opening_opens(name: str) -> None:
    for match, plan in openings(name, range(4 if len(games.sign(name).seats) > 1 else 30)):
        opens(match, plan)


@pytest.mark.deep
@pytest.mark.parametrize("name", games.ready())
def test_every_link_opens_of_five_thousand_games(name: str) -> None:
    every_link_opens(name, range(5_000))


@pytest.mark.deep
@pytest.mark.parametrize("name", games.ready())
def test_the_link_of_every_opening_opens_by_five_thousand_seeds(name: str) -> None:
    for match, plan in openings(name, range(5_000), every=False):
        again = game_link.read(game_link.find_code(game_link.write(match, plan)), seed=0xC0FFEE)
        assert (again.match.position_after(0), again.plan) == (match.position_after(0), plan)


@pytest.mark.parametrize("link", SENT)
def test_a_link_that_was_sent_long_ago_leads_where_it_led(link: str) -> None:
    match = back(link).match
    assert match.ruleset.notation.write_position(match.position, rule_options.FIRST) == SENT[link]


@pytest.mark.parametrize("link", TIMED)
def test_links_of_games_that_were_lost_on_time_stay_readable(link: str) -> None:
    loser, position = TIMED[link]
    match = back(link).match
    assert match.ruleset.notation.write_position(match.position, 2) == position
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.why, outcome.places[loser]) == ("time", 2)


@pytest.mark.parametrize("link", SENT_SINCE)
def test_a_link_of_the_second_version_leads_where_it_led(link: str) -> None:
    match = back(link).match
    assert match.ruleset.notation.write_position(match.position, 2) == SENT_SINCE[link]


@pytest.mark.parametrize("name", games.ready())
def test_the_ply_to_look_at_travels_along(name: str) -> None:
    match, plan = next(shared for shared in (some_game(name, number) for number in range(50)) if shared[0].ply > 5)
    assert back(game_link.write(match, plan, 4)).shown_ply == 4
    assert back(game_link.write(match, plan, 0)).shown_ply == 0


def test_a_game_of_chance_keeps_its_dice_to_come_and_one_without_needs_no_seed() -> None:
    dice = games.load("kilkenny").match(99, 2)
    assert back(game_link.write(dice, usual_plan("kilkenny"))).match.seed == 99
    discs = games.load("reversi").match(1 << 63)
    link = game_link.write(discs, usual_plan("reversi"))
    assert game_link.read(game_link.find_code(link), seed=5).match.seed == 5
    assert len(link) < 20


def test_rolls_that_no_seed_told_travel_as_they_are() -> None:
    game = games.load("kilkenny")
    match = game.match(7, 2)
    other = next(move for move in match.position.moves() if move != match.roll())
    match.play(other)
    assert back(game_link.write(match, usual_plan("kilkenny"))).match.moves == (other,)


@pytest.mark.parametrize("name", games.ready())
def test_a_game_that_began_from_a_position_keeps_it(name: str) -> None:
    match, plan = next(shared for shared in (some_game(name, number) for number in range(50)) if shared[0].ply > 5)
    later: Match[Any, Any] = Match(match.ruleset, match.position_after(3), 3)
    later.play(match.moves[3])
    again = back(game_link.write(later, plan))
    assert again.match.positions == later.positions


def test_a_name_is_cut_and_cleaned_before_it_travels() -> None:
    plan = usual_plan("reversi")
    long = plan._replace(seats=(SeatPlan("person", 0, "\u202e<b>\n" + "x" * 99), plan.seats[1]))
    name = back(game_link.write(games.load("reversi").match(1), long)).plan.seats[0].name
    assert name == ("<b> " + "x" * 99)[:24]


# Texts that are no games --------------------------------------------------------------------------------------------


def why(text: str) -> str:
    with pytest.raises(TextError) as caught:
        game_link.read(game_link.find_code(text) or text)
    return caught.value.why.text


@pytest.mark.parametrize("name", games.ready())
def test_one_letter_changed_missing_or_added_is_a_damaged_link(name: str) -> None:
    link = sample(name)
    for place in range(5, len(link)):
        other = "B" if link[place] != "B" else "C"
        for wrong in (link[:place] + other + link[place + 1 :], link[:place] + link[place + 1 :], link[:place]):
            assert why(wrong).startswith("This link is damaged"), wrong


@pytest.mark.parametrize("code", ["", "A", "AAAA", "AAAAAAAA", "====", "%41", "é", "_" * 40, "-" * 3999])
def test_what_was_never_written_is_a_damaged_link(code: str) -> None:
    assert why(f"#g=2.{code}").startswith("This link is damaged")
    assert why(f"#g=1.{code}").startswith("This link is damaged")
    assert why(f"#g=0.{code}").startswith("This link is damaged")


def test_a_later_version_is_named_as_one() -> None:
    assert "newer version" in why(f"#g={game_link.NEWEST + 1}.abc")
    assert "newer version" in why(re.sub(r"g=[0-9]\.", "g=10.", sample("reversi")))


def test_an_endless_link_is_refused_unread() -> None:
    assert why("#g=2." + "A" * 4001) == "This link is too long to be a game."


def test_a_game_too_long_for_a_link_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_link, "LONGEST", 20)
    match, plan = next(
        shared for shared in (some_game("kilkenny", number) for number in range(50)) if shared[0].ply > 9
    )
    with pytest.raises(TextError, match="too long for a link"):
        game_link.write(match, plan)


def signed(packer: Packer, match: Match[Any, Any]) -> str:
    """Return a link with arbitrary packed data and a correct checksum, as an attacker would make it.

    The checksum covers the data and the last position of `match`.
    """
    data = packer.packed()
    return "#g=2." + packing.code(data + game_link._sum(data, match))


@pytest.mark.parametrize("seats", [(1, 9), (1, 19)])
def test_an_opponent_that_does_not_exist_gives_its_seat_to_the_strongest(seats: tuple[int, int]) -> None:
    match = games.load("reversi").match(0)
    packer = Packer()
    game_link._put_start(packer, match, usual_plan("reversi"))
    packer.put(0, 3)
    for level in seats:
        packer.put(1, 2)
        packer.put(level, 20)
        packer.put_text("")
    game_link._put_moves(packer, match, None)
    reversi = games.load("reversi")
    known = {level.number for level in reversi.bots.LEVELS}
    assert [seat.level for seat in game_link.read(game_link.find_code(signed(packer, match))).plan.seats] == [
        level if level in known else reversi.strongest for level in seats
    ]


def test_more_moves_than_any_game_has_are_refused_before_they_are_played() -> None:
    match = games.load("reversi").match(0)
    packer = Packer()
    game_link._put_start(packer, match, usual_plan("reversi"))
    game_link._put_players(packer, usual_plan("reversi"))
    packer.put(0, 4)
    packer.put_count(0)
    packer.put_count(1 << 40)
    assert why(signed(packer, match)).startswith("This link is damaged")


@pytest.mark.parametrize("name", ["\u202eevil", "two\nlines", "x" * 25, " "])
def test_a_name_that_nobody_could_have_typed_is_a_damaged_link(name: str) -> None:
    match = games.load("reversi").match(0)
    packer = Packer()
    game_link._put_start(packer, match, usual_plan("reversi"))
    packer.put(0, 3)
    for typed in (name, ""):
        packer.put(0, 2)
        packer.put_text(typed)
    game_link._put_moves(packer, match, None)
    assert why(signed(packer, match)).startswith("This link is damaged")


def test_what_is_left_over_makes_a_link_a_damaged_one() -> None:
    match, plan = games.load("reversi").match(0), usual_plan("reversi")
    packer = Packer()
    game_link._put_start(packer, match, plan)
    game_link._put_players(packer, plan)
    game_link._put_moves(packer, match, None)
    assert game_link.read(game_link.find_code(signed(packer, match))).plan == plan
    packer.put(1, 2)
    assert why(signed(packer, match)).startswith("This link is damaged")


def test_a_position_that_is_none_is_a_damaged_link() -> None:
    packer = Packer()
    packer.put(games.sign("reversi").number, LINKED)
    packer.put(1, 2)
    packer.put(0, 3)
    packer.put(0, 1)
    packer.put(0, 3)
    packer.put_text("no board")
    assert why(signed(packer, games.load("reversi").match(0))).startswith("This link is damaged")


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(max_size=60) | st.binary(max_size=80).map(packing.code))
def test_any_text_is_a_game_or_a_sentence(text: str) -> None:
    for version in (1, game_link.VERSION):
        with pytest.raises(TextError):
            game_link.read(f"g={version}.{text}")


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.binary(min_size=1, max_size=80), st.sampled_from(games.ready()))
def test_whatever_is_packed_is_played_by_the_rules_or_refused(data: bytes, name: str) -> None:
    # The checksum is switched off, so that the data gets as far as that of an attacker with a correct checksum.
    number = games.sign(name).number + LINKED * int.from_bytes(data, "big")
    packed = Unpacker(number.to_bytes(90, "big").lstrip(b"\0"))
    try:
        again = game_link._unpacked(packed, 0)
        checked(again.plan)
    except (Unpackable, TextError):
        return
    assert back(game_link.write(again.match, again.plan, again.shown_ply)).match.moves == again.match.moves


# Finding links in texts ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "https://example.org/chowk/{}",
        "Look: https://example.org/{}.",
        "<{}>",
        "#lang=kn&{}",
        "{}&lang=kn",
        "{})\n",
    ],
)
def test_a_link_is_found_in_whatever_it_came_in(around: str) -> None:
    link = sample("reversi")
    text = around.format(link.lstrip("#") if "#lang" in around else link)
    assert game_link.find_code(text) == link.lstrip("#")


@pytest.mark.parametrize("text", ["", "#", "#lang=kn", "#rule-R16", "g=1", "#g=", "#game=1.x", "big=1.abc"])
def test_other_fragments_are_none(text: str) -> None:
    assert game_link.find_code(text) == ""


# Packing ------------------------------------------------------------------------------------------------------------


@given(st.lists(st.integers(1, 400).flatmap(lambda radix: st.tuples(st.integers(0, radix - 1), st.just(radix)))))
def test_numbers_come_out_as_they_went_in(digits: list[tuple[int, int]]) -> None:
    packer = Packer()
    for value, radix in digits:
        packer.put(value, radix)
    packed = Unpacker(packer.packed())
    assert [packed.take(radix) for _, radix in digits] == [value for value, _ in digits]
    packed.end()


@given(st.integers(0, 1 << 70), st.text())
def test_counts_and_texts_come_out_as_they_went_in(count: int, text: str) -> None:
    packer = Packer()
    packer.put_count(count)
    packer.put_text(text)
    packed = Unpacker(packer.packed())
    assert packed.take_count(1 << 70) == count
    assert packed.take_text(10_000) == text


def test_only_choices_cost_nothing() -> None:
    packer = Packer()
    for _ in range(1000):
        packer.put(0, 1)
    assert packer.packed() == b""


@given(st.text(alphabet="ABCabc-_09=", max_size=12))
def test_a_code_can_be_written_in_one_way_only(text: str) -> None:
    try:
        data = packing.decode(text)
    except Unpackable:
        return
    assert packing.code(data) == text
