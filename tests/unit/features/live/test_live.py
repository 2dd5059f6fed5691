"""Test live play in the application: two devices connect directly, by a code and an answer."""

from __future__ import annotations

import asyncio
import random
from typing import Final

import pytest

from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.message import english
from chowk.draw import animals
from chowk.features.correspondence import reactions, session
from chowk.features.live import session as live
from chowk.features.sharing import send
from chowk.storage.plan import usual_plan
from tests.fakes import FakePeerConnection, sitting_at, world_of
from tests.unit.features.correspondence.test_apart import (
    begun,
    device,
    invited,
    link_after_laying,
    mine,
    settled,
    world,
)


def in_use(app: App) -> FakePeerConnection:
    """Return the connection over which an app sends to the device that it connected with last."""
    assert app.live is not None
    wire = app.live.peers[-1].connection
    (used,) = (fake for fake in world(app).connections.wires if wire is not None and fake is wire._connection)
    return used


def part(*apps: App) -> None:
    """Cut each app off from the network: its connection ends, and no reserve connection can replace it."""
    for app in apps:
        for wire in world(app).connections.wires:
            wire.far = True
        in_use(app).closed = False
        in_use(app).cut()


async def calm() -> None:
    for _ in range(8):
        await settled()


def page_text(app: App) -> str:
    """Return the page's text, including its short message (toast)."""
    return pages.page(app, app.words).text


def code(app: App) -> str:
    """Return the fragment of the link that the QR code on the sheet for live play contains."""
    assert app.place.sheet is not None
    assert app.place.sheet.name == "live"
    assert "Both devices must be in the same network" in page_text(app)
    commands.do(app, "copy-live")
    return world(app).clipboard.copied[-1].partition("#")[2]


async def connect(app: App, other: App, table: str = "") -> None:
    """Connect two apps. `app` shows a code, `other` opens the code and shows an answer, and `app` reads the answer.

    `table` is the name of a game, if one is going on.
    """
    commands.do(app, "live", table)
    await calm()
    send.follow(other, code(app))
    await calm()
    if other.place.sheet is not None and other.place.sheet.name == "invited":
        commands.do(other, "apart-set", f"name {'Bela' if table else 'Chand'}")
        commands.do(other, "join")
    commands.do(app, "live-answer", code(other))
    await calm()
    assert app.live is not None
    assert app.live.open


async def turn(app: App, draw: random.Random) -> None:
    """Play the whole turn of an app. Live play sends it automatically."""
    for _ in range(200):
        table = sitting_at(app)
        if table.choice.rolling is not None:
            app.loop.roll()
        elif table.choice.awaited is not None:
            app.loop.choose(table, draw.choice(table.match.position.moves()))
        elif not mine(app):
            break
        await settled()
        app.place.clear()
    await calm()


async def at_once(game: str, draw: random.Random) -> tuple[App, App]:
    """Return two apps that joined a new game by a code and its answer."""
    asha, bela = await device(1), await device(2)
    commands.do(asha, "apart", game)
    commands.do(asha, "apart-set", "name Asha")
    commands.do(asha, "invite")
    assert asha.place.sheet is not None
    await connect(asha, bela, asha.place.sheet.arg)
    assert "Bela is here" in page_text(asha)
    for app in (asha, bela):
        assert sitting_at(app).kind == "own"
    for app in (asha, bela, asha, bela):  # rolls that decide who starts
        if sitting_at(app).choice.rolling is not None:
            await turn(app, draw)
    return asha, bela


def end(*apps: App) -> None:
    for app in apps:
        app.pause()


async def test_two_sit_down_by_a_code_and_moves_arrive_at_once() -> None:
    draw = random.Random(3)
    for game, turns in (("reversi", 70), ("parcheesi", 30)):
        asha, bela = await at_once(game, draw)
        for app in (asha, bela):
            world_of(app).stage.lively = True
        for _ in range(turns):
            due = asha if mine(asha) else bela
            if sitting_at(due).outcome is not None:
                break
            await turn(due, draw)
            assert sitting_at(asha).match.moves == sitting_at(bela).match.moves
        assert sitting_at(asha).match.ply > 20
        assert "Send my move" not in page_text(asha) + page_text(bela)
        if game == "reversi":
            assert sitting_at(bela).outcome is not None
            assert "result" in [app.place.sheet.name for app in (asha, bela) if app.place.sheet is not None]
            shows = [world_of(app).stage.celebrated for app in (asha, bela)]
            assert [len(ceremonies) for ceremonies in shows] == [1, 1], "the loser sees it, too"
            assert shows[0][0].duration == shows[1][0].duration > 0.5
        end(asha, bela)


