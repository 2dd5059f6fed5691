"""Test courses: their lessons are legal, short and solvable, their progress is stored, and the page fetches them."""

from __future__ import annotations

import errno
import json
from typing import Any, NamedTuple

import pytest

from chowk import games
from chowk.app import pages
from chowk.app.app import App
from chowk.app.opened import Open, opened, reopen
from chowk.core import parcels
from chowk.core.match import Match
from chowk.core.message import Message, english
from chowk.features.courses import courses
from chowk.features.courses.courses import MAX_DONE, CourseTable, key, read_done, write_done
from chowk.games.api.lesson import Lesson, Task, complete, fits, means, under_way
from chowk.session import actions
from chowk.storage import saves
from chowk.storage.plan import usual_plan
from tests.fakes import FakeStore, FakeWorld, app_in, sitting_at
from tests.unit.features.lessons.test_lessons import do, done_by_hints, play, settled

LESSONS = 10
LONGEST = 120
"""Maximum number of characters of a sentence."""
WORDS = range(2, 5)
"""Number of words of a title."""


class Place(NamedTuple):
    """A lesson of a course: the game, and the index of the lesson."""

    game: str
    number: int

    @property
    def lesson(self) -> Lesson:
        return games.course(self.game)[self.number]

    def __str__(self) -> str:
        return f"{self.game} {self.number + 1}"


GAMES = games.with_course()
PLACES = [Place(name, number) for name in GAMES for number in range(len(games.course(name)))]
at_every_lesson = pytest.mark.parametrize("place", PLACES, ids=str)


def match_of(name: str, task: Task, *moves: str) -> Match[Any, Any]:
    game = games.load(name)
    match: Match[Any, Any] = Match(game.ruleset, game.notation.read_position(task.setup))
    for move in moves:
        match.push(move)
    return match


def played(name: str, task: Task, line: tuple[str, ...]) -> tuple[str, ...]:
    """Return the complete moves of a line: for each entry, the first legal move that matches it."""
    match = match_of(name, task)
    for pattern in line:
        match.push(next(option for option in match.options() if means(pattern, option)))
    return tuple(match.written())


# The lessons ----------------------------------------------------------------------------------------------------------


def test_two_games_and_more_have_a_course() -> None:
    assert {"reversi", "checkers"} <= set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_a_course_has_ten_lessons_with_titles_and_positions_of_their_own(name: str) -> None:
    course = games.course(name)
    assert len(course) == LESSONS
    assert len({english(courses.title(lesson)) for lesson in course}) == LESSONS
    assert len({key(lesson) for lesson in course}) == LESSONS


@at_every_lesson
def test_a_lesson_has_a_title_and_three_short_sentences(place: Place) -> None:
    first = place.lesson[0]
    assert first.about is not None
    assert len(english(courses.title(place.lesson)).split()) in WORDS
    sentences = [english(first.about), *(english(texts) for task in place.lesson for texts in (task.goal, task.done))]
    assert len(sentences) <= 1 + 2 * len(place.lesson)
    for sentence in sentences:
        assert len(sentence) <= LONGEST, sentence
        assert sentence[-1] == ".", sentence
        assert not any(end in sentence for end in (". ", "! ", "? ")), "one sentence"


@at_every_lesson
def test_every_line_is_legal_and_does_the_task(place: Place) -> None:
    for task in place.lesson:
        for line in task.lines:
            whole = played(place.game, task, line)
            assert complete(task, whole)
            for ply in range(len(whole)):
                assert not complete(task, whole[:ply])
                assert fits(line, whole[:ply])


@at_every_lesson
def test_rolls_and_replies_are_given_exactly(place: Place) -> None:
    for number, task in enumerate(place.lesson):
        learner = CourseTable(games.load(place.game), place.number, number).learner
        for line in task.lines:
            whole = played(place.game, task, line)
            for ply, rolls in enumerate(line):
                turn = match_of(place.game, task, *whole[:ply]).position.turn
                assert turn == learner or rolls == whole[ply], "only the learner has a choice"


