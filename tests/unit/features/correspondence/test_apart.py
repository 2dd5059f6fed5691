"""Test correspondence games in the application: inviting, joining, sending moves, and opening links at any time."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.app.opened import Open, reopen
from chowk.core.dice import first_false, proofs
from chowk.core.errors import TextError
from chowk.core.match import Match
from chowk.core.message import english
from chowk.core.position import CHANCE
from chowk.features.correspondence import session
from chowk.features.sharing import game_link, send
from chowk.games.parcheesi.ui import speech
from chowk.session import correspondence_state as state
from chowk.session import tabs
from chowk.session.metadata import clock_of
from chowk.session.taking_back import undo_target
from chowk.storage import exchange, saves, seat_keys, turn_link
from chowk.storage.plan import Plan, SeatPlan
from chowk.ui.screens.home import waiting
from chowk.ui.window import NotedGames
from tests.fakes import FakeClock, FakeGameLocks, FakeWorld, app_in, reported, sitting_at, world_of
from tests.unit.features.correspondence.players import begun as begun_apart
from tests.unit.features.correspondence.players import play, terms


def world(app: App) -> FakeWorld:
    assert isinstance(world_of(app), FakeWorld)
    return world_of(app)


async def device(number: int, texts: dict[str, str] | None = None) -> App:
    own = FakeWorld(texts)
    own.seeds = iter(range(1000 * number + 1, 1000 * number + 900))
    app = app_in(own)
    await app.start()
    app.change_settings(speed="off")
    return app


async def settled() -> None:
    for _ in range(60):
        await asyncio.sleep(0)


def link(app: App) -> str:
    """Return the link shown on the open sheet, without the page's address."""
    assert app.place.sheet is not None
    assert app.place.sheet.name == "letter"
    assert pages.page(app, app.words).text  # the page can be drawn
    commands.do(app, "copy-letter", app.place.sheet.arg)
    return world(app).clipboard.copied[-1].partition("#")[2]


async def opens(app: App, fragment: str) -> str:
    """Open a link as the browser does, and return the text of the short message (toast) that the page shows."""
    app.voice.toast = None
    app.place.clear()
    send.follow(app, fragment)
    await settled()
    assert pages.page(app, app.words).text
    return english(app.voice.toast.text) if app.voice.toast else ""


async def invited(game: str, *others: App, inviter: App, strict: bool = False, aids: bool = False) -> None:
    """Let the inviter invite the other apps to a game. All join, and the inviter starts the game.

    `strict` and `aids` are conditions of the game, as in `Terms`.
    """
    commands.do(inviter, "apart", game)
    commands.do(inviter, "apart-set", "name Asha")
    if len(others) > 1:
        commands.do(inviter, "apart-set", f"players {len(others) + 1}")
    if strict:
        commands.do(inviter, "apart-set", "strict on")
    if aids:
        commands.do(inviter, "apart-set", "aids on")
    commands.do(inviter, "invite")
    first = link(inviter)
    for number, other in enumerate(others):
        await opens(other, first)
        assert other.place.sheet is not None
        assert other.place.sheet.name == "invited"
        commands.do(other, "apart-set", f"chair {number + 1}")
        commands.do(other, "apart-set", f"name {['Bela', 'Chand', 'Devi'][number]}")
        commands.do(other, "join")
        assert english(world_says := session.text(other, other.place.sheet.arg))
        assert "takes a seat" in world_says.text
        await opens(inviter, link(other))


async def plays(app: App, draw: random.Random) -> str:
    """Play the turn of the player at `app` with random moves, send it, and return the link."""
    table = sitting_at(app)
    for _ in range(200):
        assert table.distance is not None
        if table.choice.rolling is not None:
            app.loop.roll()
        elif table.choice.awaited is not None:
            app.loop.choose(table, draw.choice(table.match.position.moves()))
        elif state.unsent(table.distance, table.match):
            break
        await settled()
        app.place.clear()
    commands.do(app, "send-move", "ways")
    return link(app)


def mine(app: App) -> bool:
    table = sitting_at(app)
    assert table.distance is not None
    return state.must_act(table.distance, table.match) or state.unsent(table.distance, table.match)


@pytest.mark.parametrize(("game", "strict", "turns"), [("reversi", False, 70), ("parcheesi", True, 24)])
async def test_two_devices_play_by_links_alone(game: str, strict: bool, turns: int) -> None:
    asha, bela, draw = await device(1), await device(2), random.Random(3)
    await invited(game, bela, inviter=asha, strict=strict)
    await opens(bela, link_after_laying(asha))
    for _ in range(turns):
        due = asha if mine(asha) else bela
        if sitting_at(due).outcome is not None and not mine(due):
            break
        await opens(bela if due is asha else asha, await plays(due, draw))
    ours, theirs = sitting_at(asha), sitting_at(bela)
    assert ours.match.moves == theirs.match.moves
    assert ours.match.ply > 20
    assert first_false(proofs(theirs.match)) is None
    if game == "reversi":
        assert ours.outcome is not None
        assert ours.outcome == theirs.outcome
    for app in (asha, bela):
        app.pause()


def link_after_laying(app: App) -> str:
    """Return the first link of a game that was just set up. The inviter sends it even if another player moves first."""
    commands.do(app, "send-move", "ways")
    return link(app)


async def test_three_sit_down_in_any_order_and_a_chair_is_taken_once() -> None:
    asha, bela, chand, late = [await device(number) for number in range(4)]
    commands.do(asha, "apart", "kilkenny")
    commands.do(asha, "apart-set", "players 3")
    commands.do(asha, "invite")
    first = link(asha)
    for app, chair in ((late, 1), (bela, 1), (chand, 2)):
        await opens(app, first)
        commands.do(app, "apart-set", f"chair {chair}")
        commands.do(app, "apart-set", "name X")
        commands.do(app, "join")
    await opens(asha, link(bela))
    assert "That seat went to" in await opens(asha, link(late))
    assert asha.table is None, "the table is not laid yet"
    await opens(asha, link(chand))
    assert sitting_at(asha).match.position.seats == 3
    late_link = link_after_laying(asha)
    assert "That seat went to" in await opens(late, late_link)
    await opens(chand, late_link)
    assert sitting_at(chand).distance is not None
    for app in (asha, chand):
        app.pause()


