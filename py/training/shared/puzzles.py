"""Make a game's puzzles: positions of games between opponents of mixed levels in which one move is clearly best.

A position becomes a puzzle if a shallow survey (a search for the value of every move) suggests, and a deep one proves,
that the best move leads every other by at least the game's `Recipe.gap`. The puzzle's difficulty is the rating of a
player who would find the move half of the time. It is fitted by a logistic curve to how often opponents of each level
find the move. Each game's result is written to a file at once, so a long run can be interrupted and resumed; `chosen`
selects the puzzles of the final file. The same numbers give the same games and puzzles on every machine.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import log
from pathlib import Path
from typing import Any, Final, NamedTuple

from chowk import games
from chowk.core.position import CHANCE
from chowk.engine.protocol import Line, Scope, Survey
from chowk.engine.search_budget import Clock
from chowk.games.api.lesson import Spelling
from chowk.games.api.puzzle import Puzzle, read_puzzles, write_puzzles
from tools.build import kernel_provider

SECONDS: Final = 60.0
"""Time limit of an opponent's move, in seconds. It is never reached: depth and node limits end each search earlier."""
MAX_PLIES: Final = 400
"""Moves after which an unfinished game is given up."""
SEEDS: Final = 3
"""Number of times that each level tries a puzzle."""
USUAL, SPREAD = 1500.0, 500.0
"""Mean and standard deviation of a puzzle's difficulty that are assumed before the levels try to solve it."""
LOWEST, HIGHEST = 400, 3000
REFUTED: Final = 4
"""Number of wrong moves for which a puzzle stores the opponent's answer, the best wrong move first."""
MAX_GREEDY: Final = 1 / 3
"""Maximum share of puzzles whose solution is the greediest move: the one that gains most at once."""


class Recipe(NamedTuple):
    """The parameters and functions that make the puzzles of a game.

    `seats` is the number of players, `players` are the levels that play. `solvers` are the levels that measure the
    difficulty, each with its rating, the lowest first. A level is its number or, if it has changed since the puzzles
    were made, the search parameters that it had then. `fits` says whether a position is worth a survey.

    A puzzle needs a best move with a lead over the second-best one, in the unit of the game's surveys. The lead is at
    least `hint` in a survey of `shallow` moves ahead, and at least `gap` in a second survey. `deep` returns the number
    of moves of the second survey for a position. A puzzle has at most `longest` moves of the solver.

    `theme` returns the name of the theme of a position's best move, or "" to reject the position; its second argument
    is the second survey's lines, the best first. `greedy` says whether a move is the one that gains most at once.
    `natural` says whether a move is the natural one. If there is no `natural`, the greediest move is the natural one. A
    puzzle with a natural solution is dull if every level but the lowest always finds it.

    `renew` is called with an existing puzzle of the game. It returns the puzzle as the present rules would make it, or
    None if they would reject it. If there is no `renew`, the puzzle stays as it is. `likeness` returns a value that
    twins (positions that count as the same, such as mirror images) share. At most `per_game` puzzles come from one
    game, at least `spacing` positions from one another.

    If surveys do not make and prove all puzzles of a game, it has `make` and `prove`. `make` makes the puzzle of a
    position. `prove` repeats the proof of a puzzle, with at most the given number of games for each move, and returns
    True if it holds. `source` yields the positions of the game with a number. If there is no `source`, opponents play
    that game.
    """

    name: str
    players: Sequence[Any]
    solvers: Sequence[tuple[Any, int]]
    fits: Callable[[Any], bool]
    shallow: int
    hint: float
    deep: Callable[[Any], int]
    gap: float
    theme: Callable[[Any, Sequence[Line[Any]]], str]
    greedy: Callable[[Any, Any], bool]
    likeness: Callable[[Any], Any]
    seats: int = 2
    longest: int = 1
    per_game: int = 3
    make: Callable[[Recipe, Any], Puzzle | None] | None = None
    prove: Callable[[Puzzle, int], bool] | None = None
    source: Callable[[Recipe, int], Iterable[Any]] | None = None
    spacing: int = 1
    natural: Callable[[Any, Any], bool] | None = None
    renew: Callable[[Puzzle], Puzzle | None] | None = None


