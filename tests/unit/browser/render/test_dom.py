"""Test the patcher, which makes the document equal to a tree of nodes. It moves no element without need."""

from __future__ import annotations

import gc
import importlib
import json
import sys
import types
import weakref
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chowk.ui.nodes import Child, Node, el


class Style(dict[str, str]):
    def setProperty(self, name: str, value: str) -> None:  # noqa: N802 - the browser's name
        self[name] = value

    def removeProperty(self, name: str) -> None:  # noqa: N802 - the browser's name
        self.pop(name, None)


class Element:
    """A fake of the parts of a browser's element that the patcher uses."""

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self.attributes: dict[str, str] = {}
        self.style = Style()
        self.nodes: list[Any] = []
        self.parent: Element | None = None
        self._markup = ""
        self.moves = 0

    @property
    def innerHTML(self) -> str:  # noqa: N802 - the browser's name
        return self._markup

    @innerHTML.setter
    def innerHTML(self, markup: str) -> None:  # noqa: N802 - the browser's name
        self._markup, self.nodes = markup, []

    def setAttribute(self, name: str, value: str) -> None:  # noqa: N802 - the browser's name
        self.attributes[name] = value

    def removeAttribute(self, name: str) -> None:  # noqa: N802 - the browser's name
        self.attributes.pop(name, None)

    @property
    def childNodes(self) -> Any:  # noqa: N802 - the browser's name
        return types.SimpleNamespace(item=lambda place: self.nodes[place])

    def remove(self) -> None:
        if self.parent is not None:
            self.parent.nodes.remove(self)
            self.parent = None

    def insertBefore(self, child: Any, following: Any) -> None:  # noqa: N802 - the browser's name
        child.remove()
        child.parent = self
        child.moves += 1
        self.nodes.insert(len(self.nodes) if following is None else self.nodes.index(following), child)

    def appendChild(self, child: Any) -> None:  # noqa: N802 - the browser's name
        self.insertBefore(child, None)

    def replaceChildren(self, child: Any) -> None:  # noqa: N802 - the browser's name
        for old in list(self.nodes):
            old.remove()
        self.appendChild(child)

    def isSameNode(self, other: Any) -> bool:  # noqa: N802 - the browser's name
        return self is other

    def contains(self, other: Any) -> bool:
        return self is other or any(node.contains(other) for node in self.nodes)

    def shape(self) -> Any:
        inner = self.innerHTML or [node.shape() for node in self.nodes]
        return (self.tag, dict(self.attributes), dict(self.style), inner)


class Text(Element):
    def __init__(self, data: str) -> None:
        super().__init__("#text")
        self.data = data

    def shape(self) -> Any:
        return self.data


def built(text: str) -> Any:
    """Return the fake elements that `py/boot/nodes.js` would build from JSON text."""

    def node(value: Any) -> Any:
        if isinstance(value, str):
            return Text(value)
        tag, attributes, properties, style, markup, children = value
        element = Element(tag)
        element.attributes, element.style = attributes, Style(style)
        element.innerHTML = markup
        for child in children:
            element.appendChild(node(child))
        vars(element).update(properties)
        return element

    return node(json.loads(text))


@pytest.fixture(scope="module")
def dom() -> Iterator[Any]:
    """Yield the module `chowk.browser.render.dom`, imported in a fake page."""
    page = types.ModuleType("js")
    page.chowkNode = built  # type: ignore[attr-defined]
    page.chowkChange = changed  # type: ignore[attr-defined]
    page.document = types.SimpleNamespace(activeElement=None)  # type: ignore[attr-defined]
    sys.modules["js"] = page
    yield importlib.import_module("chowk.browser.render.dom")
    del sys.modules["js"], sys.modules["chowk.browser.render.dom"]


