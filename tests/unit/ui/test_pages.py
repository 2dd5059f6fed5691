"""Test the pages without a browser: every state of the application is drawn as a tree of nodes."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from functools import cache
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest

from chowk import VERSION, games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.errors import TextError
from chowk.core.message import english, say, say_in
from chowk.features.sharing import texts
from chowk.i18n import i18n
from chowk.i18n.i18n import PSEUDO, Words, isolated
from chowk.i18n.toast import Toast
from chowk.session.table import Table
from chowk.storage import exchange, statistics
from chowk.storage.plan import Plan, SeatPlan
from chowk.storage.saves import Save
from chowk.storage.settings import Settings
from chowk.storage.statistics import MIXED, PEOPLE, Result
from chowk.ui.nodes import Child, Node
from chowk.ui.screens import pictures
from chowk.ui.screens.log import moves
from chowk.ui.window import LISTED, LOOKS
from tests.fakes import FakeWorld, app_in, reported, sitting_at, world_of
from tools.build.skeleton import skeleton, title
from tools.i18n import po_catalog as catalog
from tools.shared.html import VOID, to_html

ROOT = Path(__file__).resolve().parents[3]
PERSON_AND_BOT = (SeatPlan(), SeatPlan("bot", 0))
TWO = (SeatPlan(name="Asha"), SeatPlan(name="Kishan"))
GAMES = games.ready()


# States -------------------------------------------------------------------------------------------------------------


async def settle(app: App, until: Callable[[], bool]) -> None:
    for _ in range(20_000):
        if until():
            return
        if app.table is not None and app.table.choice.rolling is not None:
            commands.do(app, "roll")
        await asyncio.sleep(0)
    raise AssertionError(f"it never came to that: {app.table and app.table.status}")


async def at_home() -> App:
    app = app_in(FakeWorld())
    await app.start()
    return app


async def at_table(game: str = "reversi", seats: tuple[SeatPlan, ...] = TWO, plies: int = 0, **plan: Any) -> App:
    """Return an app at a table (a match with its players) after `plies` plies, each the first legal move.

    `plan` has other fields of the table's `Plan`.
    """
    app = await at_home()
    app.begin(Plan(game, seats, **plan))
    table = table_of(app)
    while table.match.ply < plies and table.outcome is None:
        await settle(app, lambda: table.choice.awaited is not None or table.outcome is not None)
        if table.choice.awaited is not None:
            commands.do(app, "tap", table.open[0])
            await asyncio.sleep(0)
    await settle(app, lambda: table.choice.awaited is not None or table.outcome is not None)
    return app


def table_of(app: App) -> Table:
    assert app.table is not None
    return app.table


async def with_saves() -> App:
    """Return an app at home with three saved games: against an opponent, between people, and finished."""
    app = await at_home()
    for number, (seats, plies) in enumerate(((PERSON_AND_BOT, 4), (TWO, 5), (TWO, 99))):
        other = await at_table("reversi", seats, plies)
        other.pause()
        save = next(iter(other.kept.saves.values()))
        app.kept.saves[str(number)] = save._replace(id=str(number))
    return app


async def with_sheet(*done: tuple[str, str], seats: tuple[SeatPlan, ...] = TWO, plies: int = 4) -> App:
    app = await at_table("reversi", seats, plies)
    for name, arg in done:
        commands.do(app, name, arg)
    return app


async def set_up(*done: tuple[str, str], game: str = "reversi") -> App:
    app = await at_home()
    commands.do(app, "open", game)
    for name, arg in done:
        commands.do(app, name, arg)
    return app


async def with_dice(*done: tuple[str, str], game: str = "kilkenny", plies: int = 8) -> App:
    """Return an app at a table of a game with dice, after `plies` plies and then the commands in `done`."""
    app = await at_table(game, TWO, plies)
    for name, arg in done:
        commands.do(app, name, arg)
    return app


async def thinking() -> App:
    app = await at_table("reversi", PERSON_AND_BOT, 4)
    table = table_of(app)
    table.choice.awaited, table.choice.thinking = None, 1
    return app


async def refused() -> App:
    return await with_sheet(("tap", "a1"))


async def app_with_toast() -> App:
    app = await at_home()
    app.voice.toast = Toast(say("A new version of Chowk is ready."), "update", say_in("the page does it", "Reload"))
    app.window.offline = {"files": 90, "bytes": 14_600_000, "version": "0123456789ab"}
    app.kept.broken["game.x"] = TextError(say("This saved game is damaged."))
    return app


async def ready_offline() -> App:
    app = await app_with_toast()
    commands.do(app, "about")
    return app


STATES: dict[str, Callable[[], Awaitable[App]]] = {
    "home": at_home,
    "home, games kept": with_saves,
    "home, news": app_with_toast,
    "set-up": set_up,
    "set-up, roles changed": lambda: set_up(("seat", "0 bot 3"), ("seat", "1 person"), ("seat", "1 name Asha")),
    "set-up of checkers": lambda: set_up(game="checkers"),
    "rules from the set-up": lambda: set_up(("rules", "")),
    "table": lambda: at_table("reversi", PERSON_AND_BOT, 4),
    "table, first move": at_table,
    "table of people": lambda: at_table("reversi", TWO, 5),
    "table of checkers": lambda: at_table("checkers", PERSON_AND_BOT, 6),
    "thinking": thinking,
    "refused": refused,
    "in the past": lambda: with_sheet(("show", "2")),
    "hint": lambda: with_sheet(("hint", "")),
    "answer": lambda: with_sheet(("announce-score", "")),
    "replay": lambda: with_sheet(("replay", "")),
    "keyboard": lambda: with_sheet(("shortcuts", "")),
    "menu": lambda: with_sheet(("menu", "")),
    "moves": lambda: with_sheet(("log", "")),
    "rules": lambda: with_sheet(("rules", "")),
    "rules at a number": lambda: with_sheet(("rules", "R12")),
    "rules of checkers": lambda: set_up(("rules", ""), game="checkers"),
    "settings": lambda: with_sheet(("settings", "")),
    "about": lambda: with_sheet(("about", "")),
    "about, ready": ready_offline,
    "record": lambda: with_sheet(("record", "")),
    "record, foreign": lambda: with_sheet(("record", "transcript")),
    "paste": lambda: with_sheet(("paste", "")),
    "paste, refused": lambda: with_sheet(("paste", ""), ("import", "f5d6\nzz9")),
    "resigning": lambda: with_sheet(("ask-resign", "")),
    "agreeing": lambda: with_sheet(("ask-agree", "")),
    "result": lambda: at_table("reversi", TWO, 99),
    "menu beside dice": lambda: with_dice(("menu", "")),
    "dice": lambda: with_dice(("dice", "")),
    "dice of a player": lambda: with_dice(("dice", "1")),
    "dice before a roll": lambda: with_dice(("show", "0"), ("dice", ""), plies=0),
    "fair dice": lambda: with_dice(("verify", ""), ("verify", "noted 1234")),
    "fair dice, checked": lambda: with_dice(("resign", ""), ("verify", ""), ("verify", "checked")),
    "result of checkers": lambda: with_sheet(("resign", "")),
    "review": lambda: with_sheet(("resign", ""), ("review", ""), ("show", "1")),
}


async def forgetting() -> App:
    app = await with_saves()
    for name, arg in (("kept", ""), ("edit-kept", "edit"), ("ask-forget", "1")):
        commands.do(app, name, arg)
    return app


STATES["forgetting"] = forgetting


async def with_results(*done: tuple[str, str]) -> App:
    """Return an app with results of every kind, with and without help, after the commands in `done`."""
    app = await with_saves()
    kinds = (("reversi", 2, 0, 5), ("reversi", 2, MIXED, None), ("kilkenny", 3, 1, 4), ("kilkenny", 4, PEOPLE, None))
    games_ = [(*kind, helped) for kind in kinds for helped in (False, True)]
    results = {
        str(number): Result(game, players, against, 1, False, lead, helped, 60 * 61 * number, str(number))
        for number, (game, players, against, lead, helped) in enumerate(games_)
    }
    app.kept.tallies = statistics.write(results)
    for name, arg in done:
        commands.do(app, name, arg)
    return app


async def taking_in() -> App:
    """Return an app that has read the games of a file but has not yet added them."""
    app = await with_results(("kept", ""))
    text = json.loads(exchange.write(app.kept.saves.values(), ["damaged"], statistics.read(app.kept.tallies), "now"))
    for number, game in enumerate(text["games"][:3]):
        game["id"] = f"{number:016x}"
    app.kept.tallies = None
    commands.do(app, "take-in", json.dumps(text))
    await settle(app, lambda: app.incoming is not None and app.incoming.ready)
    return app


STATES["your games"] = lambda: with_results(("kept", ""))
STATES["your games, a file refused"] = lambda: with_results(("kept", ""), ("take-in", "nonsense"))
STATES["games from a file"] = taking_in
STATES["statistics"] = lambda: with_results(("statistics", ""))
STATES["statistics, none yet"] = lambda: set_up(("close", ""), ("statistics", ""))
STATES["resetting"] = lambda: with_results(("ask-reset", "reversi"))
STATES["set-up to go on with a game"] = lambda: set_up(("import", "f5d6c3d3c4"))
STATES["set-up to go on with dice"] = lambda: set_up(
    ("import", '[Game "parcheesi"]\n[Setup "S:66,12,h7,H W:n,56,h3,H N:39,39,20,n E:n,n,30,45 S [4,3]"]\n\n*\n')
)


async def listing() -> App:
    """Return an app that shows the list of 60 games in a file, one of which cannot be read."""
    game = '[Event "Tour"]\n[Date "1998.05.03"]\n[Black "Asha"]\n[White "Kishan"]\n\n1. 11-15 {} 22-18 1-0\n\n'
    app = await set_up(("import", "".join(game.format("{best}" if number else "best") for number in range(60))))
    await settle(app, lambda: app.collection is not None and len(app.collection.rows) == 60)
    return app


STATES["games of a file"] = listing
every_state = pytest.mark.parametrize("state", STATES)


async def page_of(state: str) -> tuple[App, Node]:
    app = await STATES[state]()
    if table := app.table:
        await settle(app, lambda: table.outcome is None or bool(app.place.sheet or app.review) or not table.match.ply)
    return app, pages.page(app, app.words)


def find(node: Node, **attrs: object) -> list[Node]:
    """Return those of a node and its descendants that have all of these attributes. `True` matches any value."""
    named = {name.rstrip("_").replace("_", "-"): value for name, value in attrs.items()}
    return [
        child
        for child in node.walk()
        if all(name in child.attrs and value in (True, child.attrs[name]) for name, value in named.items())
    ]


def control(node: Node, do: str, arg: str | None = None) -> Node:
    controls = [element for element in find(node, data_do=do) if arg is None or element.attrs.get("data-arg") == arg]
    assert controls, f"nothing does {do} {arg or ''}"
    return controls[0]


def enabled(node: Node) -> bool:
    return node.attrs.get("aria-disabled") != "true"


# Checks of every page -----------------------------------------------------------------------------------------------


@every_state
async def test_every_control_names_a_command_and_can_be_used(state: str) -> None:
    _, page = await page_of(state)
    controls = find(page, data_do=True)
    assert controls
    for element in controls:
        command = commands.COMMANDS[str(element.attrs["data-do"])]
        assert command.values(value_of(element)) is not None, (
            f"{element.attrs['data-do']} does not take {value_of(element)}"
        )
        assert element.tag in ("button", "input", "select", "form") or element.attrs["class"] == "veil"


@pytest.mark.parametrize("rows", [3, pytest.param(1000, marks=pytest.mark.deep)])
@every_state
async def test_every_enabled_control_does_something_without_an_error(state: str, rows: int) -> None:
    """Press every enabled control. Of each group of similar controls, press only the first and the last `rows - 1`.

    Similar controls, such as those in the rows of a list, differ only in the numbers in their arguments.
    """
    _, page = await page_of(state)
    screen = page.children[0]
    assert isinstance(screen, Node)
    within = {id(node) for node in screen.walk()} if "inert" in screen.attrs else set()
    pressed = {
        (str(element.attrs["data-do"]), value_of(element))
        for element in find(page, data_do=True)
        if enabled(element) and id(element) not in within
    }
    chosen: list[tuple[str, str]] = []
    for _, alike in groupby(sorted(pressed), lambda control: (control[0], re.sub(r"\d+", "0", control[1]))):
        one, *others = alike
        chosen += [one, *others[-rows + 1 :]]
    for do, arg in chosen:
        app, _ = await page_of(state)
        before = world_of(app).page.renders
        commands.do(app, do, arg)
        assert world_of(app).page.renders > before, f"{do} {arg} is not able"
        pages.page(app, app.words)
        app.pause()


def value_of(element: Node) -> str:
    """Return the argument that the page would send for a control."""
    arg = str(element.attrs.get("data-arg", ""))
    if element.tag == "select":
        return f"{arg} {element.attrs['value']}".strip()
    kind = element.attrs.get("type")
    if kind == "checkbox":
        return f"{arg} on".strip()
    return f"{arg} {element.attrs['value']}".strip() if kind in ("text", "range") else arg


@every_state
async def test_every_control_has_a_name(state: str) -> None:
    _, page = await page_of(state)
    labelled = {
        id(node) for label in page.walk() if label.tag == "label" and label.text.strip() for node in label.walk()
    }
    for element in page.walk():
        if element.tag in ("button", "input", "select", "textarea", "summary"):
            assert element.text.strip() or element.attrs.get("aria-label") or id(element) in labelled, element


@every_state
async def test_ids_are_unique_and_references_arrive(state: str) -> None:
    _, page = await page_of(state)
    markup = to_html(page)
    ids = Counter(re.findall(r'\bid="([^"]+)"', markup))
    assert [name for name, count in ids.items() if count > 1] == []
    for element in page.walk():
        for attr in ("aria-labelledby", "aria-describedby"):
            for name in str(element.attrs.get(attr, "")).split():
                assert name in ids, f"{attr} {name}"
    for name in re.findall(r"url\(#([^)]+)\)", markup) + re.findall(r'href="#([^"]+)"', markup):
        assert name in ids, f"a drawing refers to {name}"


@every_state
async def test_keys_are_unique_among_siblings(state: str) -> None:
    _, page = await page_of(state)
    for node in page.walk():
        keys = Counter(child.key for child in node.children if isinstance(child, Node) and child.key)
        assert [key for key, count in keys.items() if count > 1] == [], node.attrs


@every_state
async def test_markup_is_well_formed_and_carries_no_code(state: str) -> None:
    _, page = await page_of(state)
    for element in page.walk():
        assert not (element.tag in VOID and (element.children or element.html)), element.tag
        assert not (element.html and element.children)
        assert not any(name.startswith("on") for name in element.attrs)
        assert element.tag != "script"
        assert "<script" not in element.html
        assert str(element.attrs.get("href", "#")).startswith(("#", "./")), "every address is one of ours"


@every_state
async def test_one_heading_of_the_first_rank_and_none_skipped(state: str) -> None:
    app, page = await page_of(state)
    screen = page.children[0]
    assert isinstance(screen, Node)
    assert [child.tag for child in screen.walk() if child.tag == "h1"] == ["h1"]
    sheet = find(page, class_="stack")
    assert len(sheet) == bool(app.place.sheets)
    for part in (screen, *sheet):
        ranks = [int(child.tag[1]) for child in part.walk() if child.tag in ("h1", "h2", "h3")]
        assert all(after <= before + 1 for before, after in pairwise(ranks)), ranks


@every_state
async def test_a_sheet_takes_the_page_away_from_everybody(state: str) -> None:
    app, page = await page_of(state)
    assert ("inert" in page.children[0].attrs) == bool(app.place.sheets)  # type: ignore[union-attr]
    dialogs = find(page, role="dialog")
    assert len(dialogs) == bool(app.place.sheets)
    for dialog in dialogs:
        assert dialog.attrs["aria-modal"] == "true"
        assert dialog.attrs["aria-labelledby"] == "sheet-title"
        assert control(dialog, "close")


# Words --------------------------------------------------------------------------------------------------------------


@cache
def pseudo_catalogues() -> dict[str, bytes]:
    """Return the files of the pseudo-language's catalogue, by name. The result is cached: it takes seconds to make."""
    return catalog.packed({PSEUDO.code: catalog.pseudo(catalog.gathered())})


