"""Test that the fast replay of collected American Checkers games gives the same moves and positions as the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

from chowk.games.checkers import archived, openings
from chowk.games.checkers.archived import CODER
from chowk.games.checkers.rules import BIT, CROWN, START, House, Move, Position, jumpers

FREE = START._replace(house=House(repetition=False, forty=False))
SQUARES = range(-1, 35)


def boards(count: int, seed: int) -> Iterator[Position]:
    """Yield `count` random positions with 2 to 12 pieces a side, among them positions without kings or without men."""
    lot = random.Random(seed)
    for _ in range(count):
        squares = lot.sample(range(1, 33), lot.randint(4, 24))
        half = len(squares) // 2
        black, white = (sum(BIT[square] for square in part) for part in (squares[:half], squares[half:]))
        share = lot.choice((0.0, 0.3, 1.0))
        kings = sum(BIT[square] for square in squares if lot.random() < share)
        kings |= black & CROWN[0] | white & CROWN[1]  # no man stands on its king row
        yield Position(black, white, kings, lot.randrange(2), 0, FREE.house)


def meant(position: Position, path: Move) -> Move | None:
    """Return the legal move that a path of squares denotes, or None if no move or more than one fits.

    The path of a capture may give only the first and the last square.
    """
    legal = position.moves()
    if jumpers(position):
        legal = tuple(
            move for move in legal if (move[0], move[-1]) == (path[0], path[-1]) and (len(path) <= 2 or move == path)
        )
        return legal[0] if len(legal) == 1 else None
    return path if path in legal else None


def test_each_path_is_the_move_that_the_rules_allow_or_none() -> None:
    lot, played, ambiguous = random.Random(5), 0, 0
    for position in boards(1_500, 4):
        legal = position.moves()
        paths = {*legal, *((move[0], move[-1]) for move in legal)}
        paths |= {tuple(lot.choice(SQUARES) % 40 for _ in range(lot.randint(2, 4))) for _ in range(4)}
        paths |= {(*move[:-1], lot.randint(1, 32)) for move in legal}
        paths |= {move[:-1] for move in legal if len(move) > 2} | {move[::-1] for move in legal}
        for path in paths:
            move, found = meant(position, path), archived._played(position.key, archived._move_path(path))
            assert (found is None) == (move is None), (str(position), path)
            ambiguous += move is None and (path[0], path[-1]) in {(way[0], way[-1]) for way in legal}
            if move is not None and found is not None:
                played += 1
                assert found[0] == position.play(move).key
                assert found[1].path == move
                assert found[1].code == CODER.encode(position, [move])
    assert played > 5_000
    assert ambiguous > 5


def test_a_quick_game_equals_that_of_the_rules() -> None:
    for seed in range(60):
        lot, position, positions, words = random.Random(seed), FREE, [FREE], list[str]()
        moves = list[Move]()
        while position.moves() and len(moves) < 120:
            move = lot.choice(position.moves())
            ends = sum((way[0], way[-1]) == (move[0], move[-1]) for way in position.moves())
            words.append("-".join(map(str, move if ends > 1 or lot.random() < 0.5 else (move[0], move[-1]))))
            position = position.play(move)
            moves.append(move)
            positions.append(position)
        assert CODER.quick is not None
        game = CODER.quick(" ".join(words) + " *")
        assert game is not None
        assert (game.codes, game.move_count) == (CODER.encode(FREE, moves), len(moves))
        assert game.opening == openings.opening(positions)
        outcome = position.outcome()
        assert game.scores == ("" if outcome is None else "1-0" if outcome.winner == 0 else "0-1")
        assert CODER.trail is not None
        assert len({key for key, _ in CODER.trail(FREE, game.codes)}) == len({place.key for place in positions})
