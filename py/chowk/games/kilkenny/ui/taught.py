"""Advice on games of Kilkenny Cats against each opponent: what the opponent sees, and how to play against it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chowk.core.message import Message, say

TAUGHT: Final[Mapping[int, Message]] = {
    0: say("Moves by chance. Go straight for the mice."),
    1: say("Follows mice, but not always. Take those near you first."),
    5: say("Mostly goes straight for its mice. Keep your cats off its way, and hurry."),
    2: say("Takes the shortest way and sees no danger. Capture its cats on the way."),
    3: say("Looks round for danger. Look who can reach your cat before you stop."),
    4: say("Counts the rolls of two turns. Stop where few rolls can reach you."),
}
"""One or two sentences of advice for each opponent, by the number of its level."""
