"""Test the statement PA-16 of docs/correspondence.md.

A seat gets a new hash chain if all other players agree, and nobody gains by this.
"""

from __future__ import annotations

import random

import pytest

from chowk.core import fair_dice
from chowk.core.errors import TextError
from chowk.core.fair_dice import Handover, SharedDice
from chowk.core.position import CHANCE
from chowk.features.correspondence import reconcile
from chowk.storage import turn_link as letters
from chowk.storage.turn_link import Joiner, Letter, Wish
from tests.unit.features.correspondence.players import Device, begun, chain_of, play, secret, terms
from tests.unit.features.correspondence.test_cheating import mutated, refused


def told(text: str) -> Letter:
    """Return the letter (message with moves) that a link contains."""
    letter = letters.read(letters.find_code(text))
    assert isinstance(letter, Letter)
    return letter


def lost(
    game: str, chairs: int, turns: int = 9, number: int = 90, *, aids: bool = False
) -> tuple[Device, list[Device]]:
    """Return the device that will be lost, which has the move in an unfinished game, and the other devices.

    `number` tells games with the same terms apart. `turns` is the number of turns played.
    """
    devices = begun(terms(game, chairs, aids=aids), number)
    play(devices, random.Random(number), turns)
    mover = next(device for device in devices if device.due)
    return mover, [device for device in devices if device is not mover]


def looked_at(text: str) -> reconcile.Opened:
    """Open a link on a device without a seat in the game, and return the result."""
    return reconcile.finished(reconcile.open_(told(text), None))


def asks(text: str, chair: int, number: int = 500) -> tuple[Device, str]:
    """Return a new device, and the letter in which it asks for a seat.

    `text` is the link to a letter of the game. `number` selects the device's secret.
    """
    letter, looked = told(text), looked_at(text)
    assert looked.match is not None
    assert looked.ring is not None
    own = chain_of(chair, secret(number))
    joiners = [Joiner(name, elements[0]) for name, elements in zip(letter.names, looked.ring.revealed, strict=True)]
    device = Device(own, letters.Invitation(letter.terms, tuple(joiners)))
    wish = Wish("seat", looked.match.ply, frozenset(), chair, False, own.commitment)
    return device, letters.write(letter.terms, letter.names, looked.ring, looked.match, wish)


def handed(game: str, chairs: int, *, aids: bool = False) -> tuple[Device, Device, list[Device], str]:
    """Hand a seat over to a new device. Return the lost device, its successor, the other devices, and the last letter.

    The last of the other devices wrote the letter, and the rest of them have opened it.
    """
    old, others = lost(game, chairs, aids=aids)
    text = others[0].send()
    fresh, text = asks(text, old.own.chair)
    for other in others:
        assert other.open(text).kind == "asked"
        other.agrees()
        text = other.send()
    for other in others[:-1]:
        assert other.open(text).kind == "longer"
    return old, fresh, others, text


@pytest.mark.parametrize(
    ("game", "chairs", "aids"),
    [("parcheesi", 2, False), ("parcheesi", 4, True), ("kilkenny", 3, False), ("reversi", 2, False)],
)
def test_pa_16_a_seat_goes_on_with_another_chain_once_all_others_agree(game: str, chairs: int, aids: bool) -> None:
    old, fresh, others, text = handed(game, chairs, aids=aids)
    assert text.startswith("#t=3." if aids else "#t=2.")
    assert told(text).terms.aids is aids
    assert fresh.open(text).kind == "longer"
    assert fresh.due
    assert old.open(text).kind == "other player"
    devices = sorted([fresh, *others], key=lambda device: device.own.chair)
    play(devices, random.Random(5), 30)
    assert len({tuple(device.game.match.moves) for device in devices}) == 1
    assert fresh.game.match.ply > told(text).plies + 20
    late = looked_at(devices[0].send())
    assert late.match is not None
    assert late.match.moves == devices[0].game.match.moves, "who looks on finds the same, and every roll proved"


def test_pa_16_everybody_shows_a_fresh_element_after_the_commitment_is_known() -> None:
    old, fresh, others, text = handed("parcheesi", 3)
    before = {other.own.chair: old.game.ring.counters[other.own.chair] for other in others}
    fresh.open(text)
    ring = fresh.game.ring
    for other in others:
        assert ring.counters[other.own.chair] == before[other.own.chair] + 1
    chair = fresh.own.chair
    assert ring.commitment(chair) == fresh.own.commitment
    match = fresh.game.match
    assert match.position.turn == CHANCE
    now = fair_dice.turns_before(fresh.dice.turns(match), match.position, ring, throwing=match.throwing)
    for other in others:  # the other players reveal their dice secrets for this roll later
        assert now.counters[other.own.chair] == ring.counters[other.own.chair]
    assert now.counters[chair] == ring.since(chair), "and of the new chain the element after its commitment"


