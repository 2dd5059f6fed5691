"""The words for the patches of Patchwork and for the ways to turn them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chowk.core.message import Message, say, say_in
from chowk.games.patchwork.rules.patches import PatchId

_BAR_2, _BAR_3, _BAR_4, _BAR_5 = (say("bar of {count}", count=count) for count in (2, 3, 4, 5))
_CORNER: Final = say_in("shape of a patch", "corner")
_STEP: Final = say_in("shape of a patch", "step")
_HOOK: Final = say("short hook")
SHAPES: Final[Mapping[PatchId, Message]] = {
    1: _BAR_2,
    2: _CORNER,
    3: _BAR_3,
    4: _CORNER,
    5: say("short T"),
    6: _STEP,
    7: _BAR_4,
    8: _HOOK,
    9: _HOOK,
    10: say_in("shape of a patch", "square"),
    11: _STEP,
    12: say("short U"),
    13: say("square with a knob"),
    14: say("long step"),
    15: say("bar of 4 with a knob"),
    16: _BAR_5,
    17: say("plus sign"),
    18: say("tall T"),
    19: say("long hook"),
    20: say_in("shape of a patch", "staircase"),
    21: say("plus sign with one long arm"),
    22: say("bar of 4 with its ends bent opposite ways"),
    23: say("bar of 4 with a knob on either side"),
    24: say("wide U"),
    25: say("two bars of 3 side by side, one shifted"),
    26: say("arrowhead"),
    27: say("T with a long stem"),
    28: say("bar of 4 with a bar of 2 on its middle"),
    29: say("square with a bent tail"),
    30: say("bar of 4 with a bar of 2 on its end"),
    31: say("long plus sign"),
    32: say("capital I"),
    33: say("bar of 4 with a bar of 2 on either side"),
}
"""The description of each patch's shape, by its number, for players who cannot see it."""

TURNED: Final[Mapping[str, Message]] = {
    "r0": say("As it lies"),
    "r1": say("A quarter turn clockwise"),
    "r2": say("Half a turn"),
    "r3": say("A quarter turn anticlockwise"),
    "r0f": say("Mirrored"),
    "r1f": say("Mirrored, then a quarter turn clockwise"),
    "r2f": say("Mirrored, then half a turn"),
    "r3f": say("Mirrored, then a quarter turn anticlockwise"),
}
"""The description of each way to turn a patch, by its name in `quilt.TURNS`, such as `r1f`."""
