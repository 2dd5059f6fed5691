"""Test that drawing only reads: drawing a screen or sheet changes no state and starts no task."""

from __future__ import annotations

import asyncio
import types
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

import pytest

from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.position import Refusal
from chowk.i18n.i18n import Words
from chowk.session.navigation import OVER
from chowk.ui.nodes import Node
from chowk.ui.sheets import settings
from tests.fakes import sitting_at, world_of
from tests.unit.ui.test_pages import STATES, TWO, at_home, at_table, every_state, settle

LEAVES: Final = (str, bytes, int, float, bool, type(None), type, types.ModuleType, types.FunctionType)
"""Types of immutable values and of code, whose parts a snapshot does not record."""

COMPUTED: Final = ("_settled", "_rows", "_choices")
"""Names of attributes in which a match, an analysis and a review cache computed values. Drawing may fill them."""


FIRST_USED: Final = ("clipboard", "files", "sharing", "qr_codes", "connections", "archives")
"""Parts of the app's world (the browser's functions) that are created on first use. Drawing may create them."""


def snapshot(app: App) -> dict[str, object]:
    """Return all objects that can be reached from the application and its fake world, by path.

    Paths lead through the attributes of objects, and through the items of lists and dictionaries. The record of an
    immutable value is the value itself. The record of any other object is its identity.
    """
    for name in FIRST_USED:
        getattr(app, name)
    values: dict[str, object] = {}
    seen: dict[int, object] = {}  # keeps the objects alive, so that no identity is reused
    due = deque[tuple[str, object]]([("app", app), ("world", world_of(app))])
    while due:
        path, value = due.popleft()
        values[path] = value if isinstance(value, LEAVES) else id(value)
        if isinstance(value, LEAVES) or id(value) in seen:
            continue
        seen[id(value)] = value
        due.extend((f"{path}{step}", part) for step, part in parts(value))
    return values


def parts(value: Any) -> Iterator[tuple[str, object]]:
    """Yield pairs of a step in a path, such as `.name` or `[0]`, and the attribute or item of `value` at that step."""
    if isinstance(value, Mapping) and type(value) in (dict, types.MappingProxyType):
        yield "#", len(value)
        yield from ((f"[{key!r}]", part) for key, part in value.items())
    elif isinstance(value, list | tuple | deque):
        yield "#", len(value)
        yield from ((f"[{number}]", part) for number, part in enumerate(value))
    elif isinstance(value, set | frozenset):
        yield "#", len(value)
        yield "{}", str(sorted(map(id, value)))
    elif type(value).__module__.startswith(("chowk.", "tests.")):
        names = getattr(value, "__dict__", {})
        yield from ((f".{name}", part) for name, part in names.items() if name not in COMPUTED)
        for kind in type(value).__mro__:
            slots = getattr(kind, "__slots__", ())
            for name in (slots,) if isinstance(slots, str) else slots:
                if hasattr(value, name) and name not in ("__weakref__", *COMPUTED):
                    yield f".{name}", getattr(value, name)


def changed(before: Mapping[str, object], after: Mapping[str, object]) -> set[str]:
    """Return the paths at which two snapshots differ. Leave out the list of QR codes that were drawn."""
    paths = (path for path in before.keys() | after.keys() if ".coded" not in path)
    return {path for path in paths if before.get(path, ...) != after.get(path, ...)}


def draw(app: App) -> Node:
    """Draw a whole page, also its title and the attributes of the root element. Return the page."""
    pages.root_attrs(app)
    pages.title(app, app.words)
    return pages.page(app, app.words)


def check(app: App, what: str) -> None:
    """Draw a page twice. Fail if drawing changes state, starts tasks, or gives different pages.

    `what` names the page in the failure.
    """
    before, tasks = snapshot(app), asyncio.all_tasks()
    first = draw(app)
    assert changed(before, snapshot(app)) == set(), what
    assert draw(app) == first, what
    assert changed(before, snapshot(app)) == set(), what
    assert asyncio.all_tasks() == tasks, what


async def ready(state: str) -> App:
    """Return an application in the state with this name (a key of `STATES`), ready to draw its page."""
    app = await STATES[state]()
    if table := app.table:
        await settle(app, lambda: table.outcome is None or bool(app.place.sheet or app.review) or not table.match.ply)
    return app


@every_state
async def test_drawing_a_page_changes_nothing(state: str) -> None:
    check(await ready(state), state)


