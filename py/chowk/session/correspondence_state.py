"""A game that is played apart, as it stands at a table: which chair is one's own, and what has been sent of it."""

from __future__ import annotations

from collections.abc import Generator
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from chowk import games
from chowk.core import fair_dice
from chowk.core.dice import whose
from chowk.core.fair_dice import Drawing, Handover, Ring, elements
from chowk.core.hash_chain import Chain
from chowk.core.match import Match
from chowk.core.position import CHANCE
from chowk.core.stepper import finished
from chowk.storage import turn_link
from chowk.storage.plan import Plan
from chowk.storage.saves import Apart, Save
from chowk.storage.turn_link import Terms, Wish, agreeing, moved

Waits: TypeAlias = Literal["", "play", "send", "draw", "back", "seat"]
"""What a game waits for from whoever plays here: nothing, a move, that it is sent, or a word on what is asked."""


_WAITS: Final[tuple[Waits, ...]] = get_args(Waits)


class Distance(NamedTuple):
    """What is known of a game besides its match while it is played apart.

    `chair` is one's own; None for whoever only looks on. So many moves as `sent` says are known to others, -1 where
    not even the table is. `names` are by chair. `wish` is what takes everybody's consent; `told` says that the others
    have what was said of it here. `brought` are the chairs whose secret is known to have come by a link or a file.
    """

    terms: Terms
    names: tuple[str, ...]
    chair: int | None
    sent: int
    wish: Wish | None = None
    told: bool = True
    brought: tuple[int, ...] = ()

    def standing(self, match: Match[Any, Any]) -> Wish | None:
        """What is wished now; whoever moves plays on, and so has answered."""
        ended = match.outcome() is not None
        return self.wish if self.wish is not None and self.wish.ply == match.ply and not ended else None

    def asked(self, match: Match[Any, Any]) -> Wish | None:
        """What is wished and waits for an answer from here."""
        wish = self.standing(match)
        if wish is None or wish.no or self.chair is None or self.chair in wish.yes:
            return None
        if wish.kind == "seat":
            return wish if self.chair != wish.to and turn_link.may_hand(match, wish.to) else None
        return wish if wish.kind == "back" or self.chair in agreeing(match) else None


def dice_of(match: Match[Any, Any]) -> Drawing:
    """The dice of a match that is played apart."""
    assert isinstance(match.dice, Drawing), "it is played apart"
    return match.dice


def untouched(ring: Ring, chair: int) -> bool:
    """Return whether nothing was played with the chain that a chair has now; laying the table counts as nothing."""
    return is_untouched(chair, ring.counters[chair], ring.since(chair))


def is_untouched(chair: int, number: int, since: int) -> bool:
    """Return the same from the number of the last element shown and of the chain's commitment."""
    return number - since <= (1 if chair == 0 and since == 0 else 0)


def due(distance: Distance, match: Match[Any, Any]) -> bool:
    """Whether something is to be played here: a move or a roll of one's own."""
    dice = dice_of(match)
    return distance.chair is not None and not dice.waits(match) and dice.due(match) == distance.chair


def unsent(distance: Distance, match: Match[Any, Any]) -> bool:
    """Whether something was played here that the others do not have, and that now is to be sent."""
    if distance.chair is None:
        return False
    if not distance.told:
        return True
    if due(distance, match):
        return False
    dice = dice_of(match)
    if dice.waits(match) and dice.asked(match) == distance.chair:
        return True
    return distance.sent < match.ply or dice.settled(match)[distance.chair] > dice.ring.counters[distance.chair]


def is_handed_on(distance: Distance, match: Match[Any, Any]) -> bool:
    """Return whether this device made the last choice of the match, or laid the table, and sent its link."""
    if distance.chair is None or unsent(distance, match):
        return False
    mine = dice_of(match).ring.seat(distance.chair)
    turns = (match.at(ply).turn for ply in range(match.ply - 1, -1, -1))
    last = next((turn for turn in turns if turn != CHANCE), mine if distance.chair == 0 else None)
    return last == mine and whose(match.position) != mine


