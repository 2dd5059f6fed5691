"""The player's own mistakes in a game, as a value that is stored as text: positions, better moves, and due days.

At most `MAX_MISTAKES` are stored, each position once. Beyond that, the least useful ones are dropped: first those with
the largest stability, which the player knows best, then those that cost least, then the oldest.
"""

from __future__ import annotations

import json
import re
from binascii import crc32
from collections.abc import Iterable, Mapping
from datetime import date
from functools import lru_cache
from math import isfinite
from typing import Any, Final, NamedTuple, TypeAlias

from chowk.core.game import EDITION
from chowk.core.safe_json import read_object
from chowk.core.sanitize import named
from chowk.features.practice import fsrs
from chowk.features.practice.fsrs import Grade, Memory
from chowk.games.api.mistake import OTHER

SCHEMA: Final = 1
MAX_MISTAKES: Final = 200
"""Maximum number of mistakes that are kept for a game."""
MAX_SETUP: Final = 1000
"""The longest position, in characters."""
MAX_MOVE: Final = 100
"""The longest move, in characters."""
MAX_BETTER: Final = 8
"""Maximum number of better moves that are kept for a position."""
MAX_PLY: Final = 9999
"""The largest number of moves before a mistake."""
MAX_LEVEL: Final = 99
"""The highest number that identifies an opponent in `Opponent`."""
MAX_LEAD: Final = 1e6
"""The largest lead and cost, in the game's unit."""
MAX_DEPTH: Final = 999
"""The largest search depth, in moves."""
_THEME: Final = re.compile("[a-z-]{1,20}")
_GAME: Final = re.compile("[0-9a-f]{1,16}")

Opponent: TypeAlias = "int | str"
"""The opponent in the game of a mistake: the level's number of a computer opponent, or a person's name.

It is an empty text if there are several opponents, or if the name is not known.
"""


class Source(NamedTuple):
    """The game in which a mistake was made.

    `game` is the identifier of the saved game, `ply` the number of moves before the mistake, `day` the date on which
    the game began.
    """

    game: str
    ply: int
    day: date
    opponent: Opponent = ""


class Verdict(NamedTuple):
    """The result of a review's search in the position of a mistake.

    `better` are better moves as text, the best first. `lead` is the value of the best move for the player, at the
    search depth `depth`, and `cost` the cost of the move made, both in the game's unit. `exact` is True if the values
    are proven.
    """

    better: tuple[str, ...]
    lead: float
    depth: int
    cost: float
    exact: bool = False

    def with_better(self, move: str) -> Verdict:
        """Return the verdict with `move` added to the better moves, of which at most `MAX_BETTER` are kept."""
        return self._replace(better=tuple(dict.fromkeys((*self.better, move)))[:MAX_BETTER])


class Card(NamedTuple):
    """When a position is shown again: the day when it is due, the day of the last answer, and the memory after it.

    The last two are None before the first answer.
    """

    due: date
    last: date | None = None
    memory: Memory | None = None

    def is_due(self, today: date) -> bool:
        """Return True if the position is due on the day `today`. Before the first answer it is always due.

        It is also due if the last answer is dated more than one day in the future, because the device's clock was wrong
        then. An answer one day ahead may have been given in another time zone.
        """
        if self.last is None or self.last.toordinal() > today.toordinal() + 1:
            return True
        return self.due <= today

    def answered(self, grade: Grade, today: date) -> Card:
        """Return the card, with a new due day and memory, after an answer of the grade `grade` on the day `today`."""
        if self.memory is None or self.last is None:
            memory = fsrs.first(grade)
        else:
            memory = fsrs.after(self.memory, grade, max(0, (today - self.last).days))
        due = min(date.max.toordinal(), today.toordinal() + fsrs.interval(memory))
        return Card(date.fromordinal(due), today, Memory(round(memory.stability, 4), round(memory.difficulty, 4)))