async def playing() -> tuple[App, App, random.Random]:
    """Return the app to move, the app that waits, and the random generator of the moves.

    Their game began by link and continues live.
    """
    asha, bela, draw, _ = await begun()
    for app in (asha, bela):
        app.place.clear()
        sitting_at(app).show(None)
    await connect(asha, bela)
    return (asha, bela, draw) if mine(asha) else (bela, asha, draw)


async def test_a_game_that_began_by_link_goes_on_live_and_by_link_again() -> None:
    due, waits, draw = await playing()
    await turn(due, draw)
    assert sitting_at(waits).match.moves == sitting_at(due).match.moves
    commands.do(due, "live-end")
    await calm()
    assert due.live is None
    assert "Your game is here" in page_text(waits)
    assert waits.live is not None
    assert not waits.live.open
    await turn(waits, draw)
    assert "Send my move" in page_text(waits)
    end(due, waits)


async def test_who_is_here_and_who_is_away_is_told() -> None:
    due, waits, draw = await playing()
    assert waits.live is not None
    name = english(waits.live.state()).split()[0]
    assert f"{name} is here" in page_text(waits)
    due.leave()
    await calm()
    assert f"{name} is away" in page_text(waits)
    assert due.live is not None
    commands.do(due, "resume-live")
    await calm()
    assert f"{name} is here" in page_text(waits)
    for event, state in (("unseen", "away"), ("seen", "here"), ("lost", "here"), ("back", "here")):
        in_use(due).hear(event, "")
        await calm()
        assert f"{name} is {state}" in page_text(waits)
    await turn(due, draw)
    assert sitting_at(waits).match.moves == sitting_at(due).match.moves
    end(due, waits)


async def test_what_is_played_while_one_is_elsewhere_waits_at_the_table() -> None:
    due, waits, draw = await playing()
    before = sitting_at(waits).match.ply
    waits.leave()
    await turn(due, draw)
    assert waits.table is None
    assert "Something has happened in your live game" in page_text(waits)
    commands.do(waits, "resume-live")
    await calm()
    assert sitting_at(waits).match.ply > before
    assert sitting_at(waits).match.moves == sitting_at(due).match.moves
    end(due, waits)


async def test_a_broken_connection_says_so_loses_nothing_and_a_new_code_goes_on() -> None:
    due, waits, draw = await playing()
    wire = in_use(due)
    assert wire.other is not None
    wire.other.closed = True  # messages sent from now on are lost
    await turn(due, draw)
    assert sitting_at(waits).match.ply < sitting_at(due).match.ply
    part(due, waits)
    await calm()
    assert "is away" in page_text(due), "it has a moment to return"
    for app in (due, waits):
        world(app).clock.late.set()
    await calm()
    assert "The connection to" in page_text(due)
    assert "Send my move" in page_text(due)
    moves = sitting_at(due).match.moves
    due.place.clear()
    waits.place.clear()
    toast = due.voice.toast
    assert toast is not None
    commands.do(due, toast.do)
    assert due.place.sheet == ("live", sitting_at(due).about.save)
    assert due.voice.toast is None, "it would lie over the code to which it leads"
    due.place.clear()
    await connect(due, waits)
    assert sitting_at(waits).match.moves == moves
    await turn(waits, draw)
    assert sitting_at(waits).match.moves == sitting_at(due).match.moves
    assert sitting_at(due).match.ply > len(moves)
    end(due, waits)


