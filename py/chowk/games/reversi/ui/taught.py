"""Advice on each opponent in Reversi: how it plays, and how to play against it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chowk.core.message import Message, say

TAUGHT: Final[Mapping[int, Message]] = {
    0: say("Takes the most discs at once. Few discs early on are no harm to you."),
    1: say("Wants corners. Keep off the squares beside an empty corner."),
    2: say("Likes many moves to choose from. Leave it only few."),
    3: say("Sees a few moves ahead. Look for its reply before you place a disc."),
    4: say("Counts the last squares exactly. Make the last move in a region yourself."),
    5: say("Reads far ahead. Keep your discs few and inside until the end."),
    6: say("Follows many lines. Keep a quiet move in reserve."),
    7: say("Sees more than anybody else here. Find the turning point in the review."),
}
"""One or two sentences of advice on each opponent, by the number of its level."""