async def test_of_two_who_took_one_seat_at_once_the_later_takes_another_and_all_play() -> None:
    asha, bela, chand, devi = [await device(number) for number in range(4)]
    commands.do(asha, "apart", "kilkenny")
    commands.do(asha, "apart-set", "players 4")
    commands.do(asha, "apart-set", "name Asha")
    commands.do(asha, "invite")
    first, back = link(asha), {}
    for app, name, chair in ((bela, "Bela", 1), (chand, "Chand", 1), (devi, "Devi", 3)):  # all open the same link
        await opens(app, first)
        commands.do(app, "apart-set", f"name {name}")
        commands.do(app, "apart-set", f"chair {chair}")
        commands.do(app, "join")
        back[name] = link(app)
    await opens(devi, back["Chand"])  # guests may also open each other's links
    await opens(asha, back["Bela"])
    assert "That seat went to Bela." in await opens(asha, back["Chand"])
    second = link(asha)
    assert "Bela has taken this seat, too." in await opens(chand, second)
    assert chand.place.sheet is not None
    assert chand.place.sheet.name == "invited"
    chand.close_sheet()  # looking at a link, and opening it again, loses nothing
    await opens(bela, second)
    assert bela.place.sheet is not None
    assert bela.place.sheet.name == "letter"
    await opens(chand, second)
    commands.do(chand, "join")
    await opens(asha, link(chand))
    await opens(asha, back["Devi"])
    taken_link = link_after_laying(asha)
    await opens(bela, taken_link)
    await opens(chand, taken_link)
    assert "That seat went to Bela." in await opens(devi, taken_link)
    for app in (asha, bela, chand, devi):
        table = sitting_at(app)
        assert table.distance is not None
        assert table.distance.names == ("Asha", "Bela", "Chand", "Devi")
        app.pause()
    assert len({sitting_at(app).distance.chair for app in (asha, bela, chand, devi)}) == 4  # type: ignore[union-attr]


async def test_who_took_a_seat_that_somebody_else_has_at_a_full_table_is_told_so() -> None:
    asha, bela, late = [await device(number) for number in range(3)]
    commands.do(asha, "apart", "reversi")
    commands.do(asha, "invite")
    first = link(asha)
    for app, name in ((bela, "Bela"), (late, "Chand")):
        await opens(app, first)
        commands.do(app, "apart-set", f"name {name}")
        commands.do(app, "join")
    assert await opens(late, link(bela)) == "That seat went to Bela."
    assert late.place.sheet is None
    stranger = await device(5)
    reply = await opens(stranger, link_of(bela))
    assert reply.startswith("Every seat in this game is taken. If you have a seat in the installed app")


def link_of(app: App) -> str:
    """Return the link that an app would send from its only correspondence game."""
    return session.fragment(app, next(iter(app.kept.own_seats))).lstrip("#")


async def begun(game: str = "reversi", *, aids: bool = False) -> tuple[App, App, random.Random, list[str]]:
    """Return two apps after four turns of their game, the random generator that chose the moves, and the links sent."""
    asha, bela, draw = await device(1), await device(2), random.Random(3)
    await invited(game, bela, inviter=asha, aids=aids)
    sent = [link_after_laying(asha)]
    await opens(bela, sent[0])
    for _ in range(4):
        due = asha if mine(asha) else bela
        sent.append(await plays(due, draw))
        await opens(bela if due is asha else asha, sent[-1])
    return asha, bela, draw, sent


@pytest.mark.parametrize("part", ["chair", "shown", "the seat"])
async def test_a_kept_game_that_was_damaged_is_looked_at_and_goes_on_with_the_next_link(part: str) -> None:
    asha, bela = await device(1), await device(2)
    await invited("kilkenny", bela, inviter=asha)
    draw, link = random.Random(3), link_after_laying(asha)
    await opens(bela, link)
    for _ in range(5):
        due, waits = (asha, bela) if mine(asha) else (bela, asha)
        link = await plays(due, draw)
        await opens(waits, link)
    due, waits = (asha, bela) if mine(asha) else (bela, asha)
    texts = dict(world(due).store.texts)
    key, seat = (next(text for text in texts if text.startswith(kind)) for kind in (saves.GAME_KEY, "seat."))
    fields = json.loads(texts[key])
    if part == "chair":
        fields["apart"]["chair"] = 1 - fields["apart"]["chair"]
    elif part == "shown":
        fields["apart"]["shown"][1 - fields["apart"]["chair"]][0] = 0
    else:
        texts[seat] = world(waits).store.texts[seat]
    again = await device(5, {**texts, key: json.dumps(fields)})
    await again.start()
    commands.do(again, "resume", key.removeprefix(saves.GAME_KEY))
    await settled()
    assert not reported()
    assert sitting_at(again).distance is not None
    assert sitting_at(again).match.moves == sitting_at(due).match.moves
    assert sitting_at(again).choice.rolling is None
    pages.page(again, again.words)
    for app in (asha, bela, again):
        app.pause()


async def test_each_case_of_opening_a_link_is_told_in_words() -> None:
    asha, bela, draw, sent = await begun()
    due, waits = (asha, bela) if mine(asha) else (bela, asha)
    moves = sitting_at(due).match.moves
    assert "You have this already" in await opens(due, sent[-1])
    assert "older than your game" in await opens(due, sent[1])
    assert sitting_at(due).match.moves == moves
    other = await device(7, dict(world(due).store.texts))
    await other.start()
    second = await plays(due, draw)
    assert "other device" in await opens(other, second)
    stranger = await device(9)
    assert "look on" in await opens(stranger, second)
    assert sitting_at(stranger).kind == "guest"
    await opens(waits, second)
    damaged = second[:-4] + ("AAAA" if not second.endswith("AAAA") else "BBBB")
    assert "damaged" in await opens(waits, damaged)
    assert "newer version" in await opens(waits, second.replace("t=1.", "t=9."))
    for app in (due, waits, other, stranger):
        app.pause()


async def test_what_was_played_since_is_shown_from_where_one_knew_it() -> None:
    asha, bela, draw, _ = await begun()
    due, waits = (asha, bela) if mine(asha) else (bela, asha)
    fragment, known = await plays(due, draw), sitting_at(waits).match.ply
    plies: list[int | None] = []
    sleep = world(waits).clock.sleep

    async def noted(seconds: float) -> None:
        plies.append(sitting_at(waits).display.shown_ply)
        await sleep(seconds)

    world(waits).clock.sleep = noted  # type: ignore[method-assign]
    await opens(waits, fragment)
    assert known in plies
    assert sitting_at(waits).display.shown_ply in (None, sitting_at(waits).match.ply)
    for app in (asha, bela):
        app.pause()


async def forks() -> tuple[App, App, str, list[str]]:
    """Send a move, restore the mover's device from an older backup, and send another move from the restored device.

    Return the restored app, the other player's app, the link of the second move, and all earlier links.
    """
    asha, bela, draw, sent = await begun()
    due, waits = (asha, bela) if mine(asha) else (bela, asha)
    before = dict(world(due).store.texts)
    sent.append(await plays(due, draw))
    await opens(waits, sent[-1])
    again = await device(5, before)
    reopen(again, [Open("table", sitting_at(due).about.save)])
    await settled()
    table = sitting_at(again)
    other = next(move for move in table.match.position.moves() if move != sitting_at(due).match.moves[-1])
    again.loop.choose(table, other)
    await settled()
    commands.do(again, "send-move", "ways")
    due.pause()
    return again, waits, link(again), sent


