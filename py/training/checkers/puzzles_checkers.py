"""Make checkers' puzzles: positions in which one move is better than any other by four fifths of a man.

The lead must hold in a search of 25 plies, and be at least `HINT` at every depth from `FIRST` on. Endings of up to five
pieces are looked up. The lead must also be visible on the board. A survey (the value and the expected line of every
move) must show that the best move wins a man more, or loses one fewer, than the second-best, or that it decides the
game. If the gain comes only after the solution, the rest of the expected line is stored as the puzzle's sequel.

python3 py/training/checkers/puzzles_checkers.py --keep checkers.jsonl
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))
from chowk import games
from chowk.engine import assets
from chowk.engine.kernel.runtime import Kernel
from chowk.engine.protocol import Line
from chowk.engine.search_budget import Clock
from chowk.games.api.puzzle import Puzzle
from chowk.games.checkers.engine import bots, reader
from chowk.games.checkers.engine.kernel import AGE, SALT
from chowk.games.checkers.rules import Move, Position, crowns, jumpers, jumps, over, squares
from training.shared import puzzles
from training.shared.puzzles import REFUTED, Recipe

FEWEST_MOVES: Final = 3
"""Minimum number of legal moves of a puzzle."""
FIRST, SURVEYED, LATER, PROVED = 9, 13, 17, 25
"""Depths of searches, in plies.

`FIRST`: the least depth at which the solution must lead.
`SURVEYED`: the depth of the survey.
`LATER`, `PROVED`: the depths of the proofs of the solver's later moves, and of the first move.
"""
GLANCES: Final = (5, 9)
"""Depths, in plies, of the searches that look for positions worth a survey."""
LAST_AGE: Final = 255
"""The age of the transposition table after which the kernel clears it."""
MOST_NODES: Final = 4_000_000
"""Maximum number of positions that a proof may visit."""
HINT, GAP = 60.0, 80.0
"""Minimum leads of the best move, in hundredths of a man.

`HINT`: at every depth from `FIRST` on.
`GAP`: at the last depth.
"""
ENOUGH: Final = 150.0
"""A value in hundredths of a man.

A position is not suitable if its second-best move has this value, or if its best move is worse than minus this value.
"""
DECIDED: Final = 1_000.0
"""The least value, in hundredths of a man, of a position that is won by force or by the tables of endings."""
EVEN: Final = 70.0
"""The largest lead of either side in a position that counts as even, in hundredths of a man."""
MAN, KING = 2, 3
"""The values of a man and of a king, in half men."""
LONGEST: Final = 7
"""Maximum number of the solver's moves."""
THEMES: Final = ("two-for-one", "shot", "jump", "breakthrough", "draw", "ending", "man", "defence")
"""The themes, in the words of the literature and of the rule book.

* `two-for-one`: give one man and take two.
* `shot`: give more, or take several in one jump.
* `jump`: choose between captures.
* `breakthrough`: reach the king row.
* `draw`: the only move that does not lose.
* `ending`: win with few pieces.
* `man`: win a man without giving one.
* `defence`: the only move that does not lose a man.
"""
ENDING: Final = 8
"""Maximum number of pieces in an ending."""


class Account(NamedTuple):
    """The gains and losses of the side that begins a line of play.

    `balance` is the gain in half men. `lost` and `taken` count pieces, `largest` the pieces in its largest jump.
    `crowned` is True if it crowned a man.
    """

    balance: int = 0
    lost: int = 0
    taken: int = 0
    largest: int = 0
    crowned: bool = False


def empty_table() -> Kernel:
    """Empty the kernel's transposition table, so that results do not depend on earlier searches. Return the kernel."""
    kernel = assets.kernel("checkers")
    for slot, value in ((AGE, LAST_AGE), (SALT, 0)):
        kernel.write("STATE", array("i", [value]), slot)
    kernel.call("age")  # after the last age, the table is cleared
    return kernel


def fits(position: Position) -> bool:
    """Return True if there are at least `FEWEST_MOVES` legal moves."""
    return len(position.moves()) >= FEWEST_MOVES


