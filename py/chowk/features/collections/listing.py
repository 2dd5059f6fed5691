"""Filter and sort the games of a collection, and write filters and order as a part of a URL."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple
from urllib.parse import quote, unquote

from chowk.core.sanitize import replace_invisible
from chowk.features.collections.archive import UNKNOWN, Archive, date_of

ORDERS: Final = ("file", "players", "event", "date", "result", "opening", "length")
"""The orders in which games can be listed. `file` is the order of the file."""
WINNERS: Final = ("", "first", "second", "draw", "unknown")
"""The values of the filter of results. Each but the first is one of `archive.FIRST` to `UNKNOWN`, in their order."""
LONGEST: Final = 80
"""Maximum length of the text in a filter, in characters."""
LONGEST_POSITION: Final = 2_000
"""Maximum length of the position in a filter, in characters."""


class Filters(NamedTuple):
    """The filters and the order of a list of games.

    An empty text filters nothing. Every word of `player`, `event` and `opening` must occur in the field of that name,
    in any order. Each word of `text` may occur in any of these three fields. `since` and `until` are dates as text,
    `least` and `most` numbers of moves as text. `here` is a position that must occur: the game's name, a space, and the
    position as text. `sought` are the conditions of a board search, as text (see `sought.Sought`). `order` is one of
    `ORDERS`. `down` is `on` for the reverse order.
    """

    player: str = ""
    event: str = ""
    opening: str = ""
    since: str = ""
    until: str = ""
    result: str = ""
    least: str = ""
    most: str = ""
    text: str = ""
    here: str = ""
    sought: str = ""
    order: str = "file"
    down: str = ""

    def with_field(self, field: str, value: str) -> Filters:
        """Return the filters with `field` set to `value`, or to its default if the value is invalid."""
        allowed = {"order": ORDERS, "result": WINNERS, "down": ("", "on")}
        value = (
            replace_invisible(value).strip()[: LONGEST_POSITION if field in ("here", "sought") else LONGEST].strip()
            if field not in allowed
            else value
        )
        if value not in allowed.get(field, (value,)):
            value = allowed[field][0]
        if field in ("least", "most"):
            value = "".join(sign for sign in value if sign in "0123456789")[:4]
        return self._replace(**{field: value})

    def write(self) -> str:
        """Return the filters that differ from their defaults as URL-encoded text with `!` in place of `%`."""
        usual = Filters()._asdict()
        changed = [(name, value) for name, value in self._asdict().items() if value != usual[name]]
        return ";".join(f"{name}:{quote(value, safe='').replace('%', '!')}" for name, value in changed)


def read(text: str) -> Filters:
    """Return the filters in a text that `Filters.write` wrote. Unknown fields and invalid values are left out."""
    filters = Filters()
    for part in text[: 4 * LONGEST_POSITION].split(";"):
        name, _, value = part.partition(":")
        if name in Filters._fields:
            filters = filters.with_field(name, unquote(value.replace("!", "%")))
    return filters


def select(archive: Archive, filters: Filters) -> list[int]:
    """Return the numbers of the games that fit the filters, sorted by the order that the filters name.

    The filters `here` and `sought` are ignored.
    """
    columns = archive.columns
    numbers: Sequence[int] = range(len(archive))
    if filters.player:
        numbers = _playing(archive, filters.player, numbers)
    if filters.text:
        numbers = _mentioning(archive, filters.text, numbers)
    for column, query in (("event", filters.event), ("opening", filters.opening)):
        if query:
            ids, values = fitting(archive, query), columns[column]
            numbers = [number for number in numbers if values[number] in ids]
    if filters.result:
        winner, values = WINNERS.index(filters.result) - 1, columns["winner"]
        numbers = [number for number in numbers if values[number] == winner]
    dates = columns["date"]
    if since := date_of(filters.since):
        numbers = [number for number in numbers if dates[number] >= since]
    if until := date_of(filters.until):
        last = until + (9_999 if not until % 10_000 else 99 if not until % 100 else 0)
        numbers = [number for number in numbers if 0 < dates[number] <= last]
    lengths = columns["made"]
    if filters.least:
        least = int(filters.least)
        numbers = [number for number in numbers if lengths[number] >= least]
    if filters.most:
        most = int(filters.most)
        numbers = [number for number in numbers if lengths[number] <= most]
    return _ordered(archive, filters, numbers)


def fitting(archive: Archive, query: str) -> set[int]:
    """Return the indices of those texts in `archive.texts` that contain all words of `query`."""
    words = query.casefold().split()
    return {number for number, text in enumerate(archive.texts) if all(word in text.casefold() for word in words)}


def _playing(archive: Archive, query: str, numbers: Sequence[int]) -> list[int]:
    """Return those of the games `numbers` in which each word of `query` occurs in a player's name."""
    seats = [archive.columns[seat] for seat in ("one", "two", "three", "four")]
    seats = [seat for place, seat in enumerate(seats) if place < 2 or any(seat)]
    for word in query.split():
        ids = fitting(archive, word)
        numbers = [number for number in numbers if any(seat[number] in ids for seat in seats)]
    return [*numbers]


def _mentioning(archive: Archive, query: str, numbers: Sequence[int]) -> list[int]:
    """Return those of the games `numbers` in which each word occurs in a player's name, the event or the opening."""
    columns = [archive.columns[column] for column in ("one", "two", "three", "four", "event", "opening")]
    for word in query.split():
        ids = fitting(archive, word)
        numbers = [number for number in numbers if any(column[number] in ids for column in columns)]
    return [*numbers]


def _ordered(archive: Archive, filters: Filters, numbers: Sequence[int]) -> list[int]:
    columns = archive.columns
    key: Callable[[int], object] | None = None
    if filters.order == "length":
        key = columns["made"].__getitem__
    elif filters.order == "date":
        key = columns["date"].__getitem__
    elif filters.order in ("players", "event", "opening", "result"):
        ranks = _ranks(archive.texts)
        first, second, winner = columns["one"], columns["two"], columns["winner"]
        if filters.order == "players":
            key = lambda number: (ranks[first[number]], ranks[second[number]])  # noqa: E731 - chosen among others
        elif filters.order == "result":
            result = columns["result"]
            key = lambda number: (winner[number], ranks[result[number]])  # noqa: E731
        else:
            values = columns[filters.order]
            key = lambda number: ranks[values[number]]  # noqa: E731
    listed = [*numbers] if key is None else sorted(numbers, key=key)  # type: ignore[arg-type]  # all are comparable
    return listed[::-1] if filters.down else listed


def _ranks(texts: Sequence[str]) -> list[int]:
    """Return the rank of each text in alphabetical order, from 0. Empty texts come last."""
    order = sorted(range(len(texts)), key=lambda number: (not texts[number], texts[number].casefold()))
    ranks = [0] * len(texts)
    for rank, number in enumerate(order):
        ranks[number] = rank
    return ranks


def described(archive: Archive, numbers: Sequence[int]) -> Iterator[list[object]]:
    """Yield a row for each of the games `numbers`: the fields of an `explored.ListRow`."""
    columns = archive.columns
    for number, place in zip(numbers, archive.places(numbers), strict=True):
        yield [
            number,
            place,
            archive.games[columns["game"][number]],
            [*archive.players(number)],
            archive.text_of("event", number),
            columns["date"][number],
            archive.text_of("result", number),
            min(columns["winner"][number], UNKNOWN),
            archive.text_of("opening", number),
            columns["made"][number],
        ]
