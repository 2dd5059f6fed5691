"""Test the faces and reactions that travel with moves by link, in the application."""

from __future__ import annotations

import json
import random
from itertools import product
from typing import Any

import pytest

from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.message import english, say
from chowk.draw import animals
from chowk.features.correspondence import session
from chowk.features.correspondence.reactions import EMOTES, FACES
from chowk.features.people import people as household
from chowk.features.people.people import People, Person
from chowk.i18n.toast import Toast
from chowk.session import correspondence_state as state
from chowk.session.output import announce
from chowk.storage import greeting as greetings
from chowk.storage import saves
from chowk.storage.greeting import Greeting
from chowk.ui.nodes import Node
from tests.fakes import sitting_at
from tests.unit.features.correspondence.test_apart import (
    begun,
    device,
    invited,
    link,
    link_after_laying,
    mine,
    opens,
    plays,
    settled,
    world,
)
from tests.unit.storage.test_greeting import DIGITS


async def known(number: int, name: str, face: str) -> App:
    """Return device `number`, at which one person with a name and a face plays."""
    people = People((Person("0000000a", name, face),), "0000000a", household.ANSWERED)
    return await device(number, {saves.PEOPLE_KEY: household.write(people)})


def ordered(asha: App, bela: App) -> tuple[App, App]:
    """Return the app whose player has to move, and the other one."""
    return (asha, bela) if mine(asha) else (bela, asha)


def drawn(app: App) -> Node:
    return pages.page(app, app.words)


def found(app: App, class_: str) -> list[Node]:
    return [node for node in drawn(app).walk() if class_ in str(node.attrs.get("class", "")).split()]


def card(app: App, name: str) -> Node:
    """Return the card of a player at the table."""
    (own,) = [node for node in found(app, "player") if str(node.attrs.get("aria-label")).strip("\u2068\u2069") == name]
    return own


def within(node: Node, class_: str) -> list[Node]:
    return [part for part in node.walk() if class_ in str(part.attrs.get("class", "")).split()]


async def finishes(app: App, draw: random.Random) -> None:
    """Play the whole turn of an app, without sending it."""
    table = sitting_at(app)
    for _ in range(200):
        assert table.distance is not None
        if state.unsent(table.distance, table.match):
            return
        if table.choice.rolling is not None:
            app.loop.roll()
        elif table.choice.awaited is not None:
            app.loop.choose(table, draw.choice(table.match.position.moves()))
        await settled()


def sends(app: App) -> str:
    commands.do(app, "send-move", "ways")
    fragment = link(app)
    app.place.clear()
    return fragment


def number(app: App, chair: int) -> int:
    """Return the number of the reaction that an app shows for a player, or 0 if it shows none."""
    table = sitting_at(app)
    assert table.distance is not None
    return table.distance.reaction(table.match, chair)


def chair_of(app: App) -> int:
    table = sitting_at(app)
    assert table.distance is not None
    assert table.distance.chair is not None
    return table.distance.chair


async def test_a_link_without_a_face_and_a_reaction_is_as_before() -> None:
    asha, bela, draw, sent = await begun()
    assert not any("&" in fragment for fragment in sent)
    due, _ = ordered(asha, bela)
    fragment = await plays(due, draw)
    assert f"#{fragment}" == session.fragment(due, sitting_at(due).about.save)
    text = world(due).store.texts[saves.GAME_KEY + sitting_at(due).about.save]
    assert "faces" not in text
    assert "reactions" not in text
    for app in (asha, bela):
        app.pause()


