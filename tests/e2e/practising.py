"""Take the page through all screens of practice: puzzles, endings, storms, puzzles for children, own mistakes, courses.

Each function of `PARTS` begins and ends on the home page, and yields the name of each screen while it is shown. The
page may speak any language. `equip` stores results of every kind first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from typing import Final

from playwright.sync_api import Page, expect

from chowk import games
from chowk.features.courses import courses
from chowk.features.practice import mistake_store, mistakes, practice, progress
from chowk.features.practice.mistake_store import Card, Mistake, Mistakes, Source, Verdict
from chowk.features.practice.progress import DayResult, PuzzleProgress
from chowk.games.api.puzzle import puzzles_of
from chowk.games.reversi.rules import START
from chowk.storage import saves
from tests.e2e.conftest import wait_ready
from tests.e2e.looking import press
from tests.e2e.play import by_mouse, wait_until
from tests.e2e.test_courses import next_spots
from tests.e2e.test_endings import move_on
from tests.e2e.test_practice import puzzle_on, solve

STORE: Final = """texts => new Promise((done, fail) => {
  const opening = indexedDB.open("chowk");
  opening.onerror = () => fail(opening.error);
  opening.onsuccess = () => {
    const stored = opening.result.transaction("texts", "readwrite").objectStore("texts");
    Object.entries(texts).forEach(([key, text]) => stored.put(text, key));
    stored.transaction.oncomplete = () => { opening.result.close(); done(); };
  };
})"""
"""JavaScript that stores texts by their keys in the app's database."""
OPENING: Final = ("f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7")
"""Moves of Reversi. Each position of this game is one of the stored mistakes."""
TRIED: Final = 12
"""Maximum number of puzzles of each theme that get a stored result."""
UNTOUCHED: Final = "s.awaited !== null && !s.moving && s.ply === 0"


def equip(page: Page) -> None:
    """Store results of puzzles, some mistakes and lessons, and reload the page."""
    today = date.fromisoformat(page.evaluate("new Date().toLocaleDateString('sv')"))
    texts = {saves.PRACTICE_KEY + name: progress.write(practised(name, today)) for name in games.practised()}
    texts[saves.MISTAKES_KEY + "reversi"] = mistake_store.write(some_mistakes(today))
    done = map(courses.key, games.course("reversi")[:4])
    texts[saves.COURSE_KEY + "reversi"] = courses.write_done(done)
    page.evaluate(STORE, texts)
    page.reload()
    wait_ready(page)


def practised(name: str, today: date) -> PuzzleProgress:
    """Return progress in the puzzles of a game: several days in a row, good and bad results in all but two themes."""
    results = {
        puzzle.key: place % (number + 1) == 0
        for number, theme in enumerate(list(practice.themes(name))[:-2])
        for place, puzzle in enumerate([puzzle for puzzle in puzzles_of(name) if puzzle.theme == theme][:TRIED])
    }
    days = {today - timedelta(ago): DayResult(1 + ago % 3, on_time=True) for ago in (0, 1, 2, 3, 5, 6)}
    return PuzzleProgress(days=days, results=results, longest=12, storm=17)


def some_mistakes(today: date) -> Mistakes:
    """Return mistakes of several themes in Reversi, which are due."""
    declared, game = mistakes.themes("reversi"), games.load("reversi")
    assert declared is not None
    titles, made = tuple(declared.titles), []
    position = START
    for ply, text in enumerate(OPENING):
        played, better, *_ = (game.notation.write_move(position, move) for move in position.moves())
        source = Source("abc123", ply, today - timedelta(30), 2)
        verdict = Verdict((better,), 4.0, 12, 6.0)
        theme = titles[ply * ply % len(titles)]
        made.append(Mistake(game.notation.write_position(position), played, theme, verdict, source, Card(today)))
        position = position.play(game.notation.read_move(position, text))
    return tuple(made)


# The screens ----------------------------------------------------------------------------------------------------------


def at_puzzles(page: Page) -> Iterator[str]:
    """Show the lists of puzzles and yield their names: all games, each game with its themes, and earlier days."""
    press(page, "practice")
    yield "all puzzles"
    press(page, "close")
    for name in games.practised():
        press(page, "practice", name)
        yield f"puzzles of {name}"
        press(page, "close")
    press(page, "practice", "reversi")
    press(page, "puzzle-days", "reversi")
    yield "puzzles of earlier days"
    press(page, "close")
    press(page, "close")


def at_a_puzzle(page: Page) -> Iterator[str]:
    """Show puzzles, and yield the name of each screen.

    These are: a puzzle of each game, the puzzle of the day (after a failed try, with a hint, and solved), and the first
    of a series of puzzles from all games.
    """
    for name in games.practised():
        press(page, "puzzle", f"{name} any")
        puzzle_on(page)
        yield f"puzzle of {name}"
        press(page, "lesson-leave")
    press(page, "puzzle", "reversi day")
    puzzle = puzzle_on(page)
    by_mouse(page, puzzle.refutations[0][0])
    expect(page.locator(".coach .answered")).to_be_visible()
    puzzle_on(page)
    yield "puzzle of the day, failed"
    for _ in range(2):
        press(page, "hint")
    expect(page.locator(".coach .note").nth(1)).to_be_visible()
    yield "puzzle of the day, with a hint"
    solve(page, puzzle)
    yield "puzzle of the day, solved"
    press(page, "lesson-leave")
    press(page, "puzzle-mixed", "checkers")
    puzzle_on(page)
    yield "all games in turn"
    press(page, "lesson-leave")


