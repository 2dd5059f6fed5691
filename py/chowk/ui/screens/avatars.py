"""Opponents as they are seen: an animal, and on it the piece that it plays with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chowk.core.position import Seat
from chowk.draw.animals import ground
from chowk.games.api import Game
from chowk.i18n.i18n import Words
from chowk.session.output import bot_chat
from chowk.session.table import Table
from chowk.ui.nodes import Node, el
from chowk.ui.parts import picture
from chowk.ui.screens import pictures

if TYPE_CHECKING:  # read by type checkers only
    from typing import Protocol

    from chowk.ui.viewer import Viewer
    from chowk.ui.window import WindowState

    class AvatarViewer(Viewer, Protocol):
        """A viewer to whom opponents speak once a board has been drawn."""

        @property
        def window(self) -> WindowState:
            """The state of the window that the page is in."""


def seated(viewer: Viewer, table: Table, seat: Seat, prefix: str) -> Node:
    """An opponent at a table, as it looks there now."""
    animal = table.game.level(table.plan.seats[seat].level).animal
    return portrait(viewer, table.game, animal, bot_chat.face(table, seat), table.seats.token(seat), seat, prefix)


def portrait(
    viewer: Viewer, game: Game, animal: str, face: str, token: str, seat: Seat, prefix: str, side: str = ""
) -> Node:
    """An animal making a face; a `token` that is not empty lies on it, and behind it is that one's colour.

    Where no piece is to lie on it, that of a `side` is behind it.
    """
    drawn = pictures.portrait(animal, face, ground(token or side, seat), viewer.look, f"{prefix}{seat}-face-")
    piece = pictures.token(game.name, token, viewer.look, f"{prefix}{seat}-") if token else ""
    return el(
        "span",
        picture(drawn, "animal"),
        picture(piece, "piece") if piece else None,
        class_="token portrait",
        data_face=face,
    )


def saying(viewer: AvatarViewer, words: Words, table: Table) -> Node | None:
    """Return what an opponent says at the moment, with its face and its name, or None.

    It lies where the page says what happened last, and so covers nothing. A screen reader hears it anyhow.
    """
    due = viewer.settings.remarks and not table.display.replaying and table.display.left != table.moment
    found = bot_chat.remark(table) if due else None
    if found is None:
        return None
    seat, text = found
    when = table.ply if bot_chat.begun(table) else 0
    said = el("span", el("b", words.name(seat)), " ", words(text), class_="utterance")
    face = seated(viewer, table, seat, "saying-") if viewer.window.drawn else None
    return el("span", face, said, class_="saying", key=f"saying-{when}", aria_hidden="true")
