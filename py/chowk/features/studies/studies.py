"""Keep studies on the device: add, name, move and delete chapters, open them, and share them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from itertools import count
from typing import Any, Final, NamedTuple, Protocol

from chowk import games
from chowk.core import parcels, variations
from chowk.core.errors import TextError
from chowk.core.match import Match
from chowk.core.message import Message, say, say_in, say_many
from chowk.core.position import Seat
from chowk.core.variations import Variations
from chowk.features.analysis import analysis
from chowk.features.analysis.table import AnalysisHost, AnalysisTable
from chowk.features.lessons.lessons import LessonHost
from chowk.features.sharing import parse
from chowk.features.sharing.ports import SharingHost
from chowk.features.studies import study as model
from chowk.features.studies.study import MOST_CHAPTERS, MOST_MOVES, Chapter, Study, title_of
from chowk.i18n.toast import Toast
from chowk.session.command import written
from chowk.session.navigation import GAME
from chowk.session.table import Table
from chowk.storage.kept import Kept
from chowk.storage.plan import Plan
from chowk.storage.saves import STUDY_KEY

MOST_STUDIES: Final = 50
"""Maximum number of studies on a device."""
ADD: Final = "add"
"""Argument of the list of studies while the player chooses a study for new chapters."""
_UNDO: Final = say_in("the page does it", "Undo")
_FULL: Final = say(
    "This study is full: it holds no more than {chapters} chapters and {moves} moves.",
    chapters=MOST_CHAPTERS,
    moves=MOST_MOVES,
)
_TOO_MANY: Final = say("No more than {count} studies are kept. Delete one first.", count=MOST_STUDIES)


class Before(NamedTuple):
    """The study or chapter that was deleted last.

    `key` is the key of the study. `text` is the stored text of a deleted study, and empty for a chapter. `number` is
    the place of a deleted chapter and `chapter` the chapter itself; for a study they are -1 and None.
    """

    key: str
    text: str = ""
    number: int = -1
    chapter: Chapter | None = None


class Studies:
    """The state of the feature: chapters to add, the last deletion, the last error, and the last study read."""

    def __init__(self) -> None:
        # The chapters for which the player chooses a study. Written by `collect` and `put`.
        self.adding: tuple[Chapter, ...] = ()
        # The last deletion, which can be undone. Written by `forget`, `remove`, `undo` and `forget_deleted`.
        self.before: Before | None = None
        self.error: Message | None = None
        # The study that was read last, with its text, so that no study is read twice.
        self._read: tuple[str, Study] = "", Study()
        # The seats whose moves can be guessed, by the identity of a chapter's tree, with the tree itself.
        self._seats: dict[int, tuple[Variations, tuple[Seat, ...]]] = {}

    def of(self, kept: Kept, key: str) -> Study:
        """Return a stored study; raise `TextError` if it cannot be read or is missing."""
        text = kept.studies.get(key, "")
        if self._read[0] != text or not text:
            self._read = text, model.read(text)
        return self._read[1]

    def seats(self, chapter: Chapter) -> tuple[Seat, ...]:
        """Return the seats whose moves can be guessed in a chapter. The result for each tree is cached."""
        known = self._seats.get(id(chapter.tree))
        if known is None or known[0] is not chapter.tree:
            if len(self._seats) > MOST_CHAPTERS:
                self._seats.clear()
            known = self._seats[id(chapter.tree)] = chapter.tree, model.seats_of(chapter)
        return known[1]

    def keep(self, kept: Kept, key: str, study: Study) -> bool:
        """Store a study, if it has changed. Return False, and store nothing, if its text is too long to be read."""
        text = model.write(study)
        if len(text) > model.LONGEST:
            return False
        if kept.studies.get(key) != text:
            kept.studies[key] = text
            kept.keep(STUDY_KEY + key, text)
        self._read = text, study
        return True

    def forget(self, kept: Kept, key: str) -> None:
        """Delete a study. It can be restored until the next deletion."""
        self.before = Before(key, kept.studies.pop(key))
        kept.spawn(kept.queue.write(STUDY_KEY + key, None))


class StudiesHost(AnalysisHost, LessonHost, SharingHost, Protocol):
    """The part of the application that is needed for studies."""

    studies: Studies | None

    @property
    def still(self) -> bool:
        """True if animations should be reduced."""

    @property
    def kept(self) -> Kept:
        """The data stored on the device."""

    def leave(self) -> None:
        """Return to the home page."""

    def sit_down(self, table: Table, *, insist: bool = False) -> None:
        """Show the page of a table, and continue its game.

        `insist` takes the game over from another tab of this browser.
        """

    def set_up_from(self, match: Match[Any, Any], plan: Plan, tree: Variations | None = None) -> None:
        """Open the set-up sheet to choose who continues a match.

        If `tree`, the match's variations, is given, the sheet also offers to analyse the match.
        """


class ChapterTable(AnalysisTable):
    """The analysis board of a chapter of a study. Every change is stored in the study."""

    def __init__(self, key: str, number: int, chapter: Chapter, back: Table | None) -> None:
        self.key, self.chapter_number, self.chapter = key, number, chapter
        super().__init__(games.load(chapter.game), written("chapter", key, number), chapter.tree, chapter.node, back)

    @property
    def title(self) -> Message:
        """The title of the page: number and name of the chapter."""
        return chapter_title(self.chapter_number, self.chapter)

    @property
    def history_entry(self) -> tuple[str, str]:
        """The kind of table, and the arguments of the command with which the browser's history reopens this table."""
        return "chapter", written("chapter", self.key, self.chapter_number)

    def keep(self, host: Any) -> None:
        """Store the edited tree in the chapter.

        If the chapter was deleted, store nothing. If the study would get too long, show a message instead.
        """
        state = _state(host)
        try:
            study = state.of(host.kept, self.key)
        except TextError:
            return
        number = self._number_in(study)
        if number < 0:
            return
        stored = study.chapters[number]
        changed = stored._replace(tree=self.tree._replace(headers=stored.tree.headers), node=self.node)
        fresh = study.with_chapter(number, changed)
        if fresh.moves <= MOST_MOVES and state.keep(host.kept, self.key, fresh):
            self.chapter_number, self.chapter = number, changed
        else:
            host.voice.toast = Toast(_FULL, alert=True)

    def follow_study(self, study: Study) -> None:
        """Take over the chapter's number and name from its changed study. Do nothing if the chapter was deleted."""
        number = self._number_in(study)
        if number >= 0:
            self.chapter_number, self.chapter = number, study.chapters[number]

    def _number_in(self, study: Study) -> int:
        """Return the present number of this chapter in its study, or -1 if it was deleted.

        The chapter is found by its tree of moves. Headers are not compared, because a player may have been renamed.
        """
        number = self._number_of(self.chapter.tree, study)
        if number < 0:  # a study that was read again has other numbers for its nodes
            with suppress(TextError):
                number = self._number_of(model.read(model.write(Study("", (self.chapter,)))).chapters[0].tree, study)
        return number

    def _number_of(self, tree: Variations, study: Study) -> int:
        places = sorted(range(len(study.chapters)), key=lambda place: place != self.chapter_number)
        alike = (place for place in places if study.chapters[place].tree._replace(headers=tree.headers) == tree)
        return next(alike, -1)

    def left(self, host: Any) -> None:
        """Show the study's chapters again when the player leaves the board."""
        show_study(host, self.key)


