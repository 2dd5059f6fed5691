"""A toast: a short note at the edge of the page, as a value."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from typing import NamedTuple

from chowk.core.message import Message, say, say_in


class Toast(NamedTuple):
    """A short note at the edge of the page, with at most one button.

    `text` is the first paragraph, and `more` holds the others. `label` is the text on the button. A press of the button
    runs the command `do` with the argument `arg`.
    `alert` is True for a warning, which is marked by a colour and stays when the player goes to the home page. `face`
    is an animal and its expression (`draw.animals`), drawn beside the text, or None.
    `brief` is True for a confirmation of what the player has just done. It disappears by itself.
    """

    text: Message
    do: str = ""
    label: Message | None = None
    alert: bool = False
    arg: str = ""
    more: tuple[Message, ...] = ()
    face: tuple[str, str] | None = None
    brief: bool = False


def missing(text: Message, error: OSError) -> Toast:
    """Return a toast about a file that did not arrive.

    If the server no longer has the file, the toast offers a reload of the page.
    """
    if error.errno != errno.ENOENT:
        return Toast(text)
    why = say("The server no longer has this file: it may have a newer version of Chowk.")
    return Toast(text, "update", say_in("the page does it", "Reload"), alert=True, more=(why,))


def noted(notes: Sequence[Message], *, alert: bool = True) -> Toast:
    """Return a toast with several messages, each in its own paragraph.

    `alert` is True if the toast is a warning.
    """
    return Toast(notes[0], alert=alert, more=tuple(notes[1:]))
