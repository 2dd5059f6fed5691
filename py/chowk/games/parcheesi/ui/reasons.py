"""Reasons for and against a move of Parcheesi: facts that anybody can count on the board, the weightiest first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from typing import Final

from chowk.core.message import Message, Who, say, say_many
from chowk.core.position import CHANCE, Seat
from chowk.games.parcheesi.rules.board import ENTRIES, HOME, NEST, ROW, SAFE, TRACK, bit, distance
from chowk.games.parcheesi.rules.position import Position
from chowk.games.parcheesi.rules.state import NO_BLOCKADE, ODDS, ROLLS, Move, Roll, Step, blockades, captured, earnings

MOST: Final = 3
MOST_FAULTS: Final = 2
ALL_ROLLS: Final = sum(ODDS)


def reasons(position: Position, moves: tuple[Move, ...]) -> tuple[Message, ...]:
    """Return at most three facts in favour of the first of `moves`, compared with the other legal moves."""
    move = moves[0]
    return tuple(islice(_found(position, move), MOST)) if isinstance(move, Step) else ()


def faults(position: Position, made: Move, best: Move) -> tuple[Message, ...]:
    """Return at most two facts against a move, compared with a better one."""
    if not isinstance(made, Step):
        return ()
    return tuple(islice(_against(position, made, best), MOST_FAULTS))


def _against(position: Position, made: Step, best: Move) -> Iterator[Message]:
    seat, after, better = position.mover, position.play(made), position.play(best)
    if isinstance(best, Step) and captured(position, best.to) and not captured(position, made.to):
        yield say("It misses a capture.")
    if not (after.over or better.over):
        rival = follower(position)
        now, least = hits(after, seat, rival), hits(better, seat, rival)
        if now > least:
            yield say(
                "After it {other} could capture one of these pawns with {count} of {all} rolls; after the better move, "
                "with {least}.",
                count=now,
                least=least,
                all=ALL_ROLLS,
                other=Who(rival),
            )
    before = walls(position, seat)
    if before - walls(after, seat) and not before - walls(better, seat):
        yield say("It breaks a blockade.")


def _found(position: Position, step: Step) -> Iterator[Message]:
    seat, others = position.mover, [move for move in position.moves() if move != step]
    after = position.play(step)
    if after.pawns[seat].count(HOME) == len(after.pawns[seat]):
        yield say("It brings the last pawn home.")
    if not others:
        yield say("It is the only move.")
    yield from _won(position, step)
    if position.pawns[seat][step.pawn] == NEST:
        yield say("It brings a pawn out of the nest.")
    if not after.over:
        yield from _danger(position, after, others)
    yield from _walls(position, step, others)
    yield from _refuge(position, step)
    if not after.over:
        yield from _places(position, step, others)
        yield from _hunt(position, after)


def _won(position: Position, step: Step) -> Iterator[Message]:
    taken, earned = captured(position, step.to), earnings(position, step)
    if taken and earned:
        yield say(
            "It sends a pawn of {other} back to its nest and earns a bonus of {number}.",
            other=Who(taken[0]),
            number=earned[0],
        )
    elif taken:
        yield say("It sends a pawn of {other} back to its nest.", other=Who(taken[0]))
    elif earned:
        yield say("It brings a pawn home and earns a bonus of {number}.", number=earned[0])


def _walls(position: Position, step: Step, others: list[Move]) -> Iterator[Message]:
    """Yield the blockade that a move forms, or those that it keeps and other moves would break."""
    before, now = walls(position, position.mover), walls(position.play(step), position.mover)
    if now - before:
        passed = position.house.passed
        yield say("It makes a blockade.") if passed else say("It makes a blockade, which no pawn can pass.")
    breaking = sum(bool(before - walls(position.play(other), position.mover)) for other in others)
    if breaking and before <= now:
        yield say_many(
            "It keeps every blockade; {count} other move would break one.",
            "It keeps every blockade; {count} other moves would break one.",
            breaking,
        )


def _refuge(position: Position, step: Step) -> Iterator[Message]:
    start = position.pawns[position.mover][step.pawn]
    if ROW <= step.to < HOME and start < ROW:
        yield say("In its home row nobody can reach the pawn.")
    elif bit(step.to) & SAFE and start != NEST and not bit(start) & SAFE:
        yield say("It goes from an open space to a safe one.")


def _danger(position: Position, after: Position, others: list[Move]) -> Iterator[Message]:
    """Yield the next player's capturing rolls after this move, compared with other moves or with the rolls now."""
    seat, rival = position.mover, follower(position)
    ends = {at.pawns: at for at in map(position.play, others) if not at.over}
    now, rest = hits(after, seat, rival), [hits(at, seat, rival) for at in ends.values()]
    if rest and now <= min(rest) and now < max(rest):
        yield say(
            "After it {other} could capture one of these pawns with {count} of {all} rolls; after other moves, with up "
            "to {most}.",
            count=now,
            most=max(rest),
            all=ALL_ROLLS,
            other=Who(rival),
        )
    elif now < (before := hits(position, seat, rival)):
        yield say(
            "Now {other} could capture one of these pawns with {before} of {all} rolls; after this move, with {now}.",
            before=before,
            now=now,
            all=ALL_ROLLS,
            other=Who(rival),
        )