@at_every_lesson
def test_a_move_can_miss_the_task(place: Place) -> None:
    for number, task in enumerate(place.lesson):
        learner = CourseTable(games.load(place.game), place.number, number).learner
        strays = set[str]()
        for line in task.lines:
            whole = played(place.game, task, line)
            for ply in range(len(whole)):
                match = match_of(place.game, task, *whole[:ply])
                if match.position.turn == learner:
                    strays |= {move for move in match.options() if not under_way(task, (*whole[:ply], move))}
        assert strays


@at_every_lesson
def test_marked_spots_are_on_the_board(place: Place) -> None:
    for number, task in enumerate(place.lesson):
        desk = CourseTable(games.load(place.game), place.number, number)
        offered = {spot for spot, _ in desk.game.trial.picks.offers(desk.match.position)} if desk.game.trial else set()
        for spot in task.marks:
            assert desk.cell(spot) is not None or spot in offered, spot


# At the table ---------------------------------------------------------------------------------------------------------


def desk_of(app: App) -> CourseTable:
    assert isinstance(app.table, CourseTable)
    return app.table


async def point(app: App, move: str) -> None:
    """Make a move by pointing at its spots."""
    desk = desk_of(app)
    position = desk.match.position
    for spot in desk.view.spell(position)[desk.game.notation.read_move(position, move)]:
        actions.tap(app, sitting_at(app), spot)
    await settled(app)


def text_of(app: App) -> str:
    return pages.page(app, app.words).text


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_course_is_done_and_stored(name: str) -> None:
    async def scene(app: App) -> None:
        await do(app, "course-lesson", name)
        for number, lesson in enumerate(games.course(name)):
            desk = desk_of(app)
            assert desk.lesson == number
            assert f"Lesson {number + 1} of {LESSONS}" in text_of(app)
            assert english(desk.title) in text_of(app)
            about = lesson[0].about
            assert about is not None
            assert about in app.voice.spoken
            assert english(about) in text_of(app)
            for task in lesson:
                assert english(task.goal) in text_of(app)
                await done_by_hints(app)
                assert english(task.done) in text_of(app)
                command, arg, _ = desk_of(app).after
                await do(app, *(("lesson-next",) if not desk_of(app).last_task else (command, arg)))
        assert app.place.sheet == ("course", name)
        assert f"{LESSONS} of {LESSONS} lessons done" in text_of(app)
        assert app.kept.saves == {}

    world = play(scene)
    keys = {key(lesson) for lesson in games.course(name)}
    assert read_done(world.store.texts[saves.COURSE_KEY + name]) == keys
    assert list(world.store.texts) == [saves.COURSE_KEY + name]


def test_the_sheet_shows_what_is_done_and_goes_on_with_the_first_that_is_not() -> None:
    first, second, third = (key(lesson) for lesson in games.course("reversi")[:3])

    async def scene(app: App) -> None:
        await do(app, "course", "reversi")
        page = pages.page(app, app.words)
        assert "2 of 10 lessons done" in page.text
        rows = [node for node in page.walk() if node.attrs.get("data-do") == "course-lesson"]
        states = [node.text for node in rows]
        assert [state.endswith("Done") for state in states[1:5]] == [True, False, True, False]
        await do(app, "course-lesson", "reversi")
        assert desk_of(app).lesson == 1
        await done_by_hints(app)
        await do(app, "course-lesson", "reversi")
        assert desk_of(app).lesson == 3

    world = play(scene, {"course.reversi": write_done([first, third])})
    assert read_done(world.store.texts["course.reversi"]) == {first, second, third}


def test_two_pages_keep_the_lessons_that_the_other_has_done() -> None:
    first, second = (key(lesson) for lesson in games.course("reversi")[:2])

    async def scene(app: App) -> None:
        other_world = FakeWorld()
        assert isinstance(app.kept.store, FakeStore)
        other_world.store = app.kept.store.of("second")
        other = app_in(other_world)
        await other.start()
        for page, number in ((app, 1), (other, 2)):
            await do(page, "course-lesson", f"reversi {number}")
            await done_by_hints(page)
            await settled(page)
        assert courses.done(other.kept, "reversi") == {first, second}
        other.pause()

    world = play(scene)
    assert read_done(world.store.texts["course.reversi"]) == {first, second}


