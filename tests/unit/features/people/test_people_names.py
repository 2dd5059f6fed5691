"""Test which names are too like those of opponents or of other people."""

from __future__ import annotations

import pytest

from chowk.core.message import say
from chowk.features.people import names
from chowk.i18n.i18n import words
from tools.i18n import po_catalog as catalog
from tools.i18n.po_catalog import Entry, Key


def test_each_look_alike_letter_stands_for_one_letter() -> None:
    assert names.skeleton("аеорсух") == names.skeleton("aeopcyx")
    assert names.skeleton("αορνυικ") == names.skeleton("aopvuik")


@pytest.mark.parametrize("name", ["Raven", "rаven", "R a v e n", "RÁVEN", "Snowу Ow1", "Ship's Cat", "ships cat"])
def test_an_opponents_name_is_recognised(name: str) -> None:
    assert names.is_opponents(words(), name)


@pytest.mark.parametrize("name", ["Asha", "Ravena", "रावन", "राम", "🐯", "<b>Fox</b>"])
def test_any_other_name_is_free(name: str) -> None:
    assert not names.is_opponents(words(), name)


def test_an_opponents_name_in_the_language_in_use_is_recognised() -> None:
    fox = "लोमड़ी"
    hindi = words("hi", catalogues=catalog.packed({"hi": {Key("Fox"): Entry(strings=(fox,))}}).get)
    assert hindi(say("Fox")) == fox
    assert names.is_opponents(hindi, fox)
    assert not names.is_opponents(words(), fox)


def test_names_that_differ_by_a_vowel_sign_differ() -> None:
    assert names.skeleton("राम") != names.skeleton("रमा")
    assert names.skeleton("কমল") != names.skeleton("কমলা")
