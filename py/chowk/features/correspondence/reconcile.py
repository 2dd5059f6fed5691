"""Compare a letter, the contents of a correspondence link, with the stored game. This module stores nothing."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from chowk.core import stepper
from chowk.core.errors import TextError
from chowk.core.fair_dice import Ring, SharedDice, spans
from chowk.core.hash_chain import LENGTH, Chain
from chowk.core.match import Match
from chowk.core.message import say
from chowk.session.correspondence_state import Distance, dice_of
from chowk.storage import turn_link as letters
from chowk.storage.turn_link import AGREED, Invitation, Joiner, Letter, Terms, Wish

Kind: TypeAlias = Literal[
    "longer", "equal", "shorter", "fork", "other device", "other player", "look on", "asked", "unasked", "too often"
]
"""Relation of a letter (a correspondence link's contents) to the stored game:

* `longer`: it continues the game; `equal`: it has nothing new; `shorter`: it is older.
* `fork`: its moves differ from some move on.
* `other device`: it holds moves made in this player's seat on another device.
* `other player`: another person has this player's seat.
* `look on`: this device has no seat at the table.
* `asked`: the same game, with a request or an answer; `unasked`: it wrongly claims this player's consent.
* `too often`: it asks for more handovers of seats than are allowed.
"""


class Here(NamedTuple):
    """A stored correspondence game. The player of this device has the number `chair` in it.

    The other players know the first `sent` moves. `ring` holds the revealed hash chain elements of all players. `wish`
    is the current request that all players must agree to.
    """

    terms: Terms
    names: tuple[str, ...]
    ring: Ring
    match: Match[Any, Any]
    chair: int
    sent: int
    wish: Wish | None = None


def here_of(distance: Distance, match: Match[Any, Any]) -> Here | None:
    """Return a correspondence game in the form in which it is compared with letters (correspondence links).

    Return None if this device has no seat in the game.
    """
    if distance.chair is None:
        return None
    ring, wish = dice_of(match).ring, distance.standing(match)
    return Here(distance.terms, distance.names, ring, match, distance.chair, distance.sent, wish)


class Opened(NamedTuple):
    """The result of comparing a letter (a correspondence link's contents) with the stored game.

    `kind` is the relation of the two. `match` and `ring` (the revealed hash chain elements) are those of the letter.
    `differs` is the first move that differs, counted from 1. `wish` is the open request.
    """

    kind: Kind
    match: Match[Any, Any] | None = None
    ring: Ring | None = None
    differs: int = 0
    wish: Wish | None = None


NOT_MINE: Final = Opened("other player")


def open_(letter: Letter, local: Here | None) -> Generator[None, None, Opened]:
    """Compare a letter (a correspondence link's contents) with the stored game.

    `local` is None if this device does not play at that table. Yield between moves while replaying the letter's game.
    Raise `TextError` if no player of this table can have written the letter.
    """
    if local is None:
        ring = yield from letters.hashed(letter)
        match = yield from letters.replay(letter, ring)
        return Opened("look on", match, ring)
    if _agreed(letter.terms) != _agreed(local.terms):
        raise letters.other_chain()
    ring = yield from letters.hashed(letter, local.ring)
    match = yield from letters.replay(letter, ring, local.match)
    if (handed := _handed(local, match, ring)) is not None:
        return handed
    opened = _judged(local, match, ring)
    wish = merged_wish(local, letter.wish)
    if wish is not None and wish.kind == "seat" and _is_same_game(local, match, ring):
        if wish != local.wish and not letters.may_hand(local.match, wish.to):
            return Opened("too often", match, local.ring)
        return _wanted(local, match, ring, wish)
    if opened.kind == "equal" and wish != local.wish:
        return opened._replace(kind="asked", wish=wish)
    return opened._replace(
        wish=merged_wish(local._replace(wish=None), letter.wish) if opened.kind == "longer" else None
    )


def _is_same_game(local: Here, match: Match[Any, Any], ring: Ring) -> bool:
    return match.moves == local.match.moves and ring.handovers == local.ring.handovers


def _wanted(local: Here, match: Match[Any, Any], ring: Ring, wish: Wish) -> Opened:
    """Compare a request for a seat, which came in a letter (correspondence link), with the stored game `local`.

    `wish` is the request. `match` and `ring` are the game of the letter. The result has the hash chain elements of both
    games, because players reveal some when they agree. If the request is for this player's own seat, it has only those
    of `local`: the player can ignore the request and play on.
    """
    if local.chair == wish.to:
        return Opened("asked", match, local.ring, wish=wish)
    ring = local.ring.and_of(ring)
    if ring.counters[local.chair] > local.ring.counters[local.chair]:
        return Opened("other device", match, ring, wish=wish)
    return Opened("equal" if wish == local.wish else "asked", match, ring, wish=wish)


def _handed(local: Here, match: Match[Any, Any], ring: Ring) -> Opened | None:
    """Compare a letter (correspondence link) with the stored game `local`, if the letter has a new handover of a seat.

    `match` and `ring` are the game of the letter. Return None for a letter without a new handover. If this player has
    agreed to exactly this handover on this device, the letter counts as a continuation of the game (kind `longer`).
    """
    ours, theirs = local.ring.handovers, ring.handovers
    if theirs[: len(ours)] != ours or len(theirs) == len(ours):
        return None  # the stored game is at least as new
    fresh = theirs[len(ours) :]
    if any(new.chair == local.chair for new in fresh):
        return NOT_MINE
    if ring.counters[local.chair] > local.ring.counters[local.chair]:
        return Opened("other device", match, ring)
    wish, handover = local.wish, fresh[0]
    request = ("seat", handover.ply, handover.chair)
    agreed = wish is not None and (wish.kind, wish.ply, wish.to) == request and local.chair in wish.yes
    if wish is None or not agreed or wish.commitment != ring.revealed[handover.chair][handover.number + 1]:
        return Opened("unasked", match, ring)
    return Opened("longer", match, ring)


def after_handover(match: Match[Any, Any], ring: Ring, wish: Wish) -> Ring | None:
    """Return the ring (all hash chains) after the requested seat was handed over, or None if a consent is missing."""
    if wish.yes < letters.others(match, wish.to):
        return None
    return ring.after_handover(match.ply, wish.to, wish.commitment)


def merged_wish(local: Here, theirs: Wish | None) -> Wish | None:
    """Return the request to store after a letter (correspondence link) with the request `theirs` has arrived.

    The stored request, `local.wish`, stays unchanged in three cases:

    * The letter has no request.
    * The letter's request is not for a seat, and nobody consents to it.
    * Both requests are for seats, but ask different questions, and this player has consented to the stored one.

    In all other cases the result is the letter's request. If the stored request asks the same question, its consents
    and its refusal are added. A letter cannot consent on behalf of this player: only a stored consent counts.
    """
    ours = local.wish
    if theirs is None:
        return ours
    known = ours is not None and _question(ours) == _question(theirs)
    if not known and ours is not None and ours.kind == theirs.kind == "seat" and local.chair in ours.yes:
        return ours  # this player has agreed to another request for a seat
    mine = ours.yes if ours is not None and known else frozenset()
    yes = mine | (theirs.yes - {local.chair})
    if not yes and theirs.kind != "seat":
        return ours
    return theirs._replace(yes=yes, no=theirs.no or (ours is not None and known and ours.no))


def _question(wish: Wish) -> tuple[Any, ...]:
    return wish.kind, wish.ply, wish.to, wish.commitment


def first(letter: Letter, own: Chain, known: Invitation) -> Generator[None, None, Opened]:
    """Compare a letter (correspondence link) with an invitation, when this device has a seat but no game yet.

    `own` is the hash chain of this device's seat, and `known` the stored invitation.

    Two players may have taken the same chair. The inviter gives it to the player whose link arrived first, and the
    letter shows who that is. Raise `TextError` unless the letter belongs to the table of the invitation.
    """
    ring = (yield from letters.hashed(letter))._replace(own=own)
    for chair, joiner in enumerate(known.joiners):
        if joiner is not None and ring.revealed[chair][0] != joiner.commitment:
            if chair == own.chair:
                return NOT_MINE
            if not chair:
                raise letters.other_chain()
    if _agreed(letter.terms) != _agreed(known.terms):
        raise letters.other_chain()
    match = yield from letters.replay(letter, ring)
    if ring.commitment(own.chair) != own.commitment:
        return NOT_MINE
    return Opened("longer", match, ring)


def claimed(letter: Letter, own: Chain, request: Letter) -> Generator[None, None, Opened]:
    """Return the outcome of comparing a letter (correspondence link) with this device's request for a seat.

    If the request is granted, `own` is the seat's new hash chain. Each of the other players may agree in a separate
    letter, so their consents are merged.
    """
    ring = yield from letters.hashed(letter)
    if ring.since(own.chair) and ring.commitment(own.chair) == own.commitment:
        ring = ring._replace(own=own)
        match = yield from letters.replay(letter, ring)
        return Opened("longer", match, ring)
    match = yield from letters.replay(letter, ring)
    wish, requested = letter.wish, request.wish
    if wish is None or requested is None or _question(wish) != _question(requested):
        return Opened("look on", match, ring)
    before = yield from letters.hashed(request)
    ring, wish = ring.and_of(before), wish._replace(yes=wish.yes | requested.yes)
    done = after_handover(match, ring, wish)
    if done is None:
        return Opened("asked", match, ring, wish=wish)
    done = done._replace(own=own)
    match.dice = SharedDice(done)
    return Opened("longer", match, done)


def finished(opening: Generator[None, None, Opened]) -> Opened:
    """Run a comparison to its end without pauses, and return its result."""
    return stepper.finished(opening)


def has_element_of(letter: Letter, own: Chain) -> bool:
    """Return True if a letter (correspondence link) contains an element of the hash chain `own`.

    Such a letter belongs to the table of that chain. If the letter nevertheless names another table, it is forged:
    somebody has replaced the inviter's element in it.
    """
    if own.chair >= letter.terms.chairs:
        return False
    shown = spans(letter.handovers, own.chair, letter.counters[own.chair], letter.elements[own.chair])
    return any(end - begin <= LENGTH and own.element(end - begin) == last for begin, end, last in shown if begin <= end)


def is_alike(terms: Terms, other_terms: Terms) -> bool:
    """Return True if two games have the same terms: game, players, house rules, dice, random sides, and hints."""
    return _agreed(terms) == _agreed(other_terms)


def _agreed(terms: Terms) -> tuple[Any, ...]:
    return terms.game, terms.chairs, dict(terms.options), terms.lot, terms.strict, terms.aids


def _judged(local: Here, match: Match[Any, Any], ring: Ring) -> Opened:
    ours, theirs = local.match.moves, match.moves
    same = min(len(ours), len(theirs))
    if ours[:same] != theirs[:same]:
        same = next(ply for ply, (move, their_move) in enumerate(zip(ours, theirs, strict=False)) if move != their_move)
    own = ring.counters[local.chair] > local.ring.counters[local.chair]
    back = sum(ring.extra) - sum(local.ring.extra)
    if back:
        return _went_back(local, match, ring, own=own) if back > 0 else Opened("shorter", match, ring)
    if same < min(len(ours), len(theirs)) or _ended_otherwise(local.match, match):
        # Moves that were made on this device but not sent give way to moves that another device has sent.
        kind: Kind = "other device" if own and same >= local.sent else "fork"
        return Opened(kind, match, ring, same + 1)
    if letters.ending_code(match) == AGREED and not letters.ending_code(local.match) and not _agrees(local, match):
        return Opened("unasked", match, ring)
    if len(theirs) > len(ours) or (len(theirs) == len(ours) and _later(local, match, ring)):
        return Opened("other device" if own else "longer", match, ring)
    if len(theirs) >= local.sent and _counted(ring, local.ring):
        return Opened("equal", match, ring)
    return Opened("shorter", match, ring)


def _went_back(local: Here, match: Match[Any, Any], ring: Ring, *, own: bool) -> Opened:
    """Compare a letter (correspondence link) in which moves were taken back with the stored game `local`.

    `match` and `ring` are the game of the letter. Taking moves back needs this player's consent. `own` is True if the
    letter proves that the player consented on another device.
    """
    wish, ours = local.wish, local.match.moves
    agreed = wish is not None and wish.kind == "back" and local.chair in wish.yes
    if own:
        return Opened("other device", match, ring)
    if wish is not None and agreed and match.moves == ours[: wish.to]:
        return Opened("longer", match, ring)
    return Opened("unasked", match, ring)


def _agrees(local: Here, match: Match[Any, Any]) -> bool:
    """Return True if this device's player agreed to the draw that ended the match, or does not have to agree."""
    wish = local.wish
    if local.chair not in letters.agreeing(match):
        return True
    return wish is not None and wish.kind == "draw" and local.chair in wish.yes and wish.ply == match.ply


def _ended_otherwise(ours: Match[Any, Any], theirs: Match[Any, Any]) -> bool:
    """Return True if two matches end differently, although the moves of one begin with all moves of the other.

    They end differently if players ended both in different ways or at different moves, or if players ended one and the
    other has more moves.
    """
    our_end, their_end = letters.ending_code(ours), letters.ending_code(theirs)
    if our_end and their_end:
        return our_end != their_end or len(ours.moves) != len(theirs.moves)
    return (bool(our_end) and theirs.ply > ours.ply) or (bool(their_end) and ours.ply > theirs.ply)


def _later(local: Here, match: Match[Any, Any], ring: Ring) -> bool:
    """Return True if the game of a letter (correspondence link) has the same moves as the stored game and is newer.

    `local` is the stored game; `match` and `ring` are the letter's. A game is newer if the players have ended it, or if
    it reveals a hash chain element that is unknown on this device.
    """
    ended = letters.ending_code(match) and not letters.ending_code(local.match)
    return bool(ended) or any(
        number > our_number for number, our_number in zip(ring.counters, local.ring.counters, strict=True)
    )


def _counted(theirs: Ring, ours: Ring) -> bool:
    return all(number >= our_number for number, our_number in zip(theirs.counters, ours.counters, strict=True))


# Before the game starts -----------------------------------------------------------------------------------------------


class Gathered(NamedTuple):
    """The result of merging two invitations to a table.

    `late` are the joiners who get no place, because another one has taken the same place before.
    """

    invitation: Invitation
    late: tuple[Joiner, ...]


def gather(ours: Invitation, theirs: Invitation) -> Gathered:
    """Merge two invitations to one table. Where their joiners differ, the one in `ours` keeps the place.

    Raise `TextError` if the invitations belong to different tables.
    """
    if ours.inviter.commitment != theirs.inviter.commitment or _agreed(ours.terms) != _agreed(theirs.terms):
        raise letters.other_chain()
    pairs = list(zip(ours.joiners, theirs.joiners, strict=True))
    late = tuple(
        their_joiner
        for present, their_joiner in pairs
        if present and their_joiner and present.commitment != their_joiner.commitment
    )
    joiners = tuple(present or their_joiner for present, their_joiner in pairs)
    commitments = [joiner.commitment for joiner in joiners if joiner is not None]
    if len({*commitments}) < len(commitments):
        raise letters.damaged()
    return Gathered(Invitation(ours.terms, joiners), late)


def sit(invitation: Invitation, chair: int, joiner: Joiner) -> Invitation:
    """Return an invitation with a joiner on a free chair (place); raise `TextError` if the chair is taken."""
    if chair not in invitation.free or joiner.commitment in [
        seated.commitment for seated in invitation.joiners if seated
    ]:
        raise TextError(say("Somebody else has taken this seat."))
    joiners = (*invitation.joiners[:chair], joiner, *invitation.joiners[chair + 1 :])
    return Invitation(invitation.terms, joiners)


def initial_ring(invitation: Invitation, own: Chain) -> Ring:
    """Return the ring (the hash chains of all players) of a new game. All places of the invitation must be taken.

    `own` is the inviter's hash chain.
    """
    assert own.chair == 0, "the inviter lays it"
    assert not invitation.free, "somebody is still to come"
    others = ((joiner.commitment,) for joiner in invitation.joiners[1:] if joiner is not None)
    ring = Ring(((own.element(0), own.element(1)), *others), invitation.terms.strict, 0, own)
    match = letters.new_match(invitation.terms, ring)
    return ring._replace(moved=letters.moved(invitation.terms, match.seed))