def source(recipe: Recipe, number: int) -> Iterator[Position]:
    """Yield the positions of the game with this number, with the count of quiet plies set to 0.

    The game begins with a random three-move opening. `recipe` describes its players.
    """
    empty_table()
    for position in puzzles.game(recipe, number, ballot="156"):
        yield position._replace(quiet=0)


def surveyed(position: Position, depth: int) -> Sequence[Line[Move]]:
    """Return all moves of a position with their values by a search of `depth` plies, the best move first."""
    empty_table()
    return puzzles.survey(RECIPE, position, depth).lines


def ahead(position: Position, depth: int, lead: float) -> Move | None:
    """Return the move that is ahead of all others by `HINT` at every depth from `FIRST` on, and by `lead` at `depth`.

    Return None if there is no such move, if the game is lost anyway, or if another move is good enough (`ENOUGH`). The
    other moves are searched with null windows.
    """
    ranked = _ranked(position, depth, round(lead))
    if ranked is not None and ranked.values[1] > ENOUGH:  # it may be a bound
        ranked = _ranked(position, depth, round(max(lead, ranked.values[0] - ENOUGH)))
    if ranked is None or ranked.values[1] > ENOUGH or ranked.values[0] - ranked.values[1] < lead:
        return None
    if ranked.values[0] >= bots.PROVEN:  # the search ended with the win, which may have been seen early
        others = surveyed(position, LATER)[1:]
        if (others[0].score or 0.0) > ENOUGH:
            return None
    return ranked.moves[0]


def promising(position: Position) -> bool:
    """Return True if searches of `GLANCES` plies suggest that one move leads by `HINT`."""
    if len({position.play(move) for move in position.moves()}) < 2:
        return False
    kernel = empty_table()
    limits = reader._adapted_limits(reader.Limits(max(GLANCES), 0, round(HINT), reader.MOST), position)
    for _ in reader.prepare(kernel, limits.endings):
        pass
    kernel.call("forget")
    search = reader._Reader(kernel, position, (), limits, Clock(1e9))
    for depth in GLANCES:  # a deepening by single plies takes four times as long
        for _ in search._step(depth):
            pass
    values = search._best.values if search._best else ()
    return len(values) > 1 and values[0] - values[1] >= HINT and values[0] > -ENOUGH


def _ranked(position: Position, depth: int, margin: int) -> reader.Ranking | None:
    """Return the values of the moves by a search of `depth` plies, or None if no move is clearly best.

    A move is clearly best if it leads by `HINT` at every depth from `FIRST` on. Return None also if there are fewer
    than two moves, if the position is lost, or if the search ends too early. Values more than `margin` below the best
    may be too high.
    """
    limits = reader.Limits(depth, MOST_NODES, margin, reader.MOST)
    count, best, last = len({position.play(move) for move in position.moves()}), None, None
    if count < 2:
        return None
    for ranking in reader.think(empty_table(), position, (), limits, Clock(1e9)):
        if ranking is last or len(ranking.moves) < count or ranking.depth < min(FIRST, depth):
            continue
        last, best = ranking, best or ranking.moves[0]
        value = ranking.values[0]
        if ranking.moves[0] != best or value - ranking.values[1] < HINT or value < -ENOUGH:
            return None
    return last if last is not None and (last.depth == depth or last.proven) else None


def account(position: Position, moves: Sequence[Move]) -> Account:
    """Return the gains and losses of the side that begins a line of play.

    They are counted at the first quiet position (one without a capture to play) with a gain of a man or more, or else
    at the last quiet position.
    """
    solver, done, last = position.turn, Account(), Account()
    for move in moves:
        taken = over(move)
        worth = sum(KING if square in squares(position.kings) else MAN for square in taken)
        rises = crowns(position, move)
        if position.turn == solver:
            done = Account(
                done.balance + worth + rises,
                done.lost,
                done.taken + len(taken),
                max(done.largest, len(taken)),
                done.crowned or rises,
            )
        else:
            done = done._replace(balance=done.balance - worth - rises, lost=done.lost + len(taken))
        position = position.play(move)
        if not jumpers(position):
            last = done
            if last.balance >= MAN:
                break
    return last


