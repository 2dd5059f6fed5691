"""Test how a dropped connection is restored, and that forged messages about the new connection gain nothing."""

from __future__ import annotations

import random

import pytest

from chowk.app import commands, pages
from chowk.app.app import App
from chowk.features.live import returning, session, signalling
from chowk.features.live.returning import ReturningConnection
from chowk.features.sharing import send
from tests.fakes import FakePeerConnection, sitting_at
from tests.unit.features.correspondence.test_apart import begun, mine, world
from tests.unit.features.live.test_live import calm, code, end, in_use, page_text, playing, turn


def connection(app: App) -> ReturningConnection:
    assert app.live is not None
    wire = app.live.peers[-1].connection
    assert wire is not None
    return wire


def reserve(app: App) -> FakePeerConnection:
    """Return the reserve (a spare connection for the time when the one in use drops) that an app has offered."""
    own = connection(app)._own
    assert own is not None
    (wire,) = (fake for fake in world(app).connections.wires if fake is own.connection)
    return wire


def wires(app: App) -> list[FakePeerConnection]:
    """Return the connections of an app that are not closed."""
    return [wire for wire in world(app).connections.wires if not wire.closed]


@pytest.mark.parametrize("ends", [(0,), (1,), (0, 1)])
async def test_a_connection_that_is_closed_underneath_returns_by_a_reserve(ends: tuple[int, ...]) -> None:
    asha, bela, draw = await playing()
    for _ in range(3):  # each return agrees on the next
        due, waits = (asha, bela) if mine(asha) else (bela, asha)
        before = [in_use(asha), in_use(bela)]
        for wire in before:
            wire.closed = True  # what is sent from now on is lost
        await turn(due, draw)
        assert sitting_at(due).match.ply > sitting_at(waits).match.ply
        for index, wire in enumerate(before):
            wire.closed = False
            if index in ends:
                wire.cut()
        await calm()
        assert in_use(asha) is not before[0]
        assert in_use(bela) is not before[1]
        assert sitting_at(asha).match.moves == sitting_at(bela).match.moves
        assert "is here" in page_text(asha)
        assert "is here" in page_text(bela)
        assert all(len(wires(app)) <= 4 for app in (asha, bela))
        await turn(waits, draw)
        assert sitting_at(asha).match.moves == sitting_at(bela).match.moves
    end(asha, bela)


async def test_a_game_that_is_asked_for_while_the_connection_drops_is_not_lost() -> None:
    due, waits, _ = await playing()
    commands.do(due, "resign")
    await calm()
    for app in (due, waits):
        app.place.clear()
    in_use(waits).closed = True
    commands.do(due, "live-again")
    await calm()
    assert "asks for one more game" not in page_text(waits)
    in_use(waits).closed = False
    in_use(waits).cut()
    await calm()
    assert "asks for one more game" in page_text(waits)
    commands.do(waits, "live-again")
    await calm()
    assert sitting_at(due).about.save == sitting_at(waits).about.save
    end(due, waits)


async def test_what_failed_is_tried_again_until_it_is_back() -> None:
    due, waits, draw = await playing()
    for app in (due, waits):
        for wire in world(app).connections.wires:
            wire.far = True
    inviter = due if connection(due)._leads else waits
    first = in_use(inviter)
    first.hear("lost", "")
    await calm()
    assert first.retried == [], "the browser still tries"
    for app in (due, waits):
        world(app).clock.late.set()
        in_use(app).hear("failed", "")
    await calm()
    assert "It comes back by itself if both pages stay open." in page_text(due)
    assert len(first.retried) > 3
    assert first.retried == sorted(set(first.retried)), "an address is tried again only if it has a later generation"
    assert reserve(inviter).retried
    for app in (due, waits):
        in_use(app).hear("back", "")
    await calm()
    assert in_use(inviter) is first
    tries = len(first.retried)
    await calm()
    assert len(first.retried) == tries
    assert "comes back by itself" not in page_text(due)
    await turn(due, draw)
    assert sitting_at(due).match.moves == sitting_at(waits).match.moves
    end(due, waits)


async def test_a_device_that_is_in_a_network_again_tries_at_once() -> None:
    due, waits, _ = await playing()
    for app in (due, waits):
        in_use(app).hear("lost", "")
    await calm()
    before = in_use(due)
    in_use(due).hear("online", "")
    await calm()
    assert in_use(due) is not before
    assert "is here" in page_text(due)
    assert "is here" in page_text(waits)
    end(due, waits)


