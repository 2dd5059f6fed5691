"""A page as a value: a tree of nodes that the browser's document is made to match.

Pages are functions from the application's state to nodes. The attributes `do` and `arg` name a control's command and
its argument: a single listener at the root of the page handles all events, so nodes carry no code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple, TypeAlias

Value: TypeAlias = "str | int | float | bool | None"


class Node(NamedTuple):
    """An element: its tag, attributes, children, and a key that identifies it from one page to the next.

    An attribute that is None or False is absent, one that is True is empty. `style` holds single style properties,
    including custom ones. `html` is trusted markup of our own (a drawing) in place of children; it never holds text
    that people typed.
    """

    tag: str
    attrs: Mapping[str, Value]
    children: tuple[Child, ...] = ()
    key: str = ""
    style: Mapping[str, str] = {}
    html: str = ""

    def walk(self) -> Iterator[Node]:
        """Yield the node and all nodes below it, in document order."""
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    @property
    def text(self) -> str:
        """The text in this node, in reading order."""
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
    """Return a node: `el("button", "Play", do="play", arg="reversi", aria_pressed="true", class_="big")`.

    Underscores in attribute names become hyphens; a trailing one is dropped. Children that are None are left out and
    lists are spliced in.
    """
    named: dict[str, Value] = {}
    for name, value in attrs.items():
        if value is not None and value is not False:
            named[_attribute(name)] = value
    return Node(tag, named, _flat(children), key, style or _UNSTYLED, html)


_UNSTYLED: Final[Mapping[str, str]] = {}


@cache
def _attribute(name: str) -> str:
    plain = name.rstrip("_").replace("_", "-")
    return {"do": "data-do", "arg": "data-arg", "spot": "data-spot"}.get(plain, plain)


def _flat(children: tuple[Loose, ...]) -> tuple[Child, ...]:
    flat: list[Child] = []
    for child in children:
        if isinstance(child, (Node, str)):
            if child != "":
                flat.append(child)
        elif child is not None:
            flat.extend(child)
    return tuple(flat)