UNSAID = re.compile(
    r"Chowk|Python|PyScript|Pyodide|[A-Z]+(-[\d.]+)?|Apache-2\.0|\d+([ .]\d+)*|[0-9a-f]{12}|[RC]\d+[a-z]?|English|"
    + re.escape(PSEUDO.name)
    + "|\u2068(Asha|Kishan)\u2069"
)
"""Pattern of texts that are equal in every language: names, numbers and licences."""


def pseudo(app: App) -> Words:
    reader = i18n.words(PSEUDO.code, catalogues=pseudo_catalogues().get)
    table = app.table
    return reader.with_names([table.seats.names[seat] for seat in sorted(table.seats.names)]) if table else reader  # type: ignore[misc]


def visible(node: Node) -> Iterator[str]:
    """Yield every text that a player reads or hears."""
    if node.attrs.get("translate") == "no":
        return
    for name in ("aria-label", "title", "placeholder"):
        if name in node.attrs:
            yield str(node.attrs[name])
    for child in node.children:
        yield from (visible(child) if isinstance(child, Node) else [child])


@every_state
async def test_every_text_is_one_translated_sentence(state: str) -> None:
    app, _ = await page_of(state)
    page = pages.page(app, pseudo(app))
    for text in visible(page):
        for part in text.splitlines():
            stripped = part.strip()
            whole = stripped.startswith("⟦") and stripped.endswith("⟧") and stripped.count("⟦") == stripped.count("⟧")
            assert not stripped or whole or UNSAID.fullmatch(stripped), f"{stripped!r} is glued or not translated"
            assert not re.search(r"⟧[^⟦⟧]*⟦", re.sub(r"^⟦|⟧$", "", stripped)) or stripped.startswith("⟦"), stripped