def _state(host: StudiesHost) -> Studies:
    if host.studies is None:
        host.studies = Studies()
    return host.studies


def chapter_title(number: int, chapter: Chapter) -> Message:
    """Return the title of a chapter: its number, counted from 1, and its name, or else the name of its game."""
    return say("{number}. {title}", number=number + 1, title=chapter.name or games.sign(chapter.game).title)


def show(host: StudiesHost) -> None:
    """Show the list of studies."""
    state = _state(host)
    state.adding, state.error = (), None
    host.place.open_sheet("studies")


def show_study(host: StudiesHost, key: str) -> None:
    """Show the chapters of a study, or the list of studies if the study was deleted."""
    _state(host).error = None
    if key in host.kept.studies:
        host.place.open_sheet("study", key)
    else:
        show(host)


# Adding chapters ------------------------------------------------------------------------------------------------------


def collect(host: StudiesHost) -> None:
    """Let the player choose a study, to which the game or the analysis at the table is then added as a chapter."""
    table = host.place.table
    if table is None:
        return
    state = _state(host)
    state.adding, state.error = (_chapter_of(table),), None
    host.place.open_sheet("studies", ADD)


def _chapter_of(table: Table) -> Chapter:
    """Convert the game or the analysis at a table to a chapter.

    The chapter has no seed, because a seed reveals later rolls.
    """
    lines = table.analysis_state()
    if lines is not None:
        tree, node = lines[:2]
    else:
        names = {side: seat.name for side, seat in zip(_sides(table), table.plan.seats, strict=True) if seat.name}
        tree = variations.of_match(table.match, names)
        node = min(table.ply, len(tree.nodes) - 1)
    return Chapter(table.game.name, _name_of(tree), tree._replace(seed=0), node)


