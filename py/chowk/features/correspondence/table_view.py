"""Parts of the table screen and the result sheet for correspondence games: the status, and controls to send links."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from chowk.core.dice import seat_to_act
from chowk.core.message import Day, Message, PlayerName, say, say_in, say_many
from chowk.features.correspondence import reactions
from chowk.i18n.i18n import Words
from chowk.session import correspondence_state as state
from chowk.session.metadata import clock_of, day_of, days_between
from chowk.session.table import Table
from chowk.ui.nodes import Node
from chowk.ui.parts import button

if TYPE_CHECKING:  # read by type checkers only
    from typing import Protocol

    from chowk.session.correspondence_state import Distance
    from chowk.ui.viewer import StorageViewer, TimeOfDay, Viewer

    class WaitingViewer(StorageViewer, Protocol):
        """The state read by the status of a game that waits for another player."""

        @property
        def clock(self) -> TimeOfDay:
            """The source of the date and the time."""


_WAYS: Final = say_in("to send a link", "Other ways")
"""Label of the button with the other ways to send a link."""


def status(viewer: WaitingViewer, table: Table, distance: Distance) -> Message | None:
    """Return a message that says when and to whom this player's last move was sent, or when its link was copied.

    Return None if no sent move waits for the other player, or if the link was only shown, so that the page does not
    know whether it arrived. `distance` is the state of the correspondence game.
    """
    save = viewer.kept.saves.get(table.about.save)
    if (
        table.kind != "own"
        or table.outcome is not None
        or save is None
        or distance.way == "shown"
        or not state.is_handed_on(distance, table.match)
    ):
        return None
    player, days = (
        PlayerName(seat_to_act(table.match.position)),
        days_between(save.updated, viewer.clock.now()),
    )
    if distance.way:
        return say("Link copied, {time}.", time=Day(day_of(save.updated)) if days else clock_of(save.updated))
    if days > 0:
        return say_many("Sent to {player} {count} day ago.", "Sent to {player} {count} days ago.", days, player=player)
    return say("Sent to {player}, {time}.", player=player, time=clock_of(save.updated))


def controls(viewer: Viewer, words: Words, table: Table, distance: Distance, live: Node | None) -> Iterator[Node]:
    """Draw the controls that send a game's link to the other players.

    If this player's move must still be sent, the controls are prominent. If it was sent already, they send it again. If
    another player's request waits for an answer, a control for the answer replaces them. While a live connection sends
    the moves, the control `live` replaces them.
    """
    if distance.chair is None or table.kind != "own":
        return
    if distance.wish_to_answer(table.match):
        yield button(viewer, words, "wish", icon="draw", key="wish", class_="primary")
    elif live is not None:
        yield live
    elif state.unsent(distance, table.match):
        word = _word(table, distance)
        yield button(viewer, words, "send-move", label=word, icon="send", key="send-move", class_="primary")
        yield _ways(viewer, words)
    elif table.outcome is not None or not state.must_act(distance, table.match):
        again = say_in("the page does it", "Send again")
        yield button(viewer, words, "send-move", label=again, icon="send", key="send-again", class_="plain")
        yield _ways(viewer, words)


def _word(table: Table, distance: Distance) -> Message | None:
    """Return the label of the main button if the link holds a request or an answer; None for the usual label.

    `distance` is the state of the correspondence game.
    """
    return say_in("the player does it", "Send the link") if state.reports_more(distance, table.match) else None


def _ways(viewer: Viewer, words: Words) -> Node:
    return button(viewer, words, "send-move", "ways", label=_WAYS, icon="share", only_icon=True, class_="quiet")


def onward(viewer: Viewer, words: Words, table: Table, distance: Distance) -> Iterator[Node]:
    """Draw the next steps after the end of a game.

    If the last move must still be sent, a preset message can be chosen, and the first button sends both. The last
    button starts a rematch.
    """
    due = state.unsent(distance, table.match)
    if due and (faces := reactions.row(viewer, words, table, distance)) is not None:
        yield faces
    if due:
        word = _word(table, distance)
        yield button(viewer, words, "send-move", label=word, icon="send", class_="primary whole")
        yield button(viewer, words, "send-move", "ways", label=_WAYS, icon="share", class_="whole")
    yield button(viewer, words, "rematch", icon="swap", class_="whole" if due else "primary whole")
