"""Test seats whose device is lost: requested by a link, handed over by consent of all others, and played on."""

from __future__ import annotations

import random

import pytest

from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.dice import first_false, proofs
from chowk.features.correspondence import session, verify
from chowk.features.sharing import texts
from chowk.session import correspondence_state as state
from chowk.storage import seat_keys
from chowk.storage import turn_link as letters
from tests.fakes import sitting_at
from tests.unit.features.correspondence.test_apart import (
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


def said(app: App) -> str:
    return pages.page(app, app.words).text


def sheet(app: App) -> str:
    return app.place.sheet.name if app.place.sheet is not None else ""


async def lost(game: str, count: int, turns: int = 9) -> tuple[App, list[App], str, random.Random]:
    """Return the app that has the move and will be lost, the other apps, the last link, and a random generator.

    The random generator has chosen the moves so far. `turns` is the number of turns played.
    """
    apps, draw, last = [await device(number) for number in range(1, count + 1)], random.Random(3), ""
    await invited(game, *apps[1:], inviter=apps[0])
    last = link_after_laying(apps[0])
    for app in apps[1:]:
        await opens(app, last)
    while turns or not any(map(mine, apps)):
        due = next(app for app in apps if mine(app))
        last = await plays(due, draw)
        for app in apps:
            if app is not due:
                await opens(app, last)
        turns = max(0, turns - 1)
    gone = next(app for app in apps if mine(app))
    return gone, [app for app in apps if app is not gone], last, draw


async def asked(fresh: App, last: str) -> str:
    """Return the link in which a new device asks for the seat that has the move.

    `last` is the last link of the game.
    """
    assert "You can look on" in await opens(fresh, last)
    commands.do(fresh, "menu")
    assert "Ask for a seat that is lost" in said(fresh)
    commands.do(fresh, "claim")
    assert "is the device lost" in said(fresh)
    commands.do(fresh, "claim-seat")
    assert "Waiting for the others to agree." in said(fresh)
    return link(fresh)


async def agrees(app: App, request: str) -> str:
    """Open a request, agree to it, and return the link that carries the consent."""
    await opens(app, request)
    assert sheet(app) == "wish"
    assert "Agree only if you are sure" in said(app)
    commands.do(app, "answer-wish", "yes")
    return link(app)


async def again(app: App) -> App:
    """Return the same device after its page was closed and opened again."""
    app.pause()
    await app.kept.queue.settled()
    return await device(50, dict(world(app).store.texts))


async def ends(gone: App, fresh: App, others: list[App], draw: random.Random) -> None:
    """Play 12 turns with the new device. Check that all apps have the same game, and that its dice are proved.

    `gone` is the app of the lost device.
    """
    for _ in range(12):
        due = next(app for app in (fresh, *others) if mine(app))
        sent = await plays(due, draw)
        for app in (fresh, *others):
            if app is not due:
                await opens(app, sent)
    assert len({sitting_at(app).match.moves for app in (fresh, *others)}) == 1
    assert first_false(proofs(sitting_at(fresh).match)) is None
    for app in (gone, fresh, *others):
        app.pause()


async def test_the_other_of_two_agrees_and_the_new_device_plays_on() -> None:
    gone, others, last, draw = await lost("parcheesi", 2)
    fresh = await device(9)
    request = await asked(fresh, last)
    assert "t=2." in request
    done = await agrees(others[0], request)
    await opens(fresh, done)
    assert sitting_at(fresh).kind == "own"
    assert mine(fresh)
    assert "All others have agreed to give your seat to a new device." in await opens(gone, done)
    await ends(gone, fresh, others, draw)


async def test_of_four_all_others_agree_one_after_the_other() -> None:
    gone, others, last, draw = await lost("parcheesi", 4)
    fresh = await device(9)
    sent = await asked(fresh, last)
    for other in others:
        assert not mine(fresh) if fresh.table is not None and fresh.table.kind == "own" else True
        sent = await agrees(other, sent)
    for app in (fresh, *others[:-1]):
        await opens(app, sent)
    assert mine(fresh)
    await ends(gone, fresh, others, draw)


async def test_those_who_agree_side_by_side_are_gathered_by_whoever_asks() -> None:
    gone, others, last, draw = await lost("kilkenny", 3)
    fresh = await device(9)
    request = await asked(fresh, last)
    answers = [await agrees(other, request) for other in others]
    await opens(fresh, answers[0])
    assert sheet(fresh) == "letter"
    assert "Waiting for the others to agree." in said(fresh)
    fresh = await again(fresh)  # the collected answers are stored
    await opens(fresh, answers[1])
    assert sitting_at(fresh).kind == "own"
    assert mine(fresh)
    fresh.place.clear()
    commands.do(fresh, "verify", "checked")
    text = pages.page(fresh, fresh.words).text
    assert "Players who act together" in text, "three can be in league"
    assert "the one who joined last" in text
    fresh.place.clear()
    sent = await plays(fresh, draw)
    for other in others:
        await opens(other, sent)
    await ends(gone, fresh, others, draw)


async def test_those_who_agree_side_by_side_may_gather_it_themselves() -> None:
    gone, others, last, draw = await lost("kilkenny", 3)
    fresh = await device(9)
    request = await asked(fresh, last)
    answers = [await agrees(other, request) for other in others]
    assert "Everybody agrees to the new device" in await opens(others[0], answers[1])
    commands.do(others[0], "send-move", "ways")
    done = link(others[0])
    for app in (fresh, others[1]):
        await opens(app, done)
    assert mine(fresh)
    await ends(gone, fresh, others, draw)


async def test_whoever_refuses_says_so_and_the_seat_stays() -> None:
    gone, others, last, draw = await lost("parcheesi", 3)
    fresh = await device(9)
    request = await asked(fresh, last)
    await opens(others[0], request)
    commands.do(others[0], "answer-wish", "no")
    letter = link(others[0])
    assert "Not everybody agrees" in await opens(others[1], letter)
    assert "Play on here, and it stays yours" in await opens(gone, request)
    sent = await plays(gone, draw)
    for other in others:
        await opens(other, sent)
    assert len({sitting_at(app).match.moves for app in (gone, *others)}) == 1
    assert "not yours yet" in await opens(fresh, sent)
    for app in (gone, fresh, *others):
        app.pause()


async def test_a_game_with_a_new_device_is_kept_brought_and_told_in_records() -> None:
    gone, others, last, draw = await lost("parcheesi", 2)
    fresh = await device(9)
    await opens(fresh, await agrees(others[0], await asked(fresh, last)))
    await opens(others[0], await plays(fresh, draw))
    moves = sitting_at(fresh).match.moves
    back = await again(fresh)
    commands.do(back, "resume", next(iter(back.kept.saves)))
    assert sitting_at(back).match.moves == moves
    commands.do(back, "copy-seat", sitting_at(back).about.save)
    brought = await device(11)
    await opens(brought, world(back).clipboard.copied[-1].partition("#")[2])
    commands.do(brought, "take-seat")
    await settled()
    assert sitting_at(brought).match.moves == moves
    distance = sitting_at(brought).distance
    assert distance is not None
    assert distance.chair is not None
    record = texts.as_text(sitting_at(back), "")
    purchase_search = await device(12)
    texts.bring(purchase_search, record)
    assert first_false(proofs(sitting_at(purchase_search).match)) is None
    assert sitting_at(purchase_search).match.moves == moves
    handover = record.partition("/")[0].rpartition(" ")[2] + "/" + record.partition("/")[2].partition('"')[0]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(verify, "_handover", None)  # calling it would fail: this number of handovers is not examined
        texts.bring(purchase_search, record.replace(handover, " ".join([handover] * 17)))
        assert "proof of the dice in this record" in str(purchase_search.voice.complaint)
    for wrong in (record.replace("/", "/9", 1), record.replace('Elements "', 'Elements "9999:')):
        purchase_search.voice.complaint = None
        texts.bring(purchase_search, wrong)
        assert "proof of the dice in this record" in str(purchase_search.voice.complaint)
    for app in (gone, others[0], back, brought, purchase_search):
        app.pause()


async def test_what_is_kept_of_a_request_is_read_again_or_refused() -> None:
    gone, others, last, _ = await lost("parcheesi", 2, turns=3)
    fresh = await device(9)
    await asked(fresh, last)
    (seat,) = fresh.kept.own_seats.values()
    assert seat_keys.read(seat_keys.write(seat)) == seat
    assert seat.request
    home = await again(fresh)
    assert "Waiting for the others to agree." in said(home)
    for app in (gone, fresh, home, *others):
        app.pause()


async def test_nobody_who_plays_there_is_offered_a_seat_nor_is_one_who_looks_on_at_the_end() -> None:
    gone, others, last, _ = await lost("reversi", 2, turns=4)
    for app in (gone, others[0]):
        app.place.clear()
        commands.do(app, "claim")
        assert sheet(app) != "claim"
    fresh = await device(9)
    await opens(fresh, last)
    table = sitting_at(fresh)
    assert state.claimable(table.distance, table.match) is not None
    table.match.resign(table.match.position.turn)
    assert state.claimable(table.distance, table.match) is None
    await settled()
    for app in (gone, fresh, *others):
        app.pause()


async def test_tm_13_a_seat_that_was_handed_over_at_this_move_is_not_asked_for_again() -> None:
    gone, others, last, _ = await lost("parcheesi", 2)
    fresh = await device(9)
    request = await asked(fresh, last)
    await opens(others[0], request)
    text = said(others[0])
    assert "a player who has seen it already" in text
    assert "3 times in a game at most. This would be number 1." in text
    commands.do(others[0], "answer-wish", "yes")
    done = link(others[0])
    await opens(fresh, done)
    third = await device(10)
    await opens(third, session.fragment(fresh, sitting_at(fresh).about.save).lstrip("#"))
    commands.do(third, "menu")
    assert "Ask for a seat that is lost" not in said(third)
    commands.do(third, "claim")
    assert sheet(third) != "claim"
    with pytest.MonkeyPatch.context() as patched:  # a modified page asks although the rules forbid it
        patched.setattr(letters, "may_hand", lambda *_: True)
        third.place.clear()
        commands.do(third, "claim")
        assert sheet(third) == "claim"
        commands.do(third, "claim-seat")
        again_ = link(third)
    ring = state.dice_of(sitting_at(others[0]).match).ring
    assert "once at a move, and 3 times in a game" in await opens(others[0], again_)
    assert sheet(others[0]) != "wish"
    assert state.dice_of(sitting_at(others[0]).match).ring == ring
    for app in (gone, fresh, third, *others):
        app.pause()


async def test_tm_13_the_record_and_the_proof_of_the_dice_tell_who_went_to_another_device() -> None:
    gone, others, last, _ = await lost("parcheesi", 2)
    fresh = await device(9)
    await opens(fresh, await agrees(others[0], await asked(fresh, last)))
    table = sitting_at(fresh)
    (handover,) = state.dice_of(table.match).ring.handovers
    record = texts.as_text(table, "")
    assert f'[Handovers "1 of 3: seat {handover.chair + 1} after {handover.ply} moves"]' in record
    purchase_search = await device(12)
    texts.bring(purchase_search, record)
    for app in (fresh, purchase_search):
        app.place.clear()
        commands.do(app, "verify")
        assert f"went to a new device after move {handover.ply}" in said(app)
    for app in (gone, fresh, purchase_search, *others):
        app.pause()


async def test_tm_20_the_inviter_can_lay_a_table_again_and_the_rules_sheet_says_so() -> None:
    """Two games of the same players begin differently.

    The inviter can therefore start a game again until the beginning is favourable. The rules sheet says so.
    """
    seeds = []
    for number in (1, 101):
        asha, bela = await device(number), await device(number + 1)
        await invited("parcheesi", bela, inviter=asha)
        seeds.append(sitting_at(asha).match.seed)
        sitting_at(asha).show(None)
        asha.place.clear()
        commands.do(asha, "rules", "apart")
        assert "can drop it and invite again until the beginning suits" in said(asha)
        assert "a player who has seen a roll can have another one" in said(asha)
        for app in (asha, bela):
            app.pause()
    assert seeds[0] != seeds[1]
