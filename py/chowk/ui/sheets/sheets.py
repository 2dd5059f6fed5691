"""The small sheets: the menu, and questions before an action that cannot be undone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chowk import games
from chowk.core.message import Message, PlayerName, say, say_many
from chowk.i18n.i18n import Words
from chowk.session.table import Table
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button, controls, picture, sheet
from chowk.ui.screens import pictures
from chowk.ui.screens.home import at_table, versus
from chowk.ui.sheets.tray import question
from chowk.ui.slots import Control

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.viewer import StorageViewer, Viewer


_ROWS: Final = (
    Control("menu", 0, "new", "add"),
    Control("menu", 10, "ask-resign", "resign"),
    Control("menu", 50, "turn", "swap"),
    Control("menu", 60, "bare", "board", lambda table: not table.is_apart),
    Control("menu", 90, "dice", "dice", lambda table: table.has_chance),
    Control("menu", 100, "replay", "play", lambda table: not table.is_apart),
)


def menu(viewer: Viewer, words: Words, _: str) -> Node:
    """Draw the menu: the available commands that have no control at the table."""
    rows = controls(viewer, words, "menu", *_ROWS, class_="row", only_open=True)
    return sheet(viewer, words, "menu", say("More"), el("div", rows, class_="rows"), class_="small")


# Questions ----------------------------------------------------------------------------------------------------------


def forget(viewer: StorageViewer, words: Words, name: str) -> Node:
    """Draw the sheet that asks for confirmation before a saved game is deleted. `name` is the game's identifier."""
    save = viewer.kept.saves.get(name)
    details: list[Node] = []
    if save is not None:
        named = at_table(words, save)
        moves = say_many("{count} move", "{count} moves", save.match.moves_played)
        title = games.sign(save.plan.game).title
        details = [el("p", words(title)), el("p", named(versus(named)), class_="note"), el("p", words(moves))]
    return asking(viewer, words, "forget", name, say("Delete this game?"), details, danger=True)


def resign(viewer: Viewer, words: Words, _: str) -> Node:
    """Draw the sheet that asks for confirmation before the player resigns the game."""
    several = viewer.table is not None and len(viewer.table.plan.seats) > 2  # no single opponent wins
    text = [] if several else [el("p", words(say("The other side wins.")))]
    if viewer.commands.is_open("ask-agree"):
        text.append(button(viewer, words, "ask-agree", icon="draw", class_="row"))
    return asking(viewer, words, "resign", "", say("Resign this game?"), text, danger=True)


def agree(viewer: Viewer, words: Words, _: str) -> Node:
    """Draw the sheet that asks for confirmation before a game is ended as a draw by agreement."""
    text = el("p", words(say("Call it a draw only if all players agree.")))
    return asking(viewer, words, "agree", "", say("Agree to a draw?"), [text], danger=False)


def offer(viewer: Viewer, words: Words, table: Table, _: str) -> Node:
    """Draw the sheet that asks the people at the table whether they accept a draw that the rules offer.

    Computer opponents at the table have already accepted it. People on other devices are asked by a link.
    """
    assert table.game.draws is not None, "its rules have it offered"
    among = table.match.agreeing
    people = [seat for seat in among if table.seats.person(seat)]
    lines = [table.game.draws.reason(table.match.position)]
    if table.distance is not None:
        lines.append(say("The others are asked by the link."))
    elif len(people) < len(among):
        lines.append(say("Every opponent agrees."))
    if len(people) > 1:
        lines.append(say("Call it a draw only if all players agree."))
    return sheet(
        viewer,
        words,
        "offer",
        say("Agree to a draw?"),
        *(el("p", words(line)) for line in lines),
        foot=[
            button(viewer, words, "decline-draw", autofocus=True),
            button(viewer, words, "accept-draw", class_="primary"),
        ],
        class_="small question",
    )


def handing(viewer: Viewer, words: Words, table: Table, arg: str) -> Node:
    """Draw the sheet that names the player who gets the device, before the board turns. `arg` is the player's seat."""
    seat = int(arg)
    return sheet(
        viewer,
        words,
        "handing",
        say("Give the device to {player}", player=PlayerName(seat)),
        picture(pictures.token(table.game.name, table.seats.token(seat), viewer.look, "handing-"), "token"),
        foot=button(viewer, words, "take-device", icon="rotate", class_="primary", autofocus=True),
        class_="small question handing",
    )


def sure(viewer: Viewer, words: Words, table: Table, _: str) -> Node:
    """Draw the sheet that asks for confirmation before a move that needlessly gives something up.

    If the settings say so, it appears before every move.
    """
    text = question(words, table)
    return asking(viewer, words, "sure", "", say("Are you sure?"), text, danger=False)


def asking(viewer: Viewer, words: Words, do: str, arg: str, title: Message, text: list[Node], *, danger: bool) -> Node:
    """Draw a sheet that asks for a confirmation of the command `do`.

    `danger` marks a command that cannot be undone.
    """
    return sheet(
        viewer,
        words,
        f"ask-{do}",
        title,
        *text,
        foot=[
            button(viewer, words, "cancel", autofocus=True),
            button(viewer, words, do, arg, class_="danger" if danger else "primary"),
        ],
        class_="small question",
    )
