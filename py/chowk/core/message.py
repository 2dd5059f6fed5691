"""Sentences as values: what to say is decided here, in which language at the edge.

A `Message` names an English sentence with `{named}` placeholders and carries what goes into them. It is a value:
it can be compared, stored beside an event, and put into words again when the language changes.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

NO_CONTEXT: Final = ""


class Who(NamedTuple):
    """A seat as an argument of a sentence; the edge puts the player's name in its place."""

    seat: int


class Listed(NamedTuple):
    """One thing after another as an argument of a sentence; the edge puts between them what the language does."""

    parts: tuple[Arg, ...]


class Message(NamedTuple):
    """An English sentence with named placeholders, and what goes into them.

    `many` is the plural sentence and `number`, without its sign, decides between the two (by the rules of the
    reader's language); both are unset in a sentence that counts nothing. `context` tells apart two meanings of
    one English word.
    """

    text: str
    args: tuple[tuple[str, Arg], ...] = ()
    many: str = ""
    number: int | None = None
    context: str = NO_CONTEXT

    def __str__(self) -> str:
        """The English sentence, for errors and logs that no player reads."""
        return english(self)


Arg: TypeAlias = "str | int | float | Who | Listed | Message"
"""What goes into a sentence. A float is not negative; the edge writes it to two places."""


def say(text: str, /, **args: Arg) -> Message:
    """A sentence: `say("{player} passes", player=Who(0))`."""
    return Message(text, tuple(args.items()))


def say_many(one: str, many: str, count: int | float, /, **args: Arg) -> Message:
    """A sentence that counts: the placeholder `{count}` is filled from `count`.

    Of a fraction languages say what they say of nothing where it is less than one, else what they say of many.
    """
    number = count if isinstance(count, int) else 0 if count < 1 else 2
    return Message(one, (("count", count), *args.items()), many, number)


def say_in(context: str, text: str, /, **args: Arg) -> Message:
    """A sentence whose English words mean something else elsewhere: `say_in("piece", "King")`."""
    return Message(text, tuple(args.items()), context=context)


def english(message: Message) -> str:
    """The message in English, seats by number: for tests, logs and errors, never for the page."""
    return sentence(message).format(**{name: _english_arg(arg) for name, arg in message.args})


def sentence(message: Message) -> str:
    """The English sentence with its placeholders unfilled: the singular or the plural one."""
    return message.text if message.number is None or abs(message.number) == 1 else message.many


def _english_arg(arg: Arg) -> str:
    if isinstance(arg, Message):
        return english(arg)
    if isinstance(arg, Listed):
        return ", ".join(map(_english_arg, arg.parts))
    if isinstance(arg, float):
        return f"{arg:.2f}"
    return f"seat {arg.seat}" if isinstance(arg, Who) else str(arg)
