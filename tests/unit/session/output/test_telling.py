"""Test how much a screen reader says about a move, and the form of the move list (requirement AX-21)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.dice import seat_to_act
from chowk.core.match import Match
from chowk.core.message import english
from chowk.core.position import CHANCE
from chowk.session.output import announce
from chowk.session.table import Table
from chowk.storage.plan import Plan, SeatPlan
from chowk.storage.settings import Settings
from chowk.ui.nodes import Node
from chowk.ui.screens import log
from tests.fakes import FakeWorld, app_in
from tests.unit.ui.test_pages import PERSON_AND_BOT, at_table, find, settle

PEOPLE = (SeatPlan(name="Asha"), SeatPlan(name="Kishan"))


async def said_of(game: str, spots: tuple[str, ...], **chosen: Any) -> tuple[App, list[str]]:
    """Play a move in a game of two people. Return the app and the announcements about the move.

    `spots` are tapped one after another. `chosen` are settings.
    """
    app = app_in(FakeWorld())
    app.kept.settings = Settings(**chosen)
    app.begin(Plan(game, PEOPLE, {}))
    assert app.table is not None
    for spot in spots:
        for _ in range(100_000):
            if app.table.choice.awaited is not None:
                break
            await asyncio.sleep(0)
        commands.do(app, "tap", spot)
    for _ in range(100_000):
        if app.table.match.ply:
            break
        await asyncio.sleep(0)
    return app, [english(message) for message in app.voice.spoken]


async def test_what_happened_is_said_unless_something_else_is_chosen() -> None:
    app, sentences = await said_of("reversi", ("d3",))
    assert app.table is not None
    assert sentences == [english(message) for message in app.table.log.latest]
    assert any("turning 1 disc" in text for text in sentences)


async def test_only_the_move_is_said_in_its_notation() -> None:
    app, sentences = await said_of("checkers", ("11", "15"), telling="short")
    assert [app.words(message) for message in app.voice.spoken] == ["\u2068Asha\u2069: 11-15"]
    assert len(sentences) == 1


async def test_the_score_is_said_as_well() -> None:
    app, sentences = await said_of("reversi", ("d3",), telling="full")
    assert app.table is not None
    logged = [english(message) for message in app.table.log.latest]
    assert sentences[: len(logged)] == logged
    spoken = [app.words(message) for message in app.voice.spoken]
    assert [text for text in spoken if text.endswith(": 4")], "four discs are black now"
    assert [text for text in spoken if text.endswith(": 1")], "and one is white"


def lines(node: Node) -> list[str]:
    """Return the texts of the lines in a log of moves."""
    if node.attrs.get("class") == "telling":
        return ["".join(str(child) for child in node.children)]
    return [line for child in node.children if isinstance(child, Node) for line in lines(child)]


@pytest.mark.parametrize("code", ["en", "bn"])
async def test_the_list_of_moves_is_written_in_notation_with_the_readers_digits(code: str) -> None:
    app, _ = await said_of("checkers", ("11", "15"), moves="notation", language=code)
    assert app.table is not None
    assert lines(log.log_sheet(app, app.words, app.table)) == ["11-15" if code == "en" else "১১-১৫"]
    app.table.rewound()
    assert len(app.table.log.lines) == 1, "what is written again is the same"
    assert [line.written for line in app.table.log.lines] == ["11-15"]


async def test_the_list_of_moves_names_squares_to_screen_readers_where_its_text_does_not() -> None:
    app, _ = await said_of("checkers", ("11", "15"))
    assert app.table is not None
    named = list[str]()
    for labels in (False, True):
        app.kept.settings = app.settings._replace(labels=labels)
        node = log.log_sheet(app, app.words, app.table)
        assert lines(node) != ["11-15"]
        (line,) = [part for part in node.walk() if part.attrs.get("data-do") == "show"]
        named.append(str(line.attrs.get("aria-label", "")))
        text = line.text if labels else named[-1]
        assert "11 to 15" in text
    assert named == ["1\n\u2068Asha\u2069: 11 to 15.", ""], "what is written is not said in other words"


async def test_the_score_is_told_on_request_where_cards_lead_with_other_counts() -> None:
    app, _ = await said_of("patchwork", ())
    commands.do(app, "announce-score")
    sentences = [app.words(message) for message in app.voice.spoken]
    assert sentences[0].endswith("Score now: \N{MINUS SIGN}157")
    assert "Buttons: 5" in " ".join(sentences)
    assert "Score" not in "".join(fact.text for fact in find(pages.page(app, app.words), class_="fact"))


def against(game: str, people: int = 1) -> Table:
    """Return a table at which a person moves first and a computer opponent second, or two people play."""
    second = SeatPlan("bot", 0) if people == 1 else SeatPlan(name="Kishan")
    return Table(games.load(game), Plan(game, (SeatPlan(), second)), games.load(game).match(1, 2), "save", "")


def calls(table: Table, detail: str = "") -> list[str]:
    return [english(message) for message in announce.call_to_move(detail, table)]


def test_the_only_person_is_called_when_another_players_turn_has_ended() -> None:
    table = against("reversi")
    assert calls(table) == [english(table.status)], "the game begins"
    assert calls(table)[0].startswith("Your turn: ")
    for spot, called in (("d3", False), ("c3", True)):
        table.play(table.match.ruleset.notation.read_move(table.match.position, spot))
        assert bool(calls(table)) is called
    assert calls(table, "short") == []
    table.match.resign(0)
    assert calls(table) == []


def test_whoever_rolls_again_after_a_move_is_called_again() -> None:
    table, again = against("parcheesi"), 0
    while table.outcome is None and again < 3:
        position, before = table.match.position, table.match.ply
        table.play(table.match.roll() if position.turn == CHANCE else position.moves()[-1])
        after = table.match.position
        if position.turn == 0 and after.turn == CHANCE and seat_to_act(after) == 0:
            assert calls(table) == [english(table.status)], before
            again += 1
        elif position.turn == CHANCE and after.turn == 0:
            assert calls(table) == [], "the roll has been announced"
    assert again == 3


def test_people_around_one_device_are_not_called_and_nobody_before_a_pass() -> None:
    assert calls(against("reversi", people=2)) == []
    table = against("reversi")
    passes = "--XXXXOXXXXXXOOXXOXOOOOXXOXOOOOXXOOOXOOXXOXOOXOXXOOOOOXXXOOXXXXX X"
    position = table.game.notation.read_position(passes)
    assert table.game.rules.forced(position) is not None
    passing = Table(table.game, table.plan, Match(table.game.ruleset, position, 1), "save", "")
    assert calls(passing) == []


async def test_an_undo_says_which_moves_were_taken_back_and_once_whose_turn_it_is() -> None:
    app = await at_table("reversi", PERSON_AND_BOT, 2)
    table = app.table
    assert table is not None
    told = [app.words(sentence) for line in table.log.lines for sentence in line.named_sentences][-2:]
    assert "turning" in told[0]
    for command, title in (("undo", "Taken back:"), ("redo", "Played again:")):
        commands.do(app, command)
        await settle(app, lambda: table.choice.awaited is not None)
        assert [app.words(message) for message in app.voice.spoken] == [title, *told, app.words(table.status)]
        assert app.words(table.status).startswith("Your turn: ")
    app.pause()


def test_the_call_to_move_says_your_turn_where_the_status_does_not() -> None:
    game = games.load("patchwork")
    match = game.match(1, 2)
    seats = (SeatPlan(), SeatPlan("bot", 0))
    table = Table(game, Plan("patchwork", seats if match.position.turn == 0 else seats[::-1]), match, "save", "")
    assert calls(table) == ["Your turn.", english(table.status)]
    assert "Your turn" not in english(table.status)


async def test_turning_the_board_and_showing_only_the_board_are_announced() -> None:
    app = await at_table("checkers")
    table = app.table
    assert table is not None
    near = table.near
    commands.do(app, "turn")
    assert table.near != near
    name = ("Asha", "Kishan")[table.near]
    spoken = "".join(app.words(message) for message in app.voice.spoken).replace("\u2068", "").replace("\u2069", "")
    assert spoken == f"{name}: Near side of the board"
    commands.do(app, "bare")
    assert [english(message) for message in app.voice.spoken] == ["Only the board"]
    commands.do(app, "bare")
    assert app.voice.spoken == (table.status,)
    app.pause()
