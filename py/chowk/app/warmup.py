"""Warm-up: import all modules that a start needs and draw its pages once, without showing them.

The browser then stores an image of Python's memory, and later starts begin from it.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import inspect
import io
import json
import pathlib
import random
import urllib.parse
from collections.abc import Sequence
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


def first(languages: Sequence[str]) -> None:
    """Draw the home page in one theme, which is enough for a first visit.

    `languages` are those that the user prefers.
    """
    app = App(unseen(*languages))
    pages.page(app, app.words)


def home(languages: Sequence[str]) -> App:
    """Draw the home page in every theme, and return the application that drew it.

    `languages` are those that the user prefers.
    """
    app = App(unseen(*languages))
    for app.window.theme in LOOKS:
        pages.page(app, app.words)
    return app


def home_with_games(languages: Sequence[str]) -> App:
    """Draw the home page as `home` does, and load all games that can be played. Return the application."""
    app = home(languages)
    for name in games.ready():
        games.load(name)
    return app


def everything(languages: Sequence[str]) -> None:
    """Draw the home page, the set-up sheet and first position of every game, and the texture of every surface.

    `languages` are those that the user prefers.
    """
    app = home(languages)
    app.window.theme = LOOKS[0]
    for name in games.ready():
        app.set_up(name)
        pages.page(app, app.words)
        app.close_sheet()
        show_table(app, name)
    for surface in SURFACES.values():
        tile(surface)


def show_table(app: App, name: str) -> None:
    """Draw the table screen with the first position of a game."""
    game, plan = games.load(name), usual_plan(name)
    match = game.match(0, len(plan.seats), **plan.options)
    table = Table(game, plan, match, "", "")
    app.place.sit(table)
    if match.position.turn == 0:
        table.invite(0)
    pages.page(app, app.words)
    app.place.go_home()