def theme(position: Position, lines: Sequence[Line[Move]]) -> str:
    """Return the theme of the best move, one of `THEMES`, or "" if none fits.

    A theme needs a clearly best move. Either its line of play gains at least a man more than that of the second-best
    move, or the two moves lead to different results of the game.
    """
    best, second = lines[0].score or 0.0, lines[1].score or 0.0
    gain, rest = (account(position, line.moves) for line in lines[:2])
    decided = (best >= DECIDED > second) or (best > -DECIDED >= second)
    if gain.balance - rest.balance < MAN and not decided:
        return ""
    if jumps(position):
        return "jump"
    if gain.lost and gain.taken > gain.lost:
        return "two-for-one" if (gain.lost, gain.taken, gain.largest) == (1, 2, 2) else "shot"
    if abs(best) <= EVEN and second <= -ENOUGH:
        return "draw"
    if best >= DECIDED and (position.black | position.white).bit_count() <= ENDING:
        return "ending"
    if gain.crowned and gain.taken <= gain.lost:
        return "breakthrough"
    if gain.balance >= MAN:
        return "man"
    return "defence" if rest.balance <= -MAN else ""


def shows_theme(puzzle: Puzzle) -> bool:
    """Return True if the moves of a puzzle show on the board what its theme claims, for example that a man is won.

    For a draw or an ending it is enough that the endgame tables know the result after the solution. If they do not, one
    of the refutations (the stored answers to wrong moves) must win a man. The theme `defence` always requires such a
    refutation.
    """
    notation = games.load("checkers").notation
    position = notation.read_position(puzzle.setup)
    line, end = _read(position, (*puzzle.lines[0], *puzzle.sequel))
    gain = account(position, line)
    if puzzle.theme in ("two-for-one", "shot", "man", "jump"):
        return gain.balance >= MAN
    if puzzle.theme == "breakthrough":
        return gain.crowned
    if puzzle.theme != "defence" and (end.black | end.white).bit_count() <= reader.MOST:
        return True  # the tables of endings know the result
    return any(account(position, _read(position, moves)[0]).balance <= -MAN for moves in puzzle.refutations)


def _read(position: Position, texts: Sequence[str]) -> tuple[list[Move], Position]:
    # Return the moves of a line, and the position after them.
    read, moves = games.load("checkers").notation.read_move, list[Move]()
    for text in texts:
        moves.append(read(position, text))
        position = position.play(moves[-1])
    return moves, position


def completed(puzzle: Puzzle, expected: Sequence[Move] = ()) -> Puzzle | None:
    """Return a puzzle with moves that show its gain: its solution or, if necessary, a sequel. None if nothing shows it.

    `expected` is the best line of a survey of the puzzle; without it, a survey is made. The sequel consists of the
    moves of this line after the solution. If the solution leaves the line, the sequel is the best line of a survey from
    the end of the solution.
    """
    plain = puzzle._replace(sequel=())
    if shows_theme(plain):
        return plain
    position = games.load("checkers").notation.read_position(puzzle.setup)
    solution, end = _read(position, puzzle.lines[0])
    expected = expected or surveyed(position, SURVEYED)[0].moves
    rest = tuple(expected[len(solution) :])
    if list(expected[: len(solution)]) != solution or not rest:
        rest = () if end.outcome() is not None else tuple(surveyed(end, SURVEYED)[0].moves)
    texts = puzzles.spelled(RECIPE, end, rest)
    lengths = range(1, len(texts) + 1)
    return next((longer for count in lengths if shows_theme(longer := plain._replace(sequel=texts[:count]))), None)


def make(recipe: Recipe, position: Position) -> Puzzle | None:
    """Make a puzzle of a position. Return None if the position is not suitable."""
    best = ahead(position, SURVEYED, HINT) if promising(position) else None
    lines = surveyed(position, SURVEYED) if best else ()
    named = theme(position, lines) if lines and lines[0].moves[0] == best else ""
    empty_table()
    rating = puzzles.difficulty(recipe, position, best) if named else None
    twin_routes = sum(position.play(move) == position.play(best) for move in position.moves()) > 1 if best else False
    if rating is None or twin_routes or ahead(position, PROVED, GAP) != best:
        return None
    solution = puzzles.spelled(recipe, position, solved(position, lines[0].moves))
    refutations = tuple(puzzles.spelled(recipe, position, line.moves[:2]) for line in lines[1 : REFUTED + 1])
    setup = games.load(recipe.name).notation.write_position(position)
    return completed(Puzzle(setup, (solution,), named, rating, refutations), lines[0].moves)


