"""Saves: games stored as texts. Each text is a JSON object that holds the match as a record.

A save is read by replaying its moves through the rules. If the text is damaged, was changed, or comes from a later
version, reading raises an error. An unreadable save is never changed or deleted.

The version of the stored form (`schema`) also determines the edition of the house rules (`chowk.core.rule_options`). In
a game of an earlier edition, missing rules get the defaults of that edition. In a plan (set-up) of an earlier edition,
old defaults become the present ones.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from chowk import games
from chowk.core import record, rule_options, variations
from chowk.core.errors import TextError
from chowk.core.game import EDITION, Ruleset
from chowk.core.match import Match
from chowk.core.message import say
from chowk.core.safe_json import read_object
from chowk.core.stepper import finished
from chowk.core.time_control import LONGEST, Pace, Spent, Timing
from chowk.storage.plan import MAX_OFFSET, TAKE_BACKS, Plan, SeatPlan, named
from chowk.storage.settings import SETTING_VALUES, Settings

SCHEMA: Final = 3
"""Version number of the form of stored texts, except correspondence games. `OLDER` converts earlier forms."""
APART: Final = 4
"""Version number of the stored form of correspondence games. They have more fields."""
HANDED: Final = 5
"""Version number of the stored form of correspondence games with a handover (a new secret for a seat), or with an open
request for one."""
AIDED: Final = 6
"""Version number of the stored form of correspondence games in which hints and analysis are allowed."""
HANDOVERS: Final = 16
"""Maximum number of new secrets for seats (handovers) in a correspondence game, the same as in links."""
_EDITIONS: Final[Mapping[int, int]] = {
    1: rule_options.FIRST,
    2: rule_options.FIRST,
    SCHEMA: EDITION,
    APART: EDITION,
    HANDED: EDITION,
    AIDED: EDITION,
}
"""The edition of the house rules for each version of the stored form."""

_ID: Final = re.compile("[0-9a-f]{1,16}")
"""Form of a game's identifier. The ids of elements in the game's pictures contain this identifier."""
MOST_SECONDS: Final = 10**9
"""Maximum playing time that is stored, in seconds: thirty years."""

GAME_KEY: Final = "game."
"""Prefix of the keys under which games are stored. A game's identifier follows."""
SETTINGS_KEY: Final = "settings"
"""Key under which the settings are stored."""
PLAN_KEY: Final = "plan."
"""Prefix of the keys under which plans (set-ups of games) are stored. The name of the game follows."""
STATISTICS_KEY: Final = "statistics"
"""Key under which the statistics are stored."""
LESSON_KEY: Final = "lesson."
"""Prefix of the keys under which the progress of lessons is stored. The name of the game follows."""
PRACTICE_KEY: Final = "practice."
"""Prefix of the keys under which the progress in puzzles is stored. The name of the game follows."""
COURSE_KEY: Final = "course."
"""Prefix of the keys under which the progress in courses is stored. The name of the game follows."""
MISTAKES_KEY: Final = "mistakes."
"""Prefix of the keys under which the player's own mistakes are stored. The name of the game follows."""
PEOPLE_KEY: Final = "people"
"""Key under which the people who play at this device are stored, and the person to whom each result belongs."""
ANALYSIS_KEY: Final = "analysis."
"""Prefix of the keys under which analyses are stored. A number follows."""
STUDY_KEY: Final = "study."
"""Prefix of the keys under which studies are stored. An identifier follows."""
LESSON_OVER: Final = "done"
"""Stored progress of a completed lesson. The progress of any other lesson is the number of the task that was
reached."""


Way: TypeAlias = Literal["", "copied", "shown"]
"""How the player passed a link on. Empty: the browser or the live connection reported that it was sent.

`copied`: it was copied to the clipboard. `shown`: it was shown as a QR code, or opened in a mail program.
"""


