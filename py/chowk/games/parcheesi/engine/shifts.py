"""Corrections of the learnt chances to win, found by `py/training/parcheesi/learn_parcheesi.py correct`."""

from __future__ import annotations

from typing import Final

SHIFTS: Final[dict[int, tuple[float, ...]]] = {
    2: (-0.284, -0.159, -0.022, 0.032, 0.042, 0.129, 0.051, -0.031, -0.034, -0.024, -0.065, -0.068, 0.133, 0.3),
    3: (-1.156, -1.01, -0.794, -0.441, -0.035, 0.364, 0.274, 0.238, 0.297, 0.201, 0.248, 0.423, 0.605, 0.785),
    4: (-1.179, -0.831, -0.425, -0.014, 0.254, 0.127, 0.031, 0.045, -0.042, -0.068, -0.011, 0.324, 0.729, 1.06),
}
"""By number of seats: a correction for each chance to win in `core.equity.KNOTS`; see `core.equity.corrected`."""
