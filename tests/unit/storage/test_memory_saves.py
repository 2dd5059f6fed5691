"""Test storage: old formats, failing devices, and several pages with the same game."""

from __future__ import annotations

import asyncio
import json
from typing import Final

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.errors import TextError
from chowk.core.message import english, say, say_in
from chowk.i18n.toast import Toast
from chowk.storage import saves
from chowk.storage.plan import Plan
from tests.fakes import FakeGameLocks, FakeStore, FakeWorld, app_in, world_of
from tests.unit.app.test_app import AGAINST_BOT, PEOPLE, begun, opened, settle, table_of, tap, waiting

FIRST_FORM = """{
 "schema": 1, "id": "00000000000000a1",
 "plan": {"game": "reversi",
  "seats": [{"kind": "person", "level": 0, "name": "Asha"}, {"kind": "bot", "level": 2, "name": ""}],
  "options": {}, "take_back": "free"},
 "record": "[Game \\"reversi\\"]\\n[Seed \\"7\\"]\\n\\n1. d3 2. c3 *\\n",
 "undone": ["c4"], "said": "", "loser": 0,
 "created": "2026-11-20T08:00:00+00:00", "updated": "2026-11-20T08:05:00+00:00"}"""
"""A saved game in the first version of the stored form."""


async def quiet() -> None:
    for _ in range(30):
        await asyncio.sleep(0)


# Forms --------------------------------------------------------------------------------------------------------------


def test_pl_07_a_game_in_the_first_form_is_read() -> None:
    save = saves.read_save(FIRST_FORM, games.find_ruleset)
    assert save.match.written() == ["d3", "c3"]
    assert (save.plan.seats[0].name, save.seconds) == ("Asha", 0)
    assert save.helped, "a move was taken back in it"
    again = saves.write_save(save)
    assert json.loads(again)["schema"] == saves.SCHEMA == 3
    assert saves.read_save(again, games.find_ruleset)._replace(match=save.match) == save


def test_set_ups_and_settings_of_the_first_form_are_read() -> None:
    plan = Plan("reversi", PEOPLE)
    assert saves.plan_from(saves.write_plan(plan).replace('"schema": 3', '"schema": 1')) == plan
    assert saves.read_settings('{"schema": 1, "theme": "dark"}').theme == "dark"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"schema": 1', '"schema": 99', "newer version"),
        ('"schema": 1', '"schema": 0', "not a saved game"),
        ('"schema": 1', '"schema": -3', "not a saved game"),
        ('"schema": 1', '"schema": 3', "damaged"),
        ('"undone": ["c4"]', '"undone": ["c4"], "seconds": -1', "damaged"),
        ('"undone": ["c4"]', '"undone": ["c4"], "helped": 1', "damaged"),
        ("2. c3", "2. a1", "a1"),
    ],
)
def test_a_form_that_nobody_can_read_says_so(old: str, new: str, why: str) -> None:
    assert old in FIRST_FORM
    with pytest.raises(TextError, match=why):
        saves.read_save(FIRST_FORM.replace(old, new), games.find_ruleset)


# Time and help ------------------------------------------------------------------------------------------------------


async def test_the_time_at_the_table_is_kept_but_not_that_of_a_long_pause() -> None:
    app, world, table = await begun()
    clock = iter(("12:00:07", "12:00:10", "15:00:00", "15:00:00"))
    world.clock.now = lambda: f"2026-11-21T{next(clock)}+00:00"  # type: ignore[method-assign]
    await tap(app, "d3", "c3", "c4")
    await waiting(app)
    assert table.about.seconds == 7 + 3 + 300
    again, _ = await opened(FakeWorld(world.store.texts))
    (save,) = again.kept.saves.values()
    assert save.seconds == table.about.seconds


