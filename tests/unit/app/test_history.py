"""Test the browser history: Back closes the topmost open thing. It leaves the page only if nothing is open."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Callable

import pytest

from chowk.app import commands, pages
from chowk.app.app import App
from chowk.app.history import LASTING, PATIENCE, Trail, read
from chowk.app.opened import back, opened
from chowk.features.sharing import send
from chowk.storage import saves
from chowk.ui.screens.home import noted, read_note, reading
from chowk.ui.window import NotedGames
from tests.fakes import FakeWorld, app_in, world_of
from tests.unit.ui.test_pages import STATES, TWO, at_table, control, find, settle, table_of, with_saves, with_sheet


class Browser:
    """A fake of the browser's history: the entries of one page, the current index, and steps that are still pending.

    `left` becomes True when Back leaves the page. If `refuses` is True, calls of `go` have no effect.
    """

    def __init__(self) -> None:
        self.entries: list[tuple[str, str]] = [("", "")]
        self.place = 0
        self.left = self.refuses = False
        self.watching: Callable[[], None] | None = None
        self.journeys: list[int] = []
        self.go_pending = False
        self.timers: list[tuple[float, Callable[[], None]]] = []

    def text(self) -> str:
        return self.entries[self.place][0]

    def link(self) -> str:
        return self.entries[self.place][1]

    def put(self, text: str, link: str) -> None:
        self.entries[self.place] = (text, link)

    def push(self, text: str, link: str) -> None:
        assert not self.go_pending, "a browser that is asked to go loses what is added meanwhile"
        self.entries[self.place + 1 :] = [(text, link)]
        self.place += 1

    def go(self, by: int) -> None:
        assert by, "no journey leads nowhere"
        if not self.refuses:
            self.journeys.append(by)
            self.go_pending = True

    def watch(self, closed: Callable[[], None] | None) -> None:
        self.watching = closed

    def later(self, seconds: float, do: Callable[[], None]) -> None:
        self.timers.append((seconds, do))


class Visitor:
    """A player with a page open in a browser, who uses the page's controls and the browser's buttons."""

    def __init__(self, app: App, browser: Browser | None = None) -> None:
        self.app = app
        self.browser = browser or Browser()
        self.trail = Trail(app, self.browser)
        self.trail.begin()
        self.draw()

    def draw(self) -> None:
        self.trail.match()

    def do(self, name: str, arg: str = "") -> None:
        commands.do(self.app, name, arg)
        self.draw()

    def press(self, by: int = -1) -> None:
        """Press Back, or Forward with `by=1`. The step through the history is pending until `travel` completes it."""
        self.browser.journeys.append(by)

    def travel(self) -> None:
        """Complete the oldest pending step through the history."""
        browser = self.browser
        to = browser.place + browser.journeys.pop(0)
        if to < 0:
            browser.left = True
            assert not opened(self.app), "the page is never left while something is open"
        elif to < len(browser.entries):
            browser.place, browser.go_pending = to, False
            self.trail.arrived()
            self.draw()

    def arrive(self) -> None:
        while self.browser.journeys:
            self.travel()

    def wait(self, seconds: float) -> None:
        if seconds >= PATIENCE:  # the browser has ignored the pending steps
            self.browser.journeys.clear()
            self.browser.go_pending = False
        due = [do for after, do in self.browser.timers if after <= seconds]
        self.browser.timers = [timer for timer in self.browser.timers if timer[0] > seconds]
        for do in due:
            do()

    def back(self) -> None:
        self.press()
        self.arrive()

    def follow(self, link: str) -> None:
        """Follow a link that changes only the address's fragment. The browser itself adds a history entry."""
        self.arrive()
        browser = self.browser
        browser.entries[browser.place + 1 :] = [("", link)]
        browser.place += 1
        self.trail.arrived()
        self.draw()

    @property
    def open(self) -> list[str]:
        return [layer.text for layer in opened(self.app)]

    def check(self) -> None:
        """Check that the history has an entry for each open thing (table or sheet), in order."""
        entry = read(self.browser.text())
        assert entry is not None
        assert [layer.text for layer in entry.layers] == self.open
        for number in range(len(self.open)):
            below = read(self.browser.entries[self.browser.place - len(self.open) + number][0])
            assert below is not None
            assert len(below.layers) == number


async def visit(state: str = "table") -> Visitor:
    return Visitor(await STATES[state]())


# Open things ---------------------------------------------------------------------------------------------------------