async def test_the_page_speaks_the_dearest_language_that_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    app = await at_home()
    punjabi = i18n.LANGUAGES["pa"]
    monkeypatch.setattr(i18n, "offered", lambda: (i18n.ENGLISH, punjabi))
    for languages, code in (
        ([], "en"),
        (["fr", "pa-IN", "en"], "pa"),
        (["pa-Guru"], "pa"),
        (["pa-Arab-PK", "en"], "en"),
        (["PA"], "pa"),
        (["kn"], "en"),
        (["en-GB", "pa"], "en"),
    ):
        monkeypatch.setattr(world_of(app), "languages", languages)
        assert app.language == code, languages
    app.kept.settings = Settings(language="bn")
    assert pages.root_attrs(app)["lang"] == "bn"


async def test_the_title_says_whose_turn_it_is() -> None:
    home = await at_home()
    assert pages.title(home, home.words) == f"Chowk: {len(games.ready())} board games"
    mine = await at_table("reversi", PERSON_AND_BOT)
    assert pages.title(mine, mine.words) == "Your turn · Reversi · Chowk"
    ours = await at_table("reversi", TWO, 1)
    assert pages.title(ours, ours.words) == "\u2068Kishan\u2069 to move · Reversi · Chowk"
    over = await at_table("reversi", TWO, 99)
    assert pages.title(over, over.words) == "Game over · Reversi · Chowk"


async def test_the_root_tells_the_style_sheets_what_was_chosen() -> None:
    app = await at_home()
    assert pages.root_attrs(app)["data-theme"] == "auto"
    app.window.theme = "dark"
    assert pages.root_attrs(app)["data-theme"] == "dark"
    for arg, name, value in (
        ("theme contrast", "data-theme", "contrast"),
        ("motion reduced", "data-motion", "reduced"),
        ("language en", "dir", "ltr"),
        ("left_handed off", "data-hand", "end"),
        ("left_handed on", "data-hand", "start"),
        ("language qpm", "dir", "rtl"),
        ("left_handed on", "data-hand", "end"),
        ("left_handed off", "data-hand", "start"),
    ):
        commands.do(app, "set", arg)
        assert pages.root_attrs(app)[name] == value


# Home ---------------------------------------------------------------------------------------------------------------


async def test_the_home_page_shows_the_games_and_opens_those_that_are_ready() -> None:
    _, page = await page_of("home")
    cards = find(page, data_do="open")
    assert [card.attrs["data-arg"] for card in cards] == list(games.SHELF)
    for card in cards:
        sign = games.sign(str(card.attrs["data-arg"]))
        assert enabled(card) == sign.ready
        assert ("Coming" in card.text) != sign.ready
        assert english(sign.title) in card.text
        assert any("<svg" in node.html for node in card.walk())


async def test_games_in_progress_come_first_with_their_picture_and_whose_turn_it_is() -> None:
    app, page = await page_of("home, games kept")
    resumes = find(page, data_do="resume")
    running = [button for button in resumes if not app.kept.saves[str(button.attrs["data-arg"])].over]
    assert [button.attrs["data-arg"] for button in running] == ["0", "1"]
    assert "Your turn" in running[0].text
    assert f"{app.kept.saves['0'].match.ply} moves" in running[0].text
    assert "Black against Panda" in running[0].text
    assert "\u2068Kishan\u2069 to move" in running[1].text
    assert all(any("<svg" in node.html for node in button.walk()) for button in running)
    finished = [button for button in resumes if button not in running]
    assert "wins" in finished[0].text
    order = [node.attrs.get("data-do") for node in page.walk()]
    assert order.index("resume") < order.index("open")


async def test_a_row_of_your_games_opens_its_game_and_has_nothing_beside_it() -> None:
    app = await with_saves()
    commands.do(app, "kept")
    (listed,) = find(pages.page(app, app.words), class_="held")
    assert [len(find(row, type="button")) for row in listed.children if isinstance(row, Node)] == [1, 1, 1]
    rows = find(listed, data_do="resume")
    assert {row.attrs["data-arg"] for row in rows} == set(app.kept.saves)
    commands.do(app, "resume", "1")
    assert table_of(app).about.save == "1"
    app.pause()


async def test_a_finished_game_in_the_list_shows_its_result_and_its_date() -> None:
    app = await with_saves()
    commands.do(app, "kept")
    ended = next(save for save in app.kept.saves.values() if save.over)
    app.kept.saves[ended.id] = ended._replace(updated="2026-11-20T12:00:00+00:00")
    for mode in ("", "edit"):
        commands.do(app, "edit-kept", mode)
        (listed,) = find(pages.page(app, app.words), class_="held")
        row = next(node for node in listed.walk() if node.key == ended.id)
        note = next(node.text for node in row.walk() if node.attrs.get("class") == "note")
        assert "wins 45 to 19: the board is full. Ended on 20\xa0November\xa02026." in note


