"""The panel below the board while an earlier position is shown, with a slider over the moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chowk.core.message import Message, say, say_in
from chowk.i18n.i18n import Words
from chowk.session.table import Table
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button, controls, words_of

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.viewer import Viewer


def panel(viewer: Viewer, words: Words, table: Table, beside: bool) -> Node:
    """Draw the replay panel: buttons that step back and forward, play the moves and set the pace, and a slider.

    The slider selects any position of the game. `beside` is True if a feature has a panel beside the board. The slider
    and the link to the analysis are then left out here, because they are in that panel.
    """
    text = move_after(table) if beside else say("Move {ply} of {last}", ply=table.ply, last=table.match.ply)
    line = next((line for line in table.log.lines if line.ply == table.ply and table.ply), None)
    playing = table.display.playing is not None
    end = say("To the end of the game") if beside else None  # otherwise the command's own label is right
    end_look = "" if beside else "primary narrow-only"
    return el(
        "div",
        button(viewer, words, "back", icon="back", only_icon=True),
        button(viewer, words, "replay-play", label=_play(playing), icon="pause" if playing else "play", only_icon=True),
        el(
            "div",
            el("p", words(text), class_="status"),
            None if beside else _slider(words, table, (text, *(line.named_sentences if line else ()))),
            None if beside else el("p", words_of(words, line.sentences if line else ()), class_="event"),
            class_="ride",
        ),
        button(viewer, words, "forward", icon="forward", only_icon=True),
        None if beside else controls(viewer, words, "replay", only_icon=True),
        button(viewer, words, "pace", label=say("{number}×", number=table.display.pace), class_="pace", key="pace"),
        button(viewer, words, "present", label=end, icon="latest", only_icon=True, class_=end_look),
        None if beside else button(viewer, words, "present", icon="latest", class_="primary wide-only"),
        class_="past",
        key="past",
        role="group",
        aria_label=words(say("Replay of the game")),
    )


def move_after(table: Table) -> Message:
    """Return the place of the position shown in the game, as the number of the move made from it.

    A review shows each move with the position before it. In the last position, return the number of the last move.
    """
    ply, last = table.ply, table.match.ply
    return (
        say("Before move {ply} of {last}", ply=ply + 1, last=last)
        if ply < last
        else say("Move {ply} of {last}", ply=ply, last=last)
    )


def _play(playing: bool) -> Message:
    return (
        say_in("the page does it", "Pause")
        if playing
        else say_in("the page does it", "Show the moves one after another")
    )


def _slider(words: Words, table: Table, messages: tuple[Message, ...]) -> Node:
    return el(
        "input",
        type="range",
        min="0",
        max=str(table.match.ply),
        step="1",
        value=str(table.ply),
        do="seek",
        aria_label=words(say("Move of the game")),
        aria_valuetext=" ".join(words(message) for message in messages),
        key="slider",
    )