def survey(recipe: Recipe, position: Any, depth: int) -> Survey[Any]:
    """Return the values of all moves of a position, by a search of `depth` moves ahead."""
    look = games.load(recipe.name).survey
    assert look is not None, "every game with puzzles has surveys"
    result: Survey[Any] = Survey()
    for result in look(position, (), Scope(depth), Clock(1e9)):  # noqa: B007
        pass
    return result


def gap(lines: Sequence[Line[Any]]) -> float:
    """Return the difference in value between the best and the second-best move; 0 if there is only one move."""
    if len(lines) < 2 or lines[0].score is None or lines[1].score is None:
        return 0.0
    return lines[0].score - lines[1].score


def game(recipe: Recipe, number: int, **options: str) -> Iterator[Any]:
    """Play the game with this number, and yield the positions in which a player has a choice.

    The number determines the opponents that play it, and their dice. `options` are house rules.
    """
    rules, lot = games.load(recipe.name), random.Random(f"puzzles/{recipe.name}/{number}")
    levels = [lot.choice(recipe.players) for _ in range(recipe.seats)]
    match: Any = rules.match(lot.randrange(1 << 30), recipe.seats, **options)
    while match.outcome() is None and match.ply < MAX_PLIES:
        position = match.position
        if position.turn == CHANCE:
            match.play(match.roll())
            continue
        if rules.rules.forced(position) is None:
            yield position
        match.play(answer(recipe, position, levels[position.turn], number, match.positions[:-1]))


def answer(recipe: Recipe, position: Any, level: Any, seed: int, past: Sequence[Any] = ()) -> Any:
    """Return the move that the opponent of a level chooses, with its opening book switched off.

    `past` are the earlier positions of the game.
    """
    thought: Any = None
    clock = Clock(SECONDS, unaided=True)
    for thought in games.load(recipe.name).thinker.think(position, past, level, seed, clock):  # noqa: B007
        pass
    return thought.move


# Making a puzzle --------------------------------------------------------------------------------------------------


def puzzle(recipe: Recipe, position: Any) -> Puzzle | None:
    """Make a puzzle of a position. Return None if the position is not suitable."""
    if recipe.make is not None:
        return recipe.make(recipe, position) if recipe.fits(position) else None
    if not recipe.fits(position) or gap(survey(recipe, position, recipe.shallow).lines) < recipe.hint:
        return None
    lines = survey(recipe, position, recipe.deep(position)).lines
    theme = recipe.theme(position, lines) if gap(lines) >= recipe.gap else ""
    if not theme:
        return None
    rating = difficulty(recipe, position, lines[0].moves[0])
    if rating is None:
        return None
    notation = games.load(recipe.name).notation
    solution = spelled(recipe, position, solved(recipe, position, lines))
    refutations = tuple(spelled(recipe, position, line.moves[:2]) for line in lines[1 : REFUTED + 1])
    return Puzzle(notation.write_position(position), (solution,), theme, rating, refutations)


def solved(recipe: Recipe, position: Any, lines: Sequence[Line[Any]]) -> tuple[Any, ...]:
    """Return the solution: the best move, and then replies and further moves while one move is clearly best."""
    moves, solver = [lines[0].moves[0]], position.turn
    played = 1
    line, current = lines[0], position.play(moves[0])
    while played < recipe.longest and current.outcome() is None:
        between = list[Any]()
        reply = line.moves[1] if len(line.moves) > 1 else None
        if current.turn != solver and reply is not None:
            between.append(reply)
            current = current.play(reply)
        if current.outcome() is not None or current.turn != solver or len(tuple(current.moves())) < 2:
            break
        lines = survey(recipe, current, recipe.deep(current)).lines
        if gap(lines) < recipe.gap:
            break
        line = lines[0]
        moves += [*between, line.moves[0]]
        current = current.play(line.moves[0])
        played += 1
    return tuple(moves)


def spelled(recipe: Recipe, position: Any, moves: Iterable[Any]) -> Spelling:
    """Return the moves as text. They are played one after another, the first from `position`."""
    write, texts = games.load(recipe.name).notation.write_move, list[str]()
    for move in moves:
        texts.append(write(position, move))
        position = position.play(move)
    return tuple(texts)