async def test_everything_that_is_open_is_told_from_the_bottom_up_and_closed_from_the_top() -> None:
    app = await at_table("reversi", TWO, 4)
    save = table_of(app).about.save
    for name, arg in (("bare", ""), ("replay", ""), ("menu", ""), ("rules", "R12")):
        commands.do(app, name, arg)
    table_of(app).display.replaying = True
    texts = [layer.text for layer in opened(app)]
    assert texts == [f"table {save}", "bare", "past", "sheet menu", "sheet rules"]
    while texts:
        back(app)
        texts.pop()
        assert [layer.text for layer in opened(app)] == texts
    assert app.table is None
    back(app)
    assert app.table is None


async def test_a_piece_that_is_picked_is_let_go_of_and_so_is_a_patch() -> None:
    app = await at_table("checkers", TWO)
    commands.do(app, "tap", table_of(app).open[0])
    assert [layer.kind for layer in opened(app)] == ["table", "held"]
    back(app)
    assert [layer.kind for layer in opened(app)] == ["table"]
    assert not table_of(app).choice.pointing.chooser.picked
    app.pause()
    app = await at_table("patchwork", TWO)
    trying = table_of(app).choice.trying
    assert trying is not None
    commands.do(app, "tap", next(spot for spot, near in trying.offers if near))
    assert [layer.kind for layer in opened(app)] == ["table", "held"]
    back(app)
    assert trying.picks == trying.first
    app.pause()


async def test_an_answer_and_a_lesson_are_closed() -> None:
    app = await with_sheet(("announce-score", ""))
    assert opened(app)[-1].kind == "answer"
    back(app)
    assert opened(app)[-1].kind == "table"
    commands.do(app, "learn", "reversi")
    assert [layer.kind for layer in opened(app)] == ["table", "lesson"]
    back(app)
    assert opened(app)[-1].kind == "table", "the game that waited"
    app.pause()


# The history --------------------------------------------------------------------------------------------------------


async def test_each_open_thing_is_one_entry_and_back_closes_it() -> None:
    visitor = await visit("home")
    visitor.do("open", "reversi")
    assert (visitor.open, visitor.browser.place) == (["sheet setup"], 1)
    visitor.do("play")
    visitor.check()
    assert visitor.browser.place == 1, "the table is where the set-up was"
    visitor.do("menu")
    visitor.do("settings")
    assert visitor.browser.place == 3
    visitor.check()
    for left in (2, 1, 0):
        visitor.back()
        assert len(visitor.open) == left
        visitor.check()
    visitor.back()
    assert visitor.browser.left


async def test_closing_by_a_button_takes_the_entry_away() -> None:
    visitor = await visit()
    visitor.do("menu")
    visitor.do("close")
    visitor.arrive()
    visitor.check()
    assert visitor.browser.place == 1
    visitor.do("home")
    visitor.arrive()
    assert visitor.browser.place == 0


async def test_what_opens_while_the_browser_is_still_closing_stays_open() -> None:
    visitor = await visit()
    visitor.do("menu")
    visitor.do("close")
    visitor.do("settings")  # the step back is still pending
    visitor.arrive()
    assert visitor.open[1:] == ["sheet settings"]
    visitor.check()


async def test_back_pressed_while_a_sheet_closes_closes_the_next_thing() -> None:
    visitor = await visit()
    visitor.do("menu")
    visitor.do("settings")
    visitor.do("close")
    visitor.press()
    visitor.press()
    visitor.arrive()
    assert visitor.open == []
    visitor.check()
    assert not visitor.browser.left


async def test_a_rematch_is_one_table_and_not_the_old_one_again() -> None:
    visitor = Visitor(await STATES["result"]())
    await settle(visitor.app, lambda: visitor.app.place.sheet is not None)
    visitor.draw()
    before = table_of(visitor.app)
    visitor.do("rematch")
    visitor.arrive()
    assert table_of(visitor.app) is not before
    visitor.check()
    visitor.app.pause()


async def test_what_is_picked_gets_an_entry_only_if_it_lasts() -> None:
    visitor = Visitor(await at_table("checkers", TWO))
    visitor.do("tap", table_of(visitor.app).open[0])
    assert visitor.browser.place == 1
    visitor.back()
    assert visitor.open[1:] == []
    assert (visitor.browser.place, visitor.browser.left) == (1, False), "not the table"
    visitor.do("tap", table_of(visitor.app).open[0])
    visitor.wait(LASTING)
    assert visitor.browser.place == 2
    visitor.check()
    visitor.do("menu")
    visitor.wait(LASTING)
    visitor.check()
    visitor.back()
    visitor.back()
    assert visitor.open[1:] == []
    visitor.check()
    visitor.app.pause()


