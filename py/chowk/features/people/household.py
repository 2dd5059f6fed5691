"""The people who play at this device: add, change and delete them, and assign the results of games to them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, TypeAlias

from chowk import games
from chowk.core.errors import TextError
from chowk.core.message import say
from chowk.core.safe_json import read_object
from chowk.core.sanitize import NAME_LENGTH, named
from chowk.features.people import names
from chowk.features.people.faces import FACES, portrait_of
from chowk.features.people.people import (
    ANSWERED,
    MOST_PEOPLE,
    People,
    Person,
    merge_people,
    read,
    shares_of,
    with_earlier_results,
    write,
)
from chowk.features.sharing.ports import SharingHost
from chowk.session.command import written
from chowk.session.setup import SetUp, only_person
from chowk.session.table import Table
from chowk.storage import saves, statistics, tally
from chowk.storage.kept import Kept
from chowk.storage.plan import Plan
from chowk.storage.saves import Save
from chowk.storage.statistics import Results

if TYPE_CHECKING:  # read by type checkers only
    from chowk.features.correspondence.session import Draft
    from chowk.features.sharing.files import StudyArrivals

FORM: Final = "person"
"""Name of the sheet on which a person is added or changed."""
REMOVAL: Final = "person-remove"
"""Name of the sheet that asks before a person is deleted."""
NOBODY: Final = "-"
"""Key of a person who is not stored yet, in the argument of the sheet `FORM`."""

BETWEEN_PLAYERS: Final = " – "
"""Text between the names of players in the name of a study's chapter (`features.studies.studies`)."""

Action: TypeAlias = Literal["who", "edit", "name", "face", "save", "remove", "delete", "never"]


class PeopleHost(SharingHost, Protocol):
    """The part of the application that the lists of people and the ladder of opponents use."""

    draft: Draft | None

    @property
    def setup(self) -> SetUp:
        """The set-up of a new game."""

    @property
    def study_arrivals(self) -> StudyArrivals | None:
        """The functions for studies, or None before their modules have been fetched."""

    def begin(self, plan: Plan) -> None:
        """Start a new game."""


PORTRAITS: Final = tuple(portrait_of(face) for face in FACES)
"""The drawing of each face (`draw.animals.portrait`), in the order of the numbers by which links name the faces."""


def people_of(kept: Kept) -> People:
    """Return the people who play at this device, as stored."""
    return read(kept.people)


def results_of(kept: Kept) -> Results:
    """Return the results of the current player (the person chosen as playing), or all results if there are no people.

    Return no results if the stored ones are damaged.
    """
    people = people_of(kept)
    try:
        results = tally.results(kept)
    except TextError:  # the sheet of statistics reports that they are damaged
        return {}
    return people.results_of(people.playing, results) if people.persons else results


def faces(kept: Kept) -> Mapping[str, str]:
    """Return each person's face, as `faces.portrait_of` returns it, by the person's name.

    The current player comes first. In quiet mode all faces are empty texts.
    """
    people = people_of(kept)
    first = sorted(people.persons, key=lambda person: person.key != people.playing)
    return {person.name: "" if kept.settings.quiet else portrait_of(person.face) for person in first}


def _keep(kept: Kept, change: Callable[[People], People]) -> None:
    """Apply a change to this page's copy of the people, and start a task that applies it to the stored people.

    The stored people may differ from this page's copy, because other tabs change them, too.
    """
    kept.people = write(change(people_of(kept)))
    kept.spawn(_store(kept, change, kept.people))


async def _store(kept: Kept, change: Callable[[People], People], expected: str) -> None:
    def changed(text: str | None) -> str:
        """Apply the change to the stored people, and return the result as text.

        `text` is the stored text, or None if nothing is stored. If a newer version of the page wrote it, return it
        unchanged.
        """
        newer = text is not None and saves.is_newer(saves.PEOPLE_KEY, text)
        return text if text is not None and newer else write(change(read(text or "")))

    stored = await kept.queue.change(saves.PEOPLE_KEY, changed)
    if stored is not None and kept.people == expected:  # no later change is on its way
        kept.people = stored
        kept.render()


