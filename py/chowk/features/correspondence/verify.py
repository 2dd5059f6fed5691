"""Check the dice of a correspondence game from its record. The revealed hash chain elements determine each roll."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any, Final

from chowk import games
from chowk.core.errors import TextError
from chowk.core.fair_dice import Handover, Ring, SharedDice, elements, starting_seed
from chowk.core.hash_chain import LENGTH
from chowk.core.match import Match
from chowk.core.message import say
from chowk.core.position import CHANCE
from chowk.features.sharing.parse import ParsedGame
from chowk.features.sharing.ports import SharingHost
from chowk.i18n.toast import Toast
from chowk.session import correspondence_state as state
from chowk.session.correspondence_state import Distance
from chowk.session.table import Table
from chowk.storage import turn_link as letters
from chowk.storage.turn_link import Terms

_ELEMENT: Final = re.compile("([0-9]{1,4}):([0-9a-f]{32})")
_HANDED: Final = re.compile("([0-9]{1,4})/([0-3])/([0-9]{1,4}):([0-9a-f]{32})")
"""Pattern of a handover in a record: ply, player number, and the number and value of the old chain's last element."""


def look_at(host: SharingHost, found: ParsedGame) -> None:
    """Open the game of a record at a guest's table, where nobody plays and the dice can be checked.

    Raise `TextError` if the hash chain elements are damaged, or do not lead to the first position of the game.
    """
    plan = found.plan
    options = {option.name: option.chosen(plan.options) for option in games.load(plan.game).rules.OPTIONS}
    terms = Terms(plan.game, len(plan.seats), options, plan.lot, found.dice == "strict", found.aids)
    ring = _ring(found.elements, terms)
    first = starting_seed(ring.revealed[0][1], (elements[0] for elements in ring.revealed[1:]))
    ring = ring._replace(moved=letters.moved(terms, first))
    if first != found.match.seed or letters.new_match(terms, ring).position_after(0) != found.match.position_after(0):
        raise TextError(say("The proof of the dice in this record belongs to another game."))
    match = proved(found.match, ring)
    if not state.dice_of(match).rightly_handed(match):
        raise _damaged()
    names = tuple(plan.seats[ring.seat(chair)].name for chair in range(terms.chairs))
    table = Table(games.load(plan.game), plan, match, "", host.clock.now())
    table.look_on()
    table.play_apart(Distance(terms, names, None, match.ply))
    host.sit_down(table)
    text = say("This game was shared with you. Look through it, or play on from any position.")
    host.voice.toast = Toast(text, "verify", say("Are the dice fair?"))


def _ring(text: str, terms: Terms) -> Ring:
    """Read the players' revealed hash chain elements from a record's text.

    The text has the last revealed element of each player, from which the earlier ones are computed. `terms` are the
    terms of the game. Raise `TextError` if the text does not fit them, or is damaged.
    """
    parts = text.split(" ")
    if len(parts) > terms.chairs + letters.HANDOVERS:
        raise _damaged()
    matches = [_ELEMENT.fullmatch(part) for part in parts[: terms.chairs]]
    handovers = tuple(map(_handover, parts[terms.chairs :]))
    shown = []
    for chair, part_match in enumerate(matches):
        if part_match is None or int(part_match[1]) > LENGTH:
            raise _damaged()
        ends = [handed.number for handed in handovers if handed.chair == chair]
        if any(end >= later for end, later in pairwise([-1, *ends, int(part_match[1])])):
            raise _damaged()
        shown.append(elements(handovers, chair, int(part_match[1]), bytes.fromhex(part_match[2])))
    if len(shown) < terms.chairs or len(shown[0]) < 2 or len({chain[0] for chain in shown}) < len(shown):
        raise _damaged()
    return Ring(tuple(shown), terms.strict, handovers=handovers)


def _handover(text: str) -> Handover:
    match = _HANDED.fullmatch(text)
    if match is None or int(match[3]) > LENGTH:
        raise _damaged()
    return Handover(int(match[1]), int(match[2]), int(match[3]), bytes.fromhex(match[4]))


def _damaged() -> TextError:
    return TextError(say("The proof of the dice in this record is damaged. Copy all of it again."))


def proved(match: Match[Any, Any], ring: Ring) -> Match[Any, Any]:
    """Return the match with dice that the revealed hash chain elements in `ring` determine.

    The match is cut before the first roll whose elements were not revealed.
    """
    match.dice = dice = SharedDice(ring)
    for ply in range(match.ply):
        if match.position_after(ply).turn == CHANCE:
            try:
                dice.draw(match, ply)
            except LookupError:
                match = match.until(ply)
                match.dice = SharedDice(ring)
                break
    return match
