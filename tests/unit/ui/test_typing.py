"""Test text fields: each redraw of the page, whatever its cause, leaves typed text unchanged."""

from __future__ import annotations

import asyncio
import importlib
import sys
import types
from collections.abc import Iterator
from itertools import accumulate
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.message import say
from chowk.i18n.toast import Toast
from chowk.storage.plan import NAME_LENGTH, named
from tests.unit.browser.render.test_dom import Element, built, changed
from tests.unit.ui.test_pages import STATES, find

TYPED = ("text", "textarea")
REDRAWS = (
    *(("set", f"theme {theme}") for theme in ("dark", "contrast", "light")),
    *(("set", f"language {code}") for code in ("kn", "en")),
    ("set", "digits native"),
    ("mute", ""),
    ("toast", ""),
    ("paper", ""),
)
"""Changes that redraw the page while a player types: commands, a short message (toast), and printed text."""


@pytest.fixture(scope="module")
def dom() -> Iterator[Any]:
    """Yield the module `chowk.browser.render.dom`, imported in a fake page."""
    page = types.ModuleType("js")
    page.chowkNode, page.chowkChange = built, changed  # type: ignore[attr-defined]
    page.document = types.SimpleNamespace(activeElement=None)  # type: ignore[attr-defined]
    sys.modules["js"] = page
    yield importlib.import_module("chowk.browser.render.dom")
    del sys.modules["js"], sys.modules["chowk.browser.render.dom"]


class Typist:
    """A simulated player who types into the fields of a page. The page is redrawn after each keystroke."""

    def __init__(self, dom: Any, app: App) -> None:
        self.app, self.root = app, Element("root")
        self._patcher = dom.Patcher(self.root)
        self.draw()

    def draw(self) -> None:
        self._patcher.show(pages.page(self.app, self.app.words))

    def fields(self) -> list[Element]:
        """Return the fields of the page that accept text."""
        return [field for field in below(self.root) if kind_of(field) in TYPED and "readonly" not in field.attributes]

    def type(self, field: Element, text: str) -> None:
        """Type a text letter by letter, and check the field after each letter."""
        for so_far in accumulate(text, initial=""):
            field.value = so_far  # type: ignore[attr-defined]
            if name := field.attributes.get("data-do"):
                commands.do(self.app, name, f"{field.attributes.get('data-arg', '')} {so_far}")
            self.draw()
            assert value_of(field) == so_far

    def show_anew(self, name: str, arg: str) -> None:
        if name == "toast":
            self.app.voice.toast = Toast(say("Copied."))
        elif name == "paper":
            self.app.window.printing = not self.app.window.printing
        else:
            commands.do(self.app, name, arg)
        self.draw()


def below(element: Element) -> Iterator[Element]:
    yield element
    for node in element.nodes:
        yield from below(node)


def kind_of(element: Element) -> str:
    return "textarea" if element.tag == "textarea" else element.attributes.get("type", "")


def value_of(element: Element) -> str:
    return str(vars(element).get("value", ""))


async def pages_to_type_on() -> dict[str, App]:
    """Return an app for every state that has a text field, by the name of the state."""
    apps = {}
    for name, state in STATES.items():
        app = await state()
        page = pages.page(app, app.words)
        if any(field.tag == "textarea" and "readonly" not in field.attrs for field in page.walk()) or find(
            page, type="text"
        ):
            apps[name] = app
        else:
            app.pause()
    return apps


async def test_what_is_typed_outlives_every_redraw(dom: Any) -> None:
    seen = set()
    for app in (await pages_to_type_on()).values():
        typist = Typist(dom, app)
        fields = typist.fields()
        texts = [f"  Asha {number} " for number in range(len(fields))]
        for field, text in zip(fields, texts, strict=True):
            typist.type(field, text)
            seen.add(field.attributes.get("data-do", "form"))
        for redraw in REDRAWS:
            typist.show_anew(*redraw)
            assert [value_of(field) for field in fields] == texts, redraw
            assert typist.fields() == fields, f"{redraw}: a field that is made anew loses its caret"
        app.pause()
    expected = {"seat", "verify", "form", "find-listed"}
    assert seen == expected, "names, the promise, the text of a game, words to find games of a file by"


@settings(max_examples=40, deadline=None, derandomize=True, database=None)
@given(st.lists(st.text(max_size=NAME_LENGTH), min_size=2, max_size=2), st.sampled_from(REDRAWS))
def test_names_of_any_letters_stay_as_they_are_typed(dom: Any, names: list[str], redraw: tuple[str, str]) -> None:
    async def typing() -> None:
        app = await STATES["set-up, roles changed"]()
        commands.do(app, "seat", "0 person")
        typist = Typist(dom, app)
        for field, name in zip(typist.fields(), names, strict=True):
            typist.type(field, name)
        typist.show_anew(*redraw)
        assert [value_of(field) for field in typist.fields()] == names
        commands.do(app, "play")
        assert app.table is not None
        assert [seat.name for seat in app.table.plan.seats] == [named(name) for name in names]
        app.pause()

    asyncio.run(typing())