def spoken(distance: Distance, match: Match[Any, Any]) -> bool:
    """Whether the link that is to be sent holds no move but one's word: what one asked, answered, or ended by it."""
    wish, handed = distance.standing(match), dice_of(match).ring.handovers
    said = wish is not None and (wish.no or distance.chair in wish.yes)
    return said or bool(turn_link.said(match)) or bool(handed and handed[-1].ply == match.ply)


def waiting(save: Save) -> Waits:
    """What a kept game waits for from whoever plays here; told from the save, for home lists many of them."""
    apart, match = save.apart, save.match
    if apart is None or apart.chair is None:
        return ""
    seat = next((at for at, who in enumerate(save.plan.seats) if who.kind == "person"), -1)
    unsent: Waits = "" if apart.told and apart.sent >= match.ply else "send"
    outcome, moved = match.outcome(), (apart.chair - seat) % len(apart.shown)
    if outcome is not None:
        return "send" if outcome.why == "resigned" and _owed(match, apart, moved) else unsent
    if apart.wish is not None and (asked := _answer(save, apart.wish, apart.chair, seat)):
        return asked
    if apart.strict and match.position.turn == CHANCE:
        chair = _element(match, match.position, apart, moved)
        if chair is not None:
            return "send" if chair == apart.chair else unsent
    return "play" if whose(match.position) == seat else unsent


def _answer(save: Save, wish: tuple[str, int, tuple[int, ...], int, bool, bytes], chair: int, seat: int) -> Waits:
    """What is wished in a kept game and waits for a word from here."""
    kind, ply, yes, to, no, _ = wish
    if ply != save.match.ply or no or chair in yes:
        return ""
    answers = kind == "back" or (seat in save.match.agreeing if kind == "draw" else to != chair)
    return next((one for one in _WAITS if one == kind), "") if answers else ""


@lru_cache(maxsize=64)  # home is drawn often, and all turns of a game are counted for it
def _element(match: Match[Any, Any], _position: Any, apart: Apart, moved: int) -> int | None:
    """The chair whose element the dice of a strict table wait for; None where they do not."""
    dice = _counted(apart, moved)
    return dice.asked(match) if dice.waits(match) else None


@lru_cache(maxsize=64)
def _owed(match: Match[Any, Any], apart: Apart, moved: int) -> bool:
    """Whether whoever plays here has not shown yet what giving up shows."""
    dice, chair = _counted(apart, moved), apart.chair or 0
    return dice.settled(match)[chair] > dice.ring.counters[chair]


def _counted(apart: Apart, moved: int) -> Drawing:
    """Dice of which no more is known than how many elements everybody has shown."""
    shown = tuple((b"",) * (number + 1) for number, _ in apart.shown)
    handed = tuple(Handover(*one) for one in apart.handovers)
    return Drawing(Ring(shown, apart.strict, moved, None, apart.extra, handed))


def held(distance: Distance, match: Match[Any, Any]) -> bool:
    """Whether the dice wait for an element of somebody else, or are somebody else's."""
    dice = dice_of(match)
    return dice.waits(match) or dice.due(match) != distance.chair


def may_offer(distance: Distance | None, match: Match[Any, Any]) -> bool:
    """Whether a draw may be offered: by two, once one's own turn is over and nothing is asked."""
    if distance is None or distance.chair is None or match.outcome() is not None or match.position.seats != 2:
        return False
    return not due(distance, match) and distance.standing(match) is None and not dice_of(match).waits(match)


def agreed(distance: Distance, match: Match[Any, Any]) -> Distance:
    """Says yes to a draw that the rules have offered; the game is over where nobody else is to be asked."""
    assert distance.chair is not None, "somebody plays here"
    yes = frozenset({distance.chair})
    if yes >= agreeing(match):
        match.agree()
    return distance._replace(wish=Wish("draw", match.ply, yes), told=False)


