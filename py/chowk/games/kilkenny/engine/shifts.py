"""Corrections of the learnt chances to win, found by `py/training/kilkenny/learn_kilkenny.py correct`."""

from __future__ import annotations

from typing import Final

SHIFTS: Final[dict[int, tuple[float, ...]]] = {
    2: (0.519, 0.423, 0.316, 0.175, 0.039, -0.038, -0.094, -0.154, -0.148, -0.136, -0.179, -0.203, -0.23, -0.29),
    3: (-0.469, -0.41, -0.386, -0.321, 0.014, 0.23, 0.279, 0.193, 0.239, 0.166, 0.094, 0.067, 0.126, 0.178),
    4: (-0.838, -0.481, -0.128, 0.103, 0.218, 0.189, 0.161, 0.107, 0.098, 0.192, 0.1, 0.089, 0.085, 0.106),
}
"""By number of seats: a correction for each chance to win in `core.equity.KNOTS`; see `core.equity.corrected`."""