async def test_no_page_has_the_way_to_delete_a_game_beside_the_way_into_it() -> None:
    app = await with_saves()
    assert not find(pages.page(app, app.words), data_do="ask-forget"), "on the home page"
    commands.do(app, "kept")
    assert not find(pages.page(app, app.words), data_do="ask-forget")
    commands.do(app, "edit-kept", "edit")
    page = pages.page(app, app.words)
    (listed,) = find(page, class_="held")
    assert len(find(listed, data_do="ask-forget")) == len(find(listed, data_do="export")) == 3
    assert not find(listed, data_do="resume")
    commands.do(app, "edit-kept", str(control(page, "edit-kept").attrs.get("data-arg", "")))
    (listed,) = find(pages.page(app, app.words), class_="held")
    assert len(find(listed, data_do="resume")) == 3


async def test_a_game_that_was_deleted_can_be_had_back() -> None:
    app = await with_saves()
    before = app.kept.saves["1"]
    app.kept.keep_game(before)
    await app.kept.queue.settled()
    stored = dict(world_of(app).store.texts)
    commands.do(app, "kept")
    commands.do(app, "edit-kept", "edit")
    commands.do(app, "ask-forget", "1")
    assert "1" not in app.kept.saves
    assert app.place.sheet == ("kept", "edit"), "where others can be deleted, too"
    await app.kept.queue.settled()
    assert "game.1" not in world_of(app).store.texts
    back = control(pages.page(app, app.words), "restore", "1")
    assert back.text == "Undo"
    commands.do(app, "restore", "1")
    await app.kept.queue.settled()
    assert app.kept.saves["1"] == before
    assert world_of(app).store.texts == stored
    assert app.voice.toast is None
    commands.do(app, "restore", "1")
    assert len(app.kept.saves) == 3


def test_the_skeleton_is_the_home_page_and_needs_no_style_of_its_own() -> None:
    markup = skeleton()
    assert " style=" not in markup, "a content security policy forbids it"
    assert markup.count('data-do="open"') == len(games.SHELF)
    assert title() == f"Chowk: {len(games.ready())} board games"


# Set-up -------------------------------------------------------------------------------------------------------------


async def test_the_set_up_shows_the_board_with_everybody_who_takes_part() -> None:
    """The preview on the set-up page follows the number of players (requirement VI-23)."""
    app = await set_up(game="kilkenny")
    shown = {}
    for count in ("2", "4"):
        commands.do(app, "players", count)
        (box,) = find(pages.page(app, app.words), class_="introduction")
        (shown[count],) = [miniature.html for miniature in find(box, class_="miniature")]
    assert shown["2"].startswith("<svg")
    assert len(shown["4"]) > len(shown["2"]) + 500, "twice as many cats"


async def test_the_bare_board_has_one_way_back() -> None:
    """The board without anything else has one control, which shows everything again (requirement PL-24)."""
    app = await at_table("reversi", TWO)
    assert not find(pages.page(app, app.words), data_bare=True)
    commands.key(app, "z")
    page = pages.page(app, app.words)
    assert find(page, data_bare=True)
    (back,) = find(page, aria_label="Show everything")
    commands.do(app, str(back.attrs["data-do"]))
    assert not find(pages.page(app, app.words), data_bare=True)


async def test_the_set_up_shows_name_manner_and_plain_strength_of_an_opponent() -> None:
    app = await set_up(("seat", "1 bot 4"))
    page = pages.page(app, app.words)
    level = games.load("reversi").level(4)
    text = page.text
    for part in (english(level.name), english(level.manner), "Strength 8 of 11, rating 1,979"):
        assert part in text
    rungs = [rung for rung in find(page, name="level-1") if "checked" in rung.attrs]
    assert [rung.attrs["aria-label"] for rung in rungs] == ["Strength 8 of 11: Snowy Owl"]


async def test_an_opponent_is_set_up_before_the_colour_before_which_it_will_sit() -> None:
    seats = (("players", "4"), *(("seat", f"{seat} bot 1") for seat in range(4)))
    app = await set_up(*seats, ("more", ""), game="parcheesi")
    shown = to_html(pages.page(app, app.words))
    animal = games.load("parcheesi").level(1).animal
    for seat, side in enumerate(("red", "blue", "yellow", "green")):
        assert pictures.portrait(animal, "calm", f"{side} hi", app.look, f"level-{seat}-face-") in shown


async def test_the_last_choice_is_there_again_and_play_is_at_hand() -> None:
    app = await set_up(("seat", "0 bot 5"), ("seat", "1 person"), ("take-back", "never"), ("play", ""))
    app.leave()
    commands.do(app, "open", "reversi")
    assert "data-autofocus" in control(pages.page(app, app.words), "play").attrs
    commands.do(app, "more")
    page = pages.page(app, app.words)
    assert "checked" in control(page, "seat", "0 bot 5").attrs
    assert "checked" in control(page, "seat", "1 person").attrs
    assert "checked" in control(page, "take-back", "never").attrs
    assert "data-autofocus" in control(page, "play").attrs
    app.pause()


def way_in(app: App, how: str) -> Node:
    """Return the large button that starts a game. `how` is "computer" or "people"."""
    (way,) = [button for button in find(pages.page(app, app.words), type="button") if button.key == f"way-{how}"]
    return way


async def test_a_game_begins_in_two_taps_as_it_was_begun_last_in_each_way() -> None:
    """The set-up page offers the last set-up again, separately for games between people and against opponents."""
    app = await set_up(game="parcheesi")
    assert way_in(app, "computer").attrs["data-do"] == "play", "before anybody chose"
    commands.do(app, "count", "4")
    assert [chip.text for chip in find(way_in(app, "people"), class_="chip")] == ["Red", "Blue", "Yellow", "Green"]
    for order in (("players", "3"), ("seat", "1 person"), ("seat", "2 person"), ("seat", "0 name Asha")):
        commands.do(app, *order)
    commands.do(app, "option", "laps off")
    commands.do(app, "play")
    app.leave()
    commands.do(app, "open", "parcheesi")
    assert way_in(app, "people").attrs["data-do"] == "play"
    assert [chip.text for chip in find(way_in(app, "people"), class_="chip")] == [isolated("Asha"), "Blue", "Yellow"]
    commands.do(app, "begin", "computer")
    table = table_of(app)
    assert [seat.kind for seat in table.plan.seats] == ["person", "bot", "bot"]
    assert table.plan.options["laps"] == "off", "one house, one set of rules"
    app.leave()
    commands.do(app, "open", "parcheesi")
    commands.do(app, "count", "4")
    commands.do(app, "begin", "people")
    table = table_of(app)
    assert [seat.name for seat in table.plan.seats] == ["Asha", "", "", ""]
    app.leave()
    commands.do(app, "open", "kilkenny")
    first = next(chip.text for chip in find(way_in(app, "people"), class_="chip"))
    assert first == isolated("Asha"), "known from another game"
    commands.do(app, "seat", "1 person")
    offered = [button.attrs["data-arg"] for button in find(pages.page(app, app.words), class_="button", data_do="seat")]
    assert "0 name Asha" in offered, "a name to be chosen instead of typed"
    app.pause()


async def test_four_sit_down_against_computers_in_two_taps_and_three_animals_differ() -> None:
    for game in ("parcheesi", "kilkenny"):
        app = await at_home()
        taps = [control(pages.page(app, app.words), "open", game)]
        commands.do(app, "open", game)
        taps.append(way_in(app, "computer"))
        commands.do(app, str(taps[1].attrs["data-do"]), str(taps[1].attrs.get("data-arg", "")))
        assert len(taps) == 2
        table = table_of(app)
        assert [seat.kind for seat in table.plan.seats] == ["person", "bot", "bot", "bot"]
        levels = [table.game.level(seat.level) for seat in table.plan.seats[1:]]
        assert len({level.animal for level in levels}) == 3
        app.pause()


