"""Themes: tables with a colour for every token (name of a colour in drawings).

There is a light theme, a dark theme, and a flat theme of high contrast.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from chowk.draw.materials import SURFACES, Surface
from chowk.draw.shapes import Text, Token

if TYPE_CHECKING:
    from chowk.draw.skins import Skin

DIGITS: Final = "0123456789"
"""The digits in which a theme writes numbers, unless the reader's language has other digits."""

Colour: TypeAlias = str
"""A colour as `#rrggbb`, or empty for no colour."""


class Theme(NamedTuple):
    """The look of drawings. `colours` has a colour for each token, the name by which drawings refer to a colour.

    An empty colour is not painted.

    A `flat` theme has no textures. `digits` are the digits for numbers, from 0 to 9. `pieces` names an alternative set
    of pieces, for games that have it. `surfaces` are the textures of boards, such as felt and walnut, by the names of
    the materials. `skin` names the skin of the boards, or is empty for the classic skin.
    """

    name: str
    colours: Mapping[Token, Colour]
    flat: bool = False
    digits: str = DIGITS
    pieces: str = ""
    surfaces: Mapping[str, Surface] = SURFACES
    skin: str = ""

    def of(self, token: Token) -> Colour:
        """Return the colour of a token, or an empty text for the empty token; raise `KeyError` for an unknown token."""
        return self.colours[token] if token else ""

    def written(self, text: Text) -> str:
        """Return the words to draw for a text: a number in the theme's digits, any other text unchanged."""
        return text.text.translate(str.maketrans(DIGITS, self.digits)) if text.number else text.text


class SideColour(NamedTuple):
    """The colour of a side in a game for four, and the sign for players who cannot see the colour."""

    name: str
    sign: str


SIDES: Final = (
    SideColour("red", "ring"),
    SideColour("blue", "square"),
    SideColour("yellow", "cross"),
    SideColour("green", "triangle"),
)
"""The four sides of games for four. The tokens of a side begin with its name: `red`, `red hi`, `red lo`."""

_BOARDS: Final[Mapping[Token, Colour]] = {
    "felt": "#1f744f",
    "felt grain": "#10513a",
    "slate": "#303540",
    "slate grain": "#4a505d",
    "walnut": "#593a26",
    "walnut grain": "#2a170c",
    "walnut pale": "#8a6144",
    "maple": "#e3c290",
    "maple grain": "#a87845",
    "maple pale": "#f6e2bd",
    "court": "#e3c290",
    "court grain": "#a87845",
    "court pale": "#f6e2bd",
    "linen": "#efe6d2",
    "linen grain": "#a9987a",
    "linen pale": "#fffaf0",
    "enamel": "#fbf6ea",
    "tape": "#f0d68f",
    "tape grain": "#94713a",
    "tape ink": "#4a3210",
    "table": "#efe9dc",
    # The players' colours on large areas of a board.
    "red field": "#b72412",
    "blue field": "#14398f",
    "yellow field": "#fab90d",
    "green field": "#0aa084",
}
"""Colours of surfaces and boards. They are darker in the dark theme."""

_PIECES: Final[Mapping[Token, Colour]] = {
    "ebony": "#22252a",
    "ebony hi": "#5d636d",
    "ebony lo": "#090a0c",
    "ivory": "#ece5d6",
    "ivory hi": "#fffdf8",
    "ivory lo": "#a99e88",
    "brass": "#e9b44c",
    "brass hi": "#fff0bd",
    "brass lo": "#7d4f0e",
    "bronze": "#7a3d12",
    "bronze hi": "#c98442",
    "bronze lo": "#3d1c06",
    "red": "#b72412",
    "red hi": "#e8705a",
    "red lo": "#6a1206",
    "blue": "#14398f",
    "blue hi": "#6f95ea",
    "blue lo": "#07184d",
    "yellow": "#fab90d",
    "yellow hi": "#ffe596",
    "yellow lo": "#a06c00",
    "green": "#0aa084",
    "green hi": "#66d9c0",
    "green lo": "#045446",
    "rose cloth": "#c9584f",
    "teal cloth": "#2f7a86",
    "ochre cloth": "#dba032",
    "moss cloth": "#6c9457",
    "plum cloth": "#7c5a99",
    "dusk cloth": "#4d6796",
    "clay cloth": "#a4623c",
    "indigo": "#2f6fb5",
    "indigo hi": "#8bb8ea",
    "indigo lo": "#163b68",
    "grey": "#868e9a",
    "grey hi": "#ccd2d9",
    "tan": "#c79a63",
    "pink": "#e8a59b",
}
"""Colours of pieces. A token that ends in ` hi` is the light tone of a colour, one that ends in ` lo` the dark tone."""

