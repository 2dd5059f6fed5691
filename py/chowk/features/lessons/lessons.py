"""First lessons: a table at which one task after another is done on the real board, with given dice.

Nothing that happens there is kept, but the number of the task that was come to. Everything is derived from the match:
whoever takes a move back has the task before them as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, Protocol

from chowk import games
from chowk.core.dice import whose
from chowk.core.match import Match
from chowk.core.message import Message, say_in
from chowk.core.position import CHANCE, Seat
from chowk.engine.protocol import Reply
from chowk.games.api import Game
from chowk.games.api.lesson import Lesson, Spelling, Task, complete, due, means, under_way
from chowk.session.game_loop import BANNERS, LEAST
from chowk.session.host_ports import Host
from chowk.session.output.advice import Hint
from chowk.session.table import Table, Transition
from chowk.session.taking_back import take_back
from chowk.storage import saves
from chowk.storage.kept import Kept
from chowk.storage.plan import Plan, SeatPlan

PAUSES: Final = {"normal": 1.2, "fast": 0.7, "off": 0.1}
"""Seconds for which a move that misses the task is seen before it goes back, by the speed that is set."""


class Learner(Host, Protocol):
    """Whoever has lessons."""

    @property
    def kept(self) -> Kept:
        """What the device keeps."""

    def leave(self) -> None:
        """Goes home."""

    def sit_down(self, table: Table) -> None:
        """Shows a table and lets its game go on."""


class Given(Match[Any, Any]):
    """A match whose dice show what its task says."""

    def __init__(self, game: Game, task: Task) -> None:
        super().__init__(game.ruleset, game.notation.read_position(task.setup))
        self._task = task

    def roll(self) -> Any:
        """The roll that the task says; any other one's where a move has left the task."""
        told = due(self._task, tuple(self.written()))
        return self.ruleset.notation.read_move(self.position, told) if told else super().roll()


class LessonTable(Table):
    """A table at which a task of a lesson is done.

    `number` counts the tasks from 0; `back` is the table that waits for the learner, if there is one; `answer` is what
    is said of a move that missed the task.
    """

    def __init__(self, game: Game, number: int, back: Table | None = None, tasks: Lesson = ()) -> None:
        self.tasks: Lesson = tasks or games.tasks(game.name)
        self.number = number
        self.answer: Message | None = None
        match = Given(game, self.task)
        self.learner: Seat = whose(match.position)
        seats = (SeatPlan("person" if seat == self.learner else "bot") for seat in range(match.position.seats))
        super().__init__(game, Plan(game.name, tuple(seats)), match, "", "", nameless=True)
        self.kind, self.back = "lesson", back

    @property
    def task(self) -> Task:
        """What is to be done."""
        return self.tasks[self.number]

    @property
    def last_task(self) -> bool:
        """Whether no task follows."""
        return self.number + 1 == len(self.tasks)

    @property
    def played(self) -> Spelling:
        """The moves so far, as text."""
        return tuple(self.match.written())

    @property
    def complete(self) -> bool:
        """Whether the task is done."""
        return complete(self.task, self.played)

    @property
    def title(self) -> Message:
        """What is done here."""
        return say_in("the player does it", "Learn {game}", game=self.game.sign.title)

    @property
    def after(self) -> tuple[str, str, Message | None]:
        """What comes after the last task: a command, its argument, and its label if it is not its own."""
        return "new", self.game.name, say_in("the player does it", "Play")

    def at(self, number: int) -> LessonTable:
        """A table with another of the tasks."""
        return LessonTable(self.game, number, self.back)

    def note(self, kept: Kept) -> None:
        """Keeps how far the lesson has come."""
        note(kept, self.game.name, str(self.number))

    # Doing the task -------------------------------------------------------------------------------------------------

    async def teach(self, learner: Learner) -> None:
        """Lets the learner try until the task is done; whatever else belongs to it happens by itself."""
        while not self.complete:
            if under_way(self.task, self.played):
                await self._go_on(learner)
            else:
                await self._go_back(learner)
        learner.voice.spoken = (*self.log.told, self.task.done)
        if self.last_task:
            note(learner.kept, self.game.name, saves.LESSON_OVER)
        learner.world.render()

    async def _go_on(self, learner: Learner) -> None:
        before, forced = self.match.position, self._forced()
        move = forced if forced is not None else await self._chosen_by(learner, before)
        learner.voice.say()
        events = self.play(move)
        learner.voice.spoken = self.log.told
        await learner.loop.perform(self, [Transition(before, events, self.match.position)])
        if forced is not None:
            await learner.world.sleep(BANNERS[learner.settings.speed])

    def _forced(self) -> Any:
        at = self.match.position
        return None if at.turn == CHANCE else self.game.rules.forced(at)

    async def _chosen_by(self, learner: Learner, position: Any) -> Any:
        if position.turn == CHANCE:
            return await learner.loop.await_roll(self)
        if position.turn != self.learner:
            await learner.world.sleep(LEAST)
            return self.match.ruleset.notation.read_move(position, due(self.task, self.played))
        self._mark()
        move = await learner.loop.await_person(self, self.learner)
        self.answer = None
        return move

    def _mark(self) -> None:
        untouched = all(self.match.at(ply).turn != self.learner for ply in range(self.match.ply))
        if untouched and self.task.marks:
            self.choice.hint = Hint(self.task.marks, self.task.goal)

    async def _go_back(self, learner: Learner) -> None:
        """Says why a move missed the task, and takes it back."""
        assert self.task.wrong is not None, "what can be missed has an answer"
        self.answer = self.task.wrong
        learner.voice.spoken = (self.answer,)
        learner.world.render()
        await learner.world.sleep(PAUSES[learner.settings.speed])
        self.choice.planned = ()
        await learner.loop.perform(self, take_back(self))
        learner.world.render()

    def prepared(self, ahead: Sequence[Any] = ()) -> Reply:
        """A move that does the task, after the moves `ahead`, in the manner of an opponent's reply."""
        position, played = self.match.position, list(self.played)
        write = self.match.ruleset.notation.write_move
        for move in ahead:
            played.append(write(position, move))
            position = position.play(move)
        told = due(self.task, tuple(played))
        fitting = (text for text in (write(position, move) for move in position.moves()) if means(told, text))
        return Reply(0, next(fitting))


