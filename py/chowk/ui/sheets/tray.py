"""The tray: a panel with the dice and bonuses of a turn, their states, and a button for each choice.

On a board with small spots, the large buttons are easier to use by touch, keyboard or voice.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from chowk.core.dice import seat_to_act
from chowk.core.message import Message, PlayerName, say, say_in
from chowk.core.position import Spot
from chowk.games.api import Cell, Part, Way
from chowk.i18n.i18n import Words
from chowk.session.command import written
from chowk.session.output.board import numbers
from chowk.session.table import Table
from chowk.ui.icons import icon
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button, picture, words_of
from chowk.ui.screens import pictures

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.viewer import Viewer


_STATES = {
    "due": say_in("die", "to roll"),
    "free": say_in("die", "to use"),
    "later": say_in("die", "later"),
    "used": say_in("die", "used"),
    "lost": say_in("die", "lost"),
}
"""Label of each state of a die or bonus."""


def tray(viewer: Viewer, words: Words, table: Table) -> Node | None:
    """Draw the tray: the parts of the turn (dice and bonuses) and the next choices.

    Return None in games without a tray.
    """
    if table.game.tray is None:
        return None
    position = _lost(table) or table.position
    look = viewer.look
    parts = [_part(words, table, look, number, part) for number, part in enumerate(table.game.tray.parts(position))]
    named, choices = numbers(table), table.ways
    ways = [_choice_button(words, table, look, number, way, named) for number, way in enumerate(choices)]
    picked = table.choice.pointing.chooser.picked if choices else ()
    back = _back(words, table) if picked else None
    return el(
        "div",
        el("div", parts, class_="parts", key="parts", role="group", aria_label=words(say("Dice and bonuses"))),
        el(
            "div",
            # The roll button takes the space that the choices need after the roll, so that the page does not jump.
            button(viewer, words, "roll", key="roll", class_="primary") if table.choice.rolling is not None else None,
            back,
            ways,
            class_="ways",
            key="ways",
            role="group",
            aria_label=words(say("Where to") if picked else say("Choices")),
        ),
        class_="tray",
        key="tray",
        data_many=len(parts) > 2,
    )


def _lost(table: Table) -> object | None:
    """Return the position before the last move if the rules forced that move, otherwise None.

    A forced move is usually a pass. The tray goes on showing the dice of the position before it, until the next roll or
    move is awaited. From then on, return None.
    """
    if table.ply == 0 or table.choice.rolling is not None or table.choice.awaited is not None:
        return None
    before: object = table.match.position_after(table.ply - 1)
    return before if table.game.rules.forced(before) is not None else None


def _part(words: Words, table: Table, look: str, number: int, part: Part) -> Node:
    label, seat = part.description, seat_to_act(table.position)
    if not table.seats.person(seat):
        label = say("{player}: {move}", player=PlayerName(seat), move=label)
    shown = (
        picture(pictures.token(table.game.name, part.art, look, f"part-{number}-"), "token")
        if part.art
        else el("span", part.name, class_="chip")
    )
    return el(
        "button",
        shown,
        el("span", words(_STATES[part.state]), class_="state", aria_hidden="true"),
        type="button",
        class_="part",
        do="part",
        arg=written(number),
        key=f"part-{number}",
        aria_label=words(label),
        data_state=part.state,
    )


_Named: TypeAlias = Mapping[Spot, tuple[int, Cell]]


def _choice_button(words: Words, table: Table, look: str, number: int, way: Way, named: _Named) -> Node:
    title = _title(words, table, way, named)
    return el(
        "button",
        picture(pictures.token(table.game.name, way.art, look, f"way-{number}-"), "token") if way.art else None,
        # Numbers are announced, too, because the board shows them and voice control can use them.
        el("span", title, " ", class_="title", aria_hidden=None if way.spot in named else "true"),
        el("span", words(way.place), class_="to", aria_hidden="true") if way.place is not None else None,
        el("span", words_of(words, way.sentences), class_="unseen"),
        type="button",
        # Ending the turn is the main choice only if no other choice remains.
        class_="way primary" if way.ends and len(table.ways) == 1 else "way",
        do="tap",
        arg=way.spot,
        data_points=way.spot if table.cell(way.spot) is not None else None,
        key=f"way-{way.spot}",
    )


def _title(words: Words, table: Table, way: Way, named: _Named) -> Node | str:
    """Return the content of the button for a choice: its title, or else a number, or else an arrow.

    The number is the one that the board shows on the choice's spot; `named` has these numbers by spot. The arrow points
    from the picked piece to the spot of the choice.
    """
    if way.title is not None:
        return words.number(way.title) if isinstance(way.title, int) else words(way.title)
    if way.spot in named:
        return words.number(named[way.spot][0])
    picked = table.choice.pointing.chooser.picked
    start, end = table.cell(picked[0]) if picked else None, table.cell(way.spot)
    if start is None or end is None:
        return ""
    # The y axis points down, and the arrow points up before it is rotated.
    across, down = _middle(end)[0] - _middle(start)[0], _middle(end)[1] - _middle(start)[1]
    return el(
        "span", icon("up"), class_="way-arrow", style={"rotate": f"{math.degrees(math.atan2(across, -down)):.0f}deg"}
    )


def _middle(cell: Cell) -> tuple[float, float]:
    return cell.x + cell.width / 2, cell.y + cell.height / 2


def _back(words: Words, table: Table) -> Node:
    """Draw the button that puts back the picked piece. Its label for screen readers names the piece."""
    spot_name: Message = table.game.speech.spot(table.position, table.choice.pointing.chooser.picked[0])
    return el(
        "button",
        el("span", "×", class_="title", aria_hidden="true"),
        el("span", words(say("Choose another one instead of {spot}.", spot=spot_name)), class_="unseen"),
        type="button",
        class_="way back",
        do="cancel",
        key="back",
    )


def question(words: Words, table: Table) -> list[Node]:
    """Draw the question before a move: the reason to confirm it, or else a description of the move."""
    position, move = table.match.position, table.choice.doubted
    if move is None:
        return []
    reason = table.game.tray.asks(position, move) if table.game.tray else None
    return [el("p", words_of(words, (reason,) if reason else table.game.speech.tell(position, move)))]
