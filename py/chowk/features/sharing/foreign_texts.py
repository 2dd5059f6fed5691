"""Read a game from any text that holds one: Chowk's own record, or a format of other programs.

Each game supplies a reader for the formats that other programs use.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any, Final

from chowk import games
from chowk.core import json_record, record, rule_options, variations
from chowk.core.errors import TextError
from chowk.core.match import Match
from chowk.core.message import say
from chowk.core.record import Record, descriptive
from chowk.features.sharing import parse
from chowk.features.sharing.parse import BESIDE, ParsedGame, Unrecognised, notes_of, plan_of, settled
from chowk.storage.plan import named

_RULES: Final = re.compile(r'^\[Rules "([1-9][0-9]{0,5})"\]', re.MULTILINE)
_LIKELY: Final = 0.5
"""Minimum resemblance of a text to a game's notation, from 0 to 1, at which that game's reader explains the error."""
_START: Final = re.compile(r"\s*(?:1\s*\.+\s*)?")
"""A pattern for the text that may come before the first move."""


def read_text(text: str, likely: str = "") -> ParsedGame:
    """Return the first game in a text; raise `TextError`, with the line and column of the error, if there is none.

    The reader of the game `likely` is tried first. If all readers fail, one of them explains the error: that of the
    game whose notation the text resembles, else that of the game `likely`, else the one that read furthest. But if that
    one failed before the first move, `Unrecognised` is raised, unless the text is surely meant for its game. Numbers
    may be written in the digits of any script.
    """
    if not text.strip():
        raise TextError(say("There is no text yet. Paste a game first."))
    if len(text) > parse.LONGEST:
        raise TextError(say("This file is too long: at most {count} characters can be read.", count=parse.LONGEST))
    if json_record.is_game(text):
        return _from_json(text)
    if parse.OWN in text:
        return parse.own(text)
    if (rules := _RULES.search(text)) is not None:
        record.read_edition({"Rules": rules[1]})
    complaints = []
    for name in sorted(games.ready(), key=lambda candidate: candidate != likely):
        try:
            game = _foreign(name, text)
        except TextError as error:
            resembles = games.load(name).resembles(text)
            complaints.append((resembles >= _LIKELY, name == likely, error.line, error.column, resembles, error))
        else:
            return game
    if (plain := _with_usual_digits(text)) != text:
        return read_text(plain, likely)
    *_, resembles, furthest = max(complaints, key=lambda complaint: complaint[:4])
    before = text[: _START.match(text).end()]  # type: ignore[union-attr]  # it always matches
    begun = (before.count("\n") + 1, len(before) - before.rfind("\n"))
    if (furthest.line, furthest.column) <= begun and resembles < 1:
        why = say("No game was found in this text. Write it as Chowk does, or in one of these forms:")
        raise Unrecognised(why, furthest.line, furthest.column)
    raise furthest


def _from_json(text: str) -> ParsedGame:
    """Read a game that is written as JSON; raise `TextError` if it is damaged."""
    game = json_record.read(text, games.find_ruleset)
    plan = plan_of(game.match, game.tree.headers, game.edition)
    if len(game.players) == len(plan.seats):
        names = [(seat, named(name)) for seat, name in zip(plan.seats, game.players, strict=True)]
        plan = plan._replace(seats=tuple(seat._replace(name=name) for seat, name in names))
    tree = game.tree._replace(headers=descriptive(settled(game.tree.headers, game.match)))
    return ParsedGame(game.match, plan, 1, tree)


def _foreign(name: str, text: str) -> ParsedGame:
    """Read the first game of a text in the formats that other programs use for the game `name`."""
    game = games.load(name)
    records = game.notation.read_games(text)
    match, headers = replayed(records[0]), records[0].headers
    notes = (*records[0].notes, *notes_of(match, headers, foreign=True))
    tree = variations.of_match(match, settled(headers, match))
    if game.read_variations is not None and match.ply and BESIDE.search(text):
        beside = game.read_variations(text)
        tree = beside._replace(headers=tree.headers) if not beside.is_line else tree
    return ParsedGame(match, plan_of(match, headers), len(records), tree, notes=notes)


def _with_usual_digits(text: str) -> str:
    return "".join(str(unicodedata.digit(sign)) if sign.isdecimal() else sign for sign in text)


def replayed(record: Record) -> Match[Any, Any]:
    """Return the match of a record; raise `TextError` if its moves are not legal."""
    ruleset = games.load(record.game).ruleset
    options = rule_options.default_options(ruleset.rules)
    setup, read = record.setup, ruleset.notation.read_position
    start = read(setup) if setup else ruleset.rules.start(2, options, record.seed)
    match: Match[Any, Any] = Match(ruleset, start, record.seed)
    for move in record.moves:
        match.push(move)
    return match