async def test_forward_comes_to_the_table_again_and_to_no_sheet() -> None:
    visitor = await visit()
    table = visitor.open
    visitor.do("menu")
    visitor.back()
    visitor.press(1)
    visitor.arrive()
    assert visitor.open == table
    visitor.back()
    assert visitor.open == []
    visitor.press(1)
    visitor.arrive()
    assert visitor.open == table
    visitor.check()
    visitor.app.kept.forget(visitor.app.table.about.save)  # type: ignore[union-attr]
    visitor.back()
    visitor.press(1)
    visitor.arrive()
    assert visitor.open == [], "there is no such game any more"
    visitor.check()


async def test_a_device_with_a_way_to_close_things_closes_the_same() -> None:
    visitor = await visit()
    visitor.do("menu")
    for left in (1, 0):
        assert visitor.browser.watching is not None
        visitor.browser.watching()
        visitor.draw()
        visitor.arrive()
        assert len(visitor.open) == left
        visitor.check()
    assert visitor.browser.watching is None, "where nothing is open the page may be left"


async def test_a_browser_that_loses_its_way_is_not_waited_for() -> None:
    visitor = await visit()
    visitor.do("menu")
    visitor.browser.refuses = True
    visitor.do("close")
    visitor.browser.refuses = False
    visitor.wait(PATIENCE)
    visitor.check()
    visitor.do("settings")
    visitor.back()
    visitor.back()
    assert visitor.open == []
    visitor.check()


async def test_an_entry_of_nobodys_making_is_told_from_ours() -> None:
    for text in (
        "",
        "null",
        "{}",
        "[1]",
        '{"open": 3, "fresh": ""}',
        '{"open": [3], "fresh": ""}',
        '{"open": [], "fresh": 1}',
    ):
        assert read(text) is None


# Reload and links ---------------------------------------------------------------------------------------------------


async def reloaded(visitor: Visitor) -> Visitor:
    """Reload the page in the same browser. The new page has only the stored data."""
    await visitor.app.kept.queue.settled()
    visitor.app.pause()
    world = FakeWorld(world_of(visitor.app).store.texts)
    app = app_in(world)
    await app.start()
    visitor.browser.journeys.clear()
    visitor.browser.timers.clear()
    return Visitor(app, visitor.browser)


@pytest.mark.parametrize("plies", [0, 3])
async def test_a_reload_comes_to_the_table_that_was_left(plies: int) -> None:
    visitor = Visitor(await at_table("kilkenny", TWO, plies))
    before = table_of(visitor.app)
    visitor.do("menu")
    after = await reloaded(visitor)
    after.arrive()
    table = table_of(after.app)
    assert (table.about.save, table.match.written(), table.plan) == (
        before.about.save,
        before.match.written(),
        before.plan,
    )
    assert (table.match.seed, after.open) == (before.match.seed, [f"table {before.about.save}"])
    after.check()
    after.back()
    assert after.open == []
    assert await_home(await reloaded(after))


async def test_a_reload_before_the_history_knows_of_the_first_move_comes_to_that_move() -> None:
    """A reload restores a move that was saved before its history entry was updated."""
    visitor = Visitor(await at_table("reversi", TWO))
    table = table_of(visitor.app)
    move = table.match.position.moves()[0]
    table.match.play(move)
    visitor.app.save_game(table)  # the history entry is not updated
    after = await reloaded(visitor)
    assert table_of(after.app).match.moves == (move,)
    assert table_of(after.app).about.save == table.about.save
    after.app.pause()


async def test_a_reload_before_the_first_move_comes_to_no_older_game_of_that_name() -> None:
    visitor = await visit()
    world_of(visitor.app).seeds = iter([int(table_of(visitor.app).about.save, 16)] * 9)
    visitor.do("rematch")
    visitor.arrive()
    after = await reloaded(visitor)
    assert table_of(after.app).match.ply == 0
    after.app.pause()


def await_home(visitor: Visitor) -> bool:
    return visitor.app.table is None and visitor.open == []


async def test_a_lesson_is_come_to_again_and_the_game_that_waits_behind_it() -> None:
    visitor = await visit()
    waiting = visitor.open
    visitor.do("learn", "reversi")
    after = await reloaded(visitor)
    assert after.open == [*waiting, "lesson reversi"]
    after.check()
    after.back()
    assert after.open == waiting
    after.back()
    assert after.open == []


