"""House rules, from a set-up's texts to the values that play goes by, and back.

A game keeps them in a named tuple whose fields bear the names of options: a switch is a bool (`on`, `off`), a
number an int, any other setting its text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from chowk.core.game import Choice, Option
from chowk.core.message import Message

H = TypeVar("H", bound=NamedTuple)


def switch(name: str, label: Message, off: Message, on: Message) -> Option:
    """A house rule that is off by the rule book."""
    return Option(name, label, (Choice("off", off), Choice("on", on)))


def chosen(default: H, offered: Sequence[Option], options: Mapping[str, str]) -> H:
    """The house rules that the options say; what they leave out, or set to no choice of it, is as by default."""
    texts = {option.name: option.chosen(options) for option in offered}
    kinds = default._asdict()
    return default._replace(**{name: _read(texts[name], type(kinds[name])) for name in kinds})


def told(default: H, house: H) -> dict[str, str]:
    """The options, set otherwise than by default, that make these house rules."""
    usual = default._asdict()
    return {name: _text(value) for name, value in house._asdict().items() if value != usual[name]}


def _read(text: str, kind: type) -> Any:
    return text == "on" if kind is bool else kind(text)


def _text(value: Any) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
