"""House rules: conversion between the texts of a set-up and the values used in play, in every edition.

A game stores its house rules in a named tuple with a field for each option. The texts `on` and `off` become a bool. A
number becomes an int, and any other text stays a text.

A text may omit house rules, which then have their default. Because defaults change, every stored or sent text belongs
to an edition (version) of the house rules. An omitted rule has the default of that edition.

The rules of a game list its earlier options in `EARLIER`, by edition: for each option its name and its values as texts,
the default first. Links contain the indices of options and values in these lists. An option that was added after an
edition is listed there with a single value: the rule by which all games were played before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

from chowk.core.game import EDITION, Choice, Option, Rules, Terms
from chowk.core.message import Message

H = TypeVar("H", bound=NamedTuple)

FIRST: Final = 1
"""The first edition (version) of the house rules. Texts that name no edition belong to it."""


def switch(name: str, label: Message, off: Message, on: Message) -> Option:
    """Return a house rule with the values `off`, the default, and `on`.

    `label`, `off` and `on` are the texts shown for it.
    """
    return Option(name, label, (Choice("off", off), Choice("on", on)))


def terms(rules: Rules[Any, Any], edition: int = EDITION) -> Terms:
    """Return the options that a game had in an edition (version of the house rules), with their values."""
    earlier = _table(rules.EARLIER, edition)
    return earlier or {option.name: tuple(choice.value for choice in option.choices) for option in rules.OPTIONS}


def earliest(rules: Rules[Any, Any], options: Mapping[str, str]) -> int:
    """Return the earliest edition (version of the house rules) in which a game with `options` can be written.

    That edition allows all values in `options`, and all its defaults are the same as now. The result is never the first
    edition.
    """
    now = default_options(rules)
    for edition in range(FIRST + 1, EDITION):
        earlier = terms(rules, edition)
        expressible = all(option.chosen(options) in earlier[option.name] for option in rules.OPTIONS)
        if expressible and default_options(rules, edition) == now:
            return edition
    return EDITION


def edition_to_write(rules: Rules[Any, Any], start: Any) -> int:
    """Return the edition (version of the house rules) in which to write a game with this first position.

    It is the edition that `earliest` returns for the game's house rules.
    """
    shared: Any = rules  # a module, and so hashable
    return _written(shared, start)


# Cached, because a game is written after every move.
@lru_cache(maxsize=8)
def _written(rules: Any, start: Any) -> int:
    return earliest(rules, house_values(rules, start))


def default_options(rules: Rules[Any, Any], edition: int = EDITION) -> dict[str, str]:
    """Return the default of every option by name, as it was in an edition (version of the house rules)."""
    today = {option.name: option.default for option in rules.OPTIONS}
    return today | earlier_defaults(rules.EARLIER, edition)


def earlier_defaults(earlier: Mapping[int, Terms], edition: int) -> dict[str, str]:
    """Return the default of every option by name, as it was in an edition (version of the house rules).

    `earlier` is the game's `EARLIER`. Return an empty dict if the options have not changed since that edition.
    """
    return {name: values[0] for name, values in _table(earlier, edition).items()}


def chosen(default: H, offered: Sequence[Option], options: Mapping[str, str], before: Mapping[str, str] = {}) -> H:
    """Return a game's house rules with the values in `options`. `default` is the named tuple of the default rules.

    `offered` are all options of the game. `before` holds the defaults of an earlier edition, if `options` belongs to
    one (see `earlier_defaults`). An omitted option has its value in `before`, if there is one, and otherwise its
    present default. An invalid value becomes the present default.
    """
    values = {**before, **options}
    texts = {option.name: option.chosen(values) for option in offered}
    kinds = default._asdict()
    return default._replace(**{name: _read(texts[name], type(kinds[name])) for name in kinds})


def differing(default: H, house: H, before: Mapping[str, str] = {}) -> dict[str, str]:
    """Return the house rules in `house` that differ from the defaults, as texts by name.

    The defaults are those in `before`, and for all other options the values in `default`.
    """
    by_default = {**texts(default), **before}
    return {name: text for name, text in texts(house).items() if text != by_default[name]}


def house_values(rules: Rules[Any, Any], position: Any) -> dict[str, str]:
    """Return the house rules of a position as texts by option name; an empty dict if its game has none."""
    house = rules.house_rules(position)
    return texts(house) if house is not None else {}


def texts(house: NamedTuple) -> dict[str, str]:
    """Return house rules as texts by option name: `on` or `off` for a bool, else the value itself."""
    return {name: _text(value) for name, value in house._asdict().items()}


def _table(earlier: Mapping[int, Terms], edition: int) -> Terms:
    return next((earlier[number] for number in range(edition, EDITION) if number in earlier), {})


def _read(text: str, kind: type) -> Any:
    return text == "on" if kind is bool else kind(text)


def _text(value: Any) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
