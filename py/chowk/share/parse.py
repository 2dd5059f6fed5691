"""Reading a game from any text that holds one: our own record, or a form that other programs write."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from chowk import games
from chowk.core import declaration, house, record, variations
from chowk.core.errors import TextError
from chowk.core.game import EDITION
from chowk.core.match import Match
from chowk.core.message import Message, english, say
from chowk.core.record import Record
from chowk.core.variations import Variations
from chowk.store.plan import Plan, SeatPlan, named

_RULES: Final = re.compile(r'^\[Rules "([1-9][0-9]{0,5})"\]', re.MULTILINE)
LOT: Final = "lot"
"""What the header `Sides` says where a lot decided who played which."""
AGREED: Final = "agreed"
"""What the header `Aids` says where everybody might ask for hints and analyse."""
NAME_HEADERS: Final = ("Black", "White", "Red", "Blue", "Yellow", "Green")


LONGEST: Final = 2_000_000
"""Characters in a text at most: no reader takes more."""
_BESIDE: Final = re.compile(r"[{(!?$]")
"""A sign without which a text has neither variations nor comments nor marks."""
_LIKELY: Final = 0.5
"""A text of which so much looks like a game is complained of as that game."""
_START: Final = re.compile(r"\s*(?:1\s*\.+\s*)?")
"""What may stand before the first move."""


class Unrecognised(TextError):
    """A text that is in no form that is read here."""


class Found(NamedTuple):
    """The first game in a text, who played it, and how many the text holds.

    `elements` and `dice` tell what was shown for the dice of a game that was played apart, as the record has it, `aids`
    whether hints and analysis were agreed on. `tree` holds its moves and descriptive headers, with all variations,
    comments, marks and drawings of the text; `notes` say what of the text was left out or guessed, and what else a
    player has to know of it, such as a result that cannot be.
    """

    match: Match[Any, Any]
    plan: Plan
    games: int
    tree: Variations
    elements: str = ""
    dice: str = ""
    aids: bool = False
    notes: tuple[Message, ...] = ()

    @property
    def is_open(self) -> bool:
        """True if it can be played on: it is not over, and there is nothing but one line of moves."""
        return self.tree.is_line and self.match.outcome() is None


def read_text(text: str, likely: str = "") -> Found:
    """The first game in a text; raises `TextError`, with line and column where they help, if there is none.

    The reader of the `likely` game is tried first. A text is complained of by the reader of the game that it looks
    like, or else by the one that came furthest into it; one of which none could read as much as the first move is
    `Unrecognised`. Numbers may be written in the digits of any script that the page speaks, as it shows them itself.
    """
    if not text.strip():
        raise TextError(say("There is no text yet. Paste a game first."))
    if len(text) > LONGEST:
        raise TextError(say("This file is too long: at most {count} characters can be read.", count=LONGEST))
    if '[Game "' in text:
        return _own(text)
    if (rules := _RULES.search(text)) is not None:
        record.read_edition({"Rules": rules[1]})
    complaints = []
    for name in sorted(games.ready(), key=lambda one: one != likely):
        try:
            found = _foreign(name, text)
        except TextError as error:
            resembles = getattr(games.load(name).notation, "resembles", lambda _: 0.0)(text)
            complaints.append((resembles >= _LIKELY, error.line, error.column, resembles, error))
        else:
            return found
    if (plain := _with_usual_digits(text)) != text:
        return read_text(plain)
    *_, resembles, furthest = max(complaints, key=lambda one: one[:3])
    before = text[: _START.match(text).end()]  # type: ignore[union-attr]  # it always matches
    begun = (before.count("\n") + 1, len(before) - before.rfind("\n"))
    if (furthest.line, furthest.column) <= begun and resembles < 1:
        why = say("No game was found in this text. Write it as Chowk does, or in one of these forms:")
        raise Unrecognised(why, furthest.line, furthest.column)
    raise furthest


def _own(text: str) -> Found:
    """Read a record of our own, with the variations that it may have."""
    whole = complaint = None
    if _BESIDE.search(text):
        try:
            name, whole = variations.read_text(text, games.find_ruleset)
        except TextError as error:
            complaint = error  # comments with braces in them are read below
    if whole is not None:
        headers = record.split_headers(text)[0]
        match = variations.main_line(whole, games.load(name).ruleset)
    else:
        try:
            match, headers = record.read(text, games.find_ruleset)
        except TextError as error:
            raise complaint or error from None
    notes = _notes(match, headers)
    tree = variations.of_match(match, _settled(headers, match))
    if whole is not None and not whole.is_line:
        tree = whole._replace(headers=tree.headers)
    plan = plan_of(match, headers, record.read_edition(headers))
    apart = headers.get("Elements", ""), headers.get("Dice", ""), headers.get("Aids", "") == AGREED
    return Found(match, plan, 1, tree, *apart, notes)


def _foreign(name: str, text: str) -> Found:
    """Read the first game of a text in a form that other programs use for a game."""
    notation = games.load(name).notation
    records = notation.read_games(text)
    match, headers = replayed(records[0]), records[0].headers
    notes = (*records[0].notes, *_notes(match, headers, foreign=True))
    tree = variations.of_match(match, _settled(headers, match))
    read = getattr(notation, "read_variations", None)
    if read is not None and match.ply and _BESIDE.search(text):
        beside: Variations = read(text)
        tree = beside._replace(headers=tree.headers) if not beside.is_line else tree
    return Found(match, plan_of(match, headers), len(records), tree, notes=notes)


def _notes(match: Match[Any, Any], headers: Mapping[str, str], *, foreign: bool = False) -> tuple[Message, ...]:
    """End a match as its headers say; return what is to be said about them."""
    note = declaration.settle(match, headers, foreign=foreign)
    return () if note is None else (note,)


def _settled(headers: Mapping[str, str], match: Match[Any, Any]) -> dict[str, str]:
    """Return the headers without a result that the match itself tells."""
    over = match.outcome() is not None
    made = (declaration.RESULT, declaration.TERMINATION, declaration.HEADER)
    return {name: value for name, value in headers.items() if not over or name not in made}


def _with_usual_digits(text: str) -> str:
    return "".join(str(unicodedata.digit(sign)) if sign.isdecimal() else sign for sign in text)


def replayed(found: Record) -> Match[Any, Any]:
    """The match that a record tells; raises `TextError` if its moves are not legal."""
    ruleset = games.load(found.game).ruleset
    options = house.usual(ruleset.rules)
    start = ruleset.notation.read_position(found.setup) if found.setup else ruleset.rules.start(2, options, found.seed)
    match: Match[Any, Any] = Match(ruleset, start, found.seed)
    for move in found.moves:
        match.push(move)
    return match


def plan_of(match: Match[Any, Any], headers: Mapping[str, str], edition: int = EDITION) -> Plan:
    """People in every seat, by the names in the headers: those of our sides, or of others if there is one for each.

    The house rules are those of the position that it began from; what that does not tell, those of the edition.
    """
    seats, game = match.position.seats, games.load(match.ruleset.name)
    sides = (english(game.side(match.at(0), seat)) for seat in range(seats))
    own = [headers.get(side, "").strip("?") for side in sides]
    told = [headers[name] for name in NAME_HEADERS if headers.get(name, "?").strip("?")]
    names = told if len(told) == seats and not all(own) else own
    options = {**house.usual(match.ruleset.rules, edition), **house.held(match.at(0))}
    people = tuple(SeatPlan("person", 0, named(name)) for name in names)
    lot = headers.get("Sides") == LOT and games.sign(match.ruleset.name).lot
    return Plan(match.ruleset.name, people, options, lot=lot)
