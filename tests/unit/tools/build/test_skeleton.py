"""Test the data that the build provides for the page before Python is loaded."""

from __future__ import annotations

import pytest

from chowk import games
from chowk.core.packing import Unpacker, decode
from chowk.storage import turn_link
from chowk.storage.turn_link import Invitation, Joiner, Terms
from tools.build import skeleton


def first_read(link: str) -> tuple[str, str]:
    """Return the game and the inviter's name from the link of an invitation.

    The link is read as `py/boot/visit.js` reads it, with the data that the build provides.
    """
    kinds, *rows = skeleton.letters().split(" ")
    packed = Unpacker(decode(link.partition(".")[2])[:-4])
    assert not packed.take(2), "an invitation"
    edition = packed.take_count(1 << 16)
    product_of = {
        (int(edition_text), int(number)): (name, int(terms))
        for edition_text, name, number, terms in (line.split(",") for line in rows)
    }
    name, terms = product_of[edition, packed.take(int(kinds))]
    packed.take(3)
    packed.take(terms)
    assert packed.take(2), "the inviter has the first seat"
    return name, packed.take_text(96)


@pytest.mark.parametrize("name", games.ready())
@pytest.mark.parametrize(("last", "strict", "aids"), [(False, False, False), (True, True, True)])
def test_an_invitation_tells_its_game_and_inviter_before_python(
    name: str, last: bool, strict: bool, aids: bool
) -> None:
    sign, rules = games.sign(name), games.load(name).rules
    options = {option.name: option.choices[-1].value if last else option.default for option in rules.OPTIONS}
    terms = Terms(name, sign.seats[-1], options, sign.lot and not last, strict, aids)
    joiners = (Joiner("Äsha \u0905", b"0123456789abcdef"), *([None] * (sign.seats[-1] - 1)))
    assert first_read(turn_link.invite(Invitation(terms, joiners))) == (name, "Äsha \u0905")