def difficulty(recipe: Recipe, position: Any, best: Any) -> int | None:
    """Return the difficulty of finding the best move, as a rating; None if no level finds it or the position is dull.

    A position is dull if all levels always find the move, or if the move is natural and all levels but the lowest
    always find it.
    """
    finds = success_counts(recipe, position, best)
    return None if is_natural(recipe, position, best) and is_trivial(finds) else fitted(finds)


def success_counts(recipe: Recipe, position: Any, best: Any) -> dict[int, float]:
    """Return in how many of `SEEDS` tries each solver finds the move `best`, by the solver's rating."""
    return {
        rating: sum(answer(recipe, position, level, seed) == best for seed in range(SEEDS))
        for level, rating in recipe.solvers
    }


def always_found(recipe: Recipe, position: Any, best: Any) -> bool:
    """Return True if all levels but the lowest find the move `best` in every try."""
    levels = [level for level, _ in recipe.solvers[1:]]
    return all(answer(recipe, position, level, seed) == best for level in levels for seed in range(SEEDS))


def is_natural(recipe: Recipe, position: Any, move: Any) -> bool:
    """Return True if a move is the natural one in a position: by `Recipe.natural` if given, else the greediest move."""
    return (recipe.natural or recipe.greedy)(position, move)


def is_trivial(finds: Mapping[int, float]) -> bool:
    """Return True if all solvers but the lowest-rated one found the move in every try.

    `finds` is a result of `success_counts`.
    """
    return all(count == SEEDS for count in [*finds.values()][1:])


def fitted(finds: Mapping[int, float]) -> int | None:
    """Return the most likely difficulty of a puzzle by the results of `success_counts`.

    Return None if all solvers found the move in every try, or if no solver ever found it. The likelihood follows from
    Elo's logistic curve, and from a normal distribution around the usual difficulty.
    """
    if all(count == SEEDS for count in finds.values()) or not any(finds.values()):
        return None
    return max(range(LOWEST, HIGHEST + 1, 10), key=lambda rating: likelihood(rating, finds))


def likelihood(rating: float, finds: Mapping[int, float]) -> float:
    """Return the logarithm of the likelihood that a puzzle has the difficulty `rating`.

    `finds` is a result of `success_counts`.
    """
    total = -(((rating - USUAL) / SPREAD) ** 2) / 2
    for solver, count in finds.items():
        chance = 1 / (1 + 10 ** ((rating - solver) / 400))
        total += count * log(chance) + (SEEDS - count) * log(1 - chance)
    return total


# The whole --------------------------------------------------------------------------------------------------------


def of_game(recipe: Recipe, number: int) -> list[Puzzle]:
    """Return at most `recipe.per_game` puzzles of the game with this number, trying its positions in random order."""
    positions = [
        (place, position)
        for place, position in enumerate((recipe.source or game)(recipe, number))
        if recipe.fits(position)
    ]
    random.Random(f"order/{number}").shuffle(positions)
    puzzles, places = list[Puzzle](), list[int]()
    for place, position in positions:
        near = any(abs(place - other) < recipe.spacing for other in places)
        if len(puzzles) < recipe.per_game and not near and (candidate := puzzle(recipe, position)) is not None:
            puzzles.append(candidate)
            places.append(place)
    return puzzles


def chosen(recipe: Recipe, puzzles: Iterable[Puzzle], count: int) -> list[Puzzle]:
    """Choose at most `count` of the puzzles for the final file, and return them sorted by key.

    Of twins (`Recipe.likeness`) only the first is chosen. The share of puzzles whose solution begins with the greediest
    move is at most `MAX_GREEDY`: such a puzzle waits until enough others are chosen.
    """
    game_ = games.load(recipe.name)
    twins, picked, waiting, greedy = set[Any](), list[Puzzle](), list[Puzzle](), 0
    for candidate in puzzles:
        position = game_.notation.read_position(candidate.setup)
        twin = recipe.likeness(position)
        if twin in twins:
            continue
        twins.add(twin)
        if recipe.greedy(position, game_.notation.read_move(position, candidate.lines[0][0])):
            waiting.append(candidate)
        else:
            picked.append(candidate)
        while waiting and greedy + 1 <= MAX_GREEDY * (len(picked) + 1):
            picked.append(waiting.pop(0))
            greedy += 1
        if len(picked) >= count:
            break
    return sorted(picked[:count], key=lambda candidate: candidate.key)