async def test_devices_that_do_not_connect_in_time_go_on_by_link_with_the_same_game() -> None:
    asha, bela, _, _ = await begun()
    for app in (asha, bela):
        app.place.clear()
    moves = sitting_at(asha).match.moves
    commands.do(asha, "live")
    await calm()
    send.follow(bela, code(asha))
    await calm()
    answer = code(bela)
    for wire in world(asha).connections.wires:
        wire.far = True
    commands.do(asha, "live-answer", answer)
    await calm()
    assert "Connecting" in page_text(asha)
    assert world(asha).clock.slept[-1] == session.IN_TIME < 10
    assert "cannot reach each other" not in page_text(asha)
    world(asha).clock.late.set()
    await calm()
    assert "These devices cannot reach each other." in page_text(asha)
    for app in (asha, bela):
        shown = [node for node in pages.page(app, app.words).walk() if node.attrs.get("data-do") == "live-end"]
        assert shown
        commands.do(app, "live-end")
        await calm()
        assert app.live is None
        assert app.place.sheet is not None
        assert app.place.sheet.name == "letter"
        assert sitting_at(app).match.moves == moves
    end(asha, bela)


# What a dishonest device may try --------------------------------------------------------------------------------------


async def test_an_answer_leads_to_no_address_outside_the_network_and_replaces_no_other() -> None:
    due, waits, _ = await playing()
    own = connection(due)._own
    assert own is not None
    agreed = own.answer
    assert agreed is not None
    far = agreed._replace(addresses=(signalling.Address(1, bytes((203, 0, 113, 7)), 443),))
    near = agreed._replace(addresses=(signalling.Address(1, bytes((10, 0, 0, 9)), 443),))
    other = signalling.Signal(agreed.name, agreed.password, agreed.fingerprint, near.addresses, b"ab")
    for known, signal, expected in (
        (agreed, near, agreed),  # the first answer stands
        (None, far, None),
        (None, other, None),  # the answer to another offer
        (None, far._replace(addresses=far.addresses + near.addresses), near),
    ):
        own.answer = known
        in_use(due).hear("text", f"answer {signalling.written(signal)}")
        await calm()
        assert own.answer == expected
    end(due, waits)


async def test_a_device_makes_one_connection_at_a_time_and_a_limited_number() -> None:
    due, waits, draw = await playing()
    offer = next(text for text in in_use(waits).sent if text.startswith("offer "))
    answered = len(world(due).connections.wires)
    for _ in range(5):
        for _ in range(returning.MOST_ANSWERS):
            world(due).clock.passed += session._EVERY
            in_use(due).hear("text", offer)
        await calm()
        assert len(wires(due)) == 3
    for _ in range(2 * returning.MOST_ANSWERS):
        world(due).clock.passed += session._EVERY
        in_use(due).hear("text", offer)
        await calm()
    assert len(wires(due)) == 3
    assert len(world(due).connections.wires) < answered + returning.MOST_ANSWERS
    await turn(due, draw)
    assert sitting_at(due).match.moves == sitting_at(waits).match.moves
    end(due, waits)


async def test_damaged_codes_and_codes_of_the_other_kind_change_nothing() -> None:
    due, waits, draw = await playing()
    own, theirs = connection(due)._own, connection(due)._for_other
    assert own is not None
    offer = next(text for text in in_use(waits).sent if text.startswith("offer ")).partition(" ")[2]
    answer = next(text for text in in_use(waits).sent if text.startswith("answer ")).partition(" ")[2]
    random_ = random.Random(5)
    texts = [
        f"offer {answer}",
        f"answer {offer}",
        "offer ",
        "answer l=9.AAAA",
        f"offer #{offer} x",
        "offer l=1." + "A" * 400,
    ]
    for _ in range(200):
        letters = list(f"{random_.choice(('offer', 'answer'))} {random_.choice((offer, answer))}")
        letters[random_.randrange(7, len(letters))] = random_.choice("AZaz09-_=.# ")
        texts.append("".join(letters))
    for text in texts:
        if text not in (f"offer {offer}", f"answer {answer}"):
            world(due).clock.passed += session._EVERY
            in_use(due).hear("text", text)
            await calm()
    assert connection(due)._own is own
    assert connection(due)._for_other is theirs
    assert len(wires(due)) == 3
    await turn(due, draw)
    assert sitting_at(due).match.moves == sitting_at(waits).match.moves
    end(due, waits)


async def test_if_the_newer_of_two_connections_is_closed_the_other_goes_on() -> None:
    due, waits, draw = await playing()
    for wire in (in_use(due), in_use(waits)):
        wire.closed = True
    for app in (due, waits):
        in_use(app).closed = False
        in_use(app).cut()
    await calm()
    former = connection(due)._former
    assert former is not None, "both reserves have opened"
    in_use(due).cut()
    assert in_use(due) is former
    await calm()
    assert "is here" in page_text(due)
    await turn(due, draw)
    assert sitting_at(due).match.moves == sitting_at(waits).match.moves
    end(due, waits)
