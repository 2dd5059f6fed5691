"""Making the document match a tree of nodes, changing only what differs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from js import document

from chowk.app.ui import Child, Node, Value

PROPERTIES: Final = frozenset({"value", "checked", "selected"})
"""Attributes that a player changes by typing or clicking: only the element's property tells the present state."""


class Mounted:
    """An element in the document, the node it was last made to match, and what is mounted below it."""

    __slots__ = ("children", "element", "node")

    def __init__(self, child: Child) -> None:
        self.node: Child = ""
        self.children: list[Mounted] = []
        if isinstance(child, Node):
            self.element = document.createElement(child.tag)
            self.node = Node(child.tag, {})
            self.match(child)
        else:
            self.element = document.createTextNode(child)
            self.node = child

    def fits(self, child: Child) -> bool:
        """Whether this element can be made to match: it is of the same kind and, if it has one, the same key."""
        if isinstance(self.node, Node) and isinstance(child, Node):
            return self.node.tag == child.tag and self.node.key == child.key
        return isinstance(self.node, str) and isinstance(child, str)

    def match(self, child: Child) -> None:
        """Makes the element match `child`, which fits it."""
        old, self.node = self.node, child
        if child is old:
            return
        if isinstance(child, str):
            if child != old:
                self.element.data = child
            return
        assert isinstance(old, Node), "it fits"
        _match_attributes(self.element, old.attrs, child.attrs)
        _match_style(self.element, old.style, child.style)
        if child.html != old.html:
            self.element.innerHTML = child.html
            self.children = []
        if not child.html:
            self._match_children(child.children)
        # A select takes its value only once its options are there.
        if child.tag == "select" and "value" in child.attrs:
            self.element.value = child.attrs["value"]

    def _match_children(self, wanted: tuple[Child, ...]) -> None:
        spare = {id(one): one for one in self.children}
        by_key = {one.node.key: one for one in self.children if isinstance(one.node, Node) and one.node.key}
        plain = [one for one in self.children if not (isinstance(one.node, Node) and one.node.key)]
        after: list[Mounted] = []
        for child in wanted:
            found = by_key.get(child.key) if isinstance(child, Node) and child.key else None
            if found is None and not (isinstance(child, Node) and child.key) and plain and plain[0].fits(child):
                found = plain.pop(0)
            if found is None or not found.fits(child) or id(found) not in spare:
                found = Mounted(child)
            else:
                del spare[id(found)]
                found.match(child)
            after.append(found)
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
        else:
            for one in after:
                self.element.appendChild(one.element)


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
            element.setAttribute("class" if name == "class" else name, "" if value is True else str(value))


def _match_style(element: Any, old: Mapping[str, str], new: Mapping[str, str]) -> None:
    if old == new:
        return
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
            self._mounted = Mounted(node)
            self._root.replaceChildren(self._mounted.element)
        else:
            self._mounted.match(node)