async def test_a_lesson_is_come_to_again_and_a_page_that_was_at_home_stays_there() -> None:
    visitor = await visit("home")
    visitor.do("learn", "checkers")
    after = await reloaded(visitor)
    assert after.open == ["lesson checkers"]
    after.back()
    after.do("settings")
    last = await reloaded(after)
    last.arrive()
    assert await_home(last)
    last.check()


@pytest.fixture(scope="module")
def link() -> str:
    async def sent() -> str:
        app = await at_table("reversi", TWO, 5)
        app.pause()
        return send.address(app, table_of(app)).partition("#")[2]

    return asyncio.run(sent())


async def test_a_link_in_a_running_page_and_the_way_back_from_it(link: str) -> None:
    visitor = await visit()
    table = visitor.open
    visitor.follow(link)
    assert visitor.open == [f"guest {link}"]
    assert visitor.browser.link() == link
    visitor.check()
    again = await reloaded(visitor)
    assert again.open == [f"guest {link}"]
    again.back()
    assert (again.open, again.browser.link()) == ([], "")
    again.back()
    assert again.open == table, "the table from which the link was followed"
    again.back()
    assert (again.open, again.browser.left) == ([], False)


async def test_a_first_visit_by_a_link_has_the_home_page_behind_it(link: str) -> None:
    app = app_in(FakeWorld())
    await app.start()
    browser = Browser()
    browser.put("", link)
    visitor = Visitor(app, browser)
    assert visitor.open == [f"guest {link}"]
    assert [entry[1] for entry in browser.entries] == ["", link]
    visitor.do("play-on")
    assert browser.link() == link
    visitor.do("play")
    visitor.arrive()
    visitor.check()
    assert browser.link() == "", "the game is one's own now"
    visitor.back()
    assert visitor.open == []


async def test_a_damaged_link_says_so_and_is_gone(link: str) -> None:
    visitor = await visit("home")
    visitor.follow(link[:-2])
    assert visitor.app.voice.toast is not None
    assert (visitor.open, visitor.browser.link()) == ([], "")


# Random actions -----------------------------------------------------------------------------------------------------

DEEDS = (
    *(("open", "reversi"), ("open", "checkers"), ("play", ""), ("home", ""), ("close", ""), ("cancel", "")),
    *(("menu", ""), ("settings", ""), ("rules", ""), ("log", ""), ("replay", ""), ("present", ""), ("bare", "")),
    *(
        ("show", "0"),
        ("tap", ""),
        ("undo", ""),
        ("redo", ""),
        ("learn", "reversi"),
        ("lesson-leave", ""),
        ("resume", ""),
    ),
)


async def act(visitor: Visitor, draw: random.Random, link: str) -> Visitor:
    """Do one random thing: an action of the player, a step in the history, a wait, following `link`, or a reload.

    Return the visitor: a new one after a reload, otherwise the same.
    """
    app, share = visitor.app, draw.random()
    if share < 0.55:
        name, arg = draw.choice(DEEDS)
        if name == "tap":
            arg = draw.choice(app.table.open) if app.table is not None and app.table.open else ""
        if name == "resume":
            arg = draw.choice(sorted(app.kept.saves)) if app.kept.saves else ""
        visitor.do(name, arg)
    elif share < 0.75:
        visitor.press(draw.choice((-1, -1, -1, 1)))
    elif share < 0.9 and visitor.browser.journeys:
        visitor.travel()
    elif share < 0.93:
        visitor.wait(draw.choice((LASTING, PATIENCE)))
    elif share < 0.96:
        visitor.follow(draw.choice((link, "")))
    elif share < 0.98:
        visitor = await reloaded(visitor)
    for _ in range(draw.randrange(4)):
        await asyncio.sleep(0)
    return visitor


@pytest.mark.parametrize("seed", range(6))
async def test_whatever_is_done_in_whatever_order_the_history_is_what_is_open(seed: int, link: str) -> None:
    draw = random.Random(seed)
    visitor = await visit("home")
    for _ in range(120):
        visitor = await act(visitor, draw, link)
        if visitor.browser.left:
            visitor = await visit("home")
        if draw.random() < 0.2:
            visitor.arrive()
            if not visitor.browser.left:
                visitor.wait(LASTING)
                visitor.draw()
                visitor.arrive()
                visitor.check()
    visitor.app.pause()


# The note about saved games -----------------------------------------------------------------------------------------


