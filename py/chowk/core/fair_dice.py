"""The dice of a game that is played apart: what they show, and whose turns have been counted, from the moves alone.

A *chair* is a place at the table in the order in which people joined it, the inviter's the first; a *seat* is a place
in the order of play. A lot may move everybody on, so the two differ by as many seats as it drew.

A turn is all that one player does until somebody else is due. It counts if there was a roll in it or a choice. The
rolls of a turn follow from one seed, the hash of an element of every chair: the next one of whoever rolls, which
nobody has seen, and the last one shown of everybody else. At a *strict* table each further roll of a turn needs an
element more: what was rolled is shown, the next player adds one, and the link comes back.

Who has lost a chain can go on with another if all others agree: a handover. Its commitment follows the last element of
the old chain as the next number of that chair, and everybody else shows an element once they have seen it; so whoever
goes on could not choose the chain for the rolls that it makes. A chair's elements stay one row of numbers by that.
"""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Iterable, Sequence
from typing import Any, Final, NamedTuple

from chowk.core import seat_draw
from chowk.core.dice import whose
from chowk.core.hash_chain import Chain, down
from chowk.core.match import Match
from chowk.core.position import CHANCE, Position, Seat
from chowk.core.stepper import finished

NOBODY: Final = -1
BLOCK: Final = 64
"""So many plies are packed and compared together."""
_FEW: Final = 32
"""After so many plies reckoning comes back."""


class Handover(NamedTuple):
    """After so many moves, a chair goes on with another chain: `number` was the old one's last, `last` that element."""

    ply: int
    chair: int
    number: int
    last: bytes


class Ring(NamedTuple):
    """What is shown of everybody's chain, by chair: the elements from the commitment on.

    `moved` is by how many seats the lot moved everybody on. `own` is the chain of whoever plays here, if somebody does.
    `extra` are the elements that each chair has shown for turns that were taken back, and for agreeing to that.
    `handovers` are all of the game, in their order.
    """

    shown: tuple[tuple[bytes, ...], ...]
    strict: bool = False
    moved: int = 0
    own: Chain | None = None
    extra: tuple[int, ...] = ()
    handovers: tuple[Handover, ...] = ()

    @property
    def counters(self) -> tuple[int, ...]:
        """The number of each chair's last element that was shown."""
        return tuple(len(elements) - 1 for elements in self.shown)

    def chair(self, seat: Seat) -> int:
        """The chair of whoever plays in a seat."""
        return (seat + self.moved) % len(self.shown)

    def seat(self, chair: int) -> Seat:
        """The seat of whoever has a chair."""
        return (chair - self.moved) % len(self.shown)

    def after(self, chair: int) -> int:
        """The chair of the player who sits next in the order of play."""
        return self.chair((self.seat(chair) + 1) % len(self.shown))

    def element(self, chair: int, number: int) -> bytes:
        """An element that was shown, or one's own; `LookupError` for any other."""
        if number < len(self.shown[chair]):
            return self.shown[chair][number]
        if self.own is None or self.own.chair != chair:
            raise LookupError(f"element {number} of chair {chair} is not known here")
        return self.own.element(number - self.since(chair))

    def since(self, chair: int) -> int:
        """The number of a chair's commitment: 0, or a later one where another chain goes on."""
        return max((one.number + 1 for one in self.handovers if one.chair == chair), default=0)

    def commitment(self, chair: int) -> bytes:
        """The commitment of whoever has a chair now."""
        return self.shown[chair][self.since(chair)]

    def handed(self, ply: int, chair: int, commitment: bytes) -> Ring:
        """The ring once a chair goes on with another chain; what the others show for that is shown already."""
        elements = self.shown[chair]
        handover = Handover(ply, chair, len(elements) - 1, elements[-1])
        shown = (*self.shown[:chair], (*elements, commitment), *self.shown[chair + 1 :])
        return self._replace(shown=shown, handovers=(*self.handovers, handover))

    def with_next(self, chair: int) -> Ring:
        """The ring once one shows one's next element; `LookupError` for a chair that is not one's own."""
        fresh = self.element(chair, len(self.shown[chair]))
        shown = (*self.shown[:chair], (*self.shown[chair], fresh), *self.shown[chair + 1 :])
        return self._replace(shown=shown)

    def and_of(self, other: Ring) -> Ring:
        """The ring with what another one of the same chains has shown besides."""
        return self._replace(shown=tuple(max(pair, key=len) for pair in zip(self.shown, other.shown, strict=True)))


