"""Test sending games and looking at received games. Neither changes a game in progress or a stored game."""

from __future__ import annotations

import re

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.errors import TextError
from chowk.features.sharing import game_link, send
from chowk.storage.plan import SeatPlan, usual_plan
from chowk.ui.nodes import Node
from tests.fakes import FakeWorld, app_in, sitting_at, world_of
from tests.unit import shelf


def world(app: App) -> FakeWorld:
    assert isinstance(world_of(app), FakeWorld)
    return world_of(app)


async def opened(texts: dict[str, str] | None = None) -> App:
    app = app_in(FakeWorld(texts))
    await app.start()
    return app


async def playing(*moves: str) -> App:
    """Return an app with a game of Reversi between two people, after these moves."""
    app = await opened()
    plan = usual_plan("reversi")
    app.begin(plan._replace(seats=(SeatPlan("person", 0, "Asha"), SeatPlan("person"))))
    assert app.table is not None
    for move in moves:
        app.table.play(app.table.match.ruleset.notation.read_move(app.table.match.position, move))
    app.save_game(sitting_at(app))
    return app


def fragment(name: str = "checkers", plies: int = 6) -> str:
    walk = shelf.walk(shelf.Table(name, games.sign(name).seats[-1]), 2)
    plan = usual_plan(name)
    seats = (*plan.seats, *plan.seats[1:] * 2)[: walk.match.position.seats]
    return game_link.write(walk.match.until(plies), plan._replace(seats=seats))


def shown(app: App) -> Node:
    return pages.page(app, app.words)


def kinds(node: Node) -> set[object]:
    return {child.attrs.get("data-do") for child in node.walk()}


# Sending ------------------------------------------------------------------------------------------------------------


async def test_the_link_that_is_copied_leads_to_the_game_at_the_table() -> None:
    app = await playing("d3", "c3")
    commands.do(app, "share")
    commands.do(app, "copy-link")
    (copied,) = world(app).clipboard.copied
    assert copied.startswith("https://chowk.invalid/#g=2.")
    record = game_link.read(game_link.find_code(copied))
    assert record.match.written() == ["d3", "c3"]
    assert record.plan.seats[0].name == "Asha"
    assert copied in {node.attrs.get("value") for node in shown(app).walk()}, "it can be marked by hand"
    app.pause()


async def test_while_looking_back_one_chooses_what_the_link_leads_to() -> None:
    app = await playing("d3", "c3", "c4")
    assert app.table is not None
    app.table.show(1)
    plies = {}
    for extent in send.EXTENTS:
        commands.do(app, "share", extent)
        commands.do(app, "copy-link", extent)
        record = game_link.read(game_link.find_code(world(app).clipboard.copied[-1]))
        plies[extent] = (record.match.ply, record.shown_ply)
        assert sum(bool(node.attrs.get("checked")) for node in shown(app).walk()) == 1
    assert plies == {"": (3, None), "at": (3, 1), "until": (1, None)}
    app.pause()


async def test_the_lines_tell_the_players_by_sign_and_typed_name_only() -> None:
    app = await playing("d3")
    commands.do(app, "copy-lines")
    title, black, white, standing, link = world(app).clipboard.copied[0].splitlines()
    assert title == "Reversi on Chowk"
    assert (black, white) == ("⚫ \u2068Asha\u2069: 4", "⚪ White: 1")
    assert standing == "White to move."
    assert link.startswith("https://chowk.invalid/#g=")
    app.pause()


async def test_the_lines_say_whose_turn_it_is_to_whoever_reads_them() -> None:
    app = await opened()
    app.begin(usual_plan("reversi"))
    commands.do(app, "copy-lines")
    assert world(app).clipboard.copied[0].splitlines()[3] == "Black to move."
    app.pause()


async def test_what_the_device_cannot_send_is_not_offered() -> None:
    app = await playing("d3")
    commands.do(app, "share")
    assert {"send", "send-picture"} <= kinds(shown(app))
    world(app).sharing.offers = ()
    assert not {"send", "send-picture"} & kinds(shown(app))
    assert {"copy-link", "copy-lines", "save-picture", "print", "record"} <= kinds(shown(app))
    app.pause()


async def test_lines_and_address_are_handed_to_other_programs_apart() -> None:
    app = await playing("d3")
    commands.do(app, "send")
    title, text, address = world(app).sharing.sent[0]
    assert title in text
    assert "#g=" not in text
    assert "#g=" in address
    app.pause()


async def test_a_game_too_long_for_a_link_is_still_sent_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    app = await playing("d3")
    monkeypatch.setattr(game_link, "LONGEST", 5)
    commands.do(app, "share")
    assert "too long for a link" in shown(app).text
    assert "copy-link" not in kinds(shown(app))
    commands.do(app, "copy-lines")
    commands.do(app, "send")
    assert "#g=" not in world(app).clipboard.copied[0] + "".join(world(app).sharing.sent[0])
    app.pause()


async def test_the_table_and_the_result_offer_to_share() -> None:
    app = await playing("d3")
    commands.do(app, "menu")
    assert "share" in kinds(shown(app))
    commands.do(app, "resign")
    assert app.place.sheet == ("result", "")
    assert "share" in kinds(shown(app))


# Paper --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", games.ready())
async def test_paper_has_every_move_and_no_control(name: str) -> None:
    app = await opened()
    send.follow(app, fragment(name, 9))
    assert app.table is not None
    app.window.printing = True
    commands.do(app, "print")
    assert world(app).sharing.printed == 1
    (paper,) = [node for node in shown(app).walk() if node.attrs.get("class") == "paper"]
    assert not {"button", "a", "input", "canvas"} & {node.tag for node in paper.walk()}
    assert app.words.date("2026-11-21") in paper.text
    words = " ".join(node.text for node in paper.walk() if node.tag == "li").split()
    for move in app.table.match.written():
        assert re.split("[:@]", move)[0] in words, move
    app.window.printing = False
    assert "paper" not in {node.attrs.get("class") for node in shown(app).walk()}