def changed(top: Any, text: str) -> None:
    """Apply changes to fake elements as `py/boot/nodes.js` would.

    `text` is JSON with the changes, and `top` is the element below which they happen.
    """
    for way, attributes, style, data in json.loads(text):
        element = top
        for place in way:
            element = element.nodes[place]
        for name, value in attributes.items():
            if value is None:
                element.removeAttribute(name)
            else:
                element.setAttribute(name, value)
        for name, value in style.items():
            if value is None:
                element.style.removeProperty(name)
            else:
                element.style.setProperty(name, value)
        if data is not None:
            element.data = data


NAMES = st.sampled_from(["a", "b", "c", "d"])
ATTRS = st.dictionaries(st.sampled_from(["class_", "do", "title", "hidden"]), st.sampled_from(["x", "y", True, None]))


def distinct(children: list[Child]) -> list[Child]:
    """Return the child nodes without those whose key occurs earlier in the list."""
    seen: set[str] = set()
    unique: list[Child] = []
    for child in children:
        key = child.key if isinstance(child, Node) else ""
        if not key or key not in seen:
            unique.append(child)
        seen.add(key)
    return unique


def trees() -> st.SearchStrategy[Node]:
    def node(inner: st.SearchStrategy[Child]) -> st.SearchStrategy[Node]:
        return st.builds(
            lambda tag, key, attrs, style, kids: el(tag, tuple(distinct(kids)), key=key, style=style, **attrs),
            st.sampled_from(["div", "p"]),
            st.sampled_from(["", "", "k1", "k2", "k3"]),
            ATTRS,
            st.dictionaries(NAMES, NAMES, max_size=2),
            st.lists(inner, max_size=5),
        )

    leaf: st.SearchStrategy[Child] = st.one_of(st.sampled_from(["one", "two"]), node(st.just("three")))
    return node(st.recursive(leaf, node, max_leaves=12))


@settings(max_examples=50, deadline=None, derandomize=True, database=None)
@given(st.lists(trees(), min_size=2, max_size=4))
def test_any_tree_becomes_any_other(dom: Any, target: list[Node]) -> None:
    root = Element("root")
    patcher = dom.Patcher(root)
    for tree in target:
        patcher.show(tree)
        fresh = Element("root")
        dom.Patcher(fresh).show(tree)
        assert root.shape() == fresh.shape()


def cells(*keys: str) -> Node:
    return el("div", [el("p", key, key=key) for key in keys])


def test_what_stays_in_order_is_not_moved_when_others_come_and_go(dom: Any) -> None:
    root = Element("root")
    patcher = dom.Patcher(root)
    patcher.show(cells("a", "b", "c"))
    by_text = {node.nodes[0].data: node for node in root.nodes[0].nodes}
    patcher.show(cells("x", "a", "y", "c", "z"))
    assert [node.nodes[0].data for node in root.nodes[0].nodes] == ["x", "a", "y", "c", "z"]
    assert by_text["a"] in root.nodes[0].nodes
    assert by_text["a"].moves == by_text["c"].moves == 1


