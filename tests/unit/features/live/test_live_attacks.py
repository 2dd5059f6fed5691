"""Test attacks by a connected device: other players' seats, invented players, other games, remote addresses."""

from __future__ import annotations

import random

import pytest

from chowk.app import commands
from chowk.app.app import App
from chowk.core.message import english
from chowk.features.correspondence import reactions
from chowk.features.live import session, signalling
from chowk.features.sharing import send
from chowk.storage import turn_link as letters
from chowk.storage.turn_link import Invitation, Joiner
from tests.fakes import FakePeerConnection, sitting_at
from tests.unit.features.correspondence.players import chain_of, secret
from tests.unit.features.correspondence.test_apart import begun, device, mine, world
from tests.unit.features.live.test_live import calm, code, connect, end, page_text, playing, turn


def wire_of(app: App, number: int = -1) -> FakePeerConnection:
    """Return the connection over which an app gets lines from the device at the index `number` of its peers."""
    wire = playing_of(app).peers[number].connection
    (used,) = (fake for fake in world(app).connections.wires if wire is not None and fake is wire._connection)
    return used


async def hears(app: App, *lines: str, number: int = -1) -> None:
    """Deliver lines to an app as if the device at the index `number` of its peers had sent them."""
    for line in lines:
        wire_of(app, number).hear("text", line)
    await calm()


def playing_of(app: App) -> session.Live:
    assert app.live is not None
    return app.live


def toast(app: App) -> str:
    return english(app.voice.toast.text) if app.voice.toast is not None else ""


def wished(app: App, **changes: object) -> tuple[str, Invitation]:
    """Return a line in which a modified page asks for another game, and the invitation in the line.

    The new game has the terms of the game in progress, except for `changes`.
    """
    distance = sitting_at(app).distance
    assert distance is not None
    terms = distance.terms._replace(**changes)  # type: ignore[arg-type]
    own = chain_of(0, secret(700))
    invitation = Invitation(terms, (Joiner("Asha", own.commitment), *([None] * (terms.chairs - 1))))
    return f"again {letters.invite(invitation)}", invitation


async def over(game: str = "reversi") -> tuple[App, App]:
    """Return the two apps of a finished live game: the app that resigned, and the other app."""
    asha, bela, _, _ = await begun(game)
    for app in (asha, bela):
        app.place.clear()
        sitting_at(app).show(None)
    await connect(asha, bela)
    due, waits = (asha, bela) if mine(asha) else (bela, asha)
    commands.do(due, "resign")
    await calm()
    for app in (due, waits):
        app.place.clear()
    return due, waits


# Seats ----------------------------------------------------------------------------------------------------------------


async def test_a_device_says_nothing_in_the_reader_s_own_name() -> None:
    due, waits, _ = await playing()
    own = playing_of(waits).chair
    before = waits.voice.toast
    await hears(waits, f"emote {own} 2 1", f"emote {own} 2 999999", f"here {own} 0")
    assert waits.voice.toast == before
    assert own not in playing_of(waits).presence
    commands.do(waits, "emote", "0")
    await calm()
    assert english(reactions.EMOTES[0]) in toast(due), "what was said in its name would have silenced it"
    end(due, waits)


@pytest.mark.parametrize("line", ["hello 1 2", "hello 1 3", "here 2 1", "here 3 1", "emote 3 1 1", "emote 2 1 1"])
async def test_nobody_is_here_on_a_chair_that_the_table_does_not_have(line: str) -> None:
    due, waits, _ = await playing()
    known, before = dict(playing_of(waits).presence), waits.voice.toast
    await hears(waits, line)
    assert (playing_of(waits).presence, waits.voice.toast) == (known, before)
    end(due, waits)


async def three() -> tuple[App, App, App]:
    """Return three apps in a game of Kilkenny Cats. The first, the inviter's, is connected with the other two."""
    asha, bela, chand = [await device(number) for number in range(1, 4)]
    commands.do(asha, "apart", "kilkenny")
    commands.do(asha, "apart-set", "name Asha")
    commands.do(asha, "apart-set", "players 3")
    commands.do(asha, "invite")
    assert asha.place.sheet is not None
    table = asha.place.sheet.arg
    await connect(asha, bela, table)
    commands.do(asha, "live", table)
    commands.do(asha, "live-code")
    await calm()
    await connect(asha, chand, table)
    for app in (asha, bela, chand, asha, bela, chand):
        if sitting_at(app).choice.rolling is not None:
            await turn(app, random.Random(2))
    return asha, bela, chand


async def test_a_device_speaks_for_its_own_chair_alone_while_the_others_are_connected() -> None:
    asha, bela, chand = await three()
    from_bela, from_chand = 0, -1
    assert playing_of(asha).presence == {1: True, 2: True}
    before = asha.voice.toast
    await hears(asha, "hello 1 2", "here 2 0", "emote 2 3 7", number=from_bela)
    await hears(asha, "here 1 0", "emote 1 3 7", "hello 1 1", number=from_chand)
    assert playing_of(asha).presence == {1: True, 2: True}
    assert asha.voice.toast == before
    assert "is away" not in page_text(bela) + page_text(chand)
    await hears(asha, "here 2 0", number=from_chand)
    assert playing_of(asha).presence == {1: True, 2: False}
    assert playing_of(bela).presence == {0: True, 2: False}, "it is handed on, for nobody else tells Bela of that chair"
    end(asha, bela, chand)


