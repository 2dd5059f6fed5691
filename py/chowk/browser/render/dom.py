"""Making the document match a tree of nodes, changing only what differs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import compress
from operator import attrgetter, is_not
from typing import Any, Final
from weakref import ref

from js import chowkChange, chowkNode, document

from chowk.ui.nodes import Child, Node, Value

PROPERTIES: Final = frozenset({"value", "checked", "selected"})
"""Attributes that a player changes by typing or clicking: only the element's property tells the present state."""


_TYPED: Final = attrgetter("typed")


class Mounted:
    """An element in the document, the node it was last made to match, and what is mounted below it.

    The element is made together with all below it; one of these is looked for only once something of it changes.
    """

    __slots__ = ("__weakref__", "_above", "_element", "children", "node", "typed")

    def __init__(self, child: Child, parent: Mounted | None) -> None:
        self.node = child
        self._element: Any = None
        # Weakly: what leaves the document is to be gone at once, with its elements, and not when rings are looked for.
        self._above = ref(parent) if parent is not None else None
        inner = child.children if isinstance(child, Node) and not child.html else ()
        self.children = [Mounted(one, self) for one in inner]
        # Whether there is something in it that a player changes, so that it may differ although the node is the same.
        self.typed = self._is_typed()

    @classmethod
    def made(cls, child: Child, parent: Mounted | None = None) -> Mounted:
        """A new element, not yet in the document."""
        mounted = cls(child, parent)
        mounted.make(_text(child))
        return mounted

    def make(self, text: str) -> None:
        """Makes the element, of which this is the text."""
        self._element = chowkNode(text)

    @property
    def element(self) -> Any:
        """The element in the document."""
        if self._element is None:
            above = self._above() if self._above is not None else None
            assert above is not None, "whatever lies below nothing was made by itself"
            self._element = above.element.childNodes.item(above.children.index(self))
        return self._element

    def _find(self, children: Sequence[Mounted], first: int) -> None:
        """Finds the elements of children, which lie below this one in the same order from the one in this place on."""
        if all(one._element is not None for one in children):
            return
        nodes = self.element.childNodes
        for place, one in enumerate(children, first):
            if one._element is None:
                one._element = nodes.item(place)

    def fits(self, child: Child) -> bool:
        """Whether this element can be made to match: it is of the same kind and, if it has one, the same key."""
        if isinstance(self.node, Node) and isinstance(child, Node):
            return self.node.tag == child.tag and self.node.key == child.key
        return isinstance(self.node, str) and isinstance(child, str)

    @property
    def way(self) -> list[int]:
        """The way to the element from the topmost: each number is a place among an element's nodes."""
        above = self._above() if self._above is not None else None
        return [] if above is None else [*above.way, above.children.index(self)]

    def match(self, child: Child, changes: Changes) -> None:
        """Makes the element match `child`, which fits it; what of it is only noted in `changes` is done with those."""
        old, self.node = self.node, child
        if child is old or (not self.typed and child == old):
            return
        if isinstance(child, str):
            changes.note(self, {}, {}, child)
            return
        assert isinstance(old, Node), "it fits"
        if not (PROPERTIES.isdisjoint(child.attrs) and PROPERTIES.isdisjoint(old.attrs)):
            _match_properties(self.element, old.attrs, child.attrs)
        if child.attrs != old.attrs or child.style != old.style:
            changes.note(self, _differing(old.attrs, child.attrs), _differing(old.style, child.style))
        if child.html != old.html:
            self.element.innerHTML = child.html
            self.children = []
        if not child.html:
            self._match_children(old.children, child.children, changes)
        self.typed = self._is_typed()
        # A select takes its value only once its options are there.
        if child.tag == "select" and "value" in child.attrs:
            changes.make()
            self.element.value = child.attrs["value"]

    def _is_typed(self) -> bool:
        if isinstance(self.node, Node) and not PROPERTIES.isdisjoint(self.node.attrs):
            return True
        return any(map(_TYPED, self.children))

    def _match_children(self, before: tuple[Child, ...], wanted: tuple[Child, ...], changes: Changes) -> None:
        """Makes the elements below match, first those that stay where they are, then all after them.

        They match `before` already.
        """
        mounted, same = self.children, min(len(self.children), len(wanted))
        # Most are the very nodes of the page before: those are not even looked at one by one.
        for place in compress(range(same), map(is_not, before, wanted)):
            if not mounted[place].fits(wanted[place]):
                same = place
                break
            mounted[place].match(wanted[place], changes)
        if same < max(len(mounted), len(wanted)):
            self.children = mounted[:same] + self._rearranged(mounted[same:], wanted[same:], same, changes)

    def _rearranged(
        self, before: list[Mounted], wanted: tuple[Child, ...], first: int, changes: Changes
    ) -> list[Mounted]:
        """Makes the elements below match from the one in this place on, which may come, go and change places."""
        spare = {id(one): one for one in before}
        by_key = {one.node.key: one for one in before if isinstance(one.node, Node) and one.node.key}
        plain = [one for one in before if not (isinstance(one.node, Node) and one.node.key)]
        after: list[Mounted] = []
        for child in wanted:
            found = by_key.get(child.key) if isinstance(child, Node) and child.key else None
            if found is None and not (isinstance(child, Node) and child.key) and plain and plain[0].fits(child):
                found = plain.pop(0)
            if found is None or not found.fits(child) or id(found) not in spare:
                found = Mounted.made(child, self)
            else:
                del spare[id(found)]
                found.match(child, changes)
            after.append(found)
        changes.make()
        self._find(before, first)  # while they are where they were
        for one in spare.values():
            one.element.remove()
        self._arrange(after, before)
        return after

    def _arrange(self, after: list[Mounted], before: list[Mounted]) -> None:
        # Elements that stay in order are not touched: moving one in the document would cost it its focus.
        known, staying = {id(one) for one in before}, {id(one) for one in after}
        if [one for one in after if id(one) in known] == [one for one in before if id(one) in staying]:
            following: Mounted | None = None
            for one in reversed(after):
                if id(one) not in known:
                    self.element.insertBefore(one.element, following and following.element)
                following = one
            return
        held = self._held(after, known)
        for one in after[:held]:
            self.element.insertBefore(one.element, after[held].element)
        for one in after[held + 1 :]:
            self.element.appendChild(one.element)

    @staticmethod
    def _held(after: list[Mounted], known: set[int]) -> int:
        """The place of the one that holds the keyboard, around which the others are moved; else of the first known."""
        active = document.activeElement
        places = [place for place, one in enumerate(after) if id(one) in known]
        return next((place for place in places if active and after[place].element.contains(active)), places[0])