def test_when_all_are_done_the_first_comes_again_and_nothing_is_written_anew() -> None:
    text = write_done(key(lesson) for lesson in games.course("checkers"))

    async def scene(app: App) -> None:
        await do(app, "course-lesson", "checkers")
        assert desk_of(app).lesson == 0
        await done_by_hints(app)

    assert play(scene, {"course.checkers": text}).store.texts == {"course.checkers": text}


def test_a_wrong_move_is_answered_and_taken_back() -> None:
    async def scene(app: App) -> None:
        await do(app, "course-lesson", "reversi 1")
        await point(app, "c2")
        desk = desk_of(app)
        assert desk.answer == Message("There is a better move. Look again.")
        assert english(desk.answer) in text_of(app)
        assert desk.played == ()
        await point(app, "a8")
        assert desk.complete
        assert desk.answer is None

    play(scene)


def test_the_other_side_answers_as_the_line_says() -> None:
    async def scene(app: App) -> None:
        await do(app, "course-lesson", "checkers 1")
        await point(app, "15-10")
        assert desk_of(app).played == ("15-10", "2-6")
        await point(app, "10x1")
        assert desk_of(app).complete

    play(scene)


def test_a_hint_shows_a_move_that_does_the_task() -> None:
    async def scene(app: App) -> None:
        await do(app, "course-lesson", "reversi 3")
        await do(app, "hint")
        await do(app, "hint")
        hint = desk_of(app).choice.hint
        assert hint is not None
        assert hint.spots == ("f1",)

    assert play(scene).engine.requests == []


def test_a_lesson_of_several_tasks_is_done_after_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    course = games.course("reversi")
    long = (*course[0], course[1][0])
    monkeypatch.setattr(games, "course", lambda _: (long, *course[2:]))

    async def scene(app: App) -> None:
        await do(app, "course-lesson", "reversi 1")
        assert desk_of(app).tools == (("lesson-back", "back"), ("hint", "hint"))
        await done_by_hints(app)
        assert app.kept.courses == {}
        await do(app, "lesson-next")
        assert (desk_of(app).lesson, desk_of(app).number) == (0, 1)
        await done_by_hints(app)
        assert courses.done(app.kept, "reversi") == {key(long)}

    play(scene)


def test_leaving_a_lesson_returns_to_the_table_below_and_a_reload_opens_it_again() -> None:
    async def scene(app: App) -> None:
        app.begin(usual_plan("reversi"))
        await settled(app)
        table = app.table
        await do(app, "course-lesson", "checkers 4")
        await do(app, "course-lesson", "checkers 5")
        things = opened(app)
        assert things[-1] == Open("course", "checkers 5")
        await do(app, "lesson-leave")
        assert app.table is table
        reopen(app, things)
        await settled(app)
        assert desk_of(app).lesson == 4

    play(scene)


BEYOND = ("reversi 0", "reversi 11", "reversi 999999999")


@pytest.mark.parametrize("request_", ["", "chess 1", "reversi x", "reversi -1", *BEYOND])
def test_an_entry_of_the_history_may_name_anything(request_: str) -> None:
    async def scene(app: App) -> None:
        reopen(app, [Open("course", request_)])
        await settled(app)
        assert (app.table is not None) == (request_ in BEYOND)
        assert app.table is None or desk_of(app).lesson == 0, "the first lesson stands for one that does not exist"

    play(scene)


def test_a_game_without_a_course_leads_to_the_first_lessons() -> None:
    async def scene(app: App) -> None:
        await do(app, "course", "chess")
        assert app.place.sheet == ("learn", "")
        await do(app, "course-lesson", "chess 1")
        assert app.table is None

    play(scene)


