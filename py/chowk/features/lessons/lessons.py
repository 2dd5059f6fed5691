"""First lessons: the learner does tasks on the real board, one after another, with given dice.

Only the number of the current task is stored. The state of the task follows from the moves of its match, so taking a
move back restores the earlier state.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, Protocol

from chowk import games
from chowk.core.dice import seat_to_act
from chowk.core.match import Match
from chowk.core.message import Message, say, say_in
from chowk.core.position import CHANCE, Seat
from chowk.engine.protocol import Reply
from chowk.games.api import Game
from chowk.games.api.lesson import Lesson, Spelling, Task, complete, due, means, under_way
from chowk.session.clock import Reading
from chowk.session.game_loop import BANNERS, LEAST
from chowk.session.host_ports import GameHost
from chowk.session.output.advice import Hint
from chowk.session.table import Table, Transition
from chowk.session.taking_back import take_back
from chowk.storage import saves
from chowk.storage.kept import Kept
from chowk.storage.plan import Plan, SeatPlan

PAUSES: Final = {"normal": 1.2, "fast": 0.7, "off": 0.1}
"""Pause before a wrong move is taken back, in seconds, by animation speed."""


class LessonHost(GameHost, Protocol):
    """The part of the application that lessons use."""

    @property
    def kept(self) -> Kept:
        """The data stored on the device."""

    def leave(self) -> None:
        """Return to the home page."""

    def sit_down(self, table: Table) -> None:
        """Show the page of a table, and continue its game."""


class TaskMatch(Match[Any, Any]):
    """A match whose dice show the rolls that the task specifies."""

    def __init__(self, game: Game, task: Task) -> None:
        super().__init__(game.ruleset, game.notation.read_position(task.setup))
        self._task = task

    def roll(self) -> Any:
        """Return the next roll of the task, or a random roll if the moves so far match none of its solutions."""
        roll_text = due(self._task, tuple(self.written()))
        return self.ruleset.notation.read_move(self.position, roll_text) if roll_text else super().roll()


class LessonTable(Table):
    """A table for a task of a lesson.

    `tasks` are the tasks of the lesson, by default those of the game's first lesson, and `number` is the index of this
    one, from 0. `back` is the table to return to, or None for the home page. `answer` is the reply to a wrong move
    while it is shown, else None.
    """

    def __init__(self, game: Game, number: int, back: Table | None = None, tasks: Lesson = ()) -> None:
        self.tasks: Lesson = tasks or games.tasks(game.name)
        self.number = number
        self.answer: Message | None = None
        match = TaskMatch(game, self.task)
        self.learner: Seat = self.seat_of(match.position)
        seats = (SeatPlan("person" if seat == self.learner else "bot") for seat in range(match.position.seats))
        super().__init__(game, Plan(game.name, tuple(seats)), match, "", "", nameless=True)
        self.kind, self.back = "lesson", back

    def seat_of(self, position: Any) -> Seat:
        """Return the learner's seat: the one that moves or rolls first in `position`, the task's first position."""
        return seat_to_act(position)

    @property
    def history_entry(self) -> tuple[str, str]:
        """The kind of table and the name under which the browser's history reopens it.

        The name is that of the game.
        """
        return "lesson", self.game.name

    @property
    def task(self) -> Task:
        """The current task."""
        return self.tasks[self.number]

    @property
    def last_task(self) -> bool:
        """True if this is the last task."""
        return self.number + 1 == len(self.tasks)

    @property
    def played(self) -> Spelling:
        """The moves so far, as text."""
        return tuple(self.match.written())

    @property
    def complete(self) -> bool:
        """True if the task is done."""
        return complete(self.task, self.played)

    @property
    def title(self) -> Message:
        """The title of the lesson."""
        return say_in("the player does it", "Learn {game}", game=self.game.sign.title)

    @property
    def step(self) -> Message:
        """The line above the task: the number of the task, and the number of all tasks."""
        return say("Step {number} of {count}", number=self.number + 1, count=len(self.tasks))

    @property
    def introduction(self) -> tuple[Message, ...]:
        """The sentences above the task. In a course they introduce the idea of the lesson; otherwise there are none."""
        return () if self.task.about is None else (self.task.about,)

    @property
    def goal(self) -> Message:
        """The sentence that says what to do."""
        return self.task.goal

    @property
    def told(self) -> tuple[Message, ...]:
        """The announcement of the last move."""
        return self.log.named_sentences

    @property
    def praise(self) -> tuple[Message, ...]:
        """The sentences that are shown when the task is done."""
        return (self.task.done,)

    def reading(self, now: int) -> Reading | None:  # noqa: ARG002 - storms of puzzles override this
        """Return None, because a lesson has no clock.

        Puzzle storms, which are played against the clock, override this method. They return the times at the instant
        `now`, in milliseconds.
        """
        return None

    @property
    def tools(self) -> tuple[tuple[str, str], ...]:
        """The commands of the first buttons below the board, with their icons. The button to the next task follows."""
        return ("lesson-back", "back"), ("hint", "hint")

    @property
    def leave_label(self) -> Message | None:
        """The label of the button that leaves the lesson, or None for the command's own label."""
        return None

    @property
    def after(self) -> tuple[str, str, Message | None]:
        """The command of the button after the last task, its argument, and its label (None for the command's own)."""
        return "new", self.game.name, say_in("the player does it", "Play")

    def task_table(self, number: int) -> LessonTable:
        """Return the table of task `number`."""
        return LessonTable(self.game, number, self.back)

    def note(self, kept: Kept) -> None:
        """Store that the learner has reached this task."""
        note(kept, self.game.name, str(self.number))

    # Doing a task ---------------------------------------------------------------------------------------------------

    async def teach(self, host: LessonHost) -> None:
        """Run the task until it is done: await the learner's moves, take back wrong ones, and make all other moves."""
        while not self.complete:
            if under_way(self.task, self.played):
                await self._go_on(host)
            else:
                await self.go_back(host)
        self.finish(host)
        await self.explain(host)
        # The last move was announced while its pieces moved.
        host.voice.spoken = self.praise if host.stage.lively else (*self.told, *self.praise)
        host.page.render()

    def left(self, host: LessonHost) -> None:
        """Do nothing after the player has left the lesson.

        The table of a study overrides this method: it shows the list of chapters again.
        """

    async def explain(self, host: LessonHost) -> None:
        """Do nothing, because a lesson has no further sentences about the solution. Puzzles override this method."""

    def finish(self, host: LessonHost) -> None:
        """Store that the lesson is completed, if this is its last task.

        The method is called when the task is done, and again if the player returns to a finished task.
        """
        if self.last_task:
            note(host.kept, self.game.name, saves.LESSON_OVER)

    async def _go_on(self, host: LessonHost) -> None:
        before, forced = self.match.position, self._forced()
        move = forced if forced is not None else await self._chosen_by(host, before)
        host.voice.say()
        events = self.play(move)
        host.voice.spoken = self.told
        await host.loop.perform(self, [Transition(before, events, self.match.position)])
        if forced is not None:
            await host.clock.sleep(BANNERS[host.settings.speed])

    def _forced(self) -> Any:
        position = self.match.position
        return None if position.turn == CHANCE else self.game.rules.forced(position)

    async def _chosen_by(self, host: LessonHost, position: Any) -> Any:
        if position.turn == CHANCE:
            return await host.loop.await_roll(self)
        if position.turn != self.learner:
            await host.clock.sleep(LEAST)
            return self.match.ruleset.notation.read_move(position, due(self.task, self.played))
        self._mark()
        move = await host.loop.await_person(self, self.learner)
        self.answer = None
        return move

    def _mark(self) -> None:
        untouched = all(self.match.position_after(ply).turn != self.learner for ply in range(self.match.ply))
        if untouched and self.task.marks:
            self.choice.show_hint(Hint(self.task.marks, self.task.goal))

    async def go_back(self, host: LessonHost) -> None:
        """Show the task's reply to a wrong move, and take the move back."""
        assert self.task.wrong is not None, "what can be missed has an answer"
        await self.answer_with(host, self.task.wrong)

    async def answer_with(self, host: LessonHost, answer: Message) -> None:
        """Show `answer`, the reply to a wrong move, for a moment. Then take the move back."""
        self.answer = answer
        host.voice.spoken = (self.answer,)
        host.page.render()
        await host.clock.sleep(PAUSES[host.settings.speed])
        self.choice.plan(())
        steps = take_back(self)
        while not under_way(self.task, self.played):  # the reply included further decisions of the learner
            steps += take_back(self)
        await host.loop.perform(self, steps)
        host.page.render()

    def prepared(self, ahead: Sequence[Any] = ()) -> Reply | None:
        """Return the next move of a solution of the task, in the form of an opponent's reply.

        The solution must begin with the moves played so far, followed by those in `ahead`. Return None if there is
        none.
        """
        position, played = self.match.position, list(self.played)
        write = self.match.ruleset.notation.write_move
        for move in ahead:
            played.append(write(position, move))
            position = position.play(move)
        move_text = due(self.task, tuple(played))
        if not move_text:
            return None
        fitting = (text for text in (write(position, move) for move in position.moves()) if means(move_text, text))
        return Reply(0, next(fitting))


