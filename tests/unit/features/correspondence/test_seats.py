"""Test moving a seat to another device, by a link with a secret or in a file that includes the seat on request."""

from __future__ import annotations

import json
import random

import pytest

from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.errors import TextError
from chowk.core.hash_chain import chain
from chowk.core.message import english
from chowk.session import correspondence_state as state
from chowk.storage import seat_keys
from tests.fakes import sitting_at
from tests.unit.features.correspondence.test_apart import begun, device, link, mine, opens, plays, settled, world


def seat_link(app: App, table: str) -> str:
    """Open the sheet with the link that moves a seat to another device, copy the link, and return it.

    `table` is the name of the game in the store. The page's address is left out.
    """
    commands.do(app, "seat-link", table)
    page_text = pages.page(app, app.words).text
    assert "holds a secret" in page_text
    assert app.table is None or app.table.has_chance == ("your rolls to come" in page_text)
    commands.do(app, "copy-seat", table)
    return world(app).clipboard.copied[-1].partition("#")[2]


async def takes(app: App, fragment: str) -> str:
    """Open a link that moves a seat, take the seat, and return the text of the short message that appears."""
    await opens(app, fragment)
    assert app.place.sheet is not None
    assert app.place.sheet.name == "brought"
    commands.do(app, "take-seat")
    await settled()
    return english(app.voice.toast.text) if app.voice.toast is not None else ""


@pytest.mark.parametrize("due", [True, False])
async def test_a_seat_that_is_brought_by_a_link_plays_on_there(due: bool) -> None:
    asha, bela, draw, _ = await begun()
    mover, waits = (asha, bela) if mine(asha) else (bela, asha)
    app, other = (mover, waits) if due else (waits, mover)
    moves = sitting_at(app).match.moves
    fresh = await device(9)
    commands.do(app, "share")
    assert "Bring my seat to another device" in pages.page(app, app.words).text
    reply = await takes(fresh, seat_link(app, sitting_at(app).about.save))
    assert "now, too" in reply
    assert sitting_at(fresh).match.moves == moves
    distance = sitting_at(fresh).distance
    assert distance is not None
    assert distance.chair is not None
    assert mine(fresh) == due
    if not due:
        await opens(fresh, await plays(other, draw))
    sent = await plays(fresh, draw)
    assert "other device" in await opens(app, sent)
    await opens(other, sent)
    assert sitting_at(app).match.moves == sitting_at(fresh).match.moves == sitting_at(other).match.moves
    for player in (asha, bela, fresh):
        player.pause()


async def test_what_was_not_sent_yet_is_left_out() -> None:
    asha, bela, _, _ = await begun()
    app = asha if mine(asha) else bela
    table = sitting_at(app)
    table.show(None)
    app.loop.choose(table, table.match.position.moves()[0])
    await settled()
    assert table.distance is not None
    assert state.unsent(table.distance, table.match)
    fresh = await device(9)
    await takes(fresh, seat_link(app, table.about.save))
    assert sitting_at(fresh).match.ply == table.match.ply - 1
    for player in (asha, bela, fresh):
        player.pause()


async def test_at_a_table_that_is_not_laid_the_other_device_invites_with_a_secret_of_its_own() -> None:
    asha, bela = await device(1), await device(2)
    commands.do(asha, "apart", "reversi")
    commands.do(asha, "apart-set", "name Asha")
    commands.do(asha, "invite")
    table = next(iter(asha.kept.own_seats))
    fresh = await device(9)
    await takes(fresh, seat_link(asha, table))
    assert table not in fresh.kept.own_seats
    (seat,) = fresh.kept.own_seats.values()
    assert seat.invitation.terms == asha.kept.own_seats[table].invitation.terms
    assert seat.invitation.inviter.name == "Asha"
    await opens(bela, link(fresh))
    commands.do(bela, "apart-set", "name Bela")
    commands.do(bela, "join")
    await opens(fresh, link(bela))
    assert sitting_at(fresh).distance is not None
    for player in (bela, fresh):
        player.pause()


