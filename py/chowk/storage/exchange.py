"""Export and import of games and statistics as one file, for backups and for moving to another device.

    {"chowk": "games", "form": 1, "made": "2026-11-21T12:00:00+00:00", "games": [...], "results": {...},
     "seats": [...], "people": {...}, "studies": [...]}

Each game is a save as `saves` writes it, or a stored text that this version could not read, but another version may.
An imported game is replayed through the rules. A game that is damaged, or that has no more moves than the same game on
the device, changes nothing.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from chowk import games
from chowk.core.errors import TextError
from chowk.core.message import Message, say
from chowk.core.safe_json import read_object
from chowk.storage import saves, statistics
from chowk.storage.plan import checked
from chowk.storage.saves import Save
from chowk.storage.statistics import Result, Results

FORM: Final = 1
"""Version of the file format."""
LONGEST: Final = 16_000_000
"""Maximum length of a file, in characters."""
MOST: Final = 35_000
"""Maximum number of games in a file. No file of at most `LONGEST` characters holds more."""
_SEATS: Final = 1000
"""Maximum number of this device's seats in correspondence games in a file."""
_STUDIES: Final = 100
"""Maximum number of studies in a file."""
_NAME: Final = re.compile(r"[0-9a-f]{16}")
"""Form of a game's identifier."""

Kind: TypeAlias = Literal["new", "further", "apart", "same", "behind", "damaged"]
"""The relation of a game in a file to the games on the device. `new`: not on the device. `further`: the same game with
more moves. `behind`: the same game with fewer moves. `same`: the same game with the same moves. `apart`: the same game
continued differently. `damaged`: unreadable."""


class Bundle(NamedTuple):
    """The contents of an exported file: games, results for the statistics, and seats in correspondence games.

    `entries` are the games as JSON values that are not yet checked. `people` is the stored text with the names of the
    people who play at the device that exported the file, or empty. `studies` are the stored texts of the studies on
    that device.
    """

    entries: tuple[Any, ...]
    results: Results
    seats: tuple[str, ...] = ()
    people: str = ""
    studies: tuple[str, ...] = ()


class Arrival(NamedTuple):
    """A game in an imported file: its relation to the games on the device, and the parsed game.

    If the game cannot be read, `save` is None, and `why` is the reason.
    """

    kind: Kind
    save: Save | None
    why: Message | None = None


def write(
    games: Iterable[Save],
    unread: Iterable[str],
    results: Mapping[str, Result],
    time: str,
    seats: Iterable[str] = (),
    people: str = "",
    studies: Iterable[str] = (),
) -> str:
    """Return the text of a file with games, results, and this device's seats in correspondence games.

    `unread` holds the texts of stored games that this version cannot read. The seats hold secrets. `time` is the time
    of the export in ISO 8601 form. `people` is the stored text with the names of the people who play at this device,
    and `studies` are the stored texts of the studies.
    """
    fields = {
        "chowk": "games",
        "form": FORM,
        "made": time,
        "games": [*(json.loads(saves.write_save(save)) for save in games), *unread],
        "results": statistics.fields_of(results),
    }
    if secrets := [json.loads(seat) for seat in seats]:
        fields["seats"] = secrets
    if persons := read_object(people):
        fields["people"] = persons
    if chapters := [fields_of_study for text in studies if (fields_of_study := read_object(text))]:
        fields["studies"] = chapters
    text = json.dumps(fields, ensure_ascii=False, indent=1)
    # More games fit into a file that can be read back if it is not indented.
    return text if len(text) <= LONGEST else json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def read(text: str) -> Bundle:
    """Return the contents of an exported file, without parsing its games.

    Raise `TextError` if `text` is not a text that `write` wrote.
    """
    if not text.strip():
        raise TextError(say("This file is empty."))
    if len(text) > LONGEST:
        raise TextError(say("This file is too long: at most {count} characters can be read.", count=LONGEST))
    fields = read_object(text)
    if fields is None or fields.get("chowk") != "games" or type(fields.get("form")) is not int:
        raise TextError(say("This is not a file of games that Chowk wrote."))
    if fields["form"] > FORM:
        raise TextError(
            say("This file was written by a newer version of Chowk. Reload the page to get it, then try again.")
        )
    if not isinstance(fields.get("games"), list) or len(fields["games"]) > MOST:
        raise TextError(say("This file is damaged."))
    seats = fields.get("seats", [])
    if not isinstance(seats, list) or len(seats) > _SEATS:
        raise TextError(say("This file is damaged."))
    results = statistics.read_results(fields.get("results", {}))
    people = json.dumps(fields["people"]) if isinstance(fields.get("people"), dict) else ""
    studies = fields.get("studies", [])
    if not isinstance(studies, list) or len(studies) > _STUDIES:
        raise TextError(say("This file is damaged."))
    secrets, texts = (tuple(json.dumps(value) for value in values) for values in (seats, studies))
    return Bundle(tuple(fields["games"]), results, secrets, people, texts)


