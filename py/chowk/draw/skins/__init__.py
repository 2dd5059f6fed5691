"""Skins: other colours and surfaces for all boards and pieces. Each skin is a module, imported when it is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from chowk.draw.materials import Surface
from chowk.draw.shapes import Token


class Skin(NamedTuple):
    """A skin, as its differences from the classic skin.

    `colours` holds the changed colours of the light theme as `#rrggbb`, by token (name of a colour). A `flat` skin has
    no textures. `pieces` names a set of pieces, which games draw if they have it. `surfaces` are the changed materials,
    by name.
    """

    colours: Mapping[Token, str]
    flat: bool = False
    pieces: str = ""
    surfaces: Mapping[str, Surface] = MappingProxyType({})