def renewed(recipe: Recipe, puzzle: Puzzle) -> Puzzle | None:
    """Return a puzzle of the game's file as the present rules make it, or None if they reject it.

    The difficulty is not measured again.
    """
    position = games.load(recipe.name).notation.read_position(puzzle.setup)
    best = games.load(recipe.name).notation.read_move(position, puzzle.lines[0][0])
    easiest = fitted({rating: SEEDS * bool(number) for number, (_, rating) in enumerate(recipe.solvers)})
    assert easiest is not None, "the lowest level misses it"
    if puzzle.rating <= easiest and is_natural(recipe, position, best) and always_found(recipe, position, best):
        return None
    return puzzle if recipe.renew is None else recipe.renew(puzzle)


def flaws(recipe: Recipe, judged: Path) -> frozenset[str]:
    """Return the keys of the puzzles that the file `judged`, written by `tests.bench judging`, calls flawed.

    A flawed puzzle is wrong, ambiguous or dull.
    """
    keys = set[str]()
    for written, flaw, *_ in map(json.loads, judged.read_text().splitlines()):
        name, _, text = written.partition("\t")
        if name == recipe.name and flaw:
            keys |= {puzzle.key for puzzle in read_puzzles(text)}
    return frozenset(keys)


def file_of(name: str) -> Path:
    """Return the path of a game's file of puzzles."""
    return Path(games.__file__).parent / name / "puzzles.txt"


def main(recipe: Recipe, argv: Sequence[str], description: str) -> int:
    """Run the command: make puzzles, write the chosen ones to the game's file, and return the exit status.

    Stop after `--games` games, or when there are 10 % more than `--count` puzzles to choose from.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--keep", type=Path, required=True, help="a file with the result of each game so far")
    parser.add_argument("--count", type=int, default=700, help="number of puzzles (700)")
    parser.add_argument("--games", type=int, default=100_000, help="number of games to search (100,000)")
    parser.add_argument("--table", action="store_true", help="search no further, only write the file")
    parser.add_argument("--present", action="store_true", help="begin with the game's present puzzles")
    parser.add_argument("--first", type=int, default=0, help="number of the first game to search (0)")
    parser.add_argument("--judged", type=Path, help="leave out what `tests.bench judging` calls flawed in this file")
    options = parser.parse_args(argv)
    kernel_provider.provide()
    flawed = flaws(recipe, options.judged) if options.judged else frozenset[str]()
    by_key, by_game = dict[str, list[Puzzle]](), dict[int, list[Puzzle]]()
    if options.keep.exists():
        for name, text in map(json.loads, options.keep.read_text().splitlines()):
            (by_key if isinstance(name, str) else by_game)[name] = list(read_puzzles(text))

    def keep(name: int | str, puzzles: list[Puzzle]) -> list[Puzzle]:
        with options.keep.open("a") as file:
            file.write(json.dumps([name, write_puzzles(puzzles)]) + "\n")
        return puzzles

    present = read_puzzles(file_of(recipe.name).read_text()) if options.present and not options.table else ()
    for puzzle in present:
        if puzzle.key not in by_key:
            again = renewed(recipe, puzzle)
            by_key[puzzle.key] = keep(puzzle.key, [again] if again else [])
    for number in range(options.first, options.first + options.games):
        if options.table or sum(map(len, (*by_key.values(), *by_game.values()))) >= options.count * 1.1:
            break
        if number not in by_game:
            by_game[number] = keep(number, of_game(recipe, number))
    before = [puzzle for key in sorted(by_key) for puzzle in by_key[key]]
    candidates = (*before, *(candidate for number in sorted(by_game) for candidate in by_game[number]))
    final = chosen(recipe, (candidate for candidate in candidates if candidate.key not in flawed), options.count)
    path = file_of(recipe.name)
    path.write_text(write_puzzles(final))
    themes = Counter(candidate.theme for candidate in final)
    ratings = sorted(candidate.rating for candidate in final)
    spread = [ratings[len(ratings) * share // 10] for share in (1, 3, 5, 7, 9)] if ratings else []
    print(f"{len(before)} puzzles were there before")
    print(f"{len(by_game)} games, {len(final)} puzzles, {path.stat().st_size} bytes")
    print(f"themes: {dict(themes.most_common())}; ratings at 10, 30, 50, 70, 90 %: {spread}")
    return 0
