"""Test cheating in correspondence games: every forged link is refused, and the game stays unchanged."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from chowk.core.errors import TextError
from chowk.core.fair_dice import Ring, SharedDice
from chowk.core.match import Match
from chowk.core.packing import code, decode
from chowk.features.correspondence import reconcile
from chowk.features.correspondence.reconcile import Here
from chowk.storage import turn_link as letters
from chowk.storage.turn_link import Invitation, Joiner, Letter
from tests.unit.features.correspondence.players import NAMES, Device, begun, chain_of, play, secret, table, terms


def some(game: str = "kilkenny", chairs: int = 3, turns: int = 9, number: int = 30) -> list[Device]:
    """Return the devices of an unfinished game.

    `number` tells games with the same terms apart. `turns` is the number of turns played.
    """
    devices = begun(terms(game, chairs), number)
    play(devices, random.Random(number), turns)
    return devices


def due(devices: list[Device]) -> tuple[Device, Device]:
    """Return the device that has to move, and another device that waits."""
    mover = next(device for device in devices if device.due)
    return mover, next(device for device in devices if device is not mover)


def refused(device: Device, text: str) -> None:
    """Check that a device refuses a letter with a message, and that its game is unchanged."""
    before, moves = device.game, device.game.match.moves
    with pytest.raises(TextError):
        device.open(text)
    assert device.here is before
    assert device.game.match.moves == moves


def forged(here: Here, ring: Ring) -> str:
    """Return a letter of the game `here`, but with the dice secrets in `ring` as the revealed ones."""
    return letters.write(here.terms, here.names, ring, here.match)


def altered(ring: Ring, chair: int, element: bytes) -> Ring:
    """Return a copy of a ring (revealed dice secrets of all players) with `element` as the last secret of a seat."""
    shown = list(ring.revealed)
    shown[chair] = (*shown[chair][:-1], element)
    return ring._replace(revealed=tuple(shown))


def test_an_invented_element_is_refused() -> None:
    devices = some()
    mover, waits = due(devices)
    mover.go_on(random.Random(1))
    mover.send()
    refused(waits, forged(mover.game, altered(mover.game.ring, mover.own.chair, secret(77))))


def test_an_own_later_element_is_refused() -> None:
    devices = some()
    mover, waits = due(devices)
    mover.go_on(random.Random(1))
    mover.send()
    number = mover.game.ring.counters[mover.own.chair] + 1
    refused(waits, forged(mover.game, altered(mover.game.ring, mover.own.chair, mover.own.element(number))))


def test_an_element_that_is_shown_twice_is_refused() -> None:
    """A letter is refused if it plays a second turn with the dice secret of the first turn."""
    devices = some("reversi", 2)
    mover, waits = due(devices)
    mover.go_on(random.Random(1))
    before = mover.game.ring
    refused(waits, forged(mover.game, before))


def test_a_turn_that_is_counted_twice_is_refused() -> None:
    devices = some()
    mover, waits = due(devices)
    mover.go_on(random.Random(1))
    mover.send()
    ring, chair = mover.game.ring, mover.own.chair
    shown = list(ring.revealed)
    shown[chair] = (*shown[chair], mover.own.element(len(shown[chair])))
    refused(waits, forged(mover.game, ring._replace(revealed=tuple(shown))))


def test_whoever_moves_for_another_seat_is_refused() -> None:
    devices = some("reversi", 2)
    mover, waits = due(devices)
    here, match = waits.game, waits.game.match.until(waits.game.match.ply)
    match.dice = SharedDice(here.ring, waits.dice)
    match.play(match.position.moves()[0])
    refused(mover, letters.write(here.terms, here.names, here.ring, match))


def test_a_move_that_is_altered_later_is_a_fork() -> None:
    devices = some("reversi", 2, 6)
    mover, waits = due(devices)
    here = mover.game
    other: Match[Any, Any] = here.match.until(here.match.ply - 1)
    moves = [move for move in other.position.moves() if move != here.match.moves[-1]]
    other.dice = SharedDice(here.ring, mover.dice)
    other.play(moves[0])
    opened = waits.open(letters.write(here.terms, here.names, here.ring, other))
    assert opened.kind == "fork"
    assert opened.differs == here.match.ply
    assert waits.game.match.moves == here.match.moves


def test_a_second_answer_for_one_turn_is_a_fork() -> None:
    devices = some("reversi", 2, 8)
    mover, waits = due(devices)
    again = Device(mover.own, mover.invitation)
    again.here = mover.here
    ply = mover.game.match.ply
    second = mover.game.match.until(ply)
    mover.go_on(random.Random(1))
    waits.open(mover.send())
    ring = mover.game.ring
    second.dice = SharedDice(ring)
    second.play(next(move for move in second.position.moves() if move != mover.game.match.moves[ply]))
    opened = waits.open(letters.write(mover.game.terms, mover.game.names, ring, second))
    assert (opened.kind, opened.differs) == ("fork", ply + 1)
    assert waits.game.match.moves == mover.game.match.moves


def test_the_same_link_twice_and_an_older_one_change_nothing() -> None:
    devices = begun(terms("reversi", 2), 31)
    sent = play(devices, random.Random(31), 8)
    _, waits = due(devices)
    moves = waits.game.match.moves
    assert waits.open(sent[-1]).kind == "equal"
    assert waits.open(sent[-4]).kind == "shorter"
    assert waits.game.match.moves == moves


def test_a_turn_that_is_aborted_meets_the_same_dice() -> None:
    devices = some("parcheesi", 2, 5)
    mover, _ = due(devices)
    rolls = set()
    for _ in range(5):
        fresh = Device(mover.own, mover.invitation)
        fresh.here = mover.game._replace(match=mover.game.match.until(mover.game.match.ply))
        fresh.game.match.dice = SharedDice(mover.game.ring)
        rolls.add(fresh.game.match.roll())
    assert len(rolls) == 1


def test_grinding_a_commitment_does_not_help_whoever_joins() -> None:
    """Trying many commitments does not help a guest: the dice also depend on a secret that is revealed later."""
    what = terms("parcheesi", 2, first="throw")
    inviter = chain_of(0, secret(40))
    invitation = Invitation(what, (Joiner(NAMES[0], inviter.commitment), None))
    shown = letters.read(letters.find_code(letters.invite(invitation)))
    assert isinstance(shown, Invitation)
    hidden = inviter.element(1)
    assert hidden not in [joiner.commitment for joiner in shown.joiners if joiner]
    for number in range(3):
        joined = reconcile.sit(shown, 1, Joiner("B", chain_of(1, secret(41 + number)).commitment))
        ring = reconcile.initial_ring(joined, inviter)
        guess = Ring(((inviter.commitment, secret(9)), ring.revealed[1]))
        assert letters.new_match(what, ring).seed != letters.new_match(what, guess).seed


def test_two_devices_for_one_seat_stay_one_player() -> None:
    devices = some("reversi", 2, 7)
    mover, waits = due(devices)
    second = Device(mover.own, mover.invitation)
    second.here = mover.game._replace(match=mover.game.match.until(mover.game.match.ply))
    second.game.match.dice = SharedDice(mover.game.ring, mover.dice)
    mover.go_on(random.Random(1))
    text = mover.send()
    assert second.open(text).kind == "other device"
    assert second.game.match.moves == mover.game.match.moves
    assert waits.open(text).kind == "longer"


def test_what_was_begun_here_gives_way_to_what_was_sent_from_elsewhere() -> None:
    devices = some("reversi", 2, 7)
    mover, _ = due(devices)
    second = Device(mover.own, mover.invitation)
    second.here = mover.game._replace(match=mover.game.match.until(mover.game.match.ply))
    second.game.match.dice = SharedDice(mover.game.ring, mover.dice)
    moves = second.game.match.position.moves()
    second.game.match.play(moves[-1])
    mover.game.match.play(moves[0])
    opened = second.open(mover.send())
    assert opened.kind == "other device"
    assert second.game.match.moves == mover.game.match.moves


def test_seats_that_are_swapped_are_refused() -> None:
    devices = some("kilkenny", 3)
    mover, waits = due(devices)
    mover.go_on(random.Random(1))
    mover.send()
    ring = mover.game.ring
    swapped = ring._replace(revealed=(ring.revealed[0], ring.revealed[2], ring.revealed[1]))
    refused(waits, forged(mover.game, swapped))


def test_a_link_of_another_table_is_refused() -> None:
    device, other = some(number=32), some(number=33)
    mover, _ = due(other)
    mover.go_on(random.Random(1))
    refused(due(device)[1], mover.send())


def test_a_chair_that_somebody_else_has_is_told() -> None:
    what = terms("reversi", 2)
    first = table(what, 34)
    invitation = Invitation(what, (first[0].invitation.joiners[0], None))
    late = chain_of(1, secret(999))
    reply = reconcile.sit(invitation, 1, Joiner("Late", late.commitment))
    text = letters.read(letters.find_code(first[0].send()))
    assert isinstance(text, Letter)
    assert reconcile.finished(reconcile.first(text, late, reply)).kind == "other player"
    gathered = reconcile.gather(first[0].invitation, reply)
    assert [joiner.name for joiner in gathered.late] == ["Late"]
    assert gathered.invitation == first[0].invitation


def test_house_rules_cannot_be_changed_on_the_way() -> None:
    devices = some()
    mover, waits = due(devices)
    mover.go_on(random.Random(1))
    mover.send()
    here = mover.game
    refused(waits, letters.write(here.terms._replace(strict=True), here.names, here.ring, here.match))


def test_a_newer_form_and_a_newer_edition_say_so() -> None:
    text = some()[0].send()
    with pytest.raises(TextError, match="newer version"):
        letters.read(letters.find_code(text.replace("t=1.", "t=4.")))
    for bad in ("", "t=1.", "t=0.abc", "t=1.!!", "t=1." + "A" * 5000, "g=1.abc"):
        with pytest.raises(TextError):
            letters.read(bad)


def test_names_are_what_a_name_may_be() -> None:
    own = chain_of(0, secret(0)).commitment
    for name in ("A\u202eB", "x" * 25, " a", "a\nb"):
        text = letters.invite(Invitation(terms("reversi", 2), (Joiner(name, own), None)))
        with pytest.raises(TextError):
            letters.read(letters.find_code(text))


@pytest.mark.parametrize("count", [100, pytest.param(100_000, marks=pytest.mark.deep)])
def test_mutated_links_are_refused_by_one_exception_and_nothing_is_lost(count: int) -> None:
    devices = begun(terms("kilkenny", 2), 50)
    sent = play(devices, random.Random(50), 12)
    _, waits = due(devices)
    here, moves = waits.game, waits.game.match.moves
    for text in mutated(sent, random.Random(51), count):
        with pytest.raises(TextError):
            waits.open(text)
    assert waits.here is here
    assert waits.game.match.moves == moves


def mutated(sent: list[str], draw: random.Random, count: int) -> Iterator[str]:
    """Yield `count` damaged copies of links, chosen at random from those that were sent."""
    letters_of_codes = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    for _ in range(count):
        text = draw.choice(sent)
        kind, place = draw.randrange(4), draw.randrange(5, len(text))
        if kind == 0:
            text = text[:place] + draw.choice(letters_of_codes) + text[place + 1 :]
        elif kind == 1:
            text = text[:place]
        elif kind == 2:
            other = draw.choice(sent)
            text = text[:place] + other[min(place, len(other) - 1) :]
        else:  # damage the data and correct the first checksum
            data = bytearray(decode(text[5:]))
            data[draw.randrange(len(data) - 4)] ^= 1 << draw.randrange(8)
            data[-4:-2] = letters._sum(bytes(data[:-4]), "", int(text[3]))
            text = text[:5] + code(bytes(data))
        if text not in sent:
            yield text


def test_what_is_looked_at_before_anything_is_played_through_takes_no_time() -> None:
    devices = begun(terms("parcheesi", 4), 60)
    sent = play(devices, random.Random(60), 60)
    began = time.process_time()
    letter = letters.read(letters.find_code(sent[-1]))
    assert isinstance(letter, Letter)
    letters.ring_of(letter)
    assert time.process_time() - began < 0.1


def answer(device: Device, text: str) -> str:
    """Open a link, and return `refused` or the kind of the result. Check that the stored game is unchanged."""
    before, moves = device.game, device.game.match.moves
    kind = "refused"
    with suppress(TextError):
        kind = device.open(text).kind
    assert kind in ("refused", "fork", "equal", "shorter"), kind
    assert (device.here, device.game.match.moves) == (before, moves)
    return kind


def tried(devices: list[Device], draw: random.Random, foreign: str) -> Iterator[tuple[str, str]]:
    """Play a game and try every kind of cheating at every turn. Yield the name of each kind and its outcome.

    `foreign` is a link of another game.
    """
    sent = [""]
    while mover := next((device for device in devices if device.due), None):
        waits = draw.choice([device for device in devices if device is not mover])
        before, ply, chair = mover.game.ring, mover.game.match.ply, mover.own.chair
        mover.go_on(draw)
        sent.append(mover.send())
        here, ring = mover.game, mover.game.ring
        fresh, number = ring.counters[chair] > before.counters[chair], ring.counters[chair] + 1
        if fresh:
            yield "an invented element", answer(waits, forged(here, altered(ring, chair, draw.randbytes(16))))
            yield "a later element", answer(waits, forged(here, altered(ring, chair, mover.own.element(number))))
            yield "an element twice", answer(waits, forged(here, before))
        more = (*ring.revealed[chair], mover.own.element(number))
        twice = ring._replace(revealed=(*ring.revealed[:chair], more, *ring.revealed[chair + 1 :]))
        yield "a turn counted twice", answer(waits, forged(here, twice))
        swapped = ring._replace(revealed=(ring.revealed[0], *reversed(ring.revealed[1:])))
        if swapped != ring:
            yield "seats swapped", answer(waits, forged(here, swapped))
        rules = here.terms._replace(strict=not here.terms.strict)
        yield "another rule", answer(waits, letters.write(rules, here.names, ring, here.match))
        yield "another table", answer(waits, foreign)
        for other in devices:
            if other is not mover:
                assert other.open(sent[-1]).kind in ("longer", "other device", "equal")
        yield "a link twice", answer(waits, sent[-1])
        if len(sent) > 2:
            yield "an older link", answer(waits, sent[-2])
        choices = [ply for ply in range(ply, here.match.ply) if len(here.match.position_after(ply).moves()) > 1]
        mine = [ply for ply in choices if here.match.position_after(ply).turn >= 0]
        if mine:
            second: Match[Any, Any] = here.match.until(mine[-1])
            second.dice = SharedDice(ring, mover.dice)
            played = here.match.moves[mine[-1]]
            second.play(draw.choice([move for move in second.position.moves() if move != played]))
            yield "a second answer", answer(waits, forged(here._replace(match=second), ring))


@pytest.mark.parametrize(("game", "chairs"), [("reversi", 2), ("parcheesi", 2), ("kilkenny", 3), ("parcheesi", 4)])
@pytest.mark.parametrize("games", [pytest.param(10, marks=pytest.mark.deep)])
def test_no_cheat_at_any_turn_of_whole_games_is_taken(game: str, chairs: int, games: int) -> None:
    counted: Counter[tuple[str, str]] = Counter()
    foreign = some(game, chairs, 6, 500)[0].send()
    for number in range(games):
        counted.update(tried(begun(terms(game, chairs), 600 + number), random.Random(number), foreign))
    print(game, chairs, dict(counted))
    for cheat in ("an invented element", "a later element", "an element twice", "a turn counted twice", "another rule"):
        assert counted[cheat, "refused"] == sum(count for (name, _), count in counted.items() if name == cheat) > 100
    assert counted["another table", "refused"] > 100
    assert counted["a link twice", "equal"] > 100
    assert counted["an older link", "shorter"] > 100
    assert counted["a second answer", "fork"] + counted["a second answer", "refused"] > 100
