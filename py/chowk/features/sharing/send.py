"""Sending a game on, as a link, as a few lines or as a picture; and looking at one that was sent.

A game that was sent is laid on a table where nobody plays and nothing is kept (a guest's). Whoever wants to play on
from a position of it sits down at a table of its own, so that no other game is touched.
"""

from __future__ import annotations

import re
from typing import Any, Final, cast

from chowk import games
from chowk.core.errors import TextError
from chowk.core.message import say
from chowk.core.variations import main_line
from chowk.features.sharing import game_link
from chowk.features.sharing.ports import Sharer
from chowk.features.sharing.poster import Poster, poster, summary
from chowk.i18n.toast import Toast
from chowk.session.table import Table

WHOLE, AT, UNTIL = HOW = ("", "at", "until")
"""What a link leads to: the whole game, the whole game opened at the position shown, the game up to that position."""


def address(sharer: Sharer, table: Table, how: str = WHOLE) -> str:
    """The address of the game at the table; raises `TextError` if the game is too long for one."""
    whole = table.lines()
    if whole is not None:
        from chowk.features.analysis import tree_link

        return sharer.world.outlet.address() + tree_link.write(table.game.name, *whole)
    if how == WHOLE and table.distance is not None and table.chancy:  # its dice are proved by what everybody showed
        from chowk.features.correspondence import session

        return sharer.world.outlet.address() + session.shown(table)
    if how == UNTIL:
        return sharer.world.outlet.address() + game_link.write(table.match.until(table.ply), table.plan)
    return sharer.world.outlet.address() + game_link.write(
        table.match, table.plan, table.display.shown if how == AT else None
    )


def told(sharer: Sharer, table: Table, how: str = WHOLE) -> str:
    """The game in a few lines, its address the last, where it has one."""
    lines = [sharer.words(line) for line in summary(table)]
    try:
        return "\n".join([*lines, address(sharer, table, how)])
    except TextError:
        return "\n".join(lines)


def copy_link(sharer: Sharer, table: Table, how: str) -> None:
    """Puts the address on the clipboard."""
    sharer.world.copy(address(sharer, table, how))


def copy_lines(sharer: Sharer, table: Table, how: str) -> None:
    """Puts the lines and the address on the clipboard."""
    sharer.world.copy(told(sharer, table, how))


def send(sharer: Sharer, table: Table, how: str) -> None:
    """Hands the lines and the address to another program."""
    lines = [sharer.words(line) for line in summary(table)]
    try:
        link = address(sharer, table, how)
    except TextError:
        link = ""
    sharer.world.outlet.send(lines[0], "\n".join(lines), link)


def picture(sharer: Sharer, table: Table) -> tuple[Poster, str]:
    """The picture of the position shown, and its file's name, which says what it is of."""
    drawn = poster(table, sharer.words, sharer.look)
    return drawn, f"chowk-{table.game.name}-{table.about.day}-{table.ply}.png"


def save_picture(sharer: Sharer, table: Table, _: str) -> None:
    """Offers the picture as a file."""
    sharer.world.outlet.save_picture(*picture(sharer, table))


def send_picture(sharer: Sharer, table: Table, _: str) -> None:
    """Hands the picture to another program."""
    drawn, name = picture(sharer, table)
    sharer.world.outlet.send_picture(drawn, name, drawn.said)


def print_table(sharer: Sharer, _table: Table, _: str) -> None:
    """Prints the board and the moves."""
    sharer.world.outlet.print()


# What was sent ------------------------------------------------------------------------------------------------------


def follow(sharer: Sharer, fragment: str) -> None:
    """Opens the game in the fragment of an address, if there is one, or says why it is none."""
    try:
        if not taken(sharer, fragment) and _BEGUN.match(fragment):
            raise game_link.damaged()
    except TextError as error:
        sharer.voice.toast = Toast(error.why, alert=True)


_BEGUN: Final = re.compile(r"#?[agt]=")
"""How a link begins that leads to a game; one that was cut early is none, and its reader is to know."""


def taken(sharer: Sharer, text: str) -> bool:
    """Opens the game of a link in a text; False if there is no link, `TextError` if it leads to no game."""
    if ("t=" in text or "l=" in text) and _letter(sharer, text):
        return True
    link = game_link.sought(text)
    if link:
        visit(sharer, link)
    elif "a=" in text:
        from chowk.features.analysis import tree_link

        if link := tree_link.sought(text):
            found = tree_link.read(link)
            outcome = main_line(found.tree, games.load(found.name).ruleset).outcome()
            sharer.analyse(found.name, found.tree, found.at, outcome, quiet=found.quiet)
    return bool(link)


def _letter(sharer: Sharer, text: str) -> bool:
    """Opens what is played apart, if the text has such a link, or takes what connects two devices."""
    from chowk.features.correspondence import session
    from chowk.features.live import signalling
    from chowk.storage import turn_link

    link, live = turn_link.sought(text), bool(signalling.sought(text))
    if live:
        from chowk.features.live import session as playing

        player = cast(playing.Participant, sharer)
        if link:
            playing.follow(player, link, text)
        else:
            playing.brought(player, text)
    elif link:
        session.follow(cast(session.Correspondent, sharer), link, text)
    return live or bool(link)


def visit(sharer: Sharer, link: str) -> None:
    """Lays the game of a link on a table to be looked at; raises `TextError` if there is none in it."""
    shared = game_link.read(link, sharer.world.seed())
    game = games.load(shared.plan.game)
    table = Table(game, shared.plan, shared.match, "", sharer.world.now())
    table.kind, table.about.link = "guest", link
    sharer.sit_down(table)
    table.show(shared.shown)
    sharer.voice.toast = Toast(say("This game was shared with you. Look through it, or play on from any position."))


def play_on(sharer: Sharer, table: Table, _: str) -> None:
    """Asks who goes on with the game that was sent, from where it is shown."""
    match: Any = table.match.until(table.ply)
    sharer.set_up_from(match, table.plan)