def _sides(table: Table) -> list[str]:
    return [table.seats.side(seat).text for seat in range(len(table.plan.seats))]


def _name_of(tree: Variations) -> str:
    """Return a name for a chapter: the names of the players, or else the event, or else nothing."""
    players = [tree.headers[name] for name in parse.NAME_HEADERS if tree.headers.get(name, "?").strip("?")]
    return title_of(" – ".join(players) or tree.headers.get("Event", ""))


def put(host: StudiesHost, key: str) -> None:
    """Add the chapters in `Studies.adding` to the study that the player has chosen."""
    state = _state(host)
    if _append(host, key, state.adding):
        state.adding = ()


def _append(host: StudiesHost, key: str, chapters: tuple[Chapter, ...]) -> bool:
    """Add chapters to a study and show the study. Chapters for which it has no room are left out, with a message.

    If the study cannot be read, show the reason and return False. Otherwise return True, even if no chapter was added.
    """
    state = _state(host)
    try:
        study = before = state.of(host.kept, key)
    except TextError as error:
        state.error = error.why
        return False
    length = len(host.kept.studies[key])
    for chapter in chapters:
        more = len(model.write(Study("", (chapter,))))  # somewhat longer than what the chapter adds
        if study.has_room_for(chapter) and length + more <= model.LONGEST:
            study, length = study._replace(chapters=(*study.chapters, chapter)), length + more
    state.keep(host.kept, key, study)
    host.place.drop("studies")
    show_study(host, key)
    added = len(study.chapters) - len(before.chapters)
    if added < len(chapters):
        state.error = _FULL
    if added:
        host.voice.toast = Toast(say_many("{count} chapter was added.", "{count} chapters were added.", added))
    return True


def new(host: StudiesHost, _: str) -> None:
    """Create a study, and add the chapters in `Studies.adding` to it."""
    state = _state(host)
    key = f"{host.new_seed() & 0xFFFFFFFF:08x}"
    if _begin(host, key, Study()) and _append(host, key, state.adding):
        state.adding = ()


def _begin(host: StudiesHost, key: str, study: Study) -> bool:
    """Store a new study. If the device already stores the maximum number of studies, show an error and return False."""
    state = _state(host)
    if len(host.kept.studies) >= MOST_STUDIES:
        state.error = _TOO_MANY
        return False
    state.keep(host.kept, key, study)
    return True


def start(host: StudiesHost, text: str) -> None:
    """Add an empty chapter of a game, from its first position. `text` holds the study's key and the game."""
    key, _, name = text.partition(" ")
    if name in games.ready() and key in host.kept.studies:
        match = games.load(name).match(0)
        tree = Variations(match.ruleset.notation.write_position(match.position))
        _append(host, key, (Chapter(name, "", tree),))


def take(host: StudiesHost, text: str) -> None:
    """Add the contents of a file to the study on the screen, or to a new study if none is shown.

    The file holds games, or a study with its chapters.
    """
    state, sheet = _state(host), host.place.sheet
    key = sheet.arg if sheet is not None and sheet.name == "study" else ""
    state.error = None
    try:
        if model.is_study(text) or (text.lstrip()[:1] == "{" and '"chowk"' in text[:200]):
            arrived = model.read(text)
            if key:
                _append(host, key, arrived.chapters)
            else:
                receive(host, arrived)
        elif parcels.is_unfetched(parcels.READERS):
            import_module("chowk.features.sharing.waiting").wait(host, partial(take, host, text))
        else:
            host.spawn(_take_games(host, key, text))
    except TextError as error:
        state.error = error.why


async def _take_games(host: StudiesHost, key: str, text: str) -> None:
    """Read the games of a text one after another, and add them to the study `key`.

    If there is no such study, begin a new one with them. Games that cannot be read are left out, with a message.
    """
    state, chapters, unread, why = _state(host), list[Chapter](), 0, None
    for part in _parts(text):
        if len(chapters) > MOST_CHAPTERS:
            break  # one more than a study can hold, so that the page says that it is full
        await host.clock.sleep(0)  # reading takes time, in which the page must stay responsive
        try:
            found = import_module("chowk.features.sharing.foreign_texts").read_text(part)
            chapters.append(Chapter(found.plan.game, _name_of(found.tree), found.tree._replace(seed=0)))
        except TextError as error:
            unread, why = unread + 1, why or error.why
    if not chapters:
        state.error = why or say("This file is empty.")
    elif key in host.kept.studies:
        _append(host, key, tuple(chapters))
    else:
        state.adding = tuple(chapters)
        new(host, "")
    if chapters and unread:
        left_out = say_many(
            "{count} game cannot be read and is left out.", "{count} games cannot be read and are left out.", unread
        )
        state.error = left_out
    host.page.render()


