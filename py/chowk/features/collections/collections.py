"""The page's part of collections: the stored collections, the file that is being read, and the list of games."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from chowk import games
from chowk.core import variations
from chowk.core.errors import TextError
from chowk.core.message import Message, english, say, say_many
from chowk.core.safe_json import read_object
from chowk.core.variations import Variations
from chowk.features.collections import board_search, listing, own_games, sought
from chowk.features.collections.archive import GONE, MINE, unpacked
from chowk.features.collections.explored import Explored, ListRow
from chowk.features.collections.listing import Filters
from chowk.features.sharing.ports import SharingHost
from chowk.i18n.toast import noted
from chowk.session.tabs import TabHost

if TYPE_CHECKING:  # in the parcel of readers
    from chowk.features.sharing.collection import Collection
    from chowk.session.table import Table

SHEET: Final = "collections"
LIST: Final = "archive"
FAULTS: Final = "faults"
SHOWN: Final = 40
"""Number of rows of the list of games that the page contains at a time."""
STEP: Final = 10
"""The number of the first row in the page is a multiple of this, so that short scrolling does not redraw the rows."""
REMEMBERED: Final = 600
"""Maximum number of rows that the page remembers."""
POLL: Final = 0.4
"""Interval at which the page asks the worker for its progress, in seconds."""
SOON: Final = 0.02
"""Share of the work, from 0 to 1, that must be done before the time left is estimated."""
UNREACHED: Final = say("The collections did not respond. Try again.")


class Head(NamedTuple):
    """The facts that the page shows about a stored collection.

    `size` is in bytes. `bad` is the number of games that cannot be read.
    """

    key: str
    name: str
    games: int
    bad: int
    size: int


class Job(NamedTuple):
    """The progress of reading a file. `began` is the time of its start in milliseconds, `done` the share that is done.

    So far `games` games could be read and `bad` games could not. `seconds_left` is the estimated time left in seconds,
    or None while it is unknown.
    """

    began: int
    done: float = 0.0
    games: int = 0
    bad: int = 0
    seconds_left: int | None = None  # seconds


class Listing(NamedTuple):
    """The state of a collection's list of games in the page, with the rows that the page has loaded.

    `all` is the number of all games. `total` is the number of games that fit the filters, or None until the first
    answer. `first` is the number of the first row that the page shows. `rows` are the loaded rows by their number.
    `forms` are the names and labels of the formats in which the listed games can be saved. `needed` is True if the
    filters name a position and an index of positions must be made first. `searched` is the number of games that were
    searched. `games` are the names of the kinds of games. `stopped` is True if the player has stopped a board search.
    """

    key: str
    filters: Filters
    name: str = ""
    all: int = 0
    searched: int = 0
    needed: bool = False
    total: int | None = None
    first: int = 0
    rows: dict[int, ListRow] = {}  # noqa: RUF012 - never changed, only replaced
    bad: int = 0
    more: bool = False
    notes: tuple[Message, ...] = ()
    forms: tuple[tuple[str, Message], ...] = ()
    games: tuple[str, ...] = ()
    stopped: bool = False


class Faults(NamedTuple):
    """The games of a collection that cannot be read.

    `faults` has the number, the line and the reason of the first ones. `bad` is the number of all such games.
    """

    key: str
    faults: tuple[tuple[int, int, Message], ...]
    bad: int


class CheckJob(NamedTuple):
    """A check that runs: `done` of `total` games are checked. `rests` is True while the player plays."""

    done: int = 0
    total: int = 0
    rests: bool = False


class CheckTask(NamedTuple):
    """The `asyncio` task in which a check runs, and the key of the collection that it checks."""

    key: str
    task: asyncio.Task[Any]


class PlayerRow(NamedTuple):
    """A player of a collection: the game, the name, the numbers of games and of checked games, and the accuracy."""

    game: str
    name: str
    games: int
    checked: int
    accuracy: int | None


class Report(NamedTuple):
    """The report on a player's games in a collection: accuracy, grades, mistakes and openings.

    `checking.report` computes it.
    """

    game: str
    name: str
    games: int
    checked: int
    accuracy: int | None
    parts: tuple[int | None, ...]
    grades: tuple[int, ...]
    themes: tuple[tuple[str, int], ...]
    well: tuple[tuple[str, int, float], ...]
    badly: tuple[tuple[str, int, float], ...]
    missed: int


class Check(NamedTuple):
    """The check of those games of a collection that fit the filters, as far as the page knows its state.

    `all` is the number of these games, `checked` the number of those that were reviewed. `report` is about the chosen
    player.
    """

    key: str
    filters: str
    name: str = ""
    all: int | None = None
    checked: int = 0
    players: tuple[PlayerRow, ...] = ()
    job: CheckJob | None = None
    report: Report | None = None


class Archives(Protocol):
    """The page's connection to the worker that reads and keeps collections, and to the list on the screen."""

    async def ask(self, question: str) -> str:
        """Return the answer to a question, both as JSON; raise `OSError` if the worker died."""

    async def store_incoming(self, source: Any) -> None:
        """Store a `File` of the browser, or a text, for the worker to read; raise `OSError` if the device refuses."""

    async def save(self) -> None:
        """Offer a download of the file that the worker has written; raise `OSError` if it cannot be read."""

    def watch(self, scrolled: Callable[[int], None]) -> None:
        """Call `scrolled` with the number of the first row in sight whenever the list is scrolled."""

    def to_top(self) -> None:
        """Scroll the list to its first row."""


