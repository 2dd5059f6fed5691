"""Test the statements PA-11 to PA-13 of docs/correspondence.md.

They are about decisions that need the consent of all players, and about false claims of consent.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from chowk import games
from chowk.core.errors import TextError
from chowk.core.fair_dice import Ring, SharedDice
from chowk.core.match import Match
from chowk.core.position import CHANCE
from chowk.storage import turn_link as letters
from chowk.storage.turn_link import Letter, Wish
from tests.unit.features.correspondence.players import Device, begun, play, terms
from tests.unit.features.correspondence.test_cheating import refused


def some(game: str = "reversi", turns: int = 6, number: int = 70) -> tuple[Device, Device]:
    """Return the device to move in an unfinished game for two, and the device that waits.

    `number` tells games with the same terms apart. `turns` is the number of turns played.
    """
    devices = begun(terms(game, 2), number)
    play(devices, random.Random(number), turns)
    mover = next(device for device in devices if device.due)
    return mover, next(device for device in devices if device is not mover)


def told(text: str) -> Letter:
    """Return the letter (message with moves) that a link contains."""
    letter = letters.read(letters.find_code(text))
    assert isinstance(letter, Letter)
    return letter


@pytest.mark.parametrize("game", ["reversi", "checkers", "patchwork", "parcheesi"])
def test_pa_11_a_draw_takes_the_word_of_everybody_each_in_a_link_of_their_own(game: str) -> None:
    mover, waits = some(game)
    waits.wishes("draw")
    opened = mover.open(waits.send())
    assert opened.kind == "asked"
    assert opened.wish is not None
    assert opened.wish.yes == {waits.own.chair}
    mover.agrees()
    assert waits.open(mover.send()).kind == "longer"
    outcomes = {device.game.match.outcome() for device in (mover, waits)}
    assert [outcome and outcome.why for outcome in outcomes] == ["agreed"]
    assert mover.open(waits.send()).kind == "equal"


def test_pa_11_whoever_moves_plays_on_and_the_offer_is_gone() -> None:
    mover, waits = some()
    waits.wishes("draw")
    mover.open(waits.send())
    mover.go_on(random.Random(1))
    text = mover.send()
    assert told(text).wish is None
    assert waits.open(text).kind == "longer"
    assert waits.game.wish is None


def test_pa_11_a_draw_that_one_did_not_agree_to_is_refused() -> None:
    mover, waits = some()
    forged: Match[object, object] = mover.game.match.until(mover.game.match.ply)  # type: ignore[type-var]
    forged.dice = SharedDice(mover.game.ring)
    forged.agree()
    text = letters.write(mover.game.terms, mover.game.names, mover.game.ring, forged)
    assert waits.open(text).kind == "unasked"
    assert waits.game.match.outcome() is None


def test_pa_11_an_offer_of_an_earlier_moment_is_no_consent() -> None:
    mover, waits = some()
    waits.wishes("draw")
    mover.open(waits.send())
    play([mover, waits], random.Random(2), 2)
    waits.here = waits.game._replace(wish=Wish("draw", waits.game.match.ply - 2, frozenset({waits.own.chair})))
    forged = mover.game.match.until(mover.game.match.ply)
    forged.dice = SharedDice(mover.game.ring)
    forged.agree()
    text = letters.write(mover.game.terms, mover.game.names, mover.game.ring, forged)
    assert waits.open(text).kind == "unasked"


def test_pa_11_nobody_says_yes_for_another() -> None:
    mover, waits = some("kilkenny")
    both = Wish("draw", mover.game.match.ply, frozenset({0, 1}))
    here = mover.game
    refused(waits, letters.write(here.terms, here.names, here.ring, here.match, both))
    only = Wish("draw", here.match.ply, frozenset({waits.own.chair}))
    opened = waits.open(letters.write(here.terms, here.names, here.ring, here.match, only))
    assert opened.kind == "equal"
    assert waits.game.wish is None


@pytest.fixture
def early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Kilkenny Cats offer a draw after 3 quiet rounds instead of 50."""
    monkeypatch.setattr("chowk.games.kilkenny.rules.state.OFFERED", 3)


def offering(number: int) -> list[Device]:
    """Return the devices of three players in a game of Kilkenny Cats in which the rules now offer a draw.

    The players must answer before the next roll. `number` is the seed.
    """
    draws = games.load("kilkenny").draws
    assert draws is not None
    devices, draw = begun(terms("kilkenny", 3), number), random.Random(number)
    while not draws.due(devices[0].game.match.position):
        assert play(devices, draw, 1), "a game in which nothing happens for long"
    assert len(letters.agreeing(devices[0].game.match)) == 3
    return devices


@pytest.mark.usefixtures("early")
def test_pa_11_of_three_all_agree_in_any_order_where_the_rules_have_it_offered() -> None:
    devices = offering(70)
    roller = next(device for device in devices if device.due)
    others = [device for device in devices if device is not roller]
    roller.wishes("draw")
    text = roller.send()
    sent = []
    for other in others:  # both answer the first link, without knowing each other's answer
        assert other.open(text).kind == "asked"
        other.agrees()
        assert other.game.match.outcome() is None
        sent.append(other.send())
    assert [roller.open(letter).kind for letter in sent] == ["asked", "asked"]
    assert roller.game.wish is not None
    assert roller.game.wish.yes == {0, 1, 2}
    roller.game.match.agree()
    for other in others:
        assert other.open(roller.send()).kind == "longer"
        outcome = other.game.match.outcome()
        assert outcome is not None
        assert outcome.why == "agreed"