class StoredCorrespondence(NamedTuple):
    """The stored state of a correspondence game. It contains no secrets.

    A chair is a player's place in the order of joining.

    `chair`: the chair of this device, or None.
    `sent`: the number of moves that were sent; -1 if the other players do not know that the game has started.
    `strict`: True if each further roll of a turn needs a hash chain element of another player.
    `shown`: for each chair, the last revealed element of its hash chain: its number in the chain, and its bytes. The
        dice follow from these elements.
    `wish`: the fields of an open request, a `turn_link.Wish`, or None.
    `shared`: False if the link must be sent even without new moves, for example because of a request or an answer.
    `extra`: for each chair, the number of elements that were revealed for turns taken back.
    `handovers`: the replacements of lost hash chains. Each has the ply, the chair, and the number and the bytes of the
        last element that was revealed of the old chain.
    `aids`: True if hints and analysis are allowed.
    `faces`: for each chair, the number of the face that the player sent, 0 if none; or empty.
    `reactions`: the latest reactions (preset messages) of players. Each has the chair, the number of the reaction, and
        the number of moves before it.
    `way`: how the last link left the page. Empty means by a live connection or a share sheet that reported success.
    """

    chair: int | None
    sent: int
    strict: bool
    shown: tuple[tuple[int, bytes], ...]
    wish: tuple[str, int, tuple[int, ...], int, bool, bytes] | None = None
    shared: bool = True
    extra: tuple[int, ...] = ()
    handovers: tuple[tuple[int, int, int, bytes], ...] = ()
    aids: bool = False
    faces: tuple[int, ...] = ()
    reactions: tuple[tuple[int, int, int], ...] = ()
    way: Way = ""

    @property
    def schema(self) -> int:
        """The lowest version of the stored form that can hold this state."""
        if self.aids:
            return AIDED
        return HANDED if self.handovers or (self.wish is not None and self.wish[0] == "seat") else APART


class Save(NamedTuple):
    """A stored game: identifier, plan, match, and the ISO 8601 times when it began and was last played.

    `helped` is True if a hint was given or a move taken back. `seconds` is the playing time. `correspondence` is the
    state of a correspondence game, and `timing` the stopped clock; each is None in other games.
    """

    id: str
    plan: Plan
    match: Match[Any, Any]
    created: str
    updated: str
    helped: bool = False
    seconds: int = 0
    correspondence: StoredCorrespondence | None = None
    timing: Timing | None = None

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.match.outcome() is not None


def write_save(save: Save) -> str:
    """Return the text in which a game is stored, a JSON object."""
    outcome = save.match.outcome()
    declared = outcome.why if outcome is not None and outcome.why in ("resigned", "agreed", "time") else ""
    fields: dict[str, Any] = {
        "schema": SCHEMA if save.correspondence is None else save.correspondence.schema,
        "id": save.id,
        "plan": _plan_fields(save.plan),
        "record": record.write(save.match),
        "undone": _undone(save.match),
        "said": declared,
        "loser": outcome.places.index(2) if outcome is not None and declared in ("resigned", "time") else 0,
        "created": save.created,
        "updated": save.updated,
        "helped": save.helped,
        "seconds": save.seconds,
    }
    if save.timing is not None:
        fields["times"] = save.timing.moves
        fields["thinking"] = [save.timing.seat, save.timing.used]
    if save.correspondence is not None:
        shown = [[number, element.hex()] for number, element in save.correspondence.shown]
        # The stored name of `shared` is `told`.
        named = (("told" if name == "shared" else name, value) for name, value in save.correspondence._asdict().items())
        apart = {**dict(named), "shown": shown}
        if save.correspondence.wish is not None:
            *wish, commitment = save.correspondence.wish
            apart["wish"] = [*wish, commitment.hex()] if commitment else wish
        apart["handovers"] = [[*numbers, last.hex()] for *numbers, last in save.correspondence.handovers]
        for name in ("handovers", "aids", "faces", "reactions", "way"):
            if not apart[name]:
                del apart[name]
        fields["apart"] = apart
    return json.dumps(fields, ensure_ascii=False)


