"""The value of being the side to move in Reversi, measured by `py/training/reversi/tempo_reversi.py`."""

from typing import Final

BY_DISCS: Final = (
    *(23, 23, 23, 23, 23, 23, 23, 23, 23, 23, 23, 141, 23),
    *(144, 28, 148, 37, 164, 52, 182, 71, 201, 92, 221, 111, 244),
    *(124, 261, 135, 273, 138, 277, 134, 279, 125, 276, 118, 261, 109),
    *(247, 91, 231, 72, 212, 52, 191, 31, 166, 10, 134, -15, 142),
    *(-27, 145, -28, 163, -12, 142, -14, 118, -51, -51, -51, -51, -51),
)
"""The value for the side to move, by the number of discs on the board, in 64ths of a disc."""
