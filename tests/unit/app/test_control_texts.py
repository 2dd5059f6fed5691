"""Test that the command of each control accepts every text that the control can send."""

from __future__ import annotations

import ast
import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.features.analysis import table as analysis_table
from chowk.features.collections import commands as collections
from chowk.features.practice import mistakes
from chowk.games.verdicts import Judged
from chowk.session.navigation import OVER
from chowk.session.output.board import BETWEEN
from chowk.ui.nodes import Node, el
from tests.fakes import sitting_at
from tests.unit.app.test_rendering import PLACES, SUBJECTS, UNFIT
from tests.unit.features.analysis import test_analysis
from tests.unit.features.correspondence.test_apart import begun, device, forks, mine, opens, plays, world
from tests.unit.features.correspondence.test_lost_seats import asked, lost
from tests.unit.features.correspondence.test_reactions import finishes
from tests.unit.features.live.test_live import calm, spectator
from tests.unit.features.practice.test_mistake_store import mistake
from tests.unit.ui.sheets import test_tray
from tests.unit.ui.test_pages import STATES, TWO, at_home, at_table, page_of, set_up, settle

TYPED: Final = ("", "Asha", " two words ", "9")
"""Examples of text that a person types into a field."""


def texts(control: Node) -> Iterator[str]:
    """Yield the argument texts that a control may send with its command, as `browser.input.events` forms them."""
    arg, kind = str(control.attrs.get("data-arg", "")), str(control.attrs.get("type", control.tag))
    if kind == "text":
        yield from (f"{arg} {text}" for text in (*TYPED, control.attrs.get("value", "")))
    elif control.tag == "form" or kind == "file":
        yield from TYPED
    elif control.tag == "textarea":
        yield from [arg] if "readonly" in control.attrs else (f"{arg} {text}".strip() for text in TYPED)
    elif control.tag == "select":
        yield from (f"{arg} {node.attrs.get('value', '')}".strip() for node in control.walk() if node.tag == "option")
    elif kind == "checkbox":
        yield from (f"{arg} {state}".strip() for state in ("on", "off"))
    elif kind == "range":
        yield from (f"{arg} {control.attrs[end]}".strip() for end in ("min", "max", "value"))
    else:
        yield arg.strip() if control.tag == "input" else arg


def refused(page: Node, seen: set[str]) -> list[str]:
    """Return the texts that the page's controls may send but their commands refuse, each after the command's name.

    Add the names of the commands that accept a text to `seen`.
    """
    faults = []
    for control in page.walk():
        if "data-do" in control.attrs:
            name = str(control.attrs["data-do"])
            for text in texts(control):
                if name not in commands.COMMANDS or commands.COMMANDS[name].values(text) is None:
                    faults.append(f"{name} {text!r}")
                else:
                    seen.add(name)
    return faults


def test_a_text_that_a_command_does_not_take_would_be_noticed() -> None:
    options = [el("option", value=number) for number in ("2", "x")]
    page = el(
        "div",
        el("button", do="emote", arg="0"),
        el("button", do="emote", arg="smile"),
        el("select", options, do="players"),
        el("input", type="checkbox", do="study-engine"),
        el("input", type="checkbox", do="seat", arg="0"),
        el("input", type="range", min="0", max="9", value="none", do="seek"),
        el("form", do="join"),
        el("button", do="house!"),
    )
    seen: set[str] = set()
    assert refused(page, seen) == [
        "emote 'smile'",
        "players 'x'",
        "seat '0 on'",
        "seat '0 off'",
        "seek 'none'",
        *(f"join {text!r}" for text in TYPED if text),
        "house! ''",
    ]
    assert seen == {"emote", "players", "study-engine", "seek", "join"}


# Pages ----------------------------------------------------------------------------------------------------------------


async def app_at(place: str) -> App:
    game, steps = PLACES[place]
    app = await at_table(game, TWO, 6)
    for name, arg in steps:
        commands.do(app, name, arg)
    if place in ("guest", "elsewhere") and app.table is not None:
        (app.table.look_on if place == "guest" else partial(app.table.play_here, False))()
    await asyncio.sleep(0)
    return app


async def apart() -> list[App]:
    """Return apps in all states of correspondence games, such as inviting, joining, playing and handing over a seat."""
    inviter, guest = await device(1), await device(2)
    for name, arg in (("apart", "kilkenny"), ("apart-set", "name Asha"), ("apart-set", "players 4"), ("invite", "")):
        commands.do(inviter, name, arg)
    (table,) = inviter.kept.own_seats
    commands.do(inviter, "copy-letter", table)
    await opens(guest, world(inviter).clipboard.copied[-1].partition("#")[2])
    asha, bela, draw, sent = await begun()
    older, due = await device(3), asha if mine(asha) else bela
    await opens(older, sent[-1])
    await opens(asha, sent[0])
    sent.append(await plays(due, draw))
    again, waits, other, _ = await forks()
    await opens(waits, other)
    gone, others, last, _ = await lost("parcheesi", 2)
    fresh = await device(9)
    await opens(fresh, last)
    commands.do(fresh, "claim")
    asks = await asked(await device(8), last)
    await opens(others[0], asks)
    moving = await device(7)
    commands.do(due, "seat-link", sitting_at(due).about.save)
    commands.do(due, "copy-seat", sitting_at(due).about.save)
    await opens(moving, world(due).clipboard.copied[-1].partition("#")[2])
    return [inviter, guest, asha, bela, older, again, waits, gone, fresh, others[0], moving]


