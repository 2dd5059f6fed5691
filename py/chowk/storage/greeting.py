"""The face and the reaction of a player who sends a correspondence link: `&f=1.` and two characters.

They follow the letter (the invitation or game in the link) and are no part of it: `#t=1.CODE&f=1.XY`. The letter with
its checksums stays as it is, and a page that does not know this part reads the letter without it.

The two characters are digits of base64url, together a number below 4,096. It holds the sender's chair (the player's
place in the order of joining), the number of the face, and the number of the reaction, in this order from the lowest
digit. 0 means no face, and no reaction. Numbers that this version of the page does not know count as 0.

Nothing depends on these values except what is drawn and announced. Anybody who carries a link can change them.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

FACES: Final = 16
"""Number of faces among which a player chooses. They are numbered from 1."""
REACTIONS: Final = 6
"""Number of reactions (preset messages). They are numbered from 1."""
CHAIRS: Final = 4
"""Maximum number of players of a game."""

_VERSION: Final = 1
_RADIX: Final = 32
"""Number of different faces, and of different reactions, for which a link has space."""
_DIGITS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_TAIL: Final = re.compile(r"(?:^|[#&])t=[0-9]{1,6}\.[^\s&]*((?:&[^\s&]*)*)")
"""A letter, and the further parts of its link."""
_PART: Final = re.compile(rf"&f={_VERSION}\.([A-Za-z0-9_-])([A-Za-z0-9_-])(?![A-Za-z0-9_-])")


class Greeting(NamedTuple):
    """The face and the reaction that a player sends with a letter; 0 for none. `chair` is the player's chair."""

    chair: int
    face: int = 0
    reaction: int = 0


def write(greeting: Greeting) -> str:
    """Return the part of a link that holds a face and a reaction; an empty text if there is neither."""
    if not greeting.face and not greeting.reaction:
        return ""
    number = greeting.chair + CHAIRS * (greeting.face + _RADIX * greeting.reaction)
    high, low = divmod(number, len(_DIGITS))
    return f"&f={_VERSION}.{_DIGITS[high]}{_DIGITS[low]}"


def read(text: str) -> Greeting | None:
    """Return the face and the reaction that follow the first correspondence link in a text.

    Return None if there is neither, or if their part of the link is damaged or of a version that this page does not
    know. No text raises an error.
    """
    letter = _TAIL.search(text)
    part = _PART.search(letter[1]) if letter is not None else None
    if part is None:
        return None
    number, chair = divmod(_DIGITS.index(part[1]) * len(_DIGITS) + _DIGITS.index(part[2]), CHAIRS)
    reaction, face = divmod(number, _RADIX)
    greeting = Greeting(chair, face if face <= FACES else 0, reaction if reaction <= REACTIONS else 0)
    return greeting if greeting.face or greeting.reaction else None