async def test_a_fork_is_refused_and_both_games_can_be_looked_at() -> None:
    again, waits, other, _ = await forks()
    mine_, ply = sitting_at(waits), sitting_at(waits).match.ply
    moves = mine_.match.moves
    assert f"From move {ply} on, this link holds another game" in await opens(waits, other)
    toast = waits.voice.toast
    assert toast is not None
    assert sitting_at(waits).match.moves == moves
    commands.do(waits, toast.do, toast.arg)
    await settled()
    looked = sitting_at(waits)
    assert (looked.kind, looked.ply, looked.match.moves[: ply - 1]) == ("guest", ply, moves[: ply - 1])
    assert looked.match.moves != moves
    commands.do(waits, "claim-seat")  # a player with a seat at the table gets no second seat
    assert waits.kept.own_seats[mine_.about.save].request == ""
    await opens(waits, other)
    assert "holds another game" in pages.page(waits, waits.words).text
    commands.do(waits, "look-at", f"{ply} {other}")
    await settled()
    back = waits.voice.toast
    assert back is not None
    assert "Yours is kept as it was" in english(back.text)
    commands.do(waits, back.do, back.arg)
    await settled()
    assert (sitting_at(waits).kind, sitting_at(waits).match.moves) == ("own", moves)
    for bad in ("", "x", "3 t=1.AAAA", f"3 {other[:-3]}"):
        commands.do(waits, "look-at", bad)
        await settled()
        assert sitting_at(waits).match.moves == moves
    for app in (again, waits):
        app.pause()


async def test_an_older_link_leads_to_the_own_one() -> None:
    asha, bela, _, sent = await begun()
    assert "older than your game" in await opens(asha, sent[0])
    toast = asha.voice.toast
    assert toast is not None
    commands.do(asha, toast.do, toast.arg)
    assert asha.place.sheet == ("letter", sitting_at(asha).about.save)
    for app in (asha, bela):
        app.pause()


async def test_an_older_link_in_the_midst_of_a_turn_leads_to_one_that_the_others_can_read() -> None:
    asha, bela, _, sent = await begun("parcheesi")
    due, waits = (asha, bela) if mine(asha) else (bela, asha)
    before = sitting_at(due).match.ply
    sitting_at(due).show(None)
    await settled()
    due.loop.roll()
    await settled()
    assert sitting_at(due).match.ply > before
    assert "older than your game" in await opens(due, sent[-3])
    toast = due.voice.toast
    assert toast is not None
    commands.do(due, toast.do, toast.arg)
    assert "You have this already" in await opens(waits, link(due))
    for app in (asha, bela):
        app.pause()


@pytest.mark.parametrize(
    ("way", "told"),
    [
        ("copy-letter", "Link copied, "),
        ("copied", "Link copied, "),
        ("send-letter", "Sent to "),
        ("mailed", "Waiting for "),
        ("code", "Waiting for "),
    ],
)
async def test_a_link_that_was_only_shown_is_still_to_be_sent(way: str, told: str) -> None:
    asha, bela, draw, _ = await begun()
    due = asha if mine(asha) else bela
    table = sitting_at(due)
    due.loop.choose(table, draw.choice(table.match.position.moves()))
    await settled()
    commands.do(due, "send-move", "ways")
    name = table.about.save
    assert due.place.sheet == ("letter", name)
    commands.do(due, "close")
    text = pages.page(due, due.words).text
    assert "Send my move" in text
    assert "Sent. " not in text
    assert state.waiting(due.kept.saves[name]) == "send"
    assert undo_target(sitting_at(due)) is None
    commands.do(due, "send-move", "ways")
    commands.do(due, way, f"letter {name}" if way == "code" else name)
    due.place.clear()
    text = pages.page(due, due.words).text
    assert told in text
    assert ("Sent" in text) is (way == "send-letter"), "only a share sheet reports that a link was sent"
    assert "Send my move" not in text
    assert not state.waiting(due.kept.saves[name])
    stored = saves.read_save(saves.write_save(due.kept.saves[name]), games.find_ruleset)
    assert stored.correspondence == due.kept.saves[name].correspondence
    for app in (asha, bela):
        app.pause()


async def moved() -> tuple[App, App]:
    """Return the two apps of a game: the app that has just moved but not sent the move, and the other app."""
    asha, bela, draw, _ = await begun()
    due, waits = (asha, bela) if mine(asha) else (bela, asha)
    due.loop.choose(sitting_at(due), draw.choice(sitting_at(due).match.position.moves()))
    await settled()
    return due, waits


def plate(app: App) -> str:
    """Return the text of the panel from which a move is sent."""
    shown = (node for node in pages.page(app, app.words).walk() if node.key == "now")
    return " ".join(next(shown).text.split()).replace("\u2068", "").replace("\u2069", "")


async def test_one_press_sends_a_move_by_the_share_sheet_and_the_plate_says_to_which_player_and_when() -> None:
    due, waits = await moved()
    table, sharing = sitting_at(due), world(due).sharing
    assert "Send my move" in plate(due)
    commands.do(due, "send-move")
    assert len(sharing.sent) == 1
    assert "#t=1." in sharing.sent[0][2]
    assert not due.place.sheets, "one press: no sheet of the page lies open, nor has to be closed"
    time = clock_of(world(due).clock.now())
    name = sitting_at(waits).plan.seats[table.turn or 0].name
    assert name
    assert f"Sent to {name}, {time}." in plate(due)
    assert "Send again" in plate(due)
    assert not state.waiting(due.kept.saves[table.about.save])
    await opens(waits, sharing.sent[0][2].partition("#")[2])
    assert sitting_at(waits).match.moves == table.match.moves
    commands.do(due, "send-move")
    assert sharing.sent[1] == sharing.sent[0]
    commands.do(due, "send-move", "ways")
    assert due.place.sheet == ("letter", table.about.save)
    for app in (due, waits):
        app.pause()


async def test_the_plate_says_so_too_of_a_table_that_was_laid_and_begins_with_the_other_player() -> None:
    for number in range(1, 40, 2):
        asha, bela = await device(number), await device(number + 1)
        await invited("parcheesi", bela, inviter=asha)
        table = sitting_at(asha)
        assert table.distance is not None
        await settled()
        while table.choice.rolling is not None and all(position.turn == CHANCE for position in table.match.positions):
            asha.loop.roll()
            await settled()
        if not state.must_act(table.distance, table.match):
            break
        asha.pause()
    assert "Send my move" in plate(asha)
    commands.do(asha, "send-move")
    assert "Sent to Bela, " in plate(asha)
    await opens(bela, world(asha).sharing.sent[0][2].partition("#")[2])
    assert "Sent to" not in plate(bela)
    for app in (asha, bela):
        app.pause()


