"""Making the document match a tree of nodes, changing only what differs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from js import chowkNode, document

from chowk.pages.nodes import Child, Node, Value

PROPERTIES: Final = frozenset({"value", "checked", "selected"})
"""Attributes that a player changes by typing or clicking: only the element's property tells the present state."""


class Mounted:
    """An element in the document, the node it was last made to match, and what is mounted below it.

    The element is made together with all below it; one of these is looked for only once something of it changes.
    """

    __slots__ = ("_element", "_parent", "children", "node", "typed")

    def __init__(self, child: Child, parent: Mounted | None) -> None:
        self.node = child
        self._element: Any = None
        self._parent = parent
        inner = child.children if isinstance(child, Node) and not child.html else ()
        self.children = [Mounted(one, self) for one in inner]
        # Whether there is something in it that a player changes, so that it may differ although the node is the same.
        self.typed = self._is_typed()

    @classmethod
    def made(cls, child: Child, parent: Mounted | None = None) -> Mounted:
        """A new element, not yet in the document."""
        mounted = cls(child, parent)
        mounted._element = chowkNode(json.dumps(_value(child), ensure_ascii=False))
        return mounted

    @property
    def element(self) -> Any:
        """The element in the document."""
        if self._element is None:
            above = self._parent
            assert above is not None, "whatever lies below nothing was made by itself"
            self._element = above.element.childNodes.item(above.children.index(self))
        return self._element

    def _find_children(self) -> None:
        """Finds the elements of all children, which lie below this one in the same order."""
        nodes = self.element.childNodes
        for place, one in enumerate(self.children):
            if one._element is None:
                one._element = nodes.item(place)

    def fits(self, child: Child) -> bool:
        """Whether this element can be made to match: it is of the same kind and, if it has one, the same key."""
        if isinstance(self.node, Node) and isinstance(child, Node):
            return self.node.tag == child.tag and self.node.key == child.key
        return isinstance(self.node, str) and isinstance(child, str)

    def match(self, child: Child) -> None:
        """Makes the element match `child`, which fits it."""
        old, self.node = self.node, child
        if child is old or (not self.typed and child == old):
            return
        if isinstance(child, str):
            if child != old:
                self.element.data = child
            return
        assert isinstance(old, Node), "it fits"
        if child.attrs != old.attrs or not PROPERTIES.isdisjoint(child.attrs):
            _match_attributes(self.element, old.attrs, child.attrs)
        if child.style != old.style:
            _match_style(self.element, old.style, child.style)
        if child.html != old.html:
            self.element.innerHTML = child.html
            self.children = []
        if not child.html:
            self._match_children(child.children)
        self.typed = self._is_typed()
        # A select takes its value only once its options are there.
        if child.tag == "select" and "value" in child.attrs:
            self.element.value = child.attrs["value"]

    def _is_typed(self) -> bool:
        own = isinstance(self.node, Node) and not PROPERTIES.isdisjoint(self.node.attrs)
        return own or any(one.typed for one in self.children)

    def _match_children(self, wanted: tuple[Child, ...]) -> None:
        if len(wanted) == len(self.children) and all(map(Mounted.fits, self.children, wanted)):
            for one, child in zip(self.children, wanted, strict=True):
                one.match(child)
            return
        spare = {id(one): one for one in self.children}
        by_key = {one.node.key: one for one in self.children if isinstance(one.node, Node) and one.node.key}
        plain = [one for one in self.children if not (isinstance(one.node, Node) and one.node.key)]
        after: list[Mounted] = []
        for child in wanted:
            found = by_key.get(child.key) if isinstance(child, Node) and child.key else None
            if found is None and not (isinstance(child, Node) and child.key) and plain and plain[0].fits(child):
                found = plain.pop(0)
            if found is None or not found.fits(child) or id(found) not in spare:
                found = Mounted.made(child, self)
            else:
                del spare[id(found)]
                found.match(child)
            after.append(found)
        self._find_children()  # while they are where they were
        for one in spare.values():
            one.element.remove()
        self._arrange(after, {id(one) for one in self.children})
        self.children = after

    def _arrange(self, after: list[Mounted], known: set[int]) -> None:
        # Elements that stay in order are not touched: moving one in the document would cost it its focus.
        if [one for one in after if id(one) in known] == [one for one in self.children if one in after]:
            following = None
            for one in reversed(after):
                if id(one) not in known:
                    self.element.insertBefore(one.element, following)
                following = one.element
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


def _value(child: Child) -> Any:
    """A node as `py/boot/nodes.mjs` reads it."""
    if isinstance(child, str):
        return child
    plain = {name: _written(value) for name, value in child.attrs.items() if name not in PROPERTIES}
    properties = {name: value for name, value in child.attrs.items() if name in PROPERTIES}
    inner = [] if child.html else [_value(one) for one in child.children]
    return [child.tag, plain, properties, child.style, child.html, inner]


def _written(value: Value) -> str:
    return "" if value is True else str(value)


def _match_attributes(element: Any, old: Mapping[str, Value], new: Mapping[str, Value]) -> None:
    for name in old:
        if name not in new:
            if name in PROPERTIES:
                setattr(element, name, False if name != "value" else "")
            element.removeAttribute(name)
    for name, value in new.items():
        if name in PROPERTIES:
            if getattr(element, name, None) != value:
                setattr(element, name, value)
        elif old.get(name) != value:
            element.setAttribute(name, _written(value))


def _match_style(element: Any, old: Mapping[str, str], new: Mapping[str, str]) -> None:
    for name in old:
        if name not in new:
            element.style.removeProperty(name)
    for name, value in new.items():
        if old.get(name) != value:
            element.style.setProperty(name, value)


class Patcher:
    """Keeps one child of a root element in line with a node."""

    def __init__(self, root: Any) -> None:
        self._root = root
        self._mounted: Mounted | None = None

    def show(self, node: Node) -> None:
        """Makes the document match `node`; what stood in the root before goes the first time."""
        if self._mounted is None or not self._mounted.fits(node):
            self._mounted = Mounted.made(node)
            self._root.replaceChildren(self._mounted.element)
        else:
            self._mounted.match(node)
