"""Explanations of moves of Parcheesi: facts for or against a move, counted on the board, the most important first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from typing import Final

from chowk.core.message import Message, PlayerName, say, say_many
from chowk.core.position import CHANCE, Seat
from chowk.games.parcheesi.rules.board import ENTRIES, HOME, NEST, ROW, SAFE, TRACK, bit, distance
from chowk.games.parcheesi.rules.position import Position
from chowk.games.parcheesi.rules.state import NO_BLOCKADE, ODDS, ROLLS, Move, Roll, Step, blockades, captured, earnings

MOST: Final = 3
"""Maximum number of facts in favour of a move."""
MOST_FAULTS: Final = 2
"""Maximum number of facts against a move."""
ALL_ROLLS: Final = sum(ODDS)
"""The number of equally likely rolls: 36."""


def reasons(position: Position, moves: tuple[Move, ...]) -> tuple[Message, ...]:
    """Return at most three facts in favour of the first of `moves`, compared with the position's other legal moves.

    The rest of `moves` is ignored. Only moves of pawns have such facts.
    """
    move = moves[0]
    return tuple(islice(_in_favour(position, move), MOST)) if isinstance(move, Step) else ()


def faults(position: Position, move: Move, best: Move) -> tuple[Message, ...]:
    """Return at most two facts that count against `move`, compared with the better move `best`."""
    if not isinstance(move, Step):
        return ()
    return tuple(islice(_against(position, move, best), MOST_FAULTS))


def _against(position: Position, move: Step, best: Move) -> Iterator[Message]:
    seat, next_position, better = position.mover, position.play(move), position.play(best)
    if isinstance(best, Step) and captured(position, best.to) and not captured(position, move.to):
        yield say("It misses a capture.")
    if not (next_position.over or better.over):
        rival = next_roller(position)
        now, least = capturing_rolls(next_position, seat, rival), capturing_rolls(better, seat, rival)
        if now > least:
            yield say(
                "After it {other} could capture one of these pawns with {count} of {all} rolls; after the better move, "
                "with {least}.",
                count=now,
                least=least,
                all=ALL_ROLLS,
                other=PlayerName(rival),
            )
    old_walls = walls(position, seat)
    if old_walls - walls(next_position, seat) and not old_walls - walls(better, seat):
        yield say("It breaks a blockade.")


def _in_favour(position: Position, step: Step) -> Iterator[Message]:
    seat, others = position.mover, [move for move in position.moves() if move != step]
    next_position = position.play(step)
    if next_position.pawns[seat].count(HOME) == len(next_position.pawns[seat]):
        yield say("It brings the last pawn home.")
    if not others:
        yield say("It is the only move.")
    yield from _won(position, step)
    if position.pawns[seat][step.pawn] == NEST:
        yield say("It brings a pawn out of the nest.")
    if not next_position.over:
        yield from _danger(position, next_position, others)
    yield from _walls(position, step, others)
    yield from _refuge(position, step)
    if not next_position.over:
        yield from _places(position, step, others)
        yield from _hunt(position, next_position)


def _won(position: Position, step: Step) -> Iterator[Message]:
    capture, earned = captured(position, step.to), earnings(position, step)
    if capture and earned:
        yield say(
            "It sends a pawn of {other} back to its nest and earns a bonus of {number}.",
            other=PlayerName(capture[0]),
            number=earned[0],
        )
    elif capture:
        yield say("It sends a pawn of {other} back to its nest.", other=PlayerName(capture[0]))
    elif earned:
        yield say("It brings a pawn home and earns a bonus of {number}.", number=earned[0])


def _walls(position: Position, step: Step, others: list[Move]) -> Iterator[Message]:
    """Yield the facts that the move forms a blockade, and that it keeps blockades which other moves would break."""
    old_walls, new_walls = walls(position, position.mover), walls(position.play(step), position.mover)
    if new_walls - old_walls:
        passed = position.house.passed
        yield say("It makes a blockade.") if passed else say("It makes a blockade, which no pawn can pass.")
    breaking = sum(bool(old_walls - walls(position.play(alternative), position.mover)) for alternative in others)
    if breaking and old_walls <= new_walls:
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


def _danger(position: Position, next_position: Position, others: list[Move]) -> Iterator[Message]:
    """Yield a fact if the move makes it less likely that the next player captures a pawn.

    `next_position` is the position after the move. The fact gives the number of the 36 rolls that then allow a capture.
    For comparison it gives the greatest number after any of `others`, if none of them is safer, or else the number
    before the move.
    """
    seat, rival = position.mover, next_roller(position)
    ends = {alternative.pawns: alternative for alternative in map(position.play, others) if not alternative.over}
    new_count, counts = (
        capturing_rolls(next_position, seat, rival),
        [capturing_rolls(alternative, seat, rival) for alternative in ends.values()],
    )
    if counts and new_count <= min(counts) and new_count < max(counts):
        yield say(
            "After it {other} could capture one of these pawns with {count} of {all} rolls; after other moves, with up "
            "to {most}.",
            count=new_count,
            most=max(counts),
            all=ALL_ROLLS,
            other=PlayerName(rival),
        )
    elif new_count < (old_count := capturing_rolls(position, seat, rival)):
        yield say(
            "Now {other} could capture one of these pawns with {before} of {all} rolls; after this move, with {now}.",
            before=old_count,
            now=new_count,
            all=ALL_ROLLS,
            other=PlayerName(rival),
        )


def _places(position: Position, step: Step, others: list[Move]) -> Iterator[Message]:
    """Yield up to two facts in favour of a move, about where its pawn comes from.

    The first is that other moves would give up a safe space, but this move does not. The second is that it moves the
    pawn that is farthest from home, or the pawn that is nearest home.
    """
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


def _hunt(position: Position, next_position: Position) -> Iterator[Message]:
    seat, rival = position.mover, next_roller(position)
    now = capturing_rolls(next_position, rival, seat)
    if now and now > capturing_rolls(position, rival, seat):
        yield say(
            "With {now} of {all} rolls {player} could then capture a pawn of {other}.",
            now=now,
            all=ALL_ROLLS,
            player=PlayerName(seat),
            other=PlayerName(rival),
        )


def walls(position: Position, seat: Seat) -> set[int]:
    """Return the places of a player's blockades on the track.

    Blockades in the home row are left out, because other players never meet them.
    """
    return {place for place in blockades(position.pawns[seat], position.house) if place < ROW}


def next_roller(position: Position) -> Seat:
    """Return the seat that rolls after the current player's turn."""
    seats = (seat % position.seats for seat in range(position.mover + 1, position.mover + position.seats))
    return next(seat for seat in seats if seat not in position.placed)