async def test_a_connection_that_failed_says_so_and_comes_back_or_gives_way_to_another() -> None:
    due, waits, draw = await playing()
    for app in (due, waits):
        for wire in world(app).connections.wires:
            wire.far = True
    for app in (due, waits):
        in_use(app).hear("failed", "")
        await calm()
        assert "The connection to" in page_text(app)
        assert app.live is not None
        assert not app.live.open
    await turn(due, draw)
    assert "Send my move" in page_text(due)
    for app in (due, waits):
        in_use(app).hear("back", "")
    await calm()
    assert sitting_at(waits).match.moves == sitting_at(due).match.moves
    assert "is here" in page_text(due)
    for app in (due, waits):
        in_use(app).hear("failed", "")
        app.place.clear()
    await calm()
    await connect(due, waits)
    for app in (due, waits):
        assert app.live is not None
        assert len(app.live.peers) == 1
    await turn(waits, draw)
    assert sitting_at(waits).match.moves == sitting_at(due).match.moves
    end(due, waits)


async def test_six_things_can_be_said_and_nothing_else() -> None:
    due, waits, _ = await playing()
    assert len(reactions.EMOTES) == 6
    for number, text in enumerate(reactions.EMOTES):
        commands.do(due, "live")
        await calm()
        commands.do(due, "emote", str(number))
        await calm()
        assert english(text) in page_text(waits)
        for app in (due, waits):
            assert app.voice.toast is not None
            assert app.voice.toast.face == reactions.FACES[number]
    before = waits.voice.toast
    for wrong in ("6", "-1", "x", ""):
        commands.do(due, "emote", wrong)
    await calm()
    assert waits.voice.toast == before
    end(due, waits)


def faces_drawn(app: App, class_: str) -> list[object]:
    """Return the expressions of the animal faces in an element of the page, in order.

    The element must be the only one of the CSS class `class_`.
    """
    (within,) = [node for node in pages.page(app, app.words).walk() if node.attrs.get("class") == class_]
    return [node.attrs["data-face"] for node in within.walk() if "data-face" in node.attrs]


async def test_what_is_said_has_a_face_except_in_quiet_mode() -> None:
    due, waits, _ = await playing()
    assert {face for _, face in reactions.FACES} <= set(animals.FACES)
    assert {animal for animal, _ in reactions.FACES} <= set(animals.ANIMALS)
    assert len(set(reactions.FACES)) == len(reactions.EMOTES)
    commands.do(due, "live")
    await calm()
    assert faces_drawn(due, "emotes") == [face for _, face in reactions.FACES]
    (title,) = [node for node in pages.page(due, due.words).walk() if node.attrs.get("id") == "emotes-title"]
    assert title.text == "Say something"
    commands.do(due, "emote", "3")
    await calm()
    assert faces_drawn(waits, "toast") == ["caught"]
    assert "Oh no!" in page_text(waits)
    for app in (due, waits):
        commands.do(app, "set", "quiet on")
    commands.do(due, "live")
    await calm()
    assert faces_drawn(due, "emotes") == []
    assert faces_drawn(waits, "toast") == []
    assert "Oh no!" in page_text(waits)
    end(due, waits)


async def test_a_draw_is_asked_and_answered() -> None:
    due, waits, draw = await playing()
    commands.do(waits, "offer-draw")
    await calm()
    assert due.place.sheet is not None
    assert due.place.sheet.name == "wish"
    assert "once you send your link" not in pages.page(due, due.words).text, "they have it at once"
    commands.do(due, "answer-wish", "no")
    await turn(due, draw)
    assert sitting_at(waits).match.moves == sitting_at(due).match.moves
    commands.do(due, "offer-draw")
    await calm()
    commands.do(waits, "answer-wish", "yes")
    await calm()
    for app in (due, waits):
        outcome = sitting_at(app).outcome
        assert outcome is not None
        assert outcome.why == "agreed"
    end(due, waits)


async def test_a_move_is_taken_back_by_consent() -> None:
    due, waits, draw = await playing()
    before = sitting_at(due).match.moves
    await turn(due, draw)
    commands.do(due, "ask-back")
    await calm()
    assert waits.place.sheet is not None
    assert waits.place.sheet.name == "wish"
    commands.do(waits, "answer-wish", "yes")
    await calm()
    assert sitting_at(due).match.moves == sitting_at(waits).match.moves == before
    assert mine(due)
    end(due, waits)


