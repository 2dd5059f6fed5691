"""Test the effects of a frame (one drawing of the page), such as fetching a file, storing a text or moving the focus.

The application returns effects as values, and `chowk.browser` carries them out.
"""

from __future__ import annotations

import json

import pytest

from chowk.app import commands, pages
from chowk.app.app import App
from chowk.app.effects import (
    Caused,
    Effect,
    EnterSheet,
    FetchAhead,
    FetchCatalogue,
    FetchSkin,
    LetToastGo,
    NeedEngine,
    NoteGames,
    NoteLook,
    ReturnFocus,
    ScrollToTop,
    UseLanguage,
    due,
)
from chowk.core import parcels
from chowk.core.message import say
from chowk.i18n import i18n
from chowk.i18n.toast import Toast
from chowk.session.navigation import OpenSheet
from chowk.session.table import Table
from chowk.ui.window import UNNOTED
from tests.unit.ui.test_pages import PERSON_AND_BOT, TWO, at_home, at_table, with_saves, with_sheet


class Frames:
    """The successive frames (drawings of the page) of an application.

    Each call of `next` returns the effects of the next frame.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self.caused = Caused()

    def next(self) -> tuple[Effect, ...]:
        self.caused, effects = due(self.app, pages.root_attrs(self.app), self.caused)
        return effects


async def settled(app: App | None = None) -> Frames:
    """Return the frames of an application after its first frame, so that the first effects have been carried out."""
    frames = Frames(app or await at_home())
    frames.next()
    return frames


@pytest.fixture
def apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the Hindi translation and the skin "handloom" (a look of boards) separate files, as in the built page."""
    monkeypatch.setattr(i18n, "_separate_languages", lambda: frozenset({"hi"}))
    monkeypatch.setattr(i18n, "_laid", {})
    monkeypatch.setattr(parcels, "shipped", lambda: {"handloom": ("py/skins/handloom.packed", "")})
    monkeypatch.setattr(parcels, "_archives", {})


async def test_the_first_frame_notes_the_look_and_the_games() -> None:
    app = await with_saves()
    look, games = Frames(app).next()
    assert look == NoteLook(app.settings, "auto", "end")
    assert isinstance(games, NoteGames)
    assert len(json.loads(games.note)["cards"]) == 2
    assert games.waiting == 0


async def test_a_frame_of_the_same_state_causes_nothing() -> None:
    for app in (await at_home(), await with_saves(), await at_table("reversi", TWO, 4)):
        assert (await settled(app)).next() == ()


async def test_the_effects_of_a_frame_change_nothing() -> None:
    frames = Frames(await with_sheet(("menu", "")))
    assert due(frames.app, pages.root_attrs(frames.app), Caused()) == due(
        frames.app, pages.root_attrs(frames.app), Caused()
    )


@pytest.mark.usefixtures("apart")
async def test_a_wanted_language_is_fetched_once() -> None:
    frames = await settled()
    frames.app.change_settings(language="hi")
    look, *rest = frames.next()[::-1]
    assert isinstance(look, NoteLook)
    assert rest == [FetchCatalogue("hi")]
    assert frames.next() == (), "it is on its way"


@pytest.mark.usefixtures("apart")
async def test_a_language_that_did_not_arrive_is_fetched_again_only_when_it_is_chosen_again() -> None:
    frames = await settled()
    frames.app.change_settings(language="hi")
    frames.next()
    frames.caused = frames.caused._replace(language="")
    frames.app.window.lost = "hi"
    assert frames.next() == ()
    frames.app.change_settings(language="hi")
    assert frames.next() == (FetchCatalogue("hi"),)


@pytest.mark.usefixtures("apart")
async def test_the_language_in_use_stays_in_use_while_another_is_fetched() -> None:
    frames = await settled()
    frames.app.change_settings(language="gu")
    assert UseLanguage("gu") in frames.next()
    frames.app.window.spoken = "gu"
    frames.app.change_settings(language="hi")
    assert not any(isinstance(effect, UseLanguage) for effect in frames.next())
    assert frames.app.language == "gu"


@pytest.mark.usefixtures("apart")
async def test_a_chosen_skin_is_fetched_once_and_not_again_if_it_did_not_arrive() -> None:
    frames = await settled()
    frames.app.change_settings(skin="handloom")
    assert FetchSkin("handloom") in frames.next()
    assert frames.next() == ()
    frames.caused = frames.caused._replace(skin="")
    frames.app.window.bare = "handloom"
    assert frames.next() == ()


@pytest.mark.usefixtures("apart")
async def test_what_is_there_is_not_fetched() -> None:
    frames = await settled()
    parcels.mark_fetched("handloom")
    frames.app.change_settings(skin="handloom", language="gu")
    assert {type(effect) for effect in frames.next()} == {UseLanguage, NoteLook}


