"""Storm: solve as many puzzles as possible in three minutes. Each solved puzzle makes the next one harder."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, Final

from chowk import games
from chowk.core.message import Message, say, say_in, say_many
from chowk.features.lessons import lessons
from chowk.features.lessons.lessons import LessonHost, LessonTable
from chowk.features.practice.practice import (
    NEAREST,
    PracticeHost,
    PuzzleRequest,
    PuzzleTable,
    keep,
    progress_of,
    today_of,
)
from chowk.features.practice.progress import PuzzleProgress
from chowk.games.api import Game
from chowk.games.api.lesson import under_way
from chowk.games.api.puzzle import Puzzle, puzzles_of
from chowk.session.clock import LOW, Reading
from chowk.session.command import written
from chowk.session.table import Table

LENGTH: Final = 180_000
"""Length of a storm, in milliseconds."""
PENALTY: Final = 10_000
"""Time that a mistake costs, in milliseconds."""
BELOW: Final = 500
"""Number of points by which the first puzzle's difficulty lies below the player's rating."""
RISE: Final = 40
"""Points that each solved puzzle adds to the difficulty of the next one."""
CALLS: Final = (60_000, 10_000)
"""The remaining times that are announced, in milliseconds."""


class Run:
    """A storm, that is, puzzles against the clock: its times, its score, and the puzzles shown so far.

    `start` is the difficulty of the first puzzle, `before` the best score of earlier storms. Only the methods change
    the attributes.
    """

    def __init__(self, start: float, before: int) -> None:
        self.start, self.before = start, before
        # The instant at which the time is up, in milliseconds; None before the first move.
        self.end: int | None = None
        # The number of puzzles that were solved, and of those since the last mistake.
        self.solved = self.row = 0
        # The puzzles that were shown, and those that were missed.
        self.seen: tuple[Puzzle, ...] = ()
        self.missed: tuple[Puzzle, ...] = ()
        # True once the time is up, or no puzzle is left.
        self.over = False
        # True while `watch` runs.
        self.watched = False

    @property
    def difficulty(self) -> float:
        """The difficulty that the next puzzle should have."""
        return self.start + RISE * self.solved

    def remaining(self, now: int) -> int:
        """Return the remaining time in milliseconds at the instant `now`, which is in milliseconds, too."""
        if self.over:
            return 0
        return LENGTH if self.end is None else max(0, self.end - now)

    def begin(self, now: int) -> None:
        """Start the clock at the instant `now`, in milliseconds."""
        self.end = now + LENGTH

    def mark_watched(self, watched: bool) -> None:
        """Record whether `watch` runs."""
        self.watched = watched

    def show(self, puzzle: Puzzle) -> None:
        """Add a puzzle to the puzzles that this storm has shown."""
        self.seen = (*self.seen, puzzle)

    def solve(self) -> None:
        """Count the present puzzle as solved."""
        self.solved, self.row = self.solved + 1, self.row + 1

    def miss(self) -> None:
        """Count the present puzzle as missed, and reduce the remaining time by `PENALTY`."""
        assert self.end is not None, "the clock runs"
        self.end, self.row, self.missed = self.end - PENALTY, 0, (*self.missed, self.seen[-1])

    def stop(self) -> None:
        """End the storm."""
        self.over = True


class StormTable(PuzzleTable):
    """A table for one puzzle of a storm, in which the player solves as many puzzles as possible in three minutes."""

    def __init__(self, game: Game, puzzle: Puzzle, back: Table | None, opened: date, run: Run) -> None:
        self.run = run
        super().__init__(game, puzzle, PuzzleRequest(game.name, "storm"), back, 0, opened)

    @property
    def history_entry(self) -> tuple[str, str]:
        """The kind of table and the arguments with which the browser's history begins a new storm."""
        return "puzzle", written(self.game.name, "storm")

    @property
    def title(self) -> Message:
        """The title of the page, which is short because the clock stands beside it."""
        return say("Storm")

    @property
    def complete(self) -> bool:
        """True once the storm is over."""
        return self.run.over

    @property
    def aids(self) -> bool:
        """False: there are no hints in a storm."""
        return False

    @property
    def step(self) -> Message:
        """The score. Before the first move, a sentence that says when the clock starts."""
        if self.run.end is None:
            return say("The clock starts with your first move.")
        return say("Solved: {count}. In a row: {row}.", count=self.run.solved, row=self.run.row)

    @property
    def praise(self) -> tuple[Message, ...]:
        """The sentences about the result of the storm."""
        return result(self.run)

    @property
    def tools(self) -> tuple[tuple[str, str], ...]:
        """The commands of the first buttons, with their icons: after the storm, the analysis of its last puzzle."""
        return (("puzzle-why", "analyse"),) if self.run.over else ()

    @property
    def after(self) -> tuple[str, str, Message | None]:
        """The command that skips this puzzle, or after the storm the command that begins another one.

        It comes with its argument and its label.
        """
        return ("puzzle", written(self.game.name, "storm"), AGAIN) if self.run.over else ("puzzle-skip", "", None)

    def reading(self, now: int) -> Reading | None:
        """Return the remaining time in seconds, rounded up, at the instant `now` in milliseconds. It is never None.

        The reading is marked as low near the end of the storm.
        """
        left = self.run.remaining(now)
        return Reading(-(-left // 1000), left <= LOW)

    async def teach(self, host: LessonHost) -> None:
        """Let the player solve this puzzle with one try, record the result, and open the next puzzle."""
        if self.run.end is not None:
            attend(host, self.run)  # the player may have come back from an analysis
        while not self.run.over and under_way(self.task, self.played) and not super().complete:
            await self._go_on(host)
        if self.run.over or not self.run.remaining(host.clock.instant()):
            return
        if super().complete:
            self.run.solve()
            _keep(host, self, solved=True)
            go_on(host, self)
        else:
            miss(host, self)

    async def _chosen_by(self, host: LessonHost, position: Any) -> Any:
        move = await super()._chosen_by(host, position)
        if position.turn == self.learner:
            start(host, self.run)
        return move


def result(run: Run) -> tuple[Message, ...]:
    """Return the sentences about the result of a storm (a series of puzzles against the clock)."""
    score = say_many("You have solved {count} puzzle.", "You have solved {count} puzzles.", run.solved)
    best = [say("That is your best storm.")] if run.solved > run.before else []
    return (score, *best)


AGAIN: Final = say_in("the player does it", "Again")


# The course of a storm ------------------------------------------------------------------------------------------------


def begin(host: PracticeHost, name: str) -> None:
    """Open the first puzzle of a storm (a series of puzzles against the clock).

    The clock starts with the player's first move.
    """
    table = host.place.table
    back = table.back if isinstance(table, LessonTable) else table
    known = progress_of(host.kept, name)
    easiest = min(puzzle.rating for puzzle in puzzles_of(name))
    run = Run(max(easiest, known.rating.value - BELOW), known.storm)
    host.leave()
    _open(host, games.load(name), back, today_of(host), run)
    table = host.place.table
    assert isinstance(table, StormTable), "there are puzzles"
    host.voice.spoken = (table.step, *host.voice.spoken)


def _open(host: LessonHost, game: Game, back: Table | None, opened: date, run: Run) -> bool:
    """Open the next puzzle of a storm; return False if none is left.

    `back` is the table to return to. `opened` is the date on which the storm began.
    """
    puzzle = choose(puzzles_of(game.name), run, progress_of(host.kept, game.name), host.new_seed())
    if puzzle is None:
        return False
    run.show(puzzle)
    lessons.sit(host, StormTable(game, puzzle, back, opened, run))
    return True


def choose(puzzles: Sequence[Puzzle], run: Run, known: PuzzleProgress, lot: int) -> Puzzle | None:
    """Return a puzzle of about the difficulty of `run`, preferably one without a result in `known`.

    The random number `lot` selects it. Return None if the storm has shown all puzzles.
    """
    fresh = [puzzle for puzzle in puzzles if puzzle not in run.seen]
    close = sorted(fresh, key=lambda puzzle: (abs(puzzle.rating - run.difficulty), puzzle.key))[: 2 * NEAREST]
    pool = ([puzzle for puzzle in close if puzzle.key not in known.results] or close)[:NEAREST]
    return pool[lot % len(pool)] if pool else None


def start(host: LessonHost, run: Run) -> None:
    """Start the clock, unless it runs."""
    if run.end is None:
        run.begin(host.clock.instant())
        attend(host, run)


def attend(host: LessonHost, run: Run) -> None:
    """Start `watch` as a task for a storm whose clock runs, unless the task runs already or the storm is over."""
    if not (run.watched or run.over):
        run.mark_watched(True)
        host.spawn(watch(host, run))


async def watch(host: LessonHost, run: Run) -> None:
    """Show the clock each second, announce the times in `CALLS`, and end the storm when the time is up.

    The clock continues while the page is hidden or a sheet is open. This function returns when the player leaves the
    storm; if the player comes back to it from another table, `attend` starts it again.
    """
    calls: tuple[int, ...] = CALLS
    try:
        while isinstance(table := host.place.table, StormTable) and table.run is run and not run.over:
            left = run.remaining(host.clock.instant())
            if not left:
                end(host, table)
                return
            due = [call for call in calls if left <= call]
            if due:
                calls = calls[len(due) :]
                host.voice.spoken = (say("Time left: {time}", time=Reading(-(-left // 1000), low=True).text),)
            host.page.render()
            await host.clock.sleep(((left - 1) % 1000 + 1) / 1000)
    finally:
        run.mark_watched(False)


def go_on(host: LessonHost, desk: StormTable) -> None:
    """Open the next puzzle of a storm. End the storm if its time is up or no puzzle is left."""
    left = desk.run.remaining(host.clock.instant())
    if not left or not _open(host, desk.game, desk.back, desk.opened, desk.run):
        end(host, desk)


def miss(host: LessonHost, desk: StormTable) -> None:
    """Store a puzzle as missed, reduce the remaining time by the penalty for it, and open the next puzzle."""
    desk.run.miss()
    _keep(host, desk, solved=False)
    go_on(host, desk)
    following = host.place.table
    if isinstance(following, StormTable) and not following.run.over:
        following.answer = say("Not solved: {count} seconds less.", count=PENALTY // 1000)
        host.voice.spoken = (following.answer, *host.voice.spoken)


def skip(host: LessonHost, desk: StormTable) -> None:
    """Skip a puzzle; it counts as missed. End the storm instead if its time is up."""
    start(host, desk.run)
    if desk.run.remaining(host.clock.instant()):
        miss(host, desk)
    else:
        end(host, desk)


def runs(desk: Table) -> bool:
    """Return True if the table shows a puzzle of a storm that is not over."""
    return isinstance(desk, StormTable) and not desk.run.over


def end(host: LessonHost, desk: StormTable) -> None:
    """End a storm (a series of puzzles against the clock) and show its result."""
    desk.run.stop()
    host.loop.pause(desk)
    host.place.drop("sure")  # the question about a move that can no longer be made
    host.place.open_sheet("storm")
    host.voice.say(*result(desk.run))
    host.page.render()


def _keep(host: LessonHost, desk: StormTable, *, solved: bool) -> None:
    """Store the result of the puzzle at a table, with the storm's score if it is the best one so far."""
    score = desk.run.solved
    keep(host.kept, desk.game.name, lambda known: known.with_result(desk.puzzle, solved).with_storm(score))
