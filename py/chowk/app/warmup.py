"""Warm-up: import all modules that a start needs and draw its pages once, without showing them.

The browser then stores an image of Python's memory, and later starts begin from it. If the memory is too small for all
steps, the image contains as many as fit. The most useful steps come first.
"""

from __future__ import annotations

import asyncio
import base64
import gc
import hashlib
import inspect
import io
import json
import pathlib
import random
import urllib.parse
from collections.abc import Iterator, Sequence
from typing import Final

from chowk import games
from chowk.app import commands, effects, history, pages, taps
from chowk.app.app import App
from chowk.app.world import unseen
from chowk.draw.materials import SURFACES, tile
from chowk.features.practice import today_view
from chowk.session.table import Table
from chowk.storage.plan import usual_plan
from chowk.ui.window import LOOKS

PREPARED: Final = (
    *(asyncio, base64, hashlib, inspect, io, json, pathlib, random, urllib.parse),
    *(commands, effects, history, taps, today_view),
)
"""Modules that only later code uses. They are imported here, so that the image of Python's memory contains them."""


finished: Final[list[str]] = []
"""The names of the steps that this Python has finished. A test compares them with all steps."""


def steps(languages: Sequence[str], theme: str = "") -> Iterator[str]:
    """Warm up step by step. Yield the name of each finished step, so that the caller can stop when the memory is full.

    The first step draws the home page, which is enough for a first visit. The later steps load the games that can be
    played, and draw for each the set-up sheet and the first position.

    `languages` are those that the user prefers, and `theme` is the theme in force, or another text if it is not known.
    """
    for name in _steps(App(unseen(*languages)), theme if theme in LOOKS else LOOKS[0]):
        gc.collect()  # otherwise what is no longer used would make the memory grow
        finished.append(name)
        yield name


def _steps(app: App, theme: str) -> Iterator[str]:
    app.window.theme = theme
    pages.page(app, app.words)
    yield "home"
    for name in games.ready():
        games.load(name)
        yield f"load {name}"
    for name in games.ready():
        app.set_up(name)
        pages.page(app, app.words)
        app.close_sheet()
        yield f"set up {name}"
    for name in games.ready():
        show_table(app, name)
        yield f"show {name}"
    for kind, surface in SURFACES.items():
        tile(surface)
        yield f"texture {kind}"
    for app.window.theme in LOOKS:
        if app.window.theme != theme:
            pages.page(app, app.words)
            yield f"home {app.window.theme}"


def show_table(app: App, name: str) -> None:
    """Draw the table screen with the first position of a game."""
    game, plan = games.load(name), usual_plan(name)
    match = game.match(0, len(plan.seats), **plan.options)
    table = Table(game, plan, match, "", "")
    app.place.sit(table)
    if match.position.turn == 0:
        table.invite(0)
    pages.page(app, app.words)
    match.position.refusal(())  # imports the module of refusals, which the first roll may need
    app.place.go_home()