async def test_a_share_sheet_that_was_closed_sent_nothing_and_nothing_is_said_to_be_wrong() -> None:
    due, waits = await moved()
    world(due).sharing.result = "cancelled"
    commands.do(due, "send-move")
    assert "Send my move" in plate(due)
    assert due.voice.toast is None
    assert not due.place.sheets
    assert state.waiting(due.kept.saves[sitting_at(due).about.save]) == "send"
    for app in (due, waits):
        app.pause()


async def test_where_the_share_sheet_fails_the_other_ways_are_offered() -> None:
    due, waits = await moved()
    world(due).sharing.result = "failed"
    commands.do(due, "send-move")
    assert due.place.sheet == ("letter", sitting_at(due).about.save)
    assert "Send my move" in plate(due)
    world(due).sharing.result = "sent"
    commands.do(due, "send-letter", sitting_at(due).about.save)
    assert not due.place.sheets, "once the link is sent, nothing is left to do on it"
    assert "Sent to" in plate(due)
    for app in (due, waits):
        app.pause()


@pytest.mark.parametrize("copies", [True, False])
async def test_a_device_without_a_share_sheet_copies_the_link_at_one_press(copies: bool) -> None:
    due, waits = await moved()
    world(due).sharing.offers, world(due).clipboard.copies = (), copies
    before = len(world(due).clipboard.copied)
    commands.do(due, "send-move")
    assert len(world(due).clipboard.copied) == before + copies
    if copies:
        assert f"Link copied, {clock_of(world(due).clock.now())}." in plate(due)
        assert "Sent" not in plate(due), "the player still has to paste the link"
        assert due.voice.toast is not None
        assert "Paste it" in english(due.voice.toast.text)
        assert not due.place.sheets
    else:
        assert "Send my move" in plate(due)
        assert due.place.sheet == ("letter", sitting_at(due).about.save)
    for app in (due, waits):
        app.pause()


async def test_a_result_that_comes_late_says_nothing_of_what_was_played_meanwhile() -> None:
    due, waits = await moved()
    sharing, heard = world(due).sharing, list[Callable[[str], None]]()
    sharing.send = lambda *_: heard.append(_[3])  # type: ignore[method-assign]
    commands.do(due, "send-move")
    due.leave()
    heard[0]("failed")
    assert not due.place.sheets
    due.resume(due.kept.saves[sitting_at(waits).about.save])
    heard[0]("sent")
    assert state.waiting(due.kept.saves[sitting_at(due).about.save]) == "send"
    for app in (due, waits):
        app.pause()


async def test_the_plate_counts_days_once_a_game_has_waited_for_some() -> None:
    due, waits = await moved()
    commands.do(due, "send-move")
    world(due).clock.now = lambda: "2026-11-24T11:00:00+00:00"  # type: ignore[method-assign]
    assert "3 days ago." in plate(due), "dates count, not hours"
    world(due).sharing.offers = ()
    commands.do(due, "send-move")
    world(due).clock.now = lambda: "2026-11-27T11:00:00+00:00"  # type: ignore[method-assign]
    assert "Link copied, 24 November 2026." in plate(due)
    for app in (due, waits):
        app.pause()


async def test_a_link_is_sent_only_once_it_is_on_the_clipboard_or_was_copied_by_hand() -> None:
    asha, bela, draw, _ = await begun()
    due = asha if mine(asha) else bela
    table = sitting_at(due)
    due.loop.choose(table, draw.choice(table.match.position.moves()))
    await settled()
    commands.do(due, "send-move", "ways")
    name = table.about.save
    world(due).clipboard.copies = False
    commands.do(due, "copy-letter", name)
    assert state.waiting(due.kept.saves[name]) == "send"
    shown = pages.page(due, due.words).walk()
    field = next(node for node in shown if node.tag == "textarea" and node.attrs.get("data-do"))
    assert "#t=1." in str(field.attrs["value"])
    commands.do(due, str(field.attrs["data-do"]), str(field.attrs["data-arg"]))
    assert not state.waiting(due.kept.saves[name])
    for app in (asha, bela):
        app.pause()


async def test_a_link_that_is_opened_in_another_page_of_the_browser_is_played_there() -> None:
    asha, bela, draw, _ = await begun()
    due, waits = (asha, bela) if mine(asha) else (bela, asha)
    await tabs.claim(waits, sitting_at(waits))
    assert sitting_at(waits).kind == "own"
    other = FakeWorld()
    other.store, other.locks = world(waits).store, FakeGameLocks(world(waits).locks.holders)
    page = app_in(other)
    await page.start()
    page.change_settings(speed="off")
    await opens(page, await plays(due, draw))
    assert (sitting_at(page).kind, sitting_at(waits).kind) == ("own", "elsewhere")
    assert mine(page)
    await opens(due, await plays(page, draw))
    assert sitting_at(due).match.moves == sitting_at(page).match.moves
    # The new page does not know this move yet. It loads the stored game before it reads the next link.
    waits.leave()
    await opens(waits, await plays(due, draw))
    assert sitting_at(waits).match.moves == sitting_at(due).match.moves
    assert (sitting_at(page).kind, sitting_at(waits).kind) == ("elsewhere", "own")
    for app in (asha, bela, page):
        app.pause()


async def test_names_stay_what_they_were_whatever_a_link_says() -> None:
    asha, bela, draw, _ = await begun()
    due, waits = (asha, bela) if mine(asha) else (bela, asha)
    await plays(due, draw)
    table = sitting_at(due)
    assert table.distance is not None
    names = ("Eve", "Mallory")
    await opens(waits, turn_link.write(table.distance.terms, names, state.dice_of(table.match).ring, table.match)[1:])
    table_of_waiting = sitting_at(waits)
    assert table_of_waiting.match.moves == table.match.moves
    assert table_of_waiting.distance is not None
    assert table_of_waiting.distance.names == ("Asha", "Bela")
    assert {seat.name for seat in table_of_waiting.plan.seats} == {"Asha", "Bela"}
    for app in (asha, bela):
        app.pause()


async def test_an_invitation_is_on_the_home_page_above_the_features() -> None:
    app = await device(1)
    commands.do(app, "apart", "reversi")
    commands.do(app, "apart-set", "name Asha")
    commands.do(app, "invite")
    commands.do(app, "close")
    text = pages.page(app, app.words).text
    assert text.index("Patchwork") < text.index("Waiting for 1 more player.") < text.index("Puzzles")


