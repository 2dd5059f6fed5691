"""The people who play at this device, stored as text: names, faces, and each person's part in results.

    {"schema": 1, "people": [["1f0c9a3b", "Asha", "panda"]], "playing": "1f0c9a3b", "asked": "-", "results": {...}}

The results themselves are in the statistics, by the identifiers of their games. This text stores only who played and,
for games of several people, who took which place, because the statistics do not hold that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from chowk.core.position import Outcome
from chowk.core.safe_json import read_object
from chowk.core.sanitize import NAME_LENGTH, named
from chowk.features.people.faces import FACES
from chowk.storage.plan import Plan
from chowk.storage.statistics import MOST, PEOPLE, Result, Results

SCHEMA: Final = 1
MOST_PEOPLE: Final = 8
"""Maximum number of people at a device."""
MOST_RESULTS: Final = 25_000
"""Maximum number of games for which the participants are stored. The oldest games are dropped."""
MOST_SEATS: Final = 4
ANSWERED: Final = "-"
"""Value of `People.asked` once the player has answered, or refused to be asked."""
_KEY: Final = re.compile(r"[0-9a-f]{8}")
_GAME: Final = re.compile(r"[0-9a-f]{1,16}")


class Person(NamedTuple):
    """A person who plays at this device: a key, a name, and the animal that is the person's face."""

    key: str
    name: str
    face: str


class Share(NamedTuple):
    """A person's part in the result of a game. `person` is the person's key.

    In a game of several people, `place` is the person's rank, 1 for the first; `shared` and `lead` are as in
    `statistics.Result`. In a game with a single person `place` is 0: the stored result of the game
    (`statistics.Result`) has the rank.
    """

    person: str
    place: int = 0
    shared: bool = False
    lead: int | None = None


class People(NamedTuple):
    """The people at this device, and their parts in results.

    `playing` is the key of the current player, whose statistics are shown. `asked` is the identifier of the game after
    which the player was asked for a name; `ANSWERED` once the player has answered; empty before. `results` are the
    parts in the result of each game, by the identifier of the game.
    """

    persons: tuple[Person, ...] = ()
    playing: str = ""
    asked: str = ""
    results: Mapping[str, tuple[Share, ...]] = {}

    @property
    def player(self) -> Person | None:
        """The current player, or None if there are no people."""
        return self.of(self.playing)

    def of(self, key: str) -> Person | None:
        """Return the person with the key `key`, or None."""
        return next((person for person in self.persons if person.key == key), None)

    def named(self, name: str) -> Person | None:
        """Return the person with exactly this name, or None."""
        return next((person for person in self.persons if person.name == name), None)

    def put(self, person: Person) -> People:
        """Return the people with a new or changed person. Beyond `MOST_PEOPLE` no new person is added.

        The first person becomes the current player.
        """
        if self.of(person.key) is not None:
            changed = tuple(person if present.key == person.key else present for present in self.persons)
            return self._replace(persons=changed)
        if len(self.persons) >= MOST_PEOPLE:
            return self
        return self._replace(persons=(*self.persons, person), playing=self.playing or person.key, asked=ANSWERED)

    def without(self, key: str) -> People:
        """Return the people without a person and without this person's part in any result."""
        remaining = tuple(person for person in self.persons if person.key != key)
        left = {game: tuple(share for share in shares if share.person != key) for game, shares in self.results.items()}
        playing = self.playing if self.playing != key else remaining[0].key if remaining else ""
        return People(remaining, playing, ANSWERED, {game: shares for game, shares in left.items() if shares})

    def with_results(self, more: Mapping[str, tuple[Share, ...]]) -> People:
        """Return the people with further results. Results that are there already stay unchanged."""
        fresh = {game: shares for game, shares in more.items() if game not in self.results}
        return self._replace(results=dict([*self.results.items(), *fresh.items()][-MOST_RESULTS:]))

    def sole_games(self, key: str) -> frozenset[str]:
        """Return the identifiers of the games in whose results nobody but this person has a part."""
        return frozenset(game for game, shares in self.results.items() if {share.person for share in shares} == {key})

    def results_of(self, key: str, results: Results) -> dict[str, Result]:
        """Return those of `results` in which a person has a part, by the identifier of the game.

        In the result of a game with several people, the rank and the lead are this person's own.
        """
        return dict(self._results_of(key, results))

    def _results_of(self, key: str, results: Results) -> Iterator[tuple[str, Result]]:
        for game, result in results.items():
            for share in self.results.get(game, ()):
                if share.person == key:
                    place = {} if not share.place else share._asdict()
                    place.pop("person", None)
                    yield game, result._replace(**place)


def shares_of(people: People, plan: Plan, outcome: Outcome) -> tuple[Share, ...]:
    """Return the parts of people in the result of a game that has ended.

    People are recognised by the names entered for their seats. A single person without a name is the current player.
    """
    seats = [seat for seat, player in enumerate(plan.seats) if player.kind == "person"]
    shares: list[Share] = []
    for seat in seats:
        name = plan.seats[seat].name
        person = people.named(name) if name or len(seats) > 1 else people.player
        if person is None or any(share.person == person.key for share in shares):
            continue
        shares.append(_share(person, outcome, seat) if len(seats) > 1 else Share(person.key))
    return tuple(shares)


