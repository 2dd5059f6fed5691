"""The home page as it is before Python: the same nodes that the application makes, written into index.html.

It is made when the site is built, from the pages themselves, so that nothing moves when Python takes over. The markup
is English; what it says in another language is a list of texts, which `py/boot/language.js` puts in the places of the
English ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, cast

from chowk import pages
from chowk.app.app import App
from chowk.app.world import World
from chowk.pages.nodes import Node
from tools.html import to_html

SPOKEN: Final = ("aria-label", "title", "placeholder")
"""The attributes that a reader hears or sees; `py/boot/language.js` has the same list."""


class NoWorld:
    """What the home page asks of the world around it before anything is known of the reader but a language."""

    def __init__(self, code: str) -> None:
        self._code = code

    def languages(self) -> Sequence[str]:
        """The reader asks for one language."""
        return (self._code,)


def skeleton() -> str:
    """The home page of a device that keeps nothing, in English, as markup for the element `app`."""
    return to_html(_home("en"))


def title(code: str = "en") -> str:
    """The document's title on that page, in a language on offer."""
    app = App(cast(World, NoWorld(code)))
    return pages.title(app, app.words)


def texts(code: str) -> list[str]:
    """What that page says in a language on offer, in the order of the document: attributes, then what is inside."""
    return list(_texts(_home(code)))


def _home(code: str) -> Node:
    app = App(cast(World, NoWorld(code)))
    return pages.page(app, app.words)


def _texts(node: Node) -> Iterator[str]:
    yield from (str(node.attrs[name]) for name in SPOKEN if name in node.attrs)
    text = ""
    for child in node.children:
        if isinstance(child, str):
            text += child  # what stands side by side is one text to a browser
            continue
        yield from [text] if text else []
        text = ""
        yield from _texts(child)
    yield from [text] if text else []
