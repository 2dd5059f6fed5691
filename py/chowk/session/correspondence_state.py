"""The state of a correspondence game at a table, such as the player at this device and the number of moves sent."""

from __future__ import annotations

from collections.abc import Generator
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from chowk import games
from chowk.core import fair_dice
from chowk.core.dice import seat_to_act
from chowk.core.fair_dice import Handover, Ring, SharedDice, elements
from chowk.core.hash_chain import Chain
from chowk.core.match import Match
from chowk.core.position import CHANCE
from chowk.core.stepper import finished
from chowk.storage import turn_link
from chowk.storage.greeting import Greeting
from chowk.storage.plan import Plan
from chowk.storage.saves import Save, StoredCorrespondence, Way
from chowk.storage.turn_link import Terms, Wish, agreeing, moved


class Reaction(NamedTuple):
    """A preset message that a player sent with a move.

    `chair` is the player's place in the order of joining. `number` is the number of the message, from 1. `ply` is the
    number of moves before the message.
    """

    chair: int
    number: int
    ply: int


Waits: TypeAlias = Literal["", "play", "send", "draw", "back", "seat"]
"""The action that a stored game needs from this player: none, a move (`play`), sending (`send`), or the answer to a
request: a draw, a take-back (`back`) or a change of player (`seat`)."""


_WAITS: Final[tuple[Waits, ...]] = get_args(Waits)


class Distance(NamedTuple):
    """The state of a correspondence game that is not part of its match.

    A chair is a player's place in the order of joining.

    `terms`: the game, the number of players and the rules, on which the players agreed.
    `names`: the players' names by chair.
    `chair`: the chair of this device's player, or None for a guest, who only watches.
    `sent`: the number of moves that the other players know; -1 if they do not know yet that the game has started.
    `wish`: the open request that all must accept, such as a draw offer, or None.
    `shared`: False if the link must be sent even without new moves, for example because of a request or an answer.
    `brought`: the chairs that a link or a file moved to this device, with their secrets for the dice.
    `faces`: the numbers of the animal faces that players sent as portraits, by chair, 0 for none; empty if nobody sent
        one.
    `reactions`: the latest reaction of each player who sent one, and the one that this player has chosen to send.
    `way`: how the last link left the page (`saves.Way`).
    """

    terms: Terms
    names: tuple[str, ...]
    chair: int | None
    sent: int
    wish: Wish | None = None
    shared: bool = True
    brought: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()
    reactions: tuple[Reaction, ...] = ()
    way: Way = ""

    def face(self, chair: int) -> int:
        """Return the number of the animal face that the player `chair` sent as a portrait, or 0 for none."""
        return self.faces[chair] if self.faces else 0

    def reaction(self, match: Match[Any, Any], chair: int) -> int:
        """Return the number of the present reaction (preset message) of the player `chair`, or 0 for none.

        The reaction of this device's player stays until anybody moves. The reaction of another player stays until this
        device's player has sent a move.
        """
        ply = match.ply if chair == self.chair else self.sent
        return next((said.number for said in self.reactions if said.chair == chair and said.ply == ply), 0)

    def reacting(self, chair: int, number: int, ply: int) -> Distance:
        """Return the state with a player's new reaction, sent after `ply` moves, in place of the earlier one.

        If `number` is 0, the player has no reaction.
        """
        others = tuple(said for said in self.reactions if said.chair != chair)
        return self._replace(reactions=(*others, Reaction(chair, number, ply)) if number else others)

    def taken_back(self, ply: int) -> Distance:
        """Return the state without the reactions that were sent after more than `ply` moves."""
        return self._replace(reactions=tuple(said for said in self.reactions if said.ply <= ply))

    def greeted(self, greeting: Greeting | None, ply: int) -> Distance:
        """Return the state with the face and the reaction (`greeting`) that came with another player's link.

        `ply` is the number of moves of the game in the link. A greeting without a face leaves the known face unchanged.
        """
        if greeting is None or greeting.chair == self.chair or greeting.chair >= len(self.names):
            return self
        chair, faces = greeting.chair, self.faces
        if greeting.face:
            faces = faces or (0,) * len(self.names)
            faces = (*faces[:chair], greeting.face, *faces[chair + 1 :])
        return self._replace(faces=faces).reacting(chair, greeting.reaction, ply)

    def standing(self, match: Match[Any, Any]) -> Wish | None:
        """Return the open request to the other players, such as a draw offer, or None.

        A request is closed by the next move, and by the end of the game.
        """
        ended = match.outcome() is not None
        return self.wish if self.wish is not None and self.wish.ply == match.ply and not ended else None

    def wish_to_answer(self, match: Match[Any, Any]) -> Wish | None:
        """Return the open request if this device's player has to answer it, otherwise None."""
        wish = self.standing(match)
        if wish is None or wish.no or self.chair is None or self.chair in wish.yes:
            return None
        if wish.kind == "seat":
            return wish if self.chair != wish.to and turn_link.may_hand(match, wish.to) else None
        return wish if wish.kind == "back" or self.chair in agreeing(match) else None