async def test_another_game_is_asked_for_and_begins_at_a_new_table() -> None:
    due, waits, draw = await playing()
    old = sitting_at(due).about.save
    commands.do(waits, "offer-draw")
    await calm()
    commands.do(due, "answer-wish", "yes")
    await calm()
    commands.do(due, "live-again")
    await calm()
    assert "asks for one more game" in page_text(waits)
    commands.do(waits, "live-again")
    await calm()
    assert sitting_at(due).about.save == sitting_at(waits).about.save != old
    assert sitting_at(due).match.ply == 0
    for app, other in ((due, waits), (waits, due)):
        assert app.live is not None
        distance = sitting_at(other).distance
        assert distance is not None and distance.chair is not None  # noqa: PT018
        assert english(app.live.state()) == f"{distance.names[distance.chair]} is here"
    first, second = (due, waits) if mine(due) else (waits, due)
    await turn(first, draw)
    await turn(second, draw)
    assert sitting_at(due).match.moves == sitting_at(waits).match.moves
    assert sitting_at(due).match.ply > 1
    end(due, waits)


async def test_four_sit_down_round_one_device_and_all_hear_all() -> None:
    """The inviter's device is connected with three others, and passes messages on between them."""
    draw = random.Random(5)
    asha, *others = [await device(number) for number in range(1, 5)]
    commands.do(asha, "apart", "parcheesi")
    commands.do(asha, "apart-set", "players 4")
    commands.do(asha, "invite")
    assert asha.place.sheet is not None
    table = asha.place.sheet.arg
    for number, other in enumerate(others):
        if number:
            commands.do(asha, "live", table)
            commands.do(asha, "live-code")
            await calm()
        await connect(asha, other, table)
    everybody = [asha, *others]
    for _ in range(3):
        for app in everybody:
            if app.table is not None and sitting_at(app).choice.rolling is not None:
                await turn(app, draw)
    for _ in range(16):
        await turn(next(app for app in everybody if mine(app)), draw)
        assert len({sitting_at(app).match.moves for app in everybody}) == 1
    assert sitting_at(asha).match.ply > 20
    others[0].leave()
    await calm()
    assert "is away" in page_text(others[2])
    end(*everybody)


async def test_who_has_no_seat_looks_on_live() -> None:
    due, waits, draw = await playing()
    stranger = await device(9)
    commands.do(due, "live")
    commands.do(due, "live-code")
    await calm()
    send.follow(stranger, code(due))
    await calm()
    commands.do(due, "live-answer", code(stranger))
    await calm()
    assert sitting_at(stranger).kind == "guest"
    await turn(due, draw)
    await turn(waits, draw)
    assert sitting_at(stranger).match.moves == sitting_at(waits).match.moves
    assert "emote" not in [node.attrs.get("data-do") for node in pages.page(stranger, stranger.words).walk()]
    end(due, waits, stranger)


async def spectator() -> tuple[App, App, App, str]:
    """Return the apps of two players, the app of a spectator, and the name of the game."""
    due, waits, _ = await playing()
    stranger, name = await device(9), sitting_at(due).about.save
    commands.do(due, "copy-letter", name)
    send.follow(stranger, world(due).clipboard.copied[-1].partition("#")[2])
    await calm()
    assert sitting_at(stranger).kind == "guest"
    stranger.place.clear()
    return due, waits, stranger, name


ABOUT_A_TABLE: Final = (
    ("letter", ""),
    ("send-letter", ""),
    ("copy-letter", ""),
    ("seat-link", ""),
    ("code", "letter "),
    ("code", "seat "),
    ("live", ""),
)
"""Commands about a correspondence game on this device. The argument is the second text and then the game's name."""


def effects(app: App, command: str, text: str) -> tuple[object, ...]:
    """Run a command with the argument `text`. Return the sheets that it opened, and what it copied and sent."""
    app.place.clear()
    copied, sent = len(world(app).clipboard.copied), len(world(app).sharing.sent)
    assert commands.COMMANDS[command].values(text) is not None
    commands.do(app, command, text)
    return app.place.sheets, world(app).clipboard.copied[copied:], world(app).sharing.sent[sent:]