def read_save(text: str, find: Callable[[str], Ruleset | None]) -> Save:
    """Return the stored game in a text that `write_save` wrote.

    Raises `TextError` for any other text, or if a move is illegal. `find` returns the ruleset of a game by name, or
    None.
    """
    return finished(reading(text, find))


def reading(text: str, find: Callable[[str], Ruleset | None]) -> Generator[None, None, Save]:
    """Read a stored game like `read_save`, yielding after each move. Return the game at the end."""
    fields = read_fields(text)
    try:
        plan = read_plan(fields["plan"])
        match, headers = yield from record.reading(_text(fields["record"]), find)
        if headers["Game"] != plan.game or len(plan.seats) != match.position.seats:
            raise TextError(say("The players of this saved game do not fit the game."))
        _restore(match, fields)
        edition = _EDITIONS[fields["schema"]]
        if edition < EDITION:
            plan = _as_it_was(plan, match, edition)
        created, updated = _text(fields["created"]), _text(fields["updated"])
        apart = _correspondence(fields["apart"], len(plan.seats), match.ply) if fields["schema"] >= APART else None
        if apart is None and any(seat.kind == "away" for seat in plan.seats):
            raise TextError(say("This saved game is damaged."))
        timing = _timing(plan, fields, match.ply)
        if not _ID.fullmatch(fields["id"]):
            raise TextError(say("This saved game is damaged."))
        return Save(fields["id"], plan, match, created, updated, *_spent(fields), apart, timing)
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        if isinstance(error, TextError):
            raise
        raise TextError(say("This saved game is damaged.")) from error


def write_plan(plan: Plan) -> str:
    """Return the plan (set-up) of a game as text."""
    return json.dumps({"schema": SCHEMA, **_plan_fields(plan)}, ensure_ascii=False)


def plan_from(text: str, find: Callable[[str], Ruleset | None] = games.find_ruleset) -> Plan:
    """Return the plan (set-up) in a text that `write_plan` wrote; raise `TextError` for any other text.

    In a plan of an earlier edition of the house rules, the old defaults are replaced by the present ones.
    """
    try:
        fields = read_fields(text)
        plan, edition = read_plan(fields), _EDITIONS[fields["schema"]]
        ruleset = find(plan.game) if edition < EDITION else None
        return plan if ruleset is None else _as_it_is_now(plan, ruleset, edition)
    except (KeyError, TypeError, AttributeError) as error:
        raise TextError(say("This saved set-up is damaged.")) from error


def read_plan(fields: Mapping[str, Any]) -> Plan:
    """Return the plan (set-up) in JSON fields; raise `TextError`, `KeyError` or `TypeError` if they are damaged."""
    seats = tuple(_seat(seat) for seat in fields["seats"])
    options = {_text(name): _text(value) for name, value in fields["options"].items()}
    take_back = fields["take_back"]
    if take_back not in TAKE_BACKS or not 2 <= len(seats) <= 4 or type(fields["lot"]) is not bool:
        raise TextError(say("This saved set-up is damaged."))
    return Plan(_text(fields["game"]), seats, options, take_back, fields["lot"], _pace(fields.get("pace")))


def write_settings(settings: Settings) -> str:
    """Return the settings as text."""
    return json.dumps({"schema": SCHEMA, **settings._asdict()})


def read_settings(text: str) -> Settings:
    """Return the settings in a text. A missing or invalid setting gets its default.

    If a newer version of the page wrote the text, the settings that this version knows are read.
    """
    try:
        fields = read_object(text) if is_newer(SETTINGS_KEY, text) else read_fields(text)
    except TextError:
        fields = None
    if fields is None:
        return Settings()
    usual = Settings()._asdict()
    if fields.get("only_move") is True:  # the stored form when there were only two values
        fields = {"automatic": "moves", **fields}
    typed = {name: fields[name] for name, value in usual.items() if type(fields.get(name)) is type(value)}
    valid = {name: value for name, value in typed.items() if value in SETTING_VALUES.get(name, (value,))}
    return Settings(**valid)


