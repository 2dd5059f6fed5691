"""Opening a letter: what it is to the game that is kept here, decided by values alone."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from chowk.core import stepper
from chowk.core.errors import TextError
from chowk.core.fair_dice import Drawing, Ring, spans
from chowk.core.hash_chain import LENGTH, Chain
from chowk.core.match import Match
from chowk.core.message import say
from chowk.session.correspondence_state import Distance, dice_of
from chowk.storage import turn_link as letters
from chowk.storage.turn_link import AGREED, Guest, Invitation, Letter, Terms, Wish

Kind: TypeAlias = Literal[
    "longer", "equal", "shorter", "fork", "other device", "other player", "look on", "asked", "unasked", "too often"
]
"""What a letter is to what is kept: it goes on from there; tells the same, or nothing but what is known; tells another
game from some move on; shows what was played in one's own seat elsewhere; has somebody else in one's seat; is of a
table at which one does not sit; tells the same and asks or answers something; says that one agreed, which is not so;
asks for a seat once more than seats are handed over."""


class Here(NamedTuple):
    """A game as it is kept by somebody who plays in it on `chair`; `sent` so many moves are known to others.

    `wish` is what takes everybody's consent as it stands now.
    """

    terms: Terms
    names: tuple[str, ...]
    ring: Ring
    match: Match[Any, Any]
    chair: int
    sent: int
    wish: Wish | None = None


def here_of(distance: Distance, match: Match[Any, Any]) -> Here | None:
    """Return the game as it is compared with what comes by a link; None for whoever only looks on."""
    if distance.chair is None:
        return None
    ring, wish = dice_of(match).ring, distance.standing(match)
    return Here(distance.terms, distance.names, ring, match, distance.chair, distance.sent, wish)


class Opened(NamedTuple):
    """What became of a letter: its kind, the game that it tells, the first move that is another, and what is asked."""

    kind: Kind
    match: Match[Any, Any] | None = None
    ring: Ring | None = None
    differs: int = 0
    wish: Wish | None = None


NOT_MINE: Final = Opened("other player")


def open_(letter: Letter, here: Here | None) -> Generator[None, None, Opened]:
    """What a letter is to the game that is kept here, None where nobody here plays at that table.

    Comes back between two moves while it is played through. Raises `TextError` for a letter that nobody at this table
    can have written.
    """
    if here is None:
        ring = yield from letters.hashed(letter)
        match = yield from letters.replay(letter, ring)
        return Opened("look on", match, ring)
    if _agreed(letter.terms) != _agreed(here.terms):
        raise letters.other_chain()
    ring = yield from letters.hashed(letter, here.ring)
    match = yield from letters.replay(letter, ring, here.match)
    if (handed := _handed(here, match, ring)) is not None:
        return handed
    opened = _judged(here, match, ring)
    wish = joined(here, letter.wish)
    if wish is not None and wish.kind == "seat" and _same(here, match, ring):
        if wish != here.wish and not letters.may_hand(here.match, wish.to):
            return Opened("too often", match, here.ring)
        return _wanted(here, match, ring, wish)
    if opened.kind == "equal" and wish != here.wish:
        return opened._replace(kind="asked", wish=wish)
    return opened._replace(wish=joined(here._replace(wish=None), letter.wish) if opened.kind == "longer" else None)


def _same(here: Here, match: Match[Any, Any], ring: Ring) -> bool:
    return match.moves == here.match.moves and ring.handovers == here.ring.handovers


def _wanted(here: Here, match: Match[Any, Any], ring: Ring, wish: Wish) -> Opened:
    """What a letter is that asks for a seat: what it brings besides of those who agree is kept with what is known.

    Whose seat it is can play on instead, as if nothing had been asked.
    """
    if here.chair == wish.to:
        return Opened("asked", match, here.ring, wish=wish)
    ring = here.ring.and_of(ring)
    if ring.counters[here.chair] > here.ring.counters[here.chair]:
        return Opened("other device", match, ring, wish=wish)
    return Opened("equal" if wish == here.wish else "asked", match, ring, wish=wish)


def _handed(here: Here, match: Match[Any, Any], ring: Ring) -> Opened | None:
    """What a letter is in which a seat was handed over that was not here; None if there is none.

    That takes one's own word, for the very chain that goes on, given here or on another device.
    """
    ours, theirs = here.ring.handovers, ring.handovers
    if theirs[: len(ours)] != ours or len(theirs) == len(ours):
        return None  # what is known is at least as new
    fresh = theirs[len(ours) :]
    if any(one.chair == here.chair for one in fresh):
        return NOT_MINE
    if ring.counters[here.chair] > here.ring.counters[here.chair]:
        return Opened("other device", match, ring)
    wish, at = here.wish, fresh[0]
    asked = wish is not None and (wish.kind, wish.ply, wish.to) == ("seat", at.ply, at.chair) and here.chair in wish.yes
    if wish is None or not asked or wish.commitment != ring.shown[at.chair][at.number + 1]:
        return Opened("unasked", match, ring)
    return Opened("longer", match, ring)


def handed(match: Match[Any, Any], ring: Ring, wish: Wish) -> Ring | None:
    """The ring once a seat that is asked for is handed over; None while somebody has not agreed to that."""
    if wish.yes < letters.others(match, wish.to):
        return None
    return ring.handed(match.ply, wish.to, wish.commitment)


def joined(here: Here, told: Wish | None) -> Wish | None:
    """What is wished by what was known here and what a letter tells together; nobody else says yes for oneself."""
    ours = here.wish
    if told is None:
        return ours
    known = ours is not None and _question(ours) == _question(told)
    if not known and ours is not None and ours.kind == told.kind == "seat" and here.chair in ours.yes:
        return ours  # one has agreed to another
    mine = ours.yes if ours is not None and known else frozenset()
    yes = mine | (told.yes - {here.chair})
    if not yes and told.kind != "seat":
        return ours
    return told._replace(yes=yes, no=told.no or (ours is not None and known and ours.no))


def _question(wish: Wish) -> tuple[Any, ...]:
    return wish.kind, wish.ply, wish.to, wish.commitment


def first(letter: Letter, own: Chain, known: Invitation) -> Generator[None, None, Opened]:
    """The same of a table that is not laid yet as far as is known here, where one sits with this chain.

    The inviter must be who was seen to invite. Of two others who took one chair the inviter takes whose link came
    first, which nobody else can know.
    """
    ring = (yield from letters.hashed(letter))._replace(own=own)
    for at, guest in enumerate(known.guests):
        if guest is not None and ring.shown[at][0] != guest.commitment:
            if at == own.chair:
                return NOT_MINE
            if not at:
                raise letters.other_chain()
    if _agreed(letter.terms) != _agreed(known.terms):
        raise letters.other_chain()
    match = yield from letters.replay(letter, ring)
    if ring.commitment(own.chair) != own.commitment:
        return NOT_MINE
    return Opened("longer", match, ring)


def claimed(letter: Letter, own: Chain, request: Letter) -> Generator[None, None, Opened]:
    """What a letter is to whoever has asked for a seat by a request, and would go on there with this chain.

    Those who agree may each have said so in a letter of their own, from one request; together they may be all.
    """
    ring = yield from letters.hashed(letter)
    if ring.since(own.chair) and ring.commitment(own.chair) == own.commitment:
        ring = ring._replace(own=own)
        match = yield from letters.replay(letter, ring)
        return Opened("longer", match, ring)
    match = yield from letters.replay(letter, ring)
    wish, asked = letter.wish, request.wish
    if wish is None or asked is None or _question(wish) != _question(asked):
        return Opened("look on", match, ring)
    before = yield from letters.hashed(request)
    ring, wish = ring.and_of(before), wish._replace(yes=wish.yes | asked.yes)
    done = handed(match, ring, wish)
    if done is None:
        return Opened("asked", match, ring, wish=wish)
    done = done._replace(own=own)
    match.dice = Drawing(done)
    return Opened("longer", match, done)


def finished(opening: Generator[None, None, Opened]) -> Opened:
    """The end of such work, at once."""
    return stepper.finished(opening)


def knows(letter: Letter, own: Chain) -> bool:
    """Whether a letter shows an element of this chain in its chair: then it is of the table where its owner sits.

    A letter whose inviter's element was invented has another table's name; this tells that it has.
    """
    if own.chair >= letter.terms.chairs:
        return False
    shown = spans(letter.handovers, own.chair, letter.counters[own.chair], letter.elements[own.chair])
    return any(end - begin <= LENGTH and own.element(end - begin) == last for begin, end, last in shown if begin <= end)


def is_alike(terms: Terms, other: Terms) -> bool:
    """Return whether two games are played on the same terms: game, players, house rules, dice, lot and help."""
    return _agreed(terms) == _agreed(other)


def _agreed(terms: Terms) -> tuple[Any, ...]:
    return terms.game, terms.chairs, dict(terms.options), terms.lot, terms.strict, terms.aids


def _judged(here: Here, match: Match[Any, Any], ring: Ring) -> Opened:
    ours, theirs = here.match.moves, match.moves
    same = min(len(ours), len(theirs))
    if ours[:same] != theirs[:same]:
        same = next(at for at, (one, other) in enumerate(zip(ours, theirs, strict=False)) if one != other)
    own = ring.counters[here.chair] > here.ring.counters[here.chair]
    back = sum(ring.extra) - sum(here.ring.extra)
    if back:
        return _went_back(here, match, ring, own=own) if back > 0 else Opened("shorter", match, ring)
    if same < min(len(ours), len(theirs)) or _ended_otherwise(here.match, match):
        # What was played here and has not been sent yet gives way to what was sent from elsewhere.
        kind: Kind = "other device" if own and same >= here.sent else "fork"
        return Opened(kind, match, ring, same + 1)
    if letters.said(match) == AGREED and not letters.said(here.match) and not _agrees(here, match):
        return Opened("unasked", match, ring)
    if len(theirs) > len(ours) or (len(theirs) == len(ours) and _later(here, match, ring)):
        return Opened("other device" if own else "longer", match, ring)
    if len(theirs) >= here.sent and _counted(ring, here.ring):
        return Opened("equal", match, ring)
    return Opened("shorter", match, ring)


def _went_back(here: Here, match: Match[Any, Any], ring: Ring, *, own: bool) -> Opened:
    """What a letter is in which more was taken back: that takes one's own word, given here or on another device."""
    wish, ours = here.wish, here.match.moves
    asked = wish is not None and wish.kind == "back" and here.chair in wish.yes
    if own:
        return Opened("other device", match, ring)
    if wish is not None and asked and match.moves == ours[: wish.to]:
        return Opened("longer", match, ring)
    return Opened("unasked", match, ring)