async def test_a_seat_that_is_none_of_that_table_is_refused_and_nothing_is_kept() -> None:
    asha, bela, _, sent = await begun()
    stranger = await device(9)
    for own in (chain(0, bytes(16)), chain(3, bytes(16))):
        assert "damaged" in await opens(stranger, seat_keys.link(own, sent[-1]).lstrip("#"))
    table = sitting_at(asha).about.save
    good = seat_link(asha, table)
    assert "damaged" in await opens(stranger, good[:-3] + ("aaa" if not good.endswith("aaa") else "bbb"))
    assert "newer version" in await opens(stranger, good.replace("&s=1.", "&s=2."))
    assert not stranger.kept.own_seats
    assert "another seat" in await opens(bela, good)
    assert bela.kept.own_seats[table].chain.chair == 1
    for player in (asha, bela, stranger):
        player.pause()


def test_links_that_bring_no_seat_bring_none() -> None:
    assert seat_keys.read_link("#t=1.abc") is None
    with pytest.raises(TextError):
        seat_keys.read_link("#t=1.abc&s=1.AAAA")


async def test_a_file_holds_seats_only_if_it_is_asked_to_and_brings_them() -> None:
    asha, bela, _, _ = await begun()
    table = sitting_at(asha).about.save
    secret = asha.kept.own_seats[table].chain.marks[-1]
    commands.do(asha, "kept")
    assert "whoever has a file with your seats can play in your place" in pages.page(asha, asha.words).text
    texts: list[str] = []
    for name in ("", "seats"):
        world(asha).files.texts.clear()
        commands.do(asha, "export", name)
        await settled()
        texts += world(asha).files.texts.values()
    plain, whole = texts
    assert "seats" not in json.loads(plain)
    assert len(json.loads(whole)["seats"]) == 1
    assert secret.hex() not in plain
    fresh = await device(9)
    commands.do(fresh, "take-in", whole)
    await settled()
    assert "It brings 1 seat in a game played apart." in pages.page(fresh, fresh.words).text
    commands.do(fresh, "take-seats", "seats on")
    commands.do(fresh, "add-games")
    await settled()
    fresh.resume(fresh.kept.saves[table])
    await settled()
    assert mine(fresh) == mine(asha)
    sent = await plays(asha, random.Random(1)) if mine(asha) else await plays(bela, random.Random(1))
    assert sent
    for player in (asha, bela, fresh):
        player.pause()


async def test_a_damaged_seat_in_a_file_is_told_before_anything_is_kept() -> None:
    fresh = await device(9)
    text = '{"chowk": "games", "form": 1, "games": [], "results": {}, "seats": [{"schema": 1}]}'
    commands.do(fresh, "take-in", text)
    await settled()
    assert fresh.voice.complaint is not None
    assert fresh.incoming is None


async def test_a_seat_is_given_up_only_after_a_question_and_can_be_had_back() -> None:
    app, _, _, _ = await begun()
    table = sitting_at(app).about.save
    commands.do(app, "home")
    seat, save = app.kept.own_seats[table], app.kept.saves[table]
    commands.do(app, "ask-forget", table)
    assert app.place.sheet == ("forget", table)
    assert "Asha" in pages.page(app, app.words).text
    commands.do(app, "cancel")
    assert app.kept.own_seats[table] == seat
    commands.do(app, "ask-forget", table)
    commands.do(app, "forget", table)
    assert not app.place.sheets
    assert table not in app.kept.own_seats
    assert table not in app.kept.saves
    commands.do(app, "restore", table)
    assert app.kept.own_seats[table] == seat
    assert app.kept.saves[table] == save
    await settled()


async def test_a_table_that_is_not_laid_can_be_given_up_where_games_are_edited() -> None:
    app = await device(1)
    commands.do(app, "apart", "reversi")
    commands.do(app, "invite")
    (table,) = app.kept.own_seats
    commands.do(app, "home")
    assert not [node for node in pages.page(app, app.words).walk() if node.attrs.get("data-do") == "ask-forget"]
    commands.do(app, "kept")
    commands.do(app, "edit-kept", "edit")
    (away,) = [node for node in pages.page(app, app.words).walk() if node.attrs.get("data-do") == "ask-forget"]
    assert away.attrs["data-arg"] == table


async def test_a_link_that_is_asked_for_as_the_seat_is_given_up_is_none() -> None:
    app, _, _, _ = await begun()
    table = sitting_at(app).about.save
    commands.do(app, "home")
    commands.do(app, "forget", table)
    await settled()
    assert table not in app.kept.own_seats
    copied = len(world(app).clipboard.copied)
    commands.do(app, "copy-seat", table)
    commands.do(app, "code", f"seat {table}")
    assert len(world(app).clipboard.copied) == copied
    assert not app.place.sheets
