"""Test the keys and the sheet that lists them (requirements PL-33 and AX-02).

The list is complete. Keys that type a character can be switched off. Some keys answer a question about the game.
"""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.app.commands import COMMANDS
from chowk.core.message import english
from chowk.session.input.keyboard import STEERING
from chowk.session.table import Table
from chowk.storage import saves
from chowk.storage.plan import usual_plan
from chowk.storage.settings import Settings
from chowk.ui.sheets import shortcuts
from tests.fakes import FakeWorld, app_in, sitting_at

every_game = pytest.mark.parametrize("name", games.SHELF)


async def seated(name: str) -> tuple[App, Table]:
    """Return an app and its table as soon as a person has to choose a move."""
    app = app_in(FakeWorld())
    app.begin(usual_plan(name))
    assert app.table is not None
    for _ in range(100_000):
        if app.table.choice.awaited is not None:
            return app, app.table
        app.loop.roll()
        await asyncio.sleep(0)
    raise AssertionError("nobody has a choice")


def listed(app: App) -> Counter[str]:
    return Counter(key for _, rows in shortcuts.groups(app) for row in rows for key in row.keys)


def spoken_text(app: App) -> str:
    return " | ".join(english(message) for message in app.voice.spoken)


def test_where_no_game_is_at_hand_every_key_is_listed_once_for_each_use() -> None:
    app = app_in(FakeWorld())
    every = Counter(key for command in COMMANDS.values() for key in command.keys)
    every += Counter(key for command in STEERING for key in command.keys)
    assert every["d"] == 2, "D throws the dice, or says what they show"
    assert listed(app) == every - Counter("d"), "both uses of D are in one row"


async def test_a_key_with_two_uses_in_a_game_is_listed_once_with_both() -> None:
    app, table = await seated("parcheesi")
    labels = [english(row.label) for _, rows in shortcuts.groups(app) for row in rows if row.keys == ("d",)]
    assert labels == ["Roll, or if that is impossible now: What do the dice show?"]
    assert table.choice.rolling is None
    assert commands.key(app, "d")
    assert app.voice.spoken, "the dice were read, because no roll is due"
    app.pause()


@every_game
async def test_every_key_that_does_something_is_listed(name: str) -> None:
    app, table = await seated(name)
    keys = set(listed(app))
    pressed = [*keys, *(key for command in COMMANDS.values() for key in command.keys), *"0123456789abcxyz"]
    for key in dict.fromkeys(pressed):
        app, table = await seated(name)
        if commands.key(app, key) and key != "0":
            assert key in keys, f"{key} does something that nobody is told of"
        app.pause()
    assert ("r" in keys) == (table.game.trial is not None)
    assert ("d" in keys) == table.has_chance


@every_game
async def test_the_sheet_shows_every_key_with_what_it_does(name: str) -> None:
    app, _ = await seated(name)
    assert commands.key(app, "?")
    assert app.place.sheet == ("shortcuts", "")
    words = app.words
    sheet = shortcuts.shortcuts(app, words)
    caps = [node.text for node in sheet.walk() if node.tag == "kbd"]
    labels = [node.text for node in sheet.walk() if node.tag == "dd"]
    rows = [row for _, rows in shortcuts.groups(app) for row in rows]
    assert labels == [words(row.label) for row in rows]
    assert {"←", "Enter", "Space", "Esc", "Page Up", "H", "?"} <= set(caps)
    assert len(caps) >= len(rows)
    assert all(cap.strip() for cap in caps)


def test_no_key_has_two_uses_in_one_game() -> None:
    uses: dict[str, set[str]] = {}
    for name, command in COMMANDS.items():
        for key in command.keys:
            uses.setdefault(key, set()).add(name)
    assert {key: names for key, names in uses.items() if len(names) > 1} == {
        "d": {"roll", "announce-dice"},
        "f": {"turn", "mirror"},
        # An analysis and a set-up position have their own undo commands.
        "u": {"undo", "study-undo", "draft-undo"},
        **{key: {"back", "study-back"} for key in ("[", "pageup")},
        **{key: {"forward", "study-forward"} for key in ("]", "pagedown")},
    }