def _agrees(here: Here, match: Match[Any, Any]) -> bool:
    """Whether whoever plays here has agreed to the draw by which a match ended, or has no say in it."""
    wish = here.wish
    if here.chair not in letters.agreeing(match):
        return True
    return wish is not None and wish.kind == "draw" and here.chair in wish.yes and wish.ply == match.ply


def _ended_otherwise(ours: Match[Any, Any], theirs: Match[Any, Any]) -> bool:
    """Whether one of two matches that begin alike was ended by word, and the other goes on or ended otherwise."""
    said, told = letters.said(ours), letters.said(theirs)
    if said and told:
        return said != told or len(ours.moves) != len(theirs.moves)
    return (bool(said) and theirs.ply > ours.ply) or (bool(told) and ours.ply > theirs.ply)


def _later(here: Here, match: Match[Any, Any], ring: Ring) -> bool:
    """Whether the same moves were ended by word since, or an element was shown that the dice wait for."""
    ended = letters.said(match) and not letters.said(here.match)
    return bool(ended) or any(one > other for one, other in zip(ring.counters, here.ring.counters, strict=True))


def _counted(theirs: Ring, ours: Ring) -> bool:
    return all(one >= other for one, other in zip(theirs.counters, ours.counters, strict=True))


# Before a table is laid -----------------------------------------------------------------------------------------------