def arrive(entry: Any, ours: Mapping[str, Save]) -> Arrival:
    """Parse a game of a file and compare it with the games on the device.

    `entry` is the game in the file, as JSON values or as text. `ours` are the games on the device by identifier. A game
    that continues differently from the one on the device gets a new identifier. If the game cannot be read, the result
    holds the error; nothing is raised.
    """
    try:
        save = _save(entry)
    except TextError as error:
        return Arrival("damaged", None, error.why)
    known = ours.get(save.id)
    kind: Kind = "new" if known is None else compared(known, save)
    if kind == "apart":
        save = save._replace(id=_renamed(save))
        kind = "same" if save.id in ours else "apart"
    return Arrival(kind, save)


def _save(entry: Any) -> Save:
    save = saves.read_save(entry if isinstance(entry, str) else json.dumps(entry), games.find_ruleset)
    try:
        datetime.fromisoformat(save.created)
        datetime.fromisoformat(save.updated)
    except ValueError as error:
        raise TextError(say("This saved game is damaged.")) from error
    if not _NAME.fullmatch(save.id):
        raise TextError(say("This saved game is damaged."))
    return save._replace(plan=checked(save.plan))


def compared(ours: Save, theirs: Save) -> Kind:
    """Return the relation of a game in a file, `theirs`, to the game with the same identifier on the device, `ours`."""
    if _origin(ours) != _origin(theirs):
        return "apart"
    our_moves, their_moves = ours.match.moves, theirs.match.moves
    shorter = min(len(our_moves), len(their_moves))
    if our_moves[:shorter] != their_moves[:shorter]:
        return "apart"
    if len(our_moves) == len(their_moves) and ours.match.outcome() == theirs.match.outcome():
        return "same"
    behind = (len(their_moves), theirs.over) <= (len(our_moves), ours.over)
    earlier = theirs if behind else ours
    # If the players ended the shorter game by a declaration, the longer game does not continue it.
    return "apart" if earlier.over else "behind" if behind else "further"


def _origin(save: Save) -> tuple[Any, ...]:
    seats = tuple((seat.kind, seat.level) for seat in save.plan.seats)
    return save.plan.game, seats, save.match.seed, save.match.position_after(0)


def _renamed(save: Save) -> str:
    """Return a new identifier for a game whose identifier is taken. The same game always gets the same identifier."""
    text = "\n".join((save.id, *save.match.written()))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def counted(arrivals: Sequence[Arrival]) -> Counter[Kind]:
    """Return the number of games in a file for each relation to the games on the device."""
    return Counter(arrival.kind for arrival in arrivals)


def to_add(arrivals: Sequence[Arrival]) -> list[Save]:
    """Return the games of a file that an import stores on the device.

    These are new games, games with more moves than on the device, and games that continue differently.
    """
    return [
        arrival.save for arrival in arrivals if arrival.save is not None and arrival.kind in ("new", "further", "apart")
    ]
