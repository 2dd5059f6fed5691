"""Reactions: six preset messages, each with a face. Players send them over live connections and with their moves.

With a move, the link carries the number of the message (`storage.greeting`). The sender chooses it beside the button
that sends the move. The receiver sees it at the sender's card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chowk.core.message import Arg, Message, say
from chowk.draw.animals import FACES as EXPRESSIONS
from chowk.draw.animals import ground
from chowk.i18n.i18n import Words
from chowk.session import correspondence_state as state
from chowk.session.command import written
from chowk.session.table import Table
from chowk.ui.nodes import Node, el
from chowk.ui.parts import picture
from chowk.ui.screens import pictures
from chowk.ui.slots import Utterance

if TYPE_CHECKING:  # read by type checkers only
    from collections.abc import Iterator

    from chowk.core.position import Seat
    from chowk.session.correspondence_state import Distance
    from chowk.ui.viewer import Viewer

EMOTES: Final = (
    say("Hello!"),
    say("Good luck!"),
    say("Well played!"),
    say("Oh no!"),
    say("Let me think …"),
    say("Thank you!"),
)
"""The preset messages. Players cannot type messages of their own."""
FACES: Final = (
    ("panda", "glad"),
    ("fox", "calm"),
    ("elephant", "glad"),
    ("hedgehog", "caught"),
    ("snowy owl", "thinking"),
    ("otter", "glad"),
)
"""The face beside each preset message: an animal and its expression (`draw.animals`)."""


def sentence(name: Arg, number: int) -> Message:
    """Return the sentence that says which preset message a player sent. `number` is its index in `EMOTES`."""
    return say("{name}: {text}", name=name, text=EMOTES[number])


def reaction(viewer: Viewer, animal: str, expression: str, prefix: str, class_: str = "token portrait") -> Node | None:
    """Draw the face that stands beside a preset message. Return None in quiet mode, a setting that hides faces.

    `prefix` is the beginning of each identifier in the drawing.
    """
    if viewer.settings.quiet:
        return None
    svg = pictures.portrait(animal, expression, ground("", list(EXPRESSIONS).index(expression)), viewer.look, prefix)
    return el("span", picture(svg, "animal"), class_=class_, data_face=expression)


def row(viewer: Viewer, words: Words, table: Table, distance: Distance) -> Node | None:
    """Draw a button with a face for each preset message. A press on a button chooses its message to send with the move.

    Beside or above the faces is the chosen message, or what the faces are for. A press on the button of the chosen
    message chooses none. Return None in quiet mode, and also if there is no move to send. `distance` is the state of
    the correspondence game.
    """
    if (
        viewer.settings.quiet
        or distance.chair is None
        or table.kind != "own"
        or not state.unsent(distance, table.match)
    ):
        return None
    chosen = distance.reaction(table.match, distance.chair)
    faces = [_choice(viewer, words, number, chosen=number + 1 == chosen) for number in range(len(EMOTES))]
    caption = words(say("Say something"))
    text = words(EMOTES[chosen - 1]) if 0 < chosen <= len(EMOTES) else caption
    return el(
        "div",
        *faces,
        # Screen readers hear it as the name of the group, or of the pressed button.
        el("span", text, class_="reaction-text", aria_hidden="true", key="text"),
        class_="reactions",
        role="group",
        aria_label=caption,
        key="reactions",
    )


def _choice(viewer: Viewer, words: Words, number: int, *, chosen: bool) -> Node:
    text = words(EMOTES[number])
    return el(
        "button",
        reaction(viewer, *FACES[number], f"reaction-{number}-"),
        type="button",
        class_="button quiet only-icon",
        do="react",
        arg=written(number),
        aria_label=text,
        title=text,
        aria_pressed="true" if chosen else "false",
        key=str(number),
    )


def utterances(viewer: Viewer, words: Words, table: Table, distance: Distance) -> Iterator[tuple[Seat, Utterance]]:
    """Yield each seat whose player has a current reaction, with the reaction's face and text.

    `distance` is the state of the correspondence game.
    """
    for chair in range(distance.terms.chairs) if distance.reactions and table.kind in ("own", "elsewhere") else ():
        number = distance.reaction(table.match, chair) - 1
        if 0 <= number < len(EMOTES):
            seat = state.dice_of(table.match).ring.seat(chair)
            yield (
                seat,
                Utterance(words(EMOTES[number]), reaction(viewer, *FACES[number], f"uttered-{seat}-", "portrait")),
            )
