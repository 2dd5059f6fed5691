"""Read a game from any text that holds one: our own records here, other programs' forms in `foreign_texts`."""

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
"""The header by which a record of our own is known."""
LOT: Final = "lot"
"""What the header `Sides` says where a lot decided who played which."""
AGREED: Final = "agreed"
"""What the header `Aids` says where everybody might ask for hints and analyse."""
NAME_HEADERS: Final = ("Black", "White", "Red", "Blue", "Yellow", "Green")


LONGEST: Final = 2_000_000
"""Characters in a text at most: no reader takes more."""
BESIDE: Final = re.compile(r"[{(!?$]")
"""A sign without which a text has neither variations nor comments nor marks."""


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


def read_own(text: str) -> Found | None:
    """Return the game of a text that is one record of our own and nothing else; None for any other text.

    Raise `TextError` where there is no text.
    """
    if not text.strip():
        raise TextError(say("There is no text yet. Paste a game first."))
    if text.count(OWN) == 1 and len(text) <= LONGEST:
        with suppress(TextError):  # there may be other games beside it, or readers of other forms complain of it
            return own(text)
    return None


def own(text: str) -> Found:
    """Read a record of our own, with the variations that it may have."""
    whole = complaint = None
    if BESIDE.search(text):
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
    notes = notes_of(match, headers)
    tree = variations.of_match(match, settled(headers, match))
    if whole is not None and not whole.is_line:
        tree = whole._replace(headers=tree.headers)
    plan = plan_of(match, headers, record.read_edition(headers))
    apart = headers.get("Elements", ""), headers.get("Dice", ""), headers.get("Aids", "") == AGREED
    return Found(match, plan, 1, tree, *apart, notes)


def notes_of(match: Match[Any, Any], headers: Mapping[str, str], *, foreign: bool = False) -> tuple[Message, ...]:
    """End a match as its headers say; return what is to be said about them."""
    note = declaration.settle(match, headers, foreign=foreign)
    return () if note is None else (note,)


def settled(headers: Mapping[str, str], match: Match[Any, Any]) -> dict[str, str]:
    """Return the headers without a result that the match itself tells."""
    over = match.outcome() is not None
    made = (declaration.RESULT, declaration.TERMINATION, declaration.HEADER)
    return {name: value for name, value in headers.items() if not over or name not in made}


def plan_of(match: Match[Any, Any], headers: Mapping[str, str], edition: int = EDITION) -> Plan:
    """People in every seat, by the names in the headers: those of our sides, or of others if there is one for each.

    The house rules are those of the position that it began from; what that does not tell, those of the edition.
    """
    seats, game = match.position.seats, games.load(match.ruleset.name)
    sides = (english(game.side(match.at(0), seat)) for seat in range(seats))
    own = [headers.get(side, "").strip("?") for side in sides]
    told = [headers[name] for name in NAME_HEADERS if headers.get(name, "?").strip("?")]
    names = told if len(told) == seats and not all(own) else own
    options = {**rule_options.usual(match.ruleset.rules, edition), **rule_options.held(match.at(0))}
    people = tuple(SeatPlan("person", 0, named(name)) for name in names)
    lot = headers.get("Sides") == LOT and games.sign(match.ruleset.name).lot
    return Plan(match.ruleset.name, people, options, lot=lot)