async def test_a_move_that_is_taken_back_counts_as_help_and_a_reload_remembers_it() -> None:
    app, world, table = await begun()
    await tap(app, "d3")
    await waiting(app)
    assert not table_of(app).about.helped
    commands.do(app, "undo")
    await waiting(app)
    assert table.about.helped
    again, _ = await opened(FakeWorld(world.store.texts))
    (save,) = again.kept.saves.values()
    assert save.helped


# Devices that refuse storage ----------------------------------------------------------------------------------------


def toast_text(app: App) -> str:
    return english(app.voice.toast.text) if app.voice.toast else ""


async def test_a_full_device_is_told_of_once_and_the_game_goes_on() -> None:
    app, world, table = await begun()
    await tap(app, "d3")
    await waiting(app)
    stored = dict(world.store.texts)
    world.store.full = True
    await tap(app, "c3")
    await waiting(app)
    assert app.voice.toast == Toast(
        say("The browser has run out of space. The game goes on, but new moves are not being saved."),
        "export",
        say_in("the page does it", "Save as a file"),
        alert=True,
    )
    app.voice.toast = None
    await tap(app, "c4")
    await waiting(app)
    assert table.match.ply == 3
    assert not toast_text(app)
    assert world.store.texts == stored, "what was kept before is still there"
    world.store.full = False
    await tap(app, "e3")
    await waiting(app)
    (text,) = (text for key, text in world.store.texts.items() if key.startswith(saves.GAME_KEY))
    assert saves.read_save(text, games.find_ruleset).match.ply == 4, "once there is room again the game is kept"


async def test_a_deleted_game_that_is_open_is_left_and_not_stored_again() -> None:
    app, world, table = await begun()
    await tap(app, "d3", "c3")
    await waiting(app)
    name = table.about.save
    commands.do(app, "edit-kept", "edit")
    commands.do(app, "ask-forget", name)
    await quiet()
    assert app.table is None
    assert app.place.sheet == ("kept", "edit")
    assert saves.GAME_KEY + name not in world.store.texts
    commands.do(app, "restore", name)
    await quiet()
    assert saves.GAME_KEY + name in world.store.texts


async def test_a_device_that_refuses_from_the_start_is_told_of_before_a_game_begins() -> None:
    app, _ = await opened(FakeWorld(refuses=True))
    assert app.voice.toast is not None
    assert not app.voice.toast.do, "there is nothing to save yet"


async def test_pw_21_the_first_finished_game_asks_the_browser_to_keep_it_and_the_list_says_how_that_stands() -> None:
    app, world, _ = await begun(AGAINST_BOT)
    await tap(app, "d3")
    await waiting(app)
    before = world.store.protected
    commands.do(app, "resign")
    await quiet()
    assert (before, world.store.protected) == (False, True)
    commands.do(app, "kept")
    await quiet()
    text = pages.page(app, app.words).text
    assert "The browser has agreed to keep them" in text
    assert "uses 4 MB" in text


async def test_a_list_on_a_device_that_keeps_nothing_says_so_and_saves_what_there_is() -> None:
    app, world = await opened(FakeWorld(refuses=True))
    app.begin(Plan("reversi", PEOPLE))
    await tap(app, "d3")
    await waiting(app)
    commands.do(app, "home")
    commands.do(app, "kept")
    await quiet()
    assert "does not keep your games" in pages.page(app, app.words).text
    commands.do(app, "export")
    await quiet()
    assert "1. d3" in world.files.texts["chowk-games-2026-11-21.json"]


# Pages that close ---------------------------------------------------------------------------------------------------


class SlowStore(FakeStore):
    """A fake store that never finishes a write, as when the page closes first."""

    async def swap(self, *_: object) -> bool:
        return await self._never()

    async def put(self, *_: object) -> None:
        await self._never()

    async def delete(self, *_: object) -> None:
        await self._never()

    async def _never(self) -> bool:
        never: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        return await never