def spans(handovers: Sequence[Handover], chair: int, number: int, element: bytes) -> list[tuple[int, int, bytes]]:
    """The chains of a chair that has come to an element of that number: first and last number of each, last element."""
    ends = [(one.number, one.last) for one in handovers if one.chair == chair]
    begins = [0, *(end + 1 for end, _ in ends)]
    return [(begin, end, last) for begin, (end, last) in zip(begins, [*ends, (number, element)], strict=True)]


def elements(handovers: Sequence[Handover], chair: int, number: int, element: bytes) -> tuple[bytes, ...]:
    """All elements of a chair, from the last one of each of its chains."""
    found = [down(chair, end - begin, last, 0) for begin, end, last in spans(handovers, chair, number, element)]
    return tuple(one for chain in found for one in chain)


class Turns(NamedTuple):
    """How far the turns of a game have come: the counters of those that are over, and the one that is played.

    `holder` is the chair whose turn it is, `counts` whether that turn does, `rolls` how often was rolled in it. Before
    the first turn nobody holds it, and `rolls` are those for who starts.
    """

    counters: tuple[int, ...]
    holder: int = NOBODY
    counts: bool = False
    rolls: int = 0


def seed(used: Iterable[tuple[int, int, bytes]]) -> int:
    """What chairs, numbers and elements make of the dice: 128 bits."""
    text = b"".join(b"%d:%d:" % (chair, number) + element for chair, number, element in used)
    return int.from_bytes(hashlib.sha256(b"chowk-2 dice:" + text).digest()[:16], "big")


def laying(first: bytes, commitments: Iterable[bytes]) -> int:
    """The seed that lays the table: from the inviter's element 1 and the commitments of all others, by chair."""
    return seed([(0, 1, first), *((chair, 0, element) for chair, element in enumerate(commitments, 1))])


def at_first(ring: Ring) -> Turns:
    """The turns of a table that was just laid, for which the inviter showed an element."""
    chairs = len(ring.shown)
    extra = ring.extra or (0,) * chairs
    return Turns(tuple(extra[chair] + (chair == 0) for chair in range(chairs)))


def begun(turns: Turns, position: Position[Any], ring: Ring) -> Turns:
    """The turns as they are while the move or the roll is made that a position asks for."""
    if seat_draw.throwing(position):
        return turns
    mover = whose(position)
    holder = ring.chair(mover) if mover != CHANCE else max(0, turns.holder)
    if turns.holder == NOBODY:
        return Turns(turns.counters, holder)
    if holder != turns.holder:
        return Turns(closed(turns), holder)
    if ring.strict and position.turn == CHANCE and turns.rolls:
        return Turns(_raised(closed(turns), ring.after(holder)), holder)
    return turns


def done(turns: Turns, position: Position[Any], ring: Ring, *, forced: bool) -> Turns:
    """The turns once that was made; `forced` says that the rules left no choice."""
    now = begun(turns, position, ring)
    rolled = position.turn == CHANCE
    counts = now.counts or (not seat_draw.throwing(position) and (rolled or not forced))
    return now._replace(counts=counts, rolls=now.rolls + rolled)


def closed(turns: Turns) -> tuple[int, ...]:
    """The counters once the turn that is played is over."""
    return _raised(turns.counters, turns.holder) if turns.counts else turns.counters


def _raised(counters: tuple[int, ...], chair: int) -> tuple[int, ...]:
    return tuple(count + (at == chair) for at, count in enumerate(counters))