def _parts(text: str) -> Iterator[str]:
    """Yield the texts of the games in a file."""
    for span in import_module("chowk.features.sharing.collection").split(text[: parse.LONGEST]):
        yield text[span.start : span.end]


# Studies that arrive --------------------------------------------------------------------------------------------------


def follow(host: StudiesHost, fragment: str) -> None:
    """Open the study of a link. If the link cannot be read, show the reason as a toast."""
    try:
        receive(host, model.read_link(model.find_code(fragment)))
    except TextError as error:
        host.voice.toast = Toast(error.why, alert=True)


def receive(host: StudiesHost, study: Study) -> None:
    """Store a study that arrived by a link or a file, and show it. A study that is stored already is only shown."""
    text = model.write(study)
    known = next((key for key, kept in host.kept.studies.items() if kept == text), "")
    # The first key may belong to the same study, which the player has changed since it arrived.
    key = known or next(key for key in _keys(text) if key not in host.kept.studies)
    if not known and not _begin(host, key, study):
        host.voice.toast = Toast(_TOO_MANY, alert=True)
        return
    host.place.drop("studies")
    show_study(host, key)
    host.voice.toast = Toast(say("The study is kept among your studies."))


def fresh(kept: Kept, text: str) -> str:
    """Return the text of a study in the form that is stored.

    Empty if it cannot be read, or if the device has it already.
    """
    try:
        study = model.write(model.read(text))
    except TextError:
        return ""
    return "" if study in kept.studies.values() else study


def take_in(kept: Kept, texts: Sequence[str]) -> None:
    """Store studies that arrived in a file of games, while there is room."""
    for text in texts[: max(0, MOST_STUDIES - len(kept.studies))]:
        key = next(key for key in _keys(text) if key not in kept.studies)
        kept.studies[key] = text
        kept.keep(STUDY_KEY + key, text)


def forget_deleted(host: StudiesHost) -> None:
    """Forget the study or chapter that was deleted last, so that it cannot be restored."""
    if host.studies is not None:
        host.studies.before = None


def _keys(text: str) -> Iterator[str]:
    """Yield possible keys for a study that arrived, without end. The same text always gets the same keys."""
    for number in count():
        yield hashlib.sha256(f"{number}{text}".encode()).hexdigest()[:8]


# Changing a study -----------------------------------------------------------------------------------------------------


def _numbered(text: str) -> tuple[str, int, str]:
    """Split a command's arguments into the study's key, the chapter's number (-1 if it is no number), and the rest."""
    key, _, rest = text.partition(" ")
    number, _, more = rest.partition(" ")
    return key, (int(number) if number.isascii() and number.isdecimal() and len(number) < 4 else -1), more


def _change(host: StudiesHost, text: str, change: Callable[[Study, int, str], Study]) -> None:
    """Change a chapter of a stored study. Do nothing if there is no such chapter.

    `text` holds the study's key, the chapter's number and the rest. `change` gets the study, the number and the rest,
    and returns the changed study.
    """
    key, number, more = _numbered(text)
    state = _state(host)
    try:
        study = state.of(host.kept, key)
    except TextError:
        return
    if 0 <= number < len(study.chapters):
        _store(host, key, change(study, number, more))


def _store(host: StudiesHost, key: str, study: Study) -> bool:
    """Store a changed study. Return False, and store nothing, if the study is too long.

    If the table on the screen shows a chapter of this study, update the table.
    """
    kept, table = _state(host).keep(host.kept, key, study), host.place.table
    if kept and isinstance(table, ChapterTable) and table.key == key:
        table.follow_study(study)
    return kept


def name(host: StudiesHost, text: str) -> None:
    """Name a study. `text` holds its key and its name."""
    key, _, called = text.partition(" ")
    state = _state(host)
    try:
        state.keep(host.kept, key, state.of(host.kept, key)._replace(name=title_of(called)))
    except TextError:
        return


def title(host: StudiesHost, text: str) -> None:
    """Name a chapter. `text` holds the study's key, the chapter's number and the name."""

    def named(study: Study, number: int, called: str) -> Study:
        return study.with_chapter(number, study.chapters[number]._replace(name=title_of(called)))

    _change(host, text, named)


def up(host: StudiesHost, text: str) -> None:
    """Move a chapter one place up. `text` holds the study's key and the chapter's number."""
    _change(host, text, lambda study, number, _: study.moved(number, -1))


def down(host: StudiesHost, text: str) -> None:
    """Move a chapter one place down. `text` holds the study's key and the chapter's number."""
    _change(host, text, lambda study, number, _: study.moved(number, 1))