class CollectionsHost(SharingHost, TabHost, Protocol):
    """The part of the application that collections use."""

    collections: Collections | None
    collection: Collection | None

    @property
    def archives(self) -> Archives:
        """The worker that reads and keeps collections."""

    def study_move(self, table: Table, text: str) -> None:
        """Play a move, given as text, on the analysis board `table`."""


class Collections:
    """The state of this feature. Only the functions of this module assign its attributes."""

    def __init__(self) -> None:
        # What is kept, or None before the first answer; and the room for all collections together, in bytes.
        self.heads: tuple[Head, ...] | None = None
        self.room = 0
        self.job: Job | None = None
        self.listing: Listing | None = None
        self.faults: Faults | None = None
        # The form in which games are written, and the writing of a file, if one is being written.
        self.form = "record"
        self.export: Job | None = None
        # The check that is shown, the one that runs, what is checked at a time, and the identifiers of the player's own
        # games by their places. `own` is written by `send_own`, the others by `check_page`. `_delete` drops the check
        # that is shown with its collection.
        self.check: Check | None = None
        self.checking: CheckTask | None = None
        self.budget = "few"
        self.own: dict[int, str] = {}
        self.error: Message | None = None
        self.questions = 0  # number of questions about rows so far; an answer to an older one is dropped
        self.watched = False
        # What was played from the position shown. Written by `explorer_page`, its `done` by `sort_positions`.
        self.explored = Explored()
        # The share of the games that a search on the board has tested, from 0 to 1; None while none runs.
        self.seeking: float | None = None


def state_of(host: CollectionsHost) -> Collections:
    """Return the state of this feature. Create it at the first use."""
    if host.collections is None:
        host.collections = Collections()
    return host.collections


async def ask(host: CollectionsHost, do: str, **more: Any) -> dict[str, Any]:
    """Ask the worker to `do` something, with the further fields `more`, and return its answer.

    Raise `TextError` if the answer is an error, or if none comes.
    """
    try:
        answer = read_object(await host.archives.ask(json.dumps({"do": do, **more}))) or {}
    except OSError:
        raise TextError(UNREACHED) from None
    if "error" in answer:
        raise TextError(unpacked(answer["error"]))
    return answer