# The form ------------------------------------------------------------------------------------------------------------


def form(arg: str) -> Person:
    """Read a person from the argument of the sheet `FORM`, which holds a key, the index of a face, and a name."""
    key, number, name = [*arg.split(" ", 2), "", "", ""][:3]
    animals = list(FACES)
    index = int(number) if number.isascii() and number.isdecimal() and len(number) < 3 else 0
    return Person(key or NOBODY, name, animals[index % len(animals)])


def _open_form(host: PeopleHost, person: Person) -> None:
    host.place.open_sheet(FORM, written(person.key, list(FACES).index(person.face), person.name[:NAME_LENGTH]))


def show(host: PeopleHost) -> None:
    """Show the list of people."""
    host.voice.complaint = None
    host.place.open_sheet("people")


def show_statistics(host: PeopleHost, whose: Literal["", "all"]) -> None:
    """Open the statistics: of everybody if `whose` is `all`, else of the current player.

    Add the results that other tabs have counted.
    """
    host.voice.complaint = None
    host.place.open_sheet("statistics", whose)
    host.spawn(tally.refresh(host.kept))


def person(host: PeopleHost, action: Action, value: str) -> None:
    """Carry out an action on people, such as "edit" or "delete".

    `value` is a person's key, or the new value of the form's field that `action` names.
    """
    people, sheet = people_of(host.kept), host.place.sheet
    host.voice.complaint = None
    if action == "who" and people.of(value) is not None:
        _play_as(host, value)
        host.place.drop("people")
        if sheet is not None and sheet.name == "statistics":
            host.place.open_sheet("statistics")
    elif action == "edit":
        _edit(host, people, value)
    elif action == "never":
        _keep(host.kept, lambda people: people._replace(asked=ANSWERED))
    elif action == "remove" and people.of(value) is not None:
        host.place.open_sheet(REMOVAL, value)
    elif action == "delete" and (leaving := people.of(value)) is not None:
        _delete(host, leaving)
    elif sheet is not None and sheet.name == FORM and action in ("name", "face", "save"):
        filled = form(sheet.arg)
        if action == "name":
            _open_form(host, filled._replace(name=value))
        elif action == "face" and value in FACES:
            _open_form(host, filled._replace(face=value))
        elif action == "save":
            _save(host, people, filled._replace(name=named(filled.name)))


def _edit(host: PeopleHost, people: People, key: str) -> None:
    """Open the form for the person with this key. If there is none, open it for a new person, while there is room.

    The form for a new person begins with a face that nobody has.
    """
    known = people.of(key)
    used_faces = {person.face for person in people.persons}
    free = next(animal for animal in FACES if animal not in used_faces)
    if known is not None or len(people.persons) < MOST_PEOPLE:
        _open_form(host, known or Person(NOBODY, "", free))


def _save(host: PeopleHost, people: People, filled: Person) -> None:
    others = (person.name for person in people.persons if person.key != filled.key)
    if not filled.name:
        host.voice.complaint = TextError(say("A name is missing."))
    elif names.is_opponents(host.words, filled.name):
        host.voice.complaint = TextError(say("An opponent is called that. Choose another name."))
    elif names.skeleton(filled.name) in map(names.skeleton, others):
        host.voice.complaint = TextError(say("Somebody here is called that. Choose another name."))
    else:
        host.place.drop(FORM)
        _put(host, people, filled)


def _put(host: PeopleHost, people: People, filled: Person) -> None:
    """Store a new or changed person, and rename a changed person everywhere.

    The first person on this device also gets all earlier results of games with a single person.
    """
    kept, before = host.kept, people.of(filled.key)
    if before is None:
        filled = filled._replace(key=f"{host.new_seed() % 16**8:08x}")
    _keep(kept, lambda people: people.put(filled))
    if before is not None and before.name != filled.name:
        _rename(host, before.name, filled.name)
    if not people.persons:
        results = {} if kept.tallies is None else _known(kept)
        _keep(kept, lambda people: with_earlier_results(people, results))
        _seat_in_plans(kept, ("",), filled.name)
        _sit(host, filled.name)
        if host.draft is not None and not host.draft.name:
            host.draft = host.draft._replace(name=filled.name)