async def test_a_sheet_of_its_own_is_printed_instead_of_the_table() -> None:
    app = await playing("d3")
    app.window.printing = True
    for sheet, printed in (("share", True), ("rules", False), ("dice", False)):
        app.place.clear()
        app.place.open_sheet(sheet)
        assert ("paper" in {node.attrs.get("class") for node in shown(app).walk()}) is printed, sheet
    app.pause()


# Received games -----------------------------------------------------------------------------------------------------


async def test_a_shared_game_is_looked_at_and_nothing_else_is_touched() -> None:
    app = await playing("d3", "c3")
    mine = app.table
    assert mine is not None
    saves_before = dict(app.kept.saves)
    stored = dict(world(app).store.texts)
    send.follow(app, fragment())
    assert app.table is not None
    assert app.table is not mine
    assert app.table.kind == "guest"
    assert app.table.match.ply == 6
    assert mine.match.written() == ["d3", "c3"]
    for name in ("undo", "redo", "resign", "agree", "hint", "roll", "confirm"):
        assert not commands.COMMANDS[name].when(app), name
    app.save_game(sitting_at(app))
    commands.do(app, "back")
    commands.do(app, "home")
    assert app.kept.saves == saves_before
    assert {key: text for key, text in world(app).store.texts.items() if key in stored} == stored
    assert not any(save.plan.game == "checkers" for save in app.kept.saves.values())


async def test_nobody_moves_at_a_table_that_is_only_looked_at() -> None:
    app = await opened()
    send.follow(app, fragment())
    assert app.table is not None
    assert app.table.choice.awaited is None
    assert not world(app).engine.requests
    assert app.table.about.save not in app.kept.saves
    assert app.table.status.text == "{player} to move.", "it is not the reader's turn"
    assert not {"You", "Your turn"} & {node.text for node in shown(app).walk()}


async def test_playing_on_makes_a_game_of_ones_own_from_the_position_shown() -> None:
    app = await opened()
    send.follow(app, fragment())
    assert app.table is not None
    theirs = app.table
    theirs.show(4)
    commands.do(app, "play-on")
    assert app.table is theirs, "first it asks who plays"
    commands.do(app, "play")
    assert app.table is not theirs
    assert app.table.kind != "guest"
    assert app.table.match.written() == theirs.match.written()[:4]
    assert app.table.plan == theirs.plan
    assert theirs.match.ply == 6
    assert list(app.kept.saves) == [app.table.about.save]
    app.pause()


async def test_playing_on_takes_no_other_games_name() -> None:
    app = await playing("d3", "c3")
    assert app.table is not None
    mine = app.table.about.save
    send.follow(app, fragment())
    world(app).seeds = iter([int(mine, 16)])
    commands.do(app, "play-on")
    commands.do(app, "play")
    assert app.table.about.save != mine
    assert app.kept.saves[mine].match.written() == ["d3", "c3"]
    app.pause()


async def test_a_finished_game_can_be_played_on_only_from_before_its_end() -> None:
    app = await opened()
    match = games.load("reversi").match(1)
    match.resign(0)
    send.follow(app, game_link.write(match, usual_plan("reversi")))
    assert not commands.COMMANDS["play-on"].when(app)
    walk = shelf.walk(shelf.Table("reversi", 2), 1).match
    assert walk.outcome() is not None
    send.follow(app, game_link.write(walk, usual_plan("reversi")))
    assert not commands.COMMANDS["play-on"].when(app)
    commands.do(app, "back")
    assert commands.COMMANDS["play-on"].when(app)


async def test_a_link_may_open_at_a_move_in_the_middle() -> None:
    app = await opened()
    match = shelf.walk(shelf.Table("reversi", 2), 1).match
    send.follow(app, game_link.write(match, usual_plan("reversi"), 7))
    assert app.table is not None
    assert app.table.ply == 7


@pytest.mark.parametrize("wrong", ["#g=1.AAAA", "#g=9.AAAA", "#g=1." + "A" * 5000, "#lang=kn&g=1.", "#g=1.<script>"])
async def test_a_bad_link_says_so_and_leaves_the_table_as_it_is(wrong: str) -> None:
    app = await playing("d3")
    mine = app.table
    send.follow(app, wrong)
    assert app.table is mine
    assert app.voice.toast is not None
    assert app.voice.toast.alert
    assert "link" in app.voice.toast.text.text
    app.pause()


async def test_another_fragment_means_what_it_did() -> None:
    app = await opened()
    for other in ("", "#lang=kn", "#rule-R16"):
        assert not send.open_link(app, other)
    assert app.table is None
    assert app.voice.toast is None


async def test_a_link_is_opened_from_pasted_text_too_and_complained_of_there() -> None:
    app = await opened()
    commands.do(app, "paste")
    commands.do(app, "import", "Look at this:\nhttps://chowk.invalid/#g=1.AAAA")
    assert app.voice.complaint is not None
    assert "damaged" in app.voice.complaint.why.text
    commands.do(app, "import", f"Look at this:\nhttps://chowk.invalid/{fragment()} !")
    assert app.table is not None
    assert app.table.kind == "guest"
    assert not app.place.sheets


async def test_a_message_in_a_link_is_a_text_error() -> None:
    app = await opened()
    with pytest.raises(TextError):
        send.visit(app, "g=1.x")