class HeldStore(FakeStore):
    """A fake store that delays each swap (conditional write) until `go` is set."""

    def __init__(self, like: FakeStore) -> None:
        super().__init__(page=like.page)
        self.texts, self.notes = like.texts, like.notes
        self.go = asyncio.Event()

    async def swap(self, key: str, old: str | None, new: str) -> bool:
        await self.go.wait()
        return await super().swap(key, old, new)


LEFT: list[App] = []
"""The apps of closed pages. The list keeps them alive, since an app that is deleted would finish pending writes."""


def change_store(app: App, store: FakeStore) -> None:
    """Replace the store of a running app, as if the device had begun to refuse or delay writes."""
    world_of(app).store = app.kept.store = app.kept.queue.store = store


async def ended(*spots: str) -> tuple[FakeStore, str]:
    """Play d3, then `spots`, and close the page. The moves at `spots` are never written.

    Return the store as the next page finds it, and the key of the game.
    """
    app, world, _ = await begun()
    LEFT.append(app)
    await tap(app, "d3")
    await waiting(app)
    (key,) = (key for key in world.store.texts if key.startswith(saves.GAME_KEY))
    change_store(app, SlowStore(world.store.texts))
    for spot in spots:
        await tap(app, spot)
        await waiting(app)
    app.kept.queue.leave()
    return after(world.store), key


def after(store: FakeStore) -> FakeStore:
    """Return a copy of the store, as a page that is opened next finds it."""
    copy = FakeStore(store.texts)
    copy.notes = dict(store.notes)
    copy.page = "next"
    return copy


async def next_page(store: FakeStore) -> App:
    """Return the app of a page that opens on this store."""
    world = FakeWorld()
    world.store = store
    app = app_in(world)
    await app.start()
    return app


def moves_kept(store: FakeStore, key: str) -> int:
    return saves.read_save(store.texts[key], games.find_ruleset).match.ply


async def test_moves_that_a_page_has_not_written_at_its_end_are_written_by_the_next() -> None:
    store, key = await ended("c3", "c4")
    assert moves_kept(store, key) == 1
    app = await next_page(store)
    assert app.kept.saves[key.removeprefix(saves.GAME_KEY)].match.ply == 3
    assert moves_kept(store, key) == 3
    assert not store.notes


async def test_so_they_are_if_some_were_written_after_all() -> None:
    store, key = await ended("c3", "c4")
    (_, earlier, _), *_ = json.loads(store.notes["first"])
    store.texts[key] = earlier[-1]
    assert moves_kept(store, key) == 2
    await next_page(store)
    assert moves_kept(store, key) == 3


async def test_a_first_move_is_left_to_the_next_page_too() -> None:
    world = FakeWorld()
    world.store = SlowStore()
    app = app_in(world)
    await app.start()
    app.begin(Plan("reversi", PEOPLE))
    await tap(app, "d3")
    await waiting(app)
    app.kept.queue.leave()
    assert [save.match.ply for save in (await next_page(after(world.store))).kept.saves.values()] == [1]


@pytest.mark.parametrize("gone", [False, True])
async def test_what_was_left_is_not_written_over_what_another_page_made_of_the_game(gone: bool) -> None:
    store, key = await ended("c3")
    if gone:
        del store.texts[key]
    else:
        store.texts[key] = store.texts[key].replace("1. d3 *", "1. d3 2. e3 *")
    before = dict(store.texts)
    app = await next_page(store)
    assert store.texts == before
    assert [save.match.written() for save in app.kept.saves.values()] == ([] if gone else [["d3", "e3"]])


async def test_a_game_that_was_forgotten_stays_so() -> None:
    app, world, _ = await begun()
    await tap(app, "d3")
    await waiting(app)
    (name,) = app.kept.saves
    change_store(app, SlowStore(world.store.texts))
    app.kept.forget(name)
    app.kept.queue.leave()
    store = after(world.store)
    assert saves.GAME_KEY + name in store.texts
    assert not (await next_page(store)).kept.saves
    assert saves.GAME_KEY + name not in store.texts


