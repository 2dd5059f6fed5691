"""The words in force: the reader's language and digits, and the names of the players at the table."""

from __future__ import annotations

from functools import lru_cache

from chowk.app.app import App
from chowk.core.message import Message
from chowk.words import i18n
from chowk.words.i18n import Words


def words(app: App) -> Words:
    """The reader's words, with the names of the players at the table."""
    chosen = _words(language(app), app.settings.digits)
    if app.table is None:
        return chosen
    names = app.table.names
    return chosen.with_names([_name(names[seat]) for seat in sorted(names)])


def language(app: App) -> str:
    """The code of the language to speak: the link's, or the one chosen, or the dearest that the browser asks for."""
    for chosen in (app.linked, app.settings.language):
        if chosen in i18n.LANGUAGES:
            return chosen
    return _dearest(tuple(app.world.languages()))


def digits(app: App) -> str:
    """The ten digits that numbers are written in."""
    return _words(language(app), app.settings.digits).digits


_words = lru_cache(maxsize=4)(i18n.words)


@lru_cache(maxsize=4)
def _dearest(wanted: tuple[str, ...]) -> str:
    return i18n.negotiated(wanted, i18n.offered()) or i18n.ENGLISH.code


def _name(name: object) -> Message | str:
    return name if isinstance(name, Message) else str(name)
