"""Test that a tab notices what another tab of the browser stores about a game apart that has not begun."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.match import Match
from chowk.features.correspondence import session
from chowk.session import tabs
from chowk.storage import saves, seat_keys
from chowk.storage.kept import SEAT_KEY
from tests.fakes import FakeWorld, app_in, sitting_at
from tests.unit.features.correspondence.test_apart import device, link, mine, opens, plays, settled, world


async def other_tab(app: App) -> App:
    """Return the application of another tab of the same browser."""
    own, first = FakeWorld(), world(app)
    own.store, own.locks = first.store.of(f"tab {len(first.locks.pages) + 1}"), first.locks.of_other_page()
    own.seeds = iter(range(5001, 5900))
    tab = app_in(own)
    await tab.start()
    tab.change_settings(speed="off")
    await settled()
    return tab


async def inviting(game: str = "reversi", players: int = 2) -> tuple[App, str]:
    """Return a device that shows the sheet of a new invitation, and the invitation's link."""
    asha = await device(1)
    commands.do(asha, "apart", game)
    commands.do(asha, "apart-set", "name Asha")
    if players > 2:
        commands.do(asha, "apart-set", f"players {players}")
    commands.do(asha, "invite")
    await settled()
    return asha, link(asha)


async def joined(invitation: str, number: int = 2, chair: int = 1) -> tuple[App, str]:
    """Return another device that has taken a seat, and the link that answers the invitation."""
    app = await device(number)
    await opens(app, invitation)
    commands.do(app, "apart-set", f"chair {chair}")
    commands.do(app, "apart-set", f"name {['Bela', 'Chand'][chair - 1]}")
    commands.do(app, "join")
    await settled()
    return app, link(app)


async def both_moved(one: App, other: App) -> int:
    """Let each of two players play a turn. Return the number of moves that `one` has then stored."""
    draw = random.Random(3)
    await opens(other, link_of(one))
    due, waits = (one, other) if mine(one) else (other, one)
    await opens(waits, await plays(due, draw))
    await opens(due, await plays(waits, draw))
    await settled()
    return sitting_at(one).match.ply


def link_of(app: App) -> str:
    commands.do(app, "send-move", "ways")
    return link(app)


def stored(app: App, name: str) -> Match[Any, Any]:
    """Return the game as the device stores it."""
    return saves.read_save(world(app).store.texts[saves.GAME_KEY + name], games.find_ruleset).match


def text_of(app: App) -> str:
    return pages.page(app, app.words).text


@pytest.mark.parametrize("hears", [True, False], ids=["told", "looks later"])
async def test_an_open_invitation_becomes_the_game_once_it_has_begun_in_another_tab(hears: bool) -> None:
    first, invitation = await inviting()
    (name,) = first.kept.own_seats
    bela, answer = await joined(invitation)
    world(first).locks.frozen = not hears
    second = await other_tab(first)
    await opens(second, answer)
    plies = await both_moved(second, bela)
    assert plies >= 2
    if not hears:
        assert "Waiting for 1 more player." in text_of(first)
        await tabs.catch_up_all(first)
        await settled()
    assert (sitting_at(first).about.save, sitting_at(first).kind) == (name, "elsewhere")
    assert not first.place.sheets
    assert "open in another tab" in text_of(first)
    assert sitting_at(second).kind == "own"
    assert stored(first, name).ply == plies
    world(first).locks.frozen = False
    commands.do(first, "play-here")
    await settled()
    assert (sitting_at(first).kind, sitting_at(second).kind) == ("own", "elsewhere")
    assert sitting_at(first).match.moves == sitting_at(second).match.moves
    for app in (first, second, bela):
        app.pause()


async def test_a_tab_that_shows_the_begun_game_plays_nothing_by_itself() -> None:
    first, invitation = await inviting("parcheesi")
    (name,) = first.kept.own_seats
    _, answer = await joined(invitation)
    second = await other_tab(first)
    second.change_settings(auto_roll=False)
    first.change_settings(auto_roll=True)
    await opens(second, answer)
    assert sitting_at(second).choice.rolling is not None
    assert (sitting_at(first).kind, sitting_at(second).kind) == ("elsewhere", "own")
    assert stored(first, name).ply == sitting_at(second).match.ply
    for app in (first, second):
        app.pause()


async def test_the_home_page_of_another_tab_lists_the_begun_game_and_no_invitation() -> None:
    first, invitation = await inviting()
    never_invited = await other_tab(first)
    never_invited.kept.own_seats.clear()  # as if it had been opened before the invitation
    commands.do(first, "close")
    assert "Games that wait for players" in text_of(first)
    bela, answer = await joined(invitation)
    second = await other_tab(first)
    await opens(second, answer)
    for tab in (first, never_invited):
        assert tab.place.table is None
        assert "Games that wait for players" not in text_of(tab)
        assert "Unfinished games" in text_of(tab)
    for app in (first, second, bela):
        app.pause()