async def live() -> list[App]:
    """Return three apps of a live game: a player who shows a code for a guest, the other player, and a spectator."""
    due, waits, stranger, name = await spectator()
    commands.do(due, "live")
    commands.do(due, "live-code")
    await calm()
    waits.open_sheet("live", name)
    return [due, waits, stranger]


async def setting_up() -> list[App]:
    """Return two apps for each game. Both show the set-up of the game: one with few options, one with all of them."""
    return [await set_up(*more, game=game) for game in games.SHELF for more in ((), (("more", ""),))]


async def analysed() -> list[App]:
    """Return four apps with analyses.

    One shows the values of moves, one compares a bad move with the best one, one has variations, and one has deleted
    its analysis.
    """
    valued, _, _ = await test_analysis.analysed("checkers")
    app, _, desk = await test_analysis.analysed("checkers")
    for analysed in (valued, app):
        await test_analysis.settle(lambda of=analysed: len(test_analysis.desk_of(of).known.lines) == 7)  # type: ignore[misc]
    for command, text in (("study-play", desk.known.lines[-1].moves[0]), ("compare", "")):
        commands.do(app, command, text)
    branched = await at_home()
    commands.do(branched, "import", "1. 11-15 (1. 9-14 22-18) 1... 23-19 *")
    deleted = await at_home()
    deleted.kept.keep_analysis("reversi", "1")
    commands.do(deleted, "forget-analysis", "reversi")
    return [valued, app, branched, deleted]


async def reviewed() -> list[App]:
    """Return a list of one app, which shows the review of a game in which a better move was found."""
    app, _ = await page_of("review")
    game_review = app.review
    assert game_review is not None
    for ply, move in enumerate(game_review.moves):
        position = game_review.match.position_after(ply)
        write = game_review.match.ruleset.notation.write_move
        moves = (write(position, choice) for choice in position.moves())
        best = next(text for text in moves if text != move)
        game_review.judged[ply] = Judged(best, 0.0, 8, cost=10.0 * game_review.scale.won, deep=True)
    return [app]


async def mistouched() -> list[App]:
    """Return a list of one app. After a touch between two spots on the board, it asks which of them was meant."""
    app, table = await test_tray.app_with(test_tray.GATE)
    commands.do(app, "which", BETWEEN.join(list(table.clickable_spots)[:2]))
    return [app]


async def brought() -> list[App]:
    """Return a list of one app.

    It has opened a file that transfers a seat of a correspondence game to this app's device.
    """
    asha, bela, _, _ = await begun()
    commands.do(asha, "export", "seats")
    await calm()
    app = await device(9)
    commands.do(app, "take-in", [*world(asha).files.texts.values()][-1])
    await settle(app, lambda: app.incoming is not None and app.incoming.ready)
    asha.pause()
    bela.pause()
    return [app]


async def reacting() -> list[App]:
    """Return a list of one app whose player may send a reaction together with the last move."""
    asha, bela, draw, _ = await begun()
    due, other = (asha, bela) if mine(asha) else (bela, asha)
    await finishes(due, draw)
    other.pause()
    return [due]


async def mistaken() -> list[App]:
    """Return a list of one app, which has stored a mistake of the player for practice."""
    app = await at_home()
    mistakes.keep(app.kept, "reversi", lambda _: (mistake(),))
    return [app]


async def choosing_puzzles() -> list[App]:
    """Return a list of one app, which shows the puzzles of all games."""
    app = await at_home()
    commands.do(app, "practice")
    return [app]


async def collected() -> list[App]:
    """Return three apps.

    They show the list of collections, the games of a collection, and the moves played in a collection.
    """
    apps = []
    for sheet in ("collections", "archive"):
        app = await at_home()
        collections.take(app, '[Event "Tour"]\n\n1. 11-15 22-18 *\n\n[Event "Tour"]\n\n1. 9-9 *\n')
        for _ in range(200):
            await asyncio.sleep(0)
        app.place.clear()
        app.place.open_sheet(sheet)
        apps.append(app)
    return [*apps, await exploring()]


async def exploring() -> App:
    """Return an app with an analysis of a game's first position. It lists the moves played there in a collection."""
    app = await at_home()
    commands.do(app, "analyse", "checkers")
    collections.take(app, '[Event "Tour"]\n\n1. 11-15 22-18 *\n\n')
    for order in ("close", "played", "explore index"):
        for _ in range(200):
            await asyncio.sleep(0)
        commands.do(app, *order.split())
    for _ in range(200):
        await asyncio.sleep(0)
    return app


SCENES: Final[Mapping[str, Callable[[], Awaitable[list[App]]]]] = {
    "apart": apart,
    "live": live,
    "setting up": setting_up,
    "analysed": analysed,
    "reviewed": reviewed,
    "mistouched": mistouched,
    "brought": brought,
    "reacting": reacting,
    "mistaken": mistaken,
    "choosing puzzles": choosing_puzzles,
    "collected": collected,
}


