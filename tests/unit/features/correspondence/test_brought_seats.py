"""Test seats that a link, a pasted text or a file brings. Another person may have chosen the secret of such a seat.

The page asks before it takes the seat, and can renew the secret.
"""

from __future__ import annotations

import json
import random
from typing import NamedTuple

import pytest

from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.errors import TextError
from chowk.core.fair_dice import SharedDice
from chowk.core.hash_chain import Chain
from chowk.core.message import english
from chowk.features.correspondence import session
from chowk.features.sharing import texts
from chowk.session import correspondence_state as state
from chowk.storage import exchange, saves, seat_keys
from chowk.storage import turn_link as letters
from chowk.storage.plan import Plan, SeatPlan
from chowk.storage.turn_link import Invitation, Joiner
from chowk.ui.nodes import Node
from tests.fakes import sitting_at
from tests.unit.features.correspondence.players import Device, chain_of, play, secret, terms
from tests.unit.features.correspondence.test_apart import begun, device, link, mine, opens, plays, settled, world
from tests.unit.features.correspondence.test_lost_seats import again, said, sheet


class Trap(NamedTuple):
    """An attack by a player who created the secrets of both seats of a game, and sends one seat to a victim.

    `link` is the link that brings the seat, and `own` is the seat's hash chain. `inviter` and `guest` are the devices
    of the two seats, and the guest's seat is sent.
    """

    link: str
    own: Chain
    inviter: Device
    guest: Device


def trap(number: int = 0, turns: int = 0, *, due: int | None = None) -> Trap:
    """Return an attack in Parcheesi, in which the guest's secret comes by a link.

    If `due` is given, that seat has the turn. `turns` is the number of turns played.
    """
    own, other = chain_of(0, secret(3000 + number)), chain_of(1, secret(4000 + number))
    invitation = Invitation(terms("parcheesi", 2), (Joiner("Mallory", own.commitment), Joiner("You", other.commitment)))
    inviter, guest = Device(own, invitation), Device(other, invitation)
    inviter.lay()
    guest.open(sent := inviter.send())
    if turns:
        sent = play([inviter, guest], random.Random(number), turns)[-1]
    if due is not None and (inviter if due == 0 else guest).due is False:
        return trap(number + 1, turns, due=due)
    return Trap(seat_keys.link(other, sent).lstrip("#"), other, inviter, guest)


def file_of(caught: Trap) -> str:
    """Return a file of games with the attack's game and seat, as a modified page writes it."""
    here = caught.guest.game
    names = [here.names[here.ring.chair(place)] for place in range(2)]
    mine_ = here.ring.seat(1)
    seats = tuple(SeatPlan("person" if place == mine_ else "away", 0, name) for place, name in enumerate(names))
    plan = Plan(here.terms.game, seats, dict(here.terms.options), "rule", here.terms.lot)
    stored = state.to_stored(state.Distance(here.terms, here.names, 1, here.match.ply), here.match)
    save = saves.Save(
        caught.guest.invitation.table, plan, here.match, "2026-11-26T10:00:00+00:00", "2026-11-26T10:00:00+00:00"
    )._replace(correspondence=stored)
    seat = seat_keys.OwnSeat(caught.own, caught.guest.invitation, "2026-11-26T10:00:00+00:00")
    return exchange.write([save], [], {}, "2026-11-26T10:00:00+00:00", [seat_keys.write(seat)])


async def comes(app: App, caught: Trap, way: str) -> None:
    """Bring the attack's seat into an app by a link, a paste or a file. `way` says which."""
    if way == "link":
        await opens(app, caught.link)
    elif way == "paste":
        commands.do(app, "paste")
        commands.do(app, "import", f"Our game: https://x.invalid/#{caught.link}")
        await settled()
    else:
        commands.do(app, "take-in", file_of(caught))
        await settled()
        commands.do(app, "add-games")
        await settled()


def focused(app: App) -> Node:
    """Return the control that gets the focus when a sheet opens."""
    return next(node for node in pages.page(app, app.words).walk() if node.attrs.get("data-autofocus"))


@pytest.mark.parametrize("way", ["link", "paste", "file"])
@pytest.mark.parametrize("turns", [0, 4])
async def test_tm_08_no_seat_is_taken_without_a_question_whose_first_answer_is_no(way: str, turns: int) -> None:
    caught = trap(turns=turns)
    app = await device(1)
    await comes(app, caught, way)
    assert app.kept.own_seats == {}
    if way != "file":
        assert sheet(app) == "brought"
        assert "This link brings the seat of You." in said(app)
        node = focused(app)
        assert (node.attrs["data-do"], node.text) == ("close", "Only look on")
        commands.do(app, "close")
        await settled()
        assert sheet(app) == ""
        assert sitting_at(app).kind == "guest", "one looks on"
        assert sitting_at(app).distance is not None
    assert app.kept.own_seats == {}
    assert not any(key.startswith("seat.") for key in world(app).store.texts)
    commands.do(app, "take-seat")  # the question is gone
    await settled()
    assert app.kept.own_seats == {}
    app.pause()