def _text(child: Child) -> str:
    return json.dumps(_value(child), ensure_ascii=False)


def _value(child: Child) -> Any:
    """A node as `py/boot/nodes.js` reads it."""
    if isinstance(child, str):
        return child
    plain = {name: _written(value) for name, value in child.attrs.items() if name not in PROPERTIES}
    properties = {name: value for name, value in child.attrs.items() if name in PROPERTIES}
    inner = [] if child.html else [_value(one) for one in child.children]
    return [child.tag, plain, properties, child.style, child.html, inner]


def _written(value: Value) -> str:
    return "" if value is True else str(value)


def _match_properties(element: Any, old: Mapping[str, Value], new: Mapping[str, Value]) -> None:
    for name in PROPERTIES:
        if name in new:
            present, value = getattr(element, name, None), new[name]
            if present != value and not (name == "value" and _is_typing(element, present, value)):
                setattr(element, name, value)
        elif name in old:
            setattr(element, name, False if name != "value" else "")
            element.removeAttribute(name)


def _is_typing(element: Any, present: Any, value: Value) -> bool:
    """Whether somebody types there what is kept without some of its spaces, which the next word may need."""
    return bool(element.isSameNode(document.activeElement)) and str(present).split() == str(value).split()


def _differing(old: Mapping[str, Value], new: Mapping[str, Value]) -> dict[str, str | None]:
    """What is to be set, by its name, but for properties; None for what is to go."""
    found: dict[str, str | None] = {name: None for name in old if name not in new}
    found |= {name: _written(value) for name, value in new.items() if old.get(name) != value}
    return {name: value for name, value in found.items() if name not in PROPERTIES}


class Changes:
    """Attributes, styles and texts of elements that are in the document: told to the browser in one call.

    From Python each would be two calls of its own. Whoever moves elements makes the changes before.
    """

    def __init__(self, top: Any) -> None:
        self._top = top
        self._noted: list[tuple[list[int], Mapping[str, str | None], Mapping[str, str | None], str | None]] = []

    def note(
        self, of: Mounted, attrs: Mapping[str, str | None], style: Mapping[str, str | None], text: str | None = None
    ) -> None:
        """Notes what is to change of an element, or the text that a piece of text is to be."""
        self._noted.append((of.way, attrs, style, text))

    def make(self) -> None:
        """Makes all changes that were noted."""
        if self._noted:
            chowkChange(self._top, json.dumps(self._noted, ensure_ascii=False))
            self._noted = []


class Patcher:
    """Keeps one child of a root element in line with a node."""

    def __init__(self, root: Any) -> None:
        self._root = root
        self._mounted: Mounted | None = None
        self._ready: tuple[Mounted, str] | None = None  # what is to be shown first, and the text to make it of

    def prepare(self, node: Node) -> None:
        """Reads what is likely to be shown first, so that less is left to do when it is."""
        if self._mounted is None:
            self._ready = Mounted(node, None), _text(node)

    def show(self, node: Node) -> None:
        """Makes the document match `node`; what stood in the root before goes the first time."""
        if self._mounted is None or not self._mounted.fits(node):
            ready, self._ready = self._ready, None
            if ready is not None and ready[0].node is node:
                self._mounted = ready[0]
                self._mounted.make(ready[1])
            else:
                self._mounted = Mounted.made(node)
            self._root.replaceChildren(self._mounted.element)
        else:
            changes = Changes(self._mounted.element)
            self._mounted.match(node, changes)
            changes.make()