class Drawing:
    """The dice of a match that is played apart. `ring` is replaced when more is shown."""

    def __init__(self, ring: Ring, like: Drawing | None = None) -> None:
        self.ring = ring
        # The turns before every ply so far, beside the position that they were reckoned at.
        self._reckoned: list[tuple[Any, Turns]] = list(like._reckoned) if like is not None else []
        # Every choice so far as its number among the legal ones and how many those were, beside position and move.
        self._choices: dict[int, tuple[Any, Any, int, int]] = dict(like._choices) if like is not None else {}
        # The same of every so many plies together, beside the position after them.
        self._blocks: list[tuple[Any, int, int]] = list(like._blocks) if like is not None else []
        # The ring that those turns were last reckoned by: while it is this one, nothing of it is compared again.
        self._by: Ring | None = like._by if like is not None else None
        # The choices after the last full block, beside how many moves were played and the position after them.
        self._rest: tuple[int, Any, int, int] | None = like._rest if like is not None else None
        # Whose turn it is at the position that was asked about last.
        self._whose: tuple[Any, Seat] | None = like._whose if like is not None else None

    def choice(self, ply: int, position: Any, move: Any) -> tuple[int, int]:
        """The number of a move among those that are legal after so many plies, and how many those are."""
        known = self._choices.get(ply)
        if known is None or known[0] is not position or known[1] != move:
            moves = position.moves()
            known = self._choices[ply] = (position, move, moves.index(move), len(moves))
        return known[2], known[3]

    def chosen(self, ply: int, position: Any, digit: int, moves: Sequence[Any]) -> Any:
        """The move of this number among the legal ones; it need not be sought again when it is told."""
        self._choices[ply] = (position, moves[digit], digit, len(moves))
        return moves[digit]

    def blocks(self, match: Match[Any, Any]) -> list[tuple[int, int]]:
        """All choices of a match, those of every `BLOCK` plies as one number of mixed radix, with its radix.

        Whatever is packed choice by choice can be packed and compared by blocks as well: it is the same number.
        """
        finished(self.packing(match))
        rest, ply = self._rest, match.ply
        if rest is None or rest[0] != ply or rest[1] is not match.position:
            rest = self._rest = (ply, match.position, *self._together(match, ply // BLOCK * BLOCK, ply))
        return [*((number, radix) for _, number, radix in self._blocks), rest[2:]]

    def packing(self, match: Match[Any, Any]) -> Generator[None, None, None]:
        """Packs the choices of a match, some at a time: then `blocks` is quick."""
        known, full = self._blocks, match.ply // BLOCK
        del known[full:]
        while known and known[-1][0] is not match.at(len(known) * BLOCK):
            known.pop()
        while len(known) < full:
            end = (len(known) + 1) * BLOCK
            known.append((match.at(end), *self._together(match, end - BLOCK, end)))
            yield

    def counting(self, match: Match[Any, Any]) -> Generator[None, None, None]:
        """Counts the turns of a match, some at a time: then `turns` is quick."""
        for ply in range(len(self._reckoned), match.ply, _FEW):
            self.turns(match, ply)
            yield

    def _together(self, match: Match[Any, Any], first: int, end: int) -> tuple[int, int]:
        number, radix, moves = 0, 1, match.moves
        for ply in range(first, end):
            if match.at(ply).turn != CHANCE:
                digit, count = self.choice(ply, match.at(ply), moves[ply])
                number, radix = number + digit * radix, radix * count
        return number, radix

    def turns(self, match: Match[Any, Any], ply: int | None = None) -> Turns:
        """The turns after so many plies, all of them if it is not said."""
        ply = match.ply if ply is None else ply
        known, rules = self._reckoned, match.ruleset.rules
        del known[match.ply + 1 :]
        first = known[0][1] if known and self.ring is self._by else self._handed(at_first(self.ring), 0)
        if self._by is None or (known and known[0][1] != first) or self._by.handovers != self.ring.handovers:
            known.clear()
        self._by = self.ring
        while known and known[-1][0] is not match.at(len(known) - 1):
            known.pop()
        if not known:
            known.append((match.at(0), first))
        for at in range(len(known), ply + 1):
            before, turns = known[-1]
            forced = before.turn != CHANCE and rules.forced(before) is not None
            known.append((match.at(at), self._handed(done(turns, before, self.ring, forced=forced), at)))
        return known[ply][1]

    def _handed(self, turns: Turns, ply: int) -> Turns:
        """The turns once everybody has shown an element for each handover after so many plies."""
        count = sum(one.ply == ply for one in self.ring.handovers)
        return turns._replace(counters=tuple(have + count for have in turns.counters)) if count else turns

    def can_hand(self, match: Match[Any, Any], ply: int, chair: int) -> bool:
        """Whether another chain may go on for a chair after so many plies: where its turn is about to begin."""
        position = match.at(ply)
        if not 0 <= chair < len(self.ring.shown) or (ply == match.ply and match.outcome() is not None):
            return False
        return self.ring.chair(whose(position)) == chair and self.turns(match, ply).holder != chair

    def rightly_handed(self, match: Match[Any, Any]) -> bool:
        """Whether every handover is where it may be, in its order, and tells the old chain's end as the turns do."""
        counts: dict[int, int] = {}
        plies = [one.ply for one in self.ring.handovers]
        for one in self.ring.handovers:
            if one.ply > match.ply or not self.can_hand(match, one.ply, one.chair):
                return False
            later = plies.count(one.ply) - counts.get(one.ply, 0)
            if self.turns(match, one.ply).counters[one.chair] - later != one.number:
                return False
            counts[one.ply] = counts.get(one.ply, 0) + 1
        return plies == sorted(plies)

    def draw(self, match: Match[Any, Any], ply: int) -> tuple[int, int]:
        """The seed of the roll that is due after so many plies, and the how manieth of that seed it is."""
        position = match.at(ply)
        now = begun(self.turns(match, ply), position, self.ring)
        if seat_draw.throwing(position):
            return match.seed, now.rolls
        numbers = [count + (chair == now.holder) for chair, count in enumerate(now.counters)]
        used = [(chair, number, self.ring.element(chair, number)) for chair, number in enumerate(numbers)]
        return seed(used), now.rolls

    def settled(self, match: Match[Any, Any]) -> tuple[int, ...]:
        """The counters as they are when the link goes on from here: the turn that was played is over.

        Where a strict table waits for an element of the next player, that is not among them.
        """
        turns, position = self.turns(match), match.position
        if match.outcome() is not None:
            return closed(self._ended(match, turns))
        return closed(turns) if self._goes_on(match, turns, position) else turns.counters

    def _ended(self, match: Match[Any, Any], turns: Turns) -> Turns:
        """Who gives up does so in a turn that counts; who agrees to a draw plays none."""
        outcome = match.outcome()
        if match.ruled() is not None or (outcome is not None and outcome.why == "agreed"):
            return turns
        holder = self.ring.chair(whose(match.position))
        return begun(turns, match.position, self.ring)._replace(holder=holder, counts=True)

    def _goes_on(self, match: Match[Any, Any], turns: Turns, position: Any) -> bool:
        if turns.holder == NOBODY:
            return False
        return self._mover(position) != self.ring.seat(turns.holder) or self.asked(match) is not None

    def _mover(self, position: Any) -> Seat:
        """Whose turn it is, which takes some reckoning where dice are due and is asked often of one position."""
        if self._whose is None or self._whose[0] is not position:
            self._whose = (position, whose(position))
        return self._whose[1]

    def asked(self, match: Match[Any, Any]) -> int | None:
        """The chair that is asked for an element before the dice go on, at a strict table; else None."""
        position = match.position
        if not self.ring.strict or position.turn != CHANCE:
            return None
        turns = self.turns(match)
        again = turns.rolls > 0 and turns.holder != NOBODY
        if not again or match.outcome() is not None or self._mover(position) != self.ring.seat(turns.holder):
            return None
        return self.ring.after(turns.holder)

    def waits(self, match: Match[Any, Any]) -> bool:
        """Whether that element has not been shown yet."""
        chair = self.asked(match)
        return chair is not None and self.ring.counters[chair] == self.turns(match).counters[chair]

    def due(self, match: Match[Any, Any]) -> int | None:
        """The chair that is to do something now; None once the game is over."""
        if match.outcome() is not None:
            return None
        return self.asked(match) if self.waits(match) else self.ring.chair(self._mover(match.position))


def revealed(ring: Ring, dice: Drawing, match: Match[Any, Any]) -> Ring:
    """Return the ring once one's own turn is sent: with as many of one's elements as it takes."""
    own = ring.own
    assert own is not None, "somebody plays here"
    due = dice.settled(match)[own.chair]
    if dice.waits(match) and dice.asked(match) == own.chair:
        due += 1
    have = ring.shown[own.chair]
    more = tuple(ring.element(own.chair, number) for number in range(len(have), due + 1))
    return ring._replace(shown=(*ring.shown[: own.chair], (*have, *more), *ring.shown[own.chair + 1 :]))