def capturing_rolls(position: Position, seat: Seat, rival: Seat) -> int:
    """Return how many of the 36 rolls let `rival`, rolling now, capture one of the seat's pawns.

    Captures by a bonus do not count.
    """
    if not any(0 <= place < TRACK for place in position.pawns[seat]):
        return 0
    before_roll = position._replace(
        turn=CHANCE, mover=rival, dice=(), parts=(), bonuses=(), since=NO_BLOCKADE, bound=False, earned=False, doubles=0
    )
    return sum(odds for roll, odds in zip(ROLLS, ODDS, strict=True) if _hit(before_roll, roll, seat))


def _hit(position: Position, roll: Roll, seat: Seat) -> bool:
    rolled = position.play(roll)
    visited, front = set[Position](), [rolled] if _in_reach(rolled, seat) else []
    while front:
        current = front.pop()
        for move in current.moves() if current.parts and current not in visited else ():
            if isinstance(move, Step):
                if (captured(current, move.to) or (None,))[0] == seat:
                    return True
                front.append(current.play(move))
        visited.add(current)
    return False


def _in_reach(position: Position, seat: Seat) -> bool:
    """Return True if some of the unused dice could bring a pawn of the player to move onto a pawn of `seat`.

    A pawn in the nest is counted as if it were on the player's entry. Ignore blockades and safe spaces.
    """
    sums = {sum(dice) for count in range(5) for dice in combinations(position.parts, count)}
    entry = ENTRIES[position.side]
    starts = {entry if place == NEST else place for place in position.pawns[position.mover] if place < TRACK}
    prey = [place for place in position.pawns[seat] if 0 <= place < TRACK]
    return any((place - start) % TRACK in sums for start in starts for place in prey)