class Mistake(NamedTuple):
    """A position in which the player made a mistake.

    `setup` is the position as text, as written under the edition `edition` of the house rules. `played` is the wrong
    move. `theme` is the name of one of the game's `MistakeThemes`.
    """

    setup: str
    played: str
    theme: str
    verdict: Verdict
    source: Source
    card: Card
    edition: int = EDITION

    @property
    def key(self) -> str:
        """The identifier: eight hexadecimal digits that depend on the position only."""
        return f"{crc32(self.setup.encode()):08x}"


Mistakes: TypeAlias = tuple[Mistake, ...]
"""The mistakes of a game, the oldest first."""


def added(known: Mistakes, new: Iterable[Mistake]) -> Mistakes:
    """Return the known mistakes together with new ones. A known position keeps its data, such as its due day."""
    return _limited({mistake.key: mistake for mistake in (*new, *known)}, known)


def _limited(by_key: Mapping[str, Mistake], first: Mistakes) -> Mistakes:
    """Return the `MAX_MISTAKES` most useful of the mistakes in `by_key`.

    Those that are in `first` keep its order and come before the others.
    """
    order = {mistake.key: number for number, mistake in enumerate(first)}
    ranked = sorted(by_key.values(), key=_usefulness, reverse=True)[:MAX_MISTAKES]
    return tuple(sorted(ranked, key=lambda mistake: order.get(mistake.key, len(order))))


def _usefulness(mistake: Mistake) -> tuple[float, float, date]:
    memory = mistake.card.memory
    return -(memory.stability if memory is not None else 0.0), mistake.verdict.cost, mistake.source.day


def answered(known: Mistakes, key: str, grade: Grade, today: date) -> Mistakes:
    """Return the mistakes after an answer of the grade `grade` in the position with this key."""
    return tuple(
        mistake._replace(card=mistake.card.answered(grade, today)) if mistake.key == key else mistake
        for mistake in known
    )


def with_better(known: Mistakes, key: str, move: str) -> Mistakes:
    """Return the mistakes with `move` added to the better moves of the mistake with this key.

    See `Verdict.with_better`.
    """
    return tuple(
        mistake._replace(verdict=mistake.verdict.with_better(move)) if mistake.key == key else mistake
        for mistake in known
    )


def without(known: Mistakes, keys: Iterable[str]) -> Mistakes:
    """Return the mistakes whose keys are not in `keys`."""
    dropped = frozenset(keys)
    return tuple(mistake for mistake in known if mistake.key not in dropped)


def due(known: Mistakes, today: date) -> Mistakes:
    """Return the mistakes that are due today, those with the earliest due days first."""
    return in_order(mistake for mistake in known if mistake.card.is_due(today))


def in_order(mistakes: Iterable[Mistake]) -> Mistakes:
    """Return mistakes sorted by their due days."""
    return tuple(sorted(mistakes, key=lambda mistake: mistake.card.due))


def next_day(known: Mistakes) -> date | None:
    """Return the day when the next mistake is due, or None if none exists."""
    return min((mistake.card.due for mistake in known), default=None)


def by_theme(mistakes: Iterable[Mistake], themes: Iterable[str]) -> dict[str, Mistakes]:
    """Return the mistakes by theme, the most frequent theme first. Unknown themes count as `OTHER`.

    Themes with equally many mistakes are in the order of `themes`.
    """
    groups: dict[str, list[Mistake]] = {theme: [] for theme in (*themes, OTHER)}
    for mistake in mistakes:
        groups[mistake.theme if mistake.theme in groups else OTHER].append(mistake)
    ranked = sorted(groups.items(), key=lambda group: -len(group[1]))
    return {theme: tuple(group) for theme, group in ranked if group}


