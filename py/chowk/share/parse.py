"""Reading a game from any text that holds one: our own record, or a form that other programs write."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from chowk import games
from chowk.core import house, record
from chowk.core.errors import TextError
from chowk.core.game import EDITION
from chowk.core.match import Match
from chowk.core.message import Message, english, say
from chowk.core.record import Record
from chowk.store.plan import Plan, SeatPlan, named

_RULES: Final = re.compile(r'^\[Rules "([1-9][0-9]{0,5})"\]', re.MULTILINE)
LOT: Final = "lot"
"""What the header `Sides` says where a lot decided who played which."""
AGREED: Final = "agreed"
"""What the header `Aids` says where everybody might ask for hints and analyse."""
NAME_HEADERS: Final = ("Black", "White", "Red", "Blue", "Yellow", "Green")


LONGEST: Final = 2_000_000
"""Characters in a text at most: no reader takes more."""
_LIKELY: Final = 0.5
"""A text of which so much looks like a game is complained of as that game."""
_START: Final = re.compile(r"\s*(?:1\s*\.+\s*)?")
"""What may stand before the first move."""


class Unrecognised(TextError):
    """A text that is in no form that is read here."""


class Found(NamedTuple):
    """The first game in a text, who played it, and how many the text holds.

    `elements` and `dice` tell what was shown for the dice of a game that was played apart, as the record has it, `aids`
    whether hints and analysis were agreed on. `notes` say what of the text was left out or guessed.
    """

    match: Match[Any, Any]
    plan: Plan
    games: int
    elements: str = ""
    dice: str = ""
    aids: bool = False
    notes: tuple[Message, ...] = ()


def read_text(text: str) -> Found:
    """The first game in a text; raises `TextError`, with line and column where they help, if there is none.

    A text is complained of by the reader of the game that it looks like, or else by the one that came furthest into it;
    one of which none could read as much as the first move is `Unrecognised`. Numbers may be written in the
    digits of any script that the page speaks, as it shows them itself.
    """
    if not text.strip():
        raise TextError(say("There is no text yet. Paste a game first."))
    if len(text) > LONGEST:
        raise TextError(say("This file is too long: it may have {count} characters.", count=LONGEST))
    if '[Game "' in text:
        match, headers = record.read(text, games.find_ruleset)
        plan = _plan(match, headers, record.read_edition(headers))
        apart = headers.get("Elements", ""), headers.get("Dice", ""), headers.get("Aids", "") == AGREED
        return Found(match, plan, 1, *apart)
    if (rules := _RULES.search(text)) is not None:
        record.read_edition({"Rules": rules[1]})
    complaints = []
    for name in games.ready():
        notation = games.load(name).notation
        try:
            records = notation.read_games(text)
            match = replayed(records[0])
        except TextError as error:
            resembles = getattr(notation, "resembles", lambda _: 0.0)(text)
            complaints.append((resembles >= _LIKELY, error.line, error.column, resembles, error))
        else:
            return Found(match, _plan(match, records[0].headers), len(records), notes=records[0].notes)
    if (plain := _with_usual_digits(text)) != text:
        return read_text(plain)
    *_, resembles, furthest = max(complaints, key=lambda one: one[:3])
    before = text[: _START.match(text).end()]  # type: ignore[union-attr]  # it always matches
    begun = (before.count("\n") + 1, len(before) - before.rfind("\n"))
    if (furthest.line, furthest.column) <= begun and resembles < 1:
        why = say("No game was found in this text. Write it as Chowk does, or in one of these forms:")
        raise Unrecognised(why, furthest.line, furthest.column)
    raise furthest


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


def _plan(match: Match[Any, Any], headers: Mapping[str, str], edition: int = EDITION) -> Plan:
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
