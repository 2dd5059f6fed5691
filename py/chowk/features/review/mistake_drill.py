"""Exercises on the mistakes of a reviewed game: in each position, the player looks for a better move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from chowk.core.message import Message, say, say_in
from chowk.features.lessons import lessons
from chowk.features.lessons.lessons import LessonHost, LessonTable
from chowk.features.review.review import Review
from chowk.games.api import Game
from chowk.games.api.lesson import Task
from chowk.games.verdicts import Verdicts
from chowk.session.table import Transition
from chowk.session.taking_back import take_back
from chowk.storage.kept import Kept

if TYPE_CHECKING:  # read by type checkers only
    from chowk.engine.asking import EnginePort


class BetterMoveTable(LessonTable):
    """A table at which the player looks for a better move than the one that was made.

    `review` judges the moves. The position on the board is the one after `judged_ply` moves of the review's match.
    Subclasses set both.
    """

    review: Review
    judged_ply: int
    names_squares = True
    solved = False
    wrong_moves = 0
    """The number of moves that were refused because they cost too much."""
    hint_depth = 0
    """The largest number of hint steps that were shown before a move."""

    @property
    def complete(self) -> bool:
        """True if the player has found a good enough move."""
        return self.solved

    @property
    def praise(self) -> tuple[Message, ...]:
        """The sentence that is shown after a good enough move. It names the best move, if that is another one."""
        (best, *_), *_ = self.task.lines
        if best in self.played:
            return (self.task.done,)
        before = self.match.position_after(0)
        what = self.game.tell_named(before, self.match.ruleset.notation.read_move(before, best))[0]
        return (say("Good enough: it costs almost nothing. The best move was this: {what}", what=what),)

    def note(self, kept: Kept) -> None:
        """Do nothing, because opening the table is not recorded."""

    def finish(self, host: LessonHost) -> None:
        """Do nothing, because these exercises record no progress."""

    async def teach(self, host: LessonHost) -> None:
        """Let the player try moves until one costs almost nothing."""
        if self.match.ply and not self.solved:  # the player went to another table before the move was judged
            self.choice.plan(())
            await host.loop.perform(self, take_back(self))
        while not self.solved:
            before: Any = self.match.position
            move = await host.loop.await_person(self, self.learner)
            advice, self.answer = self.choice.advice, None
            self.hint_depth = max(self.hint_depth, advice.depth if advice is not None else 0)
            host.voice.say()
            text = self.match.ruleset.notation.write_move(before, move)
            events = self.play(move)
            await host.loop.perform(self, [Transition(before, events, self.match.position)])
            await self._judge(host, text)
        self.finish(host)
        host.voice.spoken = (*self.log.named_sentences, *self.praise)
        host.page.render()

    async def cost_of(self, host: LessonHost, text: str) -> float | None:
        """Return the cost of a move, or None if the search failed."""
        try:
            return await cost_of(self.review, host.engine, self.judged_ply, text)
        except OSError:
            return None

    async def _judge(self, host: LessonHost, text: str) -> None:
        """Mark the exercise as solved if a move costs little enough. Otherwise announce its cost and take it back."""
        scale, cost = self.review.scale, await self.cost_of(host, text)
        self.solved = cost is not None and cost <= scale.slip * scale.won
        if self.solved:
            return
        answer = say("That is not it. Look again.")
        if cost is not None:
            self.wrong_moves += 1
            answer = say("That costs {amount}. Look again.", amount=scale.amount(round(cost)))
        await self.answer_with(host, answer)


class FindingTable(BetterMoveTable):
    """The table of an exercise on a mistake of the game that was just reviewed.

    `plies` are the plies of the mistakes, and `number` is the index of this one.
    """

    def __init__(self, review: Review, plies: tuple[int, ...], number: int) -> None:
        self.review, self.plies, self.judged_ply = review, plies, plies[number]
        super().__init__(review.table.game, number, review.table, tuple(_task(review, ply) for ply in plies))

    @property
    def history_entry(self) -> tuple[str, str]:
        """The kind ("finding") and the game's name for the browser's history.

        A reload does not reopen these exercises.
        """
        return "finding", self.game.name

    @property
    def title(self) -> Message:
        """The title of the page during these exercises."""
        return say_in("the player does it", "Find a better move")

    @property
    def after(self) -> tuple[str, str, Message | None]:
        """The command that is offered after the last mistake, with its argument and label.

        It leads back to the review.
        """
        return "lesson-leave", "", say_in("the player does it", "Back to the review")

    def task_table(self, number: int) -> LessonTable:
        """Return the table of the mistake with index `number`."""
        return FindingTable(self.review, self.plies, number)


def begin(host: LessonHost, review: Review, ply: int) -> None:
    """Start the exercises with the mistake made after `ply` moves. The same player's other mistakes follow."""
    turn = review.match.position_after(ply).turn
    mistakes = filter(review.wrong, sorted(review.judged))
    plies = tuple(
        mistake for mistake in mistakes if review.better(mistake) and review.match.position_after(mistake).turn == turn
    )
    host.leave()
    lessons.sit(host, FindingTable(review, plies, plies.index(ply)))


async def cost_of(verdicts: Verdicts, engine: EnginePort, ply: int, move: str) -> float | None:
    """Return how much lead a legal move loses, compared with the best move in the position after `ply` moves.

    The unit is the game's. Return None if the search failed.
    """
    judged, scale = verdicts.judged[ply], verdicts.scale
    if move == judged.best:
        return 0.0
    if scale.surveyed:
        positions = verdicts.match.positions[: ply + 1]
        lines = (await verdicts.ask(engine, positions, max(1, judged.depth), survey=True)).lines
        worths = {line.moves[0]: line.score for line in lines if line.score is not None}
        if move in worths and judged.best in worths:
            return max(0.0, verdicts.within(worths[judged.best]) - verdicts.within(worths[move]))
    depth = verdicts.deepest(ply) if judged.deep else scale.depth
    worth = await verdicts.worth(engine, ply, move, max(1, depth - 1), unaided=judged.deep)
    if worth is None or judged.lead is None:
        return None
    return max(0.0, verdicts.within(judged.lead) - worth.lead)


def _task(review: Review, ply: int) -> Task:
    position = review.match.position_after(ply)
    goal = goal_after(review.game, position, ply, review.moves[ply], own=review.table.seats.person(position.turn))
    return Task(review.match.ruleset.notation.write_position(position), goal, ((review.judged[ply].best,),), FOUND)


def goal_after(game: Game, position: Any, ply: int, played: str, *, own: bool = True) -> Message:
    """Return the text of an exercise: to find a better move than `played`, the mistake made after `ply` moves.

    In games whose notation means little to players, it describes the mistake in words. `own` is True if a person made
    the mistake.
    """
    if game.tray or game.trial:
        what = game.tell_named(position, game.notation.read_move(position, played))[0]
        return say("Move {ply}: {what} Find something better.", ply=ply + 1, what=what)
    if own:
        return say("Move {ply}: you played {move}. Find something better.", ply=ply + 1, move=played)
    return say("Move {ply}: {move} was played. Find something better.", ply=ply + 1, move=played)


FOUND: Final = say("Found it.")
"""The sentence that is shown after the best move."""
