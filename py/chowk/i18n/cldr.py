"""Facts about languages from Unicode's CLDR, as Babel 2.18.0 has them.

By tag: the fields of `chowk.i18n.i18n.Language` from `name` on. Written by `python -m tools.i18n.languages`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

FACTS: Final[Mapping[str, tuple[str, str, str, bool, tuple[int, ...], str, str, str, str]]] = {
    "en-Latn-US": (
        "English",
        "ltr",
        "0123456789",
        False,
        (3,),
        ",",
        ".",
        "{0}, {1}",
        "nplurals=2; plural=((((n == 1)) && ((0 == 0))) ? 0 : 1);",
    ),
    "pa-Guru-IN": (
        "ਪੰਜਾਬੀ",
        "ltr",
        "੦੧੨੩੪੫੬੭੮੯",
        False,
        (3, 2),
        ",",
        ".",
        "{0}, {1}",
        "nplurals=2; plural=(((n >= 0 && n <= 1)) ? 0 : 1);",
    ),
    "kn-Knda-IN": (
        "ಕನ್ನಡ",
        "ltr",
        "೦೧೨೩೪೫೬೭೮೯",
        False,
        (3,),
        ",",
        ".",
        "{0}, {1}",
        "nplurals=2; plural=((((n == 0)) || ((n == 1))) ? 0 : 1);",
    ),
    "bn-Beng-IN": (
        "বাংলা",
        "ltr",
        "০১২৩৪৫৬৭৮৯",
        True,
        (3, 2),
        ",",
        ".",
        "{0}, {1}",
        "nplurals=2; plural=((((n == 0)) || ((n == 1))) ? 0 : 1);",
    ),
    "gu-Gujr-IN": (
        "ગુજરાતી",
        "ltr",
        "૦૧૨૩૪૫૬૭૮૯",
        False,
        (3, 2),
        ",",
        ".",
        "{0}, {1}",
        "nplurals=2; plural=((((n == 0)) || ((n == 1))) ? 0 : 1);",
    ),
    "te-Telu-IN": (
        "తెలుగు",
        "ltr",
        "౦౧౨౩౪౫౬౭౮౯",
        False,
        (3, 2),
        ",",
        ".",
        "{0}, {1}",
        "nplurals=2; plural=(((n == 1)) ? 0 : 1);",
    ),
    "hi-Deva-IN": (
        "हिन्दी",
        "ltr",
        "०१२३४५६७८९",
        False,
        (3, 2),
        ",",
        ".",
        "{0}, {1}",
        "nplurals=2; plural=((((n == 0)) || ((n == 1))) ? 0 : 1);",
    ),
}
