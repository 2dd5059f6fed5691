"""Share a game as a link, as a few lines of text or as a picture, and open a shared game.

A shared game can be looked through. It is not played on, and nothing is saved (`guest` in `session.table.Kind`). To
play on from one of its positions, a player starts a new table, so that no other game changes.
"""

from __future__ import annotations

import re
from typing import Any, Final, Literal, TypeAlias

from chowk import games
from chowk.core.errors import TextError
from chowk.core.message import say
from chowk.core.variations import main_line
from chowk.features.sharing import game_link
from chowk.features.sharing.ports import SharingHost
from chowk.features.sharing.poster import summary
from chowk.i18n.toast import Toast
from chowk.session.table import Table

Extent: TypeAlias = Literal["", "at", "until"]
WHOLE, OPENED_AT, UNTIL = EXTENTS = ("", "at", "until")
"""Kinds of link: the whole game, the whole game opened at the position shown, or the game up to that position."""


def address(host: SharingHost, table: Table, extent: str = WHOLE) -> str:
    """Return the link to the game or the analysis at a table. `extent` is the kind of link, one of `EXTENTS`.

    Raise `TextError` if it is too long for a link. The link to a whole correspondence game holds the proof of its dice.
    """
    whole = table.analysed_tree()
    if whole is not None:
        from chowk.storage import tree_link

        return host.sharing.address() + tree_link.write(table.game.name, *whole)
    if extent == WHOLE and table.distance is not None and table.has_chance:  # the proof of its dice belongs to the link
        return host.sharing.address() + host.remote.proof(table)
    if extent == UNTIL:
        return host.sharing.address() + game_link.write(table.match.until(table.ply), table.plan)
    return host.sharing.address() + game_link.write(
        table.match, table.plan, table.display.shown_ply if extent == OPENED_AT else None
    )


def describe(host: SharingHost, table: Table, extent: str = WHOLE) -> str:
    """Return a description of the game in a few lines of text.

    The last line is the game's link, unless the game is too long for a link. `extent` is the kind of link, one of
    `EXTENTS`.
    """
    lines = [host.words(line) for line in summary(table)]
    try:
        return "\n".join([*lines, address(host, table, extent)])
    except TextError:
        return "\n".join(lines)


def copy_link(host: SharingHost, table: Table, extent: Extent) -> None:
    """Copy the link to the game to the clipboard. `extent` is the kind of link, one of `EXTENTS`."""
    host.clipboard.copy(address(host, table, extent))


def copy_lines(host: SharingHost, table: Table, extent: Extent) -> None:
    """Copy the description of the game to the clipboard, with the link of the kind `extent`."""
    host.clipboard.copy(describe(host, table, extent))


def send(host: SharingHost, table: Table, extent: Extent) -> None:
    """Pass the description of the game and its link to the device's share sheet.

    `extent` is the kind of link, one of `EXTENTS`.
    """
    lines = [host.words(line) for line in summary(table)]
    try:
        link = address(host, table, extent)
    except TextError:
        link = ""
    host.sharing.send(lines[0], "\n".join(lines), link)


def print_table(host: SharingHost, _table: Table) -> None:
    """Print the board and the moves."""
    host.sharing.print()


# Opening shared games -----------------------------------------------------------------------------------------------


def follow(host: SharingHost, fragment: str) -> None:
    """Open the game in a URL fragment. If the fragment is a damaged link, show the error as a toast."""
    try:
        if not open_link(host, fragment) and _BEGUN.match(fragment):
            raise game_link.damaged()
    except TextError as error:
        host.voice.toast = Toast(error.why, alert=True)


_BEGUN: Final = re.compile(r"#?[agt]=")
"""A pattern for the start of every link to a game.

A fragment that begins like this but holds no game gives an error.
"""


def open_link(host: SharingHost, text: str) -> bool:
    """Open the game or the analysis that a text links to. Return False if the text has no link.

    Raise `TextError` if the link is damaged.
    """
    if ("t=" in text or "l=" in text) and host.remote.open(text):
        return True
    link = game_link.find_code(text)
    if link:
        visit(host, link)
    elif "a=" in text:
        from chowk.storage import tree_link

        if link := tree_link.find_code(text):
            tree = tree_link.read(link)
            outcome = main_line(tree.tree, games.load(tree.name).ruleset).outcome()
            host.analyse(tree.name, tree.tree, tree.node, outcome, quiet=tree.quiet)
    return bool(link)


def visit(host: SharingHost, link: str) -> None:
    """Open the game of a link for viewing only. Raise `TextError` if the link holds no game."""
    shared = game_link.read(link, host.new_seed())
    game = games.load(shared.plan.game)
    table = Table(game, shared.plan, shared.match, "", host.clock.now())
    table.look_on(link)
    host.sit_down(table)
    table.show(shared.shown_ply)
    host.voice.toast = Toast(say("This game was shared with you. Look through it, or play on from any position."))


def play_on(host: SharingHost, table: Table) -> None:
    """Open the set-up sheet to continue the shared game from the position on the screen."""
    match: Any = table.match.until(table.ply)
    host.set_up_from(match, table.plan)
