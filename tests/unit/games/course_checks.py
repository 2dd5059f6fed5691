"""Checks for the tests of courses: sentences, lines, and proofs that the accepted plays are better than all others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import pytest

from chowk import games
from chowk.core.message import Message
from chowk.core.position import CHANCE
from chowk.engine.protocol import Scope
from chowk.engine.search_budget import Clock
from chowk.games.api.lesson import Course, Spelling, Task, complete, means, under_way
from tools.build import kernel_provider
from training.shared import dice_puzzles
from training.shared.dice_puzzles import LOOKS, SIGMAS, Dice, RollOut

GAP: Final = 0.04
"""An accepted play must raise the chance to win, from 0 to 1, by at least this much over every other play."""
LETTERS: Final = 120
"""Maximum length of a sentence, in characters."""
LESSONS: Final = 10
"""Number of lessons of a course."""
in_games: Final = pytest.mark.parametrize("most", [1152, pytest.param(2304, marks=pytest.mark.deep)])
"""Run a test with different maximum numbers of games from each position (`most`), the larger one in the deep run."""


class Play(NamedTuple):
    """The moves that a player makes with one roll, or one move in a game without dice, and the position after them."""

    moves: Spelling
    end: Any


def provide_kernels() -> None:
    """Let the searches of a test use kernels (compiled code). Skip the test if wasmtime, which runs them, is absent."""
    if not kernel_provider.provide():
        pytest.skip("there is no wasmtime")


def at_every(tasks: Sequence[Task]) -> pytest.MarkDecorator:
    """Return a decorator that runs a test with each of the tasks as the parameter `task`, named by its title."""
    return pytest.mark.parametrize("task", tasks, ids=lambda task: str(task.title))


def lesson(name: str, title: str) -> Task:
    """Return the task with a title in the lessons of the game `name`."""
    return next(task for task in tasks(name) if str(task.title) == title)


def position_of(name: str, number: int) -> Any:
    """Return the position of the only task in lesson `number` of the game `name`.

    Fail if the lesson has several tasks, or if the first player is not to move.
    """
    (task,) = games.course(name)[number]
    position = games.load(name).notation.read_position(task.setup)
    assert position.turn == 0
    return position


def tasks(name: str) -> list[Task]:
    """Return all tasks of a game's course."""
    return [task for lesson in games.course(name) for task in lesson]


def check_sentences(course: Course) -> None:
    """Check the number of lessons, that each has a title, and the number and the length of the sentences."""
    assert len(course) == LESSONS
    titles = [str(lesson[0].title) for lesson in course]
    assert len(set(titles)) == LESSONS
    for lesson in course:
        (task,) = lesson
        assert task.title is not None
        assert 2 <= len(str(task.title).split()) <= 4
        for text in (task.about, task.goal, task.done):
            check_sentence(text)


def check_sentence(text: Message | None) -> None:
    """Check that a text is one sentence, and short."""
    words = str(text)
    assert len(words) <= LETTERS, words
    assert words.endswith(".")
    assert words.count(". ") == words.count("!") == 0, words


def check_lines(name: str) -> None:
    """Check that the positions of a game's lessons are in its standard notation, and that each line solves its task.

    Every move of a line must be legal.
    """
    notation = games.load(name).notation
    for task in tasks(name):
        position = notation.read_position(task.setup)
        assert notation.write_position(position) == task.setup
        assert position.outcome() is None
        seat = position.turn
        assert seat != CHANCE
        for line in task.lines:
            at, played = position, tuple[str, ...]()
            for expected in line:
                assert at.turn == seat, "no line of these courses has a reply"
                written = [(move, notation.write_move(at, move)) for move in at.moves()]
                move, text = next((move, text) for move, text in written if means(expected, text))
                at, played = at.play(move), (*played, text)
            assert complete(task, played)


def plays(write: Callable[[Any, Any], str], position: Any, made: Spelling = ()) -> Iterator[Play]:
    """Yield every play of the seat to move, until another seat moves or a die is rolled.

    `write` returns a move as text. `made` are the moves of the play that have already been made.
    """
    for move in position.moves():
        moves, after = (*made, write(position, move)), position.play(move)
        if after.turn == position.turn and after.outcome() is None:
            yield from plays(write, after, moves)
        else:
            yield Play(moves, after)


def accepted(task: Task, moves: Spelling) -> Spelling | None:
    """Return the first moves of a play that together complete the task, or None if the play does not complete it."""
    for count in range(1, len(moves) + 1):
        if complete(task, moves[:count]):
            return moves[:count]
        if not under_way(task, moves[:count]):
            return None
    return None


def divided(name: str, task: Task) -> tuple[list[list[Any]], list[Any]]:
    """Return, for each accepted line, the positions to which it can lead, and the positions after all other plays."""
    notation = games.load(name).notation
    right, wrong = dict[Spelling, list[Any]](), list[Any]()
    for moves, end in plays(notation.write_move, notation.read_position(task.setup)):
        line = accepted(task, moves)
        if line is None:
            wrong.append(end)
        else:
            right.setdefault(line, []).append(end)
    return list(right.values()), wrong


def proved_by_games(dice: Dice, name: str, task: Task, most: int) -> bool:
    """Return True if roll-outs prove that every accepted line is better than every other play by at least `GAP`.

    A line that leaves the rest of the roll open counts as its best continuation. At most `most` games are played from
    each position.
    """
    right, wrong = divided(name, task)
    seat = games.load(name).notation.read_position(task.setup).turn
    first, known = dice_puzzles.numbered(task.setup), dict[Any, RollOut]()

    def games_of(end: Any) -> RollOut:
        return known.setdefault(dice.result_key(end), RollOut(dice, end, seat, first))

    best = [max(ends, key=lambda end: games_of(end).results(LOOKS[0]).mean()) for ends in right]
    assert best
    assert wrong
    return all(_ahead(games_of(end), games_of(other), most) for end in best for other in wrong)


def _ahead(best: RollOut, other: RollOut, most: int) -> bool:
    for count in (look for look in LOOKS if look <= most):
        lead, error = dice_puzzles.led(best.results(count), other.results(count))
        if lead >= GAP and lead >= SIGMAS * error:
            return True
    return False


def least_lead(name: str, task: Task, depth: int) -> float:
    """Return by how many percentage points the worst accepted move is better than the best other move.

    The values come from a survey (a search for the value of every move). Moves are compared at each choice along the
    accepted lines, and the smallest difference counts. A choice where all moves are accepted is left out.
    """
    game, least, seen = games.load(name), 100.0, set[Spelling]()
    assert game.survey is not None
    open_lines = [(game.notation.read_position(task.setup), tuple[str, ...]())]
    while open_lines:
        position, played = open_lines.pop()
        if played in seen or complete(task, played):
            continue
        seen.add(played)
        moves = {game.notation.write_move(position, move): move for move in position.moves()}
        right = [text for text in moves if under_way(task, (*played, text))]
        open_lines += [(position.play(moves[text]), (*played, text)) for text in right]
        if len(right) == len(moves):
            continue
        found = dict[str, float | None]()
        for survey in game.survey(position, (), Scope(depth), Clock(1e9)):
            found = {game.notation.write_move(position, line.moves[0]): line.score for line in survey.lines}
        scores = {text: score for text, score in found.items() if score is not None}
        assert len(scores) == len(moves), "the survey has no values"
        wrong = max(score for text, score in scores.items() if text not in right)
        least = min(least, min(scores[text] for text in right) - wrong)
    return least