async def test_a_changed_look_is_noted() -> None:
    frames = await settled()
    frames.app.change_settings(theme="dark", left_handed=True)
    assert frames.next() == (NoteLook(frames.app.settings, "dark", "start"),)


async def test_games_are_noted_on_the_home_page_after_all_have_been_read() -> None:
    app = await at_table("reversi", TWO, 4)
    frames = await settled(app)
    commands.do(app, "tap", app.table.open[0] if app.table else "")
    assert frames.next() == (), "not at a table"
    app.leave()
    app.window.noted = UNNOTED
    assert frames.next() == (), "not before they are read"
    app.window.noted = None
    (note,) = frames.next()
    assert isinstance(note, NoteGames)


async def test_the_engine_is_needed_by_an_unfinished_game_against_opponents() -> None:
    frames = await settled(await at_table("reversi"))
    assert frames.caused.engine == ""
    app = await at_table("reversi", PERSON_AND_BOT)
    frames = Frames(app)
    assert NeedEngine("reversi") in frames.next()
    assert NeedEngine("reversi") not in frames.next()
    commands.do(app, "home")
    assert NeedEngine("") in frames.next()


async def test_the_engine_is_needed_no_longer_once_the_game_is_over() -> None:
    frames = await settled(await at_table("reversi", PERSON_AND_BOT))
    table = frames.app.table
    assert table is not None
    table.match.resign(0)
    assert NeedEngine("") in frames.next()


async def test_a_games_files_are_fetched_ahead_once_while_it_is_set_up() -> None:
    frames = await settled()
    frames.app.set_up("checkers")
    assert FetchAhead("checkers") in frames.next()
    assert FetchAhead("checkers") not in frames.next()
    frames.app.close_sheet()
    frames.app.open_sheet("rules", "reversi")
    assert not any(isinstance(effect, FetchAhead) for effect in frames.next())
    frames.app.close_sheet()
    frames.app.set_up("reversi")
    assert FetchAhead("reversi") in frames.next()
    frames.app.close_sheet()
    frames.app.set_up("checkers")
    assert FetchAhead("checkers") not in frames.next()


async def test_the_focus_enters_a_sheet_and_returns() -> None:
    app = await at_table("reversi", TWO, 4)
    frames = await settled(app)
    app.open_sheet("menu")
    assert frames.next() == (EnterSheet(remember=True),)
    app.open_sheet("settings")
    assert frames.next() == (EnterSheet(remember=True),)
    app.close_sheet()
    assert frames.next() == (EnterSheet(closed=1),), "the sheet below has the focus again"
    app.close_sheet()
    assert frames.next() == (ReturnFocus(1, OpenSheet("menu")),)


async def test_another_table_begins_at_the_top_of_the_page() -> None:
    app = await at_home()
    frames = await settled(app)
    commands.do(app, "open", "reversi")
    commands.do(app, "begin", "people")
    assert ScrollToTop() in frames.next()
    assert ScrollToTop() not in frames.next()
    table = app.table
    assert table is not None
    app.sit_down(Table(table.game, table.plan, table.match, table.about.save, app.clock.now()))
    assert ScrollToTop() not in frames.next(), "the game is the same"
    commands.do(app, "home")
    assert ScrollToTop() not in frames.next(), "the browser restores the place on the home page"


async def test_only_a_toast_that_confirms_something_goes_by_itself() -> None:
    app = await at_home()
    frames = await settled(app)
    app.voice.toast = Toast(say("This file cannot be read."), alert=True)
    assert frames.next() == ()
    app.voice.toast = done = Toast(say("Copied."), brief=True)
    assert frames.next() == (LetToastGo(done),)
    assert frames.next() == ()


async def test_all_sheets_may_close_at_once() -> None:
    app = await with_sheet(("menu", ""), ("settings", ""))
    frames = await settled(app)
    app.place.clear()
    assert frames.next() == (ReturnFocus(2, OpenSheet("menu")),), "the lowest sheet is opened from the page"


async def test_a_choice_within_a_sheet_keeps_the_focus() -> None:
    app = await with_sheet(("rules", ""))
    frames = await settled(app)
    app.open_sheet("rules", "R12")
    assert frames.next() == (EnterSheet(same_sheet=True),)


async def test_all_choices_of_a_set_up_are_another_page_of_its_sheet() -> None:
    app = await with_sheet(("open", "kilkenny"))
    frames = await settled(app)
    commands.do(app, "more")
    assert frames.next() == (EnterSheet(same_sheet=True, title=True),), "its choices are above its main button"
    commands.do(app, "players", "3")
    assert frames.next() == ()


async def test_a_sheet_that_replaces_another_takes_the_focus() -> None:
    app = await with_sheet(("menu", ""))
    frames = await settled(app)
    app.place.close()
    app.open_sheet("settings")
    assert frames.next() == (EnterSheet(),)