def remove(host: StudiesHost, text: str) -> None:
    """Delete a chapter, and offer to restore it. `text` holds the study's key and the chapter's number."""
    found = find(host, text)
    if found is not None:
        key, number, chapter, _ = found
        _change(host, text, lambda study, place, _: study.without(place))
        _state(host).before = Before(key, "", number, chapter)
        host.voice.toast = Toast(say("The chapter was deleted."), "study", _UNDO, arg=written("undo", key))


def delete(host: StudiesHost, key: str) -> None:
    """Delete a study, and offer to restore it."""
    if key in host.kept.studies:
        _state(host).forget(host.kept, key)
        host.place.drop("study")
        if all(sheet.name != "studies" for sheet in host.place.sheets):
            show(host)
        host.voice.toast = Toast(say("The study was deleted."), "study", _UNDO, arg=written("undo", key))


def undo(host: StudiesHost, key: str) -> None:
    """Restore the study or the chapter that was deleted last. Later changes of the study are kept.

    Do nothing if `key` is not the key of that study.
    """
    state, before = _state(host), _state(host).before
    if before is None or before.key != key:
        return
    if before.chapter is not None:
        try:
            study = state.of(host.kept, key)
        except TextError:
            return
        full = not study.has_room_for(before.chapter)
        if full or not _store(host, key, study.restored(before.number, before.chapter)):
            state.error = _FULL
            return
    elif key in host.kept.studies or len(host.kept.studies) >= MOST_STUDIES:
        state.error = _TOO_MANY
        return
    else:
        host.kept.studies[key] = before.text
        host.kept.keep(STUDY_KEY + key, before.text)
    state.before = host.voice.toast = None


# Opening and sharing --------------------------------------------------------------------------------------------------


def leave_to_study(host: StudiesHost) -> Table | None:
    """Leave the current table, and return the table to go back to later, or None.

    This is the current table if a game is on it. Otherwise it is the nearest table with a game among those from which
    the current table was opened.
    """
    table = host.place.table
    while table is not None and table.kind not in GAME:
        table = table.back
    host.leave()
    return table


def find(host: StudiesHost, text: str) -> tuple[str, int, Chapter, str] | None:
    """Find the chapter that a command's argument `text` names by the key of its study and its number in the study.

    Return the key, the number, the chapter, and the rest of the text. Return None if there is no such chapter.
    """
    key, number, more = _numbered(text)
    try:
        study = _state(host).of(host.kept, key)
    except TextError:
        return None
    return (key, number, study.chapters[number], more) if 0 <= number < len(study.chapters) else None


def chapter(host: StudiesHost, text: str) -> None:
    """Open a chapter on the analysis board. `text` holds the study's key and the chapter's number."""
    found = find(host, text)
    if found is not None:
        analysis.sit(host, ChapterTable(*found[:3], leave_to_study(host)))


def link(host: StudiesHost, key: str) -> None:
    """Pass the link of a study to the share sheet, or copy it. If the study is too long for a link, show a message."""
    state = _state(host)
    state.error = None
    try:
        study = state.of(host.kept, key)
        address = host.sharing.address() + model.write_link(study)
    except TextError as error:
        state.error = error.why
        return
    if "text" in host.sharing.kinds():
        text = study.name or host.words(say("Study"))
        host.sharing.send(text, text, address)
    else:
        host.clipboard.copy(address)


def save(host: StudiesHost, key: str) -> None:
    """Save a study as a file, which can be opened again."""
    if key in host.kept.studies:
        host.files.download("chowk-study.json", host.kept.studies[key])


def text(host: StudiesHost, key: str) -> None:
    """Save a study as a text file for other programs.

    Each chapter is written in its game's format for variations. If the game has no such format, Chowk's own is used.
    """
    if parcels.is_unfetched(parcels.READERS):
        import_module("chowk.features.sharing.waiting").wait(host, partial(text, host, key))
        return
    try:
        study = _state(host).of(host.kept, key)
    except TextError:
        return
    texts, endings = list[str](), set[str]()
    for number, one in enumerate(study.chapters):
        table = ChapterTable(key, number, one, None)
        form = next((form for form in table.game.notation.FORMATS if form.varied), None)
        texts.append(table.text_in(form.name if form is not None else ""))
        endings.add(form.ending if form is not None else "txt")
    ending = endings.pop() if len(endings) == 1 else "txt"
    host.files.download(f"chowk-study.{ending}", "\n".join(texts))


def paper(host: StudiesHost, _: str) -> None:
    """Print the study that is shown."""
    host.sharing.print()
