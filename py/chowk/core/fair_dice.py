"""The dice of a correspondence game. They follow from secrets of all players.

Each player has a hash chain of secret elements, and reveals them one after another (`core.hash_chain`). The moves alone
determine which elements each roll uses.

A *chair* is a place at the table in the order in which players joined, the inviter's first. A *seat* is a place in the
order of play. If sides are assigned at random, all players move up by the same number of seats. Then the number of a
player's chair may differ from the number of the seat.

A turn is everything one player does until another player is due. It counts if it contains a roll or a choice. The rolls
of a turn follow from one seed, the hash of one element of each chair: the next element of the player who rolls, which
nobody else has seen, and the last revealed element of each other player. At a *strict* table each further roll of a
turn needs another element: the player sends a link with the first roll, and the next player adds an element and sends
the link back.

A player who lost a hash chain can continue with a new chain if all others agree. This is a *handover*. The commitment
of the new chain becomes the chair's next element after the last element of the old chain, so the elements of a chair
stay one numbered sequence. Each of the other players reveals an element after seeing that commitment. So nobody can
choose a new chain that leads to better rolls.
"""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Iterable, Sequence
from typing import Any, Final, NamedTuple

from chowk.core.dice import seat_to_act
from chowk.core.hash_chain import Chain, down
from chowk.core.match import Match
from chowk.core.position import CHANCE, Position, Seat
from chowk.core.stepper import finished

NOBODY: Final = -1
"""Value of `Turns.holder` before the first turn of a game."""
BLOCK: Final = 64
"""Number of plies whose moves are packed into one number and compared together."""
_FEW: Final = 32
"""Number of plies that `SharedDice.counting` counts before it yields."""


class Handover(NamedTuple):
    """The replacement of a player's hash chain by a new chain, after `ply` moves.

    `chair` is the player's place in the order of joining. `number` and `last` are the index and the bytes of the last
    element of the old chain.
    """

    ply: int
    chair: int
    number: int
    last: bytes


class Ring(NamedTuple):
    """The revealed elements of every player's hash chain (`core.hash_chain`), from which the dice follow.

    A chair is a player's place in the order of joining.

    `revealed`: the revealed elements by chair, the commitment first.
    `strict`: True if each further roll of a turn needs another element.
    `moved`: the number of seats by which all players moved up in the order of play, when sides were assigned at random.
        The player on chair `moved` has the first seat.
    `own`: the chain of this device's player, or None for a guest, who only watches.
    `extra`: the number of elements that each chair revealed for turns taken back and for agreeing to take turns back.
    `handovers`: all replacements of lost chains, in order.
    """

    revealed: tuple[tuple[bytes, ...], ...]
    strict: bool = False
    moved: int = 0
    own: Chain | None = None
    extra: tuple[int, ...] = ()
    handovers: tuple[Handover, ...] = ()

    @property
    def counters(self) -> tuple[int, ...]:
        """The number of the last revealed element of each chair's hash chain."""
        return tuple(len(elements) - 1 for elements in self.revealed)

    def chair(self, seat: Seat) -> int:
        """Return the chair (place in the order of joining) of the player in a seat (place in the order of play)."""
        return (seat + self.moved) % len(self.revealed)

    def seat(self, chair: int) -> Seat:
        """Return the seat (place in the order of play) of the player on a chair (place in the order of joining)."""
        return (chair - self.moved) % len(self.revealed)

    def after(self, chair: int) -> int:
        """Return the chair (place in the order of joining) of the player after `chair` in the order of play."""
        return self.chair((self.seat(chair) + 1) % len(self.revealed))

    def element(self, chair: int, number: int) -> bytes:
        """Return the element `number` of a chair's hash chain, if it was revealed or the chain belongs to this device.

        Raises `LookupError` for any other element.
        """
        if number < len(self.revealed[chair]):
            return self.revealed[chair][number]
        if self.own is None or self.own.chair != chair:
            raise LookupError(f"element {number} of chair {chair} is not known here")
        return self.own.element(number - self.since(chair))

    def since(self, chair: int) -> int:
        """Return the number of the first element of a chair's present hash chain: 0 if the chain was never replaced."""
        return max((handover.number + 1 for handover in self.handovers if handover.chair == chair), default=0)

    def commitment(self, chair: int) -> bytes:
        """Return the commitment (first element) of a chair's present hash chain."""
        return self.revealed[chair][self.since(chair)]

    def after_handover(self, ply: int, chair: int, commitment: bytes) -> Ring:
        """Return the ring (revealed elements) after the player on `chair` replaced a lost hash chain after `ply` moves.

        `commitment` is the first element of the new chain. The elements that the other players reveal for the
        replacement are not added yet.
        """
        elements = self.revealed[chair]
        handover = Handover(ply, chair, len(elements) - 1, elements[-1])
        revealed = (*self.revealed[:chair], (*elements, commitment), *self.revealed[chair + 1 :])
        return self._replace(revealed=revealed, handovers=(*self.handovers, handover))

    def with_next(self, chair: int) -> Ring:
        """Return the ring (revealed elements) after `chair` reveals the next element of its hash chain.

        Raises `LookupError` if the chain does not belong to this device.
        """
        fresh = self.element(chair, len(self.revealed[chair]))
        revealed = (*self.revealed[:chair], (*self.revealed[chair], fresh), *self.revealed[chair + 1 :])
        return self._replace(revealed=revealed)

    def and_of(self, other: Ring) -> Ring:
        """Return the ring with all hash chain elements that are revealed in this ring or in `other`.

        Both rings must have the same chains.
        """
        return self._replace(
            revealed=tuple(max(pair, key=len) for pair in zip(self.revealed, other.revealed, strict=True))
        )


