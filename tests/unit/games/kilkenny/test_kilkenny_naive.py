"""Test the rules of Kilkenny Cats against a simple second implementation, in random games and positions."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from chowk.core.seat_draw import LETTERS
from chowk.games.kilkenny import notation, rules
from chowk.games.kilkenny.rules import FORFEIT, House, Position, Roll, Step, board
from chowk.games.kilkenny.rules.board import HOLES, SQUARES, square
from chowk.games.kilkenny.rules.house import seated
from tests.unit.games.kilkenny import naive
from tests.unit.games.kilkenny.naive import State

FACES = range(1, 7)
COUNTS: list[dict[str, Any]] = json.loads((Path(__file__).parents[3] / "data" / "kilkenny.json").read_text())


def state_of(position: Position) -> State:
    letters = "".join(LETTERS[side] for side in position.sides)
    cats = zip(letters + naive.NOBODY, (*position.cats, position.strays), strict=True)
    pieces = sorted(((place % 16, place // 16), letter) for letter, own in cats for place in board.squares(own))
    house = position.house
    return State(
        tuple(pieces), letters, letters[position.mover], position.quiet, house.hunted, house.rounds, house.resign
    )


def agree(position: Position) -> None:
    """Check that both implementations have the same moves for every number rolled, and the same end."""
    state = state_of(position)
    outcome = position.outcome()
    winner = None if outcome is None else outcome.winner
    assert naive.result(state) == (
        "" if outcome is None else "draw" if winner is None else LETTERS[position.sides[winner]]
    )
    assert rules.offers_draw(position) == naive.offered(state)
    for face in FACES if outcome is None else ():
        rolled = position.play(Roll(face))
        targets = {
            ((move.start % 16, move.start // 16), (move.end % 16, move.end // 16)): move
            for move in rolled.moves()
            if isinstance(move, Step)
        }
        assert set(targets) == naive.moves(state, face)
        assert bool(targets) == (rolled.moves() != (FORFEIT,))


def game(seed: int) -> tuple[Position, Random]:
    random = Random(seed)
    options = {"fourth": random.choice(("absent", "stray")), "rounds": random.choice(("asked", "50", "100", "0"))}
    options |= {name: random.choice(("off", "on")) for name in ("hunted", "resign")}
    options["pair"] = random.choice(("south", "west", "mixed"))
    return rules.start(random.choice((2, 3, 4)), options, seed), random


@pytest.mark.parametrize("seed", range(10))
def test_random_games_go_the_same_way_by_both_readings(seed: int) -> None:
    position, random = game(seed)
    state = state_of(position)
    for _ in range(150):
        agree(position)
        if position.outcome():
            break
        rolled = position.play(random.choice(rules.ROLLS))
        move = random.choice(rolled.moves())
        squares = None
        if isinstance(move, Step):
            squares = (move.start % 16, move.start // 16), (move.end % 16, move.end // 16)
        position, state = rolled.play(move), naive.after(state, squares)
        assert state_of(position) == state


def scattered(seed: int) -> Position:
    """Return a random position with few or many cats anywhere, including on mice."""
    random = Random(seed)
    sides = random.choice(((0, 2), (1, 3), (0, 1, 2), (1, 2, 3), (0, 1, 2, 3)))
    hunted = random.random() < 0.3
    left, cats, home = list(SQUARES), [], False
    random.shuffle(left)
    for side in sides:
        drawn = left[: random.randrange(1, 9)]
        own = {place for place in drawn if hunted or board.MOUSE_OF.get(place, side) == side}
        own |= {place for place in board.MICE[side] if place in left and random.random() < 0.3 and len(own) < 7}
        own -= set(board.MICE[side][:1]) if home else set()  # only one of them has won
        home = home or own >= set(board.MICE[side])
        left = [place for place in left if place not in own]
        cats.append(board.mask(sorted(own)))
    strays = board.mask([place for place in left[:4] if place not in board.MOUSE_OF]) if len(sides) == 3 else 0
    house, quiet = (
        House(hunted, random.choice(("asked", "50", "100"))),
        random.choice((random.randrange(120), 100, 150)),
    )
    position = Position(-1, 0, tuple(cats), strays, 0, quiet, (), sides, seated(house, sides))
    movers = [seat for seat in range(len(sides)) if rules.playing(position, seat)] or [0]
    return position._replace(mover=random.choice(movers))


def test_random_positions_are_read_the_same() -> None:
    ends: Counter[str] = Counter()
    for seed in range(400):
        position = scattered(seed)
        agree(position)
        ends[rules.ending(position)] += 1
        ends["offered"] += rules.offers_draw(position)
        assert notation.read_position(notation.write_position(position)) == position
    assert ends[""] > 200
    assert ends["mice"] > 5
    assert ends["quiet"] > 5
    assert ends["offered"] > 5


def test_a_turn_of_the_board_turns_the_moves() -> None:
    for seed in range(60):
        position = scattered(seed)
        across = position._replace(
            cats=tuple(_half(own) for own in position.cats),
            strays=_half(position.strays),
            sides=tuple((side + 2) % 4 for side in position.sides),
        )
        for face in FACES:
            turned_steps = {(255 - step.start, 255 - step.end) for step in rules.steps(position, position.mover, face)}
            assert {tuple(step) for step in rules.steps(across, across.mover, face)} == turned_steps


def _half(cats: int) -> int:
    return board.mask([255 - place for place in board.squares(cats)])


def test_what_a_step_changes_is_bounded() -> None:
    for seed in range(200):
        position = scattered(seed)
        for face in FACES if position.outcome() is None else ():
            rolled = position.play(Roll(face))
            for move in rolled.moves():
                after = rolled.play(move)
                before = sum(own.bit_count() for own in (*rolled.cats, rolled.strays))
                left = sum(own.bit_count() for own in (*after.cats, after.strays))
                assert after.cats[rolled.mover].bit_count() == rolled.cats[rolled.mover].bit_count()
                assert before - left in (0, 1)
                assert (after.quiet == 0) == (before != left or _mouse(rolled, move)) or not rolled.house.rounds
                assert not any(own & other for own in after.cats for other in after.cats if own is not other)


def _mouse(position: Position, move: object) -> bool:
    return isinstance(move, Step) and bool(HOLES[position.side] >> move.end & 1)


# Node counts by kind -------------------------------------------------------------------------------------------------


def nodes(position: Position, turns: int) -> Counter[str]:
    """Count the sequences of `turns` rolls and moves from a position.

    The key `nodes` has the number of all sequences. Each other key has the number of those that end with a forfeit, a
    capture, a move onto a mouse, or the end of the game.
    """
    counts: Counter[str] = Counter()
    for roll in position.moves():
        rolled = position.play(roll)
        for move in rolled.moves():
            if turns > 1:
                counts += nodes(rolled.play(move), turns - 1)
                continue
            counts["nodes"] += 1
            counts["forfeits"] += move == FORFEIT
            counts["captures"] += isinstance(move, Step) and bool(rolled.occupied >> move.end & 1)
            counts["mice"] += _mouse(rolled, move)
            counts["ends"] += rolled.play(move).outcome() is not None
    return counts


def naive_nodes(state: State, turns: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    for face in FACES if not naive.result(state) else ():
        occupied = {place for place, _ in state.pieces}
        for move in naive.moves(state, face) or [None]:
            after = naive.after(state, move)
            if turns > 1:
                counts += naive_nodes(after, turns - 1)
                continue
            counts["nodes"] += 1
            counts["forfeits"] += move is None
            counts["captures"] += move is not None and move[1] in occupied
            counts["mice"] += move is not None and move[1] in naive.HOMES[state.mover]
            counts["ends"] += bool(naive.result(after))
    return counts


def test_the_counts_cover_every_kind() -> None:
    for kind in ("forfeits", "captures", "mice", "ends"):
        assert any(fact["turns"][-1][kind] for fact in COUNTS), kind


@pytest.mark.parametrize("fact", COUNTS, ids=lambda fact: str(fact["name"]))
def test_nodes_are_as_counted(fact: dict[str, Any]) -> None:
    position = notation.read_position(fact["position"])
    for turns, counted in enumerate(fact["turns"], 1):
        if counted["nodes"] <= 60_000:
            counts = nodes(position, turns)
            assert {kind: counts[kind] for kind in counted} == counted


@pytest.mark.deep
@pytest.mark.parametrize("fact", COUNTS, ids=lambda fact: str(fact["name"]))
def test_nodes_are_as_counted_deeper_and_by_the_naive_reading(fact: dict[str, Any]) -> None:
    position = notation.read_position(fact["position"])
    for turns, counted in enumerate(fact["turns"], 1):
        for counts in (nodes(position, turns), naive_nodes(state_of(position), turns)):
            assert {kind: counts[kind] for kind in counted} == counted


def test_two_turns_are_counted_alike_by_both_readings() -> None:
    for fact in COUNTS:
        position = notation.read_position(fact["position"])
        if fact["turns"][1]["nodes"] <= 6_000:
            assert nodes(position, 2) == naive_nodes(state_of(position), 2)


def test_square_numbers_fit_the_naive_places() -> None:
    assert {(place % 16, place // 16) for place in SQUARES} == {
        (x, y) for x in range(16) for y in range(16) if naive.is_square(x, y)
    }
    assert square(7, 0) == 7