@pytest.mark.parametrize(("command", "before"), ABOUT_A_TABLE)
async def test_commands_about_a_table_refuse_one_that_this_device_has_no_seat_at(command: str, before: str) -> None:
    due, waits, stranger, name = await spectator()
    elsewhere = await device(8)
    for app in (stranger, elsewhere):
        for table in (name, "", "0123456789abcdef"):
            assert effects(app, command, f"{before}{table}") == ((), [], []), f"{command} {table}"
            assert app.live is None
    elsewhere.begin(usual_plan("reversi"))
    assert effects(elsewhere, command, f"{before}{name}") == ((), [], [])
    assert effects(elsewhere, command, f"{before}{sitting_at(elsewhere).about.save}") == ((), [], [])
    assert effects(due, command, f"{before}{name}") != ((), [], [])
    due.leave()
    await calm()
    assert effects(due, command, f"{before}{name}") != ((), [], []), "its seat is kept"
    end(due, waits, stranger, elsewhere)


async def test_who_looks_on_live_keeps_the_connection_and_gets_nothing_else() -> None:
    due, waits, stranger, name = await spectator()
    commands.do(due, "live")
    commands.do(due, "live-code")
    await calm()
    send.follow(stranger, code(due))
    await calm()
    commands.do(due, "live-answer", code(stranger))
    await calm()
    assert stranger.live is not None
    assert stranger.live.open
    for command, before in ABOUT_A_TABLE:
        results = effects(stranger, command, f"{before}{name}")
        assert results == (((("live", name),), [], []) if command == "live" else ((), [], [])), command
    assert effects(stranger, "live", "")[0] == (("live", name),)
    end(due, waits, stranger)


async def test_wrong_answers_are_told_in_words() -> None:
    asha, bela, _, sent = await begun()
    commands.do(asha, "live")
    await calm()
    offer = code(asha)
    for text, why in (
        ("", "This is no answer"),
        (sent[-1], "This is no answer"),
        (offer, "to be answered"),
        (offer.rpartition("&")[2][:-2] + "AA", "damaged"),
    ):
        commands.do(asha, "live-answer", text)
        assert why in page_text(asha)
    send.follow(bela, offer)
    await calm()
    answer = code(bela)
    commands.do(asha, "live-code")
    await calm()
    commands.do(asha, "live-answer", answer)
    assert "no longer shown here" in page_text(asha)
    late = await device(7)
    send.follow(late, answer)
    await calm()
    assert "no longer shown here" in page_text(late)
    end(asha, bela)


async def test_an_answer_that_a_camera_opens_as_a_page_of_its_own_is_handed_on() -> None:
    asha, bela, _, _ = await begun()
    commands.do(asha, "live")
    await calm()
    send.follow(bela, code(asha))
    await calm()
    page = await device(8)
    world(page).connections.pages.append(world(asha).connections)
    send.follow(page, code(bela))
    await calm()
    assert "The page that shows the code has the answer" in page_text(page)
    assert asha.live is not None
    assert asha.live.open
    end(asha, bela)


async def test_a_browser_that_connects_to_nobody_says_so() -> None:
    asha, bela, _, _ = await begun()
    world(asha).connections.wired = False
    commands.do(asha, "live")
    await calm()
    assert "This browser cannot play live" in page_text(asha)
    end(asha, bela)


async def test_ten_thousand_bad_lines_change_nothing() -> None:
    due, waits, draw = await playing()
    moves, random_ = sitting_at(due).match.moves, random.Random(11)
    wire = in_use(due)
    good = [
        "hello 1 1",
        "here 0 1",
        "emote 1 2 9",
        "code #t=1.AAAA",
        "again #t=1.AAAA",
        "here 99 1",
        "code " + "x" * 9000,
    ]
    for _ in range(2000):
        letters = list(random_.choice(good))
        for _ in range(random_.randint(0, 3)):
            letters[random_.randrange(len(letters))] = random_.choice("abc 019#-\n\0é=.")
        world(due).clock.passed += live._EVERY  # at this rate the messages are accepted
        wire.hear("text", "".join(letters))
    await calm()
    assert sitting_at(due).match.moves == moves
    due.place.clear()
    await turn(due, draw)
    assert sitting_at(waits).match.moves == sitting_at(due).match.moves
    end(due, waits)


async def test_a_flood_ends_the_connection_and_few_letters_wait() -> None:
    due, waits, draw = await playing()
    moves, wire = sitting_at(due).match.moves, in_use(due)
    assert due.live is not None
    for number in range(live._BURST - 20):
        wire.hear("text", f"code #t=1.{number}")
    assert len(due.live._letters) <= 1 + live._WAITING
    await calm()
    assert not wire.closed
    for _ in range(30):
        wire.hear("text", "here 1 1")
    assert all(one.closed for one in world(due).connections.wires)
    assert "Your game is here" in page_text(due)
    assert sitting_at(due).match.moves == moves
    await turn(due, draw)
    end(due, waits)