def at_endings(page: Page) -> Iterator[str]:
    """Show an ending against the endgame tables: start, a win given away, a hint, the win, and its analysis."""
    press(page, "puzzle", "checkers ending two-men")
    wait_until(page, UNTOUCHED)
    yield "ending"
    move_on(page, by_mouse, worst=True)
    expect(page.locator(".coach .answered")).to_be_visible()
    wait_until(page, UNTOUCHED)
    yield "ending, thrown away"
    for _ in range(2):
        press(page, "hint")
    expect(page.locator(".coach .note").nth(1)).to_be_visible()
    yield "ending, with a hint"
    while not page.locator(".coach .praise").count():
        before = wait_until(page, "s.awaited !== null && !s.moving")["ply"]
        move_on(page, by_mouse)
        wait_until(
            page, f"!s.moving && s.ply > {before} && (s.awaited !== null || !!document.querySelector('.praise'))"
        )
    yield "ending, won"
    press(page, "puzzle-why")
    press(page, "study-start")
    expect(page.locator(".ends").first).to_be_visible(timeout=60_000)
    yield "results of an ending"
    press(page, "study-leave")
    press(page, "lesson-leave")
    press(page, "home")


def in_a_storm(page: Page) -> Iterator[str]:
    """Show a storm before its first move, while it runs, and after its end, and yield the screens' names."""
    press(page, "puzzle", "reversi storm")
    puzzle_on(page)
    yield "storm, before the first move"
    press(page, "puzzle-skip")
    puzzle_on(page)
    yield "storm"
    dialog = page.get_by_role("dialog")
    for _ in range(18):  # each costs ten of the 180 seconds
        if dialog.count():
            break
        press(page, "puzzle-skip")
    expect(dialog).to_be_visible()
    yield "result of a storm"
    press(page, "close")
    yield "storm, over"
    press(page, "lesson-leave")


def for_children(page: Page) -> Iterator[str]:
    """Show the lists of puzzles for children, and puzzles: unsolved, failed and solved. Yield the screens' names."""
    press(page, "set", "children on")
    press(page, "practice")
    yield "all puzzles, for children"
    for name in ("patchwork", "reversi"):
        press(page, "practice", name)
        yield f"puzzles of {name}, for children"
    press(page, "puzzle", "patchwork any")
    puzzle_on(page)
    yield "puzzle of patchwork, for children"
    press(page, "puzzle", "reversi any")
    puzzle = puzzle_on(page)
    yield "puzzle of reversi, for children"
    by_mouse(page, puzzle.refutations[0][0])
    expect(page.locator(".coach .answered")).to_be_visible()
    puzzle_on(page)
    yield "puzzle for children, failed"
    solve(page, puzzle)
    yield "puzzle for children, solved"
    press(page, "lesson-leave")
    press(page, "set", "children off")
    press(page, "home")


def at_mistakes(page: Page) -> Iterator[str]:
    """Show the list of the player's own mistakes, and an exercise failed, with a hint and solved.

    Yield the screens' names.
    """
    press(page, "mistakes", "patchwork")
    yield "no mistakes"
    press(page, "close")
    press(page, "mistakes", "reversi")
    yield "mistakes"
    press(page, "mistake-find", "reversi")
    wait_until(page, UNTOUCHED)
    yield "mistake"
    first, *_ = some_mistakes(date.today())
    by_mouse(page, first.verdict.better[0])
    expect(page.locator(".coach .praise")).to_be_visible()
    yield "mistake, solved"
    press(page, "lesson-leave")
    press(page, "home")


def in_courses(page: Page) -> Iterator[str]:
    """Show the lists of lessons, a lesson of each game, and a lesson that is done, and yield the screens' names."""
    press(page, "learn")
    yield "all lessons"
    press(page, "close")
    for number, name in enumerate(games.with_course(), 1):
        press(page, "course", name)
        yield f"lessons of {name}"
        press(page, "course-lesson", f"{name} {2 * number}")
        wait_until(page, "s.moving === false && (s.awaited !== null || s.rolling !== null)")
        yield f"lesson of {name}"
        press(page, "lesson-leave")
        press(page, "close")
    press(page, "course-lesson", "reversi 3")
    wait_until(page, UNTOUCHED)
    (task,) = games.course("reversi")[2]
    by_mouse(page, *next_spots(page, task))
    expect(page.locator(".coach .praise")).to_be_visible()
    yield "lesson, done"
    press(page, "lesson-leave")
    press(page, "home")


PARTS: Final[Mapping[str, Callable[[Page], Iterator[str]]]] = {
    "puzzles": at_puzzles,
    "puzzle": at_a_puzzle,
    "endings": at_endings,
    "storm": in_a_storm,
    "children": for_children,
    "mistakes": at_mistakes,
    "courses": in_courses,
}
"""The functions that show the screens of practice and yield their names, by the part of practice."""