async def test_an_inviter_s_invented_element_is_not_taken_for_another_table() -> None:
    asha, bela, draw, _ = await begun()
    if not mine(asha):
        await opens(asha, await plays(bela, draw))
    await plays(asha, draw)
    table = sitting_at(asha)
    assert table.distance is not None
    ring = state.dice_of(table.match).ring
    forged = ring._replace(revealed=((*ring.revealed[0][:-1], bytes(16)), *ring.revealed[1:]))
    moves = sitting_at(bela).match.moves
    reply = await opens(bela, turn_link.write(table.distance.terms, table.distance.names, forged, table.match)[1:])
    assert "does not come from the players of this game" in reply
    assert (sitting_at(bela).kind, sitting_at(bela).match.moves) == ("own", moves)
    for app in (asha, bela):
        app.pause()


@pytest.mark.parametrize("cut", ["t=", "t=1", "t=1.", "#t=12345678.abc", "g=", "#a=2"])
async def test_a_link_that_was_cut_early_is_told_of(cut: str) -> None:
    app = await device(1)
    assert "damaged" in await opens(app, cut)
    assert await opens(app, "lang=kn") == ""


@pytest.mark.parametrize(("game", "strict"), [("reversi", False), ("kilkenny", True), ("parcheesi", False)])
async def test_a_game_apart_is_linked_kept_and_read_as_any_other_and_its_dice_are_proved_from_there(
    game: str, strict: bool
) -> None:
    asha, bela, draw = await device(1), await device(2), random.Random(8)
    await invited(game, bela, inviter=asha, strict=strict)
    await opens(bela, link_after_laying(asha))
    for _ in range(8):
        due = asha if mine(asha) else bela
        await opens(bela if due is asha else asha, await plays(due, draw))
    due, waits = (asha, bela) if mine(asha) else (bela, asha)
    for over in (False, True):
        if over:
            commands.do(due, "resign")
            await settled()
            due.place.clear()
            commands.do(due, "send-move", "ways")
            await opens(waits, link(due))
            assert sitting_at(waits).outcome == sitting_at(due).outcome is not None
        for app in (due, waits):
            app.place.clear()
            table = sitting_at(app)
            table.show(None)
            sent = send.address(app, table)
            stranger = await device(9)
            await opens(stranger, sent.partition("#")[2])
            table_of_guest = sitting_at(stranger)
            assert (table_of_guest.kind, table_of_guest.match.moves, table_of_guest.outcome) == (
                "guest",
                table.match.moves,
                table.outcome,
            )
            if table.has_chance:
                commands.do(stranger, "verify", "checked")
                assert "every one follows from what everybody had settled" in pages.page(stranger, stranger.words).text
            if over:
                commands.do(app, "replay")
                assert table.display.shown_ply is not None
                assert commands.COMMANDS["review"].when(app)
            stranger.pause()
    for app in (asha, bela):
        app.pause()


async def test_a_link_without_what_was_shown_accuses_nobody_of_other_dice() -> None:
    asha, bela, draw = await device(1), await device(2), random.Random(8)
    await invited("kilkenny", bela, inviter=asha)
    await opens(bela, link_after_laying(asha))
    for _ in range(16):
        due = asha if mine(asha) else bela
        await opens(bela if due is asha else asha, await plays(due, draw))
    table = sitting_at(asha)
    stranger = await device(9)
    await opens(stranger, game_link.write(table.match, table.plan)[1:])
    text = pages.page(stranger, stranger.words).text
    assert "settled already" not in text
    commands.do(stranger, "verify", "checked")
    text = pages.page(stranger, stranger.words).text
    assert "That is so in a game that was played apart" in text
    assert "All rolls of this game were settled" not in text
    for app in (asha, bela, stranger):
        app.pause()


async def cards(app: App) -> list[str]:
    """Return the texts of the unfinished saved games on the home page."""
    app.leave()
    texts = [node.text for node in pages.page(app, app.words).walk() if node.attrs.get("class") == "kept-game"]
    app.resume(next(iter(app.kept.saves.values())))
    await settled()
    return texts


async def test_home_says_what_a_game_waits_for_and_counts_those_that_wait_for_oneself() -> None:
    asha, bela, _, _ = await begun()
    due, waits = (asha, bela) if mine(asha) else (bela, asha)
    assert "Your turn" in (await cards(due))[0]
    assert (waiting(due), waiting(waits)) == (1, 0)
    table = sitting_at(due)
    due.loop.choose(table, table.match.position.moves()[0])
    await settled()
    assert "Your move is not sent yet" in (await cards(due))[0]
    assert waiting(due) == 1
    await settled()
    commands.do(due, "send-move", "ways")
    await opens(waits, link(due))
    assert "to move" in (await cards(due))[0]
    assert (waiting(due), waiting(waits)) == (0, 1)
    await settled()
    commands.do(due, "ask-back")
    await opens(waits, link(due))
    assert "Let it be taken back?" in (await cards(waits))[0]
    await settled()
    commands.do(waits, "answer-wish", "no")
    assert "Your turn" in (await cards(waits))[0]
    await settled()
    commands.do(waits, "resign")
    await settled()
    assert "Your move is not sent yet" in (await cards(waits))[0]
    await settled()
    commands.do(waits, "send-move", "ways")
    await opens(due, link(waits))
    for app in (due, waits):
        app.leave()
        assert waiting(app) == 0
        assert "1 finished game" in pages.page(app, app.words).text
        app.pause()


async def test_home_knows_whose_element_a_strict_table_waits_for() -> None:
    asha, bela, draw = await device(1), await device(2), random.Random(8)
    await invited("parcheesi", bela, inviter=asha, strict=True)
    await opens(bela, link_after_laying(asha))
    count = 0
    for _ in range(40):
        due, waits = (asha, bela) if mine(asha) else (bela, asha)
        table = sitting_at(due)
        assert (waiting(due), waiting(waits)) == (1, int(mine(waits)))
        assert table.distance is not None
        count += state.dice_of(table.match).awaits_reveal(table.match)
        await opens(waits, await plays(due, draw))
    assert count > 1
    for app in (asha, bela):
        app.pause()


async def test_nothing_is_taken_back_past_what_was_sent_and_hints_are_off() -> None:
    asha, bela, _, _ = await begun()
    for app in (asha, bela):
        table = sitting_at(app)
        table.show(None)
        assert undo_target(table) is None
        assert not commands.COMMANDS["hint"].when(app)
        assert not commands.COMMANDS["analyse"].when(app)
    due = asha if mine(asha) else bela
    table = sitting_at(due)
    due.loop.choose(table, table.match.position.moves()[0])
    await settled()
    assert undo_target(table) == table.match.ply - 1
    commands.do(due, "undo")
    await settled()
    assert mine(due)
    for app in (asha, bela):
        app.pause()