def _known(kept: Kept) -> Results:
    try:
        return tally.results(kept)
    except TextError:
        return {}


def _sit(host: PeopleHost, name: str) -> None:
    """Give a name to the person at the open table, if that person is the only one there and has no name yet."""
    table = host.place.table
    only = only_person(table.plan) if table is not None and table.kind == "own" else None
    if table is not None and only is not None and not table.plan.seats[only].name:
        table.rename(_with_name(table.plan, "", name))
        host.save_game(table)


# Playing -------------------------------------------------------------------------------------------------------------


def _play_as(host: PeopleHost, key: str) -> None:
    """Make a person the current player.

    The page shows this person's statistics, and seats this person in games with one person. Set-ups that were changed
    and not used are dropped, because they may still seat the former player.
    """
    kept = host.kept
    _keep(kept, lambda people: people._replace(playing=key))
    people = people_of(kept)
    player = people.player
    if player is not None:
        _drop_drafts(host)
        _seat_in_plans(kept, ("", *(person.name for person in people.persons)), player.name)


def _seat_in_plans(kept: Kept, before: Iterable[str], name: str) -> None:
    """In stored set-ups with one person, replace this person's name with `name` if it is one of `before`."""
    for key, plan in kept.plans.items():
        only = only_person(plan)
        if only is not None and plan.seats[only].name in before and plan.seats[only].name != name:
            _keep_plan(kept, key, _with_name(plan, plan.seats[only].name, name))


def _with_name(plan: Plan, old: str, new: str) -> Plan:
    seats = (seat._replace(name=new) if (seat.kind, seat.name) == ("person", old) else seat for seat in plan.seats)
    return plan._replace(seats=tuple(seats))


def _keep_plan(kept: Kept, key: str, plan: Plan) -> None:
    kept.plans[key] = plan
    kept.keep(saves.PLAN_KEY + key, saves.write_plan(plan))


def with_current_player(kept: Kept, plan: Plan) -> Plan:
    """Return the set-up of a game that begins. If its only person has no name, add the current player's name.

    If its only person has the name of another person of the household, make that person the current player.
    """
    only, people = only_person(plan), people_of(kept)
    if only is None or people.player is None:
        return plan
    name = plan.seats[only].name
    if not name:
        return _with_name(plan, "", people.player.name)
    sitting = people.named(name)
    if sitting is not None and sitting.key != people.playing:
        _keep(kept, lambda people: people._replace(playing=sitting.key))
    return plan


def count(kept: Kept, save: Save) -> None:
    """Store which people took part in a finished game.

    If this device has no people yet, store instead that this game's result sheet asks the player for a name. This
    happens after one game only.
    """
    people, outcome = people_of(kept), save.match.outcome()
    if outcome is None or not any(seat.kind == "person" for seat in save.plan.seats):
        return
    if people.persons:
        shares = shares_of(people, save.plan, outcome)
        if shares:
            _keep(kept, lambda people: people.with_results({save.id: shares}))
    elif not people.asked and not kept.settings.quiet:
        _keep(kept, lambda people: people._replace(asked=people.asked or save.id))
    kept.render()


def asks(kept: Kept, table: Table) -> bool:
    """Return True if the result sheet of this table asks the player for a name."""
    people = people_of(kept)
    return not people.persons and people.asked == table.about.save and not kept.settings.quiet


# Names in stored texts -----------------------------------------------------------------------------------------------


def _delete(host: PeopleHost, leaving: Person) -> None:
    """Delete a person: the name, the face, and the results in which nobody else has a part.

    The person's games stay, without the name.
    """
    kept = host.kept
    if host.place.table is not None:
        host.leave()  # nothing at a table writes the name again
    host.place.drop(REMOVAL)
    host.place.drop(FORM)
    _rename_at_hand(host, leaving.name, "")
    kept.spawn(_remove(kept, leaving))
    if host.place.sheet is None:
        host.place.open_sheet("people")