async def ask_about(host: CollectionsHost, key: str, do: str, **more: Any) -> dict[str, Any]:
    """Ask the worker about a collection, and return its answer. `do` is the kind of question.

    The worker may not have the games that the user played here: it is ended while no table needs it, and then loses
    them. If the question is about them, send them and ask again.
    """
    try:
        return await ask(host, do, key=key, **more)
    except TextError as error:
        if key != MINE or error.why != GONE:
            raise
    await send_own(host)
    return await ask(host, do, key=key, **more)


async def try_ask(host: CollectionsHost, do: str) -> dict[str, Any]:
    """Ask the worker to `do` something, and return its answer, or an empty one if none comes.

    Use it while the worker carries out an earlier question that takes longer. If the worker dies, that earlier
    question reports the error.
    """
    try:
        return await ask(host, do)
    except TextError:
        return {}


async def send_own(host: CollectionsHost) -> None:
    """Give the worker the player's own games that are over."""
    own = await own_games.written(host)
    answer = await ask(host, "mine", name=host.words(say("My games")), text=own.text, people=own.people)
    state_of(host).own = {place: own.ids[place - 1] for place in answer["places"]}


async def sort_positions(host: CollectionsHost, key: str, after: Callable[[], Awaitable[None]]) -> None:
    """Ask the worker to index the positions of a collection, and show the progress. Call `after` once that is done.

    If the work fails, or the player stops it, `after` is not called.
    """
    state = state_of(host)
    if state.explored.done is not None:
        return
    state.explored = state.explored._replace(done=0.0)
    host.page.render()
    following = host.spawn(_follow_index(host))
    stopped = False
    try:
        stopped = not (await ask_about(host, key, "index"))["indexed"]
    except TextError as error:
        state.error, stopped = error.why, True
    finally:
        following.cancel()
        state.explored = state.explored._replace(done=None)
    if stopped:
        host.page.render()
    else:
        await after()


async def _follow_index(host: CollectionsHost) -> None:
    """Ask the worker for the progress of the index until the index is made, and show it."""
    state = state_of(host)
    while state.explored.done is not None:
        await host.clock.sleep(POLL)
        answer = await try_ask(host, "indexing")
        if answer.get("done") is not None and state.explored.done is not None:
            state.explored = state.explored._replace(done=float(answer["done"]))
            host.page.render()


def act(host: CollectionsHost, deed: str, text: str) -> None:
    """Carry out the action `deed` of a control. `text` is its argument, such as a collection's key or a filter."""
    state = state_of(host)
    match deed:
        case "open" if text == MINE:
            host.spawn(_open_own(host))
        case "open":
            browse(host, text)
        case "again" if state.listing is not None:
            browse(host, state.listing.key, state.listing.filters.write())
        case "filter":
            filter_by(host, *text.partition(" ")[::2])
        case "game" if text.isascii() and text.isdecimal():
            open_game(host, int(text[:9]))
        case "faults":
            host.spawn(_show_faults(host, text))
        case "delete":
            host.spawn(_delete(host, text))
        case "keep" if host.collection is not None:
            take(host, host.collection.text)
        case "form":
            state.form = text
        case "export" if state.listing is not None and state.job is None and state.export is None:
            state.error, state.export = None, Job(host.clock.instant())
            host.spawn(_export(host, state.listing, text))
        case "index" if state.listing is not None:
            host.spawn(sort_positions(host, state.listing.key, partial(_fetch, host)))
        case "seek" if state.listing is not None:
            _seek(host, state.listing, text)
        case "paint" if state.listing is not None:
            _paint(host, state.listing, text)
        case "on" if state.listing is not None:
            state.listing = state.listing._replace(stopped=False)
            host.spawn(_fetch(host, resume=True))
        case "stop" if any(work is not None for work in (state.job, state.export, state.explored.done, state.seeking)):
            host.spawn(try_ask(host, "stop"))


# What is kept ---------------------------------------------------------------------------------------------------------


