"""The layout of the results of all positions with five pieces and with three against three: won, drawn or lost.

With five pieces one side always has more. The file stores the positions in which that side is to move and has no
capture. The results of all other positions follow from the positions after their moves. Of three against three, all
positions without a capture are stored.
Positions are numbered as in `endgame`, by material and by ranks, and each byte holds four results.
`py/training/checkers/endings_checkers.py` computes the results.
"""

from __future__ import annotations

from typing import Final

from chowk.games.checkers.engine.lookup_five import DRAWN as DRAWN
from chowk.games.checkers.engine.lookup_five import FIVE as FIVE
from chowk.games.checkers.engine.lookup_five import LOST as LOST
from chowk.games.checkers.engine.lookup_five import PLACES as PLACES
from chowk.games.checkers.engine.lookup_five import SIZE as SIZE
from chowk.games.checkers.engine.lookup_five import WON as WON
from chowk.games.checkers.engine.lookup_five import table_layout as table_layout

SIX: Final = 6
"""The number of pieces in a position of three against three."""
SIX_PLACES, SIX_SIZE = table_layout(SIX, 3, 3)
"""The sections of the results of three against three, by material, and the total number of these results.

A material is the numbers of men and kings of both sides.
"""
