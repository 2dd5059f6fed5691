"""The interface of a game's themes of mistakes: a fixed list of the kinds of mistakes that the page counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from chowk.core.message import Message, say

OTHER: Final = "other"
"""The theme of all mistakes that no other theme of the game describes."""
OTHER_MISTAKES: Final = say("Other mistakes")
"""The title of the theme `OTHER`."""


class MistakeThemes(NamedTuple):
    """The themes of a game's mistakes: their titles by identifier, and the function that finds the theme of a mistake.

    The function takes a position, the move made and a better move, and returns the identifier. The titles include
    `OTHER`.
    """

    titles: Mapping[str, Message]
    theme: Callable[[Any, Any, Any], str]