async def test_a_game_survives_a_reload_and_goes_on() -> None:
    asha, bela, draw, _ = await begun()
    due, waits = (asha, bela) if mine(asha) else (bela, asha)
    name = sitting_at(due).about.save
    again = await device(5, dict(world(due).store.texts))
    reopen(again, [Open("table", name)])
    await settled()
    assert sitting_at(again).match.moves == sitting_at(due).match.moves
    await opens(waits, await plays(again, draw))
    assert sitting_at(waits).match.ply > sitting_at(due).match.ply
    for app in (due, waits, again):
        app.pause()


async def test_secrets_stay_on_the_device() -> None:
    asha, bela, _, sent = await begun()
    for app in (asha, bela):
        name = sitting_at(app).about.save
        own = app.kept.own_seats[name].chain
        commands.do(app, "share")
        commands.do(app, "copy-lines")
        commands.do(app, "copy")
        shared = exchange.write(app.kept.saves.values(), (), {}, "2026-11-21")
        everything = "\n".join([*sent, *world(app).clipboard.copied, shared, saves.write_save(app.kept.saves[name])])
        hidden = [own.element(number) for number in range(len(sitting_at(app).match.moves) + 2, 1025, 97)]
        assert not any(element.hex() in everything for element in (*hidden, *own.marks[1:]))
        assert json.loads(world(app).store.texts["seat." + name])["chair"] == own.chair
        app.pause()


async def test_home_says_whose_turn_it_is_and_since_when_and_those_that_wait_for_oneself_come_first() -> None:
    asha, bela, _, _ = await begun()
    for app in (asha, bela):
        due = mine(app)
        app.begin(
            app.kept.plans.get("checkers") or __import__("chowk.storage.plan", fromlist=["x"]).usual_plan("checkers")
        )
        table = sitting_at(app)
        app.pause()
        if table.match.position.turn != CHANCE:
            table.play(table.match.position.moves()[0])
        app.save_game(table)
        app.leave()
        cards = [node for node in pages.page(app, app.words).walk() if node.attrs.get("class") == "kept-game"]
        first = next(place for place, card in enumerate(cards) if "Played apart, since today" in card.text)
        assert ("Your turn" in cards[first].text) == due
        assert not due or first == 0


async def test_a_kept_game_that_is_taken_elsewhere_without_its_seat_can_only_be_looked_at() -> None:
    asha, bela, _, _ = await begun()
    save = next(iter(asha.kept.saves.values()))
    text = exchange.write([save], (), {}, "2026-11-21")
    arrival = exchange.arrive(exchange.read(text).entries[0], {})
    assert arrival.save is not None
    other = await device(6)
    other.kept.keep_game(arrival.save)
    other.resume(arrival.save)
    await settled()
    assert not commands.COMMANDS["send-move"].when(other)
    for app in (asha, bela, other):
        app.pause()


async def test_the_dice_sheet_checks_every_roll_and_the_record_tells_what_was_shown() -> None:
    asha, bela, draw = await device(1), await device(2), random.Random(8)
    await invited("parcheesi", bela, inviter=asha)
    await opens(bela, link_after_laying(asha))
    for _ in range(6):
        due = asha if mine(asha) else bela
        await opens(bela if due is asha else asha, await plays(due, draw))
    for app in (asha, bela):
        app.place.clear()
        sitting_at(app).show(None)
        commands.do(app, "verify", "checked")
        text = pages.page(app, app.words).text
        assert "every one follows from what everybody had settled before the game" in text
        assert "act together" not in text, "of two nobody is in league"
        commands.do(app, "copy")
        assert "[Elements " in world(app).clipboard.copied[-1]
        app.pause()


async def record_of(game: str, turns: int, *, strict: bool = False) -> tuple[str, App, App]:
    """Return the record of an unfinished correspondence game, as a player copied it, and both apps.

    `turns` is the number of turns played.
    """
    asha, bela, draw = await device(1), await device(2), random.Random(8)
    await invited(game, bela, inviter=asha, strict=strict)
    await opens(bela, link_after_laying(asha))
    for _ in range(turns):
        due = asha if mine(asha) else bela
        await opens(bela if due is asha else asha, await plays(due, draw))
    due = asha if mine(asha) else bela
    if sitting_at(due).choice.rolling is not None:
        due.loop.roll()
        await settled()
    due.place.clear()
    commands.do(due, "copy")
    return world(due).clipboard.copied[-1], asha, bela


@pytest.mark.parametrize(("game", "strict"), [("parcheesi", False), ("parcheesi", True), ("reversi", False)])
async def test_the_dice_of_a_pasted_record_are_checked_from_what_everybody_showed(game: str, strict: bool) -> None:
    text, asha, bela = await record_of(game, 9, strict=strict)
    for app in (asha, bela):
        own = app.kept.own_seats[sitting_at(app).about.save].chain
        shown = state.dice_of(sitting_at(app).match).ring.counters[own.chair]
        assert not [number for number in range(shown + 1, shown + 40) if own.element(number).hex() in text]
    other = await device(5)
    commands.do(other, "paste")
    commands.do(other, "import", text)
    await settled()
    table = sitting_at(other)
    assert table.kind == "guest"
    assert table.match.ply > 8
    commands.do(other, "verify", "checked")
    page_text = pages.page(other, other.words).text
    assert "Not every roll" not in page_text
    assert ("follows from what everybody had settled before the game" in page_text) == (game == "parcheesi")
    for app in (asha, bela, other):
        app.pause()


async def test_a_record_whose_dice_were_altered_is_found_out() -> None:
    text, asha, bela = await record_of("parcheesi", 9)
    other = await device(5)
    elements = next(line for line in text.splitlines() if line.startswith("[Elements "))
    first, second = elements[11:-2].split(" ")
    wrong = {
        elements.replace(first, first[:-1] + ("0" if first[-1] != "0" else "1")): "belongs to another game",
        elements.replace(first, "1025:" + first.partition(":")[2]): "damaged",
        elements.replace(" " + second, ""): "damaged",
        elements.replace(second, first.replace(":", ":zz")): "damaged",
        elements.replace(second, "0:" + "0" * 32): "belongs to another game",
    }
    for line, why in wrong.items():
        commands.do(other, "paste")
        commands.do(other, "import", text.replace(elements, line))
        await settled()
        assert other.table is None
        assert other.voice.complaint is not None
        assert why in english(other.voice.complaint.why), line
    table = sitting_at(asha)
    rolled = [ply for ply in range(table.match.ply) if table.match.position_after(ply).turn == CHANCE]
    forged = table.match.until(rolled[-3])
    due = forged.due(rolled[-3])
    forged.play(next(move for move in forged.position.moves() if move != due))
    table.match = forged
    commands.do(asha, "copy")
    commands.do(other, "import", world(asha).clipboard.copied[-1])
    await settled()
    commands.do(other, "verify", "checked")
    assert "Not every roll" in pages.page(other, other.words).text
    for app in (asha, bela, other):
        app.pause()