async def test_an_end_that_was_not_counted_is_not_left_for_it_would_never_be() -> None:
    app, world, _ = await begun()
    await tap(app, "d3")
    await waiting(app)
    change_store(app, SlowStore(world.store.texts))
    await tap(app, "c3")
    await waiting(app)
    commands.do(app, "resign")
    await quiet()
    app.kept.queue.leave()
    (save,) = (await next_page(after(world.store))).kept.saves.values()
    assert (save.match.ply, save.over) == (2, False)


async def test_a_page_that_has_written_all_leaves_nothing_and_one_that_goes_on_takes_back_what_it_left() -> None:
    app, world, _ = await begun()
    await tap(app, "d3")
    await waiting(app)
    app.kept.queue.leave()
    assert not world.store.notes
    app.kept.keep(saves.SETTINGS_KEY, "{}")
    app.kept.queue.leave()
    assert "settings" in world.store.notes["first"]
    app.kept.queue.stay()
    assert not world.store.notes


@pytest.mark.parametrize("note", ["?", "7", "null", '"words"', "[[]]", '[["game.1", 7, "x"]]', '[["settings", [], 7]]'])
async def test_a_note_that_no_page_left_is_passed_over(note: str) -> None:
    store, key = await ended()
    store.notes["junk"] = note
    before = dict(store.texts)
    await next_page(store)
    assert store.texts == before
    assert key in before


async def opened_on(store: FakeStore, page: str) -> App:
    """Return the app of a page whose writes never finish. `page` is the page's number as text."""
    world = FakeWorld()
    world.store = SlowStore(page=page)
    world.store.texts, world.store.notes = store.texts, store.notes
    world.seeds = iter(range(100 * int(page), 10_000))
    app = app_in(world)
    LEFT.append(app)
    await app.start()
    return app


async def left_by(app: App, *spots: str) -> str:
    """Play a new game on a page, and close the page before the moves are written. Return the key of the game."""
    app.begin(Plan("reversi", PEOPLE))
    for spot in spots:
        await tap(app, spot)
        await waiting(app)
    app.kept.queue.leave()
    return saves.GAME_KEY + table_of(app).about.save


async def test_three_pages_that_end_at_once_lose_nothing() -> None:
    store = FakeStore()
    apps = [await opened_on(store, page) for page in "123"]
    played = (("d3",), ("d3", "c3"), ("e6",))
    keys = [await left_by(app, *spots) for app, spots in zip(apps, played, strict=True)]
    await next_page(store.of("next"))
    assert [moves_kept(store, key) for key in keys] == [1, 2, 1]
    assert not store.notes


async def test_a_page_that_was_put_aside_goes_on_after_the_next_one_wrote_what_it_left() -> None:
    """A page that the browser shows again continues its game, although another page has written its moves meanwhile.

    The first page was left before it had written all its moves, and the next page wrote the rest.
    """
    app, world, _ = await begun()
    await tap(app, "d3")
    await waiting(app)
    plain, slow = world.store, HeldStore(world.store)
    change_store(app, slow)
    await tap(app, "c3")
    await waiting(app)
    app.kept.queue.leave()
    await next_page(plain.of("next"))
    (key,) = (key for key in plain.texts if key.startswith(saves.GAME_KEY))
    assert moves_kept(plain, key) == 2
    app.kept.queue.stay()
    slow.go.set()
    await waiting(app)
    assert table_of(app).kind == "own"
    await tap(app, "c4")
    await waiting(app)
    await settle(app, lambda: moves_kept(plain, key) == 3)


async def test_a_page_takes_back_its_own_note_alone() -> None:
    store = FakeStore()
    await left_by(await opened_on(store, "1"), "d3")
    app, _, _ = await begun()
    change_store(app, store.of("2"))
    app.kept.queue.leave()
    app.kept.queue.stay()
    assert list(store.notes) == ["1"]