def day(text: str, default: date) -> date:
    """Return the date in a text in ISO form, or `default` for any other text."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return default


# Stored text ----------------------------------------------------------------------------------------------------------


def write(mistakes: Mistakes) -> str:
    """Return mistakes as text."""
    fields = {"schema": SCHEMA, "mistakes": [_fields(mistake) for mistake in mistakes]}
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def _fields(mistake: Mistake) -> dict[str, Any]:
    better, lead, depth, cost, exact = mistake.verdict
    game, ply, day, opponent = mistake.source
    due_on, last, memory = mistake.card
    fields: dict[str, Any] = {
        "setup": mistake.setup,
        "edition": mistake.edition,
        "played": mistake.played,
        "theme": mistake.theme,
        "better": list(better),
        "lead": round(lead, 3),
        "depth": depth,
        "cost": round(cost, 3),
        "exact": int(exact),
        "game": game,
        "ply": ply,
        "day": day.isoformat(),
        "against": opponent,
        "due": due_on.isoformat(),
    }
    if last is not None and memory is not None:
        fields["last"] = last.isoformat()
        fields["memory"] = [*memory]
    return fields


@lru_cache(maxsize=8)
def read(text: str) -> Mistakes:
    """Return the mistakes in a text. Each mistake that is damaged is left out, and each position counts once."""
    entries = (read_object(text) or {}).get("mistakes")
    mistakes: dict[str, Mistake] = {}
    for fields in entries[: 2 * MAX_MISTAKES] if isinstance(entries, list) else ():
        try:
            mistake = _mistake(fields)
        except (ValueError, TypeError, KeyError):
            continue
        mistakes.setdefault(mistake.key, mistake)
    return _limited(mistakes, tuple(mistakes.values()))


def _mistake(fields: Any) -> Mistake:
    """Read a mistake from its JSON object; raise `ValueError`, `TypeError` or `KeyError` if it is damaged."""
    if not isinstance(fields, dict):
        raise TypeError(fields)
    moves = fields["better"]
    if not isinstance(moves, list) or not 1 <= len(moves) <= MAX_BETTER:
        raise ValueError(moves)
    better = tuple(_text(move, MAX_MOVE) for move in moves)
    verdict = Verdict(
        better,
        _number(fields["lead"], -MAX_LEAD, MAX_LEAD),
        _count(fields["depth"], MAX_DEPTH),
        _number(fields["cost"], 0.0, MAX_LEAD),
        fields.get("exact") == 1,
    )
    source = Source(
        _matching(fields["game"], _GAME),
        _count(fields["ply"], MAX_PLY),
        _date(fields["day"]),
        _opponent(fields.get("against")),
    )
    edition = _count(fields["edition"], EDITION)
    if not edition:
        raise ValueError(edition)
    theme, played = _matching(fields["theme"], _THEME), _text(fields["played"], MAX_MOVE)
    return Mistake(_text(fields["setup"], MAX_SETUP), played, theme, verdict, source, _card(fields), edition)


def _card(fields: Mapping[str, Any]) -> Card:
    """Read the card from the JSON object of a mistake. If the last answer is damaged, use only the due day."""
    due_on = _date(fields["due"])
    try:
        stability, difficulty = fields["memory"]
        memory = Memory(
            _number(stability, fsrs.MIN_STABILITY, float(fsrs.MAX_DAYS)), _number(difficulty, *fsrs.DIFFICULTIES)
        )
        return Card(due_on, _date(fields["last"]), memory)
    except (ValueError, TypeError, KeyError):
        return Card(due_on)


def _opponent(value: Any) -> Opponent:
    if type(value) is int and 0 <= value <= MAX_LEVEL:
        return value
    return named(value) if isinstance(value, str) else ""


def _text(value: Any, longest: int) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= longest:
        raise ValueError(value)
    return value


def _matching(value: Any, pattern: re.Pattern[str]) -> str:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise ValueError(value)
    return value


def _count(value: Any, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError(value)
    return value


def _number(value: Any, least: float, most: float) -> float:
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not (isfinite(value) and least <= value <= most)
    ):
        raise ValueError(value)
    return float(value)


def _date(value: Any) -> date:
    return date.fromisoformat(value)
