"""Model of the translation desk: the sentences of a language, the unsaved changes, the filter and the search."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from chowk.core.safe_json import read_json
from chowk.features.translation import po
from chowk.features.translation.po import Change, Key, PoError, Translation

ALL, UNREAD, CHANGED, REMARKED = ("all", "unread", "changed", "remarked")
EACH: Final = 30
"""Maximum number of sentences on a page."""
LARGEST: Final = 4_000_000
"""Maximum length of an opened file, in characters."""

_PLACES: Final = (
    ("chowk/ui/screens/home", "Home page"),
    ("chowk/ui/sheets/setup", "Setting up a game"),
    ("chowk/ui/sheets/rule_options", "House rules"),
    ("chowk/ui/sheets/settings", "Settings, and About"),
    ("chowk/ui/sheets/rules", "Rules"),
    ("chowk/ui/sheets/statistics", "Statistics"),
    ("chowk/ui/sheets/shortcuts", "List of keys"),
    ("chowk/ui/screens/result", "Result of a game"),
    ("chowk/ui/screens/log", "List of moves"),
    ("chowk/ui/screens/board", "Board, for screen readers"),
    ("chowk/ui/", "Sheets and parts of the table"),
    ("chowk/features/dice/", "Dice: what fell, and how it is checked"),
    ("chowk/features/luck/", "Dice: what fell, and how it is checked"),
    ("chowk/features/review/", "Review of a finished game"),
    ("chowk/features/analysis/", "Analysis"),
    ("chowk/features/position_editor/", "Setting up a position"),
    ("chowk/features/lessons/", "Lessons"),
    ("chowk/features/courses/", "Lessons"),
    ("chowk/features/practice/", "Puzzles"),
    ("chowk/features/people/", "People who play here, and opponents"),
    ("chowk/features/collections/", "Collections of games"),
    ("chowk/features/studies/", "Studies"),
    ("chowk/features/hints/", "Hints"),
    ("chowk/features/correspondence/", "Playing apart"),
    ("chowk/features/live/", "Playing apart, connected"),
    ("chowk/features/sharing/commands", "Buttons of sharing"),
    ("chowk/features/sharing/", "What is sent, and what comes in"),
    ("chowk/app/commands", "Buttons and menus"),
    ("chowk/app/", "Notes of the page, and what went wrong"),
    ("chowk/session/commands", "Buttons and menus of the table"),
    ("chowk/session/output/bot_chat", "What opponents say"),
    ("chowk/session/queries", "Answers to questions by key"),
    ("chowk/session/", "The table: what is due, what happened"),
    ("chowk/i18n/startup", "While the page starts, and when it cannot"),
    ("chowk/i18n/", "The page's name and description"),
    ("chowk/storage/", "What the device keeps"),
    ("chowk/core/", "Texts of games that are read"),
    ("chowk/engine/", "Opponents"),
    ("chowk/draw/", "Themes"),
    ("chowk/games/", "What all games say"),
    ("chowk/browser/", "What the browser allows or refuses"),
    ("chowk/library/", "The command line"),
    ("chowk/terminal/", "The command line"),
)
_GAME_PLACES: Final = {
    "__init__": "home page",
    "rule_book": "rules",
    "lessons": "lessons",
    "course": "lessons",
    "puzzle_themes": "puzzles",
    "bots": "opponents",
    "taught": "opponents",
    "speech": "log, refusals and announcements",
    "notation": "texts of games",
    "reasons": "hints and review: why a move is good",
    "game": "table",
    "tray": "dice and what they allow",
    "draft": "setting up a position",
}


@dataclass
class TranslatorsDesk:
    """The sentences of one language on the translation desk, with the translator's changes.

    `base` is the published catalogue as `.po` text. `notes` are facts that the build has collected, such as
    the glossary and the maximum lengths of labels. `drafts` are the translator's changes.
    """

    code: str
    base: str
    notes: Mapping[str, Any]
    drafts: dict[Key, Change] = field(default_factory=dict)
    filter: str = ALL
    query: str = ""
    page: int = 0

    def __post_init__(self) -> None:
        self.entries = po.read(self.base)
        self.by_key = {entry.key: entry for entry in self.entries}

    # Reading ----------------------------------------------------------------------------------------------------------

    def matching(self) -> list[Translation]:
        """Return the sentences that match the filter and the search text."""
        query = fold(self.query)
        return [entry for entry in self.entries if self._passes(entry) and (not query or query in self._heap(entry))]

    def _passes(self, entry: Translation) -> bool:
        if self.filter == UNREAD:
            return not self.is_read(entry) or entry.key in self.drafts
        if self.filter == CHANGED:
            return entry.key in self.drafts
        return self.filter != REMARKED or any(self.remarks(entry))

    def _heap(self, entry: Translation) -> str:
        places = (*entry.files, *self.places(entry))
        return fold("\n".join((entry.key.text, entry.many, entry.key.context, *self.strings(entry), *places)))

    def strings(self, entry: Translation) -> tuple[str, ...]:
        """Return the current translation of a sentence: the draft, or else the published one."""
        draft = self.drafts.get(entry.key)
        return draft.strings if draft else entry.strings

    def is_read(self, entry: Translation) -> bool:
        """Return True if a person has checked the translation."""
        draft = self.drafts.get(entry.key)
        return draft.read if draft else not entry.unedited

    def places(self, entry: Translation) -> tuple[str, ...]:
        """Return the English names of the places in the app where a sentence appears."""
        return tuple(dict.fromkeys(map(place, entry.files)))

    def terms(self, entry: Translation) -> Iterator[tuple[str, str, str]]:
        """Yield the glossary terms in a sentence: the English term, its translation and its meaning."""
        words = self.notes["words"][self.code]
        for number in self.notes["terms_in"].get(joined(entry.key), ()):
            name, meaning = self.notes["terms"][number]
            yield name.replace("_", " "), words[name][0], meaning

    def max_letters(self, entry: Translation) -> int:
        """Return the largest number of letters with which a translation fits wherever it is shown; 0 for no limit."""
        return int(self.notes["room"].get(joined(entry.key), 0))

    def remarks(self, entry: Translation) -> Iterator[str]:
        """Yield a message for each possible fault of a translation, such as a missing placeholder."""
        strings = self.strings(entry)
        needed = po.placeholders((entry.key.text,))
        for text in strings:
            used = po.placeholders((text,))
            if not text.strip():
                yield "There is no translation: the page says it in English."
                continue
            yield from (f"{name} is missing." for name in sorted(needed - used))
            yield from (f"{name} is no placeholder of this sentence." for name in sorted(used - needed))
            if (room := self.max_letters(entry)) and len(text) > room:
                yield f"{len(text)} letters: more than {room} are not known to fit."
            plain = unicodedata.normalize("NFC", text)
            yield from (f"“{wrong}”: {why}" for wrong, why in self.notes["avoid"][self.code].items() if wrong in plain)
            if entry.key.text not in self.notes["exempt"][self.code]:
                words = self.notes["words"][self.code]
                for number in self.notes["terms_in"].get(joined(entry.key), ()):
                    name = self.notes["terms"][number][0]
                    if not any(stem in plain for stem in words[name][1]):
                        yield f"The word of the house for “{name.replace('_', ' ')}” is not in it: {words[name][0]}."
        if entry.fuzzy and entry.key not in self.drafts:
            yield "This translation is of an earlier sentence, and is not shown."

    def counts(self) -> tuple[int, int, int]:
        """Return three numbers: all sentences, those whose translation nobody has checked, and the drafts."""
        return len(self.entries), sum(not self.is_read(entry) for entry in self.entries), len(self.drafts)

    # Changing ---------------------------------------------------------------------------------------------------------

    def change(self, key: Key, number: int, text: str) -> None:
        """Change one form of a translation, such as the plural, and mark the translation as read.

        `number` is the form's index.
        """
        entry = self.by_key[key]
        strings = list(self.strings(entry))
        strings[number] = text
        self._draft(entry, Change(tuple(strings), True))

    def mark(self, key: Key, read: bool) -> None:
        """Mark a translation as read or unread."""
        entry = self.by_key[key]
        self._draft(entry, Change(self.strings(entry), read))

    def revert(self, key: Key) -> None:
        """Discard the draft of a sentence. Its published translation is used again."""
        self.drafts.pop(key, None)

    def _draft(self, entry: Translation, change: Change) -> None:
        # A change that restores the catalogue's translation and its mark is no longer a draft.
        if change == Change(entry.strings, not entry.unedited):
            self.drafts.pop(entry.key, None)
        else:
            self.drafts[entry.key] = change

    # Storing, exporting and importing ---------------------------------------------------------------------------------

    def file(self) -> str:
        """Return the text of the `.po` file with the drafts included."""
        return po.written(self.base, self.drafts)

    def kept(self) -> str:
        """Return the drafts as JSON text, in the form that `take` reads."""
        return json.dumps([[*key, list(new.strings), new.read] for key, new in self.drafts.items()], ensure_ascii=False)

    def take(self, text: str) -> None:
        """Load drafts from the JSON text of `kept`. Drop those that do not fit the current catalogue."""
        try:
            for source, context, strings, read in read_json(text or "[]"):
                entry = self.by_key.get(Key(str(source), str(context)))
                if entry is not None and len(strings) == len(entry.strings):
                    "".join(strings).encode()  # raises for half a surrogate pair, which cannot be shown
                    self._draft(entry, Change(tuple(strings), bool(read)))
        except (ValueError, TypeError):
            return

    def open(self, text: str) -> str:
        """Load another `.po` file: each translation that differs from the current one becomes a draft. Return a report.

        Raise `PoError` and change nothing if the file cannot be read, has another language, or has none of the app's
        sentences.
        """
        if len(text) > LARGEST:
            raise PoError("This file is too large to be a catalogue of Chowk.")
        theirs = po.read(text)
        code = po.language(text)
        if code and code.replace("_", "-").split("-")[0] != self.code:
            raise PoError(f"This file is of another language ({code}). Choose that language first, then open it again.")
        pairs = [
            (self.by_key[their_entry.key], their_entry) for their_entry in theirs if their_entry.key in self.by_key
        ]
        if not pairs:
            raise PoError("None of the sentences of this file is one of Chowk's.")
        fitting = [
            (entry, their_entry) for entry, their_entry in pairs if len(their_entry.strings) == len(entry.strings)
        ]
        before = len(self.drafts)
        count = 0
        for entry, their_entry in fitting:
            change = Change(their_entry.strings, not their_entry.unedited)
            if change != Change(self.strings(entry), self.is_read(entry)):
                self._draft(entry, change)
                count += 1
        lost = len(theirs) - len(fitting)
        report = f"Taken from the file: {count}. Changed here now: {len(self.drafts)}"
        return report + (f", before: {before}." if before else ".") + (f" No longer said: {lost}." if lost else "")


def place(file: str) -> str:
    """Return the English name of the place in the app where the sentences of a source file appear."""
    parts = file.removesuffix(".py").split("/")
    if parts[1] == "games" and len(parts) > 3:
        return f"{parts[2].title()}: {_GAME_PLACES.get(parts[-1], 'table')}"
    return next((name for start, name in _PLACES if file.startswith(start)), "Elsewhere")


def joined(key: Key) -> str:
    """Return a key as one text, as gettext writes it: the context, the character U+0004, and the English text."""
    return f"{key.context}\x04{key.text}" if key.context else key.text


def fold(text: str) -> str:
    """Return a text in the form in which texts are compared: NFC, in lower case, without spaces around it."""
    return unicodedata.normalize("NFC", text).casefold().strip()