def test_pa_16_those_who_agree_side_by_side_come_together() -> None:
    old, others = lost("parcheesi", 4)
    fresh, text = asks(others[0].send(), old.own.chair)
    answers = []
    for other in others:
        assert other.open(text).kind == "asked"
        other.agrees()
        answers.append(other.send())
    for answer in answers[1:]:
        others[0].open(answer)
    wish = others[0].game.wish
    assert wish is not None
    assert wish.yes == {other.own.chair for other in others}
    done = reconcile.after_handover(others[0].game.match, others[0].game.ring, wish)
    assert done is not None
    others[0].dice.ring = done
    others[0].here = others[0].game._replace(ring=done, wish=None)
    text = others[0].send()
    assert fresh.open(text).kind == "longer"
    assert [other.open(text).kind for other in others[1:]] == ["longer", "longer"]


def test_pa_16_whoever_still_has_the_seat_plays_on_and_keeps_it() -> None:
    old, others = lost("parcheesi", 3)
    _, text = asks(others[0].send(), old.own.chair)
    others[0].open(text)
    others[0].agrees()
    half = others[0].send()
    assert old.open(half).kind == "asked"
    old.go_on(random.Random(1))
    text = old.send()
    assert [other.open(text).kind for other in others] == ["longer", "longer"]
    devices = sorted([old, *others], key=lambda device: device.own.chair)
    play(devices, random.Random(5), 12)
    assert len({tuple(device.game.match.moves) for device in devices}) == 1


# Cheating -------------------------------------------------------------------------------------------------------------


def test_a_handover_that_one_did_not_agree_to_is_refused() -> None:
    old, others = lost("parcheesi", 3)
    text = others[0].send()
    fresh, request = asks(text, old.own.chair)
    others[0].open(request)
    others[0].agrees()
    match, ring = others[0].game.match, others[0].game.ring
    forged = ring.after_handover(match.ply, old.own.chair, fresh.own.commitment)
    match.dice = SharedDice(forged)
    refused(others[1], letters.write(others[0].game.terms, others[0].game.names, forged, match))


def test_an_element_shown_for_one_chain_hands_the_seat_to_no_other() -> None:
    old, fresh, others, text = handed("parcheesi", 3)
    letter = told(text)
    looked = looked_at(text)
    assert looked.match is not None
    assert looked.ring is not None
    thief = chain_of(old.own.chair, secret(501))
    shown = list(looked.ring.revealed)
    shown[old.own.chair] = (*shown[old.own.chair][:-1], thief.commitment)
    looked.match.dice = SharedDice(forged := looked.ring._replace(revealed=tuple(shown)))
    text = letters.write(letter.terms, letter.names, forged, looked.match)
    refused(others[0], text)
    agreed = [Device(other.own, other.invitation) for other in others]
    assert len(agreed) == 2
    assert fresh.open(text).kind == "other player"


def test_whoever_agreed_to_one_chain_takes_no_other_for_it() -> None:
    old, others = lost("parcheesi", 2)
    text = others[0].send()
    _, request = asks(text, old.own.chair)
    _, other = asks(text, old.own.chair, 501)
    assert others[0].open(request).kind == "asked"
    others[0].agrees()
    ring = others[0].game.ring
    assert others[0].open(other).kind in ("shorter", "equal")
    assert others[0].game.ring == ring


def test_a_seat_is_not_asked_for_while_somebody_else_is_due_or_twice_the_same_chain() -> None:
    old, others = lost("parcheesi", 3)
    text = others[0].send()
    with pytest.raises(TextError):
        looked_at(asks(text, others[0].own.chair)[1])
    letter, looked = told(text), looked_at(text)
    assert looked.match is not None
    assert looked.ring is not None
    wish = Wish("seat", looked.match.ply, frozenset(), old.own.chair, False, looked.ring.revealed[0][0])
    with pytest.raises(TextError):
        looked_at(letters.write(letter.terms, letter.names, looked.ring, looked.match, wish))


@pytest.mark.parametrize("change", ["ply", "chair", "number", "last", "again"])
def test_what_a_letter_tells_of_a_handover_is_what_happened(change: str) -> None:
    old, _, others, text = handed("parcheesi", 3)
    letter, looked = told(text), looked_at(text)
    assert looked.match is not None
    assert looked.ring is not None
    (handover,) = looked.ring.handovers
    other = {
        "ply": (handover._replace(ply=handover.ply - 1),),
        "chair": (handover._replace(chair=(handover.chair + 1) % 3),),
        "number": (
            handover._replace(
                number=handover.number - 1, last=looked.ring.revealed[handover.chair][handover.number - 1]
            ),
        ),
        "last": (Handover(handover.ply, handover.chair, handover.number, bytes(16)),),
        "again": (handover, handover),
    }[change]
    looked.match.dice = SharedDice(ring := looked.ring._replace(handovers=other))
    wrong = letters.write(letter.terms, letter.names, ring, looked.match)
    with pytest.raises(TextError):
        looked_at(wrong)
    for device in (old, *others):
        refused(device, wrong)