@pytest.mark.parametrize("game", GAMES)
async def test_the_first_game_ever_is_against_one_of_the_two_gentlest_opponents(game: str) -> None:
    app = await set_up(game=game)
    commands.do(app, "count", "2")
    assert app.setup.plan is not None
    assert games.load(game).strength(app.setup.plan.seats[1].level) <= 1


async def test_one_row_of_numbers_of_players_is_for_all_ways_to_begin_and_is_remembered() -> None:
    app = await set_up(game="kilkenny")
    for count in (2, 3):
        commands.do(app, "count", str(count))
        page = pages.page(app, app.words)
        (row,) = find(page, class_="how-many")
        assert [radio.attrs["data-arg"] for radio in find(row, name="count")] == ["2", "3", "4"]
        assert [radio.attrs["data-arg"] for radio in find(row, name="count") if "checked" in radio.attrs] == [
            str(count)
        ]
        assert {len(find(way_in(app, how), class_="chip")) for how in ("people", "computer")} == {count}
    app.close_sheet()
    commands.do(app, "open", "kilkenny")
    assert len(find(way_in(app, "people"), class_="chip")) == 3, "also where no game was begun"
    commands.do(app, "begin", "people")
    app.leave()
    await app.kept.queue.settled()
    again = app_in(FakeWorld(world_of(app).store.texts))
    await again.start()
    commands.do(again, "open", "kilkenny")
    assert {len(find(way_in(again, how), class_="chip")) for how in ("people", "computer")} == {3}
    assert not find(pages.page(again, again.words), data_do="sides"), "the sheet is still the short one"
    app.pause()


@pytest.mark.parametrize("game", ["reversi", "checkers"])
async def test_a_game_for_two_asks_for_no_number_of_players(game: str) -> None:
    app = await set_up(game=game)
    assert not find(pages.page(app, app.words), class_="how-many")


@pytest.mark.parametrize("game", GAMES)
async def test_everybody_at_this_device_is_shown_with_a_piece_before_a_game(game: str) -> None:
    app = await set_up(game=game)
    chips = find(way_in(app, "people"), class_="chip")
    assert len(chips) >= 2
    assert all(find(chip, class_="token") for chip in chips)


async def test_a_mixed_table_begins_as_last_time() -> None:
    app = await set_up(("players", "3"), ("seat", "1 person"), ("play", ""), game="kilkenny")
    app.leave()
    commands.do(app, "open", "kilkenny")
    assert way_in(app, "").attrs["data-do"] == "play"
    assert [way_in(app, how).attrs["data-do"] for how in ("people", "computer")] == ["begin", "begin"]
    app.pause()


@pytest.mark.parametrize("game", GAMES)
async def test_every_house_rule_can_be_set_and_begins_as_in_the_book(game: str) -> None:
    app = await set_up(game=game)
    for option in games.load(game).rules.OPTIONS:
        commands.do(app, "players", str(min(option.seats or games.sign(game).seats)))
        page = pages.page(app, app.words)
        chosen = [
            radio.attrs["data-arg"] for radio in find(page, name=f"option-{option.name}") if "checked" in radio.attrs
        ]
        assert chosen == [f"{option.name} {option.default}"]
        last = option.choices[-1]
        commands.do(app, "option", f"{option.name} {last.value}")
        page = pages.page(app, app.words)
        assert "checked" in control(page, "option", f"{option.name} {last.value}").attrs


async def test_the_number_of_players_can_be_changed_where_the_game_allows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    app = await set_up()
    game = games.load("reversi")
    monkeypatch.setattr(games, "sign", lambda _: game.sign._replace(seats=(2, 3, 4)))
    commands.do(app, "players", "4")
    assert app.setup.plan is not None
    assert len(app.setup.plan.seats) == 4
    assert len({seat.level for seat in app.setup.plan.seats[1:]}) == 3, "three different animals"
    commands.do(app, "players", "5")
    assert len(app.setup.plan.seats) == 4
    commands.do(app, "players", "2")
    assert len(app.setup.plan.seats) == 2


@pytest.mark.parametrize("game", GAMES)
async def test_the_menu_is_short_and_nothing_in_it_is_out_of_reach(game: str) -> None:
    for plies in (0, 6):
        app = await at_table(game, TWO, plies)
        for over in (False, True):
            if over:
                commands.do(app, "resign")
                app.close_sheet()
            commands.do(app, "menu")
            rows = find(find(pages.page(app, app.words), role="dialog")[0], class_="button row")
            assert 4 <= len(rows) <= 8
            assert not any("aria-disabled" in row.attrs for row in rows)
            app.close_sheet()
        app.pause()


async def test_a_draw_is_agreed_to_beside_resigning() -> None:
    app = await at_table("checkers", TWO)
    commands.do(app, "ask-resign")
    assert control(pages.page(app, app.words), "ask-agree")
    app.pause()


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_that_the_other_side_wins_is_said_only_where_there_is_one(seats: int) -> None:
    app = await at_table("kilkenny", (SeatPlan(),) * seats)
    commands.do(app, "ask-resign")
    (sheet,) = find(pages.page(app, app.words), role="dialog")
    assert ("The other side wins." in to_html(sheet)) == (seats == 2)
    app.pause()


async def test_full_screen_is_offered_only_where_there_is_such_a_thing(monkeypatch: pytest.MonkeyPatch) -> None:
    app = await at_home()
    commands.do(app, "settings")
    assert control(pages.page(app, app.words), "fill")
    monkeypatch.setattr(world_of(app).device, "fillable", False)
    assert not find(pages.page(app, app.words), data_do="fill")


# The table ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
async def test_the_grid_has_an_element_for_every_spot(game: str) -> None:
    app = await at_table(game, TWO, 3)
    table, page = table_of(app), pages.page(app, app.words)
    (grid,) = find(page, role="grid")
    cells = find(grid, role="gridcell")
    assert [cell.attrs["data-spot"] for cell in cells] == [cell.spot for row in table.game.view.cells() for cell in row]
    assert [cell.attrs["data-spot"] for cell in cells if cell.attrs["tabindex"] == "0"] == [table.display.cursor]
    assert all(row_node.attrs["aria-label"] for row_node in find(grid, role="row"))
    on_board = {cell.spot for row in table.view.cells() for cell in row}
    ways = {way.spot for way in table.ways} if table.choice.pointing.chooser.picked else set()
    may = {str(cell.attrs["data-spot"]) for cell in cells if "data-open" in cell.attrs}
    assert may == on_board & (ways | set(table.open))
    for cell in cells:
        left, top, width, height = (
            float(cell.style[name].removesuffix("%")) for name in ("left", "top", "width", "height")
        )
        assert 0 <= left < left + width <= 100
        assert 0 <= top < top + height <= 100


async def test_a_cell_says_what_stands_there_and_what_it_has_to_do_with_the_turn() -> None:
    app = await at_table("checkers", TWO)
    table = table_of(app)

    def label(spot: str) -> str:
        grid = find(pages.page(app, app.words), role="grid")[0]
        return str(find(grid, data_spot=spot)[0].attrs["aria-label"])

    piece = table.open[0]
    assert label(piece).endswith("can be chosen")
    commands.do(app, "tap", piece)
    assert label(piece).endswith("chosen")
    assert not label(piece).endswith("be chosen")
    to = table.open[0]
    assert label(to).endswith("can be chosen")
    commands.do(app, "tap", to)
    await settle(app, lambda: table.choice.awaited is not None)
    assert "last move" in label(to)