async def test_the_log_promises_no_dice_from_one_seed_where_the_players_settle_them_together() -> None:
    asha, bela = await device(1), await device(2)
    await invited("parcheesi", bela, inviter=asha)
    await opens(bela, link_after_laying(asha))
    again = await device(5, dict(world(bela).store.texts))
    reopen(again, [Open("table", sitting_at(bela).about.save)])
    await settled()
    for app in (asha, bela, again):
        messages = [str(message) for line in sitting_at(app).log.lines for message in line.sentences]
        assert not [text for text in messages if "settled already" in text]
        app.pause()


async def test_whoever_goes_on_alone_rolls_as_at_any_table() -> None:
    asha, bela, draw = await device(1), await device(2), random.Random(8)
    await invited("parcheesi", bela, inviter=asha)
    first = link_after_laying(asha)
    await opens(bela, first)
    due = asha if mine(asha) else bela
    sent = await plays(due, draw)
    stranger = await device(3)
    await opens(stranger, sent)
    commands.do(stranger, "play-on")
    commands.do(stranger, "play")
    await settled()
    assert sitting_at(stranger).kind == "own"
    assert sitting_at(stranger).match.roll() in sitting_at(stranger).match.position.moves()
    assert not commands.COMMANDS["analyse"].when(asha)
    for app in (asha, bela, stranger):
        app.pause()


async def test_hints_and_analysis_are_there_where_they_were_agreed_on_with_the_seats() -> None:
    asha, bela, _, _ = await begun(aids=True)
    due = asha if mine(asha) else bela
    for app in (asha, bela):
        app.place.clear()
        sitting_at(app).show(None)
        assert commands.COMMANDS["analyse"].when(app)
        assert commands.COMMANDS["hint"].when(app) is (app is due)
        commands.do(app, "rules", "apart")
        text = pages.page(app, app.words).text
        assert "Everybody may ask for hints and analyse the game while it is played" in text
        assert "wait until the game is over" not in text
        app.place.clear()
    again = await device(5, dict(world(due).store.texts))
    commands.do(again, "resume", sitting_at(due).about.save)
    await settled()
    assert commands.COMMANDS["analyse"].when(again), "it is kept with the game"
    commands.do(due, "hint")
    await settled()
    assert sitting_at(due).choice.hint is not None
    assert sitting_at(due).about.helped
    moves = sitting_at(due).match.moves
    commands.do(due, "analyse")
    await settled()
    assert due.table is not None
    assert due.table.kind == "analysis"
    assert due.table.match.moves == moves
    for app in (asha, bela, again):
        app.pause()


async def test_a_kept_game_says_of_hints_only_that_they_are_agreed_on() -> None:
    asha, bela, _, _ = await begun(aids=True)
    text = world(asha).store.texts[saves.GAME_KEY + sitting_at(asha).about.save]
    apart = saves.read_save(text, games.find_ruleset).correspondence
    assert apart is not None
    assert apart.aids
    assert '"schema": 6' in text, "pages that know nothing of it say that it is of a newer one"
    assert '"aids": true' in text
    with pytest.raises(TextError, match="damaged"):
        saves.read_save(text.replace('"aids": true', '"aids": 1'), games.find_ruleset)
    for app in (asha, bela):
        app.pause()


def drafted(app: App) -> turn_link.Terms:
    """Return the terms (game, players and rules) of the correspondence game that is being set up."""
    assert app.draft is not None
    return app.draft.terms


async def test_another_game_is_set_up_as_the_one_at_the_table() -> None:
    asha, bela, chand = [await device(number) for number in range(1, 4)]
    await invited("kilkenny", bela, chand, inviter=asha, strict=True, aids=True)
    asha.place.clear()
    terms = sitting_at(asha).distance
    assert terms is not None
    asha.draft = None  # as after a reload
    commands.do(asha, "rematch")
    assert drafted(asha) == terms.terms
    assert (drafted(asha).chairs, drafted(asha).strict, drafted(asha).aids) == (3, True, True)
    commands.do(asha, "apart", "reversi")
    assert (drafted(asha).game, drafted(asha).chairs) == ("reversi", 2)
    for app in (asha, bela, chand):
        app.pause()


async def test_who_is_invited_is_told_that_hints_and_analysis_are_for_everybody() -> None:
    asha = await device(1)
    for aids in (False, True):
        bela = await device(2)
        commands.do(asha, "apart", "reversi")
        commands.do(asha, "apart-set", f"aids {'on' if aids else 'off'}")
        commands.do(asha, "invite")
        await opens(bela, link(asha))
        assert ("Hints and analysis for everybody" in pages.page(bela, bela.words).text) is aids
        asha.place.clear()
        bela.pause()
    commands.do(asha, "apart", "reversi")
    assert asha.draft is not None
    assert asha.draft.terms.aids, "as it was asked last"
    asha.pause()


@pytest.mark.parametrize("aids", [False, True])
async def test_a_record_says_whether_hints_and_analysis_were_agreed_on(aids: bool) -> None:
    asha, bela, _, _ = await begun("kilkenny", aids=aids)
    commands.do(asha, "copy")
    text = world(asha).clipboard.copied[-1]
    assert ('[Aids "agreed"]' in text) is aids
    other = await device(5)
    commands.do(other, "import", text)
    await settled()
    table = sitting_at(other)
    assert table.distance is not None
    assert table.distance.terms.aids is aids
    assert commands.COMMANDS["analyse"].when(other) is aids
    for app in (asha, bela, other):
        app.pause()


async def test_a_long_game_is_read_in_slices_and_can_be_stopped() -> None:
    asha, bela, draw = await device(1), await device(2), random.Random(8)
    await invited("parcheesi", bela, inviter=asha)
    await opens(bela, link_after_laying(asha))
    sent = ""
    for _ in range(60):
        due = asha if mine(asha) else bela
        sent = await plays(due, draw)
        await opens(bela if due is asha else asha, sent)
    assert sitting_at(asha).match.ply > 100
    stranger = await device(3)
    send.follow(stranger, sent)
    while stranger.voice.toast is None:
        await asyncio.sleep(0)
    assert "Playing the game" in english(stranger.voice.toast.text)
    assert pages.page(stranger, stranger.words).text
    commands.do(stranger, stranger.voice.toast.do)
    await settled()
    assert "Playing the game" not in pages.page(stranger, stranger.words).text
    assert stranger.table is None
    await opens(stranger, sent)
    await settled()
    assert "You can look on" in pages.page(stranger, stranger.words).text
    assert sitting_at(stranger).match.moves == sitting_at(asha).match.moves
    for app in (asha, bela, stranger):
        app.pause()