async def test_characters_can_be_switched_off_and_the_other_keys_stay() -> None:
    app, table = await seated("reversi")
    commands.do(app, "set", "shortcuts off")
    for key in ("h", "u", "?", "m", "[", "H"):
        assert not commands.key(app, key), key
    assert table.choice.hint is None
    sitting_at(app).display.cursor = "d4"
    assert commands.key(app, "ArrowLeft")
    assert table.display.cursor == "c4"
    for key in ("Enter", "Escape", " ", "Home", "End"):
        assert commands.key(app, key), key
    assert saves.read_settings(saves.write_settings(app.settings)) == app.settings
    assert saves.read_settings('{"schema": 1}') == Settings(shortcuts=True)
    app.pause()


# Questions -----------------------------------------------------------------------------------------------------------


@every_game
async def test_every_question_is_answered_in_every_game(name: str) -> None:
    app, table = await seated(name)
    before = table.match.written()
    for key in "wmlsx" + ("d" if table.has_chance else ""):
        answers = app.voice.answers
        assert commands.key(app, key), key
        assert app.voice.answers == answers + 1
        assert app.voice.spoken, key
        assert all(english(message).strip() for message in app.voice.spoken)
        pages.page(app, app.words)
    assert table.match.written() == before
    app.pause()


async def test_the_answers_of_reversi() -> None:
    app, table = await seated("reversi")
    answers = {"w": "Your turn: seat 0 to move.", "l": "No move has been made yet."}
    for key, answer in answers.items():
        commands.key(app, key)
        assert spoken_text(app) == answer
        assert table.choice.hint is None, "it is on the page already"
    commands.key(app, "m")
    assert spoken_text(app).startswith("There are 4 choices. | d3, empty, seat 0 can turn 1 disc | ")
    assert table.choice.hint is not None
    assert table.choice.hint.messages == app.voice.spoken, "it is shown as well"
    commands.key(app, "s")
    assert spoken_text(app).startswith("seat 0, Discs on the board: 2 | seat 0, Discs in hand: 30 | seat 1, ")
    sitting_at(app).display.cursor = "d4"
    commands.key(app, "x")
    around = spoken_text(app).split(" | ")
    assert around[0] == "d4, white disc"
    assert around[1] == "Above: d3, empty, seat 0 can turn 1 disc"
    assert around[3] == "On the right: e4, black disc"
    assert len(around) == 9
    sitting_at(app).display.cursor = "a1"
    commands.key(app, "x")
    assert [text.split(":")[0] for text in spoken_text(app).split(" | ")][1:] == [
        "On the right",
        "Below on the right",
        "Below",
    ]
    app.pause()


async def test_around_a_square_of_checkers_are_its_diagonal_neighbours() -> None:
    app, _ = await seated("checkers")
    sitting_at(app).display.cursor = "18"
    commands.key(app, "x")
    directions = [text.split(":")[0] for text in spoken_text(app).split(" | ")]
    assert directions[1:] == ["Above on the right", "Below on the right", "Below on the left", "Above on the left"]
    app.pause()


async def test_an_answer_that_is_given_twice_is_heard_twice() -> None:
    app, _ = await seated("reversi")

    def spoken() -> str:
        (region,) = [n for n in pages.page(app, app.words).walk() if n.key == "spoken"]
        (inner,) = [child for child in region.children if not isinstance(child, str)]
        return inner.key

    commands.key(app, "s")
    first = spoken()
    assert spoken() == first, "drawing the page again says nothing again"
    commands.key(app, "s")
    assert spoken() != first
    app.pause()


async def test_a_long_answer_is_shown_until_it_is_closed() -> None:
    app, _ = await seated("reversi")
    commands.key(app, "s")
    (card,) = [n for n in pages.page(app, app.words).walk() if n.key == "answer"]
    assert "Discs in hand: 30" in card.text
    commands.do(app, "hush")
    assert not [n for n in pages.page(app, app.words).walk() if n.key == "answer"]
    app.pause()