async def test_tm_09_the_secret_of_a_seat_in_which_nothing_was_played_is_never_taken() -> None:
    """A link that brings a seat is refused if the seat has not played yet.

    This prevents an attack: the sender chooses the secrets of both seats and tries many such pairs, until the sender's
    first roll is high. Then the sender gives the victim the secret of the other seat.
    """
    pairs = [trap(number, due=0) for number in range(12)]
    caught = max(pairs, key=lambda pair: sum(pair.inviter.game.match.roll()))
    rolls = [sum(pair.inviter.game.match.roll()) for pair in pairs]
    assert sum(caught.inviter.game.match.roll()) >= 10 > sum(rolls) / len(rolls), "it pays"
    app = await device(1)
    await opens(app, caught.link)
    assert "its secret is not taken" in said(app)
    buttons = [node.attrs.get("data-do") for node in pages.page(app, app.words).walk()]
    assert "take-seat" not in buttons
    commands.do(app, "take-seat")
    await settled()
    assert app.kept.own_seats == {}
    app.pause()


async def test_tm_09_at_a_table_that_is_not_laid_this_device_sits_down_with_a_secret_of_its_own() -> None:
    asha, bela, fresh = await device(1), await device(2), await device(9)
    commands.do(asha, "apart", "parcheesi")
    commands.do(asha, "apart-set", "name Asha")
    commands.do(asha, "invite")
    await opens(bela, link(asha))
    commands.do(bela, "apart-set", "name Bela")
    commands.do(bela, "join")
    (seat,) = bela.kept.own_seats.values()
    await opens(fresh, seat_keys.link(seat.chain, letters.invite(seat.invitation)).lstrip("#"))
    assert sheet(fresh) == "brought"
    assert "takes the seat with a secret of its own" in said(fresh)
    assert focused(fresh).text == "Cancel"
    assert fresh.kept.own_seats == {}
    commands.do(fresh, "take-seat")
    await settled()
    taken = fresh.kept.own_seats[seat.table]
    assert taken.chain != seat.chain
    assert not taken.brought
    assert (taken.chain.chair, taken.invitation.joiners[1]) == (1, Joiner("Bela", taken.chain.commitment))
    await opens(asha, link(fresh))
    ring = state.dice_of(sitting_at(asha).match).ring
    assert ring.commitment(1) == taken.chain.commitment, "the table is laid by the secret that nobody else has"
    for app in (asha, bela, fresh):
        app.pause()


async def test_tm_09_a_request_whose_chain_somebody_else_drew_comes_by_no_file() -> None:
    caught = trap(turns=4)
    wish = letters.Wish("seat", caught.guest.game.match.ply, frozenset(), 0, False, chain_of(0, secret(1)).commitment)
    here = caught.guest.game
    request = letters.write(here.terms, here.names, here.ring, here.match, wish).lstrip("#")
    seat = seat_keys.OwnSeat(chain_of(0, secret(1)), caught.guest.invitation, "2026-11-26T10:00:00+00:00", request)
    app = await device(1)
    text = exchange.write([], [], {}, "2026-11-26T10:00:00+00:00", [seat_keys.write(seat)])
    commands.do(app, "take-in", text)
    await settled()
    assert "left out" in said(app)
    commands.do(app, "take-seats", "seats on")
    commands.do(app, "add-games")
    await settled()
    assert app.kept.own_seats == {}
    app.pause()


async def taken(turns: int = 4) -> tuple[App, Trap]:
    """Return an app that has accepted the attack's seat, and the attack."""
    caught = trap(turns=turns)
    app = await device(1)
    await opens(app, caught.link)
    assert "Take it only if you made this link yourself." in said(app)
    commands.do(app, "take-seat")
    await settled()
    assert app.kept.own_seats
    return app, caught


async def test_tm_11_a_seat_that_came_by_a_link_is_marked_on_the_device_the_sheets_and_in_the_record() -> None:
    app, caught = await taken()
    mark = "The seat of You came by a link or a file. Whoever made that can know its rolls to come"
    for player in (app, await again(app)):
        if player is not app:
            commands.do(player, "resume", caught.guest.invitation.table)
            await settled()
        (seat,) = player.kept.own_seats.values()
        assert seat.brought
        for name in ("verify", "rules"):
            player.place.clear()
            commands.do(player, name, "apart" if name == "rules" else "")
            assert mark in said(player)
        assert '[Brought "seat 2"]' in texts.as_text(sitting_at(player), "")
        player.pause()


async def test_tm_11_a_seat_of_a_file_is_marked_as_well() -> None:
    caught = trap(turns=4)
    app = await device(1)
    commands.do(app, "take-in", file_of(caught))
    await settled()
    assert "It brings 1 seat in a game played apart." in said(app)
    assert "Take seats only from a file that you saved yourself." in said(app)
    commands.do(app, "take-seats", "seats on")
    commands.do(app, "add-games")
    await settled()
    (seat,) = app.kept.own_seats.values()
    assert seat.brought
    assert seat.chain == caught.own
    app.pause()


