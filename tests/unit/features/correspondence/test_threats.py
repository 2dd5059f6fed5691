"""Test the threat model in docs/correspondence.md.

Each test tries an attack, and checks who can know or change a roll.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from chowk.core import fair_dice
from chowk.core.errors import TextError
from chowk.core.fair_dice import Ring, SharedDice, seed
from chowk.core.match import Match
from chowk.core.position import CHANCE
from chowk.features.correspondence import reconcile
from chowk.storage import turn_link as letters
from chowk.storage.turn_link import Invitation, Joiner
from tests.unit.features.correspondence.players import Device, begun, chain_of, play, read, secret, table, terms


def rolling(chairs: int, number: int, *, strict: bool = False) -> tuple[Device, list[Device]]:
    """Return the device that must roll at the beginning of a turn of Parcheesi, and the others in order of play.

    `number` tells games with the same terms apart. `strict` is as in `Terms`.
    """
    devices = begun(terms("parcheesi", chairs, strict=strict), number)
    play(devices, random.Random(number), 3 * chairs)
    mover = next(device for device in devices if device.due)
    assert mover.game.match.position.turn == CHANCE
    place = devices.index(mover)
    return mover, [*devices[place + 1 :], *devices[:place]]


def drawn(match: Match[Any, Any], ring: Ring) -> tuple[int, int]:
    """Return the seed and the roll number that determine the next roll.

    They are computed from a ring (the revealed dice secrets of all players).
    """
    return SharedDice(ring).draw(match, match.ply)


def knowing(ring: Ring, device: Device) -> Ring:
    """Return the ring (revealed dice secrets of all players) with a device's own secrets added."""
    return ring._replace(own=device.own)


@pytest.mark.parametrize("chairs", [2, 3, 4])
def test_tm_01_a_stranger_with_every_link_foresees_no_roll(chairs: int) -> None:
    devices = begun(terms("parcheesi", chairs), 71)
    sent = play(devices, random.Random(71), 12)
    for text in sent:
        looked = reconcile.finished(reconcile.open_(read(text), None))
        assert looked.match is not None
        assert looked.ring is not None
        if looked.match.position.turn == CHANCE:
            with pytest.raises(LookupError):
                drawn(looked.match, looked.ring)


def test_tm_02_the_inviter_lays_a_table_in_one_way_only() -> None:
    """If the inviter starts a game again, it has the same seed.

    The players who joined refuse the game if the inviter starts it with another secret.
    """
    devices = table(terms("parcheesi", 2), 72)
    first = letters.new_match(
        devices[0].invitation.terms, reconcile.initial_ring(devices[0].invitation, devices[0].own)
    ).seed
    again = letters.new_match(
        devices[0].invitation.terms, reconcile.initial_ring(devices[0].invitation, devices[0].own)
    ).seed
    assert first == again
    other = chain_of(0, secret(7200))
    joiners = (Joiner("Asha", other.commitment), *devices[0].invitation.joiners[1:])
    swapped = Device(other, Invitation(devices[0].invitation.terms, joiners))
    swapped.lay()
    with pytest.raises(TextError):
        devices[1].open(swapped.send())


def test_tm_04_the_roller_has_one_roll_and_knows_none_of_a_later_turn() -> None:
    mover, (other,) = rolling(2, 73)
    match, ring = mover.game.match, mover.game.ring
    assert len({match.roll() for _ in range(3)}) == 1
    assert len({drawn(match.until(match.ply), ring) for _ in range(3)}) == 1
    with pytest.raises(
        LookupError
    ):  # the player's later turn needs a dice secret that the other player reveals in between
        ring.element(other.own.chair, ring.counters[other.own.chair] + 1)


def test_tm_05_whoever_moves_before_a_roll_changes_nothing_of_it() -> None:
    """All moves that end the previous player's turn lead to the same roll, and none of them reveals it."""
    count = 0
    for number in range(75, 95):
        devices = begun(terms("kilkenny", 2), number)
        play(devices, random.Random(number), 8)
        mover = next(device for device in devices if device.due)
        other = next(device for device in devices if device is not mover)
        match = mover.game.match.until(mover.game.match.ply)
        match.dice = SharedDice(mover.game.ring)
        if match.position.turn == CHANCE:
            match.follow(match.roll())
        before, rolls = match.ply, set()
        for move in match.position.moves():
            branch = match.until(before)
            branch.dice = SharedDice(mover.game.ring)
            branch.follow(move)
            if branch.position.turn != CHANCE or branch.outcome() is not None:
                continue
            ring = fair_dice.revealed(mover.game.ring, branch.dice, branch)
            branch.dice = SharedDice(ring)
            if branch.dice.acting_chair(branch) != other.own.chair:
                continue
            with pytest.raises(LookupError):
                drawn(branch, ring._replace(own=mover.own))
            rolls.add(drawn(branch, knowing(ring, other)))
        count += len(match.position.moves()) > 1 and len(rolls) == 1
        assert len(rolls) <= 1
    assert count > 3, "there was something to choose"


@pytest.mark.parametrize("chairs", [3, 4])
def test_tm_06_all_others_together_foresee_no_roll_and_with_the_roller_only_their_own(chairs: int) -> None:
    mover, others = rolling(chairs, 76)
    match, ring = mover.game.match, mover.game.ring
    for other in others:
        with pytest.raises(LookupError):
            drawn(match, knowing(ring._replace(own=None), other))
    assert drawn(match, ring) == drawn(match, knowing(ring, mover))


def test_tm_06_two_of_three_cannot_bias_a_roll_to_which_the_third_adds() -> None:
    """Each dice secret of the third player gives another seed, whatever secrets the first two reveal."""
    used = [(0, 5, secret(1)), (1, 5, secret(2))]
    assert len({seed([*used, (2, 5, secret(100 + number))]) for number in range(64)}) == 64


def test_tm_07_a_relay_that_leaves_somebody_s_turn_out_is_found_out() -> None:
    devices = begun(terms("parcheesi", 3), 77)
    sent = play(devices, random.Random(77), 9)
    device = devices[0]
    assert device.open(sent[-3]).kind in ("shorter", "equal")
    before = device.game.match.moves
    letter = read(sent[-1])
    looked = reconcile.finished(reconcile.open_(letter, None))
    assert looked.match is not None
    assert looked.ring is not None
    short = looked.match.until(looked.match.ply - 2)
    short.dice = SharedDice(looked.ring)
    with pytest.raises((TextError, AssertionError)):
        device.open(letters.write(letter.terms, letter.names, looked.ring, short))
    assert device.game.match.moves == before


def test_tm_22_who_asks_for_a_seat_gains_nothing_by_choosing_the_new_secret() -> None:
    """The new secret is fixed before the other players reveal their secrets for the first roll that depends on it."""
    mover, others = rolling(2, 78)
    (other,) = others
    match, ring = mover.game.match, mover.game.ring
    fresh = chain_of(mover.own.chair, secret(7800))
    handed = ring._replace(own=None).after_handover(match.ply, mover.own.chair, fresh.commitment)
    with pytest.raises(LookupError):
        drawn(match, handed._replace(own=fresh))
    shown = knowing(ring, other).with_next(other.own.chair)
    agreed = shown._replace(own=None).after_handover(match.ply, mover.own.chair, fresh.commitment)
    assert drawn(match, agreed._replace(own=fresh)) != drawn(match, ring)