def merged_settings(text: str, stored: str | None, base: str | None) -> str:
    """Return the settings to store after this page has changed some: `stored` with the page's changes since `base`.

    `text` holds the page's present settings, and `base` the settings that the page had read. Changes by other pages
    stay. Settings and values of newer versions that this version does not know stay, too.
    """
    before = read_settings(base)._asdict() if base is not None else Settings()._asdict()
    fields = read_object(text) or {}
    theirs = (read_object(stored) if stored is not None else None) or {}
    changed = {name: value for name, value in fields.items() if name not in before or value != before[name]}
    return json.dumps({**fields, **theirs, **changed})


def is_newer(key: str, text: str) -> bool:
    """Return True if a newer version of the page wrote the text that is stored under a key."""
    if key.startswith(LESSON_KEY):
        return text != LESSON_OVER and not text.isdecimal()
    newest = AIDED
    if key.startswith(ANALYSIS_KEY):
        newest, text = variations.DRAWN, text.partition("\n")[2]
    schema = (read_object(text) or {}).get("schema")
    return type(schema) is int and schema > newest


def _as_it_was(plan: Plan, match: Match[Any, Any], edition: int) -> Plan:
    """Return the plan (set-up) of a game of an earlier edition.

    Missing house rules get the defaults of that edition.
    """
    rules = match.ruleset.rules
    house = rule_options.house_values(rules, match.position_after(0))
    return plan._replace(options={**rule_options.default_options(rules, edition), **house, **plan.options})


def _as_it_is_now(plan: Plan, ruleset: Ruleset, edition: int) -> Plan:
    """Return a plan (set-up) of an earlier edition, with the present defaults in place of the old ones.

    If the plan's house rules are those of a present preset, they stay as they are. If the game now draws sides by
    default, the plan does so, too, if a person has the first seat, as was the old default. If an opponent has that
    seat, the player has chosen a side, which stays.
    """
    plan = plan._replace(lot=games.sign(ruleset.name).lot and plan.seats[0].kind == "person")
    before, now = rule_options.default_options(ruleset.rules, edition), rule_options.default_options(ruleset.rules)
    as_it_was = {name: plan.options.get(name, before[name]) for name in now}
    if any(preset.values and as_it_was == {**now, **preset.values} for preset in games.load(ruleset.name).presets):
        return plan._replace(options=as_it_was)
    options = {name: now[name] if value == before[name] else value for name, value in as_it_was.items()}
    return plan._replace(options=options)


def _restore(match: Match[Any, Any], fields: Mapping[str, Any]) -> None:
    undone = [_text(text) for text in fields["undone"]]
    for move in undone:
        match.push(move)
    for _ in undone:
        match.undo()
    if fields["said"] == "agreed":
        match.agree()
    elif fields["said"] == "resigned":
        match.resign(range(match.position.seats)[fields["loser"]])
    elif fields["said"] == "time":
        match.overstep(range(match.position.seats)[fields["loser"]])


def _pace(values: Any) -> Pace | None:
    """Return the time control in JSON values, or None for a game without a clock."""
    if values is None:
        return None
    start, added, afresh = values
    if not _is_time(start) or not start or not _is_time(added) or type(afresh) is not bool:
        raise TextError(say("This saved set-up is damaged."))
    return Pace(start, added, afresh)


def _timing(plan: Plan, fields: Mapping[str, Any], ply: int) -> Timing | None:
    """Return the stopped clock of a stored game with `ply` moves, or None for a game without a clock.

    `fields` are the JSON values of the game. Raise `TypeError` if those of the clock are invalid.
    """
    if plan.pace is None or len(plan.seats) != 2:
        return None
    moves = tuple(
        None if values is None else Spent(*map(values.__getitem__, range(3))) for values in fields.get("times", ())
    )
    seat, used = fields.get("thinking", (None, 0))
    valid = all(_is_side(spent.seat) and _is_time(spent.time) and type(spent.last) is bool for spent in moves if spent)
    if len(moves) > ply or not valid or (seat is not None and not _is_side(seat)) or not _is_time(used):
        raise TypeError(moves)
    return Timing(plan.pace, moves, seat, used)