# Coming and going ---------------------------------------------------------------------------------------------------


def begin(learner: Learner, name: str) -> None:
    """Begins the lesson in a game, or goes on with it; a table at which somebody sits waits."""
    table = learner.place.table
    back = table.back if isinstance(table, LessonTable) else table
    learner.leave()
    sit(learner, LessonTable(games.load(name), reached(learner.kept, name), back))


def has_task(desk: LessonTable, step: int) -> bool:
    """Whether there is a task so many on or back."""
    return 0 <= desk.number + step < len(desk.tasks)


def go(learner: Learner, desk: LessonTable, step: int) -> None:
    """Goes so many tasks on or back; beyond the ends nothing happens."""
    if has_task(desk, step):
        sit(learner, desk.at(desk.number + step))


def leave(learner: Learner, desk: LessonTable) -> None:
    """Leaves the lesson for the table that waits, or for the home page."""
    learner.leave()
    if desk.back is not None:
        learner.sit_down(desk.back)


def reached(kept: Kept, name: str) -> int:
    """The number of the task at which a lesson goes on: the first one of a lesson that is new or was gone through."""
    numbers = [str(number) for number in range(len(games.tasks(name)))]
    number = kept.learnt.get(name)
    return numbers.index(number) if number in numbers else 0


def gone_through(kept: Kept, name: str) -> bool:
    """Whether all of a lesson has been done."""
    return kept.learnt.get(name) == saves.LESSON_OVER


def note(kept: Kept, name: str, text: str) -> None:
    """Keeps how far a lesson has come; one that was gone through stays so."""
    if not gone_through(kept, name) and kept.learnt.get(name, "0") != text:
        kept.learnt[name] = text
        kept.keep(saves.LESSON_KEY + name, text)


def sit(learner: Learner, desk: LessonTable) -> None:
    """Sits down at a table of a lesson and lets the task begin."""
    learner.loop.pause(learner.place.table)
    desk.course = partial(desk.teach, learner)
    learner.place.sit(desk)
    learner.voice.toast = None
    learner.voice.say(desk.task.goal)
    desk.note(learner.kept)
    learner.loop.run(desk)