async def test_a_reaction_is_chosen_by_one_press_and_travels_with_the_move() -> None:
    asha, bela, draw, _ = await begun()
    due, waits = ordered(asha, bela)
    assert found(due, "reactions") == []
    await finishes(due, draw)
    (row,) = found(due, "reactions")
    buttons = [node for node in row.walk() if node.attrs.get("data-do") == "react"]
    assert [button.attrs["aria-label"] for button in buttons] == [english(text) for text in EMOTES]
    assert [face.attrs["data-face"] for face in within(row, "portrait")] == [face for _, face in FACES]
    assert row.text == "Say something"
    commands.do(due, "react", "2")
    assert found(due, "reactions")[0].text == "Well played!"
    commands.do(due, "react", "3")  # another one takes its place
    commands.do(due, "react", "3")  # a second press takes it back
    assert number(due, chair_of(due)) == 0
    assert found(due, "reactions")[0].text == "Say something"
    assert "&f" not in sends(due), "the turn can be sent without one"
    other = await finished_turn(waits, due, draw)
    assert number(due, chair_of(waits)) == 3
    name = "Asha" if waits is asha else "Bela"
    assert due.voice.toast is not None
    assert due.words(due.voice.toast.text).replace("\u2068", "").replace("\u2069", "") == f"{name}: Well played!"
    assert due.voice.toast.face == FACES[2]
    for app in (due, waits):
        theirs = card(app, name)
        assert "Well played!" in theirs.text
        (face,) = within(theirs, "uttered-face")
        assert (face.attrs["role"], face.attrs["aria-label"]) == ("img", "Well played!")
    assert greetings.read(other) == Greeting(chair_of(waits), 0, 3)
    await finishes(due, draw)
    assert number(due, chair_of(waits)) == 3, "it stays until this player's move is sent"
    sends(due)
    assert number(due, chair_of(waits)) == 0
    assert within(card(due, name), "uttered-face") == []
    for app in (asha, bela):
        app.pause()


async def finished_turn(app: App, other: App, draw: random.Random, reaction: str = "2") -> str:
    """Deliver the last link of `other` to `app`, and answer with a turn and a reaction.

    Open the answer's link at `other`, and return the link.
    """
    await opens(app, session.sent_link(other, sitting_at(other).about.save).lstrip("#"))
    await finishes(app, draw)
    commands.do(app, "react", reaction)
    fragment = sends(app)
    await opens(other, fragment)
    return fragment


async def test_a_reaction_is_announced_once_stays_over_a_reload_and_is_sent_again_with_the_link() -> None:
    asha, bela, draw, _ = await begun("parcheesi")
    due, waits = ordered(asha, bela)
    await finishes(due, draw)
    commands.do(due, "react", "5")
    fragment = sends(due)
    assert sends(due) == fragment
    assert "Thank you!" in await opens(waits, fragment)
    assert "You have this already" in await opens(waits, fragment)
    again = await device(8, dict(world(waits).store.texts))
    commands.do(again, "resume", sitting_at(waits).about.save)
    await settled()
    assert number(again, chair_of(due)) == 6
    assert number(waits, chair_of(due)) == 6
    for app in (asha, bela, again):
        app.pause()


async def test_nothing_else_can_be_said() -> None:
    asha, bela, draw, _ = await begun()
    due, waits = ordered(asha, bela)
    commands.do(waits, "react", "1")  # there is nothing to send
    assert number(waits, chair_of(waits)) == 0
    await finishes(due, draw)
    for wrong in ("6", "-1", "x", "", "99999999999"):
        commands.do(due, "react", wrong)
    assert number(due, chair_of(due)) == 0
    for app in (asha, bela):
        app.pause()


async def test_the_face_of_the_sender_is_at_the_name_and_stays() -> None:
    asha, bela = await known(1, "Asha", "deer"), await known(2, "Bela", "tortoise")
    await invited("reversi", bela, inviter=asha)
    assert within(card(asha, "Bela"), "portrait"), "the face came with the link by which the seat was taken"
    await opens(bela, link_after_laying(asha))
    draw, apps = random.Random(3), {"Asha": asha, "Bela": bela}
    for _ in range(3):
        due, waits = ordered(asha, bela)
        fragment = await plays(due, draw)
        greeting = greetings.read(f"#{fragment}")
        assert greeting is not None
        assert greeting.face == {"Asha": 4, "Bela": 12}[name_of(due)]
        await opens(waits, fragment)
    for name, other in (("Bela", asha), ("Asha", bela)):
        seat = next(seat for seat, plan in enumerate(sitting_at(other).plan.seats) if plan.name == name)
        sent = sitting_at(other).animal(seat, other.faces, other.portraits)
        assert sent == apps[name].faces[name]
        assert within(card(other, name), "portrait")
    due, waits = ordered(asha, bela)
    bare = await plays(due, draw)
    await opens(waits, bare.partition("&")[0])  # a messenger may cut the part off
    assert within(card(waits, name_of(due)), "portrait"), "a face that is known stays"
    commands.do(waits, "set", "quiet on")
    assert within(card(waits, name_of(due)), "portrait") == []
    for app in (asha, bela):
        app.pause()


