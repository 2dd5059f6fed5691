"""Messages: sentences as values. They are translated only when they are shown.

A `Message` holds an English sentence with `{named}` placeholders and their values. It can be compared, stored beside an
event, and translated again when the language changes.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

NO_CONTEXT: Final = ""
"""The context of a message whose English words have only one meaning."""


class PlayerName(NamedTuple):
    """A seat as an argument of a message. In the shown message, the name of the seat's player replaces it."""

    seat: int


class Day(NamedTuple):
    """A date as an argument of a message, in ISO form such as `2026-11-28`.

    In the shown message, the month has its name in the player's language.
    """

    iso: str

    def __str__(self) -> str:
        """Return the date in ISO form."""
        return self.iso


class Listed(NamedTuple):
    """A list as an argument of a message.

    In the shown message, its parts are joined by the rules of the player's language.
    """

    parts: tuple[Arg, ...]


class Message(NamedTuple):
    """An English sentence with named placeholders, and their values in `args`.

    `many` is the plural form of the sentence, and `number` the count that selects the singular or a plural in the
    player's language; its sign does not matter. Both are unset in a sentence without a count. `context` distinguishes
    meanings of the same English words.
    """

    text: str
    args: tuple[tuple[str, Arg], ...] = ()
    many: str = ""
    number: int | None = None
    context: str = NO_CONTEXT

    def __str__(self) -> str:
        """Return the English sentence, for errors and logs that no player reads."""
        return english(self)


Arg: TypeAlias = "str | int | float | PlayerName | Day | Listed | Message"
"""A value in a sentence. A float must not be negative, and is shown with two decimals."""


def say(text: str, /, **args: Arg) -> Message:
    """Return a message with values for its placeholders: `say("{player} passes", player=PlayerName(0))`."""
    return Message(text, tuple(args.items()))


def say_many(singular: str, plural: str, count: int | float, /, **args: Arg) -> Message:
    """Return a message with a count, which fills the placeholder `{count}` and selects the singular or a plural.

    A float below 1 selects the same form as 0, and any other float the same form as 2.
    """
    number = count if isinstance(count, int) else 0 if count < 1 else 2
    return Message(singular, (("count", count), *args.items()), plural, number)


def say_in(context: str, text: str, /, **args: Arg) -> Message:
    """Return a message with a context, because its English words have several meanings: `say_in("piece", "King")`."""
    return Message(text, tuple(args.items()), context=context)


def english(message: Message) -> str:
    """Return the message in English, with seats by number: for tests, logs and errors, never for the page."""
    return sentence(message).format(**{name: _english_arg(arg) for name, arg in message.args})


def sentence(message: Message) -> str:
    """Return the English sentence, singular or plural as the count requires, with its placeholders unfilled."""
    return message.text if message.number is None or abs(message.number) == 1 else message.many


def _english_arg(arg: Arg) -> str:
    if isinstance(arg, Message):
        return english(arg)
    if isinstance(arg, Listed):
        return ", ".join(map(_english_arg, arg.parts))
    if isinstance(arg, float):
        return f"{arg:.2f}"
    return f"seat {arg.seat}" if isinstance(arg, PlayerName) else str(arg)