async def test_tm_11_one_s_own_seats_have_no_mark() -> None:
    asha, bela, _, _ = await begun("parcheesi")
    for app in (asha, bela):
        assert "Brought" not in texts.as_text(sitting_at(app), "")
        commands.do(app, "verify")
        assert "came by a link or a file" not in said(app)
        app.pause()


async def test_tm_10_a_seat_that_is_brought_can_have_new_dice_before_its_next_roll() -> None:
    """A seat taken from a link can get a new secret. Then the sender of the link cannot foresee its next roll."""
    asha, bela, draw, _ = await begun("parcheesi")
    mover, waits = (asha, bela) if mine(asha) else (bela, asha)
    table = sitting_at(mover).about.save
    stolen = mover.kept.own_seats[table].chain
    before = state.dice_of(sitting_at(mover).match).draw(sitting_at(mover).match, sitting_at(mover).match.ply)
    fresh = await device(9)
    await opens(fresh, session.seat_fragment(mover, table).lstrip("#"))
    assert sheet(fresh) == "brought"
    assert "Ask for new dice" in said(fresh)
    commands.do(fresh, "claim-seat")
    await settled()
    request = link(fresh)
    assert fresh.kept.own_seats[table].chain != stolen
    await opens(waits, request)
    commands.do(waits, "answer-wish", "yes")
    await opens(fresh, link(waits))
    seated = sitting_at(fresh)
    assert seated.distance is not None
    assert (seated.distance.brought, mine(fresh)) == ((), True)
    dice = state.dice_of(seated.match)
    assert dice.draw(seated.match, seated.match.ply) != before
    public = dice.ring._replace(own=None)
    with pytest.raises(LookupError):
        SharedDice(public).draw(seated.match, seated.match.ply)
    foreseen = public._replace(own=stolen)
    assert SharedDice(foreseen).draw(seated.match, seated.match.ply) != dice.draw(seated.match, seated.match.ply)
    assert "All others have agreed to give your seat to a new device." in await opens(mover, await plays(fresh, draw))
    for app in (asha, bela, fresh):
        app.pause()


async def test_tm_10_of_a_seat_in_which_nothing_was_played_the_new_secret_is_the_only_way_in() -> None:
    """The receiver of a link to a seat that has not played can only request the seat with a new secret."""
    caught = trap(due=1)
    app, sender = await device(1), caught.inviter
    await opens(app, caught.link)
    assert "its secret is not taken" in said(app)
    commands.do(app, "claim-seat")
    await settled()
    (seat,) = app.kept.own_seats.values()
    assert seat.chain != caught.own
    assert sender.open(f"#{seat.request}").kind == "asked"
    sender.agrees()
    await opens(app, sender.send().lstrip("#"))
    ring = state.dice_of(sitting_at(app).match).ring
    assert ring.commitment(1) == seat.chain.commitment
    app.pause()


async def test_tm_12_what_an_invitation_says_settles_no_secret_of_whoever_sits_down() -> None:
    asha, *others = [await device(number) for number in (1, 2, 3)]
    commands.do(asha, "apart", "parcheesi")
    commands.do(asha, "invite")
    sent = link(asha)
    chains = []
    for app in others:
        await opens(app, sent)
        commands.do(app, "join")
        (seat,) = app.kept.own_seats.values()
        chains.append(seat.chain)
        assert not seat.brought
    assert chains[0] != chains[1]
    for app in (asha, *others):
        app.pause()


async def test_a_seat_of_a_game_without_dice_is_asked_about_in_words_that_fit() -> None:
    asha, bela, _, _ = await begun("reversi")
    table = sitting_at(asha).about.save
    fresh = await device(9)
    await opens(fresh, session.seat_fragment(asha, table).lstrip("#"))
    text = said(fresh)
    assert "can play in this seat, too" in text
    assert "rolls" not in text.partition("Take this seat?")[2].partition("Take the seat")[0]
    commands.do(fresh, "take-seat")
    await settled()
    assert fresh.voice.toast is not None
    assert english(fresh.voice.toast.text) == "Your seat is on this device now, too."
    commands.do(fresh, "rules", "apart")
    assert "came by a link or a file. Whoever made that can play in it, too." in said(fresh)
    for app in (asha, bela, fresh):
        app.pause()


async def test_a_link_with_one_s_own_seat_asks_nothing() -> None:
    asha, bela, _, _ = await begun("parcheesi")
    table = sitting_at(asha).about.save
    said_ = await opens(asha, session.seat_fragment(asha, table).lstrip("#"))
    assert "You have this already" in said_
    assert sheet(asha) != "brought"
    for app in (asha, bela):
        app.pause()


def test_the_mark_is_kept_and_seats_of_earlier_editions_have_none() -> None:
    caught = trap()
    seat = seat_keys.OwnSeat(caught.own, caught.guest.invitation, "2026-11-26T10:00:00+00:00")
    plain = seat_keys.write(seat)
    assert "brought" not in json.loads(plain)
    assert seat_keys.read(plain) == seat
    marked = seat._replace(brought=True)
    assert seat_keys.read(seat_keys.write(marked)) == marked
    with pytest.raises(TextError):
        seat_keys.read(json.dumps({**json.loads(plain), "brought": "no"}))