async def test_what_another_page_left_is_there_until_it_is_written() -> None:
    store = FakeStore()
    await left_by(await opened_on(store, "1"), "d3")
    world = FakeWorld()
    world.store = SlowStore(page="2")
    world.store.texts, world.store.notes = store.texts, store.notes
    app = app_in(world)
    start = asyncio.ensure_future(app.start())
    for _ in range(5):
        await asyncio.sleep(0)
    assert store.notes, "it may end, too, by whatever cause"
    start.cancel()
    assert len((await next_page(store.of("3"))).kept.saves) == 1


# Versions of the page -----------------------------------------------------------------------------------------------

NEWER = 99
"""A version number of stored texts that is newer than any version that this code knows."""
KEPT: Final = {
    saves.SETTINGS_KEY: json.dumps({"schema": NEWER, "theme": "dark", "scent": "rose"}),
    f"{saves.PLAN_KEY}reversi": json.dumps({"schema": NEWER, "seats": 7}),
    f"{saves.PLAN_KEY}reversi.people": json.dumps({"schema": NEWER, "seats": 7}),
    saves.STATISTICS_KEY: json.dumps({"schema": NEWER, "sums": []}),
    saves.PEOPLE_KEY: json.dumps({"schema": NEWER, "people": []}),
    f"{saves.LESSON_KEY}reversi": "part 2 of 5",
    f"{saves.ANALYSIS_KEY}0000000000000007": "reversi\n" + json.dumps({"schema": NEWER, "leaves": []}),
    "seat.00ff": json.dumps({"schema": NEWER, "chains": []}),
    f"{saves.GAME_KEY}0000000000000007": json.dumps({"schema": NEWER, "id": "0000000000000007"}),
}
"""A stored text of a newer version for each kind of text, by key."""


async def test_an_older_page_writes_nothing_over_what_a_newer_version_keeps() -> None:
    app, world = await opened(FakeWorld(KEPT))
    app.begin(Plan("reversi", PEOPLE))  # this stores the plan
    await waiting(app)
    assert table_of(app).about.save == "0000000000000007"
    await tap(app, "d3")
    await waiting(app)
    app.change_settings(theme="light")
    for key in (f"{saves.LESSON_KEY}reversi", f"{saves.ANALYSIS_KEY}0000000000000007", "seat.00ff"):
        app.kept.keep(key, "1" if "lesson" in key else '{"schema": 3}')
    commands.do(app, "resign")
    for _ in range(20):
        await asyncio.sleep(0)
    assert world.store.texts == KEPT
    assert app.settings.theme == "light", "for as long as the page is open"
    assert "newer version" in toast_text(app)
    assert app.voice.toast is not None
    assert app.voice.toast.do == "update"


def test_settings_of_a_newer_version_are_read_as_far_as_they_are_known() -> None:
    assert saves.read_settings(KEPT[saves.SETTINGS_KEY]).theme == "dark"


async def test_settings_that_a_page_does_not_know_and_those_that_another_page_changes_stay() -> None:
    """Changing a setting keeps unknown settings of a newer version, and settings that another page has changed."""
    first = FakeWorld({saves.SETTINGS_KEY: json.dumps({"schema": 3, "theme": "dusk", "scent": "rose"})})
    second = FakeWorld()
    second.store = first.store.of("second")
    apps = [app_in(first), app_in(second)]
    for app in apps:
        await app.start()
    apps[0].change_settings(sound=False)
    apps[1].change_settings(skin="plain")
    for _ in range(20):
        await asyncio.sleep(0)
    fields = json.loads(first.store.texts[saves.SETTINGS_KEY])
    assert [fields[name] for name in ("theme", "scent", "sound", "skin")] == ["dusk", "rose", False, "plain"]
    apps[0].change_settings(theme="light")
    await apps[0].kept.queue.settled()
    assert json.loads(first.store.texts[saves.SETTINGS_KEY])["theme"] == "light"


