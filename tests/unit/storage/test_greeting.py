"""Test the part of a correspondence link that holds the sender's face and reaction."""

from __future__ import annotations

import random
import re
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chowk.features.correspondence.reactions import EMOTES
from chowk.features.people.faces import FACES
from chowk.features.people.household import PORTRAITS
from chowk.storage import greeting as greetings
from chowk.storage import seat_keys, turn_link
from chowk.storage.greeting import Greeting
from tests.unit.features.correspondence.players import begun, chain_of, play, secret, terms

OLDER = re.compile(r"(?:^|[#&])t=([0-9]{1,6})\.([^\s&]*)")
"""The expression by which pages without this part find a letter (`turn_link.find_code`)."""
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def letters_sent() -> list[str]:
    """Return the first six letters (links with the moves so far) of a correspondence game of Parcheesi for four."""
    return play(begun(terms("parcheesi", 4), 5), random.Random(5), 6)


def test_faces_and_reactions_are_as_many_as_players_can_choose() -> None:
    assert len(FACES) == len(PORTRAITS) == greetings.FACES
    assert len(EMOTES) == greetings.REACTIONS
    assert list(FACES)[:3] == ["panda", "parrot", "fox"], "sent numbers must keep their meaning"
    assert list(FACES)[-1] == "hedgehog"


def test_every_face_and_reaction_of_every_player_is_read_as_it_was_sent() -> None:
    for chair, face, reaction in product(range(4), range(17), range(7)):
        sent = Greeting(chair, face, reaction)
        part = greetings.write(sent)
        if face or reaction:
            assert len(part) == 7
            assert greetings.read(f"#t=1.abc{part}") == sent
        else:
            assert part == ""
    assert greetings.write(Greeting(0, 5, 3)) == "&f=1.GU", "the form of sent links must not change"
    assert greetings.read("#t=1.abc&f=1.GU") == Greeting(0, 5, 3)


def test_every_pair_of_digits_is_read_and_unknown_numbers_count_as_none() -> None:
    for high, low in product(DIGITS, DIGITS):
        found = greetings.read(f"t=1.abc&f=1.{high}{low}")
        number = DIGITS.index(high) * 64 + DIGITS.index(low)
        face, reaction = number // 4 % 32, number // 128
        known = Greeting(number % 4, face if face <= 16 else 0, reaction if reaction <= 6 else 0)
        assert found == (known if known.face or known.reaction else None)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "#t=1.abc",
        "#t=1.abc&f=",
        "#t=1.abc&f=1.",
        "#t=1.abc&f=1.G",  # a link that was cut
        "#t=1.abc&f=1.GUX",
        "#t=1.abc&f=2.GU",  # a later version
        "#t=1.abc&f=1.AA",  # neither a face nor a reaction
        "#t=1.abc&f=1.G\u0aeb",  # a digit of another script
        "#t=1.abc &f=1.GU",  # not in the link
        "#g=1.abc&f=1.GU",  # a game that is only shown
        "#f=1.GU",
    ],
)
def test_other_texts_hold_none(text: str) -> None:
    assert greetings.read(text) is None


def test_it_is_found_in_a_message_and_beside_the_other_parts_of_a_link() -> None:
    sent = Greeting(1, 2, 6)
    part = greetings.write(sent)
    for text in (
        f"Bela has moved: https://example.org/chowk/#t=1.abc{part}. Bye!",
        f"(https://example.org/#t=1.abc{part})\nsee you",
        f"#t=1.abc{part}&l=1.xyz",
        f"#t=1.abc&s=1.xyz{part}",
    ):
        assert greetings.read(text) == sent
    assert greetings.read(f"#t=1.abc #t=1.def{part}") is None, "it belongs to the letter that is opened"


def test_the_letter_stays_the_same_also_for_pages_that_do_not_know_the_part() -> None:
    part = greetings.write(Greeting(3, 16, 6))
    for sent in letters_sent():
        link = f"https://example.org/chowk/{sent}{part}"
        older = OLDER.search(link)
        assert older is not None
        assert older[0].lstrip("#&") == turn_link.find_code(link) == turn_link.find_code(sent) == sent.lstrip("#")
        assert turn_link.read(turn_link.find_code(link)).terms == turn_link.read(turn_link.find_code(sent)).terms
        assert seat_keys.read_link(link) is None


def test_the_link_of_a_seat_is_read_with_the_part_before_it() -> None:
    own = chain_of(1, secret(5))
    sent = letters_sent()[-1] + greetings.write(Greeting(0, 1, 1))
    assert seat_keys.read_link(seat_keys.link(own, sent)) == own


@settings(deadline=None, derandomize=True, database=None)
@given(st.text(max_size=40), st.text(alphabet="&f=1.ABGUtls#_-9 \u0aeb", max_size=60))
def test_no_text_raises_an_error(before: str, after: str) -> None:
    for text in (before + after, f"{before}#t=1.abc{after}"):
        found = greetings.read(text)
        assert found is None or (0 <= found.chair < 4 and 0 <= found.face <= 16 and 0 <= found.reaction <= 6)
        assert turn_link.find_code(f"#t=1.abc&f=1.GU{after}") == "t=1.abc"