async def _remove(kept: Kept, leaving: Person) -> None:
    """Remove a person from all stored texts, and then from the list of people.

    If the page is closed meanwhile, the person is still listed, and the deletion can be repeated.
    """
    await _rename_texts(kept, leaving.name, "")
    results = (await _stored_people(kept)).sole_games(leaving.key)
    if results:
        await tally.change(kept, lambda text: _without(text, results))
    await kept.queue.settled()
    _keep(kept, lambda people: people.without(leaving.key))
    kept.render()


async def _stored_people(kept: Kept) -> People:
    """Return the people as stored on the device, with the changes of other tabs.

    Return this page's copy if nothing is stored or the stored text cannot be read.
    """
    try:
        text = await kept.store.get(saves.PEOPLE_KEY) if kept.queue.stored else None
    except OSError:
        text = None
    return read(kept.people if text is None else text)


def _without(text: str | None, leaving: frozenset[str]) -> str:
    known = statistics.read(text)
    return statistics.write({game: result for game, result in known.items() if game not in leaving})


def _rename(host: PeopleHost, old: str, new: str) -> None:
    """Replace a person's name at the table, and in all games, set-ups, analyses and studies that this device stores."""
    _rename_at_hand(host, old, new)
    host.kept.spawn(_rename_texts(host.kept, old, new))


def _rename_at_hand(host: PeopleHost, old: str, new: str) -> None:
    """Replace a name at the table, in set-ups, and in seats of correspondence games. If `new` is empty, remove it."""
    kept, table = host.kept, host.place.table
    if table is not None and table.kind == "own":
        table.rename(_with_name(table.plan, old, new))
    elif table is not None:
        host.leave()
    for key, plan in kept.plans.items():
        if (changed := _with_name(plan, old, new)) != plan:
            _keep_plan(kept, key, changed)
    _drop_drafts(host)
    kept.deleted = kept.deleted_analysis = None
    if host.study_arrivals is not None:
        host.study_arrivals.forget_deleted(host)
    _rename_seats(kept, old, new)
    if host.draft is not None and host.draft.name == old:
        host.draft = host.draft._replace(name=new)


def _drop_drafts(host: PeopleHost) -> None:
    """Drop the player's changes to set-ups of new games that have not been started."""
    for name in games.ready():
        host.setup.forget_changes(name)


def _rename_seats(kept: Kept, old: str, new: str) -> None:
    for seat in tuple(kept.own_seats.values()):
        joiners = seat.invitation.joiners
        own = joiners[seat.chain.chair]
        if own is not None and own.name == old:
            chair = seat.chain.chair
            changed = (*joiners[:chair], own._replace(name=new), *joiners[chair + 1 :])
            kept.keep_seat(seat._replace(invitation=seat.invitation._replace(joiners=changed)))


async def _rename_texts(kept: Kept, old: str, new: str) -> None:
    """Replace a name in stored games, analyses and studies, without reading their moves."""
    await kept.queue.settled()
    try:
        texts = dict(await kept.store.all())
    except OSError:  # nothing is stored on this device
        texts = {}
    if not kept.queue.stored:  # the games of this page may be further than the stored ones
        texts |= {saves.GAME_KEY + save.id: saves.write_save(save) for save in kept.saves.values()}
    for key, text in texts.items():
        if key.startswith(saves.GAME_KEY):
            await _rename_game(kept, key, text, old, new)
        elif key.startswith(saves.ANALYSIS_KEY) and (changed := renamed_analysis(text, old, new)) is not None:
            kept.keep_analysis(key.removeprefix(saves.ANALYSIS_KEY), changed)
        elif key.startswith(saves.STUDY_KEY) and (changed := renamed_study(text, old, new)) is not None:
            kept.studies[key.removeprefix(saves.STUDY_KEY)] = changed
            kept.keep(key, changed)
    kept.render()