def dice_of(match: Match[Any, Any]) -> SharedDice:
    """Return the dice of a correspondence match, to which all players contribute."""
    assert isinstance(match.dice, SharedDice), "it is played apart"
    return match.dice


def untouched(ring: Ring, chair: int) -> bool:
    """Return True if no turn has used a player's present hash chain (the player's secret for the dice).

    `chair` is the player's number, in the order of joining. `ring` holds the revealed elements of all chains. The start
    of the game does not count as a turn.
    """
    return is_untouched(chair, ring.counters[chair], ring.since(chair))


def is_untouched(chair: int, number: int, since: int) -> bool:
    """Return True if no turn has used a player's hash chain (the player's secret for the dice).

    `number` is the number of the last revealed element of the chain. `since` is the number of its first element, the
    commitment: 0, or more if the chain replaced another one. The element that the inviter (chair 0) reveals to start
    the game does not count.
    """
    return number - since <= (1 if chair == 0 and since == 0 else 0)


def must_act(distance: Distance, match: Match[Any, Any]) -> bool:
    """Return True if the player at this device must move or roll now."""
    dice = dice_of(match)
    return distance.chair is not None and not dice.awaits_reveal(match) and dice.acting_chair(match) == distance.chair


def unsent(distance: Distance, match: Match[Any, Any]) -> bool:
    """Return True if the player at this device must now send moves, an answer, or a secret for the dice."""
    if distance.chair is None:
        return False
    if not distance.shared:
        return True
    if must_act(distance, match):
        return False
    dice = dice_of(match)
    if dice.awaits_reveal(match) and dice.next_revealer(match) == distance.chair:
        return True
    return distance.sent < match.ply or dice.settled(match)[distance.chair] > dice.ring.counters[distance.chair]


def is_handed_on(distance: Distance, match: Match[Any, Any]) -> bool:
    """Return True if the player at this device made the last choice and has sent it, and another player is to move.

    The last choice is the latest move that is no roll. Without such a move, it is the inviter's start of the game.
    """
    if distance.chair is None or unsent(distance, match):
        return False
    mine = dice_of(match).ring.seat(distance.chair)
    turns = (match.position_after(ply).turn for ply in range(match.ply - 1, -1, -1))
    last = next((turn for turn in turns if turn != CHANCE), mine if distance.chair == 0 else None)
    return last == mine and seat_to_act(match.position) != mine


def reports_more(distance: Distance, match: Match[Any, Any]) -> bool:
    """Return True if the link that this player has to send reports more than moves and rolls.

    It may also report an event at the present ply: a request, an answer, a new secret for a seat (handover), a draw or
    a resignation.
    """
    wish, handed = distance.standing(match), dice_of(match).ring.handovers
    wished = wish is not None and (wish.no or distance.chair in wish.yes)
    return wished or bool(turn_link.ending_code(match)) or bool(handed and handed[-1].ply == match.ply)


def waiting(save: Save) -> Waits:
    """Return the action that a stored correspondence game needs from the player at this device; empty if none.

    The home page lists many games, so this reads the stored game only, and does not make a `Table`.
    """
    stored, match = save.correspondence, save.match
    if stored is None or stored.chair is None:
        return ""
    seat = next((place for place, player in enumerate(save.plan.seats) if player.kind == "person"), -1)
    unsent: Waits = "" if stored.shared and stored.sent >= match.ply else "send"
    outcome, moved = match.outcome(), (stored.chair - seat) % len(stored.shown)
    if outcome is not None:
        return "send" if outcome.why == "resigned" and _owed(match, stored, moved) else unsent
    if stored.wish is not None and (request := _answer(save, stored.wish, stored.chair, seat)):
        return request
    if stored.strict and match.position.turn == CHANCE:
        chair = _element(match, match.position, stored, moved)
        if chair is not None:
            return "send" if chair == stored.chair else unsent
    return "play" if seat_to_act(match.position) == seat else unsent


