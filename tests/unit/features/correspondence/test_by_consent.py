"""Test draws and taking back by consent: requested in one link and answered in the next."""

from __future__ import annotations

import random

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.message import english
from chowk.storage import saves
from tests.fakes import sitting_at, world_of
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
)


def can(app: App, name: str) -> bool:
    """Return True if a command is available in the app now."""
    return bool(commands.COMMANDS[name].when(app))


async def two() -> tuple[App, App]:
    """Return the two apps of a game of Reversi: the app to move, and the app that waits."""
    asha, bela, _, _ = await begun()
    for app in (asha, bela):
        sitting_at(app).show(None)
        app.place.clear()
    return (asha, bela) if mine(asha) else (bela, asha)


async def plays_without_sending(app: App) -> None:
    """Play one move, but do not send its link."""
    app.loop.choose(sitting_at(app), sitting_at(app).match.position.moves()[0])
    await settled()


def sheet(app: App) -> str:
    """Draw the page and return the name of the topmost sheet."""
    assert pages.page(app, app.words).text
    return app.place.sheet.name if app.place.sheet is not None else ""


async def test_a_draw_is_offered_by_a_link_and_agreed_by_the_next() -> None:
    due, waits = await two()
    assert not can(due, "offer-draw")
    commands.do(waits, "offer-draw")
    assert not can(waits, "offer-draw")
    await opens(due, link(waits))
    assert sheet(due) == "wish"
    assert "offers a draw" in pages.page(due, due.words).text
    commands.do(due, "answer-wish", "yes")
    await settled()
    assert sheet(due) == "result"
    assert "Send the link" in pages.page(due, due.words).text
    due.place.clear()
    assert "Send the link" in pages.page(due, due.words).text
    commands.do(due, "send-move", "ways")
    await opens(waits, link(due))
    for app in (due, waits):
        outcome = sitting_at(app).outcome
        assert outcome is not None
        assert outcome.why == "agreed"
        app.place.clear()
        assert "Send the link" not in pages.page(app, app.words).text
        app.pause()


async def test_a_word_that_is_to_be_sent_is_not_called_a_move() -> None:
    due, waits = await two()
    commands.do(waits, "offer-draw")
    waits.place.clear()
    shown = pages.page(waits, waits.words).text
    assert "The others do not know it yet. Send the link." in shown
    assert "Send my move" not in shown
    commands.do(waits, "send-move", "ways")
    await opens(due, link(waits))
    commands.do(due, "answer-wish", "no")
    await settled()
    await plays_without_sending(due)
    assert "Send my move" in pages.page(due, due.words).text
    for app in (due, waits):
        app.pause()


async def test_whoever_is_asked_may_look_at_the_board_first_and_play_on() -> None:
    due, waits = await two()
    commands.do(waits, "offer-draw")
    await opens(due, link(waits))
    commands.do(due, "close")
    assert "The request" in pages.page(due, due.words).text
    commands.do(due, "wish")
    assert sheet(due) == "wish"
    commands.do(due, "answer-wish", "no")
    await settled()
    assert sheet(due) == ""
    await opens(waits, await plays(due, random.Random(1)))
    assert sitting_at(waits).outcome is None
    assert mine(waits)
    for app in (due, waits):
        app.pause()


async def test_what_is_asked_is_kept_with_the_game() -> None:
    due, waits = await two()
    commands.do(waits, "offer-draw")
    await opens(due, link(waits))
    for app in (due, waits):
        save = app.kept.saves[sitting_at(app).about.save]
        again = saves.read_save(saves.write_save(save), games.find_ruleset)
        assert again.correspondence == save.correspondence
        assert save.correspondence is not None
        assert save.correspondence.wish is not None
        app.pause()


