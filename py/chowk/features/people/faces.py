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
    "bear": "oB 52 -46 22 22;ob 52 -45 12 12;hB 76 66 8;cb 0 38 38 28;oN 62 26 0 0;eW 30 0 12;nK 24 15 11;m 46 16",
    "deer": "lN 8 16 -52 30 -84 26 -98;lN 7 28 -80 52 -94;ot 66 -30 26 13 -24;oP 66 -30 16 7 -24;ht 56 64 10;"
    "oW 34 -34 5 5;oW 20 -44 4 4;oW 44 -18 4 4;cW 0 50 28 22;eB 30 4 15;nK 40 14 10;m 56 12",
    "frog": "oM 42 -44 26 26;hM 78 56 14;cY 0 50 52 20;oR 56 28 10 7;eO 42 -44 20;oK 8 12 3 2;m 30 46",
    "parrot": "tR -8 -52 -20 -86 0 -70 14 -92 12 -52;hR 66 66 6;oW 32 0 24 26;pY 66 26 84 70 44 62;eT 30 -4 14;"
    "bK 20 44 8",
    "peacock": "lI 5 0 -50 0 -86;lI 4 4 -50 22 -82;oT 24 -86 10 10;oO 24 -86 5 5;cT 0 -92 10 10;cO 0 -92 5 5;"
    "hI 62 64 8;oW 30 2 26 15 -12;eT 30 2 13;bO 14 28 14",
    "squirrel": "pC 66 -84 68 -14 26 -48;pN 66 -72 62 -30 40 -50;oC 62 40 22 18;hC 66 60 8;oW 32 4 20 20;"
    "oW 16 42 22 18;eK 30 2 14;nN 30 9 7;tW -7 52 7 52 6 64 -6 64;m 48 12",
}
"""The drawings of the animals that are not portraits of opponents, in the code of `draw.animals`."""


def portrait_of(face: str) -> str:
    """Convert the name of a face to the argument `animal` of `draw.animals.portrait`.

    For a face that is also the portrait of an opponent, return the name itself. For any other face, return the code of
    its drawing.
    """
    return _MORE.get(face, face)
