"""Plain: even colours without a texture, and smooth pieces."""

from __future__ import annotations

from typing import Final

from chowk.draw.skins import Skin

SKIN: Final = Skin(
    {
        "felt": "#227552",
        "felt grain": "#1b5a3e",
        "slate": "#3a4250",
        "slate grain": "#4d5666",
        "walnut": "#4a3a33",
        "walnut grain": "#352923",
        "walnut pale": "#6b564c",
        "maple": "#e8d5b5",
        "maple grain": "#b9a27c",
        "maple pale": "#f5ead4",
        "court": "#e8d5b5",
        "court grain": "#b9a27c",
        "court pale": "#f5ead4",
        "linen": "#f1ece1",
        "linen grain": "#b5ad9c",
        "enamel": "#ffffff",
        "table": "#eeece7",
        # Edges are nearly the same as the faces: discs look flat, but still stand out from the ground.
        "ebony hi": "#3c4149",
        "ebony lo": "#090a0c",
        "ivory hi": "#faf6ec",
        "ivory lo": "#b9b09c",
        "brass hi": "#f3cf7f",
    },
    flat=True,
    pieces="plain",
)