def under(app: App) -> Iterator[Node]:
    """Yield the app's page in its present state, then with each sheet that may be open over it."""
    frame = pages.frame(app, app.words)
    assert not frame.errors
    yield frame.page
    app.place.clear()
    tables = [app.table.about.save] if app.table is not None else [*app.kept.own_seats][:1]
    for sheet, over in OVER.items():
        if app.place.where in over:
            about = SUBJECTS.get(sheet, tables[0] if sheet in ("letter", "seat-link", "live") and tables else "")
            app.place.open_sheet(sheet, about)
            frame = pages.frame(app, app.words)
            assert sheet in UNFIT or not frame.errors, sheet
            yield frame.page
            app.place.close()


BY_POINTER: Final = {"study-draw", "study-sketch", "which"}
"""Commands that are sent by pointing at the board, not by a control. Pointing determines their arguments."""


async def test_every_text_that_a_control_sends_is_one_that_its_command_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis_table, "NODES", 2_000)
    seen: set[str] = set()
    wrong: dict[str, list[str]] = {}
    for state in STATES:
        app, page = await page_of(state)
        wrong[state] = refused(page, seen)
        app.pause()
    for place in PLACES:
        app = await app_at(place)
        wrong[place] = [fault for page in under(app) for fault in refused(page, seen)]
        app.pause()
    for scene, apps in SCENES.items():
        for number, app in enumerate(await apps()):
            wrong[f"{scene} {number}"] = [fault for page in under(app) for fault in refused(page, seen)]
            app.pause()
    assert not {name: fault for name, fault in wrong.items() if fault}
    taking = {name for name, command in commands.COMMANDS.items() if command.takes}
    assert sorted(taking - seen) == sorted(BY_POINTER)


# Names in the code ----------------------------------------------------------------------------------------------------

CHOWK: Final = Path(__file__).parents[3] / "py/chowk"
OTHERS: Final = {CHOWK / "features/translation/desk_view.py"}
"""Modules of a separate page (the translators' desk), which has its own commands."""
NAMED: Final[Mapping[str, int]] = {"button": 2, "asking": 2, "Control": 2, "do": 1, "Toast": 1, "is_open": 0}
"""The functions that take the name of a command, each with the index of this argument."""
WITH_TEXT: Final = {"button", "asking", "do"}
"""The functions in `NAMED` that take the command's argument text after the command's name."""


def named(source: str) -> Iterator[tuple[str, str | None]]:
    """Yield the names of the commands in the Python code `source`, each with the argument text that follows it.

    The text is None if the code computes it.
    """
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call):
            what = getattr(call.func, "attr", getattr(call.func, "id", ""))
            place, keywords = NAMED.get(what, len(call.args)), {keyword.arg: keyword.value for keyword in call.keywords}
            name = constant(call.args[place] if place < len(call.args) else keywords.get("do"))
            after = call.args[place + 1] if what in WITH_TEXT and place + 1 < len(call.args) else keywords.get("arg")
            fields = what == "el" and constant(call.args[0]) in ("input", "select", "textarea", "form")
            if name is not None:
                yield name, None if fields else "" if after is None else constant(after)


def constant(code: ast.expr | None) -> str | None:
    """Return the value of an expression if it is a constant text, else None."""
    return code.value if isinstance(code, ast.Constant) and isinstance(code.value, str) else None


def unknown(source: str) -> list[str]:
    """Return the faulty uses of commands in Python code, as texts: names that no command has, and refused arguments."""
    table = commands.COMMANDS
    return [
        name if text is None else f"{name} {text!r}"
        for name, text in named(source)
        if name not in table or (text is not None and table[name].values(text) is None)
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('button(viewer, words, "undo", icon="undo")', []),
        ('button(viewer, words, "undoo", icon="undo")', ["undoo ''"]),
        ('button(viewer, words, "emote", "smile")', ["emote 'smile'"]),
        ('button(viewer, words, "emote", written(at))', []),
        ('button(viewer, words, "emote")', ["emote ''"]),
        ('el("input", type="range", do="seek")', []),
        ('el("input", type="range", do="seeek")', ["seeek"]),
        ('el("button", do="emote", arg="language")', ["emote 'language'"]),
        ('commands.do(app, "rotate", "sideways")', ["rotate 'sideways'"]),
        ('Toast(text, "wait-agian", label)', ["wait-agian ''"]),
        ('Control("menu", 10, "share", "share")', []),
    ],
)
def test_a_wrong_name_or_text_in_the_code_would_be_noticed(source: str, expected: list[str]) -> None:
    assert unknown(source) == expected


def test_every_command_that_the_code_names_exists_and_takes_the_text_beside_its_name() -> None:
    modules = [path for path in sorted(CHOWK.rglob("*.py")) if path not in OTHERS]
    wrong = {str(path.relative_to(CHOWK)): unknown(path.read_text("utf-8")) for path in modules}
    assert not {path: fault for path, fault in wrong.items() if fault}
