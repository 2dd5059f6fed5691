"""House rules, from a set-up's texts to the values that play goes by, and back; and what they were in earlier editions.

A game keeps them in a named tuple whose fields bear the names of options: a switch is a bool (`on`, `off`), a
number an int, any other setting its text.

What a text does not say of a house rule is as by default, and defaults change. So every kept or sent text is of an
edition: what is unsaid in it is as by default then. The rules of a game whose options are others now tell the earlier
ones in `EARLIER`, by edition: the name of every option, in the order of links, and its values as texts, in the order
of links, the default first. An option that there was none of is told with the one value that play went by.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from chowk.core.game import EDITION, Choice, Option, Rules
from chowk.core.message import Message

H = TypeVar("H", bound=NamedTuple)
Terms: TypeAlias = Mapping[str, tuple[str, ...]]
"""The options of an edition: by name, in order, their values, the default first."""

FIRST: Final = 1
"""The edition of texts that were written before editions were told apart."""


def switch(name: str, label: Message, off: Message, on: Message) -> Option:
    """A house rule that is off by the rule book."""
    return Option(name, label, (Choice("off", off), Choice("on", on)))


def terms(rules: Rules[Any, Any], edition: int = EDITION) -> Terms:
    """The options that a game had in an edition; those of today where they have not changed since."""
    earlier = _table(getattr(rules, "EARLIER", {}), edition)
    return earlier or {option.name: tuple(choice.value for choice in option.choices) for option in rules.OPTIONS}


def earliest(rules: Rules[Any, Any], options: Mapping[str, str]) -> int:
    """Return the first edition, from the second on, in which texts tell these options and leave out the same ones."""
    now = usual(rules)
    for edition in range(FIRST + 1, EDITION):
        known = terms(rules, edition)
        told = all(option.chosen(options) in known[option.name] for option in rules.OPTIONS)
        if told and usual(rules, edition) == now:
            return edition
    return EDITION


def usual(rules: Rules[Any, Any], edition: int = EDITION) -> dict[str, str]:
    """What every option is set to where nothing is said, in an edition."""
    today = {option.name: option.default for option in rules.OPTIONS}
    return today | unsaid(getattr(rules, "EARLIER", {}), edition)


def unsaid(earlier: Mapping[int, Terms], edition: int) -> dict[str, str]:
    """What each option was by default in an edition; none where that is what it is today."""
    return {name: values[0] for name, values in _table(earlier, edition).items()}


def chosen(default: H, offered: Sequence[Option], options: Mapping[str, str], before: Mapping[str, str] = {}) -> H:
    """The house rules that the options say; what they leave out, or set to no choice of it, is as by default.

    `before` is what it is instead, if the options are of an earlier edition (see `unsaid`).
    """
    said = {**before, **options}
    texts = {option.name: option.chosen(said) for option in offered}
    kinds = default._asdict()
    return default._replace(**{name: _read(texts[name], type(kinds[name])) for name in kinds})


def told(default: H, house: H, before: Mapping[str, str] = {}) -> dict[str, str]:
    """The options, set otherwise than by default (or than `before`), that make these house rules."""
    by_default = {**_texts(default), **before}
    return {name: text for name, text in _texts(house).items() if text != by_default[name]}


def held(position: Any) -> dict[str, str]:
    """The options that the house rules in a position make; none where it holds none."""
    house = getattr(position, "house", None)
    return _texts(house) if house is not None else {}


def _table(earlier: Mapping[int, Terms], edition: int) -> Terms:
    return next((earlier[number] for number in range(edition, EDITION) if number in earlier), {})


def _texts(house: Any) -> dict[str, str]:
    return {name: _text(value) for name, value in house._asdict().items()}


def _read(text: str, kind: type) -> Any:
    return text == "on" if kind is bool else kind(text)


def _text(value: Any) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