def name_of(app: App) -> str:
    table = sitting_at(app)
    assert table.distance is not None
    return table.distance.names[chair_of(app)]


async def test_quiet_mode_sends_nothing_and_shows_a_reaction_as_text() -> None:
    asha, bela = await known(1, "Asha", "deer"), await device(2)
    await invited("reversi", bela, inviter=asha)
    await opens(bela, link_after_laying(asha))
    draw = random.Random(3)
    while not mine(asha):
        await opens(asha, await plays(bela, draw))
    await finishes(asha, draw)
    commands.do(asha, "react", "0")
    assert "&f=" in session.sent_link(asha, sitting_at(asha).about.save)
    commands.do(asha, "set", "quiet on")
    assert found(asha, "reactions") == []
    assert "&f=" not in sends(asha)
    commands.do(asha, "set", "quiet off")
    commands.do(bela, "set", "quiet on")
    assert "Hello!" in await opens(bela, session.sent_link(asha, sitting_at(asha).about.save).lstrip("#"))
    assert "Hello!" in card(bela, "Asha").text
    assert within(card(bela, "Asha"), "uttered-face") == []
    assert within(found(bela, "toast")[0], "portrait") == []
    for app in (asha, bela):
        app.pause()


async def test_only_links_to_the_other_players_hold_a_face() -> None:
    asha, bela = await known(1, "Asha", "deer"), await device(2)
    await invited("reversi", bela, inviter=asha)
    name = sitting_at(asha).about.save
    assert "&f=" in session.sent_link(asha, name)
    assert "&f=" not in session.seat_fragment(asha, name)
    assert "&f=" not in session.public_fragment(sitting_at(asha))
    assert "&f=" not in session.fragment(asha, name), "a connected device gets the letter alone"
    asha.pause()


def core(app: App) -> tuple[Any, ...]:
    """Return every part of a correspondence game that can influence a move, a roll or a player's rights."""
    table = sitting_at(app)
    assert table.distance is not None
    ring = state.dice_of(table.match).ring
    distance = table.distance._replace(faces=(), reactions=())
    return table.match.moves, table.match.positions, table.outcome, ring, distance, table.plan


async def test_tm_24_an_altered_face_or_reaction_changes_no_move_no_roll_and_nothing_else() -> None:
    draw = random.Random(3)
    for game in ("reversi", "parcheesi"):
        asha, bela, draw, _ = await begun(game)
        due, waits = ordered(asha, bela)
        await finishes(due, draw)
        commands.do(due, "react", "1")
        honest = sends(due)
        bare, texts = honest.partition("&")[0], dict(world(waits).store.texts)
        seen = set()
        parts = ["", *(f"&f=1.{high}{low}" for high, low in list(product(DIGITS, DIGITS))[::97])]
        hostile = ("&f=1.", "&f=9.GU", "&f=1.GU" * 300, "&f=1.GU&t=1.x", "&f=-1", "&f=1.%00", "&f=1.\u0aeb5")
        for part in (*parts, *hostile):
            other = await device(5, texts)
            await opens(other, bare + part)
            seen.add(repr(core(other)))
            assert number(other, chair_of(other)) == 0, "nobody speaks for the reader"
            assert number(other, chair_of(due)) in range(7)
            fields = json.loads(world(other).store.texts[saves.GAME_KEY + sitting_at(other).about.save])
            assert all(face <= greetings.FACES for face in fields["apart"].get("faces", ()))
            other.pause()
        assert len(seen) == 1
        for app in (asha, bela):
            app.pause()