async def test_whoever_says_a_few_things_each_second_is_heard_all_evening() -> None:
    due, waits, draw = await playing()
    wire = in_use(due)
    for _ in range(20 * live._BURST):
        world(due).clock.passed += live._EVERY
        wire.hear("text", "here 1 1")
    await calm()
    assert not wire.closed
    await turn(due, draw)
    assert sitting_at(waits).match.moves == sitting_at(due).match.moves
    end(due, waits)


async def test_who_comes_and_goes_takes_no_question_away_that_waits_for_an_answer() -> None:
    due, waits, _ = await playing()
    commands.do(due, "resign")
    await calm()
    due.place.clear()
    commands.do(due, "live-again")
    await calm()
    asks = "asks for one more game."
    assert waits.voice.toast is not None
    assert waits.voice.toast.do == "live-again"
    for event in ("unseen", "seen"):
        in_use(due).hear(event, "")
        await calm()
    assert waits.voice.toast.do == "live-again"
    commands.do(waits, "dismiss")
    waits.place.clear()
    commands.do(waits, "result")
    assert asks in page_text(waits)
    assert "Ask for one more game" not in page_text(waits)
    commands.do(waits, "live-again")
    await calm()
    assert waits.live is not None
    assert waits.live.next_invitation is None
    assert sitting_at(waits).about.save == sitting_at(due).about.save
    end(due, waits)


async def test_a_newer_page_on_the_other_side_is_told_of_and_nothing_is_lost() -> None:
    due, waits, draw = await playing()
    table, wire = sitting_at(due), in_use(due)
    moves, newer = table.match.moves, session.fragment(waits, table.about.save).replace("t=1.", "t=9.")
    for line in ("hello 9 1", "hello 9 1 more", "sing 1 2 3", "emote 1 99 1", f"code {newer}", "again #t=9.AAAA"):
        wire.hear("text", line)
        await calm()
    assert "made by a newer version" in page_text(due)
    assert sitting_at(due).match.moves == moves
    commands.do(due, "dismiss")
    await turn(due, draw)
    await turn(waits, draw)
    assert sitting_at(waits).match.moves == sitting_at(due).match.moves
    end(due, waits)


async def test_after_a_game_the_large_button_asks_for_another_one_live_and_sends_the_last_move_by_link() -> None:
    def first(app: App) -> object:
        commands.do(app, "result")
        nodes = pages.page(app, app.words).walk()
        buttons = (node.attrs for node in nodes if "primary whole" in str(node.attrs.get("class")))
        return next(buttons).get("data-do")

    due, waits, _ = await playing()
    commands.do(due, "resign")
    await calm()
    assert (first(due), first(waits)) == ("live-again", "live-again")
    for app in (due, waits):
        app.place.clear()
        commands.do(app, "live-end")
    await calm()
    assert first(waits) == "rematch"
    end(due, waits)
    asha, bela, _, _ = await begun()
    due, waits = (asha, bela) if mine(asha) else (bela, asha)
    commands.do(due, "resign")
    await calm()
    assert first(due) == "send-move"
    due.place.clear()
    commands.do(due, "send-move", "ways")
    commands.do(due, "copy-letter", sitting_at(due).about.save)
    due.place.clear()
    assert first(due) == "rematch"
    end(due, waits)


async def test_a_letter_of_another_table_or_a_forged_one_is_refused() -> None:
    due, waits, _ = await playing()
    asha, bela = await device(5), await device(6)
    await invited("reversi", bela, inviter=asha)
    other = link_after_laying(asha)
    moves = sitting_at(due).match.moves
    wire: FakePeerConnection = in_use(due)
    wire.hear("text", "code #" + other)
    await asyncio.sleep(0)
    await calm()
    assert sitting_at(due).match.moves == moves
    assert sitting_at(due).kind == "own"
    end(due, waits, asha, bela)


