"""The home page as it is before Python: the same nodes that the application makes, written into index.html.

It is made when the site is built, from the pages themselves, so that nothing moves when Python takes over. The markup
is English; what it says in another language is a list of texts, which `py/boot/language.js` puts in the places of the
English ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Final, cast

from chowk import games
from chowk.app import pages
from chowk.app.app import App
from chowk.app.world import World
from chowk.core import rule_options
from chowk.core.game import EDITION
from chowk.games.api import LINKED
from chowk.ui.nodes import Node
from tools.shared.html import to_html

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


def letters() -> str:
    """Return what `py/boot/visit.js` must know to read an invitation before Python is there.

    The edition of the house rules and the number of games that links can name, then for each game its name, its number
    in links, and the product of the radices of the terms between the number of players and the players.
    """
    told = []
    for name in games.ready():
        sign, rules = games.sign(name), games.load(name).rules
        options = prod(len(values) for values in rule_options.terms(rules).values())
        told.append(f"{name},{sign.number},{options * 2 * (2 if sign.lot else 1)}")
    return " ".join([str(EDITION), str(LINKED), *told])


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