def solved(position: Position, expected: Sequence[Move]) -> tuple[Move, ...]:
    """Return the solution: the best move, then replies and further moves of the solver.

    The solution goes on for as long as the solver's next move is forced or clearly best. The last move is one that the
    solver had to find, or a capture. `expected` is the best line of a survey.
    """
    solver = position.turn
    line = list(expected)
    moves = [line.pop(0)]
    current, end = position.play(moves[0]), 1
    while len(moves) < 2 * LONGEST - 1 and line:
        moves.append(line.pop(0))
        current = current.play(moves[-1])
        choices = current.moves()
        if current.turn != solver or not choices:
            break
        if len(choices) > 1:
            best = ahead(current, LATER, GAP)
            if best is None:
                break
            if line[:1] != [best]:
                line = list(surveyed(current, SURVEYED)[0].moves)
            if line[0] != best:
                break
        elif not line:
            line = [choices[0]]
        moves.append(line.pop(0))
        current = current.play(moves[-1])
        if len(choices) > 1 or over(moves[-1]):
            end = len(moves)
    return tuple(moves[:end])


def prove(puzzle: Puzzle, games_: int) -> bool:  # noqa: ARG001 - nothing is drawn by lot
    """Prove the solution of a puzzle again. Return True if it is still the best move and the theme is the same.

    `games_` is ignored: a proof in Checkers plays no games.
    """
    notation = games.load("checkers").notation
    position = notation.read_position(puzzle.setup)
    lines = surveyed(position, SURVEYED)
    best = ahead(position, PROVED, GAP)
    if best is None or best != lines[0].moves[0] or theme(position, lines) != puzzle.theme:
        return False
    return notation.write_move(position, best) == puzzle.lines[0][0]


def greedy(position: Position, move: Move) -> bool:
    """Return True if a move captures as many pieces as any other, or crowns a man where nothing can be captured."""
    most = max(len(over(other)) for other in position.moves())
    return len(over(move)) == most and (most > 0 or crowns(position, move))


def likeness(position: Position) -> Any:
    """Return a key of the position as the side to move sees it.

    A position and the same one with the board turned and the colours exchanged have equal keys.
    """
    sides = (position.own & ~position.kings, position.own & position.kings,
             position.other & ~position.kings, position.other & position.kings)  # fmt: skip
    return tuple(tuple(sorted(33 - square if position.turn else square for square in squares(side))) for side in sides)


LEVELS: Final = (
    bots.Style(depth=1, nodes=20_000, temperature=12, sight=0),
    bots.Style(depth=2, nodes=20_000, temperature=8, sight=2),
    bots.Style(depth=4, nodes=20_000, temperature=8, sight=4),
    bots.Style(depth=5, nodes=20_000, temperature=7, sight=8),
    bots.Style(depth=7, nodes=40_000, temperature=6, sight=12, endings=4),
)
"""Duckling, Hedgehog, Otter, Heron and Fox as they were when the puzzles were made."""
RECIPE: Final = Recipe(
    name="checkers",
    players=LEVELS[1:],
    solvers=(*zip(LEVELS, (600, 800, 1075, 1450, 1700), strict=True), (5, 2300)),
    fits=fits,
    shallow=FIRST,
    hint=HINT,
    deep=lambda _: PROVED,
    gap=GAP,
    theme=theme,
    greedy=greedy,
    likeness=likeness,
    longest=LONGEST,
    make=make,
    prove=prove,
    renew=completed,
    source=source,
    per_game=5,
    spacing=4,
)

if __name__ == "__main__":
    sys.exit(puzzles.main(RECIPE, sys.argv[1:], __doc__))