# Starting and leaving ------------------------------------------------------------------------------------------------


def begin(host: LessonHost, name: str) -> None:
    """Start or continue the first lesson of a game. Leaving the lesson returns to the current table."""
    back = table_below(host.place.table)
    host.leave()
    sit(host, LessonTable(games.load(name), reached(host.kept, name), back))


def table_below(table: Table | None) -> Table | None:
    """Return the table to show after a lesson that is opened at `table`; None means the home page.

    If `table` is a lesson, return the table to which that lesson returns; otherwise return `table` itself.
    """
    return table.back if isinstance(table, LessonTable) else table


def has_task(desk: LessonTable, step: int) -> bool:
    """Return True if there is a task `step` places after the current task; a negative `step` looks backwards."""
    return 0 <= desk.number + step < len(desk.tasks)


def go(host: LessonHost, desk: LessonTable, step: int) -> None:
    """Go `step` tasks forward; a negative `step` goes back. Do nothing beyond the first or last task."""
    if has_task(desk, step):
        sit(host, desk.task_table(desk.number + step))


def leave(host: LessonHost, desk: LessonTable) -> None:
    """Leave the lesson: return to the table from which it was opened, or to the home page."""
    host.leave()
    if desk.back is not None:
        host.sit_down(desk.back)
    desk.left(host)


def reached(kept: Kept, name: str) -> int:
    """Return the index of the task at which a game's first lesson continues: 0 if the lesson is new or completed."""
    numbers = [str(number) for number in range(len(games.tasks(name)))]
    number = kept.learnt.get(name)
    return numbers.index(number) if number in numbers else 0


def gone_through(kept: Kept, name: str) -> bool:
    """Return True if the player has completed the first lesson of the game `name`."""
    return kept.learnt.get(name) == saves.LESSON_OVER


def note(kept: Kept, name: str, text: str) -> None:
    """Store the progress in the first lesson of the game `name`, unless the lesson was completed before.

    `text` is the number of the present task, or `saves.LESSON_OVER` for a completed lesson.
    """
    if not gone_through(kept, name) and kept.learnt.get(name, "0") != text:
        kept.learnt[name] = text
        kept.keep(saves.LESSON_KEY + name, text)


def sit(host: LessonHost, desk: LessonTable) -> None:
    """Show a lesson's table and start its task."""
    host.loop.pause(host.place.table)
    desk.follow(partial(desk.teach, host))
    host.place.sit(desk)
    host.voice.toast = None
    host.voice.say(*desk.introduction, desk.task.goal)
    desk.note(host.kept)
    host.loop.run(desk)