async def test_settings_that_a_page_left_change_only_what_it_had_changed() -> None:
    store = FakeStore({saves.SETTINGS_KEY: json.dumps({"schema": 3, "theme": "light"})})
    app = await opened_on(store, "1")
    app.change_settings(sound=False)
    app.kept.queue.leave()
    store.texts[saves.SETTINGS_KEY] = json.dumps({"schema": 3, "theme": "dark"})
    after = await next_page(store.of("next"))
    assert (after.settings.theme, after.settings.sound) == ("dark", False)


async def test_a_store_that_a_newer_version_has_rebuilt_is_told_of_as_that() -> None:
    app, world, _ = await begun()
    world.store.newer = True
    await tap(app, "d3")
    await waiting(app)
    assert "newer version" in toast_text(app)


# Two pages ----------------------------------------------------------------------------------------------------------


class Page:
    """One of several pages of a browser, which share the store and the locks."""

    def __init__(self, store: FakeStore, holders: dict[str, FakeGameLocks]) -> None:
        self.world = FakeWorld()
        self.world.store = store
        self.world.locks = FakeGameLocks(holders)
        self.app = app_in(self.world)

    async def resume(self) -> None:
        await self.app.start()
        commands.do(self.app, "resume", next(iter(self.app.kept.saves)))
        for _ in range(20):
            await asyncio.sleep(0)


async def two_pages() -> tuple[Page, Page]:
    """Return two pages with the same game after one move. The second page has taken the game over from the first."""
    store, holders = FakeStore(), dict[str, FakeGameLocks]()
    first, second = Page(store, holders), Page(store, holders)
    await first.app.start()
    first.app.begin(Plan("reversi", PEOPLE))
    await tap(first.app, "d3")
    await waiting(first.app)
    await second.resume()
    return first, second


async def test_pw_25_a_game_that_is_open_in_another_page_can_only_be_looked_at() -> None:
    first, second = await two_pages()
    watched = table_of(second.app)
    assert watched.kind == "elsewhere"
    assert watched.choice.awaited is None
    assert "another tab" in english(watched.status)
    for name in ("undo", "redo", "hint", "ask-resign", "ask-agree", "roll"):
        assert not commands.COMMANDS[name].when(second.app), name
    commands.do(second.app, "tap", "c3")
    assert watched.match.ply == 1
    assert table_of(first.app).kind != "elsewhere"
    await tap(first.app, "c3")
    await waiting(first.app)
    assert table_of(first.app).match.ply == 2, "the first one plays on"


async def test_pw_25_play_here_instead_brings_the_newest_position_and_quiets_the_other_page() -> None:
    first, second = await two_pages()
    await tap(first.app, "c3")
    await waiting(first.app)
    commands.do(second.app, "play-here")
    await settle(second.app, lambda: table_of(second.app).kind != "elsewhere")
    await waiting(second.app)
    assert table_of(second.app).match.written() == ["d3", "c3"]
    assert table_of(first.app).kind == "elsewhere"
    await tap(second.app, "c4")
    await waiting(second.app)
    commands.do(first.app, "play-here")
    await waiting(first.app)
    assert table_of(first.app).match.written() == ["d3", "c3", "c4"]
    assert table_of(second.app).kind == "elsewhere"


async def test_pw_25_an_older_page_never_writes_over_what_a_newer_one_kept() -> None:
    first, second = await two_pages()
    first.world.locks.frozen = True
    commands.do(second.app, "play-here")
    await waiting(second.app)
    await tap(second.app, "c3")
    await waiting(second.app)
    newest = dict(first.world.store.texts)
    assert table_of(first.app).kind != "elsewhere", "it was asleep"
    await tap(first.app, "e3")
    await settle(first.app, lambda: table_of(first.app).kind == "elsewhere")
    assert first.world.store.texts == newest
    commands.do(first.app, "play-here")
    await waiting(first.app)
    assert table_of(first.app).match.written() == ["d3", "c3"]


