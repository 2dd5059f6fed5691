"""The player's own mistakes: kept from reviews of finished games, and shown again by spaced repetition."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Protocol

from chowk import games
from chowk.core.errors import TextError
from chowk.core.message import Day, Message, say, say_in
from chowk.features.lessons import lessons
from chowk.features.lessons.lessons import LessonHost, LessonTable
from chowk.features.practice import mistake_store as store
from chowk.features.practice.fsrs import Grade
from chowk.features.practice.mistake_store import Card, Mistake, Mistakes, Opponent, Source, Verdict
from chowk.features.practice.practice import today_of
from chowk.features.review import review as reviewing
from chowk.features.review.mistake_drill import FOUND, BetterMoveTable, goal_after
from chowk.features.review.review import Review, ReviewHost
from chowk.games.api import Game
from chowk.games.api.lesson import Task
from chowk.games.api.mistake import MistakeThemes
from chowk.games.verdicts import Judged
from chowk.session.command import written
from chowk.session.ports import GameServices
from chowk.session.table import Table
from chowk.storage import saves
from chowk.storage.kept import Kept
from chowk.storage.saves import Save

SOLUTION_SHOWN: Final = 2
"""The number of steps of a hint from which the hint shows the move."""


class MistakesHost(LessonHost, ReviewHost, Protocol):
    """The part of the application that is needed to practise the player's mistakes."""

    def sit_down(self, table: Table) -> None:
        """Show the page of a table, and continue its game."""

    def resume(self, save: Save) -> None:
        """Open a saved game."""


class FeedingHost(GameServices, Protocol):
    """The part of the application that is needed to store mistakes."""

    @property
    def kept(self) -> Kept:
        """The data stored on the device."""


# Stored mistakes ------------------------------------------------------------------------------------------------------


def mistakes_of(kept: Kept, name: str) -> Mistakes:
    """Return the stored mistakes in a game."""
    return store.read(kept.mistakes.get(name, ""))


def keep(kept: Kept, name: str, change: Callable[[Mistakes], Mistakes]) -> None:
    """Apply `change` to the mistakes in a game, and store the result.

    If another tab has stored mistakes meanwhile, apply `change` to those instead of replacing them.
    """
    kept.change(kept.mistakes, saves.MISTAKES_KEY, name, lambda text: store.write(change(store.read(text))))


def themes(name: str) -> MistakeThemes | None:
    """Return the themes of mistakes in a game, or None if mistakes in this game are not stored."""
    declared = games.sign(name).mistakes
    return declared() if declared is not None else None


def store_mistakes(host: FeedingHost, review: Review) -> None:
    """Store the person's mistakes in a reviewed game: those that a deep search has confirmed.

    Do nothing unless the game is the device's own, with exactly one person at the device. If several people share the
    device, the page does not know whose mistakes they are.
    """
    table, name = review.table, review.table.game.name
    declared = themes(name)
    if declared is None or table.kind != "own" or table.seats.people != 1 or not review.fits:
        return
    known, new = mistakes_of(host.kept, name), tuple(_mistakes(host, review, declared))
    if store.added(known, new) != known:
        keep(host.kept, name, lambda known: store.added(known, new))


def _mistakes(host: FeedingHost, review: Review, declared: MistakeThemes) -> Iterator[Mistake]:
    """Yield the person's mistakes in a review that have a confirmed better move.

    `declared` are the themes into which the game sorts mistakes.
    """
    match, seats, today = review.match, review.table.seats, today_of(host)
    source = Source(review.table.about.save, 0, store.day(review.table.about.day, today), _opponent(review.table))
    notation = match.ruleset.notation
    for ply, judged in sorted(review.judged.items()):
        if not (review.wrong(ply) and review.grade(ply) == "mistake" and seats.person(match.position_after(ply).turn)):
            continue
        position, best, cost = match.position_after(ply), review.better(ply), review.cost(ply)
        if not best or cost is None or judged.lead is None:
            continue
        yield Mistake(
            notation.write_position(position),
            review.moves[ply],
            declared.theme(position, match.moves[ply], notation.read_move(position, best)),
            Verdict((best,), judged.lead, judged.depth, cost, judged.exact),
            source._replace(ply=ply),
            Card(today),
        )


def _opponent(table: Table) -> Opponent:
    """Return the person's only opponent at a table: the level's number, or the name of another player.

    Return an empty text if there is no opponent, or if there are several.
    """
    others = [seat for seat in table.plan.seats if seat.kind != "person"]
    if len(others) != 1:
        return ""
    return others[0].level if others[0].kind == "bot" else others[0].name


# At the table ---------------------------------------------------------------------------------------------------------