@pytest.mark.parametrize("agreed", [True, False])
async def test_a_move_is_taken_back_when_the_other_agrees(agreed: bool) -> None:
    due, waits = await two()
    moves = sitting_at(waits).match.moves
    commands.do(waits, "ask-back")
    await opens(due, link(waits))
    assert sheet(due) == "wish"
    assert "asks to take a move back" in pages.page(due, due.words).text
    commands.do(due, "answer-wish", "yes" if agreed else "no")
    await settled()
    if not agreed:
        assert sitting_at(due).match.moves == moves
        assert mine(due)
        await opens(waits, await plays(due, random.Random(1)))
        assert sitting_at(waits).match.moves[: len(moves)] == moves
    else:
        await opens(waits, link(due))
        assert sitting_at(waits).match.moves == sitting_at(due).match.moves == moves[:-1]
        assert mine(waits)
        text = await plays(waits, random.Random(5))
        await opens(due, text)
        again = await device(9, dict(world_of(due).store.texts))
        assert "already" in await opens(again, text)
        await opens(waits, await plays(due, random.Random(5)))
        assert sitting_at(due).match.moves == sitting_at(waits).match.moves
        again.pause()
    for app in (due, waits):
        app.pause()


async def test_what_was_said_with_a_move_is_taken_back_with_it() -> None:
    due, waits = await two()
    for app in (due, waits):
        table, other = sitting_at(app), sitting_at(waits).distance
        assert table.distance is not None and other is not None and other.chair is not None  # noqa: PT018
        table.play_apart(table.distance.reacting(other.chair, 3, table.match.ply))
        assert table.distance.reaction(table.match, other.chair) == 3
        app.save_game(table)
    commands.do(waits, "ask-back")
    await opens(due, link(waits))
    commands.do(due, "answer-wish", "yes")
    await settled()
    await opens(waits, link(due))
    await opens(due, await plays(waits, random.Random(1)))
    for app in (due, waits):
        table, other = sitting_at(app), sitting_at(waits).distance
        assert table.distance is not None and other is not None and other.chair is not None  # noqa: PT018
        assert table.distance.reaction(table.match, other.chair) == 0
        app.pause()


async def test_games_with_dice_take_nothing_back_and_more_than_two_offer_no_draw() -> None:
    asha, bela, chand = [await device(number) for number in range(3)]
    await invited("kilkenny", bela, chand, inviter=asha)
    await opens(bela, link_after_laying(asha))
    for app in (asha, bela):
        app.place.clear()
        sitting_at(app).show(None)
        assert not can(app, "ask-back")
        assert not can(app, "offer-draw")
        app.pause()


async def test_where_the_rules_offer_a_draw_whoever_rolls_is_asked_first_and_the_others_by_link(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("chowk.games.kilkenny.rules.state.OFFERED", 2)
    asha, bela = await device(1), await device(2)
    await invited("kilkenny", bela, inviter=asha)
    text, draw = link_after_laying(asha), random.Random(4)
    await opens(bela, text)
    for _ in range(12):
        due, waits = (asha, bela) if mine(asha) or sheet(asha) == "offer" else (bela, asha)
        if sheet(due) == "offer":
            break
        await opens(waits, await plays(due, draw))
        await settled()
    assert sheet(due) == "offer"
    assert "asked by the link" in pages.page(due, due.words).text
    commands.do(due, "accept-draw")
    await settled()
    due.place.clear()
    commands.do(due, "send-move", "ways")
    plies = sitting_at(due).match.ply
    await opens(waits, link(due))
    assert sheet(waits) == "wish"
    commands.do(waits, "answer-wish", "no")
    await settled()
    reply = await opens(due, link(waits))
    assert "Not everybody agrees" in reply
    await settled()
    assert sitting_at(due).choice.rolling is not None
    await opens(waits, await plays(due, draw))
    assert sitting_at(waits).match.ply > plies
    for app in (asha, bela):
        app.pause()


async def test_what_one_did_not_agree_to_is_told_and_refused() -> None:
    due, waits = await two()
    sitting_at(due).match.agree()
    commands.do(due, "send-move", "ways")
    reply = await opens(waits, link(due))
    assert "You did not on this device" in reply
    assert sitting_at(waits).outcome is None
    assert english(sitting_at(waits).status)
    for app in (due, waits):
        app.pause()
