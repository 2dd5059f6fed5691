"""The entries of the lists on the sheets about puzzles and mistakes."""

from __future__ import annotations

from chowk.core.message import Message
from chowk.i18n.i18n import Words
from chowk.ui.nodes import Loose, Node, el
from chowk.ui.parts import opener


def entry(
    words: Words, title: Message | str, note: Loose, do: str, arg: str, *, key: str = "", is_done: bool = False
) -> Node:
    """Draw an entry of a list: a button with a title and, unless `note` is None, a line below it.

    The button runs the command `do` with the argument `arg`. The node's key is the first of `key`, `arg` and `do` that
    is not empty. `is_done` marks the entry as done.
    """
    text = title if isinstance(title, str) else words(title)
    return el("li", opener(text, note, do, arg), key=key or arg or do, data_done=is_done)