async def test_pw_25_a_game_that_was_left_is_free_for_the_other_page() -> None:
    first, second = await two_pages()
    commands.do(first.app, "home")
    commands.do(second.app, "home")
    await first.resume()
    await settle(first.app, lambda: table_of(first.app).choice.awaited is not None)
    assert table_of(first.app).kind != "elsewhere"


async def test_pw_25_an_opponent_thinks_in_one_page_only() -> None:
    store, holders = FakeStore(), dict[str, FakeGameLocks]()
    first, second = Page(store, holders), Page(store, holders)
    for page in (first, second):
        page.world.engine.gate = asyncio.Event()
    await first.app.start()
    first.app.begin(Plan("reversi", AGAINST_BOT))
    await tap(first.app, "d3")
    await settle(first.app, lambda: bool(first.world.engine.requests and store.texts.get("game.0000000000000007")))
    await second.resume()
    await settle(second.app, lambda: table_of(second.app).kind == "elsewhere")
    assert len(second.world.engine.requests) == len(second.world.engine.dropped)
    for page in (first, second):
        assert page.world.engine.gate is not None
        page.world.engine.gate.set()
    await waiting(first.app)
    assert table_of(first.app).match.ply == 2
    assert table_of(second.app).match.ply == 1


async def test_with_two_pages_on_a_full_device_no_move_is_lost_and_room_that_comes_back_is_used() -> None:
    first, second = await two_pages()
    store = first.world.store
    store.full = True
    await tap(first.app, "c3")
    await waiting(first.app)
    assert "run out of space" in toast_text(first.app)
    commands.do(second.app, "play-here")
    await waiting(second.app)
    assert table_of(second.app).match.written() == ["d3"], "more is not kept"
    assert table_of(first.app).kind == "elsewhere"
    assert table_of(first.app).match.written() == ["d3", "c3"], "the page that has the move shows it"
    commands.do(first.app, "play-here")
    await settle(first.app, lambda: table_of(first.app).kind == "own")
    await tap(first.app, "c4")
    await waiting(first.app)
    assert table_of(second.app).kind == "elsewhere"
    store.full = False
    await tap(first.app, "e3")
    await waiting(first.app)
    commands.do(second.app, "play-here")
    await settle(second.app, lambda: table_of(second.app).kind == "own")
    await waiting(second.app)
    assert table_of(second.app).match.written() == ["d3", "c3", "c4", "e3"]
    assert toast_text(first.app).count("space") == 1
    assert not toast_text(second.app), "nothing was refused to the second"


@pytest.mark.parametrize("name", ["x\\u", 'a"><b>', "00000000000000a2", ""])
async def test_a_kept_game_of_another_name_is_told_of_and_the_page_is_drawn(name: str) -> None:
    text = json.dumps({**json.loads(FIRST_FORM), "id": name})
    app, _ = await opened(FakeWorld({f"{saves.GAME_KEY}00000000000000a1": text, f"{saves.GAME_KEY}x\\u": text}))
    assert not app.kept.saves
    assert len(app.kept.broken) == 2
    app.open_sheet("kept")
    assert "Could not be read" in pages.page(app, app.words).text


@pytest.mark.parametrize("cause", ["the page ends, and its own note is refused", "the device is full"])
async def test_a_note_stays_until_the_device_has_what_it_tells(cause: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store, key = await ended("c3")
    world = FakeWorld()
    world.store = between = store.of("between")
    if cause == "the device is full":
        between.full = True
    else:
        world.store = between = HeldStore(between)
        monkeypatch.setattr(between, "leave", lambda _: None)
    app = app_in(world)
    LEFT.append(app)
    begun = asyncio.ensure_future(app.start())
    for _ in range(50):
        await asyncio.sleep(0)
    assert moves_kept(store, key) == 1
    begun.cancel()
    await next_page(store.of("last"))
    assert moves_kept(store, key) == 2
    assert not store.notes
