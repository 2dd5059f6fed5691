"""Patch the document to match a tree of nodes, changing only the differences."""

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
"""Attributes that users change by typing or clicking. Their current value is only in the element's property."""


_TYPED: Final = attrgetter("typed")


class Mounted:
    """An element in the document, with the node that it shows, and a `Mounted` for each of its children.

    An element is created together with all elements below it. A child's element is looked up only when the child
    changes.
    """

    __slots__ = ("__weakref__", "_above", "_element", "children", "node", "typed")

    def __init__(self, child: Child, parent: Mounted | None) -> None:
        self.node = child
        self._element: Any = None
        # A weak reference: elements that leave the document must be freed at once, not by the cycle collector.
        self._above = ref(parent) if parent is not None else None
        inner = child.children if isinstance(child, Node) and not child.html else ()
        self.children = [Mounted(child_node, self) for child_node in inner]
        # True if the user can change a value in the element. The element may then differ although the node is the same.
        self.typed = (isinstance(child, Node) and not PROPERTIES.isdisjoint(child.attrs)) or any(
            map(_TYPED, self.children)
        )

    @classmethod
    def create(cls, child: Child, parent: Mounted | None = None) -> Mounted:
        """Create a node's element, which is not in the document yet, and return it as `Mounted`."""
        mounted = cls(child, parent)
        mounted.make(_text(child))
        return mounted

    def make(self, text: str) -> None:
        """Create the element from the JSON of its node."""
        self._element = chowkNode(text)

    @property
    def element(self) -> Any:
        """The element in the document, looked up on first use."""
        if self._element is None:
            above = self._above() if self._above is not None else None
            assert above is not None, "whatever lies below nothing was made by itself"
            self._element = above.element.childNodes.item(above.children.index(self))
        return self._element

    def _find(self, children: Sequence[Mounted], first: int) -> None:
        """Look up the elements of consecutive children. The first child has the index `first`."""
        if all(child._element is not None for child in children):
            return
        nodes = self.element.childNodes
        for place, child in enumerate(children, first):
            if child._element is None:
                child._element = nodes.item(place)

    def fits(self, child: Child) -> bool:
        """Return True if the element can be patched to match `child`: both are texts, or have the same tag and key."""
        if isinstance(self.node, Node) and isinstance(child, Node):
            return self.node.tag == child.tag and self.node.key == child.key
        return isinstance(self.node, str) and isinstance(child, str)

    def match(self, child: Child, changes: Changes) -> None:
        """Patch the element to match `child`, for which `fits` must be true.

        Changes of attributes, styles and texts are only added to the batch `changes`, whose path (`changes.path`) must
        lead to this element. All other changes are made at once.
        """
        old, self.node = self.node, child
        if child is old or (not self.typed and child == old):
            return
        if isinstance(child, str):
            changes.note(_SAME, _SAME, child)
            return
        assert isinstance(old, Node), "it fits"
        if not (PROPERTIES.isdisjoint(child.attrs) and PROPERTIES.isdisjoint(old.attrs)):
            _match_properties(self.element, old.attrs, child.attrs)
        if child.attrs != old.attrs or child.style != old.style:
            attrs, style = _differing(old.attrs, child.attrs), _differing(old.style, child.style)
            if attrs or style:
                changes.note(attrs, style)
        if child.html != old.html:
            self.element.innerHTML = child.html
            self.children = []
        if not child.html:
            self._match_children(old.children, child.children, changes)
        self.typed = not PROPERTIES.isdisjoint(child.attrs) or any(map(_TYPED, self.children))
        # A select accepts its value only after its options exist.
        if child.tag == "select" and "value" in child.attrs:
            changes.make()
            self.element.value = child.attrs["value"]

    def _match_children(self, before: tuple[Child, ...], new: tuple[Child, ...], changes: Changes) -> None:
        """Patch the children: first those that keep their place, then the rest.

        `before` are the nodes that the children match now, `new` those that they are to match.
        """
        mounted, same, path = self.children, min(len(self.children), len(new)), changes.path
        # Most nodes are the same objects as in the previous tree. Skip them without a call.
        for place in compress(range(same), map(is_not, before, new)):
            if not mounted[place].fits(new[place]):
                same = place
                break
            path.append(place)
            mounted[place].match(new[place], changes)
            path.pop()
        if same < max(len(mounted), len(new)):
            self.children = mounted[:same] + self._rearranged(mounted[same:], new[same:], same, changes)

    def _rearranged(self, before: list[Mounted], new: tuple[Child, ...], first: int, changes: Changes) -> list[Mounted]:
        """Patch the children from index `first` on (`before`), where elements may be added, removed and moved.

        Return the children that replace them, one for each node or text in `new`.
        """
        spare = {id(old): (old, place) for place, old in enumerate(before, first)}
        by_key = {old.node.key: old for old in before if isinstance(old.node, Node) and old.node.key}
        plain = [old for old in before if not (isinstance(old.node, Node) and old.node.key)]
        after: list[Mounted] = []
        for child in new:
            match = by_key.get(child.key) if isinstance(child, Node) and child.key else None
            if match is None and not (isinstance(child, Node) and child.key) and plain and plain[0].fits(child):
                match = plain.pop(0)
            if match is None or not match.fits(child) or id(match) not in spare:
                match = Mounted.create(child, self)
            else:
                changes.path.append(spare.pop(id(match))[1])
                match.match(child, changes)
                changes.path.pop()
            after.append(match)
        changes.make()
        self._find(before, first)  # before they are moved
        for old, _ in spare.values():
            old.element.remove()
        self._arrange(after, before)
        return after

    def _arrange(self, after: list[Mounted], before: list[Mounted]) -> None:
        # Do not touch elements that keep their order: a moved element loses the focus.
        old_ids, staying = {id(each) for each in before}, {id(each) for each in after}
        if [each for each in after if id(each) in old_ids] == [each for each in before if id(each) in staying]:
            following: Mounted | None = None
            for each in reversed(after):
                if id(each) not in old_ids:
                    self.element.insertBefore(each.element, following and following.element)
                following = each
            return
        fixed = self._held(after, old_ids)
        for each in after[:fixed]:
            self.element.insertBefore(each.element, after[fixed].element)
        for each in after[fixed + 1 :]:
            self.element.appendChild(each.element)

    @staticmethod
    def _held(after: list[Mounted], old_ids: set[int]) -> int:
        """Return the index of the child around which the others are moved: it has the focus, or is the first old child.

        A child is old if it was there before the patch. `old_ids` holds the `id` of every old child. Only an old child
        is held, and at least one child in `after` is old.
        """
        active = document.activeElement
        places = [place for place, each in enumerate(after) if id(each) in old_ids]
        return next((place for place in places if active and after[place].element.contains(active)), places[0])


