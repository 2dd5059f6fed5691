"""Handloom: cloth dyed with indigo, madder and turmeric, and the carved woods of the same country."""

from __future__ import annotations

from typing import Final

from chowk.draw.skins import Skin

SKIN: Final = Skin(
    {
        # Indigo khadi under the discs.
        "felt": "#223c70",
        "felt grain": "#122448",
        # A child's writing slate.
        "slate": "#2a2f31",
        "slate grain": "#525a5c",
        # Rosewood, and the pale wood of carrom boards.
        "walnut": "#5b221c",
        "walnut grain": "#2a0b08",
        "walnut pale": "#8d4a36",
        "maple": "#ecc57f",
        "maple grain": "#b47a2c",
        "maple pale": "#fae3b0",
        # Unbleached cotton with a turmeric cast.
        "linen": "#f0dfb8",
        "linen grain": "#b08b4e",
        "linen pale": "#fff6df",
        "enamel": "#fff3d6",
        "tape": "#e8a63f",
        "tape grain": "#6b3a0a",
        "tape ink": "#3a1504",
        "table": "#efe0c4",
        "chalk": "#fdf6e3",
        "letter": "#f0d9a6",
    },
)