def back_to(distance: Distance, match: Match[Any, Any]) -> int | None:
    """The ply to which one may ask to go back, what was sent being taken back by consent alone; None where not."""
    if distance.chair is None or distance.standing(match) is not None or not match.ply:
        return None
    seat = dice_of(match).ring.seat(distance.chair)
    to = turn_link.back_to(match, seat)
    begun = whose(match.position) == seat and match.at(match.ply - 1).turn == seat  # in the midst of one's turn
    return to if to is not None and to < distance.sent and not begun else None


def revealed(match: Match[Any, Any]) -> Ring:
    """Return what everybody knows once one's turn is sent."""
    dice = dice_of(match)
    return fair_dice.revealed(dice.ring, dice, match)


def floor(distance: Distance, match: Match[Any, Any]) -> int:
    """The ply before which nothing is taken back: what was sent stands, and so does what was rolled."""
    rolled = (ply + 1 for ply in range(match.ply - 1, -1, -1) if match.at(ply).turn == CHANCE)
    return max(0, distance.sent, next(rolled, 0))


def seated(plan: Plan, match: Match[Any, Any], kept: Apart, own: Chain | None) -> Distance:
    """What is kept of a game that is played apart, taken up again: its dice are made of what was shown."""
    return finished(seating(plan, match, kept, own))


def seating(plan: Plan, match: Match[Any, Any], kept: Apart, own: Chain | None) -> Generator[None, None, Distance]:
    """The same, some plies at a time."""
    first = games.load(plan.game).rules.OPTIONS
    options = {option.name: option.chosen(plan.options) for option in first}
    terms = Terms(plan.game, len(plan.seats), options, plan.lot, kept.strict, kept.aids)
    if not isinstance(match.dice, Drawing):
        handed = tuple(Handover(*one) for one in kept.handovers)
        shown = tuple(elements(handed, chair, number, last) for chair, (number, last) in enumerate(kept.shown))
        match.dice = Drawing(Ring(shown, kept.strict, moved(terms, match.seed), own, kept.extra, handed))
    yield from match.dice.counting(match)
    if not _fits(match, kept, own):
        match.dice.ring, own = match.dice.ring._replace(own=None), None
    ring = match.dice.ring
    names = tuple(plan.seats[ring.seat(chair)].name for chair in range(len(plan.seats)))
    wish = None
    if kept.wish is not None:
        kind, ply, yes, to, no, commitment = kept.wish
        wish = Wish(kind, ply, frozenset(yes), to, no, commitment)
    return Distance(terms, names, kept.chair if own is not None else None, kept.sent, wish, kept.told)


def _fits(match: Match[Any, Any], kept: Apart, own: Chain | None) -> bool:
    """Whether a chain is that of the seat of which a game is kept, and everybody else has shown what was played by.

    Where what is kept was damaged, the game can be looked at, and be gone on with by the next link.
    """
    ring, needed = dice_of(match).ring, dice_of(match).turns(match).counters
    if own is None or own.chair != kept.chair or ring.commitment(own.chair) != own.commitment:
        return False
    pairs = enumerate(zip(ring.counters, needed, strict=True))
    return all(at == own.chair or have >= least for at, (have, least) in pairs)


def kept(distance: Distance, match: Match[Any, Any]) -> Apart:
    """What is kept of a game that is played apart."""
    ring = dice_of(match).ring
    shown = tuple((len(elements) - 1, elements[-1]) for elements in ring.shown)
    wish = distance.standing(match)
    said = None
    if wish is not None:
        said = (wish.kind, wish.ply, tuple(sorted(wish.yes)), wish.to, wish.no, wish.commitment)
    handed = tuple((one.ply, one.chair, one.number, one.last) for one in ring.handovers)
    aids = distance.terms.aids
    return Apart(distance.chair, distance.sent, ring.strict, shown, said, distance.told, ring.extra, handed, aids)


def claimable(distance: Distance | None, match: Match[Any, Any]) -> int | None:
    """The chair that whoever looks on may ask for, because its turn is about to begin; None where there is none."""
    if distance is None or distance.chair is not None:
        return None
    dice = dice_of(match)
    chair = dice.due(match)
    return chair if chair is not None and turn_link.may_hand(match, chair) else None