def spans(handovers: Sequence[Handover], chair: int, number: int, element: bytes) -> list[tuple[int, int, bytes]]:
    """Return, for each hash chain of a chair in order, the numbers of its first and last element, and the last element.

    A chair is a player's place in the order of joining. It has several chains if lost ones were replaced (`handovers`).
    `number` and `element` are the number and the bytes of the chair's last element.
    """
    ends = [(handover.number, handover.last) for handover in handovers if handover.chair == chair]
    begins = [0, *(end + 1 for end, _ in ends)]
    return [(begin, end, last) for begin, (end, last) in zip(begins, [*ends, (number, element)], strict=True)]


def elements(handovers: Sequence[Handover], chair: int, number: int, element: bytes) -> tuple[bytes, ...]:
    """Return the bytes of all elements of a chair, from element 0 to element `number`.

    `element` holds the bytes of element `number`. The others are computed by hashing, beginning with the last element
    of each of the chair's chains.
    """
    chains = [down(chair, end - begin, last, 0) for begin, end, last in spans(handovers, chair, number, element)]
    return tuple(value for chain in chains for value in chain)


class Turns(NamedTuple):
    """The hash chain elements that the finished turns of a correspondence game have used, and the present turn.

    `counters` holds, by chair (player), the number of the last element used. A turn uses one element if it contains a
    roll or a choice. The start of the game, turns taken back and handovers also use elements. `holder` is the chair
    whose turn it is, and `rolls` the number of rolls in that turn. `counts` is True if the turn will use an element.
    Before the first turn `holder` is `NOBODY`, and `rolls` counts the rolls that decide the starting player.
    """

    counters: tuple[int, ...]
    holder: int = NOBODY
    counts: bool = False
    rolls: int = 0


def seed(used: Iterable[tuple[int, int, bytes]]) -> int:
    """Return the 128-bit seed of the dice from a hash chain element of each chair, given as chair, number and bytes."""
    text = b"".join(b"%d:%d:" % (chair, number) + element for chair, number, element in used)
    return int.from_bytes(hashlib.sha256(b"chowk-2 dice:" + text).digest()[:16], "big")


def starting_seed(first: bytes, commitments: Iterable[bytes]) -> int:
    """Return the seed of a new game.

    `first` is element 1 of the inviter's hash chain. `commitments` are those of the other players, in the order of
    joining.
    """
    return seed([(0, 1, first), *((chair, 0, element) for chair, element in enumerate(commitments, 1))])


def at_first(ring: Ring) -> Turns:
    """Return the `Turns` at the start of a game, before any turn.

    The inviter has used one hash chain element to start the game, and the others have used none. Each player's number
    of extra elements in `ring.extra` is added.
    """
    chairs = len(ring.revealed)
    extra = ring.extra or (0,) * chairs
    return Turns(tuple(extra[chair] + (chair == 0) for chair in range(chairs)))