@pytest.mark.parametrize("sheet", [("learn", ""), *(("practice", name) for name in GAMES)])
def test_lessons_and_puzzles_lead_to_the_course(sheet: tuple[str, str]) -> None:
    async def scene(app: App) -> None:
        await do(app, *sheet)
        named = [
            node.attrs.get("data-arg")
            for node in pages.page(app, app.words).walk()
            if node.attrs.get("data-do") == "course"
        ]
        assert named == ([sheet[1]] if sheet[1] else list(GAMES))

    play(scene)


# Progress -------------------------------------------------------------------------------------------------------------


KEYS = ["0000000a", "12345678", "ffffffff"]


def test_progress_is_read_as_it_was_written() -> None:
    text = write_done(reversed(KEYS))
    assert text == '{"schema":1,"done":["0000000a","12345678","ffffffff"]}'
    assert read_done(text) == set(KEYS)


DAMAGED = [
    "",
    "done",
    "[]",
    "{}",
    "null",
    "{" * 5000,
    '{"done":7}',
    '{"done":{"0000000a":1}}',
    json.dumps({"done": [None, 7, [], {}, "0000000", "0000000A", "00000000a", "zzzzzzzz", "٠٠٠٠٠٠٠٠"]}),
]


@pytest.mark.parametrize("text", DAMAGED)
def test_damaged_progress_is_read_as_none(text: str) -> None:
    assert read_done(text) == frozenset()

    async def scene(app: App) -> None:
        await do(app, "course", "reversi")
        assert "0 of 10 lessons done" in text_of(app)
        await do(app, "course-lesson", "reversi")
        assert desk_of(app).lesson == 0
        await done_by_hints(app)

    world = play(scene, {"course.reversi": text})
    assert read_done(world.store.texts["course.reversi"]) == {key(games.course("reversi")[0])}


def test_cut_progress_is_read_or_counts_as_none() -> None:
    text = write_done(KEYS)
    for end in range(len(text)):
        assert read_done(text[:end]) <= set(KEYS)


def test_stored_progress_is_bounded() -> None:
    assert len(read_done(write_done(f"{number:08x}" for number in range(10 * MAX_DONE)))) == MAX_DONE


def test_what_a_newer_version_stored_is_not_overwritten() -> None:
    newer = json.dumps({"schema": 99, "done": [], "stars": 3})
    assert saves.is_newer("course.reversi", newer)
    assert not saves.is_newer("course.reversi", write_done(KEYS))


# The parcel -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make courses a separate file (parcel), as in the built page. Their modules can still be imported."""
    monkeypatch.setattr(parcels, "shipped", lambda: {parcels.COURSES: ("py/parcels/courses.packed", "")})
    monkeypatch.setattr(parcels, "_archives", {})


@pytest.mark.usefixtures("apart")
def test_courses_are_fetched_when_one_is_first_opened() -> None:
    async def scene(app: App) -> None:
        await do(app, "learn")
        assert "More lessons" in text_of(app)
        await do(app, "course", "reversi")
        assert app.place.sheet == ("course", "reversi")
        await do(app, "course-lesson", "checkers 2")
        assert desk_of(app).lesson == 1

    assert play(scene).parcels.brought == ["courses"]


@pytest.mark.usefixtures("apart")
def test_a_course_that_does_not_arrive_is_tried_again() -> None:
    async def scene(app: App) -> None:
        world.parcels.missing = errno.EIO
        await do(app, "course-lesson", "reversi 2")
        assert app.table is None
        assert app.voice.toast is not None
        assert app.voice.toast.do == "wait-again"
        world.parcels.missing = 0
        await do(app, "wait-again")
        assert desk_of(app).lesson == 1

    world = FakeWorld()
    play(scene, world=world)


def test_the_modules_of_courses_are_imported_only_when_one_is_opened() -> None:
    import subprocess
    import sys
    from pathlib import Path

    script = (
        "import sys; from chowk.app import warmup; list(warmup.steps(['en'])); "
        "read = {name for name in sys.modules if 'course' in name}; "
        "assert read <= {'chowk.features.courses', 'chowk.features.courses.commands'}, read"
    )
    subprocess.run([sys.executable, "-c", script], cwd=Path(__file__).parents[4] / "py", check=True)
