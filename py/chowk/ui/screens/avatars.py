"""Portraits of players: an animal, with the piece that the player moves."""

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
        """The state that the portraits of players and the remarks of opponents read."""

        @property
        def window(self) -> WindowState:
            """The state of the browser window: facts that the browser reports about the page."""


def seated(viewer: Viewer, table: Table, seat: Seat, prefix: str) -> Node:
    """Draw the portrait of the player in a seat, with the player's present facial expression.

    `prefix` makes the ids in the drawing unique on the page.
    """
    return portrait(
        viewer,
        table.game,
        table.animal(seat, viewer.faces, viewer.portraits),
        bot_chat.face(table, seat),
        table.seats.token(seat),
        seat,
        prefix,
    )


def portrait(
    viewer: Viewer, game: Game, animal: str, face: str, token: str, seat: Seat, prefix: str, side: str = ""
) -> Node:
    """Draw the portrait of an animal with a facial expression, `face`.

    `token` is the name of a piece's drawing. The piece is drawn over the portrait and sets the background colour. If
    `token` is empty, `side` sets this colour. `prefix` and `seat` make the ids in the drawing unique on the page.
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
    """Draw an opponent's present remark, with its face and name; None if there is no remark.

    The remark stands in place of the description of the last move, so that it covers no control. Screen readers skip
    it here, because it is announced separately.
    """
    due = (
        viewer.settings.remarks
        and not viewer.settings.quiet
        and not table.display.replaying
        and table.display.left_moment != table.moment
    )
    remark = bot_chat.remark(table) if due else None
    if remark is None:
        return None
    seat, text = remark
    when = table.ply if bot_chat.has_started(table) else 0
    sentence = el("span", el("b", words.name(seat)), " ", words(text), class_="utterance")
    face = seated(viewer, table, seat, "saying-") if viewer.window.drawn else None
    return el("span", face, sentence, class_="saying", key=f"saying-{when}", aria_hidden="true")