async def test_who_looks_on_speaks_for_nobody_and_asks_for_nothing() -> None:
    due, waits = await over()
    stranger = await device(9)
    commands.do(due, "live")
    commands.do(due, "live-code")
    await calm()
    commands.do(due, "live")
    send.follow(stranger, code(due))
    await calm()
    commands.do(due, "live-answer", code(stranger))
    await calm()
    other, before = playing_of(waits).chair, due.voice.toast
    line, _ = wished(due)
    await hears(due, f"here {other} 0", f"emote {other} 1 1", f"hello 1 {other}", line)
    assert playing_of(due).presence == {other: True}
    assert due.voice.toast == before
    assert playing_of(due).next_invitation is None
    end(due, waits, stranger)


async def test_what_is_said_runs_ahead_by_no_more_than_can_get_lost() -> None:
    due, waits, _ = await playing()
    chair = playing_of(due).chair
    await hears(waits, f"emote {chair} 1 1", f"emote {chair} 2 999999")
    assert english(reactions.EMOTES[1]) in toast(waits)
    await hears(waits, f"emote {chair} 3 2")
    assert english(reactions.EMOTES[3]) in toast(waits), "it is heard as the next"
    end(due, waits)


# Invented players -----------------------------------------------------------------------------------------------------


async def invited(players: int) -> tuple[App, App, str]:
    """Connect two devices by an invitation to Kilkenny Cats. Return both apps and the game's name in the store."""
    asha, bela = await device(1), await device(2)
    commands.do(asha, "apart", "kilkenny")
    commands.do(asha, "apart-set", "name Asha")
    commands.do(asha, "apart-set", f"players {players}")
    commands.do(asha, "invite")
    assert asha.place.sheet is not None
    table = asha.place.sheet.arg
    await connect(asha, bela, table)
    return asha, bela, table


async def test_a_device_seats_its_own_player_and_nobody_else() -> None:
    asha, bela, table = await invited(players=4)
    ours = asha.kept.own_seats[table].invitation
    phantoms = [Joiner(f"Phantom {number}", chain_of(number, secret(800 + number)).commitment) for number in (2, 3)]
    invitation = Invitation(ours.terms, (*ours.joiners[:2], *phantoms))
    await hears(asha, "here 2 1", "here 3 1", f"code {letters.invite(invitation)}")
    assert asha.table is None, "the table would be laid with two players whom nobody has seen"
    assert asha.kept.own_seats[table].invitation.free == (2, 3)
    assert playing_of(asha).presence == {1: True}
    end(asha, bela)


async def test_who_looks_on_seats_nobody() -> None:
    asha, bela, table = await invited(players=3)
    ours = asha.kept.own_seats[table].invitation
    playing_of(asha).peers[0].chair = -1
    invitation = Invitation(ours.terms, (*ours.joiners[:2], Joiner("Phantom", chain_of(2, secret(802)).commitment)))
    await hears(asha, f"code {letters.invite(invitation)}")
    assert asha.kept.own_seats[table].invitation.free == (2,)
    end(asha, bela)


async def test_another_game_that_comes_with_players_is_none() -> None:
    due, waits = await over()
    _, invitation = wished(due)
    joiners = (invitation.joiners[0], Joiner("Phantom", chain_of(1, secret(801)).commitment))
    await hears(due, f"again {letters.invite(invitation._replace(joiners=joiners))}")
    assert playing_of(due).next_invitation is None
    end(due, waits)


async def test_three_go_over_to_another_game_whoever_asks_for_it() -> None:
    asha, bela, chand = await three()
    for _ in range(3):
        due = next((app for app in (asha, bela, chand) if sitting_at(app).outcome is None and mine(app)), None)
        if due is None:
            break
        commands.do(due, "resign")
        await calm()
    assert sitting_at(chand).outcome is not None
    old = sitting_at(asha).about.save
    for app in (asha, bela, chand):
        app.place.clear()
    commands.do(bela, "live-again")
    await calm()
    for app in (chand, asha):
        assert "asks for one more game." in page_text(app)
        commands.do(app, "live-again")
        await calm()
    tables = {sitting_at(app).about.save for app in (asha, bela, chand)}
    assert len(tables) == 1
    assert tables != {old}
    end(asha, bela, chand)


