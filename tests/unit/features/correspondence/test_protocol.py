"""Test the statements PA-01 to PA-10 and PA-17 of docs/correspondence.md: promises about dice, links and turns."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from chowk import games
from chowk.core import chance, seat_draw
from chowk.core import fair_dice as throwing
from chowk.core import hash_chain as chains
from chowk.core.dice import first_false, proofs, seat_to_act
from chowk.core.errors import TextError
from chowk.core.position import CHANCE
from chowk.features.correspondence import reconcile
from chowk.storage import turn_link as letters
from chowk.storage.turn_link import Invitation, Joiner, Letter
from tests.unit.features.correspondence.players import (
    NAMES,
    begun,
    carried,
    chain_of,
    play,
    ring_of,
    secret,
    table,
    terms,
)

EVERY = [("parcheesi", n) for n in (2, 3, 4)] + [("kilkenny", n) for n in (2, 3, 4)]


def read(text: str) -> Letter:
    """Return the letter (message with moves) that a link contains."""
    letter = letters.read(letters.find_code(text))
    assert isinstance(letter, Letter)
    return letter


def test_pa_01_each_element_is_the_hash_of_the_next_and_the_first_is_the_commitment() -> None:
    own = chain_of(2, secret(1))
    assert own.element(chains.LENGTH) == secret(1)
    for number in (1, 31, 32, 33, 500, 1024):
        text = b"chowk-2 chain:2:%d:" % number + own.element(number)
        assert hashlib.sha256(text).digest()[:16] == own.element(number - 1)
    assert own.commitment == own.element(0)
    assert own.is_consistent
    assert not own._replace(marks=(*own.marks[:5], bytes(16), *own.marks[6:])).is_consistent
    with pytest.raises(LookupError):
        own.element(chains.LENGTH + 1)


def test_pa_01_no_game_comes_near_the_end_of_a_chain() -> None:
    """A random game, several times as long as games of people, uses less than a third of a hash chain."""
    devices = begun(terms("parcheesi", 2, strict=True), 5)
    play(devices, random.Random(5))
    assert 0 < max(ring_of(devices).counters) < chains.LENGTH / 3


def test_pa_02_the_invitation_gathers_commitments_and_the_table_has_its_name_from_the_first() -> None:
    devices = table(terms("kilkenny", 3))
    invitation = letters.read(letters.find_code(letters.invite(devices[0].invitation)))
    assert isinstance(invitation, Invitation)
    assert [joiner and joiner.name for joiner in invitation.joiners] == [*NAMES[:3]]
    assert invitation.table == devices[0].own.commitment[:8].hex()
    text = play(devices, random.Random(1), 1)[0] if devices[0].due else devices[0].send()
    ring = letters.ring_of(read(text))
    assert letters.name_of(ring.revealed[0][0]) == invitation.table


def test_pa_02_equal_commitments_are_refused() -> None:
    own = chain_of(0, secret(0)).commitment
    invitation = Invitation(terms("reversi", 2), (Joiner("A", own), None))
    with pytest.raises(TextError):
        reconcile.sit(invitation, 1, Joiner("B", own))
    both = Invitation(terms("reversi", 2), (Joiner("A", own), Joiner("B", own)))
    with pytest.raises(TextError):
        letters.read(letters.find_code(letters.invite(both)))


def test_pa_03_what_the_inviter_lays_follows_from_everybody_s_elements() -> None:
    devices = table(terms("parcheesi", 3, first="throw"))
    ring, match = devices[0].game.ring, devices[0].game.match
    parts = b"0:1:" + ring.revealed[0][1] + b"1:0:" + ring.revealed[1][0] + b"2:0:" + ring.revealed[2][0]
    seed = int.from_bytes(hashlib.sha256(b"chowk-2 dice:" + parts).digest()[:16], "big")
    assert match.seed == seed
    assert match.position_after(0).sides == seat_draw.sides(3, seed)
    thrown = [ply for ply in range(match.ply) if match.ruleset.rules.throwing(match.position_after(ply))]
    assert thrown == list(range(match.ply))
    assert match.ply >= 3
    for ply in thrown:
        position = match.position_after(ply)
        assert match.moves[ply] == chance.pick(position.moves(), position.odds(), seed, ply)


def test_pa_03_a_lot_says_who_plays_which_side_and_nobody_chooses_it() -> None:
    firsts = Counter(table(terms("checkers", 2), number)[0].game.ring.moved for number in range(12))
    assert set(firsts) == {0, 1}


def test_pa_04_a_roll_takes_the_roller_s_next_element_and_everybody_s_last() -> None:
    devices = begun(terms("kilkenny", 3), 2)
    play(devices, random.Random(2), 7)
    due = next(device for device in devices if device.due)
    ring, match = due.game.ring, due.game.match
    numbers = [count + (chair == due.own.chair) for chair, count in enumerate(ring.counters)]
    own = due.own.element(numbers[due.own.chair])
    elements = [own if chair == due.own.chair else ring.revealed[chair][-1] for chair in range(3)]
    seed = throwing.seed(zip(range(3), numbers, elements, strict=True))
    assert match.roll() == chance.pick(match.position.moves(), match.position.odds(), seed, 0)
    for other in devices:
        if other is not due:
            with pytest.raises(LookupError):
                other.game.match.roll()  # no other device can know the roll


def test_pa_05_a_turn_without_roll_or_choice_counts_none() -> None:
    devices = begun(terms("reversi", 2), 3)
    draw = random.Random(0)
    for number in range(40):  # try seeds until a game has a forced pass
        devices = begun(terms("reversi", 2), number)
        play(devices, draw)
        match = devices[0].game.match
        forced = [ply for ply in range(match.ply) if match.ruleset.rules.forced(match.position_after(ply)) is not None]
        if forced:
            break
    counters = devices[0].dice.settled(match)
    assert sum(counters) == 1 + match.ply - len(forced)
    assert devices[0].game.match.moves == devices[1].game.match.moves


def test_pa_06_rolls_cost_no_letters_and_whole_games_fit_into_a_message() -> None:
    lengths = {}
    for game, chairs in (("reversi", 2), ("checkers", 2), ("patchwork", 2), ("parcheesi", 2)):
        devices = begun(terms(game, chairs), 1)
        lengths[game] = len(play(devices, random.Random(1))[-1]) - len("#t=1.")
    assert lengths["reversi"] < 110
    assert lengths["checkers"] < 110
    assert lengths["patchwork"] < 120
    assert lengths["parcheesi"] < 200


@pytest.mark.parametrize("game", games.ready())
def test_pa_07_the_reader_plays_the_same_game_and_verifies_every_roll(game: str) -> None:
    what = terms(game, 2)
    devices = begun(what, 6)
    sent = play(devices, random.Random(6))
    for text in sent[:: max(1, len(sent) // 5)]:
        stranger = reconcile.finished(reconcile.open_(read(text), None))
        assert stranger.kind == "look on"
        assert stranger.match is not None
        assert stranger.match.moves == devices[0].game.match.moves[: stranger.match.ply]
        assert first_false(proofs(stranger.match)) is None
    assert devices[0].game.match.outcome() == devices[1].game.match.outcome() is not None


def test_pa_07_a_page_goes_on_from_the_positions_that_it_has() -> None:
    devices = begun(terms("reversi", 2), 8)
    play(devices, random.Random(8), 9)
    before = next(device for device in devices if not device.due)
    positions = before.game.match.positions
    play(devices, random.Random(8), 1)
    assert all(position is other for position, other in zip(positions, before.game.match.positions, strict=False))


def test_pa_08_the_same_link_again_brings_the_same_roll() -> None:
    devices = begun(terms("parcheesi", 2), 9)
    sent = play(devices, random.Random(9), 6)
    due = next(device for device in devices if device.due)
    roll = due.game.match.roll()
    due.game.match.play(roll)
    due.game.match.undo()
    assert due.game.match.roll() == roll
    assert due.open(sent[-1]).kind == "equal"
    assert due.game.match.roll() == roll


def test_pa_09_at_a_strict_table_each_further_roll_takes_an_element_of_the_next_player() -> None:
    devices = begun(terms("parcheesi", 2, strict=True), 10)
    draw, waited = random.Random(10), 0
    for _ in range(120):
        due = next((device for device in devices if device.due), None)
        if due is None:
            break
        match = due.game.match
        if due.dice.awaits_reveal(match):
            waited += 1
            roller = next(device for device in devices if device is not due)
            assert seat_to_act(match.position) == roller.game.ring.seat(roller.own.chair)
            assert match.position.turn == CHANCE
            with pytest.raises(LookupError):
                roller.game.match.roll()  # even the roller cannot foresee the roll
            plies = match.ply
            due.go_on(draw)
            assert match.ply == plies  # the letter adds a dice secret but no move
        play(devices, draw, 1)
    assert waited > 3


def test_pa_09_otherwise_the_rolls_of_a_turn_are_the_next_of_one_seed() -> None:
    devices = begun(terms("parcheesi", 2), 11)
    play(devices, random.Random(11), 60)
    dice, match = devices[0].dice, devices[0].game.match
    drawn = [dice.draw(match, ply) for ply in range(match.ply) if match.position_after(ply).turn == CHANCE]
    again = [(pair, other) for pair, other in pairwise(drawn) if other[1]]
    assert again
    assert all(pair[0] == other[0] and other[1] == pair[1] + 1 for pair, other in again)


def test_pa_10_a_link_leads_back_to_the_game_on_another_device_of_the_same_player() -> None:
    devices = begun(terms("reversi", 2), 12)
    sent = play(devices, random.Random(12), 5)
    mine = devices[0]
    other = type(mine)(mine.own, mine.invitation)
    for text in sent[-1:]:
        assert other.open(text).kind == "longer"
    assert other.game.match.moves == mine.game.match.moves


@pytest.mark.parametrize(("game", "chairs"), [("reversi", 2), ("parcheesi", 2), ("patchwork", 2)])
def test_games_come_to_one_end_whatever_carries_the_links(game: str, chairs: int) -> None:
    devices = begun(terms(game, chairs), 20)
    kinds = carried(devices, random.Random(20))
    assert not kinds["fork"]
    assert not kinds["other device"]
    assert kinds["shorter"] + kinds["equal"] > 5
    assert len({device.game.match.moves for device in devices}) == 1


@pytest.mark.parametrize(("game", "chairs"), [("patchwork", 2), ("parcheesi", 3), ("kilkenny", 2)])
def test_choices_are_the_same_number_by_blocks_as_one_by_one(game: str, chairs: int) -> None:
    """Packing the choices in blocks of plies gives the same number as packing them one by one.

    A choice is the index of a move among the legal moves. The numbers are also equal after moves of the match were
    taken back and others were played.
    """
    devices = begun(terms(game, chairs), 8)
    play(devices, random.Random(8))
    whole = devices[0].game.match
    dice, luck = whole.dice, random.Random(3)
    assert isinstance(dice, throwing.SharedDice)
    for ply in (whole.ply, throwing.BLOCK * 2, throwing.BLOCK, throwing.BLOCK - 1, 0):
        match = whole.until(ply)
        for _ in range(throwing.BLOCK + 7):
            if match.outcome() is None:
                match.play(match.roll() if match.position.turn == CHANCE else luck.choice(match.position.moves()))
        number, radix = 0, 1
        for turn, (position, move) in enumerate(zip(match.positions, match.moves, strict=False)):
            if position.turn != CHANCE:
                digit, count = position.moves().index(move), len(position.moves())
                assert dice.choice(turn, position, move) == (digit, count)
                number, radix = number + digit * radix, radix * count
        total, weight = 0, 1
        for part, of in dice.blocks(match):
            total, weight = total + part * weight, weight * of
        assert (total, weight) == (number, radix)


@pytest.mark.deep
@pytest.mark.parametrize(("game", "chairs"), EVERY)
@pytest.mark.parametrize("strict", [False, True])
def test_a_thousand_games_come_to_one_end(game: str, chairs: int, strict: bool) -> None:
    for number in range(1000):
        devices = begun(terms(game, chairs, strict=strict), number)
        kinds = carried(devices, random.Random(number))
        assert not kinds["fork"], number
        assert len({device.game.match.moves for device in devices}) == 1, number
        assert first_false(proofs(devices[0].game.match)) is None, number


def test_every_statement_is_shown() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert [number for number in range(1, 11) if f"def test_pa_{number:02}_" not in text] == []


@pytest.mark.parametrize("aids", [False, True])
def test_pa_17_every_letter_says_whether_hints_and_analysis_are_agreed_on(aids: bool) -> None:
    devices = begun(terms("kilkenny", 3, strict=True, aids=aids), 6)
    sent = [letters.invite(devices[0].invitation), *play(devices, random.Random(6), 30)]
    assert {text.partition(".")[0] for text in sent} == {"#t=3" if aids else "#t=1"}
    terms_sent = [letters.read(letters.find_code(text)).terms for text in sent]
    assert all(terms_seen == devices[0].game.terms for terms_seen in terms_sent)
    assert devices[0].game.terms.aids is aids
    for text in sent[:3]:
        other = letters.find_code(text).replace("t=3" if aids else "t=1", "t=1" if aids else "t=3")
        with pytest.raises(TextError):
            letters.read(other)


def test_pa_17_a_letter_of_other_terms_is_none_of_the_table() -> None:
    devices = begun(terms("reversi", 2), 6)
    text = play(devices, random.Random(6), 3)[-1]
    letter = read(text)
    with pytest.raises(TextError, match="not come from the players"):
        reconcile.finished(reconcile.open_(letter._replace(terms=letter.terms._replace(aids=True)), devices[0].game))