async def test_tm_24_a_part_of_a_letter_that_is_refused_or_known_is_not_looked_at() -> None:
    asha, bela, draw, sent = await begun()
    due, waits = ordered(asha, bela)
    await finishes(due, draw)
    fragment = sends(due)
    await opens(waits, fragment)
    before = sitting_at(waits).distance
    damaged = fragment[:-4] + ("AAAA" if not fragment.endswith("AAAA") else "BBBB")
    part = greetings.write(Greeting(chair_of(due), 7, 4))
    assert "damaged" in await opens(waits, damaged + part)
    assert "older than your game" in await opens(waits, sent[1] + part)
    assert sitting_at(waits).distance == before
    part = greetings.write(Greeting(chair_of(waits), 7, 4))
    await opens(waits, fragment + part)
    assert sitting_at(waits).distance == before, "a player's own face comes from no link"
    await finishes(waits, draw)
    sends(waits)
    sent_at = waits.kept.saves[sitting_at(waits).about.save].updated
    theirs = session.fragment(waits, sitting_at(waits).about.save).lstrip("#")
    world(waits).clock.time = "2026-11-22T12:00:00+00:00"
    await opens(waits, theirs + greetings.write(Greeting(chair_of(due), 7, 4)))
    assert waits.kept.saves[sitting_at(waits).about.save].updated == sent_at, "the time of sending stays"
    for app in (asha, bela):
        app.pause()


async def test_damaged_faces_and_reactions_in_a_save_lose_no_game() -> None:
    asha, bela, draw, _ = await begun()
    due, waits = ordered(asha, bela)
    await finishes(due, draw)
    commands.do(due, "react", "1")
    await opens(waits, sends(due))
    key = saves.GAME_KEY + sitting_at(waits).about.save
    texts = dict(world(waits).store.texts)
    for faces, reactions in (
        ("x", [[0, 99, 0], [1, 1, 1]]),
        ([1], [[9, 1, 0]]),
        ([1, -1], [[0, 1]]),
        ([1, 3999], {"a": 1}),
        ([True, None], [[0, 1, 4000], None]),
    ):
        fields = json.loads(texts[key])
        fields["apart"] |= {"faces": faces, "reactions": reactions}
        again = await device(5, {**texts, key: json.dumps(fields)})
        commands.do(again, "resume", sitting_at(waits).about.save)
        await settled()
        assert sitting_at(again).match.moves == sitting_at(waits).match.moves
        assert drawn(again).text
        assert within(drawn(again), "uttered-face") == []
        again.pause()
    assert {animal for animal, _ in FACES} <= set(animals.ANIMALS)
    for app in (asha, bela):
        app.pause()


async def test_a_finished_turn_asks_for_its_sending_and_ends_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    asha, bela, draw, _ = await begun()
    due, _ = ordered(asha, bela)
    due.voice.toast = Toast(say("Everybody is here: the game begins."))
    await finishes(due, draw)
    assert english(due.voice.spoken[-1]) == "Your turn is over. Send it on."
    shown: Toast | None = due.voice.toast
    assert shown is None, "it would cover the name of a player until somebody closes it"
    monkeypatch.setattr(sitting_at(due).game.rules, "forced", lambda _: "pass")
    assert announce.to_send(sitting_at(due)) == (), "the other player's pass follows by itself"
    for app in (asha, bela):
        app.pause()


async def test_a_warning_stays_when_a_move_is_made() -> None:
    asha, bela, draw, _ = await begun()
    due, _ = ordered(asha, bela)
    warning = due.voice.toast = Toast(say("The link was not copied."), alert=True)
    await finishes(due, draw)
    assert due.voice.toast is warning
    for app in (asha, bela):
        app.pause()