def show(host: CollectionsHost) -> None:
    """Open the sheet of collections."""
    state_of(host).error = None
    host.place.open_sheet(SHEET)
    host.spawn(load_collections(host))


async def load_collections(host: CollectionsHost) -> None:
    """Ask the worker for the stored collections, and show them."""
    state = state_of(host)
    try:
        answer = await ask(host, "heads")
        state.heads, state.room = tuple(Head(*head) for head in answer["heads"]), answer["room"]
    except TextError as error:
        state.heads, state.error = state.heads or (), error.why
    host.page.render()


async def _delete(host: CollectionsHost, key: str) -> None:
    """Delete a collection. If it is being checked, end the check."""
    state = state_of(host)
    if state.checking is not None and state.checking.key == key:
        state.checking.task.cancel()
    if state.check is not None and state.check.key == key:
        state.check = None
    try:
        await ask(host, "delete", key=key)
    except TextError as error:
        state.error = error.why
    if state.listing is not None and state.listing.key == key:
        state.listing = None
        host.place.drop(LIST)
    await load_collections(host)


# Reading --------------------------------------------------------------------------------------------------------------


def take(host: CollectionsHost, source: Any) -> None:
    """Store the games of a file or a text as a new collection, and show the sheet of collections with the progress.

    While another file is being read, only show the sheet.
    """
    state = state_of(host)
    host.place.drop("paste")
    host.place.drop("collection")
    host.place.open_sheet(SHEET)
    if state.job is None and source:
        state.error, state.job = None, Job(host.clock.instant())
        host.spawn(_take(host, source))


def collect(host: CollectionsHost, text: str) -> None:
    """Store the games of a text as a new collection, as `take` does. This is the action of the command `collect`."""
    take(host, text)


async def _take(host: CollectionsHost, source: Any) -> None:
    state, key = state_of(host), f"{host.new_seed() & 0xFFFFFFFFFFFFFFF:x}"
    try:
        await host.archives.store_incoming(source)
        answer = await _followed(host, key, "open")
    except OSError:
        state.error, state.job = UNREACHED, None
    except TextError as error:
        state.error, state.job = error.why, None
    else:
        state.job = None
        notes = tuple(unpacked(note) for note in answer["notes"])
        if host.place.sheet is not None and host.place.sheet.name == SHEET:
            browse(host, answer["key"])
        if notes:
            host.voice.toast = noted(notes)
    await load_collections(host)


async def _followed(host: CollectionsHost, key: str, do: str, **more: Any) -> dict[str, Any]:
    """Ask the worker as `ask_about` does, and show the progress while the worker reads or writes a file."""
    following = host.spawn(_follow(host))
    try:
        return await ask_about(host, key, do, **more)
    finally:
        following.cancel()


async def _follow(host: CollectionsHost) -> None:
    """Ask the worker for the progress of the reading or writing of a file until it ends, and show it."""
    state = state_of(host)
    while True:
        await host.clock.sleep(POLL)
        answer = await try_ask(host, "progress")
        job = state.job or state.export
        if job is None:
            return
        if answer.get("done") is not None:
            done, spent = answer["done"], (host.clock.instant() - job.began) / 1000
            left = round(spent / done * (1 - done)) if done > SOON else None
            job = job._replace(done=done, games=answer["count"], bad=answer["bad"], seconds_left=left)
            if state.job is None:
                state.export = job
            else:
                state.job = job
            host.page.render()


async def _export(host: CollectionsHost, game_list: Listing, form: str) -> None:
    """Save the games of the list `game_list` as a file in the format `form`."""
    state = state_of(host)
    try:
        answer = await _followed(host, game_list.key, "export", filters=game_list.filters.write(), form=form)
        count, left_out = answer["count"], answer["left_out"]
        if count:
            await host.archives.save()
    except OSError:
        state.error = UNREACHED
    except TextError as error:
        state.error = error.why
    else:
        notes = [say_many("{count} game is in the file.", "{count} games are in the file.", count)]
        if left_out:
            notes.append(
                say_many(
                    "{count} game cannot be written in this format.",
                    "{count} games cannot be written in this format.",
                    left_out,
                )
            )
        host.voice.toast = noted(notes, alert=not count)
    state.export = None
    host.page.render()