def test_an_older_page_says_that_a_newer_one_is_needed_and_others_read_as_before() -> None:
    old, others = lost("parcheesi", 2)
    plain = others[0].send()
    assert plain.startswith("#t=1.")
    _, request = asks(plain, old.own.chair)
    assert request.startswith("#t=2.")
    with pytest.raises(TextError):
        told(plain.replace("#t=1.", "#t=2."))
    with pytest.raises(TextError):
        told(request.replace("#t=2.", "#t=1."))


def test_nothing_is_taken_back_to_before_a_seat_was_handed_over() -> None:
    _, fresh, others, text = handed("reversi", 2)
    fresh.open(text)
    match = others[0].game.match
    assert letters.back_to(match, others[0].game.ring.seat(others[0].own.chair)) is None
    devices = sorted([fresh, *others], key=lambda device: device.own.chair)
    play(devices, random.Random(4), 4)
    match = fresh.game.match
    back = letters.back_to(match, fresh.game.ring.seat(fresh.own.chair))
    assert back is not None
    assert back >= fresh.game.ring.handovers[0].ply


@pytest.mark.parametrize("count", [100, pytest.param(100_000, marks=pytest.mark.deep)])
def test_mutated_requests_and_handovers_are_refused_by_one_exception(count: int) -> None:
    _, fresh, others, text = handed("parcheesi", 3)
    old, waits = lost("parcheesi", 3)
    _, request = asks(waits[0].send(), old.own.chair)
    fresh.open(text)
    here, fresh_game = waits[0].game, fresh.game
    for wrong in mutated([text, request], random.Random(52), count):
        for device in (waits[0], fresh, others[0]):
            with pytest.raises(TextError):
                device.open(wrong)
    assert (waits[0].here, fresh.here) == (here, fresh_game)


def handed_again(device: Device, others: list[Device], number: int) -> tuple[Device, str, list[str]]:
    """Ask once more for the seat of a device. Return the new device, its request, and a list of results.

    The list has, for each of the other devices, the kind of result when it opens the request. `number` selects the new
    device's secret.
    """
    fresh, request = asks(device.send(), device.own.chair, number)
    kinds = [str(other.open(request).kind) for other in others]
    return fresh, request, kinds


def test_tm_13_a_seat_is_handed_over_once_a_ply() -> None:
    """A second handover in the same ply is refused, so nobody can try another secret after seeing a bad roll."""
    _, fresh, others, text = handed("parcheesi", 2)
    fresh.open(text)
    first = fresh.game.match.roll()
    before = others[0].game
    again, _, kinds = handed_again(fresh, others, 501)
    assert kinds == ["too often"]
    assert others[0].here is before
    assert others[0].game.wish is None
    assert not letters.may_hand(fresh.game.match, fresh.own.chair)
    assert fresh.game.match.roll() == first, "the roll of this ply is settled"
    assert again.here is None


def test_tm_13_seats_are_handed_over_a_few_times_a_game() -> None:
    devices = begun(terms("parcheesi", 2), 95)
    play(devices, random.Random(95), 6)
    number = 0
    for number in range(1, letters.MOST_HANDOVERS + 1):
        mover = next(device for device in devices if device.due)
        other = next(device for device in devices if device is not mover)
        fresh, _, kinds = handed_again(mover, [other], 600 + number)
        assert kinds == ["asked"], number
        other.agrees()
        assert fresh.open(other.send()).kind == "longer"
        devices = sorted([fresh, other], key=lambda device: device.own.chair)
        play(devices, random.Random(number), 5)
    mover = next(device for device in devices if device.due)
    other = next(device for device in devices if device is not mover)
    assert handed_again(mover, [other], 700)[2] == ["too often"]
    assert number == letters.MOST_HANDOVERS == 3
    text = mover.send()
    looked = looked_at(text)
    assert looked.ring is not None
    assert len(looked.ring.handovers) == 3


def test_tm_13_a_game_of_an_earlier_edition_with_more_handovers_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letters, "MOST_HANDOVERS", 16)
    _, fresh, others, text = handed("parcheesi", 2)
    fresh.open(text)
    devices = sorted([fresh, *others], key=lambda device: device.own.chair)
    play(devices, random.Random(3), 4)
    mover = next(device for device in devices if device.due)
    monkeypatch.setattr(letters, "MOST_HANDOVERS", 1)
    assert looked_at(mover.send()).match is not None
    other = next(device for device in devices if device is not mover)
    request = asks(mover.send(), mover.own.chair, 502)[1]
    assert looked_at(request).match is not None, "a request that was kept is still read"
    assert other.open(request).kind == "too often"