def kept_long(turns: int) -> tuple[dict[str, str], str, int]:
    """Return a stored game of `turns` turns: the device's stored texts, the next link, and the number of moves."""
    devices = begun_apart(terms("parcheesi", 2), 3)
    draw = random.Random(3)
    play(devices, draw, turns)
    mover = next(device for device in devices if device.due)
    here, own = next((device.game, device.own) for device in devices if device is not mover)
    seats = [SeatPlan("away", 0, here.names[here.ring.chair(seat)]) for seat in range(2)]
    mine = here.ring.seat(own.chair)
    seats[mine] = seats[mine]._replace(kind="person")
    plan = Plan("parcheesi", tuple(seats), dict(here.terms.options), "rule", here.terms.lot)
    apart_now = state.to_stored(state.Distance(here.terms, here.names, own.chair, here.match.ply), here.match)
    joiners = (turn_link.Joiner(name, shown[0]) for name, shown in zip(here.names, here.ring.revealed, strict=True))
    seat = seat_keys.OwnSeat(own, turn_link.Invitation(here.terms, tuple(joiners)), "2026-11-20T10:00:00")
    save = saves.Save(seat.table, plan, here.match, seat.updated, seat.updated, correspondence=apart_now)
    texts = {f"game.{seat.table}": saves.write_save(save), f"seat.{seat.table}": seat_keys.write(seat)}
    mover.go_on(draw)
    return texts, mover.send(), here.match.ply


@pytest.mark.parametrize("shared", [True, False])
def test_a_stored_game_says_under_its_old_name_whether_the_others_know_the_answer(shared: bool) -> None:
    texts, _, _ = kept_long(2)
    save = saves.read_save(next(text for key, text in texts.items() if key.startswith("game.")), games.find_ruleset)
    assert save.correspondence is not None
    text = saves.write_save(save._replace(correspondence=save.correspondence._replace(shared=shared)))
    assert json.loads(text)["apart"]["told"] is shared
    again = saves.read_save(text, games.find_ruleset).correspondence
    assert again is not None
    assert again.shared is shared


async def test_a_kept_game_is_read_in_slices_too_when_its_next_link_is_opened_and_can_be_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts, sent, plies = kept_long(80)
    (name,) = (key.removeprefix("game.") for key in texts if key.startswith("game."))
    fresh = app_in(FakeWorld(texts))
    fresh.window.noted = NotedGames("en", (), "")
    await fresh.start()
    fresh.change_settings(speed="off")
    assert pages.page(fresh, fresh.words).text  # the home page is drawn from the note that the previous page wrote
    assert fresh.kept.saves.unread == (name,)
    busy, most, slices = [0], [0], [0]
    played, tell, slept = Match.play, speech.tell, FakeClock.sleep

    def counted(by: Any) -> Any:
        def call(*arguments: Any) -> Any:
            busy[0] += 1
            return by(*arguments)

        return call

    async def sleep(own: FakeClock, seconds: float) -> None:
        most[0], busy[0], slices[0] = max(most[0], busy[0]), 0, slices[0] + 1
        await slept(own, seconds)

    monkeypatch.setattr(Match, "play", counted(played))
    monkeypatch.setattr(speech, "tell", counted(tell))
    monkeypatch.setattr(FakeClock, "sleep", sleep)
    send.follow(fresh, sent)
    while slices[0] < 3:
        await asyncio.sleep(0)
    commands.do(fresh, "stop-reading")
    await settled()
    assert (fresh.table, fresh.kept.saves.unread) == (None, (name,))
    assert await opens(fresh, sent) == ""
    assert sitting_at(fresh).match.ply > plies > 150
    assert sitting_at(fresh).kind == "own"
    assert slices[0] > 2 * plies / 32
    assert most[0] <= 40, "so many moves were played through or put into words in one go"
    fresh.pause()


async def test_the_rules_sheet_says_what_playing_apart_changes_and_what_nobody_can_promise() -> None:
    asha, bela, _, _ = await begun()
    commands.do(asha, "rules", "apart")
    text = pages.page(asha, asha.words).text
    for words in ("A move that was sent stands", "No clock runs", "Hints and analysis wait", "Nobody can promise"):
        assert words in text
    for words in ("sends nothing by itself", "in the same network", "a new code", "may clear what a page has kept"):
        assert words in text
    alone = await device(3)
    alone.begin(
        alone.kept.plans.get("reversi") or __import__("chowk.storage.plan", fromlist=["x"]).usual_plan("reversi")
    )
    commands.do(alone, "rules")
    assert "No clock runs" not in pages.page(alone, alone.words).text
    for app in (asha, bela, alone):
        app.pause()


@pytest.mark.parametrize(
    ("game", "strict", "chairs", "sentences"),
    [("reversi", False, 2, 0), ("parcheesi", False, 2, 1), ("parcheesi", True, 2, 0), ("kilkenny", False, 3, 3)],
)
async def test_the_rules_sheet_says_what_those_who_cheat_could_still_do(
    game: str, strict: bool, chairs: int, sentences: int
) -> None:
    apps = [await device(number) for number in range(1, chairs + 1)]
    await invited(game, *apps[1:], inviter=apps[0], strict=strict)
    apps[0].place.clear()
    commands.do(apps[0], "rules", "apart")
    text = pages.page(apps[0], apps[0].words).text
    possible = (
        "know them beforehand, but not change them",
        "Players who act together can know",
        "alter the move before theirs",
    )
    assert [words in text for words in possible] == [sentences > 0, sentences > 1, sentences > 1]
    for app in apps:
        app.pause()


async def test_while_a_link_is_opened_nothing_of_the_home_page_can_be_tapped() -> None:
    asha, bela, draw, _ = await begun()
    due = asha if mine(asha) else bela
    letter = await plays(due, draw)
    asha.pause()
    bela.pause()
    fresh = await device(9)
    assert "Parcheesi" in pages.page(fresh, fresh.words).text
    send.follow(fresh, letter)
    page = pages.page(fresh, fresh.words)
    assert "Opening the link" in page.text
    assert not [node for node in page.walk() if node.attrs.get("data-do")]
    await settled()
    assert sitting_at(fresh).kind == "guest"
    fresh.leave()
    assert "Parcheesi" in pages.page(fresh, fresh.words).text