async def test_a_tab_with_the_answering_link_becomes_the_game_that_begins_in_another_tab() -> None:
    asha, invitation = await inviting()
    first, answer = await joined(invitation)
    await opens(asha, answer)
    second = await other_tab(first)
    commands.do(first, "code", f"letter {next(iter(first.kept.own_seats))}")
    await opens(second, link_of(asha))
    assert not first.place.sheets
    assert (sitting_at(first).kind, sitting_at(second).kind) == ("elsewhere", "own")
    for app in (asha, first, second):
        app.pause()


async def test_a_tab_at_another_table_stays_there() -> None:
    first, invitation = await inviting()
    bela, answer = await joined(invitation)
    (name,) = first.kept.own_seats
    commands.do(first, "close")
    commands.do(first, "analyse", "reversi")
    table = sitting_at(first)
    first.place.open_sheet("letter", name)
    second = await other_tab(first)
    await opens(second, answer)
    assert first.table is table
    assert first.place.sheet is None
    assert first.kept.saves.holds(name)
    for app in (first, second, bela):
        app.pause()


async def test_a_seat_that_is_taken_in_one_tab_is_not_taken_again_in_another() -> None:
    """The second secret would replace the first one, with which the inviter begins the game."""
    asha, invitation = await inviting()
    first = await device(2)
    second = await other_tab(first)
    await opens(first, invitation)
    await opens(second, invitation)
    assert first.place.sheet is not None
    assert first.place.sheet.name == "invited"
    commands.do(second, "join")
    await settled()
    answer, (name,) = link(second), second.kept.own_seats
    chain = second.kept.own_seats[name].chain
    assert link(first) == answer
    assert [sheet.name for sheet in first.place.sheets] == ["letter"]
    commands.do(first, "join")  # the press was on its way
    await settled()
    assert first.kept.own_seats[name].chain == chain
    assert seat_keys.read(world(first).store.texts[SEAT_KEY + name]).chain == chain
    await opens(asha, answer)
    assert sitting_at(asha).kind == "own"
    for app in (asha, first, second):
        app.pause()


async def test_joiners_whose_links_are_opened_in_different_tabs_are_all_gathered() -> None:
    first, invitation = await inviting("parcheesi", 3)
    second = await other_tab(first)
    _, from_bela = await joined(invitation)
    _, from_chand = await joined(invitation, 3, 2)
    await opens(second, from_bela)
    assert "Waiting for 1 more player." in text_of(first)
    await opens(first, from_chand)
    assert sitting_at(first).kind == "own"
    assert {seat.name for seat in sitting_at(first).plan.seats} == {"Asha", "Bela", "Chand"}
    for app in (first, second):
        app.pause()


async def test_a_tab_that_has_heard_of_nothing_does_not_write_the_beginning_over_the_game() -> None:
    first, invitation = await inviting()
    (name,) = first.kept.own_seats
    bela, answer = await joined(invitation)
    world(first).locks.frozen = True
    second = await other_tab(first)
    await opens(second, answer)
    plies = await both_moved(second, bela)
    commands.do(first, "close")
    commands.do(first, "letter", name)
    await opens(first, answer)
    assert stored(first, name).ply == plies
    assert sitting_at(first).match.moves == sitting_at(second).match.moves
    for app in (first, second, bela):
        app.pause()


async def test_a_pending_write_of_a_game_meets_the_text_of_the_other_tab() -> None:
    """A tab that reads the newer text of a game while it is about to write it does not take that text for its own."""
    first, invitation = await inviting()
    (name,) = first.kept.own_seats
    bela, answer = await joined(invitation)
    world(first).locks.frozen = True
    second = await other_tab(first)
    await opens(second, answer)
    plies = await both_moved(second, bela)
    reading, get = world(first).store, world(first).store.get

    async def get_late(key: str) -> str | None:
        text = await get(key)
        if key.startswith(saves.GAME_KEY) and not first.kept.saves.holds(name):
            session.follow(first, answer)
        return text

    reading.get = get_late  # type: ignore[method-assign]
    await tabs.catch_up(first, name)
    await settled()
    assert stored(first, name).ply == plies
    for app in (first, second, bela):
        app.pause()


async def test_a_later_seat_that_the_device_did_not_store_is_not_replaced_by_an_older_one() -> None:
    first, _ = await inviting()
    (name,) = first.kept.own_seats
    for _ in range(20):
        await asyncio.sleep(0)
    later = first.kept.own_seats[name]._replace(updated="2999-01-01T00:00:00")
    first.kept.own_seats[name] = later
    await first.kept.read_again(name)
    assert first.kept.own_seats[name] is later
    first.kept.own_seats[name] = later._replace(updated="2000-01-01T00:00:00")
    await first.kept.read_again(name)
    assert "2000" < first.kept.own_seats[name].updated < "2999", "the stored one is later"
    first.pause()