def test_what_changes_is_told_in_one_call_and_what_is_the_same_not_looked_at(
    dom: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[Any] = []

    def change(top: Any, text: str) -> None:
        sent.append(json.loads(text))
        changed(top, text)

    monkeypatch.setattr(dom, "chowkChange", change)
    same = el("p", "words", title="x")

    def page(number: int) -> Node:
        cell = el("div", str(number), class_="a", hidden=number == 1, style={"top": f"{number}px"}, key="cell")
        return el("div", same, el("div", same, cell))

    root = Element("root")
    patcher = dom.Patcher(root)
    patcher.show(page(1))
    looked: list[Node] = []
    fits = dom.Mounted.fits

    def look(mounted: Any, child: Node) -> bool:
        looked.append(child)
        return bool(fits(mounted, child))

    monkeypatch.setattr(dom.Mounted, "fits", look)
    patcher.show(page(2))
    assert sent == [[[[1, 1], {"hidden": None}, {"top": "2px"}, None], [[1, 1, 0], {}, {}, "2"]]]
    assert not any(element is same for element in looked)
    patcher.show(page(2))
    assert len(sent) == 1


@pytest.mark.parametrize("focused", "abcd")
def test_what_holds_the_keyboard_is_not_moved_when_others_change_places(dom: Any, focused: str) -> None:
    root = Element("root")
    patcher = dom.Patcher(root)
    patcher.show(cells("a", "b", "c", "d"))
    by_text = {node.nodes[0].data: node for node in root.nodes[0].nodes}
    dom.document.activeElement = by_text[focused].nodes[0]
    for order in ("dcba", "badc", "xcdab", "bayc"):
        if focused in order:
            patcher.show(cells(*order))
            assert [node.nodes[0].data for node in root.nodes[0].nodes] == list(order)
            assert by_text[focused] in root.nodes[0].nodes
            assert by_text[focused].moves == 1
    dom.document.activeElement = None


def test_markup_of_our_own_replaces_children_and_gives_way_to_them(dom: Any) -> None:
    root = Element("root")
    patcher = dom.Patcher(root)
    patcher.show(el("div", el("span", html="<svg></svg>")))
    assert root.nodes[0].nodes[0].innerHTML == "<svg></svg>"
    patcher.show(el("div", el("span", "words")))
    assert root.nodes[0].nodes[0].shape() == ("span", {}, {}, ["words"])
    patcher.show(el("div", el("span", html="<b></b>")))
    assert root.nodes[0].nodes[0].innerHTML == "<b></b>"


def test_what_a_player_has_changed_is_set_right_although_the_page_is_the_same(dom: Any) -> None:
    def page(*below: Node) -> Node:
        return el("form", el("label", *below), el("p", "words"))

    root, box = Element("root"), el("input", type="checkbox", checked=True)
    patcher = dom.Patcher(root)
    patcher.show(page(box))
    patcher.show(page())
    patcher.show(page(box))
    for _ in range(2):
        ticked = root.nodes[0].nodes[0].nodes[0]
        ticked.checked = False
        patcher.show(page(el("input", type="checkbox", checked=True)))
        assert ticked.checked is True


def test_a_field_in_which_somebody_types_keeps_spaces_that_are_not_kept(dom: Any) -> None:
    root = Element("div")
    patcher = dom.Patcher(root)
    patcher.show(el("div", el("input", value="an", key="field")))
    field = root.nodes[0].nodes[0]
    sys.modules["js"].document.activeElement = field
    for typed, value, shown in (
        ("an ", "an", "an "),
        ("an {", "an (", "an ("),
        ("an ( ", "an (", "an ( "),
        ("x", "", ""),
    ):
        field.value = typed
        patcher.show(el("div", el("input", value=value, key="field")))
        assert field.value == shown
    field.value = "an "
    sys.modules["js"].document.activeElement = None
    patcher.show(el("div", el("input", value="an", key="field")))
    assert field.value == "an", "once nobody types there, it has what is kept"


def test_what_leaves_the_document_is_let_go_of_at_once(dom: Any) -> None:
    root = Element("root")
    patcher = dom.Patcher(root)
    row = el("p", el("b", "one"), el("i", "two"), key="row")
    patcher.show(el("div", row, el("p", "stays"), key="all"))
    inner = patcher._mounted.children[0].children[1]
    inner.element  # noqa: B018 - looked for, it is held
    gone = [weakref.ref(element) for element in (patcher._mounted.children[0], inner)]
    del inner
    gc.disable()
    try:
        patcher.show(el("div", el("p", "stays"), key="all"))
        assert [reference() for reference in gone] == [None, None], (
            "it waits until rings are looked for, which may be late"
        )
    finally:
        gc.enable()
    assert root.shape() == ("root", {}, {}, [("div", {}, {}, [("p", {}, {}, ["stays"])])])