# Looking through ------------------------------------------------------------------------------------------------------


def browse(host: CollectionsHost, key: str, filters: str = "") -> None:
    """Open the list of a collection's games. `filters` is text that `Filters.write` wrote."""
    state = state_of(host)
    state.error = None
    state.listing = Listing(key, listing.read(filters))
    _open_list(host, state.listing)
    if not state.watched:
        state.watched = True
        host.archives.watch(lambda first: scrolled(host, first))
    host.spawn(_fetch(host))


def _open_list(host: CollectionsHost, game_list: Listing) -> None:
    host.place.open_sheet(LIST, f"{game_list.key} {game_list.filters.write()}".rstrip())


def filter_by(host: CollectionsHost, field: str, value: str) -> None:
    """Set one field of the list's filters, such as `player` or `order`, and request the games that fit."""
    state = state_of(host)
    shown = state.listing
    if shown is None or field not in Filters._fields:
        return
    filters = shown.filters.with_field(field, value)
    if filters != shown.filters:
        total = None if filters.sought else shown.total
        if filters.sought != shown.filters.sought:
            state.seeking, shown = None, shown._replace(stopped=False)
        state.listing = shown._replace(filters=filters, first=0, rows={}, total=total, needed=False)
        _open_list(host, state.listing)
        host.archives.to_top()
        host.spawn(_fetch(host))


def _seek(host: CollectionsHost, game_list: Listing, text: str) -> None:
    """Apply a change, given as text, to the board search of the list (see `board_search.changed`)."""
    filters = board_search.changed(game_list.filters, text)
    if filters is not None:
        filter_by(host, "sought", filters.sought)


def _paint(host: CollectionsHost, game_list: Listing, name: str) -> None:
    """Let the player paint the pattern to search for. Then return to the list."""
    board_search.paint(host, game_list.key, game_list.filters, name, partial(browse, host))


def repaint(host: CollectionsHost, link: str) -> None:
    """Reopen the editor of a board search's pattern.

    `link` is a collection's key, a space, and the filters with the pattern.
    """
    key, _, text = link.partition(" ")
    filters = listing.read(text)
    wanted = sought.read(filters.sought)
    if wanted is not None:
        board_search.paint(host, key, filters, wanted.game, partial(browse, host))


