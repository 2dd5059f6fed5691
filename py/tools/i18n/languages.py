"""Write the facts of Unicode's CLDR about each language into the package: `python -m tools.i18n.languages`.

Run the command in py/ where Babel, which contains CLDR, is installed (tests/requirements.txt). A test fails when the
file is out of date.
"""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Final, TypeAlias

import babel
from babel import Locale
from babel.plural import to_gettext

from chowk.i18n.i18n import LATIN_DIGITS, TAGS

FILE: Final = Path(__file__).resolve().parents[2] / "chowk/i18n/cldr.py"
"""The Python source that this command writes."""
_FIGURES: Final = ("ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE")
"""The Unicode names of the digits 0 to 9, as in "DEVANAGARI DIGIT ONE"."""
_DATES: Final = {"en-Latn-US": "en-IN"}
"""The locale for the dates of a language, if it is not the language's own: English dates begin with the day."""
_HEAD: Final = '''"""Facts about languages from Unicode's CLDR, as Babel {version} has them.

By tag: the fields of `chowk.i18n.i18n.Language` from `name` on. Written by `python -m tools.i18n.languages`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

FACTS: Final[Mapping[str, tuple[str, str, str, bool, tuple[int, ...], str, str, str, str, str, str]]] = {{
{lines}}}
'''

Facts: TypeAlias = "tuple[str, str, str, bool, tuple[int, ...], str, str, str, str, str, str]"
"""CLDR's facts about a language: the values of the fields of `chowk.i18n.i18n.Language`, beginning with `name`."""


def facts(tag: str) -> Facts:
    """Return CLDR's facts about a language: the fields of `Language` from its name to its months, in their order."""
    locale = Locale.parse(tag, sep="-")
    name, own = locale.get_language_name() or tag, locale.other_numbering_systems["native"]
    signs = locale.number_symbols["latn"]
    dated = Locale.parse(_DATES.get(tag, tag), sep="-")
    return (
        name,
        locale.text_direction,
        digits(name, own),
        own != "latn" and locale.default_numbering_system == own,
        groups(locale.decimal_formats[None].pattern),
        signs["group"],
        signs["decimal"],
        locale.list_patterns["standard"]["middle"],
        f"{to_gettext(locale.plural_form)}",
        dated.date_formats["long"].format % {"d": "{0}", "MMMM": "{1}", "y": "{2}"},
        ", ".join(dated.months["format"]["wide"].values()),
    )


def digits(name: str, system: str) -> str:
    """Return the digits 0 to 9 of a numbering system.

    `system` is the name of the numbering system in CLDR. `name` is the name of the language in its own script. The
    digits are those of this script, unless `system` is Latin or Arabic.
    """
    if system == "latn":
        return LATIN_DIGITS
    arabic = {"arab": "ARABIC-INDIC", "arabext": "EXTENDED ARABIC-INDIC"}
    script = arabic.get(system) or unicodedata.name(name[0]).partition(" ")[0]
    return "".join(unicodedata.lookup(f"{script} DIGIT {figure}") for figure in _FIGURES)


def groups(pattern: str) -> tuple[int, ...]:
    """Return the sizes of digit groups from the right: 3 and 2 for #,##,##0.###. The last size repeats."""
    sizes = [len(group) for group in reversed(pattern.partition(".")[0].split(",")[1:])]
    return tuple(dict.fromkeys(sizes))


def written() -> str:
    """Return the source of `cldr.py`, one line for each fact."""
    lines = []
    for tag in TAGS.values():
        values = (
            json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value) for value in facts(tag)
        )
        lines.append(f'    "{tag}": (\n' + "".join(f"        {value},\n" for value in values) + "    ),\n")
    return _HEAD.format(version=babel.__version__, lines="".join(lines))


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8")
