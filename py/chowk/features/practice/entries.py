"""The entries of the lists on the sheets about puzzles and mistakes."""

from __future__ import annotations

from chowk.core.message import Message
from chowk.i18n.i18n import Words
from chowk.ui.nodes import Loose, Node, el
from chowk.ui.parts import opener


def entry(
    words: Words, title: Message | str, note: Loose, do: str, arg: str, *, key: str = "", is_done: bool = False
) -> Node:
    """Draw an entry: a button with a title and, unless `note` is None, a line below it.

    The button runs the command `do`. The key of the entry is `key` or, if that is empty, the command's argument or, if
    there is none, its name. An entry can be marked as done.
    """
    text = title if isinstance(title, str) else words(title)
    return el("li", opener(text, note, do, arg), key=key or arg or do, data_done=is_done)
