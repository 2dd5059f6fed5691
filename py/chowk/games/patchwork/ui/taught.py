"""Advice on each opponent in Patchwork: how it plays, and how to play against it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chowk.core.message import Message, say

TAUGHT: Final[Mapping[int, Message]] = {
    0: say("Buys what it likes. Buy patches that bring buttons early."),
    6: say("Buys well, except when it dreams. Take the patch that it would like next."),
    1: say("Takes the best patch now. Look at what you leave for it."),
    7: say("Sometimes forgets your reply. Look two purchases ahead."),
    2: say("Considers your reply. Look at what it can buy next."),
    3: say("Counts buttons and time. Fill your quilt without single gaps."),
    4: say("Knows which patches come next. Plan your last patches early."),
    5: say("Knows what each gap costs. Weigh each patch by buttons, time and fit."),
}
"""One or two sentences of advice on each opponent, by the number of its level."""