def _share(person: Person, outcome: Outcome, seat: int) -> Share:
    place = outcome.places[seat]
    lead = None
    if outcome.scores:
        lead = outcome.scores[seat] - max(score for rival, score in enumerate(outcome.scores) if rival != seat)
    return Share(person.key, place, outcome.places.count(place) > 1, lead)


def with_earlier_results(people: People, results: Results) -> People:
    """Give the only person all earlier results of games with a single person, and return the changed people.

    Return `people` unchanged if there are no people or several.
    """
    if len(people.persons) != 1:
        return people
    share = (Share(people.persons[0].key),)
    return people.with_results({game: share for game, result in results.items() if result.against != PEOPLE})


def merge_people(ours: People, theirs: People) -> People:
    """Return our people together with those of a file, at most `MOST_PEOPLE`. People with equal names are one person.

    The parts of these people in results are added, too. If there were no people here, the file's current player is the
    current player.
    """
    keys: dict[str, str] = {}
    people = ours
    for person in theirs.persons:
        known = ours.named(person.name)
        if known is not None:
            keys[person.key] = known.key
        elif len(people.persons) < MOST_PEOPLE:
            used_keys = {present.key for present in people.persons}
            key = next(key for key in _others(person.key) if key not in used_keys)
            keys[person.key] = key
            people = people.put(person._replace(key=key))
    results = {
        game: tuple(share._replace(person=keys[share.person]) for share in shares if share.person in keys)
        for game, shares in theirs.results.items()
    }
    if not ours.persons:
        people = people._replace(playing=keys.get(theirs.playing, people.playing))
    return people.with_results({game: shares for game, shares in results.items() if shares})


def _others(key: str) -> Iterator[str]:
    for number in range(MOST_PEOPLE + 1):
        yield f"{(int(key, 16) + number) % 16**8:08x}"


# Texts --------------------------------------------------------------------------------------------------------------


def write(people: People) -> str:
    """Return the people at this device as text, in the form in which they are stored."""
    results = {game: [_values(share) for share in shares] for game, shares in people.results.items()}
    fields = {
        "schema": SCHEMA,
        "people": people.persons,
        "playing": people.playing,
        "asked": people.asked,
        "results": results,
    }
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def _values(share: Share) -> list[Any]:
    return [share.person, share.place, int(share.shared), share.lead] if share.place else [share.person]


@lru_cache(maxsize=4)
def read(text: str) -> People:
    """Return the people in a text. Damaged entries are left out, and other missing or damaged parts get defaults."""
    fields = read_object(text) or {}
    persons = _persons(fields.get("people"))
    keys = [person.key for person in persons]
    playing = fields.get("playing")
    if playing not in keys:
        playing = keys[0] if keys else ""
    asked = fields.get("asked")
    if not isinstance(asked, str) or not (asked == ANSWERED or _GAME.fullmatch(asked)):
        asked = ANSWERED if keys else ""
    return People(persons, playing, asked, _results(fields.get("results"), keys))


def _persons(values: Any) -> tuple[Person, ...]:
    persons: dict[str, Person] = {}
    names: set[str] = set()
    for value in values[: 4 * MOST_PEOPLE] if isinstance(values, list) else ():
        if not isinstance(value, list) or len(value) != 3 or not all(isinstance(part, str) for part in value):
            continue
        key, text, face = value
        name = named(text[: 4 * NAME_LENGTH])
        if _KEY.fullmatch(key) and name and key not in persons and name not in names and len(persons) < MOST_PEOPLE:
            persons[key] = Person(key, name, face if face in FACES else next(iter(FACES)))
            names.add(name)
    return tuple(persons.values())


def _results(values: Any, keys: list[str]) -> dict[str, tuple[Share, ...]]:
    entries = values.items() if isinstance(values, dict) else ()
    results = {game: _shares(shares, keys) for game, shares in entries if _GAME.fullmatch(game)}
    return dict([(game, shares) for game, shares in results.items() if shares][-MOST_RESULTS:])


def _shares(values: Any, keys: list[str]) -> tuple[Share, ...]:
    shares: dict[str, Share] = {}
    for value in values[:MOST_SEATS] if isinstance(values, list) else ():
        if not isinstance(value, list) or not value or value[0] not in keys:
            continue
        if len(value) == 1:
            shares[value[0]] = Share(value[0])
        elif len(value) == 4 and _is_place(*value[1:]):
            shares[value[0]] = Share(value[0], value[1], value[2] == 1, value[3])
    return tuple(shares.values())


def _is_place(place: Any, shared: Any, lead: Any) -> bool:
    if type(place) is not int or not 1 <= place <= MOST_SEATS or shared not in (0, 1):
        return False
    return lead is None or (type(lead) is int and abs(lead) <= MOST)
