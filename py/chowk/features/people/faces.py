"""The faces that people can choose: animals, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chowk.core.message import Message, say

FACES: Final[Mapping[str, Message]] = {
    "panda": say("Panda"),
    "parrot": say("Parrot"),
    "fox": say("Fox"),
    "deer": say("Deer"),
    "frog": say("Frog"),
    "peacock": say("Peacock"),
    "otter": say("Otter"),
    "bear": say("Bear"),
    "kitten": say("Kitten"),
    "elephant": say("Elephant"),
    "squirrel": say("Squirrel"),
    "tortoise": say("Tortoise"),
    "duckling": say("Duckling"),
    "octopus": say("Octopus"),
    "snowy owl": say("Snowy Owl"),
    "hedgehog": say("Hedgehog"),
}
"""The name of each face. Links name a face by its place in this order (`storage.greeting`), which must not change."""

_MORE: Final[Mapping[str, str]] = {
    "parrot": "tR -8 -52 -20 -86 0 -70 14 -92 12 -52;hR 66 66 6;oW 32 0 24 26;pY 66 26 84 70 44 62;eT 30 -4 14;"
    "bK 20 44 8",
    "peacock": "lI 5 0 -50 0 -86;lI 4 4 -50 22 -82;oT 24 -86 10 10;oO 24 -86 5 5;cT 0 -92 10 10;cO 0 -92 5 5;"
    "hI 62 64 8;oW 30 2 26 15 -12;eT 30 2 13;bO 14 28 14",
}
"""The drawings of the animals that are not portraits of opponents, in the code of `draw.animals`."""


def portrait_of(face: str) -> str:
    """Convert the name of a face to the argument `animal` of `draw.animals.portrait`.

    For a face that is also the portrait of an opponent, return the name itself. For any other face, return the code of
    its drawing.
    """
    return _MORE.get(face, face)