def turns_before(turns: Turns, position: Position[Any], ring: Ring, *, throwing: bool) -> Turns:
    """Return the `Turns` just before the move or roll due at `position` is made.

    `turns` is the value after the previous move or roll. If another player is due now, a new turn begins. `throwing` is
    True if the players still roll to decide the starting player.
    """
    if throwing:
        return turns
    mover = seat_to_act(position)
    holder = ring.chair(mover) if mover != CHANCE else max(0, turns.holder)
    if turns.holder == NOBODY:
        return Turns(turns.counters, holder)
    if holder != turns.holder:
        return Turns(closed(turns), holder)
    if ring.strict and position.turn == CHANCE and turns.rolls:
        return Turns(_raised(closed(turns), ring.after(holder)), holder)
    return turns


def turns_after(turns: Turns, position: Position[Any], ring: Ring, *, throwing: bool, forced: bool) -> Turns:
    """Return the `Turns` after the move or roll due at `position` was made.

    `turns` is the value before it. `forced` is True for a move that the player did not choose (`Rules.forced`).
    `throwing` is True if the players still roll to decide the starting player.
    """
    now = turns_before(turns, position, ring, throwing=throwing)
    rolled = position.turn == CHANCE
    counts = now.counts or (not throwing and (rolled or not forced))
    return now._replace(counts=counts, rolls=now.rolls + rolled)


def closed(turns: Turns) -> tuple[int, ...]:
    """Return the number of the last hash chain element that each chair (player) uses if the present turn ends now."""
    return _raised(turns.counters, turns.holder) if turns.counts else turns.counters


def _raised(counters: tuple[int, ...], chair: int) -> tuple[int, ...]:
    return tuple(count + (index == chair) for index, count in enumerate(counters))


