"""The actions of the command `study`, which open, change, share or print a study or one of its chapters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from chowk.features.studies import guess, studies
from chowk.features.studies.studies import StudiesHost

_DEEDS: Final[Mapping[str, Callable[[Any, str], None]]] = {
    "new": studies.new,
    "open": studies.show_study,
    "put": studies.put,
    "start": studies.start,
    "name": studies.name,
    "title": studies.title,
    "up": studies.up,
    "down": studies.down,
    "remove": studies.remove,
    "delete": studies.delete,
    "undo": studies.undo,
    "chapter": studies.chapter,
    "guess": guess.start,
    "link": studies.link,
    "save": studies.save,
    "text": studies.text,
    "print": studies.paper,
}
"""The functions for the actions of the command `study`, by the action's name."""


def act(host: StudiesHost, deed: str, text: str) -> None:
    """Carry out an action on a study. `deed` is the action's name, and `text` its argument. Ignore unknown names."""
    if deed in _DEEDS:
        _DEEDS[deed](host, text)
