"""A page as a value: a tree of nodes. `browser/render/dom.py` changes the browser's document to match it.

Views are functions from the application's state to nodes. Nodes hold no code: the attributes `do` and `arg` name a
control's command and its argument, and one listener at the root of the page handles all events.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple, TypeAlias

Value: TypeAlias = "str | int | float | bool | None"


class Node(NamedTuple):
    """An element of a page: its tag, attributes, children and key.

    The key identifies the element among its siblings from one rendering to the next. An attribute that is None or False
    is absent; one that is True is empty. `style` holds single style properties, including custom ones. `html` is
    trusted markup instead of children, such as a drawing. It never holds text that people typed.
    """

    tag: str
    attrs: Mapping[str, Value]
    children: tuple[Child, ...] = ()
    key: str = ""
    style: Mapping[str, str] = {}
    html: str = ""

    def walk(self) -> Iterator[Node]:
        """Yield the node and all its descendants in document order."""
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    @property
    def text(self) -> str:
        """The text of the node and its descendants, in document order."""
        return "".join(child.text if isinstance(child, Node) else child for child in self.children)


Child: TypeAlias = "Node | str"
Loose: TypeAlias = "Node | str | list[Node] | tuple[Child, ...] | None"


def el(
    tag: str,
    *children: Loose,
    key: str = "",
    style: Mapping[str, str] | None = None,
    html: str = "",
    **attrs: Value,
) -> Node:
    """Return a node, as in `el("button", "Play", do="play", arg="reversi", aria_pressed="true", class_="big")`.

    Underscores in attribute names become hyphens; a trailing underscore is dropped. Children that are None are left
    out. The items of a list become children.
    """
    # In one function, because a page has hundreds of nodes.
    named = {_attribute(name): value for name, value in attrs.items() if value is not None and value is not False}
    flat: list[Child] = []
    for child in children:
        if isinstance(child, (Node, str)):
            if child != "":
                flat.append(child)
        elif child is not None:
            flat.extend(child)
    return Node(tag, named, tuple(flat), key, style or _UNSTYLED, html)


_UNSTYLED: Final[Mapping[str, str]] = {}


@cache
def _attribute(name: str) -> str:
    plain = name.rstrip("_").replace("_", "-")
    return {"do": "data-do", "arg": "data-arg", "spot": "data-spot"}.get(plain, plain)
