"""Advice on each opponent in Parcheesi: how it plays, and how to play against it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chowk.core.message import Message, say

TAUGHT: Final[Mapping[int, Message]] = {
    0: say("Moves by chance. Bring all your pawns out, one after another."),
    5: say("Thinks about some of its moves. Capture its pawns when they stand alone."),
    6: say("Hurries home, and sometimes forgets to capture. Set two pawns in its way as a blockade."),
    1: say("Captures what it can. End your moves on safe spaces."),
    4: say("Takes risks. Stay a few spaces behind it, and capture."),
    2: say("Keeps out of reach. Put a blockade in its way."),
    3: say("Counts the rolls of two turns. Stop where few rolls can reach you."),
}
"""One or two sentences of advice on each opponent, by the number of its level."""