def scrolled(host: CollectionsHost, first: int) -> None:
    """Show other rows of the list after scrolling. `first` is the number of the first row in sight."""
    state = state_of(host)
    shown = state.listing
    if shown is None or shown.total is None:
        return
    begin = max(0, min(first, shown.total - SHOWN // 2) - STEP) // STEP * STEP
    if begin != shown.first:
        state.listing = shown._replace(first=begin)
        if any(place not in shown.rows for place in range(begin, min(shown.total, begin + SHOWN))):
            host.spawn(_fetch(host))
        host.page.render()


async def _open_own(host: CollectionsHost) -> None:
    """Open the list of the player's own games."""
    try:
        await send_own(host)
    except TextError as error:
        state_of(host).error = error.why
        host.page.render()
    else:
        browse(host, MINE)


async def _fetch(host: CollectionsHost, *, resume: bool = False) -> None:
    """Request the rows in sight from the worker, and show them.

    Drop the answer if the list or its filters have changed meanwhile. If `resume` is True, continue a board search that
    was stopped.
    """
    state = state_of(host)
    shown = state.listing
    if shown is None:
        return
    state.questions += 1
    ticket = state.questions
    following = host.spawn(_follow_search(host, ticket)) if shown.filters.sought else None
    try:
        answer = await ask_about(
            host, shown.key, "rows", filters=shown.filters.write(), first=shown.first, count=SHOWN, on=resume
        )
    except TextError as error:
        if ticket == state.questions:
            state.error, state.listing = error.why, None
            host.place.drop(LIST)
            host.place.open_sheet(SHEET)
            await load_collections(host)
        return
    finally:
        if following is not None:
            following.cancel()
        if ticket == state.questions:
            state.seeking = None
    present = state.listing
    if present is None or (present.key, present.filters) != (shown.key, shown.filters):
        return
    new_rows = {answer["first"] + place: ListRow(*row)._replace(players=tuple(row[3]))
             for place, row in enumerate(answer["rows"])}  # fmt: skip
    rows = {**(present.rows if len(present.rows) < REMEMBERED else {}), **new_rows}
    notes = tuple(unpacked(note) for note in answer["notes"])
    state.listing = present._replace(
        name=answer["name"], all=answer["all"], total=answer["total"], rows=rows, bad=answer["bad"],
        searched=answer["searched"], needed=answer["total"] is None,
        games=tuple(answer["games"]), stopped=answer["stopped"], more=answer["more"], notes=notes,
        forms=tuple((name, unpacked(label)) for name, label in answer["forms"]),
    )  # fmt: skip
    host.page.render()
    if answer["total"] is None and shown.key == MINE:
        await sort_positions(host, MINE, partial(_fetch, host))


async def _follow_search(host: CollectionsHost, ticket: int) -> None:
    """Poll the worker for the progress of the board search, and show it, until the page makes another request."""
    state = state_of(host)
    while ticket == state.questions:
        await host.clock.sleep(POLL)
        answer = await try_ask(host, "seeking")
        if answer.get("done") is not None and ticket == state.questions:
            state.seeking = float(answer["done"])
            host.page.render()


def open_game(host: CollectionsHost, number: int) -> None:
    """Analyse a game of the list, by its number in the collection."""
    shown = state_of(host).listing
    if shown is not None:
        open_game_of(host, shown.key, number)


def open_game_of(host: CollectionsHost, key: str, number: int) -> None:
    """Analyse a game of a collection, by its number in it."""
    host.spawn(_open_game(host, key, number))


async def _open_game(host: CollectionsHost, key: str, number: int) -> None:
    try:
        answer = await ask_about(host, key, "game", number=number)
        name, tree = _tree(answer)
        outcome = variations.main_line(tree, games.load(name).ruleset).outcome()
    except TextError as error:
        state_of(host).error = error.why
        host.page.render()
        return
    host.collection = None
    host.analyse(name, tree, outcome=outcome, listed=state_of(host).listing is not None)
    host.page.render()


def _tree(answer: dict[str, Any]) -> tuple[str, Variations]:
    """Return the name and the tree of the game that the worker's answer contains.

    The tree has the moves of the game as its only line, and the headers of the game.
    """
    name, players = answer["game"], answer["players"]
    game = games.load(name)
    start = game.notation.read_position(answer["start"])
    sides = [english(game.side(start, seat)) for seat in range(start.seats)]
    named = {side: player for side, player in zip(sides, players, strict=False) if player}
    tree = variations.of_moves(answer["start"], answer["moves"])
    return name, tree._replace(headers=variations.headers_of({**answer["headers"], **named}))


async def _show_faults(host: CollectionsHost, key: str) -> None:
    """List the games of a collection that cannot be read."""
    state = state_of(host)
    try:
        answer = await ask_about(host, key, "faults")
    except TextError as error:
        state.error = error.why
    else:
        faults = tuple((number, line, unpacked(why)) for number, line, why in answer["faults"])
        state.faults = Faults(key, faults, answer["bad"])
        host.place.open_sheet(FAULTS, key)
    host.page.render()


def time_left(seconds: int) -> Message:
    """Return a sentence on how long the reading still takes."""
    if seconds < 60:
        return say_many("About {count} second left", "About {count} seconds left", max(1, seconds))
    return say_many("About {count} minute left", "About {count} minutes left", round(seconds / 60))