async def test_what_is_noted_of_the_games_is_what_their_cards_say() -> None:
    app = await with_saves()
    words = app.words
    note = json.loads(noted(app, words))
    page = pages.page(app, words)
    cards = [control(page, "resume", card[0]) for card in note["cards"]]
    assert [list(card[2:]) for card in note["cards"]] == [
        [find(card, class_=name)[0].text for name in ("title", "players", "due", "note")] for card in cards
    ]
    assert len(cards) == 2
    assert note["head"] == find(page, id="continue")[0].text
    assert note["over"] == find(page, class_="finished")[0].text.removesuffix(find(page, class_="kept")[-1].text)
    app.kept.saves.clear()
    assert noted(app, words) == ""


async def test_home_shows_what_was_noted_until_the_games_are_read() -> None:
    before = await with_saves()
    app = app_in(FakeWorld({saves.GAME_KEY + name: saves.write_save(save) for name, save in before.kept.saves.items()}))
    app.window.noted = read_note(noted(before, before.words))
    await app.start()
    first = pages.page(app, app.words)
    assert len(app.kept.saves.unread) == 3, "nothing was read for it"
    assert not [miniature for miniature in find(first, class_="miniature") if miniature.html]
    pieces = sum(1 for _ in reading(app))
    assert pieces >= 6, "each is read, in pieces where it is long, and each is drawn"
    then = pages.page(app, app.words)
    assert all(miniature.html for miniature in find(then, class_="miniature"))
    for name in ("title", "players", "due"):
        shown = [[node.text for node in find(page, class_=name)] for page in (first, then)]
        assert shown[0] == shown[1][: len(shown[0])]
        assert shown[0]
    assert [node.attrs["data-arg"] for node in find(first, class_="kept-open")] == [
        node.attrs["data-arg"] for node in find(then, class_="kept-open")
    ][:2]
    assert find(first, class_="finished")[0].text in find(then, class_="finished")[0].text


@pytest.mark.parametrize("note", [None, NotedGames("kn", (), "")])
async def test_many_games_are_read_in_pieces_where_no_note_of_them_is_there(note: NotedGames | None) -> None:
    """If there is no usable summary of 200 saved games, the first page is drawn before they are read.

    The summary `note` is missing, or in another language.
    """
    save = saves.write_save((await with_saves()).kept.saves.popitem()[1])
    texts = {f"{number:x}": re.sub('"id": "[0-9a-f]+"', f'"id": "{number:x}"', save) for number in range(1, 201)}
    app = app_in(FakeWorld({saves.GAME_KEY + name: text for name, text in texts.items()}))
    app.window.noted = note
    await app.start()
    pages.page(app, app.words)
    assert len(app.kept.saves.unread) == 200, "nothing holds the first page up"
    assert sum(1 for _ in reading(app)) >= 200
    app.window.noted = None
    assert len(find(pages.page(app, app.words), class_="kept-game")) == app.window.listed


async def test_a_game_that_is_not_read_yet_is_opened_by_its_card() -> None:
    before = await with_saves()
    app = app_in(FakeWorld({saves.GAME_KEY + name: saves.write_save(save) for name, save in before.kept.saves.items()}))
    app.window.noted = read_note(noted(before, before.words))
    await app.start()
    name = str(find(pages.page(app, app.words), class_="kept-open")[0].attrs["data-arg"])
    commands.do(app, "resume", name)
    assert table_of(app).about.save == name
    assert name not in app.kept.saves.unread
    assert app.kept.saves.unread
    app.pause()


async def test_what_was_noted_in_another_language_is_not_shown() -> None:
    before = await with_saves()
    app = app_in(FakeWorld({saves.GAME_KEY + name: saves.write_save(save) for name, save in before.kept.saves.items()}))
    note = read_note(noted(before, before.words))
    assert note is not None
    app.window.noted = note._replace(language="kn")
    await app.start()
    assert all(miniature.html for miniature in find(pages.page(app, app.words), class_="miniature"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "7",
        '{"cards": 7, "over": {}}',
        '{"cards": [[], 7, {}], "over": {}, "lang": 5}',
        '{"lang": "en", "cards": [["a", "wide", "", "", "", ""]], "over": ""}',
        '{"lang": "en", "cards": [["a", 1, "", "", "", 5]], "over": ""}',
        '{"lang": "en", "cards": [["a", 1, "", "", ""]], "over": ""}',
        '{"lang": "en", "cards": [["a", NaN, "", "", "", ""]], "over": ""}',
        json.dumps({"lang": "en", "cards": [["a", 1, "", "", "", ""]] * 25, "over": ""}),
    ],
)
def test_nonsense_is_no_note(text: str) -> None:
    assert read_note(text) is None