def _is_side(value: object) -> bool:
    return type(value) is int and 0 <= value <= 1


def _is_time(value: object) -> bool:
    return type(value) is int and 0 <= value <= LONGEST


def _correspondence(fields: Mapping[str, Any], chairs: int, ply: int) -> StoredCorrespondence:
    chair, sent, strict = fields["chair"], fields["sent"], fields["strict"]
    shown = tuple((number, bytes.fromhex(_text(element))) for number, element in fields["shown"])
    valid = all(type(number) is int and 0 <= number <= 1024 and len(element) == 16 for number, element in shown)
    if type(sent) is not int or not -1 <= sent <= ply or type(strict) is not bool or not valid or len(shown) != chairs:
        raise TypeError(fields)
    if chair is not None and (type(chair) is not int or not 0 <= chair < chairs):
        raise TypeError(chair)
    shared, extra = fields.get("told", True), tuple(fields.get("extra", ()))
    if type(shared) is not bool or (extra and len(extra) != chairs) or not all(_is_small(count) for count in extra):
        raise TypeError(extra)
    handovers = _handovers(fields.get("handovers", ()), shown, ply)
    aids = fields.get("aids", False)
    if type(aids) is not bool:
        raise TypeError(aids)
    wish = _wish(fields.get("wish"), chairs, ply)
    faces, reactions = _faces(fields.get("faces"), chairs), tuple(_reactions(fields.get("reactions"), chairs, ply))
    way = fields.get("way", "")
    if way not in get_args(Way):
        raise TypeError(way)
    return StoredCorrespondence(chair, sent, strict, shown, wish, shared, extra, handovers, aids, faces, reactions, way)


def _faces(values: Any, chairs: int) -> tuple[int, ...]:
    """Return the numbers of the players' faces in JSON values; empty if they are damaged, because a game needs none."""
    valid = isinstance(values, list) and len(values) == chairs and all(map(_is_small, values))
    return tuple(values) if valid else ()


def _reactions(values: Any, chairs: int, ply: int) -> Iterator[tuple[int, int, int]]:
    """Yield the players' reactions in JSON values, at most one of each chair.

    Damaged ones are left out, and so are those after more than `ply` moves, the length of the match.
    """
    said = set[int]()
    for value in values[:chairs] if isinstance(values, list) else ():
        if isinstance(value, list) and len(value) == 3 and all(map(_is_small, value)):
            chair, number, after = value
            if chair < chairs and chair not in said and after <= ply:
                said.add(chair)
                yield chair, number, after


def _handovers(values: Any, shown: tuple[tuple[int, bytes], ...], ply: int) -> tuple[tuple[int, int, int, bytes], ...]:
    """Return the handovers (new secrets of chairs) in JSON values; raise `TypeError` if they are invalid.

    A handover holds the number of the last element of an old hash chain. From one handover of a chair to its next, this
    number must rise, and it must stay below the number of the chair's last revealed element in `shown`. `ply` is the
    number of moves of the game.
    """
    ends, handovers = [-1] * len(shown), []
    if len(values) > HANDOVERS:
        raise TypeError(values)
    for after, chair, number, last in values:
        if not all(map(_is_small, (after, chair, number))) or after > ply or not ends[chair] < number < shown[chair][0]:
            raise TypeError(values)
        ends[chair] = number
        handovers.append((after, chair, number, _element(last)))
    return tuple(handovers)


def _element(text: object) -> bytes:
    element = bytes.fromhex(_text(text))
    if len(element) != 16:
        raise TypeError(text)
    return element


