"""The home page as it is before Python: the same nodes that the application makes, written into index.html.

It is made when the site is built, from the pages themselves, so that nothing moves when Python takes over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from chowk.app import pages
from chowk.app.app import App
from chowk.app.services import World
from tools.html import to_html


class NoWorld:
    """What the home page asks of the world around it before anything is known of the reader."""

    def languages(self) -> Sequence[str]:
        """Nobody has asked for any language yet."""
        return ()


def skeleton() -> str:
    """The home page of a device that keeps nothing, in English, as markup for the element `app`."""
    app = App(cast(World, NoWorld()))
    return to_html(pages.page(app, pages.words(app)))


def title() -> str:
    """The document's title on that page."""
    app = App(cast(World, NoWorld()))
    return pages.title(app, pages.words(app))