async def test_the_card_of_whoever_is_to_move_says_so() -> None:
    app = await at_table("reversi", TWO, 1)
    page = pages.page(app, app.words)
    (turn,) = find(page, data_turn=True)
    assert turn.attrs["aria-label"] == "\u2068Kishan\u2069"
    assert "To move" in turn.text
    assert page.text.count("To move") == 1


async def test_an_opponent_that_thinks_can_be_hurried() -> None:
    _, page = await page_of("thinking")
    (card,) = find(page, data_thinking=True)
    assert "Thinking" in card.text
    assert enabled(control(page, "hurry"))


async def test_the_reader_sits_on_this_side_of_the_board() -> None:
    app = await at_table("reversi", (SeatPlan("bot", 0), SeatPlan()))
    page = pages.page(app, app.words)
    sides = {name: find(page, class_=f"players {name}")[0] for name in ("far", "near")}
    assert "You" in sides["near"].text
    assert "Panda" in sides["far"].text


async def test_the_cards_count_what_the_game_counts() -> None:
    app = await at_table("reversi", TWO, 4)
    page, facts = pages.page(app, app.words), table_of(app).game.speech.facts(table_of(app).position)
    cards = [node for node in find(page, role="group") if node.key.startswith("player-")]
    for card in cards:
        values = [node.text for node in card.walk() if node.tag == "dd"]
        assert values == [str(fact.value) for fact in facts[int(card.key[-1])]]
    begins = {
        node.attrs["data-side"]: node.style["--begin"] for node in find(page, class_="balance")[0].walk() if node.style
    }
    black, white = facts[0][0].value, facts[1][0].value
    assert begins == {"black": "0.00%", "white": f"{100 * black / (black + white):.2f}%"}


async def test_a_refusal_names_its_rule_and_the_rule_is_opened_at_its_paragraph() -> None:
    app, page = await page_of("refused")
    (refusal,) = find(page, class_="refusal")
    assert "would turn nothing" in refusal.text
    (alert,) = [node for node in find(page, role="alert") if node.text]
    assert "would turn nothing" in alert.text
    link = control(refusal, "rules")
    commands.do(app, "rules", str(link.attrs["data-arg"]))
    page = pages.page(app, app.words)
    (aim,) = find(page, data_scroll=True)
    assert "data-autofocus" in aim.attrs
    assert "A move that outflanks nothing is not allowed." in aim.text
    assert 'id="rule-R5"' in to_html(page)


@pytest.mark.parametrize("game", GAMES)
async def test_every_refusal_of_a_game_leads_to_a_rule_that_is_there(game: str) -> None:
    app = await at_table(game, TWO)
    table = table_of(app)
    known = {
        rule for section in table.game.help.SECTIONS for paragraph in section.paragraphs for rule in paragraph.rules
    }
    spots = [cell.spot for row in table.game.view.cells() for cell in row]
    for _ in range(25):
        position = table.match.position
        for pointing in [(spot,) for spot in spots] + [(spot, other) for spot in spots[::5] for other in spots[::3]]:
            refusal = position.refusal(pointing)
            assert refusal is None or refusal.rule in known, refusal
        if table.match.outcome() is None:
            table.match.play(position.moves()[-1])


async def test_a_rules_section_is_opened_by_its_name() -> None:
    app = await with_sheet(("rules", ""))
    page = pages.page(app, app.words)
    entries = [entry for entry in find(page, data_do="rules") if entry.attrs.get("data-arg") == "pass"]
    commands.do(app, "rules", str(entries[0].attrs["data-arg"]))
    page = pages.page(app, app.words)
    (aim,) = find(page, data_scroll=True)
    assert (aim.tag, aim.text) == ("h3", "Passing")


@pytest.mark.parametrize(
    ("text", "name"), [("f5d6c3d3c4", "Tiger"), ('[Event "?"]\n\n1. 11-15 23-18 8-11 *', "Cross"), ("f5", "")]
)
async def test_the_opening_is_called_by_its_name_beside_the_moves_while_one_plays(text: str, name: str) -> None:
    app = await at_home()
    commands.do(app, "import", text)
    commands.do(app, "play")
    for lists in (1, 2):  # first the list beside the board, then also the same list on a sheet
        named = find(pages.page(app, app.words), class_="note opening")
        assert [node.text for node in named] == [f"Opening: {name}"] * lists * bool(name)
        commands.do(app, "log")
    app.pause()


async def test_the_moves_of_checkers_in_words_end_in_the_notation_and_are_heard_with_their_squares() -> None:
    app = await at_home()
    commands.do(app, "import", '[Event "?"]\n\n1. 11-15 22-18 15x22 *')
    commands.do(app, "play")
    for how, ends in (("words", True), ("notation", True), ("words", False)):
        app.kept.settings = app.settings._replace(moves=how, labels=not ends)
        (log,) = find(pages.page(app, app.words), role="log")
        lines = find(log, data_do="show")[-3:]
        told = [find(line, class_="telling")[0] for line in lines]
        shown = [node.text + str(node.attrs.get("data-notation", "")) for node in told]
        for text, move in zip(shown, ("11-15", "22-18", "15x22"), strict=True):
            assert text.endswith(move) == ends
        heard = str(lines[0].attrs.get("aria-label", ""))
        assert ("11 to 15" in heard.replace("\u2068", "").replace("\u2069", "")) == (how == "words" and ends)
    app.pause()


async def test_the_log_is_the_way_into_the_past_and_back() -> None:
    app = await with_sheet(("log", ""), plies=4)
    page = pages.page(app, app.words)
    (log,) = find(find(page, role="dialog")[0], role="log")
    lines = find(log, data_do="show")
    assert [line.attrs["data-arg"] for line in lines] == ["1", "2", "3", "4"]
    assert lines[-1].attrs["aria-current"] == "step"
    assert lines[0].text.startswith("1\u2068Asha\u2069: ")
    commands.do(app, "show", "2")
    assert not app.place.sheets, "the log does not stay over the board"
    page = pages.page(app, app.words)
    assert "Move 2 of 4" in page.text
    assert table_of(app).ply == 2
    commands.do(app, "forward")
    assert table_of(app).ply == 3
    commands.do(app, "present")
    page = pages.page(app, app.words)
    assert table_of(app).display.shown_ply is None
    assert not enabled(control(page, "forward"))
    assert enabled(control(page, "back"))


async def test_of_a_long_game_the_lines_around_the_move_that_is_shown_are_there() -> None:
    app = await at_table("parcheesi", plies=2)
    table = table_of(app)
    (line,) = table.log.lines[-1:]
    table.log.lines = tuple(line._replace(ply=ply) for ply in range(1, 4001))

    def shown(ply: int) -> list[str]:
        table.display.shown_ply = ply
        log = moves(app.words, table, "words")
        return [str(button.attrs["data-arg"]) for button in find(log, data_do="show")]

    assert shown(4000) == [str(ply) for ply in range(3800, 4001)], "the first leads to those before"
    assert shown(2050) == [str(ply) for ply in range(1900, 2202)]
    assert shown(2051) == shown(2050), "a step moves nothing"
    assert shown(0) == [str(ply) for ply in range(1, 202)]
    ends = [find(moves(app.words, table, "words"), class_="further")[0].text for table.display.shown_ply in (4000, 0)]
    assert ends == ["Earlier moves", "Later moves"]