def _wish(values: Any, chairs: int, ply: int) -> tuple[str, int, tuple[int, ...], int, bool, bytes] | None:
    if values is None:
        return None
    kind, after, yes, to, no, *commitment = values
    seat = kind == "seat" and len(commitment) == 1 and _is_small(to) and to < chairs
    valid = (seat or (kind in ("draw", "back") and yes and not commitment)) and after == ply and type(no) is bool
    if not valid or not _is_small(to) or to > (chairs if seat else ply):
        raise TypeError(values)
    if not all(_is_small(chair) and chair < chairs for chair in yes):
        raise TypeError(values)
    return kind, ply, tuple(yes), to, no, _element(commitment[0]) if commitment else b""


def _is_small(value: object) -> bool:
    return type(value) is int and 0 <= value <= 4000


def _spent(fields: Mapping[str, Any]) -> tuple[bool, int]:
    helped, seconds = fields["helped"], fields["seconds"]
    if type(helped) is not bool or type(seconds) is not int or seconds < 0:
        raise TypeError(seconds)
    return helped, min(seconds, MOST_SECONDS)


def _undone(match: Match[Any, Any]) -> list[str]:
    position, texts = match.position, []
    for move in match.undone:
        texts.append(match.ruleset.notation.write_move(position, move))
        position = position.play(move)
    return texts


def _plan_fields(plan: Plan) -> dict[str, Any]:
    fields = {**plan._asdict(), "seats": [_seat_fields(seat) for seat in plan.seats], "options": dict(plan.options)}
    if plan.pace is None:
        del fields["pace"]  # a plan without a clock is stored as before clocks existed
    return fields


def _seat_fields(seat: SeatPlan) -> dict[str, Any]:
    # Pages that do not know the last two fields ignore them, and seat the nearest level.
    fields = seat._asdict()
    if seat.offset is None:
        del fields["offset"]
    if not seat.preferred:
        del fields["preferred"]
    return fields


def _seat(fields: Mapping[str, Any]) -> SeatPlan:
    kind, level, name = fields["kind"], fields["level"], _text(fields["name"])
    if kind not in ("person", "bot", "away") or type(level) is not int or not 0 <= level < 20 or len(name) > 40:
        raise TextError(say("This saved set-up is damaged."))
    offset, preferred = fields.get("offset"), fields.get("preferred") is True
    if type(offset) is not int or abs(offset) > MAX_OFFSET:
        offset = None
    return SeatPlan(kind, level, named(name), offset, preferred)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def read_fields(text: str) -> dict[str, Any]:
    """Return the fields of a stored text, converted to the present form.

    Raises `TextError` if the text is damaged or a newer version of the page wrote it.
    """
    fields = read_object(text)
    if fields is None or type(fields.get("schema")) is not int:
        raise TextError(say("This text is not a saved game."))
    if fields["schema"] > AIDED:
        raise TextError(say("This was saved by a newer version of Chowk. Reload the page to get it, then try again."))
    converted = fields
    for schema in range(fields["schema"], SCHEMA):
        if schema not in OLDER:
            raise TextError(say("This text is not a saved game."))
        converted = OLDER[schema](converted)
    return converted


def _from_first(fields: dict[str, Any]) -> dict[str, Any]:
    """Add the fields for help and playing time, which version 1 of the stored form does not have."""
    taken_back = bool(fields.get("undone"))
    return {"helped": taken_back, "seconds": 0, **fields} if "record" in fields else fields


def _from_second(fields: dict[str, Any]) -> dict[str, Any]:
    """Convert fields from version 2: add the field `lot`, which says whether the sides were drawn at random."""
    if isinstance(fields.get("plan"), dict):
        return {**fields, "plan": {"lot": False, **fields["plan"]}}
    return {"lot": False, **fields} if "seats" in fields else fields


OLDER: Final[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {1: _from_first, 2: _from_second}
"""For each older version of the stored form, the function that converts fields to the next version."""
