"""Write the home page into index.html as markup, to be shown before Python runs.

The build makes it from the app's own nodes, so that nothing moves when Python takes over. The markup is English. For
another language there is a list of texts, which `py/boot/language.js` puts in place of the English texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Final

from chowk import games
from chowk.app import pages
from chowk.app.app import App
from chowk.app.world import unseen
from chowk.core import rule_options
from chowk.core.game import EDITION
from chowk.games.api import LINKED
from chowk.ui.nodes import Node
from tools.shared.html import to_html

SPOKEN: Final = ("aria-label", "title", "placeholder")
"""HTML attributes with text that readers see or hear; `py/boot/language.js` has the same list."""


def skeleton() -> str:
    """Return the English home page of a device without saved data, as the markup inside the element `app`."""
    return to_html(_home("en"))


def title(code: str = "en") -> str:
    """Return the document's title on the home page, in a language that has a translation."""
    app = App(unseen(code))
    return pages.title(app, app.words)


def texts(code: str) -> list[str]:
    """Return the texts of the home page in document order, in a language that has a translation.

    The attributes of an element come before its content.
    """
    return list(_texts(_home(code)))


def letters() -> str:
    """Return the data by which `py/boot/visit.js` reads a letter (link of a correspondence game) before Python runs.

    The data are items separated by spaces. The first item is the number of games that links can name. Each other item
    has four parts, separated by commas: an edition of the house rules, a game's name, the game's number in links, and a
    divisor. There is one such item for each game in each edition in which letters are written.

    A letter is one large number. The script divides it by the divisor to remove the house rules and other values that
    come before the players.
    """
    rows = []
    for edition in range(rule_options.FIRST + 1, EDITION + 1):
        for name in games.ready():
            sign, rules = games.sign(name), games.load(name).rules
            options = prod(len(values) for values in rule_options.terms(rules, edition).values())
            rows.append(f"{edition},{name},{sign.number},{options * 2 * (2 if sign.lot else 1)}")
    return " ".join([str(LINKED), *rows])


def _home(code: str) -> Node:
    app = App(unseen(code))
    return pages.page(app, app.words)


def _texts(node: Node) -> Iterator[str]:
    yield from (str(node.attrs[name]) for name in SPOKEN if name in node.attrs)
    text = ""
    for child in node.children:
        if isinstance(child, str):
            text += child  # adjacent texts are one text node in a browser
            continue
        yield from [text] if text else []
        text = ""
        yield from _texts(child)
    yield from [text] if text else []