async def test_what_was_told_is_not_told_again_when_a_move_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    app = await at_table("reversi", TWO, 9)
    table = table_of(app)
    before = table.log.lines
    described: list[object] = []
    plain = table.game.speech.tell

    def tell(position: Any, move: Any) -> Any:
        described.append(move)
        return plain(position, move)

    monkeypatch.setattr(table.game.speech, "tell", tell)
    commands.do(app, "undo")
    assert table.log.lines == before[: len(table.match.moves)]
    assert described == []
    commands.do(app, "redo")
    assert table.log.lines == before
    assert len(described) == 1


async def test_at_the_start_there_is_no_way_back() -> None:
    app = await at_table()
    page = pages.page(app, app.words)
    for name in ("back", "forward", "undo", "redo"):
        assert not enabled(control(page, name)), name
    assert "No move has been made yet." in page.text


async def test_a_pass_is_announced_on_the_board_and_a_turn_among_people() -> None:
    app = await at_table("reversi", TWO, 1)
    page = pages.page(app, app.words)
    (banner,) = find(page, class_="banner turn")
    assert banner.text == "\u2068Kishan\u2069 to move"
    assert banner.attrs["data-edge"] == "far", "it lies where that player sits, not over the middle"
    from chowk.games.reversi import rules

    table = table_of(app)
    while rules.forced(table.match.position) is None and table.match.outcome() is None:
        table.play(table.match.position.moves()[0])
    assert table.match.outcome() is None, "this game has a pass in it"
    table.play(rules.PASS)
    page = pages.page(app, app.words)
    (banner,) = find(page, class_="banner")
    assert "cannot outflank a disc and passes" in banner.text


async def test_where_dice_are_rolled_a_turn_is_announced_to_who_is_to_roll_and_not_again_after_that() -> None:
    app = await at_table("kilkenny")
    table = table_of(app)
    first = table.choice.awaited
    assert table.match.ply == 1, "a roll, by whoever moves now"
    assert find(pages.page(app, app.words), class_="banner turn") == []
    for _ in range(20_000):
        if table.choice.rolling is not None:
            break
        if table.choice.awaited is not None:
            commands.do(app, "tap", table.open[0])
        await asyncio.sleep(0)
    (banner,) = find(pages.page(app, app.words), class_="banner turn")
    assert table.choice.rolling not in {None, first}
    assert banner.text == f"{isolated(TWO[table.choice.rolling or 0].name)} to roll."


async def test_who_plays_alone_is_told_that_it_is_their_turn_to_roll() -> None:
    app = await at_table("kilkenny", PERSON_AND_BOT)
    table = table_of(app)
    for _ in range(20_000):
        if table.choice.rolling is not None:
            break
        if table.choice.awaited is not None:
            commands.do(app, "tap", table.open[0])
        await asyncio.sleep(0)
    assert english(table.status) == "Your turn: seat 0 to roll."
    table.kind = "guest"
    assert english(table.status).endswith("to roll.")
    assert "Your" not in english(table.status), "who looks on rolls nothing"


async def test_what_an_opponent_says_at_the_end_is_over_once_something_else_was_looked_at() -> None:
    app = await at_table("checkers", PERSON_AND_BOT, plies=4)
    commands.do(app, "resign")
    commands.do(app, "close")
    (saying,) = find(pages.page(app, app.words), class_="saying")
    assert saying.text.startswith(app.words.name(1)), "it is said by whom"
    assert saying in list(find(pages.page(app, app.words), class_="messages")[0].walk()), "it lies over no card"
    commands.do(app, "review")
    commands.do(app, "review-close")
    assert find(pages.page(app, app.words), class_="saying") == []
    again = await at_table("checkers", PERSON_AND_BOT, plies=4)
    commands.do(again, "show", "1")
    commands.do(again, "show", "4")
    commands.do(again, "resign")
    commands.do(again, "close")
    assert len(find(pages.page(again, again.words), class_="saying")) == 1, "it was not at its end before"


async def test_what_was_promised_of_the_dice_is_in_the_list_of_moves_and_not_what_happened_last() -> None:
    app = await at_home()
    app.begin(Plan("kilkenny", TWO))
    page = pages.page(app, app.words)
    assert "All rolls of this game are settled" in page.text
    assert not any("settled" in event.text for event in find(page, class_="event"))


async def test_the_result_says_who_won_and_offers_a_rematch_with_sides_swapped() -> None:
    app, page = await page_of("result")
    sheet = find(page, role="dialog")[0]
    outcome = table_of(app).outcome
    assert outcome is not None
    assert str(outcome.scores[0]) in sheet.text
    (won,) = find(sheet, data_won=True)
    assert str(max(outcome.scores)) in won.text
    commands.do(app, str(control(sheet, "rematch").attrs["data-do"]))
    assert [seat.name for seat in table_of(app).plan.seats] == ["Kishan", "Asha"]
    app.pause()


async def test_what_happened_is_said_in_the_live_regions() -> None:
    app = await at_table("reversi", TWO, 2)
    page = pages.page(app, app.words)
    spoken = [node for node in find(page, role="status") if node.key == "spoken"]
    text = " ".join(app.words(message) for message in table_of(app).log.latest)
    assert spoken[0].text.strip() == text
    assert all(node.text == "" for node in find(page, role="alert"))


# Settings, records --------------------------------------------------------------------------------------------------


async def test_every_setting_can_be_made_and_is_shown() -> None:
    app = await with_sheet(("settings", ""))
    page = pages.page(app, app.words)
    radios = [radio for radio in find(page, data_do="set") if radio.attrs.get("type") == "radio"]
    for radio in radios:
        arg = str(radio.attrs["data-arg"])
        commands.do(app, "set", arg)
        name, _, value = arg.partition(" ")
        assert getattr(app.settings, name) == value
        now = pages.page(app, app.words)
        chosen = [node.attrs["data-arg"] for node in find(now, name=name) if "checked" in node.attrs]
        assert chosen == [arg]
    for name in ("targets", "left_handed"):
        commands.do(app, "set", f"{name} off")
        assert getattr(app.settings, name) is False
        assert "checked" not in control(pages.page(app, app.words), "set", name).attrs
        commands.do(app, "set", f"{name} on")
        assert getattr(app.settings, name) is True


async def test_a_record_can_be_read_in_every_form() -> None:
    app = await with_sheet(("record", ""), plies=4)
    for form in ("", *(kind.name for kind in table_of(app).game.notation.FORMATS)):
        commands.do(app, "record", form)
        page = pages.page(app, app.words)
        (text,) = [node for node in find(page, role="dialog")[0].walk() if node.tag == "textarea"]
        assert text.attrs["value"] == texts.as_text(sitting_at(app), form)
        commands.do(app, "copy", str(control(page, "copy").attrs.get("data-arg", "")))
        assert world_of(app).clipboard.copied[-1] == text.attrs["value"]


async def test_the_version_is_the_projects() -> None:
    assert json.loads((ROOT / "package.json").read_text())["version"] == VERSION
    _, page = await page_of("about")
    assert f"Version {VERSION}" in page.text


async def test_about_says_whether_the_page_is_ready_to_be_used_offline() -> None:
    _, page = await page_of("about")
    assert "Not ready yet" in page.text
    _, page = await page_of("about, ready")
    for part in ("Ready:", "90", "14,600 kB", "0123456789ab"):
        assert part in page.text


async def test_about_says_by_whose_rules_a_game_plays() -> None:
    _, page = await page_of("about")
    assert "Credits" in page.text
    assert "the two-player game Patchwork (Uwe Rosenberg, 2014)" in page.text
    assert "not affiliated" in page.text


# Pictures -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_diagram_of_the_rules_is_a_position_that_can_be_reached(game: str) -> None:
    loaded = games.load(game)
    for section in loaded.help.SECTIONS:
        for paragraph in section.paragraphs:
            if paragraph.diagram:
                position = pictures.played(loaded.ruleset, paragraph.diagram)
                assert loaded.notation.write_position(position)
                for theme in LOOKS:
                    assert pictures.diagram(game, paragraph.diagram, theme, "x-").startswith("<svg")