@pytest.mark.usefixtures("early")
def test_pa_11_of_three_one_who_plays_on_is_heard_and_a_draw_without_offer_is_refused() -> None:
    devices = offering(70)
    roller = next(device for device in devices if device.due)
    other = next(device for device in devices if device is not roller)
    roller.wishes("draw")
    other.open(roller.send())
    assert other.game.wish is not None
    other.here = other.game._replace(wish=other.game.wish._replace(no=True))
    opened = roller.open(other.send())
    assert opened.wish is not None
    assert opened.wish.no
    play(devices, random.Random(70), 1)
    mover, waits = (next(device for device in devices if device.due is due) for due in (True, False))
    forged = mover.game.match.until(mover.game.match.ply)
    forged.dice = SharedDice(mover.game.ring)
    forged.agree()
    refused(waits, letters.write(mover.game.terms, mover.game.names, mover.game.ring, forged))


@pytest.mark.parametrize("game", ["reversi", "checkers", "patchwork"])
@pytest.mark.parametrize("answered", [False, True])
def test_pa_12_a_turn_is_taken_back_by_consent_and_the_game_goes_on(game: str, answered: bool) -> None:
    mover, waits = some(game)
    draw = random.Random(3)
    asker, other = (mover, waits) if answered else (waits, mover)
    plies, before = asker.game.match.ply, asker.game.match.moves
    asker.wishes("back")
    assert asker.game.wish is not None
    assert other.open(asker.send()).kind == "asked"
    other.agrees()
    old, text = asker.send(), other.send()
    assert asker.open(text).kind == "longer"
    assert asker.game.match.moves == other.game.match.moves == before[: asker.game.match.ply]
    assert asker.game.match.ply < plies
    assert asker.due
    assert other.open(old).kind == "shorter"
    sent = play([asker, other], draw, 8)
    assert asker.game.match.moves == other.game.match.moves
    again = Device(other.own, other.invitation)
    assert again.open(sent[-1]).kind == "longer", "whoever comes late reads it, too"


def test_pa_12_what_one_did_not_ask_for_is_not_taken_back() -> None:
    mover, waits = some()
    moves = waits.game.match.moves
    mover.here = mover.game._replace(
        wish=Wish("back", mover.game.match.ply, frozenset({waits.own.chair}), len(moves) - 1)
    )
    mover.agrees()
    text = mover.send()
    assert waits.open(text).kind == "unasked"
    assert waits.game.match.moves == moves


def test_pa_12_whoever_agrees_shows_an_element_and_only_the_own_device_can() -> None:
    mover, waits = some()
    waits.wishes("back")
    mover.open(waits.send())
    counter = mover.game.ring.counters[mover.own.chair]
    mover.agrees()
    mover.send()
    assert mover.game.ring.counters[mover.own.chair] == counter + 1
    forged = mover.game.ring._replace(revealed=tuple(elements[:counter] for elements in mover.game.ring.revealed))
    assert isinstance(forged, Ring)
    refused(waits, letters.write(mover.game.terms, mover.game.names, forged, mover.game.match))


def test_pa_12_nothing_is_taken_back_in_a_game_with_dice_nor_elsewhere_than_asked() -> None:
    mover, waits = some("parcheesi")
    assert any(position.turn == CHANCE for position in mover.game.match.positions)
    assert letters.back_to(mover.game.match, 0) is None
    here = waits.game
    yes = frozenset({waits.own.chair})
    refused(mover, letters.write(here.terms, here.names, here.ring, here.match, Wish("back", here.match.ply, yes, 2)))
    ring = here.ring._replace(extra=(0, 1))
    refused(mover, letters.write(here.terms, here.names, ring, here.match))
    mover, waits = some()
    here = waits.game
    yes = frozenset({waits.own.chair})
    refused(mover, letters.write(here.terms, here.names, here.ring, here.match, Wish("back", here.match.ply, yes, 1)))


@pytest.mark.parametrize(("game", "chairs"), [("reversi", 2), ("kilkenny", 3)])
def test_pa_13_whoever_is_due_can_resign_and_nobody_for_them(game: str, chairs: int) -> None:
    devices = begun(terms(game, chairs), 71)
    play(devices, random.Random(71), 5)
    mover, waits = (next(device for device in devices if device.due is due) for due in (True, False))
    ring, seat = mover.game.ring, mover.game.ring.seat(mover.own.chair)
    forged = waits.game.match.until(waits.game.match.ply)
    forged.dice = SharedDice(waits.game.ring)
    forged.resign(seat)
    for other in devices:
        if other is not waits:
            refused(other, letters.write(waits.game.terms, waits.game.names, ring, forged))
    mover.game.match.resign(seat)
    text = mover.send()
    for other in devices:
        if other is not mover:
            assert other.open(text).kind == "longer"
            outcome = other.game.match.outcome()
            assert outcome is not None
            assert outcome.why == "resigned"
            assert outcome.places[seat] == 2


def test_a_damaged_wish_is_refused_as_any_damage() -> None:
    mover, waits = some()
    here = mover.game
    for wish in (
        Wish("draw", here.match.ply, frozenset()),
        Wish("draw", here.match.ply, frozenset({0}), 3),
        Wish("back", here.match.ply, frozenset({0, 1}), here.match.ply - 1),
        Wish("back", here.match.ply, frozenset({mover.own.chair}), here.match.ply),
    ):
        with pytest.raises(TextError):
            waits.open(letters.write(here.terms, here.names, here.ring, here.match, wish))


def test_every_statement_is_shown() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert [number for number in range(11, 14) if f"def test_pa_{number:02}_" not in text] == []