def _text(child: Child) -> str:
    return json.dumps(_value(child), ensure_ascii=False)


def _value(child: Child) -> Any:
    """Return a node as a value for JSON, in the form that `py/boot/nodes.js` reads."""
    if isinstance(child, str):
        return child
    plain = {name: _written(value) for name, value in child.attrs.items() if name not in PROPERTIES}
    properties = {name: value for name, value in child.attrs.items() if name in PROPERTIES}
    inner = [] if child.html else [_value(each) for each in child.children]
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
    """Return True if the user is typing in the element, and its text `present` differs from `value` only in spaces.

    The page must not replace such a text, because the user may have typed a space before the next word.
    """
    return bool(element.isSameNode(document.activeElement)) and str(present).split() == str(value).split()


_SAME: Final[Mapping[str, str | None]] = {}


def _differing(old: Mapping[str, Value], new: Mapping[str, Value]) -> Mapping[str, str | None]:
    """Return the attributes that differ, except `PROPERTIES`, with their new values. None removes an attribute."""
    if old == new:
        return _SAME
    changed: dict[str, str | None] = dict.fromkeys(old.keys() - new.keys() - PROPERTIES)
    for name, value in new.items():
        if old.get(name) != value and name not in PROPERTIES:
            changed[name] = _written(value)
    return changed


class Changes:
    """A batch of changes to attributes, styles and texts, which one call into JavaScript carries out.

    Without a batch, each change takes two calls from Python. Each change names its element by a path of indices from
    the top. Call `make` before elements are moved, because the paths are wrong afterwards.
    """

    def __init__(self, top: Any) -> None:
        self._top = top
        # The path from the top to the element that is being matched: the index among the child nodes at each level.
        self.path: list[int] = []
        self._noted: list[tuple[list[int], Mapping[str, str | None], Mapping[str, str | None], str | None]] = []

    def note(self, attrs: Mapping[str, str | None], style: Mapping[str, str | None], text: str | None = None) -> None:
        """Add a change to the batch: new attributes and style of an element, or the new text of a text node.

        The change applies to the element or text node to which the `path` of the batch leads now.
        """
        self._noted.append((self.path.copy(), attrs, style, text))

    def make(self) -> None:
        """Carry out the changes of the batch, and empty it."""
        if self._noted:
            chowkChange(self._top, json.dumps(self._noted, ensure_ascii=False))
            self._noted = []


class Patcher:
    """A root element whose only child is kept equal to a node."""

    def __init__(self, root: Any) -> None:
        self._root = root
        self._mounted: Mounted | None = None
        self._ready: tuple[Mounted, str] | None = None  # the first page, and the JSON from which it is created

    def prepare(self, node: Node) -> None:
        """Prepare the first page, so that less work is left when it is shown. Do nothing for later pages."""
        if self._mounted is None:
            self._ready = Mounted(node, None), _text(node)

    def show(self, node: Node) -> None:
        """Patch the document to match `node`. The first call replaces the root's content."""
        if self._mounted is None or not self._mounted.fits(node):
            ready, self._ready = self._ready, None
            if ready is not None and ready[0].node is node:
                self._mounted = ready[0]
                self._mounted.make(ready[1])
            else:
                self._mounted = Mounted.create(node)
            self._root.replaceChildren(self._mounted.element)
        else:
            changes = Changes(self._mounted.element)
            self._mounted.match(node, changes)
            changes.make()
