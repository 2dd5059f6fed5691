"""Test that drawing only reads: drawing a screen or sheet changes no state and starts no task."""

from __future__ import annotations

import asyncio
import types
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

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

COMPUTED: Final = ("_settled", "_rows", "_choices", "coded")
"""Names of attributes that drawing may fill.

In them a match, an analysis and a review cache computed values, and the fake page lists the QR codes that were drawn.
"""

FIRST_USED: Final = ("clipboard", "files", "sharing", "qr_codes", "connections", "archives")
"""Parts of the app's world (the browser's functions) that are created on first use. Drawing may create them."""


class Part(NamedTuple):
    """An object that can be reached from the application, how it was reached, and what it held.

    `step` leads to this object from the object that holds it, such as `.name` or `[0]`. `parent` is the identity of
    that object, or 0 for the two starting points: the application and the fake browser. `parts` maps each key or
    attribute that leads on from this object to what it held there.
    """

    value: object
    parent: int
    step: str
    parts: Mapping[object, object]


Snapshot = dict[int, Part]
"""All objects that can be reached from the application and its fake world, by identity.

An object that a snapshot holds is not deleted, so no identity is reused.
"""


def snapshot(app: App) -> Snapshot:
    """Return all objects that can be reached through attributes and through the items of lists and dictionaries."""
    for name in FIRST_USED:
        getattr(app, name)
    found: Snapshot = {}
    due = deque[tuple[object, int, str]]([(app, 0, "app"), (world_of(app), 0, "world")])
    while due:
        value, parent, step = due.popleft()
        if id(value) not in found:
            held = parts(value)
            found[id(value)] = Part(value, parent, step, held)
            for key, part in held.items():
                if not isinstance(part, LEAVES) and id(part) not in found:
                    due.append((part, id(value), key if isinstance(key, str) and key[0] == "." else f"[{key!r}]"))
    return found


def parts(value: Any) -> Mapping[object, object]:
    """Return the items of a collection, by key, or the attributes of one of the project's objects, by `.name`.

    Other objects have no parts. A set has one part: the identities of its members.
    """
    if isinstance(value, dict | types.MappingProxyType) and type(value) in (dict, types.MappingProxyType):
        return dict(value)
    if isinstance(value, list | tuple | deque):
        return dict(enumerate(value))
    if isinstance(value, set | frozenset):
        return {"{}": str(sorted(map(id, value)))}
    if not type(value).__module__.startswith(("chowk.", "tests.")):
        return {}
    held: dict[object, object] = {
        f".{name}": part for name, part in getattr(value, "__dict__", {}).items() if name not in COMPUTED
    }
    for name in slots(type(value)):
        if hasattr(value, name):
            held[f".{name}"] = getattr(value, name)
    return held


SLOTS: Final = dict[type, tuple[str, ...]]()


def slots(kind: type) -> tuple[str, ...]:
    """Return the names of the slots of a class and of its base classes. The results are cached."""
    if kind not in SLOTS:
        declared = [getattr(base, "__slots__", ()) for base in kind.__mro__]
        names = [name for some in declared for name in ((some,) if isinstance(some, str) else some)]
        SLOTS[kind] = tuple(name for name in names if name not in ("__weakref__", *COMPUTED))
    return SLOTS[kind]


def changed(before: Snapshot) -> set[str]:
    """Return the paths to what has changed since a snapshot.

    Only the snapshot's objects are compared: a new object can be reached only through one of them, which then differs.
    """
    return {
        path_of(before, part) + (step if isinstance(step, str) and step[:1] == "." else f"[{step!r}]")
        for part in before.values()
        if not isinstance(part.value, tuple | frozenset)  # they hold the same objects for ever
        for step in differing(part.parts, parts(part.value))
    }


def differing(before: Mapping[object, object], after: Mapping[object, object]) -> Iterator[object]:
    """Yield the steps at which an object holds something else than before: another object, or an unequal value."""
    for step in before.keys() | after.keys() if before.keys() != after.keys() else after:
        old, new = before.get(step, ...), after.get(step, ...)
        if old is not new and not (isinstance(old, LEAVES) and isinstance(new, LEAVES) and old == new):
            yield step


def path_of(found: Snapshot, part: Part) -> str:
    """Return the path by which a snapshot reached an object, such as `app.kept.saves['1']`."""
    return (path_of(found, found[part.parent]) if part.parent else "") + part.step


def draw(app: App) -> Node:
    """Draw the app's whole page, with its title and the attributes of its root element. Return the page."""
    pages.root_attrs(app)
    pages.title(app, app.words)
    return pages.page(app, app.words)


def check(app: App, what: str) -> None:
    """Draw a page twice. Fail if drawing changes state, starts tasks, or gives different pages.

    `what` names the page in the failure.
    """
    before, tasks = snapshot(app), asyncio.all_tasks()
    first = draw(app)
    assert changed(before) == set(), what
    assert draw(app) == first, what
    assert changed(before) == set(), what
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
