"""A game that is played apart, as it stands at a table: which chair is one's own, and what has been sent of it."""

from __future__ import annotations

from typing import Any, NamedTuple

from chowk import games
from chowk.apart.chain import Chain, down
from chowk.apart.dice import Drawing, Ring
from chowk.apart.letter import Terms, moved
from chowk.apart.merge import Here, shown
from chowk.core.match import Match
from chowk.core.position import CHANCE
from chowk.store.plan import Plan
from chowk.store.saves import Apart


class Distance(NamedTuple):
    """What is known of a game besides its match while it is played apart.

    `chair` is one's own; None for whoever only looks on. So many moves as `sent` says are known to others, -1 where
    not even the table is. `names` are by chair.
    """

    terms: Terms
    names: tuple[str, ...]
    chair: int | None
    sent: int

    def here(self, match: Match[Any, Any]) -> Here | None:
        """The game as it is compared with what comes by a link; None for whoever only looks on."""
        if self.chair is None:
            return None
        return Here(self.terms, self.names, dice_of(match).ring, match, self.chair, self.sent)


def dice_of(match: Match[Any, Any]) -> Drawing:
    """The dice of a match that is played apart."""
    assert isinstance(match.dice, Drawing), "it is played apart"
    return match.dice


def due(distance: Distance, match: Match[Any, Any]) -> bool:
    """Whether something is to be played here: a move or a roll of one's own."""
    dice = dice_of(match)
    return distance.chair is not None and not dice.waits(match) and dice.due(match) == distance.chair


def unsent(distance: Distance, match: Match[Any, Any]) -> bool:
    """Whether something was played here that the others do not have, and that now is to be sent."""
    if distance.chair is None or due(distance, match):
        return False
    dice = dice_of(match)
    if dice.waits(match) and dice.asked(match) == distance.chair:
        return True
    return distance.sent < match.ply or dice.settled(match)[distance.chair] > dice.ring.counters[distance.chair]


def held(distance: Distance, match: Match[Any, Any]) -> bool:
    """Whether the dice wait for an element of somebody else, or are somebody else's."""
    dice = dice_of(match)
    return dice.waits(match) or dice.due(match) != distance.chair


def revealed(match: Match[Any, Any]) -> Ring:
    """What everybody knows once one's turn is sent."""
    dice = dice_of(match)
    return shown(dice.ring, dice, match)


def floor(distance: Distance, match: Match[Any, Any]) -> int:
    """The ply before which nothing is taken back: what was sent stands, and so does what was rolled."""
    rolled = (ply + 1 for ply in range(match.ply - 1, -1, -1) if match.at(ply).turn == CHANCE)
    return max(0, distance.sent, next(rolled, 0))


def seated(plan: Plan, match: Match[Any, Any], kept: Apart, own: Chain | None) -> Distance:
    """What is kept of a game that is played apart, taken up again: its dice are made of what was shown."""
    first = games.load(plan.game).rules.OPTIONS
    options = {option.name: option.chosen(plan.options) for option in first}
    terms = Terms(plan.game, len(plan.seats), options, plan.lot, kept.strict)
    if not isinstance(match.dice, Drawing):
        elements = tuple(down(chair, number, last, 0) for chair, (number, last) in enumerate(kept.shown))
        match.dice = Drawing(Ring(elements, kept.strict, moved(terms, match.seed), own))
    ring = match.dice.ring
    names = tuple(plan.seats[ring.seat(chair)].name for chair in range(len(plan.seats)))
    return Distance(terms, names, kept.chair if own is not None else None, kept.sent)


def kept(distance: Distance, match: Match[Any, Any]) -> Apart:
    """What is kept of a game that is played apart."""
    ring = dice_of(match).ring
    shown = tuple((len(elements) - 1, elements[-1]) for elements in ring.shown)
    return Apart(distance.chair, distance.sent, ring.strict, shown)