class SharedDice:
    """The dice of a correspondence match, computed from `ring`, the revealed elements of the players' hash chains.

    Assign a new `ring` when more elements have been revealed. `like` is an earlier object for the same match, whose
    cached results are reused.
    """

    def __init__(self, ring: Ring, like: SharedDice | None = None) -> None:
        self.ring = ring
        # The turns before each ply, with the position for which they were computed.
        self._reckoned: list[tuple[Any, Turns]] = list(like._reckoned) if like is not None else []
        # By ply: position, move, the move's index among the legal moves, and the number of legal moves.
        self._choices: dict[int, tuple[Any, Any, int, int]] = dict(like._choices) if like is not None else {}
        # The choices of each full block as one number, with the position after the block.
        self._blocks: list[tuple[Any, int, int]] = list(like._blocks) if like is not None else []
        # The ring for which the turns were last computed. While it stays the same, no handovers are compared.
        self._by: Ring | None = like._by if like is not None else None
        # The choices after the last full block, with the ply and the position after them.
        self._remainder: tuple[int, Any, int, int] | None = like._remainder if like is not None else None
        # The last position whose seat to move was computed, and that seat.
        self._whose: tuple[Any, Seat] | None = like._whose if like is not None else None

    def choice(self, ply: int, position: Any, move: Any) -> tuple[int, int]:
        """Return the index of `move` among the legal moves at `ply`, and the number of legal moves."""
        entry = self._choices.get(ply)
        if entry is None or entry[0] is not position or entry[1] != move:
            moves = position.moves()
            entry = self._choices[ply] = (position, move, moves.index(move), len(moves))
        return entry[2], entry[3]

    def chosen(self, ply: int, position: Any, digit: int, moves: Sequence[Any]) -> Any:
        """Return `moves[digit]`, the move made at `ply`, and cache its index `digit` for calls of `choice`.

        `position` is the position at `ply`, and `moves` are its legal moves.
        """
        self._choices[ply] = (position, moves[digit], digit, len(moves))
        return moves[digit]

    def blocks(self, match: Match[Any, Any]) -> list[tuple[int, int]]:
        """Return the moves of a match as large numbers: one for every `BLOCK` plies, and one for the rest.

        Rolls are left out. The digits of a number, in a mixed radix, are the indices of the moves among the legal
        moves. Each number is in a pair with the count of values that it can have. Two equal lists of such pairs
        therefore stand for the same moves.
        """
        finished(self.packing(match))
        remainder, ply = self._remainder, match.ply
        if remainder is None or remainder[0] != ply or remainder[1] is not match.position:
            remainder = self._remainder = (ply, match.position, *self._together(match, ply // BLOCK * BLOCK, ply))
        return [*((number, radix) for _, number, radix in self._blocks), remainder[2:]]

    def packing(self, match: Match[Any, Any]) -> Generator[None, None, None]:
        """Compute the numbers of `blocks` in steps, yielding after every `BLOCK` plies. Afterwards `blocks` is fast."""
        blocks, full = self._blocks, match.ply // BLOCK
        del blocks[full:]
        while blocks and blocks[-1][0] is not match.position_after(len(blocks) * BLOCK):
            blocks.pop()
        while len(blocks) < full:
            stop = (len(blocks) + 1) * BLOCK
            blocks.append((match.position_after(stop), *self._together(match, stop - BLOCK, stop)))
            yield

    def counting(self, match: Match[Any, Any]) -> Generator[None, None, None]:
        """Do the work of `turns` in steps, yielding after every `_FEW` plies. Afterwards `turns` is fast."""
        for ply in range(len(self._reckoned), match.ply, _FEW):
            self.turns(match, ply)
            yield

    def _together(self, match: Match[Any, Any], first: int, stop: int) -> tuple[int, int]:
        number, radix, moves = 0, 1, match.moves
        for ply in range(first, stop):
            if match.position_after(ply).turn != CHANCE:
                digit, count = self.choice(ply, match.position_after(ply), moves[ply])
                number, radix = number + digit * radix, radix * count
        return number, radix

    def turns(self, match: Match[Any, Any], ply: int | None = None) -> Turns:
        """Return which hash chain elements a match has used after `ply` moves, and its present turn (see `Turns`).

        By default, return this after all moves.
        """
        ply = match.ply if ply is None else ply
        reckoned, rules = self._reckoned, match.ruleset.rules
        del reckoned[match.ply + 1 :]
        first = reckoned[0][1] if reckoned and self.ring is self._by else self._handed(at_first(self.ring), 0)
        if self._by is None or (reckoned and reckoned[0][1] != first) or self._by.handovers != self.ring.handovers:
            reckoned.clear()
        self._by = self.ring
        while reckoned and reckoned[-1][0] is not match.position_after(len(reckoned) - 1):
            reckoned.pop()
        if not reckoned:
            reckoned.append((match.position_after(0), first))
        for index in range(len(reckoned), ply + 1):
            before, turns = reckoned[-1]
            forced = before.turn != CHANCE and rules.forced(before) is not None
            after = turns_after(turns, before, self.ring, throwing=rules.throwing(before), forced=forced)
            reckoned.append((match.position_after(index), self._handed(after, index)))
        return reckoned[ply][1]

    def _handed(self, turns: Turns, ply: int) -> Turns:
        """Return `turns` after the handovers (replacements of hash chains) at `ply`, which come before the next move.

        Each handover uses one element of every chair.
        """
        count = sum(handover.ply == ply for handover in self.ring.handovers)
        return turns._replace(counters=tuple(counter + count for counter in turns.counters)) if count else turns

    def can_hand(self, match: Match[Any, Any], ply: int, chair: int) -> bool:
        """Return True if the player on `chair` may replace a lost hash chain after `ply` moves.

        The game must not be over, and the player's turn must be about to begin.
        """
        position = match.position_after(ply)
        if not 0 <= chair < len(self.ring.revealed) or (ply == match.ply and match.outcome() is not None):
            return False
        return self.ring.chair(seat_to_act(position)) == chair and self.turns(match, ply).holder != chair

    def rightly_handed(self, match: Match[Any, Any]) -> bool:
        """Return True if all replacements of hash chains are valid.

        They must be in the order of their plies, and each must be allowed at its ply (`can_hand`). Before each, the
        player must have revealed the old chain exactly up to the element that it names as the chain's last.
        """
        counts: dict[int, int] = {}
        plies = [handover.ply for handover in self.ring.handovers]
        for handover in self.ring.handovers:
            if handover.ply > match.ply or not self.can_hand(match, handover.ply, handover.chair):
                return False
            later = plies.count(handover.ply) - counts.get(handover.ply, 0)
            if self.turns(match, handover.ply).counters[handover.chair] - later != handover.number:
                return False
            counts[handover.ply] = counts.get(handover.ply, 0) + 1
        return plies == sorted(plies)

    def draw(self, match: Match[Any, Any], ply: int) -> tuple[int, int]:
        """Return the seed of the roll due at `ply`, and the number of the roll, from 0, within that seed."""
        position = match.position_after(ply)
        throwing = match.ruleset.rules.throwing(position)
        now = turns_before(self.turns(match, ply), position, self.ring, throwing=throwing)
        if throwing:
            return match.seed, now.rolls
        numbers = [count + (chair == now.holder) for chair, count in enumerate(now.counters)]
        used = [(chair, number, self.ring.element(chair, number)) for chair, number in enumerate(numbers)]
        return seed(used), now.rolls

    def settled(self, match: Match[Any, Any]) -> tuple[int, ...]:
        """Return, for each chair (player), the number of the last hash chain element to reveal when the game is sent.

        At a strict table, another player must reveal an element before a further roll of the same turn
        (`next_revealer`). That element is not counted here.
        """
        turns, position = self.turns(match), match.position
        if match.outcome() is not None:
            return closed(self._turns_at_end(match, turns))
        return closed(turns) if self._goes_on(match, turns, position) else turns.counters

    def _turns_at_end(self, match: Match[Any, Any], turns: Turns) -> Turns:
        """Return the `Turns` at the end of the game. `turns` is the value after the last move or roll.

        A resignation or a loss on time counts as a turn. An agreed draw does not.
        """
        outcome = match.outcome()
        if match.ruled() is not None or (outcome is not None and outcome.why == "agreed"):
            return turns
        holder = self.ring.chair(seat_to_act(match.position))
        return turns_before(turns, match.position, self.ring, throwing=match.throwing)._replace(
            holder=holder, counts=True
        )

    def _goes_on(self, match: Match[Any, Any], turns: Turns, position: Any) -> bool:
        if turns.holder == NOBODY:
            return False
        return self._mover(position) != self.ring.seat(turns.holder) or self.next_revealer(match) is not None

    def _mover(self, position: Any) -> Seat:
        """Return the seat to move. It is cached, because it is needed often and computing it before a roll is slow."""
        if self._whose is None or self._whose[0] is not position:
            self._whose = (position, seat_to_act(position))
        return self._whose[1]

    def next_revealer(self, match: Match[Any, Any]) -> int | None:
        """Return the chair (player) that must reveal a hash chain element before the next roll of the present turn.

        Return None if nobody must. Only at a strict table does each further roll of a turn need an element of another
        player.
        """
        position = match.position
        if not self.ring.strict or position.turn != CHANCE:
            return None
        turns = self.turns(match)
        again = turns.rolls > 0 and turns.holder != NOBODY
        if not again or match.outcome() is not None or self._mover(position) != self.ring.seat(turns.holder):
            return None
        return self.ring.after(turns.holder)

    def awaits_reveal(self, match: Match[Any, Any]) -> bool:
        """Return True if the player returned by `next_revealer` has not revealed the hash chain element yet."""
        chair = self.next_revealer(match)
        return chair is not None and self.ring.counters[chair] == self.turns(match).counters[chair]

    def acting_chair(self, match: Match[Any, Any]) -> int | None:
        """Return the chair that must act now (move, roll or reveal an element), or None once the game is over."""
        if match.outcome() is not None:
            return None
        return self.next_revealer(match) if self.awaits_reveal(match) else self.ring.chair(self._mover(match.position))


def revealed(ring: Ring, dice: SharedDice, match: Match[Any, Any]) -> Ring:
    """Return the ring to send with this player's turn.

    It is `ring` with all elements of the player's own hash chain that the turn must reveal.
    """
    own = ring.own
    assert own is not None, "somebody plays here"
    due = dice.settled(match)[own.chair]
    if dice.awaits_reveal(match) and dice.next_revealer(match) == own.chair:
        due += 1
    have = ring.revealed[own.chair]
    more = tuple(ring.element(own.chair, number) for number in range(len(have), due + 1))
    return ring._replace(revealed=(*ring.revealed[: own.chair], (*have, *more), *ring.revealed[own.chair + 1 :]))