def _answer(save: Save, wish: tuple[str, int, tuple[int, ...], int, bool, bytes], chair: int, seat: int) -> Waits:
    """Return the kind of an open request in a stored game if this device's player has to answer it, otherwise empty.

    `wish` holds the fields of the request (`turn_link.Wish`). `chair` and `seat` are those of this device's player.
    """
    kind, ply, yes, to, no, _ = wish
    if ply != save.match.ply or no or chair in yes:
        return ""
    answers = kind == "back" or (seat in save.match.agreeing if kind == "draw" else to != chair)
    return next((known for known in _WAITS if known == kind), "") if answers else ""


@lru_cache(maxsize=64)  # the home page is rendered often, and this counts all turns of a game
def _element(match: Match[Any, Any], _position: Any, stored: StoredCorrespondence, moved: int) -> int | None:
    """Return the chair (player) that must reveal a secret before the next roll of the present turn, or None.

    `moved` is the chair of the player who has the first seat.
    """
    dice = _counted(stored, moved)
    return dice.next_revealer(match) if dice.awaits_reveal(match) else None


@lru_cache(maxsize=64)
def _owed(match: Match[Any, Any], stored: StoredCorrespondence, moved: int) -> bool:
    """Return True if the player at this device still has to reveal a secret for the dice, for example after resigning.

    `moved` is the chair of the player who has the first seat.
    """
    dice, chair = _counted(stored, moved), stored.chair or 0
    return dice.settled(match)[chair] > dice.ring.counters[chair]


def _counted(stored: StoredCorrespondence, moved: int) -> SharedDice:
    """Return dice that can count the turns of a stored match, but cannot roll.

    They only know the number of revealed elements of each player's hash chain (secret for the dice), not the elements.
    `moved` is the chair of the player who has the first seat.
    """
    revealed = tuple((b"",) * (number + 1) for number, _ in stored.shown)
    handed = tuple(Handover(*handover) for handover in stored.handovers)
    return SharedDice(Ring(revealed, stored.strict, moved, None, stored.extra, handed))


def must_wait(distance: Distance, match: Match[Any, Any]) -> bool:
    """Return True if the game cannot go on at this device yet.

    Either another player must move or roll, or a secret for the next roll is still missing.
    """
    dice = dice_of(match)
    return dice.awaits_reveal(match) or dice.acting_chair(match) != distance.chair


def may_offer(distance: Distance | None, match: Match[Any, Any]) -> bool:
    """Return True if the player at this device may offer a draw now.

    That is possible in a game of two players while the other player is to move, if no request is open and no roll waits
    for a player's secret. `distance` is None if the game is not a correspondence game.
    """
    if distance is None or distance.chair is None or match.outcome() is not None or match.position.seats != 2:
        return False
    return (
        not must_act(distance, match) and distance.standing(match) is None and not dice_of(match).awaits_reveal(match)
    )


def agreed(distance: Distance, match: Match[Any, Any]) -> Distance:
    """Accept a draw for this device's player, and return the new state.

    The acceptance is in the new state as an open request for a draw, which the next link sends to the others. End the
    match if nobody else has to agree.
    """
    assert distance.chair is not None, "somebody plays here"
    yes = frozenset({distance.chair})
    if yes >= agreeing(match):
        match.agree()
    return distance._replace(wish=Wish("draw", match.ply, yes), shared=False)


def back_to(distance: Distance, match: Match[Any, Any]) -> int | None:
    """Return the ply to which the game goes back if this device's player asks to take back sent moves.

    Return None if the player cannot ask that now.
    """
    if distance.chair is None or distance.standing(match) is not None or not match.ply:
        return None
    seat = dice_of(match).ring.seat(distance.chair)
    to = turn_link.back_to(match, seat)
    begun = (
        seat_to_act(match.position) == seat and match.position_after(match.ply - 1).turn == seat
    )  # within the player's own turn
    return to if to is not None and to < distance.sent and not begun else None


def revealed(match: Match[Any, Any]) -> Ring:
    """Return the hash chain elements (secrets for the dice) that all players know once this player's link is sent."""
    dice = dice_of(match)
    return fair_dice.revealed(dice.ring, dice, match)