def test_markup_says_what_the_nodes_say() -> None:
    node = Node(
        "form",
        {"data-do": "import", "hidden": True},
        (
            Node("input", {"value": 'a"b', "checked": True}),
            Node("textarea", {"value": "<&>"}),
            Node("select", {"value": "b"}, (Node("option", {"value": "b", "selected": True}, ("B & C",)),)),
            Node("i", {}, style={"left": "1%"}),
            "x < y",
        ),
    )
    child: Child = node
    assert to_html(child) == (
        '<form data-do="import" hidden><input value="a&quot;b" checked><textarea>&lt;&amp;&gt;</textarea>'
        '<select><option value="b" selected>B &amp; C</option></select><i style="left:1%"></i>x &lt; y</form>'
    )


async def test_a_sheet_that_cannot_be_shown_says_so_once_and_can_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Node:
        raise OverflowError("int too large")

    monkeypatch.setitem(pages.SHEETS, "about", broken)
    app = await at_home()
    app.open_sheet("about")
    for _ in range(2):
        shown, (error,) = pages.frame(app, app.words)
        assert "This cannot be shown" in shown.text
        assert [node for node in shown.walk() if node.attrs.get("data-do") == "close"]
        app.failures.note(error)
    assert len(reported()) == 1


def toasts_of(app: App) -> tuple[object, set[str]]:
    """Return where the toasts of a page lie, and the attributes by which style sheets know of them."""
    page = pages.page(app, app.words)
    nodes = [page, *(node for node in page.walk() if node.key in ("overlay", "toasts"))]
    (place,) = [node.attrs.get("data-place") for node in nodes if node.key == "toasts"]
    names = {f"{node.key} {name}" for node in nodes for name in ("data-noted", "data-row") if name in node.attrs}
    return place, names


async def test_toasts_lie_where_they_cover_least() -> None:
    app = await at_home()
    assert toasts_of(app) == ("foot", set())
    app.voice.toast = Toast(say("Copied."))
    assert toasts_of(app) == ("foot", {"page data-noted"})
    app.open_sheet("about")
    assert toasts_of(app) == (None, {"page data-noted", "overlay data-noted"})
    app = await at_table("reversi", TWO)
    assert toasts_of(app) == ("status", set())
    app = await at_table("parcheesi", (*TWO, SeatPlan(), SeatPlan()))
    await settle(app, lambda: sitting_at(app).choice.awaited is not None)
    commands.do(app, "resign")
    commands.do(app, "close")
    assert toasts_of(app) == (None, set()), "the status has a button, which a toast must not cover"
    app = await at_home()
    commands.do(app, "learn", "checkers")
    assert toasts_of(app) == ("row", {"page data-row"})


async def test_of_hundreds_of_kept_games_some_are_drawn_and_more_when_asked_for() -> None:
    match, over = games.load("reversi").match(7), games.load("reversi").match(7)
    match.push("d3")
    over.push("d3")
    over.resign(0)
    plan = Plan("reversi", (SeatPlan(), SeatPlan()))
    app = await at_home()
    for number in range(200):
        name = f"{number:016x}"
        app.kept.saves[name] = Save(name, plan, match if number % 2 else over, "2026-11-21", f"2026-11-21T{number:03}")

    def listed() -> list[str]:
        nodes = pages.page(app, app.words).walk()
        return [str(node.attrs["data-arg"]) for node in nodes if node.attrs.get("data-do") == "resume"]

    assert listed()[0] == f"{199:016x}", "the latest first"
    assert len(listed()) == 2 * LISTED
    commands.do(app, "more-games")
    assert len(listed()) == 4 * LISTED
    for _ in range(3):
        commands.do(app, "more-games")
    assert len(listed()) == 200
    assert not [node for node in pages.page(app, app.words).walk() if node.attrs.get("data-do") == "more-games"]


@pytest.mark.parametrize(("screen", "way"), [("home", "kept"), ("table", "home")])
async def test_so_does_a_screen_which_leads_to_another(monkeypatch: pytest.MonkeyPatch, screen: str, way: str) -> None:
    def broken(*_: object) -> Node:
        raise OverflowError("int too large")

    monkeypatch.setattr(pages, screen, broken)
    app = await (at_home() if screen == "home" else at_table("reversi", (SeatPlan(), SeatPlan())))
    for _ in range(2):
        shown, (error,) = pages.frame(app, app.words)
        assert "This cannot be shown" in shown.text
        assert [node for node in shown.walk() if node.attrs.get("data-do") == way]
        app.failures.note(error)
    assert len(reported()) == 1
    commands.do(app, way)
    assert "Your games" in pages.frame(app, app.words).page.text if way == "kept" else app.table is None


@pytest.mark.parametrize("game", GAMES)
async def test_a_rule_that_is_told_twice_is_come_to_where_it_is_told_first(game: str) -> None:
    app = await at_table(game, (SeatPlan(), SeatPlan()))
    rules = [
        rule
        for section in games.load(game).help.SECTIONS
        for paragraph in section.paragraphs
        for rule in paragraph.rules
    ]
    for rule in sorted(set(rules)):
        app.place.open_sheet("rules", rule)
        shown = [node.attrs for node in pages.page(app, app.words).walk()]
        assert sum(bool(attrs.get("data-scroll")) for attrs in shown) == 1
        assert sum(attrs.get("id") == f"rule-{rule}" for attrs in shown) == 1


async def test_settings_lie_in_groups_that_open_and_every_one_of_them_is_there() -> None:
    app = await at_table("parcheesi")
    commands.do(app, "settings")
    groups = find(pages.page(app, app.words), class_="group")
    assert all(group.tag == "details" and not group.attrs.get("open") for group in groups)
    assert [next(node for node in group.walk() if node.tag == "summary").text for group in groups] == [
        "Appearance", "Making moves", "Opponents", "Sound and announcements", "Keyboard",
    ]  # fmt: skip
    inside = [
        {
            str(node.attrs.get("data-arg", "")).split(" ")[0]
            for node in group.walk()
            if node.attrs.get("data-do") == "set"
        }
        for group in groups
    ]
    world = {"shake": world_of(app).device.shakes, "vibration": world_of(app).device.vibrates}
    elsewhere = {"language", "digits", "pieces", "engine", "handing", "children"}
    there = {name for name in Settings._fields if world.get(name, True)} - elsewhere
    assert set.union(*inside) == there, "each setting in one of them"
    assert sum(map(len, inside)) == len(there)
    assert inside[-1] == {"shortcuts", "earcons"}
    assert groups[-1].attrs["data-keys"]
    assert "Play forced moves for me" in groups[1].text


@pytest.mark.parametrize(("offline", "ready"), [({}, False), ({"files": 90, "cached": 90}, True)])
async def test_home_says_once_the_page_can_be_played_offline(offline: dict[str, int], ready: bool) -> None:
    app = await at_home()
    app.window.offline = offline
    assert ("Ready to play offline." in str(pages.page(app, app.words))) is ready


async def test_the_statistics_list_opponents_by_strength_whatever_their_numbers_are() -> None:
    app = await with_saves()
    results = [Result("checkers", 2, number, 1, False, None, False, 60, str(number)) for number in (6, 5, 7, 4)]
    app.kept.tallies = statistics.write({str(at): result for at, result in enumerate(results)})
    commands.do(app, "statistics")
    text = pages.page(app, app.words).text
    names = ["Fox", "Wolf", "Raven", "Tiger"]
    assert sorted(names, key=text.index) == names
