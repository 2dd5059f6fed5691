"""A second, simple implementation of the rules of Kilkenny Cats, square by square. The tests compare the rules with it.

A state is a dictionary of pieces by (column, row), from 0. The game's own code is not used.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

Place = tuple[int, int]

HOMES = {"S": ((7, 0), (8, 0)), "W": ((15, 7), (15, 8)), "N": ((7, 15), (8, 15)), "E": ((0, 7), (0, 8))}
"""For each player's letter, such as S for South, the squares (column, row) of its two mice."""
NOBODY = "?"


@dataclass(frozen=True)
class State:
    """A state of the game: pieces by place, players in order of play, and the player to move.

    `quiet` is the number of turns since a cat was captured or reached a mouse. `hunted`, `rounds` and `resign` are
    house rules.
    """

    pieces: tuple[tuple[Place, str], ...]
    players: str
    mover: str
    quiet: int = 0
    hunted: bool = False
    rounds: str = "asked"
    resign: bool = False


def is_square(x: int, y: int) -> bool:
    inner = 1 <= x <= 14 and 1 <= y <= 14
    return inner or any((x, y) in mice for mice in HOMES.values())


def moves(state: State, die: int) -> set[tuple[Place, Place]]:
    board = dict(state.pieces)
    targets = set()
    for place, owner in board.items():
        if owner != state.mover or place in HOMES[owner]:
            continue
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                end = _run(board, state, place, (dx, dy), die)
                if end:
                    targets.add((place, end))
    return targets


def _run(board: dict[Place, str], state: State, place: Place, step: Place, die: int) -> Place | None:
    if step == (0, 0):
        return None
    x, y = place
    for left in range(die, 0, -1):
        x, y = x + step[0], y + step[1]
        if not is_square(x, y):
            return None
        if left > 1 and (x, y) in board:
            return None
    other = board.get((x, y))
    if other == state.mover:
        return None
    foreign = any((x, y) in mice for colour, mice in HOMES.items() if colour != state.mover)
    if foreign and not (state.hunted and other):
        return None
    return x, y


def playing(state: State, player: str) -> bool:
    own = [place for place, owner in state.pieces if owner == player]
    loose = [place for place in own if place not in HOMES[player]]
    return bool(loose) and not (state.resign and len(own) < 2)


def after(state: State, move: tuple[Place, Place] | None) -> State:
    """Return the state after a move, or after a lost turn if `move` is None."""
    board = dict(state.pieces)
    quiet = state.quiet + 1
    if move:
        start, end = move
        if end in board or end in HOMES[state.mover]:
            quiet = 0
        board[end] = board.pop(start)
    next_state = replace(state, pieces=tuple(sorted(board.items())), quiet=0 if state.rounds == "0" else quiet)
    index = state.players.index(state.mover)
    order = state.players[index + 1 :] + state.players[: index + 1]
    following = [player for player in order if playing(next_state, player)]
    return replace(next_state, mover=following[0] if following else state.mover)


def result(state: State) -> str:
    """Return the winner, `draw`, or an empty text while the game continues."""
    for player in state.players:
        if all((place, player) in state.pieces for place in HOMES[player]):
            return player
    left = [player for player in state.players if playing(state, player)]
    if len(left) <= 1:
        return left[0] if left else "draw"
    limit = {"50": 50, "100": 100}.get(state.rounds)
    return "draw" if limit and state.quiet >= limit * len(left) else ""


def offered(state: State) -> bool:
    """Return True if the rules offer a draw before the next roll: after 50 quiet rounds, 75, 100, and so on."""
    if result(state) or state.rounds != "asked":
        return False
    left = [player for player in state.players if playing(state, player)]
    return state.quiet in [rounds * len(left) for rounds in range(50, 1000, 25)]