def earliest_take_back(distance: Distance, match: Match[Any, Any]) -> int:
    """Return the earliest ply to which moves can be taken back without asking the other players.

    Rolls are final, and so are moves that were sent to the other players.
    """
    rolled = (ply + 1 for ply in range(match.ply - 1, -1, -1) if match.position_after(ply).turn == CHANCE)
    return max(0, distance.sent, next(rolled, 0))


def seated(plan: Plan, match: Match[Any, Any], stored: StoredCorrespondence, own: Chain | None) -> Distance:
    """Return the state of a stored correspondence game, and set the dice of its match from the revealed secrets.

    `own` is the hash chain of this device's player: the secret for the dice. It is None for a guest, who only watches.
    """
    return finished(seating(plan, match, stored, own))


def seating(
    plan: Plan, match: Match[Any, Any], stored: StoredCorrespondence, own: Chain | None
) -> Generator[None, None, Distance]:
    """Do the work of `seated` in steps, yielding every few plies, and return the state."""
    first = games.load(plan.game).rules.OPTIONS
    options = {option.name: option.chosen(plan.options) for option in first}
    terms = Terms(plan.game, len(plan.seats), options, plan.lot, stored.strict, stored.aids)
    if not isinstance(match.dice, SharedDice):
        handed = tuple(Handover(*handover) for handover in stored.handovers)
        shown = tuple(elements(handed, chair, number, last) for chair, (number, last) in enumerate(stored.shown))
        match.dice = SharedDice(Ring(shown, stored.strict, moved(terms, match.seed), own, stored.extra, handed))
    yield from match.dice.counting(match)
    if not _fits(match, stored, own):
        match.dice.ring, own = match.dice.ring._replace(own=None), None
    ring = match.dice.ring
    names = tuple(plan.seats[ring.seat(chair)].name for chair in range(len(plan.seats)))
    wish = None
    if stored.wish is not None:
        kind, ply, yes, to, no, commitment = stored.wish
        wish = Wish(kind, ply, frozenset(yes), to, no, commitment)
    reactions = tuple(Reaction(*said) for said in stored.reactions)
    chair = stored.chair if own is not None else None
    return Distance(terms, names, chair, stored.sent, wish, stored.shared, (), stored.faces, reactions, stored.way)


def _fits(match: Match[Any, Any], stored: StoredCorrespondence, own: Chain | None) -> bool:
    """Return True if a stored match can be continued on this device.

    Two conditions must hold. `own`, the hash chain stored on this device, must be the one that its player uses in the
    match. And all elements of the other players' chains that the turns have used must be known. If a condition fails,
    the stored game was damaged, and can only be viewed until the next link restores it.
    """
    ring, needed = dice_of(match).ring, dice_of(match).turns(match).counters
    if own is None or own.chair != stored.chair or ring.commitment(own.chair) != own.commitment:
        return False
    pairs = enumerate(zip(ring.counters, needed, strict=True))
    return all(chair == own.chair or have >= least for chair, (have, least) in pairs)


def to_stored(distance: Distance, match: Match[Any, Any]) -> StoredCorrespondence:
    """Return the state of a correspondence game in the form in which it is stored."""
    ring = dice_of(match).ring
    revealed = tuple((len(elements) - 1, elements[-1]) for elements in ring.revealed)
    wish = distance.standing(match)
    request = None
    if wish is not None:
        request = (wish.kind, wish.ply, tuple(sorted(wish.yes)), wish.to, wish.no, wish.commitment)
    handed = tuple((handover.ply, handover.chair, handover.number, handover.last) for handover in ring.handovers)
    aids, reactions = distance.terms.aids, tuple((said.chair, said.number, said.ply) for said in distance.reactions)
    return StoredCorrespondence(
        distance.chair,
        distance.sent,
        ring.strict,
        revealed,
        request,
        distance.shared,
        ring.extra,
        handed,
        aids,
        distance.faces,
        reactions,
        distance.way,
    )


def claimable(distance: Distance | None, match: Match[Any, Any]) -> int | None:
    """Return the chair (player) that a guest, who only watches, may ask to take over, or None.

    That is possible only for the player whose turn is about to begin.
    """
    if distance is None or distance.chair is not None:
        return None
    dice = dice_of(match)
    chair = dice.acting_chair(match)
    return chair if chair is not None and turn_link.may_hand(match, chair) else None
