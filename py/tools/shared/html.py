"""Convert the nodes of a page into HTML text, for the static home page and for tests."""

from __future__ import annotations

from html import escape
from typing import Final

from chowk.ui.nodes import Child

VOID: Final = frozenset({"br", "hr", "img", "input", "link", "meta"})
"""HTML elements without content and without an end tag."""


def to_html(child: Child) -> str:
    """Return HTML markup that a browser parses into the same tree as these nodes.

    The attributes of a node become attributes in the markup, but the value of a `textarea` becomes its content. The
    value of a `select` is left out.
    """
    if isinstance(child, str):
        return escape(child, quote=False)
    attrs = dict(child.attrs)
    inside = child.html or "".join(map(to_html, child.children))
    if child.tag == "textarea":
        inside = escape(str(attrs.pop("value", "")), quote=False)
    elif child.tag == "select":
        attrs.pop("value", None)
    if child.style:
        attrs["style"] = ";".join(f"{name}:{value}" for name, value in child.style.items())
    start = "".join(_attribute(name, value) for name, value in attrs.items())
    return f"<{child.tag}{start}>" if child.tag in VOID else f"<{child.tag}{start}>{inside}</{child.tag}>"


def _attribute(name: str, value: object) -> str:
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'
