"""Read a game from text. Chowk's own records are read here, the formats of other programs in `foreign_texts`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

from chowk import games
from chowk.core import declaration, record, rule_options, variations
from chowk.core.errors import TextError
from chowk.core.game import EDITION
from chowk.core.match import Match
from chowk.core.message import Message, english, say
from chowk.core.variations import Variations
from chowk.storage.plan import Plan, SeatPlan, named

OWN: Final = '[Game "'
"""Header that identifies Chowk's own records."""
LOT: Final = "lot"
"""Value of the header `Sides` if the sides were drawn at random."""
AGREED: Final = "agreed"
"""Value of the header `Aids` if all players agreed to hints and analysis."""
NAME_HEADERS: Final = ("Black", "White", "Red", "Blue", "Yellow", "Green")


LONGEST: Final = 2_000_000
"""Maximum length of a text, in characters. No reader accepts more."""
BESIDE: Final = re.compile(r"[{(!?$]")
"""A pattern for a character that begins a variation, a comment or a mark. A text without a match has none of them."""


class Unrecognised(TextError):
    """Raised for a text in no known format."""


class ParsedGame(NamedTuple):
    """A game read from a text: its moves, its players and house rules, and the number of games in the text.

    `elements` and `dice` are the headers by which the dice of a correspondence game can be verified. `aids` is True if
    hints and analysis were allowed. `tree` holds the moves and the descriptive headers, with all variations, comments,
    marks and drawings of the text. `notes` are messages to the player about parts that were left out or guessed, and
    about facts such as an impossible result.
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
        """True if the game can be played on: it is not over, and has no variations, comments, marks or drawings."""
        return self.tree.is_line and self.match.outcome() is None


def read_own(text: str) -> ParsedGame | None:
    """Return the game of a text that is a single record in Chowk's own format, or None for any other text.

    Raise `TextError` if the text is blank.
    """
    if not text.strip():
        raise TextError(say("There is no text yet. Paste a game first."))
    if text.count(OWN) == 1 and len(text) <= LONGEST:
        with suppress(TextError):  # the text may hold more games, or another reader may give a better error
            return own(text)
    return None


def own(text: str) -> ParsedGame:
    """Read a game with its variations from a record in Chowk's own format; raise `TextError` if it cannot be read."""
    whole = complaint = None
    if BESIDE.search(text):
        try:
            name, whole = variations.read_text(text, games.find_ruleset)
        except TextError as error:
            complaint = error  # comments that contain braces are read below
    if whole is not None:
        headers = record.split_headers(text)[0]
        match = variations.main_line(whole, games.load(name).ruleset)
    else:
        try:
            match, headers = record.read(text, games.find_ruleset)
        except TextError as error:
            raise complaint or error from None
    notes = notes_of(match, headers)
    tree = variations.of_match(match, settled(headers, match))
    if whole is not None and not whole.is_line:
        tree = whole._replace(headers=tree.headers)
    plan = plan_of(match, headers, record.read_edition(headers))
    apart = headers.get("Elements", ""), headers.get("Dice", ""), headers.get("Aids", "") == AGREED
    return ParsedGame(match, plan, 1, tree, *apart, notes)


def notes_of(match: Match[Any, Any], headers: Mapping[str, str], *, foreign: bool = False) -> tuple[Message, ...]:
    """End a match as its headers declare, for example by resignation. Return messages to the player about the ending.

    `foreign` is True if another program wrote the headers.
    """
    note = declaration.settle(match, headers, foreign=foreign)
    return () if note is None else (note,)


def settled(headers: Mapping[str, str], match: Match[Any, Any]) -> dict[str, str]:
    """Return the headers. If the match is over, leave out the headers about its result, which the match determines."""
    over = match.outcome() is not None
    computed = (declaration.RESULT, declaration.TERMINATION, declaration.HEADER)
    return {name: value for name, value in headers.items() if not over or name not in computed}


def plan_of(match: Match[Any, Any], headers: Mapping[str, str], edition: int = EDITION) -> Plan:
    """Return the plan of a recorded game: a person in each seat, with the names in the headers, and the house rules.

    A player's name is in the header that is named after the player's side, or in one of `NAME_HEADERS`, which other
    programs use. The house rules come from the first position. A rule that this position does not store has its default
    in `edition`, an edition of the house rules.
    """
    seats, game = match.position.seats, games.load(match.ruleset.name)
    sides = (english(game.side(match.position_after(0), seat)) for seat in range(seats))
    side_names = [headers.get(side, "").strip("?") for side in sides]
    described = [headers[name] for name in NAME_HEADERS if headers.get(name, "?").strip("?")]
    names = described if len(described) == seats and not all(side_names) else side_names
    rules = match.ruleset.rules
    options = {
        **rule_options.default_options(rules, edition),
        **rule_options.house_values(rules, match.position_after(0)),
    }
    people = tuple(SeatPlan("person", 0, named(name)) for name in names)
    lot = headers.get("Sides") == LOT and games.sign(match.ruleset.name).lot
    return Plan(match.ruleset.name, people, options, lot=lot)