async def test_who_greets_before_going_over_has_the_chair_of_the_next_greeting_and_no_other() -> None:
    due, waits = await over("kilkenny")
    line, _ = wished(due, chairs=3)
    await hears(due, line, "hello 1 2")  # the other device has reconnected meanwhile
    commands.do(due, "live-again")
    commands.do(due, "apart-set", "chair 1")
    commands.do(due, "join")
    await calm()
    assert playing_of(due).presence == {2: True}
    await hears(due, "hello 1 0")
    assert playing_of(due).presence == {0: True}
    await hears(due, "hello 1 2", "hello 1 1")
    assert playing_of(due).presence == {0: True}
    end(due, waits)


# Another game ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"aids": True}, "Hints and analysis for everybody"),
        ({"options": {"pair": "west"}}, "Blue and Green"),
        ({"chairs": 3}, "3 players"),
        ({"strict": True}, "Strict dice"),
        ({"game": "checkers", "options": {}}, "American Checkers"),
    ],
)
async def test_another_game_on_other_terms_is_taken_by_no_single_press(changes: dict[str, object], words: str) -> None:
    due, waits = await over("kilkenny")
    line, invitation = wished(due, **changes)
    await hears(due, line)
    table, seats = sitting_at(due).about.save, dict(due.kept.own_seats)
    assert "another game with a different set-up" in page_text(due)
    commands.do(due, "live-again")
    await calm()
    assert due.kept.own_seats == seats, "nobody has sat down yet"
    assert sitting_at(due).about.save == table
    assert due.place.sheet is not None
    assert due.place.sheet.name == "invited"
    page = page_text(due)
    assert "Different from this game" in page
    assert words in page.partition("Different from this game")[2]
    commands.do(due, "join")
    await calm()
    assert playing_of(due).table == invitation.table
    assert due.kept.own_seats[invitation.table].chain.chair == 1
    end(due, waits)


async def test_a_wish_that_is_changed_under_the_finger_still_takes_a_look() -> None:
    due, waits = await over()
    await hears(due, wished(due)[0])
    assert "asks for one more game." in page_text(due)
    await hears(due, wished(due, aids=True)[0])
    seats = dict(due.kept.own_seats)
    commands.do(due, "live-again")
    await calm()
    assert due.kept.own_seats == seats
    assert due.place.sheet is not None
    assert due.place.sheet.name == "invited"
    end(due, waits)


async def test_only_a_few_wishes_for_another_game_are_heard_of() -> None:
    due, waits = await over()
    heard = set()
    for number in range(20):
        own = chain_of(0, secret(900 + number % 3))
        _, invitation = wished(due)
        invitation = invitation._replace(joiners=(Joiner(f"Asha {number}", own.commitment), None))
        await hears(due, f"again {letters.invite(invitation)}")
        heard.add(toast(due))
    assert len(heard) == session._ASKS
    end(due, waits)


# Addresses ------------------------------------------------------------------------------------------------------------


def far(answer: str) -> str:
    """Return an answer with addresses outside the local network, as a modified page would send it."""
    read = signalling.read(signalling.find_code(answer))
    return signalling.written(read._replace(addresses=(signalling.Address(1, bytes((203, 0, 113, 7)), 443),)))


async def test_an_answer_that_leads_out_of_the_network_is_refused_and_says_so() -> None:
    asha, bela, _, _ = await begun()
    commands.do(asha, "live")
    await calm()
    send.follow(bela, code(asha))
    await calm()
    good = code(bela)
    commands.do(asha, "live-answer", far(good))
    await calm()
    assert "only addresses outside this network" in page_text(asha)
    assert not playing_of(asha).open
    wire_of(asha).hear("answer", far(good))  # as if another page of this browser passed it on
    await calm()
    assert not playing_of(asha).open
    commands.do(asha, "live-answer", good)
    await calm()
    assert playing_of(asha).open, "the right answer is taken after that"
    end(asha, bela)


async def test_an_invitation_to_fewer_players_is_refused_and_later_letters_are_read() -> None:
    asha, bela, table = await invited(players=4)
    ours = asha.kept.own_seats[table].invitation
    fewer = Invitation(ours.terms._replace(chairs=2), ours.joiners[:2])
    for app in (asha, bela):
        await hears(app, f"code {letters.invite(fewer)}", f"code {letters.invite(ours)}")
        assert not playing_of(app)._letters
        assert app.kept.own_seats[table].invitation == ours
    end(asha, bela)


async def test_nobody_gives_way_to_who_looks_on_or_to_other_terms() -> None:
    cases: tuple[tuple[dict[str, object], bool, bool], ...] = (
        ({"aids": True}, False, False),
        ({}, True, False),
        ({}, False, True),
    )
    for changes, looks_on, gives_way in cases:
        due, waits = await over()
        if looks_on:
            playing_of(due).peers[-1].chair = -1
        commands.do(due, "live-again")
        table = playing_of(due).table
        playing_of(due).table = "z" * len(table)  # any other table comes before it
        due.kept.own_seats["z" * len(table)] = due.kept.own_seats[table]
        wish, invitation = wished(due, **changes)
        wire_of(due).hear("text", wish)
        assert (invitation.table in due.kept.own_seats) == gives_way
        end(due, waits)