PLACES: Final[Mapping[str, tuple[str, tuple[tuple[str, str], ...]]]] = {
    "home": ("reversi", (("home", ""),)),
    "own": ("kilkenny", ()),
    "boards": ("patchwork", ()),
    "over": ("checkers", (("resign", ""),)),
    "lesson": ("reversi", (("learn", "reversi"),)),
    "analysis": ("checkers", (("analyse", ""),)),
    "draft": ("reversi", (("draft", ""),)),
    "guest": ("reversi", ()),
    "elsewhere": ("reversi", ()),
}
"""Places of the app by name: the game at the table, and the commands that lead to the place."""
SUBJECTS: Final = {
    "apart": "reversi",
    "handing": "0",
    "code": "game",
    "forget": "x",
    "practice": "reversi",
    "course": "reversi",
    "puzzle-days": "reversi",
    "mistakes": "reversi",
    "ladder": "reversi",
}
"""Valid subjects, such as a game, of the sheets that need a subject, by the name of the sheet."""
UNFIT: Final = {
    "invited",
    "seat-link",
    "setup",
    "offer",
    "result",
    "storm",
    "look",
    "apart",
    "code",
    "letter",
    "wish",
    "claim",
}
"""Names of the sheets that need data which some places of the app do not have. Drawing them there may fail."""


@pytest.mark.parametrize("place", PLACES)
async def test_drawing_a_sheet_changes_nothing(place: str) -> None:
    game, steps = PLACES[place]
    app = await at_table(game, TWO, 6)
    for name, arg in steps:
        commands.do(app, name, arg)
    if place in ("guest", "elsewhere") and app.table is not None:
        (app.table.look_on if place == "guest" else partial(app.table.play_here, False))()
    await asyncio.sleep(0)
    check(app, place)
    for sheet in (sheet for sheet, over in OVER.items() if app.place.where in over):
        app.place.open_sheet(sheet, SUBJECTS.get(sheet, ""))
        if sheet not in UNFIT or not pages.frame(app, app.words).errors:
            check(app, f"{place}: {sheet}")
        app.place.close()
    app.pause()


async def test_drawing_a_game_played_apart_changes_nothing() -> None:
    app = await at_home()
    for name, arg in (("apart", "reversi"), ("apart-set", "name Asha"), ("invite", "")):
        commands.do(app, name, arg)
        await asyncio.sleep(0)
        check(app, name)
    (save,) = app.kept.own_seats
    for sheet in ("letter", "seat-link"):
        app.place.open_sheet(sheet, save)
        check(app, sheet)
        app.place.close()
    app.place.clear()
    check(app, "home")


async def test_drawing_on_paper_changes_nothing() -> None:
    app = await at_table("checkers", TWO, 6)
    app.window.printing = True
    check(app, "paper")
    app.pause()


# Views that change state, made to prove that the check finds them ----------------------------------------------------

PLANTED: Final[Mapping[str, Callable[[App], object]]] = {
    "a state of the window": lambda app: setattr(app.window, "lost", "hi"),
    "a choice": lambda app: sitting_at(app).choice.refuse(Refusal("OCCUPIED", (), "R15")),
    "the shown position": lambda app: sitting_at(app).show(1),
    "a setting": lambda app: app.change_settings(theme="dark"),
    "the saved games": lambda app: app.kept.saves.pop(next(iter(app.kept.saves))),
    "an open sheet": lambda app: app.place.clear(),
    "a task": lambda app: app.spawn(asyncio.sleep(0)),
    "another frame": lambda app: app.page.render(),
    "a fetch": lambda app: app.spawn(app.fetch_parcel("handloom")),
    "the clipboard": lambda app: app.clipboard.copy("text"),
    "a roll": lambda app: sitting_at(app).match.play(sitting_at(app).match.position.moves()[0]),
}


@pytest.mark.parametrize("kind", PLANTED)
async def test_a_view_that_does_more_than_read_is_found(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    app = await at_table("reversi", TWO, 4)
    app.open_sheet("about")
    check(app, kind)

    def planted(app: App, words: Words, _: str) -> Node:
        PLANTED[kind](app)
        return settings.about(app, words)

    monkeypatch.setitem(pages.SHEETS, "about", planted)
    with pytest.raises(AssertionError, match=kind):
        check(app, kind)
    await asyncio.sleep(0)
    app.pause()