class Gathered(NamedTuple):
    """Two invitations to one table made one: who sits there, and who came too late to a chair that was taken."""

    invitation: Invitation
    late: tuple[Guest, ...]


def gather(ours: Invitation, theirs: Invitation) -> Gathered:
    """Everybody who sits down by either of two invitations; whoever is known to sit there keeps the chair.

    Raises `TextError` if they are of two tables.
    """
    if ours.inviter.commitment != theirs.inviter.commitment or _agreed(ours.terms) != _agreed(theirs.terms):
        raise letters.other_chain()
    pairs = list(zip(ours.guests, theirs.guests, strict=True))
    late = tuple(other for own, other in pairs if own and other and own.commitment != other.commitment)
    guests = tuple(own or other for own, other in pairs)
    given = [guest.commitment for guest in guests if guest is not None]
    if len({*given}) < len(given):
        raise letters.damaged()
    return Gathered(Invitation(ours.terms, guests), late)


def sit(invitation: Invitation, chair: int, guest: Guest) -> Invitation:
    """The invitation with one more sitting down; raises `TextError` if somebody sits there."""
    if chair not in invitation.free or guest.commitment in [one.commitment for one in invitation.guests if one]:
        raise TextError(say("Somebody else has taken this seat."))
    guests = (*invitation.guests[:chair], guest, *invitation.guests[chair + 1 :])
    return Invitation(invitation.terms, guests)


def laid(invitation: Invitation, own: Chain) -> Ring:
    """What is shown when the inviter, whose chain this is, lays the table: everybody sits there now."""
    assert own.chair == 0, "the inviter lays it"
    assert not invitation.free, "somebody is still to come"
    others = ((guest.commitment,) for guest in invitation.guests[1:] if guest is not None)
    ring = Ring(((own.element(0), own.element(1)), *others), invitation.terms.strict, 0, own)
    match = letters.lay(invitation.terms, ring)
    return ring._replace(moved=letters.moved(invitation.terms, match.seed))