_OVER: Final[Mapping[Token, Colour]] = {
    "light": "#ffffff",
    "shade": "#000000",
    "grid": "#05150d",
    "tint": "#1f3a2a",
    "ink": "#2a2620",
    "outline": "",
    "letter": "#ecd3a8",
    "gold": "#ffd54a",
    "casing": "#1a1204",
    "pale": "#ffffff",
    "alarm": "#ffab9a",
    "hint": "#7fd4ff",
    "focus in": "#0e1116",
    "focus out": "#ffffff",
    "chalk": "#e9ebee",
}
"""Colours of light, shade, writing and marks."""

DIM: Final = 0.82
"""Fraction of a board's luminance that remains in the dark theme."""


def dimmed(colour: Colour, factor: float = DIM) -> Colour:
    """Return the colour with `factor` times its luminance and the same hue."""
    return hexed(*(encoded(factor * decoded(channel)) for channel in channels(colour)))


def channels(colour: Colour) -> tuple[float, float, float]:
    """Return red, green and blue in sRGB encoding, 0 to 1."""
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


def hexed(red: float, green: float, blue: float) -> Colour:
    """Return the colour with these sRGB channels, each 0 to 1, as `#rrggbb`."""
    return f"#{round(255 * red):02x}{round(255 * green):02x}{round(255 * blue):02x}"


def luminance(colour: Colour) -> float:
    """Return the relative luminance by WCAG 2, from 0 for black to 1 for white."""
    red, green, blue = map(decoded, channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def decoded(channel: float) -> float:
    """Convert a channel from sRGB encoding to linear light."""
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def encoded(channel: float) -> float:
    """Convert a channel from linear light to sRGB encoding."""
    return 12.92 * channel if channel <= 0.0031308 else float(1.055 * channel ** (1 / 2.4) - 0.055)


# In the flat theme every gradient becomes a single colour, gloss and shadows vanish, and outlines appear.
def _flat() -> dict[Token, Colour]:
    plain = {token: _PIECES.get(token.removesuffix(" hi").removesuffix(" lo"), "") for token in _PIECES}
    dark, pale = "#000000", "#ffffff"
    return {
        **dict.fromkeys(_BOARDS, dark),
        **{token: colour for token, colour in _BOARDS.items() if token.endswith(" field")},
        **plain,
        **_OVER,
        **dict.fromkeys(("maple", "court", "linen", "enamel"), "#565656"),
        **dict.fromkeys(("ebony", "ebony hi", "ebony lo"), dark),
        **dict.fromkeys(("ivory", "ivory hi", "ivory lo"), pale),
        **dict.fromkeys(("light", "shade"), ""),
        **dict.fromkeys(("grid", "outline", "letter", "chalk", "linen pale", "tape grain", "tape ink"), pale),
        "gold": "#ffe066",
        "tint": dark,
        "casing": dark,
    }


THEMES: Final[Mapping[str, Theme]] = MappingProxyType(
    {
        "light": Theme("light", {**_BOARDS, **_PIECES, **_OVER}),
        "dark": Theme("dark", {**{token: dimmed(colour) for token, colour in _BOARDS.items()}, **_PIECES, **_OVER}),
        "contrast": Theme("contrast", _flat(), flat=True),
    }
)
"""The themes `light`, `dark` and `contrast`, by name."""


@lru_cache(maxsize=8)
def themed(look: str) -> Theme:
    """Return the theme that a text describes, such as `dark 0123456789 plain handloom`.

    The words are the name of a theme, the digits, the set of pieces and the skin (`chowk.draw.skins`). Usual values are
    left out, or replaced by `-` if another word follows.
    """
    name, digits, pieces, worn = (*look.split(" "), "", "", "")[:4]
    theme = dressed(THEMES[name], worn) if worn else THEMES[name]
    written = digits if digits not in ("", "-") else DIGITS
    return theme._replace(digits=written, pieces=pieces if pieces not in ("", "-") else theme.pieces)


def dressed(theme: Theme, worn: str) -> Theme:
    """Return a theme with the colours and surfaces of the skin `worn`; raise `ValueError` for an unknown skin.

    The high-contrast theme takes only the skin's set of pieces.
    """
    chosen = _skin(worn)
    if theme.flat:
        return theme._replace(name=f"{theme.name} {worn}", pieces=chosen.pieces)
    dark = theme.name == "dark"
    colours = {
        token: dimmed(colour) if dark and token in _BOARDS else colour for token, colour in chosen.colours.items()
    }
    surfaces = {**SURFACES, **chosen.surfaces}
    name, worn_colours = f"{theme.name} {worn}", {**theme.colours, **colours}
    return Theme(name, worn_colours, chosen.flat, theme.digits, chosen.pieces, surfaces, worn)


def _skin(worn: str) -> Skin:
    # Skins are imported only when they are chosen.
    if worn == "plain":
        from chowk.draw.skins import plain

        return plain.SKIN
    if worn == "handloom":
        from chowk.draw.skins import handloom

        return handloom.SKIN
    raise ValueError(f"there is no skin {worn}")
