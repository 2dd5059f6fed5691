"""The 33 patches of Patchwork: shape, price, time and income of each (2.2 of the rules).

Only this module defines the patches. In the rows of a shape, `#` is a cell that the patch covers.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

PatchId: TypeAlias = int
"""The number of a patch, from 1 to 33."""


class Patch(NamedTuple):
    """A patch: the rows of its unturned shape, its price in buttons, its time in spaces, and its number of buttons."""

    rows: tuple[str, ...]
    price: int
    time: int
    income: int

    @property
    def area(self) -> int:
        """The number of cells that the patch covers."""
        return sum(row.count("#") for row in self.rows)


_TABLE: Final = (
    # rows, price, time, income; the first is patch 1
    ("##", 2, 1, 0),
    ("## #.", 1, 3, 0),
    ("###", 2, 2, 0),
    ("## #.", 3, 1, 0),
    ("### .#.", 2, 2, 0),
    ("##. .##", 3, 2, 1),
    ("####", 3, 3, 1),
    ("### #..", 4, 2, 1),
    ("### #..", 4, 6, 2),
    ("## ##", 6, 5, 2),
    ("##. .##", 7, 6, 3),
    ("### #.#", 1, 2, 0),
    ("### ##.", 2, 2, 0),
    ("###. ..##", 2, 3, 1),
    ("#### .#..", 3, 4, 1),
    ("#####", 7, 1, 1),
    (".#. ### .#.", 5, 4, 2),
    ("### .#. .#.", 5, 5, 2),
    ("#### #...", 10, 3, 2),
    ("##. .## ..#", 10, 4, 3),
    (".#.. #### .#..", 0, 3, 1),
    ("#... #### ...#", 1, 2, 0),
    (".#.. #### ..#.", 2, 1, 0),
    ("#### #..#", 1, 5, 1),
    ("###. .###", 4, 2, 0),
    ("##. .## ##.", 3, 6, 2),
    ("#... #### #...", 7, 2, 2),
    ("#### .##.", 7, 4, 2),
    ("##. ### ..#", 8, 6, 3),
    ("#### ##..", 10, 5, 3),
    ("..#.. ##### ..#..", 1, 4, 1),
    ("### .#. ###", 2, 3, 0),
    (".##. #### .##.", 5, 3, 1),
)

PATCHES: Final[Mapping[PatchId, Patch]] = MappingProxyType(
    {number: Patch(tuple(rows.split()), *numbers) for number, (rows, *numbers) in enumerate(_TABLE, 1)}
)
"""The patches, by number."""

LAST: Final[PatchId] = 1
"""The number of the only patch of two cells.

It is last in the queue at the start, because the neutral token starts behind it (R4).
"""
