"""Advice on each opponent in Reversi: how it plays, and how to play against it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chowk.core.message import Message, say

TAUGHT: Final[Mapping[int, Message]] = {
    0: say("Takes the most discs at once. Few discs early on are no harm to you."),
    8: say("Likes edges and corners, and often misses one. Take each corner that it leaves."),
    1: say("Wants corners. Keep off the squares beside an empty corner."),
    9: say("Never looks at your reply. Prepare a corner two moves ahead."),
    2: say("Likes many moves to choose from. Leave it only few."),
    3: say("Sees a few moves ahead. Look for its reply before you place a disc."),
    10: say("Counts the last ten squares. Take the corners before it begins to count."),
    4: say("Counts the last squares exactly. Make the last move in a region yourself."),
    5: say("Reads far ahead. Keep your discs few and inside until the end."),
    6: say("Follows many lines. Keep a quiet move in reserve."),
    7: say("Sees more than anybody else here. Find the turning point in the review."),
}
"""One or two sentences of advice on each opponent, by the number of its level."""