async def _rename_game(kept: Kept, key: str, text: str, old: str, new: str) -> None:
    """Replace a name in a stored game. `key` is the key of the game in the storage, and `text` its text as known here.

    If another tab of this browser has stored the game in the meantime, the name is replaced in the newer text. A game
    that this page has parsed is not parsed again, because parsing many games takes long.
    """
    if renamed_game(text, old, new) is None:
        return
    name, newer = key.removeprefix(saves.GAME_KEY), None
    if kept.queue.stored:
        newer = await kept.queue.newer(key)
        text = newer or kept.queue.known.get(key, "")
    changed, save = renamed_game(text, old, new), kept.saves.parsed(name) if newer is None else None
    plan = _with_name(save.plan, old, new) if save is not None else None
    if changed is None or (save is not None and plan == save.plan):
        return  # it was deleted, or stored with the new name in the meantime
    if save is not None and plan is not None:
        kept.saves[name] = save._replace(plan=plan)
    else:
        kept.saves.leave(name, changed)
    kept.keep(key, changed)


def renamed_game(text: str, old: str, new: str) -> str | None:
    """Return the text of a stored game with people named `old` renamed to `new`, or None if nothing changes."""
    fields = read_object(text) or {}
    plan = fields.get("plan")
    seats = plan.get("seats") if isinstance(plan, dict) else None
    mine = [seat for seat in seats if _is_called(seat, old)] if isinstance(seats, list) else []
    for seat in mine:
        seat["name"] = new
    return json.dumps(fields, ensure_ascii=False) if mine else None


def _is_called(seat: Any, name: str) -> bool:
    if not isinstance(seat, dict) or seat.get("kind") != "person" or not isinstance(seat.get("name"), str):
        return False
    return named(seat["name"]) == name


def renamed_analysis(text: str, old: str, new: str) -> str | None:
    """Return the text of a stored analysis with `old` renamed to `new` in its headers, or None if nothing changes."""
    game, _, body = text.partition("\n")
    fields = read_object(body) or {}
    headers = fields.get("headers")
    if not isinstance(headers, dict) or old not in headers.values():
        return None
    renamed = ((name, new if value == old else value) for name, value in headers.items())
    fields["headers"] = {name: value for name, value in renamed if value}
    return f"{game}\n{json.dumps(fields, ensure_ascii=False)}"


def renamed_study(text: str, old: str, new: str) -> str | None:
    """Return the text of a stored study with `old` renamed to `new`, or None if nothing changes.

    The headers of the chapters change. A chapter's name changes if it is made up of the players' names.
    """
    fields = read_object(text) or {}
    chapters = fields.get("chapters")
    changed = [_rename_chapter(chapter, old, new) for chapter in chapters] if isinstance(chapters, list) else []
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")) if any(changed) else None


def _rename_chapter(chapter: Any, old: str, new: str) -> bool:
    """Rename `old` to `new` in the JSON object of a chapter. Return True if that changes it."""
    tree = chapter.get("tree") if isinstance(chapter, dict) else None
    if not isinstance(tree, dict) or not isinstance(headers := tree.get("headers"), dict):
        return False
    if old not in headers.values():
        return False
    renamed = ((name, new if value == old else value) for name, value in headers.items())
    tree["headers"] = {name: value for name, value in renamed if value}
    if isinstance(chapter.get("name"), str):
        players = (new if player == old else player for player in chapter["name"].split(BETWEEN_PLAYERS))
        chapter["name"] = BETWEEN_PLAYERS.join(player for player in players if player)
    return True


# Files ---------------------------------------------------------------------------------------------------------------


def newcomers(kept: Kept, text: str) -> int:
    """Return how many people `take_in` would add from the text of a file.

    It adds those who are new at this device, while there is room.
    """
    ours = people_of(kept)
    return len(merge_people(ours, read(text)).persons) - len(ours.persons)


def take_in(kept: Kept, text: str) -> None:
    """Add the people in the text of a file, and store which of them took part in which games."""
    theirs = read(text)
    _keep(kept, lambda people: merge_people(people, theirs))
