"""Advice on games of American Checkers against each opponent: what the opponent sees, and how to play against it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chowk.core.message import Message, say

TAUGHT: Final[Mapping[int, Message]] = {
    0: say("Sees one jump. Look whether one of your men can be jumped before you move."),
    1: say("Keeps its men together. Move yours in pairs, so that none can be jumped."),
    2: say("Sets small traps. Look at what jumps back before you jump."),
    8: say("Sees most jumps of one man. Look for a jump of two."),
    3: say("Waits for two jumps at once. Leave no two gaps behind your men."),
    4: say("Gives one man for two. Count both sides of every exchange."),
    7: say("Rarely overlooks a jump. Always keep a safe move for later."),
    5: say("Knows openings and endings. Keep your back row until you need it."),
    6: say("Plans many moves ahead. Hold the centre, and exchange when you are ahead."),
}
"""One or two sentences of advice for each opponent, by the number of its level."""
