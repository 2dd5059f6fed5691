"""Sending a game on, as a link, as a few lines or as a picture; and looking at one that was sent.

A game that was sent is laid on a table where nobody plays and nothing is kept (`Table.guest`). Whoever wants to play on
from a position of it sits down at a table of its own, so that no other game is touched.
"""

from __future__ import annotations

from typing import Any

from chowk import games
from chowk.app.app import App
from chowk.core.errors import TextError
from chowk.core.message import say
from chowk.pages import pictures
from chowk.play.table import Table
from chowk.share import links
from chowk.share.poster import Poster, poster, summary
from chowk.words import reader
from chowk.words.toast import Toast

WHOLE, AT, UNTIL = HOW = ("", "at", "until")
"""What a link leads to: the whole game, the whole game opened at the position shown, the game up to that position."""


def address(app: App, how: str = WHOLE) -> str:
    """The address of the game at the table; raises `TextError` if the game is too long for one."""
    table = app.table
    assert table is not None, "a game at a table is sent"
    if how == UNTIL:
        return app.world.outlet.address() + links.write(table.match.until(table.ply), table.plan)
    return app.world.outlet.address() + links.write(table.match, table.plan, table.shown if how == AT else None)


def told(app: App, how: str = WHOLE) -> str:
    """The game in a few lines, its address the last, where it has one."""
    assert app.table is not None, "a game at a table is sent"
    words = reader.words(app)
    lines = [words(line) for line in summary(app.table)]
    try:
        return "\n".join([*lines, address(app, how)])
    except TextError:
        return "\n".join(lines)


def copy_link(app: App, how: str) -> None:
    """Puts the address on the clipboard."""
    app.world.copy(address(app, how))


def copy_lines(app: App, how: str) -> None:
    """Puts the lines and the address on the clipboard."""
    app.world.copy(told(app, how))


def send(app: App, how: str) -> None:
    """Hands the lines and the address to another program."""
    assert app.table is not None, "a game at a table is sent"
    lines = [reader.words(app)(line) for line in summary(app.table)]
    try:
        link = address(app, how)
    except TextError:
        link = ""
    app.world.outlet.send(lines[0], "\n".join(lines), link)


def picture(app: App) -> tuple[Poster, str]:
    """The picture of the position shown, and its file's name, which says what it is of."""
    table = app.table
    assert table is not None, "a position on a table is drawn"
    drawn = poster(table, reader.words(app), pictures.look(app))
    return drawn, f"chowk-{table.game.name}-{table.created[:10]}-{table.ply}.png"


def save_picture(app: App, _: str) -> None:
    """Offers the picture as a file."""
    app.world.outlet.save_picture(*picture(app))


def send_picture(app: App, _: str) -> None:
    """Hands the picture to another program."""
    drawn, name = picture(app)
    app.world.outlet.send_picture(drawn, name, drawn.said)


def print_table(app: App, _: str) -> None:
    """Prints the board and the moves."""
    app.world.outlet.print()


# What was sent ------------------------------------------------------------------------------------------------------


def follow(app: App, fragment: str) -> None:
    """Opens the game in the fragment of an address, if there is one, or says why it is none."""
    try:
        taken(app, fragment)
    except TextError as error:
        app.toast = Toast(error.why, alert=True)


def taken(app: App, text: str) -> bool:
    """Opens the game of a link in a text; False if there is no link, `TextError` if it leads to no game."""
    link = links.sought(text)
    if link:
        visit(app, link)
    return bool(link)


def visit(app: App, link: str) -> None:
    """Lays the game of a link on a table to be looked at; raises `TextError` if there is none in it."""
    shared = links.read(link, app.world.seed())
    game = games.load(shared.plan.game)
    table = Table(game, shared.plan, shared.match, "", app.world.now())
    table.guest, table.link = True, link
    app.sit_down(table)
    table.show(shared.shown)
    app.toast = Toast(say("This game was shared with you. Look through it, or play on from any position."))


def play_on(app: App, _: str) -> None:
    """Asks who goes on with the game that was sent, from where it is shown."""
    table = app.table
    assert table is not None, "nobody sits at a table"
    match: Any = table.match.until(table.ply)
    app.set_up_from(match, table.plan)