class MistakeTable(BetterMoveTable):
    """The table for one mistake of an exercise.

    `queue` are the mistakes of the exercise, `number` is the index of this one. `theme` is the theme of the exercise,
    or empty for all mistakes that are due. `shows_game` is True if the game in which the mistake was made is still
    stored.
    """

    judged_ply = 0

    def __init__(self, game: Game, queue: Mistakes, number: int, theme: str, back: Table | None, kept: Kept) -> None:
        self.queue, self.theme, self.kept = queue, theme, kept
        self.mistake = queue[number]
        self.shows_game = kept.saves.holds(self.mistake.source.game)
        # The sentence about the next repetition, once the answer is stored.
        self.comes_back: Message | None = None
        super().__init__(game, number, back, tuple(_task(game, mistake) for mistake in queue))
        better, lead, depth, cost, exact = self.mistake.verdict
        self.review = Review(self)
        self.review.judged[0] = Judged(better[0], lead, depth, exact, cost=cost, deep=True)

    @property
    def history_entry(self) -> tuple[str, str]:
        """The kind and the arguments for the browser's history: the game and the theme.

        A reload goes on with the mistakes that are still due.
        """
        return "mistake", written(self.game.name, self.theme)

    @property
    def title(self) -> Message:
        """The title of the page, the same for all mistakes."""
        return say("My mistakes")

    @property
    def step(self) -> Message:
        """The line above the task: the date of the game in which the mistake was made, and the opponent if known."""
        day, opponent = Day(self.mistake.source.day.isoformat()), self.mistake.source.opponent
        if isinstance(opponent, int):
            return say("From the game of {date} against {player}", date=day, player=self.game.level(opponent).name)
        if opponent:
            return say("From the game of {date} against {player}", date=day, player=opponent)
        return say("From the game of {date}", date=day)

    @property
    def praise(self) -> tuple[Message, ...]:
        """The sentences about the solution, and about the day on which the position is shown again."""
        return (*super().praise, *([self.comes_back] if self.comes_back is not None else []))

    @property
    def tools(self) -> tuple[tuple[str, str], ...]:
        """The commands of the first buttons, with their icons.

        The first asks for a hint, until the player has found a better move. The second shows the game in which the
        mistake was made, if the game is still stored.
        """
        hint = () if self.complete else (("hint", "hint"),)
        return (*hint, *((("mistake-game", "moves"),) if self.shows_game else ()))

    @property
    def leave_label(self) -> Message | None:
        """The label of the button that leaves the exercise. It is never None."""
        return say_in("the player does it", "Leave the puzzle")

    @property
    def after(self) -> tuple[str, str, Message | None]:
        """The command offered after the last mistake, with its argument and label. It opens the sheet of mistakes."""
        return "mistakes", self.game.name, None

    def task_table(self, number: int) -> LessonTable:
        """Return the table of the mistake with index `number`."""
        return MistakeTable(self.game, self.queue, number, self.theme, self.back, self.kept)

    @property
    def grade(self) -> Grade:
        """The grade of the answer.

        It is `AGAIN` after a wrong move, or if a hint showed the solution. It is `HARD` after any lesser hint, else
        `GOOD`.
        """
        if self.wrong_moves or self.hint_depth >= SOLUTION_SHOWN:
            return Grade.AGAIN
        return Grade.HARD if self.hint_depth else Grade.GOOD

    async def cost_of(self, host: LessonHost, text: str) -> float | None:
        """Return the cost of a move, or None if the search failed. Known better moves cost 0 without a search."""
        return 0.0 if text in self.mistake.verdict.better else await super().cost_of(host, text)

    def finish(self, host: LessonHost) -> None:
        """Store the answer, and prepare the sentence about the next repetition."""
        if self.comes_back is not None:
            return  # the player came back to the solved position
        today, key, grade, move = today_of(host), self.mistake.key, self.grade, self.played[0]
        keep(
            host.kept,
            self.game.name,
            lambda known: store.with_better(store.answered(known, key, grade, today), key, move),
        )
        card = self.mistake.card.answered(grade, today)
        self.comes_back = say("It comes back on {date}.", date=Day(card.due.isoformat()))


def _task(game: Game, mistake: Mistake) -> Task:
    """Return a mistake as a task, with its position written in the current edition of the house rules."""
    position = game.notation.read_position(mistake.setup, mistake.edition)
    best = mistake.verdict.better[0]
    goal = goal_after(game, position, mistake.source.ply, mistake.played)
    return Task(game.notation.write_position(position), goal, ((best,),), FOUND)


def _is_playable(game: Game, mistake: Mistake) -> bool:
    """Return True if a mistake can be shown.

    Its position must be readable and offer a choice, and its moves must be legal.
    """
    try:
        position = game.notation.read_position(mistake.setup, mistake.edition)
        if position.turn < 0 or position.outcome() is not None or len(position.moves()) < 2:
            return False
        for text in (mistake.played, *mistake.verdict.better):
            game.notation.read_move(position, text)
    except TextError:
        return False
    return True


def begin(host: MistakesHost, name: str, theme: str = "") -> None:
    """Start the exercise on the mistakes that are due, or on all mistakes of a theme, due or not.

    Delete stored mistakes of the exercise that cannot be shown, for example because a move is illegal in this version
    of the game. If none is left, show the sheet of the game's mistakes.
    """
    table = host.place.table
    back = table.back if isinstance(table, LessonTable) else table
    known, declared, today = mistakes_of(host.kept, name), themes(name), today_of(host)
    queue = store.due(known, today)
    if theme and declared is not None:
        queue = store.in_order(store.by_theme(known, declared.titles).get(theme, ()))
    game = games.load(name) if queue else None
    damaged = [mistake.key for mistake in queue if game is not None and not _is_playable(game, mistake)]
    if damaged:
        keep(host.kept, name, lambda known: store.without(known, damaged))
        queue = store.without(queue, damaged)
    if game is None or not queue:
        host.place.open_sheet("mistakes", name)
        return
    host.leave()
    lessons.sit(host, MistakeTable(game, queue, 0, theme, back, host.kept))


def open_game(host: MistakesHost, desk: MistakeTable) -> None:
    """Open the game of a mistake with its review, at the position of the mistake.

    Do nothing if the game is not stored.
    """
    save, ply = host.kept.saves.get(desk.mistake.source.game), desk.mistake.source.ply
    if save is None:
        return
    host.leave()
    host.resume(save)
    table = host.place.table
    if table is not None and reviewing.can_review(table):
        reviewing.begin(host, table)
        host.place.clear()
        table.display.show_everything()
        table.show(ply)