def _places(position: Position, step: Step, others: list[Move]) -> Iterator[Message]:
    """Yield facts about the pawn that moves, and those that stay."""
    own = position.pawns[position.mover]
    start = own[step.pawn]
    leaving = sum(isinstance(move, Step) and bool(bit(own[move.pawn]) & SAFE) for move in others)
    if leaving and not bit(start) & SAFE:
        yield say_many(
            "It gives up no safe space; {count} other move would.",
            "It gives up no safe space; {count} other moves would.",
            leaving,
        )
    away = [distance(position.side, place) for place in own if place not in (NEST, HOME)]
    if len(set(away)) > 1 and start != NEST and distance(position.side, start) == max(away):
        yield say("It brings on the pawn that has the longest way to go.")
    elif len(set(away)) > 1 and start != NEST and distance(position.side, start) == min(away):
        yield say("It brings the pawn that is nearest home still nearer.")


def _hunt(position: Position, after: Position) -> Iterator[Message]:
    seat, rival = position.mover, follower(position)
    now = hits(after, rival, seat)
    if now and now > hits(position, rival, seat):
        yield say(
            "With {now} of {all} rolls {player} could then capture a pawn of {other}.",
            now=now,
            all=ALL_ROLLS,
            player=Who(seat),
            other=Who(rival),
        )


def walls(position: Position, seat: Seat) -> set[int]:
    """Return the places of a player's blockades on the track; others never come to those in the home row."""
    return {place for place in blockades(position.pawns[seat], position.house) if place < ROW}


def follower(position: Position) -> Seat:
    """Return the seat that rolls after the mover's turn."""
    seats = (seat % position.seats for seat in range(position.mover + 1, position.mover + position.seats))
    return next(seat for seat in seats if seat not in position.placed)


def hits(position: Position, seat: Seat, rival: Seat) -> int:
    """Return how many of the 36 rolls let `rival`, rolling now, capture one of the seat's pawns by its dice."""
    if not any(0 <= place < TRACK for place in position.pawns[seat]):
        return 0
    at = position._replace(
        turn=CHANCE, mover=rival, dice=(), parts=(), bonuses=(), since=NO_BLOCKADE, bound=False, earned=False, doubles=0
    )
    return sum(odds for roll, odds in zip(ROLLS, ODDS, strict=True) if _hit(at, roll, seat))


def _hit(position: Position, roll: Roll, seat: Seat) -> bool:
    rolled = position.play(roll)
    seen, front = set[Position](), [rolled] if _in_reach(rolled, seat) else []
    while front:
        at = front.pop()
        for move in at.moves() if at.parts and at not in seen else ():
            if isinstance(move, Step):
                if (captured(at, move.to) or (None,))[0] == seat:
                    return True
                front.append(at.play(move))
        seen.add(at)
    return False


def _in_reach(position: Position, seat: Seat) -> bool:
    """Return True if some of the dice lead a pawn of the mover to one of the seat's, ignoring blockades."""
    sums = {sum(some) for count in range(5) for some in combinations(position.parts, count)}
    entry = ENTRIES[position.side]
    starts = {entry if place == NEST else place for place in position.pawns[position.mover] if place < TRACK}
    prey = [place for place in position.pawns[seat] if 0 <= place < TRACK]
    return any((place - start) % TRACK in sums for start in starts for place in prey)