async def test_live_play_begins_on_the_home_page() -> None:
    asha, bela = await device(1), await device(2)
    (card,) = [node for node in pages.page(asha, asha.words).walk() if node.attrs.get("data-do") == "live-new"]
    assert "Play live" in card.text
    commands.do(asha, "live-new")
    commands.do(asha, "apart", "checkers")
    shown = pages.page(asha, asha.words).text
    assert "Show a code" in shown
    assert "Both devices must be in the same network" in shown
    commands.do(asha, "apart-set", "name Asha")
    commands.do(asha, "live-invite")
    await calm()
    assert asha.place.sheet is not None
    assert asha.place.sheet.name == "live"
    assert asha.live is not None
    assert asha.live.awaited_peer is not None
    link = asha.live.link(asha.live.awaited_peer).partition("#")[2]
    assert "t=1." in link
    assert "l=" in link
    send.follow(bela, link)
    await calm()
    assert bela.place.sheet is not None
    assert bela.place.sheet.name == "invited"
    asha.place.clear()
    commands.do(asha, "apart")
    assert "Show a code" not in pages.page(asha, asha.words).text, "by links, if nothing else is asked for"
    end(asha, bela)


async def test_two_who_ask_for_another_game_at_once_meet_at_one_table() -> None:
    due, waits, draw = await playing()
    commands.do(due, "resign")
    await calm()
    for app in (due, waits):
        commands.do(app, "live-again")
    await calm()
    table = sitting_at(due).about.save
    assert sitting_at(waits).about.save == table
    for app, other in ((due, waits), (waits, due)):
        assert app.live is not None
        assert app.live.next_invitation is None
        assert [*app.kept.own_seats].count(table) == 1
        assert all(app.kept.saves.holds(seat) for seat in app.kept.own_seats), "no table waits for a player"
        distance = sitting_at(other).distance
        assert distance is not None and distance.chair is not None  # noqa: PT018
        assert english(app.live.state()) == f"{distance.names[distance.chair]} is here"
    first, second = (due, waits) if mine(due) else (waits, due)
    await turn(first, draw)
    await turn(second, draw)
    assert sitting_at(due).match.moves == sitting_at(waits).match.moves
    assert sitting_at(due).match.ply > 1
    end(due, waits)


async def test_a_game_that_somebody_joins_meanwhile_waits_until_the_player_goes_there() -> None:
    for back in ("resume-live", "home"):
        asha, bela = await device(1), await device(2)
        commands.do(asha, "apart", "reversi")
        commands.do(asha, "apart-set", "name Asha")
        commands.do(asha, "live-invite")
        await calm()
        send.follow(bela, code(asha))
        await calm()
        commands.do(bela, "apart-set", "name Bela")
        commands.do(bela, "join")
        await calm()
        commands.do(asha, "live-answer", code(bela))
        commands.do(asha, "analyse", "parcheesi")
        await calm()
        assert sitting_at(asha).kind == "analysis", "nobody is taken away from another board"
        assert "Something has happened in your live game" in page_text(asha)
        if back == "home":
            asha.leave()
        else:
            commands.do(asha, back)
        await calm()
        assert (sitting_at(asha).kind, sitting_at(asha).game.name) == ("own", "reversi")
        assert sitting_at(asha).about.save == sitting_at(bela).about.save
        end(asha, bela)


async def test_a_move_of_the_live_game_takes_nobody_away_from_an_analysis() -> None:
    due, waits, draw = await playing()
    waits.leave()
    commands.do(waits, "analyse", "parcheesi")
    await calm()
    assert sitting_at(waits).kind == "analysis"
    await turn(due, draw)
    assert sitting_at(waits).kind == "analysis"
    commands.do(waits, "resume-live")
    await calm()
    assert sitting_at(waits).match.moves == sitting_at(due).match.moves
    end(due, waits)


async def test_what_somebody_says_is_announced_once_and_takes_no_question_away() -> None:
    due, waits, _ = await playing()
    commands.do(due, "emote", "0")
    await calm()
    assert waits.voice.toast is not None
    assert waits.voice.toast.text not in waits.voice.spoken
    commands.do(due, "resign")
    await calm()
    assert waits.live is not None
    chair = waits.live.peers[-1].chair
    commands.do(due, "live-again")
    await calm()
    in_use(waits).hear("text", f"emote {chair} 2 2")
    await calm()
    assert waits.voice.toast.do == "live-again"
    assert english(waits.voice.spoken[0]).endswith("Well played!")
    end(due, waits)
