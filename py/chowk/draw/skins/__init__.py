"""Skins: other materials for all boards and pieces. Each is a module, read only once it was chosen."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from chowk.draw.materials import Surface
from chowk.draw.shapes import Token


class Skin(NamedTuple):
    """What a skin has otherwise than the classic one: colours by token, `#rrggbb`, in the light theme.

    A `flat` skin has no textures. `pieces` is the set that is drawn where a game has it. `surfaces` are drawn in the
    place of those that have their names, in the colours of these.
    """

    colours: Mapping[Token, str]
    flat: bool = False
    pieces: str = ""
    surfaces: Mapping[str, Surface] = MappingProxyType({})
